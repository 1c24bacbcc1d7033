//! Types of the llvm dialect: their parts, their sizes, and how MLIR's conversion to it lowers other types. Knows no operation.
//!
//! Sources: "Builtin Type Conversion" and "Ranked MemRef Types" of MLIR's "LLVM IR Target", and "Data Layout" of LLVM's language
//! reference for 64-bit machines.

use std::sync::Arc;

use crate::data::{AttrKind, Context, FloatKind, TypeId, TypeKind};
use crate::text::llvm_types::{self, named};

/// The parts of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `!llvm.ptr` in the default address space.
    Pointer,
    /// `!llvm.array<count x element>`
    Array {
        /// The number of elements.
        count: u64,
        /// Their type.
        element: TypeId,
    },
    /// `!llvm.struct<(fields)>`, with padding between them as their alignments ask for.
    Struct(Box<[TypeId]>),
    /// `!llvm.func<result (inputs)>`
    Function {
        /// The types of the parameters.
        inputs: Box<[TypeId]>,
        /// The type of the result; `None` for `void`.
        result: Option<TypeId>,
    },
}

/// The parts of a type; `None` for one of another dialect and for those that have no such parts, as packed structures, functions of
/// any number of arguments, and pointers to other address spaces.
pub fn kind(ctx: &Arc<Context>, ty: TypeId) -> Option<Kind> {
    let (name, body) = llvm_types::parts(ctx, ty)?;
    match name {
        "ptr" => body.is_empty().then_some(Kind::Pointer),
        "array" => {
            let (count, element) = llvm_types::array(ctx, ty)?;
            Some(Kind::Array { count, element })
        }
        "struct" => Some(Kind::Struct(llvm_types::fields(ctx, ty)?.into())),
        "func" => {
            let found = llvm_types::function(ctx, ty).filter(|found| !found.variadic)?;
            Some(Kind::Function { inputs: found.inputs.into(), result: found.result })
        }
        _ => None,
    }
}

/// Bytes of a type in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// The distance of two neighbours in an array.
    pub bytes: u64,
    /// Addresses are multiples of this.
    pub alignment: u64,
}

impl Size {
    fn of_scalar(bits: u64) -> Option<Size> {
        let bytes = bits.div_ceil(8).max(1).checked_next_power_of_two()?;
        Some(Size { bytes, alignment: bytes })
    }
}

/// The size of a type; `None` where it has none that is known.
pub fn size(ctx: &Arc<Context>, ty: TypeId) -> Option<Size> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => return Size::of_scalar(u64::from(*width)),
        TypeKind::Float(FloatKind::F80) => return Size::of_scalar(128),
        TypeKind::Float(kind) => return Size::of_scalar(u64::from(kind.bits())),
        TypeKind::Vector { shape, element } => {
            let [(count, false)] = shape[..] else { return None };
            // An element that does not fill its bytes shares them with others.
            let bits = match ctx.type_kind(*element) {
                TypeKind::Integer { width, .. } => u64::from(*width),
                TypeKind::Float(kind) => u64::from(kind.bits()),
                _ => return None,
            };
            return Size::of_scalar(bits.checked_mul(count)?);
        }
        _ => {}
    }
    match kind(ctx, ty)? {
        Kind::Pointer => Size::of_scalar(64),
        Kind::Array { count, element } => {
            let one = size(ctx, element)?;
            Some(Size { bytes: one.bytes.checked_mul(count)?, alignment: one.alignment })
        }
        Kind::Struct(_) => offsets(ctx, ty).map(|(_, size)| size),
        Kind::Function { .. } => None,
    }
}

/// The distance of each field from the start of a structure, and the size of all of it.
pub fn offsets(ctx: &Arc<Context>, ty: TypeId) -> Option<(Vec<u64>, Size)> {
    let Kind::Struct(fields) = kind(ctx, ty)? else { return None };
    let (mut end, mut alignment, mut out) = (0u64, 1u64, Vec::new());
    for field in fields {
        let one = size(ctx, field)?;
        let start = end.checked_next_multiple_of(one.alignment)?;
        out.push(start);
        end = start.checked_add(one.bytes)?;
        alignment = alignment.max(one.alignment);
    }
    Some((out, Size { bytes: end.checked_next_multiple_of(alignment)?, alignment }))
}

/// `!llvm.ptr`
pub fn pointer(ctx: &Context) -> TypeId {
    named(ctx, "ptr", "")
}

/// The type that the conversion gives a type; `None` where it has none that is known. `index` becomes 64 bits.
pub fn lowered(ctx: &Arc<Context>, ty: TypeId) -> Option<TypeId> {
    match ctx.type_kind(ty) {
        TypeKind::Index => Some(ctx.integer(64)),
        TypeKind::Integer { .. } | TypeKind::Float(_) => Some(ty),
        TypeKind::Complex(part) => {
            let part = lowered(ctx, *part)?;
            Some(llvm_types::structure(ctx, &[part, part]))
        }
        // Dimensions but the last one are arrays.
        TypeKind::Vector { shape, element } => {
            let ((extent, scalable), outer) = shape.split_last()?;
            if *scalable || outer.iter().any(|(_, scalable)| *scalable) {
                return None;
            }
            let element = lowered(ctx, *element)?;
            let inner = ctx.ty(TypeKind::Vector { shape: [(*extent, false)].into(), element });
            Some(outer.iter().rev().fold(inner, |ty, (extent, _)| llvm_types::array_of(ctx, *extent, ty)))
        }
        TypeKind::MemRef { .. } => Some(llvm_types::structure(ctx, &descriptor(ctx, ty)?)),
        _ => kind(ctx, ty).map(|_| ty),
    }
}

/// The fields of the descriptor of a ranked memref: "the pointer to the data buffer", "the pointer to properly aligned data payload",
/// the offset in elements, "an array containing as many 64-bit integers as the rank of the MemRef: the size", and one of strides.
fn descriptor(ctx: &Arc<Context>, ty: TypeId) -> Option<Vec<TypeId>> {
    let TypeKind::MemRef { shape, element, layout, space: None } = ctx.type_kind(ty) else { return None };
    if !layout.is_none_or(|layout| matches!(ctx.attr_kind(layout), AttrKind::Strided { .. })) {
        return None;
    }
    lowered(ctx, *element)?;
    let word = ctx.integer(64);
    let mut fields = vec![pointer(ctx), pointer(ctx), word];
    if !shape.is_empty() {
        let list = llvm_types::array_of(ctx, shape.len() as u64, word);
        fields.extend([list, list]);
    }
    Some(fields)
}

/// The parameters that the conversion gives a parameter: the parts of the descriptor of a memref, one by one.
pub fn parameters(ctx: &Arc<Context>, ty: TypeId) -> Option<Vec<TypeId>> {
    let TypeKind::MemRef { shape, .. } = ctx.type_kind(ty) else { return Some(vec![lowered(ctx, ty)?]) };
    let mut out = descriptor(ctx, ty)?;
    out.truncate(3);
    out.extend(std::iter::repeat_n(ctx.integer(64), 2 * shape.len()));
    Some(out)
}

/// The result that the conversion gives a function with these results: a structure of several, `None` without one.
pub fn result(ctx: &Arc<Context>, results: &[TypeId]) -> Option<Option<TypeId>> {
    let all: Vec<TypeId> = results.iter().map(|ty| lowered(ctx, *ty)).collect::<Option<_>>()?;
    Some(match all[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(llvm_types::structure(ctx, &all)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_type, type_text};

    fn with<T>(text: &str, of: impl Fn(&Arc<Context>, TypeId) -> T) -> T {
        let ctx = Context::new();
        let ty = parse_type(&ctx, text).expect("the texts of this test are types");
        of(&ctx, ty)
    }

    #[test]
    fn types_become_what_mlir_makes_of_them() {
        // As `mlir-opt --convert-to-llvm` prints them.
        for (text, becomes) in [
            ("index", "i64"),
            ("vector<2x3x4xindex>", "!llvm.array<2 x array<3 x vector<4xi64>>>"),
            ("complex<f32>", "!llvm.struct<(f32, f32)>"),
            ("memref<f32>", "!llvm.struct<(ptr, ptr, i64)>"),
            (
                "memref<2x?xf32, strided<[?, 1]>>",
                "!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>",
            ),
        ] {
            let found = with(text, |ctx, ty| lowered(ctx, ty).map(|ty| type_text(ctx, ty)));
            assert_eq!(found.as_deref(), Some(becomes));
        }
        for text in ["tensor<4xf32>", "memref<4xf32, 1>", "memref<4xf32, affine_map<(d0) -> (d0 * 2)>>"] {
            assert_eq!(with(text, lowered), None, "{text}");
        }
        let parts = |text| {
            with(text, |ctx, ty| {
                let all = parameters(ctx, ty)?;
                Some(all.iter().map(|ty| type_text(ctx, *ty)).collect::<Vec<_>>().join(" "))
            })
        };
        assert_eq!(parts("memref<2x3xf32>").as_deref(), Some("!llvm.ptr !llvm.ptr i64 i64 i64 i64 i64"));
        assert_eq!(parts("index").as_deref(), Some("i64"));
    }

    #[test]
    fn structures_have_padding() {
        let of = |text| with(text, |ctx, ty| size(ctx, ty).map(|size| size.bytes));
        assert_eq!(of("!llvm.struct<(i8, i32, i8)>"), Some(12));
        assert_eq!(of("!llvm.array<3 x struct<(i64, i1)>>"), Some(48));
        assert_eq!(of("vector<3xf32>"), Some(16));
        assert_eq!(of("!llvm.struct<packed (i8, i32)>"), None);
        assert_eq!(of("!llvm.ptr<1>"), None);
        let fields = with("!llvm.struct<(i8, i32, i8)>", |ctx, ty| offsets(ctx, ty).map(|(all, _)| all));
        assert_eq!(fields, Some(vec![0, 4, 8]));
    }
}
