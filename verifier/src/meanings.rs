//! Meanings that users bring: their reader, told which operations have a meaning in Assay. Judges nothing.

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::data::Program;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::meanings::{self, Known};
use assay_ir::spec::Registry;

use crate::values::{effects, meaning};

/// Reads all meanings of a program into a registry with the program's context. Nothing is taken from a program with mistakes.
pub fn load(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    let ctx = std::sync::Arc::clone(into.ctx());
    let forgotten: Vec<String> = into.forgotten().map(|name| ctx.str(name).to_owned()).collect();
    meanings::load(program, into, &|name| match name {
        _ if forgotten.iter().any(|other| other == name) => Known::No,
        _ => known(name),
    })
}

/// What Assay knows of an operation.
pub fn known(name: &str) -> Known {
    match (meaning::knows(name), Interpreter.knows(name)) {
        (true, true) if meaning::is_elementwise(name) => Known::Elementwise,
        (true, true) => Known::Whole,
        (false, false) if !effects::is_access(name) => Known::No,
        _ => Known::Partly,
    }
}
