//! Terms over bits, truth values and floating-point numbers: what is known of them without a solver, and questions to one. Knows
//! neither programs nor patterns.
//!
//! Modules in reading order: [`node`] sorts and operators, [`float`] and [`bits`] their numbers, [`sample`] widths that speak for
//! others, [`arena`] terms, [`eval`] their values, [`nondet`] choices of operations, [`permitted`] what flags permit of them; [`interval`], [`simplify`], [`polynomial`] and
//! [`bitwise_automaton`] what settles a statement, [`width_generic`] what settles it for all widths; [`model_search`] and
//! [`enumerate`](mod@enumerate) models without a solver; [`print`](mod@print) terms as SMT-LIB, [`budget`] how much is asked, [`decide`]
//! the decision, [`minimize`] the simplest model, [`sweep`] equal terms of one statement, [`exists_forall`] models that hold whatever some variables are.

pub mod arena;
pub mod bits;
pub mod bitwise_automaton;
pub mod budget;
pub mod decide;
pub mod enumerate;
pub mod eval;
pub mod exists_forall;
pub mod float;
pub mod interval;
pub mod minimize;
pub mod model_search;
pub mod node;
pub mod nondet;
pub mod permitted;
pub mod polynomial;
pub mod print;
pub mod sample;
pub mod simplify;
pub mod sweep;
pub mod width_generic;
