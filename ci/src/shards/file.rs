//! The results of one shard on disk: a line for the run, a line for each unit as it is judged, a line for the end. Lines are only
//! appended; one that was cut short is taken away when the same shard is started again, which then goes on behind it.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead as _, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_mlir::files;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::header::RunHeader;
use crate::args::Shard;

/// The name of the file of merged results.
pub(crate) const MERGED: &str = "merged.jsonl";

/// The name of the file of a merged campaign.
pub(crate) const SUMMARY: &str = "summary.jsonl";

/// A line behind the first.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line<T> {
    /// The number of a unit of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<u64>,
    /// The number of a shard all of whose units stand above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<u32>,
    /// Notes of the shard for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// The result of the unit, or of the shard.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<T>,
}

fn none<T>() -> Option<T> {
    None
}

/// The name of the file of a shard.
pub(crate) fn name(shard: Shard) -> String {
    format!("shard-{}-of-{}.jsonl", shard.index, shard.of)
}

/// The results of a shard that is not finished.
pub(crate) struct ShardFile {
    file: File,
    path: PathBuf,
    shard: Shard,
}

impl ShardFile {
    /// Opens the results of a shard of numbered units, with the units that are there.
    ///
    /// # Errors
    /// As of [`ShardFile::open`].
    pub(crate) fn of_units(
        folder: &Path,
        shard: Shard,
        run: &RunHeader,
    ) -> anyhow::Result<(Option<ShardFile>, BTreeSet<u64>)> {
        let mut known = BTreeSet::new();
        let file = ShardFile::open(folder, shard, run, |line| {
            let line: Line<IgnoredAny> = serde_json::from_str(line)?;
            known.extend(line.unit);
            Ok(line.end)
        })?;
        Ok((file, known))
    }

    /// Opens the results of a shard in a folder, and hands each line that is there to `known`; `None` where the shard is finished.
    ///
    /// # Errors
    /// Those of the file system, results of another run, and a process that works on the same shard.
    pub(crate) fn open(
        folder: &Path,
        shard: Shard,
        run: &RunHeader,
        mut known: impl FnMut(&str) -> anyhow::Result<Option<u32>>,
    ) -> anyhow::Result<Option<ShardFile>> {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write to {}", folder.display()))?;
        let path = folder.join(name(shard));
        let cannot = || format!("cannot write {}", path.display());
        let file = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path);
        let mut file = file.with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another process works on {}", path.display()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(cannot),
        }
        let (mut length, mut ended) = (0u64, false);
        let mut reader = BufReader::new(&file);
        let mut line = String::new();
        loop {
            line.clear();
            let read = reader.read_line(&mut line).with_context(cannot)?;
            if read == 0 || !line.ends_with('\n') {
                break;
            }
            if length == 0 {
                same_run(&path, run, &line)?;
            } else {
                // A line that cannot be read is written again.
                let Ok(end) = known(&line) else { break };
                ended |= end == Some(shard.index);
            }
            length += read as u64;
        }
        if ended {
            return Ok(None);
        }
        file.set_len(length).and_then(|()| file.seek(SeekFrom::Start(length))).with_context(cannot)?;
        let mut results = ShardFile { file, path, shard };
        if length == 0 {
            results.append(run)?;
        }
        Ok(Some(results))
    }

    /// Appends the result of a unit.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn unit<T: Serialize>(&mut self, unit: usize, result: T) -> anyhow::Result<()> {
        let unit = Some(unit as u64);
        self.append(&Line { unit, end: None, notes: Vec::new(), result: Some(result) })
    }

    /// Appends the line behind which nothing follows.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn finish(mut self, notes: Vec<String>) -> anyhow::Result<()> {
        // Units are on the disk before the line that says that there are all of them.
        self.file.sync_data().with_context(|| format!("cannot write {}", self.path.display()))?;
        let end = Some(self.shard.index);
        self.append(&Line::<()> { unit: None, end, notes, result: None })?;
        self.file.sync_all().with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Replaces all lines by one for the whole shard.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn finish_as<T: Serialize>(self, run: &RunHeader, result: &T) -> anyhow::Result<()> {
        write_whole(&self.path, run, &[self.shard.index], result)
    }

    /// The place of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn append<T: Serialize>(&mut self, line: &T) -> anyhow::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Writes a file of one result of the shards with these numbers.
///
/// # Errors
/// Those of the file system.
pub(crate) fn write_whole<T: Serialize>(
    path: &Path,
    run: &RunHeader,
    shards: &[u32],
    result: &T,
) -> anyhow::Result<()> {
    let mut text = serde_json::to_string(run)?;
    let line = Line { unit: None, end: shards.first().copied(), notes: Vec::new(), result: Some(result) };
    text.push_str(&format!("\n{}\n", serde_json::to_string(&line)?));
    for shard in shards.iter().skip(1) {
        let line = Line::<()> { unit: None, end: Some(*shard), notes: Vec::new(), result: None };
        text.push_str(&format!("{}\n", serde_json::to_string(&line)?));
    }
    files::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses the results of another run.
fn same_run(path: &Path, run: &RunHeader, line: &str) -> anyhow::Result<()> {
    let found = header(path, line)?;
    match run.difference(&found) {
        None => Ok(()),
        Some(difference) => bail!(
            "{} holds results of another run, which differs in {difference}; give another folder with `--out`",
            path.display()
        ),
    }
}

/// Reads the first line of a file of results.
///
/// # Errors
/// A text that is none, and one of another format.
pub(crate) fn header(path: &Path, line: &str) -> anyhow::Result<RunHeader> {
    #[derive(Deserialize)]
    struct Format {
        assay_shard: u32,
    }
    let none = || format!("{} holds no results of a shard", path.display());
    let format: Format = serde_json::from_str(line).with_context(none)?;
    if format.assay_shard != super::header::FORMAT {
        let known = super::header::FORMAT;
        bail!("{} has results of format {}, this is for {known}", path.display(), format.assay_shard);
    }
    serde_json::from_str(line).with_context(none)
}
