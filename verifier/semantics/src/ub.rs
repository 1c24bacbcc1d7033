//! `ub`: poison as a constant.

use crate::attribute::is_poison;
use crate::{Attribute, OpSemantics, Scalar, Unsupported};

pub(crate) const OPS: &[OpSemantics] = &[OpSemantics::each("ub.poison", |element| {
    match element.attribute("value") {
        // Another dialect's attribute may say that only a part of the value is poison.
        Attribute::Known(attr) if !is_poison(element.subject.ctx, attr) => {
            return Err(Unsupported::Attribute);
        }
        _ => {}
    }
    Ok(vec![Scalar { bits: element.blank()?, poison: element.pool.boolean(true) }])
})];
