//! Every `verdict` and `check_subset` line of the types part of the acceptance pack against the types stage. No wrong
//! answer is allowed; statements that are right are listed, and the list has to be true in both directions.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use assay_corpus::expect::{Expectation, ExpectedVerdict, SubsetQuestion, read};
use assay_corpus::load_builtin;
use assay_ir::data::{AttrId, AttrKind, Context, Ident, Program, Source};
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::spec::{OpInstance, Registry, conform};
use assay_smt::SolverPool;
use assay_testing::{Checked, Missing};
use assay_verifier::stage::{Options, StageResult, Task};
use assay_verifier::types::{Assigned, SubsetAnswer, analyse, subset};
use assay_verifier::verdict::{Severity, StageVerdict};

/// How one statement of the pack fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Score {
    Right,
    Unknown,
    Wrong,
}

fn pack() -> Result<PathBuf, Missing> {
    Ok(assay_testing::acceptance()?.join("types"))
}

/// Reads IRDL definitions into a registry.
fn load(registry: &mut Registry, path: &Path) {
    let text = std::fs::read_to_string(path).expect("the definitions are readable");
    let said = assay_corpus::load_text(registry, &path.display().to_string(), &text);
    assert!(said.is_empty(), "{}: {said:?}", path.display());
}

struct Run<'a> {
    folder: &'a Path,
    pool: &'a SolverPool,
    log: Vec<String>,
    scores: Vec<(String, Score)>,
}

impl Run<'_> {
    fn file(&mut self, expect: &Path) {
        let name = expect.file_stem().and_then(|stem| stem.to_str()).expect("plain file names").to_owned();
        let text = std::fs::read_to_string(expect).expect("the pack is readable");
        let statements = read(&text).expect("the pack is in its own grammar");
        let ctx = Context::new();
        let mut registry = load_builtin(&ctx);
        for statement in &statements {
            if let Expectation::Mlir(assay_corpus::expect::Observation::Irdl { file }) =
                &statement.expectation
            {
                load(&mut registry, &self.folder.join(file));
            }
        }
        let pattern_file = expect.with_extension("mlir");
        let mut results = BTreeMap::new();
        if pattern_file.exists() {
            let text = std::fs::read_to_string(&pattern_file).expect("the pack is readable");
            let parsed = assay_ir::text::parse(&ctx, &Source::new(name.as_str(), text));
            assert!(parsed.diagnostics.is_empty(), "{name}: {:?}", parsed.diagnostics.first());
            for pattern in patterns(&parsed.program) {
                let key = pattern.name().unwrap_or("").to_owned();
                results.insert(key, self.pattern(&name, pattern, &registry));
            }
        }
        for statement in &statements {
            match &statement.expectation {
                Expectation::Verdict { pattern, verdict, line } => {
                    let (said, found) = &results[pattern];
                    let score = score(said, found, verdict, *line);
                    self.keep(format!("{name} @{pattern}"), score, &format!("{said} {found:?}"));
                }
                Expectation::CheckSubset { question, .. } => self.subset(&name, &registry, question),
                _ => {}
            }
        }
    }

    fn keep(&mut self, what: String, score: Score, said: &str) {
        if score != Score::Right {
            self.log.push(format!("{what} {score:?}: {said}"));
        }
        self.scores.push((what, score));
    }

    /// The answer for one pattern in a word, and its errors with their lines.
    fn pattern(
        &mut self,
        file: &str,
        pattern: Pattern<'_>,
        registry: &Registry,
    ) -> (String, Vec<(String, u32)>) {
        let program = pattern.program;
        let violations = validate(pattern, Some(registry));
        if !violations.is_empty() {
            return ("malformed".to_owned(), Vec::new());
        }
        let options = Options::default();
        let subject = assay_verifier::pattern::AnalyzedPattern::new(program, pattern.op, registry);
        let task = Task::new(&subject, &options);
        let start = Instant::now();
        let result = analyse(&task, Some(self.pool));
        assay_testing::note!(
            "{file} @{}: {:.1} ms",
            pattern.name().unwrap_or(""),
            start.elapsed().as_secs_f64() * 1e3
        );
        for claim in &result.disagreements {
            self.log.push(format!("{file} @{:?}: disagreement: {}", pattern.name(), claim.message));
        }
        let errors = result.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
        let found = errors.map(|finding| {
            let witness = finding.witness.as_ref().expect("an error has a witness");
            assay_testing::note!(
                "  {}: {} -- {}",
                finding.claim.code,
                finding.claim.message,
                witness.failure
            );
            (finding.claim.code.to_string(), line(program, finding.claim.span.start))
        });
        (word(&result), found.collect())
    }

    fn subset(&mut self, file: &str, registry: &Registry, question: &SubsetQuestion) {
        let ctx = registry.ctx();
        let spec = |name: &str| {
            let full = ctx.ident(&format!("{}.{name}", question.dialect));
            Arc::clone(registry.op(full).expect("the pack declares it"))
        };
        let (left, right) = (spec(&question.left), spec(&question.right));
        let start = Instant::now();
        let answer = subset(registry, &left, &right, Some(self.pool));
        let what = format!("{file} {} in {}", question.left, question.right);
        assay_testing::note!("{what}: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        if let SubsetAnswer::Fails(assignment) = &answer {
            let texts: Vec<String> = assignment.iter().map(|assigned| assigned.text(ctx)).collect();
            assay_testing::note!("  {}", texts.join(" "));
        }
        let score = match &answer {
            SubsetAnswer::Holds if question.holds => Score::Right,
            SubsetAnswer::Fails(assignment) if !question.holds => {
                let accepted = |name: &str| accepts(registry, name, assignment);
                let full = |name: &str| format!("{}.{name}", question.dialect);
                assert!(accepted(&full(&question.left)), "{what}: not accepted on the left: {assignment:?}");
                assert!(!accepted(&full(&question.right)), "{what}: accepted on the right: {assignment:?}");
                Score::Right
            }
            SubsetAnswer::Unknown(_) => Score::Unknown,
            _ => Score::Wrong,
        };
        self.keep(what, score, &format!("{answer:?}"));
    }
}

/// Whether an operation with the assigned types and attributes satisfies its definition, by position.
fn accepts(registry: &Registry, name: &str, assignment: &[Assigned]) -> bool {
    let ctx = registry.ctx();
    let spec = registry.op(ctx.ident(name)).expect("the pack declares it");
    let ty = |attr: &AttrId| match ctx.attr_kind(*attr) {
        AttrKind::Type(ty) => *ty,
        other => panic!("{other:?} is no type"),
    };
    let (mut operands, mut results) = (Vec::new(), Vec::new());
    for assigned in assignment {
        match assigned {
            Assigned::Operands(group) => operands.extend(group.types.iter().map(ty)),
            Assigned::Results(group) => results.extend(group.types.iter().map(ty)),
            Assigned::Attribute(..) | Assigned::Yielded(..) => {}
        }
    }
    let attribute = |wanted: Ident| {
        let find = |assigned: &Assigned| match assigned {
            Assigned::Attribute(name, value) if *name == wanted => *value,
            _ => None,
        };
        assignment.iter().find_map(find)
    };
    let subject = OpInstance {
        operands: &operands,
        results: &results,
        attribute: &attribute,
        regions: &[],
        successors: 0,
    };
    conform(registry, spec, &subject).failures.is_empty()
}

fn line(program: &Program, offset: u32) -> u32 {
    program.source().map_or(0, |source| source.line_column(offset).line)
}

fn word(result: &StageResult) -> String {
    match &result.verdict {
        StageVerdict::Proved | StageVerdict::Bounded(_) => "proved".to_owned(),
        StageVerdict::Refuted => "refuted".to_owned(),
        StageVerdict::Vacuous => "vacuous".to_owned(),
        StageVerdict::Unknown(why) => format!("unknown {}: {}", why.kind(), why.subject()),
        StageVerdict::NotChecked(why) => format!("not checked: {why}"),
    }
}

fn score(said: &str, found: &[(String, u32)], expected: &ExpectedVerdict, at: Option<u32>) -> Score {
    match expected {
        _ if said.starts_with("unknown") => Score::Unknown,
        ExpectedVerdict::Proved if said == "proved" => Score::Right,
        ExpectedVerdict::Vacuous if said == "vacuous" => Score::Right,
        ExpectedVerdict::Refuted(codes) if said == "refuted" => {
            let here = |line: &u32| at.is_none_or(|at| at == *line);
            let right = found.iter().any(|(code, line)| codes.contains(code) && here(line));
            if right { Score::Right } else { Score::Wrong }
        }
        _ => Score::Wrong,
    }
}

fn the_pack_is_judged_right_as_far_as_the_list_says() -> Checked {
    let folder = pack()?;
    let config = crate::common::solver()?;
    let pool = SolverPool::new(config, NonZero::<usize>::MIN);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the pack is readable")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "expect"))
        .collect();
    files.sort();
    let mut run = Run { folder: &folder, pool: &pool, log: Vec::new(), scores: Vec::new() };
    for file in &files {
        run.file(file);
    }
    for entry in &run.log {
        assay_testing::note!("{entry}");
    }
    let count = |wanted| run.scores.iter().filter(|(_, score)| *score == wanted).count();
    let (right, unknown, wrong) = (count(Score::Right), count(Score::Unknown), count(Score::Wrong));
    assay_testing::note!("statements: {right} right, {unknown} unknown, {wrong} wrong");
    let listed: Vec<&str> = include_str!("acceptance_types.right").lines().collect();
    let names = |right: bool| run.scores.iter().filter(move |(_, score)| (*score == Score::Right) == right);
    let fallen: Vec<&String> =
        names(false).map(|(n, _)| n).filter(|n| listed.contains(&n.as_str())).collect();
    let risen: Vec<&String> = names(true).map(|(n, _)| n).filter(|n| !listed.contains(&n.as_str())).collect();
    assert!(wrong == 0, "wrong verdicts, see above");
    assert!(!run.log.iter().any(|entry| entry.contains("disagreement")), "disagreements, see above");
    assert!(fallen.is_empty() && risen.is_empty(), "no longer right: {fallen:?}; newly right: {risen:?}");
    Ok(())
}

/// Patterns of the other folders that the pack calls proved: no T rule may break on them.
fn nothing_that_the_pack_calls_proved_is_refuted() -> Checked {
    let folder = pack()?;
    let config = crate::common::solver()?;
    let pool = SolverPool::new(config, NonZero::<usize>::MIN);
    let mut wrong = Vec::new();
    let mut counts = BTreeMap::new();
    for part in ["structure", "values"] {
        let folder = folder.with_file_name(part);
        let entries = std::fs::read_dir(&folder).expect("the pack is readable");
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        for expect in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "expect")) {
            proved_file(&folder, expect, &pool, &mut counts, &mut wrong);
        }
    }
    assay_testing::note!("{counts:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

fn proved_file(
    folder: &Path,
    expect: &Path,
    pool: &SolverPool,
    counts: &mut BTreeMap<String, usize>,
    wrong: &mut Vec<String>,
) {
    let statements =
        read(&std::fs::read_to_string(expect).expect("readable")).expect("the pack is in its own grammar");
    let Ok(text) = std::fs::read_to_string(expect.with_extension("mlir")) else { return };
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let name = format!("{}/{}", folder.display(), expect.display());
    let parsed = assay_ir::text::parse(&ctx, &Source::new(name.as_str(), text));
    for pattern in patterns(&parsed.program) {
        let key = pattern.name().unwrap_or("");
        let verdict = statements.iter().find_map(|statement| match &statement.expectation {
            Expectation::Verdict { pattern, verdict, .. } if pattern == key => Some(verdict),
            _ => None,
        });
        if !validate(pattern, Some(&registry)).is_empty() {
            continue;
        }
        let options = Options::default();
        let subject = assay_verifier::pattern::AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        let result = analyse(&task, Some(pool));
        let said = word(&result);
        *counts.entry(said.clone()).or_default() += 1;
        let proved = matches!(verdict, Some(ExpectedVerdict::Proved));
        if (proved && (said == "refuted" || said == "vacuous")) || !result.disagreements.is_empty() {
            let claims = result.findings.iter().map(|finding| &finding.claim).chain(&result.disagreements);
            let texts: Vec<&str> = claims.map(|claim| claim.message.as_str()).collect();
            wrong.push(format!("{name} @{key}: {said} {texts:?}"));
        }
        if said != "proved" {
            assay_testing::note!("{name} @{key}: {said}, expected {verdict:?}");
            for finding in &result.findings {
                assay_testing::note!("  {} {}", finding.claim.code, finding.claim.message);
            }
        }
    }
}

/// What the arith library says of this stage, and of verdicts with T codes; nothing is judged wrong.
fn the_arith_library_is_judged_as_it_says() -> Checked {
    let config = crate::common::solver()?;
    let pool = SolverPool::new(config, NonZero::<usize>::MIN);
    let mut wrong = Vec::new();
    let (mut count, mut open) = (0, 0);
    for root in [assay_corpus::patterns_folder()] {
        let folders = [root.join("arith")];
        let files = folders.iter().flat_map(|folder| assay_corpus::patterns(folder).unwrap_or_default());
        for file in files {
            let (Some(path), Some(expect)) = (&file.path, &file.expect) else { continue };
            let statements = read(&std::fs::read_to_string(expect).expect("readable")).expect("the grammar");
            let text = std::fs::read_to_string(path).expect("readable");
            let ctx = Context::new();
            let registry = load_builtin(&ctx);
            let parsed = assay_ir::text::parse(&ctx, &Source::new(file.name.as_str(), text));
            for pattern in patterns(&parsed.program) {
                let options = Options::default();
                let program = &parsed.program;
                let subject = assay_verifier::pattern::AnalyzedPattern::new(program, pattern.op, &registry);
                let task = Task::new(&subject, &options);
                let result = analyse(&task, Some(&pool));
                let said = word(&result);
                let found: Vec<(String, u32)> = result
                    .findings
                    .iter()
                    .map(|f| (f.claim.code.to_string(), line(program, f.claim.span.start)))
                    .collect();
                let key = pattern.name().unwrap_or("");
                for statement in &statements {
                    let right = match &statement.expectation {
                        Expectation::Stage { pattern, stage, verdict }
                            if pattern == key && stage == "types" =>
                        {
                            score(&said, &found, verdict, None) == Score::Right
                        }
                        Expectation::Verdict { pattern, verdict, line } if pattern == key => match verdict {
                            ExpectedVerdict::Refuted(codes)
                                if codes.iter().all(|code| code.starts_with('T')) =>
                            {
                                score(&said, &found, verdict, *line) == Score::Right
                            }
                            ExpectedVerdict::Proved => said == "proved",
                            _ => continue,
                        },
                        _ => continue,
                    };
                    count += 1;
                    // What native rewrites make is not known to this stage, summaries or not.
                    if said.starts_with("unknown native") {
                        open += 1;
                    } else if !right {
                        wrong.push(format!("{} @{key}: {said} {found:?}", file.name));
                    }
                }
                if !result.disagreements.is_empty() {
                    wrong.push(format!("{} @{key}: disagreement", file.name));
                }
            }
        }
    }
    assay_testing::note!("{count} statements of the corpus, {open} left open for native code");
    assert!(open * 5 < count, "{open} of {count} are left open");
    assert!(count > 0 && wrong.is_empty(), "{wrong:#?}");
    Ok(())
}

assay_testing::tests!(
    the_pack_is_judged_right_as_far_as_the_list_says,
    nothing_that_the_pack_calls_proved_is_refuted,
    the_arith_library_is_judged_as_it_says,
);
