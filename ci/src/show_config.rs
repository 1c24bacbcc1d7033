//! `--show-config`: the settings that hold, and where each comes from.

use std::fmt::Write as _;
use std::path::Path;

use crate::args::CheckArgs;
use crate::config::{self, Config};
use crate::paths;
use crate::settings::{KEYS, Key, text};

/// The settings of a run as `assay.toml` would say them, each with the place that it comes from.
///
/// # Errors
/// Every fault of the file.
pub(crate) fn settings(mut args: CheckArgs) -> Result<String, Vec<String>> {
    let typed: Vec<String> = KEYS.iter().map(|key| (key.show)(&args)).collect();
    let config = config::load(&mut args)?;
    let mut lines = Vec::new();
    let plain = |key: &Key| !matches!(key.name, "allow" | "severity");
    for (key, typed) in KEYS.iter().zip(&typed).filter(|(key, _)| plain(key)) {
        let value = (key.show)(&args);
        let written = config.as_ref().and_then(|config| {
            let line = config.line(key.name)?;
            Some(format!("{}:{line}", paths::normalized(Path::new(&config.name)).display()))
        });
        let from = match (typed.is_empty(), written) {
            (true, Some(place)) => place,
            (false, Some(place)) if value != *typed => format!("command line, {place}"),
            (false, _) => "command line".to_owned(),
            (true, None) => "default".to_owned(),
        };
        lines.push((setting(key, &value), from));
    }
    let width = lines.iter().map(|(left, _)| left.len()).filter(|width| *width <= 50).max().unwrap_or(0);
    let mut out = String::new();
    for (left, from) in lines {
        writeln!(out, "{left:width$}  # {from}").unwrap_or(());
    }
    if let Some(config) = &config {
        tables(&mut out, config);
    }
    Ok(out)
}

/// The levels of rules and the accepted findings, which only the file can give.
fn tables(out: &mut String, config: &Config) {
    let name = paths::normalized(Path::new(&config.name)).display().to_string();
    let levels: Vec<_> = config.severities.list().collect();
    if let (false, Some(line)) = (levels.is_empty(), config.line("severity")) {
        writeln!(out, "\n[severity]  # {name}:{line}").unwrap_or(());
        levels.iter().for_each(|(rule, level)| writeln!(out, "{rule} = \"{level}\"").unwrap_or(()));
    }
    for (allow, span) in &config.allows {
        let line = config.line_at(span.start);
        writeln!(out, "\n[[allow]]  # {name}:{line}").unwrap_or(());
        let rules: Vec<String> = allow.rules.iter().map(|rule| text(rule)).collect();
        writeln!(out, "rules = [{}]", rules.join(", ")).unwrap_or(());
        let file = allow.file.as_deref().map(|file| paths::normalized(file).display().to_string());
        let until = allow.until.map(|date| date.to_string());
        let rest = [("pattern", &allow.pattern), ("file", &file), ("until", &until)];
        for (key, value) in rest.into_iter().filter_map(|(key, value)| Some((key, value.as_deref()?))) {
            writeln!(out, "{key} = {}", text(value)).unwrap_or(());
        }
        writeln!(out, "reason = {}", text(&allow.reason)).unwrap_or(());
    }
}

/// One setting; one that has no value is a comment.
fn setting(key: &Key, value: &str) -> String {
    match (key.name, value) {
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
        let tables =
            "[severity]\nV303 = \"warning\"\n[[allow]]\nrules = [\"S105\"]\nreason = \"a \\\"b\\\"\"\n";
        let (_folder, name) =
            file(&format!("\nfail-on = \"warning\"\ndialect = [\"a.mlir\"]\nstrict = true\n{tables}"));
        let words = ["p.mlir", "--config", &name, "--dialect", "b.mlir", "--fail-on", "unknown"];
        let text = settings(args(&words)).unwrap();
        let line = |start: &str| text.lines().find(|line| line.starts_with(start)).unwrap();
        assert!(line("fail-on = \"unknown\"").ends_with("# command line"), "{text}");
        assert!(line("dialect = [\"b.mlir\", ").ends_with(&format!("# command line, {name}:3")), "{text}");
        assert!(line("strict = true").ends_with(&format!("# {name}:4")), "{text}");
        assert!(line("require = \"types\"").ends_with("# default"), "{text}");
        let read: toml::Table = text.parse().expect("it is TOML");
        assert_eq!(read["paths"].as_array().map(Vec::len), Some(1));
        assert!(line("[severity]").ends_with(&format!("# {name}:5")), "{text}");
        assert_eq!(read["severity"]["V303"].as_str(), Some("warning"));
        assert_eq!(read["allow"][0]["reason"].as_str(), Some("a \"b\""));
    }
}
