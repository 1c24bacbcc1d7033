//! Reads types. Knows the builtin types and `!pdl.range`; any other dialect's type is a name with
//! parameters, or opaque text.

use super::dialect_types::Body;
use super::lexer::{self, Kind};
use super::parser::{MAX_NESTING, Parser, Read};
use crate::data::{Dim, FloatKind, Ident, Signedness, Span, TypeId, TypeKind, known};

/// The widest integer type MLIR knows.
const MAX_INTEGER_WIDTH: u32 = (1 << 24) - 1;

/// The builtin types that hold elements of another type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Complex,
    Vector,
    Tensor,
    MemRef,
}

/// One extent as written.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) size: Dim,
    pub(super) scalable: bool,
}

impl<'s> Parser<'s> {
    /// `i32`, `(i32) -> f32`, `!d.t<..>`, ...
    pub(super) fn read_type(&mut self) -> Read<TypeId> {
        if self.at(Kind::Ident)
            && let Some(ty) = self.simple_types.get(self.spelling())
        {
            let ty = *ty;
            self.bump();
            return Ok(ty);
        }
        if self.at(Kind::LParen) { self.nested(Self::function_type) } else { self.plain_type() }
    }

    /// A type that is no function type: what may follow `->` without parentheses.
    fn plain_type(&mut self) -> Read<TypeId> {
        match self.kind() {
            Kind::Ident => self.builtin_type(),
            Kind::Bang => self.dialect_type(),
            _ => self.expected("a type"),
        }
    }

    /// Whether a type can start at the current token.
    pub(super) fn at_type(&self) -> bool {
        match self.kind() {
            Kind::Bang | Kind::LParen => true,
            Kind::Ident => {
                let word = self.spelling();
                simple(word).is_some()
                    || matches!(word, "complex" | "tuple" | "vector" | "tensor" | "memref" | "none" | "index")
            }
            _ => false,
        }
    }

    /// `type (, type)*`
    pub(super) fn type_list(&mut self, into: &mut impl Extend<TypeId>) -> Read<()> {
        self.comma_list(|p| {
            let ty = p.read_type()?;
            into.extend([ty]);
            Ok(())
        })
    }

    /// `(type, ..) -> type` or `(type, ..) -> (type, ..)`, as lists.
    pub(super) fn function_parts(&mut self) -> Read<(Vec<TypeId>, Vec<TypeId>)> {
        let mut inputs = Vec::new();
        self.expect(Kind::LParen, "`(` of a function type")?;
        if !self.eat(Kind::RParen) {
            self.type_list(&mut inputs)?;
            self.expect(Kind::RParen, "`)` or `,`")?;
        }
        self.expect(Kind::Arrow, "`->`")?;
        let results = self.result_types()?;
        Ok((inputs, results))
    }

    /// What follows `->`: one type or a list in parentheses.
    pub(super) fn result_types(&mut self) -> Read<Vec<TypeId>> {
        let mut results = Vec::new();
        if self.eat(Kind::LParen) {
            if !self.eat(Kind::RParen) {
                self.type_list(&mut results)?;
                self.expect(Kind::RParen, "`)` or `,`")?;
            }
        } else if self.at(Kind::Ident) && self.simple_types.contains_key(self.spelling()) {
            results.push(self.read_type()?);
        } else {
            results.push(self.plain_type()?);
        }
        Ok(results)
    }

    fn function_type(&mut self) -> Read<TypeId> {
        let (inputs, results) = self.function_parts()?;
        Ok(self.ctx.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() }))
    }

    fn builtin_type(&mut self) -> Read<TypeId> {
        let word = self.spelling();
        if let Some(kind) = simple(word) {
            if let TypeKind::Integer { width, .. } = kind
                && width > MAX_INTEGER_WIDTH
            {
                return self.error_here(format!("integer types are at most {MAX_INTEGER_WIDTH} bits wide"));
            }
            self.bump();
            let ty = self.ctx.ty(kind);
            self.simple_types.insert(word, ty);
            return Ok(ty);
        }
        match word {
            "complex" => self.nested(|p| {
                p.bump();
                p.expect(Kind::Less, "`<`")?;
                let element = p.element_of(Holder::Complex)?;
                p.expect(Kind::Greater, "`>`")?;
                Ok(p.ctx.ty(TypeKind::Complex(element)))
            }),
            "tuple" => self.nested(|p| {
                p.bump();
                p.expect(Kind::Less, "`<`")?;
                let mut parts = Vec::new();
                if !p.eat(Kind::Greater) {
                    p.type_list(&mut parts)?;
                    p.expect(Kind::Greater, "`>` or `,`")?;
                }
                Ok(p.ctx.ty(TypeKind::Tuple(parts.into())))
            }),
            "vector" => self.nested(Self::vector_type),
            "tensor" => self.nested(Self::tensor_type),
            "memref" => self.nested(Self::memref_type),
            _ => self.expected("a type"),
        }
    }

    /// The extents of a shape right behind the current `<`. `None` is `*` (unranked).
    pub(super) fn dimensions(&mut self) -> Read<Option<Vec<Extent>>> {
        let bytes = self.text.as_bytes();
        if !self.at(Kind::Less) {
            return self.expected("`<`");
        }
        let mut at = lexer::skip_trivia(bytes, self.token.end as usize);
        if bytes.get(at) == Some(&b'*') {
            let x = lexer::skip_trivia(bytes, at + 1);
            if bytes.get(x) != Some(&b'x') {
                return self.shape_error(at, "expected `x` after `*`");
            }
            self.bump();
            self.seek(x + 1);
            return Ok(None);
        }
        let mut extents = Vec::new();
        loop {
            let start = at;
            let scalable = bytes.get(at) == Some(&b'[');
            if scalable {
                at = lexer::skip_trivia(bytes, at + 1);
            }
            let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
            let size = if digits > 0 {
                match self.slice_range(at, at + digits).parse::<u64>() {
                    Ok(size) if size <= i64::MAX as u64 => Some(size),
                    _ => return self.shape_error(at, "this extent does not fit 63 bits"),
                }
            } else if bytes.get(at) == Some(&b'?') && !scalable {
                None
            } else if scalable {
                return self.shape_error(start, "expected an extent after `[`");
            } else {
                break;
            };
            at = lexer::skip_trivia(bytes, at + digits.max(1));
            if scalable {
                if bytes.get(at) != Some(&b']') {
                    return self.shape_error(at, "expected `]` after a scalable extent");
                }
                at = lexer::skip_trivia(bytes, at + 1);
            }
            if bytes.get(at) != Some(&b'x') {
                return self.shape_error(at, "expected `x` between the extents of a shape");
            }
            at = lexer::skip_trivia(bytes, at + 1);
            extents.push(Extent { size, scalable });
        }
        self.bump();
        self.seek(at);
        Ok(Some(extents))
    }

    fn shape_error<T>(&mut self, at: usize, message: &str) -> Read<T> {
        self.error_at(Span::new(at, at + 1), message)
    }

    /// The type of elements, which MLIR restricts. Types of dialects may have the interface that it requests, so that only
    /// those are refused that are known not to.
    fn element_of(&mut self, holder: Holder) -> Read<TypeId> {
        let start = self.token.start;
        let element = self.read_type()?;
        let fits = match self.ctx.type_kind(element) {
            TypeKind::Integer { .. } | TypeKind::Float(_) => true,
            TypeKind::Index => holder != Holder::Complex,
            TypeKind::Complex(_) | TypeKind::Vector { .. } => {
                matches!(holder, Holder::Tensor | Holder::MemRef)
            }
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. } => holder == Holder::MemRef,
            TypeKind::Dialect { dialect, name, .. } | TypeKind::Opaque { dialect, name, .. } => {
                match (self.ctx.str(*dialect), self.ctx.str(*name)) {
                    // A floating-point number of the LLVM dialect.
                    ("llvm", "ppc_fp128") => true,
                    ("llvm", "ptr") => matches!(holder, Holder::Vector | Holder::Tensor),
                    ("llvm" | "pdl" | "transform", _) => holder == Holder::Tensor,
                    _ => true,
                }
            }
            TypeKind::None
            | TypeKind::Tuple(_)
            | TypeKind::Function { .. }
            | TypeKind::RankedTensor { .. }
            | TypeKind::UnrankedTensor(_) => false,
        };
        if fits {
            return Ok(element);
        }
        let holder = match holder {
            Holder::Complex => "complex number",
            Holder::Vector => "vector",
            Holder::Tensor => "tensor",
            Holder::MemRef => "memref",
        };
        let shown = super::type_text(&self.ctx, element);
        self.error_since(start, format!("`{shown}` is no type of elements of a {holder}"))
    }

    fn vector_type(&mut self) -> Read<TypeId> {
        self.bump();
        let start = self.token.start as usize;
        let Some(extents) = self.dimensions()? else {
            return self.shape_error(start, "vectors have a rank");
        };
        let mut shape = Vec::with_capacity(extents.len());
        for extent in extents {
            match extent.size {
                Some(0) => return self.shape_error(start, "extents of a vector are positive"),
                Some(size) => shape.push((size, extent.scalable)),
                None => return self.shape_error(start, "extents of a vector are static"),
            }
        }
        let element = self.element_of(Holder::Vector)?;
        self.expect(Kind::Greater, "`>`")?;
        Ok(self.ctx.ty(TypeKind::Vector { shape: shape.into(), element }))
    }

    fn plain_shape(&mut self, start: usize, extents: &[Extent]) -> Read<Box<[Dim]>> {
        if extents.iter().any(|extent| extent.scalable) {
            return self.shape_error(start, "only vectors have scalable extents");
        }
        Ok(extents.iter().map(|extent| extent.size).collect())
    }

    fn tensor_type(&mut self) -> Read<TypeId> {
        self.bump();
        let start = self.token.start as usize;
        let extents = self.dimensions()?;
        let element = self.element_of(Holder::Tensor)?;
        let encoding = if self.eat(Kind::Comma) { Some(self.read_attr(None)?) } else { None };
        self.expect(Kind::Greater, "`>`")?;
        match extents {
            Some(extents) => {
                let shape = self.plain_shape(start, &extents)?;
                Ok(self.ctx.ty(TypeKind::RankedTensor { shape, element, encoding }))
            }
            None if encoding.is_some() => self.shape_error(start, "an unranked tensor has no encoding"),
            None => Ok(self.ctx.ty(TypeKind::UnrankedTensor(element))),
        }
    }

    fn memref_type(&mut self) -> Read<TypeId> {
        self.bump();
        let start = self.token.start as usize;
        let extents = self.dimensions()?;
        let element = self.element_of(Holder::MemRef)?;
        let (mut layout, mut space) = (None, None);
        while self.eat(Kind::Comma) {
            let attr = self.read_attr(None)?;
            if self.is_layout(attr) && layout.is_none() && space.is_none() && extents.is_some() {
                layout = Some(attr);
            } else if space.is_none() {
                space = Some(attr);
            } else {
                return self.shape_error(start, "a memref has at most a layout and a memory space");
            }
        }
        self.expect(Kind::Greater, "`>`")?;
        if space.is_some_and(|space| !self.is_memory_space(space)) {
            return self.shape_error(start, "unsupported memory space");
        }
        // MLIR drops the default memory space and the identity layout.
        let zero = self.ctx.integer_attr(0, self.ctx.integer(64));
        let space = space.filter(|space| *space != zero);
        match extents {
            Some(extents) => {
                let shape = self.plain_shape(start, &extents)?;
                if let Some(message) = layout.and_then(|layout| self.layout_misfit(layout, shape.len())) {
                    return self.shape_error(start, &message);
                }
                let layout = layout.filter(|layout| !self.is_identity(*layout, shape.len()));
                Ok(self.ctx.ty(TypeKind::MemRef { shape, element, layout, space }))
            }
            None => Ok(self.ctx.ty(TypeKind::UnrankedMemRef { element, space })),
        }
    }

    /// `!d.t`, `!d.t<..>`, `!d<..>` or an alias; names without parameters are looked up once.
    fn dialect_type(&mut self) -> Read<TypeId> {
        let body_follows = self.text.as_bytes().get(self.token.end as usize) == Some(&b'<');
        if !body_follows
            && self.depth < MAX_NESTING
            && let Some(ty) = self.simple_types.get(self.spelling())
        {
            let ty = *ty;
            self.deepest = self.deepest.max(self.depth + 1);
            self.bump();
            return Ok(ty);
        }
        self.nested(Self::bang_type)
    }

    /// The same, read from the text.
    fn bang_type(&mut self) -> Read<TypeId> {
        let token = self.token;
        let text = self.slice(token);
        let body_follows = self.text.as_bytes().get(token.end as usize) == Some(&b'<');
        let Some((dialect, name)) = text[1..].split_once('.') else {
            if !body_follows {
                return self.type_alias(token);
            }
            self.bump();
            let dialect = &text[1..];
            let read = self.pretty(|p, name| {
                p.check_name(token.start, dialect, true, name)?;
                p.type_body(dialect, name)
            });
            if let Some(ty) = read? {
                return Ok(ty);
            }
            let (dialect, body) = (self.ident(dialect), self.opaque_body()?);
            return Ok(self.ctx.ty(TypeKind::Opaque { dialect, name: known::EMPTY, body }));
        };
        self.bump();
        self.check_name(token.start, dialect, true, name)?;
        if body_follows {
            return self.type_body(dialect, name);
        }
        let (dialect, name) = (self.ident(dialect), self.ident(name));
        let ty = self.ctx.ty(TypeKind::Dialect { dialect, name, params: Box::new([]) });
        self.simple_types.insert(text, ty);
        Ok(ty)
    }

    /// The type `!dialect.name` with the parameters that stand here between `<` and `>`, if any do.
    fn type_body(&mut self, dialect: &'s str, name: &'s str) -> Read<TypeId> {
        let (dialect_id, id) = (self.ident(dialect), self.ident(name));
        if !self.at(Kind::Less) {
            return Ok(self.ctx.ty(TypeKind::Dialect {
                dialect: dialect_id,
                name: id,
                params: Box::new([]),
            }));
        }
        self.known_type_body(dialect, name)
    }

    /// `<..>` as the body of `!dialect.name<..>`.
    pub(super) fn known_type_body(&mut self, dialect: &str, name: &str) -> Read<TypeId> {
        let id = self.ctx.ident(name);
        match dialect {
            "pdl" => return self.pdl_type(id),
            "llvm" => return self.llvm_type(name),
            _ => {}
        }
        let (dialect, body) = (self.ctx.ident(dialect), self.body(dialect, name)?);
        Ok(self.ctx.ty(match body {
            Body::Params(params) => TypeKind::Dialect { dialect, name: id, params },
            Body::Text(body) => TypeKind::Opaque { dialect, name: id, body },
        }))
    }

    /// `!pdl.range<value>`
    fn pdl_type(&mut self, name: Ident) -> Read<TypeId> {
        self.expect(Kind::Less, "`<`")?;
        if !["attribute", "operation", "type", "value"].contains(&self.spelling()) {
            return self.expected("`attribute`, `operation`, `type` or `value`");
        }
        let token = self.bump();
        let word = self.slice(token);
        let element = self.ident(word);
        let element = self.ctx.pdl_type(element);
        self.expect(Kind::Greater, "`>`")?;
        let inner = self.ctx.type_attr(element);
        Ok(self.ctx.ty(TypeKind::Dialect { dialect: known::D_PDL, name, params: Box::new([inner]) }))
    }
}

/// Types that are one word.
fn simple(word: &str) -> Option<TypeKind> {
    let integer = |digits: &str, signedness| {
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| TypeKind::Integer { width: digits.parse().unwrap_or(u32::MAX), signedness })
    };
    match word.as_bytes().first()? {
        b'i' if word == "index" => Some(TypeKind::Index),
        b'i' => integer(&word[1..], Signedness::Signless),
        b's' => integer(word.strip_prefix("si")?, Signedness::Signed),
        b'u' => integer(word.strip_prefix("ui")?, Signedness::Unsigned),
        b'n' if word == "none" => Some(TypeKind::None),
        b'f' | b'b' | b't' => {
            FloatKind::ALL.iter().find(|kind| kind.keyword() == word).map(|kind| TypeKind::Float(*kind))
        }
        _ => None,
    }
}
