//! Why something is not known of an operation, or cannot be run or encoded.

use std::fmt;

/// The reason for which an operation is not supported in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unsupported {
    /// The operation is not known.
    Operation,
    /// The operation is known, not on values of these types.
    Type,
    /// The operation is known, not with this attribute.
    Attribute,
    /// The operation may give any value of its type, and one would have to be chosen.
    Choice,
    /// A function that is called has no body.
    Body,
    /// The function is too large.
    Size,
    /// The program is not well-formed there: an operand, attribute, block or terminator is missing.
    Malformed,
    /// There is no such operation on these types, whatever its definition can say of them.
    Invalid,
    /// A user describes the operation on other types.
    Undescribed,
    /// An input that is not known decides where control goes or what memory is accessed.
    Data,
    /// The operation has no result as a term over inputs.
    Term,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unsupported::Operation => "the operation has no meaning here",
            Unsupported::Type => "the operation has no meaning on these types here",
            Unsupported::Attribute => "the operation has no meaning with this attribute here",
            Unsupported::Choice => "the operation may give any value here",
            Unsupported::Body => "the function has no body",
            Unsupported::Size => "the function is too large for this engine",
            Unsupported::Malformed => "the operation is not well-formed",
            Unsupported::Invalid => "there is no such operation on these types",
            Unsupported::Undescribed => "the operation is described on other types",
            Unsupported::Data => "data decides control",
            Unsupported::Term => "the operation has no term over its inputs",
        })
    }
}
