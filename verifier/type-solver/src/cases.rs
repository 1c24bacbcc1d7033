//! Contradictions by cases: which kinds each term can denote, and what follows from that, on each way through the
//! alternatives of a formula. Each step keeps the solutions: a term gives way to one that denotes the same, an atom is decided
//! by kinds, by equal atoms beside it or by what it is about, one alternative after the other is assumed. Numbers are left to
//! `order`. A formula that is contradicted has no solution; of others nothing is said. Knows neither solvers nor plain values.

use assay_ir::data::{Context, TypeId};
use assay_ir::spec::{Predicate, TypeClass};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::case::{Case, equal, measurable, substituted};
use crate::concrete::{Denotation, Evaluator};
use crate::kinds::{Kinds, StatedKind, of_predicate};
use crate::order;
use crate::term::{CONTAINERS, Formula, Number, Order, Term, Variable};

/// Statements that are looked at before it is given up.
const MAX_WORK: usize = 20_000;

/// Conjuncts of a formula beyond which it is not tried.
const MAX_CONJUNCTS: usize = 200;

/// Rounds in which what is known of a case grows.
const MAX_ROUNDS: usize = 24;

/// Alternatives inside of one another.
const MAX_DEPTH: usize = 40;

/// Kinds that a term may have where each of them is assumed in turn.
const FEW_KINDS: usize = 6;

/// Numbers that an integer attribute may be where each of them is looked for, and bits that hold all of them.
const MOST_VALUES: i64 = 64;
const WIDE: i128 = 16;

/// Tells if no types and attributes satisfy a formula, as far as cases show it, and how much was looked at.
pub fn contradicts(ctx: &Context, formula: &Formula) -> (bool, usize) {
    if formula.conjuncts().len() > MAX_CONJUNCTS {
        return (false, 0);
    }
    let mut search = Search { left: MAX_WORK };
    let mut branch = Branch::new(ctx);
    branch.assume(Case::new(ctx, formula, true));
    let found = search.closes(branch, 0);
    (found, MAX_WORK - search.left)
}

/// The search for a way that nothing contradicts.
struct Search {
    /// Statements that may still be looked at.
    left: usize,
}

impl Search {
    /// Tells if nothing satisfies what is assumed in a branch.
    fn closes(&mut self, branch: Branch<'_>, depth: usize) -> bool {
        let Some(branch) = self.propagate(branch) else { return true };
        if depth >= MAX_DEPTH || self.left == 0 {
            return false;
        }
        if branch.every_value_is_denied() {
            return true;
        }
        let Some((rest, alternatives)) = branch.split() else { return branch.numbers_contradict() };
        alternatives.into_iter().all(|alternative| {
            let mut next = rest.clone();
            next.assume(alternative);
            self.closes(next, depth + 1)
        })
    }

    /// The rest of a branch once everything that follows is known; `None` where that contradicts itself.
    fn propagate<'a>(&mut self, mut branch: Branch<'a>) -> Option<Branch<'a>> {
        for _ in 0..MAX_ROUNDS {
            if branch.is_closed() {
                return None;
            }
            self.left = self.left.saturating_sub(branch.size());
            let next = branch.round();
            if next == branch || self.left == 0 {
                return (!next.is_closed()).then_some(next);
            }
            branch = next;
        }
        Some(branch)
    }
}

/// The assumptions on one way through the alternatives.
#[derive(Clone)]
struct Branch<'a> {
    stated: StatedKind<'a>,
    facts: Vec<(Formula, bool)>,
    known: FxHashMap<Formula, bool>,
    clauses: Vec<Vec<Case>>,
    closed: bool,
}

impl PartialEq for Branch<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.stated.kinds == other.stated.kinds && self.facts == other.facts && self.clauses == other.clauses
    }
}

impl<'a> Branch<'a> {
    fn new(ctx: &'a Context) -> Branch<'a> {
        Branch {
            stated: StatedKind::new(ctx),
            facts: Vec::new(),
            known: FxHashMap::default(),
            clauses: Vec::new(),
            closed: false,
        }
    }

    fn ctx(&self) -> &'a Context {
        self.stated.ctx
    }

    fn size(&self) -> usize {
        let clauses: usize = self.clauses.iter().map(Vec::len).sum();
        1 + self.facts.len() + self.stated.kinds.len() + clauses
    }

    fn assume(&mut self, case: Case) {
        match case {
            Case::All(parts) => parts.into_iter().for_each(|part| self.assume(part)),
            Case::Any(mut parts) => match parts.len() {
                0 => self.closed = true,
                1 => self.assume(parts.remove(0)),
                _ if self.clauses.contains(&parts) => {}
                _ => self.clauses.push(parts),
            },
            Case::Kind(term, kinds) => self.stated.add(term, kinds),
            Case::Atom(atom, holds) => match self.known.get(&atom) {
                Some(known) => self.closed |= *known != holds,
                None => {
                    self.known.insert(atom.clone(), holds);
                    self.facts.push((atom, holds));
                }
            },
        }
    }

    fn is_closed(&self) -> bool {
        self.closed || self.stated.kinds.keys().any(|term| self.stated.kinds(term).is_empty())
    }

    /// The same after everything was looked at once more.
    fn round(&self) -> Branch<'a> {
        let by_equation = self.equation().map(|equation| self.replaced(&equation));
        let now = by_equation.as_ref().unwrap_or(self);
        let mut next = Branch::new(self.ctx());
        for (term, kinds) in &now.stated.kinds {
            next.assume(Case::kind(now.normal(term), kinds.and(now.stated.kinds(term)), true));
        }
        for (atom, holds) in &now.facts {
            next.assume(now.atom(atom, *holds));
        }
        for clause in &now.clauses {
            let parts: Vec<Case> = clause.iter().map(|case| now.simpler(case)).collect();
            next.assume(Case::any(parts));
        }
        next
    }

    /// A variable that is equal to something else.
    fn equation(&self) -> Option<(Variable, Term)> {
        let usable = |variable: &Term, term: &Term| match variable {
            Term::Variable(variable) => {
                let mut inside = false;
                term.variables(&mut |other| inside |= other == *variable);
                (!inside && term.always_denotes()).then(|| (*variable, term.clone()))
            }
            _ => None,
        };
        self.facts.iter().find_map(|fact| match fact {
            (Formula::Equal(a, b), true) => usable(a, b).or_else(|| usable(b, a)),
            _ => None,
        })
    }

    fn replaced(&self, (variable, term): &(Variable, Term)) -> Branch<'a> {
        let by = |other| (other == *variable).then(|| term.clone());
        let mut next = Branch::new(self.ctx());
        for (old, kinds) in &self.stated.kinds {
            next.stated.add(old.substitute(&by), *kinds);
        }
        let fact = |(atom, holds): &(Formula, bool)| Case::new(self.ctx(), &atom.substitute(&by), *holds);
        self.facts.iter().for_each(|one| next.assume(fact(one)));
        for clause in &self.clauses {
            next.assume(Case::any(clause.iter().map(|case| substituted(self.ctx(), case, &by))));
        }
        next.closed |= self.closed;
        next
    }

    /// An alternative under what is known.
    fn simpler(&self, case: &Case) -> Case {
        match case {
            Case::All(parts) => Case::all(parts.iter().map(|part| self.simpler(part))),
            Case::Any(parts) => Case::any(parts.iter().map(|part| self.simpler(part))),
            Case::Kind(term, kinds) => {
                let term = self.normal(term);
                let possible = self.stated.kinds(&term);
                match possible {
                    possible if possible.excludes(*kinds) => Case::FALSE,
                    possible if possible.within(*kinds) => Case::TRUE,
                    _ => Case::Kind(term, *kinds),
                }
            }
            Case::Atom(atom, holds) => match self.atom(atom, *holds) {
                Case::Atom(atom, holds) => match self.known.get(&atom) {
                    Some(known) => Case::constant(*known == holds),
                    None => Case::Atom(atom, holds),
                },
                Case::All(parts) if !parts.is_empty() => Case::all(parts.iter().map(|part| match part {
                    Case::Kind(..) => self.simpler(part),
                    other => other.clone(),
                })),
                other => other,
            },
        }
    }

    /// The alternatives of what has the fewest, and the branch without it.
    fn split(&self) -> Option<(Branch<'a>, Vec<Case>)> {
        let smallest = (0..self.clauses.len()).min_by_key(|at| self.clauses[*at].len());
        let mut rest = self.clone();
        if let Some(at) = smallest {
            let alternatives = rest.clauses.remove(at);
            return Some((rest, alternatives));
        }
        let alternatives = self.facts.iter().find_map(|(atom, _)| self.kinds_of_atom(atom))?;
        Some((rest, alternatives))
    }

    /// The kinds of a term on which an atom depends, one after the other.
    fn kinds_of_atom(&self, atom: &Formula) -> Option<Vec<Case>> {
        let mut found = None;
        let mut each = |term: &Term, kinds: Vec<Kinds>| {
            if found.is_none() && kinds.len() > 1 {
                found = Some(kinds.into_iter().map(|kind| Case::Kind(term.clone(), kind)).collect());
            }
        };
        let by_shape = |term: &Term| {
            let kinds = self.stated.kinds(term);
            let parts = [kinds.and(Kinds::SHAPED), kinds.without(Kinds::SHAPED)];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>()
        };
        let mut inner: Vec<&Term> = Vec::new();
        atom.terms(&mut |term| inside(term, &mut inner));
        for term in inner {
            each(term, by_shape(term));
        }
        let few = |term: &Term| {
            let kinds: Vec<Kinds> = self.stated.kinds(term).each().collect();
            if kinds.len() <= FEW_KINDS { kinds } else { Vec::new() }
        };
        atom.terms(&mut |term| {
            each(term, by_shape(term));
            if matches!(atom, Formula::Equal(..) | Formula::Compatible(..) | Formula::Compare(..)) {
                each(term, few(term));
            }
        });
        found
    }

    /// Tells if an integer attribute is known to be one of a few numbers and to be none of them.
    fn every_value_is_denied(&self) -> bool {
        let ranges = |fact: &'_ (Formula, bool)| match fact {
            (Formula::Holds(term, predicate), true) => match **predicate {
                Predicate::IntRange { min, max } => Some((term.clone(), min, max)),
                _ => None,
            },
            _ => None,
        };
        let ranges: Vec<(Term, i64, i64)> = self.facts.iter().filter_map(ranges).collect();
        ranges.iter().any(|(term, ..)| {
            let own = || ranges.iter().filter(|(other, ..)| other == term);
            let min = own().map(|(_, min, _)| *min).max().unwrap_or(i64::MIN);
            let max = own().map(|(.., max)| *max).min().unwrap_or(i64::MAX);
            let few = max.checked_sub(min).is_some_and(|span| span < MOST_VALUES);
            let ty = few.then(|| self.integer_type(&term.type_of())).flatten();
            ty.is_some_and(|ty| (min..=max).all(|value| self.is_denied(term, value, ty)))
        })
    }

    /// Tells if an attribute is known not to be this number of this type.
    fn is_denied(&self, term: &Term, value: i64, ty: TypeId) -> bool {
        let value = Term::Constant(self.ctx().integer_attr(i128::from(value), ty));
        let denied =
            |a: &Term, b: &Term| self.known.get(&Formula::Equal(a.clone(), b.clone())) == Some(&false);
        denied(term, &value) || denied(&value, term)
    }

    /// The integer type that a term is known to denote, if it is wide enough for all small numbers.
    fn integer_type(&self, term: &Term) -> Option<TypeId> {
        let term = self.normal(term);
        match self.stated.kinds(&term) {
            Kinds::INDEX => Some(self.ctx().index()),
            Kinds::SIGNLESS => self.facts.iter().find_map(|(atom, holds)| match atom {
                Formula::Compare(Number::Width(of), Order::Equal, Number::Constant(width))
                | Formula::Compare(Number::Constant(width), Order::Equal, Number::Width(of))
                    if *holds && *of == term && *width >= WIDE =>
                {
                    u32::try_from(*width).ok().map(|width| self.ctx().integer(width))
                }
                _ => None,
            }),
            _ => None,
        }
    }

    fn numbers_contradict(&self) -> bool {
        let mut widths: FxHashSet<&Term> = FxHashSet::default();
        for (atom, _) in &self.facts {
            let Formula::Compare(a, _, b) = atom else { continue };
            for number in [a, b] {
                if let Number::Width(term) = number
                    && self.stated.kinds(term).within(Kinds::NUMBERS)
                {
                    widths.insert(term);
                }
            }
        }
        let least = widths.into_iter().map(|term| {
            let width = Number::Width(term.clone());
            Formula::Compare(Number::Constant(0), Order::LessOrEqual, width)
        });
        let facts = self.facts.iter().map(|(atom, holds)| match holds {
            true => atom.clone(),
            false => atom.clone().negate(),
        });
        order::simplify(self.ctx(), Formula::all(facts.chain(least))) == Formula::False
    }

    /// A term that denotes the same, with less around it.
    fn normal(&self, term: &Term) -> Term {
        match term {
            Term::Variable(_) | Term::Constant(_) | Term::Absent => term.clone(),
            Term::Parameter(of, index) => self.evaluated(self.normal(of).parameter(*index)),
            Term::TypeOf(of) => {
                let term = self.evaluated(self.normal(of).type_of());
                if self.stated.kinds(&term) == Kinds::ABSENT { Term::Absent } else { term }
            }
            Term::Element(of) => self.element(self.normal(of)),
            Term::Reshape { like, element } => self.reshape(self.normal(like), self.normal(element)),
        }
    }

    fn evaluated(&self, term: Term) -> Term {
        let evaluator = Evaluator { ctx: self.ctx(), values: &|_| None };
        match evaluator.denotes(&term) {
            Denotation::Value(Some(attr)) => Term::Constant(attr),
            Denotation::Value(None) => Term::Absent,
            _ => term,
        }
    }

    fn element(&self, of: Term) -> Term {
        if self.stated.kinds(&of).excludes(Kinds::SHAPED) {
            return of;
        }
        match &of {
            Term::Constant(_) => self.evaluated(of.element()),
            Term::Reshape { like, element } if self.are_types(like, element) => {
                match self.stated.kinds(like).within(Kinds::SHAPED) {
                    true => (**element).clone(),
                    false => of.element(),
                }
            }
            _ => of.element(),
        }
    }

    fn are_types(&self, like: &Term, element: &Term) -> bool {
        [like, element].iter().all(|term| self.stated.kinds(term).within(Kinds::TYPES))
    }

    fn reshape(&self, like: Term, element: Term) -> Term {
        if !self.are_types(&like, &element) {
            return like.with_element(&element);
        }
        let shape = self.stated.kinds(&like);
        if shape.excludes(Kinds::SHAPED) {
            return element;
        }
        if element == self.element(like.clone()) {
            return like;
        }
        match &like {
            Term::Constant(_) => self.evaluated(like.with_element(&element)),
            Term::Reshape { like: inner, element: old }
                if self.are_types(inner, old) && self.stated.kinds(inner).within(Kinds::SHAPED) =>
            {
                self.reshape((**inner).clone(), element)
            }
            _ => like.with_element(&element),
        }
    }

    /// A term with the same shape.
    fn shape_of(&self, term: Term) -> Term {
        match &term {
            Term::Reshape { like, element }
                if self.are_types(like, element) && self.stated.kinds(like).within(Kinds::SHAPED) =>
            {
                self.shape_of((**like).clone())
            }
            _ => term,
        }
    }

    /// An atom under what is known.
    fn atom(&self, atom: &Formula, holds: bool) -> Case {
        match atom {
            Formula::Equal(a, b) => self.equation_of(self.normal(a), self.normal(b), holds),
            Formula::Holds(term, predicate) => self.leaf(self.normal(term), predicate, holds),
            Formula::Parameters(term, count) => {
                let term = self.normal(term);
                let atom = Formula::Parameters(term.clone(), *count);
                match self.stated.kinds(&term).excludes(Kinds::DIALECT) {
                    true => Case::constant(!holds),
                    false => self.written(atom, holds),
                }
            }
            Formula::Compare(a, order, b) => self.comparison(a, *order, b, holds),
            Formula::Compatible(a, b) => self.compatible(self.normal(a), self.normal(b), holds),
            Formula::Unread(statement, terms) => {
                let terms = terms.iter().map(|term| self.normal(term)).collect();
                self.written(Formula::Unread(*statement, terms), holds)
            }
            other => Case::new(self.ctx(), other, holds),
        }
    }

    /// An atom, decided where all that it is about is written.
    fn written(&self, atom: Formula, holds: bool) -> Case {
        match (Evaluator { ctx: self.ctx(), values: &|_| None }).holds(&atom) {
            Some(known) => Case::constant(known == holds),
            None => Case::Atom(atom, holds),
        }
    }

    fn leaf(&self, term: Term, predicate: &std::sync::Arc<Predicate>, holds: bool) -> Case {
        let about_shape = matches!(
            **predicate,
            Predicate::StaticShape
                | Predicate::NoExtentIs(_)
                | Predicate::AllExtentsAre(_)
                | Predicate::Type(TypeClass::ScalableVector)
        );
        let term = if about_shape { self.shape_of(term) } else { term };
        let (some, every) = of_predicate(predicate);
        let kinds = self.stated.kinds(&term);
        if kinds.excludes(some) {
            return Case::constant(!holds);
        }
        if kinds.within(every) {
            return Case::constant(holds);
        }
        self.written(Formula::Holds(term, predicate.clone()), holds)
    }

    fn equation_of(&self, a: Term, b: Term, holds: bool) -> Case {
        let (left, right) = (self.stated.kinds(&a), self.stated.kinds(&b));
        let both = left.and(right).without(Kinds::NOTHING);
        if both.is_empty() {
            return Case::constant(!holds);
        }
        let one = left == right && left.is_one();
        if a != b && one && left.is_one_value() {
            return Case::constant(holds);
        }
        if a != b && one && left.within(Kinds::INTEGERS) {
            let widths = [a, b].map(Number::Width);
            let [a, b] = widths;
            return self.comparison(&a, Order::Equal, &b, holds);
        }
        let shaped = |like: &Term| self.stated.kinds(like).within(Kinds::SHAPED);
        match (&a, &b) {
            (Term::Reshape { like, element }, Term::Reshape { like: other, element: second })
                if like == other
                    && shaped(like)
                    && self.are_types(like, element)
                    && self.are_types(like, second) =>
            {
                return equal(self.ctx(), element, second, holds);
            }
            (Term::Reshape { like, element }, other) | (other, Term::Reshape { like, element })
                if **like == *other && shaped(like) && self.are_types(like, element) =>
            {
                return equal(self.ctx(), element, &self.element(other.clone()), holds);
            }
            _ => {}
        }
        let narrowed = |term: &Term, kinds: Kinds| match holds && kinds != both {
            true => Case::kind(term.clone(), both, true),
            false => Case::TRUE,
        };
        Case::all([narrowed(&a, left), narrowed(&b, right), equal(self.ctx(), &a, &b, holds)])
    }

    /// A number in fewer words, and whether it is surely one; `None` where it is none.
    fn number(&self, number: &Number) -> Option<(Number, bool)> {
        let Some(term) = number.term() else { return Some((number.clone(), true)) };
        let term = self.normal(term);
        let kinds = self.stated.kinds(&term);
        if kinds.excludes(measurable(number)) {
            return None;
        }
        let constant = |value: i128| Some((Number::Constant(value), true));
        let number = match number {
            Number::Width(_) => {
                let element = self.element(term.clone());
                if kinds.within(Kinds::SHAPED) && self.stated.kinds(&element).excludes(Kinds::SHAPED) {
                    return self.number(&Number::Width(element));
                }
                if let Some(bits) = kinds.float_width() {
                    return constant(i128::from(bits));
                }
                (Number::Width(term), kinds.within(Kinds::NUMBERS))
            }
            Number::Rank(_) => (Number::Rank(self.shape_of(term)), kinds.within(Kinds::RANKED)),
            Number::Container(_) => {
                let place = CONTAINERS.iter().position(|class| {
                    let (some, _) = of_predicate(&Predicate::Type(*class));
                    kinds == some
                });
                if let Some(place) = place {
                    return constant(place as i128);
                }
                if kinds.within(Kinds::TYPES.without(Kinds::SHAPED)) {
                    return constant(CONTAINERS.len() as i128);
                }
                (Number::Container(self.shape_of(term)), kinds.within(Kinds::TYPES))
            }
            Number::Length(_) => (Number::Length(term), kinds.within(Kinds::ARRAY.or(Kinds::DENSE_ARRAY))),
            Number::Constant(_) => return None,
        };
        let evaluator = Evaluator { ctx: self.ctx(), values: &|_| None };
        match evaluator.number(&number.0) {
            Some(Some(value)) => constant(value),
            Some(None) => None,
            None => Some(number),
        }
    }

    fn comparison(&self, a: &Number, order: Order, b: &Number, holds: bool) -> Case {
        let (Some((a, a_is_one)), Some((b, b_is_one))) = (self.number(a), self.number(b)) else {
            return Case::constant(!holds);
        };
        if let (Number::Constant(x), Number::Constant(y)) = (&a, &b) {
            return Case::constant(order.holds(*x, *y) == holds);
        }
        let certain = a_is_one && b_is_one;
        if certain && a == b {
            return Case::constant(order.holds(0, 0) == holds);
        }
        let compare = |a: &Number, order, b: &Number| {
            Case::new(self.ctx(), &Formula::Compare(a.clone(), order, b.clone()), true)
        };
        match order {
            _ if !certain && !holds => Case::Atom(Formula::Compare(a, order, b), false),
            Order::Less if !holds => compare(&b, Order::LessOrEqual, &a),
            Order::LessOrEqual if !holds => compare(&b, Order::Less, &a),
            Order::Equal if !holds => Case::any([compare(&a, Order::Less, &b), compare(&b, Order::Less, &a)]),
            Order::NotEqual if !holds => compare(&a, Order::Equal, &b),
            Order::NotEqual => Case::any([compare(&a, Order::Less, &b), compare(&b, Order::Less, &a)]),
            order => compare(&a, order, &b),
        }
    }

    fn compatible(&self, a: Term, b: Term, holds: bool) -> Case {
        let (left, right) = (self.stated.kinds(&a), self.stated.kinds(&b));
        if [left, right].iter().any(|kinds| kinds.excludes(Kinds::TYPES)) {
            return Case::constant(!holds);
        }
        let scalar = Kinds::TYPES.without(Kinds::SHAPED);
        if left.within(scalar) && right.within(scalar) {
            return Case::constant(holds);
        }
        let (a, b) = (self.shape_of(a), self.shape_of(b));
        let types = left.within(Kinds::TYPES) && right.within(Kinds::TYPES);
        if types && a == b {
            return Case::constant(holds);
        }
        let apart = left.and(Kinds::SHAPED).excludes(right.and(Kinds::SHAPED));
        if apart && (left.within(Kinds::SHAPED) || right.within(Kinds::SHAPED)) {
            return Case::constant(!holds);
        }
        self.written(Formula::Compatible(a, b), holds)
    }
}

/// Terms inside of others, and not themselves alone.
fn inside<'t>(term: &'t Term, found: &mut Vec<&'t Term>) {
    match term {
        Term::Variable(_) | Term::Constant(_) | Term::Absent => {}
        Term::Parameter(of, _) => inside(of, found),
        Term::TypeOf(of) => inside(of, found),
        Term::Element(of) => {
            inside(of, found);
            found.push(of);
        }
        Term::Reshape { like, element } => {
            inside(like, found);
            inside(element, found);
            found.push(like);
        }
    }
}
