//! Custom forms of `vector.transfer_read` and `vector.transfer_write`, with the map, the bounds and the type of the
//! mask that they leave out.

use super::affine::{map_text, segment_sizes};
use super::infer;
use super::memref_hand::{only_properties, property, push_property, read_indices, resolve_indices};
use super::scf::{self, operand_types, resolve_all, result_types};
use crate::data::{AttrId, AttrKind, Context, LayoutMap, OpId, TypeId, TypeKind, known};
use crate::text::affine::map_parts;
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const NAMES: [&str; 3] = ["permutation_map", "in_bounds", "operandSegmentSizes"];

/// The map that is meant where none is written: the last dimensions in order.
fn minor_identity(ctx: &Context, shaped: TypeId, vector: TypeId) -> Option<AttrId> {
    let element = infer::element(ctx, shaped)?;
    let inner = if matches!(ctx.type_kind(element), TypeKind::Vector { .. }) {
        infer::rank(ctx, element)?
    } else {
        0
    };
    let (dims, TypeKind::Vector { shape, .. }) = (infer::rank(ctx, shaped)?, ctx.type_kind(vector)) else {
        return None;
    };
    let results = shape.len().checked_sub(inner)?;
    let names: Vec<String> = (0..dims).map(|dim| format!("d{dim}")).collect();
    let text = match dims.checked_sub(results) {
        Some(first) => format!("({}) -> ({})", names.join(", "), names[first..].join(", ")),
        // One element of a buffer without dimensions.
        None if dims == 0 && matches!(shape[..], [(1, _)]) => "() -> (0)".into(),
        None => return None,
    };
    Some(ctx.attr(AttrKind::AffineMap(LayoutMap(ctx.ident(&text)))))
}

fn all_false(ctx: &Context, count: usize) -> AttrId {
    let no = ctx.integer_attr(0, ctx.integer(1));
    ctx.attr(AttrKind::Array(vec![no; count].into()))
}

fn map_results(ctx: &Context, map: AttrId) -> Option<usize> {
    match ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map_parts(ctx.str(map.0)).map(|parts| parts.results.len()),
        _ => None,
    }
}

/// The type of a mask: the vector's dimensions in the order of the memory, without those that are repeated.
fn mask_type(ctx: &Context, map: AttrId, vector: TypeId) -> Option<TypeId> {
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

/// Gives the map and the bounds that were left out; returns the map.
fn complete(p: &mut Parser<'_>, state: &mut OpState, types: [TypeId; 2], start: u32) -> Read<AttrId> {
    let given = |p: &Parser<'_>, state: &OpState, name: &str| {
        state.attributes.iter().find(|(key, _)| p.ctx.str(*key) == name).map(|(_, value)| *value)
    };
    let map = match given(p, state, NAMES[0]) {
        Some(map) => map,
        None => {
            let Some(map) = minor_identity(&p.ctx, types[0], types[1]) else {
                return p.error_since(start, "a transfer of these types needs a `permutation_map`");
            };
            push_property(p, state, NAMES[0], map);
            map
        }
    };
    let Some(results) = map_results(&p.ctx, map) else {
        return p.error_since(start, "the `permutation_map` is no affine map");
    };
    if given(p, state, NAMES[1]).is_none() {
        let bounds = all_false(&p.ctx, results);
        push_property(p, state, NAMES[1], bounds);
    }
    Ok(map)
}

fn resolve_mask<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    mask: Option<Use<'s>>,
    (map, vector): (AttrId, TypeId),
    start: u32,
) -> Read<()> {
    let Some(mask) = mask else { return Ok(()) };
    match mask_type(&p.ctx, map, vector) {
        Some(ty) => resolve_all(p, state, &[mask], &[ty]),
        None => p.error_since(start, "the type of the mask does not follow from this map and vector"),
    }
}

/// `%m[..], %padding, %mask {..} : memref<..>, vector<..>`
pub(super) fn read_read(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let base = p.value_use()?;
    let indices = read_indices(p)?;
    p.expect(Kind::Comma, "`,` and the padding")?;
    let padding = p.value_use()?;
    let mask = if p.eat(Kind::Comma) { Some(p.value_use()?) } else { None };
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and two types")?;
    let shaped = p.read_type()?;
    p.expect(Kind::Comma, "`,` and the type of the vector")?;
    let vector = p.read_type()?;
    let Some(element) = infer::element(&p.ctx, shaped) else {
        return p.error_since(start, "a transfer reads from a memref or a tensor");
    };
    let map = complete(p, state, [shaped, vector], start)?;
    resolve_all(p, state, &[base], &[shaped])?;
    resolve_indices(p, state, &indices)?;
    resolve_all(p, state, &[padding], &[element])?;
    resolve_mask(p, state, mask, (map, vector), start)?;
    state.results = vec![vector];
    let sizes = segment_sizes(&p.ctx, &[1, indices.len(), 1, usize::from(mask.is_some())]);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    Ok(())
}

/// `%v, %m[..], %mask {..} : vector<..>, memref<..>`
pub(super) fn read_write(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let value = p.value_use()?;
    p.expect(Kind::Comma, "`,` and a place")?;
    let base = p.value_use()?;
    let indices = read_indices(p)?;
    let mask = if p.eat(Kind::Comma) { Some(p.value_use()?) } else { None };
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and two types")?;
    let vector = p.read_type()?;
    p.expect(Kind::Comma, "`,` and the type of the memory")?;
    let shaped = p.read_type()?;
    let map = complete(p, state, [shaped, vector], start)?;
    resolve_all(p, state, &[value, base], &[vector, shaped])?;
    resolve_indices(p, state, &indices)?;
    resolve_mask(p, state, mask, (map, vector), start)?;
    if matches!(p.ctx.type_kind(shaped), TypeKind::RankedTensor { .. }) {
        state.results = vec![shaped];
    }
    let sizes = segment_sizes(&p.ctx, &[1, 1, indices.len(), usize::from(mask.is_some())]);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    Ok(())
}

/// The common end: attributes that say something, and the two types.
fn print_end(
    p: &mut Printer<'_>,
    op: OpId,
    (shaped, vector): (TypeId, TypeId),
    order: [TypeId; 2],
) -> Option<()> {
    let map = property(p, op, NAMES[0])?;
    let bounds = property(p, op, NAMES[1])?;
    let mut entries = p.ctx.entries(p.program.op(op).attributes).to_vec();
    if bounds != all_false(p.ctx, map_results(p.ctx, map)?) {
        entries.push((p.ctx.ident(NAMES[1]), bounds));
    }
    if minor_identity(p.ctx, shaped, vector) != Some(map) {
        entries.push((p.ctx.ident(NAMES[0]), map));
    }
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    p.write(" : ");
    p.types(order);
    Some(())
}

/// Whether the operand at `mask`, if there is one, has the type that reading gives it.
fn mask_fits(p: &Printer<'_>, op: OpId, operands: &[TypeId], mask: usize, vector: TypeId) -> Option<bool> {
    let map = property(p, op, NAMES[0])?;
    map_text(p, map)?;
    match operands.len().checked_sub(mask)? {
        0 => Some(false),
        1 if mask_type(p.ctx, map, vector) == operands.last().copied() => Some(true),
        _ => None,
    }
}

pub(super) fn print_read(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &NAMES)?;
    let operands = operand_types(p, op);
    let [vector] = result_types(p, op)[..] else { return None };
    let shaped = *operands.first()?;
    let rank = infer::rank(p.ctx, shaped)?;
    let padding = *operands.get(rank + 1)?;
    let masked = mask_fits(p, op, &operands, rank + 2, vector)?;
    let sizes = segment_sizes(p.ctx, &[1, rank, 1, usize::from(masked)]);
    let index = p.ctx.index();
    if operands[1..=rank].iter().any(|ty| *ty != index)
        || infer::element(p.ctx, shaped) != Some(padding)
        || property(p, op, NAMES[2]) != Some(sizes)
    {
        return None;
    }
    p.write(" ");
    p.value(p.program.operand(op, 0)?);
    p.write("[");
    p.values(p.program.operands(op).skip(1).take(rank));
    p.write("], ");
    p.values(p.program.operands(op).skip(1 + rank));
    print_end(p, op, (shaped, vector), [shaped, vector])
}

pub(super) fn print_write(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &NAMES)?;
    let operands = operand_types(p, op);
    let [vector, shaped, ..] = operands[..] else { return None };
    let rank = infer::rank(p.ctx, shaped)?;
    if operands.len() < rank + 2 {
        return None;
    }
    let masked = mask_fits(p, op, &operands, rank + 2, vector)?;
    let sizes = segment_sizes(p.ctx, &[1, 1, rank, usize::from(masked)]);
    let index = p.ctx.index();
    let tensor = matches!(p.ctx.type_kind(shaped), TypeKind::RankedTensor { .. });
    let results = result_types(p, op);
    if operands[2..rank + 2].iter().any(|ty| *ty != index)
        || if tensor { results != [shaped] } else { !results.is_empty() }
        || property(p, op, NAMES[2]) != Some(sizes)
    {
        return None;
    }
    p.write(" ");
    p.value(p.program.operand(op, 0)?);
    p.write(", ");
    p.value(p.program.operand(op, 1)?);
    p.write("[");
    p.values(p.program.operands(op).skip(2).take(rank));
    p.write("]");
    if masked {
        p.write(", ");
        p.values(p.program.operands(op).skip(2 + rank));
    }
    print_end(p, op, (shaped, vector), [vector, shaped])
}
