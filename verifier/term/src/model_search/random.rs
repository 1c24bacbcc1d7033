//! Special and drawn values of the variables of a statement, the same in every run: most statements that can hold do so for
//! some of them, and no solver is needed. That none of them satisfies a statement means nothing.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::bits::mask;
use crate::eval::Evaluator;
use crate::eval::{Model, holds, width};
use crate::float::{FORMATS, Format};
use crate::node::{Node, Sort, TermId, Var};

/// The formats whose irregular numbers are tried of integers, too.
const COMMON: [Format; 4] = [FORMATS[0], FORMATS[1], FORMATS[2], FORMATS[3]];

/// Most evaluations of the nodes of a statement.
const STEPS: usize = 1 << 17;

/// Most values tried.
const ROUNDS: usize = 4096;

/// Fewest values tried, of however large a statement.
const FEW_ROUNDS: usize = 64;

/// A model of `statement` among drawn values.
pub fn drawn(pool: &TermArena, statement: TermId) -> Option<Model> {
    let cone = pool.cone(&[statement]);
    let variables = pool.variables_of(&[statement]);
    let special = specials(pool, &cone, &variables);
    let mut evaluator = Evaluator::new(pool, &[statement]);
    let mut values = vec![0; pool.variables().len()];
    let mut random = Random::new();
    for round in 0..(STEPS / cone.len().max(1)).clamp(FEW_ROUNDS, ROUNDS) {
        for (place, var) in variables.iter().enumerate() {
            let earlier = Earlier { variables: &variables[..place], values: &values };
            let value = random.value(round, width(pool, *var), &special[place], earlier);
            values[var.0 as usize] = value;
        }
        evaluator.run(&|var| values[var.0 as usize]);
        if evaluator.holds(statement) {
            let model: Model = variables.iter().map(|var| (*var, values[var.0 as usize])).collect();
            return Some(model).filter(|model| holds(pool, statement, model));
        }
    }
    None
}

/// Rows of values for all variables of a pool, special and drawn ones; those that are not in `cone` are zero.
pub fn samples(pool: &TermArena, cone: &[TermId], rows: usize) -> Vec<Vec<u128>> {
    let variables: Vec<Var> = cone.iter().filter_map(|ex| pool.as_variable(*ex)).collect();
    let special = specials(pool, cone, &variables);
    let mut random = Random::new();
    let row = |round: usize| {
        let mut values = vec![0; pool.variables().len()];
        for (place, var) in variables.iter().enumerate() {
            values[var.0 as usize] =
                random.value(round, width(pool, *var), &special[place], Earlier::default());
        }
        values
    };
    (0..rows).map(row).collect()
}

/// The special values of each variable; those of one sort have the same.
pub fn specials(pool: &TermArena, cone: &[TermId], variables: &[Var]) -> Vec<Rc<[u128]>> {
    let mut known: FxHashMap<Sort, Rc<[u128]>> = FxHashMap::default();
    let of = |var: &Var| {
        let sort = pool.variables()[var.0 as usize].sort;
        Rc::clone(known.entry(sort).or_insert_with(|| special(pool, cone, sort, width(pool, *var)).into()))
    };
    variables.iter().map(of).collect()
}

/// Values of a sort where operations are irregular, and the written numbers of its width with their neighbours.
fn special(pool: &TermArena, cone: &[TermId], sort: Sort, own: u32) -> Vec<u128> {
    if sort == Sort::Bool {
        return vec![0];
    }
    let least = 1u128 << (own - 1);
    let mut list =
        vec![0, 1, u128::MAX, 2, least, least - 1, least + 1, u128::from(own), u128::from(own) - 1];
    let itself = match sort {
        Sort::Float(format) if !COMMON.contains(&format) => Some(format),
        _ => None,
    };
    for format in COMMON.iter().copied().filter(|format| format.width() == own).chain(itself) {
        list.extend(format.notable().into_iter().flat_map(|bits| [bits, bits | least]));
    }
    // Half a unit above a number of so few digits, and a little: rounded twice it comes out otherwise than rounded once.
    for digits in COMMON.iter().map(|format| format.significand).filter(|digits| digits + 3 < own) {
        list.push((1 << (own - 2)) + (1 << (own - 2 - digits)) + 1);
    }
    for ex in cone {
        if let Node::Number { width, value } = pool.node(*ex)
            && *width == own
        {
            list.extend([*value, value.wrapping_add(1), value.wrapping_sub(1), value.wrapping_neg()]);
        }
    }
    let mut seen = FxHashSet::default();
    list.into_iter().map(|value| value & mask(own)).filter(|value| seen.insert(*value)).collect()
}

/// The values that were drawn for other variables of the same row.
#[derive(Clone, Copy, Default)]
struct Earlier<'v> {
    variables: &'v [Var],
    values: &'v [u128],
}

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    /// The same numbers each time.
    pub(crate) fn new() -> Random {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    /// A number below `count`, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A value of `width` bits; the first rounds give all variables the same special value.
    fn value(&mut self, round: usize, width: u32, special: &[u128], earlier: Earlier<'_>) -> u128 {
        let (kind, pick) = (self.next() % 16, self.next());
        let of = |list: &[u128]| list[pick as usize % list.len()];
        let value = match kind {
            _ if width == 1 => u128::from(round > 0 && kind < 3),
            _ if round < special.len() => special[round],
            0..6 => of(special),
            6..10 => u128::from(pick % 16),
            10..12 if !earlier.variables.is_empty() => {
                earlier.values[earlier.variables[pick as usize % earlier.variables.len()].0 as usize]
            }
            12..14 => u128::from(pick) >> (pick % u64::from(width.min(64))),
            _ => u128::from(self.next()) << 64 | u128::from(pick),
        };
        value & mask(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Binary, Compare};

    #[test]
    fn overflow_and_division_by_zero_are_found_at_any_width() {
        for width in [8, 31, 64, 128] {
            let mut pool = TermArena::default();
            let (x, y) = (pool.variable("x", Sort::Bits(width)), pool.variable("y", Sort::Bits(width)));
            let sum = pool.binary(Binary::Add, x, y);
            let zero = pool.number(width, 0);
            let (small, by_zero) = (pool.compare(Compare::SLt, zero, x), pool.equal(y, zero));
            let (wraps, positive) =
                (pool.compare(Compare::SLt, sum, zero), pool.compare(Compare::SLt, zero, y));
            let overflow = pool.all([small, positive, wraps]);
            let divides = pool.and(small, by_zero);
            for statement in [overflow, divides] {
                let model = drawn(&pool, statement).expect("a model");
                assert!(holds(&pool, statement, &model), "{width}");
            }
        }
    }

    #[test]
    fn what_never_holds_is_not_found() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(32));
        let twice = pool.binary(Binary::Add, x, x);
        let one = pool.number(32, 1);
        let low = pool.binary(Binary::And, twice, one);
        let odd = pool.equal(low, one);
        assert_eq!(drawn(&pool, odd), None);
    }

    #[test]
    fn numbers_that_a_statement_names_are_tried() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(64));
        let number = pool.number(64, 0xDEAD_BEEF_1234_5678);
        let below = pool.compare(Compare::ULt, x, number);
        let one = pool.number(64, 1);
        let next = pool.binary(Binary::Add, x, one);
        let above = pool.compare(Compare::ULe, number, next);
        let both = pool.and(below, above);
        assert_eq!(drawn(&pool, both).map(|model| model.len()), Some(1));
    }
}
