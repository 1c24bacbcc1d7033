//! The tests of this crate, one program: one module for each subject.

mod all_ranges;
mod all_small;
mod diversity;
mod engine_agreement;
mod engine_mlir;
mod exhaustive;
mod libraries;
mod nothing_new;
mod planted;
mod round_trip;
mod structure_campaign;
mod targets;
mod text_mlir;
mod wellformed_mlir;

assay_testing::test_program!(
    all_ranges,
    all_small,
    diversity,
    engine_agreement,
    engine_mlir,
    exhaustive,
    libraries,
    nothing_new,
    planted,
    round_trip,
    structure_campaign,
    targets,
    text_mlir,
    wellformed_mlir,
);
