//! Loops whose iterations have no order: with bounds that are known they are followed one after the other, the last dimension fastest, which
//! is as good as any order where `races` finds that none shows. Reductions combine integers, to the same in any order.

use assay_ir::data::{OpId, RegionId};
use assay_ir::{ops, text};

use crate::attributes::{groups, mixed};
use crate::layout::INDEX;
use crate::machine::{Run, SymbolicExecutor};
use crate::state::Item;
use crate::unsupported::EncodeError;
use crate::views::{fixed_shape, places};
use assay_semantics::{Element, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[("scf.forall", for_all), ("scf.parallel", parallel)];

/// Turns of all dimensions together.
const MOST_ITERATIONS: u64 = 256;

/// The results of a loop.
pub(crate) enum Reduced {
    /// The values that its iterations yield, combined from identities on.
    By(Vec<Combined>),
    /// These, combined with what its iterations yield by regions of their terminator.
    From(Vec<Item>),
}

type Combine = fn(&mut TermArena, TermId, TermId) -> TermId;

/// A way to combine integers, and what was combined so far.
pub(crate) struct Combined {
    combine: Combine,
    so_far: Scalar,
}

fn for_all(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [lower, upper, step, outputs] = groups::<4>(m, op)?;
    let lower = mixed(m, op, "staticLowerBound", &lower)?;
    let upper = mixed(m, op, "staticUpperBound", &upper)?;
    let step = mixed(m, op, "staticStep", &step)?;
    if !outputs.is_empty() {
        return Err(m.lacks_types(op));
    }
    iterations(m, op, [&lower, &upper, &step], Reduced::From(Vec::new()))
}

fn parallel(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [lower, upper, step, initial] = groups::<4>(m, op)?;
    let bounds = [lower, upper, step].map(|bounds| crate::attributes::addresses(m, op, &bounds));
    let [lower, upper, step] = bounds;
    iterations(m, op, [&lower?, &upper?, &step?], Reduced::From(initial))
}

/// Follows the region at each place.
pub(crate) fn iterations(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    bounds: [&[TermId]; 3],
    mut reduced: Reduced,
) -> Result<(), EncodeError> {
    let known = bounds.map(|bounds| fixed_shape(&m.encoder.pool, bounds));
    let [Some(lower), Some(upper), Some(step)] = known else { return Err(m.lacks_types(op)) };
    if lower.len() != upper.len() || lower.len() != step.len() {
        return Err(m.lacks_types(op));
    }
    if step.iter().any(|step| *step <= 0) {
        return m.set_undefined(op, None);
    }
    let count = |dim: usize| {
        let span = i128::from(upper[dim]) - i128::from(lower[dim]);
        u64::try_from((span.max(0) + i128::from(step[dim]) - 1) / i128::from(step[dim])).ok()
    };
    let shape: Option<Vec<u64>> = (0..lower.len()).map(count).collect();
    let all = shape.as_ref().and_then(|shape| shape.iter().try_fold(1u64, |all, one| all.checked_mul(*one)));
    let shape = shape.filter(|_| all.is_some_and(|all| all <= MOST_ITERATIONS)).ok_or(EncodeError::Size)?;
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let mut iterations = m.begin_iterations(op);
    let last: Vec<u64> = shape.iter().map(|extent| extent.saturating_sub(1)).collect();
    for place in places(&shape) {
        m.begin_iteration(&mut iterations);
        let mut arguments = Vec::with_capacity(place.len());
        for (dim, at) in place.iter().enumerate() {
            let number = lower[dim] + *at as i64 * step[dim];
            let bits = m.encoder.pool.number(INDEX, u128::from(number as u64));
            let index = m.sound(bits);
            arguments.push(Item::Numbers(Value { shape: None, elements: vec![index] }));
        }
        let exits = m.region(region, arguments)?;
        let end = exits.first().and_then(|exit| exit.op);
        match m.join(exits)? {
            Some(yielded) => reduce(m, op, &mut reduced, end, yielded)?,
            // What ends here is not known to end where another iteration comes first.
            None if place != last => return Err(EncodeError::Order(m.program.op_name(op).to_owned())),
            None => {}
        }
    }
    m.end_iterations(&iterations)?;
    let number = |combined: Combined| Item::Numbers(Value { shape: None, elements: vec![combined.so_far] });
    let results = match reduced {
        Reduced::By(all) => all.into_iter().map(number).collect(),
        Reduced::From(items) => items,
    };
    m.bind(op, results)
}

/// Combines what an iteration yields with what came out so far.
fn reduce(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    reduced: &mut Reduced,
    end: Option<OpId>,
    yielded: Vec<Item>,
) -> Result<(), EncodeError> {
    match reduced {
        Reduced::By(all) if all.len() == yielded.len() => {
            for (combined, item) in all.iter_mut().zip(yielded) {
                let Item::Numbers(Value { elements, .. }) = item else { return Err(m.lacks_types(op)) };
                let [next] = elements[..] else { return Err(m.lacks_types(op)) };
                let (pool, so_far) = (m.pool(), combined.so_far);
                let bits = (combined.combine)(pool, so_far.bits, next.bits);
                combined.so_far = Scalar { bits, poison: pool.or(so_far.poison, next.poison) };
            }
            Ok(())
        }
        Reduced::From(items) if items.is_empty() => Ok(()),
        Reduced::From(items) if items.len() == yielded.len() => {
            let regions = end.map(|end| m.program.op_regions(end).to_vec()).unwrap_or_default();
            if regions.len() != items.len() {
                return Err(m.unsupported(op));
            }
            for ((item, next), region) in items.iter_mut().zip(yielded).zip(regions) {
                if !is_orderless(m, region) {
                    return Err(EncodeError::Order(m.program.op_name(op).to_owned()));
                }
                let exits = m.region(region, vec![item.clone(), next])?;
                let combined = m.join(exits)?.and_then(|all| all.into_iter().next());
                *item = combined.ok_or_else(|| m.unsupported(op))?;
            }
            Ok(())
        }
        _ => Err(m.unsupported(op)),
    }
}

/// Tells if an operation combines many integers to the same in any order.
fn is_orderless_op(name: &str) -> bool {
    let record = ops::op(name).filter(|record| record.fact("integer").is_some());
    record.is_some_and(|record| record.fact("orderless").is_some())
}

/// Tells if a region combines its two arguments by one such operation; with a flag of overflow sums on the way depend on the order.
fn is_orderless(m: &SymbolicExecutor<'_, '_>, region: RegionId) -> bool {
    let program = m.program;
    let Some(block) = program.region(region).blocks.first() else { return false };
    let inner: Vec<OpId> = program.ops_in(*block).collect();
    let [combined, _] = inner[..] else { return false };
    let operands: Vec<_> = program.operands(combined).collect();
    let arguments = &program.block(*block).arguments;
    let both = arguments.iter().all(|argument| operands.contains(argument)) && operands.len() == 2;
    let flags = program.attr(combined, m.ident("overflowFlags"));
    let plain = flags.is_none_or(|flags| text::attr_text(program.ctx(), flags).contains("<none>"));
    is_orderless_op(program.op_name(combined)) && both && plain
}

impl Combined {
    /// A reduction by the number that `arith` gives its kind, at its identity.
    ///
    /// # Errors
    /// One of floating-point numbers, whose order shows.
    pub(crate) fn for_kind(
        m: &mut SymbolicExecutor<'_, '_>,
        op: OpId,
        at: usize,
        kind: i64,
    ) -> Result<Combined, EncodeError> {
        let layout = m.result_layout(op, at)?;
        if layout.shape.is_some() || !matches!(layout.element, Element::Integer | Element::Index) {
            return Err(EncodeError::Order(m.program.op_name(op).to_owned()));
        }
        let pool = m.pool();
        let mut by = |combine: Combine, identity: u128| (combine, pool.number(layout.width, identity));
        let (combine, bits) = match kind {
            1 => by(|pool, a, b| pool.binary(Binary::Add, a, b), 0),
            2 => by(|pool, a, b| pool.binary(Binary::And, a, b), u128::MAX),
            13 => by(|pool, a, b| pool.binary(Binary::Mul, a, b), 1),
            14 => by(|pool, a, b| pool.binary(Binary::Or, a, b), 0),
            15 => by(|pool, a, b| pool.binary(Binary::Xor, a, b), 0),
            _ => return Err(m.lacks_attribute(op)),
        };
        let so_far = m.sound(bits);
        Ok(Combined { combine, so_far })
    }
}
