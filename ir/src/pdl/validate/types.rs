//! Rule P007: the result types of a created operation. MLIR can only ask for operations of loaded dialects;
//! for all others the question comes up when the pattern is lowered (`RewriteError::CannotInferTypes`).

use super::Checker;
use crate::data::{OpId, known};
use crate::pdl::rules::StaticRule;
use crate::pdl::views::{Operation, PdlOp};
use crate::spec::{OpSpec, Variadicity};

impl<'a> Checker<'a> {
    /// MLIR's `verifyResultTypesAreInferrable`. Operations that IRDL declares without more are refused by
    /// MLIR 22.1.8 even without results, because they carry no traits; here the declared results count.
    pub(super) fn inferable(&mut self, view: Operation<'a>) {
        let spec = view.name().and_then(|name| self.registry?.op(name));
        let infers = |spec: &OpSpec| spec.traits.infers_results || spec.traits.inferred_in_cpp;
        let Some(spec) = spec.filter(|spec| !infers(spec) && !spec.lossy) else { return };
        if self.replaces_something_older(view) {
            return;
        }
        if view.types_are_left_open() {
            if needs_a_result(spec) {
                let message = format!("the result types of `{}` are not given", self.name_of(spec.name));
                self.report(StaticRule::TypesInferable, view.op, message);
            }
            return;
        }
        for (index, value) in view.result_types().enumerate() {
            if !self.pattern.definition(value).is_some_and(|def| self.known_type(def, view)) {
                let message = format!("nothing says what result type {index} is");
                self.report(StaticRule::TypesInferable, view.op, message);
            }
        }
    }

    /// Whether it is the replacement of an operation that was there before it.
    fn replaces_something_older(&self, view: Operation<'a>) -> bool {
        let Some(value) = view.value() else { return false };
        self.program.uses(value).any(|slot| {
            let user = self.program.operand_owner(slot);
            let PdlOp::Replace(replace) = PdlOp::view(self.program, user) else { return false };
            let Some(replaced) = replace.target().and_then(|target| self.program.defining_op(target)) else {
                return false;
            };
            self.program.operand_index(slot) != 0 && self.is_before(replaced, view.op)
        })
    }

    /// Whether `first` stands in another block than `second`, or before it.
    fn is_before(&self, first: OpId, second: OpId) -> bool {
        self.program.op(first).block != self.program.op(second).block
            || std::iter::successors(self.program.prev_op(second), |op| self.program.prev_op(*op))
                .any(|op| op == first)
    }

    fn known_type(&self, def: PdlOp<'a>, created: Operation<'a>) -> bool {
        let constant = match def {
            PdlOp::NativeRewrite(_) => return true,
            PdlOp::Type(view) => view.constant().is_some(),
            PdlOp::Types(view) => view.constants().is_some(),
            _ => return false,
        };
        let block = self.program.op(created.op).block;
        constant
            || super::users(self.program, def.op()).any(|user| {
                let data = self.program.op(user);
                let constrains =
                    matches!(data.name, known::PDL_OPERAND | known::PDL_OPERANDS | known::PDL_OPERATION);
                data.block != block && constrains
            })
    }
}

fn needs_a_result(spec: &OpSpec) -> bool {
    spec.results.iter().any(|group| group.variadicity == Variadicity::Single)
}
