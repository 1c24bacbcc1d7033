//! Random edits of a program below checkpoints that nest: a rollback gives the program of its checkpoint, with its ids, its use
//! lists, its text and what the checker finds; a commit changes nothing. Knows no pattern.

use std::fmt::Write;
use std::sync::Arc;

use arbitrary::Unstructured;
use assay_ir::data::{
    BlockId, Checkpoint, Context, InsertPoint, NewOp, OpId, Pos, Program, Source, Span, ValueId, known,
};
use assay_ir::text::{self, PrintOptions};
use assay_ir::wellformed;

use super::Failure;
use crate::config::ProgramConfig;
use crate::generate::{self, ChoiceSource, Choose};
use crate::subject::FuzzContext;

/// Most edits, checkpoints and rollbacks of one input.
const STEPS: usize = 200;

/// Makes a program, edits it, and goes back now and then.
///
/// # Errors
/// When a rollback or a commit leaves another program.
pub fn check(world: &FuzzContext, bytes: &[u8]) -> Result<(), Failure> {
    let bytes = &mut Unstructured::new(bytes);
    let config = ProgramConfig { operations: 12, ..ProgramConfig::VALID };
    let mut program = generate::program(world.ctx(), &config, bytes)
        .unwrap_or_else(|_: arbitrary::Error| Program::new(world.ctx()));
    let dice = &mut ChoiceSource(bytes);
    let mut open: Vec<(Checkpoint, String)> = Vec::new();
    for _ in 0..STEPS {
        if dice.0.is_empty() {
            break;
        }
        match dice.below(12) {
            0 => {
                let checkpoint = program.checkpoint();
                open.push((checkpoint, snapshot(world, &program)));
            }
            // Those that were opened later are closed with it.
            1 if !open.is_empty() => {
                let at = dice.below(open.len());
                back(world, &mut program, open.drain(at..).next())?;
            }
            2 if !open.is_empty() => {
                let at = dice.below(open.len());
                let before = snapshot(world, &program);
                if let Some((checkpoint, _)) = open.drain(at..).next() {
                    program.commit(checkpoint);
                }
                same("a commit changes nothing", &before, &snapshot(world, &program))?;
            }
            _ => edit(&mut program, dice),
        }
    }
    back(world, &mut program, open.into_iter().next())
}

fn back(world: &FuzzContext, program: &mut Program, to: Option<(Checkpoint, String)>) -> Result<(), Failure> {
    let Some((checkpoint, was)) = to else { return Ok(()) };
    program.rollback(checkpoint);
    same("a rollback gives the program of its checkpoint", &was, &snapshot(world, program))
}

fn same(what: &'static str, before: &str, after: &str) -> Result<(), Failure> {
    match before == after {
        true => Ok(()),
        false => Err(Failure::new(what, format!("{before}\n{after}"))),
    }
}

/// All that can be seen of a program.
fn snapshot(world: &FuzzContext, program: &Program) -> String {
    let options = PrintOptions { generic: true, locations: true };
    let mut out = text::print(program, &options);
    for violation in wellformed::check(program, &world.registry, &wellformed::Options::default()) {
        let _ = writeln!(out, "{}", violation.message);
    }
    for op in (0..program.op_slots()).map(OpId::new) {
        let operands: Vec<_> =
            program.operand_ids(op).map(|slot| (slot, program.operand_value(slot))).collect();
        let below = (program.op_regions(op), program.successors(op), program.is_erased(op));
        let _ = writeln!(out, "{:?} {operands:?} {below:?}", program.op(op));
    }
    for value in (0..program.value_slots()).map(ValueId::new) {
        let uses: Vec<_> = program.uses(value).collect();
        let _ = writeln!(out, "{:?} {uses:?}", program.value(value));
    }
    for block in (0..program.block_slots()).map(BlockId::new) {
        let region = program.block(block).region;
        let _ = writeln!(out, "{:?} {:?}", program.block(block), program.region(region));
    }
    let source = program.source().map(|source| source.text());
    let _ = write!(out, "{:?} {source:?}", program.top());
    out
}

/// One edit, or none where the drawn one does not apply.
fn edit(program: &mut Program, dice: &mut impl Choose) {
    let ctx = Arc::clone(program.ctx());
    let below: Vec<OpId> = program.walk(program.top()).filter(|op| *op != program.top()).collect();
    let values: Vec<ValueId> = (0..program.value_slots()).map(ValueId::new).collect();
    let value = dice.pick(&values).copied();
    let Some(op) = dice.pick(&below).copied() else { return create(program, &ctx, None, value, dice) };
    match dice.below(8) {
        0 | 1 => create(program, &ctx, Some(op), value, dice),
        2 => program.erase(op),
        3 | 4 => edit_uses(program, op, value, dice),
        5 => edit_place(program, op, &below, dice),
        6 => edit_words(program, &ctx, op, value, dice),
        _ => edit_regions(program, &ctx, op, dice),
    }
}

fn create(
    program: &mut Program,
    ctx: &Context,
    beside: Option<OpId>,
    value: Option<ValueId>,
    dice: &mut impl Choose,
) {
    let operands: Vec<(ValueId, Pos)> =
        value.filter(|_| dice.below(3) > 0).map(|value| (value, Pos::NONE)).into_iter().collect();
    let results = [(ctx.integer(32), Pos::NONE), (ctx.index(), Pos::NONE)];
    let name = match dice.below(8) {
        7 => known::BUILTIN_MODULE,
        other => ctx.ident(["edit.a", "edit.b"][other % 2]),
    };
    let regions = dice.below(2);
    let results = &results[..dice.below(3)];
    let new = NewOp { operands: &operands, results, regions, ..NewOp::named(ctx, name) };
    let at = match (beside, dice.below(4)) {
        (Some(op), 0 | 1) => InsertPoint::Before(op),
        (Some(op), 2) => InsertPoint::After(op),
        _ => InsertPoint::End(program.top_block()),
    };
    program.create(&new, at);
}

fn edit_uses(program: &mut Program, op: OpId, value: Option<ValueId>, dice: &mut impl Choose) {
    let Some(value) = value else { return };
    let slots: Vec<_> = program.operand_ids(op).collect();
    match dice.below(4) {
        0 => program.set_operands(op, &[value, value]),
        1 => program.set_operands(op, &[]),
        2 => {
            if let Some(slot) = dice.pick(&slots) {
                program.set_operand(*slot, value);
            }
        }
        _ => {
            if let Some(result) = program.result(op, 0) {
                let (old, new) = if dice.one_in(2) { (value, result) } else { (result, value) };
                program.replace_uses(old, new);
            }
        }
    }
}

/// Puts an operation elsewhere: beside one that it does not hold, or at an end of the outermost block.
fn edit_place(program: &mut Program, op: OpId, all: &[OpId], dice: &mut impl Choose) {
    let other = dice.pick(all).copied().filter(|other| !program.is_within(*other, op));
    let at = match (other, dice.below(4)) {
        (Some(other), 0) => InsertPoint::Before(other),
        (Some(other), 1) => InsertPoint::After(other),
        (_, 2) => InsertPoint::Start(program.top_block()),
        _ => InsertPoint::End(program.top_block()),
    };
    program.detach(op);
    program.insert(op, at);
}

fn edit_words(
    program: &mut Program,
    ctx: &Arc<Context>,
    op: OpId,
    value: Option<ValueId>,
    dice: &mut impl Choose,
) {
    let number = dice.below(4) as u32;
    let dictionary = ctx.dictionary([(ctx.ident("k"), ctx.integer_attr(i128::from(number), ctx.integer(8)))]);
    let span = Span { start: number, end: number + 1 };
    match dice.below(8) {
        0 => program.set_name(op, ctx.ident(["edit.c", "edit.d"][number as usize % 2])),
        1 => program.set_properties(op, dictionary),
        2 => program.set_attributes(op, dictionary),
        3 => program.set_loc(op, ctx.fused_loc(&[program.op(op).loc, program.op(program.top()).loc])),
        4 => program.set_op_span(op, span),
        5 => program.op(op).block.into_iter().for_each(|block| program.set_block_span(block, span)),
        6 => program.set_source(Source::new("edited", format!("// {number}"))),
        _ => value.into_iter().for_each(|value| program.set_value_type(value, ctx.integer(1 + number))),
    }
}

fn edit_regions(program: &mut Program, ctx: &Context, op: OpId, dice: &mut impl Choose) {
    let Some(region) = program.op_regions(op).first().copied() else {
        let all: Vec<BlockId> = (0..program.block_slots()).map(BlockId::new).collect();
        let block = dice.pick(&all).copied();
        return match dice.below(2) {
            0 => drop(program.add_region(op)),
            _ => program.set_successors(op, block.as_slice()),
        };
    };
    let blocks = program.region(region).blocks.clone();
    let block = dice.pick(&blocks).copied();
    match (dice.below(6), block) {
        (0, _) => {
            let block = program.add_block(region, Span::NONE);
            program.add_argument(block, ctx.index(), Pos::NONE);
            program.create(&NewOp::named(ctx, ctx.ident("edit.end")), InsertPoint::End(block));
        }
        (1, _) => {
            let order: Vec<BlockId> = blocks.iter().rev().copied().collect();
            program.reorder_blocks(region, &order);
        }
        (2, Some(block)) => drop(program.add_argument(block, ctx.integer(1), Pos::NONE)),
        (3, Some(block)) => program.drop_unused_arguments(block),
        (4, Some(block)) => drop_empty(program, block),
        _ => drop(program.promote(op)),
    }
}

/// Drops a block that holds nothing, defines nothing and that nothing branches to.
fn drop_empty(program: &mut Program, block: BlockId) {
    let branched = (0..program.op_slots()).any(|op| program.successors(OpId::new(op)).contains(&block));
    if program.first_op(block).is_none() && program.block(block).arguments.is_empty() && !branched {
        program.drop_block(block);
    }
}
