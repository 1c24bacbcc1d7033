//! `mlir-pdll`: a PDLL text in, the PDL that it means out, with locations that point into the PDLL.

use std::io;
use std::path::{Path, PathBuf};

use crate::depfile;
use crate::opt::{self, Outcome, Place};
use crate::process::{Limits, Program, locate, run};
use crate::tblgen::ODS;

/// The name that is looked up in `PATH`.
pub const BINARY: &str = "mlir-pdll-22";

/// The name of the text itself in locations and diagnostics of `mlir-pdll`.
pub const OWN_TEXT: &str = "<stdin>";

/// A located `mlir-pdll` binary.
#[derive(Clone, Debug)]
pub struct MlirPdll {
    path: PathBuf,
    limits: Limits,
}

impl MlirPdll {
    /// The binary [`BINARY`] on `PATH`, with the default [`Limits`].
    ///
    /// # Errors
    /// When there is no such program.
    pub fn find() -> io::Result<MlirPdll> {
        Ok(MlirPdll { path: locate(Path::new(BINARY))?, limits: Limits::default() })
    }

    /// Where the binary is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The PDL that `text` means, as `-x=mlir` prints it. `include` is searched for included files, in order, and [`ODS`]
    /// last.
    ///
    /// Locations of the PDL and diagnostics name the file [`OWN_TEXT`] for places in `text` (the diagnostics as
    /// [`Place::Payload`]), and included files by their path. It stops at the first error, and then nothing of the
    /// text comes out.
    pub fn to_pdl(&self, text: &[u8], include: &[PathBuf]) -> Outcome {
        let program = self.program(include).arg("-");
        opt::outcome(run(&program, text, &self.limits), |line| Some(Place::Payload(line)))
    }

    /// The files that `text` includes, also through others; `None` where the text is refused.
    pub fn included(&self, text: &[u8], include: &[PathBuf]) -> Option<Vec<PathBuf>> {
        depfile::included(self.program(include), text, &self.limits)
    }

    fn program(&self, include: &[PathBuf]) -> Program {
        let program = Program::new(&self.path).arg("-x=mlir").env("LLVM_DISABLE_SYMBOLIZATION", "1");
        let folders = include.iter().map(PathBuf::as_path).chain([Path::new(ODS)]);
        folders.fold(program, |program, folder| program.arg("-I").arg(folder))
    }
}
