//! Functions that differ on some input whatever operations without a meaning come to. Such an operation is a call of a function
//! without a body, of which one behaviour was drawn where the difference was found; another behaviour might show none.
//!
//! Theorem: on the input that is found, no functions that return, have no undefined behaviour, free nothing and make poison of poison alone let
//! the second function refine the first one. The input is looked for by turns: functions that hide the difference on one input have to
//! show one on the next.

use std::collections::BTreeSet;

use assay_backend::engine::entry_block;
use assay_backend::value::Value;
use assay_ir::data::TypeId;
use assay_term::arena::TermArena;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::float::From as FloatFrom;
use assay_term::node::{Sort, TermId, Var};
use assay_term::simplify::assume::replaced;
use rustc_hash::FxHashMap;

use super::extents;
use super::pair::Pair;
use super::prove::{ComparedParts, FunctionPairEncoding, Loops, Proof, Prover, UNITS};
use super::settings::Settings;

/// Inputs that are asked about, each of which keeps functions that agreed on the ones before from agreeing again.
const ROUNDS: usize = 12;

/// An input on which both functions differ whatever functions without a body do that return, have no undefined behaviour, free nothing
/// and make poison of poison alone, and whatever the arguments of the numbers in `free` are. That the calls themselves differ does not count. The
/// search starts from an input.
pub(super) fn differs_for_all_functions(
    pair: &Pair<'_>,
    settings: &Settings,
    prover: &Prover<'_>,
    (arguments, free): (&[Value], &BTreeSet<usize>),
) -> Option<Vec<Value>> {
    let ctx = pair.source.ctx();
    let entry = entry_block(pair.source, pair.function)?;
    let types: Vec<TypeId> =
        pair.source.block(entry).arguments.iter().map(|value| pair.source.value_type(*value)).collect();
    let fits = |(ty, value): (&TypeId, &Value)| match (value, extents::shape(ctx, *ty)) {
        (Value::Shaped(shaped), shape) => shape.is_empty() || shape.iter().flatten().eq(shaped.shape()),
        _ => true,
    };
    let mut choices = extents::choices(ctx, &types)?.types.into_iter();
    let types = choices.find(|types| types.iter().zip(arguments).all(fits))?;
    let proof = Proof { pair, settings, prover, types };
    let mut sides = proof.sides(prover.drawn, Loops::Followed).ok()?;
    let (statements, cut) = sides.statements(ComparedParts::Values);
    let nan_bits = sides.nan_bits();
    let facts = [sides.encoder.facts(), sides.encoder.usual_events()];
    let pool = &mut sides.encoder.pool;
    let (facts, differs, vague) = (pool.all(facts), pool.any(statements), pool.or(cut, nan_bits));
    let same = pool.not(differs);
    let open = pool.or(same, vague);
    let agree = pool.and(facts, open);
    let solvers = Some(prover.solvers);
    let decider = Decider { solvers, shortcuts: true, units: Some(UNITS), budget: None };
    let (mut row, mut wanted) = (arguments.to_vec(), Vec::new());
    for _ in 0..ROUNDS {
        let inputs = fixed(&mut sides, &row, free);
        let pool = &mut sides.encoder.pool;
        let [facts, agreeing] = [facts, agree].map(|statement| replaced(pool, statement, &inputs));
        if !matches!(decider.decide(pool, &[facts]), Decision::Holds(_)) {
            return None;
        }
        let functions = match decider.decide(pool, &[agreeing]) {
            Decision::Never => return Some(row),
            Decision::Holds(functions) => functions,
            Decision::Unknown(_) => return None,
        };
        // With these functions the next input has to show a difference.
        let others = (0..pool.variables().len() as u32).map(Var);
        let others = others.filter(|variable| !inputs.contains_key(&pool.of_variable(*variable)));
        let others: Vec<Var> = others.collect();
        let known = |variable| (variable, functions.get(&variable).copied().unwrap_or(0));
        let functions: FxHashMap<TermId, TermId> =
            others.into_iter().map(|variable| constant(pool, known(variable))).collect();
        let agreeing = replaced(pool, agree, &functions);
        wanted.push(pool.not(agreeing));
        let Decision::Holds(model) = decider.decide(pool, &wanted) else { return None };
        row = proof.row(&sides, &model)?;
    }
    None
}

/// A variable, and the constant with its value.
fn constant(pool: &mut TermArena, (variable, value): (Var, u128)) -> (TermId, TermId) {
    let term = pool.of_variable(variable);
    let constant = match pool.sort(term) {
        Sort::Bool => pool.boolean(value == 1),
        Sort::Bits(width) => pool.number(width, value),
        Sort::Float(format) => {
            let bits = pool.number(format.width(), value);
            pool.float_from(FloatFrom::Bits, bits, format)
        }
    };
    (term, constant)
}

/// The arguments, and globals at the start, with the numbers of an input that they have.
fn fixed(
    sides: &mut FunctionPairEncoding,
    row: &[Value],
    free: &BTreeSet<usize>,
) -> FxHashMap<TermId, TermId> {
    let mut model = sides.model(row);
    for number in free.iter().flat_map(|at| &sides.arguments[*at].value().elements) {
        let variables = [number.bits, number.poison].map(|term| sides.encoder.pool.as_variable(term));
        variables.into_iter().flatten().for_each(|variable| {
            model.remove(&variable);
        });
    }
    let pool = &mut sides.encoder.pool;
    model.into_iter().map(|known| constant(pool, known)).collect()
}
