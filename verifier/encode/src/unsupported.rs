//! Why a function has no summary.

use std::fmt;

use assay_semantics::Unsupported;

/// The reason for which a function has no summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// An operation has no symbolic meaning.
    Meaning(String),
    /// It has none on these types.
    Types(String),
    /// It has none with this attribute.
    Attribute(String),
    /// A type whose values are not modelled.
    Type(String),
    /// The expressions of the function are too many.
    Size,
    /// Which memory a memref is in depends on the path that was taken.
    Aliases,
    /// A result, or what a function without a body was given, is in other memory before and after.
    Identity,
    /// The extents of a tensor depend on the path that was taken.
    Extents,
    /// The order shows in which a loop runs iterations that have none.
    Order(String),
    /// A function calls itself.
    Recursion(String),
    /// A function without a body is called.
    Body(String),
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Meaning(name) => write!(f, "`{name}` has no symbolic meaning"),
            EncodeError::Types(name) => write!(f, "`{name}` has no symbolic meaning on these types"),
            EncodeError::Attribute(name) => write!(f, "`{name}` has no symbolic meaning with this attribute"),
            EncodeError::Type(ty) => write!(f, "values of type `{ty}` have no symbolic form"),
            EncodeError::Size => f.write_str("the function is too large for a proof"),
            EncodeError::Aliases => f.write_str("memref provenance depends on control flow"),
            EncodeError::Identity => {
                f.write_str("an escaping memref has different provenance before and after")
            }
            EncodeError::Extents => f.write_str("the extents of a tensor depend on the path"),
            EncodeError::Order(name) => write!(f, "the outcome depends on the iteration order of `{name}`"),
            EncodeError::Recursion(name) => write!(f, "recursive call of `@{name}`"),
            EncodeError::Body(name) => write!(f, "`@{name}` has no body"),
        }
    }
}

impl EncodeError {
    /// The reason that an operation of this name lacks its meaning.
    pub(crate) fn for_op(name: &str, lack: Unsupported) -> EncodeError {
        match lack {
            Unsupported::Operation => EncodeError::Meaning(name.to_owned()),
            Unsupported::Attribute => EncodeError::Attribute(name.to_owned()),
            _ => EncodeError::Types(name.to_owned()),
        }
    }
}
