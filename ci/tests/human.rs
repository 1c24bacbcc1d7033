//! The human form of every rule, over the example of its page, against golden files in `human/`.
//! `ASSAY_BLESS=1` writes them; read them before you commit.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use assay_reports::RulePage;
use assay_testing::{Checked, Missing};

/// Rules whose page has no example that runs, with inputs that show them.
const OTHER: &[(&str, &str, &[&str])] = &[
    ("A701", "// assay: allow(S105, reason = \"nothing uses it\")\nEXAMPLE", &[]),
    (
        "A702",
        "// assay: allow(S105, reason = \"until the driver changes\", until = \"2025-12-31\")\nEXAMPLE",
        &["--today", "2026-01-01"],
    ),
    ("A703", "// assay: allow(S105)\nEXAMPLE", &[]),
    ("A704", NARROWED, &["--min-scope", "all"]),
    ("U014", RENAMED, &["--require", "values"]),
    ("U003", ASKS, &["--solver", "./hangs", "--timeout", "1"]),
    ("U004", ASKS, &["--solver", "./missing", "--allow-no-solver"]),
    ("U005", ASKS, &["--solver", "./babbles"]),
];

/// A pattern about which a solver has to be asked: too many inputs to try, and a product beside a bitwise operation.
const ASKS: &str = include_str!("asks.mlir");

/// A pattern over more open widths than any argument is about, of which finitely many are looked at.
const NARROWED: &str = r#"pdl.pattern @narrowed_thrice : benefit(1) {
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

/// A pattern whose values are not compared.
const RENAMED: &str = r#"pdl.pattern @renamed : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "t.old"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "t.new"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

const RIGHT: &str = "pdl.pattern @right : benefit(1) {\n  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  \
                     %root = pdl.operation \"t.id\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {\n    \
                     pdl.replace %root with (%x : !pdl.value)\n  }\n}\n";

/// What has to be said so that the example of a page shows its rule.
const ASKING: &[(&str, &[&str])] = &[("S116", &["--strict"]), ("U006", &["--strict"])];

/// Programs that stand in for a solver.
const SOLVERS: &[(&str, &str)] = &[("hangs", "exec sleep 60"), ("babbles", "echo nonsense")];

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/human")
}

/// What `assay check` prints for a text, piped.
fn output(text: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder for the example");
    std::fs::write(folder.path().join("example.mlir"), text).expect("the folder can be written");
    for (name, script) in SOLVERS {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("the folder can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, executable).expect("the file is ours");
    }
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args(["check", "--isolated", "example.mlir"])
        .args(more)
        .output()
        .expect("the program can be run");
    let said = String::from_utf8(done.stdout).expect("output is UTF-8");
    runs_say_the_same(folder.path(), &said);
    said + &String::from_utf8_lossy(&done.stderr)
}

/// Each command behind `run:`, executed as it is printed in the same folder, gives the finding that it stands in.
fn runs_say_the_same(folder: &Path, said: &str) {
    std::fs::create_dir_all(folder.join("bin")).expect("the folder can be written");
    let link = folder.join("bin/assay");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_assay"), &link).expect("a link can be made");
    let path = format!("{}:{}", folder.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let mut head = "";
    for line in said.lines() {
        if ["error[", "warning[", "note["].iter().any(|lead| line.starts_with(lead)) {
            head = line.split(": ").next().unwrap_or_default();
        }
        let Some(command) = line.trim_start().strip_prefix("= run: ") else { continue };
        let done = Command::new("bash").args(["-c", command]).env("PATH", &path).current_dir(folder).output();
        let again = String::from_utf8(done.expect("a shell can be run").stdout).expect("output is UTF-8");
        assert!(again.contains(head), "{head} is not in the output of `{command}`:\n{again}\nbut in\n{said}");
    }
}

/// Every rule with an example, and what is printed for it; made once.
fn examples() -> &'static [(String, String)] {
    static ALL: OnceLock<Vec<(String, String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let shown = |(code, text, more): (String, String, Vec<&str>)| (code, output(&text, &more));
        inputs().into_iter().map(shown).collect()
    })
}

/// Every rule with an example: code, text, further arguments.
fn inputs() -> Vec<(String, String, Vec<&'static str>)> {
    let mut all = Vec::new();
    for page in assay_verifier::PAGES {
        let page = RulePage::parse(page).expect("every page is in its form");
        let other = OTHER.iter().any(|(code, ..)| *code == page.code.code());
        if let Some(example) = page.examples().into_iter().next().filter(|_| !other) {
            let asking = ASKING.iter().find(|(code, _)| *code == page.code.code());
            all.push((
                page.code.to_string(),
                example,
                asking.map_or_else(Vec::new, |(_, more)| more.to_vec()),
            ));
        }
    }
    for (code, text, more) in OTHER {
        all.push(((*code).to_owned(), text.replace("EXAMPLE", RIGHT), more.to_vec()));
    }
    all
}

fn every_rule_reads_well() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let bless = std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1");
    let mut wrong = Vec::new();
    let mut expected_files = Vec::new();
    for (code, actual) in examples() {
        let path = golden_folder().join(format!("{code}.txt"));
        if bless {
            std::fs::write(&path, actual).expect("the folder of golden files can be written");
        } else if std::fs::read_to_string(&path).unwrap_or_default() != *actual {
            wrong.push(format!("{code}:\n{actual}"));
        }
        expected_files.push(format!("{code}.txt"));
    }
    assert!(wrong.is_empty(), "these differ; read them and bless with ASSAY_BLESS=1\n{}", wrong.join("\n"));
    for entry in std::fs::read_dir(golden_folder()).expect("the folder of golden files is there") {
        let name = entry.expect("the folder can be read").file_name().to_string_lossy().into_owned();
        assert!(expected_files.contains(&name), "{name} belongs to no rule");
    }
    Ok(())
}

fn lines_are_at_most_eighty_wide_and_have_no_colour() {
    for (code, shown) in examples() {
        assert!(!shown.contains('\x1b'), "{code}: an escape");
        for line in shown.lines() {
            // Commands and repairs are copied, and so are not broken into lines.
            let copied =
                line.trim_start().starts_with("= run: ") || line.starts_with("next: ") || is_repair(line);
            assert!(copied || line.chars().count() <= 80, "{code}: {line}");
        }
    }
}

/// A line of a repair: number, sign, text.
fn is_repair(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
        && words.next().is_some_and(|word| word == "+" || word == "-")
}

fn every_finding_says_what_where_and_where_to_read_on() {
    for (code, shown) in examples() {
        for (number, line) in shown.lines().enumerate() {
            let head = ["error[", "warning[", "note["].iter().any(|head| line.starts_with(head));
            if head {
                let rest: Vec<&str> = shown.lines().skip(number).collect();
                assert!(rest.iter().any(|line| line.trim_start().starts_with("--> ")), "{code}: no place");
                assert!(rest.iter().any(|line| line.contains("= rule: assay explain")), "{code}: no page");
            }
        }
    }
}

assay_testing::tests!(
    every_rule_reads_well,
    lines_are_at_most_eighty_wide_and_have_no_colour,
    every_finding_says_what_where_and_where_to_read_on,
);
