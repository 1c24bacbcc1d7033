//! `assay diff`: two reports of real runs, in each form, and what is no report.

use assay_testing::Checked;
use serde_json::Value;

use crate::command::{assay, text};

/// A pattern that replaces a quotient of equal operands by a constant.
fn pattern(name: &str, value: i32) -> String {
    format!(
        "pdl.pattern @{name} : benefit(1) {{
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation \"arith.divui\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %v = pdl.attribute = {value} : i32
    %one = pdl.operation \"arith.constant\" {{\"value\" = %v}} -> (%t : !pdl.type)
    pdl.replace %root with %one
  }}
}}
"
    )
}

/// A folder with a report of these patterns before, in `old.json`, and of those after, in `new.json`.
fn reports(before: &str, after: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in [("old", before), ("new", after)] {
        std::fs::write(folder.path().join("p.mlir"), text).expect("a file can be written");
        let done = assay(
            folder.path(),
            &["check", "p.mlir", "--isolated", "--format", &format!("json={name}.json")],
        );
        assert!(matches!(done.status.code(), Some(0 | 1)), "{}", self::text(&done));
    }
    folder
}

fn a_pattern_that_became_wrong_is_named_with_its_cause() -> Checked {
    let right = format!("{}{}", pattern("a", 1), pattern("b", 1));
    let folder = reports(&right, &right.replacen("= 1 : i32", "= 2 : i32", 1));
    let done = assay(folder.path(), &["diff", "old.json", "new.json"]);
    let output = text(&done);
    assert_eq!(done.status.code(), Some(1), "{output}");
    assert!(output.starts_with("newly wrong   p.mlir:1 @a: proved"), "{output}");
    assert!(output.contains("because: the pattern or program changed"), "{output}");
    assert!(output.ends_with("1 newly wrong; 2 on both sides\n"), "{output}");
    let back = assay(folder.path(), &["diff", "new.json", "old.json"]);
    assert_eq!(back.status.code(), Some(0), "{}", text(&back));
    assert!(text(&back).starts_with("newly right   p.mlir:1 @a"), "{}", text(&back));
    Ok(())
}

fn each_form_says_the_same() -> Checked {
    let right = format!("{}{}", pattern("a", 1), pattern("b", 1));
    let folder = reports(&right, &pattern("a", 2));
    let forms = ["--format", "json=changes.json", "--format", "markdown=changes.md", "--format", "github"];
    let done = assay(folder.path(), &[&["diff", "old.json", "new.json"], &forms[..]].concat());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is written");
    let document: Value = serde_json::from_str(&read("changes.json")).expect("JSON");
    assert_eq!(document["summary"], serde_json::json!({"newly wrong": 1, "gone": 1}));
    let markdown = read("changes.md");
    assert!(markdown.contains("### newly wrong (1)") && markdown.contains("### gone (1)"), "{markdown}");
    let annotations = text(&done);
    assert!(annotations.contains("::error file=p.mlir,line=1,title=newly wrong @a::proved"), "{annotations}");
    assert!(annotations.contains("::warning file=p.mlir,line=11,title=gone @b::"), "{annotations}");
    Ok(())
}

fn the_exit_code_is_what_is_asked_for() -> Checked {
    let right = format!("{}{}", pattern("a", 1), pattern("b", 1));
    let folder = reports(&right, &pattern("a", 1));
    for (level, code) in [("wrong", 0), ("worse", 1), ("any", 1)] {
        let done = assay(folder.path(), &["diff", "old.json", "new.json", "--fail-on", level]);
        assert_eq!(done.status.code(), Some(code), "{level}: {}", text(&done));
    }
    let same = assay(folder.path(), &["diff", "old.json", "old.json", "--fail-on", "any"]);
    assert_eq!(same.status.code(), Some(0), "{}", text(&same));
    assert_eq!(text(&same), "no change; 2 on both sides\n");
    Ok(())
}

fn another_definition_is_a_difference() -> Checked {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let dialect = "irdl.dialect @lab {\n  irdl.operation @a {\n  }\n}\n";
    std::fs::write(folder.path().join("lab.mlir"), dialect).expect("a file can be written");
    std::fs::write(folder.path().join("p.mlir"), pattern("a", 1)).expect("a file can be written");
    let check = |name: &str, more: &[&str]| {
        let out = format!("json={name}.json");
        let done =
            assay(folder.path(), &[&["check", "p.mlir", "--isolated", "--format", &out], more].concat());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    };
    check("old", &[]);
    check("new", &["--dialect", "lab.mlir"]);
    let done = assay(folder.path(), &["diff", "old.json", "new.json"]);
    assert!(text(&done).starts_with("differs       definition: definitions none, now "), "{}", text(&done));
    Ok(())
}

fn what_is_no_report_is_an_error() -> Checked {
    let folder = reports(&pattern("a", 1), &pattern("a", 1));
    std::fs::write(folder.path().join("list.json"), "[]").expect("a file can be written");
    for (arguments, message) in [
        (["diff", "list.json", "new.json"], "list.json: it is no report"),
        (["diff", "old.json", "p.mlir"], "p.mlir: it is no report"),
        (["diff", "old.json", "missing.json"], "cannot read missing.json"),
    ] {
        let done = assay(folder.path(), &arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", text(&done));
        assert!(text(&done).contains(message), "{arguments:?}: {}", text(&done));
    }
    Ok(())
}

assay_testing::tests!(
    a_pattern_that_became_wrong_is_named_with_its_cause,
    another_definition_is_a_difference,
    each_form_says_the_same,
    the_exit_code_is_what_is_asked_for,
    what_is_no_report_is_an_error,
);
