//! The finding on a reduced program as it is written: MLIR's own form, replayed from that text, with the files for a test suite and
//! a tracker.

use anyhow::bail;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::{After as ShownAfter, Evidence, EvidenceKind, Program as ShownProgram, Sources, Witness};
use assay_verifier::program::{Changed, Compared, Difference, Programs, Validator, shape};

use super::super::cases::{Place, Record, judge, runner};
use super::super::function_report;
use super::super::passes::Passes;
use super::super::request::Request;
use super::super::smaller::{Breaks, difference, reparse, symbol};
use super::super::through::{self, After};
use super::Goal;

/// A reduced program and passes that show a finding.
pub(super) struct Reproducer<'r> {
    pub(super) request: &'r Request,
    pub(super) opt: &'r MlirOpt,
    pub(super) goal: &'r Goal,
    pub(super) passes: Passes,
    /// The program in generic form.
    pub(super) program: String,
    /// The class of the C++ pattern whose application is wrong.
    pub(super) pattern: Option<String>,
    /// Passes that perform that application alone and show the finding.
    pub(super) alone: Option<Passes>,
    /// Runs of a program in one of which the finding has to come; more than one where it comes in some runs alone.
    pub(super) runs: usize,
    /// The sizes before and after in words.
    pub(super) sizes: String,
}

/// A text that shows the finding.
pub(super) struct Replayed {
    /// The program, in the form that MLIR prints where that is read again.
    pub(super) text: String,
    /// The fault in words, where it is the binary that fails.
    pub(super) failure: Option<String>,
    /// The symbol that other modules see as another one.
    symbol: Option<Changed>,
    found: Option<(Compared, Box<Difference>)>,
}

impl Reproducer<'_> {
    /// The text that shows the finding again, and its record; `path` is the file that it will be in.
    ///
    /// # Errors
    /// A program that does not show the finding again.
    pub(super) fn replay(
        &self,
        path: &str,
        (file, source): (&str, &str),
    ) -> anyhow::Result<(Replayed, Record)> {
        let texts = self.printed(&self.program).into_iter().chain([self.program.clone()]);
        let Some(replayed) =
            texts.into_iter().find_map(|text| (0..self.runs).find_map(|_| self.replayed(&text)))
        else {
            bail!("the smallest program does not show the finding again: {}", self.sizes);
        };
        let record = self.record(&replayed, path, (file, source));
        Ok((replayed, record))
    }

    /// A program in the form that MLIR prints, without a module that says nothing.
    fn printed(&self, text: &str) -> Option<String> {
        let extra = vec!["--mlir-print-local-scope".to_owned()];
        let options = ParseOptions { allow_unregistered: true, extra, ..ParseOptions::default() };
        let Outcome::Ok(text) = self.opt.parse_print(text, &options) else { return None };
        let inner = text.strip_prefix("module {\n").and_then(|text| text.strip_suffix("}\n"));
        let lines = |inner: &str| {
            inner.lines().map(|line| format!("{}\n", line.strip_prefix("  ").unwrap_or(line))).collect()
        };
        Some(inner.map_or_else(|| text.clone(), lines))
    }

    /// The program that the passes make of a text, in the form that MLIR prints.
    pub(super) fn output(&self, text: &str) -> Option<String> {
        let extra = self.passes.arguments.clone();
        let options = ParseOptions { allow_unregistered: true, extra, ..ParseOptions::default() };
        match self.opt.parse_print(text, &options) {
            Outcome::Ok(text) => Some(text),
            _ => None,
        }
    }

    /// Tells if the binary accepts a text without the option for foreign operations.
    pub(super) fn is_registered(&self, text: &str) -> bool {
        matches!(self.opt.parse_print(text, &ParseOptions::default()), Outcome::Ok(_))
    }

    /// The text with the finding, if it shows it.
    fn replayed(&self, text: &str) -> Option<Replayed> {
        let plain = through::before(self.opt, &[text]).pop().flatten()?;
        let after = through::after(self.opt, &[text], &[&plain], &self.passes).pop()?;
        let text = text.to_owned();
        if let (Breaks::Symbol(what), After::Program(after)) = (&self.goal.how, &after) {
            let judge = self.judge();
            let symbol = Some(symbol(&judge, reparse(&judge.context(), &plain)?, after, what)?);
            return Some(Replayed { text, failure: None, symbol, found: None });
        }
        let Breaks::Values(code) = self.goal.how else {
            let is_it = Breaks::of_outcome(&after).as_ref() == Some(&self.goal.how);
            let sometimes = if self.runs > 1 { "in some runs " } else { "" };
            let failure = format!("{sometimes}{}", after.failure(self.opt.limits().wall)?);
            return is_it.then_some(Replayed { text, failure: Some(failure), symbol: None, found: None });
        };
        let After::Program(after) = after else { return None };
        let judge = self.judge();
        let found = difference(&judge, reparse(&judge.context(), &plain)?, &after)?;
        (found.1.code == code).then_some(Replayed { text, failure: None, symbol: None, found: Some(found) })
    }

    /// The judge of the function.
    fn judge(&self) -> Validator<'_> {
        let judge = if self.goal.by_proof { judge(self.request) } else { runner(self.request) };
        let mut judge = Validator { entry: Some(self.goal.function.clone()), ..judge };
        if let Breaks::Values(code) = self.goal.how {
            judge.settings.only = Some(code);
        }
        judge
    }

    /// The record of the finding; `path` is the file of the reduced program.
    fn record(&self, replayed: &Replayed, path: &str, (file, source): (&str, &str)) -> Record {
        let mut sources = Sources::new();
        sources.insert(file.to_owned(), source.to_owned());
        let place = Place::new(file, source, 0, &sources);
        let label = &self.passes.label;
        let fingerprint = function_report::fingerprint(label, &self.program);
        let command =
            format!("assay tv {}{}{}", crate::shell::quoted(path), self.passes.again, self.request.again);
        let name = self.goal.function.as_str();
        let subject = place.subject(name, label, self.pattern.as_deref(), &fingerprint, &command);
        let mut report = match (&replayed.found, &replayed.symbol) {
            (None, Some(changed)) => function_report::symbol(&subject, changed),
            (Some((ran, found)), _) => {
                let (source, target, read) = (&ran.source, &ran.target, ran.read.as_ref());
                let programs = Programs { source, target, name, written: None, read };
                function_report::refuted(&subject, &programs, found, self.pattern.as_deref())
            }
            (None, None) => {
                let what = replayed.failure.as_deref().unwrap_or_default();
                function_report::broken(&subject, self.goal.how.rule(), what, &replayed.text)
            }
        };
        report.domain.push(format!("reduced: {}", self.sizes));
        for finding in &mut report.findings {
            let head = finding.evidence.as_ref().map_or("", |evidence| evidence.text.as_str());
            let head: String = head
                .lines()
                .take_while(|line| line.starts_with("// "))
                .map(|line| format!("{line}\n"))
                .collect();
            let text = format!("{head}{}", replayed.text);
            finding.evidence = Some(Evidence { kind: EvidenceKind::Payload, text, path: None });
            if replayed.symbol.is_some() {
                finding.witness = Some(Witness {
                    before: ShownProgram::new(replayed.text.clone()),
                    after: ShownAfter::Program(ShownProgram::new(
                        self.output(&replayed.text).unwrap_or_default(),
                    )),
                    path: None,
                    command: Some(command.clone()),
                    applications: Vec::new(),
                    trace: None,
                });
            }
            if let Some(witness) = &mut finding.witness {
                witness.path = Some(path.to_owned());
            }
        }
        let ctx = runner(self.request).context();
        let shape = reparse(&ctx, &self.program).map(|program| shape(&program, name));
        let cause = shape.map(|shape| format!("{label} {} {shape}", self.goal.how.rule()));
        Record { report, cause }
    }
}
