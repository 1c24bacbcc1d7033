//! Reads attributes, except dense elements (`dense`) and affine maps (`affine`).

use rustc_hash::FxHashSet;

use super::dialect_types::Body;
use super::dialects;
use super::lexer::Kind;
use super::number;
use super::parser::{Parser, Read, span};
use crate::data::{AttrId, AttrKind, Ident, Signedness, Span, TypeId, TypeKind, known};
use crate::diagnostic::Diagnostic;

/// Dictionaries with more keys than this are checked for double ones through a set.
const MANY_KEYS: usize = 32;

impl<'s> Parser<'s> {
    /// An attribute. With `ty`, literals are of that type and no `: type` follows.
    pub(super) fn read_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        match self.kind() {
            Kind::Int | Kind::Float | Kind::Minus => self.number_attr(ty),
            Kind::Str => {
                let text = self.string("a string")?;
                let ty = match ty {
                    None if self.eat(Kind::Colon) => Some(self.read_type()?),
                    other => other,
                };
                let ty = ty.filter(|ty| *self.ctx.type_kind(*ty) != TypeKind::None);
                Ok(self.ctx.attr(AttrKind::String { text, ty }))
            }
            Kind::LSquare => self.nested(Self::array_attr),
            Kind::LBrace => self.nested(Self::dictionary),
            Kind::At => self.symbol_ref(),
            Kind::Hash => self.nested(|p| p.hash_attr(ty)),
            Kind::Ident => self.word_attr(ty),
            Kind::Bang | Kind::LParen => {
                let ty = self.read_type()?;
                Ok(self.ctx.type_attr(ty))
            }
            _ => self.expected("an attribute"),
        }
    }

    fn word_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        match self.spelling() {
            word @ ("true" | "false") => {
                self.bump();
                let i1 = self.ctx.integer(1);
                Ok(self.ctx.integer_attr(i128::from(word == "true"), i1))
            }
            "unit" => {
                self.bump();
                Ok(self.ctx.unit())
            }
            "dense" => self.nested(|p| p.dense_attr(ty)),
            "array" => self.dense_array(),
            "sparse" => self.nested(|p| p.sparse_attr(ty)),
            "dense_resource" => self.dense_resource(ty),
            "affine_map" | "affine_set" => self.nested(Self::affine_attr),
            "strided" => self.strided(),
            "distinct" => self.nested(Self::distinct),
            "loc" => self.nested(|p| {
                let loc = p.location()?;
                Ok(p.ctx.attr(AttrKind::Location(loc)))
            }),
            _ if self.at_type() => {
                let ty = self.read_type()?;
                Ok(self.ctx.type_attr(ty))
            }
            _ => self.expected("an attribute"),
        }
    }

    /// Whether the current word starts an attribute that is no type.
    pub(super) fn at_attr_word(&self) -> bool {
        const WORDS: &str =
            "true false unit dense array sparse dense_resource affine_map affine_set strided distinct loc";
        WORDS.split(' ').any(|word| word == self.spelling())
    }

    /// `[a, b]`
    pub(super) fn array_attr(&mut self) -> Read<AttrId> {
        let mut items = Vec::new();
        self.expect(Kind::LSquare, "`[`")?;
        self.list_until(Kind::RSquare, "`]` or `,`", |p| {
            let item = p.read_attr(None)?;
            items.push(item);
            Ok(())
        })?;
        Ok(self.ctx.attr(AttrKind::Array(items.into())))
    }

    /// `{k = a, "l", ..}`
    pub(super) fn dictionary(&mut self) -> Read<AttrId> {
        let mut entries = Vec::new();
        self.dictionary_entries(&mut entries)?;
        Ok(self.ctx.dictionary(entries))
    }

    /// The entries of `{..}`, with an error for every key that is given twice.
    pub(super) fn dictionary_entries(&mut self, entries: &mut Vec<(Ident, AttrId)>) -> Read<()> {
        self.expect(Kind::LBrace, "`{`")?;
        let first = entries.len();
        // Long ones are not searched from the start for every key.
        let mut seen = FxHashSet::default();
        self.list_until(Kind::RBrace, "`}` or `,`", |p| {
            let place = p.here();
            let key = p.name("an attribute name")?;
            let value = if p.eat(Kind::Equal) { p.read_attr(None)? } else { p.ctx.unit() };
            let known = entries.len() - first;
            if known == MANY_KEYS {
                seen.extend(entries[first..].iter().map(|(other, _)| *other));
            }
            let again = match known < MANY_KEYS {
                true => entries[first..].iter().any(|(other, _)| *other == key),
                false => !seen.insert(key),
            };
            if again {
                let message = format!("attribute `{}` is given twice", p.ctx.str(key));
                p.report(Diagnostic::error(place, message).label("given again here"));
                return Ok(());
            }
            entries.push((key, value));
            Ok(())
        })
    }

    /// `@a::@b`
    pub(super) fn symbol_ref(&mut self) -> Read<AttrId> {
        let root = self.symbol_name()?;
        let mut nested = Vec::new();
        while self.eat(Kind::ColonColon) {
            nested.push(self.symbol_name()?);
        }
        Ok(self.ctx.attr(AttrKind::SymbolRef { root, nested: nested.into() }))
    }

    // --- numbers ------------------------------------------------------------------------------------------

    fn number_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        let start = self.token.start;
        let negative = self.eat(Kind::Minus);
        if !matches!(self.kind(), Kind::Int | Kind::Float) {
            return self.expected("a number");
        }
        let token = self.bump();
        let text = self.slice(token);
        let float = token.kind == Kind::Float;
        let ty = match ty {
            Some(ty) => ty,
            None if self.eat(Kind::Colon) => self.read_type()?,
            None if float => self.ctx.ty(TypeKind::Float(crate::data::FloatKind::F64)),
            None => self.ctx.integer(64),
        };
        let place = Span { start, end: token.end };
        self.number_of(text, float, negative, ty, place)
    }

    /// A literal in a type.
    pub(super) fn number_of(
        &mut self,
        text: &str,
        float: bool,
        negative: bool,
        ty: TypeId,
        place: Span,
    ) -> Read<AttrId> {
        if !float && number::too_long(text) {
            let limit = number::MAX_BITS;
            return self.error_at(place, format!("integers have at most {limit} bits"));
        }
        let kind = self.ctx.type_kind(ty).clone();
        match kind {
            TypeKind::Float(format) if float => match number::float_bits(text, negative, format) {
                Some(bits) => Ok(self.ctx.attr(AttrKind::Float { bits, ty })),
                None => self.error_at(place, "this floating-point number cannot be read"),
            },
            TypeKind::Float(format) if text.starts_with("0x") && !negative => {
                match number::integer(text).filter(|value| value.bits() <= u64::from(format.bits())) {
                    Some(value) => {
                        let bits = value
                            .iter_u64_digits()
                            .rev()
                            .fold(0u128, |sum, digit| sum << 64 | u128::from(digit));
                        Ok(self.ctx.attr(AttrKind::Float { bits, ty }))
                    }
                    None => {
                        let bits = format.bits();
                        self.error_at(place, format!("this bit pattern has more than {bits} bits"))
                    }
                }
            }
            TypeKind::Float(_) => self.fail(
                Diagnostic::error(place, "an integer literal cannot stand for a floating-point number")
                    .help("write a dot, as in `1.0`, or the bit pattern in hexadecimal"),
            ),
            TypeKind::Integer { width, signedness } if !float => {
                self.integer_of(text, negative, width, signedness, ty, place)
            }
            // MLIR reads an index as a number with a sign.
            TypeKind::Index if !float => self.integer_of(text, negative, 64, Signedness::Signed, ty, place),
            _ => {
                let shown = super::type_text(&self.ctx, ty);
                let what = if float { "a floating-point" } else { "an integer" };
                self.error_at(place, format!("{what} literal cannot have type `{shown}`"))
            }
        }
    }

    fn integer_of(
        &mut self,
        text: &str,
        negative: bool,
        width: u32,
        signedness: Signedness,
        ty: TypeId,
        place: Span,
    ) -> Read<AttrId> {
        // MLIR has no negative zero of integers.
        let zero = negative && text.trim_start_matches("0x").bytes().all(|digit| digit == b'0');
        match number::fit(text, negative, width, signedness).filter(|_| !zero) {
            Some(value) => Ok(self.ctx.attr(AttrKind::Integer { value, ty })),
            None => {
                let shown = super::type_text(&self.ctx, ty);
                self.error_at(place, format!("this number does not fit `{shown}`"))
            }
        }
    }

    /// A number that fits `i64`, with its sign; `true` is one bit, which is -1, as in MLIR.
    pub(super) fn small_int(&mut self, what: &str) -> Read<i64> {
        if self.at_keyword("true") || self.at_keyword("false") {
            let token = self.bump();
            return Ok(-i64::from(self.slice(token) == "true"));
        }
        let negative = self.eat(Kind::Minus);
        if !self.at(Kind::Int) {
            return self.expected(what);
        }
        let token = self.token;
        let value =
            number::fit(self.slice(token), negative, 64, Signedness::Signless).and_then(|v| v.to_i64());
        match value {
            Some(value) => {
                self.bump();
                Ok(value)
            }
            None => self.error_at(span(token), "this number does not fit 64 bits"),
        }
    }

    // --- the rest -----------------------------------------------------------------------------------------

    /// `array<i64: 1, 2>`
    fn dense_array(&mut self) -> Read<AttrId> {
        self.bump();
        self.expect(Kind::Less, "`<`")?;
        let element = self.read_type()?;
        if !matches!(self.ctx.type_kind(element), TypeKind::Integer { .. } | TypeKind::Float(_)) {
            return self.error_here("the elements of `array<..>` are integers or floating-point numbers");
        }
        let mut values = Vec::new();
        if self.eat(Kind::Colon) {
            self.comma_list(|p| {
                let starts = match element == p.ctx.integer(1) {
                    true => matches!(p.spelling(), "true" | "false"),
                    false => matches!(p.kind(), Kind::Int | Kind::Float | Kind::Minus),
                };
                if !starts {
                    return p.expected("a number, or `true` or `false` of type `i1`");
                }
                values.push(p.read_attr(Some(element))?);
                Ok(())
            })?;
            self.expect(Kind::Greater, "`>` or `,`")?;
        } else {
            self.expect(Kind::Greater, "`>` or `:`")?;
        }
        Ok(self.ctx.attr(AttrKind::DenseArray { element, values: values.into() }))
    }

    fn dense_resource(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        self.bump();
        self.expect(Kind::Less, "`<`")?;
        let key = self.name("a resource key")?;
        self.expect(Kind::Greater, "`>`")?;
        let ty = self.type_after_colon(ty)?;
        Ok(self.ctx.attr(AttrKind::DenseResource { key, ty }))
    }

    /// `: type`, unless the type is known already.
    pub(super) fn type_after_colon(&mut self, ty: Option<TypeId>) -> Read<TypeId> {
        match ty {
            Some(ty) => Ok(ty),
            None => {
                self.expect(Kind::Colon, "`:` and a type")?;
                self.read_type()
            }
        }
    }

    /// `strided<[2, ?], offset: ?>`
    fn strided(&mut self) -> Read<AttrId> {
        self.bump();
        self.expect(Kind::Less, "`<`")?;
        self.expect(Kind::LSquare, "`[`")?;
        let mut strides = Vec::new();
        self.list_until(Kind::RSquare, "`]` or `,`", |p| {
            let stride = p.int_or_question()?;
            strides.push(stride);
            Ok(())
        })?;
        let mut offset = Some(0);
        if self.eat(Kind::Comma) {
            self.expect_keyword("offset")?;
            self.expect(Kind::Colon, "`:`")?;
            offset = self.int_or_question()?;
        }
        self.expect(Kind::Greater, "`>`")?;
        Ok(self.ctx.attr(AttrKind::Strided { strides: strides.into(), offset }))
    }

    fn int_or_question(&mut self) -> Read<Option<i64>> {
        match self.kind() {
            Kind::Question => {
                self.bump();
                Ok(None)
            }
            Kind::Int | Kind::Minus => self.small_int("a number").map(Some),
            _ => self.expected("a number or `?`"),
        }
    }

    /// `distinct[0]<attr>`
    fn distinct(&mut self) -> Read<AttrId> {
        self.bump();
        self.expect(Kind::LSquare, "`[`")?;
        let token = self.expect(Kind::Int, "a number")?;
        let number = number::integer(self.slice(token)).and_then(|number| u64::try_from(number).ok());
        let Some(number) = number else {
            return self.error_at(span(token), "this number does not fit 64 bits");
        };
        self.expect(Kind::RSquare, "`]`")?;
        self.expect(Kind::Less, "`<`")?;
        let inner = if self.at(Kind::Greater) { self.ctx.unit() } else { self.read_attr(None)? };
        self.expect(Kind::Greater, "`>`")?;
        Ok(self.ctx.attr(AttrKind::Distinct { number, inner }))
    }

    /// `#alias`, `#d.a<..>`, `#d<..>`
    fn hash_attr(&mut self, ty: Option<TypeId>) -> Read<AttrId> {
        let token = self.token;
        let text = &self.slice(token)[1..];
        let body_follows = self.text.as_bytes().get(token.end as usize) == Some(&b'<');
        let Some((dialect, name)) = text.split_once('.') else {
            if !body_follows {
                return self.attr_alias(token);
            }
            self.bump();
            let body = self.pretty(|p, name| {
                p.check_name(token.start, text, false, name)?;
                Ok((p.ident(name), p.optional_body(text, name)?))
            })?;
            let (name, body) = match body {
                Some(found) => found,
                None => (known::EMPTY, Body::Text(self.opaque_body()?)),
            };
            let (dialect, ty) = (self.ident(text), self.optional_type(ty)?);
            return Ok(self.attr_with_body(dialect, name, body, ty));
        };
        self.bump();
        self.check_name(token.start, dialect, false, name)?;
        let body = if body_follows { self.body(dialect, name)? } else { Body::Params(Box::new([])) };
        let (dialect, name) = (self.ident(dialect), self.ident(name));
        let ty = self.optional_type(ty)?;
        Ok(self.attr_with_body(dialect, name, body, ty))
    }

    fn optional_body(&mut self, dialect: &str, name: &str) -> Read<Body> {
        if self.at(Kind::Less) { self.body(dialect, name) } else { Ok(Body::Params(Box::new([]))) }
    }

    /// `<..>` as the body of `#dialect.name<..>`.
    pub(super) fn attr_body(&mut self, dialect: &'static str, name: &'static str) -> Read<AttrId> {
        if !self.at(Kind::Less) {
            return self.expected("`<`");
        }
        let body = self.body(dialect, name)?;
        Ok(self.attr_with_body(self.ctx.ident(dialect), self.ctx.ident(name), body, None))
    }

    fn attr_with_body(&self, dialect: Ident, name: Ident, body: Body, ty: Option<TypeId>) -> AttrId {
        let kind = match (body, ty) {
            (Body::Params(params), None) => AttrKind::Dialect { dialect, name, params },
            (Body::Text(body), ty) => {
                let text = self.ctx.str(body);
                let flags = dialects::canonical_flags(self.ctx.str(dialect), self.ctx.str(name), text);
                let body = match flags {
                    Some(flags) => self.ctx.ident(&flags),
                    None if self.ctx.str(dialect) == "llvm" && text.contains('#') => {
                        self.ctx.ident(&super::custom::canonical_llvm_attr(text))
                    }
                    None => body,
                };
                AttrKind::Opaque { dialect, name, body, ty }
            }
            (Body::Params(params), ty) => {
                let texts: Vec<String> = params.iter().map(|a| super::attr_text(&self.ctx, *a)).collect();
                let body = self.ctx.ident(&texts.join(", "));
                AttrKind::Opaque { dialect, name, body, ty }
            }
        };
        self.ctx.attr(kind)
    }

    /// A `: type` that may follow an attribute of another dialect.
    fn optional_type(&mut self, ty: Option<TypeId>) -> Read<Option<TypeId>> {
        match ty {
            None if self.at(Kind::Colon) && !self.no_colon => {
                self.bump();
                self.read_type().map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether an attribute in the second place of a memref is a layout (and not a memory space).
    pub(super) fn is_layout(&self, attr: AttrId) -> bool {
        match self.ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) | AttrKind::Strided { .. } => true,
            AttrKind::Dialect { name, .. } | AttrKind::Opaque { name, .. } => {
                self.ctx.str(*name).contains("layout")
            }
            _ => false,
        }
    }

    /// Tells if memory spaces may be attributes of this kind, as in MLIR's `isSupportedMemorySpace`.
    pub(super) fn is_memory_space(&self, attr: AttrId) -> bool {
        matches!(
            self.ctx.attr_kind(attr),
            AttrKind::Integer { .. }
                | AttrKind::String { .. }
                | AttrKind::Dictionary(_)
                | AttrKind::Dialect { .. }
                | AttrKind::Opaque { .. }
        )
    }

    /// The error of a layout that has not as many dimensions, or strides, as a memref of this rank has extents.
    pub(super) fn layout_misfit(&self, layout: AttrId, rank: usize) -> Option<String> {
        match self.ctx.attr_kind(layout) {
            AttrKind::AffineMap(map) => {
                let (dimensions, _) = self.ctx.str(map.0).trim_start_matches('(').split_once(')')?;
                let count = dimensions.split(',').filter(|name| !name.trim().is_empty()).count();
                (count != rank)
                    .then(|| format!("memref layout mismatch between rank and affine map: {rank} != {count}"))
            }
            AttrKind::Strided { strides, .. } => {
                (strides.len() != rank).then(|| "expected the number of strides to match the rank".to_owned())
            }
            _ => None,
        }
    }

    /// Whether a layout says nothing: `affine_map<(d0, d1) -> (d0, d1)>`.
    pub(super) fn is_identity(&self, layout: AttrId, rank: usize) -> bool {
        let AttrKind::AffineMap(map) = self.ctx.attr_kind(layout) else { return false };
        let dims: Vec<String> = (0..rank).map(|d| format!("d{d}")).collect();
        let list = dims.join(", ");
        self.ctx.str(map.0) == format!("({list}) -> ({list})")
    }
}
