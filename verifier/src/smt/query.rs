//! One question to a solver: declarations, assertions, and the constants whose values make up a model.
//! It prints as readable SMT-LIB 2; how it is put to a process is not known here.

use std::fmt::{self, Write};

use smtlib_lowlevel::Storage;
use smtlib_lowlevel::ast::{Command, ConstructorDec, DatatypeDec, FunctionDef, SelectorDec, SortDec};
use smtlib_lowlevel::lexicon::Numeral;

use super::sexpr::SExpr;
use super::term::{Sort, Term, Terms};

/// Columns that a line of a printed query fills at most, where its parts are not longer themselves.
const WIDTH: usize = 100;

/// A datatype to declare.
#[derive(Clone, Debug)]
pub struct Datatype<'a, 'st> {
    /// The name of its sort.
    pub name: &'a str,
    /// The ways in which its values are made.
    pub constructors: Vec<Constructor<'a, 'st>>,
}

/// One constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor<'a, 'st> {
    /// Its name.
    pub name: &'a str,
    /// Names and sorts of its fields; the names are functions that select them. What they select from a
    /// value of another constructor is anything, so guard them by [`Terms::is`].
    pub fields: Vec<(&'a str, Sort<'st>)>,
}

/// Declarations and definitions that many queries begin with.
#[derive(Debug)]
pub struct Prelude {
    commands: String,
    laid_out: String,
}

impl Prelude {
    /// What a query without a prelude of its own says.
    pub fn of(query: &Query<'_>) -> Prelude {
        let mut laid_out = String::new();
        for entry in &query.entries {
            // Writing to a string cannot fail.
            let _ = write_entry(&mut laid_out, entry);
        }
        Prelude { commands: query.own_commands(), laid_out }
    }

    /// Its commands, one a line.
    pub fn commands(&self) -> &str {
        &self.commands
    }
}

/// A question: are the assertions satisfiable, and with which values of the observed constants?
pub struct Query<'st> {
    terms: Terms<'st>,
    entries: Vec<Entry<'st>>,
    observed: Vec<(String, Term<'st>)>,
    units: Option<u64>,
}

enum Entry<'st> {
    Comment(String),
    Prelude(&'static Prelude),
    Command(Command<'st>),
}

impl<'st> Query<'st> {
    /// A query without assertions, in this arena.
    pub fn new(storage: &'st Storage) -> Query<'st> {
        Query { terms: Terms::new(storage), entries: Vec::new(), observed: Vec::new(), units: None }
    }

    /// Gives this query fewer resource units than the solver has for one; a solver that knows no units ignores it.
    pub fn limit(&mut self, units: u64) {
        self.units = Some(units);
    }

    /// The resource units that this query may use, where it says so.
    pub(super) fn units(&self) -> Option<u64> {
        self.units
    }

    /// A builder for the terms of this query.
    pub fn terms(&self) -> Terms<'st> {
        self.terms
    }

    /// A comment at this place of the printed query; solvers do not get it.
    pub fn comment(&mut self, text: impl Into<String>) {
        self.entries.push(Entry::Comment(text.into()));
    }

    /// Begins with what this says. A query has one prelude at most, before all its commands.
    pub fn begin_with(&mut self, prelude: &'static Prelude) {
        self.entries.push(Entry::Prelude(prelude));
    }

    /// What it begins with.
    pub fn prelude(&self) -> Option<&'static Prelude> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Prelude(prelude) => Some(*prelude),
            _ => None,
        })
    }

    /// Declares datatypes that may refer to each other.
    pub fn declare_datatypes(&mut self, datatypes: &[Datatype<'_, 'st>]) {
        if datatypes.is_empty() {
            return;
        }
        let (terms, storage) = (self.terms, self.terms.storage());
        let sorts =
            datatypes.iter().map(|datatype| SortDec(terms.symbol(datatype.name), Numeral::from_u128(0)));
        let bodies = datatypes.iter().map(|datatype| {
            let constructors = datatype.constructors.iter().map(|constructor| {
                let fields =
                    constructor.fields.iter().map(|(name, sort)| SelectorDec(terms.symbol(name), *sort));
                let fields = storage.alloc_slice(&fields.collect::<Vec<_>>());
                ConstructorDec(terms.symbol(constructor.name), fields)
            });
            DatatypeDec::DatatypeDec(storage.alloc_slice(&constructors.collect::<Vec<_>>()))
        });
        let sorts = storage.alloc_slice(&sorts.collect::<Vec<_>>());
        let bodies = storage.alloc_slice(&bodies.collect::<Vec<_>>());
        self.command(Command::DeclareDatatypes(sorts, bodies));
    }

    /// Declares a constant.
    pub fn declare_const(&mut self, name: &str, sort: Sort<'st>) {
        self.command(Command::DeclareConst(self.terms.symbol(name), sort));
    }

    /// Declares a function that nothing is known of.
    pub fn declare_fun(&mut self, name: &str, arguments: &[Sort<'st>], result: Sort<'st>) {
        let arguments = self.terms.storage().alloc_slice(arguments);
        self.command(Command::DeclareFun(self.terms.symbol(name), arguments, result));
    }

    /// Defines a function.
    pub fn define_fun(
        &mut self,
        name: &str,
        arguments: &[(&str, Sort<'st>)],
        result: Sort<'st>,
        body: Term<'st>,
    ) {
        let definition = FunctionDef(self.terms.symbol(name), self.terms.variables(arguments), result, body);
        self.command(Command::DefineFun(definition));
    }

    /// Adds an assertion.
    pub fn assert(&mut self, term: Term<'st>) {
        self.command(Command::Assert(term));
    }

    /// Asks for the value of this constant in a model. Observe only constants that are declared; the
    /// model lists them in the order in which they were observed.
    pub fn observe(&mut self, name: &str) {
        self.observed.push((name.to_owned(), self.terms.name(name)));
    }

    /// The names of the observed constants.
    pub fn observed(&self) -> impl ExactSizeIterator<Item = &str> {
        self.observed.iter().map(|(name, _)| name.as_str())
    }

    /// Declarations and assertions as they are sent, one command a line. Equal texts are equal questions,
    /// but for the observed constants.
    pub fn commands(&self) -> String {
        let begins = self.prelude().map_or("", Prelude::commands);
        format!("{begins}{}", self.own_commands())
    }

    /// The same without those of the prelude.
    pub(super) fn own_commands(&self) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            if let Entry::Command(command) = entry {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{command}");
            }
        }
        text
    }

    /// The command that asks for the values of the observed constants; `None` when there are none.
    pub(super) fn get_value(&self) -> Option<Command<'st>> {
        let terms: Vec<Term<'st>> = self.observed.iter().map(|(_, term)| *term).collect();
        (!terms.is_empty()).then(|| Command::GetValue(self.terms.storage().alloc_slice(&terms)))
    }

    fn command(&mut self, command: Command<'st>) {
        self.entries.push(Entry::Command(command));
    }
}

/// The whole query as a file that any SMT-LIB 2 solver reads: comments, commands laid out in lines, the
/// check, and the request for the values.
impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.observed.is_empty() {
            writeln!(f, "(set-option :produce-models true)")?;
        }
        writeln!(f, "(set-logic ALL)")?;
        for entry in &self.entries {
            write_entry(f, entry)?;
        }
        writeln!(f, "{}", Command::CheckSat)?;
        match self.get_value() {
            Some(command) => write_laid_out(f, &command),
            None => Ok(()),
        }
    }
}

fn write_entry(f: &mut impl Write, entry: &Entry<'_>) -> fmt::Result {
    match entry {
        Entry::Comment(text) => {
            text.lines().try_for_each(|line| writeln!(f, "{}", format!("; {line}").trim_end()))
        }
        Entry::Prelude(prelude) => f.write_str(&prelude.laid_out),
        Entry::Command(command) => write_laid_out(f, command),
    }
}

fn write_laid_out(f: &mut impl Write, command: &Command<'_>) -> fmt::Result {
    let text = command.to_string();
    if text.len() <= WIDTH {
        return writeln!(f, "{text}");
    }
    // A command is read back for its layout only; one that is too deep for that stays on its line.
    match SExpr::read_all_verbatim(&text).as_deref() {
        Ok([expression]) => {
            let mut lines = String::new();
            lay_out(expression, 0, &mut lines);
            writeln!(f, "{lines}")
        }
        _ => writeln!(f, "{text}"),
    }
}

/// A list that does not fit its line gets one line per element after the head, two columns to the right.
fn lay_out(expression: &SExpr, indent: usize, lines: &mut String) {
    let text = expression.to_string();
    match expression {
        SExpr::List(items) if indent + text.len() > WIDTH && items.len() > 1 => {
            lines.push('(');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    lines.push('\n');
                    lines.extend(std::iter::repeat_n(' ', indent + 2));
                }
                lay_out(item, if index > 0 { indent + 2 } else { indent + 1 }, lines);
            }
            lines.push(')');
        }
        _ => lines.push_str(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(storage: &Storage) -> Query<'_> {
        let mut query = Query::new(storage);
        let terms = query.terms();
        query.comment("the types\nthat matter");
        let kind = terms.sort("Type", &[]);
        query.declare_datatypes(&[Datatype {
            name: "Type",
            constructors: vec![
                Constructor { name: "int", fields: vec![("width", terms.int_sort())] },
                Constructor { name: "index", fields: vec![] },
                Constructor { name: "vector", fields: vec![("of", kind), ("count", terms.int_sort())] },
            ],
        }]);
        query.declare_const("%0", kind);
        let long: Vec<Term<'_>> = (0..9)
            .map(|n| terms.app("<", &[terms.app("width", &[terms.name("%0")]), terms.int(n)]))
            .collect();
        query.assert(terms.and(&long));
        query.observe("%0");
        query
    }

    #[test]
    fn a_query_prints_as_readable_smt_lib() {
        let storage = Storage::new();
        let printed = example(&storage).to_string();
        let start = "(set-option :produce-models true)\n(set-logic ALL)\n; the types\n; that matter\n";
        assert!(printed.starts_with(&format!("{start}(declare-datatypes ((Type 0)) (((int ")), "{printed}");
        assert!(
            printed.contains("(assert\n  (and\n    (< (width %0) 0)\n    (< (width %0) 1)\n"),
            "{printed}"
        );
        assert!(printed.ends_with("(check-sat)\n(get-value (%0))\n"), "{printed}");
    }

    #[test]
    fn the_layout_changes_nothing_but_white_space() {
        let storage = Storage::new();
        let query = example(&storage);
        let words = |text: String| text.replace('(', " ( ").replace(')', " ) ");
        let (laid_out, sent) = (words(query.to_string()), words(query.commands()));
        let laid_out: Vec<&str> = laid_out.split_whitespace().collect();
        let sent: Vec<&str> = sent.split_whitespace().collect();
        assert!(laid_out.windows(sent.len()).any(|window| window == sent), "{query}");
    }

    #[test]
    fn a_solver_gets_neither_comments_nor_layout() {
        let storage = Storage::new();
        let commands = example(&storage).commands();
        assert!(!commands.contains(';'), "{commands}");
        assert_eq!(commands.lines().count(), 3);
    }

    #[test]
    fn a_query_without_observed_constants_asks_for_no_values() {
        let storage = Storage::new();
        let query = Query::new(&storage);
        assert_eq!(query.to_string(), "(set-logic ALL)\n(check-sat)\n");
    }
}
