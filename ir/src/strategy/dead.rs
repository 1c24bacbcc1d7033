//! `eraseDead`: a step that erases an operation without uses and without effect.

use super::step::{Argument, Refusal, Step, StepError};
use crate::data::{OpId, Program};
use crate::ops;
use crate::rewrite::{Applied, Listener, is_dead};
use crate::spec::Registry;

/// The step `eraseDead`.
#[derive(Clone, Copy)]
pub struct EraseDead<'a> {
    /// The dialects that say which operations have no effect.
    pub registry: Option<&'a Registry>,
}

impl std::fmt::Debug for EraseDead<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EraseDead")
    }
}

impl Step for EraseDead<'_> {
    fn name(&self) -> &'static str {
        "eraseDead"
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        match is_dead(program, at, self.registry) || is_unused_value(program, at) {
            true => Ok(()),
            false => Err(Refusal::new("it has uses or an effect")),
        }
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        self.applies(program, at, arguments)?;
        listener.erased(program, at);
        program.erase(at);
        Ok(Applied { created: Vec::new(), erased: vec![at], touched: Vec::new() })
    }
}

/// An operation that its record calls pure, without regions, with results that nothing uses.
fn is_unused_value(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has("pure"))
        && program.op_regions(op).is_empty()
        && program.result_count(op) > 0
        && program.results(op).all(|result| !program.has_uses(result))
}
