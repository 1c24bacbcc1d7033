//! Places of elements in shaped values.

use assay_term::arena::TermArena;
use assay_term::node::{Binary, Compare, MAX_WIDTH, TermId};

/// Strides of extents in row-major order.
pub fn row_major(extents: &[u64]) -> Vec<i64> {
    let mut stride = 1i64;
    let mut strides: Vec<i64> = Vec::with_capacity(extents.len());
    for extent in extents.iter().rev() {
        strides.push(stride);
        stride = stride.wrapping_mul(*extent as i64);
    }
    strides.reverse();
    strides
}

/// When a slice with this offset, size and stride does not lie in an extent.
pub fn leaves(pool: &mut TermArena, (offset, size, stride): (TermId, TermId, i64), extent: TermId) -> TermId {
    // As wide as all sums and products of three numbers of `index`.
    let (zero, one) = (pool.zero(MAX_WIDTH), pool.number(MAX_WIDTH, 1));
    let [first, size, extent] = [offset, size, extent].map(|ex| pool.sign_extend(ex, MAX_WIDTH));
    let stride = pool.number(MAX_WIDTH, stride as i128 as u128);
    let steps = pool.binary(Binary::Sub, size, one);
    let distance = pool.binary(Binary::Mul, steps, stride);
    let last = pool.binary(Binary::Add, first, distance);
    let [starts, ends] = [first, last].map(|at| pool.compare(Compare::ULt, at, extent));
    let within = pool.and(starts, ends);
    let none = pool.equal(size, zero);
    let at_end = pool.compare(Compare::ULe, first, extent);
    let empty = pool.and(none, at_end);
    let fits = pool.or(within, empty);
    let negative = pool.compare(Compare::SLt, size, zero);
    let outside = pool.not(fits);
    pool.or(negative, outside)
}
