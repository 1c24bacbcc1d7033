//! What a pattern does to values, found out by running: programs that it matches are made at many types, rewritten by our
//! engine, and both sides run on the same inputs by the reference interpreter. A difference that the original does not
//! allow is a finding; finding none proves nothing. Uses no solver and no symbolic meaning, so that it can judge those.
//!
//! Modules in reading order: `form` the programs that a pattern matches, `choices` what they may have, `examples` some
//! of them for others, `inputs` what they are run on, `search` many of them, `judge` one run before and after.

mod choices;
mod examples;
pub mod form;
pub mod inputs;
pub mod judge;
pub mod search;

pub use examples::examples;
pub use form::{CannotRun, Choice, Form, Instance, forms};
pub use inputs::Numbers;
pub use judge::{Comparison, Difference, compare, compare_values};
pub use search::{Finding, Plan, Tally, search};
