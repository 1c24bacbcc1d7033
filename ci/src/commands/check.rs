//! `assay check`: a request is read, its patterns are judged and reported, and the exit code says what was found.

use std::io::IsTerminal as _;

use anyhow::anyhow;

use crate::args::CheckArgs;
use crate::exit::Exit;
use crate::request::Request;
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
    done.conclude(request.fail_on)
}
