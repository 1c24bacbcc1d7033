//! The whole pipeline against pattern libraries that are about values, pattern by pattern: no verdict is wrong. What is
//! still open, or says less than there is to say, is printed.

use std::num::NonZero;
use std::path::Path;

use assay_corpus::expect::{Expectation, ExpectedVerdict, read};
use assay_corpus::{patterns as pattern_files, patterns_folder};
use assay_ir::data::{Context, Source, Span};
use assay_ir::pdl::Pattern;
use assay_verifier::pipeline::{self, Asked};
use assay_verifier::smt::SolverPool;
use assay_verifier::smt::testing::solver_or_skip;
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Judgement, Level, StageVerdict, Verdict};

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
    let errors = || judgement.findings.iter().filter(|finding| finding.claim.level == Level::Error);
    match (&judgement.verdict, expected) {
        (Verdict::Unknown(why), ExpectedVerdict::Unknown(class)) if why.class() == class => None,
        (Verdict::Unknown(why), _) => Some(Fault::Open(format!("unknown ({why:?})"))),
        (Verdict::Refuted, ExpectedVerdict::Refuted(codes)) => {
            let here = |span: Span| at.is_none_or(|at| at == line(span));
            let right = errors().any(|f| codes.iter().any(|code| code == f.claim.code) && here(f.claim.span));
            let found: Vec<String> =
                errors().map(|f| format!("{} in line {}", f.claim.code, line(f.claim.span))).collect();
            (!right).then(|| Fault::Wrong(format!("{found:?}, not {codes:?} in line {at:?}")))
        }
        (Verdict::Bounded(_), ExpectedVerdict::Bounded)
        | (Verdict::Proved, ExpectedVerdict::Proved)
        | (Verdict::Vacuous, ExpectedVerdict::Vacuous) => None,
        (Verdict::Bounded(_), ExpectedVerdict::Proved) => Some(Fault::Open("bounded".to_owned())),
        (found, expected) => Some(Fault::Wrong(format!("{found:?}, not {expected:?}"))),
    }
}

/// Judges every pattern of a folder; open and wrong ones, by name.
fn judge(folder: &Path, solvers: &SolverPool) -> (usize, Vec<(String, String)>, Vec<String>) {
    let (mut right, mut open, mut wrong) = (0, Vec::new(), Vec::new());
    for file in pattern_files(folder).expect("the folder was built with the crate") {
        let (Some(path), Some(expect)) = (file.path, file.expect) else { continue };
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let text = std::fs::read_to_string(&path).expect("a listed file can be read");
        let source = Source::new(path.display().to_string(), text);
        let parsed = assay_ir::text::parse(&ctx, &source);
        let (candidates, elsewhere) = pipeline::candidates(&parsed.program, &parsed.diagnostics, &registry);
        assert!(elsewhere.is_empty(), "{}: {elsewhere:?}", path.display());
        let options = Options::default();
        let statements = read(&std::fs::read_to_string(&expect).expect("a listed file can be read"));
        for statement in statements.unwrap_or_else(|errors| panic!("{}: {errors:?}", expect.display())) {
            let Expectation::Verdict { pattern, verdict, line } = statement.expectation else { continue };
            let named = |candidate: &&pipeline::Candidate| {
                let found = Pattern { program: &parsed.program, op: candidate.pattern };
                found.name() == Some(pattern.as_str())
            };
            let candidate = candidates.iter().find(named).unwrap_or_else(|| panic!("there is no @{pattern}"));
            let task = Task {
                program: &parsed.program,
                pattern: candidate.pattern,
                registry: &registry,
                options: &options,
            };
            let judgement = pipeline::judge(&task, candidate, Asked::default(), Some(solvers));
            let name = format!("{} @{pattern}", file.name);
            match compare(&judgement, &verdict, line, &|span| source.line_column(span.start).line) {
                None => right += 1,
                Some(Fault::Open(what)) => open.push((name, what)),
                Some(Fault::Wrong(what)) => wrong.push(format!("{name}: {what}")),
            }
        }
    }
    (right, open, wrong)
}

/// No verdict of a library is wrong, and at least so many say all that there is to say.
fn library(name: &str, least: usize) {
    let Some(solver) = solver_or_skip() else { return };
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    let (right, open, wrong) = judge(&patterns_folder().join(name), &solvers);
    let shown: Vec<String> = open.iter().map(|(name, what)| format!("{name}: {what}")).collect();
    println!("{name}: {right} right, {} open, {} wrong\n{}", open.len(), wrong.len(), shown.join("\n"));
    assert!(wrong.is_empty(), "wrong verdicts:\n{}", wrong.join("\n"));
    assert!(right >= least, "{right} of {}", right + open.len());
}

#[test]
fn the_traps_are_judged_right() {
    library("traps", 28);
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
            let task = Task { program: &program, pattern: view.op, registry: &registry, options: &options };
            let result = assay_verifier::types::analyse(&task, Some(solvers));
            let name = format!("{} @{pattern}", file.name);
            match (&result.verdict, &verdict) {
                _ if !result.disagreements.is_empty() => wrong.push(format!("{name}: disagrees with itself")),
                (StageVerdict::Proved, ExpectedVerdict::Proved)
                | (StageVerdict::Vacuous, ExpectedVerdict::Vacuous)
                | (StageVerdict::Refuted, ExpectedVerdict::Refuted(_)) => right += 1,
                (StageVerdict::Unknown(why), _) => {
                    open.push(format!("{name}: {} {}", why.class(), why.subject()));
                }
                (said, _) => wrong.push(format!("{name}: {said:?}, not {verdict:?}")),
            }
        }
    }
    (right, open, wrong)
}

#[test]
fn what_is_said_of_types_in_the_libraries_is_right() {
    let Some(solver) = solver_or_skip() else { return };
    let solvers = SolverPool::new(solver, NonZero::<usize>::MIN);
    for (name, least) in [("arith-expand", 95), ("arith-open", 52), ("comb", 94), ("memory", 30)] {
        let (right, open, wrong) = judge_types(&patterns_folder().join(name), &solvers);
        println!("{name}: {right} right, {} open, {} wrong\n{}", open.len(), wrong.len(), open.join("\n"));
        assert!(wrong.is_empty(), "wrong verdicts:\n{}", wrong.join("\n"));
        assert!(right >= least, "{name}: {right} of {}", right + open.len());
    }
}
