//! The events of rewriting: what each application of a pattern makes, changes and erases, in order.

use super::{Applied, Match};
use crate::data::{OpId, Program, ValueId};

/// Follows a program while patterns are applied to it. An application that breaks is undone after its events; then
/// [`undone`](Self::undone) follows.
pub trait Listener {
    /// Pattern number `pattern` of the list matched, and its rewrite begins.
    fn matched(&mut self, _program: &Program, _pattern: usize, _found: &Match) {}

    /// An operation was made.
    fn inserted(&mut self, _program: &Program, _op: OpId) {}

    /// The uses of the results of an operation are about to become uses of these values.
    fn replaced(&mut self, _program: &Program, _op: OpId, _values: &[ValueId]) {}

    /// Operands of an operation have other values now.
    fn modified(&mut self, _program: &Program, _op: OpId) {}

    /// An operation, and all that it holds in its regions, is about to be erased.
    fn erased(&mut self, _program: &Program, _op: OpId) {}

    /// The rewrite is done.
    fn applied(&mut self, _program: &Program, _pattern: usize, _applied: &Applied) {}

    /// The rewrite broke, and the program is what it was before it.
    fn undone(&mut self, _program: &Program, _pattern: usize) {}
}

/// Follows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {}

/// Two listeners as one; the first one learns of each event first.
pub struct Both<'a>(pub &'a mut dyn Listener, pub &'a mut dyn Listener);

impl std::fmt::Debug for Both<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Both")
    }
}

impl Listener for Both<'_> {
    fn matched(&mut self, program: &Program, pattern: usize, found: &Match) {
        self.0.matched(program, pattern, found);
        self.1.matched(program, pattern, found);
    }

    fn inserted(&mut self, program: &Program, op: OpId) {
        self.0.inserted(program, op);
        self.1.inserted(program, op);
    }

    fn replaced(&mut self, program: &Program, op: OpId, values: &[ValueId]) {
        self.0.replaced(program, op, values);
        self.1.replaced(program, op, values);
    }

    fn modified(&mut self, program: &Program, op: OpId) {
        self.0.modified(program, op);
        self.1.modified(program, op);
    }

    fn erased(&mut self, program: &Program, op: OpId) {
        self.0.erased(program, op);
        self.1.erased(program, op);
    }

    fn applied(&mut self, program: &Program, pattern: usize, applied: &Applied) {
        self.0.applied(program, pattern, applied);
        self.1.applied(program, pattern, applied);
    }

    fn undone(&mut self, program: &Program, pattern: usize) {
        self.0.undone(program, pattern);
        self.1.undone(program, pattern);
    }
}
