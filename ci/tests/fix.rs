//! Guards and repairs on the command line: what is suggested for the example of a page is proved once it is applied.

use std::path::Path;
use std::process::{Command, Output};

use assay_mlir::Outcome;
use assay_mlir::opt::ParseOptions;
use assay_reports::RulePage;
use assay_testing::Checked;

/// Rules whose examples have a repair.
const REPAIRED: [&str; 6] = ["S103", "S104", "S105", "S107", "S109", "M501"];

/// Rules whose examples have a guard.
const GUARDED: [&str; 4] = ["S103", "S105", "S107", "S109"];

fn example(code: &str) -> String {
    let pages = assay_verifier::PAGES.iter().map(|page| RulePage::parse(page).expect("a page"));
    let page = pages.into_iter().find(|page| page.code.code() == code).expect("the rule has a page");
    page.examples().into_iter().next().expect("the page has an example")
}

fn check(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder)
        .args(["check", "--isolated", "--rules", "S,M,N"])
        .args(words)
        .output()
        .expect("the binary under test can be run")
}

fn folder(code: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the example");
    std::fs::write(folder.path().join("p.mlir"), example(code)).expect("the folder can be written");
    folder
}

fn a_repaired_pattern_is_proved() {
    for code in REPAIRED {
        let folder = folder(code);
        let before = check(folder.path(), &["p.mlir", "--fix", "--quiet"]);
        assert_eq!(before.status.code(), Some(1), "{code}");
        let after = check(folder.path(), &["p.mlir", "--format", "concise"]);
        assert_eq!(after.status.code(), Some(0), "{code}: {after:?}");
    }
}

fn a_repair_is_pdl_that_mlir_reads() -> Checked {
    let mlir = assay_testing::mlir()?;
    for code in REPAIRED {
        let folder = folder(code);
        check(folder.path(), &["p.mlir", "--fix", "--quiet"]);
        let text = std::fs::read_to_string(folder.path().join("p.mlir")).expect("it is there");
        let outcome = mlir.parse_print(&text, &ParseOptions::default());
        assert!(matches!(outcome, Outcome::Ok(_)), "{code}: {outcome:?}\n{text}");
    }
    Ok(())
}

fn guarded_patterns_are_written_and_proved() {
    for code in GUARDED {
        let folder = folder(code);
        check(folder.path(), &["p.mlir", "--emit-guarded", "g.mlir", "--quiet"]);
        let after = check(folder.path(), &["g.mlir", "--format", "concise"]);
        assert_eq!(after.status.code(), Some(0), "{code}: {after:?}");
        let text = std::fs::read_to_string(folder.path().join("g.mlir")).expect("it was written");
        assert!(text.contains("apply_native_constraint"), "{code}: {text}");
    }
}

fn a_guard_is_counted_and_said() {
    let folder = folder("S105");
    let output = check(folder.path(), &["p.mlir", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(report["summary"]["guarded"], 1);
    let finding = &report["patterns"][0]["findings"][0];
    assert_eq!(finding["guard"], "nothing uses the result of %root");
    assert!(finding["fix"]["edits"].as_array().is_some_and(|edits| !edits.is_empty()));
}

fn what_no_test_of_the_program_excuses_has_no_guard() {
    let folder = folder("S110");
    let output = check(folder.path(), &["p.mlir", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert!(report["patterns"][0]["findings"][0]["guard"].is_null());
    assert!(report["patterns"][0]["findings"][0]["fix"].is_null());
}

fn rules_that_are_not_shown_are_said_to_refute() {
    let folder = folder("S103");
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["check", "--isolated", "--rules", "S105", "p.mlir"])
        .output()
        .expect("the binary under test can be run");
    let alone = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert!(!alone.contains("error["), "{alone}");
    assert!(alone.contains("by S103 alone, which is not shown: 1"), "{alone}");
}

fn the_command_of_a_finding_says_what_its_verdict_hangs_on() {
    let folder = folder("S103");
    let dialect = "irdl.dialect @own {\n}\n";
    std::fs::write(folder.path().join("own.irdl.mlir"), dialect).expect("the folder can be written");
    let more = ["p.mlir", "--dialect", "own.irdl.mlir", "--region-kind", "ssacfg"];
    let text = String::from_utf8(check(folder.path(), &more).stdout).expect("output is UTF-8");
    let run = text.lines().find(|line| line.contains("= run: ")).unwrap_or_default();
    assert!(run.ends_with("--dialect own.irdl.mlir --region-kind ssacfg"), "{text}");
}

/// Name and verdict of each pattern of a folder, and true when a finding has a fix.
fn judged(folder: &Path, words: &[&str]) -> Vec<(String, String, bool)> {
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder)
        .args(["check", "--isolated", "--format", "json", "."])
        .args(words)
        .output()
        .expect("the binary under test can be run");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let patterns = report["patterns"].as_array().expect("there are patterns");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let one = |pattern: &serde_json::Value| {
        let findings = pattern["findings"].as_array().cloned().unwrap_or_default();
        let fixed = findings.iter().any(|finding| finding["fix"]["edits"].is_array());
        (text(&pattern["name"]), text(&pattern["verdict"]), fixed)
    };
    patterns.iter().map(one).collect()
}

fn most_wrong_flags_signs_and_widths_have_a_fix_that_is_proved_or_bounded() -> Checked {
    assay_testing::program("z3")?;
    let library = assay_corpus::patterns_folder().join("repairs");
    let folder = tempfile::tempdir().expect("a folder for the library");
    for entry in std::fs::read_dir(library).expect("the folder was built with the crate") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "mlir") {
            std::fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let before = judged(folder.path(), &["--fix"]);
    assert_eq!(before.len(), 20);
    let fixed: Vec<&str> =
        before.iter().filter(|(_, _, fixed)| *fixed).map(|(name, ..)| name.as_str()).collect();
    let after = judged(folder.path(), &[]);
    for (name, verdict, _) in &after {
        let holds = verdict == "proved" || verdict == "bounded";
        assert_eq!(holds, fixed.contains(&name.as_str()), "{name} is {verdict}");
    }
    assert!(fixed.len() >= 14, "{} have a fix: {fixed:?}", fixed.len());
    Ok(())
}

assay_testing::tests!(
    most_wrong_flags_signs_and_widths_have_a_fix_that_is_proved_or_bounded,
    a_repaired_pattern_is_proved,
    a_repair_is_pdl_that_mlir_reads,
    guarded_patterns_are_written_and_proved,
    a_guard_is_counted_and_said,
    what_no_test_of_the_program_excuses_has_no_guard,
    rules_that_are_not_shown_are_said_to_refute,
    the_command_of_a_finding_says_what_its_verdict_hangs_on,
);
