//! `assay init`: writes the configuration, the gate and the baseline of a repository, each only where there is none, and says
//! what was found and what to do next.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use crate::args::{BaselineArgs, CheckArgs, Gate, InitArgs};
use crate::exit::Exit;
use crate::{baseline, commands, config, excluded, inputs, paths, rise, settings, shell};

/// The file that a configuration of `init` names.
const BASELINE: &str = "assay-baseline.json";

/// Texts of a repository by what they are for.
#[derive(Default)]
struct Found {
    patterns: Vec<PathBuf>,
    dialect: Vec<PathBuf>,
    natives: Vec<PathBuf>,
    meanings: Vec<PathBuf>,
}

/// Writes what is missing.
pub(crate) fn run(args: &InitArgs) -> anyhow::Result<Exit> {
    let roots = if args.paths.is_empty() { vec![PathBuf::from(".")] } else { args.paths.clone() };
    let (found, troubles) = look(&roots);
    troubles.iter().for_each(|line| eprintln!("error: {line}"));
    if !troubles.is_empty() && found.patterns.is_empty() {
        return Ok(Exit::Trouble);
    }
    if found.patterns.is_empty() {
        eprintln!("error: no pattern in PDL or PDLL and no array program below {}", list(&roots));
        eprintln!(
            "help: `assay init PATHS` says where they are; passes need none: `assay tv FILE --pass PASS`"
        );
        return Ok(Exit::NoPattern);
    }
    for (count, noun, files) in [
        (found.patterns.len(), "with patterns", &found.patterns),
        (found.dialect.len(), "of dialects", &found.dialect),
        (found.natives.len(), "of native functions", &found.natives),
        (found.meanings.len(), "of meanings", &found.meanings),
    ] {
        let file = if count == 1 { "file" } else { "files" };
        if count > 0 {
            say!("found    {count} {file} {noun} in {}", folder_of(files).display());
        }
    }
    create(Path::new(config::NAME), &configuration(&found, &args.paths), 0o666)?;
    let baseline = accepted()?;
    let Written { file, mut next } = gate(args, &found);
    if let Some(Wanted { path, text, words, check }) = file {
        create(&path, &text, if path.ends_with("pre-commit") { 0o777 } else { 0o666 })?;
        if !std::fs::read_to_string(&path).is_ok_and(|there| there.contains(&words)) {
            next.push(format!(
                "{} was there and does not judge this folder: add `{check}` to it",
                path.display()
            ));
        }
    }
    say!("");
    say!("next: assay check          judge the patterns; exit code 1 where something is new");
    match &baseline {
        Some(path) => say!("      git add {} {}", config::NAME, shell::quoted(&path.display().to_string())),
        None => say!("      add `baseline = \"{BASELINE}\"` to {}, then `assay baseline`", config::NAME),
    }
    next.iter().for_each(|line| say!("      {line}"));
    Ok(Exit::Clean)
}

/// The texts below some paths.
fn look(roots: &[PathBuf]) -> (Found, Vec<String>) {
    let read = inputs::collect(roots, &[".mlir", ".irdl.mlir", ".pdll", rise::ENDING]);
    let mut found = Found::default();
    for input in read.files {
        let path = PathBuf::from(&input.name);
        let holds = |word: &str| input.bytes.windows(word.len()).any(|part| part == word.as_bytes());
        if input.name.ends_with(".irdl.mlir") {
            found.dialect.push(path);
        } else if holds("assay.native") {
            found.natives.push(path);
        } else if holds("assay.meaning") {
            found.meanings.push(path);
        } else if excluded::may_hold_pattern(&input.name, &input.bytes) {
            found.patterns.push(path);
        }
    }
    (found, read.troubles)
}

/// The text of the configuration.
fn configuration(found: &Found, asked: &[PathBuf]) -> String {
    let paths = if asked.is_empty() { vec![folder_of(&found.patterns)] } else { asked.to_vec() };
    let mut out = String::from("# Read by `assay`; `assay explain assay.toml` has all keys.\n");
    let row = |out: &mut String, key: &str, value: &str, why: &str| {
        let line = format!("{key} = {value}");
        writeln!(out, "{line:<40}{why}").unwrap_or(());
    };
    row(&mut out, "paths", &array(&paths), "# folders are walked; what git ignores is left out");
    row(&mut out, "require", "\"values\"", "# a pattern whose values could not be compared is a finding");
    row(
        &mut out,
        "baseline",
        &settings::text(BASELINE),
        "# findings that are accepted; `assay baseline` writes it",
    );
    for (key, files) in
        [("dialect", &found.dialect), ("natives", &found.natives), ("meanings", &found.meanings)]
    {
        if !files.is_empty() {
            writeln!(out, "{key} = {}", array(files)).unwrap_or(());
        }
    }
    out
}

/// Accepts the findings that there are, where the configuration names a baseline; gives its file.
fn accepted() -> anyhow::Result<Option<PathBuf>> {
    let mut check = CheckArgs::none()?;
    config::load(&mut check).map_err(|faults| anyhow!(faults.join("\nerror: ")))?;
    let Some(path) = check.baseline.map(|path| paths::normalized(&path)) else { return Ok(None) };
    if path.exists() {
        baseline::Baseline::read(&path)?;
        say!("kept     {}", path.display());
        return Ok(Some(path));
    }
    let args = BaselineArgs { output: path.clone(), check: CheckArgs { quiet: true, ..CheckArgs::none()? } };
    match commands::baseline::run(args)? {
        Exit::Clean => say!("written  {}: accepts the findings that there are", path.display()),
        _ => say!("missing  {}: `assay baseline` writes it once the errors above are gone", path.display()),
    }
    Ok(Some(path))
}

/// The repository around the current folder.
struct Repository {
    /// The way up to its top folder, empty or ending in `/`.
    up: String,
    /// The current folder seen from there, empty or ending in `/`.
    here: String,
}

impl Repository {
    /// Asks git; the current folder is the top one where there is no repository.
    fn around() -> Repository {
        let path = |what| git(what).unwrap_or_default();
        Repository { up: path("--show-cdup"), here: path("--show-prefix") }
    }

    /// A path from its top folder on, as seen from the current one.
    fn path(&self, path: &str) -> PathBuf {
        PathBuf::from(format!("{}{path}", self.up))
    }

    /// A name that tells this folder from others of the repository.
    fn name(&self) -> String {
        let name = format!("assay-{}", self.here);
        name.trim_end_matches(['/', '-']).replace(|sign: char| !sign.is_ascii_alphanumeric(), "-")
    }

    /// The option that names the configuration of this folder to a run in the top folder.
    fn config(&self) -> String {
        match self.here.as_str() {
            "" => String::new(),
            here => format!(" --config {}", shell::quoted(&format!("{here}{}", config::NAME))),
        }
    }
}

/// The answer of `git rev-parse` to a question.
fn git(what: &str) -> Option<String> {
    let done = std::process::Command::new("git").args(["rev-parse", what]).output().ok()?;
    done.status.success().then(|| String::from_utf8(done.stdout).ok())?.map(|text| text.trim_end().to_owned())
}

/// A file of the gate, where it can be written, and what is left to do for it.
struct Written {
    file: Option<Wanted>,
    next: Vec<String>,
}

/// A file of the gate.
struct Wanted {
    path: PathBuf,
    text: String,
    /// The words that a file there has to have to be a gate of this folder.
    words: String,
    /// The command that one without them lacks.
    check: String,
}

fn gate(args: &InitArgs, found: &Found) -> Written {
    let wheel = shell::quoted(&args.wheel);
    let repository = Repository::around();
    let own = repository.path(".gitlab-ci.yml");
    let usual = || match (repository.path(".github").is_dir(), own.exists()) {
        (true, _) => Gate::Github,
        (false, true) => Gate::Gitlab,
        (false, false) => Gate::Hook,
    };
    let note = format!("see that `pip install {wheel}` finds the wheel, or give `--wheel`");
    // Lines that begin so stand where PDLL has to be read, or where it has not.
    let needs_mlir = found.patterns.iter().any(|path| path.extension().is_some_and(|end| end == "pdll"));
    let (kept, dropped) = if needs_mlir { ("MLIR|", "PLAIN|") } else { ("PLAIN|", "MLIR|") };
    let check = format!("check{}", repository.config());
    let fill = |template: &str| {
        let lines = template.split_inclusive('\n').filter(|line| !line.starts_with(dropped));
        let text: String = lines.map(|line| line.strip_prefix(kept).unwrap_or(line)).collect();
        text.replace("WHEEL", &wheel).replace("NAME", &repository.name()).replace("CHECK", &check)
    };
    let of_workflow = |path: PathBuf, template: &str, more: Option<String>| {
        let add = format!("git add {}", shell::quoted(&path.display().to_string()));
        let next = [Some(add), Some(note.clone()), more].into_iter().flatten().collect();
        let command = format!("assay {check}");
        let words = format!("{command} ");
        Written { file: Some(Wanted { path, text: fill(template), words, check: command }), next }
    };
    match args.ci.unwrap_or_else(usual) {
        Gate::Github => {
            let path = repository.path(&format!(".github/workflows/{}.yml", repository.name()));
            of_workflow(path, GITHUB, None)
        }
        Gate::Gitlab => {
            let own_is_other = std::fs::read_to_string(&own).is_ok_and(|text| !text.starts_with(MARK));
            let local = format!(".gitlab/{}.yml", repository.name());
            match own_is_other || !repository.here.is_empty() {
                true => {
                    let include = format!("add to .gitlab-ci.yml: include: [{{ local: /{local} }}]");
                    of_workflow(repository.path(&local), GITLAB, Some(include))
                }
                false => of_workflow(own, GITLAB, None),
            }
        }
        Gate::Hook => match git_hooks() {
            Some(folder) => {
                let here = shell::quoted(&format!("/{}", repository.here));
                let words = format!("cd \"$staged\"{here}");
                let text = HOOK.replace("FOLDER", &here);
                let path = folder.join("pre-commit");
                let is_own = folder.components().any(|part| part.as_os_str() == ".git");
                let add = format!("git add {}", shell::quoted(&path.display().to_string()));
                let alone = "a hook in .git is for this clone alone: `--ci github` or `--ci gitlab` gates what is pushed";
                let next = vec![if is_own { alone.to_owned() } else { add }];
                let check = format!("assay check{} --format concise", repository.config());
                Written { file: Some(Wanted { path, text, words, check }), next }
            }
            None => Written {
                file: None,
                next: vec![
                    "no git repository is here: `assay init --ci github` writes a workflow".to_owned(),
                ],
            },
        },
        Gate::None => Written { file: None, next: Vec::new() },
    }
}

/// The folder of the hooks of the repository.
fn git_hooks() -> Option<PathBuf> {
    let git = std::process::Command::new("git").args(["rev-parse", "--git-path", "hooks"]).output().ok()?;
    let path = String::from_utf8(git.stdout).ok()?;
    git.status.success().then(|| PathBuf::from(path.trim_end()))
}

/// Writes a file where there is none.
fn create(path: &Path, text: &str, mode: u32) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(cannot)?;
    }
    match OpenOptions::new().write(true).create_new(true).mode(mode).open(path) {
        Ok(mut file) => {
            file.write_all(text.as_bytes()).with_context(cannot)?;
            say!("written  {}", path.display());
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => say!("kept     {}", path.display()),
        Err(error) => return Err(error).with_context(cannot),
    }
    Ok(())
}

/// The folder that holds all of some files.
fn folder_of(files: &[PathBuf]) -> PathBuf {
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    let Some(first) = folders.first() else { return PathBuf::from(".") };
    let common = first.ancestors().find(|folder| folders.iter().all(|other| other.starts_with(folder)));
    match common.filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => folder.to_owned(),
        None => PathBuf::from("."),
    }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn array(paths: &[PathBuf]) -> String {
    let all: Vec<String> =
        paths.iter().map(|path| settings::text(&paths::normalized(path).display().to_string())).collect();
    format!("[{}]", all.join(", "))
}

/// The first line of what is written here.
const MARK: &str = "# Judges the rewrite patterns of this repository; written by `assay init`.";

/// Debian has the tools of MLIR 22 by name, images of the runners have none.
const GITHUB: &str = r#"# Judges the rewrite patterns of this repository; written by `assay init`.
name: NAME
on: [push, pull_request]
jobs:
  assay:
    runs-on: ubuntu-latest
MLIR|    container: debian:bookworm
    permissions: { contents: read, security-events: write }
    steps:
MLIR|      - run: apt-get update && apt-get install --yes --no-install-recommends git ca-certificates python3-venv mlir-22-tools
      - uses: actions/checkout@v4
MLIR|      - run: git config --global --add safe.directory "$GITHUB_WORKSPACE"
      - run: python3 -m venv "$RUNNER_TEMP/assay" && "$RUNNER_TEMP/assay/bin/pip" install --progress-bar off WHEEL
      - run: |
          PATH="$RUNNER_TEMP/assay/bin:$PATH"
          assay CHECK --today "$(date +%F)" --format github --format sarif=assay.sarif --format "markdown=$GITHUB_STEP_SUMMARY"
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with: { sarif_file: assay.sarif }
"#;

const GITLAB: &str = r#"# Judges the rewrite patterns of this repository; written by `assay init`.
NAME:
PLAIN|  image: python:3
MLIR|  image: debian:bookworm
  script:
MLIR|    - apt-get update && apt-get install --yes --no-install-recommends git ca-certificates python3-venv mlir-22-tools
    - python3 -m venv /opt/assay && /opt/assay/bin/pip install --progress-bar off WHEEL
    - export PATH="/opt/assay/bin:$PATH"
    - assay CHECK --today "$(date +%F)" --format human --format gitlab=NAME-codequality.json --format junit=NAME-junit.xml
  artifacts:
    when: always
    reports:
      codequality: NAME-codequality.json
      junit: NAME-junit.xml
"#;

/// The hook judges the staged files, which may differ from those of the work tree.
const HOOK: &str = concat!(
    "#!/bin/sh\n\
     # Judges the rewrite patterns of a commit, as they are staged; written by `assay init`.\n\
     set -e\n",
    include_str!("../../staged.sh"),
    r#"cd "$staged"FOLDER || exit 0
if [ ! -e assay.toml ]; then
  echo "assay: assay.toml is not in this commit, nothing is judged" >&2
elif git rev-parse --quiet --verify HEAD >/dev/null; then
  assay check --format concise --changed-since HEAD
else
  assay check --format concise
fi
"#
);
