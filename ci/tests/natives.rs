//! Summaries of native code on the command line: what they promise reaches the verdict, and their mistakes are reported.

use std::path::Path;
use std::process::{Command, Output};

/// `%root = lab.r(%pv)` with `%pv = lab.p(%x)`: the producer gives way to an operation that is made at the root.
const LATE: &str = r#"pdl.pattern @late : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
  %pv = pdl.result 0 of %p
  pdl.apply_native_constraint "isSingle"(%pv : !pdl.value)
  %root = pdl.operation "lab.r"(%pv : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation "lab.n"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %p with %n
  }
}
"#;

/// The attribute of the new operation is made from the root by native code.
const MADE: &str = r#"pdl.pattern @made : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.r"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %note = pdl.apply_native_rewrite "noteOf"(%root : !pdl.operation) : !pdl.attribute
    %n = pdl.operation "lab.n"(%x : !pdl.value) {"note" = %note} -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
"#;

fn check(folder: &Path, pattern: &str, natives: Option<&str>, more: &[&str]) -> Output {
    std::fs::write(folder.join("p.mlir"), pattern).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).args(["check", "--isolated", "--rules", "S", "p.mlir"]).args(more);
    if let Some(natives) = natives {
        std::fs::write(folder.join("n.mlir"), natives).expect("the folder can be written");
        command.args(["--natives", "n.mlir"]);
    }
    command.output().expect("the binary under test can be run")
}

fn output(pattern: &str, natives: Option<&str>) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let output = check(folder.path(), pattern, natives, &["--format", "concise"]);
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn what_a_constraint_promises_may_prove_a_pattern() {
    assert!(output(LATE, None).contains("note[U002]"));
    let promise = "func.func private @isSingle(!pdl.value {assay.has_one_use}) \
                   attributes {assay.native = \"constraint\"}";
    assert!(output(LATE, Some(promise)).contains(" 1 well-formed"));
}

fn what_does_not_suffice_is_refuted_only_where_the_summary_says_everything() {
    let not_terminator =
        "func.func private @isSingle(!pdl.value {assay.dominates = 1 : i64}, !pdl.operation)";
    let pattern =
        LATE.replace("(%pv : !pdl.value)\n  %root", "(%pv, %p : !pdl.value, !pdl.operation)\n  %root");
    // A value never dominates the operation that defines it, so nothing matches.
    let exact = format!("{not_terminator} attributes {{assay.native = \"constraint\", assay.exact}}");
    assert!(output(&pattern, Some(&exact)).contains("warning[P101]"));

    let free = LATE.replace("(%pv : !pdl.value)\n  %root", "(%x : !pdl.value)\n  %root");
    let narrow = "func.func private @isSingle(!pdl.value {assay.has_one_use}) \
                  attributes {assay.native = \"constraint\"}";
    assert!(output(&free, Some(narrow)).contains("note[U002]"));
    let exact = narrow.replace("\"constraint\"", "\"constraint\", assay.exact");
    assert!(output(&free, Some(&exact)).contains("error[S103]"));
}

fn a_rewrite_that_changes_nothing_may_look_at_operations() {
    assert!(output(MADE, None).contains("note[U002]"));
    let pure = "func.func private @noteOf(!pdl.operation) -> !pdl.attribute \
                attributes {assay.native = \"rewrite\", assay.pure, assay.nonnull}";
    assert!(output(MADE, Some(pure)).contains(" 1 well-formed"));
}

/// What rewrites make: the type of an argument, a written type, the operation that they were given, new operations, and
/// external rewrites.
const MAKERS: &str = r#"func.func private @type_attr_to_type(!pdl.attribute) -> (!pdl.type {assay.returns_type_of = 0})
    attributes {assay.native = "rewrite", assay.pure, assay.total, assay.nonnull}
func.func private @value_type(!pdl.value) -> (!pdl.type {assay.returns_type_of = 0})
    attributes {assay.native = "rewrite", assay.pure, assay.total, assay.nonnull}
func.func private @i64_type() -> (!pdl.type {assay.result_type = i64})
    attributes {assay.native = "rewrite", assay.pure, assay.total, assay.nonnull}
func.func private @same(!pdl.operation) -> (!pdl.operation {assay.returns_operation = 0})
    attributes {assay.native = "rewrite", assay.pure}
func.func private @make(!pdl.value) -> (!pdl.operation {assay.result_type = i32})
    attributes {assay.native = "rewrite", assay.creates = "lab.made"}
func.func private @touch(!pdl.operation) attributes {assay.native = "rewrite", assay.only_discardable_attributes_of = 0}
func.func private @dispatch(!pdl.operation) attributes {assay.native = "rewrite", assay.creates = "lab.made", assay.replaces = 0}
"#;

/// A pattern for each of [`MAKERS`].
const USERS: &str = r#"pdl.pattern @typed_as_given : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %u = pdl.apply_native_rewrite "value_type"(%x : !pdl.value) : !pdl.type
    %new = pdl.operation "arith.addi"(%y, %x : !pdl.value, !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @wrong_type : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %u = pdl.apply_native_rewrite "i64_type" : !pdl.type
    %new = pdl.operation "arith.addi"(%y, %x : !pdl.value, !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %new
  }
}
pdl.pattern @same_op : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.r"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %again = pdl.apply_native_rewrite "same"(%root : !pdl.operation) : !pdl.operation
    pdl.replace %again with (%x : !pdl.value)
  }
}
pdl.pattern @same_op_twice : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.r"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %again = pdl.apply_native_rewrite "same"(%root : !pdl.operation) : !pdl.operation
    pdl.replace %again with (%x : !pdl.value)
    pdl.erase %root
  }
}
pdl.pattern @made : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.r"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.apply_native_rewrite "make"(%x : !pdl.value) : !pdl.operation
    pdl.replace %root with %m
  }
}
pdl.pattern @made_then_erased_inner : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %inner = pdl.operation "lab.i"(%x : !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %root = pdl.operation "lab.r"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.apply_native_rewrite "make"(%v : !pdl.value) : !pdl.operation
    pdl.replace %root with %m
    pdl.erase %inner
  }
}
pdl.pattern @external_touch : benefit(1) {
  %root = pdl.operation "lab.r"
  pdl.rewrite %root with "touch"
}
pdl.pattern @external : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.r"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root with "dispatch"
}
pdl.pattern @external_unknown : benefit(1) {
  %root = pdl.operation "lab.r"
  pdl.rewrite %root with "nothere"
}
"#;

fn what_a_rewrite_makes_reaches_every_stage() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("p.mlir"), USERS).expect("the folder can be written");
    std::fs::write(folder.path().join("n.mlir"), MAKERS).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder.path()).args(["check", "--isolated", "p.mlir", "--natives", "n.mlir"]);
    let output = command.args(["--format", "json"]).output().expect("the binary under test can be run");
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let patterns = report["patterns"].as_array().expect("a list of patterns");
    let found: Vec<(&str, &str, Vec<&str>)> = patterns
        .iter()
        .map(|one| {
            let findings = one["findings"].as_array().expect("a list of findings").iter();
            let codes = findings.filter_map(|finding| finding["code"].as_str()).collect();
            (one["name"].as_str().unwrap_or(""), one["verdict"].as_str().unwrap_or(""), codes)
        })
        .collect();
    let expected = [
        ("typed_as_given", "proved", vec![]),
        ("wrong_type", "refuted", vec!["T201", "T202"]),
        ("same_op", "well-formed", vec!["U010"]),
        ("same_op_twice", "refuted", vec!["S109"]),
        ("made", "well-formed", vec!["U010"]),
        // The operation that native code makes may use what is erased.
        ("made_then_erased_inner", "unknown", vec!["U001"]),
        ("external_touch", "proved", vec![]),
        ("external", "well-formed", vec!["U010"]),
        ("external_unknown", "unknown", vec!["U002"]),
    ];
    assert_eq!(found, expected);
}

fn a_verdict_lists_the_summaries_that_it_rests_on() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let promise = "func.func private @isSingle(!pdl.value {assay.has_one_use}) \
                   attributes {assay.native = \"constraint\"}";
    let output = check(folder.path(), LATE, Some(promise), &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let assumptions = report["patterns"][0]["assumptions"].to_string();
    assert!(assumptions.contains("isSingle does what its summary says (n.mlir)"), "{assumptions}");
}

fn a_file_with_mistakes_is_trouble_with_every_place() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let wrong = "func.func private @a(!pdl.value)\nfunc.func private @b(!pdl.value {assay.is_unsued}) \
                 attributes {assay.native = \"constraint\"}\n";
    let output = check(folder.path(), LATE, Some(wrong), &[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("n.mlir:1:1") && text.contains("n.mlir:2:1"), "{text}");
}

/// A product with a power of two as a shift by its logarithm.
const SHIFTED: &str = r#"pdl.pattern @shifted : benefit(1) {
  %t = pdl.type
  %c = pdl.attribute : %t
  %x = pdl.operand : %t
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %k_value = pdl.result 0 of %k
  %none = pdl.attribute = #arith.overflow<none>
  %root = pdl.operation "arith.muli"(%x, %k_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
  pdl.apply_native_constraint "attr_is_power_of_two"(%c : !pdl.attribute)
  pdl.rewrite %root {
    %e = pdl.apply_native_rewrite "logarithm"(%c : !pdl.attribute) : !pdl.attribute
    %m = pdl.operation "arith.constant" {"value" = %e} -> (%t : !pdl.type)
    %m_value = pdl.result 0 of %m
    %shli = pdl.operation "arith.shli"(%x, %m_value : !pdl.value, !pdl.value) {"overflowFlags" = %none} -> (%t : !pdl.type)
    pdl.replace %root with %shli
  }
}
"#;

pub(crate) fn bodies_use_all_operations_with_a_meaning() {
    let natives = |op: &str| {
        format!(
            "!w = i8\nfunc.func @logarithm(%value: !w) -> !w attributes {{assay.native = \"rewrite\"}} {{\n  \
             %made = {op} %value : !w\n  return %made : !w\n}}\n"
        )
    };
    let verdict = |op: &str| {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let more = ["--rules", "T,V", "--width-max", "8", "--format", "concise"];
        let output = check(folder.path(), SHIFTED, Some(&natives(op)), &more);
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat()
    };
    let right = verdict("math.cttz");
    assert!(right.contains(" 1 bounded") || right.contains(" 1 proved"), "{right}");
    let wrong = verdict("math.ctlz");
    assert!(wrong.contains("error[V301]"), "{wrong}");
    let unknown = verdict("math.no_such");
    assert!(unknown.contains("n.mlir:3"), "{unknown}");
}

assay_testing::tests!(
    bodies_use_all_operations_with_a_meaning,
    what_a_constraint_promises_may_prove_a_pattern,
    what_does_not_suffice_is_refuted_only_where_the_summary_says_everything,
    a_rewrite_that_changes_nothing_may_look_at_operations,
    what_a_rewrite_makes_reaches_every_stage,
    a_verdict_lists_the_summaries_that_it_rests_on,
    a_file_with_mistakes_is_trouble_with_every_place,
);
