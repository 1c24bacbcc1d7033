//! `known.toml`: findings that are reported elsewhere, so that a campaign runs past them. An entry says which pass, which pattern
//! and which kind of difference.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{Acceptance, AcceptedIn, PatternReport, Subject};
use serde::Deserialize;
use toml::Spanned;

use crate::names;

/// The usual name of the file.
pub(crate) const NAME: &str = "known.toml";

/// The page about the file.
pub(crate) const PAGE: &str = "known.toml: findings that are reported elsewhere, for `--known FILE` of `tv` and `fuzz`

[[known]]
pass = \"canonicalize\"                    # as in --pass; any, if it is left out
pattern = \"ConvertTruncFOpPattern\"       # the class of the C++ pattern, or the symbol of a pattern of yours
kind = \"V301\"                            # the rule that breaks
reason = \"https://github.com/llvm/llvm-project/issues/130\"

An entry names a pass, a pattern or both. A finding that all of its keys describe is accepted with the reason, and changes no exit
code. Entries that no finding used are counted at the end of a run over everything.
";

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
    /// The class of the C++ pattern, or the symbol of a pattern of the user; any if it is left out.
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
        // A pattern of the user is named by its symbol.
        let symbol = (report.subject == Subject::Patterns).then_some(report.name.as_str());
        for finding in report.findings.iter_mut().filter(|finding| finding.accepted.is_none()) {
            let patterns = finding.notes.iter().filter_map(|note| note.strip_prefix("C++ pattern: "));
            let patterns: Vec<&str> = patterns.chain(symbol).collect();
            if let Some(reason) = self.reason(finding.code, &labels, &patterns) {
                let reason = reason.to_owned();
                finding.accepted = Some(Acceptance { place: AcceptedIn::Baseline, reason, is_moved: false });
            }
        }
    }

    /// The reason of the entry that describes a finding about these patterns behind these passes.
    pub(crate) fn reason(&mut self, code: Rule, labels: &[&str], patterns: &[&str]) -> Option<&str> {
        let entry = self.0.iter_mut().find(|entry| {
            let pass = entry.pass.as_deref();
            entry.kind.eq_ignore_ascii_case(code.code())
                && pass.is_none_or(|pass| labels.iter().any(|label| names::holds(label, pass)))
                && entry.pattern.as_deref().is_none_or(|pattern| patterns.contains(&pattern))
        })?;
        entry.used = true;
        Some(&entry.reason)
    }

    /// A remark about entries that accepted nothing.
    pub(crate) fn idle(&self) -> Option<String> {
        let count = self.0.iter().filter(|entry| !entry.used).count();
        (count > 0).then(|| format!("{count} of the findings in `--known` did not occur"))
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
