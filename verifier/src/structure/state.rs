//! The abstract state of a rewrite: which operations ended, and which value each set of uses holds. Must not judge.
//!
//! Domain: every operation is live or ended at a step. Uses are kept as *sites*: one site for all uses that may exist
//! outside of the match of one matched result (anywhere its definition dominates), and one for each operand of a
//! created operation. A site holds one value and the history of values it held. Operands of matched operations need no
//! site of their own: a use by a matched operation is one of the uses that may exist, and moves along with them.
//! Transfer: `replace` moves every site of a result, result by result in order, as MLIR does; ending a created
//! operation drops its sites.

use std::cell::OnceCell;

use smallvec::{SmallVec, smallvec};

use crate::pattern::classes::Classes;
use crate::pattern::model::*;
use crate::pattern::promises::{self, Uses};

/// A value during the rewrite: matched ones as classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Val {
    /// A class of matched values.
    Matched(usize),
    /// A result of a created operation.
    Created(CreatedIx, usize),
}

/// Where a set of uses stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Any use outside of the match of a matched result, given by the class of its operation and the value class.
    After(usize, usize),
    /// The operand of a matched operation that is the only use of a matched result by promise, given by the classes of
    /// the user and of the value.
    Only(usize, usize),
    /// Operand of a created operation.
    Operand(CreatedIx, usize),
}

/// A set of uses that always hold the same value.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Where.
    pub place: Place,
    /// The value held at first.
    pub original: Val,
    /// Moves: the step, and the value held from then on.
    pub moves: SmallVec<[(usize, Val); 1]>,
    /// Whether the uses (may) still exist.
    pub present: bool,
}

impl Site {
    /// The value held now.
    pub(crate) fn current(&self) -> Val {
        self.moves.last().map_or(self.original, |(_, value)| *value)
    }

    /// The step after which the site never held a good value again; `None` when it never held one.
    pub(crate) fn spoiled_by(&self, good: impl Fn(Val) -> bool) -> Option<usize> {
        let last_good = self.moves.iter().rposition(|(_, value)| good(*value));
        let first_bad = match last_good {
            Some(index) => index + 1,
            None if good(self.original) => 0,
            None => return None,
        };
        self.moves.get(first_bad).map(|(step, _)| *step)
    }
}

/// The end of a list of sites, or of users.
const NONE: u32 = u32::MAX;

/// The sites that hold each value, as lists through arrays.
#[derive(Clone, Default)]
struct HeldFact {
    /// Number of matched values, which come first.
    matched: usize,
    /// The number of the first result of each created operation.
    results: SmallVec<[u32; 8]>,
    /// The first site of each value.
    first: SmallVec<[u32; 16]>,
    /// The site after each site.
    next: SmallVec<[u32; 16]>,
}

impl HeldFact {
    fn new(model: &Model) -> HeldFact {
        let matched = model.values.len();
        let mut held = HeldFact { matched, ..HeldFact::default() };
        let mut count = 0;
        for created in &model.created {
            held.results.push(count);
            count += created.results.len() as u32;
        }
        held.first.resize(matched + count as usize, NONE);
        held
    }

    fn number(&self, value: Val) -> usize {
        match value {
            Val::Matched(value) => value,
            Val::Created(created, index) => self.matched + self.results[created] as usize + index,
        }
    }

    /// Puts a site into the list of a value; a new site has the next number.
    fn put(&mut self, site: u32, value: Val) {
        let number = self.number(value);
        if number >= self.first.len() {
            // A result that the operation does not have: S110 speaks of it.
            self.first.resize(number + 1, NONE);
        }
        if site as usize == self.next.len() {
            self.next.push(NONE);
        }
        self.next[site as usize] = self.first[number];
        self.first[number] = site;
    }

    /// Empties the list of a value, and returns its first site.
    fn take(&mut self, value: Val) -> u32 {
        let number = self.number(value);
        self.first.get_mut(number).map_or(NONE, |first| std::mem::replace(first, NONE))
    }

    /// The sites of a value, in no order.
    fn sites(&self, value: Val) -> impl Iterator<Item = usize> + '_ {
        let some = |site: u32| (site != NONE).then_some(site);
        let first = self.first.get(self.number(value)).copied().and_then(some);
        let next = move |site: &u32| some(self.next[*site as usize]);
        std::iter::successors(first, next).map(|site| site as usize)
    }
}

/// The classes of operations that have each class of values as an operand, as a table.
#[derive(Clone)]
struct Users {
    /// Where the users of each value begin; one more number at the end.
    starts: Vec<u32>,
    users: Vec<u32>,
}

impl Users {
    fn new(classes: &Classes<'_>) -> Users {
        let model = classes.model();
        let mut starts = vec![0; model.values.len() + 1];
        let operands = |node: usize| model.nodes[node].operands.iter().map(|operand| classes.value(*operand));
        classes.node_classes().flat_map(operands).for_each(|value| starts[value + 1] += 1);
        for value in 1..starts.len() {
            starts[value] += starts[value - 1];
        }
        let mut next = starts.clone();
        let mut users = vec![0; starts.last().map_or(0, |count| *count as usize)];
        for node in classes.node_classes() {
            for value in operands(node) {
                users[next[value] as usize] = node as u32;
                next[value] += 1;
            }
        }
        Users { starts, users }
    }

    fn users(&self, value: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.starts[value] as usize..self.starts[value + 1] as usize;
        self.users[range].iter().map(|user| *user as usize)
    }
}

/// Up to this many operations are looked at one by one, which takes less time than a table of users.
const FEW: usize = 16;

/// The state between two steps.
#[derive(Clone)]
pub(crate) struct State<'c, 'a> {
    classes: &'c Classes<'a>,
    /// Step that ended each class of matched operations.
    pub nodes_ended: SmallVec<[Option<usize>; 6]>,
    /// Step that ended each created operation.
    pub created_ended: SmallVec<[Option<usize>; 6]>,
    /// Which created operations exist.
    pub made: SmallVec<[bool; 8]>,
    /// All sets of uses.
    pub sites: Vec<Site>,
    /// The site of the uses of each class of matched values; `u32::MAX` for free values.
    site_of: SmallVec<[u32; 12]>,
    /// The first site of the operands of each created operation that was made.
    first_site: SmallVec<[u32; 8]>,
    held: HeldFact,
    users: OnceCell<Users>,
    /// Sites that were looked at.
    steps: usize,
    /// What was copied.
    copies: Vec<Vec<Val>>,
}

impl<'c, 'a> State<'c, 'a> {
    /// The state right after the match.
    pub(crate) fn new(classes: &'c Classes<'a>) -> State<'c, 'a> {
        let model = classes.model();
        let made: usize = model.created.iter().map(|created| created.operands.len()).sum();
        let mut sites = Vec::with_capacity(model.values.len() + made);
        let mut site_of: SmallVec<[u32; 12]> = smallvec![NONE; model.values.len()];
        let mut held = HeldFact::new(model);
        for node in classes.node_classes() {
            for result in &model.nodes[node].results {
                let value = classes.value(*result);
                site_of[value] = sites.len() as u32;
                let (place, present) = match promises::uses_of(classes, value) {
                    Uses::Any => (Place::After(node, value), true),
                    Uses::None => (Place::After(node, value), false),
                    Uses::Only(user) => (Place::Only(user, value), true),
                };
                held.put(sites.len() as u32, Val::Matched(value));
                sites.push(Site { place, original: Val::Matched(value), moves: SmallVec::new(), present });
            }
        }
        State {
            classes,
            nodes_ended: smallvec![None; model.nodes.len()],
            created_ended: smallvec![None; model.created.len()],
            made: smallvec![false; model.created.len()],
            sites,
            site_of,
            first_site: smallvec![NONE; model.created.len()],
            held,
            users: OnceCell::new(),
            steps: 0,
            copies: vec![Vec::new(); model.copies.len()],
        }
    }

    /// Sites that were looked at, and those that there are.
    pub(crate) fn steps(&self) -> usize {
        self.steps + self.sites.len()
    }

    /// Copies values as they are now.
    pub(crate) fn copy(&mut self, copy: usize) {
        let values = &self.classes.model().copies[copy];
        self.copies[copy] = values.iter().map(|value| self.val(*value)).collect();
    }

    /// A value as a class.
    pub(crate) fn val(&self, value: ValueRef) -> Val {
        match value {
            ValueRef::Matched(value) => Val::Matched(self.classes.value(value)),
            ValueRef::Held(node, slot) => {
                let operand = self.classes.model().nodes[node].operands[slot];
                self.operand_now(self.classes.value(operand))
            }
            // Every copy stands before what takes it.
            ValueRef::Copied(copy, index) => match self.copies[copy].get(index) {
                Some(value) => *value,
                None => self.val(self.classes.model().copies[copy][index]),
            },
            ValueRef::Created(created, index) => Val::Created(created, index),
        }
    }

    /// The operation that defines a value, unless nothing matched or created does.
    pub(crate) fn definer(&self, value: Val) -> Option<OpRef> {
        match value {
            Val::Matched(value) => self.classes.definition(value).map(|(node, _)| OpRef::Node(node)),
            Val::Created(created, _) => Some(OpRef::Created(created)),
        }
    }

    /// The step that ended an operation.
    pub(crate) fn ended(&self, op: OpRef) -> Option<usize> {
        match op {
            OpRef::Node(node) => self.nodes_ended[self.classes.node(node)],
            OpRef::Created(created) => self.created_ended[created],
        }
    }

    /// The step that ended the operation that defines a value.
    pub(crate) fn gone(&self, value: Val) -> Option<usize> {
        self.definer(value).and_then(|op| self.ended(op))
    }

    /// Results of an operation.
    pub(crate) fn results(&self, op: OpRef) -> List<Val> {
        let model = self.classes.model();
        (0..model.result_count(op)).map(|index| self.val(model.result(op, index))).collect()
    }

    /// Makes an operation.
    pub(crate) fn create(&mut self, created: CreatedIx) {
        self.made[created] = true;
        self.first_site[created] = self.sites.len() as u32;
        for (index, operand) in self.classes.model().created[created].operands.iter().enumerate() {
            let (place, original) = (Place::Operand(created, index), self.val(*operand));
            self.held.put(self.sites.len() as u32, original);
            self.sites.push(Site { place, original, moves: SmallVec::new(), present: true });
        }
    }

    /// Moves all uses of one value onto another.
    pub(crate) fn move_uses(&mut self, step: usize, from: Val, to: Val) {
        if from == to {
            return;
        }
        let mut next = self.held.take(from);
        while next != NONE {
            let (at, site) = (next, &mut self.sites[next as usize]);
            next = self.held.next[at as usize];
            let now = match site.present {
                true => to,
                false => from,
            };
            if site.present {
                site.moves.push((step, to));
            }
            self.held.put(at, now);
            self.steps += 1;
        }
    }

    /// The sites that hold one of some values, in order.
    pub(crate) fn holding(&self, values: &[Val]) -> SmallVec<[usize; 8]> {
        let mut found: SmallVec<[usize; 8]> =
            values.iter().flat_map(|value| self.held.sites(*value)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The value that an operand of a created operation holds now; `None` before it is made.
    pub(crate) fn operand_of(&self, created: CreatedIx, index: usize) -> Option<Val> {
        let first = self.first_site[created];
        let site = (first != NONE).then(|| self.sites.get(first as usize + index))??;
        (site.place == Place::Operand(created, index)).then(|| site.current())
    }

    /// Ends an operation.
    pub(crate) fn end(&mut self, step: usize, op: OpRef) {
        match op {
            OpRef::Node(node) => {
                let class = self.classes.node(node);
                self.nodes_ended[class] = Some(step);
                if !self.classes.model().promises.is_empty() {
                    for site in &mut self.sites {
                        site.present &= !matches!(site.place, Place::Only(user, _) if user == class);
                    }
                }
            }
            OpRef::Created(created) => {
                self.created_ended[created] = Some(step);
                let operands = self.classes.model().created[created].operands.len();
                self.steps += operands;
                if self.made[created] {
                    let first = self.first_site[created] as usize;
                    self.sites[first..first + operands].iter_mut().for_each(|site| site.present = false);
                }
            }
        }
    }

    /// The uses of the results of a class of matched operations outside of the match go with what holds it.
    pub(crate) fn end_uses_after(&mut self, node: usize) {
        for result in &self.classes.model().nodes[node].results {
            let site = self.sites.get_mut(self.site_of[self.classes.value(*result)] as usize);
            if let Some(site) =
                site.filter(|site| matches!(site.place, Place::After(owner, _) if owner == node))
            {
                site.present = false;
            }
        }
    }

    /// Created operations that stand in the program, in order.
    pub(crate) fn standing(&self) -> impl DoubleEndedIterator<Item = CreatedIx> + '_ {
        (0..self.made.len()).filter(|created| self.made[*created] && self.created_ended[*created].is_none())
    }

    /// The same, for callers that change the state meanwhile.
    pub(crate) fn standing_now(&self) -> List<CreatedIx> {
        self.standing().collect()
    }

    /// Whether a live matched operation other than `except` holds a value as an operand.
    pub(crate) fn held_by_match(&self, value: Val, except: OpRef) -> bool {
        self.held_by(value, |node| OpRef::Node(node) != except)
    }

    /// Whether a live matched operation out of some holds a value as an operand.
    pub(crate) fn held_by(&self, value: Val, of: impl Fn(usize) -> bool) -> bool {
        let model = self.classes.model();
        let lives = |node: usize| self.nodes_ended[node].is_none() && of(node);
        if model.nodes.len() <= FEW {
            let now = |operand: &ValueIx| self.operand_now(self.classes.value(*operand));
            let holds = |node: usize| model.nodes[node].operands.iter().any(|operand| now(operand) == value);
            return self.classes.node_classes().any(|node| lives(node) && holds(node));
        }
        let users = self.users.get_or_init(|| Users::new(self.classes));
        let free = match value {
            Val::Matched(value) if self.site_of[value] == NONE => Some(value),
            _ => None,
        };
        let moved = self.held.sites(value).filter_map(|site| match self.sites[site].place {
            Place::After(_, value) | Place::Only(_, value) => Some(value),
            Place::Operand(..) => None,
        });
        free.into_iter().chain(moved).any(|value| users.users(value).any(lives))
    }

    /// What an operand of a matched operation holds that held `value` at the match.
    fn operand_now(&self, value: usize) -> Val {
        let site = self.sites.get(self.site_of[value] as usize);
        site.map_or(Val::Matched(value), Site::current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(original: usize, moves: &[usize]) -> Site {
        let moves = moves.iter().enumerate().map(|(step, value)| (step, Val::Matched(*value))).collect();
        Site { place: Place::After(0, 0), original: Val::Matched(original), moves, present: true }
    }

    #[test]
    fn the_last_change_from_good_to_bad_is_blamed() {
        let even = |value: Val| matches!(value, Val::Matched(v) if v % 2 == 0);
        assert_eq!(site(0, &[1, 3]).spoiled_by(even), Some(0));
        assert_eq!(site(0, &[1, 2, 3]).spoiled_by(even), Some(2));
        assert_eq!(site(1, &[3]).spoiled_by(even), None);
    }
}
