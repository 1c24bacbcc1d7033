//! Which operations of the llvm, transform, smt, pdl_interp, pdl, irdl and ub dialects are read and printed in the
//! custom form that `mlir-opt-22` prints, white space aside: every one that its ODS files declare, but for the
//! exceptions listed here.
//! Skipped without the binary, unless `ASSAY_REQUIRE_MLIR=1`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assay_ir::data::Context;
use assay_ir::text::{self, PrintOptions};
use assay_testing::Checked;

use crate::common::{Ended, Mlir};

const OPERATIONS: &str = include_str!("text/forms/operations.txt");

/// Operations whose custom form is not read and printed as MLIR does, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "pdl.replace",
        "MLIR reads the next line's first name as an operand: where one follows, the generic form is printed",
    ),
    ("transform.foreach_match", "MLIR breaks the line between its pairs; read, and printed in one line"),
    ("pdl_interp.continue", NO_FORM),
    ("pdl_interp.create_operation", NO_FORM),
    ("pdl_interp.create_range", NO_FORM),
    ("pdl_interp.foreach", NO_FORM),
    ("pdl_interp.func", NO_FORM),
];

const NO_FORM: &str = "MLIR's form is C++: the reader asks for the generic form";

/// A line without white space and without the names of values and blocks: those are chosen by each printer.
fn without_names(line: &str) -> String {
    let line = line.split("  // ").next().unwrap_or(line).trim();
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['%', '^']) {
        out.push_str(&rest[..=at]);
        let name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '-' | '#');
        rest = rest[at + 1..].trim_start_matches(name);
    }
    out.push_str(rest);
    out.retain(|c| c != ' ');
    out
}

/// The lines that operations in custom form start with, by the operation's name.
fn lines(text: &str, known: &BTreeSet<&'static str>) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut found: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for line in text.lines() {
        let line = line.trim();
        // `%a:2 =` and `%a, %b =` are the same results, named together or one by one.
        let op =
            line.split_once(" = ").filter(|(names, _)| names.starts_with('%')).map_or(line, |(_, op)| op);
        let end = op.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(op.len());
        let (word, rest) = op.split_at(end);
        // Inside of patterns and sequences the name of the dialect is left out.
        let prefixes = ["", "pdl.", "transform."].iter();
        let full = prefixes.map(|prefix| format!("{prefix}{word}")).find_map(|name| known.get(name.as_str()));
        if let Some(name) = full.filter(|_| !word.is_empty()) {
            found.entry(name).or_default().insert(without_names(rest));
        }
    }
    found
}

fn operations_of_these_dialects_are_printed_as_mlir_prints_them() -> Checked {
    let mlir = Mlir::find()?;
    let all = OPERATIONS.lines().filter(|line| !line.starts_with('#'));
    let known: BTreeSet<&'static str> = all.filter(|line| !line.starts_with('-')).collect();
    assert!(known.len() > 400, "the list is that of MLIR 22");
    let folder = crate::common::tests_folder("text");
    let mut paths = crate::common::files(&folder, ".mlir");
    paths.extend(crate::common::files(&folder.join("forms"), ".mlir"));
    // MLIR does not know the dialects of CIRCT.
    paths.retain(|path: &std::path::PathBuf| !path.ends_with(Path::new("forms/comb.mlir")));
    let (mut theirs, mut ours) =
        (BTreeMap::<&str, BTreeSet<String>>::new(), BTreeMap::<&str, BTreeSet<String>>::new());
    for path in paths {
        let flags = ["--mlir-print-local-scope"];
        let Ended::Ok(printed) = mlir.run(&flags, &crate::common::file(&path)) else {
            panic!("{}: MLIR refuses it", path.display())
        };
        let program = crate::common::read(&Context::new(), &path.display().to_string(), &printed);
        let again = text::print(&program, &PrintOptions::default());
        for (name, found) in lines(&printed, &known) {
            theirs.entry(name).or_default().extend(found);
        }
        for (name, found) in lines(&again, &known) {
            ours.entry(name).or_default().extend(found);
        }
    }
    let mut wrong = Vec::new();
    for name in &known {
        let excepted = EXCEPTIONS.iter().any(|(other, _)| other == name);
        let problem = match (theirs.get(name), ours.get(name)) {
            (None, _) => Some("no sample".to_owned()),
            (Some(lines), ours) => {
                let missing = lines.iter().find(|line| ours.is_none_or(|ours| !ours.contains(*line)));
                missing.map(|line| format!("not printed here: {line}"))
            }
        };
        match problem {
            Some(problem) if !excepted => wrong.push(format!("{name}: {problem}")),
            None if excepted => wrong.push(format!("{name}: is no exception")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), known.len(), wrong.join("\n"));
    Ok(())
}

assay_testing::tests!(operations_of_these_dialects_are_printed_as_mlir_prints_them,);
