//! `assay tv` over the pairs of `corpus/tv/closed_forms`: loops of any number of iterations against what they come to.

use std::path::{Path, PathBuf};

use assay_testing::{Checked, Missing, compared};

/// The verdict about a program and one after it.
fn verdict(name: &str, kind: &str) -> String {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tv/closed_forms");
    let [before, after] = ["before", kind].map(|kind| folder.join(format!("{name}.{kind}.mlir")));
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), &before, &after, &["--no-reduce"]);
    assert_eq!(records.len(), 1, "{name}");
    records[0]["verdict"].as_str().expect("a record has a verdict").to_owned()
}

fn closed_forms_are_proved_by_induction_and_wrong_ones_are_not() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    for name in ["count_down", "count_bits", "made", "endless", "sum"] {
        assert_eq!(verdict(name, "right"), "proved", "{name}");
    }
    for name in ["count_down", "count_bits", "made", "sum"] {
        assert_eq!(verdict(name, "wrong"), "refuted", "{name}");
    }
    // It does not end for odd numbers, which takes longer to see than is waited for.
    assert_eq!(verdict("endless", "wrong"), "bounded");
    Ok(())
}

assay_testing::tests!(closed_forms_are_proved_by_induction_and_wrong_ones_are_not);
