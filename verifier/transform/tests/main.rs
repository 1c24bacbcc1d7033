//! The tests of this crate, one program: one module for each subject.

mod loops;
mod space;
mod tools;
mod upstream;

assay_testing::test_program!(loops, space, tools, upstream);
