//! Operations of which nothing is known become calls of functions without a body, one function for all operations of one name
//! with the same attributes and types: events in their order, that do the same where all that they can depend on is the same.
//! Must not be taken for evidence that something breaks: an operation need not do all that a function may.

use std::collections::{BTreeMap, BTreeSet};

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::data::{InsertPoint, NewOp, OpId, Pos, Program, TypeId, TypeKind, known};
use assay_ir::spec::upstream_op;
use assay_ir::text::{attr_text, type_text};

use super::stubs::has_values;

/// The functions that stand for operations, each with the name of the operation.
pub type Functions = BTreeMap<String, String>;

/// Makes such operations of both programs calls; the functions that they call.
pub fn outline(before: &mut Program, after: &mut Program) -> Functions {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let mut functions = Functions::new();
    for program in [before, after] {
        let mut declared = BTreeSet::new();
        for op in opaque(program) {
            let number = known.len();
            let name =
                known.entry(key(program, op)).or_insert_with(|| format!("assay_opaque_{number}")).clone();
            functions.insert(name.clone(), program.op_name(op).to_owned());
            if declared.insert(name.clone()) {
                declare(program, op, &name);
            }
            call(program, op, &name);
        }
    }
    functions
}

/// The operations of functions that no engine knows, that end no block, hold nothing, and whose values can be drawn.
fn opaque(program: &Program) -> Vec<OpId> {
    let is_function = |op: &OpId| program.op(*op).name == known::FUNC_FUNC;
    let functions = program.ops_in(program.top_block()).filter(is_function);
    functions
        .flat_map(|function| program.walk(function).skip(1))
        .filter(|op| is_opaque(program, *op))
        .collect()
}

fn is_opaque(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    let types = |values: &mut dyn Iterator<Item = assay_ir::data::ValueId>| -> Vec<TypeId> {
        values.map(|value| program.value_type(value)).collect()
    };
    program.op_regions(op).is_empty()
        && program.successors(op).is_empty()
        && program.next_op(op).is_some()
        && !Interpreter.has_semantics(name)
        && !upstream_op(name).is_some_and(|op| op.has("symbol") || op.has("terminator"))
        && !refers(program, op)
        && has_values(program, &types(&mut program.operands(op)), &types(&mut program.results(op)))
}

/// Tells if an operation names a symbol, which may stand for anything.
fn refers(program: &Program, op: OpId) -> bool {
    let ctx = program.ctx();
    let data = program.op(op);
    let mut all = [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list));
    all.any(|(_, attr)| attr_text(ctx, *attr).contains('@'))
}

/// All that two operations have to share to be the same function.
fn key(program: &Program, op: OpId) -> String {
    let ctx = program.ctx();
    let data = program.op(op);
    let mut key = program.op_name(op).to_owned();
    for (name, attr) in [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list)) {
        key += &format!(" {}={}", ctx.str(*name), attr_text(ctx, *attr));
    }
    for value in program.operands(op).chain(program.results(op)) {
        key += &format!(" {}", type_text(ctx, program.value_type(value)));
    }
    key + &format!(" {}", program.operand_count(op))
}

fn declare(program: &mut Program, op: OpId, name: &str) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let inputs = program.operands(op).map(|value| program.value_type(value)).collect();
    let results = program.results(op).map(|value| program.value_type(value)).collect();
    let ty = ctx.ty(TypeKind::Function { inputs, results });
    let properties = ctx.dictionary([
        (known::SYM_NAME, ctx.string_attr(name)),
        (known::SYM_VISIBILITY, ctx.string_attr("private")),
        (known::FUNCTION_TYPE, ctx.type_attr(ty)),
    ]);
    let new = NewOp { regions: 1, properties, ..NewOp::named(&ctx, known::FUNC_FUNC) };
    let top = program.top_block();
    program.create(&new, InsertPoint::End(top));
}

/// Puts a call in the place of an operation.
fn call(program: &mut Program, op: OpId, name: &str) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let operands: Vec<_> = program.operands(op).map(|value| (value, Pos::NONE)).collect();
    let results: Vec<_> = program.results(op).map(|value| (program.value_type(value), Pos::NONE)).collect();
    let properties = ctx.dictionary([(ctx.ident("callee"), ctx.symbol_attr(name))]);
    let new =
        NewOp { operands: &operands, results: &results, properties, ..NewOp::named(&ctx, known::FUNC_CALL) };
    let made = program.create(&new, InsertPoint::Before(op));
    let pairs: Vec<_> = program.results(op).zip(program.results(made)).collect();
    for (old, new) in pairs {
        program.replace_uses(old, new);
    }
    program.erase(op);
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    /// The functions that stand for operations of two bodies.
    fn functions(before: &str, after: &str) -> Functions {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!("func.func @f(%x: i32, %t: tensor<4xi32>) {{\n{body}return\n}}");
            text::parse(&ctx, &Source::new("f.mlir", text)).program
        };
        let (mut before, mut after) = (read(before), read(after));
        outline(&mut before, &mut after)
    }

    #[test]
    fn one_function_stands_for_operations_that_are_alike() {
        let one = "\"lab.a\"(%x) {k = 1 : i8} : (i32) -> ()\n";
        assert_eq!(functions(one, &format!("{one}{one}")).len(), 1);
        assert_eq!(functions(one, &one.replace("k = 1", "k = 2")).len(), 2);
        assert_eq!(functions(one, &one.replace("lab.a", "lab.b")).len(), 2);
    }

    #[test]
    fn values_that_cannot_be_drawn_symbols_and_regions_are_left_as_they_are() {
        assert!(functions("\"lab.a\"(%t) : (tensor<4xi32>) -> ()\n", "").is_empty());
        assert!(functions("\"lab.a\"(%x) {k = @f} : (i32) -> ()\n", "").is_empty());
        assert!(functions("\"lab.a\"(%x) ({\n}) : (i32) -> ()\n", "").is_empty());
        assert!(functions("%y = arith.addi %x, %x : i32\n", "").is_empty());
    }
}
