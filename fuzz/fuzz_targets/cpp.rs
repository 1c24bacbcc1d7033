//! Arbitrary bytes through the reader of C++.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_fuzz::targets::CPP.run(bytes));

#[cfg(not(fuzzing))]
fn main() -> std::process::ExitCode {
    assay_fuzz::targets::CPP.replay()
}
