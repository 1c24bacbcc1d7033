//! The Python package of the wheel: typed reports of the program under test, exceptions for usage, nothing printed; the page about
//! it runs.

use std::path::Path;
use std::process::Command;

use assay_testing::{Checked, Missing};

use crate::command::RIGHT;

fn the_package_gives_back_what_the_program_reports() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    Command::new("python3").arg("--version").output().map_err(Missing::new)?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let wrong = RIGHT.replace("andi", "addi").replace("@right", "@wrong");
    for (name, text) in [("right.mlir", RIGHT), ("wrong.mlir", &wrong)] {
        std::fs::write(folder.path().join(name), text).expect("the folder can be written");
    }
    let done = Command::new("python3")
        .arg(here.join("tests/python/report.py"))
        .arg(here.join("../reports/schema/report.v2.json"))
        .arg(here.join("../reports/docs/python.md"))
        .current_dir(folder.path())
        .env("PYTHONPATH", here.join("python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("ASSAY", env!("CARGO_BIN_EXE_assay"))
        .output()
        .expect("Python can be run");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}

fn a_coordinator_has_its_folder_alone_and_knows_which_shards_are_open() -> Checked {
    Command::new("python3").arg("--version").output().map_err(Missing::new)?;
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let done = Command::new("python3")
        .arg(here.join("tests/python/cluster.py"))
        .current_dir(folder.path())
        .env("PYTHONPATH", here.join("python"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python can be run");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}

assay_testing::tests!(
    a_coordinator_has_its_folder_alone_and_knows_which_shards_are_open,
    the_package_gives_back_what_the_program_reports,
);
