//! No bytes make the audit of transform scripts panic or go on without end; it says the same twice, and blames operations of the
//! script.

use assay_audit::contract::Contracts;
use assay_audit::script::{self, Audited, Known, On};
use assay_ir::data::{Context, OpId};
use assay_ir::text;

use super::Failure;

/// Audits what bytes say: the number of sequences.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(bytes: &[u8]) -> Result<usize, Failure> {
    let ctx = Context::new();
    let Ok(parsed) = text::parse_bytes(&ctx, "input", bytes) else { return Ok(0) };
    let program = &parsed.program;
    if !parsed.diagnostics.is_empty() || !script::is_script(program) {
        return Ok(0);
    }
    let contracts = Contracts::default();
    let known = Known { contracts: &contracts, registry: None };
    let mut sequences = 0;
    for on in [On::Any, On::Program(program)] {
        let (one, two) = (script::audit(program, on, known, &[]), script::audit(program, on, known, &[]));
        let said = |all: &[Audited]| all.iter().map(|one| format!("{one:?}")).collect::<Vec<_>>();
        if said(&one) != said(&two) {
            return Err(Failure::new("a script is audited alike twice", format!("{one:?}\n{two:?}")));
        }
        let ops: Vec<OpId> = program.walk(program.top()).collect();
        let related = |audited: &Audited| -> Vec<OpId> {
            let problems = audited.problems.iter();
            let blamed = problems.flat_map(|one| one.related.iter().map(|(op, _)| *op).chain([one.at]));
            blamed.chain(audited.unknown.iter().chain(&audited.open).map(|(op, _)| *op)).collect()
        };
        if let Some(op) = one.iter().flat_map(related).find(|op| !ops.contains(op)) {
            return Err(Failure::new("what is blamed is of the script", format!("{op:?}")));
        }
        sequences = one.len();
    }
    Ok(sequences)
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn seeds_are_scripts() {
        assert!(matches!(check(include_bytes!("../../seeds/script/handles.mlir")), Ok(1..)));
        assert!(matches!(check(include_bytes!("../../seeds/script/alternatives.mlir")), Ok(1..)));
        assert!(matches!(check(b"module {}"), Ok(0)));
    }
}
