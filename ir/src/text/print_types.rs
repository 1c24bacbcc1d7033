//! Spells types, attributes and locations in their canonical form. Knows no operations.

use super::number::{self, push_number};
use crate::data::{
    AttrId, AttrKind, Context, DenseData, Dim, Ident, LocId, LocKind, Signedness, TypeId, TypeKind, known,
};

/// Whether a number carries its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elide {
    /// `1 : i64`
    Never,
    /// `1` for `i64` and `f64`, as in arrays.
    Default,
    /// `1` for every type: what stands around says it.
    Always,
}

// --- names and strings --------------------------------------------------------------------------------------

/// Tells if a text is written without quotes where a name stands.
pub(super) fn is_bare(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'))
}

/// `"text"` with escapes.
pub(super) fn quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c == '"' || c == '\\' || c.is_ascii_control()) {
        let (plain, tail) = rest.split_at(at);
        out.push_str(plain);
        let byte = tail.as_bytes()[0];
        let kept = tail.as_bytes().get(1..3).is_some_and(|hex| {
            matches!(hex[0], b'8' | b'9' | b'A'..=b'F') && matches!(hex[1], b'0'..=b'9' | b'A'..=b'F')
        });
        match byte {
            // The escape of a byte that is no UTF-8.
            b'\\' if kept => out.push('\\'),
            b'\\' => out.push_str("\\\\"),
            _ => out.push_str(&format!("\\{byte:02X}")),
        }
        rest = &tail[1..];
    }
    out.push_str(rest);
    out.push('"');
}

fn key(ctx: &Context, out: &mut String, name: Ident) {
    let text = ctx.str(name);
    if is_bare(text) { out.push_str(text) } else { quoted(out, text) }
}

/// `@name`, `@"any name"`
pub(super) fn symbol(ctx: &Context, out: &mut String, name: Ident) {
    out.push('@');
    key(ctx, out, name);
}

fn list<T: Copy>(out: &mut String, items: &[T], mut one: impl FnMut(&mut String, T)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        one(out, *item);
    }
}

/// `{a = b, c}`
pub(super) fn dictionary(ctx: &Context, out: &mut String, entries: &[(Ident, AttrId)]) {
    out.push('{');
    list(out, entries, |out, (name, value)| {
        key(ctx, out, name);
        if value != ctx.unit() {
            out.push_str(" = ");
            attr(ctx, out, value, Elide::Never);
        }
    });
    out.push('}');
}

// --- types --------------------------------------------------------------------------------------------------

pub(super) fn is_function(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::Function { .. })
}

fn shape(out: &mut String, shape: &[Dim]) {
    for extent in shape {
        match extent {
            Some(size) => push_number(out, *size),
            None => out.push('?'),
        }
        out.push('x');
    }
}

/// A type.
pub(super) fn ty(ctx: &Context, out: &mut String, id: TypeId) {
    match ctx.type_kind(id) {
        TypeKind::Integer { width, signedness } => {
            out.push_str(match signedness {
                Signedness::Signless => "i",
                Signedness::Signed => "si",
                Signedness::Unsigned => "ui",
            });
            push_number(out, u64::from(*width));
        }
        TypeKind::Index => out.push_str("index"),
        TypeKind::Float(kind) => out.push_str(kind.keyword()),
        TypeKind::None => out.push_str("none"),
        TypeKind::Complex(element) => {
            out.push_str("complex<");
            ty(ctx, out, *element);
            out.push('>');
        }
        TypeKind::Tuple(parts) => {
            out.push_str("tuple<");
            list(out, parts, |out, part| ty(ctx, out, part));
            out.push('>');
        }
        TypeKind::Function { inputs, results } => {
            out.push('(');
            list(out, inputs, |out, input| ty(ctx, out, input));
            out.push_str(") -> ");
            match &**results {
                [one] if !is_function(ctx, *one) => ty(ctx, out, *one),
                _ => {
                    out.push('(');
                    list(out, results, |out, result| ty(ctx, out, result));
                    out.push(')');
                }
            }
        }
        TypeKind::Vector { .. }
        | TypeKind::RankedTensor { .. }
        | TypeKind::UnrankedTensor(_)
        | TypeKind::MemRef { .. }
        | TypeKind::UnrankedMemRef { .. } => shaped(ctx, out, id),
        TypeKind::Dialect { dialect, name, params } => {
            out.push('!');
            out.push_str(ctx.str(*dialect));
            out.push('.');
            out.push_str(ctx.str(*name));
            if *dialect == known::D_PDL
                && *name == known::T_RANGE
                && let [element] = &**params
                && let Some(word) = pdl_element(ctx, *element)
            {
                out.push('<');
                out.push_str(word);
                out.push('>');
                return;
            }
            parameters(ctx, out, params);
        }
        TypeKind::Opaque { dialect, name, body } => {
            out.push('!');
            opaque(ctx, out, *dialect, *name, *body, true);
        }
    }
}

/// The bare word that MLIR writes in `!pdl.range<value>`.
fn pdl_element(ctx: &Context, element: AttrId) -> Option<&str> {
    let AttrKind::Type(inner) = ctx.attr_kind(element) else { return None };
    match ctx.type_kind(*inner) {
        TypeKind::Dialect { dialect, name, params } if *dialect == known::D_PDL && params.is_empty() => {
            Some(ctx.str(*name))
        }
        _ => None,
    }
}

fn shaped(ctx: &Context, out: &mut String, id: TypeId) {
    match ctx.type_kind(id) {
        TypeKind::Vector { shape, element } => {
            out.push_str("vector<");
            for (size, scalable) in shape {
                out.push_str(if *scalable { "[" } else { "" });
                push_number(out, *size);
                out.push_str(if *scalable { "]x" } else { "x" });
            }
            ty(ctx, out, *element);
        }
        TypeKind::RankedTensor { shape: extents, element, encoding } => {
            out.push_str("tensor<");
            shape(out, extents);
            ty(ctx, out, *element);
            option(ctx, out, *encoding);
        }
        TypeKind::UnrankedTensor(element) => {
            out.push_str("tensor<*x");
            ty(ctx, out, *element);
        }
        TypeKind::MemRef { shape: extents, element, layout, space } => {
            out.push_str("memref<");
            shape(out, extents);
            ty(ctx, out, *element);
            option(ctx, out, *layout);
            space_option(ctx, out, *space);
        }
        TypeKind::UnrankedMemRef { element, space } => {
            out.push_str("memref<*x");
            ty(ctx, out, *element);
            space_option(ctx, out, *space);
        }
        _ => {}
    }
    out.push('>');
}

fn option(ctx: &Context, out: &mut String, value: Option<AttrId>) {
    if let Some(value) = value {
        out.push_str(", ");
        attr(ctx, out, value, Elide::Never);
    }
}

fn space_option(ctx: &Context, out: &mut String, value: Option<AttrId>) {
    if let Some(value) = value {
        out.push_str(", ");
        attr(ctx, out, value, Elide::Default);
    }
}

fn parameters(ctx: &Context, out: &mut String, params: &[AttrId]) {
    if !params.is_empty() {
        out.push('<');
        list(out, params, |out, param| attr(ctx, out, param, Elide::Never));
        out.push('>');
    }
}

fn opaque(ctx: &Context, out: &mut String, dialect: Ident, name: Ident, body: Ident, brackets: bool) {
    out.push_str(ctx.str(dialect));
    if name != known::EMPTY {
        out.push('.');
        out.push_str(ctx.str(name));
    }
    if body != known::EMPTY || name == known::EMPTY || brackets {
        out.push('<');
        out.push_str(ctx.str(body));
        out.push('>');
    }
}

// --- attributes ---------------------------------------------------------------------------------------------

fn colon_type(ctx: &Context, out: &mut String, id: TypeId) {
    out.push_str(" : ");
    ty(ctx, out, id);
}

/// An attribute.
pub(super) fn attr(ctx: &Context, out: &mut String, id: AttrId, elide: Elide) {
    match ctx.attr_kind(id) {
        AttrKind::Unit => out.push_str("unit"),
        AttrKind::Integer { .. } | AttrKind::Float { .. } => scalar(ctx, out, id, elide),
        AttrKind::String { text, ty: kind } => {
            quoted(out, ctx.str(*text));
            if let (Some(kind), true) = (kind, elide != Elide::Always) {
                colon_type(ctx, out, *kind);
            }
        }
        AttrKind::Array(items) => {
            out.push('[');
            list(out, items, |out, item| attr(ctx, out, item, Elide::Default));
            out.push(']');
        }
        AttrKind::Dictionary(entries) => dictionary(ctx, out, entries),
        AttrKind::Type(id) => ty(ctx, out, *id),
        AttrKind::SymbolRef { root, nested } => {
            symbol(ctx, out, *root);
            for name in nested {
                out.push_str("::");
                symbol(ctx, out, *name);
            }
        }
        AttrKind::Dense { .. } | AttrKind::DenseArray { .. } | AttrKind::Sparse { .. } => {
            elements(ctx, out, id)
        }
        AttrKind::DenseResource { key: name, ty: kind } => {
            out.push_str("dense_resource<");
            key(ctx, out, *name);
            out.push('>');
            colon_type(ctx, out, *kind);
        }
        AttrKind::AffineMap(map) => {
            out.push_str("affine_map<");
            out.push_str(ctx.str(map.0));
            out.push('>');
        }
        AttrKind::IntegerSet(set) => {
            out.push_str("affine_set<");
            out.push_str(ctx.str(set.0));
            out.push('>');
        }
        AttrKind::Strided { strides, offset } => {
            let stride = |out: &mut String, stride: Option<i64>| match stride {
                Some(stride) => out.push_str(&stride.to_string()),
                None => out.push('?'),
            };
            out.push_str("strided<[");
            list(out, strides, stride);
            out.push(']');
            if *offset != Some(0) {
                out.push_str(", offset: ");
                stride(out, *offset);
            }
            out.push('>');
        }
        AttrKind::Distinct { number, inner } => {
            out.push_str("distinct[");
            push_number(out, *number);
            out.push_str("]<");
            if *inner != ctx.unit() {
                attr(ctx, out, *inner, Elide::Never);
            }
            out.push('>');
        }
        AttrKind::Location(loc) => {
            out.push_str("loc(");
            location(ctx, out, *loc);
            out.push(')');
        }
        AttrKind::Dialect { dialect, name, params } => {
            out.push('#');
            out.push_str(ctx.str(*dialect));
            out.push('.');
            out.push_str(ctx.str(*name));
            parameters(ctx, out, params);
        }
        AttrKind::Opaque { dialect, name, body, ty: kind } => {
            out.push('#');
            // Without a type, text with nothing in it stood between brackets: `#llvm.di_expression<>`.
            opaque(ctx, out, *dialect, *name, *body, kind.is_none());
            if let Some(kind) = kind {
                colon_type(ctx, out, *kind);
            }
        }
    }
}

fn scalar(ctx: &Context, out: &mut String, id: AttrId, elide: Elide) {
    match ctx.attr_kind(id) {
        AttrKind::Integer { value, ty: kind } => {
            let signless = |bits| {
                *ctx.type_kind(*kind) == TypeKind::Integer { width: bits, signedness: Signedness::Signless }
            };
            if signless(1) {
                out.push_str(if value.to_i64() == Some(0) { "false" } else { "true" });
                return;
            }
            out.push_str(&value.to_string());
            if elide == Elide::Never || elide == Elide::Default && !signless(64) {
                colon_type(ctx, out, *kind);
            }
        }
        AttrKind::Float { bits, ty: kind } => {
            let TypeKind::Float(format) = *ctx.type_kind(*kind) else { return };
            let text = number::float_text(*bits, format);
            let default = format == crate::data::FloatKind::F64;
            // A bit pattern without a type would read as an integer.
            let pattern = text.starts_with("0x");
            out.push_str(&text);
            if elide == Elide::Never || elide == Elide::Default && (!default || pattern) {
                colon_type(ctx, out, *kind);
            }
        }
        _ => {}
    }
}

fn element(ctx: &Context, out: &mut String, id: AttrId) {
    match ctx.attr_kind(id) {
        AttrKind::Array(parts) => {
            out.push('(');
            for (index, part) in parts.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                attr(ctx, out, *part, Elide::Always);
            }
            out.push(')');
        }
        _ => attr(ctx, out, id, Elide::Always),
    }
}

fn elements(ctx: &Context, out: &mut String, id: AttrId) {
    match ctx.attr_kind(id) {
        AttrKind::Dense { data, ty: kind } => {
            out.push_str("dense<");
            dense_inside(ctx, out, data, *kind);
            out.push('>');
            colon_type(ctx, out, *kind);
        }
        AttrKind::DenseArray { element: kind, values } => {
            out.push_str("array<");
            ty(ctx, out, *kind);
            if !values.is_empty() {
                out.push_str(": ");
                list(out, values, |out, value| attr(ctx, out, value, Elide::Always));
            }
            out.push('>');
        }
        AttrKind::Sparse { indices, values, ty: kind } => {
            out.push_str("sparse<");
            let start = out.len();
            inside_of(ctx, out, *indices);
            if out.len() > start {
                out.push_str(", ");
                inside_of(ctx, out, *values);
            }
            out.push('>');
            colon_type(ctx, out, *kind);
        }
        _ => {}
    }
}

fn inside_of(ctx: &Context, out: &mut String, id: AttrId) {
    if let AttrKind::Dense { data, ty: kind } = ctx.attr_kind(id) {
        dense_inside(ctx, out, data, *kind);
    }
}

fn dense_inside(ctx: &Context, out: &mut String, data: &DenseData, kind: TypeId) {
    match data {
        DenseData::Splat(one) => element(ctx, out, *one),
        DenseData::Hex(digits) => {
            out.push_str("\"0x");
            out.push_str(ctx.str(*digits));
            out.push('"');
        }
        DenseData::Elements(all) => {
            let extents: Vec<u64> = match ctx.type_kind(kind) {
                TypeKind::Vector { shape, .. } => shape.iter().map(|(size, _)| *size).collect(),
                TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                    shape.iter().map(|size| size.unwrap_or(0)).collect()
                }
                _ => vec![all.len() as u64],
            };
            if !all.is_empty() {
                nested(ctx, out, all, &extents);
            }
        }
    }
}

/// Elements in brackets by extents; as many brackets as extents.
fn nested(ctx: &Context, out: &mut String, all: &[AttrId], extents: &[u64]) {
    let Some((first, rest)) = extents.split_first() else {
        if let Some(one) = all.first() {
            element(ctx, out, *one);
        }
        return;
    };
    out.push('[');
    let chunk = all.len() / usize::try_from(*first).unwrap_or(1).max(1);
    for (index, part) in all.chunks(chunk.max(1)).enumerate() {
        out.push_str(if index > 0 { ", " } else { "" });
        nested(ctx, out, part, rest);
    }
    out.push(']');
}

// --- locations ----------------------------------------------------------------------------------------------

/// The inside of `loc(..)`.
pub(super) fn location(ctx: &Context, out: &mut String, id: LocId) {
    match ctx.loc_kind(id) {
        LocKind::Unknown => out.push_str("unknown"),
        LocKind::File { file, line, column, end } => {
            quoted(out, ctx.str(*file));
            out.push_str(&format!(":{line}:{column}"));
            match end {
                Some((last, column)) if last == line => out.push_str(&format!(" to :{column}")),
                Some((last, column)) => out.push_str(&format!(" to {last}:{column}")),
                None => {}
            }
        }
        LocKind::Name { name, child } => {
            quoted(out, ctx.str(*name));
            if let Some(child) = child {
                out.push('(');
                location(ctx, out, *child);
                out.push(')');
            }
        }
        LocKind::CallSite { callee, caller } => {
            out.push_str("callsite(");
            location(ctx, out, *callee);
            out.push_str(" at ");
            location(ctx, out, *caller);
            out.push(')');
        }
        LocKind::Fused { metadata, parts } => {
            out.push_str("fused");
            if let Some(metadata) = metadata {
                out.push('<');
                attr(ctx, out, *metadata, Elide::Never);
                out.push('>');
            }
            out.push('[');
            list(out, parts, |out, part| location(ctx, out, part));
            out.push(']');
        }
    }
}
