//! Statements made smaller before they are decided: what a conjunction says of itself is used in its other parts, and
//! expressions are put in the place of others. Knows neither operations nor solvers.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::eval::Model;
use crate::node::{Node, TermId};

/// Rounds in which parts of a conjunction are used in each other.
const MAX_ROUNDS: usize = 8;

/// An expression with others in the place of some of its parts.
pub fn replaced(pool: &mut TermArena, root: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
    let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
    for ex in pool.cone(&[root]) {
        let new = match by.get(&ex) {
            Some(new) => *new,
            None => rebuilt(pool, ex, &made),
        };
        made.insert(ex, new);
    }
    made[&root]
}

/// The same operation on what its parts have become.
pub fn rebuilt(pool: &mut TermArena, ex: TermId, made: &FxHashMap<TermId, TermId>) -> TermId {
    let of = |ex: TermId| made[&ex];
    match *pool.node(ex) {
        Node::Bool(_) | Node::Number { .. } | Node::Variable(_) => ex,
        Node::Not(a) => pool.not(of(a)),
        Node::And(a, b) => pool.and(of(a), of(b)),
        Node::Or(a, b) => pool.or(of(a), of(b)),
        Node::Equal(a, b) => pool.equal(of(a), of(b)),
        Node::Choice(c, a, b) => pool.choice(of(c), of(a), of(b)),
        Node::Binary(op, a, b) => pool.binary(op, of(a), of(b)),
        Node::Compare(op, a, b) => pool.compare(op, of(a), of(b)),
        Node::Extract { of: a, low, width } => pool.extract(of(a), low, width),
        Node::Concat(a, b) => pool.concat(of(a), of(b)),
        Node::ZeroExtend(a, width) => pool.zero_extend(of(a), width),
        Node::SignExtend(a, width) => pool.sign_extend(of(a), width),
        Node::FloatArithmetic(op, a, b) => pool.float_arithmetic(op, of(a), of(b)),
        Node::FloatNegated(a) => pool.float_negated(of(a)),
        Node::FloatIntegral(to, a) => pool.float_integral(to, of(a)),
        Node::FloatRoot(a) => pool.float_root(of(a)),
        Node::FloatFused(a, b, c) => pool.float_fused(of(a), of(b), of(c)),
        Node::FloatTest(test, a) => pool.float_test(test, of(a)),
        Node::FloatOrder(order, a, b) => pool.float_order(order, of(a), of(b)),
        Node::FloatFrom(from, a, format) => pool.float_from(from, of(a), format),
        Node::FloatTo { of: a, signed, width } => pool.float_integer(of(a), signed, width),
    }
}

/// The parts of a conjunction.
pub fn conjuncts(pool: &TermArena, all: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut stack = vec![all];
    while let Some(ex) = stack.pop() {
        match *pool.node(ex) {
            Node::And(a, b) => stack.extend([b, a]),
            _ => out.push(ex),
        }
    }
    out
}

/// The parts of a disjunction.
pub fn disjuncts(pool: &TermArena, any: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut stack = vec![any];
    while let Some(ex) = stack.pop() {
        match *pool.node(ex) {
            Node::Or(a, b) => stack.extend([b, a]),
            _ => out.push(ex),
        }
    }
    out
}

/// The alternatives in which a statement holds: one for each part of the first disjunction among its parts.
pub fn alternatives(pool: &mut TermArena, statement: TermId) -> Vec<TermId> {
    let parts = conjuncts(pool, statement);
    let Some(at) = parts.iter().position(|part| matches!(pool.node(*part), Node::Or(..))) else {
        return vec![statement];
    };
    let rest: Vec<TermId> =
        parts.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, ex)| *ex).collect();
    let rest = pool.all(rest);
    disjuncts(pool, parts[at]).into_iter().map(|one| pool.and(one, rest)).collect()
}

/// A statement that holds for the same values, once the variables that it says to be known are what it says; those are
/// named beside it.
pub fn assumed(pool: &mut TermArena, statement: TermId) -> (TermId, Model) {
    let mut statement = statement;
    let mut known = Model::default();
    for _ in 0..MAX_ROUNDS {
        let parts = conjuncts(pool, statement);
        // What each part says: an expression, what it is, and the number of the part.
        let mut said: Vec<(TermId, TermId, usize)> = Vec::new();
        let mut fixed: Vec<usize> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let yes = pool.boolean(true);
            let (what, is) = match *pool.node(*part) {
                Node::Not(inner) => (inner, pool.boolean(false)),
                Node::Equal(a, b) if pool.as_variable(a).is_some() && pool.value(b).is_some() => (a, b),
                Node::Equal(a, b) if pool.as_variable(b).is_some() && pool.value(a).is_some() => (b, a),
                _ => (*part, yes),
            };
            let first = said.iter().all(|(known, ..)| *known != what);
            if let (true, Some(var), Some(value)) = (first, pool.as_variable(what), pool.value(is)) {
                known.insert(var, value);
                fixed.push(number);
            }
            said.push((what, is, number));
            if what != *part {
                said.push((*part, yes, number));
            }
            // One order is the opposite of the other, the other way round.
            if let Node::Compare(op, a, b) = *pool.node(what) {
                let opposite = pool.compare(op.opposite(), b, a);
                let holds = pool.value(is) == Some(0);
                let holds = pool.boolean(holds);
                said.push((opposite, holds, number));
            }
        }
        let mut rest = Vec::with_capacity(parts.len());
        for (number, part) in parts.iter().enumerate().filter(|(number, _)| !fixed.contains(number)) {
            // A part is not put into itself.
            let others: FxHashMap<TermId, TermId> = said
                .iter()
                .rev()
                .filter(|(.., by)| *by != number)
                .map(|(what, is, _)| (*what, *is))
                .collect();
            rest.push(replaced(pool, *part, &others));
        }
        let next = pool.all(rest);
        if next == statement {
            break;
        }
        statement = next;
    }
    (statement, known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Binary, Sort};

    #[test]
    fn what_is_said_of_a_variable_is_used_in_the_rest() {
        let mut pool = TermArena::default();
        let (p, q) = (pool.variable("p", Sort::Bool), pool.variable("q", Sort::Bool));
        let either = pool.or(p, q);
        let not = pool.not(p);
        let both = pool.and(either, not);
        let (rest, known) = assumed(&mut pool, both);
        assert_eq!(pool.value(rest), Some(1));
        let values: Vec<(&str, u128)> = {
            let mut list: Vec<_> = known
                .iter()
                .map(|(var, value)| (pool.variables()[var.0 as usize].name.as_str(), *value))
                .collect();
            list.sort_unstable();
            list
        };
        assert_eq!(values, [("p", 0), ("q", 1)]);
    }

    #[test]
    fn two_values_for_one_variable_are_a_contradiction() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(8));
        let (one, two) = (pool.number(8, 1), pool.number(8, 2));
        let (a, b) = (pool.equal(x, one), pool.equal(x, two));
        let both = pool.and(a, b);
        let (rest, _) = assumed(&mut pool, both);
        assert_eq!(pool.value(rest), Some(0));
    }

    #[test]
    fn a_condition_that_is_given_decides_a_choice() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(8)));
        let same = pool.equal(x, y);
        let sum = pool.binary(Binary::Add, x, y);
        let chosen = pool.choice(same, sum, x);
        let differs = pool.differ(chosen, sum);
        let both = pool.and(same, differs);
        let (rest, _) = assumed(&mut pool, both);
        assert_eq!(pool.value(rest), Some(0));
    }
}
