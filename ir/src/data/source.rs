//! Source text and places in it. Lines and columns are counted from 1, columns in characters.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A byte offset into a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Pos(pub u32);

impl Pos {
    /// The place of things that no text wrote (built by code).
    pub const NONE: Pos = Pos(u32::MAX);
}

/// A range of bytes of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of things that no text wrote (built by code).
    pub const NONE: Span = Span { start: u32::MAX, end: u32::MAX };

    /// The bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        // Sources above 4 GiB are refused when they are read.
        Span { start: start as u32, end: end as u32 }
    }

    /// Returns true when this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of byte indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A named text with its line table.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Computed on first use.
    line_starts: OnceLock<Vec<u32>>,
    /// Computed on first use.
    aliases: OnceLock<String>,
    /// Each character is one byte; computed on first use.
    ascii: OnceLock<bool>,
}

impl Source {
    /// Wraps a text; `name` is what messages call it (a path as the user gave it, or `<stdin>`).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        let (name, text) = (name.into(), text.into());
        Arc::new(Source {
            name,
            text,
            line_starts: OnceLock::new(),
            aliases: OnceLock::new(),
            ascii: OnceLock::new(),
        })
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// The name of this text in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty for [`Span::NONE`] or a span of another source.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The lines that define aliases of types and attributes (`!name = ...`, `#name = ...`), each with its line break.
    pub fn aliases(&self) -> &str {
        self.aliases.get_or_init(|| {
            let alias = |line: &&str| line.starts_with(['!', '#']) && line.contains('=');
            self.text.lines().filter(alias).flat_map(|line| [line, "\n"]).collect()
        })
    }

    /// The bytes of the lines `first` to `last` (from 1, both included) without the last line break, cut to the lines
    /// that exist.
    pub fn lines(&self, first: usize, last: usize) -> Range<usize> {
        let starts = self.line_starts();
        let index = |line: usize| line.clamp(1, starts.len()) - 1;
        let end = starts.get(index(last.max(first)) + 1).map_or(self.text.len(), |next| *next as usize - 1);
        starts[index(first)] as usize..end
    }

    /// Line and column of a byte offset; offsets past the end count as the end.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(self.text.len());
        let line_starts = self.line_starts();
        let line = line_starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = line_starts[line] as usize;
        let column = match self.ascii.get_or_init(|| self.text.is_ascii()) {
            true => offset - start,
            false => self.text.as_bytes()[start..offset].iter().filter(|b| (**b & 0xC0) != 0x80).count(),
        };
        LineColumn { line: line as u32 + 1, column: column as u32 + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        let source = Source::new("f", "ab\ncäd\n");
        assert_eq!(source.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_column(3), LineColumn { line: 2, column: 1 });
        assert_eq!(source.line_column(6), LineColumn { line: 2, column: 3 });
        assert_eq!(source.line_column(99), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn lines_exclude_the_last_line_break_and_are_cut_to_the_text() {
        let source = Source::new("f", "ab\ncd\nef");
        assert_eq!((source.lines(1, 2), source.lines(9, 9)), (0..5, 6..8));
    }

    #[test]
    fn aliases_are_the_lines_that_define_one() {
        let source = Source::new("f", "!t = i32\n\"a.b\"() : () -> !t\n#a = 1 : i8\n  #b = 2\n");
        assert_eq!(source.aliases(), "!t = i32\n#a = 1 : i8\n");
    }
}
