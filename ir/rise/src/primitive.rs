//! The patterns and scalar operations that programs are compositions of, as one table: names, lengths that are written, and types.
//! Knows no meaning.

use assay_ir::ops;

use crate::nat::Nat;
use crate::types::{Scalar, Type};

macro_rules! primitives {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $arity:literal $naturals:expr,)+) => {
        /// A pattern or scalar operation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Primitive { $($(#[$doc])* $variant,)+ }

        impl Primitive {
            /// All of them.
            pub const ALL: &[Primitive] = &[$(Primitive::$variant,)+];

            /// Its name in programs.
            pub const fn name(self) -> &'static str {
                match self { $(Primitive::$variant => $name,)+ }
            }

            /// The number of its arguments that are values.
            pub const fn arity(self) -> usize {
                match self { $(Primitive::$variant => $arity,)+ }
            }

            /// Names of the lengths that are written before its arguments.
            pub const fn naturals(self) -> &'static [&'static str] {
                match self { $(Primitive::$variant => $naturals,)+ }
            }
        }
    };
}

primitives! {
    /// Applies a function to each element.
    Map = "map" 2 &[],
    /// The same, one element after the other.
    MapSeq = "mapSeq" 2 &[],
    /// Combines the elements in order, from the first on.
    ReduceSeq = "reduceSeq" 3 &[],
    /// Combines the elements in any order and grouping.
    Reduce = "reduce" 3 &[],
    /// Pairs of the elements of two arrays.
    Zip = "zip" 2 &[],
    /// The first of a pair.
    First = "fst" 1 &[],
    /// The second of a pair.
    Second = "snd" 1 &[],
    /// Blocks of a length.
    Split = "split" 1 &["m"],
    /// The elements of all blocks.
    Join = "join" 1 &[],
    /// Rows as columns.
    Transpose = "transpose" 1 &[],
    /// Windows of a size at a distance.
    Slide = "slide" 1 &["sz", "sp"],
    /// Repeats the border on both sides.
    Pad = "pad" 1 &["l", "r"],
    /// The same value.
    Identity = "id" 1 &[],
    /// The same value, in memory.
    ToMem = "to_mem" 1 &[],
    /// The first function, then the second.
    Compose = "compose" 2 &[],
    /// A sum.
    Add = "add" 2 &[],
    /// A difference.
    Sub = "sub" 2 &[],
    /// A product.
    Mul = "mul" 2 &[],
    /// The smaller number.
    Min = "min" 2 &[],
    /// The larger number.
    Max = "max" 2 &[],
}

impl Primitive {
    /// The one of this name.
    pub fn parse(name: &str) -> Option<Primitive> {
        Primitive::ALL.iter().copied().find(|one| one.name() == name)
    }

    /// Returns true for an operation on two numbers of one type.
    pub fn is_scalar(self) -> bool {
        self >= Primitive::Add
    }

    /// The operation of `arith` that a scalar operation is on numbers of a type.
    pub fn operation(self, on: Scalar) -> Option<&'static str> {
        let (integer, float) = match self {
            Primitive::Add => ("add", "add"),
            Primitive::Sub => ("sub", "sub"),
            Primitive::Mul => ("mul", "mul"),
            Primitive::Min => ("mins", "minimum"),
            Primitive::Max => ("maxs", "maximum"),
            _ => return None,
        };
        if on.is_float() { ops::float_op(float) } else { ops::integer_op(integer) }
    }

    /// The sign between its operands, where it has one.
    pub const fn sign(self) -> Option<&'static str> {
        match self {
            Primitive::Add => Some("+"),
            Primitive::Sub => Some("-"),
            Primitive::Mul => Some("*"),
            _ => None,
        }
    }
}

/// The fresh lengths and types that instantiate a type scheme.
pub trait Fresh {
    /// A length.
    fn length(&mut self) -> Nat;
    /// A type without functions.
    fn data(&mut self) -> Type;
    /// Any type.
    fn any(&mut self) -> Type;
    /// A type of numbers.
    fn number(&mut self) -> Type;
}

/// The type of a primitive with fresh lengths and types; `None` where a length becomes too large.
pub fn scheme(primitive: Primitive, naturals: &[Nat], fresh: &mut dyn Fresh) -> Option<Type> {
    use Primitive as P;
    let natural = |at: usize| naturals.get(at).cloned().unwrap_or_default();
    Some(match primitive {
        P::Map | P::MapSeq => {
            let (n, s, t) = (fresh.length(), fresh.data(), fresh.data());
            let function = Type::function(s.clone(), t.clone());
            Type::curried([function, Type::array(n.clone(), s)], Type::array(n, t))
        }
        P::ReduceSeq | P::Reduce => {
            let (n, s) = (fresh.length(), fresh.data());
            let t = if primitive == P::Reduce { s.clone() } else { fresh.data() };
            let function = Type::curried([s.clone(), t.clone()], t.clone());
            Type::curried([function, t.clone(), Type::array(n, s)], t)
        }
        P::Zip => {
            let (n, s, t) = (fresh.length(), fresh.data(), fresh.data());
            let (left, right) = (Type::array(n.clone(), s.clone()), Type::array(n.clone(), t.clone()));
            Type::curried([left, right], Type::array(n, Type::pair(s, t)))
        }
        P::First | P::Second => {
            let (s, t) = (fresh.data(), fresh.data());
            let result = if primitive == P::First { s.clone() } else { t.clone() };
            Type::function(Type::pair(s, t), result)
        }
        P::Split => {
            let (n, m, s) = (fresh.length(), natural(0), fresh.data());
            let blocks = Type::array(n.clone(), Type::array(m.clone(), s.clone()));
            Type::function(Type::array(n.times(&m)?, s), blocks)
        }
        P::Join => {
            let (n, m, s) = (fresh.length(), fresh.length(), fresh.data());
            let blocks = Type::array(n.clone(), Type::array(m.clone(), s.clone()));
            Type::function(blocks, Type::array(n.times(&m)?, s))
        }
        P::Transpose => {
            let (n, m, s) = (fresh.length(), fresh.length(), fresh.data());
            let rows = Type::array(n.clone(), Type::array(m.clone(), s.clone()));
            Type::function(rows, Type::array(m, Type::array(n, s)))
        }
        P::Slide => {
            let (n, size, step, s) = (fresh.length(), natural(0), natural(1), fresh.data());
            let length = n.minus(&Nat::constant(1))?.times(&step)?.plus(&size)?;
            let windows = Type::array(n, Type::array(size, s.clone()));
            Type::function(Type::array(length, s), windows)
        }
        P::Pad => {
            let (n, s) = (fresh.length(), fresh.data());
            let longer = natural(0).plus(&n)?.plus(&natural(1))?;
            Type::function(Type::array(n, s.clone()), Type::array(longer, s))
        }
        P::Identity => {
            let s = fresh.any();
            Type::function(s.clone(), s)
        }
        P::ToMem => {
            let s = fresh.data();
            Type::function(s.clone(), s)
        }
        P::Compose => {
            let (s, t, u) = (fresh.any(), fresh.any(), fresh.any());
            let (first, second) = (Type::function(s.clone(), t.clone()), Type::function(t, u.clone()));
            Type::curried([first, second, s], u)
        }
        P::Add | P::Sub | P::Mul | P::Min | P::Max => {
            let s = fresh.number();
            Type::curried([s.clone(), s.clone()], s)
        }
    })
}
