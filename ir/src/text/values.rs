//! Gives uses their values: definitions, forward references by placeholder, redefinitions and undefined names.

use super::op_state::Use;
use super::parser::Parser;
use super::scope::{Entry, Forward, Known};
use crate::data::{InsertPoint, NewOp, Pos, Span, TypeId, ValueId, known};
use crate::diagnostic::Diagnostic;

impl<'s> Parser<'s> {
    /// The value of a use that must have type `ty`.
    pub(super) fn resolve(&mut self, one: &Use<'s>, ty: TypeId) -> ValueId {
        match self.look_up(one) {
            Lookup::Value(value) => {
                let actual = self.program.value_type(value);
                if actual != ty {
                    self.type_mismatch(one, ty, actual, self.program.value(value).pos);
                }
                value
            }
            Lookup::Nothing => self.placeholder(one, ty, true),
            Lookup::Broken => self.placeholder(one, ty, false),
        }
    }

    /// The value of a use whose type the text does not say again; an unknown value gets type `fallback`.
    pub(super) fn resolve_any(&mut self, one: &Use<'s>, fallback: TypeId) -> ValueId {
        match self.look_up(one) {
            Lookup::Value(value) => value,
            Lookup::Nothing => self.placeholder(one, fallback, true),
            Lookup::Broken => self.placeholder(one, fallback, false),
        }
    }

    /// The type of a use that is defined already.
    pub(super) fn type_of_use(&mut self, one: &Use<'s>) -> Option<TypeId> {
        match self.look_up(one) {
            Lookup::Value(value) => Some(self.program.value_type(value)),
            Lookup::Nothing | Lookup::Broken => None,
        }
    }

    fn look_up(&mut self, one: &Use<'s>) -> Lookup {
        match self.scopes.get(one.name) {
            Some(Known::Defined { first, count }) if one.number < count => {
                Lookup::Value(ValueId::new(first.index() + one.number as usize))
            }
            Some(Known::Defined { first, count }) => {
                let pos = self.program.value(first).pos;
                let place = self.use_span(one);
                let message = format!("`%{}` has no result number {}", one.name, one.number);
                let label = format!("stands for {}", super::op_state::count(count as usize, "result"));
                self.report(Diagnostic::error(place, message).also(self.name_span(one.name, pos), label));
                Lookup::Broken
            }
            Some(Known::Forward) => match self.scopes.forward(one.name, one.number) {
                Some(forward) => Lookup::Value(forward.value),
                None => Lookup::Nothing,
            },
            Some(Known::Broken) => Lookup::Broken,
            None => Lookup::Nothing,
        }
    }

    /// A value that stands in for one that is not defined yet.
    fn placeholder(&mut self, one: &Use<'s>, ty: TypeId, forward: bool) -> ValueId {
        let new =
            NewOp { results: &[(ty, one.pos)], ..NewOp::named(&self.ctx, known::BUILTIN_UNREALIZED_CAST) };
        let value = ValueId::new(self.program.value_slots());
        let op = self.program.create(&new, InsertPoint::Detached);
        if forward {
            self.scopes.add_forward(one.name, Forward { number: one.number, value, op, pos: one.pos });
        }
        value
    }

    fn type_mismatch(&mut self, one: &Use<'s>, wanted: TypeId, actual: TypeId, defined: Pos) {
        let wanted = super::type_text(&self.ctx, wanted);
        let actual = super::type_text(&self.ctx, actual);
        let place = self.use_span(one);
        let message = format!("`%{}` has type `{actual}`, used here as `{wanted}`", one.name);
        let there = self.name_span(one.name, defined);
        self.report(
            Diagnostic::error(place, message)
                .label(format!("used as `{wanted}`"))
                .also(there, format!("has type `{actual}`")),
        );
    }

    fn name_span(&self, name: &str, pos: Pos) -> Span {
        if pos == Pos::NONE {
            return Span::NONE;
        }
        Span::new(pos.0 as usize, pos.0 as usize + 1 + name.len())
    }

    /// Defines a name as `count` values from `first` on.
    pub(super) fn define(&mut self, name: &'s str, first: ValueId, count: u32, pos: Pos) {
        if count == 1 && self.scopes.define_new(name, first) || self.scopes.define_word(name, first, count) {
            return;
        }
        let entry = Entry::Defined { first, count };
        match self.scopes.get(name) {
            None => {
                self.scopes.define(name, entry);
            }
            Some(Known::Defined { first: before, .. }) => {
                let before = self.program.value(before).pos;
                let (place, there) = (self.name_span(name, pos), self.name_span(name, before));
                self.report(
                    Diagnostic::error(place, format!("value `%{name}` is defined twice"))
                        .label("defined again here")
                        .also(there, "first defined here")
                        .help("rename one of them: names are visible in nested regions too"),
                );
            }
            Some(Known::Forward | Known::Broken) => {
                if let Some(Entry::Forward(forwards)) = self.scopes.define(name, entry) {
                    // A region that opened after the use does not hold it: what it defines is not seen there.
                    let opened = self.scopes.opened();
                    let (seen, unseen) = forwards.into_list().into_iter().partition(|one| one.pos >= opened);
                    for forward in seen {
                        self.settle(name, forward, first, count, pos);
                    }
                    self.report_unseen(name, unseen, pos);
                }
            }
        }
    }

    /// A name whose definition could not be read.
    pub(super) fn define_broken(&mut self, name: &'s str) {
        if !matches!(self.scopes.get(name), Some(Known::Defined { .. })) {
            self.scopes.define(name, Entry::Broken);
        }
    }

    /// Puts the real value in the place of a forward reference.
    fn settle(&mut self, name: &'s str, forward: Forward, first: ValueId, count: u32, pos: Pos) {
        let one = Use { name, number: forward.number, pos: forward.pos };
        if forward.number >= count {
            let place = self.use_span(&one);
            let message = format!("`%{name}` has no result number {}", forward.number);
            let label = format!("stands for {}", super::op_state::count(count as usize, "result"));
            self.report(Diagnostic::error(place, message).also(self.name_span(name, pos), label));
            return;
        }
        let value = ValueId::new(first.index() + forward.number as usize);
        let (wanted, actual) = (self.program.value_type(forward.value), self.program.value_type(value));
        if wanted != actual {
            self.type_mismatch(&one, wanted, actual, pos);
        }
        self.settled.insert(forward.value, value);
        self.program.erase(forward.op);
    }

    /// Closes an isolated scope. What it used and did not define is looked for outside: whether an operation may
    /// use values from above is asked elsewhere.
    pub(super) fn close_isolated(&mut self) {
        for (name, list) in self.scopes.pop_isolated() {
            match self.scopes.get(name) {
                Some(Known::Defined { first, count }) => {
                    let pos = self.program.value(first).pos;
                    for forward in list {
                        self.settle(name, forward, first, count, pos);
                    }
                }
                Some(Known::Broken) => {}
                Some(Known::Forward) | None => {
                    for forward in list {
                        self.scopes.add_forward(name, forward);
                    }
                }
            }
        }
    }

    /// Puts the definitions where placeholders stand.
    pub(super) fn replace_placeholders(&mut self) {
        if !self.settled.is_empty() {
            self.program.replace_all_uses(&self.settled);
        }
    }

    fn report_unseen(&mut self, name: &'s str, uses: Vec<Forward>, pos: Pos) {
        let Some(first) = uses.first() else { return };
        let place = self.use_span(&Use { name, number: first.number, pos: first.pos });
        let there = self.name_span(name, pos);
        self.report(
            Diagnostic::error(place, format!("value `%{name}` is used but not defined"))
                .label("not defined in this or an outer region")
                .also(there, "this definition is not seen outside of its region"),
        );
    }

    /// Reports what was never defined.
    pub(super) fn report_undefined(&mut self) {
        for (name, list) in self.scopes.finish() {
            let mut first = true;
            for forward in list {
                let one = Use { name, number: forward.number, pos: forward.pos };
                let place = self.use_span(&one);
                if std::mem::take(&mut first) {
                    let message = format!("value `%{name}` is used but not defined");
                    self.report(
                        Diagnostic::error(place, message).label("not defined in this or an outer region"),
                    );
                }
            }
        }
    }
}

enum Lookup {
    Value(ValueId),
    Nothing,
    Broken,
}
