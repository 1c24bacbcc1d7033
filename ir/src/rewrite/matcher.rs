//! Runs matching code against a payload program: one loop, with a stack of choices for users of a value.

use std::ops::{Index, IndexMut};

use rustc_hash::FxHashSet;

use super::compile::{Action, Code, Reg, Step};
use super::register::{Side, Slot, Types, Values};
use super::{Match, Options};
use crate::data::{AttrKind, Ident, OpId, Program, TypeId, ValueId, known};
use crate::natives;
use crate::pdl::{Answer, Bound, NativeCall, NativeConstraint, Pattern, PdlOp};

/// The step that got farthest before it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Failed {
    pub(super) step: usize,
    /// A range was compared with one that is not there.
    pub(super) missing_range: bool,
    /// The type that was compared with another one.
    pub(super) ty: Option<TypeId>,
}

/// The operation that a `pdl.operation` value has to be bound to, where there is a wish.
pub(super) type Wish<'f> = &'f dyn Fn(ValueId) -> Option<OpId>;

/// Hands each match at `op` to `sink`, until it says no or the work of the options is spent. Returns the farthest step that
/// failed.
pub(super) fn run(
    pattern: Pattern<'_>,
    code: &Code,
    program: &Program,
    op: OpId,
    options: &Options<'_>,
    sink: &mut dyn FnMut(Match) -> bool,
) -> Option<Failed> {
    run_with(pattern, code, program, op, options, None, sink)
}

/// The same for matches that bind operations as `wish` says. No other choice is followed, so that the time does not grow with
/// the number of matches.
pub(super) fn run_with(
    pattern: Pattern<'_>,
    code: &Code,
    program: &Program,
    op: OpId,
    options: &Options<'_>,
    wish: Option<Wish<'_>>,
    sink: &mut dyn FnMut(Match) -> bool,
) -> Option<Failed> {
    if program.is_erased(op) {
        return None;
    }
    if code.anchor_name.is_some_and(|name| program.op(op).name != name) {
        let step = code.steps.iter().position(|step| matches!(step.action, Action::Name(0, _)))?;
        return Some(Failed { step, missing_range: false, ty: None });
    }
    let mut registers = Registers(vec![Slot::Null; code.registers as usize]);
    registers[0] = Slot::Operation(op);
    let mut wished = Vec::new();
    if let Some(wish) = wish {
        wished.resize(code.registers as usize, None);
        code.values.iter().for_each(|(value, reg)| wished[*reg as usize] = wish(*value));
    }
    let mut machine =
        Machine { pattern, program, options, wished, registers, choices: Vec::new(), assumed: Vec::new() };
    machine.run(code, op, sink)
}

/// The contents of the registers.
struct Registers(Vec<Slot>);

impl Index<Reg> for Registers {
    type Output = Slot;

    fn index(&self, reg: Reg) -> &Slot {
        &self.0[reg as usize]
    }
}

impl IndexMut<Reg> for Registers {
    fn index_mut(&mut self, reg: Reg) -> &mut Slot {
        &mut self.0[reg as usize]
    }
}

/// The users of a value that are still to be tried.
struct Choice {
    step: usize,
    to: Reg,
    users: Vec<OpId>,
    next: usize,
}

struct Machine<'a> {
    pattern: Pattern<'a>,
    program: &'a Program,
    options: &'a Options<'a>,
    /// The operation that each register has to hold; empty where there are no wishes.
    wished: Vec<Option<OpId>>,
    registers: Registers,
    choices: Vec<Choice>,
    /// Unregistered native constraints, with the step that calls each.
    assumed: Vec<(usize, OpId)>,
}

impl Machine<'_> {
    fn run(&mut self, code: &Code, anchor: OpId, sink: &mut dyn FnMut(Match) -> bool) -> Option<Failed> {
        let mut farthest = None;
        let mut at = 0;
        loop {
            if self.options.work.is_some_and(|work| !work.take(1)) {
                return farthest;
            }
            let failed = match code.steps.get(at) {
                None if !self.is_as_wished() => true,
                None => {
                    if !sink(self.found(code, anchor)) {
                        return farthest;
                    }
                    true
                }
                Some(step) => {
                    let failed = !self.step(at, step);
                    if failed {
                        let missing_range = self.misses_range(&step.action);
                        let ty = self.compared(&step.action);
                        farthest = farthest.max(Some(Failed { step: at, missing_range, ty }));
                    }
                    failed
                }
            };
            at = match failed {
                false => at + 1,
                true => match self.retry() {
                    Some(next) => next,
                    None => return farthest,
                },
            };
        }
    }

    fn is_as_wished(&self) -> bool {
        let held =
            |(slot, wished): (&Slot, &Option<OpId>)| wished.is_none_or(|op| *slot == Slot::Operation(op));
        self.registers.0.iter().zip(&self.wished).all(held)
    }

    fn misses_range(&self, action: &Action) -> bool {
        let Action::Equal { a, b, .. } = action else { return false };
        matches!(
            (&self.registers[*a], &self.registers[*b]),
            (Slot::Null, Slot::Values(_)) | (Slot::Values(_), Slot::Null)
        )
    }

    fn compared(&self, action: &Action) -> Option<TypeId> {
        let Action::IsType(reg, _) = action else { return None };
        if let Slot::Type(ty) = self.registers[*reg] { Some(ty) } else { None }
    }

    fn found(&self, code: &Code, anchor: OpId) -> Match {
        Match {
            anchor,
            assumed: self.assumed.iter().map(|(_, op)| *op).collect(),
            bindings: code.values.iter().map(|(v, reg)| (*v, self.registers[*reg].clone())).collect(),
        }
    }

    /// Goes on with the next user of the latest choice that has one.
    fn retry(&mut self) -> Option<usize> {
        while let Some(choice) = self.choices.last_mut() {
            if let Some(user) = choice.users.get(choice.next).copied() {
                choice.next += 1;
                let (step, to) = (choice.step, choice.to);
                self.registers[to] = Slot::Operation(user);
                self.assumed.retain(|(asked, _)| *asked < step);
                return Some(step + 1);
            }
            self.choices.pop();
        }
        None
    }

    fn step(&mut self, at: usize, step: &Step) -> bool {
        match &step.action {
            Action::Operand { of, index, to } => {
                let value = self.op(*of).and_then(|op| self.program.operand(op, *index as usize));
                self.set(*to, value.map_or(Slot::Null, Slot::Value))
            }
            Action::Result { of, index, to } => {
                let value = self.op(*of).and_then(|op| self.program.result(op, *index as usize));
                self.set(*to, value.map_or(Slot::Null, Slot::Value))
            }
            Action::Operands { of, index, range, to } => {
                let slot = self
                    .op(*of)
                    .map(|op| group(self.program, self.options, op, Side::Operands, *index, *range));
                self.set(*to, slot.unwrap_or(Slot::Null))
            }
            Action::Results { of, index, range, to } => {
                let slot = self
                    .op(*of)
                    .map(|op| group(self.program, self.options, op, Side::Results, *index, *range));
                self.set(*to, slot.unwrap_or(Slot::Null))
            }
            Action::Attribute { of, name, to } => {
                let attr = self.op(*of).and_then(|op| self.program.attr(op, *name));
                self.set(*to, attr.map_or(Slot::Null, Slot::Attribute))
            }
            Action::DefiningOp { of, to } => {
                let slot = self.defining_op(*of);
                self.set(*to, slot)
            }
            Action::TypeOf { of, to } => {
                let slot = self.registers[*of].type_of(self.program, self.options.registry);
                self.set(*to, slot)
            }
            Action::ConstantAttribute { value, to } => {
                self.set(*to, value.map_or(Slot::Null, Slot::Attribute))
            }
            Action::ConstantType { value, to } => self.set(*to, Slot::Type(*value)),
            Action::ConstantTypes { value, to } => self.set(*to, Slot::Types(Types::Owned(value[..].into()))),
            Action::EachUser { of, to } => self.each_user(at, *of, *to),
            Action::Native(call) => self.native(at, step.place, &call.0, &call.1),
            check => self.check(check),
        }
    }

    fn check(&self, action: &Action) -> bool {
        let program = self.program;
        let enough = |have: usize, count: u32, at_least: bool| {
            have == count as usize || (at_least && have > count as usize)
        };
        match action {
            Action::NotNull(reg) => self.registers[*reg] != Slot::Null,
            Action::Name(reg, name) => self.op(*reg).is_some_and(|op| program.op(op).name == *name),
            Action::OperandCount { of, count, at_least } => {
                self.op(*of).is_some_and(|op| enough(program.operand_count(op), *count, *at_least))
            }
            Action::ResultCount { of, count, at_least } => {
                self.op(*of).is_some_and(|op| enough(program.result_count(op), *count, *at_least))
            }
            Action::IsAttribute(reg, attr) => self.is(*reg, &Slot::Attribute(*attr)),
            Action::IsType(reg, ty) => self.is(*reg, &Slot::Type(*ty)),
            Action::AreTypes(reg, wanted) => match &self.registers[*reg] {
                Slot::Types(types) => types.read(program).is_ok_and(|types| types == wanted[..]),
                Slot::Assumed(_) => true,
                _ => false,
            },
            Action::Equal { a, b, written_only } => {
                let skipped = *written_only && self.options.meaning == super::PdlSemantics::Mlir22;
                skipped || self.registers[*a].same(&self.registers[*b], program)
            }
            // The other actions are no checks; `step` has done them.
            _ => true,
        }
    }

    fn is(&self, reg: Reg, wanted: &Slot) -> bool {
        self.registers[reg] == *wanted || matches!(self.registers[reg], Slot::Assumed(_))
    }

    fn set(&mut self, to: Reg, slot: Slot) -> bool {
        self.registers[to] = slot;
        true
    }

    fn op(&self, reg: Reg) -> Option<OpId> {
        match self.registers[reg] {
            Slot::Operation(op) => Some(op),
            _ => None,
        }
    }

    fn defining_op(&self, of: Reg) -> Slot {
        let value = match &self.registers[of] {
            Slot::Value(value) => Some(*value),
            Slot::Values(values) => values.first(self.program),
            _ => None,
        };
        value.and_then(|value| self.program.defining_op(value)).map_or(Slot::Null, Slot::Operation)
    }

    /// Users come in the order of MLIR's use lists, newest use first; each is tried once.
    fn each_user(&mut self, at: usize, of: Reg, to: Reg) -> bool {
        let value = match &self.registers[of] {
            Slot::Value(value) => Some(*value),
            Slot::Values(values) => values.first(self.program),
            _ => None,
        };
        let Some(value) = value else { return false };
        let users = match self.wished.get(to as usize).copied().flatten() {
            // An operation that is no user does not match.
            Some(wished) => self
                .program
                .operands(wished)
                .any(|held| held == value)
                .then_some(wished)
                .into_iter()
                .collect(),
            None => self.users(value),
        };
        let Some(first) = users.first().copied() else { return false };
        self.registers[to] = Slot::Operation(first);
        self.choices.push(Choice { step: at, to, users, next: 1 });
        true
    }

    /// The users of a value, each once.
    fn users(&self, value: ValueId) -> Vec<OpId> {
        let mut seen = FxHashSet::default();
        let all = self.program.uses(value).map(|slot| self.program.operand_owner(slot));
        all.filter(|user| seen.insert(*user)).collect()
    }

    fn native(&mut self, at: usize, place: OpId, arguments: &[Reg], results: &[Reg]) -> bool {
        let PdlOp::NativeConstraint(view) = PdlOp::view(self.pattern.program, place) else { return false };
        match (self.ask(view, arguments), view.is_negated()) {
            (Answer::Unknown, _) => {
                self.assumed.push((at, place));
                results.iter().for_each(|reg| self.registers[*reg] = Slot::Assumed(place));
                true
            }
            (Answer::Holds(values), false) if values.len() == results.len() => {
                for (reg, value) in results.iter().zip(values) {
                    self.registers[*reg] = Slot::from_bound(value);
                }
                true
            }
            (Answer::Fails, true) => {
                results.iter().for_each(|reg| self.registers[*reg] = Slot::Null);
                true
            }
            _ => false,
        }
    }

    fn ask(&self, view: NativeConstraint<'_>, arguments: &[Reg]) -> Answer {
        let bound: Option<Vec<Bound>> =
            arguments.iter().map(|reg| self.registers[*reg].to_bound(self.program)).collect();
        let (Some(arguments), Some(name)) = (bound, view.name()) else { return Answer::Unknown };
        let program = view.program;
        let results: Vec<_> = view.results().map(|value| program.value_type(value)).collect();
        let call = NativeCall { name: program.ctx().str(name), arguments: &arguments, results: &results };
        match (self.options.natives.constraint(self.program, &call), self.options.registry) {
            // What a summary promises are facts of the program, which need no native code.
            (Answer::Unknown, Some(registry)) => natives::promised(self.program, registry, &call),
            (answer, _) => answer,
        }
    }
}

/// A group of operands or results: all of them; by segment sizes where the operation has them; else from
/// `index` to the end. A group that is no range has to hold exactly one value.
pub(super) fn group(
    program: &Program,
    options: &Options<'_>,
    op: OpId,
    side: Side,
    index: Option<u32>,
    range: bool,
) -> Slot {
    let count = match side {
        Side::Operands => program.operand_count(op),
        Side::Results => program.result_count(op),
    };
    let Some((start, len)) = group_range(program, options, op, side, index, count) else {
        return Slot::Null;
    };
    let values = Values::Part { owner: op, side, start: start as u32, len: len as u32 };
    if range {
        return Slot::Values(values);
    }
    match len {
        1 => values.first(program).map_or(Slot::Null, Slot::Value),
        _ => Slot::Null,
    }
}

fn group_range(
    program: &Program,
    options: &Options<'_>,
    op: OpId,
    side: Side,
    index: Option<u32>,
    count: usize,
) -> Option<(usize, usize)> {
    let Some(index) = index.map(|index| index as usize) else { return Some((0, count)) };
    let spec = options.registry.and_then(|registry| registry.op(program.op(op).name));
    let (has_segments, key): (bool, Ident) = match side {
        Side::Operands => {
            (spec.is_some_and(|spec| spec.traits.operand_segments), known::OPERAND_SEGMENT_SIZES)
        }
        Side::Results => (spec.is_some_and(|spec| spec.traits.result_segments), known::RESULT_SEGMENT_SIZES),
    };
    if !has_segments {
        return Some((index, count.checked_sub(index)?));
    }
    let AttrKind::DenseArray { values, .. } = program.ctx().attr_kind(program.attr(op, key)?) else {
        return None;
    };
    let size = |attr| match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
        _ => None,
    };
    let start = values.iter().take(index).map(|attr| size(*attr)).sum::<Option<usize>>()?;
    let len = size(*values.get(index)?)?;
    (start + len <= count).then_some((start, len))
}
