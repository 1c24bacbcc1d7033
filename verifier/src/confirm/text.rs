//! Programs of witnesses as text. Knows no syntax of its own.

use assay_ir::data::{OpId, Program};

/// A whole program.
pub fn program(program: &Program) -> String {
    format!("{} operations", program.op_slots())
}

/// One operation with all that it holds.
pub fn operation(program: &Program, op: OpId) -> String {
    match program.source() {
        Some(source) => source.slice(program.op(op).span).to_owned(),
        None => program.op_name(op).to_owned(),
    }
}
