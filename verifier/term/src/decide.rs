//! Does a statement about expressions ever hold? Small questions are answered by trying everything, others by a solver, and
//! a model is believed only after it was evaluated. Knows no operation and no pattern.

use crate::arena::TermArena;
use crate::budget::Budget;
use crate::enumerate::{Decision, fits, steps, tried};
use crate::eval::{Model, holds};
use crate::model_search::random::drawn;
use crate::node::TermId;
use crate::polynomial;
use crate::print;
use crate::simplify::assume::{alternatives, assumed, conjuncts};
use crate::simplify::powers::by_exponents;
use crate::simplify::quotients::with_facts_alone;

use assay_smt::{Answer, SolverPool, Undecided, UnknownReason};

/// Up to this many steps, all values are enumerated instead of calling the solver.
const FEW_STEPS: u128 = 1 << 17;

/// Most steps of an enumeration after the solver gave up.
const MAX_STEPS: u128 = 1 << 24;

/// Most steps of an enumeration where no solver is asked.
const ALONE_STEPS: u128 = 1 << 20;

/// Resource units after which trying everything is quicker, where that is possible.
const UNITS_BEFORE_TRYING: u64 = 300_000;

/// Resource units of the first attempt at a question, where what a pattern costs is counted: an easy question is to cost
/// little. How many units an answer took is not known, only what it was allowed.
const FIRST_UNITS: u64 = 20_000;

/// How many times more each further attempt may take.
const MORE_UNITS: u64 = 8;

/// Steps that special and drawn values of a question take.
const DRAWN_STEPS: u128 = 1 << 17;

/// Under which name answers are kept that come from trying everything. Another evaluator is another name.
const EVERYTHING: &str = "everything tried, 1";

/// How questions are decided.
#[derive(Clone, Copy)]
pub struct Decider<'a> {
    /// Who is asked.
    pub solvers: Option<&'a SolverPool>,
    /// Whether small questions are answered here.
    pub shortcuts: bool,
    /// Resource units for one question, where it may have fewer than the solver gives.
    pub units: Option<u64>,
    /// The cost allowed to all questions about a pattern, where it is counted.
    pub budget: Option<&'a Budget>,
}

impl Decider<'_> {
    /// Whether all of these can hold at once.
    pub fn decide(&self, pool: &mut TermArena, statements: &[TermId]) -> Decision {
        let all = pool.all(statements.iter().copied());
        match pool.value(all) {
            Some(0) => return Decision::Never,
            Some(_) => return Decision::Holds(Model::default()),
            None => {}
        }
        if !self.shortcuts {
            return self.ask(pool, all);
        }
        let (rest, known) = assumed(pool, all);
        let (rest, exponents) = by_exponents(pool, rest);
        match self.smaller(pool, rest) {
            Decision::Holds(model) => {
                let mut model = exponents.powers(pool, model);
                model.extend(known);
                match holds(pool, all, &model) {
                    true => Decision::Holds(model),
                    false => Decision::Unknown(Undecided::Solver(
                        "a simpler question has another answer".to_owned(),
                    )),
                }
            }
            other => other,
        }
    }

    /// A question that was made smaller.
    fn smaller(&self, pool: &mut TermArena, all: TermId) -> Decision {
        match pool.value(all) {
            Some(0) => return Decision::Never,
            Some(_) => return Decision::Holds(Model::default()),
            None => {}
        }
        if let Some(found) = tried(pool, all, u128::MAX, FEW_STEPS) {
            return found;
        }
        if let Some(budget) = self.budget {
            budget.charge_steps(DRAWN_STEPS);
        }
        if let Some(model) = drawn(pool, all) {
            return Decision::Holds(model);
        }
        if polynomial::never_holds(pool, all) || self.never_by_facts(pool, all) {
            return Decision::Never;
        }
        if self.solvers.is_none()
            && let Some(found) = tried(pool, all, u128::MAX, ALONE_STEPS)
        {
            return found;
        }
        if fits(pool, all, u128::MAX, MAX_STEPS) {
            let units = self.units.map_or(UNITS_BEFORE_TRYING, |units| units.min(UNITS_BEFORE_TRYING));
            let hasty = Decider { units: Some(units), ..*self };
            return match hasty.ask(pool, all) {
                Decision::Unknown(Undecided::Timeout) => {
                    self.tried(pool, all).unwrap_or(Decision::Unknown(Undecided::Timeout))
                }
                other => other,
            };
        }
        match self.ask(pool, all) {
            Decision::Unknown(Undecided::Timeout) => self.one_by_one(pool, all),
            other => other,
        }
    }

    /// True where a statement never holds whatever its quotients and remainders are, but for the facts about them.
    fn never_by_facts(&self, pool: &mut TermArena, all: TermId) -> bool {
        let Some(solvers) = self.solvers.filter(|_| !self.budget.is_some_and(Budget::is_spent)) else {
            return false;
        };
        let Some(facts) = with_facts_alone(pool, all) else { return false };
        if let Some(budget) = self.budget {
            budget.charge(FIRST_UNITS);
        }
        self.put(solvers, pool, facts, Some(FIRST_UNITS)).0 == Decision::Never
    }

    /// Each alternative by itself, by trying everything where that is possible.
    fn one_by_one(&self, pool: &mut TermArena, all: TermId) -> Decision {
        for one in alternatives(pool, all) {
            let (rest, known) = assumed(pool, one);
            match self.tried(pool, rest) {
                Some(Decision::Never) => {}
                Some(Decision::Holds(mut model)) => {
                    model.extend(known);
                    return Decision::Holds(model);
                }
                _ if one != all && polynomial::never_holds(pool, rest) => {}
                _ if one == all => return Decision::Unknown(Undecided::Timeout),
                _ => match self.ask(pool, one) {
                    Decision::Never => {}
                    other => return other,
                },
            }
        }
        Decision::Never
    }

    /// What comes out where everything is tried; that nothing holds is kept with the answers of solvers.
    fn tried(&self, pool: &TermArena, all: TermId) -> Option<Decision> {
        if !fits(pool, all, u128::MAX, MAX_STEPS) || self.budget.is_some_and(Budget::is_spent) {
            return None;
        }
        if let Some(budget) = self.budget {
            budget.charge_steps(steps(pool, all));
        }
        let Some(solvers) = self.solvers else { return tried(pool, all, u128::MAX, MAX_STEPS) };
        let mut found = None;
        let query = print::query(pool, &conjuncts(pool, all));
        let never = solvers.never_by(EVERYTHING, &query, || {
            found = tried(pool, all, u128::MAX, MAX_STEPS);
            found == Some(Decision::Never)
        });
        if never { Some(Decision::Never) } else { found }
    }

    /// Asks, with more and more units where what a pattern costs is counted.
    fn ask(&self, pool: &TermArena, all: TermId) -> Decision {
        let Some(solvers) = self.solvers else { return Decision::Unknown(Undecided::NoSolver) };
        let Some(budget) = self.budget else { return self.put(solvers, pool, all, self.units).0 };
        let most = self.units.unwrap_or(u64::MAX).min(budget.question());
        let mut units = budget.sufficient().max(FIRST_UNITS);
        loop {
            if budget.is_spent() {
                return Decision::Unknown(Undecided::Timeout);
            }
            // An attempt with more than half of all units gets all of them.
            if units.saturating_mul(2) > most {
                units = most;
            }
            let (decision, ended) = self.put(solvers, pool, all, Some(units));
            budget.charge(match ended {
                // The units were not what ended it; as much may happen at any other question.
                Ended::ByClock => budget.question(),
                _ => units,
            });
            if ended == Ended::Itself {
                budget.answered_with(units);
            }
            if ended != Ended::ByUnits || units == most {
                return decision;
            }
            units = units.saturating_mul(MORE_UNITS);
        }
    }

    /// Puts a question to a solver.
    fn put(
        &self,
        solvers: &SolverPool,
        pool: &TermArena,
        all: TermId,
        units: Option<u64>,
    ) -> (Decision, Ended) {
        let variables = pool.variables_of(&[all]);
        let mut query = print::query(pool, &conjuncts(pool, all));
        if let Some(units) = units {
            query.limit(units);
        }
        let unknown = |why: String| Decision::Unknown(Undecided::Solver(why));
        match solvers.check(&query) {
            Answer::Unsat => (Decision::Never, Ended::Itself),
            Answer::Unknown(why) => {
                let ended = Ended::from_reason(&why);
                let limit = why.is_limit();
                (if limit { Decision::Unknown(Undecided::Timeout) } else { unknown(why.to_string()) }, ended)
            }
            Answer::Sat(answer) => match print::model(&variables, &answer) {
                Some(model) if holds(pool, all, &model) => (Decision::Holds(model), Ended::Itself),
                _ => (unknown("a model that does not satisfy the question".to_owned()), Ended::Itself),
            },
        }
    }
}

/// How a dialogue with a solver ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Itself,
    ByUnits,
    ByClock,
}

impl Ended {
    fn from_reason(why: &UnknownReason) -> Ended {
        match why {
            UnknownReason::Exhausted(_) => Ended::ByUnits,
            UnknownReason::SecondUnknown(why) => Ended::from_reason(why),
            why if why.is_limit() => Ended::ByClock,
            _ => Ended::Itself,
        }
    }
}
