//! Patterns that move elements as index arithmetic, by the last column of their table.

use std::rc::Rc;

use super::Why;
use super::value::{Array, Form, Move, Value, element};
use crate::nat::Nat;
use crate::primitive::Primitive as P;
use crate::types::Type;

fn wrong(primitive: P) -> Why {
    Why::Unsupported(format!("`{}` on these values", primitive.name()))
}

fn small(index: Option<Nat>) -> Result<Nat, Why> {
    index.ok_or(Why::TooLarge)
}

/// A view of an array.
pub(super) fn view(primitive: P, naturals: &[Nat], ty: &Type, array: &Value) -> Result<Value, Why> {
    let Type::Fun(from, to) = ty else { return Err(wrong(primitive)) };
    let whole = (**from).clone();
    let (Type::Array(from, row), Type::Array(to, _)) = (&**from, &**to) else { return Err(wrong(primitive)) };
    let is_view = array.is_view();
    let (from, to, source) = (from.clone(), to.clone(), array.clone());
    match (primitive, naturals) {
        (P::Split, [block]) => Ok(windows(source, to, block.clone(), block.clone())),
        (P::Slide, [size, step]) => Ok(windows(source, to, size.clone(), step.clone())),
        (P::Join, _) => {
            let Type::Array(block, _) = &**row else { return Err(wrong(primitive)) };
            let moves = Rc::from([Move::Join(0, block.clone())]);
            let (block, form) = (block.clone(), Form::Moved(Rc::new(array.clone()), whole, moves));
            let element = move |lower: &mut super::value::Lower, i: &Nat| {
                let quotient = lower.out.atoms.quotient(i, &block)?;
                let rest = lower.out.atoms.rest(i, &block)?;
                let row = element(&source, &quotient, lower)?;
                element(&row, &rest, lower)
            };
            Ok(Value::Array(Rc::new(Array {
                length: to,
                element: Rc::new(element),
                form,
                is_view,
                name: None,
                memory: None,
            })))
        }
        (P::Transpose, _) => {
            let form = Form::Moved(Rc::new(array.clone()), whole, Rc::from([Move::Transpose(0)]));
            let columns = move |_: &mut super::value::Lower, i: &Nat| {
                let (source, i) = (source.clone(), i.clone());
                Ok(Value::elements(
                    from.clone(),
                    is_view,
                    Rc::new(move |lower, j| {
                        let row = element(&source, j, lower)?;
                        element(&row, &i, lower)
                    }),
                ))
            };
            Ok(Value::Array(Rc::new(Array {
                length: to,
                element: Rc::new(columns),
                form,
                is_view,
                name: None,
                memory: None,
            })))
        }
        (P::Pad, [left, _]) => {
            let left = left.clone();
            Ok(Value::elements(
                to,
                is_view,
                Rc::new(move |lower, i| {
                    let inside = lower.out.atoms.maximum(&small(i.minus(&left))?, &Nat::default())?;
                    let last = small(from.minus(&Nat::constant(1)))?;
                    let index = lower.out.atoms.minimum(&inside, &last)?;
                    element(&source, &index, lower)
                }),
            ))
        }
        _ => Err(wrong(primitive)),
    }
}

/// Windows of a size at a distance.
fn windows(source: Value, count: Nat, size: Nat, step: Nat) -> Value {
    let is_view = source.is_view();
    Value::elements(
        count,
        is_view,
        Rc::new(move |_, i| {
            let start = small(i.times(&step))?;
            let source = source.clone();
            Ok(Value::elements(
                size.clone(),
                is_view,
                Rc::new(move |lower, j| element(&source, &small(start.plus(j))?, lower)),
            ))
        }),
    )
}
