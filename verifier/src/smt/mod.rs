//! Questions to SMT solvers: building them, printing them, and putting them to solver processes over
//! SMT-LIB 2. Knows nothing of patterns, and an answer it cannot vouch for is `unknown`.
//!
//! ```no_run
//! use assay_verifier::smt::{Answer, Query, SolverConfig, SolverPath, SolverPool};
//!
//! let mut query = Query::new();
//! query.declare_const("width", "Int");
//! query.comment("a width that no integer type has");
//! query.assert("(< width 1)");
//! query.observe("width");
//!
//! let pool = SolverPool::new(SolverConfig::new(SolverPath::find(None)?), std::num::NonZero::<usize>::MIN);
//! match pool.check(&query) {
//!     Answer::Sat(model) => println!("{} = {}", model[0].0, model[0].1),
//!     Answer::Unsat => println!("there is none"),
//!     Answer::Unknown(why) => println!("unknown: {why}"),
//! }
//! # Ok::<(), assay_verifier::smt::SolverNotFound>(())
//! ```

mod cache;
mod dialogue;
#[cfg(feature = "z3-inproc")]
mod in_process;
mod pool;
mod query;
mod sexpr;
mod solver;
mod symbol;
pub mod term;
#[cfg(test)]
pub(crate) mod testing;

pub use cache::{Cache, CacheKey, CacheMode};
#[cfg(feature = "z3-inproc")]
pub use in_process::InProcess;
pub use pool::{CheckedOut, SolverPool, Tally};
pub use query::{NotAQuery, Prelude, Query};
pub use sexpr::{ReadError, SExpr};
pub use solver::{
    Answer, IN_PROCESS, Isolation, Solver, SolverConfig, SolverNotFound, SolverPath, UnknownReason,
};
pub use symbol::{read_symbol, symbol};

#[cfg(test)]
mod tests;
