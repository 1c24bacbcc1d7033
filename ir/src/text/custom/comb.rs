//! Custom forms of CIRCT's comb dialect. No MLIR binary reads them: they follow CIRCT's documentation.

use smallvec::smallvec;

use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Call, Target};
use super::scf::operand_types;
use crate::data::{Context, OpId, Signedness, TypeId, TypeKind};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] =
    &[Piece::new("SumOfWidths", read_concat, print_concat).typed(&[Target::Results])];

/// Bits of all signless integers together; `None` when there are none, or others among them.
fn widths(ctx: &Context, types: &[TypeId]) -> Option<u32> {
    let width = |ty: &TypeId| match *ctx.type_kind(*ty) {
        TypeKind::Integer { width, signedness: Signedness::Signless } => Some(width),
        _ => None,
    };
    let sum = types.iter().try_fold(0u32, |sum, ty| sum.checked_add(width(ty)?))?;
    (sum > 0 && sum < 1 << 24).then_some(sum)
}

fn read_concat<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    match reading.in_types[0].as_ref().and_then(|types| widths(&p.ctx, types)) {
        Some(width) => {
            reading.out_types[0] = Some(smallvec![p.ctx.integer(width)]);
            Ok(())
        }
        None => p.error_here("only integers can be concatenated"),
    }
}

fn print_concat(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let width = widths(p.ctx, &operand_types(p, op))?;
    (p.program.value_type(p.program.result(op, 0)?) == p.ctx.integer(width)).then_some(())
}
