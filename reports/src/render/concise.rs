//! One line a finding, for editors and for reading many at once; the funnel is the last line.

use std::fmt::Write as _;

use crate::finding::Finding;
use crate::report::Report;

use super::text::visible;
use super::{funnel, open};

/// The report as `file:line:col: level[CODE] message (@pattern)` lines.
#[must_use]
pub fn render(report: &Report) -> String {
    let mut out = String::new();
    for shown in open(report) {
        line(&mut out, shown.finding, &shown.names);
    }
    out.push_str(&funnel::line(report));
    out
}

fn line(out: &mut String, finding: &Finding, patterns: &[&str]) {
    let at = &finding.at;
    // Whoever reads this line by line must not meet a line break inside of one.
    let one_line = |text: &str| visible(&text.replace('\n', " "));
    let (file, message) = (one_line(&at.file), one_line(&finding.message));
    write!(out, "{file}:{}:{}: {}[{}] {message}", at.line, at.column, finding.level, finding.code)
        .unwrap_or(());
    let names: Vec<String> =
        patterns.iter().filter(|name| !name.is_empty()).map(|name| format!("@{}", one_line(name))).collect();
    if !names.is_empty() {
        write!(out, " ({})", names.join(", ")).unwrap_or(());
    }
    out.push('\n');
}
