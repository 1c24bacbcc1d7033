//! `assay run`: what it prints and how it exits, on programs that are written here. Runs the built program.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs a program that is given on standard input: exit code, standard output, standard error.
fn run(text: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["run", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    // A command that is refused reads nothing.
    let _ = stdin.write_all(text.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().expect("the program ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

const DIVIDE: &str = "func.func @f(%a: i8, %b: i8) -> i8 {
  %x = arith.addi %a, %b : i8
  %r = arith.divsi %x, %b : i8
  return %r : i8
}
";

fn given_arguments_are_run_by_both_engines_and_a_division_by_zero_is_said_where_it_is() {
    for engine in ["interp", "jit"] {
        let (code, out, _) = run(DIVIDE, &["--args", "7", "2", "--engine", engine]);
        assert_eq!((code, &out[..]), (Some(0), "@f(7, 2)\n  = (4)\n"));
    }
    let (code, out, _) = run(DIVIDE, &["--args=-7, 2", "--engine", "both"]);
    assert_eq!((code, &out[..]), (Some(0), "@f(-7, 2)\n  = (-2)  [interpreter, jit]\n"));
    let (code, out, _) = run(DIVIDE, &["--args", "7, 0", "--engine", "both"]);
    let expected =
        "@f(7, 0)\n  undefined behaviour at 3:3 (arith.divsi): division by zero  [interpreter, jit]\n";
    assert_eq!((code, &out[..]), (Some(1), expected));
    let (code, out, _) = run(DIVIDE, &["--args", "poison", "3", "--engine", "both"]);
    assert_eq!((code, &out[..]), (Some(0), "@f(poison, 3)\n  = (poison)  [interpreter, jit]\n"));
}

fn the_trace_has_the_value_of_each_operation_at_its_place() {
    let (code, out, _) = run(DIVIDE, &["--args", "7", "-2", "--trace", "--engine", "jit"]);
    let expected = "@f(7, -2)\n    2:3 arith.addi = 5\n    3:3 arith.divsi = -2\n  = (-2)\n";
    assert_eq!((code, &out[..]), (Some(0), expected));
}

fn inputs_are_drawn_from_the_seed_borders_first() {
    let arguments = ["--runs", "40", "--engine", "both", "--seed"];
    let (code, one, _) = run(DIVIDE, &[&arguments[..], &["5"]].concat());
    let (_, again, _) = run(DIVIDE, &[&arguments[..], &["5"]].concat());
    let (_, other, _) = run(DIVIDE, &[&arguments[..], &["6"]].concat());
    assert_eq!(code, Some(1), "{one}");
    assert_eq!(one, again);
    assert_ne!(one, other);
    let calls: Vec<&str> = one.lines().filter(|line| line.starts_with('@')).collect();
    assert_eq!(calls.len(), 40);
    assert_eq!(calls[..4], ["@f(0, 0)", "@f(1, 1)", "@f(-1, -1)", "@f(-128, -128)"]);
}

fn memory_vectors_and_floats_are_given_and_shown() {
    let text = "func.func @f(%m: memref<3xi16>, %v: vector<2xi8>, %x: f32, %c: i1) -> (vector<2xi8>, f32) {
  %i = arith.constant 1 : index
  %k = arith.constant -5 : i16
  memref.store %k, %m[%i] : memref<3xi16>
  %w = arith.addi %v, %v : vector<2xi8>
  %y = arith.addf %x, %x : f32
  %z = arith.select %c, %y, %x : f32
  return %w, %z : vector<2xi8>, f32
}
";
    let arguments = ["--args", "[1, 2, 3]", "dense<[4, 100]>", "1.5", "true", "--engine", "both"];
    let (code, out, err) = run(text, &arguments);
    let expected =
        "@f([1, 2, 3], [4, 100], 1.5, true)\n  = ([8, -56], 3.0), memory ([1, -5, 3])  [interpreter, jit]\n";
    assert_eq!((code, &out[..]), (Some(0), expected), "{err}");
    let (code, out, _) = run(text, &["--args", "[1,2,3], [0,0], -inf, false", "--engine", "interp"]);
    assert!(code == Some(0) && out.contains("-inf), memory"), "{out}");
    let (code, out, _) = run(text, &["--runs", "20", "--engine", "both"]);
    assert!(code == Some(0) && out.matches("[interpreter, jit]").count() == 20, "{out}");
}

fn a_loop_that_does_not_end_is_recognised_or_given_up() {
    let text = "func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n";
    let (code, out, _) = run(text, &["--engine", "both", "--fuel", "1000"]);
    let expected =
        "@f()\n  interpreter: does not end: its state comes back\n  jit: given up: it ran for too long\n";
    assert_eq!((code, &out[..]), (Some(4), expected));
    let counts = "func.func @f() {
  %one = arith.constant 1 : i64
  cf.br ^a(%one : i64)
^a(%i: i64):
  %next = arith.addi %i, %one : i64
  cf.br ^a(%next : i64)
}
";
    let (code, out, _) = run(counts, &["--engine", "both", "--fuel", "1000"]);
    assert_eq!((code, &out[..]), (Some(4), "@f()\n  given up: it ran for too long  [interpreter, jit]\n"));
}

fn an_operation_without_a_meaning_is_not_run() {
    let text = "func.func @f() {\n  \"test.op\"() : () -> ()\n  return\n}\n";
    let (code, out, _) = run(text, &[]);
    let expected = "@f()\n  not supported at 2:3 (test.op): the operation has no meaning here\n";
    assert_eq!((code, &out[..]), (Some(4), expected));
}

fn the_entry_is_the_only_function_or_main_or_said() {
    let two = "func.func @a() -> i8 {
  %x = arith.constant 1 : i8
  return %x : i8
}
func.func @b() -> i8 {
  %x = arith.constant 2 : i8
  return %x : i8
}
func.func private @c() -> i8
";
    let (code, out, _) = run(two, &["--entry", "@b"]);
    assert_eq!((code, &out[..]), (Some(0), "@b()\n  = (2)\n"));
    let (code, out, _) = run(&two.replace("@a", "@main"), &[]);
    assert_eq!((code, &out[..]), (Some(0), "@main()\n  = (1)\n"));
    for (arguments, message) in [
        (&[][..], "say with --entry which function to call: @a, @b"),
        (&["--entry", "@c"], "there is no function @c with a body; there are @a, @b"),
    ] {
        let (code, _, err) = run(two, arguments);
        assert!(code == Some(2) && err.contains(message), "{err}");
    }
}

fn wrong_arguments_are_refused_with_a_reason() {
    for (arguments, message) in [
        (&["--args", "1"][..], "the function takes 2 arguments, not 1"),
        (&["--args", "1", "256"], "256 does not fit into 8 bits"),
        (&["--args", "1", "1.5"], "`1.5` is no constant of type i8"),
        (&["--args", "1", "x"], "`x` is no constant of type i8"),
        (&["--args", "1", "[1]"], "`[1]` is no constant of type i8"),
        (&["--engine", "gpu"], "[possible values: interp, jit, both]"),
        (&["--index", "40"], "[possible values: 32, 64]"),
    ] {
        let (code, out, err) = run(DIVIDE, arguments);
        assert!(code == Some(2) && out.is_empty() && err.contains(message), "{arguments:?}: {err}");
    }
    let (code, _, err) = run("func.func @f(", &[]);
    assert!(code == Some(2) && err.contains("<stdin>:1:14"), "{err}");
    let (code, _, err) = run("module {}", &[]);
    assert!(code == Some(2) && err.contains("there is no `func.func` with a body"), "{err}");
    let open = "func.func @f(%m: memref<?xi8>) {\n  return\n}\n";
    let (code, _, err) = run(open, &[]);
    assert!(code == Some(2) && err.contains("inputs cannot be drawn"), "{err}");
}

fn index_has_the_width_that_is_said() {
    let text = "func.func @f(%i: index) -> i64 {
  %x = index.add %i, %i
  %r = arith.index_castui %x : index to i64
  return %r : i64
}
";
    for (width, expected) in [("32", "= (0)"), ("64", "= (4294967296)")] {
        let (_, out, err) = run(text, &["--args", "2147483648", "--index", width, "--engine", "both"]);
        assert!(out.contains(expected), "{out}{err}");
    }
}

fn sizes_of_segments_are_read_under_the_name_of_older_releases() {
    for name in ["operand_segment_sizes", "operandSegmentSizes"] {
        let text = format!(
            "func.func @f(%c: i1, %a: i8, %b: i8) -> i8 {{
  \"cf.cond_br\"(%c, %a, %b)[^t, ^e] {{{name} = array<i32: 1, 1, 1>}} : (i1, i8, i8) -> ()
^t(%x: i8):
  return %x : i8
^e(%y: i8):
  return %y : i8
}}
"
        );
        let (code, out, err) = run(&text, &["--args", "false, 7, 2"]);
        assert_eq!((code, &out[..]), (Some(0), "@f(false, 7, 2)\n  = (2)\n"), "{name}: {err}");
    }
}

assay_testing::tests!(
    given_arguments_are_run_by_both_engines_and_a_division_by_zero_is_said_where_it_is,
    the_trace_has_the_value_of_each_operation_at_its_place,
    inputs_are_drawn_from_the_seed_borders_first,
    memory_vectors_and_floats_are_given_and_shown,
    a_loop_that_does_not_end_is_recognised_or_given_up,
    an_operation_without_a_meaning_is_not_run,
    the_entry_is_the_only_function_or_main_or_said,
    wrong_arguments_are_refused_with_a_reason,
    index_has_the_width_that_is_said,
    sizes_of_segments_are_read_under_the_name_of_older_releases,
);
