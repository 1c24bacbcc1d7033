//! The names of the constraints on types and attributes in the records of a dialect.

use std::collections::HashMap;

use super::attributes::base;
use crate::predicate;
use crate::records::{Record, Records};

/// A condition with the name of the record that it comes from.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// A name, where the records give one.
    name: Option<String>,
    /// C++ over `$_self`, where types and attributes of dialects stand as MLIR writes them.
    text: String,
}

impl Constraint {
    /// The constraint of a record; `None` for a property, which is no attribute.
    pub(super) fn of_record(records: &Records, classes: &Classes, record: Record<'_>) -> Option<Constraint> {
        let text = |record: Record<'_>| {
            Some(classes.written(&predicate::condition(records, record.def("predicate")?)))
        };
        if record.is("PropConstraint") {
            return None;
        }
        let own = text(record)?;
        let generated = |record: Record<'_>| record.name.starts_with("anonymous_");
        let base = base(records, record);
        let named = match generated(record) {
            true if !generated(base) && text(base).as_ref() == Some(&own) => Some(base),
            true => None,
            false => Some(record),
        };
        Some(Constraint { name: named.map(|record| record.name.to_owned()), text: own })
    }
}

/// The constraints of one dialect by name. What has no name in the records is numbered.
#[derive(Default)]
pub(super) struct Constraints {
    /// Names and texts, in the order in which they were named.
    pub(super) texts: Vec<(String, String)>,
    known: HashMap<String, String>,
}

impl Constraints {
    /// The name of a constraint, which starts with `prefix` where it is numbered; empty for none.
    pub(super) fn name(&mut self, constraint: Option<&Constraint>, prefix: &str) -> String {
        let Some(Constraint { name, text }) = constraint else { return String::new() };
        if let Some(known) = self.known.get(text) {
            return known.clone();
        }
        let stem = name.as_ref().map_or(prefix.to_owned(), |name| format!("{name}_"));
        let like = |taken: &&(String, String)| taken.0.starts_with(prefix);
        let mut count = 1 + if name.is_none() { self.texts.iter().filter(like).count() } else { 0 };
        let mut chosen = name.clone().unwrap_or_else(|| format!("{prefix}{count}"));
        while self.texts.iter().any(|(taken, _)| *taken == chosen) {
            count += 1;
            chosen = format!("{stem}{count}");
        }
        self.texts.push((chosen.clone(), text.clone()));
        self.known.insert(text.clone(), chosen.clone());
        chosen
    }
}

/// The C++ classes of types and attributes, with what MLIR writes for them.
pub(super) struct Classes(HashMap<String, String>);

impl Classes {
    pub(super) fn new(records: &Records) -> Classes {
        let of_kind = |class: &'static str, sign: &'static str, key: &'static str| {
            records.instances(class).filter_map(move |record| {
                record.text("mnemonic")?;
                let dialect = records.get(record.def("dialect")?)?;
                (dialect.text("name")? != "builtin").then_some(())?;
                Some((
                    without_mlir(record.text("cppType")?).to_owned(),
                    format!("{sign}{}", record.text(key)?),
                ))
            })
        };
        Classes(of_kind("TypeDef", "!", "typeName").chain(of_kind("AttrDef", "#", "attrName")).collect())
    }

    /// A condition with `isa<!async.token>` for `isa<async::TokenType>`.
    fn written(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find("isa<") {
            let start = at + "isa<".len();
            let whole = !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let end = rest[start..].find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            out.push_str(&rest[..start]);
            let class = end.map_or("", |end| &rest[start..start + end]);
            let closed = rest[start + class.len()..].starts_with('>');
            out.push_str(
                self.0.get(without_mlir(class)).filter(|_| whole && closed).map_or(class, String::as_str),
            );
            rest = &rest[start + class.len()..];
        }
        out + rest
    }
}

/// A class without the namespace of MLIR.
fn without_mlir(class: &str) -> &str {
    let class = class.strip_prefix("::").unwrap_or(class);
    class.strip_prefix("mlir::").unwrap_or(class)
}
