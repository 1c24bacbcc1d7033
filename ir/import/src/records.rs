//! Records of TableGen, as `llvm-tblgen --dump-json` prints them. Knows neither patterns nor operations.

use serde_json::{Map, Value};

/// All records of a file and of what it includes.
#[derive(Debug)]
pub(crate) struct Records {
    all: Map<String, Value>,
}

/// The reason for which a text has no records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Records {
    /// Reads the text of the tool.
    pub(crate) fn read(json: &[u8]) -> Result<Records, Error> {
        let value: Value = serde_json::from_slice(json).map_err(|error| Error(error.to_string()))?;
        match value {
            Value::Object(all) if all.get("!instanceof").is_some_and(Value::is_object) => Ok(Records { all }),
            _ => Err(Error("this is not what `llvm-tblgen --dump-json` prints".to_owned())),
        }
    }

    /// A record by its name.
    pub(crate) fn get(&self, name: &str) -> Option<Record<'_>> {
        let (name, fields) = self.all.get_key_value(name)?;
        Some(Record { name, fields: fields.as_object()? })
    }

    /// All records of a class.
    pub(crate) fn instances(&self, class: &str) -> impl Iterator<Item = Record<'_>> {
        let names = self.all.get("!instanceof").and_then(|classes| classes.get(class));
        let names = names.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        names.iter().filter_map(Value::as_str).filter_map(|name| self.get(name))
    }

    /// The traits of an operation, those of lists and those that others depend on included, in order.
    pub(crate) fn traits<'a>(&'a self, operation: Record<'a>) -> Vec<Record<'a>> {
        let mut found: Vec<Record<'a>> = Vec::new();
        let mut open: Vec<&str> = operation.defs("traits").collect();
        open.reverse();
        while let Some(name) = open.pop() {
            let Some(record) = self.get(name).filter(|_| found.iter().all(|one| one.name != name)) else {
                continue;
            };
            let listed = record.is("TraitList");
            let keys: &[&str] = if listed { &["traits"] } else { &["dependentTraits", "baseInterfaces"] };
            let mut behind: Vec<&str> = keys.iter().flat_map(|key| record.defs(key)).collect();
            behind.reverse();
            open.extend(behind);
            if !listed {
                found.push(record);
            }
        }
        found
    }

    /// All records of the class `Pattern`, by place; those of one place as the tool made them, then by name.
    pub(crate) fn patterns(&self) -> Vec<Record<'_>> {
        let names = self.all.get("!instanceof").and_then(|classes| classes.get("Pattern"));
        let names = names.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let mut found: Vec<Record<'_>> =
            names.iter().filter_map(Value::as_str).filter_map(|name| self.get(name)).collect();
        found.sort_by_key(|record| (record.place(), record.generated_number(), record.name));
        found
    }
}

/// One record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Record<'a> {
    /// Tells if it derives from a class.
    pub(crate) fn is(&self, class: &str) -> bool {
        self.list("!superclasses").iter().any(|name| name.as_str() == Some(class))
    }

    /// The part of its name that the text has, where the tool made the rest: of `anonymous_12` nothing, of `anonymous_12x`
    /// in a `defm` without a name `x`. `None` where the text has all of it.
    pub(crate) fn own_name(&self) -> Option<&'a str> {
        let rest = self.name.strip_prefix(ANONYMOUS)?.trim_start_matches(|c: char| c.is_ascii_digit());
        let anonymous = self.fields.get("!anonymous").and_then(Value::as_bool).unwrap_or(false);
        let made = anonymous || self.lines().len() > 1;
        made.then_some(rest)
    }

    /// The number in a name that the tool made; 0 in others.
    fn generated_number(&self) -> u64 {
        let Some(rest) = self.own_name() else { return 0 };
        let number = self.name.strip_prefix(ANONYMOUS).and_then(|name| name.strip_suffix(rest));
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// A field that is text.
    pub(crate) fn text(&self, field: &str) -> Option<&'a str> {
        self.fields.get(field)?.as_str()
    }

    /// A field that is a number.
    pub(crate) fn number(&self, field: &str) -> Option<i64> {
        self.fields.get(field)?.as_i64()
    }

    /// A field that is a list; empty where there is none.
    pub(crate) fn list(&self, field: &str) -> &'a [Value] {
        self.fields.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The name of a record in a field.
    pub(crate) fn def(&self, field: &str) -> Option<&'a str> {
        def(self.fields.get(field)?)
    }

    /// The names of the records in a list.
    pub(crate) fn defs(&self, field: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.list(field).iter().filter_map(def)
    }

    /// The texts in a list.
    pub(crate) fn texts(&self, field: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.list(field).iter().filter_map(Value::as_str)
    }

    /// A field that is a dag.
    pub(crate) fn dag(&self, field: &str) -> Option<Dag<'a>> {
        Dag::from_value(self.fields.get(field)?)
    }

    /// The dags of a list.
    pub(crate) fn dags(&self, field: &str) -> Vec<Dag<'a>> {
        self.list(field).iter().filter_map(Dag::from_value).collect()
    }

    /// File, without folders, and line, from 1.
    pub(crate) fn place(&self) -> (&'a str, u64) {
        place(self.list("!locs").first().and_then(Value::as_str).unwrap_or_default())
    }

    /// Its line, and those of the `defm`s that it comes from.
    pub(crate) fn lines(&self) -> Vec<u64> {
        self.list("!locs").iter().filter_map(Value::as_str).map(|at| place(at).1).collect()
    }
}

/// The start of names that the tool makes.
const ANONYMOUS: &str = "anonymous_";

fn place(at: &str) -> (&str, u64) {
    let (file, line) = at.rsplit_once(':').unwrap_or((at, "1"));
    (file, line.parse().unwrap_or(1))
}

fn def(value: &Value) -> Option<&str> {
    value.get("def").and_then(Value::as_str)
}

/// A dag: an operator and arguments.
#[derive(Clone, Debug)]
pub(crate) struct Dag<'a> {
    /// The record that is its operator.
    pub(crate) operator: &'a str,
    /// The name of the dag, after the operator.
    pub(crate) name: Option<&'a str>,
    /// Its arguments.
    pub(crate) args: Vec<Arg<'a>>,
}

/// An argument of a dag.
#[derive(Clone, Debug)]
pub(crate) struct Arg<'a> {
    /// Its value.
    pub(crate) value: ArgValue<'a>,
    /// Its name.
    pub(crate) name: Option<&'a str>,
}

/// The value of an argument.
#[derive(Clone, Debug)]
pub(crate) enum ArgValue<'a> {
    /// None: the argument is its name.
    Unset,
    /// A dag.
    Dag(Dag<'a>),
    /// A record.
    Def(&'a str),
    /// Text.
    Text(&'a str),
    /// A number.
    Number(i64),
    /// Anything else.
    Other,
}

impl<'a> Dag<'a> {
    fn from_value(value: &'a Value) -> Option<Dag<'a>> {
        let args = value.get("args")?.as_array()?;
        Some(Dag {
            operator: value.get("operator").and_then(def)?,
            name: value.get("name").and_then(Value::as_str),
            args: args.iter().map(Arg::from_pair).collect(),
        })
    }

    /// Calls `visit` with every name in it.
    pub(crate) fn names(&self, visit: &mut impl FnMut(&'a str)) {
        if let Some(name) = self.name {
            visit(name);
        }
        for arg in &self.args {
            if let Some(name) = arg.name {
                visit(name);
            }
            if let ArgValue::Dag(dag) = &arg.value {
                dag.names(visit);
            }
        }
    }
}

impl<'a> Arg<'a> {
    fn from_pair(pair: &'a Value) -> Arg<'a> {
        let part = |index| pair.get(index).unwrap_or(&Value::Null);
        let value = match part(0) {
            Value::Null => ArgValue::Unset,
            Value::String(text) => ArgValue::Text(text),
            Value::Number(number) => number.as_i64().map_or(ArgValue::Other, ArgValue::Number),
            value => match (Dag::from_value(value), def(value)) {
                (Some(dag), _) => ArgValue::Dag(dag),
                (None, Some(name)) => ArgValue::Def(name),
                (None, None) => ArgValue::Other,
            },
        };
        Arg { value, name: part(1).as_str() }
    }
}
