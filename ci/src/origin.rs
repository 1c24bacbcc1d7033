//! Where the parts of a program stand in the files of the user: in the very text that was read, or in the PDLL that the
//! text was made from.

use assay_ir::data::{Program, Span, Written};
use assay_mlir::pdll::OWN_TEXT;
use assay_reports::{Location, Sources};

use crate::diagnostics;

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
    /// What the file is to it.
    pub(crate) origin: &'a Origin,
}

impl Place<'_> {
    /// The first line of a span in a file of the user: an operation with a body is pointed at by its head. What no
    /// text wrote stands at the start.
    pub(crate) fn head(&self, span: Span) -> Location {
        match self.origin {
            Origin::Own => diagnostics::locate(self.sources, self.file, self.first_line(span)),
            Origin::Printed(written) => self.printed(written, span),
        }
    }

    /// All of a span; of a printed text its operation.
    pub(crate) fn whole(&self, span: Span) -> Location {
        match self.origin {
            Origin::Own => diagnostics::locate(self.sources, self.file, span),
            Origin::Printed(written) => self.printed(written, span),
        }
    }

    fn printed(&self, written: &Written, span: Span) -> Location {
        let Some(place) = written.at(span) else {
            return self.sources.locate(self.file, 0..0);
        };
        let file = match self.program.ctx().str(place.file) {
            OWN_TEXT => self.file,
            included => included,
        };
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.sources.locate_phrase(file, number(place.line), number(place.column))
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
