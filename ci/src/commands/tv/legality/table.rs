//! Rows for people: one for each condition, by pass.

use assay_fuzz::generate::nest::Condition;

use super::Outcome;
use super::subjects::Subject;

/// Prints the rows of each pass.
pub(super) fn print<'t>(rows: impl Iterator<Item = (&'t Subject, Condition, &'t Outcome)>) {
    let mut last: Option<&Subject> = None;
    for (subject, condition, outcome) in rows {
        if !last.is_some_and(|last| std::ptr::eq(last, subject)) {
            say!("");
            say!("{} on loops of {}", subject.label, subject.loops.dialect());
            say!("  {:<24}{:>6}{:>9}{:>7}{:>9}", "condition", "nests", "changed", "wrong", "refused");
            last = Some(subject);
        }
        // Nothing is asked about legal nests of a pass that reorders nothing.
        let refused = subject.turns.map_or_else(|| "-".to_owned(), |_| outcome.refused.to_string());
        say!(
            "  {:<24}{:>6}{:>9}{:>7}{:>9}  {}",
            condition.name(),
            outcome.nests,
            outcome.changed,
            outcome.wrong,
            refused,
            outcome.verdict().word()
        );
    }
}
