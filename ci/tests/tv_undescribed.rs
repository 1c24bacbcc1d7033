//! `assay tv` over the pairs of `corpus/tv/undescribed`: operations of which nothing is known stand around a change, or hold it.

use std::path::{Path, PathBuf};

use assay_testing::{Checked, Missing, compared};
use serde_json::Value;

use crate::campaign;

/// Pairs of each truth that there are at least.
const PAIRS: usize = 40;

/// Right pairs that may be open, of forty.
const OPEN: usize = 4;

/// The texts after of one truth, each with the text before.
fn pairs(truth: &str) -> Vec<(PathBuf, PathBuf)> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tv/undescribed");
    let mut out = Vec::new();
    for kind in ["around", "regions"] {
        let files = std::fs::read_dir(corpus.join(kind)).expect("the folder can be read");
        for file in files.map(|file| file.expect("the folder can be read").path()) {
            let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(&format!(".{truth}.mlir")) {
                out.push((file.with_file_name(format!("{name}.before.mlir")), file));
            }
        }
    }
    out.sort();
    out
}

/// The record of a pair of functions.
fn judged((before, after): &(PathBuf, PathBuf)) -> Value {
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), before, after, &["--no-reduce"]);
    assert_eq!(records.len(), 1, "{}", after.display());
    records[0].clone()
}

fn right_pairs_are_proved_where_the_operations_are_deterministic() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let pairs = pairs("right");
    let inside =
        pairs.iter().filter(|(_, after)| after.parent().is_some_and(|kind| kind.ends_with("regions")));
    assert!(pairs.len() >= PAIRS && inside.count() >= PAIRS / 4, "{}", pairs.len());
    let mut open = Vec::new();
    for pair in &pairs {
        let record = judged(pair);
        match record["verdict"].as_str() {
            Some("proved") => {
                assert!(record["assumptions"].to_string().contains("is deterministic"), "{record}");
            }
            Some("unknown") => open.push(pair.1.display().to_string()),
            _ => panic!("{}: {record}", pair.1.display()),
        }
    }
    assert!(open.len() * PAIRS <= OPEN * pairs.len(), "{open:#?}");
    Ok(())
}

fn wrong_pairs_are_refuted_whatever_the_operations_come_to() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let pairs = pairs("wrong");
    assert!(pairs.len() >= PAIRS, "{}", pairs.len());
    for pair in &pairs {
        let record = judged(pair);
        assert_eq!(record["verdict"], "refuted", "{}: {record}", pair.1.display());
        let notes = record["findings"][0]["notes"].to_string();
        assert!(notes.contains("were drawn: the difference is there for all others"), "{notes}");
        // The programs of the finding are those of the user.
        let finding = &record["findings"][0];
        assert!(finding["before"].to_string().contains("acme."), "{finding}");
        for part in ["before", "after", "trace"] {
            assert!(!finding[part].to_string().contains("assay_"), "{finding}");
        }
    }
    Ok(())
}

fn a_difference_that_needs_a_value_is_unknown_and_says_what_is_missing() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let pairs = pairs("open");
    assert!(pairs.len() >= PAIRS / 2, "{}", pairs.len());
    for pair in &pairs {
        let record = judged(pair);
        assert_eq!(record["verdict"], "unknown", "{}: {record}", pair.1.display());
        assert_eq!(record["reason"]["class"], "no meaning", "{}: {record}", pair.1.display());
        assert!(record["reason"]["subject"].to_string().contains("acme."), "{record}");
    }
    Ok(())
}

/// A sample of `ci/campaigns/undescribed.py`.
fn drawn_pairs_are_judged_by_all_that_the_operations_may_come_to() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    campaign::sample("undescribed.py", &["5", "20"]);
    Ok(())
}

assay_testing::tests!(
    right_pairs_are_proved_where_the_operations_are_deterministic,
    wrong_pairs_are_refuted_whatever_the_operations_come_to,
    a_difference_that_needs_a_value_is_unknown_and_says_what_is_missing,
    drawn_pairs_are_judged_by_all_that_the_operations_may_come_to,
);
