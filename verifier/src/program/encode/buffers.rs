//! Tensors as buffers: a buffer that is made of a tensor is a block of its own.

use assay_ir::data::OpId;

use super::encoder::Missing;
use super::machine::{Item, Machine, Run};
use super::memory::{Block, Origin, element_bytes};
use crate::values::meaning::{Layout, Value};

pub(super) const OPS: &[(&str, Run)] = &[
    ("bufferization.clone", clone),
    ("bufferization.to_buffer", to_buffer),
    ("bufferization.to_tensor", to_tensor),
];

fn to_buffer(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let value = m.numbers(op, 0)?;
    let layout = m.element_layout(op, m.result_type(op, 0)?)?;
    bind_new(m, op, value, layout)
}

/// A new block with these elements as the result.
fn bind_new(m: &mut Machine<'_, '_>, op: OpId, value: Value, layout: Layout) -> Result<(), Missing> {
    let extents = value.shape.ok_or_else(|| m.lacks_types(op))?;
    let bytes = element_bytes(&layout) * value.elements.len() as u64;
    let block = Block { origin: Origin::Heap, layout: Some(layout), bytes };
    let block = m.add_block(block, value.elements);
    let view = m.whole(block, &extents);
    m.bind_view(op, view)
}

fn to_tensor(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let view = m.view(op, 0)?;
    let value = m.elements(&view)?;
    m.bind(op, vec![Item::Numbers(value)])
}

fn clone(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let view = m.view(op, 0)?;
    let layout = m.layout_in(view.block)?;
    let value = m.elements(&view)?;
    bind_new(m, op, value, layout)
}
