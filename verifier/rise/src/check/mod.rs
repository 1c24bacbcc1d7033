//! The check of a derivation. A machine runs both programs to the numbers at fresh indices; where the derivation has a law for a term or
//! an index, the law and its premise are checked, and its result is taken. It shares data with what finds proofs (terms, lengths as
//! polynomials, derivations) and the walk over the parts of a term, and no algorithm.
//!
//! Theorem: where what [`check`] leaves open holds, the second program is a refinement of the first at all sizes at which the
//! lengths that the derivation calls positive are at least one. It need not find a law: a term for which the derivation has none stays.

mod equal;
mod index;
mod laws;
mod machine;
mod terms;

use assay_rise::core::Premise as Stated;

use crate::derivation::{Derivation, Open};
use equal::Equalities;
use laws::Checker;
pub use machine::Program;

/// Checks that two programs are equal by a derivation. Answers what is left to be shown: premises about operations on numbers, and
/// equalities of indices where nothing else differs.
///
/// # Errors
/// The law that does not hold, or that both differ.
pub fn check(
    before: &Program<'_>,
    after: &Program<'_>,
    stated: &[Stated],
    derivation: &Derivation,
) -> Result<Open, String> {
    let mut checker = Checker::new(derivation);
    let left = checker.side(before, stated)?;
    checker.is_after = true;
    let right = checker.side(after, stated)?;
    let mut equalities = Equalities::default();
    if !equalities.compare(&left, &right) {
        return Err("the terms of both sides differ".to_owned());
    }
    Ok(Open { premises: checker.used, equalities: equalities.found, atoms: checker.indices.into_list() })
}
