//! All dialects that are known in one run, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{OpSpec, ParametricSpec};
use crate::data::{Context, Ident};

/// The specs of one run. A name that is declared twice keeps the later declaration (the user's own comes last).
#[derive(Debug)]
pub struct Registry {
    ctx: Arc<Context>,
    ops: FxHashMap<Ident, Arc<OpSpec>>,
    types: FxHashMap<(Ident, Ident), Arc<ParametricSpec>>,
    attributes: FxHashMap<(Ident, Ident), Arc<ParametricSpec>>,
    dialects: BTreeMap<String, Ident>,
}

impl Registry {
    /// No dialect at all.
    pub fn new(ctx: &Arc<Context>) -> Registry {
        Registry {
            ctx: Arc::clone(ctx),
            ops: FxHashMap::default(),
            types: FxHashMap::default(),
            attributes: FxHashMap::default(),
            dialects: BTreeMap::new(),
        }
    }

    /// The context of all ids in it.
    pub fn ctx(&self) -> &Arc<Context> {
        &self.ctx
    }

    /// Declares a dialect, so that its undeclared operations are errors and not merely unknown.
    pub fn add_dialect(&mut self, name: Ident) {
        self.dialects.insert(self.ctx.str(name).to_owned(), name);
    }

    /// Declares an operation.
    pub fn add_op(&mut self, spec: OpSpec) {
        self.ops.insert(spec.name, Arc::new(spec));
    }

    /// Declares a type.
    pub fn add_type(&mut self, spec: ParametricSpec) {
        self.types.insert((spec.dialect, spec.name), Arc::new(spec));
    }

    /// Declares an attribute.
    pub fn add_attribute(&mut self, spec: ParametricSpec) {
        self.attributes.insert((spec.dialect, spec.name), Arc::new(spec));
    }

    /// The declaration of an operation.
    pub fn op(&self, name: Ident) -> Option<&Arc<OpSpec>> {
        self.ops.get(&name)
    }

    /// The declaration of a type.
    pub fn type_spec(&self, dialect: Ident, name: Ident) -> Option<&Arc<ParametricSpec>> {
        self.types.get(&(dialect, name))
    }

    /// The declaration of an attribute.
    pub fn attribute_spec(&self, dialect: Ident, name: Ident) -> Option<&Arc<ParametricSpec>> {
        self.attributes.get(&(dialect, name))
    }

    /// Whether a dialect was declared.
    pub fn has_dialect(&self, name: Ident) -> bool {
        self.dialects.values().any(|known| *known == name)
    }

    /// All declared operations, in no particular order.
    pub fn ops(&self) -> impl Iterator<Item = &Arc<OpSpec>> {
        self.ops.values()
    }

    /// Names of the declared dialects, sorted.
    pub fn dialects(&self) -> impl Iterator<Item = &str> {
        self.dialects.keys().map(String::as_str)
    }
}
