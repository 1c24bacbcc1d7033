//! One screen about patterns that were tried: the worst first, then what their guards are worth. Decides nothing.

use std::fmt::Write as _;

use assay_fuzz::user::MutantStatus;
use assay_ir::diagnostic::Severity;
use assay_ir::verdict::VerdictKind;
use assay_reports::{Finding, Trials};

use super::row::Row;

/// Patterns, findings and guards that are told in a line of their own each.
const LINES: usize = 12;

/// Columns of the place of a pattern.
const LABEL: usize = 44;

/// Everything, in the order of what needs a look.
pub(super) fn screen(rows: &mut [Row<'_>], rounds: u64, seed: u64) -> String {
    rows.sort_by_key(|row| rank(row));
    let mut out = format!("{}\n", head(rows, rounds, seed));
    table(&mut out, rows);
    findings(&mut out, rows);
    guards(&mut out, rows);
    out
}

/// A fault of a text in one line.
pub(super) fn fault(finding: &Finding) -> String {
    format!(
        "{}:{}:{}: {} [{}]",
        finding.at.file, finding.at.line, finding.at.column, finding.message, finding.code
    )
}

fn rank(row: &Row<'_>) -> u8 {
    match () {
        () if !row.codes().is_empty() => 0,
        () if row.verdict == VerdictKind::Vacuous => 1,
        () if row.guards.iter().any(|(_, fate)| *fate == MutantStatus::Open) => 2,
        () if row.runs == 0 => 3,
        () if !row.guards.is_empty() => 4,
        () => 5,
    }
}

/// The sums of all rows.
pub(super) fn head(rows: &[Row<'_>], rounds: u64, seed: u64) -> String {
    let sum = |of: fn(&Row<'_>) -> usize| rows.iter().map(of).sum::<usize>();
    let fates = |fate| rows.iter().filter_map(|row| row.mutants.get(&fate)).sum::<usize>();
    let (programs, inputs) = (sum(|row| row.programs), sum(|row| row.runs));
    let wrong = rows.iter().filter(|row| !row.codes().is_empty()).count();
    let [caught, right, open] = [MutantStatus::Caught, MutantStatus::Right, MutantStatus::Open].map(fates);
    let changes = match caught + right + open {
        0 => String::new(),
        all => format!(
            "\n{} on purpose: {caught} caught, {right} right as well, {open} open",
            counted(all, "change")
        ),
    };
    format!(
        "{}, {} of seed {seed}: {}, {}; {} wrong{changes}",
        counted(rows.len(), "pattern"),
        counted(rounds as usize, "round"),
        counted(programs, "program"),
        counted(inputs, "input"),
        wrong,
    )
}

pub(super) fn counted<N: std::fmt::Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    format!("{number} {what}{}", if number == N::from(1) { "" } else { "s" })
}

fn table(out: &mut String, rows: &[Row<'_>]) {
    let shown = &rows[..rows.len().min(LINES)];
    let width = shown.iter().map(|row| row.label.chars().count()).max().unwrap_or(0).clamp(7, LABEL);
    let columns = ["pattern", "check", "programs", "inputs", "caught"];
    let [a, b, c, d, e] = columns;
    let _ = writeln!(out, "\n{a:width$}  {b:11}  {c:>8}  {d:>8}  {e:>8}  result");
    for row in shown {
        let caught = row.mutants.get(&MutantStatus::Caught).copied().unwrap_or(0);
        let open = row.mutants.get(&MutantStatus::Open).copied().unwrap_or(0);
        let mutants = match caught + open {
            0 => "-".to_owned(),
            all => format!("{caught} of {all}"),
        };
        let (label, verdict, result) = (cut(&row.label), row.verdict.to_string(), result(row));
        let (programs, runs) = (row.programs, row.runs);
        let _ =
            writeln!(out, "{label:width$}  {verdict:11}  {programs:>8}  {runs:>8}  {mutants:>8}  {result}");
    }
    let hidden = &rows[shown.len()..];
    if !hidden.is_empty() {
        let wrong = hidden.iter().filter(|row| !row.codes().is_empty()).count();
        let idle = hidden.iter().filter(|row| row.codes().is_empty() && row.runs == 0).count();
        let fine = hidden.len() - wrong - idle;
        let _ = writeln!(out, "and {}: {wrong} wrong, {idle} not run, {fine} without a fault", hidden.len());
    }
}

/// The end of a label, which tells patterns apart.
fn cut(label: &str) -> String {
    let count = label.chars().count();
    match count > LABEL {
        true => format!("…{}", label.chars().skip(count - LABEL + 1).collect::<String>()),
        false => label.to_owned(),
    }
}

fn result(row: &Row<'_>) -> String {
    let codes: Vec<&str> = row.codes().iter().map(|code| code.code()).collect();
    match (&codes[..], &row.cannot) {
        ([], Some(why)) => format!("not run: {why}"),
        ([], None) if row.verdict == VerdictKind::Vacuous => "never matches".to_owned(),
        ([], None) if row.programs == 0 && row.assumed > 0 => {
            "not run: no summary describes its native code".to_owned()
        }
        ([], None) if row.programs == 0 && row.unmatched > 0 => {
            format!("not run: it matched none of {} programs", row.unmatched)
        }
        ([], None) if row.programs == 0 => "not run: no program was found".to_owned(),
        ([], None) if row.runs == 0 => format!("not run: {}", no_run(row)),
        ([], None) => {
            let accepted = row.report.findings.iter().filter(|one| one.accepted.is_some());
            let accepted: Vec<&str> = accepted.map(|one| one.code.code()).collect();
            match accepted.is_empty() {
                true => "no fault found".to_owned(),
                false => format!("accepted: {}", accepted.join(", ")),
            }
        }
        (codes, _) if row.programs == 0 && row.verdict != VerdictKind::Malformed => {
            format!("wrong, not run: {}", codes.join(", "))
        }
        (codes, _) => format!("wrong: {}", codes.join(", ")),
    }
}

/// The numbers of a row for reports.
pub(super) fn trials(row: &Row<'_>) -> Trials {
    let changes = |fate| row.mutants.get(&fate).copied().unwrap_or(0);
    let not_run = || result(row).strip_prefix("not run: ").map(str::to_owned);
    Trials {
        programs: row.programs,
        inputs: row.runs,
        caught: changes(MutantStatus::Caught),
        right: changes(MutantStatus::Right),
        open: changes(MutantStatus::Open),
        guards: row.guards.iter().map(|(what, _)| what.clone()).collect(),
        not_run: (row.runs == 0).then(not_run).flatten(),
    }
}

/// Why no program that was rewritten ran.
fn no_run(row: &Row<'_>) -> String {
    match &row.report.reason {
        Some(reason) => reason.to_string(),
        _ => "no engine runs its operations".to_owned(),
    }
}

fn findings(out: &mut String, rows: &[Row<'_>]) {
    let open = |one: &&Finding| one.level == Severity::Error && one.accepted.is_none();
    let all: Vec<&Finding> = rows.iter().flat_map(|row| row.report.findings.iter().filter(open)).collect();
    for finding in all.iter().take(LINES) {
        let _ = writeln!(out, "\n{}", fault(finding));
        let command = finding.witness.as_ref().and_then(|witness| witness.command.as_ref());
        if let Some(command) = command {
            let _ = writeln!(out, "  {command}");
        }
    }
    if all.len() > LINES {
        let _ = writeln!(out, "\nand {} more findings; `--format json` has them all", all.len() - LINES);
    }
}

fn guards(out: &mut String, rows: &[Row<'_>]) {
    // A pattern without a run tests no guard.
    let ran = rows.iter().filter(|row| row.runs > 0);
    let all: Vec<(&Row<'_>, &str, MutantStatus)> =
        ran.flat_map(|row| row.guards.iter().map(move |(what, fate)| (row, &**what, *fate))).collect();
    if !all.is_empty() {
        out.push('\n');
    }
    for (row, what, fate) in all.iter().take(LINES) {
        let says = match fate {
            MutantStatus::Right => "the pattern is right all the same",
            _ => "no fault was found, so that nothing here tests it",
        };
        let _ = writeln!(out, "{}: {what} {says}", row.label);
    }
    if all.len() > LINES {
        let _ = writeln!(out, "and {} more guards", all.len() - LINES);
    }
}
