//! Words for the types of an operation, with those inside of them.

use std::collections::BTreeSet;

use assay_ir::data::{AttrId, AttrKind, Dim, FloatKind, OpId, Program, Signedness, TypeId, TypeKind, known};

/// The types of the operands, results and block arguments of an operation, and of the function that it is.
pub(super) fn types_of(program: &Program, op: OpId) -> Vec<TypeId> {
    let mut out: Vec<TypeId> = program.operands(op).map(|value| program.value_type(value)).collect();
    out.extend(program.results(op).map(|value| program.value_type(value)));
    for region in program.op_regions(op) {
        for block in &program.region(*region).blocks {
            let arguments = &program.block(*block).arguments;
            out.extend(arguments.iter().map(|value| program.value_type(*value)));
        }
    }
    let written = program.attr(op, known::FUNCTION_TYPE);
    out.extend(written.and_then(|attr| program.ctx().as_type(attr)));
    out
}

/// Tells if a memory space is a number, as LLVM has them, or the default one.
fn is_numbered(program: &Program, space: Option<AttrId>) -> bool {
    space.is_none_or(|space| matches!(program.ctx().attr_kind(space), AttrKind::Integer { .. }))
}

/// Tells if an extent of a shape is not known.
fn is_open(shape: &[Dim]) -> bool {
    shape.iter().any(Dim::is_none)
}

/// The words for a type that the LLVM dialect has no form for, nor any other dialect by its interface.
pub(super) const FOREIGN: [&str; 2] = ["foreign", "formless"];

/// The words for a type and those inside of it.
pub(super) fn types_in(program: &Program, ty: TypeId, out: &mut BTreeSet<&'static str>) {
    let strided = |layout: &Option<AttrId>| {
        layout.is_none_or(|layout| matches!(program.ctx().attr_kind(layout), AttrKind::Strided { .. }))
    };
    let word = match program.ctx().type_kind(ty) {
        TypeKind::Index => "index",
        TypeKind::Complex(element) => {
            types_in(program, *element, out);
            "complex"
        }
        TypeKind::Vector { shape, element } => {
            types_in(program, *element, out);
            if shape.iter().any(|(_, scalable)| *scalable) {
                out.insert("scalable");
            }
            if shape.len() != 1 {
                out.insert("nested");
            }
            if shape.iter().rev().skip(1).any(|(_, scalable)| *scalable) {
                out.extend(FOREIGN);
                out.insert("ragged");
            }
            "vector"
        }
        TypeKind::RankedTensor { shape, element, encoding } => {
            types_in(program, *element, out);
            if encoding.is_some() {
                out.insert("encoded");
            }
            if is_open(shape) {
                out.insert("open");
            }
            "tensor"
        }
        TypeKind::UnrankedTensor(element) => {
            types_in(program, *element, out);
            "tensor"
        }
        TypeKind::MemRef { shape, element, layout, space } => {
            types_in(program, *element, out);
            if is_open(shape) {
                out.insert("open");
            }
            if !strided(layout) || !is_numbered(program, *space) {
                out.extend(FOREIGN);
            } else if space.is_some() {
                out.insert("spaced");
            }
            "memref"
        }
        TypeKind::UnrankedMemRef { element, space } => {
            types_in(program, *element, out);
            if !is_numbered(program, *space) {
                out.extend(FOREIGN);
            }
            "memref"
        }
        TypeKind::Float(kind) if kind.bits() < 16 || *kind == FloatKind::TF32 => "minifloat",
        TypeKind::Tuple(_) | TypeKind::None => "foreign",
        TypeKind::Function { inputs, results } => {
            inputs.iter().chain(results).for_each(|ty| types_in(program, *ty, out));
            return;
        }
        TypeKind::Dialect { dialect, .. } | TypeKind::Opaque { dialect, .. }
            if program.ctx().str(*dialect) == "shape" =>
        {
            "shape"
        }
        TypeKind::Dialect { dialect, .. } | TypeKind::Opaque { dialect, .. }
            if program.ctx().str(*dialect) == "async" =>
        {
            "async"
        }
        TypeKind::Integer { signedness, .. } if *signedness != Signedness::Signless => "signed",
        TypeKind::Dialect { dialect, .. } | TypeKind::Opaque { dialect, .. }
            if program.ctx().str(*dialect) == "amx" =>
        {
            // A tile: the interface of its dialect has a form for it.
            out.insert("foreign");
            return;
        }
        TypeKind::Dialect { dialect, .. } | TypeKind::Opaque { dialect, .. }
            if program.ctx().str(*dialect) != "llvm" =>
        {
            "foreign"
        }
        // A structure over a type that is still to be converted.
        TypeKind::Opaque { body, .. } if program.ctx().str(*body).contains("index") => "foreign",
        _ => return,
    };
    out.insert(word);
    if FOREIGN.contains(&word) {
        out.extend(FOREIGN);
    }
}
