//! `index`: arithmetic at the width of `index`, without flags.

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::attributes::{OverflowFlags, enumerant};
use super::integer::{binary, compare, division, pick, resize, shift_left, shift_right};
use super::machine::{ControlFlow, Executed, Machine};
use super::promises::predicate;
use crate::constant::value_of;
use crate::engine::Unsupported;
use crate::int::{Int, Rounding};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("index.add", |m, op| binary(m, op, Int::add)),
    OpInterpreter::without_regions("index.sub", |m, op| binary(m, op, Int::sub)),
    OpInterpreter::without_regions("index.mul", |m, op| binary(m, op, Int::mul)),
    OpInterpreter::without_regions("index.divs", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero))
    }),
    OpInterpreter::without_regions("index.divu", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero))
    }),
    OpInterpreter::without_regions("index.ceildivs", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Ceil))
    }),
    OpInterpreter::without_regions("index.ceildivu", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Ceil))
    }),
    OpInterpreter::without_regions("index.floordivs", |m, op| {
        division(m, op, true, |a, b| a.div_signed(b, Rounding::Floor))
    }),
    OpInterpreter::without_regions("index.rems", |m, op| division(m, op, true, Int::rem_signed)),
    OpInterpreter::without_regions("index.remu", |m, op| division(m, op, false, Int::rem_unsigned)),
    OpInterpreter::without_regions("index.maxs", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))
    }),
    OpInterpreter::without_regions("index.maxu", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))
    }),
    OpInterpreter::without_regions("index.mins", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))
    }),
    OpInterpreter::without_regions("index.minu", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))
    }),
    OpInterpreter::without_regions("index.and", |m, op| binary(m, op, Int::and)),
    OpInterpreter::without_regions("index.or", |m, op| binary(m, op, Int::or)),
    OpInterpreter::without_regions("index.xor", |m, op| binary(m, op, Int::xor)),
    OpInterpreter::without_regions("index.shl", |m, op| shift_left(m, op, OverflowFlags::default())),
    OpInterpreter::without_regions("index.shrs", |m, op| shift_right(m, op, false, Int::shr_signed)),
    OpInterpreter::without_regions("index.shru", |m, op| shift_right(m, op, false, Int::shr_unsigned)),
    OpInterpreter::without_regions("index.casts", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::without_regions("index.castu", |m, op| resize(m, op, Int::resize_unsigned)),
    OpInterpreter::without_regions("index.cmp", compare_by_predicate),
    OpInterpreter::without_regions("index.sizeof", |m, _| {
        Ok(ControlFlow::Next(vec![m.index(m.options.index.bits().into())]))
    }),
    OpInterpreter::without_regions("index.constant", constant),
    OpInterpreter::without_regions("index.bool.constant", constant),
];

/// Predicates, in the order of their numbers.
const PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let number = enumerant(m, op, "pred", PREDICATES)?;
    compare(m, op, predicate(number as i64).ok_or(Unsupported::Attribute)?)
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}
