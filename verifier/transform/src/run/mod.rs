//! Transform scripts on programs: each operation of a script is run, what it does not know is run by `mlir-opt`, and each step that changes
//! the program is told to an observer, who judges it. The run itself gives no verdict.
//!
//! Files in reading order: `state` handles and their invalidation, `machine` one step and the ends of a script, `walk` the walk over the text on a
//! program, `control` alternatives, iterations and matchers, `handles` handles out of handles, `params` parameters, `constraints` what a solver answers about
//! them, `own` the steps of this crate, `upstream` those of MLIR that are known here, `foreign` those of `mlir-opt` with `one_step` their text, `marks` handles as attributes of a text, `library` sequences of other files.

mod constraints;
mod control;
mod foreign;
mod handles;
mod library;
mod machine;
mod marks;
mod one_step;
mod own;
mod params;
mod state;
mod upstream;
mod walk;

pub use library::{Fault, add_library};
pub use machine::{Bound, Change, Chosen, Failure, Observer, Options, Script, execute};
