//! A set of kinds along a pipeline: for each kind the step that added it last and the step that removed it last.

use super::compiled::{Compiled, Effect};
use super::universe::Kinds;

/// A step by its number from 1; 0 is the program at the start.
pub type StepNumber = u32;

/// A set of kinds with its history.
#[derive(Clone, Debug)]
pub struct State {
    /// The kinds that may be present.
    pub may: Kinds,
    added: Vec<StepNumber>,
    removed: Vec<StepNumber>,
}

impl State {
    /// The state at the start.
    pub fn new(start: Kinds) -> State {
        let count = start.len();
        State { may: start, added: vec![0; count], removed: vec![0; count] }
    }

    /// Performs a step and returns its effect.
    pub fn step(&mut self, number: StepNumber, pass: &Compiled) -> Effect {
        let effect = pass.effect(&self.may);
        if let Effect::Idle { added, .. } | Effect::Missing { added, .. } = &effect {
            for kind in added.ones().filter(|kind| !self.may.contains(*kind)) {
                self.added[kind] = number;
            }
            self.may.union_with(added);
        }
        if let Effect::Changed { removed, added } = &effect {
            for kind in removed.ones().filter(|kind| self.may.contains(*kind)) {
                self.removed[kind] = number;
            }
            self.may.difference_with(removed);
            self.may.union_with(added);
            added.ones().for_each(|kind| self.added[kind] = number);
        }
        effect
    }

    /// The step that added a kind last.
    pub fn added_by(&self, kind: usize) -> StepNumber {
        self.added[kind]
    }

    /// The last step that removed one of these kinds.
    pub fn removed_by(&self, kinds: &Kinds) -> Option<StepNumber> {
        kinds.ones().map(|kind| self.removed[kind]).max().filter(|step| *step > 0)
    }
}
