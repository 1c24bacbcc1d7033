//! Values that are certainly no poison, so that a step may let a loop read them where it did not run before.

use assay_ir::data::{AttrKind, OpId, Program, ValueDef, ValueId, known};
use assay_ir::ops;
use assay_ir::strategy::Refusal;

use crate::counted::{Counted, constant};

/// How deeply values are looked through.
const DEPTH: usize = 32;

/// Checks that the bounds of a loop may be read where some loops around it, `before`, have no turn; those around the first of them have one.
///
/// # Errors
/// The bound that may be poison.
pub(crate) fn bounds_are_defined(
    program: &Program,
    one: &Counted,
    before: &[Counted],
) -> Result<(), Refusal> {
    if before.iter().all(|other| other.turns(program).is_some_and(|turns| turns > 0)) {
        return Ok(());
    }
    let read = read_before(program, one.op, before);
    let bounds = [("lower bound", one.lower), ("upper bound", one.upper), ("step", one.step)];
    match bounds.into_iter().find(|(_, bound)| !is_defined(program, *bound, &read, 0)) {
        Some((word, _)) => Err(Refusal::new(format!(
            "the {word} of a loop inside may be poison, and would be read where the loop around it has no turn; `{}` on an argument excludes that",
            known::text(known::NOUNDEF)
        ))),
        None => Ok(()),
    }
}

/// The bounds that loops read on the way to one, but for those of `before`.
fn read_before(program: &Program, op: OpId, before: &[Counted]) -> Vec<ValueId> {
    let mut read = Vec::new();
    let mut at = op;
    while let Some(parent) = program.parent_op(at) {
        let around = Counted::any(program, parent);
        // The first of them is read, whatever they do.
        let is_first = before.first().is_some_and(|first| first.op == parent);
        let is_free = before.iter().all(|other| other.op != parent);
        read.extend(
            around
                .filter(|_| is_first || is_free)
                .into_iter()
                .flat_map(|one| [one.lower, one.upper, one.step]),
        );
        at = parent;
    }
    read
}

fn is_defined(program: &Program, value: ValueId, read: &[ValueId], depth: usize) -> bool {
    if depth > DEPTH {
        return false;
    }
    if read.contains(&value) || constant(program, value).is_some() {
        return true;
    }
    match (program.defining_op(value), program.value(value).def) {
        (Some(op), _) => {
            let Some(record) = ops::op(program.op_name(op)) else { return false };
            let sound = record.fact("memory") == Some("extent")
                || matches!(
                    record.fact("integer"),
                    Some(
                        "add"
                            | "sub"
                            | "mul"
                            | "divs"
                            | "divu"
                            | "rems"
                            | "remu"
                            | "mins"
                            | "maxs"
                            | "minu"
                            | "maxu"
                            | "cast"
                            | "extu"
                            | "exts"
                            | "trunc"
                    )
                );
            let promises = ops::FLAGS.iter().any(|flag| {
                let written = program.attr(op, program.ctx().ident(flag));
                let default = record.default_of(flag).map(str::to_owned);
                written.is_some_and(|attr| Some(assay_ir::text::attr_text(program.ctx(), attr)) != default)
            });
            sound
                && !promises
                && program.operands(op).all(|operand| {
                    is_shaped(program, operand) || is_defined(program, operand, read, depth + 1)
                })
        }
        (None, ValueDef::Argument(block, index)) => {
            let owner = program.block_parent_op(block);
            // A loop that has turns has bounds.
            Counted::any(program, owner).is_some_and(|one| one.variable == value)
                || is_promised(program, owner, index as usize)
        }
        (None, _) => false,
    }
}

/// Memory is no number that may be poison.
fn is_shaped(program: &Program, value: ValueId) -> bool {
    matches!(program.ctx().type_kind(program.value_type(value)), assay_ir::data::TypeKind::MemRef { .. })
}

fn is_promised(program: &Program, function: OpId, index: usize) -> bool {
    let ctx = program.ctx();
    let promises = program.attr(function, ctx.ident("arg_attrs")).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Array(list)) = promises else { return false };
    list.get(index).is_some_and(|promise| ctx.entry(*promise, known::NOUNDEF).is_some())
}
