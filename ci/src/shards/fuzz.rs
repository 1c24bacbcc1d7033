//! Shards of `assay fuzz`: a summary of each chunk of patterns is appended as it is done; a finished shard is one summary, whose
//! size depends on what was found.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_fuzz::campaign::finding::file_name;
use assay_fuzz::campaign::{Guide, Plan, Progress, Record, ShardSummary, shard};
use assay_mlir::files;
use assay_reports::Tool;
use assay_smt::SolverPool;
use serde::de::IgnoredAny;

use super::file::{self as results, Line, ShardFile};
use super::header::{Command, RunHeader};
use super::results::{missing_words, shard_of};
use super::times::Times;
use crate::args::Shard;
use crate::exit::Exit;

/// Runs a shard and appends its summaries to its file.
///
/// # Errors
/// Tools that are missing, and those of the file system.
pub(crate) fn run(
    plan: &Plan,
    jobs: NonZero<usize>,
    solvers: Option<&SolverPool>,
    (shard, folder): (Shard, &Path),
    records: bool,
    progress: &dyn Progress,
) -> anyhow::Result<Exit> {
    let run = described(plan, solvers, shard)?;
    let mut known = ShardSummary::default();
    let mut done: BTreeSet<u64> = BTreeSet::new();
    let file = ShardFile::open(folder, shard, &run, |line| {
        let line: Line<ShardSummary> = serde_json::from_str(line)?;
        if let Some(summary) = &line.result {
            known.merge(summary);
        }
        done.extend(line.unit);
        Ok(line.end)
    })?;
    let Some(mut file) = file else {
        eprintln!("shard {shard}: finished before, {} patterns", known.tables.patterns());
        return Ok(Exit::Clean);
    };
    let records = records.then(|| Records::open(folder, shard, &done, known.tables.patterns()));
    let mut records = records.transpose()?;
    let times = Times::known(folder, shard);
    let mine = (u64::from(shard.index)..shard::chunks(plan)).step_by(shard.of as usize);
    let mine: Vec<u64> = mine.filter(|number| !done.contains(number)).collect();
    let before = known.clone();
    let mut sum = known;
    shard::run_chunks(plan, jobs.get(), &mine, solvers, &before, |number, one, all| {
        super::tools_started()?;
        if let Some(records) = &mut records {
            records.append(all)?;
        }
        sum.merge(one);
        file.unit(usize::try_from(number)?, one)?;
        progress.done(sum.tables.patterns() as u64);
        anyhow::Ok(())
    })?;
    if let Some(solvers) = solvers {
        times.store(solvers, folder, shard)?;
    }
    let place = file.path().display().to_string();
    file.finish_as(&run, &sum)?;
    eprintln!("shard {shard}: {} patterns in {place}", sum.tables.patterns());
    Ok(Exit::Clean)
}

/// The records of the patterns of a shard, in a file of their own.
struct Records {
    file: File,
    path: PathBuf,
}

impl Records {
    /// Opens the records of a shard and takes away those of chunks that are not done.
    ///
    /// # Errors
    /// Those of the file system, and chunks that were done without records.
    fn open(folder: &Path, shard: Shard, done: &BTreeSet<u64>, patterns: usize) -> anyhow::Result<Records> {
        let path = folder.join(format!("records-{}-of-{}.jsonl", shard.index, shard.of));
        let cannot = || format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.with_context(cannot)?;
        let (mut length, mut count) = (0u64, 0);
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = reader.read_until(b'\n', &mut line).with_context(cannot)?;
            let record = serde_json::from_slice::<Record>(&line).ok().filter(|_| line.ends_with(b"\n"));
            if !record.is_some_and(|record| done.contains(&shard::chunk_of(record.index))) {
                break;
            }
            (length, count) = (length + read as u64, count + 1);
        }
        if count < patterns {
            bail!(
                "{} patterns of shard {shard} were tried without `--records`: start it in a new folder, or without the option",
                patterns - count
            );
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).with_context(cannot)?;
        Ok(Records { file, path })
    }

    /// Appends the records of a chunk, before its summary says that it is done.
    fn append(&mut self, records: &[Record]) -> anyhow::Result<()> {
        let mut bytes = Vec::new();
        for record in records {
            serde_json::to_writer(&mut bytes, record)?;
            bytes.push(b'\n');
        }
        self.file.write_all(&bytes).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The run that a plan describes.
///
/// # Errors
/// A solver that does not tell what it is.
fn described(plan: &Plan, solvers: Option<&SolverPool>, shard: Shard) -> anyhow::Result<RunHeader> {
    let mut tool: Tool = crate::diagnostics::tool();
    if let Some(identity) = solvers.and_then(|pool| pool.identity().ok()) {
        tool.with.insert("solver".to_owned(), identity);
    }
    if let Some(opt) = &plan.mlir {
        tool.with.insert("mlir-opt".to_owned(), opt.version().to_owned());
    }
    let arguments = vec![plan.line().trim_end().to_owned(), format!("--count {}", plan.count)];
    let units = usize::try_from(shard::chunks(plan)).unwrap_or(usize::MAX);
    super::identified(&tool, solvers)?;
    Ok(RunHeader::new(Command::Fuzz, arguments, String::new(), units, shard, &tool))
}

/// The guide of a round: what the merged round before it showed, or nothing for `none`.
///
/// # Errors
/// A file that is no merged round, or of a campaign that does not learn.
pub(crate) fn guide(path: &Path) -> anyhow::Result<Guide> {
    if path.as_os_str() == "none" {
        return Ok(Guide::default());
    }
    let campaign = Campaign::read(&super::files(&[path.to_owned()])?)?;
    if let Some(missing) = campaign.missing() {
        bail!("{}: {missing}; a round starts from the whole round before", path.display());
    }
    if campaign.sum.corpus.is_empty() {
        bail!("{} is of a campaign that does not learn; its first round has `--corpus none`", path.display());
    }
    Ok(Guide::new(&campaign.sum.corpus))
}

/// The results of shards of a campaign so far.
pub(crate) struct Campaign {
    /// The campaign.
    pub(crate) run: RunHeader,
    /// The sum of all summaries.
    pub(crate) sum: ShardSummary,
    /// Shards that are finished, each with a file that holds it.
    pub(crate) finished: BTreeMap<u32, PathBuf>,
    /// Shards that are not.
    pub(crate) begun: Vec<u32>,
}

impl Campaign {
    /// Adds up the summaries of files, one file after the other. A shard that came twice counts once.
    ///
    /// # Errors
    /// Files that cannot be read, are of different campaigns, or hold a part of each other's shards.
    pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Campaign> {
        let run = super::same_run(paths)?;
        let (finished, begun) = Default::default();
        let mut campaign = Campaign { run, sum: ShardSummary::default(), finished, begun };
        // Of two files that hold a shard, the larger one counts: merged files come first, and of these the largest.
        let (shards, merged): (Vec<&PathBuf>, Vec<&PathBuf>) =
            paths.iter().partition(|path| shard_of(path).is_some());
        let mut sizes = Vec::new();
        for path in merged {
            let mut size = 0;
            lines(path, |line: Line<IgnoredAny>| {
                size += line.end.iter().len();
                Ok(())
            })?;
            sizes.push((std::cmp::Reverse(size), path));
        }
        sizes.sort();
        for path in sizes.into_iter().map(|(_, path)| path).chain(shards) {
            campaign.add(path)?;
        }
        Ok(campaign)
    }

    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        let (mut sum, mut ended) = (ShardSummary::default(), Vec::new());
        lines(path, |line: Line<ShardSummary>| {
            match (ended.is_empty() && sum == ShardSummary::default(), line.result) {
                (true, Some(first)) => sum = first,
                (_, one) => one.iter().for_each(|one| sum.merge(one)),
            }
            ended.extend(line.end);
            Ok(())
        })?;
        let (known, new): (Vec<u32>, Vec<u32>) =
            ended.into_iter().partition(|shard| self.finished.contains_key(shard));
        match (known.first(), &new[..]) {
            (Some(_), []) => return Ok(()),
            (Some(shard), _) => bail!(
                "{} and {} both hold shard {shard}, and each holds others: merge the shards themselves",
                self.finished[shard].display(),
                path.display()
            ),
            (None, []) => {
                // A shard that another file holds whole is not counted once more.
                let open = |shard: &u32| !self.finished.contains_key(shard) && !self.begun.contains(shard);
                let Some(shard) = shard_of(path).filter(open) else { return Ok(()) };
                self.begun.push(shard);
            }
            (None, _) => {}
        }
        self.sum.merge(&sum);
        new.into_iter().for_each(|shard| drop(self.finished.insert(shard, path.to_owned())));
        Ok(())
    }

    /// The shards that are not finished, in words.
    pub(crate) fn missing(&self) -> Option<String> {
        let mut begun = self.begun.clone();
        begun.sort_unstable();
        begun.dedup();
        let is_absent = |shard: &u32| !self.finished.contains_key(shard) && !begun.contains(shard);
        let absent: Vec<u32> = (0..self.run.of).filter(is_absent).collect();
        missing_words(&absent, &begun, self.run.of)
    }
}

/// Reads the lines of a file behind its first; the last one of a shard that was stopped may be cut short.
fn lines<T: serde::de::DeserializeOwned>(
    path: &Path,
    mut read: impl FnMut(Line<T>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(cannot)?);
    let mut line = Vec::new();
    for count in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line).with_context(cannot)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        if count == 1 {
            continue;
        }
        let no_line = || format!("{}:{count} is no line of results", path.display());
        read(serde_json::from_slice(&line).with_context(no_line)?)?;
    }
    Ok(())
}

/// Prints the tables of a campaign as one process does, and writes summary and findings to a folder.
///
/// # Errors
/// Missing shards unless a part is asked for, and files that cannot be read or written.
pub(crate) fn merge(paths: &[PathBuf], folder: Option<&Path>, partial: bool) -> anyhow::Result<Exit> {
    let campaign = Campaign::read(paths)?;
    if let Some(missing) = campaign.missing() {
        if !partial {
            bail!("{missing}; run the same command for each of them, or pass `--partial`");
        }
        eprintln!("note: {missing}: {} patterns are reported", campaign.sum.tables.patterns());
    }
    if let Some(folder) = folder {
        write(&campaign, folder)?;
    }
    if let Some(line) = Times::beside(paths).line() {
        eprintln!("note: {line}");
    }
    Ok(tell(&campaign.sum))
}

/// Prints tables and findings.
pub(crate) fn tell(sum: &ShardSummary) -> Exit {
    let coverage = if sum.coverage.patterns > 0 { sum.coverage.to_string() } else { String::new() };
    say!("{coverage}{}", sum.tables.text().trim_end());
    for found in &sum.findings {
        let finding = &found.finding;
        say!("finding: {} ({} operations)", finding.what, finding.operations);
    }
    if sum.tables.is_clean() { Exit::Clean } else { Exit::Findings }
}

fn write(campaign: &Campaign, folder: &Path) -> anyhow::Result<()> {
    if !campaign.sum.findings.is_empty() {
        let findings = folder.join("findings");
        let cannot = || format!("cannot write to {}", findings.display());
        std::fs::create_dir_all(&findings).with_context(cannot)?;
        for found in &campaign.sum.findings {
            let path = findings.join(file_name(&found.finding));
            files::write(&path, &found.file).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let path = folder.join(results::SUMMARY);
    let ended: Vec<u32> = campaign.finished.keys().copied().collect();
    results::write_whole(&path, &campaign.run, &ended, &campaign.sum)
}
