//! `assay baseline`: judges as `check` does and writes down what was found.

use anyhow::Context as _;

use super::check;
use crate::args::BaselineArgs;
use crate::baseline;
use crate::exit::Exit;

/// Writes the baseline. With trouble on the way nothing is written, since it would accept too little.
pub(crate) fn run(args: &mut BaselineArgs) -> anyhow::Result<Exit> {
    // A baseline is made of all findings, not of those that an older one leaves.
    let run = check::judge(&mut args.check, check::Against::Nothing)?;
    if run.exit != Exit::Clean {
        return Ok(run.exit);
    }
    let (text, count) = baseline::text(&run.report)?;
    std::fs::write(&args.output, text).with_context(|| format!("cannot write {}", args.output.display()))?;
    let unreadable = run.report.diagnostics.iter().filter(|finding| finding.accepted.is_none()).count();
    if unreadable > 0 {
        eprintln!(
            "note: {unreadable} faults of files or allows stand in no baseline; `assay check` shows them"
        );
    }
    let findings = if count == 1 { "finding" } else { "findings" };
    eprintln!("{}: {count} {findings}", args.output.display());
    Ok(Exit::Clean)
}
