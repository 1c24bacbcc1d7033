//! The names and operations of a pattern while it is read: what each name stands for, and the types that are known.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::builder::{Builder, TypeVar};
use super::ods::Definition;
use crate::records::Record;

/// The thing that a name of a record stands for.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// One value.
    Value(Value),
    /// Values of which there may be any number, by the name of the range.
    Range(String),
    /// Values of a known number.
    List(Vec<Value>),
    /// An attribute.
    Attribute(Attribute),
    /// An optional attribute that is absent.
    Absent,
    /// The results of an operation.
    Node(usize),
    /// The results of an operation that has several, one after the other.
    Results(Vec<Bound>),
    /// An operation without results.
    Operation(String),
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    /// Its name in PDL.
    pub(crate) ssa: String,
    /// Its type, if a `pdl.type` says it.
    pub(crate) ty: Option<TypeVar>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    /// Its name in PDL.
    pub(crate) ssa: String,
    /// Its type, if a `pdl.type` says it.
    pub(crate) ty: Option<TypeVar>,
}

/// An operation of the pattern, matched or made.
#[derive(Debug)]
pub(crate) struct Node<'a> {
    /// Its name in PDL.
    pub(crate) ssa: String,
    /// Its definition.
    pub(crate) definition: Rc<Definition<'a>>,
    /// The types of its results.
    pub(crate) types: Vec<ResultType>,
    /// Names of the results that were taken.
    pub(super) results: FxHashMap<usize, String>,
}

/// The type of a result.
#[derive(Clone, Debug)]
pub(crate) enum ResultType {
    /// One type.
    One(TypeVar),
    /// Types of a group, by the name of the range.
    Many(String),
    /// Some of the types of all results, by the name of their range: PDL has no words for one of several groups.
    Some(String),
    /// Found by MLIR.
    Open,
}

/// A type that is one of a few.
#[derive(Debug)]
pub(super) struct OneOf {
    pub(super) ty: TypeVar,
    pub(super) written: Vec<String>,
    /// The record says so, and not only the definition of the operation.
    pub(super) by_record: bool,
}

/// Names and operations of a pattern.
#[derive(Debug)]
pub(crate) struct Scope<'a> {
    pub(super) names: FxHashMap<String, Bound>,
    /// Operations in the order in which they were made.
    pub(crate) nodes: Vec<Node<'a>>,
    uses: FxHashMap<String, usize>,
    pub(super) sizes: FxHashMap<String, usize>,
    /// Names of what another name stands for, too.
    pub(super) equal: FxHashMap<String, String>,
    pub(super) few: Vec<OneOf>,
}

impl<'a> Scope<'a> {
    /// Nothing is bound; the record tells how often each name is used, how many values it stands for, and which are one.
    pub(crate) fn new(
        record: Record<'_>,
        sizes: FxHashMap<String, usize>,
        equal: FxHashMap<String, String>,
    ) -> Scope<'a> {
        let mut uses = FxHashMap::default();
        let mut count = |name: &str| *uses.entry(base(name).0.to_owned()).or_insert(0) += 1;
        record.dag("sourcePattern").iter().for_each(|dag| dag.names(&mut count));
        for field in ["resultPatterns", "constraints", "supplementalPatterns"] {
            record.dags(field).iter().for_each(|dag| dag.names(&mut count));
        }
        Scope { names: FxHashMap::default(), nodes: Vec::new(), uses, sizes, equal, few: Vec::new() }
    }

    pub(super) fn declares(&self, name: &str) -> bool {
        self.names.contains_key(self.equal.get(name).map_or(name, String::as_str))
    }

    /// Tells if a name stands in more than one place.
    pub(crate) fn used_elsewhere(&self, name: &str) -> bool {
        self.uses.get(base(name).0).is_some_and(|count| *count > 1)
    }

    /// Binds a name.
    pub(crate) fn bind(&mut self, name: &str, bound: Bound) {
        let name = self.equal.get(name).map_or(name, String::as_str);
        self.names.insert(name.to_owned(), bound);
    }

    /// The thing that a name stands for: `x`, or `x__1` for a result or an element of it.
    pub(crate) fn get(&mut self, builder: &mut Builder<'_>, name: &str) -> Option<Bound> {
        let name = self.equal.get(name).map_or(name, String::as_str);
        let (name, index) = match self.names.get(name) {
            Some(_) => (name, None),
            None => base(name),
        };
        let bound = self.names.get(name)?.clone();
        match (bound, index) {
            (Bound::Node(node), Some(index)) => self.result(builder, node, index),
            (Bound::Node(node), None) if self.nodes[node].definition.results.len() == 1 => {
                self.result(builder, node, 0)
            }
            (Bound::List(list), Some(index)) => list.get(index).cloned().map(Bound::Value),
            (bound, None) => Some(bound),
            (_, Some(_)) => None,
        }
    }

    /// The C++ value of a name: of an operation all its results, or itself where it has none.
    pub(crate) fn passed(&mut self, builder: &mut Builder<'_>, name: &str) -> Option<Bound> {
        let Bound::Node(node) = self.get(builder, name)? else { return self.get(builder, name) };
        let count = self.nodes[node].definition.results.len();
        match count {
            0 => Some(Bound::Operation(self.nodes[node].ssa.clone())),
            _ => (0..count)
                .map(|index| self.result(builder, node, index))
                .collect::<Option<_>>()
                .map(Bound::Results),
        }
    }

    /// A result of an operation: a value, or the values of a group.
    pub(crate) fn result(&mut self, builder: &mut Builder<'_>, node: usize, index: usize) -> Option<Bound> {
        let ty = self.nodes[node].types.get(index)?.clone();
        if matches!(ty, ResultType::Some(_)) {
            return None;
        }
        let operation = self.nodes[node].ssa.clone();
        let known = self.nodes[node].results.get(&index).cloned();
        let groups = self.nodes[node].definition.results.iter().any(|result| result.many);
        let many = self.nodes[node].definition.results.get(index)?.many;
        let ssa = known.unwrap_or_else(|| {
            let ssa = builder.fresh(&format!("{}.{index}", operation.trim_start_matches('%')));
            let ty = if many { "!pdl.range<value>" } else { "!pdl.value" };
            builder.line(match groups {
                true => format!("{ssa} = pdl.results {index} of {operation} -> {ty}"),
                false => format!("{ssa} = pdl.result {index} of {operation}"),
            });
            ssa
        });
        self.nodes[node].results.insert(index, ssa.clone());
        Some(match (many, ty) {
            (true, _) => Bound::Range(ssa),
            (false, ResultType::One(ty)) => Bound::Value(Value { ssa, ty: Some(ty) }),
            (false, _) => Bound::Value(Value { ssa, ty: None }),
        })
    }

    /// Adds an operation.
    pub(crate) fn add(
        &mut self,
        ssa: String,
        definition: Rc<Definition<'a>>,
        types: Vec<ResultType>,
    ) -> usize {
        self.nodes.push(Node { ssa, definition, types, results: FxHashMap::default() });
        self.nodes.len() - 1
    }
}

/// A name and the number behind `__`.
pub(super) fn base(name: &str) -> (&str, Option<usize>) {
    match name.rsplit_once("__").map(|(base, number)| (base, number.parse())) {
        Some((base, Ok(number))) => (base, Some(number)),
        _ => (name, None),
    }
}
