//! Applies patterns until none matches: MLIR's greedy driver without block simplification, and with folding and the removal of
//! dead code on request. The worklist moves as MLIR's does (read from `GreedyPatternRewriteDriver.cpp` of LLVM 22).

use super::apply::touch_operands;
use super::error::RewriteError;
use super::folder::{Constants, Folder};
use super::recurrence::{Sum, VisitedStates};
use super::{Applied, Both, Candidates, CompiledPattern, Listener, Options, PatternSet, Silent};
use crate::data::{OpId, Program};
use crate::spec::Registry;

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct GreedyOptions<'a> {
    /// Rewrites in all.
    pub rewrites: usize,
    /// Rounds over the whole program; MLIR's default is 10.
    pub rounds: Option<usize>,
    /// Stops when the program is one that was there before.
    pub find_cycles: bool,
    /// Erases operations without effect, as the registry has it, and without uses. That is no rewrite.
    pub erase_dead: bool,
    /// Folds operations before patterns are tried at them, and keeps each constant once. That is no rewrite.
    pub fold: Option<&'a dyn Folder>,
}

impl Default for GreedyOptions<'_> {
    fn default() -> Self {
        GreedyOptions { rewrites: 10_000, rounds: Some(10), find_cycles: true, erase_dead: false, fold: None }
    }
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GreedyOutcome {
    /// Nothing matches any more, after this number of rewrites.
    Converged(usize),
    /// The number of rewrites or of rounds was used up, and something still matches.
    Budget(usize),
    /// After `rewrites` rewrites the program is the same as it was before one of them: rewriting does not terminate.
    Cycle {
        /// Rewrites until now.
        rewrites: usize,
        /// Rewrites that lead from the program back to itself.
        length: usize,
    },
    /// Rewrite number `rewrites + 1` broke; the program is what it was before it.
    Broken {
        /// Rewrites before it.
        rewrites: usize,
        /// Which pattern of the list it is.
        pattern: usize,
        /// How it broke.
        error: RewriteError,
    },
}

/// Applies patterns everywhere below `scope` until none matches, in the order of [`PatternSet::last_first`].
pub fn apply_greedily(
    program: &mut Program,
    scope: OpId,
    patterns: &[CompiledPattern<'_>],
    options: &Options<'_>,
    limits: &GreedyOptions<'_>,
) -> GreedyOutcome {
    let set = PatternSet::last_first(patterns);
    apply_set_greedily(program, scope, &set, options, limits, &mut set.scratch(), &mut Silent)
}

/// The same for a set that is used again, with a listener.
pub fn apply_set_greedily(
    program: &mut Program,
    scope: OpId,
    set: &PatternSet<'_, '_>,
    options: &Options<'_>,
    limits: &GreedyOptions<'_>,
    scratch: &mut Candidates,
    listener: &mut dyn Listener,
) -> GreedyOutcome {
    let (rewrites, simplified, seen) = (0, 0, None);
    let mut driver =
        Driver { program, set, options, limits, scope, scratch, listener, rewrites, simplified, seen };
    let mut round = 0;
    loop {
        let before = (driver.rewrites, driver.simplified);
        if let Some(outcome) = driver.round() {
            return outcome;
        }
        if (driver.rewrites, driver.simplified) == before {
            return GreedyOutcome::Converged(driver.rewrites);
        }
        round += 1;
        if limits.rounds.is_some_and(|most| round >= most) {
            return driver.spent();
        }
    }
}

pub(super) struct Driver<'a, 's, 'p> {
    pub(super) program: &'a mut Program,
    set: &'a PatternSet<'s, 'p>,
    pub(super) options: &'a Options<'a>,
    pub(super) limits: &'a GreedyOptions<'a>,
    pub(super) scope: OpId,
    scratch: &'a mut Candidates,
    listener: &'a mut dyn Listener,
    rewrites: usize,
    /// Operations that were folded, or erased because nothing uses them.
    simplified: usize,
    /// The programs that were there, from the first rewrite on, where cycles are looked for.
    pub(super) seen: Option<(Sum, VisitedStates)>,
}

impl Driver<'_, '_, '_> {
    /// One round: everything below the scope, from the end, and what the rewrites touch.
    fn round(&mut self) -> Option<GreedyOutcome> {
        let mut work = Worklist::default();
        self.fill(&mut work);
        while let Some(op) = work.pop() {
            if self.program.is_erased(op) {
                continue;
            }
            if self.limits.erase_dead && is_dead(self.program, op, self.options.registry) {
                self.erase(op, &mut work);
                self.simplified += 1;
                continue;
            }
            if self.fold(op, &mut work) {
                self.simplified += 1;
                continue;
            }
            match self.rewrite(op) {
                Ok(None) => {}
                Ok(Some(applied)) => {
                    self.rewrites += 1;
                    for op in applied.touched {
                        work.push_with_parents(self.program, op, self.scope);
                    }
                    if let Some(outcome) = self.cycle() {
                        return Some(outcome);
                    }
                    if self.rewrites >= self.limits.rewrites {
                        return Some(self.spent());
                    }
                }
                Err((pattern, error)) => {
                    return Some(GreedyOutcome::Broken { rewrites: self.rewrites, pattern, error });
                }
            }
        }
        None
    }

    /// Puts everything below the scope on the list. Constants are unified before anything moves.
    fn fill(&mut self, work: &mut Worklist) {
        if self.limits.fold.is_none() {
            for op in self.program.walk_post(self.scope) {
                work.push_with_parents(self.program, op, self.scope);
            }
            return;
        }
        let mut constants = Constants::default();
        let all: Vec<OpId> = self.program.walk_post(self.scope).collect();
        for op in all {
            if !self.unify_constant(op, &mut constants, work) {
                work.push_with_parents(self.program, op, self.scope);
            }
        }
    }

    /// The first pattern that matches at `op` is applied.
    fn rewrite(&mut self, op: OpId) -> Result<Option<Applied>, (usize, RewriteError)> {
        let Driver { program, set, options, scratch, listener, seen, scope, limits, .. } = self;
        let Some((rank, found)) = set.match_at(program, op, options, scratch) else { return Ok(None) };
        if limits.find_cycles && seen.is_none() {
            let sum = Sum::new(program, *scope);
            let first = VisitedStates::new(program, *scope, sum.value(), options.work);
            *seen = Some((sum, first));
        }
        let applied = match seen {
            Some((sum, _)) => {
                set.apply_counted(rank, &found, program, options, scratch, &mut Both(sum, &mut **listener))
            }
            None => set.apply_counted(rank, &found, program, options, scratch, &mut **listener),
        };
        applied.map(Some)
    }

    /// Tells the sum and the listener of an event.
    pub(super) fn tell(&mut self, event: impl Fn(&mut dyn Listener, &Program)) {
        if let Some((sum, _)) = &mut self.seen {
            event(sum, self.program);
        }
        event(self.listener, self.program);
    }

    /// Erases an operation without uses.
    pub(super) fn erase(&mut self, op: OpId, work: &mut Worklist) {
        let mut touched = Vec::new();
        touch_operands(self.program, op, &mut touched);
        self.tell(|listener, program| listener.erased(program, op));
        self.program.erase(op);
        for op in touched {
            work.push_with_parents(self.program, op, self.scope);
        }
    }

    fn cycle(&mut self) -> Option<GreedyOutcome> {
        let (sum, seen) = self.seen.as_mut()?;
        let work = self.options.work;
        let length = seen.note(self.program, self.scope, sum.value(), self.rewrites, work)?;
        Some(GreedyOutcome::Cycle { rewrites: self.rewrites, length })
    }

    /// The end when the rewrites or rounds are used up.
    fn spent(&mut self) -> GreedyOutcome {
        let program = &*self.program;
        let scope = self.scope;
        let mut below = program.walk(scope).filter(|op| *op != scope);
        match below.any(|op| self.set.match_at(program, op, self.options, self.scratch).is_some()) {
            true => GreedyOutcome::Budget(self.rewrites),
            false => GreedyOutcome::Converged(self.rewrites),
        }
    }
}

/// Returns true for an operation without uses that has no effect as a registered dialect has it, undefined behaviour aside:
/// MLIR's `isOpTriviallyDead`.
pub fn is_dead(program: &Program, op: OpId, registry: Option<&Registry>) -> bool {
    let unused = || program.results(op).all(|result| !program.has_uses(result));
    let spec = registry.and_then(|registry| registry.op(program.op(op).name));
    spec.is_some_and(|spec| spec.traits.has_no_effect() && !spec.traits.terminator)
        && program.op_regions(op).is_empty()
        && unused()
}

/// A stack in which each operation stands once.
#[derive(Default)]
pub(super) struct Worklist {
    stack: Vec<OpId>,
    /// By the number of the operation, whether it is on the stack.
    inside: Vec<bool>,
}

impl Worklist {
    /// An operation and those around it, up to the scope.
    pub(super) fn push_with_parents(&mut self, program: &Program, op: OpId, scope: OpId) {
        if program.is_erased(op) || op == scope {
            return;
        }
        let direct = program.parent_op(op) == Some(scope);
        if !direct && !program.is_within(op, scope) {
            return;
        }
        if self.inside.len() < program.op_slots() {
            // In steps, as operations are made one by one.
            self.inside.resize(program.op_slots().next_multiple_of(64), false);
        }
        if direct {
            self.push(op);
            return;
        }
        let around = std::iter::successors(Some(op), |op| program.parent_op(*op));
        around.take_while(|op| *op != scope).for_each(|op| self.push(op));
    }

    #[inline]
    fn push(&mut self, op: OpId) {
        if !std::mem::replace(&mut self.inside[op.index()], true) {
            self.stack.push(op);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<OpId> {
        let op = self.stack.pop()?;
        self.inside[op.index()] = false;
        Some(op)
    }
}
