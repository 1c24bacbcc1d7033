//! How long the ranges of a pattern have to become so that longer ones show nothing new. Knows the numbers in definitions
//! and patterns, neither solvers nor payloads.
//!
//! A definition judges the elements of a group one by one, or wants them alike: a violation rests on at most two elements,
//! and the others can be left out, as long as no count depends on them. Counts are compared with each other, with ranks,
//! which are free, and with written numbers: what holds up to two beyond the largest of these holds beyond it.

use assay_ir::data::AttrKind;
use assay_ir::pdl::{Pattern, PdlOp};
use assay_ir::spec::{Constraint, OpSpec, Predicate, Registry, Relation, Term};

use crate::pattern::decode::{Lengths, lengths_of};
use crate::stage::Task;

/// The lengths that have to be looked at, and whether these are all that matter.
pub(super) fn choices(task: &Task<'_>) -> (Vec<Lengths>, bool) {
    lengths_of(task.program, task.registry, task.pattern, largest(task).map_or(0, |number| number + 2))
}

/// The largest number that a count may be compared with, as far as it is written.
fn largest(task: &Task<'_>) -> Option<usize> {
    let pattern = Pattern { program: task.program, op: task.pattern };
    let ctx = task.registry.ctx();
    let mut largest = None;
    for op in task.program.walk(pattern.op) {
        let number = match PdlOp::view(task.program, op) {
            PdlOp::Operation(operation) => {
                let spec = operation.name().and_then(|name| task.registry.definition(name));
                spec.and_then(|spec| of_definition(task.registry, spec))
            }
            // Segment sizes, and whatever else a count is compared with.
            PdlOp::Attribute(attribute) => match attribute.constant().map(|attr| ctx.attr_kind(attr)) {
                Some(AttrKind::DenseArray { values, .. }) => {
                    let number = |value: &assay_ir::data::AttrId| match ctx.attr_kind(*value) {
                        AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
                        _ => None,
                    };
                    values.iter().filter_map(number).chain([values.len()]).max()
                }
                Some(AttrKind::Array(values)) => Some(values.len()),
                _ => None,
            },
            _ => None,
        };
        largest = largest.max(number);
    }
    largest
}

fn of_definition(registry: &Registry, spec: &OpSpec) -> Option<usize> {
    let related = spec.relations.iter().filter_map(|relation| of_relation(registry, relation));
    let constrained = spec.constraints.iter().filter_map(|(constraint, _)| match constraint {
        Constraint::CPred(text) => of_predicate(&registry.c_pred(*text)),
        _ => None,
    });
    related.chain(constrained).max()
}

fn of_relation(registry: &Registry, relation: &Relation) -> Option<usize> {
    let number = |term: &Term| match term {
        Term::Constant(attr) => match registry.ctx().attr_kind(*attr) {
            AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
            _ => None,
        },
        _ => None,
    };
    let others = relation.otherwise.iter().filter_map(|other| of_relation(registry, other));
    [&relation.left, &relation.right].into_iter().filter_map(number).chain(others).max()
}

fn of_predicate(predicate: &Predicate) -> Option<usize> {
    match predicate {
        Predicate::And(parts) | Predicate::Or(parts) => parts.iter().filter_map(of_predicate).max(),
        Predicate::Not(inner)
        | Predicate::Element(inner)
        | Predicate::TypeOfAttr(inner)
        | Predicate::ArrayOf(inner) => of_predicate(inner),
        Predicate::Rank { min, max } => {
            let bounds = [*min, *max].into_iter().filter(|bound| *bound != u64::MAX);
            bounds.filter_map(|bound| usize::try_from(bound).ok()).max()
        }
        Predicate::Length(length) => usize::try_from(*length).ok(),
        _ => None,
    }
}
