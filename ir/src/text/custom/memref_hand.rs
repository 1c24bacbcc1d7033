//! Transfers by DMA and hints of prefetches.

use super::format::Call;
use super::infer;
use super::lists::{property, push};
use super::pieces::Piece;
use super::read::Reading;
use super::scf::{operand_types, resolve_all};
use super::write::Groups;
use crate::data::{AttrKind, OpId};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// `[%i, %j]`
pub(super) fn read_indices<'s>(p: &mut Parser<'s>) -> Read<Vec<Use<'s>>> {
    let mut uses = Vec::new();
    p.expect(Kind::LSquare, "`[` and indices")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok(uses)
}

/// Adds operands of type `index`.
pub(super) fn resolve_indices<'s>(p: &mut Parser<'s>, state: &mut OpState, uses: &[Use<'s>]) -> Read<()> {
    let types = vec![p.ctx.index(); uses.len()];
    resolve_all(p, state, uses, &types)
}

/// Whether an operation has no other properties than these.
pub(super) fn only_properties(p: &Printer<'_>, op: OpId, names: &[&str]) -> Option<()> {
    let entries = p.ctx.entries(p.program.op(op).properties);
    entries.iter().all(|(key, _)| names.contains(&p.ctx.str(*key))).then_some(())
}

/// The value of a boolean property.
pub(super) fn flag(p: &Printer<'_>, op: OpId, name: &str) -> Option<bool> {
    match p.ctx.attr_kind(property(p, op, name)?) {
        AttrKind::Integer { value, ty } if *ty == p.ctx.integer(1) => Some(value.to_i64() != Some(0)),
        _ => None,
    }
}

// --- dma_start ----------------------------------------------------------------------------------------------

/// `%src[..], %dst[..], %count, %tag[..], %stride, %per_stride : types`; stride and the number of elements for
/// each are both there or both absent.
pub(super) fn read_dma_start(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let source = (p.value_use()?, read_indices(p)?);
    p.expect(Kind::Comma, "`,`")?;
    let target = (p.value_use()?, read_indices(p)?);
    p.expect(Kind::Comma, "`,`")?;
    let count = p.value_use()?;
    p.expect(Kind::Comma, "`,`")?;
    let tag = (p.value_use()?, read_indices(p)?);
    let mut stride = Vec::new();
    while p.eat(Kind::Comma) {
        stride.push(p.value_use()?);
    }
    if !matches!(stride.len(), 0 | 2) {
        return p.error_since(start, "a stride needs a number of elements, and nothing follows them");
    }
    p.expect(Kind::Colon, "`:` and three types")?;
    let mut types = Vec::new();
    p.type_list(&mut types)?;
    let [from, to, tags] = types[..] else { return p.error_since(start, "three memref types are needed") };
    for ((value, indices), ty) in [(source, from), (target, to)] {
        resolve_all(p, state, &[value], &[ty])?;
        resolve_indices(p, state, &indices)?;
    }
    resolve_indices(p, state, &[count])?;
    resolve_all(p, state, &[tag.0], &[tags])?;
    resolve_indices(p, state, &tag.1)?;
    resolve_indices(p, state, &stride)
}

pub(super) fn print_dma_start(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &[])?;
    let types = operand_types(p, op);
    let index = p.ctx.index();
    // The places of the three buffers follow from their ranks.
    let mut buffers = [0usize; 3];
    let mut at = 0;
    for (which, place) in buffers.iter_mut().enumerate() {
        *place = at + usize::from(which == 2);
        at = *place + 1 + infer::rank(p.ctx, *types.get(*place)?)?;
    }
    let stride = types.len().checked_sub(at)?;
    let indices = types.iter().enumerate().all(|(n, ty)| buffers.contains(&n) || *ty == index);
    let plain = p.program.result_count(op) == 0
        && p.program.op_regions(op).is_empty()
        && p.program.op(op).attributes == p.ctx.empty_dictionary();
    if !indices || !matches!(stride, 0 | 2) || !plain {
        return None;
    }
    let count = buffers[2] - 1;
    for (which, place) in buffers.iter().enumerate() {
        p.write(if which > 0 { ", " } else { " " });
        if which == 2 {
            p.value(p.program.operand(op, count)?);
            p.write(", ");
        }
        p.value(p.program.operand(op, *place)?);
        p.write("[");
        let rank = infer::rank(p.ctx, types[*place])?;
        p.values(p.program.operands(op).skip(place + 1).take(rank));
        p.write("]");
    }
    if stride > 0 {
        p.write(", ");
        p.values(p.program.operands(op).skip(at));
    }
    p.write(" : ");
    p.types(buffers.iter().map(|place| types[*place]));
    Some(())
}

// --- prefetch -----------------------------------------------------------------------------------------------

pub(super) const HINTS: Piece = Piece::new("PrefetchHints", read_hints, print_hints);

/// `, write, locality<3>, data`, as three properties.
fn read_hints<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>, _: &Call) -> Read<()> {
    p.expect(Kind::Comma, "`,` and hints")?;
    let i1 = p.ctx.integer(1);
    let write = p.at_keyword("write");
    if !write && !p.at_keyword("read") {
        return p.expected("`read` or `write`");
    }
    p.bump();
    let value = p.ctx.integer_attr(i128::from(write), i1);
    push(p, &mut reading.state, "isWrite", value);
    p.expect(Kind::Comma, "`,`")?;
    p.expect_keyword("locality")?;
    p.expect(Kind::Less, "`<`")?;
    let i32 = p.ctx.integer(32);
    let hint = p.read_attr(Some(i32))?;
    push(p, &mut reading.state, "localityHint", hint);
    p.expect(Kind::Greater, "`>`")?;
    p.expect(Kind::Comma, "`,`")?;
    let data = p.at_keyword("data");
    if !data && !p.at_keyword("instr") {
        return p.expected("`data` or `instr`");
    }
    p.bump();
    let value = p.ctx.integer_attr(i128::from(data), i1);
    push(p, &mut reading.state, "isDataCache", value);
    Ok(())
}

fn print_hints(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    if call.says("no dictionary") && p.program.op(op).attributes != p.ctx.empty_dictionary() {
        return None;
    }
    let hint = property(p, op, "localityHint")?;
    if p.ctx.attr_type(hint) != Some(p.ctx.integer(32)) {
        return None;
    }
    p.write(if flag(p, op, "isWrite")? { ", write, locality<" } else { ", read, locality<" });
    p.number(hint);
    p.write(if flag(p, op, "isDataCache")? { ">, data" } else { ">, instr" });
    Some(())
}
