//! The walk of a script on a program: what [`Interpreter`] asks of a payload, answered by handles to operations.

use assay_audit::script::interpret::{Around, Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role, Symbols};
use assay_ir::data::{OpId, Program, ValueId, known};
use assay_ir::rule::Rule;

use super::machine::Run;
use super::state::{Handle, Part};

impl<'r> Interpreter<'r> for Run<'r, '_> {
    type Handle = Handle;
    type Part = Part;

    fn script(&self) -> &'r Program {
        self.script.program
    }

    fn symbols(&self) -> &'r Symbols {
        self.script.symbols
    }

    fn around(&mut self) -> &mut Around {
        &mut self.around
    }

    fn step(&mut self, op: OpId) -> StepOutcome {
        self.run_step(op)
    }

    fn whole(&self) -> Handle {
        Handle::new(Role::Ops, vec![Part::Op(self.payload.top())])
    }

    fn handle(&self, value: ValueId) -> Handle {
        let role = text::role(self.script.program, value);
        Handle::new(role, self.state.parts(self.payload, value))
    }

    fn bind(&mut self, to: ValueId, from: &Handle) {
        let role = text::role(self.script.program, to);
        self.state.define(to, Handle::new(role, from.parts.to_vec()));
    }

    fn bind_results(&mut self, op: OpId, values: &[ValueId]) {
        for (index, value) in values.iter().enumerate() {
            // A yielded handle that was consumed points to nothing.
            let valid = self.state.get(*value).is_some_and(|handle| handle.dead.is_none());
            let parts = if valid { self.state.parts(self.payload, *value) } else { Vec::new() };
            self.give(op, index, parts);
        }
    }

    fn give(&mut self, op: OpId, index: usize, parts: Vec<Part>) {
        if let Some(result) = self.script.program.result(op, index) {
            let role = text::role(self.script.program, result);
            self.state.define(result, Handle::new(role, parts));
        }
    }

    fn gather(&self, value: ValueId, into: &mut Vec<Part>) {
        into.extend(self.state.parts(self.payload, value));
    }

    fn length(&self, handle: &Handle) -> usize {
        handle.parts.len()
    }

    fn element(&self, handle: &Handle, index: usize) -> Handle {
        Handle::new(handle.role, vec![handle.parts[index]])
    }

    fn open_frame(&mut self) {
        self.state.open_frame();
    }

    fn close_frame(&mut self) {
        self.state.close_frame();
    }

    fn external(&mut self, op: OpId, callee: Option<OpId>) -> StepOutcome {
        let name = callee.and_then(|callee| self.script.program.attr_text(callee, known::SYM_NAME));
        match name {
            Some(name) => {
                let flow = self.own_step(op, name);
                let suppress = text::suppresses(self.script.program, op);
                if suppress && matches!(flow, StepOutcome::Fails(_)) {
                    self.define_missing(op);
                }
                self.passed_over(op, flow, suppress)
            }
            None => self.stops(op, "there is no such sequence".to_owned()),
        }
    }

    fn refuse_call(&mut self, op: OpId) -> StepOutcome {
        self.stops(op, "the sequence includes itself, or takes other operands".to_owned())
    }

    fn too_deep(&mut self, at: OpId) -> StepOutcome {
        self.stops(at, "the script is nested deeper than is followed".to_owned())
    }

    fn fails(&mut self, op: OpId, message: String) -> StepOutcome {
        self.ends(Rule::C516, op, message, Vec::new());
        StepOutcome::Fails(op)
    }

    fn passed_over(&mut self, _: OpId, flow: StepOutcome, suppress: bool) -> StepOutcome {
        match flow {
            StepOutcome::Fails(_) if suppress => StepOutcome::Goes,
            flow => flow,
        }
    }
}
