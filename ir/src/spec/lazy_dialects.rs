//! Declarations that are read when one of them is first asked for: most runs need few of the built-in dialects.

use std::sync::{Arc, OnceLock};

use super::Registry;
use super::registry::Tables;
use crate::data::Context;

/// Parts of a registry that may not be read yet.
#[derive(Clone, Debug, Default)]
pub(super) struct LazyDialects {
    parts: Vec<Arc<Part>>,
}

#[derive(Debug)]
struct Part {
    /// The name of the dialect; `None` for native functions.
    dialect: Option<Box<str>>,
    read: fn(&mut Registry),
    tables: OnceLock<Tables>,
}

impl Part {
    fn tables(&self, ctx: &Arc<Context>) -> &Tables {
        self.tables.get_or_init(|| Registry::tables_of(ctx, self.read))
    }
}

impl LazyDialects {
    pub(super) fn add_dialect(&mut self, name: &str, read: fn(&mut Registry)) {
        let dialect = Some(Box::from(name));
        self.parts.push(Arc::new(Part { dialect, read, tables: OnceLock::new() }));
    }

    pub(super) fn add_natives(&mut self, read: fn(&mut Registry)) {
        self.parts.push(Arc::new(Part { dialect: None, read, tables: OnceLock::new() }));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The declarations of a dialect.
    pub(super) fn dialect(&self, ctx: &Arc<Context>, name: &str) -> Option<&Tables> {
        let part = self.parts.iter().find(|part| part.dialect.as_deref() == Some(name))?;
        Some(part.tables(ctx))
    }

    /// Names of the dialects.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| part.dialect.as_deref())
    }

    /// The native functions.
    pub(super) fn natives(&self, ctx: &Arc<Context>) -> impl Iterator<Item = &Tables> {
        self.parts.iter().filter(|part| part.dialect.is_none()).map(|part| part.tables(ctx))
    }

    /// All parts.
    pub(super) fn each(&self, ctx: &Arc<Context>) -> impl Iterator<Item = &Tables> {
        self.parts.iter().map(|part| part.tables(ctx))
    }

    /// The parts that were read.
    pub(super) fn loaded(&self) -> impl Iterator<Item = &Tables> {
        self.parts.iter().filter_map(|part| part.tables.get())
    }
}
