//! The face of a step of scripts: its name, its operands, and what it does to a program that keeps a journal.

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::rewrite::Listener;
use assay_ir::strategy::Refusal;

use crate::counted::Counted;
use crate::order::{self, Policy, Reorder};

/// An operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Loops that are invalid afterwards.
    Consumed(&'static str),
    /// Loops.
    Read(&'static str),
    /// Numbers.
    Numbers(&'static str),
    /// A text.
    Text(&'static str),
}

/// The operands of one application.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// A loop for each operand that is one.
    pub loops: Vec<OpId>,
    /// The numbers.
    pub numbers: Vec<i128>,
    /// The text.
    pub text: String,
}

/// A program under a step.
pub struct Edit<'e> {
    /// The program.
    pub program: &'e mut Program,
    /// Follows the edits.
    pub listener: &'e mut dyn Listener,
    /// Assumptions about orders of accesses.
    pub policy: Policy<'e>,
    /// Why the step is right, in words.
    pub notes: &'e mut Vec<String>,
}

impl std::fmt::Debug for Edit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Edit")
    }
}

impl Edit<'_> {
    /// Erases an operation whose results have these values instead.
    pub(in crate::steps) fn replace(&mut self, op: OpId, values: &[ValueId]) {
        self.listener.replaced(self.program, op, values);
        let old: Vec<ValueId> = self.program.results(op).collect();
        old.iter().zip(values).for_each(|(old, new)| self.program.replace_uses(*old, *new));
        self.erase(op);
    }

    /// Erases an operation without uses.
    pub(in crate::steps) fn erase(&mut self, op: OpId) {
        self.listener.erased(self.program, op);
        self.program.erase(op);
    }

    /// Checks that a step keeps the order of accesses.
    pub(in crate::steps) fn keeps_order(
        &mut self,
        nest: &[Counted],
        reorder: &Reorder<'_>,
    ) -> Result<(), Refusal> {
        let notes = order::keeps_order(self.program, self.policy, nest, reorder)?;
        notes.into_iter().for_each(|note| self.note(note));
        Ok(())
    }

    /// Checks that no other access of a loop touches the element of some.
    pub(in crate::steps) fn apart_from(&mut self, one: &Counted, ops: &[OpId]) -> Result<(), Refusal> {
        let notes = order::apart_from(self.program, self.policy, one, ops)?;
        notes.into_iter().for_each(|note| self.note(note));
        Ok(())
    }

    /// Adds a reason why the step is right.
    pub(in crate::steps) fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// A step of scripts.
pub trait OwnStep: Sync {
    /// The symbol of its sequence, without `@`.
    fn name(&self) -> &'static str;
    /// What it makes, in a line.
    fn what(&self) -> &'static str;
    /// Its operands.
    fn operands(&self) -> &'static [Operand];
    /// The names of its results.
    fn results(&self) -> &'static [&'static str];
    /// Does the step; the operations of each result.
    ///
    /// # Errors
    /// Why it does not apply. The program may have been edited until then: the caller goes back to a checkpoint.
    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal>;
}
