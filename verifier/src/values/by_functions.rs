//! Types at which a pattern has no form as expressions: it is judged as two functions there.

use assay_ir::data::OpId;
use assay_ir::pdl::Pattern;

use super::builder::{EncodeError, Types};
use super::example::by_handle;
use super::state::{Stage, TypedOutcome};
use super::trace;
use crate::instance::{self, Instance, has_functions};
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, Step};
use crate::pattern::naming;
use crate::verdict::{Claim, Finding, Label, Rule, Severity, Unknown};
use crate::witness::PdlValue;

/// Pairs of functions that are judged for one pattern.
const MAX_PAIRS: usize = 12;

/// How the reason begins for which a difference is not shown.
pub(super) const WITNESS: &str = "a witness for";

impl Stage<'_> {
    /// The outcome at types at which a pattern cannot be encoded, for this reason.
    pub(super) fn without_encoding(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        types: &Types,
        why: EncodeError,
    ) -> TypedOutcome {
        let may_run = match why {
            EncodeError::NoMeaning(..) | EncodeError::Unsupported { .. } => true,
            // Functions are of the types that the described ones stand for.
            EncodeError::Undescribed { .. } => self.task.registry.type_meanings().next().is_some(),
            EncodeError::Native(_) | EncodeError::Refused | EncodeError::IllTyped => false,
        };
        let outcome = may_run.then(|| self.by_functions((model, classes), types)).flatten();
        outcome.unwrap_or_else(|| self.outcome_of(model, why))
    }

    /// The outcome where something is left open because it is not known what an operation comes to, or no program shows a difference.
    pub(super) fn for_known_results(
        &mut self,
        the_match: (&Model, &Classes<'_>),
        types: &Types,
        outcome: TypedOutcome,
    ) -> TypedOutcome {
        let is_open = |why: &Unknown| match why {
            Unknown::NoMeaning { .. } => true,
            Unknown::Unsupported { what, .. } => what.starts_with(WITNESS),
            _ => false,
        };
        if matches!(outcome, TypedOutcome::Refuted) || !self.result.open.as_ref().is_some_and(is_open) {
            return outcome;
        }
        let open = self.result.open.take();
        match self.by_functions(the_match, types) {
            Some(found) if !matches!(found, TypedOutcome::Empty) => found,
            _ => {
                self.result.open = open;
                outcome
            }
        }
    }

    /// The outcome at given types as a pair of functions; `None` where that is not decided.
    fn by_functions(
        &mut self,
        (model, classes): (&Model, &Classes<'_>),
        types: &Types,
    ) -> Option<TypedOutcome> {
        if types.narrowed_type.is_some()
            || types.width_sample.is_some()
            || !has_functions(self.task.registry, model, classes)
        {
            return None;
        }
        if types.index == 32 {
            // Functions have an `index` of 64 bits, which comes next.
            return Some(TypedOutcome::Empty);
        }
        if self.functions.pairs >= MAX_PAIRS {
            return Some(TypedOutcome::Open(Unknown::Timeout));
        }
        self.functions.pairs += 1;
        let handles = by_handle(model, classes, types);
        match instance::judge(self.task, (model, classes), &handles, self.solvers) {
            Instance::Refines { within, rests } => {
                self.proof.is_more();
                rests.assumptions.into_iter().for_each(|one| self.result.assume(one));
                for bound in within.into_iter().chain(rests.domain) {
                    if !self.functions.within.contains(&bound) {
                        self.functions.within.push(bound);
                    }
                }
                Some(TypedOutcome::Holds)
            }
            Instance::Differs { code, result, operands, mut witness } => {
                let inputs = witness.trace.iter_mut().flat_map(|trace| &mut trace.inputs);
                for (at, input) in inputs.enumerate() {
                    let operand = operands.iter().find(|(parameter, ..)| *parameter == at);
                    if let Some((_, value, _)) = operand {
                        input.name = trace::value_name(self.task.program, *value);
                    }
                }
                let claim = self.difference(model, code, result, &operands);
                self.result.findings.push(Finding { claim, witness: Some(*witness) });
                Some(TypedOutcome::Refuted)
            }
            Instance::Open => None,
        }
    }

    /// What is said of a difference between the functions.
    fn difference(
        &self,
        model: &Model,
        code: Rule,
        result: Option<(OpId, usize)>,
        operands: &[(usize, PdlValue, String)],
    ) -> Claim {
        let program = self.task.program;
        let by = model.actions.iter().find(|action| matches!(action.step, Step::Replace { .. }));
        let rewrite = Pattern { program, op: self.task.pattern }.rewrite().map(|rewrite| rewrite.op);
        let op = by.map(|action| action.op).or(rewrite).unwrap_or(self.task.pattern);
        let inputs: Vec<String> = operands
            .iter()
            .map(|(_, value, number)| format!("{} = {number}", trace::value_name(program, *value)))
            .collect();
        let on = match inputs.is_empty() {
            true => String::new(),
            false => format!(", for example with {}", inputs.join(", ")),
        };
        let message = match result {
            Some((of, index)) => {
                let name = naming::name(program, of);
                match code {
                    Rule::V303 => {
                        format!("result #{index} of {name} becomes poison where it was a value{on}")
                    }
                    _ => format!("value mismatch: result #{index} of {name} differs{on}"),
                }
            }
            None => format!("the rewritten program is undefined where the original was not{on}"),
        };
        let labels =
            result.map(|(of, _)| Label { span: program.op(of).span, text: "replaced here".to_owned() });
        Claim {
            code,
            level: Severity::Error,
            op,
            span: program.op(op).span,
            message,
            labels: labels.into_iter().collect(),
            help: None,
        }
    }
}
