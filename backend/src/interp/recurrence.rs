//! Runs that never end, by a state that comes back. A run is deterministic, so that what follows a state follows it again.

use super::machine::{Activation, Machine};
use super::memory::Memory;

/// The state of a run at one step. What only reports the run, such as its trace, is no part of it.
pub(super) struct State {
    at: assay_ir::data::OpId,
    stack: Vec<Activation>,
    memory: Memory,
}

/// Looks for a state that comes back, in the second half of the fuel: no run that ends in time pays for it.
pub(super) struct Recurrence {
    seen: Option<State>,
    /// The fuel at which the state is taken that is looked for.
    next: u64,
}

impl Recurrence {
    pub(super) fn new(fuel: u64) -> Recurrence {
        Recurrence { seen: None, next: fuel / 2 }
    }

    /// Tells if the run is where it was before.
    pub(super) fn is_back(&mut self, machine: &Machine<'_>) -> bool {
        if machine.fuel() > self.next {
            // Once more later: the loop may be entered in between.
            self.next = self.next.saturating_add(machine.options.fuel / 4).max(1);
            self.seen = Some(machine.state());
            return false;
        }
        self.seen.as_ref().is_some_and(|seen| machine.is_in(seen))
    }
}

impl Machine<'_> {
    fn state(&self) -> State {
        State { at: self.next(), stack: self.stack().to_vec(), memory: self.memory.clone() }
    }

    fn is_in(&self, state: &State) -> bool {
        self.next() == state.at && self.stack() == state.stack && self.memory == state.memory
    }
}
