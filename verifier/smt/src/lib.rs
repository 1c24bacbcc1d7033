//! Questions to SMT solvers: building them, printing them, and putting them to solver processes over
//! SMT-LIB 2. Knows nothing of patterns, and an answer it cannot vouch for is `unknown`.
//!
//! ```no_run
//! use assay_smt::{Answer, Query, SolverConfig, SolverPath, SolverPool};
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
//! # Ok::<(), assay_smt::SolverNotFound>(())
//! ```

use std::fmt;

mod answer;
mod cache;
mod config;
mod dialogue;
#[cfg(feature = "z3-inproc")]
mod in_process;
mod logic;
mod pool;
mod query;
mod sexpr;
mod solver;
mod symbol;
pub mod term;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use answer::{Answer, UnknownReason};
pub use cache::{Cache, CacheKey, CacheMode};
pub use config::{BITWUZLA, IN_PROCESS, Isolation, SolverConfig, SolverNotFound, SolverPath};
#[cfg(feature = "z3-inproc")]
pub use in_process::InProcess;
pub use pool::{CheckedOut, SolverPool, TIMES, Tally};
pub use query::{NotAQuery, Prelude, Query};
pub use sexpr::{ReadError, SExpr};
pub use solver::Solver;
pub use symbol::{read_symbol, symbol};

/// Why a question is not decided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Undecided {
    /// There is no solver to ask.
    NoSolver,
    /// The solver reached its limit.
    Timeout,
    /// The solver gave no answer, or one that cannot be used, for this reason.
    Solver(String),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::NoSolver => f.write_str("no solver"),
            Undecided::Timeout => f.write_str("timeout"),
            Undecided::Solver(why) => write!(f, "solver {why}"),
        }
    }
}

impl From<UnknownReason> for Undecided {
    fn from(why: UnknownReason) -> Undecided {
        match why.is_limit() {
            true => Undecided::Timeout,
            false => Undecided::Solver(why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
