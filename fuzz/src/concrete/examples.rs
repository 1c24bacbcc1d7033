//! Programs that a pattern may match, one after the other, to be run elsewhere. Runs nothing.

use std::ops::ControlFlow;

use assay_ir::pdl::Pattern;
use assay_ir::spec::Registry;

use super::choices::Choices;
use super::form::{CannotRun, Instance, forms};
use super::inputs::Numbers;

/// Widths of integers whose width is open.
const WIDTHS: [u32; 4] = [8, 32, 64, 16];

/// Attributes that are drawn for the same types.
const DRAWN: usize = 12;

/// Hands programs to `visit` until it has enough, at most `most`. They have the shape that the pattern asks for; native code may
/// say no of them.
///
/// # Errors
/// When no program shows what the pattern does.
pub fn examples(
    pattern: Pattern<'_>,
    registry: &Registry,
    (most, seed): (usize, u64),
    mut visit: impl FnMut(&mut Instance) -> ControlFlow<()>,
) -> Result<(), CannotRun> {
    let mut left = most;
    for form in forms(pattern, registry)?.iter().take(1) {
        let numbers = Numbers::new(seed);
        let poison = form.dialects().iter().any(|dialect| dialect != "comb" && dialect != "hw");
        let mut choices = Choices { form, registry, narrow: 0, wide: &WIDTHS, poison, numbers };
        while left > 0 {
            let types = choices.drawn_types();
            for _ in 0..DRAWN.min(left) {
                left -= 1;
                let Some(mut instance) = choices.drawn(&types)?.and_then(|choice| form.build(&choice)) else {
                    break;
                };
                if visit(&mut instance).is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}
