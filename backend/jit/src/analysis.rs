//! Finds what can be said before lowering about values where control flow joins. Two sets of values grow until no
//! operation adds to them: those that may be poison, and those floats that may be a NaN with other bits than that
//! which arithmetic makes. An operation adds its results when it may make poison, or when an operand is in the set; a
//! join adds a value when any that flows in is in it. Not proved: that the poison of a value can really occur.

use assay_ir::data::{AttrKind, OpId, Program, TypeKind, ValueDef, ValueId};
use assay_ir::ops;
use rustc_hash::FxHashMap;

use crate::attributes::{numbers, segments};
use crate::dialects::Meanings;
use crate::facts::Facts;
use crate::meaning::{Nans, Origin};
use crate::settings::Parameters;
use crate::unit::{Unit, reverse_post_order};

/// Finds the facts of one program, whose functions `roots` are called from outside of it.
pub(super) fn facts_of(unit: &Unit<'_>, roots: &[OpId], meanings: &mut Meanings) -> Facts {
    let mut facts = Facts::default();
    let program = unit.program;
    for root in roots {
        parameters(&mut facts, program, *root, unit.settings.parameters);
    }
    let mut joins = false;
    for function in &unit.functions {
        note_payments(&mut facts, program, *function, meanings);
        let (loops, branches) = shape(program, *function);
        joins |= branches;
        if loops {
            facts.loops.insert(*function);
        }
    }
    if joins || !unit.callees.is_empty() {
        let mut analysis = Analysis { unit, meanings, facts: &mut facts, changed: true };
        // Both ways in turn: parameters follow the chains of calls, results come back along them.
        while std::mem::take(&mut analysis.changed) {
            unit.functions.iter().for_each(|function| analysis.function(*function));
            unit.functions.iter().rev().for_each(|function| analysis.function(*function));
        }
    }
    forget_payloads(&mut facts, program, meanings);
    facts
}

/// Notes the operations around each that pays for work.
fn note_payments(facts: &mut Facts, program: &Program, function: OpId, meanings: &mut Meanings) {
    for op in program.walk(function).filter(|op| *op != function) {
        let branches = program.op_regions(op).iter().any(|region| program.region(*region).blocks.len() > 1);
        let pays = meanings.entry(program, op).is_some_and(|meaning| meaning.pays);
        let mut around = std::iter::successors(Some(op), |op| program.parent_op(*op));
        if branches {
            facts.paying.insert(op);
        }
        if branches || pays || repeats(program, op) {
            // Those further out were noted with the first one that is there.
            around.by_ref().skip(1).find(|op| !facts.paying.insert(*op));
        }
    }
}

/// Returns true when regions of an operation may run more than once.
fn repeats(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    ops::op(name).is_some_and(|record| record.has_interface("LoopLikeOpInterface")) || is_space(name)
}

/// Drops from the floats that may be a NaN with other bits all block arguments that are operands of arithmetic alone: to that, any
/// NaN is the same.
fn forget_payloads(facts: &mut Facts, program: &Program, meanings: &mut Meanings) {
    facts.raw.retain(|name| {
        let is_argument = matches!(program.value(*name).def, ValueDef::Argument(..));
        let mut uses = program.uses(*name).map(|slot| program.operand_owner(slot));
        !is_argument
            || uses.any(|op| meanings.entry(program, op).is_none_or(|meaning| meaning.nans != Nans::Made))
    });
}

/// Adds what callers outside of the program may pass.
fn parameters(facts: &mut Facts, program: &Program, function: OpId, parameters: Parameters) {
    let entry =
        program.op_regions(function).first().and_then(|region| program.region(*region).blocks.first());
    let Some(entry) = entry else { return };
    for parameter in &program.block(*entry).arguments {
        let ty = program.ctx().type_kind(program.value_type(*parameter));
        // Memory is given as its contents, whose elements may be poison; the address is not.
        if parameters == Parameters::MayBePoison && !matches!(ty, TypeKind::MemRef { .. }) {
            facts.poison.insert(*parameter);
        }
        facts.raw.insert(*parameter);
    }
}

/// Returns two flags: the function has loops; control flow joins in it.
fn shape(program: &Program, function: OpId) -> (bool, bool) {
    let (mut loops, mut joins) = (false, false);
    for op in program.walk(function) {
        let regions = program.op_regions(op);
        joins |= op != function && !regions.is_empty();
        loops |= op != function && repeats(program, op);
        for region in regions.iter().filter(|region| program.region(**region).blocks.len() > 1) {
            joins = true;
            let order = reverse_post_order(program, *region);
            let place: FxHashMap<_, _> =
                order.iter().enumerate().map(|(place, block)| (*block, place)).collect();
            loops |= order.iter().enumerate().any(|(from, block)| {
                let successors = program.last_op(*block).map_or(&[][..], |op| program.successors(op));
                successors.iter().any(|to| place.get(to).is_some_and(|to| *to <= from))
            });
        }
    }
    (loops, joins)
}

/// Adds what an operation in a function, or an operation of a region of another one, forwards.
type Transfer = fn(&mut Analysis<'_, '_>, OpId, OpId);

/// Operations that forward their operands, and those with regions.
const FLOW_OPS: &[(&str, Transfer)] = &[
    ("func.return", |analysis, function, op| analysis.returned(function, op)),
    ("func.call", |analysis, _, op| analysis.call(op)),
    ("affine.yield", |analysis, _, op| analysis.yielded(op)),
    ("scf.yield", |analysis, _, op| analysis.yielded(op)),
    ("memref.alloca_scope.return", |analysis, _, op| analysis.yielded(op)),
    ("linalg.yield", nothing),
    ("tensor.yield", nothing),
    ("scf.condition", |analysis, _, op| analysis.condition(op)),
    ("scf.for", |analysis, _, op| analysis.carried(op, 3)),
    ("affine.for", |analysis, _, op| analysis.carried(op, carried_from(analysis.unit.program, op))),
    ("scf.while", |analysis, _, op| to_condition(analysis, op, op)),
    ("affine.if", nothing),
    ("scf.if", nothing),
    ("scf.index_switch", nothing),
    ("scf.execute_region", nothing),
    ("memref.alloca_scope", nothing),
];

/// Operations whose regions yield to their next iteration.
const YIELD_OPS: &[(&str, Transfer)] =
    &[("affine.for", carry_on), ("scf.for", carry_on), ("scf.while", to_condition)];

fn nothing(_: &mut Analysis<'_, '_>, _: OpId, _: OpId) {}

/// The operands come to the next iteration, and behind the loop.
fn carry_on(analysis: &mut Analysis<'_, '_>, owner: OpId, op: OpId) {
    let program = analysis.unit.program;
    analysis.flow(program.operands(op), entry_arguments(program, owner, 0).skip(1));
    analysis.flow(program.operands(op), program.results(owner));
}

/// The operands come to the condition of the loop.
fn to_condition(analysis: &mut Analysis<'_, '_>, owner: OpId, op: OpId) {
    let program = analysis.unit.program;
    analysis.flow(program.operands(op), entry_arguments(program, owner, 0));
}

/// The function of an operation in a table.
fn function_of(table: &[(&str, Transfer)], name: &str) -> Option<Transfer> {
    table.iter().find(|(one, _)| *one == name).map(|(_, flow)| *flow)
}

struct Analysis<'a, 'p> {
    unit: &'a Unit<'p>,
    meanings: &'a mut Meanings,
    facts: &'a mut Facts,
    changed: bool,
}

impl Analysis<'_, '_> {
    fn add(&mut self, name: ValueId, poison: bool, raw: bool) {
        self.changed |= poison && self.facts.poison.insert(name);
        self.changed |= raw && self.facts.raw.insert(name);
    }

    fn flow(&mut self, from: impl Iterator<Item = ValueId>, to: impl Iterator<Item = ValueId>) {
        let pairs: Vec<(ValueId, ValueId)> = from.zip(to).collect();
        for (from, to) in pairs {
            self.add(to, self.facts.poison(from), self.facts.raw(from));
        }
    }

    fn function(&mut self, function: OpId) {
        let program = self.unit.program;
        for op in program.walk(function).filter(|op| *op != function) {
            self.operation(function, op);
        }
    }

    fn operation(&mut self, function: OpId, op: OpId) {
        let program = self.unit.program;
        let name = program.op_name(op);
        match function_of(FLOW_OPS, name) {
            Some(flow) => flow(self, function, op),
            // A region gets elements of operands, and its yields come back in the next iteration.
            None if is_space(name) => {
                let arguments: Vec<ValueId> = entry_arguments(program, op, 0).collect();
                arguments
                    .into_iter()
                    .chain(program.results(op))
                    .for_each(|value| self.add(value, true, true));
            }
            None if !program.successors(op).is_empty() => self.branch(op),
            None => self.ordinary(op),
        }
    }

    fn returned(&mut self, function: OpId, op: OpId) {
        let poison: Vec<bool> =
            self.unit.program.operands(op).map(|value| self.facts.poison(value)).collect();
        let known = self.facts.returns.entry(function).or_insert_with(|| vec![false; poison.len()]);
        for (known, poison) in known.iter_mut().zip(poison) {
            self.changed |= poison && !std::mem::replace(known, *known || poison);
        }
    }

    /// Adds what the condition of a loop forwards to its body and behind it.
    fn condition(&mut self, op: OpId) {
        let program = self.unit.program;
        if let Some(owner) = program.parent_op(op) {
            self.flow(program.operands(op).skip(1), program.results(owner));
            self.flow(program.operands(op).skip(1), entry_arguments(program, owner, 1));
        }
    }

    /// Adds what a loop with an induction variable carries from its operands on.
    fn carried(&mut self, op: OpId, first: usize) {
        let program = self.unit.program;
        self.flow(program.operands(op).skip(first), entry_arguments(program, op, 0).skip(1));
        self.flow(program.operands(op).skip(first), program.results(op));
    }

    fn call(&mut self, op: OpId) {
        let program = self.unit.program;
        let Some(Ok(callee)) = self.unit.callees.get(&op) else { return };
        let region = program.op_regions(*callee)[0];
        let parameters = program.block(program.region(region).blocks[0]).arguments.clone();
        let operands: Vec<ValueId> = program.operands(op).collect();
        for (from, to) in operands.into_iter().zip(parameters) {
            // The bits of a NaN are settled before a call.
            self.add(to, self.facts.poison(from), true);
        }
        let returns = self.facts.returns.get(callee).cloned().unwrap_or_default();
        for (result, poison) in program.results(op).zip(returns) {
            self.add(result, poison, true);
        }
    }

    /// Adds what the terminator of a region forwards.
    fn yielded(&mut self, op: OpId) {
        let program = self.unit.program;
        let Some(owner) = program.parent_op(op) else { return };
        match function_of(YIELD_OPS, program.op_name(owner)) {
            Some(flow) => flow(self, owner, op),
            None => self.flow(program.operands(op), program.results(owner)),
        }
    }

    fn branch(&mut self, op: OpId) {
        let program = self.unit.program;
        let operands: Vec<ValueId> = program.operands(op).collect();
        for (index, target) in program.successors(op).to_vec().into_iter().enumerate() {
            let Some((start, count)) = segments(program, op, index) else { continue };
            let handed = operands.iter().copied().skip(start).take(count);
            let arguments = program.block(target).arguments.clone();
            self.flow(handed, arguments.into_iter());
        }
    }

    fn ordinary(&mut self, op: OpId) {
        let program = self.unit.program;
        let meaning = self.meanings.entry(program, op);
        let (poison, raw) = match meaning.map(|meaning| (meaning.origin, meaning.nans)) {
            // Nothing follows an operation that is not known.
            None => return,
            Some((Origin::Memory, _)) => (false, true),
            Some((Origin::MemoryAndOperands, _)) => {
                (program.operands(op).any(|value| self.facts.poison(value)), true)
            }
            Some((Origin::Operands(makes), nans)) => {
                let poison = program.operands(op).any(|value| self.facts.poison(value)) || makes(program, op);
                let raw = match nans {
                    Nans::Own => true,
                    Nans::Made => false,
                    Nans::Kept => {
                        program.operands(op).any(|value| self.facts.raw(value))
                            || is_nan_constant(program, op)
                    }
                };
                (poison, raw)
            }
        };
        program.results(op).for_each(|result| self.add(result, poison, raw));
    }
}

/// Returns true when the region of an operation runs once for each place of a space: control flow of no other kind is compiled.
fn is_space(name: &str) -> bool {
    let has_regions = ops::op(name).is_some_and(|record| record.regions() != (0, false));
    has_regions && function_of(FLOW_OPS, name).is_none()
}

/// How many operands of an `affine.for` come before the values that it carries.
fn carried_from(program: &Program, op: OpId) -> usize {
    let sizes = numbers(program, op, "operandSegmentSizes").unwrap_or_default();
    sizes.iter().take(2).map(|size| usize::try_from(*size).unwrap_or(0)).sum()
}

fn entry_arguments(
    program: &Program,
    op: OpId,
    region: usize,
) -> impl Iterator<Item = ValueId> + Clone + use<> {
    let entry = program.op_regions(op).get(region).and_then(|region| program.region(*region).blocks.first());
    let arguments = entry.map(|entry| program.block(*entry).arguments.clone());
    arguments.unwrap_or_default().into_iter()
}

/// Returns true when an operation has an attribute of floats, one of which may be a NaN. Lists are not read.
fn is_nan_constant(program: &Program, op: OpId) -> bool {
    let Some(attr) = program.attr(op, program.ctx().ident("value")) else { return false };
    match program.ctx().attr_kind(attr) {
        AttrKind::Float { bits, ty } => match program.ctx().type_kind(*ty) {
            TypeKind::Float(assay_ir::data::FloatKind::F32) => f32::from_bits(*bits as u32).is_nan(),
            TypeKind::Float(assay_ir::data::FloatKind::F64) => f64::from_bits(*bits as u64).is_nan(),
            _ => true,
        },
        AttrKind::Integer { .. } => false,
        _ => true,
    }
}
