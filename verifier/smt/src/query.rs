//! One question to a solver: declarations, assertions, and the constants whose values make up a model.
//! It prints as readable SMT-LIB 2; how it is put to a process is not known here.

use std::fmt::{self, Write};

use crate::logic::logic;
use crate::sexpr::{ReadError, SExpr};
use crate::term::{app, name};

/// Columns that a line of a printed query fills at most, where its parts are not longer themselves.
const WIDTH: usize = 100;

/// Declarations and definitions that many queries begin with.
#[derive(Debug)]
pub struct Prelude {
    commands: String,
    laid_out: String,
}

impl Prelude {
    /// What a query without a prelude of its own says.
    pub fn from_query(query: &Query) -> Prelude {
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

/// Why a text is no query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAQuery {
    /// It is no sequence of S-expressions.
    #[error("{0}")]
    Text(ReadError),
    /// A command that neither declares nor asserts something.
    #[error("the command `{0}` neither declares nor asserts something")]
    Command(String),
}

/// A question: are the assertions satisfiable, and with which values of the observed constants?
#[derive(Clone, Default)]
pub struct Query {
    entries: Vec<Entry>,
    observed: Vec<String>,
    units: Option<u64>,
}

#[derive(Clone)]
enum Entry {
    Comment(String),
    Prelude(&'static Prelude),
    /// On one line.
    Command(String),
}

impl Query {
    /// A query without assertions.
    pub fn new() -> Query {
        Query::default()
    }

    /// Gives this query fewer resource units than the solver has for one; a solver that knows no units ignores it.
    pub fn limit(&mut self, units: u64) {
        self.units = Some(units);
    }

    /// The same query with all units that a solver has for one.
    pub(super) fn unlimited(&self) -> Query {
        Query { units: None, ..self.clone() }
    }

    /// The resource units that this query may use, where it says so.
    pub(super) fn units(&self) -> Option<u64> {
        self.units
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

    /// Reads the declarations and assertions of an SMT-LIB text, the form in which a query is printed. Other commands that such
    /// a text may have, the logic, options and `check-sat`, are left out: they are the solver's, not the question's.
    ///
    /// # Errors
    /// A text that is no sequence of S-expressions, and a command that is none of these, by its name.
    pub fn of_text(text: &str) -> Result<Query, NotAQuery> {
        const KEPT: [&str; 9] = [
            "assert",
            "declare-const",
            "declare-datatype",
            "declare-datatypes",
            "declare-fun",
            "declare-sort",
            "define-fun",
            "define-fun-rec",
            "define-sort",
        ];
        let mut query = Query::new();
        for command in SExpr::read_all_verbatim(text).map_err(NotAQuery::Text)? {
            // Names of commands are reserved words, or symbols where a solver has commands of its own.
            let name = match command.list().and_then(<[SExpr]>::first) {
                Some(SExpr::Reserved(name) | SExpr::Symbol(name)) => Some(name.as_str()),
                _ => None,
            };
            match name {
                Some(name) if KEPT.contains(&name) => query.entries.push(Entry::Command(command.to_string())),
                Some("set-logic" | "set-option" | "set-info" | "check-sat" | "get-value" | "exit") => {}
                other => return Err(NotAQuery::Command(other.unwrap_or("(no name)").to_owned())),
            }
        }
        Ok(query)
    }

    /// Adds the commands of an SMT-LIB text.
    ///
    /// # Errors
    /// When the text is not a sequence of S-expressions.
    pub fn read(&mut self, text: &str) -> Result<(), ReadError> {
        let commands = SExpr::read_all_verbatim(text)?;
        self.entries.extend(commands.into_iter().map(|command| Entry::Command(command.to_string())));
        Ok(())
    }

    /// Declares a constant.
    pub fn declare_const(&mut self, constant: &str, sort: &str) {
        self.command("declare-const", &[&name(constant), sort]);
    }

    /// Defines a constant.
    pub fn define_const(&mut self, constant: &str, sort: &str, value: &str) {
        self.command("define-fun", &[&name(constant), "()", sort, value]);
    }

    /// Adds an assertion.
    pub fn assert(&mut self, term: &str) {
        self.command("assert", &[term]);
    }

    /// Asks for the value of this constant in a model. Observe only constants that are declared; the
    /// model lists them in the order in which they were observed.
    pub fn observe(&mut self, name: &str) {
        self.observed.push(name.to_owned());
    }

    /// The same question with no value asked for.
    pub fn without_values(self) -> Query {
        Query { observed: Vec::new(), ..self }
    }

    /// The names of the observed constants.
    pub fn observed(&self) -> impl ExactSizeIterator<Item = &str> {
        self.observed.iter().map(String::as_str)
    }

    /// Declarations and assertions as they are sent, one command a line. Equal texts are equal questions,
    /// but for the observed constants.
    pub fn commands(&self) -> String {
        let begins = self.prelude().map_or("", Prelude::commands);
        format!("{begins}{}", self.own_commands())
    }

    /// The least logic that has what its commands use.
    pub(super) fn logic(&self) -> &'static str {
        logic(&self.commands())
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
    pub(super) fn get_value(&self) -> Option<String> {
        let names: Vec<String> = self.observed().map(name).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))", names.join(" ")))
    }

    fn command(&mut self, command: &str, parts: &[&str]) {
        self.entries.push(Entry::Command(app(command, parts)));
    }
}

/// The whole query as a file that any SMT-LIB 2 solver reads: comments, commands laid out in lines, the
/// check, and the request for the values.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.observed.is_empty() {
            writeln!(f, "(set-option :produce-models true)")?;
        }
        writeln!(f, "(set-logic {})", self.logic())?;
        for entry in &self.entries {
            write_entry(f, entry)?;
        }
        writeln!(f, "(check-sat)")?;
        match self.get_value() {
            Some(command) => write_laid_out(f, &command),
            None => Ok(()),
        }
    }
}

fn write_entry(f: &mut impl Write, entry: &Entry) -> fmt::Result {
    match entry {
        Entry::Comment(text) => {
            text.lines().try_for_each(|line| writeln!(f, "{}", format!("; {line}").trim_end()))
        }
        Entry::Prelude(prelude) => f.write_str(&prelude.laid_out),
        Entry::Command(command) => write_laid_out(f, command),
    }
}

fn write_laid_out(f: &mut impl Write, text: &str) -> fmt::Result {
    if text.len() <= WIDTH {
        return writeln!(f, "{text}");
    }
    // A command is read back for its layout only; one that is too deep for that stays on its line.
    match SExpr::read_all_verbatim(text).as_deref() {
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

    fn example() -> Query {
        let mut query = Query::new();
        query.comment("the types\nthat matter");
        let constructors = "(int (width Int)) (index) (vector (of Type) (count Int))";
        query.read(&format!("(declare-datatypes ((Type 0)) (({constructors})))")).expect("it is a list");
        query.declare_const("%0", "Type");
        let long: Vec<String> = (0..9).map(|n| format!("(< (width %0) {n})")).collect();
        query.assert(&app("and", &long));
        query.observe("%0");
        query
    }

    #[test]
    fn a_query_prints_as_readable_smt_lib() {
        let printed = example().to_string();
        let start = "(set-option :produce-models true)\n(set-logic ALL)\n; the types\n; that matter\n";
        assert!(printed.starts_with(&format!("{start}(declare-datatypes ((Type 0)) (((int ")), "{printed}");
        assert!(
            printed.contains("(assert\n  (and\n    (< (width %0) 0)\n    (< (width %0) 1)\n"),
            "{printed}"
        );
        assert!(printed.ends_with("(check-sat)\n(get-value (%0))\n"), "{printed}");
    }

    #[test]
    fn a_printed_query_is_read_back_and_asks_the_same() {
        let query = example();
        let again = Query::of_text(&query.to_string()).expect("it was printed");
        assert_eq!(again.commands(), query.commands());
    }

    #[test]
    fn commands_that_could_do_more_than_ask_are_no_query() {
        for text in
            ["(echo \"x\")", "(push 1)", "(reset)", "(get-info :version)", "assert", "(\"assert\" true)"]
        {
            assert!(matches!(Query::of_text(text), Err(NotAQuery::Command(_))), "{text}");
        }
        assert_eq!(Query::of_text("(assert true").err(), Some(NotAQuery::Text(ReadError::Malformed)));
    }

    #[test]
    fn the_layout_changes_nothing_but_white_space() {
        let query = example();
        let words = |text: String| text.replace('(', " ( ").replace(')', " ) ");
        let (laid_out, sent) = (words(query.to_string()), words(query.commands()));
        let laid_out: Vec<&str> = laid_out.split_whitespace().collect();
        let sent: Vec<&str> = sent.split_whitespace().collect();
        assert!(laid_out.windows(sent.len()).any(|window| window == sent), "{query}");
    }

    #[test]
    fn a_solver_gets_neither_comments_nor_layout() {
        let commands = example().commands();
        assert!(!commands.contains(';'), "{commands}");
        assert_eq!(commands.lines().count(), 3);
    }

    #[test]
    fn a_query_without_observed_constants_asks_for_no_values() {
        let query = Query::new();
        assert_eq!(query.to_string(), "(set-logic QF_BV)\n(check-sat)\n");
    }
}
