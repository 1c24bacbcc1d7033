//! What a formula says of given types and attributes, computed directly. Three-valued: an unknown without a value
//! and a predicate without a meaning leave it open. Written apart from `encode`; tests hold one against the other.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, Dim, TypeId, TypeKind};
use assay_ir::spec::CheckKind;

use crate::term::{CONTAINERS, Formula, Number, Term, Variable};

/// A type or attribute, or absence.
pub type Value = Option<AttrId>;

/// What a term denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denotation {
    /// It rests on an unknown without a value.
    Open,
    /// A parameter of something that has none.
    Nothing,
    /// This.
    Value(Value),
}

/// Reads terms and formulas under values for some unknowns.
pub struct Evaluator<'a> {
    /// Owner of all ids.
    pub ctx: &'a Context,
    /// The value of an unknown, where it has one.
    pub values: &'a dyn Fn(Variable) -> Option<Value>,
}

impl Evaluator<'_> {
    /// Whether a formula holds; `None` when that is open.
    pub fn holds(&self, formula: &Formula) -> Option<bool> {
        match formula {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::And(parts) => self.fold(parts, false),
            Formula::Or(parts) => self.fold(parts, true),
            Formula::Not(inner) => self.holds(inner).map(|holds| !holds),
            Formula::Equal(a, b) => self.equal(a, b),
            Formula::Holds(t, predicate) => self.about(t, |attr| predicate.holds(self.ctx, attr)),
            Formula::Parameters(t, count) => {
                self.about(t, |attr| Some(self.parameters(attr).is_some_and(|list| list.len() == *count)))
            }
            Formula::Compare(a, order, b) => match (self.number(a)?, self.number(b)?) {
                (Some(a), Some(b)) => Some(order.holds(a, b)),
                _ => Some(false),
            },
            Formula::Compatible(a, b) => self.compatible(a, b),
            Formula::Unread(statement, terms) => self.checked(statement.check?, terms),
        }
    }

    /// What a check says of given values.
    fn checked(&self, check: CheckKind, terms: &[Term]) -> Option<bool> {
        let mut about = Vec::new();
        for term in terms {
            match self.denotes(term) {
                Denotation::Open => return None,
                Denotation::Nothing | Denotation::Value(None) => return Some(false),
                Denotation::Value(Some(attr)) => about.push(attr),
            }
        }
        check.holds(self.ctx, &about)
    }

    /// `decided` as soon as one part is `decided`, its opposite when all are, else open.
    fn fold(&self, parts: &[Formula], decided: bool) -> Option<bool> {
        let mut open = false;
        for part in parts {
            match self.holds(part) {
                Some(holds) if holds == decided => return Some(decided),
                Some(_) => {}
                None => open = true,
            }
        }
        if open { None } else { Some(!decided) }
    }

    fn equal(&self, a: &Term, b: &Term) -> Option<bool> {
        match (self.denotes(a), self.denotes(b)) {
            (Denotation::Nothing, _) | (_, Denotation::Nothing) => Some(false),
            (Denotation::Value(a), Denotation::Value(b)) => Some(a == b),
            _ => None,
        }
    }

    fn about(&self, term: &Term, test: impl FnOnce(AttrId) -> Option<bool>) -> Option<bool> {
        match self.denotes(term) {
            Denotation::Open => None,
            Denotation::Nothing | Denotation::Value(None) => Some(false),
            Denotation::Value(Some(attr)) => test(attr),
        }
    }

    fn compatible(&self, a: &Term, b: &Term) -> Option<bool> {
        let (a, b) = match (self.denotes(a), self.denotes(b)) {
            (Denotation::Value(Some(a)), Denotation::Value(Some(b))) => (a, b),
            (Denotation::Open, _) | (_, Denotation::Open) => return None,
            _ => return Some(false),
        };
        let (Some(a), Some(b)) = (self.ctx.as_type(a), self.ctx.as_type(b)) else { return Some(false) };
        let (x, y) = (self.ctx.type_kind(a), self.ctx.type_kind(b));
        Some(match (shape(x), shape(y)) {
            (None, None) => true,
            (Some(x_shape), Some(y_shape)) => same_container(x, y) && fit(&x_shape, &y_shape),
            _ => false,
        })
    }

    pub(crate) fn number(&self, number: &Number) -> Option<Option<i128>> {
        let Some(term) = number.term() else {
            let Number::Constant(value) = number else { return Some(None) };
            return Some(Some(*value));
        };
        let attr = match self.denotes(term) {
            Denotation::Open => return None,
            Denotation::Nothing | Denotation::Value(None) => return Some(None),
            Denotation::Value(Some(attr)) => attr,
        };
        let kind = self.ctx.as_type(attr).map(|ty| self.ctx.type_kind(ty));
        Some(match number {
            Number::Width(_) => kind.and_then(|kind| self.width(kind)),
            Number::Rank(_) => match kind.and_then(shape) {
                Some(Extents::Ranked(list)) => Some(list.len() as i128),
                _ => None,
            },
            Number::Container(_) => self.ctx.as_type(attr).map(|ty| {
                let place = CONTAINERS.iter().position(|class| class.holds(self.ctx, ty));
                place.unwrap_or(CONTAINERS.len()) as i128
            }),
            Number::Length(_) => length(self.ctx, attr),
            Number::Constant(_) => None,
        })
    }

    fn width(&self, kind: &TypeKind) -> Option<i128> {
        let element = element(kind).map(|ty| self.ctx.type_kind(ty)).unwrap_or(kind);
        match element {
            TypeKind::Integer { width, .. } => Some(i128::from(*width)),
            TypeKind::Float(float) => Some(i128::from(float.bits())),
            _ => None,
        }
    }

    /// What a term denotes.
    pub fn denotes(&self, term: &Term) -> Denotation {
        match term {
            Term::Variable(variable) => match (self.values)(*variable) {
                Some(value) => Denotation::Value(value),
                None => Denotation::Open,
            },
            Term::Constant(attr) => Denotation::Value(Some(*attr)),
            Term::Absent => Denotation::Value(None),
            Term::Parameter(of, index) => self.through(of, |attr| {
                match self.parameters(attr).and_then(|list| list.get(*index).copied()) {
                    Some(parameter) => Denotation::Value(Some(parameter)),
                    None => Denotation::Nothing,
                }
            }),
            Term::TypeOf(of) => self.through(of, |attr| {
                Denotation::Value(self.ctx.attr_type(attr).map(|ty| self.ctx.type_attr(ty)))
            }),
            Term::Element(of) => self.through(of, |attr| {
                let inner = self.ctx.as_type(attr).and_then(|ty| element(self.ctx.type_kind(ty)));
                Denotation::Value(Some(inner.map_or(attr, |ty| self.ctx.type_attr(ty))))
            }),
            Term::Reshape { like, element } => match self.denotes(element) {
                Denotation::Value(Some(element)) => self.through(like, |like| self.reshape(like, element)),
                other => other,
            },
        }
    }

    /// Absence goes through unchanged: it has no type and no element.
    fn through(&self, of: &Term, then: impl FnOnce(AttrId) -> Denotation) -> Denotation {
        match self.denotes(of) {
            Denotation::Value(Some(attr)) => then(attr),
            other => other,
        }
    }

    fn reshape(&self, like: AttrId, element: AttrId) -> Denotation {
        let (Some(like), Some(element)) = (self.ctx.as_type(like), self.ctx.as_type(element)) else {
            return Denotation::Nothing;
        };
        let ty = with_element(self.ctx, like, element);
        Denotation::Value(Some(self.ctx.type_attr(ty)))
    }

    fn parameters(&self, attr: AttrId) -> Option<&[AttrId]> {
        match self.ctx.attr_kind(attr) {
            AttrKind::Dialect { params, .. } => Some(params),
            AttrKind::Type(ty) => match self.ctx.type_kind(*ty) {
                TypeKind::Dialect { params, .. } => Some(params),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Number of elements of an array, dense array or dense attribute.
pub(crate) fn length(ctx: &Context, attr: AttrId) -> Option<i128> {
    match ctx.attr_kind(attr) {
        AttrKind::Array(items) | AttrKind::DenseArray { values: items, .. } => Some(items.len() as i128),
        AttrKind::Dense { data: DenseData::Elements(items), .. } => Some(items.len() as i128),
        AttrKind::Dense { ty, .. } => match shape(ctx.type_kind(*ty))? {
            Extents::Ranked(list) => {
                let times = |product: i128, extent: Dim| product.checked_mul(i128::from(extent?));
                list.into_iter().try_fold(1, times)
            }
            Extents::Unranked => None,
        },
        _ => None,
    }
}

enum Extents {
    Unranked,
    Ranked(Vec<Dim>),
}

fn shape(kind: &TypeKind) -> Option<Extents> {
    match kind {
        TypeKind::Vector { shape, .. } => {
            Some(Extents::Ranked(shape.iter().map(|(extent, _)| Some(*extent)).collect()))
        }
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
            Some(Extents::Ranked(shape.to_vec()))
        }
        TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemRef { .. } => Some(Extents::Unranked),
        _ => None,
    }
}

/// The same kind of shaped type, with the same shape of vectors, encoding of tensors and space of unranked memrefs.
fn same_container(a: &TypeKind, b: &TypeKind) -> bool {
    match (a, b) {
        // Extents that scale differ from those that do not.
        (TypeKind::Vector { shape: a, .. }, TypeKind::Vector { shape: b, .. }) => a == b,
        (TypeKind::RankedTensor { encoding: a, .. }, TypeKind::RankedTensor { encoding: b, .. }) => a == b,
        (TypeKind::UnrankedMemRef { space: a, .. }, TypeKind::UnrankedMemRef { space: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

fn fit(a: &Extents, b: &Extents) -> bool {
    match (a, b) {
        (Extents::Ranked(a), Extents::Ranked(b)) => {
            let fit = |(a, b): (&Dim, &Dim)| a == b || a.is_none() || b.is_none();
            a.len() == b.len() && a.iter().zip(b).all(fit)
        }
        _ => true,
    }
}

fn element(kind: &TypeKind) -> Option<TypeId> {
    match kind {
        TypeKind::Vector { element, .. }
        | TypeKind::RankedTensor { element, .. }
        | TypeKind::MemRef { element, .. }
        | TypeKind::UnrankedMemRef { element, .. }
        | TypeKind::UnrankedTensor(element) => Some(*element),
        _ => None,
    }
}

fn with_element(ctx: &Context, like: TypeId, element: TypeId) -> TypeId {
    let mut kind = ctx.type_kind(like).clone();
    match &mut kind {
        TypeKind::Vector { element: slot, .. }
        | TypeKind::RankedTensor { element: slot, .. }
        | TypeKind::MemRef { element: slot, .. }
        | TypeKind::UnrankedMemRef { element: slot, .. }
        | TypeKind::UnrankedTensor(slot) => *slot = element,
        _ => return element,
    }
    ctx.ty(kind)
}
