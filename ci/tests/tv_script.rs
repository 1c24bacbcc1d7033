//! `assay tv --script`: a transform script is judged step by step.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_testing::{Checked, Missing};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_script")
}

fn run(program: &str, script: &str) -> Result<Output, Missing> {
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["tv", program, "--script", script, "--format", "concise"])
        .current_dir(folder())
        .output()
        .expect("the binary under test can be run");
    Ok(done)
}

fn output(done: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

fn the_step_that_changes_the_meaning_is_named() -> Checked {
    for (program, script, line) in [("program.mlir", "jam.mlir", 6), ("both.mlir", "both.mlir", 21)] {
        let done = run(program, script)?;
        let text = output(&done);
        assert_eq!(done.status.code(), Some(1), "{text}");
        assert!(text.contains("[V304]"), "{text}");
        assert!(text.contains(&format!("transform.loop.unroll_and_jam at {script}:{line}")), "{text}");
    }
    Ok(())
}

fn a_right_script_has_no_finding() -> Checked {
    let done = run("program.mlir", "unroll.mlir")?;
    let text = output(&done);
    assert_eq!(done.status.code(), Some(0), "{text}");
    assert!(text.contains("1 proved") || text.contains("1 bounded"), "{text}");
    Ok(())
}

fn a_step_that_fails_is_named() -> Checked {
    let done = run("program.mlir", "fails.mlir")?;
    let text = output(&done);
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(text.contains("[C516]") && text.contains("transform.split_handle at fails.mlir:4"), "{text}");
    Ok(())
}

/// The output buffer of a process is lost when a signal ends it, so the step is found by shorter scripts.
fn a_crash_names_the_step_under_which_it_comes() -> Checked {
    let done = run("filled.mlir", "crashes.mlir")?;
    let text = output(&done);
    assert_eq!(done.status.code(), Some(1), "{text}");
    assert!(
        text.contains("[X701] `transform.structured.tile_using_for at crashes.mlir:6` crashes"),
        "{text}"
    );
    Ok(())
}

fn a_script_without_an_entry_is_an_error() -> Checked {
    let done = run("program.mlir", "entry.mlir")?;
    let text = output(&done);
    assert_eq!(done.status.code(), Some(2), "{text}");
    assert!(text.contains("@__transform_main") && text.contains("@main"), "{text}");
    Ok(())
}

assay_testing::tests!(
    a_crash_names_the_step_under_which_it_comes,
    the_step_that_changes_the_meaning_is_named,
    a_right_script_has_no_finding,
    a_step_that_fails_is_named,
    a_script_without_an_entry_is_an_error,
);
