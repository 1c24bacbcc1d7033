//! Reads the attributes that operations are lowered with: integers, lists of them, flags, elements. Knows no
//! operation but for how branches list their operands.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, IntValue, OpId, Program};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use crate::types::Kind;
use assay_backend::engine::Unsupported;

/// `nsw` and `nuw` of `#arith.overflow<..>`.
pub(super) fn overflow_flags(program: &Program, op: OpId) -> Result<(bool, bool), Unsupported> {
    let Some(attr) = attr(program, op, "overflowFlags") else { return Ok((false, false)) };
    let (mut signed, mut unsigned) = (false, false);
    // The number that `llvm` gives them.
    if let AttrKind::Integer { value: IntValue::Small(number @ 0..=3), .. } = program.ctx().attr_kind(attr) {
        return Ok((number & 1 != 0, number & 2 != 0));
    }
    let words = enumerators(program, attr, "arith", "overflow");
    let words = words.or_else(|| enumerators(program, attr, "llvm", "overflow"));
    for word in words.ok_or(Unsupported::Attribute)?.split(',') {
        match word.trim() {
            "nsw" => signed = true,
            "nuw" => unsigned = true,
            "none" => {}
            _ => return Err(Unsupported::Attribute),
        }
    }
    Ok((signed, unsigned))
}

/// The text of an enumeration attribute such as `#arith.overflow<nsw>`.
pub(super) fn enumerators<'p>(
    program: &'p Program,
    attr: AttrId,
    dialect: &str,
    name: &str,
) -> Option<&'p str> {
    let ctx = program.ctx();
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect: d, name: n, body, .. }
            if ctx.str(*d) == dialect && ctx.str(*n) == name =>
        {
            Some(ctx.str(*body))
        }
        _ => None,
    }
}

pub(super) fn attr(program: &Program, op: OpId, name: &str) -> Option<AttrId> {
    program.attr(op, program.ctx().ident(name))
}

/// Returns true when a unit attribute is there, or a boolean one is true.
pub(super) fn has(program: &Program, op: OpId, name: &str) -> bool {
    let kind = attr(program, op, name).map(|attr| program.ctx().attr_kind(attr));
    kind.is_some_and(|kind| !matches!(kind, AttrKind::Integer { value: IntValue::Small(0), .. }))
}

/// A number modulo two to the width, of at most 128 bits.
fn modulo(value: &IntValue, width: u32) -> u128 {
    let mask = u128::MAX >> (128 - width.clamp(1, 128));
    match value {
        IntValue::Small(small) => *small as u128 & mask,
        IntValue::Big(big) => {
            let modulus = BigInt::one() << 128u32;
            let rest = &**big % &modulus;
            let rest = if rest.is_negative() { rest + modulus } else { rest };
            rest.to_u128().unwrap_or(0) & mask
        }
    }
}

/// The small number in an integer attribute.
pub(super) fn integer(program: &Program, op: OpId, name: &str) -> Result<i64, Unsupported> {
    let attr = attr(program, op, name).ok_or(Unsupported::Malformed)?;
    match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64().ok_or(Unsupported::Attribute),
        _ => Err(Unsupported::Attribute),
    }
}

/// The bits of a number of a kind in an integer or float attribute.
pub(super) fn bits(ctx: &Context, attr: AttrId, kind: Kind) -> Result<u128, Unsupported> {
    match (ctx.attr_kind(attr), kind) {
        (AttrKind::Integer { value, .. }, Kind::Int(width)) => Ok(modulo(value, width)),
        (AttrKind::Float { bits, .. }, Kind::F32 | Kind::F64) => Ok(*bits),
        _ => Err(Unsupported::Attribute),
    }
}

/// The bits of `count` numbers of a kind in an attribute of elements.
pub(super) fn elements(
    ctx: &Context,
    attr: AttrId,
    kind: Kind,
    count: usize,
) -> Result<Vec<u128>, Unsupported> {
    match ctx.attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => Ok(vec![bits(ctx, *one, kind)?; count]),
        AttrKind::Dense { data: DenseData::Elements(all), .. } if all.len() == count => {
            all.iter().map(|one| bits(ctx, *one, kind)).collect()
        }
        AttrKind::Dense { data: DenseData::Hex(digits), .. } => raw(ctx.str(*digits), kind, count),
        _ => Err(Unsupported::Attribute),
    }
}

/// Elements of raw bytes, low byte first; one element alone is a splat. Those of one bit are packed otherwise
/// and not read.
fn raw(digits: &str, kind: Kind, count: usize) -> Result<Vec<u128>, Unsupported> {
    let (size, mask) = match kind {
        Kind::Int(0 | 1) => return Err(Unsupported::Attribute),
        Kind::Int(width) => (width.div_ceil(8) as usize, u128::MAX >> (128 - width)),
        Kind::F32 => (4, u128::MAX),
        Kind::F64 => (8, u128::MAX),
    };
    let digits = digits.trim_start_matches("0x").as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect::<Option<_>>().ok_or(Unsupported::Malformed)?;
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0u128, |number, byte| number << 8 | u128::from(*byte)) & mask;
    if bytes.len() == size {
        return Ok(vec![number(&bytes); count]);
    }
    let all: Vec<u128> = bytes.chunks(size).map(number).collect();
    if all.len() == count { Ok(all) } else { Err(Unsupported::Malformed) }
}

/// The numbers of an `array<..>` attribute, or of a list of integer attributes.
pub(super) fn numbers(program: &Program, op: OpId, name: &str) -> Result<Vec<i64>, Unsupported> {
    match attr(program, op, name).map(|attr| program.ctx().attr_kind(attr)) {
        Some(AttrKind::DenseArray { values, .. } | AttrKind::Array(values)) => values
            .iter()
            .map(|value| match program.ctx().attr_kind(*value) {
                AttrKind::Integer { value, .. } => value.to_i64().ok_or(Unsupported::Attribute),
                _ => Err(Unsupported::Attribute),
            })
            .collect(),
        Some(_) => Err(Unsupported::Attribute),
        None => Err(Unsupported::Malformed),
    }
}

/// The groups of dimensions that a reshape joins or splits.
pub(super) fn reassociation(program: &Program, op: OpId) -> Result<Vec<Vec<usize>>, Unsupported> {
    let ctx = program.ctx();
    let AttrKind::Array(groups) =
        ctx.attr_kind(attr(program, op, "reassociation").ok_or(Unsupported::Malformed)?)
    else {
        return Err(Unsupported::Attribute);
    };
    let number = |attr: &AttrId| match ctx.attr_kind(*attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    };
    let group = |group: &AttrId| match ctx.attr_kind(*group) {
        AttrKind::Array(dims) => dims.iter().map(number).collect::<Option<Vec<usize>>>(),
        _ => None,
    };
    groups.iter().map(group).collect::<Option<_>>().ok_or(Unsupported::Attribute)
}

/// The place of the operands that a branch hands to a successor, and their number.
type Segments = fn(&Program, OpId, usize) -> Option<(usize, usize)>;

const BRANCH_OPS: &[(&str, Segments)] = &[
    ("cf.br", |program, op, _| Some((0, program.operands(op).count()))),
    ("cf.cond_br", |program, op, index| {
        let segments = numbers(program, op, "operandSegmentSizes").ok()?;
        let [_, on_true, on_false] = segments[..] else { return None };
        let (on_true, on_false) = (usize::try_from(on_true).ok()?, usize::try_from(on_false).ok()?);
        Some(if index == 0 { (1, on_true) } else { (1 + on_true, on_false) })
    }),
    ("cf.switch", |program, op, index| {
        let count = |number: i64| usize::try_from(number).ok();
        let default = count(*numbers(program, op, "operandSegmentSizes").ok()?.get(1)?)?;
        if index == 0 {
            return Some((1, default));
        }
        let cases = numbers(program, op, "case_operand_segments").ok()?;
        let before: Option<usize> = cases.iter().take(index - 1).map(|size| count(*size)).sum();
        Some((1 + default + before?, count(*cases.get(index - 1)?)?))
    }),
];

/// Where the operands that a branch hands to successor number `index` start, and how many they are.
pub(super) fn segments(program: &Program, op: OpId, index: usize) -> Option<(usize, usize)> {
    let (_, segments) = BRANCH_OPS.iter().find(|(name, _)| *name == program.op_name(op))?;
    segments(program, op, index)
}
