//! The choices that a script leaves open: knobs without a selected option, `tune.alternatives` without a selected region, and the constraints
//! between them. A point chooses for each; it is measured elsewhere.
//!
//! Files in reading order: `decisions` the choices of a script, `space` its points, `proposals` the point that is measured next, `selected` the
//! script of a point.

mod decisions;
mod proposals;
mod selected;
mod space;

pub use decisions::Fault;
pub use proposals::{Budget, Measured, Proposals};
pub use selected::selected;
pub use space::{Count, Point, Space};
