//! Operations of which nothing is known become calls of functions without a body, one function for all operations of one name
//! with the same attributes and types: events in their order, that do the same where all that they can depend on is the same.
//! Those of which it is known that they have no effect are no events. Regions count as the functions that they are
//! (`closures`), equal or such that those after refine those before. Must not be taken for evidence that
//! something breaks: an operation need not do all that a function may.

use std::collections::{BTreeMap, BTreeSet};

use assay_backend::engine::{Engine, entry_block};
use assay_backend::interp::Interpreter;
use assay_encode::PURE_FUNCTION;
use assay_ir::data::{AttrKind, InsertPoint, NewOp, OpId, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::meanings::retype;
use assay_ir::spec::{has_records, upstream_op};
use assay_ir::text::{attr_text, type_text};

pub(crate) use super::closures::BODY;
use super::closures::Closures;
use super::stubs::has_values;

/// The functions that stand for operations, each with the name of the operation.
pub(crate) type Functions = BTreeMap<String, String>;

/// Knowledge about operations and about functions that the caller brings.
pub(crate) struct Knowledge<'k> {
    /// Tells if an operation has no effect.
    pub is_pure: &'k dyn Fn(&Program, OpId) -> bool,
    /// Tells if the function [`BODY`] of the second program refines that of the first one for all arguments.
    pub refines: &'k dyn Fn(&str, &str) -> bool,
}

/// The cast between types that nothing is known of.
const UNTYPED_OPS: [&str; 1] = ["builtin.unrealized_conversion_cast"];

/// The start of the names of functions that stand for operations with an effect.
const OPAQUE: &str = "assay_opaque_";

/// Proofs about regions of one pair of programs.
const PROOFS: usize = 16;

/// Types of users, of which nothing is known: numbers stand for their values. Enough numbers for all values that two programs can tell
/// apart, so that what is proved of any numbers holds for any values. The arguments of such types, by their functions.
pub(crate) fn number_types(program: &mut Program) -> BTreeMap<String, BTreeSet<usize>> {
    let ctx = std::sync::Arc::clone(program.ctx());
    let number = |ty: TypeId| match ctx.type_kind(ty) {
        TypeKind::Dialect { dialect, .. } | TypeKind::Opaque { dialect, .. }
            if !has_records(ctx.str(*dialect)) =>
        {
            Some(ctx.integer(64))
        }
        _ => None,
    };
    let mut arguments: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    let is_function = |op: &OpId| program.op(*op).name == known::FUNC_FUNC;
    for function in program.ops_in(program.top_block()).filter(is_function) {
        let Some(entry) = entry_block(program, function) else { continue };
        let values = program.block(entry).arguments.iter().enumerate();
        let own = values.filter(|(_, value)| number(program.value_type(**value)).is_some());
        let own: BTreeSet<usize> = own.map(|(at, _)| at).collect();
        arguments.insert(program.attr_text(function, known::SYM_NAME).unwrap_or_default().to_owned(), own);
    }
    // A cast to or from such a type is not known to keep the number.
    let casts: Vec<OpId> = program
        .walk(program.top())
        .filter(|op| program.op_name(*op) == UNTYPED_OPS[0])
        .filter(|op| {
            program
                .operands(*op)
                .chain(program.results(*op))
                .any(|value| number(program.value_type(value)).is_some())
        })
        .collect();
    casts.into_iter().for_each(|op| program.set_name(op, ctx.ident(&format!("assay.{}", UNTYPED_OPS[0]))));
    retype(program, &number);
    arguments
}

/// Makes such operations of both programs calls; the functions that they call.
pub(crate) fn outline(source: &mut Program, target: &mut Program, knowledge: &Knowledge<'_>) -> Functions {
    let mut outlined =
        Outlined { knowledge, classes: Vec::new(), functions: Functions::new(), proofs: PROOFS };
    loop {
        // Those inside of others come first.
        let found = [&*source, &*target].map(|program| innermost(program, knowledge));
        if found.iter().all(Vec::is_empty) {
            return outlined.functions;
        }
        let classes: [Vec<usize>; 2] = [
            found[0].iter().map(|found| outlined.class(found, true)).collect(),
            found[1].iter().map(|found| outlined.class(found, false)).collect(),
        ];
        for (program, (found, classes)) in
            [&mut *source, &mut *target].into_iter().zip(found.iter().zip(&classes))
        {
            for (found, class) in found.iter().zip(classes) {
                outlined.replace(program, found, *class);
            }
        }
        // What was replaced has its captured values.
        outlined.classes.iter_mut().for_each(|class| class.may_be_refined = false);
    }
}

/// An operation that becomes a call.
struct OutlinedOp {
    op: OpId,
    name: String,
    /// All that two operations have to share besides their regions.
    key: String,
    closures: Closures,
    is_pure: bool,
    /// The function that it stands in.
    function: String,
}

/// Operations that one function stands for.
struct Class {
    key: String,
    is_pure: bool,
    /// The regions of the first one.
    closures: Closures,
    /// The regions of those after that refine them.
    refining: Option<Closures>,
    /// The captured values that all of them have.
    captured: BTreeSet<String>,
    /// It was met before, and in no operation after.
    may_be_refined: bool,
    /// The functions that its operations before stand in.
    functions: BTreeSet<String>,
}

struct Outlined<'k> {
    knowledge: &'k Knowledge<'k>,
    classes: Vec<Class>,
    functions: Functions,
    proofs: usize,
}

impl Outlined<'_> {
    /// The class of an operation.
    fn class(&mut self, found: &OutlinedOp, is_before: bool) -> usize {
        let key = found.key.clone();
        let same = |class: &Class| {
            let refining = class.refining.as_ref().unwrap_or(&class.closures);
            let closures = if is_before { &class.closures } else { refining };
            class.key == key && closures.are_those_of(&found.closures)
        };
        let alike: Vec<usize> = (0..self.classes.len()).filter(|at| same(&self.classes[*at])).collect();
        // What stood in the same function is tried first: elsewhere there may be an operation that is alike by chance.
        let is_near = |this: &Self, class: &usize| this.classes[*class].functions.contains(&found.function);
        let near = alike.iter().copied().find(|class| is_near(self, class));
        let refined = |this: &mut Self, wanted: bool| {
            let candidates: Vec<usize> =
                (0..this.classes.len()).filter(|class| is_near(this, class) == wanted).collect();
            candidates.into_iter().find(|class| !is_before && this.refines(*class, found))
        };
        if let Some(class) = near {
            return self.joined(class, found, is_before);
        }
        let near = refined(self, true);
        if let (None, Some(class)) = (near, alike.first()) {
            return self.joined(*class, found, is_before);
        }
        if let Some(class) = near.or_else(|| refined(self, false)) {
            let known = &mut self.classes[class];
            (known.refining, known.may_be_refined) = (Some(found.closures.clone()), false);
            known.captured.retain(|name| found.closures.captured.contains_key(name));
            return class;
        }
        self.classes.push(Class {
            key,
            is_pure: found.is_pure,
            closures: found.closures.clone(),
            refining: None,
            captured: found.closures.captured.keys().cloned().collect(),
            may_be_refined: is_before,
            functions: BTreeSet::new(),
        });
        self.joined(self.classes.len() - 1, found, is_before)
    }

    /// A class with one more operation.
    fn joined(&mut self, class: usize, found: &OutlinedOp, is_before: bool) -> usize {
        let known = &mut self.classes[class];
        known.may_be_refined &= is_before;
        if is_before {
            known.functions.insert(found.function.clone());
        }
        class
    }

    /// Tells if the regions of an operation after refine those of a class. One text after is enough: two that refine the same
    /// regions need not be the same.
    fn refines(&mut self, class: usize, found: &OutlinedOp) -> bool {
        let class = &self.classes[class];
        let may = class.may_be_refined && class.key == found.key;
        let is_pure = class.closures.is_pure_of_memory && found.closures.is_pure_of_memory;
        if !may || !is_pure || self.proofs == 0 {
            return false;
        }
        let Some(pairs) = class.closures.pairs(&found.closures) else { return false };
        self.proofs -= 1;
        pairs.iter().all(|(source, target)| source == target || (self.knowledge.refines)(source, target))
    }

    /// Puts a call in the place of an operation.
    fn replace(&mut self, program: &mut Program, found: &OutlinedOp, class: usize) {
        let known = &self.classes[class];
        let start = if known.is_pure { PURE_FUNCTION } else { OPAQUE };
        let name = format!("{start}{class}");
        let captured = known.captured.iter().map(|name| found.closures.captured[name].0);
        let operands: Vec<ValueId> = program.operands(found.op).chain(captured).collect();
        self.functions.insert(name.clone(), found.name.clone());
        let is_it = |op| program.attr_text(op, known::SYM_NAME) == Some(name.as_str());
        let is_declared = program.ops_in(program.top_block()).any(is_it);
        if !is_declared {
            declare(program, found.op, &operands, &name);
        }
        call(program, found.op, &operands, &name);
    }
}

/// The operations of functions that no engine knows, that end no block, and whose values can be drawn, but for those that hold
/// another one.
fn innermost(program: &Program, knowledge: &Knowledge<'_>) -> Vec<OutlinedOp> {
    let is_function = |op: &OpId| program.op(*op).name == known::FUNC_FUNC;
    let functions = program.ops_in(program.top_block()).filter(is_function);
    let all: Vec<OpId> = functions
        .flat_map(|function| program.walk(function).skip(1))
        .filter(|op| may_be_opaque(program, *op))
        .collect();
    // Parents stand before what they hold.
    let holds = |at: usize| all.get(at + 1).is_some_and(|next| program.is_within(*next, all[at]));
    let innermost = (0..all.len()).filter(|at| !holds(*at)).map(|at| all[at]);
    innermost.filter_map(|op| found(program, op, knowledge)).collect()
}

fn found(program: &Program, op: OpId, knowledge: &Knowledge<'_>) -> Option<OutlinedOp> {
    if program.walk(op).any(|inner| refers(program, inner)) {
        return None;
    }
    let closures = Closures::for_op(program, op)?;
    let captured = closures.captured.values().map(|(value, _)| *value);
    let inputs: Vec<TypeId> =
        program.operands(op).chain(captured).map(|value| program.value_type(value)).collect();
    let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
    if !has_values(program, &inputs, &results) {
        return None;
    }
    let is_number = |ty: &TypeId| !matches!(program.ctx().type_kind(*ty), TypeKind::MemRef { .. });
    let name = program.op_name(op);
    let name = name.strip_prefix("assay.").unwrap_or(name).to_owned();
    let is_pure = name == UNTYPED_OPS[0] || (knowledge.is_pure)(program, op);
    let is_pure = is_pure && inputs.iter().all(is_number) && closures.is_pure();
    let key = format!("{}{}", key(program, op), closures.ends);
    let function = enclosing(program, op);
    Some(OutlinedOp { op, name, key, closures, is_pure, function })
}

/// The name of the function that an operation stands in.
fn enclosing(program: &Program, op: OpId) -> String {
    let mut function = op;
    while let Some(outer) = program.parent_op(function).filter(|outer| program.parent_op(*outer).is_some()) {
        function = outer;
    }
    program.attr_text(function, known::SYM_NAME).unwrap_or_default().to_owned()
}

/// Tells if a program has operations that no engine knows.
pub(crate) fn has_opaque(program: &Program) -> bool {
    let is_opaque = |op: OpId| {
        let name = program.op_name(op);
        let ends = || upstream_op(name).is_some_and(|op| op.has("symbol") || op.has("terminator"));
        !Interpreter.has_semantics(name) && !ends()
    };
    program.walk(program.top()).skip(1).any(is_opaque)
}

fn may_be_opaque(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    program.successors(op).is_empty()
        && program.next_op(op).is_some()
        && !Interpreter.has_semantics(name)
        && !upstream_op(name).is_some_and(|op| op.has("symbol") || op.has("terminator"))
}

/// Tells if an operation names a symbol, which may stand for anything.
fn refers(program: &Program, op: OpId) -> bool {
    let ctx = program.ctx();
    let data = program.op(op);
    let mut all = [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list));
    let is_own = |name: &str| name.starts_with(OPAQUE) || name.starts_with(PURE_FUNCTION);
    let calls_own = || {
        let callee = program.attr(op, ctx.ident("callee")).map(|attr| ctx.attr_kind(attr));
        matches!(callee, Some(AttrKind::SymbolRef { root, .. }) if is_own(ctx.str(*root)))
    };
    all.any(|(_, attr)| attr_text(ctx, *attr).contains('@')) && !calls_own()
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

fn declare(program: &mut Program, op: OpId, operands: &[ValueId], name: &str) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let inputs = operands.iter().map(|value| program.value_type(*value)).collect();
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
fn call(program: &mut Program, op: OpId, operands: &[ValueId], name: &str) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
    let properties = ctx.dictionary([(ctx.ident("callee"), ctx.symbol_attr(name))]);
    let new = NewOp { properties, ..NewOp::named(&ctx, known::FUNC_CALL) };
    let made = program.build(&new, operands, &results, InsertPoint::Before(op));
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
    fn functions(source: &str, target: &str) -> Functions {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!("func.func @f(%x: i32, %t: tensor<4xi32>) {{\n{body}return\n}}");
            text::parse(&ctx, &Source::new("f.mlir", text)).program
        };
        let (mut source, mut target) = (read(source), read(target));
        let knowledge = Knowledge { is_pure: &|_, _| false, refines: &|_, _| false };
        outline(&mut source, &mut target, &knowledge)
    }

    #[test]
    fn a_tensor_can_be_drawn() {
        assert_eq!(functions("\"lab.a\"(%t) : (tensor<4xi32>) -> ()\n", "").len(), 1);
    }

    #[test]
    fn one_function_stands_for_operations_that_are_alike() {
        let one = "\"lab.a\"(%x) {k = 1 : i8} : (i32) -> ()\n";
        assert_eq!(functions(one, &format!("{one}{one}")).len(), 1);
        assert_eq!(functions(one, &one.replace("k = 1", "k = 2")).len(), 2);
        assert_eq!(functions(one, &one.replace("lab.a", "lab.b")).len(), 2);
    }

    #[test]
    fn regions_are_functions_of_arguments_and_captured_values() {
        let region = |op: &str| {
            format!(
                "%c = arith.constant 1 : i32\n%r = \"lab.a\"(%x) ({{\n^bb(%a: i32):\n%y = {op} : i32\n\
                 \"lab.yield\"(%y) : (i32) -> ()\n}}) : (i32) -> i32\n"
            )
        };
        let (one, other) = (region("arith.addi %a, %x"), region("arith.addi %a, %c"));
        assert_eq!(functions(&one, &one.replace("%y", "%z")).len(), 1);
        assert_eq!(functions(&one, &other).len(), 2);
        assert_eq!(functions(&one, &one.replace("lab.yield", "lab.end")).len(), 2);
        // The constant is part of the function.
        assert_eq!(functions(&other, &other.replace("constant 1", "constant 2")).len(), 2);
    }

    #[test]
    fn values_that_cannot_be_drawn_symbols_and_regions_are_left_as_they_are() {
        assert!(functions("%y = \"lab.a\"(%x) : (i32) -> tuple<i32>\n", "").is_empty());
        assert!(functions("\"lab.a\"(%x) {k = @f} : (i32) -> ()\n", "").is_empty());
        let blocks =
            "\"lab.a\"(%x) ({\n\"lab.b\"() [^a] : () -> ()\n^a:\n\"lab.c\"() : () -> ()\n}) : (i32) -> ()\n";
        assert!(functions(blocks, "").is_empty());
        assert!(functions("%y = arith.addi %x, %x : i32\n", "").is_empty());
    }
}
