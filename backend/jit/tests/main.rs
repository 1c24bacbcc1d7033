//! The tests of this crate, one program: one module for each subject.

mod arithmetic;
mod attention;
mod control;
mod execute;
mod expansions;
mod floats;
mod fold;
mod hostile;
mod jit_exhaustive;
mod jit_hostile;
mod jit_ill_formed;
mod jit_random;
mod meanings;
mod pointers;
mod programs;
mod registers;
mod runner;
mod tosa;

assay_testing::test_program!(
    arithmetic,
    attention,
    control,
    execute,
    expansions,
    floats,
    fold,
    hostile,
    jit_exhaustive,
    jit_hostile,
    jit_ill_formed,
    jit_random,
    meanings,
    pointers,
    registers,
    runner,
    tosa,
);
