//! Two programs side by side: is the function after a refinement of the function before? Both are run on the same inputs;
//! a difference is shown by the input, both traces and the first operation that differs. Where they agree, a solver is asked for a
//! proof. Knows no pass.
//!
//! Modules in reading order: [`pair`] functions of two programs by name, [`symbols`] what other modules see, [`linked`] definitions that
//! may be replaced, [`promised`] attributes of parameters and [`aligned`] assumptions about addresses as operations, [`type_conversion`] callers
//! where their types changed, [`float_nondet`] the sets of results that floating-point
//! operations allow, [`compare`] two runs, [`judge`](mod@judge) all inputs of a pair, `long` those on which a program runs for long, `extents` open ones, [`fingerprint`] all values at once,
//! [`prove`](mod@prove) what holds for all inputs, `evaluated` summaries at inputs, `completed` numbers that these determine, [`stubs`] bodies for functions
//! without one, [`outline`] operations as such functions, [`aliases`] callers that pass overlapping memory, `parts` memrefs inside of others, [`callers`] those that pass constants,
//! [`stored`] arguments that may be constant, [`rests`] the assumptions of a verdict, [`trace_diff`] where two traces part, [`reduce`] smaller programs with the same difference, `narrow` their types.

pub mod aliases;
pub mod aligned;
pub mod callers;
mod closures;
pub mod compare;
pub mod crosscheck;
mod derived_inputs;
mod extents;
pub mod fingerprint;
pub mod float_nondet;
pub mod judge;
pub mod linked;
mod long;
mod narrow;
pub mod outline;
pub mod pair;
mod parts;
pub mod promised;
pub mod prove;
pub mod reduce;
pub mod rests;
mod settings;
pub mod stored;
pub mod stubs;
pub mod symbols;
pub mod trace_diff;
pub mod type_conversion;

pub use fingerprint::{AllValues, NoTerms, all_values};
pub use judge::{Answer, Bounds, Difference, Unproved, judge};
pub use pair::{Pair, Paired, internal, is_hidden, pairs};
pub use prove::{Prover, prove};
pub use settings::{Open, Settings};
