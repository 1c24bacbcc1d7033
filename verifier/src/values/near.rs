//! Values for which a statement holds, near those that nearly do: all but one or two numbers of a row are taken as they are, and a solver
//! is asked for the others. That nothing is found means nothing. Knows no operation.

use rustc_hash::FxHashMap;

use super::decide::{Decider, Decision, Model, holds};
use super::expr::{Ex, Pool, Sort, Var};
use super::ranged::ranged;
use super::simplify::replaced;

/// Rows that are looked at.
const ROWS: usize = 6;

/// Resource units for a question about one number, and about two.
const UNITS: [u64; 2] = [60_000, 150_000];

/// A model of one of these statements near one of these rows.
pub fn near(pool: &mut Pool, statements: &[Ex], rows: &[Vec<u128>], decider: &Decider<'_>) -> Option<Model> {
    let any = pool.any(statements.to_vec());
    let variables = pool.variables_of(&[any]);
    let numbers: Vec<Var> = variables.iter().copied().filter(|var| is_number(pool, *var)).collect();
    let ones = numbers.iter().map(|var| vec![*var]);
    let twos =
        numbers.iter().enumerate().flat_map(|(at, one)| numbers[..at].iter().map(|two| vec![*one, *two]));
    for open in ones.chain(twos) {
        let units = UNITS[open.len() - 1];
        let decider = Decider { shortcuts: false, units: Some(units), ..*decider };
        for row in rows.iter().take(ROWS) {
            let mut by: FxHashMap<Ex, Ex> = FxHashMap::default();
            let mut model = Model::default();
            for var in variables.iter().filter(|var| !open.contains(var)) {
                let value = row[var.0 as usize];
                let number = match pool.variables()[var.0 as usize].sort {
                    Sort::Bool => pool.boolean(value == 1),
                    Sort::Bits(width) => pool.number(width, value),
                    Sort::Float(_) => continue,
                };
                by.insert(pool.of_variable(*var), number);
                model.insert(*var, value);
            }
            let rest = replaced(pool, any, &by);
            let rest = ranged(pool, &[rest]);
            if let Decision::Holds(found) = decider.decide(pool, &rest) {
                model.extend(found);
                if holds(pool, any, &model) {
                    return Some(model);
                }
            }
        }
    }
    None
}

fn is_number(pool: &Pool, var: Var) -> bool {
    !matches!(pool.variables()[var.0 as usize].sort, Sort::Bool)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::{SolverPool, testing};
    use crate::values::expr::Binary;

    #[test]
    fn a_number_that_a_row_lacks_is_found() {
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let decider = Decider { solvers: Some(&solvers), shortcuts: true, units: None, budget: None };
        let mut pool = Pool::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let product = pool.binary(Binary::Mul, x, x);
        let sum = pool.binary(Binary::Xor, product, y);
        let wanted = pool.number(32, 0x1234_5678);
        let equal = pool.equal(sum, wanted);
        let other = pool.number(32, 77);
        let known = pool.equal(x, other);
        let both = pool.and(equal, known);
        let model = near(&mut pool, &[both], &[vec![77, 0]], &decider).expect("a model");
        assert!(holds(&pool, both, &model));
        // No square is three.
        let odd = pool.number(32, 3);
        let never = pool.equal(product, odd);
        assert_eq!(near(&mut pool, &[never], &[vec![77, 0]], &decider), None);
    }
}
