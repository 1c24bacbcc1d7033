//! A rewrite on a copy leaves the original as it was, byte for byte: copies are how the engine undoes.

use assay_ir::pdl::Pattern;
use assay_ir::text;

use super::Failure;
use crate::execute::apply_at;
use crate::generate::payload::Payload;
use crate::subject::World;
use assay_ir::data::OpId;
use assay_ir::rewrite::CompiledPattern;

/// Applies and compares.
///
/// # Errors
/// When the original was changed.
pub fn check(world: &World, pattern: Pattern<'_>, payload: &Payload, at: OpId) -> Result<(), Failure> {
    let Ok(compiled) = CompiledPattern::new(pattern) else { return Ok(()) };
    let before = text::print(&payload.program, &Default::default());
    apply_at(&compiled, &payload.program, at, &world.registry);
    let after = text::print(&payload.program, &Default::default());
    match before == after {
        true => Ok(()),
        false => {
            Err(Failure::new("a rewrite on a copy leaves the original alone", format!("{before}\n{after}")))
        }
    }
}
