//! Trial of all values of the variables of a statement.

use assay_smt::Undecided;

use crate::arena::TermArena;
use crate::eval::{Evaluator, Model, width};
use crate::node::{TermId, Var};

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It never holds.
    Never,
    /// It holds for these values.
    Holds(Model),
    /// Not decided.
    Unknown(Undecided),
}

/// What comes out where everything is tried; `None` where there is too much: values of the variables, or steps in all.
pub fn tried(pool: &TermArena, all: TermId, most: u128, steps: u128) -> Option<Decision> {
    if !fits(pool, all, most, steps) {
        return None;
    }
    let variables = pool.variables_of(&[all]);
    let bits: u32 = variables.iter().map(|var| width(pool, *var)).sum();
    Some(match first(pool, all, &variables, bits) {
        Some(model) => Decision::Holds(model),
        None => Decision::Never,
    })
}

/// Tells if all values can be enumerated: the number of values, and of steps in all.
pub fn fits(pool: &TermArena, all: TermId, most: u128, steps: u128) -> bool {
    let bits: u32 = pool.variables_of(&[all]).iter().map(|var| width(pool, *var)).sum();
    let values = 1u128.checked_shl(bits).filter(|values| *values <= most && bits < 64);
    values.is_some_and(|values| values * pool.cone(&[all]).len() as u128 <= steps)
}

/// Steps that trying everything takes.
pub fn steps(pool: &TermArena, all: TermId) -> u128 {
    let bits: u32 = pool.variables_of(&[all]).iter().map(|var| width(pool, *var)).sum();
    1u128.checked_shl(bits).unwrap_or(u128::MAX).saturating_mul(pool.cone(&[all]).len() as u128)
}

/// The first values, counted up, for which a statement holds.
fn first(pool: &TermArena, statement: TermId, variables: &[Var], bits: u32) -> Option<Model> {
    // Bits of the number counted up belong to variables from the lowest on; a variable that is not asked about is zero.
    const ELSEWHERE: u32 = 127;
    let mut place = vec![ELSEWHERE; pool.variables().len()];
    let mut next = 0;
    for var in variables {
        place[var.0 as usize] = next;
        next += width(pool, *var);
    }
    let mut evaluator = Evaluator::new(pool, &[statement]);
    (0..1u128 << bits).find_map(|number| {
        evaluator.run(&|var| number >> place[var.0 as usize]);
        evaluator.holds(statement).then(|| {
            let value = |var: &Var| number >> place[var.0 as usize] & crate::bits::mask(width(pool, *var));
            variables.iter().map(|var| (*var, value(var))).collect()
        })
    })
}
