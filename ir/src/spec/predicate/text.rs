//! Translation of the C++ texts that `tblgen-to-irdl` writes into `irdl.c_pred`: a reader for the few shapes that
//! MLIR's constraint definitions generate. What it does not recognise stays an uninterpreted text.

use super::{Predicate, TypeClass, classes};
use crate::data::{Context, Signedness};

/// Nesting that real texts stay far below; deeper text is left uninterpreted.
const MAX_DEPTH: usize = 64;

/// What a text says.
pub(super) fn translate(ctx: &Context, text: &str) -> Predicate {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    simplify(Reader { ctx, depth: 0 }.expression(&flat, "$_self"))
}

fn simplify(predicate: Predicate) -> Predicate {
    match predicate {
        Predicate::And(mut list) | Predicate::Or(mut list) if list.len() == 1 => list.remove(0),
        other => other,
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    ctx: &'a Context,
    depth: usize,
}

/// A step from the value to what a text talks about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Element,
    TypeOfAttr,
}

impl Reader<'_> {
    /// `a || b && !c`, about the variable that C++ calls `subject`.
    fn expression(self, text: &str, subject: &str) -> Predicate {
        if self.depth >= MAX_DEPTH {
            return self.unknown(text);
        }
        let deeper = Reader { depth: self.depth + 1, ..self };
        let text = text.trim();
        let parts = split(text, "||");
        if parts.len() > 1 {
            return Predicate::Or(parts.iter().map(|part| deeper.expression(part, subject)).collect());
        }
        let parts = split(text, "&&");
        if parts.len() > 1 {
            // `attr && (..)` asks for a value that is there, which it always is.
            let asked = parts.iter().filter(|part| part.trim() != subject);
            return simplify(Predicate::And(asked.map(|part| deeper.expression(part, subject)).collect()));
        }
        if let Some(rest) = text.strip_prefix('!') {
            return Predicate::Not(Box::new(deeper.expression(rest, subject)));
        }
        if let Some(inner) = enclosed(text) {
            return deeper.expression(inner, subject);
        }
        deeper.atom(text, subject).unwrap_or_else(|| self.unknown(text))
    }

    fn unknown(self, text: &str) -> Predicate {
        Predicate::Unknown(self.ctx.ident(text))
    }

    fn atom(self, text: &str, subject: &str) -> Option<Predicate> {
        if text == "true" {
            return Some(Predicate::True);
        }
        self.isa(text, subject)
            .or_else(|| self.lambda(text, subject))
            .or_else(|| self.all_of(text, subject))
            .or_else(|| self.element_or_self(text, subject))
            .or_else(|| self.compatible(text, subject))
            .or_else(|| self.comparison(text, subject))
            .or_else(|| self.method(text, subject))
    }

    /// `::llvm::isa<A, B>(path)`
    fn isa(self, text: &str, subject: &str) -> Option<Predicate> {
        let rest = strip_namespace(text).strip_prefix("isa<")?;
        let (names, argument) = rest.split_once(">(")?;
        let steps = path(argument.strip_suffix(')')?, subject)?;
        let of_class = |name: &str| classes::by_class(self.ctx, strip_namespace(name.trim()));
        let any = names.split(',').map(of_class).collect::<Option<Vec<_>>>()?;
        Some(along(&steps, simplify(Predicate::Or(any))))
    }

    /// `[](::mlir::Type x) { return E; }(path)`
    fn lambda(self, text: &str, subject: &str) -> Option<Predicate> {
        let rest = text.strip_prefix("[](")?;
        let (parameter, rest) = rest.split_once(") { return ")?;
        let (body, argument) = rest.rsplit_once("; }(")?;
        let steps = path(argument.strip_suffix(')')?, subject)?;
        let name = parameter.rsplit(' ').next()?;
        Some(along(&steps, self.expression(body, name)))
    }

    /// `::llvm::all_of(array, [&](::mlir::Attribute x) { return E; })`, or over the extents of a shape.
    fn all_of(self, text: &str, subject: &str) -> Option<Predicate> {
        let inner = strip_namespace(text).strip_prefix("all_of(")?.strip_suffix(')')?;
        let (range, function) = inner.split_once(", [")?;
        let (_, function) = function.split_once("](")?;
        let (parameter, function) = function.split_once(") { return ")?;
        let body = function.trim_end().strip_suffix("; }")?;
        let name = parameter.rsplit(' ').next()?;
        if let (Some(array), ">= 0") =
            (range.strip_suffix(".asArrayRef()"), body.trim().strip_prefix(name).unwrap_or("").trim())
        {
            let whole = self.ctx.ident(text);
            return Some(along(&path(array, subject)?, Predicate::NoneIsNegative(whole)));
        }
        if let Some(shape) = range.strip_suffix(".getShape()") {
            return Some(along(&path(shape, subject)?, extents_rule(body, name)?));
        }
        let steps = path(range, subject)?;
        Some(along(&steps, Predicate::ArrayOf(Box::new(self.expression(body, name)))))
    }

    /// `::mlir::LLVM::isCompatibleOuterType(path)` and the like.
    fn compatible(self, text: &str, subject: &str) -> Option<Predicate> {
        let (function, argument) = strip_namespace(text).strip_prefix("LLVM::")?.split_once('(')?;
        let steps = path(argument.strip_suffix(')')?, subject)?;
        Some(along(&steps, classes::by_function(self.ctx, function)?))
    }

    /// `path.getRank() == 3` and the like.
    fn comparison(self, text: &str, subject: &str) -> Option<Predicate> {
        const SIGNS: [&str; 5] = ["==", ">=", "<=", ">", "<"];
        let (sign, left, right) = SIGNS.iter().find_map(|sign| {
            let (left, right) = text.rsplit_once(&format!(" {sign} "))?;
            Some((*sign, left.trim(), right.trim()))
        })?;
        if let ("==", "ShapedType::kDynamic") = (sign, strip_namespace(right)) {
            let steps = path(left.strip_suffix(".asArrayRef().front()")?, subject)?;
            return Some(along(&steps, Predicate::FirstIsDynamic(self.ctx.ident(text))));
        }
        let number: u64 = right.parse().ok()?;
        let (min, max) = match sign {
            "==" => (number, number),
            ">=" => (number, u64::MAX),
            "<=" => (0, number),
            ">" => (number.checked_add(1)?, u64::MAX),
            _ => (0, number.checked_sub(1)?),
        };
        let (object, method) = left.rsplit_once('.')?;
        let steps = path(object, subject)?;
        let bound = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let predicate = match method.trim() {
            "getRank()" => Predicate::Rank { min, max },
            "size()" if min == max => Predicate::Length(number),
            "getStorageTypeIntegralWidth()" if min == max => {
                Predicate::QuantizedStorage(u32::try_from(number).ok()?)
            }
            "getInt()" if sign == ">=" || sign == ">" => {
                Predicate::IntRange { min: bound(min), max: i64::MAX }
            }
            "getInt()" if sign == "==" => Predicate::IntRange { min: bound(min), max: bound(max) },
            "getInt()" => Predicate::IntRange { min: i64::MIN, max: bound(max) },
            _ => return None,
        };
        Some(along(&steps, predicate))
    }

    /// `::mlir::getElementTypeOrSelf(path).isIndex()` and the like.
    fn element_or_self(self, text: &str, subject: &str) -> Option<Predicate> {
        let rest = strip_namespace(text).strip_prefix("getElementTypeOrSelf(")?;
        let (argument, method) = rest.split_once(").")?;
        let steps = path(argument, subject)?;
        let inner = self.method(&format!("$_self.{method}"), "$_self")?;
        let element = Predicate::Element(Box::new(inner.clone()));
        let itself = Predicate::And(vec![Predicate::Not(Box::new(classes::shaped())), inner]);
        Some(along(&steps, Predicate::Or(vec![itself, element])))
    }

    /// `path.isSignlessInteger(8)` and the like.
    fn method(self, text: &str, subject: &str) -> Option<Predicate> {
        let open = matching_open(text)?;
        let arguments = text[open + 1..].strip_suffix(')')?.trim();
        let (object, name) = text[..open].rsplit_once('.')?;
        if name == "isNegative" {
            let object = object.strip_suffix(".getValue()")?;
            return Some(along(&path(object, subject)?, Predicate::IntRange { min: i64::MIN, max: -1 }));
        }
        if name == "isStrictlyPositive" {
            let object = object.strip_suffix(".getValue()")?;
            return Some(along(&path(object, subject)?, Predicate::IntRange { min: 1, max: i64::MAX }));
        }
        if name == "isPowerOf2" {
            let steps = path(object.strip_suffix(".getValue()")?, subject)?;
            return Some(along(&steps, Predicate::PowerOfTwo(self.ctx.ident(text))));
        }
        if name == "isProjectedPermutation" {
            let steps = path(object.strip_suffix(".getAffineMap()")?, subject)?;
            return Some(along(&steps, Predicate::PlainDimensions(self.ctx.ident(text))));
        }
        if name == "isMinorIdentity" {
            let steps = path(object.strip_suffix(".getAffineMap()")?, subject)?;
            return Some(along(&steps, Predicate::MinorIdentity(self.ctx.ident(text))));
        }
        if name == "isIdentity" {
            let object = object.strip_suffix(".getLayout()")?;
            return Some(along(&path(object, subject)?, Predicate::IdentityLayout(self.ctx.ident(text))));
        }
        let steps = path(object, subject)?;
        let bits = match arguments {
            "" => None,
            number => Some(number.parse::<u32>().ok()?),
        };
        Some(along(&steps, type_method(name, bits)?))
    }
}

fn type_method(name: &str, bits: Option<u32>) -> Option<Predicate> {
    let integer = |sign| Predicate::Type(TypeClass::Integer(sign, bits));
    let (index, float) = (Predicate::Type(TypeClass::Index), Predicate::Type(TypeClass::Float(None)));
    let signless = integer(Some(Signedness::Signless));
    Some(match name {
        "isSignlessInteger" => signless,
        "isUnsignedInteger" => integer(Some(Signedness::Unsigned)),
        "isSignedInteger" => integer(Some(Signedness::Signed)),
        // MLIR 22's `Type::isInteger` looks at the width only.
        "isInteger" => integer(None),
        "isIndex" => index,
        "isIntOrIndex" => Predicate::Or(vec![integer(None), index]),
        "isIntOrFloat" => Predicate::Or(vec![integer(None), float]),
        "isIntOrIndexOrFloat" => Predicate::Or(vec![integer(None), index, float]),
        "isSignlessIntOrIndex" => Predicate::Or(vec![signless, index]),
        "isSignlessIntOrFloat" => Predicate::Or(vec![signless, float]),
        "isSignlessIntOrIndexOrFloat" => Predicate::Or(vec![signless, index, float]),
        "isFloat" => float,
        "hasTrait<::mlir::ValueSemantics>" => classes::value_semantics(),
        "hasRank" => classes::ranked(),
        "hasStaticShape" => Predicate::StaticShape,
        _ => return classes::float_keyword(&name.strip_prefix("is")?.to_lowercase()),
    })
}

fn extents_rule(body: &str, name: &str) -> Option<Predicate> {
    let rest = body.trim().strip_prefix(name)?.trim();
    if let Some(number) = rest.strip_prefix("!=") {
        return Some(Predicate::NoExtentIs(number.trim().parse().ok()?));
    }
    Some(Predicate::AllExtentsAre(rest.strip_prefix("==")?.trim().parse().ok()?))
}

/// The steps from `subject` to the value of an expression such as `cast<T>(subject).getElementType()`.
fn path(text: &str, subject: &str) -> Option<Vec<Step>> {
    let mut text = text.trim();
    let mut steps = Vec::new();
    loop {
        if text == subject {
            steps.reverse();
            return Some(steps);
        }
        if let Some(object) = text.strip_suffix(".getElementType()") {
            steps.push(Step::Element);
            text = object.trim_end();
        } else if let Some(object) = text.strip_suffix(".getType()") {
            steps.push(Step::TypeOfAttr);
            text = object.trim_end();
        } else if let Some(object) = text.strip_suffix(".getValue()") {
            // A type attribute and its type are one thing here.
            strip_namespace(object).starts_with("cast<::mlir::TypeAttr>").then_some(())?;
            text = object.trim_end();
        } else {
            let inner = strip_namespace(text).strip_prefix("cast<")?;
            let (class, argument) = inner.split_once(">(")?;
            // The element of a complex number is none of a shape.
            (!class.contains("RangeType") && !class.contains("ComplexType")).then_some(())?;
            text = argument.strip_suffix(')')?.trim();
        }
    }
}

fn along(steps: &[Step], mut predicate: Predicate) -> Predicate {
    for step in steps.iter().rev() {
        predicate = match step {
            Step::Element => Predicate::Element(Box::new(predicate)),
            Step::TypeOfAttr => Predicate::TypeOfAttr(Box::new(predicate)),
        };
    }
    predicate
}

fn strip_namespace(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let rest = text.strip_prefix("::").unwrap_or(text);
        let rest = rest.strip_prefix("llvm::").or_else(|| rest.strip_prefix("mlir::")).unwrap_or(rest);
        if rest.len() == text.len() {
            return text;
        }
        text = rest;
    }
}

/// The parts between top-level occurrences of `separator`.
fn split<'a>(text: &'a str, separator: &str) -> Vec<&'a str> {
    let bytes = text.as_bytes();
    let (mut depth, mut start, mut at) = (0i32, 0, 0);
    let mut parts = Vec::new();
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth -= 1,
            _ if depth == 0 && bytes[at..].starts_with(separator.as_bytes()) => {
                parts.push(&text[start..at]);
                at += separator.len();
                start = at;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    parts.push(&text[start..]);
    parts
}

/// The text between parentheses that enclose all of it.
fn enclosed(text: &str) -> Option<&str> {
    (matching_open(text)? == 0).then(|| &text[1..text.len() - 1])
}

/// Where the parenthesis opens that the last character closes.
fn matching_open(text: &str) -> Option<usize> {
    if !text.ends_with(')') {
        return None;
    }
    let mut depth = 0i32;
    for (at, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, holds_for: &[&str], fails_for: &[&str]) {
        let ctx = Context::new();
        let predicate = translate(&ctx, text);
        assert!(predicate.unknown_texts().is_empty(), "{text} has untranslated parts: {predicate:?}");
        let scalar = |name: &str| match name {
            "index" => ctx.index(),
            "f32" => ctx.ty(crate::data::TypeKind::Float(crate::data::FloatKind::F32)),
            _ => ctx.integer(name[1..].parse().unwrap()),
        };
        let ty = |name: &str| match name.strip_prefix("vector of ") {
            Some(element) => ctx.ty(crate::data::TypeKind::Vector {
                shape: Box::new([(4, false)]),
                element: scalar(element),
            }),
            None => scalar(name),
        };
        for name in holds_for {
            assert_eq!(predicate.holds(&ctx, ctx.type_attr(ty(name))), Some(true), "{text} on {name}");
        }
        for name in fails_for {
            assert_eq!(predicate.holds(&ctx, ctx.type_attr(ty(name))), Some(false), "{text} on {name}");
        }
    }

    #[test]
    fn the_identity_layout_is_decided_on_a_type() {
        let ctx = Context::new();
        let text = "::llvm::cast<::mlir::MemRefType>($_self).getLayout().isIdentity()";
        let predicate = translate(&ctx, text);
        assert_eq!(predicate.unknown_texts().len(), 1, "no encoding has layouts");
        for (ty, holds) in [("memref<4xf32>", true), ("memref<4xf32, strided<[2]>>", false), ("f32", false)] {
            let ty = crate::text::parse_type(&ctx, ty).unwrap();
            assert_eq!(predicate.holds(&ctx, ctx.type_attr(ty)), Some(holds));
        }
    }

    #[test]
    fn a_dynamic_first_element_is_decided_on_an_array() {
        let ctx = Context::new();
        let text = "::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef().front() == ::mlir::ShapedType::kDynamic";
        let predicate = translate(&ctx, text);
        assert_eq!(predicate.unknown_texts().len(), 1, "no encoding has the elements");
        for (array, holds) in [
            ("array<i64: -9223372036854775808, 4>", true),
            ("array<i64: 4, -9223372036854775808>", false),
            ("array<i64>", false),
        ] {
            let array = crate::text::parse_attr(&ctx, array).unwrap();
            assert_eq!(predicate.holds(&ctx, array), Some(holds));
        }
    }

    #[test]
    fn attributes_of_transfers_and_positions_are_decided() {
        let ctx = Context::new();
        let holds = |text: &str, attr: &str| {
            let predicate = translate(&ctx, text);
            assert_eq!(predicate.unknown_texts().len(), 1, "no encoding has the elements");
            predicate.holds(&ctx, crate::text::parse_attr(&ctx, attr).unwrap())
        };
        let positions = "::llvm::all_of(::llvm::cast<::mlir::DenseI64ArrayAttr>($_self).asArrayRef(), [](int64_t position) { return position >= 0; })";
        for (array, answer) in
            [("array<i64: 0, 4>", true), ("array<i64: 4, -1>", false), ("array<i64>", true)]
        {
            assert_eq!(holds(positions, array), Some(answer));
        }
        let minor = "::llvm::cast<::mlir::AffineMapAttr>($_self).getAffineMap().isMinorIdentity()";
        for (map, answer) in [
            ("(d0, d1) -> (d1)", true),
            ("(d0, d1) -> (d0, d1)", true),
            ("(d0, d1) -> (d0)", false),
            ("(d0) -> (0)", false),
        ] {
            assert_eq!(holds(minor, &format!("affine_map<{map}>")), Some(answer));
        }
    }

    #[test]
    fn alignments_are_decided_as_numbers_of_their_type() {
        let ctx = Context::new();
        let text = "::llvm::cast<::mlir::IntegerAttr>($_self).getValue().isPowerOf2()";
        let predicate = translate(&ctx, text);
        assert!(predicate.unknown_texts().is_empty());
        for (number, answer) in [
            ("1 : i64", true),
            ("64 : i64", true),
            ("0 : i64", false),
            ("12 : i64", false),
            ("-2147483648 : i64", false),
            ("-2147483648 : i32", true),
            ("-9223372036854775808 : i64", true),
            ("-4 : i64", false),
            ("8.0 : f64", false),
        ] {
            let attr = crate::text::parse_attr(&ctx, number).unwrap();
            assert_eq!(predicate.holds(&ctx, attr), Some(answer), "{number}");
        }
    }

    #[test]
    fn type_methods_are_translated() {
        check("($_self.isSignlessIntOrIndex())", &["i32", "index"], &["f32", "vector of i32"]);
        check("($_self.isSignlessInteger(1))", &["i1"], &["i2", "index"]);
        check("(::llvm::isa<::mlir::FloatType>($_self))", &["f32"], &["i32"]);
    }

    #[test]
    fn lambdas_over_the_element_type_are_translated() {
        let text = "[](::mlir::Type elementType) { return ((elementType.isSignlessInteger())) || \
                    ((::llvm::isa<::mlir::FloatType>(elementType))); }\
                    (::llvm::cast<::mlir::ShapedType>($_self).getElementType())";
        check(text, &["vector of i32", "vector of f32"], &["i32", "vector of index"]);
    }

    #[test]
    fn the_element_type_or_the_type_itself_is_translated() {
        let text = "::mlir::getElementTypeOrSelf($_self).isSignlessIntOrIndex()";
        check(text, &["i32", "index", "vector of i32"], &["f32", "vector of f32"]);
    }

    #[test]
    fn ranks_and_extents_are_translated() {
        check("(::llvm::cast<::mlir::VectorType>($_self).getRank() > 0)", &["vector of i32"], &["i32"]);
        check("(::llvm::cast<::mlir::ShapedType>($_self).getRank()\n     == 3)", &[], &["vector of i32"]);
        let all = "(::llvm::all_of(::llvm::cast<::mlir::RankedTensorType>($_self).getShape(), [](auto v) { return v != 0; }))";
        check(all, &["vector of i32"], &[]);
    }

    #[test]
    fn negation_binds_to_what_follows() {
        check("!((::llvm::isa<::mlir::IndexType>($_self)))", &["i32"], &["index"]);
    }

    #[test]
    fn an_untranslated_text_leaves_the_answer_open_unless_another_part_decides() {
        let ctx = Context::new();
        let predicate = translate(&ctx, "(foo($_self)) && ($_self.isIndex())");
        let value = |ty| ctx.type_attr(ty);
        assert_eq!(predicate.holds(&ctx, value(ctx.index())), None);
        assert_eq!(predicate.holds(&ctx, value(ctx.integer(1))), Some(false));
        assert_eq!(predicate.unknown_texts(), [ctx.ident("foo($_self)")]);
    }

    #[test]
    fn deep_text_is_left_open_instead_of_exhausting_the_stack() {
        let ctx = Context::new();
        let text = format!("{}true{}", "(".repeat(10_000), ")".repeat(10_000));
        assert_eq!(translate(&ctx, &text).unknown_texts().len(), 1);
    }
}
