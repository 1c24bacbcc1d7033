//! A format in which files have other names, such as those from the top of a repository. The names are handed in as a
//! function; the report is copied only where one differs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::finding::Finding;
use crate::report::{PatternReport, SetReport};
use crate::sources::Sources;

use super::{Head, Renderer, Tail};

/// Gives the name of a file in a format, from the one that the user gave.
pub type Name = Box<dyn Fn(&str) -> String>;

/// A renderer that is told other names of files.
pub struct Named {
    inner: Box<dyn Renderer>,
    name: Name,
    known: BTreeMap<String, String>,
    sources: Sources,
}

impl Named {
    /// Renders by `inner` with the names that `name` gives.
    #[must_use]
    pub fn new(inner: Box<dyn Renderer>, name: Name) -> Named {
        Named { inner, name, known: BTreeMap::new(), sources: Sources::new() }
    }

    fn rename(&mut self, file: &mut String) {
        let known = self.known.entry(file.clone()).or_insert_with(|| (self.name)(file));
        if file != known {
            file.clone_from(known);
        }
    }

    fn keeps(&mut self, file: &str) -> bool {
        let mut name = file.to_owned();
        self.rename(&mut name);
        name == file
    }

    fn keeps_finding(&mut self, finding: &Finding) -> bool {
        files_of(finding).all(|file| self.keeps(file))
    }

    fn finding(&mut self, finding: &Finding) -> Finding {
        let mut finding = finding.clone();
        self.rename(&mut finding.at.file);
        finding.related.iter_mut().for_each(|related| self.rename(&mut related.at.file));
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| self.rename(&mut edit.at.file));
        finding
    }

    fn findings(&mut self, findings: &[Finding]) -> Vec<Finding> {
        findings.iter().map(|finding| self.finding(finding)).collect()
    }
}

/// The files that a finding names.
fn files_of(finding: &Finding) -> impl Iterator<Item = &str> {
    let related = finding.related.iter().map(|related| &related.at);
    let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| &edit.at);
    std::iter::once(&finding.at).chain(related).chain(edits).map(|at| at.file.as_str())
}

impl Renderer for Named {
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.sources = sources.renamed(&self.name);
        let faults = self.findings(head.faults);
        self.inner.start(Head { faults: &faults, ..head }, &self.sources, out)
    }

    fn pattern(&mut self, pattern: &PatternReport, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        if self.keeps(&pattern.file) && pattern.findings.iter().all(|finding| self.keeps_finding(finding)) {
            return self.inner.pattern(pattern, &self.sources, out);
        }
        let mut renamed = pattern.clone();
        self.rename(&mut renamed.file);
        renamed.findings = self.findings(&pattern.findings);
        self.inner.pattern(&renamed, &self.sources, out)
    }

    fn finish(&mut self, tail: Tail<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let renamed = |set: &SetReport| SetReport { findings: self.findings(&set.findings), ..set.clone() };
        let sets: Vec<SetReport> = tail.sets.iter().map(renamed).collect();
        let late = self.findings(tail.late);
        self.inner.finish(Tail { sets: &sets, late: &late, ..tail }, &self.sources, out)
    }
}
