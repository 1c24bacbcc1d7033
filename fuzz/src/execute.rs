//! One pattern applied to one program by our engine, and the independent checker on what is left: every match, one
//! application each. Forms no verdict.

use assay_ir::data::{OpId, Program};
use assay_ir::rewrite::{CompiledPattern, Options, PdlSemantics};
use assay_ir::spec::Registry;
use assay_ir::wellformed::{self, Violation, ViolationKind};

use crate::outcome::{Outcome, of_error, of_violations};

/// Most matches at one operation that are applied.
const MATCHES: usize = 8;

/// The settings of the engine.
pub fn options(registry: &Registry) -> Options<'_> {
    Options { registry: Some(registry), meaning: PdlSemantics::Mlir22, ..Options::default() }
}

/// One application.
#[derive(Clone, Debug)]
pub struct Run {
    /// What became of it.
    pub outcome: Outcome,
    /// The program as far as it got.
    pub after: Program,
}

/// Whether a program is in order.
pub fn is_wellformed(program: &Program, registry: &Registry) -> bool {
    wellformed::check(program, registry, &wellformed::Options::default()).is_empty()
}

/// How often a pattern matches at an operation, as MLIR 22 reads it or as it is written.
pub fn matches_at(
    pattern: &CompiledPattern<'_>,
    program: &Program,
    at: OpId,
    registry: &Registry,
    meaning: PdlSemantics,
) -> usize {
    pattern.matches_at(program, at, &Options { meaning, ..options(registry) }).len()
}

/// Applies a pattern at an operation, once for each match, to a copy of the program each time.
pub fn apply_at(pattern: &CompiledPattern<'_>, program: &Program, at: OpId, registry: &Registry) -> Vec<Run> {
    let options = options(registry);
    let mut matches = pattern.matches_at(program, at, &options);
    matches.truncate(MATCHES);
    let run = |found| {
        // A copy: oracles hold the program before and each program after side by side.
        let mut after = program.clone();
        let outcome = match pattern.apply(&mut after, &found, &options) {
            Err(error) => of_error(&error),
            Ok(_) => after_rewrite(program, &after, registry),
        };
        Run { outcome, after }
    };
    matches.into_iter().map(run).collect()
}

fn after_rewrite(before: &Program, after: &Program, registry: &Registry) -> Outcome {
    let violations = wellformed::check(after, registry, &wellformed::Options::default());
    // A terminator that was there before has operands of other types because a replacement has.
    let retyped = |violation: &Violation| {
        let contract = matches!(
            violation.kind,
            ViolationKind::SuccessorArgumentMismatch
                | ViolationKind::ReturnTypesMismatch
                | ViolationKind::EntryArgumentsMismatch
        );
        contract && violation.op.index() < before.op_slots()
    };
    let (retyped, others): (Vec<Violation>, Vec<Violation>) = violations.into_iter().partition(retyped);
    match of_violations(&others) {
        Some(outcome) if outcome.breaks_structure() => outcome,
        // A rule of types that is broken, too, comes behind.
        _ if lost_terminator(before, after, registry) => Outcome::IllFormed("S101"),
        Some(outcome) => outcome,
        None if !retyped.is_empty() => Outcome::IllFormed("T202"),
        None => Outcome::WellFormed,
    }
}

/// Whether a block that ended with a terminator now ends with an operation of no spec, which is taken to be none: no
/// verifier can say so.
pub fn lost_terminator(before: &Program, after: &Program, registry: &Registry) -> bool {
    let ends = |program: &Program, op: OpId| match registry.op(program.op(op).name) {
        Some(spec) => spec.traits.terminator,
        None => !program.successors(op).is_empty(),
    };
    before.walk(before.top()).any(|op| {
        let Some(block) = before.op(op).block else { return false };
        before.last_op(block) == Some(op)
            && after.is_erased(op)
            && ends(before, op)
            && after.last_op(block).is_some_and(|last| !after.is_erased(last) && !ends(after, last))
    })
}
