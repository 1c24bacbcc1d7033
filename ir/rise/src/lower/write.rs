//! From the result backwards: a value is written to a place. `join` and `transpose` are views of the place, so that tiles need no copy.

use std::rc::Rc;

use super::Why;
use super::emit::Buffer;
use super::value::{Form, Lower, Move, Value, components, element, read};
use crate::nat::Nat;
use crate::types::Type;

/// The indices in memory of the indices of an element.
type Path = Rc<dyn Fn(Vec<Nat>) -> Option<Vec<Nat>>>;

/// A place to write: one buffer for each component.
#[derive(Clone)]
pub(super) struct Place {
    buffers: Vec<Rc<Buffer>>,
    path: Path,
}

impl Place {
    /// All of some buffers.
    pub(super) fn new(buffers: Vec<Rc<Buffer>>) -> Place {
        Place { buffers, path: Rc::new(Some) }
    }

    /// The place of the element at an index.
    fn at(&self, index: &Nat) -> Place {
        let (path, index) = (Rc::clone(&self.path), index.clone());
        let path: Path = Rc::new(move |mut rest| {
            rest.insert(0, index.clone());
            path(rest)
        });
        Place { buffers: self.buffers.clone(), path }
    }

    /// The place of an array whose elements have this place behind a change of their indices.
    fn moved(&self, moves: &Rc<[Move]>) -> Place {
        let (path, moves) = (Rc::clone(&self.path), Rc::clone(moves));
        let path: Path = Rc::new(move |mut rest| {
            for one in moves.iter() {
                match one {
                    Move::Join(at, block) => {
                        let flat = rest.get(*at)?.times(block)?.plus(rest.get(at + 1)?)?;
                        rest.splice(*at..at + 2, [flat]);
                    }
                    Move::Transpose(at) if rest.len() < at + 2 => return None,
                    Move::Transpose(at) => rest.swap(*at, at + 1),
                }
            }
            path(rest)
        });
        Place { buffers: self.buffers.clone(), path }
    }

    fn component(&self, from: usize, to: usize) -> Place {
        Place { buffers: self.buffers[from..to].to_vec(), path: Rc::clone(&self.path) }
    }
}

/// Writes a value of a type to a place.
pub(super) fn write(value: &Value, ty: &Type, place: &Place, lower: &mut Lower) -> Result<(), Why> {
    lower.nested(|lower| match (ty, value) {
        (Type::Scalar(_), Value::Number(name, _)) => {
            let indices = (place.path)(Vec::new()).ok_or(Why::TooLarge)?;
            let buffer = place.buffers.first().ok_or(Why::TooLarge)?;
            lower.out.store(name, buffer, &indices)
        }
        (Type::Pair(first, second), Value::Pair(pair)) => {
            let (middle, all) = (components(first)?.len(), place.buffers.len());
            write(&pair.0, first, &place.component(0, middle), lower)?;
            write(&pair.1, second, &place.component(middle, all), lower)
        }
        (Type::Array(length, inner), Value::Array(array)) => match &array.form {
            Form::Moved(source, ty, moves) => write(source, ty, &place.moved(moves), lower),
            Form::Elements => each(value, length, inner, place, lower),
        },
        _ => Err(Why::Unsupported(format!("a value of type {ty} in memory"))),
    })
}

fn each(value: &Value, length: &Nat, inner: &Type, place: &Place, lower: &mut Lower) -> Result<(), Why> {
    let name = value.array()?.name.clone();
    in_loop(lower, (length, name.as_deref()), |lower, index| {
        let element = element(value, index, lower)?;
        write(&element, inner, &place.at(index), lower)
    })
}

/// A loop without carried values.
pub(super) fn in_loop(
    lower: &mut Lower,
    (length, name): (&Nat, Option<&str>),
    body: impl FnOnce(&mut Lower, &Nat) -> Result<(), Why>,
) -> Result<(), Why> {
    carrying(lower, (length, name), &[], |lower, index, _| body(lower, index).map(|()| Vec::new())).map(drop)
}

/// A loop with carried values.
pub(super) fn carrying(
    lower: &mut Lower,
    (length, name): (&Nat, Option<&str>),
    carried: &[(String, crate::types::Scalar)],
    body: impl FnOnce(&mut Lower, &Nat, &[String]) -> Result<Vec<String>, Why>,
) -> Result<Vec<String>, Why> {
    let level = lower.depth;
    let opened = lower.out.open(level, (length, name), carried)?;
    lower.depth += 1;
    let next = body(lower, &opened.index.clone(), &opened.inside.clone())?;
    lower.depth = level;
    lower.out.close(level, opened, &next)
}

/// A value of a type in memory of its own.
pub(super) fn stored(value: &Value, ty: &Type, lower: &mut Lower) -> Result<Value, Why> {
    let buffers = allocated(ty, lower)?;
    write(value, ty, &Place::new(buffers.clone()), lower)?;
    read(ty, &buffers, Vec::new(), lower)
}

/// Buffers for a value of a type.
pub(super) fn allocated(ty: &Type, lower: &mut Lower) -> Result<Vec<Rc<Buffer>>, Why> {
    components(ty)?.into_iter().map(|(lengths, scalar)| lower.out.allocate(lengths, scalar)).collect()
}
