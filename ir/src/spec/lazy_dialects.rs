//! Declarations that are read when one of them is first asked for: most runs need few of the built-in dialects.

use std::sync::{Arc, OnceLock};

use super::tables::Tables;
use crate::data::Context;

/// Parts of a registry that may not be read yet.
#[derive(Clone, Debug, Default)]
pub(super) struct LazyDialects {
    parts: Vec<Arc<Part>>,
}

/// A reader of declarations.
type Read = dyn Fn(&Arc<Context>) -> Tables + Send + Sync;

struct Part {
    /// The name of the dialect; `None` for native functions.
    dialect: Option<Box<str>>,
    read: Box<Read>,
    tables: OnceLock<Tables>,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}

impl Part {
    fn tables(&self, ctx: &Arc<Context>) -> &Tables {
        self.tables.get_or_init(|| (self.read)(ctx))
    }
}

impl LazyDialects {
    pub(super) fn add_dialect(
        &mut self,
        name: &str,
        read: impl Fn(&Arc<Context>) -> Tables + Send + Sync + 'static,
    ) {
        let dialect = Some(Box::from(name));
        self.parts.push(Arc::new(Part { dialect, read: Box::new(read), tables: OnceLock::new() }));
    }

    pub(super) fn add_natives(&mut self, read: impl Fn(&Arc<Context>) -> Tables + Send + Sync + 'static) {
        self.parts.push(Arc::new(Part { dialect: None, read: Box::new(read), tables: OnceLock::new() }));
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
