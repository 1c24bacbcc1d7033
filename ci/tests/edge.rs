//! Patterns at the edge of what is known: operations without a meaning or a definition, floats, open widths. Runs the built
//! program; what is right, wrong or vacuous is in the records of the acceptance pack.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use assay_ir::meanings::Known;
use assay_ir::spec::{UpstreamOp, upstream_names, upstream_op};
use assay_testing::{Checked, Missing};
use assay_verifier::meanings::known;
use serde_json::Value;

/// The report about a text, as JSON.
fn report(text: &str, more: &[String]) -> Value {
    let folder = tempfile::tempdir().expect("a folder for the patterns");
    let file = folder.path().join("edge.mlir");
    std::fs::write(&file, text).expect("the folder can be written");
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["check", "--isolated", "--format", "json"])
        .args(more)
        .arg(&file)
        .output()
        .expect("the program can be run");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{:?}: {said}\n{text}", done.status);
    serde_json::from_slice(&done.stdout).expect("the report is JSON")
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The files that a group of records needs.
fn beside(folder: &Path, group: &str) -> Vec<String> {
    let file = |flag: &str, name: &str| vec![flag.to_owned(), folder.join(name).display().to_string()];
    match group {
        "natives" => file("--natives", "natives.mlir"),
        "irdl" => file("--dialect", "irdl_d.mlir"),
        _ => Vec::new(),
    }
}

fn agrees(truth: &str, verdict: &str) -> bool {
    match truth {
        "right" => !matches!(verdict, "refuted" | "vacuous" | "malformed"),
        "wrong" => matches!(verdict, "refuted" | "unknown" | "well-formed"),
        "vacuous" => verdict == "vacuous",
        _ => matches!(verdict, "unknown" | "well-formed"),
    }
}

/// The operations that a pattern names.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    text.split("pdl.operation \"").skip(1).filter_map(|rest| rest.split('"').next())
}

/// Tells if the values of all operations of a pattern can be compared.
fn is_described(text: &str) -> bool {
    let named = text.matches("pdl.operation ").count() == operations(text).count();
    named && operations(text).all(|name| matches!(known(name), Known::Whole | Known::Elementwise))
}

fn no_verdict_is_stronger_than_what_is_known() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = assay_testing::acceptance()?.join("edge");
    let text = std::fs::read_to_string(folder.join("records.jsonl")).expect("the records can be read");
    let mut table: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let (mut described, mut decided) = (0, 0);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("a record is JSON");
        let report = report(word(&record, "text"), &beside(&folder, word(&record, "group")));
        let verdict = word(&report["patterns"][0], "verdict").to_owned();
        let truth = word(&record, "truth").to_owned();
        if !agrees(&truth, &verdict) {
            wrong.push(format!("{} is {truth}: {verdict}", word(&record, "id")));
        }
        if is_described(word(&record, "text")) && truth != "unknown" {
            described += 1;
            decided += usize::from(matches!(verdict.as_str(), "proved" | "bounded" | "refuted" | "vacuous"));
            assay_testing::note!("{} {truth} {verdict}", word(&record, "id"));
        }
        *table.entry((truth, verdict)).or_default() += 1;
    }
    for ((truth, verdict), count) in &table {
        assay_testing::note!("{truth:<8} {verdict:<12} {count:>3}");
    }
    assert_eq!(table.values().sum::<usize>(), text.lines().count());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(described > 10 && 10 * decided >= 9 * described, "{decided} of {described} decided");
    Ok(())
}

/// A pattern that erases an operation, with operands or without.
fn erasing(number: usize, name: &str) -> String {
    format!(
        "pdl.pattern @p{number} : benefit(1) {{\n  %x = pdl.operands\n  %root = pdl.operation \
         \"{name}\"(%x : !pdl.range<value>)\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n}}\n"
    )
}

fn upstreams_terminators_and_symbols_do_not_disappear() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let is = |op: UpstreamOp, word: &str| op.has(word);
    let mut names: Vec<(&str, &str)> = upstream_names()
        .filter_map(|name| {
            let op = upstream_op(name)?;
            let code = if is(op, "terminator") { "S101" } else { "S113" };
            (is(op, "terminator") || is(op, "symbol")).then_some((name, code))
        })
        .collect();
    names.sort_unstable();
    assert!(names.len() > 130, "{}", names.len());
    let text: String = names.iter().enumerate().map(|(number, (name, _))| erasing(number, name)).collect();
    let report = report(&text, &[]);
    let patterns = report["patterns"].as_array().expect("patterns are a list");
    assert_eq!(patterns.len(), names.len());
    let mut wrong = Vec::new();
    for pattern in patterns {
        let number: usize = word(pattern, "name")[1..].parse().expect("patterns are numbered");
        let (name, code) = names[number];
        let verdict = word(pattern, "verdict");
        let found = pattern["findings"].as_array().into_iter().flatten();
        let codes: Vec<&str> = found.map(|finding| word(finding, "code")).collect();
        // Where a definition asks for more than the pattern says, no program may have been made that shows it.
        let not_shown = word(&pattern["reason"], "subject").starts_with("a witness for S1");
        let blamed = codes.contains(&code) || not_shown;
        if matches!(verdict, "proved" | "bounded" | "well-formed") || !blamed {
            wrong.push(format!("{name}: {verdict} {codes:?} {}", pattern["reason"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), names.len(), wrong.join("\n"));
    Ok(())
}

/// The operands of two open groups may be one each, or both in the first: what says which is not what does not.
fn an_operation_whose_groups_may_have_other_sizes_is_another_one() -> Checked {
    let folder = tempfile::tempdir().expect("a folder for the dialect");
    let dialect = folder.path().join("lab.irdl.mlir");
    let flags = ["--dialect".to_owned(), dialect.display().to_string()];
    let open = ("variadic", "\"operand_segments\"", "{\"operandSegmentSizes\" = %s}");
    for ((arity, traits, sizes), verdict) in [(open, "well-formed"), (("", "", ""), "proved")] {
        let definition = format!(
            "irdl.dialect @lab {{
               irdl.operation @op attributes {{assay.traits = [{traits}]}} {{
                 %t = irdl.is i32
                 irdl.operands(a: {arity} %t, b: {arity} %t)
                 irdl.results(r: %t)
               }}
             }}"
        );
        std::fs::write(&dialect, definition).expect("the folder can be written");
        let pattern = format!(
            "pdl.pattern @p : benefit(1) {{
               %t = pdl.type : i32
               %x = pdl.operand : %t
               %y = pdl.operand : %t
               %a = pdl.operation \"arith.andi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
               %v = pdl.result 0 of %a
               %r = pdl.operation \"lab.op\"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
               pdl.rewrite %r {{
                 %s = pdl.attribute = array<i32: 1, 1>
                 %n = pdl.operation \"lab.op\"(%x, %y : !pdl.value, !pdl.value) {sizes} -> (%t : !pdl.type)
                 pdl.replace %r with %n
               }}
             }}"
        );
        let report = report(&pattern, &flags);
        assert_eq!(word(&report["patterns"][0], "verdict"), verdict, "{report}");
    }
    Ok(())
}

assay_testing::tests!(
    an_operation_whose_groups_may_have_other_sizes_is_another_one,
    no_verdict_is_stronger_than_what_is_known,
    upstreams_terminators_and_symbols_do_not_disappear,
);
