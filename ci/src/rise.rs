//! Files of array programs: read, judged, and presented as reports of their definitions and rules.

use std::rc::Rc;

use assay_ir::data::{Context, Source, Span};
use assay_ir::diagnostic::{Diagnostic, Severity};
use assay_ir::verdict::{Confirmed, Stage, UnknownKind, VerdictKind};
use assay_reports::{
    Answer, Confirmation, Evidence, EvidenceKind, Finding, Label, NotChecked, PatternReport, Reason, Sources,
    Subject,
};
use assay_rise::Read;
use assay_rise::core::{Checked, Rule};
use assay_rise::syntax::printer;
use assay_rise::syntax::tree::Item;
use assay_rise::{dialect, raise};
use assay_verifier::pipeline::UNREADABLE;
use assay_verifier::rise::{self, Counterexample, Premises, Verdict};

use crate::diagnostics;
use crate::digest;
use crate::origin::locate;

/// The end of the names of these files.
pub(crate) const ENDING: &str = ".rise";

/// A file of array programs.
pub(crate) struct RiseFile {
    /// Its name.
    pub(crate) name: String,
    /// Its items and errors.
    pub(crate) read: Read,
}

/// The text of array programs that a file says: its own, or that of its operations in the dialect or in `linalg`.
///
/// # Errors
/// Operations that are no program, as they are printed.
pub(crate) fn text_of(name: &str, text: String) -> Result<String, String> {
    if name.ends_with(ENDING) {
        return Ok(text);
    }
    let in_dialect = dialect::holds_programs(&text);
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new(name, text));
    if !parsed.diagnostics.is_empty() {
        return Err(diagnostics::render(&parsed.program, &parsed.diagnostics));
    }
    let items = if in_dialect { dialect::read(&parsed.program) } else { raise::raise(&parsed.program) };
    match items {
        Ok(items) => Ok(printer::print(&items)),
        Err(errors) => Err(diagnostics::render(&parsed.program, &errors)),
    }
}

/// A report, with a line about a claim of ours that did not come true.
pub(crate) struct Reported {
    /// The report.
    pub(crate) report: PatternReport,
    /// The line.
    pub(crate) disagreement: Option<String>,
}

impl RiseFile {
    /// Reads a text.
    pub(crate) fn new(name: &str, text: &str) -> RiseFile {
        RiseFile { name: name.to_owned(), read: assay_rise::read(text) }
    }

    /// Findings about text that is no definition or rule.
    pub(crate) fn unreadable(&self, sources: &Sources) -> Vec<Finding> {
        self.read.unreadable.iter().map(|error| self.error(error, sources)).collect()
    }

    /// Findings about all errors.
    pub(crate) fn errors(&self, sources: &Sources) -> Vec<Finding> {
        self.read.errors().iter().map(|error| self.error(error, sources)).collect()
    }

    fn error(&self, error: &Diagnostic, sources: &Sources) -> Finding {
        let at = locate(sources, &self.name, error.span);
        let mut finding = Finding::new(UNREADABLE, Severity::Error, at.clone(), error.message.clone());
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        finding
    }

    /// Names of its items, each with its line.
    pub(crate) fn items<'a>(&'a self, sources: &'a Sources) -> impl Iterator<Item = (&'a Item, usize)> {
        let line = move |item: &Item| locate(sources, &self.name, item.span).line;
        self.read.items.iter().map(move |(item, _)| (item, line(item)))
    }

    /// The report of an item, by its number; rules are judged where premises can be asked.
    pub(crate) fn report(
        &self,
        number: usize,
        sources: &Sources,
        premises: Option<&Premises<'_>>,
    ) -> Reported {
        let (item, errors) = &self.read.items[number];
        let at = locate(sources, &self.name, first_line(item));
        let mut report = PatternReport::new(&item.name.text, &at, VerdictKind::Malformed);
        report.subject = Subject::Definitions;
        report.fingerprint = digest::short_digest(&printer::print_item(item));
        if !errors.is_empty() {
            report.findings = errors.iter().map(|error| self.error(error, sources)).collect();
            return Reported { report, disagreement: None };
        }
        let module = &self.read.module;
        let checked =
            module.items.iter().find(|(other, _)| other.span == item.span).map(|(_, checked)| checked);
        report.stages.push((Stage::Types, Answer::Proved));
        let mut disagreement = None;
        match (checked, premises) {
            (Some(Checked::Rule(rule)), Some(premises)) => {
                let verdict = rise::rule(rule, &Rc::new(module.clone()), premises);
                disagreement = self.judged(rule, verdict, &mut report, sources);
            }
            (Some(Checked::Rule(_)), None) => {
                report.verdict = VerdictKind::WellFormed;
                report.reason = Some(reason(UnknownKind::NotRequested, ""));
                report.stages.push((Stage::Values, Answer::NotChecked(NotChecked::NotRequested)));
            }
            (Some(Checked::Definition(definition)), _) => {
                report.verdict = VerdictKind::WellFormed;
                report.reason = Some(reason(UnknownKind::MatchesOnly, ""));
                report.inferred = Some(definition.result().to_string());
            }
            // Its errors were said: there are some where it is not checked.
            (None, _) => {}
        }
        Reported { report, disagreement }
    }

    fn judged(
        &self,
        rule: &Rule,
        verdict: Verdict,
        report: &mut PatternReport,
        sources: &Sources,
    ) -> Option<String> {
        present(&verdict, report);
        match verdict {
            Verdict::Refuted(example) => {
                report.findings.push(self.finding(&example, rule.right.span, sources));
                None
            }
            Verdict::Disagreement(example) => Some(format!(
                "internal disagreement, please report it: {}:{}: @{} was proved, and differs: {}",
                report.file,
                report.line,
                report.name,
                example.lines().join("; ")
            )),
            _ => None,
        }
    }

    /// A refutation as a finding.
    pub(crate) fn finding(&self, example: &Counterexample, span: Span, sources: &Sources) -> Finding {
        let at = locate(sources, &self.name, span);
        let mut finding = Finding::new(example.code, Severity::Error, at.clone(), message(example));
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        finding.notes = example.lines();
        finding.evidence =
            Some(Evidence { kind: EvidenceKind::Inputs, text: example.lines().join("\n"), path: None });
        finding.confirmation = Confirmation {
            how: Confirmed::Interpreted,
            details: vec!["the interpreter ran both sides on this input".to_owned()],
            mlir: None,
        };
        finding
    }
}

fn reason(class: UnknownKind, subject: &str) -> Reason {
    Reason { class, subject: subject.to_owned(), line: None }
}

/// One sentence about a refutation.
fn message(example: &Counterexample) -> String {
    let sizes: Vec<String> =
        example.sizes.iter().map(|(name, number)| format!("{name} = {number}")).collect();
    let at = if sizes.is_empty() { String::new() } else { format!(" for {}", sizes.join(", ")) };
    format!("the result differs{at}: it is {} before and {} after", example.before, example.after)
}

/// Puts a verdict into a report.
pub(crate) fn present(verdict: &Verdict, report: &mut PatternReport) {
    let answer = match verdict {
        Verdict::Proved(proof) => {
            report.verdict = VerdictKind::Proved;
            report.scope = Some("all sizes".to_owned());
            report.assumptions = proof.positive.iter().map(|length| format!("{length} >= 1")).collect();
            report.derivation.clone_from(&proof.lines);
            Answer::Proved
        }
        Verdict::Bounded(most, why, _) => {
            report.verdict = VerdictKind::Bounded;
            let scope = format!("all sizes to {most}: {why}");
            report.scope = Some(scope.clone());
            Answer::Bounded(scope)
        }
        Verdict::Refuted(_) => {
            report.verdict = VerdictKind::Refuted;
            Answer::Refuted
        }
        Verdict::Unknown(why, inputs) => {
            report.verdict = VerdictKind::Unknown;
            let reason = reason(UnknownKind::Tested, &format!("{inputs} inputs; no proof: {why}"));
            report.reason = Some(reason.clone());
            Answer::Unknown(reason)
        }
        Verdict::Disagreement(_) => {
            report.verdict = VerdictKind::Unknown;
            let reason = reason(UnknownKind::Internal, "a proof and a run contradict each other");
            report.reason = Some(reason.clone());
            Answer::Unknown(reason)
        }
        Verdict::Different(_) => {
            report.verdict = VerdictKind::Malformed;
            return;
        }
    };
    report.stages.push((Stage::Values, answer));
}

/// The head of an item.
fn first_line(item: &Item) -> Span {
    Span { start: item.span.start, end: item.name.span.end }
}
