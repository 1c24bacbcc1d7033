//! What the rule pages say about MLIR 22, asked of the real one by running their examples.
//! Without `mlir-opt` 22 on the machine there is nothing to ask, and the test says so.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assay_reports::{MlirOutcome, RulePage};

/// How long an example may run. Those that end take a fraction of a second, also on a busy machine.
const LIMIT: Duration = Duration::from_secs(30);

/// How long one may run that is expected not to end.
const HANG_LIMIT: Duration = Duration::from_secs(4);

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

fn mlir_opt() -> Option<&'static str> {
    ["mlir-opt-22", "mlir-opt"].into_iter().find(|name| {
        let output = Command::new(name).arg("--version").output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 22."))
    })
}

/// Applies the pattern of a page to its payload as MLIR's own tests of PDL do; gives the outcome and what
/// was said.
fn run(program: &str, page: &RulePage) -> (MlirOutcome, String) {
    let examples = page.examples();
    let [pattern, payload] = [0, 1].map(|at| examples.get(at).map_or("", String::as_str));
    let limit = if page.mlir.contains(&MlirOutcome::Hang) { HANG_LIMIT } else { LIMIT };
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [input, said] = ["in.mlir", "said.txt"].map(|name| folder.path().join(name));
    let text = format!("module @patterns {{\n{pattern}}}\nmodule @ir {{\n{payload}}}\n");
    std::fs::write(&input, text).expect("a temporary folder is writable");
    let mut child = Command::new(program)
        .args(["-allow-unregistered-dialect", "-test-pdl-bytecode-pass"])
        .arg(&input)
        .env("LLVM_DISABLE_SYMBOLIZATION", "1")
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(File::create(&said).expect("a temporary folder is writable"))
        .spawn()
        .expect("it told its version a moment ago");
    let start = Instant::now();
    let outcome = loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            break match status.code() {
                Some(0) => MlirOutcome::Silent,
                Some(code) if code < 128 => MlirOutcome::VerifierError,
                _ => MlirOutcome::Crash,
            };
        }
        if start.elapsed() > limit {
            child.kill().expect("a running child can be killed");
            child.wait().expect("a killed child ends");
            break MlirOutcome::Hang;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = std::fs::read(&said).expect("the file was made above");
    (outcome, String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn every_page_that_claims_an_outcome_has_an_example() {
    for (path, page) in pages() {
        assert!(!page.examples().is_empty() || page.mlir.is_empty(), "{}", path.display());
    }
}

#[test]
fn mlir_does_what_the_pages_say() {
    let Some(program) = mlir_opt() else {
        println!("no mlir-opt 22 here, so the pages were not run");
        return;
    };
    let mut faults = Vec::new();
    for (path, page) in pages().into_iter().filter(|(_, page)| !page.mlir.is_empty()) {
        let (outcome, said) = run(program, &page);
        if !page.mlir.contains(&outcome) {
            faults.push(format!("{}: {outcome:?}, not {:?}\n{said}", path.display(), page.mlir));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
