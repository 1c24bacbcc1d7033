//! Attributes and types that C++ of a record makes, where the text of MLIR can say them: calls of `$_builder` and of `get` of an attribute with literals.

use super::attributes::{float, integer, quoted, type_of_builder};

/// A call: the last name of what is called, what it is called on, and its arguments.
struct Call<'t> {
    on: &'t str,
    name: &'t str,
    arguments: Vec<&'t str>,
}

/// The attribute that an expression makes, as MLIR writes it.
pub(crate) fn attribute(expression: &str) -> Option<String> {
    let text = compact(expression);
    let call = Call::read(without_cast(&text))?;
    let width = |prefix: &str, suffix: &str| -> Option<u32> {
        call.name.strip_prefix(prefix)?.strip_suffix(suffix)?.parse().ok()
    };
    if call.on == BUILDER {
        let sized =
            [("getI", "IntegerAttr", "i"), ("getSI", "IntegerAttr", "si"), ("getUI", "IntegerAttr", "ui")];
        for (prefix, suffix, ty) in sized {
            if let Some(bits) = width(prefix, suffix) {
                return integer(number(call.only()?)?, &format!("{ty}{bits}"));
            }
        }
        if let Some(bits) = width("getF", "FloatAttr") {
            return float(call.only()?, &format!("f{bits}"));
        }
        return match (call.name, &call.arguments[..]) {
            ("getUnitAttr", []) => Some("unit".to_owned()),
            ("getIndexAttr", [one]) => integer(number(one)?, "index"),
            ("getStringAttr", [one]) => string(one),
            ("getBoolAttr", [one]) => truth(one),
            ("getIntegerAttr", [ty, one]) => integer(number(one)?, &type_of_builder(ty)?),
            ("getFloatAttr", [ty, one]) => float(one, &type_of_builder(ty)?),
            ("getZeroAttr" | "getOneAttr", [ty]) => unit_of(call.name, &type_of_builder(ty)?),
            _ => None,
        };
    }
    match (call.on, call.name, &call.arguments[..]) {
        ("UnitAttr", "get", [_]) => Some("unit".to_owned()),
        ("StringAttr", "get", [_, one]) => string(one),
        ("BoolAttr", "get", [_, one]) => truth(one),
        ("IntegerAttr", "get", [ty, one]) => integer(number(one)?, &type_of_builder(ty)?),
        ("FloatAttr", "get", [ty, one]) => float(one, &type_of_builder(ty)?),
        _ => None,
    }
}

/// The number of the placeholder whose type an expression is.
pub(crate) fn type_of_placeholder(expression: &str) -> Option<usize> {
    compact(expression).strip_prefix('$')?.strip_suffix(".getType()")?.parse().ok()
}

const BUILDER: &str = "$_builder";

impl<'t> Call<'t> {
    fn read(text: &'t str) -> Option<Call<'t>> {
        let inside = text.strip_suffix(')')?;
        let open = inside.find('(')?;
        let (path, arguments) = (&inside[..open], &inside[open + 1..]);
        let (on, name) = path.rsplit_once("::").or_else(|| path.rsplit_once('.'))?;
        Some(Call { on, name, arguments: separated(arguments)? })
    }

    fn only(&self) -> Option<&'t str> {
        match self.arguments[..] {
            [one] => Some(one),
            _ => None,
        }
    }
}

/// The arguments of a call; `None` where parentheses do not fit.
fn separated(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut quoted, mut from, mut out) = (0_usize, false, 0, Vec::new());
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                out.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    if !text.is_empty() {
        out.push(&text[from..]);
    }
    (depth == 0 && !quoted).then_some(out)
}

/// An expression without blanks, comments and the namespaces of MLIR, but for what stands in quotes.
fn compact(expression: &str) -> String {
    let mut out = String::new();
    for (number, part) in quotes(expression).into_iter().enumerate() {
        if number % 2 == 1 {
            out.push_str(part);
            continue;
        }
        let mut rest = part;
        let mut code = String::new();
        while let Some((before, comment)) = rest.split_once("/*") {
            code.push_str(before);
            rest = comment.split_once("*/").map_or("", |(_, after)| after);
        }
        code.push_str(rest);
        let mut code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        for prefix in ["::mlir::", "::llvm::", "mlir::", "llvm::"] {
            code = code.replace(prefix, "");
        }
        out.push_str(&code);
    }
    out
}

/// A text in pieces, of which every second one is in quotes.
fn quotes(text: &str) -> Vec<&str> {
    let (mut pieces, mut from, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => {
                let end = if quoted { at + 1 } else { at };
                pieces.push(&text[from..end]);
                (from, quoted) = (end, !quoted);
            }
            _ => {}
        }
    }
    pieces.push(&text[from..]);
    pieces
}

/// `cast<T>(x)` as `x`.
fn without_cast(text: &str) -> &str {
    let inner = text.strip_prefix("cast<").and_then(|rest| rest.split_once(">("));
    inner.and_then(|(_, rest)| rest.strip_suffix(')')).map_or(text, without_cast)
}

fn number(text: &str) -> Option<i128> {
    match text {
        "true" => Some(1),
        "false" => Some(0),
        _ => text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok(),
    }
}

fn truth(text: &str) -> Option<String> {
    matches!(text, "true" | "false").then(|| text.to_owned())
}

/// A literal without escapes, as MLIR writes it.
fn string(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['\\', '"'])).then(|| quoted(inner))
}

/// Zero or one of a type.
fn unit_of(name: &str, ty: &str) -> Option<String> {
    let digit = if name == "getZeroAttr" { "0" } else { "1" };
    match ty.contains('f') {
        true => float(digit, ty),
        false => integer(number(digit)?, ty),
    }
}

#[cfg(test)]
mod tests {
    use super::{attribute, type_of_placeholder};

    #[test]
    fn attributes_of_literals_are_known() {
        for (expression, written) in [
            ("$_builder.getStringAttr(\"required  (equal), shapes\")", "\"required  (equal), shapes\""),
            ("$_builder.getI32IntegerAttr(-3)", "-3 : i32"),
            ("$_builder.getUI8IntegerAttr(200u)", "200 : ui8"),
            ("$_builder.getIntegerAttr($_builder.getIntegerType(8), 5)", "5 : i8"),
            ("::mlir::IntegerAttr::get($_builder.getI64Type(), /*value=*/7)", "7 : i64"),
            ("mlir::BoolAttr::get($_builder.getContext(), true)", "true"),
            ("$_builder.getF32FloatAttr(0.5f)", "0.5 : f32"),
            ("$_builder.getFloatAttr($_builder.getF64Type(), 2)", "2.0 : f64"),
            ("llvm::cast<TypedAttr>($_builder.getZeroAttr($_builder.getIndexType()))", "0 : index"),
            ("$_builder.getZeroAttr($_builder.getF16Type())", "0.0 : f16"),
            ("$_builder.getUnitAttr()", "unit"),
        ] {
            assert_eq!(attribute(expression).as_deref(), Some(written), "{expression}");
        }
        for expression in [
            "$_builder.getI8IntegerAttr(300)",
            "$_builder.getI32IntegerAttr($0)",
            "$_builder.getI32IntegerAttr(1 + 2)",
            "$_builder.getStringAttr(name)",
            "$_builder.getStringAttr(\"a\" \"b\")",
            "$_builder.getIntegerAttr($0.getType(), 1)",
            "$_builder.getI32IntegerAttr(1), 2",
            "other.getI32IntegerAttr(1)",
            "$_builder.getI32IntegerAttr(1) + f(2)",
            "IntegerAttr::get($_builder.getI64Type(), f())",
        ] {
            assert_eq!(attribute(expression), None, "{expression}");
        }
    }

    #[test]
    fn the_type_of_a_placeholder_is_its_number() {
        assert_eq!(type_of_placeholder(" $12 .getType()"), Some(12));
        assert_eq!(type_of_placeholder("$_self.getType()"), None);
        assert_eq!(type_of_placeholder("$0.getType().getElementType()"), None);
    }
}
