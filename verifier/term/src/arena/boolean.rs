//! Truth values of which one says the other by their form: a conjunction loses a part that the rest says, a disjunction a part that
//! says the rest. Knows neither operations nor solvers.

use crate::arena::TermArena;
use crate::node::{Node, TermId};

/// Pairs of expressions that are looked at for one implication. What takes more is not seen.
const STEPS: u32 = 48;

impl TermArena {
    /// The part of a conjunction of two that says the other one, or that the conjunction never holds.
    pub fn both_by_form(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.node(a), self.node(b)) {
            (_, Node::Not(c)) if self.says(a, *c) => Some(self.boolean(false)),
            (Node::Not(c), _) if self.says(b, *c) => Some(self.boolean(false)),
            _ if self.says(a, b) => Some(a),
            _ if self.says(b, a) => Some(b),
            _ => None,
        }
    }

    /// The part of a disjunction of two that the other one says, or that the disjunction always holds.
    pub fn either_by_form(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.node(a), self.node(b)) {
            (_, Node::Not(c)) if self.says(*c, a) => Some(self.boolean(true)),
            (Node::Not(c), _) if self.says(*c, b) => Some(self.boolean(true)),
            _ if self.says(a, b) => Some(b),
            _ if self.says(b, a) => Some(a),
            _ => None,
        }
    }

    /// Tells if a truth value holds wherever another one does, as far as few steps show.
    fn says(&self, a: TermId, b: TermId) -> bool {
        says(self, a, b, &mut { STEPS })
    }
}

fn says(pool: &TermArena, a: TermId, b: TermId, left: &mut u32) -> bool {
    if a == b {
        return true;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    match (pool.node(a), pool.node(b)) {
        (Node::Bool(false), _) | (_, Node::Bool(true)) => true,
        // The whole is a part of the other one: its own parts need no look.
        (_, Node::Or(x, y)) if a == *x || a == *y => true,
        (Node::And(x, y), _) if b == *x || b == *y => true,
        (Node::Or(x, y), _) => says(pool, *x, b, left) && says(pool, *y, b, left),
        (_, Node::And(x, y)) => says(pool, a, *x, left) && says(pool, a, *y, left),
        (Node::Not(x), Node::Not(y)) => says(pool, *y, *x, left),
        (Node::And(x, y), _) if says(pool, *x, b, left) || says(pool, *y, b, left) => true,
        (_, Node::Or(x, y)) if says(pool, a, *x, left) || says(pool, a, *y, left) => true,
        (Node::Choice(_, x, y), _) if says(pool, *x, b, left) && says(pool, *y, b, left) => true,
        (_, Node::Choice(_, x, y)) => says(pool, a, *x, left) && says(pool, a, *y, left),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::node::Sort;

    #[test]
    fn a_part_that_the_rest_says_is_left_out() {
        let mut pool = TermArena::default();
        let [p, q, c] = ["p", "q", "c"].map(|name| pool.variable(name, Sort::Bool));
        let either = pool.or(p, q);
        let chosen = pool.choice(c, p, q);
        assert_eq!(pool.or(either, chosen), either);
        let both = pool.and(p, c);
        assert_eq!(pool.or(p, both), p);
        assert_eq!(pool.and(either, p), p);
        let neither = pool.not(either);
        let wrong = pool.and(chosen, neither);
        assert_eq!(pool.value(wrong), Some(0));
        let always = pool.or(either, neither);
        assert_eq!(pool.value(always), Some(1));
        // A long disjunction, which is part of another one, says it without a look at all its parts.
        let parts: Vec<TermId> = (0..100).map(|n| pool.variable(format!("v{n}"), Sort::Bool)).collect();
        let long = parts.iter().rev().fold(c, |rest, part| pool.or(*part, rest));
        let longer = pool.or(long, q);
        assert_eq!(pool.and(long, longer), long);
        assert_eq!(pool.or(long, longer), longer);
        // It says nothing of what it is not made of.
        assert_ne!(pool.or(both, q), q);
        assert_ne!(pool.and(chosen, p), chosen);
    }

    #[test]
    fn forms_come_to_what_they_did() {
        // All truth values of three variables that a few steps make, by how they come out for all eight values.
        let mut pool = TermArena::default();
        let list = ["p", "q", "c"].map(|name| pool.variable(name, Sort::Bool));
        let table =
            |at: usize| (0..8u32).filter(|row| row >> at & 1 == 1).fold(0, |bits, row| bits | 1 << row);
        let mut made: Vec<(TermId, u32)> = list.iter().enumerate().map(|(at, ex)| (*ex, table(at))).collect();
        for size in [3, 18, 60] {
            for a in 0..made.len().min(size) {
                let (x, p) = made[a];
                made.push((pool.not(x), !p & 0xff));
                for b in 0..a {
                    let (y, q) = made[b];
                    made.push((pool.and(x, y), p & q));
                    made.push((pool.or(x, y), p | q));
                    let (c, r) = made[(a + b) % made.len()];
                    made.push((pool.choice(c, x, y), p & r | q & !r));
                }
            }
        }
        let all: Vec<TermId> = made.iter().map(|(ex, _)| *ex).collect();
        let mut evaluator = Evaluator::new(&pool, &all);
        for row in 0..8u32 {
            evaluator.run(&|var| u128::from(row >> var.0 & 1));
            for (ex, bits) in &made {
                assert_eq!(evaluator.holds(*ex), bits >> row & 1 == 1, "{:?} at {row}", pool.node(*ex));
            }
        }
    }
}
