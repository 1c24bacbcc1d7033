//! Shards of `assay tv`: the records of each file are stored as they are before causes, baseline and formats, which [`merge`] applies
//! to all of them as one run does.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_reports::{Finding, Sources, Tool};
use assay_verifier::limits::Limits;
use clap::Parser as _;
use serde::{Deserialize, Serialize};

use super::cases::{Answers, Record, unit};
use super::folders;
use super::programs;
use super::request::{From, Request};
use super::session::{Report, tool};
use crate::args::{Cli, Command as Arguments, Shard, TvArgs};
use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::shards::{self, Command, Results, RunHeader, ShardFile};
use crate::{interrupt, memory, ordered_pool};

/// The records of one file, with the texts that their findings point into.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    records: Vec<Record>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Finding>,
    #[serde(default)]
    left_out: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    texts: Vec<(String, String)>,
}

/// Judges a shard and appends its records to its file.
///
/// # Errors
/// Faults of the request, tools that are missing, and those of the file system.
pub(super) fn run(args: &TvArgs, shard: Shard, folder: &Path) -> anyhow::Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let request = Request::new(args)?;
    if request.solvers.is_none() && !args.no_proof {
        bail!(
            "there is no solver, so that this shard would prove less than others; or pass `--no-proof` to all"
        );
    }
    let (units, mut notes) = match &request.from {
        From::Two(..) => bail!("two files are one unit, which has no shards"),
        _ => programs::units(&request)?,
    };
    let operations = match &request.from {
        From::Folders(operations) => &operations[..],
        _ => &[],
    };
    let count = units.len() + operations.len();
    let name = |at: usize| units.get(at).map_or_else(|| operations[at].as_str(), |unit| unit.file.as_str());
    let labels: Vec<String> = units
        .iter()
        .map(|unit| {
            let passes: Vec<&str> = unit.runs.iter().map(|passes| passes.label.as_str()).collect();
            format!("{}\0{}", unit.source, passes.join("\n"))
        })
        .collect();
    let texts = units.iter().zip(&labels).map(|(unit, text)| (unit.file.as_str(), text.as_str()));
    let digest = shards::digest(texts.chain(operations.iter().map(|name| (name.as_str(), ""))));
    let tool = tool(&request);
    shards::identified(&tool, request.solvers.as_ref())?;
    let run = RunHeader::new(Command::Tv, shards::arguments()?, digest, count, shard, &tool);
    let (file, known) = ShardFile::of_units(folder, shard, &run)?;
    let Some(mut file) = file else {
        eprintln!("shard {shard}: finished before, {} results", known.len());
        return Ok(Exit::Clean);
    };
    let mine = (0..count).filter(|at| shards::assigned(&[name(*at)], shard.of) == shard.index);
    let mine: Vec<usize> = mine.filter(|at| !known.contains(&(*at as u64))).collect();
    let judge = |at: usize| match units.get(at) {
        Some(one) => unit(&request, one),
        None => {
            let (records, sources) = folders::judged(&request, &operations[at]);
            Answers::of_records(records, Arc::new(sources))
        }
    };
    let _cooperation = interrupt::cooperate();
    let progress = Progress::start(mine.len(), "parts", args.quiet);
    ordered_pool::each(
        mine.len(),
        request.threads,
        interrupt::is_over,
        |index| {
            let judged = judge(mine[index]);
            // Tools that it asked may have been killed under it.
            (!interrupt::came()).then_some(judged)
        },
        |index, judged| {
            progress.step();
            let Some(Answers { records, faults, left_out, sources }) = judged.flatten() else {
                interrupt::leave(|| {
                    let (why, all) = (interrupt::why(), mine.len());
                    bail!("{why}: {index} of {all} results of shard {shard} were added")
                })
            };
            shards::tools_started()?;
            let shown = !faults.is_empty() || records.iter().any(Record::is_notable);
            let texts = sources.files().filter(|_| shown);
            let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
            file.unit(mine[index], Unit { records, faults, left_out, texts })
        },
    )?;
    progress.finish();
    notes.extend(request.solvers.as_ref().map(crate::solvers::notes).unwrap_or_default());
    let place = file.path().display().to_string();
    file.finish(notes)?;
    eprintln!("shard {shard}: {} results in {place}", known.len() + mine.len());
    Ok(Exit::Clean)
}

/// Reports the results of shards: the report, the files and the exit code of one run.
///
/// # Errors
/// Files that cannot be read or written.
pub(crate) fn merge(mut results: Results, folder: Option<&Path>) -> anyhow::Result<Exit> {
    let words = ["assay", "tv"].into_iter().map(str::to_owned);
    let arguments = words.chain(results.run().arguments.iter().cloned());
    let parsed = Cli::try_parse_from(arguments).context("the arguments of the shards are not understood")?;
    let Arguments::Tv(mut args) = parsed.command else { bail!("the shards are of another command") };
    args.format = shards::formats(&args.format, folder)?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let request = Request::of_shards(&args)?;
    results.notes().iter().for_each(|note| eprintln!("note: {note}"));
    let tool = results.run().tool.clone();
    let tool = Tool { version: tool.version, with: tool.with, ..crate::diagnostics::tool() };
    let mut out = Report::by(&tool, &request, baseline)?;
    if results.missing().is_some() {
        out = out.partial();
    }
    for at in 0..usize::try_from(results.run().units)? {
        let Some(Unit { records, faults, left_out, texts }) = results.result(at)? else { continue };
        let mut sources = Sources::new();
        texts.into_iter().for_each(|(name, text)| sources.insert(name, text));
        out.answers(Answers { records, faults, left_out, sources: Arc::new(sources) })?;
    }
    if let Some(folder) = folder {
        results.write(folder)?;
    }
    out.finish()
}
