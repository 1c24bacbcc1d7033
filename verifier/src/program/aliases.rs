//! Memory that overlaps, in callers that are added to both programs: two arguments in one buffer, at any distance and of any elements, and
//! an argument in the memory of a global. What the callers show of a function depends on what overlaps. Two arguments are apart unless
//! the user says that they are not. A global that other modules, or functions without a body, can pass is never taken to be
//! apart from an argument; one whose address stays in the program is. Memory that a call returns is a global here: the bodies of
//! functions without one are drawn so that they return it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use assay_backend::engine::entry_block;
use assay_ir::data::{AttrKind, OpId, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::llvm::{self, Kind};
use assay_ir::ops;
use assay_ir::text::type_text;

use super::callers::{Callee, CallerArgument, symbol};
use super::pair::{Pair, Paired, is_hidden, pairs};
use super::parameter_attributes::is_apart;
use super::parts::Places;
use super::rests::Side;
use super::stored::is_memory;
use super::stubs::{self, appended};

/// Callers of one function, beyond which no more are made.
const MOST: usize = 16;

/// Both programs with callers that pass memory that overlaps.
#[derive(Default)]
pub(crate) struct Overlapping {
    /// The program before and the program after; `None` where there are no callers.
    pub programs: Option<(Program, Program)>,
    /// The callers.
    pub callers: Vec<Caller>,
    /// For each function the numbers of the arguments that are taken to be apart from globals without a caller that passes these.
    pub assumed: BTreeMap<String, BTreeSet<usize>>,
}

/// A function that passes memory that overlaps.
pub(crate) struct Caller {
    /// Its name.
    pub name: String,
    /// The function that it calls.
    pub function: String,
    /// The memory.
    pub memory: Memory,
}

/// Memory that overlaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memory {
    /// That of two arguments.
    Arguments,
    /// That of an argument and a global of the same elements.
    Global,
    /// That of an argument and a global of others.
    OtherElements,
}

/// The name of a function that calls `function` with overlapping memory, up to what overlaps.
pub fn stem(function: &str) -> String {
    format!("{function} with ")
}

/// Both programs with callers of the functions for which this is wanted.
pub(crate) fn overlapping(source: &Program, target: &Program, wanted: &dyn Fn(&str) -> bool) -> Overlapping {
    let mut out = Overlapping::default();
    let is_func = |program: &Program, op: OpId| program.op(op).name == known::FUNC_FUNC;
    let mut text = [String::new(), String::new()];
    let mut returned = BTreeSet::new();
    for (name, _, paired) in pairs(source, target) {
        let Paired::Both(pair) = paired else { continue };
        let both = is_func(source, pair.function) && is_func(target, pair.later);
        if !both || name.contains("::") || !wanted(&name) {
            continue;
        }
        let sides = [(source, pair.function), (target, pair.later)];
        let callees = sides.map(|(program, function)| Callee::for_function(program, function));
        let [Some(one), Some(other)] = callees else { continue };
        let made = Vec::new();
        let mut function = Function { name: &name, pair, callees: [one, other], text: &mut text, made };
        let assumed = function.with_globals(&mut returned);
        function.with_arguments();
        out.callers.append(&mut function.made);
        if !assumed.is_empty() {
            out.assumed.insert(name.clone(), assumed);
        }
    }
    if !out.callers.is_empty() {
        let global = |ty: &TypeId| {
            let [name, ty] = [symbol(&stubs::returned(source, *ty)), type_text(source.ctx(), *ty)];
            format!("memref.global {name} : {ty} = uninitialized\n")
        };
        let globals: String = returned.iter().map(global).collect();
        let [one, other] = text.map(|text| format!("{globals}{text}"));
        out.programs = appended(source, &one).zip(appended(target, &other));
    }
    out
}

/// A pair of functions whose callers are written.
struct Function<'f> {
    name: &'f str,
    pair: Pair<'f>,
    /// The functions that are called before and after.
    callees: [Callee<'f>; 2],
    /// The callers of both programs.
    text: &'f mut [String; 2],
    made: Vec<Caller>,
}

impl Function<'_> {
    fn write(&mut self, how: &str, memory: Memory, given: &CallerArgument<'_>) {
        if self.made.len() >= MOST {
            return;
        }
        let name = format!("{}{how}", stem(self.name));
        for (callee, text) in self.callees.iter().zip(self.text.iter_mut()) {
            text.push_str(&callee.caller(&name, given));
        }
        self.made.push(Caller { name, function: self.name.to_owned(), memory });
    }

    fn sides(&self) -> [Side<'_>; 2] {
        let Pair { source, function, target, later } = self.pair;
        [Side::new(source, function), Side::new(target, later)]
    }

    /// The numbers of the arguments that are memory, and used, and not promised to be apart.
    fn memory(&self) -> BTreeSet<usize> {
        let apart = |at: &usize| is_apart(self.pair.source, self.pair.function, *at);
        self.sides().iter().flat_map(Side::used_memory).filter(|at| !apart(at)).collect()
    }

    /// Callers that pass two arguments in one buffer.
    fn with_arguments(&mut self) {
        if !self.sides().iter().any(Side::writes) {
            return;
        }
        let all = self.memory();
        for one in &all {
            for other in all.range(one + 1..) {
                self.in_one_buffer(*one, *other);
            }
        }
    }

    fn in_one_buffer(&mut self, one: usize, other: usize) -> Option<()> {
        let inputs = self.callees[0].inputs;
        let how = format!("%arg{one} and %arg{other} in ");
        if inputs[one] == inputs[other] {
            let parameter = format!("%same: {}", self.callees[0].ty(inputs[one]));
            let same = |at: usize| {
                format!("%a{at} = memref.cast %same : {0} to {0}\n", self.callees[0].ty(inputs[at]))
            };
            let text = format!("{}{}", same(one), same(other));
            let given = CallerArgument {
                replaced: &[one, other],
                parameters: &[parameter],
                text: &text,
                events: false,
            };
            self.write(&format!("{how}one buffer"), Memory::Arguments, &given);
        }
        let program = self.pair.source;
        let ctx = program.ctx();
        let [a, b] = [one, other].map(|at| Places::for_type(program, inputs[at], false));
        let (a, b) = (a?, b?);
        // The larger elements start at whole ones.
        let ((large, a), (small, b)) =
            if a.bytes >= b.bytes { ((one, a), (other, b)) } else { ((other, b), (one, a)) };
        let (size, length) = (a.span()? * a.bytes, b.span()? * b.bytes);
        let lead = (length - b.bytes).next_multiple_of(a.bytes);
        let count = (lead + size) / b.bytes;
        let (element, step) = if a.element == b.element { (a.element, a.bytes) } else { (ctx.integer(8), 1) };
        let extent = Some((lead + size + length) / step);
        let base = ctx.ty(TypeKind::MemRef { shape: [extent].into(), element, layout: None, space: None });
        let parameters = [format!("%base: {}", self.callees[0].ty(base)), "%distance: index".to_owned()];
        let place = chosen("%distance", "%place", count, b.bytes);
        let fixed =
            a.text(program, (&format!("%a{large}"), inputs[large]), ("%base", base), ("%lead", ""))?;
        let moved =
            b.text(program, (&format!("%a{small}"), inputs[small]), ("%base", base), ("%place", ""))?;
        let text = format!("{place}%lead = llvm.mlir.constant({lead} : i64) : i64\n{fixed}{moved}");
        let given =
            CallerArgument { replaced: &[one, other], parameters: &parameters, text: &text, events: false };
        self.write(&format!("{how}parts of one buffer"), Memory::Arguments, &given);
        Some(())
    }

    /// Callers that pass globals; the numbers of the arguments that are taken to be apart from some.
    fn with_globals(&mut self, returned: &mut BTreeSet<TypeId>) -> BTreeSet<usize> {
        let mut assumed = BTreeSet::new();
        let sides = self.sides();
        if !sides.iter().any(Side::writes) {
            return assumed;
        }
        let (source, target) = (self.pair.source, self.pair.target);
        let named: BTreeSet<&str> = sides.iter().flat_map(Side::named).collect();
        let memory = self.memory();
        let mut globals: Vec<(String, Option<TypeId>)> = Vec::new();
        for name in named.into_iter().filter(|name| !super::aligned::is_bit(name)) {
            match [source, target].map(|program| global(program, name)) {
                [Some(Passed::Never), Some(Passed::Never) | None] | [None, Some(Passed::Never)] => {}
                [Some(Passed::By(ty)), Some(Passed::By(other))] if ty == other => {
                    globals.push((name.to_owned(), Some(ty)));
                }
                _ => globals.push((name.to_owned(), None)),
            }
        }
        let calls: BTreeSet<TypeId> = sides
            .iter()
            .zip([source, target])
            .flat_map(|(side, program)| returned_types(program, side))
            .collect();
        for (name, ty) in globals {
            for at in &memory {
                let words = format!("@{name}");
                let memory = ty.and_then(|ty| self.in_global(*at, (&name, &words), ty));
                if !matches!(memory, Some(Memory::Global)) {
                    assumed.insert(*at);
                }
            }
        }
        for ty in &calls {
            for at in &memory {
                self.in_global(*at, (&stubs::returned(source, *ty), "what calls return"), *ty);
            }
        }
        if !calls.is_empty() {
            self.write("one memory that all calls return", Memory::Global, &CallerArgument::default());
        }
        returned.extend(calls);
        assumed
    }

    /// A caller that passes memory of a global; `None` where there is none.
    fn in_global(&mut self, at: usize, (name, words): (&str, &str), ty: TypeId) -> Option<Memory> {
        if self.made.len() >= MOST {
            return None;
        }
        let program = self.pair.source;
        let (own, ty_text) = (self.callees[0].inputs[at], self.callees[0].ty(ty));
        let mut parameters = vec![format!("%contents: {ty_text}")];
        let mut text = format!(
            "%global = memref.get_global {0} : {ty_text}\nmemref.copy %contents, %global : {ty_text} to {ty_text}\n",
            symbol(name)
        );
        let [part, whole] =
            [(own, true), (ty, false)].map(|(ty, given)| Places::for_type(program, ty, given));
        let (part, whole) = (part?, whole?);
        let memory = if part.element == whole.element { Memory::Global } else { Memory::OtherElements };
        let (size, length) = (whole.span()? * whole.bytes, part.span()? * part.bytes);
        let is_whole = size == length && !part.is_open();
        // What has more places than the global is not in it.
        let Some(left) = size.checked_sub(length) else { return Some(memory) };
        if own == ty {
            let _ = writeln!(text, "%a{at} = memref.cast %global : {ty_text} to {ty_text}");
        } else {
            parameters.push("%distance: index".to_owned());
            text.push_str(&chosen("%distance", "%place", left / part.bytes + 1, part.bytes));
            if part.is_open() {
                parameters.push("%extent: index".to_owned());
                text.push_str(&chosen("%extent", "%size", size / part.bytes + 1, 1));
            }
            let name = format!("%a{at}");
            text.push_str(&part.text(program, (&name, own), ("%global", ty), ("%place", "%size"))?);
        }
        let given = CallerArgument { replaced: &[at], parameters: &parameters, text: &text, events: false };
        let how = if is_whole { "as" } else { "in" };
        self.write(&format!("%arg{at} {how} {words}"), memory, &given);
        Some(memory)
    }
}

/// The types of the memory that functions without a body return to a function.
fn returned_types(program: &Program, side: &Side<'_>) -> Vec<TypeId> {
    let ctx = program.ctx();
    let no_body = |op: &OpId| {
        let Some(AttrKind::SymbolRef { root, .. }) =
            program.attr(*op, ctx.ident("callee")).map(|attr| ctx.attr_kind(attr))
        else {
            return false;
        };
        let named = |one: &OpId| program.attr_text(*one, known::SYM_NAME) == Some(ctx.str(*root));
        let callee = program.ops_in(program.top_block()).find(named);
        callee.is_some_and(|callee| entry_block(program, callee).is_none())
    };
    let calls = side.ops.iter().copied().filter(no_body);
    let memory = |value: &ValueId| {
        let kind = program.ctx().type_kind(program.value_type(*value));
        matches!(kind, TypeKind::MemRef { shape, layout: None, space: None, .. } if !shape.contains(&None))
    };
    let results = calls.flat_map(|op| program.results(op).collect::<Vec<_>>());
    results.filter(memory).map(|value| program.value_type(value)).collect()
}

/// The text that makes of any number, `from`, one of `count` multiples of `step`, `to`; poison is undefined behaviour.
fn chosen(from: &str, to: &str, count: u64, step: u64) -> String {
    format!(
        "{to}_same = arith.cmpi eq, {from}, {from} : index\ncf.assert {to}_same, \"poison\"\n\
         {to}_count = arith.constant {count} : index\n{to}_rest = arith.remui {from}, {to}_count : index\n\
         {to}_number = arith.index_cast {to}_rest : index to i64\n{to}_step = arith.constant {step} : i64\n\
         {to} = arith.muli {to}_number, {to}_step : i64\n"
    )
}

/// How the memory of a global may be an argument.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    /// Its address stays in the program, or it is constant, and then never written.
    Never,
    /// It is memory of this type, which a caller may have.
    By(TypeId),
    /// It may be given away, or it is no memref.
    Unknown,
}

/// A global of a name right in the module; `None` where there is none.
fn global(program: &Program, name: &str) -> Option<Passed> {
    let ctx = program.ctx();
    let named = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
    let op = program.ops_in(program.top_block()).find(named)?;
    if program.attr(op, ctx.ident("constant")).is_some() {
        return Some(Passed::Never);
    }
    let AttrKind::Type(ty) = ctx.attr_kind(program.attr(op, ctx.ident("type"))?) else {
        return Some(Passed::Unknown);
    };
    if !ops::has_role(program.op_name(op), "global") {
        return Some(Passed::Unknown);
    }
    if !is_hidden(program, op) {
        return Some(Passed::By(*ty));
    }
    let of = ctx.symbol_attr(name);
    let uses = program.walk(program.top()).filter(|op| program.attr(*op, ctx.ident("name")) == Some(of));
    let results: Vec<ValueId> = uses.flat_map(|op| program.results(op).collect::<Vec<_>>()).collect();
    let mut ways = Ways { program, seen: BTreeSet::new(), unknown: false };
    let leaves = results.into_iter().any(|value| ways.leaves(value));
    Some(match (leaves, ways.unknown) {
        (true, _) => Passed::By(*ty),
        (false, true) => Passed::Unknown,
        (false, false) => Passed::Never,
    })
}

/// The ways of an address.
struct Ways<'p> {
    program: &'p Program,
    seen: BTreeSet<ValueId>,
    /// One is not followed.
    unknown: bool,
}

impl Ways<'_> {
    /// Returns true when an address leaves the program: a public function returns it, or a function without a body is given it.
    fn leaves(&mut self, value: ValueId) -> bool {
        if !self.seen.insert(value) {
            return false;
        }
        let users = self.program.uses(value).map(|slot| self.program.operand_owner(slot));
        let users: BTreeSet<OpId> = users.collect();
        users.into_iter().any(|op| self.through(op, value))
    }

    fn through(&mut self, op: OpId, value: ValueId) -> bool {
        let program = self.program;
        if let Some(callee) = program.attr(op, program.ctx().ident("callee")) {
            let AttrKind::SymbolRef { root, .. } = program.ctx().attr_kind(callee) else { return true };
            let name = program.ctx().str(*root);
            let named = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
            let callee = program.walk(program.top()).find(named);
            let Some(entry) = callee.and_then(|callee| entry_block(program, callee)) else { return true };
            let parameters = program.block(entry).arguments.clone();
            let given = program.operands(op).zip(parameters).filter(|(operand, _)| *operand == value);
            // The callee may return it.
            self.unknown |= program.results(op).any(|result| is_memory(program, result));
            return given
                .map(|(_, parameter)| parameter)
                .collect::<Vec<_>>()
                .into_iter()
                .any(|one| self.leaves(one));
        }
        if program.next_op(op).is_none() {
            let function = program.parent_op(op).filter(|owner| entry_block(program, *owner).is_some());
            let is_returned = program.successors(op).is_empty();
            match function {
                Some(function) if is_returned && !is_hidden(program, function) => return true,
                _ => self.unknown = true,
            }
            return false;
        }
        let is_address = |ty: TypeId| {
            let kind = llvm::kind(program.ctx(), ty);
            matches!(kind, Some(Kind::Pointer | Kind::Struct(_)))
        };
        let is_function = |ty: TypeId| matches!(program.ctx().type_kind(ty), TypeKind::Function { .. });
        let types = |values: Vec<ValueId>| values.into_iter().map(|value| program.value_type(value));
        let results: Vec<ValueId> = program.results(op).collect();
        self.unknown |= types(results.clone()).any(is_address);
        self.unknown |= types(program.operands(op).collect()).any(is_function);
        let memory = results.into_iter().filter(|one| is_memory(program, *one)).collect::<Vec<_>>();
        self.unknown |= !memory.is_empty() && !program.op_regions(op).is_empty();
        memory.into_iter().any(|one| self.leaves(one))
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    const STORE: &str = "  %z = arith.constant 0 : index\n  memref.store %x, %a[%z] : memref<4xi8>\n  %y = memref.load %b[%z] : OTHER\n";

    /// What overlaps in the callers of `@f`, which stores to its first argument and loads from its second.
    fn ways(more: &str, other: &str, body: &str) -> Vec<String> {
        let text = format!(
            "{more}func.func @f(%a: memref<4xi8>, %b: {other}, %x: i8) {{\n{}{body}  return\n}}",
            STORE.replace("OTHER", other)
        );
        let parsed = text::parse(&Context::new(), &Source::new("f.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let out = overlapping(&parsed.program, &parsed.program, &|_| true);
        assert_eq!(out.programs.is_some(), !out.callers.is_empty(), "the callers can be read");
        out.callers.iter().map(|caller| caller.name["f with ".len()..].to_owned()).collect()
    }

    #[test]
    fn arguments_overlap_in_one_buffer_and_in_parts_of_it() {
        let parts = "%arg0 and %arg1 in parts of one buffer";
        assert_eq!(ways("", "memref<4xi8>", ""), ["%arg0 and %arg1 in one buffer", parts]);
        for other in ["memref<2xi32>", "memref<?xf16>", "memref<2x2xi8, strided<[4, 1], offset: ?>>"] {
            let place = if other.contains("2x2") { "[%z, %z]" } else { "[%z]" };
            let load = format!("  %w = memref.load %b{place} : {other}\n");
            let text = format!(
                "func.func @f(%a: memref<4xi8>, %b: {other}, %x: i8) {{\n  %z = arith.constant 0 : index\n  \
                 memref.store %x, %a[%z] : memref<4xi8>\n{load}  return\n}}"
            );
            let parsed = text::parse(&Context::new(), &Source::new("f.mlir", text));
            let out = overlapping(&parsed.program, &parsed.program, &|_| true);
            let names: Vec<&str> = out.callers.iter().map(|caller| &caller.name["f with ".len()..]).collect();
            assert_eq!(names, [parts], "{other}");
            assert!(out.programs.is_some(), "{other}");
        }
    }

    #[test]
    fn an_argument_may_be_a_global_that_others_can_pass() {
        let global = |words: &str| format!("memref.global {words} : memref<4xi8> = dense<0>\n");
        let get = "  %g = memref.get_global @v : memref<4xi8>\n";
        let of_globals = |more: &str, body: &str| -> Vec<String> {
            let all = ways(&global(more), "memref<2xi8>", body);
            all.into_iter().filter(|name| name.contains('@')).collect()
        };
        assert_eq!(of_globals("@v", get), ["%arg0 as @v", "%arg1 in @v"]);
        assert_eq!(of_globals("@v", ""), [""; 0]);
        assert_eq!(of_globals("constant @v", get), [""; 0]);
        assert_eq!(of_globals("\"private\" @v", get), [""; 0]);
        let given = "func.func private @keep(memref<4xi8>)\nmemref.global \"private\" @v";
        let call = format!("{get}  call @keep(%g) : (memref<4xi8>) -> ()\n");
        assert_eq!(of_globals(&format!("@w : memref<4xi8> = dense<0>\n{given}"), &call).len(), 2);
    }
}
