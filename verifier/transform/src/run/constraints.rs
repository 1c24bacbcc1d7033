//! `transform.smt.constrain_params`: operands are their values, results those of any model; without a model the step fails.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text;
use assay_ir::data::{AttrId, OpId, TypeKind};

use super::machine::Run;
use super::state::Part;
use crate::constraint::Constraint;

impl Run<'_, '_> {
    /// Asks for values of the results.
    pub(super) fn constrain(&mut self, op: OpId) -> StepOutcome {
        match self.constrained(op) {
            Ok(Some(parts)) => {
                self.give_all(op, parts.into_iter().map(|part| vec![part]).collect());
                StepOutcome::Goes
            }
            Ok(None) => self.fails(op, "no values satisfy the constraints".to_owned()),
            Err(message) => self.stops(op, message),
        }
    }

    fn constrained(&mut self, op: OpId) -> Result<Option<Vec<Part>>, String> {
        let program = self.script.program;
        let block = text::body(program, op).ok_or("it has no region")?;
        let mut operands = Vec::new();
        for index in 0..program.block(block).arguments.len() {
            let value = self.integers(op, index).filter(|list| list.len() == 1);
            operands.push(value.ok_or_else(|| format!("operand {index} is no single integer"))?[0]);
        }
        let results = Constraint { program, op }.solve(&operands, self.options.policy.solvers)?;
        let part = |(index, value)| Part::Param(self.param_of(op, index, value));
        Ok(results.map(|results| results.into_iter().enumerate().map(part).collect()))
    }

    /// An integer of the type of a result.
    fn param_of(&self, op: OpId, index: usize, value: i128) -> AttrId {
        let program = self.script.program;
        let ctx = program.ctx();
        let ty =
            program.result(op, index).and_then(|result| match ctx.type_kind(program.value_type(result)) {
                TypeKind::Dialect { params, .. } => ctx.as_type(*params.first()?),
                _ => None,
            });
        ctx.integer_attr(value, ty.unwrap_or_else(|| ctx.integer(64)))
    }
}
