//! The arguments that a function may store to or free, by the uses of their memory. One that it only reads may be constant, so that no
//! store to it may be added; one that it may store to on some input is taken to be memory that can be written.
//!
//! Memory is followed through results that are memory, into functions that are called; where it goes to a block or region the
//! function may store to it. An operation without a result stores to the last memory that it takes, or to all of those behind its inputs
//! where it says where they end.

use std::collections::BTreeSet;

use assay_backend::engine::entry_block;
use assay_ir::data::{AttrKind, OpId, Program, TypeKind, ValueId, known};
use assay_ir::llvm::{self, Kind};
use assay_ir::text::attr_text;

/// Which of the arguments that are memory, in order, a function only reads.
pub(crate) fn only_read(program: &Program, function: OpId) -> Vec<bool> {
    let Some(entry) = entry_block(program, function) else { return Vec::new() };
    let memory = program.block(entry).arguments.iter().filter(|value| is_memory(program, **value));
    memory.map(|value| !Uses { program, seen: BTreeSet::new() }.may_store(*value)).collect()
}

/// Returns true of a memref.
pub fn is_memory(program: &Program, value: ValueId) -> bool {
    let kind = program.ctx().type_kind(program.value_type(value));
    matches!(kind, TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
}

/// Returns true of a pointer, and of what may hold one.
fn is_address(program: &Program, value: ValueId) -> bool {
    matches!(llvm::kind(program.ctx(), program.value_type(value)), Some(Kind::Pointer | Kind::Struct(_)))
}

/// The memory that was looked at.
struct Uses<'p> {
    program: &'p Program,
    seen: BTreeSet<ValueId>,
}

impl Uses<'_> {
    fn may_store(&mut self, value: ValueId) -> bool {
        if !self.seen.insert(value) {
            return false;
        }
        let program = self.program;
        let users: BTreeSet<OpId> = program.uses(value).map(|slot| program.operand_owner(slot)).collect();
        users.into_iter().any(|op| self.stores(op, value))
    }

    fn stores(&mut self, op: OpId, value: ValueId) -> bool {
        let program = self.program;
        let places =
            || program.operands(op).enumerate().filter(move |(_, one)| *one == value).map(|(at, _)| at);
        if let Some(callee) = program.attr(op, program.ctx().ident("callee")) {
            let AttrKind::SymbolRef { root, .. } = program.ctx().attr_kind(callee) else { return true };
            let name = program.ctx().str(*root);
            let is_it = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
            let callee = program.walk(program.top()).find(is_it);
            let Some(entry) = callee.and_then(|callee| entry_block(program, callee)) else { return true };
            let parameters = &program.block(entry).arguments;
            return places().any(|at| parameters.get(at).is_none_or(|parameter| self.may_store(*parameter)));
        }
        let leads_on = !program.successors(op).is_empty();
        let is_last = program.next_op(op).is_none();
        let returns =
            is_last && program.parent_op(op).is_some_and(|owner| entry_block(program, owner).is_some());
        if leads_on || is_last && !returns {
            return true;
        }
        if returns {
            return false;
        }
        if program.result_count(op) > 0 {
            // A loop carries it, or it goes on as an address.
            let carried =
                !program.op_regions(op).is_empty() || program.results(op).any(|one| is_address(program, one));
            let results: Vec<ValueId> = program.results(op).filter(|one| is_memory(program, *one)).collect();
            return carried || results.into_iter().any(|one| self.may_store(one));
        }
        let memory = program.operands(op).enumerate().filter(|(_, one)| is_memory(program, *one));
        let last = memory.map(|(at, _)| at).last();
        match inputs(program, op) {
            Some(inputs) => places().any(|at| at >= inputs),
            None => places().any(|at| Some(at) == last),
        }
    }
}

/// The number of inputs of an operation that has inputs, and outputs behind them.
fn inputs(program: &Program, op: OpId) -> Option<usize> {
    let attr =
        program.attr(op, known::OPERAND_SEGMENT_SIZES).filter(|_| !program.op_regions(op).is_empty())?;
    let text = attr_text(program.ctx(), attr);
    let mut numbers = text.split_once(':')?.1.trim_end_matches('>').split(',').map(str::trim);
    let (first, _, none) = (numbers.next()?, numbers.next()?, numbers.next());
    first.parse().ok().filter(|_| none.is_none())
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    fn stores(body: &str) -> Vec<bool> {
        let text = format!(
            "func.func @f(%m: memref<2xi8>, %n: memref<2xi8>, %x: i8, %p: i1) {{\n%z = arith.constant 0 : index\n{body}return\n}}\n\
             func.func private @unknown(memref<2xi8>)\n\
             func.func @reads(%m: memref<2xi8>) {{\n%z = arith.constant 0 : index\n%a = memref.load %m[%z] : memref<2xi8>\nreturn\n}}\n\
             func.func @writes(%m: memref<2xi8>, %x: i8) {{\n%z = arith.constant 0 : index\nmemref.store %x, %m[%z] : memref<2xi8>\nreturn\n}}"
        );
        let parsed = text::parse(&Context::new(), &Source::new("f.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let program = parsed.program;
        let function = program.ops_in(program.top_block()).next().expect("a function");
        only_read(&program, function)
    }

    #[test]
    fn stores_are_found_through_views_calls_and_branches() {
        let store = "memref.store %x, %m[%z] : memref<2xi8>\n";
        assert_eq!(stores(""), [true, true]);
        assert_eq!(stores(store), [false, true]);
        assert_eq!(stores(&format!("scf.if %p {{\n{store}}}\n")), [false, true]);
        assert_eq!(stores("memref.copy %m, %n : memref<2xi8> to memref<2xi8>\n"), [true, false]);
        let view = "%v = memref.cast %m : memref<2xi8> to memref<?xi8>\n";
        assert_eq!(stores(&format!("{view}memref.store %x, %v[%z] : memref<?xi8>\n")), [false, true]);
        let address = "%d = builtin.unrealized_conversion_cast %m : memref<2xi8> to \
                       !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>\n";
        assert_eq!(stores(address), [false, true]);
        assert_eq!(stores(&format!("{view}%a = memref.load %v[%z] : memref<?xi8>\n")), [true, true]);
        assert_eq!(stores("func.call @unknown(%m) : (memref<2xi8>) -> ()\n"), [false, true]);
        assert_eq!(stores("func.call @reads(%m) : (memref<2xi8>) -> ()\n"), [true, true]);
        assert_eq!(stores("func.call @writes(%m, %x) : (memref<2xi8>, i8) -> ()\n"), [false, true]);
    }
}
