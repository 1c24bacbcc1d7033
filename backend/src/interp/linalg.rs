//! `linalg`: structured operations. Each is its region, run once for each place of an iteration space in row-major
//! order, on the elements to which its maps lead; what it yields replaces the elements of its outputs.

use std::collections::BTreeMap;

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::attributes::number;
use super::machine::{ControlFlow, Executed, Machine, Stop};
use super::memory::{linear, places};
use super::one_outcome;
use super::shapes::element;
use super::symbolic::Symbolic;
use crate::engine::{Undefined, Unsupported};
use crate::terms::push;
use crate::value::{Shaped, Value, count};
use assay_ir::affine::Map;
use assay_ir::structured;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("linalg.index", index),
    OpInterpreter::without_regions("linalg.yield", leave),
];

/// The structured operations.
pub(super) fn structured_ops() -> Vec<OpInterpreter> {
    structured::names().map(|name| OpInterpreter::region(name, begin, next)).collect()
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}

/// The place that the structured operation around runs, in one dimension.
fn index(m: &mut Machine<'_>, op: OpId) -> Executed {
    let dim = usize::try_from(number(m, op, "dim")?).map_err(|_| Unsupported::Attribute)?;
    let owner = m.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let at = *m.progress(owner)?.at.get(dim).ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Next(vec![m.index(at)]))
}

/// An operation with its operands and the maps to them.
struct Structured {
    operands: Vec<Value>,
    maps: Vec<Map>,
    /// How many operands come before the outputs.
    inputs: usize,
}

fn structured(m: &Machine<'_>, op: OpId) -> Result<Structured, Stop> {
    let operands = m.operands_from(op, 0)?;
    let ranks: Vec<usize> = operands.iter().map(rank).collect();
    let (maps, inputs) = structured::maps(m.program, op, &ranks)?;
    Ok(Structured { operands, maps, inputs })
}

fn rank(value: &Value) -> usize {
    match value {
        Value::Shaped(shaped) => shaped.shape().len(),
        Value::MemRef(memref) => memref.sizes.len(),
        _ => 0,
    }
}

fn extents(value: &Value) -> Result<&[u64], Stop> {
    match value {
        Value::Shaped(shaped) => Ok(shaped.shape()),
        Value::MemRef(memref) => Ok(&memref.sizes),
        _ => Ok(&[]),
    }
}

/// The iteration space: each dimension is as long as the operands' dimensions that it is, which have to agree.
fn space(op: &Structured) -> Result<Vec<u64>, Stop> {
    let dims = op.maps.first().map_or(0, |map| map.dims);
    let mut space: Vec<Option<u64>> = vec![None; dims];
    for (map, operand) in op.maps.iter().zip(&op.operands) {
        let extents = extents(operand)?;
        if map.len() != extents.len() || map.symbols != 0 {
            return Err(Unsupported::Malformed.into());
        }
        for (index, extent) in extents.iter().enumerate() {
            let Some(dim) = map.dim(index) else { continue };
            let known = space.get_mut(dim).ok_or(Unsupported::Malformed)?;
            if known.is_some_and(|known| known != *extent) {
                return Err(Undefined::BadExtent.into());
            }
            *known = Some(*extent);
        }
    }
    Ok(space.into_iter().collect::<Option<_>>().ok_or(Unsupported::Malformed)?)
}

fn begin(m: &mut Machine<'_>, op: OpId) -> Executed {
    let all = structured(m, op)?;
    if all.operands[all.inputs..].iter().any(Value::is_poison) {
        return Err(Undefined::AddressByPoison.into());
    }
    let space = space(&all)?;
    m.charge(count(&space))?;
    if let Some(symbolic) = m.symbolic() {
        let is_free = symbolic.is_free(op);
        one_outcome::check(m, op, (&all.operands, &all.maps, all.inputs), &space, is_free)?;
        let is_sum = symbolic.adds_reals() && one_outcome::sums_floats(m, op, all.inputs);
        if is_free
            && !is_sum
            && let Some(flow) = chosen(m, op, symbolic, &all, &space)?
        {
            return Ok(flow);
        }
    }
    // Tensors among the outputs are kept as their elements, one after the other.
    let tensors = all.operands[all.inputs..].iter().filter_map(Value::as_shaped);
    let elements: Vec<Value> = tensors.flat_map(|tensor| tensor.elements().to_vec()).collect();
    m.charge(Some(elements.len() as u64))?;
    m.begin(op, places(&space), elements);
    iteration(m, op, &all)
}

/// The results of an operation that combines elements in an order that it leaves open, where it is none that the interpreter has:
/// each is a choice among the orders of the elements that it combines. `None` where the order is that of the interpreter.
fn chosen(
    m: &mut Machine<'_>,
    op: OpId,
    symbolic: &Symbolic<'_>,
    all: &Structured,
    space: &[u64],
) -> Result<Option<ControlFlow>, Stop> {
    let body = symbolic.body(m, op).ok_or(Unsupported::Term)?;
    let ([output], [map]) = (&all.operands[all.inputs..], &all.maps[all.inputs..]) else {
        return Err(Unsupported::Term.into());
    };
    let output_extents = extents(output)?.to_vec();
    // The operands and maps that an element of the output combines.
    let mut combined: BTreeMap<Vec<i64>, Vec<Vec<u64>>> = BTreeMap::new();
    for place in places(space) {
        let mut words = Vec::new();
        for (map, operand) in all.maps.iter().zip(&all.operands).take(all.inputs) {
            let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
            let value = match operand {
                Value::MemRef(memref) => m.memory.load(memref, &at)?,
                Value::Shaped(tensor) => element(tensor, &at).ok_or(Undefined::OutOfBounds)?.clone(),
                scalar => scalar.clone(),
            };
            push(&mut words, &value).ok_or(Unsupported::Term)?;
        }
        let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
        combined.entry(at).or_default().push(words);
    }
    let mut choices = Vec::with_capacity(combined.len());
    for (at, parts) in &mut combined {
        let start = match output {
            Value::MemRef(memref) => m.memory.load(memref, at)?,
            Value::Shaped(tensor) => element(tensor, at).ok_or(Undefined::OutOfBounds)?.clone(),
            _ => return Err(Unsupported::Type.into()),
        };
        parts.sort_unstable();
        let mut words = vec![u64::MAX - 5, body, parts.len() as u64];
        push(&mut words, &start).ok_or(Unsupported::Term)?;
        words.extend(parts.iter().flatten());
        choices.push(words);
    }
    let element_type = m.element_type(m.operand_type(op, all.inputs)?);
    let kind = super::symbolic::kind(m.program, m.options, element_type).ok_or(Unsupported::Term)?;
    let Some(made) = symbolic.choices(&choices, kind) else { return Ok(None) };
    match output {
        Value::MemRef(memref) => {
            for (at, value) in combined.keys().zip(made) {
                m.memory.store(memref, at, value)?;
            }
            Ok(Some(ControlFlow::Next(Vec::new())))
        }
        output => {
            let mut elements = output.as_shaped().ok_or(Unsupported::Type)?.elements().to_vec();
            for (at, value) in combined.keys().zip(made) {
                let cell = linear(&output_extents, at).ok_or(Undefined::OutOfBounds)?;
                elements[cell as usize] = value;
            }
            Ok(Some(ControlFlow::Next(vec![Shaped::new(output_extents, elements).into()])))
        }
    }
}

/// Runs the region at the next place.
fn iteration(m: &mut Machine<'_>, op: OpId, all: &Structured) -> Executed {
    let place = match m.next_place(op)? {
        Ok(place) => place,
        Err(elements) => return Ok(ControlFlow::Next(results(all, elements)?)),
    };
    let region = m.region(op, 0)?;
    let entry = *m.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
    let wanted = m.program.block(entry).arguments.len();
    let mut arguments = Vec::with_capacity(wanted);
    let mut kept = 0;
    for (number, (map, operand)) in all.maps.iter().zip(&all.operands).enumerate() {
        let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
        let value = match operand {
            Value::MemRef(memref) => m.memory.load(memref, &at)?,
            Value::Shaped(tensor) if number >= all.inputs => {
                let cell = linear(tensor.shape(), &at).ok_or(Undefined::OutOfBounds)? as usize + kept;
                kept += tensor.elements().len();
                m.progress(op)?.values.get(cell).ok_or(Unsupported::Malformed)?.clone()
            }
            Value::Shaped(tensor) => element(tensor, &at).ok_or(Undefined::OutOfBounds)?.clone(),
            scalar => scalar.clone(),
        };
        arguments.push(value);
    }
    // Some regions see only the inputs.
    if wanted == all.inputs {
        arguments.truncate(wanted);
    }
    Ok(ControlFlow::Enter(region, arguments))
}

/// The tensors that came out.
fn results(all: &Structured, mut elements: Vec<Value>) -> Result<Vec<Value>, Stop> {
    let mut results = Vec::new();
    for tensor in all.operands[all.inputs..].iter().filter_map(Value::as_shaped) {
        let size = tensor.elements().len();
        if elements.len() < size {
            return Err(Unsupported::Malformed.into());
        }
        let rest = elements.split_off(size);
        results.push(Shaped::new(tensor.shape(), elements).into());
        elements = rest;
    }
    Ok(results)
}

fn next(m: &mut Machine<'_>, op: OpId, _: OpId, yielded: Vec<Value>) -> Executed {
    let all = structured(m, op)?;
    if yielded.len() != all.operands.len() - all.inputs {
        return Err(Unsupported::Malformed.into());
    }
    let place = m.progress(op)?.at.clone();
    let mut kept = 0;
    for ((map, output), value) in all.maps.iter().zip(&all.operands).skip(all.inputs).zip(yielded) {
        let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
        match output {
            Value::MemRef(memref) => m.memory.store(memref, &at, value)?,
            Value::Shaped(tensor) => {
                let cell = linear(tensor.shape(), &at).ok_or(Undefined::OutOfBounds)? as usize + kept;
                kept += tensor.elements().len();
                *m.progress(op)?.values.get_mut(cell).ok_or(Unsupported::Malformed)? = value;
            }
            _ => return Err(Unsupported::Type.into()),
        }
    }
    iteration(m, op, &all)
}
