//! Rules as steps of strategies: programs as trees of operations, the match of a rule, the normal form of functions. Knows types and
//! lengths, and no meaning; what a rule says is judged elsewhere.

mod matching;
mod step;
mod terms;
mod tree;

pub use step::{DataFlow, Holds, RuleStep, instance};
pub use terms::Names;
pub use tree::Tree;
