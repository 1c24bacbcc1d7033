//! The report as people meet it: traces, marks, statistics, folded parts, annotations, lit tests, and the small things that
//! new users stumbled over. Runs the built program; knows nothing of its insides.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_testing::{Checked, Missing};
use serde_json::Value;

/// Wrong in value and in structure.
const BOTH: &str = r#"pdl.pattern @bad : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %in = pdl.operation "arith.muli"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %in
  %root = pdl.operation "arith.subi"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%y : !pdl.value)
    pdl.erase %in
  }
}
"#;

/// An erased operation that others may use; a fix is known.
const ERASED: &str = r#"pdl.pattern @erased : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %in = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %in
  %root = pdl.operation "arith.subi"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
    pdl.erase %in
  }
}
"#;

/// A narrowing in three steps, over more open widths than any argument is about.
const NARROWED_THRICE: &str = r#"pdl.pattern @narrowed_thrice : benefit(1) {
  %s = pdl.type
  %t = pdl.type
  %u = pdl.type
  %v = pdl.type
  %x = pdl.operand : %s
  %first = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%t : !pdl.type)
  %y = pdl.result 0 of %first
  %second = pdl.operation "arith.trunci"(%y : !pdl.value) -> (%u : !pdl.type)
  %z = pdl.result 0 of %second
  %root = pdl.operation "arith.trunci"(%z : !pdl.value) -> (%v : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.trunci"(%x : !pdl.value) -> (%v : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// `x & x`, replaced by `x`, at all widths.
const SELF: &str = r#"pdl.pattern @self : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "arith.andi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

/// Types that two operands of one operation cannot have.
const OTHER_TYPES: &str = r#"pdl.pattern @widths : benefit(1) {
  %s = pdl.type : i8
  %t = pdl.type : i16
  %x = pdl.operand : %s
  %in = pdl.operation "lab.wide" -> (%t : !pdl.type)
  %v = pdl.result 0 of %in
  %root = pdl.operation "arith.addi"(%x, %v : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

/// A literal without a type, matched as an `i1`.
const UNTYPED: &str = r#"pdl.pattern @never : benefit(1) {
  %t = pdl.type : i1
  %x = pdl.operand : %t
  %a = pdl.attribute = 1
  %c = pdl.operation "arith.constant" {"value" = %a} -> (%t : !pdl.type)
  %v = pdl.result 0 of %c
  %root = pdl.operation "arith.xori"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

/// The same literal, made as an `i1`.
const UNTYPED_MADE: &str = r#"pdl.pattern @made : benefit(1) {
  %t = pdl.type : i1
  %x = pdl.operand : %t
  %root = pdl.operation "arith.ori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %a = pdl.attribute = 1
    %c = pdl.operation "arith.constant" {"value" = %a} -> (%t : !pdl.type)
    pdl.replace %root with %c
  }
}
"#;

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/patterns/arith")
}

struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let project = Project(tempfile::tempdir().expect("a folder for the test"));
        for (name, text) in files {
            std::fs::write(project.path(name), text).expect("the folder can be written");
        }
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file was written")
    }

    fn run(&self, words: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_assay"))
            .args(words.split(' ').filter(|word| !word.is_empty()))
            .current_dir(self.0.path())
            .env_remove("ASSAY_SOLVER")
            .output()
            .expect("assay runs")
    }

    fn out(&self, words: &str) -> String {
        String::from_utf8(self.run(words).stdout).expect("output is UTF-8")
    }

    fn error(&self, words: &str) -> String {
        let done = self.run(words);
        assert_eq!(done.status.code(), Some(2), "{words}");
        String::from_utf8(done.stderr).expect("output is UTF-8")
    }
}

/// Tells if a solver is there.
fn solver() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    Ok(())
}

/// Fourteen copies of the library: more than a thousand patterns, more than 126 of which are refuted.
fn thousand() -> Project {
    let project = Project::new(&[]);
    for copy in 0..14 {
        let folder = project.path(&format!("lib/copy{copy}"));
        std::fs::create_dir_all(&folder).expect("the folder can be written");
        for entry in std::fs::read_dir(library()).expect("the library can be read") {
            let path = entry.expect("the library can be read").path();
            let name = path.file_name().expect("an entry has a name").to_owned();
            std::fs::copy(&path, folder.join(name)).expect("the folder can be written");
        }
    }
    project
}

fn a_thousand_patterns_fit_into_two_hundred_lines() -> Checked {
    solver()?;
    let project = thousand();
    let text = project.out("check lib");
    assert!(text.lines().count() <= 200, "{} lines", text.lines().count());
    let count = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("the funnel has the line");
        line.split_whitespace().nth(1).and_then(|word| word.parse::<usize>().ok()).expect("a count")
    };
    assert!(count("patterns") >= 1_000 && count("refuted") >= 126);
    let (_, worst) = text.split_once("the worst finding:").expect("the worst finding is shown");
    assert!(worst.contains("error[V301]") && worst.contains("  inputs:\n") && worst.contains("\n  > %"));
    assert!(worst.contains("  rule  patterns  fixable  level    what"), "{worst}");
    let last = text.lines().last().expect("there is a report");
    assert!(last.contains(" findings (") && last.ends_with("; exit code 1"), "{text}");
    // The printed command shows all of them.
    let next = text.lines().find(|line| line.starts_with("next: assay ")).expect("a command is printed");
    let command = next["next: assay ".len()..].split("   ").next().expect("a command");
    let all: usize = next.split_whitespace().find_map(|word| word.parse().ok()).expect("a number");
    let shown = project.out(command);
    let heads = shown.lines().filter(|line| line.starts_with("error[")).count();
    assert_eq!(heads, all, "{command}");
    Ok(())
}

fn annotations_are_the_ten_worst_and_a_count_of_the_rest() -> Checked {
    solver()?;
    let project = thousand();
    let text = project.out("check lib --format github");
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("::error ")).collect();
    assert_eq!(errors.len(), 10);
    assert!(errors.iter().all(|line| line.contains("title=V301") && line.contains("%0A  > %25")), "{text}");
    let rest = text.lines().find(|line| line.starts_with("::notice title=assay::")).expect("a count");
    assert!(rest.contains("10 of 196 errors are annotated"), "{rest}");
    let markdown = project.out("check lib --format markdown");
    assert_eq!(markdown.matches("\n### error ").count(), 20);
    assert!(markdown.contains("176 more findings") && markdown.len() < 100_000, "{}", markdown.len());
    Ok(())
}

fn a_few_findings_are_shown_in_full() -> Checked {
    solver()?;
    let text = Project::new(&[("two.mlir", BOTH)]).out("check two.mlir");
    assert_eq!(text.matches("\nerror[").count() + 1, 2);
    assert!(!text.contains("next:") && !text.contains("the worst finding"), "{text}");
    Ok(())
}

fn statistics_show_no_finding_and_verbose_shows_everything() -> Checked {
    solver()?;
    let project = Project::new(&[("two.mlir", BOTH)]);
    let counts = project.out("check two.mlir --statistics");
    assert!(counts.starts_with("  rule  patterns") && !counts.contains("error["), "{counts}");
    assert!(
        counts.contains("next: assay check two.mlir --show findings   all 2 findings in full"),
        "{counts}"
    );
    assert!(counts.contains("rests on      1 domain (--show assumptions)"), "{counts}");
    let all = project.out("check two.mlir --verbose");
    for part in ["  before:\n    func.func", "  values before:\n", "\nchecked for  "] {
        assert!(all.contains(part), "{part} is missing: {all}");
    }
    Ok(())
}

fn bounded_patterns_are_named_when_asked() -> Checked {
    solver()?;
    let project = Project::new(&[("open.mlir", NARROWED_THRICE)]);
    let folded = project.out("check open.mlir");
    assert!(
        folded.contains("bounded       1 pattern   70 combinations of widths, each at most 8"),
        "{folded}"
    );
    assert!(
        folded.contains("check open.mlir --show bounded   the names of bounded patterns (1)"),
        "{folded}"
    );
    let named = project.out("check open.mlir --show bounded");
    assert!(named.contains("bounded       @narrowed_thrice (open.mlir:1): 70 combinations"), "{named}");
    assert!(!named.contains("--show bounded"), "{named}");
    // A pattern that is proved for all widths is not listed.
    let proved = Project::new(&[("p.mlir", SELF)]).out("check p.mlir --show bounded");
    assert!(!proved.contains("bounded  "), "{proved}");
    Ok(())
}

fn a_value_finding_shows_inputs_by_name_and_the_first_wrong_operation() -> Checked {
    solver()?;
    let file = library().join("floor_division_by_not_equal.mlir");
    let project = Project::new(&[]);
    std::fs::copy(file, project.path("f.mlir")).expect("the folder can be written");
    let text = project.out("check f.mlir");
    for part in [
        "with %n = -127, %m = -1",
        "    %n : i8 = -127 (0x81, unsigned 129)\n",
        "    %shifted = arith.subi %step, %n       -128 (0x80, unsigned 128)\n",
        "  > %quotient = arith.divsi %shifted, %m\n        undefined behaviour: signed division overflow\n",
        "    ... 14 more operations, none of them undefined\n",
    ] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let json: Value = serde_json::from_str(&project.out("check f.mlir --format json")).expect("JSON");
    let findings = json["patterns"][0]["findings"].as_array().expect("findings");
    let found = findings.iter().find(|one| one["code"] == "V302").expect("the finding is there");
    let wrong = found["trace"]["first_wrong"].as_u64().expect("a step is wrong");
    let step = &found["trace"]["after"][usize::try_from(wrong).expect("a small number")];
    assert_eq!(step["name"], "%quotient");
    assert_eq!(step["operands"], serde_json::json!(["%shifted", "%m"]));
    assert_eq!(step["undefined"], "signed division overflow");
    assert_eq!(
        found["inputs"][1],
        serde_json::json!({ "name": "%m", "type": "i8", "value": "-1 (0xFF, unsigned 255)" })
    );
    for format in ["markdown", "github", "gitlab", "junit", "sarif"] {
        let text = project.out(&format!("check f.mlir --format {format}"));
        assert!(
            text.contains("quotient = arith.divsi") && text.contains("signed division overflow"),
            "{format}"
        );
    }
    Ok(())
}

fn erased_operations_are_struck_and_their_uses_marked() -> Checked {
    solver()?;
    let project = Project::new(&[("e.mlir", ERASED)]);
    let text = project.out("check e.mlir --rules S");
    assert!(text.contains("  -   %0 = arith.addi %arg0, %arg1 : i32   erased (line 10)\n"), "{text}");
    assert!(text.contains("  >   \"assay.use\"(%0) : (i32) -> ()   still used here\n"), "{text}");
    let json: Value =
        serde_json::from_str(&project.out("check e.mlir --rules S --format json")).expect("JSON");
    let marks = &json["patterns"][0]["findings"][0]["marks"]["after"];
    assert_eq!(marks[0]["sign"], "gone");
    assert_eq!(marks[1], serde_json::json!({ "line": 2, "sign": "here", "text": "still used here" }));
    Ok(())
}

fn what_contradicts_is_named_and_an_untyped_literal_is_explained() -> Checked {
    solver()?;
    let project = Project::new(&[("n.mlir", UNTYPED), ("m.mlir", UNTYPED_MADE)]);
    let text = project.out("check n.mlir");
    for part in ["this is `i1`", "this is `1 : i64`", "the definition of `arith.constant`", "as in `1 : i1`"]
    {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
    let made = project.out("check m.mlir");
    assert!(made.contains("error[T201]") && made.contains("as in `1 : i1`"), "{made}");
    // The created operation has a use; MLIR would drop it otherwise.
    assert!(made.contains("\"assay.use\"(%0)"), "{made}");
    let widths = Project::new(&[("w.mlir", OTHER_TYPES)]).out("check w.mlir");
    for part in ["this is `i8`", "this is `i16`", "the definition of `arith.addi`"] {
        assert!(widths.contains(part), "{part} is missing: {widths}");
    }
    let typed = UNTYPED.replace("pdl.attribute = 1", "pdl.attribute = 1 : i1");
    assert!(!Project::new(&[("t.mlir", &typed)]).out("check t.mlir").contains("without a type"));
    Ok(())
}

fn witnesses_keep_names_and_run_on_their_arguments() -> Checked {
    solver()?;
    let project = Project::new(&[("two.mlir", BOTH)]);
    project.run("check two.mlir --witness-dir w");
    let text = project.read("w/two.bad.V301.mlir");
    assert!(text.contains("%root = operation \"arith.subi\"(%v, %y"), "{text}");
    assert!(text.contains("// After the rewrite:\n") && !text.contains("as far as it got"), "{text}");
    assert!(project.read("w/two.bad.S105.mlir").contains("// Where the rewrite stops:\n"));
    assert_eq!(project.out("run w/two.bad.V301.mlir"), "@f(0, 1)\n  = (-1)\n");
    assert_eq!(project.run("replay w/two.bad.V301.mlir").status.code(), Some(1));
    Ok(())
}

fn a_pattern_without_a_name_is_named_by_its_line() -> Checked {
    solver()?;
    let project = Project::new(&[("anon.mlir", &BOTH.replace("@bad ", ""))]);
    project.run("check anon.mlir --witness-dir w");
    assert!(project.path("w/anon.line1.V301.mlir").is_file());
    assert!(project.out("check anon.mlir --only anon.mlir:1 --format concise").contains("error[V301]"));
    assert!(project.error("check anon.mlir --only anon.mlir:2").contains("no pattern at anon.mlir:2"));
    Ok(())
}

fn a_fix_keeps_the_line_ends_of_its_file() -> Checked {
    solver()?;
    let project = Project::new(&[("e.mlir", &ERASED.replace('\n', "\r\n"))]);
    project.run("check e.mlir --fix --quiet");
    let text = project.read("e.mlir");
    assert_ne!(text, ERASED.replace('\n', "\r\n"), "nothing was fixed");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    let inner = library().join("inner_replaced_by_later_sum.mlir");
    let inner = std::fs::read_to_string(inner).expect("the library can be read").replace('\n', "\r\n");
    let project = Project::new(&[("i.mlir", &inner)]);
    project.run("check i.mlir --fix --quiet");
    let text = project.read("i.mlir");
    assert!(text.contains("one_use"), "{text}");
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    Ok(())
}

fn a_partial_fix_is_mentioned() -> Checked {
    solver()?;
    let text = Project::new(&[("two.mlir", BOTH)]).out("check two.mlir");
    assert!(text.contains("a fix for S105 exists, but the pattern is wrong with it, too: V301"), "{text}");
    Ok(())
}

fn values_out_of_range_are_refused() {
    let project = Project::new(&[("two.mlir", BOTH)]);
    assert!(project.error("check two.mlir --jobs 257").contains("at most 256"));
    assert!(project.error("check two.mlir --timeout 0").contains("--timeout"));
}

fn messages_say_things_once() {
    let project =
        Project::new(&[("two.mlir", BOTH), ("hello.mlir", "hello\n"), ("f.mlir", "func.func @f(\n")]);
    std::fs::write(project.path("u16.mlir"), b"\xff\xfea").expect("the folder can be written");
    assert_eq!(project.error("check u16.mlir"), "error: u16.mlir: this is UTF-16, not UTF-8\n");
    assert!(
        project.out("check hello.mlir --format concise").contains("`hello` is not the name of an operation")
    );
    // Beside `check` there are no patterns to count.
    let said = project.error("run f.mlir");
    assert!(said.contains("error[P000]") && !said.contains("patterns"), "{said}");
    Command::new("git").arg("init").arg("-q").current_dir(project.0.path()).status().expect("git runs");
    let said = project.error("check two.mlir --changed-since nope");
    assert_eq!(said, "error: git knows no revision `nope`\n");
}

fn a_line_break_in_a_name_is_escaped_in_every_format() -> Checked {
    solver()?;
    let text = BOTH.replace("@bad", "@\"a\\0A::error::x\"");
    let project = Project::new(&[("nl.mlir", &text)]);
    for format in ["human", "concise", "github", "markdown", "junit", "gitlab", "sarif", "json"] {
        let out = project.out(&format!("check nl.mlir --format {format}"));
        let forged = out.lines().any(|line| line.trim_start().starts_with("::error::"));
        assert!(!forged, "{format}: {out}");
    }
    assert!(project.out("check nl.mlir").contains("= pattern: @a ::error::x\n"));
    Ok(())
}

fn a_project_gives_rules_its_own_levels() -> Checked {
    solver()?;
    let wrong = "[severity]\nV999 = \"warning\"\nS105 = \"off\"\n";
    let project = Project::new(&[("two.mlir", BOTH), ("assay.toml", wrong)]);
    let said = project.error("check two.mlir");
    assert!(said.contains("assay.toml:2:1: `V999` is no rule; `assay explain` lists the rules"), "{said}");
    assert!(said.contains("assay.toml:3:8: unknown variant `off`"), "{said}");
    std::fs::write(project.path("assay.toml"), "[severity]\nV301 = \"warning\"\nS105 = \"note\"\n").unwrap();
    let done = project.run("check two.mlir --format concise");
    let text = String::from_utf8(done.stdout).expect("output is UTF-8");
    assert!(
        text.contains("warning[V301]") && text.contains("note[S105]") && text.contains("1 refuted"),
        "{text}"
    );
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(project.run("check two.mlir --fail-on warning").status.code(), Some(1));
    std::fs::write(project.path("assay.toml"), "severity = \"error\"\n").unwrap();
    assert!(project.error("check two.mlir").contains("`severity` is a table of rules and levels"));
    Ok(())
}

fn a_pattern_that_changed_since_the_baseline_is_not_called_fixed() -> Checked {
    solver()?;
    let project = Project::new(&[("e.mlir", ERASED)]);
    project.run("baseline e.mlir -o b.json");
    assert_eq!(project.run("check e.mlir --baseline b.json").status.code(), Some(0));
    let changed = ERASED.replacen(") -> (%t", ") {\"a\" = %m} -> (%t", 1);
    let changed = changed.replace("  %in =", "  %m = pdl.attribute\n  %in =");
    std::fs::write(project.path("e.mlir"), changed).expect("the folder can be written");
    let text = project.out("check e.mlir --baseline b.json");
    assert!(!text.contains("is no longer found"), "{text}");
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("changed @erased in e.mlir has changed since the baseline, and S105 is still found"),
        "{text}"
    );
    Ok(())
}

fn real_mlir_that_is_silent_is_not_a_false_alarm() -> Checked {
    solver()?;
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let project = Project::new(&[("two.mlir", BOTH)]);
    let text = project.out("check two.mlir --confirm-mlir");
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("made the same program; its verifier does not compare values"), "{text}");
    let json: Value =
        serde_json::from_str(&project.out("check two.mlir --confirm-mlir --format json")).expect("JSON");
    let said = json["patterns"][0]["findings"][1]["mlir"].as_str().expect("MLIR was asked");
    assert!(said.contains("null operand found"), "{said}");
    // `(x + y) - y` is folded before any pattern applies.
    let project = Project::new(&[("e.mlir", ERASED)]);
    let text = project.out("check e.mlir --confirm-mlir");
    let words: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("made the same program without the pattern, by folding"), "{text}");
    // The driver folds operations of the rewritten program, and what is left is wrong on the same inputs.
    let file = library().join("high_half_for_low_half.mlir").display().to_string();
    let half: Value = serde_json::from_str(
        &project.out(&format!("check {file} --only high_half --confirm-mlir --format json")),
    )
    .expect("JSON");
    let said = half["patterns"][0]["findings"][0]["mlir"].as_str().expect("MLIR was asked");
    assert!(
        said.contains("which also differs on these inputs") || said.contains("made the same program"),
        "{said}"
    );
    assay_testing::program("mlir-runner-22")?;
    // 1 divided by 1 is 1, and the rewrite makes -1 of it: all bits of an i8.
    let file = library().join("floor_division_by_not_equal.mlir").display().to_string();
    let divided: Value =
        serde_json::from_str(&project.out(&format!("check {file} --confirm-mlir --format json")))
            .expect("JSON");
    let finding = &divided["patterns"][0]["findings"][0];
    let said = finding["mlir"].as_str().expect("MLIR was asked");
    assert!(said.ends_with("; by mlir-runner it returns 0x1 before and 0xFF after"), "{said}");
    assert_eq!(finding["confirmed"], "mlir");
    Ok(())
}

fn help_has_groups() {
    let help = Project::new(&[]).out("check --help");
    for heading in ["Input:", "Judging:", "Solver:", "Gate:", "Output:"] {
        assert!(help.lines().any(|line| line == heading), "{heading} is missing");
    }
    let (_, options) = help.split_once("Options:").expect("the rest has a heading");
    let rest = options.lines().skip(1).take_while(|line| line.starts_with(' ') || line.is_empty());
    let flags: Vec<&str> = rest.filter(|line| line.trim_start().starts_with('-')).collect();
    assert_eq!(flags.len(), 1, "only --help is in no group: {flags:?}");
}

/// The work of `FileCheck` with `CHECK` and `CHECK-NEXT` of plain text.
const FILECHECK: &str = r#"#!/usr/bin/env python3
import re, sys
flat = lambda line: " ".join(line.split())
lines = [flat(line) for line in sys.stdin.read().splitlines()]
checks = re.findall(r"// CHECK(-NEXT)?(?:\{LITERAL\})?: (.*)", open(sys.argv[1]).read())
assert checks, "no CHECK lines"
at = -1
for follows, text in checks:
    where = range(at + 1, at + 2) if follows else range(at + 1, len(lines))
    found = [i for i in where if i < len(lines) and flat(text) in lines[i]]
    if not found:
        sys.exit(f"not found: {text}")
    at = found[0]
"#;

/// Runs the RUN line of a lit test, with stand-ins for the tools of LLVM that are not packaged with `mlir-opt`.
fn lit(project: &Project, opt: &Path, test: &Path) -> bool {
    let bin = project.path("bin");
    std::fs::create_dir_all(&bin).expect("the folder can be written");
    let not = "#!/bin/sh\n\"$@\" && exit 1\nexit 0\n";
    let real = format!("#!/bin/sh\nexec {} \"$@\"\n", opt.display());
    for (name, text) in [("FileCheck", FILECHECK), ("not", not), ("mlir-opt", &real)] {
        let path = bin.join(name);
        std::fs::write(&path, text).expect("the folder can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, executable).expect("the file is ours");
    }
    let text = std::fs::read_to_string(test).expect("the test was written");
    let line = text.lines().find_map(|line| line.strip_prefix("// RUN: ")).expect("it has a RUN line");
    let line = line.replace("%s", &test.display().to_string());
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let done = Command::new("bash").args(["-o", "pipefail", "-c", &line]).env("PATH", path).output();
    done.expect("a shell runs").status.success()
}

fn a_lit_test_fails_while_the_pattern_is_wrong() -> Checked {
    solver()?;
    let opt = assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let project = Project::new(&[("two.mlir", BOTH)]);
    project.run("check two.mlir --emit-test t");
    let test = project.path("t/two.bad.V301.mlir");
    assert!(!lit(&project, opt.path(), &test), "the pattern is wrong");
    let text = std::fs::read_to_string(&test).expect("the test was written");
    let right = text.replace("replace %root with(%y : !pdl.value)", "replace %root with(%x : !pdl.value)");
    assert_ne!(text, right);
    std::fs::write(&test, right).expect("the folder can be written");
    assert!(lit(&project, opt.path(), &test), "the pattern makes another program");
    let erased = project.path("t/two.bad.S105.mlir");
    assert!(!lit(&project, opt.path(), &erased), "mlir-opt refuses what the pattern makes");
    Ok(())
}

fn most_findings_of_the_library_have_a_lit_test() -> Checked {
    solver()?;
    let opt = assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let project = Project::new(&[]);
    let words = format!("check {} --emit-test t --quiet", library().display());
    project.run(&words);
    let mut tests = 0;
    for entry in std::fs::read_dir(project.path("t")).expect("tests were written") {
        let path = entry.expect("the folder can be read").path();
        assert!(!lit(&project, opt.path(), &path), "{} passes", path.display());
        tests += 1;
    }
    assert!(tests >= 8, "{tests}");
    Ok(())
}

assay_testing::tests!(
    a_thousand_patterns_fit_into_two_hundred_lines,
    annotations_are_the_ten_worst_and_a_count_of_the_rest,
    a_few_findings_are_shown_in_full,
    statistics_show_no_finding_and_verbose_shows_everything,
    bounded_patterns_are_named_when_asked,
    a_value_finding_shows_inputs_by_name_and_the_first_wrong_operation,
    erased_operations_are_struck_and_their_uses_marked,
    what_contradicts_is_named_and_an_untyped_literal_is_explained,
    witnesses_keep_names_and_run_on_their_arguments,
    a_pattern_without_a_name_is_named_by_its_line,
    a_fix_keeps_the_line_ends_of_its_file,
    a_partial_fix_is_mentioned,
    values_out_of_range_are_refused,
    messages_say_things_once,
    a_line_break_in_a_name_is_escaped_in_every_format,
    a_project_gives_rules_its_own_levels,
    a_pattern_that_changed_since_the_baseline_is_not_called_fixed,
    real_mlir_that_is_silent_is_not_a_false_alarm,
    help_has_groups,
    a_lit_test_fails_while_the_pattern_is_wrong,
    most_findings_of_the_library_have_a_lit_test,
);
