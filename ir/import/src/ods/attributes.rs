//! How the reader of texts writes the attributes of operations: the kind of each, its default, and the enumerations that
//! they name. `ir/ops/README.md` lists the kinds.

use std::collections::BTreeMap;

use crate::records::{Record, Records};

/// Attributes with C++ formats that are known to be written `<..>`.
const BODIES: [&str; 1] = ["llvm.constant_range"];

/// The width of an enumeration, and its keywords with their values.
pub(super) type Enumeration = (i64, Vec<(String, i64)>);

/// Reads constraints on attributes.
pub(super) struct Reader<'r> {
    pub(super) records: &'r Records,
    /// The enumerations that were named, by the names of their C++ classes.
    pub(super) enums: &'r mut BTreeMap<String, Enumeration>,
}

/// A record without the namespaces of MLIR in its C++ storage type.
fn storage<'a>(record: Record<'a>) -> &'a str {
    let text = record.text("storageType").unwrap_or_default().trim();
    let text = text.strip_prefix("::").unwrap_or(text);
    text.strip_prefix("mlir::").unwrap_or(text)
}

/// The cases of an enumeration: keyword, value and symbol.
fn cases<'a>(records: &'a Records, record: Record<'a>) -> Vec<(&'a str, i64, &'a str)> {
    let case = |name: &'a str| {
        let case = records.get(name)?;
        Some((case.text("str")?, case.number("value")?, case.text("symbol")?))
    };
    record.defs("enumerants").filter_map(case).collect()
}

/// The record of the enumeration behind an attribute: one that the attribute names, or itself.
fn enumeration<'a>(records: &'a Records, record: Record<'a>) -> Record<'a> {
    record.def("enum").and_then(|name| records.get(name)).unwrap_or(record)
}

/// A constraint without defaults and conditions.
pub(super) fn base<'a>(records: &'a Records, mut record: Record<'a>) -> Record<'a> {
    while let Some(inner) =
        ["baseAttr", "baseProperty"].iter().find_map(|key| record.def(key)).and_then(|name| records.get(name))
    {
        record = inner;
    }
    record
}

impl Reader<'_> {
    /// The kind of an attribute; `None` for one that forms cannot write.
    pub(super) fn kind(&mut self, record: Record<'_>) -> Option<String> {
        let records = self.records;
        let base = base(records, record);
        if base.is("Property") || base.is("PropConstraint") {
            return self.property(base);
        }
        let stored = storage(base);
        if stored == "UnitAttr" {
            return Some("unit".to_owned());
        }
        if base.name == "SymbolNameAttr" {
            return Some("symname".to_owned());
        }
        if base.is("EnumAttrInfo") {
            return Some(format!("enum({})", self.named(base)?));
        }
        if base.is("AttrDef") {
            return self.definition(base);
        }
        if let Some(kind) = record.def("valueType").and_then(|value| number(records, record, value, stored)) {
            return Some(kind);
        }
        if let Some(kind) = simple(stored) {
            return Some(kind.to_owned());
        }
        if let Some(element) = stored.strip_prefix("Dense").and_then(|rest| rest.strip_suffix("ArrayAttr"))
            && (element == "Bool" || is_width(element, &["I", "F"]))
        {
            return Some(format!("dense({})", element.to_lowercase().replace("bool", "i1")));
        }
        let class = base.text("storageType").unwrap_or_default().trim();
        let found = records.instances("AttrDef").find(|one| one.text("cppType") == Some(class));
        match found {
            Some(found) => self.definition(found),
            None => Some("any".to_owned()),
        }
    }

    /// Notes an enumeration and returns its name.
    fn named(&mut self, record: Record<'_>) -> Option<String> {
        let name = record.text("className")?.to_owned();
        // A form cannot name the case without a keyword.
        let keywords = cases(self.records, record)
            .into_iter()
            .filter(|(text, ..)| !text.contains(char::is_whitespace))
            .map(|(text, value, _)| (text.to_owned(), value));
        self.enums.insert(name.clone(), (record.number("bitwidth").unwrap_or(32), keywords.collect()));
        Some(name)
    }

    /// An attribute of a dialect, which is written without its name.
    fn definition(&mut self, record: Record<'_>) -> Option<String> {
        if record.text("mnemonic").is_none() {
            return Some("any".to_owned());
        }
        let name = record.text("attrName")?;
        let form = record.text("assemblyFormat").unwrap_or_default().trim();
        let body = form.starts_with("`<`") || BODIES.contains(&name);
        if form == "$value"
            && record.is("EnumAttr")
            && let Some(info) = record.def("enum").and_then(|info| self.records.get(info))
            && !info.is("BitEnumBase")
        {
            return Some(format!("word({name}:{})", self.named(info)?));
        }
        body.then(|| format!("flags({name})"))
    }

    fn property(&mut self, record: Record<'_>) -> Option<String> {
        if storage(record) == "bool" {
            let unit = record.name.contains("UnitProp") || record.is("UnitProp");
            return Some(if unit { "unit" } else { "bool" }.to_owned());
        }
        let info = self.records.get(record.def("enum")?)?;
        let word = if info.is("BitEnumBase") { "bits" } else { "enum" };
        let kind = format!("{word}({})", self.named(info)?);
        Some(match record.is("NamedEnumPropWithAttrForm") {
            true => format!("{}:{kind}", record.text("mnemonic")?),
            false => kind,
        })
    }

    /// The default as text, where there is one that can be said.
    pub(super) fn default(&self, record: Record<'_>, kind: Option<&str>) -> DefaultValue {
        let kind = kind.unwrap_or_default();
        if kind == "unit" && record.is("PropConstraint") {
            return DefaultValue::Text("false".to_owned());
        }
        let text = record.text("defaultValue").unwrap_or("std::nullopt");
        if text == "std::nullopt" || kind == "unit" || record.number("isOptional") == Some(1) {
            return DefaultValue::None;
        }
        let written = written_default(kind, unwrapped(text));
        let symbol = || self.symbol(record, kind, text.rsplit("::").next().unwrap_or(text));
        written.unwrap_or_else(symbol).map_or(DefaultValue::Unsaid, DefaultValue::Text)
    }

    /// The default that the symbol of a case stands for.
    fn symbol(&self, record: Record<'_>, kind: &str, symbol: &str) -> Option<String> {
        let base = base(self.records, record);
        let info = enumeration(self.records, base);
        let case = || cases(self.records, info).into_iter().find(|(.., other)| *other == symbol);
        if kind.contains("enum(") || kind.contains("bits(") {
            return Some(format!("{} : i{}", case()?.1, info.number("bitwidth").unwrap_or(32)));
        }
        let flags = kind.starts_with("flags(");
        if !(flags || kind.starts_with("word(")) || base.def("enum").is_none() {
            return None;
        }
        let (dialect, word) = base.text("attrName")?.split_once('.')?;
        let text = case()?.0;
        Some(if flags { format!("#{dialect}.{word}<{text}>") } else { format!("#{dialect}<{word} {text}>") })
    }
}

/// The default of an attribute.
pub(super) enum DefaultValue {
    /// There is none.
    None,
    /// There is one that cannot be said: the attribute counts as optional.
    Unsaid,
    /// An attribute as text.
    Text(String),
}

/// An attribute that is one number.
fn number(records: &Records, record: Record<'_>, value: &str, storage: &str) -> Option<String> {
    if value == "I64" && is_alignment(records, record) {
        return Some("alignment".to_owned());
    }
    if matches!(storage, "IntegerAttr" | "FloatAttr" | "BoolAttr") {
        match value {
            "I1" => return Some("bool".to_owned()),
            "Index" | "F32" | "F64" => return Some(value.to_lowercase()),
            _ => {}
        }
    }
    is_width(value, &["SI", "UI", "I"]).then(|| value.to_lowercase())
}

/// True for one of the words with a number behind it.
fn is_width(text: &str, words: &[&str]) -> bool {
    let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    words.iter().any(|word| text.strip_prefix(word).is_some_and(digits))
}

/// A power of two, perhaps optional.
fn is_alignment<'r>(records: &'r Records, mut record: Record<'r>) -> bool {
    loop {
        if record.is("IntValidAlignment") {
            return true;
        }
        let Some(inner) = record.def("baseAttr").and_then(|name| records.get(name)) else { return false };
        record = inner;
    }
}

fn simple(storage: &str) -> Option<&'static str> {
    Some(match storage {
        "StringAttr" => "str",
        "TypeAttr" => "type",
        "ArrayAttr" => "array",
        "DictionaryAttr" => "dict",
        "FlatSymbolRefAttr" | "SymbolRefAttr" => "sym",
        _ => return None,
    })
}

/// C++ without a cast around a number.
fn unwrapped(text: &str) -> &str {
    let cast = |text: &'_ str| -> Option<(usize, usize)> {
        let inside = text.strip_prefix("static_cast<")?.strip_suffix(')')?;
        let (kind, value) = inside.split_once(">(")?;
        let number = value.strip_prefix('-').unwrap_or(value);
        let kind = kind.strip_suffix("_t")?;
        let sized = is_width(kind, &["int", "uint"]) && !number.is_empty();
        let plain = sized && number.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| (text.len() - 1 - value.len(), text.len() - 1))
    };
    cast(text).map_or(text, |(start, end)| &text[start..end])
}

/// A default that the kind and the C++ text alone decide: `None` if they do not, `Some(None)` if it cannot be said.
fn written_default(kind: &str, text: &str) -> Option<Option<String>> {
    if kind == "bool" {
        return Some(match text {
            "0" | "false" => Some("false".to_owned()),
            "1" | "true" => Some("true".to_owned()),
            _ => None,
        });
    }
    if let Some(count) = ones(text) {
        return Some(Some(format!("dense<1> : tensor<{count}xi64>")));
    }
    if let Some(name) = kind.strip_prefix("flags(").and_then(|rest| rest.strip_suffix(')'))
        && text == "{}"
    {
        return Some(Some(format!("#{name}<{}>", if kind.contains("fastmath") { "none" } else { "" })));
    }
    if (kind == "index" || is_width(kind, &["si", "ui", "i"]))
        && let Some(value) = if text == "{}" { Some(0) } else { integer(text) }
    {
        return Some(Some(format!("{value} : {kind}")));
    }
    if kind == "str" {
        if text.is_empty() {
            return Some(Some("\"\"".to_owned()));
        }
        if text.contains('"') {
            return Some(Some(text.to_owned()));
        }
        if !text.contains("::") {
            return Some(Some(format!("\"{text}\"")));
        }
    }
    match (kind, text) {
        ("array", "{}") => return Some(Some("[]".to_owned())),
        ("dict", "{}") => return Some(Some("{}".to_owned())),
        _ => {}
    }
    let element = kind.strip_prefix("dense(").and_then(|rest| rest.strip_suffix(')'));
    element.filter(|_| text == "{}").map(|element| Some(format!("array<{element}>")))
}

fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let value = match digits.strip_prefix("0x") {
        Some(hex) if hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            i128::from_str_radix(hex, 16).ok()?
        }
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    Some(sign * value)
}

/// The number of ones in `{ static_cast<int64_t>(1), .. }`.
fn ones(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("{ ")?.strip_suffix(" }")?;
    let words: Vec<&str> = inside.split_whitespace().collect();
    let one = |word: &&str| word.strip_suffix(',').unwrap_or(word) == "static_cast<int64_t>(1)";
    (!words.is_empty() && words.iter().all(one)).then_some(words.len())
}
