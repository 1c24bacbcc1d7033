//! `assay transform`: scripts on programs, the acceptance pack, steps on drawn nests; with `--of-pipeline` the script that is printed does what the
//! pipeline does, byte for byte, and what no script does is refused with its place.

use std::path::Path;
use std::process::{Command, Output};

use assay_testing::{Checked, acceptance, mlir};

use crate::campaign::sample;

/// Pipelines with nested anchors and options.
const PIPELINES: [&str; 8] = [
    "builtin.module(canonicalize,cse,convert-scf-to-cf)",
    "builtin.module(func.func(canonicalize,loop-invariant-code-motion),cse,func.func(convert-scf-to-cf))",
    "canonicalize,cse",
    "func.func(canonicalize{max-iterations=3 top-down=false disable-patterns=a,b})",
    "builtin.module(inline{op-pipelines={func.func(cse)} default-pipeline=canonicalize},symbol-dce)",
    "builtin.module(builtin.module(func.func(cse)),func.func(canonicalize))",
    "builtin.module(func.func(scf-for-loop-canonicalization,convert-scf-to-cf),convert-to-llvm)",
    "builtin.module()",
];

/// Functions directly in the module and in one inside of it, with something for each pass.
const PAYLOAD: &str = r#"func.func @f(%m: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    %s = arith.muli %v, %v : i32
    %t = arith.addi %s, %zero : i32
    %u = func.call @twice(%t) : (i32) -> i32
    memref.store %u, %m[%i] : memref<4xi32>
  }
  return
}
func.func private @twice(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %b = arith.addi %x, %x : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
module @inside {
  func.func @g(%x: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %a = arith.addi %x, %zero : i32
    %b = arith.addi %x, %zero : i32
    %c = arith.muli %a, %b : i32
    return %c : i32
  }
}
"#;

fn script(pipeline: &str) -> Output {
    let command = env!("CARGO_BIN_EXE_assay");
    Command::new(command).args(["transform", "--of-pipeline", pipeline]).output().expect("the command runs")
}

fn a_script_prints_what_the_pipeline_prints() -> Checked {
    let opt = mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, own) = (folder.path().join("script.mlir"), folder.path().join("payload.mlir"));
    std::fs::write(&own, PAYLOAD).expect("writable");
    let mut payloads = vec![own];
    if let Ok(pack) = acceptance() {
        payloads.extend(
            ["69_pipeline_flat", "70_pipeline_anchored"]
                .map(|name| pack.join(format!("transform-run/{name}.mlir"))),
        );
    }
    let printed = |payload: &Path, arguments: &[String]| {
        let done = Command::new(opt.path()).arg(payload).args(arguments).output().expect("mlir-opt runs");
        assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("a text")
    };
    let mut changed = 0;
    for pipeline in PIPELINES {
        let made = script(pipeline);
        assert!(made.status.success(), "{pipeline}: {}", String::from_utf8_lossy(&made.stderr));
        std::fs::write(&file, &made.stdout).expect("writable");
        let library = format!("--transform-preload-library=transform-library-paths={}", file.display());
        for payload in &payloads {
            let plain = printed(payload, &[format!("--pass-pipeline={}", anchored(pipeline))]);
            assert_eq!(
                printed(payload, &[library.clone(), "--transform-interpreter".to_owned()]),
                plain,
                "{pipeline}"
            );
            changed += usize::from(plain != printed(payload, &[]));
        }
    }
    assert!(
        changed > PIPELINES.len() * payloads.len() / 3,
        "{changed} of {}",
        PIPELINES.len() * payloads.len()
    );
    Ok(())
}

/// The pipeline as `mlir-opt` takes it.
fn anchored(pipeline: &str) -> String {
    match pipeline.starts_with("builtin.module(") {
        true => pipeline.to_owned(),
        false => format!("builtin.module({pipeline})"),
    }
}

fn what_no_script_does_is_refused_with_its_place() -> Checked {
    mlir()?;
    for (pipeline, said) in [
        (
            "builtin.module(any(cse),func(cse))",
            "--of-pipeline:20: `any` is no operation that a script finds\n--of-pipeline:30: `func` is no operation",
        ),
        ("builtin.module(cse", "--of-pipeline:19: expected `)`"),
        (
            "canonicalze",
            "has no pass `canonicalze` (`--mlir-opt` names another one); did you mean `canonicalize`?",
        ),
        ("canonicalize{maximum=3}", "no such option maximum"),
        ("func.func(canonicalize{=3})", "`=3` is no option"),
    ] {
        let done = script(pipeline);
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{pipeline}: {stderr}");
        assert!(stderr.contains(said) && done.stdout.is_empty(), "{pipeline}: {stderr}");
    }
    Ok(())
}

/// Programs with scripts in `corpus/transform`: the exit code, and what is printed.
fn examples_end_as_expected() -> Checked {
    mlir()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/transform");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("there are examples") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_none_or(|extension| extension != "mlir") {
            continue;
        }
        let command = env!("CARGO_BIN_EXE_assay");
        let mut command = Command::new(command);
        let done =
            command.arg("transform").arg(&path).args(["--inputs", "8"]).output().expect("the command runs");
        let said =
            format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        let expected =
            std::fs::read_to_string(path.with_extension("expect")).expect("there is an expectation");
        for line in expected.lines() {
            let (word, text) = line.split_once(' ').expect("a word and a text");
            let holds = match word {
                "exit" => done.status.code().map(|code| code.to_string()).as_deref() == Some(text),
                "has" => said.contains(text),
                "lacks" => !said.contains(text),
                other => panic!("{}: `{other}`", path.display()),
            };
            assert!(holds, "{}: {line}\n{said}", path.display());
        }
        count += 1;
    }
    assert!(count >= 3, "{count} examples");
    Ok(())
}

fn the_pack_comes_out_as_its_table_says() -> Checked {
    mlir()?;
    let pack = acceptance()?.join("transform-run");
    // Of tuning the counts: each measured point is a process.
    sample("transform_pack.py", &[&pack.display().to_string(), "--seeds", "0", "--inputs", "6"]);
    Ok(())
}

fn steps_on_drawn_nests_are_right_or_refused() -> Checked {
    mlir()?;
    sample("own_steps.py", &["3", "--count", "40"]);
    Ok(())
}

const SCRIPT: &str = "module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence private @missing(%op: !transform.any_op {transform.readonly})
}
";

/// A sum, and sequences that work on its loop.
const SUM: &str = r#"module attributes {transform.with_named_sequence} {
  func.func @sum(%m: memref<7xi32>) -> i32 {
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %zero) -> i32 {
      %v = memref.load %m[%i] : memref<7xi32>
      %s = arith.addi %v, %a : i32
      scf.yield %s : i32
    }
    return %r : i32
  }
  transform.named_sequence private @unroll(%root: !transform.any_op {transform.readonly}, %by: !transform.param<i64> {transform.readonly})
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %loop "seen" : !transform.any_op
    transform.loop.unroll %loop {factor = 3 : i64} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @with(%root: !transform.any_op {transform.readonly}, %by: !transform.param<i64> {transform.readonly}) {
    transform.include @unroll failures(propagate) (%root, %by) : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}
"#;

const LIBRARY: &str = r#"module attributes {transform.with_named_sequence} {
  transform.named_sequence @unroll(%root: !transform.any_op {transform.readonly}, %by: !transform.param<i64> {transform.readonly}) {
    %loop = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %loop "by" = %by : !transform.any_op, !transform.param<i64>
    transform.loop.unroll %loop {factor = 7 : i64} : !transform.any_op
    transform.yield
  }
}
"#;

fn transform(folder: &Path, text: &str, options: &[&str]) -> Output {
    std::fs::write(folder.join("script.mlir"), text).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    let command = command.current_dir(folder).args(["transform", "script.mlir", "-o", "out.mlir"]);
    command.args(options).output().expect("the command runs")
}

fn output_text(done: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

/// A binary that prints another program behind the first step of a script, and the right one behind the last, is found out.
fn both_executors_are_compared_behind_each_step() -> Checked {
    let opt = mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    let main = SUM
        .replace("  transform.named_sequence private @unroll", "  // ")
        .replace("@unroll failures", "@with failures");
    let text = &main[..main.find("  transform.named_sequence @with").expect("it is there")];
    let text = format!("{text}}}\n");
    let done = transform(folder.path(), &text, &["--by", "both"]);
    assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
    let wrong = format!(
        "#!/bin/sh\ncase \"$*\" in\n*/dev/null*) '{0}' \"$@\" | sed 's/seen/other/' ;;\n*) exec '{0}' \"$@\" ;;\nesac\n",
        opt.path().display()
    );
    let path = folder.path().join("mlir-opt");
    std::fs::write(&path, wrong).expect("writable");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, executable).expect("it is there");
    let done = transform(folder.path(), &text, &["--by", "both", "--mlir-opt", "./mlir-opt"]);
    let said = output_text(&done);
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(
        said.contains("U013") && said.contains("behind `transform.annotate at script.mlir:17`"),
        "{said}"
    );
    Ok(())
}

fn sequences_of_libraries_run_with_bound_parameters() -> Checked {
    mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("library.mlir"), LIBRARY).expect("writable");
    let library = ["--library", "library.mlir", "--sequence", "@with", "--bind", "#5", "--validate", "none"];
    for by in ["assay", "both"] {
        let done = transform(folder.path(), SUM, &[&library[..], &["--by", by]].concat());
        assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
        assert!(
            output_text(&done).contains("transform.loop.unroll at library.mlir:5"),
            "{}",
            output_text(&done)
        );
        let out = std::fs::read_to_string(folder.path().join("out.mlir")).expect("a program");
        let function = out.split("transform.named_sequence").next().expect("the function comes first");
        assert!(!function.contains("scf.for") && function.matches("memref.load").count() == 7, "{out}");
    }
    let done = transform(folder.path(), SUM, &["--sequence", "@with", "--bind", "#5"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(
        output_text(&done).contains("`@unroll` has no body here or in a library"),
        "{}",
        output_text(&done)
    );
    Ok(())
}

/// A constant between the loops is moved out of the way, and the line of the step says so.
fn steps_that_make_a_form_are_put_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<4x4xi32>, %x: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %c3 = arith.constant 3 : index
      scf.for %j = %c0 to %c4 step %c1 {
        %k = arith.subi %c3, %j : index
        memref.store %x, %m[%i, %k] : memref<4x4xi32>
      }
    }
    return
  }
  transform.named_sequence private @assay.loop_interchange(%outer: !transform.any_op {transform.consumed}, %inner: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %a, %b = transform.include @assay.loop_interchange failures(propagate) (%outer, %inner) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
"#;
    let done = transform(folder.path(), text, &[]);
    assert_eq!(done.status.code(), Some(1), "{}", output_text(&done));
    assert!(
        output_text(&done).contains("`arith.constant`") && output_text(&done).contains("C516"),
        "{}",
        output_text(&done)
    );
    let done = transform(folder.path(), text, &["--enable"]);
    assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
    assert!(
        output_text(&done).contains("put in before it: `transform.apply_licm`"),
        "{}",
        output_text(&done)
    );
    let done = transform(folder.path(), text, &["--by", "both", "--enable"]);
    assert_eq!(done.status.code(), Some(2), "{}", output_text(&done));
    assert!(
        output_text(&done).contains("`mlir-opt` has no step `@assay.loop_interchange`"),
        "{}",
        output_text(&done)
    );
}

/// A nest of two loops with this body, the arguments of its function, and `loop_reverse` or `loop_interchange` on it.
fn nest(arguments: &str, uppers: [&str; 2], body: &str, step: &str) -> String {
    let any = "!transform.any_op";
    let (call, types, results, handles) = match step {
        "loop_reverse" => ("%inner", any.to_owned(), any.to_owned(), format!("{any} {{transform.consumed}}")),
        _ => (
            "%outer, %inner",
            format!("{any}, {any}"),
            format!("({any}, {any})"),
            format!("{any} {{transform.consumed}}, %b: {any} {{transform.readonly}}"),
        ),
    };
    let [outer, inner] = uppers;
    let bound = if step == "loop_reverse" { "%r = " } else { "%r:2 = " };
    format!(
        "module attributes {{transform.with_named_sequence}} {{
  func.func @f(%m: memref<16x16xi32>, {arguments}) -> i32 {{
    %zero = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %sum = scf.for %i = %c0 to {outer} step %c1 iter_args(%a = %zero) -> i32 {{
      %part = scf.for %j = %c0 to {inner} step %c1 iter_args(%s = %a) -> i32 {{
{body}
        scf.yield %next : i32
      }}
      scf.yield %part : i32
    }}
    return %sum : i32
  }}
  transform.named_sequence private @assay.{step}(%a: {handles}) -> {results}
  transform.named_sequence @__transform_main(%root: {any} {{transform.readonly}}) {{
    %all = transform.structured.match ops{{[\"scf.for\"]}} in %root : ({any}) -> {any}
    %inner, %outer = transform.split_handle %all : ({any}) -> ({any}, {any})
    {bound}transform.include @assay.{step} failures(propagate) ({call}) : ({types}) -> {results}
    transform.yield
  }}
}}
"
    )
}

/// A view that each turn makes is another one in each: an access through it is one of the memory behind it.
fn accesses_through_views_are_those_of_their_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = |at: &str| {
        let view = "memref<4x4xi32, strided<[16, 1], offset: ?>>";
        format!(
            "        %v = memref.subview %m[%j, 2] [4, 4] [1, 1] : memref<16x16xi32> to {view}
        %old = memref.load %v[{at}] : {view}
        memref.store %old, %v[%c0, %c0] : {view}
        %next = arith.addi %s, %zero : i32"
        )
    };
    let run = |at: &str| {
        let done =
            transform(folder.path(), &nest("%n: index", ["%c4", "%c4"], &body(at), "loop_reverse"), &[]);
        (done.status.code(), output_text(&done))
    };
    let (code, said) = run("%c1, %c0");
    assert!(code == Some(1) && said.contains("C516") && said.contains("distance (1)"), "{said}");
    let (code, said) = run("%c0, %c1");
    assert_eq!(code, Some(0), "{said}");
}

/// A sum in another order has other partial results, which may overflow.
fn sums_in_another_order_lose_the_promises_of_their_partial_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "        %v = memref.load %m[%i, %j] : memref<16x16xi32>
        %next = arith.addi %s, %v overflow<nsw> : i32";
    for step in ["loop_reverse", "loop_interchange"] {
        let done = transform(folder.path(), &nest("%n: index", ["%c4", "%c4"], body, step), &[]);
        assert_eq!(done.status.code(), Some(0), "{step}: {}", output_text(&done));
        let out = std::fs::read_to_string(folder.path().join("out.mlir")).expect("a program");
        assert!(!out.contains("nsw"), "{out}");
    }
}

/// The bound of an inner loop may be poison where the outer loop has no turn, so that it is not read there.
fn bounds_that_may_be_poison_stay_inside() {
    let folder = tempfile::tempdir().expect("a folder");
    let body = "        %v = memref.load %m[%i, %j] : memref<16x16xi32>
        %next = arith.addi %s, %v : i32";
    let run = |arguments: &str, uppers: [&str; 2]| {
        let done = transform(folder.path(), &nest(arguments, uppers, body, "loop_interchange"), &[]);
        (done.status.code(), output_text(&done))
    };
    let (code, said) = run("%n: index, %k: index", ["%n", "%k"]);
    assert!(code == Some(1) && said.contains("may be poison"), "{said}");
    for (arguments, uppers) in [
        ("%n: index, %k: index {llvm.noundef}", ["%n", "%k"]),
        ("%n: index, %k: index", ["%c4", "%k"]),
        ("%n: index, %k: index", ["%n", "%n"]),
    ] {
        let (code, said) = run(arguments, uppers);
        assert_eq!(code, Some(0), "{arguments}: {said}");
    }
}

fn drawn_steps_of_mlir_do_what_mlir_does() -> Checked {
    mlir()?;
    sample("upstream_steps.py", &["1", "--count", "24"]);
    Ok(())
}

const INCLUDE: &str =
    "    transform.include @missing failures(propagate) (%root) : (!transform.any_op) -> ()\n";

/// A file that cannot be used is one error with its place, and nothing is written.
fn bad_input_is_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("script.mlir"), folder.path().join("out.mlir"));
    let main = "@__transform_main(%root: !transform.any_op {transform.readonly}";
    for (text, options, said) in [
        (SCRIPT, &[][..], "holds no program for the script to run on"),
        (
            &SCRIPT.replace("@__transform_main", "@other")[..],
            &[],
            "no `transform.named_sequence @__transform_main`",
        ),
        (&SCRIPT.replace("transform.yield", "transform.yeld")[..], &[], "script.mlir:3:5"),
        (SCRIPT, &["--sequence", "@none"], "no `transform.named_sequence @none`"),
        (SCRIPT, &["--bind", "four"], "`--bind four`"),
        (SCRIPT, &["--bind", "#1"], "takes 0 parameters behind the program"),
        (
            &SCRIPT.replace(main, &format!("{main}, %p: !transform.param<i64> {{transform.readonly}}"))[..],
            &[],
            "takes 1 parameters",
        ),
        (SCRIPT, &["--library", "none.mlir"], "cannot read none.mlir"),
        (
            &SCRIPT.replace("    transform.yield", &format!("{INCLUDE}    transform.yield"))[..],
            &[],
            "`@missing` has no body here or in a library",
        ),
    ] {
        std::fs::write(&file, text).expect("writable");
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        let done = command.arg("transform").arg(&file).args(["-o"]).arg(&out).args(options).output();
        let done = done.expect("the command runs");
        let stderr = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{text}: {stderr}");
        assert!(stderr.contains(said) && !out.exists(), "{said}: {stderr}");
    }
}

assay_testing::tests!(
    examples_end_as_expected,
    the_pack_comes_out_as_its_table_says,
    steps_on_drawn_nests_are_right_or_refused,
    bad_input_is_named_and_nothing_is_written,
    both_executors_are_compared_behind_each_step,
    sequences_of_libraries_run_with_bound_parameters,
    steps_that_make_a_form_are_put_in,
    accesses_through_views_are_those_of_their_memory,
    sums_in_another_order_lose_the_promises_of_their_partial_results,
    bounds_that_may_be_poison_stay_inside,
    drawn_steps_of_mlir_do_what_mlir_does,
    a_script_prints_what_the_pipeline_prints,
    what_no_script_does_is_refused_with_its_place,
);
