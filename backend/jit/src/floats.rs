//! The part of `arith` on `f32` and `f64`, element by element. A NaN that arithmetic makes keeps whatever bits the
//! machine gives it until they are observed.

use assay_ir::data::{OpId, Program};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{F32, F64, I32, I64};
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value};

use crate::attributes::{attr, enumerators, integer};
use crate::integers::ones;
use crate::lowering::{Lane, Lanes, Lowered, Lowering, Nan};
use crate::meaning::{Nans, OpLowering};
use crate::runtime;
use crate::types::Kind;
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    canonical_nan("arith.addf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fadd(a, b))),
    canonical_nan("arith.subf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fsub(a, b))),
    canonical_nan("arith.mulf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fmul(a, b))),
    canonical_nan("arith.divf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fdiv(a, b))),
    canonical_nan("arith.remf", |l, op| binary(l, op, remainder)),
    canonical_nan("arith.maximumf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fmax(a, b))),
    canonical_nan("arith.minimumf", |l, op| machine(l, op, |l, [a, b]| l.b.ins().fmin(a, b))),
    canonical_nan("arith.maxnumf", |l, op| binary(l, op, |l, _, a, b| number_of(l, a, b, true))),
    canonical_nan("arith.minnumf", |l, op| binary(l, op, |l, _, a, b| number_of(l, a, b, false))),
    own("arith.negf", |l, op| on_sign(l, op, |l, [a]| l.b.ins().fneg(a))),
    OpLowering::new("arith.cmpf", compare).may_poison(may_promise),
    canonical_nan("arith.extf", convert),
    canonical_nan("arith.truncf", convert),
    canonical_nan("arith.sitofp", |l, op| from_integer(l, op, true)),
    canonical_nan("arith.uitofp", |l, op| from_integer(l, op, false)),
    OpLowering::new("arith.fptosi", |l, op| to_integer(l, op, true)).may_poison(|_, _| true),
    OpLowering::new("arith.fptoui", |l, op| to_integer(l, op, false)).may_poison(|_, _| true),
];

/// An operation that gives the one NaN that arithmetic makes.
pub(super) const fn canonical_nan(
    name: &'static str,
    lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered,
) -> OpLowering {
    OpLowering::new(name, lower).may_poison(may_promise).nans(Nans::Made)
}

/// An operation on the bits of a NaN.
pub(super) const fn own(
    name: &'static str,
    lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered,
) -> OpLowering {
    OpLowering::new(name, lower).may_poison(may_promise).nans(Nans::Own)
}

/// `nnan` and `ninf` of `#arith.fastmath<..>`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Promises {
    no_nan: bool,
    no_infinity: bool,
}

pub(super) fn may_promise(program: &Program, op: OpId) -> bool {
    promises(program, op).is_ok_and(|promises| promises.no_nan || promises.no_infinity)
}

pub(super) fn promises(program: &Program, op: OpId) -> Result<Promises, Unsupported> {
    let mut promises = Promises::default();
    let is_llvm = program.op_name(op).starts_with("llvm.");
    let (name, dialect) = if is_llvm { ("fastmathFlags", "llvm") } else { ("fastmath", "arith") };
    let Some(attr) = attr(program, op, name) else { return Ok(promises) };
    for word in enumerators(program, attr, dialect, "fastmath").ok_or(Unsupported::Attribute)?.split(',') {
        match word.trim() {
            "nnan" => promises.no_nan = true,
            "ninf" => promises.no_infinity = true,
            "fast" => promises = Promises { no_nan: true, no_infinity: true },
            "none" | "reassoc" | "nsz" | "arcp" | "contract" | "afn" => {}
            _ => return Err(Unsupported::Attribute),
        }
    }
    Ok(promises)
}

impl Promises {
    /// A flag that is set when a number breaks them.
    pub(super) fn broken(self, l: L<'_, '_, '_, '_>, kind: Kind, number: Value) -> Option<Value> {
        let nan = self.no_nan.then(|| l.b.ins().fcmp(FloatCC::Unordered, number, number));
        let infinite = self.no_infinity.then(|| {
            let magnitude = l.b.ins().fabs(number);
            let infinity = l.float_constant(kind, f64::INFINITY);
            l.b.ins().fcmp(FloatCC::Equal, magnitude, infinity)
        });
        l.or(nan, infinite)
    }
}

/// Kind and elements of the operands of an operation on floats of one kind.
pub(super) fn float_lanes<const N: usize>(
    l: &Lowering<'_, '_, '_>,
    op: OpId,
) -> Result<(Kind, [Lanes; N]), Unsupported> {
    let (kind, first) = l.lanes(op, 0)?;
    if !kind.is_float() {
        return Err(Unsupported::Type);
    }
    let mut all: [Lanes; N] = std::array::from_fn(|_| Lanes::new());
    for (index, lanes) in all.iter_mut().enumerate() {
        let (other, operand) = l.lanes(op, index)?;
        if other != kind || operand.len() != first.len() {
            return Err(Unsupported::Malformed);
        }
        *lanes = operand;
    }
    Ok((kind, all))
}

/// Kind and elements of the operands of an operation of arithmetic, whose result is of that kind.
fn arithmetic_lanes<const N: usize>(
    l: &Lowering<'_, '_, '_>,
    op: OpId,
) -> Result<(Kind, [Lanes; N]), Unsupported> {
    let (kind, operands) = float_lanes::<N>(l, op)?;
    if l.result_kind(op, 0)?.0 == kind { Ok((kind, operands)) } else { Err(Unsupported::Malformed) }
}

/// An operation of arithmetic on the elements of operands of one kind, with results of that kind.
pub(super) fn arithmetic<const N: usize>(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: impl Fn(L<'_, '_, '_, '_>, Kind, [Value; N]) -> Value,
) -> Lowered {
    let (kind, operands) = arithmetic_lanes::<N>(l, op)?;
    let results = each(l, &operands, |l, bits| apply(l, kind, bits));
    let lanes = promised(l, op, kind, &operands, results, Nan::Pending)?;
    l.give(op, lanes)
}

/// The same for an operation that the machine has for numbers and for registers of them.
pub(super) fn machine<const N: usize>(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: impl Fn(L<'_, '_, '_, '_>, [Value; N]) -> Value,
) -> Lowered {
    let (kind, operands) = arithmetic_lanes::<N>(l, op)?;
    let results = each_or_registers(l, kind, &operands, apply);
    let lanes = promised(l, op, kind, &operands, results, Nan::Pending)?;
    l.give(op, lanes)
}

/// The bits of the results of an operation on each element.
fn each<const N: usize>(
    l: L<'_, '_, '_, '_>,
    operands: &[Lanes; N],
    apply: impl Fn(L<'_, '_, '_, '_>, [Value; N]) -> Value,
) -> Vec<Value> {
    let bits = |index: usize| operands.each_ref().map(|lanes| lanes[index].bits);
    (0..operands[0].len()).map(|index| apply(l, bits(index))).collect()
}

/// The same by registers, where an operand lies in them.
fn each_or_registers<const N: usize>(
    l: L<'_, '_, '_, '_>,
    kind: Kind,
    operands: &[Lanes; N],
    apply: impl Fn(L<'_, '_, '_, '_>, [Value; N]) -> Value,
) -> Vec<Value> {
    let results = l.by_registers(kind, operands.each_ref(), false, &apply);
    results.unwrap_or_else(|| each(l, operands, apply))
}

/// Results that are poison where an operand is, or where an operand or the result breaks a promise.
fn promised<const N: usize>(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    kind: Kind,
    operands: &[Lanes; N],
    results: Vec<Value>,
    nan: Nan,
) -> Result<Lanes, Unsupported> {
    let promises = promises(l.program, op)?;
    let mut all = Lanes::new();
    for (index, bits) in results.into_iter().enumerate() {
        let mut poison = promises.broken(l, kind, bits);
        for lanes in operands {
            let broken = promises.broken(l, kind, lanes[index].bits);
            poison = l.or(poison, broken);
            poison = l.or(poison, lanes[index].poison);
        }
        all.push(Lane { bits, poison, constant: None, nan });
    }
    Ok(all)
}

pub(super) fn binary(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: fn(L<'_, '_, '_, '_>, Kind, Value, Value) -> Value,
) -> Lowered {
    arithmetic(l, op, |l, kind, [a, b]| apply(l, kind, a, b))
}

/// The larger or smaller of two numbers, the other one where one is a NaN.
pub(super) fn number_of(l: L<'_, '_, '_, '_>, a: Value, b: Value, largest: bool) -> Value {
    let picked = if largest { l.b.ins().fmax(a, b) } else { l.b.ins().fmin(a, b) };
    let (a_is, b_is) = (l.b.ins().fcmp(FloatCC::Unordered, a, a), l.b.ins().fcmp(FloatCC::Unordered, b, b));
    let unless_a = l.b.ins().select(a_is, b, picked);
    l.b.ins().select(b_is, a, unless_a)
}

pub(super) fn remainder(l: L<'_, '_, '_, '_>, kind: Kind, a: Value, b: Value) -> Value {
    let (function, ty) = match kind {
        Kind::F32 => (runtime::remainder_f32 as *const () as usize, F32),
        _ => (runtime::remainder_f64 as *const () as usize, F64),
    };
    l.call_runtime(function, &[a, b], &[ty])[0]
}

/// An operation on the sign of its operand, which keeps the bits of a NaN.
pub(super) fn on_sign(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: fn(L<'_, '_, '_, '_>, [Value; 1]) -> Value,
) -> Lowered {
    let (kind, operands) = arithmetic_lanes::<1>(l, op)?;
    let operands = operands.map(|lanes| l.all_canonical(kind, &lanes));
    let results = each_or_registers(l, kind, &operands, apply);
    let lanes = promised(l, op, kind, &operands, results, Nan::Raw)?;
    l.give(op, lanes)
}

/// The first operand with the signs of the second one.
pub(super) fn copy_sign(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (kind, operands) = arithmetic_lanes::<2>(l, op)?;
    let operands = operands.map(|lanes| l.all_canonical(kind, &lanes));
    let results = each(l, &operands, |l, [a, b]| l.b.ins().fcopysign(a, b));
    let lanes = promised(l, op, kind, &operands, results, Nan::Raw)?;
    l.give(op, lanes)
}

/// Predicates in the order in which `arith` numbers them; the first and the last one are constant.
pub(super) fn compare(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    use FloatCC::*;
    let predicate = integer(l.program, op, "predicate")?;
    let code = match predicate {
        0 | 15 => None,
        1 => Some(Equal),
        2 => Some(GreaterThan),
        3 => Some(GreaterThanOrEqual),
        4 => Some(LessThan),
        5 => Some(LessThanOrEqual),
        6 => Some(OrderedNotEqual),
        7 => Some(Ordered),
        8 => Some(UnorderedOrEqual),
        9 => Some(UnorderedOrGreaterThan),
        10 => Some(UnorderedOrGreaterThanOrEqual),
        11 => Some(UnorderedOrLessThan),
        12 => Some(UnorderedOrLessThanOrEqual),
        13 => Some(NotEqual),
        14 => Some(Unordered),
        _ => return Err(Unsupported::Attribute),
    };
    let Some(code) = code else {
        return compared(l, op, |l, _, [_, _]| l.constant(1, u128::from(predicate == 15)));
    };
    let (kind, operands) = float_lanes::<2>(l, op)?;
    let by_code = |l: L<'_, '_, '_, '_>, [a, b]: [Value; 2]| l.compared_floats(code, a, b);
    match l.by_registers(kind, operands.each_ref(), true, by_code) {
        Some(flags) => give_flags(l, op, kind, &operands, flags),
        None => compared(l, op, |l, _, bits| by_code(l, bits)),
    }
}

/// An operation on the elements of operands of one kind, with bits as results.
pub(super) fn compared<const N: usize>(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    apply: impl Fn(L<'_, '_, '_, '_>, Kind, [Value; N]) -> Value,
) -> Lowered {
    let (kind, operands) = float_lanes::<N>(l, op)?;
    let flags = each(l, &operands, |l, bits| apply(l, kind, bits));
    give_flags(l, op, kind, &operands, flags)
}

/// Results of one bit, poison where an operand is, or breaks a promise.
fn give_flags<const N: usize>(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    kind: Kind,
    operands: &[Lanes; N],
    flags: Vec<Value>,
) -> Lowered {
    let promises = promises(l.program, op)?;
    let mut all = Lanes::new();
    for (index, bits) in flags.into_iter().enumerate() {
        let mut poison = None;
        for lanes in operands {
            let broken = promises.broken(l, kind, lanes[index].bits);
            poison = l.or(poison, broken);
            poison = l.or(poison, lanes[index].poison);
        }
        all.push(Lane::integer(bits, poison));
    }
    l.give(op, all)
}

/// To the nearest number of the other kind, ties to the even one; no other rounding is compiled.
pub(super) fn convert(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let promises = promises(l.program, op)?;
    if attr(l.program, op, "roundingmode").is_some() && integer(l.program, op, "roundingmode")? != 0 {
        return Err(Unsupported::Attribute);
    }
    let ((from, lanes), (to, _)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?);
    let mut all = Lanes::new();
    for lane in &lanes {
        let bits = match (from, to) {
            (Kind::F32, Kind::F64) => l.b.ins().fpromote(F64, lane.bits),
            (Kind::F64, Kind::F32) => l.b.ins().fdemote(F32, lane.bits),
            _ => return Err(Unsupported::Type),
        };
        let (before, after) = (promises.broken(l, from, lane.bits), promises.broken(l, to, bits));
        let broken = l.or(before, after);
        let poison = l.or(lane.poison, broken);
        all.push(Lane { bits, poison, constant: None, nan: Nan::Pending });
    }
    l.give(op, all)
}

pub(super) fn from_integer(l: L<'_, '_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    let ((Kind::Int(width), lanes), (kind, _)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?) else {
        return Err(Unsupported::Type);
    };
    if !kind.is_float() {
        return Err(Unsupported::Type);
    }
    let mut all = Lanes::new();
    for lane in &lanes {
        let bits = float_of(l, kind, width, signed, lane.bits);
        all.push(Lane { bits, poison: lane.poison, constant: None, nan: Nan::Settled });
    }
    l.give(op, all)
}

/// The nearest number of a float kind.
fn float_of(l: L<'_, '_, '_, '_>, kind: Kind, width: u32, signed: bool, value: Value) -> Value {
    let ty = kind.container();
    if width > 64 {
        let value = if signed { l.extended(width, value) } else { value };
        let (low, high) = l.b.ins().isplit(value);
        let function = match (kind, signed) {
            (Kind::F32, true) => runtime::signed_to_f32 as *const () as usize,
            (Kind::F32, false) => runtime::unsigned_to_f32 as *const () as usize,
            (_, true) => runtime::signed_to_f64 as *const () as usize,
            (_, false) => runtime::unsigned_to_f64 as *const () as usize,
        };
        return l.call_runtime(function, &[low, high], &[ty])[0];
    }
    let wide = match signed {
        true => l.resized_signed(width, 64, value),
        false => l.resized(width, 64, value),
    };
    match signed || width < 64 {
        true => l.b.ins().fcvt_from_sint(ty, wide),
        false => l.b.ins().fcvt_from_uint(ty, wide),
    }
}

/// The integer part; poison where it does not fit.
pub(super) fn to_integer(l: L<'_, '_, '_, '_>, op: OpId, signed: bool) -> Lowered {
    let ((kind, lanes), (Kind::Int(width), _)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?) else {
        return Err(Unsupported::Type);
    };
    if !kind.is_float() {
        return Err(Unsupported::Type);
    }
    let mut all = Lanes::new();
    for lane in &lanes {
        let whole = l.b.ins().trunc(lane.bits);
        // Powers of two and so exact; the largest, of `f32`, is infinity, below which any finite number fits.
        let (least, most) = match signed {
            true => (-f64::powi(2.0, width as i32 - 1), f64::powi(2.0, width as i32 - 1)),
            false => (0.0, f64::powi(2.0, width as i32)),
        };
        let (least, most) = (l.float_constant(kind, least), l.float_constant(kind, most));
        let high = l.b.ins().fcmp(FloatCC::UnorderedOrGreaterThanOrEqual, whole, most);
        let low = l.b.ins().fcmp(FloatCC::UnorderedOrLessThan, whole, least);
        let outside = l.b.ins().bor(high, low);
        let bits = integer_of(l, kind, width, signed, whole);
        let poison = l.or(lane.poison, Some(outside));
        all.push(Lane::integer(bits, poison));
    }
    l.give(op, all)
}

/// The integer of a whole number; some integer where it does not fit.
fn integer_of(l: L<'_, '_, '_, '_>, kind: Kind, width: u32, signed: bool, whole: Value) -> Value {
    if width > 64 {
        let whole = if kind == Kind::F32 { l.b.ins().fpromote(F64, whole) } else { whole };
        let function = match signed {
            true => runtime::f64_to_signed as *const () as usize,
            false => runtime::f64_to_unsigned as *const () as usize,
        };
        let halves = l.call_runtime(function, &[whole], &[I64, I64]);
        let value = l.b.ins().iconcat(halves[0], halves[1]);
        return l.mask(width, value);
    }
    let value = match signed {
        true => l.b.ins().fcvt_to_sint_sat(I64, whole),
        false => l.b.ins().fcvt_to_uint_sat(I64, whole),
    };
    l.resized(64, width, value)
}

/// Bits of one kind as another of the same width.
pub(super) fn bitcast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((from, lanes), (to, count)) = (l.lanes(op, 0)?, l.result_kind(op, 0)?);
    if lanes.len() != count {
        return Err(Unsupported::Type);
    }
    let mut all = Lanes::new();
    for lane in l.all_canonical(from, &lanes) {
        let bits = match (from, to) {
            (a, b) if a == b => lane.bits,
            (Kind::Int(32), Kind::F32)
            | (Kind::F32, Kind::Int(32))
            | (Kind::Int(64), Kind::F64)
            | (Kind::F64, Kind::Int(64)) => l.b.ins().bitcast(to.container(), MemFlagsData::new(), lane.bits),
            _ => return Err(Unsupported::Type),
        };
        all.push(Lane { bits, constant: None, nan: Nan::Raw, ..lane });
    }
    l.give(op, all)
}

/// The bits of a number whose kind is `f32` or `f64`, as an integer, and its width.
pub(super) fn bits_of(l: L<'_, '_, '_, '_>, kind: Kind, number: Value) -> (u32, Value) {
    let (width, ty) = if kind == Kind::F32 { (32, I32) } else { (64, I64) };
    (width, l.b.ins().bitcast(ty, MemFlagsData::new(), number))
}

/// A flag that is set when the exponent of a number is neither that of zero nor that of infinity.
pub(super) fn is_normal(l: L<'_, '_, '_, '_>, kind: Kind, number: Value) -> Value {
    let (width, bits) = bits_of(l, kind, number);
    let (mantissa, exponent) = if kind == Kind::F32 { (23, 8) } else { (52, 11) };
    let least = l.constant(width, 1 << mantissa);
    let magnitude = l.constant(width, ones(width) >> 1);
    let magnitude = l.b.ins().band(bits, magnitude);
    // Exponents from one to the largest but one, moved to begin at zero.
    let moved = l.b.ins().isub(magnitude, least);
    let end = l.constant(width, ((1 << exponent) - 2) << mantissa);
    l.b.ins().icmp(IntCC::UnsignedLessThan, moved, end)
}
