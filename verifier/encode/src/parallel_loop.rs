//! Loops whose iterations have no order: they are followed one after the other, the last dimension fastest, which is as good as any order
//! where `races` finds that none shows. Of a dimension whose bounds are not known a number of iterations is followed, each under the
//! condition that there is one. Reductions combine integers, to the same in any order.

use assay_ir::data::{OpId, RegionId};
use assay_ir::{ops, text};

use crate::attributes::{groups, mixed};
use crate::layout::INDEX;
use crate::machine::{Run, SymbolicExecutor};
use crate::state::{Item, chosen};
use crate::unsupported::EncodeError;
use crate::views::{fixed_shape, places};
use assay_semantics::{Element, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[("scf.forall", for_all), ("scf.parallel", parallel)];

/// Turns of all dimensions together.
const MOST_ITERATIONS: u64 = 256;

/// The results of a loop.
#[derive(Clone)]
pub(crate) enum Reduced {
    /// The values that its iterations yield, combined from identities on.
    By(Vec<Combined>),
    /// These, combined with what its iterations yield by regions of their terminator.
    From(Vec<Item>),
}

type Combine = fn(&mut TermArena, TermId, TermId) -> TermId;

/// A way to combine integers, and what was combined so far.
#[derive(Clone)]
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

/// The induction variables of one dimension that are followed, each with the condition that it is one, and the condition that there
/// are more of them.
struct Dimension {
    inductions: Vec<(TermId, TermId)>,
    more: TermId,
}

/// A dimension with numbers for bounds; `None` where it has more iterations than are followed.
fn counted(pool: &mut TermArena, [lower, upper, step]: [i64; 3]) -> Option<Dimension> {
    let span = i128::from(upper) - i128::from(lower);
    let count = u64::try_from((span.max(0) + i128::from(step) - 1) / i128::from(step)).ok()?;
    if count > MOST_ITERATIONS {
        return None;
    }
    let (always, never) = (pool.boolean(true), pool.boolean(false));
    let induction = |at: u64| (pool.number(INDEX, u128::from((lower + at as i64 * step) as u64)), always);
    Some(Dimension { inductions: (0..count).map(induction).collect(), more: never })
}

/// A dimension with other bounds, of which the first `most` iterations are followed. The step is positive.
fn open(pool: &mut TermArena, [lower, upper, step]: [TermId; 3], most: usize) -> Dimension {
    let (mut at, mut reached) = (lower, pool.boolean(true));
    let mut inductions = Vec::with_capacity(most);
    for _ in 0..most {
        let below = pool.compare(Compare::SLt, at, upper);
        reached = pool.and(reached, below);
        inductions.push((at, reached));
        // What wraps is no induction variable: it would be above every bound.
        let next = pool.binary(Binary::Add, at, step);
        let grows = pool.compare(Compare::SLt, at, next);
        reached = pool.and(reached, grows);
        at = next;
    }
    let below = pool.compare(Compare::SLt, at, upper);
    Dimension { inductions, more: pool.and(reached, below) }
}

/// The condition that a loop over these dimensions has iterations beyond those that are followed.
fn beyond(pool: &mut TermArena, dimensions: &[Dimension]) -> TermId {
    let mut all = Vec::new();
    for (at, dimension) in dimensions.iter().enumerate() {
        let others = dimensions.iter().enumerate().filter(|(other, _)| *other != at);
        let mut parts: Vec<TermId> = vec![dimension.more];
        for (_, other) in others {
            parts.push(other.inductions.first().map_or_else(|| pool.boolean(false), |(_, first)| *first));
        }
        all.push(pool.all(parts));
    }
    pool.any(all)
}

/// Follows the region at each place.
pub(crate) fn iterations(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    [lower, upper, step]: [&[TermId]; 3],
    mut reduced: Reduced,
) -> Result<(), EncodeError> {
    if lower.len() != upper.len() || lower.len() != step.len() {
        return Err(m.lacks_types(op));
    }
    let zero = m.pool().zero(INDEX);
    let idle: Vec<TermId> = step.iter().map(|step| m.pool().compare(Compare::SLe, *step, zero)).collect();
    let idle = m.pool().any(idle);
    if m.pool().value(idle) == Some(1) {
        return m.set_undefined(op, None);
    }
    m.undefined_if(idle);
    let runs = m.pool().not(idle);
    m.state.path = m.encoder.pool.and(m.state.path, runs);
    let most = m.encoder.iterations;
    let mut dimensions = Vec::with_capacity(lower.len());
    for bounds in lower.iter().zip(upper).zip(step).map(|((lower, upper), step)| [*lower, *upper, *step]) {
        let known = fixed_shape(&m.encoder.pool, &bounds).and_then(|known| <[i64; 3]>::try_from(known).ok());
        dimensions.push(match known {
            Some(known) => counted(m.pool(), known).ok_or(EncodeError::Size)?,
            None => open(m.pool(), bounds, most),
        });
    }
    let shape: Vec<u64> = dimensions.iter().map(|dimension| dimension.inductions.len() as u64).collect();
    let all = shape.iter().try_fold(1u64, |all, one| all.checked_mul(*one));
    all.filter(|all| *all <= MOST_ITERATIONS).ok_or(EncodeError::Size)?;
    let beyond = beyond(m.pool(), &dimensions);
    m.cut_if(beyond);
    let within = m.pool().not(beyond);
    m.state.path = m.encoder.pool.and(m.state.path, within);
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let mut iterations = m.begin_iterations(op);
    let last: Vec<u64> = shape.iter().map(|extent| extent.saturating_sub(1)).collect();
    for place in places(&shape) {
        let chosen: Vec<(TermId, TermId)> =
            place.iter().zip(&dimensions).map(|(at, dimension)| dimension.inductions[*at as usize]).collect();
        let runs = m.pool().all(chosen.iter().map(|(_, runs)| *runs).collect::<Vec<_>>());
        if m.pool().value(runs) == Some(0) {
            continue;
        }
        m.begin_iteration(&mut iterations);
        let arguments = chosen
            .iter()
            .map(|(number, _)| Item::Numbers(Value { shape: None, elements: vec![m.sound(*number)] }));
        let arguments = arguments.collect();
        let before = (m.pool().value(runs) != Some(1)).then(|| (m.state.clone(), reduced.clone()));
        m.state.path = m.encoder.pool.and(m.state.path, runs);
        let exits = m.region(region, arguments)?;
        let end = exits.first().and_then(|exit| exit.op);
        match m.join(exits)? {
            Some(yielded) => reduce(m, op, &mut reduced, end, yielded)?,
            // What ends here is not known to end where another iteration comes first.
            None if place != last => return Err(EncodeError::Order(m.program.op_name(op).to_owned())),
            None => {}
        }
        if let Some((mut without, old)) = before {
            let skipped = m.pool().not(runs);
            without.path = m.encoder.pool.and(without.path, skipped);
            let with = m.state.clone();
            m.state = m.chosen_state(with, without);
            reduced = reduced.chosen(m, runs, old)?;
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

impl Reduced {
    /// These results by a condition, else the other ones.
    fn chosen(
        self,
        m: &mut SymbolicExecutor<'_, '_>,
        condition: TermId,
        otherwise: Reduced,
    ) -> Result<Reduced, EncodeError> {
        match (self, otherwise) {
            (Reduced::From(then), Reduced::From(otherwise)) => {
                Ok(Reduced::From(m.chosen_items(condition, &then, &otherwise)?))
            }
            (Reduced::By(mut then), Reduced::By(otherwise)) => {
                for (one, other) in then.iter_mut().zip(otherwise) {
                    one.so_far = chosen(m.pool(), condition, one.so_far, other.so_far);
                }
                Ok(Reduced::By(then))
            }
            (then, _) => Ok(then),
        }
    }
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
