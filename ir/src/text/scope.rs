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

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// `count` values from `first` on, written at `pos`.
    Defined { first: ValueId, count: u32, pos: Pos },
    /// Used, not yet defined.
    Forward(Vec<Forward>),
    /// Its definition could not be read: uses are not reported again.
    Broken,
}

#[derive(Default)]
struct Isolated<'s> {
    names: FxHashMap<&'s str, Entry>,
    /// Names that each open region defined, flattened.
    defined: Vec<&'s str>,
    /// Where each open region starts in `defined`.
    marks: Vec<usize>,
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
        scope.names.clear();
        scope.defined.clear();
        scope.marks.clear();
        self.spare.push(scope);
        open
    }

    /// Opens a region that sees the names around it.
    pub(super) fn push(&mut self) {
        let scope = self.top();
        scope.marks.push(scope.defined.len());
    }

    /// Closes a region: its names end.
    pub(super) fn pop(&mut self) {
        let scope = self.top();
        let mark = scope.marks.pop().unwrap_or(0);
        for name in scope.defined.drain(mark..) {
            scope.names.remove(name);
        }
    }

    /// The names that were used and never defined at the end of the text.
    pub(super) fn finish(&mut self) -> Vec<(&'s str, Vec<Forward>)> {
        take_forward(self.top())
    }

    pub(super) fn get(&mut self, name: &str) -> Option<&mut Entry> {
        self.top().names.get_mut(name)
    }

    /// Defines a name; the entry that it had is returned.
    pub(super) fn define(&mut self, name: &'s str, entry: Entry) -> Option<Entry> {
        let scope = self.top();
        let old = scope.names.insert(name, entry);
        if !matches!(old, Some(Entry::Defined { .. } | Entry::Broken)) {
            scope.defined.push(name);
        }
        old
    }

    /// Adds a use of a name that is not defined yet.
    pub(super) fn add_forward(&mut self, name: &'s str, forward: Forward) {
        match self.top().names.entry(name).or_insert_with(|| Entry::Forward(Vec::new())) {
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
            Entry::Forward(list) => Some((*name, std::mem::take(list))),
            _ => None,
        })
        .filter(|(_, list)| !list.is_empty())
        .collect();
    open.sort_by_key(|(_, list)| list[0].pos);
    open
}
