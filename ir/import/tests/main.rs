//! The tests of this crate, one program.

mod drawn;

assay_testing::test_program!(drawn);
