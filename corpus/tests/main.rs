//! The tests of this crate, one program: one module for each subject.

mod dialects;
mod expectations;
mod meanings;
mod natives;
mod observations;
mod ods;
mod upstream;
mod uses;

assay_testing::test_program!(dialects, expectations, meanings, natives, observations, ods, upstream, uses,);
