//! Findings for people, in the manner of rustc: what, where, the witness, what was needed, how it was
//! confirmed, when it is harmless, how to mend it, how to see it again, where to read on.

use std::collections::BTreeMap;

use crate::finding::{Confirmed, EvidenceKind, Finding};
use crate::report::{Report, Verdict};
use crate::sources::Sources;

use super::text::{Style, hanging, paint, push_line, visible};
use super::{Options, Shown, fix, funnel, open, snippet, witness};

/// The report as text: findings, what the verdicts rest on, the funnel.
#[must_use]
pub fn render(report: &Report, sources: &Sources, options: Options) -> String {
    let mut out = findings(report, sources, options);
    for fixed in &report.fixed {
        let text = format!(
            "{} of @{} in {} is no longer found; the baseline still lists it",
            fixed.code, fixed.pattern, fixed.file
        );
        hanging(&mut out, "fixed      ", &text, options);
    }
    rests_on(&mut out, report, options);
    out.push_str(&funnel::render(report, options));
    out
}

/// Only the findings.
pub(super) fn findings(report: &Report, sources: &Sources, options: Options) -> String {
    let mut out = String::new();
    for shown in open(report) {
        one(&mut out, &shown, sources, options);
    }
    out
}

fn one(out: &mut String, shown: &Shown<'_>, sources: &Sources, options: Options) {
    let Shown { finding, names, pattern } = shown;
    let gutter = snippet::render(out, finding, *pattern, sources, options);
    witness_block(out, finding, options);
    let lead = format!("{}= ", " ".repeat(gutter));
    facts(out, finding, names, &lead, options);
    if let Some(fix) = &finding.fix {
        fix::render(out, fix, sources, &lead, options);
    }
    if let Some(command) = finding.witness.as_ref().and_then(|witness| witness.command.as_deref()) {
        // A command is copied, so it is not broken into lines.
        push_line(
            out,
            &format!("{}{}", paint(&format!("{lead}run: "), Style::Faint, options), visible(command)),
        );
    }
    hanging(out, &format!("{lead}rule: "), &format!("assay explain {}", finding.code), options);
    out.push('\n');
}

fn witness_block(out: &mut String, finding: &Finding, options: Options) {
    if let Some(witness) = &finding.witness {
        out.push('\n');
        witness::render(out, witness, options);
        out.push('\n');
    } else if let Some(evidence) = &finding.evidence {
        let name = match evidence.kind {
            EvidenceKind::Payload => "payload",
            EvidenceKind::Inputs => "inputs",
            EvidenceKind::Types => "types",
            EvidenceKind::Run => "run",
        };
        out.push('\n');
        witness::plain(out, name, &evidence.text, options);
        out.push('\n');
    }
}

/// The named lines between the witness and the repair.
fn facts(out: &mut String, finding: &Finding, names: &[&str], lead: &str, options: Options) {
    let mut item = |name: &str, text: &str| hanging(out, &format!("{lead}{name}: "), text, options);
    let names: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{name}")).collect();
    match names.len() {
        0 => {}
        1 => item("pattern", &names[0]),
        _ => item("patterns", &names.join(", ")),
    }
    if let Some(needed) = &finding.needed {
        item("needed", needed);
    }
    if let Some(found) = &finding.found {
        item("found", found);
    }
    for related in &finding.related {
        let at = &related.at;
        item("see", &format!("{}:{}:{}: {}", at.file, at.line, at.column, related.message));
    }
    for note in &finding.notes {
        item("note", note);
    }
    let how = match finding.confirmation.how {
        Confirmed::Executed => Some("compiled code ran before and after the rewrite"),
        Confirmed::Interpreted => Some("the interpreter ran before and after the rewrite"),
        Confirmed::Replayed => Some("the rewrite was applied to this program and the result checked"),
        Confirmed::Mlir => Some("real MLIR was asked"),
        Confirmed::None => None,
    };
    let mut said: Vec<&str> = how.into_iter().collect();
    said.extend(finding.confirmation.details.iter().map(String::as_str));
    if !said.is_empty() {
        item("confirmed", &said.join("\n"));
    }
    if let Some(path) = finding.witness.as_ref().and_then(|witness| witness.path.as_deref()) {
        item("witness", path);
    }
    if let Some(guard) = &finding.guard {
        item("harmless if", guard);
    }
    for help in &finding.help {
        item("help", help);
    }
}

/// The domains and assumptions of the patterns that have an answer, and what a proof leaves open, each once, with the
/// number of patterns.
fn rests_on(out: &mut String, report: &Report, options: Options) {
    let mut domains: BTreeMap<String, usize> = BTreeMap::new();
    let mut assumptions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for pattern in &report.patterns {
        if !pattern.domain.is_empty() {
            *domains.entry(pattern.domain.join("; ")).or_default() += 1;
        }
        for assumption in &pattern.assumptions {
            *assumptions.entry(assumption).or_default() += 1;
        }
        if matches!(pattern.verdict, Verdict::Proved | Verdict::Bounded) {
            for why in &pattern.open {
                *open.entry(why.as_str()).or_default() += 1;
            }
        }
    }
    for (name, rows) in [
        ("domain", domains.iter().map(|(text, count)| (text.as_str(), *count)).collect::<Vec<_>>()),
        ("assumes", assumptions.into_iter().collect()),
        ("open", open.into_iter().collect()),
    ] {
        for (text, count) in rows {
            let patterns = if count == 1 { "pattern" } else { "patterns" };
            hanging(out, &format!("{name:<9}  "), &format!("{text} ({count} {patterns})"), options);
        }
    }
    if !out.is_empty() && !out.ends_with("\n\n") {
        out.push('\n');
    }
}
