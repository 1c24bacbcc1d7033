//! The condition under which a structured operation has one outcome whatever the order of its iteration space, which a run on terms
//! asks for, since the interpreter has one order. Theorem: where each output is written through distinct dimensions, the other dimensions
//! reduce by an operation that is associative and commutative, the body uses no memory, and no other operand is the memory of an output, except at the same places
//! without a reduction, iterations commute. An operation that chooses its order is only held to the rest. Says no of more than it must.

use std::collections::BTreeSet;

use assay_ir::affine::Map;
use assay_ir::data::{AttrKind, OpId, TypeKind, ValueDef};
use assay_ir::{ops, text};

use super::attributes::{OverflowFlags, overflow_flags};
use super::machine::{Machine, Stop};
use super::parallel::is_orderless_op;
use crate::engine::Unsupported;
use crate::value::{MemRef, Value};

/// Looks at an operation with these operands, maps to them and number of inputs.
///
/// # Errors
/// The operation may have another outcome in another order.
pub(super) fn check(
    m: &Machine<'_>,
    op: OpId,
    (operands, maps, inputs): (&[Value], &[Map], usize),
    space: &[u64],
    is_free: bool,
) -> Result<(), Stop> {
    if space.contains(&0) {
        return Ok(());
    }
    if uses_memory(m, op) {
        return Err(Unsupported::Term.into());
    }
    for (number, (map, output)) in maps.iter().zip(operands).enumerate().skip(inputs) {
        let dims: BTreeSet<usize> = (0..map.len()).filter_map(|result| map.dim(result)).collect();
        if dims.len() != map.len() {
            return Err(Unsupported::Term.into());
        }
        let mut others = (0..space.len()).filter(|dim| space[*dim] > 1 && !dims.contains(dim)).peekable();
        let combines = others.peek().is_some();
        if !others.all(|dim| reduces(m, op, dim)) {
            return Err(Unsupported::Term.into());
        }
        if combines && !is_free && !is_orderless(m, op, number, number - inputs) {
            return Err(Unsupported::Term.into());
        }
        let Value::MemRef(target) = output else { continue };
        for (other, (its_map, operand)) in maps.iter().zip(operands).enumerate() {
            let Value::MemRef(source) = operand else { continue };
            let in_place = other < inputs && !combines && its_map == map && m.memory.are_same(source, target);
            if other != number && !in_place && m.memory.overlap(source, target)? {
                return Err(Unsupported::Term.into());
            }
        }
    }
    Ok(())
}

/// Returns true of a dimension over which elements are combined. Operations without a list of iterators write their outputs through all
/// dimensions that they do not reduce.
fn reduces(m: &Machine<'_>, op: OpId, dim: usize) -> bool {
    let ctx = m.program.ctx();
    match m.attr(op, "iterator_types").map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Array(all)) => {
            all.get(dim).is_some_and(|one| text::attr_text(ctx, *one).contains("reduction"))
        }
        Some(_) => false,
        None => true,
    }
}

/// Returns true when the body may use memory by itself.
fn uses_memory(m: &Machine<'_>, op: OpId) -> bool {
    let program = m.program;
    let is_memory =
        |value| matches!(program.ctx().type_kind(program.value_type(value)), TypeKind::MemRef { .. });
    program
        .walk(op)
        .skip(1)
        .any(|inner| is_call(program.op_name(inner)) || program.operands(inner).any(is_memory))
}

/// Returns true for an operation that calls a function.
fn is_call(name: &str) -> bool {
    ops::op(name).is_some_and(|record| record.has_interface("CallOpInterface"))
}

/// Returns true when an operation with one output adds up floating-point numbers.
pub(super) fn sums_floats(m: &Machine<'_>, op: OpId, inputs: usize) -> bool {
    combiner(m, op, inputs, 0)
        .is_some_and(|combined| Some(m.program.op_name(combined)) == ops::float_op("add"))
        && m.program.operands(op).len() == inputs + 1
}

/// The operation of the body that combines its argument for an output with what does not depend on it.
fn combiner(m: &Machine<'_>, op: OpId, argument: usize, result: usize) -> Option<OpId> {
    let program = m.program;
    let [region] = program.op_regions(op) else { return None };
    let [block] = program.region(*region).blocks[..] else { return None };
    let sum = program.block(block).arguments.get(argument).copied()?;
    let end = program.ops_in(block).last()?;
    let ValueDef::Result(combined, _) = program.value(program.operand(end, result)?).def else { return None };
    let is_it = program.has_one_use(sum) && program.operands(combined).any(|operand| operand == sum);
    is_it.then_some(combined)
}

/// Returns true when the body combines its argument for an output with what does not depend on it, by an operation that comes to the
/// same in any order of many numbers.
fn is_orderless(m: &Machine<'_>, op: OpId, argument: usize, result: usize) -> bool {
    let program = m.program;
    let Some(combined) = combiner(m, op, argument, result) else { return false };
    let flags = overflow_flags(m, combined).is_ok_and(|flags| flags == OverflowFlags::default());
    let fast = m.attr(combined, "fastmath").map(|attr| text::attr_text(program.ctx(), attr));
    is_orderless_op(program.op_name(combined)) && flags && fast.is_none_or(|fast| fast.contains("none"))
}

/// Returns true when no two places of a view are the same element, as far as its strides say so by themselves.
pub(super) fn is_injective(memref: &MemRef) -> bool {
    let mut dims: Vec<(u64, u64)> = memref
        .sizes
        .iter()
        .zip(&memref.strides)
        .filter(|(size, _)| **size > 1)
        .map(|(size, stride)| (stride.unsigned_abs(), *size))
        .collect();
    dims.sort_unstable();
    // The greatest distance that the dimensions up to here go.
    let mut reach = Some(0u64);
    dims.iter().all(|(stride, size)| {
        let is_beyond = reach.is_some_and(|reach| *stride > reach);
        reach = reach.and_then(|reach| reach.checked_add(stride.checked_mul(size - 1)?));
        is_beyond
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_view_are_apart_where_each_stride_is_beyond_the_shorter_ones() {
        let view = |sizes: &[u64], strides: &[i64]| MemRef {
            buffer: 0,
            offset: 0,
            sizes: sizes.into(),
            strides: strides.into(),
        };
        assert!(is_injective(&view(&[4, 5], &[5, 1])));
        assert!(is_injective(&view(&[4, 5], &[1, 4])));
        assert!(is_injective(&view(&[4, 5], &[-5, 1])));
        assert!(is_injective(&view(&[4, 1], &[1, 0])));
        assert!(is_injective(&view(&[], &[])));
        assert!(!is_injective(&view(&[4, 5], &[4, 1])));
        assert!(!is_injective(&view(&[4], &[0])));
        assert!(!is_injective(&view(&[2, 2], &[1, 1])));
    }
}
