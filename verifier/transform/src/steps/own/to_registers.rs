//! `loop_to_registers(loop) -> loop`: an element that a loop loads and stores in each turn is loaded before it, carried through it and stored behind it.
//! All else that the loop accesses is proved apart from it. Where the loop may have no turn, all of that is in an `scf.if`.

use assay_ir::data::{BlockId, InsertPoint, OpId, Program, Span, TypeId, ValueId};
use assay_ir::strategy::Refusal;

use super::build::{Compare, Condition};
use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, constant, is_outside};

/// Accesses of one element: the number of the operand that is the memory.
const ACCESS_OPS: &[(&str, usize)] = &[("memref.load", 0), ("memref.store", 1)];

/// The choice between two regions, and its end.
const CHOICE_OPS: [&str; 2] = ["scf.if", "scf.yield"];

/// The step `loop_to_registers`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToRegisters;

/// An access of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Access {
    op: OpId,
    stores: bool,
    /// The memory and the subscripts, constants by their number.
    address: Vec<Address>,
    operands: Vec<ValueId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Address {
    Value(ValueId),
    Number(i128),
}

impl OwnStep for ToRegisters {
    fn name(&self) -> &'static str {
        "assay.loop_to_registers"
    }

    fn what(&self) -> &'static str {
        "an element that the loop loads and stores is carried through it"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["loop"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let at = call.loops[0];
        let one = Counted::any_at(edit.program, at)?;
        let (address, uses) = chosen(edit.program, &one)?;
        let ops: Vec<OpId> = uses.iter().map(|access| access.op).collect();
        edit.apart_from(&one, &ops)?;
        let (place, choice) = guard(edit, &one);
        let subscripts = numbers(edit, &address, at);
        let load = uses.iter().find(|access| !access.stores).expect("it loads").op;
        let ty = edit.program.value_type(edit.program.result(load, 0).expect("a load has a result"));
        let first = edit.value(ACCESS_OPS[0].0, &subscripts, ty, &[], place);
        let new = rebuilt(edit, &one, first, &uses, place);
        let last = edit.program.results(new).next_back().expect("it carries the element");
        let store: Vec<ValueId> = std::iter::once(last).chain(subscripts).collect();
        edit.make(ACCESS_OPS[1].0, &store, &[], &[], place);
        let mut results: Vec<ValueId> = edit.program.results(new).collect();
        results.pop();
        let results = match choice {
            Some((choice, body)) => closed(edit, choice, body, &results),
            None => results,
        };
        edit.replace(at, &results);
        Ok(vec![vec![new]])
    }
}

/// The address that the loop loads and stores in each turn, and its accesses.
fn chosen(program: &Program, one: &Counted) -> Result<(Vec<Address>, Vec<Access>), Refusal> {
    let all: Vec<Access> = program.ops_in(one.body).filter_map(|op| access(program, one, op)).collect();
    let used = |address: &[Address], stores: bool| {
        all.iter().any(|access| access.address == address && access.stores == stores)
    };
    let found = all.iter().find(|access| used(&access.address, false) && used(&access.address, true));
    let address = found.map(|access| access.address.clone());
    let address = address.ok_or_else(|| {
        Refusal::new("there is no element that each turn loads and stores at an address that does not change")
    })?;
    let uses = all.into_iter().filter(|access| access.address == address).collect();
    Ok((address, uses))
}

/// The access of an operation at an address that does not change in the loop.
fn access(program: &Program, one: &Counted, op: OpId) -> Option<Access> {
    let (_, memory) = ACCESS_OPS.iter().find(|(known, _)| *known == program.op_name(op))?;
    let operands: Vec<ValueId> = program.operands(op).collect();
    let address = operands[*memory..].iter().map(|value| match constant(program, *value) {
        Some(number) => Some(Address::Number(number)),
        None => is_outside(program, *value, one.op).then_some(Address::Value(*value)),
    });
    let address: Option<Vec<Address>> = address.collect();
    Some(Access { op, stores: *memory > 0, address: address?, operands })
}

/// The operands of an access at an address.
fn numbers(edit: &mut Edit<'_>, address: &[Address], near: OpId) -> Vec<ValueId> {
    let mut out = Vec::new();
    for part in address {
        out.push(match part {
            Address::Value(value) => *value,
            Address::Number(number) => {
                let ty = edit.program.ctx().index();
                edit.number_of_type(near, ty, *number)
            }
        });
    }
    out
}

/// The choice around a loop that may have no turn, and where the code goes.
fn guard(edit: &mut Edit<'_>, one: &Counted) -> (InsertPoint, Option<(OpId, BlockId)>) {
    if one.turns(edit.program).is_some_and(|turns| turns > 0) {
        return (InsertPoint::Before(one.op), None);
    }
    let less = if one.unsigned { Compare::LessUnsigned } else { Compare::LessSigned };
    let bit = match edit.compare(less, one.lower, one.upper, one.op) {
        Condition::Value(bit) => bit,
        Condition::Known(known) => {
            let ty = edit.program.ctx().integer(1);
            edit.number_of_type(one.op, ty, i128::from(known))
        }
    };
    let types: Vec<TypeId> = one.initial.iter().map(|value| edit.program.value_type(*value)).collect();
    let choice = edit.make(CHOICE_OPS[0], &[bit], &types, &[], InsertPoint::Before(one.op));
    let region = edit.program.add_region(choice);
    let other = edit.program.add_region(choice);
    let body = edit.program.add_block(region, Span::NONE);
    if !one.initial.is_empty() {
        let block = edit.program.add_block(other, Span::NONE);
        edit.make(CHOICE_OPS[1], &one.initial, &[], &[], InsertPoint::End(block));
    }
    (InsertPoint::End(body), Some((choice, body)))
}

/// The results of a choice whose region comes to these.
fn closed(edit: &mut Edit<'_>, choice: OpId, body: BlockId, results: &[ValueId]) -> Vec<ValueId> {
    edit.make(CHOICE_OPS[1], results, &[], &[], InsertPoint::End(body));
    edit.program.results(choice).collect()
}

/// The loop with one value more; loads are that value, and stores change it.
fn rebuilt(edit: &mut Edit<'_>, one: &Counted, first: ValueId, uses: &[Access], place: InsertPoint) -> OpId {
    let initial: Vec<ValueId> = one.initial.iter().copied().chain([first]).collect();
    let (new, body) = edit.loop_like(one, [one.lower, one.upper, one.step], &initial, place);
    let arguments = edit.program.block(body).arguments.clone();
    let mut now = arguments[arguments.len() - 1];
    edit.rename(one, arguments[0], &arguments[1..]);
    for access in uses {
        match access.stores {
            true => now = edit.program.operand(access.op, 0).unwrap_or(access.operands[0]),
            false => {
                let result = edit.program.result(access.op, 0).expect("a load has a result");
                edit.program.replace_uses(result, now);
            }
        }
        edit.erase(access.op);
    }
    edit.move_body(one, body);
    let ends: Vec<ValueId> = edit.program.operands(one.end).chain([now]).collect();
    edit.end_like(one.end, body, &ends);
    new
}
