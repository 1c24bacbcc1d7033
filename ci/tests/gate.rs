//! The gate as a project meets it: the table of exit codes, allows, baselines, changed patterns, configuration, formats.
//! Runs the built program; knows nothing of its insides.

use std::path::Path;
use std::process::{Command, Output};

use assay_testing::Checked;
use serde_json::Value;

const RIGHT: &str = r#"pdl.pattern @right : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.id"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

const WRONG: &str = r#"pdl.pattern @wrong : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.id"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

const NATIVE: &str = r#"pdl.pattern @native : benefit(1) {
  %root = pdl.operation "lab.sink"
  pdl.rewrite %root with "outside"
}
"#;

const VACUOUS: &str = r#"pdl.pattern @vacuous : benefit(1) {
  %p = pdl.operation "lab.p"
  %v = pdl.result 0 of %p
  %root = pdl.operation "lab.r"(%v : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

const MALFORMED: &str = "pdl.pattern @bad : benefit(1) {\n  pdl.rewrite with \"x\"\n}\n";

/// A folder in which the program is run.
struct Project(tempfile::TempDir);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        let project = Project(tempfile::tempdir().expect("a folder for the test"));
        for (name, text) in files {
            project.write(name, text);
        }
        project
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("the folder can be written");
        }
        std::fs::write(path, text).expect("the folder can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }

    fn assay(&self, words: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_assay"))
            .current_dir(self.path())
            .args(words.split_whitespace())
            .env_remove("ASSAY_SOLVER")
            .env_remove("NO_COLOR")
            .output()
            .expect("the program can be run")
    }

    /// Findings as one line each, without the stages that need a solver.
    fn lines(&self, words: &str) -> (i32, String) {
        let done = self.assay(&format!("check --rules S --format concise {words}"));
        (code(&done), String::from_utf8_lossy(&done.stdout).into_owned())
    }

    fn git(&self, words: &[&str]) {
        let done = Command::new("git")
            .current_dir(self.path())
            .args(["-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main"])
            .args(words)
            .output()
            .expect("git can be run");
        assert!(done.status.success(), "{done:?}");
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("it exits by itself")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn the_table_of_exit_codes() {
    let both = format!("{NATIVE}{WRONG}");
    let project = Project::new(&[
        ("right.mlir", RIGHT),
        ("wrong.mlir", WRONG),
        ("native.mlir", NATIVE),
        ("both.mlir", &both),
        ("vacuous.mlir", VACUOUS),
        ("malformed.mlir", MALFORMED),
        ("unreadable.mlir", "pdl.pattern @p : {"),
        ("binary.mlir", "ML\u{fffd}R"),
        ("empty.mlir", "// nothing\n"),
        ("wrong_key.toml", "speling = 1\n"),
    ]);
    std::fs::write(project.path().join("binary.mlir"), b"ML\xefR\0\0").expect("the folder can be written");
    let rows: &[(&str, i32)] = &[
        ("right.mlir", 0),
        ("wrong.mlir", 1),
        ("malformed.mlir", 1),
        ("unreadable.mlir", 1),
        ("vacuous.mlir", 0),
        ("vacuous.mlir --fail-on warning", 1),
        ("native.mlir", 0),
        ("native.mlir --fail-on unknown", 4),
        ("both.mlir --fail-on unknown", 1),
        ("empty.mlir", 3),
        ("no_such.mlir", 2),
        ("binary.mlir", 2),
        ("right.mlir --no-such-flag", 2),
        ("right.mlir --rules X999", 2),
        ("right.mlir --format xml", 2),
        ("right.mlir --config wrong_key.toml", 2),
        ("right.mlir --config no_such.toml", 2),
        ("right.mlir --dialect no_such.irdl.mlir", 2),
        ("right.mlir --natives no_such.mlir", 2),
        ("right.mlir --natives wrong.mlir", 2),
        ("right.mlir --meanings no_such.mlir", 2),
        ("right.mlir --meanings wrong.mlir", 2),
        ("right.mlir --cache-mode require", 2),
        ("right.mlir --min-scope all", 0),
        ("right.mlir --strict", 1),
        ("right.mlir --baseline no_such.json", 2),
        ("right.mlir --today yesterday", 2),
        ("right.mlir --changed-since no_such_revision", 2),
        ("", 2),
        // Precedence: 2, 1, 4, 3, 0.
        ("wrong.mlir no_such.mlir", 2),
        ("wrong.mlir empty.mlir native.mlir --fail-on unknown", 1),
        ("empty.mlir native.mlir --fail-on unknown", 4),
        ("empty.mlir right.mlir", 0),
        ("empty.mlir no_such.mlir", 2),
        ("wrong.mlir --exit-zero", 0),
        ("native.mlir --fail-on unknown --exit-zero", 0),
        ("wrong.mlir no_such.mlir --exit-zero", 2),
        ("empty.mlir --exit-zero", 3),
    ];
    let mut wrong = Vec::new();
    for (words, expected) in rows {
        let got = code(&project.assay(&format!("check --rules S {words}")));
        if got != *expected {
            wrong.push(format!("`{words}`: {got}, not {expected}"));
        }
    }
    // All rules are asked, so that a solver is needed.
    for (words, expected) in [
        ("check right.mlir --solver /no/such/solver", 2),
        ("check right.mlir --solver /no/such/solver --allow-no-solver", 0),
        ("check wrong.mlir --solver /no/such/solver", 2),
    ] {
        let got = code(&project.assay(words));
        if got != expected {
            wrong.push(format!("`{words}`: {got}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn an_allow_accepts_its_rules_for_the_pattern_below() {
    let allowed = format!("// assay: allow(S105, reason = \"dead\")\n// more words\n\n{WRONG}");
    let project = Project::new(&[("a.mlir", &allowed), ("b.mlir", WRONG)]);
    let (code, text) = project.lines("a.mlir");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("1 refuted") && text.contains("1 accepted") && !text.contains("[S105]"), "{text}");
    let (code, text) = project.lines(".");
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("b.mlir:6:5: error[S105]"), "{text}");
}

fn an_expired_suppression_accepts_nothing() {
    let text = format!("// assay: allow(S105, reason = \"dead\", until = \"2030-05-31\")\n{WRONG}");
    let project = Project::new(&[("a.mlir", &text)]);
    assert_eq!(project.lines("a.mlir").0, 0);
    assert_eq!(project.lines("a.mlir --today 2030-05-31").0, 0);
    let (code, text) = project.lines("a.mlir --today 2030-06-01");
    assert_eq!(code, 1);
    assert!(
        text.contains("warning[A702] this suppression expired on 2030-05-31") && text.contains("[S105]"),
        "{text}"
    );
}

fn an_idle_suppression_is_a_warning_unless_its_rule_is_not_checked() {
    let text = format!("// assay: allow(S105, T201, reason = \"dead\")\n{RIGHT}");
    let project = Project::new(&[("a.mlir", &text)]);
    let (code, text) = project.lines("a.mlir");
    assert_eq!(code, 0);
    assert!(
        text.contains("a.mlir:1:1: warning[A701]") && text.contains("of S105 here") && !text.contains("T201"),
        "{text}"
    );
    let (_, text) = project.lines("a.mlir --only other");
    assert!(!text.contains("A701"), "{text}");
}

fn an_allow_that_cannot_be_read_is_an_error_and_accepts_nothing() {
    let cases = [
        "allow(S105)",
        "allow(S105, reason = \"\")",
        "allow(S999, reason = \"x\")",
        "alow(S105, reason = \"x\")",
    ];
    for case in cases {
        let project = Project::new(&[("a.mlir", &format!("// assay: {case}\n{WRONG}"))]);
        let (code, text) = project.lines("a.mlir");
        assert_eq!(code, 1, "{case}");
        assert!(text.contains("a.mlir:1:1: error[A703]") && text.contains("[S105]"), "{case}: {text}");
    }
    let project = Project::new(&[("a.mlir", &format!("{RIGHT}// assay: allow(S105, reason = \"x\")\n"))]);
    let (code, text) = project.lines("a.mlir");
    assert_eq!(code, 1);
    assert!(text.contains("a.mlir:9:1: error[A703] no pattern follows this suppression"), "{text}");
}

fn a_baseline_hides_what_it_lists_wherever_it_moves_to() {
    let project = Project::new(&[("a.mlir", WRONG)]);
    let done = project.assay("baseline --rules S a.mlir -o base.json");
    assert_eq!(code(&done), 0, "{done:?}");
    assert_eq!(project.lines("a.mlir --baseline base.json").0, 0);
    let moved =
        format!("{RIGHT}\n// moved and renamed\n{}", WRONG.replace("@wrong", "@other").replace("%x", "%y"));
    project.write("a.mlir", "");
    project.write("sub/b.mlir", &moved);
    assert_eq!(project.lines("sub/b.mlir --baseline base.json").0, 0);
    // A second copy is new.
    let (code, text) = (
        project.write("sub/b.mlir", &format!("{moved}{WRONG}")),
        project.lines("sub/b.mlir --baseline base.json"),
    )
        .1;
    assert_eq!(code, 1);
    assert_eq!(text.matches("error[S105]").count(), 1, "{text}");
}

fn a_baseline_tells_what_was_fixed() {
    let project = Project::new(&[("a.mlir", WRONG)]);
    assert_eq!(code(&project.assay("baseline a.mlir -o base.json")), 0);
    project.write("a.mlir", &WRONG.replace("pdl.erase %root", "pdl.replace %root with (%x : !pdl.value)"));
    let done = project.assay("check a.mlir --baseline base.json --format json");
    assert_eq!(code(&done), 0);
    let report: Value = serde_json::from_slice(&done.stdout).expect("the report is JSON");
    assert_eq!(report["fixed"][0]["code"], "S105");
    assert_eq!(report["fixed"][0]["pattern"], "wrong");
    // When only a part is judged, it is not known what is fixed.
    let done = project.assay("check a.mlir --baseline base.json --format json --rules T");
    let report: Value = serde_json::from_slice(&done.stdout).expect("the report is JSON");
    assert_eq!(report["fixed"].as_array().map(Vec::len), Some(0));
}

/// Entries of patterns that are there are theirs: a copy is new, wherever its file stands among theirs.
fn a_copy_of_accepted_patterns_is_the_one_that_is_new() {
    let names = ["old_1", "old_2", "old_3"];
    let files: Vec<(String, String)> = names
        .iter()
        .map(|name| (format!("rules/{name}.mlir"), WRONG.replace("@wrong", &format!("@{name}"))))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    assert_eq!(code(&project.assay("baseline rules -o known.json")), 0);
    for copy in ["aaa", "old_2a", "zzz"] {
        let path = format!("rules/{copy}.mlir");
        project.write(&path, &WRONG.replace("@wrong", &format!("@{copy}")));
        let output = project.assay("check rules --baseline known.json --format concise");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(code(&output), 1, "{text}");
        let errors: Vec<&str> = text.lines().filter(|line| line.contains("error[")).collect();
        assert!(matches!(errors[..], [only] if only.starts_with(&path)), "{text}");
        std::fs::remove_file(project.path().join(path)).expect("the copy is there");
    }
}

/// A reviewer sees that an entry of one pattern accepts another.
fn a_copy_in_the_place_of_an_accepted_pattern_is_named() {
    let project = Project::new(&[("rules/old.mlir", WRONG), ("rules/right.mlir", RIGHT)]);
    assert_eq!(code(&project.assay("baseline rules -o known.json")), 0);
    let check = |format: &str| {
        let output = project.assay(&format!("check rules --baseline known.json --format {format}"));
        assert_eq!(code(&output), 0, "{output:?}");
        String::from_utf8(output.stdout).expect("the report is UTF-8")
    };
    assert!(!check("human").contains("moved"));
    std::fs::remove_file(project.path().join("rules/old.mlir")).expect("the file is there");
    project.write("rules/copy.mlir", &WRONG.replace("@wrong", "@copy"));
    let sentence =
        "S105 of @copy is listed in known.json as @wrong in rules/old.mlir, which this run does not have";
    let text = check("human").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("moved {sentence}")), "{text}");
    let markdown = check("markdown").replace("\\@", "@");
    assert!(markdown.contains(&format!("- moved: {sentence}")), "{markdown}");
    let concise = check("concise");
    assert!(concise.contains(&format!(": note[S105] moved: {sentence}\n")), "{concise}");
    let github = check("github");
    assert!(github.contains("::notice title=assay::moved: S105 of @copy"), "{github}");
    let report: Value = serde_json::from_str(&check("json")).expect("the report is JSON");
    let found = &report["patterns"][0]["findings"][0];
    let reason = found["accepted"]["reason"].as_str();
    assert_eq!(reason, sentence.strip_prefix("S105 of @copy is "), "{found}");
    // A pattern that is there and was not asked about keeps its entry, also for a run in a folder below the top.
    project.write("rules/old.mlir", WRONG);
    std::fs::create_dir(project.path().join(".git")).expect("the folder can be written");
    for (more, wanted) in [("", 1), (" --only wrong", 0)] {
        let words = format!("check . --baseline ../known.json{more}");
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        let output = command.args(words.split(' ')).current_dir(project.path().join("rules")).output();
        let output = output.expect("the binary under test can be run");
        assert_eq!(code(&output), wanted, "{more}: {output:?}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("moved"), "{more}: {output:?}");
    }
    let output = project.assay("check rules --baseline known.json --only copy");
    assert_eq!(code(&output), 1, "{output:?}");
}

fn a_damaged_baseline_is_refused() {
    let project =
        Project::new(&[("a.mlir", WRONG), ("base.json", "{\"assay_baseline\": 7, \"findings\": []}")]);
    let done = project.assay("check --rules S a.mlir --baseline base.json");
    assert_eq!(code(&done), 2);
    assert!(stderr(&done).contains("format 7"), "{done:?}");
    project.write("base.json", "[]");
    assert_eq!(code(&project.assay("check --rules S a.mlir --baseline base.json")), 2);
}

fn only_changed_patterns_are_judged() {
    let project = Project::new(&[("a.mlir", &format!("{RIGHT}{WRONG}")), ("b.mlir", WRONG)]);
    project.git(&["init", "-q"]);
    project.git(&["add", "."]);
    project.git(&["commit", "-qm", "first"]);
    let done = project.assay("check --rules S . --changed-since HEAD");
    assert_eq!((code(&done), done.stdout.len()), (0, 0), "{done:?}");
    // Moving and renaming values changes nothing; another operation does.
    project
        .write("a.mlir", &format!("\n\n{WRONG}{}", RIGHT.replace("lab.id", "lab.other").replace("%x", "%y")));
    let (code, text) = project.lines(". --changed-since HEAD");
    assert_eq!(code, 0);
    assert!(text.contains("\n1 pattern: ") && text.contains("1 well-formed"), "{text}");
    // A new file counts, untracked or not.
    project.write("new/c.mlir", WRONG);
    let (code, text) = project.lines(". --changed-since HEAD");
    assert_eq!(code, 1);
    assert!(text.contains("new/c.mlir:6:5: error[S105]") && !text.contains("b.mlir"), "{text}");
    // A changed configuration may change every verdict.
    project.write("assay.toml", "fail-on = \"error\"\n");
    let (_, text) = project.lines(". --changed-since HEAD");
    assert!(text.contains("b.mlir:6:5: error[S105]"), "{text}");
}

/// A file in another form, and one that it includes; a word of the latter makes the pattern right or wrong.
struct Including {
    main: (&'static str, &'static str),
    included: (&'static str, &'static str),
    right: &'static str,
    wrong: &'static str,
    options: &'static str,
}

const INCLUDED: [Including; 3] = [
    Including {
        main: ("p.pdll", "#include \"make.pdll\"\n"),
        included: ("make.pdll", MAKE),
        right: "subi",
        wrong: "addi",
        options: "",
    },
    Including {
        main: ("p.pdll", ""),
        included: ("lib/make.pdll", MAKE),
        right: "subi",
        wrong: "addi",
        options: "--pdll-prelude lib/make.pdll",
    },
    Including {
        main: (
            "p.td",
            "include \"mlir/Dialect/Arith/IR/ArithOps.td\"\ninclude \"mlir/IR/PatternBase.td\"\ninclude \"flags.td\"\n\
             def A : Pat<(Arith_SubIOp $x, (Arith_SubIOp $y, $z, $o), $p), (Arith_AddIOp (Arith_SubIOp $x, $y, F), $z, F)>;\n",
        ),
        included: ("flags.td", "def F : ConstantEnumCase<Arith_IntegerOverflowAttr, \"none\">;\n"),
        right: "\"none\"",
        wrong: "\"nsw\"",
        options: "",
    },
];

/// `x xor y` as `(x or y) - (x and y)`.
const MAKE: &str = "Rewrite Make(x: Value, y: Value, t: Type) -> Op {
  let a = op<arith.ori>(x, y) -> (t);
  let b = op<arith.andi>(x, y) -> (t);
  let d = op<arith.subi>(a, b) -> (t);
  return d;
}
";

const USES_MAKE: &str = "Pattern P {
  let root = op<arith.xori>(x: Value, y: Value) -> (t: Type);
  rewrite root with {
    let n = Make(x, y, t);
    replace root with n;
  };
}
";

fn a_pattern_changes_with_what_its_file_includes() -> Checked {
    let (_, ods) = assay_testing::ods()?;
    for Including { main: (name, head), included: (other, text), right, wrong, options } in INCLUDED {
        let body = if name.ends_with(".td") { "" } else { USES_MAKE };
        let project =
            Project::new(&[(name, &format!("{head}{body}")), (other, text), ("unrelated.pdll", "")]);
        for words in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]] {
            project.git(words);
        }
        let check = format!(
            "check {name} --format concise --changed-since HEAD --include {} {options}",
            ods.display()
        );
        project.write("unrelated.pdll", "// of no pattern\n");
        let done = project.assay(&check);
        assert_eq!(code(&done), 0, "{done:?}");
        assert!(stderr(&done).contains("no pattern differs from HEAD"), "{done:?}");
        project.write(other, &text.replace(right, wrong));
        let done = project.assay(&check);
        assert_eq!(code(&done), 1, "{done:?}");
        assert!(String::from_utf8_lossy(&done.stdout).contains("error[V30"), "{done:?}");
        // One that no longer fits breaks the file that includes it.
        project.write(other, "");
        assert_eq!(code(&project.assay(&check)), 1, "{name}");
    }
    Ok(())
}

pub(crate) fn the_recipe_of_a_gate_works_as_it_is_written() {
    let toml = "paths = [\"patterns\"]\nexclude = [\"third_party/\"]\nrequire = \"values\"\nbaseline = \"assay-baseline.json\"\n";
    let project = Project::new(&[("assay.toml", toml), ("patterns/wrong.mlir", WRONG)]);
    project.git(&["init", "-q"]);
    let done = project.assay("check");
    assert_eq!(code(&done), 2);
    assert!(stderr(&done).contains("`assay baseline` writes one"), "{done:?}");
    assert_eq!(code(&project.assay("baseline")), 0);
    assert!(project.read("assay-baseline.json").contains("S105"));
    assert_eq!(code(&project.assay("check")), 0);
    project.write("assay-baseline.json", "{ damaged");
    assert_eq!(code(&project.assay("baseline")), 0);
    assert_eq!(code(&project.assay("check")), 0);
    project.write("patterns/other.mlir", &WRONG.replace("lab.id", "lab.other"));
    assert_eq!(code(&project.assay("check")), 1);
}

pub(crate) fn a_misspelt_operation_is_an_error_with_the_nearest_name() {
    let operands = "(%x : !pdl.value) ->";
    let matched =
        |name: &str| RIGHT.replace("lab.id", name).replace(operands, "(%x, %x : !pdl.value, !pdl.value) ->");
    let created = |name: &str| {
        let new =
            format!("    %n = pdl.operation \"{name}\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)");
        let old = "    pdl.replace %root with (%x : !pdl.value)";
        RIGHT.replace(old, &format!("{new}\n    pdl.replace %root with %n"))
    };
    for (text, exit, said) in [
        (matched("arith.andi"), 0, None),
        (matched("arith.andii"), 1, Some("error[P101]: the dialect arith has no operation `arith.andii`")),
        (matched("arith.andii"), 1, Some("did you mean `arith.andi`?")),
        (created("arith.addi"), 0, None),
        (created("arith.adi"), 1, Some("did you mean `arith.addi`?")),
        // A dialect that nothing declares may be the user's own.
        (matched("arit.andi"), 0, Some("did you mean `arith.andi`?")),
        (matched("lab.andi"), 0, None),
    ] {
        let project = Project::new(&[("a.mlir", &text)]);
        let done = project.assay("check a.mlir");
        assert_eq!(code(&done), exit, "{text}{done:?}");
        let out = String::from_utf8_lossy(&done.stdout).into_owned();
        match said {
            Some(said) => assert!(out.contains(said), "{said}: {out}"),
            None => assert!(!out.contains("did you mean"), "{out}"),
        }
    }
}

fn the_nearest_configuration_is_used_and_its_paths_are_its_own() {
    let project = Project::new(&[
        ("assay.toml", "paths = [\"lib\"]\nrules = [\"S\"]\nformat = [\"concise\"]\n"),
        ("lib/a.mlir", WRONG),
        ("deep/er/x.txt", ""),
    ]);
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(project.path().join("deep/er"))
        .arg("check")
        .output()
        .expect("the program can be run");
    assert_eq!(code(&done), 1, "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.starts_with("../../lib/a.mlir:6:5: error[S105]"), "{text}");
    assert_eq!(code(&project.assay("check --isolated")), 2);
}

fn the_command_line_wins_over_the_configuration() {
    let project = Project::new(&[("assay.toml", "fail-on = \"warning\"\n"), ("v.mlir", VACUOUS)]);
    assert_eq!(project.lines("v.mlir").0, 1);
    assert_eq!(project.lines("v.mlir --fail-on error").0, 0);
}

fn every_fault_of_a_configuration_is_reported_with_its_place() {
    let text = "path = []\nfail-on = \"eror\"\njobs = 0\n[[allow]]\nrules = [\"S105\"]\nreason = 3\n[[allow]]\nrules = []\n";
    let project = Project::new(&[("assay.toml", text), ("a.mlir", RIGHT)]);
    let done = project.assay("check a.mlir");
    assert_eq!(code(&done), 2);
    let said = stderr(&done);
    for place in [
        "assay.toml:1:1: unknown key `path`",
        "assay.toml:2:11:",
        "assay.toml:3:8:",
        "assay.toml:6:10:",
        "assay.toml:7:",
    ] {
        assert!(said.contains(place), "{place} is missing in\n{said}");
    }
    project.write("assay.toml", "a = [\n");
    assert_eq!(code(&project.assay("check a.mlir")), 2);
}

fn an_allow_of_the_configuration_names_pattern_and_file() {
    let toml = "[[allow]]\nrules = [\"S105\"]\npattern = \"wrong\"\nfile = \"a.mlir\"\nreason = \"dead\"\n";
    let project = Project::new(&[("assay.toml", toml), ("a.mlir", WRONG), ("b.mlir", WRONG)]);
    assert_eq!(project.lines("a.mlir").0, 0);
    let (code, text) = project.lines("a.mlir b.mlir");
    assert_eq!(code, 1);
    assert!(text.contains("b.mlir:6:5") && !text.contains("a.mlir:6:5"), "{text}");
    let (_, text) = project.lines("b.mlir");
    assert!(text.contains("assay.toml:1:1: warning[A701]"), "{text}");
}

fn an_accepted_finding_is_suppressed_in_sarif_and_kept_in_json() {
    let text = format!("// assay: allow(S105, reason = \"dead\")\n{WRONG}");
    let project = Project::new(&[("a.mlir", &text)]);
    let done = project.assay("check --rules S a.mlir --format sarif=out.sarif --format json");
    assert_eq!(code(&done), 0);
    let sarif: Value = serde_json::from_str(&project.read("out.sarif")).expect("SARIF is JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "S105");
    assert_eq!(result["suppressions"][0]["kind"], "inSource");
    let json: Value = serde_json::from_slice(&done.stdout).expect("the report is JSON");
    assert_eq!(json["patterns"][0]["findings"][0]["accepted"]["reason"], "dead");
}

fn every_format_writes_the_same_bytes_for_one_thread_and_two() {
    let library = assay_corpus::patterns_folder().join("arith");
    let project = Project::new(&[]);
    let run = |jobs: usize| {
        let formats = ["human", "concise", "json", "sarif", "junit", "github", "gitlab", "markdown"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(project.path()).args(["check", "--rules", "S", "--isolated"]).arg(&library);
        command.args(["--jobs", &jobs.to_string()]);
        for format in formats {
            command.arg("--format").arg(format!("{format}={jobs}.{format}"));
        }
        let done = command.output().expect("the program can be run");
        assert_eq!(code(&done), 1, "{done:?}");
        formats.map(|format| project.read(&format!("{jobs}.{format}")))
    };
    let once = run(1);
    assert!(once.iter().all(|text| text.len() > 100));
    for _ in 0..20 {
        assert!(run(2) == once, "the bytes differ between runs");
    }
}

fn times_are_in_the_report_only_when_asked_for() {
    let project = Project::new(&[("a.mlir", RIGHT)]);
    let json = |words: &str| -> Value {
        let done = project.assay(&format!("check --rules S a.mlir --format json {words}"));
        serde_json::from_slice(&done.stdout).expect("the report is JSON")
    };
    assert!(json("")["patterns"][0]["milliseconds"].is_null());
    assert!(json("--timings")["patterns"][0]["milliseconds"].is_u64());
    let done = project.assay("check --rules S a.mlir --timings");
    assert!(
        stderr(&done).starts_with("1 pattern in ") && stderr(&done).contains("a.mlir:1 @right"),
        "{done:?}"
    );
}

fn real_mlir_says_its_word_when_asked() -> Checked {
    assay_testing::mlir()?;
    let project = Project::new(&[("a.mlir", WRONG)]);
    let done = project.assay("check --rules S a.mlir --format json --confirm-mlir");
    assert_eq!(code(&done), 1, "{done:?}");
    let report: Value = serde_json::from_slice(&done.stdout).expect("the report is JSON");
    assert_eq!(report["patterns"][0]["findings"][0]["confirmed"], "mlir");
    assert!(report["tool"]["with"]["mlir-opt"].as_str().is_some_and(|version| version.starts_with("22")));
    let human = project.assay("check --rules S a.mlir --confirm-mlir");
    assert!(String::from_utf8_lossy(&human.stdout).contains("MLIR 22"), "{human:?}");
    assert_eq!(code(&project.assay("check --rules S a.mlir --confirm-mlir=/no/such/mlir-opt")), 2);
    Ok(())
}

fn completions_and_manual_name_every_subcommand() {
    let project = Project::new(&[]);
    let help = project.assay("--help");
    let help = String::from_utf8_lossy(&help.stdout).into_owned();
    let commands: Vec<&str> = help
        .lines()
        .take_while(|line| *line != "Options:")
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 6, "{help}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = project.assay(&format!("completions {shell}"));
        let script = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = String::from_utf8_lossy(&project.assay("man").stdout).into_owned();
    for command in commands.iter().filter(|command| **command != "help") {
        assert!(page.contains(&format!("ASSAY {}", command.to_uppercase())), "{command}");
    }
}

fn the_pages_in_the_docs_are_what_explain_prints() {
    is_kept("rules.md", "explain --markdown");
    is_kept("configuration.md", "explain assay.toml");
}

/// Compares a page of the docs with what a command prints.
fn is_kept(name: &str, command: &str) {
    let done = Project::new(&[]).assay(command);
    let printed = String::from_utf8(done.stdout).expect("pages are UTF-8");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/docs").join(name);
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(path, printed).expect("the docs can be written");
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == printed, "reports/docs/{name} is old; write it again with ASSAY_BLESS=1");
}

assay_testing::tests!(
    the_table_of_exit_codes,
    an_allow_accepts_its_rules_for_the_pattern_below,
    an_expired_suppression_accepts_nothing,
    an_idle_suppression_is_a_warning_unless_its_rule_is_not_checked,
    an_allow_that_cannot_be_read_is_an_error_and_accepts_nothing,
    a_baseline_hides_what_it_lists_wherever_it_moves_to,
    a_baseline_tells_what_was_fixed,
    a_copy_of_accepted_patterns_is_the_one_that_is_new,
    a_copy_in_the_place_of_an_accepted_pattern_is_named,
    a_damaged_baseline_is_refused,
    only_changed_patterns_are_judged,
    a_pattern_changes_with_what_its_file_includes,
    the_recipe_of_a_gate_works_as_it_is_written,
    a_misspelt_operation_is_an_error_with_the_nearest_name,
    the_nearest_configuration_is_used_and_its_paths_are_its_own,
    the_command_line_wins_over_the_configuration,
    every_fault_of_a_configuration_is_reported_with_its_place,
    an_allow_of_the_configuration_names_pattern_and_file,
    an_accepted_finding_is_suppressed_in_sarif_and_kept_in_json,
    every_format_writes_the_same_bytes_for_one_thread_and_two,
    times_are_in_the_report_only_when_asked_for,
    real_mlir_says_its_word_when_asked,
    completions_and_manual_name_every_subcommand,
    the_pages_in_the_docs_are_what_explain_prints,
);
