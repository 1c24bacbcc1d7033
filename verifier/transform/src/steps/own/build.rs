//! Operations that steps make: constants at the start of a function, arithmetic that folds constants, loops, and copies of bodies.

use assay_ir::data::{
    AttrId, BlockId, Ident, InsertPoint, NewOp, OpId, Pos, Program, Span, TypeId, ValueId, known,
};
use assay_ir::text;
use rustc_hash::FxHashMap;

use super::step::Edit;
use crate::counted::{Counted, constant, unsigned, width};

/// Constants at the start of a function that are looked at for one that is there.
const LOOKED_AT: usize = 64;

/// Arithmetic of loop bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::steps) enum Arith {
    Add,
    Sub,
    Mul,
    DivU,
    RemU,
    MinU,
    MaxU,
    /// The lesser as numbers with a sign.
    MinS,
    /// The remainder of numbers with a sign.
    RemS,
}

const ARITH_OPS: &[(Arith, &str)] = &[
    (Arith::Add, "arith.addi"),
    (Arith::Sub, "arith.subi"),
    (Arith::Mul, "arith.muli"),
    (Arith::DivU, "arith.divui"),
    (Arith::RemU, "arith.remui"),
    (Arith::MinU, "arith.minui"),
    (Arith::MaxU, "arith.maxui"),
    (Arith::MinS, "arith.minsi"),
    (Arith::RemS, "arith.remsi"),
];

/// Comparisons of loop bounds, by the number of the predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::steps) enum Compare {
    Equal = 0,
    LessSigned = 2,
    LessUnsigned = 6,
}

/// The comparison and the choice of values.
const CHOICE_OPS: [&str; 2] = ["arith.cmpi", "arith.select"];

impl Edit<'_> {
    /// Makes an operation with these operands and results.
    pub(in crate::steps) fn make(
        &mut self,
        name: &str,
        operands: &[ValueId],
        results: &[TypeId],
        properties: &[(&str, AttrId)],
        at: InsertPoint,
    ) -> OpId {
        let ctx = std::sync::Arc::clone(self.program.ctx());
        let operands: Vec<(ValueId, Pos)> = operands.iter().map(|value| (*value, Pos::NONE)).collect();
        let results: Vec<(TypeId, Pos)> = results.iter().map(|ty| (*ty, Pos::NONE)).collect();
        let properties = properties.iter().map(|(name, value)| (ctx.ident(name), *value));
        let properties = ctx.dictionary(properties.collect::<Vec<(Ident, AttrId)>>());
        let properties = text::with_defaults(&ctx, name, properties);
        let new = NewOp {
            operands: &operands,
            results: &results,
            properties,
            ..NewOp::named(&ctx, ctx.ident(name))
        };
        let op = self.program.create(&new, at);
        self.listener.inserted(self.program, op);
        op
    }

    /// Makes an operation with one result.
    pub(in crate::steps) fn value(
        &mut self,
        name: &str,
        operands: &[ValueId],
        ty: TypeId,
        properties: &[(&str, AttrId)],
        at: InsertPoint,
    ) -> ValueId {
        let op = self.make(name, operands, &[ty], properties, at);
        self.program.result(op, 0).expect("the operation has a result")
    }

    /// A constant of the type of a value, at the start of the function around an operation.
    pub(in crate::steps) fn number(&mut self, near: OpId, like: ValueId, number: i128) -> ValueId {
        let bits = width(self.program, like);
        let signed = if bits < 127 && number >= 1 << (bits - 1) { number - (1 << bits) } else { number };
        let ty = self.program.value_type(like);
        self.number_of_type(near, ty, signed)
    }

    /// A constant of a type, at the start of the function around an operation.
    pub(in crate::steps) fn number_of_type(&mut self, near: OpId, ty: TypeId, number: i128) -> ValueId {
        let block = entry_of(self.program, near);
        // The first constants of a function come before everything that is none.
        let leading = self.program.ops_in(block).take(LOOKED_AT);
        let leading = leading.take_while(|op| self.program.op(*op).name == known::ARITH_CONSTANT);
        let there = leading.filter_map(|op| self.program.result(op, 0)).find(|value| {
            self.program.value_type(*value) == ty && constant(self.program, *value) == Some(number)
        });
        there.unwrap_or_else(|| {
            let attr = self.program.ctx().integer_attr(number, ty);
            self.value(
                known::text(known::ARITH_CONSTANT),
                &[],
                ty,
                &[("value", attr)],
                InsertPoint::Start(block),
            )
        })
    }

    /// Arithmetic before an operation; constants are folded.
    pub(in crate::steps) fn arith(&mut self, kind: Arith, a: ValueId, b: ValueId, before: OpId) -> ValueId {
        let numbers = (constant(self.program, a), constant(self.program, b));
        let bits = width(self.program, a);
        let folded = match (kind, numbers) {
            (Arith::Add | Arith::Sub, (_, Some(0))) | (Arith::Mul | Arith::DivU, (_, Some(1))) => return a,
            (Arith::Add, (Some(0), _)) | (Arith::Mul, (Some(1), _)) => return b,
            (_, (Some(a), Some(b))) => fold(kind, a, b, bits),
            _ => None,
        };
        if let Some(number) = folded {
            return self.number(before, a, number);
        }
        let name = self.arith_name(kind);
        let ty = self.program.value_type(a);
        self.value(name, &[a, b], ty, &[], InsertPoint::Before(before))
    }

    /// The operation of some arithmetic.
    pub(in crate::steps) fn arith_name(&self, kind: Arith) -> &'static str {
        let (_, name) = ARITH_OPS.iter().find(|(known, _)| *known == kind).expect("the table has all");
        name
    }

    /// A comparison before an operation; what it is, where both are constants.
    pub(in crate::steps) fn compare(
        &mut self,
        how: Compare,
        a: ValueId,
        b: ValueId,
        before: OpId,
    ) -> Condition {
        if let (Some(x), Some(y)) = (constant(self.program, a), constant(self.program, b)) {
            let bits = width(self.program, a);
            return Condition::Known(match how {
                Compare::Equal => x == y,
                Compare::LessSigned => x < y,
                Compare::LessUnsigned => unsigned(x, bits) < unsigned(y, bits),
            });
        }
        let ctx = std::sync::Arc::clone(self.program.ctx());
        let predicate = ctx.integer_attr(how as i128, ctx.integer(64));
        let at = InsertPoint::Before(before);
        let bit = ctx.integer(1);
        Condition::Value(self.value(CHOICE_OPS[0], &[a, b], bit, &[("predicate", predicate)], at))
    }

    /// One of two values.
    pub(in crate::steps) fn choose(
        &mut self,
        condition: Condition,
        yes: ValueId,
        no: ValueId,
        before: OpId,
    ) -> ValueId {
        match condition {
            Condition::Known(true) => yes,
            Condition::Known(false) => no,
            Condition::Value(_) if yes == no => yes,
            Condition::Value(bit) => {
                let ty = self.program.value_type(yes);
                self.value(CHOICE_OPS[1], &[bit, yes, no], ty, &[], InsertPoint::Before(before))
            }
        }
    }

    /// A loop like another one, with other bounds and initial values, whose body is empty.
    pub(in crate::steps) fn loop_like(
        &mut self,
        like: &Counted,
        bounds: [ValueId; 3],
        initial: &[ValueId],
        at: InsertPoint,
    ) -> (OpId, BlockId) {
        let data = self.program.op(like.op);
        let (name, properties, attributes, loc) = (data.name, data.properties, data.attributes, data.loc);
        let operands: Vec<(ValueId, Pos)> =
            bounds.iter().chain(initial).map(|value| (*value, Pos::NONE)).collect();
        let types: Vec<TypeId> = initial.iter().map(|value| self.program.value_type(*value)).collect();
        let results: Vec<(TypeId, Pos)> = types.iter().map(|ty| (*ty, Pos::NONE)).collect();
        let new = NewOp {
            operands: &operands,
            results: &results,
            regions: 1,
            properties,
            attributes,
            loc,
            ..NewOp::named(self.program.ctx(), name)
        };
        let op = self.program.create(&new, at);
        let body = self.program.add_block(self.program.op_regions(op)[0], Span::NONE);
        let counter = self.program.value_type(like.variable);
        self.program.add_argument(body, counter, Pos::NONE);
        for ty in types {
            self.program.add_argument(body, ty, Pos::NONE);
        }
        self.listener.inserted(self.program, op);
        (op, body)
    }

    /// The end of a body with these values.
    pub(in crate::steps) fn end_like(&mut self, like: OpId, body: BlockId, values: &[ValueId]) -> OpId {
        let name = self.program.op_name(like).to_owned();
        self.make(&name, values, &[], &[], InsertPoint::End(body))
    }

    /// Copies an operation with what it holds; operands are replaced as in `values`, which gets the results.
    pub(in crate::steps) fn clone_op(
        &mut self,
        op: OpId,
        values: &mut FxHashMap<ValueId, ValueId>,
        at: InsertPoint,
    ) -> OpId {
        let data = self.program.op(op);
        let (name, properties, attributes, loc) = (data.name, data.properties, data.attributes, data.loc);
        let operands: Vec<(ValueId, Pos)> = self
            .program
            .operands(op)
            .map(|value| (values.get(&value).copied().unwrap_or(value), Pos::NONE))
            .collect();
        let results: Vec<(TypeId, Pos)> =
            self.program.results(op).map(|value| (self.program.value_type(value), Pos::NONE)).collect();
        let regions = self.program.op_regions(op).to_vec();
        let new = NewOp {
            operands: &operands,
            results: &results,
            regions: regions.len(),
            properties,
            attributes,
            loc,
            ..NewOp::named(self.program.ctx(), name)
        };
        let copy = self.program.create(&new, at);
        values.extend(self.program.results(op).zip(self.program.results(copy)));
        for (old, new) in regions.into_iter().zip(self.program.op_regions(copy).to_vec()) {
            for block in self.program.region(old).blocks.clone() {
                let fresh = self.program.add_block(new, Span::NONE);
                for argument in self.program.block(block).arguments.clone() {
                    let ty = self.program.value_type(argument);
                    let value = self.program.add_argument(fresh, ty, Pos::NONE);
                    values.insert(argument, value);
                }
                for inner in self.program.ops_in(block).collect::<Vec<_>>() {
                    self.clone_op(inner, values, InsertPoint::End(fresh));
                }
            }
        }
        self.listener.inserted(self.program, copy);
        copy
    }

    /// Moves the operations of a body but for its end to the end of another one.
    pub(in crate::steps) fn move_body(&mut self, from: &Counted, to: BlockId) {
        let inside: Vec<OpId> = self.program.ops_in(from.body).filter(|op| *op != from.end).collect();
        for op in inside {
            self.program.detach(op);
            self.program.insert(op, InsertPoint::End(to));
        }
    }

    /// Replaces the uses of the variable and the carried values of a loop.
    pub(in crate::steps) fn rename(&mut self, from: &Counted, variable: ValueId, carried: &[ValueId]) {
        self.program.replace_uses(from.variable, variable);
        from.carried.iter().zip(carried).for_each(|(old, new)| self.program.replace_uses(*old, *new));
    }
}

/// A condition that is known, or a value.
#[derive(Clone, Copy, Debug)]
pub(in crate::steps) enum Condition {
    Known(bool),
    Value(ValueId),
}

fn fold(kind: Arith, a: i128, b: i128, bits: u32) -> Option<i128> {
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let wrapped = |number: i128| {
        let low = number.rem_euclid(1 << bits.min(64));
        if low >= 1 << (bits.min(64) - 1) { low - (1 << bits.min(64)) } else { low }
    };
    match kind {
        Arith::Add => Some(wrapped(a + b)),
        Arith::Sub => Some(wrapped(a - b)),
        Arith::Mul => Some(wrapped(a.checked_mul(b)?)),
        Arith::DivU => (ub != 0).then(|| wrapped(ua / ub)),
        Arith::RemU => (ub != 0).then(|| wrapped(ua % ub)),
        Arith::MinU => Some(if ua <= ub { a } else { b }),
        Arith::MaxU => Some(if ua >= ub { a } else { b }),
        Arith::MinS => Some(a.min(b)),
        Arith::RemS => (b != 0).then(|| a % b),
    }
}

/// The entry of the function around an operation, or of the outermost operation that is isolated.
pub(in crate::steps) fn entry_of(program: &Program, near: OpId) -> BlockId {
    let mut op = near;
    let mut entry = program.op(op).block;
    while let Some(parent) = program.parent_op(op) {
        if let Some(block) = program.op(op).block {
            let region = program.block(block).region;
            entry = program.region(region).blocks.first().copied();
        }
        let isolated =
            assay_ir::ops::op(program.op_name(parent)).is_some_and(|record| record.has("isolated"));
        if isolated {
            break;
        }
        op = parent;
    }
    entry.unwrap_or_else(|| program.top_block())
}
