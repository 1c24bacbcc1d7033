//! `assay tv` on effects beside results and on inputs beside arguments: globals, the memory of results, memory that a callee
//! keeps, parameter attributes, resources and data layouts.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// The records about two files, and the exit code.
fn records(before: &Path, after: &Path, more: &[&str]) -> (Vec<Value>, Option<i32>) {
    assay_testing::compared(env!("CARGO_BIN_EXE_assay"), before, after, more)
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

fn an_argument_may_be_a_global_that_other_modules_pass() {
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
    for more in [&[][..], &["--alias"]] {
        let verdicts = |kind: &str| -> Vec<String> {
            all(kind, more).iter().map(|record| word(record, "verdict")).collect()
        };
        assert_eq!(verdicts(""), ["refuted"]);
        assert_eq!(verdicts("\"private\" "), ["proved"]);
    }
    let private = all("\"private\" ", &[]);
    assert_eq!(private[0]["assumptions"], serde_json::json!([]));
    let public = all("", &[]);
    let message = word(&public[0]["findings"][0], "message");
    assert!(
        message.starts_with("`@f([") && message.contains(" with %arg0 as @v returns another value"),
        "{message}"
    );
}

/// A difference that needs arguments in one buffer is a warning with its witness, which stands beside what is assumed.
fn arguments_that_overlap_are_a_warning_and_an_error_with_alias() {
    let text = |result: &str| {
        format!(
            "func.func @f(%m: memref<4xi8>, %n: memref<1xi16>, %x: i8, %y: i16) -> i8 {{\n\
             %z = arith.constant 0 : index\n%o = arith.constant 3 : index\n\
             memref.store %x, %m[%o] : memref<4xi8>\nmemref.store %y, %n[%z] : memref<1xi16>\n\
             %r = memref.load %m[%o] : memref<4xi8>\nreturn {result} : i8\n}}\n"
        )
    };
    let (_folder, before, after) = files(&text("%r"), &text("%x"));
    let (found, code) = records(&before, &after, &[]);
    assert_eq!((word(&found[0], "verdict"), code), ("proved".to_owned(), Some(0)));
    assert_eq!(found[0]["assumptions"], serde_json::json!(["%arg0 and %arg1 do not overlap"]));
    let finding = &found[0]["findings"][0];
    assert_eq!(finding["level"], "warning");
    let message = word(finding, "message");
    assert!(message.starts_with("`@f` with %arg0 and %arg1 in parts of one buffer"), "{message}");
    assert_eq!(records(&before, &after, &["--fail-on", "warning"]).1, Some(1));
    let (found, code) = records(&before, &after, &["--alias"]);
    let levels: Vec<&str> = found
        .iter()
        .flat_map(|record| record["findings"].as_array().expect("a list"))
        .filter_map(|finding| finding["level"].as_str())
        .collect();
    assert_eq!((levels, code), (vec!["error"], Some(1)));
}

/// With `--alias` each two memrefs are one buffer, too, or parts of one, each with a verdict of its own.
fn memrefs_that_overlap_are_judged_when_asked() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_alias");
    let verdicts = |more: &[&str]| -> BTreeSet<(String, String)> {
        let found = records(&folder.join("before.mlir"), &folder.join("after.mlir"), more).0;
        found.iter().map(|record| (word(record, "name"), word(record, "verdict"))).collect()
    };
    let set = |list: &[(&str, &str)]| -> BTreeSet<(String, String)> {
        list.iter().map(|(name, verdict)| ((*name).to_owned(), (*verdict).to_owned())).collect()
    };
    let disjoint = [("forwarded", "proved"), ("kept", "proved"), ("apart", "unknown")];
    assert_eq!(verdicts(&[]), set(&disjoint));
    let overlapping = [
        ("forwarded with %arg0 and %arg1 in one buffer", "refuted"),
        ("forwarded with %arg0 and %arg1 in parts of one buffer", "refuted"),
        ("kept with %arg0 and %arg1 in one buffer", "proved"),
        ("kept with %arg0 and %arg1 in parts of one buffer", "proved"),
        ("apart with %arg0 and %arg1 in one buffer", "unknown"),
        ("apart with %arg0 and %arg1 in parts of one buffer", "refuted"),
    ];
    assert_eq!(verdicts(&["--alias"]), &set(&disjoint) | &set(&overlapping));
    assert_eq!(verdicts(&["--alias", "--entry", "@kept"]).len(), 3);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["tv", "--alias", "--entry", "@forwarded"])
        .args([folder.join("before.mlir"), folder.join("after.mlir")])
        .output()
        .expect("the binary under test can be run");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("--alias"), "{shown}");
}

/// The assumptions of a verdict are listed, and none for a function that uses none of them.
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

assay_testing::tests!(
    promises_symbols_and_memory_of_callers_are_judged_as_they_are,
    an_argument_may_be_a_global_that_other_modules_pass,
    arguments_that_overlap_are_a_warning_and_an_error_with_alias,
    memrefs_that_overlap_are_judged_when_asked,
    a_verdict_lists_its_domain_and_assumptions,
    agreement_on_all_arguments_is_not_all_that_callers_see,
    a_layout_with_another_index_is_not_judged,
);
