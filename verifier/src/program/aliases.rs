//! Functions whose memrefs are not disjoint: for each two parameters of one type a function is added that calls the first one with
//! the same buffer twice, and where the type leaves the offset open another one, with two parts of a buffer that overlap.
//! Both programs get the same callers, which are then judged as other functions are.

use std::fmt::Write as _;

use assay_ir::data::{AttrKind, OpId, Program, TypeId, TypeKind, known};
use assay_ir::text::type_text;

use super::observers::appended;
use super::promised::is_apart;

/// Callers of one function, beyond which no more are made.
const MOST: usize = 16;

/// The program with callers that pass overlapping memory; `None` where they cannot be written.
pub fn aliased(program: &Program) -> Option<Program> {
    let functions = program.ops_in(program.top_block()).filter(|op| {
        let has_body =
            program.op_regions(*op).iter().any(|region| !program.region(*region).blocks.is_empty());
        program.op(*op).name == known::FUNC_FUNC && has_body
    });
    let mut text = String::new();
    functions.for_each(|function| callers(program, function, &mut text));
    appended(program, &text)
}

/// The name of a function that calls `function` with overlapping memory, up to what overlaps.
pub fn stem(function: &str) -> String {
    format!("{function} with ")
}

fn callers(program: &Program, function: OpId, text: &mut String) {
    let ctx = program.ctx();
    let ty = program.attr(function, known::FUNCTION_TYPE).map(|ty| ctx.attr_kind(ty));
    let Some(AttrKind::Type(ty)) = ty else { return };
    let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return };
    let Some(name) = program.attr_text(function, known::SYM_NAME) else { return };
    let memref = |at: usize| matches!(ctx.type_kind(inputs[at]), TypeKind::MemRef { .. });
    let all = (0..inputs.len()).flat_map(|one| (one + 1..inputs.len()).map(move |other| (one, other)));
    let apart = |at: &usize| is_apart(program, function, *at);
    let pairs = all.filter(|(one, other)| memref(*one) && inputs[*one] == inputs[*other]);
    let pairs = pairs.filter(|(one, other)| !apart(one) && !apart(other));
    for (one, other) in pairs.take(MOST) {
        let caller = Caller { program, name, inputs, results, one, other };
        caller.write(text, "in one buffer", None);
        if let Some(shape) = caller.shifted() {
            caller.write(text, "a place apart", Some(shape));
        }
    }
}

/// A call with overlapping memory for two parameters.
struct Caller<'p> {
    program: &'p Program,
    name: &'p str,
    inputs: &'p [TypeId],
    results: &'p [TypeId],
    one: usize,
    other: usize,
}

impl Caller<'_> {
    fn ty(&self, ty: TypeId) -> String {
        type_text(self.program.ctx(), ty)
    }

    /// The length and the element of parameters that two parts of a buffer can stand for.
    fn shifted(&self) -> Option<(u64, TypeId)> {
        let ctx = self.program.ctx();
        let TypeKind::MemRef { shape, element, layout: Some(layout), space: None } =
            ctx.type_kind(self.inputs[self.one])
        else {
            return None;
        };
        let AttrKind::Strided { strides, offset: None } = ctx.attr_kind(*layout) else { return None };
        match (&shape[..], &strides[..]) {
            ([Some(length)], [Some(1)]) if *length > 0 => Some((*length, *element)),
            _ => None,
        }
    }

    fn write(&self, text: &mut String, how: &str, shifted: Option<(u64, TypeId)>) {
        let caller = symbol(&format!("{}%arg{} and %arg{} {how}", stem(self.name), self.one, self.other));
        let of = |at: usize| self.ty(self.inputs[at]);
        let mut parameters = Vec::new();
        let mut given = Vec::new();
        for at in 0..self.inputs.len() {
            given.push(if at == self.other && shifted.is_none() { self.one } else { at });
            match shifted {
                Some((length, element)) if at == self.one => {
                    parameters.push(format!("%base: memref<{}x{}>", length + 1, self.ty(element)));
                }
                _ if at != self.other => parameters.push(format!("%a{at}: {}", of(at))),
                _ => {}
            }
        }
        let results: Vec<String> = self.results.iter().map(|ty| self.ty(*ty)).collect();
        let results = results.join(", ");
        // Writing to a string does not fail.
        let _ = writeln!(text, "func.func {caller}({}) -> ({results}) {{", parameters.join(", "));
        if let Some((length, element)) = shifted {
            let base = format!("memref<{}x{}>", length + 1, self.ty(element));
            for (place, at) in [self.one, self.other].into_iter().enumerate() {
                let part = format!("memref<{length}x{}, strided<[1], offset: {place}>>", self.ty(element));
                let _ = writeln!(
                    text,
                    "%p{at} = memref.subview %base[{place}] [{length}] [1] : {base} to {part}"
                );
                let _ = writeln!(text, "%a{at} = memref.cast %p{at} : {part} to {}", of(at));
            }
        }
        let operands: Vec<String> = given.iter().map(|at| format!("%a{at}")).collect();
        let types: Vec<String> = (0..self.inputs.len()).map(of).collect();
        let call = format!(
            "func.call {}({}) : ({}) -> ({results})",
            symbol(self.name),
            operands.join(", "),
            types.join(", ")
        );
        let _ = match self.results.len() {
            0 => writeln!(text, "{call}\nfunc.return\n}}"),
            1 => writeln!(text, "%r = {call}\nfunc.return %r : {results}\n}}"),
            count => {
                let all: Vec<String> = (0..count).map(|at| format!("%r#{at}")).collect();
                writeln!(text, "%r:{count} = {call}\nfunc.return {} : {results}\n}}", all.join(", "))
            }
        };
    }
}

/// The name of a symbol as a reference is written.
fn symbol(name: &str) -> String {
    format!("@\"{}\"", name.replace('\\', "\\\\").replace('"', "\\22"))
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    fn names(text: &str) -> Vec<String> {
        let program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let out = aliased(&program).expect("the callers can be read");
        let name = |op| out.attr_text(op, known::SYM_NAME).map(str::to_owned);
        out.ops_in(out.top_block()).filter_map(name).collect()
    }

    #[test]
    fn parameters_of_one_type_are_passed_one_buffer() {
        let text = "func.func @f(%a: memref<4xi8>, %b: i8, %c: memref<4xi8>, %d: memref<?xi8>) -> i8 {\n  return %b : i8\n}";
        assert_eq!(names(text), ["f", "f with %arg0 and %arg2 in one buffer"]);
        assert_eq!(names(&text.replace("?xi8", "4xi8")).len(), 4);
        assert_eq!(names(&text.replace("%a: memref<4xi8>", "%a: memref<4xi8> {llvm.noalias}")), ["f"]);
        assert_eq!(names("func.func @f(%a: memref<4xi8>, %b: memref<4xi16>) {\n  return\n}"), ["f"]);
    }

    #[test]
    fn where_the_offset_is_open_two_parts_overlap() {
        let part = "memref<4xi8, strided<[1], offset: ?>>";
        let text = format!("func.func @f(%a: {part}, %b: {part}) {{\n  return\n}}");
        let callers = ["f", "f with %arg0 and %arg1 in one buffer", "f with %arg0 and %arg1 a place apart"];
        assert_eq!(names(&text), callers);
    }
}
