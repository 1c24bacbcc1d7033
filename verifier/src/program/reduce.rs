//! Smaller programs that still show a difference. Edits are proposed, the caller says which of them keep it, and what they have
//! in common goes on; the smallest program is one of which no edit keeps it. Judges nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_backend::interp::find_function;
use assay_ir::data::{
    BlockId, Context, Ident, InsertPoint, OpId, Pos, Program, Source, TypeId, TypeKind, ValueId, known,
};
use assay_ir::text::{self, PrintOptions};

use super::narrow::{Narrowing, narrowed, narrowings};
use crate::witness::execute::{parameters, sign};

/// One step towards a smaller program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edit {
    /// A symbol beside the function, or an operation in one that nothing reads, is left out.
    Drop(OpId),
    /// The function returns this of its results alone.
    Keep(usize),
    /// Results become parameters, and the operation is left out.
    Lift(OpId),
    /// An operand takes the place of the result, and the operation is left out.
    Skip(OpId, usize),
    /// The operations of the first region, run once, take the place of the operation.
    Unwrap(OpId),
    /// All parameters without a use are left out.
    Parameters,
    /// Attributes that an operation can do without are left out.
    Bare(OpId),
    /// Types become narrower.
    Narrow(Narrowing),
}

/// Rounds at most.
const ROUNDS: usize = 40;

/// Programs proposed at a time.
const WIDTH: usize = 48;

/// How edits are proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposals {
    /// Many programs at a time, each with one edit: where one question about all of them costs little more than one about one.
    Apart,
    /// One program at a time, with as many edits as keep the difference together: where each question is dear.
    Together,
}

/// Reduces a program around a function; `keeps` says of each text that is proposed whether it shows the difference.
pub fn reduce(
    program: &Program,
    name: &str,
    proposals: Proposals,
    keeps: &mut dyn FnMut(&[String]) -> Vec<bool>,
) -> Program {
    let mut best = read(program.ctx(), printed(program));
    let mut from = 0;
    for _ in 0..ROUNDS {
        let edits = edits(&best, name);
        if edits.is_empty() {
            break;
        }
        if proposals == Proposals::Together {
            match together(&mut best, name, &edits, keeps) {
                Some(smaller) => best = read(program.ctx(), smaller),
                None => break,
            }
            continue;
        }
        from = if from >= edits.len() { 0 } else { from };
        let mut found = None;
        // Each edit is proposed once, from where the last round stopped.
        let mut left = edits.len();
        while left > 0 && found.is_none() {
            let batch: Vec<Edit> = (0..left.min(WIDTH)).map(|at| edits[(from + at) % edits.len()]).collect();
            (from, left) = ((from + batch.len()) % edits.len(), left - batch.len());
            found = step(&mut best, name, &batch, keeps);
        }
        match found {
            Some(smaller) => best = read(program.ctx(), smaller),
            None => break,
        }
    }
    best
}

/// The text after edits that keep the difference together: of a part that does not, its halves are tried beside what was taken.
fn together(
    best: &mut Program,
    name: &str,
    edits: &[Edit],
    keeps: &mut dyn FnMut(&[String]) -> Vec<bool>,
) -> Option<String> {
    let (mut taken, mut text): (Vec<Edit>, String) = (Vec::new(), printed(best));
    let mut parts = vec![edits];
    while let Some(part) = parts.pop() {
        let joined: Vec<Edit> = taken.iter().chain(part).copied().collect();
        // An edit of what was left out already changes nothing.
        let smaller = edited(best, name, &joined).filter(|smaller| *smaller != text);
        if let Some(smaller) = smaller
            && !retained(std::slice::from_ref(&smaller), keeps).is_empty()
        {
            (taken, text) = (joined, smaller);
        } else if part.len() > 1 {
            let (first, second) = part.split_at(part.len() / 2);
            parts.extend([second, first]);
        }
    }
    (!taken.is_empty()).then_some(text)
}

/// The text after the edits of a batch that keep the difference: all of them together, else half, else the first.
fn step(
    best: &mut Program,
    name: &str,
    batch: &[Edit],
    keeps: &mut dyn FnMut(&[String]) -> Vec<bool>,
) -> Option<String> {
    let single = |edit: &Edit| edited(best, name, &[*edit]).map(|text| (*edit, text));
    let (edits, mut texts): (Vec<Edit>, Vec<String>) = batch.iter().filter_map(single).unzip();
    let good: Vec<usize> = retained(&texts, keeps);
    let first = *good.first()?;
    let mut sizes = vec![good.len(), good.len() / 2, good.len() / 4];
    sizes.retain(|size| *size > 1);
    let together = |size: &usize| {
        let edits: Vec<Edit> = good[..*size].iter().map(|at| edits[*at]).collect();
        edited(best, name, &edits)
    };
    let mut joined: Vec<String> = sizes.iter().filter_map(together).collect();
    let largest = retained(&joined, keeps).first().copied();
    Some(largest.map_or_else(|| texts.swap_remove(first), |at| joined.swap_remove(at)))
}

fn retained(texts: &[String], keeps: &mut dyn FnMut(&[String]) -> Vec<bool>) -> Vec<usize> {
    if texts.is_empty() {
        return Vec::new();
    }
    keeps(texts).iter().enumerate().filter(|(_, keeps)| **keeps).map(|(at, _)| at).collect()
}

/// The edits that can be tried, the largest steps first.
fn edits(program: &Program, name: &str) -> Vec<Edit> {
    let Some(function) = find_function(program, name) else { return Vec::new() };
    let mut out = Vec::new();
    let symbols = program.walk(program.top()).filter(|op| {
        let is_symbol = program.attr(*op, known::SYM_NAME).is_some();
        is_symbol && *op != function && !program.is_within(function, *op) && *op != program.top()
    });
    let symbols: Vec<OpId> = symbols.collect();
    out.extend(symbols.iter().map(|op| Edit::Drop(*op)));
    out.extend(unread(program, function, &symbols).into_iter().map(Edit::Drop));
    let leave = program.walk(function).find(|op| program.op(*op).name == known::FUNC_RETURN);
    let results = leave.map_or(0, |op| program.operand_count(op));
    if results > 1 {
        out.extend((0..results).map(Edit::Keep));
    }
    if parameters(program, function).iter().any(|value| !program.has_uses(*value)) {
        out.push(Edit::Parameters);
    }
    let last = |op: OpId| program.op(op).block.and_then(|block| program.last_op(block)) == Some(op);
    let mut inner: Vec<OpId> = program.walk(function).filter(|op| *op != function && !last(*op)).collect();
    inner.reverse();
    out.extend(inner.iter().map(|op| Edit::Lift(*op)));
    out.extend(inner.iter().filter(|op| !program.op_regions(**op).is_empty()).map(|op| Edit::Unwrap(*op)));
    for op in &inner {
        let Some(result) = program.result(*op, 0).filter(|_| program.result_count(*op) == 1) else {
            continue;
        };
        let ty = program.value_type(result);
        let fits = |(_, value): &(usize, ValueId)| program.value_type(*value) == ty;
        out.extend(program.operands(*op).enumerate().filter(fits).map(|(at, _)| Edit::Skip(*op, at)));
    }
    let empty = program.ctx().empty_dictionary();
    out.extend(program.walk(function).filter(|op| program.op(*op).attributes != empty).map(Edit::Bare));
    let (widths, double) = scalars(program, function);
    out.extend(narrowings(&widths, double).into_iter().map(Edit::Narrow));
    out
}

/// The operations beside a function that symbols hold, that end no block and that nothing reads, the last ones first.
fn unread(program: &Program, function: OpId, symbols: &[OpId]) -> Vec<OpId> {
    let is_inner = |op: &OpId| {
        program.parent_op(*op).is_some_and(|outer| symbols.iter().any(|one| program.is_within(outer, *one)))
    };
    let ends = |op: OpId| program.op(op).block.and_then(|block| program.last_op(block)) == Some(op);
    let is_unread = |op: OpId| program.results(op).all(|result| !program.has_uses(result));
    let beside = program.walk(program.top()).filter(|op| !program.is_within(*op, function) && is_inner(op));
    let mut out: Vec<OpId> =
        beside.filter(|op| !symbols.contains(op) && !ends(*op) && is_unread(*op)).collect();
    out.reverse();
    out
}

/// The widths of the integers that a function computes with, and whether it computes with `f64`.
fn scalars(program: &Program, function: OpId) -> (Vec<u32>, bool) {
    let ctx = program.ctx();
    let results = program.walk(function).flat_map(|op| program.results(op));
    let (mut widths, mut double) = (BTreeSet::new(), false);
    for value in results.chain(parameters(program, function)) {
        let ty = program.value_type(value);
        match ctx.type_kind(ctx.element_type(ty).unwrap_or(ty)) {
            TypeKind::Integer { width, .. } => {
                widths.insert(*width);
            }
            TypeKind::Float(kind) => double |= kind.bits() == 64,
            _ => {}
        }
    }
    (widths.into_iter().collect(), double)
}

/// The text of the program after all edits, which are then undone; `None` where one of them cannot be done.
fn edited(program: &mut Program, name: &str, edits: &[Edit]) -> Option<String> {
    let text = program.tentatively(|program| {
        apply(program, name, edits)?;
        Some(printed(program))
    })?;
    let by = edits.iter().filter_map(|edit| match edit {
        Edit::Narrow(by) => Some(*by),
        _ => None,
    });
    Some(by.fold(text, |text, by| narrowed(&text, by)))
}

/// Takes edits; `None` where one of them cannot be done.
fn apply(out: &mut Program, name: &str, edits: &[Edit]) -> Option<()> {
    let function = find_function(out, name)?;
    let entry = *out.region(*out.op_regions(function).first()?).blocks.first()?;
    let (mut returned, mut unused) = (None, false);
    for edit in edits {
        match *edit {
            Edit::Drop(op) if !out.is_erased(op) => out.erase(op),
            Edit::Keep(index) => returned = returned.or_else(|| keep(out, function, index)),
            Edit::Lift(op) if !out.is_erased(op) => {
                out.results(op).collect::<Vec<_>>().into_iter().for_each(|result| lift(out, entry, result));
                out.erase(op);
            }
            Edit::Unwrap(op) if !out.is_erased(op) => unwrap(out, entry, op)?,
            Edit::Skip(op, index) if !out.is_erased(op) => {
                let (result, operand) = (out.result(op, 0)?, out.operand(op, index)?);
                out.replace_uses(result, operand);
                out.erase(op);
            }
            Edit::Bare(op) if !out.is_erased(op) => {
                let empty = out.ctx().empty_dictionary();
                out.set_attributes(op, empty);
            }
            Edit::Parameters => unused = true,
            Edit::Drop(_)
            | Edit::Lift(_)
            | Edit::Unwrap(_)
            | Edit::Skip(..)
            | Edit::Bare(_)
            | Edit::Narrow(_) => {}
        }
    }
    if unused {
        out.drop_unused_arguments(entry);
    }
    without_attributes_of_parameters(out, function);
    sign(out, function, returned);
    Some(())
}

/// Puts a parameter in the place of a value that is read.
fn lift(program: &mut Program, entry: BlockId, value: ValueId) {
    if program.has_uses(value) {
        let parameter = program.add_argument(entry, program.value_type(value), Pos::NONE);
        program.replace_uses(value, parameter);
    }
}

/// Puts the operations of the first region of an operation in its place. What the region is given becomes parameters, and its
/// results are what it ends with, where the types fit; `None` where it is not one block.
fn unwrap(program: &mut Program, entry: BlockId, op: OpId) -> Option<()> {
    let region = *program.op_regions(op).first()?;
    let [block] = program.region(region).blocks[..] else { return None };
    let end = program.last_op(block)?;
    let arguments = program.block(block).arguments.to_vec();
    arguments.iter().for_each(|argument| lift(program, entry, *argument));
    let inner: Vec<OpId> = program.ops_in(block).filter(|inner| *inner != end).collect();
    for moved in inner {
        program.detach(moved);
        program.insert(moved, InsertPoint::Before(op));
    }
    for (at, result) in program.results(op).enumerate().collect::<Vec<_>>() {
        let ended = program.operand(end, at).filter(|value| {
            let ty = program.value_type(*value);
            ty == program.value_type(result)
        });
        match ended {
            Some(value) => program.replace_uses(result, value),
            None => lift(program, entry, result),
        }
    }
    program.erase(op);
    Some(())
}

/// Returns one result alone.
fn keep(program: &mut Program, function: OpId, index: usize) -> Option<Box<[TypeId]>> {
    let leaves = |op: &OpId| program.op(*op).name == known::FUNC_RETURN;
    let all: Vec<OpId> = program.walk(function).filter(leaves).collect();
    let mut types = None;
    for leave in all {
        let value = program.operand(leave, index)?;
        types = Some(Box::from([program.value_type(value)]));
        program.set_operands(leave, &[value]);
    }
    types
}

/// Drops what is said of parameters by number.
fn without_attributes_of_parameters(program: &mut Program, function: OpId) {
    let ctx = Arc::clone(program.ctx());
    let dropped: Vec<Ident> = ["arg_attrs", "res_attrs"].map(|name| ctx.ident(name)).into();
    let entries = ctx.entries(program.op(function).properties).iter().copied();
    let left: Vec<_> = entries.filter(|(name, _)| !dropped.contains(name)).collect();
    program.set_properties(function, ctx.dictionary(left));
}

fn printed(program: &Program) -> String {
    text::print(program, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// A program as it reads from its text, so that nothing of what was left out stays.
fn read(ctx: &Arc<Context>, text: String) -> Program {
    text::parse(ctx, &Source::new("reduced", text)).program
}

/// The shape of a function: operations in order with their result types. Findings of one pass with one shape have one cause.
pub fn shape(program: &Program, name: &str) -> String {
    let Some(function) = find_function(program, name) else { return String::new() };
    let inner = program.walk(function).skip(1);
    let names = inner.filter(|op| program.op(*op).name != known::FUNC_RETURN).map(|op| {
        let flags = text::attr_text(program.ctx(), program.op(op).properties);
        let is_constant = program.op_name(op).ends_with(".constant");
        let flags = if is_constant { String::new() } else { flags };
        format!("{}{flags}", program.op_name(op))
    });
    names.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_caller_needs_is_left_and_nothing_else() {
        let text = "func.func private @g()
func.func @f(%a: i8, %b: i8, %c: i8) -> (i8, i8) {
  %k = arith.constant 3 : i8
  %x = arith.addi %a, %b : i8
  %y = arith.muli %x, %k : i8
  %z = arith.subi %y, %c : i8
  %w = arith.andi %z, %k : i8
  return %w, %x : i8, i8
}";
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let mut asked = 0;
        let reduced = reduce(&program, "f", Proposals::Apart, &mut |texts| {
            asked += texts.len();
            texts.iter().map(|text| text.contains("\"arith.muli\"")).collect()
        });
        assert_eq!(shape(&reduced, "f").split('{').next(), Some("arith.muli"), "{}", shape(&reduced, "f"));
        assert!(asked < 200, "{asked}");
        let function = find_function(&reduced, "f").expect("it is kept");
        // Its two operands, and what is returned.
        assert_eq!(parameters(&reduced, function).len(), 3);
    }

    #[test]
    fn few_questions_find_one_operation_among_many() {
        let mut text = "func.func @f(%a: i8) -> i8 {\n".to_owned();
        for at in 0..200 {
            let op = if at == 117 { "muli" } else { "addi" };
            text.push_str(&format!("  %{at} = arith.{op} %a, %a : i8\n"));
        }
        text.push_str("  return %a : i8\n}");
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let mut asked = 0;
        let reduced = reduce(&program, "f", Proposals::Together, &mut |texts| {
            asked += texts.len();
            texts.iter().map(|text| text.contains("\"arith.muli\"")).collect()
        });
        assert_eq!(shape(&reduced, "f").split('{').next(), Some("arith.muli"), "{}", printed(&reduced));
        assert!(asked < 100, "{asked}");
    }

    #[test]
    fn an_operation_with_a_region_gives_way_to_what_the_region_holds() {
        let text = "func.func @f(%a: i8, %c: i1) -> i8 {
  %r = scf.if %c -> (i8) {
    %x = arith.addi %a, %a : i8
    %y = arith.muli %x, %a : i8
    scf.yield %y : i8
  } else {
    scf.yield %a : i8
  }
  return %r : i8
}";
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let reduced = reduce(&program, "f", Proposals::Apart, &mut |texts| {
            texts.iter().map(|text| text.contains("\"arith.muli\"")).collect()
        });
        assert_eq!(shape(&reduced, "f").split('{').next(), Some("arith.muli"), "{}", printed(&reduced));
    }

    #[test]
    fn operations_beside_the_function_that_nothing_reads_are_left_out() {
        let text = "func.func @g(%a: i8) -> i8 {
  %x = arith.addi %a, %a : i8
  %y = arith.muli %x, %a : i8
  return %a : i8
}
func.func @f(%a: i8) -> i8 {
  %r = func.call @g(%a) : (i8) -> i8
  return %r : i8
}";
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let reduced = reduce(&program, "f", Proposals::Apart, &mut |texts| {
            texts.iter().map(|text| text.contains("\"func.call\"") && text.contains("@g")).collect()
        });
        let text = printed(&reduced);
        assert!(!text.contains("arith."), "{text}");
    }

    #[test]
    fn types_are_narrowed_as_far_as_the_difference_allows() {
        let text = "func.func @f(%a: i64, %b: i32) -> i64 {
  %x = arith.extui %b : i32 to i64
  %k = arith.constant 300 : i64
  %y = arith.muli %x, %a : i64
  %z = arith.addi %y, %k : i64
  return %z : i64
}";
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let reduced = reduce(&program, "f", Proposals::Apart, &mut |texts| {
            let holds = |text: &String| {
                // A reader refuses an extension to a type that is no wider.
                let extends = text.contains("(i32) -> i64") || text.contains("(i16) -> i32");
                text.contains("\"arith.muli\"") && text.contains("\"arith.extui\"") && extends
            };
            texts.iter().map(holds).collect()
        });
        let text = printed(&reduced);
        assert!(text.contains("\"arith.extui\"(%arg1) : (i16) -> i32"), "{text}");
        assert!(!text.contains("i64"), "{text}");
    }
}
