//! The tests of this crate, one program.

mod derivations;
mod rules;

assay_testing::test_program!(derivations, rules);
