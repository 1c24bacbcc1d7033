//! The results of many shards as one: an index of their lines by unit. A unit that came twice counts once.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_mlir::files::Draft;
use serde::de::{DeserializeOwned, IgnoredAny};

use super::file::{self, Line, MERGED, SUMMARY};
use super::header::{Command, RunHeader};

/// Files that are open at once.
const MOST_OPEN: usize = 256;

/// The place of a line.
#[derive(Clone, Copy)]
struct Place {
    file: usize,
    offset: u64,
    length: usize,
    digest: u64,
}

/// Results of shards of one run.
pub(crate) struct Results {
    run: RunHeader,
    files: Vec<PathBuf>,
    /// Those of them that are open, by number.
    open: BTreeMap<usize, File>,
    units: HashMap<u64, Place>,
    /// Notes of the shards that are finished.
    ended: BTreeMap<u32, Vec<String>>,
    /// Shards that were begun, and their file.
    begun: BTreeMap<u32, PathBuf>,
}

/// The files of results that paths name, without doubles.
///
/// # Errors
/// A path that cannot be read, and a folder without results.
pub(crate) fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut out = Vec::new();
    for path in paths {
        let cannot = || format!("cannot read {}", path.display());
        if !std::fs::metadata(path).with_context(cannot)?.is_dir() {
            out.push(path.clone());
            continue;
        }
        let before = out.len();
        for entry in std::fs::read_dir(path).with_context(cannot)? {
            let entry = entry.with_context(cannot)?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_shard = name.starts_with("shard-") && name.ends_with(".jsonl");
            if is_shard || name == MERGED || name == SUMMARY {
                out.push(entry.path());
            }
        }
        if out.len() == before {
            bail!("{} holds no results of shards", path.display());
        }
    }
    out.sort();
    out.dedup();
    Ok(out)
}

/// The run of a file of results; `None` for one that has no whole first line yet.
///
/// # Errors
/// A file that cannot be read, and one that holds something else.
fn run_of(path: &Path) -> anyhow::Result<Option<RunHeader>> {
    let cannot = || format!("cannot read {}", path.display());
    let mut line = String::new();
    BufReader::new(File::open(path).with_context(cannot)?).read_line(&mut line).with_context(cannot)?;
    if !line.ends_with('\n') {
        return Ok(None);
    }
    file::header(path, &line).map(Some)
}

/// Refuses files of different runs: all differences are named.
///
/// # Errors
/// Those differences.
pub(crate) fn same_run(files: &[PathBuf]) -> anyhow::Result<RunHeader> {
    let mut first: Option<(&PathBuf, RunHeader)> = None;
    let mut faults = Vec::new();
    for path in files {
        match (run_of(path), &first) {
            (Err(error), _) => faults.push(format!("{error:#}")),
            (Ok(None), _) => {}
            (Ok(Some(run)), None) => first = Some((path, run)),
            (Ok(Some(run)), Some((known, one))) => faults.extend(one.difference(&run).map(|difference| {
                format!("{} and {} are of different runs: {difference}", known.display(), path.display())
            })),
        }
    }
    match (first, &faults[..]) {
        (Some((_, run)), []) => Ok(run),
        (None, []) => bail!("no shard has a result yet"),
        _ => bail!("{}", faults.join("\nerror: ")),
    }
}

impl Results {
    /// Reads the results of shards.
    ///
    /// # Errors
    /// Files that cannot be read, runs that differ, and two results of one unit that differ.
    pub(crate) fn read(paths: Vec<PathBuf>) -> anyhow::Result<Results> {
        let run = same_run(&paths)?;
        let (open, units, ended, begun) = Default::default();
        let mut results = Results { run, files: Vec::new(), open, units, ended, begun };
        for path in paths {
            results.add(path)?;
        }
        Ok(results)
    }

    fn add(&mut self, path: PathBuf) -> anyhow::Result<()> {
        let cannot = || format!("cannot read {}", path.display());
        let mut reader = BufReader::new(File::open(&path).with_context(cannot)?);
        let number = self.files.len();
        let mut line = Vec::new();
        let mut offset = reader.read_until(b'\n', &mut line).with_context(cannot)? as u64;
        if let Some(shard) = shard_of(&path) {
            self.begun.insert(shard, path.clone());
        }
        for count in 2.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line).with_context(cannot)?;
            // The last line of a shard that was stopped may be cut short.
            if length == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let read: Line<IgnoredAny> = serde_json::from_slice(&line)
                .with_context(|| format!("{}:{count} is no line of results", path.display()))?;
            if let Some(unit) = read.unit {
                let mut hasher = DefaultHasher::new();
                line.hash(&mut hasher);
                let place = Place { file: number, offset, length, digest: hasher.finish() };
                self.unit(unit, place, &path)?;
            }
            if let Some(shard) = read.end {
                self.ended.entry(shard).or_insert(read.notes);
            }
            offset += length as u64;
        }
        self.files.push(path);
        Ok(())
    }

    fn unit(&mut self, unit: u64, place: Place, path: &Path) -> anyhow::Result<()> {
        if unit >= self.run.units {
            bail!("{}: the run has {} units, and this is number {unit}", path.display(), self.run.units);
        }
        let timed = || self.run.arguments.iter().any(|argument| argument == "--timings");
        match self.units.get(&unit) {
            Some(known) if known.digest != place.digest && !timed() => {
                let other = self.files.get(known.file).map_or(path, PathBuf::as_path);
                bail!(
                    "{} and {} hold different results of unit {unit}; run the shard of one of them again",
                    other.display(),
                    path.display()
                )
            }
            Some(_) => {}
            None => {
                self.units.insert(unit, place);
            }
        }
        Ok(())
    }

    /// The run.
    pub(crate) fn run(&self) -> &RunHeader {
        &self.run
    }

    /// The number of units with a result.
    pub(crate) fn count(&self) -> usize {
        self.units.len()
    }

    /// Notes of the shards, each once.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = Vec::new();
        for note in self.ended.values().flatten() {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        notes
    }

    /// The shards without results or with a part of them, in words; `None` where all are there.
    pub(crate) fn missing(&self) -> Option<String> {
        let of = self.run.of;
        let missing: Vec<u32> = (0..of).filter(|shard| !self.ended.contains_key(shard)).collect();
        let (begun, absent): (Vec<u32>, Vec<u32>) =
            missing.into_iter().partition(|shard| self.begun.contains_key(shard));
        missing_words(&absent, &begun, of)
    }

    /// The result of a unit, if it is there.
    ///
    /// # Errors
    /// A file that cannot be read, or holds another form.
    pub(crate) fn result<T: DeserializeOwned>(&mut self, unit: usize) -> anyhow::Result<Option<T>> {
        let Some(place) = self.units.get(&(unit as u64)).copied() else { return Ok(None) };
        let line = self.line(place)?;
        let path = &self.files[place.file];
        let read: Line<T> = serde_json::from_slice(&line)
            .with_context(|| format!("{} holds no result of unit {unit}", path.display()))?;
        Ok(read.result)
    }

    fn line(&mut self, place: Place) -> anyhow::Result<Vec<u8>> {
        let path = &self.files[place.file];
        let cannot = || format!("cannot read {}", path.display());
        if self.open.len() >= MOST_OPEN {
            self.open.clear();
        }
        let file = match self.open.entry(place.file) {
            Entry::Occupied(file) => file.into_mut(),
            Entry::Vacant(none) => none.insert(File::open(path).with_context(cannot)?),
        };
        let mut line = vec![0; place.length];
        let read = file.seek(SeekFrom::Start(place.offset)).and_then(|_| file.read_exact(&mut line));
        read.with_context(cannot)?;
        Ok(line)
    }

    /// Writes all results to one file of a folder, which can be merged with others again.
    ///
    /// # Errors
    /// Those of the file system.
    pub(crate) fn write(&mut self, folder: &Path) -> anyhow::Result<()> {
        let path = folder.join(MERGED);
        let cannot = || format!("cannot write {}", path.display());
        let mut draft = std::io::BufWriter::new(Draft::create(&path).with_context(cannot)?);
        let mut header = serde_json::to_vec(&self.run)?;
        header.push(b'\n');
        draft.write_all(&header).with_context(cannot)?;
        let mut units: Vec<(u64, Place)> = self.units.iter().map(|(unit, place)| (*unit, *place)).collect();
        units.sort_by_key(|(unit, _)| *unit);
        for (_, place) in units {
            let line = self.line(place)?;
            draft.write_all(&line).with_context(cannot)?;
        }
        for (shard, notes) in &self.ended {
            let line = Line::<()> { unit: None, end: Some(*shard), notes: notes.clone(), result: None };
            let mut bytes = serde_json::to_vec(&line)?;
            bytes.push(b'\n');
            draft.write_all(&bytes).with_context(cannot)?;
        }
        let draft = draft.into_inner().map_err(|error| error.into_error());
        draft.and_then(Draft::finish).with_context(cannot)
    }

    /// The command of the run.
    pub(crate) fn command(&self) -> Command {
        self.run.command
    }
}

/// The shard that a file is named after.
pub(super) fn shard_of(path: &Path) -> Option<u32> {
    let name = path.file_name()?.to_str()?.strip_prefix("shard-")?;
    name.split('-').next()?.parse().ok()
}

/// A line about shards that are absent, and those that were begun.
pub(crate) fn missing_words(absent: &[u32], begun: &[u32], of: u32) -> Option<String> {
    let words = |shards: &[u32], one: &str, many: &str| match shards.len() {
        0 => None,
        1 => Some(format!("shard {} of {of} {one}", ranges(shards))),
        _ => Some(format!("shards {} of {of} {many}", ranges(shards))),
    };
    let parts =
        [words(absent, "is missing", "are missing"), words(begun, "is not finished", "are not finished")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Numbers in ascending order, in words: `0, 3 to 5`.
fn ranges(numbers: &[u32]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = numbers;
    while let [first, ..] = rest {
        let run = rest.iter().zip(*first..).take_while(|(number, wanted)| **number == *wanted).count();
        let last = first + u32::try_from(run).unwrap_or(1) - 1;
        match run {
            1 => parts.push(first.to_string()),
            2 => parts.extend([first.to_string(), last.to_string()]),
            _ => parts.push(format!("{first} to {last}")),
        }
        rest = &rest[run..];
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_shards_are_named_in_ranges() {
        assert_eq!(ranges(&[0, 2, 3, 5, 6, 7]), "0, 2, 3, 5 to 7");
        assert_eq!(missing_words(&[], &[], 4), None);
        assert_eq!(missing_words(&[1], &[], 4).as_deref(), Some("shard 1 of 4 is missing"));
        let words = missing_words(&[0, 1, 2], &[3], 4);
        assert_eq!(words.as_deref(), Some("shards 0 to 2 of 4 are missing, shard 3 of 4 is not finished"));
    }
}
