//! Sequences of other files in a script: those without a body here get the body that a library has.

use assay_ir::data::{InsertPoint, OpId, Program, known};

use assay_audit::script::text;

use crate::copies::Copies;

/// Why a library does not fit a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The operation of the library.
    pub at: OpId,
    /// The fault as one sentence without a full stop.
    pub message: String,
}

/// Adds the sequences of a library of the same context to a script. Places of their operations are those of the library's text.
///
/// # Errors
/// Each sequence that both define.
pub fn add_library(script: &mut Program, library: &Program) -> Result<(), Vec<Fault>> {
    let name = |program: &Program, op: OpId| program.attr_text(op, known::SYM_NAME).map(str::to_owned);
    let sequences = |program: &Program| -> Vec<OpId> {
        program.ops_in(program.top_block()).filter(|op| text::is_sequence(program, *op)).collect()
    };
    let mut faults = Vec::new();
    for op in sequences(library) {
        let there = sequences(script).into_iter().find(|one| name(script, *one) == name(library, op));
        let has_body = |program: &Program, op: OpId| text::body(program, op).is_some();
        match there {
            Some(_) if !has_body(library, op) => continue,
            Some(one) if has_body(script, one) => {
                let symbol = name(library, op).unwrap_or_default();
                faults.push(Fault { at: op, message: format!("`@{symbol}` is in the script, too") });
                continue;
            }
            Some(one) => script.erase(one),
            None => {}
        }
        let end = InsertPoint::End(script.top_block());
        Copies::with_places().copy(script, library, op, end);
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}
