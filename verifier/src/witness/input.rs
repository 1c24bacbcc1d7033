//! The input of a counterexample as a stage finds it: numbers for the operands of a match, the contents of memory, what is looked at.

use assay_ir::data::{AttrId, Ident, OpId, TypeId, ValueId};
use rustc_hash::FxHashMap;

use super::payload::Payload;
use super::scenario::PdlValue;
use crate::verdict::Rule;

/// A number that a value holds; `None` is poison.
pub(crate) type Number = Option<u128>;

/// What one value of the match is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchInput {
    /// Which.
    pub value: PdlValue,
    /// Its elements in row-major order; one for a scalar.
    pub numbers: Vec<Number>,
}

/// An element of a memref.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MemoryCell {
    /// The memref.
    pub memref: PdlValue,
    /// Where in it.
    pub indices: Vec<u128>,
}

/// What memory holds right before a matched operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InitialStore {
    /// The `pdl.operation`.
    pub before: OpId,
    /// Where.
    pub spot: MemoryCell,
    /// What; one number for a scalar.
    pub numbers: Vec<Number>,
}

/// A result that no terminator forwards: the program divides by zero where it is not this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Probe {
    /// The `pdl.operation`.
    pub op: OpId,
    /// The number of the result.
    pub index: usize,
    /// Its value before the rewrite.
    pub number: u128,
}

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observation {
    /// A result of a matched operation.
    Result(OpId, usize),
    /// An operand that a matched terminator forwards.
    Handed(OpId, usize),
    /// What memory holds right after a matched operation.
    Stored(OpId, MemoryCell),
}

/// An input that is said to show something, and what it is said to show.
#[derive(Clone, Debug)]
pub(crate) struct Counterexample {
    /// The rule.
    pub code: Rule,
    /// Types of `pdl.type` values and of `pdl.operand` values without a written type.
    pub types: FxHashMap<ValueId, TypeId>,
    /// Types of the elements of what `pdl.types` and `pdl.operands` bind.
    pub range_types: FxHashMap<ValueId, Vec<TypeId>>,
    /// Attributes of `pdl.attribute` values.
    pub attributes: FxHashMap<ValueId, AttrId>,
    /// Attributes that the pattern does not name.
    pub unlisted: Vec<(OpId, Ident, AttrId)>,
    /// What the values are.
    pub given: Vec<MatchInput>,
    /// What is looked at.
    pub observed: Vec<Observation>,
    /// A result to look at that cannot be returned.
    pub probe: Option<Probe>,
    /// What the symbolic meaning says of the program before, one list for each thing that is observed; `None` is undefined.
    pub before: Option<Vec<Vec<Number>>>,
    /// What it says of the program after.
    pub after: Option<Vec<Vec<Number>>>,
    /// What memory holds.
    pub fills: Vec<InitialStore>,
    /// Pairs of values that are one.
    pub same: Vec<(PdlValue, PdlValue)>,
    /// Matched operations that do not run: they stand where control does not get.
    pub idle: Vec<OpId>,
    /// The width of `index`.
    pub index: u32,
    /// Numbers of integers that are wider than these are extended from this number of bits; outcomes are not predicted then.
    pub narrow: Option<u32>,
}

/// The value of a payload that stands for one of the pattern.
pub(super) fn place(payload: &Payload, value: PdlValue) -> Option<ValueId> {
    match value {
        PdlValue::Operand(op) => payload.operands.get(&op).copied(),
        PdlValue::Element(op, element) => payload.elements.get(&(op, element)).copied(),
        PdlValue::Result(op, index) => payload.program.result(*payload.ops.get(&op)?, index as usize),
    }
}
