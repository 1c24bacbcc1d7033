//! `--proof-dir` writes what each proof rests on, and `assay replay` makes it again: proofs hold, edited ones do not.
//! The questions of refutations stand in the HTML report, and a solver finds their models.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_testing::{Checked, program};
use serde_json::Value;
use tempfile::TempDir;

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the command can be run")
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// The proofs of a folder of patterns: their lists.
fn proofs(patterns: &Path) -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder for the proofs");
    let (patterns, proofs) = (patterns.display().to_string(), folder.path().display().to_string());
    let done = assay(&["check", &patterns, "--proof-dir", &proofs, "--exit-zero", "--quiet"]);
    assert!(done.status.success(), "{}", output_text(&done));
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
    let (mut asked, mut all_widths, mut certificates) = (0, 0, 0);
    for path in &lists {
        let done = assay(&["replay", &path.display().to_string()]);
        assert_eq!(done.status.code(), Some(0), "{}", output_text(&done));
        let questions = list(path)["questions"].as_array().cloned().unwrap_or_default();
        let of_values = questions.iter().filter(|one| one["stage"] == "values");
        assert!(of_values.clone().count() > 0, "{}", path.display());
        let sample = |one: &&Value| one["about"].as_str().is_some_and(|about| about.contains("all widths"));
        all_widths += usize::from(of_values.filter(sample).count() > 0);
        asked += questions.len();
        let certified = questions.iter().filter(|one| one["certificate"].is_object()).count();
        let held = format!("{certified} certificates hold, 0 do not");
        assert!(certified == 0 || output_text(&done).contains(&held), "{}", output_text(&done));
        certificates += certified;
    }
    assert!(asked > 200 && all_widths > 5, "{asked} questions, {all_widths} for all widths");
    assert!(certificates > all_widths, "{certificates} certificates, {all_widths} for all widths");
    Ok(())
}

/// A file of a proof that is edited, and how; `Value` is the list.
enum Edit {
    Pattern(fn(&str) -> String),
    List(fn(&mut Value)),
    Values(&'static str),
    Certificate(fn(&str) -> String),
}

/// Ways to edit a proof so that it says more than is proved, or something else.
const EDITS: [(&str, Edit); 16] = [
    ("an operation of the pattern", Edit::Pattern(|text| text.replace("arith.shli", "arith.shrui"))),
    ("a number of the pattern", Edit::Pattern(|text| text.replace("= 2 : i8", "= 4 : i8"))),
    ("a type of the pattern", Edit::Pattern(|text| text.replace("i8", "i16"))),
    ("the name of the pattern", Edit::Pattern(|text| text.replace("@halves", "@other"))),
    (
        "a second pattern",
        Edit::Pattern(|text| format!("{text}\n{}", text.replace("arith.shli", "arith.shrui"))),
    ),
    ("no pattern", Edit::Pattern(|_| String::new())),
    ("no questions", Edit::List(|list| list["questions"] = Value::Array(Vec::new()))),
    ("no questions about values", Edit::List(|list| keep(list, |one| one["stage"] != "values"))),
    ("no questions about types", Edit::List(|list| keep(list, |one| one["stage"] != "types"))),
    ("another answer", Edit::List(|list| list["questions"][0]["expected"] = "unsat".into())),
    ("another pattern's name", Edit::List(|list| list["pattern"]["fingerprint"] = "b0f783200eddec7b".into())),
    ("a wider scope", Edit::List(|list| list["scope"] = "everything".into())),
    ("a larger domain", Edit::List(|list| list["domain"] = Value::Array(Vec::new()))),
    ("other options", Edit::List(|list| list["options"] = serde_json::json!(["rules=S"]))),
    ("a question that never holds", Edit::Values("(set-logic ALL)\n(assert false)\n(check-sat)\n")),
    ("a question that holds", Edit::Values("(declare-const x Bool)\n(assert x)\n")),
];

/// Ways to edit what says that a question never holds.
const CERTIFICATE_EDITS: [(&str, Edit); 4] = [
    ("a term", Edit::Certificate(|text| text.replace("bvor", "bvxor"))),
    ("no case", Edit::Certificate(|_| "assay certificate 1\n".to_owned())),
    ("no text", Edit::Certificate(|_| String::new())),
    ("no certificate", Edit::List(|list| keep(list, |one| !one["certificate"].is_object()))),
];

fn keep(list: &mut Value, wanted: fn(&Value) -> bool) {
    list["questions"].as_array_mut().expect("a list").retain(wanted);
}

fn an_edited_proof_is_noticed() -> Checked {
    program("z3")?;
    each_edit_is_noticed(HALVES, &EDITS);
    each_edit_is_noticed(SUM, &CERTIFICATE_EDITS);
    Ok(())
}

fn each_edit_is_noticed(text: &str, edits: &[(&str, Edit)]) {
    let folder = tempfile::tempdir().expect("a folder for the pattern");
    let pattern = folder.path().join("pattern.mlir");
    std::fs::write(&pattern, text).expect("writable");
    let (_folder, lists) = proofs(&pattern);
    let [path] = &lists[..] else { panic!("{lists:?}") };
    let replayed = || assay(&["replay", &path.display().to_string()]);
    assert_eq!(replayed().status.code(), Some(0), "{}", output_text(&replayed()));
    let files = std::fs::read_dir(path.parent().expect("a folder")).expect("a folder of a proof");
    let files: Vec<(PathBuf, String)> = files
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.clone(), std::fs::read_to_string(path).expect("a text")))
        .collect();
    let edit = |name: &str, edited: &dyn Fn(&str) -> String| {
        let named = files.iter().filter(|(path, _)| path.display().to_string().contains(name));
        assert!(named.clone().count() > 0, "{name}");
        for (path, text) in named {
            assert_ne!(&edited(text), text, "{name}");
            std::fs::write(path, edited(text)).expect("writable");
        }
    };
    for (what, how) in edits {
        match how {
            Edit::Pattern(edited) => edit("pattern.mlir", edited),
            Edit::Values(text) => edit(".smt2", &|_| (*text).to_owned()),
            Edit::Certificate(edited) => edit("certificate.txt", edited),
            Edit::List(edited) => edit("proof.json", &|text| {
                let mut list: Value = serde_json::from_str(text).expect("JSON");
                edited(&mut list);
                list.to_string()
            }),
        }
        let done = replayed();
        assert!(matches!(done.status.code(), Some(1 | 2)), "{what}: {}", output_text(&done));
        files.iter().for_each(|(path, text)| std::fs::write(path, text).expect("writable"));
    }
    assert_eq!(replayed().status.code(), Some(0), "{}", output_text(&replayed()));
}

/// `(x and y) + (x or y)` is `x + y`, at all widths.
const SUM: &str = r#"pdl.pattern @sum : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation "arith.andi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %av = pdl.result 0 of %a
  %o = pdl.operation "arith.ori"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %ov = pdl.result 0 of %o
  %root = pdl.operation "arith.addi"(%av, %ov : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %s = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %s
  }
}
"#;

/// `x - x urem 2` is `(x shrui 1) shli 1`.
const HALVES: &str = r#"pdl.pattern @halves : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %two = pdl.attribute = 2 : i8
  %k = pdl.operation "arith.constant" {"value" = %two} -> (%t : !pdl.type)
  %kv = pdl.result 0 of %k
  %m = pdl.operation "arith.remui"(%x, %kv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %mv = pdl.result 0 of %m
  %root = pdl.operation "arith.subi"(%x, %mv : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %one = pdl.attribute = 1 : i8
    %o = pdl.operation "arith.constant" {"value" = %one} -> (%t : !pdl.type)
    %ov = pdl.result 0 of %o
    %d = pdl.operation "arith.shrui"(%x, %ov : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %dv = pdl.result 0 of %d
    %u = pdl.operation "arith.shli"(%dv, %ov : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %u
  }
}
"#;

fn a_list_that_is_none_is_refused_and_names_no_option_that_runs_something() -> Checked {
    program("z3")?;
    let (_folder, lists) = proofs(&assay_corpus::patterns_folder().join("arith/xor_self.mlir"));
    let text = std::fs::read_to_string(&lists[0]).expect("a list");
    let replayed = |text: &str| {
        std::fs::write(&lists[0], text).expect("writable");
        assay(&["replay", &lists[0].display().to_string()])
    };
    let shapes = ["", "{}", "[]", "{\"format\": 1}", "{\"format\": 9, \"questions\": []}"];
    let options = |option: &str| text.replacen("\"options\": []", &format!("\"options\": [\"{option}\"]"), 1);
    for hostile in shapes.into_iter().map(str::to_owned).chain([
        options("solver=./evil"),
        options("fix"),
        options("format=json=/tmp/x"),
        text.replacen("\"assay\": \"", "\"assay\": \"9", 1),
    ]) {
        assert_ne!(hostile, text);
        let done = replayed(&hostile);
        assert_eq!(done.status.code(), Some(2), "{hostile}: {}", output_text(&done));
    }
    Ok(())
}

/// Files that were loaded belong to a proof: it is one under the same files only.
fn a_proof_is_made_again_with_the_files_that_it_was_made_with() -> Checked {
    program("z3")?;
    let folder = tempfile::tempdir().expect("a folder for the pattern");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path.display().to_string()
    };
    let meaning = |op: &str| {
        format!(
            "!w = i8\nfunc.func @f(%x: !w) -> !w attributes {{assay.meaning = \"my.f\"}} {{\n  %r = {op} %x, %x : !w\n  return %r : !w\n}}\n"
        )
    };
    let pattern = "pdl.pattern @m : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %root = pdl.operation \"my.f\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
";
    let (pattern, right) = (write("m.mlir", pattern), write("right.mlir", &meaning("arith.addi")));
    let wrong = write("wrong.mlir", &meaning("arith.muli"));
    let proofs = folder.path().join("proofs").display().to_string();
    let done =
        assay(&["check", &pattern, "--isolated", "--meanings", &right, "--proof-dir", &proofs, "--quiet"]);
    assert!(done.status.success(), "{}", output_text(&done));
    let proof = format!("{proofs}/m/m");
    let replayed = |more: &[&str]| assay(&[&["replay", &proof][..], more].concat()).status.code();
    assert_eq!(replayed(&["--meanings", &right]), Some(0));
    assert_eq!(replayed(&["--meanings", &wrong]), Some(2));
    assert_eq!(replayed(&[]), Some(2));
    Ok(())
}

/// Questions about values in a page: their titles and texts.
fn questions(page: &str) -> Vec<(String, String)> {
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
    assert!(done.status.success(), "{}", output_text(&done));
    let page = std::fs::read_to_string(page).expect("a page");
    let all = questions(&page);
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

/// Of a pattern that is judged as two functions the questions are not all that the verdict rests on.
fn a_pattern_that_is_judged_as_functions_has_no_proof_on_disk() -> Checked {
    program("z3")?;
    let folder = tempfile::tempdir().expect("a folder for the proofs");
    let patterns = assay_corpus::patterns_folder().join("functions/structured.mlir").display().to_string();
    let proofs = folder.path().display().to_string();
    let done = assay(&[
        "check",
        &patterns,
        "--only",
        "transposed_twice",
        "--proof-dir",
        &proofs,
        "--show",
        "findings",
    ]);
    let said = output_text(&done);
    assert!(done.status.success(), "{said}");
    assert!(said.contains("no proof of @transposed_twice is written"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0, "{said}");
    Ok(())
}

assay_testing::tests!(
    a_pattern_that_is_judged_as_functions_has_no_proof_on_disk,
    the_question_of_a_refuted_pattern_has_a_model,
    each_proof_of_the_library_is_decided_again,
    an_edited_proof_is_noticed,
    a_list_that_is_none_is_refused_and_names_no_option_that_runs_something,
    a_proof_is_made_again_with_the_files_that_it_was_made_with,
);
