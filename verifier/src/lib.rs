//! Every question about a pattern, and the only place that forms verdicts.

pub mod smt;
