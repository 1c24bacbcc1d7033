//! `assay fmt` as a user runs it: canonical text in both forms, `--check`, every error of every file in one run, and
//! what is left alone. Runs the built program; knows nothing of its insides.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const ODD: &str = "func.func  @f( %x : i32 )->i32 {\n  %y=arith.addi %x,%x:i32\n  func.return %y : i32 }\n";
const PRETTY: &str =
    "func.func @f(%arg0: i32) -> i32 {\n  %0 = arith.addi %arg0, %arg0 : i32\n  return %0 : i32\n}\n";
const GENERIC: &str = r#""func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
^bb0(%arg0: i32):
  %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  "func.return"(%0) : (i32) -> ()
}) : () -> ()
"#;
const WRONG: &str =
    "%0 = \"a.b\"( : () -> i32\n\"a.c\"(%9) : (i32) -> ()\nfoo.bar %0\n\"a.d\"() : () -> ()\n";

/// A folder with files.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().expect("tests can make folders");
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).expect("tests can write files");
        }
        Folder(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).expect("the file is there")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(self.path()).arg("fmt").args(arguments);
        command
    }

    fn fmt(&self, arguments: &[&str]) -> Ran {
        Ran::from_output(&self.command(arguments).output().expect("the program was built"))
    }

    /// With a text on standard input.
    fn pipe(&self, arguments: &[&str], input: &str) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built");
        let mut stdin = child.stdin.take().expect("it is piped");
        match stdin.write_all(input.as_bytes()) {
            // What the program refuses before it reads stays in the pipe.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {}
            written => written.expect("it is read"),
        }
        drop(stdin);
        Ran::from_output(&child.wait_with_output().expect("it ends"))
    }
}

/// What became of one run.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn from_output(output: &Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn new(code: i32, out: &str, err: &str) -> Ran {
        Ran { code: Some(code), out: out.to_owned(), err: err.to_owned() }
    }
}

fn a_file_is_rewritten_in_place_once() {
    let folder = Folder::with(&[("f.mlir", ODD)]);
    assert_eq!(folder.fmt(&["f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), PRETTY);
    assert_eq!(folder.fmt(&["f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), PRETTY);
}

fn the_generic_form_says_the_same() {
    let folder = Folder::with(&[("f.mlir", ODD)]);
    assert_eq!(folder.fmt(&["--generic", "f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), GENERIC);
    assert_eq!(folder.fmt(&["f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), PRETTY);
}

fn standard_input_goes_to_standard_output() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.pipe(&["-"], ODD), Ran::new(0, PRETTY, ""));
    assert_eq!(folder.pipe(&["-", "--generic"], ODD), Ran::new(0, GENERIC, ""));
}

fn check_names_the_files_that_differ_and_writes_nothing() {
    let folder = Folder::with(&[("a.mlir", ODD), ("b.mlir", PRETTY), ("c.mlir", ODD)]);
    assert_eq!(folder.fmt(&["--check", "a.mlir", "b.mlir", "c.mlir"]), Ran::new(1, "a.mlir\nc.mlir\n", ""));
    assert_eq!(folder.text("a.mlir"), ODD);
    assert_eq!(folder.fmt(&["--check", "b.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.fmt(&["--check", "--generic", "b.mlir"]), Ran::new(1, "b.mlir\n", ""));
}

fn every_error_of_every_file_is_said_in_one_run_and_good_files_are_written() {
    let folder = Folder::with(&[("a.mlir", WRONG), ("b.mlir", ODD), ("c.mlir", "\"x.y\"(\n")]);
    let ran = folder.fmt(&["a.mlir", "b.mlir", "c.mlir", "gone.mlir"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for place in ["--> a.mlir:1:", "--> a.mlir:2:", "--> a.mlir:3:", "--> c.mlir:", "cannot read gone.mlir"] {
        assert!(ran.err.contains(place), "{place}\n{}", ran.err);
    }
    assert!(ran.err.contains("--mlir-print-op-generic"), "{}", ran.err);
    assert_eq!(folder.text("a.mlir"), WRONG);
    assert_eq!(folder.text("b.mlir"), PRETTY);
}

fn errors_are_json_when_asked() {
    let folder = Folder::with(&[("a.mlir", WRONG)]);
    let ran = folder.fmt(&["--format", "json", "a.mlir"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{ran:?}");
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let findings = json["diagnostics"].as_array().expect("diagnostics are a list");
    let lines: Vec<u64> = findings.iter().map(|one| one["line"].as_u64().expect("each has a line")).collect();
    assert_eq!(lines, [1, 2, 3], "{}", ran.out);
}

fn json_and_the_text_do_not_share_standard_output() {
    let folder = Folder::with(&[]);
    let ran = folder.pipe(&["--format", "json", "-"], ODD);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("cannot share standard output"), "{}", ran.err);
}

fn comments_are_dropped_only_when_asked() {
    let text = format!("// keep me\n{ODD}");
    let folder = Folder::with(&[("f.mlir", &text)]);
    let ran = folder.fmt(&["f.mlir"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("f.mlir holds comments"), "{}", ran.err);
    assert_eq!(folder.text("f.mlir"), text);
    assert_eq!(folder.fmt(&["--drop-comments", "f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), PRETTY);
}

fn well_formed_holds_programs_against_their_specs_and_patterns_against_the_rules_of_pdl() {
    let text = "%0 = \"arith.constant\"() <{value = 1 : i32}> : () -> i32\n%1 = arith.addi %0, %0 : i32\n\
                \"arith.addi\"(%0) : (i32) -> ()\npdl.pattern @p : benefit(1) {\n  rewrite with \"f\"\n}\n";
    let folder = Folder::with(&[("f.mlir", text)]);
    assert_eq!(folder.fmt(&["--check", "f.mlir"]).err, "");
    let ran = folder.fmt(&["--check", "--well-formed", "f.mlir"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("--> f.mlir:3:") && ran.err.contains("--> f.mlir:4:"), "{}", ran.err);
}

fn bytes_that_are_no_text_are_refused_by_name_and_left_alone() {
    for (bytes, why) in [
        (&b"ML\xEFR\x01"[..], "bytecode"),
        (b"\"a.b\"()\n\xFF", "not UTF-8: line 2"),
        (b"\"a.b\"\0", "NUL byte: line 1"),
    ] {
        let folder = Folder::with(&[]);
        let path: PathBuf = folder.path().join("f.mlir");
        std::fs::write(&path, bytes).expect("tests can write files");
        let ran = folder.fmt(&["f.mlir"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.starts_with("error: ") && ran.err.contains("f.mlir: this "), "{}", ran.err);
        assert!(ran.err.contains(why), "{}", ran.err);
        assert_eq!(std::fs::read(&path).expect("it is there"), bytes);
    }
}

fn line_ends_of_windows_and_a_byte_order_mark_are_read() {
    let folder = Folder::with(&[("f.mlir", &format!("\u{feff}{}", ODD.replace('\n', "\r\n")))]);
    assert_eq!(folder.fmt(&["f.mlir"]), Ran::new(0, "", ""));
    assert_eq!(folder.text("f.mlir"), PRETTY);
}

assay_testing::tests!(
    a_file_is_rewritten_in_place_once,
    the_generic_form_says_the_same,
    standard_input_goes_to_standard_output,
    check_names_the_files_that_differ_and_writes_nothing,
    every_error_of_every_file_is_said_in_one_run_and_good_files_are_written,
    errors_are_json_when_asked,
    json_and_the_text_do_not_share_standard_output,
    comments_are_dropped_only_when_asked,
    well_formed_holds_programs_against_their_specs_and_patterns_against_the_rules_of_pdl,
    bytes_that_are_no_text_are_refused_by_name_and_left_alone,
    line_ends_of_windows_and_a_byte_order_mark_are_read,
);
