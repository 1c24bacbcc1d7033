//! `assay check`: a request is read, its patterns are judged and reported, and the exit code says what was found.

use std::io::IsTerminal as _;

use anyhow::anyhow;
use assay_reports::Stream;

use crate::args::{CheckArgs, FailOn};
use crate::exit::Exit;
use crate::request::Request;
use crate::session::SessionEnd;
use crate::{output, session, shards, show_config};

/// Judges everything and prints the report, or judges a shard.
pub(crate) fn run(args: CheckArgs) -> anyhow::Result<Exit> {
    if let (Some(shard), Some(folder)) = (args.shard, args.out.clone()) {
        return shards::check::run(args, shard, &folder);
    }
    if args.show_config {
        let settings = show_config::settings(args).map_err(|faults| anyhow!(faults.join("\nerror: ")))?;
        return output::print(&settings).map(|()| Exit::Clean);
    }
    let mut request = Request::new(args)?;
    let baseline = request.accepted.baseline.take();
    let mut done = session::judge(&request, baseline, || request.outputs.open())?;
    if done.stream.is_some() && (!request.quiet && std::io::stderr().is_terminal() || request.timings) {
        eprint!("{}", done.time);
    }
    exit(&request, &mut done)
}

/// Ends the report of a run with its exit code.
///
/// # Errors
/// Output that cannot be written.
pub(crate) fn exit(request: &Request, done: &mut SessionEnd) -> anyhow::Result<Exit> {
    let Some(stream) = &mut done.stream else { return Ok(done.exit) };
    let found = request.fail_on.map_or(Exit::Clean, |fail_on| outcome(stream, done.unknown, fail_on));
    let exit = done.exit.and(found);
    stream.conclude(exit.code())?;
    Ok(exit)
}

/// The exit code of the findings.
fn outcome(stream: &Stream, unknown: usize, fail_on: FailOn) -> Exit {
    let found = &stream.summary().findings;
    let warnings = if fail_on == FailOn::Warning { found.warning } else { 0 };
    if found.error + warnings > 0 {
        Exit::Findings
    } else if fail_on == FailOn::Unknown && unknown > 0 {
        Exit::Unknown
    } else {
        Exit::Clean
    }
}
