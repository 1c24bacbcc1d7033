//! `!llvm.func<..>` and the members of `!llvm.struct<..>`, `!llvm.array<..>`: types whose text is kept, taken apart
//! and put together where a custom form needs their parts.

use std::sync::Arc;

use crate::data::{Context, TypeId, TypeKind};
use crate::text::{parse_type, type_text};

/// The text of a type inside an llvm type, where `!llvm.` is left out.
fn inner_text(ctx: &Context, ty: TypeId) -> String {
    let text = type_text(ctx, ty);
    text.strip_prefix("!llvm.").map_or(text.clone(), str::to_owned)
}

/// A type from its text inside an llvm type.
fn inner_type(ctx: &Arc<Context>, text: &str) -> Option<TypeId> {
    let text = text.trim();
    parse_type(ctx, text).or_else(|_| parse_type(ctx, &format!("!llvm.{text}"))).ok()
}

/// `!llvm.func<result (inputs, ...)>`; more than one result is `None`.
pub(super) fn function_type(
    ctx: &Arc<Context>,
    inputs: &[TypeId],
    results: &[TypeId],
    variadic: bool,
) -> Option<TypeId> {
    let result = match results {
        [] => "void".to_owned(),
        [one] => inner_text(ctx, *one),
        _ => return None,
    };
    let mut parts: Vec<String> = inputs.iter().map(|ty| inner_text(ctx, *ty)).collect();
    if variadic {
        parts.push("...".into());
    }
    let body = ctx.ident(&format!("{result} ({})", parts.join(", ")));
    Some(ctx.ty(TypeKind::Opaque { dialect: ctx.ident("llvm"), name: ctx.ident("func"), body }))
}

/// Inputs, results and whether more arguments may follow.
pub(super) fn signature(ctx: &Arc<Context>, ty: TypeId) -> Option<(Vec<TypeId>, Vec<TypeId>, bool)> {
    let body = body_of(ctx, ty, "func")?;
    // The last bracket that stands outside of all others opens the list of inputs.
    let inside = body.strip_suffix(')')?;
    let open = outer_positions(inside, '(').into_iter().next_back()?;
    let (result, inputs) = (inside[..open].trim(), &inside[open + 1..]);
    let mut types = Vec::new();
    let mut variadic = false;
    for part in split(inputs) {
        if part.trim() == "..." {
            variadic = true;
        } else {
            types.push(inner_type(ctx, part)?);
        }
    }
    let results = if result == "void" { Vec::new() } else { vec![inner_type(ctx, result)?] };
    Some((types, results, variadic))
}

/// The type of one member of a structure or an array.
pub(super) fn member(ctx: &Arc<Context>, ty: TypeId, index: u64) -> Option<TypeId> {
    if let Some(body) = body_of(ctx, ty, "array") {
        let (_, element) = body.split_once('x')?;
        return inner_type(ctx, element);
    }
    let body = body_of(ctx, ty, "struct")?;
    let body = body.strip_prefix("packed").unwrap_or(body).trim();
    let body = match body.starts_with('"') {
        true => body.rsplit_once("\",")?.1.trim(),
        false => body,
    };
    let inside = body.strip_prefix('(')?.strip_suffix(')')?;
    inner_type(ctx, split(inside).into_iter().nth(usize::try_from(index).ok()?)?)
}

fn body_of<'c>(ctx: &'c Context, ty: TypeId, wanted: &str) -> Option<&'c str> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, name, body }
            if ctx.str(*dialect) == "llvm" && ctx.str(*name) == wanted =>
        {
            Some(ctx.str(*body))
        }
        _ => None,
    }
}

/// Where a character stands outside of all brackets.
fn outer_positions(text: &str, wanted: char) -> Vec<usize> {
    let mut depth = 0usize;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        if c == wanted && depth == 0 {
            found.push(at);
        }
        match c {
            '(' | '<' | '[' | '{' => depth += 1,
            ')' | '>' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    found
}

/// Parts between the commas outside of all brackets.
fn split(text: &str) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut start = 0;
    let mut parts = Vec::new();
    for at in outer_positions(text, ',') {
        parts.push(&text[start..at]);
        start = at + 1;
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_types_come_apart_and_together() {
        let ctx = Context::new();
        let ty = parse_type(&ctx, "!llvm.func<ptr (i32, struct<(i32, i64)>, ...)>").unwrap();
        let (inputs, results, variadic) = signature(&ctx, ty).unwrap();
        assert_eq!(inputs.len(), 2);
        assert_eq!(type_text(&ctx, results[0]), "!llvm.ptr");
        assert_eq!(function_type(&ctx, &inputs, &results, variadic), Some(ty));
        assert_eq!(member(&ctx, inputs[1], 1), Some(ctx.integer(64)));
    }
}
