//! Functions without a body get one that is drawn: it mixes what it is given into a history, returns numbers that depend on the
//! history, and writes such numbers to the memory that it can reach. Both programs get the same bodies, so that calls in
//! another order, with other operands, or on other memory come to something else. The history itself is a
//! global, whose contents are compared at the end.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use assay_backend::engine::EVENTS;
use assay_ir::data::{AttrKind, FloatKind, OpId, Program, Source, TypeId, TypeKind, known};
use assay_ir::text::{self, PrintOptions};

pub use assay_encode::HISTORY_GLOBAL as HISTORY;
use assay_encode::PURE_FUNCTION;

/// Vectors and tensors of more elements are not mixed.
const LANES: u64 = 16;

/// The name of the global that functions without a body return as memory of a type, where the program has it; they return new memory
/// where it has not.
pub(super) fn returned(program: &Program, ty: TypeId) -> String {
    format!("assay_returned {}", text::type_text(program.ctx(), ty))
}

/// The names of functions that are called and have no body.
pub(crate) fn bodiless(program: &Program) -> BTreeSet<String> {
    let called: BTreeSet<&str> = program.walk(program.top()).filter_map(|op| callee(program, op)).collect();
    let name = |op: OpId| program.attr_text(op, known::SYM_NAME).filter(|name| called.contains(name));
    declarations(program).filter_map(name).map(str::to_owned).collect()
}

/// Names of functions without a body that a program calls and another one does not know.
pub(crate) fn unknown(program: &Program, other: &Program) -> BTreeSet<String> {
    let names = |op| other.attr_text(op, known::SYM_NAME).map(str::to_owned);
    let known: BTreeSet<String> = other.walk(other.top()).filter_map(names).collect();
    bodiless(program).difference(&known).cloned().collect()
}

/// A function with one of these names that a function calls, itself or by others.
pub(crate) fn called(program: &Program, function: OpId, names: &BTreeSet<String>) -> Option<String> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut left = vec![function];
    while let Some(function) = left.pop() {
        for name in program.walk(function).filter_map(|op| callee(program, op)) {
            if names.contains(name) {
                return Some(name.to_owned());
            }
            if seen.insert(name) {
                let is_it = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
                left.extend(program.walk(program.top()).filter(is_it));
            }
        }
    }
    None
}

fn callee(program: &Program, op: OpId) -> Option<&str> {
    let callee = program.attr(op, program.ctx().ident("callee"))?;
    match program.ctx().attr_kind(callee) {
        AttrKind::SymbolRef { root, .. } => Some(program.ctx().str(*root)),
        _ => None,
    }
}

fn declarations(program: &Program) -> impl Iterator<Item = OpId> + '_ {
    program.ops_in(program.top_block()).filter(|op| {
        let empty = |op: &OpId| {
            program.op_regions(*op).iter().all(|region| program.region(*region).blocks.is_empty())
        };
        program.op(*op).name == known::FUNC_FUNC && empty(op)
    })
}

/// The program with bodies for these functions, and the history; `None` where one has a type that has no values here.
pub(crate) fn observed(program: &Program, names: &BTreeSet<String>) -> Option<Program> {
    let mut bodies = String::new();
    for op in declarations(program) {
        let Some(name) = program.attr_text(op, known::SYM_NAME).filter(|name| names.contains(*name)) else {
            continue;
        };
        bodies.push_str(&body(program, op, name)?);
    }
    let history = format!("memref.global \"private\" @{HISTORY} : memref<1xi64> = dense<0> {{{EVENTS}}}\n");
    let mut out = appended(program, &format!("{history}{bodies}"))?;
    let named = |op: &OpId| out.attr_text(*op, known::SYM_NAME).is_some_and(|name| names.contains(name));
    for op in declarations(&out).filter(named).collect::<Vec<_>>() {
        out.erase(op);
    }
    Some(out)
}

/// The program with more operations at its end; `None` where their text cannot be read.
pub(super) fn appended(program: &Program, more: &str) -> Option<Program> {
    let mut printed = text::print(program, &PrintOptions { generic: true, ..PrintOptions::default() });
    let module = printed.trim_start().starts_with("\"builtin.module\"");
    match module {
        // The functions go to the end of the module that has a name or attributes.
        true => printed.insert_str(printed.rfind("})")?, more),
        false => printed.push_str(more),
    }
    let parsed = text::parse(program.ctx(), &Source::new("more", printed));
    let mut more = parsed.diagnostics.is_empty().then_some(parsed.program)?;
    // They are not printed.
    more.set_resources(program.resources().clone());
    Some(more)
}

/// The text of the end of a function that returns values, by their names and types.
pub(super) fn return_text(values: &[String], types: &str) -> String {
    match values {
        [] => "func.return\n".to_owned(),
        _ => format!("func.return {} : {types}\n", values.join(", ")),
    }
}

/// The text of one body.
struct Body<'p> {
    program: &'p Program,
    text: String,
    names: usize,
    /// The history so far.
    state: String,
}

fn body(program: &Program, function: OpId, name: &str) -> Option<String> {
    let ty = program.attr(function, known::FUNCTION_TYPE)?;
    let AttrKind::Type(ty) = program.ctx().attr_kind(ty) else { return None };
    let TypeKind::Function { inputs, results } = program.ctx().type_kind(*ty) else { return None };
    let ty = |ty: &TypeId| text::type_text(program.ctx(), *ty);
    let list = |types: &[TypeId]| types.iter().map(ty).collect::<Vec<_>>().join(", ");
    let parameters: Vec<String> =
        inputs.iter().enumerate().map(|(at, one)| format!("%a{at}: {}", ty(one))).collect();
    let mut body = Body { program, text: String::new(), names: 0, state: "%s".to_owned() };
    let seed = name.bytes().fold(7u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte))) >> 1;
    let start = body.op(&format!("arith.constant {seed} : i64"));
    body.mix(&start);
    for (at, input) in inputs.iter().enumerate() {
        body.take(&format!("%a{at}"), *input)?;
    }
    let values: Vec<String> = results.iter().map(|result| body.number(*result)).collect::<Option<_>>()?;
    let end = return_text(&values, &list(results));
    if name.starts_with(PURE_FUNCTION) {
        // What it is given alone decides.
        return Some(format!(
            "func.func private @\"{name}\"({}) -> ({}) {{\n%s = arith.constant 0 : i64\n{}{end}}}\n",
            parameters.join(", "),
            list(results),
            body.text,
        ));
    }
    Some(format!(
        "func.func private @\"{name}\"({}) -> ({}) {{\n%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n\
         %h = memref.get_global @{HISTORY} : memref<1xi64>\n%s = memref.load %h[%zero] : memref<1xi64>\n{}\
         memref.store {}, %h[%zero] : memref<1xi64>\n{end}}}\n",
        parameters.join(", "),
        list(results),
        body.text,
        body.state,
    ))
}

/// The indices of each element; `None` where there are too many to mix.
fn places(extents: &[u64]) -> Option<Vec<Vec<String>>> {
    let size = extents.iter().try_fold(1, |size: u64, extent| size.checked_mul(*extent))?;
    let place = |at: u64| {
        let (mut rest, mut place) = (at, Vec::new());
        for extent in extents.iter().rev() {
            place.insert(0, (rest % extent).to_string());
            rest /= extent;
        }
        place
    };
    (size <= LANES).then(|| (0..size).map(place).collect())
}

/// Tells if values of these types can be taken and returned by a body that is drawn.
pub(super) fn has_values(program: &Program, inputs: &[TypeId], results: &[TypeId]) -> bool {
    let mut body = Body { program, text: String::new(), names: 0, state: "%s".to_owned() };
    let is_memory = |ty: &TypeId| matches!(program.ctx().type_kind(*ty), TypeKind::MemRef { .. });
    inputs.iter().all(|input| body.take("%a", *input).is_some())
        && results.iter().all(|result| !is_memory(result) && body.number(*result).is_some())
}

impl Body<'_> {
    fn op(&mut self, words: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{name} = {words}");
        name
    }

    /// Mixes an `i64` into the history.
    fn mix(&mut self, value: &str) {
        let factor = self.op("arith.constant 6364136223846793005 : i64");
        let state = self.state.clone();
        let turned = self.op(&format!("arith.muli {state}, {factor} : i64"));
        self.state = self.op(&format!("arith.addi {turned}, {value} : i64"));
    }

    /// A scalar as `i64`.
    fn bits(&mut self, value: &str, ty: TypeId) -> Option<String> {
        let name = text::type_text(self.program.ctx(), ty);
        Some(match self.program.ctx().type_kind(ty) {
            TypeKind::Integer { width: 64, .. } => value.to_owned(),
            TypeKind::Integer { width: 0..64, .. } => {
                self.op(&format!("arith.extui {value} : {name} to i64"))
            }
            TypeKind::Integer { .. } => self.op(&format!("arith.trunci {value} : {name} to i64")),
            TypeKind::Index => self.op(&format!("arith.index_cast {value} : index to i64")),
            TypeKind::Float(FloatKind::F64) => self.op(&format!("arith.bitcast {value} : f64 to i64")),
            TypeKind::Float(kind) if kind.bits() < 64 => {
                let width = kind.bits();
                let bits = self.op(&format!("arith.bitcast {value} : {name} to i{width}"));
                self.op(&format!("arith.extui {bits} : i{width} to i64"))
            }
            _ => return None,
        })
    }

    /// Mixes a parameter into the history, and writes to the memory of a memref.
    fn take(&mut self, value: &str, ty: TypeId) -> Option<()> {
        let name = text::type_text(self.program.ctx(), ty);
        match self.program.ctx().type_kind(ty).clone() {
            TypeKind::Vector { shape, element } => {
                let extents = shape.iter().map(|(extent, scalable)| (!scalable).then_some(*extent));
                let extents: Vec<u64> = extents.collect::<Option<_>>()?;
                let element_name = text::type_text(self.program.ctx(), element);
                for place in places(&extents)? {
                    let one = self.op(&format!(
                        "vector.extract {value}[{}] : {element_name} from {name}",
                        place.join(", ")
                    ));
                    let bits = self.bits(&one, element)?;
                    self.mix(&bits);
                }
                Some(())
            }
            TypeKind::RankedTensor { shape, element, .. } => {
                let extents: Vec<u64> = shape.iter().copied().collect::<Option<_>>()?;
                for place in places(&extents)? {
                    let place: Vec<String> =
                        place.iter().map(|at| self.op(&format!("arith.constant {at} : index"))).collect();
                    let one = self.op(&format!("tensor.extract {value}[{}] : {name}", place.join(", ")));
                    let bits = self.bits(&one, element)?;
                    self.mix(&bits);
                }
                Some(())
            }
            TypeKind::MemRef { shape, element, .. } => {
                self.memory(value, (shape.len(), element, &name), true)
            }
            _ => {
                let bits = self.bits(value, ty)?;
                self.mix(&bits);
                Some(())
            }
        }
    }

    /// A nest over all places of a memref that mixes what is there, where it `reads` that, and writes something else.
    fn memory(
        &mut self,
        value: &str,
        (rank, element, name): (usize, TypeId, &str),
        reads: bool,
    ) -> Option<()> {
        let mut places = Vec::new();
        let mut carried = vec![self.state.clone()];
        for dimension in 0..rank {
            let number = self.op(&format!("arith.constant {dimension} : index"));
            let extent = self.op(&format!("memref.dim {value}, {number} : {name}"));
            self.names += 1;
            let (place, state, result) =
                (format!("%i{}", self.names), format!("%c{}", self.names), format!("%r{}", self.names));
            let outer = self.state.clone();
            let _ = writeln!(
                self.text,
                "{result} = scf.for {place} = %zero to {extent} step %one iter_args({state} = {outer}) -> (i64) {{"
            );
            places.push(place);
            carried.push(result);
            self.state = state;
        }
        let place = places.join(", ");
        let bits = match reads {
            true => {
                let old = self.op(&format!("memref.load {value}[{place}] : {name}"));
                self.bits(&old, element)?
            }
            false => self.op("arith.constant 1 : i64"),
        };
        self.mix(&bits);
        let new = self.number(element)?;
        let _ = writeln!(self.text, "memref.store {new}, {value}[{place}] : {name}");
        while carried.len() > 1 {
            let state = std::mem::take(&mut self.state);
            let _ = writeln!(self.text, "scf.yield {state} : i64\n}}");
            self.state = carried.pop()?;
        }
        Some(())
    }

    /// Memory to return.
    fn returned(&mut self, ty: TypeId, shape: &[Option<u64>], name: &str) -> String {
        let global = returned(self.program, ty);
        let named = |op: &OpId| self.program.attr_text(*op, known::SYM_NAME) == Some(&global);
        if self.program.ops_in(self.program.top_block()).any(|op| named(&op)) {
            return self.op(&format!("memref.get_global @\"{global}\" : {name}"));
        }
        let open = shape.iter().filter(|extent| extent.is_none()).count();
        let extents: Vec<String> = (0..open).map(|_| self.op("arith.constant 4 : index")).collect();
        self.op(&format!("memref.alloc({}) : {name}", extents.join(", ")))
    }

    /// A small number of a type that depends on the history, or memory of such numbers.
    fn number(&mut self, ty: TypeId) -> Option<String> {
        let name = text::type_text(self.program.ctx(), ty);
        let state = self.state.clone();
        let shift = self.op("arith.constant 33 : i64");
        let high = self.op(&format!("arith.shrui {state}, {shift} : i64"));
        Some(match self.program.ctx().type_kind(ty).clone() {
            TypeKind::Integer { width: 64, .. } => high,
            TypeKind::Integer { width: 1..64, .. } => {
                self.op(&format!("arith.trunci {high} : i64 to {name}"))
            }
            TypeKind::Index => {
                let mask = self.op("arith.constant 7 : i64");
                let small = self.op(&format!("arith.andi {high}, {mask} : i64"));
                self.op(&format!("arith.index_cast {small} : i64 to index"))
            }
            TypeKind::Float(_) => {
                let small = self.op(&format!("arith.trunci {high} : i64 to i8"));
                self.op(&format!("arith.sitofp {small} : i8 to {name}"))
            }
            TypeKind::Vector { element, .. } => {
                let one = self.number(element)?;
                let element = text::type_text(self.program.ctx(), element);
                self.op(&format!("vector.broadcast {one} : {element} to {name}"))
            }
            TypeKind::RankedTensor { shape, element, .. } => {
                let extents: Vec<u64> = shape.iter().copied().collect::<Option<_>>()?;
                places(&extents)?;
                let one = self.number(element)?;
                self.op(&format!("tensor.splat {one} : {name}"))
            }
            TypeKind::MemRef { shape, element, layout: None, space: None } => {
                let memory = self.returned(ty, &shape, &name);
                self.memory(&memory, (shape.len(), element, &name), false)?;
                memory
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Context;

    use super::*;
    use crate::program::{Answer, Paired, Settings, judge, pairs};

    /// The answer about `@f` of two texts behind one list of declarations.
    fn answer(source: &str, target: &str) -> Answer {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!(
                "func.func private @touch(memref<?xi32>)\nfunc.func private @next(i32) -> i32\n\
                 func.func @f(%m: memref<4xi32>, %a: i32) -> i32 {{\n%c0 = arith.constant 0 : index\n\
                 %v = memref.cast %m : memref<4xi32> to memref<?xi32>\n{body}}}"
            );
            let program = text::parse(&ctx, &Source::new("f.mlir", text)).program;
            observed(&program, &bodiless(&program)).expect("all types have values")
        };
        let (source, target) = (read(source), read(target));
        let all = pairs(&source, &target).into_iter().find(|(name, ..)| name == "f");
        match all.expect("it is there").2 {
            Paired::Both(pair) => judge(&pair, &Settings::default()),
            _ => panic!("it is a pair"),
        }
    }

    const LOAD: &str = "%x = memref.load %m[%c0] : memref<4xi32>\n";
    const TOUCH: &str = "call @touch(%v) : (memref<?xi32>) -> ()\n";
    const CALL: &str = "%y = call @next(%a) : (i32) -> i32\n%z = call @next(%y) : (i32) -> i32\n";

    #[test]
    fn a_load_moved_over_a_call_that_reaches_its_memory_differs() {
        let (first, last) =
            (format!("{LOAD}{TOUCH}return %x : i32\n"), format!("{TOUCH}{LOAD}return %x : i32\n"));
        assert!(matches!(answer(&first, &last), Answer::Refuted(_)));
        let moved = format!(
            "{LOAD}{TOUCH}%k = arith.constant 0 : i32\n%r = arith.addi %x, %k : i32\nreturn %r : i32\n"
        );
        assert!(matches!(answer(&first, &moved), Answer::Tested { .. }));
    }

    #[test]
    fn another_operand_and_another_number_of_calls_differ() {
        let twice = format!("{CALL}return %z : i32\n");
        assert!(matches!(answer(&twice, &twice.replace("@next(%y)", "@next(%a)")), Answer::Refuted(_)));
        assert!(matches!(answer(&twice, &format!("{CALL}return %y : i32\n")), Answer::Refuted(_)));
        assert!(matches!(answer(&twice, &format!("{LOAD}{twice}")), Answer::Tested { .. }));
    }
}
