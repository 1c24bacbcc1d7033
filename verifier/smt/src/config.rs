//! Which solver is run, and how.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_mlir::process::{Ending, Limits, Program, locate, run};

/// The name by which Z3 as a library is asked for; it takes the feature `z3-inproc`.
pub const IN_PROCESS: &str = "z3-inproc";

/// The name by which Bitwuzla is asked for: a program, else its Python package.
pub const BITWUZLA: &str = "bitwuzla";

/// The program in Python that answers as Bitwuzla.
pub(crate) const BITWUZLA_PROCESS: &str = include_str!("bitwuzla_process.py");

/// A solver that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverPath {
    program: PathBuf,
    /// True if the program is Python, and the solver its package.
    package: bool,
}

/// There is no solver where one was looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no SMT solver: {place} ({reason}); `apt install z3` or `pip install z3-solver` gives one")]
pub struct SolverNotFound {
    /// Which of the three places was looked at.
    place: String,
    /// What is wrong there.
    reason: String,
}

impl SolverPath {
    /// The program to use: `explicit` if there is one, else the one that the variable `ASSAY_SOLVER`
    /// names, else `z3` beside this program, as Python packages install the two, else `z3` on `PATH`. A place that is
    /// named counts even if there is no program.
    ///
    /// # Errors
    /// When there is no executable file at that place.
    pub fn find(explicit: Option<&Path>) -> Result<SolverPath, SolverNotFound> {
        SolverPath::find_among(explicit, std::env::var_os("ASSAY_SOLVER").as_deref())
    }

    /// Bitwuzla in the Python environment that this program is installed in, as a package beside it.
    pub fn bitwuzla_beside() -> Option<SolverPath> {
        let program = std::env::current_exe().ok()?;
        SolverPath::bitwuzla_in(program.parent()?)
    }

    fn bitwuzla_in(folder: &Path) -> Option<SolverPath> {
        let python = locate(&folder.join("python3")).ok()?;
        let names = |folder: PathBuf| std::fs::read_dir(folder).into_iter().flatten().flatten();
        let begins = |entry: &std::fs::DirEntry, text: &str| {
            entry.file_name().to_str().is_some_and(|name| name.starts_with(text))
        };
        let versions = names(folder.parent()?.join("lib")).filter(|entry| begins(entry, "python3"));
        let mut packages = versions.flat_map(|version| names(version.path().join("site-packages")));
        packages
            .any(|entry| begins(&entry, "bitwuzla."))
            .then_some(SolverPath { program: python, package: true })
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.program
    }

    fn of_program(program: PathBuf) -> SolverPath {
        SolverPath { program, package: false }
    }

    fn find_among(explicit: Option<&Path>, variable: Option<&OsStr>) -> Result<SolverPath, SolverNotFound> {
        let variable = variable.filter(|value| !value.is_empty()).map(Path::new);
        let program = std::env::current_exe().ok();
        if let (None, None, Some(z3)) = (explicit, variable, program.as_deref().and_then(beside)) {
            return Ok(SolverPath::of_program(z3));
        }
        let (place, name) = match (explicit, variable) {
            (Some(path), _) => ("the one asked for is not there", path),
            (None, Some(path)) => ("the one that ASSAY_SOLVER names is not there", path),
            (None, None) => ("z3 is not installed", Path::new("z3")),
        };
        if name == Path::new(IN_PROCESS) {
            let found = in_process().map(|()| SolverPath::of_program(name.to_owned()));
            return found.map_err(|reason| SolverNotFound { place: place.into(), reason });
        }
        if name == Path::new(BITWUZLA)
            && locate(name).is_err()
            && let Ok(python) = locate(Path::new("python3"))
            && has_package(&python)
        {
            return Ok(SolverPath { program: python, package: true });
        }
        locate(name)
            .map(SolverPath::of_program)
            .map_err(|error| SolverNotFound { place: place.into(), reason: error.to_string() })
    }
}

/// Tells if Python has the package of Bitwuzla.
fn has_package(python: &Path) -> bool {
    let program = Program::new(python).args(["-c", "import bitwuzla"]);
    matches!(run(&program, &[], &Limits::default()), Ending::Exit { code: 0, .. })
}

/// The solver in the folder of a program.
fn beside(program: &Path) -> Option<PathBuf> {
    locate(&program.parent()?.join("z3")).ok()
}

/// Whether there is a library to ask.
#[cfg(feature = "z3-inproc")]
fn in_process() -> Result<(), String> {
    crate::InProcess::new().map(|_| ())
}

/// Whether there is a library to ask.
#[cfg(not(feature = "z3-inproc"))]
fn in_process() -> Result<(), String> {
    Err("this program was built without the feature z3-inproc".to_owned())
}

/// How one query is kept apart from the next in the same process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// By `(reset)`: the answer, the model and the resource units do not depend on earlier queries.
    #[default]
    Reset,
    /// By `(push)` and `(pop)`: a model, and whether the resource units suffice, may depend on what was
    /// asked before. Z3 answers with another part of itself then: small queries over datatypes become
    /// ten to thirty times faster, queries over bit-vectors up to ten times slower.
    Scope,
}

/// Which solver to run, and what one query may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverConfig {
    /// The program.
    pub path: PathBuf,
    /// Its arguments: with these it reads SMT-LIB 2 from standard input.
    pub arguments: Vec<OsString>,
    /// Time of one query: of the processor while the solver works, of the clock while it does not. It is a backstop: where
    /// it decides, the answer depends on the machine.
    pub timeout: Duration,
    /// Bytes of address space of the process.
    pub memory: Option<u64>,
    /// Resource units of one query, as the solver counts them (`:reproducible-resource-limit`). Z3 spends
    /// one to five million a second. A solver without such a limit is run without.
    pub resource_units: Option<u64>,
    /// How queries are kept apart.
    pub isolation: Isolation,
}

impl SolverConfig {
    /// The name of the solver in messages: that of its program, unless that only runs it.
    pub fn name(&self) -> String {
        match self.arguments.iter().any(|argument| argument == BITWUZLA_PROCESS) {
            true => BITWUZLA.to_owned(),
            false => self.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        }
    }

    /// The given solver with the arguments that solvers of its file name want, sixty seconds, four
    /// gibibytes, twenty million resource units, and queries that do not influence each other.
    pub fn new(path: SolverPath) -> SolverConfig {
        let name = path.program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let arguments: &[&str] = match () {
            () if path.package => &["-c", BITWUZLA_PROCESS],
            () if name.contains("z3") => &["-in", "-smt2"],
            () if name.contains("cvc5") => &["--lang=smt2", "--incremental", "--quiet"],
            () if name.contains("yices") => &["--incremental"],
            () => &[],
        };
        SolverConfig {
            path: path.program,
            arguments: arguments.iter().map(OsString::from).collect(),
            timeout: Duration::from_secs(60),
            memory: Some(4 << 30),
            resource_units: Some(20_000_000),
            isolation: Isolation::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_beside_a_program_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("assay");
        assert_eq!(beside(&program), None);
        let z3 = folder.path().join("z3");
        std::os::unix::fs::symlink("/bin/sh", &z3).unwrap();
        assert_eq!(beside(&program), Some(z3));
    }

    #[test]
    fn a_package_counts_where_python_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let (bin, packages) = (folder.path().join("bin"), folder.path().join("lib/python3.11/site-packages"));
        std::fs::create_dir_all(&bin).unwrap();
        std::fs::create_dir_all(&packages).unwrap();
        std::os::unix::fs::symlink("/bin/sh", bin.join("python3")).unwrap();
        assert_eq!(SolverPath::bitwuzla_in(&bin), None);
        std::fs::write(packages.join("bitwuzla.cpython-311-x86_64-linux-gnu.so"), "").unwrap();
        let found = SolverPath::bitwuzla_in(&bin).unwrap();
        assert_eq!(found.path(), bin.join("python3"));
        let config = SolverConfig::new(found);
        assert_eq!(config.arguments[0], "-c");
        assert_eq!(config.name(), "bitwuzla");
    }

    #[test]
    fn an_explicit_solver_comes_before_the_variable() {
        let found = SolverPath::find_among(Some(Path::new("/bin/sh")), Some(OsStr::new("/nowhere")));
        assert_eq!(found, Ok(SolverPath::of_program("/bin/sh".into())));
    }

    #[test]
    fn the_variable_comes_before_the_path() {
        let found = SolverPath::find_among(None, Some(OsStr::new("/bin/sh")));
        assert_eq!(found, Ok(SolverPath::of_program("/bin/sh".into())));
    }

    #[test]
    fn a_named_solver_that_is_missing_is_not_replaced_by_another() {
        for found in [
            SolverPath::find_among(Some(Path::new("/nowhere")), Some(OsStr::new("/bin/sh"))),
            SolverPath::find_among(None, Some(OsStr::new("/nowhere"))),
        ] {
            let text = found.expect_err("there is no such file").to_string();
            assert!(text.contains("apt install z3") && text.contains("pip install z3-solver"), "{text}");
        }
    }

    #[cfg(not(feature = "z3-inproc"))]
    #[test]
    fn the_library_is_refused_where_the_program_was_built_without() {
        let found = SolverPath::find_among(Some(Path::new(IN_PROCESS)), None);
        assert!(found.is_err_and(|error| error.to_string().contains("feature z3-inproc")));
    }

    #[test]
    fn solvers_get_the_arguments_their_names_call_for() {
        let first =
            |path: &str| SolverConfig::new(SolverPath::of_program(path.into())).arguments.first().cloned();
        assert_eq!(first("/usr/bin/z3-4.13"), Some("-in".into()));
        assert_eq!(first("/usr/bin/cvc5"), Some("--lang=smt2".into()));
        assert_eq!(first("/usr/bin/bitwuzla"), None);
    }
}
