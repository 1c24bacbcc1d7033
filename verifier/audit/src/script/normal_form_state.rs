//! The forms of handles along a script. An operation of the given program has a form, or lacks it, as it is written; a step that
//! may change what it holds makes that unknown unless the table says that the step keeps the form; a step that makes the form
//! makes it known again for what it was given.
//!
//! Order: a form is held, is lacking, or is not known. Domain: the steps in the order in which they ran, each with the place that
//! it changed. An operation that a step makes has no form from before. What a step makes that may not run, or may fail unnoticed,
//! counts for nothing.

use assay_ir::data::{OpId, Program};
use assay_ir::rule::Rule;

use super::alias::MayMust;
use super::forms::{self, Form, HandleFate, HandleMaker, table};
use super::handles::Event;
use super::interpret::{Interpreter, StepOutcome};
use super::payload::{Part, What};
use super::run::Run;
use super::text::{self, Role};
use super::{Problem, function_of, shapes};

/// The state of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormalForm {
    /// The operations have it: as they are written, or by a step.
    Yes(Option<OpId>),
    /// They lack it: as they are written, or since a step.
    No(Option<OpId>),
    /// Not known: on any payload, or behind a step.
    Unknown(Option<OpId>),
}

/// The name of a step in the table of forms.
fn step_name(program: &Program, op: OpId) -> String {
    let name = program.op_name(op);
    function_of(NAME_OPS, name).map_or_else(|| name.to_owned(), |spelled| spelled(program, op))
}

/// A function that spells the name of a step.
type Spelling = fn(&Program, OpId) -> String;

/// The names of steps that are told apart by what they run.
const NAME_OPS: &[(&str, Spelling)] =
    &[("transform.apply_registered_pass", pass_name), ("transform.apply_patterns", pattern_name)];

fn pass_name(program: &Program, op: OpId) -> String {
    let options = text::attr(program, op, "options");
    let plain = options.is_none_or(|list| program.ctx().entries(list).is_empty());
    let pass = text::attr(program, op, "pass_name").and_then(|name| text::string(program, name));
    let pass = pass.map_or("", |name| program.ctx().str(name));
    if plain { format!("pass:{pass}") } else { format!("pass:{pass} with options") }
}

fn pattern_name(program: &Program, op: OpId) -> String {
    match text::body(program, op).map(|block| program.ops_in(block)) {
        Some(mut sets) => match (sets.next(), sets.next()) {
            (Some(set), None) => format!("patterns:{}", program.op_name(set)),
            _ => "patterns:several".to_owned(),
        },
        None => "patterns:none".to_owned(),
    }
}

impl Run<'_> {
    /// Remembers that a step may change its operands and what is around those that it consumes.
    pub(super) fn changes_forms(&mut self, op: OpId) {
        let name = self.program.op_name(op);
        if shapes::table().has("apart", name) {
            return;
        }
        let in_place = shapes::table().has("in-place", name);
        for (index, value) in self.program.operands(op).collect::<Vec<_>>().into_iter().enumerate() {
            if text::role(self.program, value) == Role::Param {
                continue;
            }
            for part in self.parts(op, index) {
                let scope = if in_place { part } else { Part::Op(self.state.payload.place(part)) };
                self.happened(Event { scope, by: op, makes: None });
            }
        }
    }

    fn happened(&mut self, event: Event) {
        self.state.events.push(event);
        self.state.payload.time = self.state.events.len();
    }

    /// Remembers that anything may have changed.
    pub(super) fn forgets_forms(&mut self, op: OpId) {
        let scope = Part::Op(self.state.root);
        self.happened(Event { scope, by: op, makes: None });
    }

    /// Remembers the forms that a step brings about.
    pub(super) fn makes_forms(&mut self, op: OpId) {
        let loose = self.program.operand(op, 0).and_then(|value| self.state.get(value));
        if !self.around.failing.is_empty() || self.partial > 0 || loose.is_some_and(|handle| handle.loose) {
            return;
        }
        let name = step_name(self.program, op);
        for maker in table().makes.iter().filter(|maker| maker.step == name) {
            for scope in self.given_back(op) {
                self.happened(Event { scope, by: op, makes: Some(maker) });
            }
        }
    }

    /// The handle that a step made or was given: its first result, or its first operand.
    fn given_back(&self, op: OpId) -> Vec<Part> {
        match self.program.result(op, 0).and_then(|result| self.state.get(result)) {
            Some(handle) if handle.role == Role::Ops => handle.parts.to_vec(),
            _ => self.parts(op, 0),
        }
    }

    /// The state of a form of a part.
    pub(super) fn normal_form(&self, part: Part, form: Form) -> NormalForm {
        self.normal_form_by(part, form, |given, op| forms::has(given, op, form))
    }

    /// The state of a form of the whole payload: of all operations.
    pub(super) fn normal_form_of_all(&self, form: Form) -> NormalForm {
        let root = Part::Op(self.state.root);
        match self.normal_form_by(root, form, |given, op| forms::all_have(given, op, form)) {
            // A step that makes the opposite form may find nothing of either.
            NormalForm::No(Some(by)) => NormalForm::Unknown(Some(by)),
            // A step may erase the operations that lack the form.
            NormalForm::No(None) if !self.state.events.is_empty() => {
                NormalForm::Unknown(self.state.events.last().map(|event| event.by))
            }
            other => other,
        }
    }

    /// The state by the steps, and by the program as it is written where they leave it.
    fn normal_form_by(&self, part: Part, form: Form, written: impl Fn(&Program, OpId) -> bool) -> NormalForm {
        let born = self.born(part);
        let mut kept = HandleFate::Same;
        let mut last = None;
        for event in self.state.events[born..].iter().rev() {
            let made = event.makes.filter(|maker| self.covers(event, maker, part)).map(|maker| maker.form);
            match made {
                Some(made) if made == form => return NormalForm::Yes(Some(event.by)),
                Some(made) if Some(made) == form.opposite() && kept == HandleFate::Same => {
                    return NormalForm::No(Some(event.by));
                }
                Some(made) if Some(made) == form.opposite() => return NormalForm::Unknown(Some(event.by)),
                _ => {}
            }
            if event.makes.is_some() || !self.is_near(event.scope, part) {
                continue;
            }
            last = last.or(Some(event.by));
            match table().effect(&step_name(self.program, event.by), form) {
                Some(how) => kept = kept.min(how),
                None => return NormalForm::Unknown(Some(event.by)),
            }
        }
        let given = if born == 0 { self.written(part) } else { None };
        match given.map(|(given, op)| written(given, op)) {
            Some(true) => NormalForm::Yes(None),
            Some(false) if kept == HandleFate::Same => NormalForm::No(None),
            _ => NormalForm::Unknown(last),
        }
    }

    fn born(&self, part: Part) -> usize {
        match part {
            Part::Op(node) => self.state.payload.node(node).born,
            Part::Group(group) => self.state.payload.group(group).born,
        }
    }

    /// Tells if what a step makes holds for a part.
    fn covers(&self, event: &Event, maker: &HandleMaker, part: Part) -> bool {
        let payload = &self.state.payload;
        let kind = maker.of.is_empty()
            || payload.names(part).is_some_and(|names| {
                names.iter().all(|name| maker.of.contains(&self.program.ctx().str(*name)))
            });
        kind && match (event.scope, part) {
            (Part::Op(scope), Part::Op(node)) => payload.is_within(node, scope),
            (Part::Op(scope), Part::Group(group)) => payload.is_within(payload.group(group).within, scope),
            (Part::Group(scope), Part::Group(group)) => scope == group,
            (Part::Group(_), Part::Op(_)) => false,
        }
    }

    fn is_near(&self, scope: Part, part: Part) -> bool {
        let place = |part| match part {
            Part::Op(node) => node,
            Part::Group(_) => self.state.payload.place(part),
        };
        let (scope, part) = (place(scope), place(part));
        self.state.payload.is_within(part, scope) || self.state.payload.is_within(scope, part)
    }

    /// The operation of the given program that a part is.
    fn written(&self, part: Part) -> Option<(&Program, OpId)> {
        let Part::Op(node) = part else { return None };
        let What::Op { payload: Some(op), .. } = self.state.payload.node(node).what else { return None };
        let given = self.given.filter(|_| self.state.payload.of_op(op) == Some(node))?;
        Some((given, op))
    }

    /// Reports the forms of the whole payload that are asked for and not known to be there at the end.
    pub(super) fn final_forms(&mut self, entry: OpId, wanted: &[Form]) {
        for form in wanted {
            let (certainty, by) = match self.normal_form_of_all(*form) {
                NormalForm::Yes(_) => continue,
                NormalForm::No(by) => (MayMust::Must, by),
                NormalForm::Unknown(by) => (MayMust::May, by),
            };
            let verb = if certainty == MayMust::Must { "lacks" } else { "may lack" };
            let mut message =
                format!("the payload {verb} the form `{}` at the end: {}", form.name(), form.describe());
            let related = by.map(|by| {
                let step = text::step(self.program, by);
                message.push_str(&format!("; {step} does not keep it"));
                (by, "the form is lost here".to_owned())
            });
            if let Some((_, step)) = table().enables.iter().find(|(one, _)| one == form) {
                message.push_str(&format!("; `{step}` at the end may bring it about"));
            }
            let related = related.into_iter().collect();
            self.add(Problem { rule: Rule::C501, certainty, at: entry, message, related });
        }
    }

    // --- needs ----------------------------------------------------------------------------------------------

    /// A transform whose operations lack a form that it needs fails.
    pub(super) fn lacks_form(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let given = |unless: &str| {
            let list = text::attr(self.program, op, unless).map(|attr| text::elements(self.program, attr));
            list.is_some_and(|list| !list.is_empty())
        };
        let needed =
            table().needs.iter().filter(|(one, need)| *one == name && !need.unless.is_some_and(given));
        needed.map(|(_, need)| *need).collect::<Vec<_>>().into_iter().find_map(|need| self.lacks(op, need))
    }

    fn lacks(&mut self, op: OpId, need: forms::Need) -> Option<StepOutcome> {
        let form = need.form;
        let parts: Vec<Part> = self.parts(op, 0);
        let asked: Vec<Part> = match need.inside {
            Some(inside) => self.named_in(&parts, inside),
            None => parts,
        };
        let certain = asked.iter().any(|part| matches!(part, Part::Op(_)));
        for part in &asked {
            let NormalForm::No(by) = self.normal_form(*part, form) else { continue };
            let shaken = matches!(part, Part::Op(node) if self.state.payload.is_shaken(*node));
            let Some(made) = by else {
                // Patterns may have erased the operation.
                let is_there = !shaken || !self.may_be_gone(*part);
                return self.lacks_as_written(op, form, *part, is_there);
            };
            let by = text::step(self.program, made);
            let message = format!("this needs {}, and {by} ran before", form.describe());
            let related = vec![(made, format!("{} are made here", Form::describe(form.opposite()?)))];
            let certainty = if certain { MayMust::Must } else { MayMust::May };
            self.report(Rule::C502, certainty, op, None, message, related);
            return certain.then_some(StepOutcome::Fails(op));
        }
        None
    }

    /// The operations of a name in others, where all of them are known.
    fn named_in(&self, parts: &[Part], name: &str) -> Vec<Part> {
        let name = self.program.ctx().ident(name);
        let nodes = parts.iter().filter_map(|part| match part {
            Part::Op(node) => Some(*node),
            Part::Group(_) => None,
        });
        let below = nodes.flat_map(|node| self.state.payload.post_order(node));
        below.filter(|node| self.state.payload.name(*node) == Some(name)).map(Part::Op).collect()
    }

    fn lacks_as_written(&mut self, op: OpId, form: Form, part: Part, is_there: bool) -> Option<StepOutcome> {
        let (given, missing) = self.written(part)?;
        let what = given.op_name(missing).to_owned();
        let enabling = table().enables.iter().find(|(one, _)| *one == form);
        let hint = enabling.map_or_else(String::new, |(_, step)| format!("; `{step}` before it may help"));
        let message =
            format!("this needs {}; the `{what}` that it is given has another form{hint}", form.describe());
        if is_there {
            return Some(self.fails(op, message));
        }
        self.report(Rule::C516, MayMust::May, op, None, message, Vec::new());
        None
    }

    /// Tells if a step that erases operations ran around a part.
    fn may_be_gone(&self, part: Part) -> bool {
        let near = self.state.events.iter().filter(|event| self.is_near(event.scope, part));
        near.map(|event| self.program.op_name(event.by)).any(|name| name != "transform.apply_licm")
    }
}
