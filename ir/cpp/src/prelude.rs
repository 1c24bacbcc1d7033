//! The meaning of the API of MLIR and LLVM, read from `corpus/cpp/api.txt` and from lines of users: functions written in the subset
//! itself over primitives that begin with `__`, and lines about classes, constants and enumerations.

use assay_ops::{Dialect, Op};
use rustc_hash::FxHashMap;

use crate::source::{Function, World};
use crate::syntax::{File, last, without_arguments};
use crate::value::Value;

/// The text of a table, split into what is C++ and what is not.
pub struct Table {
    file: File,
    /// The dialects of a user.
    pub(crate) dialects: Vec<&'static Dialect>,
    /// C++ classes of operations whose names do not follow from them.
    pub(crate) classes: Vec<(String, String)>,
    /// The operation that a folder's attribute becomes, by the class of the attribute.
    pub(crate) attributes: Vec<(String, String)>,
    /// The operation that makes constants, by dialect.
    pub(crate) constants: Vec<(String, String)>,
    /// Operations that functions of a library of mathematics are, by their names for `double`.
    pub(crate) functions: Vec<(String, String)>,
    /// Those of these functions that give the number nearest to the true one.
    pub(crate) exact: Vec<String>,
    /// Type converters.
    pub(crate) converters: Vec<Converter>,
    /// Numbers of enumerators, by `Enumeration::name`.
    pub(crate) enumerators: FxHashMap<String, i128>,
    /// Lines that are not understood.
    pub faults: Vec<String>,
}

/// A type converter of a table.
pub(crate) struct Converter {
    /// Class.
    pub(crate) class: String,
    /// The integer types that its conversions are read at, with those that they become.
    pub(crate) types: Vec<(String, String)>,
}

impl Converter {
    /// Its types and those that they become, as a message lists them.
    pub(crate) fn type_list(&self) -> String {
        let word = |(old, new): &(String, String)| match old == new {
            true => old.clone(),
            false => format!("{old} as {new}"),
        };
        self.types.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

impl Table {
    /// Reads a table; lines that begin with `//` say nothing.
    pub fn read(name: &str, text: &str) -> Table {
        let mut code = String::new();
        let mut table = Table {
            file: File::new(name, ""),
            dialects: Vec::new(),
            classes: Vec::new(),
            attributes: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            exact: Vec::new(),
            converters: Vec::new(),
            enumerators: FxHashMap::default(),
            faults: Vec::new(),
        };
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["class", class, "=", op] => table.classes.push((class.to_owned(), op.to_owned())),
                ["attribute", class, "=", op] => table.attributes.push((class.to_owned(), op.to_owned())),
                ["constant", dialect, "=", op] => table.constants.push((dialect.to_owned(), op.to_owned())),
                ["function", name, "=", op] => table.functions.push((name.to_owned(), op.to_owned())),
                ["exact", "function", name, "=", op] => {
                    table.functions.push((name.to_owned(), op.to_owned()));
                    table.exact.push(name.to_owned());
                }
                ["converter", class, ref types @ ..] => {
                    let pair =
                        |text: &&str| text.split_once('=').map(|(old, new)| (old.to_owned(), new.to_owned()));
                    match types.iter().map(pair).collect::<Option<Vec<_>>>() {
                        Some(types) if !types.is_empty() => {
                            table.converters.push(Converter { class: class.to_owned(), types });
                        }
                        _ => table.faults.push(format!("{}: `{class}` has no types", number + 1)),
                    }
                }
                ["enum", name, ref cases @ ..] => {
                    for case in cases {
                        match case
                            .split_once('=')
                            .and_then(|(word, number)| Some((word, number.parse().ok()?)))
                        {
                            Some((word, number)) => {
                                table.enumerators.insert(format!("{name}::{word}"), number);
                            }
                            None => {
                                table.faults.push(format!("{}: `{case}` is no case of `{name}`", number + 1))
                            }
                        }
                    }
                }
                _ => {
                    code.push_str(line);
                    code.push('\n');
                    continue;
                }
            }
            code.push('\n');
        }
        table.file = File::new(name, &code);
        if let Some(root) = table.file.root().filter(|root| root.has_error()) {
            let mut cursor = root.walk();
            let bad = root.children(&mut cursor).find(|child| child.has_error());
            let line = bad.map_or(1, |bad| bad.start_position().row + 1);
            table.faults.push(format!("{line}: this is no C++"));
        }
        table
    }

    /// The table of a user's dialects: their records, and their constants where one operation of a dialect makes them.
    pub fn of_dialects(dialects: Vec<&'static Dialect>) -> Table {
        let mut table = Table::read("dialects", "");
        for dialect in &dialects {
            let ops = dialect.names().filter_map(|name| dialect.op(name.get(dialect.name().len() + 1..)?));
            let is_made =
                |op: &&Op| op.has("constant_like") && op.attributes().any(|one| one.name == "value");
            if let [constant] = ops.filter(is_made).collect::<Vec<_>>()[..] {
                table.constants.push((dialect.name().to_owned(), constant.name.to_owned()));
            }
        }
        table.dialects = dialects;
        table
    }

    /// The functions of the table.
    pub(crate) fn world(&self) -> World<'_> {
        let mut world = World::default();
        world.add(&self.file, false);
        world
    }
}

/// The operation that makes constants of a dialect, or of a part of its types such as `index:i1`.
pub(crate) fn constants<'t>(tables: &'t [Table], dialect: &str) -> Option<&'t str> {
    let mut lines = tables.iter().flat_map(|table| &table.constants);
    lines.find(|(known, _)| known == dialect).map(|(_, op)| op.as_str())
}

/// The same, which is that of `arith` for a dialect that has none.
pub(crate) fn constant_op<'t>(tables: &'t [Table], dialect: &str) -> Option<&'t str> {
    constants(tables, dialect).or_else(|| constants(tables, "arith"))
}

/// A function of a table by its class, which is empty for none, its name and its arguments: of several with as many parameters the
/// first one whose classes suit them.
pub(crate) fn find<'w, 'a>(
    worlds: &'w [World<'a>],
    class: &str,
    name: &str,
    arguments: &[&Value<'_>],
) -> Option<&'w Function<'a>> {
    worlds.iter().find_map(|world| {
        let counts = |function: &&Function<'a>| {
            let needed = function.parameters.iter().filter(|one| one.default.is_none()).count();
            let of = without_arguments(&function.name).rsplit_once("::").map_or("", |(class, _)| last(class));
            of == class && (needed..=function.parameters.len()).contains(&arguments.len())
        };
        let suits = |function: &&Function<'a>| {
            function.parameters.iter().zip(arguments).all(|(one, argument)| argument.suits(&one.ty))
        };
        let list = world.functions.get(name)?;
        list.iter().filter(counts).find(suits).or_else(|| list.iter().find(counts))
    })
}
