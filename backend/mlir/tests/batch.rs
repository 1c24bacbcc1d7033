//! Answers of MLIR to many texts at once.

use std::time::Duration;

use assay_mlir::opt::{ParseOptions, Place, Position};
use assay_mlir::process::Limits;
use assay_mlir::{Batch, Outcome};
use assay_testing::Checked;

const CRASH: &str = "pdl.pattern : benefit(1) {\n  %r = pdl.operation \"foo.a\"\n  pdl.rewrite %r {\n    \
                     pdl.erase %r\n    pdl.erase %r\n  }\n}";
const KEEP: &str = "pdl.pattern : benefit(1) {\n  %r = pdl.operation \"foo.z\"\n  pdl.rewrite %r {\n    \
                    pdl.erase %r\n  }\n}";
const HANG: &str = "pdl.pattern : benefit(1) {\n  %r = pdl.operation \"foo.a\"\n  pdl.rewrite %r {\n    \
                    %n = pdl.operation \"foo.a\"\n    pdl.erase %r\n  }\n}";

fn payload(index: usize) -> String {
    format!("#n = {index} : i32\n\"foo.a\"() : () -> ()\n\"foo.n\"() {{n = #n}} : () -> ()")
}

fn three_hundred_texts_with_two_crashes_and_one_error_each_get_their_own_outcome() -> Checked {
    let opt = assay_testing::mlir()?;
    let mut batch = Batch::of_pdl(&opt, None);
    for index in 0..300 {
        match index {
            17 | 205 => batch.push_pdl(CRASH, &payload(index)),
            150 => batch.push_pdl(KEEP, "\n\"foo.a\"( : () -> ()"),
            _ => batch.push_pdl(KEEP, &payload(index)),
        }
    }
    let outcomes = batch.run();
    assert_eq!(outcomes.len(), 300);
    for (index, outcome) in outcomes.iter().enumerate() {
        match (index, outcome) {
            (17 | 205, Outcome::Crash { .. }) => {}
            (150, Outcome::Error(diagnostics)) => {
                assert!(matches!(diagnostics[0].place, Place::Payload(Position { line: 2, .. })));
            }
            (_, Outcome::Ok(text)) => assert!(text.contains(&format!("{{n = {index} : i32}}")), "{text}"),
            (_, outcome) => panic!("{index}: {outcome:?}"),
        }
    }
    Ok(())
}

fn texts_that_are_asked_as_one_are_answered_as_alone() -> Checked {
    let opt = assay_testing::mlir()?;
    for wrong in [None, Some(CRASH), Some("pdl.pattern")] {
        let mut batch = Batch::of_pdl(&opt, None).expecting_success();
        let mut alone = Vec::new();
        for index in 0..5 {
            let patterns = wrong.filter(|_| index == 3).unwrap_or(KEEP);
            let payload = format!("\"foo.n\"() {{n = {index}}} : () -> ()\n\"foo.z\"() : () -> ()");
            batch.push_pdl(patterns, &payload);
            alone.push(opt.apply_pdl(patterns, &payload, None));
        }
        let together = batch.run();
        let crash = |outcome: &Outcome| matches!(outcome, Outcome::Crash { .. });
        for (together, alone) in together.iter().zip(&alone) {
            assert!(together == alone || crash(together) && crash(alone), "{together:?} and {alone:?}");
        }
    }
    Ok(())
}

fn a_text_that_hangs_costs_only_itself() -> Checked {
    let opt = assay_testing::mlir()?;
    let wall = Duration::from_secs(2);
    let opt = opt.with_limits(Limits { wall, ..Limits::default() });
    let mut batch = Batch::of_pdl(&opt, None);
    for index in 0..6 {
        batch.push_pdl(if index == 3 { HANG } else { KEEP }, &payload(index));
    }
    for (index, outcome) in batch.run().iter().enumerate() {
        match (index, outcome) {
            (3, Outcome::TimedOut) | (0..3 | 4.., Outcome::Ok(_)) => {}
            _ => panic!("{index}: {outcome:?}"),
        }
    }
    Ok(())
}

fn a_batch_answers_what_asking_one_by_one_answers() -> Checked {
    let opt = assay_testing::mlir()?;
    let options = ParseOptions { allow_unregistered: true, generic: true, ..ParseOptions::default() };
    let texts = [
        "\"foo.a\"() {s = \"// -----\"} : () -> ()",
        "",
        "// -----\n\"foo.b\"() : () -> ()",
        "module @x {\n}",
        "\"arith.addi\"() : () -> () loc(\"<stdin>\":1:1)",
        "\"arith.addi\"() : () -> () loc(\"elsewhere.c\":4:1)",
        "\"arith.addi\"() : () -> ()",
        "#a = 3\n\"foo.a\"() {s = #a} : () -> ()",
        "#a = 3\n\"foo.a\"() {s = #b} : () -> ()\n",
    ];
    let mut batch = Batch::of_texts(&opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    let alone: Vec<Outcome> = texts.iter().map(|text| opt.parse_print(text, &options)).collect();
    assert_eq!(batch.run(), alone);
    Ok(())
}

fn every_text_of_a_batch_sees_the_irdl_file() -> Checked {
    let opt = assay_testing::mlir()?;
    let file = tempfile::NamedTempFile::new().expect("the temporary directory is writable");
    let spec =
        "irdl.dialect @d {\n  irdl.operation @o {\n    %0 = irdl.is i32\n    irdl.results(r: %0)\n  }\n}";
    std::fs::write(file.path(), spec).expect("the temporary directory is writable");
    let options = ParseOptions { irdl: Some(file.path().into()), ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    for kind in ["i32", "i64", "i32"] {
        batch.push_text(&format!("%0 = \"d.o\"() : () -> {kind}"));
    }
    let outcomes = batch.run();
    assert!(matches!(&outcomes[..], [Outcome::Ok(_), Outcome::Error(_), Outcome::Ok(_)]), "{outcomes:?}");
    Ok(())
}

assay_testing::tests!(
    three_hundred_texts_with_two_crashes_and_one_error_each_get_their_own_outcome,
    texts_that_are_asked_as_one_are_answered_as_alone,
    a_text_that_hangs_costs_only_itself,
    a_batch_answers_what_asking_one_by_one_answers,
    every_text_of_a_batch_sees_the_irdl_file,
);
