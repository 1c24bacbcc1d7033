//! The aliases of a text, and how much each stands for.

use rustc_hash::FxHashMap;

use super::lexer::Token;
use crate::data::{AttrId, TypeId};

/// What a definition means once read.
#[derive(Clone, Copy)]
pub(super) enum AliasTarget {
    /// Defined at this offset (of the value), not read yet.
    At(u32),
    /// Being read: a use now is a cycle.
    Busy,
    Attr(AttrId, Size),
    Type(TypeId, Size),
    /// Its definition is wrong and was reported.
    Broken,
}

/// How much an alias stands for.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    /// How deep it nests.
    pub(super) depth: usize,
    /// How many parts it has.
    pub(super) weight: u64,
}

#[derive(Clone, Copy)]
pub(super) struct Alias {
    pub(super) meaning: AliasTarget,
    /// Where the name stands in its definition.
    pub(super) name: Token,
    /// Where the definition ends, once read.
    pub(super) end: u32,
}

/// All aliases of a text, by name with its sign.
#[derive(Default)]
pub(super) struct Aliases<'s> {
    pub(super) known: FxHashMap<&'s str, Alias>,
    /// Whether the whole text was searched for definitions.
    pub(super) searched: bool,
    /// Nesting reached while reading the current alias, and how many parts it stands for.
    pub(super) deepest: usize,
    pub(super) weight: u64,
    /// How many aliases are being read, one in the other.
    pub(super) loading: usize,
    /// How many parts all uses outside of aliases stand for.
    pub(super) charged: u64,
}

impl Aliases<'_> {
    pub(super) fn charged(&self) -> u64 {
        self.charged
    }

    /// How much an alias stands for, once it was read.
    pub(super) fn size(&self, key: &str) -> Option<Size> {
        match self.known.get(key)?.meaning {
            AliasTarget::Attr(_, size) | AliasTarget::Type(_, size) => Some(size),
            AliasTarget::At(_) | AliasTarget::Busy | AliasTarget::Broken => None,
        }
    }
}
