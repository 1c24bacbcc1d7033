//! `linalg.pack` and `linalg.unpack`: dimensions in tiles, whose places are dimensions of their own behind the others.

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::attributes::{groups, numbers};
use super::machine::{ControlFlow, Executed, Machine, Stop, extents};
use super::shapes::{build, element};
use super::slices::{check_shape, mixed};
use crate::engine::{Undefined, Unsupported};
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("linalg.pack", pack),
    OpInterpreter::without_regions("linalg.unpack", unpack),
];

/// How the dimensions of a tensor are those of its packed form.
struct Packing {
    /// For each outer dimension of the packed form the dimension that it counts tiles of.
    outer: Vec<usize>,
    /// For each inner dimension of the packed form the dimension that is in tiles, and their size.
    tiles: Vec<(usize, u64)>,
}

impl Packing {
    fn for_op(m: &Machine<'_>, op: OpId, rank: usize, sizes: &[Value]) -> Result<Packing, Stop> {
        let dims = |name: &str| -> Result<Vec<usize>, Stop> {
            let dim = |dim: i64| usize::try_from(dim).ok().filter(|dim| *dim < rank);
            let dims = numbers(m, op, name)?.into_iter().map(dim).collect::<Option<Vec<usize>>>();
            let dims = dims.ok_or(Unsupported::Malformed)?;
            let twice = (1..dims.len()).any(|at| dims[..at].contains(&dims[at]));
            if twice { Err(Unsupported::Malformed.into()) } else { Ok(dims) }
        };
        let mut outer = match m.attr(op, "outer_dims_perm") {
            Some(_) => dims("outer_dims_perm")?,
            None => Vec::new(),
        };
        if outer.is_empty() {
            outer = (0..rank).collect();
        }
        let (tiled, sizes) = (dims("inner_dims_pos")?, extents(&mixed(m, op, "static_inner_tiles", sizes)?)?);
        if outer.len() != rank || tiled.len() != sizes.len() {
            return Err(Unsupported::Malformed.into());
        }
        // A tile without a place tiles nothing.
        if sizes.contains(&0) {
            return Err(Undefined::BadExtent.into());
        }
        Ok(Packing { outer, tiles: tiled.into_iter().zip(sizes).collect() })
    }

    fn tile(&self, dim: usize) -> u64 {
        self.tiles.iter().find(|(tiled, _)| *tiled == dim).map_or(1, |(_, size)| *size)
    }

    /// The extents of the packed form of a tensor, its last tiles full.
    fn packed(&self, shape: &[u64]) -> Vec<u64> {
        let outer = self.outer.iter().map(|dim| shape[*dim].div_ceil(self.tile(*dim)));
        outer.chain(self.tiles.iter().map(|(_, size)| *size)).collect()
    }

    /// The place that a place of the packed form shows, in the last tile maybe outside of the tensor.
    fn unpacked_place(&self, at: &[i64]) -> Option<Vec<i64>> {
        let mut place = vec![0i64; self.outer.len()];
        for (dim, tile) in self.outer.iter().zip(at) {
            place[*dim] = tile.checked_mul(i64::try_from(self.tile(*dim)).ok()?)?;
        }
        for ((dim, _), at) in self.tiles.iter().zip(&at[self.outer.len()..]) {
            place[*dim] = place[*dim].checked_add(*at)?;
        }
        Some(place)
    }
}

/// A place of the last tiles that the source does not have is padding; without a value for it, it is undefined.
fn pack(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [_, _, padding, sizes] = groups::<4>(m, op)?;
    let source = m.shaped(op, 0)?;
    let packing = Packing::for_op(m, op, source.shape().len(), &sizes)?;
    let shape = packing.packed(source.shape());
    check_shape(m, m.operand_type(op, 1)?, &shape)?;
    if m.shaped(op, 1)?.shape() != shape {
        return Err(Undefined::BadExtent.into());
    }
    let whole = packing.tiles.iter().all(|(dim, size)| source.shape()[*dim].is_multiple_of(*size));
    if padding.is_empty() && !whole {
        return Err(Undefined::BadExtent.into());
    }
    let packed = build(m, &shape, |at| {
        let from = packing.unpacked_place(at);
        let value = from.and_then(|from| element(&source, &from)).or(padding.first());
        Ok(value.ok_or(Unsupported::Malformed)?.clone())
    })?;
    Ok(ControlFlow::Next(vec![packed.into()]))
}

/// The result has the extents of the destination, which may leave out places of the last tiles.
fn unpack(m: &mut Machine<'_>, op: OpId) -> Executed {
    let sizes = m.operands_from(op, 2)?;
    let (source, shape) = (m.shaped(op, 0)?, m.shaped(op, 1)?.shape().to_vec());
    let packing = Packing::for_op(m, op, shape.len(), &sizes)?;
    if packing.packed(&shape) != source.shape() {
        return Err(Undefined::BadExtent.into());
    }
    check_shape(m, m.result_type(op, 0)?, &shape)?;
    let unpacked = build(m, &shape, |at| {
        let outer = packing.outer.iter().map(|dim| at[*dim] / packing.tile(*dim) as i64);
        let inner = packing.tiles.iter().map(|(dim, size)| at[*dim] % *size as i64);
        let from: Vec<i64> = outer.chain(inner).collect();
        Ok(element(&source, &from).ok_or(Unsupported::Malformed)?.clone())
    })?;
    Ok(ControlFlow::Next(vec![unpacked.into()]))
}
