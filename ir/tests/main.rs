//! The tests of this crate, one program: one module for each subject.

mod common;
mod irdl;
mod natives;
mod pdl_rules;
mod rewrite_acceptance;
mod rewrite_engine;
mod rewrite_mlir;
mod strategy;
mod text_core_forms;
mod text_errors;
mod text_forms;
mod text_limits;
mod text_mlir;
mod text_roundtrip;
mod wellformed;

assay_testing::test_program!(
    irdl,
    natives,
    pdl_rules,
    rewrite_acceptance,
    rewrite_engine,
    rewrite_mlir,
    strategy,
    text_core_forms,
    text_errors,
    text_forms,
    text_limits,
    text_mlir,
    text_roundtrip,
    wellformed,
);
