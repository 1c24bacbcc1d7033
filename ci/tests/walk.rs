//! The walk of a new user in `reports/docs/walk.md`, those of eight people in `reports/docs/walks`, and the examples of the
//! README and of guides beside the walk: every command is run again, in order, in a copy of the library, and has to print the
//! output below it. `ASSAY_BLESS=1` writes the output anew; read it before you commit.

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
    let acme = walk().with_file_name("walks/acme");
    std::fs::create_dir_all(folder.path().join("acme")).expect("the folder can be made");
    for entry in std::fs::read_dir(acme).expect("the files can be read") {
        let path = entry.expect("the files can be read").path();
        let name = path.file_name().expect("an entry has a name").to_owned();
        std::fs::copy(&path, folder.path().join("acme").join(name)).expect("the files can be copied");
    }
    let folds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/cpp/folds.cpp");
    std::fs::create_dir_all(folder.path().join("corpus/cpp")).expect("the folder can be made");
    std::fs::copy(folds, folder.path().join("corpus/cpp/folds.cpp")).expect("the library can be copied");
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

/// The findings that the commands behind `run:` in an output do not show again, and the number of those commands. Each is run as it
/// is printed, in the folder of the command that printed it.
fn not_shown_again(command: &str, output: &str, folder: &Path) -> (Vec<String>, usize) {
    // A finding that a fix repaired is gone.
    if command.contains("--fix") {
        return (Vec::new(), 0);
    }
    let place =
        command.split_once(" && ").filter(|(first, _)| first.starts_with("cd ")).map(|(first, _)| first);
    let (mut wrong, mut count) = (Vec::new(), 0);
    let mut title = "";
    for line in output.lines() {
        if ["error[", "warning[", "note["].iter().any(|start| line.starts_with(start)) {
            title = line;
        }
        if let Some(again) = line.trim_start().strip_prefix("= run: ") {
            count += 1;
            let again = place.map_or_else(|| again.to_owned(), |place| format!("{place} && {again}"));
            let said = run(folder, &again);
            if !said.lines().any(|line| line == title) {
                wrong.push(format!("{again}: `{title}` is not in\n{said}"));
            }
        }
    }
    (wrong, count)
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
                let output = run(folder, command);
                let (wrong, _) = not_shown_again(command, &output, folder);
                assert!(wrong.is_empty(), "{}", wrong.join("\n"));
                out.push_str(&output);
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
    rerun(&walk())
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
    let people = [
        "acme",
        "ci-engineer",
        "contributor",
        "debugger",
        "dialect-author",
        "folder-author",
        "fuzz-campaigner",
        "pipeline-author",
        "researcher",
    ];
    assert_eq!(names, people);
    pages.retain(|page| page.is_file());
    pages.iter().try_for_each(|page| rerun(page))
}

fn every_command_prints_what_the_readme_shows() -> Checked {
    rerun(&walk().with_file_name("../../README.md"))
}

fn every_command_prints_what_the_guides_show() -> Checked {
    ["architecture.md", "cluster.md", "formats.md", "patterns.md"]
        .iter()
        .try_for_each(|page| rerun(&walk().with_file_name(page)))
}

/// The commands of the table of uses and of the numbered steps of the README are those of files that exist, and end with
/// exit code 0 or 1.
pub(crate) fn the_readme_names_commands_that_run() -> Checked {
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let folder = tempfile::tempdir().expect("a folder for what commands write");
    std::os::unix::fs::symlink(
        root.canonicalize().expect("it exists").join("corpus"),
        folder.path().join("corpus"),
    )
    .expect("a link can be made");
    let lines = readme
        .lines()
        .filter(|line| line.starts_with("| ") || line.starts_with(|c: char| c.is_ascii_digit()));
    let spans = lines.flat_map(|line| line.split('`').skip(1).step_by(2));
    let mut run = 0;
    for command in spans.filter(|span| span.starts_with("assay ")) {
        // The server waits for its editor, and a witness has to be written first.
        if command == "assay lsp" || command.contains("FILE") {
            continue;
        }
        let words = command.split_whitespace().skip(1).map(|word| word.trim_matches('\''));
        let done = Command::new(env!("CARGO_BIN_EXE_assay")).args(words).current_dir(folder.path()).output();
        let done = done.expect("the command runs");
        assert!(matches!(done.status.code(), Some(0 | 1)), "{command}: {done:?}");
        run += 1;
    }
    assert!(run >= 9, "{run} commands");
    Ok(())
}

/// Runs the commands of a page again.
fn rerun(page: &Path) -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
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

/// The check of commands behind `run:` finds one that shows something else.
fn a_command_that_shows_another_finding_is_noticed() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = clone();
    let check = "assay check corpus/patterns/arith/inner_replaced_by_later_sum.mlir";
    let output = run(folder.path(), check);
    assert_eq!(not_shown_again(check, &output, folder.path()), (Vec::new(), 1));
    let other = output.replace("error[S103]", "error[S105]");
    assert_eq!(not_shown_again(check, &other, folder.path()).0.len(), 1);
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
    every_command_prints_what_the_readme_shows,
    every_command_prints_what_the_guides_show,
    the_readme_names_commands_that_run,
    a_command_that_shows_another_finding_is_noticed,
    the_walk_finds_the_bug_and_ends_well,
);
