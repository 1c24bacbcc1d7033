//! Promises against programs: the kinds before and behind a pass, counted, and what the contract of the pass says about them.

use std::collections::BTreeMap;

use assay_ir::data::OpId;

use super::compiled::{Compiled, Effect};
use super::element::{Element, TYPES};
use super::kinds::{Constant, KindCounts, OpKind};
use super::narrow::{CERTAIN, CLOSED, UNUSED};
use super::universe::{KindInterner, Kinds};

/// A promise that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which promise.
    pub promise: Promise,
    /// The kind.
    pub kind: OpKind,
    /// Operations of the kind before.
    pub before: usize,
    /// Operations of the kind behind.
    pub after: usize,
    /// The first operation of the kind in the program behind, or in that before where none is left.
    pub op: Option<OpId>,
}

/// The statement of a contract about a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promise {
    /// None is left.
    Removes,
    /// None is new.
    Adds,
    /// Some are there.
    Makes,
    /// None is taken away.
    Preserves,
}

/// The set of the kinds of a program.
pub fn set(universe: &KindInterner, census: &KindCounts) -> Kinds {
    let mut out = universe.none();
    let kinds = census.counts.keys().filter_map(|kind| universe.kind(&kind.name, &kind.satisfies));
    kinds.for_each(|kind| out.insert(kind));
    out
}

/// The promises of a pass that the programs before and behind it break, in the order of the kinds. `simplified` is the program
/// before it behind a greedy driver without patterns: where that driver folds nothing, what a class that folds
/// adds is not new by folding. Without it, all that such a class names may be new.
pub fn broken(
    universe: &KindInterner,
    pass: &Compiled,
    before: &KindCounts,
    simplified: Option<&KindCounts>,
    after: &KindCounts,
) -> Vec<Broken> {
    let start = set(universe, before);
    let (removed, added) = match pass.effect(&start) {
        Effect::Changed { removed, added } => (removed, added),
        Effect::Idle { added, .. } | Effect::Missing { added, .. } => (universe.none(), added),
    };
    let (old, new) = (totals(before), totals(after));
    let folds = simplified.map(totals);
    let folded = pass.folded(&start);
    // As many as before, and none that the pass makes: none is gone.
    let stays = |op: &str| {
        let is_made = !added.is_disjoint(&universe.set(&[Element::Op(op.to_owned())]));
        !is_made && new.get(op) >= old.get(op)
    };
    let copies = |op: &str| {
        let kinds = before.counts.keys().filter(|kind| kind.name == op);
        let mut numbers = kinds.filter_map(|kind| universe.kind(&kind.name, &kind.satisfies));
        numbers.any(|number| pass.copies(number, &around(universe, before, op)))
    };
    let mut out = Vec::new();
    let operations = |census: &KindCounts, kind: &OpKind| census.counts.get(kind).map_or(0, |entry| entry.0);
    for (kind, (count, op)) in &after.counts {
        let Some(number) = universe.kind(&kind.name, &kind.satisfies) else { continue };
        let earlier = operations(before, kind);
        let name = kind.name.as_str();
        let copied =
            || may_be_copies(before, after, name) && pass.copies(number, &around(universe, before, name));
        // A narrower kind may be new without one more operation.
        let more = earlier == 0 && !was_there(before, kind) || new.get(name) > old.get(name);
        let grows = more && *count > earlier && !copied();
        let unfolded = || {
            // Where nothing in the program folds, a copy may.
            let stays = |op: &str, same: bool| {
                let gone = copies(op) || !same && !stays(op);
                !gone || !may_fold_to(before, after, op, name)
            };
            folded.contains(number)
                && folds.as_ref().is_some_and(|folds| nothing_folds(folds, &old, name, stays))
        };
        let promise = match () {
            () if removed.contains(number) && !added.contains(number) => Promise::Removes,
            () if grows && (!added.contains(number) || unfolded()) => Promise::Adds,
            () => continue,
        };
        out.push(Broken { promise, kind: kind.clone(), before: earlier, after: *count, op: *op });
    }
    out.extend(unmade(universe, pass, &start, simplified, after));
    for (kind, (count, op)) in &before.counts {
        let Some(number) = universe.kind(&kind.name, &kind.satisfies) else { continue };
        let later = operations(after, kind);
        // Such operations neither fold nor are dead; a greedy driver may know better.
        let lasts =
            || before.lasting.contains(kind) && simplified.is_none_or(|left| operations(left, kind) > 0);
        let vanishes = later == 0 && pass.leaves().contains(number) && lasts();
        let alike = |census: &KindCounts| -> usize {
            let same = |one: &OpKind| {
                one.name == kind.name && without_certain(one, &[]) == without_certain(kind, &[])
            };
            census.counts.iter().filter(|(one, _)| same(one)).map(|(_, entry)| entry.0).sum()
        };
        if vanishes || pass.preserves().contains(number) && alike(after) < alike(before) {
            let promise = Promise::Preserves;
            out.push(Broken { promise, kind: kind.clone(), before: *count, after: later, op: *op });
        }
    }
    out
}

/// Tells if a kind may be an earlier one that holds none but operations of its dialect now, as those in it were converted, that nothing
/// uses any more, or of which less or more is certain.
fn was_there(before: &KindCounts, kind: &OpKind) -> bool {
    let gained: Vec<&str> =
        [CLOSED, UNUSED].into_iter().filter(|word| kind.satisfies.iter().any(|name| name == word)).collect();
    before
        .counts
        .keys()
        .any(|one| one.name == kind.name && without_certain(one, &gained) == without_certain(kind, &gained))
}

/// The constraints of a kind on which what may be there depends, without those that it may have gained.
fn without_certain<'k>(kind: &'k OpKind, gained: &[&str]) -> Vec<&'k String> {
    let depends = |name: &&String| !CERTAIN.contains(&name.as_str()) && !gained.contains(&name.as_str());
    kind.satisfies.iter().filter(depends).collect()
}

/// The kinds that the pass always makes of what is there before it, folded or not, and that are not there behind it.
fn unmade(
    universe: &KindInterner,
    pass: &Compiled,
    start: &Kinds,
    simplified: Option<&KindCounts>,
    after: &KindCounts,
) -> Vec<Broken> {
    let alone = |kind| {
        let mut out = universe.none();
        out.insert(kind);
        out
    };
    let mut stable = start.clone();
    if let Some(simplified) = simplified {
        stable.intersect_with(&set(universe, simplified));
    }
    let sure: Vec<Kinds> = stable.ones().map(alone).collect();
    let end = set(universe, after);
    let missing = pass.makes(&sure, start).into_iter().filter(|kinds| kinds.is_disjoint(&end));
    let kind = |kinds: Kinds| OpKind { name: universe.describe(&kinds).join(", "), satisfies: Vec::new() };
    missing
        .map(|kinds| Broken { promise: Promise::Makes, kind: kind(kinds), before: 0, after: 0, op: None })
        .collect()
}

/// Tells if a greedy driver finds nothing to fold in a program that could become operations of a name: it makes none, and each of
/// the others `stays`, which is told if there are as many of them. Equal constants are merged by it and not by a conversion.
fn nothing_folds(
    folds: &BTreeMap<&str, usize>,
    old: &BTreeMap<&str, usize>,
    name: &str,
    stays: impl Fn(&str, bool) -> bool,
) -> bool {
    let same =
        |(other, count): (&&str, &usize)| *other == name || stays(other, folds.get(other) == Some(count));
    folds.get(name) <= old.get(name) && old.iter().all(same)
}

/// Tells if the operations of a name that there are more of may be copies of earlier ones: a copy makes the same value.
fn may_be_copies(before: &KindCounts, after: &KindCounts, name: &str) -> bool {
    let old = before.constants.get(name);
    let known = |constant: &Constant| old.is_some_and(|old| old.contains_key(constant));
    before.counts.keys().any(|kind| kind.name == name) && after.more_constants(before, name).all(known)
}

/// Tells if operations of a name of the earlier program may have been folded to those of another name that there are more of:
/// what is folded to a constant has the type of the constant.
fn may_fold_to(before: &KindCounts, after: &KindCounts, from: &str, to: &str) -> bool {
    let Some(types) = before.results.get(from) else { return false };
    let mut more = after.more_constants(before, to).flat_map(|constant| &constant.types).peekable();
    more.peek().is_none() || more.any(|ty| types.contains(ty))
}

/// The operations that those of a name lie in.
fn around(universe: &KindInterner, census: &KindCounts, name: &str) -> Kinds {
    let lists = census.around.iter().filter(|(kind, _)| kind.name == name).map(|(_, around)| around);
    let words: Vec<Element> = lists.flatten().map(|name| Element::Op(name.clone())).collect();
    universe.set(&words)
}

fn totals(census: &KindCounts) -> BTreeMap<&str, usize> {
    let mut out = BTreeMap::new();
    for (kind, (count, _)) in &census.counts {
        *out.entry(kind.name.as_str()).or_default() += count;
    }
    out
}

/// The kinds of a program that are not in a set, without types.
pub fn outside<'c>(
    universe: &KindInterner,
    census: &'c KindCounts,
    last: &Kinds,
) -> Vec<(&'c OpKind, usize, Option<OpId>)> {
    let is_outside = |kind: &OpKind| {
        !kind.name.starts_with(TYPES)
            && universe.kind(&kind.name, &kind.satisfies).is_none_or(|number| !last.contains(number))
    };
    let kinds = census.counts.iter().filter(|(kind, _)| is_outside(kind));
    kinds.map(|(kind, (count, op))| (kind, *count, *op)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_ir::data::{Context, Source};
    use assay_ir::spec::Registry;
    use assay_ir::text;

    use super::super::document::Contracts;
    use super::super::kinds::{self, Narrowed};
    use super::*;

    fn census(kinds: &[(&str, usize)]) -> KindCounts {
        let kind = |(name, count): &(&str, usize)| {
            (OpKind { name: (*name).to_owned(), satisfies: Vec::new() }, (*count, None))
        };
        KindCounts { counts: kinds.iter().map(kind).collect(), ..KindCounts::default() }
    }

    fn promises(before: &[(&str, usize)], after: &[(&str, usize)]) -> Vec<(Promise, String)> {
        let text = "[pass.p]\nacts-on = [\"a.*\"]\nremoves = [\"a.x\"]\nadds = [\"b.*\", { kinds = [\"c.z\"], when = [\"a.y\"] }]\npreserves = [\"d.*\"]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let words = before.iter().chain(after).map(|(name, _)| name.parse::<Element>().expect("a name"));
        let universe = KindInterner::new(&contracts, &words.collect::<Vec<_>>());
        let pass = Compiled::new(&universe, &contracts, &contracts.passes["p"]);
        let found = broken(&universe, &pass, &census(before), None, &census(after));
        found.into_iter().map(|one| (one.promise, one.kind.name)).collect()
    }

    #[test]
    fn kept_promises_are_no_findings() {
        assert_eq!(promises(&[("a.x", 2), ("e.k", 1)], &[("b.y", 3), ("e.k", 1)]), []);
        assert_eq!(promises(&[("a.x", 1), ("a.y", 1)], &[("a.y", 1), ("c.z", 1)]), []);
    }

    #[test]
    fn each_broken_promise_is_found() {
        assert_eq!(promises(&[("a.x", 2)], &[("a.x", 1)]), [(Promise::Removes, "a.x".to_owned())]);
        assert_eq!(promises(&[("a.x", 1)], &[("c.z", 1)]), [(Promise::Adds, "c.z".to_owned())]);
        let more = promises(&[("a.x", 1), ("e.k", 1)], &[("e.k", 2)]);
        assert_eq!(more, [(Promise::Adds, "e.k".to_owned())]);
        let taken = promises(&[("a.x", 1), ("d.k", 2)], &[("d.k", 1)]);
        assert_eq!(taken, [(Promise::Preserves, "d.k".to_owned())]);
    }

    #[test]
    fn what_is_always_made_has_to_be_there() {
        let text = "[pass.p]\nadds = [\"b.y\", { kinds = [\"b.y\"], when = [\"a.x\"], always = true }, \"!tensor\"]\nremoves = [\"!memref\"]";
        let contracts = Contracts::read([("t", text)]).expect("the text is right");
        let words: Vec<Element> =
            ["a.x", "!memref", "!vector"].iter().map(|word| word.parse().expect("a word")).collect();
        let universe = KindInterner::new(&contracts, &words);
        let pass = Compiled::new(&universe, &contracts, &contracts.passes["p"]);
        let found = |before: &[(&str, usize)], after: &[(&str, usize)]| {
            let found = broken(&universe, &pass, &census(before), None, &census(after));
            found.into_iter().map(|one| (one.promise, one.kind.name)).collect::<Vec<_>>()
        };
        assert_eq!(found(&[("a.x", 1)], &[]), [(Promise::Makes, "b.y".to_owned())]);
        assert_eq!(found(&[("a.x", 1)], &[("b.y", 1)]), []);
        // A type is one kind, too.
        assert_eq!(found(&[("!memref", 1)], &[("!tensor", 1)]), []);
        assert_eq!(found(&[("!memref", 1)], &[("!memref", 1)]), [(Promise::Removes, "!memref".to_owned())]);
        assert_eq!(found(&[], &[("!vector", 1)]), [(Promise::Adds, "!vector".to_owned())]);
    }

    #[test]
    fn a_pass_that_acts_on_nothing_adds_nothing() {
        assert_eq!(promises(&[("e.k", 1)], &[("b.y", 1)]), [(Promise::Adds, "b.y".to_owned())]);
    }

    /// The kinds of a text, with the values that it makes.
    fn kinds_of(ctx: &Arc<Context>, text: &str) -> KindCounts {
        let parsed = text::parse(ctx, &Source::new("t.mlir", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        kinds::census(&parsed.program, Narrowed::new(&Registry::new(ctx)))
    }

    fn new_kinds(contract: &str, before: &str, simplified: &str, after: &str) -> Vec<String> {
        let ctx = Context::new();
        let contracts = Contracts::read([("t", contract)]).expect("the text is right");
        let [before, simplified, after] = [before, simplified, after].map(|text| kinds_of(&ctx, text));
        let words: Vec<Element> = [&before, &after].into_iter().flat_map(KindCounts::describe).collect();
        let universe = KindInterner::new(&contracts, &words);
        let pass = Compiled::new(&universe, &contracts, &contracts.passes["p"]);
        let found = broken(&universe, &pass, &before, Some(&simplified), &after);
        found.into_iter().filter(|one| one.promise == Promise::Adds).map(|one| one.kind.name).collect()
    }

    fn constant(value: u32, ty: &str) -> String {
        format!("%c{value} = \"a.const\"() {{v = {value} : {ty}}} : () -> {ty}\n")
    }

    #[test]
    fn a_value_that_was_not_there_is_no_copy() {
        let contract = "[pass.p]\ncopies = [\"a.loop\"]";
        let looped = |body: &str| format!("\"a.loop\"() ({{\n{body}}}) : () -> ()\n");
        let one = looped(&constant(1, "i32"));
        assert_eq!(new_kinds(contract, &one, &one, &one.repeat(2)), Vec::<String>::new());
        let other = looped(&(constant(1, "i32") + &constant(2, "i32")));
        assert_eq!(new_kinds(contract, &one, &one, &other), ["a.const"]);
    }

    #[test]
    fn only_what_has_the_type_of_a_constant_is_folded_to_it() {
        let contract = "[class.folds]\nadds = [{ kinds = [\"a.const\"], when = [\"a.*\"] }]\n\
                        [pass.p]\nclass = [\"folds\"]\nacts-on = [\"a.*\"]";
        let cast = "%x = \"a.cast\"() : () -> i32\n";
        let new = |ty: &str| new_kinds(contract, cast, "", &constant(3, ty));
        assert_eq!(new("i32"), Vec::<String>::new());
        assert_eq!(new("index"), ["!index", "a.const"]);
        // The driver erases what the pass leaves as it is.
        assert_eq!(new_kinds(contract, cast, "", &format!("{cast}{}", constant(3, "i32"))), ["a.const"]);
    }

    #[test]
    fn a_copy_may_fold_where_the_original_does_not() {
        let contract = "[class.folds]\nadds = [{ kinds = [\"a.const\"], when = [\"a.*\"] }]\n\
                        [pass.p]\nclass = [\"folds\"]\nacts-on = [\"a.*\"]\ncopies = [\"a.loop\"]";
        let looped = |body: &str| format!("\"a.loop\"() ({{\n{body}}}) : () -> ()\n");
        let cast = "%x = \"a.cast\"() : () -> i32\n";
        let (one, copy) = (looped(cast), looped(&constant(3, "i32")));
        assert_eq!(new_kinds(contract, &one, &one, &format!("{one}{copy}")), Vec::<String>::new());
    }
}
