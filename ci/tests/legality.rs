//! `assay audit --legality`: passes of MLIR against drawn nests. What a pass ignores is a finding with a program, what it refuses without
//! a reason is a note, and a run goes on from its folder.

use std::path::Path;
use std::process::Output;

use assay_testing::{Checked, Missing};
use serde_json::Value;

use crate::command::{assay, text};

fn legality(folder: &Path, arguments: &[&str]) -> Output {
    let lead: &[&str] = &["audit", "--legality", "--nests", "4", "--jobs", "2"];
    assay(folder, &[lead, arguments].concat())
}

/// A folder, where there is a binary to run.
fn folder() -> Result<tempfile::TempDir, Missing> {
    assay_mlir::MlirOpt::find().map_err(Missing::new)?;
    Ok(tempfile::tempdir().expect("a folder can be made"))
}

/// The records of a run, by name.
fn records(output: &Output) -> Vec<Value> {
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", text(output)));
    report["patterns"].as_array().cloned().unwrap_or_else(|| panic!("{report}"))
}

fn a_pass_without_a_check_of_distances_is_refuted_by_a_nest() -> Checked {
    let folder = folder()?;
    let asked = ["--pass", "affine-loop-tile{tile-size=4}", "--conditions", "independent,mixed-distance"];
    let done = legality(folder.path(), &[&asked[..], &["--format", "json"]].concat());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let [independent, mixed] = &records(&done)[..] else { panic!("{}", text(&done)) };
    assert_eq!(independent["verdict"], "bounded", "{independent}");
    assert_eq!(independent["scope"], "4 of 4 nests changed, 16 inputs each", "{independent}");
    assert_eq!(mixed["verdict"], "refuted");
    let finding = &mixed["findings"][0];
    assert_eq!((&finding["code"], &finding["level"]), (&"V304".into(), &"error".into()));
    assert!(
        finding["before"].as_str().is_some_and(|text| text.contains("affine.for")),
        "{}",
        finding["before"]
    );
    let people = text(&legality(folder.path(), &asked));
    assert!(
        people.contains("assay audit --legality --pass") && people.contains("--conditions mixed-distance")
    );
    let row = people.lines().find(|line| line.trim_start().starts_with("mixed-distance  "));
    assert!(row.is_some_and(|row| row.ends_with("ignores")), "{people}");
    Ok(())
}

fn a_legal_nest_that_stays_is_a_note() -> Checked {
    let folder = folder()?;
    let asked = ["--pass", "affine-loop-invariant-code-motion", "--conditions", "independent,call"];
    let plain = legality(folder.path(), &[&asked[..], &["--format", "json"]].concat());
    assert!(
        records(&plain).iter().all(|record| record["findings"] == serde_json::json!([])),
        "{}",
        text(&plain)
    );
    let done = legality(folder.path(), &[&asked[..], &["--turns", "parallel", "--format", "json"]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let [independent, call] = &records(&done)[..] else { panic!("{}", text(&done)) };
    let finding = &independent["findings"][0];
    assert_eq!((&finding["code"], &finding["level"]), (&"X704".into(), &"note".into()), "{independent}");
    assert!(
        finding["evidence"]["text"].as_str().is_some_and(|text| text.contains("affine.for")),
        "{finding}"
    );
    // A call may see any order.
    assert_eq!(call["findings"], serde_json::json!([]), "{call}");
    Ok(())
}

fn steps_find_their_loops() -> Checked {
    let folder = folder()?;
    let step = "transform.loop.unroll %outer {factor = 3 : i64} : !transform.any_op";
    let done =
        legality(folder.path(), &["--step", step, "--conditions", "forward-distance", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    let records = records(&done);
    assert_eq!(records[0]["name"], "forward-distance transform.loop.unroll (scf)", "{records:?}");
    assert_eq!(records[0]["scope"], "4 of 4 nests changed, 16 inputs each", "{records:?}");
    Ok(())
}

fn a_run_goes_on_from_its_folder() -> Checked {
    let folder = folder()?;
    let asked =
        ["--pass", "affine-loop-tile{tile-size=4}", "--conditions", "mixed-distance", "--out", "known"];
    let first = legality(folder.path(), &asked);
    let stored = || {
        let files = std::fs::read_dir(folder.path().join("known")).expect("a folder");
        files.map(|file| file.expect("a file").path()).collect::<Vec<_>>()
    };
    let [file] = &stored()[..] else { panic!("{:?}", stored()) };
    assert_eq!(text(&first), text(&legality(folder.path(), &asked)));
    // A second run reads the stored outcome, so that an edit of it is in the report.
    let outcome = std::fs::read_to_string(file).expect("a text");
    let mut outcome: Value = serde_json::from_str(&outcome).expect("a document");
    (outcome["wrong"], outcome["agreed"]) = (0.into(), outcome["changed"].clone());
    std::fs::write(file, outcome.to_string()).expect("a file can be written");
    let changed = legality(folder.path(), &asked);
    assert_eq!(changed.status.code(), Some(0), "{}", text(&changed));
    // Another seed draws other nests.
    assert_eq!(legality(folder.path(), &[&asked[..], &["--seed", "3"]].concat()).status.code(), Some(1));
    assert_eq!(stored().len(), 2);
    Ok(())
}

fn what_there_is_not_is_refused() -> Checked {
    let folder = folder()?;
    for (arguments, words) in [
        (["--conditions", "sideways"], "independent"),
        (["--turns", "tile"], "tile=N"),
        (["--pass", "affine-loop-tyle"], "affine-loop-tile"),
        (["--mlir-opt", "./none"], "none"),
        (["--step", "transform.loop.fuze %outer : !transform.any_op"], "fuze"),
    ] {
        let done = legality(folder.path(), &arguments);
        assert_eq!(done.status.code(), Some(2), "{}", text(&done));
        assert!(text(&done).contains(words), "{words}: {}", text(&done));
    }
    assert_eq!(assay(folder.path(), &["audit", "--pass", "cse"]).status.code(), Some(2));
    Ok(())
}

assay_testing::tests!(
    a_legal_nest_that_stays_is_a_note,
    a_pass_without_a_check_of_distances_is_refuted_by_a_nest,
    a_run_goes_on_from_its_folder,
    steps_find_their_loops,
    what_there_is_not_is_refused,
);
