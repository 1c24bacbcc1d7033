//! Derivations: what a proof for all sizes rests on, as data that [`check`](crate::check) reads. Knows neither how one is found nor how one
//! is checked.

use std::collections::BTreeSet;

use assay_rise::index::{Atom, Fact};
use assay_rise::nat::Nat;
use assay_rise::types::Scalar;

use crate::normal::Normal;

/// A law of reductions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// A reduction that only adds is the sum of its terms; factors that do not depend on the index stand outside.
    Linear,
    /// Two indices are one over blocks: first the indices stand in this order, then those at the place and behind it are one.
    Blocks(Vec<usize>, usize),
    /// The indices stand in another order.
    Order(Vec<usize>),
    /// A reduction of reductions by the same operation is one.
    Nested,
    /// The operands of an operation change places.
    Commuted,
}

/// An instance of a law: both terms are equal for all values of the indices, lengths and bound values in them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// The law.
    pub law: Law,
    /// The level of the first index that the term binds.
    pub level: u32,
    /// The term before.
    pub before: Normal,
    /// The term after.
    pub after: Normal,
}

/// A property of an operation on numbers that a proof rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// `(a op b) op c = a op (b op c)`
    Associative,
    /// `a op b = b op a`
    Commutative,
    /// `a op a = a`
    Idempotent,
    /// `a op z = a = z op a` for this number.
    Neutral(i128),
}

/// A premise: an operation has a property on numbers of a type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Premise {
    /// The operation.
    pub operation: String,
    /// The type of the numbers.
    pub scalar: Scalar,
    /// The property.
    pub property: Property,
}

/// An equality of indices that no law shows: it has to hold for all values of lengths and variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equality {
    /// Both indices.
    pub sides: (Nat, Nat),
    /// The variables around them: each level with the length below which it is.
    pub below: Vec<(u32, Nat)>,
}

/// Facts that an accepted derivation leaves to be proved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Premises about operations on numbers.
    pub premises: BTreeSet<Premise>,
    /// Equalities of indices.
    pub equalities: Vec<Equality>,
    /// The parts of these indices, by the numbers that name them.
    pub atoms: Vec<Atom>,
}

/// The laws that a proof rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The parts of indices, by the numbers that name them.
    pub atoms: Vec<Atom>,
    /// Laws of indices.
    pub facts: Vec<Fact>,
    /// Laws of reductions.
    pub laws: Vec<Instance>,
    /// Lengths that have to be at least one.
    pub positive: Vec<Nat>,
}
