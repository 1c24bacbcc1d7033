//! `--shard` and `assay merge`: the bytes of one process, whatever was stopped, started twice or delivered twice, and clear errors
//! about results that do not belong together.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use assay_testing::Checked;

use crate::command::{assay, text};

/// A pattern that leaves a use of what it erases.
fn wrong(name: &str) -> String {
    format!(
        "pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand\n  \
         %r = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %r {{ pdl.erase %r }}\n}}\n"
    )
}

/// A pattern that replaces an operation by another one of the same form.
fn renaming(name: &str, from: &str, to: &str) -> String {
    format!(
        "pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  \
         %r = pdl.operation \"{from}\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %r {{\n    \
         %n = pdl.operation \"{to}\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %r with %n\n  }}\n}}\n"
    )
}

/// Patterns of every kind that the end of a run looks at: a circle, a suppression that is used and one that is not, a text that
/// cannot be read, and a baseline with findings that are there and one that is gone.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("old.mlir", &(wrong("w3") + &renaming("gone", "lab.x", "lab.x")));
    let done = assay(folder.path(), &["baseline", "old.mlir", "-o", "baseline.json"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    fs::create_dir(folder.path().join("in")).expect("it can be made");
    write("in/many.mlir", &(0..12).map(|number| wrong(&format!("w{number}"))).collect::<String>());
    write("in/circle.mlir", &(renaming("there", "lab.a", "lab.b") + &renaming("back", "lab.b", "lab.a")));
    let allow = |text: &str| format!("// assay: allow(S107, reason = \"as it is\")\n{text}");
    write("in/allowed.mlir", &(allow(&wrong("used")) + &allow(&renaming("unused", "lab.c", "lab.d"))));
    write("in/broken.mlir", "pdl.pattern @p : benefit(1) {\n");
    folder
}

const CHECK: [&str; 7] =
    ["check", "in", "--baseline", "baseline.json", "--format", "human", "--format=json=one.json"];

/// Runs a command once as a whole and once in shards, after `between` has been at the folder of results: standard output, exit
/// code and `one.json` are the same.
fn same(folder: &Path, arguments: &[&str], of: usize, between: impl Fn(&Path)) {
    let whole = assay(folder, arguments);
    assert!(matches!(whole.status.code(), Some(0 | 1)), "{}", text(&whole));
    for index in (0..of).rev() {
        let shard = format!("--shard={index}/{of}");
        let done = assay(folder, &[arguments, &[&shard, "--out", "shards"]].concat());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
        assert!(done.stdout.is_empty(), "the report is that of `merge`: {}", text(&done));
    }
    between(&folder.join("shards"));
    let merged = assay(folder, &["merge", "shards", "-o", "merged"]);
    assert_eq!(text_of(&merged), text_of(&whole), "{}", text(&merged));
    assert_eq!(merged.status.code(), whole.status.code());
    if folder.join("one.json").exists() {
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
        assert_eq!(read("merged/report.json"), read("one.json"));
    }
    // A merged folder counts as its shards.
    let again = assay(folder, &["merge", "merged", "shards", "-o", "twice"]);
    assert_eq!(text_of(&again), text_of(&whole), "{}", text(&again));
}

fn text_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn one_report_comes_of_any_number_of_shards() {
    let folder = library();
    same(folder.path(), &CHECK, 3, |_| {});
}

fn a_shard_that_was_cut_short_or_delivered_twice_changes_nothing() {
    let folder = library();
    let place = folder.path();
    same(place, &CHECK, 2, |results| {
        let path = results.join("shard-1-of-2.jsonl");
        let whole = fs::read(&path).expect("it was written");
        fs::copy(&path, place.join("copy.jsonl")).expect("it can be copied");
        // In the middle of a line, at the end of one, and before the first one ends.
        let line = whole.iter().position(|byte| *byte == b'\n').expect("it has lines");
        for length in [whole.len() / 2, line + 1, line / 2, 0] {
            fs::write(&path, &whole[..length]).expect("it can be written");
            let missing = assay(place, &["merge", "shards", "-o", "merged"]);
            assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));
            assert!(text(&missing).contains("shard 1 of 2 is not finished"), "{}", text(&missing));
            let again = assay(place, &[&CHECK[..], &["--shard", "1/2", "--out", "shards"]].concat());
            assert_eq!(again.status.code(), Some(0), "{}", text(&again));
            assert!(
                fs::read(&path).expect("it is there") == whole,
                "the same bytes, whatever was there before"
            );
        }
    });
    let twice = assay(place, &["merge", "shards", "copy.jsonl", "-o", "merged"]);
    assert_eq!(text_of(&twice), text_of(&assay(place, &CHECK)));
}

/// Two workers, one of them killed wherever it is.
fn a_worker_that_is_killed_is_started_again() {
    let folder = library();
    let place = folder.path();
    let start = |shard: &str| {
        Command::new(env!("CARGO_BIN_EXE_assay"))
            .args(CHECK)
            .args(["--shard", shard, "--out", "shards"])
            .current_dir(place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary under test can be run")
    };
    let (mut killed, mut other) = (start("0/2"), start("1/2"));
    // Between its first line and its last.
    while killed.try_wait().expect("it was started").is_none()
        && !place.join("shards/shard-0-of-2.jsonl").exists()
    {
        std::thread::yield_now();
    }
    killed.kill().expect("it can be killed");
    killed.wait().expect("it ends");
    assert_eq!(other.wait().expect("it ends").code(), Some(0));
    same(place, &CHECK, 2, |_| {});
}

fn missing_shards_are_named_and_a_part_is_reported_on_request() {
    let folder = library();
    let place = folder.path();
    for shard in ["0/4", "2/4"] {
        let done = assay(place, &["check", "in", "--rules", "S", "--shard", shard, "--out", "shards"]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    }
    let missing = assay(place, &["merge", "shards"]);
    assert_eq!(missing.status.code(), Some(2), "{}", text(&missing));
    assert!(text(&missing).contains("shards 1, 3 of 4 are missing"), "{}", text(&missing));
    let part = assay(place, &["merge", "shards", "--partial"]);
    assert_eq!(part.status.code(), Some(1), "{}", text(&part));
    assert!(!text_of(&part).contains("set"), "nothing is said of sets: {}", text(&part));
}

fn results_that_do_not_belong_together_are_refused() {
    let folder = library();
    let place = folder.path();
    let shard = |shard: &str, out: &str, more: &[&str]| {
        assay(place, &[&["check", "in", "--rules", "S", "--shard", shard, "--out", out], more].concat())
    };
    assert_eq!(shard("0/2", "a", &[]).status.code(), Some(0));
    assert_eq!(shard("1/2", "b", &["--strict"]).status.code(), Some(0));
    let refused = |files: &[&str], words: &[&str]| {
        let done = assay(place, &[&["merge"], files].concat());
        let said = text(&done);
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    };
    refused(&["a", "b"], &["of different runs", "the arguments", "--strict"]);
    let same_folder = shard("0/2", "a", &["--strict"]);
    assert_eq!(same_folder.status.code(), Some(2));
    assert!(text(&same_folder).contains("results of another run"), "{}", text(&same_folder));
    assert_eq!(shard("1/2", "a", &[]).status.code(), Some(0));
    // Another version.
    let path = place.join("a/shard-1-of-2.jsonl");
    let whole = fs::read_to_string(&path).expect("it was written");
    fs::write(&path, whole.replacen("\"version\":\"", "\"version\":\"9", 1)).expect("it can be written");
    refused(&["a"], &["the version of Assay", "`9"]);
    // Another answer about the same pattern.
    let edited = whole.replace("\"refuted\"", "\"proved\"");
    assert!(edited != whole);
    fs::create_dir(place.join("c")).expect("it can be made");
    fs::write(place.join("c/shard-1-of-2.jsonl"), edited).expect("it can be written");
    fs::write(&path, &whole).expect("it can be written");
    refused(&["a", "c"], &["different results of unit"]);
    // No results at all, and other inputs.
    refused(&["in"], &["holds no results"]);
    fs::write(place.join("in/many.mlir"), wrong("other")).expect("it can be written");
    refused(&["a"], &["the inputs are not those that the shards judged"]);
}

/// A tool that cannot be started leaves the shard open: it is no answer.
fn a_missing_tool_is_an_error_of_the_shard() {
    let folder = library();
    let arguments = ["check", "in", "--shard", "0/1", "--out", "shards", "--solver", "/nonexistent/z3"];
    let done = assay(folder.path(), &arguments);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done));
    assert!(text(&done).contains("/nonexistent/z3"), "{}", text(&done));
    assert!(!folder.path().join("shards/shard-0-of-1.jsonl").exists());
}

fn a_campaign_in_shards_prints_the_tables_of_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let campaign = ["fuzz", "--mode", "adversarial", "--count", "120", "--seed", "5", "--payloads", "1"];
    let whole = assay(place, &[&campaign[..], &["--out", "whole"]].concat());
    for shard in ["2/3", "0/3", "1/3"] {
        let done = assay(place, &[&campaign[..], &["--shard", shard, "--out", "shards"]].concat());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    }
    let path = place.join("shards/shard-1-of-3.jsonl");
    let bytes = fs::read(&path).expect("it was written");
    fs::write(&path, &bytes[..bytes.len() - 20]).expect("it can be written");
    let open = assay(place, &["merge", "shards"]);
    assert!(text(&open).contains("shard 1 of 3 is not finished"), "{}", text(&open));
    let again = assay(place, &[&campaign[..], &["--shard", "1/3", "--out", "shards"]].concat());
    assert_eq!(again.status.code(), Some(0), "{}", text(&again));
    assert!(fs::read(&path).expect("it is there") == bytes);
    let merged = assay(place, &["merge", "shards", "-o", "merged"]);
    assert_eq!(text_of(&merged), text_of(&whole), "{}", text(&merged));
    assert_eq!(merged.status.code(), whole.status.code());
    let twice = assay(place, &["merge", "merged", "shards"]);
    assert_eq!(text_of(&twice), text_of(&whole), "{}", text(&twice));
    let stats = assay(place, &["fuzz", "--stats", "shards"]);
    assert_eq!(text_of(&stats), format!("3 of 3 shards are finished, 120 patterns\n{}", text_of(&whole)));
    let stats = assay(place, &["fuzz", "--stats", "whole"]);
    assert!(text_of(&stats).starts_with("120 patterns, 0 findings\nverdict against"), "{}", text(&stats));
    let page = assay(place, &["fuzz", "--stats", "shards", "--format", "html=page.html"]);
    assert_eq!(page.status.code(), Some(0), "{}", text(&page));
    let page = fs::read_to_string(place.join("page.html")).expect("it was written");
    assert!(page.contains("120 patterns") && page.ends_with("</html>"), "{page}");
}

fn records_are_beside_the_results_and_whole_behind_a_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let shard = |options: &[&str]| {
        let campaign = [
            "fuzz",
            "--mode",
            "safe",
            "--count",
            "160",
            "--payloads",
            "1",
            "--shard",
            "1/2",
            "--out",
            "shards",
        ];
        assay(place, &[&campaign[..], options].concat())
    };
    let done = shard(&["--records"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let read = |name: &str| fs::read(place.join("shards").join(name)).expect("it was written");
    let (results, records) = (read("shard-1-of-2.jsonl"), read("records-1-of-2.jsonl"));
    assert_eq!(
        records.iter().filter(|byte| **byte == b'\n').count(),
        60,
        "two chunks, of which one is the last"
    );
    // A stop behind the records of the first chunk and in the middle of its summary.
    let header = results.iter().position(|byte| *byte == b'\n').expect("it has lines");
    fs::write(place.join("shards/shard-1-of-2.jsonl"), &results[..=header]).expect("it can be written");
    fs::write(place.join("shards/records-1-of-2.jsonl"), &records[..records.len() / 2])
        .expect("it can be written");
    let again = shard(&["--records"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again));
    assert!((read("shard-1-of-2.jsonl"), read("records-1-of-2.jsonl")) == (results, records));
}

fn passes_are_held_against_their_contracts_in_shards() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    let passes = "canonicalize,cse,symbol-dce,lower-affine";
    let arguments =
        ["audit", "--conformance", "--passes", passes, "--format", "human", "--format", "json=one.json"];
    same(folder.path(), &arguments, 2, |_| {});
    let open = assay(folder.path(), &["audit", "--conformance", "--out", "shards"]);
    assert_eq!(open.status.code(), Some(2), "{}", text(&open));
    Ok(())
}

/// A round draws from the one before, whatever the order and number of its shards; without a corpus it is another campaign.
fn a_round_starts_from_the_merged_round_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let campaign = ["fuzz", "--mode", "adversarial", "--count", "60", "--seed", "5", "--payloads", "1"];
    let round = |out: &str, corpus: &str, shard: &str| {
        let done =
            assay(place, &[&campaign[..], &["--corpus", corpus, "--shard", shard, "--out", out]].concat());
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    };
    let merge = |from: &str, to: &str| {
        let done = assay(place, &["merge", from, "-o", to]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
        fs::read_to_string(place.join(to).join("summary.jsonl")).expect("it was written")
    };
    round("first", "none", "1/2");
    round("first", "none", "0/2");
    let first = merge("first", "first-merged");
    assert!(first.contains("\"corpus\":{"), "{first}");
    for shard in ["0/2", "1/2"] {
        round("second", "first-merged/summary.jsonl", shard);
    }
    let second = merge("second", "second-merged");
    assert_ne!(first, second);
    // One shard or two: the same patterns, and so the same corpus for the next round.
    round("whole", "first-merged/summary.jsonl", "0/1");
    let whole = merge("whole", "whole-merged");
    let result = |text: &str| {
        text.split_once("\"result\":").map(|(_, result)| result.lines().next().map(str::to_owned))
    };
    assert_eq!(result(&second), result(&whole));
    let shards = ["--corpus", "first", "--shard", "0/2", "--out", "third"];
    fs::remove_file(place.join("first/shard-1-of-2.jsonl")).expect("it is there");
    let open = assay(place, &[&campaign[..], &shards].concat());
    assert_eq!(open.status.code(), Some(2), "{}", text(&open));
    assert!(text(&open).contains("shard 1 of 2 is missing"), "{}", text(&open));
}

fn programs_behind_passes_are_judged_in_shards() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..5 {
        let body = format!(
            "func.func @f{number}(%x: i32) -> i32 {{\n  %c = arith.constant {number} : i32\n  \
             %0 = arith.addi %x, %c : i32\n  %1 = arith.addi %x, %c : i32\n  %2 = arith.muli %0, %1 : i32\n  return %2 : i32\n}}\n"
        );
        fs::write(folder.path().join(format!("{number}.mlir")), body).expect("it can be written");
    }
    let files = ["0.mlir", "1.mlir", "2.mlir", "3.mlir", "4.mlir"];
    let arguments =
        [&["tv"], &files[..], &["--pass", "cse", "--format", "human", "--format", "json=one.json"]].concat();
    same(folder.path(), &arguments, 2, |_| {});
    Ok(())
}

assay_testing::tests!(
    one_report_comes_of_any_number_of_shards,
    a_shard_that_was_cut_short_or_delivered_twice_changes_nothing,
    a_worker_that_is_killed_is_started_again,
    missing_shards_are_named_and_a_part_is_reported_on_request,
    results_that_do_not_belong_together_are_refused,
    a_missing_tool_is_an_error_of_the_shard,
    a_campaign_in_shards_prints_the_tables_of_one,
    records_are_beside_the_results_and_whole_behind_a_stop,
    passes_are_held_against_their_contracts_in_shards,
    a_round_starts_from_the_merged_round_before,
    programs_behind_passes_are_judged_in_shards,
);
