//! SSA names: which value a `%name` means where. Forward references get placeholder values that the
//! definition replaces. Knows no types and no syntax.

use std::collections::hash_map;

use rustc_hash::FxHashMap;

use crate::data::{OpId, Pos, ValueId};

/// A use that was read before its definition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward {
    /// `N` of `%x#N`.
    pub(super) number: u32,
    /// Stands in for the value.
    pub(super) value: ValueId,
    /// The operation that defines the placeholder.
    pub(super) op: OpId,
    /// The first use.
    pub(super) pos: Pos,
}

/// The uses of a name that was read before its definition, one for each number.
#[derive(Clone, Debug, Default)]
pub(super) struct Forwards {
    list: Vec<Forward>,
    /// Where the use with a number stands in the list, for long lists.
    index: FxHashMap<u32, usize>,
    /// How much of the list is in the index.
    indexed: usize,
}

impl Forwards {
    /// Lists up to this length are searched from the start.
    const SHORT: usize = 8;

    fn find(&self, number: u32) -> Option<Forward> {
        if self.list.len() <= Self::SHORT {
            return self.list.iter().find(|forward| forward.number == number).copied();
        }
        Some(self.list[*self.index.get(&number)?])
    }

    fn push(&mut self, forward: Forward) {
        self.list.push(forward);
        if self.list.len() > Self::SHORT {
            for at in std::mem::replace(&mut self.indexed, self.list.len())..self.list.len() {
                self.index.entry(self.list[at].number).or_insert(at);
            }
        }
    }

    /// All of them, in the order of their first uses.
    pub(super) fn into_list(self) -> Vec<Forward> {
        self.list
    }
}

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// `count` values from `first` on.
    Defined { first: ValueId, count: u32 },
    /// Used, not yet defined.
    Forward(Box<Forwards>),
    /// Its definition could not be read: uses are not reported again.
    Broken,
}

/// What a name means, without the list of its uses.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// As [`Entry::Defined`].
    Defined { first: ValueId, count: u32 },
    /// Used, not yet defined.
    Forward,
    /// Its definition could not be read.
    Broken,
}

#[derive(Default)]
struct Isolated<'s> {
    /// Definitions of `%0`, `%1`, ..., and of `%v0`, `%v1`, ..., as one value each, as far as they are dense; all else is in
    /// `names`. Most names of programs are such numbers.
    numbered: Vec<Numbered<'s>>,
    names: FxHashMap<&'s str, Entry>,
    /// Names that each open region but the outermost defined, flattened.
    defined: Vec<&'s str>,
    /// Where each open region starts in `defined`, and in the text.
    marks: Vec<(usize, Pos)>,
}

/// Names that differ in the number at their ends.
struct Numbered<'s> {
    /// The text before the number.
    stem: &'s str,
    values: Vec<Option<ValueId>>,
    /// How many are defined.
    defined: usize,
}

/// Stems that have a table; names with others are in `names`.
const STEMS: usize = 4;

/// The most digits of a number in a table.
const DIGITS: usize = 9;

/// How far a number may lie beyond those that are defined, apart from four times as many, and still join them.
const GAP: usize = 64;

/// The stem of a name and the number behind it, where that is written in its one spelling.
fn number(name: &str) -> Option<(&str, usize)> {
    let bytes = name.as_bytes();
    let (mut number, mut scale, mut digits) = (0, 1, 0);
    for byte in bytes.iter().rev() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        if digits == DIGITS {
            return None;
        }
        number += scale * usize::from(digit);
        (scale, digits) = (10 * scale, digits + 1);
    }
    // More than one digit with a zero in front are fewer than the scale says.
    if digits == 0 || digits > 1 && 10 * number < scale {
        return None;
    }
    Some((&name[..bytes.len() - digits], number))
}

impl<'s> Isolated<'s> {
    /// Notes that a name ends with the innermost region. With the outermost one all names end.
    fn defines(&mut self, name: &'s str) {
        if self.marks.len() > 1 {
            self.defined.push(name);
        }
    }

    fn clear_numbered(&mut self) {
        for table in &mut self.numbered {
            table.values.clear();
            table.defined = 0;
        }
    }

    fn clear_names(&mut self, names: impl Iterator<Item = &'s str>) {
        for name in names {
            if !self.undefine_numbered(name) {
                self.names.remove(name);
            }
        }
    }

    fn undefine_numbered(&mut self, name: &str) -> bool {
        let Some((stem, number)) = number(name) else { return false };
        let Some(table) = self.numbered.iter_mut().find(|table| table.stem == stem) else { return false };
        let found = table.values.get_mut(number).and_then(Option::take).is_some();
        table.defined -= usize::from(found);
        found
    }

    fn numbered(&self, name: &str) -> Option<ValueId> {
        let (stem, number) = number(name)?;
        *self.numbered.iter().find(|table| table.stem == stem)?.values.get(number)?
    }

    /// Defines a name of which nothing is known as one value in a table that has its stem; returns false where that cannot be.
    fn define_new(&mut self, name: &'s str, value: ValueId) -> bool {
        let Some((stem, number)) = number(name) else { return false };
        let Some(table) = self.numbered.iter_mut().find(|table| table.stem == stem) else { return false };
        let elsewhere = !self.names.is_empty() && self.names.contains_key(name);
        if elsewhere || number > 4 * table.defined + GAP {
            return false;
        }
        match table.values.get_mut(number) {
            Some(Some(_)) => return false,
            Some(free) => *free = Some(value),
            None => {
                table.values.resize(number, None);
                table.values.push(Some(value));
            }
        }
        table.defined += 1;
        self.defines(name);
        true
    }

    /// Defines a name as one value in a table; returns false where it belongs to `names`.
    fn define_numbered(&mut self, name: &'s str, value: ValueId) -> bool {
        let Some((stem, number)) = number(name) else { return false };
        let tables = &self.numbered;
        let of_stem = tables.iter().position(|table| table.stem == stem);
        let at = match of_stem.or_else(|| tables.iter().position(|table| table.values.is_empty())) {
            Some(at) => at,
            None if tables.len() < STEMS => {
                self.numbered.push(Numbered { stem, values: Vec::new(), defined: 0 });
                self.numbered.len() - 1
            }
            None => return false,
        };
        self.numbered[at].stem = stem;
        let table = &mut self.numbered[at];
        let elsewhere = !self.names.is_empty() && self.names.contains_key(name);
        if elsewhere || number > 4 * table.defined + GAP {
            return false;
        }
        if number >= table.values.len() {
            table.values.resize(number + 1, None);
        }
        table.defined += usize::from(table.values[number].replace(value).is_none());
        true
    }
}

/// The names of all open regions.
pub(super) struct Scopes<'s> {
    stack: Vec<Isolated<'s>>,
    spare: Vec<Isolated<'s>>,
}

impl<'s> Scopes<'s> {
    pub(super) fn new() -> Self {
        Scopes { stack: vec![Isolated::default()], spare: Vec::new() }
    }

    /// Opens a region that sees no names from outside.
    pub(super) fn push_isolated(&mut self) {
        let scope = self.spare.pop().unwrap_or_default();
        self.stack.push(scope);
    }

    /// Closes an isolated region; returns the names that were used and never defined.
    pub(super) fn pop_isolated(&mut self) -> Vec<(&'s str, Vec<Forward>)> {
        // The outermost scope is only taken by `finish`.
        let Some(mut scope) = self.stack.pop() else { return Vec::new() };
        let open = take_forward(&mut scope);
        scope.clear_numbered();
        scope.names.clear();
        scope.defined.clear();
        scope.marks.clear();
        self.spare.push(scope);
        open
    }

    /// Opens a region that sees the names around it.
    pub(super) fn push(&mut self, opened: Pos) {
        let scope = self.top();
        scope.marks.push((scope.defined.len(), opened));
    }

    /// Where the innermost region starts in the text.
    pub(super) fn opened(&mut self) -> Pos {
        self.top().marks.last().map_or(Pos(0), |(_, opened)| *opened)
    }

    /// Closes a region: its names end.
    pub(super) fn pop(&mut self) {
        let scope = self.top();
        let mark = scope.marks.pop().map_or(0, |(mark, _)| mark);
        let mut ended = std::mem::take(&mut scope.defined);
        if scope.marks.is_empty() {
            // Everything ends but what still waits for a definition.
            scope.clear_numbered();
            scope.names.retain(|_, entry| matches!(entry, Entry::Forward(_)));
            ended.clear();
        } else {
            scope.clear_names(ended.drain(mark..));
        }
        scope.defined = ended;
    }

    /// The names that were used and never defined at the end of the text.
    pub(super) fn finish(&mut self) -> Vec<(&'s str, Vec<Forward>)> {
        take_forward(self.top())
    }

    /// The definition of a name, or whether it waits for one.
    pub(super) fn get(&mut self, name: &str) -> Option<Known> {
        let scope = self.top();
        if let Some(first) = scope.numbered(name) {
            return Some(Known::Defined { first, count: 1 });
        }
        Some(match scope.names.get(name)? {
            Entry::Defined { first, count } => Known::Defined { first: *first, count: *count },
            Entry::Forward(_) => Known::Forward,
            Entry::Broken => Known::Broken,
        })
    }

    /// The placeholder of a use that was read before.
    pub(super) fn forward(&mut self, name: &str, number: u32) -> Option<Forward> {
        match self.top().names.get(name)? {
            Entry::Forward(list) => list.find(number),
            _ => None,
        }
    }

    /// Defines a name as one value where nothing is known of it and it is one of many that differ in a number; returns false and
    /// does nothing else.
    pub(super) fn define_new(&mut self, name: &'s str, value: ValueId) -> bool {
        self.top().define_new(name, value)
    }

    /// Defines a name that does not end in a number, where nothing is known of it; returns false and does nothing else.
    pub(super) fn define_word(&mut self, name: &'s str, first: ValueId, count: u32) -> bool {
        if name.as_bytes().last().is_some_and(u8::is_ascii_digit) {
            return false;
        }
        let scope = self.top();
        let hash_map::Entry::Vacant(free) = scope.names.entry(name) else { return false };
        free.insert(Entry::Defined { first, count });
        scope.defines(name);
        true
    }

    /// The value of a name that stands for one.
    pub(super) fn one(&self, name: &str) -> Option<ValueId> {
        let scope = self.stack.last()?;
        let word = || match scope.names.get(name)? {
            Entry::Defined { first, count: 1 } => Some(*first),
            _ => None,
        };
        scope.numbered(name).or_else(word)
    }

    /// Defines a name; the entry that it had is returned.
    pub(super) fn define(&mut self, name: &'s str, entry: Entry) -> Option<Entry> {
        let scope = self.top();
        if let Entry::Defined { first, count: 1 } = &entry
            && scope.define_numbered(name, *first)
        {
            scope.defines(name);
            return None;
        }
        let old = scope.names.insert(name, entry);
        if !matches!(old, Some(Entry::Defined { .. } | Entry::Broken)) {
            scope.defines(name);
        }
        old
    }

    /// Adds a use of a name that is not defined yet.
    pub(super) fn add_forward(&mut self, name: &'s str, forward: Forward) {
        match self.top().names.entry(name).or_insert_with(|| Entry::Forward(Box::default())) {
            Entry::Forward(list) => list.push(forward),
            // A caller that found a definition makes no forward reference.
            Entry::Defined { .. } | Entry::Broken => {}
        }
    }

    fn top(&mut self) -> &mut Isolated<'s> {
        if self.stack.is_empty() {
            self.stack.push(Isolated::default());
        }
        let last = self.stack.len() - 1;
        &mut self.stack[last]
    }
}

fn take_forward<'s>(scope: &mut Isolated<'s>) -> Vec<(&'s str, Vec<Forward>)> {
    let mut open: Vec<(&'s str, Vec<Forward>)> = scope
        .names
        .iter_mut()
        .filter_map(|(name, entry)| match entry {
            Entry::Forward(forwards) => Some((*name, std::mem::take(forwards).list)),
            _ => None,
        })
        .filter(|(_, list)| !list.is_empty())
        .collect();
    open.sort_by_key(|(_, list)| list[0].pos);
    open
}
