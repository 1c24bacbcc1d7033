//! `assay apply` as a user runs it: to the end and once, what does not end or breaks, why a pattern does not match, and
//! every trouble in one run. Runs the built program; knows nothing of its insides.

use std::process::Command;

const NO_ZERO: &str = r#"pdl.pattern @no_zero : benefit(1) {
  %t = pdl.type
  %zero = pdl.attribute = 0 : i32
  %x = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %zero} -> (%t : !pdl.type)
  %cv = pdl.result 0 of %c
  %root = pdl.operation "arith.addi"(%x, %cv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

const SWAP: &str = r#"pdl.pattern @swap : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.addi"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

const ERASE: &str = r#"pdl.pattern @erase : benefit(1) {
  %t = pdl.type
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

const PAYLOAD: &str = "func.func @f(%arg0: i32) -> i32 {\n  %0 = arith.constant 0 : i32\n  \
                       %1 = arith.addi %arg0, %0 : i32\n  %2 = arith.addi %1, %0 : i32\n  return %2 : i32\n}\n";

/// Exit code, standard output, standard error.
fn apply(pattern: &str, payload: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("tests can make folders");
    std::fs::write(folder.path().join("p.mlir"), pattern).expect("tests can write files");
    std::fs::write(folder.path().join("ir.mlir"), payload).expect("tests can write files");
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["apply", "p.mlir", "--to", "ir.mlir"])
        .args(more)
        .output()
        .expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn patterns_are_applied_until_none_matches_or_once() {
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &[]);
    let rest = "func.func @f(%arg0: i32) -> i32 {\n  %0 = arith.constant 0 : i32\n  return %arg0 : i32\n}\n";
    assert_eq!((code, out.as_str(), said.as_str()), (Some(0), rest, "2 rewrites\n"));
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &["--once"]);
    assert_eq!((code, said.as_str()), (Some(0), "1 rewrite\n"));
    assert_eq!(out.matches("arith.addi").count(), 1, "{out}");
}

fn what_does_not_end_and_what_breaks_is_an_error_with_its_place() {
    let (code, _, said) = apply(SWAP, PAYLOAD, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("it does not end"), "{said}");
    let (code, out, said) = apply(ERASE, PAYLOAD, &["--once"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("error: p.mlir:7:5: the rewrite of @erase breaks"), "{said}");
    assert!(out.contains("arith.addi"), "what there is at that step is shown: {out}");
}

fn each_operation_that_could_be_the_root_has_its_reason() {
    let payload = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.constant 1 : i32\n  \
                   %1 = arith.addi %a, %0 : i32\n  %2 = arith.addi %1, %b : i32\n  return %2 : i32\n}\n";
    let (code, out, _) = apply(NO_ZERO, payload, &["--explain"]);
    let wanted = "@no_zero\n  line 3, `arith.addi`: the attribute is not this constant (p.mlir:3:3)\n  line 4, \
                  `arith.addi`: there is no such operand, result, attribute or defining operation (p.mlir:6:3)\n";
    assert_eq!((code, out.as_str()), (Some(0), wanted));
    let narrow = "pdl.pattern @narrow : benefit(1) {\n  %t = pdl.type : i8\n  %x = pdl.operand : %t\n  \
                  %root = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
                  pdl.rewrite %root {\n    pdl.replace %root with (%x : !pdl.value)\n  }\n}\n";
    let wide = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n";
    let (_, out, _) = apply(narrow, wide, &["--explain"]);
    assert_eq!(out, "@narrow\n  line 2, `arith.addi`: the type is `i32`, not `i8` (p.mlir:2:3)\n");
    let (_, out, _) = apply(NO_ZERO, "func.func @f() {\n  return\n}\n", &["--explain"]);
    assert_eq!(out, "@no_zero\n  there is no `arith.addi`\n");
}

fn every_trouble_is_said_in_one_run() {
    let ill_formed = "func.func @f(%a: i32) -> i64 {\n  return %a : i32\n}\n";
    let (code, out, said) =
        apply("pdl.pattern @p : benefit(1) {\n}\n", ill_formed, &["--dialect", "nowhere"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    for part in ["nowhere", "p.mlir", "ir.mlir"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let (code, _, said) = apply("", PAYLOAD, &[]);
    assert_eq!((code, said.as_str()), (Some(3), "error: there is no pattern in what was named\n"));
    let (code, _, said) = apply(NO_ZERO, PAYLOAD, &["--only", "other"]);
    assert_eq!((code, said.as_str()), (Some(2), "error: there is no pattern @other\n"));
}

/// As [`apply`], with a file of strategies beside the others.
fn with_strategy(pattern: &str, strategy: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("tests can make folders");
    for (name, text) in [("p.mlir", pattern), ("ir.mlir", PAYLOAD), ("s.strategy", strategy)] {
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    }
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["apply", "p.mlir", "--to", "ir.mlir"])
        .args(more)
        .output()
        .expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// A pattern that creates operations and then breaks.
const HALF: &str = r#"pdl.pattern @half : benefit(1) {
  %t = pdl.type
  %x = pdl.operand
  %y = pdl.operand
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.operation "foo.a"
    %b = pdl.operation "foo.b"
    pdl.erase %root
  }
}
"#;

fn a_rewrite_that_breaks_is_undone() {
    for driver in ["once", "walk", "greedy"] {
        let (code, out, said) = apply(HALF, PAYLOAD, &["--driver", driver]);
        assert_eq!((code, out.as_str()), (Some(1), PAYLOAD), "{driver}");
        assert!(said.contains("the rewrite of @half breaks: the erased operation still has uses"), "{said}");
    }
}

fn matches_are_listed_and_chosen() {
    let (code, out, _) = apply(NO_ZERO, PAYLOAD, &["--matches"]);
    let wanted = "1. @no_zero (benefit 1): line 3, `arith.addi`; line 2, `arith.constant`\n\
                  2. @no_zero (benefit 1): line 4, `arith.addi`; line 2, `arith.constant`\n";
    assert_eq!((code, out.as_str()), (Some(0), wanted));
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &["--choose", "2,2,7"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(out.contains("return %1 : i32") && out.matches("arith.addi").count() == 1, "{out}");
    for part in ["match 2 is no match any more", "there is no match 7: `--matches` lists 2", "1 rewrite\n"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

fn the_trace_names_each_rewrite_and_the_counts_each_pattern() {
    let (_, _, said) = apply(NO_ZERO, PAYLOAD, &["--trace", "--stats"]);
    for part in
        ["1. @no_zero: erased `arith.addi` (line 4); made nothing", "2. @no_zero: erased", "@no_zero\n"]
    {
        assert!(said.contains(part), "{part}: {said}");
    }
}

fn the_walk_visits_each_operation_once_and_not_what_it_made() {
    let (code, out, said) = apply(SWAP, PAYLOAD, &["--driver", "walk"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("2 rewrites") && out.contains("arith.addi %0, %arg0") && out.contains("%0, %1"),
        "{out}"
    );
}

fn dead_operations_are_erased_on_request_only() {
    let (_, out, _) = apply(NO_ZERO, PAYLOAD, &[]);
    assert!(out.contains("arith.constant"), "{out}");
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &["--dce"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(out, "func.func @f(%arg0: i32) -> i32 {\n  return %arg0 : i32\n}\n");
}

fn commuted_operands_match_on_request_and_the_cost_is_said() {
    let payload = PAYLOAD.replace("%arg0, %0", "%0, %arg0");
    assert!(apply(NO_ZERO, &payload, &["--once", "--only", "no_zero"]).2.contains("1 rewrite"));
    let (_, out, _) = apply(NO_ZERO, &payload, &[]);
    assert!(out.contains("arith.addi %0, %arg0"), "{out}");
    let (_, out, said) = apply(NO_ZERO, &payload, &["--commutative"]);
    assert!(!out.contains("arith.addi"), "{out}");
    assert!(said.contains("commutative matching: 1 pattern is matched in 2 orders"), "{said}");
}

/// A template whose benefit is the cost that the operation names, beside a pattern of benefit 3 for every cost.
const TEMPLATE: &str = r#"pdl.pattern @by_cost : benefit(1) attributes {assay.benefits = [1, 5]} {
  %t = pdl.type
  %cost = pdl.attribute = 0 : i64 attributes {assay.benefit}
  %root = pdl.operation "lab.a" {"cost" = %cost} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "lab.cheap" -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @any : benefit(3) {
  %t = pdl.type
  %root = pdl.operation "lab.a" -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "lab.plain" -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

fn a_template_has_a_pattern_for_each_benefit() {
    let payload = "%0 = \"lab.a\"() {cost = 5} : () -> i32\n%1 = \"lab.a\"() {cost = 1} : () -> i32\n";
    let (code, out, err) = apply(TEMPLATE, payload, &[]);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(out, "%0 = \"lab.cheap\"() : () -> i32\n%1 = \"lab.plain\"() : () -> i32\n");
    let (_, listed, _) = apply(TEMPLATE, payload, &["--matches"]);
    assert!(listed.contains("by_cost_5") && listed.contains("by_cost_1"), "{listed}");
    let wrong = TEMPLATE.replace("[1, 5]", "[5, 5]");
    let (code, _, err) = apply(&wrong, payload, &[]);
    assert!(
        code == Some(2) && err.contains("p.mlir:1:1") && err.contains("assay.benefits"),
        "{code:?} {err}"
    );
}

fn work_that_is_done_twice_is_noted() {
    let fuse = r#"pdl.pattern @fuse : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %m = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %mv = pdl.result 0 of %m
  %root = pdl.operation "arith.addi"(%mv, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "foo.muladd"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
"#;
    let payload = "func.func @f(%a: i32) -> (i32, i32) {\n  %0 = arith.muli %a, %a : i32\n  \
                   %1 = arith.addi %0, %a : i32\n  return %0, %1 : i32, i32\n}\n";
    let (_, _, said) = apply(fuse, payload, &[]);
    assert!(
        said.contains(
            "@fuse matched an operation that has other users and stays (once): `arith.muli` (line 2)"
        ),
        "{said}"
    );
    let (_, _, said) = apply(fuse, &payload.replace("return %0", "return %1"), &[]);
    assert!(!said.contains("other users"), "{said}");
}

fn created_operations_have_the_locations_of_all_that_was_matched() {
    let payload = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.constant 0 : i32 loc(\"a.c\":1:1)\n  \
                   %1 = arith.addi %a, %0 : i32 loc(\"a.c\":2:2)\n  return %1 : i32\n}\n";
    let pattern = NO_ZERO.replace(
        "pdl.replace %root with (%x : !pdl.value)",
        "%n = pdl.operation \"foo.n\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n",
    );
    let (_, out, said) = apply(&pattern, payload, &["--locations"]);
    assert!(out.contains("loc(fused[\"a.c\":1:1, \"a.c\":2:2])"), "{out}{said}");
}

fn a_strategy_runs_with_a_certificate_and_fails_with_the_step() {
    let strategy = "main = repeat(topDown(no_zero));\nonce = region(0, block(0, op(0, is(\"func.return\"))))";
    let (code, out, said) = with_strategy(NO_ZERO, strategy, &["--strategy", "s.strategy"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(!out.contains("arith.addi"), "{out}");
    assert!(said.contains("certificate: ") && said.contains("@no_zero "), "{said}");
    let (code, out, said) = with_strategy(NO_ZERO, strategy, &["--strategy", "s.strategy#once"]);
    assert_eq!((code, out.as_str()), (Some(1), PAYLOAD), "{said}");
    let wanted = "error: s.strategy:2:33: the strategy fails in `is(\"func.return\")` at `func.func` (line 1): \
                  this does not hold";
    assert!(said.contains(wanted), "{said}");
    let (code, _, said) = with_strategy(NO_ZERO, "main = topDown(no_zera)", &["--strategy", "s.strategy"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("there is no strategy and no pattern `no_zera`"), "{said}");
}

fn a_strategy_applies_no_pattern_that_is_wrong() {
    let wrong = NO_ZERO.replace("= 0 : i32", "= 1 : i32");
    let (code, out, said) = with_strategy(&wrong, "main = topDown(no_zero)", &["--strategy", "s.strategy"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(said.contains("@no_zero is refuted, which is less than `--trust bounded`"), "{said}");
    let trusting = ["--strategy", "s.strategy", "--trust", "any"];
    let (code, _, said) =
        with_strategy(&SWAP.replace("swap", "no_zero"), "main = try(topDown(no_zero))", &trusting);
    assert_eq!(code, Some(0), "{said}");
}

/// The commands of the table of `ir/README.md`, each with the number of its point.
fn commands() -> Vec<(u32, String)> {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../ir/README.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let number = cells.first()?.parse().ok()?;
        Some((number, cells.last()?.split('`').nth(1)?.to_owned()))
    };
    page.lines().filter_map(row).collect()
}

fn each_point_of_the_proposal_has_a_command_that_runs() {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    };
    let sums: String = (1..=6)
        .map(|at| {
            format!(
                "  %{at} = arith.addi %{}, %z : i32\n",
                if at == 1 { "a".to_owned() } else { (at - 1).to_string() }
            )
        })
        .collect();
    write("p.mlir", NO_ZERO);
    write(
        "ir.mlir",
        &format!(
            "func.func @f(%a: i32) -> i32 {{\n  %z = arith.constant 0 : i32\n{sums}  return %6 : i32\n}}\n"
        ),
    );
    write("s.strategy", "main = explore(20, topDown(no_zero), bottomUp(no_zero))\n");
    let points: Vec<u32> = commands().iter().map(|(number, _)| *number).collect();
    assert_eq!(points, (1..=19).collect::<Vec<u32>>());
    for (number, command) in commands() {
        let mut words = command.split(' ');
        if words.next() != Some("assay") {
            // A measurement, which takes minutes.
            assert!(command.starts_with("ci/bench/rewrite.py "), "{command}");
            continue;
        }
        let words = words.map(|word| match word {
            "P" => "p.mlir",
            "F" => "ir.mlir",
            "S" => "s.strategy#main",
            word => word,
        });
        let done = Command::new(env!("CARGO_BIN_EXE_assay")).current_dir(folder.path()).args(words).output();
        let done = done.expect("the program was built");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{number}: {command}: {said}");
    }
}

assay_testing::tests!(
    patterns_are_applied_until_none_matches_or_once,
    what_does_not_end_and_what_breaks_is_an_error_with_its_place,
    each_operation_that_could_be_the_root_has_its_reason,
    every_trouble_is_said_in_one_run,
    a_rewrite_that_breaks_is_undone,
    matches_are_listed_and_chosen,
    the_trace_names_each_rewrite_and_the_counts_each_pattern,
    the_walk_visits_each_operation_once_and_not_what_it_made,
    dead_operations_are_erased_on_request_only,
    commuted_operands_match_on_request_and_the_cost_is_said,
    a_template_has_a_pattern_for_each_benefit,
    work_that_is_done_twice_is_noted,
    created_operations_have_the_locations_of_all_that_was_matched,
    a_strategy_runs_with_a_certificate_and_fails_with_the_step,
    a_strategy_applies_no_pattern_that_is_wrong,
    each_point_of_the_proposal_has_a_command_that_runs,
);
