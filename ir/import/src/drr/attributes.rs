//! Attributes and types that records write out: constants, cases of enumerations, types that can be built. Only what the
//! text of MLIR can say.

use std::fmt::Write;

use crate::records::{Record, Records};

/// The type that a constraint leaves no choice of, as MLIR writes it.
pub(crate) fn buildable(records: &Records, constraint: &str) -> Option<String> {
    let record = records.get(constraint)?;
    if record.is("TypeDef") && record.dag("parameters").is_none_or(|parameters| parameters.args.is_empty()) {
        let dialect = records.get(record.def("dialect")?)?.text("name")?;
        return record.text("mnemonic").map(|mnemonic| format!("!{dialect}.{mnemonic}"));
    }
    if !record.is("BuildableType") && !record.is("Type") {
        return None;
    }
    type_of_builder(record.text("builderCall")?)
}

/// The types that a constraint leaves a choice of, as MLIR writes them, where each can be written.
pub(crate) fn few(records: &Records, constraint: &str) -> Option<Vec<String>> {
    let record = records.get(constraint).filter(|record| record.is("AnyTypeOf"))?;
    let mut out = Vec::new();
    for one in record.defs("allowedTypes") {
        match buildable(records, one) {
            Some(written) => out.push(written),
            None => out.extend(few(records, one)?),
        }
    }
    out.sort();
    out.dedup();
    (!out.is_empty()).then_some(out)
}

/// The type that an expression over `$_builder` makes.
pub(crate) fn type_of_builder(call: &str) -> Option<String> {
    let call: String = call.split_whitespace().collect::<Vec<_>>().join("");
    let call = call.strip_prefix("$_builder.get")?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    let width = |name: &str, prefix: &str| -> Option<u32> {
        name.strip_prefix(prefix)?.strip_suffix("Type")?.parse().ok()
    };
    Some(match (name, arguments) {
        ("IndexType", "") => "index".to_owned(),
        ("NoneType", "") => "none".to_owned(),
        ("BF16Type", "") => "bf16".to_owned(),
        ("IntegerType", arguments) => {
            let (bits, sign) = arguments.split_once(',').unwrap_or((arguments, ""));
            let bits: u32 = bits.parse().ok()?;
            let prefix = match sign.trim_start_matches("/*isSigned=*/").trim_start_matches("/*signed=*/") {
                "" => "i",
                "true" => "si",
                "false" => "ui",
                _ => return None,
            };
            format!("{prefix}{bits}")
        }
        (name, "") => match (width(name, "I"), width(name, "F")) {
            (Some(bits), _) => format!("i{bits}"),
            (None, Some(bits)) => format!("f{bits}"),
            (None, None) => return None,
        },
        _ => return None,
    })
}

/// The type that an attribute has because of its constraint.
pub(crate) fn type_of_attribute(records: &Records, constraint: &str) -> Option<String> {
    let record = records.get(constraint)?;
    let typed =
        record.is("TypedAttrBase") && !record.is("ElementsAttrBase") && !record.is("DenseElementsAttrBase");
    typed.then(|| buildable(records, record.def("valueType")?)).flatten()
}

/// Tells if a record is one attribute rather than a condition on one.
pub(crate) fn is_constant(record: Record<'_>) -> bool {
    record.is("ConstantAttr") || record.is("EnumAttrCaseInfo") || record.is("EnumCase")
}

/// The attribute that a record is, as MLIR writes it.
pub(crate) fn constant(records: &Records, record: Record<'_>) -> Option<String> {
    if record.is("ConstantAttr") {
        return written(records, records.get(record.def("attr")?)?, record.text("value")?);
    }
    // A case of an enumeration that is an integer.
    let bits = record.number("bitwidth").unwrap_or(32);
    integer(record.number("value")?.into(), &format!("i{bits}"))
}

/// A value of a kind of attribute.
fn written(records: &Records, kind: Record<'_>, value: &str) -> Option<String> {
    let value = value.trim();
    if kind.is("DefaultValuedAttr") || kind.is("OptionalAttr") || kind.is("ConfinedAttr") {
        return written(records, records.get(kind.def("baseAttr")?)?, value);
    }
    if kind.is("EnumAttr") {
        let case = case(records, records.get(kind.def("enum")?)?, value)?;
        let name = kind.text("attrName")?;
        let word =
            case.text("str").filter(|word| word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))?;
        return Some(format!("#{name}<{word}>"));
    }
    if kind.is("EnumAttrInfo") || kind.is("IntEnumAttr") {
        let number = case(records, kind, value)?.number("value")?;
        return integer(number.into(), &format!("i{}", kind.number("bitwidth")?));
    }
    match kind.text("storageType")?.trim().trim_start_matches("::mlir::") {
        "BoolAttr" => matches!(value, "true" | "false").then(|| value.to_owned()),
        "UnitAttr" => Some("unit".to_owned()),
        "StringAttr" => Some(quoted(value.trim_matches('"'))),
        "IntegerAttr" => {
            let ty = buildable(records, kind.def("valueType")?)?;
            let number = match value {
                "true" => "1",
                "false" => "0",
                value => value,
            };
            integer(number.parse().ok()?, &ty)
        }
        "FloatAttr" => float(value, &buildable(records, kind.def("valueType")?)?),
        _ => None,
    }
}

/// A literal of a type of floats.
pub(crate) fn float(value: &str, ty: &str) -> Option<String> {
    let number: f64 = value.trim_end_matches('f').parse().ok()?;
    // MLIR wants a point in it: `{:?}` prints one.
    let text = format!("{number:?}");
    (number.is_finite() && text.contains('.')).then(|| format!("{text} : {ty}"))
}

/// An integer of a type, where it has the bits for it.
pub(crate) fn integer(number: i128, ty: &str) -> Option<String> {
    let bits = ty.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let bits: u32 = if bits.is_empty() { 64 } else { bits.parse().ok()? };
    let fits = bits >= 127 || (-(1_i128 << bits) < 2 * number + 1 && number < 1_i128 << bits);
    fits.then(|| format!("{number} : {ty}"))
}

/// The case of an enumeration that C++ calls this.
fn case<'a>(records: &'a Records, of: Record<'a>, value: &str) -> Option<Record<'a>> {
    let symbol = value.rsplit("::").next()?.trim();
    let mut cases = of.defs("enumerants").filter_map(|name| records.get(name));
    cases.find(|case| case.text("symbol") == Some(symbol) || case.text("str") == Some(symbol))
}

/// Sizes of groups as MLIR writes them.
pub(crate) fn sizes(sizes: &[usize]) -> String {
    let all: Vec<String> = sizes.iter().map(usize::to_string).collect();
    if all.is_empty() { "array<i32>".to_owned() } else { format!("array<i32: {}>", all.join(", ")) }
}

/// A string as MLIR writes it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_ascii_control() => {
                let _ = write!(out, "\\{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}
