//! A line for each step: number, step, place, operations made and erased, verdict, time.

use std::time::Duration;

use crate::commands::tv::StepVerdict;

/// A step that changed the program.
pub(super) struct Row {
    /// The step, and where it is in the script.
    pub(super) label: String,
    pub(super) created: Option<usize>,
    pub(super) erased: Option<usize>,
    pub(super) notes: Vec<String>,
    pub(super) time: Duration,
    /// The program behind it, where it is judged.
    pub(super) text: Option<String>,
}

impl Row {
    /// The line of a step with its verdict.
    pub(super) fn line(&self, number: usize, verdict: Option<&StepVerdict>) -> String {
        let count = |count: Option<usize>, sign: char| {
            count.map_or_else(|| format!("{sign}?"), |n| format!("{sign}{n}"))
        };
        let verdict = verdict.map_or("not judged".to_owned(), |one| one.words.clone());
        let mut out = format!(
            "{number:>3}  {}  {} {}  {verdict}  {} ms",
            self.label,
            count(self.created, '+'),
            count(self.erased, '-'),
            self.time.as_millis()
        );
        for note in &self.notes {
            out.push_str(&format!("\n       {note}"));
        }
        out
    }
}
