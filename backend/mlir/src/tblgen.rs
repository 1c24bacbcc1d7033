//! `llvm-tblgen`: a TableGen text in, its records as JSON out.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::depfile;
use crate::opt::{self, Outcome, Place};
use crate::process::{Limits, Program, locate, run};

/// The name that is looked up in `PATH`.
pub const BINARY: &str = "llvm-tblgen-22";

/// Where Debian's `libmlir-22-dev` has the ODS files; searched last.
pub const ODS: &str = "/usr/lib/llvm-22/include";

/// A located `llvm-tblgen` binary.
#[derive(Clone, Debug)]
pub struct Tblgen {
    path: PathBuf,
    limits: Limits,
}

impl Tblgen {
    /// The binary [`BINARY`] on `PATH`. ODS files of large dialects take seconds and tens of mebibytes.
    ///
    /// # Errors
    /// When there is no such program.
    pub fn find() -> io::Result<Tblgen> {
        let limits = Limits { wall: Duration::from_secs(60), output: 512 << 20, ..Limits::default() };
        Ok(Tblgen { path: locate(Path::new(BINARY))?, limits })
    }

    /// The binary.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The records of `text` and of what it includes, as `--dump-json` prints them. `include` is searched for included
    /// files, in order. Places in `text` name the file `<stdin>`, and others their file without its folders; diagnostics
    /// name `text` as [`Place::Payload`].
    pub fn records(&self, text: &[u8], include: &[PathBuf]) -> Outcome {
        let program = self.program(include).arg("-");
        opt::outcome(run(&program, text, &self.limits), |line| Some(Place::Payload(line)))
    }

    /// The files that `text` includes, also through others; `None` where the text is refused.
    pub fn included(&self, text: &[u8], include: &[PathBuf]) -> Option<Vec<PathBuf>> {
        depfile::included(self.program(include), text, &self.limits)
    }

    fn program(&self, include: &[PathBuf]) -> Program {
        let program = Program::new(&self.path).arg("--dump-json").env("LLVM_DISABLE_SYMBOLIZATION", "1");
        let folders = include.iter().map(PathBuf::as_path).chain([Path::new(ODS)]);
        folders.fold(program, |program, folder| program.arg("-I").arg(folder))
    }
}
