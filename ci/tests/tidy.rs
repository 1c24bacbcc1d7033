//! The rules of the house that a machine can check: who may depend on whom, circles, headers, file sizes, one table
//! of dependencies, rule pages, the top level, and expectations beside patterns.
//! Reads files and `cargo metadata`; knows nothing of what the code does.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use assay_ir::rule::Rule;
use assay_reports::RulePage;
use cargo_metadata::{DependencyKind, MetadataCommand};

use crate::circles::circles;
use crate::operation_names::{MOST, counted};

/// Crates that the tests of any crate may use besides: data to test with, MLIR as a judge, and the harness of tests that may be
/// ignored.
const TESTS_MAY_USE: [&str; 3] = ["assay-corpus", "assay-mlir", "assay-testing"];

/// Which of our crates a crate may use.
const MAY_USE: [(&str, &[&str]); 23] = [
    ("assay-ops", &[]),
    ("assay-ir", &["assay-ops"]),
    ("assay-import", &["assay-ir"]),
    ("assay-cpp", &["assay-ops"]),
    ("assay-rise", &["assay-ir"]),
    ("assay-audit", &["assay-ir"]),
    ("assay-transform", &["assay-audit", "assay-ir", "assay-mlir", "assay-smt"]),
    ("assay-mlir", &[]),
    ("assay-testing", &["assay-mlir"]),
    ("assay-backend", &["assay-ir", "assay-rise"]),
    ("assay-jit", &["assay-ir", "assay-backend"]),
    // Of what it checks it shares nothing.
    ("assay-certificate", &[]),
    ("assay-smt", &["assay-mlir"]),
    ("assay-term", &["assay-certificate", "assay-smt"]),
    ("assay-type-solver", &["assay-ir", "assay-smt"]),
    // Symbolic and concrete meaning are written apart, so that one can catch the other.
    ("assay-semantics", &["assay-ir", "assay-term"]),
    ("assay-encode", &["assay-ir", "assay-term", "assay-semantics"]),
    // Programs at all sizes: it runs none.
    ("assay-rise-proof", &["assay-ir", "assay-rise"]),
    (
        "assay-verifier",
        &[
            "assay-ir",
            "assay-rise",
            "assay-rise-proof",
            "assay-backend",
            "assay-mlir",
            "assay-certificate",
            "assay-smt",
            "assay-term",
            "assay-type-solver",
            "assay-semantics",
            "assay-encode",
        ],
    ),
    (
        "assay-fuzz",
        &[
            "assay-ir",
            "assay-audit",
            "assay-cpp",
            "assay-rise",
            "assay-backend",
            "assay-jit",
            "assay-smt",
            "assay-verifier",
            "assay-mlir",
            "assay-corpus",
        ],
    ),
    ("assay-corpus", &["assay-ir"]),
    ("assay-reports", &["assay-ir"]),
    (
        "assay-cli",
        &[
            "assay-ir",
            "assay-import",
            "assay-cpp",
            "assay-rise",
            "assay-audit",
            "assay-transform",
            "assay-backend",
            "assay-jit",
            "assay-certificate",
            "assay-smt",
            "assay-verifier",
            "assay-fuzz",
            "assay-mlir",
            "assay-corpus",
            "assay-reports",
        ],
    ),
];

/// The names at the top level; names that start with a dot may stand there too.
const TOP: [&str; 14] = [
    "Cargo.toml",
    "Cargo.lock",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "rust-toolchain.toml",
    "rustfmt.toml",
    "backend",
    "ci",
    "corpus",
    "fuzz",
    "ir",
    "reports",
    "verifier",
];

/// Source files that may be longer than [`LINES`], each with a reason.
const LONG: [(&str, &str); 0] = [];

/// Lines of the longest source file.
const LINES: usize = 800;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("this crate lies in a folder of the workspace").to_owned()
}

/// Every file below a folder that version control would take, by its path from the root, sorted.
fn files(folder: &str) -> Vec<String> {
    let start = root().join(folder);
    if !start.exists() {
        return Vec::new();
    }
    let walk = ignore::WalkBuilder::new(start)
        .require_git(false)
        .hidden(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build();
    let mut files: Vec<String> = walk
        .map(|entry| entry.expect("the workspace can be read"))
        .filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()))
        .map(|entry| {
            let path = entry.path().strip_prefix(root()).expect("the walk stays below the root");
            path.to_str().expect("file names of the workspace are UTF-8").to_owned()
        })
        .collect();
    files.sort();
    files
}

fn rust_files(folder: &str) -> Vec<String> {
    files(folder).into_iter().filter(|path| path.ends_with(".rs")).collect()
}

/// Folders of the crates.
fn members() -> Vec<String> {
    let top: toml::Table = read("Cargo.toml").parse().expect("cargo has read this file");
    let members = top["workspace"]["members"].as_array().expect("the workspace lists its members");
    members.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Words that no doc comment, string, page or README uses.
const BANNED: [&str; 14] = [
    "nobody",
    "nobody's",
    "somebody",
    "somebody's",
    "whoever",
    "so many",
    "hangs on",
    "hang on",
    "hands on",
    "hand on",
    "foretold",
    "mended",
    "for ever",
    "not asked",
];

/// Files that may still use them.
const MAY_USE_BANNED: [&str; 0] = [];

/// The parts of a file that people read: all of a page; of Rust source its doc comments, headers and strings.
fn prose(path: &str, text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    if path.ends_with(".md") {
        return lines.map(|(at, line)| (at, line.to_owned())).collect();
    }
    let of_line = |line: &str| match line.trim_start() {
        comment if comment.starts_with("///") || comment.starts_with("//!") => comment.to_owned(),
        comment if comment.starts_with("//") => String::new(),
        _ => line.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" "),
    };
    lines.map(|(at, line)| (at, of_line(line))).collect()
}

/// The banned words of a text, which may be broken over two lines.
fn banned(prose: &[(usize, String)]) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (index, (at, line)) in prose.iter().enumerate() {
        let plain = |line: &str| {
            line.trim().trim_start_matches("///").trim_start_matches("//!").trim().to_lowercase()
        };
        let (this, next) =
            (plain(line), prose.get(index + 1).map(|(_, next)| plain(next)).unwrap_or_default());
        let both = format!("{this} {next}");
        for word in BANNED {
            let here = mentions(&this, word);
            let across = word.contains(' ') && !here && mentions(&both, word) && !mentions(&next, word);
            if here || across {
                found.push((*at, word));
            }
        }
    }
    found
}

fn assert_none(faults: &[String], what: &str) {
    assert!(faults.is_empty(), "{what}:\n  {}", faults.join("\n  "));
}

/// The source before its module of tests, and that module.
fn without_tests(text: &str) -> (&str, &str) {
    text.split_at(text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len()))
}

/// Codes of rules that the source names, such as `Rule::S103`.
fn codes_in_source(text: &str) -> BTreeSet<String> {
    let code = |rest: &str| rest.get(..4).filter(|code| Rule::parse(code).is_some()).map(str::to_owned);
    text.split("Rule::").skip(1).filter_map(code).collect()
}

fn mentions(text: &str, code: &str) -> bool {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(code).any(|(at, _)| {
        !text[..at].ends_with(part_of_word) && !text[at + code.len()..].starts_with(part_of_word)
    })
}

/// Code and path of every page beside the rules.
fn pages() -> Vec<(String, String)> {
    files("verifier/src")
        .into_iter()
        .filter(|path| path.contains("/rules/") && path.ends_with(".md"))
        .map(|path| {
            let name = path.rsplit('/').next().unwrap_or_default();
            (name.trim_end_matches(".md").to_owned(), path)
        })
        .collect()
}

fn crates_use_only_what_their_floor_allows() {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .no_deps()
        .exec()
        .expect("cargo can describe the workspace it builds");
    let allowed: BTreeMap<&str, &[&str]> = MAY_USE.into_iter().collect();
    let mut faults = Vec::new();
    for package in &metadata.packages {
        let Some(uses) = allowed.get(package.name.as_str()) else {
            faults.push(format!("{} has no floor; give it one in this test", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|d| allowed.contains_key(d.name.as_str())) {
            let name = dependency.name.as_str();
            let in_tests = dependency.kind == DependencyKind::Development && TESTS_MAY_USE.contains(&name);
            if !uses.contains(&name) && !in_tests {
                faults.push(format!("{} must not use {name}", package.name));
            }
        }
    }
    assert_none(&faults, "dependencies against the order of the floors");
}

fn every_dependency_comes_from_the_table_of_the_workspace() {
    let mut faults = Vec::new();
    for member in members() {
        let manifest: toml::Table =
            read(&format!("{member}/Cargo.toml")).parse().expect("cargo has read this file");
        let targets = manifest.get("target").and_then(toml::Value::as_table);
        let tables = targets.into_iter().flat_map(|t| t.values().filter_map(toml::Value::as_table));
        for table in std::iter::once(&manifest).chain(tables) {
            for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
                for (name, value) in table.get(kind).and_then(toml::Value::as_table).into_iter().flatten() {
                    if value.get("workspace").and_then(toml::Value::as_bool) != Some(true) {
                        faults.push(format!("{member}: {name}"));
                    }
                }
            }
        }
    }
    assert_none(&faults, "dependencies with a version of their own");
}

/// Test programs beside the one of their crate: their tests read what the whole process allocates or maps.
const ALONE: [&str; 2] = ["backend/jit/tests/jit_memory.rs", "ir/tests/rewrite_memory.rs"];

fn a_crate_has_one_test_program() {
    let mut faults = Vec::new();
    for path in rust_files("").into_iter().filter(|path| path.contains("/tests/") && !path.contains("/src/"))
    {
        let program = read(&path).contains("\nassay_testing::test_program!(");
        if program != path.ends_with("/tests/main.rs") {
            faults.push(format!("{path}: the test program of a crate is `tests/main.rs`"));
        }
        // Without the harness of the compiler the mark means nothing.
        if !ALONE.contains(&path.as_str()) && read(&path).contains("\n#[test]\n") {
            faults.push(format!(
                "{path}: list the test in `assay_testing::tests!` instead of marking it `#[test]`"
            ));
        }
    }
    for member in members() {
        let alone = ALONE.iter().filter(|path| path.starts_with(&format!("{member}/tests/"))).count();
        let programs = read(&format!("{member}/Cargo.toml")).matches("[[test]]").count();
        if programs > 1 + alone {
            faults.push(format!("{member}/Cargo.toml: {programs} test programs"));
        }
    }
    assert_none(&faults, "test programs");
}

/// Rooms of the verifier and the rooms that each may use.
const VERIFIER: [(&str, &[&str]); 20] = [
    ("limits", &[]),
    ("options", &["limits"]),
    ("rules", &[]),
    ("rise", &[]),
    ("verdict", &["limits"]),
    ("pattern", &["limits", "verdict"]),
    ("stage", &["options", "pattern", "verdict"]),
    ("witness", &["limits", "pattern", "stage", "verdict"]),
    ("program", &["verdict", "witness"]),
    ("instance", &["pattern", "program", "stage", "verdict", "witness"]),
    ("lint", &["stage", "verdict"]),
    ("matchable", &["limits", "pattern", "stage", "verdict", "witness"]),
    ("structure", &["limits", "pattern", "stage", "verdict", "witness"]),
    ("types", &["limits", "lint", "pattern", "stage", "verdict", "witness"]),
    ("values", &["instance", "limits", "pattern", "stage", "verdict", "witness"]),
    ("termination", &["limits", "pattern", "stage", "verdict", "witness"]),
    ("meanings", &["values"]),
    (
        "pipeline",
        &[
            "limits",
            "lint",
            "matchable",
            "pattern",
            "stage",
            "structure",
            "termination",
            "types",
            "values",
            "verdict",
        ],
    ),
    ("check", &["options", "pattern", "pipeline", "program", "rise", "rules", "stage", "verdict", "witness"]),
    (
        "fix",
        &["limits", "lint", "matchable", "pattern", "pipeline", "stage", "structure", "verdict", "witness"],
    ),
];

/// The rooms that each room of a folder uses: `prefix::ROOM` in code outside of tests.
fn rooms(folder: &str, prefix: &str) -> BTreeMap<String, BTreeSet<String>> {
    let room_of = |path: &str| {
        let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
        let room = rest.split('/').next()?.trim_end_matches(".rs").to_owned();
        (!["lib", "main", "mod"].contains(&room.as_str())).then_some(room)
    };
    let paths = rust_files(folder);
    let all: BTreeSet<String> = paths.iter().filter_map(|path| room_of(path)).collect();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in paths.iter().filter(|path| !path.contains("/tests") && !path.contains("testing")) {
        let Some(room) = room_of(path) else { continue };
        let text = read(path);
        let code = without_tests(&text).0;
        let used = edges.entry(room.clone()).or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join(" ");
        for rest in code.match_indices(prefix).map(|(at, _)| &code[at + prefix.len()..]) {
            // `use crate::{a, b::c};` names several, on one line or on many.
            let list = rest.strip_prefix('{').and_then(|list| list.split(';').next());
            let list = list.map_or(vec![rest], |list| list.split(',').collect());
            for name in list {
                let name = name.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next();
                used.extend(name.filter(|name| *name != room && all.contains(*name)).map(str::to_owned));
            }
        }
    }
    edges
}

/// Rooms that a way of one edge or more leads to from `start`.
fn reached<'e>(edges: &'e BTreeMap<String, BTreeSet<String>>, start: &'e str) -> BTreeSet<&'e str> {
    let mut seen = BTreeSet::new();
    let mut stack = vec![start];
    while let Some(room) = stack.pop() {
        let next = edges.get(room).into_iter().flatten().map(String::as_str);
        stack.extend(next.filter(|next| seen.insert(*next)));
    }
    seen
}

/// Rooms from which a way leads back to the room itself.
fn in_circles(edges: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<&str> {
    edges.keys().map(String::as_str).filter(|room| reached(edges, room).contains(room)).collect()
}

/// Folders with source that the compiler reads.
fn sources() -> Vec<String> {
    members().into_iter().map(|member| format!("{member}/src")).collect()
}

fn rooms_of_a_crate_make_no_circle() {
    let mut faults = Vec::new();
    for folder in sources() {
        let edges = rooms(&folder, "crate::");
        faults.extend(in_circles(&edges).into_iter().map(|room| format!("{folder}: {room} is in a circle")));
    }
    assert_none(&faults, "circles of rooms");
}

fn files_of_a_crate_make_no_circle() {
    let mut faults = Vec::new();
    for folder in sources() {
        let found = circles(&root(), &folder, &rust_files(&folder));
        faults.extend(found.into_iter().map(|circle| format!("{folder}: {circle}")));
    }
    assert_none(&faults, "files that use each other");
}

fn a_circle_of_files_is_found() {
    let folder = std::env::temp_dir().join(format!("assay-circles-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("src")).expect("the folder for temporary files can be written");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join("src").join(name), text).expect("the folder can be written");
    };
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\n");
    write("a.rs", "use super::c::C;\npub struct A(C);\nfn f() { crate::b::g() }\n");
    write(
        "b.rs",
        "pub(super) fn g() { let _ = \"crate::c\"; }\n#[cfg(test)]\nmod tests {\n    use super::super::A;\n}\n",
    );
    write("c.rs", "pub struct C;\n");
    let paths = ["a", "b", "c", "lib"].map(|name| format!("src/{name}.rs"));
    let none = circles(&folder, "src", &paths);
    write("c.rs", "use crate::A;\npub struct C(Box<A>);\n");
    let one = circles(&folder, "src", &paths);
    std::fs::remove_dir_all(&folder).expect("the folder was made here");
    assert_eq!(none, Vec::<String>::new());
    assert_eq!(one.len(), 1, "{one:?}");
    assert!(one[0].contains("src/c.rs -> src/a.rs: A"), "{one:?}");
}

fn code_singles_out_no_more_operations_than_it_did() {
    let (by_crate, by_file) = counted(&root(), &members(), &rust_files(""));
    for (folder, found) in &by_crate {
        println!("{folder}: {found}");
    }
    println!("all: {}", by_crate.values().sum::<usize>());
    let mut faults = Vec::new();
    for (folder, found) in &by_crate {
        let most = MOST.iter().find(|(other, _)| other == folder).map_or(0, |(_, most)| *most);
        if *found > most {
            faults.push(format!("{folder}: {found}, not {most}; ask the record of the operation"));
            let inside = by_file.iter().filter(|(path, _)| path.starts_with(&format!("{folder}/src/")));
            faults.extend(inside.map(|(path, found)| format!("  {path}: {found}")));
        }
    }
    assert_none(&faults, "places that single out an operation");
}

fn rooms_of_the_verifier_use_what_their_floor_allows() {
    let allowed: BTreeMap<&str, &[&str]> = VERIFIER.into_iter().collect();
    let mut faults = Vec::new();
    for (room, used) in rooms("verifier/src", "crate::") {
        let Some(may) = allowed.get(room.as_str()) else {
            faults.push(format!("{room} has no floor; give it one in this test"));
            continue;
        };
        let against = used.iter().filter(|other| !may.contains(&other.as_str()));
        faults.extend(against.map(|other| format!("{room} must not use {other}")));
    }
    assert_none(&faults, "rooms of the verifier against the order of their floors");
}

fn every_source_file_says_what_it_is_for() {
    let has_header = |path: &String| read(path).starts_with("//! ");
    let faults: Vec<String> = rust_files("").into_iter().filter(|path| !has_header(path)).collect();
    assert_none(&faults, "files that do not start with a `//!` header");
}

fn no_source_file_is_too_long() {
    let mut faults = Vec::new();
    for path in rust_files("") {
        let lines = read(&path).lines().count();
        let listed = LONG.iter().any(|(long, _)| *long == path);
        if lines > LINES && !listed {
            faults.push(format!("{path}: {lines} lines"));
        }
        if lines <= LINES && listed {
            faults.push(format!("{path}: no longer long, take it off the list"));
        }
    }
    assert_none(&faults, "files with more than 800 lines");
}

fn every_code_in_the_verifier_has_a_page() {
    let pages: BTreeMap<_, _> = pages().into_iter().collect();
    let mut faults = Vec::new();
    for path in rust_files("verifier/src") {
        for code in codes_in_source(&read(&path)) {
            if !pages.contains_key(&code) {
                faults.push(format!("{code}, named in {path}"));
            }
        }
    }
    assert_none(&faults, "codes without a page");
}

fn every_page_can_be_read_and_is_named_after_its_code() {
    let mut faults = Vec::new();
    for (code, path) in pages() {
        match RulePage::parse(&read(&path)) {
            Ok(page) if page.code.code() == code => {}
            Ok(page) => faults.push(format!("{path}: the title says {}", page.code)),
            Err(error) => faults.push(format!("{path}: {error}")),
        }
    }
    assert_none(&faults, "pages that are not in order");
}

fn every_code_has_one_page_only() {
    let mut seen = BTreeSet::new();
    let again: Vec<String> =
        pages().into_iter().filter(|(code, _)| !seen.insert(code.clone())).map(|(_, path)| path).collect();
    assert_none(&again, "pages of a code that has one already");
}

fn every_rule_in_the_source_is_tested() {
    let mut sources = String::new();
    let mut tests = String::new();
    for path in rust_files("") {
        // Sample reports and this file name codes without triggering a rule.
        if path.starts_with("reports/") || path.ends_with("ci/tests/tidy.rs") {
            continue;
        }
        let text = read(&path);
        let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
        let (source, test) = if is_test { ("", text.as_str()) } else { without_tests(&text) };
        if path.starts_with("verifier/src/") {
            sources.push_str(source);
        }
        tests.push_str(test);
    }
    for path in files("").iter().filter(|path| path.ends_with(".expect")) {
        tests.push_str(&read(path));
    }
    let implemented = codes_in_source(&sources);
    let codes = pages().into_iter().map(|(code, _)| code);
    let untested: Vec<String> = codes.filter(|code| !mentions(&tests, code)).collect();
    println!("pages whose code no test mentions: {}", untested.join(" "));
    let faults: Vec<String> = untested.into_iter().filter(|code| implemented.contains(code)).collect();
    assert_none(&faults, "rules in the source that no test mentions");
}

fn the_top_level_holds_only_what_belongs_there() {
    let walk = ignore::WalkBuilder::new(root()).require_git(false).max_depth(Some(1)).build();
    let faults: Vec<String> = walk
        .map(|entry| entry.expect("the workspace can be read"))
        .filter(|entry| entry.depth() == 1)
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !TOP.contains(&name.as_str()))
        .collect();
    assert_none(&faults, "names that do not belong at the top level");
}

/// Paths from the root that a page names, but for those with a placeholder.
fn paths_named(page: &str) -> BTreeSet<String> {
    let folders = TOP.iter().filter(|name| !name.contains(['.', '-']));
    let starts: Vec<String> =
        folders.map(|name| format!("{name}/")).chain(["reports/docs/".to_owned()]).collect();
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_./<>*-".contains(c);
    page.split(|c: char| !is_part(c))
        .map(|word| word.trim_end_matches(['.', '/']))
        .filter(|word| starts.iter().any(|start| word.starts_with(start.as_str())))
        .filter(|word| !word.contains(['<', '*']) && !word.contains("NAME"))
        .map(str::to_owned)
        .collect()
}

fn every_path_that_the_pages_for_developers_name_exists() {
    let mut faults = Vec::new();
    for page in ["README.md", "reports/docs/architecture.md", ".github/CONTRIBUTING.md"] {
        let paths = paths_named(&read(page));
        assert!(!paths.is_empty(), "{page} names no path");
        let missing = paths.into_iter().filter(|path| !root().join(path).exists());
        faults.extend(missing.map(|path| format!("{path}, named in {page}")));
    }
    assert_none(&faults, "paths that do not exist");
}

fn a_path_is_found_with_and_without_an_end_of_a_sentence() {
    let found = paths_named("see `ir/src/text`, ir/none.rs. and `corpus/<name>/x`, (reports/docs/limits.md)");
    assert_eq!(
        found.into_iter().collect::<Vec<_>>(),
        ["ir/none.rs", "ir/src/text", "reports/docs/limits.md"]
    );
}

pub(crate) fn the_readme_is_short() {
    let readme = read("README.md");
    assert!(readme.lines().count() <= 150, "README.md has {} lines", readme.lines().count());
    let long = readme.lines().filter(|line| line.chars().count() > 120);
    assert_none(&long.map(str::to_owned).collect::<Vec<_>>(), "lines of README.md above 120 characters");
}

fn every_pattern_file_has_its_expectation_beside_it() {
    let files: BTreeSet<String> = files("corpus/patterns").into_iter().collect();
    let mut faults = Vec::new();
    for path in &files {
        let name = path.rsplit('/').next().unwrap_or(path);
        // `NAME.PATTERN.TAG.mlir` is a payload, `NAME.irdl.mlir` a dialect.
        let is_pattern = name.matches('.').count() == 1;
        let beside = match path.rsplit_once('.') {
            Some((stem, "mlir")) if is_pattern => format!("{stem}.expect"),
            Some((stem, "expect")) => format!("{stem}.mlir"),
            _ => continue,
        };
        if !files.contains(&beside) {
            faults.push(format!("{path} lacks {beside}"));
        }
    }
    assert_none(&faults, "patterns and expectations that stand alone");
}

fn a_code_is_found_only_where_it_names_a_rule() {
    let text = r#"claim(Rule::S103), "see S104", S105, Rule::ALL, Rule::T201, Rule::X999"#;
    let expected: BTreeSet<String> = ["S103", "T201"].map(str::to_owned).into();
    assert_eq!(codes_in_source(text), expected);
}

fn a_code_is_mentioned_only_as_a_word() {
    assert!(mentions("refuted(S103|S107) line 3", "S107"));
    assert!(!mentions("S1030 aS103", "S103"));
}

fn prose_uses_no_banned_word() {
    let mut faults = Vec::new();
    let mut clean: BTreeSet<&str> = MAY_USE_BANNED.into_iter().collect();
    for path in files(".").into_iter().map(|path| path.trim_start_matches("./").to_owned()) {
        let is_prose = path.ends_with(".md") || path.ends_with(".rs");
        if !is_prose || path == "ci/tests/tidy.rs" {
            continue;
        }
        let found = banned(&prose(&path, &read(&path)));
        if !found.is_empty() && clean.remove(path.as_str()) {
            continue;
        }
        faults.extend(found.iter().map(|(line, word)| format!("{path}:{line}: {word}")));
    }
    faults.extend(clean.iter().map(|path| format!("{path}: uses none any more, take it from the list")));
    assert_none(&faults, "banned words");
}

fn banned_words_are_found_in_comments_strings_and_across_lines() {
    let text = "/// It hangs\n/// on nobody.\nlet nobody = \"so many\"; // whoever\n";
    assert_eq!(banned(&prose("x.rs", text)), [(1, "hangs on"), (2, "nobody"), (3, "so many")]);
}

assay_testing::tests!(
    crates_use_only_what_their_floor_allows,
    every_dependency_comes_from_the_table_of_the_workspace,
    a_crate_has_one_test_program,
    rooms_of_a_crate_make_no_circle,
    files_of_a_crate_make_no_circle,
    a_circle_of_files_is_found,
    code_singles_out_no_more_operations_than_it_did,
    rooms_of_the_verifier_use_what_their_floor_allows,
    every_source_file_says_what_it_is_for,
    no_source_file_is_too_long,
    every_code_in_the_verifier_has_a_page,
    every_page_can_be_read_and_is_named_after_its_code,
    every_code_has_one_page_only,
    every_rule_in_the_source_is_tested,
    the_top_level_holds_only_what_belongs_there,
    every_path_that_the_pages_for_developers_name_exists,
    a_path_is_found_with_and_without_an_end_of_a_sentence,
    the_readme_is_short,
    every_pattern_file_has_its_expectation_beside_it,
    a_code_is_found_only_where_it_names_a_rule,
    a_code_is_mentioned_only_as_a_word,
    prose_uses_no_banned_word,
    banned_words_are_found_in_comments_strings_and_across_lines,
);
