//! How a pair of functions is run, and the reasons for which runs do not decide it.

use assay_backend::engine::{Limit, SecondEngine, Unsupported};

use crate::verdict::Rule;

/// Work of compiled runs of a pair after which no other input is run.
pub(super) const ENOUGH: u64 = 1 << 33;

/// How a pair is judged.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Inputs that are drawn.
    pub inputs: usize,
    /// All inputs are run when there are at most this many.
    pub exhaustive: u64,
    /// Inputs are a function of this number.
    pub seed: u64,
    /// Work of one run before; the program after may do eight times as much.
    pub fuel: u64,
    /// Long programs that compiled code lacks are interpreted on one input.
    pub interprets_long: bool,
    /// Differences by this rule alone are looked for.
    pub only: Option<Rule>,
    /// The engine that runs what takes long in the interpreter, and confirms differences.
    pub second_engine: SecondEngine,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            inputs: 48,
            exhaustive: 1024,
            seed: 0,
            fuel: 20_000,
            interprets_long: true,
            only: None,
            second_engine: None,
        }
    }
}

/// Why runs on terms say nothing of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTerms {
    /// The pair is none that terms speak of.
    Pair,
    /// Data decides control or an address at this operation.
    Data(String),
    /// This operation has no term.
    Operation(String),
    /// A run did not come to values.
    Outcome,
    /// A run was given up.
    Fuel,
    /// Results differ.
    Differ,
    /// The program after may be undefined where the one before is not known to be.
    Undefined,
}

/// The reason for which a pair is not decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Open {
    /// An operation without a meaning.
    NoMeaning(String),
    /// An operation whose meaning does not cover this use.
    Partly(String, Unsupported),
    /// Inputs of a type are not drawn.
    Inputs(String),
    /// The type of the function changed.
    Retyped,
    /// A function of a nested module was erased.
    Gone,
    /// A data layout gives `index` another width than 64 bits.
    IndexBits,
    /// Runs were given up.
    Limit(Limit),
    /// The program before has undefined behaviour on every input.
    Undefined,
    /// Iterations of the program before race on every input.
    Race,
    /// The results of an operation leave a choice.
    Freedom(String),
    /// The outcome depends on the order of the iterations of this operation, which have none.
    Order(String),
    /// Bits of a NaN are visible.
    NanBits(String),
    /// A program is not well-formed for the engines.
    Unreadable(String),
    /// The engines contradict each other.
    Disagreement(String),
    /// An operation of a hardware module that may keep state, as a register does.
    State(String),
    /// Runs were given up, and so was one on terms, for data decides control or an address at this operation.
    Data(String),
}
