//! Search for a cheaper program: best-first over alternatives, with the programs that were seen. A program is known by the
//! moves that lead to it: to look at it again the search rolls back to where the moves part and makes the others again. No
//! program is copied.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use super::nodes::{Literal, Node, NodeId};
use super::places::Place;
use super::run::{Outcome, Runner, Saved, Scope, Stop, Why};
use super::step::Argument;
use crate::data::OpId;
use crate::rewrite::shape_of;

/// One move of the search: a step at an operation, with the number of the way, or another strategy at the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Move {
    Step { node: NodeId, step: usize, op: OpId, way: usize },
    Whole(NodeId),
}

/// The programs that were found, as a tree of moves.
struct SearchNode {
    parent: usize,
    by: Move,
}

struct Search<'r, 'a> {
    runner: &'r mut Runner<'a>,
    scope: &'r Scope,
    place: Place,
    found: Vec<SearchNode>,
    /// The moves that lead to the program as it is now: each by its number in `found`, with what was before it.
    made: Vec<(usize, Saved)>,
}

impl Runner<'_> {
    /// Searches at most `budget` programs, and ends at the cheapest one; fails where that is the first one.
    pub(super) fn explore(
        &mut self,
        id: NodeId,
        moves: &[NodeId],
        budget: usize,
        scope: &Scope,
        place: Place,
    ) -> Outcome {
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

impl Search<'_, '_> {
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

    /// The moves from the program as it is: strategies at the place, and each step wherever it applies below the top.
    fn moves(&mut self, alternatives: &[NodeId]) -> Vec<Move> {
        let (mut all, mut steps) = (Vec::new(), Vec::new());
        for node in alternatives {
            match self.runner.node(*node) {
                // The arguments of a step in a search are constants, or it is run as a strategy at the place.
                Node::Step(step, literals) => match constants(literals) {
                    Some(arguments) => steps.push((*node, *step, arguments)),
                    None => all.push(Move::Whole(*node)),
                },
                _ => all.push(Move::Whole(*node)),
            }
        }
        let ops: Vec<OpId> = self.runner.program.walk(self.runner.program.top()).collect();
        for op in ops {
            for (node, step, arguments) in &steps {
                let ways = self.runner.ways(*step, arguments, op);
                all.extend((0..ways).map(|way| Move::Step { node: *node, step: *step, op, way }));
            }
        }
        all
    }

    /// Makes a move; returns false where it is none.
    fn make(&mut self, by: Move) -> Result<bool, Stop> {
        match by {
            Move::Whole(node) => Ok(self.runner.step(node, self.scope, self.place)?.is_ok()),
            Move::Step { node, step, op, way } => {
                let Node::Step(_, literals) = self.runner.node(node) else { return Ok(false) };
                let arguments = constants(literals).unwrap_or_default();
                Ok(self.runner.apply(node, step, &arguments, Some(way), op)?.is_some())
            }
        }
    }
}

fn constants(literals: &[Literal]) -> Option<Vec<Argument>> {
    let constant = |literal: &Literal| match literal {
        Literal::Constant(argument) => Some(*argument),
        Literal::Parameter(_) => None,
    };
    literals.iter().map(constant).collect()
}
