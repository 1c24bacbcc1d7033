//! What would make refuted patterns right, put beside their findings, written to a file, or applied. Decides nothing.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_reports::{Edit, Finding, Fix, Level, PatternReport, Report, Sources};
use assay_verifier::mend::{Suggestions, is_structural};

use crate::origin::{Origin, Place};

/// Puts guard and fix beside the first broken place. A text that was made from another one cannot be changed there.
pub(crate) fn attach(report: &mut PatternReport, place: &Place<'_>, suggestions: &Suggestions) {
    let errors = |finding: &&mut Finding| finding.level == Level::Error;
    if let Some(guard) = &suggestions.guard {
        for finding in report.findings.iter_mut().filter(errors).filter(|one| is_structural(one.code)) {
            finding.guard = Some(guard.words.join(", and "));
        }
    }
    let Some(repair) = &suggestions.repair else { return };
    if !matches!(place.origin, Origin::Own) {
        return;
    }
    let Some(finding) = report.findings.iter_mut().find(errors) else { return };
    let edit = |edit: &assay_verifier::mend::edit::Edit| Edit {
        at: place.sources.locate(place.file, edit.span.range()),
        text: edit.text.clone(),
    };
    finding.fix =
        Some(Fix { title: repair.words.join("; "), edits: repair.edits.iter().map(edit).collect() });
}

/// Writes the guarded patterns to a file, each under the place that it comes from.
pub(crate) fn write_guarded(path: &Path, guarded: &[(String, &Suggestions)]) -> anyhow::Result<()> {
    let mut out =
        String::from("// Patterns that do no harm under the native constraints that were added to them.\n");
    let mut files: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
    for (at, suggestions) in guarded {
        if let Some(guard) = &suggestions.guard {
            let (file, _) = at.rsplit_once(':').unwrap_or((at, ""));
            files.entry(file).or_default().push((at, &guard.pattern));
        }
    }
    for patterns in files.values() {
        out.push_str("module {\n");
        for (at, pattern) in patterns {
            out.push_str(&format!("  // {at}\n"));
            for line in pattern.lines() {
                out.push_str(&format!("  {line}\n"));
            }
        }
        out.push_str("}\n");
    }
    std::fs::write(path, out).with_context(|| format!("cannot write {}", path.display()))
}

/// Applies the fixes of all findings that nobody accepted to their files, and says how many there were. Writes nothing
/// where one of the files is not what was judged.
pub(crate) fn apply(report: &Report, sources: &Sources) -> anyhow::Result<usize> {
    let mut files: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    let mut count = 0;
    for fix in report.open().filter_map(|finding| finding.fix.as_ref()) {
        count += 1;
        for edit in &fix.edits {
            files.entry(&edit.at.file).or_default().push(edit);
        }
    }
    let mut mended = Vec::with_capacity(files.len());
    for (file, mut edits) in files {
        let mut text = std::fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        if sources.text(file) != Some(&text) {
            bail!("{file} was changed meanwhile; nothing was written");
        }
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.at.start, edit.at.end)));
        for edit in edits {
            text.replace_range(edit.at.span(), &edit.text);
        }
        mended.push((file, text));
    }
    for (file, text) in mended {
        std::fs::write(file, text).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(count)
}
