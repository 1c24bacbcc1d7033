//! Programs of witnesses as text. Knows no syntax of its own.

use assay_ir::data::{OpId, Program};

/// A whole program.
pub fn program(program: &Program) -> String {
    assay_ir::text::print(program, &Default::default())
}

/// One operation with all that it holds.
pub fn operation(program: &Program, op: OpId) -> String {
    assay_ir::text::print_op(program, op, &Default::default())
}
