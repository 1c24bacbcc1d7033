//! The table of all operations that the JIT compiles.

use assay_ir::data::{Ident, OpId, Program};
use rustc_hash::FxHashMap;

use crate::meaning::{OpLowering, Origin};
use crate::{
    affine, arith, builtin, cf, comb, floats, func, index, linalg, llvm, llvm_integers, math, memref, scf,
    tensor, ub, vector, views,
};
use assay_backend::table::Table;

static TABLE: Table<OpLowering> = Table::new(
    &[
        affine::OPS,
        arith::OPS,
        floats::OPS,
        builtin::OPS,
        cf::OPS,
        comb::OPS,
        func::OPS,
        index::OPS,
        linalg::OPS,
        llvm::OPS,
        llvm_integers::OPS,
        math::OPS,
        memref::OPS,
        views::OPS,
        scf::OPS,
        tensor::OPS,
        ub::OPS,
        vector::ARRANGE_OPS,
        vector::REDUCE_OPS,
        vector::ACCESS_OPS,
    ],
    linalg::structured_ops,
);

/// The entry of an operation.
pub(super) fn meaning(name: &str) -> Option<&'static OpLowering> {
    TABLE.get(name)
}

/// Full names of the operations that the JIT compiles, in the order of their dialects.
pub fn operations() -> impl Iterator<Item = &'static str> {
    TABLE.names()
}

/// Returns true when an operation of the program that the JIT compiles loads from memory. Such a load gives some
/// value where the interpreter's gives poison.
pub(super) fn reads_memory(program: &Program) -> bool {
    program.walk(program.top()).any(|op| {
        meaning(program.op_name(op))
            .is_some_and(|meaning| matches!(meaning.origin, Origin::Memory | Origin::MemoryAndOperands))
    })
}

/// The entries of the operations of one program, looked up once for each name.
#[derive(Default)]
pub(super) struct Meanings(FxHashMap<Ident, Option<&'static OpLowering>>);

impl Meanings {
    /// The entry of an operation.
    pub(super) fn entry(&mut self, program: &Program, op: OpId) -> Option<&'static OpLowering> {
        let name = program.op(op).name;
        *self.0.entry(name).or_insert_with(|| meaning(program.ctx().str(name)))
    }
}
