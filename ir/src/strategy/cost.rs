//! What a program costs, which a search makes less.

use rustc_hash::FxHashMap;

use crate::data::{Ident, OpId, Program};

/// The cost of a program.
pub trait Cost {
    /// The cost of everything below an operation; less is better.
    fn cost(&self, program: &Program, scope: OpId) -> u64;
}

/// Operations, each of which costs 1 unless its name has a cost here.
#[derive(Clone, Debug, Default)]
pub struct OpCount {
    /// Costs of names.
    pub of: FxHashMap<Ident, u64>,
}

impl Cost for OpCount {
    fn cost(&self, program: &Program, scope: OpId) -> u64 {
        let cost = |op: OpId| self.of.get(&program.op(op).name).copied().unwrap_or(1);
        program.walk(scope).map(cost).sum()
    }
}
