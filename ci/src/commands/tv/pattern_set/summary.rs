//! All patterns of a binary: a record for each with its faults, and a table for people.

use std::collections::{BTreeMap, BTreeSet};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Confirmed, UnknownKind, VerdictKind};
use assay_reports::{
    After, Confirmation, Evidence, EvidenceKind, Finding, Label, Location, PatternReport, Program as Shown,
    Reason, Sources, Witness,
};

use super::faults::Tally;
use super::{Found, Placed};
use crate::commands::tv::cases::Record;
use crate::digest::short_digest;

/// Rows of the table; those of the patterns that took longest.
const ROWS: usize = 40;

/// Observations on all programs.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) programs: usize,
    endless: usize,
    tallies: BTreeMap<String, Tally>,
    /// The first file with a program on which each pattern is tried.
    first: BTreeMap<String, String>,
    /// The smallest program of each fault, and how many there are.
    faults: BTreeMap<(String, Vec<String>), (Placed, usize)>,
    /// Passes whose drivers begin another iteration behind a change.
    iterating: BTreeSet<String>,
}

impl Summary {
    pub(super) fn add(&mut self, file: &str, found: Found) {
        self.programs += found.programs;
        self.endless += found.endless;
        self.iterating.extend(found.iterating);
        for (name, tally) in found.tallies {
            self.first.entry(name.clone()).or_insert_with(|| file.to_owned());
            self.tallies.entry(name).or_default().add(&tally);
        }
        for placed in found.faults {
            let key = (placed.fault.rule.clone(), placed.fault.patterns.clone());
            let size = |placed: &Placed| placed.fault.program.len();
            let entry = self.faults.entry(key).or_insert_with(|| (placed.clone(), 0));
            entry.1 += 1;
            if size(&placed) < size(&entry.0) {
                entry.0 = placed;
            }
        }
    }

    /// Leaves out what a driver that never begins another iteration seems to show.
    pub(super) fn close(&mut self) {
        let iterating = &self.iterating;
        let is_shown =
            |placed: &Placed| placed.fault.rule != Rule::D101.code() || iterating.contains(&placed.label);
        self.faults.retain(|_, (placed, _)| is_shown(placed));
    }

    /// A record for each pattern, and one for each cycle.
    pub(super) fn records(&self, sources: &Sources) -> Vec<Record> {
        let mut records = Vec::new();
        for (name, tally) in &self.tallies {
            let own = self.faults.iter().filter(|((_, patterns), _)| patterns[..] == [name.clone()]);
            let mut findings: Vec<Finding> =
                own.filter_map(|(_, (placed, count))| finding(placed, *count, sources)).collect();
            let is_wrong = !findings.is_empty();
            let at = findings
                .first()
                .map_or_else(|| self.first_place(name, sources), |finding| finding.at.clone());
            if tally.applied == 0 && !is_wrong {
                let message = format!("`{name}` is never applied, in {} attempts", tally.attempts);
                findings.push(Finding::new(Rule::D107, Severity::Note, at.clone(), message));
            }
            let kind = if is_wrong { VerdictKind::Refuted } else { VerdictKind::WellFormed };
            let Tally { attempts, applied, microseconds, .. } = tally;
            let counts = format!("attempts: {attempts}, applied: {applied}, microseconds: {microseconds}");
            records.push(record(name, &at, kind, vec![counts], findings));
        }
        let cycles = self.faults.iter().filter(|((_, patterns), _)| patterns.len() > 1);
        for ((_, patterns), (placed, count)) in cycles {
            let findings: Vec<Finding> = finding(placed, *count, sources).into_iter().collect();
            let at = findings.first().map_or_else(nowhere, |finding| finding.at.clone());
            records.push(record(&patterns.join(" and "), &at, VerdictKind::Refuted, Vec::new(), findings));
        }
        records
    }

    /// The start of the first file with a program on which a pattern is tried.
    fn first_place(&self, name: &str, sources: &Sources) -> Location {
        self.first.get(name).map_or_else(nowhere, |file| sources.locate(file, 0..0))
    }

    /// Prints the patterns that took longest, and sums.
    pub(super) fn print(&self) {
        let mut rows: Vec<(&String, &Tally)> = self.tallies.iter().collect();
        rows.sort_by_key(|(name, tally)| (std::cmp::Reverse((tally.microseconds, tally.attempts)), *name));
        say!("");
        say!("{:>9}{:>9}{:>9}{:>10}  pattern", "attempts", "applied", "useless", "ms");
        for (name, tally) in rows.iter().take(ROWS) {
            let Tally { attempts, applied, microseconds, .. } = tally;
            let time = format!("{}.{}", microseconds / 1000, microseconds % 1000 / 100);
            let codes: Vec<&str> = self.codes(name);
            let codes = if codes.is_empty() { String::new() } else { format!("  {}", codes.join(" ")) };
            say!(
                "{attempts:>9}{applied:>9}{:>9}{time:>10}  {name}{codes}",
                attempts.saturating_sub(*applied)
            );
        }
        if rows.len() > ROWS {
            say!("and {} more", rows.len() - ROWS);
        }
        let sum = |of: fn(&Tally) -> usize| self.tallies.values().map(of).sum::<usize>();
        let never = self.tallies.values().filter(|tally| tally.applied == 0).count();
        say!(
            "patterns: {}, never applied: {never}; attempts: {}, applied: {}, held against the program before them: {}; programs: {}, without an end: {}",
            rows.len(),
            sum(|tally| tally.attempts),
            sum(|tally| tally.applied),
            sum(|tally| tally.alone),
            self.programs,
            self.endless
        );
    }

    /// The rules that a pattern breaks.
    fn codes(&self, name: &str) -> Vec<&str> {
        let of = self.faults.keys().filter(|(_, patterns)| patterns.iter().any(|one| one == name));
        let mut codes: Vec<&str> = of.map(|(rule, _)| rule.as_str()).collect();
        codes.dedup();
        codes
    }
}

fn nowhere() -> Location {
    Location { file: "patterns".to_owned(), line: 1, column: 1, start: 0, end: 0 }
}

fn record(
    name: &str,
    at: &Location,
    kind: VerdictKind,
    domain: Vec<String>,
    findings: Vec<Finding>,
) -> Record {
    let scope = (kind == VerdictKind::WellFormed).then(|| "these programs".to_owned());
    // No program is compared with what a pattern made of it.
    let reason = (kind == VerdictKind::WellFormed).then(|| Reason {
        class: UnknownKind::NotRequested,
        subject: "the meaning (`assay tv --by-pattern`)".to_owned(),
        line: None,
    });
    let fingerprint = short_digest(name);
    let report =
        PatternReport { scope, reason, domain, findings, fingerprint, ..PatternReport::new(name, at, kind) };
    Record { report, cause: None }
}

/// The finding of a fault.
fn finding(placed: &Placed, count: usize, sources: &Sources) -> Option<Finding> {
    let fault = &placed.fault;
    let rule = Rule::parse(&fault.rule)?;
    let names: Vec<String> = fault.patterns.iter().map(|name| format!("`{name}`")).collect();
    let names = names.join(" and ");
    let message = match rule {
        Rule::D101 => format!("{names} changes the program and fails"),
        Rule::D104 => format!("{names} claims a change and leaves the program as it was"),
        Rule::D105 => format!("{names} undo each other"),
        Rule::X701 | Rule::X702 => format!("`{}` {} at {names}", placed.label, fault.detail),
        _ => format!("{names} leaves an ill-formed program to the next pattern: {}", fault.detail),
    };
    let text = sources.text(&placed.file).unwrap_or_default();
    let start = text.split_inclusive('\n').take(placed.line.saturating_sub(1)).map(str::len).sum::<usize>();
    let at = sources.locate(&placed.file, start..start);
    let mut finding = Finding::new(rule, Severity::Error, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    finding.confirmation =
        Confirmation { how: Confirmed::Mlir, details: vec![format!("`{}` ran", placed.label)], mlir: None };
    let after = match rule {
        Rule::D104 => After::Outcome("another iteration begins, with the same program".to_owned()),
        Rule::D106 | Rule::X701 | Rule::X702 => After::Outcome(fault.after.clone()),
        _ => After::Program(Shown::new(&fault.after)),
    };
    finding.witness = Some(Witness {
        before: Shown::new(&fault.program),
        after,
        path: None,
        command: Some(placed.again.clone()),
        applications: Vec::new(),
        trace: None,
    });
    finding.evidence = Some(Evidence {
        kind: EvidenceKind::Payload,
        text: format!("// pass: {}\n{}", placed.label, fault.program),
        path: None,
    });
    finding.notes.push(match rule {
        Rule::D105 => format!("the cycle: {}", fault.detail),
        _ => format!("passes: {}", placed.label),
    });
    if count > 1 {
        finding.notes.push(format!("shown by {count} programs; this is the smallest"));
    }
    Some(finding)
}
