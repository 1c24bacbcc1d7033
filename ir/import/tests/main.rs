//! The tests of this crate, one program.

mod drawn;
mod ods;

assay_testing::test_program!(drawn, ods);
