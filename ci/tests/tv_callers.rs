//! `assay tv` on effects beside results and on inputs beside arguments: globals, the memory of results, memory that a callee
//! keeps, parameter attributes, resources and data layouts.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The records about two files, and the exit code.
fn records(before: &Path, after: &Path, more: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("tv")
        .args([before, after])
        .args(["--format", "json"])
        .args(more)
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{}: {error}: {}", before.display(), String::from_utf8_lossy(&output.stderr))
    });
    (report["patterns"].as_array().expect("a list").clone(), output.status.code())
}

fn word(record: &Value, key: &str) -> String {
    record[key].as_str().unwrap_or_default().to_owned()
}

/// The functions of two files with their verdicts.
fn verdicts(before: &Path, after: &Path) -> Vec<(String, String)> {
    let (records, _) = records(before, after, &[]);
    records.iter().map(|record| (word(record, "name"), word(record, "verdict"))).collect()
}

/// Pairs at the edge of a function, each with what is true of it beside it: `NAME: VERDICT CODE` for each record. Callers that are made
/// for each proved pair must not refute it.
#[test]
fn promises_symbols_and_memory_of_callers_are_judged_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_edges");
    let names = std::fs::read_dir(&folder).expect("the folder can be listed").filter_map(|entry| {
        let name = entry.ok()?.file_name().into_string().ok()?;
        name.strip_suffix(".expect").map(str::to_owned)
    });
    let (mut right, mut decided, mut all, mut wrong) = (0, 0, 0, Vec::new());
    for name in names {
        let expected = std::fs::read_to_string(folder.join(format!("{name}.expect"))).expect("it is a text");
        let mut wanted: Vec<&str> = expected.lines().collect();
        let file = |side: &str| folder.join(format!("{name}.{side}.mlir"));
        let (records, code) = records(&file("before"), &file("after"), &["--self-check"]);
        let mut found: Vec<String> = records
            .iter()
            .map(|record| {
                let code = record["findings"][0]["code"].as_str().map(|code| format!(" {code}"));
                format!("{}: {}{}", word(record, "name"), word(record, "verdict"), code.unwrap_or_default())
            })
            .collect();
        found.sort();
        wanted.sort_unstable();
        if found != wanted || code == Some(2) {
            wrong.push(format!("{name}: {found:?}, exit code {code:?}"));
        }
        all += 1;
        decided += usize::from(!expected.contains("unknown"));
        right += usize::from(!expected.contains("unknown") && !expected.contains("refuted"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all >= 40 && decided * 5 >= all * 4 && right * 5 >= all * 2, "{right} of {decided} of {all}");
}

/// Two texts as files.
fn files(before: &str, after: &str) -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    };
    let (one, other) = (write("before.mlir", before), write("after.mlir", after));
    (folder, one, other)
}

#[test]
fn with_alias_an_argument_may_be_a_public_global() {
    let text = |kind: &str, result: &str| {
        format!(
            "memref.global {kind}@v : memref<1xi8> = dense<0>\n\
             func.func @f(%m: memref<1xi8>, %x: i8, %y: i8) -> i8 {{\n\
             %z = arith.constant 0 : index\n%g = memref.get_global @v : memref<1xi8>\n\
             memref.store %x, %g[%z] : memref<1xi8>\nmemref.store %y, %m[%z] : memref<1xi8>\n\
             %r = memref.load %g[%z] : memref<1xi8>\nreturn {result} : i8\n}}\n"
        )
    };
    let all = |kind: &str, more: &[&str]| {
        let (_folder, before, after) = files(&text(kind, "%r"), &text(kind, "%x"));
        records(&before, &after, more).0
    };
    let verdicts = |kind: &str, more: &[&str]| -> Vec<String> {
        let mut found: Vec<String> = all(kind, more).iter().map(|record| word(record, "verdict")).collect();
        found.sort();
        found
    };
    assert_eq!(verdicts("", &[]), ["proved"]);
    assert_eq!(verdicts("", &["--alias"]), ["proved", "refuted"]);
    assert_eq!(verdicts("\"private\" ", &["--alias"]), ["proved"]);
    let assumed = all("", &[])[0]["assumptions"].clone();
    assert_eq!(assumed, serde_json::json!(["%arg0 is not the memory of a global"]));
}

/// The assumptions of a verdict are listed, and none for a function that uses none of them.
#[test]
fn a_verdict_lists_its_domain_and_assumptions() {
    let text = |second: &str, result: &str| {
        format!(
            "func.func @f(%m: memref<1xi8>, %n: memref<1xi8>, %x: i8) -> i8 {{\n%z = arith.constant 0 : index\n\
             memref.store %x, %m[%z] : memref<1xi8>\nmemref.store %x, {second}[%z] : memref<1xi8>\n\
             %r = memref.load %m[%z] : memref<1xi8>\nreturn {result} : i8\n}}\n\
             func.func @plain(%x: i8) -> i8 {{\nreturn %x : i8\n}}\n"
        )
    };
    let of = |second: &str| {
        let (_folder, before, after) = files(&text(second, "%r"), &text(second, "%x"));
        let found = records(&before, &after, &[]).0;
        assert_eq!([word(&found[0], "verdict"), word(&found[1], "verdict")], ["proved", "proved"]);
        assert_eq!(found[1]["assumptions"], serde_json::json!([]));
        (found[0]["domain"].clone(), found[0]["assumptions"].clone())
    };
    let index = serde_json::json!(["`index` of 64 bits"]);
    assert_eq!(of("%n"), (index.clone(), serde_json::json!(["%arg0 and %arg1 do not overlap"])));
    assert_eq!(of("%m"), (index, serde_json::json!([])));
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
        // Poison is undefined behaviour that it was not.
        ("more_promised", "refuted"),
        ("result_promised", "refuted"),
        ("less_promised", "proved"),
        ("passed_in_another_way", "unknown"),
        ("no_more", "refuted"),
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
