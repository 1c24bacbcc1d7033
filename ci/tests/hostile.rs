//! Names, files and surroundings that a checkout or a machine can bring: nothing is destroyed, started, forged or lost.
//! Runs the built program.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A pattern that is refuted by S105: the erased operation has uses.
const WRONG: &str = "pdl.pattern @NAME : benefit(1) {
  %t = pdl.type
  %x = pdl.operand
  %r = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r { pdl.erase %r }
}
";

/// A pattern about the values of which a solver is asked.
const ASKS: &str = "pdl.pattern @asks : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation \"arith.muli\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %a
  %r = pdl.operation \"arith.divui\"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %q = pdl.operation \"arith.remui\"(%v, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %w = pdl.result 0 of %q
    %s = pdl.operation \"arith.subi\"(%v, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %u = pdl.result 0 of %s
    %n = pdl.operation \"arith.divui\"(%u, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("tests can make folders"));
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("it can be made");
        std::fs::write(path, text).expect("tests can write files");
    }

    fn script(&self, name: &str, text: &str) {
        self.write(name, text);
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.path().join(name), executable).expect("it is there");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn assay(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(self.path()).args(arguments).stdin(Stdio::null()).output().expect("it runs")
    }

    /// A line for the shell, in which `assay` is the program.
    fn shell(&self, line: &str) -> Output {
        let line = line.replace("assay", env!("CARGO_BIN_EXE_assay"));
        Command::new("bash").args(["-c", &line]).current_dir(self.path()).output().expect("bash runs")
    }
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn named(name: &str) -> String {
    WRONG.replace("@NAME", name)
}

fn programs_that_are_not_well_formed_reach_no_engine() {
    let returns = "func.func @f(%a: i64) -> memref<4xi64> { return %a : i64 }";
    let yields = "func.func @f(%n: index) -> i32 {
  %c = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c to %n step %c iter_args(%u = %z) -> (i32) { scf.yield }
  return %r : i32
}";
    let three = "func.func @f(%a: i32) -> i32 {
  %r = \"arith.addi\"(%a, %a, %a) : (i32, i32, i32) -> i32
  return %r : i32
}";
    let narrow = "func.func @f(%a: i32) -> i8 { return %a : i32 }";
    for text in [returns, yields, three, narrow] {
        let folder = Folder::new(&[("x.mlir", text)]);
        for engine in ["interp", "jit", "both"] {
            let done = folder.assay(&["run", "x.mlir", "--engine", engine, "--args", "3"]);
            assert_eq!(done.status.code(), Some(2), "{engine}\n{text}\n{}", err(&done));
            assert!(err(&done).contains("error[P000]") && out(&done).is_empty(), "{}", err(&done));
        }
    }
}

fn a_write_that_fails_leaves_the_file_as_it_was() {
    let large = "module {\n".to_owned() + &"  \"lab.a\"()  : ()  -> ()\n".repeat(4000) + "}\n";
    let wrong: String = (0..400).map(|number| ASKS.replace("@asks", &format!("@p{number}"))).collect();
    let folder =
        Folder::new(&[("large.mlir", &large), ("fix.mlir", &(wrong + &named("@w"))), ("old.json", "old")]);
    let before = folder.read("fix.mlir");
    // A full disk: no file may become larger than 8 KiB.
    for line in ["assay fmt large.mlir", "assay check --rules S --quiet --fix fix.mlir"] {
        let done = folder.shell(&format!("trap '' XFSZ; ulimit -f 8; {line}"));
        assert!(matches!(done.status.code(), Some(1 | 2)), "{line}: {}", err(&done));
    }
    assert_eq!(folder.read("large.mlir"), large);
    assert_eq!(folder.read("fix.mlir"), before);
    let done =
        folder.shell("trap '' XFSZ; ulimit -f 8; assay check --rules S fix.mlir --format json=old.json");
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert_eq!(folder.read("old.json"), "old");
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 3, "no draft is left");
}

fn witnesses_stay_in_their_folder_whatever_the_pattern_is_called() {
    let long = format!("@\"{}\"", "x".repeat(300));
    let text = [named("@\"a/b\""), named("@\"/../escaped/x\""), named(&long), named("@\"a b\"")].concat();
    let folder = Folder::new(&[("..mlir", &text), ("lib.mlir", &text)]);
    std::fs::create_dir_all(folder.path().join("escaped")).expect("it can be made");
    let done = folder.assay(&[
        "check",
        "--rules",
        "S",
        "..mlir",
        "lib.mlir",
        "--witness-dir",
        "w",
        "--show",
        "findings",
    ]);
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    assert_eq!(std::fs::read_dir(folder.path().join("escaped")).expect("it is there").count(), 0);
    let written = std::fs::read_dir(folder.path().join("w")).expect("it is there");
    let names: Vec<String> =
        written.map(|entry| entry.expect("it reads").file_name().into_string().expect("plain")).collect();
    assert_eq!(names.len(), 8, "{names:?}");
    // Every command that is shown works as it is shown.
    let commands: Vec<String> =
        out(&done).lines().filter_map(|line| Some(line.split_once("run: ")?.1.to_owned())).collect();
    assert_eq!(commands.len(), 8, "{}", out(&done));
    for command in commands {
        assert_eq!(folder.shell(&command).status.code(), Some(1), "{command}");
    }
}

fn a_line_break_in_a_name_forges_no_line() {
    let folder = Folder::new(&[("a.mlir", &named("@\"p\\0A::error file=x.c,line=1::forged\\1B[31m\\00\""))]);
    for format in ["human", "concise", "github", "markdown", "gitlab", "junit", "sarif", "json"] {
        let done = folder.assay(&["check", "--rules", "S", "a.mlir", "--format", format]);
        assert_eq!(done.status.code(), Some(1), "{format}: {}", err(&done));
        let text = out(&done);
        assert!(!text.contains(['\u{1b}', '\0']), "{format}: {text:?}");
        let forged = |line: &str| line.trim_start().starts_with("::error file=x.c");
        assert!(!text.lines().any(forged), "{format}: {text}");
    }
}

fn the_configuration_of_a_checkout_starts_nothing_and_writes_nowhere_else() {
    let folder = Folder::new(&[("in/a.mlir", ASKS)]);
    folder.script("in/evil.sh", "#!/bin/sh\ntouch \"$(dirname \"$0\")/started\"\n");
    std::os::unix::fs::symlink("..", folder.path().join("in/link")).expect("it can be made");
    let refused = [
        ("solver = \"./evil.sh\"", "--solver"),
        ("second-solver = \"./evil.sh\"", "--second-solver"),
        ("fallback-solver = \"/bin/sh\"", "--fallback-solver"),
        ("format = [\"json=../out.json\"]", "--format"),
        ("format = [\"json=link/out.json\"]", "--format"),
        ("witness-dir = \"../w\"", "--witness-dir"),
        ("cache = \"/tmp/assay-cache\"", "--cache"),
        ("cache = \"link/cache\"", "--cache"),
    ];
    for (text, option) in refused {
        folder.write("in/assay.toml", text);
        let done = folder.shell("cd in && assay check a.mlir");
        let said = err(&done);
        assert_eq!(done.status.code(), Some(2), "{text}: {said}");
        assert!(said.contains("assay.toml:1:") && said.contains(option), "{text}: {said}");
    }
    let names = |path: &Path| std::fs::read_dir(path).expect("it is there").count();
    assert_eq!((names(folder.path()), names(&folder.path().join("in"))), (1, 4));
    folder.write("in/assay.toml", "format = [\"json=sub.json\"]\nsolver = \"z3\"\nrules = [\"S\"]\n");
    let done = folder.shell("mkdir -p in/deep && cd in/deep && assay check ../a.mlir");
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(err(&done).contains("note: options are taken from ../assay.toml"), "{}", err(&done));
    assert!(folder.read("in/sub.json").starts_with('{'));
}

fn output_that_cannot_be_written_is_trouble_and_messages_are_not() {
    let folder = Folder::new(&[("p.mlir", &named("@p")), ("f.mlir", "func.func @f() { return }")]);
    let commands = [
        "assay apply p.mlir --to f.mlir",
        "assay run f.mlir",
        "assay man",
        "assay completions bash",
        "assay explain S103",
        "assay doctor",
        "assay fmt --check p.mlir",
        "assay check --rules S p.mlir",
    ];
    for command in commands {
        let done = folder.shell(&format!("{command} > /dev/full"));
        assert_eq!(done.status.code(), Some(2), "{command}: {}", err(&done));
        let whole = folder.shell(command).status.code();
        assert_eq!(folder.shell(&format!("{command} 2> /dev/full")).status.code(), whole, "{command}");
    }
    assert_eq!(folder.shell("assay check no.mlir 2> /dev/full").status.code(), Some(2));
}

fn an_interrupted_run_ends_its_solvers_and_shows_what_was_judged() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new(&[("a.mlir", &named("@first")), ("b.mlir", ASKS)]);
        // The solver interrupts the run that started it, and would then never answer.
        let script = format!(
            "#!/bin/bash\nwhile IFS= read -r line; do\n  case \"$line\" in *check-sat*) echo $$ > solver.pid; \
             kill -{signal} $PPID; sleep 600;; esac\n  printf '%s\\n' \"$line\"\ndone | z3 -in -smt2\n"
        );
        folder.script("solver.sh", &script);
        let done = folder.shell(
            "assay check --isolated a.mlir b.mlir --solver ./solver.sh --jobs 1 --format concise --format json=out.json",
        );
        assert_eq!(done.status.code(), Some(2), "{}", err(&done));
        assert!(out(&done).contains("[S105]"), "{}", out(&done));
        assert!(err(&done).contains("interrupted: 1 of 2 patterns were judged"), "{}", err(&done));
        assert!(folder.read("out.json").contains("\"first\""));
        let pid = folder.read("solver.pid");
        let alive = folder.shell(&format!("kill -0 {}", pid.trim()));
        assert!(!alive.status.success(), "the solver lives on");
    }
}

/// Operations of different names that share an operand; each is replaced by it.
fn siblings(count: usize) -> String {
    let body: String = (0..count)
        .map(|n| format!("  %n{n} = pdl.operation \"lab.n{n}\"(%a : !pdl.value) -> (%t : !pdl.type)\n"))
        .collect();
    let rewrite: String =
        (0..count).map(|n| format!("    pdl.replace %n{n} with (%a : !pdl.value)\n")).collect();
    let last = count - 1;
    format!(
        "pdl.pattern @siblings : benefit(1) {{\n  %t = pdl.type : i32\n  %a = pdl.operand : %t\n{body}  \
         pdl.rewrite %n{last} {{\n{rewrite}  }}\n}}\n"
    )
}

fn a_pattern_beyond_a_limit_is_unknown_and_the_others_are_judged() {
    let folder = Folder::new(&[("a.mlir", &siblings(3000)), ("b.mlir", &named("@second"))]);
    for jobs in ["1", "2"] {
        let done = folder.assay(&["check", "a.mlir", "b.mlir", "--jobs", jobs, "--format", "concise"]);
        assert_eq!(done.status.code(), Some(1), "{}", err(&done));
        assert!(out(&done).contains("[U012]") && out(&done).contains("[S105]"), "{}", out(&done));
    }
    // Below the limit it is decided.
    let done = Folder::new(&[("a.mlir", &siblings(300))]).assay(&["check", "a.mlir", "--format", "concise"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(!out(&done).contains("[U012]"), "{}", out(&done));
}

fn a_run_that_takes_more_memory_than_it_may_ends_with_what_was_judged() {
    // The ways between two thousand roots take more than that.
    let folder = Folder::new(&[("a.mlir", &named("@first")), ("b.mlir", &siblings(2000))]);
    let line =
        ["check", "a.mlir", "b.mlir", "--jobs", "1", "--format", "concise", "--format", "json=out.json"];
    let done = folder.assay(&[&line[..], &["--memory", "64M"]].concat());
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(out(&done).contains("[S105]"), "{}", out(&done));
    let said = "more memory than `--memory` grants: 1 of 2 patterns were judged";
    assert!(err(&done).contains(said), "{}", err(&done));
    assert!(folder.read("out.json").contains("\"first\""));
    let whole = folder.assay(&line);
    assert_eq!(whole.status.code(), Some(1), "{}", err(&whole));
}

fn deep_patterns_end_in_every_format_and_command() {
    let deep: String = (1..10_000)
        .map(|n| {
            let of = n - 1;
            format!(
                "  %o{n} = pdl.operation \"arith.addi\"(%v{of}, %v0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
                 %v{n} = pdl.result 0 of %o{n}\n"
            )
        })
        .collect();
    let text = format!(
        "pdl.pattern @deep : benefit(1) {{\n  %t = pdl.type : i32\n  %v0 = pdl.operand : %t\n{deep}  \
         %root = pdl.operation \"arith.addi\"(%v9999, %v0 : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
         pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n}}\n"
    );
    let folder = Folder::new(&[("deep.mlir", &text)]);
    let mut line = vec!["check", "deep.mlir", "--rules", "S", "--witness-dir", "w"];
    let files: Vec<String> = ["json", "sarif", "junit", "github", "gitlab", "markdown", "concise"]
        .iter()
        .map(|format| format!("{format}={format}.out"))
        .collect();
    files.iter().for_each(|file| line.extend(["--format", file]));
    let done = folder.assay(&line);
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    assert_eq!(folder.assay(&["check", "deep.mlir", "--rules", "S"]).status.code(), Some(1));
    let witness = std::fs::read_dir(folder.path().join("w")).expect("it was made").next();
    let witness = witness.expect("there is a witness").expect("it can be read").path();
    let replayed = folder.assay(&["replay", &witness.to_string_lossy()]);
    assert!(matches!(replayed.status.code(), Some(0 | 1)), "{}", err(&replayed));
    assert_eq!(folder.assay(&["fmt", "deep.mlir"]).status.code(), Some(0));
    let program = "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n";
    folder.write("program.mlir", program);
    let applied = folder.assay(&["apply", "deep.mlir", "--to", "program.mlir"]);
    assert!(applied.status.code().is_some(), "{}", err(&applied));
}

fn a_campaign_has_its_folder_to_itself_and_an_empty_plan_is_none() {
    let folder = Folder::new(&[("c/campaign.json", "")]);
    let done = folder.assay(&["fuzz", "--count", "20", "--seed", "3", "--payloads", "1", "--out", "c"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert_eq!(folder.read("c/records.jsonl").lines().count(), 20);
    let done =
        folder.shell("exec 9>c/lock; flock 9; assay fuzz --count 30 --seed 3 --payloads 1 --out c 9>&-");
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("another campaign runs in c"), "{}", err(&done));
}

fn devices_and_pipes_in_a_folder_are_not_read() {
    let folder = Folder::new(&[("lib/good.mlir", &named("@good"))]);
    let pipe = Command::new("mkfifo").arg(folder.path().join("lib/pipe.mlir")).status();
    assert!(pipe.expect("mkfifo is installed").success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("lib/zero.mlir")).expect("links can be made");
    let done = folder.assay(&["check", "lib", "--rules", "S", "--format", "concise"]);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(out(&done).contains("1 refuted"), "{}", out(&done));
    let refused: Vec<_> =
        err(&done).lines().filter(|line| line.contains("not a regular file")).map(str::to_owned).collect();
    assert_eq!(refused.len(), 2, "{}", err(&done));
    let zero = folder.assay(&["check", "/dev/zero", "--baseline", "/dev/zero"]);
    assert_eq!(zero.status.code(), Some(2), "{}", err(&zero));
    // A pipe that the shell makes of the output of a command is meant.
    let piped = folder.shell("assay check <(cat lib/good.mlir) --rules S --format concise");
    assert_eq!(piped.status.code(), Some(1), "{}", err(&piped));
}

fn the_report_says_what_rests_on_one_solver() {
    // The smaller one of x | y and x & y is x & y, which no algebra of ours shows at 32 bits.
    let pattern = "pdl.pattern @same : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %a = pdl.operation \"arith.ori\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %b = pdl.operation \"arith.andi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %o = pdl.result 0 of %a
  %n = pdl.result 0 of %b
  %r = pdl.operation \"arith.minui\"(%o, %n : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    pdl.replace %r with (%n : !pdl.value)
  }
}
";
    let folder = Folder::new(&[("same.mlir", pattern)]);
    let check = |more: &[&str]| {
        let done = folder.assay(&[&["check", "same.mlir", "--format", "json"], more].concat());
        let report: serde_json::Value = serde_json::from_str(&out(&done)).expect("JSON");
        assert_eq!(report["patterns"][0]["verdict"], "proved", "{report}");
        report["patterns"][0]["unsat"].clone()
    };
    let alone = check(&[]);
    assert!(alone["answers"].as_u64() >= Some(1), "{alone}");
    assert_eq!(alone["confirmed"], 0, "{alone}");
    let checked = check(&["--cross-check", "100%", "--second-solver", "z3"]);
    assert_eq!(checked["answers"], alone["answers"], "{checked}");
    assert_eq!(checked["confirmed"], checked["answers"], "{checked}");
    let done = folder.assay(&["check", "same.mlir", "--cross-check", "0%"]);
    assert!(done.status.code() == Some(2) && err(&done).contains("a share is 1% to 100%"), "{}", err(&done));
}

assay_testing::tests!(
    programs_that_are_not_well_formed_reach_no_engine,
    a_write_that_fails_leaves_the_file_as_it_was,
    witnesses_stay_in_their_folder_whatever_the_pattern_is_called,
    a_line_break_in_a_name_forges_no_line,
    the_configuration_of_a_checkout_starts_nothing_and_writes_nowhere_else,
    output_that_cannot_be_written_is_trouble_and_messages_are_not,
    an_interrupted_run_ends_its_solvers_and_shows_what_was_judged,
    a_pattern_beyond_a_limit_is_unknown_and_the_others_are_judged,
    a_run_that_takes_more_memory_than_it_may_ends_with_what_was_judged,
    deep_patterns_end_in_every_format_and_command,
    a_campaign_has_its_folder_to_itself_and_an_empty_plan_is_none,
    devices_and_pipes_in_a_folder_are_not_read,
    the_report_says_what_rests_on_one_solver,
);
