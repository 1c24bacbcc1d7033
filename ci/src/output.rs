//! Destinations of formats, standard output or files, and colour.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use assay_mlir::files::Draft;
use assay_reports::render::human::Layout;
use assay_reports::render::json::Schema;
use assay_reports::render::named::Named;
use assay_reports::{Destination, Options, Renderer, Stream, render};
use clap::ValueEnum;

use crate::args::{Color, Format};
use crate::names;
use crate::pages;
use crate::paths::Top;
use crate::progress;
use crate::shell::quoted;

/// Reads `FORMAT` or `FORMAT=PATH` of the formats of a command; at most one may go to standard output, and `usual` does where none is
/// named.
///
/// # Errors
/// A word that is no format, a path that is missing, and two formats for standard output.
pub(crate) fn destinations<F: ValueEnum>(
    formats: &[String],
    usual: F,
) -> anyhow::Result<Vec<(F, Option<PathBuf>)>> {
    let mut list = Vec::new();
    if formats.is_empty() {
        list.push((usual, None));
    }
    for text in formats {
        let (word, path) = match text.split_once('=') {
            Some((word, path)) => (word, Some(PathBuf::from(path))),
            None => (text.as_str(), None),
        };
        let Ok(format) = F::from_str(word, true) else {
            let known: Vec<String> = F::value_variants()
                .iter()
                .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
                .collect();
            let near = names::meant(word, known.iter().map(String::as_str));
            bail!("`{word}` is no format; known are {}{near}", known.join(", "));
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
    Ok(list)
}

/// The validated `--format`s.
pub(crate) struct Outputs {
    list: Vec<(Format, Option<PathBuf>)>,
    color: bool,
    quiet: bool,
    schema: Schema,
    layout: Layout,
    verbose: bool,
}

impl Outputs {
    /// Reads `FORMAT` or `FORMAT=PATH`; at most one format may go to standard output.
    pub(crate) fn parse(formats: &[String], color: Color, quiet: bool) -> anyhow::Result<Outputs> {
        let list = destinations(formats, Format::Human)?;
        Ok(Outputs {
            list,
            color: wants_color(color),
            quiet,
            schema: Schema::default(),
            layout: Layout::default(),
            verbose: false,
        })
    }

    /// The same, with JSON by the schema of this number.
    pub(crate) fn schema(self, number: u8) -> Outputs {
        Outputs { schema: if number == 1 { Schema::One } else { Schema::Two }, ..self }
    }

    /// The same, with a layout of the report for people; `verbose` shows programs beside the values of their operations.
    pub(crate) fn layout(self, layout: Layout, verbose: bool) -> Outputs {
        Outputs { layout, verbose, ..self }
    }

    /// Tells if a format records the programs that were asked, for `assay diff`.
    pub(crate) fn records_tools(&self) -> bool {
        self.list.iter().any(|(format, _)| *format == Format::Json)
    }

    /// Tells if a format draws the patterns.
    pub(crate) fn draws(&self) -> bool {
        self.list.iter().any(|(format, _)| *format == Format::Html)
    }

    /// Opens every format.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn open(&self) -> anyhow::Result<Stream> {
        let mut stream = Stream::new();
        for (format, path) in &self.list {
            let out: Box<dyn Destination> = match path {
                Some(path) => {
                    let cannot = || format!("cannot write {}", path.display());
                    Box::new(Document(Some(BufWriter::new(Draft::create(path).with_context(cannot)?))))
                }
                None if self.quiet => Box::new(std::io::sink()),
                None => Box::new(Buffered(BufWriter::new(Stdout { closed: false }))),
            };
            stream.add(self.renderer(*format, path.is_none())?, out, path.is_none());
        }
        Ok(stream)
    }

    fn renderer(&self, format: Format, to_stdout: bool) -> anyhow::Result<Box<dyn Renderer>> {
        let width = if to_stdout { columns() } else { Options::default().width };
        let options = Options { color: self.color && to_stdout, width, verbose: self.verbose };
        let renderer: Box<dyn Renderer> = match format {
            Format::Human => Box::new(render::human::Human::with(options, self.layout.clone())),
            Format::Concise => Box::new(render::concise::Concise::default()),
            Format::Json => Box::new(render::json::Json::new(self.schema)),
            Format::Sarif => Box::new(render::sarif::Sarif::new(&pages::pages()?)),
            Format::Junit => Box::new(render::junit::Cases::default()),
            Format::Github => Box::new(render::github::Github::default()),
            Format::Gitlab => Box::new(render::gitlab::Gitlab::default()),
            Format::Html => Box::new(render::html::Html::new(pages::pages()?).of_run(command(), day())),
            Format::Markdown => Box::new(render::markdown::Markdown::new(pages::titles()?)),
        };
        Ok(if for_programs(format) { from_the_top(renderer) } else { renderer })
    }
}

/// The command of this run, without options that change no verdict.
fn command() -> String {
    let mut arguments = std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let mut out = String::from(env!("CARGO_BIN_NAME"));
    while let Some(argument) = arguments.next() {
        match argument.split_once('=').map_or(argument.as_str(), |(name, _)| name) {
            "--jobs" | "--format" | "--color" => {
                if !argument.contains('=') {
                    arguments.next();
                }
            }
            "--quiet" => {}
            _ => {
                out.push(' ');
                out.push_str(&quoted(&argument));
            }
        }
    }
    out
}

/// The day of this run; that of `SOURCE_DATE_EPOCH`, where it is set, so that a page can be made again.
fn day() -> String {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let moment = set.map_or_else(SystemTime::now, |seconds| UNIX_EPOCH + Duration::from_secs(seconds));
    let text = humantime::format_rfc3339_seconds(moment).to_string();
    text.split('T').next().unwrap_or_default().to_owned()
}

/// Tells if other programs read a format, which know the repository and not where the command was typed.
fn for_programs(format: Format) -> bool {
    match format {
        Format::Json | Format::Sarif | Format::Junit | Format::Github | Format::Gitlab => true,
        Format::Human | Format::Concise | Format::Html | Format::Markdown => false,
    }
}

/// The format with the names of files from the top of the repository.
pub(crate) fn from_the_top(renderer: Box<dyn Renderer>) -> Box<dyn Renderer> {
    let top = Top::here();
    Box::new(Named::new(renderer, Box::new(move |file| top.name(file))))
}

/// A file that appears when it is complete.
struct Document(Option<BufWriter<Draft>>);

impl Write for Document {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.as_mut().map_or(Ok(bytes.len()), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Destination for Document {
    fn complete(&mut self) -> io::Result<()> {
        let Some(out) = self.0.take() else { return Ok(()) };
        out.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }
}

/// Standard output, in larger pieces.
struct Buffered(BufWriter<Stdout>);

impl Write for Buffered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| stdout_error(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| stdout_error(&error))
    }
}

/// The error of a stream, which says by itself which one it is.
fn stdout_error(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

impl Destination for Buffered {}

/// Prints a text to standard output; a reader that has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = Stdout { closed: false };
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// The first failure of [`line()`].
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints a line to standard output; [`written`] tells if it failed.
pub(crate) fn line(words: fmt::Arguments<'_>) {
    let mut failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner);
    if failed.is_some() {
        return;
    }
    let done = writeln!(Stdout { closed: false }, "{words}");
    *failed = done.err();
}

/// Prints a piece of a text to standard output as it is; [`written`] tells if it failed.
pub(crate) fn piece(text: &str) {
    let mut failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner);
    if failed.is_none() {
        *failed = Stdout { closed: false }.write_all(text.as_bytes()).err();
    }
}

/// The outcome of all [`line()`]s so far.
///
/// # Errors
/// The first failure.
pub(crate) fn written() -> anyhow::Result<()> {
    let flushed = Stdout { closed: false }.flush();
    let failed = FAILED.lock().unwrap_or_else(PoisonError::into_inner).take();
    failed.map_or(flushed, Err).context("cannot write to standard output")
}

/// Standard output; a reader that has seen enough (`| head`) is no error.
struct Stdout {
    closed: bool,
}

impl Stdout {
    fn done(&mut self, result: io::Result<()>) -> io::Result<()> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            other => other,
        }
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.closed {
            let result = progress::aside(|| io::stdout().lock().write_all(bytes));
            self.done(result)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let result = progress::aside(|| io::stdout().lock().flush());
        self.done(result)
    }
}

fn wants_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => colored(std::io::stdout().is_terminal(), |name| std::env::var(name).ok()),
    }
}

/// The choice of `--color auto`: `NO_COLOR` wins, then what forces colours, then a terminal that has some, unless
/// `CLICOLOR=0`. A variable that is empty is not set; `CLICOLOR_FORCE=0` and `FORCE_COLOR=0` force nothing.
fn colored(terminal: bool, variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let forced = |name: &str| set(name).is_some_and(|value| value != "0" && value != "false");
    if set("NO_COLOR").is_some() {
        return false;
    }
    let refused = set("CLICOLOR").is_some_and(|value| value == "0");
    forced("FORCE_COLOR")
        || forced("CLICOLOR_FORCE")
        || terminal && !refused && set("TERM").is_none_or(|name| name != "dumb")
}

/// Columns of the terminal, where `COLUMNS` does not give others; those of a pipe are always the same.
fn columns() -> usize {
    let stdout = io::stdout();
    let size = terminal_size::terminal_size_of(&stdout);
    let size = size.map(|(terminal_size::Width(columns), _)| usize::from(columns));
    wide(stdout.is_terminal(), std::env::var("COLUMNS").ok(), size)
}

/// The width of lines on a terminal that has this variable and this size, or on a pipe.
fn wide(terminal: bool, variable: Option<String>, size: Option<usize>) -> usize {
    let usual = Options::default().width;
    let said = variable.and_then(|columns| columns.trim().parse().ok()).filter(|columns| *columns > 0);
    let columns = said.or(size).filter(|_| terminal);
    columns.map_or(usual, |columns: usize| columns.clamp(usual / 2, WIDEST))
}

/// Longer lines are hard to read.
const WIDEST: usize = 140;

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
            "`xml` is no format; known are human, concise, json, sarif, junit, github, gitlab, markdown, html"
        );
    }

    #[test]
    fn colours_follow_the_variables_that_other_tools_follow() {
        let of = |terminal, set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|(other, _)| *other == name);
            colored(terminal, |name| find(name).map(|(_, value)| (*value).to_owned()))
        };
        assert!(of(true, &[]) && of(true, &[("TERM", "xterm")]) && !of(false, &[]));
        assert!(!of(true, &[("TERM", "dumb")]) && !of(true, &[("NO_COLOR", "1")]));
        assert!(of(false, &[("FORCE_COLOR", "1")]) && of(false, &[("CLICOLOR_FORCE", "1")]));
        assert!(of(true, &[("TERM", "dumb"), ("FORCE_COLOR", "1")]) && of(true, &[("NO_COLOR", "")]));
        assert!(
            !of(false, &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]) && !of(false, &[("FORCE_COLOR", "0")])
        );
    }

    #[test]
    fn lines_are_as_wide_as_the_terminal_or_as_columns_says_there() {
        let columns = |text: &str| Some(text.to_owned());
        assert_eq!(wide(true, None, Some(100)), 100);
        assert_eq!(wide(true, columns("60"), Some(100)), 60);
        assert_eq!(wide(true, columns("wide"), Some(100)), 100);
        assert_eq!(wide(true, columns("0"), None), 80);
        assert_eq!((wide(true, columns("9"), None), wide(true, None, Some(400))), (40, 140));
        assert_eq!(wide(false, columns("60"), None), 80);
    }

    #[test]
    fn two_formats_cannot_share_standard_output() {
        assert!(error(&["human", "json"]).starts_with("only one format"));
        assert_eq!(error(&["human", "json=a.json", "concise=b.txt"]), "");
    }
}
