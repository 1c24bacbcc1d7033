//! Evaluation of the relations of a spec on a concrete operation, and of the result types it infers.

use std::ops::Range;

use crate::data::{AttrId, AttrKind, Context, DenseData, Dim, Ident, TypeId, TypeKind};

use super::groups::OpInstance;
use super::{Check, Compare, Infer, OpSpec, Relation, Term};

/// An operation taken apart into its groups.
pub(super) struct Parts<'a> {
    pub(super) spec: &'a OpSpec,
    pub(super) subject: &'a OpInstance<'a>,
    pub(super) operands: &'a [Range<usize>],
    pub(super) results: &'a [Range<usize>],
}

/// One value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Type(TypeId),
    Number(u64),
    Shape(Shape),
    /// The term says nothing about this type, such as the width of `index`.
    Undefined,
}

/// A type without its element type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Scalar,
    Vector(Box<[(u64, bool)]>),
    RankedTensor(Box<[Dim]>, Option<AttrId>),
    UnrankedTensor,
    MemRef(Box<[Dim]>, Option<AttrId>, Option<AttrId>),
    UnrankedMemRef(Option<AttrId>),
}

/// Whether a relation holds. A name without values makes it hold.
pub(super) fn holds(ctx: &Context, parts: &Parts<'_>, relation: &Relation) -> bool {
    holds_itself(ctx, parts, relation)
        || relation.otherwise.iter().any(|other| holds_itself(ctx, parts, other))
}

fn holds_itself(ctx: &Context, parts: &Parts<'_>, relation: &Relation) -> bool {
    let left = parts.values(ctx, &relation.left);
    let right = parts.values(ctx, &relation.right);
    left.iter().all(|left| right.iter().all(|right| compared(left, relation.compare, right)))
}

fn compared(left: &Value, compare: Compare, right: &Value) -> bool {
    match (left, compare, right) {
        (Value::Undefined, ..) | (.., Value::Undefined) => false,
        (_, Compare::Equal, _) => left == right,
        (_, Compare::NotEqual, _) => left != right,
        (Value::Number(left), Compare::Less, Value::Number(right)) => left < right,
        (Value::Number(left), Compare::LessOrEqual, Value::Number(right)) => left <= right,
        (Value::Shape(left), Compare::Compatible, Value::Shape(right)) => left.fits(right),
        _ => false,
    }
}

impl Shape {
    fn from_type(ctx: &Context, ty: TypeId) -> Shape {
        match ctx.type_kind(ty) {
            TypeKind::Vector { shape, .. } => Shape::Vector(shape.clone()),
            TypeKind::RankedTensor { shape, encoding, .. } => Shape::RankedTensor(shape.clone(), *encoding),
            TypeKind::UnrankedTensor(_) => Shape::UnrankedTensor,
            TypeKind::MemRef { shape, layout, space, .. } => Shape::MemRef(shape.clone(), *layout, *space),
            TypeKind::UnrankedMemRef { space, .. } => Shape::UnrankedMemRef(*space),
            _ => Shape::Scalar,
        }
    }

    fn fits(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::RankedTensor(left, l), Shape::RankedTensor(right, r)) => {
                l == r && extents_fit(left, right)
            }
            (Shape::MemRef(left, ..), Shape::MemRef(right, ..)) => extents_fit(left, right),
            _ => self == other,
        }
    }
}

fn extents_fit(left: &[Dim], right: &[Dim]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| l.is_none() || r.is_none() || l == r)
}

impl Parts<'_> {
    fn values(&self, ctx: &Context, term: &Term) -> Vec<Value> {
        let each = |name: Ident, value: &dyn Fn(TypeId) -> Value| {
            self.types(ctx, name).into_iter().map(value).collect()
        };
        match term {
            Term::Type(name) => each(*name, &Value::Type),
            Term::Element(name) => each(*name, &|ty| Value::Type(ctx.element_type(ty).unwrap_or(ty))),
            Term::Width(name) => each(*name, &|ty| match width(ctx, ctx.element_type(ty).unwrap_or(ty)) {
                Some(bits) => Value::Number(bits),
                None => Value::Undefined,
            }),
            Term::Shape(name) => each(*name, &|ty| Value::Shape(Shape::from_type(ctx, ty))),
            Term::Count(name) => self.count(ctx, *name).map(Value::Number).into_iter().collect(),
            Term::Rank(name) => each(*name, &|ty| match super::predicate::extents(ctx, ty) {
                Some(extents) => Value::Number(extents.len() as u64),
                None => Value::Undefined,
            }),
            Term::Dynamic(name)
                if self.operand_range(*name).is_some() || self.result_range(*name).is_some() =>
            {
                each(*name, &|ty| match super::predicate::extents(ctx, ty) {
                    Some(extents) => {
                        Value::Number(extents.iter().filter(|extent| extent.is_none()).count() as u64)
                    }
                    None => Value::Undefined,
                })
            }
            Term::Dynamic(name) => {
                let attr = (self.subject.attribute)(*name);
                attr.and_then(|attr| dynamic(ctx, attr)).map(Value::Number).into_iter().collect()
            }
            Term::Blocks(name) => self.blocks(*name).map(|count| Value::Number(count as u64)).collect(),
            Term::Constant(attr) => vec![match ctx.attr_kind(*attr) {
                AttrKind::Type(ty) => Value::Type(*ty),
                AttrKind::Integer { value, .. } => {
                    value.to_i64().and_then(|n| u64::try_from(n).ok()).map_or(Value::Undefined, Value::Number)
                }
                _ => Value::Undefined,
            }],
        }
    }

    /// Types of the operands, results or typed attribute of a name; empty for what is absent or has no type.
    fn types(&self, ctx: &Context, name: Ident) -> Vec<TypeId> {
        if let Some(range) = self.operand_range(name) {
            return self.subject.operands[range].to_vec();
        }
        if let Some(range) = self.result_range(name) {
            return self.subject.results[range].to_vec();
        }
        let attr = (self.subject.attribute)(name);
        attr.and_then(|attr| ctx.attr_type(attr)).into_iter().collect()
    }

    /// What a check is about; `None` where an attribute is absent.
    pub(super) fn about(&self, ctx: &Context, check: &Check) -> Option<Vec<AttrId>> {
        let mut about = Vec::new();
        for name in &check.names {
            match self.operand_range(*name).is_some() || self.result_range(*name).is_some() {
                true => about.extend(self.types(ctx, *name).into_iter().map(|ty| ctx.type_attr(ty))),
                false => about.push((self.subject.attribute)(*name)?),
            }
        }
        Some(about)
    }

    fn operand_range(&self, name: Ident) -> Option<Range<usize>> {
        let at = self.spec.operands.iter().position(|group| group.name == name)?;
        self.operands.get(at).cloned()
    }

    fn result_range(&self, name: Ident) -> Option<Range<usize>> {
        let at = self.spec.results.iter().position(|group| group.name == name)?;
        self.results.get(at).cloned()
    }

    /// The regions of a name that the operation has.
    fn region_range(&self, name: Ident) -> Option<Range<usize>> {
        let specs = self.spec.regions.as_ref()?;
        let at = specs.iter().position(|region| region.name == name)?;
        let end = if specs[at].variadic { self.subject.regions.len() } else { at + 1 };
        Some(at..end.min(self.subject.regions.len()).max(at))
    }

    fn blocks(&self, name: Ident) -> impl Iterator<Item = usize> {
        let range = self.region_range(name).unwrap_or(0..0);
        self.subject.regions.get(range).unwrap_or(&[]).iter().map(|region| region.blocks)
    }

    fn count(&self, ctx: &Context, name: Ident) -> Option<u64> {
        if ctx.str(name) == "successors" {
            return Some(self.subject.successors as u64);
        }
        if ctx.str(name) == "later_successors" {
            return Some(self.subject.successors.saturating_sub(1) as u64);
        }
        if let Some(range) = self.operand_range(name).or_else(|| self.result_range(name)) {
            return Some(range.len() as u64);
        }
        if let Some(range) = self.region_range(name) {
            return Some(range.len() as u64);
        }
        (self.subject.attribute)(name).and_then(|attr| elements(ctx, attr))
    }
}

/// How many elements of a dense array are MLIR's mark for "dynamic": the smallest number of its `i64` or `i32`.
pub fn dynamic(ctx: &Context, attr: AttrId) -> Option<u64> {
    let AttrKind::DenseArray { element, values } = ctx.attr_kind(attr) else { return None };
    let mark = if *element == ctx.integer(32) { i64::from(i32::MIN) } else { i64::MIN };
    let is_mark = |value: &&AttrId| match ctx.attr_kind(**value) {
        AttrKind::Integer { value, .. } => value.to_i64() == Some(mark),
        _ => false,
    };
    Some(values.iter().filter(is_mark).count() as u64)
}

/// Number of elements of an array, dense array or dense attribute.
fn elements(ctx: &Context, attr: AttrId) -> Option<u64> {
    match ctx.attr_kind(attr) {
        AttrKind::Array(items) | AttrKind::DenseArray { values: items, .. } => Some(items.len() as u64),
        AttrKind::Dense { data: DenseData::Elements(items), .. } => Some(items.len() as u64),
        AttrKind::Dense { ty, .. } => {
            let extents = super::predicate::extents(ctx, *ty)?;
            extents.into_iter().try_fold(1u64, |product, extent| product.checked_mul(extent?))
        }
        _ => None,
    }
}

fn width(ctx: &Context, ty: TypeId) -> Option<u64> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some(u64::from(*width)),
        TypeKind::Float(kind) => Some(u64::from(kind.bits())),
        _ => None,
    }
}

/// The result types that follow from the rest of an operation by the `infer=..` trait of its spec; `None` when it
/// infers nothing, or what it needs is missing.
pub fn infer_results(
    ctx: &Context,
    spec: &OpSpec,
    operands: &[TypeId],
    attribute: &dyn Fn(Ident) -> Option<AttrId>,
) -> Option<Vec<TypeId>> {
    if !spec.traits.infers_results {
        return None;
    }
    let segments = attribute(crate::data::known::OPERAND_SEGMENT_SIZES);
    let ranges = super::operand_groups(ctx, spec, operands.len(), segments).ok()?;
    let subject = OpInstance { operands, results: &[], attribute, regions: &[], successors: 0 };
    let parts = Parts { spec, subject: &subject, operands: &ranges, results: &[] };
    let type_of = |name: Ident| parts.types(ctx, name).first().copied();
    let infer = |rule: &Infer| match rule {
        Infer::Type(name) => type_of(*name),
        Infer::Element(name) => type_of(*name).map(|ty| ctx.element_type(ty).unwrap_or(ty)),
        Infer::Bool(name) => type_of(*name).map(|ty| with_element(ctx, ty, ctx.integer(1))),
        Infer::Fixed(ty) => Some(*ty),
    };
    spec.traits.infer.iter().map(infer).collect()
}

/// A type with another element type; a scalar becomes the element type itself. Memrefs keep layout and space.
pub fn with_element(ctx: &Context, ty: TypeId, element: TypeId) -> TypeId {
    let kind = match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => TypeKind::Vector { shape: shape.clone(), element },
        TypeKind::RankedTensor { shape, encoding, .. } => {
            TypeKind::RankedTensor { shape: shape.clone(), element, encoding: *encoding }
        }
        TypeKind::UnrankedTensor(_) => TypeKind::UnrankedTensor(element),
        TypeKind::MemRef { shape, layout, space, .. } => {
            TypeKind::MemRef { shape: shape.clone(), element, layout: *layout, space: *space }
        }
        TypeKind::UnrankedMemRef { space, .. } => TypeKind::UnrankedMemRef { element, space: *space },
        _ => return element,
    };
    ctx.ty(kind)
}
