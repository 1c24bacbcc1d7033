//! Many texts in one `mlir-opt` process, lined up with their outcomes again; a text that takes the
//! process down is found by bisection, so that it costs only itself. Adds no meaning.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use crate::nested;
use crate::opt::{
    MlirOpt, Outcome, ParseOptions, Place, Position, Severity, Submission, classify, normalised, pdl_flags,
    read_diagnostics,
};
use crate::process::{Ending, Limits};

/// How many texts go into one process at most: starting one then costs about an eighth of a
/// millisecond per text, and a crash does not repeat the work of thousands.
const GROUP: usize = 256;

/// Texts that are put to one `mlir-opt` with the same flags. The outcomes are those of asking one by
/// one, with one exception that comes with undefined behaviour: a text whose crash depends on the state
/// of the process may get through in company.
pub struct Batch<'a> {
    opt: &'a MlirOpt,
    flags: Vec<OsString>,
    cases: Vec<Submission>,
    nested: bool,
}

impl<'a> Batch<'a> {
    /// For texts to parse and print, as [`MlirOpt::parse_print`] does.
    pub fn of_texts(opt: &'a MlirOpt, options: &ParseOptions) -> Batch<'a> {
        Batch { opt, flags: options.flags(), cases: Vec::new(), nested: false }
    }

    /// For patterns to apply, as [`MlirOpt::apply_pdl`] does.
    pub fn of_pdl(opt: &'a MlirOpt, irdl: Option<&Path>) -> Batch<'a> {
        Batch { opt, flags: pdl_flags(irdl), cases: Vec::new(), nested: false }
    }

    /// Says that every text is expected to be accepted, and to load all dialects that its patterns name: the texts of a
    /// group are asked about as one first, four times as fast, and each by itself only if one of them is refused.
    pub fn expecting_success(mut self) -> Batch<'a> {
        self.nested = true;
        self
    }

    /// Leaves out the verifier that looks at texts as they were read; the one that looks at results stays. MLIR may
    /// then do anything with what is not well-formed, crashes included.
    pub fn without_verifying_input(mut self) -> Batch<'a> {
        self.flags.push("--mlir-very-unsafe-disable-verifier-on-parsing".into());
        self
    }

    /// Adds one text as it is. In a batch for patterns it holds both modules already.
    pub fn push_text(&mut self, text: &str) {
        self.cases.push(Submission::of_text(text));
    }

    /// Adds patterns and a payload, put together as [`MlirOpt::apply_pdl`] does.
    pub fn push_pdl(&mut self, patterns: &str, payload: &str) {
        self.cases.push(Submission::of_pdl(patterns, payload));
    }

    /// How many texts were added.
    pub fn len(&self) -> usize {
        self.cases.len()
    }

    /// Returns true when no text was added.
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty()
    }

    /// Asks, and answers one outcome per text, in the order in which they were added.
    pub fn run(&self) -> Vec<Outcome> {
        let outcomes = |group| self.as_one(group).unwrap_or_else(|| self.outcomes(group));
        self.cases.chunks(GROUP).flat_map(outcomes).collect()
    }

    /// The outcomes of one process for all `cases` as one text, when it accepts all of them.
    fn as_one(&self, cases: &[Submission]) -> Option<Vec<Outcome>> {
        if !self.nested || cases.len() < 2 {
            return None;
        }
        let flags = nested::flags(&self.flags);
        let Ending::Exit { code: 0, stdout, stderr } =
            self.opt.run_raw(&nested::text(cases)?, &flags, &self.limits(cases))
        else {
            return None;
        };
        let told_apart = stdout.is_complete() && stderr.text().trim().is_empty();
        let slots = told_apart.then(|| nested::slots(&stdout.text(), cases.len())).flatten()?;
        Some(slots.iter().map(|slot| Outcome::Ok(normalised(slot))).collect())
    }

    fn outcomes(&self, cases: &[Submission]) -> Vec<Outcome> {
        if let [case] = cases {
            return vec![classify(self.opt.run_raw(case.text(), &self.flags, self.opt.limits()), case)];
        }
        self.together(cases).unwrap_or_else(|| {
            let (left, right) = cases.split_at(cases.len() / 2);
            let mut outcomes = self.outcomes(left);
            outcomes.extend(self.outcomes(right));
            outcomes
        })
    }

    /// The outcomes of one process for all `cases`, or nothing when it cannot be said for each of them
    /// what became of it.
    fn together(&self, cases: &[Submission]) -> Option<Vec<Outcome>> {
        let marker = marker(cases);
        let mut flags = self.flags.clone();
        flags.push(format!("--split-input-file={marker}").into());
        flags.push(format!("--output-split-marker={marker}").into());
        let texts: Vec<&str> = cases.iter().map(Submission::text).collect();
        let input = texts.join(&format!("{marker}\n"));
        match self.opt.run_raw(&input, &flags, &self.limits(cases)) {
            Ending::Exit { code: code @ (0 | 1), stdout, stderr }
                if stdout.is_complete() && stderr.is_complete() =>
            {
                line_up(cases, &marker, code, &stdout.text(), &stderr.text())
            }
            _ => None,
        }
    }

    /// A group gets less time than its texts could take one by one: when one of them hangs, less is
    /// lost, and when they are only slow, they are asked again in smaller groups. Long texts take longer.
    fn limits(&self, cases: &[Submission]) -> Limits {
        let limits = *self.opt.limits();
        let times = |time: Duration, count: usize| time * u32::try_from(count).unwrap_or(u32::MAX);
        let bytes = cases.iter().map(|case| case.text().len()).sum();
        let soft = Duration::from_secs(1)
            + times(Duration::from_millis(40), cases.len())
            + times(Duration::from_micros(20), bytes);
        Limits { wall: limits.wall.min(soft), ..limits }
    }
}

/// A comment line that none of the texts contains.
fn marker(cases: &[Submission]) -> String {
    let mut marker = String::from("// ----- assay: next text");
    while cases.iter().any(|case| case.text().contains(&marker)) {
        marker.push('.');
    }
    marker
}

/// MLIR prints one slot per text, an empty one for a text it refused, and places its diagnostics by the
/// lines of the whole input. A text counts as accepted only if its slot is filled and no error is placed
/// in it, as refused only if its slot is empty and an error is; anything else lines up nothing.
fn line_up(
    cases: &[Submission],
    marker: &str,
    code: i32,
    stdout: &str,
    stderr: &str,
) -> Option<Vec<Outcome>> {
    let slots = slots(stdout, marker);
    if slots.len() != cases.len() {
        return None;
    }
    let mut rest = stderr_by_case(cases, stderr)?.into_iter();
    let mut outcomes = Vec::with_capacity(cases.len());
    for slot in slots {
        let diagnostics = rest.next()?;
        let refused = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        outcomes.push(match (slot.trim().is_empty(), refused) {
            (false, false) => Outcome::Ok(normalised(&slot)),
            (true, true) => Outcome::Error(diagnostics),
            _ => return None,
        });
    }
    let refused = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Error(_)));
    (refused == (code == 1)).then_some(outcomes)
}

fn slots(stdout: &str, marker: &str) -> Vec<String> {
    let mut slots = vec![String::new()];
    for line in stdout.lines() {
        if line == marker {
            slots.push(String::new());
        } else if let Some(slot) = slots.last_mut() {
            slot.push_str(line);
            slot.push('\n');
        }
    }
    slots
}

/// The diagnostics of each case; nothing when one that is not a note points out of all cases, since it
/// could then belong to any.
fn stderr_by_case(cases: &[Submission], stderr: &str) -> Option<Vec<Vec<crate::opt::Diagnostic>>> {
    // The line of the marker is between two texts.
    let first_lines: Vec<usize> = cases
        .iter()
        .scan(1, |line, case| {
            let first = *line;
            *line += case.lines() + 1;
            Some(first)
        })
        .collect();
    let mut by_case = vec![Vec::new(); cases.len()];
    let mut current = None;
    // Positions are kept as they are in the whole input, then made those of the case.
    for mut diagnostic in read_diagnostics(stderr, |position| Some(Place::Payload(position))) {
        let located = match diagnostic.place {
            Place::Payload(position) => {
                let index = first_lines.partition_point(|first| *first <= position.line).checked_sub(1)?;
                let line = position.line + 1 - first_lines[index];
                Some((index, cases[index].place(Position { line, ..position }), position))
            }
            _ => None,
        };
        match (located, diagnostic.severity) {
            (Some((index, place, position)), severity) => {
                diagnostic.place = place.unwrap_or_else(|| outside(position, first_lines[index]));
                if severity != Severity::Note {
                    current = Some(index);
                }
            }
            (None, Severity::Note) => {}
            (None, _) => return None,
        }
        by_case[current?].push(diagnostic);
    }
    Some(by_case)
}

/// A place in the lines that were put around the caller's texts, as a run on its own would print it.
fn outside(position: Position, first: usize) -> Place {
    Place::Elsewhere(format!("<stdin>:{}:{}", position.line + 1 - first, position.column))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(texts: &[&str]) -> Vec<Submission> {
        texts.iter().map(|text| Submission::of_text(text)).collect()
    }

    fn lined_up(code: i32, stdout: &str, stderr: &str) -> Option<Vec<Outcome>> {
        line_up(&cases(&["a\nb", "c", "d"]), "//", code, stdout, stderr)
    }

    #[test]
    fn a_refused_text_is_found_by_its_line() {
        let outcomes = lined_up(1, "a\n\n//\n//\nd\n", "<stdin>:4:1: error: no\n").expect("it lines up");
        assert!(matches!(&outcomes[..], [Outcome::Ok(_), Outcome::Error(_), Outcome::Ok(_)]), "{outcomes:?}");
        let Outcome::Error(diagnostics) = &outcomes[1] else { unreachable!("matched above") };
        assert_eq!(diagnostics[0].place, Place::Payload(Position { line: 1, column: 1 }));
    }

    #[test]
    fn a_note_belongs_to_the_error_before_it() {
        let stderr = "<stdin>:4:1: error: no\nelse.c:1:1: note: called from\n";
        let outcomes = lined_up(1, "a\n//\n//\nd\n", stderr).expect("it lines up");
        assert!(matches!(&outcomes[1], Outcome::Error(diagnostics) if diagnostics.len() == 2));
    }

    #[test]
    fn an_error_in_a_text_that_was_printed_lines_up_nothing() {
        assert_eq!(lined_up(1, "a\n//\n//\nd\n", "<stdin>:1:1: error: no\n"), None);
    }

    #[test]
    fn an_empty_slot_without_an_error_lines_up_nothing() {
        assert_eq!(lined_up(0, "a\n//\n//\nd\n", ""), None);
    }

    #[test]
    fn an_error_outside_of_all_texts_lines_up_nothing() {
        assert_eq!(lined_up(1, "a\n//\n//\nd\n", "x.c:4:1: error: no\n"), None);
    }

    #[test]
    fn a_missing_slot_lines_up_nothing() {
        assert_eq!(lined_up(0, "a\n//\nc\n", ""), None);
    }

    #[test]
    fn the_marker_is_in_none_of_the_texts() {
        let texts = cases(&["// ----- assay: next text", "x // ----- assay: next text."]);
        assert_eq!(marker(&texts), "// ----- assay: next text..");
    }
}
