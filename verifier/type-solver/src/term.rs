//! Statements about types and attributes: terms over the unknowns of a question, and formulas over terms. Knows
//! neither patterns, nor specs, nor solvers.
//!
//! A term denotes an attribute, a type (a type and the attribute that holds it are one thing), *absent* (an
//! attribute that is not there), or nothing (a parameter of something that has none). An atom about nothing is
//! false. Formulas have no quantifier: `conform` shows why none is needed.

use std::borrow::Cow;
use std::sync::Arc;

use assay_ir::data::{AttrId, Context, Ident};
use assay_ir::spec::{AttrClass, CheckKind, Predicate, TypeClass};

/// An unknown: the type of a value of the matched program, or an attribute of one of its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

/// Something that denotes a type, an attribute, or absence.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// An unknown.
    Variable(Variable),
    /// A written type or attribute.
    Constant(AttrId),
    /// No attribute.
    Absent,
    /// Parameter number `.1` of a type or attribute of a dialect; nothing for any other.
    Parameter(Arc<Term>, usize),
    /// The type that a typed attribute carries, else absent.
    TypeOf(Arc<Term>),
    /// The element type of a shaped type, the type itself for any other.
    Element(Arc<Term>),
    /// The shaped type `like` with another element type; `element` itself when `like` is no shaped type.
    Reshape {
        /// Gives container and extents.
        like: Arc<Term>,
        /// Gives the element type.
        element: Arc<Term>,
    },
}

/// A comparison of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// `=`
    Equal,
    /// `/=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

impl Order {
    /// Whether two numbers compare so.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Order::Equal => left == right,
            Order::NotEqual => left != right,
            Order::Less => left < right,
            Order::LessOrEqual => left <= right,
        }
    }
}

/// Something that denotes a number, or no number; comparisons with no number are false.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// A written number.
    Constant(i128),
    /// Bits of an integer or float type, or of such an element type.
    Width(Term),
    /// Number of extents of a shaped type with known rank.
    Rank(Term),
    /// Which container a type is: its position in [`CONTAINERS`], and past the end for anything that is no shaped
    /// type.
    Container(Term),
    /// Number of elements of an array, dense array, or dense attribute.
    Length(Term),
}

/// Shaped types, in the order of their numbers.
pub const CONTAINERS: [TypeClass; 5] = [
    TypeClass::Vector,
    TypeClass::RankedTensor,
    TypeClass::UnrankedTensor,
    TypeClass::MemRef,
    TypeClass::UnrankedMemRef,
];

/// Something without a known meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unread {
    /// The text of a `c_pred`.
    Predicate(Ident),
    /// A statement of a definition, in words.
    Statement(Ident),
}

impl Unread {
    /// In words: a statement as such, a predicate with its text.
    pub fn describe(self, ctx: &Context) -> String {
        match self {
            Unread::Predicate(text) => format!("predicate `{}`", ctx.str(text)),
            Unread::Statement(text) => ctx.str(text).to_owned(),
        }
    }
}

/// A statement without a meaning for terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Statement {
    /// In words.
    pub text: Ident,
    /// What decides it of given values.
    pub check: Option<CheckKind>,
}

impl From<Ident> for Statement {
    fn from(text: Ident) -> Statement {
        Statement { text, check: None }
    }
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Holds.
    True,
    /// Does not hold.
    False,
    /// All of these; made by [`Formula::all`].
    And(Vec<Formula>),
    /// One of these; made by [`Formula::any`].
    Or(Vec<Formula>),
    /// Not this; made by [`Formula::negate`].
    Not(Box<Formula>),
    /// Both denote the same.
    Equal(Term, Term),
    /// Satisfies a predicate; absence satisfies none.
    Holds(Term, Arc<Predicate>),
    /// A type or attribute of a dialect with exactly this many parameters.
    Parameters(Term, usize),
    /// Numbers compare.
    Compare(Number, Order, Number),
    /// Shapes are compatible: same container, same rank, extents that are equal or dynamic on one side, same encoding of
    /// tensors. All types without a shape are alike.
    Compatible(Term, Term),
    /// A statement that this module has no meaning for, by its text: it says the same of the same things, and
    /// nothing else is known, unless a check decides it of given values.
    Unread(Statement, Vec<Term>),
}

impl Term {
    /// A parameter of a dialect's type or attribute.
    pub fn parameter(&self, index: usize) -> Term {
        Term::Parameter(Arc::new(self.clone()), index)
    }

    /// The type of an attribute.
    pub fn type_of(&self) -> Term {
        Term::TypeOf(Arc::new(self.clone()))
    }

    /// The element type.
    pub fn element(&self) -> Term {
        Term::Element(Arc::new(self.clone()))
    }

    /// This shaped type with another element type.
    pub fn with_element(&self, element: &Term) -> Term {
        Term::Reshape { like: Arc::new(self.clone()), element: Arc::new(element.clone()) }
    }

    /// Whether it denotes something whatever the unknowns are.
    pub fn always_denotes(&self) -> bool {
        match self {
            Term::Variable(_) | Term::Constant(_) | Term::Absent => true,
            Term::TypeOf(of) | Term::Element(of) => of.always_denotes(),
            Term::Parameter(..) | Term::Reshape { .. } => false,
        }
    }

    /// Calls `visit` with every unknown in this term.
    pub fn variables(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Term::Variable(variable) => visit(*variable),
            Term::Constant(_) | Term::Absent => {}
            Term::Parameter(of, _) | Term::TypeOf(of) | Term::Element(of) => of.variables(visit),
            Term::Reshape { like, element } => {
                like.variables(visit);
                element.variables(visit);
            }
        }
    }

    /// With unknowns replaced.
    pub fn substitute(&self, by: &impl Fn(Variable) -> Option<Term>) -> Term {
        match self {
            Term::Variable(variable) => by(*variable).unwrap_or_else(|| self.clone()),
            Term::Constant(_) | Term::Absent => self.clone(),
            Term::Parameter(of, index) => of.substitute(by).parameter(*index),
            Term::TypeOf(of) => of.substitute(by).type_of(),
            Term::Element(of) => of.substitute(by).element(),
            Term::Reshape { like, element } => like.substitute(by).with_element(&element.substitute(by)),
        }
    }
}

impl Number {
    /// The term it measures.
    pub fn term(&self) -> Option<&Term> {
        match self {
            Number::Constant(_) => None,
            Number::Width(t) | Number::Rank(t) | Number::Length(t) | Number::Container(t) => Some(t),
        }
    }

    fn substitute(&self, by: &impl Fn(Variable) -> Option<Term>) -> Number {
        match self {
            Number::Constant(_) => self.clone(),
            Number::Width(t) => Number::Width(t.substitute(by)),
            Number::Rank(t) => Number::Rank(t.substitute(by)),
            Number::Length(t) => Number::Length(t.substitute(by)),
            Number::Container(t) => Number::Container(t.substitute(by)),
        }
    }
}

impl Formula {
    /// The conjunction, flat and without trivial parts.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        dedup(&mut kept);
        match kept.len() {
            0 => Formula::True,
            1 => kept.remove(0),
            _ => Formula::And(kept),
        }
    }

    /// The parts of a conjunction; any other statement is its only part.
    pub fn conjuncts(&self) -> &[Formula] {
        match self {
            Formula::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The disjunction, flat and without trivial parts.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => kept.extend(inner),
                other => kept.push(other),
            }
        }
        dedup(&mut kept);
        match kept.len() {
            0 => Formula::False,
            1 => kept.remove(0),
            _ => Formula::Or(kept),
        }
    }

    /// The negation.
    pub fn negate(self) -> Formula {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Not(inner) => *inner,
            other => Formula::Not(Box::new(other)),
        }
    }

    /// Equality, decided at once where both sides are written or the same. The caller knows that both denote something.
    pub fn equal(left: Term, right: Term) -> Formula {
        match (&left, &right) {
            _ if left == right => Formula::True,
            (Term::Constant(_) | Term::Absent, Term::Constant(_) | Term::Absent) => Formula::False,
            _ => Formula::Equal(left, right),
        }
    }

    /// Not absent.
    pub fn present(term: Term) -> Formula {
        Formula::equal(term, Term::Absent).negate()
    }

    /// Is a type.
    pub fn is_type(term: Term) -> Formula {
        Formula::holds(term, Predicate::Type(TypeClass::Any))
    }

    /// Satisfies a predicate.
    pub fn holds(term: Term, predicate: impl Into<Arc<Predicate>>) -> Formula {
        let predicate = predicate.into();
        match (&term, &*predicate) {
            (Term::Absent, _) => Formula::False,
            (_, Predicate::True | Predicate::Attr(AttrClass::Any)) => Formula::present(term),
            _ => Formula::Holds(term, predicate),
        }
    }

    /// The part of it that has a meaning: statements without one are taken to make it hold.
    pub fn where_read(&self) -> Formula {
        self.with_unread(true)
    }

    /// The same formula, of which the parts without a meaning never hold.
    pub fn without_unread(&self) -> Formula {
        self.with_unread(false)
    }

    fn with_unread(&self, holds: bool) -> Formula {
        match self {
            Formula::And(parts) => Formula::all(parts.iter().map(|part| part.with_unread(holds))),
            Formula::Or(parts) => Formula::any(parts.iter().map(|part| part.with_unread(holds))),
            Formula::Not(inner) => inner.with_unread(!holds).negate(),
            Formula::Unread(..) if holds => Formula::True,
            Formula::Unread(..) => Formula::False,
            Formula::Holds(term, predicate) if !predicate.unknown_texts().is_empty() => {
                Formula::holds(term.clone(), predicate.with_unknown(holds))
            }
            other => other.clone(),
        }
    }

    /// Calls `visit` with every term that an atom of this formula is about.
    pub fn terms<'a>(&'a self, visit: &mut impl FnMut(&'a Term)) {
        match self {
            Formula::True | Formula::False => {}
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| part.terms(visit)),
            Formula::Not(inner) => inner.terms(visit),
            Formula::Equal(a, b) | Formula::Compatible(a, b) => {
                visit(a);
                visit(b);
            }
            Formula::Holds(t, _) | Formula::Parameters(t, _) => visit(t),
            Formula::Compare(a, _, b) => [a, b].into_iter().filter_map(Number::term).for_each(visit),
            Formula::Unread(_, terms) => terms.iter().for_each(visit),
        }
    }

    /// The unknowns, in order, each once.
    pub fn variables(&self) -> Vec<Variable> {
        let mut list = Vec::new();
        self.terms(&mut |term| term.variables(&mut |variable| list.push(variable)));
        list.sort_unstable();
        list.dedup();
        list
    }

    /// What it rests on without knowing its meaning, in order of appearance, each once.
    pub fn unread(&self) -> Vec<Unread> {
        let mut list = Vec::new();
        self.collect_unread(&mut list);
        let mut seen = rustc_hash::FxHashSet::default();
        list.retain(|text| seen.insert(*text));
        list
    }

    fn collect_unread(&self, list: &mut Vec<Unread>) {
        match self {
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|part| part.collect_unread(list));
            }
            Formula::Not(inner) => inner.collect_unread(list),
            Formula::Unread(statement, _) => list.push(Unread::Statement(statement.text)),
            Formula::Holds(_, predicate) => {
                list.extend(predicate.unknown_texts().into_iter().map(Unread::Predicate));
            }
            _ => {}
        }
    }

    /// The formula under one reading of what has no known meaning: every such statement holds, or none does. What
    /// satisfies it is a model of the formula in which these statements are left open.
    pub fn assuming(&self, holds: bool) -> Cow<'_, Formula> {
        match self.unread().is_empty() {
            true => Cow::Borrowed(self),
            false => Cow::Owned(self.under(holds)),
        }
    }

    fn under(&self, holds: bool) -> Formula {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.under(holds)).collect::<Vec<_>>();
        match self {
            Formula::And(parts) => Formula::all(all(parts)),
            Formula::Or(parts) => Formula::any(all(parts)),
            Formula::Not(inner) => inner.under(holds).negate(),
            Formula::Holds(t, predicate) if !predicate.unknown_texts().is_empty() => {
                Formula::holds(t.clone(), predicate_assuming(predicate, holds))
            }
            // A statement about something that denotes nothing is false.
            Formula::Unread(_, terms) if holds => {
                let open = terms.iter().filter(|term| !term.always_denotes());
                Formula::all(open.map(|term| Formula::Equal(term.clone(), term.clone())))
            }
            Formula::Unread(..) => Formula::False,
            other => other.clone(),
        }
    }

    /// With unknowns replaced.
    pub fn substitute(&self, by: &impl Fn(Variable) -> Option<Term>) -> Formula {
        match self {
            Formula::True | Formula::False => self.clone(),
            Formula::And(parts) => Formula::all(parts.iter().map(|part| part.substitute(by))),
            Formula::Or(parts) => Formula::any(parts.iter().map(|part| part.substitute(by))),
            Formula::Not(inner) => inner.substitute(by).negate(),
            Formula::Equal(a, b) => match (a.substitute(by), b.substitute(by)) {
                // An equation of something with itself is false where it denotes nothing.
                (a, b) if a == b && !a.always_denotes() => Formula::Equal(a, b),
                (a, b) => Formula::equal(a, b),
            },
            Formula::Compatible(a, b) => Formula::Compatible(a.substitute(by), b.substitute(by)),
            Formula::Holds(t, predicate) => Formula::holds(t.substitute(by), predicate.clone()),
            Formula::Parameters(t, count) => Formula::Parameters(t.substitute(by), *count),
            Formula::Compare(a, order, b) => Formula::Compare(a.substitute(by), *order, b.substitute(by)),
            Formula::Unread(text, terms) => {
                Formula::Unread(*text, terms.iter().map(|term| term.substitute(by)).collect())
            }
        }
    }
}

/// A predicate where every text without a translation holds, or none does.
fn predicate_assuming(predicate: &Predicate, holds: bool) -> Predicate {
    let all = |list: &[Predicate]| list.iter().map(|part| predicate_assuming(part, holds)).collect();
    let inner = |inner: &Predicate| Box::new(predicate_assuming(inner, holds));
    match predicate {
        Predicate::Unknown(_) if holds => Predicate::True,
        Predicate::Unknown(_) => Predicate::Not(Box::new(Predicate::True)),
        Predicate::And(list) => Predicate::And(all(list)),
        Predicate::Or(list) => Predicate::Or(all(list)),
        Predicate::Not(of) => Predicate::Not(inner(of)),
        Predicate::Element(of) => Predicate::Element(inner(of)),
        Predicate::TypeOfAttr(of) => Predicate::TypeOfAttr(inner(of)),
        Predicate::ArrayOf(of) => Predicate::ArrayOf(inner(of)),
        other => other.clone(),
    }
}

/// Parts up to which each is compared with all before it, which is faster than a hash of each.
const FEW: usize = 16;

/// Drops later copies; the lists are short, and order is kept so that output does not depend on hashing.
fn dedup(parts: &mut Vec<Formula>) {
    if parts.len() < 2 {
        return;
    }
    let mut keep = Vec::with_capacity(parts.len());
    if parts.len() <= FEW {
        keep.extend((0..parts.len()).map(|at| !parts[..at].contains(&parts[at])));
    } else {
        let mut seen = rustc_hash::FxHashSet::default();
        keep.extend(parts.iter().map(|part| seen.insert(part)));
    }
    let mut keep = keep.into_iter();
    parts.retain(|_| keep.next() == Some(true));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(index: u32) -> Term {
        Term::Variable(Variable(index))
    }

    #[test]
    fn a_contradiction_anywhere_in_a_conjunction_makes_it_false() {
        for position in 0..4 {
            let mut parts = vec![Formula::is_type(var(0)); 4];
            parts[position] = Formula::False;
            assert_eq!(Formula::all(parts), Formula::False, "position {position}");
        }
    }

    #[test]
    fn conjunctions_keep_every_different_part() {
        let parts = [Formula::is_type(var(0)), Formula::is_type(var(1)), Formula::is_type(var(0))];
        let all = Formula::all(parts);
        assert_eq!(all, Formula::And(vec![Formula::is_type(var(0)), Formula::is_type(var(1))]));
    }

    #[test]
    fn written_terms_are_compared_at_once() {
        let ctx = assay_ir::data::Context::new();
        let (a, b) = (ctx.type_attr(ctx.integer(1)), ctx.type_attr(ctx.integer(2)));
        assert_eq!(Formula::equal(Term::Constant(a), Term::Constant(b)), Formula::False);
        assert_eq!(Formula::equal(Term::Constant(a), Term::Absent), Formula::False);
        assert_eq!(Formula::equal(var(3), var(3)), Formula::True);
    }
}
