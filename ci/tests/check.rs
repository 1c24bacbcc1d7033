//! `assay check` as a script meets it: exit codes, bad input, selection, formats, the same bytes for any number of
//! threads. Runs the built program; knows nothing of its insides.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assay_smt::SolverPath;
use assay_testing::{Checked, Missing};

const GOOD: &str = r#"pdl.pattern @NAME : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.id"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

const WRONG: &str = r#"pdl.pattern @NAME : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.id"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

const NATIVE: &str = r#"pdl.pattern @NAME : benefit(1) {
  %root = pdl.operation "lab.sink"
  pdl.rewrite %root with "outside"
}
"#;

const VACUOUS: &str = r#"pdl.pattern @NAME : benefit(1) {
  %p = pdl.operation "lab.p"
  %v = pdl.result 0 of %p
  %root = pdl.operation "lab.r"(%v : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

/// Right for every width, which only arithmetic over widths shows: it needs the solver.
const TYPED: &str = r#"pdl.pattern @NAME : benefit(1) {
  %s = pdl.type
  %t = pdl.type
  %u = pdl.type
  %x = pdl.operand : %s
  %inner = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %root = pdl.operation "arith.trunci"(%v : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// A pattern about which a solver has to be asked.
const ASKS: &str = include_str!("asks.mlir");

/// A sign extension that does not exist for `index`.
const ILL_TYPED: &str = r#"pdl.pattern @NAME : benefit(1) {
  %b = pdl.type : i1
  %t = pdl.type
  %x = pdl.operand : %b
  %y = pdl.operand : %t
  %root = pdl.operation "arith.select"(%x, %y, %y : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.extsi"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// One result in two places, which MLIR 22 does not compare; else right.
const READ_ONCE: &str = r#"pdl.pattern @NAME : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %p = pdl.operation "lab.p"(%x : !pdl.value) -> (%t : !pdl.type)
  %a = pdl.result 0 of %p
  %root = pdl.operation "lab.sub"(%a, %a : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

fn named(pattern: &str, name: &str) -> String {
    pattern.replace("NAME", name)
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).expect("the folder can be written");
        path
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

fn assay() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.env_remove("ASSAY_SOLVER").env_remove("NO_COLOR");
    command
}

fn check(path: &Path, more: &[&str]) -> Output {
    assay().arg("check").arg(path).args(more).output().expect("the program can be run")
}

/// Without the stages that need a solver.
fn check_structure(path: &Path, more: &[&str]) -> Output {
    let mut all = vec!["--rules", "S"];
    all.extend(more);
    check(path, &all)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it exits by itself")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("output is UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

fn solver() -> Checked {
    SolverPath::find(None).map(|_| ()).map_err(Missing::new)
}

fn clean_input_exits_with_zero() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(GOOD, "p"));
    assert_eq!(code(&check_structure(&file, &[])), 0);
}

fn a_refuted_pattern_exits_with_one_and_exit_zero_hides_it() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(WRONG, "p"));
    assert_eq!(code(&check_structure(&file, &[])), 1);
    assert_eq!(code(&check_structure(&file, &["--exit-zero"])), 0);
}

fn a_malformed_pattern_and_unreadable_text_exit_with_one() {
    let folder = Folder::new();
    let malformed = folder.file("a.mlir", "pdl.pattern @p : benefit(1) {\n  pdl.rewrite with \"x\"\n}\n");
    assert_eq!(code(&check_structure(&malformed, &[])), 1);
    let unreadable = folder.file("b.mlir", format!("{}%x = \"lab.a\"( : () -> i32\n", named(GOOD, "p")));
    let output = check_structure(&unreadable, &["--format", "concise"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("b.mlir:9:") && stdout(&output).contains("error[P000]"), "{output:?}");
}

fn a_vacuous_pattern_is_a_warning() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(VACUOUS, "p"));
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("a.mlir:3:3: warning[P101]"), "{output:?}");
    assert_eq!(code(&check_structure(&file, &["--fail-on", "warning"])), 1);
}

fn unknown_exits_with_four_only_when_asked_to() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(NATIVE, "p"));
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 0);
    assert!(
        stdout(&output)
            .contains("note[U002] no verdict: depends on native function `outside`, which has no summary"),
        "{output:?}"
    );
    assert_eq!(code(&check_structure(&file, &["--fail-on", "unknown"])), 4);
    let both = folder.file("b.mlir", format!("{}{}", named(NATIVE, "p"), named(WRONG, "q")));
    assert_eq!(code(&check_structure(&both, &["--fail-on", "unknown"])), 1);
}

fn a_pattern_with_ranges_is_judged() {
    let folder = Folder::new();
    let text = "pdl.pattern @p : benefit(1) {\n  %ts = pdl.types\n  %xs = pdl.operands : %ts\n  \
                %root = pdl.operation \"lab.v\"(%xs : !pdl.range<value>)\n  pdl.rewrite %root {\n    \
                pdl.erase %root\n  }\n}\n";
    let file = folder.file("a.mlir", text);
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 0);
    assert!(
        stdout(&output).contains("1 well-formed (not requested: types, values, termination: 1)"),
        "{output:?}"
    );
}

fn settings_of_the_structure_rules_reach_the_verdict() {
    let folder = Folder::new();
    let pattern = |operation: &str, rewrite: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{\n  %x = pdl.operand\n  %root = pdl.operation {operation}(%x : !pdl.value)\n  \
             pdl.rewrite %root {{\n    pdl.erase %root\n{rewrite}  }}\n}}\n"
        )
    };
    let named = folder.file("named.mlir", pattern("\"t.sink\"", ""));
    assert_eq!(code(&check_structure(&named, &[])), 0);
    let strict = check_structure(&named, &["--strict", "--format", "concise"]);
    assert_eq!(code(&strict), 1);
    assert!(stdout(&strict).contains("error[U006]"), "{strict:?}");
    let ending = check_structure(&named, &["--unknown-ops", "may-terminate", "--format", "concise"]);
    assert!(stdout(&ending).contains("error[S101]"), "{ending:?}");
    let any = folder.file("any.mlir", pattern("", ""));
    assert_eq!(code(&check_structure(&any, &[])), 1);
    assert_eq!(code(&check_structure(&any, &["--matches-terminator=false"])), 0);
    let after = folder.file("after.mlir", pattern("\"t.sink\"", "    %n = pdl.operation \"t.new\"\n"));
    assert_eq!(code(&check_structure(&after, &[])), 0);
    assert_eq!(code(&check_structure(&after, &["--mlir", "portable"])), 1);
    let own = "pdl.pattern @p : benefit(1) {\n  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  \
               %root = pdl.operation \"t.a\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {\n    \
               %r = pdl.result 0 of %root\n    %n = pdl.operation \"t.b\"(%r : !pdl.value)\n  }\n}\n";
    let own = folder.file("own.mlir", own);
    assert_eq!(code(&check_structure(&own, &[])), 1);
    assert_eq!(code(&check_structure(&own, &["--region-kind", "graph"])), 0);
}

fn no_pattern_at_all_exits_with_three() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", "func.func @f() {\n  return\n}\n");
    let output = check_structure(&file, &[]);
    assert_eq!(code(&output), 3);
    assert_eq!(stderr(&output), format!("error: no pattern found in {}\n", file.display()));
    assert_eq!(code(&check_structure(folder.path(), &[])), 3);
}

fn a_missing_file_exits_with_two_and_hides_no_verdict() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(WRONG, "p"));
    let output =
        assay().args(["check", "--rules", "S", "no/such.mlir"]).arg(&file).output().expect("it runs");
    assert_eq!(code(&output), 2);
    assert_eq!(stderr(&output), "error: cannot read no/such.mlir: no such file or directory\n");
    assert!(stdout(&output).contains("error[S105]"), "{output:?}");
}

fn a_binary_file_exits_with_two() {
    let folder = Folder::new();
    for (name, bytes) in
        [("nul.mlir", &b"pdl\0pattern"[..]), ("code.mlir", b"ML\xefR\x06rest"), ("bad.mlir", b"\xff\xfe")]
    {
        let file = folder.file(name, bytes);
        let output = check_structure(&file, &[]);
        assert_eq!(code(&output), 2, "{name}: {output:?}");
        assert!(stderr(&output).starts_with(&format!("error: {}: ", file.display())), "{output:?}");
    }
}

fn an_unterminated_string_has_a_place() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", "pdl.pattern @p : benefit(1) {\n  %r = pdl.operation \"lab.a\n}\n");
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("a.mlir:2:22: error[P000]"), "{output:?}");
}

fn one_malformed_pattern_of_ten_leaves_nine_judged() {
    let folder = Folder::new();
    let mut text: String = (0..9).map(|index| named(GOOD, &format!("p{index}"))).collect();
    text.insert_str(
        named(GOOD, "p0").len(),
        "pdl.pattern @bad : benefit(1) {\n  %x = pdl.operand :: 7 !\n}\n",
    );
    let file = folder.file("a.mlir", text);
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 1);
    let last = stdout(&output).lines().last().unwrap_or("").to_owned();
    assert!(last.starts_with("10 patterns: 1 malformed, 9 well-formed"), "{output:?}");
}

fn two_patterns_of_one_name_are_malformed() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", format!("{}{}", named(GOOD, "p"), named(GOOD, "p")));
    let output = check_structure(&file, &["--format", "concise"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("error[P029]"), "{output:?}");
}

fn without_a_solver_types_exit_with_two_and_structure_is_still_judged() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", format!("{ASKS}{}", named(WRONG, "q")));
    let run = |more: &[&str]| {
        let mut command = assay();
        command.env("PATH", folder.path()).arg("check").arg(&file).args(["--format", "concise"]).args(more);
        command.output().expect("the program can be run")
    };
    let output = run(&[]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("apt install z3") && stdout(&output).contains("error[S105]"),
        "{output:?}"
    );
    let output = run(&["--allow-no-solver", "--only", "square"]);
    assert_eq!(code(&output), 0, "{output:?}");
    assert!(stdout(&output).contains("note[U004]"), "{output:?}");
    assert_eq!(code(&run(&["--rules", "S"])), 1);
}

#[cfg(unix)]
fn a_solver_that_lies_or_hangs_gives_no_verdict() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file("a.mlir", ASKS);
    for (script, wanted) in
        [("echo nonsense", "note[U005]"), ("exit 1", "note[U005]"), ("exec sleep 60", "note[U003]")]
    {
        let solver = folder.file("solver", format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(&solver, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
        let path = solver.display().to_string();
        let output = check(&file, &["--solver", &path, "--timeout", "1", "--format", "concise"]);
        assert_eq!(code(&output), 0, "{script}: {output:?}");
        assert!(stdout(&output).contains(wanted), "{script}: {output:?}");
    }
}

fn types_are_proved_and_refuted_with_a_replayed_payload() -> Checked {
    solver()?;
    let folder = Folder::new();
    let proved = folder.file("b.mlir", named(TYPED, "p"));
    let output = check(&proved, &["--rules", "T", "--format", "concise"]);
    assert!(stdout(&output).contains(" 1 well-formed"), "{output:?}");
    let file = folder.file("a.mlir", named(ILL_TYPED, "p"));
    let output = check(&file, &["--rules", "T", "--format", "json"]);
    assert_eq!(code(&output), 1);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let finding = &report["patterns"][0]["findings"][0];
    assert_eq!((finding["code"].as_str(), finding["line"].as_u64()), (Some("T201"), Some(8)));
    assert_eq!(finding["confirmed"], "replayed");
    assert!(
        finding["evidence"]["text"].as_str().is_some_and(|text| text.contains("arith.select")),
        "{finding}"
    );
    Ok(())
}

fn a_verdict_is_that_of_the_requested_families() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(READ_ONCE, "p") + &named(WRONG, "q"));
    let verdicts = |rules: &str| {
        let output = check(&file, &["--rules", rules, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        let patterns = report["patterns"].as_array().expect("a list").clone();
        let words = patterns.iter().map(|pattern| {
            assert_eq!(pattern["hidden"], serde_json::json!([]), "{rules}");
            pattern["verdict"] == "refuted"
        });
        words.collect::<Vec<bool>>()
    };
    // The first over-matches, the second leaves uses of what it erases.
    assert_eq!(verdicts("S"), [false, true]);
    assert_eq!(verdicts("M"), [true, false]);
    assert_eq!(verdicts("S,M"), [true, true]);
}

fn a_pattern_that_feeds_itself_is_endless() {
    let folder = Folder::new();
    let text = named(GOOD, "p").replace(
        "    pdl.replace %root with (%x : !pdl.value)\n",
        "    %n = pdl.operation \"lab.id\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n",
    );
    let file = folder.file("a.mlir", text);
    let output = check(&file, &["--rules", "N", "--format", "concise"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("a.mlir:5:3: error[N401]"), "{output:?}");
}

fn result_types_that_nothing_determines_are_refuted_without_a_solver() {
    let folder = Folder::new();
    let text = named(GOOD, "p").replace(
        "    pdl.replace %root",
        "    %free = pdl.type\n    %n = pdl.operation \"lab.n\" -> (%free : !pdl.type)\n    pdl.replace %root",
    );
    let file = folder.file("a.mlir", text);
    let output = check(&file, &["--rules", "T", "--allow-no-solver", "--format", "concise"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("a.mlir:7:5: error[T203]"), "{output:?}");
}

fn standard_input_is_read_as_dash() {
    let mut child = assay()
        .args(["check", "-", "--rules", "S", "--format", "concise"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be run");
    child.stdin.take().expect("it was piped").write_all(named(WRONG, "p").as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).starts_with("<stdin>:6:5: error[S105]"), "{output:?}");
}

fn any_number_of_threads_prints_the_same_bytes() -> Checked {
    solver()?;
    let library = assay_corpus::patterns_folder().join("arith");
    for format in ["human", "concise", "json"] {
        let run = |jobs: &str| {
            let output = check(&library, &["--format", format, "--jobs", jobs]);
            assert_eq!(code(&output), 1, "{output:?}");
            output.stdout
        };
        let one = run("1");
        for _ in 0..3 {
            assert!(one == run("2"), "the {format} output differs with two threads");
        }
    }
    Ok(())
}

fn wrong_usage_exits_with_two() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(GOOD, "p"));
    for wrong in [&["--format", "xml"][..], &["--rules", "S999"], &["--jobs", "0"], &["--no-such-flag"]] {
        assert_eq!(code(&check(&file, wrong)), 2, "{wrong:?}");
    }
    let missing = check_structure(&file, &["--dialect", "no/such.irdl.mlir"]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("no/such.irdl.mlir"), "{missing:?}");
}

fn piped_output_has_no_colour_and_forced_colour_has() {
    let folder = Folder::new();
    let file = folder.file("a.mlir", named(WRONG, "p"));
    assert!(!stdout(&check_structure(&file, &[])).contains('\x1b'));
    assert!(stdout(&check_structure(&file, &["--color", "always"])).contains('\x1b'));
}

fn explain_prints_the_page_of_a_rule() {
    let output = assay().args(["explain", "s103"]).output().expect("it runs");
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("S103"), "{output:?}");
    assert_eq!(code(&assay().args(["explain", "S999"]).output().expect("it runs")), 2);
}

fn subset_answers_by_words_and_exit_code() -> Checked {
    solver()?;
    let folder = Folder::new();
    let text = "irdl.dialect @d {\n  irdl.operation @any {\n    %t = irdl.any\n    irdl.operands(a: %t)\n  }\n  \
                irdl.operation @index {\n    %t = irdl.is index\n    irdl.operands(a: %t)\n  }\n}\n";
    let file = folder.file("d.irdl.mlir", text);
    let ask = |left: &str, right: &str| {
        assay().arg("subset").arg(&file).args([left, right]).output().expect("the program can be run")
    };
    let holds = ask("@d::@index", "@d::@any");
    assert_eq!((code(&holds), stdout(&holds).as_str()), (0, "holds\n"));
    let fails = ask("@d::@any", "@d::@index");
    assert_eq!(code(&fails), 1);
    assert!(stdout(&fails).starts_with("fails a="), "{fails:?}");
    assert_eq!(code(&ask("@d::@any", "@d::@none")), 2);
    Ok(())
}

fn patterns_that_feed_each_other_are_endless_together() {
    let pattern = |name: &str, from: &str, to: &str| {
        format!(
            "pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  \
             %root = pdl.operation \"lab.{from}\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{\n    \
             %n = pdl.operation \"lab.{to}\"(%x : !pdl.value) -> (%t : !pdl.type)\n    \
             pdl.replace %root with %n\n  }}\n}}\n"
        )
    };
    let folder = Folder::new();
    let file = folder.file("a.mlir", pattern("there", "a", "b") + &pattern("back", "b", "a"));
    let output = check(&file, &["--rules", "N", "--format", "concise"]);
    assert_eq!(code(&output), 1, "{output:?}");
    assert!(stdout(&output).contains("error[N402]"), "{output:?}");
    let file = folder.file("b.mlir", pattern("there", "a", "b") + &pattern("on", "b", "c"));
    assert_eq!(code(&check(&file, &["--rules", "N", "--format", "concise"])), 0);
}

assay_testing::tests!(
    clean_input_exits_with_zero,
    a_refuted_pattern_exits_with_one_and_exit_zero_hides_it,
    a_malformed_pattern_and_unreadable_text_exit_with_one,
    a_vacuous_pattern_is_a_warning,
    unknown_exits_with_four_only_when_asked_to,
    a_pattern_with_ranges_is_judged,
    settings_of_the_structure_rules_reach_the_verdict,
    no_pattern_at_all_exits_with_three,
    a_missing_file_exits_with_two_and_hides_no_verdict,
    a_binary_file_exits_with_two,
    an_unterminated_string_has_a_place,
    one_malformed_pattern_of_ten_leaves_nine_judged,
    two_patterns_of_one_name_are_malformed,
    without_a_solver_types_exit_with_two_and_structure_is_still_judged,
    a_solver_that_lies_or_hangs_gives_no_verdict,
    types_are_proved_and_refuted_with_a_replayed_payload,
    a_verdict_is_that_of_the_requested_families,
    a_pattern_that_feeds_itself_is_endless,
    result_types_that_nothing_determines_are_refuted_without_a_solver,
    standard_input_is_read_as_dash,
    any_number_of_threads_prints_the_same_bytes,
    wrong_usage_exits_with_two,
    piped_output_has_no_colour_and_forced_colour_has,
    explain_prints_the_page_of_a_rule,
    subset_answers_by_words_and_exit_code,
    patterns_that_feed_each_other_are_endless_together,
);
