//! Kinds of types and attributes as sets, and the kinds that a term can denote under what is stated of terms. A set is never
//! smaller than the truth: what real types and attributes satisfy one level deep is used, nothing else. Decides no formula.

use assay_ir::data::{AttrId, AttrKind, Context, FloatKind, Signedness, TypeKind};
use assay_ir::spec::{AttrClass, Predicate, TypeClass};
use rustc_hash::FxHashMap;

use crate::term::Term;

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kinds(u64);

macro_rules! kinds {
    ($($name:ident = $bit:literal),+ $(,)?) => { $(pub(crate) const $name: Kinds = Kinds(1 << $bit);)+ };
}

impl Kinds {
    kinds! {
        NOTHING = 0,
        ABSENT = 1,
        SIGNLESS = 2,
        SIGNED = 3,
        UNSIGNED = 4,
        INDEX = 5,
        NONE = 6,
        COMPLEX = 7,
        TUPLE = 8,
        FUNCTION = 9,
        VECTOR = 10,
        TENSOR = 11,
        UNRANKED_TENSOR = 12,
        MEMREF = 13,
        UNRANKED_MEMREF = 14,
        DIALECT_TYPE = 15,
        UNIT = 16,
        INTEGER_ATTR = 17,
        FLOAT_ATTR = 18,
        STRING = 19,
        ARRAY = 20,
        DENSE = 21,
        DENSE_ARRAY = 22,
        DIALECT_ATTR = 23,
        OPAQUE_ATTR = 24,
        DICTIONARY = 25,
        FLAT_SYMBOL = 26,
        NESTED_SYMBOL = 27,
        SPARSE = 28,
        RESOURCE = 29,
        AFFINE_MAP = 30,
        INTEGER_SET = 31,
        STRIDED = 32,
        DISTINCT = 33,
        LOCATION = 34,
    }
    const FIRST_FLOAT: u32 = 35;
    pub(crate) const EMPTY: Kinds = Kinds(0);
    pub(crate) const FLOATS: Kinds = Kinds(((1 << FloatKind::ALL.len()) - 1) << Kinds::FIRST_FLOAT);
    pub(crate) const ALL: Kinds = Kinds((1 << (Kinds::FIRST_FLOAT as usize + FloatKind::ALL.len())) - 1);
    pub(crate) const INTEGERS: Kinds = Kinds::SIGNLESS.or(Kinds::SIGNED).or(Kinds::UNSIGNED);
    pub(crate) const RANKED: Kinds = Kinds::VECTOR.or(Kinds::TENSOR).or(Kinds::MEMREF);
    pub(crate) const SHAPED: Kinds = Kinds::RANKED.or(Kinds::UNRANKED_TENSOR).or(Kinds::UNRANKED_MEMREF);
    /// The kinds that say which type it is.
    const PLAIN: Kinds = Kinds::FLOATS.or(Kinds::INDEX).or(Kinds::NONE).or(Kinds::UNIT).or(Kinds::ABSENT);
    pub(crate) const TYPES: Kinds = Kinds(((1 << 16) - 1) & !0b11 | Kinds::FLOATS.0);
    pub(crate) const DIALECT: Kinds = Kinds::DIALECT_TYPE.or(Kinds::DIALECT_ATTR);
    /// Kinds that may have a width themselves.
    pub(crate) const NUMBERS: Kinds = Kinds::INTEGERS.or(Kinds::FLOATS);
    /// Kinds with a number of elements.
    pub(crate) const LISTS: Kinds = Kinds::ARRAY.or(Kinds::DENSE).or(Kinds::DENSE_ARRAY);

    /// Kinds of elements of a vector, of a tensor, and of a memref.
    const VECTOR_ELEMENTS: Kinds = Kinds::NUMBERS.or(Kinds::INDEX).or(Kinds::DIALECT_TYPE);
    const TENSOR_ELEMENTS: Kinds = Kinds::VECTOR_ELEMENTS.or(Kinds::COMPLEX).or(Kinds::VECTOR);
    const MEMREF_ELEMENTS: Kinds = Kinds::TENSOR_ELEMENTS.or(Kinds::MEMREF).or(Kinds::UNRANKED_MEMREF);

    pub(crate) const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    pub(crate) const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// All other kinds.
    pub(crate) const fn others(self) -> Kinds {
        Kinds::ALL.without(self)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tells if no kind is in both.
    pub(crate) fn excludes(self, other: Kinds) -> bool {
        self.and(other).is_empty()
    }

    /// Tells if every kind is one of others, and there is one.
    pub(crate) fn within(self, other: Kinds) -> bool {
        !self.is_empty() && self.without(other).is_empty()
    }

    /// Tells if it is one kind.
    pub(crate) fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Tells if it is one kind, of which there is one type or attribute alone.
    pub(crate) fn is_one_value(self) -> bool {
        self.is_one() && self.within(Kinds::PLAIN)
    }

    /// The kinds one by one.
    pub(crate) fn each(self) -> impl Iterator<Item = Kinds> {
        (0..u64::BITS).map(|bit| Kinds(1 << bit)).filter(move |kind| !self.excludes(*kind))
    }

    /// The width of the float type that it is.
    pub(crate) fn float_width(self) -> Option<u32> {
        let kind = |kind: &&FloatKind| Kinds::float(**kind) == self;
        FloatKind::ALL.iter().find(kind).map(|kind| kind.bits())
    }

    fn float(kind: FloatKind) -> Kinds {
        Kinds(1 << (Kinds::FIRST_FLOAT + kind as u32))
    }

    pub(crate) fn integer(sign: Signedness) -> Kinds {
        match sign {
            Signedness::Signless => Kinds::SIGNLESS,
            Signedness::Signed => Kinds::SIGNED,
            Signedness::Unsigned => Kinds::UNSIGNED,
        }
    }

    /// The kind of a written type or attribute.
    pub(crate) fn from_attr(ctx: &Context, attr: AttrId) -> Kinds {
        match ctx.attr_kind(attr) {
            AttrKind::Type(ty) => Kinds::of_type(ctx.type_kind(*ty)),
            AttrKind::Unit => Kinds::UNIT,
            AttrKind::Integer { .. } => Kinds::INTEGER_ATTR,
            AttrKind::Float { .. } => Kinds::FLOAT_ATTR,
            AttrKind::String { .. } => Kinds::STRING,
            AttrKind::Array(_) => Kinds::ARRAY,
            AttrKind::Dictionary(_) => Kinds::DICTIONARY,
            AttrKind::SymbolRef { nested, .. } if nested.is_empty() => Kinds::FLAT_SYMBOL,
            AttrKind::SymbolRef { .. } => Kinds::NESTED_SYMBOL,
            AttrKind::Dense { .. } => Kinds::DENSE,
            AttrKind::DenseArray { .. } => Kinds::DENSE_ARRAY,
            AttrKind::Sparse { .. } => Kinds::SPARSE,
            AttrKind::DenseResource { .. } => Kinds::RESOURCE,
            AttrKind::AffineMap(_) => Kinds::AFFINE_MAP,
            AttrKind::IntegerSet(_) => Kinds::INTEGER_SET,
            AttrKind::Strided { .. } => Kinds::STRIDED,
            AttrKind::Distinct { .. } => Kinds::DISTINCT,
            AttrKind::Location(_) => Kinds::LOCATION,
            AttrKind::Dialect { .. } => Kinds::DIALECT_ATTR,
            AttrKind::Opaque { .. } => Kinds::OPAQUE_ATTR,
        }
    }

    fn of_type(kind: &TypeKind) -> Kinds {
        match kind {
            TypeKind::Integer { signedness, .. } => Kinds::integer(*signedness),
            TypeKind::Index => Kinds::INDEX,
            TypeKind::Float(kind) => Kinds::float(*kind),
            TypeKind::None => Kinds::NONE,
            TypeKind::Complex(_) => Kinds::COMPLEX,
            TypeKind::Tuple(_) => Kinds::TUPLE,
            TypeKind::Function { .. } => Kinds::FUNCTION,
            TypeKind::Vector { .. } => Kinds::VECTOR,
            TypeKind::RankedTensor { .. } => Kinds::TENSOR,
            TypeKind::UnrankedTensor(_) => Kinds::UNRANKED_TENSOR,
            TypeKind::MemRef { .. } => Kinds::MEMREF,
            TypeKind::UnrankedMemRef { .. } => Kinds::UNRANKED_MEMREF,
            TypeKind::Dialect { .. } | TypeKind::Opaque { .. } => Kinds::DIALECT_TYPE,
        }
    }

    /// Kinds of element types of these shaped types.
    fn elements(self) -> Kinds {
        let of =
            |containers: Kinds, elements| if self.excludes(containers) { Kinds::EMPTY } else { elements };
        let tensors = Kinds::TENSOR.or(Kinds::UNRANKED_TENSOR);
        let memrefs = Kinds::MEMREF.or(Kinds::UNRANKED_MEMREF);
        of(Kinds::VECTOR, Kinds::VECTOR_ELEMENTS)
            .or(of(tensors, Kinds::TENSOR_ELEMENTS))
            .or(of(memrefs, Kinds::MEMREF_ELEMENTS))
    }

    /// Kinds of the types that these carry; absent for those that carry none.
    fn carried(self) -> Kinds {
        let untyped = [Kinds::INTEGER_ATTR, Kinds::FLOAT_ATTR, Kinds::DENSE, Kinds::SPARSE, Kinds::RESOURCE];
        let untyped = untyped.into_iter().fold(self, Kinds::without).without(Kinds::NOTHING);
        let of = |holders: Kinds, types| if self.excludes(holders) { Kinds::EMPTY } else { types };
        let absent = if untyped.is_empty() { Kinds::EMPTY } else { Kinds::ABSENT };
        self.and(Kinds::NOTHING)
            .or(absent)
            .or(of(Kinds::INTEGER_ATTR, Kinds::INTEGERS.or(Kinds::INDEX)))
            .or(of(Kinds::FLOAT_ATTR, Kinds::FLOATS))
            .or(of(Kinds::DENSE, Kinds::VECTOR.or(Kinds::TENSOR)))
            .or(of(Kinds::SPARSE.or(Kinds::RESOURCE), Kinds::SHAPED))
            .or(of(Kinds::STRING.or(Kinds::OPAQUE_ATTR), Kinds::TYPES))
    }
}

/// The kinds of which something satisfies a predicate, and those of which everything does; both say nothing where the
/// predicate is made of others.
pub(crate) fn of_predicate(predicate: &Predicate) -> (Kinds, Kinds) {
    let exactly = |kinds: Kinds| (kinds, kinds);
    let some_of = |kinds: Kinds| (kinds, Kinds::EMPTY);
    match predicate {
        Predicate::Type(class) => match class {
            TypeClass::Any => exactly(Kinds::TYPES),
            TypeClass::Integer(sign, bits) => {
                let kinds = sign.map_or(Kinds::INTEGERS, Kinds::integer);
                if bits.is_some() { some_of(kinds) } else { exactly(kinds) }
            }
            TypeClass::Float(kind) => exactly(kind.map_or(Kinds::FLOATS, Kinds::float)),
            TypeClass::Index => exactly(Kinds::INDEX),
            TypeClass::None => exactly(Kinds::NONE),
            TypeClass::Complex => exactly(Kinds::COMPLEX),
            TypeClass::Tuple => exactly(Kinds::TUPLE),
            TypeClass::Function => exactly(Kinds::FUNCTION),
            TypeClass::Vector => exactly(Kinds::VECTOR),
            TypeClass::ScalableVector => some_of(Kinds::VECTOR),
            TypeClass::RankedTensor => exactly(Kinds::TENSOR),
            TypeClass::UnrankedTensor => exactly(Kinds::UNRANKED_TENSOR),
            TypeClass::MemRef => exactly(Kinds::MEMREF),
            TypeClass::UnrankedMemRef => exactly(Kinds::UNRANKED_MEMREF),
        },
        Predicate::Attr(class) => of_attr_class(*class),
        Predicate::StaticShape | Predicate::NoExtentIs(_) | Predicate::AllExtentsAre(_) => {
            some_of(Kinds::RANKED)
        }
        Predicate::IdentityLayout(_) => some_of(Kinds::MEMREF),
        Predicate::IntRange { .. } | Predicate::PowerOfTwo(_) => some_of(Kinds::INTEGER_ATTR),
        Predicate::ArrayOf(_) => some_of(Kinds::ARRAY),
        Predicate::DenseArrayOf(_) | Predicate::FirstIsDynamic(_) | Predicate::NoneIsNegative(_) => {
            some_of(Kinds::DENSE_ARRAY)
        }
        Predicate::Length(_) => some_of(Kinds::ARRAY.or(Kinds::DENSE_ARRAY)),
        Predicate::QuantizedStorage(_) | Predicate::DialectType(..) => some_of(Kinds::DIALECT_TYPE),
        Predicate::DialectAttr(..) => some_of(Kinds::DIALECT_ATTR.or(Kinds::OPAQUE_ATTR)),
        _ => some_of(Kinds::ALL.without(Kinds::NOTHING).without(Kinds::ABSENT)),
    }
}

fn of_attr_class(class: AttrClass) -> (Kinds, Kinds) {
    let symbols = Kinds::FLAT_SYMBOL.or(Kinds::NESTED_SYMBOL);
    let kinds = match class {
        AttrClass::Any => Kinds::ALL.without(Kinds::NOTHING).without(Kinds::ABSENT),
        AttrClass::Bool => return (Kinds::INTEGER_ATTR, Kinds::EMPTY),
        AttrClass::Typed => {
            let always = [Kinds::FLOAT_ATTR, Kinds::DENSE, Kinds::SPARSE, Kinds::RESOURCE];
            let always = always.into_iter().fold(Kinds::INTEGER_ATTR, Kinds::or);
            return (always.or(Kinds::STRING).or(Kinds::OPAQUE_ATTR), always);
        }
        AttrClass::Integer => Kinds::INTEGER_ATTR,
        AttrClass::Float => Kinds::FLOAT_ATTR,
        AttrClass::String => Kinds::STRING,
        AttrClass::Array => Kinds::ARRAY,
        AttrClass::Dictionary => Kinds::DICTIONARY,
        AttrClass::Unit => Kinds::UNIT,
        AttrClass::SymbolRef => symbols,
        AttrClass::FlatSymbolRef => Kinds::FLAT_SYMBOL,
        AttrClass::DenseArray => Kinds::DENSE_ARRAY,
        AttrClass::DenseElements => Kinds::DENSE,
        AttrClass::SparseElements => Kinds::SPARSE,
        AttrClass::DenseResource => Kinds::RESOURCE,
        AttrClass::AffineMap => Kinds::AFFINE_MAP,
        AttrClass::IntegerSet => Kinds::INTEGER_SET,
        AttrClass::Strided => Kinds::STRIDED,
        AttrClass::Location => Kinds::LOCATION,
    };
    (kinds, kinds)
}

/// A statement about the kinds of terms.
#[derive(Clone)]
pub(crate) struct StatedKind<'a> {
    pub(crate) ctx: &'a Context,
    /// The kinds that each of these terms denotes.
    pub(crate) kinds: FxHashMap<Term, Kinds>,
    /// Something is stated of an element or of the type that something carries.
    looks_inside: bool,
}

impl<'a> StatedKind<'a> {
    /// Nothing is stated.
    pub(crate) fn new(ctx: &'a Context) -> StatedKind<'a> {
        StatedKind { ctx, kinds: FxHashMap::default(), looks_inside: false }
    }

    /// States that a term denotes one of these kinds.
    pub(crate) fn add(&mut self, term: Term, kinds: Kinds) {
        self.looks_inside |= matches!(term, Term::Element(_) | Term::TypeOf(_));
        let known = self.kinds.entry(term).or_insert(Kinds::ALL);
        *known = known.and(kinds);
    }

    fn stated(&self, term: &Term) -> Kinds {
        self.kinds.get(term).copied().unwrap_or(Kinds::ALL)
    }

    /// The kinds of what a term can denote.
    pub(crate) fn kinds(&self, term: &Term) -> Kinds {
        let kinds = self.by_form(term).and(self.stated(term));
        if !self.looks_inside || kinds.is_one() || matches!(term, Term::Constant(_) | Term::Absent) {
            return kinds;
        }
        // What is said of its element or of the type that it carries says something of it.
        let (element, carried) = (self.stated(&term.element()), self.stated(&term.type_of()));
        if element == Kinds::ALL && carried == Kinds::ALL {
            return kinds;
        }
        let fits = |kind: Kinds| {
            let inner = if kind.within(Kinds::SHAPED) { kind.elements() } else { kind };
            !inner.excludes(element) && !kind.carried().excludes(carried)
        };
        kinds.each().filter(|kind| fits(*kind)).fold(Kinds::EMPTY, Kinds::or)
    }

    fn by_form(&self, term: &Term) -> Kinds {
        match term {
            Term::Variable(_) => Kinds::ALL.without(Kinds::NOTHING),
            Term::Constant(attr) => Kinds::from_attr(self.ctx, *attr),
            Term::Absent => Kinds::ABSENT,
            Term::TypeOf(of) => self.kinds(of).carried(),
            Term::Element(of) => {
                let kinds = self.kinds(of);
                kinds.without(Kinds::SHAPED).or(kinds.elements())
            }
            Term::Parameter(of, _) => match self.kinds(of) {
                kinds if kinds.excludes(Kinds::DIALECT) => Kinds::NOTHING.or(kinds.and(Kinds::ABSENT)),
                _ => Kinds::ALL,
            },
            Term::Reshape { like, element } => {
                let (like, element) = (self.kinds(like), self.kinds(element));
                let (both, missing) = (like.or(element), Kinds::NOTHING.or(Kinds::ABSENT));
                let nothing = both.without(Kinds::TYPES.or(missing));
                let nothing = if nothing.is_empty() { Kinds::EMPTY } else { Kinds::NOTHING };
                let scalar = like.and(Kinds::TYPES).without(Kinds::SHAPED);
                both.and(missing)
                    .or(nothing)
                    .or(if element.excludes(Kinds::TYPES) { Kinds::EMPTY } else { like.and(Kinds::SHAPED) })
                    .or(if scalar.is_empty() { Kinds::EMPTY } else { element.and(Kinds::TYPES) })
            }
        }
    }
}
