//! Attributes, interned by content. What the builtin dialect defines is spelled out; any other dialect's
//! attribute is a name with parameters, or opaque text.

use num_bigint::BigInt;

use super::{AttrId, Ident, LocId, TypeId};

/// An integer of any size, exact; the bits of a value are taken modulo the width of its type, which is not known here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IntValue {
    /// Fits 128 bits: always this form when it does, so that equality is structural.
    Small(i128),
    /// Anything larger.
    Big(Box<BigInt>),
}

impl IntValue {
    /// The number in its one form.
    pub fn new(value: BigInt) -> IntValue {
        match i128::try_from(&value) {
            Ok(small) => IntValue::Small(small),
            Err(_) => IntValue::Big(Box::new(value)),
        }
    }

    /// As a big integer.
    pub fn to_big(&self) -> BigInt {
        match self {
            IntValue::Small(v) => BigInt::from(*v),
            IntValue::Big(v) => (**v).clone(),
        }
    }

    /// As an `i64`, where it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            IntValue::Small(v) => i64::try_from(*v).ok(),
            IntValue::Big(_) => None,
        }
    }
}

impl From<i128> for IntValue {
    fn from(value: i128) -> Self {
        IntValue::Small(value)
    }
}

impl std::fmt::Display for IntValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            IntValue::Small(v) => v.fmt(f),
            IntValue::Big(v) => v.fmt(f),
        }
    }
}

/// The contents of a `dense<..>` attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DenseData {
    /// All elements are this one.
    Splat(AttrId),
    /// One element attribute each, in row-major order.
    Elements(Box<[AttrId]>),
    /// `dense<"0x...">`: raw bytes as upper-case hex digits.
    Hex(Ident),
}

/// `affine_map`, `affine_set` bodies: kept as canonical text until something has to compute with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LayoutMap(pub Ident);

/// One attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AttrKind {
    /// `unit`
    Unit,
    /// `42 : i32`; `true` and `false` are `i1` integers with value 1 and 0 (MLIR prints -1 as `true`).
    Integer {
        /// The value: as signed for signless and signed types, as unsigned for unsigned ones and `i1`.
        value: IntValue,
        /// An integer type or `index`.
        ty: TypeId,
    },
    /// `1.5 : f32`, as the bit pattern of its type.
    Float {
        /// Bit pattern, low bits.
        bits: u128,
        /// A float type.
        ty: TypeId,
    },
    /// `"text"`, with an optional type.
    String {
        /// The text, unescaped (bytes that are no UTF-8 are kept as `\HH` escapes).
        text: Ident,
        /// The type after `:`.
        ty: Option<TypeId>,
    },
    /// `[a, b]`
    Array(Box<[AttrId]>),
    /// `{k = a}`, sorted by the text of the key, without duplicates.
    Dictionary(Box<[(Ident, AttrId)]>),
    /// A type as an attribute.
    Type(TypeId),
    /// `@root::@nested`
    SymbolRef {
        /// First name.
        root: Ident,
        /// The rest.
        nested: Box<[Ident]>,
    },
    /// `dense<..> : type`
    Dense {
        /// Elements.
        data: DenseData,
        /// A shaped type.
        ty: TypeId,
    },
    /// `array<i64: 1, 2>`: elements are integers or floats of the element type.
    DenseArray {
        /// Element type.
        element: TypeId,
        /// Element attributes.
        values: Box<[AttrId]>,
    },
    /// `sparse<indices, values> : type`
    Sparse {
        /// Indices.
        indices: AttrId,
        /// Values.
        values: AttrId,
        /// A shaped type.
        ty: TypeId,
    },
    /// `dense_resource<key> : type`
    DenseResource {
        /// Key into the resource section.
        key: Ident,
        /// A shaped type.
        ty: TypeId,
    },
    /// `affine_map<..>`
    AffineMap(LayoutMap),
    /// `affine_set<..>`
    IntegerSet(LayoutMap),
    /// `strided<[2, ?], offset: ?>`
    Strided {
        /// Strides; `None` is `?`.
        strides: Box<[Option<i64>]>,
        /// Offset; `None` is `?`.
        offset: Option<i64>,
    },
    /// `distinct[0]<inner>`; two with different numbers are never equal.
    Distinct {
        /// Number in the brackets, as written.
        number: u64,
        /// Attribute in the angle brackets.
        inner: AttrId,
    },
    /// A location as an attribute.
    Location(LocId),
    /// `#dialect.name<params>` with parameters that read as attributes.
    Dialect {
        /// Dialect, without `#`.
        dialect: Ident,
        /// Name after the first dot; may contain dots.
        name: Ident,
        /// Parameters.
        params: Box<[AttrId]>,
    },
    /// `#dialect<body>` or `#dialect.name<body>` whose body is kept as text (white space folded).
    Opaque {
        /// Dialect, without `#`.
        dialect: Ident,
        /// Name after the first dot, or [`known::EMPTY`](super::known::EMPTY).
        name: Ident,
        /// Text between the outer brackets.
        body: Ident,
        /// A type after `:`.
        ty: Option<TypeId>,
    },
}
