//! What programs mean, concretely: the engines that run payload programs on given inputs. Knows nothing of
//! patterns, solvers or verdicts.
//!
//! Modules in reading order: [`value`] what an SSA value holds, [`int`] arithmetic on integers of one width,
//! [`float`] arithmetic on floating-point numbers, [`elementary`] functions of them, [`constant`] attributes as values,
//! [`engine`] what every engine answers, [`interp`] the reference interpreter, [`jit`] the compiler to machine code.

pub mod constant;
pub mod elementary;
pub mod engine;
pub mod float;
pub mod int;
pub mod interp;
pub mod jit;
pub mod value;
