//! What a strategy does to an operation by itself: names for operands, another operation in place of one that keeps all that is not
//! named, attributes; and the record of what no verdict about a pattern covers.

use super::nodes::{FromOp, Literal, NodeId};
use super::places::Place;
use super::run::{Outcome, Replacement, Runner, Scope, Stop, Why};
use super::step::Argument;
use crate::data::{Ident, InsertPoint, NewOp, OpId, Pos, Program, TypeId, ValueId};
use crate::rewrite::Sum;

impl Runner<'_> {
    /// Takes down the program before a replacement, where replacements are recorded.
    pub(super) fn before(&self) -> Option<Program> {
        (self.replacements.is_some() && !self.as_one).then(|| self.program.clone())
    }

    pub(super) fn record(&mut self, node: NodeId, at: OpId, before: Option<Program>) {
        if let (Some(before), Some(replacements)) = (before, &mut self.replacements) {
            replacements.push(Replacement { node, at, before, after: self.program.clone() });
        }
    }

    pub(super) fn bind(
        &mut self,
        id: NodeId,
        number: Literal,
        name: Literal,
        scope: &Scope,
        place: Place,
    ) -> Outcome {
        let (Place::Op(op), Some(Argument::Text(name))) = (place, self.argument(name, scope)) else {
            return self.fail(id, place, Why::Place);
        };
        let operand = self.number(number, scope).and_then(|number| self.program.operand(op, number));
        let Some(value) = operand else { return self.fail(id, place, Why::Child) };
        match self.bound.iter().find(|(other, _)| *other == name) {
            Some((_, other)) if *other != value => return self.fail(id, place, Why::Name),
            Some(_) => {}
            None => self.bound.push((name, value)),
        }
        self.depth += 1;
        Ok(Ok(place))
    }

    /// Makes another operation of the one at the place, where it is: all that is not named stays.
    pub(super) fn change_op(&mut self, id: NodeId, change: &FromOp, place: Place) -> Outcome {
        let Place::Op(op) = place else { return self.fail(id, place, Why::Place) };
        let mut operands: Vec<(ValueId, Pos)> = Vec::new();
        for (name, may_lack) in &change.operands {
            match self.bound.iter().find(|(other, _)| other == name) {
                Some((_, value)) => operands.push((*value, Pos::NONE)),
                None if *may_lack => {}
                None => return self.fail(id, place, Why::Name),
            }
        }
        let before = self.begin_edit()?;
        if change.bare {
            let new = self.new_op(op, change.name, &operands);
            self.record(id, op, before);
            return Ok(Ok(Place::Op(new)));
        }
        self.program.set_name(op, change.name);
        if !change.operands.is_empty() {
            self.program.set_operands_with_pos(op, &operands);
        }
        Ok(Ok(self.end_edit(id, op, before)))
    }

    /// Puts a new operation in the place of another one, with the types of its results.
    fn new_op(&mut self, op: OpId, name: Ident, operands: &[(ValueId, Pos)]) -> OpId {
        let program = &mut *self.program;
        let results: Vec<(TypeId, Pos)> =
            program.results(op).map(|value| (program.value_type(value), Pos::NONE)).collect();
        let loc = program.op(op).loc;
        let made = NewOp { operands, results: &results, loc, ..NewOp::named(program.ctx(), name) };
        let new = program.create(&made, InsertPoint::Before(op));
        self.listener.inserted(program, new);
        let values: Vec<ValueId> = program.results(new).collect();
        self.listener.replaced(program, op, &values);
        let old: Vec<ValueId> = program.results(op).collect();
        old.iter().zip(&values).for_each(|(old, new)| program.replace_uses(*old, *new));
        self.listener.erased(program, op);
        program.erase(op);
        self.sum = Sum::new(self.program, self.program.top());
        self.rewrites += 1;
        self.depth += 1;
        new
    }

    pub(super) fn set(
        &mut self,
        id: NodeId,
        name: Ident,
        literal: Literal,
        scope: &Scope,
        place: Place,
    ) -> Outcome {
        let (Place::Op(op), Some(argument)) = (place, self.argument(literal, scope)) else {
            return self.fail(id, place, Why::Place);
        };
        let ctx = self.program.ctx();
        let attr = match argument {
            Argument::Number(number) => match i64::try_from(number) {
                Ok(number) => ctx.integer_attr(i128::from(number), ctx.integer(64)),
                Err(_) => return self.fail(id, place, Why::Place),
            },
            Argument::Text(text) => ctx.string_attr(ctx.str(text)),
        };
        let others = ctx.entries(self.program.op(op).attributes).iter().copied();
        let others: Vec<_> = others.filter(|(key, _)| *key != name).chain([(name, attr)]).collect();
        let attributes = ctx.dictionary(others);
        let before = self.begin_edit()?;
        self.program.set_attributes(op, attributes);
        Ok(Ok(self.end_edit(id, op, before)))
    }

    fn begin_edit(&mut self) -> Result<Option<Program>, Stop> {
        match self.rewrites == self.limits.rewrites {
            true => Err(Stop::Budget),
            false => Ok(self.before()),
        }
    }

    /// The operation was changed in place, by the strategy itself.
    fn end_edit(&mut self, id: NodeId, op: OpId, before: Option<Program>) -> Place {
        self.sum = Sum::new(self.program, self.program.top());
        self.listener.modified(self.program, op);
        self.rewrites += 1;
        self.depth += 1;
        self.record(id, op, before);
        Place::Op(op)
    }

    /// Records all that a strategy does as one replacement.
    pub(super) fn as_one(&mut self, id: NodeId, inner: NodeId, scope: &Scope, place: Place) -> Outcome {
        let before = self.before();
        let outer = std::mem::replace(&mut self.as_one, true);
        let saved = self.save();
        let done = self.step(inner, scope, place);
        self.as_one = outer;
        let changed = self.program.is_changed_since(&saved.0);
        self.keep(saved);
        if let (Ok(Ok(_)), Place::Op(at), true) = (&done, place, changed) {
            self.record(id, at, before);
        }
        done
    }
}
