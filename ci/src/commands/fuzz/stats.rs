//! `assay fuzz --stats`: the tables of a folder while its campaign runs or behind it, or the sums of runs over patterns of the user. Records and summaries are read one after the
//! other, so that the folder may be of any size.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use assay_fuzz::campaign::{Record, ShardSummary};
use assay_mlir::files;
use assay_reports::render::tables;

use super::nights::Nights;
use super::screen;
use crate::exit::Exit;
use crate::output;
use crate::shards::{self, fuzz::Campaign};

/// Seconds between two looks at a folder.
const PERIOD: u32 = 2;

/// The state of a folder.
struct State {
    /// One line about how far it is.
    progress: String,
    sum: ShardSummary,
    is_finished: bool,
}

/// Prints the tables of a folder, or writes them as a page.
pub(super) fn run(folder: &Path, formats: &[String], watch: bool) -> anyhow::Result<Exit> {
    let page = page(formats)?;
    let nights = Nights::below(folder)?;
    if !nights.is_empty() {
        let lines = of_nights(&nights);
        match page {
            None => say!("{lines}"),
            Some(path) => {
                let sections = [("Runs".to_owned(), lines)];
                write(&tables::page(&title(folder), &sections, None), path.as_deref())?;
            }
        }
        let clean = nights.iter().all(|(_, nights)| nights.found.is_empty());
        return Ok(if clean { Exit::Clean } else { Exit::Findings });
    }
    loop {
        let state = read(folder)?;
        let refresh = (watch && !state.is_finished).then_some(PERIOD);
        match &page {
            None => {
                say!("{}", state.progress);
                shards::fuzz::tell(&state.sum);
            }
            Some(path) => {
                write(&html(folder, &state, refresh), path.as_deref())?;
            }
        }
        if refresh.is_none() {
            let clean = state.sum.tables.is_clean();
            return Ok(if clean { Exit::Clean } else { Exit::Findings });
        }
        std::thread::sleep(Duration::from_secs(u64::from(PERIOD)));
    }
}

fn write(page: &str, path: Option<&Path>) -> anyhow::Result<()> {
    match path {
        Some(path) => files::write(path, page).with_context(|| format!("cannot write {}", path.display())),
        None => output::print(page),
    }
}

fn title(folder: &Path) -> String {
    format!("Campaign in {}", folder.display())
}

/// The sums of runs over patterns of the user: a line for each folder, one for all, and each finding with its folders.
fn of_nights(nights: &[(PathBuf, Nights)]) -> String {
    let (mut lines, mut all) = (Vec::new(), Nights::default());
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut seeds: BTreeMap<u64, usize> = BTreeMap::new();
    for (folder, one) in nights {
        let name = folder.display().to_string();
        let runs = screen::counted(one.runs, "run");
        lines.push(format!("{name}: {runs} of seed {}: {}", one.seed, one.counts()));
        for finding in &one.found {
            found.entry(finding).or_default().push(name.clone());
        }
        *seeds.entry(one.seed).or_default() += 1;
        all.add_up(one);
    }
    if nights.len() > 1 {
        lines.push(format!("together: {}: {}", screen::counted(all.runs, "run"), all.counts()));
    }
    let same = seeds.iter().filter(|(_, folders)| **folders > 1);
    lines.extend(same.map(|(seed, folders)| {
        format!("note: {folders} folders are of seed {seed}, so that they draw the same programs; `--seed N` draws others")
    }));
    lines.extend(found.iter().map(|(finding, folders)| format!("found: {finding} ({})", folders.join(", "))));
    lines.join("\n")
}

/// The place of the page: `None` for tables on standard output, and `Some(None)` for a page there.
fn page(formats: &[String]) -> anyhow::Result<Option<Option<PathBuf>>> {
    match formats {
        [] => Ok(None),
        [one] if one == "human" => Ok(None),
        [one] if one == "html" => Ok(Some(None)),
        [one] if one.starts_with("html=") && one.len() > 5 => Ok(Some(Some(PathBuf::from(&one[5..])))),
        _ => bail!("`--stats` has the formats human, html and html=PATH, one of them"),
    }
}

fn read(folder: &Path) -> anyhow::Result<State> {
    let records = folder.join("records.jsonl");
    if records.exists() {
        return of_records(&records, folder);
    }
    let files = shards::files(&[folder.to_owned()])?;
    let campaign = Campaign::read(&files)?;
    let missing = campaign.missing();
    let (finished, of) = (campaign.finished.len(), campaign.run.of);
    let patterns = campaign.sum.tables.patterns();
    let mut progress = format!("{finished} of {of} shards are finished, {patterns} patterns");
    if campaign.sum.corpus.features() > 0 {
        progress.push_str(&format!(", {} features", campaign.sum.corpus.features()));
    }
    if let Some(missing) = &missing {
        progress.push_str(&format!("; {missing}"));
    }
    if let Some(line) = shards::Times::beside(&files).line() {
        progress.push_str(&format!("\n{line}"));
    }
    Ok(State { progress, sum: campaign.sum, is_finished: missing.is_none() })
}

/// The tables of a campaign that one process runs.
fn of_records(path: &Path, folder: &Path) -> anyhow::Result<State> {
    let cannot = || format!("cannot read {}", path.display());
    let mut reader = BufReader::new(File::open(path).with_context(cannot)?);
    let (mut sum, mut line) = (ShardSummary::default(), Vec::new());
    loop {
        line.clear();
        reader.read_until(b'\n', &mut line).with_context(cannot)?;
        if line.last() != Some(&b'\n') {
            break;
        }
        let record: Record = serde_json::from_slice(&line).with_context(cannot)?;
        sum.tables.add(&record);
    }
    let findings = std::fs::read_dir(folder.join("findings")).map_or(0, Iterator::count);
    let progress = format!("{} patterns, {findings} findings", sum.tables.patterns());
    // The number of patterns to come is in no file.
    Ok(State { progress, sum, is_finished: false })
}

fn html(folder: &Path, state: &State, refresh: Option<u32>) -> String {
    let mut sections = vec![("Progress".to_owned(), state.progress.clone())];
    if state.sum.coverage.patterns > 0 {
        sections.push(("Patterns".to_owned(), state.sum.coverage.to_string()));
    }
    sections.push(("Tables".to_owned(), state.sum.tables.text()));
    for found in &state.sum.findings {
        let heading = format!("{} ({} operations)", found.finding.what, found.finding.operations);
        sections.push((heading, found.file.clone()));
    }
    tables::page(&title(folder), &sections, refresh)
}
