//! The tests of this crate, one program: one module for each subject.

mod library;
mod loops;
mod points;
mod space;
mod tools;
mod upstream;

assay_testing::test_program!(library, loops, points, space, tools, upstream);
