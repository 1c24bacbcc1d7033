//! `loop_tile(loop, sizes) -> tiles, points`: a perfect nest becomes loops over tiles, outermost first, around loops over the turns of a tile. A size of
//! 0 leaves its loop among the inner ones. The end of a tile is the start and the lesser of its length and what is left, so that it does
//! not overflow; where the size divides the number of turns it is the start and the length, if that is a number of the type.

use assay_ir::data::{BlockId, InsertPoint, OpId, ValueId};
use assay_ir::strategy::Refusal;

use super::build::Arith;
use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, constant, is_outside};
use crate::defined::bounds_are_defined;
use crate::order::Reorder;

/// The operation that arithmetic is inserted before, and that is erased afterwards.
const ANCHOR: &str = "builtin.unrealized_conversion_cast";

/// The step `loop_tile`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tile;

impl OwnStep for Tile {
    fn name(&self) -> &'static str {
        "assay.loop_tile"
    }

    fn what(&self) -> &'static str {
        "loops over tiles around loops over the turns of a tile: one size for each loop of the nest, merged by transform.merge_handles; 0 leaves a loop"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop"), Operand::Numbers("sizes")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["tiles", "points"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let sizes = &call.numbers;
        let nest = nest(edit, call.loops[0], sizes)?;
        let parts = parts(edit, &nest, sizes)?;
        if parts.iter().all(Option::is_none) {
            return Ok(vec![Vec::new(), nest.iter().map(|one| one.op).collect()]);
        }
        if nest.len() > 1 {
            for (at, one) in nest.iter().enumerate().filter(|(at, _)| sizes[*at] != 0 && !edit.policy.forced)
            {
                let behind = nest[..at].iter().zip(sizes).filter(|(_, size)| **size == 0);
                bounds_are_defined(
                    edit.program,
                    one,
                    &behind.map(|(other, _)| other.clone()).collect::<Vec<_>>(),
                )?;
            }
            edit.keeps_order(&nest, &Reorder::Tile(sizes))?;
        } else {
            edit.note("tiles of one loop keep the order of its turns");
        }
        Ok(build(edit, &nest, &parts))
    }
}

/// The loops of the sizes.
fn nest(edit: &Edit<'_>, at: OpId, sizes: &[i128]) -> Result<Vec<Counted>, Refusal> {
    let program = &*edit.program;
    if sizes.is_empty() || sizes.iter().any(|size| *size < 0) {
        return Err(Refusal::new("the sizes are numbers from 0 on, one for each loop"));
    }
    let mut nest = vec![Counted::any_at(program, at)?];
    for count in 1..sizes.len() {
        let inner = nest[count - 1].perfect(program).map_err(|why| {
            let no_loop = !program.ops_in(nest[count - 1].body).any(|op| Counted::any(program, op).is_some());
            let short = format!("{} sizes for a nest of {count} loops", sizes.len());
            if no_loop { Refusal::new(short) } else { Refusal::new(format!("{short}: {}", why.message)) }
        })?;
        let bounds = [inner.lower, inner.upper, inner.step];
        if !bounds.iter().all(|bound| is_outside(program, *bound, at)) {
            return Err(Refusal::new("bounds of an inner loop depend on an outer one"));
        }
        nest.push(inner);
    }
    if sizes.len() > 1 && nest.iter().any(|one| !one.initial.is_empty()) {
        return Err(Refusal::new("a loop of the nest carries values"));
    }
    Ok(nest)
}

/// The length of the tiles of each loop, in numbers that it counts; `None` for those of size 0.
fn parts(edit: &Edit<'_>, nest: &[Counted], sizes: &[i128]) -> Result<Vec<Option<i128>>, Refusal> {
    let part = |(one, size): (&Counted, &i128)| {
        if *size == 0 {
            return Ok(None);
        }
        let step = constant(edit.program, one.step).filter(|step| *step > 0);
        let step = step.ok_or_else(|| Refusal::new("the step of a loop is no positive constant"))?;
        let most = match one.unsigned {
            true => (1 << one.width(edit.program)) - 1,
            false => (1 << (one.width(edit.program) - 1)) - 1,
        };
        let fitting = |size: i128| size.checked_mul(step).filter(|length| *length <= most);
        // A tile need not be longer than the loop.
        let whole =
            || one.turns(edit.program).filter(|turns| turns <= size).and_then(|turns| fitting(turns.max(1)));
        let length = fitting(*size).or_else(whole);
        length.map(Some).ok_or_else(|| Refusal::new("the length of a tile does not fit the type of its loop"))
    };
    nest.iter().zip(sizes).map(part).collect()
}

/// Puts the new loops in the place of the nest.
fn build(edit: &mut Edit<'_>, nest: &[Counted], parts: &[Option<i128>]) -> Vec<Vec<OpId>> {
    let at = nest[0].op;
    let mut place = InsertPoint::Before(at);
    let mut initial = nest[0].initial.clone();
    let (mut tiles, mut points): (Vec<OpId>, Vec<OpId>) = (Vec::new(), Vec::new());
    // The start of the tile and its length, for each loop.
    let mut starts: Vec<Option<(ValueId, ValueId)>> = Vec::new();
    let mut bodies: Vec<(BlockId, OpId)> = Vec::new();
    for (one, part) in nest.iter().zip(parts) {
        let Some(part) = part else {
            starts.push(None);
            continue;
        };
        let length = edit.number(at, one.lower, *part);
        let (tile, body) = edit.loop_like(one, [one.lower, one.upper, length], &initial, place);
        let arguments = edit.program.block(body).arguments.clone();
        starts.push(Some((arguments[0], length)));
        initial = arguments[1..].to_vec();
        tiles.push(tile);
        bodies.push((body, tile));
        place = InsertPoint::End(body);
    }
    let bounds = point_bounds(edit, nest, &starts, place);
    for (one, bounds) in nest.iter().zip(bounds) {
        let (point, body) = edit.loop_like(one, bounds, &initial, place);
        let arguments = edit.program.block(body).arguments.clone();
        edit.rename(one, arguments[0], &arguments[1..]);
        initial = arguments[1..].to_vec();
        points.push(point);
        bodies.push((body, point));
        place = InsertPoint::End(body);
    }
    let last = &nest[nest.len() - 1];
    let (inner, _) = bodies[bodies.len() - 1];
    edit.move_body(last, inner);
    let values: Vec<ValueId> = edit.program.operands(last.end).collect();
    edit.end_like(last.end, inner, &values);
    for index in (0..bodies.len() - 1).rev() {
        let results: Vec<ValueId> = edit.program.results(bodies[index + 1].1).collect();
        edit.end_like(last.end, bodies[index].0, &results);
    }
    let results: Vec<ValueId> = edit.program.results(bodies[0].1).collect();
    edit.replace(at, &results);
    vec![tiles, points]
}

/// The bounds of the inner loops, computed in the innermost loop over tiles.
fn point_bounds(
    edit: &mut Edit<'_>,
    nest: &[Counted],
    starts: &[Option<(ValueId, ValueId)>],
    place: InsertPoint,
) -> Vec<[ValueId; 3]> {
    // Arithmetic goes before an operation: one that is taken away again.
    let anchor = edit.make(ANCHOR, &[], &[], &[], place);
    let mut out = Vec::new();
    for (one, start) in nest.iter().zip(starts) {
        let Some((start, length)) = *start else {
            out.push([one.lower, one.upper, one.step]);
            continue;
        };
        let step = constant(edit.program, one.step).unwrap_or(1);
        let part = constant(edit.program, length).unwrap_or(step);
        let divides = one.whole_turns(edit.program).is_some_and(|turns| turns % (part / step) == 0);
        let length = match divides {
            true => length,
            false => {
                let left = edit.arith(Arith::Sub, one.upper, start, anchor);
                edit.arith(Arith::MinU, left, length, anchor)
            }
        };
        let end = edit.arith(Arith::Add, start, length, anchor);
        out.push([start, end, one.step]);
    }
    edit.erase(anchor);
    out
}
