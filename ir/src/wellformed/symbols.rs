//! Symbols: unique in their table, declared where they may be, and there when they are used.

use rustc_hash::FxHashMap;

use super::{Checker, ViolationKind};
use crate::data::{AttrId, AttrKind, Ident, OpId, known};
use crate::spec::OpSpec;

/// Symbols by name of the symbol tables that were asked about.
pub(super) type Tables = FxHashMap<OpId, FxHashMap<Ident, OpId>>;

impl Checker<'_> {
    pub(super) fn symbol(&mut self, op: OpId, spec: Option<&OpSpec>) {
        let Some(spec) = spec else { return };
        if spec.traits.symbol_table {
            self.duplicates(op);
        }
        if spec.traits.symbol && !self.is_top_module(op) {
            self.defines_symbol(op);
        }
        if spec.traits.symbol_user {
            self.uses_symbols(op, spec);
        }
    }

    fn name_symbol(&self, op: OpId) -> Option<Ident> {
        let attr = self.program.attr(op, known::SYM_NAME)?;
        match self.program.ctx().attr_kind(attr) {
            AttrKind::String { text, .. } => Some(*text),
            _ => None,
        }
    }

    /// The symbols of a table and the operations that define one again. Any operation with a symbol name counts,
    /// even one without a spec.
    fn table(&self, table: OpId) -> (FxHashMap<Ident, OpId>, Vec<(OpId, Ident)>) {
        let (mut names, mut again) = (FxHashMap::default(), Vec::new());
        for region in self.program.op_regions(table) {
            for block in &self.program.region(*region).blocks {
                for op in self.program.ops_in(*block) {
                    let Some(name) = self.name_symbol(op) else { continue };
                    if *names.entry(name).or_insert(op) != op {
                        again.push((op, name));
                    }
                }
            }
        }
        (names, again)
    }

    fn duplicates(&mut self, table: OpId) {
        let (names, again) = self.table(table);
        self.symbols.insert(table, names);
        for (op, name) in again {
            let message = format!("redefinition of symbol named `{}`", self.program.ctx().str(name));
            self.violate(op, ViolationKind::DuplicateSymbol(name), message);
        }
    }

    fn defines_symbol(&mut self, op: OpId) {
        if self.name_symbol(op).is_none() {
            return;
        }
        if let Some(parent) = self.program.parent_op(op) {
            let parent_spec = self.spec(parent);
            if parent_spec.is_some_and(|spec| !spec.traits.symbol_table && !spec.lossy) {
                let message = format!("`{}`: symbol's parent must be a symbol table", self.name_of(op));
                self.violate(op, ViolationKind::SymbolOutsideTable, message);
            }
        }
        let region = self.program.op_regions(op).first();
        let visibility = self.program.attr_text(op, known::SYM_VISIBILITY);
        if !matches!(visibility, None | Some("public" | "private" | "nested")) {
            let name = self.name_of(op);
            let message = format!("`{name}`: visibility expected to be one of public, private, nested");
            self.violate(op, ViolationKind::UnknownVisibility, message);
        }
        let declared = region.is_some_and(|region| self.program.region(*region).blocks.is_empty());
        if declared && matches!(visibility, None | Some("public")) {
            let message = format!("`{}`: symbol declaration cannot have public visibility", self.name_of(op));
            self.violate(op, ViolationKind::PublicDeclaration, message);
        }
    }

    fn uses_symbols(&mut self, op: OpId, spec: &OpSpec) {
        for attribute in &spec.attributes {
            let Some(attr) = self.program.attr(op, attribute.name) else { continue };
            let AttrKind::SymbolRef { root, .. } = self.program.ctx().attr_kind(attr) else { continue };
            let root = *root;
            if self.function_type(op, attr).is_none() {
                let (name, text) = (self.name_of(op), self.program.ctx().str(root));
                let message = format!("`{name}`: `{text}` does not reference a valid function");
                self.violate(op, ViolationKind::UnknownSymbol(root), message);
            }
        }
    }

    /// The type of the function that a symbol names, seen from `op`.
    pub(super) fn function_type(&mut self, op: OpId, symbol: AttrId) -> Option<AttrId> {
        let AttrKind::SymbolRef { root, nested } = self.program.ctx().attr_kind(symbol) else { return None };
        let table = self.symbol_table_of(op)?;
        let mut found = self.look_up(table, *root)?;
        for name in nested {
            found = self.look_up(found, *name)?;
        }
        self.program.attr(found, known::FUNCTION_TYPE).filter(|_| self.is_registered(found))
    }

    /// The nearest operation that is a symbol table. An operation of an unknown dialect with one region might be
    /// one, and then nothing is found (MLIR 22.1.8).
    fn symbol_table_of(&mut self, op: OpId) -> Option<OpId> {
        let mut current = op;
        loop {
            let dialect = self.dialect(current);
            let lost = self.spec(current).is_some_and(|spec| spec.lossy);
            let unknown = lost || !self.registry.has_dialect(dialect);
            if self.program.op_regions(current).len() == 1 && unknown {
                return None;
            }
            if self.spec(current).is_some_and(|spec| spec.traits.symbol_table) {
                return Some(current);
            }
            current = self.program.parent_op(current)?;
        }
    }

    fn look_up(&mut self, table: OpId, name: Ident) -> Option<OpId> {
        if !self.symbols.contains_key(&table) {
            let names = self.table(table).0;
            self.symbols.insert(table, names);
        }
        self.symbols.get(&table)?.get(&name).copied()
    }
}
