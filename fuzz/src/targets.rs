//! What the fuzz targets run: one name, one function over bytes, one folder of seeds each. Every target is also
//! run for a moment by the tests of this crate.

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::config::{Config, Mode, ProgramConfig};
use crate::oracle::{self, Failure};
use crate::subject::World;

/// One fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: `fuzz-NAME` is the binary, `seeds/NAME` the folder of its seeds.
    pub name: &'static str,
    /// Tries one input; the error is a finding.
    pub check: fn(&[u8]) -> Result<(), Failure>,
}

/// Arbitrary bytes through reader and printer.
pub const READER: Target = Target { name: "reader", check: |bytes| oracle::reader::check(bytes).map(|_| ()) };

/// Generated programs that MLIR accepts, and back from their text.
pub const PROGRAM: Target = Target {
    name: "program",
    check: |bytes| oracle::generated::check(&ProgramConfig::VALID, bytes).map(|_| ()),
};

/// Generated programs built wrong on purpose, and back from their text.
pub const ODD_PROGRAM: Target = Target {
    name: "odd-program",
    check: |bytes| oracle::generated::check(&ProgramConfig::ANY, bytes).map(|_| ()),
};

/// Generated patterns: the static verdict against execution.
pub const PATTERN: Target = Target { name: "pattern", check: judge };

/// All of them.
pub const ALL: &[Target] = &[READER, PROGRAM, ODD_PROGRAM, PATTERN];

/// Whatever needs a world. What was ever read stays in a context: a fresh one for each input would cost more than the
/// input itself.
fn in_world<T>(run: impl FnOnce(&World) -> T) -> T {
    thread_local! {
        static WORLD: Cell<(usize, Option<World>)> = const { Cell::new((0, None)) };
    }
    let (used, kept) = WORLD.take();
    let (used, world) = match kept {
        Some(world) if used < 1000 => (used + 1, world),
        _ => (0, World::new()),
    };
    let result = run(&world);
    WORLD.set((used, Some(world)));
    result
}

fn judge(bytes: &[u8]) -> Result<(), Failure> {
    in_world(|world| oracle::verdict::check(world, &Config::of(Mode::Valid), bytes).map(|_| ()))
}

impl Target {
    /// Tries one input.
    ///
    /// # Panics
    /// When a fact does not hold: libFuzzer takes a panic for a finding.
    pub fn run(&self, bytes: &[u8]) {
        if let Err(failure) = (self.check)(bytes) {
            panic!("{}: {failure}", self.name);
        }
    }

    /// Runs on the files that the command line names: how an input is tried without libFuzzer.
    pub fn replay(&self) -> ExitCode {
        for path in std::env::args_os().skip(1).map(PathBuf::from) {
            match std::fs::read(&path) {
                Ok(bytes) => self.run(&bytes),
                Err(error) => {
                    eprintln!("{}: {error}", path.display());
                    return ExitCode::FAILURE;
                }
            }
        }
        ExitCode::SUCCESS
    }

    /// Where its seeds are in the source tree.
    pub fn seeds(&self) -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(self.name)
    }
}
