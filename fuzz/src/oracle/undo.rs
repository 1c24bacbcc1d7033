//! A rewrite that is rolled back leaves the program as it was, byte for byte, and whether the rewrite breaks or not; the matcher
//! of many patterns finds what the one-pattern matcher finds.

use assay_ir::data::{OpId, Program};
use assay_ir::pdl::Pattern;
use assay_ir::rewrite::{CompiledPattern, PatternSet};
use assay_ir::text;

use super::Failure;
use crate::execute::options;
use crate::subject::FuzzContext;

/// Most matches at one operation that are applied.
const MATCHES: usize = 8;

/// Copies of a pattern that make a set with a tree.
const MANY: usize = 5;

/// Applies at these operations, rolls back and compares; matches everywhere by the set too.
///
/// # Errors
/// When a rewrite left something behind, or the matchers disagree.
pub fn check(
    world: &FuzzContext,
    pattern: Pattern<'_>,
    program: &Program,
    at: impl IntoIterator<Item = OpId>,
) -> Result<(), Failure> {
    let Ok(compiled) = CompiledPattern::new(pattern) else { return Ok(()) };
    same_matches(world, &compiled, program)?;
    let options = options(&world.registry);
    // A copy, so that a journal that is wrong spoils nothing for those that ask about the program next.
    let mut program = program.clone();
    let before = text::print(&program, &Default::default());
    for at in at {
        let matches = compiled.matches_at(&program, at, &options);
        for found in matches.iter().take(MATCHES) {
            let checkpoint = program.checkpoint();
            // A rewrite that breaks half-way has to be undone as well.
            let _ = compiled.apply(&mut program, found, &options);
            program.rollback(checkpoint);
            let after = text::print(&program, &Default::default());
            if before != after {
                let what = "a rewrite that is rolled back leaves nothing behind";
                return Err(Failure::new(what, format!("{before}\n{after}")));
            }
        }
        if compiled.matches_at(&program, at, &options) != matches {
            return Err(Failure::new("after a rollback there are the same matches", before));
        }
    }
    Ok(())
}

fn same_matches(
    world: &FuzzContext,
    compiled: &CompiledPattern<'_>,
    program: &Program,
) -> Result<(), Failure> {
    let options = options(&world.registry);
    let many = vec![compiled.clone(); MANY];
    let set = PatternSet::new(&many);
    let mut scratch = set.scratch();
    for op in program.walk(program.top()) {
        let of_set = set.match_at(program, op, &options, &mut scratch).map(|(_, found)| found);
        if of_set != compiled.match_at(program, op, &options) {
            let shown = text::print(program, &Default::default());
            return Err(Failure::new("the matcher of many patterns finds what that of one finds", shown));
        }
    }
    Ok(())
}
