//! IRDL text to specs: reads a program of `irdl.dialect` operations into a registry and reports every mistake with
//! its place. Knows the 17 IRDL operations of MLIR 22.1.8 and the `assay.` attributes, and judges no program.

mod definition;
mod operation;
mod subset;

use rustc_hash::FxHashMap;

use super::{ParametricSpec, Registry};
use crate::data::{AttrId, AttrKind, BlockId, Context, Ident, OpId, Program, Span, ValueId, known};
use crate::diagnostic::{Diagnostic, Severity};
use definition::Definition;

pub use subset::{CheckSubset, Named, Side, check_subsets};

/// Reads all dialects of `program` into `into`, which must have the program's context. Definitions with mistakes
/// are still declared as far as they could be read, so that one mistake does not make an operation unknown.
///
/// Names in `irdl.base` and `irdl.parametric` may refer to dialects of the same program and to those that
/// `into` already knows.
pub fn load(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    let mut loader = Loader {
        program,
        ctx: program.ctx(),
        kinds: FxHashMap::default(),
        defined: FxHashMap::default(),
        registry: into,
        diagnostics: Vec::new(),
    };
    let dialects: Vec<OpId> =
        program.walk(program.top()).filter(|op| program.op(*op).name == known::IRDL_DIALECT).collect();
    for dialect in &dialects {
        loader.collect_kinds(*dialect);
    }
    for dialect in dialects {
        loader.dialect(dialect);
    }
    loader.diagnostics
}

/// Whether a definition of this name is a type or an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Type,
    Attribute,
}

struct Loader<'a> {
    program: &'a Program,
    ctx: &'a Context,
    kinds: FxHashMap<(Ident, Ident), Kind>,
    /// Where each operation, type and attribute is defined: by what it is, its dialect and its name.
    defined: FxHashMap<(Ident, Ident, Ident), OpId>,
    registry: &'a mut Registry,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Loader<'a> {
    fn error(&mut self, op: OpId, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(self.program.op(op).span, message));
    }

    fn warning(&mut self, op: OpId, message: impl Into<String>) {
        let severity = Severity::Warning;
        self.diagnostics
            .push(Diagnostic { severity, ..Diagnostic::error(self.program.op(op).span, message) });
    }

    fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.program.attr(op, self.ctx.ident(name))
    }

    fn attr_text(&self, op: OpId, name: &str) -> Option<&'a str> {
        self.program.attr_text(op, self.ctx.ident(name))
    }

    /// The texts of an array of strings; `None` when the attribute is absent, an error when it is no such array.
    fn texts(&mut self, op: OpId, name: &str) -> Option<Vec<&'a str>> {
        let attr = self.attr(op, name)?;
        let texts = match self.ctx.attr_kind(attr) {
            AttrKind::Array(items) => {
                items.iter().map(|item| string(self.ctx, *item)).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        if texts.is_none() {
            self.error(op, format!("`{name}` is no array of strings"));
        }
        texts
    }

    /// The block of a definition's body, `None` for an empty body.
    fn body(&self, op: OpId) -> Option<BlockId> {
        let region = *self.program.op_regions(op).first()?;
        self.program.region(region).blocks.first().copied()
    }

    fn children(&self, op: OpId) -> Vec<OpId> {
        self.body(op).map(|block| self.program.ops_in(block).collect()).unwrap_or_default()
    }

    fn symbol(&mut self, op: OpId) -> Option<&'a str> {
        let name = self.program.attr_text(op, known::SYM_NAME).filter(|name| !name.is_empty());
        if name.is_none() {
            self.error(op, format!("`{}` has no name", self.program.op_name(op)));
        }
        name
    }

    /// Reports a second definition of one name in one program; it replaces the first.
    fn defines(&mut self, op: OpId, dialect: Ident, name: Ident) {
        let what = self.program.op(op).name;
        let Some(first) = self.defined.insert((what, dialect, name), op) else { return };
        let (dialect, name) = (self.ctx.str(dialect), self.ctx.str(name));
        let kind = self.ctx.str(what).trim_start_matches("irdl.");
        let message = format!("the {kind} `{dialect}.{name}` is defined twice");
        let places = (self.place(op), self.place(first));
        self.diagnostics.push(Diagnostic::error(places.0, message).also(places.1, "first defined here"));
    }

    fn collect_kinds(&mut self, dialect: OpId) {
        let Some(name) = self.program.attr_text(dialect, known::SYM_NAME) else { return };
        let dialect_name = self.ctx.ident(name);
        for op in self.children(dialect) {
            let kind = match self.program.op(op).name {
                known::IRDL_TYPE => Kind::Type,
                known::IRDL_ATTRIBUTE => Kind::Attribute,
                _ => continue,
            };
            if let Some(name) = self.program.attr_text(op, known::SYM_NAME) {
                self.kinds.insert((dialect_name, self.ctx.ident(bare(name))), kind);
            }
        }
    }

    fn dialect(&mut self, op: OpId) {
        let Some(name) = self.symbol(op) else { return };
        let dialect = self.ctx.ident(name);
        match self.attr(op, "assay.incomplete") {
            Some(_) => self.registry.add_incomplete_dialect(dialect),
            None => self.registry.add_dialect(dialect),
        }
        if self.attr(op, "assay.in_graph").is_some() {
            self.registry.add_graph_dialect(dialect);
        }
        let from_ods = self.comes_from_ods(op);
        let per_element = self.per_element(op).unwrap_or(from_ods);
        let lossy = from_ods && !self.is_completed(op);
        for child in self.children(op) {
            match self.program.op(child).name {
                known::IRDL_TYPE | known::IRDL_ATTRIBUTE => self.parametric(child, dialect),
                known::IRDL_OPERATION => self.operation(child, dialect, per_element, lossy),
                _ => {
                    let text = self.program.op_name(child);
                    self.error(child, format!("`{text}` does not belong into `irdl.dialect`"));
                }
            }
        }
    }

    /// Tells if a definition has an `assay.` attribute.
    fn is_completed(&self, op: OpId) -> bool {
        let data = self.program.op(op);
        let entries = [data.properties, data.attributes].map(|dictionary| self.ctx.entries(dictionary));
        entries.concat().iter().any(|(name, _)| self.ctx.str(*name).starts_with("assay."))
    }

    /// What `assay.variadic` says: `"each"` or `"same"`.
    fn per_element(&mut self, op: OpId) -> Option<bool> {
        self.attr(op, "assay.variadic")?;
        match self.attr_text(op, "assay.variadic") {
            Some("each") => Some(true),
            Some("same") => Some(false),
            _ => {
                self.error(op, "`assay.variadic` is neither \"each\" nor \"same\"");
                None
            }
        }
    }

    /// Whether a dialect was written by `tblgen-to-irdl`, whose variadic groups bind per element and which loses
    /// traits and defaults: it shows by `c_pred`, which MLIR cannot register, or by names that IRDL written by hand
    /// may not have.
    fn comes_from_ods(&self, dialect: OpId) -> bool {
        self.program.walk(dialect).any(|op| {
            let name = self.program.attr_text(op, known::SYM_NAME).unwrap_or("");
            self.program.op(op).name == known::IRDL_C_PRED
                || name.starts_with(['!', '#'])
                || name.contains(|c: char| c == '.' || c.is_ascii_uppercase())
                || self.has_generated_names(op)
        })
    }

    fn has_generated_names(&self, op: OpId) -> bool {
        let Some(attr) = self.attr(op, "names") else { return false };
        let AttrKind::Array(items) = self.ctx.attr_kind(attr) else { return false };
        let generated =
            |text: &str| text.starts_with("unnamed") || text.contains(|c: char| c.is_ascii_uppercase());
        items.iter().any(|item| string(self.ctx, *item).is_some_and(generated))
    }

    fn parametric(&mut self, op: OpId, dialect: Ident) {
        let Some(name) = self.symbol(op) else { return };
        let name = self.ctx.ident(bare(name));
        self.defines(op, dialect, name);
        let mut definition = self.definition(op, dialect);
        let mut parameters = Vec::new();
        for child in std::mem::take(&mut definition.others) {
            match self.program.op(child).name {
                known::IRDL_PARAMETERS if parameters.is_empty() => {
                    parameters = self.parameters(child, &definition);
                }
                _ => {
                    let text = self.program.op_name(child);
                    self.error(child, format!("`{text}` has no place here"));
                }
            }
        }
        let span = self.program.op(op).span;
        let spec = ParametricSpec { dialect, name, constraints: definition.constraints, parameters, span };
        match self.program.op(op).name {
            known::IRDL_TYPE => self.registry.add_type(spec),
            _ => self.registry.add_attribute(spec),
        }
    }

    fn parameters(&mut self, op: OpId, definition: &Definition) -> Vec<(Ident, super::Var)> {
        let names = self.names_of(op, "names");
        let values: Vec<ValueId> = self.program.operands(op).collect();
        let named = names.into_iter().zip(values);
        named
            .filter_map(|(name, value)| Some((self.ctx.ident(&name), self.var(op, value, definition)?)))
            .collect()
    }

    /// One name for each operand: as listed, else `unnamedN`.
    fn names_of(&mut self, op: OpId, attribute: &str) -> Vec<String> {
        let count = self.program.operand_count(op);
        let listed = self.texts(op, attribute).unwrap_or_default();
        if listed.len() != count && !listed.is_empty() {
            let text = self.program.op_name(op);
            self.error(op, format!("`{text}` has {count} operands and {} names", listed.len()));
        }
        (0..count)
            .map(|at| listed.get(at).map_or_else(|| format!("unnamed{at}"), |name| (*name).to_owned()))
            .collect()
    }

    fn place(&self, op: OpId) -> Span {
        self.program.op(op).span
    }
}

/// A name without the `!` or `#` that `tblgen-to-irdl` puts before names of types and attributes.
fn bare(name: &str) -> &str {
    name.strip_prefix(['!', '#']).unwrap_or(name)
}

fn string(ctx: &Context, attr: AttrId) -> Option<&str> {
    match ctx.attr_kind(attr) {
        AttrKind::String { text, .. } => Some(ctx.str(*text)),
        _ => None,
    }
}
