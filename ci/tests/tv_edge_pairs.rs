//! `assay tv` over the pairs of `corpus/tv/edges`: no right one is refuted, no wrong one is proved, and four of five are decided.

use std::path::{Path, PathBuf};
use std::process::Command;

use assay_testing::{Checked, Missing};
use serde_json::Value;

/// The verdicts of all functions and globals of two files.
fn verdicts(before: &Path, after: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("tv")
        .args([before, after])
        .args(["--format", "json", "--no-reduce"])
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let records = report["patterns"].as_array().expect("a list");
    records.iter().map(|record| record["verdict"].as_str().unwrap_or_default().to_owned()).collect()
}

fn of_the_pairs_at_the_edges_four_of_five_are_decided_and_none_wrongly() -> Checked {
    assay_verifier::smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tv/edges");
    let files = std::fs::read_dir(&folder).expect("the folder can be read");
    let mut afters: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    afters.retain(|path| path.extension().is_some_and(|end| end == "mlir"));
    afters.sort();
    let (mut count, mut decided, mut wrongly) = (0, 0, Vec::new());
    for after in afters {
        let name = after.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let Some((name, side)) = name.trim_end_matches(".mlir").rsplit_once('.') else { panic!("{name}") };
        if side == "before" {
            continue;
        }
        let found = verdicts(&folder.join(format!("{name}.before.mlir")), &after);
        let refuted = found.iter().any(|verdict| verdict == "refuted");
        let holds =
            !found.is_empty() && found.iter().all(|verdict| verdict == "proved" || verdict == "bounded");
        count += 1;
        decided += usize::from(refuted || holds);
        if (side == "right" && refuted) || (side == "wrong" && holds) {
            wrongly.push(format!("{name} {side}: {found:?}"));
        }
    }
    assert!(wrongly.is_empty(), "{wrongly:#?}");
    assert!(count >= 70 && decided * 5 >= count * 4, "{decided} of {count} are decided");
    Ok(())
}

assay_testing::tests!(of_the_pairs_at_the_edges_four_of_five_are_decided_and_none_wrongly);
