//! `assay tune`: points are counted, measured, validated; a run that was ended goes on; the best options are filled in; bad input is one error.

use std::path::Path;
use std::process::{Command, Output};

use assay_testing::Checked;

/// A nest with an open bound, and a script with these operations.
fn file(body: &str) -> String {
    format!(
        r#"module attributes {{transform.with_named_sequence}} {{
  func.func @f(%m: memref<12x8xf32>, %x: f32) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c12 = arith.constant 12 : index
    scf.for %i = %c0 to %c12 step %c1 {{
      scf.for %j = %c0 to %c8 step %c1 {{
        %v = memref.load %m[%i, %j] : memref<12x8xf32>
        %s = arith.addf %v, %x : f32
        memref.store %s, %m[%i, %j] : memref<12x8xf32>
      }}
    }}
    return
  }}
  func.func @divides(%m: memref<4xi32>, %n: index, %x: i32, %y: i32) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {{
      %q = arith.divsi %x, %y : i32
      memref.store %q, %m[%i] : memref<4xi32>
    }}
    return
  }}
  func.func @open(%m: memref<?xf32>) {{
    return
  }}
  transform.named_sequence private @assay.loop_tile(%loop: !transform.any_op {{transform.consumed}}, %sizes: !transform.param<i64> {{transform.readonly}}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence private @other(%loop: !transform.any_op {{transform.readonly}})
  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
{body}    transform.yield
  }}
}}
"#
    )
}

/// The nest of `@f` in tiles of two open sizes.
const TILED: &str = r#"    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer, %other = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %a = transform.tune.knob<"a"> options = [0 : i64, 3 : i64, 5 : i64] -> !transform.param<i64>
    %b = transform.tune.knob<"b"> options = [0 : i64, 4 : i64] -> !transform.param<i64>
    transform.smt.constrain_params(%a, %b) : (!transform.param<i64>, !transform.param<i64>) -> () {
    ^bb0(%x: !smt.int, %y: !smt.int):
      %c0 = smt.int.constant 0
      %xy = smt.int.add %x, %y
      %ok = smt.int.cmp gt %xy, %c0
      smt.assert %ok
    }
    %sizes = transform.merge_handles %a, %b : !transform.param<i64>
    %tiles, %points = transform.include @assay.loop_tile failures(propagate) (%outer, %sizes) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
"#;

/// Moves what does not change out of the loops, or does not.
const HOISTED: &str = r#"    transform.tune.alternatives<"hoist"> {
      %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
      transform.apply_licm to %all : !transform.any_op
    }, {
    }
"#;

fn tune(folder: &Path, text: &str, options: &[&str]) -> Output {
    std::fs::write(folder.join("script.mlir"), text).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).args(["tune", "script.mlir"]).args(options);
    let done = command.output().expect("the command runs");
    let after = std::fs::read_to_string(folder.join("script.mlir")).expect("it is there");
    assert_eq!(after, text, "the file of the program is changed");
    done
}

fn output_text(done: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

/// The lines with a loop are the cost, and the one of the script that names them.
const LOOPS: [&str; 4] = ["--entry", "@f", "--measure", "grep -c scf.for"];

fn the_best_of_all_points_is_filled_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let count = tune(folder.path(), &file(TILED), &["--count"]);
    assert_eq!(String::from_utf8_lossy(&count.stdout), "5 points\n");
    let done =
        tune(folder.path(), &file(TILED), &[&LOOPS[..], &["-o", "out.mlir", "--points", "all"]].concat());
    let said = output_text(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    // Tiles of one loop are one loop more than the three of the file.
    assert!(said.contains("5 of 6 points; a = 0, b = 4: 5.0000; 1 break a constraint"), "{said}");
    assert_eq!(said.matches("tested: 4 inputs").count(), 5, "{said}");
    let out = std::fs::read_to_string(folder.path().join("out.mlir")).expect("a script");
    let wanted = file(TILED)
        .replace("<\"a\"> options", "<\"a\"> = 0 : i64 from options")
        .replace("<\"b\"> options", "<\"b\"> = 4 : i64 from options");
    assert_eq!(out, wanted);
}

fn compiled_code_is_timed() {
    let folder = tempfile::tempdir().expect("a folder");
    let done = tune(folder.path(), &file(TILED), &["--entry", "@f", "--points", "3", "--format", "concise"]);
    let said = output_text(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("3 of 6 points; a = ") && said.contains("e-"), "seconds: {said}");
}

fn a_run_that_was_ended_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |points: &str| {
        let options = [&LOOPS[..], &["--table", "points.tsv", "--seed", "7", "--points", points]].concat();
        let done = tune(folder.path(), &file(TILED), &options);
        assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
        std::fs::read_to_string(folder.path().join("points.tsv")).expect("a table")
    };
    let some = run("3");
    assert_eq!(some.lines().count(), 5, "{some}");
    // The end of the last line is lost.
    std::fs::write(folder.path().join("points.tsv"), &some[..some.len() - 4]).expect("writable");
    assert_eq!(run("3"), some);
    let all = run("all");
    assert!(all.starts_with(&some));
    let mut points: Vec<&str> = all.lines().skip(2).filter_map(|line| line.split('\t').next()).collect();
    points.sort_unstable();
    assert_eq!(points, ["a = 0, b = 4", "a = 3, b = 0", "a = 3, b = 4", "a = 5, b = 0", "a = 5, b = 4"]);
    let other = [&LOOPS[..], &["--table", "points.tsv"]].concat();
    let done = tune(folder.path(), &file(&TILED.replace("5 : i64]", "6 : i64]")), &other);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        output_text(&done).contains("points.tsv:1: the table is of another script"),
        "{}",
        output_text(&done)
    );
}

fn an_interrupted_run_keeps_its_points() {
    let folder = tempfile::tempdir().expect("a folder");
    // The third call interrupts the run.
    let measure = "echo >> calls\nif [ $(wc -l < calls) = 3 ]; then kill -INT $PPID; fi\necho 1\n";
    std::fs::write(folder.path().join("measure.sh"), measure).expect("writable");
    let options = ["--entry", "@f", "--measure", "sh measure.sh", "--table", "points.tsv", "--points", "all"];
    let done = tune(folder.path(), &file(TILED), &options);
    assert_eq!(done.status.code(), Some(2), "{}", output_text(&done));
    let table = std::fs::read_to_string(folder.path().join("points.tsv")).expect("a table");
    let known = table.lines().count() - 2;
    assert!(
        (2..=3).contains(&known) && output_text(&done).contains("interrupted"),
        "{table}{}",
        output_text(&done)
    );
    let done = tune(folder.path(), &file(TILED), &options);
    assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
    let again = std::fs::read_to_string(folder.path().join("points.tsv")).expect("a table");
    assert!(again.starts_with(&table) && again.lines().count() == 7, "{again}");
}

/// Division by zero is moved in front of a loop that does not run for some of the inputs.
fn a_point_that_changes_the_meaning_is_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let measured =
        ["--entry", "@divides", "--measure", "grep -c scf.for", "--inputs", "300", "--points", "all"];
    let options = [&measured[..], &["-o", "out.mlir", "--format", "concise"]].concat();
    let done = tune(folder.path(), &file(HOISTED), &options);
    let said = output_text(&done);
    assert_eq!(done.status.code(), Some(1), "{said}");
    assert!(said.contains("hoist = 0  -  refuted V302"), "{said}");
    assert!(said.contains("error[V302] `@divides([") && said.contains("after `hoist = 0`"), "{said}");
    assert!(said.contains("1 of 2 points; hoist = 1: 4.0000; 1 failed"), "{said}");
    let out = std::fs::read_to_string(folder.path().join("out.mlir")).expect("a script");
    assert!(out.contains("<\"hoist\"> selected_region = 1 {"), "the right one is filled in: {out}");
}

fn bad_input_is_one_error_with_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let knob = |options: &str| {
        format!("    %a = transform.tune.knob<\"a\"> options = {options} -> !transform.param<i64>\n")
    };
    let none = TILED.replace("gt %xy", "lt %xy");
    let include = "    transform.include @other failures(propagate) (%root) : (!transform.any_op) -> ()\n";
    for (body, options, wanted) in [
        ("    transform.yeld\n", &[][..], "script.mlir:31:5"),
        (&knob("[]")[..], &[], "the knob `a` has no options --> script.mlir:31:5"),
        (&knob("4 : i64")[..], &[], "the options of the knob `a` are no list"),
        (&none[..], &[], "no choice of the knobs satisfies the constraints"),
        (
            TILED,
            &["--entry", "@g"],
            "script.mlir: there is no function @g with a body; there are @f, @divides, @open",
        ),
        (TILED, &[], "say with --entry which function to run: @f, @divides, @open"),
        (
            TILED,
            &["--entry", "@open"],
            "parameter 0 is of type `memref<?xf32>`, for which no value is made up",
        ),
        (include, &["--entry", "@f"], "`@other` has no body"),
        (TILED, &["--entry", "@f", "--measure", "/no/such/program"], "--measure /no/such/program"),
        (TILED, &["--entry", "@f", "--library", "none.mlir"], "cannot read none.mlir"),
        (TILED, &["--entry", "@f", "--points", "none"], "a number of points from 1 on, or `all`"),
    ] {
        let done = tune(folder.path(), &file(body), options);
        // Long lines are broken.
        let said = output_text(&done).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(done.status.code(), Some(2), "{wanted}: {said}");
        assert!(said.contains(wanted) && done.stdout.is_empty(), "{wanted}: {said}");
    }
}

/// The file that `tune` wrote is run with what was selected.
fn the_script_of_the_best_point_runs() -> Checked {
    let folder = tempfile::tempdir().expect("a folder");
    let done = tune(folder.path(), &file(TILED), &[&LOOPS[..], &["-o", "out.mlir"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    let done = command.current_dir(folder.path()).args(["transform", "out.mlir"]).output().expect("it runs");
    assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
    assert_eq!(output_text(&done).matches("scf.for ").count(), 4, "{}", output_text(&done));
    Ok(())
}

assay_testing::tests!(
    the_best_of_all_points_is_filled_in,
    compiled_code_is_timed,
    a_run_that_was_ended_goes_on,
    an_interrupted_run_keeps_its_points,
    a_point_that_changes_the_meaning_is_a_finding,
    bad_input_is_one_error_with_its_place,
    the_script_of_the_best_point_runs,
);
