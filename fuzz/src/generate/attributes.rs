//! Attributes: every kind of the builtin dialect, odd numbers, names and strings, and those of other dialects. All
//! but `distinct` ones with free numbers are attributes that MLIR accepts.

use arbitrary::{Result, Unstructured};
use assay_ir::data::{AttrId, AttrKind, DenseData, FloatKind, Ident, IntValue, Signedness, TypeId, TypeKind};
use num_bigint::BigInt;

use super::types::{NAMES, Types};

/// Texts of strings.
const TEXTS: &[&str] =
    &["text", "", "two\nlines", "\"", "\\", "\u{1}\u{7f}", "ß😀", "\\FF", "\\5C", "// -----", "{%0}", "a\0b"];

/// Attributes of other dialects, as text.
const FOREIGN: &[&str] = &[
    "#lab.plain",
    "#lab.params<1 : i32, \"x\", i8>",
    "#lab.text<x -> [y z]>",
    "#lab<\"any text\">",
    "#arith.fastmath<nnan, ninf>",
    "#arith.overflow<nsw>",
    "#ub.poison",
    "#llvm.linkage<internal>",
];

/// Maps and sets in their canonical spelling.
const AFFINE: &[&str] = &[
    "affine_map<() -> ()>",
    "affine_map<(d0) -> (d0)>",
    "affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 floordiv 3, -d0)>",
    "affine_map<(d0) -> ((d0 ceildiv 4) mod 7)>",
    "affine_map<()[s0, s1] -> (s0 - s1, 5)>",
    "affine_set<(d0) : (d0 >= 0, -d0 + 9 >= 0)>",
    "affine_set<(d0)[s0] : (d0 - s0 == 0)>",
];

/// Makes attributes.
pub(crate) struct Attributes<'c> {
    pub(crate) types: &'c Types<'c>,
}

impl Types<'_> {
    /// A maker of attributes with these types.
    pub(crate) fn attributes(&self) -> Attributes<'_> {
        Attributes { types: self }
    }
}

impl Attributes<'_> {
    /// Any attribute, at most `depth` deep.
    pub(crate) fn any(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<AttrId> {
        let ctx = self.types.ctx;
        let deepest = if depth == 0 { 8u8 } else { 20 };
        Ok(match bytes.int_in_range(0..=deepest)? {
            0 => self.integer(bytes)?,
            1 => ctx.unit(),
            2 => self.float(bytes)?,
            3 => self.string(bytes, depth)?,
            4 => self.symbol(bytes)?,
            5 => ctx.integer_attr(bytes.int_in_range(0..=1)?, ctx.integer(1)),
            6 => self.written(bytes.choose(AFFINE)?)?,
            7 => self.foreign(bytes)?,
            8 => {
                let rank = bytes.int_in_range(0..=3)?;
                self.strided(bytes, rank)?
            }
            9 | 10 => {
                let items = self.list(bytes, depth - 1)?;
                ctx.attr(AttrKind::Array(items.into()))
            }
            11 | 12 => self.dictionary(bytes, depth - 1)?,
            13 => ctx.type_attr(self.types.any(bytes, depth - 1)?),
            14 | 15 => self.dense(bytes)?,
            16 => self.dense_array(bytes)?,
            17 => self.sparse(bytes)?,
            18 => {
                let loc = self.types.locations().any(bytes, depth - 1)?;
                ctx.attr(AttrKind::Location(loc))
            }
            19 => {
                let key = ctx.ident(bytes.choose(&["key", "other_key"])?);
                let ty = self.static_tensor(bytes, ctx.integer(32))?.1;
                ctx.attr(AttrKind::DenseResource { key, ty })
            }
            _ if self.types.config.distinct => {
                let inner = self.any(bytes, depth - 1)?;
                ctx.attr(AttrKind::Distinct { number: bytes.int_in_range(0..=3)?, inner })
            }
            _ => ctx.attr(AttrKind::Array(Box::new([]))),
        })
    }

    fn list(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<Vec<AttrId>> {
        let count = bytes.int_in_range(0..=self.types.config.list)?;
        (0..count).map(|_| self.any(bytes, depth)).collect()
    }

    fn name(&self, bytes: &mut Unstructured<'_>) -> Result<Ident> {
        Ok(self.types.ctx.ident(bytes.choose(NAMES)?))
    }

    /// A dictionary with keys from [`NAMES`].
    pub(crate) fn dictionary(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<AttrId> {
        let count = bytes.int_in_range(0..=self.types.config.list)?;
        let mut entries = Vec::with_capacity(count);
        for _ in 0..count {
            entries.push((self.name(bytes)?, self.any(bytes, depth)?));
        }
        Ok(self.types.ctx.dictionary(entries))
    }

    fn integer(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        let ty = if bytes.ratio(1, 5)? { self.types.ctx.index() } else { self.types.integer(bytes)? };
        self.integer_of(bytes, ty)
    }

    /// An integer of an integer type or `index`, often at the edge of its range.
    pub(crate) fn integer_of(&self, bytes: &mut Unstructured<'_>, ty: TypeId) -> Result<AttrId> {
        let ctx = self.types.ctx;
        let (width, signedness) = match *ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => (width.min(1000), signedness),
            _ => (64, Signedness::Signless),
        };
        let unsigned = match signedness {
            Signedness::Unsigned => true,
            Signedness::Signless => width <= 1,
            Signedness::Signed => width == 0,
        };
        let one = BigInt::from(1);
        let bits = if unsigned { width } else { width - 1 };
        let top = (one.clone() << bits) - &one;
        let low = if unsigned { BigInt::from(0) } else { -(one << bits) };
        let value = match bytes.int_in_range(0..=4u8)? {
            0 => BigInt::from(bytes.int_in_range(0..=99)?),
            1 => top.clone(),
            2 => low.clone(),
            3 => BigInt::from(-1),
            _ => BigInt::from(bytes.arbitrary::<i64>()?),
        };
        let value = if value > top { top } else { value.max(low) };
        Ok(ctx.attr(AttrKind::Integer { value: IntValue::new(value), ty }))
    }

    fn float(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        let ty = self.types.float(bytes)?;
        self.float_of(bytes, ty)
    }

    /// A float of a type: a plain number, or any bit pattern.
    pub(crate) fn float_of(&self, bytes: &mut Unstructured<'_>, ty: TypeId) -> Result<AttrId> {
        const NUMBERS: &[&str] = &["1.0", "0.0", "-0.0", "-2.5", "1.0e10", "1.0e-40", "3.14159265358979"];
        let TypeKind::Float(kind) = *self.types.ctx.type_kind(ty) else {
            return Err(arbitrary::Error::IncorrectFormat);
        };
        // MLIR prints wider ones as decimal numbers that it reads as doubles.
        let any_bits = kind.bits() <= 64 || self.types.config.malformed;
        if !any_bits || bytes.ratio(2, 3)? {
            let text = format!("{} : {}", bytes.choose(NUMBERS)?, kind.keyword());
            return self.written(&text);
        }
        let mask = if kind.bits() == 128 { u128::MAX } else { (1 << kind.bits()) - 1 };
        let bits = match bytes.int_in_range(0..=2u8)? {
            0 => bytes.arbitrary::<u128>()? & mask,
            1 => mask >> 1,
            _ => mask,
        };
        // The integer bit of x87 is set for all but zeros and subnormal numbers: MLIR changes other patterns.
        let bits = match kind {
            FloatKind::F80 if bits >> 64 & 0x7FFF == 0 => bits & !(1 << 63),
            FloatKind::F80 => bits | 1 << 63,
            _ => bits,
        };
        Ok(self.types.ctx.attr(AttrKind::Float { bits, ty }))
    }

    fn string(&self, bytes: &mut Unstructured<'_>, depth: usize) -> Result<AttrId> {
        let ctx = self.types.ctx;
        let text = ctx.ident(bytes.choose(TEXTS)?);
        let ty = match bytes.ratio(1, 5)? {
            true => Some(self.types.any(bytes, depth.min(1))?),
            false => None,
        };
        // MLIR gives every string a type; `none` is the one that is not written.
        let ty = ty.filter(|ty| *ctx.type_kind(*ty) != TypeKind::None);
        Ok(ctx.attr(AttrKind::String { text, ty }))
    }

    fn symbol(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        let root = self.name(bytes)?;
        let count = bytes.int_in_range(0..=2)?;
        let nested = (0..count).map(|_| self.name(bytes)).collect::<Result<_>>()?;
        Ok(self.types.ctx.attr(AttrKind::SymbolRef { root, nested }))
    }

    /// `strided<..>` for a rank.
    pub(crate) fn strided(&self, bytes: &mut Unstructured<'_>, rank: usize) -> Result<AttrId> {
        const NUMBERS: &[Option<i64>] = &[Some(1), None, Some(0), Some(-4), Some(i64::MAX)];
        let strides = (0..rank).map(|_| bytes.choose(NUMBERS).copied()).collect::<Result<_>>()?;
        let offset = *bytes.choose(&[Some(0), None, Some(5)])?;
        Ok(self.types.ctx.attr(AttrKind::Strided { strides, offset }))
    }

    /// A map that reverses dimensions; none where that is the identity.
    pub(crate) fn permutation(&self, rank: usize) -> Option<AttrId> {
        let dims: Vec<String> = (0..rank).map(|n| format!("d{n}")).collect();
        let back: Vec<&str> = dims.iter().rev().map(String::as_str).collect();
        let text = format!("affine_map<({}) -> ({})>", dims.join(", "), back.join(", "));
        if rank < 2 { None } else { self.written(&text).ok() }
    }

    /// An attribute of another dialect.
    pub(crate) fn foreign(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        self.written(bytes.choose(FOREIGN)?)
    }

    /// An attribute as text.
    pub(crate) fn written(&self, text: &str) -> Result<AttrId> {
        // The texts are constants of this crate; each is read by a test.
        assay_ir::text::parse_attr(self.types.ctx, text).map_err(|_| arbitrary::Error::IncorrectFormat)
    }

    fn static_tensor(&self, bytes: &mut Unstructured<'_>, element: TypeId) -> Result<(usize, TypeId)> {
        let rank = bytes.int_in_range(0..=2usize)?;
        let sizes = (0..rank).map(|_| bytes.choose(&[2u64, 1, 3, 0]).copied()).collect::<Result<Vec<_>>>()?;
        let count = sizes.iter().product::<u64>() as usize;
        let scalar = !matches!(self.types.ctx.type_kind(element), TypeKind::Complex(_));
        let kind = if scalar && bytes.ratio(1, 3)? && sizes.iter().all(|size| *size > 0) {
            TypeKind::Vector { shape: sizes.iter().map(|size| (*size, false)).collect(), element }
        } else {
            TypeKind::RankedTensor { shape: sizes.into_iter().map(Some).collect(), element, encoding: None }
        };
        Ok((count, self.types.ctx.ty(kind)))
    }

    fn number_of(&self, bytes: &mut Unstructured<'_>, ty: TypeId) -> Result<AttrId> {
        match self.types.ctx.type_kind(ty) {
            TypeKind::Float(_) => self.float_of(bytes, ty),
            _ => self.integer_of(bytes, ty),
        }
    }

    fn elements(&self, bytes: &mut Unstructured<'_>, count: usize, ty: TypeId) -> Result<DenseData> {
        let complex = match *self.types.ctx.type_kind(ty) {
            TypeKind::Complex(part) => Some(part),
            _ => None,
        };
        let mut all = Vec::with_capacity(count);
        for _ in 0..count {
            all.push(match complex {
                Some(part) => {
                    let parts = [self.number_of(bytes, part)?, self.number_of(bytes, part)?];
                    self.types.ctx.attr(AttrKind::Array(Box::new(parts)))
                }
                None => self.number_of(bytes, ty)?,
            });
        }
        // Elements that are all alike have one form only.
        let alike = all.windows(2).all(|pair| pair[0] == pair[1]);
        Ok(match all.first() {
            Some(first) if alike => DenseData::Splat(*first),
            _ => DenseData::Elements(all.into()),
        })
    }

    fn element_type(&self, bytes: &mut Unstructured<'_>) -> Result<TypeId> {
        let ty = match bytes.int_in_range(0..=5u8)? {
            5 => {
                // MLIR mixes the bits of the parts of `complex<i1>` up.
                let narrow = self.types.ctx.integer(1);
                let part = self.types.signless(bytes)?;
                let part = if part == narrow { self.types.ctx.integer(8) } else { part };
                self.types.ctx.ty(TypeKind::Complex(part))
            }
            4 => self.types.float(bytes)?,
            _ => self.types.scalar(bytes)?,
        };
        // Wide elements would take megabytes in MLIR.
        match *self.types.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } if width == 0 || width > 1000 => Ok(self.types.ctx.integer(32)),
            _ => Ok(ty),
        }
    }

    fn dense(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        let element = self.element_type(bytes)?;
        let (count, ty) = self.static_tensor(bytes, element)?;
        let data = self.elements(bytes, count, element)?;
        Ok(self.types.ctx.attr(AttrKind::Dense { data, ty }))
    }

    fn dense_array(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        const ELEMENTS: &[&str] = &["i32", "i1", "i8", "i16", "i64", "f32", "f64"];
        let element = self.types.written(bytes.choose(ELEMENTS)?)?;
        let count = bytes.int_in_range(0..=self.types.config.list)?;
        let values = (0..count).map(|_| self.number_of(bytes, element)).collect::<Result<_>>()?;
        Ok(self.types.ctx.attr(AttrKind::DenseArray { element, values }))
    }

    fn sparse(&self, bytes: &mut Unstructured<'_>) -> Result<AttrId> {
        const SPARSE: &[&str] = &[
            "sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>",
            "sparse<[0, 1], [1.0, 5.0]> : tensor<4xf32>",
            "sparse<[[0, 0], [1, 2]], 7> : vector<3x4xi8>",
            "sparse<> : tensor<4xi32>",
        ];
        self.written(bytes.choose(SPARSE)?)
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Context;

    use super::*;

    #[test]
    fn every_attribute_of_the_lists_reads() {
        for text in FOREIGN.iter().chain(AFFINE) {
            assert!(assay_ir::text::parse_attr(&Context::new(), text).is_ok(), "{text}");
        }
    }
}
