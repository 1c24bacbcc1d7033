//! Parts that structured operations share: regions with arguments in front of them and terminators that may be left
//! out.

use crate::data::{InsertPoint, NewOp, OpId, Pos, RegionId, TypeId, ValueId};
use crate::text::lexer::Kind;
use crate::text::op_state::{Argument, OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Adds an empty terminator to the one block of a region that has none; adds the block too.
pub(super) fn ensure_terminator(p: &mut Parser<'_>, region: RegionId, name: &str) {
    let here = p.here();
    let blocks = &p.program.region(region).blocks;
    let block = match blocks.last() {
        Some(block) => *block,
        None => p.program.add_block(region, here),
    };
    let last = p.program.last_op(block).map(|last| p.program.op_name(last));
    if last.is_some_and(|last| last == name || is_terminator(last)) {
        return;
    }
    let name = p.ctx.ident(name);
    let new = NewOp { span: here, ..NewOp::named(&p.ctx, name) };
    let end = p.program.create(&new, InsertPoint::End(block));
    if has_region(p.program.op_name(end)) {
        let inner = p.program.add_region(end);
        p.program.add_block(inner, here);
    }
}

/// A terminator that is put back may have a region with an empty block.
fn has_region(name: &str) -> bool {
    assay_ops::op(name).is_some_and(|record| !record.form().is_empty() && record.has_flag("block"))
}

/// Terminators that can end a region of a structured operation.
pub(super) fn is_terminator(name: &str) -> bool {
    const NAMES: &str = "affine.yield linalg.yield memref.alloca_scope.return memref.atomic_yield tensor.yield vector.yield \
         scf.yield scf.condition scf.reduce scf.forall.in_parallel func.return cf.br cf.cond_br cf.switch \
         ub.unreachable llvm.unreachable llvm.return";
    NAMES.split(' ').any(|other| other == name)
}

/// Ends the region of the operation that is being read with the terminator that its record says is left out.
pub(super) fn end_region(p: &mut Parser<'_>, state: &OpState, operands: &[ValueId], at: InsertPoint) {
    if let Some(terminator) = state.record.and_then(|record| record.terminator()) {
        let (span, name) = (p.here(), p.ctx.ident(terminator));
        p.program.build(&NewOp { span, ..NewOp::named(&p.ctx, name) }, operands, &[], at);
    }
}

/// The last region of the operation that is being read.
pub(super) fn last_region(p: &mut Parser<'_>, state: &mut OpState) -> Option<RegionId> {
    let op = p.holder(state);
    p.program.op_regions(op).last().copied()
}

/// `(%a, %b)`
pub(super) fn use_list<'s>(p: &mut Parser<'s>) -> Read<Vec<Use<'s>>> {
    let mut uses = Vec::new();
    p.expect(Kind::LParen, "`(` and values")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok(uses)
}

/// `(%arg = %init, ..)`: names with their positions, and initial values.
#[allow(clippy::type_complexity)]
pub(super) fn assignments<'s>(p: &mut Parser<'s>) -> Read<(Vec<(&'s str, Pos)>, Vec<Use<'s>>)> {
    let (mut names, mut uses) = (Vec::new(), Vec::new());
    p.expect(Kind::LParen, "`(` and `%name = %value`")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        names.push(argument_name(p)?);
        p.expect(Kind::Equal, "`=` and a value")?;
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok((names, uses))
}

/// `%i` as a new name.
pub(super) fn argument_name<'s>(p: &mut Parser<'s>) -> Read<(&'s str, Pos)> {
    let token = p.expect(Kind::Percent, "a new name such as `%i`")?;
    if p.at_keyword("loc") {
        p.optional_location()?;
    }
    Ok((&p.slice(token)[1..], Pos(token.start)))
}

pub(super) fn arguments<'s>(names: &[(&'s str, Pos)], types: &[TypeId]) -> Vec<Argument<'s>> {
    names.iter().zip(types).map(|((name, pos), ty)| Argument { name, ty: *ty, pos: *pos }).collect()
}

pub(super) fn optional_dictionary(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.at(Kind::LBrace) { p.nested(|p| p.dictionary_entries(&mut state.attributes)) } else { Ok(()) }
}

/// Whether a region has one block with a given terminator at its end, and whether that terminator says nothing.
pub(super) fn terminated(p: &Printer<'_>, region: RegionId, name: &str) -> Option<bool> {
    let [block] = p.program.region(region).blocks[..] else { return None };
    let last = p.program.last_op(block)?;
    if p.program.op_name(last) != name {
        return None;
    }
    let data = p.program.op(last);
    let empty = p.ctx.empty_dictionary();
    let plain = p.program.operand_count(last) == 0 && data.attributes == empty && data.properties == empty;
    let is_empty = |region: &RegionId| match p.program.region(*region).blocks[..] {
        [block] => p.program.first_op(block).is_none() && p.program.block(block).arguments.is_empty(),
        _ => false,
    };
    let regions = p.program.op_regions(last);
    let regions = regions.len() == usize::from(has_region(name))
        && regions.iter().all(is_empty)
        && p.program.result_count(last) == 0;
    let placed = !p.options.locations || data.loc == p.ctx.unknown_loc();
    // Left out, it is not put back behind something else that ends a block.
    let before = p.program.prev_op(last).map(|before| p.program.op_name(before));
    let put_back = !before.is_some_and(|before| before == name || is_terminator(before));
    Some(plain && regions && placed && put_back)
}

pub(super) fn entry_types(p: &Printer<'_>, region: RegionId) -> Vec<TypeId> {
    let first = p.program.region(region).blocks.first();
    first.map_or(Vec::new(), |block| {
        p.program.block(*block).arguments.iter().map(|argument| p.program.value_type(*argument)).collect()
    })
}

pub(super) fn operand_types(p: &Printer<'_>, op: OpId) -> Vec<TypeId> {
    p.program.operands(op).map(|value| p.program.value_type(value)).collect()
}

pub(super) fn result_types(p: &Printer<'_>, op: OpId) -> Vec<TypeId> {
    p.program.results(op).map(|value| p.program.value_type(value)).collect()
}

/// `(%arg = %init, ..)`
pub(super) fn print_assignments(
    p: &mut Printer<'_>,
    op: OpId,
    region: RegionId,
    skip_arguments: usize,
    skip: usize,
) {
    let program = p.program;
    let Some(block) = program.region(region).blocks.first() else { return };
    p.write("(");
    let names = program.block(*block).arguments.iter().skip(skip_arguments);
    for (index, (name, init)) in names.zip(program.operands(op).skip(skip)).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.value(*name);
        p.write(" = ");
        p.value(init);
    }
    p.write(")");
}
