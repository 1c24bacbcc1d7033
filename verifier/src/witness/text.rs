//! Programs of witnesses as text. Knows no syntax of its own.

use assay_ir::data::{OpId, Program};
use rustc_hash::FxHashMap;

/// A program as a witness shows it, taken down before the rewrite is undone.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The line of each operation that is in it, from 0.
    pub lines: FxHashMap<OpId, usize>,
}

impl Printed {
    /// Prints a program.
    pub fn new(program: &Program) -> Printed {
        let (text, lines) = assay_ir::text::print_with_lines(program);
        Printed { text, lines }
    }
}

/// A whole program.
pub fn program(program: &Program) -> String {
    assay_ir::text::print(program, &Default::default())
}

/// One operation with all that it holds.
pub fn operation(program: &Program, op: OpId) -> String {
    assay_ir::text::print_op(program, op, &Default::default())
}
