//! Callers that pass what an argument may be and no drawn input is: memory that is constant, poison. Both programs get
//! the same callers, which are judged as other functions are. [`with_trials`] checks this crate: a pair that is proved alone and
//! refuted through a caller that does what every caller may do is a contradiction.

use std::fmt::Write as _;

use assay_backend::engine::entry_block;
use assay_ir::data::{AttrKind, Context, OpId, Program, TypeId, TypeKind, known};
use assay_ir::text::type_text;

use super::stored::only_read;
use super::stubs::{appended, return_text};

/// Callers of one function, beyond which no more are made.
const MOST: usize = 16;

/// The function without a body that a trial calls before and after.
const EVENT: &str = "assay_event";

/// The name of a caller of `function` that tries it, up to how.
pub(crate) fn trial_of(function: &str) -> String {
    format!("{function} tried with ")
}

/// Both programs with callers that pass constant memory and poison, and that call a function without a body before and after; `None`
/// where there are none.
pub(crate) fn with_trials(source: &Program, target: &Program) -> Option<(Program, Program)> {
    let mut text = format!("func.func private @{EVENT}()\n");
    let mut globals = 0;
    for function in functions(source) {
        let Some(callee) = Callee::for_function(source, function) else { continue };
        let mut only_read = only_read(source, function).into_iter();
        for (at, ty) in callee.inputs.iter().enumerate().take(MOST) {
            let is_memory = matches!(
                source.ctx().type_kind(*ty),
                TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
            );
            if is_memory && only_read.next() != Some(true) {
                continue;
            }
            let (ctx, name) = (source.ctx(), callee.ty(*ty));
            let trial = trial_of(callee.name);
            if let Some(zero) = zero_of(ctx, *ty) {
                let global = format!("assay_constant_{globals}");
                globals += 1;
                // Writing to a string does not fail.
                let _ =
                    writeln!(text, "memref.global \"private\" constant @{global} : {name} = dense<{zero}>");
                let given = format!("%a{at} = memref.get_global @{global} : {name}\n");
                let given = CallerArgument { replaced: &[at], text: &given, ..CallerArgument::default() };
                text.push_str(&callee.caller(&format!("{trial}constant %arg{at}"), &given));
            } else if matches!(
                ctx.type_kind(*ty),
                TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)
            ) {
                let given = format!("%a{at} = ub.poison : {name}\n");
                let given = CallerArgument { replaced: &[at], text: &given, ..CallerArgument::default() };
                text.push_str(&callee.caller(&format!("{trial}poison for %arg{at}"), &given));
            }
        }
        let around = CallerArgument { events: true, ..CallerArgument::default() };
        text.push_str(&callee.caller(&format!("{}calls around it", trial_of(callee.name)), &around));
    }
    Some((appended(source, &text)?, appended(target, &text)?))
}

/// Functions of `func` with a body, right in the module.
fn functions(program: &Program) -> impl Iterator<Item = OpId> + '_ {
    let has_body =
        |op: &OpId| program.op(*op).name == known::FUNC_FUNC && entry_block(program, *op).is_some();
    program.ops_in(program.top_block()).filter(has_body)
}

/// The zero of the elements of memory of static extents that lie one after the other.
fn zero_of(ctx: &Context, ty: TypeId) -> Option<&'static str> {
    let TypeKind::MemRef { shape, element, layout: None, space: None } = ctx.type_kind(ty) else {
        return None;
    };
    match ctx.type_kind(*element) {
        _ if shape.iter().any(Option::is_none) => None,
        TypeKind::Integer { .. } | TypeKind::Index => Some("0"),
        TypeKind::Float(_) => Some("0.0"),
        _ => None,
    }
}

/// A function that is called.
pub(super) struct Callee<'p> {
    pub(super) program: &'p Program,
    pub(super) name: &'p str,
    pub(super) inputs: &'p [TypeId],
    pub(super) results: &'p [TypeId],
}

/// How a caller comes to what it passes: its own arguments, but for these.
#[derive(Default)]
pub(super) struct CallerArgument<'g> {
    /// The numbers of the arguments that the text defines, as `%a0`, `%a1` ...
    pub(super) replaced: &'g [usize],
    /// Arguments of its own, with their types.
    pub(super) parameters: &'g [String],
    pub(super) text: &'g str,
    /// A function without a body is called before and after.
    pub(super) events: bool,
}

impl<'p> Callee<'p> {
    pub(super) fn for_function(program: &'p Program, function: OpId) -> Option<Callee<'p>> {
        let ctx = program.ctx();
        let AttrKind::Type(ty) = ctx.attr_kind(program.attr(function, known::FUNCTION_TYPE)?) else {
            return None;
        };
        let TypeKind::Function { inputs, results } = ctx.type_kind(*ty) else { return None };
        Some(Callee { program, name: program.attr_text(function, known::SYM_NAME)?, inputs, results })
    }

    pub(super) fn ty(&self, ty: TypeId) -> String {
        type_text(self.program.ctx(), ty)
    }

    /// A function of a name that calls this one.
    pub(super) fn caller(&self, name: &str, given: &CallerArgument<'_>) -> String {
        let types: Vec<String> = self.inputs.iter().map(|ty| self.ty(*ty)).collect();
        let results: Vec<String> = self.results.iter().map(|ty| self.ty(*ty)).collect();
        let results = results.join(", ");
        let own = types.iter().enumerate().filter(|(at, _)| !given.replaced.contains(at));
        let own = own.map(|(at, ty)| format!("%a{at}: {ty}"));
        let parameters: Vec<String> = given.parameters.iter().cloned().chain(own).collect();
        let operands: Vec<String> = (0..types.len()).map(|at| format!("%a{at}")).collect();
        let event = if given.events { format!("func.call @{EVENT}() : () -> ()\n") } else { String::new() };
        let call = format!(
            "func.call {}({}) : ({}) -> ({results})",
            symbol(self.name),
            operands.join(", "),
            types.join(", ")
        );
        let (call, values) = match self.results.len() {
            0 => (call, Vec::new()),
            1 => (format!("%r = {call}"), vec!["%r".to_owned()]),
            count => (format!("%r:{count} = {call}"), (0..count).map(|at| format!("%r#{at}")).collect()),
        };
        let returned = return_text(&values, &results);
        format!(
            "func.func {}({}) -> ({results}) {{\n{}{event}{call}\n{event}{returned}}}\n",
            symbol(name),
            parameters.join(", "),
            given.text,
        )
    }
}

/// The name of a symbol as a reference is written.
pub(super) fn symbol(name: &str) -> String {
    format!("@\"{}\"", name.replace('\\', "\\\\").replace('"', "\\22"))
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Source;
    use assay_ir::text;

    use super::*;

    fn names(program: &Program) -> Vec<String> {
        let name = |op| program.attr_text(op, known::SYM_NAME).map(str::to_owned);
        program.ops_in(program.top_block()).filter_map(name).collect()
    }

    const TEXT: &str = "memref.global @v : memref<1xi8> = dense<0>
memref.global \"private\" @w : memref<1xi8> = dense<0>
func.func @f(%m: memref<1xi8>, %x: i8) -> i8 {
  return %x : i8
}";

    #[test]
    fn trials_pass_constant_memory_and_poison() {
        let program = text::parse(&Context::new(), &Source::new("f.mlir", TEXT)).program;
        let (source, _) = with_trials(&program, &program).expect("there are some");
        let trials: Vec<String> = names(&source).into_iter().filter(|name| name.contains("tried")).collect();
        let how = ["constant %arg0", "poison for %arg1", "calls around it"];
        assert_eq!(trials, how.map(|how| format!("f tried with {how}")));
    }
}
