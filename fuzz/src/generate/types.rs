//! Types: all of the builtin dialect with odd extents, widths and encodings, and those of other dialects. All are
//! types that MLIR accepts.

use arbitrary::{Result, Unstructured};
use assay_ir::data::{AttrKind, Context, FloatKind, Signedness, TypeId, TypeKind};
use std::sync::Arc;

use crate::config::ProgramConfig;

/// Names of attributes, symbols and keys: bare ones and ones that need quotes.
pub(crate) const NAMES: &[&str] =
    &["a", "b_1", "value.x", "with space", "é", "1x", "$d", "quote\"d", "tab\t", "back\\slash", "_", "A-B"];

/// Types of other dialects, as text.
const FOREIGN: &[&str] = &[
    "!pdl.value",
    "!pdl.operation",
    "!pdl.type",
    "!pdl.attribute",
    "!pdl.range<value>",
    "!pdl.range<type>",
    "!llvm.ptr",
    "!llvm.ptr<3>",
    "!llvm.struct<(i32, ptr)>",
    "!llvm.array<4 x f32>",
    "!lab.plain",
    "!lab.dotted.name",
    "!lab.params<i32, 4 : i8, [\"x\", @y]>",
    "!lab.params<!lab.params<tensor<?xf32>>>",
    "!lab.text<4 x i8 -> {a b}>",
    "!lab<\"any text\">",
    "!shape.shape",
    "!transform.any_op",
    "!transform.op<\"lab.op\">",
    "!index_like.x<1>",
];

/// Makes types.
pub(crate) struct Types<'c> {
    pub(crate) ctx: &'c Arc<Context>,
    pub(crate) config: &'c ProgramConfig,
}

impl Types<'_> {
    /// Any type, at most `depth` deep.
    pub(crate) fn any(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<TypeId> {
        if depth == 0 {
            return self.scalar(bytes);
        }
        Ok(match bytes.int_in_range(0..=15u8)? {
            0..=4 => self.scalar(bytes)?,
            5 => self.ctx.ty(TypeKind::None),
            6 => self.complex(bytes)?,
            7 => {
                let parts = self.list(bytes, depth - 1)?;
                self.ctx.ty(TypeKind::Tuple(parts.into()))
            }
            8 => self.function(bytes, depth - 1)?,
            9 | 10 => self.vector(bytes)?,
            11 | 12 => self.tensor(bytes, depth - 1)?,
            13 | 14 => self.memref(bytes, depth - 1)?,
            _ => self.foreign(bytes)?,
        })
    }

    /// Some types.
    pub(crate) fn list(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<Vec<TypeId>> {
        let count = bytes.int_in_range(0..=self.config.list)?;
        (0..count).map(|_| self.any(bytes, depth)).collect()
    }

    /// A function type.
    pub(crate) fn function(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<TypeId> {
        let (inputs, results) = (self.list(bytes, depth)?, self.list(bytes, depth)?);
        Ok(self.ctx.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() }))
    }

    /// An integer, float or index type.
    pub(crate) fn scalar(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        Ok(match bytes.int_in_range(0..=5u8)? {
            0..=2 => self.integer(bytes)?,
            3 => self.ctx.index(),
            _ => self.float(bytes)?,
        })
    }

    /// An integer type, mostly a common one.
    pub(crate) fn integer(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        const WIDTHS: &[u32] = &[32, 1, 8, 64, 16, 7, 0, 128, 129, 1000, (1 << 24) - 1];
        let width = *bytes.choose(WIDTHS)?;
        let signedness = match bytes.int_in_range(0..=7u8)? {
            6 => Signedness::Signed,
            7 => Signedness::Unsigned,
            _ => Signedness::Signless,
        };
        Ok(self.ctx.ty(TypeKind::Integer { width, signedness }))
    }

    /// A signless integer type of a usual width.
    pub(crate) fn signless(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        Ok(self.ctx.integer(*bytes.choose(&[32, 1, 8, 64, 16, 7, 128])?))
    }

    /// A floating-point type.
    pub(crate) fn float(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        const USUAL: &[FloatKind] = &[FloatKind::F32, FloatKind::F64, FloatKind::F16, FloatKind::BF16];
        let all = bytes.ratio(1, 3)?;
        let kind = *bytes.choose(if all { FloatKind::ALL } else { USUAL })?;
        Ok(self.ctx.ty(TypeKind::Float(kind)))
    }

    fn complex(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        let part = if bytes.ratio(1, 2)? { self.integer(bytes)? } else { self.float(bytes)? };
        Ok(self.ctx.ty(TypeKind::Complex(part)))
    }

    /// A vector of scalars; extents are positive.
    pub(crate) fn vector(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        let element = self.scalar(bytes)?;
        self.vector_of(bytes, element)
    }

    /// A vector of an element type.
    pub(crate) fn vector_of(&self, bytes: &mut Unstructured<'_>, element: TypeId) -> Result<TypeId> {
        let rank = bytes.int_in_range(0..=3usize)?;
        let mut shape = Vec::with_capacity(rank);
        for _ in 0..rank {
            let size = *bytes.choose(&[4, 1, 2, 3, 16, i64::MAX as u64 >> 40])?;
            shape.push((size, bytes.ratio(1, 6)?));
        }
        Ok(self.ctx.ty(TypeKind::Vector { shape: shape.into(), element }))
    }

    fn extents(&self, bytes: &mut Unstructured<'_>) -> Result<Box<[Option<u64>]>> {
        let rank = bytes.int_in_range(0..=3usize)?;
        (0..rank).map(|_| bytes.choose(&[Some(4), None, Some(1), Some(0), Some(7)]).copied()).collect()
    }

    fn tensor(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<TypeId> {
        let element = match bytes.int_in_range(0..=9u8)? {
            6 => self.complex(bytes)?,
            7 => self.vector(bytes)?,
            8 => self.foreign(bytes)?,
            _ => self.scalar(bytes)?,
        };
        if bytes.ratio(1, 6)? {
            return Ok(self.ctx.ty(TypeKind::UnrankedTensor(element)));
        }
        let shape = self.extents(bytes)?;
        let encoding = match bytes.int_in_range(0..=5u8)? {
            5 => Some(self.attributes().any(bytes, depth)?),
            _ => None,
        };
        // MLIR prints these encodings and does not read them.
        let encoding = encoding.filter(|attr| {
            let unread =
                matches!(self.ctx.attr_kind(*attr), AttrKind::DenseArray { .. } | AttrKind::Strided { .. });
            self.config.malformed || !unread
        });
        Ok(self.ctx.ty(TypeKind::RankedTensor { shape, element, encoding }))
    }

    fn memref(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<TypeId> {
        let element = match bytes.int_in_range(0..=9u8)? {
            6 => self.complex(bytes)?,
            7 => self.vector(bytes)?,
            8 if depth > 0 => self.memref(bytes, depth - 1)?,
            _ => self.scalar(bytes)?,
        };
        let attrs = self.attributes();
        let space = match bytes.int_in_range(0..=8u8)? {
            4 => Some(self.ctx.integer_attr(3, self.ctx.integer(64))),
            5 => Some(self.ctx.integer_attr(1, self.ctx.integer(32))),
            6 => Some(self.ctx.string_attr("local")),
            7 => Some(attrs.dictionary(bytes, depth.min(1))?),
            8 => Some(attrs.written("#llvm.linkage<internal>")?),
            _ => None,
        };
        if bytes.ratio(1, 6)? {
            return Ok(self.ctx.ty(TypeKind::UnrankedMemRef { element, space }));
        }
        let shape = self.extents(bytes)?;
        let layout = match bytes.int_in_range(0..=5u8)? {
            4 => Some(attrs.strided(bytes, shape.len())?),
            5 => attrs.permutation(shape.len()),
            _ => None,
        };
        Ok(self.ctx.ty(TypeKind::MemRef { shape, element, layout, space }))
    }

    fn foreign(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        self.written(bytes.choose(FOREIGN)?)
    }

    /// A type as text.
    pub(crate) fn written(&self, text: &str) -> Result<TypeId> {
        // The texts are constants of this crate; each is read by a test.
        assay_ir::text::parse_type(self.ctx, text).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_the_list_reads() {
        for text in FOREIGN {
            assert!(assay_ir::text::parse_type(&Context::new(), text).is_ok(), "{text}");
        }
    }
}
