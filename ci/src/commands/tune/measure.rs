//! The cost of the program of a point: the median time of compiled code, or the number that a program of the user prints.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use assay_backend::value::Value;
use assay_ir::data::Program;
use assay_ir::text::{self, PrintOptions};
use assay_jit::Compiled;
use assay_mlir::process::{self, Ending, Limits};

use super::function::options;

/// The word for compiled code.
const JIT: &str = "jit";
/// Runs of compiled code, and the time behind which no other is made.
const RUNS: usize = 7;
const ENOUGH: Duration = Duration::from_secs(2);
/// Time of a program of the user.
const WALL: Duration = Duration::from_secs(3600);

/// The instrument of a measurement.
pub(super) enum Measure {
    /// Compiled code.
    Jit,
    /// A program with its arguments, and the folder for the files that it gets.
    Program(process::Program, tempfile::TempDir),
}

impl Measure {
    /// Reads the option; a program is looked up, and its words are split at white space.
    ///
    /// # Errors
    /// A program that is not there.
    pub(super) fn new(text: &str) -> anyhow::Result<Measure> {
        if text == JIT {
            return Ok(Measure::Jit);
        }
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { bail!("--measure: `jit`, or a program") };
        let path = process::locate(&PathBuf::from(first)).with_context(|| format!("--measure {text}"))?;
        let folder = tempfile::tempdir().context("no folder for the programs that are measured")?;
        Ok(Measure::Program(process::Program::new(path).args(words), folder))
    }

    /// The cost of a program, whose function was compiled.
    ///
    /// # Errors
    /// Why it has none.
    pub(super) fn cost(
        &mut self,
        program: &Program,
        compiled: &Compiled,
        arguments: &[Value],
    ) -> Result<f64, String> {
        match self {
            Measure::Jit => median(compiled, arguments),
            Measure::Program(measuring, folder) => {
                let file = folder.path().join("point.mlir");
                let text = text::print(program, &PrintOptions::default());
                std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
                printed(&measuring.clone().arg(file))
            }
        }
    }
}

/// The median time of runs in seconds; one run before them warms up.
fn median(compiled: &Compiled, arguments: &[Value]) -> Result<f64, String> {
    let run = || compiled.time(arguments, &options()).ok().flatten().ok_or("it does not come to an end");
    let mut times = vec![run()?];
    let mut all = times[0];
    if all < ENOUGH {
        times.clear();
    }
    while times.len() < RUNS && all < ENOUGH {
        let time = run()?;
        all += time;
        times.push(time);
    }
    times.sort();
    Ok(times[times.len() / 2].as_secs_f64())
}

/// The number that a program prints.
fn printed(program: &process::Program) -> Result<f64, String> {
    let limits = Limits { wall: WALL, memory: None, ..Limits::default() };
    match process::run(program, &[], &limits) {
        Ending::Exit { code: 0, stdout, .. } => {
            let said = stdout.text();
            let number = said.trim().parse().ok().filter(|number: &f64| number.is_finite());
            number.ok_or_else(|| format!("the measuring program prints no number: {:?}", head(&said)))
        }
        Ending::Exit { code, stderr, .. } => {
            Err(format!("the measuring program ends with {code}: {}", head(&stderr.text())))
        }
        Ending::Signal { signal, .. } => Err(format!("the measuring program ends with signal {signal}")),
        Ending::TimedOut { .. } => Err("the measuring program does not end".to_owned()),
        Ending::SpawnFailed(error) => Err(format!("the measuring program is not started: {error}")),
    }
}

/// The first line of a text.
fn head(text: &str) -> &str {
    text.trim().lines().next().unwrap_or_default()
}
