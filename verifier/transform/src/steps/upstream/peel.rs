//! `loop.peel`: the last turn, which is shorter, in a loop behind the others.

use assay_ir::data::{InsertPoint, OpId, Program, TypeKind, ValueId};
use rustc_hash::FxHashMap;

use super::numbers;
use crate::counted::Counted;
use crate::steps::own::Edit;

/// MLIR simplifies these by what it knows of the loops.
const BOUNDED_OPS: [&str; 2] = ["affine.min", "affine.max"];

/// Tells if it is known what becomes of an operation.
pub(crate) fn is_peeled(program: &Program, at: OpId) -> bool {
    let Some(one) = Counted::any(program, at) else { return false };
    let counts = matches!(program.ctx().type_kind(program.value_type(one.variable)), TypeKind::Index);
    let rest = numbers(program, &one)
        .is_some_and(|[lower, upper, step]| lower < upper && step > 1 && (upper - lower) % step != 0);
    counts && rest && !program.walk(at).any(|op| BOUNDED_OPS.contains(&program.op_name(op)))
}

/// Peels a loop; the loops of the whole turns and of the rest.
pub(crate) fn peel(edit: &mut Edit<'_>, at: OpId) -> Option<[OpId; 2]> {
    let one = Counted::any(edit.program, at)?;
    let [lower, upper, step] = numbers(edit.program, &one)?;
    let split = edit.fresh_number(one.lower, upper - (upper - lower) % step, InsertPoint::Before(at));
    let rest = edit.clone_behind(at);
    let rest_operands: Vec<ValueId> =
        [split, one.upper, one.step].into_iter().chain(edit.program.results(at)).collect();
    edit.program.set_operands(rest, &rest_operands);
    let operands: Vec<ValueId> =
        [one.lower, split, one.step].into_iter().chain(one.initial.iter().copied()).collect();
    edit.program.set_operands(at, &operands);
    Some([at, rest])
}

impl Edit<'_> {
    /// A constant of the type of a value, whatever constants there are.
    pub(super) fn fresh_number(&mut self, like: ValueId, number: i128, at: InsertPoint) -> ValueId {
        let ty = self.program.value_type(like);
        let value = self.program.ctx().integer_attr(number, ty);
        let name = assay_ir::data::known::text(assay_ir::data::known::ARITH_CONSTANT);
        self.value(name, &[], ty, &[("value", value)], at)
    }

    /// Copies a loop behind itself. Its results are those of the copy from now on.
    pub(super) fn clone_behind(&mut self, at: OpId) -> OpId {
        let copy = self.clone_op(at, &mut FxHashMap::default(), InsertPoint::After(at));
        let pairs: Vec<(ValueId, ValueId)> =
            self.program.results(at).zip(self.program.results(copy)).collect();
        pairs.into_iter().for_each(|(old, new)| self.program.replace_uses(old, new));
        copy
    }
}
