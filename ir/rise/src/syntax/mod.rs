//! The text of array programs: tokens, the tree that it says, and the one form in which it is printed. Knows no types of expressions.

mod lexer;
mod parser;
pub mod printer;
pub mod tree;

pub use parser::{MAX_DEPTH, parse, parse_length, parse_type};
