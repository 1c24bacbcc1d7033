//! The meaning of each pattern, as its table says it: the element at each index. Written apart from the lowering, so that one can
//! catch the other.

use std::sync::Arc;

use assay_ir::data::Span;
use assay_rise::primitive::Primitive as P;
use assay_rise::sizes::{Sizes, number};
use assay_rise::types::Type;

use super::data::{Apply, Data, Stop};
use super::numbers;

/// A pattern on its arguments, with the lengths that are written and its type.
pub(super) fn pattern(
    primitive: P,
    naturals: &[i128],
    (ty, sizes): (&Type, &Sizes),
    arguments: &[Data],
    at: Span,
    machine: &mut dyn Apply,
) -> Result<Data, Stop> {
    match (primitive, arguments) {
        (P::Map | P::MapSeq, [function, array]) => {
            let elements = array.elements();
            machine.spend(elements.len())?;
            let mapped = elements.iter().map(|element| machine.apply(function, element.clone()));
            Ok(Data::Array(mapped.collect::<Result<Vec<_>, Stop>>()?.into()))
        }
        (P::ReduceSeq, [function, start, array]) => {
            let mut result = start.clone();
            machine.spend(array.elements().len())?;
            for element in array.elements() {
                result = apply_two(machine, function, element.clone(), result)?;
            }
            Ok(result)
        }
        (P::Reduce, [function, start, array]) => any_order(machine, function, start, array.elements()),
        (P::Zip, [one, two]) => {
            machine.spend(one.elements().len())?;
            let pairs = one.elements().iter().zip(two.elements());
            Ok(array(pairs.map(|(a, b)| Data::pair(a.clone(), b.clone()))))
        }
        (P::First, [Data::Pair(pair)]) => Ok(pair.0.clone()),
        (P::Second, [Data::Pair(pair)]) => Ok(pair.1.clone()),
        (P::Split, [array]) => split(machine, naturals, array.elements(), at),
        (P::Join, [blocks]) => {
            let count = blocks.elements().iter().map(|block| block.elements().len()).sum();
            machine.spend(count)?;
            let elements: Vec<Data> =
                blocks.elements().iter().flat_map(|block| block.elements().iter().cloned()).collect();
            Ok(Data::Array(elements.into()))
        }
        (P::Transpose, [rows]) => transpose(machine, extent_of_rows(ty, sizes), rows.elements()),
        (P::Slide, [array]) => slide(machine, naturals, array.elements(), at),
        (P::Pad, [array]) => pad(machine, naturals, array.elements(), at),
        (P::Identity | P::ToMem, [value]) => Ok(value.clone()),
        (P::Compose, [first, second, value]) => {
            let between = machine.apply(first, value.clone())?;
            machine.apply(second, between)
        }
        (P::Add | P::Sub | P::Mul | P::Min | P::Max, [one, two]) => {
            let result = numbers::operation(primitive, one.number(), two.number());
            let name = primitive.name();
            result
                .map(Data::Number)
                .ok_or_else(|| Stop::Unsupported(at, format!("`{name}` on these numbers")))
        }
        _ => Err(Stop::Unsupported(at, format!("`{}` on these values", primitive.name()))),
    }
}

fn array(elements: impl Iterator<Item = Data>) -> Data {
    Data::Array(elements.collect::<Vec<_>>().into())
}

fn apply_two(machine: &mut dyn Apply, function: &Data, one: Data, two: Data) -> Result<Data, Stop> {
    let partial = machine.apply(function, one)?;
    machine.apply(&partial, two)
}

/// Two of what is left are combined until one is; the first choice is always the order of `reduceSeq`.
fn any_order(
    machine: &mut dyn Apply,
    function: &Data,
    start: &Data,
    elements: &[Data],
) -> Result<Data, Stop> {
    machine.spend(elements.len())?;
    let mut left: Vec<Data> = std::iter::once(start).chain(elements).cloned().collect();
    while left.len() > 1 {
        let others = left.len() - 1;
        let choice = machine.choose(left.len() * others);
        let (second, other) = (choice / others, choice % others);
        let first = if other < second { other } else { other + 1 };
        left[second] = apply_two(machine, function, left[first].clone(), left[second].clone())?;
        left.remove(first);
    }
    left.pop().ok_or(Stop::Limit("a reduction of nothing"))
}

fn split(machine: &mut dyn Apply, naturals: &[i128], elements: &[Data], at: Span) -> Result<Data, Stop> {
    let block = at_least_one(naturals.first(), "split(0)", at)?;
    machine.spend(elements.len())?;
    Ok(array(elements.chunks_exact(block).map(|block| Data::Array(block.into()))))
}

fn at_least_one(natural: Option<&i128>, written: &str, at: Span) -> Result<usize, Stop> {
    let natural = natural.copied().unwrap_or(0);
    match usize::try_from(natural) {
        Ok(0) => Err(Stop::Undefined(at, format!("{written}: the length is not at least 1"))),
        Ok(natural) => Ok(natural),
        Err(_) => Err(Stop::Limit("a length is too large")),
    }
}

/// The number of columns of an array of rows, which an array without rows has, too.
fn extent_of_rows(ty: &Type, sizes: &Sizes) -> Option<usize> {
    let Type::Fun(from, _) = ty else { return None };
    let Type::Array(_, row) = &**from else { return None };
    let Type::Array(columns, _) = &**row else { return None };
    number(columns, sizes).and_then(|columns| usize::try_from(columns).ok())
}

fn transpose(machine: &mut dyn Apply, columns: Option<usize>, rows: &[Data]) -> Result<Data, Stop> {
    let columns = rows.first().map(|row| row.elements().len()).or(columns);
    let columns = columns.ok_or(Stop::Limit("a length is not known"))?;
    machine.spend(columns.saturating_mul(rows.len().max(1)))?;
    let column = |at: usize| array(rows.iter().filter_map(move |row| row.elements().get(at).cloned()));
    Ok(Data::Array((0..columns).map(column).collect::<Vec<_>>().into()))
}

fn slide(machine: &mut dyn Apply, naturals: &[i128], elements: &[Data], at: Span) -> Result<Data, Stop> {
    let size = at_least_one(naturals.first(), "slide(0, ..)", at)?;
    let step = at_least_one(naturals.get(1), "slide(.., 0)", at)?;
    // (w - 1) * step + size elements have w windows.
    let windows = (elements.len() + step).saturating_sub(size) / step;
    machine.spend(windows.saturating_mul(size))?;
    let window = |number: usize| elements.get(number * step..).and_then(|rest| rest.get(..size));
    let windows: Option<Vec<Data>> =
        (0..windows).map(|number| window(number).map(|window| Data::Array(window.into()))).collect();
    windows.map(|windows| Data::Array(windows.into())).ok_or(Stop::Limit("a length is wrong"))
}

fn pad(machine: &mut dyn Apply, naturals: &[i128], elements: &[Data], at: Span) -> Result<Data, Stop> {
    let (Some(first), Some(last)) = (elements.first(), elements.last()) else {
        return Err(Stop::Undefined(at, "`pad` of an array without elements".to_owned()));
    };
    let side = |place: usize| {
        let count = naturals.get(place).copied().unwrap_or(0);
        usize::try_from(count).map_err(|_| Stop::Undefined(at, "a length of `pad` is negative".to_owned()))
    };
    let (left, right) = (side(0)?, side(1)?);
    machine.spend(left.saturating_add(right).saturating_add(elements.len()))?;
    let before = std::iter::repeat_n(first, left);
    let after = std::iter::repeat_n(last, right);
    let all: Arc<[Data]> = before.chain(elements).chain(after).cloned().collect();
    Ok(Data::Array(all))
}
