//! What all questions about one pattern may cost, in resource units of the solver: no clock decides, so that the answer does
//! not depend on the machine or on how many patterns are asked at once. Knows neither solvers nor what is asked.

use std::cell::Cell;

/// Steps of an evaluation that take as long as one resource unit.
const STEPS_OF_A_UNIT: u128 = 64;

/// Wider widths are asked while the pattern took less than this part (one in eight) of what one question may take.
const WIDE: u64 = 8;

/// Questions that may use up all that the solver gives to one: about open types, and about written ones, of which there are
/// few.
const OPEN_QUESTIONS: u64 = 1;
const WRITTEN_QUESTIONS: u64 = 3;

/// The part (one in this many) of a question where only differences count: they are found with less than proofs.
const OF_DIFFERENCES: u64 = 8;

/// The resource units of a question where the solver has no limit of its own.
pub const UNLIMITED: u64 = 20_000_000;

/// The account of one pattern.
#[derive(Debug)]
pub struct Budget {
    /// Units for one question at most.
    question: u64,
    /// Units for all questions at most, whatever the questions are.
    most: Cell<u64>,
    total: Cell<u64>,
    used: Cell<u64>,
    /// The part of a question that each one gets: one in this many.
    share: u64,
    /// Units with which the last question was answered.
    sufficient: Cell<u64>,
}

impl Budget {
    /// For a solver that gives this to one question.
    pub fn new(question: u64) -> Budget {
        let total = Cell::new(question.saturating_mul(WRITTEN_QUESTIONS));
        Budget {
            question,
            most: Cell::new(u64::MAX),
            total,
            used: Cell::new(0),
            share: 1,
            sufficient: Cell::new(0),
        }
    }

    /// For questions whose answers count only where they are differences.
    #[must_use]
    pub fn for_differences(self) -> Budget {
        Budget { share: OF_DIFFERENCES, ..self }
    }

    /// With this many units for all questions together, if that is less.
    #[must_use]
    pub fn at_most(self, units: u64) -> Budget {
        self.restrict(units);
        self
    }

    /// Allows no more than this many units for all questions together, from here on.
    pub fn restrict(&self, units: u64) {
        self.most.set(self.most.get().min(units));
    }

    /// From here on, types are open, so that there are many questions; each is about little.
    pub fn types_are_open(&self) {
        self.total.set(self.whole().saturating_mul(OPEN_QUESTIONS));
    }

    /// Units for one question at most.
    pub fn question(&self) -> u64 {
        // None is no limit to a solver.
        (self.whole() / self.share).max(1)
    }

    fn whole(&self) -> u64 {
        self.question.min(self.most.get())
    }

    /// Units with which the last question was answered, zero before the first: the next one, often the same at another width, is
    /// not likely to need less.
    pub fn sufficient(&self) -> u64 {
        self.sufficient.get()
    }

    /// Notes the units with which a question was answered.
    pub fn answered_with(&self, units: u64) {
        self.sufficient.set(units);
    }

    /// Takes units off, whether they are there or not.
    pub fn charge(&self, units: u64) {
        self.used.set(self.used.get().saturating_add(units));
    }

    /// Takes off what an evaluation of this many steps is worth.
    pub fn charge_steps(&self, steps: u128) {
        self.charge(u64::try_from(steps / STEPS_OF_A_UNIT).unwrap_or(u64::MAX));
    }

    /// Tells if no further question may be put to a solver.
    pub fn is_spent(&self) -> bool {
        self.used.get() >= self.total.get().min(self.most.get())
    }

    /// Tells if the widths that were asked took so much that no wider ones are.
    pub fn is_spent_on_widths(&self) -> bool {
        self.used.get() >= self.whole() / WIDE || self.is_spent()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_run_is_a_limit_of_its_own() {
        let budget = Budget::new(800).at_most(1000);
        budget.charge(999);
        assert!(!budget.is_spent() && budget.question() == 800);
        budget.charge(1);
        assert!(budget.is_spent());
        assert_eq!(Budget::new(800).at_most(10).question(), 10);
    }

    #[test]
    fn what_is_restricted_later_is_spent_earlier() {
        let budget = Budget::new(800);
        budget.types_are_open();
        budget.charge(90);
        assert!(!budget.is_spent() && !budget.is_spent_on_widths());
        budget.restrict(100);
        assert!(!budget.is_spent() && budget.is_spent_on_widths() && budget.question() == 100);
        budget.charge(10);
        assert!(budget.is_spent());
        budget.restrict(200);
        assert!(budget.is_spent());
    }

    #[test]
    fn wider_widths_end_before_all_is_spent() {
        let budget = Budget::new(800);
        budget.types_are_open();
        budget.charge(99);
        assert!(!budget.is_spent_on_widths());
        budget.charge_steps(64);
        assert!(budget.is_spent_on_widths() && !budget.is_spent());
        budget.charge(700);
        assert!(budget.is_spent());
    }

    #[test]
    fn differences_are_found_with_less_in_as_many_questions() {
        let budget = Budget::new(800).for_differences();
        budget.types_are_open();
        assert_eq!(budget.question(), 100);
        budget.charge(99);
        assert!(!budget.is_spent_on_widths());
        budget.charge(1);
        assert!(budget.is_spent_on_widths() && !budget.is_spent());
        budget.charge(700);
        assert!(budget.is_spent());
    }

    #[test]
    fn written_types_have_several_whole_questions() {
        let budget = Budget::new(800);
        budget.charge(1600);
        assert!(!budget.is_spent());
        budget.charge(u64::MAX);
        assert!(budget.is_spent());
    }
}
