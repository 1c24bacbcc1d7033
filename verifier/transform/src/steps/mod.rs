//! The steps, one in each file, and the list of them.

mod at_loop;
mod exact;
pub(crate) mod hoist;
mod inline;
pub mod own;
mod strip;
mod tool;
pub(crate) mod upstream;

use assay_ir::strategy::Step;

use crate::order::Policy;
use at_loop::AtLoop;

pub use exact::Exact;
pub use hoist::Hoist;
pub use inline::Inline;
pub use strip::Strip;
pub use tool::Tool;

/// The steps on loops, by their names in strategies: `loopStrip(by)`, `loopExact`, `loopHoist`, `loopInline`, and those of scripts, such as
/// `tile(size, ...)`, under assumptions about orders of accesses.
pub fn of_loops(policy: Policy<'_>) -> Vec<Box<dyn Step + '_>> {
    let mut all: Vec<Box<dyn Step>> =
        vec![Box::new(Strip), Box::new(Exact), Box::new(Hoist), Box::new(Inline)];
    all.extend(AtLoop::all(policy).map(|step| Box::new(step) as Box<dyn Step>));
    all
}
