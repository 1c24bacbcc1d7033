//! The first line of a file of results: the run that they are part of. Results of runs that differ are never put together.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::bail;
use assay_reports::Tool;
use serde::{Deserialize, Serialize};

use crate::args::Shard;
use crate::digest::short_digest;

/// The number of the format.
pub(crate) const FORMAT: u32 = 1;

/// Commands that run in shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Command {
    /// `assay check`
    Check,
    /// `assay tv`
    Tv,
    /// `assay fuzz`
    Fuzz,
    /// `assay audit --conformance`
    Audit,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Command::Check => "check",
            Command::Tv => "tv",
            Command::Fuzz => "fuzz",
            Command::Audit => "audit",
        })
    }
}

/// All that decides the results of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunHeader {
    /// The format of the file.
    pub(crate) assay_shard: u32,
    /// The command.
    pub(crate) command: Command,
    /// Its arguments but for those that change no result.
    pub(crate) arguments: Vec<String>,
    /// The digest of the texts that are judged.
    pub(crate) inputs: String,
    /// The number of patterns, files, or chunks of patterns.
    pub(crate) units: u64,
    /// The number of shards.
    pub(crate) of: u32,
    /// The program, and the tools that answer it.
    pub(crate) tool: StoredTool,
}

/// The program of a run, and the versions of others by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredTool {
    pub(crate) version: String,
    pub(crate) with: BTreeMap<String, String>,
}

impl From<&Tool> for StoredTool {
    fn from(tool: &Tool) -> StoredTool {
        StoredTool { version: tool.version.clone(), with: tool.with.clone() }
    }
}

impl RunHeader {
    /// The run of a shard.
    pub(crate) fn new(
        command: Command,
        arguments: Vec<String>,
        inputs: String,
        units: usize,
        shard: Shard,
        tool: &Tool,
    ) -> RunHeader {
        let units = units as u64;
        RunHeader { assay_shard: FORMAT, command, arguments, inputs, units, of: shard.of, tool: tool.into() }
    }

    /// The first difference from another run, in words; `None` for the same run.
    pub(crate) fn difference(&self, other: &RunHeader) -> Option<String> {
        let line = |what: &str, one: &dyn fmt::Display, two: &dyn fmt::Display| {
            Some(format!("{what}: `{one}` and `{two}`"))
        };
        if self.command != other.command {
            return line("the command", &self.command, &other.command);
        }
        if self.tool.version != other.tool.version {
            return line("the version of Assay", &self.tool.version, &other.tool.version);
        }
        if self.of != other.of {
            return line("the number of shards", &self.of, &other.of);
        }
        if self.arguments != other.arguments {
            return line("the arguments", &self.arguments.join(" "), &other.arguments.join(" "));
        }
        let names = self.tool.with.keys().chain(other.tool.with.keys());
        for name in names {
            let version =
                |header: &RunHeader| header.tool.with.get(name).cloned().unwrap_or("none".to_owned());
            if version(self) != version(other) {
                return line(&format!("the version of `{name}`"), &version(self), &version(other));
            }
        }
        if self.inputs != other.inputs || self.units != other.units {
            return Some("the texts of the inputs".to_owned());
        }
        (self != other).then(|| "the format".to_owned())
    }
}

/// Options that decide no result, and take a value: the shard itself, and how a machine carries it out.
const OWN: [&str; 3] = ["--shard", "--out", "--jobs"];

/// The arguments of this process behind its subcommand, without those of the shard.
///
/// # Errors
/// An argument that is not UTF-8.
pub(crate) fn arguments() -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    for argument in std::env::args_os().skip(2) {
        match argument.into_string() {
            Ok(argument) => all.push(argument),
            Err(argument) => bail!("`{}` is not UTF-8, so that no shard can store it", argument.display()),
        }
    }
    Ok(without_own(all))
}

fn without_own(all: Vec<String>) -> Vec<String> {
    let mut out = Vec::new();
    let mut all = all.into_iter();
    while let Some(argument) = all.next() {
        let name = argument.split('=').next().unwrap_or_default();
        if !OWN.contains(&name) {
            out.push(argument);
        } else if name == argument {
            all.next();
        }
    }
    out
}

/// The digest of texts with their names.
pub(crate) fn digest<'t>(files: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let parts: Vec<String> = files.map(|(name, text)| format!("{name}\0{}", short_digest(text))).collect();
    short_digest(&parts.join("\0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_a_shard_are_left_out_in_both_forms() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let found = without_own(words("a --shard 0/4 --rules S --out=x --jobs 2 --shards"));
        assert_eq!(found, words("a --rules S --shards"));
    }

    #[test]
    fn a_difference_is_named() {
        let tool = Tool { name: String::new(), version: "1".to_owned(), with: BTreeMap::new() };
        let (shard, arguments) = (Shard { index: 0, of: 2 }, vec!["a".to_owned()]);
        let run = RunHeader::new(Command::Check, arguments, String::new(), 1, shard, &tool);
        assert_eq!(run.difference(&run.clone()), None);
        let other = RunHeader { arguments: vec!["b".to_owned()], ..run.clone() };
        assert_eq!(run.difference(&other).as_deref(), Some("the arguments: `a` and `b`"));
        let mut other = run.clone();
        other.tool.with.insert("solver".to_owned(), "Z3 5".to_owned());
        assert_eq!(run.difference(&other).as_deref(), Some("the version of `solver`: `none` and `Z3 5`"));
        let other = RunHeader { inputs: "x".to_owned(), ..run.clone() };
        assert_eq!(run.difference(&other).as_deref(), Some("the texts of the inputs"));
    }
}
