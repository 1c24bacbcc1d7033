//! Places of the parts of a program in the files of the user: in the text that was read, or in the PDLL that the text was
//! made from.

use assay_ir::data::{Ident, Program, Span, Written};
use assay_mlir::pdll::OWN_TEXT;
use assay_reports::{Location, Sources};

/// The text that findings point into.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The text of the program, or one that has everything at the same place.
    Own,
    /// Another text, by the locations of the operations.
    Printed(Written),
}

/// A program with its file, for finding places.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// All texts.
    pub(crate) sources: &'a Sources,
    /// Name of the file.
    pub(crate) file: &'a str,
    /// The program.
    pub(crate) program: &'a Program,
    /// Relation of the file to it.
    pub(crate) origin: &'a Origin,
}

impl<'a> Place<'a> {
    /// File and line of the start of a span.
    pub(crate) fn line(&self, span: Span) -> (&'a str, usize) {
        match self.origin {
            Origin::Own => {
                let start = if span.is_none() { 0 } else { span.start as usize };
                (self.file, self.sources.position(self.file, start).0)
            }
            Origin::Printed(written) => match written.at(span) {
                Some(place) => (self.file_of(place.file), usize::try_from(place.line).unwrap_or(usize::MAX)),
                None => (self.file, 1),
            },
        }
    }

    /// The first line of a span in a file of the user: an operation with a body is pointed at by its head. Operations that no
    /// text wrote are at the start.
    pub(crate) fn head(&self, span: Span) -> Location {
        match self.origin {
            Origin::Own => locate(self.sources, self.file, self.first_line(span)),
            Origin::Printed(written) => self.printed(written, span),
        }
    }

    /// All of a span; of a printed text its operation.
    pub(crate) fn whole(&self, span: Span) -> Location {
        match self.origin {
            Origin::Own => locate(self.sources, self.file, span),
            Origin::Printed(written) => self.printed(written, span),
        }
    }

    fn printed(&self, written: &Written, span: Span) -> Location {
        let Some(place) = written.at(span) else {
            return self.sources.locate(self.file, 0..0);
        };
        let file = self.file_of(place.file);
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.sources.locate_phrase(file, number(place.line), number(place.column))
    }

    fn file_of(&self, file: Ident) -> &'a str {
        match self.program.ctx().str(file) {
            OWN_TEXT => self.file,
            included => included,
        }
    }

    fn first_line(&self, span: Span) -> Span {
        if span.is_none() {
            return span;
        }
        let text = self.program.source().map_or("", |source| source.slice(span));
        let end = text.find('\n').map_or(text.len(), |line| text[..line].trim_end().len());
        Span { start: span.start, end: span.start + end as u32 }
    }
}

/// Line, column and range of a span; things that no text wrote stand at the start.
pub(crate) fn locate(sources: &Sources, file: &str, span: Span) -> Location {
    sources.locate(file, if span.is_none() { 0..0 } else { span.range() })
}
