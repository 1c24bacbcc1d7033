//! SSA names: which value a `%name` means where. Forward references get placeholder values that the
//! definition replaces. Knows no types and no syntax.

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
    Forward(Forwards),
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
    /// Definitions of `%0`, `%1`, ..., as one value each, as far as they are dense; all else is in `names`. Most names
    /// of printed programs are plain numbers.
    numbered: Vec<Option<ValueId>>,
    names: FxHashMap<&'s str, Entry>,
    /// Names that each open region but the outermost defined, flattened.
    defined: Vec<&'s str>,
    /// Where each open region starts in `defined`, and in the text.
    marks: Vec<(usize, Pos)>,
}

/// How far a number may lie beyond the dense ones and still join them.
const GAP: usize = 4096;

/// The number that a name is, in its one spelling.
fn number(name: &str) -> Option<usize> {
    let bytes = name.as_bytes();
    if bytes.len() > 9 || !bytes.iter().all(u8::is_ascii_digit) || bytes.len() > 1 && bytes[0] == b'0' {
        return None;
    }
    Some(bytes.iter().fold(0, |sum, digit| sum * 10 + usize::from(digit - b'0')))
}

impl<'s> Isolated<'s> {
    /// Notes that a name ends with the innermost region. With the outermost one all names end.
    fn defines(&mut self, name: &'s str) {
        if self.marks.len() > 1 {
            self.defined.push(name);
        }
    }

    fn clear_names(&mut self, names: impl Iterator<Item = &'s str>) {
        for name in names {
            match number(name).and_then(|number| self.numbered.get_mut(number)) {
                Some(slot) if slot.is_some() => *slot = None,
                _ => {
                    self.names.remove(name);
                }
            }
        }
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
        scope.numbered.clear();
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
            scope.numbered.clear();
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
        if let Some(first) = number(name).and_then(|number| *scope.numbered.get(number)?) {
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

    /// Defines a name; the entry that it had is returned.
    pub(super) fn define(&mut self, name: &'s str, entry: Entry) -> Option<Entry> {
        let scope = self.top();
        if let (Entry::Defined { first, count: 1 }, Some(number)) = (&entry, number(name)) {
            let new = number > scope.numbered.len() + GAP
                || !scope.names.is_empty() && scope.names.contains_key(name);
            if !new {
                if number >= scope.numbered.len() {
                    scope.numbered.resize(number + 1, None);
                }
                scope.numbered[number] = Some(*first);
                scope.defines(name);
                return None;
            }
        }
        let old = scope.names.insert(name, entry);
        if !matches!(old, Some(Entry::Defined { .. } | Entry::Broken)) {
            scope.defines(name);
        }
        old
    }

    /// Adds a use of a name that is not defined yet.
    pub(super) fn add_forward(&mut self, name: &'s str, forward: Forward) {
        match self.top().names.entry(name).or_insert_with(|| Entry::Forward(Forwards::default())) {
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
