//! `to_library(loop, "gemm") -> call`: a nest that adds the product of two matrices to a third one becomes a call of a function that does so. The function
//! is added to the module, with the plain nest as its body: that is what the library computes. The loops may come in any order, and an operand
//! may be transposed: each element of the result gets its summands in one order all the same. Where the nest works on parts of larger matrices, as those of
//! a tile or of one batch, the function gets views of these.

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
/// A call, and a view of a part of memory.
const MADE_OPS: [&str; 2] = ["func.call", "memref.subview"];
/// Attributes of a product and a sum that permit another result.
const FLAGS: [&str; 2] = ["fastmath", "overflowFlags"];

/// The step `to_library`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToLibrary;

impl OwnStep for ToLibrary {
    fn name(&self) -> &'static str {
        "assay.to_library"
    }

    fn what(&self) -> &'static str {
        "a call of a library function, such as \"gemm\", in the place of a nest that computes the same"
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
        let nest = Nest::new(edit.program, at)?;
        let found = recognized(edit, &nest.loops)?;
        nest.may_be_split(edit.program, &found.memory[2])?;
        let name = found.add(edit)?;
        let ctx = std::sync::Arc::clone(edit.program.ctx());
        let callee = ctx.symbol_attr(&name);
        let memory = found.views(edit, &nest.loops)?;
        // The call comes behind what stays of the nest.
        let call = edit.make(MADE_OPS[0], &memory, &[], &[("callee", callee)], InsertPoint::After(at));
        edit.note(format!("`@{name}` is the plain nest"));
        edit.replace(nest.product(), &[]);
        Ok(vec![vec![call]])
    }
}

/// A product of matrices in memory.
struct Found {
    /// A, B and C.
    memory: [Matrix; 3],
    product: Product,
}

/// A matrix of a product: an array, or a part of one.
#[derive(Clone, Debug)]
struct Matrix {
    memref: ValueId,
    /// A subscript for each dimension.
    places: Vec<Place>,
}

/// A subscript of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The variable of a loop of the nest, by its number.
    Turn(usize),
    /// A number that is the same in the whole nest.
    Fixed(ValueId),
}

fn not(why: &str) -> Refusal {
    Refusal::new(format!("the nest is not what \"{GEMM}\" computes: {why}"))
}

/// The product that a nest computes.
fn recognized(edit: &Edit<'_>, nest: &[Counted; 3]) -> Result<Found, Refusal> {
    let program = &*edit.program;
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
    assigned(edit, nest, [&left, &right, &operands[1..]], swapped)
}

/// Three loops in one another, each by 1 with a number of turns that is known.
struct Nest {
    loops: [Counted; 3],
    /// Operations in front of the next loop, with the number of loops around them.
    first: Vec<(usize, OpId)>,
}

impl Nest {
    fn new(program: &Program, at: OpId) -> Result<Nest, Refusal> {
        let mut loops = vec![Counted::any_at(program, at)?];
        let mut first = Vec::new();
        while loops.len() < 3 {
            let around = &loops[loops.len() - 1];
            let inside: Vec<OpId> = program
                .ops_in(around.body)
                .filter(|op| *op != around.end && !is_constant(program, *op))
                .collect();
            let (last, others) = inside.split_last().ok_or_else(|| not("a loop is empty"))?;
            let inner = Counted::any(program, *last);
            let inner = inner.ok_or_else(|| not("there are no three loops in one another"))?;
            first.extend(others.iter().map(|op| (loops.len(), *op)));
            loops.push(inner);
        }
        for one in &loops {
            let starts = is_outside(program, one.lower, at) && constant(program, one.step) == Some(1);
            let ends = one.turns(program).is_some_and(|turns| (1..=LARGEST).contains(&turns));
            if !starts || !ends || !one.initial.is_empty() {
                return Err(not("a loop does not count by 1 for a known number of turns"));
            }
        }
        let loops = loops.try_into().map_err(|_| not("there are no three loops in one another"))?;
        Ok(Nest { loops, first })
    }

    /// The first operation of the nest that the product is.
    fn product(&self) -> OpId {
        let around = self.first.iter().map(|(around, _)| *around).max().unwrap_or(0);
        self.loops[around].op
    }

    /// Checks that what is done in front of a product stores numbers to the result alone, to elements that the loops around both give to one turn: all of it may be
    /// done before the first product.
    fn may_be_split(&self, program: &Program, result: &Matrix) -> Result<(), Refusal> {
        let around = self.first.iter().map(|(around, _)| *around).max().unwrap_or(0);
        for op in self.first.iter().flat_map(|(_, op)| program.walk(*op)) {
            let name = program.op_name(op);
            let ends = ops::op(name).is_some_and(|record| record.has("terminator"));
            if Counted::any(program, op).is_some() || is_constant(program, op) || ends {
                continue;
            }
            if name != ACCESS_OPS[1] {
                return Err(not(&format!("`{name}` is beside the inner loop")));
            }
            let operands: Vec<ValueId> = program.operands(op).collect();
            let number = is_outside(program, operands[0], self.loops[0].op)
                || program.defining_op(operands[0]).is_some_and(|op| is_constant(program, op));
            let one_turn = |number: usize| {
                let place = result.places.iter().position(|place| *place == Place::Turn(number));
                place.is_some_and(|place| operands.get(2 + place) == Some(&self.loops[number].variable))
            };
            if !number || operands[1] != result.memref || !(0..around).all(one_turn) {
                return Err(not(
                    "what is stored in front of the products is not a start of their elements alone",
                ));
            }
        }
        Ok(())
    }
}

/// Names the loops by the subscripts.
fn assigned(
    edit: &Edit<'_>,
    nest: &[Counted; 3],
    accesses: [&[ValueId]; 3],
    swapped: bool,
) -> Result<Found, Refusal> {
    let program = &*edit.program;
    let around = nest[0].op;
    let place = |value: &ValueId| match nest.iter().position(|one| one.variable == *value) {
        Some(number) => Ok(Place::Turn(number)),
        None if is_outside(program, *value, around) => Ok(Place::Fixed(*value)),
        None => Err(not("a subscript is no variable of the nest, and changes in it")),
    };
    let matrix = |access: &[ValueId]| -> Result<Matrix, Refusal> {
        let places = access[1..].iter().map(place).collect::<Result<Vec<Place>, Refusal>>()?;
        Ok(Matrix { memref: access[0], places })
    };
    let mut matrices = [matrix(accesses[0])?, matrix(accesses[1])?, matrix(accesses[2])?];
    let subscripts = |matrix: &Matrix| -> Result<[usize; 2], Refusal> {
        let turns = matrix.places.iter().filter_map(|place| match place {
            Place::Turn(number) => Some(*number),
            Place::Fixed(_) => None,
        });
        let turns: Vec<usize> = turns.collect();
        turns.try_into().map_err(|_| not("an operand is not accessed by two variables of the nest"))
    };
    let [i, j] = subscripts(&matrices[2])?;
    if i == j {
        return Err(not("the result is accessed along its diagonal"));
    }
    let k = (0..3).find(|one| *one != i && *one != j).expect("there are three loops");
    let (first, second) = (subscripts(&matrices[0])?, subscripts(&matrices[1])?);
    let transposed = |found: [usize; 2], [a, b]: [usize; 2]| match found {
        found if found == [a, b] => Some(false),
        found if found == [b, a] => Some(true),
        _ => None,
    };
    // The factors may come in either order.
    let straight = transposed(first, [i, k]).zip(transposed(second, [k, j]));
    let crossed = transposed(second, [i, k]).zip(transposed(first, [k, j]));
    let (left, right) = match (straight, crossed) {
        (Some(found), _) => found,
        (None, Some(found)) => {
            matrices.swap(0, 1);
            found
        }
        (None, None) => return Err(not("the subscripts are not those of a product")),
    };
    let turns = |one: usize| nest[one].turns(program).and_then(|turns| u64::try_from(turns).ok());
    let sizes = [i, j, k].map(|one| turns(one).unwrap_or(0));
    let TypeKind::MemRef { element, .. } = program.ctx().type_kind(program.value_type(matrices[2].memref))
    else {
        return Err(not("an operand is no memref"));
    };
    let element = text::type_text(program.ctx(), *element);
    let product = Product { sizes, transposed: [left, right], swapped, element, leading: None };
    let mut found = Found { memory: matrices, product };
    found.finds_memory(edit, nest)?;
    Ok(found)
}

impl Found {
    /// Checks that the operands lie in memory as the function takes them, and apart; where they are parts, it gets views.
    fn finds_memory(&mut self, edit: &Edit<'_>, nest: &[Counted; 3]) -> Result<(), Refusal> {
        let program = &*edit.program;
        let mut leading = [0; 3];
        let mut whole = true;
        for (number, (matrix, shape)) in self.memory.iter().zip(self.product.shapes()).enumerate() {
            let TypeKind::MemRef { shape: dims, layout, space, .. } =
                program.ctx().type_kind(program.value_type(matrix.memref))
            else {
                return Err(not("an operand is no memref"));
            };
            let dims: Option<Vec<u64>> = dims.iter().copied().collect();
            let (Some(dims), None, None) = (dims, layout, space) else {
                return Err(not("the shape of an operand is not known, or it has a layout"));
            };
            if dims.len() != matrix.places.len() || !is_outside(program, matrix.memref, nest[0].op) {
                return Err(not("an operand is not there before the nest"));
            }
            let turns = |place: &Place| matches!(place, Place::Turn(_));
            let rows = matrix.places.iter().position(turns).unwrap_or(0);
            if !matrix.places.last().is_some_and(turns) {
                return Err(not("an operand has no rows whose elements lie side by side"));
            }
            let distance = dims[rows + 1..].iter().try_fold(1_u64, |all, size| all.checked_mul(*size));
            leading[number] = distance.ok_or_else(|| not("an operand is too large"))?;
            let starts = matrix.places.iter().all(|place| match *place {
                Place::Turn(number) => constant(program, nest[number].lower) == Some(0),
                Place::Fixed(_) => false,
            });
            whole &= dims[..] == shape && starts;
        }
        self.product.leading = (!whole).then_some(leading);
        let [a, b, c] = [0, 1, 2].map(|number| self.memory[number].memref);
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

    /// The operands of the call, as views where they are parts.
    fn views(&self, edit: &mut Edit<'_>, nest: &[Counted; 3]) -> Result<Vec<ValueId>, Refusal> {
        if self.product.leading.is_none() {
            return Ok(self.memory.iter().map(|matrix| matrix.memref).collect());
        }
        let mut views = Vec::new();
        for (number, matrix) in self.memory.iter().enumerate() {
            let ctx = std::sync::Arc::clone(edit.program.ctx());
            let mut operands = vec![matrix.memref];
            let mut sizes: Vec<i128> = Vec::new();
            for place in &matrix.places {
                operands.push(match place {
                    Place::Turn(number) => nest[*number].lower,
                    Place::Fixed(value) => *value,
                });
                sizes.push(match place {
                    Place::Turn(number) => nest[*number].turns(edit.program).unwrap_or(0),
                    Place::Fixed(_) => 1,
                });
            }
            let rank = sizes.len();
            let array = |element: &str, numbers: &[i128]| {
                let numbers: Vec<String> = numbers.iter().map(i128::to_string).collect();
                text::parse_attr(&ctx, &format!("array<{element}: {}>", numbers.join(", ")))
                    .map_err(|_| not("a part of an operand has no form as a view"))
            };
            let properties = [
                ("static_offsets", array("i64", &vec![i128::from(i64::MIN); rank])?),
                ("static_sizes", array("i64", &sizes)?),
                ("static_strides", array("i64", &vec![1; rank])?),
                ("operandSegmentSizes", array("i32", &[1, rank as i128, 0, 0])?),
            ];
            let ty = text::parse_type(&ctx, &self.product.types()[number])
                .map_err(|_| not("a part of an operand has no type"))?;
            views.push(edit.value(MADE_OPS[1], &operands, ty, &properties, InsertPoint::Before(nest[0].op)));
        }
        Ok(views)
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
