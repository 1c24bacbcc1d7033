//! `tblgen-to-irdl`: ODS files in, the text of an IRDL dialect out.

use std::io;
use std::path::{Path, PathBuf};

use crate::process::{Ending, Limits, Program, locate, run};

/// The name that is looked up in `PATH`.
pub const BINARY: &str = "tblgen-to-irdl-22";

/// A located `tblgen-to-irdl` binary.
#[derive(Clone, Debug)]
pub struct TblgenToIrdl {
    path: PathBuf,
    limits: Limits,
}

impl TblgenToIrdl {
    /// The binary [`BINARY`] on `PATH`, with the default [`Limits`].
    ///
    /// # Errors
    /// When there is no such program.
    pub fn find() -> io::Result<TblgenToIrdl> {
        Ok(TblgenToIrdl { path: locate(Path::new(BINARY))?, limits: Limits::default() })
    }

    /// Runs it with `arguments` and takes what it prints.
    ///
    /// # Errors
    /// How it ended, when that was not well, with the first lines that it wrote to standard error.
    pub fn run(&self, arguments: &[String]) -> Result<String, String> {
        let program = Program::new(&self.path).args(arguments).env("LLVM_DISABLE_SYMBOLIZATION", "1");
        let (what, stderr) = match run(&program, b"", &self.limits) {
            Ending::Exit { code: 0, stdout, .. } if stdout.is_complete() => return Ok(stdout.text()),
            Ending::Exit { code: 0, .. } => return Err("it printed more than the limit".into()),
            Ending::Exit { code, stderr, .. } => (format!("exit code {code}"), stderr),
            Ending::Signal { signal, stderr, .. } => (format!("signal {signal}"), stderr),
            Ending::TimedOut { stderr, .. } => ("it did not end in time".to_owned(), stderr),
            Ending::SpawnFailed(error) => return Err(format!("it could not be run: {error}")),
        };
        let text = stderr.text();
        let lines: Vec<&str> = text.lines().take(8).collect();
        Err(format!("{what}: {}", lines.join("\n")))
    }
}
