//! Tensors whose types leave extents open: the extents are those of the values.

use assay_ir::data::{OpId, TypeKind};

use crate::attributes::addresses;
use crate::layout::{number_of, size};
use crate::machine::{Run, SymbolicExecutor};
use crate::unsupported::EncodeError;
use assay_semantics::Value;
use assay_semantics::arrange::shape_of;

pub(crate) const OPS: &[(&str, Run)] = &[("tensor.cast", cast), ("tensor.empty", empty)];

/// The same elements; extents that the result fixes and the source does not have are undefined behaviour.
fn cast(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.numbers(op, 0)?;
    let TypeKind::RankedTensor { shape, .. } = m.program.ctx().type_kind(m.result_type(op, 0)?) else {
        return Err(m.lacks_types(op));
    };
    let has = shape_of(&source);
    let fits =
        has.len() == shape.len() && shape.iter().zip(has).all(|(one, has)| one.is_none_or(|one| one == *has));
    if !fits {
        let layout = m.result_layout(op, 0)?;
        return m.set_undefined(op, layout.shape.as_deref());
    }
    m.bind_value(op, source)
}

/// Extents of the result of an operation, those that its type leaves open computed from operands.
pub(crate) fn open_shape(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    first: usize,
) -> Result<Vec<u64>, EncodeError> {
    let TypeKind::RankedTensor { shape, .. } = m.program.ctx().type_kind(m.result_type(op, 0)?) else {
        return Err(m.lacks_types(op));
    };
    let items = m.items(op, first)?;
    let mut computed = addresses(m, op, &items)?.into_iter();
    let mut out = Vec::with_capacity(shape.len());
    for extent in shape {
        let known = match extent {
            Some(extent) => Some(*extent),
            None => computed.next().and_then(|size| m.encoder.pool.value(size)).map(|size| size as u64),
        };
        out.push(known.ok_or_else(|| m.lacks_types(op))?);
    }
    if size(&out).is_some() { Ok(out) } else { Err(m.lacks_types(op)) }
}

/// Nothing is said of the elements.
pub(crate) fn empty(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let shape = open_shape(m, op, 0)?;
    let layout = number_of(m.program.ctx(), m.result_type(op, 0)?)?;
    let elements = vec![m.poison(&layout); shape.iter().product::<u64>() as usize];
    m.bind_value(op, Value { shape: Some(shape.into()), elements })
}
