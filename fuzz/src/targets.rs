//! What the fuzz targets run: one name, one function over bytes, one folder of seeds each. Every target is also
//! run for a moment by the tests of this crate.

use std::cell::Cell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use arbitrary::Unstructured;
use assay_ir::data::Program;
use assay_mlir::MlirOpt;

use crate::campaign::plan::ENGINE;
use crate::config::{Config, Mode, PayloadConfig, ProgramConfig};
use crate::generate::ChoiceSource;
use crate::oracle::engine_mlir::{Agreement, Question, ask, predict};
use crate::oracle::{self, Failure};
use crate::outcome::Outcome;
use crate::subject::{FuzzContext, GeneratedPattern, Trial};

/// One fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name: `fuzz-NAME` is the binary.
    pub name: &'static str,
    /// The folder of its seeds, from the root of the repository; there need be none.
    pub seeds: &'static str,
    /// Tries one input; the error is a finding.
    pub check: fn(&[u8]) -> Result<(), Failure>,
}

/// Arbitrary bytes through reader and printer.
pub const READER: Target = Target {
    name: "reader",
    seeds: "fuzz/seeds/reader",
    check: |bytes| oracle::reader::check(bytes).map(|_| ()),
};

/// Generated programs that MLIR accepts, and back from their text.
pub const PROGRAM: Target = Target {
    name: "program",
    seeds: "",
    check: |bytes| oracle::generated::check(&ProgramConfig::VALID, bytes).map(|_| ()),
};

/// Generated programs built wrong on purpose, and back from their text.
pub const ODD_PROGRAM: Target = Target {
    name: "odd-program",
    seeds: "",
    check: |bytes| oracle::generated::check(&ProgramConfig::ANY, bytes).map(|_| ()),
};

/// Generated patterns: the static verdict against execution.
pub const PATTERN: Target = Target { name: "pattern", seeds: "", check: judge };

/// Generated patterns: a rewrite that is rolled back leaves nothing behind, and both matchers agree.
pub const UNDO: Target = Target { name: "undo", seeds: "", check: undo };

/// Random edits of generated programs below checkpoints: a rollback gives the program of its checkpoint.
pub const JOURNAL: Target = Target {
    name: "journal",
    seeds: "",
    check: |bytes| in_world(|world| oracle::journal::check(world, bytes)),
};

/// Generated patterns: both engines compute the same before the rewrite and after it.
pub const EXECUTION: Target = Target { name: "execution", seeds: "", check: execution };

/// Generated patterns on generated programs: our engine against real MLIR. Holds where there is no MLIR.
pub const ENGINE_MLIR: Target = Target { name: "engine-mlir", seeds: "", check: engine_mlir };

/// Generated programs, in order and damaged: our checker against MLIR's verifier. Holds where there is no MLIR.
pub const WELLFORMED_MLIR: Target = Target { name: "wellformed-mlir", seeds: "", check: wellformed_mlir };

/// Bytes as C++: paths that are read are patterns.
#[cfg(feature = "cpp")]
pub const CPP: Target =
    Target { name: "cpp", seeds: "corpus/cpp", check: |bytes| oracle::cpp::check(bytes).map(|_| ()) };

/// Bytes as array programs, and back from their text.
pub const RISE: Target =
    Target { name: "rise", seeds: "fuzz/seeds/rise", check: |bytes| oracle::rise::check(bytes).map(|_| ()) };

/// Bytes as transform scripts, audited.
pub const SCRIPT: Target = Target {
    name: "script",
    seeds: "fuzz/seeds/script",
    check: |bytes| oracle::script::check(bytes).map(|_| ()),
};

/// All of them.
pub const ALL: &[Target] = &[
    READER,
    PROGRAM,
    ODD_PROGRAM,
    PATTERN,
    UNDO,
    JOURNAL,
    EXECUTION,
    ENGINE_MLIR,
    WELLFORMED_MLIR,
    #[cfg(feature = "cpp")]
    CPP,
    RISE,
    SCRIPT,
];

/// Whatever needs a world. What was ever read stays in a context: a fresh one for each input would cost more than the
/// input itself.
fn in_world<T>(run: impl FnOnce(&FuzzContext) -> T) -> T {
    thread_local! {
        static WORLD: Cell<(usize, Option<FuzzContext>)> = const { Cell::new((0, None)) };
    }
    let (used, kept) = WORLD.take();
    let (used, world) = match kept {
        Some(world) if used < 1000 => (used + 1, world),
        _ => (0, FuzzContext::new()),
    };
    let result = run(&world);
    WORLD.set((used, Some(world)));
    result
}

fn judge(bytes: &[u8]) -> Result<(), Failure> {
    in_world(|world| oracle::verdict::check(world, &Config::for_mode(Mode::Valid), bytes).map(|_| ()))
}

/// A pattern and some payloads of it, from bytes.
fn with_trials(
    bytes: &[u8],
    layouts: PayloadConfig,
    once: bool,
    check: impl FnOnce(&FuzzContext, &GeneratedPattern, &[Trial]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    in_world(|world| {
        let mut config = Config { payload: layouts, ..Config::for_mode(Mode::Valid) };
        config.pattern.once = once;
        let subject = GeneratedPattern::new(world, &config, &mut Unstructured::new(bytes));
        let seed = bytes.iter().rev().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        check(world, &subject, &subject.trials(world, &config.payload, seed))
    })
}

const FEW: PayloadConfig = PayloadConfig { layouts: 4, ..PayloadConfig::DEFAULT };

fn undo(bytes: &[u8]) -> Result<(), Failure> {
    with_trials(bytes, FEW, false, |world, subject, trials| {
        let Some(pattern) = subject.pattern() else { return Ok(()) };
        trials
            .iter()
            .try_for_each(|trial| oracle::undo::check(world, pattern, &trial.payload.program, [trial.anchor]))
    })
}

fn execution(bytes: &[u8]) -> Result<(), Failure> {
    let layouts = PayloadConfig { executable: true, ..FEW };
    with_trials(bytes, layouts, false, |world, _, trials| {
        let dice = &mut ChoiceSource(&mut Unstructured::new(bytes));
        for trial in trials {
            let before = &trial.payload.program;
            let Some(inputs) = oracle::execution::arguments(before, 4, dice) else { continue };
            for run in trial.runs.iter().filter(|run| run.outcome == Outcome::WellFormed) {
                oracle::execution::compare(world, before, &run.after, &inputs)?;
            }
        }
        Ok(())
    })
}

/// MLIR, looked for once.
fn mlir() -> Option<&'static MlirOpt> {
    static FOUND: OnceLock<Option<MlirOpt>> = OnceLock::new();
    FOUND.get_or_init(|| MlirOpt::find().ok()).as_ref()
}

fn engine_mlir(bytes: &[u8]) -> Result<(), Failure> {
    let Some(opt) = mlir() else { return Ok(()) };
    with_trials(bytes, FEW, true, |world, subject, trials| {
        let Some(pattern) = subject.pattern() else { return Ok(()) };
        let question = |trial: &Trial| Question {
            pattern: subject.text.clone(),
            payload: assay_ir::text::print(&trial.payload.program, &Default::default()),
            prediction: predict(world, &[pattern], &trial.payload.program),
        };
        let questions: Vec<Question> = trials.iter().map(question).collect();
        for (question, answer) in questions.iter().zip(ask(world, opt, &questions, 64)) {
            if let Agreement::Differs(why) = answer.agreement {
                return Err(Failure::new(
                    ENGINE,
                    format!("{why}\n{}\n{}", question.pattern, question.payload),
                ));
            }
        }
        Ok(())
    })
}

fn wellformed_mlir(bytes: &[u8]) -> Result<(), Failure> {
    let Some(opt) = mlir() else { return Ok(()) };
    with_trials(bytes, FEW, false, |world, _, trials| {
        let seed = bytes.iter().fold(0u64, |seed, byte| seed.rotate_left(7) ^ u64::from(*byte));
        let variants = |trial: &Trial| oracle::wellformed_mlir::variants(&trial.payload.program, seed);
        let programs: Vec<Program> = trials.iter().flat_map(variants).collect();
        let programs: Vec<&Program> = programs.iter().collect();
        oracle::wellformed_mlir::check_all(world, opt, &programs).into_iter().collect()
    })
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

    /// Where its seeds are in the source tree; `None` where it has none.
    pub fn seeds(&self) -> Option<PathBuf> {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        (!self.seeds.is_empty()).then(|| root.join(self.seeds))
    }
}
