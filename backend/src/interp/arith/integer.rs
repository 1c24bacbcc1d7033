//! `arith` on integers and `index`.

use crate::int::{Int, Rounding};
use crate::interp::Meaning;
use crate::interp::integer::{binary, division, extended, pick, resize};
use crate::interp::promises;

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("arith.addi", promises::sum),
    Meaning::plain("arith.subi", promises::difference),
    Meaning::plain("arith.muli", promises::product),
    Meaning::plain("arith.addui_extended", |m, op| {
        extended(m, op, |a, b| (a.add(b), Int::new(1, u128::from(a.add_wraps_unsigned(b)))))
    }),
    Meaning::plain("arith.mului_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_unsigned(b)))
    }),
    Meaning::plain("arith.mulsi_extended", |m, op| extended(m, op, |a, b| (a.mul(b), a.mul_high_signed(b)))),
    Meaning::plain("arith.divui", promises::quotient_unsigned),
    Meaning::plain("arith.divsi", promises::quotient_signed),
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
    Meaning::plain("arith.shli", promises::shift_left),
    Meaning::plain("arith.shrui", promises::shift_right_unsigned),
    Meaning::plain("arith.shrsi", promises::shift_right_signed),
    Meaning::plain("arith.maxsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    Meaning::plain("arith.maxui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    Meaning::plain("arith.minsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    Meaning::plain("arith.minui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
    Meaning::plain("arith.cmpi", promises::compare_by_predicate),
    Meaning::plain("arith.extui", |m, op| resize(m, op, Int::resize_unsigned)),
    Meaning::plain("arith.extsi", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("arith.trunci", promises::truncate),
    Meaning::plain("arith.index_cast", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("arith.index_castui", |m, op| resize(m, op, Int::resize_unsigned)),
];
