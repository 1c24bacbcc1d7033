//! The steps of this crate in a script: a named sequence without a body, whose name and operands say which step runs. A step runs for each loop of its
//! handle in turn; where it is refused for one, it changed nothing.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role};
use assay_ir::data::{AttrKind, OpId};
use assay_ir::strategy::Refusal;

use super::machine::Run;
use super::state::{Follower, Part};
use crate::steps::hoist::{hoist, is_loop};
use crate::steps::own::{Call, Edit, OwnStep, by_name};

/// The outcome of a step for all its calls.
#[derive(Default)]
struct Done {
    results: Vec<Vec<OpId>>,
    notes: Vec<String>,
    created: usize,
    erased: usize,
}

/// A step that makes a form which others need.
#[derive(Clone, Copy)]
enum Enabling {
    /// Moves loop-invariant operations out of the loops, so that nests become perfect.
    Hoist,
    /// Loops count from 0 by 1.
    Normalize,
}

/// Enabling steps, the shortest first.
const ENABLING: [&[Enabling]; 3] =
    [&[Enabling::Hoist], &[Enabling::Normalize], &[Enabling::Hoist, Enabling::Normalize]];

impl Enabling {
    fn name(self) -> &'static str {
        match self {
            Enabling::Hoist => HOIST,
            Enabling::Normalize => NORMALIZE,
        }
    }

    /// Applies it to the loops of a call, and to what they hold.
    fn apply(self, edit: &mut Edit<'_>, call: &Call) -> Result<(), Refusal> {
        for one in &call.loops {
            let loops: Vec<OpId> =
                edit.program.walk_post(*one).filter(|op| is_loop(edit.program, *op)).collect();
            for at in loops {
                match self {
                    Enabling::Hoist => drop(hoist(edit.program, edit.listener, at)),
                    Enabling::Normalize => {
                        let step = by_name(NORMALIZE).expect("it is one of the steps");
                        step.apply(edit, &Call { loops: vec![at], ..Call::default() })?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The step that makes loops count from 0 by 1.
const NORMALIZE: &str = "assay.loop_normalize";

/// The step that moves what does not change in a loop in front of it.
const HOIST: &str = "transform.apply_licm";

fn names(enabling: &[Enabling]) -> String {
    let names: Vec<String> = enabling.iter().map(|one| format!("`{}`", one.name())).collect();
    names.join(" and ")
}

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
        match self.attempt(step, &calls, &[]) {
            Ok(done) => self.finish(op, done, calls.is_empty()),
            Err(refusal) if self.options.enable => self.enabled(op, step, &calls, refusal),
            Err(Refusal { message }) => self.fails(op, message),
        }
    }

    /// The shortest enabling steps behind which the step applies.
    fn enabled(&mut self, op: OpId, step: &dyn OwnStep, calls: &[Call], refusal: Refusal) -> StepOutcome {
        for enabling in ENABLING {
            if let Ok(done) = self.attempt(step, calls, enabling) {
                return self.finish(op, done, false);
            }
        }
        let tried: Vec<String> = ENABLING.iter().map(|one| names(one)).collect();
        let message = format!("{}; with {} before it, it fails, too", refusal.message, tried.join(", with "));
        self.fails(op, message)
    }

    /// Runs the step for each call behind enabling ones. The program and the handles are as before where it is refused.
    fn attempt(
        &mut self,
        step: &dyn OwnStep,
        calls: &[Call],
        enabling: &[Enabling],
    ) -> Result<Done, Refusal> {
        let before = self.payload.checkpoint();
        let replaced = self.state.replacements();
        match self.applied(step, calls, enabling) {
            Ok(done) => {
                self.payload.commit(before);
                Ok(done)
            }
            Err(refusal) => {
                self.payload.rollback(before);
                self.state.forget_behind(replaced);
                Err(refusal)
            }
        }
    }

    fn applied(
        &mut self,
        step: &dyn OwnStep,
        calls: &[Call],
        enabling: &[Enabling],
    ) -> Result<Done, Refusal> {
        let mut follower = Follower::new(&mut self.state);
        let mut done = Done { results: vec![Vec::new(); step.results().len()], ..Done::default() };
        if !enabling.is_empty() {
            done.notes.push(format!("put in before it: {}", names(enabling)));
        }
        let policy = self.options.policy;
        for call in calls {
            let mut edit =
                Edit { program: self.payload, listener: &mut follower, policy, notes: &mut done.notes };
            for one in enabling {
                one.apply(&mut edit, call)?;
            }
            let found = step.apply(&mut edit, call)?;
            done.results.iter_mut().zip(found).for_each(|(all, more)| all.extend(more));
        }
        (done.created, done.erased) = (follower.created, follower.erased);
        Ok(done)
    }

    /// Defines the results, and tells the observer.
    fn finish(&mut self, op: OpId, done: Done, nothing: bool) -> StepOutcome {
        for (index, ops) in done.results.into_iter().enumerate() {
            self.give_ops(op, index, ops);
        }
        if !nothing {
            self.tell(op, Some((done.created, done.erased)), done.notes);
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
