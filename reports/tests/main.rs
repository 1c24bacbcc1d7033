//! The tests of this crate, one program: one module for each subject.

mod rendering;

assay_testing::test_program!(rendering,);
