//! Pieces that ODS calls `custom<..>`: each dialect lists its own; here they are only found by name.

use super::format::{Call, Target};
use super::read::CustomParse;
use super::write::Groups;
use super::{
    affine, arith, branches, comb, func, hw, irdl, linalg, lists, llvm, llvm_calls, loops, memref,
    ml_program, pdl, smt, transform_pieces, vector,
};
use crate::data::OpId;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) type ReadPiece =
    for<'a, 'b, 's> fn(&'a mut Parser<'s>, &'b mut CustomParse<'s, '_>, &Call) -> Read<()>;
pub(super) type PrintPiece = for<'a, 'p, 'g> fn(&'a mut Printer<'p>, OpId, &'g Groups, &Call) -> Option<()>;

/// A piece of an assembly format: `custom<Name>`.
pub(super) struct Piece {
    pub(super) name: &'static str,
    pub(super) read: ReadPiece,
    /// `None` when the piece cannot say what the operation has.
    pub(super) print: PrintPiece,
    /// Inherent attributes that it writes besides those of its arguments.
    pub(super) attrs: &'static [&'static str],
    /// It gives names to the arguments of the first region.
    pub(super) binds: bool,
    /// Values whose types it writes, or derives and checks, besides those of its arguments.
    pub(super) types: &'static [Target],
}

impl Piece {
    pub(super) const fn new(name: &'static str, read: ReadPiece, print: PrintPiece) -> Piece {
        Piece { name, read, print, attrs: &[], binds: false, types: &[] }
    }

    pub(super) const fn binding(mut self) -> Piece {
        self.binds = true;
        self
    }

    pub(super) const fn writing(mut self, attrs: &'static [&'static str]) -> Piece {
        self.attrs = attrs;
        self
    }

    pub(super) const fn typed(mut self, types: &'static [Target]) -> Piece {
        self.types = types;
        self
    }
}

/// A piece of a dialect by its name.
pub(super) fn piece(dialect: &str, name: &str) -> Option<&'static Piece> {
    let list: &[Piece] = match dialect {
        "affine" => affine::PIECES,
        "arith" => arith::PIECES,
        "comb" => comb::PIECES,
        "irdl" => irdl::PIECES,
        "memref" => memref::PIECES,
        "ml_program" => ml_program::PIECES,
        "pdl" => pdl::PIECES,
        "smt" => smt::PIECES,
        "hw" => hw::PIECES,
        "linalg" => linalg::PIECES,
        "vector" => vector::PIECES,
        "transform" => transform_pieces::PIECES,
        _ => &[],
    };
    let shared =
        [lists::PIECES, func::PIECES, branches::PIECES, loops::PIECES, llvm::PIECES, llvm_calls::PIECES];
    list.iter().chain(shared.into_iter().flatten()).find(|piece| piece.name == name)
}
