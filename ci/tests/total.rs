//! The tables of functions are total: for each operation of a dialect with meanings, the interpreter, the compiler, the meanings in
//! patterns and those in functions have it, or `total.txt` says why not.

use std::collections::BTreeMap;

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::ops;
use assay_jit::Jit;
use assay_verifier::meanings::{in_functions, in_patterns};

/// Tells if a table has an operation.
type Has = fn(&str) -> bool;

/// The tables by their words in `total.txt`.
const TABLES: [(&str, Has); 4] = [
    ("interpreter", |name| Interpreter.has_semantics(name)),
    ("jit", |name| Jit.has_semantics(name)),
    ("patterns", in_patterns),
    ("functions", in_functions),
];

/// A reason for which some tables lack some operations.
struct Reason {
    tables: Vec<&'static str>,
    why: &'static str,
    operations: Vec<&'static str>,
}

/// `not TABLE.. because WHY`, then lines of operations with an indentation.
fn reasons() -> Vec<Reason> {
    let mut out: Vec<Reason> = Vec::new();
    for line in include_str!("total.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with(' ') {
            let last = out.last_mut().expect("a reason comes before its operations");
            last.operations.extend(line.split_whitespace());
            continue;
        }
        let (tables, why) =
            line.strip_prefix("not ").and_then(|line| line.split_once(" because ")).expect(line);
        let tables = tables.split(' ').collect();
        out.push(Reason { tables, why, operations: Vec::new() });
    }
    out
}

/// The operations of dialects of which a table has one.
fn operations() -> Vec<&'static str> {
    let has = |name: &&str| TABLES.iter().any(|(_, has)| has(name));
    // Terminators of other dialects are followed by their traits alone.
    let executed = |dialect: &&ops::Dialect| {
        dialect.names().any(|name| Interpreter.has_semantics(name) || in_patterns(name))
    };
    let all: Vec<&str> = ops::dialects().filter(executed).flat_map(ops::Dialect::names).collect();
    assert!(all.iter().filter(|name| has(name)).count() > 400);
    all
}

fn every_table_has_each_operation_or_says_why_not() {
    let mut said: BTreeMap<(&str, &str), &str> = BTreeMap::new();
    for reason in reasons() {
        for table in &reason.tables {
            for name in &reason.operations {
                let twice = said.insert((name, table), reason.why);
                assert!(twice.is_none(), "{name}: two reasons why {table} lacks it");
            }
        }
    }
    let mut wrong = Vec::new();
    for name in operations() {
        for (table, has) in TABLES {
            match (has(name), said.remove(&(name, table))) {
                (false, None) => wrong.push(format!(
                    "{name}: `{table}` has no function for it, and total.txt does not say why"
                )),
                (true, Some(why)) => {
                    wrong.push(format!("{name}: `{table}` has it, and total.txt says: {why}"))
                }
                _ => {}
            }
        }
    }
    wrong.extend(said.keys().map(|(name, table)| format!("{name}: no operation that `{table}` may lack")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn what_is_compiled_or_known_to_the_solver_is_interpreted() {
    let alone: Vec<&str> = operations()
        .into_iter()
        .filter(|name| !Interpreter.has_semantics(name) && (Jit.has_semantics(name) || in_patterns(name)))
        .collect();
    assert!(alone.is_empty(), "{alone:?}");
}

assay_testing::tests!(
    every_table_has_each_operation_or_says_why_not,
    what_is_compiled_or_known_to_the_solver_is_interpreted,
);
