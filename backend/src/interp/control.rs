//! Where control goes behind an operation and why a run ends, and the activations of functions that have not returned.

use assay_ir::data::{BlockId, OpId, RegionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engine::{Limit, Undefined, Unsupported};
use crate::value::Value;

/// Values by name.
pub(super) type Values = FxHashMap<ValueId, Value>;

/// Where control goes after an operation was executed.
pub(super) enum ControlFlow {
    /// On behind it, with these results.
    Next(Vec<Value>),
    /// To a block of its region, with these arguments.
    Branch(BlockId, Vec<Value>),
    /// Into the entry block of one of its regions, with these arguments.
    Enter(RegionId, Vec<Value>),
    /// Out of its region, whose owner gets these values.
    Leave(Vec<Value>),
    /// Into a function, with these arguments.
    Call(OpId, Vec<Value>),
}

/// The result of executing an operation.
pub(super) type Executed = Result<ControlFlow, Stop>;

/// Why a run does not go on.
#[derive(Debug)]
pub(super) enum Stop {
    /// Undefined behaviour.
    Ub(Undefined),
    /// The program ended itself.
    Trap(String),
    /// The operation cannot be executed.
    Unsupported(Unsupported),
    /// The run is given up.
    Limit(Limit),
    /// The function that was run returned.
    Return(Vec<Value>),
}

impl From<Undefined> for Stop {
    fn from(why: Undefined) -> Stop {
        Stop::Ub(why)
    }
}

impl From<Unsupported> for Stop {
    fn from(gap: Unsupported) -> Stop {
        Stop::Unsupported(gap)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

/// One call that has not returned.
#[derive(Clone, PartialEq)]
pub(super) struct Activation {
    /// The call that waits for it; `None` for the function that is run.
    pub(super) call: Option<OpId>,
    /// Values of the function and of all regions in it: each is set before it is read, for a definition
    /// dominates its uses.
    pub(super) values: Values,
    /// How far the operations are whose regions run many times.
    pub(super) progress: FxHashMap<OpId, Progress>,
    /// Buffers of `alloca`, and the operations at whose ends they end.
    pub(super) allocas: Vec<(OpId, usize)>,
}

impl Activation {
    pub(super) fn new(call: Option<OpId>, values: Values) -> Activation {
        Activation { call, values, progress: FxHashMap::default(), allocas: Vec::new() }
    }
}

/// How far an operation is whose region runs once for each place of a shape.
#[derive(Clone, PartialEq)]
pub(super) struct Progress {
    /// The places that are left, in reverse.
    pub(super) left: Vec<Vec<i64>>,
    /// The place that runs.
    pub(super) at: Vec<i64>,
    /// The trace up to now.
    pub(super) values: Vec<Value>,
    /// Elements of shared outputs that an iteration wrote, by output.
    pub(super) written: FxHashSet<(usize, u64)>,
}
