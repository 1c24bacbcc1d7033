//! Summaries at known inputs, held against what the interpreter does there.

use assay_backend::engine::{Outcome, Run, Touched};
use assay_backend::value::Value;

use super::derived_inputs::Completed;
use assay_encode::{Encoder, Summary};
use assay_semantics::{Scalar, Value as Numbers};
use assay_term::eval::Evaluator;
use assay_term::eval::Model;
use assay_term::node::{Sort, TermId};

/// The bits of a number.
pub(super) fn bits_of(value: &Value) -> Option<u128> {
    match value {
        Value::Int(int) => int.to_u128(),
        Value::Float(float) => Some(float.bits),
        _ => None,
    }
}

/// A summary at given values.
pub(super) struct Evaluated<'s> {
    evaluator: Evaluator<'s>,
    completed: Completed<'s>,
    encoder: &'s Encoder,
}

impl<'s> Evaluated<'s> {
    pub(super) fn new(encoder: &'s Encoder, summary: &Summary) -> Evaluated<'s> {
        let values = summary.results.iter().chain(&summary.memory).chain(summary.globals.values());
        let elements = values.flat_map(|value| &value.elements).flat_map(|one| [one.bits, one.poison]);
        let ends = [summary.undefined, summary.trapped, summary.cut];
        let touched = summary.touched.iter().copied();
        let roots: Vec<TermId> =
            elements.chain(ends).chain(touched).chain(encoder.choices().matter()).collect();
        let completed = Completed::new(&encoder.pool, encoder.functions(), encoder.choices());
        Evaluated { evaluator: Evaluator::new(&encoder.pool, &roots), completed, encoder }
    }

    /// Evaluates at a model of the inputs.
    pub(super) fn at(&mut self, mut model: Model) {
        self.completed.complete(&mut model);
        self.evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
    }

    /// Tells if a summary says what a run did; `None` where one of them says nothing.
    pub(super) fn compared(&self, summary: &Summary, run: &Run) -> Option<bool> {
        let holds = |ex| self.evaluator.holds(ex);
        let is_cut = holds(summary.cut) && !holds(summary.undefined);
        if is_cut || self.encoder.choices().matter().any(holds) {
            return None;
        }
        Some(match &run.outcome {
            Outcome::OutOfFuel(_) | Outcome::Unsupported { .. } => return None,
            Outcome::Ub { .. } => holds(summary.undefined),
            Outcome::Trap { .. } => !holds(summary.undefined) && holds(summary.trapped),
            Outcome::Values(values) => {
                let said = values.iter().zip(&summary.results).chain(run.memory.iter().zip(&summary.memory));
                let touched = run.touched.iter().zip(&summary.touched).zip(&self.encoder.only_read);
                let mut touched = touched.filter(|(_, only_read)| **only_read).map(|(touched, _)| touched);
                !holds(summary.undefined)
                    && !holds(summary.trapped)
                    && said.into_iter().all(|(a, b)| self.are(a, b))
                    && touched.all(|(run, said)| (*run > Touched::Read) == holds(*said))
                    && run.globals.iter().all(|global| {
                        summary.globals.get(&global.name).is_none_or(|said| self.are(&global.contents, said))
                    })
            }
        })
    }

    fn are(&self, value: &Value, numbers: &Numbers) -> bool {
        match value {
            Value::Shaped(shaped) => {
                shaped.len() == numbers.elements.len() as u64
                    && shaped.elements().iter().zip(&numbers.elements).all(|(value, one)| self.is(value, one))
            }
            value => numbers.elements.iter().all(|one| self.is(value, one)),
        }
    }

    fn is(&self, value: &Value, number: &Scalar) -> bool {
        let poison = self.evaluator.holds(number.poison);
        let Some(bits) = bits_of(value) else { return value.is_poison() == poison };
        let own = self.evaluator.value(number.bits);
        let same = match self.encoder.pool.sort(number.bits) {
            Sort::Float(format) => format.read(bits) == format.read(own),
            _ => bits == own,
        };
        !poison && same
    }
}
