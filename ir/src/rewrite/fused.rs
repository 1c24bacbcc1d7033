//! Many patterns as one matcher. A [`Tree`] of their questions leaves over the few patterns that may match at an operation; the
//! one-pattern matcher decides, by benefit. That one is also the oracle of the tree.

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::access::Start;
use super::merged;
use super::tree::{Memory, Tree};
use super::{Applied, CompiledPattern, Listener, Match, Options, RewriteError};
use crate::data::{OpId, Program};
use crate::pdl::PdlOp;

/// With fewer patterns the tree costs more than it saves.
const FEW: usize = 4;

/// Patterns in the order in which they are tried: higher benefit first, among equals as MLIR 22.1.8 finds them. A pattern's place in
/// that order is its rank.
#[derive(Debug)]
pub struct PatternSet<'s, 'p> {
    patterns: &'s [CompiledPattern<'p>],
    order: Vec<usize>,
    tree: Option<Tree>,
}

/// The counts of one pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Operations at which the whole pattern was compared.
    pub tried: u64,
    /// Those at which it matched.
    pub matched: u64,
    /// Rewrites that were kept.
    pub applied: u64,
    /// Time of all that.
    pub time: Duration,
}

/// Memory that is used again from one operation to the next, and what is counted.
#[derive(Debug, Default)]
pub struct Candidates {
    ranks: Vec<usize>,
    memory: Memory,
    /// For each pattern by its place in the list; empty when nothing is to be counted.
    counts: Vec<Counts>,
}

impl Candidates {
    /// Counts from here on, for this number of patterns.
    pub fn count(&mut self, patterns: usize) {
        self.counts = vec![Counts::default(); patterns];
    }

    /// The counts, for each pattern by its place in the list.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }
}

impl<'s, 'p> PatternSet<'s, 'p> {
    /// The set of these patterns.
    pub fn new(patterns: &'s [CompiledPattern<'p>]) -> PatternSet<'s, 'p> {
        let benefits: FxHashSet<u16> = patterns.iter().map(|pattern| pattern.benefit()).collect();
        let order =
            match benefits.len() == patterns.len() {
                true => (0..patterns.len()).collect(),
                false => merged::order(patterns.iter().map(|pattern| &**pattern.code()), &|at, op| {
                    match PdlOp::view(patterns[at].pattern().program, op) {
                        PdlOp::NativeConstraint(view) => {
                            let name = view
                                .name()
                                .map(|name| patterns[at].pattern().program.ctx().str(name).to_owned());
                            (name.unwrap_or_default(), view.is_negated())
                        }
                        _ => (String::new(), false),
                    }
                }),
            };
        PatternSet::ordered(patterns, order)
    }

    /// The set of these patterns in an order that MLIR leaves open: among equals of benefit the later one comes first.
    pub fn last_first(patterns: &'s [CompiledPattern<'p>]) -> PatternSet<'s, 'p> {
        PatternSet::ordered(patterns, (0..patterns.len()).rev().collect())
    }

    /// By benefit, and among equals in this order.
    fn ordered(patterns: &'s [CompiledPattern<'p>], mut order: Vec<usize>) -> PatternSet<'s, 'p> {
        order.sort_by_key(|slot| std::cmp::Reverse(patterns[*slot].benefit()));
        let tree =
            (patterns.len() >= FEW).then(|| Tree::new(order.iter().map(|slot| &**patterns[*slot].code())));
        PatternSet { patterns, order, tree }
    }

    /// Memory for [`candidates`](Self::candidates).
    pub fn scratch(&self) -> Candidates {
        Candidates::default()
    }

    /// The patterns, in the order in which they were given.
    pub fn patterns(&self) -> &'s [CompiledPattern<'p>] {
        self.patterns
    }

    /// The pattern of a rank.
    pub fn pattern(&self, rank: usize) -> &'s CompiledPattern<'p> {
        &self.patterns[self.order[rank]]
    }

    /// The place in the list of the pattern of a rank.
    pub fn place(&self, rank: usize) -> usize {
        self.order[rank]
    }

    /// Ranks, ascending, of the patterns that may match at an operation: all that do are among them.
    pub fn candidates<'c>(
        &self,
        program: &Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &'c mut Candidates,
    ) -> &'c [usize] {
        scratch.ranks.clear();
        if program.is_erased(op) {
            return &scratch.ranks;
        }
        match &self.tree {
            Some(tree) => {
                let Candidates { ranks, memory, .. } = &mut *scratch;
                let start = Start { program, registry: options.registry, op };
                let steps = tree.walk(start, memory, ranks);
                if options.work.is_some_and(|work| !work.take(steps)) {
                    scratch.ranks.clear();
                }
                if scratch.ranks.len() > 1 {
                    scratch.ranks.sort_unstable();
                }
            }
            None => {
                let name = program.op(op).name;
                let fits = |rank: &usize| self.pattern(*rank).code.anchor_name.is_none_or(|own| own == name);
                scratch.ranks.extend((0..self.order.len()).filter(fits));
            }
        }
        &scratch.ranks
    }

    /// The first match at an operation, with the rank of its pattern.
    pub fn match_at(
        &self,
        program: &Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &mut Candidates,
    ) -> Option<(usize, Match)> {
        self.candidates(program, op, options, scratch);
        for index in 0..scratch.ranks.len() {
            let rank = scratch.ranks[index];
            let began = (!scratch.counts.is_empty()).then(Instant::now);
            let found = self.pattern(rank).match_at(program, op, options);
            if let Some(began) = began {
                let counts = &mut scratch.counts[self.order[rank]];
                counts.tried += 1;
                counts.matched += u64::from(found.is_some());
                counts.time += began.elapsed();
            }
            if let Some(found) = found {
                return Some((rank, found));
            }
        }
        None
    }

    /// Applies the first pattern that matches at an operation.
    ///
    /// # Errors
    /// The place in the list of the pattern that breaks, and how; the program is then what it was.
    pub fn rewrite_at(
        &self,
        program: &mut Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &mut Candidates,
        listener: &mut dyn Listener,
    ) -> Result<Option<Applied>, (usize, RewriteError)> {
        let Some((rank, found)) = self.match_at(program, op, options, scratch) else { return Ok(None) };
        self.apply_counted(rank, &found, program, options, scratch, listener).map(Some)
    }

    /// [`apply`](Self::apply) that counts, where counts are asked for.
    pub(super) fn apply_counted(
        &self,
        rank: usize,
        found: &Match,
        program: &mut Program,
        options: &Options<'_>,
        scratch: &mut Candidates,
        listener: &mut dyn Listener,
    ) -> Result<Applied, (usize, RewriteError)> {
        let began = (!scratch.counts.is_empty()).then(Instant::now);
        let done = self.apply(rank, found, program, options, listener);
        if let Some(began) = began {
            let counts = &mut scratch.counts[self.order[rank]];
            counts.applied += u64::from(done.is_ok());
            counts.time += began.elapsed();
        }
        done
    }

    /// Applies the pattern of a rank at an operation; `None` where it does not match.
    pub fn apply_ranked(
        &self,
        rank: usize,
        program: &mut Program,
        op: OpId,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Option<Result<Applied, (usize, RewriteError)>> {
        let found = self.pattern(rank).match_at(program, op, options)?;
        Some(self.apply(rank, &found, program, options, listener))
    }

    /// Applies a match of the pattern of a rank.
    ///
    /// # Errors
    /// As [`rewrite_at`](Self::rewrite_at).
    pub fn apply(
        &self,
        rank: usize,
        found: &Match,
        program: &mut Program,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Result<Applied, (usize, RewriteError)> {
        let pattern = self.order[rank];
        listener.matched(program, pattern, found);
        match self.patterns[pattern].try_apply(program, found, options, listener) {
            Ok(applied) => {
                listener.applied(program, pattern, &applied);
                Ok(applied)
            }
            Err(error) => {
                listener.undone(program, pattern);
                Err((pattern, error))
            }
        }
    }
}
