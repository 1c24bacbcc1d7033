//! Locations of every kind, in the form that MLIR keeps them: fused ones have several parts or metadata.

use arbitrary::{Result, Unstructured};
use assay_ir::data::{LocId, LocKind};

use super::types::{NAMES, Types};

/// Makes locations.
pub(crate) struct Locations<'c> {
    pub(crate) types: &'c Types<'c>,
}

impl Types<'_> {
    /// A maker of locations with these types.
    pub(crate) fn locations(&self) -> Locations<'_> {
        Locations { types: self }
    }
}

impl Locations<'_> {
    /// Any location, at most `depth` deep.
    pub(crate) fn any(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<LocId> {
        let ctx = self.types.ctx;
        let deepest = if depth == 0 { 2u8 } else { 6 };
        Ok(match bytes.int_in_range(0..=deepest)? {
            0 => ctx.unknown_loc(),
            1 => self.file(bytes)?,
            2 => ctx.loc(LocKind::Name { name: ctx.ident(bytes.choose(NAMES)?), child: None }),
            3 => {
                let child = self.any(bytes, depth - 1)?;
                let child = Some(child).filter(|child| *child != ctx.unknown_loc());
                ctx.loc(LocKind::Name { name: ctx.ident(bytes.choose(NAMES)?), child })
            }
            4 => {
                let (callee, caller) = (self.any(bytes, depth - 1)?, self.any(bytes, depth - 1)?);
                ctx.loc(LocKind::CallSite { callee, caller })
            }
            5 => {
                let metadata = self.types.attributes().any(bytes, depth - 1)?;
                let part = self.file(bytes)?;
                ctx.loc(LocKind::Fused { metadata: Some(metadata), parts: Box::new([part]) })
            }
            _ => {
                let name = ctx.loc(LocKind::Name { name: ctx.ident("fused name"), child: None });
                let parts = Box::new([self.file(bytes)?, name]);
                ctx.loc(LocKind::Fused { metadata: None, parts })
            }
        })
    }

    fn file(&self, bytes: &mut Unstructured<'_>) -> Result<LocId> {
        let file = self.types.ctx.ident(bytes.choose(&["f.mlir", "-", "a b/ü.cpp", "<stdin>"])?);
        let (line, column) = (bytes.int_in_range(0..=70_000)?, bytes.int_in_range(0..=300)?);
        let end = match bytes.int_in_range(0..=5u8)? {
            4 => Some((line, column + 7)),
            5 => Some((line + 2, 1)),
            _ => None,
        };
        Ok(self.types.ctx.loc(LocKind::File { file, line, column, end }))
    }
}
