//! Types, interned by content. What the builtin dialect defines is spelled out; any other dialect's type is
//! a name with parameters, or opaque text where the parameters cannot be read as attributes.

use super::{AttrId, Ident, TypeId};

/// One extent of a shape; `None` is dynamic (`?`).
pub type Dim = Option<u64>;

/// How an integer type reads its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signedness {
    /// `iN`
    Signless,
    /// `siN`
    Signed,
    /// `uiN`
    Unsigned,
}

macro_rules! float_kinds {
    ($($variant:ident = $text:literal / $bits:literal),+ $(,)?) => {
        /// The builtin floating-point types.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum FloatKind { $($variant),+ }

        impl FloatKind {
            /// All of them.
            pub const ALL: &[FloatKind] = &[$(FloatKind::$variant),+];

            /// The keyword, as in `f32`.
            pub fn keyword(self) -> &'static str {
                match self { $(FloatKind::$variant => $text),+ }
            }

            /// Storage width in bits.
            pub fn bits(self) -> u32 {
                match self { $(FloatKind::$variant => $bits),+ }
            }
        }
    };
}

float_kinds! {
    F4E2M1FN = "f4E2M1FN" / 4,
    F6E2M3FN = "f6E2M3FN" / 6,
    F6E3M2FN = "f6E3M2FN" / 6,
    F8E5M2 = "f8E5M2" / 8,
    F8E4M3 = "f8E4M3" / 8,
    F8E4M3FN = "f8E4M3FN" / 8,
    F8E5M2FNUZ = "f8E5M2FNUZ" / 8,
    F8E4M3FNUZ = "f8E4M3FNUZ" / 8,
    F8E4M3B11FNUZ = "f8E4M3B11FNUZ" / 8,
    F8E3M4 = "f8E3M4" / 8,
    F8E8M0FNU = "f8E8M0FNU" / 8,
    BF16 = "bf16" / 16,
    F16 = "f16" / 16,
    TF32 = "tf32" / 19,
    F32 = "f32" / 32,
    F64 = "f64" / 64,
    F80 = "f80" / 80,
    F128 = "f128" / 128,
}

/// One type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `i32`, `si8`, `ui64`: width in bits, at most 2^24 - 1 as in MLIR.
    Integer {
        /// Bits.
        width: u32,
        /// Prefix.
        signedness: Signedness,
    },
    /// `index`
    Index,
    /// `f32` and its family.
    Float(FloatKind),
    /// `none`
    None,
    /// `complex<f32>`
    Complex(TypeId),
    /// `tuple<..>`
    Tuple(Box<[TypeId]>),
    /// `(inputs) -> results`
    Function {
        /// Parameter types.
        inputs: Box<[TypeId]>,
        /// Result types.
        results: Box<[TypeId]>,
    },
    /// `vector<2x[4]xf32>`: extents, which of them are scalable, element type.
    Vector {
        /// Extents and whether each is scalable (`[4]`).
        shape: Box<[(u64, bool)]>,
        /// Element type.
        element: TypeId,
    },
    /// `tensor<2x?xf32, enc>`
    RankedTensor {
        /// Extents.
        shape: Box<[Dim]>,
        /// Element type.
        element: TypeId,
        /// The attribute after the comma.
        encoding: Option<AttrId>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(TypeId),
    /// `memref<2x?xf32, layout, space>`
    MemRef {
        /// Extents.
        shape: Box<[Dim]>,
        /// Element type.
        element: TypeId,
        /// Layout; `None` is the identity.
        layout: Option<AttrId>,
        /// Memory space; `None` is the default one.
        space: Option<AttrId>,
    },
    /// `memref<*xf32, space>`
    UnrankedMemRef {
        /// Element type.
        element: TypeId,
        /// Memory space.
        space: Option<AttrId>,
    },
    /// `!dialect.name<params>` with parameters that read as attributes (a type is a type attribute).
    Dialect {
        /// Dialect, without `!`.
        dialect: Ident,
        /// Name after the first dot; may contain dots.
        name: Ident,
        /// Parameters; empty also for `!d.n<>`.
        params: Box<[AttrId]>,
    },
    /// `!dialect<body>` or `!dialect.name<body>` whose body is kept as text (white space folded).
    Opaque {
        /// Dialect, without `!`.
        dialect: Ident,
        /// Name after the first dot, or [`known::EMPTY`](super::known::EMPTY).
        name: Ident,
        /// Text between the outer brackets.
        body: Ident,
    },
}
