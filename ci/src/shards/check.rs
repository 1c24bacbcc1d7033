//! Shards of `assay check`: the answer about each pattern is stored as it is before suppressions, baseline and formats, which
//! [`merge`] applies to all of them as one run does.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use assay_reports::{PatternReport, Tool};
use clap::Parser as _;
use serde::{Deserialize, Serialize};

use super::file::ShardFile;
use super::header::{self, Command, RunHeader};
use super::{Results, assigned, tools_started};
use crate::args::{CheckArgs, Cli, Shard};
use crate::check_loop::{self, Event, Judged};
use crate::exit::Exit;
use crate::library::{Job, Library};
use crate::request::Request;
use crate::rise::Reported;
use crate::session::{self, Answers, Item};
use crate::{interrupt, memory, solvers};

/// The answer about one pattern or array program.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    report: PatternReport,
    /// Lines about claims of ours that did not come true.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    disagreements: Vec<String>,
}

/// Judges a shard and appends its answers to its file.
///
/// # Errors
/// Faults of the request, tools that are missing, and those of the file system.
pub(crate) fn run(args: CheckArgs, shard: Shard, folder: &Path) -> anyhow::Result<Exit> {
    refuse_pipes(&args)?;
    let request = Request::without_baseline(args)?;
    if let Err(error) = memory::watch(request.memory) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let mut library = Library::load(&request);
    // Faults of inputs are faults of the merged report, too; a missing solver is one of this machine.
    let mut missing = Vec::new();
    let solvers = session::pool(&request, &mut missing);
    if !missing.is_empty() {
        bail!("{}", missing.join("\nerror: "));
    }
    library.troubles.clear();
    let jobs = library.jobs(&request);
    if request.mlir.is_some() && jobs.iter().any(|job| library.body(job).is_some()) {
        bail!("`--confirm-mlir` with C++ files is not for shards");
    }
    let rise = library.rise_jobs(&request);
    let tool = session::tool(&request, solvers.as_ref());
    super::identified(&tool, solvers.as_ref())?;
    let run = described(&request, &library, jobs.len() + rise.len(), shard, &tool)?;
    let (file, known) = ShardFile::of_units(folder, shard, &run)?;
    let Some(mut file) = file else {
        eprintln!("shard {shard}: finished before, {} answers", known.len());
        return Ok(Exit::Clean);
    };
    let open = |number: usize, names: [&str; 3]| {
        assigned(&names, shard.of) == shard.index && !known.contains(&(number as u64))
    };
    let name = |job: &Job<'_>| library.line(job);
    let mine: Vec<usize> = (0..jobs.len())
        .filter(|number| {
            let (file, line) = name(&jobs[*number]);
            open(*number, [file, &line.to_string(), library.name(&jobs[*number])])
        })
        .collect();
    let mine_of_rise: Vec<(usize, Item)> = rise
        .iter()
        .enumerate()
        .map(|(at, item)| (jobs.len() + at, *item))
        .filter(|(number, item)| open(*number, [&library.rise[item.0].name, &item.1.to_string(), ""]))
        .collect();
    let _cooperation = interrupt::cooperate();
    let chosen: Vec<Job<'_>> = mine.iter().map(|number| jobs[*number]).collect();
    let (mut numbers, mut done) = (mine.iter(), 0);
    check_loop::each(&library, &chosen, jobs.len(), &request, solvers.as_ref(), |event| {
        let Event::Judged(_, judged) = event else {
            let all = mine.len() + mine_of_rise.len();
            interrupt::leave(|| {
                bail!("{}: {done} of {all} answers of shard {shard} were added", interrupt::why())
            })
        };
        tools_started()?;
        let number = numbers.next().context("there are as many answers as patterns")?;
        done += 1;
        file.unit(*number, Answer { report: judged.report, disagreements: judged.disagreements })
    })?;
    let premises = assay_verifier::premises(&library.registry, solvers.as_ref());
    let asked = request.selection.asked().values.then_some(&premises);
    for (number, item) in &mine_of_rise {
        let (reported, _) = session::array_program(&library, *item, &request, asked);
        tools_started()?;
        let disagreements = reported.disagreement.into_iter().collect();
        file.unit(*number, Answer { report: reported.report, disagreements })?;
        done += 1;
    }
    if let Some(missing) = solvers.as_ref().and_then(solvers::missing) {
        bail!("{missing}");
    }
    let place = file.path().display().to_string();
    file.finish(solvers.as_ref().map(solvers::notes).unwrap_or_default())?;
    eprintln!("shard {shard}: {} answers in {place}", known.len() + done);
    Ok(Exit::Clean)
}

/// A pipe can be read once, and the merged report reads its inputs again.
fn refuse_pipes(args: &CheckArgs) -> anyhow::Result<()> {
    match args.paths.iter().any(|path| path.as_os_str() == "-") {
        true => bail!("standard input cannot be judged in shards; name a file"),
        false => Ok(()),
    }
}

/// The run that a request asks for.
fn described(
    request: &Request,
    library: &Library,
    units: usize,
    shard: Shard,
    tool: &Tool,
) -> anyhow::Result<RunHeader> {
    Ok(RunHeader::new(Command::Check, header::arguments()?, inputs(request, library), units, shard, tool))
}

/// The digest of all texts that decide answers.
fn inputs(request: &Request, library: &Library) -> String {
    let config = request.accepted.config.as_ref().map(|config| (config.name.as_str(), config.text.as_str()));
    header::digest(library.sources.files().chain(config))
}

/// Reports the results of shards: the report, the files and the exit code of one run.
///
/// # Errors
/// Inputs that are not those of the shards, and files that cannot be read or written.
pub(crate) fn merge(mut results: Results, folder: Option<&Path>) -> anyhow::Result<Exit> {
    let words = ["assay", "check"].into_iter().map(str::to_owned);
    let arguments = words.chain(results.run().arguments.iter().cloned());
    let parsed = Cli::try_parse_from(arguments).context("the arguments of the shards are not understood")?;
    let crate::args::Command::Check(mut args) = parsed.command else {
        bail!("the shards are of another command")
    };
    args.format = super::formats(&args.format, folder)?;
    // MLIR was asked by the shards.
    args.confirm_mlir = None;
    let mut request = Request::new(*args)?;
    let mut library = Library::load(&request);
    let units = library.jobs(&request).len() + library.rise_jobs(&request).len();
    if inputs(&request, &library) != results.run().inputs || units as u64 != results.run().units {
        bail!("the inputs are not those that the shards judged; restore them, or run the shards again");
    }
    let missing = library.missing(&request);
    library.troubles.extend(missing);
    if units == 0 && library.unreadable.is_empty() {
        return Ok(session::nothing(&request, &library));
    }
    let tool = &results.run().tool;
    let tool = Tool { version: tool.version.clone(), with: tool.with.clone(), ..crate::diagnostics::tool() };
    let is_whole = results.missing().is_none();
    let baseline = request.accepted.baseline.take();
    session::print_lines(&results.notes(), &[]);
    let patterns = library.jobs(&request).len();
    let mut answers = Stored { results: &mut results, patterns };
    let open = || request.outputs.open();
    let mut done = session::report(&request, baseline, &library, &mut answers, (&tool, is_whole), open)?;
    if let Some(folder) = folder {
        results.write(folder)?;
    }
    done.conclude(request.fail_on)
}

/// Answers of shards.
struct Stored<'r> {
    results: &'r mut Results,
    /// The number of patterns; array programs are counted behind them.
    patterns: usize,
}

impl Answers for Stored<'_> {
    fn pattern(&mut self, number: usize) -> anyhow::Result<Option<Judged>> {
        let answer = self.results.result::<Answer>(number)?;
        Ok(answer.map(|answer| Judged {
            report: answer.report,
            suggestions: Default::default(),
            disagreements: answer.disagreements,
            proof: None,
            time: Duration::ZERO,
            confirmation: None,
        }))
    }

    fn program(&mut self, number: usize) -> anyhow::Result<Option<Reported>> {
        let answer = self.results.result::<Answer>(self.patterns + number)?;
        Ok(answer.map(|answer| Reported {
            report: answer.report,
            disagreement: answer.disagreements.into_iter().next(),
        }))
    }
}
