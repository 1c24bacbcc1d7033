//! Offsets, sizes and strides of slices, which are partly written and partly computed, and the grouping of dimensions
//! in a reshape. Knows no operation.

use assay_ir::data::{AttrKind, OpId, TypeId};

use super::attributes::{integer, numbers};
use super::machine::{Machine, Stop, addresses, extents};
use crate::engine::{Undefined, Unsupported};
use crate::value::Value;

/// In a list of numbers: one that is computed.
const DYNAMIC: i64 = i64::MIN;

/// A part of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    pub(super) offsets: Vec<i64>,
    pub(super) sizes: Vec<u64>,
    pub(super) strides: Vec<i64>,
}

/// The numbers of an attribute, with those that it leaves open from `computed`, in order.
pub(super) fn mixed(m: &Machine<'_>, op: OpId, name: &str, computed: &[Value]) -> Result<Vec<i64>, Stop> {
    let computed = addresses(computed)?;
    let mut left = computed.into_iter();
    let fixed = numbers(m, op, name)?.into_iter();
    let all = fixed.map(|number| if number == DYNAMIC { left.next() } else { Some(number) });
    Ok(all.collect::<Option<_>>().ok_or(Unsupported::Malformed)?)
}

impl Slice {
    /// As an operation says by its attributes and operands.
    pub(super) fn for_op(
        m: &Machine<'_>,
        op: OpId,
        offsets: &[Value],
        sizes: &[Value],
        strides: &[Value],
    ) -> Result<Slice, Stop> {
        Ok(Slice {
            offsets: mixed(m, op, "static_offsets", offsets)?,
            sizes: extents(&mixed(m, op, "static_sizes", sizes)?)?,
            strides: mixed(m, op, "static_strides", strides)?,
        })
    }

    /// Undefined behaviour unless all of it lies in a shape.
    pub(super) fn check(&self, shape: &[u64]) -> Result<(), Stop> {
        if [self.offsets.len(), self.sizes.len(), self.strides.len()] != [shape.len(); 3] {
            return Err(Unsupported::Malformed.into());
        }
        for (dim, extent) in shape.iter().enumerate() {
            let first = i128::from(self.offsets[dim]);
            let last = first + (i128::from(self.sizes[dim]) - 1) * i128::from(self.strides[dim]);
            let inside = |at: i128| (0..i128::from(*extent)).contains(&at);
            let empty = self.sizes[dim] == 0 && (0..=i128::from(*extent)).contains(&first);
            if !(empty || inside(first) && inside(last)) {
                return Err(Undefined::OutOfBounds.into());
            }
        }
        Ok(())
    }

    /// Where a place of the slice is in the whole.
    pub(super) fn place(&self, at: &[i64]) -> Vec<i64> {
        let place = |dim: usize| self.offsets[dim] + at[dim] * self.strides[dim];
        (0..self.offsets.len()).map(place).collect()
    }

    /// Which dimensions stay in a type of the same or a smaller rank: those that go have one place.
    pub(super) fn retained_dims(&self, m: &Machine<'_>, ty: TypeId) -> Result<Vec<usize>, Stop> {
        let wanted = extents_of(m, ty)?;
        let mut kept = Vec::with_capacity(wanted.len());
        for (dim, size) in self.sizes.iter().enumerate() {
            let left = self.sizes.len() - dim;
            match wanted.get(kept.len()) {
                Some(extent) if extent.is_none_or(|extent| extent == *size) => {
                    // An open extent may go to a later dimension if this one has one place and there are enough.
                    let fits = extent.is_some() || *size != 1 || left == wanted.len() - kept.len();
                    if fits {
                        kept.push(dim);
                    }
                }
                _ if *size == 1 => {}
                _ => return Err(Undefined::BadExtent.into()),
            }
        }
        if kept.len() == wanted.len() { Ok(kept) } else { Err(Undefined::BadExtent.into()) }
    }
}

/// The extents of a tensor or memref type, open ones as `None`.
pub(super) fn extents_of(m: &Machine<'_>, ty: TypeId) -> Result<Vec<Option<u64>>, Stop> {
    use assay_ir::data::TypeKind;
    match m.program.ctx().type_kind(ty) {
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => Ok(shape.to_vec()),
        TypeKind::Vector { shape, .. } => Ok(shape.iter().map(|(extent, _)| Some(*extent)).collect()),
        _ => Err(Unsupported::Type.into()),
    }
}

/// Undefined behaviour unless a shape is one of a type.
pub(super) fn check_shape(m: &Machine<'_>, ty: TypeId, shape: &[u64]) -> Result<(), Stop> {
    let wanted = extents_of(m, ty)?;
    let fits = |(wanted, given): (&Option<u64>, &u64)| wanted.is_none_or(|wanted| wanted == *given);
    match wanted.len() == shape.len() && wanted.iter().zip(shape).all(fits) {
        true => Ok(()),
        false => Err(Undefined::BadExtent.into()),
    }
}

/// The groups of dimensions that a reshape joins or splits.
pub(super) fn reassociation(m: &Machine<'_>, op: OpId) -> Result<Vec<Vec<usize>>, Stop> {
    let ctx = m.program.ctx();
    let AttrKind::Array(groups) = ctx.attr_kind(m.attr(op, "reassociation").ok_or(Unsupported::Malformed)?)
    else {
        return Err(Unsupported::Attribute.into());
    };
    let group = |group: &assay_ir::data::AttrId| -> Result<Vec<usize>, Stop> {
        let AttrKind::Array(dims) = ctx.attr_kind(*group) else { return Err(Unsupported::Attribute.into()) };
        dims.iter()
            .map(|dim| {
                let dim = integer(ctx, *dim)?.to_i64().and_then(|dim| usize::try_from(dim).ok());
                Ok(dim.ok_or(Unsupported::Attribute)?)
            })
            .collect()
    };
    groups.iter().map(group).collect()
}
