//! `irdl.check_subset`: does every assignment of the left side extend to one of the right side? Knows two sides and
//! nothing of patterns.
//!
//! Constraint values are variables. Those that have to have a value are the yielded ones, those that nothing names, and all
//! parts of an `all_of` that has to have one; the parts of an `all_of` share its value. On the left each such class of
//! variables is an unknown. On the right it has to be written, or determined by the left through `irdl.yield`, or rest on
//! nothing of it: then it is a question of its own. What an `any_of` leaves open is bound as `conform` does it, so that no
//! quantifier is needed.

use assay_ir::data::{AttrKind, Ident, Span, UnionFind, known};
use assay_ir::spec::{
    CheckSubset, Constraint, Group, Named, OpSpec, Predicate, Registry, Side, Var, Variadicity,
};

use super::subset::{Assigned, SubsetAnswer, hangs_on};
use crate::verdict::Unknown;
use assay_smt::SolverPool;
use assay_type_solver::ask::{Solution, TypeSolver};
use assay_type_solver::candidates::Sort;
use assay_type_solver::conform::{self, goals_hold};
use assay_type_solver::places::Places;
use assay_type_solver::relations;
use assay_type_solver::term::{Formula, Term, Variable};

/// An answer, and how it came about.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The answer.
    pub answer: SubsetAnswer,
    /// The statement that was asked about and what became of it, one step a line.
    pub steps: Vec<String>,
}

/// Decides a question.
pub fn check_subset(registry: &Registry, question: &CheckSubset, solvers: Option<&SolverPool>) -> Decided {
    let asker = TypeSolver::new(registry.ctx(), solvers).traced();
    let answer = match formula(registry, question, &asker) {
        Err(why) => SubsetAnswer::Unknown(why),
        Ok(StatedType { formula, unknowns, yields }) => match asker.solve(&formula, &unknowns) {
            Solution::None => SubsetAnswer::Holds,
            Solution::Unknown(why) => SubsetAnswer::Unknown(why.into()),
            Solution::HangsOn(unread) => {
                SubsetAnswer::Unknown(hangs_on(registry.ctx(), &unread, question.span))
            }
            Solution::Values(values) => {
                let value = |variable: &Variable| values.iter().find(|(known, _)| known == variable);
                let shown = yields
                    .iter()
                    .enumerate()
                    .filter_map(|(index, variable)| Some(Assigned::Yielded(index, value(variable)?.1)));
                SubsetAnswer::Fails(shown.collect())
            }
        },
    };
    Decided { answer, steps: asker.steps() }
}

struct StatedType {
    formula: Formula,
    unknowns: Vec<(Variable, Sort)>,
    yields: Vec<Variable>,
}

/// "The left side holds and the right side does not", over the unknowns of the left side.
fn formula(
    registry: &Registry,
    question: &CheckSubset,
    asker: &TypeSolver<'_>,
) -> Result<StatedType, Unknown> {
    let left = Classes::from_side(&question.left);
    let mut unknowns = Vec::new();
    let mut terms: Vec<Option<Term>> = vec![None; question.left.constraints.len()];
    for slot in left.needed() {
        let root = left.root(slot);
        if terms[root].is_none() {
            let variable = Variable(unknowns.len() as u32);
            let sort =
                if left.is_type(registry, &question.left, root) { Sort::Type } else { Sort::Attribute };
            unknowns.push((variable, sort));
            terms[root] = Some(Term::Variable(variable));
        }
    }
    let goals = left.goals(&terms);
    let known = Formula::all([
        goals_hold(registry, &question.left.constraints, &goals),
        stated(registry, &question.left, &left, &terms, question.span)?,
    ]);
    let common: Vec<Term> =
        question.left.yields.iter().filter_map(|var| terms[left.root(var.0 as usize)].clone()).collect();
    let yields = common.iter().filter_map(|term| if let Term::Variable(v) = term { Some(*v) } else { None });
    let yields = yields.collect();
    let wanted = right(registry, question, &common, asker)?;
    let formula = Formula::all([known, wanted.negate()]);
    let formula = Formula::all([conform::definitions(registry, &formula), formula]);
    Ok(StatedType { formula, unknowns, yields })
}

/// That the right side holds of the values that it has in common with the left side.
fn right(
    registry: &Registry,
    question: &CheckSubset,
    common: &[Term],
    asker: &TypeSolver<'_>,
) -> Result<Formula, Unknown> {
    let side = &question.right;
    let classes = Classes::from_side(side);
    let mut terms: Vec<Option<Term>> = vec![None; side.constraints.len()];
    let mut parts = Vec::new();
    for (var, term) in side.yields.iter().zip(common) {
        match &terms[classes.root(var.0 as usize)] {
            // Two yielded variables of one class: their values are one.
            Some(before) => parts.push(Formula::equal(before.clone(), term.clone())),
            None => terms[classes.root(var.0 as usize)] = Some(term.clone()),
        }
    }
    for slot in classes.needed() {
        // A written value is known without the left side.
        if let Constraint::Is(attr) = side.constraints[slot].0 {
            terms[classes.root(slot)].get_or_insert(Term::Constant(attr));
        }
    }
    let (mut bound, mut free) = (Vec::new(), Vec::new());
    for slot in classes.needed() {
        match &terms[classes.root(slot)] {
            Some(term) => bound.push((Var(slot as u32), term.clone())),
            None => free.push(slot),
        }
    }
    let rests = |slot: &usize| {
        classes
            .reachable(side, *slot)
            .iter()
            .enumerate()
            .any(|(other, seen)| *seen && terms[classes.root(other)].is_some())
    };
    if free.iter().any(rests) {
        let what = "a variable that the other side determines only in part".to_owned();
        return Err(Unknown::Unsupported { what, span: question.span });
    }
    parts.push(goals_hold(registry, &side.constraints, &bound));
    parts.push(stated(registry, side, &classes, &terms, question.span)?);
    if !free.is_empty() {
        parts.push(exists(registry, side, &classes, &free, asker)?);
    }
    Ok(Formula::all(parts))
}

/// Whether variables that the left side has no say in have values: true or false.
fn exists(
    registry: &Registry,
    side: &Side,
    classes: &Classes,
    free: &[usize],
    asker: &TypeSolver<'_>,
) -> Result<Formula, Unknown> {
    let mut unknowns = Vec::new();
    let mut terms: Vec<Option<Term>> = vec![None; side.constraints.len()];
    for slot in free {
        let sort = if classes.is_type(registry, side, *slot) { Sort::Type } else { Sort::Attribute };
        terms[classes.root(*slot)].get_or_insert_with(|| {
            unknowns.push((Variable(unknowns.len() as u32), sort));
            Term::Variable(unknowns[unknowns.len() - 1].0)
        });
    }
    let goals = classes.goals(&terms);
    let formula = goals_hold(registry, &side.constraints, &goals);
    let formula = Formula::all([conform::definitions(registry, &formula), formula]);
    match asker.solve(&formula, &unknowns) {
        Solution::None => Ok(Formula::False),
        Solution::Values(_) => Ok(Formula::True),
        Solution::Unknown(why) => Err(why.into()),
        Solution::HangsOn(unread) => Err(hangs_on(registry.ctx(), &unread, side.constraints[free[0]].1)),
    }
}

/// The relations of a side.
fn stated(
    registry: &Registry,
    side: &Side,
    classes: &Classes,
    terms: &[Option<Term>],
    span: Span,
) -> Result<Formula, Unknown> {
    let mut parts = Vec::new();
    for named in &side.relations {
        let term = |var: &Var| terms[classes.root(var.0 as usize)].clone();
        let values: Option<Vec<(Ident, Term)>> =
            named.names.iter().map(|(name, var)| Some((*name, term(var)?))).collect();
        let Some(values) = values else {
            let what = "a relation of a variable that has no value".to_owned();
            return Err(Unknown::Unsupported { what, span });
        };
        parts.push(relation(registry, named, &values));
    }
    Ok(Formula::all(parts))
}

/// A relation between named values, as that of a definition with these operands and attributes.
fn relation(registry: &Registry, named: &Named, values: &[(Ident, Term)]) -> Formula {
    let mut groups: Vec<Group> = Vec::new();
    let mut operands = Vec::new();
    let mut sizes = Vec::new();
    let types = values.iter().filter(|(name, _)| !named.attributes.contains(name));
    for (name, term) in types {
        match groups.iter().position(|group| group.name == *name) {
            // The values of a group stand together.
            Some(at) => {
                let end: usize = sizes[..=at].iter().sum();
                operands.insert(end, term.clone());
                sizes[at] += 1;
            }
            None => {
                groups.push(Group {
                    name: *name,
                    var: Var(0),
                    variadicity: Variadicity::Variadic,
                    span: named.span,
                });
                operands.push(term.clone());
                sizes.push(1);
            }
        }
    }
    let spec = OpSpec {
        name: known::IRDL_CHECK_SUBSET,
        source: None,
        span: named.span,
        constraints: Vec::new(),
        operands: groups,
        results: Vec::new(),
        attributes: Vec::new(),
        regions: None,
        traits: Default::default(),
        relations: named.relation.iter().cloned().collect(),
        signatures: named.signature.iter().cloned().collect(),
        checks: Vec::new(),
        variadic_per_element: true,
        lossy: false,
    };
    let attribute = |name: Ident| {
        let found = values.iter().find(|(known, _)| *known == name && named.attributes.contains(known));
        found.map_or(Term::Absent, |(_, term)| term.clone())
    };
    let places = Places { operands: &operands, results: &[], attribute: &attribute, bare: true };
    relations::Named::new(registry, &spec, &places, &sizes, &[]).relations()
}

/// Variables that have one value: an `all_of` that has to have one, and its parts.
struct Classes {
    forest: UnionFind,
    needed: Vec<bool>,
}

impl Classes {
    fn from_side(side: &Side) -> Classes {
        let count = side.constraints.len();
        let mut classes = Classes { forest: UnionFind::new(count), needed: vec![false; count] };
        let mut stack: Vec<usize> =
            side.yields.iter().chain(&side.requires).map(|var| var.0 as usize).collect();
        while let Some(slot) = stack.pop() {
            if std::mem::replace(&mut classes.needed[slot], true) {
                continue;
            }
            if let Constraint::AllOf(parts) = &side.constraints[slot].0 {
                for part in parts {
                    classes.forest.join(slot, part.0 as usize);
                    stack.push(part.0 as usize);
                }
            }
        }
        classes
    }

    fn root(&self, slot: usize) -> usize {
        self.forest.find(slot)
    }

    fn needed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.needed.len()).filter(|slot| self.needed[*slot])
    }

    fn goals(&self, terms: &[Option<Term>]) -> Vec<(Var, Term)> {
        let goal = |slot: usize| Some((Var(slot as u32), terms[self.root(slot)].clone()?));
        self.needed().filter_map(goal).collect()
    }

    /// Whether some member of the class says that it is a type.
    fn is_type(&self, registry: &Registry, side: &Side, root: usize) -> bool {
        let of_types =
            |predicate: &Predicate| matches!(predicate, Predicate::Type(_) | Predicate::DialectType(..));
        let says_so = |slot: usize| match &side.constraints[slot].0 {
            Constraint::CPred(text) => of_types(&registry.c_pred(*text)),
            Constraint::Base(base) | Constraint::Parametric(base, _) => {
                of_types(&registry.base_predicate(base))
            }
            Constraint::Is(attr) => matches!(registry.ctx().attr_kind(*attr), AttrKind::Type(_)),
            _ => false,
        };
        self.needed().filter(|slot| self.root(*slot) == self.root(root)).any(says_so)
    }

    fn reachable(&self, side: &Side, from: usize) -> Vec<bool> {
        let mut seen = vec![false; side.constraints.len()];
        let mut stack = vec![from];
        while let Some(slot) = stack.pop() {
            if std::mem::replace(&mut seen[slot], true) {
                continue;
            }
            if let Constraint::AnyOf(parts) | Constraint::AllOf(parts) | Constraint::Parametric(_, parts) =
                &side.constraints[slot].0
            {
                stack.extend(parts.iter().map(|part| part.0 as usize));
            }
        }
        seen
    }
}
