//! The tests of this crate, one program: one module for each subject.

mod acceptance_types;
mod all_values;
mod as_functions;
mod brute_force;
mod check_subset;
mod common;
mod decided;
mod described;
mod drawn_terms;
mod effects;
mod expectations;
#[cfg(feature = "z3-inproc")]
mod in_process;
mod libraries;
mod limits;
mod linear;
mod meanings;
mod meanings_shaped;
mod ranges;
mod sets_of_results;
mod several_widths;
mod two_solvers;
mod two_solvers_values;
mod type_witnesses;
mod values_stubs;
mod widths;

assay_testing::test_program!(
    acceptance_types,
    all_values,
    as_functions,
    brute_force,
    check_subset,
    decided,
    described,
    drawn_terms,
    effects,
    expectations,
    #[cfg(feature = "z3-inproc")]
    in_process,
    libraries,
    limits,
    linear,
    meanings,
    meanings_shaped,
    ranges,
    sets_of_results,
    several_widths,
    two_solvers,
    two_solvers_values,
    type_witnesses,
    values_stubs,
    widths,
);
