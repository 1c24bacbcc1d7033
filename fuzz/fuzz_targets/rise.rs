//! Arbitrary bytes through the reader and the printer of array programs.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_fuzz::targets::RISE.run(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    assay_fuzz::targets::RISE.replay()
}
