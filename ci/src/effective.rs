//! `--show-config`: the settings that hold, and where each comes from.

use std::fmt::Write as _;
use std::path::Path;

use crate::args::CheckArgs;
use crate::config::{self, Config};
use crate::paths;
use crate::settings::{KEYS, Key};

/// The settings of a run as `assay.toml` would say them, each with the place that it comes from.
///
/// # Errors
/// Every fault of the file.
pub(crate) fn settings(mut args: CheckArgs) -> Result<String, Vec<String>> {
    let typed: Vec<String> = KEYS.iter().map(|key| (key.show)(&args)).collect();
    let config = config::load(&mut args)?;
    let mut lines = Vec::new();
    for (key, typed) in KEYS.iter().zip(&typed) {
        let value = (key.show)(&args);
        let written = config.as_ref().and_then(|config| {
            let line = config.line(key.name)?;
            Some(format!("{}:{line}", paths::plain(Path::new(&config.name)).display()))
        });
        let from = match (typed.is_empty(), written) {
            (true, Some(place)) => place,
            (false, Some(place)) if value != *typed => format!("command line, {place}"),
            (false, _) => "command line".to_owned(),
            (true, None) => "default".to_owned(),
        };
        lines.push((setting(key, &value, config.as_ref()), from));
    }
    let width = lines.iter().map(|(left, _)| left.len()).filter(|width| *width <= 50).max().unwrap_or(0);
    let mut out = String::new();
    for (left, from) in lines {
        writeln!(out, "{left:width$}  # {from}").unwrap_or(());
    }
    Ok(out)
}

/// One setting; one that has no value is a comment.
fn setting(key: &Key, value: &str, config: Option<&Config>) -> String {
    let allows = config.map_or(0, |config| config.allows.len());
    match (key.name, value) {
        ("allow", _) => format!("# allow: {allows}"),
        ("severity", _) => format!("# severity: {}", config.map_or(0, |config| config.severities.len())),
        (name, "") if key.default.contains(' ') || key.default == "none" => {
            format!("# {name}: {}", key.default)
        }
        (name, "") => format!("{name} = {}", key.default),
        (name, value) => format!("{name} = {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Cli, Command};
    use clap::{Args as _, Parser as _};

    fn args(words: &[&str]) -> CheckArgs {
        match Cli::parse_from(["assay", "check"].iter().chain(words)).command {
            Command::Check(args) => *args,
            _ => unreachable!("the words name `check`"),
        }
    }

    fn file(text: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("assay.toml");
        std::fs::write(&path, text).unwrap();
        let name = path.display().to_string();
        (folder, name)
    }

    /// The table, the reader and the options have the same keys.
    #[test]
    fn every_key_is_read_from_its_example_and_has_an_option() {
        let command = CheckArgs::augment_args(clap::Command::new("check"));
        for key in KEYS.iter().filter(|key| !matches!(key.name, "allow" | "severity")) {
            let (_folder, name) = file(&format!("{} = {}\n", key.name, key.example));
            let mut given = args(&["--config", &name]);
            assert!((key.show)(&given).is_empty(), "{}", key.name);
            config::load(&mut given).unwrap_or_else(|faults| panic!("{}: {faults:?}", key.name));
            assert!(!(key.show)(&given).is_empty(), "{}", key.name);
            let id = key.name.replace('-', "_");
            assert!(command.get_arguments().any(|option| option.get_id().as_str() == id), "{}", key.name);
        }
    }

    #[test]
    fn each_setting_is_shown_with_its_origin() {
        let (_folder, name) = file("\nfail-on = \"warning\"\ndialect = [\"a.mlir\"]\nstrict = true\n");
        let words = ["p.mlir", "--config", &name, "--dialect", "b.mlir", "--fail-on", "unknown"];
        let text = settings(args(&words)).unwrap();
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
        assert!(line("fail-on = \"unknown\"").ends_with("# command line"), "{text}");
        assert!(line("dialect = [\"b.mlir\", ").ends_with(&format!("# command line, {name}:3")), "{text}");
        assert!(line("strict = true").ends_with(&format!("# {name}:4")), "{text}");
        assert!(line("require = \"types\"").ends_with("# default"), "{text}");
        let read: toml::Table = text.parse().expect("it is TOML");
        assert_eq!(read["paths"].as_array().map(Vec::len), Some(1));
    }
}
