//! Places in the text of a TableGen file: of a record, and of the operations and names in it. Finds words, parses nothing.

use std::cell::Cell;

use super::attributes::quoted;
use crate::records::Record;

/// The text of the file that was asked for.
pub(crate) struct SourceText<'a> {
    /// The name of the file in locations.
    file: &'a str,
    text: &'a str,
    /// Where each line starts.
    lines: Vec<usize>,
}

/// The text of one record, read from its start to its end.
pub(crate) struct RecordText<'a> {
    file: &'a str,
    text: &'a str,
    line: u64,
    /// Bytes of the text, from `start`, that were looked at.
    at: Cell<usize>,
}

impl<'a> SourceText<'a> {
    /// The text of a file, or an empty one.
    pub(crate) fn new(file: &'a str, text: &'a str) -> SourceText<'a> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        SourceText { file, text, lines: std::iter::once(0).chain(ends).collect() }
    }

    /// The text of a record. One of an included file has its line alone, in the file that the tool names.
    pub(crate) fn record<'r>(&'r self, record: Record<'r>) -> RecordText<'r> {
        let (file, line) = record.place();
        let own = file == "<stdin>" || self.file.rsplit('/').next() == Some(file);
        let start = usize::try_from(line).ok().and_then(|line| self.lines.get(line.checked_sub(1)?));
        let text = match start {
            Some(start) if own => &self.text[*start..],
            _ => "",
        };
        let end = text.find(">;").map_or(text.len(), |end| end + 2);
        RecordText { file: if own { self.file } else { file }, text: &text[..end], line, at: Cell::new(0) }
    }
}

impl RecordText<'_> {
    /// The location of the next place that says `word`, after all that were found before; else that of the record.
    pub(crate) fn find(&self, word: &str) -> String {
        let from = self.at.get();
        let part = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        let bytes = self.text.as_bytes();
        let whole = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            !part(before) && !part(bytes.get(at + word.len()))
        };
        let mut found = self.text[from..].match_indices(word).map(|(at, _)| from + at);
        match found.find(|at| !word.is_empty() && whole(*at)) {
            Some(at) => {
                self.at.set(at + word.len());
                let before = &self.text[..at];
                let line = self.line + before.bytes().filter(|byte| *byte == b'\n').count() as u64;
                let column = at - before.rfind('\n').map_or(0, |end| end + 1) + 1;
                self.location(line, column)
            }
            None => self.location(self.line, 1),
        }
    }

    /// The location of the record.
    pub(crate) fn start(&self) -> String {
        self.location(self.line, 1)
    }

    fn location(&self, line: u64, column: usize) -> String {
        format!("loc({}:{line}:{column})", quoted(self.file))
    }
}
