//! A rewrite on a copy leaves the original as it was, byte for byte: copies are how the engine undoes.

use assay_ir::data::{OpId, Program};
use assay_ir::pdl::Pattern;
use assay_ir::rewrite::CompiledPattern;
use assay_ir::text;

use super::Failure;
use crate::execute::apply_at;
use crate::subject::World;

/// Applies at these operations and compares.
///
/// # Errors
/// When the original was changed.
pub fn check(
    world: &World,
    pattern: Pattern<'_>,
    program: &Program,
    at: impl IntoIterator<Item = OpId>,
) -> Result<(), Failure> {
    let Ok(compiled) = CompiledPattern::new(pattern) else { return Ok(()) };
    let before = text::print(program, &Default::default());
    for at in at {
        apply_at(&compiled, program, at, &world.registry);
    }
    let after = text::print(program, &Default::default());
    match before == after {
        true => Ok(()),
        false => {
            Err(Failure::new("a rewrite on a copy leaves the original alone", format!("{before}\n{after}")))
        }
    }
}
