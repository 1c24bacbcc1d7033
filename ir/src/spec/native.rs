//! Native summaries as data: kinds of arguments and results, promises about structure, and perhaps a body over integers.
//! [`crate::natives`] reads them; knows no meaning.

use std::sync::Arc;

use crate::data::{Ident, Source, TypeId};

/// The start of the name of native code that is the C++ by which an operation that is made finds a type of a result.
pub const BUILDER: &str = "the builder of ";

/// The PDL operation that calls a native function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// `pdl.apply_native_constraint`
    Constraint,
    /// `pdl.apply_native_rewrite`
    Rewrite,
}

/// The width of an integer type in a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// This many bits.
    Fixed(u32),
    /// One of [`Summary::widths`]: any number of bits, the same wherever the name stands.
    Open(usize),
}

/// The kind of a PDL value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// `!pdl.attribute`
    Attribute,
    /// `!pdl.type`
    Type,
    /// `!pdl.value`
    Value,
    /// `!pdl.operation`
    Operation,
    /// `!pdl.range<..>` of one of the others.
    Range(RangeOf),
}

/// Elements of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RangeOf {
    /// `!pdl.range<attribute>`
    Attributes,
    /// `!pdl.range<type>`
    Types,
    /// `!pdl.range<value>`
    Values,
    /// `!pdl.range<operation>`
    Operations,
}

/// An argument or a result: which PDL entity it is, and how a body sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// An integer attribute; the body sees its value.
    Integer(Width),
    /// An attribute of type `index`; the body sees its value in 64 bits, as MLIR stores it.
    Index,
    /// A value of integers; the body sees each number that it is when the program runs. Whenever the constraint holds, the
    /// answer of the body is 1, and where it is, nothing is known.
    Value(Width),
    /// An attribute of a dialect that is a set of flags or an enumeration, by the name after `#`; the body sees its bits
    /// as MLIR numbers them (`arith.overflow`: 1 is `nsw`, 2 is `nuw`).
    Flags {
        /// The name, such as `arith.overflow`.
        name: String,
        /// Bits of the integer that the body sees.
        bits: u32,
    },
    /// An integer type; the body sees its number of bits as an integer.
    Type {
        /// The width that the type binds. Results bind none.
        binds: Option<Width>,
        /// Width of the integer that the body sees.
        number: Width,
    },
    /// Something that no body looks at.
    Opaque(Entity),
}

impl Form {
    /// Which PDL entity it is.
    pub fn entity(&self) -> Entity {
        match self {
            Form::Integer(_) | Form::Index | Form::Flags { .. } => Entity::Attribute,
            Form::Type { .. } => Entity::Type,
            Form::Value(_) => Entity::Value,
            Form::Opaque(entity) => *entity,
        }
    }
}

/// A property of an argument whenever a constraint holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// Nothing uses it; of an operation: none of its results.
    IsUnused,
    /// It has one use; of an operation: all its results together.
    HasOneUse,
    /// The operation is no terminator.
    IsNotTerminator,
    /// It is defined where it dominates the operation that another argument is.
    Dominates(usize),
    /// It is in the same block as the operation that another argument is.
    SameBlock(usize),
    /// The operation has no attribute of the name that another argument is, a string.
    Lacks(usize),
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// Its form.
    pub form: Form,
    /// Promises of a constraint about it.
    pub promises: Vec<Promise>,
}

/// A property of a result of a rewrite. Arguments are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Product {
    /// The type of an argument: that of a value, or the one that an attribute carries or is.
    TypeOf(usize),
    /// This type; of an attribute or a value: it is of this type; of an operation: the types of its results.
    Types(Vec<TypeId>),
    /// The operation that an argument is.
    Operation(usize),
    /// The value that an argument is.
    Value(usize),
}

/// The declaration of one native function.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The name that patterns call.
    pub name: String,
    /// The PDL operation that calls a native function.
    pub role: Role,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// Its results, as PDL sees them: the answer of a constraint is none of them.
    pub results: Vec<Form>,
    /// The summary says everything: a constraint holds whenever its promises and its body do.
    pub exact: bool,
    /// A rewrite changes nothing in the program.
    pub pure: bool,
    /// A rewrite changes nothing but attributes that no definition knows.
    pub discardable: bool,
    /// Operations that a rewrite makes before the root, one of each name in this order and as their definitions ask;
    /// unless it is empty, that is all that the rewrite does beside [`Summary::replaces`].
    pub creates: Vec<Ident>,
    /// The argument whose results those of the last operation that it makes replace.
    pub replaces: Option<usize>,
    /// Properties of results, with the number of the result.
    pub products: Vec<(usize, Product)>,
    /// An external rewrite that never runs: its pattern finds operations and does nothing to them.
    pub matches_only: bool,
    /// A rewrite never fails.
    pub total: bool,
    /// No result of a rewrite is null.
    pub nonnull: bool,
    /// Names of the open widths, as they are numbered in [`Width::Open`].
    pub widths: Vec<String>,
    /// C++ that means the same, as DRR writes it: `"text"` or `"text => $1, type($0)"`, with what the function is given.
    pub cpp: Vec<String>,
    /// Where it is written: the file and the line.
    pub at: (String, u32),
    /// The text of its body, if it has one.
    pub(crate) body: Option<Body>,
}

impl Summary {
    /// Tells if it has a body.
    pub fn has_body(&self) -> bool {
        self.body.is_some()
    }

    /// Tells if the body speaks of numbers that values are when the program runs.
    pub fn sees_values(&self) -> bool {
        self.arguments.iter().any(|argument| matches!(argument.form, Form::Value(_)))
    }

    /// Tells if a rewrite changes nothing that any rule speaks of.
    pub fn is_harmless(&self) -> bool {
        self.pure || self.discardable
    }

    /// What is known of a result.
    pub fn product(&self, result: usize) -> Option<&Product> {
        self.products.iter().find(|(number, _)| *number == result).map(|(_, product)| product)
    }

    /// Every promise, with the number of its argument.
    pub fn promises(&self) -> impl Iterator<Item = (usize, Promise)> + '_ {
        let arguments = self.arguments.iter().enumerate();
        arguments.flat_map(|(index, argument)| argument.promises.iter().map(move |promise| (index, *promise)))
    }
}

/// The text of a body: the function and all aliases that it may use.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Text before the number of each open width, in the order of the text, with the index of that width.
    pub(crate) pieces: Vec<(String, usize)>,
    /// Text after the last one.
    pub(crate) rest: String,
    /// The file.
    pub(crate) source: Arc<Source>,
}
