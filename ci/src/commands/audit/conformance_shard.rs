//! Shards of `assay audit --conformance`: the record of each pass is stored as it is before baseline and formats, which [`merge`]
//! applies to all of them as one run does.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use assay_reports::{PatternReport, Tool};
use clap::Parser as _;

use super::conformance::{self, ConformanceInputs};
use super::pipeline::Out;
use super::question;
use crate::args::{AuditArgs, Cli, Command as Arguments, Shard};
use crate::diagnostics;
use crate::exit::Exit;
use crate::shards::{self, Command, Results, RunHeader, ShardFile};

/// Judges the passes of a shard and appends their records to its file.
///
/// # Errors
/// Faults of the request, a binary that is missing, and those of the file system.
pub(super) fn run(args: &AuditArgs, shard: Shard, folder: &Path) -> Result<Exit> {
    if args.write_baseline.is_some() {
        bail!("a shard has a part of the findings: write the baseline from a run without `--shard`");
    }
    let asked = ConformanceInputs::new(args)?;
    let payloads = asked.payloads.iter().map(|payload| (payload.name.as_str(), payload.text.as_str()));
    let refined = args.refined_ops.iter().map(|path| Ok((path.display().to_string(), question::read(path)?)));
    let refined: Vec<(String, String)> = refined.collect::<Result<_>>()?;
    let refined = refined.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let digest = shards::digest(asked.sources.files().chain(payloads).chain(refined));
    let mut tool = diagnostics::tool();
    tool.with.insert("mlir-opt".to_owned(), asked.opt.version().to_owned());
    let run = RunHeader::new(Command::Audit, shards::arguments()?, digest, asked.passes.len(), shard, &tool);
    let (file, known) = ShardFile::of_units(folder, shard, &run)?;
    let Some(mut file) = file else {
        eprintln!("shard {shard}: finished before, {} passes", known.len());
        return Ok(Exit::Clean);
    };
    let is_mine = |at: &usize| {
        shards::assigned(&[&asked.passes[*at]], shard.of) == shard.index && !known.contains(&(*at as u64))
    };
    let mine: Vec<usize> = (0..asked.passes.len()).filter(is_mine).collect();
    asked.each(&mine, question::threads(args), |at, record| {
        shards::tools_started()?;
        file.unit(at, record)
    })?;
    let place = file.path().display().to_string();
    file.finish(Vec::new())?;
    eprintln!("shard {shard}: {} passes in {place}", known.len() + mine.len());
    Ok(Exit::Clean)
}

/// Reports the records of shards: the report, the files and the exit code of one run.
///
/// # Errors
/// Files that cannot be read or written.
pub(crate) fn merge(mut results: Results, folder: Option<&Path>) -> Result<Exit> {
    let words = ["assay", "audit"].into_iter().map(str::to_owned);
    let arguments = words.chain(results.run().arguments.iter().cloned());
    let parsed = Cli::try_parse_from(arguments).context("the arguments of the shards are not understood")?;
    let Arguments::Audit(mut args) = parsed.command else { bail!("the shards are of another command") };
    args.format = shards::formats(&args.format, folder)?;
    let sources = conformance::texts(&args)?;
    let stored = results.run().tool.clone();
    let tool = Tool { version: stored.version, with: stored.with, ..diagnostics::tool() };
    let mut out = Out::by(&args, &tool, &sources)?;
    if results.missing().is_some() {
        out = out.partial();
    }
    for at in 0..usize::try_from(results.run().units)? {
        if let Some(record) = results.result::<PatternReport>(at)? {
            out.record(record)?;
        }
    }
    if let Some(folder) = folder {
        results.write(folder)?;
    }
    out.finish(&[], "")
}
