//! Reads `dense<..>` and `sparse<..>` attributes: literals are collected first and get their values when the
//! type behind them is known.

use super::lexer::{Kind, Token};
use super::number;
use super::parser::{Parser, Read, span};
use crate::data::{AttrId, AttrKind, DenseData, Signedness, Span, TypeId, TypeKind};
use crate::diagnostic::Diagnostic;

/// Hexadecimal strings of more elements than this stay digits.
const MAX_DECODED: u64 = 1 << 20;

/// Elements in their one form: all alike are one.
fn gather(elements: Vec<AttrId>) -> DenseData {
    let same = elements.windows(2).all(|pair| pair[0] == pair[1]);
    match elements.first() {
        Some(first) if same => DenseData::Splat(*first),
        _ => DenseData::Elements(elements.into()),
    }
}

/// One literal: a sign and a token, or two of them for a complex number.
struct Literal {
    negative: bool,
    token: Token,
    imaginary: Option<(bool, Token)>,
}

/// Literals in row-major order and the shape of their brackets; `None` for a single literal without any.
struct Literals {
    items: Vec<Literal>,
    shape: Option<Vec<u64>>,
}

impl<'s> Parser<'s> {
    pub(super) fn dense_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        let start = self.bump().start;
        self.expect(Kind::Less, "`<`")?;
        if self.at(Kind::Str) && self.spelling().starts_with("\"0x") {
            let token = self.bump();
            self.expect(Kind::Greater, "`>`")?;
            let ty = self.type_after_colon(ty)?;
            if !matches!(self.ctx.element_type(ty), Some(element) if self.is_text_element(element)) {
                return self.hex_dense(token, ty);
            }
            let literals =
                Literals { items: vec![Literal { negative: false, token, imaginary: None }], shape: None };
            return self.dense_of(literals, ty, start);
        }
        let mut literals = Literals { items: Vec::new(), shape: Some(vec![0]) };
        if !self.eat(Kind::Greater) {
            literals.shape = self.literals(&mut literals.items)?;
            self.expect(Kind::Greater, "`>`")?;
        }
        let ty = self.type_after_colon(ty)?;
        self.dense_of(literals, ty, start)
    }

    fn hex_dense(&mut self, token: Token, ty: TypeId) -> Read<AttrId> {
        let digits = self.slice_range(token.start as usize + 3, token.end as usize - 1);
        if !digits.len().is_multiple_of(2) || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return self.error_at(span(token), "a hexadecimal string holds pairs of digits only");
        }
        if !self.fits(digits, ty) {
            let shown = super::type_text(&self.ctx, ty);
            let message = format!("these bytes are neither one element nor all elements of `{shown}`");
            return self.error_at(span(token), message);
        }
        if let Some(data) = self.decode_hex(digits, ty) {
            return Ok(self.ctx.attr(AttrKind::Dense { data, ty }));
        }
        let data = DenseData::Hex(self.ctx.ident(&digits.to_ascii_uppercase()));
        Ok(self.ctx.attr(AttrKind::Dense { data, ty }))
    }

    /// True when digits are the bytes of one element or of all elements, as MLIR stores them: `i1` as bits, other types in
    /// whole bytes.
    fn fits(&self, digits: &str, ty: TypeId) -> bool {
        let (Some(element), Some(shape)) = (self.ctx.element_type(ty), self.static_shape(ty)) else {
            return false;
        };
        let count = shape.iter().try_fold(1u64, |product, size| product.checked_mul(*size));
        let bytes = digits.len() as u64 / 2;
        if element == self.ctx.integer(1) {
            let splat = digits == "00" || digits.eq_ignore_ascii_case("ff");
            return splat || count.map(|count| count.div_ceil(8)) == Some(bytes);
        }
        let size = |ty: TypeId| match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => Some(u64::from(width.div_ceil(8))),
            TypeKind::Index => Some(8),
            TypeKind::Float(format) => Some(u64::from(format.bits().div_ceil(8))),
            _ => None,
        };
        let size = match self.ctx.type_kind(element) {
            TypeKind::Complex(part) => size(*part).map(|size| 2 * size),
            _ => size(element),
        };
        size.is_none_or(|size| {
            bytes == size || count.and_then(|count| count.checked_mul(size)) == Some(bytes)
        })
    }

    /// The elements behind a hexadecimal string (little endian), so that it equals the same elements spelled out.
    /// Elements that are no whole bytes, and very many of them, stay digits.
    fn decode_hex(&mut self, digits: &str, ty: TypeId) -> Option<DenseData> {
        let element = self.ctx.element_type(ty)?;
        let count =
            self.static_shape(ty)?.iter().try_fold(1u64, |product, size| product.checked_mul(*size))?;
        let kind = self.ctx.type_kind(element).clone();
        let width = match kind {
            TypeKind::Integer { width, .. } => width,
            TypeKind::Index => 64,
            TypeKind::Float(format) => format.bits(),
            _ => return None,
        };
        let bytes = (width / 8) as usize;
        let given = (digits.len() / 2).checked_div(bytes)?;
        let whole = width.is_multiple_of(8) && width <= 128 && digits.len() == given * bytes * 2;
        if !whole || count > MAX_DECODED || given != 1 && given as u64 != count {
            return None;
        }
        let mut elements = Vec::with_capacity(given);
        for chunk in digits.as_bytes().chunks(bytes * 2) {
            let bits = chunk.chunks(2).rev().fold(0u128, |bits, pair| {
                pair.iter().fold(bits, |bits, digit| {
                    bits << 4 | u128::from((*digit as char).to_digit(16).unwrap_or(0))
                })
            });
            elements.push(match kind {
                TypeKind::Float(_) => self.ctx.attr(AttrKind::Float { bits, ty: element }),
                TypeKind::Integer { signedness, .. } => {
                    let value = number::from_bits(bits, width, signedness);
                    self.ctx.attr(AttrKind::Integer { value, ty: element })
                }
                _ => {
                    let value = number::from_bits(bits, width, Signedness::Signless);
                    self.ctx.attr(AttrKind::Integer { value, ty: element })
                }
            });
        }
        Some(gather(elements))
    }

    /// Reads one literal or a bracketed list of them; returns its shape.
    fn literals(&mut self, items: &mut Vec<Literal>) -> Read<Option<Vec<u64>>> {
        if !self.at(Kind::LSquare) {
            let literal = self.literal()?;
            items.push(literal);
            return Ok(None);
        }
        self.nested(|p| {
            let open = p.bump();
            let mut count = 0;
            let mut inner: Option<Option<Vec<u64>>> = None;
            p.list_until(Kind::RSquare, "`]` or `,`", |p| {
                let place = p.here();
                let shape = p.literals(items)?;
                count += 1;
                if inner.as_ref().is_some_and(|first| *first != shape) {
                    return p.fail(
                        Diagnostic::error(place, "the rows of these elements differ in length")
                            .label("differs"),
                    );
                }
                inner = Some(shape);
                Ok(())
            })?;
            let _ = open;
            let mut shape = vec![count];
            shape.extend(inner.flatten().unwrap_or_default());
            Ok(Some(shape))
        })
    }

    fn literal(&mut self) -> Read<Literal> {
        if self.eat(Kind::LParen) {
            let (negative, token) = self.signed_number()?;
            self.expect(Kind::Comma, "`,` between the parts of a complex number")?;
            let imaginary = Some(self.signed_number()?);
            self.expect(Kind::RParen, "`)`")?;
            return Ok(Literal { negative, token, imaginary });
        }
        if self.at(Kind::Str) {
            return Ok(Literal { negative: false, token: self.bump(), imaginary: None });
        }
        let (negative, token) = self.signed_number()?;
        Ok(Literal { negative, token, imaginary: None })
    }

    fn signed_number(&mut self) -> Read<(bool, Token)> {
        if self.at_keyword("true") || self.at_keyword("false") {
            return Ok((false, self.bump()));
        }
        let negative = self.eat(Kind::Minus);
        if !matches!(self.kind(), Kind::Int | Kind::Float) {
            return self.expected("an element: a number, `true`, `false` or a string");
        }
        Ok((negative, self.bump()))
    }

    fn dense_of(&mut self, literals: Literals, ty: TypeId, start: u32) -> Read<AttrId> {
        let place = self.since(start);
        let (Some(shape), Some(element)) = (self.static_shape(ty), self.ctx.element_type(ty)) else {
            let shown = super::type_text(&self.ctx, ty);
            let message = format!("elements need a shaped type with static extents, not `{shown}`");
            return self.error_at(place, message);
        };
        if let Some(written) = &literals.shape {
            let empty = shape.contains(&0) && literals.items.is_empty();
            if *written != shape && !empty {
                let shown = super::type_text(&self.ctx, ty);
                let message = format!("elements of shape {written:?} do not fill `{shown}`");
                return self.error_at(place, message);
            }
        }
        let mut elements = Vec::with_capacity(literals.items.len());
        for literal in &literals.items {
            elements.push(self.element(literal, element)?);
        }
        let data = gather(elements);
        Ok(self.ctx.attr(AttrKind::Dense { data, ty }))
    }

    fn element(&mut self, literal: &Literal, ty: TypeId) -> Read<AttrId> {
        if let Some((negative, token)) = literal.imaginary {
            let TypeKind::Complex(part) = *self.ctx.type_kind(ty) else {
                return self.error_at(span(literal.token), "only complex elements have two parts");
            };
            let real = self.scalar(literal.negative, literal.token, part)?;
            let imaginary = self.scalar(negative, token, part)?;
            return Ok(self.ctx.attr(AttrKind::Array(Box::new([real, imaginary]))));
        }
        if let TypeKind::Complex(part) = *self.ctx.type_kind(ty) {
            let real = self.scalar(literal.negative, literal.token, part)?;
            return Ok(self.ctx.attr(AttrKind::Array(Box::new([real, real]))));
        }
        self.scalar(literal.negative, literal.token, ty)
    }

    fn scalar(&mut self, negative: bool, token: Token, ty: TypeId) -> Read<AttrId> {
        let text = self.slice(token);
        let place = span(token);
        match token.kind {
            Kind::Ident => {
                let TypeKind::Integer { width: 1, signedness } = *self.ctx.type_kind(ty) else {
                    return self.error_at(place, "`true` and `false` are elements of one bit only");
                };
                let value = number::from_bits(u128::from(text == "true"), 1, signedness);
                Ok(self.ctx.attr(AttrKind::Integer { value, ty }))
            }
            Kind::Str if !self.is_text_element(ty) => {
                self.error_at(place, "the text of elements is `0x` and hexadecimal digits")
            }
            Kind::Str => {
                let inside = self.slice_range(token.start as usize + 1, token.end as usize - 1);
                let text = self.ctx.ident(&super::lexer::unescape(inside));
                Ok(self.ctx.attr(AttrKind::String { text, ty: Some(ty) }))
            }
            kind => self.number_of(text, kind == Kind::Float, negative, ty, place),
        }
    }

    fn is_text_element(&self, ty: TypeId) -> bool {
        matches!(self.ctx.type_kind(ty), TypeKind::Dialect { .. } | TypeKind::Opaque { .. })
    }

    fn static_shape(&self, ty: TypeId) -> Option<Vec<u64>> {
        match self.ctx.type_kind(ty) {
            TypeKind::Vector { shape, .. } => Some(shape.iter().map(|(size, _)| *size).collect()),
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                shape.iter().copied().collect()
            }
            _ => None,
        }
    }

    /// `sparse<indices, values> : type`
    pub(super) fn sparse_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        let start = self.bump().start;
        self.expect(Kind::Less, "`<`")?;
        let mut index = Literals { items: Vec::new(), shape: Some(vec![0]) };
        let mut value = Literals { items: Vec::new(), shape: Some(vec![0]) };
        let is_empty = self.eat(Kind::Greater);
        if !is_empty {
            index.shape = self.literals(&mut index.items)?;
            self.expect(Kind::Comma, "`,` between indices and values")?;
            value.shape = self.literals(&mut value.items)?;
            self.expect(Kind::Greater, "`>`")?;
        }
        let ty = self.type_after_colon(ty)?;
        let (Some(shape), Some(element)) = (self.static_shape(ty), self.ctx.element_type(ty)) else {
            let place: Span = self.since(start);
            return self.error_at(place, "sparse elements need a shaped type with static extents");
        };
        let i64 = self.ctx.integer(64);
        let rank = shape.len() as u64;
        let rows = match &index.shape {
            Some(rows) => rows[0],
            None => 1,
        };
        let index_shape = match &index.shape {
            // A number is an index of one coordinate.
            Some(written) if written.len() == 1 && (rank == 1 || is_empty) => vec![rows, rank],
            Some(written) => written.clone(),
            None => vec![1, rank],
        };
        if index_shape.len() != 2 || index_shape[1] != rank {
            let place = self.since(start);
            return self.error_at(place, format!("each index has {rank} coordinates"));
        }
        if value.shape.as_ref().is_some_and(|written| *written != [rows]) {
            let place = self.since(start);
            return self.error_at(place, format!("one value, or one for each index: {rows}"));
        }
        let index_type = self.tensor_of(&index_shape, i64);
        let value_shape = value.shape.clone().unwrap_or_else(|| vec![rows]);
        let value_type = self.tensor_of(&value_shape, element);
        index.shape = index.shape.map(|_| index_shape);
        let indices = self.dense_of(index, index_type, start)?;
        if !self.are_inside(indices, &shape) {
            let shown = super::type_text(&self.ctx, ty);
            let place = self.since(start);
            return self.error_at(place, format!("an index lies outside of `{shown}`"));
        }
        let values = self.dense_of(value, value_type, start)?;
        Ok(self.ctx.attr(AttrKind::Sparse { indices, values, ty }))
    }

    /// Returns true when the rows of coordinates lie in a shape.
    fn are_inside(&self, indices: AttrId, shape: &[u64]) -> bool {
        let is_below = |coordinate: &AttrId, extent: &u64| match self.ctx.attr_kind(*coordinate) {
            AttrKind::Integer { value, .. } => value
                .to_i64()
                .and_then(|value| u64::try_from(value).ok())
                .is_some_and(|value| value < *extent),
            _ => false,
        };
        match self.ctx.attr_kind(indices) {
            AttrKind::Dense { data: DenseData::Splat(all), .. } => {
                shape.iter().all(|extent| is_below(all, extent))
            }
            AttrKind::Dense { data: DenseData::Elements(each), .. } => {
                each.iter().zip(shape.iter().cycle()).all(|(one, extent)| is_below(one, extent))
            }
            _ => true,
        }
    }

    fn tensor_of(&mut self, shape: &[u64], element: TypeId) -> TypeId {
        let shape = shape.iter().map(|size| Some(*size)).collect();
        self.ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None })
    }
}
