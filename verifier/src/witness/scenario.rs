//! Requests for a payload: handles that are one, types, attributes, order, further uses. Plain data in terms of
//! the PDL operations and values of the pattern, so that every stage can request a payload.

use assay_ir::data::{AttrId, Ident, OpId, TypeId, ValueId};
use rustc_hash::FxHashMap;

use crate::limits::Resource;
use crate::pattern::merges::Merge;
use crate::pattern::model::{Definition, Model, ValueIx};

/// A value of the match, named through the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdlValue {
    /// What a `pdl.operand` binds.
    Operand(OpId),
    /// An element of what a `pdl.operands` binds.
    Element(OpId, u32),
    /// A result of what a `pdl.operation` binds.
    Result(OpId, u32),
}

impl PdlValue {
    /// The name of a matched value.
    pub fn for_value(model: &Model, value: ValueIx) -> PdlValue {
        match model.values[value].def {
            Definition::Free(op) if model.values[value].element > 0 => {
                PdlValue::Element(op, model.values[value].element as u32)
            }
            Definition::Free(op) => PdlValue::Operand(op),
            Definition::Result(node, index) => PdlValue::Result(model.nodes[node].op, index as u32),
        }
    }
}

/// A type of the match, named through the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
    /// What a `pdl.type` binds, or the type of what a `pdl.operand` binds.
    Single(ValueId),
    /// An element of what a `pdl.types` binds, or the type of one of a `pdl.operands`.
    Element(ValueId, usize),
    /// This one.
    Constant(TypeId),
}

/// Where a further use stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UsePlace {
    /// Operand of an unregistered operation right after the definition.
    AfterDefinition,
    /// Returned by the function at its end: a typed user.
    Returned,
}

/// A request for a payload. The default is the plainest payload that the pattern matches.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// Types of `pdl.type` values, and of `pdl.operand` values without a written type.
    pub types: FxHashMap<ValueId, TypeId>,
    /// Types of `pdl.types` values, element by element.
    pub range_types: FxHashMap<ValueId, Vec<TypeId>>,
    /// Attributes of `pdl.attribute` values.
    pub attributes: FxHashMap<ValueId, AttrId>,
    /// Attributes of matched operations that the pattern does not name.
    pub unlisted: Vec<(OpId, Ident, AttrId)>,
    /// Pairs of `pdl.operation`s that bind one operation.
    pub same_op: Vec<(OpId, OpId)>,
    /// Pairs of values that are one.
    pub same_value: Vec<(PdlValue, PdlValue)>,
    /// This operation and what it needs come before all else.
    pub first: Option<OpId>,
    /// Operations are placed in this order as far as their operands allow; those not named come last.
    pub order: Vec<OpId>,
    /// Further uses.
    pub uses: Vec<(PdlValue, UsePlace)>,
    /// Free values that are defined only right before their first user; others are function arguments.
    pub late: Vec<PdlValue>,
    /// An operation matched without a name that ends its block.
    pub terminator: Option<OpId>,
    /// Something that the match does not speak of stands right after this operation.
    pub followed: Option<OpId>,
    /// This operation begins a block of its own.
    pub own_block: Option<OpId>,
    /// The first operation holds the second one in a region.
    pub inside: Option<(OpId, OpId)>,
    /// Operand places that hold a fresh value instead of the one that is written there: MLIR 22 does not compare the
    /// second place of a `pdl.result`.
    pub loose: Vec<(OpId, usize)>,
    /// Results of pure operations that nothing uses get a use: MLIR's driver drops such operations before it looks for
    /// patterns.
    pub keep: bool,
    /// Operations may feed themselves.
    pub graph: bool,
    /// This operation stands directly in an operation of this name.
    pub parent: Option<(OpId, Ident)>,
    /// Types that are not one.
    pub differ: Vec<(TypeName, TypeName)>,
    /// This operation defines a symbol that something refers to.
    pub symbol: Option<OpId>,
    /// A symbol of this name is there already.
    pub taken: Option<Ident>,
}

impl Scenario {
    /// A match in which these operations and values are one.
    pub fn of_merges(model: &Model, merges: &[Merge], graph: bool) -> Scenario {
        let mut scenario = Scenario { graph, ..Scenario::default() };
        let value = |value: &ValueIx| PdlValue::for_value(model, *value);
        for merge in merges {
            match merge {
                Merge::Nodes(a, b) => scenario.same_op.push((model.nodes[*a].op, model.nodes[*b].op)),
                Merge::Values(a, b) => scenario.same_value.push((value(a), value(b))),
            }
        }
        scenario
    }
}

/// The reason for which there is no payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotBuild {
    /// Nothing realises the scenario: the closure of what is said contradicts itself.
    Impossible,
    /// No types and attributes were found that fit the specs.
    NoTypes {
        /// Whether the whole pool was searched, and no spec speaks of anything that the pool has no instance of.
        searched_all: bool,
    },
    /// Something that this builder does not make, in words.
    Unsupported(String),
    /// More would have to be made than is allowed for one pattern.
    Limit(Resource),
    /// The program is not well-formed: the first reason, in words.
    IllFormed(String),
}

impl std::error::Error for CannotBuild {}

impl std::fmt::Display for CannotBuild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotBuild::Impossible => f.write_str("nothing realises it"),
            CannotBuild::NoTypes { .. } => f.write_str("no types were found that fit the definitions"),
            CannotBuild::Unsupported(what) => f.write_str(what),
            CannotBuild::Limit(resource) => write!(f, "more {} than are allowed", resource.describe()),
            CannotBuild::IllFormed(why) => write!(f, "the program that was made is not valid: {why}"),
        }
    }
}
