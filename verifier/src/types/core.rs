//! The statements of a pattern that contradict each other: a minimal set of them, found by leaving one out after the other.
//! Says what is written there; forms no verdict.

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::pdl::PdlOp;
use assay_ir::text;

use super::counted;
use super::lower::lower;
use super::question::{Fact, Question};
use crate::lint::untyped_literal;
use crate::pattern::decode::is_range;
use crate::stage::Task;
use crate::verdict::{Claim, Label};
use assay_smt::SolverPool;
use assay_type_solver::ask::{Solution, TypeSolver};
use assay_type_solver::conform;
use assay_type_solver::term::Formula;

/// Operations with statements beyond which no core is looked for.
const MOST: usize = 64;

/// Labels a claim that nothing matches with the statements that contradict each other.
pub fn explain(task: &Task<'_>, solvers: Option<&SolverPool>, claim: &mut Claim) {
    let (choices, _) = counted::choices(task);
    let Some(lengths) = choices.first() else { return };
    let question = lower(task.program, task.pattern, task.registry, lengths);
    let mut places: Vec<OpId> = Vec::new();
    for op in core(task, solvers, &question) {
        places.push(op);
        places.extend(constants(task.program, op));
    }
    places.sort_by_key(|op| task.program.op(*op).span.start);
    places.dedup();
    if places.len() < 2 {
        return;
    }
    let labels = places.iter().filter_map(|op| Some((*op, statement(task.program, *op)?)));
    let labels = labels.map(|(op, text)| Label { span: task.program.op(op).span, text });
    let labels: Vec<Label> = labels.collect();
    claim.labels.extend(labels);
    claim.help = claim.help.take().or_else(|| places.iter().find_map(|op| untyped(task.program, *op)));
}

/// A minimal set of PDL operations whose statements contradict each other; empty where they do not, or where that is not known.
fn core(task: &Task<'_>, solvers: Option<&SolverPool>, question: &Question) -> Vec<OpId> {
    let mut ops: Vec<OpId> = Vec::new();
    for fact in &question.facts {
        if !ops.contains(&fact.op) {
            ops.push(fact.op);
        }
    }
    if ops.len() > MOST {
        return Vec::new();
    }
    let asker = TypeSolver::new(task.registry.ctx(), solvers);
    let sorts = question.sorts();
    let contradict = |ops: &[OpId]| {
        let kept = |fact: &&Fact| ops.contains(&fact.op);
        let left = Formula::all(question.facts.iter().filter(kept).map(|fact| fact.formula.clone()));
        asker.decide(&asker.reduce(&left_of(task, left), &sorts), &sorts) == Solution::None
    };
    if !contradict(&ops) {
        return Vec::new();
    }
    let mut at = ops.len();
    while at > 0 {
        at -= 1;
        let without: Vec<OpId> = ops.iter().copied().filter(|op| *op != ops[at]).collect();
        if contradict(&without) {
            ops = without;
        }
    }
    ops
}

/// The constant types and attributes that a matched operation is written with, those of its operands included.
fn constants(program: &Program, op: OpId) -> Vec<OpId> {
    let PdlOp::Operation(operation) = PdlOp::view(program, op) else { return Vec::new() };
    let given = operation.operands().flat_map(|operand| types_of(program, operand));
    let own = operation.attribute_values().chain(operation.result_types());
    let written = own.chain(given).filter_map(|value| program.defining_op(value));
    written.filter(|op| is_constant(program, *op)).collect()
}

/// The handles of the types that an operand is written with.
fn types_of(program: &Program, operand: ValueId) -> Vec<ValueId> {
    match program.defining_op(operand).map(|op| PdlOp::view(program, op)) {
        Some(PdlOp::Operand(view)) => view.ty().into_iter().collect(),
        Some(PdlOp::Result(result)) => {
            let Some(PdlOp::Operation(definer)) = result.parent_op().map(|op| PdlOp::view(program, op))
            else {
                return Vec::new();
            };
            let types: Vec<ValueId> = definer.result_types().collect();
            let single = !result.is_range() && !types.iter().any(|ty| is_range(program, *ty));
            match result.index().filter(|_| single) {
                Some(index) => types.get(index as usize).copied().into_iter().collect(),
                // Of which of them a result is depends on the lengths of ranges.
                None => types,
            }
        }
        _ => Vec::new(),
    }
}

fn is_constant(program: &Program, op: OpId) -> bool {
    match PdlOp::view(program, op) {
        PdlOp::Attribute(attribute) => attribute.constant().is_some(),
        PdlOp::Type(ty) => ty.constant().is_some(),
        _ => false,
    }
}

/// The statement of a PDL operation, in words.
fn statement(program: &Program, op: OpId) -> Option<String> {
    let ctx = program.ctx();
    match PdlOp::view(program, op) {
        PdlOp::Attribute(attribute) => {
            Some(format!("this is `{}`", text::attr_text(ctx, attribute.constant()?)))
        }
        PdlOp::Type(ty) => Some(format!("this is `{}`", text::type_text(ctx, ty.constant()?))),
        PdlOp::Operation(operation) => {
            Some(format!("the definition of `{}` asks for other ones", ctx.str(operation.name()?)))
        }
        _ => None,
    }
}

/// Advice for a `pdl.attribute` whose number is written without a type.
pub(super) fn untyped(program: &Program, op: OpId) -> Option<String> {
    let literal = untyped_literal(program, op)?;
    Some(format!("an attribute without a type is i64; write the type, as in `{literal} : i1`"))
}

pub(super) fn left_of(task: &Task<'_>, left: Formula) -> Formula {
    Formula::all([conform::definitions(task.registry, &left), left])
}
