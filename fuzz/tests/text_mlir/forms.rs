//! What a set of programs covers: forms of operations. Two operations have the same form when name, way of printing
//! and the kinds of operands, results, attributes, successors and regions agree.

use std::collections::BTreeSet;

use assay_ir::data::{AttrId, AttrKind, Context, OpId, Program, TypeId, TypeKind};
use assay_ir::text::{PrintOptions, print_op};

/// Distinct forms, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Forms {
    all: BTreeSet<String>,
    names: BTreeSet<String>,
}

impl Forms {
    /// Adds every operation of a program, as printed in both ways.
    pub(crate) fn add(&mut self, program: &Program) {
        for op in program.walk(program.top()).skip(1) {
            let shape = shape(program, op);
            let name = program.op_name(op);
            self.names.insert(name.to_owned());
            self.all.insert(format!("{name:?}{shape}"));
            let printed = print_op(program, op, &PrintOptions::default());
            let line = printed.lines().next().unwrap_or("");
            if !line.contains(&format!("\"{name}\"(")) {
                self.all.insert(format!("{name}{shape}"));
            }
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// How many of them are custom forms.
    pub(crate) fn custom(&self) -> usize {
        self.all.iter().filter(|form| !form.starts_with('"')).count()
    }

    /// How many operation names.
    pub(crate) fn names(&self) -> usize {
        self.names.len()
    }
}

fn shape(program: &Program, op: OpId) -> String {
    let ctx = program.ctx();
    let types =
        |list: Vec<TypeId>| list.into_iter().map(|ty| type_kind(ctx, ty)).collect::<Vec<_>>().join(",");
    let operands = types(program.operands(op).map(|value| program.value_type(value)).collect());
    let results = types(program.results(op).map(|value| program.value_type(value)).collect());
    let data = program.op(op);
    let attributes = |dictionary| {
        let kinds: BTreeSet<&str> =
            ctx.entries(dictionary).iter().map(|(_, value)| attr_kind(ctx, *value)).collect();
        kinds.into_iter().collect::<Vec<_>>().join(",")
    };
    let regions: Vec<usize> =
        program.op_regions(op).iter().map(|region| program.region(*region).blocks.len().min(2)).collect();
    format!(
        "({operands})[{}]<{}>{regions:?}{{{}}}->({results})",
        program.successors(op).len(),
        attributes(data.properties),
        attributes(data.attributes)
    )
}

fn type_kind(ctx: &Context, ty: TypeId) -> &'static str {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } => "integer",
        TypeKind::Index => "index",
        TypeKind::Float(_) => "float",
        TypeKind::None => "none",
        TypeKind::Complex(_) => "complex",
        TypeKind::Tuple(_) => "tuple",
        TypeKind::Function { .. } => "function",
        TypeKind::Vector { .. } => "vector",
        TypeKind::RankedTensor { .. } => "tensor",
        TypeKind::UnrankedTensor(_) => "unranked tensor",
        TypeKind::MemRef { .. } => "memref",
        TypeKind::UnrankedMemRef { .. } => "unranked memref",
        TypeKind::Dialect { .. } => "dialect",
        TypeKind::Opaque { .. } => "opaque",
    }
}

fn attr_kind(ctx: &Context, attr: AttrId) -> &'static str {
    match ctx.attr_kind(attr) {
        AttrKind::Unit => "unit",
        AttrKind::Integer { .. } => "integer",
        AttrKind::Float { .. } => "float",
        AttrKind::String { .. } => "string",
        AttrKind::Array(_) => "array",
        AttrKind::Dictionary(_) => "dictionary",
        AttrKind::Type(_) => "type",
        AttrKind::SymbolRef { .. } => "symbol",
        AttrKind::Dense { .. } => "dense",
        AttrKind::DenseArray { .. } => "dense array",
        AttrKind::Sparse { .. } => "sparse",
        AttrKind::DenseResource { .. } => "resource",
        AttrKind::AffineMap(_) => "map",
        AttrKind::IntegerSet(_) => "set",
        AttrKind::Strided { .. } => "strided",
        AttrKind::Distinct { .. } => "distinct",
        AttrKind::Location(_) => "location",
        AttrKind::Dialect { .. } => "dialect",
        AttrKind::Opaque { .. } => "opaque",
    }
}
