//! The version that the program prints: the number, the revision that it is built from (absent without git), and what can be left
//! out of a build.

use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").args(arguments).output().ok().filter(|done| done.status.success())?;
    Some(String::from_utf8(done.stdout).ok()?.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Written at each commit and each change of branch.
    if let Some(log) =
        git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| std::path::Path::new(log).exists())
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    if let Some(commit) = &commit {
        println!("cargo::rustc-env=ASSAY_COMMIT={commit}");
    }
    let commit = commit.map_or_else(String::new, |commit| format!("commit {commit}, "));
    let cpp = std::env::var_os("CARGO_FEATURE_CPP").is_some();
    let cpp = if cpp { "reads C++ rewrites" } else { "built without the reader of C++ rewrites" };
    println!("cargo::rustc-env=ASSAY_VERSION={} ({commit}{cpp})", env!("CARGO_PKG_VERSION"));
}
