//! Pointers of `llvm` that a pattern leaves open, as addresses of memory on the stack that holds an argument. Such a program is one that
//! the pattern matches and not every one: other pointers are null, lead into larger memory, or into one memory.

use std::sync::Arc;

use assay_backend::engine::entry_block;
use assay_ir::data::{InsertPoint, NewOp, Pos, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::llvm::{self, Kind};
use assay_ir::ops::dialect;

use crate::witness::execute::{self, sign};
use crate::witness::payload::Payload;

/// Gives memory to the arguments that are pointers; true where there are some. `None` where no access says of what type it is.
pub(super) fn with_memory(payload: &mut Payload) -> Option<bool> {
    let program = &mut payload.program;
    let function = execute::function(program)?;
    let entry = entry_block(program, function)?;
    let is_pointer =
        |value: &ValueId| llvm::kind(program.ctx(), program.value_type(*value)) == Some(Kind::Pointer);
    let pointers: Vec<ValueId> = program.block(entry).arguments.iter().copied().filter(is_pointer).collect();
    let [allocate, store] =
        ["allocate", "store"].map(|word| dialect("llvm").and_then(|llvm| llvm.op_by_fact("address", word)));
    for pointer in &pointers {
        let element = loaded(program, *pointer)?;
        let ctx = Arc::clone(program.ctx());
        let word = ctx.integer(64);
        let one = ctx.dictionary([(ctx.ident("value"), ctx.integer_attr(1, word))]);
        let one = NewOp { properties: one, ..NewOp::named(&ctx, known::ARITH_CONSTANT) };
        let one = program.build(&one, &[], &[word], InsertPoint::Start(entry));
        let properties = ctx.dictionary([(ctx.ident("elem_type"), ctx.type_attr(element))]);
        let memory = NewOp { properties, ..NewOp::named(&ctx, ctx.ident(allocate?)) };
        let count: Vec<ValueId> = program.results(one).collect();
        let memory = program.build(&memory, &count, &[program.value_type(*pointer)], InsertPoint::After(one));
        let address = program.result(memory, 0)?;
        program.replace_uses(*pointer, address);
        let content = program.add_argument(entry, element, Pos::NONE);
        let store = NewOp::named(&ctx, ctx.ident(store?));
        program.build(&store, &[content, address], &[], InsertPoint::After(memory));
        let places = payload.elements.values_mut().chain(payload.operands.values_mut());
        places.filter(|value| **value == *pointer).for_each(|value| *value = address);
    }
    if !pointers.is_empty() {
        program.drop_unused_arguments(entry);
        sign(program, function, None);
    }
    Some(!pointers.is_empty())
}

/// The type of what the first access that takes the pointer alone gives.
fn loaded(program: &Program, pointer: ValueId) -> Option<TypeId> {
    let is_number =
        |ty: &TypeId| matches!(program.ctx().type_kind(*ty), TypeKind::Integer { .. } | TypeKind::Float(_));
    program.uses(pointer).find_map(|slot| {
        let op = program.operand_owner(slot);
        let result = program.result(op, 0).filter(|_| program.operand_count(op) == 1)?;
        Some(program.value_type(result)).filter(is_number)
    })
}
