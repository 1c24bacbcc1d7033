//! Pieces that ODS calls `custom<..>`: each dialect lists its own; here they are only found by name.

use super::format::Piece;
use super::{
    affine, affine_parallel, arith, branches, comb, func, hw, irdl, linalg, linalg_generic, lists, llvm,
    llvm_calls, loops, memref, ml_program, pdl, smt, transform_pieces, vector,
};

/// A piece of a dialect by its name.
pub(super) fn piece(dialect: &str, name: &str) -> Option<&'static Piece> {
    let own: &[&[Piece]] = match dialect {
        "affine" => &[affine::PIECES, affine_parallel::PIECES],
        "arith" => &[arith::PIECES],
        "comb" => &[comb::PIECES],
        "irdl" => &[irdl::PIECES],
        "memref" => &[memref::PIECES],
        "ml_program" => &[ml_program::PIECES],
        "pdl" => &[pdl::PIECES],
        "smt" => &[smt::PIECES],
        "hw" => &[hw::PIECES],
        "linalg" => &[linalg::PIECES, linalg_generic::PIECES],
        "vector" => &[vector::PIECES],
        "transform" => &[transform_pieces::PIECES],
        _ => &[],
    };
    let shared =
        [lists::PIECES, func::PIECES, branches::PIECES, loops::PIECES, llvm::PIECES, llvm_calls::PIECES];
    own.iter().copied().chain(shared).flatten().find(|piece| piece.name == name)
}
