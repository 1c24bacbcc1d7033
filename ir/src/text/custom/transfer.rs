//! The piece of `vector.transfer_read` and `vector.transfer_write`, with the map, the bounds and the type of the mask
//! that they leave out.

use super::format::CustomParse;
use super::format::Groups;
use super::format::{Call, Target};
use super::infer;
use super::infer::{NAMES, map_results, mask_type};
use super::linalg_body::tensors;
use super::lists::{property, push};
use super::scf::{optional_dictionary, result_types};
use crate::data::{AttrId, AttrKind, Context, LayoutMap, OpId, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

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

/// Moves the map and the bounds to the properties, and gives those that were left out.
fn complete(p: &mut Parser<'_>, state: &mut OpState, types: [TypeId; 2], start: u32) -> Read<AttrId> {
    let mut given = NAMES.map(|name| {
        let at = state.attributes.iter().position(|(key, _)| p.ctx.str(*key) == name)?;
        Some(state.attributes.remove(at).1)
    });
    let Some(map) = given[0].or_else(|| minor_identity(&p.ctx, types[0], types[1])) else {
        return p.error_since(start, "a transfer of these types needs a `permutation_map`");
    };
    let Some(results) = map_results(&p.ctx, map) else {
        return p.error_since(start, "the `permutation_map` is no affine map");
    };
    push(p, state, NAMES[0], map);
    let bounds = given[1].take().unwrap_or_else(|| all_false(&p.ctx, results));
    push(p, state, NAMES[1], bounds);
    Ok(map)
}

/// `{..} : memref<..>, vector<..>`; a store says the vector first.
pub(super) fn read<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let start = reading.start;
    optional_dictionary(p, reading.state)?;
    p.expect(Kind::Colon, "`:` and two types")?;
    let first = p.read_type()?;
    p.expect(Kind::Comma, "`,` and a type")?;
    let mut types = [first, p.read_type()?];
    for (index, ty) in types.into_iter().enumerate() {
        let types = Some(smallvec::smallvec![ty]);
        match call.target(index) {
            Some(Target::In(group)) => reading.in_types[group] = types,
            _ => reading.out_types[0] = types,
        }
    }
    if call.says("store") {
        types.reverse();
        reading.out_types[0] = Some(tensors(&p.ctx, &types[..1]).into());
    }
    if infer::element(&p.ctx, types[0]).is_none() {
        return p.error_since(start, "a transfer is between a vector and a memref or a tensor");
    }
    let map = complete(p, reading.state, types, start)?;
    let masked = reading.uses.last().is_some_and(|mask| !mask.is_empty());
    if masked && mask_type(&p.ctx, map, types[1]).is_none() {
        return p.error_since(start, "the type of the mask does not follow from this map and vector");
    }
    Ok(())
}

/// Attributes that say something, and the two types.
pub(super) fn print(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let ty = |index| match call.target(index)? {
        Target::In(group) => Some(program.value_type(program.operand(op, groups.ins[group].0)?)),
        _ => Some(program.value_type(program.result(op, 0)?)),
    };
    let order = [ty(0)?, ty(1)?];
    let [shaped, vector] = if call.says("store") { [order[1], order[0]] } else { order };
    if call.says("store") && result_types(p, op) != tensors(p.ctx, &[shaped]) {
        return None;
    }
    let [map, bounds] = [property(p, op, NAMES[0])?, property(p, op, NAMES[1])?];
    let mut entries = p.ctx.entries(program.op(op).attributes).to_vec();
    if bounds != all_false(p.ctx, map_results(p.ctx, map)?) {
        entries.push((p.ctx.ident(NAMES[1]), bounds));
    }
    if minor_identity(p.ctx, shaped, vector) != Some(map) {
        entries.push((p.ctx.ident(NAMES[0]), map));
    }
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.dictionary(&entries);
        p.write(" ");
    }
    p.write(": ");
    p.types(order);
    Some(())
}
