//! Types of the llvm dialect: their grammar, the one spelling that MLIR prints, and their parts. The data model keeps
//! their parameters as text, since nothing but this dialect's own forms looks inside.

use std::sync::Arc;

use crate::data::{Context, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::number::integer;
use crate::text::parser::{Parser, Read};
use crate::text::{parse_whole, type_text};

/// Types of the dialect that are written without `!llvm.` inside of others.
const SHORT: [&str; 10] =
    ["void", "ptr", "struct", "array", "func", "label", "token", "metadata", "target", "x86_amx"];

/// The parameters of a type of this dialect.
#[derive(Default)]
struct Params {
    /// As MLIR prints them: types of the dialect stand without prefix, and an address space of 0 is left out.
    text: String,
    /// The fields of a structure, the element of an array, the result and the inputs of a function.
    types: Vec<TypeId>,
    /// The number of elements of an array.
    count: u64,
    /// A function takes more arguments than its inputs.
    variadic: bool,
}

impl Parser<'_> {
    /// `<..>` as the parameters of `!llvm.name`.
    pub(in crate::text) fn llvm_type(&mut self, name: &str) -> Read<TypeId> {
        let params = self.nested(|p| p.llvm_params(name))?;
        self.expect(Kind::Greater, "`>`")?;
        Ok(named(&self.ctx, name, &params.text))
    }

    /// An unsigned number of `bits` bits; a negative one is taken modulo their range.
    fn llvm_number(&mut self, bits: u32, what: &str) -> Read<u64> {
        let mask = u64::MAX >> (64 - bits);
        if self.at_keyword("true") || self.at_keyword("false") {
            return self.small_int(what).map(|value| value as u64 & mask);
        }
        let start = self.token.start;
        let negative = self.eat(Kind::Minus);
        let token = self.expect(Kind::Int, what)?;
        let value = integer(self.slice(token)).and_then(|value| u64::try_from(value).ok());
        let limit = mask >> u32::from(negative);
        match value.filter(|value| *value <= limit) {
            Some(value) if negative => Ok(value.wrapping_neg() & mask),
            Some(value) => Ok(value),
            None => self.error_since(start, format!("{what} fits {bits} bits")),
        }
    }

    /// `<` and the parameters behind it.
    fn llvm_params(&mut self, name: &str) -> Read<Params> {
        let mut params = Params::default();
        if name == "array" {
            self.expect(Kind::Less, "`<`")?;
            params.count = self.llvm_number(64, "the number of elements")?;
            self.expect_keyword("x")?;
            let element = self.llvm_inner()?;
            params.text = format!("{} x {}", params.count, inside(&self.ctx, element));
            params.types.push(element);
            return Ok(params);
        }
        self.expect(Kind::Less, "`<`")?;
        match name {
            "ptr" => {
                let space = self.llvm_number(32, "an address space")?;
                params.text = if space == 0 { String::new() } else { space.to_string() };
            }
            "struct" => self.llvm_struct(&mut params)?,
            "func" => {
                let result = self.llvm_inner()?;
                params.types.push(result);
                let list = self.llvm_types(&mut params, true)?;
                params.text = format!("{} {list}", inside(&self.ctx, result));
            }
            "target" => {
                params.text = self.spelling().to_owned();
                self.string("the name of a type")?;
                while self.eat(Kind::Comma) {
                    params.text.push_str(", ");
                    match self.at(Kind::Int) {
                        true => params.text.push_str(&self.small_int("a number")?.to_string()),
                        false => {
                            let ty = self.llvm_inner()?;
                            params.text.push_str(&inside(&self.ctx, ty));
                        }
                    }
                }
            }
            _ => return self.error_here(format!("`!llvm.{name}` has no parameters")),
        }
        Ok(params)
    }

    /// `"name", packed (i8, ptr)`, `"name", opaque` or `"name"`
    fn llvm_struct(&mut self, params: &mut Params) -> Read<()> {
        if self.at(Kind::Str) {
            params.text.push_str(self.spelling());
            self.bump();
            if self.at(Kind::Greater) {
                return Ok(());
            }
            self.expect(Kind::Comma, "`,` and fields")?;
            params.text.push_str(", ");
            if self.eat_keyword("opaque") {
                params.text.push_str("opaque");
                return Ok(());
            }
        }
        if self.eat_keyword("packed") {
            params.text.push_str("packed ");
        }
        let list = self.llvm_types(params, false)?;
        params.text.push_str(&list);
        Ok(())
    }

    /// `(i8, ptr, ...)`; the dots where `variadic` allows them.
    fn llvm_types(&mut self, params: &mut Params, variadic: bool) -> Read<String> {
        let mut texts: Vec<String> = Vec::new();
        self.expect(Kind::LParen, "`(` and types")?;
        self.list_until(Kind::RParen, "`)` or `,`", |p| {
            if variadic && p.at(Kind::Ellipsis) && p.peek().kind == Kind::RParen {
                p.bump();
                params.variadic = true;
                texts.push("...".into());
                return Ok(());
            }
            let ty = p.llvm_inner()?;
            texts.push(inside(&p.ctx, ty));
            params.types.push(ty);
            Ok(())
        })?;
        Ok(format!("({})", texts.join(", ")))
    }

    /// A type inside of a type of this dialect.
    fn llvm_inner(&mut self) -> Read<TypeId> {
        let name = self.spelling();
        if !self.at(Kind::Ident) || !SHORT.contains(&name) {
            return self.read_type();
        }
        self.bump();
        if self.at(Kind::Less) { self.llvm_type(name) } else { Ok(named(&self.ctx, name, "")) }
    }
}

/// Parameters of this dialect's attributes that are attributes of one kind: MLIR prints those without their name.
const IMPLIED: [(&str, &str); 6] = [
    ("file", "di_file"),
    ("compileUnit", "di_compile_unit"),
    ("type", "di_subroutine_type"),
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

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
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

/// The name of an `!llvm` type and the text between its brackets.
pub(crate) fn parts(ctx: &Context, ty: TypeId) -> Option<(&str, &str)> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, name, body } if ctx.str(*dialect) == "llvm" => {
            Some((ctx.str(*name), ctx.str(*body)))
        }
        TypeKind::Dialect { dialect, name, .. } if ctx.str(*dialect) == "llvm" => Some((ctx.str(*name), "")),
        _ => None,
    }
}

/// The parameters of an `!llvm` type of a name.
fn params(ctx: &Arc<Context>, ty: TypeId, name: &str) -> Option<Params> {
    let (found, body) = parts(ctx, ty)?;
    let read = |p: &mut Parser<'_>| {
        let params = p.llvm_params(name)?;
        p.expect(Kind::Greater, "`>`").map(|_| params)
    };
    if found == name { parse_whole(ctx, &format!("<{body}>"), "parameters", read).ok() } else { None }
}

/// A type as it is written inside of a type of this dialect.
fn inside(ctx: &Context, ty: TypeId) -> String {
    let text = type_text(ctx, ty);
    match parts(ctx, ty) {
        Some((name, _)) if SHORT.contains(&name) => text.trim_start_matches("!llvm.").to_owned(),
        _ => text,
    }
}

/// The number of elements of `!llvm.array<..>` and their type.
pub(crate) fn array(ctx: &Arc<Context>, ty: TypeId) -> Option<(u64, TypeId)> {
    let found = params(ctx, ty, "array")?;
    Some((found.count, *found.types.first()?))
}

/// `!llvm.array<count x element>`
pub(crate) fn array_of(ctx: &Context, count: u64, element: TypeId) -> TypeId {
    named(ctx, "array", &format!("{count} x {}", inside(ctx, element)))
}

/// The fields of `!llvm.struct<(..)>`; `None` of one that is packed or only named.
pub(crate) fn fields(ctx: &Arc<Context>, ty: TypeId) -> Option<Vec<TypeId>> {
    let found = params(ctx, ty, "struct")?;
    found.text.starts_with('(').then_some(found.types)
}

/// `!llvm.struct<(..)>`
pub(crate) fn structure(ctx: &Context, fields: &[TypeId]) -> TypeId {
    let fields: Vec<String> = fields.iter().map(|ty| inside(ctx, *ty)).collect();
    named(ctx, "struct", &format!("({})", fields.join(", ")))
}

/// The function type as its parts: parameters, result (none for `void`), and whether more arguments may follow.
pub(crate) struct Function {
    pub(crate) inputs: Vec<TypeId>,
    pub(crate) result: Option<TypeId>,
    pub(crate) variadic: bool,
}

/// The parts of `!llvm.func<..>`.
pub(crate) fn function(ctx: &Arc<Context>, ty: TypeId) -> Option<Function> {
    let mut params = params(ctx, ty, "func")?;
    let result = params.types.remove(0);
    let result = Some(result).filter(|ty| parts(ctx, *ty) != Some(("void", "")));
    Some(Function { inputs: params.types, result, variadic: params.variadic })
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

/// `!llvm.name<body>`, or `!llvm.name` without parameters.
pub(crate) fn named(ctx: &Context, name: &str, body: &str) -> TypeId {
    let (dialect, name) = (ctx.ident("llvm"), ctx.ident(name));
    ctx.ty(match body {
        "" => TypeKind::Dialect { dialect, name, params: Box::new([]) },
        _ => TypeKind::Opaque { dialect, name, body: ctx.ident(body) },
    })
}

/// How deep a position may reach into a type: each step reads the whole text of what it steps into.
const MAX_STEPS: usize = 256;

/// `!llvm.struct<(T, i1)>`
pub(super) fn with_flag(ctx: &Context, ty: TypeId) -> TypeId {
    structure(ctx, &[ty, ctx.integer(1)])
}

/// The type of the part of a structure or array that a position names.
pub(super) fn field(ctx: &Arc<Context>, ty: TypeId, position: &[i64]) -> Option<TypeId> {
    if position.len() > MAX_STEPS {
        return None;
    }
    position.iter().try_fold(ty, |ty, index| {
        let index = u64::try_from(*index).ok()?;
        if let Some(array) = params(ctx, ty, "array") {
            return array.types.first().filter(|_| index < array.count).copied();
        }
        params(ctx, ty, "struct")?.types.get(usize::try_from(index).ok()?).copied()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse_type;

    #[test]
    fn types_of_the_dialect_have_no_prefix_inside_of_others() {
        let ctx = Context::new();
        let spelled = |text: &str| parse_type(&ctx, text).map(|ty| type_text(&ctx, ty)).ok();
        for (given, printed) in [
            ("!llvm.struct<(i32, !llvm.ptr<0>)>", "!llvm.struct<(i32, ptr)>"),
            ("!llvm.array<3x!llvm.ptr<2>>", "!llvm.array<3 x ptr<2>>"),
            (
                "!llvm.struct<(vector<2x!llvm.ptr>, !llvm.ppc_fp128)>",
                "!llvm.struct<(vector<2x!llvm.ptr>, !llvm.ppc_fp128)>",
            ),
            (
                "!llvm<func<void(!llvm.struct<packed(i8)>, ...)>>",
                "!llvm.func<void (struct<packed (i8)>, ...)>",
            ),
            ("!llvm.struct<\"!llvm.ptr\",(i8)>", "!llvm.struct<\"!llvm.ptr\", (i8)>"),
        ] {
            assert_eq!(spelled(given).as_deref(), Some(printed));
            assert_eq!(spelled(printed).as_deref(), Some(printed));
        }
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
