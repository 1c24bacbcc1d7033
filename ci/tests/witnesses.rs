//! Every witness goes through real MLIR, and what happens there is what the page of its rule says; and our own
//! `assay replay` shows each of them again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::{MlirOutcome, RulePage};
use assay_testing::Checked;

fn assay() -> Command {
    Command::new(env!("CARGO_BIN_EXE_assay"))
}

/// The folders that are checked, each with the dialect of its patterns; and the pack, if it is missing.
fn libraries() -> (Vec<(PathBuf, Option<PathBuf>)>, Checked) {
    let ours = |name: &str| (assay_corpus::patterns_folder().join(name), None);
    let mut found = vec![ours("arith"), ours("memory")];
    let pack = assay_testing::acceptance().map(|pack| {
        found.push((pack.join("structure"), None));
        found.push((pack.join("types"), Some(pack.join("types/num.irdl.mlir"))));
    });
    (found, pack)
}

/// Witness files of a folder of patterns.
fn witnesses(folder: &Path, dialect: Option<&Path>, into: &Path) -> Vec<PathBuf> {
    let mut command = assay();
    command.arg("check").arg(folder).arg("--witness-dir").arg(into).args(["--exit-zero", "--quiet"]);
    if let Some(dialect) = dialect {
        command.arg("--dialect").arg(dialect);
    }
    let done = command.output().expect("the command can be run");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let entries = std::fs::read_dir(into).expect("the folder was made");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("an entry can be listed").path()).collect();
    files.sort();
    files
}

fn pages() -> BTreeMap<String, RulePage> {
    let read = |page: &&str| {
        let page = RulePage::parse(page).expect("every page is in its form");
        (page.code.to_string(), page)
    };
    assay_verifier::PAGES.iter().map(read).collect()
}

/// What MLIR does with a witness file.
fn in_mlir(opt: &MlirOpt, file: &Path, dialect: Option<&Path>) -> MlirOutcome {
    let text = std::fs::read_to_string(file).expect("a witness is text");
    let options = ParseOptions {
        allow_unregistered: true,
        irdl: dialect.map(Path::to_path_buf),
        extra: vec!["-test-pdl-bytecode-pass".into()],
        ..ParseOptions::default()
    };
    match opt.parse_print(&text, &options) {
        Outcome::Ok(_) => MlirOutcome::Silent,
        Outcome::Error(_) => MlirOutcome::VerifierError,
        Outcome::Crash { .. } => MlirOutcome::Crash,
        Outcome::TimedOut | Outcome::OutOfMemory => MlirOutcome::Hang,
        Outcome::NoAnswer(why) => panic!("{}: {why}", file.display()),
    }
}

fn code_of(file: &Path) -> String {
    let name = file.file_name().expect("a file").to_string_lossy().into_owned();
    let is_code = |part: &&str| part.len() == 4 && part[1..].bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit('.').find(is_code).expect("the code stands in the name").to_owned()
}

fn mlir_does_with_each_witness_what_the_page_of_its_rule_says() -> Checked {
    let opt = assay_testing::mlir()?;
    let pages = pages();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    let (libraries, pack) = libraries();
    for (folder, dialect) in libraries {
        let out = tempfile::tempdir().expect("a folder for the witnesses");
        for file in witnesses(&folder, dialect.as_deref(), out.path()) {
            seen += 1;
            let (code, name) =
                (code_of(&file), file.file_name().expect("a file").to_string_lossy().into_owned());
            let outcome = in_mlir(&opt, &file, dialect.as_deref());
            if !pages[&code].mlir.contains(&outcome) {
                wrong.push(format!("{name}: {outcome:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{seen} witnesses, not as their pages say:\n{}", wrong.join("\n"));
    assert!(seen > 20, "only {seen} witnesses");
    pack
}

fn each_witness_shows_again_when_it_is_replayed() -> Checked {
    let (libraries, pack) = libraries();
    for (folder, dialect) in libraries {
        let out = tempfile::tempdir().expect("a folder for the witnesses");
        for file in witnesses(&folder, dialect.as_deref(), out.path()) {
            let mut command = assay();
            command.arg("replay").arg(&file);
            if let Some(dialect) = &dialect {
                command.arg("--dialect").arg(dialect);
            }
            let done = command.output().expect("the command can be run");
            assert_eq!(done.status.code(), Some(1), "{}: {done:?}", file.display());
        }
    }
    pack
}

assay_testing::tests!(
    mlir_does_with_each_witness_what_the_page_of_its_rule_says,
    each_witness_shows_again_when_it_is_replayed,
);
