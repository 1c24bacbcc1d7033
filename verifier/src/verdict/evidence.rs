//! The evidence of a claim: programs before and after with remarks on their lines. Decides nothing.

use assay_ir::data::Span;
use assay_ir::verdict::{Application, Confirmed, Trace};

/// A program on which a claim was shown to be true.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The payload, valid MLIR text.
    pub before: String,
    /// The payload after the rewrite, as far as it got.
    pub after: String,
    /// Remarks on lines of both.
    pub marks: Marks,
    /// The PDL operation at which the rewrite stopped, where it did not go through.
    pub stopped: Option<Span>,
    /// The rewrites of a run that does not end, in order.
    pub applications: Vec<Application>,
    /// The violation or the rewrite error, in words.
    pub failure: String,
    /// Pattern and payload in the modules `@patterns` and `@ir`, MLIR text that stands alone.
    pub modules: String,
    /// How it was shown.
    pub confirmed: Confirmed,
    /// Inputs and the values of all operations of both programs, where the claim is about values.
    pub trace: Option<Trace>,
}

impl Witness {
    /// Bytes of its texts.
    pub fn size(&self) -> u64 {
        let applications: usize = self.applications.iter().map(|application| application.program.len()).sum();
        (self.before.len() + self.after.len() + self.failure.len() + self.modules.len() + applications) as u64
    }
}

/// Remarks on the lines of the two programs of a witness.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// On the program before.
    pub before: Vec<Mark>,
    /// On the program after.
    pub after: Vec<Mark>,
}

/// A remark on a line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, from 0.
    pub line: usize,
    /// Tells if the operation of the line was to go.
    pub gone: bool,
    /// A few words.
    pub text: String,
    /// The PDL operation that does it; none for other remarks.
    pub by: Span,
}
