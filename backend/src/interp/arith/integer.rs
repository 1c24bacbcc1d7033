//! `arith` on integers and `index`.

use std::cmp::Ordering;

use assay_ir::data::OpId;

use crate::engine::Gap;
use crate::int::{Int, Rounding};
use crate::interp::Meaning;
use crate::interp::attributes::{has_unit, number, overflow_flags};
use crate::interp::integer::{
    binary, compare, division, exact_division, extended, pick, resize, shift_left, shift_right, truncate,
    wrapping,
};
use crate::interp::machine::{Executed, Machine};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("arith.addi", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::add, Int::add_wraps_signed, Int::add_wraps_unsigned)
    }),
    Meaning::plain("arith.subi", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::sub, Int::sub_wraps_signed, Int::sub_wraps_unsigned)
    }),
    Meaning::plain("arith.muli", |m, op| {
        let flags = overflow_flags(m, op)?;
        wrapping(m, op, flags, Int::mul, Int::mul_wraps_signed, Int::mul_wraps_unsigned)
    }),
    Meaning::plain("arith.addui_extended", |m, op| {
        extended(m, op, |a, b| (a.add(b), Int::new(1, u128::from(a.add_wraps_unsigned(b)))))
    }),
    Meaning::plain("arith.mului_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_unsigned(b)))
    }),
    Meaning::plain("arith.mulsi_extended", |m, op| extended(m, op, |a, b| (a.mul(b), a.mul_high_signed(b)))),
    Meaning::plain("arith.divui", |m, op| {
        let exact = has_unit(m, op, "isExact");
        let rest = |a: &Int, b: &Int| a.rem_unsigned(b).filter(|_| exact);
        exact_division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero), rest)
    }),
    Meaning::plain("arith.divsi", |m, op| {
        let exact = has_unit(m, op, "isExact");
        let rest = |a: &Int, b: &Int| a.rem_signed(b).filter(|_| exact);
        exact_division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero), rest)
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
    Meaning::plain("arith.shli", |m, op| {
        let flags = overflow_flags(m, op)?;
        shift_left(m, op, flags)
    }),
    Meaning::plain("arith.shrui", |m, op| {
        let exact = has_unit(m, op, "isExact");
        shift_right(m, op, exact, Int::shr_unsigned)
    }),
    Meaning::plain("arith.shrsi", |m, op| {
        let exact = has_unit(m, op, "isExact");
        shift_right(m, op, exact, Int::shr_signed)
    }),
    Meaning::plain("arith.maxsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    Meaning::plain("arith.maxui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    Meaning::plain("arith.minsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    Meaning::plain("arith.minui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
    Meaning::plain("arith.cmpi", compare_by_predicate),
    Meaning::plain("arith.extui", |m, op| resize(m, op, Int::resize_unsigned)),
    Meaning::plain("arith.extsi", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("arith.trunci", |m, op| {
        let flags = overflow_flags(m, op)?;
        truncate(m, op, flags)
    }),
    Meaning::plain("arith.index_cast", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("arith.index_castui", |m, op| resize(m, op, Int::resize_unsigned)),
];

fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let holds = predicate(number(m, op, "predicate")?).ok_or(Gap::Attribute)?;
    compare(m, op, holds)
}

/// Predicates in the order in which `arith` and `llvm` number them, of the signed and the unsigned order.
pub(in crate::interp) fn predicate(number: i64) -> Option<fn(Ordering, Ordering) -> bool> {
    Some(match number {
        0 => |signed, _| signed.is_eq(),
        1 => |signed, _| signed.is_ne(),
        2 => |signed, _| signed.is_lt(),
        3 => |signed, _| signed.is_le(),
        4 => |signed, _| signed.is_gt(),
        5 => |signed, _| signed.is_ge(),
        6 => |_, unsigned| unsigned.is_lt(),
        7 => |_, unsigned| unsigned.is_le(),
        8 => |_, unsigned| unsigned.is_gt(),
        9 => |_, unsigned| unsigned.is_ge(),
        _ => return None,
    })
}
