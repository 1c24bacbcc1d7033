//! Loops whose turns may run in any order: with bounds that are known they are followed one after the other, the last dimension
//! fastest.

use assay_ir::data::OpId;

use super::attributes::{groups, mixed};
use super::encoder::{INDEX, Missing};
use super::machine::{Item, Machine, Run};
use super::views::{fixed_shape, places};
use crate::values::expr::Ex;
use crate::values::meaning::Value;

pub(super) const OPS: &[(&str, Run)] = &[("scf.forall", for_all), ("scf.parallel", parallel)];

/// Turns of all dimensions together.
const MOST_TURNS: u64 = 256;

fn for_all(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let [lower, upper, step, outputs] = groups::<4>(m, op)?;
    let lower = mixed(m, op, "staticLowerBound", &lower)?;
    let upper = mixed(m, op, "staticUpperBound", &upper)?;
    let step = mixed(m, op, "staticStep", &step)?;
    turns(m, op, [&lower, &upper, &step], &outputs)
}

fn parallel(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let [lower, upper, step, initial] = groups::<4>(m, op)?;
    let bounds = [lower, upper, step].map(|bounds| super::attributes::addresses(m, op, &bounds));
    let [lower, upper, step] = bounds;
    turns(m, op, [&lower?, &upper?, &step?], &initial)
}

/// Follows the region at each place; nothing may be carried from turn to turn.
fn turns(m: &mut Machine<'_, '_>, op: OpId, bounds: [&[Ex]; 3], carried: &[Item]) -> Result<(), Missing> {
    let known = bounds.map(|bounds| fixed_shape(&m.encoder.pool, bounds));
    let [Some(lower), Some(upper), Some(step)] = known else { return Err(m.lacks_types(op)) };
    if !carried.is_empty() || lower.len() != upper.len() || lower.len() != step.len() {
        return Err(m.lacks_types(op));
    }
    if step.iter().any(|step| *step <= 0) {
        return m.ends_undefined(op, None);
    }
    let count = |dim: usize| {
        let span = i128::from(upper[dim]) - i128::from(lower[dim]);
        u64::try_from((span.max(0) + i128::from(step[dim]) - 1) / i128::from(step[dim])).ok()
    };
    let shape: Option<Vec<u64>> = (0..lower.len()).map(count).collect();
    let all = shape.as_ref().and_then(|shape| shape.iter().try_fold(1u64, |all, one| all.checked_mul(*one)));
    let shape = shape.filter(|_| all.is_some_and(|all| all <= MOST_TURNS)).ok_or(Missing::Size)?;
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.lacking(op))?;
    for place in places(&shape) {
        let mut arguments = Vec::with_capacity(place.len());
        for (dim, at) in place.iter().enumerate() {
            let number = lower[dim] + *at as i64 * step[dim];
            let bits = m.encoder.pool.number(INDEX, u128::from(number as u64));
            let index = m.sound(bits);
            arguments.push(Item::Numbers(Value { shape: None, elements: vec![index] }));
        }
        let exits = m.region(region, arguments)?;
        if m.join(exits)?.is_none() {
            break;
        }
    }
    m.bind(op, Vec::new())
}
