//! What the rule pages say about MLIR 22, asked of the real one by running their examples, and about our own
//! command line, asked of its help. Knows the form of a page and no rule.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use assay_mlir::process::Limits;
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::{MlirOutcome, RulePage};
use assay_testing::{Checked, Missing};

/// How long an example may run that is expected not to end; the others have the time that any run has.
const HANG: Duration = Duration::from_secs(4);

fn pages() -> Vec<(PathBuf, RulePage)> {
    let verifier = Path::new(env!("CARGO_MANIFEST_DIR")).join("../verifier/src");
    let mut pages: Vec<_> = ignore::Walk::new(verifier)
        .map(|entry| entry.expect("the workspace can be read").into_path())
        .filter(|path| path.extension().is_some_and(|e| e == "md") && path.iter().any(|part| part == "rules"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a page can be read");
            let page = RulePage::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path, page)
        })
        .collect();
    pages.sort_by(|a, b| a.0.cmp(&b.0));
    pages
}

/// Applies the pattern of a page to its payload.
fn run(mlir: &MlirOpt, page: &RulePage) -> Outcome {
    let mut limits = *mlir.limits();
    if page.mlir.contains(&MlirOutcome::Hang) {
        limits = Limits { wall: HANG, ..limits };
    }
    let examples = page.examples();
    let [pattern, payload] = [0, 1].map(|at| examples.get(at).map_or("", String::as_str));
    mlir.clone().with_limits(limits).apply_pdl(pattern, payload, None)
}

/// The word of a page for what MLIR did; nothing if MLIR was not even asked.
fn word(outcome: &Outcome) -> Option<MlirOutcome> {
    match outcome {
        Outcome::Ok(_) => Some(MlirOutcome::Silent),
        Outcome::Error(_) => Some(MlirOutcome::VerifierError),
        Outcome::Crash { .. } => Some(MlirOutcome::Crash),
        Outcome::TimedOut | Outcome::OutOfMemory => Some(MlirOutcome::Hang),
        Outcome::NoAnswer(_) => None,
    }
}

fn every_page_that_claims_an_outcome_has_an_example() {
    for (path, page) in pages() {
        assert!(!page.examples().is_empty() || page.mlir.is_empty(), "{}", path.display());
    }
}

/// The long flags that a text names.
fn flags(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| {
        word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    })
}

fn every_flag_that_a_page_names_exists() {
    let help = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["check", "--help"])
        .output()
        .expect("the binary under test can be run");
    let help = String::from_utf8(help.stdout).expect("the help is UTF-8 text");
    let mut unknown = Vec::new();
    for (path, page) in pages() {
        for flag in flags(&page.text).filter(|flag| !flags(&help).any(|known| known == *flag)) {
            unknown.push(format!("{}: {flag}", path.display()));
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

fn mlir_does_what_the_pages_say() -> Checked {
    let mlir = assay_testing::mlir()?;
    let mut faults = Vec::new();
    for (path, page) in pages().into_iter().filter(|(_, page)| !page.mlir.is_empty()) {
        let outcome = run(&mlir, &page);
        if !word(&outcome).is_some_and(|word| page.mlir.contains(&word)) {
            faults.push(format!("{}: {outcome:?}, not {:?}", path.display(), page.mlir));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// What Assay says of the example of a page, where that is not the code of the page.
const OTHERWISE: [(&str, &[&str], &str); 15] = [
    ("N402", &["U010", "U010", "N402"], "each of the two is well-formed"),
    ("P029", &["U010", "P029"], "the pattern beside it is well-formed"),
    ("S102", &["U010", "S102"], "the pattern is well-formed"),
    ("S112", &["S112", "U010"], "the pattern is well-formed"),
    ("S116", &["U010"], "it is an assumption of a proof without `--strict`"),
    ("U011", &["U011", "T201"], "the finding is shown as a warning, as it depends on the definition"),
    ("U006", &["U010"], "it is an assumption of a proof without `--strict`"),
    ("M502", &["M502", "U001"], "nothing is replayed on a matcher that MLIR cannot lower"),
    ("P016", &["P000"], "neither MLIR nor Assay reads the type"),
    ("U002", &["S105", "U002"], "the finding is shown as a warning, as it depends on the native"),
    ("U003", &[], "it depends on the solver"),
    ("U004", &[], "it depends on the solver"),
    ("U005", &[], "it depends on the solver"),
    ("U012", &[], "it takes a pattern of thousands of operations"),
    ("U013", &[], "it takes a defect of Assay"),
];

fn assay_says_of_each_example_what_its_page_is_about() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = tempfile::tempdir().expect("a folder for the examples");
    let file = folder.path().join("example.mlir");
    let mut wrong = Vec::new();
    for page in assay_verifier::PAGES {
        let page = RulePage::parse(page).expect("every page is in its form");
        let Some(example) = page.examples().into_iter().next() else { continue };
        std::fs::write(&file, example).expect("the folder can be written");
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_assay"))
            .arg("check")
            .arg(&file)
            .args(["--format", "concise"])
            .output()
            .expect("the program can be run");
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let said: Vec<&str> =
            text.lines().filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0)).collect();
        let otherwise = OTHERWISE.iter().find(|(code, ..)| *code == page.code.code());
        let wanted = otherwise.map_or(vec![page.code.code()], |(_, codes, _)| codes.to_vec());
        if said != wanted {
            wrong.push(format!("{}: {said:?}", page.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

assay_testing::tests!(
    every_page_that_claims_an_outcome_has_an_example,
    every_flag_that_a_page_names_exists,
    mlir_does_what_the_pages_say,
    assay_says_of_each_example_what_its_page_is_about,
);
