//! Tensors as buffers: a buffer that is made of a tensor is a block of its own.

use assay_ir::data::OpId;

use crate::attributes::groups;
use crate::dynamic_shape;
use crate::layout::{INDEX, element_bytes};
use crate::machine::{Run, SymbolicExecutor};
use crate::state::{Block, Item, Origin};
use crate::unsupported::EncodeError;
use crate::views::places;
use assay_semantics::{Layout, Value};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("bufferization.alloc_tensor", alloc_tensor),
    ("bufferization.clone", clone),
    ("bufferization.materialize_in_destination", materialize),
    ("bufferization.to_buffer", to_buffer),
    ("bufferization.to_tensor", to_tensor),
];

/// A copy of a tensor, or one of which nothing is said.
fn alloc_tensor(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, copied, _] = groups::<3>(m, op)?;
    match copied.into_iter().next() {
        Some(copied) => m.bind(op, vec![copied]),
        None => dynamic_shape::empty(m, op),
    }
}

/// The source as the result, or in the memory that is the destination, which has to have its extents.
fn materialize(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let tensor = m.numbers(op, 0)?;
    if m.program.result_count(op) > 0 {
        return m.bind_value(op, tensor);
    }
    let view = m.view(op, 1)?;
    let extents = tensor.shape.ok_or_else(|| m.lacks_types(op))?;
    for (extent, size) in extents.iter().zip(&view.sizes) {
        let extent = m.pool().number(INDEX, u128::from(*extent));
        let other = m.pool().differ(extent, *size);
        m.undefined_if(other);
    }
    for (place, element) in places(&extents).iter().zip(tensor.elements) {
        let place = m.place(place);
        m.store(&view, &place, element)?;
    }
    m.bind(op, Vec::new())
}

fn to_buffer(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let value = m.numbers(op, 0)?;
    let layout = m.element_layout(op, m.result_type(op, 0)?)?;
    bind_new(m, op, value, layout)
}

/// A new block with these elements as the result.
fn bind_new(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    value: Value,
    layout: Layout,
) -> Result<(), EncodeError> {
    let extents = value.shape.ok_or_else(|| m.lacks_types(op))?;
    let bytes = element_bytes(&layout) * value.elements.len() as u64;
    let block = Block { origin: Origin::Heap, layout: Some(layout), bytes };
    let block = m.add_block(block, value.elements);
    let view = m.whole(block, &extents);
    m.bind_view(op, view)
}

fn to_tensor(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let value = m.elements(&view)?;
    m.bind(op, vec![Item::Numbers(value)])
}

fn clone(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let layout = m.layout_in(view.block)?;
    let value = m.elements(&view)?;
    bind_new(m, op, value, layout)
}
