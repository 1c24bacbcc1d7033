//! What the record of one operation says, apart from what its dialect names: groups of values, attributes, regions, traits,
//! type rules.

use std::collections::BTreeMap;

use super::attributes::{DefaultValue, Enumeration, Reader};
use super::constraints::{Classes, Constraint};
use super::data::{Attribute, Group, Listed, Operation, Rule};
use super::form::FormSource;
use super::relations;
use super::types;
use crate::records::{ArgValue, Record, Records};

impl Operation {
    pub(super) fn read(
        records: &Records,
        classes: &Classes,
        enums: &mut BTreeMap<String, Enumeration>,
        record: Record<'_>,
    ) -> Option<Operation> {
        let dialect = dialect(records, record)?;
        let mut attributes = Reader { records, enums };
        let traits = records.traits(record);
        let mut operation = Operation {
            name: format!("{dialect}.{}", record.text("opName")?),
            namespace: namespace(record),
            class: class_name(record.name).to_owned(),
            ins: Vec::new(),
            outs: Vec::new(),
            attributes: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            traits: traits.iter().filter_map(|one| trait_name(*one)).collect(),
            native_traits: traits.iter().filter_map(|one| native_trait(*one)).collect(),
            interfaces: Vec::new(),
            verifiers: Vec::new(),
            simplified: simplified(record),
            relations: Default::default(),
            form: None,
            cpp: record.number("hasCustomAssemblyFormat") == Some(1),
            default_dialect: default_dialect(record, &traits, &dialect),
        };
        let mut listed = Listed::default();
        for (index, (name, kind)) in arguments(records, record, "arguments").into_iter().enumerate() {
            let name = name.unwrap_or_else(|| format!("unnamed{index}"));
            let kind = stripped(records, kind);
            if kind.is("TypeConstraint") {
                listed.ins.push((name.clone(), kind));
                operation.ins.push(group(records, classes, name, kind));
            } else {
                operation.attributes.push(attribute(&mut attributes, classes, name, kind));
            }
        }
        let results = arguments(records, record, "results");
        let lone = results.len() == 1;
        for (index, (name, kind)) in results.into_iter().enumerate() {
            let number = if lone { String::new() } else { index.to_string() };
            let name = name.unwrap_or_else(|| format!("result{number}"));
            let kind = stripped(records, kind);
            listed.outs.push((name.clone(), kind));
            operation.outs.push(group(records, classes, name, kind));
        }
        for (index, (name, kind)) in arguments(records, record, "regions").into_iter().enumerate() {
            let name = name.unwrap_or_else(|| format!("region{index}"));
            let many = many(kind);
            let constraint = Constraint::of_record(records, classes, kind);
            operation.regions.push(Group { name, many, constraint });
        }
        for (name, kind) in arguments(records, record, "successors") {
            let many = if kind.is("VariadicSuccessor") { "*" } else { "" };
            operation.successors.push(Group { name: name.unwrap_or_default(), many, constraint: None });
        }
        operation.interfaces = interfaces(&traits);
        operation.verifiers = verifiers(records, record, &operation.interfaces);
        operation.relations = relations::relations(records, &operation, &traits);
        if let Some(text) = record.text("assemblyFormat") {
            let rules = rules(records, &operation, &listed, &traits);
            let source = FormSource { records, operation: &operation, values: &listed, dialect: &dialect };
            operation.form = source.read(text, &rules).ok();
        }
        Some(operation)
    }
}

/// The name of an operation's dialect.
pub(super) fn dialect(records: &Records, record: Record<'_>) -> Option<String> {
    Some(records.get(record.def("opDialect")?)?.text("name")?.to_owned())
}

/// Names and records in a dag.
fn arguments<'r>(records: &'r Records, record: Record<'r>, field: &str) -> Vec<(Option<String>, Record<'r>)> {
    let args = record.dag(field).map(|dag| dag.args).unwrap_or_default();
    let argument = |arg: crate::records::Arg<'r>| match arg.value {
        ArgValue::Def(kind) => Some((arg.name.map(str::to_owned), records.get(kind)?)),
        _ => None,
    };
    args.into_iter().filter_map(argument).collect()
}

/// A constraint without what is said about effects.
fn stripped<'r>(records: &'r Records, mut kind: Record<'r>) -> Record<'r> {
    while kind.is("OpVariable") {
        let Some(inner) = kind.def("constraint").and_then(|name| records.get(name)) else { break };
        kind = inner;
    }
    kind
}

fn many(kind: Record<'_>) -> &'static str {
    if kind.is("VariadicRegion") {
        "*"
    } else if kind.is("VariadicOfVariadic") {
        "**"
    } else if kind.is("Variadic") {
        "*"
    } else if kind.is("Optional") {
        "?"
    } else {
        ""
    }
}

/// The constraint on each value of a group.
pub(super) fn each<'r>(records: &'r Records, kind: Record<'r>) -> Record<'r> {
    let inner = || kind.def("baseType").and_then(|name| records.get(name));
    if kind.is("Variadic") || kind.is("Optional") { inner().unwrap_or(kind) } else { kind }
}

fn group(records: &Records, classes: &Classes, name: String, kind: Record<'_>) -> Group {
    let constraint = Constraint::of_record(records, classes, each(records, kind));
    Group { name, many: many(kind), constraint }
}

fn attribute(reader: &mut Reader<'_>, classes: &Classes, name: String, record: Record<'_>) -> Attribute {
    let kind = reader.kind(record);
    let may_lack =
        record.number("isOptional") == Some(1) || record.text("defaultValue") == Some("std::nullopt");
    let (optional, default) = match reader.default(record, kind.as_deref()) {
        DefaultValue::None => (may_lack && kind.as_deref() != Some("unit"), None),
        DefaultValue::Unsaid => (true, None),
        DefaultValue::Text(text) => (may_lack && kind.as_deref() != Some("unit"), Some(text)),
    };
    let constraint = Constraint::of_record(reader.records, classes, record);
    Attribute { name, constraint, kind, optional, default }
}

/// The C++ name of a trait.
fn trait_name(record: Record<'_>) -> Option<String> {
    let text = record.text("trait").filter(|text| !text.is_empty())?;
    if record.name == "NoMemoryEffect" {
        return Some(record.name.to_owned());
    }
    let short = text.strip_suffix("::Impl").or_else(|| text.strip_suffix("::Trait")).unwrap_or(text);
    Some(short.to_owned())
}

/// The last part of the C++ namespace of a dialect or an operation.
pub(super) fn namespace(record: Record<'_>) -> String {
    let text = record.text("cppNamespace").unwrap_or_default().trim_end_matches("::");
    text.rsplit("::").next().unwrap_or(text).to_owned()
}

/// The class that TableGen writes for a record.
pub(super) fn class_name(record: &str) -> &str {
    match record.split_once('_') {
        Some((prefix, rest)) if !prefix.is_empty() && !rest.is_empty() => rest,
        Some((prefix, "")) if !prefix.is_empty() => prefix,
        _ => record,
    }
}

/// The C++ name of a trait that is neither an interface nor a predicate, with the namespace of its dialect.
fn native_trait(record: Record<'_>) -> Option<String> {
    let text: String = record.text("trait")?.split_whitespace().collect();
    let text = text.strip_suffix("::Impl").unwrap_or(&text);
    if text.is_empty() || record.is("Interface") || text.ends_with("::Trait") {
        return None;
    }
    let space =
        record.text("cppNamespace").unwrap_or_default().trim_start_matches("::").trim_end_matches("::");
    let space = match space.strip_prefix("mlir") {
        Some("" | "::OpTrait") => "",
        Some(rest) => rest.strip_prefix("::OpTrait::").or_else(|| rest.strip_prefix("::")).unwrap_or(space),
        None => space,
    };
    if space.is_empty() {
        let bare = text.strip_prefix("::").unwrap_or(text);
        return Some(bare.strip_prefix("mlir::OpTrait::").unwrap_or(text).to_owned());
    }
    Some(format!("{space}::{text}"))
}

/// The interfaces that an operation declares, with those that a trait stands for; an operation without effects is `pure`.
fn interfaces(traits: &[Record<'_>]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for record in traits {
        let behind = || {
            let text = record.text("trait")?.strip_suffix("::Trait")?;
            (record.name != "NoMemoryEffect").then(|| text.rsplit("::").next().unwrap_or(text))
        };
        let name = if record.is("Interface") { record.text("cppInterfaceName") } else { behind() };
        found.extend(name.map(str::to_owned).filter(|name| !found.contains(name)));
    }
    found
}

/// The simplifications of an operation in C++: its folder and its canonicalization patterns.
fn simplified(record: Record<'_>) -> Vec<String> {
    let fields = [
        ("fold", "hasFolder"),
        ("canonicalize", "hasCanonicalizer"),
        ("canonicalize", "hasCanonicalizeMethod"),
    ];
    let mut found: Vec<String> = fields
        .into_iter()
        .filter(|(_, field)| record.number(field) == Some(1))
        .map(|(word, _)| word.to_owned())
        .collect();
    found.dedup();
    found
}

/// The verifiers of an operation in C++: its own, with its regions, and interfaces by name.
fn verifiers(records: &Records, record: Record<'_>, interfaces: &[String]) -> Vec<String> {
    let own = [("op", "hasVerifier"), ("regions", "hasRegionVerifier")];
    let own = own.into_iter().filter(|(_, field)| record.number(field) == Some(1)).map(|(word, _)| word);
    let checks = |name: &&String| {
        let named = |one: &Record<'_>| one.text("cppInterfaceName") == Some(name.as_str());
        // A declaration of an interface's methods does not repeat that it checks.
        records
            .instances("Interface")
            .filter(named)
            .any(|one| one.text("verify").is_some_and(|text| !text.trim().is_empty()))
    };
    own.map(str::to_owned).chain(interfaces.iter().filter(checks).cloned()).collect()
}

/// The dialect whose prefix may be left out in the regions of an operation; empty for none.
fn default_dialect(record: Record<'_>, traits: &[Record<'_>], dialect: &str) -> String {
    let mut asm =
        traits.iter().filter(|one| one.text("cppInterfaceName") == Some("OpAsmOpInterface")).peekable();
    if asm.peek().is_none() {
        return String::new();
    }
    let declared = record.text("extraClassDeclaration").unwrap_or_default();
    let written = || {
        let body = declared.split_once("getDefaultDialect()")?.1.trim_start().strip_prefix('{')?;
        let text = body.trim_start().strip_prefix("return")?.trim_start().strip_prefix('"')?;
        text.split_once('"').map(|(name, _)| name)
    };
    if let Some(name) = written() {
        return name.to_owned();
    }
    let own = asm.any(|one| one.texts("alwaysOverriddenMethods").any(|name| name == "getDefaultDialect"));
    if own { dialect.to_owned() } else { String::new() }
}

/// The type rules of an operation's constraints and traits.
fn rules(records: &Records, operation: &Operation, listed: &Listed<'_>, traits: &[Record<'_>]) -> Vec<Rule> {
    let mut rules = Vec::new();
    for (name, kind) in listed.ins.iter().chain(&listed.outs) {
        let call = each(records, *kind).text("builderCall").filter(|call| !call.is_empty());
        if let Some(built) = call.and_then(|call| types::built(records, call)) {
            rules.push(Rule {
                targets: vec![name.clone()],
                source: Some(format!(":{built}")),
                needs: Vec::new(),
            });
        }
    }
    let names = |groups: &[Group]| groups.iter().map(|group| group.name.clone()).collect::<Vec<_>>();
    let (ins, outs) = (names(&operation.ins), names(&operation.outs));
    for record in traits {
        match record.name {
            _ if record.is("AllTypesMatch") => {
                let values = record.texts("values").map(|name| name.trim_start_matches('$').to_owned());
                equal(operation, &values.collect::<Vec<_>>(), &mut rules);
            }
            _ if record.is("TypesMatchWith") => rules.extend(matched(*record)),
            "SameOperandsAndResultType" => equal(operation, &[&ins[..], &outs].concat(), &mut rules),
            "SameTypeOperands" => equal(operation, &ins, &mut rules),
            "FirstAttrDerivedResultType" => {
                let first = operation.attributes.first();
                rules.extend(first.map(|attribute| Rule {
                    targets: outs.clone(),
                    source: Some(format!("attr_type({})", attribute.name)),
                    needs: Vec::new(),
                }));
            }
            _ => {}
        }
    }
    rules
}

/// A type that is a function of another one.
fn matched(record: Record<'_>) -> Option<Rule> {
    let (source, target) = (record.text("lhs")?.to_owned(), record.text("rhs")?.to_owned());
    let cpp = record.text("transformer")?;
    let targets = vec![target];
    Some(match types::function(cpp) {
        Some("") => Rule { targets, source: Some(source.clone()), needs: vec![source] },
        Some(function) => {
            Rule { targets, source: Some(format!("{function}({source})")), needs: vec![source] }
        }
        None if cpp.contains("getInputs") => return None,
        None => Rule { targets, source: None, needs: Vec::new() },
    })
}

/// Each of some values has the types of the others.
fn equal(operation: &Operation, values: &[String], rules: &mut Vec<Rule>) {
    let is_attribute = |name: &&String| operation.attributes.iter().any(|attribute| attribute.name == **name);
    let plain: Vec<&String> = values.iter().filter(|name| !is_attribute(name)).collect();
    for value in &plain {
        for other in plain.iter().filter(|other| *other != value) {
            rules.push(Rule {
                targets: vec![(*value).clone()],
                source: Some((*other).clone()),
                needs: vec![(*other).clone()],
            });
        }
    }
    for attribute in values.iter().filter(is_attribute) {
        rules.extend(plain.iter().map(|value| Rule {
            targets: vec![(*value).clone()],
            source: Some(format!("attr_type({attribute})")),
            needs: Vec::new(),
        }));
    }
}
