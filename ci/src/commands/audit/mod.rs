//! `assay audit`: pipelines against the contracts of their passes, and the handles of transform scripts.
//!
//! Files in reading order: `question` the command line, `pipeline` the static audit of each pipeline, `problem_report` its problems in
//! words, `known` the baseline, `dynamic` the run step by step, `payloads` programs to try passes on, `learn` contracts out of
//! them, `conformance` contracts against them, `conformance_shard` parts of that, `bisect` the fewest passes or patterns that are at fault, `script` transform
//! scripts.

mod bisect;
mod conformance;
mod conformance_shard;
mod dynamic;
mod learn;
mod payloads;
mod pipeline;
mod problem_report;
mod question;
mod script;

use std::collections::BTreeMap;

use assay_reports::Stream;
use assay_reports::render::human::{Extent, Layout};

use super::tv;
use crate::args::AuditArgs;
use crate::exit::Exit;
use crate::output::Outputs;
use crate::pages;
pub(crate) use conformance_shard::merge;

/// Audits a pipeline or scripts, as the arguments ask.
pub(crate) fn run(args: &AuditArgs) -> anyhow::Result<Exit> {
    let own = tv::own(&args.descriptions, true)?;
    if let (Some(own), Some(payload)) = (&own, &args.payload) {
        question::defined(own, payload)?;
    }
    if let Some(done) = bisect::run(args, own.as_ref()) {
        return done;
    }
    if let Some(from) = &args.learn {
        return learn::run(args, from);
    }
    if args.legality.legality {
        return tv::legality::run(args);
    }
    match (args.shard, &args.legality.out) {
        (Some(shard), Some(folder)) => return conformance_shard::run(args, shard, folder),
        (None, Some(_)) => anyhow::bail!("`--out` is for `--legality` and `--shard`"),
        (_, None) => {}
    }
    if args.conformance {
        return conformance::run(args);
    }
    match &args.pipeline {
        Some(text) => pipeline::run(args, text, own.as_ref()),
        None => script::run(args),
    }
}

/// Opens the formats of the command line. The report for people is brief unless all findings are to be shown.
///
/// # Errors
/// Words that are no formats, and files that cannot be written.
fn formats(args: &AuditArgs) -> anyhow::Result<Stream> {
    let for_people = args.format.is_empty() || args.format.iter().any(|format| format.starts_with("human"));
    let titles = if for_people { pages::titles()? } else { BTreeMap::new() };
    let usual = Layout { extent: Extent::Brief, titles, undecided: true, ..Layout::default() };
    let layout = args.detail.layout(usual);
    Outputs::parse(&args.format, args.color, args.quiet)?.layout(layout, args.detail.verbose).open()
}
