//! The types of a program in machine terms: scalars, lanes of a vector or tensor, memrefs; and how many
//! cells each takes where values cross a call. Knows no operation.

use assay_ir::data::{AttrKind, Dim, FloatKind, Program, TypeId, TypeKind};
use cranelift_codegen::ir::Type;
use cranelift_codegen::ir::types::{F32, F64, I8, I16, I32, I64, I128};
use smallvec::SmallVec;

use assay_backend::engine::{IndexWidth, Unsupported};

/// Vectors and tensors become one value for each element; more than this many are not compiled.
const MOST_LANES: u64 = 256;

/// One number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An integer or `index` of 1 to 128 bits. In a register it is zero-extended to its container.
    Int(u32),
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

impl Kind {
    /// The register type that holds it.
    pub(super) fn container(self) -> Type {
        match self {
            Kind::Int(0..=8) => I8,
            Kind::Int(9..=16) => I16,
            Kind::Int(17..=32) => I32,
            Kind::Int(33..=64) => I64,
            Kind::Int(_) => I128,
            Kind::F32 => F32,
            Kind::F64 => F64,
        }
    }

    /// Bytes in memory.
    pub(super) fn bytes(self) -> u32 {
        self.container().bytes()
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Kind::F32 | Kind::F64)
    }
}

/// A type in machine terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A number; `shape` is `None` for a scalar, else the extents of a vector or tensor.
    Lanes { kind: Kind, shape: Option<SmallVec<[u64; 4]>>, count: usize },
    /// A memref.
    MemRef(MemRefForm),
}

/// A memref type: what is known of its descriptor before it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MemRefForm {
    pub(super) kind: Kind,
    pub(super) sizes: SmallVec<[Option<u64>; 4]>,
    pub(super) strides: SmallVec<[Option<i64>; 4]>,
    pub(super) offset: Option<i64>,
    /// True when the layout is the identity: the elements lie one after the other in row-major order.
    pub(super) identity: bool,
}

impl Form {
    /// How many cells it takes.
    pub(super) fn cells(&self) -> usize {
        match self {
            Form::Lanes { count, .. } => *count,
            Form::MemRef(form) => 1 + form.dynamic(),
        }
    }

    pub(super) fn scalar(kind: Kind) -> Form {
        Form::Lanes { kind, shape: None, count: 1 }
    }
}

impl MemRefForm {
    /// How many numbers of the descriptor are known only when it runs.
    pub(super) fn dynamic(&self) -> usize {
        let sizes = self.sizes.iter().filter(|size| size.is_none()).count();
        let strides = self.strides.iter().filter(|stride| stride.is_none()).count();
        usize::from(self.offset.is_none()) + sizes + strides
    }
}

/// The kind of a scalar type.
pub(super) fn kind_of(program: &Program, ty: TypeId, index: IndexWidth) -> Result<Kind, Unsupported> {
    match program.ctx().type_kind(ty) {
        TypeKind::Integer { width: width @ 1..=128, .. } => Ok(Kind::Int(*width)),
        TypeKind::Index => Ok(Kind::Int(index.bits())),
        TypeKind::Float(FloatKind::F32) => Ok(Kind::F32),
        TypeKind::Float(FloatKind::F64) => Ok(Kind::F64),
        _ => Err(Unsupported::Type),
    }
}

/// A type in machine terms.
pub(super) fn form_of(program: &Program, ty: TypeId, index: IndexWidth) -> Result<Form, Unsupported> {
    let lanes = |element: TypeId, shape: SmallVec<[u64; 4]>| {
        let count = assay_backend::value::count(&shape)
            .filter(|count| *count <= MOST_LANES)
            .ok_or(Unsupported::Type)?;
        let kind = kind_of(program, element, index)?;
        Ok(Form::Lanes { kind, shape: Some(shape), count: count as usize })
    };
    match program.ctx().type_kind(ty) {
        TypeKind::Vector { shape, element } => {
            lanes(*element, shape.iter().map(|(extent, _)| *extent).collect())
        }
        TypeKind::RankedTensor { shape, element, .. } => {
            lanes(*element, shape.iter().copied().collect::<Option<_>>().ok_or(Unsupported::Type)?)
        }
        TypeKind::MemRef { shape, element, layout, .. } => {
            let kind = kind_of(program, *element, index)?;
            let layout = layout.map(|layout| program.ctx().attr_kind(layout));
            memref(kind, shape, layout).map(Form::MemRef)
        }
        _ => kind_of(program, ty, index).map(Form::scalar),
    }
}

fn memref(kind: Kind, shape: &[Dim], layout: Option<&AttrKind>) -> Result<MemRefForm, Unsupported> {
    let sizes: SmallVec<[Option<u64>; 4]> = shape.iter().copied().collect();
    if sizes.iter().flatten().any(|size| i64::try_from(*size).is_err()) {
        return Err(Unsupported::Type);
    }
    match layout {
        None => {
            let mut strides: SmallVec<[Option<i64>; 4]> = SmallVec::from_elem(Some(1), sizes.len());
            for at in (1..sizes.len()).rev() {
                let next = strides[at].zip(sizes[at]);
                strides[at - 1] = match next {
                    None => None,
                    Some((stride, size)) => Some(
                        i64::try_from(size)
                            .ok()
                            .and_then(|size| stride.checked_mul(size))
                            .ok_or(Unsupported::Type)?,
                    ),
                };
            }
            Ok(MemRefForm { kind, sizes, strides, offset: Some(0), identity: true })
        }
        Some(AttrKind::Strided { strides, offset }) if strides.len() == sizes.len() => Ok(MemRefForm {
            kind,
            sizes,
            strides: strides.iter().copied().collect(),
            offset: *offset,
            identity: false,
        }),
        Some(_) => Err(Unsupported::Type),
    }
}
