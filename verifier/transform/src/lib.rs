//! Transform scripts, run: `steps` the steps on loops and tools, as steps of strategies and of scripts; `order` the question if a step keeps the
//! order of accesses to memory; `run` the interpreter of scripts on programs; `tune` the choices that a script leaves open. A step says why it does not apply, and is no proof: those who
//! run it judge the programs before and after.

mod constraint;
pub mod copies;
mod counted;
mod defined;
pub mod order;
pub mod run;
pub mod steps;
pub mod tune;
