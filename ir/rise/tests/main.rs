//! The tests of this crate, one program.

mod dialect;
mod errors;
mod raise;
mod rewrite;
mod text;

assay_testing::test_program!(dialect, errors, raise, rewrite, text);
