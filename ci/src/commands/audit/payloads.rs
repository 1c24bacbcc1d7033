//! Payloads that contracts are learned from and held against, by name, with what passes make of all of them.

use std::path::PathBuf;

use anyhow::Result;
use assay_audit::contract::Contracts;
use assay_audit::contract::pipeline::{MODULE, Step};
use assay_audit::contract::search::step_of;
use assay_fuzz::generate::function;
use assay_mlir::lit;

use super::dynamic::{Failed, Ran, Runner};
use crate::inputs;

/// A payload by its name.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) text: String,
}

/// A greedy driver whose patterns match nothing in the payloads: it folds and removes dead code.
const SIMPLIFIER: &str = "builtin.module(affine-fold-memref-alias-ops)";

/// The payloads that are built in.
pub(super) fn builtin() -> Vec<Named> {
    assay_corpus::contract_payloads().iter().flat_map(|(file, text)| split(file, text)).collect()
}

/// The payloads of files and folders.
///
/// # Errors
/// A path that cannot be read.
pub(super) fn of_paths(paths: &[PathBuf]) -> Result<Vec<Named>> {
    let found = inputs::collect(paths, &[".mlir"]);
    if let Some(trouble) = found.troubles.first() {
        anyhow::bail!("{trouble}");
    }
    let mut out = Vec::new();
    for input in found.files {
        out.extend(split(&input.name, &String::from_utf8_lossy(&input.bytes)));
    }
    Ok(out)
}

/// Functions that the generator writes.
pub(super) fn generated(count: usize, seed: u64) -> Vec<Named> {
    let named = |at: usize| Named { name: format!("generated-{at}"), text: function::text(seed, at as u64) };
    (0..count).map(named).collect()
}

/// The texts of a file; the first comment of one is its name.
fn split(file: &str, text: &str) -> Vec<Named> {
    let chunks = lit::chunks(text);
    let name = |chunk: &lit::Chunk| {
        let comment = chunk.text.lines().find_map(|line| line.trim().strip_prefix("// "));
        let word = comment.filter(|word| !word.contains(' ') && !word.is_empty());
        let line = text[..chunk.offset].lines().count() + 1;
        word.map_or_else(|| format!("{file}:{line}"), str::to_owned)
    };
    chunks.into_iter().map(|chunk| Named { name: name(&chunk), text: chunk.text }).collect()
}

/// Payloads as the binary prints them, those that it takes.
pub(super) struct Base {
    pub(super) names: Vec<String>,
    pub(super) before: Vec<Ran>,
    /// Each behind a greedy driver without patterns.
    pub(super) simplified: Vec<Option<Ran>>,
    /// Payloads that the binary does not take.
    pub(super) refused: Vec<String>,
}

impl Base {
    pub(super) fn new(runner: &Runner<'_>, payloads: &[Named]) -> Base {
        let texts: Vec<&str> = payloads.iter().map(|payload| payload.text.as_str()).collect();
        let mut base =
            Base { names: Vec::new(), before: Vec::new(), simplified: Vec::new(), refused: Vec::new() };
        for (payload, ran) in payloads.iter().zip(runner.all_behind(&texts, None)) {
            match ran {
                Ok(ran) => {
                    base.names.push(payload.name.clone());
                    base.before.push(ran);
                }
                Err(_) => base.refused.push(payload.name.clone()),
            }
        }
        base.simplified = base.after(runner, SIMPLIFIER).into_iter().map(Result::ok).collect();
        base
    }

    /// All payloads behind a pipeline.
    pub(super) fn after(&self, runner: &Runner<'_>, pipeline: &str) -> Vec<Result<Ran, Failed>> {
        let texts: Vec<&str> = self.before.iter().map(|ran| ran.text.as_str()).collect();
        runner.all_behind(&texts, Some(pipeline))
    }
}

/// The operations that a pass accepts as the one it is nested in, as far as payloads have them.
pub(super) fn anchors(runner: &Runner<'_>, pass: &str) -> Vec<&'static str> {
    let accepts = |pipeline: String| runner.after("module {}", Some(&pipeline)).is_ok();
    let mut out = Vec::new();
    if accepts(format!("{MODULE}({pass})")) {
        out.push(MODULE);
    }
    for anchor in ["func.func", "gpu.module"] {
        if accepts(format!("{MODULE}({anchor}({pass}))")) {
            out.push(anchor);
        }
    }
    out
}

/// The step that runs a pass where it can run.
pub(super) fn step(contracts: &Contracts, pass: &str, anchors: &[&'static str]) -> Step {
    let mut step = step_of(contracts, pass);
    step.anchors = vec![MODULE.to_owned()];
    if let Some(first) = anchors.first().filter(|first| **first != MODULE) {
        step.anchors.push((*first).to_owned());
    }
    step
}
