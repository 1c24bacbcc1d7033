//! The words for what a run judged: each command has its own kind of subject.

use serde::{Deserialize, Serialize};

/// A kind of subject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Subject {
    /// Rewrite patterns.
    #[default]
    Patterns,
    /// Functions before and after a pass.
    Functions,
    /// Definitions of array programs.
    Definitions,
    /// Pipelines of passes.
    Pipelines,
    /// Passes, each against its contract.
    Passes,
    /// Sequences of transform scripts.
    Sequences,
    /// Several kinds in one run.
    Mixed,
}

impl Subject {
    /// One of them, as a noun.
    #[must_use]
    pub fn one(self) -> &'static str {
        match self {
            Subject::Patterns => "pattern",
            Subject::Functions => "function",
            Subject::Definitions => "definition",
            Subject::Pipelines => "pipeline",
            Subject::Passes => "pass",
            Subject::Sequences => "sequence",
            Subject::Mixed => "subject",
        }
    }

    /// The noun for this number of them.
    #[must_use]
    pub fn noun(self, count: usize) -> &'static str {
        if count == 1 {
            return self.one();
        }
        match self {
            Subject::Patterns => "patterns",
            Subject::Functions => "functions",
            Subject::Definitions => "definitions",
            Subject::Pipelines => "pipelines",
            Subject::Passes => "passes",
            Subject::Sequences => "sequences",
            Subject::Mixed => "subjects",
        }
    }

    /// Tells if values are compared of it.
    #[must_use]
    pub fn has_values(self) -> bool {
        !matches!(self, Subject::Pipelines | Subject::Passes | Subject::Sequences)
    }

    /// The kind of both together.
    #[must_use]
    pub fn and(self, other: Subject) -> Subject {
        if self == other { self } else { Subject::Mixed }
    }
}
