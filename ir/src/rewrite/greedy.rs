//! Applies patterns until none matches: MLIR's greedy driver without folding, dead-code removal and block
//! simplification. The worklist moves as MLIR's does (read from `GreedyPatternRewriteDriver.cpp` of LLVM 22).

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHashSet};

use super::error::RewriteError;
use super::{Applied, CompiledPattern, Options, Work};
use crate::data::{OpId, Program};

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct GreedyOptions {
    /// Rewrites in all.
    pub rewrites: usize,
    /// Rounds over the whole program; MLIR's default is 10.
    pub rounds: Option<usize>,
    /// Whether to stop when the program is one that was there before; costs a copy of its shape per rewrite.
    pub find_cycles: bool,
}

impl Default for GreedyOptions {
    fn default() -> Self {
        GreedyOptions { rewrites: 10_000, rounds: Some(10), find_cycles: true }
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreedyOutcome {
    /// Nothing matches any more, after this number of rewrites.
    Done(usize),
    /// The number of rewrites or of rounds was used up, and something still matches.
    BudgetSpent(usize),
    /// After `rewrites` rewrites the program is the same as it was before one of them: rewriting does not terminate.
    Cycle {
        /// Rewrites until now.
        rewrites: usize,
        /// Rewrites that lead from the program back to itself.
        length: usize,
    },
    /// Rewrite number `rewrites + 1` failed.
    Failed {
        /// Rewrites before it.
        rewrites: usize,
        /// Which pattern of the list it is.
        pattern: usize,
        /// How it broke.
        error: RewriteError,
    },
}

/// Applies patterns everywhere below `scope` until none matches. Patterns with a higher benefit go first;
/// among equals the later one does, as MLIR 22.1.8 was seen to do for identical matchers.
pub fn apply_greedily(
    program: &mut Program,
    scope: OpId,
    patterns: &[CompiledPattern<'_>],
    options: &Options<'_>,
    limits: &GreedyOptions,
) -> GreedyOutcome {
    let mut order: Vec<usize> = (0..patterns.len()).collect();
    order.sort_by_key(|slot| {
        (std::cmp::Reverse(patterns[*slot].pattern().benefit()), std::cmp::Reverse(*slot))
    });
    let mut driver = Driver { program, patterns, order, options, rewrites: 0, seen: Seen::default() };
    if limits.find_cycles {
        driver.seen.note(driver.program, scope, 0, options.work);
    }
    let mut round = 0;
    loop {
        let before = driver.rewrites;
        if let Some(outcome) = driver.round(scope, limits) {
            return outcome;
        }
        if driver.rewrites == before {
            return GreedyOutcome::Done(driver.rewrites);
        }
        round += 1;
        if limits.rounds.is_some_and(|most| round >= most) {
            return match driver.something_matches(scope) {
                true => GreedyOutcome::BudgetSpent(driver.rewrites),
                false => GreedyOutcome::Done(driver.rewrites),
            };
        }
    }
}

struct Driver<'a, 'p> {
    program: &'a mut Program,
    patterns: &'a [CompiledPattern<'p>],
    order: Vec<usize>,
    options: &'a Options<'a>,
    rewrites: usize,
    seen: Seen,
}

impl Driver<'_, '_> {
    /// One round: everything below the scope, from the end, and what the rewrites touch.
    fn round(&mut self, scope: OpId, limits: &GreedyOptions) -> Option<GreedyOutcome> {
        let mut work = Worklist::default();
        for op in self.program.walk_post(scope) {
            work.push_with_parents(self.program, op, scope);
        }
        while let Some(op) = work.pop() {
            if self.program.is_erased(op) {
                continue;
            }
            match self.rewrite(op) {
                Ok(None) => {}
                Ok(Some(applied)) => {
                    self.rewrites += 1;
                    for op in applied.touched {
                        work.push_with_parents(self.program, op, scope);
                    }
                    if limits.find_cycles
                        && let Some(length) =
                            self.seen.note(self.program, scope, self.rewrites, self.options.work)
                    {
                        return Some(GreedyOutcome::Cycle { rewrites: self.rewrites, length });
                    }
                    if self.rewrites >= limits.rewrites {
                        return Some(match self.something_matches(scope) {
                            true => GreedyOutcome::BudgetSpent(self.rewrites),
                            false => GreedyOutcome::Done(self.rewrites),
                        });
                    }
                }
                Err((pattern, error)) => {
                    return Some(GreedyOutcome::Failed { rewrites: self.rewrites, pattern, error });
                }
            }
        }
        None
    }

    /// The first pattern that matches at `op` is applied.
    fn rewrite(&mut self, op: OpId) -> Result<Option<Applied>, (usize, RewriteError)> {
        for slot in &self.order {
            let pattern = &self.patterns[*slot];
            if let Some(found) = pattern.match_at(self.program, op, self.options) {
                let applied = pattern.apply(self.program, &found, self.options);
                return applied.map(Some).map_err(|error| (*slot, error));
            }
        }
        Ok(None)
    }

    fn something_matches(&self, scope: OpId) -> bool {
        self.program.walk(scope).filter(|op| *op != scope).any(|op| {
            self.patterns.iter().any(|pattern| pattern.match_at(self.program, op, self.options).is_some())
        })
    }
}

/// A stack in which each operation stands once.
#[derive(Default)]
struct Worklist {
    stack: Vec<OpId>,
    inside: FxHashSet<OpId>,
}

impl Worklist {
    /// An operation and those around it, up to the scope.
    fn push_with_parents(&mut self, program: &Program, op: OpId, scope: OpId) {
        if program.is_erased(op) || op == scope || !program.is_within(op, scope) {
            return;
        }
        let around = std::iter::successors(Some(op), |op| program.parent_op(*op));
        for op in around.take_while(|op| *op != scope) {
            if self.inside.insert(op) {
                self.stack.push(op);
            }
        }
    }

    fn pop(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        self.inside.remove(&op);
        Some(op)
    }
}

/// Numbers of a shape that are hashed in the time of one step of matching.
const NUMBERS_OF_A_STEP: u64 = 4;

/// The shapes of all programs so far, by two hashes of 64 bits: a program that grows with every rewrite would not fit otherwise.
#[derive(Default)]
struct Seen(FxHashMap<[u64; 2], usize>);

impl Seen {
    /// Remembers the program as it is after `rewrites`; how many rewrites ago it was the same.
    fn note(
        &mut self,
        program: &Program,
        scope: OpId,
        rewrites: usize,
        work: Option<&Work>,
    ) -> Option<usize> {
        let shape = shape(program, scope);
        if let Some(work) = work {
            work.take(shape.len() as u64 / NUMBERS_OF_A_STEP);
        }
        let hash = |seed: u64| {
            let mut hasher = DefaultHasher::new();
            (seed, &shape).hash(&mut hasher);
            hasher.finish()
        };
        let before = self.0.insert([hash(0), hash(1)], rewrites)?;
        Some(rewrites - before)
    }
}

/// A program as numbers, up to the names of its values and blocks: equal programs have equal shapes.
fn shape(program: &Program, scope: OpId) -> Box<[u32]> {
    let mut numbers: FxHashMap<crate::data::ValueId, u32> = FxHashMap::default();
    let mut blocks: FxHashMap<crate::data::BlockId, u32> = FxHashMap::default();
    for op in program.walk(scope) {
        for value in program.results(op) {
            let next = numbers.len() as u32;
            numbers.insert(value, next);
        }
        for block in program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks) {
            let next = blocks.len() as u32;
            blocks.insert(*block, next);
            for value in &program.block(*block).arguments {
                let next = numbers.len() as u32;
                numbers.insert(*value, next);
            }
        }
    }
    let mut out = Vec::new();
    for op in program.walk(scope) {
        let data = program.op(op);
        let block = data.block.and_then(|block| blocks.get(&block)).copied().unwrap_or(u32::MAX);
        out.extend([data.name.index() as u32, block]);
        out.extend([data.properties.index() as u32, data.attributes.index() as u32]);
        out.push(program.operand_count(op) as u32);
        out.extend(program.operands(op).map(|value| numbers.get(&value).copied().unwrap_or(u32::MAX)));
        out.push(program.result_count(op) as u32);
        out.extend(program.results(op).map(|value| program.value_type(value).index() as u32));
        let successors = program.successors(op);
        out.push(successors.len() as u32);
        out.extend(successors.iter().map(|block| blocks.get(block).copied().unwrap_or(u32::MAX)));
        for region in program.op_regions(op) {
            out.push(u32::MAX);
            let region = program.region(*region);
            out.push(region.blocks.len() as u32);
            for block in &region.blocks {
                let arguments = &program.block(*block).arguments;
                out.push(arguments.len() as u32);
                out.extend(arguments.iter().map(|value| program.value_type(*value).index() as u32));
            }
        }
    }
    out.into_boxed_slice()
}
