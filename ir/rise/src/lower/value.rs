//! Values of a program that is lowered: numbers have names in the text, arrays are read by an index, most of them without memory.

use std::rc::Rc;
use std::sync::Arc;

use super::Why;
use super::emit::{Buffer, Emitter};
use crate::nat::Nat;
use crate::types::{Scalar, Type};

/// The state of a lowering.
pub(super) struct Lower {
    /// The text.
    pub(super) out: Emitter,
    /// Loops around what is written.
    pub(super) depth: u32,
    /// Calls that wait.
    pub(super) nesting: u32,
    /// Lines about what is computed again and what is kept in memory.
    pub(super) costs: Vec<String>,
    /// Definitions that are called as functions of a library.
    pub(super) kernels: Vec<Arc<str>>,
}

/// Calls that may wait at a time.
const MAX_NESTING: u32 = 250;

impl Lower {
    /// Does something that may nest.
    pub(super) fn nested<T>(&mut self, work: impl FnOnce(&mut Lower) -> Result<T, Why>) -> Result<T, Why> {
        if self.nesting == MAX_NESTING {
            return Err(Why::TooLarge);
        }
        self.nesting += 1;
        let result = work(self);
        self.nesting -= 1;
        result
    }
}

/// The element of an array at an index: it writes what computes it.
pub(super) type Element = Rc<dyn Fn(&mut Lower, &Nat) -> Result<Value, Why>>;
/// A function.
pub(super) type Function = Rc<dyn Fn(&mut Lower, Value) -> Result<Value, Why>>;

/// A change of the indices of elements, below a number of dimensions.
#[derive(Clone)]
pub(super) enum Move {
    /// Two indices become one over blocks of a length.
    Join(usize, Nat),
    /// Two indices change places.
    Transpose(usize),
}

/// How an array is written to a place.
#[derive(Clone)]
pub(super) enum Form {
    /// Element by element.
    Elements,
    /// As another array of a type, whose elements only have other indices in this one.
    Moved(Rc<Value>, Type, Rc<[Move]>),
}

/// An array.
#[derive(Clone)]
pub(super) struct Array {
    /// The number of its elements.
    pub(super) length: Nat,
    /// Its elements.
    pub(super) element: Element,
    /// How it is written.
    pub(super) form: Form,
    /// Its elements are read from memory, and not computed.
    pub(super) is_view: bool,
    /// The name of an element in the map that computes it.
    pub(super) name: Option<Rc<str>>,
    /// Memory that it is in whole.
    pub(super) memory: Option<Rc<[Rc<Buffer>]>>,
}

/// A value.
#[derive(Clone)]
pub(super) enum Value {
    /// A number, by its name.
    Number(Rc<str>, Scalar),
    /// A pair.
    Pair(Rc<(Value, Value)>),
    /// An array.
    Array(Rc<Array>),
    /// A function, with the name of its argument where it is written.
    Function(Function, Option<Rc<str>>),
}

impl Value {
    /// An array that is written element by element.
    pub(super) fn elements(length: Nat, is_view: bool, element: Element) -> Value {
        let form = Form::Elements;
        Value::Array(Rc::new(Array { length, element, form, is_view, name: None, memory: None }))
    }

    /// The name of the argument of a function.
    pub(super) fn argument(&self) -> Option<Rc<str>> {
        match self {
            Value::Function(_, name) => name.clone(),
            _ => None,
        }
    }

    /// The array.
    pub(super) fn array(&self) -> Result<&Rc<Array>, Why> {
        match self {
            Value::Array(array) => Ok(array),
            _ => Err(Why::Unsupported("a value that is no array".to_owned())),
        }
    }

    /// Tells if all of it is read from memory.
    pub(super) fn is_view(&self) -> bool {
        match self {
            Value::Number(..) => true,
            Value::Pair(pair) => pair.0.is_view() && pair.1.is_view(),
            Value::Array(array) => array.is_view,
            Value::Function(..) => false,
        }
    }
}

/// The result of a function.
pub(super) fn apply(function: &Value, argument: Value, lower: &mut Lower) -> Result<Value, Why> {
    match function {
        Value::Function(function, _) => lower.nested(|lower| function(lower, argument)),
        _ => Err(Why::Unsupported("a value that is no function".to_owned())),
    }
}

/// The element of an array.
pub(super) fn element(array: &Value, index: &Nat, lower: &mut Lower) -> Result<Value, Why> {
    let array = Rc::clone(array.array()?);
    lower.nested(|lower| (array.element)(lower, index))
}

/// The number types of the components of a type, each with the lengths around it.
pub(super) fn components(ty: &Type) -> Result<Vec<(Vec<Nat>, Scalar)>, Why> {
    match ty {
        Type::Scalar(scalar) => Ok(vec![(Vec::new(), *scalar)]),
        Type::Pair(first, second) => {
            let mut all = components(first)?;
            all.extend(components(second)?);
            Ok(all)
        }
        Type::Array(length, element) => {
            let mut all = components(element)?;
            all.iter_mut().for_each(|(lengths, _)| lengths.insert(0, length.clone()));
            Ok(all)
        }
        other => Err(Why::Unsupported(format!("memory of type {other}"))),
    }
}

/// Buffers as a value of a type, below these indices.
pub(super) fn read(
    ty: &Type,
    buffers: &[Rc<Buffer>],
    indices: Vec<Nat>,
    lower: &mut Lower,
) -> Result<Value, Why> {
    match ty {
        Type::Scalar(scalar) => {
            let buffer = buffers.first().ok_or(Why::TooLarge)?;
            Ok(Value::Number(lower.out.load(buffer, &indices)?.into(), *scalar))
        }
        Type::Pair(first, second) => {
            let (one, two) = buffers.split_at(components(first)?.len());
            let one = read(first, one, indices.clone(), lower)?;
            Ok(Value::Pair(Rc::new((one, read(second, two, indices, lower)?))))
        }
        Type::Array(length, inner) => {
            let memory = indices.is_empty().then(|| Rc::from(buffers));
            let (inner, buffers) = ((**inner).clone(), buffers.to_vec());
            let element = move |lower: &mut Lower, index: &Nat| {
                let mut indices = indices.clone();
                indices.push(index.clone());
                read(&inner, &buffers, indices, lower)
            };
            let (length, element, form) = (length.clone(), Rc::new(element), Form::Elements);
            Ok(Value::Array(Rc::new(Array { length, element, form, is_view: true, name: None, memory })))
        }
        other => Err(Why::Unsupported(format!("memory of type {other}"))),
    }
}
