//! `loop_interchange(outer, inner) -> outer, inner`: two loops of a perfect nest change places; those between them stay.

use assay_ir::data::OpId;
use assay_ir::strategy::Refusal;

use super::reduction::{passes_through, reduction, reorder};
use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, is_outside};
use crate::defined::bounds_are_defined;
use crate::order::Reorder;

/// The step `loop_interchange`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interchange;

impl OwnStep for Interchange {
    fn name(&self) -> &'static str {
        "assay.loop_interchange"
    }

    fn what(&self) -> &'static str {
        "two loops of a perfect nest change places"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("outer"), Operand::Read("inner")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["outer", "inner"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let nest = nest(edit, call.loops[0], call.loops[1])?;
        let (outer, inner) = (&nest[0], &nest[nest.len() - 1]);
        if !outer.initial.is_empty() {
            if !nest.windows(2).all(|pair| passes_through(edit.program, &pair[0], &pair[1])) {
                return Err(Refusal::new("the carried values do not go through both loops"));
            }
            let combined = reduction(edit.program, inner)?;
            edit.note(format!("`{}` may combine in any order", edit.program.op_name(combined.op)));
            reorder(edit, combined.op);
        }
        let mut order: Vec<usize> = (0..nest.len()).collect();
        order.swap(0, nest.len() - 1);
        if !edit.policy.forced {
            let (between, last) = nest.split_at(nest.len() - 1);
            bounds_are_defined(edit.program, &last[0], between)?;
            for one in &between[1..] {
                bounds_are_defined(edit.program, one, &nest[..1])?;
            }
        }
        edit.keeps_order(&nest, &Reorder::Permute(&order))?;
        swap(edit, outer, inner);
        Ok(vec![vec![outer.op], vec![inner.op]])
    }
}

/// The loops from one to another one in it.
fn nest(edit: &Edit<'_>, outer: OpId, inner: OpId) -> Result<Vec<Counted>, Refusal> {
    let program = &*edit.program;
    if outer == inner || !program.is_within(inner, outer) {
        return Err(Refusal::new("the second loop is not in the first one"));
    }
    let mut nest = vec![Counted::any_at(program, outer)?];
    while nest[nest.len() - 1].op != inner {
        let last = &nest[nest.len() - 1];
        let next = last.perfect(program).map_err(|why| between(edit, last, why))?;
        let bounds = [next.lower, next.upper, next.step];
        if !bounds.iter().all(|bound| is_outside(program, *bound, outer)) {
            return Err(Refusal::new("bounds of the inner loop depend on a loop around it"));
        }
        nest.push(next);
    }
    if nest.windows(2).any(|pair| pair[0].initial.is_empty() != pair[1].initial.is_empty()) {
        return Err(Refusal::new("one of the loops carries values, and another one none"));
    }
    Ok(nest)
}

/// The operations that make a nest imperfect.
fn between(edit: &Edit<'_>, last: &Counted, why: Refusal) -> Refusal {
    let program = &*edit.program;
    let is_beside = |op: &OpId| *op != last.end && Counted::any(program, *op).is_none();
    let names: Vec<&str> =
        program.ops_in(last.body).filter(is_beside).map(|op| program.op_name(op)).collect();
    match names[..] {
        [] => why,
        [first, ..] => Refusal::new(format!("the nest is not perfect: `{first}` between the loops")),
    }
}

/// Bounds, marks and variables change places; the operations stay.
fn swap(edit: &mut Edit<'_>, outer: &Counted, inner: &Counted) {
    let uses = [outer, inner].map(|one| edit.program.uses(one.variable).collect::<Vec<_>>());
    for (slots, other) in uses.iter().zip([inner.variable, outer.variable]) {
        slots.iter().for_each(|slot| edit.program.set_operand(*slot, other));
    }
    let types = [outer, inner].map(|one| edit.program.value_type(one.variable));
    edit.program.set_value_type(outer.variable, types[1]);
    edit.program.set_value_type(inner.variable, types[0]);
    let data = [outer, inner].map(|one| {
        let data = edit.program.op(one.op);
        (data.attributes, data.properties)
    });
    for (one, other, (attributes, properties)) in [(outer, inner, data[1]), (inner, outer, data[0])] {
        let slots: Vec<_> = edit.program.operand_ids(one.op).take(3).collect();
        for (slot, bound) in slots.into_iter().zip([other.lower, other.upper, other.step]) {
            edit.program.set_operand(slot, bound);
        }
        edit.program.set_attributes(one.op, attributes);
        edit.program.set_properties(one.op, properties);
        edit.listener.modified(edit.program, one.op);
    }
}
