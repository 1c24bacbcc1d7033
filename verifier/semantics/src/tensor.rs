//! `tensor`: what has no contents yet.

use crate::{OpSemantics, Scalar, Unsupported};

pub(crate) const OPS: &[OpSemantics] = &[OpSemantics::each("tensor.empty", |element| {
    // Nothing is said of the elements.
    if !element.operands.is_empty() {
        return Err(Unsupported::Type);
    }
    Ok(vec![Scalar { bits: element.blank()?, poison: element.pool.boolean(true) }])
})];
