//! Loops whose iterations have no order. Here they run one after the other, the last dimension fastest, or from the last to the first.
//! Turns that touch one element of memory, one of them writing, are a race: "if there are data races, the behavior is undefined"
//! (SCFOps.td, `scf.parallel`). An element of a shared output that several iterations write is poison: it "might contain data from any of
//! the updates, or even a malformed bit pattern" (TensorOps.td, `tensor.parallel_insert_slice`).

use assay_ir::data::{OpId, RegionId, ValueDef};
use assay_ir::ops;

use super::OpInterpreter;
use super::attributes::{OverflowFlags, groups};
use super::machine::{ControlFlow, Executed, Machine, Stop, address};
use super::slices::mixed;
use super::tensor::insertions;
use crate::engine::{Undefined, Unsupported};
use crate::value::{Shaped, Value};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::region("scf.forall", for_all, next_for_all),
    OpInterpreter::without_regions("scf.forall.in_parallel", in_parallel),
    OpInterpreter::region("scf.parallel", parallel, next_parallel),
    OpInterpreter::region("scf.reduce", reduce, next_reduction),
    OpInterpreter::without_regions("scf.reduce.return", leave),
];

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}

/// Bounds that are poison decide where control goes.
fn bounds(values: &[Value]) -> Result<Vec<i64>, Stop> {
    let bound = |value: &Value| match value {
        Value::Poison => Err(Undefined::ControlByPoison.into()),
        value => address(value),
    };
    values.iter().map(bound).collect()
}

/// Begins a loop over all combinations of the ranges.
pub(super) fn begin(
    m: &mut Machine<'_>,
    op: OpId,
    lower: &[i64],
    upper: &[i64],
    step: &[i64],
    values: Vec<Value>,
) -> Result<(), Stop> {
    if lower.len() != upper.len() || lower.len() != step.len() {
        return Err(Unsupported::Malformed.into());
    }
    if step.iter().any(|step| *step <= 0) {
        return Err(Undefined::StepNotPositive.into());
    }
    let iterations = |dim: usize| {
        let span = i128::from(upper[dim]) - i128::from(lower[dim]);
        u64::try_from((span.max(0) + i128::from(step[dim]) - 1) / i128::from(step[dim])).unwrap_or(u64::MAX)
    };
    let shape: Vec<u64> = (0..lower.len()).map(iterations).collect();
    m.charge(crate::value::count(&shape))?;
    let at =
        |place: Vec<i64>| place.iter().enumerate().map(|(dim, at)| lower[dim] + at * step[dim]).collect();
    let mut places: Vec<Vec<i64>> = super::memory::places(&shape).map(at).collect();
    if m.options.backward {
        places.reverse();
    }
    m.begin(op, places, values);
    m.memory.races.begin();
    Ok(())
}

fn parallel(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [lower, upper, step, initial] = groups::<4>(m, op)?;
    begin(m, op, &bounds(&lower)?, &bounds(&upper)?, &bounds(&step)?, initial)?;
    iteration(m, op, false)
}

/// The next iteration gets its place and, where that is asked, what came out up to now.
pub(super) fn iteration(m: &mut Machine<'_>, op: OpId, with_values: bool) -> Executed {
    match m.next_place(op)? {
        Err(values) => {
            m.memory.races.end();
            if std::mem::take(&mut m.memory.disordered) {
                m.lacks_order(op);
            }
            Ok(ControlFlow::Next(values))
        }
        Ok(place) => {
            m.memory.races.iteration();
            let mut arguments: Vec<Value> = place.iter().map(|at| m.index(*at)).collect();
            if with_values {
                arguments.extend(m.progress(op)?.values.iter().cloned());
            }
            Ok(ControlFlow::Enter(m.region(op, 0)?, arguments))
        }
    }
}

fn next_parallel(m: &mut Machine<'_>, op: OpId, _: OpId, _: Vec<Value>) -> Executed {
    iteration(m, op, false)
}

/// The end of an iteration: its operands are combined with what came out up to now, each by a region.
fn reduce(m: &mut Machine<'_>, op: OpId) -> Executed {
    combine(m, op, 0)
}

fn combine(m: &mut Machine<'_>, op: OpId, number: usize) -> Executed {
    if number == m.program.operand_count(op) {
        return Ok(ControlFlow::Leave(Vec::new()));
    }
    let owner = m.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let before = m.progress(owner)?.values.get(number).ok_or(Unsupported::Malformed)?.clone();
    let arguments = vec![before, m.operand(op, number)?];
    let region = m.region(op, number)?;
    if !m.progress(owner)?.left.is_empty() && !is_orderless(m, region) {
        m.lacks_order(owner);
    }
    Ok(ControlFlow::Enter(region, arguments))
}

/// Tells if an operation combines many numbers to the same in any order.
pub(super) fn is_orderless_op(name: &str) -> bool {
    ops::op(name).is_some_and(|record| record.fact("orderless").is_some())
}

/// Tells if a region combines its two arguments by one operation that comes to the same in any order of many numbers. A flag of
/// overflow does not: sums on the way depend on the order.
fn is_orderless(m: &Machine<'_>, region: RegionId) -> bool {
    let program = m.program;
    let Some(block) = program.region(region).blocks.first() else { return false };
    let mut arguments = program.block(*block).arguments.to_vec();
    let inner: Vec<OpId> = program.ops_in(*block).collect();
    let [combined, _] = inner[..] else { return false };
    let mut operands: Vec<_> = program.operands(combined).collect();
    arguments.sort_unstable();
    operands.sort_unstable();
    let flags = super::attributes::overflow_flags(m, combined);
    let plain = flags.is_ok_and(|flags| flags == OverflowFlags::default());
    is_orderless_op(program.op_name(combined)) && arguments == operands && plain
}

fn next_reduction(m: &mut Machine<'_>, op: OpId, ended: OpId, values: Vec<Value>) -> Executed {
    let block = m.program.op(ended).block.ok_or(Unsupported::Malformed)?;
    let region = m.program.block(block).region;
    let number =
        m.program.op_regions(op).iter().position(|other| *other == region).ok_or(Unsupported::Malformed)?;
    let [value]: [Value; 1] = values.try_into().map_err(|_| Unsupported::Malformed)?;
    let owner = m.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    *m.progress(owner)?.values.get_mut(number).ok_or(Unsupported::Malformed)? = value;
    combine(m, op, number + 1)
}

fn for_all(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [lower, upper, step, outputs] = groups::<4>(m, op)?;
    bounds(&[&lower[..], &upper[..], &step[..]].concat())?;
    let lower = mixed(m, op, "staticLowerBound", &lower)?;
    let upper = mixed(m, op, "staticUpperBound", &upper)?;
    let step = mixed(m, op, "staticStep", &step)?;
    begin(m, op, &lower, &upper, &step, outputs)?;
    iteration(m, op, true)
}

fn next_for_all(m: &mut Machine<'_>, op: OpId, _: OpId, _: Vec<Value>) -> Executed {
    iteration(m, op, true)
}

/// The end of an iteration: its region has no terminator and holds only insertions into the shared outputs, which are
/// arguments of the iteration's block.
fn in_parallel(m: &mut Machine<'_>, op: OpId) -> Executed {
    let program = m.program;
    let owner = program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let region = m.region(op, 0)?;
    let inner: Vec<OpId> = match program.region(region).blocks.first() {
        Some(block) => program.ops_in(*block).collect(),
        None => Vec::new(),
    };
    for insertion in inner {
        let record = ops::op(program.op_name(insertion));
        if record.is_none_or(|record| !record.has_interface("ParallelCombiningOpInterface")) {
            return Err(Unsupported::Type.into());
        }
        let target = program.operand(insertion, 1).ok_or(Unsupported::Malformed)?;
        let ValueDef::Argument(block, index) = program.value(target).def else {
            return Err(Unsupported::Type.into());
        };
        let places = program.block(block).arguments.len();
        let progress = m.progress(owner)?;
        let output =
            (index as usize + progress.values.len()).checked_sub(places).ok_or(Unsupported::Malformed)?;
        let before =
            progress.values.get(output).and_then(Value::as_shaped).ok_or(Unsupported::Malformed)?.clone();
        let mut elements = before.elements().to_vec();
        let inserted = insertions(m, insertion, &before)?;
        let progress = m.progress(owner)?;
        for (at, value) in inserted {
            let first = progress.written.insert((output, at));
            elements[at as usize] = if first { value } else { Value::Poison };
        }
        progress.values[output] = Shaped::new(before.shape(), elements).into();
    }
    Ok(ControlFlow::Leave(Vec::new()))
}
