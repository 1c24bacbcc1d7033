//! GitLab's Code Quality report: a JSON array of issues with a fingerprint, a severity and a place.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::finding::Level;
use crate::report::Report;

use super::{all, open};

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Place<'a>,
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

/// The open findings as an indented JSON array with a line break at the end.
///
/// # Errors
/// None that a report can cause; a serialiser may refuse what it cannot write.
pub fn render(report: &Report) -> Result<String, serde_json::Error> {
    // A fingerprint must be unique in the file, so that copies are numbered, accepted ones too: that keeps the numbers
    // when one of them is accepted.
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut prints = BTreeMap::new();
    for shown in all(report) {
        let base = super::sarif::fingerprint(&shown);
        let number = seen.entry(base.clone()).or_default();
        *number += 1;
        prints.insert(std::ptr::from_ref(shown.finding), format!("{base}/{number}"));
    }
    let issues: Vec<Issue<'_>> = open(report)
        .map(|shown| {
            let finding = shown.finding;
            let symbols = shown.symbols();
            let about = if symbols.is_empty() { String::new() } else { format!(" ({symbols})") };
            Issue {
                description: format!("{}: {}{about}", finding.code, finding.message),
                check_name: finding.code.code(),
                fingerprint: prints.remove(&std::ptr::from_ref(finding)).unwrap_or_default(),
                severity: match finding.level {
                    Level::Error => "major",
                    Level::Warning => "minor",
                    Level::Note => "info",
                },
                location: Place { path: &finding.at.file, lines: Lines { begin: finding.at.line } },
            }
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&issues)?;
    text.push('\n');
    Ok(text)
}
