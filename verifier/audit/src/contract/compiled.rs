//! Contracts over the numbers of a universe, and what one of them does to a set of kinds.

use std::collections::BTreeSet;

use super::document::{Contract, Contracts};
use super::element::Element;
use super::narrow::{CLOSED, DECLARED};
use super::pipeline::Step;
use super::universe::{KindInterner, Kinds};

/// The class of passes that fold: what it adds, a greedy driver without patterns adds, too.
const FOLDING: &str = "folds";

/// The classes of passes that fold and leave dead code.
const FOLDS: [&str; 2] = [FOLDING, "extents"];

/// The classes of passes that take away nothing but what folds, is dead, or is there twice.
const SIMPLIFYING: [&str; 3] = [FOLDING, "simplifies", "cleans"];

/// The interface of operations that a pass does not copy.
const UNCOPIED: &str = "Uncopied";

/// The interface of operations that passes can be nested in.
pub const CONTAINERS: &str = "IsolatedFromAbove";

#[derive(Clone, Debug)]
struct Removed {
    kinds: Kinds,
    /// Those of the kinds that are named, and not only their dialect.
    named: Kinds,
    within: Option<Kinds>,
    unless: Kinds,
}

impl Removed {
    /// Tells if the kinds are removed from a set.
    fn holds(&self, before: &Kinds) -> bool {
        self.within.as_ref().is_none_or(|within| before.is_subset(within)) && self.unless.is_disjoint(before)
    }

    /// The kinds of a set because of which these are not removed.
    fn hindered_by(&self, before: &Kinds) -> Kinds {
        let mut out = before.clone();
        match &self.within {
            Some(within) => out.difference_with(within),
            None => out.clear(),
        }
        let mut types = before.clone();
        types.intersect_with(&self.unless);
        out.union_with(&types);
        out
    }
}

#[derive(Clone, Debug)]
struct Forbidden {
    kinds: Kinds,
    when: Option<Kinds>,
    /// No program fails for sure.
    possible: bool,
    /// A dialect with which it does not fail, once it is loaded.
    unloaded: String,
}

#[derive(Clone, Debug)]
struct Added {
    kinds: Kinds,
    when: Option<Kinds>,
    and: Option<Kinds>,
    beyond: Option<Kinds>,
    /// The kinds of each word, where all of them are always added.
    always: Vec<Kinds>,
    /// They are not dead where what they are made of is.
    live: bool,
    /// But where one of these may be present.
    unless: Kinds,
}

/// A pass as a function on sets of kinds.
#[derive(Clone, Debug)]
pub struct Compiled {
    acts_on: Kinds,
    requires: Kinds,
    removes: Vec<Removed>,
    partly: Kinds,
    adds: Vec<Added>,
    /// The kinds that the classes of the pass add, whatever the pass acts on.
    class_adds: Vec<Added>,
    /// Those of the classes that fold.
    fold_adds: Vec<Added>,
    class_takes: Kinds,
    /// All of its classes fold and do nothing else: dead code stays.
    only_folds: bool,
    /// Its classes fold, erase dead code and do nothing else.
    only_simplifies: bool,
    /// The kinds that are legal in the target of a conversion that folds; `None` for any other pass.
    folding_legal: Option<Kinds>,
    /// Functions that it may make, and pass constants to.
    makes_functions: bool,
    /// Those that are more than folding and dead code.
    class_rewrites: Kinds,
    /// Operations that are copied with what they hold.
    copied: Kinds,
    uncopied: Kinds,
    forbids: Vec<Forbidden>,
    preserves: Kinds,
    leaves: Kinds,
    /// The operations that it is nested in below the module, each with the others that it could be.
    nested: Vec<(Kinds, Kinds)>,
}

/// The effect of a pass on a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing of its own, and it is there for kinds that are missing.
    Missing {
        /// The kinds that it requires.
        kinds: Kinds,
        /// Kinds that may be new by the classes of the pass alone.
        added: Kinds,
    },
    /// Nothing of its own, silently.
    Idle {
        /// The kinds that it acts on.
        acts_on: Kinds,
        /// Kinds that may be new by the classes of the pass alone.
        added: Kinds,
    },
    /// These are gone, and these may be new.
    Changed {
        /// None of them is left.
        removed: Kinds,
        /// They may be there.
        added: Kinds,
    },
}

impl Compiled {
    /// The contract of a pass over a universe.
    pub fn new(universe: &KindInterner, contracts: &Contracts, contract: &Contract) -> Compiled {
        let types = universe.types();
        let some = |words: &[Element]| (!words.is_empty()).then(|| universe.set(words));
        let forbidden = |row: &super::document::Forbidden| Forbidden {
            kinds: universe.set(&row.kinds),
            when: some(&row.when),
            possible: row.possible,
            unloaded: row.unloaded.clone(),
        };
        let mut out = Compiled {
            acts_on: universe.set(&contract.acts_on),
            requires: universe.set(&contract.requires),
            removes: Vec::new(),
            partly: universe.set(&contract.partly),
            adds: Vec::new(),
            class_adds: Vec::new(),
            fold_adds: Vec::new(),
            class_takes: universe.none(),
            only_folds: !contract.class.is_empty(),
            only_simplifies: !contract.class.is_empty(),
            folding_legal: None,
            makes_functions: false,
            class_rewrites: universe.none(),
            copied: universe.set(&contract.copies),
            uncopied: universe.set(&[Element::Interface(UNCOPIED.to_owned())]),
            forbids: contract.forbids.iter().map(forbidden).collect(),
            preserves: universe.set(&contract.preserves),
            leaves: universe.set(&contract.leaves),
            nested: Vec::new(),
        };
        out.removes.extend(contract.removes.iter().map(|row| {
            let kinds = universe.set(&row.kinds);
            let within = some(&row.within).map(|mut within| {
                within.union_with(&kinds);
                within.union_with(&types);
                within
            });
            let by_name = |element: &&Element| !matches!(element, Element::Any | Element::Dialect(_));
            let named = universe.set(row.kinds.iter().filter(by_name));
            Removed { kinds, named, within, unless: universe.set(&row.unless) }
        }));
        let set = |words: &[Element], but: &[Element]| {
            let mut kinds = universe.set(words);
            kinds.difference_with(&universe.set(but));
            kinds
        };
        let added = |row: &super::document::Added| Added {
            kinds: set(&row.kinds, &row.but),
            when: (!row.when.is_empty()).then(|| set(&row.when, &row.but)),
            and: some(&row.and),
            beyond: some(&row.beyond).map(|mut beyond| {
                beyond.union_with(&types);
                beyond
            }),
            unless: universe.set(&row.unless),
            live: row.live,
            always: if row.always {
                row.kinds.iter().map(|word| universe.set([word])).collect()
            } else {
                Vec::new()
            },
        };
        out.adds.extend(contract.adds.iter().map(added));
        let legal = universe.set(&contract.legal);
        // Legal operations do not fold. A constant that is neither legal nor converted undoes the folding; a fold
        // in place makes none.
        let foldable = |rows: &mut Vec<Added>, class: &[super::document::Added], constants: bool| {
            for row in class {
                let mut kept = added(row);
                if let Some(when) = &mut kept.when {
                    when.difference_with(&legal);
                    if when.is_clear() {
                        continue;
                    }
                }
                if constants && !contract.legal.is_empty() {
                    let in_place = |element: &&Element| matches!(element, Element::Constrained { .. });
                    let mut stays = universe.set(row.kinds.iter().filter(in_place));
                    stays.union_with(&legal);
                    kept.kinds.intersect_with(&stays);
                }
                rows.push(kept);
            }
        };
        let functions = universe.set(&[Element::Interface(CONTAINERS.to_owned())]);
        out.makes_functions = out.adds.iter().any(|row| !row.kinds.is_disjoint(&functions));
        for (name, class) in contracts.classes(contract) {
            let mut taken = universe.set(&class.partly);
            if FOLDS.contains(&name) {
                taken.difference_with(&legal);
            }
            out.only_folds &= FOLDS.contains(&name);
            out.only_simplifies &= FOLDS.contains(&name) || SIMPLIFYING.contains(&name) || name == "casts";
            if name == FOLDING && !contract.legal.is_empty() {
                out.folding_legal = Some(legal.clone());
            }
            out.class_takes.union_with(&taken);
            out.forbids.extend(class.forbids.iter().map(forbidden));
            if !SIMPLIFYING.contains(&name) {
                let mut rewritten = taken;
                rewritten.difference_with(&universe.set(&class.preserves));
                out.class_rewrites.union_with(&rewritten);
            }
            match name {
                FOLDING => foldable(&mut out.fold_adds, &class.adds, true),
                _ if FOLDS.contains(&name) => foldable(&mut out.class_adds, &class.adds, false),
                _ => out.class_adds.extend(class.adds.iter().map(added)),
            }
        }
        out
    }

    /// The contract of a step, nested as it is; `None` where there is none.
    pub fn of_step(universe: &KindInterner, contracts: &Contracts, step: &Step) -> Option<Compiled> {
        let mut out = Compiled::new(universe, contracts, contracts.found(step)?);
        // A declaration has no operations inside, and the others may have none but those of their dialect.
        let containers = contracts.interface.get(CONTAINERS).into_iter().flatten();
        let holding = |op: &String, constraint: &str| Element::Constrained {
            op: op.clone(),
            constraint: constraint.to_owned(),
            holds: true,
        };
        let closed: Vec<Element> =
            containers.flat_map(|op| [DECLARED, CLOSED].map(|constraint| holding(op, constraint))).collect();
        let closed = universe.apart(&closed);
        let below = step.anchors.iter().skip(1).filter(|anchor| *anchor != "any");
        out.nested = below
            .map(|anchor| {
                let here = universe.set(&[Element::Op(anchor.clone())]);
                let mut others = universe.set(&[Element::Interface(CONTAINERS.to_owned())]);
                others.difference_with(&here);
                others.difference_with(&closed);
                (here, others)
            })
            .collect();
        Some(out)
    }

    /// The pass where these dialects are loaded before it runs.
    pub fn with_loaded(mut self, dialects: &BTreeSet<String>) -> Compiled {
        self.forbids.retain(|row| !dialects.contains(&row.unloaded));
        self
    }

    /// The effect on a set.
    pub fn effect(&self, before: &Kinds) -> Effect {
        if let Some((here, _)) = self.nested.iter().find(|(here, _)| here.is_disjoint(before)) {
            return Effect::Missing { kinds: here.clone(), added: Kinds::with_capacity(before.len()) };
        }
        if !self.requires.is_clear() && self.requires.is_disjoint(before) {
            return Effect::Missing { kinds: self.requires.clone(), added: self.added_by_class(before) };
        }
        if !self.acts_on.is_clear() && self.acts_on.is_disjoint(before) {
            return Effect::Idle { acts_on: self.acts_on.clone(), added: self.added_by_class(before) };
        }
        // Kinds may be in an operation that the pass is not nested in.
        let reaches = self.nested.iter().all(|(_, others)| others.is_disjoint(before));
        let mut removed = Kinds::with_capacity(before.len());
        for row in self.removes.iter().filter(|_| reaches) {
            if row.holds(before) {
                removed.union_with(&row.kinds);
            }
        }
        // What folding makes is removed as all else is.
        let mut added = joined(&self.fold_adds, before);
        added.difference_with(&removed);
        added.union_with(&joined(&self.class_adds, before));
        added.union_with(&joined(&self.adds, before));
        Effect::Changed { removed, added }
    }

    fn added_by_class(&self, before: &Kinds) -> Kinds {
        let mut added = joined(&self.class_adds, before);
        added.union_with(&joined(&self.fold_adds, before));
        added
    }

    /// The kinds that are new behind a set by nothing but folding.
    pub fn folded(&self, before: &Kinds) -> Kinds {
        let mut folded = joined(&self.fold_adds, before);
        if let Effect::Changed { .. } = self.effect(before) {
            folded.difference_with(&joined(&self.adds, before));
        }
        folded.difference_with(&joined(&self.class_adds, before));
        folded
    }

    /// The kinds of a set that the pass promises by name to remove and that it may add all the same: the promise is void.
    pub fn void(&self, before: &Kinds) -> Kinds {
        let mut named = Kinds::with_capacity(before.len());
        self.removes.iter().filter(|row| row.holds(before)).for_each(|row| named.union_with(&row.named));
        named.intersect_with(before);
        let mut added = joined(&self.class_adds, before);
        added.union_with(&joined(&self.adds, before));
        named.intersect_with(&added);
        named
    }

    /// The set behind the pass.
    pub fn after(&self, before: &Kinds) -> Kinds {
        let mut out = before.clone();
        match self.effect(before) {
            Effect::Changed { removed, added } => {
                out.difference_with(&removed);
                out.union_with(&added);
            }
            Effect::Idle { added, .. } | Effect::Missing { added, .. } => out.union_with(&added),
        }
        out
    }

    /// The kinds of a set with which the pass may fail.
    pub fn forbidden(&self, before: &Kinds) -> Kinds {
        self.failing(before, |_| true)
    }

    /// The kinds of a set with which the pass fails, where all of them are there.
    pub fn fatal(&self, before: &Kinds) -> Kinds {
        self.failing(before, |row| !row.possible)
    }

    fn failing(&self, before: &Kinds, counts: impl Fn(&Forbidden) -> bool) -> Kinds {
        let mut out = Kinds::with_capacity(before.len());
        for row in self.forbids.iter().filter(|row| counts(row)) {
            if row.when.as_ref().is_none_or(|when| !when.is_disjoint(before)) {
                out.union_with(&row.kinds);
            }
        }
        out.intersect_with(before);
        out
    }

    /// The kinds that are removed only where some others are absent, and those others that are present: other containers than
    /// the ones that the pass is nested in, and what the contract names.
    pub fn hindered(&self, before: &Kinds) -> Vec<(Kinds, Kinds)> {
        let mut out = Vec::new();
        let mut outside = Kinds::with_capacity(before.len());
        self.nested.iter().for_each(|(_, others)| outside.union_with(others));
        outside.intersect_with(before);
        for row in &self.removes {
            let mut others = row.hindered_by(before);
            others.union_with(&outside);
            if !others.is_clear() {
                out.push((row.kinds.clone(), others));
            }
        }
        out
    }

    /// The kinds that it removes in some circumstances.
    pub fn removable(&self) -> Kinds {
        let mut out = Kinds::with_capacity(self.partly.len());
        self.removes.iter().for_each(|row| out.union_with(&row.kinds));
        out
    }

    /// The kinds of which it takes some away as its work, folding and dead code aside.
    pub fn rewrites(&self) -> Kinds {
        let mut out = self.removable();
        out.union_with(&self.partly);
        out.union_with(&self.class_rewrites);
        out.difference_with(&self.preserves);
        out.difference_with(&self.leaves);
        out
    }

    /// Sets of which some kind is there behind the pass, folding and dead code aside, where `sure` says so of the program
    /// before it, with the kinds that may be present there.
    pub fn makes(&self, sure: &[Kinds], before: &Kinds) -> Vec<Kinds> {
        self.rows_made(sure, before, |_| true)
    }

    /// Those that are not dead even where they are made of what is dead or folds.
    pub fn makes_live(&self, fleeting: &[Kinds], before: &Kinds) -> Vec<Kinds> {
        self.rows_made(fleeting, before, |row| row.live)
    }

    fn rows_made(&self, sure: &[Kinds], before: &Kinds, counts: impl Fn(&Added) -> bool) -> Vec<Kinds> {
        let reaches = self.nested.iter().all(|(_, others)| others.is_disjoint(before));
        let is_sure =
            |when: &Kinds| sure.iter().any(|one| one.intersection(before).all(|kind| when.contains(kind)));
        let rows = self.adds.iter().filter(|row| reaches && row.when.as_ref().is_some_and(is_sure));
        let rows = rows.filter(|row| row.unless.is_disjoint(before) && counts(row));
        rows.flat_map(|row| row.always.iter().cloned()).collect()
    }

    /// The kinds of which it folds every operation, where folding takes and makes these constants: it leaves such a constant as it
    /// is, or converts it.
    pub fn folds(&self, kinds: &Kinds, constants: &Kinds, before: &Kinds, removed: &Kinds) -> Kinds {
        let mut out = Kinds::with_capacity(before.len());
        let reaches = self.nested.iter().all(|(_, others)| others.is_disjoint(before));
        if let Some(legal) = self.folding_legal.as_ref().filter(|_| reaches)
            && (constants.is_subset(legal) || constants.is_subset(removed))
        {
            out.union_with(kinds);
            out.difference_with(legal);
        }
        out
    }

    /// Tells if what takes a constant takes it behind the pass, too.
    pub fn leaves_operands(&self, constants: &Kinds) -> bool {
        self.only_simplifies && !self.makes_functions && constants.is_disjoint(&self.rewrites())
    }

    /// Tells if there may be more of a kind that is present in operations of the other kinds.
    pub fn copies(&self, kind: usize, around: &Kinds) -> bool {
        !self.uncopied.contains(kind) && !self.copied.is_disjoint(around)
    }

    /// Tells if dead operations of these kinds are as many behind the pass, folding aside.
    pub fn leaves_dead(&self, kinds: &Kinds) -> bool {
        self.only_folds || kinds.is_subset(&self.preserves)
    }

    /// The kinds of which it takes none away but what folds or is dead.
    pub fn leaves(&self) -> &Kinds {
        &self.leaves
    }

    /// The kinds of which it takes none away.
    pub fn preserves(&self) -> &Kinds {
        &self.preserves
    }
}

/// The kinds of the rows whose conditions hold.
fn joined(rows: &[Added], before: &Kinds) -> Kinds {
    let mut added = Kinds::with_capacity(before.len());
    for row in rows.iter().filter(|row| row.always.is_empty()) {
        let when = [&row.when, &row.and].into_iter().flatten().all(|when| !when.is_disjoint(before));
        let beyond = row.beyond.as_ref().is_none_or(|beyond| !before.is_subset(beyond));
        if when && beyond {
            added.union_with(&row.kinds);
        }
    }
    added
}

/// The kinds that a contract removes in some circumstances.
pub fn may_remove(universe: &KindInterner, contract: &Contract) -> Kinds {
    universe.set(contract.removes.iter().flat_map(|row| &row.kinds))
}

/// Tells if a contract permits an operation as the innermost anchor.
pub fn permits(contracts: &Contracts, contract: &Contract, anchor: &str) -> bool {
    contract.anchors.is_empty()
        || contract.anchors.iter().any(|one| one == anchor || contracts.implements(one, anchor))
}

/// The way to write a pass that does not run on `anchor`.
pub fn advice(contracts: &Contracts, contract: &Contract, pass: &str) -> Option<String> {
    let first = contract.anchors.first()?;
    // A pipeline names an operation, and no interface.
    Some(format!("{}({pass})", contracts.implementer(first).unwrap_or(first)))
}
