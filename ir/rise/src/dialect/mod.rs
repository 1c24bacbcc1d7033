//! The dialect form of definitions: MLIR text in generic form, as the published dialect writes it, with lengths that are polynomials in
//! quotes, names and ways of writing as attributes.

mod print;
mod read;
mod types;

pub use print::print;
pub use read::{holds_programs, read};
