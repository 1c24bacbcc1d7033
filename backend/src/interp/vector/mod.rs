//! `vector` of fixed shapes. What selects an element that is not there is poison; an access of memory outside is
//! undefined behaviour, as it is in `memref`. Sums of floating-point numbers are taken in order, from the first operand
//! that accumulates.

mod access;
mod arrange;
mod mask;
mod reduce;

use super::OpInterpreter;
pub(super) use access::{read_row, write_row};

pub(super) const ARRANGE_OPS: &[OpInterpreter] = arrange::OPS;
pub(super) const REDUCE_OPS: &[OpInterpreter] = reduce::OPS;
pub(super) const ACCESS_OPS: &[OpInterpreter] = access::OPS;
pub(super) const MASK_OPS: &[OpInterpreter] = mask::OPS;
