//! Kinds as numbers. The universe of an audit holds every operation that a contract, a condition or a program names, one kind
//! for each combination of constraints of an operation, and for each dialect one kind that stands for its other operations.

use std::collections::{BTreeMap, BTreeSet};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::document::Contracts;
use super::element::{Element, TYPES, dialect};
use super::narrow::CERTAIN;

/// A set of kinds.
pub type Kinds = FixedBitSet;

/// Most constraints of one operation.
const MOST_CONSTRAINTS: usize = 6;

#[derive(Clone, Debug)]
struct Op {
    /// The number of its first kind; kind `first + mask` satisfies the constraints of the mask.
    first: usize,
    constraints: Vec<String>,
}

impl Op {
    fn count(&self) -> usize {
        1 << self.constraints.len()
    }
}

/// The operation of a kind, or the other operations of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    Op(String),
    Others(String),
}

/// Kinds as numbers.
#[derive(Clone, Debug)]
pub struct KindInterner {
    ops: FxHashMap<String, Op>,
    /// The kinds of each dialect, the one for its other operations first.
    dialects: BTreeMap<String, std::ops::Range<usize>>,
    interfaces: BTreeMap<String, Vec<String>>,
    names: Vec<Named>,
}

impl KindInterner {
    /// The universe of contracts and further words.
    pub fn new<'e>(contracts: &Contracts, others: impl IntoIterator<Item = &'e Element>) -> KindInterner {
        let mut ops: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut dialects: BTreeSet<String> = BTreeSet::new();
        let mut add = |element: &Element| match element {
            Element::Any | Element::Interface(_) => {}
            Element::Dialect(name) | Element::ConstrainedDialect { dialect: name, .. } => {
                dialects.insert(name.clone());
            }
            Element::Op(name) => drop(ops.entry(name.clone()).or_default()),
            Element::Type(_) => drop(ops.entry(element.to_string()).or_default()),
            Element::Constrained { op, constraint, .. } => {
                let known = ops.entry(op.clone()).or_default();
                if known.len() < MOST_CONSTRAINTS {
                    known.insert(constraint.clone());
                }
            }
        };
        for contract in contracts.passes.values().chain(contracts.class.values()) {
            contract.elements().for_each(&mut add);
            contract.anchors.iter().for_each(|name| add(&Element::Op(name.clone())));
        }
        others.into_iter().for_each(&mut add);
        for name in contracts.interface.values().flatten() {
            ops.entry(name.clone()).or_default();
        }
        KindInterner::from_kinds(ops, dialects, contracts.interface.clone())
    }

    fn from_kinds(
        ops: BTreeMap<String, BTreeSet<String>>,
        mut dialects: BTreeSet<String>,
        interfaces: BTreeMap<String, Vec<String>>,
    ) -> KindInterner {
        dialects.extend(ops.keys().map(|name| dialect(name).to_owned()));
        let mut by_dialect: BTreeMap<&str, Vec<(&String, &BTreeSet<String>)>> = BTreeMap::new();
        for (name, constraints) in &ops {
            by_dialect.entry(dialect(name)).or_default().push((name, constraints));
        }
        let mut out = KindInterner {
            ops: FxHashMap::default(),
            dialects: BTreeMap::new(),
            interfaces,
            names: Vec::new(),
        };
        for dialect in dialects {
            let start = out.names.len();
            out.names.push(Named::Others(dialect.clone()));
            for (name, constraints) in by_dialect.get(dialect.as_str()).into_iter().flatten() {
                let op = Op { first: out.names.len(), constraints: constraints.iter().cloned().collect() };
                out.names.extend(std::iter::repeat_n(Named::Op((*name).clone()), op.count()));
                out.ops.insert((*name).clone(), op);
            }
            out.dialects.insert(dialect, start..out.names.len());
        }
        out
    }

    /// The number of kinds.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Tells if there is no kind.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The empty set.
    pub fn none(&self) -> Kinds {
        Kinds::with_capacity(self.len())
    }

    /// The kinds of words. A word that names an operation outside of the universe stands for the others of its dialect.
    pub fn set<'e>(&self, elements: impl IntoIterator<Item = &'e Element>) -> Kinds {
        let mut out = self.none();
        elements.into_iter().for_each(|element| self.insert(&mut out, element));
        out
    }

    /// The kinds of those constrained words whose constraint is told apart; the others stand for no kind here.
    pub fn apart<'e>(&self, elements: impl IntoIterator<Item = &'e Element>) -> Kinds {
        let is_known = |element: &&Element| match element {
            Element::Constrained { op, constraint, .. } => {
                self.ops.get(op).is_some_and(|op| op.constraints.contains(constraint))
            }
            _ => true,
        };
        self.set(elements.into_iter().filter(is_known))
    }

    fn insert(&self, out: &mut Kinds, element: &Element) {
        match element {
            Element::Any => out.insert_range(..),
            Element::Dialect(name) => {
                if let Some(range) = self.dialects.get(name) {
                    out.insert_range(range.clone());
                }
            }
            Element::Op(name) => self.insert_op(out, name, |_| true),
            Element::Type(_) => self.insert_op(out, &element.to_string(), |_| true),
            Element::Interface(name) => {
                for op in self.interfaces.get(name).into_iter().flatten() {
                    self.insert_op(out, op, |_| true);
                }
            }
            Element::Constrained { op, constraint, holds } => {
                let at =
                    self.ops.get(op).and_then(|op| op.constraints.iter().position(|one| one == constraint));
                self.insert_op(out, op, |mask| at.is_none_or(|at| (mask >> at & 1 == 1) == *holds));
            }
            Element::ConstrainedDialect { dialect, constraint, holds } => {
                let Some(range) = self.dialects.get(dialect) else { return };
                for kind in range.clone() {
                    // An operation that the constraint says nothing of does not satisfy it.
                    let satisfies = match &self.names[kind] {
                        Named::Others(_) => false,
                        Named::Op(name) => {
                            let op = &self.ops[name];
                            let at = op.constraints.iter().position(|one| one == constraint);
                            at.is_some_and(|at| (kind - op.first) >> at & 1 == 1)
                        }
                    };
                    if satisfies == *holds {
                        out.insert(kind);
                    }
                }
            }
        }
    }

    fn insert_op(&self, out: &mut Kinds, name: &str, takes: impl Fn(usize) -> bool) {
        match self.ops.get(name) {
            Some(op) => {
                (0..op.count()).filter(|mask| takes(*mask)).for_each(|mask| out.insert(op.first + mask))
            }
            None => {
                if let Some(range) = self.dialects.get(dialect(name)) {
                    out.insert(range.start);
                }
            }
        }
    }

    /// The kind of one operation of a program that satisfies exactly the constraints that are given.
    pub fn kind(&self, name: &str, satisfied: &[String]) -> Option<usize> {
        match self.ops.get(name) {
            Some(op) => {
                let bit =
                    |(at, constraint): (usize, &String)| usize::from(satisfied.contains(constraint)) << at;
                Some(op.first + op.constraints.iter().enumerate().map(bit).sum::<usize>())
            }
            None => self.dialects.get(dialect(name)).map(|range| range.start),
        }
    }

    /// The kinds that are types.
    pub fn types(&self) -> Kinds {
        self.set(&[Element::Dialect(TYPES.to_owned())])
    }

    /// Types, each with the kinds of operations that have it by their constraint.
    pub fn typed(&self) -> Vec<(Kinds, Kinds)> {
        let with = |ty: &str, constraints: &[&str]| {
            let mut kinds = self.none();
            for (name, op) in &self.ops {
                let at = op.constraints.iter().position(|one| constraints.contains(&one.as_str()));
                self.insert_op(&mut kinds, name, |mask| at.is_some_and(|at| mask >> at & 1 == 1));
            }
            (self.set(&[Element::Type(ty.to_owned())]), kinds)
        };
        vec![with("tensor", &["tensor", "tensors"]), with("minifloat", &["minifloat"])]
    }

    /// All kinds of the dialects that a set has a kind of.
    pub fn dialects_of(&self, kinds: &Kinds) -> Kinds {
        let mut out = self.none();
        let touched = self.dialects.values().filter(|range| kinds.contains_any_in_range((*range).clone()));
        touched.for_each(|range| out.insert_range(range.clone()));
        out
    }

    /// Words for a set, sorted, as few as there are without a union over dialects.
    pub fn describe(&self, kinds: &Kinds) -> Vec<String> {
        let mut out = Vec::new();
        let mut ones = kinds.ones().peekable();
        while let Some(at) = ones.next() {
            match &self.names[at] {
                Named::Others(dialect) => {
                    out.push(format!("{dialect}.*"));
                    let end = self.dialects.get(dialect).map_or(at + 1, |range| range.end);
                    while ones.next_if(|kind| *kind < end).is_some() {}
                }
                Named::Op(name) => {
                    let found = &self.ops[name];
                    let mut present = vec![at - found.first];
                    let end = found.first + found.count();
                    present.extend(
                        std::iter::from_fn(|| ones.next_if(|kind| *kind < end))
                            .map(|kind| kind - found.first),
                    );
                    out.push(word_of(name, found, &present));
                }
            }
        }
        out
    }
}

/// Constraints by a type that few programs have: that an operation does not have it goes unsaid.
const OF_TYPES: [&str; 2] = ["tensor", "minifloat"];

/// The word for some kinds of one operation; what is only certain of them goes unsaid.
fn word_of(name: &str, op: &Op, present: &[usize]) -> String {
    if present.len() == op.count() {
        return name.to_owned();
    }
    let says = |(_, constraint): &(usize, &String)| !CERTAIN.contains(&constraint.as_str());
    for (at, constraint) in op.constraints.iter().enumerate().filter(says) {
        for (holds, sign) in [(1, ""), (0, "!")] {
            let is_said = holds == 1 || !OF_TYPES.contains(&constraint.as_str());
            if is_said && present.iter().all(|mask| mask >> at & 1 == holds) {
                return format!("{name}{{{sign}{constraint}}}");
            }
        }
    }
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Contracts, Element, KindInterner};

    fn elements(words: &[&str]) -> Vec<Element> {
        words.iter().map(|word| word.parse().expect("the words are right")).collect()
    }

    fn universe(words: &[&str]) -> KindInterner {
        KindInterner::new(&Contracts::default(), &elements(words))
    }

    #[test]
    fn a_dialect_covers_its_operations_and_others() {
        let universe = universe(&["scf.*", "scf.for", "scf.if"]);
        let mut kinds = universe.set(&elements(&["scf.*"]));
        assert_eq!(kinds.count_ones(..), 3);
        kinds.difference_with(&universe.set(&elements(&["scf.for"])));
        assert_eq!(universe.describe(&kinds), ["scf.*"]);
        kinds.intersect_with(&universe.set(&elements(&["scf.if", "scf.for"])));
        assert_eq!(universe.describe(&kinds), ["scf.if"]);
    }

    #[test]
    fn constraints_split_an_operation() {
        let universe = universe(&["m.s{static}"]);
        let whole = universe.set(&elements(&["m.s"]));
        let fixed = universe.set(&elements(&["m.s{static}"]));
        let mut rest = whole.clone();
        rest.difference_with(&fixed);
        assert_eq!(universe.describe(&whole), ["m.s"]);
        assert_eq!(universe.describe(&fixed), ["m.s{static}"]);
        assert_eq!(universe.describe(&rest), ["m.s{!static}"]);
        let kind = universe.kind("m.s", &["static".to_owned()]).expect("it is known");
        assert!(fixed.contains(kind) && !rest.contains(kind));
    }

    #[test]
    fn a_constraint_splits_a_dialect() {
        let universe = universe(&["m.*", "m.s{static}", "m.t{static}", "m.u", "n.s{static}"]);
        let satisfying = universe.set(&elements(&["m.*{static}"]));
        assert_eq!(universe.describe(&satisfying), ["m.s{static}", "m.t{static}"]);
        let mut rest = universe.set(&elements(&["m.*"]));
        rest.difference_with(&satisfying);
        assert_eq!(universe.set(&elements(&["m.*{!static}"])), rest);
        assert!(rest.contains(universe.kind("m.v", &[]).expect("the dialect is known")));
    }

    #[test]
    fn an_unknown_operation_is_one_of_the_others() {
        let universe = universe(&["m.s"]);
        assert_eq!(universe.kind("m.t", &[]), universe.kind("m.u", &[]));
        assert_eq!(universe.kind("n.t", &[]), None);
    }
}
