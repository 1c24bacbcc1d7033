//! A part of a campaign as counts and examples: what is kept of it depends on what was found, not on how long it ran. Summaries of
//! different patterns add up, in any order, to that of all of them.

use std::collections::BTreeMap;
use std::ops::Range;

use assay_smt::SolverPool;
use serde::{Deserialize, Serialize};

use super::finding::{Finding, file, reduce};
use super::learn::Corpus;
use super::plan::Plan;
use super::record::Record;
use super::run::{self, REDUCED};
use super::tables::Tables;
use super::work::Chunk;
use crate::coverage::Coverage;

/// Patterns of a shard that are worked on together.
const CHUNK: u64 = 50;

/// The number of chunks of a campaign.
pub fn chunks(plan: &Plan) -> u64 {
    plan.count.div_ceil(CHUNK)
}

/// The chunk that has the pattern of this number.
pub fn chunk_of(pattern: u64) -> u64 {
    pattern / CHUNK
}

/// The counts of some patterns of a campaign, and the examples of what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardSummary {
    /// The tables.
    pub tables: Tables,
    /// The diversity of the patterns.
    pub coverage: Coverage,
    /// The first patterns by the fact that did not hold, as many as are reduced.
    pub kinds: BTreeMap<String, Vec<u64>>,
    /// Reduced findings.
    pub findings: Vec<Found>,
    /// The start of the next round, in a campaign that learns.
    #[serde(default, skip_serializing_if = "Corpus::is_empty")]
    pub corpus: Corpus,
}

/// A reduced finding of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The number of the pattern.
    pub number: u64,
    /// The finding.
    pub finding: Finding,
    /// The text of its file.
    pub file: String,
}

impl ShardSummary {
    /// Adds the summary of other patterns.
    pub fn merge(&mut self, more: &ShardSummary) {
        self.tables.merge(&more.tables);
        self.coverage.add(&more.coverage);
        self.corpus.merge(&more.corpus);
        for (kind, numbers) in &more.kinds {
            let all = self.kinds.entry(kind.clone()).or_default();
            all.extend(numbers);
            all.sort_unstable();
            all.dedup();
            all.truncate(REDUCED);
        }
        self.findings.extend(more.findings.iter().cloned());
        self.findings.sort_by_key(|found| found.number);
        self.keep_first();
    }

    /// Keeps the findings that one process would have reduced: those of the first patterns of each kind, and of each shape the first.
    fn keep_first(&mut self) {
        let last: BTreeMap<&String, u64> = self
            .kinds
            .iter()
            .filter_map(|(kind, numbers)| Some((kind, *numbers.get(REDUCED - 1)?)))
            .collect();
        let mut seen: Vec<String> = Vec::new();
        self.findings.retain(|Found { number, finding, .. }| {
            let first = last.get(&finding.what).is_none_or(|last| number <= last);
            let new = first && !seen.contains(&finding.key);
            if new {
                seen.push(finding.key.clone());
            }
            new
        });
    }

    /// Counts a chunk, and reduces what of it is among the first of its kind.
    fn count(&mut self, plan: &Plan, done: &Chunk) {
        for record in &done.records {
            for (index, wrong) in done.wrong.iter().filter(|(index, _)| *index == record.index) {
                if self.kinds.get(&wrong.what).is_none_or(|known| known.len() < REDUCED) {
                    let finding = reduce(plan, wrong);
                    let file = file(plan, *index, &finding);
                    self.findings.push(Found { number: *index, finding, file });
                }
            }
            if let Some(what) = &record.wrong {
                let known = self.kinds.entry(what.clone()).or_default();
                if known.len() < REDUCED {
                    known.push(record.index);
                }
            }
            self.tables.add(record);
        }
        self.coverage.add(&done.coverage);
        self.corpus.merge(&done.corpus);
        self.keep_first();
    }
}

/// Works on the chunks of these numbers, and hands the summary of each and its records to `read`, in order. `known` is the summary of the chunks of
/// the shard that were there before: what was reduced often enough is not reduced again.
///
/// # Errors
/// Those of `read`.
pub fn run_chunks<E: Send>(
    plan: &Plan,
    jobs: usize,
    numbers: &[u64],
    solvers: Option<&SolverPool>,
    known: &ShardSummary,
    mut read: impl FnMut(u64, &ShardSummary, &[Record]) -> Result<(), E>,
) -> Result<(), E> {
    let range = |number: u64| number * CHUNK..((number + 1) * CHUNK).min(plan.count);
    let ranges = |at: u64| -> Option<Range<u64>> {
        let at = usize::try_from(at).ok()?;
        numbers.get(at).map(|number| range(*number))
    };
    let mut kinds = known.kinds.clone();
    run::each(plan, jobs, &ranges, solvers, |range, done| {
        let mut one = ShardSummary { kinds: kinds.clone(), ..ShardSummary::default() };
        one.count(plan, &done);
        kinds.clone_from(&one.kinds);
        read(chunk_of(range.start), &one, &done.records)
    })
}
