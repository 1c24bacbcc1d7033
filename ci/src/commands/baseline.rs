//! `assay baseline`: judges as `check` does and records what was found.

use anyhow::{Context as _, bail};
use assay_mlir::files;
use assay_reports::Stream;

use crate::args::BaselineArgs;
use crate::baseline::Recorder;
use crate::exit::Exit;
use crate::output;
use crate::request::Request;
use crate::session;

/// Writes the baseline. After trouble nothing is written, since the baseline would accept too little.
pub(crate) fn run(args: BaselineArgs) -> anyhow::Result<Exit> {
    if args.check.shard.is_some() {
        bail!("a baseline holds all findings and is not made in shards");
    }
    let request = Request::without_baseline(args.check)?;
    let recorder = Recorder::default();
    let open = || {
        let mut stream = Stream::new();
        stream.add(output::from_the_top(Box::new(recorder.clone())), Box::new(std::io::sink()), false);
        Ok(stream)
    };
    // A baseline holds all findings, not those that an older one leaves.
    let done = session::judge(&request, None, open)?;
    if done.exit != Exit::Clean || done.stream.is_none() {
        return Ok(done.exit);
    }
    let (text, count) = recorder.text()?;
    files::write(&args.output, text).with_context(|| format!("cannot write {}", args.output.display()))?;
    let faults = recorder.faults();
    if faults > 0 {
        eprintln!(
            "note: no baseline holds the {faults} faults of files or suppressions; `assay check` shows them"
        );
    }
    let findings = if count == 1 { "finding" } else { "findings" };
    eprintln!("{}: {count} {findings}", args.output.display());
    Ok(Exit::Clean)
}
