//! The whole pipeline against pattern libraries that are about values, pattern by pattern: every verdict is the one that is
//! written beside the pattern. Patterns are judged in parallel; the slowest are printed.

use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use assay_corpus::expect::{Expectation, ExpectedVerdict, read};
use assay_corpus::{PatternFile, patterns as pattern_files, patterns_folder};
use assay_ir::data::{Context, Source, Span};
use assay_ir::pdl::Pattern;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Finding, Judgement, Severity, Stage, StageVerdict, Verdict};
use rayon::prelude::*;

/// What a verdict is when it is not what is written.
enum Fault {
    /// Less is said than there is to say.
    Open(String),
    /// Something else is said.
    Wrong(String),
}

/// Compares a judgement with what is written; `line` finds the line of a place.
fn compare(
    judgement: &Judgement,
    expected: &ExpectedVerdict,
    at: Option<u32>,
    line: &dyn Fn(Span) -> u32,
) -> Option<Fault> {
    if !judgement.disagreements.is_empty() {
        return Some(Fault::Wrong(format!("internal disagreement: {:?}", judgement.disagreements)));
    }
    let errors = || judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
    match (&judgement.verdict, expected) {
        (Verdict::Unknown(why), ExpectedVerdict::Unknown(class)) if why.kind().word() == class => None,
        (Verdict::Unknown(why), _) => Some(Fault::Open(format!("unknown ({why:?})"))),
        (Verdict::Refuted, ExpectedVerdict::Refuted(codes)) => {
            let here = |span: Span| at.is_none_or(|at| at == line(span));
            // One of the codes is at the place that is written, and no error has a code that is not.
            let written = |f: &Finding| codes.iter().any(|code| code == f.claim.code.code());
            let right = errors().any(|f| written(f) && here(f.claim.span)) && errors().all(written);
            let found: Vec<String> =
                errors().map(|f| format!("{} in line {}", f.claim.code, line(f.claim.span))).collect();
            (!right).then(|| Fault::Wrong(format!("{found:?}, not {codes:?} in line {at:?}")))
        }
        (Verdict::Bounded(_), ExpectedVerdict::Bounded)
        | (Verdict::Proved, ExpectedVerdict::Proved)
        | (Verdict::WellFormed(_), ExpectedVerdict::WellFormed)
        | (Verdict::Vacuous, ExpectedVerdict::Vacuous) => None,
        (Verdict::Bounded(_), ExpectedVerdict::Proved) => Some(Fault::Open("bounded".to_owned())),
        (found, expected) => {
            let why: Vec<String> =
                errors().map(|f| format!("{} {}", f.claim.code, f.claim.message)).collect();
            Some(Fault::Wrong(format!("{found:?} {why:?}, not {expected:?}")))
        }
    }
}

/// Most bits of integers that are looked at, unless `ASSAY_WIDTHS=all` asks for all 64: the verdicts are the same.
const SOME_WIDTHS: u32 = 12;

/// What became of one pattern.
struct Judged {
    name: String,
    fault: Option<Fault>,
    /// What the V rules say.
    values: String,
    took: Duration,
}

/// Judges every pattern of a file.
fn judge(file: &PatternFile, solvers: &SolverPool) -> Vec<Judged> {
    let (Some(path), Some(expect)) = (&file.path, &file.expect) else { return Vec::new() };
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = std::fs::read_to_string(path).expect("a listed file can be read");
    let source = Source::new(path.display().to_string(), text);
    let parsed = assay_ir::text::parse(&ctx, &source);
    let (candidates, elsewhere) = pipeline::candidates(&parsed.program, &parsed.diagnostics, &registry);
    assert!(elsewhere.is_empty(), "{}: {elsewhere:?}", path.display());
    let width_max =
        if std::env::var("ASSAY_WIDTHS").is_ok_and(|value| value == "all") { 64 } else { SOME_WIDTHS };
    let options = Options { width_max, ..Options::default() };
    let statements = read(&std::fs::read_to_string(expect).expect("a listed file can be read"));
    let statements = statements.unwrap_or_else(|errors| panic!("{}: {errors:?}", expect.display()));
    let mut judged = Vec::new();
    for statement in statements {
        let Expectation::Verdict { pattern, verdict, line } = statement.expectation else { continue };
        let named = |candidate: &&pipeline::Candidate| {
            let found = Pattern { program: &parsed.program, op: candidate.pattern };
            found.name() == Some(pattern.as_str())
        };
        let candidate = candidates.iter().find(named).unwrap_or_else(|| panic!("there is no @{pattern}"));
        let subject = AnalyzedPattern::new(&parsed.program, candidate.pattern, &registry);
        let task = Task::new(&subject, &options);
        let started = Instant::now();
        let judgement = pipeline::judge(&task, candidate, EnabledStages::default(), Some(solvers));
        let took = started.elapsed();
        let values = judgement.stages.iter().find(|(stage, _)| *stage == Stage::Values);
        judged.push(Judged {
            name: format!("{} @{pattern}", file.name),
            fault: compare(&judgement, &verdict, line, &|span| source.line_column(span.start).line),
            values: values.map_or_else(String::new, |(_, verdict)| format!("{verdict:?}")),
            took,
        });
    }
    judged
}

/// Every verdict of a library is what is written, but for `open` that are left open.
fn library(name: &str, most_open: usize) -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::new(2).expect("two"));
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads can be started");
    let files = pattern_files(&patterns_folder().join(name)).expect("the folder was built with the crate");
    // `ASSAY_ONLY` names the only file that is looked at.
    let only = std::env::var("ASSAY_ONLY").ok();
    let wanted = |file: &&PatternFile| only.as_ref().is_none_or(|only| file.name == *only);
    let files: Vec<&PatternFile> = files.iter().filter(wanted).collect();
    let mut judged: Vec<Judged> =
        threads.install(|| files.par_iter().flat_map(|file| judge(file, &solvers)).collect());
    let (mut open, mut faults) = (Vec::new(), Vec::new());
    for one in &judged {
        match &one.fault {
            None => {}
            Some(Fault::Open(what)) => open.push(format!("{}: {what} (values: {})", one.name, one.values)),
            Some(Fault::Wrong(what)) => faults.push(format!("{}: {what} (values: {})", one.name, one.values)),
        }
    }
    judged.sort_by_key(|one| std::cmp::Reverse(one.took));
    for one in judged.iter().take(8) {
        assay_testing::note!("{:6} ms {} {}", one.took.as_millis(), one.name, one.values);
    }
    for one in &open {
        assay_testing::note!("open: {one}");
    }
    assay_testing::note!(
        "{name}: {} of {} as written",
        judged.len() - faults.len() - open.len(),
        judged.len()
    );
    assert!(!judged.is_empty() && faults.is_empty(), "other verdicts:\n{}", faults.join("\n"));
    assert!(open.len() <= most_open, "{} open: {}", open.len(), open.join("\n"));
    Ok(())
}

fn the_arith_library_is_judged_as_written() -> Checked {
    library("arith", 0)?;
    Ok(())
}

fn expansions_of_arith_are_judged_as_written() -> Checked {
    library("arith-expand", 0)?;
    Ok(())
}

fn open_patterns_of_arith_are_judged_as_written() -> Checked {
    library("arith-open", 2)?;
    Ok(())
}

fn the_comb_library_is_judged_as_written() -> Checked {
    library("comb", 1)?;
    Ok(())
}

fn the_traps_are_judged_as_written() -> Checked {
    library("traps", 0)?;
    Ok(())
}

fn the_memory_library_is_judged_wholly() -> Checked {
    library("memory", 0)?;
    Ok(())
}

fn patterns_to_repair_are_judged_as_written() -> Checked {
    library("repairs", 0)?;
    Ok(())
}

fn moves_of_elements_are_judged_as_written() -> Checked {
    library("moves", 0)?;
    Ok(())
}

fn patterns_that_are_judged_as_functions_are_judged_wholly() -> Checked {
    library("functions", 0)?;
    Ok(())
}

/// What is said of types in the expectations of a library: right ones, open ones by name, wrong ones.
fn judge_types(folder: &Path, solvers: &SolverPool) -> (usize, Vec<String>, Vec<String>) {
    let (mut right, mut open, mut wrong) = (0, Vec::new(), Vec::new());
    for file in pattern_files(folder).expect("the folder was built with the crate") {
        let (Some(path), Some(expect)) = (file.path, file.expect) else { continue };
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let text = std::fs::read_to_string(&path).expect("a listed file can be read");
        let program = assay_ir::text::parse(&ctx, &Source::new(path.display().to_string(), text)).program;
        let statements = read(&std::fs::read_to_string(&expect).expect("a listed file can be read"));
        for statement in statements.unwrap_or_else(|errors| panic!("{}: {errors:?}", expect.display())) {
            let Expectation::Stage { pattern, stage, verdict } = statement.expectation else { continue };
            if stage != "types" {
                continue;
            }
            let all = assay_ir::pdl::patterns(&program);
            let view = all.iter().find(|one| one.name() == Some(pattern.as_str()));
            let view = view.unwrap_or_else(|| panic!("there is no @{pattern}"));
            let options = Options::default();
            let subject = AnalyzedPattern::new(&program, view.op, &registry);
            let task = Task::new(&subject, &options);
            let result = assay_verifier::types::analyse(&task, Some(solvers));
            let name = format!("{} @{pattern}", file.name);
            match (&result.verdict, &verdict) {
                _ if !result.disagreements.is_empty() => wrong.push(format!("{name}: disagrees with itself")),
                (StageVerdict::Proved, ExpectedVerdict::Proved)
                | (StageVerdict::Vacuous, ExpectedVerdict::Vacuous)
                | (StageVerdict::Refuted, ExpectedVerdict::Refuted(_)) => right += 1,
                (StageVerdict::Unknown(why), _) => {
                    open.push(format!("{name}: {} {}", why.kind(), why.subject()));
                }
                (said, _) => wrong.push(format!("{name}: {said:?}, not {verdict:?}")),
            }
        }
    }
    (right, open, wrong)
}

fn what_is_said_of_types_in_the_libraries_is_right() -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    for (name, least) in [("arith-expand", 95), ("arith-open", 54), ("comb", 94), ("memory", 30)] {
        let (right, open, wrong) = judge_types(&patterns_folder().join(name), &solvers);
        assay_testing::note!(
            "{name}: {right} right, {} open, {} wrong\n{}",
            open.len(),
            wrong.len(),
            open.join("\n")
        );
        assert!(wrong.is_empty(), "wrong verdicts:\n{}", wrong.join("\n"));
        assert!(right >= least, "{name}: {right} of {}", right + open.len());
    }
    Ok(())
}

assay_testing::tests!(
    the_arith_library_is_judged_as_written,
    expansions_of_arith_are_judged_as_written,
    open_patterns_of_arith_are_judged_as_written,
    the_comb_library_is_judged_as_written,
    the_traps_are_judged_as_written,
    the_memory_library_is_judged_wholly,
    patterns_to_repair_are_judged_as_written,
    moves_of_elements_are_judged_as_written,
    patterns_that_are_judged_as_functions_are_judged_wholly,
    what_is_said_of_types_in_the_libraries_is_right,
);
