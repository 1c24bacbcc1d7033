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

#[test]
fn patterns_are_applied_until_none_matches_or_once() {
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &[]);
    let rest = "func.func @f(%arg0: i32) -> i32 {\n  %0 = arith.constant 0 : i32\n  return %arg0 : i32\n}\n";
    assert_eq!((code, out.as_str(), said.as_str()), (Some(0), rest, "2 rewrites\n"));
    let (code, out, said) = apply(NO_ZERO, PAYLOAD, &["--once"]);
    assert_eq!((code, said.as_str()), (Some(0), "1 rewrite\n"));
    assert_eq!(out.matches("arith.addi").count(), 1, "{out}");
}

#[test]
fn what_does_not_end_and_what_breaks_is_an_error_with_its_place() {
    let (code, _, said) = apply(SWAP, PAYLOAD, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("it does not end"), "{said}");
    let (code, out, said) = apply(ERASE, PAYLOAD, &["--once"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("error: p.mlir:7:5: the rewrite of @erase breaks"), "{said}");
    assert!(out.contains("arith.addi"), "what there is at that step is shown: {out}");
}

#[test]
fn each_operation_that_could_be_the_root_has_its_reason() {
    let payload = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %0 = arith.constant 1 : i32\n  \
                   %1 = arith.addi %a, %0 : i32\n  %2 = arith.addi %1, %b : i32\n  return %2 : i32\n}\n";
    let (code, out, _) = apply(NO_ZERO, payload, &["--explain"]);
    let wanted = "@no_zero\n  line 3, `arith.addi`: the attribute is not this constant (p.mlir:3:3)\n  line 4, \
                  `arith.addi`: there is no such operand, result, attribute or defining operation (p.mlir:6:3)\n";
    assert_eq!((code, out.as_str()), (Some(0), wanted));
    let (_, out, _) = apply(NO_ZERO, "func.func @f() {\n  return\n}\n", &["--explain"]);
    assert_eq!(out, "@no_zero\n  there is no `arith.addi`\n");
}

#[test]
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
