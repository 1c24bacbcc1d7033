//! `assay tv` on operations of a user: described by `--meanings`, defined by `--dialect`, or of which nothing is said.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_mlir::MlirOpt;
use assay_testing::{Checked, Missing};
use serde_json::Value;

/// The average that is rounded down, and a clamp between two numbers of its attributes.
const MEANINGS: &str = r#"!w = i8
func.func @avg(%x: !w, %y: !w) -> !w attributes {assay.meaning = "acme.avg", assay.elementwise} {
  %and = arith.andi %x, %y : !w
  %xor = arith.xori %x, %y : !w
  %one = arith.constant 1 : !w
  %half = arith.shrui %xor, %one : !w
  %sum = arith.addi %and, %half : !w
  return %sum : !w
}
"#;

const DIALECT: &str = r#"irdl.dialect @acme {
  irdl.operation @avg {
    %t = irdl.is i8
    irdl.operands(x: %t, y: %t)
    irdl.results(r: %t)
  }
}
"#;

/// A function around the average, before.
const AVERAGE: &str = "func.func @f(%x: i8, %y: i8) -> i8 {
  %r = \"acme.avg\"(%x, %y) : (i8, i8) -> i8
  return %r : i8
}
";

/// Files of one test in a folder of their own.
struct Files(PathBuf);

impl Files {
    fn new(name: &str) -> Files {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tv_own_{name}"));
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        Files(folder)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the file can be written");
    }

    fn assay(&self, arguments: &[&str]) -> Output {
        let assay = Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).current_dir(&self.0).output();
        assay.expect("the binary under test can be run")
    }

    /// The first record about two files, and what it says on a terminal.
    fn judged(&self, before: &str, after: &str, more: &[&str]) -> (Value, String) {
        self.write("before.mlir", before);
        self.write("after.mlir", after);
        let arguments = [&["tv", "before.mlir", "after.mlir"], more].concat();
        let output = self.assay(&[&arguments[..], &["--format", "json"]].concat());
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        let shown = self.assay(&arguments);
        // Lines are broken where the terminal ends.
        let shown = String::from_utf8_lossy(&shown.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        (report["patterns"][0].clone(), shown)
    }
}

/// The body of `@f` with these operations.
fn function(operations: &str) -> String {
    format!("func.func @f(%x: i8, %y: i8) -> i8 {{\n{operations}  return %r : i8\n}}\n")
}

fn what_a_user_describes_is_compared() {
    let files = Files::new("described");
    files.write("acme.meanings.mlir", MEANINGS);
    let more = ["--meanings", "acme.meanings.mlir"];
    let right = [
        "  %a = arith.andi %x, %y : i8\n  %b = arith.xori %x, %y : i8\n  %c = arith.constant 1 : i8\n  \
         %d = arith.shrui %b, %c : i8\n  %r = arith.addi %d, %a : i8\n",
        "  %r = \"acme.avg\"(%y, %x) : (i8, i8) -> i8\n",
    ];
    for after in right {
        let (record, shown) = files.judged(AVERAGE, &function(after), &more);
        assert_eq!(record["verdict"], "proved", "{after}\n{shown}");
        let assumption = "`acme.avg` computes what acme.meanings.mlir:2 says";
        assert!(record["assumptions"].to_string().contains(assumption), "{record}");
    }
    let wrong = [
        // The sum wraps.
        "  %s = arith.addi %x, %y : i8\n  %c = arith.constant 1 : i8\n  %r = arith.shrui %s, %c : i8\n",
        "  %r = \"acme.avg\"(%x, %x) : (i8, i8) -> i8\n",
        // The average of x and zero is not x.
        "  %z = arith.constant 0 : i8\n  %r = \"acme.avg\"(%x, %z) : (i8, i8) -> i8\n",
    ];
    for after in wrong {
        let (record, shown) = files.judged(AVERAGE, &function(after), &more);
        assert_eq!(record["verdict"], "refuted", "{after}\n{shown}");
        let again = "assay tv before.mlir after.mlir --meanings acme.meanings.mlir";
        assert!(shown.contains(again), "{shown}");
    }
}

/// A text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_a_description_the_file_that_is_missing_is_named() {
    let files = Files::new("undescribed");
    let same = function("  %r = \"acme.avg\"(%x, %x) : (i8, i8) -> i8\n");
    let (record, shown) =
        files.judged(&same, "func.func @f(%x: i8, %y: i8) -> i8 {\n  return %x : i8\n}\n", &[]);
    assert_eq!(record["verdict"], "unknown");
    assert_eq!(record["reason"]["subject"], "acme.avg");
    assert!(flat(&shown).contains("no meaning: acme.avg (`--meanings FILE` describes it: "), "{shown}");
    // What does not need its value is decided.
    let around = "  %a = \"acme.avg\"(%x, %y) : (i8, i8) -> i8\n  %z = arith.constant 0 : i8\n  \
                  %r = arith.addi %a, %z : i8\n";
    let (record, _) = files.judged(&function(around), AVERAGE, &[]);
    assert_eq!(record["verdict"], "proved");
}

fn a_program_that_breaks_a_definition_is_refused() {
    let files = Files::new("defined");
    files.write("acme.irdl.mlir", DIALECT);
    files.write("before.mlir", &AVERAGE.replace("(%x, %y) : (i8, i8)", "(%x) : (i8)"));
    files.write("after.mlir", AVERAGE);
    let output = files.assay(&["tv", "before.mlir", "after.mlir", "--dialect", "acme.irdl.mlir"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("before.mlir:2"), "{said}");
    let (record, _) = files.judged(AVERAGE, AVERAGE, &["--dialect", "acme.irdl.mlir"]);
    assert_eq!(record["verdict"], "proved");
}

fn a_damaged_description_stops_the_run() {
    let files = Files::new("damaged");
    files.write("before.mlir", AVERAGE);
    files.write("acme.meanings.mlir", &MEANINGS.replace("arith.andi", "arith.adni"));
    let output = files.assay(&["tv", "before.mlir", "before.mlir", "--meanings", "acme.meanings.mlir"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("acme.meanings.mlir:3") && output.stdout.is_empty(), "{said}");
}

/// A wrong lowering of the average in PDL.
const LOWERING: &str = "pdl.pattern @lower : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation \"acme.avg\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %made = pdl.operation \"arith.andi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %made
  }
}
";

fn every_command_reads_descriptions_from_the_configuration() {
    let files = Files::new("configured");
    files.write("assay.toml", "dialect = [\"acme.irdl.mlir\"]\nmeanings = [\"acme.meanings.mlir\"]\n");
    files.write("acme.irdl.mlir", DIALECT);
    files.write("acme.meanings.mlir", MEANINGS);
    files.write("before.mlir", AVERAGE);
    files.write("after.mlir", &function("  %r = arith.andi %x, %y : i8\n"));
    files.write("lower.pdl.mlir", LOWERING);
    let stdout = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let tv = files.assay(&["tv", "before.mlir", "after.mlir"]);
    assert_eq!(tv.status.code(), Some(1), "{}", stderr(&tv));
    assert!(stderr(&tv).contains("note: operations are described by files of assay.toml"), "{}", stderr(&tv));
    // The command in the finding reads the same file.
    assert!(stdout(&tv).contains("assay tv before.mlir after.mlir --entry f\n"), "{}", stdout(&tv));
    let run = files.assay(&["run", "before.mlir", "--args=7,4"]);
    assert!(stdout(&run).contains("= (5)"), "{}{}", stdout(&run), stderr(&run));
    let page = files.assay(&["meaning", "acme.avg"]);
    assert!(stdout(&page).contains("acme.meanings.mlir:2, for each element"), "{}", stdout(&page));
    assert!(stdout(&page).contains("arith.shrui"), "{}", stdout(&page));
    let apply = files.assay(&["apply", "lower.pdl.mlir", "--to", "before.mlir"]);
    assert!(stdout(&apply).contains("arith.andi"), "{}{}", stdout(&apply), stderr(&apply));
    let check = files.assay(&["check", "lower.pdl.mlir", "--witness-dir", "found"]);
    assert_eq!(check.status.code(), Some(1), "{}", stderr(&check));
    let witnesses = std::fs::read_dir(files.0.join("found")).expect("a witness was written");
    for witness in witnesses.flatten() {
        let replay = files.assay(&["replay", &witness.path().display().to_string()]);
        assert_eq!(replay.status.code(), Some(1), "{}{}", stdout(&replay), stderr(&replay));
    }
    let fuzz = files.assay(&["fuzz", "lower.pdl.mlir", "--rounds", "1"]);
    assert_eq!(fuzz.status.code(), Some(1), "{}{}", stdout(&fuzz), stderr(&fuzz));
    for command in
        [&["tv", "before.mlir", "after.mlir", "--isolated"][..], &["meaning", "acme.avg", "--isolated"]]
    {
        let output = files.assay(command);
        assert_ne!(output.status.code(), Some(1), "{command:?}: {}", stdout(&output));
        assert!(!stdout(&output).contains("acme.meanings.mlir"), "{}", stdout(&output));
    }
}

fn a_damaged_description_stops_every_command_before_an_answer() {
    let files = Files::new("damaged_everywhere");
    files.write("before.mlir", AVERAGE);
    files.write("lower.pdl.mlir", LOWERING);
    files.write("acme.meanings.mlir", &MEANINGS.replace("arith.andi", "arith.adni"));
    for command in [
        &["check", "lower.pdl.mlir"][..],
        &["run", "before.mlir"],
        &["apply", "lower.pdl.mlir", "--to", "before.mlir"],
        &["replay", "before.mlir"],
        &["meaning", "arith.addi"],
        &["fuzz", "lower.pdl.mlir"],
        &["audit", "before.mlir"],
        &["opt", "--log", "log.txt", "--meanings", "acme.meanings.mlir", "--", "cat", "before.mlir"],
    ] {
        let more = if command[0] == "opt" { &[][..] } else { &["--meanings", "acme.meanings.mlir"] };
        let output = files.assay(&[command, more].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains("acme.meanings.mlir:3"), "{command:?}: {said}");
        assert!(output.stdout.is_empty(), "{command:?}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

/// A function around an operation with a region, whose body computes `%v` of `%a` and of what it captures.
fn looped(before: &str, body: &str) -> String {
    function(&format!(
        "{before}  %r = \"acme.map\"(%x) ({{\n  ^bb0(%a: i8):\n{body}    \"acme.yield\"(%v) : (i8) -> ()\n  }}) \
         {{k = 1 : i8}} : (i8) -> i8\n"
    ))
}

fn regions_count_as_the_functions_that_they_are() {
    let files = Files::new("regions");
    let doubled = "    %v = arith.addi %a, %a : i8\n";
    let constants = "  %two = arith.constant 2 : i8\n  %zero = arith.constant 0 : i8\n";
    let captured = "    %w = arith.addi %a, %y : i8\n    %v = arith.subi %w, %y : i8\n";
    let other = &captured.replace("%y", "%y2");
    let right = [
        (looped("", doubled), looped("  %n = arith.addi %x, %y : i8\n", doubled)),
        (looped(constants, "    %v = arith.muli %a, %two : i8\n"), looped("", doubled)),
        // The captured value is dropped.
        (looped("", captured), looped(constants, "    %v = arith.addi %zero, %a : i8\n")),
        (looped("  %y2 = arith.addi %y, %y : i8\n", other), looped("", "    %v = arith.ori %a, %a : i8\n")),
    ];
    for (before, after) in &right {
        let (record, shown) = files.judged(before, after, &[]);
        assert_eq!(record["verdict"], "proved", "{before}{after}{shown}");
        assert!(record["assumptions"].to_string().contains("`acme.map` is deterministic"), "{record}");
    }
    let wrong = [
        looped("", "    %v = arith.addi %a, %x : i8\n"),
        looped("", "    %c = arith.constant 3 : i8\n    %v = arith.muli %a, %c : i8\n"),
        looped("", doubled).replace("k = 1", "k = 2"),
        looped("", doubled).replace("acme.yield", "acme.stop"),
        looped("", doubled).replace("(%x) (", "(%y) ("),
    ];
    for after in &wrong {
        let (record, shown) = files.judged(&looped("", doubled), after, &[]);
        assert_eq!(record["verdict"], "unknown", "{after}{shown}");
        assert!(flat(&shown).contains("no meaning: acme.map (`--meanings FILE` describes it: "), "{shown}");
    }
}

fn merging_and_repeating_needs_pure() {
    let files = Files::new("pure");
    files.write(
        "pure.mlir",
        "func.func private @p(i8) -> i8 attributes {assay.meaning = \"acme.p\", assay.pure}\n",
    );
    let call = |name: &str, of: &str| format!("  {name} = \"acme.p\"({of}) : (i8) -> i8\n");
    let sum = |one: &str, other: &str| format!("  %r = arith.addi {one}, {other} : i8\n");
    let twice = function(&[call("%a", "%x"), call("%b", "%x"), sum("%a", "%b")].concat());
    let once = function(&[call("%a", "%x"), sum("%a", "%a")].concat());
    let dropped = function(&[call("%a", "%y"), call("%b", "%x"), sum("%b", "%b")].concat());
    let more = ["--meanings", "pure.mlir"];
    for (before, after) in [(&twice, &once), (&once, &twice), (&dropped, &once)] {
        let (record, shown) = files.judged(before, after, &[]);
        assert_eq!(record["verdict"], "unknown", "{before}{after}{shown}");
        let (record, shown) = files.judged(before, after, &more);
        assert_eq!(record["verdict"], "proved", "{before}{after}{shown}");
        assert!(record["assumptions"].to_string().contains("`acme.p` is deterministic"), "{record}");
    }
    // One that was not there may have undefined behaviour, and other operands may come to something else.
    let other = function(&[call("%a", "%y"), sum("%a", "%a")].concat());
    for after in [&dropped, &other] {
        let (record, shown) = files.judged(&once, after, &more);
        assert_eq!(record["verdict"], "unknown", "{after}{shown}");
    }
}

pub(crate) fn a_description_that_fits_no_definition_is_an_error_at_its_line() {
    let files = Files::new("fits");
    files.write("acme.irdl.mlir", DIALECT);
    files.write("before.mlir", AVERAGE);
    let one =
        "func.func @avg(%x: i8) -> i8 attributes {assay.meaning = \"acme.avg\"} {\n  return %x : i8\n}\n";
    let two = "func.func @avg(%x: i8, %y: i8) -> (i8, i8) attributes {assay.meaning = \"acme.avg\"} {\n  \
               return %x, %y : i8, i8\n}\n";
    for (text, message) in [
        (MEANINGS.replace("acme.avg", "acme.avrg"), "meanings.mlir:2:1: "),
        (
            MEANINGS.replace("acme.avg", "acme.avrg"),
            "no dialect defines `acme.avrg`; did you mean `acme.avg`?",
        ),
        (one.to_owned(), "`acme.avg` has 2 operands, and the function describes 1 operand"),
        (two.to_owned(), "`acme.avg` has 1 result, and the function describes 2 results"),
    ] {
        files.write("meanings.mlir", &text);
        let common = ["--dialect", "acme.irdl.mlir", "--meanings", "meanings.mlir"];
        let output = files.assay(&[&["tv", "before.mlir", "before.mlir"][..], &common].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let words = said.replace("--> ", "").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(message.trim_end_matches(": ")) && output.stdout.is_empty(), "{said}");
    }
}

pub(crate) fn run_lines_of_a_binary_of_the_user_are_followed() -> Checked {
    let opt = MlirOpt::find().map_err(Missing::new)?;
    let files = Files::new("run_lines");
    std::fs::create_dir_all(files.0.join("lit")).expect("the folder can be made");
    files.write("acme-opt", &format!("#!/bin/sh\nexec {} \"$@\"\n", opt.path().display()));
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(files.0.join("acme-opt"), mode).expect("the file can be made a program");
    let test = "// RUN: acme-opt %s --canonicalize | FileCheck %s\nfunc.func @f(%x: i8) -> i8 {\n  %z = arith.constant 0 : i8\n  \
                %r = arith.addi %x, %z : i8\n  return %r : i8\n}\n";
    files.write("lit/fold.mlir", test);
    files.write("lit/other.mlir", &test.replace("acme-opt", "other-opt"));
    let output = files.assay(&["tv", "--tests", "lit", "--mlir-opt", "./acme-opt", "--format", "json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    let all = rows(&output);
    assert_eq!(all["f"].0, "proved", "{said}");
    assert!(said.contains("other.mlir: a RUN line is not followed: it does not run `acme-opt`"), "{said}");
    assert!(!said.contains("fold.mlir"), "{said}");
    Ok(())
}

/// A constraint and the logarithm that a pattern on `i16` asks for.
const NATIVES: &str = "!w = i8
func.func @is_pow2(%c: !w) -> i1 attributes {assay.native = \"constraint\"} {
  %n = math.ctpop %c : !w
  %one = arith.constant 1 : !w
  %r = arith.cmpi eq, %n, %one : !w
  return %r : i1
}
func.func @log2(%c: !w) -> !w attributes {assay.native = \"rewrite\"} {
  %r = math.cttz %c : !w
  return %r : !w
}
";

const DIVISION: &str = "pdl.pattern @shift : benefit(1) {
  %t = pdl.type : i16
  %x = pdl.operand : %t
  %c = pdl.attribute : %t
  pdl.apply_native_constraint \"is_pow2\"(%c : !pdl.attribute)
  %l = pdl.operation \"arith.constant\" {\"value\" = %c} -> (%t : !pdl.type)
  %v = pdl.result 0 of %l
  %root = pdl.operation \"arith.divui\"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.apply_native_rewrite \"log2\"(%c : !pdl.attribute) : !pdl.attribute
    %k = pdl.operation \"arith.constant\" {\"value\" = %s} -> (%t : !pdl.type)
    %kv = pdl.result 0 of %k
    %n = pdl.operation \"arith.shrui\"(%x, %kv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
";

pub(crate) fn a_description_that_no_use_fits_is_an_error_at_its_line() {
    let files = Files::new("unfit");
    files.write("lower.pdl.mlir", LOWERING);
    files.write("shift.pdl.mlir", DIVISION);
    files.write("before.mlir", AVERAGE);
    let (check, shift) = (["check", "lower.pdl.mlir"], ["check", "shift.pdl.mlir"]);
    let tv = ["tv", "before.mlir", "before.mlir"];
    let one =
        "func.func @avg(%x: i8) -> i8 attributes {assay.meaning = \"acme.avg\"} {\n  return %x : i8\n}\n";
    let wide = MEANINGS.replace(": !w", ": i32").replace("-> !w", "-> i32");
    let narrow = NATIVES.replace(": !w", ": i32").replace("-> !w", "-> i32");
    for (command, flag, text, message) in [
        (
            &check[..],
            "--meanings",
            one,
            "file.mlir:1: `acme.avg` is described with 1 operand, and has 2 operands at lower.pdl.mlir:5",
        ),
        (
            &tv,
            "--meanings",
            one,
            "file.mlir:1: `acme.avg` is described with 1 operand, and has 2 operands at before.mlir:2",
        ),
        (
            &check,
            "--meanings",
            &wide,
            "file.mlir:2: `acme.avg` is described on i32, and is on i8 at lower.pdl.mlir:5",
        ),
        (
            &tv,
            "--meanings",
            &wide,
            "file.mlir:2: `acme.avg` is described on i32, and is on i8 at before.mlir:2",
        ),
        (
            &shift,
            "--natives",
            &narrow,
            "file.mlir:8: `log2` is described on i32, and is given an attribute of i16 at shift.pdl.mlir:10",
        ),
    ] {
        files.write("file.mlir", text);
        let output = files.assay(&[command, &[flag, "file.mlir"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
        assert!(said.contains(message), "{command:?}: {said}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("proved  "), "{command:?}");
    }
    // Another function fits the use.
    files.write(
        "file.mlir",
        &format!("{MEANINGS}{}", one.replace("acme.avg", "acme.other").replace("@avg", "@other")),
    );
    let output = files.assay(&[&tv[..], &["--meanings", "file.mlir"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

pub(crate) fn a_name_that_nothing_uses_is_noted_with_the_nearest_one() {
    let files = Files::new("misspelt");
    files.write("lower.pdl.mlir", LOWERING);
    files.write("shift.pdl.mlir", DIVISION);
    files.write("before.mlir", AVERAGE);
    let typo = MEANINGS.replace("acme.avg", "acme.avrg");
    for (command, flag, text, message) in [
        (
            &["check", "lower.pdl.mlir"][..],
            "--meanings",
            &typo,
            "file.mlir:2: no operation here is called `acme.avrg`; did you mean `acme.avg`?",
        ),
        (
            &["tv", "before.mlir", "before.mlir"],
            "--meanings",
            &typo,
            "file.mlir:2: no operation here is called `acme.avrg`; did you mean `acme.avg`?",
        ),
        (
            &["check", "shift.pdl.mlir"],
            "--natives",
            &NATIVES.replace("@log2", "@log_2"),
            "file.mlir:8: no native code here is called `log_2`; did you mean `log2`?",
        ),
    ] {
        files.write("file.mlir", text);
        let output = files.assay(&[command, &[flag, "file.mlir"]].concat());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(message), "{command:?}: {said}");
    }
    // All names are known.
    files.write("file.mlir", MEANINGS);
    let output = files.assay(&["check", "lower.pdl.mlir", "--meanings", "file.mlir"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("is called"));
}

fn the_command_of_a_finding_repeats_the_files_of_the_user() {
    let files = Files::new("repeated");
    files.write("acme.irdl.mlir", DIALECT);
    files.write("acme.meanings.mlir", MEANINGS);
    files.write("lower.pdl.mlir", LOWERING);
    let flags = ["--dialect", "acme.irdl.mlir", "--meanings", "acme.meanings.mlir"];
    for command in [
        &["fuzz", "lower.pdl.mlir", "--rounds", "1"][..],
        &["check", "lower.pdl.mlir", "--witness-dir", "found"],
        &["check", "lower.pdl.mlir"],
    ] {
        let shown = files.assay(&[command, &flags].concat());
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let start = |line: &str| Some(line[line.find("assay ")?..].trim().to_owned());
        let is_run = |line: &&str| line.contains("= run: ") || line.starts_with("  assay replay");
        let again: Vec<String> = shown.lines().filter(is_run).filter_map(start).collect();
        assert!(!again.is_empty(), "{command:?}: {shown}");
        for line in again {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[0], "assay");
            let done = files.assay(&words[1..]);
            assert_eq!(done.status.code(), Some(1), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

/// The rows about folders and patterns by their names: verdict and scope, or what is open.
fn rows(output: &Output) -> BTreeMap<String, (String, String)> {
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |record: &Value| {
        let words = [text(&record["scope"]), text(&record["reason"]["subject"])].concat();
        (text(&record["name"]), (text(&record["verdict"]), words))
    };
    report["patterns"].as_array().into_iter().flatten().map(row).collect()
}

fn folders_are_judged_one_pattern_at_a_time() -> Checked {
    MlirOpt::find().map_err(Missing::new)?;
    let files = Files::new("folders");
    let output = files.assay(&["tv", "--folders", "--only", "arith.ori", "--no-reduce", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = rows(&output);
    let folding = &rows["arith.ori (folding)"];
    assert_eq!(folding.0, "proved", "{rows:?}");
    assert!(folding.1.ends_with("programs changed"), "{rows:?}");
    // The pattern needs two extensions, which `i8` has not behind it.
    let extended = rows.iter().find(|(name, _)| name.contains("OrOfExt")).expect("it is tried");
    assert!(extended.1.1.contains("programs changed") || extended.1.1.contains("not exercised"), "{rows:?}");
    let shown = files.assay(&["tv", "--folders", "--only", "arith.ori"]);
    let shown = String::from_utf8_lossy(&shown.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains("arith.ori (folding): ") && shown.contains(" changed, 0 refuted, 0 unknown"),
        "{shown}"
    );
    let missing = files.assay(&["tv", "--folders", "--only", "arith.adi"]);
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert_eq!(missing.status.code(), Some(2), "{said}");
    assert!(said.contains("did you mean `arith.addi`?"), "{said}");
    Ok(())
}

/// A compiler whose canonicalizer folds the average of a number and itself, and takes that of a number and zero for the number.
#[cfg(unix)]
const COMPILER: &str = r#"#!/usr/bin/env python3
import re, subprocess, sys
arguments = sys.argv[1:]
if "--version" in arguments:
    sys.exit(subprocess.run(["mlir-opt-22"] + arguments).returncode)
named = [one for one in arguments if not one.startswith("-") and one.endswith(".mlir")]
text = open(named[0]).read() if named else sys.stdin.read()
kept = [one for one in arguments if one not in named]
if "--canonicalize" in kept:
    def fold(match):
        whole, result, one, other, line = match.group(0), match.group(1), match.group(2), match.group(3), match.start()
        before = text[text.rfind("func", 0, line):line]
        zero = re.search(re.escape(other) + r" = .*value = 0 : i8", before)
        if one == other or zero:
            return f'{result} = "arith.ori"({one}, {one}) : (i8, i8) -> i8'
        return whole
    text = re.sub(r'(%\w+) = "acme.avg"\((%\w+), (%\w+)\)[^:]*: \(i8, i8\) -> \(?i8\)?', fold, text)
sys.exit(subprocess.run(["mlir-opt-22", "--allow-unregistered-dialect"] + kept, input=text, text=True).returncode)
"#;

#[cfg(unix)]
fn a_wrong_folder_of_an_own_operation_is_found() -> Checked {
    use std::os::unix::fs::PermissionsExt as _;
    MlirOpt::find().map_err(Missing::new)?;
    let files = Files::new("own_folder");
    files.write("acme.irdl.mlir", DIALECT);
    files.write("acme.meanings.mlir", MEANINGS);
    files.write("acme-opt", COMPILER);
    let path = files.0.join("acme-opt");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .expect("it can be made a program");
    let common =
        ["--dialect", "acme.irdl.mlir", "--meanings", "acme.meanings.mlir", "--mlir-opt", "./acme-opt"];
    let output = files.assay(&[&["tv", "--folders", "--format", "json"][..], &common].concat());
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let found = rows(&output);
    assert_eq!(found["acme.avg (folding)"].0, "refuted", "{found:?}");
    // The command has all that made the finding, and makes it again.
    let again = format!("assay tv --folders --only acme.avg {}\n", common.join(" "));
    let shown = files.assay(&[&["tv", "--folders"][..], &common].concat());
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains(&again) && shown.contains("programs that it changed are wrong"), "{shown}");
    // The right half of the folder is proved.
    files.write("same.mlir", &AVERAGE.replace("(%x, %y) :", "(%x, %x) :"));
    let right = [&["tv", "same.mlir", "--pass", "canonicalize", "--format", "json"][..], &common].concat();
    let right = rows(&files.assay(&right));
    assert_eq!(right["f"].0, "proved", "{right:?}");
    Ok(())
}

#[cfg(not(unix))]
fn a_wrong_folder_of_an_own_operation_is_found() {}

assay_testing::tests!(
    a_description_that_fits_no_definition_is_an_error_at_its_line,
    folders_are_judged_one_pattern_at_a_time,
    a_wrong_folder_of_an_own_operation_is_found,
    regions_count_as_the_functions_that_they_are,
    merging_and_repeating_needs_pure,
    every_command_reads_descriptions_from_the_configuration,
    a_damaged_description_stops_every_command_before_an_answer,
    run_lines_of_a_binary_of_the_user_are_followed,
    a_description_that_no_use_fits_is_an_error_at_its_line,
    a_name_that_nothing_uses_is_noted_with_the_nearest_one,
    the_command_of_a_finding_repeats_the_files_of_the_user,
    what_a_user_describes_is_compared,
    without_a_description_the_file_that_is_missing_is_named,
    a_program_that_breaks_a_definition_is_refused,
    a_damaged_description_stops_the_run,
);
