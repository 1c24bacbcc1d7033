//! Answers of MLIR to one text.

use std::time::Duration;

use assay_mlir::Outcome;
use assay_mlir::opt::{ParseOptions, Place, Position};
use assay_mlir::process::Limits;
use assay_testing::Checked;

const RENAME: &str = r#"
pdl.pattern @rename : benefit(1) {
  %root = pdl.operation "foo.a"
  pdl.rewrite %root {
    %new = pdl.operation "foo.b"
    pdl.replace %root with %new
  }
}"#;

/// Creates a new root for itself without end.
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

/// Erases one operation twice, which is undefined behaviour.
const DOUBLE_ERASE: &str = r#"
pdl.pattern @twice : benefit(1) {
  %root = pdl.operation "foo.a"
  pdl.rewrite %root {
    pdl.erase %root
    pdl.erase %root
  }
}"#;

fn a_valid_text_is_printed() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.parse_print("\"foo.a\"() : () -> ()", &UNREGISTERED());
    assert_eq!(outcome, Outcome::Ok("module {\n  \"foo.a\"() : () -> ()\n}\n".into()));
    Ok(())
}

fn the_generic_form_is_printed_on_request() -> Checked {
    let opt = assay_testing::mlir()?;
    let options = ParseOptions { generic: true, ..ParseOptions::default() };
    let Outcome::Ok(text) = opt.parse_print("func.func private @f()", &options) else { panic!() };
    assert!(text.contains("\"func.func\"()"), "{text}");
    Ok(())
}

fn the_version_is_that_of_the_binary() -> Checked {
    let opt = assay_testing::mlir()?;
    assert!(opt.version().starts_with(|c: char| c.is_ascii_digit()), "{}", opt.version());
    Ok(())
}

fn a_refused_text_gives_its_diagnostics_with_places() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.parse_print("\n  \"foo.a\"() : () -> ()", &ParseOptions::default());
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert!(
        matches!(&diagnostics[0].place, Place::Payload(position) if position.line == 2),
        "{diagnostics:?}"
    );
    assert!(diagnostics[0].message.contains("unregistered dialect"), "{diagnostics:?}");
    Ok(())
}

fn an_unknown_flag_is_no_answer() -> Checked {
    let opt = assay_testing::mlir()?;
    let options = ParseOptions { extra: vec!["--no-such-flag".into()], ..ParseOptions::default() };
    assert!(matches!(opt.parse_print("", &options), Outcome::NoAnswer(_)));
    Ok(())
}

fn an_irdl_file_registers_its_dialect() -> Checked {
    let opt = assay_testing::mlir()?;
    let directory = tempfile::tempdir().expect("the temporary directory is writable");
    let file = directory.path().join("d.irdl.mlir");
    let spec =
        "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.results(r: %0)\n  }\n}";
    std::fs::write(&file, spec).expect("the temporary directory is writable");
    let options = ParseOptions { irdl: Some(file), ..ParseOptions::default() };
    assert!(matches!(opt.parse_print("%0 = \"d.o\"() : () -> i32", &options), Outcome::Ok(_)));
    assert!(matches!(opt.parse_print("%0 = \"d.o\"() : () -> i64", &options), Outcome::Error(_)));
    Ok(())
}

fn a_pattern_is_applied_to_the_payload() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.apply_pdl(RENAME, "\"foo.a\"() : () -> ()", None);
    let expected = "module {\n  module @ir {\n    \"foo.b\"() : () -> ()\n  }\n}\n";
    assert_eq!(outcome, Outcome::Ok(expected.into()));
    Ok(())
}

fn aliases_of_patterns_and_payload_do_not_meet() -> Checked {
    let opt = assay_testing::mlir()?;
    let patterns =
        format!("#k = 1 : i32\n{}", RENAME.replace("%new =", "%k = pdl.attribute = #k\n    %new ="))
            .replace("\"foo.b\"", "\"foo.b\" {\"k\" = %k}");
    let payload = "#k = 2 : i32\n!t = i7\n\"foo.a\"() : () -> ()\n%0 = \"foo.c\"() {k = #k} : () -> !t";
    let outcome = opt.apply_pdl(&patterns, payload, None);
    let Outcome::Ok(text) = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("\"foo.b\"() {k = 1 : i32}"), "{text}");
    assert!(text.contains("\"foo.c\"() {k = 2 : i32} : () -> i7"), "{text}");
    Ok(())
}

fn a_resource_of_the_payload_is_kept() -> Checked {
    let opt = assay_testing::mlir()?;
    let payload = "\"foo.r\"() {v = dense_resource<r> : tensor<1xi64>} : () -> ()\n\
                   {-#\n  dialect_resources: {builtin: {r: \"0x08000000010000000000000002\"}}\n#-}";
    let outcome = opt.apply_pdl(RENAME, payload, None);
    let Outcome::Ok(text) = outcome else { panic!("{outcome:?}") };
    assert!(text.contains("0x08000000010000000000000002"), "{text}");
    Ok(())
}

fn an_error_in_the_patterns_points_into_the_patterns() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.apply_pdl("#a = 1\n\npdl.pattern @p : benefit(-1) {\n}", "", None);
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert!(matches!(diagnostics[0].place, Place::Patterns(Position { line: 3, .. })), "{diagnostics:?}");
    Ok(())
}

fn a_broken_result_is_an_error_in_the_payload() -> Checked {
    let opt = assay_testing::mlir()?;
    let payload = "%0 = \"foo.a\"() : () -> i32\n\"foo.u\"(%0) : (i32) -> ()";
    let outcome = opt.apply_pdl(ERASE_USED, payload, None);
    let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
    assert_eq!(diagnostics[0].message, "null operand found");
    assert_eq!(diagnostics[0].place, Place::Payload(Position { line: 2, column: 1 }));
    Ok(())
}

fn undefined_behaviour_is_a_crash() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.apply_pdl(DOUBLE_ERASE, "\"foo.a\"() : () -> ()", None);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
    Ok(())
}

fn no_patterns_at_all_crash_mlir() -> Checked {
    let opt = assay_testing::mlir()?;
    let outcome = opt.apply_pdl("", "\"foo.a\"() : () -> ()", None);
    assert!(matches!(outcome, Outcome::Crash { .. }), "{outcome:?}");
    Ok(())
}

fn a_pattern_that_feeds_itself_times_out() -> Checked {
    let opt = assay_testing::mlir()?;
    let limits = Limits { wall: Duration::from_millis(500), ..Limits::default() };
    let outcome = opt.with_limits(limits).apply_pdl(SELF_FEEDING, "\"foo.a\"() : () -> ()", None);
    assert_eq!(outcome, Outcome::TimedOut);
    Ok(())
}

fn too_little_memory_is_not_an_answer_of_mlir() -> Checked {
    let opt = assay_testing::mlir()?;
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let outcome = opt.with_limits(limits).parse_print("", &ParseOptions::default());
    assert!(matches!(outcome, Outcome::NoAnswer(_) | Outcome::OutOfMemory), "{outcome:?}");
    Ok(())
}

assay_testing::tests!(
    a_valid_text_is_printed,
    the_generic_form_is_printed_on_request,
    the_version_is_that_of_the_binary,
    a_refused_text_gives_its_diagnostics_with_places,
    an_unknown_flag_is_no_answer,
    an_irdl_file_registers_its_dialect,
    a_pattern_is_applied_to_the_payload,
    aliases_of_patterns_and_payload_do_not_meet,
    a_resource_of_the_payload_is_kept,
    an_error_in_the_patterns_points_into_the_patterns,
    a_broken_result_is_an_error_in_the_payload,
    undefined_behaviour_is_a_crash,
    no_patterns_at_all_crash_mlir,
    a_pattern_that_feeds_itself_times_out,
    too_little_memory_is_not_an_answer_of_mlir,
);
