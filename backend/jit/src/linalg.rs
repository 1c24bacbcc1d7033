//! `linalg`: the region of an operation in a loop over its iteration space.

use assay_ir::data::{OpId, ValueId};
use assay_ir::structured;

use crate::attributes::integer;
use crate::lowering::{Elements, End, Extent, Lane, Lowered, Lowering, Output};
use crate::meaning::{Nans, OpLowering};
use crate::space::{Arguments, end, guard_same, run};
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] =
    &[OpLowering::new("linalg.index", index), OpLowering::new("linalg.yield", end)];

/// The structured operations.
pub(super) fn structured_ops() -> Vec<OpLowering> {
    structured::names().map(|name| OpLowering::new(name, looped).nans(Nans::Own).reads_memory()).collect()
}

/// The place that the loop around runs, in one dimension.
fn index(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let dim = usize::try_from(integer(l.program, op, "dim")?).map_err(|_| Unsupported::Attribute)?;
    let owner = l.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let Some(End::Space(space)) = l.ends.get(&owner) else { return Err(Unsupported::Malformed) };
    let at = *space.at.get(dim).ok_or(Unsupported::Malformed)?;
    let width = l.unit.settings.index.bits();
    let lane = Lane::integer(l.resized(64, width, at), None);
    l.give(op, smallvec::smallvec![lane])
}

fn looped(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let mut operands = Vec::new();
    for name in names {
        operands.push(Elements::from_value(l, name)?);
    }
    let ranks: Vec<usize> = operands.iter().map(|operand| operand.extents().len()).collect();
    let (maps, inputs) = structured::maps(l.program, op, &ranks)?;
    let dims = maps.first().map_or(0, |map| map.dims);
    let mut space: Vec<Option<Extent>> = vec![None; dims];
    for (map, operand) in maps.iter().zip(&operands) {
        let extents = operand.extents();
        if map.len() != extents.len() || map.symbols != 0 {
            return Err(Unsupported::Malformed);
        }
        for (index, extent) in extents.into_iter().enumerate() {
            let Some(dim) = map.dim(index) else { continue };
            match space.get_mut(dim).ok_or(Unsupported::Malformed)? {
                Some(known) => guard_same(l, op, *known, extent),
                none => *none = Some(extent),
            }
        }
    }
    let extents: Vec<Extent> = space.into_iter().collect::<Option<_>>().ok_or(Unsupported::Malformed)?;
    let all: Vec<_> = maps.into_iter().zip(operands).collect();
    let outputs: Vec<Output> =
        all[inputs..].iter().map(|(map, output)| (map.clone(), output.clone(), None)).collect();
    if outputs.iter().any(|(_, output, _)| matches!(output, Elements::Scalar(_))) {
        return Err(Unsupported::Type);
    }
    run(l, op, extents, Arguments::Elements(all), outputs)
}
