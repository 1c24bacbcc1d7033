//! The integer part of the `llvm` dialect. LLVM's own documents say what its operations do; where `arith` does the same,
//! so does the code.

use assay_ir::data::OpId;

use super::Meaning;
use super::arith::predicate;
use super::attributes::{has_unit, number, overflow_flags};
use super::integer::{
    binary, compare, division, exact_division, resize, shift_left, shift_right, total, truncate,
    unless_broken, wrapping,
};
use super::machine::{Executed, Machine};
use crate::engine::Gap;
use crate::int::{Int, Rounding};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("llvm.add", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::add, Int::add_wraps_signed, Int::add_wraps_unsigned)
    }),
    Meaning::plain("llvm.sub", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::sub, Int::sub_wraps_signed, Int::sub_wraps_unsigned)
    }),
    Meaning::plain("llvm.mul", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::mul, Int::mul_wraps_signed, Int::mul_wraps_unsigned)
    }),
    Meaning::plain("llvm.shl", |m, op| {
        let flags = overflow_flags(m, op)?;
        shift_left(m, op, flags)
    }),
    Meaning::plain("llvm.udiv", |m, op| {
        let exact = has_unit(m, op, "isExact");
        let rest = |a: &Int, b: &Int| a.rem_unsigned(b).filter(|_| exact);
        exact_division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero), rest)
    }),
    Meaning::plain("llvm.sdiv", |m, op| {
        let exact = has_unit(m, op, "isExact");
        let rest = |a: &Int, b: &Int| a.rem_signed(b).filter(|_| exact);
        exact_division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero), rest)
    }),
    Meaning::plain("llvm.urem", |m, op| division(m, op, false, Int::rem_unsigned)),
    Meaning::plain("llvm.srem", |m, op| division(m, op, true, Int::rem_signed)),
    Meaning::plain("llvm.lshr", |m, op| {
        let exact = has_unit(m, op, "isExact");
        shift_right(m, op, exact, Int::shr_unsigned)
    }),
    Meaning::plain("llvm.ashr", |m, op| {
        let exact = has_unit(m, op, "isExact");
        shift_right(m, op, exact, Int::shr_signed)
    }),
    Meaning::plain("llvm.and", |m, op| binary(m, op, Int::and)),
    Meaning::plain("llvm.xor", |m, op| binary(m, op, Int::xor)),
    Meaning::plain("llvm.or", |m, op| {
        let disjoint = has_unit(m, op, "isDisjoint");
        total(m, op, |[a, b]| unless_broken(disjoint && !a.and(b).is_zero(), a.or(b)))
    }),
    Meaning::plain("llvm.icmp", compare_by_predicate),
    Meaning::plain("llvm.zext", |m, op| {
        let no_sign = has_unit(m, op, "nonNeg");
        let width = m.result_width(op, 0)?;
        total(m, op, |[int]| {
            let zero = Int::new(int.width(), 0);
            unless_broken(no_sign && int.cmp_signed(&zero).is_lt(), int.resize_unsigned(width))
        })
    }),
    Meaning::plain("llvm.sext", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("llvm.trunc", |m, op| {
        let flags = overflow_flags(m, op)?;
        truncate(m, op, flags)
    }),
];

fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let holds = predicate(number(m, op, "predicate")?).ok_or(Gap::Attribute)?;
    compare(m, op, holds)
}
