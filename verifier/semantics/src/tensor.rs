//! `tensor`: what has no contents yet.

use crate::{Lack, Meaning, Scalar};

pub(crate) const OPS: &[Meaning] = &[Meaning::each("tensor.empty", |lane| {
    // Nothing is said of the elements.
    if !lane.operands.is_empty() {
        return Err(Lack::Type);
    }
    Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
})];
