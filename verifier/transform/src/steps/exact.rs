//! `loopExact`: where the parts of a loop divide it, the end of a part is not compared with the end of the loop.

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Refusal, Step, StepError};

use crate::counted::{Bound, Counted, bound_of, constant};

/// The step `loopExact`.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

/// The minimum that is the end of a loop over a part, and the operand that it always is.
fn found(program: &Program, at: OpId) -> Result<(OpId, ValueId), Refusal> {
    let inner = Counted::at(program, at)?;
    let minimum = bound_of(program, inner.upper, Bound::Least);
    let (minimum, [end, whole]) = minimum.ok_or_else(|| Refusal::new("the end of the loop is no minimum"))?;
    let sum = bound_of(program, end, Bound::Sum);
    let (_, [variable, size]) = sum.ok_or_else(|| Refusal::new("the end of the part is no sum"))?;
    let mut around = program.parent_op(at);
    while let Some(op) = around {
        if let Some(outer) = Counted::view(program, op)
            && outer.variable == variable
        {
            let [lower, upper, step] = outer.numbers(program)?;
            let fits = constant(program, size) == Some(step) && constant(program, whole) == Some(upper);
            return match fits && (upper <= lower || (upper - lower) % step == 0) {
                true => Ok((minimum, end)),
                false => Err(Refusal::new("the parts do not divide the loop")),
            };
        }
        around = program.parent_op(op);
    }
    Err(Refusal::new("the end of the part does not begin with the variable of a loop around"))
}

impl Step for Exact {
    fn name(&self) -> &'static str {
        "loopExact"
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        found(program, at).map(|_| ())
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let (minimum, end) = found(program, at)?;
        let slot = program.operand_ids(at).nth(1).expect("a loop has an upper bound");
        program.set_operand(slot, end);
        listener.modified(program, at);
        let unused = program.results(minimum).all(|value| !program.has_uses(value));
        if unused {
            listener.erased(program, minimum);
            program.erase(minimum);
        }
        let erased = if unused { vec![minimum] } else { Vec::new() };
        Ok(Applied { created: Vec::new(), erased, touched: vec![at] })
    }
}
