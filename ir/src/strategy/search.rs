//! Search for a cheaper program: best-first over alternatives, with the programs that were seen. A program is known by the
//! moves that lead to it: to look at it again the search rolls back to where the moves part and makes the others again. No
//! program is copied.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::nodes::{Node, NodeId};
use super::run::{Place, Runner, Saved, Scope, Step, Stop, Why};
use crate::data::OpId;
use crate::rewrite::shape_of;

/// One step of the search: a pattern at an operation, with the number of the match, or another strategy at the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Rule { rule: usize, op: OpId, number: usize },
    Whole(NodeId),
}

/// The programs that were found, as a tree of moves.
struct SearchNode {
    parent: usize,
    by: Move,
}

struct Search<'r, 'a, 's, 'p> {
    runner: &'r mut Runner<'a, 's, 'p>,
    scope: &'r Scope,
    place: Place,
    found: Vec<SearchNode>,
    /// The moves that lead to the program as it is now: each by its number in `found`, with what was before it.
    made: Vec<(usize, Saved)>,
}

impl Runner<'_, '_, '_> {
    /// Searches at most `budget` programs, and ends at the cheapest one; fails where that is the first one.
    pub(super) fn explore(
        &mut self,
        id: NodeId,
        moves: &[NodeId],
        budget: usize,
        scope: &Scope,
        place: Place,
    ) -> Step {
        let top = self.program.top();
        let first = self.cost.cost(self.program, top);
        let mut seen = FxHashSet::default();
        seen.insert(shape_of(self.program, top));
        let (mut open, mut best) = (BinaryHeap::from([Reverse((first, 0_usize))]), (first, 0));
        // Number 0 is the first program; its move is never made.
        let root = SearchNode { parent: 0, by: Move::Whole(id) };
        let mut search = Search { runner: self, scope, place, found: vec![root], made: Vec::new() };
        'search: while let Some(Reverse((_, number))) = open.pop() {
            search.go_to(number)?;
            for by in search.moves(moves) {
                if search.found.len() > budget {
                    break 'search;
                }
                let saved = search.runner.save();
                if search.make(by)? {
                    let scratch = &*search.runner.program;
                    if seen.insert(shape_of(scratch, top)) {
                        let cost = search.runner.cost.cost(scratch, top);
                        search.found.push(SearchNode { parent: number, by });
                        let new = search.found.len() - 1;
                        best = best.min((cost, new));
                        open.push(Reverse((cost, new)));
                    }
                }
                search.runner.restore(saved);
            }
        }
        search.go_to(best.1)?;
        for (_, saved) in std::mem::take(&mut search.made).into_iter().rev() {
            search.runner.keep(saved);
        }
        if best.0 < first { Ok(Ok(place)) } else { self.fail(id, place, Why::NotCheaper) }
    }
}

impl Search<'_, '_, '_, '_> {
    /// Makes the program the one of this number.
    fn go_to(&mut self, number: usize) -> Result<(), Stop> {
        let mut path = Vec::new();
        let mut at = number;
        while at != 0 {
            path.push(at);
            at = self.found[at].parent;
        }
        path.reverse();
        let shared = self.made.iter().zip(&path).take_while(|((made, _), wanted)| made == *wanted).count();
        while self.made.len() > shared {
            if let Some((_, saved)) = self.made.pop() {
                self.runner.restore(saved);
            }
        }
        for step in &path[shared..] {
            let saved = self.runner.save();
            self.made.push((*step, saved));
            self.make(self.found[*step].by)?;
        }
        Ok(())
    }

    /// The moves from the program as it is.
    fn moves(&mut self, alternatives: &[NodeId]) -> Vec<Move> {
        let rule = |id: &NodeId| match self.runner.node(*id) {
            Node::Rule(rule) => Some(*rule),
            _ => None,
        };
        let rules: Vec<usize> = alternatives.iter().filter_map(rule).collect();
        let others = alternatives.iter().filter(|id| rule(id).is_none()).map(|id| Move::Whole(*id));
        let mut all: Vec<Move> = others.collect();
        for (op, rule) in self.runner.candidates(&rules) {
            let matches = self.runner.matches(rule, op).len();
            all.extend((0..matches).map(|number| Move::Rule { rule, op, number }));
        }
        all
    }

    /// Makes a move; returns false where it is none.
    fn make(&mut self, by: Move) -> Result<bool, Stop> {
        match by {
            Move::Whole(node) => Ok(self.runner.step(node, self.scope, self.place)?.is_ok()),
            Move::Rule { rule, op, number } => match self.runner.matches(rule, op).get(number) {
                Some(found) => self.runner.apply(rule, found, op).map(|_| true),
                None => Ok(false),
            },
        }
    }
}
