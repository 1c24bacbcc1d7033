//! Formulas for a proof by cases: without negations of what has parts, with predicates taken apart into the kinds that a term
//! denotes, numbers that compare, and atoms of which no more is known.

use assay_ir::data::{AttrKind, Context, TypeKind};
use assay_ir::spec::{AttrClass, Predicate, TypeClass};

use crate::kinds::{Kinds, of_predicate};
use crate::term::{Formula, Number, Order, Term, Variable};

/// A statement without negations of statements that have parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Case {
    All(Vec<Case>),
    Any(Vec<Case>),
    /// The term denotes something of one of these kinds.
    Kind(Term, Kinds),
    /// The atom holds, or does not.
    Atom(Formula, bool),
}

impl Case {
    /// Holds always.
    pub(crate) const TRUE: Case = Case::All(Vec::new());
    /// Never holds.
    pub(crate) const FALSE: Case = Case::Any(Vec::new());

    pub(crate) fn constant(holds: bool) -> Case {
        if holds { Case::TRUE } else { Case::FALSE }
    }

    pub(crate) fn all(parts: impl IntoIterator<Item = Case>) -> Case {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Case::All(inner) => kept.extend(inner),
                Case::Any(inner) if inner.is_empty() => return Case::FALSE,
                other => kept.push(other),
            }
        }
        if kept.len() == 1 { kept.remove(0) } else { Case::All(kept) }
    }

    pub(crate) fn any(parts: impl IntoIterator<Item = Case>) -> Case {
        let mut kept = Vec::new();
        for part in parts {
            match part {
                Case::Any(inner) => kept.extend(inner),
                Case::All(inner) if inner.is_empty() => return Case::TRUE,
                other => kept.push(other),
            }
        }
        if kept.len() == 1 { kept.remove(0) } else { Case::Any(kept) }
    }

    /// All of them, or where this is denied, none: the negation of each, any of which suffices.
    pub(crate) fn together(parts: impl IntoIterator<Item = Case>, holds: bool) -> Case {
        if holds { Case::all(parts) } else { Case::any(parts) }
    }

    pub(crate) fn kind(term: Term, kinds: Kinds, holds: bool) -> Case {
        let kinds = if holds { kinds } else { kinds.others() };
        match kinds {
            Kinds::ALL => Case::TRUE,
            Kinds::EMPTY => Case::FALSE,
            kinds => Case::Kind(term, kinds),
        }
    }

    pub(crate) fn new(ctx: &Context, formula: &Formula, holds: bool) -> Case {
        match formula {
            Formula::True => Case::constant(holds),
            Formula::False => Case::constant(!holds),
            Formula::And(parts) => {
                Case::together(parts.iter().map(|part| Case::new(ctx, part, holds)), holds)
            }
            Formula::Or(parts) => {
                Case::together(parts.iter().map(|part| Case::new(ctx, part, holds)), !holds)
            }
            Formula::Not(inner) => Case::new(ctx, inner, !holds),
            Formula::Holds(term, predicate) => stated(ctx, term, predicate, holds),
            Formula::Equal(a, b) => equal(ctx, a, b, holds),
            Formula::Compare(a, _, b) => {
                let kinds = [a, b].map(|number| match number.term() {
                    Some(term) if holds => Case::kind(term.clone(), measurable(number), true),
                    _ => Case::TRUE,
                });
                Case::all(kinds.into_iter().chain([Case::Atom(formula.clone(), holds)]))
            }
            Formula::Parameters(term, _) => about(term, Kinds::DIALECT, formula, holds),
            Formula::Compatible(a, b) => {
                let left = Case::kind(a.clone(), Kinds::TYPES, true);
                let left = if holds { left } else { Case::TRUE };
                Case::all([left, about(b, Kinds::TYPES, formula, holds)])
            }
            Formula::Unread(..) => Case::Atom(formula.clone(), holds),
        }
    }
}

/// An atom that is false of anything but these kinds.
fn about(term: &Term, kinds: Kinds, atom: &Formula, holds: bool) -> Case {
    let kind = if holds { Case::kind(term.clone(), kinds, true) } else { Case::TRUE };
    Case::all([kind, Case::Atom(atom.clone(), holds)])
}

/// The kinds of which there is such a number.
pub(crate) fn measurable(number: &Number) -> Kinds {
    match number {
        Number::Constant(_) => Kinds::ALL,
        Number::Width(_) => Kinds::NUMBERS.or(Kinds::SHAPED),
        Number::Rank(_) => Kinds::RANKED,
        Number::Container(_) => Kinds::TYPES,
        Number::Length(_) => Kinds::LISTS,
    }
}

fn stated(ctx: &Context, term: &Term, predicate: &Predicate, holds: bool) -> Case {
    let there = Kinds::ALL.without(Kinds::NOTHING).without(Kinds::ABSENT);
    let each =
        |parts: &[Predicate]| parts.iter().map(|part| stated(ctx, term, part, holds)).collect::<Vec<_>>();
    let inside = |kind: Case, term: Term, inner: &Predicate| {
        Case::together([kind, stated(ctx, &term, inner, holds)], holds)
    };
    match predicate {
        Predicate::True | Predicate::Attr(AttrClass::Any) => Case::kind(term.clone(), there, holds),
        Predicate::And(parts) if parts.is_empty() => Case::kind(term.clone(), there, holds),
        Predicate::And(parts) => Case::together(each(parts), holds),
        Predicate::Or(parts) => Case::together(each(parts), !holds),
        Predicate::Not(inner) => {
            let there = Case::kind(term.clone(), there, holds);
            Case::together([there, stated(ctx, term, inner, !holds)], holds)
        }
        Predicate::Element(inner) => {
            inside(Case::kind(term.clone(), Kinds::SHAPED, holds), term.element(), inner)
        }
        Predicate::TypeOfAttr(inner) => {
            let ty = term.type_of();
            inside(Case::kind(ty.clone(), Kinds::TYPES, holds), ty, inner)
        }
        Predicate::Attr(AttrClass::Typed) => Case::kind(term.type_of(), Kinds::TYPES, holds),
        Predicate::Type(TypeClass::Integer(sign, Some(bits))) => {
            let kinds = sign.map_or(Kinds::INTEGERS, Kinds::integer);
            width_is(term, kinds, i128::from(*bits), holds)
        }
        Predicate::Rank { min, max } => {
            let rank = || Number::Rank(term.clone());
            let bound = |value: u64| Number::Constant(i128::from(value));
            let least = Formula::Compare(bound(*min), Order::LessOrEqual, rank());
            let most = match *max {
                u64::MAX => Formula::True,
                max => Formula::Compare(rank(), Order::LessOrEqual, bound(max)),
            };
            Case::new(ctx, &Formula::all([least, most]), holds)
        }
        leaf => {
            let (some, every) = of_predicate(leaf);
            if some == every {
                return Case::kind(term.clone(), some, holds);
            }
            let kinds = if holds { some } else { every.others() };
            let atom = Formula::Holds(term.clone(), leaf.clone().into());
            Case::all([Case::kind(term.clone(), kinds, true), Case::Atom(atom, holds)])
        }
    }
}

/// A type of one of these kinds, with this many bits.
fn width_is(term: &Term, kinds: Kinds, bits: i128, holds: bool) -> Case {
    let width = Formula::Compare(Number::Width(term.clone()), Order::Equal, Number::Constant(bits));
    Case::together([Case::kind(term.clone(), kinds, holds), Case::Atom(width, holds)], holds)
}

pub(crate) fn equal(ctx: &Context, a: &Term, b: &Term, holds: bool) -> Case {
    let something = |term: &Term| Case::kind(term.clone(), Kinds::NOTHING.others(), true);
    let atom = |a: &Term, b: &Term| Case::Atom(Formula::Equal(a.clone(), b.clone()), holds);
    match (a, b) {
        _ if a == b => Case::kind(a.clone(), Kinds::NOTHING.others(), holds),
        (term, Term::Absent) | (Term::Absent, term) => Case::kind(term.clone(), Kinds::ABSENT, holds),
        (Term::Constant(one), Term::Constant(other)) => Case::constant((one == other) == holds),
        (term, Term::Constant(written)) | (Term::Constant(written), term) => {
            let kinds = Kinds::from_attr(ctx, *written);
            match ctx.attr_kind(*written) {
                _ if kinds.is_one_value() => Case::kind(term.clone(), kinds, holds),
                AttrKind::Type(ty) if let TypeKind::Integer { width, .. } = ctx.type_kind(*ty) => {
                    width_is(term, kinds, i128::from(*width), holds)
                }
                _ if holds => Case::all([Case::kind(term.clone(), kinds, true), atom(a, b)]),
                _ => atom(a, b),
            }
        }
        _ if holds => Case::all([something(a), something(b), atom(a, b)]),
        _ => atom(a, b),
    }
}

/// The case with unknowns replaced.
pub(crate) fn substituted(ctx: &Context, case: &Case, by: &impl Fn(Variable) -> Option<Term>) -> Case {
    match case {
        Case::All(parts) => Case::all(parts.iter().map(|part| substituted(ctx, part, by))),
        Case::Any(parts) => Case::any(parts.iter().map(|part| substituted(ctx, part, by))),
        Case::Kind(term, kinds) => Case::Kind(term.substitute(by), *kinds),
        Case::Atom(atom, holds) => Case::new(ctx, &atom.substitute(by), *holds),
    }
}
