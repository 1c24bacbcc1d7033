//! The exact question about two accesses, in linear arithmetic over integers: are there two turns inside of the bounds that access one element, and whose
//! order the step reverses? A solver answers it; its model is the two turns.

use std::fmt::Write as _;

use assay_smt::{Answer, Query, SolverPool};

use super::affine::{Form, Space, Unknown};
use super::reorder::Reorder;

/// The turns of two accesses that meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) first: Vec<i128>,
    pub(super) second: Vec<i128>,
}

/// The answer of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// There are no such turns.
    Never,
    /// These are.
    Meets(Meeting),
    /// It does not know, for this reason.
    Unknown(String),
}

/// Two accesses of one memory.
pub(super) struct Pair<'q> {
    /// The subscripts of the first one at its turn, and of the second one at another.
    pub(super) subscripts: &'q [(Form, Form)],
    /// Elements side by side that each accesses.
    pub(super) elements: (i128, i128),
    /// Their places in the text.
    pub(super) places: (usize, usize),
}

/// Asks for two turns that meet, in an order that is reversed; any two where no order is asked about.
pub(super) fn ask(
    space: &Space<'_>,
    pair: &Pair<'_>,
    keys: &[usize],
    reorder: Option<&Reorder<'_>>,
    pool: &SolverPool,
) -> Found {
    let mut query = Query::new();
    let conditions: Vec<String> =
        space.conditions.iter().map(|form| format!("(>= {} 0)", term(form))).collect();
    let meet = meet(pair);
    let turn = |key: usize, side: usize| {
        let known = space.program;
        let one = &space.loops[key];
        let side = if key < space.shared { 0 } else { side };
        match crate::counted::constant(known, one.step).is_some_and(|step| step > 0) {
            true => name(&Unknown::Turn(key, side)),
            false => name(&Unknown::Variable(key, side)),
        }
    };
    let (first, second): (Vec<String>, Vec<String>) = match reorder {
        // The turns are those of two loops.
        Some(Reorder::Fuse) => (vec![turn(keys[0], 0)], vec![turn(keys[1], 1)]),
        _ => keys.iter().map(|key| (turn(*key, 0), turn(*key, 1))).unzip(),
    };
    let order = reorder.map(|reorder| reversed(reorder, &first, &second, pair.places));
    let all: Vec<&String> = conditions.iter().chain(&meet).chain(&order).collect();
    let mut names: Vec<String> = space
        .conditions
        .iter()
        .chain(pair.subscripts.iter().flat_map(|(a, b)| [a, b]))
        .flat_map(|form| form.terms.keys().map(name))
        .chain(first.iter().chain(&second).cloned())
        .collect();
    names.sort();
    names.dedup();
    names.iter().for_each(|name| query.declare_const(name, "Int"));
    all.into_iter().for_each(|condition| query.assert(condition));
    let observed: Vec<&String> = first.iter().chain(&second).collect();
    observed.iter().for_each(|name| query.observe(name));
    match pool.check(&query) {
        Answer::Unsat => Found::Never,
        Answer::Unknown(why) => Found::Unknown(why.to_string()),
        Answer::Sat(model) => {
            let values: Option<Vec<i128>> = model.iter().map(|(_, value)| value.integer()).collect();
            match values.filter(|values| values.len() == first.len() * 2) {
                Some(mut values) => {
                    let second = values.split_off(first.len());
                    Found::Meets(Meeting { first: values, second })
                }
                None => Found::Unknown("the solver gave no turns".to_owned()),
            }
        }
    }
}

/// The accesses touch one element.
fn meet(pair: &Pair<'_>) -> Vec<String> {
    let mut out = Vec::new();
    for (index, (a, b)) in pair.subscripts.iter().enumerate() {
        let (a, b) = (term(a), term(b));
        let (of_a, of_b) = pair.elements;
        if index + 1 < pair.subscripts.len() || of_a == 1 && of_b == 1 {
            out.push(format!("(= {a} {b})"));
        } else {
            out.push(format!("(<= {a} (+ {b} {}))", of_b - 1));
            out.push(format!("(<= {b} (+ {a} {}))", of_a - 1));
        }
    }
    out
}

/// The first turn comes before the second one, and behind it after the step.
fn reversed(reorder: &Reorder<'_>, first: &[String], second: &[String], places: (usize, usize)) -> String {
    let before = less(first, second);
    match reorder {
        Reorder::Reverse => before,
        Reorder::Fuse => less(second, first),
        Reorder::Permute(order) => {
            let pick = |turns: &[String]| order.iter().map(|at| turns[*at].clone()).collect::<Vec<_>>();
            format!("(and {before} {})", less(&pick(second), &pick(first)))
        }
        Reorder::Tile(sizes) => {
            let tiles = |turns: &[String]| {
                let sized = turns.iter().zip(sizes.iter()).filter(|(_, size)| **size != 0);
                sized.map(|(turn, size)| format!("(div {turn} {size})")).collect::<Vec<_>>()
            };
            format!("(and {before} {})", less(&tiles(second), &tiles(first)))
        }
        Reorder::Vectorize(width) => {
            let (x, y) = (&first[0], &second[0]);
            let later = places.1 < places.0;
            format!("(and {before} {later} (= (div {x} {width}) (div {y} {width})))")
        }
    }
}

/// One list of numbers comes before another one.
fn less(a: &[String], b: &[String]) -> String {
    let mut out = "false".to_owned();
    for (x, y) in a.iter().zip(b).rev() {
        out = format!("(or (< {x} {y}) (and (= {x} {y}) {out}))");
    }
    out
}

fn name(unknown: &Unknown) -> String {
    match unknown {
        Unknown::Outside(value) => format!("outside.{}", value.index()),
        Unknown::Turn(number, side) => format!("turn.{number}.{side}"),
        Unknown::Variable(number, side) => format!("variable.{number}.{side}"),
        Unknown::Wraps(number) => format!("wraps.{number}"),
    }
}

fn number(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn term(form: &Form) -> String {
    if form.terms.is_empty() {
        return number(form.constant);
    }
    let mut out = format!("(+ {}", number(form.constant));
    for (unknown, coefficient) in &form.terms {
        // Writing to a string cannot fail.
        let _ = write!(out, " (* {} {})", number(*coefficient), name(unknown));
    }
    out.push(')');
    out
}
