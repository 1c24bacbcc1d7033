//! `vector`: one register for each element. Vectors of many elements, whose code would be long, have no form at all.

mod access;
mod arrange;
mod reduce;

use super::meaning::OpLowering;
pub(super) use access::{load_at, store_at};
pub(super) use arrange::{count, number_of, place, result_shape, shaped};
pub(super) use reduce::combined;

pub(super) const ARRANGE_OPS: &[OpLowering] = arrange::OPS;
pub(super) const REDUCE_OPS: &[OpLowering] = reduce::OPS;
pub(super) const ACCESS_OPS: &[OpLowering] = access::OPS;
