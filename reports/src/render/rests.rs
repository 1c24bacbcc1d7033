//! The grounds of the verdicts of a run: domains, assumptions, and parts of proofs that were not checked, each with the number
//! of its patterns.

use std::collections::BTreeMap;

use assay_ir::verdict::VerdictKind;

use crate::report::{Answer, NotChecked, PatternReport};
use crate::subject::Subject;

use super::Options;
use super::funnel::NAME;
use super::text::{hanging, one_line};

/// Number of patterns by each domain, each assumption, and each part of a proof that was not checked.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumptions {
    domains: BTreeMap<String, usize>,
    /// The assumptions.
    pub(super) assumptions: BTreeMap<String, usize>,
    open: BTreeMap<String, usize>,
}

impl Assumptions {
    /// Takes a pattern into account.
    pub(super) fn add(&mut self, pattern: &PatternReport) {
        if !pattern.domain.is_empty() {
            count(&mut self.domains, &pattern.domain.join("; "));
        }
        for assumption in &pattern.assumptions {
            count(&mut self.assumptions, assumption);
        }
        if matches!(pattern.verdict, VerdictKind::Proved | VerdictKind::Bounded | VerdictKind::WellFormed) {
            for (_, answer) in &pattern.stages {
                if let Answer::NotChecked(NotChecked::Because(why)) = answer {
                    count(&mut self.open, why);
                }
            }
        }
    }

    /// The grounds of the verdicts, one row each.
    pub(super) fn render(&self, out: &mut String, subject: Subject, options: Options) {
        for (name, texts) in
            [("checked for", &self.domains), ("assumes", &self.assumptions), ("open", &self.open)]
        {
            for (text, count) in texts {
                hanging(out, &format!("{name:<NAME$}  "), &counted(text, *count, subject), options);
            }
        }
    }

    /// Their number, in one line.
    pub(super) fn folded(&self, out: &mut String, options: Options) {
        let number = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            _ => Some(format!("{count} {many}")),
        };
        let parts = [
            number(self.domains.len(), "domain", "domains"),
            number(self.assumptions.len(), "assumption", "assumptions"),
            number(self.open.len(), "part that was not checked", "parts that were not checked"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            let text = format!("{} (--show assumptions)", parts.join(", "));
            hanging(out, &format!("{:<NAME$}  ", "rests on"), &text, options);
        }
    }

    /// The assumptions with the number of patterns that rest on each, one a line.
    pub(super) fn assumed(&self, subject: Subject) -> String {
        let line = |(text, count): (&String, &usize)| {
            format!("assumes: {}\n", one_line(&counted(text, *count, subject)))
        };
        self.assumptions.iter().map(line).collect()
    }
}

fn counted(text: &str, count: usize, subject: Subject) -> String {
    format!("{text} ({count} {})", subject.noun(count))
}

fn count(counts: &mut BTreeMap<String, usize>, text: &str) {
    match counts.get_mut(text) {
        Some(count) => *count += 1,
        None => {
            counts.insert(text.to_owned(), 1);
        }
    }
}
