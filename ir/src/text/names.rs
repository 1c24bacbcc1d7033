//! The canonical names of values and blocks, as MLIR numbers them: results and other arguments count from `%0`,
//! entry block arguments from `%arg0`; a region goes on where its parent stands, siblings start alike.

use crate::data::{BlockId, OpId, Program, RegionId, ValueDef, ValueId};

/// Numbers of everything below one operation.
pub(super) struct Names {
    /// Number, and whether it is an argument's, by value; see [`NONE`].
    values: Vec<u32>,
    /// Position in its region and whether something branches to it, by block.
    blocks: Vec<u32>,
}

const NONE: u32 = u32::MAX;
const ARGUMENT: u32 = 1 << 31;
const TARGET: u32 = 1 << 31;

/// Where numbering goes on in a region.
#[derive(Clone, Copy)]
struct Next {
    value: u32,
    argument: u32,
}

impl Names {
    /// Numbers the regions of `root`. Its own results and what it uses from outside come first.
    pub(super) fn new(program: &Program, root: OpId, standalone: bool) -> Names {
        let mut names =
            Names { values: vec![NONE; program.value_slots()], blocks: vec![NONE; program.block_slots()] };
        let mut next = Next { value: 0, argument: 0 };
        if standalone {
            names.number_outside(program, root, &mut next);
            names.number_successors(program, root);
        }
        names.number_results(program, root, &mut next);
        let mut stack: Vec<(RegionId, Next)> =
            program.op_regions(root).iter().rev().map(|region| (*region, next)).collect();
        while let Some((region, next)) = stack.pop() {
            names.number_region(program, region, next, &mut stack);
        }
        names
    }

    /// Blocks that an operation by itself branches to, as they are numbered in their region.
    fn number_successors(&mut self, program: &Program, root: OpId) {
        let Some(block) = program.op(root).block else { return };
        for (index, block) in program.region(program.block(block).region).blocks.iter().enumerate() {
            if program.successors(root).contains(block) {
                self.blocks[block.index()] = index as u32;
            }
        }
    }

    fn number_outside(&mut self, program: &Program, root: OpId, next: &mut Next) {
        for op in program.walk(root) {
            for value in program.operands(op) {
                if self.values[value.index()] != NONE {
                    continue;
                }
                let (definer, inside) = match program.value(value).def {
                    ValueDef::Result(definer, _) => (Some(definer), program.is_within(definer, root)),
                    ValueDef::Argument(block, _) => {
                        (None, program.is_within(program.block_parent_op(block), root))
                    }
                };
                match definer {
                    _ if inside => {}
                    Some(definer) => self.number_results(program, definer, next),
                    None => {
                        self.values[value.index()] = next.value;
                        next.value += 1;
                    }
                }
            }
        }
    }

    fn number_results(&mut self, program: &Program, op: OpId, next: &mut Next) {
        let mut results = program.results(op);
        if let Some(first) = results.next() {
            self.values[first.index()] = next.value;
            results.for_each(|value| self.values[value.index()] = next.value);
            next.value += 1;
        }
    }

    fn number_region(
        &mut self,
        program: &Program,
        region: RegionId,
        mut next: Next,
        stack: &mut Vec<(RegionId, Next)>,
    ) {
        let first_child = stack.len();
        for (index, block) in program.region(region).blocks.iter().enumerate() {
            let slot = &mut self.blocks[block.index()];
            *slot = index as u32 | if *slot == NONE { 0 } else { *slot & TARGET };
            for argument in &program.block(*block).arguments {
                if index == 0 {
                    self.values[argument.index()] = next.argument | ARGUMENT;
                    next.argument += 1;
                } else {
                    self.values[argument.index()] = next.value;
                    next.value += 1;
                }
            }
            for op in program.ops_in(*block) {
                self.number_results(program, op, &mut next);
                for successor in program.successors(op) {
                    let slot = &mut self.blocks[successor.index()];
                    *slot = if *slot == NONE { TARGET } else { *slot | TARGET };
                }
                stack.extend(program.op_regions(op).iter().map(|region| (*region, next)));
            }
        }
        for (_, start) in &mut stack[first_child..] {
            *start = next;
        }
    }

    /// The number of a value and whether it is an entry argument's; `None` outside of what was numbered.
    pub(super) fn value(&self, value: ValueId) -> Option<(u32, bool)> {
        match self.values.get(value.index()).copied() {
            None | Some(NONE) => None,
            Some(number) => Some((number & !ARGUMENT, number & ARGUMENT != 0)),
        }
    }

    /// The position of a block in its region.
    pub(super) fn block(&self, block: BlockId) -> Option<u32> {
        match self.blocks.get(block.index()).copied() {
            None | Some(NONE) => None,
            Some(number) => Some(number & !TARGET),
        }
    }

    /// Whether something branches to a block.
    pub(super) fn is_target(&self, block: BlockId) -> bool {
        self.blocks.get(block.index()).is_some_and(|number| *number != NONE && number & TARGET != 0)
    }
}
