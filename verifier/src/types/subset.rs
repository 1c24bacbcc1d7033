//! `check_subset`: does everything that one definition accepts satisfy another one? Operands, results and attributes are
//! compared position by position, attributes by name. Knows two definitions and nothing of patterns.
//!
//! A definition with open groups stands for one question per number of operands and results. Where each side has at most
//! one open group per list, numbers up to both sides' single groups plus two decide all of them: a violation at a larger
//! number rests on at most two of the elements that both sides have in their open group, since those are either all
//! equal or judged one by one, and the others can be left out.

use std::cell::RefCell;

use assay_ir::data::{AttrId, Context, Ident, Span};
use assay_ir::spec::{Group, OpSpec, Registry, Relation, Variadicity, open_groups};
use assay_ir::text;

use crate::verdict::Unknown;
use assay_smt::SolverPool;
use assay_type_solver::ask::{Solution, TypeSolver};
use assay_type_solver::candidates::Sort;
use assay_type_solver::concrete::Value;
use assay_type_solver::conform::conforms;
use assay_type_solver::places::Places;
use assay_type_solver::segments::{least, most};
use assay_type_solver::term::{Formula, Term, Unread, Variable};

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubsetAnswer {
    /// Everything that the left one accepts, the right one accepts too.
    Holds,
    /// The left one accepts these types and attributes, the right one does not.
    Fails(Vec<Assigned>),
    /// Not decided.
    Unknown(Unknown),
}

/// What a name of the left definition stands for in a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assigned {
    /// The types of a group of operands.
    Operands(Listed),
    /// The types of a group of results.
    Results(Listed),
    /// An attribute that either definition lists; `None` is one that is not there.
    Attribute(Ident, Value),
    /// What `irdl.yield` names at a position.
    Yielded(usize, Value),
}

/// The types of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name of the group.
    pub name: Ident,
    /// Whether it is written as one type and not as a list.
    pub single: bool,
    /// Its types, as type attributes.
    pub types: Vec<AttrId>,
}

impl Assigned {
    /// As `a=i32`, `a=(i32,f32)` or `k absent`.
    pub fn text(&self, ctx: &Context) -> String {
        match self {
            Assigned::Operands(group) | Assigned::Results(group) => {
                let types: Vec<String> = group.types.iter().map(|ty| text::attr_text(ctx, *ty)).collect();
                let (open, close) = if group.single { ("", "") } else { ("(", ")") };
                format!("{}={open}{}{close}", ctx.str(group.name), types.join(","))
            }
            Assigned::Attribute(name, Some(attr)) => {
                format!("{}={}", ctx.str(*name), text::attr_text(ctx, *attr))
            }
            Assigned::Attribute(name, None) => format!("{} absent", ctx.str(*name)),
            Assigned::Yielded(index, Some(attr)) => format!("#{index}={}", text::attr_text(ctx, *attr)),
            Assigned::Yielded(index, None) => format!("#{index} absent"),
        }
    }
}

/// Whether `right` accepts all that `left` accepts.
pub fn subset(
    registry: &Registry,
    left: &OpSpec,
    right: &OpSpec,
    solvers: Option<&SolverPool>,
) -> SubsetAnswer {
    let asker = TypeSolver::new(registry.ctx(), solvers);
    if let Some(why) = outside(left, right) {
        return SubsetAnswer::Unknown(why);
    }
    let mut undecided = None;
    for operands in counts(&left.operands, &right.operands) {
        for results in counts(&left.results, &right.results) {
            let question = Question::new(registry, left, right, operands, results);
            match asker.solve(&question.formula, &question.unknowns) {
                Solution::None => {}
                Solution::Values(values) => return SubsetAnswer::Fails(question.assignment(left, &values)),
                Solution::Unknown(why) => undecided = undecided.or(Some(why.into())),
                Solution::HangsOn(unread) => {
                    undecided = undecided.or_else(|| Some(hangs_on(registry.ctx(), &unread, left.span)));
                }
            }
        }
    }
    undecided.map_or(SubsetAnswer::Holds, SubsetAnswer::Unknown)
}

/// The answer that a question depends on something without a known meaning.
pub(super) fn hangs_on(ctx: &Context, unread: &[Unread], span: Span) -> Unknown {
    let words: Vec<String> = unread.iter().map(|one| one.describe(ctx)).collect();
    Unknown::Unsupported { what: words.join(", "), span }
}

/// What this comparison does not cover.
fn outside(left: &OpSpec, right: &OpSpec) -> Option<Unknown> {
    let several = |groups: &[Group]| open_groups(groups) > 1;
    let open = |groups: &[Group]| open_groups(groups) > 0;
    let lists = [&left.operands, &left.results, &right.operands, &right.results];
    let counted = [left, right].into_iter().any(|spec| spec.relations.iter().any(counts_something));
    let what = if counted && lists.iter().any(|groups| open(groups)) {
        "relations between counts"
    } else if lists.iter().any(|groups| several(groups)) {
        "variadic operands"
    } else if left.regions.as_deref().unwrap_or(&[]) != right.regions.as_deref().unwrap_or(&[]) {
        "regions"
    } else {
        return None;
    };
    Some(Unknown::Unsupported { what: what.to_owned(), span: left.span })
}

fn counts_something(relation: &Relation) -> bool {
    let counts = |term: &assay_ir::spec::Term| matches!(term, assay_ir::spec::Term::Count(_));
    counts(&relation.left) || counts(&relation.right) || relation.otherwise.iter().any(counts_something)
}

/// Numbers of values that the left groups allow, as many as decide the question.
fn counts(left: &[Group], right: &[Group]) -> std::ops::RangeInclusive<usize> {
    let fewest: usize = left.iter().map(least).sum();
    let limit = left.len() + right.len() + 2;
    let widest = left.iter().map(most).fold(0usize, usize::saturating_add);
    fewest..=widest.min(limit)
}

struct Question {
    formula: Formula,
    unknowns: Vec<(Variable, Sort)>,
    operands: Vec<Term>,
    results: Vec<Term>,
    attributes: Vec<(Ident, Term)>,
}

impl Question {
    fn new(registry: &Registry, left: &OpSpec, right: &OpSpec, operands: usize, results: usize) -> Question {
        let unknowns = RefCell::new(Vec::new());
        let fresh = |sort| {
            let variable = Variable(unknowns.borrow().len() as u32);
            unknowns.borrow_mut().push((variable, sort));
            Term::Variable(variable)
        };
        let operands: Vec<Term> = (0..operands).map(|_| fresh(Sort::Type)).collect();
        let results: Vec<Term> = (0..results).map(|_| fresh(Sort::Type)).collect();
        let attributes: RefCell<Vec<(Ident, Term)>> = RefCell::new(Vec::new());
        let attribute = |name: Ident| {
            let known =
                attributes.borrow().iter().find(|(known, _)| *known == name).map(|(_, term)| term.clone());
            known.unwrap_or_else(|| {
                let term = fresh(Sort::Optional);
                attributes.borrow_mut().push((name, term.clone()));
                term
            })
        };
        let places = Places { operands: &operands, results: &results, attribute: &attribute, bare: false };
        let (left, right) = (conforms(registry, left, &places), conforms(registry, right, &places));
        let formula = Formula::all([left, right.negate()]);
        let formula = Formula::all([assay_type_solver::conform::definitions(registry, &formula), formula]);
        let (unknowns, attributes) = (unknowns.into_inner(), attributes.into_inner());
        Question { formula, unknowns, operands, results, attributes }
    }

    fn assignment(&self, left: &OpSpec, values: &[(Variable, Value)]) -> Vec<Assigned> {
        let value_of = |term: &Term| match term {
            Term::Variable(variable) => {
                values.iter().find(|(known, _)| known == variable).and_then(|(_, v)| *v)
            }
            _ => None,
        };
        let spread = |groups: &[Group], terms: &[Term]| {
            let mut rest = terms;
            let open = terms.len().saturating_sub(groups.iter().map(least).sum());
            let take = |group: &Group| {
                let single = group.variadicity == Variadicity::Single;
                let (here, after) = rest.split_at(if single { 1 } else { open }.min(rest.len()));
                rest = after;
                Listed { name: group.name, single, types: here.iter().filter_map(value_of).collect() }
            };
            groups.iter().map(take).collect::<Vec<Listed>>()
        };
        let operands = spread(&left.operands, &self.operands).into_iter().map(Assigned::Operands);
        let results = spread(&left.results, &self.results).into_iter().map(Assigned::Results);
        let attributes =
            self.attributes.iter().map(|(name, term)| Assigned::Attribute(*name, value_of(term)));
        operands.chain(results).chain(attributes).collect()
    }
}
