//! All dialects, and all native functions of patterns, that are known in one run, by name.

use std::sync::Arc;

use super::lazy_dialects::LazyDialects;
use super::meaning::{Form, Promises, Semantics, TypeMeaning};
use super::native::Summary;
use super::record::{Extent, Recorded};
use super::tables::Tables;
use super::{BaseRef, Constraint, OpSpec, ParametricSpec, Predicate};
use crate::data::{Context, Ident, Span, TypeKind};
use crate::nearest::nearest;

/// The specs of one run. A name that is declared twice keeps the later declaration (the user's own comes last).
#[derive(Debug)]
pub struct Registry {
    ctx: Arc<Context>,
    tables: Arc<Tables>,
    /// Declarations that are read when one of them is asked for, below those of `tables`.
    later: LazyDialects,
    /// Definitions by records, below all others; `None` where records do not count.
    records: Option<Recorded>,
}

impl Registry {
    /// No dialect at all.
    pub fn new(ctx: &Arc<Context>) -> Registry {
        Registry {
            ctx: Arc::clone(ctx),
            tables: Arc::default(),
            later: LazyDialects::default(),
            records: None,
        }
    }

    /// Declares a dialect that `read` adds when something of it is asked for; `read` adds nothing else. What is added in any
    /// other way later reads all of these first, and counts above them.
    pub fn add_dialect_later(&mut self, name: &str, read: fn(&mut Registry)) {
        self.later.add_dialect(name, move |ctx| Registry::tables_of(ctx, read));
    }

    /// Declares native functions that `read` adds when one is asked for; `read` adds nothing else.
    pub fn add_natives_later(&mut self, read: fn(&mut Registry)) {
        self.later.add_natives(move |ctx| Registry::tables_of(ctx, read));
    }

    /// Lets the records of MLIR's operations define those that nothing else defines, where they say all that MLIR asks of one,
    /// and others in part: see [`Registry::defined_in_part`]. Such operations are not among [`Registry::ops`].
    pub fn define_by_records(&mut self) {
        self.records = Some(Recorded::default());
    }

    /// The tables that `read` adds to an empty registry.
    fn tables_of(ctx: &Arc<Context>, read: fn(&mut Registry)) -> Tables {
        let mut registry = Registry::new(ctx);
        read(&mut registry);
        Arc::unwrap_or_clone(registry.tables)
    }

    /// The same declarations over a context above this one's: what a text adds to that context is freed with it.
    pub fn above(&self) -> Registry {
        let mut tables = Arc::clone(&self.tables);
        if !self.later.is_empty() {
            // What is read later would get ids of the lower context.
            tables = Arc::new(self.all());
        }
        let records = self.records.as_ref().map(|_| Recorded::default());
        Registry { ctx: self.ctx.above(), tables, later: LazyDialects::default(), records }
    }

    /// All declarations, those to be read later included.
    fn all(&self) -> Tables {
        let mut all = Tables::default();
        self.later.each(&self.ctx).for_each(|tables| all.add(tables));
        all.add(&self.tables);
        all
    }

    /// The context of all ids in it.
    pub fn ctx(&self) -> &Arc<Context> {
        &self.ctx
    }

    /// Declares a dialect, so that its undeclared operations are errors and not merely unknown.
    pub fn add_dialect(&mut self, name: Ident) {
        let text = self.ctx.str(name).to_owned();
        self.tables_mut().dialects.insert(text, name);
        self.tables_mut().declared.insert(name);
        self.tables_mut().incomplete.remove(&name);
    }

    /// Declares a part of a dialect (`assay.incomplete` on `irdl.dialect`): its other operations are unknown
    /// and no errors.
    pub fn add_incomplete_dialect(&mut self, name: Ident) {
        self.add_dialect(name);
        self.tables_mut().incomplete.insert(name);
    }

    /// Declares that operations of a dialect are found in graph regions (`assay.in_graph` on `irdl.dialect`).
    pub fn add_graph_dialect(&mut self, name: Ident) {
        self.tables_mut().in_graph.insert(name);
    }

    /// Declares an operation.
    pub fn add_op(&mut self, spec: OpSpec) {
        self.translate(&spec.constraints);
        self.tables_mut().ops.insert(spec.name, Arc::new(spec));
    }

    /// Declares a type.
    pub fn add_type(&mut self, spec: ParametricSpec) {
        self.translate(&spec.constraints);
        self.tables_mut().types.insert((spec.dialect, spec.name), Arc::new(spec));
    }

    /// Declares an attribute.
    pub fn add_attribute(&mut self, spec: ParametricSpec) {
        self.translate(&spec.constraints);
        self.tables_mut().attributes.insert((spec.dialect, spec.name), Arc::new(spec));
    }

    fn tables_mut(&mut self) -> &mut Tables {
        if !self.later.is_empty() {
            self.tables = Arc::new(self.all());
            self.later = LazyDialects::default();
        }
        Arc::make_mut(&mut self.tables)
    }

    /// The declarations of a dialect that are read now.
    fn later_of(&self, dialect: Ident) -> Option<&Tables> {
        (!self.later.is_empty()).then(|| self.later.dialect(&self.ctx, self.ctx.str(dialect)))?
    }

    fn translate(&mut self, constraints: &[(Constraint, Span)]) {
        for (constraint, _) in constraints {
            match constraint {
                Constraint::CPred(text) => {
                    let ctx = Arc::clone(&self.ctx);
                    let translate = || Arc::new(Predicate::of_text(&ctx, ctx.str(*text)));
                    self.tables_mut().predicates.entry(*text).or_insert_with(translate);
                }
                Constraint::Base(base @ BaseRef::Named(text)) => {
                    let ctx = Arc::clone(&self.ctx);
                    let translate = || Arc::new(Predicate::of_base(&ctx, base));
                    self.tables_mut().bases.entry(*text).or_insert_with(translate);
                }
                _ => {}
            }
        }
    }

    /// What the text of an `irdl.c_pred` says.
    pub fn c_pred(&self, text: Ident) -> Arc<Predicate> {
        let translate = || Arc::new(Predicate::of_text(&self.ctx, self.ctx.str(text)));
        let later = || self.later.loaded().find_map(|tables| tables.predicates.get(&text));
        let known = self.tables.predicates.get(&text).or_else(later).map(Arc::clone);
        let recorded = || self.records.as_ref()?.predicate(text);
        known.or_else(recorded).unwrap_or_else(translate)
    }

    /// What a name of `irdl.base` says.
    pub fn base_predicate(&self, base: &BaseRef) -> Arc<Predicate> {
        let known = match base {
            BaseRef::Named(text) => {
                let later = || self.later.loaded().find_map(|tables| tables.bases.get(text));
                self.tables.bases.get(text).or_else(later)
            }
            _ => None,
        };
        known.map_or_else(|| Arc::new(Predicate::of_base(&self.ctx, base)), Arc::clone)
    }

    /// The declaration of an operation.
    pub fn op(&self, name: Ident) -> Option<&Arc<OpSpec>> {
        let known = self.tables.ops.get(&name);
        if known.is_some() || self.later.is_empty() && self.records.is_none() {
            return known;
        }
        let dialect = self.ctx.str(name).split_once('.')?.0;
        let later = || self.later.dialect(&self.ctx, dialect)?.ops.get(&name);
        later().or_else(|| self.recorded(name, Extent::Whole))
    }

    /// The known part of the definition of an operation of MLIR that has none here: an operation has to satisfy it, and may have to
    /// satisfy more.
    pub fn defined_in_part(&self, name: Ident) -> Option<&Arc<OpSpec>> {
        match self.op(name) {
            Some(_) => None,
            None => self.recorded(name, Extent::Part),
        }
    }

    /// The definition of an operation, or what is known of it: counts, sizes and traits in it are those of the operation.
    pub fn definition(&self, name: Ident) -> Option<&Arc<OpSpec>> {
        self.op(name).or_else(|| self.recorded(name, Extent::Part))
    }

    fn recorded(&self, name: Ident, extent: Extent) -> Option<&Arc<OpSpec>> {
        let dialect = self.ctx.str(name).split_once('.')?.0;
        // Of a dialect that is declared as a whole there are no others.
        let whole = || self.is_complete(self.ctx.ident(dialect));
        self.records.as_ref().filter(|_| !whole())?.op(&self.ctx, name, extent)
    }

    /// The declaration of a type.
    pub fn type_spec(&self, dialect: Ident, name: Ident) -> Option<&Arc<ParametricSpec>> {
        let later = || self.later_of(dialect)?.types.get(&(dialect, name));
        self.tables.types.get(&(dialect, name)).or_else(later)
    }

    /// The declaration of an attribute.
    pub fn attribute_spec(&self, dialect: Ident, name: Ident) -> Option<&Arc<ParametricSpec>> {
        let later = || self.later_of(dialect)?.attributes.get(&(dialect, name));
        self.tables.attributes.get(&(dialect, name)).or_else(later)
    }

    /// Whether a dialect was declared, even if in part.
    pub fn has_dialect(&self, name: Ident) -> bool {
        self.tables.declared.contains(&name) || self.later_of(name).is_some()
    }

    /// Whether all operations of a dialect were declared, so that any other one is an error.
    pub fn is_complete(&self, dialect: Ident) -> bool {
        let complete =
            |tables: &Tables| tables.declared.contains(&dialect) && !tables.incomplete.contains(&dialect);
        complete(&self.tables) || self.later_of(dialect).is_some_and(complete)
    }

    /// Returns true when operations of the dialect of this one are found in graph regions.
    pub fn is_in_graph(&self, op: Ident) -> bool {
        let name = self.ctx.str(op);
        let dialect = self.ctx.ident(name.split_once('.').map_or(name, |(dialect, _)| dialect));
        let said = |tables: &Tables| tables.in_graph.contains(&dialect);
        said(&self.tables) || self.later_of(dialect).is_some_and(said)
    }

    /// Returns true when all operations of a dialect are declared, and one of this name is not among them.
    pub fn lacks(&self, name: Ident) -> bool {
        let dialect = self.ctx.str(name).split('.').next().unwrap_or("");
        self.op(name).is_none() && self.is_complete(self.ctx.ident(dialect))
    }

    /// The declared operation that an undeclared name was meant to be: one of the same dialect with a name that is near, or
    /// the one of that name in a dialect that is near.
    pub fn meant(&self, name: Ident) -> Option<&str> {
        let (dialect, own) = self.ctx.str(name).split_once('.')?;
        let parts = |spec: &Arc<OpSpec>| self.ctx.str(spec.name).split_once('.');
        let dialects: Vec<&str> = self.dialects().collect();
        let wanted = if dialects.contains(&dialect) { dialect } else { nearest(dialect, dialects)? };
        let names = self.ops().filter(|spec| parts(spec).is_some_and(|(one, _)| one == wanted));
        let mut names = names.map(|spec| self.ctx.str(spec.name));
        if wanted == dialect {
            return nearest(self.ctx.str(name), names);
        }
        names.find(|one| one.split_once('.').is_some_and(|(_, one)| one == own))
    }

    /// Tells if there may be a definition of an operation that is not known here, or not all of it: its dialect is loaded or
    /// upstream's and does not list it, or C++ checks more than is listed.
    pub fn leaves_open(&self, name: Ident) -> bool {
        let text = self.ctx.str(name);
        match self.op(name) {
            Some(spec) => spec.traits.checked_in_cpp,
            None if super::is_of_upstream(text) => true,
            None => {
                let dialect = text.split_once('.').map(|(dialect, _)| self.ctx.ident(dialect));
                dialect.is_some_and(|dialect| self.has_dialect(dialect))
            }
        }
    }

    /// Describes a native function that patterns call.
    pub fn add_native(&mut self, summary: Summary) {
        self.tables_mut().natives.insert(summary.name.clone(), Arc::new(summary));
    }

    /// What is known about a native function.
    pub fn native(&self, name: &str) -> Option<&Arc<Summary>> {
        let later = || self.later.natives(&self.ctx).find_map(|tables| tables.natives.get(name));
        self.tables.natives.get(name).or_else(later)
    }

    /// All native functions that are described, by name.
    pub fn natives(&self) -> impl Iterator<Item = &Arc<Summary>> {
        self.later
            .natives(&self.ctx)
            .flat_map(|tables| tables.natives.values())
            .chain(self.tables.natives.values())
    }

    /// Describes what an operation does.
    pub fn add_semantics(&mut self, semantics: Semantics) {
        self.tables_mut().semantics.insert(semantics.name, Arc::new(semantics));
    }

    /// Says what the values of a type are.
    pub fn add_type_meaning(&mut self, meaning: TypeMeaning) {
        let key = (meaning.dialect, meaning.name);
        self.tables_mut().type_meanings.insert(key, Arc::new(meaning));
    }

    /// A description of a type by a user.
    pub fn type_meaning(&self, dialect: Ident, name: Ident) -> Option<&Arc<TypeMeaning>> {
        self.tables.type_meanings.get(&(dialect, name))
    }

    /// All descriptions of types by a user, in the order of the file and the line.
    pub fn type_meanings(&self) -> impl Iterator<Item = &Arc<TypeMeaning>> {
        let mut all: Vec<&Arc<TypeMeaning>> = self.tables.type_meanings.values().collect();
        all.sort_by_key(|one| &one.at);
        all.into_iter()
    }

    /// A description of an operation by a user.
    pub fn semantics(&self, name: Ident) -> Option<&Arc<Semantics>> {
        self.tables.semantics.get(&name)
    }

    /// All descriptions of operations by a user, in the order of the file and the line.
    pub fn all_semantics(&self) -> impl Iterator<Item = &Arc<Semantics>> {
        let mut all: Vec<&Arc<Semantics>> = self.tables.semantics.values().collect();
        all.sort_by_key(|one| &one.at);
        all.into_iter()
    }

    /// Returns true when a user describes some operation or type.
    pub fn has_semantics(&self) -> bool {
        !self.tables.semantics.is_empty() || !self.tables.type_meanings.is_empty()
    }

    /// Returns true when a user describes an operation on integers of a written width that is not small.
    pub fn describes_widths(&self) -> bool {
        let variants = self.tables.semantics.values().flat_map(|semantics| &semantics.variants);
        let written = |form: Form| match form {
            Form::Fixed(ty) => match self.ctx.type_kind(ty) {
                TypeKind::Integer { width, .. } => *width > 8,
                _ => false,
            },
            Form::Open(_) => false,
        };
        variants.into_iter().any(|variant| {
            let operands = variant.operands.iter().map(|operand| operand.form);
            operands.chain(variant.results.iter().copied()).any(written)
        })
    }

    /// Takes the meaning that Assay itself gives to an operation away from the patterns of this run; bodies of native code
    /// keep it. For tests of what is said where a meaning is not known.
    #[doc(hidden)]
    pub fn forget_meaning(&mut self, name: Ident) {
        self.tables_mut().without_meaning.insert(name);
    }

    /// Returns true when Assay's own meaning of an operation does not count.
    pub fn is_forgotten(&self, name: Ident) -> bool {
        !self.tables.without_meaning.is_empty() && self.tables.without_meaning.contains(&name)
    }

    /// The operations of which Assay's own meaning does not count.
    pub fn forgotten(&self) -> impl Iterator<Item = Ident> {
        self.tables.without_meaning.iter().copied()
    }

    /// The promises of a user about an operation.
    pub fn promises(&self, name: Ident) -> Promises {
        self.semantics(name).map_or_else(Promises::default, |semantics| semantics.promises)
    }

    /// Returns true when an operation is a constant, by its definition or as a user says.
    pub fn is_constant_like(&self, name: Ident) -> bool {
        self.op(name).is_some_and(|spec| spec.traits.constant_like) || self.promises(name).constant_like
    }

    /// Returns true when the results of an operation may be anything, by its definition or as a user says.
    pub fn is_opaque(&self, name: Ident) -> bool {
        self.op(name).is_some_and(|spec| spec.traits.opaque) || self.promises(name).opaque
    }

    /// Returns true when an operation has no effect, by its definition or as a user says.
    pub fn is_pure(&self, name: Ident) -> bool {
        let promises = self.promises(name);
        self.op(name).is_some_and(|spec| spec.traits.pure) || promises.pure || self.computes(name)
    }

    /// Returns true when functions of a user compute an operation.
    pub fn computes(&self, name: Ident) -> bool {
        self.semantics(name).is_some_and(|semantics| !semantics.variants.is_empty())
    }

    /// All declared operations, in no particular order.
    pub fn ops(&self) -> impl Iterator<Item = &Arc<OpSpec>> {
        self.later.each(&self.ctx).flat_map(|tables| tables.ops.values()).chain(self.tables.ops.values())
    }

    /// Names of the declared dialects, sorted.
    pub fn dialects(&self) -> impl Iterator<Item = &str> {
        let mut all: Vec<&str> = self.tables.dialects.keys().map(String::as_str).collect();
        all.extend(self.later.names());
        all.sort_unstable();
        all.into_iter()
    }
}

impl Tables {
    /// Adds declarations that count above these.
    fn add(&mut self, above: &Tables) {
        let Tables { ops, types, attributes, dialects, declared, incomplete, predicates, bases, .. } = above;
        self.ops.extend(ops.iter().map(|(name, spec)| (*name, Arc::clone(spec))));
        self.types.extend(types.iter().map(|(name, spec)| (*name, Arc::clone(spec))));
        self.attributes.extend(attributes.iter().map(|(name, spec)| (*name, Arc::clone(spec))));
        self.dialects.extend(dialects.iter().map(|(text, name)| (text.clone(), *name)));
        self.declared.extend(declared);
        self.incomplete.retain(|name| !declared.contains(name));
        self.incomplete.extend(incomplete);
        self.in_graph.extend(&above.in_graph);
        self.predicates.extend(predicates.iter().map(|(text, predicate)| (*text, Arc::clone(predicate))));
        self.bases.extend(bases.iter().map(|(text, predicate)| (*text, Arc::clone(predicate))));
        let Tables { natives, semantics, type_meanings, without_meaning, .. } = above;
        self.natives.extend(natives.iter().map(|(name, summary)| (name.clone(), Arc::clone(summary))));
        self.semantics.extend(semantics.iter().map(|(name, said)| (*name, Arc::clone(said))));
        self.type_meanings.extend(type_meanings.iter().map(|(name, said)| (*name, Arc::clone(said))));
        self.without_meaning.extend(without_meaning);
    }
}
