//! One `mlir-opt` binary and the two questions put to it: does this text parse, and what do these PDL
//! patterns make of this payload. Text in, typed outcome out.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

mod diagnostic;
mod submission;

pub use diagnostic::{Diagnostic, Place, Position, Severity};

pub(crate) use diagnostic::read_diagnostics;
pub(crate) use submission::Submission;

use crate::process::{Captured, Ending, Limits, Program, locate, run};

/// The name that is looked up in `PATH`: the release whose behaviour Assay describes.
pub const BINARY: &str = "mlir-opt-22";

/// Signals by which a program reports its own undefined behaviour: illegal instruction, trap, abort, bus
/// error, arithmetic error, segmentation violation.
const CRASH_SIGNALS: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// MLIR's answer to one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// MLIR accepted it; the printed result, ending in one line break.
    Ok(String),
    /// MLIR refused it. At least one of the diagnostics is an error.
    Error(Vec<Diagnostic>),
    /// MLIR crashed: what it was given is undefined behaviour there.
    Crash {
        /// The signal that ended it.
        signal: i32,
        /// Its standard error before the stack dump, whose addresses differ between runs.
        stderr: String,
    },
    /// It did not end within its wall-clock time.
    TimedOut,
    /// It ran into its memory limit.
    OutOfMemory,
    /// MLIR did not get to answer: it could not be started, refused its flags, was killed from outside,
    /// or printed more than the limit. The text says which.
    NoAnswer(String),
}

/// Why there is no usable `mlir-opt`.
#[derive(Debug, thiserror::Error)]
pub enum MlirOptError {
    /// There is no such program.
    #[error("mlir-opt not found: {0}")]
    NotFound(io::Error),
    /// The program says neither which version of MLIR it is, nor that it runs pipelines.
    #[error("{}: no compiler as mlir-opt is: `--version` names no LLVM, and `--help` no `--pass-pipeline`", .0.display())]
    NotMlirOpt(PathBuf),
}

/// How [`MlirOpt::parse_print`] parses and prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Print every operation in its generic form.
    pub generic: bool,
    /// Accept operations of dialects that are not registered.
    pub allow_unregistered: bool,
    /// An IRDL file whose dialects are registered first.
    pub irdl: Option<PathBuf>,
    /// Further flags, as they are given on the command line; passes among them are run.
    pub extra: Vec<String>,
}

/// A located `mlir-opt` binary.
#[derive(Clone, Debug)]
pub struct MlirOpt {
    path: PathBuf,
    version: String,
    limits: Limits,
}

/// A binary that is looked for when it is first asked for.
#[derive(Clone, Debug, Default)]
pub struct OnDemand(OnceLock<Option<MlirOpt>>);

impl OnDemand {
    /// The binary at a path, which is looked for at once, or else the one on `PATH`, which is looked for when it is needed.
    ///
    /// # Errors
    /// As [`MlirOpt::at`], for a path.
    pub fn new(path: Option<impl AsRef<Path>>) -> Result<OnDemand, MlirOptError> {
        Ok(match path {
            Some(path) => OnDemand(OnceLock::from(Some(MlirOpt::at(path)?))),
            None => OnDemand::default(),
        })
    }

    /// The binary; nothing where there is none.
    pub fn get(&self) -> Option<&MlirOpt> {
        self.0.get_or_init(|| MlirOpt::find().ok()).as_ref()
    }

    /// The binary, where it was asked for before.
    pub fn known(&self) -> Option<&MlirOpt> {
        self.0.get()?.as_ref()
    }
}

impl MlirOpt {
    /// The binary at `path`, with the default [`Limits`].
    ///
    /// # Errors
    /// When it is not there, or does not answer `--version` as mlir-opt does.
    pub fn at(path: impl AsRef<Path>) -> Result<MlirOpt, MlirOptError> {
        let path = locate(path.as_ref()).map_err(MlirOptError::NotFound)?;
        let limits = Limits::default();
        let version = installed(&path).map_err(MlirOptError::NotFound)?;
        match version {
            Some(version) => Ok(MlirOpt { path, version, limits }),
            None => Err(MlirOptError::NotMlirOpt(path)),
        }
    }

    /// The binary [`BINARY`] on `PATH`.
    ///
    /// # Errors
    /// As [`MlirOpt::at`].
    pub fn find() -> Result<MlirOpt, MlirOptError> {
        MlirOpt::at(BINARY)
    }

    /// The same binary under other limits. [`Limits::wall`] is the time of one text.
    pub fn with_limits(self, limits: Limits) -> MlirOpt {
        MlirOpt { limits, ..self }
    }

    /// Where the binary is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The LLVM version it was built from, such as `22.1.8`; the first line of what it says where it names none.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The limits of one run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The names of its passes; none where the binary does not list them.
    pub fn passes(&self) -> std::collections::BTreeSet<String> {
        let ending = self.run_raw("", &["--list-passes".into()], &self.limits);
        let Ending::Exit { code: 0, stdout, .. } = ending else { return Default::default() };
        let text = stdout.text();
        let names = text.lines().filter_map(|line| line.strip_prefix("  --")?.split_whitespace().next());
        names.map(str::to_owned).collect()
    }

    /// The names of the dialects that it has; `None` where the binary does not list them.
    pub fn dialects(&self) -> Option<std::collections::BTreeSet<String>> {
        let ending = self.run_raw("", &["--show-dialects".into()], &self.limits);
        let Ending::Exit { code: 0, stdout, .. } = ending else { return None };
        let text = stdout.text();
        // One line, or a line for each.
        let (_, names) = text.split_once("Available Dialects:")?;
        let names = names.split([',', '\n']).map(str::trim).filter(|name| !name.is_empty());
        Some(names.map(str::to_owned).collect())
    }

    /// The names of its pipelines of passes, which `--help` lists behind the passes; none where the binary does not list them.
    pub fn pipelines(&self) -> std::collections::BTreeSet<String> {
        let help = self.help().unwrap_or_default();
        let behind = help.lines().skip_while(|line| line.trim() != "Pass Pipelines:").skip(1);
        let indent = |line: &str| line.len() - line.trim_start().len();
        // Options of a pipeline are indented further, and the next option of the binary is indented less; so are values of options.
        let is_value = |line: &str| line.trim().starts_with('=');
        let first = behind.clone().next().map_or(0, indent);
        let names = behind
            .take_while(|line| indent(line) >= first || is_value(line))
            .filter(|line| indent(line) == first);
        names
            .filter_map(|line| line.trim().strip_prefix("--")?.split_whitespace().next())
            .map(str::to_owned)
            .collect()
    }

    /// The names of its passes and options, and of options of passes; none where the binary does not list them.
    pub fn names(&self) -> std::collections::BTreeSet<String> {
        let name = |line: &str| {
            let word = line.trim_start().strip_prefix("--")?.split(['=', ' ']).next()?;
            (!word.is_empty()).then(|| word.to_owned())
        };
        self.help().unwrap_or_default().lines().filter_map(name).collect()
    }

    /// The text of `--help`: passes with their options among it; nothing where the binary does not print it.
    pub fn help(&self) -> Option<String> {
        match self.run_raw("", &["--help".into()], &self.limits) {
            Ending::Exit { code: 0, stdout, .. } => Some(stdout.text()),
            _ => None,
        }
    }

    /// Runs the binary on `text` with further flags and returns how it ended, as it is: for what its streams say beside a
    /// program.
    pub fn ask(&self, text: &str, flags: &[String]) -> Ending {
        self.run_raw(text, &flags.iter().map(OsString::from).collect::<Vec<_>>(), &self.limits)
    }

    /// Parses, verifies and prints `text`. Diagnostics are placed in [`Place::Payload`].
    pub fn parse_print(&self, text: &str, options: &ParseOptions) -> Outcome {
        self.submit(&Submission::of_text(text), &options.flags())
    }

    /// Applies PDL patterns greedily to a payload with `-test-pdl-bytecode-pass`, and prints the module
    /// `@ir` that holds the payload.
    ///
    /// `patterns` is a sequence of `pdl.pattern` operations; MLIR silently ignores those inside a module
    /// of their own. `payload` is a sequence of operations. Both become the body of a module in one file,
    /// so definitions that are only allowed at the top of a file move there: a line that starts with
    /// `#name =` or `!name =` outside all brackets, with the lines after it until its brackets close, and
    /// a section `{-# .. #-}`. An alias of the payload whose name is also one of the patterns is renamed.
    ///
    /// The names of native constraints and rewrites are not looked at: that binary knows a fixed set of
    /// them and **silently runs another function** for any other name, so never send those. A dialect
    /// that is named only in patterns is not loaded: have an operation of it in the payload. Without any
    /// pattern MLIR 22.1 crashes.
    pub fn apply_pdl(&self, patterns: &str, payload: &str, irdl: Option<&Path>) -> Outcome {
        self.submit(&Submission::of_pdl(patterns, payload), &pdl_flags(irdl))
    }

    fn submit(&self, submission: &Submission, flags: &[OsString]) -> Outcome {
        let ending = self.run_raw(submission.text(), flags, &self.limits);
        classify(ending, submission)
    }

    pub(crate) fn run_raw(&self, text: &str, flags: &[OsString], limits: &Limits) -> Ending {
        // One thread: inputs are small, and diagnostics come in one order.
        let program = Program::new(&self.path)
            .arg("--mlir-disable-threading")
            .args(flags.iter().cloned())
            .env("LLVM_DISABLE_SYMBOLIZATION", "1");
        run(&program, text.as_bytes(), limits)
    }
}

impl ParseOptions {
    pub(crate) fn flags(&self) -> Vec<OsString> {
        let mut flags: Vec<OsString> = Vec::new();
        if self.generic {
            flags.push("--mlir-print-op-generic".into());
        }
        if self.allow_unregistered {
            flags.push("-allow-unregistered-dialect".into());
        }
        flags.extend(irdl_flag(self.irdl.as_deref()));
        flags.extend(self.extra.iter().map(OsString::from));
        flags
    }
}

pub(crate) fn pdl_flags(irdl: Option<&Path>) -> Vec<OsString> {
    let mut flags = vec!["-allow-unregistered-dialect".into(), "-test-pdl-bytecode-pass".into()];
    flags.extend(irdl_flag(irdl));
    flags
}

fn irdl_flag(irdl: Option<&Path>) -> Option<OsString> {
    let mut flag = OsString::from("--irdl-file=");
    flag.push(irdl?);
    Some(flag)
}

/// The outcome of a run that was given one submission.
pub(crate) fn classify(ending: Ending, submission: &Submission) -> Outcome {
    outcome(ending, |line| submission.place(line))
}

/// The outcome of a run; `place` says where a line of its standard input comes from.
pub(crate) fn outcome(ending: Ending, place: impl Fn(Position) -> Option<Place>) -> Outcome {
    match ending {
        Ending::Exit { code: 0, stdout, .. } => match stdout.is_complete() {
            true => Outcome::Ok(normalised(&stdout.text())),
            false => Outcome::NoAnswer("it printed more than the limit".into()),
        },
        Ending::Exit { code: 1, stderr, .. } => {
            let diagnostics = read_diagnostics(&stderr.text(), place);
            match diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
                true => Outcome::Error(diagnostics),
                false => Outcome::NoAnswer(before_stack_dump(&stderr)),
            }
        }
        // A wrapper script reports a signal this way.
        Ending::Exit { code, stderr, .. } if CRASH_SIGNALS.contains(&(code - 128)) => {
            crash(code - 128, &stderr)
        }
        Ending::Exit { code, stderr, .. } => {
            Outcome::NoAnswer(format!("exit code {code}: {}", before_stack_dump(&stderr)))
        }
        Ending::Signal { signal, stderr, .. } if CRASH_SIGNALS.contains(&signal) => crash(signal, &stderr),
        Ending::Signal { signal, .. } => Outcome::NoAnswer(format!("it was killed by signal {signal}")),
        Ending::TimedOut { .. } => Outcome::TimedOut,
        Ending::SpawnFailed(error) => Outcome::NoAnswer(format!("it could not be run: {error}")),
    }
}

fn crash(signal: i32, stderr: &Captured) -> Outcome {
    let stderr = before_stack_dump(stderr);
    // Nothing but these texts, of LLVM and of the C++ library, tells a failed allocation from a crash.
    match stderr.contains("LLVM ERROR: out of memory") || stderr.contains("std::bad_alloc") {
        true => Outcome::OutOfMemory,
        false => Outcome::Crash { signal, stderr },
    }
}

fn before_stack_dump(stderr: &Captured) -> String {
    let text = stderr.text();
    let lines = text.lines().take_while(|line| !line.starts_with("PLEASE submit") && *line != "Stack dump:");
    lines.take(20).collect::<Vec<_>>().join("\n")
}

/// Printed text with one line break at its end, however it was printed.
pub(crate) fn normalised(text: &str) -> String {
    format!("{}\n", text.trim_end())
}

/// The LLVM version that a program of MLIR says it was built from, if it does.
///
/// # Errors
/// When it cannot be started.
pub(crate) fn installed(path: &Path) -> io::Result<Option<String>> {
    match run(&Program::new(path).arg("--version"), b"", &Limits::default()) {
        Ending::Exit { code: 0, stdout, .. } => {
            let said = stdout.text();
            let own = || said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned);
            Ok(version(&said).or_else(|| own().filter(|_| runs_pipelines(path))))
        }
        Ending::SpawnFailed(error) => Err(error),
        _ => Ok(None),
    }
}

/// Tells if a program has the options of mlir-opt.
fn runs_pipelines(path: &Path) -> bool {
    let help = run(&Program::new(path).arg("--help"), b"", &Limits::default());
    matches!(help, Ending::Exit { code: 0, stdout, .. } if stdout.text().contains("--pass-pipeline"))
}

fn version(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("LLVM version ")?;
    rest.split_whitespace().next().map(str::to_owned)
}

#[cfg(test)]
mod tests;
