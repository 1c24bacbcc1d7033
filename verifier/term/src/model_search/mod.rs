//! Values for which a statement holds, without a solver: [`random`] draws and [`local`] search from them.

pub mod local;
pub mod random;
