//! Every file of `bugs/mlir` shows what it says: MLIR crashes on it, or accepts it and leaves what it should not. The
//! line `// MLIR 22.1.8: crashes` or `accepts` says which, `// holds: TEXT` and `// lacks: TEXT` what is in the output.

use std::path::Path;

use assay_mlir::{Outcome, testing};

/// What stands behind a word in the header.
fn said<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(word)?.strip_prefix(": "))
}

/// The text between the braces of a module.
fn module<'t>(text: &'t str, name: &str) -> &'t str {
    let start = format!("module @{name} {{\n");
    let from = text.find(&start).unwrap_or_else(|| panic!("there is no `module @{name}`")) + start.len();
    let length = text[from..].find("\n}").expect("the module ends");
    &text[from..from + length + 1]
}

#[test]
fn mlir_does_what_each_file_says() {
    let Some(opt) = testing::mlir_or_skip() else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bugs/mlir");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be listed").path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{} files", files.len());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let paragraph = text.lines().take_while(|line| !line.contains("MLIR 22.1.8: ")).count();
        assert!(paragraph > 0 && text.starts_with("// "), "{}: says nothing", file.display());
        let outcome = opt.apply_pdl(module(&text, "patterns"), module(&text, "ir"), None);
        match (said(&text, "MLIR 22.1.8"), &outcome) {
            (Some("crashes"), Outcome::Crash { .. }) => {}
            (Some("accepts"), Outcome::Ok(after)) => {
                let holds = said(&text, "holds").is_none_or(|part| after.contains(part));
                let lacks = said(&text, "lacks").is_none_or(|part| !after.contains(part));
                assert!(holds && lacks, "{}:\n{after}", file.display());
            }
            (expected, outcome) => panic!("{}: {expected:?}, but {outcome:?}", file.display()),
        }
    }
}
