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

fn without_patterns_nothing_is_written() {
    let folder = repository(0);
    let done = assay(folder.path(), &["init"]);
    assert_eq!(done.status.code(), Some(3), "{}", text(&done));
    assert!(text(&done).contains("no pattern in PDL or PDLL"), "{}", text(&done));
    assert!(!folder.path().join("assay.toml").exists());
}

assay_testing::tests!(
    a_gate_over_twelve_old_findings_stops_the_thirteenth,
    files_that_a_run_is_not_asked_about_are_not_called_fixed,
    what_is_there_stays,
    without_patterns_nothing_is_written
);
