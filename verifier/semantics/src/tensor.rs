//! `tensor`: what has no contents yet.

use crate::{OpSemantics, Scalar, Unsupported};

pub(crate) const OPS: &[OpSemantics] = &[OpSemantics::each("tensor.empty", |lane| {
    // Nothing is said of the elements.
    if !lane.operands.is_empty() {
        return Err(Unsupported::Type);
    }
    Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
})];
