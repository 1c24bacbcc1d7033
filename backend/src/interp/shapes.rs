//! Elements of vectors and tensors by their places. Knows no operation.

use super::machine::{Machine, Stop};
use super::memory::{linear, places};
use crate::engine::Unsupported;
use crate::value::{Shaped, Value, count};

/// The element at a place; `None` outside.
pub(super) fn element<'v>(shaped: &'v Shaped, place: &[i64]) -> Option<&'v Value> {
    shaped.elements().get(usize::try_from(linear(shaped.shape(), place)?).ok()?)
}

/// A vector or tensor from a function of places; each element costs fuel.
pub(super) fn build(
    m: &mut Machine<'_>,
    shape: &[u64],
    mut at: impl FnMut(&[i64]) -> Result<Value, Stop>,
) -> Result<Shaped, Stop> {
    m.charge(count(shape))?;
    let elements: Vec<Value> = places(shape).map(|place| at(&place)).collect::<Result<_, Stop>>()?;
    Ok(Shaped::new(shape, elements))
}

/// The same elements in another shape of as many places.
pub(super) fn reshape(shaped: &Shaped, shape: &[u64]) -> Result<Shaped, Stop> {
    match count(shape) == Some(shaped.elements().len() as u64) {
        true => Ok(Shaped::new(shape, shaped.elements())),
        false => Err(Unsupported::Malformed.into()),
    }
}

/// The part that is left when the first places are fixed: an element, or a vector of the other dimensions. `None`
/// outside.
pub(super) fn part(shaped: &Shaped, fixed: &[i64]) -> Option<Value> {
    if fixed.len() == shaped.shape().len() {
        return element(shaped, fixed).cloned();
    }
    let (start, rest) = span(shaped, fixed)?;
    Some(Shaped::new(rest, &shaped.elements()[start..][..count(rest)? as usize]).into())
}

/// With another part where the first places are fixed; `None` outside.
pub(super) fn with_part(shaped: &Shaped, fixed: &[i64], value: &Value) -> Option<Shaped> {
    let mut elements = shaped.elements().to_vec();
    match value {
        Value::Shaped(inner) if fixed.len() < shaped.shape().len() => {
            let (start, rest) = span(shaped, fixed)?;
            if inner.shape() != rest {
                return None;
            }
            elements[start..][..inner.elements().len()].clone_from_slice(inner.elements());
        }
        _ => *elements.get_mut(linear(shaped.shape(), fixed)? as usize)? = value.clone(),
    }
    Some(Shaped::new(shaped.shape(), elements))
}

/// Where the elements of a part begin, and its shape.
fn span<'v>(shaped: &'v Shaped, fixed: &[i64]) -> Option<(usize, &'v [u64])> {
    let (outer, rest) = shaped.shape().split_at_checked(fixed.len())?;
    Some(((linear(outer, fixed)? * count(rest)?) as usize, rest))
}

/// Poison in all elements.
pub(super) fn all_poison(shape: &[u64]) -> Value {
    Shaped::new(shape, vec![Value::Poison; count(shape).unwrap_or(0) as usize]).into()
}
