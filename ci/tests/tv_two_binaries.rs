//! `assay tv --old-opt`: `mlir-opt` against itself behind scripts that switch a pattern off, change what is printed, crash, or repeat
//! work. Each change has to be in its row, and in no other one.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Output;

use assay_testing::{Checked, Missing};
use serde_json::Value;

use crate::command::{assay, text};

/// Two functions that `canonicalize` changes by different patterns, and one that it leaves alone.
const PROGRAMS: &str = "func.func @sum(%x: i32) -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %0 = arith.addi %x, %a : i32
  %1 = arith.addi %0, %b : i32
  return %1 : i32
}
// -----
func.func @product(%x: i32, %y: i32) -> i32 {
  %0 = arith.muli %x, %y : i32
  return %0 : i32
}
// -----
func.func @left(%x: i32, %y: i32) -> i32 {
  %0 = arith.subi %x, %y : i32
  return %0 : i32
}
";

/// A folder with the programs and a binary that is a shell script; `$1` and so on are the arguments of `mlir-opt`.
pub(crate) fn folder(script: &str) -> Result<tempfile::TempDir, Missing> {
    let opt = assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("p.mlir"), PROGRAMS).expect("a file can be written");
    let path = folder.path().join("other-opt");
    let text = format!("#!/bin/bash\nopt={}\n{script}\n", opt.path().display());
    std::fs::write(&path, text).expect("a file can be written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode can be set");
    Ok(folder)
}

/// A script that runs `mlir-opt` with `canonicalize` without a pattern.
const WITHOUT: &str = r#"args=()
for word in "$@"; do
  [ "$word" = --canonicalize ] && word='--canonicalize=disable-patterns={(anonymous namespace)::AddIAddConstant}'
  args+=("$word")
done
exec "$opt" "${args[@]}""#;

/// A script that prints a sum for a product behind `canonicalize`.
const WRONG: &str = r#"case " $* " in
  *" --canonicalize "*) "$opt" "$@" | sed 's/"arith.muli"/"arith.addi"/; s/arith.muli/arith.addi/'; exit "${PIPESTATUS[0]}" ;;
  *) exec "$opt" "$@" ;;
esac"#;

/// A script that crashes on products behind `canonicalize`.
pub(crate) const CRASH: &str = r#"case " $* " in
  *" --canonicalize "*) text=$(cat); case "$text" in *arith.muli*) kill -SEGV $$ ;; esac; printf '%s\n' "$text" | "$opt" "$@" ;;
  *) exec "$opt" "$@" ;;
esac"#;

/// A script that prints what it is given in other words, as another version does: an attribute that it names last, and names of values.
const REWORDED: &str = r#"case " $* " in
  *" --mlir-print-op-generic "*) "$opt" "$@" | sed 's/%c\([0-9]*\)_i32/%constant\1/g'; exit "${PIPESTATUS[0]}" ;;
  *) exec "$opt" "$@" ;;
esac"#;

/// A script that reads another program than the one that is there, and one that lacks a pass.
const MISREADS: &str = r#"case " $* " in
  *" --canonicalize "*) exec "$opt" "$@" ;;
  *) "$opt" "$@" | sed 's/"arith.muli"/"arith.addi"/'; exit "${PIPESTATUS[0]}" ;;
esac"#;
const LACKS: &str = r#"for word in "$@"; do
  [ "$word" = --cse ] && { echo "other-opt: Unknown command line argument '--cse'." >&2; exit 1; }
done
exec "$opt" "$@""#;

/// A script that refuses products, at the second line of a text.
const REFUSES: &str = r#"text=$(cat)
case "$text" in *arith.muli*) echo "<stdin>:2:3: error: no products" >&2; exit 1 ;; esac
printf '%s\n' "$text" | "$opt" "$@""#;

fn tv(folder: &tempfile::TempDir, arguments: &[&str]) -> Output {
    let lead: &[&str] = &["tv", "p.mlir", "--pass", "canonicalize", "--isolated"];
    assay(folder.path(), &[lead, arguments].concat())
}

/// The document of a run.
fn changes(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(output)))
}

const OTHER_IS_NEW: [&str; 6] = ["--old-opt", "mlir-opt-22", "--mlir-opt", "./other-opt", "--format", "json"];
const OTHER_IS_OLD: [&str; 6] = ["--old-opt", "./other-opt", "--mlir-opt", "mlir-opt-22", "--format", "json"];

fn the_same_binary_has_no_row() -> Checked {
    let folder = folder(r#"exec "$opt" "$@""#)?;
    let done = tv(&folder, &OTHER_IS_NEW);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let document = changes(&done);
    assert_eq!(document["changes"], serde_json::json!([]));
    assert_eq!(document["compared"], 3);
    Ok(())
}

fn a_pattern_that_is_switched_off_is_a_lost_rewrite() -> Checked {
    let folder = folder(WITHOUT)?;
    for (arguments, change) in [(OTHER_IS_NEW, "rewrite lost"), (OTHER_IS_OLD, "rewrite new")] {
        let done = tv(&folder, &arguments);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done));
        let document = changes(&done);
        let rows = document["changes"].as_array().expect("a list");
        assert!(
            !rows.is_empty() && rows.iter().all(|row| row["change"] == change && row["line"] == 1),
            "{document}"
        );
        let names =
            |row: &&Value| row["pattern"].as_str().is_some_and(|name| name.contains("AddIAddConstant"));
        let row = rows.iter().find(names).unwrap_or_else(|| panic!("{document}"));
        assert_eq!(row["name"], "sum", "{row}");
        // The smaller program has the two sums alone.
        let program = row["program"].as_str().unwrap_or_default();
        assert!(program.contains("\"sum\"") && program.matches("arith.addi").count() == 2, "{row}");
    }
    let strict = tv(&folder, &[&OTHER_IS_NEW[..], &["--fail-on", "warning"]].concat());
    assert_eq!(strict.status.code(), Some(1), "{}", text(&strict));
    Ok(())
}

fn a_program_in_other_words_is_no_row() -> Checked {
    let folder = folder(REWORDED)?;
    for arguments in [OTHER_IS_NEW, OTHER_IS_OLD] {
        let document = changes(&tv(&folder, &arguments));
        assert_eq!(document["changes"], serde_json::json!([]), "{document}");
        assert_eq!(document["compared"], 3);
    }
    Ok(())
}

fn a_program_that_is_read_differently_is_not_compared() -> Checked {
    let folder = folder(MISREADS)?;
    let done = tv(&folder, &OTHER_IS_OLD);
    let note = "note: programs that the binaries read differently, not compared: 1";
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains(note), "{said}");
    let document = changes(&done);
    assert_eq!(document["compared"], 2, "{document}");
    assert_eq!(document["changes"], serde_json::json!([]), "{document}");
    Ok(())
}

fn passes_that_the_old_binary_lacks_are_named() -> Checked {
    let folder = folder(LACKS)?;
    let tests = folder.path().join("tests");
    std::fs::create_dir(&tests).expect("a folder can be made");
    let text = format!("// RUN: mlir-opt %s --cse\n// RUN: mlir-opt %s --canonicalize\n{PROGRAMS}");
    std::fs::write(tests.join("p.mlir"), text).expect("a file can be written");
    let done = assay(folder.path(), &[&["tv", "--tests", "tests", "--isolated"], &OTHER_IS_OLD[..]].concat());
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(said.contains("other-opt does not have: `--cse`"), "{said}");
    let document = changes(&done);
    assert_eq!(document["compared"], 3, "{document}");
    assert_eq!(document["changes"], serde_json::json!([]), "{document}");
    Ok(())
}

fn a_baseline_takes_out_what_it_lists() -> Checked {
    let folder = folder(WRONG)?;
    let arguments = [
        "tv",
        "p.mlir",
        "--pass",
        "canonicalize",
        "--isolated",
        "--mlir-opt",
        "./other-opt",
        "--write-baseline",
        "known.json",
    ];
    assay(folder.path(), &arguments);
    let done = tv(&folder, &[&OTHER_IS_NEW[..], &["--baseline", "known.json"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    assert_eq!(changes(&done)["changes"], serde_json::json!([]));
    Ok(())
}

fn times_are_in_rows_where_they_are_asked_for() -> Checked {
    let folder = folder(
        r#"case " $* " in
  *" --log-actions-to=- "*) text=$(cat); for _ in {1..9}; do printf '%s\n' "$text" | "$opt" "$@"; done ;;
  *) exec "$opt" "$@" ;;
esac"#,
    )?;
    let row = |arguments: &[&str]| changes(&tv(&folder, arguments))["changes"][0].clone();
    let without = row(&OTHER_IS_NEW);
    assert_eq!(without["change"], "slower", "{without}");
    assert!(without["new"].as_str().is_some_and(|text| text.ends_with(" attempts")), "{without}");
    assert!(without["program"].as_str().is_some_and(|text| text.contains("@sum")), "{without}");
    let with = row(&[&OTHER_IS_NEW[..], &["--timings"]].concat());
    assert!(with["new"].as_str().is_some_and(|text| text.ends_with(" ms")), "{with}");
    Ok(())
}

fn a_wrong_result_is_newly_wrong_or_newly_right() -> Checked {
    let folder = folder(WRONG)?;
    let done = tv(&folder, &OTHER_IS_NEW);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let document = changes(&done);
    let row = &document["changes"][0];
    assert_eq!((&row["change"], &row["name"]), (&"newly wrong".into(), &"product".into()), "{document}");
    assert!(row["message"].as_str().is_some_and(|text| text.starts_with("V301: ")), "{row}");
    assert_eq!(document["summary"]["newly wrong"], 1);
    let back = tv(&folder, &OTHER_IS_OLD);
    assert_eq!(back.status.code(), Some(0), "{}", text(&back));
    let document = changes(&back);
    assert_eq!(document["summary"], serde_json::json!({"newly right": 1}), "{document}");
    Ok(())
}

fn a_crash_is_new_or_gone() -> Checked {
    let folder = folder(CRASH)?;
    for (arguments, change, code) in [(OTHER_IS_NEW, "crash new", 1), (OTHER_IS_OLD, "crash gone", 0)] {
        let done = tv(&folder, &arguments);
        assert_eq!(done.status.code(), Some(code), "{}", text(&done));
        let document = changes(&done);
        assert_eq!(document["summary"], serde_json::json!({ change: 1 }), "{document}");
        let row = &document["changes"][0];
        assert_eq!(row["line"], 9, "{document}");
        // It crashes without any pattern.
        assert_eq!(row["pattern"], Value::Null, "{document}");
        assert!(row["program"].as_str().is_some_and(|text| text.contains("arith.muli")), "{document}");
    }
    Ok(())
}

fn a_failure_behind_a_pattern_names_it() -> Checked {
    // It crashes where the pattern makes a difference.
    let folder = folder(&format!(
        "text=$(cat)\nargs=()\nout=$(printf '%s\\n' \"$text\" | \"$opt\" \"$@\")\ncode=$?\nprintf '%s\\n' \"$out\"\n{}\n\
         [ \"$out\" = \"$(printf '%s\\n' \"$text\" | \"$opt\" \"${{args[@]}}\" 2>/dev/null)\" ] || kill -SEGV $$\nexit $code",
        WITHOUT
            .lines()
            .filter(|line| *line != "args=()" && !line.starts_with("exec"))
            .collect::<Vec<_>>()
            .join("\n")
    ))?;
    let document = changes(&tv(&folder, &OTHER_IS_NEW));
    let row = &document["changes"][0];
    assert_eq!(row["change"], "crash new", "{document}");
    assert!(row["pattern"].as_str().is_some_and(|name| name.ends_with("AddIAddConstant")), "{document}");
    Ok(())
}

fn what_is_known_of_a_file_is_read_from_the_folder() -> Checked {
    let folder = folder(WRONG)?;
    let arguments = [&OTHER_IS_NEW[..], &["--out", "known"]].concat();
    let first = tv(&folder, &arguments);
    let known = folder.path().join("known");
    let mut files: Vec<_> =
        std::fs::read_dir(&known).expect("a folder").flatten().map(|one| one.path()).collect();
    // One of the file, and one of the text with a row, for a run that ends between the two.
    assert_eq!(files.len(), 2, "{files:?}");
    let is_whole = |path: &std::path::PathBuf| {
        std::fs::read_to_string(path).is_ok_and(|text| text.contains("\"compared\""))
    };
    files.sort_by_key(|path| !is_whole(path));
    assert_eq!(tv(&folder, &arguments).stdout, first.stdout);
    // The rows come from the file: nothing is judged again.
    std::fs::write(&files[0], "{\"compared\": 7, \"rows\": []}").expect("a file can be written");
    assert_eq!(changes(&tv(&folder, &arguments))["compared"], 7);
    // Half a file is none.
    std::fs::write(&files[0], "{\"compared\"").expect("a file can be written");
    assert_eq!(tv(&folder, &arguments).stdout, first.stdout);
    Ok(())
}

fn rows_are_annotations_and_tables() -> Checked {
    let folder = folder(WRONG)?;
    let formats = ["--format", "markdown=out.md", "--format", "github"];
    let done = tv(&folder, &[&OTHER_IS_NEW[..4], &formats[..]].concat());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(
        text(&done).contains("::error file=p.mlir,line=9,title=newly wrong @product::"),
        "{}",
        text(&done)
    );
    let markdown = std::fs::read_to_string(folder.path().join("out.md")).expect("it is written");
    assert!(markdown.contains("### newly wrong (1)") && markdown.contains("```mlir\n"), "{markdown}");
    Ok(())
}

fn two_binaries_need_passes_and_a_binary() -> Checked {
    let folder = folder(WRONG)?;
    for (arguments, message) in [
        (["--old-opt", "./missing-opt", "--mlir-opt", "mlir-opt-22"], "not found"),
        (["--old-opt", "mlir-opt-22", "--format", "sarif"], "`sarif` is no format"),
    ] {
        let done = tv(&folder, &arguments);
        assert_eq!(done.status.code(), Some(2), "{}", text(&done));
        assert!(text(&done).contains(message), "{}", text(&done));
    }
    Ok(())
}

/// An entry of the registry names the pass of a row, its rule, or both.
fn a_row_that_is_reported_already_is_run_past() -> Checked {
    let folder = folder(WRONG)?;
    let arguments = [&OTHER_IS_NEW[..], &["--known", "known.toml"]].concat();
    let entry = |pass: &str| {
        let text = format!("[[known]]\npass = \"{pass}\"\nkind = \"V301\"\nreason = \"acme/issues/7\"\n");
        std::fs::write(folder.path().join("known.toml"), text).expect("a file can be written");
        tv(&folder, &arguments)
    };
    let past = entry("canonicalize");
    assert_eq!(past.status.code(), Some(0), "{}", text(&past));
    assert_eq!(changes(&past)["changes"], serde_json::json!([]));
    assert!(text(&past).contains("1 row is listed in `--known`"), "{}", text(&past));
    let other = entry("cse");
    assert_eq!(other.status.code(), Some(1), "{}", text(&other));
    assert_eq!(changes(&other)["summary"]["newly wrong"], 1);
    assert!(text(&other).contains("1 of the findings in `--known` did not occur"), "{}", text(&other));
    Ok(())
}

/// Two functions in one module, the first of which a script gets wrong and the second of which lets it fail.
const MODULE: &str = "func.func @product(%x: i32, %y: i32) -> i32 {
  %0 = arith.muli %x, %y : i32
  return %0 : i32
}
func.func @quotient(%x: i32, %y: i32) -> i32 {
  %0 = arith.divsi %x, %y : i32
  return %0 : i32
}
";

/// A row by kind, name and line.
type Shown = (String, String, u64);

fn row(change: &str, name: &str, line: u64) -> Shown {
    (change.to_owned(), name.to_owned(), line)
}

/// The exit code and the rows of a run on a program.
fn rows(folder: &tempfile::TempDir, program: &str, arguments: &[&str]) -> (Option<i32>, Vec<Shown>) {
    std::fs::write(folder.path().join("p.mlir"), program).expect("a file can be written");
    let done = tv(folder, arguments);
    let word = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let shown = |row: &Value| (word(row, "change"), word(row, "name"), row["line"].as_u64().unwrap_or(0));
    let rows = changes(&done)["changes"].as_array().expect("a list").iter().map(shown).collect();
    (done.status.code(), rows)
}

/// Another binary in a folder, of this name.
fn add_binary(folder: &tempfile::TempDir, name: &str, script: &str) {
    let path = folder.path().join(name);
    std::fs::write(&path, format!("#!/bin/bash\nopt=mlir-opt-22\n{script}\n"))
        .expect("a file can be written");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a mode can be set");
}

fn a_failure_in_one_function_hides_no_other_one() -> Checked {
    let failures = [
        r#"case "$text" in *arith.divsi*) kill -SEGV $$ ;; esac; printf '%s\n' "$text""#,
        // The binary prints text that is no MLIR.
        r#"printf '%s\n' "$text" | sed 's/"arith.divsi"/"arith.divsi" !!/'"#,
    ];
    for failure in failures {
        let folder = folder(&format!(
            r#"case " $* " in
  *" --canonicalize "*) text=$("$opt" "$@" | sed 's/arith.muli/arith.addi/') || exit 1; {failure} ;;
  *) exec "$opt" "$@" ;;
esac"#
        ))?;
        let wanted = [row("newly wrong", "product", 1), row("crash new", "quotient", 5)];
        assert_eq!(rows(&folder, MODULE, &OTHER_IS_NEW), (Some(1), wanted.to_vec()));
    }
    Ok(())
}

fn what_does_not_crash_any_more_may_be_wrong() -> Checked {
    let folder = folder(CRASH)?;
    add_binary(&folder, "wrong-opt", WRONG);
    let arguments = ["--old-opt", "./other-opt", "--mlir-opt", "./wrong-opt", "--format", "json"];
    let product = &MODULE[..MODULE.find("func.func @quotient").unwrap_or_default()];
    let wanted = [row("newly wrong", "product", 1), row("crash gone", "", 1)];
    assert_eq!(rows(&folder, product, &arguments), (Some(1), wanted.to_vec()));
    Ok(())
}

fn a_binary_that_crashes_while_it_reads_has_a_row() -> Checked {
    let folder = folder(
        r#"text=$(cat); case "$text" in *arith.muli*) kill -SEGV $$ ;; esac; printf '%s\n' "$text" | "$opt" "$@""#,
    )?;
    assert_eq!(rows(&folder, PROGRAMS, &OTHER_IS_NEW), (Some(1), vec![row("crash new", "", 9)]));
    assert_eq!(rows(&folder, PROGRAMS, &OTHER_IS_OLD), (Some(0), vec![row("crash gone", "", 9)]));
    Ok(())
}

/// Both are wrong by one rule, and the new one in what the old one gets right.
fn a_function_that_was_wrong_may_be_wrong_in_more() -> Checked {
    let wrong = |edit: &str| {
        format!(
            r#"case " $* " in
  *" --canonicalize "*) "$opt" "$@" | sed '{edit}'; exit "${{PIPESTATUS[0]}}" ;;
  *) exec "$opt" "$@" ;;
esac"#
        )
    };
    let folder = folder(&wrong("s/arith.subi/arith.addi/"))?;
    add_binary(&folder, "new-opt", &wrong("s/arith.subi/arith.addi/; s/arith.muli/arith.addi/"));
    let program = "func.func @two(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.muli %x, %y : i32
  return %0, %1 : i32, i32
}
";
    let arguments = ["--old-opt", "./other-opt", "--mlir-opt", "./new-opt", "--format", "json"];
    assert_eq!(rows(&folder, program, &arguments), (Some(1), vec![row("newly wrong", "two", 1)]));
    let arguments = ["--old-opt", "./new-opt", "--mlir-opt", "./other-opt", "--format", "json"];
    let (code, found) = rows(&folder, program, &arguments);
    assert_eq!((code, &*found[0].0), (Some(0), "other result"), "{found:?}");
    Ok(())
}

/// A program that one binary refuses is an error where its file is named, and counted where it is in a folder.
fn programs_that_one_binary_refuses_are_named_or_counted() -> Checked {
    let folder = folder(REFUSES)?;
    let named = tv(&folder, &OTHER_IS_NEW);
    assert_eq!(named.status.code(), Some(1), "{}", text(&named));
    assert_eq!(changes(&named)["compared"], 2);
    assert!(text(&named).contains("error: p.mlir:10:3: ./other-opt: no products"), "{}", text(&named));
    std::fs::create_dir(folder.path().join("tests")).expect("a folder can be made");
    std::fs::rename(folder.path().join("p.mlir"), folder.path().join("tests/p.mlir"))
        .expect("it can be moved");
    let lead = ["tv", "--tests", "tests", "--pass", "canonicalize", "--isolated"];
    let walked = assay(folder.path(), &[&lead[..], &OTHER_IS_OLD].concat());
    assert_eq!(walked.status.code(), Some(0), "{}", text(&walked));
    let said = "note: programs of folders that ./other-opt alone refuses, not compared: 1";
    assert!(text(&walked).contains(said), "{}", text(&walked));
    Ok(())
}

assay_testing::tests!(
    a_binary_that_crashes_while_it_reads_has_a_row,
    a_failure_in_one_function_hides_no_other_one,
    a_function_that_was_wrong_may_be_wrong_in_more,
    what_does_not_crash_any_more_may_be_wrong,
    a_baseline_takes_out_what_it_lists,
    a_crash_is_new_or_gone,
    a_failure_behind_a_pattern_names_it,
    a_program_in_other_words_is_no_row,
    a_program_that_is_read_differently_is_not_compared,
    a_pattern_that_is_switched_off_is_a_lost_rewrite,
    a_row_that_is_reported_already_is_run_past,
    a_wrong_result_is_newly_wrong_or_newly_right,
    passes_that_the_old_binary_lacks_are_named,
    programs_that_one_binary_refuses_are_named_or_counted,
    rows_are_annotations_and_tables,
    the_same_binary_has_no_row,
    times_are_in_rows_where_they_are_asked_for,
    two_binaries_need_passes_and_a_binary,
    what_is_known_of_a_file_is_read_from_the_folder,
);
