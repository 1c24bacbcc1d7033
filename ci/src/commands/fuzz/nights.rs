//! Programs that earlier runs over the same folder tried, so that the next one goes on with others and says what is new.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_mlir::files;
use serde::{Deserialize, Serialize};

use super::row::Row;
use super::screen;

/// The name of the file in the folder of findings.
const NAME: &str = "runs.json";

/// Most bytes of the file.
const LONGEST: u64 = 64 << 20;

/// The sums of all runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Nights {
    /// The number that programs are drawn by.
    pub(super) seed: u64,
    /// Runs.
    pub(super) runs: u64,
    /// Rounds; the next run begins behind the last one.
    pub(super) rounds: u64,
    /// Programs.
    pub(super) programs: usize,
    /// Inputs.
    pub(super) inputs: usize,
    /// Patterns with the codes of their errors.
    pub(super) found: BTreeSet<String>,
}

impl Nights {
    /// Reads what is in a folder; nothing is there before the first run.
    ///
    /// # Errors
    /// A file that is no record of runs, or one of another seed.
    pub(super) fn read(folder: &Path, seed: u64) -> anyhow::Result<Nights> {
        let path = folder.join(NAME);
        if !path.exists() {
            return Ok(Nights { seed, ..Nights::default() });
        }
        let cannot = || format!("cannot read {}", path.display());
        let text = files::read_text(&path, LONGEST).with_context(cannot)?;
        let nights: Nights = serde_json::from_str(&text).with_context(cannot)?;
        if nights.seed != seed {
            let own = nights.seed;
            bail!(
                "{}: these runs are of seed {own}; go on with `--seed {own}`, or name another folder",
                path.display()
            );
        }
        Ok(nights)
    }

    /// Runs below a folder, which is one of runs itself or holds some, by folder.
    ///
    /// # Errors
    /// A file that is no record of runs.
    pub(super) fn below(folder: &Path) -> anyhow::Result<Vec<(PathBuf, Nights)>> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
        folders.sort();
        folders.insert(0, folder.to_owned());
        let read = |folder: PathBuf| {
            let path = folder.join(NAME);
            let cannot = || format!("cannot read {}", path.display());
            let text = files::read_text(&path, LONGEST).with_context(cannot)?;
            let nights = serde_json::from_str(&text).with_context(cannot)?;
            Ok((folder, nights))
        };
        folders.into_iter().filter(|folder| folder.join(NAME).exists()).map(read).collect()
    }

    /// Adds the sums of another folder.
    pub(super) fn add_up(&mut self, other: &Nights) {
        self.runs += other.runs;
        self.rounds += other.rounds;
        self.programs += other.programs;
        self.inputs += other.inputs;
        self.found.extend(other.found.iter().cloned());
    }

    /// The sums as words.
    pub(super) fn counts(&self) -> String {
        let Nights { rounds, programs, inputs, found, .. } = self;
        let rounds = screen::counted(*rounds, "round");
        format!("{rounds}, {programs} programs, {inputs} inputs, {} found", found.len())
    }

    /// Adds a run, and writes the sums; gives the findings that no run before had.
    ///
    /// # Errors
    /// A folder that cannot be written.
    pub(super) fn add(
        &mut self,
        rows: &[Row<'_>],
        rounds: u64,
        folder: &Path,
    ) -> anyhow::Result<BTreeSet<String>> {
        self.runs += 1;
        self.rounds += rounds;
        self.programs += rows.iter().map(|row| row.programs).sum::<usize>();
        self.inputs += rows.iter().map(|row| row.runs).sum::<usize>();
        let found: BTreeSet<String> = rows.iter().flat_map(names).collect();
        let new = found.difference(&self.found).cloned().collect();
        self.found.extend(found);
        let path = folder.join(NAME);
        let cannot = || format!("cannot write {}", path.display());
        std::fs::create_dir_all(folder).with_context(cannot)?;
        files::write(&path, serde_json::to_string_pretty(self)? + "\n").with_context(cannot)?;
        Ok(new)
    }
}

/// A pattern with each of its codes; its line may move between runs.
fn names(row: &Row<'_>) -> Vec<String> {
    let file = PathBuf::from(&row.report.file);
    let name = format!("{} @{}", file.display(), row.report.name);
    row.codes().iter().map(|code| format!("{name} {}", code.code())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_found_in_the_folder_and_one_below() {
        let top = tempfile::tempdir().unwrap();
        assert!(Nights::below(top.path()).unwrap().is_empty());
        for name in ["b", "a"] {
            let folder = top.path().join(name);
            Nights::read(&folder, 0).unwrap().add(&[], 4, &folder).unwrap();
        }
        let found = Nights::below(top.path()).unwrap();
        let names: Vec<_> = found.iter().filter_map(|(folder, _)| folder.file_name()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(found[0].1.counts(), "4 rounds, 0 programs, 0 inputs, 0 found");
        assert_eq!(Nights::below(&top.path().join("a")).unwrap().len(), 1);
    }

    #[test]
    fn sums_add_up_and_another_seed_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let mut nights = Nights::read(folder.path(), 3).unwrap();
        assert_eq!(nights.add(&[], 4, folder.path()).unwrap(), BTreeSet::new());
        let mut nights = Nights::read(folder.path(), 3).unwrap();
        nights.add(&[], 2, folder.path()).unwrap();
        assert_eq!((nights.runs, nights.rounds), (2, 6));
        let refused = Nights::read(folder.path(), 4).unwrap_err().to_string();
        assert!(refused.contains("`--seed 3`"), "{refused}");
    }
}
