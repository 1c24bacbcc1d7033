//! Functions of two programs, paired by name; and whether two functions are the same text. Runs nothing.

use std::collections::{BTreeMap, BTreeSet};

use assay_backend::engine::entry_block;
use assay_ir::data::{AttrId, AttrKind, OpId, Program, RegionId, TypeId, TypeKind, ValueId, known};
use assay_ir::{ops, text};
use rustc_hash::FxHashMap;

use super::linked::linkage;
use super::parameter_attributes::{is_implied, is_kept, is_modelled};
use super::type_conversion::{called_by, caller_of, type_of as types_of};

/// A function before and after.
#[derive(Clone, Copy)]
pub struct Pair<'p> {
    /// The program before.
    pub source: &'p Program,
    /// The function in it.
    pub function: OpId,
    /// The program after; it has the context of the program before.
    pub target: &'p Program,
    /// The function in it.
    pub later: OpId,
}

/// The fate of a function of the program before.
pub enum Paired<'p> {
    /// It is there with the same type.
    Both(Pair<'p>),
    /// It is there with another type.
    Retyped,
    /// There is no function with a body of that name.
    Gone,
}

/// The functions with bodies of the program before, by name, each with what became of it; in the order of the text.
pub fn pairs<'p>(source: &'p Program, target: &'p Program) -> Vec<(String, OpId, Paired<'p>)> {
    let [earlier, later] = [source, target].map(|program| functions(program).collect::<BTreeMap<_, _>>());
    let mut out = Vec::new();
    for (name, function) in functions(source).filter(|(name, _)| called_by(name).is_none()) {
        // Where the type changed, callers of the declared type stand for the functions.
        let of = |all: &BTreeMap<String, OpId>| all.get(&caller_of(&name)).copied();
        let function = of(&earlier).unwrap_or(function);
        let same = |later: &OpId| type_of(source, function) == type_of(target, *later);
        let paired = match (later.get(&name).copied().filter(same), of(&later).filter(same)) {
            (Some(later), _) | (None, Some(later)) => Paired::Both(Pair { source, function, target, later }),
            (None, None) if later.contains_key(&name) => Paired::Retyped,
            (None, None) => Paired::Gone,
        };
        out.push((name, function, paired));
    }
    out
}

/// Names of private and nested functions that another operation names, as calls do. A pass knows all of their callers and may
/// rely on what these pass, so that only these say what such a function has to do: a nested symbol may be named "outside of the
/// current symbol table, but not outside of the visible IR".
pub fn internal(program: &Program) -> BTreeSet<String> {
    let ctx = program.ctx();
    let mut named = BTreeSet::new();
    for op in program.walk(program.top()) {
        let data = program.op(op);
        for (_, attr) in [data.properties, data.attributes].iter().flat_map(|list| ctx.entries(*list)) {
            if let AttrKind::SymbolRef { root, nested } = ctx.attr_kind(*attr) {
                named.insert(ctx.str(*nested.last().unwrap_or(root)));
            }
        }
    }
    let is_named = |name: &String| named.contains(name.rsplit("::").next().unwrap_or(name));
    functions(program)
        .filter(|(name, op)| is_hidden(program, *op) && is_named(name))
        .map(|(name, _)| name)
        .collect()
}

/// Returns true when a function or global is not visible outside of the program.
pub fn is_hidden(program: &Program, function: OpId) -> bool {
    matches!(program.attr_text(function, known::SYM_VISIBILITY), Some("private" | "nested"))
        || ["internal", "private"].contains(&linkage(program, function).as_str())
}

/// Functions with bodies and their names; those of nested modules have the names of the modules before them.
fn functions(program: &Program) -> impl Iterator<Item = (String, OpId)> + '_ {
    let with_body = |op: &OpId| entry_block(program, *op).is_some();
    program.walk(program.top()).filter(with_body).filter_map(|op| Some((qualified(program, op)?, op)))
}

/// The name of a symbol behind those of the modules that it is in.
pub(super) fn qualified(program: &Program, op: OpId) -> Option<String> {
    let mut name = program.attr_text(op, known::SYM_NAME)?.to_owned();
    let outer = std::iter::successors(program.parent_op(op), |op| program.parent_op(*op));
    for outer in outer.filter_map(|op| program.attr_text(op, known::SYM_NAME)) {
        name = format!("{outer}::{name}");
    }
    Some(name)
}

fn type_of(program: &Program, function: OpId) -> Option<AttrId> {
    program.attr(function, known::FUNCTION_TYPE)
}

impl Pair<'_> {
    /// Returns true when both functions are the same, with all that they refer to.
    pub fn is_same(&self) -> bool {
        let same = |one, other| Walk::new(self.source, self.target).operations(one, other);
        let refers =
            |op: OpId| ops::op(self.source.op_name(op)).is_some_and(|record| record.has("symbol_user"));
        let (one, other) = match self.source.walk(self.function).any(refers) {
            true => (self.source.top(), self.target.top()),
            false => (self.function, self.later),
        };
        same(one, other) && self.resources_are_same(one)
    }

    /// Tells if the resources that an operation names have the same bytes in both programs.
    fn resources_are_same(&self, top: OpId) -> bool {
        let [source, target] = [self.source, self.target].map(Program::resources);
        if source == target {
            return true;
        }
        let ctx = self.source.ctx();
        let others: Vec<String> = source
            .keys()
            .chain(target.keys())
            .filter(|key| source.get(key) != target.get(key))
            .flat_map(|key| {
                let key = ctx.str(*key);
                [format!("dense_resource<{key}>"), format!("dense_resource<\"{key}\">")]
            })
            .collect();
        let names = |attr: AttrId| {
            let text = text::attr_text(ctx, attr);
            others.iter().any(|other| text.contains(other))
        };
        !self.source.walk(top).any(|op| {
            let data = self.source.op(op);
            let lists = [data.properties, data.attributes];
            lists.iter().flat_map(|list| ctx.entries(*list)).any(|(_, attr)| names(*attr))
        })
    }

    /// Returns true when the function after has attributes of `llvm` on parameters or results whose promise is not modelled, does not
    /// follow from those of the one before, and may be broken, or when it has another calling convention.
    pub fn promises_differ(&self) -> bool {
        let ctx = self.source.ctx();
        if self.source.attr(self.function, ctx.ident("CConv"))
            != self.target.attr(self.later, ctx.ident("CConv"))
        {
            return true;
        }
        ["arg_attrs", "res_attrs"].iter().any(|list| {
            let [source, target] = [(self.source, self.function), (self.target, self.later)]
                .map(|(program, function)| promises(program, function, list));
            (0..source.len().max(target.len())).any(|at| {
                let none = BTreeMap::new();
                let (one, other) = (source.get(at).unwrap_or(&none), target.get(at).unwrap_or(&none));
                let holds = |name: &str, attr: AttrId| {
                    is_implied(ctx, one, name, attr)
                        || *list == "arg_attrs" && is_kept(self.target, self.later, at, name)
                };
                other.iter().any(|(name, attr)| !holds(name, *attr))
                    || one.iter().any(|(name, _)| PASSING.contains(name) && !other.contains_key(name))
            })
        })
    }
}

/// Attributes of parameters and results that say how they are passed (the LLVM language reference, "Parameter Attributes").
const PASSING: [&str; 12] = [
    "llvm.byref",
    "llvm.byval",
    "llvm.inalloca",
    "llvm.inreg",
    "llvm.nest",
    "llvm.preallocated",
    "llvm.signext",
    "llvm.sret",
    "llvm.swiftasync",
    "llvm.swifterror",
    "llvm.swiftself",
    "llvm.zeroext",
];

/// The attributes of `llvm` of each parameter, or of each result, that are not modelled.
fn promises<'p>(program: &'p Program, function: OpId, list: &str) -> Vec<BTreeMap<&'p str, AttrId>> {
    let ctx = program.ctx();
    let (inputs, results) = types_of(program, function).unwrap_or_default();
    let types = if list == "arg_attrs" { inputs } else { results };
    let Some(AttrKind::Array(each)) = program.attr(function, ctx.ident(list)).map(|attr| ctx.attr_kind(attr))
    else {
        return Vec::new();
    };
    let entries = |(at, attr): (usize, &AttrId)| {
        let is_open = |(name, attr): &(&str, AttrId)| {
            let modelled = types.get(at).is_some_and(|ty| is_modelled(ctx, *ty, name, *attr));
            name.starts_with("llvm.") && !modelled
        };
        let all = ctx.entries(*attr).iter().map(|(name, attr)| (ctx.str(*name), *attr));
        all.filter(is_open).collect()
    };
    each.iter().enumerate().map(entries).collect()
}

/// Returns true when a function, or one that it calls, uses a global that is not constant.
pub(crate) fn uses_globals(program: &Program, function: OpId) -> bool {
    let ctx = program.ctx();
    let symbols = |top: OpId| {
        let lists = program.walk(top).flat_map(|op| {
            let data = program.op(op);
            [data.properties, data.attributes]
        });
        lists.flat_map(|list| ctx.entries(list)).filter_map(|(_, attr)| match ctx.attr_kind(*attr) {
            AttrKind::SymbolRef { root, nested } => Some(ctx.str(*nested.last().unwrap_or(root))),
            _ => None,
        })
    };
    if symbols(function).next().is_none() {
        return false;
    }
    let mut named: BTreeMap<&str, OpId> = BTreeMap::new();
    for op in program.walk(program.top()) {
        named.extend(program.attr_text(op, known::SYM_NAME).map(|name| (name, op)));
    }
    let (mut left, mut seen) = (vec![function], BTreeSet::from([function]));
    while let Some(symbol) = left.pop() {
        let is_global =
            ops::op(program.op_name(symbol)).is_some_and(|record| record.fact("global").is_some());
        if is_global && program.attr(symbol, ctx.ident("constant")).is_none() {
            return true;
        }
        left.extend(
            symbols(symbol).filter_map(|name| named.get(name).copied()).filter(|op| seen.insert(*op)),
        );
    }
    false
}

/// Returns true when the data layout around a function gives `index` another width than the 64 bits that are assumed.
pub(crate) fn has_other_index(program: &Program, function: OpId) -> bool {
    let ctx = program.ctx();
    let spec = ctx.ident("dlti.dl_spec");
    let other = |text: &str| {
        text.match_indices("index").any(|(at, word)| {
            let rest = text[at + word.len()..].trim_start_matches(['"', ' ', '>']);
            let number = rest.strip_prefix(['=', ',']).map(str::trim_start);
            let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
            number.is_some_and(|number| !digits(number).is_empty() && digits(number) != "64")
        })
    };
    let around = std::iter::successors(Some(function), |op| program.parent_op(*op));
    around.filter_map(|op| program.attr(op, spec)).any(|attr| other(&text::attr_text(ctx, attr)))
}

/// Two programs that are walked in step.
pub(super) struct Walk<'p> {
    source: &'p Program,
    target: &'p Program,
    values: FxHashMap<ValueId, ValueId>,
}

impl<'p> Walk<'p> {
    pub(super) fn new(source: &'p Program, target: &'p Program) -> Walk<'p> {
        Walk { source, target, values: FxHashMap::default() }
    }

    fn operations(&mut self, one: OpId, other: OpId) -> bool {
        let (a, b) = (self.source.op(one), self.target.op(other));
        let alike = a.name == b.name
            && a.properties == b.properties
            && a.attributes == b.attributes
            && self.source.operand_count(one) == self.target.operand_count(other)
            && self.source.result_count(one) == self.target.result_count(other)
            && self.source.successors(one).len() == self.target.successors(other).len()
            && self.source.op_regions(one).len() == self.target.op_regions(other).len();
        if !alike {
            return false;
        }
        let operands = self.source.operands(one).zip(self.target.operands(other));
        let same = |(a, b): (ValueId, ValueId)| self.values.get(&a) == Some(&b);
        if !operands.into_iter().all(same) || !self.successors(one, other) {
            return false;
        }
        let results = self.source.results(one).zip(self.target.results(other));
        if !results.into_iter().all(|(a, b)| self.bind(a, b)) {
            return false;
        }
        let regions: Vec<(RegionId, RegionId)> = self
            .source
            .op_regions(one)
            .iter()
            .copied()
            .zip(self.target.op_regions(other).iter().copied())
            .collect();
        regions.into_iter().all(|(a, b)| self.regions(a, b))
    }

    fn successors(&self, one: OpId, other: OpId) -> bool {
        let number = |program: &Program, op: OpId, block| {
            let region = program.op(op).block.map(|block| program.block(block).region);
            region.and_then(|region| program.region(region).blocks.iter().position(|other| *other == block))
        };
        let pairs = self.source.successors(one).iter().zip(self.target.successors(other));
        pairs.into_iter().all(|(a, b)| number(self.source, one, *a) == number(self.target, other, *b))
    }

    fn bind(&mut self, a: ValueId, b: ValueId) -> bool {
        self.values.insert(a, b);
        self.source.value_type(a) == self.target.value_type(b)
    }

    /// Returns true when two regions are the same but for names.
    pub(super) fn regions(&mut self, one: RegionId, other: RegionId) -> bool {
        let (a, b) = (&self.source.region(one).blocks, &self.target.region(other).blocks);
        if a.len() != b.len() {
            return false;
        }
        a.iter().zip(b).all(|(a, b)| {
            let (x, y) = (&self.source.block(*a).arguments, &self.target.block(*b).arguments);
            if x.len() != y.len() || !x.iter().zip(y).all(|(a, b)| self.bind(*a, *b)) {
                return false;
            }
            let (source, target) = (self.source, self.target);
            let (mut x, mut y) = (source.ops_in(*a), target.ops_in(*b));
            loop {
                match (x.next(), y.next()) {
                    (None, None) => return true,
                    (Some(a), Some(b)) if self.operations(a, b) => {}
                    _ => return false,
                }
            }
        })
    }
}

/// Returns true when arguments and results are not all that matters of a function: it uses globals, has other parameter attributes,
/// or returns memory, whose identity no run compares.
pub(super) fn has_surroundings(pair: &Pair<'_>) -> bool {
    returns_memory(pair) || is_promised_or_global(pair)
}

/// Returns true when functions have other parameter attributes, or use globals.
pub(super) fn is_promised_or_global(pair: &Pair<'_>) -> bool {
    let sides = [(pair.source, pair.function), (pair.target, pair.later)];
    pair.promises_differ() || sides.into_iter().any(|(program, op)| uses_globals(program, op))
}

/// Returns true of a function that returns memory.
pub(super) fn returns_memory(pair: &Pair<'_>) -> bool {
    let ctx = pair.source.ctx();
    let ty = pair.source.attr(pair.function, known::FUNCTION_TYPE).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Type(ty)) = ty else { return false };
    let TypeKind::Function { results, .. } = ctx.type_kind(*ty) else { return false };
    let is_memory =
        |ty: &TypeId| matches!(ctx.type_kind(*ty), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. });
    results.iter().any(is_memory)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_ir::data::{Context, Source};

    use super::*;

    fn read(ctx: &Arc<Context>, text: &str) -> Program {
        assay_ir::text::parse(ctx, &Source::new("f.mlir", text)).program
    }

    fn same(source: &str, target: &str) -> Option<bool> {
        let ctx = Context::new();
        let (source, target) = (read(&ctx, source), read(&ctx, target));
        match pairs(&source, &target).into_iter().next()?.2 {
            Paired::Both(pair) => Some(pair.is_same()),
            _ => None,
        }
    }

    const SUM: &str =
        "func.func @f(%a: i8, %b: i8) -> i8 {\n  %x = arith.subi %a, %b : i8\n  return %x : i8\n}";

    #[test]
    fn names_of_values_do_not_count_and_operands_do() {
        assert_eq!(same(SUM, &SUM.replace("%x", "%y")), Some(true));
        assert_eq!(same(SUM, &SUM.replace("subi %a, %b", "subi %b, %a")), Some(false));
        assert_eq!(
            same(SUM, &SUM.replace(": i8, %b", ": i8, %c").replace("%a, %b :", "%a, %c :")),
            Some(true)
        );
    }

    #[test]
    fn a_function_that_calls_is_the_same_only_with_its_callees() {
        let text = |kind: &str| {
            format!(
                "func.func @f(%a: i8) -> i8 {{\n  %x = call @g(%a) : (i8) -> i8\n  return %x : i8\n}}\n{}",
                SUM.replace("@f", "@h")
                    .replace("subi", kind)
                    .replace("%a: i8, %b: i8", "%a: i8")
                    .replace("%b", "%a")
                    .replace("@h", "@g")
            )
        };
        assert_eq!(same(&text("subi"), &text("subi")), Some(true));
        assert_eq!(same(&text("subi"), &text("addi")), Some(false));
    }

    #[test]
    fn a_private_function_that_is_called_is_internal() {
        let callee = SUM.replace("func.func @f", "func.func private @g");
        let call =
            "func.func @h(%a: i8) -> i8 {\n  %x = call @g(%a, %a) : (i8, i8) -> i8\n  return %x : i8\n}";
        let of = |text: &str| internal(&read(&Context::new(), text)).into_iter().collect::<Vec<_>>();
        assert_eq!(of(&format!("{callee}\n{call}")), ["g"]);
        assert_eq!(of(&callee), [""; 0]);
        assert_eq!(of(&format!("{}\n{call}", callee.replace("private", "nested"))), ["g"]);
        assert_eq!(of(&format!("{}\n{call}", callee.replace("private ", ""))), [""; 0]);
    }

    #[test]
    fn a_function_of_another_type_is_no_pair() {
        assert_eq!(same(SUM, &SUM.replace("i8", "i9")), None);
        assert_eq!(same(SUM, &SUM.replace("@f", "@g")), None);
    }
}
