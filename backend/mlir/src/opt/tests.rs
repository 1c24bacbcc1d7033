//! What real MLIR answers, and how its answers are read. Skipped where it is not installed.

use std::time::Duration;

use super::*;
use crate::testing::mlir_or_skip;

const RENAME: &str = r#"
pdl.pattern @rename : benefit(1) {
  %root = pdl.operation "foo.a"
  pdl.rewrite %root {
    %new = pdl.operation "foo.b"
    pdl.replace %root with %new
  }
}"#;

/// Erases one operation twice, which is undefined behaviour.
pub(crate) const DOUBLE_ERASE: &str = r#"
pdl.pattern @twice : benefit(1) {
  %root = pdl.operation "foo.a"
  pdl.rewrite %root {
    pdl.erase %root
    pdl.erase %root
  }
}"#;

/// Makes a new root for itself for ever.
const SELF_FEEDING: &str = r#"
pdl.pattern @again : benefit(1) {
  %root = pdl.operation "foo.a"
  pdl.rewrite %root {
    %new = pdl.operation "foo.a"
    pdl.erase %root
  }
}"#;

/// Leaves the user of an erased operation behind, which the verifier of MLIR then refuses.
const ERASE_USED: &str = r#"
pdl.pattern @used : benefit(1) {
  %type = pdl.type
  %def = pdl.operation "foo.a" -> (%type : !pdl.type)
  %value = pdl.result 0 of %def
  %root = pdl.operation "foo.u"(%value : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %def
  }
}"#;

const UNREGISTERED: fn() -> ParseOptions =
    || ParseOptions { allow_unregistered: true, ..ParseOptions::default() };

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

#[test]
fn a_valid_text_is_printed() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.parse_print("\"foo.a\"() : () -> ()", &UNREGISTERED());
    assert_eq!(outcome, Outcome::Ok("module {\n  \"foo.a\"() : () -> ()\n}\n".into()));
}

#[test]
fn the_generic_form_is_printed_on_request() {
    let Some(opt) = mlir_or_skip() else { return };
    let options = ParseOptions { generic: true, ..ParseOptions::default() };
    let Outcome::Ok(text) = opt.parse_print("func.func private @f()", &options) else { panic!() };
    assert!(text.contains("\"func.func\"()"), "{text}");
}

#[test]
fn the_version_is_that_of_the_binary() {
    let Some(opt) = mlir_or_skip() else { return };
    assert!(opt.version().starts_with(|c: char| c.is_ascii_digit()), "{}", opt.version());
}

#[test]
fn a_refused_text_gives_its_diagnostics_with_places() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.parse_print("\n  \"foo.a\"() : () -> ()", &ParseOptions::default());
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert!(
        matches!(&diagnostics[0].place, Place::Payload(position) if position.line == 2),
        "{diagnostics:?}"
    );
    assert!(diagnostics[0].message.contains("unregistered dialect"), "{diagnostics:?}");
}

#[test]
fn an_unknown_flag_is_no_answer() {
    let Some(opt) = mlir_or_skip() else { return };
    let options = ParseOptions { extra: vec!["--no-such-flag".into()], ..ParseOptions::default() };
    assert!(matches!(opt.parse_print("", &options), Outcome::NoAnswer(_)));
}

#[test]
fn an_irdl_file_registers_its_dialect() {
    let Some(opt) = mlir_or_skip() else { return };
    let directory = tempfile::tempdir().expect("the temporary directory is writable");
    let file = directory.path().join("d.irdl.mlir");
    let spec =
        "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.results(r: %0)\n  }\n}";
    std::fs::write(&file, spec).expect("the temporary directory is writable");
    let options = ParseOptions { irdl: Some(file), ..ParseOptions::default() };
    assert!(matches!(opt.parse_print("%0 = \"d.o\"() : () -> i32", &options), Outcome::Ok(_)));
    assert!(matches!(opt.parse_print("%0 = \"d.o\"() : () -> i64", &options), Outcome::Error(_)));
}

#[test]
fn a_pattern_is_applied_to_the_payload() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.apply_pdl(RENAME, "\"foo.a\"() : () -> ()", None);
    let expected = "module {\n  module @ir {\n    \"foo.b\"() : () -> ()\n  }\n}\n";
    assert_eq!(outcome, Outcome::Ok(expected.into()));
}

#[test]
fn aliases_of_patterns_and_payload_do_not_meet() {
    let Some(opt) = mlir_or_skip() else { return };
    let patterns =
        format!("#k = 1 : i32\n{}", RENAME.replace("%new =", "%k = pdl.attribute = #k\n    %new ="))
            .replace("\"foo.b\"", "\"foo.b\" {\"k\" = %k}");
    let payload = "#k = 2 : i32\n!t = i7\n\"foo.a\"() : () -> ()\n%0 = \"foo.c\"() {k = #k} : () -> !t";
    let outcome = opt.apply_pdl(&patterns, payload, None);
    let Outcome::Ok(text) = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("\"foo.b\"() {k = 1 : i32}"), "{text}");
    assert!(text.contains("\"foo.c\"() {k = 2 : i32} : () -> i7"), "{text}");
}

#[test]
fn a_resource_of_the_payload_is_kept() {
    let Some(opt) = mlir_or_skip() else { return };
    let payload = "\"foo.r\"() {v = dense_resource<r> : tensor<1xi64>} : () -> ()\n\
                   {-#\n  dialect_resources: {builtin: {r: \"0x08000000010000000000000002\"}}\n#-}";
    let outcome = opt.apply_pdl(RENAME, payload, None);
    let Outcome::Ok(text) = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("0x08000000010000000000000002"), "{text}");
}

#[test]
fn an_error_in_the_patterns_points_into_the_patterns() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.apply_pdl("#a = 1\n\npdl.pattern @p : benefit(-1) {\n}", "", None);
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert!(matches!(diagnostics[0].place, Place::Patterns(Position { line: 3, .. })), "{diagnostics:?}");
}

#[test]
fn a_broken_result_is_an_error_in_the_payload() {
    let Some(opt) = mlir_or_skip() else { return };
    let payload = "%0 = \"foo.a\"() : () -> i32\n\"foo.u\"(%0) : (i32) -> ()";
    let outcome = opt.apply_pdl(ERASE_USED, payload, None);
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert_eq!(diagnostics[0].message, "null operand found");
    assert_eq!(diagnostics[0].place, Place::Payload(at(2, 1)));
}

#[test]
fn undefined_behaviour_is_a_crash() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.apply_pdl(DOUBLE_ERASE, "\"foo.a\"() : () -> ()", None);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
}

#[test]
fn no_patterns_at_all_crash_mlir() {
    let Some(opt) = mlir_or_skip() else { return };
    let outcome = opt.apply_pdl("", "\"foo.a\"() : () -> ()", None);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
}

#[test]
fn a_pattern_that_feeds_itself_times_out() {
    let Some(opt) = mlir_or_skip() else { return };
    let limits = Limits { wall: Duration::from_millis(500), ..Limits::default() };
    let outcome = opt.with_limits(limits).apply_pdl(SELF_FEEDING, "\"foo.a\"() : () -> ()", None);
    assert_eq!(outcome, Outcome::TimedOut);
}

#[test]
fn too_little_memory_is_not_an_answer_of_mlir() {
    let Some(opt) = mlir_or_skip() else { return };
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let outcome = opt.with_limits(limits).parse_print("", &ParseOptions::default());
    assert!(matches!(outcome, Outcome::NoAnswer(_) | Outcome::OutOfMemory), "{outcome:?}");
}
