//! Operations of ODS as records of `assay-ops`: the text of a file `DIALECT.ops`, in the form that `ir/ops/README.md` describes.
//! Understands no C++ but some texts that stand in the records of MLIR itself.

mod attributes;
mod constraints;
mod data;
mod form;
mod operation;
mod relations;
mod types;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

use assay_ir::ops;

use crate::records::{Error, Record, Records};
use attributes::Enumeration;
use constraints::{Classes, Constraints};
use data::{Group, Operation};

/// Words of `assay.traits` by upstream's names.
const WORDS: [(&str, &str); 15] = [
    ("IsTerminator", "terminator"),
    ("IsIsolatedFromAbove", "isolated"),
    ("HasOnlyGraphRegion", "graph"),
    ("SingleBlock", "single_block"),
    ("NoTerminator", "no_terminator"),
    ("SymbolOpInterface", "symbol"),
    ("SymbolTable", "symbol_table"),
    ("SymbolUserOpInterface", "symbol_user"),
    ("NoMemoryEffect", "pure"),
    ("IsCommutative", "commutative"),
    ("ReturnLike", "return_like"),
    ("AttrSizedOperandSegments", "operand_segments"),
    ("AttrSizedResultSegments", "result_segments"),
    ("ConstantLike", "constant_like"),
    ("AutomaticAllocationScope", "scoped_allocation"),
];

/// Traits that name operations by their C++ classes, and the words for them.
const NAMING: [(&str, &str); 2] =
    [("implicit_terminator", "SingleBlockImplicitTerminator"), ("parents", "HasParent")];

/// The operations of some dialects.
#[derive(Default)]
pub struct Collection {
    dialects: BTreeMap<String, Gathered>,
    /// Operations by the last part of their C++ namespace and their class.
    classes: HashMap<(String, String), String>,
}

#[derive(Default)]
struct Gathered {
    /// The last part of its C++ namespace.
    namespace: String,
    enums: BTreeMap<String, Enumeration>,
    names: BTreeMap<&'static str, Names>,
    operations: BTreeMap<String, Operation>,
}

/// The names of a dialect's attributes or types.
#[derive(Default)]
struct Names {
    known: BTreeSet<String>,
    /// A reader is declared by hand.
    declared: bool,
    /// A reader is generated.
    generated: bool,
}

impl Collection {
    /// Adds what `json`, as `llvm-tblgen --dump-json` prints it, says of the dialects that are asked for.
    ///
    /// # Errors
    /// When `json` is no such text.
    pub fn add(&mut self, json: &[u8], wanted: impl Fn(&str) -> bool) -> Result<(), Error> {
        let records = Records::read(json)?;
        let classes = Classes::new(&records);
        for record in records.instances("Dialect") {
            if let Some(name) = record.text("name").filter(|name| wanted(name)) {
                let gathered = self.dialects.entry(name.to_owned()).or_default();
                gathered.namespace = operation::namespace(record);
                collect_names(&records, record, name, &mut gathered.names);
            }
        }
        for record in records.instances("Op") {
            let (Some(dialect), Some(word)) = (operation::dialect(&records, record), record.text("opName"))
            else {
                continue;
            };
            let class = (operation::namespace(record), operation::class_name(record.name).to_owned());
            self.classes.insert(class, format!("{dialect}.{word}"));
            if wanted(&dialect) {
                let gathered = self.dialects.entry(dialect).or_default();
                if let Some(read) = Operation::read(&records, &classes, &mut gathered.enums, record) {
                    gathered.operations.entry(read.name.clone()).or_insert(read);
                }
            }
        }
        Ok(())
    }

    /// Each dialect that has operations, with its records.
    pub fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        let with_operations = self.dialects.iter().filter(|(_, gathered)| !gathered.operations.is_empty());
        with_operations.map(|(name, gathered)| (name.as_str(), self.text(gathered)))
    }

    fn text(&self, gathered: &Gathered) -> String {
        let mut constraints = Constraints::default();
        let entries: Vec<Vec<String>> =
            gathered.operations.values().map(|operation| self.entry(operation, &mut constraints)).collect();
        let used = |name: &str| {
            let signs = [format!("({name})"), format!(":{name})")];
            entries.iter().flatten().any(|line| signs.iter().any(|sign| line.contains(sign)))
        };
        let mut out = String::new();
        let is_named = |name: &String| ops::dialect_of(name) == gathered.namespace;
        if !gathered.namespace.is_empty() && !gathered.operations.keys().next().is_some_and(is_named) {
            put(&mut out, format!("namespace {}", gathered.namespace));
        }
        for (key, names) in &gathered.names {
            // Readers that are generated for nothing are written in C++.
            if !names.declared && (!names.known.is_empty() || !names.generated) {
                let known: Vec<&str> = names.known.iter().map(String::as_str).collect();
                put(&mut out, [&[*key], &known[..]].concat().join(" "));
            }
        }
        for (name, (width, cases)) in gathered.enums.iter().filter(|(name, _)| used(name)) {
            let case = |(index, (text, value)): (usize, &(String, i64))| match usize::try_from(*value) {
                Ok(value) if value == index => text.clone(),
                _ => format!("{text}={value}"),
            };
            let cases: Vec<String> = cases.iter().enumerate().map(case).collect();
            put(&mut out, format!("enum {name} i{width} {}", cases.join(" ")));
        }
        for (name, text) in &constraints.texts {
            put(&mut out, format!("constraint {name} = {text}"));
        }
        for lines in &entries {
            put(&mut out, format!("\n{}", lines.join("\n")));
        }
        out
    }

    /// The lines of a record.
    fn entry(&self, operation: &Operation, constraints: &mut Constraints) -> Vec<String> {
        let mut lines = vec![format!("op {}", operation.name)];
        if !ops::is_usual_class(&operation.class, &operation.name) {
            lines.push(format!("class {}", operation.class));
        }
        let mut groups = |key: &str, groups: &[Group], prefix: Option<&str>| {
            let words: Vec<String> = groups
                .iter()
                .map(|group| match prefix {
                    Some(prefix) => {
                        let constraint = constraints.name(group.constraint.as_ref(), prefix);
                        format!("{}{}:{constraint}", group.name, group.many)
                    }
                    None => format!("{}{}", group.name, group.many),
                })
                .collect();
            (!words.is_empty()).then(|| format!("{key} {}", words.join(" ")))
        };
        lines.extend(groups("ins", &operation.ins, Some("T")));
        lines.extend(groups("outs", &operation.outs, Some("T")));
        let regions = groups("regions", &operation.regions, Some("R"));
        let successors = groups("successors", &operation.successors, None);
        for attribute in &operation.attributes {
            let mut line = format!("attr {}", attribute.name);
            let constraint = constraints.name(attribute.constraint.as_ref(), "A");
            if !constraint.is_empty() {
                line += &format!(":{constraint}");
            }
            line += &format!(" {}", attribute.kind.as_deref().unwrap_or("any"));
            if attribute.optional {
                line.push('?');
            }
            if let Some(default) = &attribute.default {
                line += &format!(" = {default}");
            }
            lines.push(line);
        }
        lines.extend(regions.into_iter().chain(successors));
        let traits = self.trait_words(operation);
        let words = [
            ("traits", &traits),
            ("interfaces", &operation.interfaces),
            ("verifier", &operation.verifiers),
            ("simplified", &operation.simplified),
        ];
        for (key, words) in words {
            if !words.is_empty() {
                lines.push(format!("{key} {}", words.join(" ")));
            }
        }
        let [said, unsaid] = &operation.relations;
        lines.extend(said.iter().map(|text| format!("relation {text}")));
        lines.extend(unsaid.iter().map(|text| format!("cpp {text}")));
        lines.extend(form_lines(operation, &traits));
        lines
    }

    /// Traits by the words of `assay.traits`, then the others by their C++ names; interfaces are left out.
    fn trait_words(&self, operation: &Operation) -> Vec<String> {
        let has = |name: &&str| operation.traits.iter().any(|one| one == name);
        let mut words: Vec<String> =
            WORDS.iter().filter(|(name, _)| has(name)).map(|(_, word)| (*word).to_owned()).collect();
        let mut said: Vec<&str> = WORDS.iter().map(|(name, _)| *name).collect();
        for (key, class) in NAMING {
            for name in &operation.traits {
                let listed =
                    name.strip_prefix(class).and_then(|rest| rest.strip_prefix('<')?.strip_suffix('>'));
                let found = listed.and_then(|listed| self.operations_of(listed, &operation.namespace));
                if let Some(found) = found {
                    words.push(format!("{key}={}", found.join("|")));
                    said.push(class);
                }
            }
        }
        for name in &operation.native_traits {
            let bare = name.split('<').next().unwrap_or(name);
            if !said.contains(&bare) && !words.contains(name) {
                words.push(name.clone());
            }
        }
        words
    }

    /// The operations of a list of C++ classes, seen from a namespace; `None` if one is not known.
    fn operations_of(&self, listed: &str, space: &str) -> Option<Vec<&str>> {
        let operation = |class: &str| {
            let class: String = class.split_whitespace().collect();
            let (outer, name) = class.rsplit_once("::").unwrap_or(("", &class));
            let outer = outer.rsplit("::").next().unwrap_or(outer);
            let look = |space: &str| self.classes.get(&(space.to_owned(), name.to_owned()));
            look(outer).or_else(|| look(space)).map(String::as_str)
        };
        listed.split(',').map(operation).collect()
    }
}

fn collect_names(
    records: &Records,
    own: Record<'_>,
    dialect: &str,
    found: &mut BTreeMap<&'static str, Names>,
) {
    let keys = [("attribute_names", "Attribute", "AttrDef"), ("type_names", "Type", "TypeDef")];
    for (key, word, class) in keys {
        let names = found.entry(key).or_default();
        for record in records.instances(class) {
            let of_dialect = record.def("dialect").and_then(|name| records.get(name)?.text("name"));
            if of_dialect == Some(dialect) {
                names.known.extend(record.text("mnemonic").map(str::to_owned));
            }
        }
        let declaration = own.text("extraClassDeclaration").unwrap_or_default();
        names.declared |= declaration.contains(&format!("parse{word}("));
        names.generated |= own.number(&format!("useDefault{word}PrinterParser")) == Some(1);
    }
}

/// How the reader of texts writes the operation.
fn form_lines(operation: &Operation, traits: &[String]) -> Vec<String> {
    let mut flags = Vec::new();
    let terminator = traits.iter().any(|word| word.starts_with("implicit_terminator="));
    let single = traits.iter().any(|word| word == "single_block");
    if single && operation.form.is_some() && !terminator && !operation.regions.is_empty() {
        flags.push("block");
    }
    if operation.cpp {
        flags.push("cpp");
    }
    let mut lines = Vec::new();
    if !flags.is_empty() {
        lines.push(format!("flags {}", flags.join(" ")));
    }
    if !operation.default_dialect.is_empty() {
        lines.push(format!("dialect {}", operation.default_dialect));
    }
    if let Some(form) = &operation.form {
        for (key, words) in [("types", &form.rules), ("strip", &form.stripped)] {
            if !words.is_empty() {
                lines.push(format!("{key} {}", words.join(" ")));
            }
        }
        lines.push(format!("form {}", form.text));
    }
    lines
}

fn put(out: &mut String, line: String) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}
