//! The declarations of one registry, by name.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::meaning::{Semantics, TypeMeaning};
use super::native::Summary;
use super::{OpSpec, ParametricSpec, Predicate};
use crate::data::Ident;

/// The declarations, shared by registries that lie above each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    pub(super) ops: FxHashMap<Ident, Arc<OpSpec>>,
    pub(super) types: FxHashMap<(Ident, Ident), Arc<ParametricSpec>>,
    pub(super) attributes: FxHashMap<(Ident, Ident), Arc<ParametricSpec>>,
    pub(super) dialects: BTreeMap<String, Ident>,
    pub(super) declared: FxHashSet<Ident>,
    pub(super) incomplete: FxHashSet<Ident>,
    pub(super) in_graph: FxHashSet<Ident>,
    pub(super) predicates: FxHashMap<Ident, Arc<Predicate>>,
    pub(super) bases: FxHashMap<Ident, Arc<Predicate>>,
    pub(super) natives: BTreeMap<String, Arc<Summary>>,
    pub(super) semantics: FxHashMap<Ident, Arc<Semantics>>,
    pub(super) type_meanings: FxHashMap<(Ident, Ident), Arc<TypeMeaning>>,
    pub(super) without_meaning: FxHashSet<Ident>,
}
