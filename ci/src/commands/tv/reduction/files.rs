//! The texts of a reduction: the head of the program, a lit test that fails while the binary goes wrong, and a report for a tracker.

use std::path::{Path, PathBuf};

use assay_ir::rule::Rule;
use assay_mlir::files::plain_name;
use assay_reports::{Finding, PatternReport};

use super::super::cases::Record;
use super::super::smaller::Breaks;
use super::checkpoint::Checkpoint;
use super::reproducer::{Replayed, Reproducer};
use crate::lit;
use crate::shell::quoted;

/// Lines of a program in a report for a tracker.
const LINES: usize = 60;

/// Seconds that a test gives to passes that do not end.
const SECONDS: u32 = 60;

/// Writes the files of a reduction of a file; the record of its finding, and their paths.
///
/// # Errors
/// A file that cannot be written, and a program that does not show the finding again.
pub(super) fn write(
    reproducer: &Reproducer<'_>,
    checkpoint: &Checkpoint,
    (file, source): (&str, &str),
) -> anyhow::Result<(Record, Vec<PathBuf>)> {
    let stem = Path::new(file).file_stem().map_or("input".into(), |stem| stem.to_string_lossy());
    let stem = plain_name(&stem);
    let path = checkpoint.path(&format!("{stem}.mlir"));
    let (replayed, record) = reproducer.replay(&path.display().to_string(), (file, source))?;
    let files = [
        (format!("{stem}.mlir"), format!("{}{}", head(reproducer, &record.report), replayed.text)),
        (format!("{stem}.test.mlir"), lit_test(reproducer, &replayed, &record.report)),
        (format!("{stem}.md"), submission(reproducer, &replayed, &record.report)),
    ];
    let paths = files.iter().map(|(name, text)| checkpoint.write(name, text));
    Ok((record, paths.collect::<Result<_, _>>()?))
}

/// The lines before a program: pass, pattern, rule, and what happens.
fn head(reproducer: &Reproducer<'_>, report: &PatternReport) -> String {
    let mut out = String::new();
    let mut line = |key: &str, text: &str| out.push_str(&format!("// {key}: {text}\n"));
    line("what", &message(report));
    line("pass", &reproducer.passes.arguments.join(" "));
    reproducer.pattern.iter().for_each(|name| line("pattern", name));
    line("rule", reproducer.goal.how.rule().code());
    for key in ["input", "before", "after"] {
        evidence(report, key).iter().for_each(|text| line(key, text));
    }
    out
}

fn finding(report: &PatternReport) -> Option<&Finding> {
    report.findings.first()
}

fn message(report: &PatternReport) -> String {
    finding(report).map_or_else(String::new, |finding| finding.message.replace('\n', " "))
}

/// The value of a line of the evidence.
fn evidence(report: &PatternReport, key: &str) -> Option<String> {
    let text = &finding(report)?.evidence.as_ref()?.text;
    let lead = format!("// {key}: ");
    text.lines().find_map(|line| line.strip_prefix(&lead)).map(str::to_owned)
}

/// The name that others call the binary by: versions are in the names of packages.
fn binary(reproducer: &Reproducer<'_>) -> String {
    let name = reproducer.opt.path().file_name().map_or("mlir-opt".into(), |name| name.to_string_lossy());
    match name.starts_with("mlir-opt-") {
        true => "mlir-opt".to_owned(),
        false => name.into_owned(),
    }
}

/// The command that runs the passes, without the file.
fn command(reproducer: &Reproducer<'_>, text: &str, arguments: &[String]) -> String {
    let foreign = if reproducer.is_registered(text) { "" } else { " --allow-unregistered-dialect" };
    let arguments: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
    format!("{}{foreign} {}", binary(reproducer), arguments.join(" "))
}

/// A lit test that fails while the passes go wrong.
fn lit_test(reproducer: &Reproducer<'_>, replayed: &Replayed, report: &PatternReport) -> String {
    let run = command(reproducer, &replayed.text, &reproducer.passes.arguments);
    let (run, why) = match reproducer.goal.how {
        Breaks::Values(_) | Breaks::Symbol(_) => (
            format!("{run} %s | not FileCheck %s"),
            "The CHECK lines are the wrong program; the test fails while the passes make it.",
        ),
        Breaks::Endless => {
            (format!("timeout {SECONDS} {run} %s"), "The test fails while the passes do not end.")
        }
        Breaks::Crash(_) => (format!("{run} %s"), "The test fails while the passes crash."),
        Breaks::IllFormed(_) => {
            (format!("{run} %s"), "The test fails while the passes leave an ill-formed program.")
        }
    };
    let (code, message) = (reproducer.goal.how.rule().code(), message(report));
    let mut out = format!("// RUN: {run}\n//\n// {code}: {message}\n// {why}\n\n{}", replayed.text);
    let output = matches!(reproducer.goal.how, Breaks::Values(_) | Breaks::Symbol(_))
        .then(|| reproducer.output(&replayed.text))
        .flatten();
    if let Some(output) = output {
        let lines: Vec<&str> = output.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        out.push('\n');
        out.push_str(&lit::checks(&lines));
    }
    out
}

/// The rule in the words of a title, and what is expected.
fn title_and_expectation(rule: Rule) -> (&'static str, &'static str) {
    match rule {
        Rule::V301 => {
            ("computes another value", "The program after the pass returns what the program before returns.")
        }
        Rule::V302 => (
            "adds undefined behaviour",
            "The program after the pass is defined on each input on which the program before is.",
        ),
        Rule::V303 => (
            "returns poison",
            "The program after the pass returns poison only where the program before does.",
        ),
        Rule::V304 => (
            "changes what is left in memory or called",
            "Memory holds the same contents at the end, and the same calls were made in the same order.",
        ),
        Rule::V305 => {
            ("ends in another way", "The program after the pass ends where the program before ends.")
        }
        Rule::V306 => (
            "changes a symbol that other modules see",
            "Other modules see the public functions and globals that they saw.",
        ),
        Rule::X701 => ("crashes", "The pass rewrites the program, leaves it alone, or reports an error."),
        Rule::X702 => ("does not end", "The pass ends."),
        _ => ("leaves an ill-formed program", "The verifier accepts what the pass leaves."),
    }
}

/// A text for a tracker.
fn submission(reproducer: &Reproducer<'_>, replayed: &Replayed, report: &PatternReport) -> String {
    let rule = reproducer.goal.how.rule();
    let (title, expected) = title_and_expectation(rule);
    let command = command(reproducer, &replayed.text, &reproducer.passes.arguments);
    let version = reproducer.opt.version();
    let arguments = reproducer.passes.arguments.join(" ");
    let mut out = format!(
        "# [mlir] `{arguments}` {title}\n\nSeen with LLVM {version}.\n\n## Program\n\n```mlir\n{}```\n\n## What happens\n\n",
        replayed.text
    );
    match &replayed.failure {
        Some(failure) => out.push_str(&format!("`{command}` {}.\n", failure.trim_end_matches('.'))),
        None => {
            out.push_str(&format!("`{command}` makes of it a program that {title}:\n\n"));
            for (key, name) in [
                ("input", "input"),
                ("before", "result of the program above"),
                ("after", "result of the program below"),
            ] {
                evidence(report, key).iter().for_each(|text| out.push_str(&format!("- {name}: `{text}`\n")));
            }
            let output = reproducer.output(&replayed.text).unwrap_or_default();
            let lines: Vec<&str> = output.lines().take(LINES).collect();
            out.push_str(&format!("\n```mlir\n{}\n```\n", lines.join("\n")));
        }
    }
    out.push_str(&format!("\n## What is expected\n\n{expected}\n"));
    if let Some(name) = &reproducer.pattern {
        out.push_str(&format!("\n## Where it comes from\n\nThe application of the pattern `{name}`"));
        out.push_str(&match &reproducer.alone {
            Some(alone) => {
                let alone = self::command(reproducer, &replayed.text, &alone.arguments);
                format!("; `{alone}` performs that application alone.\n")
            }
            None => ".\n".to_owned(),
        });
    }
    out
}
