//! The contents of an SSA value while a program runs, and what passes between an engine and its caller. Knows no
//! operation.

use std::fmt;
use std::sync::Arc;

use assay_ir::data::FloatKind;

use crate::int::Int;

/// A floating-point number as its bit pattern, so that equality tells zeros and NaNs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Float {
    /// Its type.
    pub kind: FloatKind,
    /// The bit pattern in the low bits; the others are zero.
    pub bits: u128,
}

/// A vector or tensor: elements in row-major order, each of which may be poison for itself.
///
/// Clones share the elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shaped(Arc<Contents>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Contents {
    shape: Box<[u64]>,
    elements: Box<[Value]>,
}

impl Shaped {
    /// From a shape and as many elements as it has, in row-major order.
    ///
    /// # Panics
    /// When their number is another.
    pub fn new(shape: impl Into<Box<[u64]>>, elements: impl Into<Box<[Value]>>) -> Shaped {
        let (shape, elements) = (shape.into(), elements.into());
        assert_eq!(count(&shape), Some(elements.len() as u64), "a shape says how many elements there are");
        Shaped(Arc::new(Contents { shape, elements }))
    }

    /// Extents; none for a tensor or vector of rank zero, which has one element.
    pub fn shape(&self) -> &[u64] {
        &self.0.shape
    }

    /// Elements in row-major order.
    pub fn elements(&self) -> &[Value] {
        &self.0.elements
    }
}

/// How many elements a shape has; `None` when that does not fit 64 bits.
pub fn count(shape: &[u64]) -> Option<u64> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1u64, |product, extent| product.checked_mul(*extent))
}

/// Where a memref lies: what a descriptor says. Only a value inside a run: what an engine is given and returns
/// for a memref are its contents, as [`Value::Shaped`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemRef {
    /// Number of the allocation, in the order of a run: memref arguments first, then what is executed.
    pub buffer: usize,
    /// Distance of the first element from the start of the allocation, in elements.
    pub offset: i64,
    /// Extents.
    pub sizes: Box<[u64]>,
    /// Distances of neighbours in each dimension, in elements.
    pub strides: Box<[i64]>,
}

/// The contents of an SSA value.
///
/// A bool is an integer of width one. `index` is an integer of the width that
/// [`Options`](crate::engine::Options) give it. A vector or tensor is never [`Value::Poison`] as a whole: its
/// elements are (an engine takes poison for such an argument as poison in all elements).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A floating-point number.
    Float(Float),
    /// A vector or tensor; also the contents of a memref that enters or leaves a run.
    Shaped(Shaped),
    /// A memref inside a run.
    MemRef(MemRef),
    /// Deferred undefined behaviour: flows through most operations, and is undefined behaviour where control
    /// flow, a divisor or an address depends on it.
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

    /// A floating-point number from its bit pattern.
    pub fn float(kind: FloatKind, bits: u128) -> Value {
        Value::Float(Float { kind, bits })
    }

    /// An `f32`.
    pub fn f32(value: f32) -> Value {
        Value::float(FloatKind::F32, u128::from(value.to_bits()))
    }

    /// An `f64`.
    pub fn f64(value: f64) -> Value {
        Value::float(FloatKind::F64, u128::from(value.to_bits()))
    }

    /// The integer, if it is one.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(int) => Some(int),
            _ => None,
        }
    }

    /// The floating-point number, if it is one.
    pub fn as_float(&self) -> Option<Float> {
        match self {
            Value::Float(float) => Some(*float),
            _ => None,
        }
    }

    /// The vector, tensor or contents, if it is such a value.
    pub fn as_shaped(&self) -> Option<&Shaped> {
        match self {
            Value::Shaped(shaped) => Some(shaped),
            _ => None,
        }
    }

    /// Returns true when the value is poison.
    pub fn is_poison(&self) -> bool {
        matches!(self, Value::Poison)
    }

    /// Returns true when the value or an element of it is poison.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Poison => true,
            Value::Shaped(shaped) => shaped.elements().iter().any(Value::has_poison),
            _ => false,
        }
    }

    /// Returns true when a program that computes `other` does what one that computes `self` may do: equal, or poison
    /// here, element by element; any NaN for a NaN.
    pub fn allows(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Poison, _) => true,
            (Value::Float(a), Value::Float(b)) => a == b || a.kind == b.kind && a.is_nan() && b.is_nan(),
            (Value::Shaped(a), Value::Shaped(b)) => {
                a.shape() == b.shape() && a.elements().iter().zip(b.elements()).all(|(a, b)| a.allows(b))
            }
            _ => self == other,
        }
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Value {
        Value::Int(int)
    }
}

impl From<Float> for Value {
    fn from(float: Float) -> Value {
        Value::Float(float)
    }
}

impl From<Shaped> for Value {
    fn from(shaped: Shaped) -> Value {
        Value::Shaped(shaped)
    }
}

impl fmt::Display for Value {
    /// As MLIR writes constants: an integer in its signed reading (`true` and `false` for width one), a shaped
    /// value as nested brackets; a memref by its place; `poison`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(int) if int.width() == 1 => write!(f, "{}", !int.is_zero()),
            Value::Int(int) => int.to_signed().fmt(f),
            Value::Float(float) => float.fmt(f),
            Value::Shaped(shaped) => nested(f, shaped.shape(), shaped.elements()),
            Value::MemRef(memref) => {
                write!(f, "memref {}+{} {:?}", memref.buffer, memref.offset, memref.sizes)
            }
            Value::Poison => f.write_str("poison"),
        }
    }
}

/// Elements in the brackets of their dimensions.
fn nested(f: &mut fmt::Formatter<'_>, shape: &[u64], elements: &[Value]) -> fmt::Result {
    let Some((extent, rest)) = shape.split_first() else {
        return elements.iter().try_for_each(|element| fmt::Display::fmt(element, f));
    };
    f.write_str("[")?;
    let size = elements.len() / (*extent).max(1) as usize;
    for part in 0..*extent as usize {
        if part > 0 {
            f.write_str(", ")?;
        }
        nested(f, rest, &elements[part * size..][..size])?;
    }
    f.write_str("]")
}
