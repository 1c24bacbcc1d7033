//! The integer part of the `llvm` dialect. LLVM's own documents say what its operations do; where `arith` does the same,
//! so does the code.

use super::attributes::has_unit;
use super::integer::{binary, division, resize, total, unless_broken};
use super::{Meaning, elementwise, promises};
use crate::int::Int;

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("llvm.add", promises::sum),
    Meaning::plain("llvm.sub", promises::difference),
    Meaning::plain("llvm.mul", promises::product),
    Meaning::plain("llvm.shl", promises::shift_left),
    Meaning::plain("llvm.udiv", promises::quotient_unsigned),
    Meaning::plain("llvm.sdiv", promises::quotient_signed),
    Meaning::plain("llvm.urem", |m, op| division(m, op, false, Int::rem_unsigned)),
    Meaning::plain("llvm.srem", |m, op| division(m, op, true, Int::rem_signed)),
    Meaning::plain("llvm.lshr", promises::shift_right_unsigned),
    Meaning::plain("llvm.ashr", promises::shift_right_signed),
    Meaning::plain("llvm.and", |m, op| binary(m, op, Int::and)),
    Meaning::plain("llvm.xor", |m, op| binary(m, op, Int::xor)),
    Meaning::plain("llvm.or", |m, op| {
        let disjoint = has_unit(m, op, "isDisjoint");
        total(m, op, |[a, b]| unless_broken(disjoint && !a.and(b).is_zero(), a.or(b)))
    }),
    Meaning::plain("llvm.icmp", promises::compare_by_predicate),
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
        // MLIR does not compare the shapes.
        elementwise::shaped_alike(m, op)?;
        promises::truncate(m, op)
    }),
];
