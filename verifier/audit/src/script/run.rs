//! One step of a script: operands are checked, consumed handles invalidate others, results are defined.

use std::collections::{BTreeMap, BTreeSet};

use assay_ir::data::{Context, OpId, Program, ValueId, known};
use assay_ir::rule::Rule;
use rustc_hash::FxHashSet;

use super::alias::{How, MayMust};
use super::conditions::{Decision, has_conditions};
use super::effects::{self, Access, Effects};
use super::forms::Form;
use super::handles::{Dead, Handle, State};
use super::interpret::{Around, Interpreter, StepOutcome};
use super::payload::{NodeId, Part};
use super::text::{self, Role, Symbols};
use super::{Audited, Known, Problem, Registry, kinds, operands, shapes};
use crate::contract::Contracts;

/// A function that runs a step.
pub(super) type Step = fn(&mut Run<'_>, OpId) -> StepOutcome;

/// Steps of one run, callees and iterations included.
const STEPS: u32 = 400_000;
/// A run of a script on an abstract payload.
pub(super) struct Run<'r> {
    pub(super) program: &'r Program,
    /// The program that the script runs on.
    pub(super) given: Option<&'r Program>,
    pub(super) contracts: &'r Contracts,
    pub(super) registry: Option<&'r Registry>,
    pub(super) symbols: &'r Symbols,
    pub(super) state: State,
    problems: Vec<Problem>,
    said: FxHashSet<(Rule, OpId, Option<ValueId>)>,
    pub(super) unknown: BTreeMap<OpId, String>,
    /// Steps whose success is not decided.
    open: BTreeMap<OpId, String>,
    assumptions: BTreeSet<&'static str>,
    pub(super) around: Around,
    /// Regions around the step that may not run for each part of a handle.
    pub(super) partial: u32,
    /// The forms that the payload is to have at the end.
    wanted: &'r [Form],
    steps: u32,
    /// The script ended with a failure on the given payload.
    stopped: bool,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        program: &'r Program,
        given: Option<&'r Program>,
        known: Known<'r>,
        symbols: &'r Symbols,
        state: State,
        wanted: &'r [Form],
    ) -> Self {
        Run {
            program,
            given,
            contracts: known.contracts,
            registry: known.registry,
            symbols,
            state,
            problems: Vec::new(),
            said: FxHashSet::default(),
            unknown: BTreeMap::new(),
            open: BTreeMap::new(),
            assumptions: BTreeSet::new(),
            around: Around::default(),
            partial: 0,
            wanted,
            steps: 0,
            stopped: false,
        }
    }

    pub(super) fn ctx(&self) -> &'r Context {
        self.program.ctx()
    }

    /// Runs a sequence with arguments that point to the whole payload, the first one, and to anything in it.
    pub(super) fn entry(mut self, entry: OpId) -> Audited {
        let main = self.symbols.is_main(self.program, entry);
        let mut forms = Vec::new();
        self.around.calls.push(entry);
        if let Some(block) = text::body(self.program, entry) {
            let arguments = self.program.block(block).arguments.clone();
            for (index, argument) in arguments.into_iter().enumerate() {
                let role = text::role(self.program, argument);
                let part = match index == 0 && main {
                    true => Part::Op(self.state.root),
                    false => {
                        let names = text::typed(self.program, self.program.value_type(argument));
                        let names = names.map(|name| std::rc::Rc::from([name]));
                        Part::Group(self.state.payload.add_group(self.state.root, names))
                    }
                };
                let parts = if role == Role::Param { Vec::new() } else { vec![part] };
                self.state.define(argument, Handle::from_parts(role, parts));
            }
            let suppress = text::suppresses(self.program, entry);
            let flow = self.block(block, suppress);
            if let (StepOutcome::Fails(at) | StepOutcome::MayFail(at), false) = (flow, suppress) {
                self.leave_open(at);
            }
            if matches!(flow, StepOutcome::Goes | StepOutcome::MayFail(_)) && main {
                forms.extend(Form::ALL.iter().map(|(form, ..)| (*form, self.normal_form_of_all(*form))));
                self.final_forms(entry, self.wanted);
            }
        }
        let name = text::attr(self.program, entry, "sym_name")
            .and_then(|name| text::string(self.program, name))
            .map_or_else(String::new, |name| self.ctx().str(name).to_owned());
        Audited {
            name,
            at: entry,
            problems: self.problems,
            unknown: self.unknown.into_iter().collect(),
            open: self.open.into_iter().collect(),
            assumptions: self.assumptions.into_iter().map(str::to_owned).collect(),
            forms,
        }
    }

    /// Runs one operation.
    pub(super) fn follow(&mut self, op: OpId) -> StepOutcome {
        self.steps += 1;
        if self.steps > STEPS {
            self.unknown.insert(op, "more steps than are followed".to_owned());
            return StepOutcome::Goes;
        }
        self.state.enter(self.program, op);
        if self.program.op(op).name == known::PDL_PATTERN {
            return StepOutcome::Goes;
        }
        let name = self.program.op_name(op);
        let Some(effects) = effects::lookup(name) else {
            if name.starts_with("transform.") {
                return self.unknown_step(op);
            }
            self.spoil(op);
            return self.stops(op, format!("`{name}` is no transform operation"));
        };
        if effects.pattern {
            return StepOutcome::Goes;
        }
        let fine = self.operands(op);
        if effects.access == Access::Writes {
            self.needs(op);
        }
        let flow = if fine {
            self.apply(op, effects)
        } else {
            self.leave_open(op);
            self.spoil(op)
        };
        self.follow_forms(op, effects, fine && flow == StepOutcome::Goes);
        let flow = if self.results_fit(op) { flow } else { StepOutcome::Stops };
        if let (StepOutcome::Fails(_), Some(Some(_))) = (flow, self.around.failing.last()) {
            self.state.enter(self.program, op);
        }
        if matches!(flow, StepOutcome::Stops) && self.given.is_some() {
            self.stopped = true;
        }
        flow
    }

    fn follow_forms(&mut self, op: OpId, effects: Effects, succeeds: bool) {
        let has_steps = !self.program.op_regions(op).is_empty() && !effects.pattern;
        let name = self.program.op_name(op);
        let steps = shapes::table().has("steps", name) || has_steps && !name.starts_with("transform.apply_");
        if effects.access != Access::Writes || steps {
            return;
        }
        match succeeds {
            true => {
                self.changes_forms(op);
                self.makes_forms(op);
            }
            false => self.forgets_forms(op),
        }
    }

    /// A step of which nothing is known: its operands are read, its results are anything.
    fn unknown_step(&mut self, op: OpId) -> StepOutcome {
        let why = format!("the effects of `{}` are not known", self.program.op_name(op));
        self.unknown.insert(op, why);
        for value in self.program.operands(op).collect::<Vec<_>>() {
            self.read(op, value, false);
            // It may have consumed them.
            if let Some(handle) = self.state.get_mut(value) {
                handle.poisoned = true;
            }
        }
        self.spoil(op);
        self.forgets_forms(op);
        StepOutcome::Goes
    }

    /// Defines the results of a step as handles that say nothing.
    pub(super) fn spoil(&mut self, op: OpId) -> StepOutcome {
        for result in self.program.results(op) {
            let mut handle = Handle::from_parts(text::role(self.program, result), Vec::new());
            handle.poisoned = true;
            self.state.define(result, handle);
        }
        for region in self.program.op_regions(op) {
            for block in self.program.region(*region).blocks.clone() {
                for argument in self.program.block(block).arguments.clone() {
                    let mut handle = Handle::from_parts(text::role(self.program, argument), Vec::new());
                    handle.poisoned = true;
                    self.state.define(argument, handle);
                }
                self.block(block, true);
            }
        }
        StepOutcome::Goes
    }

    /// Checks and consumes the operands in order, as the interpreter does.
    fn operands(&mut self, op: OpId) -> bool {
        let repeats = shapes::table().has("repeats", self.program.op_name(op));
        let mut fine = true;
        for (index, value) in self.program.operands(op).collect::<Vec<_>>().into_iter().enumerate() {
            fine &= self.read(op, value, repeats);
            if super::consumes(self.program, self.symbols, op, index)
                && text::role(self.program, value) != Role::Param
            {
                self.consume(op, value);
            }
        }
        fine
    }

    /// Reports the use of a handle that is invalid; true for a valid one.
    fn read(&mut self, op: OpId, value: ValueId, repeats: bool) -> bool {
        let Some(handle) = self.state.get(value) else { return true };
        let (dead, suspect, poisoned) = (handle.dead, handle.suspect, handle.poisoned);
        if poisoned {
            // Of its operations nothing is known, of the handle itself it is.
            if let Some(dead) = dead.filter(|dead| dead.by != op && dead.how == How::Direct) {
                self.invalid(op, value, dead);
            }
            return false;
        }
        if let Some(dead) = dead.filter(|dead| dead.by != op || !repeats) {
            self.invalid(op, value, dead);
            if let Some(failed) = suspect {
                self.undefined(op, value, failed, Some(dead));
            }
            if dead.certainty > MayMust::May {
                return self.goes_on_empty(op, dead);
            }
        } else if let Some(failed) = suspect {
            self.undefined(op, value, failed, None);
        }
        true
    }

    /// Tells if a step runs on a payload on which a handle that another one invalidated is empty: it is valid there, and a callee or
    /// a region consumes it as the text says.
    fn goes_on_empty(&self, op: OpId, dead: Dead) -> bool {
        let follows = shapes::table().has("follows", self.program.op_name(op));
        follows && dead.how != How::Direct && self.given.is_none()
    }

    fn invalid(&mut self, op: OpId, value: ValueId, dead: Dead) {
        let name = text::spelled(self.program, value);
        let through = text::spelled(self.program, dead.through);
        let by = text::step(self.program, dead.by);
        let may = dead.certainty < MayMust::Must;
        let verb = if may { "may point" } else { "points" };
        let message = match dead.how {
            How::Direct => format!("{name} is used after {by} consumed it (use after consume)"),
            How::Same => format!(
                "{name} is used, and {verb} to an operation that {by} consumed through {through} (alias invalidation)"
            ),
            How::Nested => format!(
                "{name} is used, and {verb} into an operation that {by} consumed through {through} (nested invalidation)"
            ),
        };
        if dead.certainty == MayMust::Assumed {
            self.assumptions.insert("the operations of one handle do not hold one another");
        }
        let related = vec![(dead.by, format!("{through} is consumed here"))];
        let certainty = dead.certainty;
        self.report(Rule::C511, certainty, op, Some(value), message, related);
        let lowered =
            self.state.get(value).and_then(|handle| self.removed_by(dead.by, &handle.parts.clone()));
        if let Some(kind) = lowered {
            let message = format!("this needs {kind}, which {by} removed");
            let related = vec![(dead.by, format!("{kind} is removed here"))];
            self.report(Rule::C502, certainty, op, None, message, related);
        }
    }

    /// The kind of some parts, where a pass removed it.
    fn removed_by(&self, pass: OpId, parts: &[Part]) -> Option<String> {
        let removed = self.removed(pass);
        let names = self.state.payload.names(*parts.first()?)?;
        let name = *names.first()?;
        let text = self.ctx().str(name);
        removed.iter().any(|kind| kinds::covers(kind, text, self.contracts)).then(|| format!("`{text}`"))
    }

    fn undefined(&mut self, op: OpId, value: ValueId, failed: OpId, dead: Option<Dead>) {
        let name = text::spelled(self.program, value);
        let failing = self.program.op_name(failed);
        let message = match dead {
            Some(_) => format!(
                "{name} is used behind a failure of `{failing}` that is suppressed: it counts as consumed all the same"
            ),
            None => format!("{name} may be undefined: a failure of `{failing}` is suppressed"),
        };
        let related = vec![(failed, "this may fail".to_owned())];
        self.report(Rule::C513, MayMust::May, op, Some(value), message, related);
    }

    /// Invalidates a handle and what its operations concern.
    fn consume(&mut self, op: OpId, value: ValueId) {
        let Some(handle) = self.state.get(value).cloned() else { return };
        let failing = self.around.failing.iter().rev().find_map(|failed| *failed);
        let dead = |how, certainty| Dead { by: op, through: value, how, certainty };
        if !handle.poisoned {
            for (other, how, certainty) in self.state.hits(self.program, self.ctx(), &handle.parts) {
                if other == value {
                    continue;
                }
                let certainty = if handle.loose { certainty.min(MayMust::May) } else { certainty };
                if let Some(found) = self.state.get_mut(other)
                    && found.dead.is_none_or(|dead| dead.certainty < certainty)
                {
                    found.dead = Some(dead(how, certainty));
                    found.suspect = found.suspect.or(failing);
                }
            }
        }
        if let Some(found) = self.state.get_mut(value) {
            if found.dead.is_none_or(|dead| dead.certainty < MayMust::Must) {
                found.dead = Some(dead(How::Direct, MayMust::Must));
            }
            found.suspect = found.suspect.or(failing);
        }
        self.repeated(op, value, &handle);
    }

    /// A consumed handle must not hold an operation twice.
    fn repeated(&mut self, op: OpId, value: ValueId, handle: &Handle) {
        if shapes::table().has("twice", self.program.op_name(op)) {
            return;
        }
        let mut seen = FxHashSet::default();
        let twice = handle.parts.iter().any(|part| matches!(part, Part::Op(_)) && !seen.insert(*part));
        if twice && self.given.is_some() {
            let name = text::spelled(self.program, value);
            let message = format!("{name} holds an operation more than once and is consumed");
            self.report(Rule::C516, MayMust::Must, op, Some(value), message, Vec::new());
        }
    }

    /// Reports a step whose operations an earlier one removed, or that finds none.
    fn needs(&mut self, op: OpId) {
        let name = self.program.op_name(op);
        if shapes::table().has("empty", name) {
            return;
        }
        let Some(first) = self.program.operand(op, 0) else { return };
        let Some(handle) = self.state.get(first).cloned() else { return };
        if handle.poisoned || handle.role == Role::Param {
            return;
        }
        let spelled = text::spelled(self.program, first);
        if let Some((pass, certainty)) = handle.lowered {
            let kind = self.sought(first).unwrap_or_else(|| "the operations".to_owned());
            let verb = if certainty == MayMust::Must { "removed" } else { "may have removed" };
            let by = text::step(self.program, pass);
            let message = match certainty {
                MayMust::Must => format!("{spelled} is empty: {by} {verb} {kind} before"),
                _ => format!("{spelled} may be empty: {by} {verb} {kind} before"),
            };
            let related = vec![(pass, format!("{kind} is removed here"))];
            self.report(Rule::C502, certainty, op, None, message, related);
        } else if handle.parts.is_empty() && self.given.is_some() {
            let message = format!("{spelled} is empty, so `{name}` changes nothing");
            self.report(Rule::C504, MayMust::May, op, None, message, Vec::new());
        }
    }

    /// The name that the match behind a handle looks for.
    fn sought(&self, value: ValueId) -> Option<String> {
        let op = self.program.defining_op(value)?;
        let names = text::searched_names(self.program, op)?;
        Some(format!("`{}`", self.ctx().str(*names.first()?)))
    }

    pub(super) fn report(
        &mut self,
        rule: Rule,
        certainty: MayMust,
        at: OpId,
        value: Option<ValueId>,
        message: String,
        related: Vec<(OpId, String)>,
    ) {
        if !self.stopped && self.said.insert((rule, at, value)) {
            self.problems.push(Problem { rule, certainty, at, message, related });
        }
    }

    /// Adds a finding, however many there are of its operation.
    pub(super) fn add(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Reports a failure of a step by a rule.
    pub(super) fn breaks(&mut self, rule: Rule, op: OpId, message: String) -> StepOutcome {
        // Steps that are suppressed, or tried in an alternative, are meant to fail now and then.
        if self.around.failing.is_empty() {
            self.report(rule, MayMust::Must, op, None, message, Vec::new());
        }
        StepOutcome::Fails(op)
    }

    /// Notes that the payload does not decide whether a step succeeds.
    pub(super) fn leave_open(&mut self, op: OpId) {
        let why = format!("whether {} succeeds is not decided", text::step(self.program, op));
        self.open.entry(op).or_insert(why);
    }

    /// Reports a failure that ends the script.
    pub(super) fn stops(&mut self, op: OpId, message: String) -> StepOutcome {
        self.report(Rule::C516, MayMust::Must, op, None, message, Vec::new());
        StepOutcome::Stops
    }

    /// Checks results against their types: `!transform.op<"name">` takes operations of that name alone.
    fn results_fit(&mut self, op: OpId) -> bool {
        for (index, result) in self.program.results(op).enumerate() {
            let Some(expected) = text::typed(self.program, self.program.value_type(result)) else { continue };
            let Some(handle) = self.state.get(result) else { continue };
            let named =
                |part: &Part| matches!(part, Part::Op(_)) && self.state.payload.names(*part).is_some();
            let known = !handle.poisoned && handle.parts.iter().all(named);
            let payload = &self.state.payload;
            let other = handle.parts.iter().find_map(|part| match (part, payload.names(*part)) {
                // A group may be empty.
                (Part::Op(_), Some(names)) if !names.contains(&expected) => names.first().copied(),
                (Part::Group(_), Some(names)) if !names.contains(&expected) => names.first().copied(),
                _ => None,
            });
            let Some(other) = other.filter(|_| !handle.poisoned) else {
                if !known && !operands::fixes_result(self.program, op, index) {
                    self.leave_open(op);
                }
                continue;
            };
            let certain = handle.parts.iter().any(|part| matches!(part, Part::Op(_)));
            let (is, expected) = (self.ctx().str(other).to_owned(), self.ctx().str(expected).to_owned());
            let spelled = text::spelled(self.program, result);
            let message = format!("{spelled} gets `{is}`, and its type takes `{expected}` alone");
            let certainty = if certain { MayMust::Must } else { MayMust::May };
            self.report(Rule::C516, certainty, op, Some(result), message, Vec::new());
            if certain {
                return false;
            }
        }
        true
    }

    /// The operations of an operand, where all are known.
    pub(super) fn exact(&self, op: OpId, index: usize) -> Option<Vec<NodeId>> {
        self.state.get(self.program.operand(op, index)?)?.exact()
    }

    /// The parts of an operand.
    pub(super) fn parts(&self, op: OpId, index: usize) -> Vec<Part> {
        let handle = self.program.operand(op, index).and_then(|value| self.state.get(value));
        handle.map_or_else(Vec::new, |handle| handle.parts.to_vec())
    }

    fn apply(&mut self, op: OpId, effects: Effects) -> StepOutcome {
        let name = self.program.op_name(op);
        let decision = self.decide(op);
        if let Decision::Fails(rule, why) = decision {
            self.anything(op);
            return self.breaks(rule, op, why);
        }
        let flow = self.control(op, name).or_else(|| self.navigate(op, name));
        let flow = flow.or_else(|| self.params(op, name)).or_else(|| self.passes(op, name));
        let flow = flow.unwrap_or_else(|| self.transform(op, effects));
        match (flow, decision) {
            (StepOutcome::MayFail(at), Decision::Succeeds) if at == op && has_conditions(name) => {
                StepOutcome::Goes
            }
            (StepOutcome::Goes, Decision::Open) => {
                self.leave_open(op);
                flow
            }
            _ => flow,
        }
    }
}
