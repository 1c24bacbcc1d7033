//! Values for which a statement holds, without a solver: [`random`] draws, [`local`] search from them, [`minimize`] the simplest one.

pub mod local;
pub mod minimize;
pub mod random;
