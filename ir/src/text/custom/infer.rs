//! Types that a custom form leaves out because others determine them. Knows the shapes of types only.

use crate::text::affine::map_parts;
use smallvec::{SmallVec, smallvec};

use std::sync::Arc;

use super::llvm_types;
use crate::data::{AttrId, AttrKind, Context, Ident, TypeId, TypeKind, known};

pub(super) type Types = SmallVec<[TypeId; 2]>;

/// A type by its text: the few that rules name.
pub(super) fn fixed(ctx: &Arc<Context>, text: &str) -> Option<TypeId> {
    Some(match text {
        "i1" => ctx.integer(1),
        "i16" => ctx.integer(16),
        "i32" => ctx.integer(32),
        "i64" => ctx.integer(64),
        "index" => ctx.index(),
        "!pdl.type" => ctx.pdl_type(known::T_TYPE),
        "!pdl.value" => ctx.pdl_type(known::VALUE),
        "!pdl.operation" => ctx.pdl_type(known::T_OPERATION),
        "!pdl.attribute" => ctx.pdl_type(known::T_ATTRIBUTE),
        "!pdl.range<type>" => ctx.pdl_range(known::T_TYPE),
        "!pdl.range<value>" => ctx.pdl_range(known::VALUE),
        _ => return super::super::parse_type(ctx, text).ok(),
    })
}

/// The types that a named function gives for the types of its arguments and the properties read so far.
pub(super) fn function(
    ctx: &Arc<Context>,
    name: &str,
    arguments: &[&[TypeId]],
    properties: &[(Ident, AttrId)],
) -> Option<Types> {
    let first = arguments.first().and_then(|types| types.first()).copied();
    Some(match name {
        "i1like" => smallvec![with_element(ctx, first?, ctx.integer(1))],
        "element" => smallvec![element(ctx, first?)?],
        "element_or_self" => smallvec![element(ctx, first?).unwrap_or(first?)],
        "array_domain" => smallvec![array_parts(ctx, first?)?.0],
        "array_range" => smallvec![array_parts(ctx, first?)?.1],
        "outer" => smallvec![outer(ctx, first?, *arguments.get(1)?.first()?)?],
        "transfer_mask" => {
            let map = property(ctx, NAMES[0], properties)?;
            smallvec![mask_type(ctx, map, first?)?]
        }
        "pdl_range" => smallvec![pdl_range(ctx, first?)?],
        "pdl_types" => match ctx.type_kind(first?) {
            TypeKind::Dialect { params, .. } if params.is_empty() => smallvec![ctx.pdl_type(known::VALUE)],
            _ => smallvec![ctx.pdl_range(known::VALUE)],
        },
        "parameter" => smallvec![parameter(ctx, first?)?],
        "with_flag" => smallvec![llvm_types::with_flag(ctx, first?)],
        "all_elements" => match ctx.type_kind(first?) {
            TypeKind::Vector { shape, element } => SmallVec::from_elem(*element, elements(shape)?),
            TypeKind::RankedTensor { shape, element, .. } => {
                let shape: Option<Vec<_>> = shape.iter().map(|dim| Some(((*dim)?, false))).collect();
                SmallVec::from_elem(*element, elements(&shape?)?)
            }
            _ => return None,
        },
        "shuffled" => {
            let length = list_length(ctx.attr_kind(property(ctx, "mask", properties)?))?;
            match ctx.type_kind(first?) {
                TypeKind::Vector { shape, element } => {
                    let rest = shape.get(1..).unwrap_or(&[]);
                    let shape = std::iter::once((length, false)).chain(rest.iter().copied()).collect();
                    smallvec![ctx.ty(TypeKind::Vector { shape, element: *element })]
                }
                _ => return None,
            }
        }
        "smt_inputs" => smt_function(ctx, first?)?.0,
        "smt_result" => smallvec![smt_function(ctx, first?)?.1],
        "smt_joined" => {
            let second = *arguments.get(1)?.first()?;
            let width = width(ctx, first?)?.checked_add(width(ctx, second)?)?;
            smallvec![super::super::parse_type(ctx, &format!("!smt.bv<{width}>")).ok()?]
        }
        "inputs_of" | "results_of" => match ctx.type_kind(first?) {
            TypeKind::Function { inputs, results } => {
                SmallVec::from_slice(if name == "inputs_of" { inputs } else { results })
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The type of an outer product: `vector<4xT>` by `vector<3xT>` is `vector<4x3xT>`, by `T` it stays.
fn outer(ctx: &Context, left: TypeId, right: TypeId) -> Option<TypeId> {
    match (ctx.type_kind(left), ctx.type_kind(right)) {
        (TypeKind::Vector { shape: rows, element }, TypeKind::Vector { shape: columns, .. }) => {
            let shape = rows.iter().chain(columns).copied().collect();
            Some(ctx.ty(TypeKind::Vector { shape, element: *element }))
        }
        (TypeKind::Vector { .. }, _) => Some(left),
        _ => None,
    }
}

/// A property by its name.
pub(super) fn property(ctx: &Context, key: &str, properties: &[(Ident, AttrId)]) -> Option<AttrId> {
    properties.iter().find(|(name, _)| ctx.str(*name) == key).map(|(_, attr)| *attr)
}

/// The first parameter of a dialect's type, when that is a type: `T` of `!emitc.lvalue<T>`.
fn parameter(ctx: &Arc<Context>, ty: TypeId) -> Option<TypeId> {
    match ctx.type_kind(ty) {
        TypeKind::Dialect { params, .. } => match ctx.attr_kind(*params.first()?) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        },
        TypeKind::Opaque { body, .. } => {
            let body = ctx.str(*body);
            let ends = body.match_indices(',').map(|(at, _)| at).chain([body.len()]);
            ends.filter_map(|end| super::super::parse_type(ctx, &body[..end]).ok()).next()
        }
        _ => None,
    }
}

/// `A` and `B` of `!smt.array<[A -> B]>`.
fn array_parts(ctx: &Arc<Context>, ty: TypeId) -> Option<(TypeId, TypeId)> {
    let TypeKind::Opaque { body, .. } = ctx.type_kind(ty) else { return None };
    let inside = ctx.str(*body).strip_prefix('[')?.strip_suffix(']')?;
    let parse = |text: &str| super::super::parse_type(ctx, text.trim()).ok();
    inside.match_indices("->").find_map(|(at, _)| parse(&inside[..at]).zip(parse(&inside[at + 2..])))
}

/// The types of arguments and the type of the result of `!smt.func<(A, B) C>`.
fn smt_function(ctx: &Arc<Context>, ty: TypeId) -> Option<(Types, TypeId)> {
    let text = super::super::type_text(ctx, ty);
    let body = text.strip_prefix("!smt.func<(")?.strip_suffix('>')?;
    // Types of arguments have balanced parentheses: functions are no arguments.
    let parse = |text: &str| super::super::parse_type(ctx, text.trim()).ok();
    body.match_indices(')').find_map(|(at, _)| {
        let result = parse(&body[at + 1..])?;
        let list = super::super::parse_type(ctx, &format!("({}) -> ()", &body[..at])).ok()?;
        match ctx.type_kind(list) {
            TypeKind::Function { inputs, .. } => Some((SmallVec::from_slice(inputs), result)),
            _ => None,
        }
    })
}

/// `!pdl.range<value>` for `!pdl.value`; a range stays.
pub(super) fn pdl_range(ctx: &Context, element: TypeId) -> Option<TypeId> {
    match ctx.type_kind(element) {
        TypeKind::Dialect { dialect, name, .. } if *dialect == known::D_PDL => {
            Some(if *name == known::T_RANGE { element } else { ctx.pdl_range(*name) })
        }
        _ => None,
    }
}

/// The type that an attribute has.
pub(super) fn attr_type(ctx: &Context, attr: AttrId) -> Option<TypeId> {
    match ctx.attr_kind(attr) {
        AttrKind::Type(ty) => Some(*ty),
        _ => ctx.attr_type(attr),
    }
}

/// The element type of a shaped type.
pub(super) fn element(ctx: &Context, ty: TypeId) -> Option<TypeId> {
    match ctx.type_kind(ty) {
        TypeKind::Complex(element) => Some(*element),
        _ => ctx.element_type(ty),
    }
}

pub(super) fn rank(ctx: &Context, ty: TypeId) -> Option<usize> {
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => Some(shape.len()),
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => Some(shape.len()),
        _ => None,
    }
}

/// A type of the same shape with another element type; a scalar becomes that element.
pub(super) fn with_element(ctx: &Context, ty: TypeId, element: TypeId) -> TypeId {
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => ctx.ty(TypeKind::Vector { shape: shape.clone(), element }),
        TypeKind::RankedTensor { shape, encoding, .. } => {
            ctx.ty(TypeKind::RankedTensor { shape: shape.clone(), element, encoding: *encoding })
        }
        TypeKind::UnrankedTensor(_) => ctx.ty(TypeKind::UnrankedTensor(element)),
        _ => element,
    }
}

/// The number of elements of a vector.
fn elements(shape: &[(u64, bool)]) -> Option<usize> {
    let product = shape.iter().try_fold(1u64, |product, (size, _)| product.checked_mul(*size))?;
    usize::try_from(product).ok().filter(|count| *count < 1 << 20)
}

/// The length of a property that is a list of numbers.
fn list_length(kind: &AttrKind) -> Option<u64> {
    match kind {
        AttrKind::DenseArray { values, .. } => Some(values.len() as u64),
        _ => None,
    }
}

pub(super) const NAMES: [&str; 2] = ["permutation_map", "in_bounds"];

pub(super) fn map_results(ctx: &Context, map: AttrId) -> Option<usize> {
    match ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map_parts(ctx.str(map.0)).map(|parts| parts.results.len()),
        _ => None,
    }
}

/// The type of a mask: the vector's dimensions in the order of the memory, without those that are repeated.
pub(super) fn mask_type(ctx: &Context, map: AttrId, vector: TypeId) -> Option<TypeId> {
    let (AttrKind::AffineMap(map), TypeKind::Vector { shape, .. }) =
        (ctx.attr_kind(map), ctx.type_kind(vector))
    else {
        return None;
    };
    let parts = map_parts(ctx.str(map.0))?;
    let mut places: Vec<(usize, (u64, bool))> = Vec::new();
    for (result, extent) in parts.results.iter().zip(shape) {
        match result.strip_prefix('d').and_then(|dim| dim.parse().ok()) {
            Some(dim) => places.push((dim, *extent)),
            None if *result == "0" => {}
            None => return None,
        }
    }
    if parts.results.len() != shape.len() {
        return None;
    }
    places.sort_by_key(|(dim, _)| *dim);
    let mut shape: Vec<(u64, bool)> = places.into_iter().map(|(_, extent)| extent).collect();
    if shape.is_empty() {
        shape.push((1, false));
    }
    Some(ctx.ty(TypeKind::Vector { shape: shape.into(), element: ctx.integer(1) }))
}

/// The width of a bit vector.
pub(super) fn width(ctx: &Context, ty: TypeId) -> Option<u64> {
    let text = crate::text::type_text(ctx, ty);
    text.strip_prefix("!smt.bv<")?.strip_suffix('>')?.parse().ok()
}
