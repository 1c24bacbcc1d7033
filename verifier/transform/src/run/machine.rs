//! One step of a script on a program: operands are checked, consumed handles invalidate others, the operation runs, results are defined. A
//! step that fails silenceably leaves the program alone where it is one of this crate; `alternatives` goes back to where it began.

use std::time::{Duration, Instant};

use assay_audit::script::interpret::{Around, Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role, Symbols};
use assay_audit::script::{self, effects};
use assay_ir::data::{AttrId, OpId, Program, ValueId, known};
use assay_ir::ops;
use assay_ir::rule::Rule;
use assay_mlir::OnDemand;
use rustc_hash::FxHashMap;

use crate::order::Policy;

use super::state::{Dead, Handle, How, Part, State};

/// Steps of one run, callees and iterations included.
const STEPS: u64 = 10_000_000;

/// A script: a program with sequences, and the one that is run.
#[derive(Debug)]
pub struct Script<'r> {
    /// The program that holds it.
    pub program: &'r Program,
    /// Its sequences.
    pub symbols: &'r Symbols,
    /// The sequence that is run.
    pub entry: OpId,
}

/// The parameters of one trailing argument of the entry.
pub type Bound = Vec<AttrId>;

/// The option of each knob, and the region of each `transform.tune.alternatives`, that is chosen, by its number.
pub type Chosen = FxHashMap<OpId, usize>;

/// The way in which a script is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The binary that runs what is not known here.
    pub opt: Option<&'a OnDemand>,
    /// Assumptions about orders of accesses. Its solvers are asked about constraints, too.
    pub policy: Policy<'a>,
    /// Steps that make a form are put before a step that fails for want of it.
    pub enable: bool,
    /// Values of the arguments of the entry behind the first.
    pub bound: &'a [Bound],
    /// Choices that the script leaves open.
    pub chosen: Option<&'a Chosen>,
}

/// A step that changed the program.
#[derive(Clone, Debug)]
pub struct Change {
    /// The step in words.
    pub name: String,
    /// Its operation in the script.
    pub at: OpId,
    /// How often the operation ran before, from 1.
    pub run: usize,
    /// Operations that it created; `None` where another tool ran it.
    pub created: Option<usize>,
    /// Operations that it erased.
    pub erased: Option<usize>,
    /// Why the step is right, and what was put in before it.
    pub notes: Vec<String>,
    /// The time that it took.
    pub time: Duration,
}

/// Follows a run.
pub trait Observer {
    /// A step changed the program to this one.
    fn changed(&mut self, program: &Program, change: Change);
    /// The steps behind the first `kept` were undone.
    fn undone(&mut self, kept: usize);
    /// Steps that changed the program until now.
    fn count(&self) -> usize;
    /// The script says something: a print or a remark.
    fn says(&mut self, text: &str);
}

/// The failure of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// C511 for an invalid handle, C516 for a step that fails, or a rule of rejected scripts.
    pub rule: Rule,
    /// The operation of the script.
    pub at: OpId,
    /// The step in words, and which one of that name in the order of execution.
    pub step: (String, usize),
    /// The reason.
    pub message: String,
    /// Other operations with their part in it.
    pub related: Vec<(OpId, String)>,
    /// The step is run by `mlir-opt`, and there is none.
    pub needs_tool: bool,
}

/// A run of a script on a program.
pub(super) struct Run<'r, 'o> {
    pub(super) script: &'r Script<'r>,
    pub(super) payload: &'o mut Program,
    pub(super) options: Options<'o>,
    pub(super) observer: &'o mut dyn Observer,
    pub(super) state: State,
    pub(super) around: Around,
    pub(super) failure: Option<Failure>,
    /// The runs of each step in words.
    runs: FxHashMap<String, usize>,
    steps: u64,
    began: Instant,
}

/// Runs a script on a program.
///
/// # Errors
/// The failure that ended it. The program is what the steps before left.
pub fn execute<'o>(
    script: &Script<'_>,
    payload: &'o mut Program,
    options: Options<'o>,
    observer: &'o mut dyn Observer,
) -> Result<(), Failure> {
    let mut run = Run {
        script,
        payload,
        options,
        observer,
        state: State::default(),
        around: Around::default(),
        failure: None,
        runs: FxHashMap::default(),
        steps: 0,
        began: Instant::now(),
    };
    let Some(block) = text::body(script.program, script.entry) else { return Ok(()) };
    let arguments = script.program.block(block).arguments.clone();
    run.around.calls.push(script.entry);
    for (index, argument) in arguments.into_iter().enumerate() {
        let role = text::role(script.program, argument);
        let parts = match index.checked_sub(1) {
            None => vec![Part::Op(run.payload.top())],
            Some(bound) => {
                options.bound.get(bound).into_iter().flatten().map(|attr| Part::Param(*attr)).collect()
            }
        };
        run.state.define(argument, Handle::new(role, parts));
    }
    let suppress = text::suppresses(script.program, script.entry);
    match run.block(block, suppress) {
        StepOutcome::Fails(_) if suppress => Ok(()),
        StepOutcome::Fails(at) | StepOutcome::MayFail(at) => Err(run.failure_at(at)),
        StepOutcome::Stops => Err(run.failure_at(script.entry)),
        StepOutcome::Goes => Ok(()),
    }
}

impl<'r> Run<'r, '_> {
    fn failure_at(&mut self, at: OpId) -> Failure {
        let step = self.named(at);
        self.failure.take().unwrap_or_else(|| Failure {
            rule: Rule::C516,
            at,
            step,
            message: "the step fails".to_owned(),
            related: Vec::new(),
            needs_tool: false,
        })
    }

    /// A step in words, and how often it ran.
    pub(super) fn named(&self, op: OpId) -> (String, usize) {
        let name = self.name_of(op);
        let runs = self.runs.get(&name).copied().unwrap_or(1);
        (name, runs)
    }

    /// The name of an included step of this crate, or of the operation.
    pub(super) fn name_of(&self, op: OpId) -> String {
        let program = self.script.program;
        let target = text::targets(program, op).first().copied();
        let callee = target.and_then(|target| self.script.symbols.find(program, op, target));
        match callee.filter(|callee| text::body(program, *callee).is_none()) {
            Some(callee) => program.attr_text(callee, known::SYM_NAME).unwrap_or_default().to_owned(),
            None => program.op_name(op).to_owned(),
        }
    }

    /// Runs one operation.
    pub(super) fn run_step(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        self.steps += 1;
        let name = program.op_name(op);
        *self.runs.entry(self.name_of(op)).or_default() += 1;
        if self.steps > STEPS {
            return self.stops(op, format!("more than {STEPS} steps"));
        }
        // Patterns and sequences are what others name.
        if ops::op(name).is_some_and(|record| record.has("symbol")) {
            return StepOutcome::Goes;
        }
        let Some(effects) = effects::lookup(name) else {
            return self.stops(op, format!("`{name}` is no transform operation"));
        };
        if effects.pattern {
            return StepOutcome::Goes;
        }
        if let Some(flow) = self.operands(op) {
            return flow;
        }
        self.began = Instant::now();
        let flow = self.control(op, name).or_else(|| self.navigate(op, name));
        let flow = flow.or_else(|| self.params(op, name)).or_else(|| self.upstream(op, name));
        let flow = flow.unwrap_or_else(|| self.foreign(op));
        if flow.ends() {
            self.define_missing(op);
        }
        match self.unfit(op) {
            Some(message) if flow == StepOutcome::Goes => self.stops(op, message),
            _ => flow,
        }
    }

    /// The choice that is made for an operation.
    pub(super) fn choice(&self, op: OpId) -> Option<usize> {
        self.options.chosen.and_then(|chosen| chosen.get(&op).copied())
    }

    /// Time since the step began.
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Checks and consumes the operands in order; the failure where one is invalid.
    fn operands(&mut self, op: OpId) -> Option<StepOutcome> {
        let program = self.script.program;
        let (repeats, twice) = script::permits_repeats(program.op_name(op));
        // A step of this crate takes a loop and one in it.
        let own = self.name_of(op) != program.op_name(op);
        for (index, value) in program.operands(op).enumerate() {
            let dead = self.state.get(value).and_then(|handle| handle.dead);
            if let Some(dead) = dead.filter(|dead| dead.by != op || !repeats && !own) {
                return Some(self.invalid(op, value, dead));
            }
            let is_param = text::role(program, value) == Role::Param;
            if is_param || !script::consumes(program, self.script.symbols, op, index) {
                continue;
            }
            let mut seen = rustc_hash::FxHashSet::default();
            let parts = self.state.parts(self.payload, value);
            if !twice && parts.iter().any(|part| !seen.insert(*part)) {
                let spelled = text::spelled(program, value);
                let message = format!("{spelled} holds an operation more than once and is consumed");
                return Some(self.stops(op, message));
            }
            self.state.consume(self.payload, op, value);
        }
        None
    }

    fn invalid(&mut self, op: OpId, value: ValueId, dead: Dead) -> StepOutcome {
        let program = self.script.program;
        let (name, through) = (text::spelled(program, value), text::spelled(program, dead.through));
        let by = self.name_of(dead.by);
        let message = match dead.how {
            How::Direct => format!("{name} is used after `{by}` consumed it"),
            How::Same => {
                format!("{name} is used, and points to an operation that `{by}` consumed through {through}")
            }
            How::Nested => {
                format!("{name} is used, and points into an operation that `{by}` consumed through {through}")
            }
        };
        let related = vec![(dead.by, format!("{through} is consumed here"))];
        self.ends(Rule::C511, op, message, related);
        StepOutcome::Stops
    }

    /// Notes a failure that ends the script.
    pub(super) fn stops(&mut self, op: OpId, message: String) -> StepOutcome {
        self.ends(Rule::C516, op, message, Vec::new());
        StepOutcome::Stops
    }

    pub(super) fn ends(&mut self, rule: Rule, at: OpId, message: String, related: Vec<(OpId, String)>) {
        let step = self.named(at);
        self.failure = Some(Failure { rule, at, step, message, related, needs_tool: false });
    }

    /// Defines the results that a failed step left out.
    pub(super) fn define_missing(&mut self, op: OpId) {
        for result in self.script.program.results(op) {
            let role = text::role(self.script.program, result);
            self.state.define(result, Handle::new(role, Vec::new()));
        }
    }

    /// A result that the type of its handle does not take.
    fn unfit(&self, op: OpId) -> Option<String> {
        let program = self.script.program;
        program.results(op).find_map(|result| {
            let expected = text::typed(program, program.value_type(result))?;
            let expected = program.ctx().str(expected);
            let other = self.state.parts(self.payload, result).into_iter().find_map(|part| match part {
                Part::Op(op) => Some(self.payload.op_name(op)).filter(|name| *name != expected),
                Part::Value(_) | Part::Param(_) => None,
            })?;
            let spelled = text::spelled(program, result);
            Some(format!("{spelled} gets `{other}`, and its type takes `{expected}` alone"))
        })
    }

    // --- reading operands and giving results ---------------------------------------------------------------

    /// The operations of an operand.
    pub(super) fn ops(&self, op: OpId, index: usize) -> Vec<OpId> {
        let parts = self.parts_of(op, index).into_iter();
        parts.filter_map(|part| if let Part::Op(op) = part { Some(op) } else { None }).collect()
    }

    /// The parts of an operand.
    pub(super) fn parts_of(&self, op: OpId, index: usize) -> Vec<Part> {
        let value = self.script.program.operand(op, index);
        value.map_or_else(Vec::new, |value| self.state.parts(self.payload, value))
    }

    /// The parameters of an operand.
    pub(super) fn attrs(&self, op: OpId, index: usize) -> Vec<AttrId> {
        let parts = self.parts_of(op, index).into_iter();
        parts.filter_map(|part| if let Part::Param(attr) = part { Some(attr) } else { None }).collect()
    }

    /// Defines a result by operations.
    pub(super) fn give_ops(&mut self, op: OpId, index: usize, ops: Vec<OpId>) -> StepOutcome {
        self.give(op, index, ops.into_iter().map(Part::Op).collect());
        StepOutcome::Goes
    }

    /// Tells the observer of a step that changed the program.
    pub(super) fn tell(&mut self, op: OpId, counts: Option<(usize, usize)>, notes: Vec<String>) {
        let (name, run) = self.named(op);
        let change = Change {
            name,
            at: op,
            run,
            created: counts.map(|(created, _)| created),
            erased: counts.map(|(_, erased)| erased),
            notes,
            time: self.elapsed(),
        };
        self.observer.changed(self.payload, change);
    }
}
