//! `loopInterchange`: the two loops of a perfect nest change places.
//!
//! Theorem: where the step applies, two turns that access one element of memory, of which one writes, keep their order. All accesses of memory
//! that is written have the same subscripts, and one of the two variables is such a subscript by itself: two turns meet in one element only where
//! that variable is the same, and then the interchange keeps their order. Different arguments and allocations are taken to be apart.

use assay_ir::data::{OpId, Program, ValueDef, ValueId};
use assay_ir::ops;
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Refusal, Step, StepError};
use rustc_hash::FxHashMap;

use crate::counted::{Counted, is_outside};

/// The step `loopInterchange`.
#[derive(Clone, Copy, Debug)]
pub struct Interchange;

/// Accesses of one element: the number of the operand that is the memory, behind which the subscripts are.
const ACCESS_OPS: &[(&str, usize, bool)] = &[("memref.load", 0, false), ("memref.store", 1, true)];

/// Operations that make memory apart from all other.
const ALLOCATING_OPS: &[&str] = &["memref.alloc", "memref.alloca"];

/// Accesses of one memref in a nest.
struct Accessed {
    subscripts: Vec<ValueId>,
    written: bool,
    same: bool,
}

fn found(program: &Program, at: OpId) -> Result<[Counted; 2], Refusal> {
    let outer = Counted::at(program, at)?;
    let inner = outer.perfect(program)?;
    if !outer.initial.is_empty() || !inner.initial.is_empty() {
        return Err(Refusal::new("a loop carries values"));
    }
    if inner.unsigned {
        return Err(Refusal::new("the inner loop counts numbers without a sign"));
    }
    if program.value_type(outer.variable) != program.value_type(inner.variable) {
        return Err(Refusal::new("the loops count numbers of different types"));
    }
    let bounds = [inner.lower, inner.upper, inner.step];
    if !bounds.iter().all(|bound| is_outside(program, *bound, outer.op)) {
        return Err(Refusal::new("a bound of the inner loop depends on the outer one"));
    }
    keeps_order(program, &outer, &inner)?;
    Ok([outer, inner])
}

fn keeps_order(program: &Program, outer: &Counted, inner: &Counted) -> Result<(), Refusal> {
    let mut memory: FxHashMap<ValueId, Accessed> = FxHashMap::default();
    for op in program.walk(inner.op).filter(|op| *op != inner.op) {
        let name = program.op_name(op);
        if let Some((_, at, writes)) = ACCESS_OPS.iter().find(|(known, ..)| *known == name) {
            let subscripts: Vec<ValueId> = program.operands(op).skip(at + 1).collect();
            let Some(memref) = program.operand(op, *at) else { continue };
            let entry = memory.entry(memref);
            let entry = entry.or_insert_with(|| Accessed {
                subscripts: subscripts.clone(),
                written: false,
                same: true,
            });
            entry.written |= writes;
            entry.same &= entry.subscripts == subscripts;
        } else if Counted::view(program, op).is_none() && !is_harmless(name) {
            return Err(Refusal::new(format!("the order of `{name}` may show")));
        }
    }
    if !memory.values().any(|one| one.written) {
        return Ok(());
    }
    for (memref, accessed) in &memory {
        if !is_apart(program, *memref) {
            return Err(Refusal::new("memory that is accessed may be that of another memref"));
        }
        let by_variable =
            [outer.variable, inner.variable].iter().any(|one| accessed.subscripts.contains(one));
        if accessed.written && !accessed.same {
            return Err(Refusal::new("a memref that is stored to is accessed in different places of a turn"));
        }
        if accessed.written && !by_variable {
            return Err(Refusal::new("turns of both loops store to one element"));
        }
    }
    Ok(())
}

/// No effect, no end of the program, no undefined behaviour that a turn before may prevent.
fn is_harmless(name: &str) -> bool {
    ops::op(name).is_some_and(|record| {
        record.has("pure") || record.has("terminator") && record.successors() == (0, false)
    })
}

fn is_apart(program: &Program, memref: ValueId) -> bool {
    match (program.defining_op(memref), program.value(memref).def) {
        (Some(op), _) => ALLOCATING_OPS.contains(&program.op_name(op)),
        (None, ValueDef::Argument(block, _)) => {
            let around = program.block_parent_op(block);
            program.parent_op(around) == Some(program.top())
        }
        (None, _) => false,
    }
}

impl Step for Interchange {
    fn name(&self) -> &'static str {
        "loopInterchange"
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        found(program, at).map(|_| ())
    }

    /// Bounds, attributes and the uses of the variables change places; the operations stay.
    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let [outer, inner] = found(program, at)?;
        let uses = [&outer, &inner].map(|one| program.uses(one.variable).collect::<Vec<_>>());
        for (slots, other) in uses.iter().zip([inner.variable, outer.variable]) {
            slots.iter().for_each(|slot| program.set_operand(*slot, other));
        }
        for (one, other) in [(&outer, &inner), (&inner, &outer)] {
            program.set_operands(one.op, &[other.lower, other.upper, other.step]);
        }
        let attributes = [&outer, &inner].map(|one| program.op(one.op).attributes);
        program.set_attributes(outer.op, attributes[1]);
        program.set_attributes(inner.op, attributes[0]);
        listener.modified(program, outer.op);
        listener.modified(program, inner.op);
        Ok(Applied { created: Vec::new(), erased: Vec::new(), touched: vec![outer.op, inner.op] })
    }
}
