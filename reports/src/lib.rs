//! Findings and their renderings: a pure function of its input.
//! Must not know how a finding arose; no clock, no environment, no file system, no colour by default.

pub mod finding;
pub mod graph;
pub mod page;
pub mod render;
pub mod report;
pub mod sources;
pub mod stream;

pub use finding::{
    Acceptance, AcceptedIn, After, Confirmation, Confirmed, Edit, Evidence, EvidenceKind, Finding, Fix,
    Input, Label, Level, Location, Mark, Program, Related, Seen, Sign, Step, Trace, Turn, Witness,
};
pub use graph::Graph;
pub use page::{MlirOutcome, PageError, RulePage};
pub use render::{Head, Options, Renderer, Tail};
pub use report::{
    Answer, Fixed, Levels, NotChecked, Obstacle, PatternReport, Question, Reason, Report, SetReport, Stage,
    Summary, Tool, Unsat, Verdict,
};
pub use sources::Sources;
pub use stream::{Destination, Stream};
