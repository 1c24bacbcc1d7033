//! Meanings of operations as data: promises, and functions that compute what an operation computes. [`crate::meanings`] reads
//! them; evaluates nothing.

use super::native::Body;
use crate::data::{AttrId, Ident, TypeId};

/// A description of an operation by a user.
#[derive(Clone, Debug)]
pub struct Semantics {
    /// Its full name.
    pub name: Ident,
    /// Its effects besides computing results.
    pub promises: Promises,
    /// Functions that compute its results; the first one whose types fit counts. Empty where only promises are known.
    pub variants: Vec<Variant>,
    /// Where it is written first: the file and the line.
    pub at: (String, u32),
    /// The number of operations of its bodies, with those of the operations that they use.
    pub size: u64,
}

impl Semantics {
    /// Names of the attributes and properties that its results depend on.
    pub fn attributes(&self) -> impl Iterator<Item = Ident> {
        let arguments = self.variants.iter().flat_map(|variant| &variant.arguments);
        arguments.filter_map(|argument| match argument {
            Argument::Number { name, .. } | Argument::Place { name, .. } => Some(*name),
            Argument::Width { .. } | Argument::Parameter { .. } => None,
        })
    }
}

/// The class that an operation is said to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Promises {
    /// `assay.constant_like`: its result is a constant.
    pub constant_like: bool,
    /// `assay.opaque`: its results may be anything of their types.
    pub opaque: bool,
    /// `assay.pure`: it has no effect and may be erased.
    pub pure: bool,
    /// `assay.reads`: it reads memory.
    pub reads: bool,
    /// `assay.writes`: it writes memory.
    pub writes: bool,
    /// `assay.never_poison`: its dialect knows no poison, so that neither operands nor results are poison.
    pub never_poison: bool,
}

/// One function that computes an operation on operands of some types.
#[derive(Clone, Debug)]
pub struct Variant {
    /// It says what happens to each element of vectors and tensors of one shape, and to scalars.
    pub elementwise: bool,
    /// Its operands.
    pub operands: Vec<Operand>,
    /// The arguments behind the operands.
    pub arguments: Vec<Argument>,
    /// Its results.
    pub results: Vec<Form>,
    /// Names of the open widths, as they are numbered in [`Form::Open`].
    pub widths: Vec<String>,
    /// Where it is written: the file and the line.
    pub at: (String, u32),
    /// Its text.
    pub(crate) body: Body,
}

/// The type of an operand or a result, or the element of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A signless integer of an open width.
    Open(usize),
    /// This type.
    Fixed(TypeId),
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its type, or that of an element.
    pub form: Form,
    /// `assay.scalar`: beside vectors and tensors it may be one number for all elements.
    pub scalar: bool,
}

/// An input of a function besides operands: an attribute or a property, or a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The number that an attribute holds.
    Number {
        /// The name of the attribute.
        name: Ident,
        /// The type of the number.
        form: Form,
        /// The number where the attribute is absent.
        absent: Option<AttrId>,
        /// `assay.scalar`: it is one number for all elements of vectors and tensors.
        scalar: bool,
    },
    /// The place of an attribute in a list.
    Place {
        /// The name of the attribute.
        name: Ident,
        /// The list.
        list: Box<[AttrId]>,
        /// Bits of the integer that the function sees.
        bits: u32,
        /// The place that counts where the attribute is absent.
        absent: Option<usize>,
    },
    /// The bits of an integer of open width.
    Width {
        /// Which.
        of: usize,
        /// The type of the number.
        form: Form,
    },
    /// A parameter of a described type, the same in all types of the operation that have it.
    Parameter {
        /// Its name.
        name: Ident,
        /// The type of the number.
        form: Form,
    },
}

/// A description of a type by a user: the type that its values are, such as `i(I + F)` of `!acme.fixed<I, F>`.
#[derive(Clone, Debug)]
pub struct TypeMeaning {
    /// Its dialect, without `!`.
    pub dialect: Ident,
    /// Its name after the first dot.
    pub name: Ident,
    /// Names of its parameters.
    pub parameters: Vec<String>,
    /// The text of the other type over these names.
    pub is: String,
    /// Where it is written: the file and the line.
    pub at: (String, u32),
}
