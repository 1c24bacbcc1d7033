//! `assay tv` on loops whose turns have no order: a sequential loop becomes a parallel one, or the other way round.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The verdict that the name of a function asks for.
fn wanted(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((_, "wrong")) => "refuted",
        Some((_, "open")) => "unknown",
        Some((_, "bounded")) => "bounded",
        _ => "proved",
    }
}

fn turns_without_order_race_or_come_to_the_same_in_any_order() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tv_races");
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["tv", "--no-reduce", "--format", "json"])
        .args([folder.join("before.mlir"), folder.join("after.mlir")])
        .output()
        .expect("the binary under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).expect("it is a report");
    let records = report["patterns"].as_array().expect("a list");
    assert!(records.len() > 45, "{} pairs", records.len());
    let other = records.iter().filter_map(|record| {
        let (name, verdict) = (record["name"].as_str()?, record["verdict"].as_str()?);
        (verdict != wanted(name)).then(|| format!("{name}: {verdict} {}", record["reason"]))
    });
    assert_eq!(other.collect::<Vec<_>>(), [] as [String; 0]);
}

assay_testing::tests!(turns_without_order_race_or_come_to_the_same_in_any_order,);
