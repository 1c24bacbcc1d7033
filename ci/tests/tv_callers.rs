//! `assay tv` on effects beside results and on inputs beside arguments: globals, the memory of results, memory that a callee
//! keeps, parameter attributes, resources and data layouts.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The functions of two files with their verdicts.
fn verdicts(before: &Path, after: &Path) -> Vec<(String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("tv")
        .args([before, after])
        .args(["--format", "json"])
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is a report");
    let word = |record: &Value, key: &str| record[key].as_str().unwrap_or_default().to_owned();
    let records = report["patterns"].as_array().expect("a list");
    records.iter().map(|record| (word(record, "name"), word(record, "verdict"))).collect()
}

#[test]
fn agreement_on_all_arguments_is_not_all_that_callers_see() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_callers");
    let found = verdicts(&folder.join("before.mlir"), &folder.join("after.mlir"));
    let wanted = [
        // An earlier function may have written the number to the global.
        ("rare", "unknown"),
        // Callers may write through one result and read from the other.
        ("one_or_two", "unknown"),
        ("two_or_one", "unknown"),
        ("of_global", "unknown"),
        ("of_another", "unknown"),
        ("given", "proved"),
        ("half", "unknown"),
        // The callee may have kept the memory, and a later one may read it.
        ("written_later", "unknown"),
        ("kept_on_the_stack", "unknown"),
        ("kept", "proved"),
        ("more_promised", "unknown"),
        ("result_promised", "unknown"),
        ("less_promised", "proved"),
        ("passed_in_another_way", "unknown"),
        ("no_more", "unknown"),
        ("other_weights", "unknown"),
        ("same_weights", "proved"),
    ];
    let wanted: Vec<(String, String)> =
        wanted.iter().map(|(name, verdict)| ((*name).to_owned(), (*verdict).to_owned())).collect();
    assert_eq!(found, wanted);
}

#[test]
fn a_layout_with_another_index_is_not_judged() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = |name: &str, bits: u32, body: &str| {
        let text = format!(
            "module attributes {{dlti.dl_spec = #dlti.dl_spec<index = {bits} : i64>}} {{\n\
             func.func @f(%a: i64) -> i64 {{\n{body}\n}}\n}}\n"
        );
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    };
    let there =
        "%i = arith.index_cast %a : i64 to index\n%r = arith.index_cast %i : index to i64\nreturn %r : i64";
    let same = "return %a : i64";
    for (bits, verdict) in [(32, "unknown"), (64, "proved")] {
        let found = verdicts(&file("before.mlir", bits, there), &file("after.mlir", bits, same));
        assert_eq!(found, [("f".to_owned(), verdict.to_owned())], "{bits}");
    }
}
