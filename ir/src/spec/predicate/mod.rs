//! What a predicate on one type or attribute says: the vocabulary that `irdl.base` and the C++ texts of
//! `irdl.c_pred` are translated to, and its evaluation. Three-valued, since a text without a translation
//! answers nothing. Knows no operation.

mod classes;
mod display;
mod text;

use crate::data::{AttrId, AttrKind, Context, FloatKind, Ident, Signedness, TypeId, TypeKind};

use super::BaseRef;

/// A statement about one type or attribute; a type stands as a type attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Predicate {
    /// Holds always.
    True,
    /// Negation.
    Not(Box<Predicate>),
    /// All of them.
    And(Vec<Predicate>),
    /// One of them.
    Or(Vec<Predicate>),
    /// A type of this class.
    Type(TypeClass),
    /// The element type of a shaped type satisfies it; false for what is not shaped.
    Element(Box<Predicate>),
    /// A shaped type with a rank in this range.
    Rank {
        /// Smallest.
        min: u64,
        /// Largest.
        max: u64,
    },
    /// A ranked shape all of whose extents are known.
    StaticShape,
    /// A memref with a rank whose layout is the identity. Decided on one type; the text names it where questions about all
    /// types are put, whose encoding has no layouts.
    IdentityLayout(Ident),
    /// A dense array whose first element is the number for a dynamic extent. Decided on one array, as the layout of a memref is.
    FirstIsDynamic(Ident),
    /// A dense array none of whose elements is negative. Decided on one array.
    NoneIsNegative(Ident),
    /// An affine map whose results are its last dimensions in order. Decided on one map.
    MinorIdentity(Ident),
    /// An affine map whose results are dimensions. Decided on one map.
    PlainDimensions(Ident),
    /// A ranked shape none of whose extents is this number (dynamic ones count as different).
    NoExtentIs(u64),
    /// A ranked shape all of whose extents are this number.
    AllExtentsAre(u64),
    /// An attribute of this class.
    Attr(AttrClass),
    /// The type of a typed attribute satisfies it.
    TypeOfAttr(Box<Predicate>),
    /// An integer attribute with a value in this range (as signed for signless types).
    IntRange {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// An integer attribute whose bits are those of a power of two.
    PowerOfTwo(Ident),
    /// An array attribute whose elements all satisfy it.
    ArrayOf(Box<Predicate>),
    /// A dense array attribute (`array<T: ..>`) whose element type is of this class.
    DenseArrayOf(TypeClass),
    /// An array or dense array attribute with this many elements.
    Length(u64),
    /// A type of the quant dialect whose values are stored in this many bits.
    QuantizedStorage(u32),
    /// A type `!dialect.name`, whatever its parameters.
    DialectType(Ident, Ident),
    /// An attribute `#dialect.name`, whatever its parameters.
    DialectAttr(Ident, Ident),
    /// C++ text without a translation: an uninterpreted predicate.
    Unknown(Ident),
}

/// A class of types of the builtin dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeClass {
    /// Any type at all.
    Any,
    /// An integer type, `None` for any prefix or any width.
    Integer(Option<Signedness>, Option<u32>),
    /// `index`
    Index,
    /// A float type, `None` for any.
    Float(Option<FloatKind>),
    /// `none`
    None,
    /// `complex<..>`
    Complex,
    /// `tuple<..>`
    Tuple,
    /// A function type.
    Function,
    /// `vector<..>`
    Vector,
    /// `vector<..>` with a scalable extent.
    ScalableVector,
    /// `tensor<..>` with a rank.
    RankedTensor,
    /// `tensor<*x..>`
    UnrankedTensor,
    /// `memref<..>` with a rank.
    MemRef,
    /// `memref<*x..>`
    UnrankedMemRef,
}

/// A class of attributes of the builtin dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttrClass {
    /// Any attribute, types included.
    Any,
    /// An integer attribute, `true` and `false` included.
    Integer,
    /// `true` or `false`: an integer attribute of type `i1`.
    Bool,
    /// A float attribute.
    Float,
    /// A string attribute.
    String,
    /// `[..]`
    Array,
    /// `{..}`
    Dictionary,
    /// `unit`
    Unit,
    /// A symbol reference.
    SymbolRef,
    /// A symbol reference without nesting.
    FlatSymbolRef,
    /// `array<T: ..>`
    DenseArray,
    /// `dense<..>`
    DenseElements,
    /// `sparse<..>`
    SparseElements,
    /// `dense_resource<..>`
    DenseResource,
    /// `affine_map<..>`
    AffineMap,
    /// `affine_set<..>`
    IntegerSet,
    /// `strided<..>`
    Strided,
    /// `loc(..)`
    Location,
    /// An attribute that has a type.
    Typed,
}

impl Predicate {
    /// What the C++ text of an `irdl.c_pred` says. Never fails: parts without a translation become
    /// [`Predicate::Unknown`].
    pub fn of_text(ctx: &Context, text: &str) -> Predicate {
        text::translate(ctx, text)
    }

    /// What `irdl.base` says. Names are those under which MLIR 22.1.8 registers its builtin types and
    /// attributes. `tblgen-to-irdl` writes `!builtin.string` for string attributes, which is read as meant.
    pub fn of_base(ctx: &Context, base: &BaseRef) -> Predicate {
        match *base {
            BaseRef::Type { dialect, name } => Predicate::DialectType(dialect, name),
            BaseRef::Attribute { dialect, name } => Predicate::DialectAttr(dialect, name),
            BaseRef::Named(text) => classes::by_registered_name(ctx, ctx.str(text)),
        }
    }

    /// The texts in it that have no translation.
    pub fn unknown_texts(&self) -> Vec<Ident> {
        let mut found = Vec::new();
        let mut stack = vec![self];
        while let Some(predicate) = stack.pop() {
            match predicate {
                Predicate::Unknown(text)
                | Predicate::IdentityLayout(text)
                | Predicate::FirstIsDynamic(text)
                | Predicate::NoneIsNegative(text)
                | Predicate::MinorIdentity(text)
                | Predicate::PlainDimensions(text) => found.push(*text),
                Predicate::Not(inner)
                | Predicate::Element(inner)
                | Predicate::TypeOfAttr(inner)
                | Predicate::ArrayOf(inner) => stack.push(inner),
                Predicate::And(list) | Predicate::Or(list) => stack.extend(list),
                _ => {}
            }
        }
        found
    }

    /// The same with its texts that have no translation taken to make it hold, or to make it fail.
    pub fn with_unknown(&self, holds: bool) -> Predicate {
        let inside = |inner: &Predicate| Box::new(inner.with_unknown(holds));
        let each = |list: &[Predicate]| list.iter().map(|part| part.with_unknown(holds)).collect();
        match self {
            Predicate::Unknown(_) | Predicate::IdentityLayout(_) if holds => Predicate::True,
            Predicate::Unknown(_) | Predicate::IdentityLayout(_) => Predicate::Not(Box::new(Predicate::True)),
            Predicate::Not(inner) => Predicate::Not(Box::new(inner.with_unknown(!holds))),
            Predicate::And(list) => Predicate::And(each(list)),
            Predicate::Or(list) => Predicate::Or(each(list)),
            Predicate::Element(inner) => Predicate::Element(inside(inner)),
            Predicate::TypeOfAttr(inner) => Predicate::TypeOfAttr(inside(inner)),
            Predicate::ArrayOf(inner) => Predicate::ArrayOf(inside(inner)),
            other => other.clone(),
        }
    }

    /// The same where nothing is known of elements and extents of a type that a dialect defines: such a type may have some, which
    /// only C++ tells. They depend on `text` then.
    pub(super) fn with_open_shapes(self, text: Ident) -> Predicate {
        match self {
            Predicate::And(list) => {
                let open = list.iter().any(Predicate::asks_for_dialect_type);
                let part = |part: Predicate| match open {
                    true => part.with_shapes_unknown(text),
                    false => part.with_open_shapes(text),
                };
                Predicate::And(list.into_iter().map(part).collect())
            }
            Predicate::Or(list) => {
                Predicate::Or(list.into_iter().map(|part| part.with_open_shapes(text)).collect())
            }
            other => other,
        }
    }

    fn asks_for_dialect_type(&self) -> bool {
        match self {
            Predicate::DialectType(..) => true,
            Predicate::And(list) => list.iter().any(Predicate::asks_for_dialect_type),
            _ => false,
        }
    }

    fn with_shapes_unknown(self, text: Ident) -> Predicate {
        match self {
            Predicate::And(list) => {
                Predicate::And(list.into_iter().map(|part| part.with_shapes_unknown(text)).collect())
            }
            Predicate::Element(_)
            | Predicate::Rank { .. }
            | Predicate::StaticShape
            | Predicate::NoExtentIs(_)
            | Predicate::AllExtentsAre(_) => Predicate::Unknown(text),
            other => other,
        }
    }

    /// Tells if it may hold of a type of which no elements and extents are known here.
    pub(super) fn permits_dialect_type(&self) -> bool {
        match self {
            Predicate::DialectType(..) | Predicate::Unknown(_) => true,
            Predicate::And(list) | Predicate::Or(list) => list.iter().any(Predicate::permits_dialect_type),
            _ => false,
        }
    }

    /// Tells if `value` satisfies it; `None` when that depends on an untranslated text.
    pub fn holds(&self, ctx: &Context, value: AttrId) -> Option<bool> {
        match self {
            Predicate::True => Some(true),
            Predicate::Unknown(_) => None,
            Predicate::Not(inner) => inner.holds(ctx, value).map(|holds| !holds),
            Predicate::And(list) => all(list.iter().map(|part| part.holds(ctx, value))),
            Predicate::Or(list) => {
                all(list.iter().map(|part| part.holds(ctx, value).map(|holds| !holds))).map(|none| !none)
            }
            Predicate::Element(inner) => match ctx.as_type(value).and_then(|ty| ctx.element_type(ty)) {
                Some(element) => inner.holds(ctx, ctx.type_attr(element)),
                None => Some(false),
            },
            Predicate::TypeOfAttr(inner) => match ctx.attr_type(value) {
                Some(ty) => inner.holds(ctx, ctx.type_attr(ty)),
                None => Some(false),
            },
            Predicate::ArrayOf(inner) => match ctx.attr_kind(value) {
                AttrKind::Array(items) => all(items.iter().map(|item| inner.holds(ctx, *item))),
                _ => Some(false),
            },
            simple => Some(simple.holds_simply(ctx, value)),
        }
    }

    fn holds_simply(&self, ctx: &Context, value: AttrId) -> bool {
        let extents = || ctx.as_type(value).and_then(|ty| extents(ctx, ty));
        match self {
            Predicate::Type(class) => ctx.as_type(value).is_some_and(|ty| class.holds(ctx, ty)),
            Predicate::Attr(class) => class.holds(ctx, value),
            Predicate::Rank { min, max } => {
                extents().is_some_and(|dims| (*min..=*max).contains(&(dims.len() as u64)))
            }
            Predicate::StaticShape => extents().is_some_and(|dims| dims.iter().all(Option::is_some)),
            Predicate::IdentityLayout(_) => ctx
                .as_type(value)
                .is_some_and(|ty| matches!(ctx.type_kind(ty), TypeKind::MemRef { layout: None, .. })),
            Predicate::FirstIsDynamic(_) => match ctx.attr_kind(value) {
                AttrKind::DenseArray { values, .. } => values.first().is_some_and(|first| {
                    Predicate::IntRange { min: i64::MIN, max: i64::MIN }.holds_simply(ctx, *first)
                }),
                _ => false,
            },
            Predicate::NoneIsNegative(_) => match ctx.attr_kind(value) {
                AttrKind::DenseArray { values, .. } => {
                    let rule = Predicate::IntRange { min: 0, max: i64::MAX };
                    values.iter().all(|value| rule.holds_simply(ctx, *value))
                }
                _ => false,
            },
            Predicate::MinorIdentity(_) => match ctx.attr_kind(value) {
                AttrKind::AffineMap(map) => {
                    dimensions_of(ctx.str(map.0)).is_some_and(|(all, used)| all.ends_with(&used))
                }
                _ => false,
            },
            Predicate::PlainDimensions(_) => match ctx.attr_kind(value) {
                AttrKind::AffineMap(map) => dimensions_of(ctx.str(map.0)).is_some(),
                _ => false,
            },
            Predicate::NoExtentIs(n) => extents().is_some_and(|dims| !dims.contains(&Some(*n))),
            Predicate::AllExtentsAre(n) => extents().is_some_and(|dims| dims.iter().all(|d| *d == Some(*n))),
            Predicate::IntRange { min, max } => match ctx.attr_kind(value) {
                AttrKind::Integer { value, .. } => {
                    value.to_i64().is_some_and(|number| (*min..=*max).contains(&number))
                }
                _ => false,
            },
            Predicate::PowerOfTwo(_) => match ctx.attr_kind(value) {
                AttrKind::Integer { value, ty } => value.to_i64().is_some_and(|number| {
                    let smallest = || width_of(ctx, *ty).is_some_and(|width| number == -1 << (width - 1));
                    if number < 0 { smallest() } else { number.count_ones() == 1 }
                }),
                _ => false,
            },
            Predicate::Length(n) => match ctx.attr_kind(value) {
                AttrKind::Array(items) | AttrKind::DenseArray { values: items, .. } => {
                    items.len() as u64 == *n
                }
                _ => false,
            },
            Predicate::DenseArrayOf(class) => match ctx.attr_kind(value) {
                AttrKind::DenseArray { element, .. } => class.holds(ctx, *element),
                _ => false,
            },
            Predicate::QuantizedStorage(bits) => {
                ctx.as_type(value).and_then(|ty| storage_bits(ctx, ty)) == Some(*bits)
            }
            Predicate::DialectType(dialect, name) => {
                ctx.as_type(value).is_some_and(|ty| dialect_type_is(ctx, ty, *dialect, *name))
            }
            Predicate::DialectAttr(dialect, name) => dialect_attr_is(ctx, value, *dialect, *name),
            // The other forms are taken apart by `holds`.
            _ => false,
        }
    }
}

/// Conjunction of three-valued answers: one `false` decides, else one `None` leaves it open.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut open = false;
    for answer in answers {
        match answer {
            Some(false) => return Some(false),
            Some(true) => {}
            None => open = true,
        }
    }
    (!open).then_some(true)
}

impl TypeClass {
    /// Whether a type is of this class.
    pub fn holds(self, ctx: &Context, ty: TypeId) -> bool {
        let kind = ctx.type_kind(ty);
        match self {
            TypeClass::Any => true,
            TypeClass::Integer(sign, bits) => match kind {
                TypeKind::Integer { width, signedness } => {
                    sign.is_none_or(|sign| sign == *signedness) && bits.is_none_or(|bits| bits == *width)
                }
                _ => false,
            },
            TypeClass::Float(which) => match kind {
                TypeKind::Float(float) => which.is_none_or(|which| which == *float),
                _ => false,
            },
            TypeClass::Index => matches!(kind, TypeKind::Index),
            TypeClass::None => matches!(kind, TypeKind::None),
            TypeClass::Complex => matches!(kind, TypeKind::Complex(_)),
            TypeClass::Tuple => matches!(kind, TypeKind::Tuple(_)),
            TypeClass::Function => matches!(kind, TypeKind::Function { .. }),
            TypeClass::Vector => matches!(kind, TypeKind::Vector { .. }),
            TypeClass::ScalableVector => match kind {
                TypeKind::Vector { shape, .. } => shape.iter().any(|(_, scalable)| *scalable),
                _ => false,
            },
            TypeClass::RankedTensor => matches!(kind, TypeKind::RankedTensor { .. }),
            TypeClass::UnrankedTensor => matches!(kind, TypeKind::UnrankedTensor(_)),
            TypeClass::MemRef => matches!(kind, TypeKind::MemRef { .. }),
            TypeClass::UnrankedMemRef => matches!(kind, TypeKind::UnrankedMemRef { .. }),
        }
    }
}

impl AttrClass {
    /// Whether an attribute is of this class.
    pub fn holds(self, ctx: &Context, attr: AttrId) -> bool {
        let kind = ctx.attr_kind(attr);
        match self {
            AttrClass::Any => true,
            AttrClass::Integer => matches!(kind, AttrKind::Integer { .. }),
            AttrClass::Bool => match kind {
                AttrKind::Integer { ty, .. } => *ty == ctx.integer(1),
                _ => false,
            },
            AttrClass::Float => matches!(kind, AttrKind::Float { .. }),
            AttrClass::String => matches!(kind, AttrKind::String { .. }),
            AttrClass::Array => matches!(kind, AttrKind::Array(_)),
            AttrClass::Dictionary => matches!(kind, AttrKind::Dictionary(_)),
            AttrClass::Unit => matches!(kind, AttrKind::Unit),
            AttrClass::SymbolRef => matches!(kind, AttrKind::SymbolRef { .. }),
            AttrClass::FlatSymbolRef => match kind {
                AttrKind::SymbolRef { nested, .. } => nested.is_empty(),
                _ => false,
            },
            AttrClass::DenseArray => matches!(kind, AttrKind::DenseArray { .. }),
            AttrClass::DenseElements => matches!(kind, AttrKind::Dense { .. }),
            AttrClass::SparseElements => matches!(kind, AttrKind::Sparse { .. }),
            AttrClass::DenseResource => matches!(kind, AttrKind::DenseResource { .. }),
            AttrClass::AffineMap => matches!(kind, AttrKind::AffineMap(_)),
            AttrClass::IntegerSet => matches!(kind, AttrKind::IntegerSet(_)),
            AttrClass::Strided => matches!(kind, AttrKind::Strided { .. }),
            AttrClass::Location => matches!(kind, AttrKind::Location(_)),
            AttrClass::Typed => ctx.attr_type(attr).is_some(),
        }
    }
}

/// The extents of a ranked shaped type; `None` inside is dynamic.
pub(super) fn extents(ctx: &Context, ty: TypeId) -> Option<Vec<Option<u64>>> {
    match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => Some(shape.iter().map(|(extent, _)| Some(*extent)).collect()),
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => Some(shape.to_vec()),
        _ => None,
    }
}

/// The bits of an integer type; those of `index` are 64.
fn width_of(ctx: &Context, ty: TypeId) -> Option<u32> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some(*width).filter(|width| (1..=64).contains(width)),
        TypeKind::Index => Some(64),
        _ => None,
    }
}

/// The bits of `!quant.uniform<i8:f32, ..>` and its family: the storage type stands first in the body.
fn storage_bits(ctx: &Context, ty: TypeId) -> Option<u32> {
    let TypeKind::Opaque { dialect, name, body } = ctx.type_kind(ty) else { return None };
    let text = match ctx.str(*dialect) == "quant" {
        true if *name != crate::data::known::EMPTY => ctx.str(*body),
        true => ctx.str(*body).split_once('<')?.1,
        false => return None,
    };
    let rest = text.trim_start().strip_prefix(['i', 'u'])?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

fn dialect_type_is(ctx: &Context, ty: TypeId, dialect: Ident, name: Ident) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::Dialect { dialect: d, name: n, .. } => *d == dialect && *n == name,
        TypeKind::Opaque { dialect: d, name: n, body } => *d == dialect && names(ctx, *n, *body, name),
        _ => false,
    }
}

fn dialect_attr_is(ctx: &Context, attr: AttrId, dialect: Ident, name: Ident) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Dialect { dialect: d, name: n, .. } => *d == dialect && *n == name,
        AttrKind::Opaque { dialect: d, name: n, body, .. } => *d == dialect && names(ctx, *n, *body, name),
        _ => false,
    }
}

/// Whether `#d.name<body>`, or `#d<name ..>` with the name inside the brackets, names `wanted`.
fn names(ctx: &Context, name: Ident, body: Ident, wanted: Ident) -> bool {
    if name != crate::data::known::EMPTY {
        return name == wanted;
    }
    let head = ctx.str(body).split(['<', '(', ' ']).next().unwrap_or("");
    head == ctx.str(wanted)
}
/// The dimensions of the text of an affine map, and its results where they are dimensions: `(d0, d1) -> (d1)`.
fn dimensions_of<'t>(text: &'t str) -> Option<(Vec<&'t str>, Vec<&'t str>)> {
    let (dims, results) = text.split_once("->")?;
    let list = |part: &'t str| -> Option<Vec<&'t str>> {
        let inner = part.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
        Some(inner.split(',').map(str::trim).filter(|word| !word.is_empty()).collect())
    };
    let (dims, results) = (list(dims)?, list(results)?);
    results.iter().all(|result| dims.contains(result)).then_some((dims, results))
}
