//! What the verdict about a pair rests on beside the meanings of its operations: properties of arguments that every input of the runs
//! and of the proof has, and the machine. Lists what the functions may use, and so more than a proof needs rather than less.

use std::collections::BTreeSet;

use assay_backend::engine::entry_block;
use assay_backend::terms::Choice;
use assay_ir::data::{AttrKind, OpId, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::ops;

use super::float_nondet::FloatNondeterminism;
use super::pair::Pair;
use super::stored::{is_memory, only_read};

/// The grounds of a verdict, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reliances {
    /// The machines that it is about.
    pub domain: Vec<String>,
    /// Assumptions about callers.
    pub assumptions: Vec<String>,
}

/// The width of `index` in functions.
pub(crate) const INDEX_OF_64_BITS: &str = "`index` of 64 bits";
/// The order of bytes in memory.
pub(crate) const LITTLE_ENDIAN: &str = "little-endian memory";

/// The grounds of what holds of a pair.
pub(crate) fn rests(pair: &Pair<'_>) -> Reliances {
    let sides = [(pair.source, pair.function), (pair.target, pair.later)];
    let sides = sides.map(|(program, function)| Side::new(program, function));
    let any = |holds: fn(&Side<'_>) -> bool| sides.iter().any(holds);
    let mut out = Reliances::default();
    if any(|side| side.types().any(|ty| has_index(side.program, ty))) {
        out.domain.push(INDEX_OF_64_BITS.to_owned());
    }
    if any(|side| side.reads_other_elements()) {
        out.domain.push(LITTLE_ENDIAN.to_owned());
    }
    let used: BTreeSet<usize> = sides.iter().flat_map(Side::used_memory).collect();
    if any(|side| side.writes()) {
        for one in &used {
            for other in used.range(one + 1..) {
                out.assumptions.push(format!("%arg{one} and %arg{other} do not overlap"));
            }
        }
    }
    let stored = sides[0].stored_memory();
    out.assumptions.extend(stored.iter().map(|at| format!("%arg{at} is not constant memory")));
    let [source, target] = sides.each_ref().map(Side::approximations);
    let both = source.intersection(&target);
    out.assumptions.extend(both.map(|name| format!("`{name}` gives the same for the same operands")));
    if any(|side| side.is_aligned()) {
        out.assumptions.push("addresses are aligned as the accesses say".to_owned());
    }
    out
}

/// Tells if what a function does depends on the machine's `vscale`.
pub(super) fn is_scalable(program: &Program, function: OpId) -> bool {
    Side::new(program, function).is_scalable()
}

/// A function with those that it calls.
pub(super) struct Side<'p> {
    program: &'p Program,
    function: OpId,
    /// All operations.
    pub(super) ops: Vec<OpId>,
}

impl<'p> Side<'p> {
    pub(super) fn new(program: &'p Program, function: OpId) -> Side<'p> {
        let mut functions = vec![function];
        let mut next = 0;
        while let Some(one) = functions.get(next).copied() {
            next += 1;
            let called: BTreeSet<&str> = program.walk(one).filter_map(|op| callee(program, op)).collect();
            let is_called =
                |op: &OpId| program.attr_text(*op, known::SYM_NAME).is_some_and(|name| called.contains(name));
            let more = program.ops_in(program.top_block()).filter(is_called);
            let more: Vec<OpId> = more.filter(|op| !functions.contains(op)).collect();
            functions.extend(more);
        }
        let ops = functions.into_iter().flat_map(|function| program.walk(function).skip(1)).collect();
        Side { program, function, ops }
    }

    fn any(&self, holds: impl Fn(OpId) -> bool) -> bool {
        self.ops.iter().any(|op| holds(*op))
    }

    fn types(&self) -> impl Iterator<Item = TypeId> + '_ {
        let values =
            self.ops.iter().flat_map(|op| self.program.operands(*op).chain(self.program.results(*op)));
        values.map(|value| self.program.value_type(value))
    }

    /// Tells if what it does depends on the machine's `vscale`.
    fn is_scalable(&self) -> bool {
        let ctx = self.program.ctx();
        let scales = |ty: TypeId| match ctx.type_kind(ty) {
            TypeKind::Vector { shape, .. } => shape.iter().any(|(_, scalable)| *scalable),
            _ => false,
        };
        let is_scalable = |ty: TypeId| scales(ty) || ctx.element_type(ty).is_some_and(scales);
        let record = |op| ops::op(self.program.op_name(op));
        self.types().any(is_scalable)
            || self.any(|op| record(op).is_some_and(|record| record.fact("scales").is_some()))
    }

    /// The numbers of the parameters that are memory and used.
    pub(super) fn used_memory(&self) -> Vec<usize> {
        let Some(entry) = entry_block(self.program, self.function) else { return Vec::new() };
        let parameters = self.program.block(entry).arguments.iter().enumerate();
        let used = parameters.filter(|(_, value)| self.is_memory(**value) && self.program.has_uses(**value));
        used.map(|(at, _)| at).collect()
    }

    fn is_memory(&self, value: ValueId) -> bool {
        is_memory(self.program, value)
    }

    /// The numbers of the parameters that it stores to, in a function that does not do so on every path.
    fn stored_memory(&self) -> Vec<usize> {
        let Some(entry) = entry_block(self.program, self.function) else { return Vec::new() };
        let parameters = self.program.block(entry).arguments.iter().enumerate();
        let memory = parameters.filter(|(_, value)| self.is_memory(**value));
        let stored = memory.zip(only_read(self.program, self.function)).filter(|(_, only_read)| !only_read);
        let branches =
            |op| !self.program.op_regions(op).is_empty() || !self.program.successors(op).is_empty();
        match self.any(branches) {
            true => stored.map(|((at, _), _)| at).collect(),
            false => Vec::new(),
        }
    }

    /// An operation that takes memory and gives nothing, or a call, may write.
    pub(super) fn writes(&self) -> bool {
        self.any(|op| {
            let takes = self.program.operands(op).any(|value| self.is_memory(value));
            callee(self.program, op).is_some() || takes && self.program.result_count(op) == 0
        })
    }

    /// The names of globals, and of other symbols that no call names.
    pub(super) fn named(&self) -> BTreeSet<&str> {
        let ctx = self.program.ctx();
        let name = |op: &OpId| {
            let name =
                ["name", "global_name"].iter().find_map(|name| self.program.attr(*op, ctx.ident(name)));
            match name.map(|attr| ctx.attr_kind(attr)) {
                Some(AttrKind::SymbolRef { root, .. }) => Some(ctx.str(*root)),
                _ => None,
            }
        };
        self.ops.iter().filter_map(name).collect()
    }

    /// Vectors of other elements than those that were there.
    fn reads_other_elements(&self) -> bool {
        let ctx = self.program.ctx();
        let element = |value: ValueId| match ctx.type_kind(self.program.value_type(value)) {
            TypeKind::Vector { element, .. } => Some(*element),
            _ => None,
        };
        self.any(|op| {
            let mut both = self.program.operands(op).zip(self.program.results(op));
            self.program.op_name(op).ends_with("bitcast")
                && both.any(|(old, new)| bits(self.program, element(old)) != bits(self.program, element(new)))
        })
    }

    /// The names of functions of real numbers, of which only that is known.
    fn approximations(&self) -> BTreeSet<&'p str> {
        let approximate =
            |op: &&OpId| FloatNondeterminism::choice(self.program, **op) == Some(Choice::Approximate);
        self.ops.iter().filter(approximate).map(|op| self.program.op_name(*op)).collect()
    }

    fn is_aligned(&self) -> bool {
        let alignment = self.program.ctx().ident("alignment");
        let accesses = |op: OpId| self.program.operands(op).any(|value| self.is_memory(value));
        self.any(|op| accesses(op) && self.program.attr(op, alignment).is_some())
    }
}

fn bits(program: &Program, ty: Option<TypeId>) -> Option<u32> {
    match program.ctx().type_kind(ty?) {
        TypeKind::Integer { width, .. } => Some(*width),
        TypeKind::Float(kind) => Some(kind.bits()),
        _ => None,
    }
}

fn has_index(program: &Program, ty: TypeId) -> bool {
    let ctx = program.ctx();
    *ctx.type_kind(ty) == TypeKind::Index
        || ctx.element_type(ty).is_some_and(|element| *ctx.type_kind(element) == TypeKind::Index)
}

fn callee(program: &Program, op: OpId) -> Option<&str> {
    match program.ctx().attr_kind(program.attr(op, program.ctx().ident("callee"))?) {
        AttrKind::SymbolRef { root, .. } => Some(program.ctx().str(*root)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;
    use crate::program::{Paired, pairs};

    fn reliances(body: &str) -> Reliances {
        let text = format!(
            "memref.global @v : memref<1xi8> = dense<0>\nfunc.func @f(%m: memref<1xi8>, %n: memref<1xi8>, %x: i8) -> i8 {{\n{body}}}"
        );
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        match pairs(&program, &program).into_iter().next().expect("a function").2 {
            Paired::Both(pair) => rests(&pair),
            _ => panic!("it is a pair"),
        }
    }

    #[test]
    fn functions_of_real_numbers_are_assumed_to_give_the_same() {
        let exponential = "%c = arith.constant 1.0 : f32\n%e = math.exp %c : f32\n%s = math.sqrt %e : f32\nreturn %x : i8\n";
        let same = vec!["`math.exp` gives the same for the same operands".to_owned()];
        assert_eq!(reliances(exponential), Reliances { domain: vec![], assumptions: same });
    }

    #[test]
    fn only_what_may_be_used_is_assumed() {
        assert_eq!(reliances("return %x : i8\n"), Reliances::default());
        let zero = "%z = arith.constant 0 : index\n%a = memref.load %n[%z] : memref<1xi8>\n";
        let index = vec!["`index` of 64 bits".to_owned()];
        assert_eq!(
            reliances(&format!("{zero}return %a : i8\n")),
            Reliances { domain: index.clone(), assumptions: vec![] }
        );
        let store = format!("{zero}memref.store %x, %m[%z] : memref<1xi8>\nreturn %a : i8\n");
        let apart = vec!["%arg0 and %arg1 do not overlap".to_owned()];
        assert_eq!(reliances(&store), Reliances { domain: index.clone(), assumptions: apart });
        let global = format!("%g = memref.get_global @v : memref<1xi8>\n{zero}return %a : i8\n");
        assert_eq!(reliances(&global), Reliances { domain: index, assumptions: vec![] });
    }
}
