//! The tests of this crate, one program.

mod errors;
mod rewrite;
mod text;

assay_testing::test_program!(errors, rewrite, text);
