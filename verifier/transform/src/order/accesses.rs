//! The accesses of a nest: which memory, at which subscripts, storing or not. An operation with other effects forbids each change of order.

use assay_ir::data::{OpId, Program, TypeKind, ValueDef, ValueId};
use assay_ir::ops;
use assay_ir::strategy::Refusal;

use super::views::{Base, base};
use crate::counted::{Counted, constant, is_outside};

/// Operations that access elements: the number of the operand that is the memory, and if they store.
const ACCESS_OPS: &[(&str, usize, bool)] = &[
    ("memref.load", 0, false),
    ("memref.store", 1, true),
    ("vector.load", 0, false),
    ("vector.store", 1, true),
];

/// Operations whose regions run, and that have no other effect.
const REGION_OPS: &[&str] = &["scf.if"];

/// An access.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) op: OpId,
    /// The memory, as it is named.
    pub(super) memory: ValueId,
    pub(super) subscripts: Vec<ValueId>,
    /// Elements that are accessed side by side, along the last subscript.
    pub(super) elements: i128,
    pub(super) stores: bool,
    /// The place in the text of the nest.
    pub(super) place: usize,
    /// The loops around it, from the outside in.
    pub(super) around: Vec<Counted>,
}

/// All accesses in the bodies of loops.
///
/// # Errors
/// An operation whose order may show.
pub(super) fn accesses(program: &Program, roots: &[OpId]) -> Result<Vec<Access>, Refusal> {
    let mut out = Vec::new();
    for root in roots {
        for op in program.walk(*root).filter(|op| op != root) {
            let name = program.op_name(op);
            if let Some((_, at, stores)) = ACCESS_OPS.iter().find(|(known, ..)| *known == name) {
                let operands: Vec<ValueId> = program.operands(op).collect();
                let around = loops_around(program, op, roots)?;
                let elements = elements(program, op, *stores)?;
                let (memory, subscripts) = (operands[*at], operands[at + 1..].to_vec());
                out.push(Access {
                    op,
                    memory,
                    subscripts,
                    elements,
                    stores: *stores,
                    place: out.len(),
                    around,
                });
            } else if !is_harmless(program, op) {
                return Err(Refusal::new(format!("the order of `{name}` may show")));
            }
        }
    }
    Ok(out)
}

/// No effect and no end of the program. A loop inside ends: its step is a positive number.
fn is_harmless(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    if let Some(one) = Counted::any(program, op) {
        return constant(program, one.step).is_some_and(|step| step > 0);
    }
    REGION_OPS.contains(&name)
        || ops::op(name).is_some_and(|record| {
            record.has("pure")
                || record.has("terminator") && record.successors() == (0, false)
                || record.fact("memory") == Some("allocate")
                || record.fact("integer").is_some()
        })
}

/// Elements of one access.
fn elements(program: &Program, op: OpId, stores: bool) -> Result<i128, Refusal> {
    let value = if stores { program.operand(op, 0) } else { program.result(op, 0) };
    let ty = value.map(|value| program.ctx().type_kind(program.value_type(value)));
    match ty {
        Some(TypeKind::Vector { shape, .. }) if program.op_name(op).starts_with("vector.") => match shape[..]
        {
            [(size, false)] => Ok(i128::from(size)),
            _ => Err(Refusal::new("a vector of several extents is accessed")),
        },
        _ => Ok(1),
    }
}

/// The loops around an operation that are in one of the roots, the root first.
fn loops_around(program: &Program, op: OpId, roots: &[OpId]) -> Result<Vec<Counted>, Refusal> {
    let mut out = Vec::new();
    let mut at = op;
    while let Some(parent) = program.parent_op(at) {
        out.extend(Counted::any(program, parent));
        if roots.contains(&parent) {
            break;
        }
        at = parent;
    }
    out.reverse();
    Ok(out)
}

/// The relation of two memrefs.
#[derive(Clone, Debug)]
pub(super) enum Relation {
    /// They are one; the subscripts of both are those of its bases.
    Same(Base, Base),
    /// They share no element.
    Apart,
    /// They may share elements, and it is not known which.
    Unknown,
}

/// The relation of the memory of two accesses in some loops. `alias`: different arguments may be one.
pub(super) fn relation(program: &Program, roots: &[OpId], [a, b]: [ValueId; 2], alias: bool) -> Relation {
    let bases = [base(program, a), base(program, b)];
    // A view that is made in each turn anew is another one in each.
    let is_one = |value: ValueId| roots.iter().all(|root| is_outside(program, value, *root));
    if bases[0].memory == bases[1].memory && is_one(bases[0].memory) {
        let [a, b] = bases;
        return Relation::Same(a, b);
    }
    let (root_a, root_b) = (root(program, a), root(program, b));
    if root_a == root_b {
        return Relation::Unknown;
    }
    let kinds = [kind(program, root_a), kind(program, root_b)];
    match kinds {
        [Kind::Other, _] | [_, Kind::Other] => Relation::Unknown,
        [Kind::Argument, Kind::Argument] if alias => Relation::Unknown,
        _ => Relation::Apart,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Argument,
    Allocation,
    Other,
}

fn kind(program: &Program, value: ValueId) -> Kind {
    match program.value(value).def {
        ValueDef::Result(op, _) => {
            let fact = ops::op(program.op_name(op)).and_then(|record| record.fact("memory"));
            if fact == Some("allocate") { Kind::Allocation } else { Kind::Other }
        }
        ValueDef::Argument(block, _) => {
            let owner = program.block_parent_op(block);
            let isolated = ops::op(program.op_name(owner)).is_some_and(|record| record.has("isolated"));
            if isolated { Kind::Argument } else { Kind::Other }
        }
    }
}

/// The memory that a view looks at.
pub(super) fn root(program: &Program, mut value: ValueId) -> ValueId {
    while let Some(op) = program.defining_op(value) {
        let moves = ops::op(program.op_name(op)).is_some_and(|record| {
            record.has_interface("ViewLikeOpInterface") && record.fact("memory") != Some("allocate")
        });
        match program.operand(op, 0).filter(|_| moves) {
            Some(from) => value = from,
            None => break,
        }
    }
    value
}

/// Tells if memory is made anew in each turn of a loop.
pub(super) fn is_local(program: &Program, memory: ValueId, root_op: OpId) -> bool {
    let value = root(program, memory);
    kind(program, value) == Kind::Allocation && !is_outside(program, value, root_op)
}
