//! `assay tv` on two texts, for tests that write their programs themselves.

use assay_testing::compared;

/// The verdict about the first functions of two texts, and the subject of its reason.
pub(crate) fn judged(before: &str, after: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let [first, second] = [("before.mlir", before), ("after.mlir", after)].map(|(name, text)| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("tests can write files");
        path
    });
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), &first, &second, &["--no-reduce"]);
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    (text(&records[0]["verdict"]), text(&records[0]["reason"]["subject"]))
}

/// Asserts a verdict about two texts.
#[track_caller]
pub(crate) fn assert_verdict(before: &str, after: &str, wanted: &str) {
    let (verdict, reason) = judged(before, after);
    assert_eq!(verdict, wanted, "{before}{after}{reason}");
}
