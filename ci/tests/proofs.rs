//! `--proof-dir` writes what each proof rests on, and `assay replay` puts it to a solver again: proofs hold, changed ones do not.
//! The questions of refutations stand in the HTML report, and a solver finds their models.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_testing::{Checked, program};
use serde_json::Value;
use tempfile::TempDir;

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the command can be run")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The proofs of a folder of patterns: their lists.
fn proofs(patterns: &Path) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder for the proofs");
    let (patterns, proofs) = (patterns.display().to_string(), folder.path().display().to_string());
    let done = assay(&["check", &patterns, "--proof-dir", &proofs, "--exit-zero", "--quiet"]);
    assert!(done.status.success(), "{}", said(&done));
    let mut lists = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).expect("a folder of proofs") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.ends_with("proof.json") => lists.push(path),
                false => {}
            }
        }
    }
    lists.sort();
    (folder, lists)
}

fn list(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a list")).expect("JSON")
}

fn each_proof_of_the_library_is_decided_again() -> Checked {
    program("z3")?;
    let (_folder, lists) = proofs(&assay_corpus::patterns_folder().join("arith"));
    assert!(lists.len() > 50, "{}", lists.len());
    let (mut asked, mut all_widths) = (0, 0);
    for path in &lists {
        let done = assay(&["replay", &path.display().to_string()]);
        assert_eq!(done.status.code(), Some(0), "{}", said(&done));
        let questions = list(path)["questions"].as_array().cloned().unwrap_or_default();
        let of_values = questions.iter().filter(|one| one["stage"] == "values");
        assert!(of_values.clone().count() > 0, "{}", path.display());
        let sample = |one: &&Value| one["about"].as_str().is_some_and(|about| about.contains("all widths"));
        all_widths += usize::from(of_values.filter(sample).count() > 0);
        asked += questions.len();
    }
    assert!(asked > 200 && all_widths > 5, "{asked} questions, {all_widths} for all widths");
    Ok(())
}

fn a_proof_whose_question_has_a_model_does_not_hold() -> Checked {
    program("z3")?;
    let (_folder, lists) = proofs(&assay_corpus::patterns_folder().join("arith/xor_self.mlir"));
    let [path] = &lists[..] else { panic!("{lists:?}") };
    let of_values = |one: &&Value| one["stage"] == "values";
    let proof = list(path);
    let question = proof["questions"].as_array().and_then(|all| all.iter().find(of_values)).cloned();
    let file = question.and_then(|one| one["file"].as_str().map(str::to_owned)).expect("a question");
    std::fs::write(path.with_file_name(&file), "(declare-const x Bool)\n(assert x)\n").expect("writable");
    let folder = path.parent().expect("a folder").display().to_string();
    let done = assay(&["replay", &folder]);
    assert_eq!(done.status.code(), Some(1), "{}", said(&done));
    assert!(said(&done).contains(&format!("{file}: sat, the proof rests on unsat")), "{}", said(&done));
    Ok(())
}

fn a_list_names_no_file_elsewhere_and_a_question_is_no_script() -> Checked {
    program("z3")?;
    let (_folder, lists) = proofs(&assay_corpus::patterns_folder().join("arith/xor_self.mlir"));
    let text = std::fs::read_to_string(&lists[0]).expect("a list");
    let replayed = |text: &str| {
        std::fs::write(&lists[0], text).expect("writable");
        assay(&["replay", &lists[0].display().to_string()])
    };
    let shapes = ["", "{}", "{\"format\": 1}", "{\"format\": 9, \"questions\": []}"];
    for hostile in shapes.into_iter().map(str::to_owned).chain([
        text.replacen("types.matches.smt2", "../types.matches.smt2", 1),
        text.replacen("types.matches.smt2", "/etc/passwd", 1),
        text.replacen("\"sat\"", "\"unknown\"", 1),
        text.replacen("types.matches.smt2", "missing.smt2", 1),
    ]) {
        let done = replayed(&hostile);
        assert_eq!(done.status.code(), Some(2), "{hostile}: {}", said(&done));
    }
    std::fs::write(lists[0].with_file_name("types.matches.smt2"), "(exec \"x\")").expect("writable");
    let done = replayed(&text);
    assert_eq!(done.status.code(), Some(2), "{}", said(&done));
    assert!(said(&done).contains("`exec` neither declares nor asserts"), "{}", said(&done));
    Ok(())
}

/// Questions about values in a page: their titles and texts.
fn shown(page: &str) -> Vec<(String, String)> {
    let plain = |text: &str| {
        let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
        names.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign))
    };
    let question = |part: &str| {
        let (title, rest) = part.split_once("</summary>")?;
        let (_, text) = rest.split_once("<pre tabindex=\"0\">")?;
        let (text, _) = text.split_once("</pre>")?;
        Some((plain(title), plain(text)))
    };
    page.split("<summary>Solver: V").skip(1).filter_map(question).collect()
}

fn the_question_of_a_refuted_pattern_has_a_model() -> Checked {
    let z3 = program("z3")?;
    let folder = tempfile::tempdir().expect("a folder for the page");
    let page = folder.path().join("page.html");
    let format = format!("html={}", page.display());
    let patterns = assay_corpus::patterns_folder().join("arith").display().to_string();
    let done = assay(&["check", &patterns, "--format", &format, "--exit-zero", "--quiet"]);
    assert!(done.status.success(), "{}", said(&done));
    let page = std::fs::read_to_string(page).expect("a page");
    let all = shown(&page);
    assert!(all.len() >= 5, "{} questions", all.len());
    let mut named = 0;
    for (title, text) in all {
        assert!(text.contains("(check-sat)"), "V{title}: {text}");
        named += usize::from(text.starts_with("; %"));
        let file = folder.path().join("question.smt2");
        std::fs::write(&file, text).expect("writable");
        let answer = Command::new(&z3).arg(&file).output().expect("z3 can be run");
        assert_eq!(String::from_utf8_lossy(&answer.stdout).trim(), "sat", "V{title}");
    }
    assert!(named >= 4, "{named} questions say which variable is which operand");
    Ok(())
}

assay_testing::tests!(
    the_question_of_a_refuted_pattern_has_a_model,
    each_proof_of_the_library_is_decided_again,
    a_proof_whose_question_has_a_model_does_not_hold,
    a_list_names_no_file_elsewhere_and_a_question_is_no_script,
);
