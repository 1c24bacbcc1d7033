//! `index`: arithmetic at the width of `index`, without flags.

use assay_ir::data::OpId;

use super::Meaning;
use super::attributes::{OverflowFlags, enumerant};
use super::integer::{binary, compare, division, pick, resize, shift_left, shift_right};
use super::machine::{Executed, Flow, Machine};
use super::promises::predicate;
use crate::constant::value_of;
use crate::engine::Gap;
use crate::int::{Int, Rounding};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("index.add", |m, op| binary(m, op, Int::add)),
    Meaning::plain("index.sub", |m, op| binary(m, op, Int::sub)),
    Meaning::plain("index.mul", |m, op| binary(m, op, Int::mul)),
    Meaning::plain("index.divs", |m, op| division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero))),
    Meaning::plain("index.divu", |m, op| division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero))),
    Meaning::plain("index.ceildivs", |m, op| division(m, op, true, |a, b| a.div_signed(b, Rounding::Ceil))),
    Meaning::plain("index.ceildivu", |m, op| {
        division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Ceil))
    }),
    Meaning::plain("index.floordivs", |m, op| division(m, op, true, |a, b| a.div_signed(b, Rounding::Floor))),
    Meaning::plain("index.rems", |m, op| division(m, op, true, Int::rem_signed)),
    Meaning::plain("index.remu", |m, op| division(m, op, false, Int::rem_unsigned)),
    Meaning::plain("index.maxs", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    Meaning::plain("index.maxu", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    Meaning::plain("index.mins", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    Meaning::plain("index.minu", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
    Meaning::plain("index.and", |m, op| binary(m, op, Int::and)),
    Meaning::plain("index.or", |m, op| binary(m, op, Int::or)),
    Meaning::plain("index.xor", |m, op| binary(m, op, Int::xor)),
    Meaning::plain("index.shl", |m, op| shift_left(m, op, OverflowFlags::default())),
    Meaning::plain("index.shrs", |m, op| shift_right(m, op, false, Int::shr_signed)),
    Meaning::plain("index.shru", |m, op| shift_right(m, op, false, Int::shr_unsigned)),
    Meaning::plain("index.casts", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("index.castu", |m, op| resize(m, op, Int::resize_unsigned)),
    Meaning::plain("index.cmp", compare_by_predicate),
    Meaning::plain("index.sizeof", |m, _| Ok(Flow::Next(vec![m.index(m.options.index.bits().into())]))),
    Meaning::plain("index.constant", constant),
    Meaning::plain("index.bool.constant", constant),
];

/// Predicates, in the order of their numbers.
const PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let number = enumerant(m, op, "pred", PREDICATES)?;
    compare(m, op, predicate(number as i64).ok_or(Gap::Attribute)?)
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Gap::Malformed)?;
    Ok(Flow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}
