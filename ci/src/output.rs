//! Where each format goes: standard output or files; and whether there is colour.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use assay_reports::{Options, Report, Sources, render};
use clap::ValueEnum;

use crate::accept;
use crate::args::{Color, Format};

/// The validated `--format`s.
pub(crate) struct Outputs {
    list: Vec<(Format, Option<PathBuf>)>,
    color: bool,
    quiet: bool,
}

impl Outputs {
    /// Reads `FORMAT` or `FORMAT=PATH`; at most one format may go to standard output.
    pub(crate) fn parse(formats: &[String], color: Color, quiet: bool) -> anyhow::Result<Outputs> {
        let mut list = Vec::new();
        if formats.is_empty() {
            list.push((Format::Human, None));
        }
        for text in formats {
            let (word, path) = match text.split_once('=') {
                Some((word, path)) => (word, Some(PathBuf::from(path))),
                None => (text.as_str(), None),
            };
            let Ok(format) = Format::from_str(word, true) else {
                let known: Vec<String> = Format::value_variants()
                    .iter()
                    .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
                    .collect();
                bail!("`{word}` is no format; known are {}", known.join(", "));
            };
            if path.as_ref().is_some_and(|path| path.as_os_str().is_empty()) {
                bail!("`--format {text}`: a path is missing after `=`");
            }
            list.push((format, path));
        }
        if list.iter().filter(|(_, path)| path.is_none()).count() > 1 {
            bail!(
                "only one format can go to standard output; give the others a path, as in `--format json=out.json`"
            );
        }
        Ok(Outputs { list, color: wants_color(color), quiet })
    }

    /// Writes every format.
    pub(crate) fn write(&self, report: &Report, sources: &Sources) -> anyhow::Result<()> {
        for (format, path) in &self.list {
            let color = self.color && path.is_none();
            let options = Options { color, ..Options::default() };
            let text = match format {
                Format::Human => render::human::render(report, sources, options),
                Format::Concise => render::concise::render(report),
                Format::Json => render::json::render(report, sources)?,
                Format::Sarif => render::sarif::render(report, sources, &accept::pages()?)?,
                Format::Junit => render::junit::render(report, sources)?,
                Format::Github => render::github::render(report, sources),
                Format::Gitlab => render::gitlab::render(report)?,
                Format::Markdown => render::markdown::render(report, sources),
            };
            match path {
                Some(path) => {
                    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
                }
                None if self.quiet => {}
                None => print(&text)?,
            }
        }
        Ok(())
    }
}

/// To standard output; a reader that has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to standard output"),
    }
}

fn wants_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            std::io::stdout().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(formats: &[&str]) -> String {
        let formats: Vec<String> = formats.iter().map(|text| (*text).to_owned()).collect();
        match Outputs::parse(&formats, Color::Never, false) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_unknown_format_is_refused_with_the_known_ones() {
        assert_eq!(
            error(&["xml"]),
            "`xml` is no format; known are human, concise, json, sarif, junit, github, gitlab, markdown"
        );
    }

    #[test]
    fn two_formats_cannot_share_standard_output() {
        assert!(error(&["human", "json"]).starts_with("only one format"));
        assert_eq!(error(&["human", "json=a.json", "concise=b.txt"]), "");
    }
}
