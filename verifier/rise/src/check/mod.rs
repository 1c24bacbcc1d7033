//! The check of a derivation. A machine runs both programs to the numbers at fresh indices; where the derivation has a law for a term or
//! an index, the law and its premise are checked, and its result is taken. It shares data with what finds proofs (terms, lengths as
//! polynomials, derivations), and no algorithm.
//!
//! Theorem: where [`check`] answers premises and they hold, the second program is a refinement of the first at all sizes at which the
//! lengths that the derivation calls positive are at least one. It need not find a law: a term for which the derivation has none stays.

mod index;
mod laws;
mod machine;
mod terms;

use std::collections::BTreeSet;

use assay_rise::core::Premise as Stated;

use crate::derivation::{Derivation, Premise};
use laws::Checker;
pub use machine::Program;

/// Checks that two programs are equal by a derivation. Answers the premises about operations on numbers that it rests on.
///
/// # Errors
/// The law that does not hold, or that both differ.
pub fn check(
    before: &Program<'_>,
    after: &Program<'_>,
    stated: &[Stated],
    derivation: &Derivation,
) -> Result<BTreeSet<Premise>, String> {
    let mut checker = Checker::new(derivation);
    let left = checker.side(before, stated)?;
    checker.is_after = true;
    let right = checker.side(after, stated)?;
    match left == right {
        true => Ok(checker.used),
        false => Err("the terms of both sides differ".to_owned()),
    }
}
