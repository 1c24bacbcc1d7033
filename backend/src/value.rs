//! The contents of an SSA value while a program runs, and what passes between an engine and its caller. Knows no
//! operation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use assay_ir::data::FloatKind;

use crate::int::Int;
use crate::term::Term;

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
/// Clones share the elements. Where there are many that are one, the others alone are kept until all are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shaped(Arc<Contents>);

#[derive(Debug)]
struct Contents {
    shape: Box<[u64]>,
    elements: Elements,
}

#[derive(Debug)]
enum Elements {
    Listed(Box<[Value]>),
    Mostly {
        most: Value,
        /// Those that differ from it, by their numbers.
        others: BTreeMap<u64, Value>,
        listed: OnceLock<Box<[Value]>>,
    },
}

/// Up to this number, elements are always listed.
pub const LISTED: u64 = 1 << 12;

impl Contents {
    fn len(&self) -> u64 {
        count(&self.shape).unwrap_or(u64::MAX)
    }

    /// The element that most are and the others, where they are kept in this way.
    fn few(&self) -> Option<(&Value, &BTreeMap<u64, Value>)> {
        match &self.elements {
            Elements::Listed(_) => None,
            Elements::Mostly { most, others, .. } => Some((most, others)),
        }
    }

    fn listed(&self) -> &[Value] {
        match &self.elements {
            Elements::Listed(elements) => elements,
            Elements::Mostly { most, others, listed } => listed.get_or_init(|| {
                let mut all = vec![most.clone(); self.len() as usize];
                others.iter().for_each(|(at, value)| all[*at as usize] = value.clone());
                all.into()
            }),
        }
    }

    /// Returns true when something holds of all elements.
    fn all(&self, holds: impl Fn(&Value) -> bool) -> bool {
        match self.few() {
            None => self.listed().iter().all(holds),
            Some((most, others)) => {
                others.values().all(&holds) && (others.len() as u64 == self.len() || holds(most))
            }
        }
    }

    /// Returns true when something holds of all elements and those of their places in contents of the same shape.
    fn pairs(&self, other: &Contents, hold: impl Fn(&Value, &Value) -> bool) -> bool {
        let (Some((a, one)), Some((b, two))) = (self.few(), other.few()) else {
            return self.listed().iter().zip(other.listed()).all(|(a, b)| hold(a, b));
        };
        let places: BTreeSet<&u64> = one.keys().chain(two.keys()).collect();
        let here = |at: &&u64| hold(one.get(at).unwrap_or(a), two.get(at).unwrap_or(b));
        places.iter().all(here) && (places.len() as u64 == self.len() || hold(a, b))
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Contents) -> bool {
        self.shape == other.shape && self.pairs(other, |a, b| a == b)
    }
}

impl Eq for Contents {}

impl Hash for Contents {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.shape.hash(state);
        // Whichever way they are kept.
        if self.len() <= LISTED {
            self.listed().hash(state);
        }
    }
}

impl Shaped {
    /// From a shape and as many elements as it has, in row-major order.
    ///
    /// # Panics
    /// When their number is another.
    pub fn new(shape: impl Into<Box<[u64]>>, elements: impl Into<Box<[Value]>>) -> Shaped {
        let (shape, elements) = (shape.into(), elements.into());
        assert_eq!(count(&shape), Some(elements.len() as u64), "a shape says how many elements there are");
        Shaped(Arc::new(Contents { shape, elements: Elements::Listed(elements) }))
    }

    /// From a shape, the element that most are, and the others by their numbers in row-major order.
    ///
    /// # Panics
    /// When there is no such number, or 2^64 elements or more.
    pub fn mostly(shape: impl Into<Box<[u64]>>, most: Value, mut others: BTreeMap<u64, Value>) -> Shaped {
        let shape = shape.into();
        let size = count(&shape).expect("a number of elements");
        assert!(others.keys().next_back().is_none_or(|last| *last < size), "a number of an element");
        others.retain(|_, value| *value != most);
        let contents =
            Contents { shape, elements: Elements::Mostly { most, others, listed: OnceLock::new() } };
        match size <= LISTED {
            true => Shaped::new(contents.shape.clone(), contents.listed()),
            false => Shaped(Arc::new(contents)),
        }
    }

    /// The element that most are and the others by their numbers, where they are kept in this way.
    pub fn few(&self) -> Option<(&Value, &BTreeMap<u64, Value>)> {
        self.0.few()
    }

    /// Returns true when something holds of all elements.
    pub fn all(&self, holds: impl Fn(&Value) -> bool) -> bool {
        self.0.all(holds)
    }

    /// How many elements there are.
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// Returns true when there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Extents; none for a tensor or vector of rank zero, which has one element.
    pub fn shape(&self) -> &[u64] {
        &self.0.shape
    }

    /// Elements in row-major order.
    pub fn elements(&self) -> &[Value] {
        self.0.listed()
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

/// An address of the llvm dialect: a byte of an allocation, or a number of bytes from null. Only a value inside a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    /// Number of the allocation, as of [`MemRef::buffer`]; `None` is null.
    pub buffer: Option<usize>,
    /// Distance from its start, in bytes.
    pub offset: i64,
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
    /// A complex number: real and imaginary part, of one kind. It is poison as a whole.
    Complex(Box<[Float; 2]>),
    /// A vector or tensor; also the contents of a memref that enters or leaves a run.
    Shaped(Shaped),
    /// A memref inside a run.
    MemRef(MemRef),
    /// An address inside a run.
    Pointer(Pointer),
    /// A structure or array of the llvm dialect: its fields, each of which may be poison for itself.
    Aggregate(Box<[Value]>),
    /// A number that depends on inputs that are not known. Only a value of a run with [`Terms`](crate::terms::Terms).
    Term(Term),
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

    /// The real and imaginary part, if it is a complex number.
    pub fn as_complex(&self) -> Option<[Float; 2]> {
        match self {
            Value::Complex(parts) => Some(**parts),
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

    /// Returns true when the value or an element of it depends on inputs that are not known.
    pub fn has_terms(&self) -> bool {
        match self {
            Value::Term(_) => true,
            Value::Shaped(shaped) => !shaped.all(|element| !element.has_terms()),
            Value::Aggregate(fields) => fields.iter().any(Value::has_terms),
            _ => false,
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
            Value::Shaped(shaped) => !shaped.all(|element| !element.has_poison()),
            Value::Aggregate(fields) => fields.iter().any(Value::has_poison),
            _ => false,
        }
    }

    /// Returns true when a program that computes `other` does what one that computes `self` may do: equal, or poison
    /// here, element by element; any NaN for a NaN.
    pub fn allows(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Poison, _) => true,
            (Value::Float(a), Value::Float(b)) => a.allows(*b),
            (Value::Complex(a), Value::Complex(b)) => a[0].allows(b[0]) && a[1].allows(b[1]),
            (Value::Shaped(a), Value::Shaped(b)) => a.shape() == b.shape() && a.0.pairs(&b.0, Value::allows),
            (Value::Aggregate(a), Value::Aggregate(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.allows(b))
            }
            _ => self == other,
        }
    }
}

impl Float {
    /// Returns true when the bits are the same, or both are a NaN.
    fn allows(self, other: Float) -> bool {
        self == other || self.kind == other.kind && self.is_nan() && other.is_nan()
    }
}

impl From<[Float; 2]> for Value {
    fn from(parts: [Float; 2]) -> Value {
        Value::Complex(Box::new(parts))
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

impl From<Pointer> for Value {
    fn from(pointer: Pointer) -> Value {
        Value::Pointer(pointer)
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
            Value::Complex(parts) => write!(f, "({}, {})", parts[0], parts[1]),
            Value::Shaped(shaped) => match shaped.few() {
                None => nested(f, shaped.shape(), shaped.elements()),
                Some((most, others)) => {
                    write!(f, "[{most}, ...")?;
                    let mut others = others.iter();
                    others.try_for_each(|(at, value)| write!(f, ", #{at}: {value}"))?;
                    f.write_str("]")
                }
            },
            Value::MemRef(memref) => {
                write!(f, "memref {}+{} {:?}", memref.buffer, memref.offset, memref.sizes)
            }
            Value::Pointer(Pointer { buffer: None, offset }) => write!(f, "null+{offset}"),
            Value::Pointer(Pointer { buffer: Some(buffer), offset }) => write!(f, "ptr {buffer}+{offset}"),
            Value::Aggregate(fields) => {
                f.write_str("{")?;
                for (at, field) in fields.iter().enumerate() {
                    write!(f, "{}{field}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Value::Term(term) => term.fmt(f),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_the_same_whichever_way_they_are_kept() {
        let (size, byte) = (LISTED + 1, |bits| Value::int(8, bits));
        let few = |most, at, other| Shaped::mostly([size], byte(most), BTreeMap::from([(at, byte(other))]));
        let listed = |shaped: &Shaped| Shaped::new([size], shaped.elements());
        let (one, same, other) = (few(0, 7, 1), few(0, 7, 1), few(0, 8, 1));
        assert!(one.few().is_some() && listed(&one).few().is_none());
        assert_eq!(one, same);
        assert_ne!(one, other);
        assert_eq!(listed(&one), same);
        assert_ne!(listed(&one), other);
        let poison = Value::from(Shaped::mostly([size], Value::Poison, BTreeMap::from([(7, byte(1))])));
        assert!(poison.has_poison() && poison.allows(&one.clone().into()));
        assert!(!poison.allows(&other.into()) && !Value::from(one).allows(&poison));
    }

    #[test]
    fn contents_of_any_size_cost_what_differs() {
        let of = |at| {
            Shaped::mostly([u64::MAX / 2, 2], Value::int(8, 0), BTreeMap::from([(at, Value::int(8, 1))]))
        };
        assert_eq!(of(u64::MAX - 2), of(u64::MAX - 2));
        assert_ne!(of(0), of(1));
        assert!(Value::from(of(5)).to_string().contains("#5: 1"));
    }
}
