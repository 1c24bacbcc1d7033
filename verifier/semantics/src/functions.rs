//! Functions of real numbers, whose accuracy MLIR leaves open, and remainders, as uninterpreted functions: equal operands, equal
//! results. For programs only, where a difference is replayed before it is reported; a counterexample to a pattern would
//! choose the result.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::attribute::Application;
use crate::float::{format, numbers, pair, promised};
use crate::{ElementCtx, ElementResult, OpSemantics, Roles, Unsupported};
use assay_term::arena::TermArena;
use assay_term::node::{Sort, TermId};

/// Applications of one function, beyond which nothing is said: each is compared with each.
const MOST: usize = 96;

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("arith.remf", of_two),
    OpSemantics::each("llvm.frem", of_two),
    OpSemantics::each("math.acos", of_one),
    OpSemantics::each("math.acosh", of_one),
    OpSemantics::each("math.asin", of_one),
    OpSemantics::each("math.asinh", of_one),
    OpSemantics::each("math.atan", of_one),
    OpSemantics::each("math.atan2", of_two),
    OpSemantics::each("math.atanh", of_one),
    OpSemantics::each("math.cbrt", of_one),
    OpSemantics::each("math.cos", of_one),
    OpSemantics::each("math.cosh", of_one),
    OpSemantics::each("math.erf", of_one),
    OpSemantics::each("math.erfc", of_one),
    OpSemantics::each("math.exp", of_one),
    OpSemantics::each("math.exp2", of_one),
    OpSemantics::each("math.expm1", of_one),
    OpSemantics::each("math.log", of_one),
    OpSemantics::each("math.log10", of_one),
    OpSemantics::each("math.log1p", of_one),
    OpSemantics::each("math.log2", of_one),
    OpSemantics::each("math.powf", of_two),
    OpSemantics::each("math.rsqrt", of_one),
    OpSemantics::each("math.sin", of_one),
    OpSemantics::each("math.sincos", sine_and_cosine),
    OpSemantics::each("math.sinh", of_one),
    OpSemantics::each("math.tan", of_one),
    OpSemantics::each("math.tanh", of_one),
    OpSemantics::spread("tosa.cos", of_one),
    OpSemantics::spread("tosa.erf", of_one),
    OpSemantics::spread("tosa.exp", of_one),
    OpSemantics::spread("tosa.log", of_one),
    OpSemantics::spread("tosa.rsqrt", of_one),
    OpSemantics::spread("tosa.sin", of_one),
    OpSemantics::spread("tosa.tanh", of_one),
];

/// The meaning of a function of real numbers.
pub(crate) fn meaning(name: &str) -> Option<&'static OpSemantics> {
    static TABLE: OnceLock<FxHashMap<&'static str, &'static OpSemantics>> = OnceLock::new();
    TABLE.get_or_init(|| OPS.iter().map(|op| (op.name, op)).collect()).get(name).copied()
}

impl Roles {
    /// The result of a function; `None` where it is applied too often.
    fn apply(&mut self, pool: &mut TermArena, function: &str, operands: &[TermId]) -> Option<TermId> {
        let sorts =
            |pool: &TermArena, list: &[TermId]| list.iter().map(|ex| pool.sort(*ex)).collect::<Vec<Sort>>();
        let given = sorts(pool, operands);
        let made = self.functions.as_mut()?;
        let like = |one: &&Application| *one.function == *function && sorts(pool, &one.operands) == given;
        let others: Vec<&Application> = made.iter().filter(like).collect();
        if let Some(same) = others.iter().find(|one| one.operands == operands) {
            return Some(same.result);
        }
        if others.len() >= MOST {
            return None;
        }
        let result = pool.variable(format!("{function}{}", made.len()), *given.first()?);
        for other in others {
            let same = other.operands.iter().zip(operands).map(|(a, b)| pool.equal(*a, *b));
            let same: Vec<TermId> = same.collect();
            let same = pool.all(same);
            let (apart, alike) = (pool.not(same), pool.equal(other.result, result));
            self.facts.push(pool.or(apart, alike));
        }
        made.push(Application { function: function.into(), operands: operands.to_vec(), result });
        Some(result)
    }
}

/// The result of a function on numbers of one format with NaN.
fn applied(
    element: &mut ElementCtx<'_, '_>,
    function: &str,
    operands: &[TermId],
) -> Result<TermId, Unsupported> {
    if !format(element)?.has_nan() {
        return Err(Unsupported::Type);
    }
    element.roles.apply(element.pool, function, operands).ok_or(Unsupported::Operation)
}

/// The function that an operation applies: those of several dialects are one.
fn function_of(name: &str) -> &str {
    match name.split_once('.') {
        Some(("llvm", "frem")) => "remf",
        Some((_, short)) => short,
        None => name,
    }
}

fn of_one(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    let bits = applied(element, function_of(element.subject.name), &[a.bits])?;
    promised(element, &[a], bits)
}

fn of_two(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, b] = pair(element)?;
    let bits = applied(element, function_of(element.subject.name), &[a.bits, b.bits])?;
    promised(element, &[a, b], bits)
}

fn sine_and_cosine(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    let mut results = Vec::new();
    for function in ["sin", "cos"] {
        let bits = applied(element, function, &[a.bits])?;
        results.extend(promised(element, &[a], bits)?);
    }
    Ok(results)
}
