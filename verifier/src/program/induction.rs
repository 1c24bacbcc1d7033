//! A loop against a closed form, by induction over its iterations: for functions of which one has a loop and the other has none.
//!
//! Theorem: let an invariant hold of the state in which the loop begins, and behind each iteration if before it. Then it holds of the
//! state in which the loop ends, where no more iteration follows; if the loop ends, statements that never hold of such states never hold.
//! That it ends is shown by a number of its state that each iteration makes smaller, or larger. Invariants are looked for in one form:
//! the closed form, of the state instead of the arguments that the loop begins with, is what it was at first.

use assay_encode::{AnyState, Encoder};
use assay_semantics::Scalar;
use assay_term::arena::TermArena;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::node::{Binary, Compare, Sort, TermId};
use assay_term::simplify::assume::replaced;
use rustc_hash::FxHashMap;

/// Statements about both functions.
pub(super) struct Claims {
    /// Numbers that the function without the loop returns.
    pub(super) closed: Vec<TermId>,
    /// The behaviour before is defined, as far as that counts in an iteration.
    pub(super) defined: TermId,
    /// Statements that must never hold.
    pub(super) wrong: Vec<TermId>,
}

/// Tells if what must never hold never does.
pub(super) fn holds(encoder: &mut Encoder, one: &AnyState, claims: &Claims, decider: &Decider<'_>) -> bool {
    let facts = encoder.facts();
    let pool = &mut encoder.pool;
    let begins = pool.all([facts, claims.defined, one.entered]);
    let mut induction = Induction { one, pool, decider, begins, invariants: Vec::new() };
    induction.stays_poison() && {
        induction.find(&claims.closed);
        induction.is_defined() && induction.ends() && induction.shows(&claims.wrong)
    }
}

struct Induction<'i> {
    one: &'i AnyState,
    pool: &'i mut TermArena,
    decider: &'i Decider<'i>,
    /// The facts where control comes to the loop.
    begins: TermId,
    /// Statements that hold of each state.
    invariants: Vec<TermId>,
}

impl Induction<'_> {
    fn never(&mut self, statement: TermId) -> bool {
        self.decider.decide(self.pool, &[statement]) == Decision::Never
    }

    /// The facts about a state behind which an iteration follows. Undefined behaviour of the program before ends all questions; of the
    /// program after there must be none.
    fn iterates(&mut self) -> TermId {
        let invariants = self.pool.all(self.invariants.clone());
        let defined = self.pool.not(self.one.undefined);
        self.pool.all([self.begins, invariants, self.one.goes_on, defined])
    }

    /// Tells if the numbers of the state are poison where they were in the beginning, and no others.
    fn stays_poison(&mut self) -> bool {
        let going = self.iterates();
        let pairs: Vec<_> = self.one.next.iter().zip(&self.one.initial).collect();
        pairs.into_iter().all(|(next, first)| {
            let differs = self.pool.differ(next.poison, first.poison);
            let statement = self.pool.and(going, differs);
            self.never(statement)
        })
    }

    /// Takes each candidate that holds in the beginning and behind an iteration; later ones may need earlier ones.
    fn find(&mut self, closed: &[TermId]) {
        let mut candidates = self.unchanged();
        candidates.extend(self.within_range());
        for candidate in candidates {
            if self.is_inductive(candidate) {
                self.invariants.push(candidate);
            }
        }
        for closed in closed {
            for form in self.about(*closed) {
                let candidate = self.pool.equal(form, *closed);
                if self.is_constant(form) && self.begins_with(candidate) || self.is_inductive(candidate) {
                    self.invariants.push(candidate);
                }
            }
        }
    }

    /// Numbers that an iteration leaves are those of the beginning.
    fn unchanged(&mut self) -> Vec<TermId> {
        let AnyState { state, next, initial, .. } = self.one;
        let all = state.iter().zip(next).zip(initial);
        let kept = all.filter(|((state, next), _)| **state == next.bits);
        kept.map(|((state, _), first)| self.pool.equal(*state, first.bits)).collect()
    }

    /// The induction variable of a loop over a range is not below the lower bound, and below the upper one or at its end.
    fn within_range(&mut self) -> Vec<TermId> {
        let (Some((upper, order)), Some(at), Some(lower)) =
            (self.one.range, self.one.state.first(), self.one.initial.first())
        else {
            return Vec::new();
        };
        let below = self.pool.compare(order, *at, lower.bits);
        let above = self.pool.compare(order, upper, *at);
        let (from, to) = (self.pool.not(below), self.pool.not(above));
        let first = self.pool.equal(*at, lower.bits);
        vec![from, self.pool.or(first, to)]
    }

    /// A closed form is that of the state, alone, or together with a number that the loop adds to.
    fn about(&mut self, closed: TermId) -> Vec<TermId> {
        let Sort::Bits(width) = self.pool.sort(closed) else { return Vec::new() };
        let AnyState { state, initial, range, .. } = self.one;
        let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
        for (state, first) in state.iter().zip(initial) {
            if self.pool.as_variable(first.bits).is_some() {
                by.entry(first.bits).or_insert(*state);
            }
        }
        if let (Some((upper, _)), Some(at), Some(lower)) = (range, state.first(), initial.first())
            && self.pool.as_variable(*upper).is_some()
        {
            // The iterations that are left are those of a loop up to a smaller bound.
            let done = self.pool.binary(Binary::Sub, *at, lower.bits);
            let left = self.pool.binary(Binary::Sub, *upper, done);
            by.insert(*upper, left);
        }
        let moved = replaced(self.pool, closed, &by);
        let mut forms = vec![moved];
        for (state, first) in state.iter().zip(initial) {
            if self.pool.sort(*state) != Sort::Bits(width) || by.contains_key(&first.bits) {
                continue;
            }
            let added = self.pool.binary(Binary::Sub, *state, first.bits);
            let flipped = self.pool.binary(Binary::Xor, *state, first.bits);
            forms.push(self.pool.binary(Binary::Add, moved, added));
            forms.push(self.pool.binary(Binary::Xor, moved, flipped));
        }
        forms
    }

    /// The same of other numbers in the place of the state.
    fn at(&mut self, term: TermId, numbers: &[Scalar]) -> TermId {
        let pairs = self.one.state.iter().copied().zip(numbers.iter().map(|one| one.bits));
        let by: FxHashMap<TermId, TermId> = pairs.collect();
        replaced(self.pool, term, &by)
    }

    fn begins_with(&mut self, candidate: TermId) -> bool {
        let at_first = self.at(candidate, &self.one.initial);
        let not = self.pool.not(at_first);
        let fails = self.pool.and(self.begins, not);
        self.never(fails)
    }

    /// Tells if an iteration leaves a number of the state as it was.
    fn is_constant(&mut self, form: TermId) -> bool {
        let behind = self.at(form, &self.one.next);
        let differs = self.pool.differ(behind, form);
        let going = self.iterates();
        let fails = self.pool.and(going, differs);
        self.never(fails)
    }

    fn is_inductive(&mut self, candidate: TermId) -> bool {
        if !self.begins_with(candidate) {
            return false;
        }
        let behind = self.at(candidate, &self.one.next);
        let not = self.pool.not(behind);
        let going = self.iterates();
        let fails = self.pool.all([going, candidate, not]);
        self.never(fails)
    }

    /// Tells if an iteration of the program after has no undefined behaviour; that of the program before excuses all.
    fn is_defined(&mut self) -> bool {
        let invariants = self.pool.all(self.invariants.clone());
        let fails = self.pool.all([self.begins, invariants, self.one.undefined]);
        !self.one.target || self.never(fails)
    }

    /// Tells if a number of the state becomes smaller, or larger, in each iteration.
    fn ends(&mut self) -> bool {
        let going = self.iterates();
        let pairs: Vec<(TermId, TermId)> =
            self.one.state.iter().copied().zip(self.one.next.iter().map(|next| next.bits)).collect();
        pairs.into_iter().filter(|(state, next)| state != next).any(|(state, next)| {
            matches!(self.pool.sort(state), Sort::Bits(_))
                && [Compare::ULt, Compare::SLt].into_iter().any(|order| {
                    [(next, state), (state, next)].into_iter().any(|(less, more)| {
                        let below = self.pool.compare(order, less, more);
                        let not = self.pool.not(below);
                        let fails = self.pool.and(going, not);
                        self.never(fails)
                    })
                })
        })
    }

    /// Tells if what must never hold does not where the loop has ended, or control does not come to it.
    fn shows(&mut self, wrong: &[TermId]) -> bool {
        let invariants = self.pool.all(self.invariants.clone());
        let done = self.pool.not(self.one.goes_on);
        let ended = self.pool.and(invariants, done);
        let passed = self.pool.not(self.one.entered);
        let at_end = self.pool.or(passed, ended);
        wrong.iter().all(|wrong| {
            let statement = self.pool.and(at_end, *wrong);
            self.never(statement)
        })
    }
}
