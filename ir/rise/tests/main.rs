//! The tests of this crate, one program.

mod errors;
mod text;

assay_testing::test_program!(errors, text);
