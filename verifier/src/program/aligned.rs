//! Assumptions about addresses, as operations. No engine has the number of an address, so that whether the buffer of an argument is
//! aligned is a bit of a private global: unknown at the start of a function, and the same for both programs. Where
//! `memref.assume_alignment` is executed and the bit is not set, the behaviour is undefined.

use std::fmt::Write as _;
use std::sync::Arc;

use assay_backend::engine::entry_block;
use assay_ir::data::{AttrKind, InsertPoint, NewOp, OpId, Program, TypeId, ValueDef, ValueId, known};
use assay_ir::ops;
use assay_ir::text::{attr_text, parse_attr, parse_type, type_text};

use super::pair::qualified;
use super::stubs::appended;

/// Returns true for an operation that assumes an alignment.
fn is_assumption(program: &Program, op: OpId) -> bool {
    ops::has_role(program.op_name(op), "alignment")
}

/// How the names of the bits start.
const STEM: &str = "assay_alignment";

/// Returns true of a global that holds a bit.
pub(crate) fn is_bit(global: &str) -> bool {
    global.starts_with(STEM)
}

/// Returns true when a function assumes an alignment.
pub(crate) fn assumes(program: &Program, function: OpId) -> bool {
    program.walk(function).any(|op| is_assumption(program, op))
}

/// Both programs with their assumptions as operations; `None` where there are none.
pub(crate) fn with_assumptions(source: &Program, target: &Program) -> Option<(Program, Program)> {
    let mut bits = Vec::new();
    let sides = [(source, "before"), (target, "after")].map(|(program, side)| {
        program.walk(program.top()).filter(|op| is_assumption(program, *op)).for_each(|op| {
            let name = bit(program, op, side);
            if !bits.contains(&name) {
                bits.push(name);
            }
        });
        program
    });
    if bits.is_empty() {
        return None;
    }
    let mut text = String::new();
    for name in &bits {
        // Writing to a string does not fail.
        let _ = writeln!(text, "memref.global \"private\" @\"{name}\" : memref<1xi1> = dense<true>");
    }
    let [one, other] = sides.map(|program| appended(program, &text));
    let (mut one, mut other) = (one?, other?);
    guard(&mut one, "before");
    guard(&mut other, "after");
    Some((one, other))
}

/// The name of the bit of an assumption. Programs share it for views of arguments that no caller of the program passes.
fn bit(program: &Program, op: OpId, side: &str) -> String {
    let ctx = program.ctx();
    let alignment = program.attr(op, ctx.ident("alignment")).map(|attr| attr_text(ctx, attr));
    let place = program.operand(op, 0).and_then(|value| place(program, value));
    let place = place.unwrap_or_else(|| {
        let all = program.walk(program.top()).filter(|op| is_assumption(program, *op));
        format!("{side} {}", all.take_while(|one| *one != op).count())
    });
    let name = format!("{STEM} {} of {place}", alignment.unwrap_or_default());
    name.replace(['"', '\\'], "'")
}

/// A memory in words that are the same in both programs.
fn place(program: &Program, value: ValueId) -> Option<String> {
    let ctx = program.ctx();
    match program.value(value).def {
        ValueDef::Argument(block, index) => {
            let function = program.region(program.block(block).region).op;
            let is_entry = entry_block(program, function) == Some(block);
            let name = qualified(program, function)?;
            (is_entry && !is_called(program, function)).then(|| format!("%arg{index} of @{name}"))
        }
        ValueDef::Result(op, _) => {
            let mut words = place(program, program.operand(op, 0)?)?;
            if program.operand_count(op) != 1 {
                return None;
            }
            if !is_assumption(program, op) {
                let _ = write!(
                    words,
                    " by {} {}",
                    program.op_name(op),
                    attr_text(ctx, program.op(op).properties)
                );
                let _ = write!(words, " {}", type_text(ctx, program.value_type(value)));
            }
            Some(words)
        }
    }
}

/// Returns true when something in the program names a function.
fn is_called(program: &Program, function: OpId) -> bool {
    let ctx = program.ctx();
    let Some(name) = program.attr_text(function, known::SYM_NAME) else { return true };
    program.walk(program.top()).any(|op| {
        let data = program.op(op);
        let mut all = [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list));
        all.any(|(_, attr)| match ctx.attr_kind(*attr) {
            AttrKind::SymbolRef { root, nested } => ctx.str(*nested.last().unwrap_or(root)) == name,
            _ => false,
        })
    })
}

/// Adds the operations before each assumption.
fn guard(program: &mut Program, side: &str) {
    let all: Vec<OpId> = program.walk(program.top()).filter(|op| is_assumption(program, *op)).collect();
    let names: Vec<String> = all.iter().map(|op| bit(program, *op, side)).collect();
    for (op, name) in all.into_iter().zip(names) {
        if guarded(program, op, &name).is_none() {
            // All texts here are types and attributes.
            debug_assert!(false, "{name}");
        }
    }
}

fn guarded(program: &mut Program, op: OpId, name: &str) -> Option<()> {
    let ctx = Arc::clone(program.ctx());
    let (bit, memory) = (ctx.integer(1), parse_type(&ctx, "memref<1xi1>").ok()?);
    let mut make = |name: &str, operands: &[ValueId], ty: Option<TypeId>, properties: &[(&str, &str)]| {
        let properties =
            properties.iter().map(|(name, attr)| Some((ctx.ident(name), parse_attr(&ctx, attr).ok()?)));
        let properties = ctx.dictionary(properties.collect::<Option<Vec<_>>>()?);
        let new = NewOp { properties, ..NewOp::named(&ctx, ctx.ident(name)) };
        let made = program.build(&new, operands, ty.as_slice(), InsertPoint::Before(op));
        Some(program.results(made).next())
    };
    let global = make(ops::role_op("address")?, &[], Some(memory), &[("name", &format!("@\"{name}\""))])??;
    let first = make(ops::integer_op("constant")?, &[], Some(ctx.index()), &[("value", "0 : index")])??;
    let is_aligned = make(ops::memory_op("load")?, &[global, first], Some(bit), &[])??;
    let poison = make(ops::role_op("poison")?, &[], Some(bit), &[])??;
    let holds = make(ops::integer_op("select")?, &[is_aligned, is_aligned, poison], Some(bit), &[])??;
    let message = format!("\"{}\"", ops::role_op("alignment")?);
    make(ops::role_op("assertion")?, &[holds], None, &[("msg", &message)])?;
    Some(())
}
