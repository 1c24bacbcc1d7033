//! Tests of the stage as a whole, first of all the traps that others fell into.

mod attributes;
mod cases;
mod chains;
mod encoding;
mod ended;
mod notes;
mod random;
mod ranges;

use std::num::NonZero;
use std::sync::Arc;

use assay_ir::data::{AttrId, Context, Source};
use assay_ir::pdl::patterns;
use assay_ir::spec::Registry;
use assay_ir::text::{parse, parse_type};

use super::analyse;
use crate::pattern::AnalyzedPattern;
use crate::stage::{Options, StageResult, Task};
use crate::verdict::{StageVerdict, Unknown};
use assay_smt::testing::{solver, stub};
use assay_smt::{SolverConfig, SolverPool};
use chains::{chain, collapsing, growing};

const DIALECT: &str = r#"
irdl.dialect @t {
  irdl.operation @id {
    %t = irdl.any
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @cast {
    %s = irdl.any
    %t = irdl.any
    irdl.operands(a: %s)
    irdl.results(r: %t)
  }
  irdl.operation @int {
    %t = irdl.base "!builtin.integer"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @never_last {
    %a = irdl.is i8
    %b = irdl.is i16
    %i = irdl.base "!builtin.integer"
    %t = irdl.all_of(%i, %a, %b)
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @never_first {
    %a = irdl.is i8
    %b = irdl.is i16
    %i = irdl.base "!builtin.integer"
    %t = irdl.all_of(%b, %a, %i)
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @pair {
    %s = irdl.is i32
    %t = irdl.is i64
    irdl.results(x: %s, y: %t)
  }
  irdl.operation @on {
    %t = irdl.any
    %k = irdl.is "on"
    irdl.operands(a: %t)
    irdl.results(r: %t)
    irdl.attributes {"k" = %k}
  }
  irdl.operation @odd {
    %t = irdl.c_pred "isOdd($_self)"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @even {
    %t = irdl.c_pred "isEven($_self)"
    irdl.operands(a: %t)
    irdl.results(r: %t)
  }
  irdl.operation @some {
    %t = irdl.any
    irdl.operands(a: variadic %t)
    irdl.results(r: %t)
  }
  irdl.operation @mixed {
    %s = irdl.any
    %t = irdl.base "!builtin.integer"
    irdl.operands(a: %s, b: %t)
    irdl.results(r: %s)
  }
  irdl.operation @choice {
    %e = irdl.any
    %x = irdl.is index
    %i = irdl.base "!builtin.integer"
    %both = irdl.all_of(%e, %i)
    %t = irdl.any_of(%both, %x)
    irdl.operands(a: %t, b: %e)
  }
}
"#;

struct Fixture {
    ctx: Arc<Context>,
    registry: Registry,
}

impl Fixture {
    fn new() -> Fixture {
        let ctx = Context::new();
        let mut registry = assay_corpus::load_builtin(&ctx);
        let said = assay_corpus::load_text(&mut registry, "t.irdl.mlir", DIALECT);
        assert!(said.is_empty(), "{said:?}");
        Fixture { ctx, registry }
    }

    /// The answers for all patterns of a text.
    fn all(&self, text: &str, pool: Option<&SolverPool>) -> Vec<StageResult> {
        let parsed = parse(&self.ctx, &Source::new("patterns", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let options = Options::default();
        let ask = |pattern: assay_ir::pdl::Pattern<'_>| {
            let (program, registry) = (&parsed.program, &self.registry);
            analyse(&Task::new(&AnalyzedPattern::new(program, pattern.op, registry), &options), pool)
        };
        patterns(&parsed.program).into_iter().map(ask).collect()
    }

    fn say(&self, text: &str) -> String {
        let results = self.all(text, Some(&pool()));
        let words: Vec<String> = results.iter().map(word).collect();
        words.join("; ")
    }

    fn ty(&self, text: &str) -> AttrId {
        self.ctx.type_attr(parse_type(&self.ctx, text).expect("a type"))
    }
}

fn pool() -> SolverPool {
    SolverPool::new(solver(), NonZero::<usize>::MIN)
}

fn word(result: &StageResult) -> String {
    assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
    let codes: Vec<&str> = result.findings.iter().map(|finding| finding.claim.code.code()).collect();
    match &result.verdict {
        StageVerdict::Proved | StageVerdict::Bounded(_) => "proved".to_owned(),
        StageVerdict::Refuted => format!("refuted {}", codes.join(" ")),
        StageVerdict::Vacuous => "vacuous".to_owned(),
        StageVerdict::Unknown(why) => format!("unknown {}: {}", why.kind(), why.subject()),
        StageVerdict::NotChecked(why) => format!("not checked: {why}"),
    }
}

/// A pattern that matches one operation with one operand and result and makes `rewrite` of it; `%x` is the operand, `%s`
/// its type, `%t` the type of the result.
fn pattern(root: &str, rewrite: &str) -> String {
    format!(
        "pdl.pattern : benefit(1) {{\n  %s = pdl.type\n  %t = pdl.type\n  %x = pdl.operand : %s\n  \
         %root = pdl.operation \"{root}\"(%x : !pdl.value) -> (%t : !pdl.type)\n  \
         pdl.rewrite %root {{\n{rewrite}\n  }}\n}}\n"
    )
}

#[test]
fn a_contradiction_in_any_part_of_all_of_is_kept() {
    let world = Fixture::new();
    let keep = "    pdl.replace %root with (%x : !pdl.value)";
    for root in ["t.never_first", "t.never_last"] {
        assert_eq!(world.say(&pattern(root, keep)), "vacuous", "{root}");
    }
    for created in ["t.never_first", "t.never_last"] {
        let rewrite = format!(
            "    %n = pdl.operation \"{created}\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        );
        assert_eq!(world.say(&pattern("t.int", &rewrite)), "refuted T201", "{created}");
    }
}

#[test]
fn replacement_by_values_and_by_an_operation_both_ask_for_equal_types() {
    let world = Fixture::new();
    let values = "    pdl.replace %root with (%x : !pdl.value)";
    let operation = "    %n = pdl.operation \"t.id\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
                     pdl.replace %root with %n";
    for rewrite in [values, operation] {
        assert_eq!(world.say(&pattern("t.cast", rewrite)), "refuted T202");
        assert_eq!(world.say(&pattern("t.id", rewrite)), "proved");
    }
}

#[test]
fn each_result_has_its_own_type() {
    let world = Fixture::new();
    let swap = |first: usize, second: usize| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %s = pdl.type : i32\n  %t = pdl.type : i64\n  \
             %p = pdl.operation \"u.p\" -> (%s, %t : !pdl.type, !pdl.type)\n  \
             %a = pdl.result {first} of %p\n  %b = pdl.result {second} of %p\n  \
             %root = pdl.operation \"t.pair\"\n    -> (%s, %t : !pdl.type, !pdl.type)\n  \
             %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n  \
             %c = pdl.result 0 of %root\n  \
             pdl.rewrite %root {{\n    pdl.replace %root with (%a, %b : !pdl.value, !pdl.value)\n  }}\n}}\n"
        )
        .replace("  %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n  %c = pdl.result 0 of %root\n", "  %c = pdl.result 0 of %root\n  %j = pdl.operation \"u.join\"(%a, %b, %c : !pdl.value, !pdl.value, !pdl.value)\n")
    };
    assert_eq!(world.say(&swap(0, 1)), "proved");
    assert_eq!(world.say(&swap(1, 0)), "refuted T202 T202");
}

#[test]
fn attributes_of_created_operations_are_checked() {
    let world = Fixture::new();
    let rewrite = |attribute: &str| {
        format!(
            "    %k = pdl.attribute = {attribute}\n    \
             %n = pdl.operation \"t.on\"(%x : !pdl.value) {{\"k\" = %k}} -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        )
    };
    assert_eq!(world.say(&pattern("t.id", &rewrite("\"on\""))), "proved");
    assert_eq!(world.say(&pattern("t.id", &rewrite("\"off\""))), "refuted T201");
    assert_eq!(world.say(&pattern("t.id", &rewrite("unit"))), "refuted T201");
}

#[test]
fn one_pattern_that_is_not_analysed_leaves_the_others_alone() {
    let world = Fixture::new();
    let external =
        "pdl.pattern : benefit(1) {\n  %root = pdl.operation \"t.id\"\n  pdl.rewrite %root with \"f\"\n}\n";
    let good = pattern("t.id", "    pdl.replace %root with (%x : !pdl.value)");
    let said = world.say(&format!("{external}{good}module @inner {{\n{good}}}\n"));
    assert_eq!(said.split("; ").skip(1).collect::<Vec<_>>(), ["proved", "proved"]);
}

/// Ways in which a solver gives no answer, what it does, and the class of what is unknown then.
const NO_ANSWER: [(&str, &str, &str); 6] = [
    ("unknowing", "echo unknown", "solver"),
    ("garbled", "echo '(colour green)'", "solver"),
    ("erring", "echo '(error \"what?\")'; echo unsat", "solver"),
    ("dying", "exit 3", "solver"),
    ("lying", "echo sat", "solver"),
    ("hanging", "while :; do sleep 1; done", "timeout"),
];

#[test]
fn no_answer_of_the_solver_is_no_proof_of_types() {
    let world = Fixture::new();
    // Of ten predicates all are among fourteen, which only the solver sees.
    let hard = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %p = pdl.attribute
  %root = pdl.operation \"arith.cmpi\"(%x, %y : !pdl.value, !pdl.value) {\"predicate\" = %p} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation \"comb.icmp\"(%x, %y : !pdl.value, !pdl.value) {\"predicate\" = %p} -> (%b : !pdl.type)
    pdl.replace %root with %n
  }
}\n";
    for (name, answer, class) in NO_ANSWER {
        let timeout = std::time::Duration::from_millis(if name == "hanging" { 300 } else { 20_000 });
        let config = SolverConfig { timeout, ..stub(answer, "") };
        let pool = SolverPool::new(config, NonZero::<usize>::MIN);
        let result = &world.all(hard, Some(&pool))[0];
        let StageVerdict::Unknown(why) = &result.verdict else { panic!("{name}: {}", word(result)) };
        assert_eq!(why.kind().word(), class, "{name}: {}", word(result));
    }
    let result = &world.all(hard, None)[0];
    assert!(matches!(result.verdict, StageVerdict::Unknown(Unknown::NoSolver)), "{}", word(result));
    assert_eq!(world.say(hard), "proved");
}

#[test]
fn trivial_obligations_need_no_solver() {
    let world = Fixture::new();
    let result = &world.all(&pattern("t.id", "    pdl.replace %root with (%x : !pdl.value)"), None)[0];
    assert_eq!(word(result), "proved");
    let result = &world.all(&pattern("u.v", "    pdl.erase %root"), None)[0];
    assert_eq!(word(result), "proved");
}

#[test]
fn an_unread_predicate_implies_itself_and_nothing_else() {
    let world = Fixture::new();
    let rewrite = |name: &str| {
        format!(
            "    %n = pdl.operation \"{name}\"(%x : !pdl.value) -> (%s : !pdl.type)\n    \
             pdl.replace %root with %n"
        )
    };
    assert_eq!(world.say(&pattern("t.odd", &rewrite("t.odd"))), "proved");
    let said = world.say(&pattern("t.odd", &rewrite("t.even")));
    assert!(said.starts_with("unknown unsupported: predicate `isEven"), "{said}");
}

#[test]
fn native_types_leave_the_verdict_open_only_where_it_hangs_on_them() {
    let world = Fixture::new();
    let rewrite = |tail: &str| {
        format!(
            "    %m = pdl.apply_native_rewrite \"make\"(%s : !pdl.type) : !pdl.type\n    \
             %n = pdl.operation \"u.n\"(%x : !pdl.value) -> (%m : !pdl.type)\n    {tail}"
        )
    };
    let free = rewrite("pdl.replace %root with (%x : !pdl.value)");
    assert_eq!(world.say(&pattern("t.id", &free)), "proved");
    let bound = rewrite("pdl.replace %root with %n");
    assert_eq!(world.say(&pattern("t.id", &bound)), "unknown native: make");
}

#[test]
fn a_second_use_of_a_result_is_not_compared() {
    let world = Fixture::new();
    let text = "pdl.pattern : benefit(1) {\n  %t = pdl.type\n  %p = pdl.operation \"u.p\" -> (%t : !pdl.type)\n  \
                %r = pdl.result 0 of %p\n  \
                %root = pdl.operation \"t.id\"(%r : !pdl.value) -> (%t : !pdl.type)\n  \
                %q = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n  \
                pdl.rewrite %root {\n    \
                %n = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }\n}\n";
    // Both users are roots and reached through the value, so that both places are compared.
    assert_eq!(world.say(text), "proved");
}

#[test]
fn what_a_second_operand_place_tells_is_not_told_of_the_result_in_it() {
    let world = Fixture::new();
    let text = |first: &str, second: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %p = pdl.operation \"u.p\" -> (%t : !pdl.type)\n  \
             %r = pdl.result 0 of %p\n  %q = pdl.result 0 of %p\n  \
             %root = pdl.operation \"t.mixed\"({first}, {second} : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    \
             %n = pdl.operation \"t.int\"(%r : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("%r", "%q")), "proved");
    // Payloads give the second place the type that is written, so that this is not shown; it must not be called proved.
    let said = world.say(&text("%r", "%r"));
    assert!(said.starts_with("unknown unsupported: a witness for T201"), "{said}");
}

#[test]
fn created_types_are_inferred_as_the_definition_says() {
    let world = Fixture::new();
    let text = |predicate: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %b = pdl.type\n  %x = pdl.operand : %t\n  \
             %p = pdl.attribute = {predicate}\n  \
             %root = pdl.operation \"arith.cmpi\"(%x, %x : !pdl.value, !pdl.value) {{\"predicate\" = %p}} -> (%b : !pdl.type)\n  \
             pdl.rewrite %root {{\n    %q = pdl.attribute = 0 : i64\n    \
             %n = pdl.operation \"arith.cmpi\"(%x, %x : !pdl.value, !pdl.value) {{\"predicate\" = %q}}\n    \
             pdl.replace %root with %n\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("2 : i64")), "proved");
    assert_eq!(world.say(&text("2 : i32")), "vacuous");
}

#[test]
fn a_compatible_shape_is_no_equal_type() {
    // MLIR 22.1.8 accepts an addition of tensor<?xi32> and tensor<4xi32>; its result has the first type.
    let world = Fixture::new();
    let text = |kept: &str| {
        format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand\n  \
             %root = pdl.operation \"arith.addi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    pdl.replace %root with ({kept} : !pdl.value)\n  }}\n}}\n"
        )
    };
    assert_eq!(world.say(&text("%x")), "proved");
    assert_eq!(world.say(&text("%y")), "refuted T202");
}

#[test]
fn questions_print_as_files_that_a_solver_reads() {
    let world = Fixture::new();
    let rewrite = "    %n = pdl.operation \"arith.extui\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
                   pdl.replace %root with %n";
    let parsed = parse(&world.ctx, &Source::new("p", pattern("arith.extsi", rewrite)));
    let options = Options::default();
    let (program, registry) = (&parsed.program, &world.registry);
    let subject = AnalyzedPattern::new(program, patterns(program)[0].op, registry);
    let task = Task::new(&subject, &options);
    let files = super::emit(&task);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    // The replacement has the type of what it replaces: there is nothing to ask.
    assert_eq!(names, ["matches", "T201-0"]);
    let config = solver();
    let folder = tempfile::tempdir().expect("a folder");
    assert!(files[1].text.contains("; line 5: %root = pdl.operation \"arith.extsi\""), "{}", files[1].text);
    for super::emit::Emitted { name, text } in &files {
        let path = folder.path().join(format!("{name}.smt2"));
        std::fs::write(&path, text).expect("written");
        let said = std::process::Command::new(&config.path).arg(&path).output().expect("it runs");
        let said = String::from_utf8_lossy(&said.stdout);
        let expected = if name == "matches" { "sat" } else { "unsat" };
        assert_eq!(said.lines().next(), Some(expected), "{name}: {said}");
    }
}

#[test]
fn a_long_chain_is_decided() {
    assert_eq!(Fixture::new().say(&chain(40)), "proved");
    // Extensions of both kinds take and give the same types.
    assert_eq!(Fixture::new().say(&growing(200)), "proved");
    assert_eq!(Fixture::new().say(&collapsing(200, "extui")), "proved");
    assert_eq!(Fixture::new().say(&collapsing(200, "trunci")), "refuted T201");
}

/// A small generator, the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}
