//! The custom forms of the core dialects, operation by operation: `forms/ops.txt` lists every operation of MLIR 22
//! in them, each is used somewhere under `tests/text`, printed in its custom form, and printed as MLIR prints it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_corpus::ods_inputs;
use assay_ir::data::{Context, Program, Source, known};
use assay_ir::text::{self, PrintOptions};
use assay_testing::Checked;

const DIALECTS: [&str; 12] =
    ["affine", "arith", "cf", "func", "index", "linalg", "math", "memref", "scf", "tensor", "ub", "vector"];

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/text")
}

fn listed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(here().join("forms/ops.txt")).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Every input that MLIR accepts, with its name.
fn inputs() -> Vec<(String, Program)> {
    let mut list = Vec::new();
    for dir in [here(), here().join("forms")] {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "mlir") {
                let text = std::fs::read_to_string(&path).unwrap();
                let parsed = text::parse(&Context::new(), &Source::new("input", text));
                assert_eq!(parsed.diagnostics, [], "{}", path.display());
                list.push((path.display().to_string(), parsed.program));
            }
        }
    }
    list
}

fn is_core(name: &str) -> bool {
    name.split_once('.').is_some_and(|(dialect, _)| DIALECTS.contains(&dialect))
}

fn the_list_names_the_operations_of_the_ods_files() -> Checked {
    let (tool, root) = assay_testing::ods()?;
    let mut found = BTreeSet::new();
    let inputs = ods_inputs().unwrap();
    for input in inputs.iter().filter(|input| DIALECTS.contains(&input.dialect.as_str())) {
        let text = tool.run(&input.arguments(&root)).unwrap();
        let program = text::parse(&Context::new(), &Source::new(&input.td, text)).program;
        for op in program.walk(program.top()).filter(|op| program.op_name(*op) == "irdl.operation") {
            let name = program.attr_text(op, known::SYM_NAME).unwrap();
            found.insert(format!("{}.{name}", input.dialect));
        }
    }
    let listed = listed();
    let difference: Vec<_> = listed.symmetric_difference(&found).collect();
    assert!(difference.is_empty(), "{difference:?}");
    Ok(())
}

fn every_operation_of_the_core_dialects_is_used() {
    let mut used = BTreeSet::new();
    for (_, program) in inputs() {
        used.extend(program.walk(program.top()).map(|op| program.op_name(op).to_owned()));
    }
    let listed = listed();
    let missing: Vec<_> = listed.difference(&used).collect();
    assert!(missing.is_empty(), "not used: {missing:?}");
    let unlisted: Vec<_> = used.iter().filter(|name| is_core(name) && !listed.contains(*name)).collect();
    assert!(unlisted.is_empty(), "not in the list: {unlisted:?}");
}

fn every_operation_of_the_core_dialects_is_printed_in_custom_form() {
    let mut failures = Vec::new();
    for (name, program) in inputs() {
        let printed = text::print(&program, &PrintOptions::default());
        for line in printed.lines() {
            // Generic form starts with the name in quotes, behind the results.
            let operation =
                line.split_once(" = ").filter(|(results, _)| results.trim_start().starts_with('%'));
            let operation = operation.map_or(line, |(_, operation)| operation).trim_start();
            let core =
                operation.strip_prefix('"').and_then(|rest| rest.split_once("\"(")).map(|(name, _)| name);
            if core.is_some_and(is_core) {
                failures.push(format!("{name}: {line}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn attributes_have_the_keywords_of_their_operation() {
    let ctx = Context::new();
    let of = |op: &str, key: &str, attr: &str| {
        let attr = text::parse_attr(&ctx, attr).unwrap();
        text::keyword(&ctx, op, key, attr).map(str::to_owned)
    };
    let word = |word: &str| Some(word.to_owned());
    assert_eq!(of("arith.cmpi", "predicate", "2 : i64"), word("slt"));
    assert_eq!(of("arith.cmpf", "predicate", "2 : i64"), word("ogt"));
    assert_eq!(of("index.cmp", "pred", "#index<cmp_predicate ule>"), word("ule"));
    assert_eq!(of("arith.cmpi", "predicate", "10 : i64"), None);
    assert_eq!(of("arith.cmpi", "other", "2 : i64"), None);
    assert_eq!(of("lab.a", "predicate", "2 : i64"), None);
}

assay_testing::tests!(
    attributes_have_the_keywords_of_their_operation,
    the_list_names_the_operations_of_the_ods_files,
    every_operation_of_the_core_dialects_is_used,
    every_operation_of_the_core_dialects_is_printed_in_custom_form,
);
