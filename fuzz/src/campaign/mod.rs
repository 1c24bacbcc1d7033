//! Campaigns: many patterns, each a pure function of the seed and its number, one record each. Modules in reading order:
//! `record` what is written of a pattern, `work` how one is made, `run` the workers and the file, `shard` a part of a campaign, `learn` what one round hands to
//! the next, `tables` what
//! is computed from records, `finding` what is reduced and kept.

pub mod emit;
pub mod finding;
pub mod learn;
pub mod plan;
pub mod record;
pub mod run;
pub mod shard;
mod stages;
pub mod tables;
pub mod work;

pub use emit::emit;
pub use learn::{Corpus, Guide};
pub use plan::{OracleKind, Plan};
pub use record::Record;
pub use run::{Progress, Summary, run};
pub use shard::ShardSummary;
