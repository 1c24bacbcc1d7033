//! Reads the attributes that operations compute with: integers, lists of them, flags. Knows no operation.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, IntValue, OpId};

pub(super) use super::flags::{FastMath, OverflowFlags};
use super::machine::{Machine, Stop};
use crate::constant::{int_of_width, value_of};
use crate::engine::Unsupported;
use crate::int::Int;
use crate::value::Value;

/// The words of a bit-enum attribute `#DIALECT.NAME<a, b>`; none when it is absent.
fn keywords<'a>(m: &Machine<'a>, op: OpId, attr: &str, kinds: &[(&str, &str)]) -> Result<Vec<&'a str>, Stop> {
    let Some(attr) = m.attr(op, attr) else { return Ok(Vec::new()) };
    let ctx = m.program.ctx();
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, body, .. }
            if kinds.contains(&(ctx.str(*dialect), ctx.str(*name))) =>
        {
            Ok(ctx.str(*body).split(',').map(str::trim).collect())
        }
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// The overflow flags of an operation; none when the attribute is absent.
pub(super) fn overflow_flags(m: &Machine<'_>, op: OpId) -> Result<OverflowFlags, Stop> {
    let kinds = [("arith", "overflow"), ("llvm", "overflow")];
    let mut flags = OverflowFlags::default();
    let attr = m.attr(op, "overflowFlags").map(|attr| m.program.ctx().attr_kind(attr));
    // The number that `llvm` gives them.
    if let Some(AttrKind::Integer { value: IntValue::Small(number @ 0..=3), .. }) = attr {
        return Ok(OverflowFlags { signed: number & 1 != 0, unsigned: number & 2 != 0 });
    }
    for word in keywords(m, op, "overflowFlags", &kinds)? {
        match word {
            "nsw" => flags.signed = true,
            "nuw" => flags.unsigned = true,
            "none" => {}
            _ => return Err(Unsupported::Attribute.into()),
        }
    }
    Ok(flags)
}

/// The fast-math flags of an operation; none when the attribute is absent. `llvm` calls it another name.
pub(super) fn fast_math(m: &Machine<'_>, op: OpId) -> Result<FastMath, Stop> {
    m.flags(op, || read_fast_math(m, op))
}

fn read_fast_math(m: &Machine<'_>, op: OpId) -> Result<FastMath, Stop> {
    let mut flags = FastMath::default();
    let kinds = [("arith", "fastmath"), ("llvm", "fastmath")];
    let name = if m.program.op_name(op).starts_with("llvm.") { "fastmathFlags" } else { "fastmath" };
    for word in keywords(m, op, name, &kinds)? {
        match word {
            "fast" => flags = FastMath { no_nans: true, no_infinities: true },
            "nnan" => flags.no_nans = true,
            "ninf" => flags.no_infinities = true,
            "none" | "reassoc" | "nsz" | "arcp" | "contract" | "afn" => {}
            _ => return Err(Unsupported::Attribute.into()),
        }
    }
    Ok(flags)
}

/// Returns true when a unit attribute is present, or a boolean one is true.
pub(super) fn has_unit(m: &Machine<'_>, op: OpId, name: &str) -> bool {
    let kind = m.attr(op, name).map(|attr| m.program.ctx().attr_kind(attr));
    kind.is_some_and(|kind| !matches!(kind, AttrKind::Integer { value: IntValue::Small(0), .. }))
}

/// The number in an integer attribute.
pub(super) fn integer(ctx: &Context, attr: AttrId) -> Result<&IntValue, Stop> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => Ok(value),
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// The number of an enum or count attribute.
pub(super) fn number(m: &Machine<'_>, op: OpId, name: &str) -> Result<i64, Stop> {
    let attr = m.attr(op, name).ok_or(Unsupported::Malformed)?;
    Ok(integer(m.program.ctx(), attr)?.to_i64().ok_or(Unsupported::Attribute)?)
}

/// The number of an enum attribute, which is written as a number or as a word of `#DIALECT.NAME<word>`.
pub(super) fn enumerant(m: &Machine<'_>, op: OpId, name: &str, enumerants: &[&str]) -> Result<usize, Stop> {
    let ctx = m.program.ctx();
    let attr = m.attr(op, name).ok_or(Unsupported::Malformed)?;
    let found = match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|value| usize::try_from(value).ok()),
        // A dialect that has no names for its kinds of attributes writes the kind before the word.
        AttrKind::Opaque { body, .. } => {
            let last = ctx.str(*body).split_whitespace().next_back();
            enumerants.iter().position(|word| Some(*word) == last)
        }
        AttrKind::Dialect { params, .. } => match params[..] {
            [only] => match ctx.attr_kind(only) {
                AttrKind::String { text, .. } => enumerants.iter().position(|word| *word == ctx.str(*text)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    Ok(found.filter(|found| *found < enumerants.len()).ok_or(Unsupported::Attribute)?)
}

/// The integers of an `array<iN: ..>` attribute, or of a list of integer attributes, all of them modulo two to
/// the width.
pub(super) fn int_array(m: &Machine<'_>, op: OpId, name: &str, width: u32) -> Result<Vec<Int>, Stop> {
    let ctx = m.program.ctx();
    match ctx.attr_kind(m.attr(op, name).ok_or(Unsupported::Malformed)?) {
        AttrKind::DenseArray { values, .. } | AttrKind::Array(values) => {
            values.iter().map(|value| Ok(int_of_width(integer(ctx, *value)?, width))).collect()
        }
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// The numbers of an `array<i64: ..>` attribute, or of a list of integer attributes.
pub(super) fn numbers(m: &Machine<'_>, op: OpId, name: &str) -> Result<Vec<i64>, Stop> {
    let ctx = m.program.ctx();
    match ctx.attr_kind(m.attr(op, name).ok_or(Unsupported::Malformed)?) {
        AttrKind::DenseArray { values, .. } | AttrKind::Array(values) => values
            .iter()
            .map(|value| Ok(integer(ctx, *value)?.to_i64().ok_or(Unsupported::Attribute)?))
            .collect(),
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// The numbers of an attribute that counts or numbers something.
pub(super) fn counts(m: &Machine<'_>, op: OpId, name: &str) -> Result<Vec<usize>, Stop> {
    let all = numbers(m, op, name)?;
    all.iter().map(|count| usize::try_from(*count).map_err(|_| Unsupported::Malformed.into())).collect()
}

/// The operands of each group of an operation whose operands come in groups, as `operandSegmentSizes` counts them.
pub(super) fn groups<const N: usize>(m: &Machine<'_>, op: OpId) -> Result<[Vec<Value>; N], Stop> {
    let sizes = counts(m, op, "operandSegmentSizes")?;
    let mut values = m.operands_from(op, 0)?.into_iter();
    let groups: Vec<Vec<Value>> = sizes.iter().map(|size| values.by_ref().take(*size).collect()).collect();
    Ok(groups.try_into().map_err(|_| Unsupported::Malformed)?)
}

/// All elements of a `dense<..>` attribute of integers whose shape is known, as numbers.
pub(super) fn elements(m: &Machine<'_>, op: OpId, name: &str) -> Result<Vec<i64>, Stop> {
    let ctx = m.program.ctx();
    let attr = m.attr(op, name).ok_or(Unsupported::Malformed)?;
    let AttrKind::Dense { ty, .. } = ctx.attr_kind(attr) else { return Err(Unsupported::Attribute.into()) };
    let value = value_of(ctx, attr, *ty, m.options.index)?;
    let number = |one: &Value| one.as_int().and_then(|int| i64::try_from(&int.to_signed()).ok());
    let elements = value.as_shaped().ok_or(Unsupported::Attribute)?.elements();
    Ok(elements.iter().map(number).collect::<Option<_>>().ok_or(Unsupported::Attribute)?)
}

/// The first `count` elements of a `dense<..>` attribute of integers, modulo two to the width.
pub(super) fn dense_ints(m: &Machine<'_>, attr: AttrId, count: usize, width: u32) -> Result<Vec<Int>, Stop> {
    let ctx = m.program.ctx();
    let ints = match ctx.attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => {
            vec![int_of_width(integer(ctx, *one)?, width); count]
        }
        AttrKind::Dense { ty, .. } => {
            let value = value_of(ctx, attr, *ty, m.options.index)?;
            let elements = value.as_shaped().ok_or(Unsupported::Attribute)?.elements();
            elements
                .iter()
                .map(|one| one.as_int().cloned())
                .collect::<Option<_>>()
                .ok_or(Unsupported::Attribute)?
        }
        _ => return Err(Unsupported::Attribute.into()),
    };
    let same = ints.len() >= count && ints.iter().all(|int| int.width() == width);
    if same { Ok(ints) } else { Err(Unsupported::Attribute.into()) }
}

/// Tells if an operation says which lanes of the one in its region run.
pub(super) fn is_mask(name: &str) -> bool {
    assay_ir::ops::op(name).is_some_and(|record| record.has_interface("MaskingOpInterface"))
}
