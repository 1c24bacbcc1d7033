//! Lines of a text that were read twice, with what they say.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::lexer;
use crate::data::{AttrId, Ident, TypeId};

/// The role of the name of a value in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Result(TypeId),
    /// The operand of this number.
    Operand(u32, TypeId),
}

/// A line with an operation that has one result or none, and few operands.
#[derive(PartialEq, Eq)]
pub(super) struct Line<'s> {
    /// The names of values, each with the text before it.
    pub(super) names: SmallVec<[(&'s str, Role); 4]>,
    /// The text behind the last of them, with the line break.
    pub(super) tail: &'s str,
    pub(super) operands: usize,
    /// How deep the line is nested: attributes count as levels.
    pub(super) depth: usize,
    /// The dialect whose prefix could be left out.
    pub(super) dialect: &'static str,
    pub(super) name: Ident,
    pub(super) properties: AttrId,
    pub(super) attributes: AttrId,
    /// Its beginning, as a bit, and the beginnings of what stood behind it: a form may go on in the next line.
    pub(super) begins: u8,
    pub(super) followed_by: u8,
    /// The number of the line that was repeated behind it.
    pub(super) next: usize,
}

/// The lines that were read twice, which are read quickly from then on.
#[derive(Default)]
pub(super) struct Lines<'s> {
    pub(super) kept: Vec<Line<'s>>,
    /// Their numbers by the hash of all but the names of values; `None` for a line that was read once.
    pub(super) numbers: FxHashMap<u64, Option<u32>>,
    /// The line that was repeated last.
    pub(super) latest: usize,
    /// Where the operation at hand starts, and its hash.
    pub(super) asked: Option<(u32, u64)>,
    /// Lines that were looked for, and those of them that were found.
    pub(super) looked: u32,
    pub(super) found: u32,
    /// Operations for which nothing is looked for, since little was found.
    pub(super) rest: u32,
}

impl Line<'_> {
    /// The line at a place of the text; `None` where another one is there.
    pub(super) fn at(&self, bytes: &[u8], start: usize) -> Option<LinePlace> {
        let mut names = [(0, 0); OPERANDS + 1];
        let mut at = start;
        for ((before, _), name) in self.names.iter().zip(&mut names) {
            at += bytes[at..].starts_with(before.as_bytes()).then_some(before.len())?;
            let end = lexer::value_end(bytes, at)?;
            *name = (at as u32, end as u32);
            at = end;
        }
        let end = at + bytes[at..].starts_with(self.tail.as_bytes()).then_some(self.tail.len())?;
        Some(LinePlace { start, end, names })
    }
}

/// A line in the text, as places in it.
pub(super) struct LinePlace {
    pub(super) start: usize,
    /// Behind the line break.
    pub(super) end: usize,
    /// The names of values, each with its `%`.
    pub(super) names: [(u32, u32); OPERANDS + 1],
}

/// The most operands of a line that is kept.
pub(super) const OPERANDS: usize = 8;
