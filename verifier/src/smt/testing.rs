//! Solvers for tests. A real one where it is installed: without it tests skip with a message, or fail where the environment
//! says that the tools must be there. And scripts that stand in for one.

use assay_mlir::testing::{REQUIRE, tools_required};

use super::solver::{SolverConfig, SolverPath};

/// A real Z3 for a test: the program that `ASSAY_SOLVER` names, else `z3` on `PATH`. Without it, prints
/// why the test is skipped and answers `None`.
///
/// # Panics
/// When it is missing and [`tools_required`].
pub fn solver_or_skip() -> Option<SolverConfig> {
    match SolverPath::find(None) {
        Ok(path) => Some(SolverConfig::new(path)),
        Err(error) => {
            assert!(!tools_required(), "{REQUIRE}=1, but {error}");
            println!("skipped: z3 not found");
            None
        }
    }
}

/// A shell script that behaves as a solver until it is asked `(check-sat)`, and then does as `check` says; `value` is its
/// reply to `(get-value ..)`. `$n` counts the questions.
pub fn script(check: &str, value: &str) -> String {
    format!(
        r#"n=0; while read -r line; do case "$line" in
        '(echo '*) marker=${{line#*\"}}; echo "${{marker%\"*}}";;
        '(get-info :name)') echo '(:name "Stub")';;
        '(get-info :version)') echo '(:version "1")';;
        '(get-info :reason-unknown)') echo '(:reason-unknown incomplete)';;
        '(check-sat)') n=$((n+1)); {check};;
        '(get-value'*) {value};;
        esac; done"#
    )
}

/// The solver that such a script is.
///
/// # Panics
/// Where there is no shell.
pub fn stub(check: &str, value: &str) -> SolverConfig {
    let path = SolverPath::find(Some("/bin/sh".as_ref())).expect("there is a shell");
    SolverConfig { arguments: vec!["-c".into(), script(check, value).into()], ..SolverConfig::new(path) }
}
