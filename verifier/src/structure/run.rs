//! One abstract run of a rewrite: the steps in order over a [`State`], every rule asked where it applies. Must not know
//! how a witness is built, nor call `ir::rewrite`.
//!
//! Order: a violation that depends on uses that merely may exist is noted and the run goes on as if there were none; a
//! violation that always happens ends the run, since nothing is known of the state behind it; so does an operation that
//! cannot be made for want of result types (T203). What holds of positions is asked once, at the end. Not proved here: types, attributes, meaning, termination.

use super::findings::{Go, Run};
use super::rules;
use crate::pattern::classes::Classes;
use crate::pattern::model::*;
use crate::verdict::Rule;

/// What is asked at the end of a run, in this order.
const AT_THE_END: [fn(&mut Run<'_, '_>); 7] = [
    rules::s106_operand_availability::check,
    rules::s103_dominance::check,
    rules::s101_terminators::check,
    rules::s111_regions::check,
    rules::s113_symbols::check,
    rules::s114_symbol_uses::check,
    rules::s115_parents::check,
];

impl Run<'_, '_> {
    /// All steps, then what is asked at the end.
    pub(super) fn execute(&mut self) {
        let model = self.model;
        for (step, action) in model.actions.iter().enumerate() {
            let go = match &action.step {
                Step::Create(created) => self.create(step, *created),
                Step::Take(values) => self.take(step, values),
                Step::Copy(copy) => {
                    self.state.copy(*copy);
                    Go::Continue(())
                }
                Step::Read(op) => self.read(step, *op),
                Step::TakeMissing(op) => self.take_missing(step, *op),
                Step::Replace { target, by, values } => self.replace(step, *target, *by, values),
                Step::Erase(target) => self.erase(step, *target),
            };
            if go.is_break() {
                return;
            }
        }
        for check in AT_THE_END {
            check(self);
        }
    }

    fn create(&mut self, step: usize, created: CreatedIx) -> Go {
        let model = self.model;
        let made = &model.created[created];
        self.take(step, &made.operands)?;
        if let Some(op) = made.types_of {
            rules::s104_use_after_end::operation(self, step, op)?;
        }
        if made.untyped {
            return Go::Break(());
        }
        rules::s102_after_root::check(self, step, created)?;
        self.state.create(created);
        Go::Continue(())
    }

    fn take(&mut self, step: usize, values: &[ValueRef]) -> Go {
        for value in values {
            rules::s104_use_after_end::value(self, step, *value)?;
        }
        Go::Continue(())
    }

    /// Reads an operation, maybe on behalf of a later step of the same PDL operation.
    fn read(&mut self, step: usize, op: OpRef) -> Go {
        self.end_of_what_follows(step)?;
        rules::s104_use_after_end::operation(self, step, op)
    }

    fn take_missing(&mut self, step: usize, op: OpRef) -> Go {
        self.end_of_what_follows(step)?;
        rules::s110_result_index::check(self, step, op)
    }

    /// What the PDL operation that reads and takes ends is looked at before what it reads and takes.
    fn end_of_what_follows(&mut self, step: usize) -> Go {
        let mut own = None;
        for (number, action) in self.model.actions.iter().enumerate().skip(step) {
            match action.step {
                // It blames the `pdl.result`, and belongs to what comes next.
                Step::TakeMissing(_) => continue,
                _ if *own.get_or_insert(action.op) != action.op => break,
                Step::Read(_) => continue,
                Step::Replace { target, .. } => {
                    return rules::s109_ended_twice::check(self, number, target);
                }
                _ => break,
            }
        }
        Go::Continue(())
    }

    fn replace(&mut self, step: usize, target: OpRef, by: Option<OpRef>, values: &[ValueRef]) -> Go {
        rules::s109_ended_twice::check(self, step, target)?;
        if let Some(by) = by {
            rules::s104_use_after_end::operation(self, step, by)?;
        }
        self.take(step, values)?;
        rules::s108_counts::check(self, step, target, values.len())?;
        for (result, value) in self.state.results(target).into_iter().zip(values) {
            let value = self.state.val(*value);
            self.state.move_uses(step, result, value);
        }
        rules::s105_remaining_uses::check(self, step, target, Rule::S107)?;
        self.end(step, target, Some(values))
    }

    fn erase(&mut self, step: usize, target: OpRef) -> Go {
        rules::s109_ended_twice::check(self, step, target)?;
        rules::s105_remaining_uses::check(self, step, target, Rule::S105)?;
        self.end(step, target, None)
    }

    /// Ends an operation that gives way to `values`, if it does.
    fn end(&mut self, step: usize, op: OpRef, values: Option<&[ValueRef]>) -> Go {
        let held = self.containment.filter(|c| op.class(self.classes) == OpRef::Node(c.outer));
        let Some(containment) = held else {
            self.state.end(step, op);
            return Go::Continue(());
        };
        // Whatever is still used of what it holds, MLIR's engine stops at its own results.
        let own = self.state.results(op);
        let mut values = values.unwrap_or_default().iter();
        let by_own = values.any(|value| own.contains(&self.state.val(*value)));
        let code = if by_own { Rule::S107 } else { Rule::S104 };
        rules::s104_use_after_end::inside(self, step, containment, code)?;
        self.state.end(step, op);
        if containment.holds(self.anchor()) {
            for created in self.state.standing_now() {
                self.state.end(step, OpRef::Created(created));
            }
        }
        for node in containment.inside.iter().copied() {
            if self.state.nodes_ended[node].is_none() {
                self.state.end(step, OpRef::Node(node));
                self.state.end_uses_after(node);
            }
        }
        Go::Continue(())
    }
}

impl OpRef {
    /// The operation with its class in place of the handle.
    pub fn class(self, classes: &Classes<'_>) -> OpRef {
        match self {
            OpRef::Node(node) => OpRef::Node(classes.node(node)),
            OpRef::Created(created) => OpRef::Created(created),
        }
    }
}
