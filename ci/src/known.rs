//! `known.toml`: findings that are reported elsewhere, so that a campaign runs past them. An entry says which pass, which pattern
//! and which kind of difference.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context as _, bail};
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{Acceptance, AcceptedIn, PatternReport, Sources, Subject};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

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

/// The key of the entries.
const ENTRIES: &str = "known";

/// Most bytes of a registry.
const LONGEST: u64 = 16 << 20;

/// A finding that is known.
#[derive(Clone, Debug, Default)]
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
    used: bool,
}

/// The registry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known(Vec<Entry>);

impl Known {
    /// Reads a registry.
    ///
    /// # Errors
    /// Every fault of the file, with its line and column.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Known> {
        let name = path.display().to_string();
        let text = files::read_text(path, LONGEST).with_context(|| format!("cannot read {name}"))?;
        let mut reader = Reader::default();
        match DeTable::parse(&text) {
            Ok(table) => reader.document(table.into_inner()),
            Err(error) => reader.faults.push((error.span().unwrap_or(0..0), error.message().to_owned())),
        }
        if reader.faults.is_empty() {
            return Ok(Known(reader.entries));
        }
        reader.faults.sort_by_key(|(span, _)| span.start);
        let mut sources = Sources::new();
        sources.insert(name.as_str(), text.as_str());
        let line = |(span, message): (Range<usize>, String)| {
            let at = sources.locate(&name, span);
            format!("{name}:{}:{}: {message}", at.line, at.column)
        };
        bail!("{}", reader.faults.into_iter().map(line).collect::<Vec<_>>().join("\nerror: "))
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

/// The entries of a file, and what is wrong in it at which bytes.
#[derive(Default)]
struct Reader {
    entries: Vec<Entry>,
    faults: Vec<(Range<usize>, String)>,
}

impl Reader {
    fn document(&mut self, table: DeTable<'_>) {
        for (key, value) in table {
            let span = value.span();
            match (key.get_ref().as_ref(), value.into_inner()) {
                (ENTRIES, DeValue::Array(list)) => list.into_iter().for_each(|one| self.entry(one)),
                (ENTRIES, _) => self.faults.push((span, "wanted `[[known]]`".to_owned())),
                (other, _) => self.unknown(key.span(), other, &[ENTRIES]),
            }
        }
    }

    fn entry(&mut self, value: Spanned<DeValue<'_>>) {
        let span = value.span();
        let DeValue::Table(table) = value.into_inner() else {
            return self.faults.push((span, "wanted a table".to_owned()));
        };
        let mut entry = Entry::default();
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let DeValue::String(text) = value.get_ref() else {
                self.faults.push((value.span(), format!("`{name}`: wanted a string")));
                continue;
            };
            let text = text.to_string();
            match name {
                "pass" => entry.pass = Some(text),
                "pattern" => entry.pattern = Some(text),
                "kind" => entry.kind = text,
                "reason" => entry.reason = text,
                other => self.unknown(key.span(), other, &["pass", "pattern", "kind", "reason"]),
            }
        }
        self.faults.extend(faults(&entry).into_iter().map(|fault| (span.clone(), fault)));
        self.entries.push(entry);
    }

    fn unknown(&mut self, span: Range<usize>, key: &str, known: &[&str]) {
        let near = names::meant(key, known.iter().copied());
        let all = if near.is_empty() { format!("; known are {}", known.join(", ")) } else { near };
        self.faults.push((span, format!("unknown key `{key}`{all}")));
    }
}

fn faults(entry: &Entry) -> Vec<String> {
    let mut faults = Vec::new();
    if entry.pass.is_none() && entry.pattern.is_none() {
        faults.push("an entry names a `pass` or a `pattern`".to_owned());
    }
    if entry.kind.is_empty() {
        faults.push("an entry needs a `kind`, the rule that breaks".to_owned());
    } else if Rule::parse(&entry.kind.to_ascii_uppercase()).is_none() {
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
        assert!(said.contains("known.toml:1:1: an entry names a `pass`"), "{said}");
        assert!(said.contains("did you mean `V301`?") && said.contains("needs a `reason`"), "{said}");
        std::fs::write(&path, "[[known]]\npas = \"cse\"\nkind = 3\n").unwrap();
        let said = Known::read(&path).unwrap_err().to_string();
        assert!(said.contains("known.toml:2:1: unknown key `pas`; did you mean `pass`?"), "{said}");
        assert!(said.contains("known.toml:3:8: `kind`: wanted a string"), "{said}");
    }
}
