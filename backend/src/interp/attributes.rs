//! Reads the attributes that operations compute with: integers, lists of them, flags. Knows no operation.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, IntValue, OpId};
use num_bigint::{BigInt, BigUint};

use super::machine::{Machine, Stop};
use crate::engine::Gap;
use crate::int::Int;

/// Promises of `#arith.overflow<..>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OverflowFlags {
    /// `nsw`: the signed result fits.
    pub(super) signed: bool,
    /// `nuw`: the unsigned result fits.
    pub(super) unsigned: bool,
}

/// The overflow flags of an operation; none when the attribute is absent.
pub(super) fn overflow_flags(m: &Machine<'_>, op: OpId) -> Result<OverflowFlags, Stop> {
    let Some(attr) = m.attr(op, "overflowFlags") else { return Ok(OverflowFlags::default()) };
    let ctx = m.program.ctx();
    let body = match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, body, .. }
            if ctx.str(*dialect) == "arith" && ctx.str(*name) == "overflow" =>
        {
            ctx.str(*body)
        }
        _ => return Err(Gap::Attribute.into()),
    };
    let mut flags = OverflowFlags::default();
    for word in body.split(',').map(str::trim) {
        match word {
            "nsw" => flags.signed = true,
            "nuw" => flags.unsigned = true,
            "none" => {}
            _ => return Err(Gap::Attribute.into()),
        }
    }
    Ok(flags)
}

/// Whether a unit attribute is present.
pub(super) fn has_unit(m: &Machine<'_>, op: OpId, name: &str) -> bool {
    m.attr(op, name).is_some()
}

/// The number in an integer attribute.
pub(super) fn integer(ctx: &Context, attr: AttrId) -> Result<&IntValue, Stop> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => Ok(value),
        _ => Err(Gap::Attribute.into()),
    }
}

/// The number in an integer attribute, modulo two to the width.
pub(super) fn int_of_width(ctx: &Context, attr: AttrId, width: u32) -> Result<Int, Stop> {
    Ok(match integer(ctx, attr)? {
        IntValue::Small(small) => Int::from_i128(width, *small),
        IntValue::Big(big) => Int::from_big(width, big),
    })
}

/// The numbers of an `array<i64: ..>` attribute, all of them modulo two to the width.
pub(super) fn int_array(m: &Machine<'_>, op: OpId, name: &str, width: u32) -> Result<Vec<Int>, Stop> {
    let ctx = m.program.ctx();
    match ctx.attr_kind(m.attr(op, name).ok_or(Gap::Malformed)?) {
        AttrKind::DenseArray { values, .. } => {
            values.iter().map(|value| int_of_width(ctx, *value, width)).collect()
        }
        _ => Err(Gap::Attribute.into()),
    }
}

/// The numbers of an `array<i32: ..>` attribute that counts something.
pub(super) fn counts(m: &Machine<'_>, op: OpId, name: &str) -> Result<Vec<usize>, Stop> {
    let all = int_array(m, op, name, 32)?;
    all.iter()
        .map(|count| {
            count.to_u128().and_then(|count| usize::try_from(count).ok()).ok_or(Gap::Malformed.into())
        })
        .collect()
}

/// The first `count` elements of a `dense<..>` attribute of integers, modulo two to the width.
pub(super) fn dense_ints(ctx: &Context, attr: AttrId, count: usize, width: u32) -> Result<Vec<Int>, Stop> {
    match ctx.attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => {
            Ok(vec![int_of_width(ctx, *one, width)?; count])
        }
        AttrKind::Dense { data: DenseData::Elements(all), .. } => {
            all.iter().take(count).map(|one| int_of_width(ctx, *one, width)).collect()
        }
        AttrKind::Dense { data: DenseData::Hex(digits), .. } => hex_ints(ctx.str(*digits), count, width),
        _ => Err(Gap::Attribute.into()),
    }
}

/// Elements of raw bytes: each in whole bytes, low byte first; one element alone is all of them. Elements of
/// one bit are packed otherwise and not read.
fn hex_ints(digits: &str, count: usize, width: u32) -> Result<Vec<Int>, Stop> {
    let digits = digits.trim_start_matches("0x").as_bytes();
    let bytes: Option<Vec<u8>> =
        digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect();
    let bytes = bytes.ok_or(Gap::Malformed)?;
    let size = width.div_ceil(8) as usize;
    if width <= 1 {
        return Err(Gap::Attribute.into());
    }
    let read = |element: &[u8]| Int::from_big(width, &BigInt::from(BigUint::from_bytes_le(element)));
    if bytes.len() == size {
        return Ok(vec![read(&bytes); count]);
    }
    Ok(bytes.chunks(size).take(count).map(read).collect())
}
