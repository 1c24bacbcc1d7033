//! What an SSA value holds while a program runs. Knows no operation.

use std::fmt;

use crate::int::Int;

/// The value of an integer or `index`, or poison (of any type).
///
/// A bool is an integer of width one. `index` is an integer of the width that
/// [`Options`](crate::engine::Options) give it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// Deferred undefined behaviour: flows through most operations, and is undefined behaviour where control
    /// flow or a divisor depends on it.
    Poison,
}

impl Value {
    /// An `i1`.
    pub fn bool(value: bool) -> Value {
        Value::Int(Int::new(1, u128::from(value)))
    }

    /// An integer of `width` bits from its unsigned reading; excess bits are dropped.
    pub fn int(width: u32, bits: u128) -> Value {
        Value::Int(Int::new(width, bits))
    }

    /// The integer, unless the value is poison.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            Value::Poison => None,
        }
    }

    /// Whether the value is poison.
    pub fn is_poison(&self) -> bool {
        matches!(self, Value::Poison)
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Value {
        Value::Int(int)
    }
}

impl fmt::Display for Value {
    /// The signed reading as MLIR writes constants (`true` and `false` for width one), or `poison`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(int) if int.width() == 1 => write!(f, "{}", !int.is_zero()),
            Value::Int(int) => int.to_signed().fmt(f),
            Value::Poison => f.write_str("poison"),
        }
    }
}
