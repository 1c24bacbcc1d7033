//! Arbitrary bytes through the audit of transform scripts.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_fuzz::targets::SCRIPT.run(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    assay_fuzz::targets::SCRIPT.replay()
}
