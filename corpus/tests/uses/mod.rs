//! Every operation of the built-in dialects in many valid and invalid uses: the specs and real MLIR say the same, but for
//! the exceptions that are listed by name. MLIR does not know comb and hw, so that these two have no second opinion.

mod arith;
mod exceptions;
mod generated;
mod structured;
mod terminators;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::wellformed::{Options, check};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, Outcome};
use assay_testing::{Checked, Missing};

/// Uses of each kind that every operation has at least.
const LEAST: usize = 20;

/// One program in which an operation is used.
struct Use {
    op: String,
    text: String,
}

impl Use {
    fn new(op: impl Into<String>, text: impl Into<String>) -> Use {
        Use { op: op.into(), text: text.into() }
    }
}

/// What we say: the first thing that is wrong.
fn judge(registry: &Registry, program: &str) -> Result<(), String> {
    let parsed = text::parse(registry.ctx(), &Source::new("use", program));
    if let Some(first) = parsed.diagnostics.first() {
        return Err(format!("text: {}", first.message));
    }
    match check(&parsed.program, registry, &Options::default()).first() {
        Some(first) => Err(format!("{}: {}", first.kind.name(), first.message)),
        None => Ok(()),
    }
}

/// Compares our answers with MLIR's; the operations for which some use was excused.
fn compare(uses: &[Use]) -> Result<BTreeSet<&str>, Missing> {
    let opt = assay_testing::mlir()?;
    let registry = load_builtin(&Context::new());
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    uses.iter().for_each(|one| batch.push_text(&one.text));
    let (mut wrong, mut excused, mut crashed) = (Vec::new(), BTreeSet::new(), 0);
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (one, outcome) in uses.iter().zip(batch.run()) {
        let theirs = match &outcome {
            Outcome::Ok(_) => Ok(()),
            Outcome::Error(diagnostics) => Err(diagnostics.first().map_or("", |d| d.message.as_str())),
            // MLIR 22.1.8 asks some unranked tensors for their shape: no answer to agree with.
            Outcome::Crash { .. } => {
                crashed += 1;
                continue;
            }
            other => panic!("no answer for {}: {other:?}\n{}", one.op, one.text),
        };
        let count = counts.entry(one.op.as_str()).or_default();
        *if theirs.is_ok() { &mut count.0 } else { &mut count.1 } += 1;
        let ours = judge(&registry, &one.text);
        if ours.is_ok() != theirs.is_ok() {
            match exceptions::reason(one.op.as_str(), &one.text) {
                Some(_) => {
                    excused.insert(one.op.as_str());
                }
                None => wrong.push(format!("{}: we say {ours:?}, MLIR {theirs:?}\n{}", one.op, one.text)),
            }
        }
    }
    let shown: Vec<&String> = wrong.iter().take(40).collect();
    assert!(wrong.is_empty(), "{} of {} disagree: {shown:#?}", wrong.len(), uses.len());
    assay_testing::note!("{} uses of {} operations, {crashed} crashed MLIR", uses.len(), counts.len());
    for (op, (valid, invalid)) in counts {
        assert!(valid >= LEAST && invalid >= LEAST, "{op}: {valid} valid and {invalid} invalid uses");
    }
    Ok(excused)
}

/// All uses are judged alike, but for the exceptions, all of which are needed.
fn agree(uses: &[Use], dialects: &[&str]) -> Checked {
    let excused: Vec<&str> = compare(uses)?.into_iter().collect();
    assert_eq!(excused, exceptions::operations(dialects), "an exception that is listed is needed");
    Ok(())
}

fn specs_and_mlir_agree_on_uses_of_arith() -> Checked {
    agree(&arith::uses(), &["arith"])?;
    Ok(())
}

fn specs_and_mlir_agree_on_uses_of_func_cf_and_scf() -> Checked {
    agree(&structured::uses(), &["func", "cf", "scf"])?;
    Ok(())
}

/// Dialects whose uses are made from their specs.
const GENERATED: [&str; 9] = ["builtin", "index", "llvm", "math", "memref", "tensor", "tosa", "ub", "vector"];

/// Uses of these dialects; they are made once.
fn all_uses() -> &'static [Use] {
    static MADE: OnceLock<Vec<Use>> = OnceLock::new();
    MADE.get_or_init(|| generated::uses(&GENERATED).into_iter().chain(structured::terminators()).collect())
}

/// Dialects that MLIR does not know.
const FOREIGN: [&str; 3] = ["comb", "hw", "rise"];

fn specs_and_mlir_agree_on_uses_made_from_the_specs() -> Checked {
    agree(all_uses(), &GENERATED)?;
    Ok(())
}

fn every_operation_of_the_dialects_is_used() {
    let registry = load_builtin(&Context::new());
    let written: Vec<Use> = arith::uses().into_iter().chain(structured::uses()).collect();
    let used: BTreeSet<&str> = written.iter().chain(all_uses()).map(|one| one.op.as_str()).collect();
    for spec in registry.ops() {
        let name = registry.ctx().str(spec.name);
        let foreign = FOREIGN.contains(&name.split('.').next().unwrap_or_default());
        assert!(foreign || used.contains(name), "{name} is not used");
    }
}

assay_testing::tests!(
    specs_and_mlir_agree_on_uses_of_arith,
    specs_and_mlir_agree_on_uses_of_func_cf_and_scf,
    specs_and_mlir_agree_on_uses_made_from_the_specs,
    every_operation_of_the_dialects_is_used,
);
