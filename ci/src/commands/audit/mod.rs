//! `assay audit`: pipelines against the contracts of their passes, and the handles of transform scripts.
//!
//! Files in reading order: `question` the command line, `pipeline` the static audit of each pipeline, `shown` its problems in
//! words, `known` the baseline, `dynamic` the run step by step, `payloads` programs to try passes on, `learn` contracts out of
//! them, `conformance` contracts against them, `bisect` the fewest passes or patterns that are at fault, `script` transform
//! scripts.

mod bisect;
mod conformance;
mod dynamic;
mod known;
mod learn;
mod payloads;
mod pipeline;
mod question;
mod script;
mod shown;

use crate::args::AuditArgs;
use crate::exit::Exit;

/// Audits a pipeline or scripts, as the arguments ask.
pub(crate) fn run(args: &AuditArgs) -> anyhow::Result<Exit> {
    if let Some(done) = bisect::run(args) {
        return done;
    }
    if let Some(from) = &args.learn {
        return learn::run(args, from);
    }
    if args.conformance {
        return conformance::run(args);
    }
    match &args.pipeline {
        Some(text) => pipeline::run(args, text),
        None => script::run(args),
    }
}
