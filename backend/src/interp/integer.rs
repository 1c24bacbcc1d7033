//! The common part of integer operations of several dialects: how poison flows, what a broken promise and a division
//! come to. Elementwise on vectors and tensors. Knows no operation and reads no attribute.

use std::cmp::Ordering;

use assay_ir::data::OpId;

use super::attributes::OverflowFlags;
use super::elementwise::{ints, map, only_integers};
use super::machine::{Executed, Machine, Stop};
use crate::engine::{Undefined, Unsupported};
use crate::int::Int;
use crate::value::Value;

/// An operation on `N` numbers of one width that is poison exactly when an operand is, unless its function says so.
pub(super) fn total<const N: usize, V: Into<Value>>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([&Int; N]) -> V,
) -> Executed {
    only_integers(m, op)?;
    map(m, op, |values: [&Value; N]| {
        let Some(ints) = ints(&values)? else { return Ok([Value::Poison]) };
        same_width(&ints)?;
        Ok([apply(ints).into()])
    })
}

/// An operation on two numbers of one width with a result of that width.
pub(super) fn binary(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> Int) -> Executed {
    total(m, op, |[a, b]| apply(a, b))
}

fn same_width(ints: &[&Int]) -> Result<(), Stop> {
    match ints.windows(2).all(|pair| pair[0].width() == pair[1].width()) {
        true => Ok(()),
        false => Err(Unsupported::Malformed.into()),
    }
}

/// One of two numbers.
pub(super) fn pick(a: &Int, b: &Int, first: bool) -> Int {
    if first { a.clone() } else { b.clone() }
}

/// The distance from zero; that of the smallest signed number is itself.
pub(super) fn magnitude(a: &Int) -> Int {
    if a.is_negative() { Int::new(a.width(), 0).sub(a) } else { a.clone() }
}

/// The zeros above the first one-bit; the width where there is none.
pub(super) fn leading_zeros(a: &Int) -> Int {
    Int::new(a.width(), u128::from(u64::from(a.width()) - a.to_unsigned().bits()))
}

/// The zeros below the last one-bit; the width where there is none.
pub(super) fn trailing_zeros(a: &Int) -> Int {
    let zeros = a.to_unsigned().trailing_zeros().unwrap_or(u64::from(a.width()));
    Int::new(a.width(), u128::from(zeros))
}

/// The number of one-bits.
pub(super) fn ones(a: &Int) -> Int {
    Int::new(a.width(), u128::from(a.to_unsigned().count_ones()))
}

/// The bits from the last to the first.
pub(super) fn reversed(a: &Int) -> Int {
    let bits = (0..a.width()).map(|at| a.to_unsigned().bit(u64::from(at)));
    let next = |all: Int, bit: bool| all.add(&all).or(&Int::new(a.width(), u128::from(bit)));
    bits.fold(Int::new(a.width(), 0), next)
}

/// The number, or poison if a promise is broken.
pub(super) fn unless_broken(broken: bool, int: Int) -> Value {
    if broken { Value::Poison } else { Value::Int(int) }
}

/// An operation that promises not to wrap where its flags say so.
pub(super) fn wrapping(
    m: &mut Machine<'_>,
    op: OpId,
    flags: OverflowFlags,
    apply: fn(&Int, &Int) -> Int,
    wraps_signed: fn(&Int, &Int) -> bool,
    wraps_unsigned: fn(&Int, &Int) -> bool,
) -> Executed {
    total(m, op, |[a, b]| {
        let broken = flags.signed && wraps_signed(a, b) || flags.unsigned && wraps_unsigned(a, b);
        unless_broken(broken, apply(a, b))
    })
}

/// An operation with two results.
pub(super) fn extended(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> (Int, Int)) -> Executed {
    only_integers(m, op)?;
    map(m, op, |values: [&Value; 2]| {
        let Some([a, b]) = ints(&values)? else { return Ok([Value::Poison, Value::Poison]) };
        same_width(&[a, b])?;
        let (first, second) = apply(a, b);
        Ok([first.into(), second.into()])
    })
}

/// The operands of a division that is defined, `None` when the dividend is poison.
///
/// A signed quotient that does not fit is undefined behaviour of remainders too, as it is of `llvm.srem`, to
/// which they lower. Poison as the dividend may be that number, so by minus one it is undefined behaviour.
pub(super) fn divisible<'v>(values: &[&'v Value; 2], signed: bool) -> Result<Option<[&'v Int; 2]>, Stop> {
    if let Some([a, b]) = ints(values)? {
        same_width(&[a, b])?;
        return match b.is_zero() {
            true => Err(Undefined::DivisionByZero.into()),
            false if signed && a.div_wraps_signed(b) => Err(Undefined::DivisionOverflow.into()),
            false => Ok(Some([a, b])),
        };
    }
    match values[1] {
        Value::Int(b) if b.is_zero() => Err(Undefined::DivisionByZero.into()),
        Value::Int(b) if signed && *b == Int::all_ones(b.width()) => Err(Undefined::DivisionOverflow.into()),
        Value::Int(_) => Ok(None),
        _ => Err(Undefined::DivisionByPoison.into()),
    }
}

/// A division or remainder, undefined as MLIR says; any element of a vector makes all of it undefined.
pub(super) fn division(
    m: &mut Machine<'_>,
    op: OpId,
    signed: bool,
    apply: impl Fn(&Int, &Int) -> Option<Int>,
) -> Executed {
    exact_division(m, op, signed, apply, |_, _| None)
}

/// A division that may promise to leave no remainder: `remainder` answers it where that is promised.
pub(super) fn exact_division(
    m: &mut Machine<'_>,
    op: OpId,
    signed: bool,
    apply: impl Fn(&Int, &Int) -> Option<Int>,
    remainder: impl Fn(&Int, &Int) -> Option<Int>,
) -> Executed {
    only_integers(m, op)?;
    map(m, op, |values: [&Value; 2]| {
        let Some([a, b]) = divisible(&values, signed)? else { return Ok([Value::Poison]) };
        let quotient = apply(a, b).ok_or(Undefined::DivisionByZero)?;
        Ok([unless_broken(remainder(a, b).is_some_and(|rest| !rest.is_zero()), quotient)])
    })
}

/// A shift to the left; poison when the amount is the width or more. The flags promise that shifting back, signed
/// or unsigned, restores the number.
pub(super) fn shift_left(m: &mut Machine<'_>, op: OpId, flags: OverflowFlags) -> Executed {
    total(m, op, |[a, b]| {
        let Some(amount) = b.shift_amount() else { return Value::Poison };
        let shifted = a.shl(amount);
        let broken = flags.signed && shifted.shr_signed(amount) != *a
            || flags.unsigned && shifted.shr_unsigned(amount) != *a;
        unless_broken(broken, shifted)
    })
}

/// A shift to the right; poison when the amount is the width or more. `exact` promises that no one-bit is shifted
/// out.
pub(super) fn shift_right(
    m: &mut Machine<'_>,
    op: OpId,
    exact: bool,
    apply: fn(&Int, u32) -> Int,
) -> Executed {
    total(m, op, |[a, b]| {
        let Some(amount) = b.shift_amount() else { return Value::Poison };
        unless_broken(exact && a.shr_unsigned(amount).shl(amount) != *a, apply(a, amount))
    })
}

/// A comparison, by the signed and the unsigned order.
pub(super) fn compare(m: &mut Machine<'_>, op: OpId, holds: impl Fn(Ordering, Ordering) -> bool) -> Executed {
    total(m, op, |[a, b]| Value::bool(holds(a.cmp_signed(b), a.cmp_unsigned(b))))
}

/// A change of width.
pub(super) fn resize(m: &mut Machine<'_>, op: OpId, apply: fn(&Int, u32) -> Int) -> Executed {
    let width = m.result_width(op, 0)?;
    total(m, op, |[int]| apply(int, width))
}

/// A truncation. The flags promise that extending back, signed or unsigned, restores the number.
pub(super) fn truncate(m: &mut Machine<'_>, op: OpId, flags: OverflowFlags) -> Executed {
    let width = m.result_width(op, 0)?;
    total(m, op, |[int]| {
        let narrow = int.resize_unsigned(width);
        let broken = flags.signed && narrow.resize_signed(int.width()) != *int
            || flags.unsigned && narrow.resize_unsigned(int.width()) != *int;
        unless_broken(broken, narrow)
    })
}
