//! Printing is canonical: what was printed reads back without an error and prints to the same bytes, in both
//! forms, for every small input here and for every program of the acceptance pack (`ASSAY_ACCEPTANCE`).

use std::path::{Path, PathBuf};

use assay_ir::data::Context;
use assay_ir::text::{self, PrintOptions};
use assay_testing::Checked;

fn mlir_files(dir: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            mlir_files(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            into.push(path);
        }
    }
}

/// Reads, prints in all ways, reads again; returns what went wrong.
fn trip(path: &Path) -> Result<(), String> {
    let bytes = std::fs::read(path).unwrap();
    let ctx = Context::new();
    let read = |name: &str, bytes: &[u8]| {
        let parsed = text::parse_bytes(&ctx, name, bytes).map_err(|d| d.message)?;
        match parsed.diagnostics.first() {
            None => Ok(parsed.program),
            Some(d) => {
                let at = parsed.program.source().map(|s| s.line_column(d.span.start));
                Err(format!("{name}: {at:?}: {}", d.message))
            }
        }
    };
    let program = read("input", &bytes)?;
    let mut pretty = Vec::new();
    for generic in [false, true] {
        for locations in [false, true] {
            let options = PrintOptions { generic, locations };
            let once = text::print(&program, &options);
            let again = read("printed", once.as_bytes()).map_err(|e| format!("{e}\n{once}"))?;
            let twice = text::print(&again, &options);
            if once != twice {
                return Err(format!("{options:?}: printed\n{once}\nand then\n{twice}"));
            }
            pretty.push(text::print(&again, &PrintOptions { generic: false, locations: false }));
        }
    }
    // Both forms say the same.
    match pretty.iter().all(|other| *other == pretty[0]) {
        true => Ok(()),
        false => Err(format!("generic and pretty form differ:\n{}\n{}", pretty[0], pretty[2])),
    }
}

fn check(dir: &Path, skip: &[&str]) {
    let mut files = Vec::new();
    mlir_files(dir, &mut files);
    files.retain(|path| !skip.iter().any(|part| path.to_string_lossy().contains(part)));
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| trip(path).err().map(|e| format!("{}: {e}", path.display())))
        .collect();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), files.len(), failures.join("\n\n"));
    assert!(!files.is_empty(), "there are inputs");
}

fn small_inputs_survive_printing() {
    check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text"), &["/errors/"]);
}

fn what_has_a_custom_form_is_printed_in_it() {
    let mut files = Vec::new();
    mlir_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text/forms"), &mut files);
    assert!(!files.is_empty(), "there are inputs");
    for path in files {
        let bytes = std::fs::read(&path).expect("the file was listed");
        let parsed = text::parse_bytes(&Context::new(), "input", &bytes).expect("this is text");
        let printed = text::print(&parsed.program, &PrintOptions::default());
        // Behind the names of the results, an operation in generic form is a string.
        let generic = |line: &&str| {
            let line = line.trim_start();
            let op = match line.split_once(" = ") {
                Some((names, op)) if names.starts_with('%') => op,
                _ => line,
            };
            op.starts_with('"') && !op.starts_with("\"test.")
        };
        let generic: Vec<&str> = printed.lines().filter(generic).collect();
        assert!(generic.is_empty(), "{}:\n{}", path.display(), generic.join("\n"));
    }
}

/// Every `.mlir` file of this repository but the few that hold errors on purpose.
fn the_repository_survives_printing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["backend", "ci", "corpus", "fuzz", "ir", "reports", "verifier"] {
        mlir_files(&root.join(folder), &mut files);
    }
    let total = files.len();
    files.retain(|path| {
        let parsed = text::parse_bytes(&Context::new(), "input", &std::fs::read(path).unwrap());
        parsed.is_ok_and(|parsed| parsed.diagnostics.is_empty())
    });
    assay_testing::note!("{} of {total} files are read without an error", files.len());
    assert!(files.len() * 10 >= total * 9 && total > 300, "{} of {total} are read", files.len());
    let failures: Vec<String> = files
        .iter()
        .filter_map(|path| trip(path).err().map(|e| format!("{}: {e}", path.display())))
        .collect();
    assert!(failures.is_empty(), "{} of {} fail:\n{}", failures.len(), files.len(), failures.join("\n\n"));
}

fn the_acceptance_pack_survives_printing() -> Checked {
    let dir = assay_testing::acceptance()?;
    // Custom forms of a dialect that MLIR does not have, and a name that is not defined on purpose.
    check(Path::new(&dir), &["/own-compiler/", "/57_undefined_rest.mlir"]);
    Ok(())
}

assay_testing::tests!(
    small_inputs_survive_printing,
    what_has_a_custom_form_is_printed_in_it,
    the_repository_survives_printing,
    the_acceptance_pack_survives_printing,
);
