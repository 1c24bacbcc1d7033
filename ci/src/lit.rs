//! `--emit-test`: witnesses as lit tests that fail while the pattern is wrong. A test holds pattern and payload and the
//! program that the rewrite must not make, as real MLIR prints it; it passes once mlir-opt applies the pattern without an
//! error and prints another program, when the fixed pattern is put in the place of the old one. There is no test where
//! mlir-opt makes a program that is not shown to be wrong: its driver folds.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_ir::diagnostic::Severity;
use assay_ir::spec::Registry;
use assay_mlir::files::{self, plain_name};
use assay_mlir::opt::Outcome;
use assay_reports::{EvidenceKind, Finding, PatternReport};

use crate::confirm_mlir::Mlir;
use crate::mlir_output::{self, Comparison};

/// A folder of lit tests.
pub(crate) struct Folder {
    path: PathBuf,
    mlir: Mlir,
    taken: BTreeSet<String>,
}

impl Folder {
    /// Opens the folder, which is made when it is missing, and finds mlir-opt.
    ///
    /// # Errors
    /// A folder that cannot be made, or no mlir-opt.
    pub(crate) fn open(path: &Path, dialects: &[PathBuf]) -> anyhow::Result<Folder> {
        std::fs::create_dir_all(path).with_context(|| format!("cannot write tests to {}", path.display()))?;
        let mlir = Mlir::find(Path::new(""), dialects).context("`--emit-test` asks real MLIR")?;
        Ok(Folder { path: path.to_owned(), mlir, taken: BTreeSet::new() })
    }

    /// Writes a test for each open error that has a program before and after.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(&mut self, report: &PatternReport, registry: &Registry) -> anyhow::Result<()> {
        let stem = Path::new(&report.file).file_stem().map_or("input".into(), |stem| stem.to_string_lossy());
        let stem = plain_name(&stem);
        let name = match report.name.is_empty() {
            true => format!("line{}", report.line),
            false => plain_name(&report.name),
        };
        let open = |finding: &&Finding| finding.level == Severity::Error && finding.accepted.is_none();
        for finding in report.findings.iter().filter(open) {
            let Some(text) = self.test(finding, registry) else { continue };
            let base = format!("{stem}.{name}.{}", finding.code);
            let mut file = format!("{base}.mlir");
            let mut number = 2;
            while !self.taken.insert(file.clone()) {
                file = format!("{base}.{number}.mlir");
                number += 1;
            }
            let path = self.path.join(file);
            files::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// The test of a finding; `None` where mlir-opt does not show it.
    fn test(&self, finding: &Finding, registry: &Registry) -> Option<String> {
        let evidence = finding.evidence.as_ref().filter(|one| one.kind == EvidenceKind::Payload)?;
        let lines = evidence.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let modules: String = lines.map(|line| format!("{line}\n")).collect();
        let message = finding.message.replace('\n', " ");
        let head = |run: &str, why: &str| {
            format!("// RUN: {COMMAND} %s{run}\n//\n// {}: {message}\n// {why}\n{modules}", finding.code)
        };
        match self.mlir.run(&evidence.text) {
            Outcome::Ok(printed) => {
                if !matches!(
                    mlir_output::compare(finding, &printed, registry)?,
                    Comparison::Same | Comparison::Wrong
                ) {
                    return None;
                }
                let why = "The CHECK lines are the wrong program; the test fails while the pattern makes it.";
                Some(head(" | not FileCheck %s", why) + "\n" + &checks(&mlir_output::payload(&printed)))
            }
            Outcome::Error(_) | Outcome::Crash { .. } => {
                Some(head("", "The test fails while mlir-opt fails on what the pattern makes."))
            }
            Outcome::TimedOut | Outcome::OutOfMemory | Outcome::NoAnswer(_) => None,
        }
    }
}

/// The program that is called.
const COMMAND: &str = "mlir-opt -allow-unregistered-dialect -test-pdl-bytecode-pass";

/// The lines as CHECK lines.
pub(crate) fn checks(lines: &[&str]) -> String {
    let mut out = String::new();
    for (number, line) in lines.iter().enumerate() {
        let next = if number == 0 { "" } else { "-NEXT" };
        // Brackets that are doubled begin a regular expression.
        let literal = if line.contains("{{") || line.contains("[[") { "{LITERAL}" } else { "" };
        out.push_str(&format!("// CHECK{next}{literal}: {line}\n"));
    }
    out
}
