//! What `proved` rests on, stage by stage: definitions, meanings and summaries that are built in, and the code that is trusted.
//! The list is kept in `rests.txt`: it grows only on purpose. `ASSAY_BLESS=1` writes it; read the difference before you commit.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use assay_ir::data::Context;
use assay_ir::rule::{Family, Rule};

/// The grounds of a stage besides its own code.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    Definitions,
    Meanings,
    Summaries,
}

use Ground::{Definitions, Meanings, Summaries};

/// The stages with the families of their rules, what they rest on, and the folders of their code.
const STAGES: [(&str, Family, &[Ground], &[&str]); 6] = [
    ("well-formed", Family::Pdl, &[], &["ir/src/pdl", "ir/src/text"]),
    ("matchable", Family::Matching, &[Definitions], &["verifier/src/matchable", "verifier/src/pattern"]),
    (
        "structure",
        Family::Structure,
        &[Definitions, Summaries],
        &["verifier/src/structure", "ir/src/wellformed", "ir/src/rewrite"],
    ),
    ("types", Family::Types, &[Definitions, Summaries], &["verifier/src/types", "verifier/type-solver/src"]),
    (
        "values",
        Family::Values,
        &[Definitions, Meanings, Summaries],
        &[
            "verifier/src/values",
            "verifier/semantics/src",
            "verifier/term/src",
            "verifier/certificate/src",
            "verifier/smt/src",
        ],
    ),
    ("termination", Family::Termination, &[Definitions], &["verifier/src/termination"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// Files of Rust below a folder, or the one file of a module, relative to the workspace; tests and pages apart.
fn code(name: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut left = vec![root().join(name), root().join(format!("{name}.rs"))];
    while let Some(path) = left.pop() {
        if path.is_dir() && !path.ends_with("tests") {
            let entries = std::fs::read_dir(&path).expect("a folder of code");
            left.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.is_file() && path.extension().is_some_and(|end| end == "rs") {
            let name = path.strip_prefix(root()).expect("below the workspace");
            out.push(name.display().to_string());
        }
    }
    out.retain(|file| !["tests.rs", "testing.rs"].iter().any(|end| file.ends_with(end)));
    out.sort();
    out
}

/// Operations whose meaning the solver is asked about.
fn meanings() -> Vec<String> {
    let done =
        Command::new(env!("CARGO_BIN_EXE_assay")).arg("meaning").output().expect("the program can be run");
    let text = String::from_utf8(done.stdout).expect("UTF-8");
    let known = text.lines().filter(|line| line.contains("solver"));
    let mut names: Vec<String> = known.filter_map(|line| line.split(' ').next().map(str::to_owned)).collect();
    names.sort();
    names
}

fn list() -> String {
    let registry = assay_corpus::load_builtin(&Context::new());
    let mut definitions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for op in registry.ops() {
        let (dialect, name) = registry.ctx().str(op.name).split_once('.').expect("a dialect");
        definitions.entry(dialect.to_owned()).or_default().push(name.to_owned());
    }
    definitions.values_mut().for_each(|names| names.sort());
    let mut summaries: Vec<&str> = registry.natives().map(|summary| summary.name.as_str()).collect();
    summaries.sort_unstable();
    let mut out = String::new();
    let mut part = |title: &str, lines: &[String]| {
        let _ = writeln!(out, "{title}");
        for line in lines {
            let _ = writeln!(out, "  {line}");
        }
    };
    for (stage, family, grounds, folders) in STAGES {
        let rules = Rule::ALL.iter().filter(|rule| rule.family() == family);
        let rules: Vec<&str> = rules.map(|rule| rule.code()).collect();
        let mut lines: Vec<String> = Vec::new();
        for (ground, word) in [(Definitions, "definitions"), (Meanings, "meanings"), (Summaries, "summaries")]
        {
            lines.extend(grounds.contains(&ground).then(|| format!("the {word} below")));
        }
        lines.extend(folders.iter().flat_map(|folder| code(folder)));
        part(&format!("{stage} ({}) rests on", rules.join(" ")), &lines);
    }
    let words = |(dialect, names): (&String, &Vec<String>)| format!("{dialect}: {}", names.join(" "));
    part("definitions", &definitions.iter().map(words).collect::<Vec<_>>());
    part("meanings", &meanings());
    part("summaries", &summaries.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    out
}

fn the_list_of_what_proved_rests_on_grows_on_purpose() {
    let file = root().join("ci/tests/rests.txt");
    let (kept, now) = (std::fs::read_to_string(&file).unwrap_or_default(), list());
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&file, &now).expect("the list can be written");
        return;
    }
    let differs = |one: &str, other: &str| -> Vec<String> {
        one.lines().filter(|line| !other.lines().any(|known| known == *line)).map(str::to_owned).collect()
    };
    assert!(
        kept == now,
        "what `proved` rests on has changed; read this and bless it with ASSAY_BLESS=1\nnew: {:#?}\ngone: {:#?}",
        differs(&now, &kept),
        differs(&kept, &now)
    );
}

assay_testing::tests!(the_list_of_what_proved_rests_on_grows_on_purpose,);
