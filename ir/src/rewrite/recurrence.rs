//! Programs that come back: a hash that follows the edits, and the shape of the whole program where that hash comes back.
//!
//! The hash is the sum of a number for each operation, made of its name, attributes and types and of what defines its operands:
//! equal programs have equal sums, whatever their values are called, and an edit changes the numbers of the operations around
//! it only. It does not see order nor what lies two definitions away, so that it only says where to look: a program counts as
//! one that was there before when the shapes of both, read from the whole programs, are the same.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use super::{Listener, Work};
use crate::data::{BlockId, OpId, Program, ValueDef, ValueId};

/// Operations that are looked at for the shapes of all programs; later only for those of which the sum comes back.
const FREE_LOOKS: u64 = 1 << 16;

/// Operations that may be looked at later, for each rewrite.
const LOOKS_OF_A_REWRITE: u64 = 16;

/// The sum of a program, which follows the edits.
#[derive(Debug)]
pub(crate) struct Sum {
    now: u64,
    /// Before the rewrite that is under way.
    before: u64,
}

impl Sum {
    /// The sum of everything below `scope`.
    pub(crate) fn new(program: &Program, scope: OpId) -> Sum {
        let now = sum_below(program, scope);
        Sum { now, before: now }
    }

    pub(crate) fn value(&self) -> u64 {
        self.now
    }

    /// Goes back to the sum of a program that was rolled back.
    pub(crate) fn set(&mut self, value: u64) {
        self.now = value;
    }

    /// The operands of an operation are about to change; [`modified`](Listener::modified) follows.
    pub(crate) fn changing(&mut self, program: &Program, op: OpId) {
        self.remove(program, op);
    }

    fn add(&mut self, program: &Program, op: OpId) {
        self.now = self.now.wrapping_add(number(program, op));
    }

    fn remove(&mut self, program: &Program, op: OpId) {
        self.now = self.now.wrapping_sub(number(program, op));
    }
}

impl Listener for Sum {
    fn matched(&mut self, _: &Program, _: usize, _: &super::Match) {
        self.before = self.now;
    }

    fn inserted(&mut self, program: &Program, op: OpId) {
        self.add(program, op);
    }

    fn replaced(&mut self, program: &Program, op: OpId, _: &[ValueId]) {
        for user in users(program, op) {
            self.remove(program, user);
        }
    }

    fn modified(&mut self, program: &Program, op: OpId) {
        self.add(program, op);
    }

    fn erased(&mut self, program: &Program, op: OpId) {
        if program.op_regions(op).is_empty() {
            self.remove(program, op);
        } else {
            self.now = self.now.wrapping_sub(sum_below(program, op));
        }
    }

    fn undone(&mut self, _: &Program, _: usize) {
        self.now = self.before;
    }
}

/// The programs that were there.
#[derive(Debug)]
pub(crate) struct VisitedStates {
    /// A sum that is waited for, and the rewrites after which it was seen: that of the program after the latest power of two
    /// of rewrites, so that a cycle is met whatever its length and only one sum is kept (Brent).
    awaited: (u64, usize),
    /// Rewrites after which each shape was seen, by two hashes of 64 bits.
    shapes: FxHashMap<[u64; 2], usize>,
    free_looks: u64,
    later_looks: u64,
    /// Rewrites after which a suspected cycle would be complete.
    due: Option<usize>,
    numbers: Numbers,
}

impl VisitedStates {
    /// Begins with a program before its first rewrite.
    pub(crate) fn new(program: &Program, scope: OpId, sum: u64, work: Option<&Work>) -> VisitedStates {
        let mut seen = VisitedStates {
            awaited: (sum, 0),
            shapes: FxHashMap::default(),
            free_looks: FREE_LOOKS,
            later_looks: 0,
            due: None,
            numbers: Numbers::default(),
        };
        seen.note(program, scope, sum, 0, work);
        seen
    }

    /// The program after `rewrites` rewrites: the number of rewrites ago that it was the same, as far as that was looked at.
    pub(crate) fn note(
        &mut self,
        program: &Program,
        scope: OpId,
        sum: u64,
        rewrites: usize,
        work: Option<&Work>,
    ) -> Option<usize> {
        self.later_looks += LOOKS_OF_A_REWRITE;
        let before = (rewrites > 0 && self.awaited.0 == sum).then_some(self.awaited.1);
        if rewrites.is_power_of_two() {
            self.awaited = (sum, rewrites);
        }
        let most = program.op_slots() as u64;
        let free = self.free_looks >= most;
        if !free && (before.is_none() || self.due != Some(rewrites) && self.later_looks < most) {
            return None;
        }
        let (shape, size) = shape(program, scope, &mut self.numbers);
        let looks = if free { &mut self.free_looks } else { &mut self.later_looks };
        *looks = looks.saturating_sub(size);
        if let Some(work) = work {
            work.take(size);
        }
        self.due = before.map(|before| rewrites + (rewrites - before)).or(self.due);
        let same = self.shapes.insert(shape, rewrites)?;
        Some(rewrites - same)
    }
}

/// The operations that use results of an operation, each once.
fn users(program: &Program, op: OpId) -> SmallVec<[OpId; 8]> {
    let uses = program.results(op).flat_map(|result| program.uses(result));
    let mut all: SmallVec<[OpId; 8]> = uses.map(|slot| program.operand_owner(slot)).collect();
    if all.len() > 1 {
        let mut seen = FxHashSet::default();
        all.retain(|user| seen.insert(*user));
    }
    all
}

fn sum_below(program: &Program, scope: OpId) -> u64 {
    program.walk(scope).fold(0, |sum: u64, op| sum.wrapping_add(number(program, op)))
}

/// The part of an operation in the sum.
fn number(program: &Program, op: OpId) -> u64 {
    let mut hasher = FxHasher::default();
    local(program, op, &mut hasher);
    for value in program.operands(op) {
        match program.value(value).def {
            ValueDef::Result(op, index) => {
                local(program, op, &mut hasher);
                hasher.write_u32(index);
            }
            ValueDef::Argument(block, index) => {
                program.op(program.block_parent_op(block)).name.hash(&mut hasher);
                hasher.write_u32(!index);
            }
        }
    }
    // Sums of numbers with few set bits would meet.
    let mut mixed = hasher.finish();
    mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

fn local(program: &Program, op: OpId, hasher: &mut FxHasher) {
    let data = program.op(op);
    (data.name, data.properties, data.attributes).hash(hasher);
    program.results(op).for_each(|value| program.value_type(value).hash(hasher));
}

/// A program as two hashes of 64 bits of its shape, up to the names of values and blocks, with the number of operations that
/// were looked at: equal programs have equal hashes.
fn shape(program: &Program, scope: OpId, numbers: &mut Numbers) -> ([u64; 2], u64) {
    numbers.count(program, scope);
    let Numbers { values, blocks } = numbers;
    let value = |value: ValueId| values.get(value.index()).copied().unwrap_or(u32::MAX);
    let block = |block: BlockId| blocks.get(block.index()).copied().unwrap_or(u32::MAX);
    let mut hash = DoubleHasher::default();
    let mut size = 0;
    for op in program.walk(scope) {
        size += 1;
        let data = program.op(op);
        hash.write(data.name.index() as u32);
        hash.write(data.block.map_or(u32::MAX, block));
        hash.write(data.properties.index() as u32);
        hash.write(data.attributes.index() as u32);
        hash.write(program.operand_count(op) as u32);
        program.operands(op).for_each(|operand| hash.write(value(operand)));
        hash.write(program.result_count(op) as u32);
        program.results(op).for_each(|result| hash.write(program.value_type(result).index() as u32));
        hash.write(program.successors(op).len() as u32);
        program.successors(op).iter().for_each(|successor| hash.write(block(*successor)));
        for region in program.op_regions(op) {
            hash.write(u32::MAX);
            let region = program.region(*region);
            hash.write(region.blocks.len() as u32);
            for block in &region.blocks {
                let arguments = &program.block(*block).arguments;
                hash.write(arguments.len() as u32);
                arguments.iter().for_each(|value| hash.write(program.value_type(*value).index() as u32));
            }
        }
    }
    ([hash.0.finish(), hash.1.finish()], size)
}

/// Numbers of values and blocks in text order, in memory that is used again from one program to the next.
#[derive(Debug, Default)]
struct Numbers {
    values: Vec<u32>,
    blocks: Vec<u32>,
}

impl Numbers {
    fn count(&mut self, program: &Program, scope: OpId) {
        let Numbers { values, blocks } = self;
        for (list, slots) in [(&mut *values, program.value_slots()), (&mut *blocks, program.block_slots())] {
            list.clear();
            list.resize(slots, u32::MAX);
        }
        let (mut next_value, mut next_block) = (0, 0);
        let count = |place: &mut u32, next: &mut u32| {
            *place = *next;
            *next += 1;
        };
        for op in program.walk(scope) {
            program.results(op).for_each(|value| count(&mut values[value.index()], &mut next_value));
            for block in program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks) {
                count(&mut blocks[block.index()], &mut next_block);
                let arguments = &program.block(*block).arguments;
                arguments.iter().for_each(|value| count(&mut values[value.index()], &mut next_value));
            }
        }
    }
}

/// Two hashes of the same numbers: one alone may meet that of another program.
struct DoubleHasher(std::hash::DefaultHasher, FxHasher);

impl Default for DoubleHasher {
    fn default() -> Self {
        DoubleHasher(std::hash::DefaultHasher::new(), FxHasher::default())
    }
}

impl DoubleHasher {
    fn write(&mut self, number: u32) {
        self.0.write_u32(number);
        self.1.write_u32(number);
    }
}

/// The shape of everything below `scope`, as two hashes: equal for programs that differ in nothing but the names of their values and
/// blocks.
pub fn shape_of(program: &Program, scope: OpId) -> [u64; 2] {
    shape(program, scope, &mut Numbers::default()).0
}
