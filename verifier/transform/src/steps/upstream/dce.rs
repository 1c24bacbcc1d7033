//! `apply_dce`: operations whose results have no use and that have no effect.

use assay_ir::data::{OpId, Program};
use assay_ir::ops;
use assay_ir::rewrite::Listener;

/// Erases what is dead in an operation until nothing is. `None` where it is not known of an operation whether it is dead: the program may have
/// been edited until then.
pub(crate) fn erase_dead(program: &mut Program, listener: &mut dyn Listener, at: OpId) -> Option<usize> {
    let mut erased = 0;
    loop {
        let dead: Vec<OpId> = program.walk_post(at).filter(|op| *op != at && is_dead(program, *op)).collect();
        if dead.is_empty() {
            break;
        }
        for op in dead {
            listener.erased(program, op);
            program.erase(op);
            erased += 1;
        }
    }
    let unknown = program.walk_post(at).any(|op| op != at && may_be_dead(program, op));
    (!unknown).then_some(erased)
}

fn is_unused(program: &Program, op: OpId) -> bool {
    program.results(op).all(|value| !program.has_uses(value))
}

pub(super) fn is_pure(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has("pure") && !record.has("terminator"))
}

pub(super) fn is_dead(program: &Program, op: OpId) -> bool {
    is_pure(program, op) && program.op_regions(op).is_empty() && is_unused(program, op)
}

/// An operation that reads, allocates, or has regions, and no results that are used.
pub(super) fn may_be_dead(program: &Program, op: OpId) -> bool {
    let regions = !program.op_regions(op).is_empty();
    let symbol = ops::op(program.op_name(op)).is_some_and(|record| record.has("symbol"));
    let has_effect = || program.walk(op).any(|inner| has_effect(program, inner));
    let open = regions || program.results(op).next().is_some();
    open && !symbol && is_unused(program, op) && !has_effect()
}

/// An operation without results and regions is there for its effect.
fn has_effect(program: &Program, op: OpId) -> bool {
    let terminator = ops::op(program.op_name(op)).is_none_or(|record| record.has("terminator"));
    let leaf = program.op_regions(op).is_empty() && program.results(op).next().is_none();
    leaf && !terminator && !is_pure(program, op)
}
