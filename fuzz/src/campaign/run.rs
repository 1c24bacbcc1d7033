//! The workers and the file: chunks of patterns in any order, records in the order of their numbers, and nothing lost
//! that was written. A campaign that was stopped goes on where its file ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use assay_verifier::smt::SolverPool;

use super::finding::{Finding, file, reduce};
use super::record::Record;
use super::tables::Tables;
use super::work::{Chunk, Plan, chunk};
use crate::coverage::Coverage;

/// Patterns that are worked on together, in one context and one batch.
const CHUNK: u64 = 250;

/// Findings of one kind that are reduced.
const REDUCED: usize = 8;

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
/// is to `DIR/campaign.json`.
///
/// # Errors
/// When the files cannot be read or written.
pub fn run(
    plan: &Plan,
    jobs: usize,
    folder: &Path,
    solvers: Option<&SolverPool>,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    std::fs::create_dir_all(folder.join("findings"))?;
    let (path, plan_path) = (folder.join("records.jsonl"), folder.join("campaign.json"));
    match std::fs::read_to_string(&plan_path) {
        Ok(line) if line != plan.line() => {
            let message =
                format!("{} is the folder of another campaign: {}", folder.display(), line.trim_end());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => std::fs::write(&plan_path, plan.line())?,
        Err(error) => return Err(error),
    }
    let mut summary = Summary::default();
    let start = resume(&path, &mut summary)?;
    summary.resumed = start;
    let mut out = BufWriter::new(OpenOptions::new().create(true).append(true).open(&path)?);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let next = AtomicU64::new(start);
    let (sender, receiver) = mpsc::sync_channel::<(u64, Chunk)>(2 * jobs.max(1));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    // Chunks begin at multiples of their size whatever was there before: they are the same in every run.
                    let from = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |at| {
                        Some((at / CHUNK + 1) * CHUNK)
                    });
                    let from = from.unwrap_or(plan.count);
                    if from >= plan.count {
                        return;
                    }
                    let to = ((from / CHUNK + 1) * CHUNK).min(plan.count);
                    if sender.send((from, chunk(plan, from..to, solvers))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting: BTreeMap<u64, Chunk> = BTreeMap::new();
        let mut at = start;
        for (from, done) in receiver {
            waiting.insert(from, done);
            while let Some(done) = waiting.remove(&at) {
                at += done.records.len() as u64;
                for record in &done.records {
                    summary.tables.add(record);
                    serde_json::to_writer(&mut out, record)?;
                    out.write_all(b"\n")?;
                }
                out.flush()?;
                summary.coverage.add(&done.coverage);
                for (index, wrong) in &done.wrong {
                    let count = kinds.entry(wrong.what.clone()).or_default();
                    *count += 1;
                    if *count > REDUCED {
                        continue;
                    }
                    let finding = reduce(plan, wrong);
                    if seen.insert(finding.key.clone()) {
                        let name = format!("{}-{index}.mlir", finding.oracle.word());
                        std::fs::write(folder.join("findings").join(name), file(plan, *index, &finding))?;
                        summary.findings.push(finding);
                    }
                }
                progress.done(at);
            }
        }
        io::Result::Ok(())
    })?;
    Ok(summary)
}

/// Counts the records that are there; a line that was cut short is taken away.
fn resume(path: &Path, summary: &mut Summary) -> io::Result<u64> {
    let Ok(file) = File::open(path) else { return Ok(0) };
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
        summary.tables.add(&record);
        records += 1;
        length += read as u64;
    }
    OpenOptions::new().write(true).open(path)?.set_len(length)?;
    Ok(records)
}
