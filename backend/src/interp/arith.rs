//! `arith` on integers and `index`, as MLIR 22 documents it. Poison flows from any operand to all results but
//! through the arm that a `select` does not take; a division by poison is undefined behaviour. Floats, vectors
//! and tensors have no meaning here.

use std::cmp::Ordering;

use assay_ir::data::{IntValue, OpId};

use super::Meaning;
use super::attributes::{has_unit, int_of_width, integer, overflow_flags};
use super::machine::{Executed, Flow, Machine, Stop, is_scalar};
use crate::engine::{Gap, Undefined};
use crate::int::{Int, Rounding};
use crate::value::Value;

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("arith.constant", constant),
    Meaning::plain("arith.addi", |m, op| {
        wrapping(m, op, Int::add, Int::add_wraps_signed, Int::add_wraps_unsigned)
    }),
    Meaning::plain("arith.subi", |m, op| {
        wrapping(m, op, Int::sub, Int::sub_wraps_signed, Int::sub_wraps_unsigned)
    }),
    Meaning::plain("arith.muli", |m, op| {
        wrapping(m, op, Int::mul, Int::mul_wraps_signed, Int::mul_wraps_unsigned)
    }),
    Meaning::plain("arith.addui_extended", |m, op| {
        extended(m, op, |a, b| (a.add(b), Int::new(1, u128::from(a.add_wraps_unsigned(b)))))
    }),
    Meaning::plain("arith.mului_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_unsigned(b)))
    }),
    Meaning::plain("arith.mulsi_extended", |m, op| extended(m, op, |a, b| (a.mul(b), a.mul_high_signed(b)))),
    Meaning::plain("arith.divui", |m, op| {
        exact_division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero), Int::rem_unsigned)
    }),
    Meaning::plain("arith.divsi", |m, op| {
        exact_division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero), Int::rem_signed)
    }),
    Meaning::plain("arith.ceildivui", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Ceil))
    }),
    Meaning::plain("arith.ceildivsi", |m, op| division(m, op, true, |a, b| a.div_signed(b, Rounding::Ceil))),
    Meaning::plain("arith.floordivsi", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Floor))
    }),
    Meaning::plain("arith.remui", |m, op| division(m, op, false, Int::rem_unsigned)),
    Meaning::plain("arith.remsi", |m, op| division(m, op, true, Int::rem_signed)),
    Meaning::plain("arith.andi", |m, op| binary(m, op, Int::and)),
    Meaning::plain("arith.ori", |m, op| binary(m, op, Int::or)),
    Meaning::plain("arith.xori", |m, op| binary(m, op, Int::xor)),
    Meaning::plain("arith.shli", shift_left),
    Meaning::plain("arith.shrui", |m, op| shift_right(m, op, Int::shr_unsigned)),
    Meaning::plain("arith.shrsi", |m, op| shift_right(m, op, Int::shr_signed)),
    Meaning::plain("arith.maxsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    Meaning::plain("arith.maxui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    Meaning::plain("arith.minsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    Meaning::plain("arith.minui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
    Meaning::plain("arith.cmpi", compare),
    Meaning::plain("arith.select", select),
    Meaning::plain("arith.extui", |m, op| cast(m, op, Int::resize_unsigned)),
    Meaning::plain("arith.extsi", |m, op| cast(m, op, Int::resize_signed)),
    Meaning::plain("arith.trunci", truncate),
    Meaning::plain("arith.index_cast", |m, op| cast(m, op, Int::resize_signed)),
    Meaning::plain("arith.index_castui", |m, op| cast(m, op, Int::resize_unsigned)),
    Meaning::plain("arith.bitcast", |m, op| cast(m, op, Int::resize_unsigned)),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(Flow::Next(vec![value.into()]))
}

/// All operands as integers of one width, `None` when one is poison.
///
/// # Errors
/// When an operand or result is neither an integer nor `index`: poison of another type has no meaning here.
fn integers<const N: usize>(m: &Machine<'_>, op: OpId) -> Result<Option<[Int; N]>, Stop> {
    let program = m.program;
    let values = program.operands(op).chain(program.results(op));
    let mut kinds = values.map(|value| program.ctx().type_kind(program.value_type(value)));
    if !kinds.all(is_scalar) {
        return Err(Gap::Type.into());
    }
    let values = m.operands_from(op, 0)?;
    if values.len() != N {
        return Err(Gap::Malformed.into());
    }
    let ints: Option<Vec<Int>> = values.iter().map(|value| value.as_int().cloned()).collect();
    if ints.iter().any(|ints| ints.windows(2).any(|pair| pair[0].width() != pair[1].width())) {
        return Err(Gap::Malformed.into());
    }
    Ok(ints.and_then(|ints| ints.try_into().ok()))
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Gap::Malformed)?;
    next(int_of_width(m.program.ctx(), attr, m.result_width(op, 0)?)?)
}

fn binary(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> Int) -> Executed {
    match integers(m, op)? {
        Some([a, b]) => next(apply(&a, &b)),
        None => next(Value::Poison),
    }
}

fn pick(a: &Int, b: &Int, first: bool) -> Int {
    if first { a.clone() } else { b.clone() }
}

/// An operation that promises not to wrap where its flags say so.
fn wrapping(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn(&Int, &Int) -> Int,
    wraps_signed: impl Fn(&Int, &Int) -> bool,
    wraps_unsigned: impl Fn(&Int, &Int) -> bool,
) -> Executed {
    let flags = overflow_flags(m, op)?;
    match integers(m, op)? {
        Some([a, b]) => {
            let broken = flags.signed && wraps_signed(&a, &b) || flags.unsigned && wraps_unsigned(&a, &b);
            next(unless_broken(broken, apply(&a, &b)))
        }
        None => next(Value::Poison),
    }
}

fn unless_broken(broken: bool, int: Int) -> Value {
    if broken { Value::Poison } else { Value::Int(int) }
}

/// An operation with two results.
fn extended(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> (Int, Int)) -> Executed {
    let (first, second) = match integers(m, op)? {
        Some([a, b]) => {
            let (first, second) = apply(&a, &b);
            (Value::Int(first), Value::Int(second))
        }
        None => (Value::Poison, Value::Poison),
    };
    Ok(Flow::Next(vec![first, second]))
}

/// The operands of a division that is defined, `None` when the dividend is poison.
///
/// A signed quotient that does not fit is undefined behaviour of remainders too, as it is of `llvm.srem`, to
/// which they lower. Poison as the dividend may be that number, so by minus one it is undefined behaviour.
fn divisible(m: &Machine<'_>, op: OpId, signed: bool) -> Result<Option<(Int, Int)>, Stop> {
    if let Some([a, b]) = integers(m, op)? {
        return match b.is_zero() {
            true => Err(Undefined::DivisionByZero.into()),
            false if signed && a.div_wraps_signed(&b) => Err(Undefined::DivisionOverflow.into()),
            false => Ok(Some((a, b))),
        };
    }
    match m.operand(op, 1)? {
        Value::Poison => Err(Undefined::DivisionByPoison.into()),
        Value::Int(b) if b.is_zero() => Err(Undefined::DivisionByZero.into()),
        Value::Int(b) if signed && b == Int::all_ones(b.width()) => Err(Undefined::DivisionOverflow.into()),
        Value::Int(_) => Ok(None),
        _ => Err(Gap::Type.into()),
    }
}

fn division(
    m: &mut Machine<'_>,
    op: OpId,
    signed: bool,
    apply: impl Fn(&Int, &Int) -> Option<Int>,
) -> Executed {
    match divisible(m, op, signed)? {
        Some((a, b)) => next(apply(&a, &b).ok_or(Undefined::DivisionByZero)?),
        None => next(Value::Poison),
    }
}

/// A division that may promise to leave no remainder.
fn exact_division(
    m: &mut Machine<'_>,
    op: OpId,
    signed: bool,
    apply: impl Fn(&Int, &Int) -> Option<Int>,
    remainder: impl Fn(&Int, &Int) -> Option<Int>,
) -> Executed {
    match divisible(m, op, signed)? {
        Some((a, b))
            if has_unit(m, op, "isExact") && remainder(&a, &b).is_some_and(|rest| !rest.is_zero()) =>
        {
            next(Value::Poison)
        }
        Some((a, b)) => next(apply(&a, &b).ok_or(Undefined::DivisionByZero)?),
        None => next(Value::Poison),
    }
}

/// A number and the amount it is shifted by, `None` when one is poison or the amount is the width or more.
fn shift(m: &Machine<'_>, op: OpId) -> Result<Option<(Int, u32)>, Stop> {
    let operands = integers(m, op)?;
    Ok(operands.and_then(|[a, b]: [Int; 2]| b.shift_amount().map(|amount| (a, amount))))
}

/// The flags promise that shifting back, signed or unsigned, restores the number.
fn shift_left(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    let Some((a, amount)) = shift(m, op)? else { return next(Value::Poison) };
    let shifted = a.shl(amount);
    let broken = flags.signed && shifted.shr_signed(amount) != a
        || flags.unsigned && shifted.shr_unsigned(amount) != a;
    next(unless_broken(broken, shifted))
}

/// `exact` promises that no one-bit is shifted out.
fn shift_right(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, u32) -> Int) -> Executed {
    let exact = has_unit(m, op, "isExact");
    match shift(m, op)? {
        Some((a, amount)) if exact && a.shr_unsigned(amount).shl(amount) != a => next(Value::Poison),
        Some((a, amount)) => next(apply(&a, amount)),
        None => next(Value::Poison),
    }
}

fn compare(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "predicate").ok_or(Gap::Malformed)?;
    let IntValue::Small(predicate) = *integer(m.program.ctx(), attr)? else {
        return Err(Gap::Attribute.into());
    };
    let Some([a, b]) = integers(m, op)? else { return next(Value::Poison) };
    next(Value::bool(holds(predicate, a.cmp_signed(&b), a.cmp_unsigned(&b)).ok_or(Gap::Attribute)?))
}

/// Predicates in the order in which `arith` numbers them.
fn holds(predicate: i128, signed: Ordering, unsigned: Ordering) -> Option<bool> {
    Some(match predicate {
        0 => signed.is_eq(),
        1 => signed.is_ne(),
        2 => signed.is_lt(),
        3 => signed.is_le(),
        4 => signed.is_gt(),
        5 => signed.is_ge(),
        6 => unsigned.is_lt(),
        7 => unsigned.is_le(),
        8 => unsigned.is_gt(),
        9 => unsigned.is_ge(),
        _ => return None,
    })
}

/// Values of any type may be selected, by one bit.
fn select(m: &mut Machine<'_>, op: OpId) -> Executed {
    m.width(m.program.operand(op, 0).ok_or(Gap::Malformed)?)?;
    match m.operand(op, 0)? {
        Value::Poison => next(Value::Poison),
        Value::Int(condition) => next(m.operand(op, if condition.is_zero() { 2 } else { 1 })?),
        _ => Err(Gap::Type.into()),
    }
}

fn cast(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, u32) -> Int) -> Executed {
    match integers(m, op)? {
        Some([int]) => next(apply(&int, m.result_width(op, 0)?)),
        None => next(Value::Poison),
    }
}

/// The flags promise that extending back, signed or unsigned, restores the number.
fn truncate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    let Some([int]) = integers(m, op)? else { return next(Value::Poison) };
    let narrow = int.resize_unsigned(m.result_width(op, 0)?);
    let broken = flags.signed && narrow.resize_signed(int.width()) != int
        || flags.unsigned && narrow.resize_unsigned(int.width()) != int;
    next(unless_broken(broken, narrow))
}
