//! The steps, one in each file, and the list of them.

mod exact;
pub(crate) mod hoist;
mod inline;
mod interchange;
pub mod own;
mod strip;
mod tool;
pub(crate) mod upstream;

use assay_ir::strategy::Step;

pub use exact::Exact;
pub use hoist::Hoist;
pub use inline::Inline;
pub use interchange::Interchange;
pub use strip::Strip;
pub use tool::Tool;

/// The steps on loops, by their names in strategies: `loopStrip(by)`, `loopExact`, `loopInterchange`, `loopHoist`, `loopInline`.
pub fn of_loops() -> Vec<Box<dyn Step>> {
    vec![Box::new(Strip), Box::new(Exact), Box::new(Interchange), Box::new(Hoist), Box::new(Inline)]
}
