//! `loopInline`: a loop of one turn becomes its body.

use assay_ir::data::{InsertPoint, OpId, Program, ValueId};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Refusal, Step, StepError};

use crate::counted::{Bound, Counted, bound_of, constant};

/// The step `loopInline`.
#[derive(Clone, Copy, Debug)]
pub struct Inline;

fn found(program: &Program, at: OpId) -> Result<Counted, Refusal> {
    let one = Counted::at(program, at)?;
    let once = match one.numbers(program) {
        Ok([lower, upper, step]) => lower < upper && upper - lower <= step,
        Err(_) => ends_one_step_on(program, &one),
    };
    if once { Ok(one) } else { Err(Refusal::new("the loop is not known to have one turn")) }
}

/// The end is the start and a step more, of a loop around that leaves room for it.
fn ends_one_step_on(program: &Program, one: &Counted) -> bool {
    let Some((_, [start, size])) = bound_of(program, one.upper, Bound::Sum) else { return false };
    let step = constant(program, one.step).filter(|step| *step > 0);
    let adds = start == one.lower && step.is_some() && constant(program, size) == step;
    let mut around = program.parent_op(one.op);
    while let Some(op) = around {
        if let Some(outer) = Counted::view(program, op)
            && outer.variable == one.lower
        {
            // The sum does not wrap: the variable is below the end of its loop.
            let room = outer.numbers(program).ok().zip(step);
            return adds && room.is_some_and(|([_, upper, _], step)| upper + step <= outer.most(program));
        }
        around = program.parent_op(op);
    }
    false
}

impl Step for Inline {
    fn name(&self) -> &'static str {
        "loopInline"
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
        let one = found(program, at)?;
        program.replace_uses(one.variable, one.lower);
        for (carried, initial) in one.carried.iter().zip(&one.initial) {
            program.replace_uses(*carried, *initial);
        }
        let inside: Vec<OpId> = program.ops_in(one.body).filter(|op| *op != one.end).collect();
        for op in &inside {
            program.detach(*op);
            program.insert(*op, InsertPoint::Before(at));
        }
        let values: Vec<ValueId> = program.operands(one.end).collect();
        listener.replaced(program, at, &values);
        let results: Vec<ValueId> = program.results(at).collect();
        for (result, value) in results.into_iter().zip(&values) {
            program.replace_uses(result, *value);
        }
        listener.erased(program, at);
        program.erase(at);
        Ok(Applied { created: Vec::new(), erased: vec![at], touched: inside })
    }
}
