//! Every `.expect` file reads: those of the pattern libraries here, and those of the acceptance pack.

use std::path::{Path, PathBuf};

use assay_corpus::expect::{Expectation, read};
use assay_corpus::{pattern_texts, patterns, patterns_folder};
use assay_testing::Checked;

/// Expect files below a folder, by library.
fn expect_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in
        std::fs::read_dir(folder).expect("the folder was built with the crate or named by the caller")
    {
        let path = entry.expect("a listed entry can be looked at").path();
        if path.is_dir() {
            found.extend(expect_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "expect") {
            found.push(path);
        }
    }
    found
}

fn check(folder: &Path, least: usize) {
    let files = expect_files(folder);
    assert!(files.len() >= least, "{} files below {}", files.len(), folder.display());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a listed file can be read");
        match read(&text) {
            Ok(statements) => assert!(!statements.is_empty(), "{} says nothing", file.display()),
            Err(errors) => panic!("{}: {errors:?}", file.display()),
        }
    }
}

fn the_expectations_of_the_acceptance_pack_read() -> Checked {
    check(&assay_testing::acceptance()?, 60);
    Ok(())
}

fn the_expectations_of_the_pattern_libraries_read() {
    check(&patterns_folder(), 35);
}

/// The folders of the pattern libraries.
fn libraries() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [patterns_folder()] {
        for entry in std::fs::read_dir(folder).expect("the folder was built with the crate") {
            found.push(entry.expect("a listed entry can be looked at").path());
        }
    }
    found
}

fn read_file(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn expectations_judge_each_pattern_once() {
    for library in libraries() {
        for file in patterns(&library).expect("the folder can be read") {
            let text = read_file(file.path.as_deref().expect("libraries hold patterns only"));
            let mut defined: Vec<String> = pattern_texts(&text).into_iter().map(|one| one.name).collect();
            let expect = file.expect.unwrap_or_else(|| panic!("{} has no expectations", file.name));
            let mut judged = Vec::new();
            for statement in read(&read_file(&expect)).expect("another test says which file does not read") {
                if let Expectation::Verdict { pattern, line, .. } = statement.expectation {
                    assert!(line.unwrap_or(1) as usize <= text.lines().count(), "{}", file.name);
                    judged.push(pattern);
                }
            }
            defined.sort();
            judged.sort();
            assert_eq!(defined, judged, "{}", file.name);
        }
    }
}

assay_testing::tests!(
    the_expectations_of_the_acceptance_pack_read,
    the_expectations_of_the_pattern_libraries_read,
    expectations_judge_each_pattern_once,
);
