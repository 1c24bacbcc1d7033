//! What a function is run on, by the types of its parameters: every value and poison where they are few, else boundaries
//! and random ones. Knows no operation.

use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, TypeId, TypeKind};

use crate::generate::choose::Choose;
pub use crate::generate::choose::Numbers;
use crate::generate::input::{EXHAUSTIVE, all, boundaries, float_boundaries, mask};

/// Bits of an integer or `index`.
pub fn width_of(ctx: &Context, ty: TypeId, index: u32) -> Option<u32> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Index => Some(index),
        _ => None,
    }
}

/// Every value of a type, when there are few; poison among them where it is asked for.
pub fn every(ctx: &Context, ty: TypeId, poison: bool) -> Option<Vec<Value>> {
    let TypeKind::Integer { width, .. } = ctx.type_kind(ty) else { return None };
    let values = all(*width)?;
    let mut values: Vec<Value> = values.into_iter().map(|bits| Value::int(*width, bits)).collect();
    values.extend(poison.then_some(Value::Poison));
    Some(values)
}

/// One value of a type; `None` for types that have no values here.
pub fn one(ctx: &Context, ty: TypeId, index: u32, poison: bool, numbers: &mut Numbers) -> Option<Value> {
    if let TypeKind::Vector { shape, element } = ctx.type_kind(ty) {
        let extents: Vec<u64> = shape.iter().map(|(extent, _)| *extent).collect();
        return shaped(ctx, &extents, *element, index, poison, numbers);
    }
    if let TypeKind::MemRef { shape, element, layout: None, space: None } = ctx.type_kind(ty) {
        let extents: Option<Vec<u64>> = shape.iter().copied().collect();
        return shaped(ctx, &extents?, *element, index, poison, numbers);
    }
    if let TypeKind::RankedTensor { shape, element, encoding: None } = ctx.type_kind(ty) {
        let extents: Option<Vec<u64>> = shape.iter().copied().collect();
        return shaped(ctx, &extents?, *element, index, poison, numbers);
    }
    if poison && numbers.below(12) == 0 {
        return Some(Value::Poison);
    }
    if let TypeKind::Float(kind) = ctx.type_kind(ty) {
        let edges = float_boundaries(*kind)?;
        let bits = match numbers.below(2) {
            0 => edges[numbers.below(edges.len())],
            _ => u128::from(numbers.draw()) & mask(kind.bits()),
        };
        return Some(Value::float(*kind, bits));
    }
    let width = width_of(ctx, ty, index)?;
    Some(Value::int(width, number(width, numbers)))
}

/// A number of a width: a boundary in half of the cases, and small ones often.
pub fn number(width: u32, numbers: &mut Numbers) -> u128 {
    match numbers.below(4) {
        0 | 1 => {
            let edges = boundaries(width);
            edges[numbers.below(edges.len())]
        }
        2 => (numbers.below(32) as i128 - 16) as u128 & mask(width),
        _ => (u128::from(numbers.draw()) << 64 | u128::from(numbers.draw())) & mask(width),
    }
}

fn shaped(
    ctx: &Context,
    extents: &[u64],
    element: TypeId,
    index: u32,
    poison: bool,
    numbers: &mut Numbers,
) -> Option<Value> {
    let count: u64 = extents.iter().product();
    let elements: Option<Vec<Value>> =
        (0..count).map(|_| one(ctx, element, index, poison, numbers)).collect();
    Some(Shaped::new(extents.to_vec(), elements?).into())
}

/// Argument lists: all of them when there are at most `most`, else random ones.
pub fn lists(
    ctx: &Context,
    types: &[TypeId],
    index: u32,
    poison: bool,
    most: usize,
    numbers: &mut Numbers,
) -> Vec<Vec<Value>> {
    let every: Option<Vec<Vec<Value>>> = types.iter().map(|ty| every(ctx, *ty, poison)).collect();
    if let Some(every) = every {
        let count = every.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()));
        if let Some(count) = count.filter(|count| *count <= most) {
            let list = |number: usize| {
                let mut rest = number;
                let mut take = |values: &Vec<Value>| {
                    let value = values[rest % values.len()].clone();
                    rest /= values.len();
                    value
                };
                every.iter().map(&mut take).collect()
            };
            return (0..count).map(list).collect();
        }
    }
    let list = |numbers: &mut Numbers| types.iter().map(|ty| one(ctx, *ty, index, poison, numbers)).collect();
    (0..most).filter_map(|_| list(numbers)).collect()
}

/// Whether a width is gone through to the end.
pub fn is_narrow(width: u32) -> bool {
    width <= EXHAUSTIVE
}
