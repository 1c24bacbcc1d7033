//! What users give to `assay check` besides one good file: the same file under other names, text with more errors than
//! are told, dialects that are none, and a reader of the output that goes away. Runs the built program.

use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const GOOD: &str = "pdl.pattern @p : benefit(1) {
  %r = pdl.operation \"lab.sink\"
  pdl.rewrite %r {
    pdl.erase %r
  }
}
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("tests can make folders");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).args(["check", "--rules", "S"]).args(arguments);
    command
}

fn check(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    command(folder.path(), arguments).args(["--format", "concise"]).output().expect("the program was built")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn a_file_given_in_three_spellings_is_judged_once() {
    let folder = folder(&[("p.mlir", GOOD)]);
    let whole = folder.path().join("p.mlir").display().to_string();
    let output = check(&folder, &["p.mlir", "./p.mlir", &whole]);
    assert!(stdout(&output).contains("1 pattern"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
}

/// An editor hands over a text that it has not saved: findings name the file, and its ending says how the text is read.
fn standard_input_has_the_name_of_the_file_that_it_is_the_text_of() {
    let folder = folder(&[("p.mlir", "")]);
    let piped = |text: &str, arguments: &[&str]| {
        let mut child = command(folder.path(), arguments)
            .args(["--format", "concise"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built");
        child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it is read");
        child.wait_with_output().expect("it ends")
    };
    let broken = GOOD.replace("pdl.erase %r", "pdl.erase %x");
    let output = piped(&broken, &["-", "--stdin-filename", "./p.mlir"]);
    assert!(stdout(&output).starts_with("p.mlir:4:"), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(1));
    let in_cpp = format!("auto text = R\"({broken})\";\n");
    let output = piped(&in_cpp, &["-", "--stdin-filename", "lib/p.cpp"]);
    assert!(stdout(&output).starts_with("lib/p.cpp:4:"), "{}", stdout(&output));
    let output = piped(&broken, &["-"]);
    assert!(stdout(&output).starts_with("<stdin>:4:"), "{}", stdout(&output));
    let output =
        piped(&broken, &["-", "--stdin-filename", "p.mlir", "--exclude", "p.mlir", "--force-exclude"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

fn patterns_behind_the_last_error_that_is_told_are_not_judged() {
    let folder =
        folder(&[("p.mlir", &format!("{GOOD}{}{}", "foo.bar !\n".repeat(1200), GOOD.replace("@p", "@q")))]);
    let output = check(&folder, &["p.mlir"]);
    let text = stdout(&output);
    assert!(text.contains("more than 1000 errors; the rest is left out"), "{text}");
    assert!(!text.contains("2 well-formed") && !text.contains("@q"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

fn a_file_without_a_dialect_is_no_dialect() {
    let folder = folder(&[("p.mlir", GOOD), ("d.mlir", "\"a.b\"() : () -> ()\n"), ("e.mlir", "")]);
    for name in ["d.mlir", "e.mlir"] {
        let output = check(&folder, &["p.mlir", "--dialect", name]);
        let line = format!("the dialect {name} cannot be used: it holds no `irdl.dialect`");
        assert!(stderr(&output).contains(&line), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(2));
    }
}

fn an_operation_that_a_dialect_defines_twice_is_told_with_both_places() {
    let dialect = "irdl.dialect @d {\n  irdl.operation @a {}\n  irdl.operation @a {}\n}\n";
    let folder = folder(&[("p.mlir", GOOD), ("d.mlir", dialect)]);
    let output = check(&folder, &["p.mlir", "--dialect", "d.mlir"]);
    let text = stderr(&output);
    assert!(text.contains("the operation `d.a` is defined twice"), "{text}");
    assert!(text.contains("d.mlir:3:3") && text.contains("first defined here"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}

/// As in MLIR: it is accepted, and matches nothing.
fn an_operation_with_an_empty_name_is_judged() {
    let folder = folder(&[("p.mlir", &GOOD.replace("lab.sink", ""))]);
    let output = check(&folder, &["p.mlir"]);
    assert!(stdout(&output).contains("1 pattern"), "{} {}", stdout(&output), stderr(&output));
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
}

fn the_number_of_jobs_is_between_1_and_256() {
    let folder = folder(&[("p.mlir", GOOD)]);
    let few = check(&folder, &["p.mlir", "--jobs", "2"]);
    let many = check(&folder, &["p.mlir", "--jobs", "256"]);
    assert_eq!((stdout(&many), many.status.code()), (stdout(&few), few.status.code()));
    assert_eq!(stderr(&many), stderr(&few));
    for wrong in ["0", "-1", "257", "100000000", "99999999999999999999999"] {
        assert_eq!(check(&folder, &["p.mlir", &format!("--jobs={wrong}")]).status.code(), Some(2));
    }
}

/// More than a pipe holds, and no reader.
fn a_closed_pipe_is_no_panic() {
    let many: String = (0..2000).map(|n| GOOD.replace("@p", &format!("@p{n}"))).collect();
    let folder = folder(&[("p.mlir", &many)]);
    let commands: [&[&str]; 4] = [
        &["check", "--rules", "S", "p.mlir", "--format", "json"],
        &["fmt", "--check", "--generic", "p.mlir"],
        &["explain", "--markdown"],
        &["man"],
    ];
    for arguments in commands {
        let mut child = Command::new(env!("CARGO_BIN_EXE_assay"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program was built");
        drop(child.stdout.take());
        let mut errors = String::new();
        let mut stderr = child.stderr.take().expect("it is piped");
        stderr.read_to_string(&mut errors).expect("messages are text");
        let status = child.wait().expect("it ends");
        assert!(status.code().is_some_and(|code| code < 3), "{arguments:?}: {status}");
        assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    }
}

fn the_question_about_a_pattern_can_be_asked_again_as_it_was_written() {
    let folder = folder(&[("p.mlir", GOOD)]);
    let written = check(&folder, &["p.mlir", "--rules", "T", "--emit-subset", "questions"]);
    assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
    let question = std::fs::read_dir(folder.path().join("questions"))
        .expect("it was made")
        .flat_map(|below| {
            std::fs::read_dir(below.expect("readable").path()).expect("a folder of each pattern")
        })
        .map(|file| file.expect("readable").path())
        .next()
        .expect("a question");
    let asked =
        Command::new(env!("CARGO_BIN_EXE_assay")).arg("subset").arg(&question).output().expect("it runs");
    assert_eq!(asked.status.code(), Some(0), "{}", stderr(&asked));
    let none = folder.path().join("none.mlir");
    std::fs::write(&none, "\"a.b\"() : () -> ()\n").expect("tests can write files");
    let said = Command::new(env!("CARGO_BIN_EXE_assay")).arg("subset").arg(&none).output().expect("it runs");
    assert!(
        stderr(&said).contains("holds no `irdl.dialect` and no `irdl.check_subset`"),
        "{}",
        stderr(&said)
    );
}

assay_testing::tests!(
    a_file_given_in_three_spellings_is_judged_once,
    standard_input_has_the_name_of_the_file_that_it_is_the_text_of,
    patterns_behind_the_last_error_that_is_told_are_not_judged,
    a_file_without_a_dialect_is_no_dialect,
    an_operation_that_a_dialect_defines_twice_is_told_with_both_places,
    an_operation_with_an_empty_name_is_judged,
    the_number_of_jobs_is_between_1_and_256,
    a_closed_pipe_is_no_panic,
    the_question_about_a_pattern_can_be_asked_again_as_it_was_written,
);
