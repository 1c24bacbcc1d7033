//! `math`: elementwise functions of floats and integers. Elementary functions are those that all engines ask.

use assay_ir::data::OpId;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I64};
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::floats::{arithmetic, canonical_nan, compared, copy_sign, is_normal, machine, on_sign, own};
use crate::lowering::{Lane, Lanes, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::runtime;
use crate::types::Kind;
use assay_backend::elementary;
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    own("math.absf", |l, op| on_sign(l, op, |l, [a]| l.b.ins().fabs(a))),
    own("math.copysign", copy_sign),
    canonical_nan("math.ceil", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().ceil(a))),
    canonical_nan("math.floor", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().floor(a))),
    canonical_nan("math.trunc", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().trunc(a))),
    canonical_nan("math.roundeven", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().nearest(a))),
    canonical_nan("math.round", |l, op| arithmetic(l, op, |l, kind, [a]| round(l, kind, a))),
    canonical_nan("math.fma", fused),
    canonical_nan("math.sqrt", |l, op| machine(l, op, |l, [a]| l.b.ins().sqrt(a))),
    canonical_nan("math.clampf", |l, op| {
        arithmetic(l, op, |l, _, [value, low, high]| {
            let below = l.b.ins().fmin(value, low);
            l.b.ins().fmax(below, high)
        })
    }),
    OpLowering::new("math.isnan", |l, op| {
        compared(l, op, |l, _, [a]| l.b.ins().fcmp(FloatCC::Unordered, a, a))
    })
    .may_poison(|_, _| true),
    OpLowering::new("math.isinf", |l, op| {
        compared(l, op, |l, kind, [a]| magnitude(l, kind, a, FloatCC::Equal))
    })
    .may_poison(|_, _| true),
    OpLowering::new("math.isfinite", |l, op| {
        compared(l, op, |l, kind, [a]| magnitude(l, kind, a, FloatCC::LessThan))
    })
    .may_poison(|_, _| true),
    OpLowering::new("math.isnormal", |l, op| compared(l, op, |l, kind, [a]| is_normal(l, kind, a)))
        .may_poison(|_, _| true),
    canonical_nan("math.acos", elementary),
    canonical_nan("math.acosh", elementary),
    canonical_nan("math.asin", elementary),
    canonical_nan("math.asinh", elementary),
    canonical_nan("math.atan", elementary),
    canonical_nan("math.atanh", elementary),
    canonical_nan("math.cbrt", elementary),
    canonical_nan("math.cos", elementary),
    canonical_nan("math.cosh", elementary),
    canonical_nan("math.erf", elementary),
    canonical_nan("math.erfc", elementary),
    canonical_nan("math.exp", elementary),
    canonical_nan("math.exp2", elementary),
    canonical_nan("math.expm1", elementary),
    canonical_nan("math.log", elementary),
    canonical_nan("math.log10", elementary),
    canonical_nan("math.log1p", elementary),
    canonical_nan("math.log2", elementary),
    canonical_nan("math.rsqrt", elementary),
    canonical_nan("math.sin", elementary),
    canonical_nan("math.sinh", elementary),
    canonical_nan("math.tan", elementary),
    canonical_nan("math.tanh", elementary),
    canonical_nan("math.atan2", elementary_of_two),
    canonical_nan("math.powf", elementary_of_two),
    OpLowering::new("math.absi", |l, op| integers(l, op, absolute)),
    OpLowering::new("math.ctlz", |l, op| integers(l, op, leading_zeros)),
    OpLowering::new("math.cttz", |l, op| integers(l, op, trailing_zeros)),
    OpLowering::new("math.ctpop", |l, op| integers(l, op, |l, _, a| l.b.ins().popcnt(a))),
];

/// The distance from zero; that of the smallest signed number is itself.
pub(super) fn absolute(l: L<'_, '_, '_, '_>, width: u32, a: Value) -> Value {
    let zero = l.constant(width, 0);
    let negative = l.compare(width, IntCC::SignedLessThan, a, zero);
    let negated = l.b.ins().isub(zero, a);
    l.b.ins().select(negative, negated, a)
}

/// The zeros above the first one-bit; the width where there is none.
pub(super) fn leading_zeros(l: L<'_, '_, '_, '_>, width: u32, a: Value) -> Value {
    let zeros = l.b.ins().clz(a);
    let unused = l.constant(width.max(8), u128::from(Kind::Int(width).container().bits() - width));
    l.b.ins().isub(zeros, unused)
}

/// The zeros below the last one-bit; the width where there is none.
pub(super) fn trailing_zeros(l: L<'_, '_, '_, '_>, width: u32, a: Value) -> Value {
    let container = Kind::Int(width).container().bits();
    // A bit right above the number ends the count.
    let a = match width < container {
        true => {
            let end = l.constant(container, 1 << width);
            l.b.ins().bor(a, end)
        }
        false => a,
    };
    l.b.ins().ctz(a)
}

/// A function on the elements of an operand of integers.
pub(super) fn integers(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: fn(L<'_, '_, '_, '_>, u32, Value) -> Value,
) -> Lowered {
    let (Kind::Int(width), lanes) = l.lanes(op, 0)? else { return Err(Unsupported::Type) };
    let mut all = Lanes::new();
    for lane in &lanes {
        let bits = apply(l, width, lane.bits);
        let bits = l.mask(width, bits);
        all.push(Lane::integer(bits, lane.poison));
    }
    l.give(op, all)
}

pub(super) fn fused(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    machine(l, op, |l, [a, b, c]| l.b.ins().fma(a, b, c))
}

/// How the magnitude compares with infinity.
fn magnitude(l: L<'_, '_, '_, '_>, kind: Kind, number: Value, code: FloatCC) -> Value {
    let magnitude = l.b.ins().fabs(number);
    let infinity = l.float_constant(kind, f64::INFINITY);
    l.b.ins().fcmp(code, magnitude, infinity)
}

pub(super) fn round(l: L<'_, '_, '_, '_>, kind: Kind, number: Value) -> Value {
    let single: fn(f32) -> f32 = runtime::round_f32;
    let double: fn(f64) -> f64 = runtime::round_f64;
    call_unary(l, kind, elementary::Unary { single, double }, number)
}

fn call_unary(l: L<'_, '_, '_, '_>, kind: Kind, function: elementary::Unary, number: Value) -> Value {
    let (address, shim, ty) = match kind {
        Kind::F32 => (function.single as *const () as i64, runtime::unary_f32 as *const () as usize, F32),
        _ => (function.double as *const () as i64, runtime::unary_f64 as *const () as usize, F64),
    };
    let address = l.b.ins().iconst(I64, address);
    l.call_runtime(shim, &[address, number], &[ty])[0]
}

fn elementary(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let name = l.program.op_name(op).trim_start_matches("math.");
    let function = elementary::unary(name).ok_or(Unsupported::Operation)?;
    arithmetic(l, op, |l, kind, [a]| call_unary(l, kind, function, a))
}

fn elementary_of_two(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let name = l.program.op_name(op).trim_start_matches("math.");
    let function = elementary::binary(name).ok_or(Unsupported::Operation)?;
    arithmetic(l, op, |l, kind, [a, b]| {
        let (address, shim, ty) = match kind {
            Kind::F32 => {
                (function.single as *const () as i64, runtime::binary_f32 as *const () as usize, F32)
            }
            _ => (function.double as *const () as i64, runtime::binary_f64 as *const () as usize, F64),
        };
        let address = l.b.ins().iconst(I64, address);
        l.call_runtime(shim, &[address, a, b], &[ty])[0]
    })
}
