//! `assay doctor`: which tools are found, where, in which version, what each is for, and whether it is needed; with `--patterns` the
//! pattern set of a binary (`tv::pattern_set`).

use std::fmt::Display;
use std::path::Path;

use assay_mlir::process::locate;
use assay_mlir::{MlirOpt, MlirPdll, MlirRunner, Tblgen};
use assay_smt::{BITWUZLA, Solver, SolverConfig, SolverPath};

use super::tv;
use crate::args::{self, DoctorArgs};
use crate::exit::Exit;

/// Prints two lines per tool; a missing solver is trouble, a missing optional tool is none.
pub(crate) fn run(args: &DoctorArgs) -> anyhow::Result<Exit> {
    if args.patterns {
        return tv::pattern_set::run(args);
    }
    let solver = args.solver.as_deref();
    say!("assay        {}", args::VERSION);
    let found = identity(solver);
    let exit = if found.is_ok() { Exit::Clean } else { Exit::Trouble };
    tool("solver", found, "needed to decide types and values; `--rules S` does without");
    let found = MlirOpt::find();
    let runner = found.as_ref().ok().map(|opt| MlirRunner::find(opt.clone()).map(|runner| describe(&runner)));
    let opt = found.map(|opt| format!("{} {}", opt.version(), opt.path().display()));
    tool("mlir-opt", opt, "optional: `check --confirm-mlir`, `tv --pass` and `opt` run it");
    if let Some(runner) = runner {
        tool("mlir-runner", runner, "optional: `check --confirm-mlir` compares values by it");
    }
    let pdll = MlirPdll::find().map(|pdll| pdll.path().display().to_string());
    tool("mlir-pdll", pdll, "optional: reads .pdll files");
    let tblgen = Tblgen::find().map(|tblgen| tblgen.path().display().to_string());
    tool("llvm-tblgen", tblgen, "optional: reads DRR records of .td files");
    let cpp = if cfg!(feature = "cpp") { "built in" } else { "not built in (feature `cpp`)" };
    tool(
        "C++ reader",
        Ok::<_, String>(cpp.to_owned()),
        "reads rewrites of .cpp files; `--dialect F.td --include DIR` for a dialect of yours",
    );
    let bitwuzla = match SolverPath::bitwuzla_beside() {
        Some(path) => identity_of(&path),
        None => SolverPath::find(Some(Path::new(BITWUZLA)))
            .map_err(|error| error.to_string())
            .and_then(|path| identity_of(&path)),
    };
    tool(
        BITWUZLA,
        bitwuzla.map_err(|_| "`pip install bitwuzla`"),
        "optional: asked where the solver gives up, on products, quotients and shifts of wide integers; of its own accord beside \
         this program, else by `--fallback-solver bitwuzla`",
    );
    let cvc5 = locate(Path::new("cvc5")).map(|path| path.display().to_string());
    tool("cvc5", cvc5, "optional: checks answers of the solver, `check --cross-check`");
    Ok(exit)
}

/// Version and place of mlir-runner, and a note where mlir-opt is of another version.
fn describe(runner: &MlirRunner) -> String {
    let note = runner.mismatch().map_or_else(String::new, |mismatch| format!(" ({mismatch})"));
    format!("{} {}{note}", runner.version().unwrap_or("of unknown version"), runner.path().display())
}

/// Version and place of the solver.
fn identity(solver: Option<&Path>) -> Result<String, String> {
    let path = SolverPath::find(solver).map_err(|error| format!("not found: {error}"))?;
    identity_of(&path)
}

fn identity_of(path: &SolverPath) -> Result<String, String> {
    let mut solver = Solver::new(SolverConfig::new(path.clone()));
    match solver.identity() {
        Ok(identity) => Ok(format!("{identity} {}", path.path().display())),
        Err(reason) => Err(format!("{} does not answer: {reason}", path.path().display())),
    }
}

fn tool(name: &str, found: Result<String, impl Display>, reason: &str) {
    match found {
        Ok(words) => say!("{name:<12} {words}"),
        Err(error) => {
            // Some errors say themselves what is not found.
            let words = error.to_string();
            let lead = format!("{name} not found: ");
            let words = words.strip_prefix(&lead).or(words.strip_prefix("not found: ")).unwrap_or(&words);
            say!("{name:<12} not found: {words}");
        }
    }
    say!("             {reason}");
}
