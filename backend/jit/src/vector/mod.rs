//! `vector`: one register for each element. Vectors of many elements, whose code would be long, have no form at all.

mod access;
mod arrange;
mod reduce;

use super::meaning::Meaning;
pub(super) use access::{load_at, store_at};
pub(super) use arrange::{count, number_of, place, result_shape, shaped};
pub(super) use reduce::combined;

pub(super) const ARRANGE_OPS: &[Meaning] = arrange::OPS;
pub(super) const REDUCE_OPS: &[Meaning] = reduce::OPS;
pub(super) const ACCESS_OPS: &[Meaning] = access::OPS;
