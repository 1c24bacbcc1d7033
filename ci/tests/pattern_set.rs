//! `assay doctor --patterns`: `mlir-opt` as it is, and behind scripts that change what its counters say. A fault is found where the
//! binary shows it, and nowhere else.

use std::process::Output;

use assay_testing::Checked;
use serde_json::Value;

use crate::command::{assay, text};
use crate::tv_two_binaries::{CRASH, folder};

fn doctor(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let lead: &[&str] = &["doctor", "--patterns", "p.mlir", "--pass", "canonicalize", "--isolated"];
    assay(folder.path(), &[lead, &["--mlir-opt", "./other-opt"], arguments].concat())
}

/// The records of a run.
fn records(output: &Output) -> Vec<Value> {
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(output)));
    report["patterns"].as_array().cloned().unwrap_or_else(|| panic!("{report}"))
}

/// The codes of the errors of all records, with the names of the records.
fn errors(records: &[Value]) -> Vec<(String, String)> {
    let of = |record: &Value| {
        let findings = record["findings"].as_array().cloned().unwrap_or_default();
        let name = record["name"].as_str().unwrap_or_default().to_owned();
        let errors = findings.into_iter().filter(|finding| finding["level"] == "error");
        errors.map(move |one| (one["code"].as_str().unwrap_or_default().to_owned(), name.clone()))
    };
    let mut all: Vec<(String, String)> = records.iter().flat_map(of).collect();
    all.sort();
    all
}

fn patterns_have_attempts_applications_and_times() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let done = doctor(&folder, &["--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let records = records(&done);
    let find = |name: &str| {
        let found =
            records.iter().find(|record| record["name"].as_str().is_some_and(|one| one.ends_with(name)));
        found.unwrap_or_else(|| panic!("{name}: {records:?}"))
    };
    let applied = find("AddIAddConstant");
    let counts = applied["domain"].as_str().or(applied["domain"][0].as_str()).unwrap_or_default();
    assert!(counts.contains("applied: 1,") && counts.contains("microseconds: "), "{applied}");
    assert_eq!(applied["findings"], serde_json::json!([]), "{applied}");
    // Nothing is said of what a pattern computes.
    assert_eq!(applied["verdict"], "well-formed", "{applied}");
    let never = find("AddISubConstantLHS");
    assert_eq!(never["findings"][0]["code"], "D107", "{never}");
    assert_eq!(errors(&records), vec![], "{records:?}");
    let people = text(&doctor(&folder, &[]));
    assert!(people.contains("never applied: ") && people.contains(" useless "), "{people}");
    Ok(())
}

fn an_iteration_without_a_change_is_a_claim() -> Checked {
    // Where the second attempt is among those that are done, the counters show more iterations.
    let folder = folder(
        r#"case " $* " in
  *apply-pattern-skip=0,apply-pattern-count=[2-9],* | *apply-pattern-skip=0,apply-pattern-count=[1-9][0-9],* | \
  *apply-pattern-skip=1,apply-pattern-count=[1-9],* | *apply-pattern-skip=1,apply-pattern-count=[1-9][0-9],*) "$opt" "$@" 2> >(sed 's/^GreedyPatternRewriteIteration *: {[1-9]/&0/' >&2) ;;
  *) exec "$opt" "$@" ;;
esac"#,
    )?;
    let done = doctor(&folder, &["--format", "json"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let records = records(&done);
    let errors = errors(&records);
    assert!(!errors.is_empty() && errors.iter().all(|(code, _)| code == "D104"), "{errors:?}");
    Ok(())
}

fn a_conversion_behind_a_greedy_driver_is_not_accused() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let program = "func.func @t(%a: vector<2x4xf32>) -> vector<4x2xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
";
    std::fs::write(folder.path().join("t.mlir"), program).expect("a file can be written");
    let pass = "--convert-vector-to-llvm=vector-transpose-lowering=llvmintr";
    let arguments = ["doctor", "--patterns", "t.mlir", "--pass", pass, "--isolated", "--format", "json"];
    let done = assay(folder.path(), &arguments);
    let records = records(&done);
    let converts = |record: &Value| {
        let counts = record["domain"].to_string();
        record["name"].as_str().is_some_and(|name| name.ends_with("VectorExtractOpConversion"))
            && !counts.contains("applied: 0,")
    };
    assert!(records.iter().any(converts), "{records:?}");
    assert_eq!(errors(&records), vec![], "{records:?}");
    Ok(())
}

/// A driver of a script that is not run once a pattern succeeded takes away as many iterations as that success makes.
fn a_driver_that_a_success_takes_away_is_no_failure() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let program = |second: &str| {
        format!(
            "func.func @sum(%a: tensor<4x4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {{
  %r = linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [\"parallel\", \"reduction\"]}}
      ins(%a : tensor<4x4xf32>) outs(%b : tensor<4xf32>) {{
  ^bb0(%x: f32, %s: f32):
    %t = arith.addf %x, %s : f32
    linalg.yield %t : f32
  }} -> tensor<4xf32>
  return %r : tensor<4xf32>
}}
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %all = transform.structured.match ops{{[\"func.func\"]}} in %root : (!transform.any_op) -> !transform.any_op
    %first = transform.structured.vectorize_children_and_apply_patterns %all : (!transform.any_op) -> !transform.any_op
{second}    transform.yield
  }}
}}
"
        )
    };
    let second = "    %left = transform.structured.match ops{[\"linalg.generic\"]} in %root : (!transform.any_op) -> !transform.any_op
    %around = transform.get_parent_op %left {isolated_from_above} : (!transform.any_op) -> !transform.any_op
    %second = transform.structured.vectorize_children_and_apply_patterns %around : (!transform.any_op) -> !transform.any_op
";
    for (name, text) in [("two.mlir", program(second)), ("one.mlir", program(""))] {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    let pass = "transform-interpreter";
    let arguments =
        ["doctor", "--patterns", "two.mlir", "one.mlir", "--pass", pass, "--isolated", "--format", "json"];
    let records = records(&assay(folder.path(), &arguments));
    let applied = |record: &Value| {
        record["name"].as_str().is_some_and(|name| name.ends_with("VectorizationPattern"))
            && !record["domain"].to_string().contains("applied: 0,")
    };
    assert!(records.iter().any(applied), "{records:?}");
    assert_eq!(errors(&records), vec![], "{records:?}");
    Ok(())
}

fn an_ill_formed_program_between_patterns_is_found() -> Checked {
    let folder = folder(
        r#"case " $* " in
  *apply-pattern-skip=0,apply-pattern-count=[1-9],*) echo "<stdin>:1:1: error: 'arith.addi' op is torn" >&2
    echo 'DebugCounter counters:' >&2; echo 'GreedyPatternRewriteIteration   : {1,0,9}' >&2; echo 'apply-pattern   : {1,0,1}' >&2; exit 1 ;;
  *) exec "$opt" "$@" ;;
esac"#,
    )?;
    let done = doctor(&folder, &["--format", "json"]);
    let records = records(&done);
    let errors = errors(&records);
    assert!(
        errors.iter().any(|(code, name)| code == "D106" && name.ends_with("AddIAddConstant")),
        "{errors:?}"
    );
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    Ok(())
}

fn a_run_goes_on_from_its_folder() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let first = doctor(&folder, &["--out", "known", "--format", "json"]);
    let files = std::fs::read_dir(folder.path().join("known")).expect("a folder").count();
    assert_eq!(files, 1);
    // Times would not be the same twice.
    let again = doctor(&folder, &["--out", "known", "--format", "json"]);
    assert_eq!(text(&first), text(&again));
    Ok(())
}

fn what_there_is_not_is_refused() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let run = |arguments: &[&str]| assay(folder.path(), &[&["doctor", "--isolated"], arguments].concat());
    for (arguments, words) in [
        (&["--patterns"][..], "no programs"),
        (&["--patterns", "p.mlir"], "--pass"),
        (&["--patterns", "p.mlir", "--pass", "canonicalise"], "canonicalize"),
        (&["--patterns", "none.mlir", "--pass", "cse"], "none.mlir"),
        (&["p.mlir"], "--patterns"),
    ] {
        let done = run(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", text(&done));
        assert!(text(&done).contains(words), "{arguments:?}: {}", text(&done));
    }
    let none = run(&["--patterns", "p.mlir", "--pass", "cse"]);
    assert_eq!(none.status.code(), Some(3), "{}", text(&none));
    Ok(())
}

fn a_crash_is_a_finding() -> Checked {
    let folder = folder(CRASH)?;
    let done = doctor(&folder, &["--format", "json"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let errors = errors(&records(&done));
    assert!(errors.len() == 1 && errors[0].0 == "X701", "{errors:?}");
    Ok(())
}

/// A file that is named is read whole or is an error; tests in folders hold some texts that are refused on purpose.
fn programs_that_the_binary_refuses_are_named_or_counted() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let program = std::fs::read_to_string(folder.path().join("p.mlir")).expect("a file can be read");
    std::fs::create_dir(folder.path().join("tests")).expect("a folder can be made");
    let broken = format!("{program}// -----\nfunc.func @broken(%x: i32) -> i32 {{\n  return %y : i32\n}}\n");
    for path in ["p.mlir", "tests/p.mlir"] {
        std::fs::write(folder.path().join(path), &broken).expect("a file can be written");
    }
    let named = doctor(&folder, &[]);
    assert_eq!(named.status.code(), Some(1), "{}", text(&named));
    for part in ["error[P000]: use of undeclared SSA value name", "p.mlir:20:10", "never applied: "] {
        assert!(text(&named).contains(part), "{part}: {}", text(&named));
    }
    let lead = ["doctor", "--patterns", "--tests", "tests", "--pass", "canonicalize", "--isolated"];
    let walked = assay(folder.path(), &[&lead[..], &["--mlir-opt", "./other-opt"]].concat());
    assert_eq!(walked.status.code(), Some(0), "{}", text(&walked));
    assert!(text(&walked).contains("does not read 1 program of folders"), "{}", text(&walked));
    Ok(())
}

assay_testing::tests!(
    a_crash_is_a_finding,
    a_conversion_behind_a_greedy_driver_is_not_accused,
    a_driver_that_a_success_takes_away_is_no_failure,
    a_run_goes_on_from_its_folder,
    an_ill_formed_program_between_patterns_is_found,
    an_iteration_without_a_change_is_a_claim,
    patterns_have_attempts_applications_and_times,
    programs_that_the_binary_refuses_are_named_or_counted,
    what_there_is_not_is_refused,
);
