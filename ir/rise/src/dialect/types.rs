//! Types and lengths of the dialect as text.

use assay_ir::data::Span;

use crate::nat::Nat;
use crate::syntax::tree::{Expr, ExprKind, Name, TypeTree};
use crate::types::Type;

/// A type with its prefix, as that of a value.
pub(super) fn with_prefix(ty: &Type) -> String {
    format!("!rise.{}", body(ty))
}

/// A type without its prefix.
pub(super) fn body(ty: &Type) -> String {
    match ty {
        Type::Array(length, element) => match length.number() {
            Some(number) => format!("array<{number}, {}>", body(element)),
            None => format!("array<\"{length}\", {}>", body(element)),
        },
        Type::Pair(one, two) => format!("tuple<{}, {}>", body(one), body(two)),
        Type::Fun(from, to) => format!("fun<{} -> {}>", body(from), body(to)),
        other => format!("scalar<{other}>"),
    }
}

/// A length as an attribute.
pub(super) fn nat(length: &Nat) -> String {
    match length.number() {
        Some(number) => format!("#rise.nat<{number} : i64>"),
        None => format!("#rise.nat<\"{length}\">"),
    }
}

/// The text between the brackets behind a word, with the word; `None` where there are none.
pub(super) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let (word, rest) = text.split_once('<')?;
    Some((word.trim(), rest.strip_suffix('>')?))
}

/// The parts of a list outside of brackets and quotes.
pub(super) fn parts<'t>(text: &'t str, sign: &str) -> Vec<&'t str> {
    let (mut depth, mut quoted, mut start, mut all) = (0usize, false, 0, Vec::new());
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b'<' if !quoted => depth += 1,
            // The arrow of a function is no bracket.
            b'>' if !quoted && (at == 0 || bytes[at - 1] != b'-') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && !quoted && text.is_char_boundary(at) && text[at..].starts_with(sign) {
            all.push(text[start..at].trim());
            start = at + sign.len();
            at = start;
            continue;
        }
        at += 1;
    }
    all.push(text[start..].trim());
    all
}

/// Deepest nesting of a type.
const DEEPEST: usize = 100;

/// A type from its text, with or without the prefix.
pub(super) fn type_tree(text: &str) -> Option<TypeTree> {
    inside(text.trim().trim_start_matches("!rise.").trim_start_matches("#rise."), DEEPEST)
}

fn inside(text: &str, levels: usize) -> Option<TypeTree> {
    let levels = levels.checked_sub(1)?;
    let (word, rest) = bracketed(text)?;
    match (word, &parts(rest, ",")[..]) {
        ("array", [length, element]) => {
            Some(TypeTree::Array(self::length(length)?, Box::new(inside(element, levels)?)))
        }
        ("tuple", [one, two]) => {
            Some(TypeTree::Pair(Box::new(inside(one, levels)?), Box::new(inside(two, levels)?)))
        }
        ("scalar", [name]) => Some(TypeTree::Name(Name { text: (*name).to_owned(), span: Span::NONE })),
        ("fun", _) => match &parts(rest, "->")[..] {
            [from, to] => Some(TypeTree::Fun(Box::new(inside(from, levels)?), Box::new(inside(to, levels)?))),
            _ => None,
        },
        _ => None,
    }
}

/// A length from its text: a number, or a polynomial in quotes.
pub(super) fn length(text: &str) -> Option<Expr> {
    let text = text.trim();
    let text = text.split(':').next()?.trim();
    match text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(polynomial) => crate::syntax::parse_length(polynomial),
        None if text.parse::<u64>().is_ok() => {
            Some(Expr { kind: ExprKind::Integer(text.to_owned()), span: Span::NONE })
        }
        None => None,
    }
}
