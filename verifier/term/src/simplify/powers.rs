//! Variables that a statement says to be powers of two, named by their exponents: with them, products and quotients are shifts.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::bits::mask;
use crate::eval::{Model, width};
use crate::node::{Binary, Compare, Node, Sort, TermId, Var, apply};
use crate::simplify::assume::{conjuncts, replaced};

/// Variables that are powers of two, each with the variable that is its exponent.
#[derive(Default)]
pub struct Exponents(Vec<(Var, Var)>);

impl Exponents {
    /// The model with each power in the place of its exponent.
    pub fn powers(&self, pool: &TermArena, mut model: Model) -> Model {
        for (power, exponent) in &self.0 {
            let exponent = model.remove(exponent).unwrap_or(0);
            let width = width(pool, *power);
            model.insert(*power, apply(Binary::Shl, width, 1, exponent));
        }
        model
    }
}

/// A statement that holds for the same values of all other variables, with `1 << n` in the place of each variable of which it says
/// that it has no bit in common with its predecessor: `n` is below the width where the statement says that it is not zero, and at
/// most the width elsewhere.
pub fn by_exponents(pool: &mut TermArena, statement: TermId) -> (TermId, Exponents) {
    let parts = conjuncts(pool, statement);
    let mut named = Exponents::default();
    let mut powers: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut implied: FxHashSet<TermId> = FxHashSet::default();
    let mut limits = Vec::new();
    for part in &parts {
        let Some(power) = without_second_bit(pool, *part) else { continue };
        let width = pool.width(power);
        let zero = pool.zero(width);
        let some = pool.differ(power, zero);
        let Some(variable) = pool.as_variable(power) else { continue };
        if powers.contains_key(&power) {
            continue;
        }
        let name = format!("{}.exponent", pool.variables()[variable.0 as usize].name);
        let exponent = pool.variable(name, Sort::Bits(width));
        let (one, limit) = (pool.number(width, 1), pool.limit(width));
        powers.insert(power, pool.binary(Binary::Shl, one, exponent));
        let order = if parts.contains(&some) { Compare::ULt } else { Compare::ULe };
        limits.push(pool.compare(order, exponent, limit));
        implied.extend([*part, some]);
        named.0.extend(pool.as_variable(exponent).map(|exponent| (variable, exponent)));
    }
    if powers.is_empty() {
        return (statement, named);
    }
    let rest = pool.all(parts.into_iter().filter(|part| !implied.contains(part)));
    let rest = replaced(pool, rest, &powers);
    limits.push(rest);
    (pool.all(limits), named)
}

/// The number `x` of `(x and (x - 1)) == 0`.
fn without_second_bit(pool: &TermArena, part: TermId) -> Option<TermId> {
    let Node::Equal(a, b) = *pool.node(part) else { return None };
    let bits = match (pool.value(a), pool.value(b)) {
        (_, Some(0)) => a,
        (Some(0), _) => b,
        _ => return None,
    };
    let Node::Binary(Binary::And, a, b) = *pool.node(bits) else { return None };
    let is_predecessor = |of: TermId, term: TermId| match *pool.node(term) {
        Node::Binary(Binary::Add, x, y) => {
            let ones = Some(mask(pool.width(term)));
            x == of && pool.value(y) == ones || y == of && pool.value(x) == ones
        }
        _ => false,
    };
    [(a, b), (b, a)].into_iter().find(|(of, term)| is_predecessor(*of, *term)).map(|(of, _)| of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::holds;

    /// That a number is a power of two.
    fn is_power(pool: &mut TermArena, x: TermId) -> TermId {
        let width = pool.width(x);
        let (zero, ones) = (pool.zero(width), pool.ones(width));
        let less = pool.binary(Binary::Add, x, ones);
        let common = pool.binary(Binary::And, x, less);
        let (single, some) = (pool.equal(common, zero), pool.differ(x, zero));
        pool.and(single, some)
    }

    #[test]
    fn each_power_has_one_exponent() {
        for (width, with_zero) in [2, 3, 4].into_iter().flat_map(|width| [(width, false), (width, true)]) {
            let mut pool = TermArena::default();
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(width)));
            let (power, small) = (is_power(&mut pool, x), pool.compare(Compare::ULt, x, y));
            let power = if with_zero { conjuncts(&pool, power)[0] } else { power };
            let statement = pool.and(power, small);
            let (renamed, exponents) = by_exponents(&mut pool, statement);
            let [x, y, exponent] = [0, 1, 2].map(Var);
            assert!(!pool.variables_of(&[renamed]).contains(&x));
            let pairs = |pool: &TermArena, statement, first: Var| {
                let all = (0..1 << width).flat_map(|a| (0..1 << width).map(move |b| (a, b)));
                let models = all.map(|(a, b)| Model::from_iter([(first, a), (y, b)]));
                models.filter(|model| holds(pool, statement, model)).collect::<Vec<_>>()
            };
            let by_power = pairs(&pool, statement, x);
            let by_exponent = pairs(&pool, renamed, exponent).into_iter();
            let by_exponent: Vec<Model> = by_exponent.map(|model| exponents.powers(&pool, model)).collect();
            assert_eq!(by_power.len(), by_exponent.len());
            assert!(by_power.iter().all(|model| by_exponent.contains(model)));
            assert_eq!(by_power.iter().any(|model| model[&x] == 0), with_zero);
        }
    }
}
