//! `arith` on integers and `index`.

use crate::int::{Int, Rounding};
use crate::interp::OpInterpreter;
use crate::interp::integer::{binary, division, extended, pick, resize};
use crate::interp::promises;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::plain("arith.addi", promises::sum),
    OpInterpreter::plain("arith.subi", promises::difference),
    OpInterpreter::plain("arith.muli", promises::product),
    OpInterpreter::plain("arith.addui_extended", |m, op| {
        extended(m, op, |a, b| (a.add(b), Int::new(1, u128::from(a.add_wraps_unsigned(b)))))
    }),
    OpInterpreter::plain("arith.mului_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_unsigned(b)))
    }),
    OpInterpreter::plain("arith.mulsi_extended", |m, op| {
        extended(m, op, |a, b| (a.mul(b), a.mul_high_signed(b)))
    }),
    OpInterpreter::plain("arith.divui", promises::quotient_unsigned),
    OpInterpreter::plain("arith.divsi", promises::quotient_signed),
    OpInterpreter::plain("arith.ceildivui", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Ceil))
    }),
    OpInterpreter::plain("arith.ceildivsi", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Ceil))
    }),
    OpInterpreter::plain("arith.floordivsi", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Floor))
    }),
    OpInterpreter::plain("arith.remui", |m, op| division(m, op, false, Int::rem_unsigned)),
    OpInterpreter::plain("arith.remsi", |m, op| division(m, op, true, Int::rem_signed)),
    OpInterpreter::plain("arith.andi", |m, op| binary(m, op, Int::and)),
    OpInterpreter::plain("arith.ori", |m, op| binary(m, op, Int::or)),
    OpInterpreter::plain("arith.xori", |m, op| binary(m, op, Int::xor)),
    OpInterpreter::plain("arith.shli", promises::shift_left),
    OpInterpreter::plain("arith.shrui", promises::shift_right_unsigned),
    OpInterpreter::plain("arith.shrsi", promises::shift_right_signed),
    OpInterpreter::plain("arith.maxsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    OpInterpreter::plain("arith.maxui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    OpInterpreter::plain("arith.minsi", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    OpInterpreter::plain("arith.minui", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
    OpInterpreter::plain("arith.cmpi", promises::compare_by_predicate),
    OpInterpreter::plain("arith.extui", |m, op| resize(m, op, Int::resize_unsigned)),
    OpInterpreter::plain("arith.extsi", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::plain("arith.trunci", promises::truncate),
    OpInterpreter::plain("arith.index_cast", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::plain("arith.index_castui", |m, op| resize(m, op, Int::resize_unsigned)),
];
