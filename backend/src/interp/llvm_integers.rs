//! The intrinsics of `llvm` on integers, as LLVM's language reference has them: sections "Bit Manipulation Intrinsics",
//! "Saturation Arithmetic Intrinsics", `llvm.abs`, `llvm.scmp` and `llvm.ucmp`.

use std::cmp::Ordering;

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::attributes::has_unit;
use super::integer::{leading_zeros, magnitude, ones, reversed, total, trailing_zeros, unless_broken};
use super::machine::{Executed, Machine};
use crate::engine::Unsupported;
use crate::int::Int;
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("llvm.intr.abs", |m, op| {
        let no_least = has_unit(m, op, "is_int_min_poison");
        total(m, op, |[a]| unless_broken(no_least && *a == Int::signed_min(a.width()), magnitude(a)))
    }),
    OpInterpreter::without_regions("llvm.intr.bitreverse", |m, op| total(m, op, |[a]| reversed(a))),
    OpInterpreter::without_regions("llvm.intr.bswap", swap_bytes),
    OpInterpreter::without_regions("llvm.intr.ctlz", |m, op| zeros(m, op, leading_zeros)),
    OpInterpreter::without_regions("llvm.intr.cttz", |m, op| zeros(m, op, trailing_zeros)),
    OpInterpreter::without_regions("llvm.intr.ctpop", |m, op| total(m, op, |[a]| ones(a))),
    OpInterpreter::without_regions("llvm.intr.fshl", |m, op| {
        total(m, op, |[a, b, amount]| match turns(amount) {
            0 => a.clone(),
            by => a.shl(by).or(&b.shr_unsigned(a.width() - by)),
        })
    }),
    OpInterpreter::without_regions("llvm.intr.fshr", |m, op| {
        total(m, op, |[a, b, amount]| match turns(amount) {
            0 => b.clone(),
            by => a.shl(a.width() - by).or(&b.shr_unsigned(by)),
        })
    }),
    OpInterpreter::without_regions("llvm.intr.sadd.sat", |m, op| {
        total(m, op, |[a, b]| if a.add_wraps_signed(b) { bound_of(a) } else { a.add(b) })
    }),
    OpInterpreter::without_regions("llvm.intr.ssub.sat", |m, op| {
        total(m, op, |[a, b]| if a.sub_wraps_signed(b) { bound_of(a) } else { a.sub(b) })
    }),
    OpInterpreter::without_regions("llvm.intr.uadd.sat", |m, op| {
        total(m, op, |[a, b]| if a.add_wraps_unsigned(b) { Int::all_ones(a.width()) } else { a.add(b) })
    }),
    OpInterpreter::without_regions("llvm.intr.usub.sat", |m, op| {
        total(m, op, |[a, b]| if a.sub_wraps_unsigned(b) { Int::new(a.width(), 0) } else { a.sub(b) })
    }),
    OpInterpreter::without_regions("llvm.intr.sshl.sat", |m, op| shifted(m, op, Int::shr_signed, bound_of)),
    OpInterpreter::without_regions("llvm.intr.ushl.sat", |m, op| {
        shifted(m, op, Int::shr_unsigned, |a| Int::all_ones(a.width()))
    }),
    OpInterpreter::without_regions("llvm.intr.scmp", |m, op| three_way(m, op, Int::cmp_signed)),
    OpInterpreter::without_regions("llvm.intr.ucmp", |m, op| three_way(m, op, Int::cmp_unsigned)),
];

/// The signed bound on the side of a number: the least one of a negative number, else the greatest.
fn bound_of(a: &Int) -> Int {
    let least = Int::signed_min(a.width());
    if a.is_negative() { least } else { least.xor(&Int::all_ones(a.width())) }
}

/// The zeros before or behind the one-bits; `is_zero_poison` promises that there is a one-bit.
fn zeros(m: &mut Machine<'_>, op: OpId, count: fn(&Int) -> Int) -> Executed {
    let not_zero = has_unit(m, op, "is_zero_poison");
    total(m, op, |[a]| unless_broken(not_zero && a.is_zero(), count(a)))
}

/// The amount of a funnel shift: "taken as an unsigned value modulo the element size".
fn turns(amount: &Int) -> u32 {
    let width = Int::new(amount.width(), u128::from(amount.width()));
    amount.rem_unsigned(&width).and_then(|amount| amount.shift_amount()).unwrap_or(0)
}

/// A shift to the left that saturates where shifting back does not restore the number; poison where the amount is too large.
fn shifted(m: &mut Machine<'_>, op: OpId, back: fn(&Int, u32) -> Int, bound: fn(&Int) -> Int) -> Executed {
    total(m, op, |[a, b]| {
        let Some(by) = b.shift_amount() else { return Value::Poison };
        let shifted = a.shl(by);
        Value::Int(if back(&shifted, by) == *a { shifted } else { bound(a) })
    })
}

/// An integer of "an even number of bytes".
fn swap_bytes(m: &mut Machine<'_>, op: OpId) -> Executed {
    let width = m.result_width(op, 0)?;
    if !width.is_multiple_of(16) {
        return Err(Unsupported::Type.into());
    }
    total(m, op, move |[a]| {
        let bytes = a.to_unsigned().to_bytes_le();
        let padding = std::iter::repeat_n(0, width as usize / 8 - bytes.len().min(width as usize / 8));
        let bytes: Vec<u8> = bytes.into_iter().chain(padding).collect();
        let swapped = num_bigint::BigUint::from_bytes_be(&bytes);
        Int::from_big(width, &swapped.into())
    })
}

/// -1, 0 or 1; "the return type must be at least as wide as i2".
fn three_way(m: &mut Machine<'_>, op: OpId, compare: fn(&Int, &Int) -> Ordering) -> Executed {
    let width = m.result_width(op, 0)?;
    if width < 2 {
        return Err(Unsupported::Type.into());
    }
    total(m, op, move |[a, b]| Int::from_i128(width, compare(a, b) as i128))
}
