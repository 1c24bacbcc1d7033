//! Generated patterns: a rewrite that is rolled back leaves nothing behind, and both matchers agree.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_fuzz::targets::UNDO.run(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    assay_fuzz::targets::UNDO.replay()
}
