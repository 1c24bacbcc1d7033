//! The tests of this crate, one program.

mod dialect;
mod errors;
mod rewrite;
mod text;

assay_testing::test_program!(dialect, errors, rewrite, text);
