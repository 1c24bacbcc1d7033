//! The operations that are followed otherwise than by their meaning on numbers.

use assay_ir::data::OpId;
use assay_ir::structured::is_structured;

use crate::computed::{computed, is_empty};
use crate::machine::{Run, SymbolicExecutor};
use crate::unsupported::EncodeError;
use crate::{
    access, affine, arrange, buffers, control, coordinates, dynamic_shape, memory, packing, parallel_loop,
    pointers, slices, structured, tosa, views,
};

/// The operations of all dialects.
const TABLES: [&[(&str, Run)]; 15] = [
    control::OPS,
    memory::OPS,
    views::OPS,
    access::OPS,
    affine::OPS,
    arrange::OPS,
    buffers::OPS,
    coordinates::OPS,
    dynamic_shape::OPS,
    parallel_loop::OPS,
    pointers::OPS,
    packing::OPS,
    slices::OPS,
    structured::OPS,
    tosa::OPS,
];

/// Tells if functions with an operation are followed through it.
pub fn has_semantics(name: &str) -> bool {
    let own = TABLES.into_iter().flatten().any(|(known, _)| *known == name);
    own || is_structured(name) || control::ends_block(name) || assay_semantics::has_semantics(name)
}

/// Follows one operation that ends no block.
pub(crate) fn step(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let name = m.program.op_name(op);
    if is_empty(m, op) {
        let shape = m.numbers(op, 0)?.shape;
        return m.set_undefined(op, shape.as_deref());
    }
    match TABLES.into_iter().flatten().find(|(known, _)| *known == name) {
        Some((_, run)) => run(m, op),
        None if is_structured(name) => structured::each(m, op),
        None => computed(m, op),
    }
}
