//! The intrinsics of `llvm` on integers: bits, funnel shifts, saturating arithmetic, comparison in three ways.

use assay_ir::data::{OpId, Program};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::arith::{always, each_pair, sign_left, too_far};
use crate::attributes::has;
use crate::integers::{ones, sign_bit};
use crate::lowering::{Lane, Lanes, Lowered, Lowering};
use crate::math::{absolute, integers, leading_zeros, trailing_zeros};
use crate::meaning::OpLowering;
use crate::types::Kind;
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

/// A function of the bits of a number.
type OfBits = fn(L<'_, '_, '_, '_>, u32, Value) -> Value;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("llvm.intr.abs", |l, op| unless_input_is(l, op, LEAST_IS_POISON, sign_bit, absolute))
        .may_poison(|program, op| has(program, op, LEAST_IS_POISON)),
    OpLowering::new("llvm.intr.bitreverse", |l, op| {
        integers(l, op, |l, width, a| {
            let all = l.b.ins().bitrev(a);
            upper_bits(l, width, all)
        })
    }),
    OpLowering::new("llvm.intr.bswap", swap_bytes),
    OpLowering::new("llvm.intr.ctlz", |l, op| unless_input_is(l, op, ZERO_IS_POISON, |_| 0, leading_zeros))
        .may_poison(promises_no_zero),
    OpLowering::new("llvm.intr.cttz", |l, op| unless_input_is(l, op, ZERO_IS_POISON, |_| 0, trailing_zeros))
        .may_poison(promises_no_zero),
    OpLowering::new("llvm.intr.ctpop", |l, op| integers(l, op, |l, _, a| l.b.ins().popcnt(a))),
    OpLowering::new("llvm.intr.fshl", |l, op| funnel(l, op, true)),
    OpLowering::new("llvm.intr.fshr", |l, op| funnel(l, op, false)),
    OpLowering::new("llvm.intr.sadd.sat", |l, op| {
        saturated(l, op, |l, width, a, b| {
            let sum = l.b.ins().iadd(a, b);
            let sum = l.mask(width, sum);
            (sum, sign_left(l, width, (a, sum), (b, sum)), bound_of(l, width, a))
        })
    }),
    OpLowering::new("llvm.intr.ssub.sat", |l, op| {
        saturated(l, op, |l, width, a, b| {
            let difference = l.b.ins().isub(a, b);
            let difference = l.mask(width, difference);
            (difference, sign_left(l, width, (a, b), (a, difference)), bound_of(l, width, a))
        })
    }),
    OpLowering::new("llvm.intr.uadd.sat", |l, op| {
        saturated(l, op, |l, width, a, b| {
            let sum = l.b.ins().iadd(a, b);
            let sum = l.mask(width, sum);
            (sum, l.b.ins().icmp(IntCC::UnsignedLessThan, sum, a), l.constant(width, u128::MAX))
        })
    }),
    OpLowering::new("llvm.intr.usub.sat", |l, op| {
        saturated(l, op, |l, width, a, b| {
            let difference = l.b.ins().isub(a, b);
            (l.mask(width, difference), l.b.ins().icmp(IntCC::UnsignedLessThan, a, b), l.constant(width, 0))
        })
    }),
    OpLowering::new("llvm.intr.sshl.sat", |l, op| shifted(l, op, true)).may_poison(always),
    OpLowering::new("llvm.intr.ushl.sat", |l, op| shifted(l, op, false)).may_poison(always),
    OpLowering::new("llvm.intr.scmp", |l, op| three_way(l, op, IntCC::SignedLessThan)),
    OpLowering::new("llvm.intr.ucmp", |l, op| three_way(l, op, IntCC::UnsignedLessThan)),
];

const LEAST_IS_POISON: &str = "is_int_min_poison";
const ZERO_IS_POISON: &str = "is_zero_poison";

fn promises_no_zero(program: &Program, op: OpId) -> bool {
    has(program, op, ZERO_IS_POISON)
}

/// A function of a number that is poison where the number is a certain one and the attribute says so.
fn unless_input_is(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    attribute: &str,
    number: fn(u32) -> u128,
    apply: OfBits,
) -> Lowered {
    let promised = has(l.program, op, attribute);
    let (Kind::Int(width), lanes) = l.lanes(op, 0)? else { return Err(Unsupported::Type) };
    let mut all = Lanes::new();
    for lane in &lanes {
        let broken = promised.then(|| l.is(width, lane.bits, number(width)));
        let bits = apply(l, width, lane.bits);
        let bits = l.mask(width, bits);
        all.push(Lane::integer(bits, l.or(lane.poison, broken)));
    }
    l.give(op, all)
}

/// The upper bits of a register as a number of the width.
fn upper_bits(l: L<'_, '_, '_, '_>, width: u32, all: Value) -> Value {
    let unused = Kind::Int(width).container().bits() - width;
    let unused = l.b.ins().iconst(I32, i64::from(unused));
    l.b.ins().ushr(all, unused)
}

/// An integer of "an even number of bytes".
fn swap_bytes(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    match l.lanes(op, 0)?.0 {
        Kind::Int(width) if width.is_multiple_of(16) => integers(l, op, |l, width, a| {
            let all = l.b.ins().bswap(a);
            upper_bits(l, width, all)
        }),
        _ => Err(Unsupported::Type),
    }
}

/// The upper or lower half of two numbers in a row, shifted by a third one modulo the width.
fn funnel(l: L<'_, '_, '_, '_>, op: OpId, left: bool) -> Lowered {
    let ((first, a), (second, b), (third, amounts)) = (l.lanes(op, 0)?, l.lanes(op, 1)?, l.lanes(op, 2)?);
    let Kind::Int(width) = first else { return Err(Unsupported::Type) };
    if second != first || third != first || a.len() != b.len() || a.len() != amounts.len() {
        return Err(Unsupported::Malformed);
    }
    // A remainder of more than 64 bits is no machine instruction.
    if width > 64 && !width.is_power_of_two() {
        return Err(Unsupported::Type);
    }
    let mut all = Lanes::new();
    for ((a, b), amount) in a.iter().zip(&b).zip(&amounts) {
        let by = match width.is_power_of_two() {
            true => {
                let low = l.constant(width, u128::from(width - 1));
                l.b.ins().band(amount.bits, low)
            }
            false => {
                let size = l.constant(width, u128::from(width));
                l.b.ins().urem(amount.bits, size)
            }
        };
        let size = l.constant(width, u128::from(width));
        let rest = l.b.ins().isub(size, by);
        let rest = l.mask(width, rest);
        let (up, down) = if left { (by, rest) } else { (rest, by) };
        let (up, down) = (l.amount(width, up), l.amount(width, down));
        let (high, low) = (l.shl(width, a.bits, up), l.shr(width, false, b.bits, down));
        let both = l.b.ins().bor(high, low);
        let whole = l.is(width, by, 0);
        let bits = l.b.ins().select(whole, if left { a.bits } else { b.bits }, both);
        let operands = l.or(a.poison, b.poison);
        all.push(Lane::integer(bits, l.or(operands, amount.poison)));
    }
    l.give(op, all)
}

/// The signed bound on the side of a number: the least one of a negative number, else the greatest.
fn bound_of(l: L<'_, '_, '_, '_>, width: u32, a: Value) -> Value {
    let zero = l.constant(width, 0);
    let negative = l.compare(width, IntCC::SignedLessThan, a, zero);
    let (least, greatest) = (l.constant(width, sign_bit(width)), l.constant(width, ones(width) >> 1));
    l.b.ins().select(negative, least, greatest)
}

/// Results with the flag that is set where they do not fit, and the bound that is the result there.
fn saturated(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: fn(L<'_, '_, '_, '_>, u32, Value, Value) -> (Value, Value, Value),
) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        let (result, wraps, bound) = apply(l, width, a.bits, b.bits);
        Lane::integer(l.b.ins().select(wraps, bound, result), None)
    })
}

/// A shift to the left that saturates where shifting back does not restore the number; poison where the amount is too large.
fn shifted(l: L<'_, '_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        let far = too_far(l, width, b);
        let amount = l.amount(width, b.bits);
        let shifted = l.shl(width, a.bits, amount);
        let back = l.shr(width, signed, shifted, amount);
        let lost = l.b.ins().icmp(IntCC::NotEqual, back, a.bits);
        let bound = if signed { bound_of(l, width, a.bits) } else { l.constant(width, u128::MAX) };
        Lane::integer(l.b.ins().select(lost, bound, shifted), far)
    })
}

/// -1, 0 or 1; "the return type must be at least as wide as i2".
fn three_way(l: L<'_, '_, '_, '_>, op: OpId, less: IntCC) -> Lowered {
    let (Kind::Int(to), _) = l.result_kind(op, 0)? else { return Err(Unsupported::Type) };
    if to < 2 {
        return Err(Unsupported::Type);
    }
    each_pair(l, op, |l, width, a, b| {
        let below = l.compare(width, less, a.bits, b.bits);
        let above = l.compare(width, less, b.bits, a.bits);
        let (minus, zero, one) = (l.constant(to, u128::MAX), l.constant(to, 0), l.constant(to, 1));
        let upper = l.b.ins().select(above, one, zero);
        Lane::integer(l.b.ins().select(below, minus, upper), None)
    })
}
