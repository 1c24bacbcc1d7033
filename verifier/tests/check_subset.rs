//! The question about a pattern as `irdl.check_subset`: it is printed, read back, and its answer is that of the stage; and
//! questions written by hand.

use std::path::{Path, PathBuf};

use assay_corpus::expect::{Expectation, Observation, read};
use assay_corpus::{load_builtin, load_text};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::{Registry, check_subsets};
use assay_ir::text::{self, PrintOptions};
use assay_smt::SolverPool;
use assay_testing::{Checked, Missing};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::types::Decided;
use assay_verifier::types::{SubsetAnswer, analyse, check_subset, check_subset_text};
use assay_verifier::verdict::StageVerdict;

/// The answer to the only question of a text.
fn decide(registry: &mut Registry, text: &str, pool: Option<&SolverPool>) -> Decided {
    let mut all = decide_all(registry, text, pool);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

/// The answers to the questions of a text.
fn decide_all(registry: &mut Registry, text: &str, pool: Option<&SolverPool>) -> Vec<Decided> {
    let ctx = registry.ctx().clone();
    let parsed = text::parse(&ctx, &Source::new("q", text));
    assert_eq!(parsed.diagnostics, [], "{text}");
    let (questions, said) = check_subsets(&parsed.program, registry);
    assert!(said.is_empty(), "{said:?}\n{text}");
    questions.iter().map(|question| check_subset(registry, question, pool)).collect()
}

fn word(registry: &Registry, answer: &SubsetAnswer) -> String {
    match answer {
        SubsetAnswer::Holds => "holds".to_owned(),
        SubsetAnswer::Fails(values) => {
            let texts: Vec<String> = values.iter().map(|value| value.text(registry.ctx())).collect();
            format!("fails {}", texts.join(" ")).trim_end().to_owned()
        }
        SubsetAnswer::Unknown(why) => format!("unknown {}: {}", why.kind(), why.subject()),
    }
}

fn say(text: &str) -> Result<String, Missing> {
    let mut registry = load_builtin(&Context::new());
    let decided = decide(&mut registry, text, Some(&crate::common::pool()?));
    Ok(word(&registry, &decided.answer))
}

fn ask(left: &str, right: &str) -> Result<String, Missing> {
    say(&format!("irdl.check_subset {{\n{left}\n}} of {{\n{right}\n}}\n"))
}

fn an_assignment_of_the_left_that_the_right_has_not_is_shown() -> Checked {
    let (integer, i32) =
        ("%0 = irdl.base \"!builtin.integer\"\nirdl.yield %0", "%0 = irdl.is i32\nirdl.yield %0");
    assert_eq!(ask(i32, integer)?, "holds");
    assert!(ask(integer, i32)?.starts_with("fails #0=i"), "{}", ask(integer, i32)?);
    Ok(())
}

fn what_the_right_side_requires_counts_although_nothing_yields_it() -> Checked {
    let any = "%0 = irdl.any\nirdl.yield %0";
    let never = "%0 = irdl.any\n%1 = irdl.is i8\n%2 = irdl.is i16\n%3 = irdl.all_of(%1, %2)\nirdl.yield %0";
    assert!(ask(any, never)?.starts_with("fails"), "{}", ask(any, never)?);
    assert_eq!(ask(never, any)?, "holds");
    assert_eq!(ask(never, never)?, "holds");
    let some = "%0 = irdl.any\n%1 = irdl.base \"!builtin.integer\"\nirdl.yield %0";
    assert_eq!(ask(any, some)?, "holds");
    Ok(())
}

fn an_alternative_that_was_not_taken_constrains_nothing() -> Checked {
    // Either the type is i8 and the other one equals it, or it is i16 and the other one is free.
    let text = |last: &str| {
        format!(
            "%e = irdl.any\n%a = irdl.is i8\n%both = irdl.all_of(%e, %a)\n%b = irdl.is i16\n\
             %t = irdl.any_of(%both, %b)\nirdl.yield %t, {last}"
        )
    };
    let pairs = |t: &str, u: &str| format!("%t = irdl.is {t}\n%u = irdl.is {u}\nirdl.yield %t, %u");
    assert_eq!(ask(&pairs("i8", "i8"), &text("%e"))?, "holds");
    assert_eq!(ask(&pairs("i16", "i64"), &text("%e"))?, "holds");
    assert_eq!(ask(&pairs("i8", "i64"), &text("%e"))?, "fails #0=i8 #1=i64");
    Ok(())
}

fn relations_hold_between_the_sides() -> Checked {
    let left = "%a = irdl.base \"!builtin.integer\"\n%b = irdl.base \"!builtin.integer\"\n\
                irdl.relation \"width(a) < width(b)\"(a: %a, b: %b)\nirdl.yield %a, %b";
    let right = |sign: &str| {
        format!(
            "%a = irdl.any\n%b = irdl.any\nirdl.relation \"width(a) {sign} width(b)\"(a: %a, b: %b)\nirdl.yield %a, %b"
        )
    };
    assert_eq!(ask(left, &right("<="))?, "holds");
    assert_eq!(ask(left, &right("!="))?, "holds");
    assert!(ask(left, &right("=="))?.starts_with("fails"), "{}", ask(left, &right("=="))?);
    Ok(())
}

fn the_steps_to_an_answer_can_be_read() {
    let mut registry = load_builtin(&Context::new());
    let text = "irdl.check_subset {\n  %0 = irdl.is i32\n  irdl.yield %0\n} of {\n  \
                %0 = irdl.base \"!builtin.integer\"\n  irdl.yield %0\n}\n";
    let decided = decide(&mut registry, text, None);
    let expected = [
        "the question: can all of this hold?",
        "  v0 = i32",
        "  not v0 is integer",
        "  v0 is a type",
        "v0 is i32",
        "what is left contradicts itself: nothing does",
    ];
    assert_eq!(decided.steps, expected);
}

struct Tally {
    same: usize,
    without: Vec<String>,
    wrong: Vec<String>,
}

/// The forms of all patterns of a text against the answers of the stage.
fn compare(
    name: &str,
    program_text: &str,
    dialects: &[(String, String)],
    pool: &SolverPool,
    tally: &mut Tally,
) {
    let ctx = Context::new();
    let mut registry = load_builtin(&ctx);
    for (name, text) in dialects {
        load_text(&mut registry, name, text);
    }
    let parsed = text::parse(&ctx, &Source::new(name, program_text));
    for pattern in patterns(&parsed.program) {
        if !validate(pattern, Some(&registry)).is_empty() {
            continue;
        }
        let at = format!("{name} @{}", pattern.name().unwrap_or(""));
        let options = Options::default();
        let subject = AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        let form = match check_subset_text(&task) {
            Ok(form) => form,
            Err(why) => {
                tally.without.push(format!("{at}: {}", why.subject()));
                continue;
            }
        };
        let stage = analyse(&task, Some(pool)).verdict;
        let read = text::parse(&ctx, &Source::new("form", form.as_str()));
        let printed = text::print(&read.program, &PrintOptions::default());
        let again = text::print(
            &text::parse(&ctx, &Source::new("f", printed.as_str())).program,
            &PrintOptions::default(),
        );
        assert_eq!(printed, again, "{at}");
        let mut own = load_builtin(&ctx);
        for (name, text) in dialects {
            load_text(&mut own, name, text);
        }
        let answers = decide_all(&mut own, &printed, Some(pool));
        let answers: Vec<SubsetAnswer> = answers.into_iter().map(|decided| decided.answer).collect();
        let fails = answers.iter().any(|answer| matches!(answer, SubsetAnswer::Fails(_)));
        let holds = answers.iter().all(|answer| matches!(answer, SubsetAnswer::Holds));
        let same = match &stage {
            StageVerdict::Proved | StageVerdict::Vacuous => holds,
            StageVerdict::Refuted => fails,
            StageVerdict::Unknown(_) => true,
            _ => false,
        };
        match same {
            true => tally.same += 1,
            false => {
                let words: Vec<String> = answers.iter().map(|answer| word(&own, answer)).collect();
                tally.wrong.push(format!("{at}: {stage:?}, but {}\n{form}", words.join(", ")));
            }
        }
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is readable");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.to_string_lossy().ends_with(ending));
    files.sort();
    files
}

fn the_printed_question_of_a_pattern_has_the_answer_of_the_stage() -> Checked {
    let pool = crate::common::pool()?;
    let mut tally = Tally { same: 0, without: Vec::new(), wrong: Vec::new() };
    let readable = |path: &Path| std::fs::read_to_string(path).expect("readable");
    // The pack as a whole; of the corpus one file in four, or all where `ASSAY_THOROUGH=1` asks for it.
    let step = if std::env::var("ASSAY_THOROUGH").as_deref() == Ok("1") { 1 } else { 4 };
    let folders = std::fs::read_dir(assay_corpus::patterns_folder()).expect("the corpus is readable");
    let mut folders: Vec<PathBuf> = folders.filter_map(|folder| Some(folder.ok()?.path())).collect();
    folders.sort();
    for folder in folders {
        let files = assay_corpus::patterns(&folder).unwrap_or_default();
        for file in files.iter().filter(|file| file.path.is_some()).step_by(step) {
            let Some(path) = &file.path else { continue };
            compare(&file.name, &readable(path), &[], &pool, &mut tally);
        }
    }
    let pack = assay_testing::acceptance();
    if let Ok(pack) = &pack {
        let folder = pack.join("types");
        for expect in files(&folder, ".expect") {
            let path = expect.with_extension("mlir");
            if !path.exists() {
                continue;
            }
            let statements = read(&readable(&expect)).expect("the pack is in its own grammar");
            let dialects: Vec<(String, String)> = statements
                .iter()
                .filter_map(|statement| match &statement.expectation {
                    Expectation::Mlir(Observation::Irdl { file }) => {
                        Some((file.clone(), readable(&folder.join(file))))
                    }
                    _ => None,
                })
                .collect();
            compare(&path.display().to_string(), &readable(&path), &dialects, &pool, &mut tally);
        }
    }
    assay_testing::note!("{} with the same answer; without a form: {:#?}", tally.same, tally.without);
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.same > 50);
    pack?;
    Ok(())
}

assay_testing::tests!(
    an_assignment_of_the_left_that_the_right_has_not_is_shown,
    what_the_right_side_requires_counts_although_nothing_yields_it,
    an_alternative_that_was_not_taken_constrains_nothing,
    relations_hold_between_the_sides,
    the_steps_to_an_answer_can_be_read,
    the_printed_question_of_a_pattern_has_the_answer_of_the_stage,
);
