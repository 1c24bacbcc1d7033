//! `to_library(loop, "gemm") -> call`: a nest that adds the product of two matrices to a third one becomes a call of a function that does so. The function
//! is added to the module, with the plain nest as its body: that is what the library computes. The loops may come in any order, and an operand
//! may be transposed: each element of the result gets its summands in one order all the same.

use assay_ir::data::{AttrId, InsertPoint, OpId, Program, TypeKind, ValueDef, ValueId, known};
use assay_ir::library::{GEMM, Product};
use assay_ir::ops;
use assay_ir::strategy::Refusal;
use assay_ir::text;

use super::step::{Call, Edit, Operand, OwnStep};
use crate::copies::Copies;
use crate::counted::{Counted, constant, is_outside};

/// Elements of the largest extent.
const LARGEST: i128 = 1 << 24;

/// Products, sums and accesses of elements.
const PRODUCT_OPS: [(&str, &str); 2] = [("arith.mulf", "arith.addf"), ("arith.muli", "arith.addi")];
const ACCESS_OPS: [&str; 2] = ["memref.load", "memref.store"];
const CALL_OP: &str = "func.call";
/// Attributes of a product and a sum that permit another result.
const FLAGS: [&str; 2] = ["fastmath", "overflowFlags"];

/// The step `to_library`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToLibrary;

impl OwnStep for ToLibrary {
    fn name(&self) -> &'static str {
        "assay.to_library"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop"), Operand::Text("library")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["call"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        if call.text != GEMM {
            return Err(Refusal::new(format!(
                "there is no library function \"{}\"; there is \"{GEMM}\"",
                call.text
            )));
        }
        let at = call.loops[0];
        let found = recognized(edit, at)?;
        let name = found.add(edit)?;
        let ctx = std::sync::Arc::clone(edit.program.ctx());
        let callee = ctx.symbol_attr(&name);
        let call = edit.make(CALL_OP, &found.memory, &[], &[("callee", callee)], InsertPoint::Before(at));
        edit.note(format!("`@{name}` is the plain nest"));
        edit.replace(at, &[]);
        Ok(vec![vec![call]])
    }
}

/// A product of matrices in memory.
struct Found {
    /// A, B and C.
    memory: [ValueId; 3],
    product: Product,
}

fn not(why: &str) -> Refusal {
    Refusal::new(format!("the nest is not what \"{GEMM}\" computes: {why}"))
}

/// The product that a nest computes.
fn recognized(edit: &Edit<'_>, at: OpId) -> Result<Found, Refusal> {
    let program = &*edit.program;
    let nest = loops(program, at)?;
    let inside: Vec<OpId> =
        program.ops_in(nest[2].body).filter(|op| *op != nest[2].end && !is_constant(program, *op)).collect();
    if inside.len() != 6 {
        return Err(not("the innermost loop does something else"));
    }
    let store = inside.iter().copied().find(|op| program.op_name(*op) == ACCESS_OPS[1]);
    let store = store.ok_or_else(|| not("nothing is stored"))?;
    let operands: Vec<ValueId> = program.operands(store).collect();
    let sum = definition(program, operands[0])?;
    let ops = PRODUCT_OPS.iter().find(|(_, add)| *add == program.op_name(sum));
    let ops = *ops.ok_or_else(|| not("what is stored is no sum"))?;
    let addends: Vec<ValueId> = program.operands(sum).collect();
    let is_product = |value: ValueId| definition(program, value).is_ok_and(|op| program.op_name(op) == ops.0);
    let (element, product, swapped) = match (is_product(addends[0]), is_product(addends[1])) {
        (false, true) => (addends[0], addends[1], false),
        (true, false) => (addends[1], addends[0], true),
        _ => return Err(not("what is stored is no element and a product")),
    };
    let multiply = definition(program, product)?;
    if [sum, multiply].iter().any(|op| has_flags(program, *op)) {
        return Err(not("flags of the sum or the product are not those of the library"));
    }
    let loaded = |value: ValueId| -> Result<Vec<ValueId>, Refusal> {
        let load = definition(program, value)?;
        match program.op_name(load) == ACCESS_OPS[0] && program.has_one_use(value) {
            true => Ok(program.operands(load).collect()),
            false => Err(not("a factor is no element of memory")),
        }
    };
    if loaded(element)? != operands[1..] {
        return Err(not("the sum is not stored where its element was loaded"));
    }
    let factors: Vec<ValueId> = program.operands(multiply).collect();
    let (left, right) = (loaded(factors[0])?, loaded(factors[1])?);
    assigned(edit, &nest, [&left, &right, &operands[1..]], swapped)
}

/// The three loops, each from 0 by 1 to a number.
fn loops(program: &Program, at: OpId) -> Result<Vec<Counted>, Refusal> {
    let mut nest = vec![Counted::any_at(program, at)?];
    while nest.len() < 3 {
        let inner = nest[nest.len() - 1].perfect(program).map_err(|why| not(&why.message))?;
        nest.push(inner);
    }
    for one in &nest {
        let starts = constant(program, one.lower) == Some(0) && constant(program, one.step) == Some(1);
        let ends = one.turns(program).is_some_and(|turns| (1..=LARGEST).contains(&turns));
        if !starts || !ends || !one.initial.is_empty() {
            return Err(not("a loop does not count from 0 by 1 to a number"));
        }
    }
    Ok(nest)
}

/// Names the loops by the subscripts.
fn assigned(
    edit: &Edit<'_>,
    nest: &[Counted],
    accesses: [&[ValueId]; 3],
    swapped: bool,
) -> Result<Found, Refusal> {
    let program = &*edit.program;
    let subscripts = |access: &[ValueId]| -> Result<[usize; 2], Refusal> {
        let number = |value: &ValueId| nest.iter().position(|one| one.variable == *value);
        match access {
            [_, first, second] => number(first).zip(number(second)).map(|(a, b)| [a, b]),
            _ => None,
        }
        .ok_or_else(|| not("a subscript is no variable of the nest"))
    };
    let [i, j] = subscripts(accesses[2])?;
    if i == j {
        return Err(not("the result is accessed along its diagonal"));
    }
    let k = (0..3).find(|one| *one != i && *one != j).expect("there are three loops");
    let (first, second) = (subscripts(accesses[0])?, subscripts(accesses[1])?);
    let transposed = |found: [usize; 2], [a, b]: [usize; 2]| match found {
        found if found == [a, b] => Some(false),
        found if found == [b, a] => Some(true),
        _ => None,
    };
    // The factors may come in either order.
    let straight = transposed(first, [i, k]).zip(transposed(second, [k, j]));
    let crossed = transposed(second, [i, k]).zip(transposed(first, [k, j]));
    let (memory, (left, right)) = match (straight, crossed) {
        (Some(found), _) => ([accesses[0][0], accesses[1][0]], found),
        (None, Some(found)) => ([accesses[1][0], accesses[0][0]], found),
        (None, None) => return Err(not("the subscripts are not those of a product")),
    };
    let memory = [memory[0], memory[1], accesses[2][0]];
    let turns = |one: usize| nest[one].turns(program).and_then(|turns| u64::try_from(turns).ok());
    let sizes = [i, j, k].map(|one| turns(one).unwrap_or(0));
    let ty = text::type_text(program.ctx(), program.value_type(memory[2]));
    let element = ty.rsplit('x').next().unwrap_or_default().trim_end_matches('>').to_owned();
    let found = Found { memory, product: Product { sizes, transposed: [left, right], swapped, element } };
    found.has_plain_memory(edit, nest[0].op)?;
    Ok(found)
}

impl Found {
    /// The memrefs have these shapes, no layout, one element type, and are apart.
    fn has_plain_memory(&self, edit: &Edit<'_>, at: OpId) -> Result<(), Refusal> {
        let program = &*edit.program;
        for (value, shape) in self.memory.iter().zip(self.product.shapes()) {
            let TypeKind::MemRef { shape: dims, layout, space, .. } =
                program.ctx().type_kind(program.value_type(*value))
            else {
                return Err(not("an operand is no memref"));
            };
            let same = dims.len() == 2 && dims.iter().zip(shape).all(|(dim, size)| *dim == Some(size));
            if !same || layout.is_some() || space.is_some() || !is_outside(program, *value, at) {
                return Err(not("an operand has another shape or layout than the loops run over"));
            }
        }
        let [a, b, c] = self.memory;
        let is_root = |value: ValueId| match program.value(value).def {
            ValueDef::Argument(..) => !edit.policy.alias,
            ValueDef::Result(op, _) => assay_ir::ops::op(program.op_name(op))
                .is_some_and(|record| record.fact("memory") == Some("allocate")),
        };
        match c != a && c != b && [a, b, c].iter().all(|value| is_root(*value)) {
            true => Ok(()),
            false => Err(not("the result may overlap with an operand")),
        }
    }

    /// Adds the function to the module, where it is not there; its name.
    fn add(&self, edit: &mut Edit<'_>) -> Result<String, Refusal> {
        let (product, block) = (&self.product, edit.program.top_block());
        let base = product.name();
        let mut number = 0;
        loop {
            let name = if number == 0 { base.clone() } else { format!("{base}_{number}") };
            number += 1;
            let there = edit
                .program
                .ops_in(block)
                .find(|op| edit.program.attr_text(*op, known::SYM_NAME) == Some(name.as_str()));
            match there {
                Some(op) if product.is(edit.program, op, &name) => return Ok(name),
                Some(_) => {}
                None => {
                    let read = product.function(edit.program, &name);
                    let (read, new) = read.ok_or_else(|| not("its elements are no numbers"))?;
                    let copy = Copies::default().copy(edit.program, &read, new, InsertPoint::End(block));
                    edit.listener.inserted(edit.program, copy);
                    return Ok(name);
                }
            }
        }
    }
}

fn is_constant(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has("constant_like"))
}

fn definition(program: &Program, value: ValueId) -> Result<OpId, Refusal> {
    program.defining_op(value).ok_or_else(|| not("a value is not computed in the nest"))
}

fn has_flags(program: &Program, op: OpId) -> bool {
    FLAGS.iter().any(|name| {
        let flags = program.attr(op, program.ctx().ident(name));
        flags.is_some_and(|flags: AttrId| !text::attr_text(program.ctx(), flags).ends_with("<none>"))
    })
}
