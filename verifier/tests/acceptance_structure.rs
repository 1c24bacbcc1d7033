//! Every `verdict`, `lint` and `hazard` line of the structure part of the acceptance pack against the stages of this crate. No wrong
//! verdict is allowed; files that are right as a whole are listed, and the list has to be true in both directions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Finding, Level, StageVerdict, Unknown};
use assay_verifier::{matchable, structure, termination};

/// How one statement of the pack fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Right,
    Unknown,
    Wrong,
}

/// What the stages say of one pattern.
enum Said {
    Malformed(Vec<u32>),
    Vacuous(Vec<u32>),
    Refuted(Vec<(String, u32)>),
    Unknown(String, u32),
    Proved,
}

struct Answer {
    said: Said,
    remarks: Vec<(String, u32)>,
    disagreements: Vec<String>,
}

fn line(program: &Program, op: OpId) -> u32 {
    let source = program.source().expect("programs of this test are read from text");
    source.line_column(program.op(op).span.start).line
}

fn found(program: &Program, findings: &[Finding], level: Level) -> Vec<(String, u32)> {
    let of_level = findings.iter().filter(|finding| finding.claim.level == level);
    of_level.map(|finding| (finding.claim.code.to_owned(), line(program, finding.claim.op))).collect()
}

fn unknown(program: &Program, why: &Unknown) -> Said {
    let source = program.source().expect("programs of this test are read from text");
    let text = format!("{}: {}", why.class(), why.subject());
    let line = if why.span().is_none() { 0 } else { source.line_column(why.span().start).line };
    Said::Unknown(text, line)
}

fn ask(
    program: &Program,
    registry: &assay_ir::spec::Registry,
    pattern: Pattern<'_>,
    options: &Options,
) -> Answer {
    let nothing = |said| Answer { said, remarks: Vec::new(), disagreements: Vec::new() };
    let violations = validate(pattern, Some(registry));
    if !violations.is_empty() {
        return nothing(Said::Malformed(violations.iter().map(|v| line(program, v.op)).collect()));
    }
    let task = Task { program, pattern: pattern.op, registry, options };
    let matchable = matchable::stage(&task);
    if matches!(matchable.verdict, StageVerdict::Vacuous) {
        let lines = found(program, &matchable.findings, Level::Error).into_iter().map(|(_, line)| line);
        return nothing(Said::Vacuous(lines.collect()));
    }
    let structure = structure::stage(&task);
    let termination = termination::stage(&task);
    let mut errors = Vec::new();
    let mut remarks = Vec::new();
    let mut disagreements = Vec::new();
    for result in [&matchable, &structure, &termination] {
        errors.extend(found(program, &result.findings, Level::Error));
        remarks.extend(found(program, &result.findings, Level::Warning));
        disagreements
            .extend(result.disagreements.iter().map(|c| format!("{} line {}", c.code, line(program, c.op))));
        for finding in &result.findings {
            let replayed = finding.witness.is_some() || finding.claim.level < Level::Error;
            assert!(replayed, "{} was claimed without a witness", finding.claim.code);
        }
    }
    let said = match &structure.verdict {
        _ if !errors.is_empty() => Said::Refuted(errors),
        StageVerdict::Unknown(why) => unknown(program, why),
        StageVerdict::Proved => Said::Proved,
        other => panic!("the structure stage says {other:?}"),
    };
    Answer { said, remarks, disagreements }
}

/// Lines of the errors inside of a pattern that the reader found, and of the pattern.
fn unread_lines(parsed: &assay_ir::text::Parsed, pattern: Pattern<'_>) -> Vec<u32> {
    let source = parsed.program.source().expect("programs of this test are read from text");
    let span = pattern.span();
    let errors = parsed.diagnostics.iter().filter(|d| d.severity == assay_ir::diagnostic::Severity::Error);
    let inside = errors.filter(|d| (span.start..span.end).contains(&d.span.start));
    let mut lines: Vec<u32> = inside.map(|d| source.line_column(d.span.start).line).collect();
    if !lines.is_empty() {
        lines.push(source.line_column(span.start).line);
    }
    lines
}

/// Compares one `verdict` line.
fn score(said: &Said, expected: &str, at: Option<u32>) -> Score {
    let here = |line: &u32| at.is_none_or(|at| at == *line);
    let codes = |list: &str| list.split('|').map(str::to_owned).collect::<Vec<String>>();
    match (said, expected) {
        (Said::Unknown(text, line), "unknown(native)") => {
            if text.starts_with("native") && here(line) {
                Score::Right
            } else {
                Score::Unknown
            }
        }
        (Said::Unknown(..), _) => Score::Unknown,
        (Said::Proved, "proved") => Score::Right,
        (Said::Malformed(lines), "malformed") | (Said::Vacuous(lines), "vacuous") => {
            if at.is_none() || lines.iter().any(here) { Score::Right } else { Score::Wrong }
        }
        (Said::Refuted(found), expected) if expected.starts_with("refuted(") => {
            let codes = codes(&expected["refuted(".len()..expected.len() - 1]);
            let right = found.iter().any(|(code, line)| codes.contains(code) && here(line));
            if right { Score::Right } else { Score::Wrong }
        }
        _ => Score::Wrong,
    }
}

fn in_words(said: &Said) -> String {
    match said {
        Said::Malformed(lines) => format!("malformed {lines:?}"),
        Said::Vacuous(lines) => format!("vacuous {lines:?}"),
        Said::Refuted(found) => format!("refuted {found:?}"),
        Said::Unknown(why, line) => format!("unknown {why} (line {line})"),
        Said::Proved => "proved".to_owned(),
    }
}

/// Scores of all statements of one file, with a sentence for each that is not right.
fn judge_file(path: &Path, expect: &str, log: &mut Vec<String>) -> Vec<Score> {
    let name = path.file_stem().and_then(|stem| stem.to_str()).expect("the pack has plain file names");
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = std::fs::read_to_string(path).expect("the pack is readable");
    let parsed = assay_ir::text::parse(&ctx, &Source::new(name, text));
    let program = &parsed.program;
    let mut options = Options::default();
    options.unknown_ops.may_own_regions = expect.lines().any(|line| line.trim() == "profile regions");
    let mut answers: BTreeMap<String, Answer> = BTreeMap::new();
    for pattern in patterns(program) {
        let unread = unread_lines(&parsed, pattern);
        let answer = if unread.is_empty() {
            ask(program, &registry, pattern, &options)
        } else {
            Answer { said: Said::Malformed(unread), remarks: Vec::new(), disagreements: Vec::new() }
        };
        for disagreement in &answer.disagreements {
            log.push(format!("{name} @{}: disagreement {disagreement}", pattern.name().unwrap_or("")));
        }
        answers.insert(pattern.name().unwrap_or("").to_owned(), answer);
    }
    let mut scores = Vec::new();
    for statement in expect.lines() {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "line").and_then(|at| words.get(at + 1)?.parse().ok());
        let Some(answer) = words.get(1).and_then(|name| answers.get(name.trim_start_matches('@'))) else {
            if matches!(words.first(), Some(&"verdict")) {
                log.push(format!("{name}: no pattern for `{statement}`: {:?}", parsed.diagnostics.first()));
                scores.push(Score::Unknown);
            }
            continue;
        };
        let remarked =
            |code: &str| answer.remarks.iter().any(|(c, l)| c == code && at.is_none_or(|at| at == *l));
        let score = match words[0] {
            "verdict" => score(&answer.said, words[2], at),
            "lint" if remarked(words[2]) => Score::Right,
            "hazard" if remarked("S112") => Score::Right,
            "lint" | "hazard" => Score::Wrong,
            _ => continue,
        };
        if score != Score::Right {
            log.push(format!("{name}: `{statement}` {score:?}: {}", in_words(&answer.said)));
        }
        scores.push(score);
    }
    scores
}

fn pack() -> Option<PathBuf> {
    match std::env::var_os("ASSAY_ACCEPTANCE") {
        Some(path) => Some(PathBuf::from(path).join("structure")),
        None => {
            println!("skipped: ASSAY_ACCEPTANCE is not set");
            assert!(
                std::env::var("ASSAY_REQUIRE_MLIR").as_deref() != Ok("1"),
                "ASSAY_ACCEPTANCE is required here"
            );
            None
        }
    }
}

#[test]
fn the_pack_is_judged_right_as_far_as_the_list_says() {
    let Some(pack) = pack() else { return };
    let mut files: Vec<PathBuf> = std::fs::read_dir(&pack)
        .expect("the pack is readable")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "expect"))
        .collect();
    files.sort();
    let mut log = Vec::new();
    let mut right: Vec<String> = Vec::new();
    let mut totals = [0usize; 3];
    for expect in &files {
        let text = std::fs::read_to_string(expect).expect("the pack is readable");
        let scores = judge_file(&expect.with_extension("mlir"), &text, &mut log);
        for score in &scores {
            totals[*score as usize] += 1;
        }
        if scores.iter().all(|score| *score == Score::Right) {
            right.push(expect.file_stem().and_then(|stem| stem.to_str()).unwrap_or("").to_owned());
        }
    }
    for entry in &log {
        println!("{entry}");
    }
    println!("statements: {} right, {} unknown, {} wrong", totals[0], totals[1], totals[2]);
    println!("files: {} of {} fully right", right.len(), files.len());
    let listed: Vec<&str> = include_str!("acceptance_structure.right").lines().collect();
    let fallen: Vec<&&str> = listed.iter().filter(|name| !right.iter().any(|r| r == **name)).collect();
    let risen: Vec<&String> = right.iter().filter(|name| !listed.contains(&name.as_str())).collect();
    assert!(totals[2] == 0, "wrong verdicts, see above");
    assert!(!log.iter().any(|entry| entry.contains("disagreement")), "disagreements, see above");
    assert!(fallen.is_empty() && risen.is_empty(), "no longer right: {fallen:?}; newly right: {risen:?}");
}
