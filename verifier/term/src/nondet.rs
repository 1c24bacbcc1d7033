//! Results of which an operation may choose one, as sets: the sign of a zero under `nsz`, any value for a frozen poison, what
//! other fast-math flags permit. What stands after a rewrite has to come to something that was permitted before, whatever it
//! chooses. Knows no operation and asks no solver.
//!
//! A proof says for each choice of the program before what it is, by those of the program after: then no input may break the
//! rewrite. A refutation rests on inputs for which no choice makes a difference.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::node::{Sort, TermId};
use crate::permitted::{Flagged, Operations};
use crate::simplify::assume::replaced;

/// A side of a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The matched program.
    Before,
    /// What there is afterwards.
    After,
}

/// The operation that chooses: equal ones choose from the same set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chooser {
    /// The name of the operation.
    pub name: Box<str>,
    /// A number for the flags that permit it.
    pub flags: u32,
    /// Bits and poison of its operands.
    pub operands: Vec<TermId>,
}

/// The set that a choice is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Any number.
    Any,
    /// A number of which this is said among the facts; there is one of which it holds, and where that is the only one, it has the
    /// bits of the other.
    Bound(TermId, TermId),
    /// The computed number or another one that flags permit: the variable says whether it is another. Which ones are permitted
    /// is known in part ([`Operations::permit`]).
    Loose(TermId),
}

/// One choice of one operation.
#[derive(Clone, Debug)]
struct Choice {
    side: Side,
    /// The matched operation that has it.
    node: Option<usize>,
    by: Chooser,
    kind: Kind,
    /// The variable.
    chosen: TermId,
    /// Whether it makes a difference.
    matters: TermId,
    /// The operation with flags that has it, and its result.
    flagged: Option<(Flagged, TermId)>,
}

/// All choices of both sides.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The side whose operations are given a meaning; none of a program that is not compared in this way.
    pub side: Option<Side>,
    /// The matched operation that is given a meaning; none of what the rewrite makes. One that stays is the same operation on both
    /// sides, so that it chooses the same.
    pub node: Option<usize>,
    list: Vec<Choice>,
    /// Results of which more than the computed one may be permitted.
    loose: FxHashSet<TermId>,
}

impl Choices {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All variables.
    pub fn variables(&self) -> impl Iterator<Item = TermId> + '_ {
        self.list.iter().flat_map(|choice| {
            let other = if let Kind::Loose(other) = choice.kind { Some(other) } else { None };
            [choice.chosen].into_iter().chain(other)
        })
    }

    /// The choice before that one after is taken for, where programs without a matched operation are compared: of equal ones the first
    /// for the first, and so on, so that each one after has another.
    fn before(&self, by: &Chooser) -> Option<&Choice> {
        if self.side != Some(Side::After) || self.node.is_some() {
            return None;
        }
        let of = |side| move |one: &&Choice| one.side == side && one.node.is_none() && one.by == *by;
        let number = self.list.iter().filter(of(Side::After)).count();
        self.list.iter().filter(of(Side::Before)).nth(number)
    }

    /// The variable of a new choice.
    fn variable(&self, pool: &mut TermArena, by: &Chooser, sort: Sort) -> TermId {
        match self.before(by) {
            Some(before) if pool.sort(before.chosen) == sort => before.chosen,
            _ => pool.variable(format!("c{}", pool.variables().len()), sort),
        }
    }

    /// A new choice, which makes a difference where `matters` holds; `None` where sets are not compared.
    pub fn choose(
        &mut self,
        pool: &mut TermArena,
        by: Chooser,
        sort: Sort,
        matters: TermId,
    ) -> Option<TermId> {
        let side = self.side?;
        let chosen = self.variable(pool, &by, sort);
        self.list.push(Choice { side, node: self.node, by, kind: Kind::Any, chosen, matters, flagged: None });
        Some(chosen)
    }

    /// A new choice of a number of which a statement holds; gives that statement, too. Where it makes no difference, it has the bits
    /// of `like`.
    pub fn choose_such(
        &mut self,
        pool: &mut TermArena,
        by: Chooser,
        (sort, matters, like): (Sort, TermId, TermId),
        statement: impl FnOnce(&mut TermArena, TermId) -> TermId,
    ) -> Option<(TermId, TermId)> {
        let side = self.side?;
        let chosen = self.variable(pool, &by, sort);
        let said = statement(pool, chosen);
        let kind = Kind::Bound(said, like);
        self.list.push(Choice { side, node: self.node, by, kind, chosen, matters, flagged: None });
        Some((chosen, said))
    }

    /// A result of which more than the computed one may be permitted; it is alone permitted unless `matters` holds.
    pub fn loosen(
        &mut self,
        pool: &mut TermArena,
        by: Chooser,
        computed: TermId,
        matters: bool,
    ) -> Option<TermId> {
        let side = self.side?;
        let sort = pool.sort(computed);
        let chosen = self.variable(pool, &by, sort);
        let other = match self.before(&by) {
            Some(Choice { kind: Kind::Loose(other), .. }) => *other,
            _ => pool.variable(format!("o{}", pool.variables().len()), Sort::Bool),
        };
        let matters = pool.boolean(matters);
        let kind = Kind::Loose(other);
        self.list.push(Choice { side, node: self.node, by, kind, chosen, matters, flagged: None });
        Some(pool.choice(other, chosen, computed))
    }

    /// Notes that more than the computed number may be permitted of a result, the last one that was loosened, and of which operation
    /// it is the result.
    pub fn note_loose(&mut self, result: TermId, flagged: Option<Flagged>) {
        self.loose.insert(result);
        let last = self.list.iter_mut().rev().find(|choice| matches!(choice.kind, Kind::Loose(_)));
        if let (Some(last), Some(flagged)) = (last, flagged) {
            last.flagged = Some((flagged, result));
        }
    }

    /// The operations with flags on one side, by their results.
    fn flagged(&self, side: Side) -> FxHashMap<TermId, Flagged> {
        let choices = self.list.iter().filter(|choice| choice.side == side);
        choices.filter_map(|choice| choice.flagged.map(|(flagged, result)| (result, flagged))).collect()
    }

    /// The number that is seen after the rewrite in the place of a choice's result, where it is known to be permitted.
    fn permitted(
        &self,
        pool: &TermArena,
        choice: &Choice,
        equal: &FxHashMap<TermId, TermId>,
        seen: &[(TermId, TermId)],
    ) -> Option<TermId> {
        let (_, result) = choice.flagged?;
        let (_, after) = seen.iter().find(|(before, _)| *before == result)?;
        let operations =
            Operations { before: self.flagged(Side::Before), after: self.flagged(Side::After), equal };
        operations.permit(pool, result, *after).then_some(*after)
    }

    /// Tells if more than the computed number may be permitted of a result.
    pub fn is_loose(&self, result: TermId) -> bool {
        self.loose.contains(&result)
    }

    /// Facts and a statement that say of the choices before what they are: where both never hold, nothing breaks. `seen` are the
    /// numbers that are compared, before and after.
    pub fn substitute_choices(
        &self,
        pool: &mut TermArena,
        (facts, statement): (TermId, TermId),
        seen: &[(TermId, TermId)],
    ) -> (TermId, TermId) {
        let (no, yes) = (pool.boolean(false), pool.boolean(true));
        let (mut by, mut known) = (FxHashMap::default(), FxHashMap::default());
        let (mut kept, mut equal) = (Vec::new(), FxHashMap::default());
        let mut met: FxHashMap<(Option<usize>, &Chooser), usize> = FxHashMap::default();
        for choice in self.list.iter().filter(|choice| choice.side == Side::Before) {
            let stays = choice.node.filter(|node| self.after().any(|other| other.node == Some(*node)));
            let number = met.entry((stays, &choice.by)).or_default();
            let same = self
                .after()
                .filter(|other| pool.sort(other.chosen) == pool.sort(choice.chosen))
                .filter(|other| other.by == choice.by && (stays.is_none() || other.node == stays));
            let same: Vec<&Choice> = same.collect();
            let other = match stays {
                None => same.get((*number).min(same.len().saturating_sub(1))).copied(),
                Some(_) => same.get(*number).copied(),
            };
            // Other users see what an operation that stays chooses; it does so from another set.
            if stays.is_some() && other.is_none() {
                return (facts, yes);
            }
            *number += 1;
            match (choice.kind, other) {
                (Kind::Loose(before), Some(Choice { kind: Kind::Loose(after), chosen, flagged, .. })) => {
                    by.insert(before, *after);
                    by.insert(choice.chosen, *chosen);
                    if let (Some((_, before)), Some((_, after))) = (choice.flagged, *flagged) {
                        equal.insert(before, after);
                    }
                }
                (Kind::Loose(before), _) => match self.permitted(pool, choice, &equal, seen) {
                    Some(after) => {
                        by.insert(before, yes);
                        by.insert(choice.chosen, after);
                    }
                    // The computed one is always permitted.
                    None => {
                        by.insert(before, no);
                    }
                },
                (_, Some(other)) => {
                    by.insert(choice.chosen, other.chosen);
                }
                (kind, None) => {
                    let Some(wanted) = wanted(pool, choice.chosen, seen) else { continue };
                    by.insert(choice.chosen, wanted);
                    // What is said of the number has to be true of this one.
                    if let Kind::Bound(said, _) = kind {
                        known.insert(said, yes);
                        kept.push(said);
                    }
                }
            }
        }
        let kept: Vec<TermId> = kept.into_iter().map(|said| pool.not(said)).chain([statement]).collect();
        let wrong = pool.any(kept);
        let facts = replaced(pool, facts, &known);
        (replaced(pool, facts, &by), replaced(pool, wrong, &by))
    }

    fn after(&self) -> impl Iterator<Item = &Choice> {
        self.list.iter().filter(|choice| choice.side == Side::After)
    }

    /// For each choice that a value of its own stands for, the condition under which it makes a difference.
    pub fn matter(&self) -> impl Iterator<Item = TermId> {
        self.list.iter().filter(|choice| !matches!(choice.kind, Kind::Loose(_))).map(|choice| choice.matters)
    }

    /// Choices that have the bits of another number where they make no difference, each with that.
    pub fn bound(&self) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        self.list.iter().filter_map(|choice| match choice.kind {
            Kind::Bound(_, like) => Some((choice.chosen, like)),
            Kind::Any | Kind::Loose(_) => None,
        })
    }

    /// A statement at inputs for which no choice makes a difference; what is computed after the rewrite is permitted there.
    pub fn without_choices(&self, pool: &mut TermArena, statement: TermId) -> TermId {
        let no = pool.boolean(false);
        let mut by = FxHashMap::default();
        let mut facts = vec![statement];
        for choice in &self.list {
            if let Kind::Loose(other) = choice.kind {
                by.insert(other, no);
            }
            if choice.side == Side::Before || !matches!(choice.kind, Kind::Loose(_)) {
                facts.push(pool.not(choice.matters));
            }
        }
        let all = pool.all(facts);
        replaced(pool, all, &by)
    }
}

/// The number that is seen after the rewrite where the one before depends on a choice.
fn wanted(pool: &mut TermArena, chosen: TermId, seen: &[(TermId, TermId)]) -> Option<TermId> {
    use crate::float::Test;
    let (_, after) = seen.iter().find(|(before, _)| pool.cone(&[*before]).contains(&chosen))?;
    match (pool.sort(chosen), pool.sort(*after)) {
        (Sort::Bool, Sort::Float(_)) => Some(pool.float_test(Test::Negative, *after)),
        (chosen, after_sort) if chosen == after_sort => Some(*after),
        _ => None,
    }
}
