//! Meanings that users bring: their reader, told which operations have a meaning in Assay; and the pages of `assay meaning`.
//! Judges nothing.

use assay_backend::engine::Engine;
use assay_backend::interp::Interpreter;
use assay_ir::data::Program;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::meanings::{self, Known};
use assay_ir::natives;
use assay_ir::spec::Registry;

use crate::values::coverage;

/// Reads all meanings of a program into a registry with the program's context. Nothing is taken from a program with mistakes.
pub fn load(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    load_using(program, into, &known)
}

/// The same, where functions alone are asked about, in which a body stands in the place of its operation: it may use all operations that
/// the interpreter runs.
pub fn load_for_functions(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    load_using(program, into, &|name| match known(name) {
        Known::Partly if Interpreter.has_semantics(name) => Known::Whole,
        other => other,
    })
}

fn load_using(program: &Program, into: &mut Registry, known: &dyn Fn(&str) -> Known) -> Vec<Diagnostic> {
    let ctx = std::sync::Arc::clone(into.ctx());
    let forgotten: Vec<String> = into.forgotten().map(|name| ctx.str(name).to_owned()).collect();
    meanings::load(program, into, &|name| match name {
        _ if forgotten.iter().any(|other| other == name) => Known::No,
        _ => known(name),
    })
}

/// Reads summaries of native code, whose bodies may use all operations that have a meaning.
pub fn load_natives(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    natives::load_using(program, into, &|name| matches!(known(name), Known::Whole | Known::Elementwise))
}

/// Tells if the solver knows an operation of a pattern.
pub fn in_patterns(name: &str) -> bool {
    coverage::has_semantics(name)
}

/// Tells if functions with an operation are followed through it.
pub fn in_functions(name: &str) -> bool {
    assay_encode::has_semantics(name)
}

/// The page of an operation.
pub fn known(name: &str) -> Known {
    match (assay_semantics::has_semantics(name), Interpreter.has_semantics(name)) {
        (true, true) if assay_semantics::is_elementwise(name) => Known::Elementwise,
        (true, true) => Known::Whole,
        (false, false) if !coverage::is_access(name) => Known::No,
        _ => Known::Partly,
    }
}

/// The page of an operation that has a meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Full name of the operation.
    pub name: &'static str,
    /// Its results, in words.
    pub result: &'static str,
    /// When that is poison.
    pub poison: &'static str,
    /// When its behaviour is undefined.
    pub undefined: &'static str,
    /// The types on which it has a meaning.
    pub types: &'static str,
    /// The sentence of its documentation, or our reading.
    pub source: &'static str,
    /// Where MLIR's folder or lowering differs.
    pub differs: Option<&'static str>,
}

/// The pages of all operations, in the order of the table.
///
/// # Errors
/// The line of the table that is not in its form.
pub fn pages() -> Result<Vec<Page>, String> {
    let mut pages = Vec::new();
    let entries = include_str!("pages.txt").split("\n\n").map(str::trim);
    for entry in entries.filter(|entry| !entry.is_empty() && !entry.starts_with('#')) {
        let (names, rest) =
            entry.split_once('\n').ok_or_else(|| format!("an entry without a line: {entry}"))?;
        let mut page = Page {
            name: "",
            result: "",
            poison: "operands",
            undefined: "never",
            types: "integers, `index`, vectors and tensors of them",
            source: "",
            differs: None,
        };
        for line in rest.lines() {
            let (key, value) = line.split_once(": ").ok_or_else(|| format!("no line of a page: {line}"))?;
            match key {
                "result" => page.result = value,
                "poison" => page.poison = value,
                "undefined" => page.undefined = value,
                "types" => page.types = value,
                "source" => page.source = value,
                "differs" => page.differs = Some(value),
                _ => return Err(format!("no line of a page: {line}")),
            }
        }
        if page.result.is_empty() || page.source.is_empty() {
            return Err(format!("a page without a result or a source: {names}"));
        }
        pages.extend(names.split(' ').map(|name| Page { name, ..page.clone() }));
    }
    Ok(pages)
}
