//! Solvers that misbehave are asked about values: whatever they do, no verdict is wrong. A pattern that is right is never
//! refuted, one that is wrong is never called right.

use std::num::NonZero;
use std::time::Duration;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;
use assay_ir::text;
use assay_smt::{SolverConfig, SolverPool};
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::analyse;
use assay_verifier::verdict::{StageVerdict, Unknown};

/// At 24 bits there are too many inputs to try. The smaller of two numbers is the larger one with the bits in which they
/// differ turned, which is right. The wrong pattern is right but for one number, which no drawn input meets.
const PATTERNS: &str = r#"
pdl.pattern @right : benefit(1) {
  %t = pdl.type : i24
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c = pdl.operation "arith.maxui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %c_value = pdl.result 0 of %c
    %d = pdl.operation "arith.xori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %d_value = pdl.result 0 of %d
    %e = pdl.operation "arith.xori"(%d_value, %c_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %e
  }
}
pdl.pattern @wrong : benefit(1) {
  %t = pdl.type : i24
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %bit = pdl.type : i1
    %factor = pdl.attribute = 2654435 : i24
    %product = pdl.attribute = 1234567 : i24
    %equal = pdl.attribute = 0 : i64
    %f = pdl.operation "arith.constant" {"value" = %factor} -> (%t : !pdl.type)
    %f_value = pdl.result 0 of %f
    %p = pdl.operation "arith.constant" {"value" = %product} -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %m = pdl.operation "arith.muli"(%x, %f_value : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %c = pdl.operation "arith.cmpi"(%m_value, %p_value : !pdl.value, !pdl.value) {"predicate" = %equal} -> (%bit : !pdl.type)
    %c_value = pdl.result 0 of %c
    %n = pdl.operation "arith.minui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %n_value = pdl.result 0 of %n
    %s = pdl.operation "arith.select"(%c_value, %y, %n_value : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %s
  }
}
"#;

/// Right at every width, which no argument shows without a solver.
const HARD: &str = r#"
pdl.pattern @quotients : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %z = pdl.operand : %t
  %q = pdl.operation "arith.divui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %q_value = pdl.result 0 of %q
  %root = pdl.operation "arith.divui"(%q_value, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %p = pdl.operation "arith.divui"(%x, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %p_value = pdl.result 0 of %p
    %d = pdl.operation "arith.divui"(%p_value, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %d
  }
}
"#;

/// What the V rules say of both patterns.
fn verdicts(solvers: Option<&SolverPool>) -> [StageVerdict; 2] {
    stub_verdicts(PATTERNS, solvers).try_into().expect("two patterns")
}

/// What the V rules say of the patterns of a text.
fn stub_verdicts(patterns_of: &str, solvers: Option<&SolverPool>) -> Vec<StageVerdict> {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let parsed = text::parse(&ctx, &Source::new("stub.mlir", patterns_of));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let options = Options::default();
    let verdict = |pattern: assay_ir::pdl::Pattern<'_>| {
        let subject = AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        let result = analyse(&task, solvers);
        assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
        result.verdict
    };
    patterns(&parsed.program).into_iter().map(verdict).collect()
}

/// No wrong verdict: of the right pattern anything but a refutation, of the wrong one anything but a proof.
fn is_harmless(check: &str, value: &str) {
    let config = SolverConfig { timeout: Duration::from_millis(300), ..crate::common::stub(check, value) };
    let solvers = SolverPool::new(config, NonZero::<usize>::MIN);
    let [right, wrong] = verdicts(Some(&solvers));
    assert!(matches!(right, StageVerdict::Unknown(_) | StageVerdict::Proved), "{check}: {right:?}");
    assert!(matches!(wrong, StageVerdict::Unknown(_)), "{check}: {wrong:?}");
}

fn a_real_solver_decides_both() -> Checked {
    let config = crate::common::solver()?;
    let solvers = SolverPool::new(config, NonZero::<usize>::MIN);
    let [right, wrong] = verdicts(Some(&solvers));
    assert!(matches!(right, StageVerdict::Proved), "{right:?}");
    assert!(matches!(wrong, StageVerdict::Refuted), "{wrong:?}");
    Ok(())
}

fn without_a_solver_nothing_is_refuted_and_nothing_wrong_is_proved() {
    let [right, wrong] = verdicts(None);
    assert!(matches!(right, StageVerdict::Unknown(_) | StageVerdict::Proved), "{right:?}");
    assert!(matches!(wrong, StageVerdict::Unknown(_)), "{wrong:?}");
}

fn a_solver_that_dies_gives_no_wrong_verdict() {
    is_harmless("exit 1", ":");
    is_harmless("kill -9 $$", ":");
}

fn a_solver_that_hangs_gives_no_wrong_verdict() {
    is_harmless("sleep 30", ":");
}

fn a_solver_that_does_not_know_gives_no_wrong_verdict() {
    is_harmless("echo unknown", ":");
}

fn garbage_from_a_solver_gives_no_wrong_verdict() {
    is_harmless("echo satisfied", ":");
    is_harmless("echo '(error \"line 1\")'; echo unsat", ":");
    is_harmless("echo unsat; echo unsat", ":");
    is_harmless("echo sat", "echo nothing");
    is_harmless("echo sat", "echo '((v0 #x000000))'");
}

fn a_model_that_is_none_gives_no_wrong_verdict() {
    // The same number for both operands: the programs agree on it.
    is_harmless("echo sat", "echo '((v0 #x000001) (v0.poison false) (v1 #x000001) (v1.poison false))'");
    is_harmless("echo sat", "echo '((v0 #x000001) (v1 #x000001))'");
}

/// The verdict on the hard pattern, and how many of its questions a solver answered that needs all the units of a width.
fn with_hard_questions(units: u64) -> (String, usize) {
    let folder = tempfile::tempdir().expect("a folder for the list");
    let list = folder.path().join("answered");
    let check = format!(
        "if [ \"$units\" -ge 1000000 ]; then echo unsat; echo \"$units\" >>'{}'; else why='\"resource limit\"'; echo unknown; fi",
        list.display()
    );
    let config = SolverConfig { resource_units: Some(units), ..crate::common::stub(&check, ":") };
    let solvers = SolverPool::new(config, NonZero::<usize>::MIN);
    let said = stub_verdicts(HARD, Some(&solvers));
    let [StageVerdict::Bounded(words)] = &said[..] else { panic!("{said:?}") };
    let answered = std::fs::read_to_string(&list).unwrap_or_default().lines().count();
    (words.clone(), answered)
}

fn hard_widths_end_early_and_are_listed() {
    let (words, answered) = with_hard_questions(20_000_000);
    assert!((1..=6).contains(&answered), "{answered}: {words}");
    let last: u32 =
        words.split_once("i1..i").map_or("", |(_, rest)| rest).split(';').next().unwrap().parse().unwrap();
    assert!((8..32).contains(&last), "{words}");
    assert!(words.contains(&format!("not decided in time: i{}..i64", last + 1)), "{words}");
    // More time is more widths.
    let (_, more) = with_hard_questions(200_000_000);
    assert!(more >= 3 * answered, "{more} and {answered}");
    assert_eq!(with_hard_questions(20_000_000), (words, answered));
}

fn a_solver_that_never_answers_is_asked_three_times_in_all() {
    let folder = tempfile::tempdir().expect("a folder for the list");
    let list = folder.path().join("asked");
    let check = format!("echo asked >>'{}'; sleep 30", list.display());
    let config = SolverConfig { timeout: Duration::from_millis(300), ..crate::common::stub(&check, ":") };
    let solvers = SolverPool::new(config, NonZero::<usize>::MIN);
    assert!(solvers.given_up().is_empty());
    for _ in 0..4 {
        for verdict in verdicts(Some(&solvers)) {
            assert!(matches!(verdict, StageVerdict::Unknown(Unknown::Timeout)), "{verdict:?}");
        }
    }
    let asked = std::fs::read_to_string(&list).expect("it was asked");
    assert_eq!(asked.lines().count(), 3);
    assert_eq!(solvers.given_up().len(), 1);
}

assay_testing::tests!(
    hard_widths_end_early_and_are_listed,
    a_solver_that_never_answers_is_asked_three_times_in_all,
    a_real_solver_decides_both,
    without_a_solver_nothing_is_refuted_and_nothing_wrong_is_proved,
    a_solver_that_dies_gives_no_wrong_verdict,
    a_solver_that_hangs_gives_no_wrong_verdict,
    a_solver_that_does_not_know_gives_no_wrong_verdict,
    garbage_from_a_solver_gives_no_wrong_verdict,
    a_model_that_is_none_gives_no_wrong_verdict,
);
