//! Reads a `pdl.pattern` into a [`Model`]. Everything that is outside the analysed fragment is named and refused
//! here, so that the analysis itself never has to guess. Expects a pattern that passed PDL's static rules.
//!
//! Ranges have any length, a model has one: `bounds` says how long they have to become, `tuples` lists their lengths together,
//! `lengths` the models that have to be looked at, `readings` what an operation is taken for in each, `matcher` and
//! `rewriter` read the two halves of one of them, `natives` the native functions that the rewrite calls, `owners` says which operation a matched range is a view of.

mod bounds;
mod lengths;
mod matcher;
mod natives;
mod owners;
mod readings;
mod rewriter;
mod tuples;

use std::cell::OnceCell;

use assay_ir::data::{AttrId, AttrKind, BlockId, Ident, OpId, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::pdl::Pattern;
use assay_ir::pdl::roots::{self, RootOrder};
use assay_ir::spec::Registry;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::model::*;
use crate::verdict::Unknown;
pub use lengths::{
    Instances, Lengths, UNTRIED, each_loose_instance, instances, instances_beyond, instances_of,
    instances_within, lengths_of, simplest,
};
pub use readings::{OpReading, Unnamed};

type Decoded<T> = Result<T, Unknown>;

/// A place whose value MLIR 22 may not compare with the other places of the same `pdl.result`, `pdl.results` or `pdl.types`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LoosePlace {
    /// An operand place of a `pdl.operation`.
    Operand(OpId, usize),
    /// A result type place of a `pdl.operation`, or the type of a `pdl.operands`.
    Type(OpId, usize),
}

/// A list that mostly has one member.
type SmallList<T> = SmallVec<[T; 1]>;

/// What a PDL value of the rewrite stands for.
#[derive(Clone, Debug)]
enum ValueBinding {
    Op(OpRef),
    Values(SmallList<ValueRef>),
    /// A range that is a view of this operation.
    View(OpRef, SmallList<ValueRef>),
    Types(SmallList<TypeRef>),
    /// Types of a range that is a view of this operation.
    TypesOf(OpRef, SmallList<TypeRef>),
    Attribute(AttrRef),
    /// A result that does not exist, with the `pdl.result` that reads it.
    Missing(OpRef, OpId),
}

/// A pattern that is read once for each choice of lengths.
struct Source<'a> {
    program: &'a Program,
    registry: &'a Registry,
    pattern: OpId,
    order: OnceCell<Option<RootOrder>>,
}

impl<'a> Source<'a> {
    fn new(program: &'a Program, registry: &'a Registry, pattern: OpId) -> Source<'a> {
        Source { program, registry, pattern, order: OnceCell::new() }
    }

    /// The order in which MLIR visits the roots, if it can.
    fn order(&self) -> Option<&RootOrder> {
        let pattern = Pattern { program: self.program, op: self.pattern };
        self.order.get_or_init(|| roots::order(pattern).ok()).as_ref()
    }

    /// Reads it with ranges of these lengths; what is not named is empty.
    fn read(&self, lengths: &Lengths) -> Result<Model, Unknown> {
        self.read_until(lengths, Until::End)
    }

    /// Reads so far.
    fn read_until(&self, lengths: &Lengths, until: Until) -> Result<Model, Unknown> {
        let (program, pattern) = (self.program, self.pattern);
        let body = block_of(program, pattern)
            .ok_or_else(|| unsupported(program, pattern, "a pattern without a body"))?;
        let rewrite = program.last_op(body).filter(|op| program.op(*op).name == known::PDL_REWRITE);
        let rewrite = rewrite.ok_or_else(|| unsupported(program, pattern, "a pattern without a rewrite"))?;
        let mut decoder = Decoder {
            source: self,
            program,
            registry: self.registry,
            lengths,
            model: empty_model(program, pattern, rewrite),
            meanings: Meanings::default(),
            ranges: false,
            bound: FxHashSet::default(),
        };
        for op in program.ops_in(body).take_while(|op| *op != rewrite) {
            decoder.matcher_op(op)?;
            if until == Until::Impossible && !decoder.model.impossible.is_empty() {
                return Ok(decoder.model);
            }
        }
        decoder.rewrite(rewrite)?;
        Ok(decoder.model)
    }
}

/// Where reading a pattern ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// At its end.
    End,
    /// As soon as nothing can match; the rest is left out.
    Impossible,
}

struct Decoder<'a> {
    source: &'a Source<'a>,
    program: &'a Program,
    registry: &'a Registry,
    lengths: &'a Lengths,
    model: Model,
    meanings: Meanings,
    /// Whether anything in the matcher is a range.
    ranges: bool,
    /// Ranges of the matcher that are views by now.
    bound: FxHashSet<ValueId>,
}

/// What the PDL values of a pattern stand for.
type Meanings = FxHashMap<ValueId, ValueBinding>;

/// Reads a pattern with its ranges at their plainest lengths.
///
/// # Errors
/// The first construct that is not analysed.
pub fn decode(program: &Program, registry: &Registry, pattern: OpId) -> Result<Model, Unknown> {
    simplest(program, registry, pattern)
}

/// Reads a pattern with ranges of these lengths; what is not named is empty.
///
/// # Errors
/// The first construct that is not analysed.
pub fn decode_with(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    lengths: &Lengths,
) -> Result<Model, Unknown> {
    Source::new(program, registry, pattern).read(lengths)
}

/// Whether an operation of the matcher makes a range.
fn is_of_ranges(program: &Program, op: OpId) -> bool {
    matches!(program.op(op).name, known::PDL_TYPES | known::PDL_OPERANDS | known::PDL_RESULTS)
}

/// Whether a rewrite asks for groups of results.
fn asks_for_groups(program: &Program, rewrite: OpId) -> bool {
    ops_of(program, rewrite).any(|op| program.op(op).name == known::PDL_RESULTS)
}

fn empty_model(program: &Program, pattern: OpId, rewrite: OpId) -> Model {
    Model {
        pattern,
        rewrite,
        wildcards_deny_terminators: denies_terminators(program, pattern),
        nodes: Vec::with_capacity(3),
        values: Vec::with_capacity(8),
        types: Vec::with_capacity(4),
        attributes: Vec::new(),
        created: Vec::with_capacity(4),
        actions: Vec::with_capacity(8),
        anchor: 0,
        constraints: Vec::new(),
        promises: Vec::new(),
        makers: Vec::new(),
        impossible: Vec::new(),
        taken_for: Vec::new(),
        equal_values: Vec::new(),
        equal_types: Vec::new(),
        loose_types: Vec::new(),
        copies: Vec::new(),
    }
}

/// The only block of the only region.
fn block_of(program: &Program, op: OpId) -> Option<BlockId> {
    let region = program.op_regions(op).first()?;
    program.region(*region).blocks.first().copied()
}

/// The operations of the only block of the only region.
fn ops_of(program: &Program, op: OpId) -> impl Iterator<Item = OpId> + '_ {
    block_of(program, op).into_iter().flat_map(|block| program.ops_in(block))
}

fn denies_terminators(program: &Program, pattern: OpId) -> bool {
    program.attr_text(pattern, known::ASSAY_WILDCARDS) == Some("no_terminator")
}

fn unsupported(program: &Program, op: OpId, what: &str) -> Unknown {
    Unknown::Unsupported { what: what.to_owned(), span: program.op(op).span }
}

/// PDL values in one segment of operands.
type Handles = SmallVec<[ValueId; 4]>;

/// The operand segments of an operation.
fn segments<const N: usize>(program: &Program, op: OpId) -> Option<[Handles; N]> {
    let sizes = match program.ctx().attr_kind(program.attr(op, known::OPERAND_SEGMENT_SIZES)?) {
        AttrKind::DenseArray { values, .. } => values,
        _ => return None,
    };
    let mut operands = program.operands(op);
    let mut out: [Handles; N] = std::array::from_fn(|_| Handles::new());
    if sizes.len() != N {
        return None;
    }
    for (segment, size) in out.iter_mut().zip(sizes) {
        let size = integer(program, *size)?;
        for _ in 0..size {
            segment.push(operands.next()?);
        }
    }
    operands.next().is_none().then_some(out)
}

fn integer(program: &Program, attr: AttrId) -> Option<i64> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// Whether a PDL value is a range.
pub fn is_range(program: &Program, value: ValueId) -> bool {
    matches!(
        program.ctx().type_kind(program.value_type(value)),
        TypeKind::Dialect { dialect: known::D_PDL, name: known::T_RANGE, .. }
    )
}

impl Decoder<'_> {
    fn refuse(&self, op: OpId, what: &str) -> Unknown {
        unsupported(self.program, op, what)
    }

    fn native(&self, op: OpId) -> Unknown {
        Unknown::Native { name: self.native_name(op), span: self.program.op(op).span }
    }

    fn native_name(&self, op: OpId) -> String {
        self.program.attr_text(op, known::NAME).unwrap_or("").to_owned()
    }

    fn call(&self, op: OpId) -> NativeCall {
        NativeCall {
            op,
            span: self.program.op(op).span,
            name: self.native_name(op),
            arguments: self.program.operands(op).map(|value| self.argument(value)).collect(),
            negated: self
                .program
                .attr(op, known::IS_NEGATED)
                .and_then(|flag| integer(self.program, flag))
                .is_some_and(|flag| flag != 0),
        }
    }

    fn argument(&self, value: ValueId) -> Argument {
        match self.meanings.get(&value) {
            Some(ValueBinding::Op(OpRef::Node(node))) => Argument::Op(*node),
            Some(ValueBinding::Values(list) | ValueBinding::View(_, list)) => {
                let matched = list.iter().map(|value| match value {
                    ValueRef::Matched(value) => Some(*value),
                    ValueRef::Held(node, slot) => Some(self.model.nodes[*node].operands[*slot]),
                    ValueRef::Copied(..) | ValueRef::Created(..) => None,
                });
                matched.collect::<Option<Vec<_>>>().map_or(Argument::Other, Argument::Values)
            }
            Some(ValueBinding::Attribute(AttrRef::Matched(attribute))) => Argument::Attribute(*attribute),
            _ => Argument::Other,
        }
    }

    fn only_result(&self, op: OpId) -> Decoded<ValueId> {
        self.program.result(op, 0).ok_or_else(|| self.refuse(op, "a PDL operation without its result"))
    }

    /// The matched operation that a PDL value stands for.
    fn node(&self, handle: ValueId) -> Option<NodeIx> {
        match self.meanings.get(&handle) {
            Some(ValueBinding::Op(OpRef::Node(node))) => Some(*node),
            _ => None,
        }
    }

    fn give(&mut self, op: OpId, meaning: ValueBinding) -> Decoded<()> {
        let handle = self.only_result(op)?;
        self.meanings.insert(handle, meaning);
        Ok(())
    }

    fn constant_type(&self, op: OpId) -> Option<TypeId> {
        self.program.ctx().as_type(self.program.attr(op, known::CONSTANT_TYPE)?)
    }

    fn constant_types(&self, op: OpId) -> Option<Vec<TypeId>> {
        match self.program.ctx().attr_kind(self.program.attr(op, known::CONSTANT_TYPES)?) {
            AttrKind::Array(items) => items.iter().map(|item| self.program.ctx().as_type(*item)).collect(),
            _ => None,
        }
    }

    fn operation_segments(&self, op: OpId) -> Decoded<[Handles; 3]> {
        segments::<3>(self.program, op).ok_or_else(|| self.refuse(op, "operand segments that do not fit"))
    }

    fn name_of(&self, op: OpId) -> Option<Ident> {
        self.text(self.program.attr(op, known::OP_NAME)?)
    }

    fn attribute_names(&self, op: OpId) -> List<Ident> {
        let Some(names) = self.program.attr(op, known::ATTRIBUTE_VALUE_NAMES) else { return List::new() };
        match self.program.ctx().attr_kind(names) {
            AttrKind::Array(names) => names.iter().filter_map(|name| self.text(*name)).collect(),
            _ => List::new(),
        }
    }

    /// The attributes of an operation, with their names.
    fn named_attributes(&self, op: OpId, values: Handles) -> List<(Ident, ValueId)> {
        if values.is_empty() {
            return List::new();
        }
        self.attribute_names(op).into_iter().zip(values).collect()
    }

    fn text(&self, attr: AttrId) -> Option<Ident> {
        match self.program.ctx().attr_kind(attr) {
            AttrKind::String { text, .. } => Some(*text),
            _ => None,
        }
    }

    /// The number that a `pdl.result` or `pdl.results` asks for. A negative one is the large unsigned number that MLIR makes
    /// of it; of `pdl.results` it asks for all.
    fn index_of(&self, op: OpId) -> Option<usize> {
        let raw = integer(self.program, self.program.attr(op, known::INDEX)?)? as u32;
        let all = self.program.op(op).name == known::PDL_RESULTS && raw == u32::MAX;
        (!all).then_some(raw as usize)
    }

    /// The results of an operation that a `pdl.results` asks for; `Err` when there are none of that number.
    fn group_of(
        &self,
        op: OpId,
        count: usize,
        sizes: Option<&[usize]>,
        has_segments: bool,
    ) -> Decoded<Option<std::ops::Range<usize>>> {
        let range = self.program.result(op, 0).is_some_and(|value| is_range(self.program, value));
        let group = match (self.index_of(op), sizes) {
            (None, _) => 0..count,
            (Some(index), Some(sizes)) => {
                let start: usize = sizes.iter().take(index).sum();
                match sizes.get(index) {
                    Some(len) => start..start + len,
                    None => return Ok(None),
                }
            }
            (Some(_), None) if has_segments => {
                return Err(self.refuse(op, "a group of results whose sizes are open"));
            }
            (Some(index), None) if index <= count => index..count,
            (Some(_), None) => return Ok(None),
        };
        Ok((range || group.len() == 1).then_some(group))
    }

    /// Whether the definition of a name has segment sizes of its results.
    fn has_result_segments(&self, name: Option<Ident>) -> bool {
        name.and_then(|name| self.registry.definition(name)).is_some_and(|spec| spec.traits.result_segments)
    }
}
