//! `assay opt -- mlir-opt ARGS`: the wrapped binary runs as it was called, with its own streams and exit status, and what its
//! passes did is judged on the side. Findings and the verdicts of the call go to the file of `--log`, and nothing is added to the
//! streams then; without it they go to standard error.

use std::ffi::{OsStr, OsString};
use std::fs::OpenOptions;
use std::io::{IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::process::exit;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use assay_ir::spec::Registry;
use assay_mlir::process::{Ending, Limits, Program, locate, run as start};
use assay_mlir::{MlirOpt, files, lit};

use super::tv::{Passes, beside, own};
use crate::args::OptArgs;
use crate::exit::Exit;

/// Time that the wrapped binary may take; the caller has a limit of its own.
const WALL: Duration = Duration::from_secs(24 * 3600);

/// Runs the wrapped binary and exits with its status.
pub(crate) fn run(args: &OptArgs) -> Result<Exit> {
    let Some((binary, rest)) = args.command.split_first() else { bail!("give a command behind `--`") };
    // Before the binary runs: descriptions that cannot be used are a fault of the call.
    let own = own(&args.descriptions, false)?;
    let path = locate(Path::new(binary)).context("the wrapped binary")?;
    let call = Call::parse(rest)?;
    let limits = Limits { wall: WALL, memory: None, output: usize::MAX };
    let ending = start(&Program::new(binary).args(rest.iter().cloned()), &call.stdin, &limits);
    let status = match ending {
        Ending::Exit { code, stdout, stderr } => forward(&stdout.bytes, &stderr.bytes).map(|()| code)?,
        Ending::Signal { signal, stdout, stderr } => {
            forward(&stdout.bytes, &stderr.bytes).map(|()| 128 + signal)?
        }
        Ending::TimedOut { stdout, stderr } => forward(&stdout.bytes, &stderr.bytes).map(|()| 124)?,
        Ending::SpawnFailed(error) => bail!("{}: {error}", path.display()),
    };
    // The wrapped binary has answered; what goes wrong on the side does not change that.
    let text = call.judge(&path, own).unwrap_or_else(|error| format!("not judged: {error:#}\n"));
    match &args.log {
        Some(log) => {
            let _ = append(log, &text);
        }
        None => text.lines().for_each(|line| eprintln!("assay: {line}")),
    }
    exit(status)
}

fn forward(stdout: &[u8], stderr: &[u8]) -> Result<()> {
    // A reader that has seen enough is no error of the binary.
    let _ = std::io::stderr().write_all(stderr);
    let _ = std::io::stdout().write_all(stdout).and_then(|()| std::io::stdout().flush());
    Ok(())
}

fn append(log: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().create(true).append(true).open(log)?.write_all(text.as_bytes())
}

/// A call of the binary.
struct Call {
    words: Vec<String>,
    /// The input, where it is a file.
    file: Option<String>,
    stdin: Vec<u8>,
}

impl Call {
    fn parse(arguments: &[OsString]) -> Result<Call> {
        let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let file = words.iter().find(|word| !word.starts_with('-')).cloned();
        let mut stdin = Vec::new();
        let reads =
            (file.is_none() || words.iter().any(|word| word == "-")) && !std::io::stdin().is_terminal();
        if reads {
            std::io::stdin().lock().read_to_end(&mut stdin).context("standard input")?;
        }
        Ok(Call { words, file, stdin })
    }

    /// The verdicts on the passes of the call and its input: a line for each finding, and one for the verdicts.
    fn judge(&self, path: &Path, own: Option<Registry>) -> Result<String> {
        let opt = MlirOpt::at(path)?;
        let known = opt.passes();
        let options = self.words.iter().filter(|word| Some(*word) != self.file.as_ref() && *word != "-");
        let mut arguments = Vec::new();
        for word in options {
            arguments.extend(lit::option(word, &known)?);
        }
        if arguments.is_empty() {
            return Ok(String::new());
        }
        let (name, bytes) = match &self.file {
            Some(file) => (file.clone(), files::read(Path::new(OsStr::new(file)), files::LONGEST_TEXT)?),
            None => ("<stdin>".to_owned(), self.stdin.clone()),
        };
        let source = String::from_utf8(bytes).context("the input is no text")?;
        beside(opt, &name, source, Passes::of_arguments(arguments), own)
    }
}
