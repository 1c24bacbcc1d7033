//! Models of the encoding back as types and attributes. What no real type or attribute corresponds to is `None`: the
//! model then shows nothing.

use assay_ir::data::{
    AttrId, AttrKind, Context, DenseData, Dim, FloatKind, Ident, IntValue, Signedness, TypeId, TypeKind,
};

use crate::blob::Blob;
use crate::concrete::Value;
use crate::encode::{BlobEntry, Encoder};
use assay_smt::SExpr;

/// Reads the values of one model.
pub struct Reader<'a> {
    ctx: &'a Context,
    encoder: &'a Encoder<'a>,
}

impl<'a> Reader<'a> {
    /// Reads models of questions that `encoder` wrote.
    pub fn new(encoder: &'a Encoder<'a>) -> Reader<'a> {
        Reader { ctx: encoder.ctx, encoder }
    }

    /// A value of sort `T`.
    pub fn value(&self, item: &SExpr) -> Option<Value> {
        match item.constructor()? {
            ("Absent", _) => Some(None),
            _ => self.attribute(item).map(Some),
        }
    }

    fn attribute(&self, item: &SExpr) -> Option<AttrId> {
        let ctx = self.ctx;
        let kind = match item.constructor()? {
            ("UnitA", []) => AttrKind::Unit,
            ("IntA", [value, ty]) => {
                AttrKind::Integer { value: IntValue::Small(value.integer()?), ty: self.ty(ty)? }
            }
            ("FloatA", [bits, ty]) => {
                let ty = self.ty(ty)?;
                let TypeKind::Float(kind) = ctx.type_kind(ty) else { return None };
                let mask = if kind.bits() >= 128 { u128::MAX } else { (1 << kind.bits()) - 1 };
                AttrKind::Float { bits: bits.integer()? as u128 & mask, ty }
            }
            ("StringA", [text, ty]) => {
                AttrKind::String { text: self.string(text)?, ty: self.optional_type(ty)? }
            }
            ("ArrayA", [items]) => AttrKind::Array(self.list(items)?.into_boxed_slice()),
            ("DenseA", [ty, id, length]) => return self.dense(ty, id, length),
            ("DenseArrayA", [of, id, length]) => return self.dense_array(of, id, length),
            ("BlobA", [kind, id, ty]) => return self.blob(kind, id, ty),
            ("DialectA", [name, params]) => {
                let (dialect, name) = self.name(name)?;
                match self.body(params) {
                    Some((body, ty)) => AttrKind::Opaque { dialect, name, body, ty },
                    None => {
                        AttrKind::Dialect { dialect, name, params: self.list(params)?.into_boxed_slice() }
                    }
                }
            }
            _ => return self.ty(item).map(|ty| ctx.type_attr(ty)),
        };
        Some(ctx.attr(kind))
    }

    fn ty(&self, item: &SExpr) -> Option<TypeId> {
        let kind = match item.constructor()? {
            ("IntT", [width, sign]) => TypeKind::Integer {
                width: u32::try_from(width.integer()?).ok()?,
                signedness: match sign.integer()? {
                    0 => Signedness::Signless,
                    1 => Signedness::Signed,
                    _ => Signedness::Unsigned,
                },
            },
            ("IndexT", []) => TypeKind::Index,
            ("NoneT", []) => TypeKind::None,
            ("FloatT", [kind]) => {
                TypeKind::Float(*FloatKind::ALL.get(usize::try_from(kind.integer()?).ok()?)?)
            }
            ("ComplexT", [of]) => TypeKind::Complex(self.ty(of)?),
            ("TupleT", [parts]) => TypeKind::Tuple(self.types(parts)?),
            ("FunctionT", [inputs, results]) => {
                TypeKind::Function { inputs: self.types(inputs)?, results: self.types(results)? }
            }
            ("VectorT", [dims, of]) => TypeKind::Vector { shape: fixed(dims)?, element: self.ty(of)? },
            ("TensorT", [dims, of, encoding]) => TypeKind::RankedTensor {
                shape: extents(dims)?,
                element: self.ty(of)?,
                encoding: self.value(encoding)?,
            },
            ("UTensorT", [of]) => TypeKind::UnrankedTensor(self.ty(of)?),
            ("MemRefT", [dims, of, layout, space]) => TypeKind::MemRef {
                shape: extents(dims)?,
                element: self.ty(of)?,
                layout: self.value(layout)?,
                space: self.value(space)?,
            },
            ("UMemRefT", [of, space]) => {
                TypeKind::UnrankedMemRef { element: self.ty(of)?, space: self.value(space)? }
            }
            ("DialectT", [name, params]) => {
                let (dialect, name) = self.name(name)?;
                match self.body(params) {
                    Some((body, _)) => TypeKind::Opaque { dialect, name, body },
                    None => {
                        TypeKind::Dialect { dialect, name, params: self.list(params)?.into_boxed_slice() }
                    }
                }
            }
            _ => return None,
        };
        Some(self.ctx.ty(kind))
    }

    fn optional_type(&self, item: &SExpr) -> Option<Option<TypeId>> {
        match item.constructor()? {
            ("Absent", _) => Some(None),
            _ => self.ty(item).map(Some),
        }
    }

    fn list(&self, item: &SExpr) -> Option<Vec<AttrId>> {
        elements(item)?.into_iter().map(|item| self.attribute(item)).collect()
    }

    fn types(&self, item: &SExpr) -> Option<Box<[TypeId]>> {
        elements(item)?.into_iter().map(|item| self.ty(item)).collect()
    }

    /// The text of a list that stands for the body of an opaque type or attribute, and the type behind it.
    fn body(&self, params: &SExpr) -> Option<(Ident, Option<TypeId>)> {
        let [only] = elements(params)?[..] else { return None };
        let ("BlobA", [kind, id, ty]) = only.constructor()? else { return None };
        if kind.integer()? != Blob::Body.number() as i128 {
            return None;
        }
        let number = usize::try_from(id.integer()?).ok()?;
        let text = match self.encoder.blobs.get(number) {
            Some(BlobEntry::Body(text)) => *text,
            Some(BlobEntry::Attribute(_)) => return None,
            None => self.ctx.ident(&format!("\"body{}\"", number - self.encoder.blobs.len())),
        };
        Some((text, self.optional_type(ty)?))
    }

    /// A known dialect's name, or one that no other dialect has.
    fn name(&self, item: &SExpr) -> Option<(Ident, Ident)> {
        let number = usize::try_from(item.integer()?).ok()?;
        if let Some(known) = self.encoder.names.get(number) {
            return Some(*known);
        }
        let other = format!("kind{}", number - self.encoder.names.len());
        Some((self.ctx.ident("other"), self.ctx.ident(&other)))
    }

    fn string(&self, item: &SExpr) -> Option<Ident> {
        let number = usize::try_from(item.integer()?).ok()?;
        if let Some(known) = self.encoder.strings.get(number) {
            return Some(*known);
        }
        Some(self.ctx.ident(&format!("text{}", number - self.encoder.strings.len())))
    }

    fn known(&self, id: &SExpr) -> Option<Option<AttrId>> {
        let number = usize::try_from(id.integer()?).ok()?;
        match self.encoder.blobs.get(number) {
            Some(BlobEntry::Attribute(attr)) => Some(Some(*attr)),
            Some(BlobEntry::Body(_)) => None,
            None => Some(None),
        }
    }

    fn dense(&self, ty: &SExpr, id: &SExpr, length: &SExpr) -> Option<AttrId> {
        if let Some(known) = self.known(id)? {
            return Some(known);
        }
        let ty = self.ty(ty)?;
        let (TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. }) =
            self.ctx.type_kind(ty)
        else {
            return None;
        };
        let value = id.integer()? % 2;
        let value = match self.ctx.type_kind(*element) {
            TypeKind::Integer { .. } | TypeKind::Index => self.ctx.integer_attr(value, *element),
            _ => return None,
        };
        let attr = self.ctx.attr(AttrKind::Dense { data: DenseData::Splat(value), ty });
        (crate::concrete::length(self.ctx, attr) == length.integer()).then_some(attr)
    }

    fn dense_array(&self, of: &SExpr, id: &SExpr, length: &SExpr) -> Option<AttrId> {
        if let Some(known) = self.known(id)? {
            return Some(known);
        }
        let (element, length) = (self.ty(of)?, usize::try_from(length.integer()?).ok().filter(|n| *n < 64)?);
        if !matches!(self.ctx.type_kind(element), TypeKind::Integer { width: 8 | 16 | 32 | 64, .. }) {
            return None;
        }
        let values = vec![self.ctx.integer_attr(id.integer()? % 100, element); length].into_boxed_slice();
        Some(self.ctx.attr(AttrKind::DenseArray { element, values }))
    }

    fn blob(&self, kind: &SExpr, id: &SExpr, ty: &SExpr) -> Option<AttrId> {
        if let Some(known) = self.known(id)? {
            return Some(known);
        }
        let id = id.integer()?;
        let kind = Blob::ALL.get(usize::try_from(kind.integer()?).ok()?)?;
        let name = self.ctx.ident(&format!("name{id}"));
        Some(match kind {
            Blob::Dictionary => self.ctx.dictionary([(name, self.ctx.unit())]),
            Blob::FlatSymbolRef => self.ctx.attr(AttrKind::SymbolRef { root: name, nested: Box::new([]) }),
            Blob::NestedSymbolRef => {
                self.ctx.attr(AttrKind::SymbolRef { root: name, nested: Box::new([name]) })
            }
            Blob::DenseResource => self.ctx.attr(AttrKind::DenseResource { key: name, ty: self.ty(ty)? }),
            Blob::Strided => {
                let strides = Box::new([Some(i64::try_from(id).ok()?)]);
                self.ctx.attr(AttrKind::Strided { strides, offset: Some(0) })
            }
            _ => return None,
        })
    }
}

fn elements(item: &SExpr) -> Option<Vec<&SExpr>> {
    let mut list = Vec::new();
    let mut rest = item;
    loop {
        match rest.constructor()? {
            ("nil", []) => return Some(list),
            ("cons", [head, tail]) => {
                list.push(head);
                rest = tail;
            }
            _ => return None,
        }
    }
}

fn dims(item: &SExpr) -> Option<Vec<(i128, bool)>> {
    let mut list = Vec::new();
    let mut rest = item;
    loop {
        match rest.constructor()? {
            ("scalar", []) => return Some(list),
            ("dim", [extent, scalable, inner]) => {
                list.push((extent.integer()?, scalable.boolean()?));
                rest = inner;
            }
            _ => return None,
        }
    }
}

fn fixed(item: &SExpr) -> Option<Box<[(u64, bool)]>> {
    dims(item)?.into_iter().map(|(extent, scalable)| Some((u64::try_from(extent).ok()?, scalable))).collect()
}

fn extents(item: &SExpr) -> Option<Box<[Dim]>> {
    let extent = |(extent, _): (i128, bool)| match extent {
        -1 => Some(None),
        known => u64::try_from(known).ok().map(Some),
    };
    dims(item)?.into_iter().map(extent).collect()
}
