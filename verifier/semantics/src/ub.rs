//! `ub`: poison as a constant.

use crate::attribute::is_poison;
use crate::{Attribute, Lack, Meaning, Scalar};

pub(crate) const OPS: &[Meaning] = &[Meaning::each("ub.poison", |lane| {
    match lane.attribute("value") {
        // Another dialect's attribute may say that only a part of the value is poison.
        Attribute::Known(attr) if !is_poison(lane.subject.ctx, attr) => return Err(Lack::Attribute),
        _ => {}
    }
    Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
})];
