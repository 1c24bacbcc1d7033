//! The meaning of constraint variables: given values for places, is there an assignment of the variables under
//! which every constraint holds? Backtracks over `any_of`, so that an alternative that was not taken binds
//! nothing (MLIR 22's own check is greedy there and refuses some programs that this accepts).

use crate::data::{AttrId, AttrKind, Context, Ident, Span, TypeKind};

use super::{BaseRef, Constraint, Predicate, Registry, Var};

/// A place that holds `value` and names the variable `var`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The variable.
    pub var: Var,
    /// The type (as a type attribute) or attribute there.
    pub value: AttrId,
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An assignment exists.
    Yes {
        /// Value of each variable; `None` for those that nothing asked about.
        bindings: Vec<Option<AttrId>>,
        /// Texts of `c_pred` that were taken to hold, since they have no translation.
        unchecked: Vec<Ident>,
    },
    /// No assignment exists.
    No,
    /// The search was given up; real definitions stay far below its limit.
    TooHard,
}

/// Steps after which a search is given up.
const MAX_STEPS: usize = 200_000;

/// Whether some assignment of the variables satisfies all goals.
pub fn satisfy(registry: &Registry, constraints: &[(Constraint, Span)], goals: &[Goal]) -> Answer {
    let mut search = Search {
        registry,
        ctx: registry.ctx(),
        constraints,
        bindings: vec![None; constraints.len()],
        trail: Vec::new(),
        pending: goals.iter().rev().copied().collect(),
        unchecked: Vec::new(),
        choices: Vec::new(),
    };
    search.run()
}

/// A place to come back to: alternatives of an `any_of` that were not tried yet.
struct Choice {
    value: AttrId,
    any_of: Var,
    next: usize,
    trail: usize,
    pending: Vec<Goal>,
    unchecked: usize,
}

struct Search<'a> {
    registry: &'a Registry,
    ctx: &'a Context,
    constraints: &'a [(Constraint, Span)],
    bindings: Vec<Option<AttrId>>,
    trail: Vec<Var>,
    pending: Vec<Goal>,
    unchecked: Vec<Ident>,
    choices: Vec<Choice>,
}

impl Search<'_> {
    fn run(&mut self) -> Answer {
        for _ in 0..MAX_STEPS {
            let Some(goal) = self.pending.pop() else {
                let mut unchecked = std::mem::take(&mut self.unchecked);
                unchecked.sort();
                unchecked.dedup();
                return Answer::Yes { bindings: std::mem::take(&mut self.bindings), unchecked };
            };
            if !self.take(goal) && !self.backtrack() {
                return Answer::No;
            }
        }
        Answer::TooHard
    }

    fn take(&mut self, goal: Goal) -> bool {
        let slot = goal.var.0 as usize;
        if let Some(bound) = self.bindings[slot] {
            return bound == goal.value;
        }
        self.bindings[slot] = Some(goal.value);
        self.trail.push(goal.var);
        let constraints = self.constraints;
        match &constraints[slot].0 {
            Constraint::Any => true,
            Constraint::Is(expected) => *expected == goal.value,
            Constraint::Base(base) => self.ask(&self.registry.base_predicate(base), goal.value),
            Constraint::Parametric(base, parameters) => self.parametric(base, parameters, goal.value),
            Constraint::AllOf(parts) => {
                self.pending.extend(parts.iter().rev().map(|var| Goal { var: *var, value: goal.value }));
                true
            }
            Constraint::AnyOf(_) => self.choose(Choice {
                value: goal.value,
                any_of: goal.var,
                next: 0,
                trail: self.trail.len(),
                pending: self.pending.clone(),
                unchecked: self.unchecked.len(),
            }),
            Constraint::CPred(text) => self.ask(&self.registry.c_pred(*text), goal.value),
        }
    }

    fn ask(&mut self, predicate: &Predicate, value: AttrId) -> bool {
        match predicate.holds(self.ctx, value) {
            Some(holds) => holds,
            None => {
                self.unchecked.extend(predicate.unknown_texts());
                true
            }
        }
    }

    fn parametric(&mut self, base: &BaseRef, parameters: &[Var], value: AttrId) -> bool {
        if self.registry.base_predicate(base).holds(self.ctx, value) != Some(true) {
            return false;
        }
        let Some(actual) = parameters_of(self.ctx, value) else { return false };
        if actual.len() != parameters.len() {
            return false;
        }
        let goals = parameters.iter().zip(actual).rev();
        self.pending.extend(goals.map(|(var, value)| Goal { var: *var, value: *value }));
        true
    }

    /// Takes the next alternative and remembers the rest.
    fn choose(&mut self, mut choice: Choice) -> bool {
        let constraints = self.constraints;
        let Constraint::AnyOf(alternatives) = &constraints[choice.any_of.0 as usize].0 else { return false };
        let Some(taken) = alternatives.get(choice.next) else { return false };
        self.pending.push(Goal { var: *taken, value: choice.value });
        choice.next += 1;
        if choice.next < alternatives.len() {
            self.choices.push(choice);
        }
        true
    }

    fn backtrack(&mut self) -> bool {
        let Some(choice) = self.choices.pop() else { return false };
        for var in self.trail.drain(choice.trail..) {
            self.bindings[var.0 as usize] = None;
        }
        self.unchecked.truncate(choice.unchecked);
        self.pending.clone_from(&choice.pending);
        self.choose(choice)
    }
}

/// The parameters of a dialect's type or attribute, where they read as attributes.
fn parameters_of(ctx: &Context, value: AttrId) -> Option<&[AttrId]> {
    match ctx.attr_kind(value) {
        AttrKind::Dialect { params, .. } => Some(params),
        AttrKind::Type(ty) => match ctx.type_kind(*ty) {
            TypeKind::Dialect { params, .. } => Some(params),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Case {
        registry: Registry,
        constraints: Vec<(Constraint, Span)>,
    }

    impl Case {
        fn new(constraints: Vec<Constraint>) -> Case {
            let registry = Registry::new(&Context::new());
            let constraints = constraints.into_iter().map(|one| (one, Span::NONE)).collect();
            Case { registry, constraints }
        }

        fn integer(&self, bits: u32) -> AttrId {
            self.registry.ctx().type_attr(self.registry.ctx().integer(bits))
        }

        fn accepts(&self, goals: &[(u32, u32)]) -> bool {
            let goal = |(var, bits): &(u32, u32)| Goal { var: Var(*var), value: self.integer(*bits) };
            let goals: Vec<Goal> = goals.iter().map(goal).collect();
            matches!(satisfy(&self.registry, &self.constraints, &goals), Answer::Yes { .. })
        }
    }

    #[test]
    fn one_variable_is_one_value() {
        let case = Case::new(vec![Constraint::Any]);
        assert!(case.accepts(&[(0, 8), (0, 8)]));
        assert!(!case.accepts(&[(0, 8), (0, 16)]));
    }

    #[test]
    fn an_alternative_that_fails_later_is_taken_back() {
        // any_of(all_of(any, is), other): the first alternative binds variable 0 and then fails, so that the
        // second goal is free to bind it to something else.
        let mut case = Case::new(vec![Constraint::Any; 5]);
        let is16 = Constraint::Is(case.integer(16));
        case.constraints[1].0 = is16;
        case.constraints[2].0 = Constraint::AllOf(vec![Var(0), Var(1)]);
        case.constraints[4].0 = Constraint::AnyOf(vec![Var(2), Var(3)]);
        assert!(case.accepts(&[(4, 8), (0, 32)]));
        assert!(!case.accepts(&[(4, 16), (4, 8)]));
    }

    #[test]
    fn the_choice_of_one_place_binds_the_other() {
        // %t = any_of(%a, %b) with %a = is i8, %b = is i16; a place that names %b must then be i16.
        let mut case = Case::new(vec![Constraint::Any; 3]);
        case.constraints[0].0 = Constraint::Is(case.integer(8));
        case.constraints[1].0 = Constraint::Is(case.integer(16));
        case.constraints[2].0 = Constraint::AnyOf(vec![Var(0), Var(1)]);
        assert!(case.accepts(&[(2, 8), (1, 16)]));
        assert!(!case.accepts(&[(2, 32)]));
    }

    #[test]
    fn a_variable_that_refers_to_itself_ends() {
        let case = Case::new(vec![Constraint::AllOf(vec![Var(0)]), Constraint::AnyOf(vec![Var(1), Var(0)])]);
        assert!(case.accepts(&[(1, 8)]));
    }

    #[test]
    fn an_untranslated_predicate_holds_and_is_reported() {
        let mut case = Case::new(vec![Constraint::Any]);
        let text = case.registry.ctx().ident("ask(someone)");
        case.constraints[0].0 = Constraint::CPred(text);
        let goal = Goal { var: Var(0), value: case.integer(8) };
        match satisfy(&case.registry, &case.constraints, &[goal]) {
            Answer::Yes { unchecked, .. } => assert_eq!(unchecked, [text]),
            other => panic!("{other:?}"),
        }
    }
}
