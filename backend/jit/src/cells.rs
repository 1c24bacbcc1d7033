//! Values of the caller to cells of compiled code and back, and memory of memref arguments. Knows no operation.

use assay_ir::data::FloatKind;

use crate::runtime::{self, Cell, State};
use crate::types::{Form, Kind, MemRefForm};
use assay_backend::value::{MemRef, Shaped, Value};

/// More elements than these of contents that are not listed are not given to compiled code.
const MOST: u64 = 1 << 21;

/// Returns true when a value can be given for a parameter.
pub(super) fn fits(form: &Form, value: &Value) -> bool {
    match (form, value) {
        (Form::Lanes { .. }, Value::Poison) => true,
        (Form::Lanes { kind, shape: None, .. }, value) => is_of(*kind, value),
        (Form::Lanes { kind, shape: Some(shape), .. }, Value::Shaped(shaped)) => {
            shaped.shape() == &shape[..] && shaped.all(|value| is_of(*kind, value))
        }
        (Form::MemRef(form), Value::Shaped(shaped)) if form.identity => {
            let fits = |(size, given): (&Option<u64>, &u64)| {
                size.map_or(i64::try_from(*given).is_ok(), |size| size == *given)
            };
            form.sizes.len() == shaped.shape().len()
                && form.sizes.iter().zip(shaped.shape()).all(fits)
                && shaped.all(|value| is_of(form.kind, value))
        }
        _ => false,
    }
}

fn is_of(kind: Kind, value: &Value) -> bool {
    match (kind, value) {
        (_, Value::Poison) => true,
        (Kind::Int(width), Value::Int(int)) => int.width() == width,
        (Kind::F32, Value::Float(float)) => float.kind == FloatKind::F32,
        (Kind::F64, Value::Float(float)) => float.kind == FloatKind::F64,
        _ => false,
    }
}

/// Appends the cells of an argument that fits; `None` when its memory cannot be allocated.
pub(super) fn write(form: &Form, value: &Value, state: &mut State, cells: &mut Vec<Cell>) -> Option<()> {
    match (form, value) {
        (Form::Lanes { count, .. }, Value::Shaped(shaped)) => {
            debug_assert_eq!(*count, shaped.elements().len(), "the shapes are compared before");
            cells.extend(shaped.elements().iter().map(cell));
        }
        (Form::Lanes { count, .. }, value) => cells.extend(std::iter::repeat_n(cell(value), *count)),
        (Form::MemRef(form), value) => {
            let Value::Shaped(shaped) = value else { return None };
            // Compiled code has all of it.
            if shaped.few().is_some() && shaped.len() > MOST {
                return None;
            }
            let size = form.kind.bytes() as usize;
            let buffer = state.allocate(shaped.elements().len() as u64, size as u64, true)?;
            let number = state.number_at(buffer as u64)?;
            let bytes = state.bytes_mut(number)?;
            for (bytes, value) in bytes.chunks_exact_mut(size).zip(shaped.elements()) {
                runtime::write_element(bytes, value);
            }
            let open = form.sizes.iter().zip(shaped.shape()).filter(|(size, _)| size.is_none());
            let sizes: Vec<u64> = open.map(|(_, given)| *given).collect();
            let mut strides = vec![1u64; shaped.shape().len()];
            for at in (1..strides.len()).rev() {
                strides[at - 1] = strides[at].wrapping_mul(shaped.shape()[at]);
            }
            let open = form.strides.iter().zip(strides).filter(|(stride, _)| stride.is_none());
            let numbers = std::iter::once(buffer as u64).chain(sizes).chain(open.map(|(_, stride)| stride));
            cells.extend(numbers.map(|low| Cell { low, ..Cell::default() }));
        }
    }
    Some(())
}

fn cell(value: &Value) -> Cell {
    let bits = runtime::bits(value);
    Cell { low: bits as u64, high: (bits >> 64) as u64, poison: u8::from(value.is_poison()) }
}

fn number(kind: Kind, bits: u128) -> Value {
    match kind {
        Kind::Int(width) => Value::int(width, bits),
        Kind::F32 => Value::float(FloatKind::F32, bits & u128::from(u32::MAX)),
        Kind::F64 => Value::float(FloatKind::F64, bits & u128::from(u64::MAX)),
    }
}

fn value(kind: Kind, cell: &Cell) -> Value {
    match cell.poison {
        0 => number(kind, u128::from(cell.low) | u128::from(cell.high) << 64),
        _ => Value::Poison,
    }
}

/// The value in the first cells, and the rest of them. A memref is where it lies, as inside a run.
pub(super) fn read<'c>(form: &Form, cells: &'c [Cell], state: &State) -> (Value, &'c [Cell]) {
    let (mine, rest) = cells.split_at(form.cells().min(cells.len()));
    let value = match form {
        Form::Lanes { kind, shape: None, .. } => {
            mine.first().map_or(Value::Poison, |cell| value(*kind, cell))
        }
        Form::Lanes { kind, shape: Some(shape), .. } => {
            let elements: Vec<Value> = mine.iter().map(|cell| value(*kind, cell)).collect();
            Value::Shaped(Shaped::new(shape.to_vec(), elements))
        }
        Form::MemRef(form) => place(form, mine, state).map_or(Value::Poison, Value::MemRef),
    };
    (value, rest)
}

/// Where a memref lies; `None` when it is poison.
fn place(form: &MemRefForm, cells: &[Cell], state: &State) -> Option<MemRef> {
    let (first, numbers) = cells.split_first()?;
    if first.poison != 0 {
        return None;
    }
    let mut numbers = numbers.iter().map(|cell| cell.low as i64);
    let mut next = |known: Option<i64>| known.or_else(|| numbers.next());
    let offset = next(form.offset)?;
    let sizes: Option<Vec<u64>> =
        form.sizes.iter().map(|size| next(size.map(|size| size as i64)).map(|size| size as u64)).collect();
    let strides: Option<Vec<i64>> = form.strides.iter().map(|stride| next(*stride)).collect();
    let buffer = state.number_at(first.low)?;
    Some(MemRef { buffer, offset, sizes: sizes?.into(), strides: strides?.into() })
}

/// The contents of a memref that leaves a run, all poison where it was freed or lies outside.
pub(super) fn contents(kind: Kind, memref: &MemRef, state: &State) -> Option<Value> {
    let count = assay_backend::value::count(&memref.sizes).filter(|count| *count <= 1 << 28)?;
    let bytes = state.bytes(memref.buffer);
    let size = kind.bytes() as usize;
    let element = |at: i64| -> Option<Value> {
        let start = usize::try_from(at).ok()?.checked_mul(size)?;
        let bytes = bytes?.get(start..start.checked_add(size)?)?;
        let bits = bytes.iter().rev().fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
        Some(number(kind, bits))
    };
    let mut elements = Vec::with_capacity(count as usize);
    for index in 0..count {
        let (mut rest, mut at) = (index, memref.offset);
        for (extent, stride) in memref.sizes.iter().zip(&memref.strides).rev() {
            at = at.wrapping_add(((rest % extent) as i64).wrapping_mul(*stride));
            rest /= extent;
        }
        elements.push(element(at).unwrap_or(Value::Poison));
    }
    Some(Value::Shaped(Shaped::new(memref.sizes.clone(), elements)))
}
