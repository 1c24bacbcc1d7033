//! `ub`: poison as a constant.

use crate::attribute::is_poison;
use crate::{Attribute, OpSemantics, Scalar, Unsupported};

pub(crate) const OPS: &[OpSemantics] = &[OpSemantics::each("ub.poison", |lane| {
    match lane.attribute("value") {
        // Another dialect's attribute may say that only a part of the value is poison.
        Attribute::Known(attr) if !is_poison(lane.subject.ctx, attr) => return Err(Unsupported::Attribute),
        _ => {}
    }
    Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
})];
