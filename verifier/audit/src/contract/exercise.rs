//! The promises of a contract that payloads exhibit: a removal by a program that had the kind and has none behind the pass, an
//! addition by one that has more of it. A promise that none exhibits rests on reading alone.

use std::collections::BTreeSet;

use super::document::{Contract, Contracts};
use super::element::Element;
use super::kinds::{KindCounts, OpKind};

/// The promises of one contract that were exhibited so far.
#[derive(Debug)]
pub struct Exercise<'c> {
    contracts: &'c Contracts,
    contract: &'c Contract,
    removed: BTreeSet<&'c Element>,
    added: BTreeSet<&'c Element>,
}

impl<'c> Exercise<'c> {
    /// Nothing is exhibited yet.
    pub fn new(contracts: &'c Contracts, contract: &'c Contract) -> Exercise<'c> {
        Exercise { contracts, contract, removed: BTreeSet::new(), added: BTreeSet::new() }
    }

    /// Takes in a program before and behind the pass.
    pub fn observe(&mut self, before: &KindCounts, after: &KindCounts) {
        let count = |census: &KindCounts, kind: &OpKind| census.counts.get(kind).map_or(0, |entry| entry.0);
        let implements = |interface: &str, op: &str| {
            self.contracts.interface.get(interface).is_some_and(|ops| ops.iter().any(|one| one == op))
        };
        for word in self.contract.removes.iter().flat_map(|row| &row.kinds) {
            let has = |census: &KindCounts| census.counts.keys().any(|kind| kind.is(word, implements));
            if has(before) && !has(after) {
                self.removed.insert(word);
            }
        }
        let grown: Vec<&OpKind> =
            after.counts.keys().filter(|kind| count(after, kind) > count(before, kind)).collect();
        for word in self.contract.adds.iter().flat_map(|row| &row.kinds) {
            if grown.iter().any(|kind| kind.is(word, implements)) {
                self.added.insert(word);
            }
        }
    }

    /// The removals that no program exhibits; a whole dialect needs no exhibit.
    pub fn removals(&self) -> Vec<&'c Element> {
        let words = self.contract.removes.iter().flat_map(|row| &row.kinds);
        let by_name = |word: &&Element| !matches!(word, Element::Any | Element::Dialect(_));
        words.filter(by_name).filter(|word| !self.removed.contains(word)).collect()
    }

    /// The additions that no program exhibits and that are not marked so.
    pub fn additions(&self) -> Vec<&'c Element> {
        let rows = self.contract.adds.iter().filter(|row| row.exercised);
        rows.flat_map(|row| &row.kinds).filter(|word| !self.added.contains(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(kinds: &[(&str, usize)]) -> KindCounts {
        let kind = |(name, count): &(&str, usize)| {
            (OpKind { name: (*name).to_owned(), satisfies: Vec::new() }, (*count, None))
        };
        KindCounts { counts: kinds.iter().map(kind).collect(), ..KindCounts::default() }
    }

    #[test]
    fn promises_without_an_exhibit_are_listed() {
        let text = "[pass.p]\nremoves = [\"a.x\", \"a.y\", \"b.*\"]\nadds = [\"c.x\", \"c.y\", { kinds = [\"c.z\"], exercised = false }]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let mut exercise = Exercise::new(&contracts, &contracts.passes["p"]);
        exercise.observe(
            &census(&[("a.x", 1), ("a.y", 1), ("c.y", 2)]),
            &census(&[("a.y", 1), ("c.x", 1), ("c.y", 2)]),
        );
        let words = |list: Vec<&Element>| list.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(words(exercise.removals()), ["a.y"]);
        assert_eq!(words(exercise.additions()), ["c.y"]);
    }
}
