//! The tests of this crate, one program: one module for each subject.

mod batch;
mod opt;
mod pdll;

assay_testing::test_program!(batch, opt, pdll,);
