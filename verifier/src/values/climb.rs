//! A search for values for which a statement holds, where drawn ones do not do: from the values that make most of its parts hold, by small
//! changes, as fuzzers and search-based tests do. That nothing is found means nothing. Knows no operation and no solver.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::decide::{Model, holds, width};
use super::draw::{Random, samples, specials};
use super::eval::{Evaluator, mask, signed};
use super::expr::{Compare, Ex, Node, Pool, Sort, Var, parts};
use super::simplify::literals;

/// Drawn rows from which the search starts.
const FIRST: usize = 512;

/// The best rows that are kept for each statement.
const KEPT: usize = 12;

/// How far a truth value is that is not what it shall be, where nothing more is known of it.
const FLAT: u32 = 64;

/// How often a part of a conjunction counts; a pair of inner expressions that do not differ counts [`EQUAL`].
const PART: u32 = 2;

/// How far a pair is that shall differ and does not.
const EQUAL: u32 = 24;

/// How far a pair is of which a single bit differs.
const ALIKE: u32 = 8;

/// Most pairs of inner expressions that are looked at.
const PAIRS: usize = 256;

/// A statement as parts that shall all hold.
struct Goal {
    statement: Ex,
    /// Places of parts, and what they shall come to.
    parts: Vec<(usize, bool)>,
    /// Corresponding parts of expressions that shall differ, with their width: the more of them differ, the nearer to the goal.
    pairs: Vec<(usize, usize, u32)>,
    /// The best rows so far, each with how far it is from the goal.
    best: Vec<(u32, Vec<u128>)>,
}

/// Values for which one of these statements holds, looked for with at most `steps` steps: evaluated expressions, and parts, pairs
/// and values that each row is compared by.
pub fn climbed(pool: &Pool, statements: &[Ex], steps: usize) -> Option<Model> {
    let open = statements.iter().filter(|statement| pool.value(**statement).is_none());
    let shapes: Vec<Shape> = open.map(|statement| shape(pool, *statement)).collect();
    let roots: Vec<Ex> = shapes.iter().flat_map(Shape::roots).collect();
    let cone = pool.cone(&roots);
    let mut evaluator = Evaluator::new(pool, &roots);
    let mut goals: Vec<Goal> = shapes.iter().map(|shape| shape.goal(pool, &evaluator)).collect();
    let mut grades = Grades::new(pool, &cone, &evaluator);
    let variables: Vec<Var> = cone.iter().filter_map(|ex| pool.as_variable(*ex)).collect();
    let specials = specials(pool, &cone, &variables);
    if goals.is_empty() || variables.is_empty() {
        return None;
    }
    let compared: usize =
        goals.iter().map(|goal| goal.parts.len() + goal.pairs.len() + variables.len()).sum();
    let runs = steps / (evaluator.steps() + grades.steps.len() + compared).max(1);
    let mut first = samples(pool, &cone, FIRST.min(runs)).into_iter();
    let mut random = Random::new();
    for run in 0..runs {
        let row = match first.next() {
            Some(row) => row,
            None => {
                let best = &goals[run % goals.len()].best;
                let from = &best[random.below(best.len())].1;
                changed(pool, from, &variables, &specials, &mut random)
            }
        };
        evaluator.run(&|var| row[var.0 as usize]);
        grades.run(evaluator.values());
        for goal in &mut goals {
            if goal.take(evaluator.values(), &grades, &row) {
                let model: Model = variables.iter().map(|var| (*var, row[var.0 as usize])).collect();
                return Some(model).filter(|model| holds(pool, goal.statement, model));
            }
        }
    }
    None
}

impl Goal {
    /// Keeps a row where it is among the best; tells if it makes everything hold.
    fn take(&mut self, values: &[u128], grades: &Grades, row: &[u128]) -> bool {
        let missed = self.parts.iter().filter(|(at, wanted)| (values[*at] == 1) != *wanted);
        let missed: u32 = missed.fold(0, |sum, (at, wanted)| sum.saturating_add(grades.of(*at, *wanted)));
        if missed == 0 {
            return true;
        }
        let equal: u32 =
            self.pairs.iter().map(|(a, b, width)| likeness(values[*a] ^ values[*b], *width)).sum();
        let far = missed.saturating_mul(PART).saturating_add(equal);
        // What is as good takes the place of an older row: a plateau is walked on.
        match self.best.iter().position(|(other, _)| *other >= far) {
            None if self.best.len() >= KEPT => {}
            at => {
                if !self.best.iter().any(|(_, known)| known == row) {
                    self.best.insert(at.unwrap_or(self.best.len()), (far, row.to_vec()));
                    self.best.truncate(KEPT);
                }
            }
        }
        false
    }
}

/// How far two numbers are from differing in all of their bits.
fn likeness(apart: u128, width: u32) -> u32 {
    match apart {
        0 => EQUAL,
        _ => (width - apart.count_ones().min(width)) * ALIKE / width,
    }
}

/// For each truth value of a cone how far it is from being true, and from being false.
struct Grades {
    steps: Vec<(usize, Grade)>,
    far: Vec<[u32; 2]>,
}

/// Parts of a truth value, by their places.
#[derive(Clone, Copy)]
enum Grade {
    /// It is, or it is not.
    Flat,
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Same(usize, usize),
    Choice(usize, usize, usize),
    Equal(usize, usize, u32),
    Compare(Compare, usize, usize, u32),
}

impl Grades {
    fn new(pool: &Pool, cone: &[Ex], evaluator: &Evaluator<'_>) -> Grades {
        let truths = cone.iter().filter(|ex| pool.sort(**ex) == Sort::Bool);
        let at = |ex: Ex| evaluator.place(ex);
        let grade = |ex: &Ex| {
            let grade = match *pool.node(*ex) {
                Node::Not(a) => Grade::Not(at(a)),
                Node::And(a, b) => Grade::And(at(a), at(b)),
                Node::Or(a, b) => Grade::Or(at(a), at(b)),
                Node::Choice(c, a, b) => Grade::Choice(at(c), at(a), at(b)),
                Node::Equal(a, b) => match pool.sort(a) {
                    Sort::Bool => Grade::Same(at(a), at(b)),
                    Sort::Bits(width) => Grade::Equal(at(a), at(b), width),
                    Sort::Float(_) => Grade::Flat,
                },
                Node::Compare(op, a, b) => Grade::Compare(op, at(a), at(b), pool.width(a)),
                _ => Grade::Flat,
            };
            (at(*ex), grade)
        };
        Grades { steps: truths.map(grade).collect(), far: vec![[0; 2]; cone.len()] }
    }

    fn of(&self, at: usize, wanted: bool) -> u32 {
        self.far[at][usize::from(wanted)]
    }

    fn run(&mut self, values: &[u128]) {
        for (place, grade) in &self.steps {
            let of = |at: &usize| self.far[*at];
            let flat = if values[*place] == 1 { [FLAT, 0] } else { [0, FLAT] };
            let sum = u32::saturating_add;
            self.far[*place] = match grade {
                Grade::Flat => flat,
                Grade::Not(a) => [of(a)[1], of(a)[0]],
                Grade::And(a, b) => [of(a)[0].min(of(b)[0]), sum(of(a)[1], of(b)[1])],
                Grade::Or(a, b) => [sum(of(a)[0], of(b)[0]), of(a)[1].min(of(b)[1])],
                Grade::Same(a, b) => {
                    let (a, b) = (of(a), of(b));
                    [sum(a[0], b[1]).min(sum(a[1], b[0])), sum(a[0], b[0]).min(sum(a[1], b[1]))]
                }
                Grade::Choice(c, a, b) => {
                    let (c, a, b) = (of(c), of(a), of(b));
                    [0, 1].map(|to| sum(c[1], a[to]).min(sum(c[0], b[to])))
                }
                Grade::Equal(a, b, width) => match values[*place] {
                    1 => flat,
                    _ => [0, distance(values[*a].abs_diff(values[*b]), *width)],
                },
                Grade::Compare(op, a, b, width) => {
                    let (a, b) = (values[*a], values[*b]);
                    let apart = match op {
                        Compare::ULt | Compare::ULe => a.abs_diff(b),
                        Compare::SLt | Compare::SLe => signed(a, *width).abs_diff(signed(b, *width)),
                    };
                    match values[*place] {
                        1 => [distance(apart, *width), 0],
                        _ => [0, distance(apart, *width)],
                    }
                }
            };
        }
    }
}

/// How far two numbers are from each other, by the digits of their difference.
fn distance(apart: u128, width: u32) -> u32 {
    1 + (128 - apart.leading_zeros()) * (FLAT - 1) / width
}

/// A statement as its parts and pairs.
struct Shape {
    statement: Ex,
    parts: Vec<(Ex, bool)>,
    pairs: Vec<(Ex, Ex)>,
}

impl Shape {
    fn roots(&self) -> impl Iterator<Item = Ex> {
        self.parts.iter().map(|(ex, _)| *ex).chain(self.pairs.iter().flat_map(|(a, b)| [*a, *b]))
    }

    fn goal(&self, pool: &Pool, evaluator: &Evaluator<'_>) -> Goal {
        let parts = self.parts.iter().map(|(ex, wanted)| (evaluator.place(*ex), *wanted)).collect();
        let pair = |(a, b): &(Ex, Ex)| (evaluator.place(*a), evaluator.place(*b), pool.width(*a));
        Goal {
            statement: self.statement,
            parts,
            pairs: self.pairs.iter().map(pair).collect(),
            best: Vec::new(),
        }
    }
}

fn shape(pool: &Pool, statement: Ex) -> Shape {
    let parts = literals(pool, statement);
    let differ = parts.iter().filter_map(|(ex, wanted)| match *pool.node(*ex) {
        Node::Equal(a, b) if !wanted => Some((a, b)),
        _ => None,
    });
    let pairs = differ.flat_map(|(a, b)| corresponding(pool, a, b)).take(PAIRS).collect();
    Shape { statement, parts, pairs }
}

/// The places where two expressions of the same shape have other parts, from the outside to the inside.
fn corresponding(pool: &Pool, a: Ex, b: Ex) -> Vec<(Ex, Ex)> {
    let mut out = Vec::new();
    let mut seen: FxHashMap<(Ex, Ex), ()> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([(a, b)]);
    while let Some((a, b)) = queue.pop_front() {
        if a == b || pool.sort(a) != pool.sort(b) || seen.insert((a, b), ()).is_some() {
            continue;
        }
        out.push((a, b));
        if out.len() >= PAIRS {
            break;
        }
        let same = std::mem::discriminant(pool.node(a)) == std::mem::discriminant(pool.node(b));
        if same {
            queue.extend(parts(pool.node(a)).zip(parts(pool.node(b))));
        }
    }
    out
}

/// A row with one to three values changed.
fn changed(
    pool: &Pool,
    row: &[u128],
    variables: &[Var],
    specials: &[Rc<[u128]>],
    random: &mut Random,
) -> Vec<u128> {
    let mut row = row.to_vec();
    for _ in 0..=random.below(3) {
        let place = random.below(variables.len());
        let var = variables[place];
        let (own, pick) = (width(pool, var), random.next());
        let old = row[var.0 as usize];
        let new = match random.below(10) {
            _ if own == 1 => u128::from(pick % 8 == 0),
            0..3 => old ^ 1 << (pick % u64::from(own)),
            3 => old.wrapping_add(u128::from(pick % 16) + 1),
            4 => old.wrapping_sub(u128::from(pick % 16) + 1),
            5 => specials[place][pick as usize % specials[place].len()],
            6 => row[variables[random.below(variables.len())].0 as usize],
            7 => old.wrapping_neg(),
            8 => u128::from(pick) >> (pick % u64::from(own.min(64))),
            _ => u128::from(random.next()) << 64 | u128::from(pick),
        };
        row[var.0 as usize] = new & mask(own);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::draw::drawn;
    use crate::values::expr::Binary;

    #[test]
    fn conditions_that_drawn_values_miss_are_met_one_by_one() {
        let mut pool = Pool::default();
        let x = pool.variable("x", Sort::Bits(64));
        // Sixteen groups of four bits, each of which shall be a number of its own.
        let parts: Vec<Ex> = (0..16)
            .map(|at| {
                let group = pool.extract(x, 4 * at, 4);
                let number = pool.number(4, u128::from(at * 7 % 16));
                pool.equal(group, number)
            })
            .collect();
        let all = pool.all(parts);
        assert_eq!(drawn(&pool, all), None);
        let model = climbed(&pool, &[all], 1 << 24).expect("a model");
        assert!(holds(&pool, all, &model));
    }

    #[test]
    fn a_difference_inside_is_led_to_the_outside() {
        let mut pool = Pool::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let limit = pool.number(32, 0x0012_3456);
        let bound = pool.number(32, 0x0012_3460);
        let side = |pool: &mut Pool, op| {
            let inner = pool.binary(op, x, y);
            let above = pool.compare(Compare::ULt, limit, inner);
            let below = pool.compare(Compare::ULt, inner, bound);
            let both = pool.and(above, below);
            let zero = pool.number(32, 0);
            pool.choice(both, inner, zero)
        };
        let (sum, either) = (side(&mut pool, Binary::Add), side(&mut pool, Binary::Xor));
        let differ = pool.differ(sum, either);
        let model = climbed(&pool, &[differ], 1 << 24).expect("a model");
        assert!(holds(&pool, differ, &model));
    }

    #[test]
    fn nothing_is_found_for_what_never_holds() {
        let mut pool = Pool::default();
        let x = pool.variable("x", Sort::Bits(32));
        let one = pool.number(32, 1);
        let twice = pool.binary(Binary::Add, x, x);
        let low = pool.binary(Binary::And, twice, one);
        let odd = pool.equal(low, one);
        assert_eq!(climbed(&pool, &[odd], 1 << 18), None);
    }
}
