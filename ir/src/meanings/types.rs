//! Types that users describe: `!acme.fixed<I, F>` is `i(I + F)`, for numbers in the place of the names. Evaluates no operation.

use std::sync::Arc;

use super::retype::replaced;
use crate::data::{Context, Ident, TypeId, TypeKind};
use crate::spec::Registry;
use crate::spec::meaning::TypeMeaning;
use crate::text::{parse_type, type_text};

/// The greatest width of an integer.
const MOST_BITS: u64 = 1 << 12;

impl TypeMeaning {
    /// The parameters of a type, as texts in the order of the names; `None` where it has others.
    fn arguments(&self, ctx: &Context, ty: TypeId) -> Option<Vec<String>> {
        let text = type_text(ctx, ty);
        let body = match text.split_once('<') {
            Some((_, rest)) => rest.strip_suffix('>')?,
            None => "",
        };
        let all = split(body);
        // An integer is written with its type, or without.
        let word = |text: &str| match text.split_once(" : ") {
            Some((number, _)) if number.parse::<u64>().is_ok() => number.to_owned(),
            _ => text.to_owned(),
        };
        (all.len() == self.parameters.len()).then(|| all.into_iter().map(word).collect())
    }

    /// The number that a parameter of a type is.
    fn number(&self, ctx: &Context, ty: TypeId, parameter: &str) -> Option<u64> {
        let at = self.parameters.iter().position(|name| name == parameter)?;
        self.arguments(ctx, ty)?[at].parse().ok()
    }

    /// The type with these in the place of its parameters.
    pub(super) fn with(&self, ctx: &Arc<Context>, arguments: &[String]) -> Option<TypeId> {
        let value = |name: &str| {
            let at = self.parameters.iter().position(|parameter| parameter == name)?;
            Some(arguments[at].as_str())
        };
        parse_type(ctx, &substituted(&self.is, &value)?).ok()
    }
}

impl Registry {
    /// The type of the values of a type, for one that a user describes, and for vectors, tensors and memory of it.
    pub fn representation(&self, ctx: &Arc<Context>, ty: TypeId) -> TypeId {
        replaced(ctx, ty, &|ty| self.described_type(ctx, ty))
    }

    /// The type of the values of a type that a user describes.
    pub(super) fn described_type(&self, ctx: &Arc<Context>, ty: TypeId) -> Option<TypeId> {
        let meaning = self.meaning_of(ctx, ty)?;
        meaning.with(ctx, &meaning.arguments(ctx, ty)?)
    }

    /// The description of a type.
    pub fn meaning_of(&self, ctx: &Context, ty: TypeId) -> Option<&Arc<TypeMeaning>> {
        match ctx.type_kind(ty) {
            TypeKind::Dialect { dialect, name, .. } | TypeKind::Opaque { dialect, name, .. } => {
                self.type_meaning(*dialect, *name)
            }
            _ => None,
        }
    }

    /// The number that a parameter is in all of these types, or their elements, that have it.
    pub(super) fn parameter(&self, ctx: &Context, types: &[TypeId], name: Ident) -> Option<u64> {
        let number = |ty: &TypeId| {
            let ty = ctx.element_type(*ty).unwrap_or(*ty);
            let meaning = self.meaning_of(ctx, ty)?;
            meaning.number(ctx, ty, ctx.str(name))
        };
        let mut all = types.iter().filter_map(number);
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }
}

/// The parts of a list between its commas, those within brackets left out.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0i32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' | b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => {
                out.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        out.push(last);
    }
    out
}

/// The text of a type with values in the place of names, and numbers in that of sums behind `i`.
fn substituted<'v>(text: &str, value: &dyn Fn(&str) -> Option<&'v str>) -> Option<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        if word.is_empty() {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        rest = behind;
        if (word == "i" || word.ends_with("xi")) && behind.starts_with('(') {
            let mut sum = Sum { rest: behind, value };
            let bits = sum.factor().filter(|bits| (1..=MOST_BITS).contains(bits))?;
            out.push_str(&format!("{word}{bits}"));
            rest = sum.rest;
        } else {
            out.push_str(value(word).unwrap_or(word));
        }
    }
    Some(out)
}

/// A sum of products of numbers and names.
struct Sum<'t, 'v> {
    rest: &'t str,
    value: &'t dyn Fn(&str) -> Option<&'v str>,
}

impl Sum<'_, '_> {
    fn next_is(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<u64> {
        let mut total = self.product()?;
        loop {
            if self.next_is('+') {
                total = total.checked_add(self.product()?)?;
            } else if self.next_is('-') {
                total = total.checked_sub(self.product()?)?;
            } else {
                return Some(total);
            }
        }
    }

    fn product(&mut self) -> Option<u64> {
        let mut total = self.factor()?;
        while self.next_is('*') {
            total = total.checked_mul(self.factor()?)?;
        }
        Some(total)
    }

    fn factor(&mut self) -> Option<u64> {
        if self.next_is('(') {
            let inner = self.sum()?;
            return self.next_is(')').then_some(inner);
        }
        self.rest = self.rest.trim_start();
        let end =
            self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word.parse().ok().or_else(|| (self.value)(word)?.parse().ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> Option<String> {
        substituted(text, &|name| match name {
            "I" => Some("16"),
            "F" => Some("8"),
            "T" => Some("f32"),
            _ => None,
        })
    }

    #[test]
    fn names_are_replaced_and_sums_behind_i_are_computed() {
        assert_eq!(with("i(I + F)").as_deref(), Some("i24"));
        assert_eq!(with("i(2 * (I - F) + 1)").as_deref(), Some("i17"));
        assert_eq!(with("vector<4xi(I)>").as_deref(), Some("vector<4xi16>"));
        assert_eq!(with("tensor<2xf32>").as_deref(), Some("tensor<2xf32>"));
        assert_eq!(with("T").as_deref(), Some("f32"));
    }

    #[test]
    fn no_width_is_none_or_less_or_huge() {
        for text in ["i(F - I)", "i(F - F)", "i(I + G)", "i(I", "i()", "i(4096 * I)"] {
            assert_eq!(with(text), None, "{text}");
        }
    }

    #[test]
    fn parameters_stand_between_commas() {
        assert_eq!(split("16, 8"), ["16", "8"]);
        assert_eq!(split("tuple<i8, i8>, [1, 2]"), ["tuple<i8, i8>", "[1, 2]"]);
        assert!(split("").is_empty());
    }
}
