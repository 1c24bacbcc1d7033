//! `assay merge`: results of shards become the report of one run.

use anyhow::{Context as _, bail};

use crate::args::MergeArgs;
use crate::exit::Exit;
use crate::shards::{self, Command, Results};

/// Reads the results, names what is missing, and reports.
pub(crate) fn run(args: &MergeArgs) -> anyhow::Result<Exit> {
    let files = shards::files(&args.paths)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    let folder = args.out.as_deref();
    if shards::same_run(&files)?.command == Command::Fuzz {
        return shards::fuzz::merge(&files, folder, args.partial);
    }
    let results = Results::read(files)?;
    if let Some(missing) = results.missing() {
        if !args.partial {
            bail!("{missing}; run the same command for each of them, or pass `--partial`");
        }
        let (count, units) = (results.count(), results.run().units);
        eprintln!("note: {missing}: {count} of {units} results are reported");
    }
    match results.command() {
        Command::Check => shards::check::merge(results, folder),
        Command::Audit => super::audit::merge(results, folder),
        Command::Tv | Command::Fuzz => super::tv::merge(results, folder),
    }
}
