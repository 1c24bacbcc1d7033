//! Two programs side by side: is the function after a refinement of the function before? Both are run on the same inputs;
//! a difference is shown by the input, both traces and the first operation that differs. Where they agree, a solver is asked for a
//! proof. Knows no pass.
//!
//! Modules in reading order: `pair` functions of two programs by name, `symbols` what other modules see, `modules` those of hardware as functions, `identity_layouts` types that say the same, `linked` definitions that
//! may be replaced, `parameter_attributes` what those promise and `aligned` assumptions about addresses as operations, `type_conversion` callers
//! where their types changed, `float_nondet` the sets of results that floating-point
//! operations allow, `compare` two runs, `judge` all inputs of a pair, `long` those on which a program runs for long, `extents` open ones, `fingerprint` all values at once, `hashed` by compiled code,
//! `prove` what holds for all inputs, `induction` loops against closed forms, `undescribed` what differs whatever operations without a meaning do, `crosscheck` summaries at inputs, `derived_inputs` numbers that these determine, `stubs` bodies for functions
//! without one, `outline` operations as such functions, `aliases` callers that pass overlapping memory, `parts` memrefs inside of others, `callers` those that pass constants,
//! `stored` arguments that may be constant, `rests` the assumptions of a verdict, `trace_diff` where two runs part, `mod@trace` both as a trace, [`reduce`] smaller programs with the same difference, `narrow` their types, `validate` all of that for two programs, `variants` one program against many.

pub(crate) mod aliases;
pub(crate) mod aligned;
pub(crate) mod callers;
mod closures;
pub(crate) mod compare;
pub(crate) mod crosscheck;
mod derived_inputs;
mod elementwise;
mod exact;
mod extents;
pub(crate) mod fingerprint;
pub(crate) mod float_nondet;
mod hashed;
mod identity_layouts;
mod induction;
pub(crate) mod judge;
pub(crate) mod linked;
mod long;
mod modules;
mod narrow;
pub(crate) mod outline;
pub(crate) mod pair;
pub(crate) mod parameter_attributes;
mod parts;
pub(crate) mod prove;
pub(crate) mod reduce;
pub(crate) mod rests;
pub(crate) mod settings;
mod small_extents;
pub(crate) mod stored;
pub(crate) mod stubs;
pub(crate) mod symbols;
mod trace;
pub(crate) mod trace_diff;
pub(crate) mod type_conversion;
mod undescribed;
pub(crate) mod validate;
mod variants;

pub use aliases::stem;
pub use fingerprint::{AllValues, Polynomials, all_values, compiled, of_long};
pub use float_nondet::differs;
pub use judge::{Answer, Bounds, Difference, Unproved, judge};
pub use pair::{Pair, Paired, internal, is_hidden, pairs};
pub use prove::{Prover, prove};
pub use reduce::{Proposals, reduce, shape};
pub use rests::Reliances;
pub use settings::{NoTerms, Open, Settings};
pub use small_extents::with_small_extents;
pub use stored::is_memory;
pub use stubs::HISTORY;
pub use symbols::{Change, Changed};
pub use trace::{Programs, trace};
pub use validate::{Compared, Judged, Overlaps, Side, Trials, Validator, Written, read};
pub use variants::{Reference, Variant};
