//! Findings and their renderings: a pure function of its input.
//! Must not know how a finding arose; no clock, no environment, no file system, no colour unless asked.

pub mod finding;
pub mod page;
pub mod render;
pub mod report;
pub mod sources;

pub use finding::{
    Acceptance, AcceptedIn, After, Confirmation, Confirmed, Edit, Evidence, EvidenceKind, Finding, Fix,
    Label, Level, Location, Mark, Program, Related, Witness,
};
pub use page::{MlirOutcome, PageError, RulePage};
pub use render::Options;
pub use report::{Fixed, Levels, PatternReport, Reason, Report, SetReport, Summary, Tool, Verdict};
pub use sources::Sources;
