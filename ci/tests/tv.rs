//! `assay tv` and `assay opt`: given pairs, real passes, single patterns, tests with their RUN lines, and tools that are none.
//! Knows no pass beyond what the texts here say.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_testing::Checked;
use serde_json::Value;

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(arguments)
        .output()
        .expect("the binary under test can be run")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    folder
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The codes of a concise report.
fn codes(output: &Output) -> Vec<String> {
    let code = |line: &str| Some(line.split_once("error[")?.1.split_once(']')?.0.to_owned());
    text(&output.stdout).lines().filter_map(code).collect()
}

/// The records of a JSON report.
fn records(arguments: &[&str]) -> Vec<Value> {
    let output = assay(&[arguments, &["--format", "json"]].concat());
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", text(&output.stdout), text(&output.stderr)));
    report["patterns"].as_array().expect("a list").clone()
}

fn lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("the pack can be read");
    text.lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The words after which a program has loops.
const LOOPS: [&str; 3] = ["scf.for", "scf.while", "affine.for"];

fn wrong_pairs_are_refuted_and_right_ones_are_proved() -> Checked {
    let pack = assay_testing::acceptance()?.join("tv");
    let mut wrong = Vec::new();
    for pair in lines(&pack.join("pairs.jsonl")) {
        let word = |key: &str| pair[key].as_str().expect("a word").to_owned();
        let file = |key: &str| pack.join(word(key)).display().to_string();
        let found = records(&["tv", &file("src"), &file("tgt"), "--entry", &word("entry")]);
        let verdict = found[0]["verdict"].as_str().expect("a verdict");
        let loops = ["src", "tgt"].iter().any(|key| {
            let text = std::fs::read_to_string(file(key)).expect("the pack can be read");
            LOOPS.iter().any(|name| text.contains(name))
        });
        let holds = match (word("expect").as_str(), loops) {
            ("proved", true) => verdict == "proved" || verdict == "bounded",
            (expected, _) => verdict == expected,
        };
        if !holds {
            wrong.push(format!("{}: {}", word("id"), found[0]));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Verdict, scope and subject of the reason for two bodies of `@f(%a: i32, %b: i32, %n: index, %m: memref<4xi32>) -> i32`.
fn compared(before: &str, after: &str) -> (String, String, String) {
    let whole = |body: &str| {
        format!(
            "func.func @f(%a: i32, %b: i32, %n: index, %m: memref<4xi32>) -> i32 {{\n  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %k = arith.constant 1 : i32\n{body}}}\n"
        )
    };
    compared_texts(&whole(before), &whole(after))
}

/// The same for two texts of one function.
fn compared_texts(before: &str, after: &str) -> (String, String, String) {
    let folder = folder(&[("before.mlir", before), ("after.mlir", after)]);
    let found = records(&["tv", &path(&folder, "before.mlir"), &path(&folder, "after.mlir")]);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (word(&found[0]["verdict"]), word(&found[0]["scope"]), word(&found[0]["reason"]["subject"]))
}

const LOOP: &str = "  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (i32) {
    %t = arith.addi %s, %b : i32
    scf.yield %t : i32
  }
  return %r : i32
";

fn what_a_loop_does_is_bounded_by_its_turns() {
    // A turn that is never reached within the bounds is another one.
    let far = "%k1 = arith.constant 1000 : index
    %q = arith.cmpi eq, %i, %k1 : index
    %o = arith.select %q, %a, %b : i32
    %t = arith.addi %s, %o : i32";
    let (verdict, scope, _) = compared(LOOP, &LOOP.replace("%t = arith.addi %s, %b : i32", far));
    assert_eq!((verdict.as_str(), scope.as_str()), ("bounded", "loops up to 4 iterations"));
}

fn a_difference_that_few_inputs_show_is_found_by_the_solver_and_run() {
    let rare = "  %x = arith.constant 305419896 : i32
  %y = arith.constant 7654321 : i32
  %p = arith.xori %a, %y : i32
  %q = arith.cmpi eq, %p, %x : i32
  %r = arith.select %q, %b, %a : i32
  return %r : i32
";
    assert_eq!(compared(rare, "  return %a : i32\n").0, "refuted");
}

fn branches_and_memory_are_proved_and_a_stale_value_is_not() {
    let branch = "  %p = arith.cmpi slt, %a, %b : i32
  cf.cond_br %p, ^one, ^two
^one:
  memref.store %a, %m[%c0] : memref<4xi32>
  cf.br ^end(%a : i32)
^two:
  memref.store %b, %m[%c0] : memref<4xi32>
  cf.br ^end(%b : i32)
^end(%r: i32):
  return %r : i32
";
    let least = "  %r = arith.minsi %a, %b : i32
  memref.store %r, %m[%c0] : memref<4xi32>
  return %r : i32
";
    assert_eq!(compared(branch, least).0, "proved");
    assert_eq!(compared(branch, &least.replace("memref.store %r", "memref.store %a")).0, "refuted");
}

/// The verdicts about the functions of two files of a folder, in their order.
fn verdicts_of(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let [before, after] = ["before.mlir", "after.mlir"].map(|name| folder.join(name).display().to_string());
    let word = |record: &Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
    let found = records(&["tv", &before, &after]);
    found.iter().map(|record| (word(record, "name"), word(record, "verdict"))).collect()
}

fn expected(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, verdict)| ((*name).to_owned(), (*verdict).to_owned())).collect()
}

/// Of a function without a body nothing is known but that it does the same after the same: it may write what it reaches, end
/// the program or have undefined behaviour, and what ran before may have written to a global.
fn calls_of_functions_without_a_body_are_events_in_their_order() {
    let list = [
        ("same", "proved"),
        ("order", "refuted"),
        ("dropped", "refuted"),
        // The callee may write to memory that the caller got from elsewhere.
        ("memory", "unknown"),
        ("global", "proved"),
        ("unwritten", "unknown"),
        ("branch", "proved"),
        // The callee may never return, and then nothing is divided.
        ("undef", "unknown"),
        ("local", "proved"),
        ("escaped", "refuted"),
        ("given", "proved"),
        ("poison", "refuted"),
        ("asserted", "unknown"),
        ("later", "unknown"),
        ("between", "unknown"),
        ("turns", "proved"),
        // All inputs were run, with one of all functions.
        ("few", "unknown"),
    ];
    assert_eq!(verdicts_of("tv_calls"), expected(&list));
}

/// An operation of which nothing is known does the same after the same; no difference is shown by what it was taken to do.
fn operations_without_meaning_are_events_too() {
    let list = [
        ("same", "proved"),
        ("attribute", "unknown"),
        ("order", "unknown"),
        ("dropped", "unknown"),
        ("memory", "proved"),
        ("stale", "unknown"),
        ("few", "unknown"),
        ("branch", "proved"),
        ("other", "refuted"),
        ("shaped", "proved"),
    ];
    assert_eq!(verdicts_of("tv_opaque"), expected(&list));
}

/// Loops with bounds that are not known are compared turn by turn: for any number of turns, where a turn of the one refines a
/// turn of the other.
fn loops_that_both_sides_keep_are_compared_turn_by_turn() {
    let list = [
        ("sum", "proved"),
        ("flags", "proved"),
        ("wrongflags", "refuted"),
        ("licm", "proved"),
        ("memory", "proved"),
        ("nest", "proved"),
        // A loop that makes no turn does not divide.
        ("divlicm", "refuted"),
        ("bound", "refuted"),
        ("calls", "proved"),
        ("hoisted_load", "refuted"),
        ("induction", "refuted"),
        ("swapped", "refuted"),
        ("step", "refuted"),
        ("sunk_store", "refuted"),
        ("dropped_call", "refuted"),
        ("other_start", "refuted"),
        // The turn that differs is the thousandth, which no run reaches.
        ("rare", "bounded"),
    ];
    assert_eq!(verdicts_of("tv_loops"), expected(&list));
}

/// Structured operations over places, maps and sets: each pair is proved as it should be done, and refuted with a mistake.
fn operations_on_tensors_and_affine_loops_are_proved() {
    // The order in which a product is summed up is left open.
    let open = ["float_product_wrong"];
    let list = verdicts_of("tv_tensors");
    assert!(list.len() > 45, "{list:?}");
    let wanted = |name: &str| match name {
        name if open.contains(&name) => "unknown",
        name if name.ends_with("_wrong") => "refuted",
        name if name.starts_with("open_extents") => "bounded",
        _ => "proved",
    };
    let other = list.iter().filter(|(name, verdict)| wanted(name) != verdict);
    assert_eq!(other.collect::<Vec<_>>(), [] as [&(String, String); 0]);
}

/// The records of a text behind a pipeline that is judged pass by pass.
fn steps_of(file: &str, pipeline: &str) -> Result<Vec<(String, String, String)>, assay_testing::Missing> {
    real()?;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_lowering").join(file);
    let file = file.display().to_string();
    let found = records(&["tv", &file, "--pass-pipeline", pipeline, "--no-reduce"]);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let triple =
        |record: &Value| (word(&record["name"]), word(&record["domain"][0]), word(&record["verdict"]));
    Ok(found.iter().map(triple).collect())
}

/// From memrefs to pointers, from tensors to buffers, from tosa to linalg, from wide integers to halves: functions change their
/// types, values their form.
fn lowerings_are_proved_step_by_step() -> Checked {
    let seven = "builtin.module(convert-scf-to-cf,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,\
                 expand-strided-metadata,finalize-memref-to-llvm,reconcile-unrealized-casts)";
    let tosa = "builtin.module(func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor))";
    let buffers = "builtin.module(one-shot-bufferize{bufferize-function-boundaries=1})";
    let halves = "builtin.module(arith-emulate-wide-int{widest-int-supported=4})";
    for (file, pipeline, least) in [
        ("steps.mlir", seven, 60),
        ("tensors.mlir", buffers, 6),
        ("tosa.mlir", tosa, 15),
        ("wide.mlir", halves, 5),
    ] {
        let list = steps_of(file, pipeline)?;
        assert!(list.len() >= least, "{file}: {list:?}");
        let other: Vec<_> = list.iter().filter(|(.., verdict)| verdict != "proved").collect();
        assert!(other.is_empty(), "{file}: {other:?}");
    }
    Ok(())
}

/// A function of `llvm` is compared with the function of `func` that it was made of, on memory that both see.
fn a_wrong_lowering_is_refuted() {
    let before = "func.func @f(%m: memref<2x3xi32>, %i: index, %v: i32) {
  %c1 = arith.constant 1 : index
  memref.store %v, %m[%c1, %i] : memref<2x3xi32>
  return
}";
    let after = |address: &str, offset: i64| {
        format!(
            "llvm.func @f(%a: !llvm.ptr, %p: !llvm.ptr, %o: i64, %r: i64, %c: i64, %s: i64, %t: i64, %i: i64, %v: i32) {{
  %k = llvm.mlir.constant({offset} : index) : i64
  %n = llvm.add %k, %i : i64
  %q = llvm.getelementptr {address}[%n] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %v, %q : i32, !llvm.ptr
  llvm.return
}}"
        )
    };
    let verdict = |address: &str, offset: i64| compared_texts(before, &after(address, offset)).0;
    assert_eq!(verdict("inbounds|nuw %p", 3), "proved");
    assert_eq!(verdict("inbounds %p", 3), "proved");
    assert_eq!(verdict("%p", 3), "proved");
    assert_eq!(verdict("inbounds|nuw %p", 2), "refuted");
    assert_eq!(verdict("%p", 4), "refuted");
    // Without the store nothing is undefined, and something is missing.
    let nothing = after("%p", 3).replace("  llvm.store %v, %q : i32, !llvm.ptr\n", "");
    assert_eq!(compared_texts(before, &nothing).0, "refuted");
}

/// "The first one [...] may be used during analysis and canonicalization": a number that is not below the product of the basis
/// has no coordinates, and one that is has its own.
fn an_outer_bound_of_coordinates_is_a_promise() {
    let before = |outer: &str| {
        format!(
            "func.func @f(%n: index) -> (index, index) {{\n  %d:2 = affine.delinearize_index %n into ({outer}, 2) : index, index\n  return %d#0, %d#1 : index, index\n}}\n"
        )
    };
    let after = "func.func @f(%n: index) -> (index, index) {\n  %c = arith.constant 0 : index\n  return %c, %n : index, index\n}\n";
    assert_ne!(compared_texts(&before("1"), after).0, "refuted");
    assert_eq!(compared_texts(&before("2"), after).0, "refuted");
}

/// The callers of a private function show what it does: a pass that knows all of them may rely on what they pass.
fn a_private_function_is_judged_by_its_callers() {
    let text = |body: &str| {
        format!(
            "func.func private @g(%a: i8) -> i8 {{\n  %k = arith.constant 1 : i8\n  {body}\n}}\nfunc.func @f() -> i8 {{\n  %k = arith.constant 1 : i8\n  %r = call @g(%k) : (i8) -> i8\n  return %r : i8\n}}\n"
        )
    };
    let before = text("return %a : i8");
    assert_eq!(compared_texts(&before, &text("return %k : i8")).0, "proved");
    let other = "%x = arith.addi %k, %k : i8\n  return %x : i8";
    assert_eq!(compared_texts(&before, &text(other)).0, "refuted");
}

fn an_operation_without_symbolic_meaning_is_named() {
    let body = "  %one = arith.constant 1 : i32
  %x = arith.addi %a, %a : i32
  %f = arith.uitofp %x : i32 to f32
  %s = math.fpowi %f, %x : f32, i32
  %r = arith.fptoui %s : f32 to i32
  return %r : i32
";
    let (verdict, _, subject) = compared(body, &body.replace("addi %a, %a", "shli %a, %one"));
    assert_eq!(verdict, "unknown");
    assert_eq!(subject, "48 inputs; not proved: `math.fpowi` has no symbolic meaning");
    // None is needed where its operands are the same.
    let body = body.replace("addi %a, %a", "addi %a, %b");
    let (verdict, ..) = compared(&body, &body.replace("addi %a, %b", "addi %b, %a"));
    assert_eq!(verdict, "proved");
}

fn each_known_miscompilation_is_refuted() -> Checked {
    let pack = assay_testing::acceptance()?.join("tv");
    assay_testing::mlir()?;
    let (mut wrong, mut refuted) = (Vec::new(), 0);
    for case in lines(&pack.join("known.jsonl")) {
        let word = |key: &str| case[key].as_str().expect("a word").to_owned();
        let file = pack.join(word("file")).display().to_string();
        let entry = word("entry");
        let mut arguments = vec!["tv", &file, "--entry", &entry, "--no-reduce"];
        let passes = case["pass"].as_array().expect("a list");
        passes.iter().for_each(|pass| arguments.extend(["--pass", pass.as_str().expect("a word")]));
        for record in records(&arguments) {
            match (record["verdict"].as_str(), record["reason"]["class"].as_str()) {
                (Some("refuted"), _) => refuted += 1,
                _ => wrong.push(format!("{}: {record}", word("id"))),
            }
        }
    }
    assert!(wrong.is_empty() && refuted >= 13, "{refuted} refuted\n{}", wrong.join("\n"));
    Ok(())
}

const BEFORE: &str = "func.func @f(%p: i1) {\n  cf.assert %p, \"positive\"\n  return\n}\n";

fn an_end_that_changes_is_v305_and_an_equal_one_is_not() {
    let negated = "func.func @f(%p: i1) {\n  %t = arith.constant true\n  %n = arith.xori %p, %t : i1\n  cf.assert %n, \"positive\"\n  return\n}\n";
    let folder = folder(&[
        ("before.mlir", BEFORE),
        ("negated.mlir", negated),
        ("twice.mlir", &BEFORE.replace("  return", "  cf.assert %p, \"positive\"\n  return")),
    ]);
    let judge = |name: &str| {
        assay(&["tv", &path(&folder, "before.mlir"), &path(&folder, name), "--format", "concise"])
    };
    assert_eq!(codes(&judge("negated.mlir")), ["V305"]);
    assert_eq!(codes(&judge("twice.mlir")), [""; 0]);
}

/// A program of this folder that is started as `mlir-opt` and gives `--canonicalize` to a script, everything else to the real one.
/// After, the counter goes back to where it was in each turn. One that only counts down from afar is left open.
fn a_loop_that_no_longer_ends_is_v305() -> Checked {
    let counting = "func.func @f(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  return %r : i32
}
";
    let stuck = counting.replace("arith.addi %i, %one", "arith.subi %i, %i");
    let far = counting.replace("arith.addi %i, %one", "arith.subi %i, %one");
    let files = folder(&[("before.mlir", counting), ("stuck.mlir", &stuck), ("far.mlir", &far)]);
    let judge = |after: &str| {
        assay(&["tv", &path(&files, "before.mlir"), &path(&files, after), "--format", "concise"])
    };
    assert_eq!(codes(&judge("stuck.mlir")), ["V305"]);
    assert!(!codes(&judge("far.mlir")).contains(&"V305".to_owned()));
    assert!(codes(&judge("before.mlir")).is_empty());
    Ok(())
}

fn false_tool(folder: &tempfile::TempDir, real: &Path, script: &str) -> String {
    let tool = folder.path().join("false-mlir-opt");
    let body = format!(
        "#!/bin/sh\nfor word in \"$@\"; do\n  case \"$word\" in\n    --canonicalize) pass=1;;\n    --verify-each=0) unverified=1;;\n  esac\ndone\nif [ -n \"$pass\" ]; then\n{script}\nfi\nexec {} \"$@\"\n",
        real.display()
    );
    std::fs::write(&tool, body).expect("a file can be written");
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755))
        .expect("it can be made executable");
    tool.display().to_string()
}

fn real() -> Result<PathBuf, assay_testing::Missing> {
    Ok(assay_testing::mlir()?.path().to_path_buf())
}

const SUM: &str = "func.func @f(%a: i8) -> i8 {\n  %k = arith.constant 0 : i8\n  %x = arith.addi %a, %k : i8\n  return %x : i8\n}\n";

/// The codes of a finding when `--canonicalize` does what a script does.
fn codes_with(script: &str) -> Result<Vec<String>, assay_testing::Missing> {
    let folder = folder(&[("f.mlir", SUM)]);
    let tool = false_tool(&folder, &real()?, script);
    let done = assay(&[
        "tv",
        &path(&folder, "f.mlir"),
        "--pass",
        "canonicalize",
        "--mlir-opt",
        &tool,
        "--format",
        "concise",
        "--no-reduce",
    ]);
    Ok(codes(&done))
}

fn a_pass_that_crashes_is_x701() -> Checked {
    assert_eq!(codes_with("kill -SEGV $$")?, ["X701"]);
    Ok(())
}

fn a_pass_that_does_not_end_is_x702() -> Checked {
    assert_eq!(codes_with("sleep 1000")?, ["X702"]);
    Ok(())
}

fn a_pass_that_leaves_an_ill_formed_program_is_x703() -> Checked {
    let ill_formed = "if [ -n \"$unverified\" ]; then\n  echo 'func.func @f(%a: i8) -> i8 { func.return }'\n  exit 0\nfi\necho '<stdin>:1:1: error: refused' >&2\nexit 1";
    assert_eq!(codes_with(ill_formed)?, ["X703"]);
    Ok(())
}

fn a_pass_that_refuses_a_program_or_is_right_is_no_finding() -> Checked {
    assert_eq!(codes_with("echo '<stdin>:1:1: error: refused' >&2\nexit 1")?, [""; 0], "X701 X702 X703");
    assert_eq!(codes_with("")?, [""; 0]);
    Ok(())
}

/// A sum of constants whose flag no longer holds when they are added first.
const KEPT_FLAG: &str = "func.func @f(%x: i8) -> i8 {
  %k = arith.constant -100 : i8
  %a = arith.addi %x, %k overflow<nsw> : i8
  %b = arith.addi %a, %k overflow<nsw> : i8
  return %b : i8
}
";

fn a_finding_by_pattern_names_the_class() -> Checked {
    assay_testing::mlir()?;
    let folder = folder(&[("f.mlir", KEPT_FLAG)]);
    let found = records(&["tv", &path(&folder, "f.mlir"), "--pass", "canonicalize", "--by-pattern"]);
    let refuted: Vec<&Value> = found.iter().filter(|record| record["verdict"] == "refuted").collect();
    let [one] = refuted[..] else { panic!("{found:?}") };
    assert!(one["domain"].to_string().contains("AddIAddConstant"), "{one}");
    Ok(())
}

fn a_pipeline_is_blamed_on_its_first_wrong_pass() -> Checked {
    assay_testing::mlir()?;
    let folder = folder(&[("f.mlir", KEPT_FLAG)]);
    let file = path(&folder, "f.mlir");
    let found = records(&["tv", &file, "--pass-pipeline", "func.func(cse,canonicalize,sccp)"]);
    let refuted: Vec<&Value> = found.iter().filter(|record| record["verdict"] == "refuted").collect();
    let [one] = refuted[..] else { panic!("{found:?}") };
    assert_eq!(one["domain"].to_string(), "[\"pass: canonicalize\"]");
    Ok(())
}

fn a_finding_is_reduced_to_what_shows_it() -> Checked {
    assay_testing::mlir()?;
    let larger = KEPT_FLAG
        .replace(
            "  return %b : i8",
            "  %c = arith.muli %x, %x : i8\n  %d = arith.xori %b, %c : i8\n  return %d, %c : i8, i8",
        )
        .replace("-> i8 {", "-> (i8, i8) {");
    let folder = folder(&[("f.mlir", &larger)]);
    let found = records(&["tv", &path(&folder, "f.mlir"), "--pass", "canonicalize"]);
    let program = found[0]["findings"][0]["before"].to_string();
    assert_eq!(program.matches("arith.").count(), 3, "{program}");
    Ok(())
}

fn patterns_of_the_transform_dialect_are_driven() -> Checked {
    assay_testing::mlir()?;
    let transpose = "func.func @f(%a: vector<2x3xi8>) -> vector<3x2xi8> {\n  %x = vector.transpose %a, [1, 0] : vector<2x3xi8> to vector<3x2xi8>\n  return %x : vector<3x2xi8>\n}\n";
    let folder = folder(&[("f.mlir", transpose)]);
    let found = records(&["tv", &path(&folder, "f.mlir"), "--transform-set", "vector.lower_transpose"]);
    assert_eq!(found[0]["verdict"], "proved", "{found:?}");
    let whole = "transform.apply_patterns.vector.lower_transpose";
    assert_eq!(records(&["tv", &path(&folder, "f.mlir"), "--transform-set", whole]), found);
    let one = records(&["tv", &path(&folder, "f.mlir"), "--transform-set", whole, "--by-pattern"]);
    assert!(one[0]["domain"].to_string().contains("Transpose"), "{one:?}");
    Ok(())
}

fn tests_go_through_the_passes_of_their_run_lines() -> Checked {
    assay_testing::mlir()?;
    let run = |line: &str| format!("// RUN: {line}\n{SUM}// -----\n{}", SUM.replace("@f", "@g"));
    let folder = folder(&[
        ("good.mlir", &run("mlir-opt %s -canonicalize -split-input-file | FileCheck %s")),
        ("other.mlir", &run("rm -rf %s")),
    ]);
    let found = records(&["tv", "--tests", &folder.path().display().to_string()]);
    let names: Vec<&str> = found.iter().filter_map(|record| record["name"].as_str()).collect();
    assert_eq!(names, ["f", "g"]);
    assert!(found.iter().all(|record| record["verdict"] == "proved"), "{found:?}");
    Ok(())
}

/// Lines of tests that would run or write something if a shell, or `mlir-opt`, got them.
const HOSTILE: [&str; 40] = [
    "touch x",
    "mlir-opt %s -cse; touch x",
    "mlir-opt %s -cse && touch x",
    "mlir-opt %s -cse || touch x",
    "mlir-opt %s -cse & touch x",
    "mlir-opt %s -cse | tee x",
    "mlir-opt %s -cse | FileCheck %s; touch x",
    "mlir-opt %s -cse | FileCheck %s && touch x",
    "mlir-opt %s -cse | FileCheck %s | tee x",
    "mlir-opt %s -cse | FileCheck %s > x",
    "mlir-opt %s -cse > x",
    "mlir-opt %s -cse >x",
    "mlir-opt %s -cse >> x",
    "mlir-opt %s -cse 2> x",
    "mlir-opt %s -cse -o x",
    "mlir-opt %s -cse -o=x",
    "mlir-opt %s -cse --o x",
    "mlir-opt $(touch x) %s -cse",
    "mlir-opt `touch x` %s -cse",
    "mlir-opt \"$(touch x)\" %s -cse",
    "mlir-opt ${X:-x} %s -cse",
    "sh -c 'touch x' mlir-opt %s -cse",
    "env A=1 touch x",
    "not touch x",
    "./mlir-opt %s -cse",
    "../mlir-opt %s -cse",
    "mlir-opt %s -cse --load-pass-plugin=./x.so",
    "mlir-opt %s -cse --load-dialect-plugin=./x.so",
    "mlir-opt %s -cse --mlir-print-ir-after-all --mlir-print-ir-tree-dir=x",
    "mlir-opt %s -cse --log-actions-to=x",
    "mlir-opt %s -cse --profile-actions-to=x",
    "mlir-opt %s -cse --mlir-generate-reproducer=x",
    "mlir-opt %s -cse --mlir-pass-pipeline-crash-reproducer=x",
    "mlir-opt %s -cse --irdl-file=x",
    "mlir-opt /etc/passwd -cse",
    "mlir-opt < /etc/passwd -cse",
    "mlir-opt %S/x %s -cse",
    "mlir-opt %s -snapshot-op-locations=filename=x",
    "mlir-opt %s --pass-pipeline='builtin.module(snapshot-op-locations{filename=x})'",
    "mlir-opt %s -cse @x",
];

fn hostile_tests_run_nothing_and_write_nothing() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let name = |at: usize| format!("t{at:02}.mlir");
    for (at, line) in HOSTILE.iter().enumerate() {
        std::fs::write(folder.path().join(name(at)), format!("// RUN: {line}\n{SUM}"))
            .expect("it can be written");
    }
    std::fs::write(folder.path().join("good.mlir"), format!("// RUN: mlir-opt %s -cse\n{SUM}"))
        .expect("it can be written");
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["tv", "--tests", ".", "--format", "json"])
        .current_dir(folder.path())
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&done.stdout).expect("a report");
    let judged = report["patterns"].as_array().expect("a list").len();
    assert_eq!(judged, 1, "only the test whose line is followed: {}", text(&done.stderr));
    let left: BTreeSet<String> = std::fs::read_dir(folder.path())
        .expect("the folder can be read")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(left.len(), HOSTILE.len() + 1, "{left:?}");
    Ok(())
}

fn false_tools_end_in_an_answer() -> Checked {
    let real = real()?;
    for (at, script) in [
        "exit 0",
        "exit 1",
        "exit 77",
        "kill -KILL $$",
        "kill -ABRT $$",
        "echo garbage",
        "head -c 100000 /dev/urandom",
        "echo 'func.func @f(%a: i8) -> i9 {'",
        "echo '\"builtin.module\"() ({}) : () -> ()'",
        "cat > /dev/null; exit 1",
        "echo '<stdin>:1:1: error: no' >&2; exit 0",
        "printf '\\000\\001'",
    ]
    .iter()
    .enumerate()
    {
        let folder = folder(&[("f.mlir", SUM)]);
        let tool = false_tool(&folder, &real, script);
        let done = assay(&[
            "tv",
            &path(&folder, "f.mlir"),
            "--pass",
            "canonicalize",
            "--mlir-opt",
            &tool,
            "--format",
            "concise",
        ]);
        let said = codes(&done);
        // A text without the function is a program in which other modules do not find it, and what is no program is none that is left.
        assert!(
            said.iter().all(|code| ["X701", "X703", "V306"].contains(&code.as_str())),
            "{at} {script}: {said:?}"
        );
        assert!(matches!(done.status.code(), Some(0 | 1 | 3)), "{at} {script}: {done:?}");
    }
    Ok(())
}

fn the_wrapped_binary_answers_as_it_does_alone() -> Checked {
    real()?;
    let real = "mlir-opt-22".to_owned();
    let folder = folder(&[("f.mlir", KEPT_FLAG), ("bad.mlir", "func.func @f(")]);
    for arguments in [
        vec![path(&folder, "f.mlir"), "-canonicalize".to_owned()],
        vec![path(&folder, "bad.mlir")],
        vec![path(&folder, "absent.mlir")],
        vec!["--no-such-option".to_owned()],
        vec!["--version".to_owned()],
        // The message names the binary as it was called.
        vec!["one".to_owned(), "two".to_owned()],
    ] {
        let alone = Command::new(&real).args(&arguments).output().expect("it can be run");
        let log = path(&folder, "log");
        let wrapped =
            [vec!["opt", "--log", &log, "--", &real], arguments.iter().map(String::as_str).collect()]
                .concat();
        let done = assay(&wrapped);
        assert_eq!(
            (done.status.code(), text(&done.stdout), text(&done.stderr)),
            (alone.status.code(), text(&alone.stdout), text(&alone.stderr)),
            "{arguments:?}"
        );
    }
    let log = std::fs::read_to_string(folder.path().join("log")).expect("there is a finding");
    assert_eq!(log.matches("[V303]").count(), 1, "{log}");
    Ok(())
}

/// Each file of defects is refuted by the rule that it names, through the pass that it names, or an operation of what the pass
/// leaves has no meaning yet.
fn defects_of_passes_are_found_again() -> Checked {
    assay_testing::mlir()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bugs/mlir/passes");
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for entry in std::fs::read_dir(folder).expect("the folder can be read") {
        let file = entry.expect("an entry").path();
        if file.extension().is_none_or(|extension| extension != "mlir") {
            continue;
        }
        let report = std::fs::read_to_string(&file).expect("it is text");
        let says = |key: &str| report.lines().find_map(|line| line.strip_prefix(&format!("// {key}: ")));
        let (rule, name) = (says("rule").expect("a rule"), file.display().to_string());
        let (option, passes) =
            says("pass").map_or(("--transform-set", says("set")), |pass| ("--pass", Some(pass)));
        let passes = passes.expect("a pass or a set");
        let found = records(&["tv", &name, option, passes, "--no-reduce"]);
        let holds = |record: &Value| match record["verdict"].as_str() {
            Some("refuted") => record["findings"][0]["code"] == rule,
            Some("unknown") => record["reason"]["class"] == "no meaning",
            _ => false,
        };
        seen += 1;
        if !found.iter().any(holds) {
            wrong.push(format!("{name}: {found:?}"));
        }
    }
    assert!(wrong.is_empty() && seen >= 20, "{seen} files\n{}", wrong.join("\n"));
    Ok(())
}

/// No pass refuses what is generated: all of it is well-formed.
fn generated_functions_are_accepted() -> Checked {
    assay_testing::mlir()?;
    let found = records(&["tv", "--generate", "250", "--pass", "cse", "--seed", "2027", "--no-proof"]);
    let refused = |record: &&Value| record["reason"]["subject"].to_string().contains("refuse");
    assert_eq!(found.len(), 250);
    assert_eq!(found.iter().find(refused), None);
    Ok(())
}

fn the_report_is_the_same_for_any_number_of_jobs() -> Checked {
    assay_testing::mlir()?;
    let run = |jobs: &str, count: &str, more: &[&str]| {
        let asked = ["tv", "--generate", count, "--pass", "canonicalize", "--seed", "3", "--jobs", jobs];
        text(&assay(&[&asked[..], &["--format", "json", "--no-reduce"], more].concat()).stdout)
    };
    for (count, more) in [("230", &["--no-proof"][..]), ("24", &[])] {
        assert_eq!(run("1", count, more), run("4", count, more));
    }
    Ok(())
}

assay_testing::tests!(
    wrong_pairs_are_refuted_and_right_ones_are_proved,
    what_a_loop_does_is_bounded_by_its_turns,
    a_difference_that_few_inputs_show_is_found_by_the_solver_and_run,
    branches_and_memory_are_proved_and_a_stale_value_is_not,
    calls_of_functions_without_a_body_are_events_in_their_order,
    operations_without_meaning_are_events_too,
    loops_that_both_sides_keep_are_compared_turn_by_turn,
    operations_on_tensors_and_affine_loops_are_proved,
    lowerings_are_proved_step_by_step,
    a_wrong_lowering_is_refuted,
    an_outer_bound_of_coordinates_is_a_promise,
    a_private_function_is_judged_by_its_callers,
    generated_functions_are_accepted,
    an_operation_without_symbolic_meaning_is_named,
    each_known_miscompilation_is_refuted,
    an_end_that_changes_is_v305_and_an_equal_one_is_not,
    a_loop_that_no_longer_ends_is_v305,
    a_pass_that_crashes_is_x701,
    a_pass_that_does_not_end_is_x702,
    a_pass_that_leaves_an_ill_formed_program_is_x703,
    a_pass_that_refuses_a_program_or_is_right_is_no_finding,
    a_finding_by_pattern_names_the_class,
    a_pipeline_is_blamed_on_its_first_wrong_pass,
    a_finding_is_reduced_to_what_shows_it,
    patterns_of_the_transform_dialect_are_driven,
    tests_go_through_the_passes_of_their_run_lines,
    hostile_tests_run_nothing_and_write_nothing,
    false_tools_end_in_an_answer,
    the_wrapped_binary_answers_as_it_does_alone,
    defects_of_passes_are_found_again,
    the_report_is_the_same_for_any_number_of_jobs,
);
