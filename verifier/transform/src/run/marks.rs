//! Handles as marks of a text: operations get attributes before the payload is sent to `mlir-opt`, a script of one step finds them by these, and
//! marks what each of them is afterwards. The numbers of the marks are those of the operations in [`Marks`].

use assay_ir::data::{AttrId, Context, Ident, OpId, Program, ValueDef};
use rustc_hash::FxHashMap;

use super::state::{Part, owner};

/// The start of the names of all marks.
const PREFIX: &str = "assay.step.";

/// The operations that a step, or a handle that is used later, needs.
#[derive(Debug, Default)]
pub(super) struct Marks {
    numbers: FxHashMap<OpId, usize>,
    pub(super) ops: Vec<OpId>,
}

impl Marks {
    /// The number of an operation.
    pub(super) fn number(&mut self, op: OpId) -> usize {
        let next = self.ops.len();
        *self.numbers.entry(op).or_insert_with(|| {
            self.ops.push(op);
            next
        })
    }

    /// The number of the operation that a part belongs to.
    pub(super) fn number_of(&mut self, program: &Program, part: Part) -> Option<usize> {
        match part {
            Part::Op(op) => Some(self.number(op)),
            Part::Value(value) => Some(self.number(owner(program, value)?)),
            Part::Param(_) => None,
        }
    }

    /// The payload in generic form, with a mark on each operation but the whole.
    pub(super) fn text(&self, program: &mut Program) -> String {
        program.tentatively(|program| {
            let ctx = std::sync::Arc::clone(program.ctx());
            for (number, op) in self.ops.iter().enumerate() {
                if *op == program.top() {
                    continue;
                }
                let mark = (ctx.ident(&before(number)), ctx.unit());
                let all = ctx.entries(program.op(*op).attributes).iter().copied().chain([mark]);
                let all = ctx.dictionary(all.collect::<Vec<_>>());
                program.set_attributes(*op, all);
            }
            generic(program)
        })
    }
}

/// A program in generic form.
pub(super) fn generic(program: &Program) -> String {
    let options = assay_ir::text::PrintOptions { generic: true, ..Default::default() };
    assay_ir::text::print(program, &options)
}

/// The mark of an operation before the step.
pub(super) fn before(number: usize) -> String {
    format!("{PREFIX}o{number}")
}

/// The mark behind the step of what an operation became.
pub(super) fn after(number: usize) -> String {
    format!("{PREFIX}n{number}")
}

/// The mark of the operations of a result, or of one of them.
pub(super) fn result(index: usize, part: Option<usize>) -> String {
    match part {
        Some(part) => format!("{PREFIX}r{index}.{part}"),
        None => format!("{PREFIX}r{index}"),
    }
}

/// The mark with the value of a parameter.
pub(super) fn param(index: usize) -> String {
    format!("{PREFIX}p{index}")
}

/// The operations with each mark, in the order of the text, children first. The marks are taken off.
pub(super) fn take(program: &mut Program) -> FxHashMap<Ident, Vec<(OpId, AttrId)>> {
    let ctx = std::sync::Arc::clone(program.ctx());
    let mut found: FxHashMap<Ident, Vec<(OpId, AttrId)>> = FxHashMap::default();
    let all: Vec<OpId> = program.walk_post(program.top()).collect();
    for op in all {
        let entries = ctx.entries(program.op(op).attributes);
        if !entries.iter().any(|(key, _)| is_mark(&ctx, *key)) {
            continue;
        }
        let (marks, rest): (Vec<_>, Vec<_>) = entries.iter().partition(|(key, _)| is_mark(&ctx, *key));
        marks.into_iter().for_each(|(key, value)| found.entry(key).or_default().push((op, value)));
        program.set_attributes(op, ctx.dictionary(rest));
    }
    found
}

fn is_mark(ctx: &Context, key: Ident) -> bool {
    ctx.str(key).starts_with(PREFIX)
}

/// The place of a value at the operation that owns it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// The operation itself, no value.
    Itself,
    /// A result.
    Result(usize),
    /// An argument of a block of a region.
    Argument(usize, usize, usize),
}

impl Place {
    /// The place of a part.
    pub(super) fn find(program: &Program, part: Part) -> Option<Place> {
        let Part::Value(value) = part else { return Some(Place::Itself) };
        Some(match program.value(value).def {
            ValueDef::Result(_, index) => Place::Result(index as usize),
            ValueDef::Argument(block, index) => {
                let region = program.block(block).region;
                let data = program.region(region);
                let at = data.blocks.iter().position(|one| *one == block)?;
                let number = program.op_regions(data.op).iter().position(|one| *one == region)?;
                Place::Argument(number, at, index as usize)
            }
        })
    }

    /// The part at this place of an operation.
    pub(super) fn part(self, program: &Program, op: OpId) -> Option<Part> {
        match self {
            Place::Itself => Some(Part::Op(op)),
            Place::Result(index) => program.result(op, index).map(Part::Value),
            Place::Argument(region, block, index) => {
                let region = program.region(*program.op_regions(op).get(region)?);
                let block = program.block(*region.blocks.get(block)?);
                block.arguments.get(index).copied().map(Part::Value)
            }
        }
    }
}
