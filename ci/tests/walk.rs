//! The walk of a new user in `reports/docs/walk.md` and those of four people in `reports/docs/walks`: every command is run
//! again, in order, in a copy of the library, and has to print what stands there. `ASSAY_BLESS=1` writes the output anew; read it before you commit.

use assay_testing::{Checked, Missing};
use std::path::{Path, PathBuf};
use std::process::Command;

const OPENS: &str = "```console";

fn walk() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/docs/walk.md")
}

/// A repository with the library; its `ci/assay.sh` is the binary under test, which a clone would build.
fn clone() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the clone");
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/patterns/arith");
    let copy = folder.path().join("corpus/patterns/arith");
    std::fs::create_dir_all(&copy).expect("the folder can be made");
    for entry in std::fs::read_dir(library).expect("the library can be read") {
        let path = entry.expect("the library can be read").path();
        let name = path.file_name().expect("an entry has a name").to_owned();
        std::fs::copy(&path, copy.join(name)).expect("the library can be copied");
    }
    let script = format!("#!/bin/sh\nexec {} \"$@\"\n", env!("CARGO_BIN_EXE_assay"));
    for name in ["ci/assay.sh", "bin/assay"] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.with_file_name("")).expect("the folder can be made");
        std::fs::write(&path, &script).expect("the script can be written");
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, executable).expect("the file is ours");
    }
    run(
        folder.path(),
        "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm library",
    );
    folder
}

/// What a command prints, to both streams.
fn run(folder: &Path, command: &str) -> String {
    let mut path = std::ffi::OsString::from(folder.join("bin"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let done = Command::new("bash")
        .env("PATH", path)
        .arg("-c")
        .arg(format!("{{ {command}\n}} 2>&1"))
        .current_dir(folder)
        .env_remove("ASSAY_SOLVER")
        .output()
        .expect("a shell can be run");
    String::from_utf8(done.stdout).expect("output is UTF-8")
}

/// The document with the output of every command as it is now.
fn walked(text: &str, folder: &Path) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        if inside && line != "```" {
            // What stands there of the output is written anew.
            if let Some(command) = line.strip_prefix("$ ") {
                out.push_str(line);
                out.push('\n');
                out.push_str(&run(folder, command));
            }
            continue;
        }
        inside = line == OPENS;
        out.push_str(line);
        out.push('\n');
    }
    out
}

fn every_command_prints_what_the_walk_shows() -> Checked {
    again(&walk())
}

fn every_command_prints_what_the_walks_of_people_show() -> Checked {
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let mut pages: Vec<PathBuf> = std::fs::read_dir(walk().with_file_name("walks"))
        .expect("the walks are part of the docs")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    pages.sort();
    let names: Vec<String> =
        pages.iter().filter_map(|page| Some(page.file_stem()?.to_string_lossy().into_owned())).collect();
    assert_eq!(names, ["ci-engineer", "contributor", "debugger", "researcher"]);
    pages.iter().try_for_each(|page| again(page))
}

fn the_readme_shows_what_the_first_command_prints() -> Checked {
    assay_verifier::smt::SolverPath::find(None).map_err(Missing::new)?;
    let readme = include_str!("../../README.md");
    let folder = clone();
    let command = "ci/assay.sh check corpus/patterns/arith";
    assert!(readme.contains(command));
    let whole = run(folder.path(), command);
    let one = run(folder.path(), &format!("{command} --only inner_replaced_by_later_sum"));
    for (begin, printed) in [("error[S103]: ", one), ("  rule  patterns", whole)] {
        let (_, block) = readme.split_once(&format!("```\n{begin}")).expect("the README shows it");
        let (block, _) = block.split_once("\n```\n").expect("a block ends");
        assert!(
            printed.contains(&format!("{begin}{block}\n")),
            "the README is old; this is printed:\n{printed}"
        );
    }
    Ok(())
}

/// Runs the commands of a page again.
fn again(page: &Path) -> Checked {
    assay_verifier::smt::SolverPath::find(None).map_err(Missing::new)?;
    let text = std::fs::read_to_string(page).expect("the walk is part of the docs");
    let now = walked(&text, clone().path());
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(page, now).expect("the docs can be written");
        return Ok(());
    }
    let name = page.display();
    assert!(text == now, "{name} is old; read this and write it with ASSAY_BLESS=1\n{now}");
    Ok(())
}

fn the_walk_finds_the_bug_and_ends_well() {
    let text = std::fs::read_to_string(walk()).expect("the walk is part of the docs");
    let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what} is missing"));
    let (found, fixed) = (place("error[S103]"), place("note: 1 fix was applied"));
    let clean = text.rfind("exit code 0").expect("the walk ends well");
    assert!(found < place("exit code 1") && place("exit code 1") < fixed && fixed < clean);
}

assay_testing::tests!(
    every_command_prints_what_the_walk_shows,
    every_command_prints_what_the_walks_of_people_show,
    the_readme_shows_what_the_first_command_prints,
    the_walk_finds_the_bug_and_ends_well,
);
