//! `arith` on integers and `index`.

use crate::int::{Int, Rounding};
use crate::interp::OpInterpreter;
use crate::interp::integer::{binary, division, extended, pick, resize};
use crate::interp::promises;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("arith.addi", promises::sum),
    OpInterpreter::without_regions("arith.subi", promises::difference),
    OpInterpreter::without_regions("arith.muli", promises::product),
    OpInterpreter::without_regions("arith.addui_extended", |m, op| {
        extended(m, op, |a, b| (a.add(b), Int::new(1, u128::from(a.add_wraps_unsigned(b)))))
    }),
    OpInterpreter::without_regions("arith.mului_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_unsigned(b)))
    }),
    OpInterpreter::without_regions("arith.mulsi_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_signed(b)))
    }),
    OpInterpreter::without_regions("arith.divui", promises::quotient_unsigned),
    OpInterpreter::without_regions("arith.divsi", promises::quotient_signed),
    OpInterpreter::without_regions("arith.ceildivui", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Ceil))
    }),
    OpInterpreter::without_regions("arith.ceildivsi", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Ceil))
    }),
    OpInterpreter::without_regions("arith.floordivsi", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Floor))
    }),
    OpInterpreter::without_regions("arith.remui", |m, op| division(m, op, false, Int::rem_unsigned)),
    OpInterpreter::without_regions("arith.remsi", |m, op| division(m, op, true, Int::rem_signed)),
    OpInterpreter::without_regions("arith.andi", |m, op| binary(m, op, Int::and)),
    OpInterpreter::without_regions("arith.ori", |m, op| binary(m, op, Int::or)),
    OpInterpreter::without_regions("arith.xori", |m, op| binary(m, op, Int::xor)),
    OpInterpreter::without_regions("arith.shli", promises::shift_left),
    OpInterpreter::without_regions("arith.shrui", promises::shift_right_unsigned),
    OpInterpreter::without_regions("arith.shrsi", promises::shift_right_signed),
    OpInterpreter::without_regions("arith.maxsi", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))
    }),
    OpInterpreter::without_regions("arith.maxui", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))
    }),
    OpInterpreter::without_regions("arith.minsi", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))
    }),
    OpInterpreter::without_regions("arith.minui", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))
    }),
    OpInterpreter::without_regions("arith.cmpi", promises::compare_by_predicate),
    OpInterpreter::without_regions("arith.extui", |m, op| resize(m, op, Int::resize_unsigned)),
    OpInterpreter::without_regions("arith.extsi", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::without_regions("arith.trunci", promises::truncate),
    OpInterpreter::without_regions("arith.index_cast", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::without_regions("arith.index_castui", |m, op| resize(m, op, Int::resize_unsigned)),
];
