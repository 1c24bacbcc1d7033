//! Patterns that match operations of a commutative kind with their two operands in either order: one piece of matching code
//! for each order of each such operation. The rewriting part is that of the pattern.

use std::sync::Arc;

use super::compile;
use super::{Code, CompiledPattern};
use crate::data::{OpId, Program, ValueId};
use crate::pdl::{Pattern, PdlOp};
use crate::spec::Registry;

/// Most commutative operations of a pattern that are matched in both orders; the others are matched as they are written.
const MOST: usize = 6;

/// The pattern with its operands in each other order. `scratch` is a copy of the program that holds the pattern, and is left as
/// it was.
pub fn commuted<'p>(
    compiled: &CompiledPattern<'p>,
    scratch: &mut Program,
    registry: &Registry,
) -> Vec<CompiledPattern<'p>> {
    let pattern = compiled.pattern();
    let pairs = commutative(pattern, registry);
    let mut out = Vec::new();
    for chosen in 1..1_u32 << pairs.len().min(MOST) {
        let before = scratch.checkpoint();
        for (at, (op, first, second)) in pairs.iter().enumerate() {
            if chosen & (1 << at) != 0 {
                swap(scratch, *op, *first, *second);
            }
        }
        let code = compile::compile(Pattern { program: scratch, op: pattern.op });
        scratch.rollback(before);
        out.extend(code.ok().map(|code: Code| CompiledPattern::with_code(pattern, Arc::new(code))));
    }
    out
}

/// Operations of the matching part with exactly two different operands that commute.
fn commutative(pattern: Pattern<'_>, registry: &Registry) -> Vec<(OpId, ValueId, ValueId)> {
    let pair = |op: PdlOp<'_>| {
        let PdlOp::Operation(view) = op else { return None };
        let spec = registry.op(view.name()?)?;
        let operands: Vec<ValueId> = view.operands().collect();
        let single = |value: &ValueId| !crate::pdl::is_range(pattern.program, *value);
        match operands[..] {
            [first, second] if first != second && spec.traits.commutative => {
                (single(&first) && single(&second)).then_some((view.op, first, second))
            }
            _ => None,
        }
    };
    pattern.matcher().filter_map(pair).collect()
}

/// The two operands of a `pdl.operation` in the other order; attributes and types follow them among its operands.
fn swap(program: &mut Program, op: OpId, first: ValueId, second: ValueId) {
    let slots: Vec<_> = program.operand_ids(op).take(2).collect();
    if let [a, b] = slots[..] {
        program.set_operand(a, second);
        program.set_operand(b, first);
    }
}
