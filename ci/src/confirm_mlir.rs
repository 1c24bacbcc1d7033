//! `--confirm-mlir`: each witness goes through real MLIR, and the outcome is reported beside our own answer. It changes no
//! verdict: where MLIR is silent about a fault, the page of the rule says so.

use std::path::Path;
use std::sync::OnceLock;

use assay_ir::rule::Family;
use assay_ir::spec::Registry;
use assay_ir::verdict::Confirmed;
use assay_mlir::opt::{Outcome, ParseOptions, Severity};
use assay_mlir::{MlirOpt, MlirRunner};
use assay_reports::{Finding, MlirOutcome, PatternReport, RulePage};

use crate::confirm_cpp::Confirmer;
use crate::mlir_output::{self, Comparison};
use crate::native_run;

/// MLIR, found and asked for its version.
pub(crate) struct Mlir {
    opt: MlirOpt,
    /// Runs programs; without it, values are not compared.
    runner: Option<MlirRunner>,
    pages: Vec<RulePage>,
    irdl: Vec<std::path::PathBuf>,
    /// The names of its passes and options, once they were asked for.
    passes: OnceLock<Vec<String>>,
}

impl Mlir {
    /// Finds it at `path`, or where it is installed if the path is empty.
    pub(crate) fn find(path: &Path, dialects: &[std::path::PathBuf]) -> anyhow::Result<Mlir> {
        let opt = if path.as_os_str().is_empty() { MlirOpt::find()? } else { MlirOpt::at(path)? };
        Ok(Mlir {
            runner: MlirRunner::find(opt.clone()).ok(),
            opt,
            passes: OnceLock::new(),
            pages: crate::pages::pages()?,
            // The binary is told of ODS when it is built.
            irdl: dialects.iter().filter(|path| crate::dialects::is_irdl(path)).cloned().collect(),
        })
    }

    /// Its version.
    pub(crate) fn version(&self) -> &str {
        self.opt.version()
    }

    /// The runs of readings of C++ through it.
    pub(crate) fn confirmer<'a>(&'a self, registry: &'a Registry) -> Confirmer<'a> {
        let passes = self.passes.get_or_init(|| self.opt.names().into_iter().collect());
        Confirmer::new(&self.opt, passes, registry)
    }

    /// Runs every witness of a report.
    pub(crate) fn confirm(&self, report: &mut PatternReport, registry: &Registry) {
        for finding in &mut report.findings {
            let Some(text) = mlir_output::text_of(finding) else { continue };
            let outcome = self.run(text);
            let folds = matches!(&outcome, Outcome::Ok(printed) if self.folds(finding, text, printed));
            let expected =
                self.pages.iter().find(|page| page.code == finding.code).map_or(&[][..], |page| &page.mlir);
            let (seen, mut words) = self.describe(&outcome, folds, finding, registry);
            let mut agrees = seen.is_some_and(|seen| seen != MlirOutcome::Silent && expected.contains(&seen));
            if let (Outcome::Ok(printed), false) = (&outcome, folds)
                && let Some(ran) = native_run::ran(self.runner.as_ref(), finding, printed, registry)
            {
                words = format!("{words}; {}", ran.words);
                agrees |= ran.differs;
            }
            if agrees {
                finding.confirmation.how = Confirmed::Mlir;
            }
            finding.confirmation.mlir = Some(words);
        }
    }

    /// Tells if the driver makes the same of the program of a witness where no pattern applies, and changes it.
    fn folds(&self, finding: &Finding, text: &str, printed: &str) -> bool {
        let Some(alone) = mlir_output::without_pattern(text) else { return false };
        !mlir_output::is_unchanged(finding, printed)
            && matches!(self.run(&alone), Outcome::Ok(folded) if mlir_output::are_same(&folded, printed))
    }

    /// The outcome of a witness.
    pub(crate) fn run(&self, text: &str) -> Outcome {
        let options = ParseOptions {
            allow_unregistered: true,
            irdl: match self.irdl.as_slice() {
                [one] => Some(one.clone()),
                _ => None,
            },
            extra: vec!["-test-pdl-bytecode-pass".into()],
            ..ParseOptions::default()
        };
        self.opt.parse_print(text, &options)
    }

    fn describe(
        &self,
        outcome: &Outcome,
        folds: bool,
        finding: &Finding,
        registry: &Registry,
    ) -> (Option<MlirOutcome>, String) {
        let version = self.version();
        match outcome {
            Outcome::Ok(printed) => {
                let what = if folds { FOLDED } else { silence(finding, printed, registry) };
                (Some(MlirOutcome::Silent), format!("MLIR {version} {what}"))
            }
            Outcome::Error(diagnostics) => {
                let first = diagnostics.iter().find(|d| d.severity == Severity::Error);
                let words = first.map_or("an error", |d| d.message.as_str());
                (Some(MlirOutcome::VerifierError), format!("MLIR {version}: error: {words}"))
            }
            Outcome::Crash { signal, .. } => {
                (Some(MlirOutcome::Crash), format!("MLIR {version} crashes (signal {signal})"))
            }
            Outcome::TimedOut => (Some(MlirOutcome::Hang), format!("MLIR {version} does not end in time")),
            Outcome::OutOfMemory => (Some(MlirOutcome::Hang), format!("MLIR {version} runs out of memory")),
            Outcome::NoAnswer(why) => (None, format!("MLIR {version} gave no answer: {why}")),
        }
    }
}

/// The outcome where the driver alone explains the program that MLIR printed.
const FOLDED: &str =
    "made the same program without the pattern, by folding, and so says nothing about the pattern";

/// The outcome where MLIR reports nothing, by the program that it printed.
fn silence(finding: &Finding, printed: &str, registry: &Registry) -> &'static str {
    let values = finding.code.family() == Family::Values;
    match mlir_output::compare(finding, printed, registry) {
        Some(Comparison::Same) if values => "made the same program; its verifier does not compare values",
        Some(Comparison::Same) => "made the same program and reported nothing",
        Some(Comparison::Unchanged) => "left the program as it was and reported nothing",
        Some(Comparison::Wrong) => {
            "made another program, as its driver folds too, which also differs on these inputs; its verifier does not \
             compare values"
        }
        Some(Comparison::Other) | None => {
            "reported nothing and made another program: its driver folds and erases operations, too"
        }
    }
}
