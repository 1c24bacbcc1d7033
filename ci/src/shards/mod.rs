//! Runs in parts: each shard writes its results to one file, and `assay merge` reports them as one run would.
//!
//! Files in reading order: `header` the description of a run and the differences of two, `file` the results of a shard as they are
//! written, `results` those of many as they are read, `check` and `fuzz` the shards of these commands and their merge, `times` how long solvers took; those of `tv` and
//! `audit` are beside these commands.
//! Forms no verdict.

pub(crate) mod check;
mod file;
pub(crate) mod fuzz;
mod header;
mod results;
mod times;

pub(crate) use file::ShardFile;
pub(crate) use header::{Command, RunHeader, arguments, digest};
pub(crate) use results::{Results, files, same_run};
pub(crate) use times::Times;

use std::path::Path;

use anyhow::bail;
use assay_mlir::process;
use assay_reports::Tool;
use assay_smt::SolverPool;

use crate::digest::short_digest;

/// The shard that judges what has these names: it depends on nothing else of the run.
pub(crate) fn assigned(names: &[&str], of: u32) -> u32 {
    let digest = short_digest(&names.join("\0"));
    let number = digest.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0);
    number % of.max(1)
}

/// Refuses results of a process that could not start one of its tools: they are no verdicts.
///
/// # Errors
/// The tool, and why it could not be started.
pub(crate) fn tools_started() -> anyhow::Result<()> {
    match process::not_started() {
        Some(why) => bail!("{why}; the shard is not finished, and the same command goes on with it"),
        None => Ok(()),
    }
}

/// Refuses a run whose solver does not tell what it is: its answers belong to no other's.
///
/// # Errors
/// A solver that cannot be started, or has no version.
pub(crate) fn identified(tool: &Tool, solvers: Option<&SolverPool>) -> anyhow::Result<()> {
    tools_started()?;
    match solvers {
        Some(solvers) if !tool.with.contains_key("solver") => {
            let path = solvers.config().path.display();
            bail!("the solver {path} does not tell its version; the shard is not begun")
        }
        _ => Ok(()),
    }
}

/// The formats of the merged report: a file of a shard becomes `report.FORMAT` in the folder.
///
/// # Errors
/// A file without a folder for it.
pub(crate) fn formats(formats: &[String], folder: Option<&Path>) -> anyhow::Result<Vec<String>> {
    let mut out = Vec::new();
    for text in formats {
        let one = match (text.split_once('='), folder) {
            (None, _) => text.clone(),
            (Some((format, _)), Some(folder)) => {
                let path = folder.join(format!("report.{format}"));
                let Some(path) = path.to_str() else { bail!("`{}` is not UTF-8", path.display()) };
                format!("{format}={path}")
            }
            (Some(_), None) => {
                bail!("the shards write `--format {text}`: name the folder of the reports with `-o DIR`")
            }
        };
        if !out.contains(&one) {
            out.push(one);
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::assigned;

    #[test]
    fn units_are_spread_evenly_and_each_has_one_shard() {
        let mut counts = [0usize; 8];
        for number in 0..8000 {
            let name = format!("p{number}");
            counts[assigned(&["a.mlir", &name], 8) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
        assert_eq!(assigned(&["a", "b"], 7), assigned(&["a", "b"], 7));
        assert_eq!(assigned(&["a", "b"], 1), 0);
    }
}
