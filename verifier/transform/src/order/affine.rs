//! Values as linear forms over the turns of loops and values from outside. Arithmetic is that of the machine: where a sum may leave its type it gets
//! a multiple of `2^width` of its own, and stays within the bounds of the type.

use std::collections::BTreeMap;

use assay_ir::affine::{Map, Operator, Term};
use assay_ir::data::{OpId, Program, ValueId};

use crate::counted::{Counted, constant, is_outside, width};

/// An unknown of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unknown {
    /// A value from outside, the same in both turns.
    Outside(ValueId),
    /// The number of the turn of a loop, at one of the two turns.
    Turn(usize, usize),
    /// The variable of a loop whose step is not known.
    Variable(usize, usize),
    /// How often a value wrapped around.
    Wraps(usize),
}

/// `constant + sum of coefficient * unknown`
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) constant: i128,
    pub(super) terms: BTreeMap<Unknown, i128>,
}

impl Form {
    pub(super) fn number(constant: i128) -> Form {
        Form { constant, terms: BTreeMap::new() }
    }

    pub(super) fn unknown(unknown: Unknown) -> Form {
        Form { constant: 0, terms: BTreeMap::from([(unknown, 1)]) }
    }

    /// This form and a multiple of another one; `None` where a number is too large.
    pub(super) fn plus(mut self, other: &Form, times: i128) -> Option<Form> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (unknown, coefficient) in &other.terms {
            let entry = self.terms.entry(*unknown).or_insert(0);
            *entry = entry.checked_add(coefficient.checked_mul(times)?)?;
        }
        self.terms.retain(|_, coefficient| *coefficient != 0);
        (self.constant.unsigned_abs() < 1 << 100).then_some(self)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Form> {
        Form::default().plus(self, factor)
    }

    pub(super) fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// A condition on forms: it is at least 0.
pub(super) type AtLeastZero = Form;

/// Loops around accesses, with the forms of their variables, and what is known of the unknowns.
pub(super) struct Space<'p> {
    pub(super) program: &'p Program,
    /// The loops, from the outside in; loops of later accesses are added.
    pub(super) loops: Vec<Counted>,
    /// Loops of this number are the same turn on both sides.
    pub(super) shared: usize,
    /// The operations outside of which everything is the same in both turns.
    pub(super) roots: Vec<OpId>,
    pub(super) conditions: Vec<AtLeastZero>,
    /// The greatest and least numbers of unknowns, where they are known.
    ranges: BTreeMap<Unknown, (i128, i128)>,
    wraps: usize,
    variables: BTreeMap<(usize, usize), Form>,
    cache: BTreeMap<(ValueId, usize), Form>,
    /// Some value is only bounded, so that an answer by the solver may not be a real one.
    pub(super) loose: bool,
}

/// How deeply values are looked through.
const DEPTH: usize = 64;

impl<'p> Space<'p> {
    pub(super) fn new(program: &'p Program, roots: Vec<OpId>) -> Space<'p> {
        Space {
            program,
            loops: Vec::new(),
            shared: 0,
            roots,
            conditions: Vec::new(),
            ranges: BTreeMap::new(),
            wraps: 0,
            variables: BTreeMap::new(),
            cache: BTreeMap::new(),
            loose: false,
        }
    }

    /// The number of a loop, which is added where it is not there.
    pub(super) fn loop_number(&mut self, one: &Counted) -> usize {
        if let Some(found) = self.loops.iter().position(|other| other.op == one.op) {
            return found;
        }
        self.loops.push(one.clone());
        self.loops.len() - 1
    }

    /// The value of the variable of a loop at a turn, with its bounds as conditions.
    pub(super) fn variable(&mut self, number: usize, side: usize) -> Option<Form> {
        let side = if number < self.shared { 0 } else { side };
        if let Some(form) = self.variables.get(&(number, side)) {
            return Some(form.clone());
        }
        let one = self.loops[number].clone();
        let bits = one.width(self.program);
        let lower = self.form(one.lower, side, 0)?;
        let lower = self.bound(lower, &one, bits)?;
        let step = constant(self.program, one.step).filter(|step| *step > 0);
        let form = match step {
            Some(step) => {
                let turn = Unknown::Turn(number, side);
                let most = one.turns(self.program).map_or(1 << 64, |turns| turns - 1);
                self.ranges.insert(turn, (0, most));
                self.conditions.push(Form::unknown(turn));
                lower.clone().plus(&Form::unknown(turn), step)?
            }
            None => {
                self.loose = true;
                let variable = Form::unknown(Unknown::Variable(number, side));
                self.conditions.push(variable.clone().plus(&lower, -1)?);
                variable
            }
        };
        for upper in self.uppers(one.upper, side, 0)? {
            let upper = self.bound(upper, &one, bits)?;
            self.conditions.push(upper.plus(&form, -1)?.plus(&Form::number(1), -1)?);
        }
        let form = if one.unsigned { self.wrapped(form, bits, true)? } else { form };
        self.variables.insert((number, side), form.clone());
        Some(form)
    }

    /// A bound as the loop reads it.
    fn bound(&mut self, form: Form, one: &Counted, bits: u32) -> Option<Form> {
        if !one.unsigned {
            return Some(form);
        }
        match form.as_number() {
            Some(number) => Some(Form::number(crate::counted::unsigned(number, bits))),
            None => self.wrapped(form, bits, false),
        }
    }

    /// The upper bounds that hold together: those of a minimum.
    fn uppers(&mut self, value: ValueId, side: usize, depth: usize) -> Option<Vec<Form>> {
        let least = self.program.defining_op(value).filter(|op| {
            let record = assay_ir::ops::op(self.program.op_name(*op));
            record.is_some_and(|record| record.fact("integer") == Some("mins"))
        });
        match least.filter(|_| depth < DEPTH) {
            Some(op) => {
                let operands: Vec<ValueId> = self.program.operands(op).collect();
                let mut all = Vec::new();
                for operand in operands {
                    all.extend(self.uppers(operand, side, depth + 1)?);
                }
                Some(all)
            }
            None => Some(vec![self.form(value, side, 0)?]),
        }
    }

    /// The form of a value at a turn; `None` for one that is not affine.
    pub(super) fn form(&mut self, value: ValueId, side: usize, depth: usize) -> Option<Form> {
        if let Some(number) = constant(self.program, value) {
            return Some(Form::number(number));
        }
        let outside = self.roots.iter().all(|root| is_outside(self.program, value, *root));
        let side = if outside { 0 } else { side };
        if let Some(form) = self.cache.get(&(value, side)) {
            return Some(form.clone());
        }
        let form = self.new_form(value, side, depth, outside)?;
        self.cache.insert((value, side), form.clone());
        Some(form)
    }

    fn new_form(&mut self, value: ValueId, side: usize, depth: usize, outside: bool) -> Option<Form> {
        if depth > DEPTH {
            return None;
        }
        if let Some(number) = self.loops.iter().position(|one| one.variable == value) {
            return self.variable(number, side);
        }
        match self.arithmetic(value, side, depth) {
            Some(form) => Some(form),
            None if outside => Some(self.outside(value)),
            None => self.least_unsigned(value, side, depth),
        }
    }

    fn outside(&mut self, value: ValueId) -> Form {
        let unknown = Unknown::Outside(value);
        let (low, high) = self.outside_range(value);
        let form = Form::unknown(unknown);
        if self.ranges.insert(unknown, (low, high)).is_none() {
            self.conditions.push(Form { constant: -low, ..form.clone() });
            let least = Form { constant: high, terms: BTreeMap::from([(unknown, -1)]) };
            self.conditions.push(least);
        }
        form
    }

    /// The numbers that a value of outside may be: those of its type, or less where it is a minimum or a maximum with a constant.
    fn outside_range(&self, value: ValueId) -> (i128, i128) {
        let half = 1 << (width(self.program, value).min(64) - 1);
        let whole = (-half, half - 1);
        let Some(op) = self.program.defining_op(value) else { return whole };
        let fact = assay_ir::ops::op(self.program.op_name(op)).and_then(|record| record.fact("integer"));
        let numbers = || self.program.operands(op).filter_map(|operand| constant(self.program, operand));
        match fact {
            Some("minu") => match numbers().filter(|number| *number >= 0).min() {
                Some(most) => (0, most),
                None => whole,
            },
            Some("mins") => (-half, numbers().min().unwrap_or(half - 1)),
            Some("maxs") => (numbers().max().unwrap_or(-half), half - 1),
            _ => whole,
        }
    }

    /// The lesser of two numbers without a sign that both are at least 0: anything from 0 up to both.
    fn least_unsigned(&mut self, value: ValueId, side: usize, depth: usize) -> Option<Form> {
        let op = self.program.defining_op(value)?;
        let fact = assay_ir::ops::op(self.program.op_name(op))?.fact("integer")?;
        if fact != "minu" {
            return None;
        }
        let fresh = Unknown::Wraps(self.wraps);
        self.wraps += 1;
        self.loose = true;
        let form = Form::unknown(fresh);
        self.conditions.push(form.clone());
        let mut most = i128::MAX;
        for operand in self.program.operands(op).collect::<Vec<_>>() {
            let bound = self.form(operand, side, depth + 1)?;
            if let Some(number) = bound.as_number().filter(|number| *number >= 0) {
                self.conditions.push(Form::number(number).plus(&form, -1)?);
                most = most.min(number);
            }
        }
        if most == i128::MAX {
            return None;
        }
        self.ranges.insert(fresh, (0, most));
        Some(form)
    }

    fn arithmetic(&mut self, value: ValueId, side: usize, depth: usize) -> Option<Form> {
        let op = self.program.defining_op(value)?;
        let record = assay_ir::ops::op(self.program.op_name(op))?;
        let bits = width(self.program, value).min(64);
        let operand = |index: usize| self.program.operand(op, index);
        if record.has_interface("AffineApply")
            || record.is_inherent("map") && self.program.result_count(op) == 1
        {
            return self.mapped(op, side, depth, bits);
        }
        let kind = record.fact("integer")?;
        let form = match kind {
            "add" | "sub" => {
                let (a, b) =
                    (self.form(operand(0)?, side, depth + 1)?, self.form(operand(1)?, side, depth + 1)?);
                a.plus(&b, if kind == "add" { 1 } else { -1 })?
            }
            "mul" => {
                let (a, b) =
                    (self.form(operand(0)?, side, depth + 1)?, self.form(operand(1)?, side, depth + 1)?);
                match (a.as_number(), b.as_number()) {
                    (Some(factor), _) => b.times(factor)?,
                    (_, Some(factor)) => a.times(factor)?,
                    _ => return None,
                }
            }
            "cast" | "exts" | "trunc" => self.form(operand(0)?, side, depth + 1)?,
            "extu" => {
                let from = width(self.program, operand(0)?);
                let inner = self.form(operand(0)?, side, depth + 1)?;
                self.wrapped(inner, from, false)?
            }
            _ => return None,
        };
        self.wrapped(form, bits, true)
    }

    fn mapped(&mut self, op: OpId, side: usize, depth: usize, bits: u32) -> Option<Form> {
        let attr = self.program.attr(op, self.program.ctx().ident("map"))?;
        let map = Map::from_attr(self.program.ctx(), attr)?;
        let [term] = &map.results[..] else { return None };
        let mut arguments = Vec::new();
        for value in self.program.operands(op).collect::<Vec<_>>() {
            arguments.push(self.form(value, side, depth + 1)?);
        }
        let form = linear(term, map.dims, &arguments)?;
        self.wrapped(form, bits, true)
    }

    /// A form as a number of some bits: where it may leave them, it wraps around.
    fn wrapped(&mut self, form: Form, bits: u32, signed: bool) -> Option<Form> {
        let bits = bits.min(64);
        let (least, most) = match signed {
            true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            false => (0, (1_i128 << bits) - 1),
        };
        if let Some((low, high)) = self.range(&form)
            && low >= least
            && high <= most
        {
            return Some(form);
        }
        let fresh = Unknown::Wraps(self.wraps);
        self.wraps += 1;
        let form = form.plus(&Form::unknown(fresh), 1 << bits)?;
        self.conditions.push(form.clone().plus(&Form::number(least), -1)?);
        self.conditions.push(Form::number(most).plus(&form, -1)?);
        Some(form)
    }

    /// The least and the greatest number of a form, by the ranges of its unknowns.
    pub(super) fn range(&self, form: &Form) -> Option<(i128, i128)> {
        let (mut low, mut high) = (form.constant, form.constant);
        for (unknown, coefficient) in &form.terms {
            let (least, most) = self.ranges.get(unknown)?;
            let ends = (coefficient.checked_mul(*least)?, coefficient.checked_mul(*most)?);
            low = low.checked_add(ends.0.min(ends.1))?;
            high = high.checked_add(ends.0.max(ends.1))?;
        }
        Some((low, high))
    }

    /// The number of turns of a loop, where it is known.
    pub(super) fn turns(&self, number: usize) -> Option<i128> {
        self.loops[number].turns(self.program)
    }
}

fn linear(term: &Term, dims: usize, arguments: &[Form]) -> Option<Form> {
    match term {
        Term::Dim(index) => arguments.get(*index).cloned(),
        Term::Symbol(index) => arguments.get(dims + index).cloned(),
        Term::Constant(number) => Some(Form::number(i128::from(*number))),
        Term::Binary(operator, a, b) => {
            let (a, b) = (linear(a, dims, arguments)?, linear(b, dims, arguments)?);
            match operator {
                Operator::Add => a.plus(&b, 1),
                Operator::Mul => match (a.as_number(), b.as_number()) {
                    (Some(factor), _) => b.times(factor),
                    (_, Some(factor)) => a.times(factor),
                    _ => None,
                },
                Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => None,
            }
        }
    }
}
