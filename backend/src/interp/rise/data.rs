//! The values of array programs: numbers, pairs, arrays, functions. Knows no pattern's meaning.

use std::fmt;
use std::sync::Arc;

use assay_ir::data::Span;
use assay_rise::core::Node;
use assay_rise::primitive::Primitive;
use assay_rise::sizes::Sizes;
use assay_rise::types::{Scalar, Type};

use crate::value::Value;

/// A value.
#[derive(Clone, Debug)]
pub enum Data {
    /// A number.
    Number(Value),
    /// A pair.
    Pair(Arc<(Data, Data)>),
    /// An array.
    Array(Arc<[Data]>),
    /// A function.
    Function(Function),
}

/// A function.
#[derive(Clone, Debug)]
pub enum Function {
    /// A written function with the values of the names around it.
    Lambda {
        /// The number of its parameter.
        parameter: u32,
        /// Its body.
        body: Arc<Node>,
        /// The names around it.
        scope: Scope,
        /// The lengths around it.
        sizes: Arc<Sizes>,
    },
    /// An operation with some of its arguments.
    Partial(Operation, Vec<Data>),
}

/// An operation of several arguments.
#[derive(Clone)]
pub enum Operation {
    /// A pattern or scalar operation: its lengths, its type, and the place where it is written.
    Primitive(Primitive, Arc<[i128]>, Arc<Type>, Arc<Sizes>, Span),
    /// An operation of a dialect on numbers of a type: the number of its operands.
    Embed(Arc<str>, Scalar, usize, Span),
    /// A definition with its lengths: the number of its parameters.
    Definition(Arc<str>, Arc<Sizes>, usize),
    /// A function from outside.
    Native(usize, Native),
}

/// A function from outside.
pub type Native = Arc<dyn Fn(&[Data]) -> Data + Send + Sync>;

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Primitive(primitive, ..) => f.write_str(primitive.name()),
            Operation::Embed(name, ..) | Operation::Definition(name, ..) => f.write_str(name),
            Operation::Native(..) => f.write_str("native"),
        }
    }
}

impl Operation {
    /// The number of its arguments.
    pub fn arity(&self) -> usize {
        match self {
            Operation::Primitive(primitive, ..) => match primitive {
                // The composed functions, then the argument of the first.
                Primitive::Compose => 3,
                other => other.arity(),
            },
            Operation::Embed(_, _, operands, _) => *operands,
            Operation::Definition(_, _, parameters) => *parameters,
            Operation::Native(arity, _) => *arity,
        }
    }
}

/// Names with their values, the innermost first.
#[derive(Clone, Debug, Default)]
pub struct Scope(Option<Arc<(u32, Data, Scope)>>);

impl Scope {
    /// With one name more.
    #[must_use]
    pub fn with(&self, name: u32, value: Data) -> Scope {
        Scope(Some(Arc::new((name, value, self.clone()))))
    }

    /// The value of a name.
    pub fn get(&self, name: u32) -> Option<&Data> {
        let mut scope = self;
        while let Some(entry) = &scope.0 {
            if entry.0 == name {
                return Some(&entry.1);
            }
            scope = &entry.2;
        }
        None
    }
}

impl Drop for Scope {
    /// One entry after the other, however many there are.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(entry) = next {
            next = Arc::into_inner(entry).and_then(|(_, _, mut rest)| rest.0.take());
        }
    }
}

/// Why there is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The behaviour is undefined, at a place and for a reason.
    Undefined(Span, String),
    /// It costs more than it may.
    Limit(&'static str),
    /// An operation has no meaning here.
    Unsupported(Span, String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Undefined(_, why) => write!(f, "undefined behaviour: {why}"),
            Stop::Limit(why) => write!(f, "not decided: {why}"),
            Stop::Unsupported(_, why) => write!(f, "not supported: {why}"),
        }
    }
}

/// Applies functions for the patterns.
pub trait Apply {
    /// The result of a function of one argument.
    ///
    /// # Errors
    /// Why there is none.
    fn apply(&mut self, function: &Data, argument: Data) -> Result<Data, Stop>;

    /// Takes fuel for this number of elements.
    ///
    /// # Errors
    /// [`Stop::Limit`] where there is not as much left.
    fn spend(&mut self, elements: usize) -> Result<(), Stop>;

    /// Chooses one of this number of possibilities.
    fn choose(&mut self, possibilities: usize) -> usize;
}

impl Data {
    /// A pair.
    pub fn pair(first: Data, second: Data) -> Data {
        Data::Pair(Arc::new((first, second)))
    }

    /// A function from outside.
    pub fn native(arity: usize, function: Native) -> Data {
        Data::Function(Function::Partial(Operation::Native(arity, function), Vec::new()))
    }

    /// The elements of an array; none of another value, which no well-typed program asks for.
    pub fn elements(&self) -> &[Data] {
        match self {
            Data::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The number; poison of another value.
    pub fn number(&self) -> &Value {
        match self {
            Data::Number(value) => value,
            _ => &Value::Poison,
        }
    }

    /// Returns true when a program that computes `other` does what one that computes `self` may do.
    pub fn allows(&self, other: &Data) -> bool {
        match (self, other) {
            (Data::Number(a), Data::Number(b)) => a.allows(b),
            (Data::Pair(a), Data::Pair(b)) => a.0.allows(&b.0) && a.1.allows(&b.1),
            (Data::Array(a), Data::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.allows(b))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Data {
    /// Arrays in brackets, pairs in parentheses, numbers as MLIR writes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Data::Number(value) => value.fmt(f),
            Data::Pair(pair) => write!(f, "({}, {})", pair.0, pair.1),
            Data::Array(elements) => {
                f.write_str("[")?;
                for (at, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if at > 0 { ", " } else { "" })?;
                }
                f.write_str("]")
            }
            Data::Function(_) => f.write_str("a function"),
        }
    }
}
