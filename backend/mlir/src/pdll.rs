//! `mlir-pdll`: a PDLL text in, the PDL that it means out, with locations that point into the PDLL.

use std::io;
use std::path::{Path, PathBuf};

use crate::opt::{self, Outcome, Place};
use crate::process::{Limits, Program, locate, run};

/// The name that is looked up in `PATH`.
pub const BINARY: &str = "mlir-pdll-22";

/// What the locations and diagnostics of `mlir-pdll` call the text itself.
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

    /// The PDL that `text` means, as `-x=mlir` prints it. `include` is searched for included files, in order.
    ///
    /// Locations of the PDL and diagnostics name the file [`OWN_TEXT`] for places in `text` (the diagnostics as
    /// [`Place::Payload`]), and included files by their path. It stops at the first error, and then nothing of the
    /// text comes out.
    pub fn to_pdl(&self, text: &[u8], include: &[PathBuf]) -> Outcome {
        let mut program = Program::new(&self.path).arg("-x=mlir").env("LLVM_DISABLE_SYMBOLIZATION", "1");
        for folder in include {
            program = program.arg("-I").arg(folder);
        }
        opt::outcome(run(&program.arg("-"), text, &self.limits), |line| Some(Place::Payload(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opt::{Position, Severity};
    use crate::testing::tools_required;

    fn outcome(text: &str, include: &[PathBuf]) -> Option<Outcome> {
        match MlirPdll::find() {
            Ok(pdll) => Some(pdll.to_pdl(text.as_bytes(), include)),
            Err(error) => {
                assert!(!tools_required(), "{error}");
                println!("skipped: {error}");
                None
            }
        }
    }

    #[test]
    fn a_pattern_comes_out_as_pdl_with_places_in_the_text() {
        let Some(outcome) = outcome("Pattern Gone => erase op<foo.a>(x: Value);\n", &[]) else { return };
        let Outcome::Ok(pdl) = outcome else { panic!("{outcome:?}") };
        assert!(pdl.contains("pdl.pattern @Gone"), "{pdl}");
        assert!(pdl.contains("loc(\"<stdin>\":1:23)"), "{pdl}");
    }

    #[test]
    fn an_error_has_its_place() {
        let Some(outcome) = outcome("\nPattern A { erase none; }\n", &[]) else { return };
        let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
        assert_eq!(diagnostics[0].place, Place::Payload(Position { line: 2, column: 19 }));
        assert_eq!(diagnostics[0].severity, Severity::Error);
    }

    #[test]
    fn included_files_are_found_in_the_folders_and_named_in_errors() {
        let folder = tempfile::tempdir().expect("tests can make folders");
        let included = folder.path().join("part.pdll");
        std::fs::write(&included, "\nPattern A { erase none; }\n").expect("tests can write files");
        let Some(outcome) = outcome("#include \"part.pdll\"\n", &[folder.path().to_owned()]) else { return };
        let Outcome::Error(diagnostics) = outcome else { panic!("{outcome:?}") };
        let expected = (included.display().to_string(), Position { line: 2, column: 19 });
        let (file, position) = diagnostics[0].place.in_file().expect("the error is in a file");
        assert_eq!((file.to_owned(), position), expected);
    }
}
