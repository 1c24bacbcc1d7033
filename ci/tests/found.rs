//! The page of what was found in MLIR, `reports/docs/found.md`: a line for each defect of `corpus/bugs`, and its reduced program.
//! `ASSAY_BLESS=1` writes it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const HEAD: &str = "\
# What Assay found

Defects of MLIR 22.1.8, each with the smallest program that shows it. The files are in `corpus/bugs`, where a test runs each against
the installed binary; this page is made of them.
";

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus can be read");
    let paths = entries.map(|entry| entry.expect("the corpus can be read").path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "mlir")).collect();
    paths.sort();
    paths
}

/// The value of a line of the head.
fn field<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
}

/// The first sentence of the comment that a file begins with.
fn sentence(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//")).map(str::trim);
    let comment = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    match comment.find(". ") {
        Some(end) => comment[..=end].to_owned(),
        None => comment,
    }
}

fn section(out: &mut String, path: &Path, line: &str, by: &str) {
    let text = std::fs::read_to_string(path).expect("it can be read");
    let name = path.file_stem().expect("a file has a name").to_string_lossy();
    let code: Vec<&str> = text.lines().skip_while(|line| line.starts_with("//")).collect();
    let rule = field(&text, "rule").unwrap_or_else(|| panic!("{name} names no rule"));
    writeln!(out, "\n### {name}\n\n{line} ({by}, {rule})\n\n```mlir\n{}\n```", code.join("\n").trim_end())
        .unwrap_or(());
}

fn page() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bugs/mlir");
    let (passes, patterns) = (files(&folder.join("passes")), files(&folder));
    let mut out = String::from(HEAD);
    writeln!(out, "\n## In passes: {}", passes.len()).unwrap_or(());
    for path in &passes {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let what =
            field(&text, "what").unwrap_or_else(|| panic!("{} does not say what is wrong", path.display()));
        let by = field(&text, "pass").map(|pass| format!("`{pass}`"));
        section(&mut out, path, what, &by.unwrap_or_else(|| "a set of patterns".to_owned()));
    }
    writeln!(out, "\n## In the driver of patterns: {}", patterns.len()).unwrap_or(());
    for path in &patterns {
        let text = std::fs::read_to_string(path).expect("it can be read");
        section(&mut out, path, &sentence(&text), field(&text, "outcome").unwrap_or("silent"));
    }
    out
}

fn the_page_is_that_of_the_corpus() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/docs/found.md");
    let now = page();
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, now).expect("the docs can be written");
        return;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == now, "{} is old; write it with ASSAY_BLESS=1", path.display());
}

/// The numbers in front of two phrases of the README, which `ASSAY_BLESS=1` writes, too.
fn the_readme_has_the_numbers_of_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (path, folder) = (root.join("README.md"), root.join("corpus/bugs/mlir"));
    let there = std::fs::read_to_string(&path).expect("there is one");
    let mut now = there.clone();
    let counts = [("patterns on which", folder.clone()), ("programs on which passes", folder.join("passes"))];
    for (phrase, folder) in counts {
        let at = now.find(phrase).unwrap_or_else(|| panic!("the README does not say `{phrase}`"));
        let end = now[..at].trim_end().len();
        let start = now[..end].trim_end_matches(|c: char| c.is_ascii_digit()).len();
        now.replace_range(start..end, &files(&folder).len().to_string());
    }
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, now).expect("the README can be written");
        return;
    }
    assert!(there == now, "{} is old; write it with ASSAY_BLESS=1", path.display());
}

assay_testing::tests!(the_page_is_that_of_the_corpus, the_readme_has_the_numbers_of_the_corpus);
