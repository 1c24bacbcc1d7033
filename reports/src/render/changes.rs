//! What changed between two reports, or from one binary to another one: for people, as JSON, as Markdown for a comment, and as annotations of GitHub Actions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::changes::{Cause, Changes, Row};

use super::github::{MOST, data, property};
use super::markdown::escape;
use super::text::one_line;

/// Rows of a kind that Markdown shows: a comment is read.
const ROWS: usize = 50;

/// Programs of a kind that Markdown shows.
const PROGRAMS: usize = 5;

/// More backticks than a text has in a row.
fn fence(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

/// The schema of the JSON form (draft 2020-12).
#[must_use]
pub fn schema() -> &'static str {
    include_str!("../../schema/changes.v1.json")
}

/// The changes for people: what differs between the tools, each change with its causes, and the counts.
#[must_use]
pub fn human(changes: &Changes) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    for cause in &changes.differences {
        let _ = writeln!(out, "differs       {}", one_line(&cause.to_string()));
    }
    for row in &changes.rows {
        let _ = writeln!(out, "{:<13} {}: {}", row.change.label(), place(row), states(row));
        if let Some(message) = &row.message {
            let _ = writeln!(out, "              {}", one_line(message));
        }
        if let Some(pattern) = &row.pattern {
            let _ = writeln!(out, "              C++ pattern: {}", one_line(pattern));
        }
        if !row.causes.is_empty() {
            let _ = writeln!(out, "              because: {}", causes(row));
        }
        for line in row.program.iter().flat_map(|program| program.lines()) {
            let _ = writeln!(out, "              | {}", one_line(line));
        }
    }
    out.push_str(&line(changes));
    out
}

/// File, line and name of a row.
fn place(row: &Row) -> String {
    let name = if row.name.is_empty() { String::new() } else { format!(" @{}", row.name) };
    one_line(&format!("{}:{}{name}", row.file, row.line))
}

/// The states of a row.
fn states(row: &Row) -> String {
    let text = match (&row.old, &row.new) {
        (Some(old), Some(new)) => format!("{old} -> {new}"),
        (None, Some(new)) => format!("not there -> {new}"),
        (Some(old), None) => format!("{old} -> not there"),
        (None, None) => String::new(),
    };
    one_line(&text)
}

fn causes(row: &Row) -> String {
    let all: Vec<String> = row.causes.iter().map(Cause::to_string).collect();
    one_line(&all.join(" or "))
}

/// The counts in one line.
fn line(changes: &Changes) -> String {
    let counts = changes.counts();
    let counts: Vec<String> =
        counts.iter().map(|(change, count)| format!("{count} {}", change.label())).collect();
    let all = if counts.is_empty() { "no change".to_owned() } else { counts.join(", ") };
    format!("{all}; {} on both sides\n", changes.compared)
}

#[derive(Serialize)]
struct Document<'c> {
    schema: u32,
    compared: usize,
    differences: &'c [Cause],
    changes: &'c [Row],
    summary: BTreeMap<&'static str, usize>,
}

/// The changes as indented JSON by [`schema`], with a line break at the end.
#[must_use]
pub fn json(changes: &Changes) -> String {
    let summary = changes.counts().into_iter().map(|(change, count)| (change.label(), count)).collect();
    let document = Document {
        schema: 1,
        compared: changes.compared,
        differences: &changes.differences,
        changes: &changes.rows,
        summary,
    };
    // Names and numbers alone are written.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

/// The changes as GitHub-flavoured Markdown: the counts, then a table for each kind.
#[must_use]
pub fn markdown(changes: &Changes) -> String {
    let mut out = format!("**{}**\n", line(changes).trim_end());
    for cause in &changes.differences {
        let _ = write!(out, "\n- {}", escape(&cause.to_string()));
    }
    if !changes.differences.is_empty() {
        out.push('\n');
    }
    for (change, count) in changes.counts() {
        let _ = write!(
            out,
            "\n### {} ({count})\n\n| where | was | is | pattern or cause |\n|---|---|---|---|\n",
            change.label()
        );
        let rows = changes.rows.iter().filter(|row| row.change == change);
        for row in rows.take(ROWS) {
            let state = |state: &Option<String>| state.as_deref().map_or_else(|| "-".to_owned(), escape);
            let (old, new) = (state(&row.old), state(&row.new));
            let why = row.pattern.clone().unwrap_or_else(|| causes(row));
            let _ = writeln!(out, "| {} | {old} | {new} | {} |", escape(&place(row)), escape(&why));
        }
        let programs = changes.rows.iter().filter(|row| row.change == change && row.program.is_some());
        for row in programs.take(PROGRAMS) {
            let message = row.message.as_deref().unwrap_or_default();
            let program = row.program.as_deref().unwrap_or_default();
            let fence = fence(program);
            let _ = write!(
                out,
                "\n<details><summary>{}</summary>\n\n{}\n\n{fence}mlir\n{}\n{fence}\n\n</details>\n",
                escape(&place(row)),
                escape(message),
                program.trim_end()
            );
        }
        if count > ROWS {
            let _ = writeln!(out, "\n{} more are in the JSON form.", count - ROWS);
        }
    }
    out
}

/// The changes as annotations: errors for what is wrong and was not, warnings for what else is worse, and the counts as a notice.
#[must_use]
pub fn github(changes: &Changes) -> String {
    let mut out = String::new();
    let worse = changes.rows.iter().filter(|row| row.change.is_worse());
    let (wrong, others): (Vec<&Row>, Vec<&Row>) = worse.partition(|row| row.change.is_wrong());
    for (command, rows) in [("error", wrong), ("warning", others)] {
        for row in rows.into_iter().take(MOST) {
            let title = format!("{} @{}", row.change.label(), row.name);
            let cause = causes(row);
            let cause = (!cause.is_empty()).then(|| format!("because: {cause}"));
            let parts =
                [Some(states(row)), row.message.clone(), row.pattern.clone(), cause, row.program.clone()];
            let text = parts.into_iter().flatten().collect::<Vec<_>>().join("\n");
            let _ = writeln!(
                out,
                "::{command} file={},line={},title={}::{}",
                property(&row.file),
                row.line,
                property(&title),
                data(&text)
            );
        }
    }
    let _ = writeln!(out, "::notice title=assay::{}", data(line(changes).trim_end()));
    out
}
