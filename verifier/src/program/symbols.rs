//! Public functions and globals before and after, as other modules see them: those may call, read, write and name any of them. A
//! change of a definition that another module can tell is a difference of its own, whatever the functions of this module do. Runs
//! nothing, and does not look into bodies of functions: those are pairs.

use std::collections::BTreeMap;

use assay_backend::constant::value_of;
use assay_backend::engine::{IndexWidth, entry_block, is_function};
use assay_backend::value::Value;
use assay_ir::data::{AttrId, AttrKind, OpId, Program, RegionId, Signedness, TypeId, TypeKind, known};
use assay_ir::ops;
use assay_ir::text::{attr_text, type_text};

use super::linked::linkage;
use super::pair::{Walk, is_hidden, qualified};
use super::type_conversion::type_of;

/// A symbol that other modules see and that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Its name, without `@`.
    pub name: String,
    /// The change.
    pub change: Change,
}

/// A change of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another module can tell; what changed, and the module that can.
    Seen {
        /// A predicate for the symbol.
        what: String,
        /// The action of another module and its observation.
        witness: String,
    },
    /// Not known if one can; a predicate for the symbol.
    Unknown(String),
}

fn observed(what: impl Into<String>, witness: impl Into<String>) -> Change {
    Change::Seen { what: what.into(), witness: witness.into() }
}

/// A global: the names of its operation and of its attributes.
struct Global {
    op: &'static str,
    ty: &'static str,
    value: &'static str,
}

fn global(program: &Program, op: OpId) -> Option<Global> {
    let record = ops::op(program.op_name(op))?;
    let value = record.fact("global")?;
    let ty = record.attributes().find(|one| one.kind == "type")?.name;
    Some(Global { op: record.name, ty, value })
}

/// The body of a function, or the region that computes a global.
fn body(program: &Program, op: OpId) -> Option<RegionId> {
    let region = *program.op_regions(op).first()?;
    (!program.region(region).blocks.is_empty()).then_some(region)
}

fn attr(program: &Program, op: OpId, name: &str) -> Option<AttrId> {
    program.attr(op, program.ctx().ident(name))
}

/// Returns true of a definition that other modules can refer to.
fn is_defined(program: &Program, op: OpId) -> bool {
    let defined = match global(program, op) {
        Some(global) => attr(program, op, global.value).is_some() || body(program, op).is_some(),
        None => entry_block(program, op).is_some(),
    };
    defined && linkage(program, op) != "available_externally"
}

/// Functions and globals of modules by their names. What is in another symbol table is not linked as it is.
fn symbols(program: &Program) -> BTreeMap<String, OpId> {
    let is_symbol = |op: &OpId| {
        let mut around = std::iter::successors(program.parent_op(*op), |op| program.parent_op(*op));
        (is_function(program, *op) || global(program, *op).is_some())
            && around.all(|op| program.op(op).name == known::BUILTIN_MODULE)
    };
    let all = program.walk(program.top()).filter(is_symbol);
    all.filter_map(|op| Some((qualified(program, op)?, op))).collect()
}

/// The differences between the types of a function that are none to other modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversions {
    /// Whatever passes convert types to: the modules that call it go through them, too.
    OfPasses,
    /// Those to types that stand for others, as a descriptor does for a memref; a number stands for itself.
    Representations,
}

/// The symbols of the program before that other modules see and that are others after.
pub(crate) fn changed(source: &Program, target: &Program, conversions: Conversions) -> Vec<Changed> {
    let later = symbols(target);
    let mut out = Vec::new();
    for (name, op) in symbols(source) {
        if !is_hidden(source, op) && is_defined(source, op) {
            let sides = SymbolPair { source, op, target, conversions };
            let all = sides.changes(later.get(&name).copied());
            out.extend(all.into_iter().map(|change| Changed { name: name.clone(), change }));
        }
    }
    out
}

/// The types of the parameters and of the results of a function in words; `None` unless all are of integers without a sign and floats.
fn of_numbers(program: &Program, function: OpId) -> Option<[String; 2]> {
    let ctx = program.ctx();
    let (inputs, results) = type_of(program, function)?;
    let is_number = |ty: &TypeId| match ctx.type_kind(*ty) {
        TypeKind::Integer { signedness, .. } => *signedness == Signedness::Signless,
        TypeKind::Float(_) => true,
        _ => false,
    };
    let words = |list: &[TypeId]| list.iter().map(|ty| type_text(ctx, *ty)).collect::<Vec<_>>().join(", ");
    inputs.iter().chain(&results).all(is_number).then(|| [words(&inputs), words(&results)])
}

/// A symbol of the program before, and the program after.
struct SymbolPair<'p> {
    source: &'p Program,
    op: OpId,
    target: &'p Program,
    conversions: Conversions,
}

impl SymbolPair<'_> {
    fn changes(&self, later: Option<OpId>) -> Vec<Change> {
        let links = || "a module that refers to it does not link".to_owned();
        // The linker drops those that nothing refers to, and other modules bring their own.
        let may_go = linkage(self.source, self.op).starts_with("linkonce");
        let name = self.source.attr_text(self.op, known::SYM_NAME);
        let mut all = self.target.walk(self.target.top());
        let same_kind = |later: &OpId| is_function(self.source, self.op) == is_function(self.target, *later);
        let Some(later) = later.filter(same_kind) else {
            return match all.any(|op| self.target.attr_text(op, known::SYM_NAME) == name) {
                true => vec![Change::Unknown("is a symbol of another kind, or elsewhere".to_owned())],
                false if may_go => Vec::new(),
                false => vec![observed("is erased", links())],
            };
        };
        if is_hidden(self.target, later) {
            return vec![match may_go {
                true => Change::Unknown("is not visible to other modules".to_owned()),
                false => observed("is not visible to other modules", links()),
            }];
        }
        if !is_defined(self.target, later) {
            return vec![observed("has no definition", links())];
        }
        let mut out: Vec<Change> = self.linkage(later).into_iter().collect();
        out.extend(self.function_type(later));
        if let (Some(old), Some(new)) = (global(self.source, self.op), global(self.target, later)) {
            out.extend(self.constant(later));
            out.extend(self.thread_local(later));
            out.extend(self.alignment(later));
            // Of another dialect's global the type and value are written in another way.
            if old.op == new.op {
                out.extend(self.contents(later, &old));
            }
        }
        out
    }

    fn attrs(&self, later: OpId, name: &str) -> [Option<AttrId>; 2] {
        [attr(self.source, self.op, name), attr(self.target, later, name)]
    }

    fn linkage(&self, later: OpId) -> Option<Change> {
        let (old, new) = (linkage(self.source, self.op), linkage(self.target, later));
        (old != new).then(|| Change::Unknown(format!("has the linkage `{new}`, and had `{old}`")))
    }

    /// The change of a function's type, where both are of numbers alone.
    fn function_type(&self, later: OpId) -> Option<Change> {
        let ([inputs, results], new) = (of_numbers(self.source, self.op)?, of_numbers(self.target, later)?);
        if self.conversions == Conversions::OfPasses || [&inputs, &results] == new.each_ref() {
            return None;
        }
        let what = format!("has the type ({}) -> ({}), and had ({inputs}) -> ({results})", new[0], new[1]);
        Some(observed(what, "a module that calls it with the type that it had calls another function"))
    }

    fn constant(&self, later: OpId) -> Option<Change> {
        let [old, new] = self.attrs(later, "constant");
        (old.is_none() && new.is_some()).then(|| {
            let witness = "a module that stores to it has undefined behaviour, and had none";
            observed("is constant", witness)
        })
    }

    fn thread_local(&self, later: OpId) -> Option<Change> {
        let [old, new] = self.attrs(later, "thread_local_").map(|attr| attr.is_some());
        let witness = "a module in which one thread stores to it and another one reads it sees another value";
        match (old, new) {
            (false, true) => Some(observed("is one for each thread", witness)),
            (true, false) => Some(observed("is one for all threads", witness)),
            _ => None,
        }
    }

    fn alignment(&self, later: OpId) -> Option<Change> {
        let number = |program: &Program, attr: Option<AttrId>| match program.ctx().attr_kind(attr?) {
            AttrKind::Integer { value, .. } => u64::try_from(value.to_big()).ok(),
            _ => None,
        };
        let [old, new] = self.attrs(later, "alignment");
        let old = number(self.source, old)?;
        let new = number(self.target, new).unwrap_or(1);
        (new < old).then(|| {
            let what = format!("is no longer aligned to {old} bytes");
            observed(
                what,
                format!("a module that accesses it as aligned to {old} bytes has undefined behaviour"),
            )
        })
    }

    fn contents(&self, later: OpId, global: &Global) -> Option<Change> {
        let [old, new] = self.attrs(later, global.ty);
        if old != new {
            return Some(Change::Unknown("has another type".to_owned()));
        }
        let unknown = || Some(Change::Unknown("may have another initial value".to_owned()));
        match self.attrs(later, global.value) {
            [Some(old), Some(new)] if old == new => {
                if self.resource_differs(old) {
                    unknown()
                } else {
                    None
                }
            }
            [Some(old), Some(new)] => self.values(old, new),
            [None, None] => {
                let (Some(old), Some(new)) = (body(self.source, self.op), body(self.target, later)) else {
                    return unknown();
                };
                if Walk::new(self.source, self.target).regions(old, new) { None } else { unknown() }
            }
            _ => unknown(),
        }
    }

    /// Tells if a value names a resource that has other bytes in the program after.
    fn resource_differs(&self, value: AttrId) -> bool {
        let ctx = self.source.ctx();
        let text = attr_text(ctx, value);
        let named = text.split_once("dense_resource<").map(|(_, rest)| rest.trim_start_matches('"'));
        let Some(name) = named.and_then(|rest| rest.split(['>', '"']).next()) else { return false };
        let [old, new] = [self.source, self.target].map(|program| program.resources().get(&ctx.ident(name)));
        old != new
    }

    /// The change from one initial value to another one.
    fn values(&self, old: AttrId, new: AttrId) -> Option<Change> {
        let ctx = self.source.ctx();
        let reads = |old: String, new: String| {
            Some(observed(
                format!("starts as {new}, and started as {old}"),
                "a module that reads it before anything is stored there reads another value",
            ))
        };
        // A memory that is not initialised may hold anything.
        match (ctx.attr_kind(old), ctx.attr_kind(new)) {
            (AttrKind::Unit, _) => return None,
            (_, AttrKind::Unit) => return reads(short(&attr_text(ctx, old)), "any bits".to_owned()),
            _ => {}
        }
        let number = |attr: AttrId| -> Option<Value> {
            let ty = match ctx.attr_kind(attr) {
                AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. } | AttrKind::Dense { ty, .. } => *ty,
                _ => return None,
            };
            value_of(ctx, attr, ty, IndexWidth::W64).ok()
        };
        match (number(old), number(new)) {
            (Some(one), Some(other)) if one.allows(&other) => None,
            (Some(_), Some(_)) => reads(short(&attr_text(ctx, old)), short(&attr_text(ctx, new))),
            _ => Some(Change::Unknown("may have another initial value".to_owned())),
        }
    }
}

/// A text that is not too long for a message.
fn short(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("`{}...`", &text[..at]),
        None => format!("`{text}`"),
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    /// The changes between two texts: `+` for one that other modules see, `?` for one that is not known, with the first word behind
    /// the verb.
    fn changes(source: &str, target: &str) -> Vec<String> {
        let ctx = Context::new();
        let read = |text: &str| {
            let parsed = text::parse(&ctx, &Source::new("f.mlir", text));
            assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
            parsed.program
        };
        let words = |changed: Changed| match changed.change {
            Change::Seen { what, .. } => format!("+{what}"),
            Change::Unknown(what) => format!("?{what}"),
        };
        let conversions = Conversions::Representations;
        changed(&read(source), &read(target), conversions).into_iter().map(words).collect()
    }

    const FUNCTION: &str = "func.func @k() {\n  return\n}\n";
    const GLOBAL: &str = "memref.global @v : memref<1xi8> = dense<1> {alignment = 64 : i64}\n";

    #[test]
    fn a_definition_that_is_gone_or_hidden_is_seen() {
        assert_eq!(changes(FUNCTION, ""), ["+is erased"]);
        assert_eq!(
            changes(FUNCTION, &FUNCTION.replace("@k", "private @k")),
            ["+is not visible to other modules"]
        );
        assert_eq!(changes(&FUNCTION.replace("@k", "private @k"), ""), [""; 0]);
        assert_eq!(changes(FUNCTION, FUNCTION), [""; 0]);
        assert_eq!(changes("llvm.func linkonce_odr @k() {\n  llvm.return\n}\n", ""), [""; 0]);
        assert_eq!(changes(GLOBAL, ""), ["+is erased"]);
        assert_eq!(changes("memref.global @v : memref<1xi8>\n", ""), [""; 0]);
        let elsewhere = format!("module @inner {{\n{FUNCTION}}}\n");
        assert_eq!(changes(FUNCTION, &elsewhere), ["?is a symbol of another kind, or elsewhere"]);
    }

    #[test]
    fn another_type_of_numbers_is_seen_and_one_that_stands_for_another_is_not() {
        let with = |ty: &str| format!("func.func @k(%a: {ty}) {{\n  return\n}}\n");
        assert_eq!(changes(&with("i8"), &with("i16")), ["+has the type (i16) -> (), and had (i8) -> ()"]);
        assert_eq!(changes(&with("i8"), FUNCTION).len(), 1);
        for [old, new] in [["i8", "i8"], ["index", "i64"], ["memref<4xi8>", "i64"], ["i64", "vector<2xi32>"]]
        {
            assert_eq!(changes(&with(old), &with(new)), [""; 0]);
        }
        let private = |ty: &str| with(ty).replace("@k", "private @k");
        assert_eq!(changes(&private("i8"), &private("i16")), [""; 0]);
    }

    #[test]
    fn another_value_or_promise_of_a_global_is_seen() {
        let with = |old: &str, new: &str| changes(GLOBAL, &GLOBAL.replace(old, new));
        assert_eq!(with("dense<1>", "dense<[1]>"), [""; 0]);
        assert_eq!(with("dense<1>", "dense<2>").len(), 1);
        assert_eq!(with("memref.global", "memref.global constant"), ["+is constant"]);
        assert_eq!(with("64 : i64", "128 : i64"), [""; 0]);
        assert_eq!(with("64 : i64", "32 : i64"), ["+is no longer aligned to 64 bytes"]);
        assert_eq!(with("dense<1>", "uninitialized").len(), 1);
        assert_eq!(changes(&GLOBAL.replace("dense<1>", "uninitialized"), GLOBAL), [""; 0]);
        assert_eq!(with("1xi8", "2xi8"), ["?has another type"]);
    }
}
