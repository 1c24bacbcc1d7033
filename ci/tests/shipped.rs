//! What is shipped for other people's pipelines, run as their runner would: the GitHub action, the pre-commit hook and
//! the GitLab job, each in a small repository of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const WRONG: &str = r#"pdl.pattern @wrong : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %root = pdl.operation "lab.id"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.erase %root
  }
}
"#;

fn ci() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn shipped(name: &str) -> String {
    std::fs::read_to_string(ci().join(name)).expect("the file is shipped")
}

/// A repository with one library, committed.
fn repository() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for the repository");
    write(folder.path(), "patterns/wrong.mlir", WRONG);
    write(
        folder.path(),
        "patterns/right.mlir",
        &WRONG.replace("pdl.erase %root", "pdl.replace %root with (%x : !pdl.value)"),
    );
    for words in [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]] {
        let done = Command::new("git")
            .current_dir(folder.path())
            .args(["-c", "user.name=t", "-c", "user.email=t@t"])
            .args(words)
            .output()
            .expect("git can be run");
        assert!(done.status.success(), "{done:?}");
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a name below the folder"))
        .expect("the folder can be written");
    std::fs::write(path, text).expect("the folder can be written");
}

fn bash(folder: &Path, script: &str, env: &[(&str, &str)]) -> Output {
    Command::new("bash")
        .current_dir(folder)
        .args(["-eo", "pipefail", "-c", script])
        .env("ASSAY", env!("CARGO_BIN_EXE_assay"))
        .envs(env.iter().copied())
        .output()
        .expect("bash can be run")
}

/// Names with their values.
type Named = Vec<(String, String)>;

/// Inputs of the action with their defaults, and the steps' environment and script: the few forms of YAML that the file
/// uses.
fn action() -> (Named, Named, String) {
    let text = shipped("action.yml");
    let (mut inputs, mut env, mut run) = (Vec::new(), Vec::new(), String::new());
    let mut section = "";
    let mut name = "";
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let (key, value) = line.trim().split_once(':').unwrap_or((line.trim(), ""));
        let value = value.trim();
        match indent {
            0 => section = key,
            2 if section == "inputs" => name = key,
            4 if section == "inputs" && key == "default" => {
                inputs.push((name.to_owned(), value.trim_matches('"').to_owned()));
            }
            8 if section == "runs" => env.push((key.to_owned(), value.to_owned())),
            6 if key == "run" => run = value.to_owned(),
            _ => {}
        }
    }
    (inputs, env, run)
}

/// Runs the action as a workflow does: inputs become the environment that its step names.
fn run_action(folder: &Path, with: &[(&str, &str)]) -> (Output, String, String) {
    let (inputs, env, run) = action();
    let value = |input: &str| {
        let given = with.iter().find(|(name, _)| *name == input).map(|(_, value)| (*value).to_owned());
        given.or_else(|| inputs.iter().find(|(name, _)| name == input).map(|(_, value)| value.clone()))
    };
    let mut all: Vec<(String, String)> = env
        .into_iter()
        .map(|(key, expression)| {
            let input = expression.trim_start_matches("${{ inputs.").trim_end_matches(" }}");
            (key, value(input).unwrap_or_else(|| panic!("{expression} is no input of the action")))
        })
        .collect();
    for name in ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"] {
        all.push((name.to_owned(), folder.join(name).display().to_string()));
    }
    all.push(("GITHUB_ACTION_PATH".to_owned(), ci().display().to_string()));
    let all: Vec<(&str, &str)> = all.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let done = bash(folder, &run, &all);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap_or_default();
    (done, read("GITHUB_STEP_SUMMARY"), read("GITHUB_OUTPUT"))
}

#[test]
fn the_action_annotates_summarises_and_fails() {
    let repository = repository();
    let with = [("paths", "patterns"), ("args", "--rules S")];
    let (done, summary, output) = run_action(repository.path(), &with);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.starts_with("::error file=patterns/wrong.mlir,line=6,col=5,"), "{text}");
    assert!(summary.contains("### error S105") && summary.contains("\n  before "), "{summary}");
    assert_eq!(output, "exit-code=1\nsarif=assay.sarif\n");
    let sarif = std::fs::read_to_string(repository.path().join("assay.sarif")).expect("SARIF was written");
    let sarif: Value = serde_json::from_str(&sarif).expect("SARIF is JSON");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "patterns/wrong.mlir");
}

#[test]
fn the_action_passes_a_clean_library_and_tells_trouble() {
    let repository = repository();
    let clean = [("paths", "patterns/right.mlir"), ("args", "--rules S"), ("sarif", "")];
    let (done, summary, output) = run_action(repository.path(), &clean);
    assert_eq!((done.status.code(), output.as_str()), (Some(0), "exit-code=0\n"), "{done:?}");
    assert!(summary.starts_with("## Assay"), "{summary}");
    let (done, ..) = run_action(repository.path(), &[("paths", "no/such"), ("args", "--rules S")]);
    assert_eq!(done.status.code(), Some(2), "{done:?}");
}

#[test]
fn the_hook_stops_a_commit_that_brings_a_wrong_pattern_in() {
    let repository = repository();
    let git = |words: &[&str]| {
        Command::new("git")
            .current_dir(repository.path())
            .args(["-c", "user.name=t", "-c", "user.email=t@t"])
            .args(words)
            .env("ASSAY", env!("CARGO_BIN_EXE_assay"))
            .output()
            .expect("git can be run")
    };
    let hook = repository.path().join(".git/hooks/pre-commit");
    std::fs::create_dir_all(hook.parent().expect("hooks lie in a folder"))
        .expect("the folder can be written");
    std::os::unix::fs::symlink(ci().join("pre-commit.sh"), hook).expect("a link can be made");
    write(repository.path(), "words.txt", "no pattern");
    git(&["add", "."]);
    assert!(git(&["commit", "-qm", "words"]).status.success());
    write(repository.path(), "patterns/new.mlir", &WRONG.replace("@wrong", "@new"));
    git(&["add", "."]);
    let done = git(&["commit", "-qm", "wrong"]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let said = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    assert!(
        said.contains("patterns/new.mlir:6:5: error[S105]") && !said.contains("patterns/wrong.mlir"),
        "{said}"
    );
}

#[test]
fn the_hook_takes_file_names_as_the_pre_commit_framework_gives_them() {
    let hooks =
        std::fs::read_to_string(ci().join("../.pre-commit-hooks.yaml")).expect("the hook is declared");
    let entry = hooks.lines().find_map(|line| line.trim().strip_prefix("entry: ")).expect("it has an entry");
    let repository = repository();
    let script = format!("{} patterns/right.mlir", ci().join("..").join(entry).display());
    assert_eq!(bash(repository.path(), &script, &[]).status.code(), Some(0));
    let script = script.replace("right", "wrong");
    assert_eq!(bash(repository.path(), &script, &[]).status.code(), Some(1));
}

#[test]
fn the_gitlab_job_writes_both_reports() {
    let template = shipped("gitlab.yml");
    let script =
        template.lines().find_map(|line| line.trim().strip_prefix("- $ASSAY")).expect("the job has a script");
    let repository = repository();
    let env = [("ASSAY_PATHS", "patterns"), ("ASSAY_ARGS", "--rules S")];
    let done = bash(repository.path(), &format!("$ASSAY{script}"), &env);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    for report in ["assay-codequality.json", "assay-junit.xml"] {
        assert!(template.contains(&format!(": {report}")), "{report} is no artifact");
        let text = std::fs::read_to_string(repository.path().join(report)).expect("the report was written");
        assert!(text.contains("S105"), "{text}");
    }
}
