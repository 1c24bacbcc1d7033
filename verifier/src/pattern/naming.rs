//! The names that the source of a pattern gives to its values. Knows no payload.

use assay_ir::data::{OpId, Program};

/// The name that a PDL operation gives to its result, as it is written; else the name of the operation.
pub fn name(program: &Program, op: OpId) -> String {
    let span = program.op(op).span;
    let text = program.source().and_then(|source| source.text().get(span.start as usize..span.end as usize));
    let word = text.and_then(|text| text.split([' ', ':', '=', '\n']).next()).unwrap_or_default();
    if word.starts_with('%') { word.to_owned() } else { program.op_name(op).to_owned() }
}
