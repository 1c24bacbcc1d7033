//! Random edits of generated programs: a rollback gives the program of its checkpoint.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_fuzz::targets::JOURNAL.run(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    assay_fuzz::targets::JOURNAL.replay()
}
