//! `loopStrip(by)`: a loop becomes one over parts of `by` turns, with a loop over the turns of a part in it. The order of the turns stays, so
//! that nothing is asked about accesses.

use assay_ir::data::{InsertPoint, NewOp, OpId, Pos, Program, TypeId, ValueId};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Kind, Parameter, Refusal, Step, StepError};

use crate::counted::{Bound, Counted, binary, constant_like};

/// The step `loopStrip`.
#[derive(Clone, Copy, Debug)]
pub struct Strip;

fn checked(program: &Program, at: OpId, arguments: &[Argument]) -> Result<(Counted, i128), Refusal> {
    let one = Counted::at(program, at)?;
    let by = arguments.first().and_then(|argument| argument.number()).map(i128::from);
    let by = by.filter(|by| *by > 0).ok_or_else(|| Refusal::new("a part has at least one turn"))?;
    let [_, upper, step] = one.numbers(program)?;
    let part = by * step;
    // The end of a part is computed before it is compared with the end of the loop.
    if upper.max(0) + part > one.most(program) {
        return Err(Refusal::new("the end of the last part does not fit the type of the loop"));
    }
    Ok((one, part))
}

impl Step for Strip {
    fn name(&self) -> &'static str {
        "loopStrip"
    }

    fn parameters(&self) -> &[Parameter] {
        &[Parameter { name: "by", kind: Kind::Number }]
    }

    fn applies(&self, program: &Program, at: OpId, arguments: &[Argument]) -> Result<(), Refusal> {
        checked(program, at, arguments).map(|_| ())
    }

    /// The loop stays as the one over parts; the one over turns is new.
    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let (outer, part) = checked(program, at, arguments)?;
        let inside: Vec<OpId> = program.ops_in(outer.body).collect();
        let part = constant_like(program, at, outer.step, part);
        let first = inside[0];
        let end = binary(program, Bound::Sum, [outer.variable, part], first);
        let end = binary(program, Bound::Least, [end, outer.upper], first);
        let types: Vec<(TypeId, Pos)> =
            outer.carried.iter().map(|value| (program.value_type(*value), Pos::NONE)).collect();
        let operands: Vec<(ValueId, Pos)> = [outer.variable, end, outer.step]
            .into_iter()
            .chain(outer.carried.iter().copied())
            .map(|value| (value, Pos::NONE))
            .collect();
        let data = program.op(at);
        let (properties, attributes, loc) = (data.properties, data.attributes, data.loc);
        let new = NewOp {
            operands: &operands,
            results: &types,
            regions: 1,
            properties,
            attributes,
            loc,
            ..NewOp::named(program.ctx(), data.name)
        };
        let inner = program.create(&new, InsertPoint::Before(first));
        let region = program.op_regions(inner)[0];
        let body = program.add_block(region, assay_ir::data::Span::NONE);
        // The variables and carried values of the turns are those of the new loop.
        let outside: Vec<ValueId> =
            std::iter::once(outer.variable).chain(outer.carried.iter().copied()).collect();
        let arguments: Vec<ValueId> = outside
            .iter()
            .map(|value| {
                let ty = program.value_type(*value);
                program.add_argument(body, ty, Pos::NONE)
            })
            .collect();
        for op in &inside {
            program.detach(*op);
            program.insert(*op, InsertPoint::End(body));
        }
        for (old, new) in outside.iter().zip(&arguments) {
            let slots: Vec<_> = program.uses(*old).collect();
            for slot in slots {
                if program.is_within(program.operand_owner(slot), inner)
                    && program.operand_owner(slot) != inner
                {
                    program.set_operand(slot, *new);
                }
            }
        }
        // The body of the parts ends with what the turns of a part came to.
        let end = program.op(outer.end);
        let (name, loc) = (end.name, end.loc);
        let results: Vec<(ValueId, Pos)> = program.results(inner).map(|value| (value, Pos::NONE)).collect();
        let yields = NewOp { operands: &results, loc, ..NewOp::named(program.ctx(), name) };
        let yields = program.create(&yields, InsertPoint::End(outer.body));
        let slot = program.operand_ids(at).nth(2).expect("a loop has a step");
        program.set_operand(slot, part);
        listener.inserted(program, inner);
        listener.inserted(program, yields);
        listener.modified(program, at);
        Ok(Applied { created: vec![inner], erased: Vec::new(), touched: vec![at] })
    }
}
