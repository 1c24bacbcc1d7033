//! Names, attributes and types in the text of a script.

use std::rc::Rc;

use assay_ir::data::{AttrId, AttrKind, Ident, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::ops;
use rustc_hash::{FxHashMap, FxHashSet};

use super::kinds;
use super::shapes;

/// The meaning of a value of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Operations.
    Ops,
    /// Values of the payload; its parts are the operations that define them or hold their block.
    Values,
    /// Attributes, types or affine maps.
    Param,
}

/// An attribute of an operation by its text.
pub fn attr(program: &Program, op: OpId, name: &str) -> Option<AttrId> {
    program.attr(op, program.ctx().ident(name))
}

/// Tells if a unit attribute is there, or a boolean one that is true.
pub fn flag(program: &Program, op: OpId, name: &str) -> bool {
    match attr(program, op, name).map(|attr| program.ctx().attr_kind(attr)) {
        Some(AttrKind::Integer { value, .. }) => value.to_i64() != Some(0),
        Some(_) => true,
        None => false,
    }
}

/// An integer attribute.
pub fn integer(program: &Program, attr: AttrId) -> Option<i64> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// A boolean attribute.
pub fn boolean(program: &Program, attr: AttrId) -> Option<bool> {
    let is_bit = program.ctx().attr_type(attr) == Some(program.ctx().integer(1));
    integer(program, attr).filter(|_| is_bit).map(|value| value != 0)
}

/// An integer attribute of an operation.
pub fn number(program: &Program, op: OpId, name: &str) -> Option<i64> {
    integer(program, attr(program, op, name)?)
}

/// The elements of an array attribute.
pub fn elements(program: &Program, attr: AttrId) -> &[AttrId] {
    match program.ctx().attr_kind(attr) {
        AttrKind::Array(items) => items,
        AttrKind::DenseArray { values, .. } => values,
        _ => &[],
    }
}

/// Tells if an attribute is a list.
pub fn is_list(program: &Program, attr: AttrId) -> bool {
    matches!(program.ctx().attr_kind(attr), AttrKind::Array(_) | AttrKind::DenseArray { .. })
}

/// The names that an operation of a script looks for.
pub fn searched_names(program: &Program, op: OpId) -> Option<Rc<[Ident]>> {
    let one = |name: &str| Some(Rc::from([string(program, attr(program, op, name)?)?]));
    let record = ops::op(program.op_name(op))?;
    if record.is_inherent("op_name") {
        return one("op_name");
    }
    match attr(program, op, "ops").filter(|_| record.is_inherent("ops")) {
        Some(list) => elements(program, list).iter().map(|name| string(program, *name)).collect(),
        None if record.is_inherent("interface") && number(program, op, "interface") == Some(2) => {
            Some(kinds::loops().iter().map(|name| program.ctx().ident(name)).collect())
        }
        None => None,
    }
}

/// Integers of an array attribute of an operation.
pub fn integers(program: &Program, op: OpId, name: &str) -> Option<Vec<i64>> {
    let list = elements(program, attr(program, op, name)?);
    list.iter().map(|item| integer(program, *item)).collect()
}

/// A string attribute as an identifier.
pub fn string(program: &Program, attr: AttrId) -> Option<Ident> {
    match program.ctx().attr_kind(attr) {
        AttrKind::String { text, .. } => Some(*text),
        _ => None,
    }
}

/// Role of a value by its type.
pub fn role(program: &Program, value: ValueId) -> Role {
    role_of(program, program.value_type(value))
}

/// Role of the values of a type.
pub fn role_of(program: &Program, ty: TypeId) -> Role {
    match kind(program, ty) {
        Some("any_value") => Role::Values,
        Some("any_param" | "param" | "affine_map" | "type") => Role::Param,
        _ => Role::Ops,
    }
}

/// Name of a type of the transform dialect.
pub fn kind(program: &Program, ty: TypeId) -> Option<&str> {
    let ctx = program.ctx();
    let (TypeKind::Dialect { dialect, name, .. } | TypeKind::Opaque { dialect, name, .. }) =
        ctx.type_kind(ty)
    else {
        return None;
    };
    (ctx.str(*dialect) == "transform").then(|| ctx.str(*name))
}

/// The operation that `!transform.op<"name">` permits.
pub fn typed(program: &Program, ty: TypeId) -> Option<Ident> {
    let ctx = program.ctx();
    match ctx.type_kind(ty) {
        TypeKind::Dialect { params, .. } if kind(program, ty) == Some("op") => {
            string(program, *params.first()?)
        }
        TypeKind::Opaque { body, .. } if kind(program, ty) == Some("op") => {
            Some(ctx.ident(ctx.str(*body).trim().trim_matches('"')))
        }
        _ => None,
    }
}

/// The name of a value as it is written, such as `%loop`.
pub fn spelled(program: &Program, value: ValueId) -> String {
    let text = program.source().map_or("", |source| source.text());
    let start = program.value(value).pos.0 as usize;
    let rest = text.get(start..).unwrap_or("");
    let name = |c: char| c.is_alphanumeric() || "%_$.-".contains(c);
    let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
    let written = &rest[..end];
    if !written.starts_with('%') {
        return "the handle".to_owned();
    }
    match program.value(value).def {
        // A pack of results is written once.
        assay_ir::data::ValueDef::Result(op, index) if program.result_count(op) > 1 => {
            let same = |other: ValueId| program.value(other).pos == program.value(value).pos;
            let first = program.results(op).position(same).unwrap_or(0);
            let pack = program.results(op).filter(|other| same(*other)).count() > 1;
            let number = (index as usize).saturating_sub(first);
            if pack { format!("`{written}#{number}`") } else { format!("`{written}`") }
        }
        _ => format!("`{written}`"),
    }
}

/// The name of a step: that of its pass, where it runs one.
pub fn step(program: &Program, op: OpId) -> String {
    let pass = attr(program, op, "pass_name").and_then(|name| string(program, name));
    match pass {
        Some(pass) => format!("pass `{}`", program.ctx().str(pass)),
        None => format!("`{}`", program.op_name(op)),
    }
}

/// Operations that a script starts at.
pub fn is_entry(program: &Program, op: OpId) -> bool {
    let starts = shapes::table().has("starts", program.op_name(op));
    is_sequence(program, op)
        || starts && program.operand_count(op) == 0 && script_above(program, op).is_none()
}

/// Tells if an operation is a sequence that others include.
pub fn is_sequence(program: &Program, op: OpId) -> bool {
    shapes::table().has("callee", program.op_name(op))
}

fn script_above(program: &Program, op: OpId) -> Option<OpId> {
    let mut at = program.parent_op(op);
    while let Some(parent) = at {
        if program.op_name(parent).starts_with("transform.") {
            return Some(parent);
        }
        at = program.parent_op(parent);
    }
    None
}

/// The operation of the transform dialect that is or holds an operation.
pub fn script_around(program: &Program, op: OpId) -> Option<OpId> {
    if program.op_name(op).starts_with("transform.") { Some(op) } else { script_above(program, op) }
}

/// Named sequences by the operation that holds them.
#[derive(Debug)]
pub struct Symbols {
    named: FxHashMap<(OpId, Ident), OpId>,
    entries: Vec<OpId>,
    called: FxHashSet<OpId>,
}

impl Symbols {
    /// The sequences of a program.
    pub fn collect(program: &Program) -> Symbols {
        let mut symbols =
            Symbols { named: FxHashMap::default(), entries: Vec::new(), called: FxHashSet::default() };
        for op in program.walk(program.top()) {
            if is_entry(program, op) {
                symbols.entries.push(op);
            }
            if let (Some(name), Some(parent)) = (symbol(program, op), program.parent_op(op)) {
                symbols.named.insert((parent, name), op);
            }
        }
        for op in program.walk(program.top()) {
            for target in targets(program, op) {
                if let Some(callee) = symbols.find(program, op, target)
                    && !program.is_within(op, callee)
                {
                    symbols.called.insert(callee);
                }
            }
        }
        symbols
    }

    /// The symbol that a reference names, looked up from the inside out.
    pub fn find(&self, program: &Program, from: OpId, reference: AttrId) -> Option<OpId> {
        let AttrKind::SymbolRef { root, nested } = program.ctx().attr_kind(reference) else { return None };
        let mut at = program.parent_op(from);
        while let Some(table) = at {
            if let Some(first) = self.named.get(&(table, *root)) {
                return nested.iter().try_fold(*first, |op, name| self.named.get(&(op, *name)).copied());
            }
            at = program.parent_op(table);
        }
        None
    }

    /// Sequences that nothing includes; all, where each is included.
    pub fn entries(&self, program: &Program) -> Vec<OpId> {
        let open = |op: &&OpId| !self.called.contains(*op) || self.is_main(program, **op);
        let entries: Vec<OpId> = self.entries.iter().filter(open).copied().collect();
        if entries.is_empty() { self.entries.clone() } else { entries }
    }

    /// Tells if the interpreter starts here.
    pub fn is_main(&self, program: &Program, op: OpId) -> bool {
        let name = symbol(program, op);
        !is_sequence(program, op) || name.is_some_and(|name| program.ctx().str(name) == "__transform_main")
    }
}

fn symbol(program: &Program, op: OpId) -> Option<Ident> {
    string(program, attr(program, op, "sym_name")?)
}

/// References to sequences in an operation.
pub fn targets(program: &Program, op: OpId) -> Vec<AttrId> {
    let one = |attr: AttrId| match program.ctx().attr_kind(attr) {
        AttrKind::SymbolRef { .. } => vec![attr],
        _ => elements(program, attr).to_vec(),
    };
    let names = shapes::table().arguments("calls", program.op_name(op)).unwrap_or_default();
    names.iter().filter_map(|name| attr(program, op, name)).flat_map(one).collect()
}

/// The annotation of an argument of a named sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// It has `transform.consumed`.
    pub consumed: bool,
    /// It has `transform.readonly`.
    pub readonly: bool,
}

/// The annotation of an argument by its number.
pub fn argument(program: &Program, sequence: OpId, index: usize) -> Argument {
    let ctx = program.ctx();
    let all = attr(program, sequence, "arg_attrs").map_or(&[][..], |list| elements(program, list));
    let has = |name: &str| {
        all.get(index).is_some_and(|dictionary| {
            matches!(ctx.attr_kind(*dictionary), AttrKind::Dictionary(_))
                && ctx.entry(*dictionary, ctx.ident(name)).is_some()
        })
    };
    Argument { consumed: has("transform.consumed"), readonly: has("transform.readonly") }
}

/// Tells if an operation with a region or a callee suppresses failures in it.
pub fn suppresses(program: &Program, op: OpId) -> bool {
    number(program, op, "failure_propagation_mode") == Some(2)
}

/// The first block of an operation, where it has one.
pub fn body(program: &Program, op: OpId) -> Option<assay_ir::data::BlockId> {
    let region = program.op_regions(op).first()?;
    program.region(*region).blocks.first().copied()
}

/// The operands of the last operation of a block, where that is a terminator.
pub fn yielded(program: &Program, block: assay_ir::data::BlockId) -> Vec<ValueId> {
    match program.last_op(block) {
        Some(last) if is_terminator(program, last) => program.operands(last).collect(),
        _ => Vec::new(),
    }
}

/// Tells if an operation ends a block of a script.
pub fn is_terminator(program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    name.starts_with("transform.") && ops::op(name).is_some_and(|record| record.has("terminator"))
}

/// The positions that a list of the text chooses among `count`, as MLIR reads it.
///
/// # Errors
/// A position that there is not, or that is chosen twice.
pub fn chosen(list: &[i64], inverted: bool, all: bool, count: usize) -> Result<Vec<usize>, String> {
    if all {
        return Ok((0..count).collect());
    }
    let mut found = Vec::new();
    for raw in list {
        let end = i64::try_from(count).unwrap_or(i64::MAX);
        let at = if *raw < 0 { raw.saturating_add(end) } else { *raw };
        match usize::try_from(at).ok().filter(|at| *at < count) {
            Some(at) if found.contains(&at) => return Err(format!("the position {raw} is chosen twice")),
            Some(at) => found.push(at),
            None => return Err(format!("there is no position {raw}: there are {count}")),
        }
    }
    if inverted { Ok((0..count).filter(|at| !found.contains(at)).collect()) } else { Ok(found) }
}
