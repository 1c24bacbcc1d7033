//! Terms over bits, truth values and floating-point numbers: sorts and operators, with the meaning that SMT-LIB gives them.

use crate::bits::{mask, signed};
use crate::float::{Arithmetic, Format, From, Integral, Order, Test};

/// The widest integer that expressions compute with.
pub const MAX_WIDTH: u32 = 128;

/// An expression: an index into its [`TermArena`](crate::arena::TermArena). Equal indices are equal expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

/// A variable: an index into [`TermArena::variables`](crate::arena::TermArena::variables).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// Number of bits, at least one.
    Bits(u32),
    /// A floating-point number. There is one NaN; zeros of both signs differ.
    Float(Format),
}

/// An operation on two numbers of one width, with the meaning that SMT-LIB gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    UDiv,
    URem,
    SDiv,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
}

/// A comparison of two numbers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Compare {
    ULt,
    ULe,
    SLt,
    SLe,
}

impl Compare {
    /// The order of the operands, exchanged, that holds where this one does not.
    pub fn opposite(self) -> Compare {
        match self {
            Compare::ULt => Compare::ULe,
            Compare::ULe => Compare::ULt,
            Compare::SLt => Compare::SLe,
            Compare::SLe => Compare::SLt,
        }
    }
}

/// One expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A known truth value.
    Bool(bool),
    /// A known number.
    Number {
        /// Bits.
        width: u32,
        /// The unsigned reading.
        value: u128,
    },
    /// An unknown.
    Variable(Var),
    /// Not this truth value.
    Not(TermId),
    /// Both.
    And(TermId, TermId),
    /// One of both.
    Or(TermId, TermId),
    /// Both are the same: truth values, or numbers of one width.
    Equal(TermId, TermId),
    /// `.1` where `.0` holds, else `.2`.
    Choice(TermId, TermId, TermId),
    /// Arithmetic.
    Binary(Binary, TermId, TermId),
    /// Order.
    Compare(Compare, TermId, TermId),
    /// Bits `low .. low + width`.
    Extract {
        /// Of this.
        of: TermId,
        /// The lowest.
        low: u32,
        /// How many.
        width: u32,
    },
    /// The bits of `.0` above those of `.1`.
    Concat(TermId, TermId),
    /// With zeros above.
    ZeroExtend(TermId, u32),
    /// With copies of the highest bit above.
    SignExtend(TermId, u32),
    /// Arithmetic on floating-point numbers of one format.
    FloatArithmetic(Arithmetic, TermId, TermId),
    /// A floating-point number with the other sign.
    FloatNegated(TermId),
    /// The integral floating-point number beside one.
    FloatIntegral(Integral, TermId),
    /// The square root of a floating-point number.
    FloatRoot(TermId),
    /// The product of the first two floating-point numbers and the third one added, rounded once.
    FloatFused(TermId, TermId, TermId),
    /// A test of a floating-point number.
    FloatTest(Test, TermId),
    /// Order of two floating-point numbers of one format.
    FloatOrder(Order, TermId, TermId),
    /// A floating-point number of this format made of something else.
    FloatFrom(From, TermId, Format),
    /// The integer of this width that a floating-point number in its range comes to, rounded towards zero; read as signed
    /// where it says so. Of any other number it is not specified, so that no meaning may rest on it.
    FloatTo {
        /// Of this.
        of: TermId,
        /// Whether the integer has a sign.
        signed: bool,
        /// Bits of the integer.
        width: u32,
    },
}

/// What an expression is made of.
pub fn parts(node: &Node) -> impl Iterator<Item = TermId> + use<> {
    let list = match *node {
        Node::Bool(_) | Node::Number { .. } | Node::Variable(_) => [None, None, None],
        Node::Not(a)
        | Node::Extract { of: a, .. }
        | Node::ZeroExtend(a, _)
        | Node::SignExtend(a, _)
        | Node::FloatNegated(a)
        | Node::FloatIntegral(_, a)
        | Node::FloatRoot(a)
        | Node::FloatTest(_, a)
        | Node::FloatFrom(_, a, _)
        | Node::FloatTo { of: a, .. } => [Some(a), None, None],
        Node::And(a, b)
        | Node::Or(a, b)
        | Node::Equal(a, b)
        | Node::Binary(_, a, b)
        | Node::Compare(_, a, b)
        | Node::FloatArithmetic(_, a, b)
        | Node::FloatOrder(_, a, b)
        | Node::Concat(a, b) => [Some(a), Some(b), None],
        Node::Choice(a, b, c) | Node::FloatFused(a, b, c) => [Some(a), Some(b), Some(c)],
    };
    list.into_iter().flatten()
}

/// Arithmetic; division by zero as in SMT-LIB.
pub fn apply(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let by_zero = b == 0;
    let amount = (b < u128::from(width)).then_some(b as u32);
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if by_zero => {
            if x < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Binary::SDiv => x.wrapping_div(y) as u128,
        Binary::SRem if by_zero => a,
        Binary::SRem => x.wrapping_rem(y) as u128,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => amount.map_or(0, |by| a << by),
        Binary::LShr => amount.map_or(0, |by| a >> by),
        Binary::AShr => (x >> amount.unwrap_or(127)) as u128,
    };
    value & mask(width)
}

/// Order.
pub fn compare(op: Compare, width: u32, a: u128, b: u128) -> bool {
    match op {
        Compare::ULt => a < b,
        Compare::ULe => a <= b,
        Compare::SLt => signed(a, width) < signed(b, width),
        Compare::SLe => signed(a, width) <= signed(b, width),
    }
}
