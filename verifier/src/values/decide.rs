//! Does a statement about expressions ever hold? Small questions are answered by trying everything, others by a solver, and
//! a model is believed only after it was evaluated. Knows no operation and no pattern.

use rustc_hash::FxHashMap;

use super::eval::Evaluator;
use super::expr::{Ex, Pool, Sort, Var};
use super::print;
use crate::smt::{Answer, SolverPool, Storage};
use crate::verdict::Unknown;

/// Values of variables; what is not named is zero.
pub type Model = FxHashMap<Var, u128>;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It never holds.
    Never,
    /// It holds for these values.
    Holds(Model),
    /// Not decided.
    Unknown(Unknown),
}

/// Questions about variables of at most this many bits are answered by trying everything.
const EXHAUSTIVE_BITS: u32 = 10;

/// How questions are decided.
#[derive(Clone, Copy)]
pub struct Decider<'a> {
    /// Who is asked.
    pub solvers: Option<&'a SolverPool>,
    /// Whether small questions are answered here.
    pub shortcuts: bool,
    /// Resource units for one question, where it may have fewer than the solver gives.
    pub units: Option<u64>,
}

impl Decider<'_> {
    /// Whether all of these can hold at once.
    pub fn decide(&self, pool: &mut Pool, statements: &[Ex]) -> Decision {
        let all = pool.all(statements.iter().copied());
        match pool.value(all) {
            Some(0) => return Decision::Never,
            Some(_) => return Decision::Holds(Model::default()),
            None => {}
        }
        let variables = pool.variables_of(&[all]);
        let bits: u32 = variables.iter().map(|var| width(pool, *var)).sum();
        if self.shortcuts && bits <= EXHAUSTIVE_BITS {
            return match first(pool, all, &variables, bits) {
                Some(model) => Decision::Holds(model),
                None => Decision::Never,
            };
        }
        let Some(solvers) = self.solvers else { return Decision::Unknown(Unknown::NoSolver) };
        let storage = Storage::new();
        let mut query = print::query(pool, &storage, &conjuncts(pool, all));
        if let Some(units) = self.units {
            query.limit(units);
        }
        match solvers.check(&query) {
            Answer::Unsat => Decision::Never,
            Answer::Unknown(why) if why.is_limit() => Decision::Unknown(Unknown::Timeout),
            Answer::Unknown(why) => Decision::Unknown(Unknown::Solver(why.to_string())),
            Answer::Sat(answer) => match print::model(&variables, &answer) {
                Some(model) if holds(pool, all, &model) => Decision::Holds(model),
                _ => Decision::Unknown(Unknown::Solver(
                    "a model that does not satisfy the question".to_owned(),
                )),
            },
        }
    }
}

/// The parts of a conjunction, so that a query reads as a list.
fn conjuncts(pool: &Pool, all: Ex) -> Vec<Ex> {
    let mut out = Vec::new();
    let mut stack = vec![all];
    while let Some(ex) = stack.pop() {
        match *pool.node(ex) {
            super::expr::Node::And(a, b) => stack.extend([b, a]),
            _ => out.push(ex),
        }
    }
    out
}

/// Bits of a variable.
pub fn width(pool: &Pool, var: Var) -> u32 {
    match pool.variables()[var.0 as usize].sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
    }
}

/// Whether a statement holds for these values.
pub fn holds(pool: &Pool, statement: Ex, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(pool, &[statement]);
    evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
    evaluator.holds(statement)
}

/// The first values, counted up, for which a statement holds.
fn first(pool: &Pool, statement: Ex, variables: &[Var], bits: u32) -> Option<Model> {
    let mut place: FxHashMap<Var, u32> = FxHashMap::default();
    let mut next = 0;
    for var in variables {
        place.insert(*var, next);
        next += width(pool, *var);
    }
    let mut evaluator = Evaluator::new(pool, &[statement]);
    (0..1u128 << bits).find_map(|number| {
        evaluator.run(&|var| place.get(&var).map_or(0, |at| number >> at));
        evaluator.holds(statement).then(|| {
            let value = |var: &Var| number >> place[var] & super::eval::mask(width(pool, *var));
            variables.iter().map(|var| (*var, value(var))).collect()
        })
    })
}
