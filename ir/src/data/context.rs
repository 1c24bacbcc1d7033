//! The table of everything that is interned. Shared by programs that are compared with each other; adding to
//! it needs no `&mut`, so that threads can share it.

use std::sync::{Arc, PoisonError, RwLock};

use assay_ops::{Dialect, Op, dialect_of};

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::ident::known::TEXTS;
use super::interner::Interner;
use super::{AttrId, AttrKind, Ident, IntValue, LocId, LocKind, Signedness, TypeId, TypeKind, known};

/// Interned strings, types, attributes and locations. Equal contents have equal ids within one context.
pub struct Context {
    strings: Arc<Interner<Box<str>>>,
    types: Arc<Interner<TypeKind>>,
    attributes: Arc<Interner<AttrKind>>,
    locations: Arc<Interner<LocKind>>,
    unknown_loc: LocId,
    empty_dictionary: AttrId,
    unit: AttrId,
    /// Dialects of users, the latest last.
    dialects: Arc<RwLock<Vec<&'static Dialect>>>,
}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Context")
    }
}

impl Context {
    /// A fresh context that knows the [`known`] names.
    pub fn new() -> Arc<Context> {
        let strings = Interner::new();
        for (slot, text) in TEXTS.iter().enumerate() {
            let got = strings.intern(Box::from(*text));
            assert_eq!(got, slot, "the known name `{text}` is listed twice");
        }
        let locations = Interner::new();
        let attributes = Interner::new();
        let unknown_loc = LocId::new(locations.intern(LocKind::Unknown));
        let empty_dictionary = AttrId::new(attributes.intern(AttrKind::Dictionary(Box::new([]))));
        let unit = AttrId::new(attributes.intern(AttrKind::Unit));
        Arc::new(Context {
            strings: Arc::new(strings),
            types: Arc::new(Interner::new()),
            attributes: Arc::new(attributes),
            locations: Arc::new(locations),
            unknown_loc,
            empty_dictionary,
            unit,
            dialects: Arc::default(),
        })
    }

    /// A context above this one: it knows all that this one holds now, by the same ids, and frees what is interned in it
    /// when it is dropped. Ids that this one hands out later must not be used with it.
    pub fn above(self: &Arc<Context>) -> Arc<Context> {
        Arc::new(Context {
            strings: Arc::new(Interner::above(&self.strings)),
            types: Arc::new(Interner::above(&self.types)),
            attributes: Arc::new(Interner::above(&self.attributes)),
            locations: Arc::new(Interner::above(&self.locations)),
            unknown_loc: self.unknown_loc,
            empty_dictionary: self.empty_dictionary,
            unit: self.unit,
            dialects: Arc::clone(&self.dialects),
        })
    }

    /// Adds a dialect that is none of MLIR's, by records in the form of `assay-ops`: texts are read with its custom forms from now on. Records of the same
    /// dialect that are added later come first.
    pub fn add_dialect(&self, name: &str, records: &str) {
        let dialect = Dialect::of_user(name, records);
        self.dialects.write().unwrap_or_else(PoisonError::into_inner).push(dialect);
    }

    /// The dialects that were added, the latest first.
    pub fn added_dialects(&self) -> Vec<&'static Dialect> {
        let added = self.dialects.read().unwrap_or_else(PoisonError::into_inner);
        added.iter().rev().copied().collect()
    }

    /// The record of an operation of MLIR or of a dialect that was added.
    pub fn record(&self, name: &str) -> Option<&'static Op> {
        let dialect = dialect_of(name);
        self.record_in(dialect, name.get(dialect.len() + 1..)?)
    }

    /// The record of the operation `dialect.word`.
    pub fn record_in(&self, dialect: &str, word: &str) -> Option<&'static Op> {
        if let Some(known) = assay_ops::dialect(dialect) {
            return known.op(word);
        }
        let added = self.dialects.read().unwrap_or_else(PoisonError::into_inner);
        added.iter().rev().filter(|one| one.name() == dialect).find_map(|one| one.op(word))
    }

    /// Interns a string.
    pub fn ident(&self, text: &str) -> Ident {
        let slot = match self.strings.find(text, |stored| **stored == *text) {
            Some(slot) => slot,
            None => self.strings.intern(Box::from(text)),
        };
        Ident::from_index(slot)
    }

    /// The text of an interned string.
    pub fn str(&self, ident: Ident) -> &str {
        self.strings.get(ident.index())
    }

    /// Interns a type.
    pub fn ty(&self, kind: TypeKind) -> TypeId {
        TypeId::new(self.types.intern(kind))
    }

    /// The structure of a type.
    pub fn type_kind(&self, ty: TypeId) -> &TypeKind {
        self.types.get(ty.index())
    }

    /// Interns an attribute. Dictionaries are given through [`Context::dictionary`].
    pub fn attr(&self, kind: AttrKind) -> AttrId {
        AttrId::new(self.attributes.intern(kind))
    }

    /// The structure of an attribute.
    pub fn attr_kind(&self, attr: AttrId) -> &AttrKind {
        self.attributes.get(attr.index())
    }

    /// Interns a location.
    pub fn loc(&self, kind: LocKind) -> LocId {
        LocId::new(self.locations.intern(kind))
    }

    /// The structure of a location.
    pub fn loc_kind(&self, loc: LocId) -> &LocKind {
        self.locations.get(loc.index())
    }

    /// Locations as one, as MLIR's `FusedLoc::get` makes it: each once, unknown ones left out, fused ones taken apart; one alone
    /// stays what it is.
    pub fn fused_loc(&self, parts: &[LocId]) -> LocId {
        let mut all: Vec<LocId> = Vec::new();
        for part in parts {
            match self.loc_kind(*part) {
                LocKind::Unknown => {}
                LocKind::Fused { metadata: None, parts } => all.extend(parts),
                _ => all.push(*part),
            }
        }
        let mut seen = FxHashSet::default();
        all.retain(|part| seen.insert(*part));
        match all[..] {
            [] => self.unknown_loc,
            [one] => one,
            _ => self.loc(LocKind::Fused { metadata: None, parts: all.into_boxed_slice() }),
        }
    }

    /// `loc(unknown)`
    pub fn unknown_loc(&self) -> LocId {
        self.unknown_loc
    }

    /// `{}`
    pub fn empty_dictionary(&self) -> AttrId {
        self.empty_dictionary
    }

    /// `unit`
    pub fn unit(&self) -> AttrId {
        self.unit
    }

    /// A dictionary attribute; sorts by the text of the key, a later duplicate wins.
    pub fn dictionary(&self, entries: impl IntoIterator<Item = (Ident, AttrId)>) -> AttrId {
        let mut list: SmallVec<[(Ident, AttrId); 4]> = entries.into_iter().collect();
        if list.is_empty() {
            return self.empty_dictionary;
        }
        if list.len() > 1 {
            list.sort_by(|a, b| self.str(a.0).cmp(self.str(b.0)));
            // The first of two that are kept takes the value of the later one.
            list.dedup_by(|later, kept| {
                let same = later.0 == kept.0;
                if same {
                    *kept = *later;
                }
                same
            });
        }
        self.attr(AttrKind::Dictionary(Box::from(&list[..])))
    }

    /// The entries of a dictionary attribute, none for any other attribute.
    pub fn entries(&self, dictionary: AttrId) -> &[(Ident, AttrId)] {
        match self.attr_kind(dictionary) {
            AttrKind::Dictionary(entries) => entries,
            _ => &[],
        }
    }

    /// The value of a key in a dictionary attribute.
    pub fn entry(&self, dictionary: AttrId, key: Ident) -> Option<AttrId> {
        self.entries(dictionary).iter().find(|(k, _)| *k == key).map(|(_, v)| *v)
    }

    /// `iN`
    pub fn integer(&self, width: u32) -> TypeId {
        self.ty(TypeKind::Integer { width, signedness: Signedness::Signless })
    }

    /// `index`
    pub fn index(&self) -> TypeId {
        self.ty(TypeKind::Index)
    }

    /// `value : ty` as an integer attribute.
    pub fn integer_attr(&self, value: i128, ty: TypeId) -> AttrId {
        self.attr(AttrKind::Integer { value: IntValue::Small(value), ty })
    }

    /// `"text"` as an attribute without a type.
    pub fn string_attr(&self, text: &str) -> AttrId {
        let text = self.ident(text);
        self.attr(AttrKind::String { text, ty: None })
    }

    /// `@name` as an attribute.
    pub fn symbol_attr(&self, name: &str) -> AttrId {
        let root = self.ident(name);
        self.attr(AttrKind::SymbolRef { root, nested: Box::new([]) })
    }

    /// A type as an attribute.
    pub fn type_attr(&self, ty: TypeId) -> AttrId {
        self.attr(AttrKind::Type(ty))
    }

    /// `!pdl.NAME` without parameters, such as `!pdl.value`.
    pub fn pdl_type(&self, name: Ident) -> TypeId {
        self.ty(TypeKind::Dialect { dialect: known::D_PDL, name, params: Box::new([]) })
    }

    /// `!pdl.range<NAME>`
    pub fn pdl_range(&self, element: Ident) -> TypeId {
        let inner = self.type_attr(self.pdl_type(element));
        self.ty(TypeKind::Dialect { dialect: known::D_PDL, name: known::T_RANGE, params: Box::new([inner]) })
    }

    /// The type that a type attribute holds.
    pub fn as_type(&self, attr: AttrId) -> Option<TypeId> {
        if let AttrKind::Type(ty) = self.attr_kind(attr) { Some(*ty) } else { None }
    }

    /// The element type of a vector, tensor or memref type.
    pub fn element_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.type_kind(ty) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::UnrankedMemRef { element, .. } => Some(*element),
            _ => None,
        }
    }

    /// The type that an attribute carries: of an integer, float, dense, or typed string attribute.
    pub fn attr_type(&self, attr: AttrId) -> Option<TypeId> {
        match self.attr_kind(attr) {
            AttrKind::Integer { ty, .. }
            | AttrKind::Float { ty, .. }
            | AttrKind::Dense { ty, .. }
            | AttrKind::Sparse { ty, .. }
            | AttrKind::DenseResource { ty, .. } => Some(*ty),
            AttrKind::String { ty, .. } | AttrKind::Opaque { ty, .. } => *ty,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_have_equal_ids() {
        let ctx = Context::new();
        assert_eq!(ctx.integer(32), ctx.integer(32));
        assert_ne!(ctx.integer(32), ctx.integer(33));
        assert_eq!(ctx.ident("pdl.pattern"), known::PDL_PATTERN);
        assert_eq!(ctx.str(ctx.ident("x.y")), "x.y");
    }

    #[test]
    fn dictionaries_are_sorted_and_the_last_duplicate_wins() {
        let ctx = Context::new();
        let (a, b) = (ctx.ident("a"), ctx.ident("b"));
        let (one, two) = (ctx.integer_attr(1, ctx.index()), ctx.integer_attr(2, ctx.index()));
        let dict = ctx.dictionary([(b, one), (a, one), (b, two)]);
        assert_eq!(ctx.entries(dict), &[(a, one), (b, two)]);
    }
}
