//! Functions whose types a pass changed: where the new type is what MLIR's conversion to `llvm`, bufferization, or emulation of wide
//! integers makes of the old one, a function of the old type is added that calls the other, with casts between the values of both types. The casts are
//! the relation: a memref and its descriptor, `index` and `i64`, a vector and an array of vectors, a tensor and a buffer, a wide
//! integer and the vector of its halves.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use assay_backend::engine::{entry_block, is_function};
use assay_ir::data::{AttrKind, Context, OpId, Program, TypeId, TypeKind, known};
use assay_ir::text::type_text;
use assay_ir::{llvm, ops};
use std::sync::Arc;

use super::stubs::{appended, return_text};

/// The types of functions by their names: what each takes and gives.
pub(crate) type Declared = BTreeMap<String, (Vec<TypeId>, Vec<TypeId>)>;

/// The types of the functions of `func` that have bodies.
pub(crate) fn declared(program: &Program) -> Declared {
    functions(program)
        .filter(|op| program.op(*op).name == known::FUNC_FUNC)
        .filter_map(|op| {
            let name = program.attr_text(op, known::SYM_NAME)?;
            let (inputs, results) = type_of(program, op)?;
            Some((name.to_owned(), (inputs, results)))
        })
        .collect()
}

/// The name of the function of the declared type that calls a function.
pub(crate) fn caller_of(function: &str) -> String {
    format!("{function} as declared")
}

/// The name of the function that one of this name calls, where it is such a caller.
pub(crate) fn called_by(caller: &str) -> Option<&str> {
    caller.strip_suffix(" as declared")
}

/// The program with a caller of the declared type for each function that has another type by now; `None` where there is none.
pub(crate) fn with_callers(program: &Program, declared: &Declared) -> Option<Program> {
    let mut text = String::new();
    let frees = frees(program);
    for function in functions(program) {
        let Some(name) = program.attr_text(function, known::SYM_NAME) else { continue };
        let Some((inputs, results)) = declared.get(name) else { continue };
        let Some(now) = type_of(program, function) else { continue };
        let is_llvm = program.op(function).name == known::LLVM_FUNC;
        if is_llvm || now.0 != *inputs || now.1 != *results {
            let writer = Writer { ctx: program.ctx(), text: String::new(), names: 0, frees };
            text.push_str(
                &writer.caller(name, (inputs, results), (&now.0, &now.1), is_llvm).unwrap_or_default(),
            );
        }
    }
    if text.is_empty() { None } else { appended(program, &text) }
}

/// Tells if something in a program may free memory: calls of `free`, or what becomes one.
fn frees(program: &Program) -> bool {
    let callee = program.ctx().ident("callee");
    program.walk(program.top()).any(|op| {
        let called = program.attr(op, callee).map(|attr| program.ctx().attr_kind(attr));
        let is_free = matches!(called, Some(AttrKind::SymbolRef { root, .. }) if program.ctx().str(*root).contains("free"));
        is_free || ops::has_role(program.op_name(op), "free")
    })
}

/// Functions with bodies right in the module.
fn functions(program: &Program) -> impl Iterator<Item = OpId> + '_ {
    program.walk(program.top()).filter(|op| {
        let depth = std::iter::successors(program.parent_op(*op), |op| program.parent_op(*op)).count();
        is_function(program, *op) && depth <= 2 && entry_block(program, *op).is_some()
    })
}

/// The types of the parameters and results of a function.
pub(super) fn type_of(program: &Program, function: OpId) -> Option<(Vec<TypeId>, Vec<TypeId>)> {
    let ctx = program.ctx();
    let AttrKind::Type(ty) = ctx.attr_kind(program.attr(function, known::FUNCTION_TYPE)?) else {
        return None;
    };
    match ctx.type_kind(*ty) {
        TypeKind::Function { inputs, results } => Some((inputs.to_vec(), results.to_vec())),
        _ => match llvm::kind(ctx, *ty)? {
            llvm::Kind::Function { inputs, result } => Some((inputs.to_vec(), result.into_iter().collect())),
            _ => None,
        },
    }
}

/// The text of one caller.
struct Writer<'c> {
    ctx: &'c Arc<Context>,
    text: String,
    names: usize,
    /// Something frees memory.
    frees: bool,
}

type Types<'t> = (&'t [TypeId], &'t [TypeId]);

impl Writer<'_> {
    fn ty(&self, ty: TypeId) -> String {
        type_text(self.ctx, ty)
    }

    fn list(&self, types: &[TypeId]) -> String {
        types.iter().map(|ty| self.ty(*ty)).collect::<Vec<_>>().join(", ")
    }

    fn op(&mut self, words: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{name} = {words}");
        name
    }

    fn caller(mut self, name: &str, declared: Types<'_>, now: Types<'_>, is_llvm: bool) -> Option<String> {
        let parameters: Vec<String> =
            declared.0.iter().enumerate().map(|(at, ty)| format!("%a{at}: {}", self.ty(*ty))).collect();
        let mut given = Vec::new();
        let mut rest = now.0;
        for (at, ty) in declared.0.iter().enumerate() {
            rest = self.argument(&format!("%a{at}"), *ty, rest, &mut given)?;
        }
        if !rest.is_empty() {
            return None;
        }
        let returned = self.call(name, &given, now, is_llvm);
        let values = match is_llvm {
            true => self.unpacked(&returned, declared.1, now.1)?,
            false => {
                let pairs = declared.1.iter().zip(now.1).zip(&returned);
                let values: Option<Vec<String>> =
                    pairs.map(|((to, from), value)| self.cast(value, *from, *to)).collect();
                values.filter(|_| declared.1.len() == now.1.len())?
            }
        };
        let end = return_text(&values, &self.list(declared.1));
        Some(format!(
            "func.func @\"{}\"({}) -> ({}) {{\n{}{end}}}\n",
            escaped(&caller_of(name)),
            parameters.join(", "),
            self.list(declared.1),
            self.text
        ))
    }

    /// Gives a value of a declared type as the parameters that are next; those behind them.
    fn argument<'t>(
        &mut self,
        value: &str,
        ty: TypeId,
        parameters: &'t [TypeId],
        given: &mut Vec<String>,
    ) -> Option<&'t [TypeId]> {
        let (first, rest) = parameters.split_first()?;
        if let Some(cast) = self.cast(value, ty, *first) {
            given.push(cast);
            return Some(rest);
        }
        let parts = llvm::parameters(self.ctx, ty)?;
        let (mine, rest) = parameters.split_at_checked(parts.len())?;
        if mine != parts {
            return None;
        }
        let lowered = llvm::lowered(self.ctx, ty)?;
        let descriptor = self.cast(value, ty, lowered)?;
        let whole = self.ty(lowered);
        let rank = (parts.len() - 3) / 2;
        let lists = [3, 4].into_iter().flat_map(|list| (0..rank).map(move |at| format!("{list}, {at}")));
        for place in (0..3).map(|at| at.to_string()).chain(lists) {
            // "The allocated pointer is only useful for deallocating" (TargetLLVMIR.md): it may be another one than the aligned.
            given.push(match place == "0" && !self.frees {
                true => self.op("llvm.mlir.zero : !llvm.ptr"),
                false => self.op(&format!("llvm.extractvalue {descriptor}[{place}] : {whole}")),
            });
        }
        Some(rest)
    }

    /// A value of one type as one of another; `None` where they are not related.
    fn cast(&mut self, value: &str, from: TypeId, to: TypeId) -> Option<String> {
        if from == to {
            return Some(value.to_owned());
        }
        if let Some(halves) = Halves::new(self.ctx, from, to) {
            return Some(self.split(value, &halves));
        }
        if let Some(halves) = Halves::new(self.ctx, to, from) {
            return Some(self.joined(value, &halves));
        }
        let alike = |a: TypeId, b: TypeId| match (self.ctx.type_kind(a), self.ctx.type_kind(b)) {
            (
                TypeKind::RankedTensor { shape: a, element: one, encoding: None },
                TypeKind::MemRef { shape: b, element: other, .. },
            ) => a == b && one == other,
            _ => false,
        };
        let becomes = |from: TypeId, to: TypeId| llvm::lowered(self.ctx, from) == Some(to);
        let op = match () {
            () if alike(from, to) => ops::role_op("buffer")?,
            () if alike(to, from) => ops::role_op("tensor")?,
            () if becomes(from, to) || becomes(to, from) => known::text(known::BUILTIN_UNREALIZED_CAST),
            () => return None,
        };
        let (from, to) = (self.ty(from), self.ty(to));
        Some(self.op(&format!("{op} {value} : {from} to {to}")))
    }

    /// The vector of the halves of an integer, or of each integer of a vector, the low one first.
    fn split(&mut self, value: &str, halves: &Halves) -> String {
        let Halves { wide, half, rows, both, .. } = halves;
        let amount = self.op(&halves.amount());
        let low = self.op(&format!("arith.trunci {value} : {wide} to {half}"));
        let shifted = self.op(&format!("arith.shrui {value}, {amount} : {wide}"));
        let high = self.op(&format!("arith.trunci {shifted} : {wide} to {half}"));
        match rows {
            None => self.op(&format!("vector.from_elements {low}, {high} : {both}")),
            Some(rows) => {
                let row = self.op(&format!("vector.interleave {low}, {high} : {half} -> {rows}"));
                self.op(&format!("vector.shape_cast {row} : {rows} to {both}"))
            }
        }
    }

    /// The integer, or vector of integers, that a vector of halves stands for.
    fn joined(&mut self, value: &str, halves: &Halves) -> String {
        let Halves { wide, half, rows, both, .. } = halves;
        let parts = match rows {
            None => [0, 1].map(|at| self.op(&format!("vector.extract {value}[{at}] : {half} from {both}"))),
            Some(rows) => {
                let row = self.op(&format!("vector.shape_cast {value} : {both} to {rows}"));
                self.names += 1;
                let name = format!("%v{}", self.names);
                let _ = writeln!(self.text, "{name}:2 = vector.deinterleave {row} : {rows} -> {half}");
                [format!("{name}#0"), format!("{name}#1")]
            }
        };
        let [low, high] = parts.map(|part| self.op(&format!("arith.extui {part} : {half} to {wide}")));
        let amount = self.op(&halves.amount());
        let shifted = self.op(&format!("arith.shli {high}, {amount} : {wide}"));
        self.op(&format!("arith.ori {shifted}, {low} : {wide}"))
    }

    /// Calls the function; the names of its results.
    fn call(
        &mut self,
        name: &str,
        given: &[String],
        (inputs, results): Types<'_>,
        is_llvm: bool,
    ) -> Vec<String> {
        let callee = format!("@\"{}\"({})", escaped(name), given.join(", "));
        let types = match (is_llvm, results.is_empty()) {
            (true, true) => format!("({}) -> ()", self.list(inputs)),
            (true, false) => format!("({}) -> {}", self.list(inputs), self.list(results)),
            (false, _) => format!("({}) -> ({})", self.list(inputs), self.list(results)),
        };
        let dialect = if is_llvm { "llvm" } else { "func" };
        let call = format!("{dialect}.call {callee} : {types}");
        let _ = match results.len() {
            0 => writeln!(self.text, "{call}"),
            1 => writeln!(self.text, "%r = {call}"),
            count => writeln!(self.text, "%r:{count} = {call}"),
        };
        match results.len() {
            1 => vec!["%r".to_owned()],
            count => (0..count).map(|at| format!("%r#{at}")).collect(),
        }
    }

    /// The declared results from what a function of `llvm` gives: a structure of several.
    fn unpacked(&mut self, returned: &[String], declared: &[TypeId], now: &[TypeId]) -> Option<Vec<String>> {
        let wanted = llvm::result(self.ctx, declared)?;
        if wanted != now.first().copied() {
            return None;
        }
        let lowered: Vec<TypeId> =
            declared.iter().map(|ty| llvm::lowered(self.ctx, *ty)).collect::<Option<_>>()?;
        let mut out = Vec::new();
        for (at, (from, to)) in lowered.iter().zip(declared).enumerate() {
            let whole = returned.first()?;
            let part = match declared.len() {
                1 => whole.clone(),
                _ => {
                    let ty = self.ty(wanted?);
                    self.op(&format!("llvm.extractvalue {whole}[{at}] : {ty}"))
                }
            };
            out.push(self.cast(&part, *from, *to)?);
        }
        Some(out)
    }
}

/// The types of a wide integer, or of a vector of such, and of what `arith-emulate-wide-int` makes of it: vectors with a last extent
/// of two. As texts, but for the width.
struct Halves {
    /// Bits of one half.
    width: u32,
    /// The declared type.
    wide: String,
    /// The type of all low halves.
    half: String,
    /// The type of the halves in one row, where there are several integers.
    rows: Option<String>,
    /// The type of the halves.
    both: String,
}

impl Halves {
    /// The types, where one type holds the halves of the other.
    fn new(ctx: &Context, wide: TypeId, both: TypeId) -> Option<Halves> {
        let TypeKind::Vector { shape, element } = ctx.type_kind(both) else { return None };
        let (last, outer) = shape.split_last().filter(|(last, _)| **last == (2, false))?;
        let TypeKind::Integer { width, .. } = ctx.type_kind(*element) else { return None };
        let (width, integer) = (*width, type_text(ctx, *element));
        let is_wide = |ty: TypeId| matches!(ctx.type_kind(ty), TypeKind::Integer { width: twice, .. } if *twice == 2 * width);
        let (half, rows) = match ctx.type_kind(wide) {
            TypeKind::Vector { shape, element } if shape[..] == *outer && is_wide(*element) => {
                let fixed: Option<Vec<u64>> =
                    outer.iter().map(|(extent, scalable)| (!scalable).then_some(*extent)).collect();
                let mut extents = fixed?;
                let half = vector(&extents, &integer);
                *extents.last_mut()? *= last.0;
                (half, Some(vector(&extents, &integer)))
            }
            _ if outer.is_empty() && is_wide(wide) => (integer, None),
            _ => return None,
        };
        Some(Halves { width, wide: type_text(ctx, wide), half, rows, both: type_text(ctx, both) })
    }

    /// The constant by which high halves are shifted.
    fn amount(&self) -> String {
        let Halves { width, wide, rows, .. } = self;
        match rows {
            None => format!("arith.constant {width} : {wide}"),
            Some(_) => format!("arith.constant dense<{width}> : {wide}"),
        }
    }
}

/// The text of a vector type.
fn vector(extents: &[u64], element: &str) -> String {
    let extents: String = extents.iter().map(|extent| format!("{extent}x")).collect();
    format!("vector<{extents}{element}>")
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\22")
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Source;
    use assay_ir::text::{self, PrintOptions};

    use super::*;

    fn read(ctx: &Arc<Context>, text: &str) -> Program {
        let parsed = text::parse(ctx, &Source::new("f.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    }

    fn callers(source: &str, target: &str) -> Option<String> {
        let ctx = Context::new();
        let (source, target) = (read(&ctx, source), read(&ctx, target));
        let out = with_callers(&target, &declared(&source))?;
        Some(text::print(&out, &PrintOptions::default()))
    }

    #[test]
    fn a_memref_is_given_by_the_parts_of_its_descriptor() {
        let text = callers(
            "func.func @f(%m: memref<4xf32>, %i: index) -> (index, f32) {\n  %x = memref.load %m[%i] : memref<4xf32>\n  \
             return %i, %x : index, f32\n}",
            "llvm.func @f(%a: !llvm.ptr, %b: !llvm.ptr, %c: i64, %d: i64, %e: i64, %i: i64) -> !llvm.struct<(i64, f32)> \
             {\n  %0 = llvm.mlir.poison : !llvm.struct<(i64, f32)>\n  llvm.return %0 : !llvm.struct<(i64, f32)>\n}",
        );
        let text = text.expect("a caller");
        // The allocated pointer is of no use to what frees nothing.
        assert_eq!(text.matches("llvm.extractvalue").count(), 4 + 2, "{text}");
        assert_eq!(text.matches("llvm.mlir.zero").count(), 1, "{text}");
        assert!(
            text.contains("func.func @\"f as declared\"(%arg0: memref<4xf32>, %arg1: index) -> (index, f32)"),
            "{text}"
        );
    }

    #[test]
    fn a_tensor_is_given_by_a_buffer() {
        let text = callers(
            "func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {\n  return %t : tensor<4xf32>\n}",
            "func.func @f(%t: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {\n  \
             return %t : memref<4xf32, strided<[?], offset: ?>>\n}",
        );
        let text = text.expect("a caller");
        assert!(
            text.contains("bufferization.to_buffer") && text.contains("bufferization.to_tensor"),
            "{text}"
        );
    }

    #[test]
    fn wide_integers_are_given_by_their_halves() {
        let source = "func.func @f(%x: i64, %v: vector<2x3xi64>) -> i64 {\n  return %x : i64\n}";
        let text = callers(
            source,
            "func.func @f(%x: vector<2xi32>, %v: vector<2x3x2xi32>) -> vector<2xi32> {\n  return %x : vector<2xi32>\n}",
        );
        let text = text.expect("a caller");
        assert!(text.contains("vector.from_elements") && text.contains("vector<2x6xi32>"), "{text}");
        assert!(text.contains("arith.shli") && text.contains("arith.constant dense<32>"), "{text}");
        let narrow =
            "func.func @f(%x: vector<2xi16>, %v: vector<2x3x2xi32>) -> vector<2xi32> {\n  unreachable\n}";
        assert!(callers(source, &narrow.replace("unreachable", "ub.unreachable")).is_none());
    }

    #[test]
    fn functions_of_other_types_have_no_caller() {
        let one = "func.func @f(%t: tensor<4xf32>) {\n  return\n}";
        assert!(callers(one, "func.func @f(%t: memref<5xf32>) {\n  return\n}").is_none());
        assert!(callers(one, "llvm.func @f(%t: f32) {\n  llvm.return\n}").is_none());
        assert!(callers(one, one).is_none());
    }
}
