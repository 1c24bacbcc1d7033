//! Regions of an operation of which nothing is known, as functions of the arguments of their blocks and of the values that they
//! capture. Two operations that are alike but for their regions do the same where these functions do: the operation may call
//! them as it likes, and sees nothing else of them.
//!
//! A captured value is named by the expression that computes it, so that both programs give it one name; that values of one
//! name are one value is for the proof to show. Constants are part of the function. Proves nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};

use assay_encode::PURE_FUNCTION;
use assay_ir::data::{AttrKind, BlockId, OpId, Program, TypeKind, ValueDef, ValueId, known};
use assay_ir::text::{attr_text, print_op_named, type_text};
use rustc_hash::{FxHashMap, FxHasher};

/// The name of the function that a region becomes.
pub(crate) const BODY: &str = "assay_body";

/// Operations of an expression that names a value.
const DEPTH: usize = 8;

/// The functions of the regions of one operation.
#[derive(Clone, Debug)]
pub(super) struct Closures {
    /// All that the functions do not say: how the regions end.
    pub(super) ends: String,
    /// The parameters, the operations and the results of each region.
    regions: Vec<Body>,
    /// The captured values by their names, with their types.
    pub(super) captured: BTreeMap<String, (ValueId, String)>,
    /// No region reads or writes memory that it is given.
    pub(super) is_pure_of_memory: bool,
}

/// One region as a function.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Body {
    parameters: Vec<(String, String)>,
    operations: String,
    results: Vec<(String, String)>,
    /// Declarations of the functions that it calls.
    called: BTreeMap<String, String>,
}

impl Closures {
    /// The regions of an operation; `None` where one has more than a block, or its end is no list of values.
    pub(super) fn for_op(program: &Program, op: OpId) -> Option<Closures> {
        let (ends, regions, captured) = Default::default();
        let mut closures = Closures { ends, regions, captured, is_pure_of_memory: true };
        for region in program.op_regions(op) {
            match program.region(*region).blocks[..] {
                [] => closures.ends.push_str(" none"),
                [block] => {
                    let body = closures.body(program, op, block)?;
                    closures.regions.push(body);
                }
                _ => return None,
            }
        }
        Some(closures)
    }

    fn body(&mut self, program: &Program, op: OpId, block: BlockId) -> Option<Body> {
        let ctx = program.ctx();
        let last = program.last_op(block)?;
        if !program.successors(last).is_empty() || !program.op_regions(last).is_empty() {
            return None;
        }
        let is_memory = |value: ValueId| {
            matches!(
                ctx.type_kind(program.value_type(value)),
                TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } | TypeKind::Opaque { .. }
            )
        };
        let mut names: FxHashMap<ValueId, String> = FxHashMap::default();
        let mut parameters = Vec::new();
        for (at, value) in program.block(block).arguments.iter().enumerate() {
            let name = format!("%assay_a{at}");
            parameters.push((name.clone(), type_text(ctx, program.value_type(*value))));
            names.insert(*value, name);
            self.is_pure_of_memory &= !is_memory(*value);
        }
        let own = program.ops_in(block).flat_map(|inner| program.results(inner));
        names.extend(own.enumerate().map(|(at, value)| (value, format!("%assay_v{at}"))));
        let mut operations = String::new();
        let mut called = BTreeMap::new();
        for inner in program.ops_in(block).flat_map(|inner| program.walk(inner)) {
            for value in program.operands(inner) {
                self.is_pure_of_memory &= !is_memory(value);
                if names.contains_key(&value) || is_inside(program, value, op) {
                    continue;
                }
                let ty = type_text(ctx, program.value_type(value));
                let key = format!("{} : {ty}", expression(program, value, DEPTH));
                let mut hasher = FxHasher::default();
                key.hash(&mut hasher);
                let name = format!("%assay_c{:016x}", hasher.finish());
                names.insert(value, name.clone());
                match program.defining_op(value).filter(|def| program.op(*def).name == known::ARITH_CONSTANT)
                {
                    Some(constant) => {
                        let named = std::iter::once((value, name)).collect();
                        let _ = writeln!(operations, "{}", print_op_named(program, constant, named).trim());
                    }
                    None => {
                        let other = self.captured.insert(name, (value, ty));
                        // Two values with one name.
                        if other.is_some_and(|(other, _)| other != value) {
                            return None;
                        }
                    }
                }
            }
            self.is_pure_of_memory &= !program.results(inner).any(is_memory);
            if program.op(inner).name == known::FUNC_CALL {
                let (name, declaration) = declaration(program, inner)?;
                called.insert(name, declaration);
            }
        }
        for inner in program.ops_in(block).filter(|inner| *inner != last) {
            let _ = writeln!(operations, "{}", print_op_named(program, inner, names.clone()).trim());
        }
        let results = program.operands(last).map(|value| {
            let name = names.get(&value).cloned()?;
            Some((name, type_text(ctx, program.value_type(value))))
        });
        let data = program.op(last);
        let _ = write!(self.ends, " {}", program.op_name(last));
        for (name, attr) in [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list))
        {
            let _ = write!(self.ends, " {}={}", ctx.str(*name), attr_text(ctx, *attr));
        }
        Some(Body { parameters, operations, results: results.collect::<Option<_>>()?, called })
    }

    /// Returns true when the regions have no effect.
    pub(super) fn is_pure(&self) -> bool {
        let mut called = self.regions.iter().flat_map(|body| body.called.keys());
        self.regions.is_empty()
            || self.is_pure_of_memory && called.all(|name| name.starts_with(PURE_FUNCTION))
    }

    /// Returns true when both do the same wherever the captured values are the same.
    pub(super) fn are_those_of(&self, other: &Closures) -> bool {
        let types = |one: &Closures| -> BTreeMap<String, String> {
            one.captured.iter().map(|(name, (_, ty))| (name.clone(), ty.clone())).collect()
        };
        self.ends == other.ends && self.regions == other.regions && types(self) == types(other)
    }

    /// Programs of the functions of both, each a pair, which are to refine each other for all arguments and captured values.
    pub(super) fn pairs(&self, other: &Closures) -> Option<Vec<(String, String)>> {
        let fits = |(mine, theirs): (&Body, &Body)| {
            let types = |list: &[(String, String)]| -> Vec<String> {
                list.iter().map(|(_, ty)| ty.clone()).collect()
            };
            types(&mine.parameters) == types(&theirs.parameters)
                && types(&mine.results) == types(&theirs.results)
        };
        let same_ends = self.ends == other.ends && self.regions.len() == other.regions.len();
        if !same_ends || !self.regions.iter().zip(&other.regions).all(fits) {
            return None;
        }
        let all: BTreeMap<&String, &String> =
            self.captured.iter().chain(&other.captured).map(|(name, (_, ty))| (name, ty)).collect();
        let shown = |body: &Body| {
            let own = body.parameters.iter().map(|(name, ty)| (name, ty));
            let list: Vec<String> = own
                .chain(all.iter().map(|(name, ty)| (*name, *ty)))
                .map(|(name, ty)| format!("{name}: {ty}"))
                .collect();
            let (names, types): (Vec<&str>, Vec<&str>) =
                body.results.iter().map(|(name, ty)| (name.as_str(), ty.as_str())).unzip();
            let colon = if names.is_empty() { "" } else { " : " };
            format!(
                "{}func.func @{BODY}({}) -> ({}) {{\n{}func.return {}{colon}{}\n}}\n",
                body.called.values().cloned().collect::<String>(),
                list.join(", "),
                types.join(", "),
                body.operations,
                names.join(", "),
                types.join(", ")
            )
        };
        Some(
            self.regions
                .iter()
                .zip(&other.regions)
                .map(|(mine, theirs)| (shown(mine), shown(theirs)))
                .collect(),
        )
    }
}

/// Returns true of a value that an operation, or one inside of it, defines.
fn is_inside(program: &Program, value: ValueId, op: OpId) -> bool {
    let owner = match program.value(value).def {
        ValueDef::Result(owner, _) if owner == op => return false,
        ValueDef::Result(owner, _) => owner,
        ValueDef::Argument(block, _) => program.block_parent_op(block),
    };
    program.is_within(owner, op)
}

/// The expression that computes a value, cut off where it is deep.
fn expression(program: &Program, value: ValueId, depth: usize) -> String {
    let ctx = program.ctx();
    match program.value(value).def {
        ValueDef::Argument(block, index) => {
            let mut levels = 0;
            let mut at = program.block_parent_op(block);
            while let Some(parent) = program.parent_op(at) {
                (levels, at) = (levels + 1, parent);
            }
            format!("argument {index} at {levels}")
        }
        ValueDef::Result(..) if depth == 0 => "...".to_owned(),
        ValueDef::Result(op, index) => {
            let data = program.op(op);
            let mut out = format!("{}#{index}(", program.op_name(op));
            for operand in program.operands(op) {
                out += &expression(program, operand, depth - 1);
                out.push(',');
            }
            for (name, attr) in
                [data.properties, data.attributes].into_iter().flat_map(|list| ctx.entries(list))
            {
                let _ = write!(out, " {}={}", ctx.str(*name), attr_text(ctx, *attr));
            }
            out + ")"
        }
    }
}

/// The function that a call names, with its declaration.
fn declaration(program: &Program, call: OpId) -> Option<(String, String)> {
    let ctx = program.ctx();
    let callee = program.attr(call, ctx.ident("callee"))?;
    let AttrKind::SymbolRef { root, .. } = ctx.attr_kind(callee) else { return None };
    let name = ctx.str(*root).to_owned();
    let types = |values: &mut dyn Iterator<Item = ValueId>| -> String {
        values.map(|value| type_text(ctx, program.value_type(value))).collect::<Vec<_>>().join(", ")
    };
    let (inputs, results) = (types(&mut program.operands(call)), types(&mut program.results(call)));
    let text = format!("func.func private @\"{name}\"({inputs}) -> ({results})\n");
    Some((name, text))
}
