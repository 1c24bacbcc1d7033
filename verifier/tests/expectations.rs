//! The whole pipeline against every `.expect` file: the structure and types parts of the acceptance pack, and the
//! pattern libraries of the corpus. No wrong verdict is allowed; the files that are right as a whole are listed,
//! and the list has to be true in both directions. (`check_subset` questions have a test of their own.)

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_corpus::expect::{Expectation, ExpectedVerdict, Observation, Statement, read};
use assay_ir::data::{Context, OpId, Source, Span};
use assay_ir::spec::Registry;
use assay_ir::verdict::VerdictKind;
use assay_smt::SolverPool;
use assay_testing::{Checked, Missing};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Judgement, SetJudgement, Severity, Stage, StageVerdict, Unknown, Verdict};

/// How one statement fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Right,
    /// No answer, where there is one.
    Open,
    Wrong,
    /// About a question that no stage asks yet.
    NotAsked,
}

/// A judgement with the lines of its findings.
struct Judged {
    judgement: Judgement,
    /// The line of what keeps the verdict open.
    open: Option<u32>,
    findings: Vec<(&'static str, Severity, u32)>,
}

/// What the pipeline says of one file.
#[derive(Default)]
struct Answers {
    patterns: BTreeMap<String, Judged>,
    sets: Vec<(Vec<String>, SetJudgement)>,
}

fn load(ctx: &Arc<Context>, registry: &mut Registry, path: &Path) {
    let text = std::fs::read_to_string(path).expect("definitions can be read");
    let parsed = assay_ir::text::parse(ctx, &Source::new(path.display().to_string(), text));
    let troubles = assay_ir::spec::load(&parsed.program, registry);
    assert!(parsed.diagnostics.is_empty() && troubles.is_empty(), "{}: {troubles:?}", path.display());
}

fn describe(ctx: &Arc<Context>, registry: &mut Registry, path: &Path) {
    let text = std::fs::read_to_string(path).expect("meanings can be read");
    let parsed = assay_ir::text::parse(ctx, &Source::new(path.display().to_string(), text));
    let troubles = assay_verifier::meanings::load(&parsed.program, registry);
    assert!(parsed.diagnostics.is_empty() && troubles.is_empty(), "{}: {troubles:?}", path.display());
}

/// The statements about one file and what the pipeline says of its patterns, and of sets of them.
fn judge(path: &Path, statements: &[Statement], solvers: &SolverPool) -> Answers {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let mut options = Options::default();
    for statement in statements {
        match &statement.expectation {
            Expectation::Mlir(Observation::Irdl { file }) => {
                load(&ctx, &mut registry, &path.with_file_name(file));
            }
            Expectation::Meanings(file) => describe(&ctx, &mut registry, &path.with_file_name(file)),
            Expectation::Profile(name) => options.unknown_ops.may_own_regions = name == "regions",
            _ => {}
        }
    }
    let text = std::fs::read_to_string(path).expect("patterns can be read");
    let source = Source::new(path.display().to_string(), text);
    let parsed = assay_ir::text::parse(&ctx, &source);
    let (candidates, elsewhere) = pipeline::candidates(&parsed.program, &parsed.diagnostics, &registry);
    assert!(elsewhere.is_empty(), "{}: {elsewhere:?}", path.display());
    let mut answers = Answers::default();
    let mut ops: BTreeMap<String, OpId> = BTreeMap::new();
    for candidate in &candidates {
        let subject = AnalyzedPattern::new(&parsed.program, candidate.pattern, &registry);
        let task = Task::new(&subject, &options);
        let judgement = pipeline::judge(&task, candidate, EnabledStages::default(), Some(solvers));
        let line = |span: Span| source.line_column(span.start).line;
        let findings = judgement
            .findings
            .iter()
            .map(|f| (f.claim.code.code(), f.claim.level, line(f.claim.span)))
            .collect();
        let open = match &judgement.verdict {
            Verdict::Unknown(why) => Some(line(why.span())),
            _ => None,
        };
        let name = judgement.name.clone().unwrap_or_default();
        ops.insert(name.clone(), candidate.pattern);
        answers.patterns.insert(name, Judged { judgement, open, findings });
    }
    for statement in statements {
        let Expectation::Set { patterns, .. } = &statement.expectation else { continue };
        let of = |name: &String| (ops[name], answers.patterns[name].judgement.verdict.kind());
        let members: Vec<(OpId, VerdictKind)> = patterns.iter().map(of).collect();
        let set = pipeline::judge_set(&parsed.program, &registry, &options, &members);
        answers.sets.push((patterns.clone(), set));
    }
    answers
}

/// Every error that is claimed of a pattern that could be read was replayed, and nothing contradicts itself.
fn evidence(name: &str, judged: &Judged) {
    let judgement = &judged.judgement;
    assert!(judgement.disagreements.is_empty(), "{name}: {:?}", judgement.disagreements);
    if judgement.verdict == Verdict::Refuted {
        for finding in judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error) {
            assert!(finding.witness.is_some(), "{name}: {} has no witness", finding.claim.code);
        }
    }
}

/// The stages that a folder's `proved` speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Form,
    Values,
}

/// Tells if the rules of structure and types hold, whatever is said of values.
fn form_holds(judged: &Judged) -> bool {
    let holds = |wanted: Stage| {
        judged.judgement.stages.iter().any(|(stage, answer)| {
            *stage == wanted && matches!(answer, StageVerdict::Proved | StageVerdict::Bounded(_))
        })
    };
    holds(Stage::Structure) && holds(Stage::Types)
}

fn of_verdict(judged: &Judged, expected: &ExpectedVerdict, at: Option<u32>, about: About) -> Score {
    let here = |line: u32| at.is_none_or(|at| at == line);
    let blamed = judged.findings.iter().any(|(_, _, line)| here(*line));
    let right = match (&judged.judgement.verdict, expected) {
        (Verdict::Unknown(why), ExpectedVerdict::Unknown(class)) if why.kind().word() == class => {
            judged.open.is_some_and(here)
        }
        (Verdict::Unknown(Unknown::NoMeaning { .. }), ExpectedVerdict::Proved)
            if about == About::Form && form_holds(judged) =>
        {
            true
        }
        (Verdict::Unknown(_), _) => return Score::Open,
        (Verdict::Refuted, ExpectedVerdict::Refuted(codes)) => {
            judged.findings.iter().any(|(code, level, line)| {
                *level == Severity::Error && codes.iter().any(|c| c == code) && here(*line)
            })
        }
        (Verdict::Malformed, ExpectedVerdict::Malformed(_))
        | (Verdict::Vacuous, ExpectedVerdict::Vacuous) => blamed,
        (Verdict::Proved, ExpectedVerdict::Proved)
        | (Verdict::Bounded(_), ExpectedVerdict::Bounded)
        | (Verdict::WellFormed(_), ExpectedVerdict::WellFormed) => true,
        (Verdict::Bounded(_) | Verdict::WellFormed(_), ExpectedVerdict::Proved) => about == About::Form,
        _ => false,
    };
    if right { Score::Right } else { Score::Wrong }
}

fn of_stage(judged: &Judged, stage: &str, expected: &ExpectedVerdict) -> Score {
    let found = judged.judgement.stages.iter().find(|(asked, _)| asked.word() == stage);
    match (found.map(|(_, verdict)| verdict), expected) {
        (None | Some(StageVerdict::NotChecked(_)), _) => Score::NotAsked,
        (Some(StageVerdict::Proved), ExpectedVerdict::Proved)
        | (Some(StageVerdict::Bounded(_)), ExpectedVerdict::Bounded)
        | (Some(StageVerdict::Refuted), ExpectedVerdict::Refuted(_)) => Score::Right,
        (Some(StageVerdict::Unknown(_)), _) => Score::Open,
        _ => Score::Wrong,
    }
}

fn of_set(found: &SetJudgement, expected: &ExpectedVerdict) -> Score {
    match (found.verdict, expected) {
        (VerdictKind::Unknown, _) => Score::Open,
        (VerdictKind::Proved | VerdictKind::WellFormed, ExpectedVerdict::Proved) => Score::Right,
        (VerdictKind::Refuted, ExpectedVerdict::Refuted(codes)) => {
            let shown = found
                .findings
                .iter()
                .any(|f| codes.iter().any(|c| c == f.claim.code.code()) && f.witness.is_some());
            if shown { Score::Right } else { Score::Wrong }
        }
        _ => Score::Wrong,
    }
}

/// The score of a statement about patterns; `None` for any other statement.
fn score(judged: &Answers, expectation: &Expectation, about: About) -> Option<Score> {
    let of = |pattern: &str| {
        judged.patterns.get(pattern).unwrap_or_else(|| panic!("there is no pattern @{pattern}"))
    };
    let remarked = |pattern: &str, code: &str, at: Option<u32>| {
        let found = of(pattern).findings.iter().any(|(c, level, line)| {
            *c == code && *level < Severity::Error && at.is_none_or(|at| at == *line)
        });
        if found { Score::Right } else { Score::Wrong }
    };
    Some(match expectation {
        Expectation::Verdict { pattern, verdict, line } => of_verdict(of(pattern), verdict, *line, about),
        Expectation::Stage { pattern, stage, verdict } => of_stage(of(pattern), stage, verdict),
        Expectation::Lint { pattern, code, line } => remarked(pattern, code, Some(*line)),
        Expectation::Hazard { pattern, .. } => remarked(pattern, "S112", None),
        Expectation::Set { patterns, verdict } => {
            let (_, found) = judged.sets.iter().find(|(members, _)| members == patterns)?;
            of_set(found, verdict)
        }
        _ => return None,
    })
}

/// Whether all statements of a file are right; what is not goes to the log.
fn file_is_right(
    (expect, about): (&Path, About),
    solvers: &SolverPool,
    log: &mut Vec<String>,
    wrong: &mut usize,
) -> bool {
    let text = std::fs::read_to_string(expect).expect("an expectation can be read");
    let statements = read(&text).unwrap_or_else(|errors| panic!("{}: {errors:?}", expect.display()));
    let pattern_file = expect.with_extension("mlir");
    if !pattern_file.exists() {
        return statements.iter().all(|s| !matches!(s.expectation, Expectation::Verdict { .. }));
    }
    let judged = judge(&pattern_file, &statements, solvers);
    let mut right = true;
    for (name, one) in &judged.patterns {
        evidence(&format!("{}: @{name}", expect.display()), one);
    }
    for statement in &statements {
        let Some(score) = score(&judged, &statement.expectation, about) else { continue };
        if !matches!(score, Score::Right | Score::NotAsked) {
            log.push(format!(
                "{}:{}: {score:?}: {:?}",
                expect.display(),
                statement.line,
                statement.expectation
            ));
            right = false;
            *wrong += usize::from(score == Score::Wrong);
        }
    }
    right
}

/// Compares a folder with its list of right files.
fn folder((folder, about): (&Path, About), listed: &str, solvers: &SolverPool) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be listed").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "expect"));
    files.sort();
    let (mut log, mut wrong, mut right) = (Vec::new(), 0, BTreeSet::new());
    for expect in &files {
        if file_is_right((expect, about), solvers, &mut log, &mut wrong) {
            right.insert(
                expect.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default(),
            );
        }
    }
    assay_testing::note!(
        "{}: {} of {} files are right\n{}",
        folder.display(),
        right.len(),
        files.len(),
        log.join("\n")
    );
    assert_eq!(wrong, 0, "a wrong verdict:\n{}", log.join("\n"));
    let listed: BTreeSet<String> = listed.lines().map(str::to_owned).collect();
    let fallen: Vec<&String> = listed.difference(&right).collect();
    let risen: Vec<&String> = right.difference(&listed).collect();
    assert!(fallen.is_empty() && risen.is_empty(), "no longer right: {fallen:?}; newly right: {risen:?}");
}

fn pack(part: &str) -> Result<PathBuf, Missing> {
    Ok(assay_testing::acceptance()?.join(part))
}

fn structure_patterns_of_the_pack_are_judged_right() -> Checked {
    let (pack, solvers) = (pack("structure")?, crate::common::pool()?);
    folder((&pack, About::Form), include_str!("expectations/structure.right"), &solvers);
    Ok(())
}

fn types_patterns_of_the_pack_are_judged_right() -> Checked {
    let (pack, solvers) = (pack("types")?, crate::common::pool()?);
    folder((&pack, About::Form), include_str!("expectations/types.right"), &solvers);
    Ok(())
}

fn values_patterns_of_the_pack_are_judged_right() -> Checked {
    let (pack, solvers) = (pack("values")?, crate::common::pool()?);
    folder((&pack, About::Values), include_str!("expectations/values.right"), &solvers);
    Ok(())
}

fn the_arith_library_is_judged_right() -> Checked {
    let solvers = crate::common::pool()?;
    let arith = assay_corpus::patterns_folder().join("arith");
    folder((&arith, About::Values), include_str!("expectations/arith.right"), &solvers);
    Ok(())
}

fn the_stablehlo_library_is_judged_right() -> Checked {
    let solvers = crate::common::pool()?;
    let stablehlo = assay_corpus::patterns_folder().join("stablehlo");
    folder((&stablehlo, About::Values), include_str!("expectations/stablehlo.right"), &solvers);
    Ok(())
}

assay_testing::tests!(
    structure_patterns_of_the_pack_are_judged_right,
    types_patterns_of_the_pack_are_judged_right,
    values_patterns_of_the_pack_are_judged_right,
    the_arith_library_is_judged_right,
    the_stablehlo_library_is_judged_right,
);
