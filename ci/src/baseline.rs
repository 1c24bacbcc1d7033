//! The baseline: findings that were known when it was made. Keyed by rule and by the text of the pattern, so that moving
//! or renaming a pattern changes nothing; copies are counted, and an entry is for its own pattern as long as that is there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, bail};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_mlir::files;
use assay_reports::{
    Acceptance, AcceptedIn, Finding, Fixed, Head, PatternReport, Renderer, SetReport, Sources, Tail,
};
use serde::{Deserialize, Serialize};

use crate::paths::Top;

/// The number of the format.
const VERSION: u32 = 1;

/// Bytes beyond which a file is no baseline.
const LONGEST: u64 = 1 << 30;

/// The commands that make a baseline.
const WRITERS: &str =
    "`assay baseline` writes one of patterns, `--write-baseline` of `tv` and `audit` one of theirs";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    assay_baseline: u32,
    findings: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    pattern: String,
    #[serde(with = "code")]
    code: Rule,
    /// Of the pattern.
    fingerprint: String,
}

/// Rules in JSON, by code.
mod code {
    use assay_ir::rule::Rule;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.code())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let code = String::deserialize(deserializer)?;
        Rule::parse(&code).ok_or_else(|| serde::de::Error::custom(format!("`{code}` is no rule")))
    }
}

/// The open findings that are more than a note, collected for a new baseline. Faults of whole files are left out: text that
/// cannot be read has to be fixed. Clones share what they collect.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder(Rc<RefCell<Recorded>>);

#[derive(Debug, Default)]
struct Recorded {
    findings: Vec<Entry>,
    faults: usize,
}

impl Recorder {
    /// The text of the baseline, and the number of its findings.
    pub(crate) fn text(&self) -> anyhow::Result<(String, usize)> {
        let mut findings = self.0.borrow().findings.clone();
        findings.sort();
        let count = findings.len();
        let mut text = serde_json::to_string_pretty(&File { assay_baseline: VERSION, findings })?;
        text.push('\n');
        Ok((text, count))
    }

    /// Number of open faults of files and suppressions.
    pub(crate) fn faults(&self) -> usize {
        self.0.borrow().faults
    }

    fn count(&self, faults: &[Finding]) {
        self.0.borrow_mut().faults += faults.iter().filter(|finding| finding.accepted.is_none()).count();
    }
}

impl Renderer for Recorder {
    fn start(&mut self, head: Head<'_>, _: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.count(head.faults);
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, _: &Sources, _: &mut dyn Write) -> io::Result<()> {
        let entry = |finding: &Finding| Entry {
            file: pattern.file.clone(),
            pattern: pattern.name.clone(),
            code: finding.code,
            fingerprint: pattern.fingerprint.clone(),
        };
        self.0.borrow_mut().findings.extend(pattern.findings.iter().filter(is_open).map(entry));
        Ok(())
    }

    fn finish(&mut self, tail: Tail<'_>, _: &Sources, _: &mut dyn Write) -> io::Result<()> {
        for set in tail.sets {
            let entry = |finding: &Finding| Entry {
                file: finding.at.file.clone(),
                pattern: set.patterns.join(", "),
                code: finding.code,
                fingerprint: set.fingerprint.clone(),
            };
            self.0.borrow_mut().findings.extend(set.findings.iter().filter(is_open).map(entry));
        }
        self.count(tail.late);
        Ok(())
    }
}

/// Tells if a finding belongs into a baseline.
fn is_open(finding: &&Finding) -> bool {
    finding.accepted.is_none() && finding.level > Severity::Note
}

/// A baseline that was read, and what of it is still to be found.
#[derive(Debug)]
pub(crate) struct Baseline {
    name: String,
    left: BTreeMap<(Rule, String), Vec<Entry>>,
    /// Rule and pattern of each finding that is not listed.
    new: BTreeSet<(Rule, String)>,
    /// File and name of each pattern that was read: an entry of one of them is for no copy of it.
    present: BTreeSet<(String, String)>,
    /// Where names of files start in a baseline.
    top: Top,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// A file that cannot be read, is no baseline, or is one of another format.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Baseline> {
        let name = path.display().to_string();
        let cannot = || format!("cannot read the baseline {name}; {WRITERS}");
        let text = files::read_text(path, LONGEST).with_context(cannot)?;
        let file: File =
            serde_json::from_str(&text).with_context(|| format!("{name} is no baseline; {WRITERS}"))?;
        if file.assay_baseline != VERSION {
            bail!("{name} is a baseline of format {}, this is for {VERSION}", file.assay_baseline);
        }
        let mut left: BTreeMap<(Rule, String), Vec<Entry>> = BTreeMap::new();
        for entry in file.findings {
            left.entry((entry.code, entry.fingerprint.clone())).or_default().push(entry);
        }
        Ok(Baseline { name, left, new: BTreeSet::new(), present: BTreeSet::new(), top: Top::here() })
    }

    /// Keeps the entries of patterns, by file and name, for these patterns.
    pub(crate) fn has_read(&mut self, patterns: impl Iterator<Item = (String, String)>) {
        let mut latest = (String::new(), String::new());
        for (file, name) in patterns {
            if latest.0 != file {
                latest = (file.clone(), self.top.name(&file));
            }
            self.present.insert((latest.1.clone(), name));
        }
    }

    /// Accepts the findings of a pattern that the baseline lists.
    pub(crate) fn accept(&mut self, pattern: &mut PatternReport) {
        self.accept_all(&mut pattern.findings, &pattern.fingerprint, (&pattern.file, &pattern.name));
    }

    /// Accepts the findings of a pattern that the baseline lists, however often: an editor shows one text of many.
    pub(crate) fn accept_again(&self, pattern: &mut PatternReport) {
        for finding in pattern.findings.iter_mut().filter(|finding| finding.accepted.is_none()) {
            let key = (finding.code, pattern.fingerprint.clone());
            if self.left.get(&key).is_some_and(|entries| !entries.is_empty()) {
                finding.accepted = Some(self.acceptance(None));
            }
        }
    }

    /// An acceptance by the entry of the pattern itself, or by that of a pattern that was moved or renamed.
    fn acceptance(&self, moved: Option<&Entry>) -> Acceptance {
        let mut reason = format!("listed in {}", self.name);
        if let Some(Entry { file, pattern, .. }) = moved {
            reason.push_str(&format!(" as @{pattern} in {file}, which this run does not have"));
        }
        Acceptance { place: AcceptedIn::Baseline, reason, is_moved: moved.is_some() }
    }

    /// Accepts the findings of a set that the baseline lists.
    pub(crate) fn accept_of_set(&mut self, set: &mut SetReport) {
        let file = set.findings.first().map_or_else(String::new, |finding| finding.at.file.clone());
        self.accept_all(&mut set.findings, &set.fingerprint, (&file, &set.patterns.join(", ")));
    }

    /// Tells if the baseline lists a finding of a pattern or program; each entry counts once.
    pub(crate) fn lists(&mut self, code: Rule, fingerprint: &str, place: (&str, &str)) -> bool {
        self.entry(code, fingerprint, place).is_some()
    }

    /// Takes the entry of a finding out of the baseline; true beside that of another pattern.
    fn entry(&mut self, code: Rule, fingerprint: &str, (file, name): (&str, &str)) -> Option<(Entry, bool)> {
        // Of a binary no file is known.
        let file = if file.is_empty() { String::new() } else { self.top.name(file) };
        let entries = self.left.entry((code, fingerprint.to_owned())).or_default();
        let is_free = |entry: &Entry| !self.present.contains(&(entry.file.clone(), entry.pattern.clone()));
        // The entry of the pattern itself, else one of a pattern that was moved or renamed.
        let own = entries.iter().position(|entry| entry.pattern == name && entry.file == file);
        let moved = || entries.iter().position(|entry| entry.pattern == name && is_free(entry));
        match own.or_else(moved).or_else(|| entries.iter().position(is_free)) {
            Some(at) => {
                let entry = entries.remove(at);
                let is_other = entry.file != file || entry.pattern != name;
                Some((entry, is_other))
            }
            None => {
                self.new.insert((code, name.to_owned()));
                None
            }
        }
    }

    fn accept_all(&mut self, findings: &mut [Finding], fingerprint: &str, place: (&str, &str)) {
        for finding in findings {
            let Some((entry, is_moved)) = self.entry(finding.code, fingerprint, place) else { continue };
            if finding.accepted.is_none() {
                finding.accepted = Some(self.acceptance(is_moved.then_some(&entry)));
            }
        }
    }

    /// Keeps the entries of what was judged, by file, fingerprint and pattern; of the others it is not known if they are gone.
    pub(crate) fn keep(&mut self, is_judged: &dyn Fn(&str, &str, &str) -> bool) {
        for entries in self.left.values_mut() {
            entries.retain(|entry| is_judged(&entry.file, &entry.fingerprint, &entry.pattern));
        }
    }

    /// The findings of the baseline that are gone.
    pub(crate) fn fixed(self) -> Vec<Fixed> {
        let gone = self.left.into_values().flatten();
        let mut fixed: Vec<Fixed> = gone
            .map(|entry| Fixed {
                changed: self.new.contains(&(entry.code, entry.pattern.clone())),
                code: entry.code,
                pattern: entry.pattern,
                file: entry.file,
            })
            .collect();
        fixed.sort();
        fixed
    }
}
