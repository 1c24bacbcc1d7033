//! The reading of answers of MLIR.

use super::*;

fn captured(text: &str) -> Captured {
    Captured { bytes: text.as_bytes().to_vec(), dropped: 0 }
}

fn exit(code: i32, stderr: &str) -> Ending {
    Ending::Exit { code, stdout: captured(""), stderr: captured(stderr) }
}

fn at(line: usize, column: usize) -> Position {
    Position { line, column }
}

#[test]
fn a_version_is_read_from_what_mlir_opt_says() {
    assert_eq!(version("Debian LLVM version 22.1.8\n  Optimized build.\n"), Some("22.1.8".into()));
    assert_eq!(version("LLVM (http://llvm.org/):\n  LLVM version 23.0.0git\n"), Some("23.0.0git".into()));
    assert_eq!(version("gcc 12"), None);
}

#[test]
fn a_program_that_is_not_mlir_opt_is_refused() {
    assert!(matches!(MlirOpt::at("true"), Err(MlirOptError::NotMlirOpt(_))));
    assert!(matches!(MlirOpt::at("/nowhere/mlir-opt"), Err(MlirOptError::NotFound(_))));
}

#[test]
fn exit_codes_above_128_are_crashes() {
    let submission = Submission::of_text("");
    for (code, signal) in [(133, 5), (134, 6), (139, 11)] {
        let outcome = classify(exit(code, "oops\nPLEASE submit a bug report\n #0 0x7fff"), &submission);
        assert_eq!(outcome, Outcome::Crash { signal, stderr: "oops".into() });
    }
}

#[test]
fn a_failed_allocation_is_not_a_crash() {
    let stderr = captured("LLVM ERROR: out of memory\nStack dump:\n");
    let ending = Ending::Signal { signal: 6, stdout: captured(""), stderr };
    assert_eq!(classify(ending, &Submission::of_text("")), Outcome::OutOfMemory);
}

#[test]
fn a_kill_from_outside_is_not_a_crash() {
    let ending = Ending::Signal { signal: 9, stdout: captured(""), stderr: captured("") };
    assert!(matches!(classify(ending, &Submission::of_text("")), Outcome::NoAnswer(_)));
}

#[test]
fn an_error_without_a_diagnostic_is_no_answer() {
    let ending = exit(1, "mlir-opt: Unknown command line argument '--nope'.");
    assert!(matches!(classify(ending, &Submission::of_text("")), Outcome::NoAnswer(_)));
}

#[test]
fn truncated_output_is_no_answer() {
    let stdout = Captured { bytes: b"module {".to_vec(), dropped: 9 };
    let ending = Ending::Exit { code: 0, stdout, stderr: captured("") };
    assert!(matches!(classify(ending, &Submission::of_text("")), Outcome::NoAnswer(_)));
}

#[test]
fn diagnostics_keep_severity_message_and_place() {
    let stderr = "<stdin>:2:3: error: 'a.b' op bad: error: x\n  \"a.b\"\n  ^\n\
                  x.c:7:8: note: called from\n<unknown>:0: warning: loc(\"n\"): w\n";
    let found = read_diagnostics(stderr, |position| Some(Place::Payload(position)));
    let expected = [
        (Severity::Error, "'a.b' op bad: error: x", Place::Payload(at(2, 3))),
        (Severity::Note, "called from", Place::Elsewhere("x.c:7:8".into())),
        (Severity::Warning, "loc(\"n\"): w", Place::Elsewhere("<unknown>:0".into())),
    ];
    let expected =
        expected.map(|(severity, message, place)| Diagnostic { severity, message: message.into(), place });
    assert_eq!(found, expected);
}
