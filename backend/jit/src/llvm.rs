//! The arithmetic of `llvm`, as that of `arith` where both define it alike.

use assay_ir::data::{OpId, Program};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::arith::{self, Wrapping, always, may_be_inexact, may_overflow, number};
use crate::attributes::has;
use crate::floats::{self, arithmetic, canonical_nan, copy_sign, on_sign, own};
use crate::integers::{Round, sign_bit};
use crate::lowering::{Lane, Lanes, Lowered, Lowering};
use crate::math::{fused, round};
use crate::meaning::{Nans, OpLowering};
use crate::types::Kind;
use crate::unit::Exit;
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("llvm.add", |l, op| arith::wrapping(l, op, Wrapping::Add)).may_poison(may_overflow),
    OpLowering::new("llvm.sub", |l, op| arith::wrapping(l, op, Wrapping::Sub)).may_poison(may_overflow),
    OpLowering::new("llvm.mul", |l, op| arith::wrapping(l, op, Wrapping::Mul)).may_poison(may_overflow),
    OpLowering::new("llvm.udiv", |l, op| arith::divide(l, op, false, Round::Zero)).may_poison(may_be_inexact),
    OpLowering::new("llvm.sdiv", |l, op| arith::divide(l, op, true, Round::Zero)).may_poison(may_be_inexact),
    OpLowering::new("llvm.urem", |l, op| arith::remainder(l, op, false)),
    OpLowering::new("llvm.srem", |l, op| arith::remainder(l, op, true)),
    OpLowering::new("llvm.and", |l, op| arith::bitwise(l, op, |l, a, b| l.b.ins().band(a, b))),
    OpLowering::new("llvm.or", disjunction).may_poison(|program, op| has(program, op, "isDisjoint")),
    OpLowering::new("llvm.xor", |l, op| arith::bitwise(l, op, |l, a, b| l.b.ins().bxor(a, b))),
    OpLowering::new("llvm.shl", arith::shift_left).may_poison(always),
    OpLowering::new("llvm.lshr", |l, op| arith::shift_right(l, op, false)).may_poison(always),
    OpLowering::new("llvm.ashr", |l, op| arith::shift_right(l, op, true)).may_poison(always),
    OpLowering::new("llvm.icmp", arith::compare),
    OpLowering::new("llvm.select", arith::select),
    OpLowering::new("llvm.sext", |l, op| arith::cast(l, op, true)),
    OpLowering::new("llvm.zext", extend).may_poison(may_be_negative),
    OpLowering::new("llvm.trunc", arith::truncate).may_poison(may_overflow),
    OpLowering::new("llvm.bitcast", floats::bitcast).nans(Nans::Own),
    OpLowering::new("llvm.freeze", freeze),
    OpLowering::new("llvm.mlir.constant", arith::constant),
    OpLowering::new("llvm.mlir.poison", poison).may_poison(always),
    OpLowering::new("llvm.mlir.zero", |l, op| {
        let lanes = zeros(l, op)?;
        l.give(op, lanes)
    }),
    canonical_nan("llvm.fadd", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fadd(a, b))),
    canonical_nan("llvm.fsub", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fsub(a, b))),
    canonical_nan("llvm.fmul", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fmul(a, b))),
    canonical_nan("llvm.fdiv", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fdiv(a, b))),
    canonical_nan("llvm.frem", |l, op| floats::binary(l, op, floats::remainder)),
    own("llvm.fneg", |l, op| on_sign(l, op, |l, [a]| l.b.ins().fneg(a))),
    OpLowering::new("llvm.fcmp", floats::compare).may_poison(floats::may_promise),
    canonical_nan("llvm.fpext", floats::convert),
    canonical_nan("llvm.fptrunc", floats::convert),
    canonical_nan("llvm.sitofp", |l, op| floats::from_integer(l, op, true)),
    canonical_nan("llvm.uitofp", from_unsigned).may_poison(may_be_negative),
    OpLowering::new("llvm.fptosi", |l, op| floats::to_integer(l, op, true)).may_poison(always),
    OpLowering::new("llvm.fptoui", |l, op| floats::to_integer(l, op, false)).may_poison(always),
    own("llvm.intr.copysign", copy_sign),
    own("llvm.intr.fabs", |l, op| on_sign(l, op, |l, [a]| l.b.ins().fabs(a))),
    canonical_nan("llvm.intr.ceil", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().ceil(a))),
    canonical_nan("llvm.intr.floor", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().floor(a))),
    canonical_nan("llvm.intr.trunc", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().trunc(a))),
    canonical_nan("llvm.intr.round", |l, op| arithmetic(l, op, |l, kind, [a]| round(l, kind, a))),
    canonical_nan("llvm.intr.roundeven", |l, op| arithmetic(l, op, |l, _, [a]| l.b.ins().nearest(a))),
    canonical_nan("llvm.intr.fma", fused),
    canonical_nan("llvm.intr.maximum", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fmax(a, b))),
    canonical_nan("llvm.intr.minimum", |l, op| floats::machine(l, op, |l, [a, b]| l.b.ins().fmin(a, b))),
    canonical_nan("llvm.intr.maxnum", |l, op| {
        floats::binary(l, op, |l, _, a, b| floats::number_of(l, a, b, true))
    }),
    canonical_nan("llvm.intr.minnum", |l, op| {
        floats::binary(l, op, |l, _, a, b| floats::number_of(l, a, b, false))
    }),
    OpLowering::new("llvm.intr.smax", |l, op| arith::pick(l, op, IntCC::SignedGreaterThan)),
    OpLowering::new("llvm.intr.smin", |l, op| arith::pick(l, op, IntCC::SignedLessThan)),
    OpLowering::new("llvm.intr.umax", |l, op| arith::pick(l, op, IntCC::UnsignedGreaterThan)),
    OpLowering::new("llvm.intr.umin", |l, op| arith::pick(l, op, IntCC::UnsignedLessThan)),
];

fn may_be_negative(program: &Program, op: OpId) -> bool {
    has(program, op, "nonNeg")
}

/// `disjoint` promises that no bit is set in both.
fn disjunction(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let disjoint = has(l.program, op, "isDisjoint");
    arith::each_pair(l, op, |l, width, a, b| {
        let broken = disjoint.then(|| {
            let (both, zero) = (l.b.ins().band(a.bits, b.bits), l.constant(width, 0));
            l.b.ins().icmp(IntCC::NotEqual, both, zero)
        });
        Lane::integer(l.b.ins().bor(a.bits, b.bits), broken)
    })
}

/// Poison of the result where an operand is negative that was promised not to be.
fn unless_negative(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    if !has(l.program, op, "nonNeg") {
        return Ok(super::lowering::ControlFlow::Next);
    }
    let (Kind::Int(width), lanes) = l.lanes(op, 0)? else { return Err(Unsupported::Type) };
    let name = l.program.result(op, 0).ok_or(Unsupported::Malformed)?;
    let crate::lowering::HeldValue::Lanes(results) = l.value(name)? else { return Err(Unsupported::Type) };
    let mut all = Lanes::new();
    for (lane, result) in lanes.iter().zip(results) {
        let sign = l.constant(width, sign_bit(width));
        let negative = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, lane.bits, sign);
        all.push(Lane { poison: l.or(result.poison, Some(negative)), constant: None, ..result });
    }
    l.give(op, all)
}

fn extend(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    arith::cast(l, op, false)?;
    unless_negative(l, op)
}

fn from_unsigned(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    floats::from_integer(l, op, false)?;
    unless_negative(l, op)
}

fn zeros(l: L<'_, '_, '_, '_>, op: OpId) -> Result<Lanes, Unsupported> {
    let (kind, count) = l.result_kind(op, 0)?;
    Ok((0..count).map(|_| number(l, kind, 0)).collect())
}

fn poison(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let lanes = zeros(l, op)?;
    let flag = l.constant(1, 1);
    let lanes = lanes.into_iter().map(|lane| Lane { poison: Some(flag), constant: None, ..lane }).collect();
    l.give(op, lanes)
}

/// Of poison any value might be chosen: the function is left, for the other engine chooses none.
fn freeze(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, lanes) = l.lanes(op, 0)?;
    let mut all = Lanes::new();
    for lane in lanes {
        l.guard(lane.poison, Exit::Unsupported(op, Unsupported::Choice));
        all.push(Lane { poison: None, ..lane });
    }
    l.give(op, all)
}
