//! `bufferization`: tensors as buffers. A buffer that is made of a tensor is a new one, since who else uses it is not known before
//! all of a program is bufferized.

use assay_ir::data::{OpId, TypeKind};

use super::OpInterpreter;
use super::attributes::groups;
use super::machine::{ControlFlow, Executed, Machine, addresses, extents, shaped};
use super::memory::{Origin, places, whole};
use super::shapes::all_poison;
use crate::engine::{Undefined, Unsupported};
use crate::value::{Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("bufferization.alloc_tensor", alloc_tensor),
    OpInterpreter::without_regions("bufferization.clone", clone),
    OpInterpreter::without_regions("bufferization.dealloc_tensor", |_, _| Ok(ControlFlow::Next(Vec::new()))),
    OpInterpreter::without_regions("bufferization.materialize_in_destination", materialize),
    OpInterpreter::without_regions("bufferization.to_buffer", to_buffer),
    OpInterpreter::without_regions("bufferization.to_tensor", to_tensor),
];

/// "The optional `copy` operand specifies the contents of the tensors. If no `copy` operand is specified, reading from the result of
/// an `alloc_tensor` op yields an undefined value."
fn alloc_tensor(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [sizes, copied, _] = groups::<3>(m, op)?;
    if let Some(copied) = copied.into_iter().next() {
        return Ok(ControlFlow::Next(vec![copied]));
    }
    let shape = m.shape(m.result_type(op, 0)?, &extents(&addresses(&sizes)?)?)?;
    m.charge(count(&shape))?;
    Ok(ControlFlow::Next(vec![all_poison(&shape)]))
}

/// A new buffer with the elements of a tensor.
fn to_buffer(m: &mut Machine<'_>, op: OpId) -> Executed {
    let tensor = m.shaped(op, 0)?;
    let ty = m.result_type(op, 0)?;
    let TypeKind::MemRef { element, .. } = m.program.ctx().type_kind(ty) else {
        return Err(Unsupported::Type.into());
    };
    let unit = m.unit(*element).ok_or(Unsupported::Type)?;
    m.charge(Some(tensor.len()))?;
    let buffer = m.memory.allocate(count(tensor.shape()), unit, Origin::Heap, m.options.memory)?;
    m.memory.fill(buffer, &tensor);
    super::memref::as_type(m, ty, whole(buffer, tensor.shape().to_vec()))
}

/// The elements of a buffer as they are now; of a buffer that is poison, as an argument or result may be, nothing is read.
fn to_tensor(m: &mut Machine<'_>, op: OpId) -> Executed {
    if m.operand(op, 0)?.is_poison() {
        let shape = m.shape(m.result_type(op, 0)?, &[]);
        return Ok(ControlFlow::Next(vec![shape.map_or(Value::Poison, |shape| all_poison(&shape))]));
    }
    let memref = m.memref(op, 0)?;
    m.charge(count(&memref.sizes))?;
    for place in places(&memref.sizes) {
        m.memory.load(&memref, &place)?;
    }
    Ok(ControlFlow::Next(vec![m.memory.contents(&memref)]))
}

/// "Clones the data in the memref."
fn clone(m: &mut Machine<'_>, op: OpId) -> Executed {
    let memref = m.memref(op, 0)?;
    m.charge(count(&memref.sizes))?;
    m.memory.touch_all(&memref)?;
    let contents = m.memory.contents(&memref);
    let unit = m.memory.unit(memref.buffer).ok_or(Unsupported::Type)?;
    let buffer = m.memory.allocate(count(&memref.sizes), unit, Origin::Heap, m.options.memory)?;
    m.memory.fill(buffer, shaped(&contents)?);
    super::memref::as_type(m, m.result_type(op, 0)?, whole(buffer, memref.sizes.to_vec()))
}

/// "This op indicates that the data of the `source` tensor is guaranteed to materialize in `dest`": the result is the source; a
/// destination that is memory gets it.
fn materialize(m: &mut Machine<'_>, op: OpId) -> Executed {
    let tensor = m.shaped(op, 0)?;
    if m.program.result_count(op) > 0 {
        return Ok(ControlFlow::Next(vec![tensor.into()]));
    }
    let memref = m.memref(op, 1)?;
    if memref.sizes[..] != *tensor.shape() {
        return Err(Undefined::BadExtent.into());
    }
    m.charge(Some(tensor.len()))?;
    for (place, value) in places(tensor.shape()).zip(tensor.elements()) {
        m.memory.store(&memref, &place, Value::clone(value))?;
    }
    Ok(ControlFlow::Next(Vec::new()))
}
