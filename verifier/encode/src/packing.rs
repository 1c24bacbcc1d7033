//! `linalg.pack` and `linalg.unpack` for extents and tiles that are known: each element of the tensor has one place in the packed
//! form, and places that no element has are padding.

use assay_ir::data::OpId;

use crate::attributes::{DYNAMIC, addresses, counts, groups, integers};
use crate::layout::size;
use crate::machine::{Run, SymbolicExecutor};
use crate::state::Item;
use crate::unsupported::EncodeError;
use crate::views::places;
use assay_semantics::Value;
use assay_semantics::arrange::{linear, shape_of};

pub(crate) const OPS: &[(&str, Run)] = &[("linalg.pack", pack), ("linalg.unpack", unpack)];

/// Sizes of tiles by dimension, one where there are none, and where the places of a tile stand.
struct Tiling {
    sizes: Vec<u64>,
    /// Dimensions in the order in which the packed form counts their tiles.
    order: Vec<usize>,
    inner: Vec<usize>,
}

impl Tiling {
    fn new(
        m: &mut SymbolicExecutor<'_, '_>,
        op: OpId,
        rank: usize,
        computed: &[Item],
    ) -> Result<Tiling, EncodeError> {
        let inner = counts(m, op, "inner_dims_pos")?;
        let named = m.program.attr(op, m.ident("outer_dims_perm")).is_some();
        let mut order = if named { counts(m, op, "outer_dims_perm")? } else { Vec::new() };
        if order.is_empty() {
            order.extend(0..rank);
        }
        let mut computed = addresses(m, op, computed)?.into_iter();
        let known = integers(m, op, "static_inner_tiles")?.into_iter().map(|number| match number {
            DYNAMIC => computed.next().and_then(|size| m.encoder.pool.value(size)).map(|size| size as u64),
            number => u64::try_from(number).ok(),
        });
        let known: Vec<Option<u64>> = known.collect();
        let permuted = |dims: &[usize]| {
            dims.iter().enumerate().all(|(at, dim)| *dim < rank && !dims[..at].contains(dim))
        };
        if order.len() != rank || known.len() != inner.len() || !permuted(&order) || !permuted(&inner) {
            return Err(m.lacks_attribute(op));
        }
        let mut sizes = vec![1; rank];
        for (dim, size) in inner.iter().zip(known) {
            sizes[*dim] = size.filter(|size| *size > 0).ok_or_else(|| m.lacks_types(op))?;
        }
        Ok(Tiling { sizes, order, inner })
    }

    fn packed_shape(&self, shape: &[u64]) -> Vec<u64> {
        let tiles = self.order.iter().map(|dim| shape[*dim].div_ceil(self.sizes[*dim]));
        tiles.chain(self.inner.iter().map(|dim| self.sizes[*dim])).collect()
    }

    /// Where the packed form has the element of a place.
    fn packed_place(&self, place: &[u64]) -> Vec<u64> {
        let tile = self.order.iter().map(|dim| place[*dim] / self.sizes[*dim]);
        tile.chain(self.inner.iter().map(|dim| place[*dim] % self.sizes[*dim])).collect()
    }
}

fn pack(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, _, padding, computed] = groups::<4>(m, op)?;
    let (source, target) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let extents = shape_of(&source).to_vec();
    let tiling = Tiling::new(m, op, extents.len(), &computed)?;
    let shape = tiling.packed_shape(&extents);
    let total = size(&shape).ok_or_else(|| m.lacks_types(op))?;
    let padding = match &padding[..] {
        [] => None,
        [Item::Numbers(Value { shape: None, elements })] if elements.len() == 1 => Some(elements[0]),
        _ => return Err(m.lacks_types(op)),
    };
    if shape_of(&target) != shape || padding.is_none() && total != source.elements.len() as u64 {
        return m.set_undefined(op, Some(&shape));
    }
    let mut elements = vec![padding; total as usize];
    for (place, element) in places(&extents).iter().zip(&source.elements) {
        elements[linear(&shape, &tiling.packed_place(place))] = Some(*element);
    }
    let elements = elements.into_iter().collect::<Option<_>>().ok_or_else(|| m.unsupported(op))?;
    m.bind_tensor(op, shape, elements)
}

fn unpack(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let computed = m.items(op, 2)?;
    let (source, target) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let shape = shape_of(&target).to_vec();
    let tiling = Tiling::new(m, op, shape.len(), &computed)?;
    let packed = tiling.packed_shape(&shape);
    if shape_of(&source) != packed {
        return m.set_undefined(op, Some(&shape));
    }
    let from = |place: &Vec<u64>| source.elements.get(linear(&packed, &tiling.packed_place(place))).copied();
    let elements = places(&shape).iter().map(from).collect::<Option<_>>().ok_or_else(|| m.unsupported(op))?;
    m.bind_tensor(op, shape, elements)
}
