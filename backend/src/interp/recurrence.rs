//! Runs that never end, by a state that comes back. A run is deterministic, so that what follows a state follows it again.

use assay_ir::data::OpId;

use super::control::Activation;
use super::memory::Memory;

/// The state of a run at one step. What only reports the run, such as its trace, is no part of it.
pub(super) struct State {
    at: OpId,
    stack: Vec<Activation>,
    memory: Memory,
}

/// Looks for a state that comes back, in the second half of the fuel: no run that ends in time pays for it.
pub(super) struct Recurrence {
    seen: Option<State>,
    /// The fuel at which the state is taken that is looked for.
    next: u64,
    /// A quarter of the fuel.
    quarter: u64,
}

impl Recurrence {
    pub(super) fn new(fuel: u64) -> Recurrence {
        Recurrence { seen: None, next: fuel / 2, quarter: fuel / 4 }
    }

    /// Tells if the run is where it was before.
    pub(super) fn is_back(&mut self, at: OpId, stack: &[Activation], memory: &Memory, fuel: u64) -> bool {
        if fuel > self.next {
            // Once more later: the loop may be entered in between.
            self.next = self.next.saturating_add(self.quarter).max(1);
            self.seen = Some(State { at, stack: stack.to_vec(), memory: memory.clone() });
            return false;
        }
        self.seen.as_ref().is_some_and(|seen| seen.at == at && seen.stack == stack && seen.memory == *memory)
    }
}
