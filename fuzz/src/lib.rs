//! Generators and oracles that attack patterns, our analyses and MLIR itself. Generators turn bytes into programs
//! and patterns, oracles say whether what was made of them is right; neither knows the meaning of an operation.

pub mod campaign;
pub mod check_options;
pub mod concrete;
pub mod config;
pub mod coverage;
pub mod execute;
pub mod generate;
pub mod generic_printer;
pub mod mutate;
pub mod opportunity;
pub mod oracle;
pub mod outcome;
pub mod shape;
pub mod shrink;
pub mod subject;
pub mod targets;
pub mod user;
