//! Audits of pipelines and transform scripts: `contract` composes what passes promise, `script` follows the handles of a
//! script. Runs no process and asks no solver.

pub mod contract;
pub mod rules;
pub mod script;
