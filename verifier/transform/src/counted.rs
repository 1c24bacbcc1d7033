//! A view of a loop that counts: lower bound, upper bound, step, variable, carried values, body. `scf.for` is such a loop; steps know loops by
//! this view alone.

use assay_ir::data::{
    AttrKind, BlockId, InsertPoint, NewOp, OpId, Pos, Program, TypeKind, ValueDef, ValueId, known,
};
use assay_ir::strategy::Refusal;

/// The operations that are such loops.
const LOOP_OPS: &[&str] = &["scf.for"];

/// How the end of a part is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The start and the size.
    Sum,
    /// The lesser of two ends.
    Least,
}

/// The operations that compute it.
const BOUND_OPS: &[(Bound, &str)] = &[(Bound::Sum, "arith.addi"), (Bound::Least, "arith.minsi")];

/// The mark of a loop that compares without a sign.
const UNSIGNED: &str = "unsignedCmp";

/// A loop from `lower` up to `upper` by `step`.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub(crate) op: OpId,
    pub(crate) lower: ValueId,
    pub(crate) upper: ValueId,
    pub(crate) step: ValueId,
    /// The values that the carried ones begin with.
    pub(crate) initial: Vec<ValueId>,
    pub(crate) body: BlockId,
    pub(crate) variable: ValueId,
    /// The carried values in the body.
    pub(crate) carried: Vec<ValueId>,
    /// The operation that ends the body.
    pub(crate) end: OpId,
    /// It compares without a sign.
    pub(crate) unsigned: bool,
}

impl Counted {
    /// The loop at an operation.
    ///
    /// # Errors
    /// The operation is no loop, or none of signed numbers.
    pub(crate) fn at(program: &Program, op: OpId) -> Result<Counted, Refusal> {
        Counted::view(program, op).ok_or_else(|| {
            Refusal::new(format!("`{}` is no loop that counts signed numbers", program.op_name(op)))
        })
    }

    /// The same without a reason.
    pub(crate) fn view(program: &Program, op: OpId) -> Option<Counted> {
        Counted::any(program, op).filter(|one| !one.unsigned)
    }

    /// The loop at an operation, of numbers with a sign or without.
    pub(crate) fn any(program: &Program, op: OpId) -> Option<Counted> {
        let unsigned = program.attr(op, program.ctx().ident(UNSIGNED)).is_some();
        if !LOOP_OPS.contains(&program.op_name(op)) {
            return None;
        }
        let operands: Vec<ValueId> = program.operands(op).collect();
        let [lower, upper, step, initial @ ..] = &operands[..] else { return None };
        let [region] = program.op_regions(op) else { return None };
        let [body] = program.region(*region).blocks[..] else { return None };
        let (variable, carried) = program.block(body).arguments.split_first()?;
        Some(Counted {
            op,
            lower: *lower,
            upper: *upper,
            step: *step,
            initial: initial.to_vec(),
            body,
            variable: *variable,
            carried: carried.to_vec(),
            end: program.last_op(body)?,
            unsigned,
        })
    }

    /// The same with a reason where there is none.
    ///
    /// # Errors
    /// The operation is no loop.
    pub(crate) fn any_at(program: &Program, op: OpId) -> Result<Counted, Refusal> {
        Counted::any(program, op)
            .ok_or_else(|| Refusal::new(format!("`{}` is no loop that counts", program.op_name(op))))
    }

    /// Bits of the numbers that it counts; those of `index` are 64.
    pub(crate) fn width(&self, program: &Program) -> u32 {
        width(program, self.variable)
    }

    /// The number of turns, where bounds and step are constants, the step positive.
    pub(crate) fn constant_turns(&self, program: &Program) -> Option<i128> {
        let [lower, upper, step] = [self.lower, self.upper, self.step].map(|value| constant(program, value));
        let (lower, upper, step) = (lower?, upper?, step.filter(|step| *step > 0)?);
        let (lower, upper) = match self.unsigned {
            true => (unsigned(lower, self.width(program)), unsigned(upper, self.width(program))),
            false => (lower, upper),
        };
        Some(if lower < upper { (upper - lower + step - 1) / step } else { 0 })
    }

    /// The number of turns, where it is known: the bounds are constants, or the upper bound is the lower one and a number, whose sum cannot leave the type.
    pub(crate) fn turns(&self, program: &Program) -> Option<i128> {
        let length = || {
            let length = match bound_of(program, self.upper, Bound::Sum)?.1 {
                [start, length] if start == self.lower => length,
                [length, start] if start == self.lower => length,
                _ => return None,
            };
            let length = constant(program, length).filter(|length| *length > 0)?;
            let fits = !self.unsigned && greatest(program, self.lower)? <= self.most(program) - length;
            fits.then_some(length)
        };
        self.constant_turns(program).or_else(|| {
            let step = constant(program, self.step).filter(|step| *step > 0)?;
            Some((length()? + step - 1) / step)
        })
    }

    /// The number of turns, where it is known and their steps together do not lead out of the type.
    pub(crate) fn whole_turns(&self, program: &Program) -> Option<i128> {
        let turns = self.turns(program)?;
        let step = constant(program, self.step)?;
        let [lower, upper] = [self.lower, self.upper].map(|value| constant(program, value));
        let fits = match lower.zip(upper) {
            Some((lower, _)) if self.unsigned => {
                let width = self.width(program).min(64);
                unsigned(lower, width) + turns * step < 1 << width
            }
            Some((lower, _)) => lower + turns * step <= self.most(program),
            // The upper bound is the lower one and a number.
            None => bound_of(program, self.upper, Bound::Sum).is_some_and(|(_, parts)| {
                parts.iter().any(|part| constant(program, *part) == Some(turns * step))
            }),
        };
        fits.then_some(turns)
    }

    /// The only loop in the body of this one, where nothing else is in it.
    ///
    /// # Errors
    /// The operation that is in the way.
    pub(crate) fn perfect(&self, program: &Program) -> Result<Counted, Refusal> {
        let inside: Vec<OpId> = program.ops_in(self.body).filter(|op| *op != self.end).collect();
        let inner = inside.iter().find_map(|op| Counted::any(program, *op));
        let inner = inner.ok_or_else(|| Refusal::new("there is no loop directly in the loop"))?;
        match inside.iter().find(|op| **op != inner.op) {
            Some(other) => Err(Refusal::new(format!(
                "the nest is not perfect: `{}` is beside the inner loop",
                program.op_name(*other)
            ))),
            None => Ok(inner),
        }
    }

    /// Bounds and step as numbers.
    ///
    /// # Errors
    /// One of them is no constant, or the step is not positive.
    pub(crate) fn numbers(&self, program: &Program) -> Result<[i128; 3], Refusal> {
        let [lower, upper, step] = [self.lower, self.upper, self.step].map(|value| constant(program, value));
        match (lower, upper, step) {
            (Some(lower), Some(upper), Some(step)) if step > 0 => Ok([lower, upper, step]),
            (Some(_), Some(_), Some(_)) => Err(Refusal::new("the step is not positive")),
            _ => Err(Refusal::new("a bound or the step is no constant")),
        }
    }

    /// The largest number of the type of the variable.
    pub(crate) fn most(&self, program: &Program) -> i128 {
        match program.ctx().type_kind(program.value_type(self.variable)) {
            TypeKind::Integer { width, .. } if *width < 64 => (1 << (*width - 1)) - 1,
            _ => i128::from(i64::MAX),
        }
    }
}

/// A number of some bits as one without a sign.
pub(crate) fn unsigned(number: i128, width: u32) -> i128 {
    if number < 0 { number + (1 << width.min(64)) } else { number }
}

/// Bits of a value; those of `index` are 64.
pub(crate) fn width(program: &Program, value: ValueId) -> u32 {
    match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::Integer { width, .. } => *width,
        _ => 64,
    }
}

/// The number that a value always is.
pub(crate) fn constant(program: &Program, value: ValueId) -> Option<i128> {
    let op = program.defining_op(value)?;
    if program.op(op).name != known::ARITH_CONSTANT {
        return None;
    }
    match program.ctx().attr_kind(program.attr(op, program.ctx().ident("value"))?) {
        AttrKind::Integer { value, .. } => value.to_i64().map(i128::from),
        _ => None,
    }
}

/// A number that a value is not above, where it is known from the bounds of the loops around it.
fn greatest(program: &Program, value: ValueId) -> Option<i128> {
    if let Some(number) = constant(program, value) {
        return Some(number);
    }
    let ValueDef::Argument(block, 0) = program.value(value).def else { return None };
    let around = Counted::view(program, program.block_parent_op(block))?;
    (around.variable == value).then(|| constant(program, around.upper))?.map(|upper| upper - 1)
}

/// A constant of the type of a value, at the start of the function around an operation; one that is there is used.
pub(crate) fn constant_like(program: &mut Program, near: OpId, like: ValueId, number: i128) -> ValueId {
    let ty = program.value_type(like);
    let block = outermost_block(program, near);
    let there = program.ops_in(block).find_map(|op| {
        let value = program.result(op, 0)?;
        (program.value_type(value) == ty && constant(program, value) == Some(number)).then_some((op, value))
    });
    if let Some((op, value)) = there {
        let first = program.first_op(block);
        if first != Some(op) {
            // It has to come before what is made from it.
            program.detach(op);
            program.insert(op, InsertPoint::Start(block));
        }
        return value;
    }
    let ctx = program.ctx();
    let attr = ctx.integer_attr(number, ty);
    let properties = ctx.dictionary([(ctx.ident("value"), attr)]);
    let loc = program.op(near).loc;
    let results = [(ty, Pos::NONE)];
    let new =
        NewOp { results: &results, properties, loc, ..NewOp::named(program.ctx(), known::ARITH_CONSTANT) };
    let op = program.create(&new, InsertPoint::Start(block));
    program.results(op).next().expect("the constant has a result")
}

/// The entry of the function around an operation.
fn outermost_block(program: &Program, near: OpId) -> BlockId {
    let mut op = near;
    let mut block = program.op(op).block;
    while let Some(parent) = program.parent_op(op) {
        if parent == program.top() {
            break;
        }
        let region = block.map(|block| program.block(block).region);
        block = region.and_then(|region| program.region(region).blocks.first().copied());
        if program.op(parent).name == known::FUNC_FUNC {
            break;
        }
        op = parent;
        block = program.op(op).block.or(block);
    }
    block.unwrap_or_else(|| program.top_block())
}

/// A bound of two operands of one type, before another operation.
pub(crate) fn binary(program: &mut Program, bound: Bound, [a, b]: [ValueId; 2], before: OpId) -> ValueId {
    let (_, name) = BOUND_OPS.iter().find(|(known, _)| *known == bound).expect("the table has all bounds");
    let ctx = std::sync::Arc::clone(program.ctx());
    let results = [(program.value_type(a), Pos::NONE)];
    let loc = program.op(before).loc;
    let operands = [(a, Pos::NONE), (b, Pos::NONE)];
    let properties = assay_ir::text::with_defaults(&ctx, name, ctx.empty_dictionary());
    let ident = ctx.ident(name);
    let new = NewOp { operands: &operands, results: &results, properties, loc, ..NewOp::named(&ctx, ident) };
    let op = program.create(&new, InsertPoint::Before(before));
    program.results(op).next().expect("the operation has a result")
}

/// The operation that computes such a bound, with its operands.
pub(crate) fn bound_of(program: &Program, value: ValueId, bound: Bound) -> Option<(OpId, [ValueId; 2])> {
    let op = program.defining_op(value)?;
    let is = BOUND_OPS.iter().any(|(known, name)| *known == bound && *name == program.op_name(op));
    let operands: Vec<ValueId> = program.operands(op).collect();
    Some((op, <[ValueId; 2]>::try_from(operands).ok()?)).filter(|_| is)
}

/// Tells if a value is defined outside of an operation.
pub(crate) fn is_outside(program: &Program, value: ValueId, op: OpId) -> bool {
    let inside = match (program.defining_op(value), program.value(value).def) {
        (Some(by), _) => program.is_within(by, op),
        (None, ValueDef::Argument(block, _)) => program.is_within(program.block_parent_op(block), op),
        (None, _) => false,
    };
    !inside
}
