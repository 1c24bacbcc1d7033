//! Guards and fixes of refuted patterns: shown with their findings, written to a file, or applied. Decides nothing.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{Edit, Finding, Fix, PatternReport, Sources};
use assay_verifier::fix::{Suggestions, is_structural};

use crate::origin::{Origin, Place};

/// Puts guard and fix beside the first broken place. A text that was made from another one cannot be changed there: what to
/// change in the other one is said.
pub(crate) fn attach(report: &mut PatternReport, place: &Place<'_>, suggestions: &Suggestions) {
    let errors = |finding: &&mut Finding| finding.level == Severity::Error;
    if let Some(guard) = &suggestions.guard {
        for finding in report.findings.iter_mut().filter(errors).filter(|one| is_structural(one.code)) {
            finding.guard = Some(guard.words.join(", and "));
        }
    }
    if let Some(words) = &suggestions.partial
        && let Some(finding) = report.findings.iter_mut().filter(errors).find(|one| is_structural(one.code))
    {
        finding.help.push(words.clone());
    }
    let Some(repair) = &suggestions.repair else { return };
    let broken = |finding: &&mut Finding| finding.level == Severity::Error || finding.code == Rule::P101;
    let Some(finding) = report.findings.iter_mut().find(broken) else { return };
    let title = repair.words.join("; ");
    if !matches!(place.origin, Origin::Own) {
        finding.help.push(format!("to repair it: {title}"));
        return;
    }
    let edit = |edit: &assay_verifier::fix::edit::Edit| Edit {
        at: place.sources.locate(place.file, edit.span.range()),
        text: edit.text.clone(),
    };
    finding.fix = Some(Fix { title, edits: repair.edits.iter().map(edit).collect() });
}

/// Patterns that do no harm under a guard, collected for `--emit-guarded`.
#[derive(Debug, Default)]
pub(crate) struct Guarded {
    /// Place and text of each pattern, by file.
    files: BTreeMap<String, Vec<(usize, String)>>,
}

impl Guarded {
    /// Adds the guarded form of a pattern, if there is one.
    pub(crate) fn add(&mut self, report: &PatternReport, suggestions: Suggestions) {
        if let Some(guard) = suggestions.guard {
            self.files.entry(report.file.clone()).or_default().push((report.line, guard.pattern));
        }
    }

    /// Writes the patterns to a file, each under the place that it comes from.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut out = String::from(
            "// Patterns that do no harm under the native constraints that were added to them.\n",
        );
        for (file, patterns) in &self.files {
            out.push_str("module {\n");
            for (line, pattern) in patterns {
                out.push_str(&format!("  // {file}:{line}\n"));
                for line in pattern.lines() {
                    out.push_str(&format!("  {line}\n"));
                }
            }
            out.push_str("}\n");
        }
        files::write(path, out).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Fixes of open findings, collected for `--fix`.
#[derive(Debug, Default)]
pub(crate) struct Fixes {
    count: usize,
    files: BTreeMap<String, Vec<Edit>>,
}

impl Fixes {
    /// Takes the fixes of the open findings of a pattern.
    pub(crate) fn add(&mut self, report: &PatternReport) {
        let open = report.findings.iter().filter(|finding| finding.accepted.is_none());
        for fix in open.filter_map(|finding| finding.fix.as_ref()) {
            self.count += 1;
            for edit in &fix.edits {
                self.files.entry(edit.at.file.clone()).or_default().push(edit.clone());
            }
        }
    }

    /// Applies the fixes to their files, and gives their number. Writes nothing where one of the files differs from the
    /// text that was judged.
    ///
    /// # Errors
    /// A file that was changed meanwhile, or cannot be read or written.
    pub(crate) fn apply(self, sources: &Sources) -> anyhow::Result<usize> {
        let mut changed = Vec::with_capacity(self.files.len());
        for (file, mut edits) in self.files {
            let mut text = std::fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
            if sources.text(&file) != Some(&text) {
                bail!("{file} was changed meanwhile; nothing was written");
            }
            edits.sort_by_key(|edit| std::cmp::Reverse((edit.at.start, edit.at.end)));
            let crlf = text.contains("\r\n");
            for edit in &edits {
                let inserted = if crlf { edit.text.replace('\n', "\r\n") } else { edit.text.clone() };
                text.replace_range(edit.at.span(), &inserted);
            }
            changed.push((file, text));
        }
        for (file, text) in changed {
            files::write(Path::new(&file), text).with_context(|| format!("cannot write {file}"))?;
        }
        Ok(self.count)
    }
}
