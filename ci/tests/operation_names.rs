//! Names of operations in code: how many places single out an operation outside of tables and tests.
//!
//! A place is a string literal that is the full name of an operation with a record. Not counted: files and modules of tests, comments,
//! the tables of functions, which are the initialisers of constants whose name ends with `OPS` or `RULES`, and the table of the names of
//! `pdl` and `irdl`, which `ir` reads by code of its own: the block `own_dialects` of `ir/src/data/ident.rs`. What a record says of an
//! operation is asked of the record, as a trait or a fact (`ir/ops/README.md`).

use std::collections::BTreeMap;
use std::path::Path;

/// Places in each crate, by its folder; a crate that is not named has none. These numbers may only fall.
pub(crate) const MOST: [(&str, usize); 10] = [
    ("backend", 1),
    ("backend/jit", 1),
    ("ci", 7),
    ("fuzz", 5),
    ("ir", 14),
    ("verifier", 3),
    ("verifier/audit", 5),
    ("verifier/encode", 1),
    ("verifier/semantics", 1),
    ("verifier/transform", 3),
];

/// The start of the table of the names of `pdl` and `irdl`, and its end.
const OWN_DIALECTS: [&str; 2] = ["    own_dialects {", "    }"];

/// The code without the initialisers of tables of functions.
fn without_tables(code: &str) -> String {
    let (mut left, mut in_table, mut in_own) = (String::new(), false, false);
    for line in code.lines() {
        in_own = line == OWN_DIALECTS[0] || in_own && line != OWN_DIALECTS[1];
        let starts = line.split_once(':').is_some_and(|(head, _)| {
            let constant = head.trim_start_matches("pub").trim_start();
            let constant = constant
                .strip_prefix('(')
                .and_then(|rest| rest.split_once(')'))
                .map_or(constant, |(_, rest)| rest);
            constant
                .trim_start()
                .strip_prefix("const ")
                .is_some_and(|name| ["OPS", "RULES"].iter().any(|end| name.ends_with(end)))
        });
        in_table |= starts;
        if !in_table && !in_own && !line.trim_start().starts_with("//") {
            left.push_str(line);
            left.push('\n');
        }
        // Items are formatted: a table ends where it begins, or on a line without indentation.
        in_table &= !line.ends_with(';') || !starts && line.starts_with(' ');
    }
    left
}

/// The places of a code that single out an operation.
fn places(code: &str) -> usize {
    let code = without_tables(code);
    // A quote that is a character, or escaped, ends no literal.
    let code = code.replace("\\\\", "").replace("\\\"", "").replace("'\"'", "").replace("b'\"'", "");
    let literals = code.split('"').skip(1).step_by(2);
    literals.filter(|text| text.contains('.') && assay_ir::ops::op(text).is_some()).count()
}

/// Places by crate, and by file.
pub(crate) fn counted(
    root: &Path,
    crates: &[String],
    files: &[String],
) -> (BTreeMap<String, usize>, BTreeMap<String, usize>) {
    let (mut by_crate, mut by_file) = (BTreeMap::new(), BTreeMap::new());
    for path in files {
        let is_test = path.contains("/tests/")
            || path.contains("/testing")
            || path.contains("/benches/")
            || path.ends_with("/tests.rs");
        let folder = crates
            .iter()
            .filter(|folder| path.starts_with(&format!("{folder}/src/")))
            .max_by_key(|folder| folder.len());
        let (Some(folder), false) = (folder, is_test) else { continue };
        let text = std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let found = places(code);
        if found > 0 {
            *by_crate.entry(folder.clone()).or_default() += found;
            by_file.insert(path.clone(), found);
        }
    }
    (by_crate, by_file)
}

fn a_table_of_functions_is_not_counted() {
    let code = "pub(super) const OPS: &[M] = &[\n    M::new(\"arith.addi\", add),\n];\nconst LIST: [&str; 1] = [\"arith.subi\"];\n\
                // \"arith.muli\"\nfn f() { g(\"arith.addi\", \"no.such\") }\nconst A_OPS: &[M] = &[(\"arith.xori\", x)];\n";
    assert_eq!(places(code), 2);
}

fn a_quote_that_ends_no_literal_hides_nothing() {
    assert_eq!(places("f('\"', \"\\\"\"); g(\"arith.addi\")\n"), 1);
    assert_eq!(
        places(
            "    own_dialects {\n        A = \"pdl.pattern\",\n    }\n    others {\n        B = \"arith.addi\",\n    }\n"
        ),
        1
    );
}

assay_testing::tests!(a_table_of_functions_is_not_counted, a_quote_that_ends_no_literal_hides_nothing);
