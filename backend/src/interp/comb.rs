//! CIRCT's `comb` and `hw.constant`: combinational logic of two states, where nothing is undefined behaviour and no
//! promise makes poison. The result of a division by zero is unspecified: it may be any value, and is carried as
//! poison, as an unknown signal is. A shift by the width or more leaves zeros, or copies of the sign.

use std::cmp::Ordering;

use assay_ir::data::{AttrKind, IntValue, OpId};

use super::OpInterpreter;
use super::attributes::number;
use super::elementwise::only_integers;
use super::integer::{compare, reversed, total};
use super::machine::{ControlFlow, Executed, Machine, Stop};
use super::promises::predicate;
use crate::constant::value_of;
use crate::engine::Unsupported;
use crate::int::{Int, Rounding};
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("comb.add", |m, op| variadic(m, op, Int::add)),
    OpInterpreter::without_regions("comb.mul", |m, op| variadic(m, op, Int::mul)),
    OpInterpreter::without_regions("comb.and", |m, op| variadic(m, op, Int::and)),
    OpInterpreter::without_regions("comb.or", |m, op| variadic(m, op, Int::or)),
    OpInterpreter::without_regions("comb.xor", |m, op| variadic(m, op, Int::xor)),
    OpInterpreter::without_regions("comb.sub", |m, op| total(m, op, |[a, b]| a.sub(b))),
    OpInterpreter::without_regions("comb.divu", |m, op| {
        divide(m, op, |a, b| a.div_unsigned(b, Rounding::Zero))
    }),
    OpInterpreter::without_regions("comb.divs", |m, op| {
        divide(m, op, |a, b| a.div_signed(b, Rounding::Zero))
    }),
    OpInterpreter::without_regions("comb.modu", |m, op| divide(m, op, Int::rem_unsigned)),
    OpInterpreter::without_regions("comb.mods", |m, op| divide(m, op, Int::rem_signed)),
    OpInterpreter::without_regions("comb.shl", |m, op| {
        shift(m, op, |a, amount| amount.map_or(zero(a), |by| a.shl(by)))
    }),
    OpInterpreter::without_regions("comb.shru", |m, op| {
        shift(m, op, |a, amount| amount.map_or(zero(a), |by| a.shr_unsigned(by)))
    }),
    OpInterpreter::without_regions("comb.shrs", |m, op| {
        shift(m, op, |a, amount| match amount {
            Some(by) => a.shr_signed(by),
            None if a.is_negative() => Int::all_ones(a.width()),
            None => zero(a),
        })
    }),
    OpInterpreter::without_regions("comb.icmp", compare_by_predicate),
    OpInterpreter::without_regions("comb.parity", |m, op| {
        total(m, op, |[a]| Value::bool(a.to_unsigned().count_ones() % 2 == 1))
    }),
    OpInterpreter::without_regions("comb.reverse", |m, op| total(m, op, |[a]| reversed(a))),
    OpInterpreter::without_regions("comb.extract", extract),
    OpInterpreter::without_regions("comb.concat", |m, op| concatenate(m, op, false)),
    OpInterpreter::without_regions("comb.replicate", |m, op| concatenate(m, op, true)),
    OpInterpreter::without_regions("comb.mux", choose),
    OpInterpreter::without_regions("comb.truth_table", look_up),
    OpInterpreter::without_regions("hw.constant", constant),
];

fn zero(like: &Int) -> Int {
    Int::new(like.width(), 0)
}

/// All operands, `None` when one is unknown.
fn operands(m: &Machine<'_>, op: OpId) -> Result<Option<Vec<Int>>, Stop> {
    only_integers(m, op)?;
    let values = m.operands_from(op, 0)?;
    let ints: Vec<Int> = values.iter().filter_map(|value| value.as_int().cloned()).collect();
    Ok((ints.len() == values.len()).then_some(ints))
}

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

/// An operation on one operand or more.
fn variadic(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> Int) -> Executed {
    let Some(ints) = operands(m, op)? else { return next(Value::Poison) };
    if ints.windows(2).any(|pair| pair[0].width() != pair[1].width()) {
        return Err(Unsupported::Malformed.into());
    }
    next(ints.into_iter().reduce(|a, b| apply(&a, &b)).ok_or(Unsupported::Malformed)?)
}

fn divide(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, &Int) -> Option<Int>) -> Executed {
    total(m, op, |[a, b]| apply(a, b).map_or(Value::Poison, Value::Int))
}

fn shift(m: &mut Machine<'_>, op: OpId, apply: impl Fn(&Int, Option<u32>) -> Int) -> Executed {
    total(m, op, |[a, b]| apply(a, b.shift_amount()))
}

/// Those of `arith`, then (in)equality that tells unknown bits apart, and that takes them as wild cards: of two
/// states, all are the same.
fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let holds: fn(Ordering, Ordering) -> bool = match number(m, op, "predicate")? {
        10 | 12 => |_, unsigned| unsigned.is_eq(),
        11 | 13 => |_, unsigned| unsigned.is_ne(),
        known => predicate(known).ok_or(Unsupported::Attribute)?,
    };
    compare(m, op, holds)
}

fn extract(m: &mut Machine<'_>, op: OpId) -> Executed {
    let low = u32::try_from(number(m, op, "lowBit")?).map_err(|_| Unsupported::Attribute)?;
    let width = m.result_width(op, 0)?;
    let Some(ints) = operands(m, op)? else { return next(Value::Poison) };
    let [int] = &ints[..] else { return Err(Unsupported::Malformed.into()) };
    match low.checked_add(width) {
        Some(high) if high <= int.width() && width > 0 => next(int.shr_unsigned(low).resize_unsigned(width)),
        _ => Err(Unsupported::Malformed.into()),
    }
}

/// The first operand is the highest part; the one that is `repeated` fills the result.
fn concatenate(m: &mut Machine<'_>, op: OpId, repeated: bool) -> Executed {
    let width = m.result_width(op, 0)?;
    let Some(ints) = operands(m, op)? else { return next(Value::Poison) };
    let mut parts = ints;
    if let [only] = &parts[..]
        && repeated
        && only.width() > 0
    {
        parts = vec![only.clone(); (width / only.width()) as usize];
    }
    if parts.iter().map(|part| u64::from(part.width())).sum::<u64>() != u64::from(width) {
        return Err(Unsupported::Malformed.into());
    }
    let mut all = Int::new(width, 0);
    for part in parts.iter().filter(|part| part.width() > 0) {
        let up = if part.width() < width { all.shl(part.width()) } else { all };
        all = up.or(&part.resize_unsigned(width));
    }
    next(all)
}

/// Values of any type.
fn choose(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [condition, on_true, on_false]: [Value; 3] =
        m.operands_from(op, 0)?.try_into().map_err(|_| Unsupported::Malformed)?;
    match condition {
        Value::Poison => next(Value::Poison),
        Value::Int(condition) => next(if condition.is_zero() { on_false } else { on_true }),
        _ => Err(Unsupported::Type.into()),
    }
}

/// The operands are the number of an entry, the first one its highest bit.
fn look_up(m: &mut Machine<'_>, op: OpId) -> Executed {
    let Some(ints) = operands(m, op)? else { return next(Value::Poison) };
    let number = ints.iter().fold(0usize, |number, bit| number << 1 | usize::from(!bit.is_zero()));
    let ctx = m.program.ctx();
    let table = match ctx.attr_kind(m.attr(op, "lookupTable").ok_or(Unsupported::Malformed)?) {
        AttrKind::Array(entries) | AttrKind::DenseArray { values: entries, .. } => entries,
        _ => return Err(Unsupported::Attribute.into()),
    };
    match ctx.attr_kind(*table.get(number).ok_or(Unsupported::Malformed)?) {
        AttrKind::Integer { value, .. } => next(Value::bool(*value != IntValue::Small(0))),
        _ => Err(Unsupported::Attribute.into()),
    }
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Unsupported::Malformed)?;
    next(value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?)
}
