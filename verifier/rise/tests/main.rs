//! The tests of this crate, one program.

mod rules;

assay_testing::test_program!(rules);
