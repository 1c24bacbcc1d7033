//! `known.toml`: findings about passes that are reported elsewhere, so that a campaign runs past them. An entry says which pass,
//! which pattern of C++ and which kind of difference.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{Acceptance, AcceptedIn, PatternReport};
use serde::Deserialize;
use toml::Spanned;

use crate::names;

/// Most bytes of a registry.
const LONGEST: u64 = 16 << 20;

/// The form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    known: Vec<Spanned<Entry>>,
}

/// A finding that is known.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The pass, as in `--pass`; any if it is left out.
    pass: Option<String>,
    /// The class of the C++ pattern; any if it is left out.
    pattern: Option<String>,
    /// The rule that breaks.
    kind: String,
    /// Where it is reported.
    reason: String,
    /// A finding was accepted by it.
    #[serde(skip)]
    used: bool,
}

/// The registry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known(Vec<Entry>);

impl Known {
    /// Reads a registry.
    ///
    /// # Errors
    /// Every fault of the file, with its line.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Known> {
        let name = &path.display();
        let text = files::read_text(path, LONGEST).with_context(|| format!("cannot read {name}"))?;
        let line = |span: Range<usize>| text[..span.start.min(text.len())].matches('\n').count() + 1;
        let document: Document = match toml::from_str(&text) {
            Ok(document) => document,
            Err(error) => bail!("{name}:{}: {}", line(error.span().unwrap_or(0..0)), error.message()),
        };
        let faults: Vec<String> = document
            .known
            .iter()
            .flat_map(|entry| {
                let at = line(entry.span());
                faults(entry.get_ref()).into_iter().map(move |fault| format!("{name}:{at}: {fault}"))
            })
            .collect();
        if !faults.is_empty() {
            bail!("{}", faults.join("\nerror: "));
        }
        Ok(Known(document.known.into_iter().map(Spanned::into_inner).collect()))
    }

    /// Accepts the findings of a record that are known.
    pub(crate) fn accept(&mut self, report: &mut PatternReport) {
        let labels: Vec<&str> = report.domain.iter().filter_map(|one| one.strip_prefix("pass: ")).collect();
        for finding in report.findings.iter_mut().filter(|finding| finding.accepted.is_none()) {
            let patterns = finding.notes.iter().filter_map(|note| note.strip_prefix("C++ pattern: "));
            let patterns: Vec<&str> = patterns.collect();
            let entry = self.0.iter_mut().find(|entry| {
                entry.kind.eq_ignore_ascii_case(finding.code.code())
                    && entry
                        .pass
                        .as_ref()
                        .is_none_or(|pass| labels.iter().any(|label| names::holds(label, pass)))
                    && entry.pattern.as_ref().is_none_or(|pattern| patterns.contains(&pattern.as_str()))
            });
            if let Some(entry) = entry {
                entry.used = true;
                finding.accepted =
                    Some(Acceptance { place: AcceptedIn::Baseline, reason: entry.reason.clone() });
            }
        }
    }

    /// The number of entries that accepted nothing.
    pub(crate) fn idle(&self) -> usize {
        self.0.iter().filter(|entry| !entry.used).count()
    }
}

fn faults(entry: &Entry) -> Vec<String> {
    let mut faults = Vec::new();
    if entry.pass.is_none() && entry.pattern.is_none() {
        faults.push("an entry names a `pass` or a `pattern`".to_owned());
    }
    if Rule::parse(&entry.kind.to_ascii_uppercase()).is_none() {
        faults.push(format!("`{}` is no rule{}", entry.kind, names::meant_rule(&entry.kind)));
    }
    if entry.reason.trim().is_empty() {
        faults.push("an entry needs a `reason`, such as the address of its report".to_owned());
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_are_said_with_their_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("known.toml");
        std::fs::write(&path, "[[known]]\nkind = \"V031\"\nreason = \"\"\n").unwrap();
        let said = Known::read(&path).unwrap_err().to_string();
        assert!(said.contains("known.toml:1: an entry names a `pass`"), "{said}");
        assert!(said.contains("did you mean `V301`?") && said.contains("needs a `reason`"), "{said}");
        std::fs::write(&path, "[[known]]\npas = \"cse\"\n").unwrap();
        assert!(Known::read(&path).unwrap_err().to_string().contains("unknown field `pas`"));
    }
}
