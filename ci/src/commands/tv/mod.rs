//! `assay tv`: programs before and after a pass are held against each other, function by function, by running both.
//!
//! Files in reading order: `request` the command line, `programs` what is judged, `through` the way through `mlir-opt`, `unread` files that it refuses, `stages`
//! what each pass or pattern of one run did, `cases` records of functions, `function_report` findings in words, `first_difference` long ones, `smaller` their
//! reduction, `session` the run, `reduction` is `assay reduce`, `steps` those of scripts that ran elsewhere under the settings of `judging`, `folders` one around operations,
//! `two_binaries` one binary against another, `legality` loop passes against drawn nests, `pattern_set` the patterns of a binary,
//! `shard` one of several parts of a run, `stored` outcomes of a run that can be interrupted.

mod cases;
mod first_difference;
mod folders;
mod function_report;
mod judging;
pub(crate) mod legality;
mod passes;
pub(crate) mod pattern_set;
mod programs;
pub(crate) mod reduction;
mod request;
mod script;
mod session;
mod shard;
mod smaller;
mod stages;
mod steps;
mod stored;
mod through;
mod two_binaries;
mod unread;

pub(super) use cases::Record;
pub(super) use judging::Judging;
pub(super) use passes::Passes;
pub(super) use request::own;
pub(super) use script::{Surroundings, states};
pub(super) use session::{Replaced, beside, differ, replacement, unjudged};
pub(super) use shard::merge;
pub(super) use steps::{StepProgram, StepVerdict, difference, differences, steps};

use anyhow::bail;

use crate::args::TvArgs;
use crate::baseline::Baseline;
use crate::exit::Exit;

/// Judges everything and prints the report.
pub(crate) fn run(args: &TvArgs) -> anyhow::Result<Exit> {
    if let (Some(shard), Some(folder)) = (args.shard, &args.out) {
        return shard::run(args, shard, folder);
    }
    if args.out.is_some() && args.old_opt.is_none() {
        bail!("`--out` is the folder of `--old-opt` or of `--shard`");
    }
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let request = request::Request::new(args)?;
    match &args.old_opt {
        Some(old) => two_binaries::run(args, &request, old, baseline),
        None => session::run(&request, baseline),
    }
}
