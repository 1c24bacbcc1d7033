//! Rewrites that are not written as PDL, turned into PDL text whose locations name the lines of their authors. Runs no
//! process, reads no file and judges nothing.

pub mod drr;
pub mod ods;
pub mod pdll;
mod predicate;
mod records;
pub mod spelling;
