//! `assay init` in repositories: what it writes holds, and what is there stays.

use std::path::Path;
use std::process::Command;

use assay_testing::{Checked, Missing};

use crate::command::{assay, text};

/// A repository with as many wrong patterns, each in a file of its own.
fn repository(wrong: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::create_dir_all(folder.path().join("lib/patterns")).expect("the folder can be written");
    for number in 0..wrong {
        let pattern = format!(
            "pdl.pattern @wrong{number} : benefit(1) {{\n  %t = pdl.type : i{}\n  %x = pdl.operand : %t\n  \
             %root = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    pdl.replace %root with (%x : !pdl.value)\n  }}\n}}\n",
            number + 2
        );
        std::fs::write(folder.path().join(format!("lib/patterns/w{number}.mlir")), pattern)
            .expect("it can be written");
    }
    let done = Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status();
    assert!(done.expect("git can be run").success());
    folder
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn a_gate_over_twelve_old_findings_stops_the_thirteenth() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = repository(12);
    let done = assay(folder.path(), &["init", "--ci", "github"]);
    let said = text(&done);
    assert_eq!(done.status.code(), Some(0), "{said}");
    assert!(said.contains("found    12 files with patterns in lib/patterns"), "{said}");
    assert!(
        said.contains("written  .github/workflows/assay.yml") && said.contains("next: assay check"),
        "{said}"
    );
    assert!(read(folder.path(), "assay.toml").contains("paths = [\"lib/patterns\"]"));
    let clean = assay(folder.path(), &["check"]);
    assert_eq!(clean.status.code(), Some(0), "{}", text(&clean));
    let new = read(folder.path(), "lib/patterns/w0.mlir").replace("wrong0", "new").replace("i2", "i32");
    std::fs::write(folder.path().join("lib/patterns/new.mlir"), new).expect("it can be written");
    let red = assay(folder.path(), &["check"]);
    assert_eq!(red.status.code(), Some(1));
    assert_eq!(
        text(&red).lines().find(|line| line.contains("exit code")),
        Some("1 new finding (1 error); 12 accepted; exit code 1")
    );
    Ok(())
}

pub(crate) fn files_that_a_run_is_not_asked_about_are_not_called_fixed() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = repository(2);
    assert_eq!(assay(folder.path(), &["init", "--ci", "none"]).status.code(), Some(0));
    let one = text(&assay(folder.path(), &["check", "lib/patterns/w0.mlir"]));
    assert!(one.contains("accepted      1") && !one.contains("fixed"), "{one}");
    std::fs::remove_file(folder.path().join("lib/patterns/w1.mlir")).expect("it can be removed");
    let all = text(&assay(folder.path(), &["check"]));
    assert!(all.contains("V301 of @wrong1 in lib/patterns/w1.mlir is no longer found"), "{all}");
    Ok(())
}

fn what_is_there_stays() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = repository(1);
    let own = "paths = [\"lib\"]\n";
    std::fs::write(folder.path().join("assay.toml"), own).expect("it can be written");
    std::fs::write(folder.path().join(".gitlab-ci.yml"), "stages: [test]\n").expect("it can be written");
    let said = text(&assay(folder.path(), &["init"]));
    assert!(said.contains("kept     assay.toml") && said.contains("written  .gitlab/assay.yml"), "{said}");
    assert!(said.contains("add to .gitlab-ci.yml: include: [{ local: /.gitlab/assay.yml }]"), "{said}");
    assert!(said.contains("add `baseline = \"assay-baseline.json\"`"), "{said}");
    assert_eq!(read(folder.path(), "assay.toml"), own);
    assert_eq!(read(folder.path(), ".gitlab-ci.yml"), "stages: [test]\n");
    let said = text(&assay(folder.path(), &["init", "--ci", "hook"]));
    assert!(said.contains("hooks/pre-commit"), "{said}");
    let hook = read(folder.path(), ".git/hooks/pre-commit");
    let said = text(&assay(folder.path(), &["init", "--ci", "hook"]));
    assert!(said.contains("kept     .git/hooks/pre-commit"), "{said}");
    assert_eq!(read(folder.path(), ".git/hooks/pre-commit"), hook);
    Ok(())
}

/// Git with a name and an address, with `assay` where a hook looks for it.
fn git(folder: &Path, words: &[&str]) -> std::process::Output {
    let binaries = Path::new(env!("CARGO_BIN_EXE_assay")).parent().expect("a program is in a folder");
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").unwrap_or_default());
    let names = ["-c", "user.name=t", "-c", "user.email=t@t"];
    let done = Command::new("git").current_dir(folder).args(names).args(words).env("PATH", path).output();
    done.expect("git can be run")
}

/// A wrong pattern of this name, of which no other one is.
fn wrong(name: &str, width: u32) -> String {
    format!(
        "pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type : i{width}\n  %x = pdl.operand : %t\n  %root = pdl.operation \
         \"arith.subi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{\n    pdl.replace %root \
         with (%x : !pdl.value)\n  }}\n}}\n"
    )
}

fn the_hook_judges_what_is_staged_in_each_folder() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let top = repository(1);
    let folder = top.path().join("compiler");
    std::fs::create_dir(&folder).expect("a folder can be made");
    std::fs::rename(top.path().join("lib"), folder.join("lib")).expect("it can be moved");
    let said = text(&assay(&folder, &["init", "--ci", "hook"]));
    assert!(
        said.contains("hooks/pre-commit")
            && said.contains("for this clone alone")
            && !said.contains("does not judge"),
        "{said}"
    );
    git(top.path(), &["add", "."]);
    let first = git(top.path(), &["commit", "-qm", "accepted"]);
    assert!(first.status.success(), "{}", text(&first));
    // A mended file does not hide the wrong text that is staged, and a wrong file that is not staged stops nothing.
    let file = folder.join("lib/patterns/w0.mlir");
    let old = std::fs::read_to_string(&file).expect("it can be read");
    std::fs::write(&file, wrong("staged", 16)).expect("it can be written");
    git(top.path(), &["add", "."]);
    std::fs::write(&file, old).expect("it can be written");
    let stopped = git(top.path(), &["commit", "-qm", "wrong"]);
    let said = text(&stopped);
    assert!(!stopped.status.success() && said.contains("@staged"), "{said}");
    git(top.path(), &["reset", "-q", "--hard"]);
    std::fs::write(&file, wrong("open", 16)).expect("it can be written");
    std::fs::write(folder.join("words.txt"), "words").expect("it can be written");
    git(top.path(), &["add", "compiler/words.txt"]);
    let passed = git(top.path(), &["commit", "-qm", "words"]);
    assert!(passed.status.success(), "{}", text(&passed));
    // The hook of one folder is none of another one.
    let other = top.path().join("other");
    std::fs::create_dir_all(other.join("lib")).expect("a folder can be made");
    std::fs::write(other.join("lib/w.mlir"), wrong("w", 8)).expect("it can be written");
    let said = text(&assay(&other, &["init", "--ci", "hook"]));
    let wanted =
        "does not judge this folder: add `assay check --config other/assay.toml --format concise` to it";
    assert!(said.contains(wanted), "{said}");
    Ok(())
}

fn a_workflow_is_of_the_repository_and_reads_what_was_found() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let top = repository(1);
    let folder = top.path().join("a b");
    std::fs::create_dir(&folder).expect("a folder can be made");
    std::fs::rename(top.path().join("lib"), folder.join("lib")).expect("it can be moved");
    let said = text(&assay(&folder, &["init", "--ci", "github"]));
    assert!(said.contains("git add ../.github/workflows/assay-a-b.yml"), "{said}");
    let workflow = read(top.path(), ".github/workflows/assay-a-b.yml");
    assert!(workflow.contains("assay check --config 'a b/assay.toml' --today "), "{workflow}");
    assert!(!workflow.contains("mlir") && !workflow.contains("PLAIN|"), "{workflow}");
    let run = assay(top.path(), &["check", "--config", "a b/assay.toml"]);
    assert_eq!(run.status.code(), Some(0), "{}", text(&run));
    std::fs::write(top.path().join("p.pdll"), "Pattern P {\n  erase op<lab.sink>;\n}\n")
        .expect("it can be written");
    for gate in ["github", "gitlab"] {
        let other = tempfile::tempdir().expect("a folder can be made");
        std::fs::copy(top.path().join("p.pdll"), other.path().join("p.pdll")).expect("it can be copied");
        let said = text(&assay(other.path(), &["init", "--ci", gate]));
        let name = if gate == "github" { ".github/workflows/assay.yml" } else { ".gitlab-ci.yml" };
        let written = read(other.path(), name);
        assert!(
            written.contains("python3-venv mlir-22-tools\n") && written.contains("debian:"),
            "{said}{written}"
        );
        assert!(!written.contains("MLIR|") && !written.contains("PLAIN|"), "{written}");
    }
    Ok(())
}

fn without_patterns_nothing_is_written() {
    let folder = repository(0);
    let done = assay(folder.path(), &["init"]);
    assert_eq!(done.status.code(), Some(3), "{}", text(&done));
    assert!(text(&done).contains("no pattern in PDL or PDLL"), "{}", text(&done));
    assert!(!folder.path().join("assay.toml").exists());
}

assay_testing::tests!(
    a_gate_over_twelve_old_findings_stops_the_thirteenth,
    a_workflow_is_of_the_repository_and_reads_what_was_found,
    files_that_a_run_is_not_asked_about_are_not_called_fixed,
    the_hook_judges_what_is_staged_in_each_folder,
    what_is_there_stays,
    without_patterns_nothing_is_written
);
