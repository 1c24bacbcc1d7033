//! `assay check --dialect` with what `tblgen-to-irdl` prints, as it is. Runs the built program.

use assay_testing::{Checked, Missing};
use std::collections::BTreeMap;
use std::process::{Command, Output};

/// Output of `tblgen-to-irdl` for each dialect, and patterns, in one folder.
///
/// # Errors
/// When the tool is missing.
fn folder(dialects: &[&str], patterns: &str) -> Result<tempfile::TempDir, Missing> {
    let (tool, root) = assay_testing::ods()?;
    let folder = tempfile::tempdir().expect("tests can make folders");
    let inputs = assay_corpus::ods_inputs().expect("a test of the corpus reads the list");
    for input in inputs.iter().filter(|input| dialects.contains(&input.dialect.as_str())) {
        let text = tool.run(&input.arguments(&root)).expect("a test of the corpus runs every input");
        let name = format!("{}.irdl.mlir", input.dialect);
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    }
    std::fs::write(folder.path().join("p.mlir"), patterns).expect("tests can write files");
    Ok(folder)
}

fn check(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["check", "p.mlir", "--allow-no-solver"])
        .args(arguments)
        .output()
        .expect("the program was built")
}

fn stdout(output: &Output) -> String {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A pattern that makes `made` of a `math.absf`.
fn pattern(name: &str, made: &str) -> String {
    format!(
        "pdl.pattern @{name} : benefit(1) {{
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %op = pdl.operation \"math.absf\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %op {{
    %new = pdl.operation \"{made}\"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %op with %new
  }}
}}
"
    )
}

fn created_operations_are_held_against_a_generated_dialect() -> Checked {
    let patterns =
        [pattern("right", "math.exp"), pattern("integer", "math.absi"), pattern("gone", "math.gone")];
    let folder = folder(&["math"], &patterns.concat())?;
    let output = check(&folder, &["--dialect", "math.irdl.mlir", "--rules", "T", "--format", "concise"]);
    let text = stdout(&output);
    assert!(
        text.contains("p.mlir:15:5: error[T201] the created `math.absi` may break its definition (@integer)"),
        "{text}"
    );
    assert!(
        text.contains("p.mlir:24:5: error[T201] `math.gone` is not an operation of its dialect (@gone)"),
        "{text}"
    );
    assert!(text.contains("3 patterns: 2 refuted, 1 unknown (verifier: 1); values"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    Ok(())
}

/// MLIR keeps the sizes of groups as a property: one that nothing writes is all zeros, right where there are no operands.
fn sizes_of_groups_that_are_left_out_are_zeros() -> Checked {
    let created = |name: &str, operands: &str| {
        format!(
            "pdl.pattern @{name} : benefit(1) {{
  %t = pdl.type : memref<4xi32>
  %x = pdl.operand : %t
  %op = pdl.operation \"memref.cast\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %op {{
    %new = pdl.operation \"memref.alloc\"{operands} -> (%t : !pdl.type)
    pdl.replace %op with %new
  }}
}}
"
        )
    };
    let patterns = created("none", "") + &created("some", "(%x : !pdl.value)");
    let text = stdout(&check(&folder(&[], &patterns)?, &["--rules", "T", "--format", "concise"]));
    assert!(!text.contains("(@none)"), "{text}");
    assert!(
        text.contains("p.mlir:15:5: error[T201] the created `memref.alloc` may break its definition (@some)"),
        "{text}"
    );
    let opt = assay_testing::mlir()?.path().to_owned();
    for (call, holds) in [
        ("\"memref.alloc\"() : () -> memref<4xi32>", true),
        ("\"memref.alloc\"(%i) : (index) -> memref<?xi32>", false),
    ] {
        let file = tempfile::NamedTempFile::new().expect("a file can be made");
        std::fs::write(file.path(), format!("func.func @f(%i: index) {{\n  %m = {call}\n  return\n}}\n"))
            .expect("it can be written");
        let run = std::process::Command::new(&opt).arg(file.path()).output().expect("mlir-opt starts");
        assert_eq!(run.status.success(), holds, "{call}");
    }
    Ok(())
}

fn operations_that_no_dialect_defines_are_not_refuted() -> Checked {
    let patterns = [pattern("integer", "math.absi"), pattern("gone", "math.gone")];
    let folder = folder(&[], &patterns.concat().replace("math.", "unheard."))?;
    assert_eq!(check(&folder, &["--format", "concise"]).status.code(), Some(0));
    Ok(())
}

fn what_a_generated_dialect_does_not_tell_is_listed_with_the_verdict() -> Checked {
    let folder = folder(&["math"], &pattern("right", "math.exp"))?;
    let text =
        stdout(&check(&folder, &["--dialect", "math.irdl.mlir", "--rules", "T", "--show", "assumptions"]));
    // The table of upstream's operations tells what it does not.
    assert!(!text.contains("math.exp has a spec without traits"), "{text}");
    assert!(text.contains("assumes       math.exp may lack fastmath: its spec does not tell"), "{text}");
    // Relations between types are lost on the way, so that a created operation stays open.
    assert!(text.contains("unknown       1 pattern   verifier: 1"), "{text}");
    Ok(())
}

fn result_types_that_may_be_inferred_refute_nothing() -> Checked {
    let text = pattern("open", "math.exp").replace(
        "(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace",
        "(%x : !pdl.value)\n    pdl.replace",
    );
    let unused = text
        .replace("    pdl.replace %op with %new\n", "    pdl.replace %op with (%x : !pdl.value)\n")
        .replace("@open", "@unused");
    let folder = folder(&["math"], &(text + &unused))?;
    let text =
        stdout(&check(&folder, &["--dialect", "math.irdl.mlir", "--rules", "S,T", "--show", "assumptions"]));
    assert!(!text.contains("refuted   ") && !text.contains("malformed "), "{text}");
    assert!(text.contains("unknown       2 "), "{text}");
    assert!(text.contains("math.exp has a spec without traits: taken to have the types"), "{text}");
    Ok(())
}

fn every_generated_dialect_is_taken_without_a_complaint() -> Checked {
    let inputs = assay_corpus::ods_inputs().expect("a test of the corpus reads the list");
    let names: Vec<&str> = inputs.iter().map(|input| input.dialect.as_str()).collect();
    let pattern = "pdl.pattern @p : benefit(1) {\n  %r = pdl.operation \"lab.sink\"\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n}\n";
    let folder = folder(&names, pattern)?;
    let mut files: Vec<String> = names.iter().map(|name| format!("{name}.irdl.mlir")).collect();
    files.dedup();
    let arguments: Vec<&str> = files.iter().flat_map(|file| ["--dialect", file.as_str()]).collect();
    let output = check(&folder, &arguments);
    assert!(stdout(&output).contains("well-formed   1 "), "{}", stdout(&output));
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}

/// A definition may ask for an attribute; which value it has is then not known, and neither is what the operation computes.
fn an_attribute_that_a_definition_asks_for_is_no_disagreement() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/dialects/arith.irdl.mlir");
    let text = std::fs::read_to_string(root).expect("the corpus has the dialect");
    let asks = text.replace("assay.optional_attributes = [\"overflowFlags\"],\n", "");
    assert_ne!(text, asks);
    let doubled = "pdl.pattern @doubled : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.muli\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";
    let folder = tempfile::tempdir().expect("tests can make folders");
    for (name, text) in [("arith.irdl.mlir", asks.as_str()), ("p.mlir", doubled)] {
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    }
    let output = check(&folder, &["--dialect", "arith.irdl.mlir", "--format", "concise"]);
    let shown = stdout(&output);
    assert_ne!(output.status.code(), Some(2), "{shown}");
    assert!(!shown.contains("V301"), "{shown}");
}

// --- a dialect with a binary of its own; `ci/campaigns/own_dialect.py` holds these files against that ------------------

/// Arguments about the dialect in `lane`.
///
/// # Errors
/// When MLIR's ODS files are missing.
fn lane(arguments: &[&str]) -> Result<Output, Missing> {
    let (_, root) = assay_testing::ods()?;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lane");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).args(arguments).args(["--dialect", "Lane.td", "--include"]).arg(root);
    Ok(command.output().expect("the program was built"))
}

fn own_custom_forms_are_read_and_printed_without_the_binary() -> Checked {
    let output = lane(&["fmt", "--check", "forms.mlir"])?;
    assert_eq!(stdout(&output), "");
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}

fn ill_typed_uses_of_own_operations_are_refused_at_their_line() -> Checked {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lane/ill_typed");
    let mut uses = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path().display().to_string();
        let output = lane(&["tv", &path, &path, "--format", "concise"])?;
        let text = [&output.stdout[..], &output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        assert_eq!(output.status.code(), Some(2), "{path}: {text}");
        assert!((2..=6).any(|line| text.contains(&format!("{path}:{line}:"))), "{path}: {text}");
        uses += 1;
    }
    assert!(uses >= 20, "{uses}");
    Ok(())
}

fn mistakes_of_a_binary_are_refuted_and_their_twins_proved() -> Checked {
    let verdicts = |after: &str| {
        let output =
            lane(&["tv", "before.mlir", after, "--meanings", "lane.meanings.mlir", "--format", "json"])?;
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        let records = report["patterns"].as_array().expect("records").clone();
        let text =
            |record: &serde_json::Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
        Ok(records.iter().map(|record| (text(record, "name"), text(record, "verdict"))).collect::<Vec<_>>())
    };
    let right = verdicts("after.right.mlir")?;
    assert_eq!(right.len(), 15);
    assert!(right.iter().all(|(_, verdict)| verdict == "proved"), "{right:?}");
    let rights = ["clamp_of_ranges_that_meet", "repeat", "unused_repeat"];
    for (name, verdict) in verdicts("after.wrong.mlir")? {
        let wanted = if rights.contains(&name.as_str()) { "proved" } else { "refuted" };
        assert_eq!(verdict, wanted, "{name}");
    }
    Ok(())
}

/// The same mistakes by the source of the binary alone, which is compiled with `MISTAKES` or without.
fn rewrites_in_cpp_of_an_own_dialect_are_judged_by_their_source() -> Checked {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let verdicts = |head: &str| {
        let path = folder.path().join("lane-opt.cpp");
        let text = include_str!("lane/lane-opt.cpp");
        std::fs::write(&path, format!("{head}\n{text}")).expect("tests can write files");
        let file = path.display().to_string();
        let output = lane(&["check", &file, "--meanings", "lane.meanings.mlir", "--format", "json"])?;
        assert!(!String::from_utf8_lossy(&output.stderr).contains("P000"), "{output:?}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        let text =
            |record: &serde_json::Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
        let records = report["patterns"].as_array().expect("records").clone();
        Ok(records
            .iter()
            .map(|record| (text(record, "name"), text(record, "verdict")))
            .collect::<BTreeMap<_, _>>())
    };
    let right = verdicts("")?;
    assert_eq!(right.len(), 14, "{right:?}");
    assert!(right.values().all(|verdict| verdict != "refuted"), "{right:?}");
    let holds = right.values().filter(|verdict| matches!(verdict.as_str(), "proved" | "bounded")).count();
    assert!(holds >= 11, "{right:?}");
    let wrong = verdicts("#define MISTAKES")?;
    let names = ["AvgOp", "SatAddOp", "SatSubOp", "AbsDiffOp", "MulHiOp", "MuxOp", "WidenOp", "NarrowOp"];
    let names = names.map(|class| format!("lane::{class}::fold"));
    for name in names.iter().map(String::as_str).chain(["MergeRotations"]) {
        assert_eq!(wrong[name], "refuted", "{name}: {wrong:?}");
    }
    for name in ["lane::ShiftOp::fold", "lane::ParityOp::fold", "MergeClamps"] {
        assert!(matches!(wrong[name].as_str(), "refuted" | "unknown"), "{name}: {wrong:?}");
    }
    assert_ne!(wrong["lane::RotlOp::fold"], "refuted");
    Ok(())
}

assay_testing::tests!(
    rewrites_in_cpp_of_an_own_dialect_are_judged_by_their_source,
    own_custom_forms_are_read_and_printed_without_the_binary,
    ill_typed_uses_of_own_operations_are_refused_at_their_line,
    mistakes_of_a_binary_are_refuted_and_their_twins_proved,
    created_operations_are_held_against_a_generated_dialect,
    sizes_of_groups_that_are_left_out_are_zeros,
    operations_that_no_dialect_defines_are_not_refuted,
    what_a_generated_dialect_does_not_tell_is_listed_with_the_verdict,
    result_types_that_may_be_inferred_refute_nothing,
    every_generated_dialect_is_taken_without_a_complaint,
    an_attribute_that_a_definition_asks_for_is_no_disagreement,
);
