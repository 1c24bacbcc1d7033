//! `scf`: structured control flow as blocks and branches. A loop tests at its end whether it goes on, after it paid
//! for the iteration; it ends where its induction variable would leave its type.

use assay_ir::data::{OpId, RegionId, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use smallvec::SmallVec;

use crate::attributes::{has, numbers};
use crate::cf::deciding;
use crate::integers::{ones, sign_bit};
use crate::intervals::Bound;
use crate::lowering::{ControlFlow, End, HeldValue, Lane, Lowered, Lowering, Paid, Range};
use crate::meaning::OpLowering;
use crate::types::Kind;
use crate::unit::{Exit, cost_of_entry};
use assay_backend::engine::{Limit, Undefined, Unsupported};

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("scf.condition", condition),
    OpLowering::new("scf.execute_region", execute_region),
    OpLowering::new("scf.for", loop_over_range),
    OpLowering::new("scf.if", branch),
    OpLowering::new("scf.index_switch", switch),
    OpLowering::new("scf.while", loop_while),
    OpLowering::new("scf.yield", end),
];

fn region(l: &Lowering<'_, '_, '_>, op: OpId, index: usize) -> Result<RegionId, Unsupported> {
    l.program.op_regions(op).get(index).copied().ok_or(Unsupported::Malformed)
}

fn entry_names(l: &Lowering<'_, '_, '_>, op: OpId, index: usize) -> Result<Vec<ValueId>, Unsupported> {
    let region = region(l, op, index)?;
    let entry = *l.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
    Ok(l.program.block(entry).arguments.to_vec())
}

fn result_names(l: &Lowering<'_, '_, '_>, op: OpId) -> SmallVec<[ValueId; 4]> {
    l.program.results(op).collect()
}

/// Makes the block behind an operation, whose regions end there.
fn results(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Result<Block, Unsupported> {
    let done = l.join_of_results(op)?;
    l.ends.insert(op, End::Results(done));
    l.go_on(op, done);
    Ok(done)
}

pub(super) fn execute_region(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let region = region(l, op, 0)?;
    results(l, op)?;
    let entry = l.open(region)?;
    l.jump(entry, [], &[])
}

fn branch(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (_, condition) = deciding(l, op, 0)?;
    branch_on(l, op, condition.bits)
}

/// Into the first region if a flag is set, else into the second.
pub(super) fn branch_on(l: &mut Lowering<'_, '_, '_>, op: OpId, condition: Value) -> Lowered {
    let (first, second) = (region(l, op, 0)?, region(l, op, 1)?);
    let done = results(l, op)?;
    // Without results the second region may be empty.
    let other = match l.program.region(second).blocks.is_empty() {
        true if l.program.result_count(op) > 0 => return Err(Unsupported::Malformed),
        true => done,
        false => l.open(second)?,
    };
    let then = l.open(first)?;
    l.b.ins().brif(condition, then, &[], other, &[]);
    Ok(ControlFlow::Closed)
}

/// The first region is the default, then come the cases in order.
fn switch(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (width, flag) = deciding(l, op, 0)?;
    let cases = numbers(l.program, op, "cases")?;
    if l.program.op_regions(op).len() != cases.len() + 1 {
        return Err(Unsupported::Malformed);
    }
    results(l, op)?;
    let regions = l.program.op_regions(op).to_vec();
    let blocks: Vec<Block> = regions.into_iter().map(|region| l.open(region)).collect::<Result<_, _>>()?;
    for (case, block) in cases.into_iter().zip(&blocks[1..]) {
        let hit = l.is(width, flag.bits, case as i128 as u128);
        let next = l.b.create_block();
        l.b.ins().brif(hit, *block, &[], next, &[]);
        l.b.switch_to_block(next);
    }
    l.b.ins().jump(blocks[0], &[]);
    Ok(ControlFlow::Closed)
}

fn loop_over_range(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let ((width, lower), (_, upper), (_, step)) =
        (deciding(l, op, 0)?, deciding(l, op, 1)?, deciding(l, op, 2)?);
    let unsigned = has(l.program, op, "unsignedCmp");
    let positive = |number: u128| number != 0 && (unsigned || number < sign_bit(width));
    if !step.constant.is_some_and(positive) {
        let zero = l.constant(width, 0);
        let code = if unsigned { IntCC::Equal } else { IntCC::SignedLessThanOrEqual };
        let bad = l.compare(width, code, step.bits, zero);
        l.guard_ub(Some(bad), Undefined::StepNotPositive);
    }
    let carried = l.operands_from(op, 3)?;
    let names = [0, 1].map(|index| l.program.operand(op, index));
    count(l, op, Counted { width, unsigned, lower, upper, step, names }, &carried)
}

/// Bounds and step of a loop; the step is positive.
pub(super) struct Counted {
    pub(super) width: u32,
    pub(super) unsigned: bool,
    pub(super) lower: Lane,
    pub(super) upper: Lane,
    pub(super) step: Lane,
    /// The bounds, where they are operands.
    pub(super) names: [Option<ValueId>; 2],
}

/// A loop over a range with values that it carries.
pub(super) fn count(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    counted: Counted,
    carried: &[HeldValue],
) -> Lowered {
    let Counted { width, unsigned, lower, upper, step, names: names_of_bounds } = counted;
    let names = entry_names(l, op, 0)?;
    let induction = *names.first().ok_or(Unsupported::Malformed)?;
    let body_region = region(l, op, 0)?;
    l.open_scope(op);
    let done = l.join_of_results(op)?;
    l.go_on(op, done);
    let body = l.open(body_region)?;
    let bounds = [(&lower, names_of_bounds[0]), (&upper, names_of_bounds[1])];
    let bounds = bounds.map(|(lane, name)| Bound { constant: lane.constant, bits: lane.bits, name });
    l.note_variable(induction, width, unsigned, bounds, step.constant);
    let below = if unsigned { IntCC::UnsignedLessThan } else { IntCC::SignedLessThan };
    let cost = cost_of_entry(l.program, body_region);
    let mut range = Range {
        body,
        done,
        width,
        below,
        upper: upper.bits,
        step: step.bits,
        may_wrap: may_wrap(width, unsigned, &upper, &step),
        paid: Paid::Each(cost),
    };
    let mut enters = l.compare(width, below, lower.bits, upper.bits);
    if l.facts.costs_the_same(op) && (1..=64).contains(&width) && cost > 0 {
        let (first, results) = (l.b.create_block(), result_names(l, op));
        let done = l.join_arguments(results, carried)?;
        l.b.ins().brif(enters, first, &[], range.done, &done);
        l.b.switch_to_block(first);
        pay_before(l, &mut range, (&lower, &upper, &step), cost);
        enters = l.constant(1, 1);
    }
    l.ends.insert(op, End::Range(range.clone()));
    iteration(l, op, &range, enters, lower, carried)
}

/// Pays for all iterations of a loop that is entered. Where the fuel does not last, the loop ends with the iteration at whose end it
/// is used up, so that whatever is undefined before is found as ever.
fn pay_before(
    l: &mut Lowering<'_, '_, '_>,
    range: &mut Range,
    (lower, upper, step): (&Lane, &Lane, &Lane),
    cost: i64,
) {
    let width = range.width;
    let span = l.b.ins().isub(upper.bits, lower.bits);
    let span = l.mask(width, span);
    let span = l.resized(width, 64, span);
    let stride = l.resized(width, 64, step.bits);
    let one = l.b.ins().iconst(I64, 1);
    let turns = match step.constant {
        Some(1) => span,
        _ => {
            let before = l.b.ins().isub(span, one);
            let whole = l.b.ins().udiv(before, stride);
            l.b.ins().iadd(whole, one)
        }
    };
    let (left, price) = (l.fuel_left(), l.b.ins().iconst(I64, cost));
    let total = l.b.ins().imul(turns, price);
    let most = l.b.ins().iconst(I64, i64::MAX / cost);
    let too_many = l.b.ins().icmp(IntCC::UnsignedGreaterThan, turns, most);
    let too_much = l.b.ins().icmp(IntCC::SignedLessThan, left, total);
    let short = l.b.ins().bor(too_many, too_much);
    let (runs_out, lasts, start) = (l.b.create_block(), l.b.create_block(), l.b.create_block());
    l.b.set_cold_block(runs_out);
    let end = l.b.append_block_param(start, Kind::Int(width).container());
    let flag = l.b.append_block_param(start, I8);
    l.b.ins().brif(short, runs_out, &[], lasts, &[]);
    l.b.switch_to_block(lasts);
    let rest = l.b.ins().isub(left, total);
    l.set_fuel(rest);
    let no = l.b.ins().iconst(I8, 0);
    l.b.ins().jump(start, &[BlockArg::Value(upper.bits), BlockArg::Value(no)]);
    l.b.switch_to_block(runs_out);
    // Those that are paid for in full are fewer than all, so that the start of the one behind them is below the upper bound.
    let in_full = l.b.ins().udiv(left, price);
    let way = l.b.ins().imul(in_full, stride);
    let way = l.b.ins().iadd(way, one);
    let way = l.resized(64, width, way);
    let last = l.b.ins().iadd(lower.bits, way);
    let last = l.mask(width, last);
    let nothing = l.b.ins().iconst(I64, -1);
    l.set_fuel(nothing);
    let yes = l.b.ins().iconst(I8, 1);
    l.b.ins().jump(start, &[BlockArg::Value(last), BlockArg::Value(yes)]);
    l.b.switch_to_block(start);
    range.upper = end;
    range.paid = Paid::Before(flag);
}

/// Returns true when adding the step to a number below the upper bound may leave the type. By one it may not.
fn may_wrap(width: u32, unsigned: bool, upper: &Lane, step: &Lane) -> bool {
    let most = if unsigned { ones(width) } else { sign_bit(width) - 1 };
    let negative = |number: u128| !unsigned && number >= sign_bit(width);
    match (upper.constant, step.constant) {
        (_, Some(1)) => false,
        (Some(upper), Some(step)) if step <= most => !negative(upper) && upper > 0 && upper - 1 > most - step,
        _ => true,
    }
}

/// One more iteration if the flag is set, else the end of the loop: what that alone needs is done on the way there.
fn iteration(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    range: &Range,
    goes_on: Value,
    at: Lane,
    carried: &[HeldValue],
) -> Lowered {
    let (names, results) = (entry_names(l, op, 0)?, result_names(l, op));
    let at = HeldValue::Lanes(smallvec::smallvec![Lane { poison: None, ..at }]);
    let values: Vec<HeldValue> = std::iter::once(at).chain(carried.iter().cloned()).collect();
    let body = l.join_arguments(names, &values)?;
    let behind = l.b.create_block();
    l.b.ins().brif(goes_on, range.body, &body, behind, &[]);
    l.b.switch_to_block(behind);
    if let Paid::Before(short) = range.paid {
        l.guard(Some(short), Exit::Limit(Limit::Fuel));
    }
    l.jump(range.done, results, carried)
}

fn loop_while(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (first, second) = (region(l, op, 0)?, region(l, op, 1)?);
    let done = l.join_of_results(op)?;
    l.go_on(op, done);
    let after = l.open(second)?;
    let before = l.open(first)?;
    l.ends.insert(op, End::While { before, after, done });
    let names = entry_names(l, op, 0)?;
    let values = l.operands_from(op, 0)?;
    l.jump(before, names, &values)
}

fn condition(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let owner = l.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let Some(End::While { after, done, .. }) = l.ends.get(&owner).cloned() else {
        return Err(Unsupported::Malformed);
    };
    // The loop is what is undefined, as in the other engine.
    l.at = owner;
    let (_, goes_on) = deciding(l, op, 0)?;
    let values = l.operands_from(op, 1)?;
    let (names, results) = (entry_names(l, owner, 1)?, result_names(l, owner));
    let onwards = l.join_arguments(names, &values)?;
    let out = l.join_arguments(results, &values)?;
    l.b.ins().brif(goes_on.bits, after, &onwards, done, &out);
    Ok(ControlFlow::Closed)
}

pub(super) fn end(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let owner = l.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let values = l.operands_from(op, 0)?;
    let end = l.ends.get(&owner).cloned().ok_or(Unsupported::Malformed)?;
    l.close_scope(owner);
    match end {
        End::Space(_) => Err(Unsupported::Malformed),
        End::Results(block) => {
            let names = result_names(l, owner);
            l.jump(block, names, &values)
        }
        End::While { before, .. } => {
            let cost = cost_of_regions(l, owner);
            l.charge(cost);
            let names = entry_names(l, owner, 0)?;
            l.jump(before, names, &values)
        }
        End::Range(range) => {
            let induction = *entry_names(l, owner, 0)?.first().ok_or(Unsupported::Malformed)?;
            let HeldValue::Lanes(at) = l.value(induction)? else { return Err(Unsupported::Type) };
            if let Paid::Each(cost) = range.paid {
                l.charge(cost);
            }
            let next = l.b.ins().iadd(at[0].bits, range.step);
            let next = l.mask(range.width, next);
            let mut goes_on = l.compare(range.width, range.below, next, range.upper);
            if range.may_wrap {
                let higher = l.compare(range.width, range.below, at[0].bits, next);
                goes_on = l.b.ins().band(goes_on, higher);
            }
            iteration(l, owner, &range, goes_on, Lane::integer(next, None), &values)
        }
    }
}

fn cost_of_regions(l: &mut Lowering<'_, '_, '_>, op: OpId) -> i64 {
    let regions = l.program.op_regions(op).to_vec();
    regions.into_iter().map(|region| cost_of_entry(l.program, region)).sum()
}
