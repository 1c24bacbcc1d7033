//! Integer operations that `arith` and `llvm` define alike, with the promises that both write on them: no wrap, no
//! remainder; and the predicates that they number alike. What the promises are worth is in `integer`.

use std::cmp::Ordering;

use assay_ir::data::OpId;

use super::attributes::{has_unit, number, overflow_flags};
use super::integer::{self, compare, exact_division, wrapping};
use super::machine::{Executed, Machine};
use crate::engine::Unsupported;
use crate::int::{Int, Rounding};

pub(super) fn sum(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    wrapping(m, op, flags, Int::add, Int::add_wraps_signed, Int::add_wraps_unsigned)
}

pub(super) fn difference(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    wrapping(m, op, flags, Int::sub, Int::sub_wraps_signed, Int::sub_wraps_unsigned)
}

pub(super) fn product(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    wrapping(m, op, flags, Int::mul, Int::mul_wraps_signed, Int::mul_wraps_unsigned)
}

pub(super) fn quotient_unsigned(m: &mut Machine<'_>, op: OpId) -> Executed {
    let exact = has_unit(m, op, "isExact");
    let rest = |a: &Int, b: &Int| a.rem_unsigned(b).filter(|_| exact);
    exact_division(m, op, false, |a, b| a.div_unsigned(b, Rounding::Zero), rest)
}

pub(super) fn quotient_signed(m: &mut Machine<'_>, op: OpId) -> Executed {
    let exact = has_unit(m, op, "isExact");
    let rest = |a: &Int, b: &Int| a.rem_signed(b).filter(|_| exact);
    exact_division(m, op, true, |a, b| a.div_signed(b, Rounding::Zero), rest)
}

pub(super) fn shift_left(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    integer::shift_left(m, op, flags)
}

pub(super) fn shift_right_unsigned(m: &mut Machine<'_>, op: OpId) -> Executed {
    let exact = has_unit(m, op, "isExact");
    integer::shift_right(m, op, exact, Int::shr_unsigned)
}

pub(super) fn shift_right_signed(m: &mut Machine<'_>, op: OpId) -> Executed {
    let exact = has_unit(m, op, "isExact");
    integer::shift_right(m, op, exact, Int::shr_signed)
}

pub(super) fn truncate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flags = overflow_flags(m, op)?;
    integer::truncate(m, op, flags)
}

pub(super) fn compare_by_predicate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let holds = predicate(number(m, op, "predicate")?).ok_or(Unsupported::Attribute)?;
    compare(m, op, holds)
}

/// Predicates in the order in which `arith` and `llvm` number them, of the signed and the unsigned order.
pub(super) fn predicate(number: i64) -> Option<fn(Ordering, Ordering) -> bool> {
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
