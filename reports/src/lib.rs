//! Findings and their renderings: a pure function of its input.
//! Must not know how a finding arose; no clock, no environment, no file system, no colour by default.

pub mod changes;
pub mod finding;
pub mod graph;
pub mod page;
pub mod render;
pub mod report;
pub mod sources;
mod stored;
pub mod stream;
pub mod subject;

pub use finding::{
    Acceptance, AcceptedIn, After, Confirmation, Edit, Evidence, EvidenceKind, Finding, Fix, Label, Location,
    Mark, Program, Related, Sign, Witness,
};
pub use graph::Graph;
pub use page::{MlirOutcome, PageError, RulePage};
pub use render::{Head, Options, Renderer, Tail};
pub use report::{
    Answer, Fixed, Levels, NotChecked, Operations, PatternReport, Question, Reason, Report, SetReport,
    Summary, Tool, Trials, Unsat,
};
pub use sources::Sources;
pub use stream::{Destination, Stream};
pub use subject::Subject;
