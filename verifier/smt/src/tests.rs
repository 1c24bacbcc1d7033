//! Queries to scripts that misbehave in every way, and to Z3.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use assay_mlir::process::{Ending, Limits, Program, run};
use rayon::prelude::*;
use tempfile::TempDir;

use super::testing::{self, solver};
use super::*;

/// A solver that is a shell script; the directory lives as long as the script is needed.
struct Stub {
    directory: TempDir,
    config: SolverConfig,
}

impl Stub {
    fn new(script: &str) -> Stub {
        let directory = tempfile::tempdir().expect("the temporary directory is writable");
        let file = directory.path().join("solver.sh");
        std::fs::write(&file, script).expect("the temporary directory is writable");
        let path = SolverPath::find(Some(&PathBuf::from("/bin/sh"))).expect("there is a shell");
        let config = SolverConfig { arguments: vec![file.into()], ..SolverConfig::new(path) };
        Stub { directory, config }
    }

    /// See [`testing::script`].
    fn answering(check: &str, value: &str) -> Stub {
        Stub::new(&testing::script(check, value))
    }

    fn impatient(mut self) -> Stub {
        self.config.timeout = Duration::from_millis(200);
        self
    }

    fn check(&self) -> Answer {
        Solver::new(self.config.clone()).check(&positive())
    }

    fn reason(&self) -> UnknownReason {
        match self.check() {
            Answer::Unknown(reason) => reason,
            answer => panic!("{answer:?}"),
        }
    }
}

/// Some `x` above zero.
fn positive() -> Query {
    let mut query = Query::new();
    query.declare_const("x", "Int");
    query.assert("(> x 0)");
    query.observe("x");
    query
}

/// No `x` is above itself.
fn contradiction() -> Query {
    let mut query = Query::new();
    query.declare_const("x", "Int");
    query.assert("(> x x)");
    query
}

/// Twelve pigeons in eleven holes, each alone: beyond any solver that learns clauses.
fn pigeons() -> Query {
    let mut query = Query::new();
    let sits = |pigeon: u32, hole: u32| term::name(&format!("pigeon {pigeon} in hole {hole}"));
    for pigeon in 0..12 {
        for hole in 0..11 {
            query.declare_const(&format!("pigeon {pigeon} in hole {hole}"), "Bool");
        }
        query.assert(&term::app("or", &(0..11).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>()));
        for (other, hole) in (0..pigeon).flat_map(|other| (0..11).map(move |hole| (other, hole))) {
            query.assert(&format!("(not (and {} {}))", sits(pigeon, hole), sits(other, hole)));
        }
    }
    query
}

/// `x * y = product` in 16 bits: it has many models.
fn one_product(product: u128) -> Query {
    let mut query = Query::new();
    query.declare_const("x", &term::bits_sort(16));
    query.declare_const("y", &term::bits_sort(16));
    query.assert(&term::app("=", &["(bvmul x y)".to_owned(), term::bits(16, product)]));
    query.observe("x");
    query.observe("y");
    query
}

/// A vector of integers whose element is wider than it is long.
fn typed() -> Query {
    let mut query = Query::new();
    let names = ["a type", "!builtin.int", "its width", "vector|", "let"].map(term::name);
    let [kind, int, width, vector, length] = &names;
    let constructors = format!("({int} ({width} Int)) (index) ({vector} (of {kind}) ({length} Int))");
    query.read(&format!("(declare-datatypes (({kind} 0)) (({constructors})))")).expect("it is a list");
    query.declare_const("%0", kind);
    query.assert(&format!("((_ is {vector}) %0)"));
    query.assert(&format!("((_ is {int}) (of %0))"));
    query.assert(&format!("(= ({length} %0) (- 3))"));
    query.assert(&format!("(= ({width} (of %0)) 7)"));
    query.observe("%0");
    query
}

const GO_ON: Duration = Duration::from_secs(60);

#[test]
fn a_solver_that_behaves_is_believed() {
    let sat = Stub::answering("echo sat", "echo '((x 5))'").check();
    assert_eq!(sat, Answer::Sat(vec![("x".into(), SExpr::Numeral("5".into()))]));
    assert_eq!(Stub::answering("echo unsat", "").check(), Answer::Unsat);
}

#[test]
fn quoted_echoes_and_reports_of_success_are_understood() {
    let script = r#"while read -r line; do case "$line" in
        '(echo '*) marker=${line#*\"}; echo "\"${marker%\"*}\"";;
        '(get-info :name)') echo '(:name "Stub")';;
        '(get-info :version)') echo '(:version "1")';;
        '(check-sat)') echo unsat;;
        *) echo success;;
        esac; done"#;
    assert_eq!(Stub::new(script).check(), Answer::Unsat);
}

#[test]
fn unknown_comes_with_the_reason_of_the_solver() {
    let reason = Stub::answering("echo unknown", "").reason();
    assert_eq!(reason, UnknownReason::SolverUnknown("incomplete".into()));
}

#[test]
fn a_limit_reached_outside_of_the_check_is_a_limit_too() {
    let reason = Stub::answering(r#"echo '(error "line 3: max. resource limit exceeded")'"#, "").reason();
    assert!(matches!(reason, UnknownReason::Exhausted(_)) && reason.is_limit(), "{reason:?}");
    for script in [r#"echo '(error "out of memory")'"#, r#"echo '(error "out of memory")'; exit 101"#] {
        let reason = Stub::answering(script, "").reason();
        assert!(matches!(reason, UnknownReason::OutOfMemory(_)) && reason.is_limit(), "{script}: {reason:?}");
    }
    // It is no limit because some word says so.
    let reason = Stub::answering("echo '(timeout \"canceled\")'", "").reason();
    assert!(matches!(reason, UnknownReason::Garbage(_)) && !reason.is_limit(), "{reason:?}");
}

#[test]
fn a_limit_of_the_second_solver_is_a_limit() {
    let why = UnknownReason::SecondUnknown(Box::new(UnknownReason::TimedOut));
    assert!(why.is_limit() && !UnknownReason::SecondUnknown(Box::new(UnknownReason::NotCached)).is_limit());
}

#[test]
fn a_prelude_is_read_once_and_only_that_there_is_no_model_is_believed() {
    static PRELUDE: std::sync::OnceLock<Prelude> = std::sync::OnceLock::new();
    let prelude = PRELUDE.get_or_init(|| {
        let mut query = Query::new();
        query.comment("known to all");
        query.define_const("known", "Int", "7");
        Prelude::from_query(&query)
    });
    let ask = |solver: &mut Solver, above: &str| {
        let mut query = Query::new();
        query.begin_with(prelude);
        query.declare_const("x", "Int");
        query.assert("(= x known)");
        query.assert(&format!("({above} x known)"));
        query.observe("x");
        assert!(query.commands().starts_with("(define-fun known () Int 7)\n"), "{}", query.commands());
        assert!(query.to_string().contains("; known to all\n(define-fun known () Int 7)\n"), "{query}");
        solver.check(&query)
    };
    let mut solver = Solver::new(solver());
    for _ in 0..3 {
        assert_eq!(ask(&mut solver, ">"), Answer::Unsat);
        let Answer::Sat(model) = ask(&mut solver, ">=") else { panic!("7 is at least 7") };
        assert_eq!(model[0].1.to_string(), "7");
        // Others have no use for it.
        assert_eq!(solver.check(&contradiction()), Answer::Unsat);
    }
    // What the first process says besides is asked again.
    let seen = r#"case "$n" in 1) echo sat;; *) echo unknown;; esac"#;
    let stub = Stub::answering(seen, "echo '((x 7))'");
    let mut solver = Solver::new(stub.config.clone());
    assert!(matches!(ask(&mut solver, ">="), Answer::Sat(_)));
    assert!(matches!(ask(&mut solver, ">="), Answer::Unknown(UnknownReason::SolverUnknown(_))));
}

#[test]
fn a_limit_that_was_reached_is_told_from_not_knowing() {
    for said in ["(resource limits reached)", "canceled", "timeout", "resourceout", "memout"] {
        let reason = super::answer::why_unknown(said.to_owned());
        assert_eq!(reason, UnknownReason::Exhausted(said.to_owned()));
    }
    for said in ["incomplete", "(incomplete quantifiers)", "smt tactic failed to show goal to be sat/unsat"] {
        let reason = super::answer::why_unknown(said.to_owned());
        assert_eq!(reason, UnknownReason::SolverUnknown(said.to_owned()));
    }
}

#[test]
fn a_solver_that_is_not_there_is_no_answer() {
    let mut stub = Stub::new("");
    stub.config.path = "/nowhere/z3".into();
    assert!(matches!(stub.reason(), UnknownReason::SpawnFailed(_)));
}

#[test]
fn a_solver_that_dies_at_once_is_no_answer() {
    let reason = Stub::new("echo 'no such option' >&2; exit 1").reason();
    assert_eq!(reason, UnknownReason::SolverDied("no such option".into()));
}

#[test]
fn a_solver_that_dies_when_asked_is_no_answer() {
    for check in ["exit 0", "kill -9 $$", "echo sat; exit 0", "echo unsat; exit 1"] {
        let reason = Stub::answering(check, "").reason();
        assert!(matches!(reason, UnknownReason::SolverDied(_)), "{check}: {reason:?}");
    }
}

#[test]
fn the_last_words_of_a_solver_are_reported() {
    let reason = Stub::answering("echo '(error \"out of memory\")'; exit 101", "").reason();
    assert_eq!(reason, UnknownReason::OutOfMemory("(error \"out of memory\")".into()));
}

#[test]
fn a_solver_that_dies_before_it_gives_the_values_is_no_answer() {
    assert!(matches!(Stub::answering("echo sat", "exit 1").reason(), UnknownReason::SolverDied(_)));
}

#[test]
fn a_solver_that_hangs_is_no_answer() {
    let stubs = [
        Stub::new("exec sleep 600"),
        Stub::answering("exec sleep 600", ""),
        Stub::answering("echo unsat; exec sleep 600", ""),
        Stub::answering("echo sat", "exec sleep 600"),
    ];
    for stub in stubs {
        assert_eq!(stub.impatient().reason(), UnknownReason::TimedOut);
    }
}

#[test]
fn a_solver_that_talks_nonsense_is_no_answer() {
    let says = [
        "echo SAT",
        "echo 'sat?'",
        "echo sat; echo sat",
        "echo sat unsat",
        "echo '(sat)'",
        "echo 'unsat)'",
        "echo '\"unsat\"'",
        "echo '|unsat'",
        "printf 'un\\000sat\\n'",
        "printf '\\377\\n'",
        "echo unsupported; echo unsat",
        "echo '(error \"line 1 column 1: unknown constant y\")'; echo unsat",
        "echo unsat; echo '(error \"canceled\")'",
        "head -c 100000 /dev/zero | tr '\\000' '('; echo",
        ":",
    ];
    for check in says {
        let reason = Stub::answering(check, "").reason();
        assert!(matches!(reason, UnknownReason::Garbage(_)), "{check}: {reason:?}");
    }
}

#[test]
fn values_that_were_not_asked_for_are_no_model() {
    let values =
        ["echo '((y 1))'", "echo '()'", "echo '((x 1) (x 2))'", "echo '((x))'", "echo '(error \"no\")'", ":"];
    for value in values {
        let reason = Stub::answering("echo sat", value).reason();
        assert!(matches!(reason, UnknownReason::Garbage(_)), "{value}: {reason:?}");
    }
}

#[test]
fn a_solver_that_floods_its_output_is_no_answer() {
    for stub in [Stub::new("exec yes"), Stub::answering("exec yes unsat", "")] {
        assert!(matches!(stub.reason(), UnknownReason::Garbage(_)));
    }
}

#[test]
fn a_solver_that_floods_its_errors_still_answers() {
    let stub = Stub::answering("head -c 1000000 /dev/zero >&2; echo unsat", "");
    assert_eq!(stub.check(), Answer::Unsat);
}

#[test]
fn a_solver_is_started_again_after_a_failure() {
    let stub = Stub::answering("[ -e \"$0.once\" ] && echo unsat || { : >\"$0.once\"; exit 1; }", "");
    let mut solver = Solver::new(stub.config.clone());
    assert!(matches!(solver.check(&positive()), Answer::Unknown(UnknownReason::SolverDied(_))));
    assert_eq!(solver.check(&positive()), Answer::Unsat);
}

#[test]
fn what_earlier_queries_did_to_a_process_does_not_cost_a_later_one() {
    for failing in ["exit 1", "echo nonsense"] {
        let stub = Stub::answering(&format!("[ $n = 1 ] && echo unsat || {failing}"), "");
        let mut solver = Solver::new(stub.config.clone());
        for _ in 0..3 {
            assert_eq!(solver.check(&positive()), Answer::Unsat, "{failing}");
        }
    }
}

#[test]
fn a_late_answer_is_not_taken_for_the_next_one() {
    let late =
        r#"[ $n = 1 ] && { echo unsat; read -r line; line=${line#*\"}; echo "${line%\"*}"; echo sat; }"#;
    let stub = Stub::answering(late, "");
    let mut solver = Solver::new(stub.config.clone());
    for _ in 0..3 {
        assert_eq!(solver.check(&contradiction()), Answer::Unsat);
    }
}

#[test]
fn a_pool_starts_no_more_processes_than_it_may() {
    let stub = Stub::answering("echo unsat", "");
    let script = stub.directory.path().join("solver.sh");
    let text = std::fs::read_to_string(&script).expect("the script was written");
    std::fs::write(&script, format!("echo $$ >>\"$0.started\"; {text}")).expect("the script can be written");
    let pool = SolverPool::new(stub.config.clone(), NonZero::new(3).expect("three is not zero"));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(pool.check(&positive()), Answer::Unsat);
                }
            });
        }
    });
    let started = std::fs::read_to_string(stub.directory.path().join("solver.sh.started"));
    assert!((1..=3).contains(&started.expect("the script notes its start").lines().count()));
}

#[test]
fn a_thread_that_panics_gives_its_solver_back() {
    let stub = Stub::answering("echo unsat", "");
    let pool = SolverPool::new(stub.config.clone(), NonZero::<usize>::MIN);
    std::thread::scope(|scope| {
        let holder = scope.spawn(|| {
            let _solver = pool.check_out();
            std::panic::resume_unwind(Box::new("no message"));
        });
        assert!(holder.join().is_err());
    });
    assert_eq!(pool.check(&positive()), Answer::Unsat);
}

#[test]
fn z3_says_who_it_is() {
    let config = solver();
    let identity = Solver::new(config).identity().expect("it answers");
    assert!(identity.starts_with("Z3 4.") || identity.starts_with("Z3 5."), "{identity}");
}

#[test]
fn z3_finds_a_model() {
    let config = solver();
    let Answer::Sat(model) = Solver::new(config).check(&positive()) else { panic!() };
    assert!(matches!(&model[..], [(name, value)] if name == "x" && value.integer() > Some(0)), "{model:?}");
}

#[test]
fn z3_refutes_a_contradiction() {
    let config = solver();
    assert_eq!(Solver::new(config).check(&contradiction()), Answer::Unsat);
}

#[test]
fn z3_gives_values_of_datatypes_under_the_names_of_the_query() {
    let config = solver();
    let Answer::Sat(model) = Solver::new(config).check(&typed()) else { panic!() };
    let [(name, value)] = &model[..] else { panic!("{model:?}") };
    assert_eq!(name, "%0");
    let Some(("vector|", [element, length])) = value.constructor() else { panic!("{value:?}") };
    assert_eq!(length.integer(), Some(-3));
    let width = [SExpr::Numeral("7".into())];
    assert_eq!(element.constructor(), Some(("!builtin.int", &width[..])));
}

#[test]
fn z3_gives_deep_values_without_let() {
    let config = solver();
    let mut query = Query::new();
    query.read("(declare-datatypes ((T 0)) (((leaf) (node (left T) (right T)))))").expect("it is a list");
    query.declare_const("x", "T");
    let deep = (0..8).fold("leaf".to_owned(), |term, _| format!("(node {term} {term})"));
    query.assert(&format!("(= x {deep})"));
    query.observe("x");
    let Answer::Sat(model) = Solver::new(config).check(&query) else { panic!() };
    let text = model[0].1.to_string();
    assert!(!text.contains("let") && text.matches("leaf").count() == 256, "{text}");
}

#[test]
fn an_ill_formed_query_is_never_answered() {
    let config = solver();
    let mut query = positive();
    // Z3 reports the error, ignores the assertion and answers `sat`.
    query.assert("undeclared");
    let mut solver = Solver::new(config);
    let answer = solver.check(&query);
    let Answer::Unknown(UnknownReason::Garbage(text)) = answer else { panic!("{answer:?}") };
    assert!(text.contains("undeclared"), "{text}");
    assert!(matches!(solver.check(&positive()), Answer::Sat(_)));
}

#[test]
fn too_few_resource_units_make_z3_give_up_and_go_on() {
    let config = solver();
    let mut solver = Solver::new(SolverConfig { resource_units: Some(200_000), timeout: GO_ON, ..config });
    for _ in 0..2 {
        let answer = solver.check(&pigeons());
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Exhausted(_))), "{answer:?}");
        assert_eq!(solver.check(&contradiction()), Answer::Unsat);
    }
}

#[test]
fn the_wall_clock_stops_z3_where_no_units_do() {
    let config = solver();
    let timeout = Duration::from_millis(300);
    let mut solver = Solver::new(SolverConfig { resource_units: None, timeout, ..config.clone() });
    assert_eq!(solver.check(&pigeons()), Answer::Unknown(UnknownReason::TimedOut));
    assert_eq!(Solver::new(config).check(&contradiction()), Answer::Unsat);
}

#[test]
fn too_little_memory_for_z3_is_no_answer() {
    let config = solver();
    let mut solver = Solver::new(SolverConfig { memory: Some(8 << 20), ..config });
    assert!(matches!(solver.check(&positive()), Answer::Unknown(_)));
}

#[test]
fn a_model_does_not_depend_on_earlier_queries() {
    let config = solver();
    let mut used = Solver::new(config.clone());
    for product in 0..12 {
        let answer = used.check(&one_product(product));
        assert_eq!(answer, Solver::new(config.clone()).check(&one_product(product)), "{product}");
    }
}

#[test]
fn queries_in_scopes_do_not_see_each_other() {
    let config = solver();
    let mut solver = Solver::new(SolverConfig { isolation: Isolation::Scope, ..config });
    for _ in 0..3 {
        assert!(matches!(solver.check(&typed()), Answer::Sat(_)));
        assert_eq!(solver.check(&contradiction()), Answer::Unsat);
        assert!(matches!(solver.check(&positive()), Answer::Sat(_)));
    }
}

#[test]
fn a_printed_query_is_the_same_question() {
    let config = solver();
    for (query, answer) in [(typed(), "sat"), (contradiction(), "unsat")] {
        let program = Program::new(&config.path).args(config.arguments.iter().cloned());
        let ending = run(&program, query.to_string().as_bytes(), &Limits::default());
        let Ending::Exit { stdout, .. } = ending else { panic!("{ending:?}") };
        let text = stdout.text();
        assert_eq!(text.lines().next(), Some(answer), "{query}\n{text}");
        assert!(!text.contains("error"), "{query}\n{text}");
    }
}

#[test]
fn threads_share_a_pool_of_z3() {
    let config = solver();
    let pool = SolverPool::new(config, NonZero::new(2).expect("two is not zero"));
    let wrong: Vec<u128> = (0..64_u128)
        .into_par_iter()
        .filter(|product| match pool.check(&one_product(*product)) {
            Answer::Sat(model) => {
                let factors = (model[0].1.bits(), model[1].1.bits());
                let (Some((16, x)), Some((16, y))) = factors else { return true };
                (x * y) & 0xffff != *product
            }
            _ => true,
        })
        .collect();
    assert_eq!(wrong, []);
}

/// A package that knows no more commands than Bitwuzla's parser, and is satisfied by one.
const PACKAGE: &str = r#"
class Option:
    PRODUCE_MODELS = 1
class Options:
    def set(self, option, value):
        pass
class TermManager:
    pass
class Parser:
    def __init__(self, terms, options):
        self.said = []
    def parse(self, text, only, file):
        assert not only and not file
        self.said.append(text)
        word = text.strip("()").split()[0]
        if word == "check-sat":
            print("sat" if sum("declare" in one for one in self.said) == 1 else "unsat")
        elif word == "get-value":
            print("((x 1))")
        elif word not in ("set-logic", "declare-const", "declare-fun", "assert"):
            raise Exception("unsupported command '%s'" % word)
"#;

#[test]
fn the_package_of_bitwuzla_is_a_solver_like_any_other() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let about = folder.path().join("bitwuzla-1.2.dist-info");
    std::fs::create_dir(&about).expect("it is empty");
    std::fs::write(about.join("METADATA"), "Metadata-Version: 2.1\nName: bitwuzla\nVersion: 1.2\n").unwrap();
    std::fs::write(folder.path().join("bitwuzla.py"), PACKAGE).unwrap();
    let script = format!(
        "import sys\nsys.path.insert(0, {:?})\n{}",
        folder.path().display().to_string(),
        crate::config::BITWUZLA_PROCESS
    );
    let path = SolverPath::find(Some(&PathBuf::from("python3"))).expect("tests need python3");
    let config = SolverConfig { arguments: vec!["-c".into(), script.into()], ..SolverConfig::new(path) };
    let mut solver = Solver::new(config);
    assert_eq!(solver.identity().as_deref(), Ok("Bitwuzla 1.2"));
    for _ in 0..2 {
        // Each question is the first one of a new parser.
        let Answer::Sat(values) = solver.check(&positive()) else { panic!("it says so") };
        assert_eq!(values[0].0, "x");
    }
}
