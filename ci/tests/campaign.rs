//! Samples of the campaigns in `ci/campaigns`.

use std::path::Path;
use std::process::Command;

/// Runs a campaign on the built program, which has to find nothing: what it prints.
pub(crate) fn sample(script: &str, arguments: &[&str]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns").join(script);
    let done = Command::new("python3")
        .arg(script)
        .args(arguments)
        .args(["--assay", env!("CARGO_BIN_EXE_assay")])
        .output()
        .expect("python3 can be run");
    let [out, error] = [&done.stdout, &done.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(done.status.success(), "{out}{error}");
    out
}
