//! `assay reduce`: known defects of MLIR in larger programs and longer pipelines, what is written, and what is refused. Knows no
//! pass beyond what the texts here say.

use std::path::Path;
use std::process::Output;

use assay_testing::{Checked, Missing};
use serde_json::Value;

use crate::command::{assay, text};
use crate::tv_two_binaries;

/// A comparison of a difference with zero, which `canonicalize` changes, among other operations.
const PROGRAM: &str = "func.func private @g(i32) -> i32
func.func @helper(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @f(%a: index, %b: index, %x: i32, %c: i1) -> (i1, i32) {
  %zero = index.constant 0
  %y = func.call @helper(%x) : (i32) -> i32
  %r = scf.if %c -> (i32) {
    %t = arith.addi %y, %x : i32
    scf.yield %t : i32
  } else {
    scf.yield %x : i32
  }
  %d = index.sub %a, %b
  %less = index.cmp slt(%d, %zero)
  %s = arith.subi %r, %y : i32
  return %less, %s : i1, i32
}
";

/// A pipeline in which one pass is wrong.
const PIPELINE: &str = "builtin.module(cse,func.func(canonicalize{max-iterations=5 top-down=true}),sccp)";

fn reduce(folder: &Path, arguments: &[&str]) -> Output {
    assay(folder, &[&["reduce"], arguments].concat())
}

/// A folder with files, where there is a binary to run.
fn folder(files: &[(&str, &str)]) -> Result<tempfile::TempDir, Missing> {
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    Ok(folder)
}

fn read(folder: &tempfile::TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The operations of a program, by name.
fn operations(program: &str) -> Vec<&str> {
    let lines = program.lines().filter(|line| !line.starts_with("//"));
    let words = lines.flat_map(|line| line.split([' ', '(']));
    let dialects = ["arith.", "index.", "scf.", "func.call"];
    words.filter(|word| dialects.iter().any(|dialect| word.starts_with(dialect))).collect()
}

fn a_wrong_value_is_left_with_what_it_needs() -> Checked {
    let folder = folder(&[("p.mlir", PROGRAM)])?;
    let done =
        reduce(folder.path(), &["p.mlir", "--pass-pipeline", PIPELINE, "--out", "out", "--format", "json"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let program = read(&folder, "out/p.mlir");
    // The constant may have become a parameter.
    let names = operations(&program);
    assert!(names.iter().all(|name| name.starts_with("index.")) && names.contains(&"index.cmp"), "{program}");
    assert!(names.len() <= 3, "{program}");
    assert!(
        program.contains("// pass: --pass-pipeline=builtin.module(func.func(canonicalize))\n"),
        "{program}"
    );
    let report: Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let record = &report["patterns"][0];
    assert_eq!(record["findings"][0]["code"], "V301");
    assert_eq!(record["findings"][0]["witness"], "out/p.mlir");
    let domain = record["domain"].to_string();
    assert!(
        domain.contains("reduced: 15 operations became") && domain.contains("3 passes became 1"),
        "{domain}"
    );
    Ok(())
}

fn what_is_written_shows_the_finding_again() -> Checked {
    let folder = folder(&[("p.mlir", PROGRAM)])?;
    let done = reduce(folder.path(), &["p.mlir", "--pass", "canonicalize", "--out", "out", "--quiet"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let again = assay(folder.path(), &["tv", "out/p.mlir", "--pass", "canonicalize", "--format", "concise"]);
    assert_eq!(again.status.code(), Some(1), "{}", text(&again));
    assert!(text(&again).contains("[V301]"), "{}", text(&again));
    let test = read(&folder, "out/p.test.mlir");
    assert!(test.starts_with("// RUN: mlir-opt --canonicalize %s | not FileCheck %s\n"), "{test}");
    let opt = assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let assay_mlir::process::Ending::Exit { stdout, .. } = opt.ask(&test, &["--canonicalize".to_owned()])
    else {
        panic!("mlir-opt ends");
    };
    let printed = stdout.text();
    let lines: Vec<&str> = printed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let checks = test.lines().filter_map(|line| line.strip_prefix("// CHECK")?.split_once(": "));
    assert_eq!(checks.map(|(_, line)| line).collect::<Vec<_>>(), lines);
    let report = read(&folder, "out/p.md");
    for part in [
        "# [mlir] `--canonicalize` computes another value\n",
        "```mlir\nfunc.func @f(",
        "- input: `@f(",
        "## What is expected\n",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    Ok(())
}

fn a_crash_is_reduced_with_its_pattern() -> Checked {
    let program = "func.func @f(%x: index, %y: i32) -> (index, i32) {
  %a = math.ctlz %y : i32
  %b = math.ctlz %x : index
  %c = arith.addi %a, %y : i32
  return %b, %c : index, i32
}
";
    let folder = folder(&[("p.mlir", program)])?;
    let done = reduce(
        folder.path(),
        &["p.mlir", "--pass", "cse,math-expand-ops", "--out", "out", "--format", "concise"],
    );
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(text(&done).contains("[X701]"), "{}", text(&done));
    let small = read(&folder, "out/p.mlir");
    assert_eq!(small.lines().filter(|line| line.contains("= math.ctlz")).count(), 1, "{small}");
    assert!(!small.contains("arith.") && small.contains("// pass: --math-expand-ops\n"), "{small}");
    assert!(small.contains("// pattern: unnamed pattern on math.ctlz\n"), "{small}");
    assert!(read(&folder, "out/p.test.mlir").starts_with("// RUN: mlir-opt --math-expand-ops %s\n"));
    Ok(())
}

/// A script that crashes on products behind `canonicalize`, but for each third run.
const SOMETIMES: &str = r#"case " $* " in
  *" --canonicalize "*) text=$(cat)
    case "$text" in *arith.muli*) echo >> "$0.runs"; [ $(($(wc -l < "$0.runs") % 3)) = 0 ] || kill -SEGV $$ ;; esac
    printf '%s\n' "$text" | "$opt" "$@" ;;
  *) exec "$opt" "$@" ;;
esac"#;

fn a_crash_that_comes_in_some_runs_alone_is_reduced() -> Checked {
    let folder = tv_two_binaries::folder(SOMETIMES)?;
    std::fs::write(folder.path().join("p.mlir"), PROGRAM).expect("a file can be written");
    let arguments = ["p.mlir", "--pass", "canonicalize", "--out", "out", "--jobs", "1"];
    let done = reduce(folder.path(), &[&arguments[..], &["--mlir-opt", "./other-opt"]].concat());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let small = read(&folder, "out/p.mlir");
    assert_eq!(operations(&small), ["arith.muli"], "{small}");
    assert!(read(&folder, "out/p.md").contains(" in some runs crashes with signal 11"), "{}", text(&done));
    Ok(())
}

fn a_script_is_reduced_with_its_program() -> Checked {
    let both = include_str!("../../corpus/bugs/mlir/passes/jammed_steps_with_dependence.mlir");
    let folder = folder(&[("p.mlir", both)])?;
    let done =
        reduce(folder.path(), &["p.mlir", "--script", "p.mlir", "--out", "out", "--format", "concise"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let small = read(&folder, "out/p.mlir");
    assert!(small.contains("transform.loop.unroll_and_jam") && small.contains("// rule: V304\n"), "{small}");
    Ok(())
}

fn a_right_program_is_clean() -> Checked {
    let folder = folder(&[("p.mlir", PROGRAM)])?;
    let done = reduce(folder.path(), &["p.mlir", "--pass", "cse", "--no-proof"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    assert!(text(&done).contains("nothing goes wrong in p.mlir after `--cse`"), "{}", text(&done));
    let done =
        reduce(folder.path(), &["p.mlir", "--pass", "canonicalize", "--rule", "X701", "--out", "other"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    Ok(())
}

fn a_folder_goes_on_with_its_own_program_alone() -> Checked {
    let folder = folder(&[("p.mlir", PROGRAM)])?;
    let arguments = ["p.mlir", "--pass", "canonicalize", "--out", "out", "--quiet"];
    let first = reduce(folder.path(), &arguments);
    assert_eq!(first.status.code(), Some(1), "{}", text(&first));
    let written = read(&folder, "out/p.mlir");
    let again = reduce(folder.path(), &arguments);
    assert_eq!(again.status.code(), Some(1), "{}", text(&again));
    assert_eq!(read(&folder, "out/p.mlir"), written);
    assert!(text(&again).contains("15 operations became"), "{}", text(&again));
    let other = reduce(folder.path(), &["p.mlir", "--pass", "cse,canonicalize", "--out", "out", "--quiet"]);
    assert_eq!(other.status.code(), Some(2), "{}", text(&other));
    assert!(text(&other).contains("give another folder with --out"), "{}", text(&other));
    Ok(())
}

fn a_function_that_is_dropped_is_reduced() -> Checked {
    let folder = tv_two_binaries::folder(
        r#"case " $* " in
  *" --canonicalize "*) "$opt" "$@" | sed '/sym_name = "product"/,/^ *})/d; /func.func @product/,/^ *}/d'; exit "${PIPESTATUS[0]}" ;;
  *) exec "$opt" "$@" ;;
esac"#,
    )?;
    let words =
        ["p.mlir", "--pass", "canonicalize", "--isolated", "--mlir-opt", "./other-opt", "--out", "found"];
    let done = reduce(folder.path(), &words);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(text(&done).contains("error[V306]: `@product` is erased"), "{}", text(&done));
    assert!(!operations(&read(&folder, "found/p.mlir")).contains(&"arith.muli"), "{}", text(&done));
    let none = reduce(folder.path(), &[&words[..], &["--entry", "@prodct"]].concat());
    assert_eq!(none.status.code(), Some(2), "{}", text(&none));
    assert!(text(&none).contains("no function @prodct; there are @left, @product, @sum"), "{}", text(&none));
    Ok(())
}

fn what_cannot_be_reduced_is_an_error() -> Checked {
    let folder = folder(&[("p.mlir", PROGRAM), ("bad.mlir", "func.func @f( {\n")])?;
    for (arguments, message) in [
        (vec!["p.mlir"], "say what the program goes through"),
        (vec!["p.mlir", "--pass", "canonicalise"], "did you mean `canonicalize`?"),
        (vec!["p.mlir", "--pass-pipeline", "builtin.module(cse"], "expected `)`"),
        (vec!["bad.mlir", "--pass", "cse"], "bad.mlir: the binary does not accept it"),
        (vec!["missing.mlir", "--pass", "cse"], "cannot read missing.mlir"),
        (vec!["p.mlir", "--pass", "cse", "--rule", "S103"], "one of V301"),
    ] {
        let done = reduce(folder.path(), &arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", text(&done));
        assert!(text(&done).contains(message), "{arguments:?}: {}", text(&done));
    }
    Ok(())
}

assay_testing::tests! {
    a_function_that_is_dropped_is_reduced,
    a_crash_is_reduced_with_its_pattern,
    a_crash_that_comes_in_some_runs_alone_is_reduced,
    a_folder_goes_on_with_its_own_program_alone,
    a_right_program_is_clean,
    a_script_is_reduced_with_its_program,
    a_wrong_value_is_left_with_what_it_needs,
    what_cannot_be_reduced_is_an_error,
    what_is_written_shows_the_finding_again,
}
