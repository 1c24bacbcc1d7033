//! Sets of results on both sides of a rewrite: the question that a proof asks, and those that a refutation asks. Asks no solver.

use super::builder::Encoding;
use super::refine::Broken;
use assay_term::node::TermId;

impl Encoding {
    /// The facts and the statement that must never hold, where the choices before are said by those after.
    pub(super) fn substitute_choices(&mut self, facts: TermId, any: TermId) -> (TermId, TermId) {
        if self.roles.choices.is_empty() {
            return (facts, any);
        }
        let mut seen = Vec::new();
        for observed in &self.observed {
            let pairs = observed.before.elements.iter().zip(&observed.after.elements);
            seen.extend(pairs.map(|(before, after)| (before.bits, after.bits)));
        }
        self.roles.choices.substitute_choices(&mut self.pool, (facts, any), &seen)
    }

    /// The facts where no choice makes a difference; the questions become those about such inputs.
    pub(super) fn without_choices(&mut self, questions: &mut [Broken], facts: TermId) -> TermId {
        let choices = &self.roles.choices;
        for question in questions {
            question.statement = choices.without_choices(&mut self.pool, question.statement);
        }
        choices.without_choices(&mut self.pool, facts)
    }
}
