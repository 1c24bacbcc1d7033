//! The texts that findings point into, and the way from byte offsets to lines and columns.
//! Texts are handed in; this module opens no file.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use assay_ir::data::Source;

use crate::finding::Location;

/// Texts by the name under which findings know them, each with one table of its lines.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: BTreeMap<String, Arc<Source>>,
}

impl Sources {
    /// No texts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text, or replaces the one of that name.
    pub fn insert(&mut self, file: impl Into<String>, text: impl Into<String>) {
        let file = file.into();
        self.share(Source::new(file, text));
    }

    /// Adds a text that others hold, too, under its name, or replaces the one of that name.
    pub fn share(&mut self, source: Arc<Source>) {
        self.texts.insert(source.name().to_owned(), source);
    }

    /// The text of a file.
    #[must_use]
    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(|source| source.text())
    }

    /// The same texts under other names.
    #[must_use]
    pub fn renamed(&self, mut name: impl FnMut(&str) -> String) -> Sources {
        let texts = self.texts.iter().map(|(file, text)| (name(file), Arc::clone(text)));
        Sources { texts: texts.collect() }
    }

    /// All texts with their names, sorted by these.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(file, source)| (file.as_str(), source.text()))
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.texts.values().map(|source| source.text())
    }

    /// Line and column, both from 1, of a byte offset. An offset behind the end is taken as the end, one
    /// inside a character as the start of that character. `1, 1` if the file is not known.
    ///
    /// ```
    /// let mut sources = assay_reports::Sources::new();
    /// sources.insert("a.mlir", "x\nüy\n");
    /// assert_eq!(sources.position("a.mlir", 4), (2, 2));
    /// ```
    #[must_use]
    pub fn position(&self, file: &str, offset: usize) -> (usize, usize) {
        let Some(source) = self.texts.get(file) else { return (1, 1) };
        let offset = floor(source.text(), offset);
        // Texts above 4 GiB are refused when they are read.
        let at = source.line_column(u32::try_from(offset).unwrap_or(u32::MAX));
        (at.line as usize, at.column as usize)
    }

    /// A location with line and column worked out. The span is cut to the text, if the text is known.
    #[must_use]
    pub fn locate(&self, file: &str, span: Range<usize>) -> Location {
        let (line, column) = self.position(file, span.start);
        let span = match self.text(file) {
            Some(text) => clamp(text, &span),
            None => span,
        };
        Location { file: file.to_owned(), line, column, start: span.start, end: span.end }
    }

    /// The location of what starts at a line and a column (from 1, in bytes) and goes on to the end of the line, or
    /// to a `;`, `,` or `{` outside of brackets, or to a bracket that closes nothing of it: how PDLL and C-like texts
    /// are written. Where the text is not known, line and column are taken as they are.
    #[must_use]
    pub fn locate_phrase(&self, file: &str, line: usize, column: usize) -> Location {
        if !self.texts.contains_key(file) {
            return Location { file: file.to_owned(), line, column, start: 0, end: 0 };
        }
        let range = self.lines_span(file, line, line);
        let start = (range.start + column.max(1) - 1).min(range.end);
        let text = self.text(file).and_then(|text| text.get(start..range.end)).unwrap_or("");
        self.locate(file, start..start + phrase(text))
    }

    /// Byte range of the lines from `first` to `last` (from 1, both included) without the last line break.
    /// Lines are cut to those that exist; empty if the file is not known.
    pub(crate) fn lines_span(&self, file: &str, first: usize, last: usize) -> Range<usize> {
        self.texts.get(file).map_or(0..0, |source| source.lines(first, last))
    }
}

/// The length of the phrase that a line starts with.
fn phrase(text: &str) -> usize {
    let mut depth = 0usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let arrow = c == '>' && matches!(before, '-' | '=');
        let ends = match c {
            '(' | '[' | '<' => {
                depth += 1;
                false
            }
            ')' | ']' | '>' if !arrow => {
                depth = depth.wrapping_sub(1);
                depth == usize::MAX
            }
            ';' | ',' | '{' => depth == 0,
            _ => false,
        };
        if ends {
            return text[..at].trim_end().len();
        }
        before = c;
    }
    text.trim_end().len()
}

/// Cuts a byte range to the text and to the borders of characters.
pub(crate) fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = floor(text, span.start);
    let mut end = span.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::Sources;

    fn sources(text: &str) -> Sources {
        let mut sources = Sources::new();
        sources.insert("f", text);
        sources
    }

    #[test]
    fn the_first_byte_is_line_one_column_one() {
        assert_eq!(sources("abc").position("f", 0), (1, 1));
    }

    #[test]
    fn an_offset_behind_the_end_is_the_end() {
        assert_eq!(sources("ab\nc").position("f", 99), (2, 2));
    }

    #[test]
    fn a_line_break_belongs_to_the_line_it_ends() {
        assert_eq!(sources("ab\ncd").position("f", 2), (1, 3));
    }

    #[test]
    fn a_span_inside_a_character_is_widened_to_it() {
        let at = sources("aüb").locate("f", 2..3);
        assert_eq!(at.span(), 1..3);
        assert_eq!((at.line, at.column), (1, 2));
    }

    #[test]
    fn a_phrase_ends_where_its_statement_or_its_bracket_ends() {
        let texts = sources("let a = op<foo.a>(x: Value) -> (t: Type);\nPattern P {\nend");
        let phrase = |line, column| {
            let at = texts.locate_phrase("f", line, column);
            texts.text("f").unwrap()[at.span()].to_owned()
        };
        assert_eq!(phrase(1, 9), "op<foo.a>(x: Value) -> (t: Type)");
        assert_eq!(phrase(1, 19), "x: Value");
        assert_eq!(phrase(2, 1), "Pattern P");
        assert_eq!(phrase(3, 1), "end");
        assert_eq!(phrase(2, 99), "");
    }

    #[test]
    fn a_phrase_of_an_unknown_text_keeps_its_line_and_column() {
        let at = sources("x").locate_phrase("other", 7, 3);
        assert_eq!((at.line, at.column, at.span()), (7, 3, 0..0));
    }

    #[test]
    fn lines_leave_out_the_last_line_break() {
        assert_eq!(sources("ab\ncd\nef\n").lines_span("f", 1, 2), 0..5);
    }

    #[test]
    fn a_line_behind_the_end_is_the_last_line() {
        assert_eq!(sources("ab\ncd").lines_span("f", 9, 9), 3..5);
    }
}
