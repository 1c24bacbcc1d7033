//! The workers and the file: chunks of patterns in any order, records in the order of their numbers, and nothing lost
//! that was written. A campaign that was stopped goes on where its file ends.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use assay_mlir::files;
use assay_smt::SolverPool;

use super::finding::{Finding, file, file_name, reduce};
use super::plan::Plan;
use super::record::Record;
use super::tables::Tables;
use super::work::{Chunk, chunk};
use crate::coverage::Coverage;

/// Patterns that are worked on together, in one context and one batch.
const CHUNK: u64 = 250;

/// Patterns with a finding of one kind whose findings are reduced.
pub(super) const REDUCED: usize = 8;

/// Most bytes of the line that describes a campaign.
const LONGEST_PLAN: u64 = 1 << 16;

/// What a campaign came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The tables of all records, those of an earlier run among them.
    pub tables: Tables,
    /// How diverse the patterns of this run were.
    pub coverage: Coverage,
    /// Reduced findings of this run, each once.
    pub findings: Vec<Finding>,
    /// Records that were there already.
    pub resumed: u64,
}

/// Hears how far a campaign is.
pub trait Progress: Sync {
    /// Reports that `patterns` patterns are done.
    fn done(&self, patterns: u64);
}

/// Runs a campaign with `jobs` workers; records go to `DIR/records.jsonl`, findings to `DIR/findings`, what the campaign
/// is to `DIR/campaign.json`. A finding is on the disk before the records of its patterns are, so that a campaign that is
/// killed meets it again or has it.
///
/// # Errors
/// When the files cannot be read or written, and for a folder of another campaign, or of one that is running.
pub fn run(
    plan: &Plan,
    jobs: usize,
    folder: &Path,
    solvers: Option<&SolverPool>,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut writer = Writer::open(plan, folder)?;
    let start = writer.summary.resumed;
    // Chunks begin at multiples of their size whatever was there before: they are the same in every run.
    let ranges = |number: u64| {
        let border = |chunks: u64| (start / CHUNK + chunks) * CHUNK;
        let range = border(number).max(start)..border(number + 1).min(plan.count);
        (!range.is_empty()).then_some(range)
    };
    each(plan, jobs, &ranges, solvers, |range, done| {
        writer.chunk(&done)?;
        progress.done(range.end);
        io::Result::Ok(())
    })?;
    Ok(writer.summary)
}

/// Works on ranges of patterns with `jobs` workers, until there is none of the next number, and hands each to `read`, in order.
///
/// # Errors
/// Those of `read`.
pub(super) fn each<E: Send>(
    plan: &Plan,
    jobs: usize,
    ranges: &(dyn Fn(u64) -> Option<Range<u64>> + Sync),
    solvers: Option<&SolverPool>,
    mut read: impl FnMut(Range<u64>, Chunk) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let (sender, receiver) = mpsc::sync_channel::<(u64, Range<u64>, Chunk)>(2 * jobs.max(1));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(range) = ranges(number) else { return };
                    if sender.send((number, range.clone(), chunk(plan, range, solvers))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, (Range<u64>, Chunk)> = BTreeMap::new();
        let mut at = 0;
        for (number, range, done) in receiver {
            waiting.insert(number, (range, done));
            while let Some((range, done)) = waiting.remove(&at) {
                at += 1;
                read(range, done)?;
            }
        }
        Ok(())
    })
}

/// The folder of a campaign while it runs.
struct Writer<'a> {
    plan: &'a Plan,
    findings: PathBuf,
    records: BufWriter<File>,
    summary: Summary,
    /// Records by the fact that did not hold, those of an earlier run among them: what is reduced depends on no stop.
    kinds: BTreeMap<String, usize>,
    /// Held as long as the campaign runs.
    _lock: File,
}

impl<'a> Writer<'a> {
    fn open(plan: &'a Plan, folder: &Path) -> io::Result<Writer<'a>> {
        let findings = folder.join("findings");
        std::fs::create_dir_all(&findings)?;
        let lock = lock(folder)?;
        let path = folder.join("records.jsonl");
        same_plan(plan, folder, &path)?;
        let (mut summary, mut kinds) = (Summary::default(), BTreeMap::new());
        summary.resumed = resume(&path, |record| {
            summary.tables.add(record);
            count_kind(&mut kinds, record);
        })?;
        let records = BufWriter::new(OpenOptions::new().create(true).append(true).open(&path)?);
        Ok(Writer { plan, findings, records, summary, kinds, _lock: lock })
    }

    /// Writes the findings of a chunk, then its records.
    fn chunk(&mut self, done: &Chunk) -> io::Result<()> {
        for record in &done.records {
            for (index, wrong) in done.wrong.iter().filter(|(index, _)| *index == record.index) {
                if self.kinds.get(&wrong.what).is_none_or(|count| *count < REDUCED) {
                    self.finding(*index, reduce(self.plan, wrong))?;
                }
            }
            count_kind(&mut self.kinds, record);
        }
        for record in &done.records {
            self.summary.tables.add(record);
            serde_json::to_writer(&mut self.records, record)?;
            self.records.write_all(b"\n")?;
        }
        self.summary.coverage.add(&done.coverage);
        self.records.flush()
    }

    /// Writes a finding under a name that is made of its fact and shape: one that is there already stays as it is.
    fn finding(&mut self, index: u64, finding: Finding) -> io::Result<()> {
        let path = self.findings.join(file_name(&finding));
        if !path.exists() {
            files::write(&path, file(self.plan, index, &finding))?;
        }
        if self.summary.findings.iter().all(|other| other.key != finding.key) {
            self.summary.findings.push(finding);
        }
        Ok(())
    }
}

/// Takes the folder for this process.
fn lock(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    let message = || format!("another campaign runs in {}", folder.display());
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(io::ErrorKind::ResourceBusy, message())),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Refuses the folder of another campaign, and says in a new one what it is. A plan that was cut short is written again
/// where there are no records that it would describe.
fn same_plan(plan: &Plan, folder: &Path, records: &Path) -> io::Result<()> {
    let path = folder.join("campaign.json");
    let known = match files::read_text(&path, LONGEST_PLAN) {
        Ok(line) => line,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
    };
    let empty = std::fs::metadata(records).map_or(true, |records| records.len() == 0);
    match known == plan.line() {
        true => Ok(()),
        false if empty && !known.ends_with('\n') => files::write(&path, plan.line()),
        false => {
            let message =
                format!("{} is the folder of another campaign: {}", folder.display(), known.trim_end());
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
    }
}

fn count_kind(kinds: &mut BTreeMap<String, usize>, record: &Record) {
    if let Some(what) = &record.wrong {
        *kinds.entry(what.clone()).or_default() += 1;
    }
}

/// Reads the records that are there and counts them; a line that was cut short is taken away.
fn resume(path: &Path, mut known: impl FnMut(&Record)) -> io::Result<u64> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(error),
    };
    let (mut records, mut length) = (0, 0u64);
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    loop {
        line.clear();
        let read = reader.read_line(&mut line)?;
        if read == 0 || !line.ends_with('\n') {
            break;
        }
        let Ok(record) = serde_json::from_str::<Record>(&line) else { break };
        if record.index != records {
            let message = format!("{}: record {records} has the number {}", path.display(), record.index);
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        known(&record);
        records += 1;
        length += read as u64;
    }
    OpenOptions::new().write(true).open(path)?.set_len(length)?;
    Ok(records)
}
