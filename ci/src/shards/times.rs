//! Times of the questions that shards of a campaign asked a solver, as counts by bounds. They are no part of the results, which are the
//! same bytes on every machine: each shard has a file of its own for them, and sums are shown beside the tables.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_mlir::files;
use assay_smt::{SolverPool, TIMES};
use serde::{Deserialize, Serialize};

use crate::args::Shard;

/// Bytes beyond which a file of times is none.
const LONGEST: u64 = 1 << 16;

/// Counts of questions by [`TIMES`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Times {
    solver: Vec<u64>,
}

/// The file of a shard in its folder.
fn path(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(format!("times-{}-of-{}.json", shard.index, shard.of))
}

impl Times {
    /// The times that an earlier start of a shard stored; none where they are not there or do not read.
    pub(super) fn known(folder: &Path, shard: Shard) -> Times {
        read(&path(folder, shard)).unwrap_or_default()
    }

    /// Stores these times with those of a pool.
    ///
    /// # Errors
    /// Those of the file system.
    pub(super) fn store(mut self, pool: &SolverPool, folder: &Path, shard: Shard) -> anyhow::Result<()> {
        self.add(&Times { solver: pool.times() });
        let path = path(folder, shard);
        files::write(&path, serde_json::to_string(&self)? + "\n")
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn add(&mut self, more: &Times) {
        self.solver.resize(self.solver.len().max(more.solver.len()), 0);
        self.solver.iter_mut().zip(&more.solver).for_each(|(count, more)| *count += more);
    }

    /// The sum over the folders of these files of results.
    pub(crate) fn beside(results: &[PathBuf]) -> Times {
        let mut folders: Vec<&Path> = results.iter().filter_map(|path| path.parent()).collect();
        folders.dedup();
        let mut sum = Times::default();
        for folder in folders {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let is_one = |path: &PathBuf| {
                let name =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                name.starts_with("times-") && name.ends_with(".json")
            };
            entries
                .map(|entry| entry.path())
                .filter(is_one)
                .filter_map(|path| read(&path))
                .for_each(|one| sum.add(&one));
        }
        sum
    }

    /// One line about them; `None` where no solver was asked.
    pub(crate) fn line(&self) -> Option<String> {
        let all: u64 = self.solver.iter().sum();
        let part = |(at, count): (usize, &u64)| match TIMES.get(at) {
            Some(bound) => format!("{count} below {bound:?}"),
            None => format!("{count} longer"),
        };
        let parts: Vec<String> =
            self.solver.iter().enumerate().filter(|(_, count)| **count > 0).map(part).collect();
        (all > 0).then(|| format!("questions to the solver: {all}, of which {}", parts.join(", ")))
    }
}

fn read(path: &Path) -> Option<Times> {
    serde_json::from_str(&files::read_text(path, LONGEST).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::Times;

    #[test]
    fn counts_add_up_and_empty_ones_are_left_out() {
        let mut sum = Times::default();
        assert_eq!(sum.line(), None);
        sum.add(&Times { solver: vec![1, 0, 2] });
        sum.add(&Times { solver: vec![1, 0, 0, 0, 0, 3] });
        let line = "questions to the solver: 7, of which 2 below 1ms, 2 below 100ms, 3 longer";
        assert_eq!(sum.line().as_deref(), Some(line));
    }
}
