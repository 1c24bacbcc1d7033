//! A set of kinds along a pipeline: for each kind the step that added it last and the step that removed it last; and sets of
//! which some kind is surely there, where nothing folds and nothing is dead.

use super::compiled::{Compiled, Effect};
use super::universe::Kinds;

/// A step by its number from 1; 0 is the program at the start.
pub type StepNumber = u32;

/// A set of kinds with its history.
#[derive(Clone, Debug)]
pub struct State {
    /// The kinds that may be present.
    pub may: Kinds,
    /// Of each of these sets a kind is there.
    pub sure: Vec<Kinds>,
    /// The same, and what erases dead code may take them.
    pub dead: Vec<Kinds>,
    /// The same, and what folds may take them.
    fleeting: Vec<Kinds>,
    /// The kinds of which every operation folds, as far as no step made, moved or converted what it folds from.
    folding: Kinds,
    /// The constants from which it folds and that it folds to.
    constants: Kinds,
    /// Types, each with the kinds of operations that are only there where it is.
    typed: Vec<(Kinds, Kinds)>,
    /// The kinds of `sure` so far.
    ever: Kinds,
    added: Vec<StepNumber>,
    removed: Vec<StepNumber>,
}

impl State {
    /// The state at the start, where each of the kinds that last is surely there, and of the others those that are dead.
    pub fn new(start: Kinds, lasting: &Kinds, dead: &Kinds) -> State {
        let count = start.len();
        let alone = |kind| {
            let mut out = Kinds::with_capacity(count);
            out.insert(kind);
            out
        };
        let sure = start.intersection(lasting).map(alone).collect();
        let fleeting = start.difference(lasting).map(alone).collect();
        let dead = start.intersection(dead).map(alone).collect();
        State {
            ever: start.clone(),
            may: start,
            sure,
            dead,
            fleeting,
            folding: Kinds::with_capacity(count),
            constants: Kinds::with_capacity(count),
            typed: Vec::new(),
            added: vec![0; count],
            removed: vec![0; count],
        }
    }

    /// The state where every operation of some kinds folds, from these constants and to them.
    pub fn with_folding(mut self, folding: &Kinds, constants: &Kinds) -> State {
        self.folding = folding.clone();
        self.folding.intersect_with(&self.may);
        self.constants = constants.clone();
        self
    }

    /// The state of a program, in which operations have types, each with those that have it.
    pub fn with_typed(mut self, typed: Vec<(Kinds, Kinds)>) -> State {
        self.typed = typed;
        self
    }

    /// Removes what a step folds for sure, and forgets what later ones may not.
    fn fold(&mut self, number: StepNumber, pass: &Compiled, before: &Kinds, effect: &Effect) {
        if let Effect::Changed { removed, added } = effect {
            let mut gone = pass.folds(&self.folding, &self.constants, before, removed);
            gone.difference_with(added);
            gone.ones().for_each(|kind| self.removed[kind] = number);
            self.may.difference_with(&gone);
        }
        let (Effect::Changed { added, .. } | Effect::Idle { added, .. } | Effect::Missing { added, .. }) =
            effect;
        self.folding.difference_with(added);
        if !pass.leaves_operands(&self.constants) {
            self.folding.clear();
        }
    }

    /// Performs a step and returns its effect.
    pub fn step(&mut self, number: StepNumber, pass: &Compiled) -> Effect {
        let before = self.may.clone();
        let effect = pass.effect(&before);
        self.dead.retain(|kinds| pass.leaves_dead(kinds));
        self.fleeting.retain(|kinds| kinds.is_subset(pass.preserves()));
        let live = [&self.dead, &self.fleeting].map(|kinds| pass.makes_live(kinds, &before));
        if let Effect::Idle { added, .. } | Effect::Missing { added, .. } = &effect {
            for kind in added.ones().filter(|kind| !self.may.contains(*kind)) {
                self.added[kind] = number;
            }
            self.may.union_with(added);
        }
        if let Effect::Changed { removed, added } = &effect {
            let made = pass.makes(&self.sure, &self.may);
            let taken = pass.rewrites();
            // What is made of dead operations may be dead.
            let of_dead = pass.makes(&self.dead, &self.may);
            self.sure.retain(|kinds| kinds.is_disjoint(&taken));
            self.dead.retain(|kinds| kinds.is_disjoint(&taken));
            self.dead.extend(of_dead);
            made.iter().for_each(|kinds| self.ever.union_with(kinds));
            self.sure.extend(made);
            self.sure.extend(live.into_iter().flatten());
            let mut known = pass.folded(&self.may);
            known.intersect_with(&self.may);
            known.difference_with(removed);
            for kind in removed.ones().filter(|kind| self.may.contains(*kind)) {
                self.removed[kind] = number;
            }
            self.may.difference_with(removed);
            self.may.union_with(added);
            // Folding may make more of what is there; that is not where it comes from.
            added.difference(&known).for_each(|kind| self.added[kind] = number);
        }
        self.fold(number, pass, &before, &effect);
        for (ty, kinds) in &self.typed {
            if ty.is_disjoint(&self.may) {
                self.may.difference_with(kinds);
            }
        }
        effect
    }

    /// The step that added a kind last.
    pub fn added_by(&self, kind: usize) -> StepNumber {
        self.added[kind]
    }

    /// Tells if one of some kinds was surely there at some time.
    pub fn was_sure(&self, kinds: &Kinds) -> bool {
        !self.ever.is_disjoint(kinds)
    }

    /// The kinds that may be there of the sets that lie in one, as far as they may, and of which a kind is surely there.
    pub fn surely(&self, within: &Kinds) -> Kinds {
        let mut out = Kinds::with_capacity(within.len());
        for kinds in self.sure.iter().chain(&self.dead).chain(&self.fleeting) {
            let mut kinds = kinds.clone();
            kinds.intersect_with(&self.may);
            if kinds.is_subset(within) {
                out.union_with(&kinds);
            }
        }
        out
    }

    /// The last step that removed one of these kinds.
    pub fn removed_by(&self, kinds: &Kinds) -> Option<StepNumber> {
        kinds.ones().map(|kind| self.removed[kind]).max().filter(|step| *step > 0)
    }
}
