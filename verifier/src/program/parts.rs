//! Memrefs that lie in a buffer, from any of its bytes on, as text: the descriptor of the buffer with its start moved, and the extents and
//! strides of the memref.

use std::fmt::Write as _;

use assay_backend::engine::{IndexWidth, element_bytes};
use assay_ir::data::{AttrKind, Program, TypeId, TypeKind};
use assay_ir::llvm;
use assay_ir::text::type_text;

/// The extent that stands for an open one.
const OPEN: u64 = 3;

/// Parts of more elements are not made.
const MOST: u64 = 1 << 12;

/// The places of a memref, in elements from the start of its memory.
pub(super) struct Places {
    pub(super) element: TypeId,
    /// Bytes of an element.
    pub(super) bytes: u64,
    /// `None` is an extent that the caller is given.
    sizes: Vec<Option<u64>>,
    strides: Vec<u64>,
    offset: u64,
}

impl Places {
    /// The places of a memref type; an open extent is one that is given where it is the only one and `given` is set. `None` where a part
    /// of a buffer cannot stand for the type.
    pub(super) fn for_type(program: &Program, ty: TypeId, given: bool) -> Option<Places> {
        let ctx = program.ctx();
        let TypeKind::MemRef { shape, element, layout, space: None } = ctx.type_kind(ty) else { return None };
        llvm::lowered(ctx, ty)?;
        let (strides, offset) = match layout.map(|layout| ctx.attr_kind(layout)) {
            None => (vec![None; shape.len()], 0),
            Some(AttrKind::Strided { strides, offset }) => (strides.to_vec(), offset.unwrap_or(0)),
            Some(_) => return None,
        };
        let is_given = given && matches!(shape[..], [None]);
        let size = |extent: &Option<u64>| match extent {
            None if is_given => None,
            extent => Some(extent.unwrap_or(OPEN)),
        };
        let sizes: Vec<Option<u64>> = shape.iter().map(size).collect();
        let mut all = vec![0; sizes.len()];
        let mut inner = 1u64;
        for at in (0..sizes.len()).rev() {
            all[at] = match strides[at] {
                Some(stride) => u64::try_from(stride).ok()?,
                None => inner,
            };
            inner = all[at].checked_mul(sizes[at].unwrap_or(1))?;
        }
        let bytes = element_bytes(program, *element, IndexWidth::W64)?;
        let offset = u64::try_from(offset).ok()?;
        let places = Places { element: *element, bytes, sizes, strides: all, offset };
        (places.span()? <= MOST).then_some(places)
    }

    /// Elements from the start of the memory to behind the last place; of an extent that is given one.
    pub(super) fn span(&self) -> Option<u64> {
        let mut span = self.offset.checked_add(1)?;
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            span = span.checked_add(size.unwrap_or(1).checked_sub(1)?.checked_mul(*stride)?)?;
        }
        Some(span)
    }

    /// Returns true when an extent is given.
    pub(super) fn is_open(&self) -> bool {
        self.sizes.contains(&None)
    }

    /// The text that defines `name` as a memref of a type in the buffer `base`, `start` bytes behind its start; a given extent is `size`.
    pub(super) fn text(
        &self,
        program: &Program,
        (name, ty): (&str, TypeId),
        (base, base_ty): (&str, TypeId),
        (start, size): (&str, &str),
    ) -> Option<String> {
        let ctx = program.ctx();
        let [whole, own] = [base_ty, ty].map(|ty| Some(type_text(ctx, llvm::lowered(ctx, ty)?)));
        let (whole, own) = (whole?, own?);
        let (base_ty, ty) = (type_text(ctx, base_ty), type_text(ctx, ty));
        let mut out = format!(
            "{name}_base = builtin.unrealized_conversion_cast {base} : {base_ty} to {whole}\n\
             {name}_first = llvm.extractvalue {name}_base[1] : {whole}\n\
             {name}_start = llvm.getelementptr {name}_first[{start}] : (!llvm.ptr, i64) -> !llvm.ptr, i8\n\
             {name}_0 = llvm.mlir.poison : {own}\n"
        );
        let mut fields: Vec<(String, String)> =
            ["0", "1"].map(|at| (at.to_owned(), format!("{name}_start"))).to_vec();
        let mut numbers = vec![("2".to_owned(), Some(self.offset))];
        let at = |list: usize, dimension: usize| format!("{list}, {dimension}");
        numbers.extend(self.sizes.iter().enumerate().map(|(dimension, size)| (at(3, dimension), *size)));
        numbers
            .extend(self.strides.iter().enumerate().map(|(dimension, one)| (at(4, dimension), Some(*one))));
        for (number, (place, value)) in numbers.into_iter().enumerate() {
            let constant = format!("{name}_n{number}");
            // Writing to a string does not fail.
            match value {
                Some(value) => {
                    let _ = writeln!(out, "{constant} = llvm.mlir.constant({value} : i64) : i64");
                    fields.push((place, constant));
                }
                None => fields.push((place, size.to_owned())),
            }
        }
        for (at, (place, value)) in fields.iter().enumerate() {
            let _ =
                writeln!(out, "{name}_{} = llvm.insertvalue {value}, {name}_{at}[{place}] : {own}", at + 1);
        }
        let last = fields.len();
        let _ = writeln!(out, "{name} = builtin.unrealized_conversion_cast {name}_{last} : {own} to {ty}");
        Some(out)
    }
}
