//! The walk of a script on an abstract payload: what [`Interpreter`] asks of a payload, answered by handles that may point to unknown operations.

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::rule::Rule;

use super::alias::MayMust;
use super::handles::Handle;
use super::interpret::{Around, Interpreter, StepOutcome};
use super::payload::Part;
use super::run::Run;
use super::text::{self, Role, Symbols};

impl<'r> Interpreter<'r> for Run<'r> {
    type Handle = Handle;
    type Part = Part;

    fn script(&self) -> &'r Program {
        self.program
    }

    fn symbols(&self) -> &'r Symbols {
        self.symbols
    }

    fn around(&mut self) -> &mut Around {
        &mut self.around
    }

    fn step(&mut self, op: OpId) -> StepOutcome {
        self.follow(op)
    }

    fn whole(&self) -> Handle {
        Handle::from_parts(Role::Ops, vec![Part::Op(self.state.root)])
    }

    fn handle(&self, value: ValueId) -> Handle {
        self.state.get(value).cloned().unwrap_or_else(|| Handle::from_parts(Role::Ops, Vec::new()))
    }

    fn bind(&mut self, to: ValueId, from: &Handle) {
        let mut handle = Handle::from_parts(text::role(self.program, to), from.parts.to_vec());
        handle.lowered = from.lowered;
        handle.param = from.param;
        handle.suspect = from.suspect;
        handle.loose = from.loose;
        handle.poisoned = from.poisoned;
        self.state.define(to, handle);
    }

    fn bind_results(&mut self, op: OpId, values: &[ValueId]) {
        for (result, value) in self.program.results(op).zip(values) {
            match self.state.get(*value).cloned() {
                Some(mut handle) => {
                    // A yielded handle that was consumed points to nothing.
                    handle.poisoned |= handle.dead.is_some_and(|dead| dead.certainty == MayMust::Must);
                    self.bind(result, &handle);
                }
                None => self.give(op, 0, Vec::new()),
            }
        }
    }

    fn give(&mut self, op: OpId, index: usize, parts: Vec<Part>) {
        if let Some(result) = self.program.result(op, index) {
            let role = text::role(self.program, result);
            self.state.define(result, Handle::from_parts(role, parts));
        }
    }

    fn gather(&self, value: ValueId, into: &mut Vec<Part>) {
        let Some(handle) = self.state.get(value) else { return };
        for part in &*handle.parts {
            if matches!(part, Part::Op(_)) || !into.contains(part) {
                into.push(*part);
            }
        }
    }

    fn length(&self, handle: &Handle) -> usize {
        handle.parts.len()
    }

    fn element(&self, handle: &Handle, index: usize) -> Handle {
        let mut single = handle.clone();
        single.parts = handle.parts[index..=index].into();
        single
    }

    fn open_frame(&mut self) {
        self.state.open_frame();
    }

    fn close_frame(&mut self) {
        self.state.close_frame();
    }

    fn external(&mut self, op: OpId, callee: Option<OpId>) -> StepOutcome {
        if callee.is_some() {
            self.unknown.insert(op, "the included sequence has no body here".to_owned());
        }
        self.spoil(op)
    }

    fn refuse_call(&mut self, op: OpId) -> StepOutcome {
        self.spoil(op)
    }

    fn too_deep(&mut self, at: OpId) -> StepOutcome {
        self.unknown.insert(at, "nested too deeply".to_owned());
        StepOutcome::Goes
    }

    fn fails(&mut self, op: OpId, message: String) -> StepOutcome {
        self.breaks(Rule::C516, op, message)
    }

    /// Marks the results of a region as uncertain behind a suppressed failure.
    fn passed_over(&mut self, op: OpId, flow: StepOutcome, suppress: bool) -> StepOutcome {
        let (StepOutcome::Fails(at) | StepOutcome::MayFail(at), true) = (flow, suppress) else { return flow };
        for result in self.program.results(op) {
            if let Some(handle) = self.state.get_mut(result) {
                handle.suspect = Some(at);
            }
        }
        for value in self.program.operands(op) {
            if let Some(handle) = self.state.get_mut(value)
                && handle.dead.is_some()
            {
                handle.suspect = Some(at);
            }
        }
        StepOutcome::Goes
    }
}
