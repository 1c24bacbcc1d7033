//! Open findings counted by rule, and their order from the worst to the least.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::{Family, Rule};
use assay_ir::verdict::Confirmed;

use crate::finding::{After, Finding};
use crate::subject::Subject;

use super::text::hanging;
use super::{Options, Shown};

/// The place of a finding among others: the worst one is the smallest. Levels come first, then families of rules (values that
/// differ are worst, as nothing else notices them), rules, ways of confirmation, and sizes of witnesses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    level: Reverse<Severity>,
    family: u8,
    code: Rule,
    confirmed: u8,
    size: usize,
}

impl Rank {
    pub(super) fn from_finding(finding: &Finding) -> Rank {
        let family = match finding.code.family() {
            Family::Values | Family::Passes | Family::Contracts => 0,
            Family::Structure => 1,
            Family::Types => 2,
            Family::Termination => 3,
            Family::Matching | Family::Drivers => 4,
            Family::Pdl => 5,
            Family::Acceptance | Family::Lint | Family::Undecided => 6,
        };
        let confirmed = match finding.confirmation.how {
            Confirmed::Executed => 0,
            Confirmed::Interpreted => 1,
            Confirmed::Replayed | Confirmed::Mlir => 2,
            Confirmed::None => 3,
        };
        let size = finding.witness.as_ref().map_or(usize::MAX, |witness| {
            let after = if let After::Program(program) = &witness.after { program.text.len() } else { 0 };
            witness.before.text.len() + after
        });
        Rank { level: Reverse(finding.level), family, code: finding.code, confirmed, size }
    }
}

/// The counts of a rule.
#[derive(Clone, Copy, Debug)]
struct Row {
    level: Severity,
    findings: usize,
    patterns: usize,
    fixable: usize,
}

/// Open findings by rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Overview {
    rows: BTreeMap<Rule, Row>,
    /// All of them.
    pub(super) findings: usize,
}

impl Overview {
    /// Counts the open findings of a pattern, a set or a file; each rule once.
    pub(super) fn add<'a>(&mut self, shown: impl Iterator<Item = &'a Shown<'a>>) {
        let (mut seen, mut fixed) = (BTreeSet::new(), BTreeSet::new());
        for Shown { finding, .. } in shown {
            self.findings += 1;
            let row = Row { level: finding.level, findings: 0, patterns: 0, fixable: 0 };
            let row = self.rows.entry(finding.code).or_insert(row);
            row.level = row.level.max(finding.level);
            row.findings += 1;
            row.patterns += usize::from(seen.insert(finding.code));
            row.fixable += usize::from(finding.fix.is_some() && fixed.insert(finding.code));
        }
    }

    /// Patterns with a checked fix, by rule.
    pub(super) fn fixable(&self) -> usize {
        self.rows.values().map(|row| row.fixable).sum()
    }

    /// Tells if an error is among them.
    pub(super) fn has_errors(&self) -> bool {
        self.rows.values().any(|row| row.level == Severity::Error)
    }

    /// One row for each rule, the worst and most frequent first; `titles` say what a rule forbids. Of patterns these are counted, since
    /// one has a finding of a rule or not; of a pipeline or a function its findings.
    pub(super) fn render(
        &self,
        out: &mut String,
        titles: &BTreeMap<Rule, String>,
        subject: Subject,
        options: Options,
    ) {
        let (noun, count): (&str, fn(&Row) -> usize) = match subject {
            Subject::Patterns => ("patterns", |row| row.patterns),
            _ => ("findings", |row| row.findings),
        };
        let mut rows: Vec<(&Rule, &Row)> = self.rows.iter().collect();
        rows.sort_by_key(|(code, row)| (Reverse(row.level), Reverse(count(row)), **code));
        if rows.is_empty() {
            return;
        }
        let any_fix = self.fixable() > 0;
        let title = |code: &Rule| titles.get(code).map_or("-", String::as_str);
        let mut line = |cells: [&str; 5]| {
            let [rule, count, fix, level, text] = cells;
            let fix = if any_fix { format!("{fix:>7}  ") } else { String::new() };
            hanging(out, &format!("  {rule:<4}  {count:>8}  {fix}{level:<7}  "), text, options);
        };
        line(["rule", noun, "fixable", "level", "what"]);
        for (code, row) in rows {
            let fix = if row.fixable > 0 { row.fixable.to_string() } else { String::new() };
            let (count, level) = (count(row).to_string(), row.level.to_string());
            line([code.code(), &count, &fix, &level, title(code)]);
        }
    }
}

/// The worst of many things, each with the rank of its finding; no more than `most` are kept.
#[derive(Debug)]
pub(super) struct Worst<T> {
    most: usize,
    /// Rank, number of arrival, and the thing; sorted.
    kept: Vec<(Rank, usize, T)>,
    /// All that came.
    pub(super) seen: usize,
}

impl<T> Worst<T> {
    pub(super) fn new(most: usize) -> Worst<T> {
        Worst { most, kept: Vec::new(), seen: 0 }
    }

    /// Offers a thing; it is made only where it is kept.
    pub(super) fn offer(&mut self, rank: Rank, make: impl FnOnce() -> T) {
        let key = (rank, self.seen);
        self.seen += 1;
        let at = self.kept.partition_point(|(rank, number, _)| (rank, *number) <= (&key.0, key.1));
        if at < self.most {
            self.kept.insert(at, (key.0, key.1, make()));
            self.kept.truncate(self.most);
        }
    }

    /// Those that were left out.
    pub(super) fn left_out(&self) -> usize {
        self.seen - self.kept.len()
    }

    /// The worst ones in their order.
    pub(super) fn into_list(self) -> Vec<T> {
        self.kept.into_iter().map(|(_, _, thing)| thing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Location;

    fn finding(code: Rule, level: Severity) -> Finding {
        let at = Location { file: "f".to_owned(), line: 1, column: 1, start: 0, end: 0 };
        Finding::new(code, level, at, "m")
    }

    #[test]
    fn values_that_differ_are_worse_than_structure_and_errors_than_notes() {
        let ranks = [
            Rank::from_finding(&finding(Rule::V301, Severity::Error)),
            Rank::from_finding(&finding(Rule::V302, Severity::Error)),
            Rank::from_finding(&finding(Rule::S103, Severity::Error)),
            Rank::from_finding(&finding(Rule::P000, Severity::Error)),
            Rank::from_finding(&finding(Rule::V301, Severity::Warning)),
            Rank::from_finding(&finding(Rule::U002, Severity::Note)),
        ];
        assert!(ranks.is_sorted(), "{ranks:?}");
    }

    #[test]
    fn the_worst_are_kept_in_order_and_the_first_of_equals() {
        let mut worst = Worst::new(2);
        for (name, code) in [("a", Rule::S103), ("b", Rule::S103), ("c", Rule::V301), ("d", Rule::T201)] {
            worst.offer(Rank::from_finding(&finding(code, Severity::Error)), || name);
        }
        assert_eq!(worst.left_out(), 2);
        assert_eq!(worst.into_list(), ["c", "a"]);
    }
}
