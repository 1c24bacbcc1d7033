//! Types of array programs: numbers, arrays of a length, pairs, functions. Knows no program.

use std::fmt;
use std::sync::Arc;

use assay_ir::data::FloatKind;

use crate::nat::{Nat, Symbol};

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    /// An integer of this width.
    Int(u32),
    /// The type of indices.
    Index,
    /// A floating-point number.
    Float(FloatKind),
}

/// Floating-point types by name.
const FLOATS: [(&str, FloatKind); 4] =
    [("f16", FloatKind::F16), ("bf16", FloatKind::BF16), ("f32", FloatKind::F32), ("f64", FloatKind::F64)];

impl Scalar {
    /// The type of a name such as `i32`.
    pub fn parse(name: &str) -> Option<Scalar> {
        if name == "index" {
            return Some(Scalar::Index);
        }
        if let Some((_, kind)) = FLOATS.iter().find(|(other, _)| *other == name) {
            return Some(Scalar::Float(*kind));
        }
        let digits = name.strip_prefix('i').filter(|digits| !digits.starts_with(['0', '+']))?;
        digits.parse().ok().filter(|width| (1..=64).contains(width)).map(Scalar::Int)
    }

    /// Returns true for a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::Float(_))
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(width) => write!(f, "i{width}"),
            Scalar::Index => f.write_str("index"),
            Scalar::Float(kind) => {
                let name = FLOATS.iter().find(|(_, other)| other == kind).map(|(name, _)| *name);
                f.write_str(name.unwrap_or("f32"))
            }
        }
    }
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A number.
    Scalar(Scalar),
    /// An array.
    Array(Nat, Arc<Type>),
    /// A pair.
    Pair(Arc<Type>, Arc<Type>),
    /// A function.
    Fun(Arc<Type>, Arc<Type>),
    /// A type variable of a rule.
    Variable(Arc<str>),
    /// A type that inference looks for.
    Meta(u32),
    /// The type of a part with an error; it agrees with every type.
    Error,
}

impl Type {
    /// An array.
    pub fn array(length: Nat, element: Type) -> Type {
        Type::Array(length, Arc::new(element))
    }

    /// A pair.
    pub fn pair(first: Type, second: Type) -> Type {
        Type::Pair(Arc::new(first), Arc::new(second))
    }

    /// A function.
    pub fn function(from: Type, to: Type) -> Type {
        Type::Fun(Arc::new(from), Arc::new(to))
    }

    /// A function of several arguments, one after the other.
    pub fn curried(from: impl IntoIterator<Item = Type, IntoIter: DoubleEndedIterator>, to: Type) -> Type {
        from.into_iter().rev().fold(to, |to, from| Type::function(from, to))
    }

    /// The number type.
    pub fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }

    /// Returns true where a function is in it.
    pub fn has_function(&self) -> bool {
        match self {
            Type::Fun(..) => true,
            Type::Array(_, element) => element.has_function(),
            Type::Pair(first, second) => first.has_function() || second.has_function(),
            _ => false,
        }
    }

    /// Replaces symbols in all lengths; `None` where one becomes too large.
    pub fn with_lengths(&self, with: &dyn Fn(&Symbol) -> Option<Nat>) -> Option<Type> {
        self.instance(&|_| None, with)
    }

    /// Replaces type variables.
    pub fn with_types(&self, with: &dyn Fn(&str) -> Option<Type>) -> Type {
        match self {
            Type::Variable(name) => with(name).unwrap_or_else(|| self.clone()),
            Type::Array(length, element) => Type::array(length.clone(), element.with_types(with)),
            Type::Pair(first, second) => Type::pair(first.with_types(with), second.with_types(with)),
            Type::Fun(from, to) => Type::function(from.with_types(with), to.with_types(with)),
            other => other.clone(),
        }
    }

    /// Replaces type variables, and symbols in the lengths that stand here; `None` where one becomes too large.
    pub fn instance(
        &self,
        types: &dyn Fn(&str) -> Option<Type>,
        lengths: &dyn Fn(&Symbol) -> Option<Nat>,
    ) -> Option<Type> {
        Some(match self {
            Type::Variable(name) => types(name).unwrap_or_else(|| self.clone()),
            Type::Array(length, element) => {
                Type::array(length.substituted(lengths)?, element.instance(types, lengths)?)
            }
            Type::Pair(first, second) => {
                Type::pair(first.instance(types, lengths)?, second.instance(types, lengths)?)
            }
            Type::Fun(from, to) => {
                Type::function(from.instance(types, lengths)?, to.instance(types, lengths)?)
            }
            other => other.clone(),
        })
    }

    /// Calls for each length in it.
    pub fn lengths(&self, found: &mut dyn FnMut(&Nat)) {
        match self {
            Type::Array(length, element) => {
                found(length);
                element.lengths(found);
            }
            Type::Pair(one, two) | Type::Fun(one, two) => {
                one.lengths(found);
                two.lengths(found);
            }
            _ => {}
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Scalar(scalar) => scalar.fmt(f),
            Type::Array(length, element) if matches!(**element, Type::Fun(..)) => {
                write!(f, "{}.({element})", length.in_type())
            }
            Type::Array(length, element) => write!(f, "{}.{element}", length.in_type()),
            Type::Pair(first, second) => write!(f, "({first}, {second})"),
            Type::Fun(from, to) if matches!(**from, Type::Fun(..)) => write!(f, "({from}) -> {to}"),
            Type::Fun(from, to) => write!(f, "{from} -> {to}"),
            Type::Variable(name) => f.write_str(name),
            Type::Meta(number) => write!(f, "?{number}"),
            Type::Error => f.write_str("?"),
        }
    }
}
