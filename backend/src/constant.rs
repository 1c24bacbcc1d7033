//! The value of an attribute in a type: what constants, initial values of globals and the arguments of
//! a command line mean. Knows no operation.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, IntValue, TypeId, TypeKind};
use num_bigint::{BigInt, BigUint};

use crate::engine::{IndexWidth, Unsupported};
use crate::int::Int;
use crate::value::{Shaped, Value, count};

/// More elements than this are not made from one attribute.
const MOST: u64 = 1 << 24;

/// The value of an attribute in a scalar, vector, tensor or memref type of static shape (in a memref, its contents).
///
/// # Errors
/// [`Unsupported::Type`] when the type has no values here, [`Unsupported::Attribute`] when the attribute is none of it.
pub fn value_of(ctx: &Context, attr: AttrId, ty: TypeId, index: IndexWidth) -> Result<Value, Unsupported> {
    if is_poison(ctx, attr) {
        return poison(ctx, ty);
    }
    let Some((shape, element)) = static_shape(ctx, ty) else { return scalar(ctx, attr, ty, index) };
    let size = count(&shape).filter(|size| *size <= MOST).ok_or(Unsupported::Type)? as usize;
    let elements = match ctx.attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => {
            vec![scalar(ctx, *one, element, index)?; size]
        }
        AttrKind::Dense { data: DenseData::Elements(all), .. } => all
            .iter()
            .map(|one| scalar(ctx, *one, element, index))
            .collect::<Result<Vec<_>, Unsupported>>()?,
        AttrKind::Dense { data: DenseData::Hex(digits), .. } => {
            raw(ctx, ctx.str(*digits), size, element, index)?
        }
        _ => return Err(Unsupported::Attribute),
    };
    if elements.len() != size {
        return Err(Unsupported::Attribute);
    }
    Ok(Shaped::new(shape, elements).into())
}

/// The attribute that a constant of a value holds, as MLIR prints it; `None` for poison, and for types whose constants are no
/// numbers.
pub fn attribute_of(ctx: &Context, value: &Value, ty: TypeId) -> Option<AttrId> {
    match (value, ctx.type_kind(ty)) {
        (Value::Int(int), TypeKind::Integer { width: 1, .. }) => {
            Some(ctx.attr(AttrKind::Integer { value: IntValue::new(int.to_unsigned().into()), ty }))
        }
        (Value::Int(int), TypeKind::Integer { .. } | TypeKind::Index) => {
            Some(ctx.attr(AttrKind::Integer { value: IntValue::new(int.to_signed()), ty }))
        }
        (Value::Float(float), TypeKind::Float(kind)) if float.kind == *kind => {
            Some(ctx.attr(AttrKind::Float { bits: float.bits, ty }))
        }
        (Value::Shaped(shaped), TypeKind::Vector { .. } | TypeKind::RankedTensor { .. }) => {
            let (_, element) = static_shape(ctx, ty)?;
            let each = |value: &Value| attribute_of(ctx, value, element);
            let all: Vec<AttrId> = shaped.elements().iter().map(each).collect::<Option<_>>()?;
            let (first, rest) = all.split_first()?;
            let data = match rest.iter().all(|one| one == first) {
                true => DenseData::Splat(*first),
                false => DenseData::Elements(all.into()),
            };
            Some(ctx.attr(AttrKind::Dense { data, ty }))
        }
        _ => None,
    }
}

/// Returns true when an attribute says that a value is poison.
pub fn is_poison(ctx: &Context, attr: AttrId) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Opaque { dialect, name, .. } | AttrKind::Dialect { dialect, name, .. } => {
            ctx.str(*dialect) == "ub" && ctx.str(*name) == "poison"
        }
        _ => false,
    }
}

/// Poison of a type: in all elements of a vector, tensor or memref of static shape.
///
/// # Errors
/// [`Unsupported::Type`] when the type has too many elements, or an unknown number of them.
pub fn poison(ctx: &Context, ty: TypeId) -> Result<Value, Unsupported> {
    match ctx.type_kind(ty) {
        TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_) => {
            let (shape, _) = static_shape(ctx, ty).ok_or(Unsupported::Type)?;
            let size = count(&shape).filter(|size| *size <= MOST).ok_or(Unsupported::Type)?;
            Ok(Shaped::new(shape, vec![Value::Poison; size as usize]).into())
        }
        _ => Ok(Value::Poison),
    }
}

/// Extents and element type of a vector, ranked tensor or memref whose extents are all known. Programs run on a machine whose
/// `vscale` is 1, so that a scalable extent is as written.
pub fn static_shape(ctx: &Context, ty: TypeId) -> Option<(Vec<u64>, TypeId)> {
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, element } => {
            Some((shape.iter().map(|(extent, _)| *extent).collect(), *element))
        }
        TypeKind::RankedTensor { shape, element, .. } | TypeKind::MemRef { shape, element, .. } => {
            Some((shape.iter().copied().collect::<Option<_>>()?, *element))
        }
        _ => None,
    }
}

fn scalar(ctx: &Context, attr: AttrId, ty: TypeId, index: IndexWidth) -> Result<Value, Unsupported> {
    match (ctx.attr_kind(attr), ctx.type_kind(ty)) {
        (AttrKind::Integer { value, .. }, TypeKind::Integer { width, .. }) => {
            Ok(int_of_width(value, *width).into())
        }
        (AttrKind::Integer { value, .. }, TypeKind::Index) => Ok(int_of_width(value, index.bits()).into()),
        (AttrKind::Float { bits, ty: of }, TypeKind::Float(kind)) if *of == ty => {
            Ok(Value::float(*kind, *bits))
        }
        (AttrKind::Array(parts), TypeKind::Complex(part)) => {
            let number =
                |attr: &AttrId| scalar(ctx, *attr, *part, index)?.as_float().ok_or(Unsupported::Type);
            let [real, imaginary] = parts[..] else { return Err(Unsupported::Attribute) };
            Ok([number(&real)?, number(&imaginary)?].into())
        }
        (_, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_) | TypeKind::Complex(_)) => {
            Err(Unsupported::Attribute)
        }
        _ => Err(Unsupported::Type),
    }
}

/// A number modulo two to the width.
pub(crate) fn int_of_width(value: &IntValue, width: u32) -> Int {
    match value {
        IntValue::Small(small) => Int::from_i128(width, *small),
        IntValue::Big(big) => Int::from_big(width, big),
    }
}

/// Elements of raw bytes: each in whole bytes, low byte first; one element alone is all of them. Those of one bit
/// may be packed, eight to a byte, low bit first.
fn raw(
    ctx: &Context,
    digits: &str,
    size: usize,
    element: TypeId,
    index: IndexWidth,
) -> Result<Vec<Value>, Unsupported> {
    let digits = digits.trim_start_matches("0x").as_bytes();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Vec<u8> = digits.chunks(2).map(byte).collect::<Option<_>>().ok_or(Unsupported::Attribute)?;
    let (width, stored, kind) = match ctx.type_kind(element) {
        TypeKind::Integer { width, .. } => (*width, *width, None),
        TypeKind::Index => (index.bits(), 64, None),
        TypeKind::Float(kind) => (kind.bits(), kind.bits(), Some(*kind)),
        _ => return Err(Unsupported::Type),
    };
    if width == 1 && size > 1 && bytes.len() == size.div_ceil(8) && bytes.len() != size {
        let bit = |at: usize| Value::bool(bytes[at / 8] >> (at % 8) & 1 == 1);
        return match bytes[..] {
            [0xFF] => Ok(vec![Value::bool(true); size]),
            _ => Ok((0..size).map(bit).collect()),
        };
    }
    let each = stored.div_ceil(8).max(1) as usize;
    let read = |element: &[u8]| {
        let int = Int::from_big(width, &BigInt::from(BigUint::from_bytes_le(element)));
        match kind {
            Some(kind) => Value::float(kind, int.to_u128().unwrap_or_default()),
            None => int.into(),
        }
    };
    match bytes.len() {
        length if length == each => Ok(vec![read(&bytes); size]),
        length if length == each * size => Ok(bytes.chunks(each).map(read).collect()),
        _ => Err(Unsupported::Attribute),
    }
}
