//! The steps of this crate in a script: a named sequence without a body, whose name and operands say which step runs. A step runs for each loop of its
//! handle in turn; where it is refused for one, it changed nothing.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role};
use assay_ir::data::{AttrKind, OpId};
use assay_ir::strategy::Refusal;

use super::machine::Run;
use super::state::{Follower, Part};
use crate::steps::own::{Call, Edit, OwnStep, by_name};

impl Run<'_, '_> {
    /// Runs the step that a sequence without a body names.
    pub(super) fn own_step(&mut self, op: OpId, name: &str) -> StepOutcome {
        let Some(step) = by_name(name) else {
            let message =
                format!("`@{name}` has no body, and is no step (`assay transform --steps` lists them)");
            return self.stops(op, message);
        };
        let calls = match self.calls(op, step) {
            Ok(calls) => calls,
            Err(message) => return self.stops(op, message),
        };
        let before = self.payload.checkpoint();
        let policy = self.options.policy;
        let mut follower = Follower::new(&mut self.state);
        let mut results = vec![Vec::new(); step.results().len()];
        let mut notes = Vec::new();
        let mut refusal = None;
        for call in &calls {
            let mut edit = Edit { program: self.payload, listener: &mut follower, policy, notes: &mut notes };
            match step.apply(&mut edit, call) {
                Ok(found) => results.iter_mut().zip(found).for_each(|(all, more)| all.extend(more)),
                Err(why) => {
                    refusal = Some(why);
                    break;
                }
            }
        }
        let counts = (follower.made, follower.erased);
        if let Some(Refusal { message }) = refusal {
            self.payload.rollback(before);
            return self.fails(op, message);
        }
        self.payload.commit(before);
        for (index, ops) in results.into_iter().enumerate() {
            self.give_ops(op, index, ops);
        }
        if !calls.is_empty() {
            self.tell(op, Some(counts), notes);
        }
        StepOutcome::Goes
    }

    /// The operands of the step, once for each loop of the first handle.
    fn calls(&self, op: OpId, step: &dyn OwnStep) -> Result<Vec<Call>, String> {
        let program = self.script.program;
        let operands: Vec<_> = program.operands(op).collect();
        let wanted = step.operands();
        if operands.len() != wanted.len() || program.result_count(op) != step.results().len() {
            return Err(format!(
                "`@{}` takes {} operands and has {} results",
                step.name(),
                wanted.len(),
                step.results().len()
            ));
        }
        let mut lists: Vec<Vec<OpId>> = Vec::new();
        let mut common = Call::default();
        for (index, value) in operands.into_iter().enumerate() {
            if text::role(program, value) != Role::Param {
                lists.push(self.ops(op, index));
                continue;
            }
            for part in self.parts_of(op, index) {
                let Part::Param(attr) = part else { continue };
                match program.ctx().attr_kind(attr) {
                    AttrKind::Integer { value, .. } => {
                        common.numbers.push(value.to_i64().map(i128::from).ok_or("a number is too large")?);
                    }
                    AttrKind::String { text, .. } => common.text = program.ctx().str(*text).to_owned(),
                    _ => return Err("a parameter is neither a number nor a text".to_owned()),
                }
            }
        }
        let [first, others @ ..] = &lists[..] else { return Err("there is no loop".to_owned()) };
        if let Some(other) = others.iter().find(|other| other.len() != 1 || first.len() != 1) {
            return Err(format!(
                "it takes one loop of each, and there are {} and {}",
                first.len(),
                other.len()
            ));
        }
        let call = |one: &OpId| {
            let loops = std::iter::once(*one).chain(others.iter().flatten().copied()).collect();
            Call { loops, ..common.clone() }
        };
        Ok(first.iter().map(call).collect())
    }
}
