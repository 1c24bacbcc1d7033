//! Places in a program, and the ways from one to the next: children of each kind, and traversals through the regions as loops.

use super::nodes::Axis;
use crate::data::{BlockId, OpId, Program, RegionId, ValueId};
use crate::rewrite::Applied;

/// Where a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At an operation.
    Op(OpId),
    /// At a region.
    Region(RegionId),
    /// At a block.
    Block(BlockId),
    /// At what is no more: an operation that was erased, and not replaced by the result of another one.
    Gone,
}

/// Operations whose regions hold parts of a program: a function has its body, an application its function and its argument.
pub const TREE_OPS: [&str; 2] = ["rise.lambda", "rise.apply"];

/// The operation that a region holds.
fn part(program: &Program, op: OpId, region: usize) -> Vec<Place> {
    let blocks = program.op_regions(op).get(region).map(|region| &program.region(*region).blocks);
    let first = blocks.and_then(|blocks| program.first_op(*blocks.first()?));
    first.map(Place::Op).into_iter().collect()
}

/// The place of an operation at which something was applied that replaced it by a value.
pub(super) fn place_after(program: &Program, at: OpId, by: Option<ValueId>, applied: &Applied) -> Place {
    if !program.is_erased(at) {
        return Place::Op(at);
    }
    let definition = by.and_then(|value| program.defining_op(value));
    let last = applied.created.iter().rev().copied().find(|op| !program.is_erased(*op));
    match (definition.filter(|op| !program.is_erased(*op)), by, last) {
        (Some(op), ..) => Place::Op(op),
        // Replaced by an argument of a block.
        (None, Some(_), _) => Place::Gone,
        (None, None, last) => last.map_or(Place::Gone, Place::Op),
    }
}

pub(super) fn here(program: &Program, place: Place) -> Place {
    match place {
        Place::Op(op) if program.is_erased(op) => Place::Gone,
        other => other,
    }
}

pub(super) fn children(program: &Program, axis: Axis, place: Place) -> Vec<Place> {
    match (axis, place) {
        (Axis::Inside, Place::Op(op)) => {
            let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
            blocks.flat_map(|block| program.ops_in(*block)).map(Place::Op).collect()
        }
        (Axis::Operands, Place::Op(op)) => {
            let definition = |value| program.defining_op(value).map_or(Place::Gone, Place::Op);
            program.operands(op).map(definition).collect()
        }
        (Axis::Users, Place::Op(op)) => {
            let mut users: Vec<OpId> = program
                .results(op)
                .flat_map(|value| {
                    program.uses(value).map(|slot| program.operand_owner(slot)).collect::<Vec<_>>()
                })
                .collect();
            users.reverse();
            let mut seen = rustc_hash::FxHashSet::default();
            users.retain(|user| seen.insert(*user));
            users.into_iter().map(Place::Op).collect()
        }
        (Axis::Regions, Place::Op(op)) => program.op_regions(op).iter().copied().map(Place::Region).collect(),
        (Axis::Blocks, Place::Region(region)) => {
            program.region(region).blocks.iter().copied().map(Place::Block).collect()
        }
        (Axis::Reachable, Place::Region(region)) => {
            reachable(program, region).into_iter().map(Place::Block).collect()
        }
        (Axis::Ops, Place::Block(block)) => program.ops_in(block).map(Place::Op).collect(),
        (Axis::Body, Place::Op(op)) if program.op_name(op) == TREE_OPS[0] => part(program, op, 0),
        (Axis::Function, Place::Op(op)) if program.op_name(op) == TREE_OPS[1] => part(program, op, 0),
        (Axis::Arguments, Place::Op(op)) => {
            let (mut all, mut next) = (Vec::new(), Some(op));
            while let Some(op) = next.filter(|op| program.op_name(*op) == TREE_OPS[1]) {
                all.extend(part(program, op, 1));
                next = match part(program, op, 0)[..] {
                    [Place::Op(function)] => Some(function),
                    _ => None,
                };
            }
            all.reverse();
            all
        }
        _ => Vec::new(),
    }
}

pub(super) fn push_inside(program: &Program, op: OpId, stack: &mut Vec<(OpId, bool)>) {
    let from = stack.len();
    let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
    stack.extend(blocks.flat_map(|block| program.ops_in(*block)).map(|op| (op, false)));
    stack[from..].reverse();
}

/// The first operation of the first block, from `block` on in the regions of `op` from `region` on, that has one.
fn first_inside(program: &Program, op: OpId) -> Option<OpId> {
    let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
    blocks.filter_map(|block| program.first_op(*block)).next()
}

/// The first operation of a block behind that of `op`, in the same parent.
fn first_of_next_block(program: &Program, op: OpId, parent: OpId) -> Option<OpId> {
    let own = program.op(op).block?;
    let blocks = program.op_regions(parent).iter().flat_map(|region| &program.region(*region).blocks);
    let behind = blocks.skip_while(|block| **block != own).skip(1);
    behind.filter_map(|block| program.first_op(*block)).next()
}

/// The operation behind `op` on its level, in text order.
fn sibling(program: &Program, op: OpId) -> Option<OpId> {
    let parent = program.parent_op(op)?;
    program.next_op(op).or_else(|| first_of_next_block(program, op, parent))
}

/// The next operation below `root`, parents first.
pub(super) fn next_down(program: &Program, op: OpId, root: OpId) -> Option<OpId> {
    let mut op = op;
    if let Some(inside) = first_inside(program, op) {
        return Some(inside);
    }
    while op != root {
        if let Some(next) = sibling(program, op) {
            return Some(next);
        }
        op = program.parent_op(op)?;
    }
    None
}

pub(super) fn first_below(program: &Program, op: OpId) -> OpId {
    std::iter::successors(Some(op), |op| first_inside(program, *op)).last().unwrap_or(op)
}

/// The next operation below `root`, children first.
pub(super) fn next_up(program: &Program, op: OpId, root: OpId) -> Option<OpId> {
    if op == root {
        return None;
    }
    match sibling(program, op) {
        Some(next) => Some(first_below(program, next)),
        None => program.parent_op(op),
    }
}

/// The blocks that the entry of a region leads to, in reverse post-order.
fn reachable(program: &Program, region: RegionId) -> Vec<BlockId> {
    let Some(entry) = program.region(region).blocks.first().copied() else { return Vec::new() };
    let after = |block: BlockId| program.last_op(block).map_or(&[][..], |op| program.successors(op));
    let (mut done, mut seen) = (Vec::new(), vec![entry]);
    let mut stack = vec![(entry, 0)];
    while let Some((block, at)) = stack.pop() {
        match after(block).get(at).copied() {
            None => done.push(block),
            Some(next) => {
                stack.push((block, at + 1));
                if !seen.contains(&next) {
                    seen.push(next);
                    stack.push((next, 0));
                }
            }
        }
    }
    done.reverse();
    done
}
