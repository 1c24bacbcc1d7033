//! What the definition of an operation says of its types and attributes, as a formula without quantifiers. Knows
//! definitions, not where the types come from.
//!
//! A definition binds variables `c`: "there is an assignment of `c` under which each place holds". No quantifier is
//! needed to say so. A variable that some place names is *determined*: it is the term at that place, and every further
//! place that names it adds an equation. `all_of` determines its parts, `parametric` determines its arguments as
//! parameters of the term, and `any_of` is a disjunction over its alternatives, each with what follows after it, so
//! that an alternative that was not taken determines nothing. Where no variable of the alternatives is reachable from
//! anything else, what follows does not depend on the choice and stands beside the disjunction. Variables that no
//! place reaches say nothing. So the negation of such a formula is "there is no assignment", exactly.

use assay_ir::data::{AttrKind, Ident, Span, known};
use assay_ir::spec::{Constraint, Group, OpSpec, Predicate, Registry, Var, Variadicity, sizes_by_count};
use rustc_hash::FxHashSet;

use crate::places::Places;
use crate::relations::Named;
use crate::term::{Formula, Term};

/// Steps after which a definition counts as too large to state: real ones stay far below.
const MAX_STEPS: usize = 20_000;

/// That an operation with these types and attributes satisfies its definition. Numbers of regions and successors are left
/// to the structure stage.
pub fn conforms(registry: &Registry, spec: &OpSpec, places: &Places<'_>) -> Formula {
    let traits = &spec.traits;
    let property = spec.sizes_are_a_property(registry.ctx());
    let (written, alike) = (traits.operand_segments, traits.same_operand_sizes);
    let segments = Segments { name: known::OPERAND_SEGMENT_SIZES, written, alike, property };
    let operands = sizes(registry, &spec.operands, &segments, places.operands, places);
    let (written, alike) = (traits.result_segments, traits.same_result_sizes);
    let segments = Segments { name: known::RESULT_SEGMENT_SIZES, written, alike, property };
    let results = sizes(registry, &spec.results, &segments, places.results, places);
    let (Some(operands), Some(results)) = (operands, results) else {
        let terms = places.operands.iter().chain(places.results).cloned().collect();
        return Formula::Unread(registry.ctx().ident("the sizes of many variadic groups").into(), terms);
    };
    let pairs = operands.iter().flat_map(|o| results.iter().map(move |r| (o, r)));
    Formula::any(pairs.map(|(operands, results)| {
        let named = Named::new(registry, spec, places, &operands.sizes, &results.sizes);
        Formula::all([
            operands.written.clone(),
            results.written.clone(),
            bind_places(registry, spec, places, &operands.sizes, &results.sizes),
            named.relations(),
        ])
    }))
}

/// One way to spread the values over the groups.
struct Segmentation {
    sizes: Vec<usize>,
    /// That the segment sizes are written so, where they have to be written.
    written: Formula,
}

/// How the groups of a side are told apart.
struct Segments {
    /// The attribute of their sizes.
    name: Ident,
    /// The attribute is always there.
    written: bool,
    /// All that may have several values have equally many.
    alike: bool,
    /// They are a property, which is all zeros where nothing says it.
    property: bool,
}

/// All readings of a number of values, in the order of `segments::readings`; `None` when there are too many.
fn sizes(
    registry: &Registry,
    groups: &[Group],
    segments: &Segments,
    values: &[Term],
    places: &Places<'_>,
) -> Option<Vec<Segmentation>> {
    if segments.alike {
        let sizes = sizes_by_count(groups, values.len());
        return Some(sizes.map(|sizes| Segmentation { sizes, written: Formula::True }).into_iter().collect());
    }
    let open = groups.iter().filter(|group| group.variadicity != Variadicity::Single).count();
    let attribute = (open > 1 || segments.written).then(|| (places.attribute)(segments.name));
    let ctx = registry.ctx();
    let written = |sizes: &[usize]| {
        let Some(term) = &attribute else { return Formula::True };
        let element = ctx.integer(32);
        let values = sizes.iter().map(|size| ctx.integer_attr(*size as i128, element)).collect();
        let said =
            Formula::equal(term.clone(), Term::Constant(ctx.attr(AttrKind::DenseArray { element, values })));
        match segments.property && sizes.iter().all(|size| *size == 0) {
            true => Formula::any([said, Formula::equal(term.clone(), Term::Absent)]),
            false => said,
        }
    };
    let all = crate::segments::readings(groups, values.len())?;
    Some(all.into_iter().map(|sizes| Segmentation { written: written(&sizes), sizes }).collect())
}

fn bind_places(
    registry: &Registry,
    spec: &OpSpec,
    places: &Places<'_>,
    operands: &[usize],
    results: &[usize],
) -> Formula {
    let binder = Binder::new(registry, &spec.constraints);
    let mut goals = Vec::new();
    let mut apart = Vec::new();
    for (groups, sizes, values) in
        [(&spec.operands, operands, places.operands), (&spec.results, results, places.results)]
    {
        let mut rest = values;
        for (group, size) in groups.iter().zip(sizes) {
            let (here, after) = rest.split_at((*size).min(rest.len()));
            rest = after;
            let each = here.iter().map(|term| Goal::Place(group.var, term.clone()));
            if group.variadicity != Variadicity::Single && spec.variadic_per_element {
                apart.extend(each.map(|goal| vec![goal]));
            } else {
                goals.extend(each);
            }
        }
    }
    for attribute in &spec.attributes {
        let term = (places.attribute)(attribute.name);
        goals.push(match attribute.optional {
            true => Goal::Optional(attribute.var, term),
            false => Goal::Required(attribute.var, term),
        });
    }
    let apart = apart.into_iter().map(|goals| binder.bind(goals));
    Formula::all([binder.bind(goals)].into_iter().chain(apart).collect::<Vec<_>>())
}

/// That the parameters of a declared type or attribute satisfy its own definition.
pub fn parameters_hold(
    registry: &Registry,
    constraints: &[(Constraint, Span)],
    parameters: &[(Ident, Var)],
    term: &Term,
) -> Formula {
    let place = |(index, (_, var)): (usize, &(Ident, Var))| Goal::Place(*var, term.parameter(index));
    let goals = parameters.iter().enumerate().map(place).collect();
    let count = Formula::Parameters(term.clone(), parameters.len());
    Formula::all([count, Binder::new(registry, constraints).bind(goals)])
}

/// That the terms of a formula satisfy the definitions of the types and attributes that it mentions, as those of valid
/// programs do: one level deep.
pub fn definitions(registry: &Registry, formula: &Formula) -> Formula {
    let spec_of = |(predicate, dialect, name): (Predicate, Ident, Ident)| {
        let spec = match predicate {
            Predicate::DialectType(..) => registry.type_spec(dialect, name),
            _ => registry.attribute_spec(dialect, name),
        };
        // Definitions without parameters come from ODS, which does not print them.
        spec.filter(|spec| !spec.parameters.is_empty()).map(|spec| (predicate, spec))
    };
    let specs: Vec<_> = crate::candidates::mentioned(formula).into_iter().filter_map(spec_of).collect();
    if specs.is_empty() {
        return Formula::True;
    }
    let mut terms: Vec<&Term> = Vec::new();
    let mut seen = FxHashSet::default();
    formula.terms(&mut |term| {
        if matches!(term, Term::Variable(_) | Term::Parameter(..)) && seen.insert(term) {
            terms.push(term);
        }
    });
    let mut parts = Vec::new();
    for (predicate, spec) in specs {
        for term in &terms {
            let holds = parameters_hold(registry, &spec.constraints, &spec.parameters, term);
            parts.push(Formula::any([Formula::holds((*term).clone(), predicate.clone()).negate(), holds]));
        }
    }
    Formula::all(parts)
}

/// That some assignment of the variables of a definition has these values.
pub fn goals_hold(registry: &Registry, constraints: &[(Constraint, Span)], goals: &[(Var, Term)]) -> Formula {
    let goals = goals.iter().map(|(var, term)| Goal::Place(*var, term.clone())).collect();
    Binder::new(registry, constraints).bind(goals)
}

/// Something that a definition asks of a term.
#[derive(Clone)]
enum Goal {
    /// The term is the value of the variable.
    Place(Var, Term),
    /// So it is, and it is there.
    Required(Var, Term),
    /// So it is unless it is absent.
    Optional(Var, Term),
}

impl Goal {
    fn var(&self) -> Var {
        match self {
            Goal::Place(var, _) | Goal::Required(var, _) | Goal::Optional(var, _) => *var,
        }
    }
}

/// What the variables of a definition are determined to be, on one way through its alternatives.
#[derive(Clone)]
struct State {
    /// Value of each variable.
    bound: Vec<Option<Term>>,
    /// What is still to be stated, last first.
    goals: Vec<Goal>,
}

/// Turns the constraints of one definition into formulas.
struct Binder<'a> {
    registry: &'a Registry,
    constraints: &'a [(Constraint, Span)],
    steps: std::cell::Cell<usize>,
}

impl<'a> Binder<'a> {
    fn new(registry: &'a Registry, constraints: &'a [(Constraint, Span)]) -> Binder<'a> {
        Binder { registry, constraints, steps: std::cell::Cell::new(0) }
    }

    /// That some assignment satisfies the goals.
    fn bind(&self, mut goals: Vec<Goal>) -> Formula {
        goals.reverse();
        self.state(State { bound: vec![None; self.constraints.len()], goals })
    }

    fn state(&self, mut state: State) -> Formula {
        let mut parts = Vec::new();
        while let Some(goal) = state.goals.pop() {
            self.steps.set(self.steps.get() + 1);
            if self.steps.get() > MAX_STEPS {
                let text = self.registry.ctx().ident("a definition with too many alternatives");
                return Formula::Unread(text.into(), Vec::new());
            }
            let step = match goal {
                Goal::Place(var, term) => self.place(var, term, &mut state),
                Goal::Required(var, term) => {
                    parts.push(Formula::present(term.clone()));
                    self.place(var, term, &mut state)
                }
                Goal::Optional(var, term) => self.optional(var, term, &mut state),
            };
            match step {
                Step::Part(Formula::False) => return Formula::False,
                Step::Part(part) => parts.push(part),
                Step::Rest(rest) => {
                    parts.push(rest);
                    break;
                }
            }
        }
        Formula::all(parts)
    }

    fn optional(&self, var: Var, term: Term, state: &mut State) -> Step {
        match term {
            Term::Absent => return Step::Part(Formula::True),
            Term::Constant(_) => return self.place(var, term, state),
            _ => {}
        }
        let absent = Formula::equal(term.clone(), Term::Absent);
        let there = |rest| Formula::all([absent.clone().negate(), rest]);
        if self.stands_alone(&[var], state) {
            let alone = State { bound: state.bound.clone(), goals: vec![Goal::Place(var, term)] };
            return Step::Part(Formula::any([absent.clone(), there(self.state(alone))]));
        }
        let mut with = state.clone();
        with.goals.push(Goal::Place(var, term));
        let without = Formula::all([absent.clone(), self.state(state.clone())]);
        Step::Rest(Formula::any([without, there(self.state(with))]))
    }

    fn place(&self, var: Var, term: Term, state: &mut State) -> Step {
        let slot = var.0 as usize;
        if let Some(bound) = &state.bound[slot] {
            return Step::Part(Formula::equal(bound.clone(), term));
        }
        state.bound[slot] = Some(term.clone());
        Step::Part(match &self.constraints[slot].0 {
            Constraint::Any => Formula::True,
            Constraint::Is(attr) => Formula::equal(term, Term::Constant(*attr)),
            Constraint::Base(base) => Formula::holds(term, self.registry.base_predicate(base)),
            Constraint::CPred(text) => Formula::holds(term, self.registry.c_pred(*text)),
            Constraint::AllOf(all) => {
                state.goals.extend(all.iter().rev().map(|part| Goal::Place(*part, term.clone())));
                Formula::True
            }
            Constraint::Parametric(base, arguments) => {
                let parameter = |(index, var): (usize, &Var)| Goal::Place(*var, term.parameter(index));
                let goals: Vec<Goal> = arguments.iter().enumerate().map(parameter).collect();
                state.goals.extend(goals.into_iter().rev());
                let base = self.registry.base_predicate(base);
                Formula::all([Formula::holds(term.clone(), base), Formula::Parameters(term, arguments.len())])
            }
            Constraint::AnyOf(alternatives) => return self.any_of(alternatives, &term, state),
        })
    }

    fn any_of(&self, alternatives: &[Var], term: &Term, state: &mut State) -> Step {
        let alone = self.stands_alone(alternatives, state);
        let branches = alternatives.iter().map(|alternative| {
            let mut branch = match alone {
                true => State { bound: state.bound.clone(), goals: Vec::new() },
                false => state.clone(),
            };
            branch.goals.push(Goal::Place(*alternative, term.clone()));
            self.state(branch)
        });
        let any = Formula::any(branches.collect::<Vec<_>>());
        if alone { Step::Part(any) } else { Step::Rest(any) }
    }

    /// Whether no variable reachable from `vars` is bound already or reachable from what is still to be stated. An
    /// `is` is the same value wherever it is named, so it ties nothing together.
    fn stands_alone(&self, vars: &[Var], state: &State) -> bool {
        let inside = self.reachable(vars.iter().copied());
        let outside = self.reachable(state.goals.iter().map(Goal::var));
        inside.iter().enumerate().all(|(slot, here)| !here || (!outside[slot] && state.bound[slot].is_none()))
    }

    fn reachable(&self, from: impl Iterator<Item = Var>) -> Vec<bool> {
        let mut seen = vec![false; self.constraints.len()];
        let mut stack: Vec<Var> = from.collect();
        while let Some(var) = stack.pop() {
            let slot = var.0 as usize;
            let constraint = &self.constraints[slot].0;
            if seen[slot] || matches!(constraint, Constraint::Is(_)) {
                continue;
            }
            seen[slot] = true;
            match constraint {
                Constraint::AnyOf(parts) | Constraint::AllOf(parts) | Constraint::Parametric(_, parts) => {
                    stack.extend(parts);
                }
                _ => {}
            }
        }
        seen
    }
}

/// What came of one goal.
enum Step {
    /// A statement; the goals that are left come after it.
    Part(Formula),
    /// A statement that holds all that was left.
    Rest(Formula),
}
