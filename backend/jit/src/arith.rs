//! `arith` on integers and `index`, element by element. Flags of poison come from operands and from broken promises;
//! undefined divisions leave the function first.

use assay_ir::data::{OpId, Program};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::attributes::{elements, has, integer, overflow_flags};
use crate::floats;
use crate::integers::{Round, ones, sign_bit};
use crate::lowering::{ControlFlow, HeldValue, Lane, Lanes, Lowered, Lowering, Nan};
use crate::meaning::{Nans, OpLowering};
use crate::types::{Form, Kind};
use assay_backend::engine::{Undefined, Unsupported};

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("arith.constant", constant),
    OpLowering::new("arith.addi", |l, op| wrapping(l, op, Wrapping::Add)).may_poison(may_overflow),
    OpLowering::new("arith.subi", |l, op| wrapping(l, op, Wrapping::Sub)).may_poison(may_overflow),
    OpLowering::new("arith.muli", |l, op| wrapping(l, op, Wrapping::Mul)).may_poison(may_overflow),
    OpLowering::new("arith.addui_extended", add_extended),
    OpLowering::new("arith.mului_extended", |l, op| multiply_extended(l, op, false)),
    OpLowering::new("arith.mulsi_extended", |l, op| multiply_extended(l, op, true)),
    OpLowering::new("arith.divui", |l, op| divide(l, op, false, Round::Zero)).may_poison(may_be_inexact),
    OpLowering::new("arith.divsi", |l, op| divide(l, op, true, Round::Zero)).may_poison(may_be_inexact),
    OpLowering::new("arith.ceildivui", |l, op| divide(l, op, false, Round::Ceil)).may_poison(may_be_inexact),
    OpLowering::new("arith.ceildivsi", |l, op| divide(l, op, true, Round::Ceil)).may_poison(may_be_inexact),
    OpLowering::new("arith.floordivsi", |l, op| divide(l, op, true, Round::Floor)).may_poison(may_be_inexact),
    OpLowering::new("arith.remui", |l, op| remainder(l, op, false)),
    OpLowering::new("arith.remsi", |l, op| remainder(l, op, true)),
    OpLowering::new("arith.andi", |l, op| bitwise(l, op, |l, a, b| l.b.ins().band(a, b))),
    OpLowering::new("arith.ori", |l, op| bitwise(l, op, |l, a, b| l.b.ins().bor(a, b))),
    OpLowering::new("arith.xori", |l, op| bitwise(l, op, |l, a, b| l.b.ins().bxor(a, b))),
    OpLowering::new("arith.shli", shift_left).may_poison(always),
    OpLowering::new("arith.shrui", |l, op| shift_right(l, op, false)).may_poison(always),
    OpLowering::new("arith.shrsi", |l, op| shift_right(l, op, true)).may_poison(always),
    OpLowering::new("arith.maxsi", |l, op| pick(l, op, IntCC::SignedGreaterThan)),
    OpLowering::new("arith.maxui", |l, op| pick(l, op, IntCC::UnsignedGreaterThan)),
    OpLowering::new("arith.minsi", |l, op| pick(l, op, IntCC::SignedLessThan)),
    OpLowering::new("arith.minui", |l, op| pick(l, op, IntCC::UnsignedLessThan)),
    OpLowering::new("arith.cmpi", compare),
    OpLowering::new("arith.select", select),
    OpLowering::new("arith.extui", |l, op| cast(l, op, false)),
    OpLowering::new("arith.extsi", |l, op| cast(l, op, true)),
    OpLowering::new("arith.trunci", truncate).may_poison(may_overflow),
    OpLowering::new("arith.index_cast", |l, op| cast(l, op, true)),
    OpLowering::new("arith.index_castui", |l, op| cast(l, op, false)),
    OpLowering::new("arith.bitcast", floats::bitcast).nans(Nans::Own),
];

pub(super) fn always(_: &Program, _: OpId) -> bool {
    true
}

pub(super) fn may_overflow(program: &Program, op: OpId) -> bool {
    has(program, op, "overflowFlags")
}

pub(super) fn may_be_inexact(program: &Program, op: OpId) -> bool {
    has(program, op, "isExact")
}

/// One operation on the elements of one or two operands of integers of one width.
pub(super) fn integer_lanes(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<(u32, Lanes, Lanes), Unsupported> {
    let ((first, a), (second, b)) = (l.lanes(op, 0)?, l.lanes(op, 1)?);
    match (first, second) {
        (Kind::Int(width), Kind::Int(other)) if width == other && a.len() == b.len() => Ok((width, a, b)),
        (Kind::Int(_), Kind::Int(_)) => Err(Unsupported::Malformed),
        _ => Err(Unsupported::Type),
    }
}

/// Applies an operation to pairs of elements. What it gives is poison where an operand is.
pub(super) fn each_pair(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    mut apply: impl FnMut(&mut Lowering<'_, '_, '_>, u32, &Lane, &Lane) -> Lane,
) -> Lowered {
    let (width, a, b) = integer_lanes(l, op)?;
    let mut all = Lanes::new();
    for (a, b) in a.iter().zip(&b) {
        let lane = apply(l, width, a, b);
        let operands = l.or(a.poison, b.poison);
        let poison = l.or(operands, lane.poison);
        all.push(Lane { poison, ..lane });
    }
    l.give(op, all)
}

/// Applies an operation to pairs of elements, or of registers of them where an operand lies in such.
fn on_pairs(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    apply: impl Fn(&mut Lowering<'_, '_, '_>, u32, Value, Value) -> Value,
) -> Lowered {
    let (width, a, b) = integer_lanes(l, op)?;
    let bits = l.by_registers(Kind::Int(width), [&a, &b], false, |l, [a, b]| apply(l, width, a, b));
    give_pairs(l, op, (&a, &b), bits, |l, a, b| apply(l, width, a, b))
}

/// Gives these bits, or those of each pair of elements; poison where an operand is.
fn give_pairs(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    (a, b): (&Lanes, &Lanes),
    bits: Option<Vec<Value>>,
    apply: impl Fn(&mut Lowering<'_, '_, '_>, Value, Value) -> Value,
) -> Lowered {
    let mut all = Lanes::new();
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        let bits = match &bits {
            Some(bits) => bits[index],
            None => apply(l, a.bits, b.bits),
        };
        let poison = l.or(a.poison, b.poison);
        all.push(Lane::integer(bits, poison));
    }
    l.give(op, all)
}

pub(super) fn constant(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let attr = l.attr(op, "value").ok_or(Unsupported::Malformed)?;
    let name = l.program.result(op, 0).ok_or(Unsupported::Malformed)?;
    let Form::Lanes { kind, shape, count } = l.form(name)? else { return Err(Unsupported::Type) };
    let ctx = l.program.ctx();
    let numbers = match shape {
        None => vec![crate::attributes::bits(ctx, attr, kind)?],
        Some(_) => elements(ctx, attr, kind, count)?,
    };
    let lanes = numbers.into_iter().map(|bits| number(l, kind, bits)).collect();
    l.give(op, lanes)
}

/// A constant by its bits.
pub(super) fn number(l: &mut Lowering<'_, '_, '_>, kind: Kind, bits: u128) -> Lane {
    let (value, is_nan) = match kind {
        Kind::Int(width) => (l.constant(width, bits), false),
        Kind::F32 => {
            let float = cranelift_codegen::ir::immediates::Ieee32::with_bits(bits as u32);
            (l.b.ins().f32const(float), f32::from_bits(bits as u32).is_nan())
        }
        Kind::F64 => {
            let float = cranelift_codegen::ir::immediates::Ieee64::with_bits(bits as u64);
            (l.b.ins().f64const(float), f64::from_bits(bits as u64).is_nan())
        }
    };
    let nan = if is_nan { Nan::Raw } else { Nan::Settled };
    Lane { bits: value, poison: None, constant: Some(bits), nan }
}

/// Operations that wrap around.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapping {
    Add,
    Sub,
    Mul,
}

fn wrapped(l: &mut Lowering<'_, '_, '_>, width: u32, which: Wrapping, a: Value, b: Value) -> Value {
    let result = match which {
        Wrapping::Add => l.b.ins().iadd(a, b),
        Wrapping::Sub => l.b.ins().isub(a, b),
        Wrapping::Mul => l.b.ins().imul(a, b),
    };
    l.mask(width, result)
}

/// Sum, difference, product, with promises.
pub(super) fn wrapping(l: &mut Lowering<'_, '_, '_>, op: OpId, which: Wrapping) -> Lowered {
    let (signed, unsigned) = overflow_flags(l.program, op)?;
    if !signed && !unsigned {
        return on_pairs(l, op, |l, width, a, b| wrapped(l, width, which, a, b));
    }
    each_pair(l, op, |l, width, a, b| {
        let (x, y) = (a.bits, b.bits);
        let result = wrapped(l, width, which, x, y);
        let signed = signed.then(|| match which {
            Wrapping::Add => sign_left(l, width, (x, result), (y, result)),
            Wrapping::Sub => sign_left(l, width, (x, y), (x, result)),
            Wrapping::Mul => l.product_wraps(width, true, x, y),
        });
        let unsigned = unsigned.then(|| match which {
            Wrapping::Add => l.b.ins().icmp(IntCC::UnsignedLessThan, result, x),
            Wrapping::Sub => l.b.ins().icmp(IntCC::UnsignedLessThan, x, y),
            Wrapping::Mul => l.product_wraps(width, false, x, y),
        });
        Lane::integer(result, l.or(signed, unsigned))
    })
}

/// A flag that is set when the signs differ in both pairs.
pub(super) fn sign_left(
    l: &mut Lowering<'_, '_, '_>,
    width: u32,
    first: (Value, Value),
    second: (Value, Value),
) -> Value {
    let (first, second) = (l.b.ins().bxor(first.0, first.1), l.b.ins().bxor(second.0, second.1));
    let both = l.b.ins().band(first, second);
    let zero = l.constant(width, 0);
    l.compare(width, IntCC::SignedLessThan, both, zero)
}

fn add_extended(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    two_results(l, op, |l, width, a, b| {
        let sum = l.b.ins().iadd(a, b);
        let sum = l.mask(width, sum);
        (sum, l.b.ins().icmp(IntCC::UnsignedLessThan, sum, a))
    })
}

fn multiply_extended(l: &mut Lowering<'_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    two_results(l, op, |l, width, a, b| l.product(width, signed, a, b))
}

fn two_results(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    apply: impl Fn(&mut Lowering<'_, '_, '_>, u32, Value, Value) -> (Value, Value),
) -> Lowered {
    let (width, a, b) = integer_lanes(l, op)?;
    let (mut firsts, mut seconds) = (Lanes::new(), Lanes::new());
    for (a, b) in a.iter().zip(&b) {
        let (first, second) = apply(l, width, a.bits, b.bits);
        let poison = l.or(a.poison, b.poison);
        firsts.push(Lane::integer(first, poison));
        seconds.push(Lane::integer(second, poison));
    }
    l.set_result(op, 0, firsts)?;
    l.set_result(op, 1, seconds)?;
    Ok(ControlFlow::Next)
}

/// Leaves the function where a division is undefined: by poison, by zero, or where the signed quotient does not
/// fit. A poison dividend may be the number whose quotient does not.
fn guard_division(l: &mut Lowering<'_, '_, '_>, width: u32, signed: bool, a: &Lane, b: &Lane) {
    l.guard_ub(b.poison, Undefined::DivisionByPoison);
    if b.constant.is_none_or(|number| number == 0) {
        let zero = l.is(width, b.bits, 0);
        l.guard_ub(Some(zero), Undefined::DivisionByZero);
    }
    if signed && b.constant.is_none_or(|number| number == ones(width)) {
        let smallest = match a.constant {
            Some(number) if number != sign_bit(width) => None,
            _ => Some(l.is(width, a.bits, sign_bit(width))),
        };
        let Some(smallest) = l.or(smallest, a.poison) else { return };
        let minus_one = l.is(width, b.bits, ones(width));
        let overflow = l.b.ins().band(smallest, minus_one);
        l.guard_ub(Some(overflow), Undefined::DivisionOverflow);
    }
}

pub(super) fn divide(l: &mut Lowering<'_, '_, '_>, op: OpId, signed: bool, round: Round) -> Lowered {
    let exact = has(l.program, op, "isExact");
    each_pair(l, op, |l, width, a, b| {
        guard_division(l, width, signed, a, b);
        if !exact {
            return Lane::integer(l.quotient(width, signed, round, a.bits, b.bits), None);
        }
        let (quotient, rest) = l.divided(width, signed, a.bits, b.bits);
        let zero = l.constant(width, 0);
        let broken = l.b.ins().icmp(IntCC::NotEqual, rest, zero);
        Lane::integer(quotient, Some(broken))
    })
}

pub(super) fn remainder(l: &mut Lowering<'_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        guard_division(l, width, signed, a, b);
        Lane::integer(l.divided(width, signed, a.bits, b.bits).1, None)
    })
}

pub(super) fn bitwise(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    apply: fn(&mut Lowering<'_, '_, '_>, Value, Value) -> Value,
) -> Lowered {
    on_pairs(l, op, |l, _, a, b| apply(l, a, b))
}

/// A flag that is set when an amount is the width or more; `None` when it never is.
pub(super) fn too_far(l: &mut Lowering<'_, '_, '_>, width: u32, amount: &Lane) -> Option<Value> {
    match amount.constant {
        Some(number) if number < u128::from(width) => None,
        _ => {
            // The width itself may not fit the width, as at one bit: then no amount is too large but all above it.
            let most = u128::from(width - 1);
            let most = l.constant(width, most.min(ones(width)));
            Some(l.b.ins().icmp(IntCC::UnsignedGreaterThan, amount.bits, most))
        }
    }
}

/// The flags promise that shifting back, signed or unsigned, restores the number.
pub(super) fn shift_left(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (signed, unsigned) = overflow_flags(l.program, op)?;
    each_pair(l, op, |l, width, a, b| {
        let far = too_far(l, width, b);
        let amount = l.amount(width, b.bits);
        let shifted = l.shl(width, a.bits, amount);
        let differs = |l: &mut Lowering<'_, '_, '_>, signed| {
            let back = l.shr(width, signed, shifted, amount);
            l.b.ins().icmp(IntCC::NotEqual, back, a.bits)
        };
        let signed = signed.then(|| differs(l, true));
        let unsigned = unsigned.then(|| differs(l, false));
        let broken = l.or(signed, unsigned);
        Lane::integer(shifted, l.or(far, broken))
    })
}

/// `exact` promises that no one-bit is shifted out.
pub(super) fn shift_right(l: &mut Lowering<'_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    let exact = has(l.program, op, "isExact");
    each_pair(l, op, |l, width, a, b| {
        let far = too_far(l, width, b);
        let amount = l.amount(width, b.bits);
        let shifted = l.shr(width, signed, a.bits, amount);
        let broken = exact.then(|| {
            let back = l.shl(width, shifted, amount);
            l.b.ins().icmp(IntCC::NotEqual, back, a.bits)
        });
        Lane::integer(shifted, l.or(far, broken))
    })
}

/// The first operand where it compares so with the second, else that.
pub(super) fn pick(l: &mut Lowering<'_, '_, '_>, op: OpId, code: IntCC) -> Lowered {
    on_pairs(l, op, |l, width, a, b| {
        let first = l.compare(width, code, a, b);
        l.picked(first, a, b)
    })
}

pub(super) fn compare(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let code = integer_predicate(integer(l.program, op, "predicate")?).ok_or(Unsupported::Attribute)?;
    let (width, a, b) = integer_lanes(l, op)?;
    let flags = l.by_registers(Kind::Int(width), [&a, &b], true, |l, [a, b]| l.compare(width, code, a, b));
    give_pairs(l, op, (&a, &b), flags, |l, a, b| l.compare(width, code, a, b))
}

/// Predicates in the order in which `arith`, `index` and `comb` number the first ten.
pub(super) fn integer_predicate(number: i64) -> Option<IntCC> {
    use IntCC::*;
    let all = [
        Equal,
        NotEqual,
        SignedLessThan,
        SignedLessThanOrEqual,
        SignedGreaterThan,
        SignedGreaterThanOrEqual,
        UnsignedLessThan,
        UnsignedLessThanOrEqual,
        UnsignedGreaterThan,
        UnsignedGreaterThanOrEqual,
    ];
    all.get(usize::try_from(number).ok()?).copied()
}

/// Values of any type may be selected, by one bit or bit by bit of a vector. Poison of the arm that is not taken
/// does not count.
pub(super) fn select(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (Kind::Int(1), conditions) = l.lanes(op, 0)? else { return Err(Unsupported::Type) };
    let (HeldValue::Lanes(_), HeldValue::Lanes(_)) = (l.operand(op, 1)?, l.operand(op, 2)?) else {
        return Err(Unsupported::Type);
    };
    let ((kind, a), (_, b)) = (l.lanes(op, 1)?, l.lanes(op, 2)?);
    if a.len() != b.len() || conditions.len() != 1 && conditions.len() != a.len() {
        return Err(Unsupported::Malformed);
    }
    let (mut a, mut b) = (a, b);
    // When one side may be a NaN with other bits, the other side needs the bits of the NaN that it means.
    if a.iter().chain(&b).any(|lane| lane.nan == Nan::Raw) {
        (a, b) = (l.all_canonical(kind, &a), l.all_canonical(kind, &b));
    }
    let bits = l.picked_by_registers(kind, &conditions, &a, &b);
    let mut all = Lanes::new();
    for (index, (a, b)) in a.iter().zip(&b).enumerate() {
        let condition = conditions[if conditions.len() == 1 { 0 } else { index }];
        let bits = match &bits {
            Some(bits) => bits[index],
            None => l.b.ins().select(condition.bits, a.bits, b.bits),
        };
        all.push(with_flags(l, bits, &condition, a, b));
    }
    l.give(op, all)
}

/// One of two numbers.
pub(super) fn chosen(l: &mut Lowering<'_, '_, '_>, kind: Kind, condition: &Lane, a: Lane, b: Lane) -> Lane {
    let (mut a, mut b) = (a, b);
    if a.nan == Nan::Raw || b.nan == Nan::Raw {
        (a, b) = (l.canonical(kind, a), l.canonical(kind, b));
    }
    let bits = l.b.ins().select(condition.bits, a.bits, b.bits);
    with_flags(l, bits, condition, &a, &b)
}

/// The lane of bits that are those of one of two lanes.
fn with_flags(l: &mut Lowering<'_, '_, '_>, bits: Value, condition: &Lane, a: &Lane, b: &Lane) -> Lane {
    let nan = match (a.nan, b.nan) {
        (Nan::Raw, _) | (_, Nan::Raw) => Nan::Raw,
        (Nan::Settled, Nan::Settled) => Nan::Settled,
        _ => Nan::Pending,
    };
    let arms = match (a.poison, b.poison) {
        (None, None) => None,
        (a, b) if a == b => a,
        (a, b) => {
            let (a, b) = (l.flag(a), l.flag(b));
            Some(l.b.ins().select(condition.bits, a, b))
        }
    };
    Lane { bits, poison: l.or(condition.poison, arms), constant: None, nan }
}

pub(super) fn cast(l: &mut Lowering<'_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    let ((Kind::Int(from), lanes), (Kind::Int(to), _)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?) else {
        return Err(Unsupported::Type);
    };
    let mut all = Lanes::new();
    for lane in &lanes {
        let bits = match signed {
            true => l.resized_signed(from, to, lane.bits),
            false => l.resized(from, to, lane.bits),
        };
        all.push(Lane::integer(bits, lane.poison));
    }
    l.give(op, all)
}

/// The flags promise that extending back, signed or unsigned, restores the number.
pub(super) fn truncate(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (signed, unsigned) = overflow_flags(l.program, op)?;
    let ((Kind::Int(from), lanes), (Kind::Int(to), _)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?) else {
        return Err(Unsupported::Type);
    };
    if to > from {
        return Err(Unsupported::Malformed);
    }
    let mut all = Lanes::new();
    for lane in &lanes {
        let narrow = l.resized(from, to, lane.bits);
        let differs = |l: &mut Lowering<'_, '_, '_>, signed| {
            let back = match signed {
                true => l.resized_signed(to, from, narrow),
                false => l.resized(to, from, narrow),
            };
            l.b.ins().icmp(IntCC::NotEqual, back, lane.bits)
        };
        let signed = signed.then(|| differs(l, true));
        let unsigned = unsigned.then(|| differs(l, false));
        let broken = l.or(signed, unsigned);
        all.push(Lane::integer(narrow, l.or(lane.poison, broken)));
    }
    l.give(op, all)
}
