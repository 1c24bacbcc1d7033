//! What went wrong and where, as plain data: readers and checkers return lists of these and print nothing.

use crate::data::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// For information.
    Note,
    /// Suspicious, but the verdict stands.
    Warning,
    /// Wrong.
    Error,
}

impl Severity {
    /// All of them, the mildest first.
    pub const ALL: &[Severity] = &[Severity::Note, Severity::Warning, Severity::Error];

    /// Its word in reports.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

impl std::fmt::Display for Severity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What to know about that place.
    pub text: String,
}

/// One message about a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// The main place.
    pub span: Span,
    /// What to write at the main place; may be empty.
    pub label: String,
    /// Further places.
    pub related: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
}

impl std::error::Error for Diagnostic {}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// With a remark at the main place.
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.label = text.into();
        self
    }

    /// With a further place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.related.push(Label { span, text: text.into() });
        self
    }

    /// With advice.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
}
