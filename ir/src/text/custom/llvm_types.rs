//! Types of the llvm dialect as text: the one spelling that MLIR prints, and their parts. The data model keeps
//! such types as text, since nothing but this dialect's own forms looks inside.

use std::sync::Arc;

use crate::data::{Context, TypeId, TypeKind};
use crate::text::{parse_type, type_text};

/// Types of the dialect that are written without `!llvm.` inside of others.
const SHORT: [&str; 10] =
    ["void", "ptr", "struct", "array", "func", "label", "token", "metadata", "target", "x86_amx"];

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// The spelling that MLIR prints of the text between the brackets of an `!llvm` type: types of the dialect stand
/// without prefix in it, and `ptr<0>` is `ptr`.
pub(in crate::text) fn canonical(body: &str) -> String {
    let bytes = body.as_bytes();
    let mut out = String::with_capacity(body.len());
    // Whether each open bracket belongs to a type of this dialect.
    let mut open = vec![true];
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let ours = open.last() == Some(&true);
        let rest = &body[at..];
        let start = at;
        match byte {
            b'"' => at += string_length(rest),
            b'!' => {
                let word = word_length(&rest[1..]);
                let name = rest[1..=word].strip_prefix("llvm.");
                at += 1 + word;
                match name {
                    Some(name) if ours && SHORT.contains(&name) => {
                        out.push_str(name);
                        at += open_type(body, at, &mut out, &mut open, name);
                        continue;
                    }
                    _ => {
                        out.push_str(&rest[..=word]);
                        at += open_type(body, at, &mut out, &mut open, name.unwrap_or(""));
                        continue;
                    }
                }
            }
            _ if is_word(byte) => {
                let word = &rest[..word_length(rest)];
                out.push_str(word);
                at += word.len();
                let name = if ours && SHORT.contains(&word) { word } else { "" };
                at += open_type(body, at, &mut out, &mut open, name);
                continue;
            }
            b'<' | b'(' | b'[' | b'{' => {
                // The parameters of a function, and the fields of a packed structure.
                let behind = out.bytes().next_back().is_some_and(|last| is_word(last) || last == b'>');
                if byte == b'(' && ours && behind {
                    out.push(' ');
                }
                open.push(ours);
                at += 1;
            }
            b'-' if rest.starts_with("->") => at += 2,
            b'>' | b')' | b']' | b'}' => {
                if open.len() > 1 {
                    open.pop();
                }
                at += 1;
            }
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
        out.push_str(&body[start..at]);
    }
    out
}

/// Parameters of this dialect's attributes that are attributes of one kind: MLIR prints those without their name.
const IMPLIED: [(&str, &str); 5] = [
    ("file", "di_file"),
    ("compileUnit", "di_compile_unit"),
    ("domain", "alias_scope_domain"),
    ("base_type", "tbaa_type_desc"),
    ("access_type", "tbaa_type_desc"),
];

/// The spelling that MLIR prints of the text between the brackets of an `#llvm` attribute: where a parameter can
/// only be of one kind, `file = #llvm.di_file<..>` is `file = <..>`.
pub(in crate::text) fn canonical_attr(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find(['"', '#']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        if found.starts_with('"') {
            let (string, behind) = found.split_at(string_length(found));
            out.push_str(string);
            rest = behind;
            continue;
        }
        let name = found[1..].strip_prefix("llvm.").map(|name| &name[..word_length(name)]).unwrap_or("");
        let implied = IMPLIED.iter().any(|(key, kind)| {
            let written = out.strip_suffix(" = ").and_then(|text| text.strip_suffix(key));
            *kind == name && written.is_some_and(|text| !text.bytes().next_back().is_some_and(is_word))
        });
        let length = 1 + word_length(&found[1..]);
        if !(implied && found[length..].starts_with('<')) {
            out.push_str(&found[..length]);
        }
        rest = &found[length..];
    }
    out.push_str(rest);
    out
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| is_word(*byte)).count()
}

/// Bytes of the string literal at the start of a text.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !escaped => return index + 1,
            _ => escaped = byte == b'\\' && !escaped,
        }
    }
    text.len()
}

/// Copies the `<` behind a type's name; returns how many bytes that were.
fn open_type(body: &str, at: usize, out: &mut String, open: &mut Vec<bool>, name: &str) -> usize {
    let rest = &body[at..];
    if name == "ptr" && rest.starts_with("<0>") {
        return 3;
    }
    if !rest.starts_with('<') {
        return 0;
    }
    out.push('<');
    open.push(!name.is_empty());
    1
}

/// The name of an `!llvm` type and the text between its brackets.
pub(super) fn parts(ctx: &Context, ty: TypeId) -> Option<(&str, &str)> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, name, body } if ctx.str(*dialect) == "llvm" => {
            Some((ctx.str(*name), ctx.str(*body)))
        }
        TypeKind::Dialect { dialect, name, .. } if ctx.str(*dialect) == "llvm" => Some((ctx.str(*name), "")),
        _ => None,
    }
}

/// A type as it is written inside of a type of this dialect.
pub(super) fn inside(ctx: &Context, ty: TypeId) -> String {
    let text = type_text(ctx, ty);
    match parts(ctx, ty) {
        Some((name, _)) if SHORT.contains(&name) => text.trim_start_matches("!llvm.").to_owned(),
        _ => text,
    }
}

/// The type that a text inside of a type of this dialect means.
fn outside(ctx: &Arc<Context>, text: &str) -> Option<TypeId> {
    let text = text.trim();
    if SHORT.contains(&&text[..word_length(text)]) {
        return parse_type(ctx, &format!("!llvm.{text}")).ok();
    }
    parse_type(ctx, text).ok()
}

/// Splits `a, b<c, d>` at its outer commas.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut at) = (Vec::new(), 0usize, 0, 0);
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at += string_length(&text[at..]);
                continue;
            }
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'-' if text[at..].starts_with("->") => at += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// The function type as its parts: parameters, result (none for `void`), and whether more arguments may follow.
pub(super) struct Function {
    pub(super) inputs: Vec<TypeId>,
    pub(super) result: Option<TypeId>,
    pub(super) variadic: bool,
}

/// The parts of `!llvm.func<..>`.
pub(super) fn function(ctx: &Arc<Context>, ty: TypeId) -> Option<Function> {
    let (name, body) = parts(ctx, ty)?;
    let open = open_paren(body)?;
    let inside = body[open..].strip_prefix('(')?.strip_suffix(')')?;
    let result = body[..open].trim();
    let mut inputs = split(inside);
    let variadic = inputs.last() == Some(&"...");
    if variadic {
        inputs.pop();
    }
    let inputs: Option<Vec<TypeId>> = inputs.iter().map(|text| outside(ctx, text)).collect();
    let result = if result == "void" { None } else { Some(outside(ctx, result)?) };
    (name == "func").then_some(Function { inputs: inputs?, result, variadic })
}

/// Where the parameter list at the end of a function type's text starts.
fn open_paren(body: &str) -> Option<usize> {
    let (mut depth, mut at, mut last) = (0usize, 0, None);
    let bytes = body.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at += string_length(&body[at..]);
                continue;
            }
            b'(' if depth == 0 => {
                last = Some(at);
                depth += 1;
            }
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'-' if body[at..].starts_with("->") => at += 1,
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    last
}

/// `!llvm.func<result (inputs, ...)>`
pub(super) fn function_type(
    ctx: &Context,
    inputs: &[TypeId],
    result: Option<TypeId>,
    variadic: bool,
) -> TypeId {
    let mut list: Vec<String> = inputs.iter().map(|ty| inside(ctx, *ty)).collect();
    if variadic {
        list.push("...".into());
    }
    let result = result.map_or_else(|| "void".to_owned(), |ty| inside(ctx, ty));
    named(ctx, "func", &format!("{result} ({})", list.join(", ")))
}

/// `!llvm.name<body>`
pub(super) fn named(ctx: &Context, name: &str, body: &str) -> TypeId {
    ctx.ty(TypeKind::Opaque { dialect: ctx.ident("llvm"), name: ctx.ident(name), body: ctx.ident(body) })
}

/// How deep a position may reach into a type: each step looks at the whole text of what it steps into.
const MAX_STEPS: usize = 256;

/// `!llvm.struct<(T, i1)>`
pub(super) fn with_flag(ctx: &Context, ty: TypeId) -> TypeId {
    named(ctx, "struct", &format!("({}, i1)", inside(ctx, ty)))
}

/// The type of the part of a structure or array that a position names.
pub(super) fn field(ctx: &Arc<Context>, ty: TypeId, position: &[i64]) -> Option<TypeId> {
    if position.is_empty() {
        return Some(ty);
    }
    let (name, body) = parts(ctx, ty)?;
    let (last, steps) = position.split_last()?;
    if steps.len() >= MAX_STEPS {
        return None;
    }
    let inner =
        steps.iter().try_fold((name, body), |(name, body), index| named_parts(step(name, body, *index)?));
    let (name, body) = inner?;
    outside(ctx, step(name, body, *last)?)
}

/// The text of one part of a structure or array.
fn step<'t>(name: &str, body: &'t str, index: i64) -> Option<&'t str> {
    match name {
        "array" => {
            let (count, element) = body.split_once(" x ")?;
            let count: i64 = count.trim().parse().ok()?;
            (0..count).contains(&index).then_some(element)
        }
        "struct" => {
            let body = body.strip_prefix("packed ").unwrap_or(body);
            let fields = split(body).last()?.trim_start_matches("packed ");
            let fields = fields.strip_prefix('(')?.strip_suffix(')')?;
            split(fields).get(usize::try_from(index).ok()?).copied()
        }
        _ => None,
    }
}

/// `struct<(i8)>` as its name and what stands between the brackets.
fn named_parts(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let text = text.strip_prefix("!llvm.").unwrap_or(text);
    let (name, rest) = text.split_at(word_length(text));
    Some((name, rest.strip_prefix('<')?.strip_suffix('>')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_the_dialect_have_no_prefix_inside_of_others() {
        assert_eq!(canonical("(i32, !llvm.ptr<0>)"), "(i32, ptr)");
        assert_eq!(canonical("3 x !llvm.ptr<2>"), "3 x ptr<2>");
        assert_eq!(
            canonical("(vector<2x!llvm.ptr>, !llvm.ppc_fp128)"),
            "(vector<2x!llvm.ptr>, !llvm.ppc_fp128)"
        );
        assert_eq!(canonical("void(!llvm.struct<packed(i8)>, ...)"), "void (struct<packed (i8)>, ...)");
        assert_eq!(canonical(&canonical("\"!llvm.ptr\", (i8)")), "\"!llvm.ptr\", (i8)");
    }

    #[test]
    fn attributes_whose_kind_follows_have_no_name_inside_of_others() {
        assert_eq!(
            canonical_attr(
                r##"scope = #llvm.di_file<"file = #llvm.di_file<">, file = #llvm.di_file<"b" in "">"##
            ),
            r##"scope = #llvm.di_file<"file = #llvm.di_file<">, file = <"b" in "">"##
        );
        assert_eq!(canonical_attr("profile = #llvm.di_file<>"), "profile = #llvm.di_file<>");
    }

    #[test]
    fn parts_of_types_are_found() {
        let ctx = Context::new();
        let ty = |text: &str| parse_type(&ctx, text).expect("the texts of this test are types");
        let outer = ty("!llvm.struct<\"a,(\", (i8, array<4 x struct<(i1, ptr<3>)>>)>");
        assert_eq!(field(&ctx, outer, &[1, 2, 1]), Some(ty("!llvm.ptr<3>")));
        assert_eq!(field(&ctx, outer, &[2]), None);
        let found = function(&ctx, ty("!llvm.func<struct<(i8)> (i32, ...)>")).expect("a function");
        assert_eq!((found.inputs, found.variadic), (vec![ty("i32")], true));
        assert_eq!(found.result, Some(ty("!llvm.struct<(i8)>")));
    }
}
