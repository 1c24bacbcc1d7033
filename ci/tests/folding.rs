//! `assay apply --fold`: what it folds, what it leaves, and that MLIR's greedy driver does the same. Runs the built program.

use std::path::Path;
use std::process::{Command, Output};

use assay_testing::Checked;

const NOTHING: &str = "pdl.pattern @none : benefit(1) {
  %root = pdl.operation \"lab.none\"
  pdl.rewrite %root {
    pdl.erase %root
  }
}
";

fn apply(payload: &str, flags: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("tests can make folders");
    std::fs::write(folder.path().join("p.mlir"), NOTHING).expect("tests can write files");
    std::fs::write(folder.path().join("ir.mlir"), payload).expect("tests can write files");
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["apply", "p.mlir", "--to", "ir.mlir"])
        .args(flags)
        .output()
        .expect("the program was built")
}

fn folded(body: &str) -> String {
    let text = format!("func.func @f(%a: i8, %v: vector<2xi8>, %x: index) -> i8 {{\n{body}}}\n");
    let done = apply(&text, &["--fold", "--dce"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let out = String::from_utf8(done.stdout).expect("output is UTF-8");
    let inside = out.split_once("{\n").and_then(|(_, rest)| rest.rsplit_once("}\n"));
    inside.expect("a function is printed").0.to_owned()
}

fn constants_are_computed_and_stand_once_in_front() -> Checked {
    let body = "  %c = arith.constant 5 : i8
  %d = arith.constant 7 : i8
  %p = arith.muli %c, %d : i8
  %u = arith.addi %a, %p : i8
  %e = arith.constant 35 : i8
  %w = arith.addi %u, %e : i8
  return %w : i8
";
    let expected = "  %0 = arith.constant 35 : i8
  %1 = arith.addi %arg0, %0 : i8
  %2 = arith.addi %1, %0 : i8
  return %2 : i8
";
    assert_eq!(folded(body), expected);
    Ok(())
}

fn undefined_behaviour_and_poison_are_not_folded() -> Checked {
    for (op, by) in [("divsi", 0), ("remui", 0), ("shli", 8)] {
        let body = format!(
            "  %c = arith.constant 5 : i8
  %d = arith.constant {by} : i8
  %r = arith.{op} %c, %d : i8
  return %r : i8
"
        );
        assert!(folded(&body).contains(op), "{op}");
    }
    let wraps = "  %c = arith.constant 127 : i8
  %r = arith.addi %c, %c overflow<nsw> : i8
  return %r : i8
";
    assert!(folded(wraps).contains("arith.addi"));
    Ok(())
}

fn one_known_operand_may_be_enough() -> Checked {
    let cases = [
        ("  %c = arith.constant -1 : i8\n  %r = arith.andi %c, %a : i8\n", "  return %arg0 : i8\n"),
        ("  %r = arith.xori %a, %a : i8\n", "  %0 = arith.constant 0 : i8\n  return %0 : i8\n"),
        ("  %t = arith.constant true\n  %r = arith.select %t, %a, %a : i8\n", "  return %arg0 : i8\n"),
    ];
    for (body, expected) in cases {
        assert_eq!(folded(&format!("{body}  return %r : i8\n")), expected);
    }
    Ok(())
}

/// An index has 32 or 64 bits.
fn an_index_is_folded_where_its_width_makes_no_difference() -> Checked {
    let shifted = |by: u32| {
        let body = format!(
            "  %c = index.constant 1
  %d = index.constant {by}
  %r = index.shl %c, %d
  \"lab.use\"(%r) : (index) -> ()
  return %a : i8
"
        );
        folded(&body).contains("index.shl")
    };
    assert!(!shifted(20));
    assert!(shifted(40));
    Ok(())
}

fn folding_belongs_to_the_greedy_driver() -> Checked {
    let done = apply("func.func private @f()\n", &["--fold", "--driver", "walk"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--driver greedy"));
    Ok(())
}

/// A sample of `ci/campaigns/fold.py`.
fn mlir_folds_the_same() -> Checked {
    assay_testing::mlir()?;
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns/fold.py");
    let done = Command::new("python3")
        .arg(script)
        .args(["7", "5"])
        .env("ASSAY", env!("CARGO_BIN_EXE_assay"))
        .output()
        .expect("python3 can be run");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{out}{}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}

assay_testing::tests!(
    constants_are_computed_and_stand_once_in_front,
    undefined_behaviour_and_poison_are_not_folded,
    one_known_operand_may_be_enough,
    an_index_is_folded_where_its_width_makes_no_difference,
    folding_belongs_to_the_greedy_driver,
    mlir_folds_the_same,
);
