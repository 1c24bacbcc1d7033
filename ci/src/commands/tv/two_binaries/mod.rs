//! `--old-opt`: the same programs through two binaries. Only where these come to different results is anything judged: what the
//! new one makes of the program, what the old one made of it, and both results against each other. Rows say what is newly wrong or
//! right, which rewrites were lost or are new, and which patterns are tried far more often.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::path::Path;

mod both;
mod one_text;
mod rewrites;
mod slower;

use anyhow::bail;
use assay_ir::rule::Rule;
use assay_mlir::MlirOpt;
use assay_reports::Sources;
use assay_reports::changes::{Cause, Change, Changes, Row};
use assay_verifier::limits::Limits;
use serde::{Deserialize, Serialize};

use super::cases::Place;
use super::programs::{self, Case, Unit};
use super::request::Request;
use super::stored::{self, Folder};
use super::unread;
use crate::args::{DiffFormat, FailOn, TvArgs};
use crate::baseline::Baseline;
use crate::commands::diff;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{compiler, interrupt, memory, ordered_pool, output};
use both::{Both, Reading};
use one_text::{Keyed, OneText};

/// The outcome of one unit.
#[derive(Default, Deserialize, Serialize)]
struct Found {
    /// Programs that both binaries had.
    compared: usize,
    /// Programs that they read differently.
    #[serde(default)]
    different: usize,
    /// Programs of folders that the old binary refuses alone, the new one alone, and both.
    #[serde(default)]
    refused: [usize; 3],
    /// Errors of named files that one of them refuses, with place and binary.
    #[serde(default)]
    unread: Vec<String>,
    /// Lists of passes that the old binary does not have.
    #[serde(default)]
    without: BTreeSet<String>,
    rows: Vec<Keyed>,
}

/// Compares the binaries on all programs of a request and prints the rows.
pub(super) fn run(
    args: &TvArgs,
    request: &Request,
    old: &Path,
    baseline: Option<Baseline>,
) -> anyhow::Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let _cooperation = interrupt::cooperate();
    let formats = output::destinations::<DiffFormat>(&args.format, DiffFormat::Human)?;
    let old = compiler::find(Some(old))?;
    let Some(new) = &request.opt else { bail!("--old-opt compares binaries: say what programs go through") };
    let (units, notes) = programs::units(request)?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let both = Both { request, old: &old, new };
    let known = args.out.as_deref().map(Folder::open).transpose()?;
    let progress = Progress::start(units.len(), "files", args.quiet);
    let mut all = Found::default();
    let work = |at: usize| remembered(&both, &units[at], known.as_ref());
    let threads: NonZero<usize> = request.threads;
    let done = ordered_pool::each(units.len(), threads, interrupt::is_over, work, |_, found| {
        progress.step();
        match found {
            Some(Ok(Some(found))) => {
                all.compared += found.compared;
                all.different += found.different;
                all.refused.iter_mut().zip(found.refused).for_each(|(sum, one)| *sum += one);
                all.unread.extend(found.unread);
                all.without.extend(found.without);
                all.rows.extend(found.rows);
                Ok(())
            }
            Some(Err(error)) => Err(error),
            Some(Ok(None)) | None => Err(anyhow::anyhow!("{}", interrupt::why())),
        }
    });
    progress.finish();
    if let (Err(error), Some(folder)) = (&done, &args.out) {
        bail!("{error}: the same command goes on from {}", folder.display());
    }
    done?;
    if all.different > 0 {
        eprintln!("note: programs that the binaries read differently, not compared: {}", all.different);
    }
    let paths = [old.path().display(), new.path().display()];
    let who = [
        format!("{} alone refuses", paths[0]),
        format!("{} alone refuses", paths[1]),
        "both binaries refuse".to_owned(),
    ];
    for (count, who) in all.refused.iter().zip(who).filter(|(count, _)| **count > 0) {
        eprintln!("note: programs of folders that {who}, not compared: {count}");
    }
    if !all.without.is_empty() {
        let names: Vec<String> = all.without.iter().map(|name| format!("`{name}`")).collect();
        eprintln!("note: passes that {} does not have: {}", old.path().display(), names.join(", "));
    }
    if let Some(mut baseline) = baseline {
        let mut lists = |one: &Keyed| match &one.finding {
            Some((code, fingerprint)) => {
                Rule::parse(code).is_some_and(|code| baseline.lists(code, fingerprint, ("", &one.row.name)))
            }
            None => false,
        };
        all.rows.retain(|one| !lists(one));
    }
    let mut registry = request.known.clone();
    let all_rows = all.rows.len();
    all.rows.retain(|one| {
        let code = one.finding.as_ref().and_then(|(code, _)| Rule::parse(code));
        let pattern = one.row.pattern.as_deref();
        code.and_then(|code| registry.reason(code, &[&one.passes], pattern.as_slice())).is_none()
    });
    if all.rows.len() < all_rows {
        let count = all_rows - all.rows.len();
        let rows = if count == 1 { "row is" } else { "rows are" };
        eprintln!("note: {count} {rows} listed in `--known`");
    }
    if let Some(idle) = registry.idle() {
        eprintln!("note: {idle}");
    }
    let mut rows: Vec<Row> = all.rows.into_iter().map(|one| one.row).collect();
    rows.sort();
    let version = |opt: &MlirOpt| format!("{} {}", opt.path().display(), opt.version());
    let differences = vec![Cause::Binary(format!("{}, now {}", version(&old), version(new)))];
    let changes = Changes { compared: all.compared, differences, rows };
    let formats = formats.into_iter().filter(|(_, path)| !args.quiet || path.is_some());
    diff::write(&changes, formats.collect())?;
    let fails = |change: Change| match request.fail_on {
        FailOn::Warning => change.is_worse(),
        FailOn::Error | FailOn::Unknown => change.is_wrong(),
    };
    all.unread.iter().for_each(|line| eprintln!("error: {line}"));
    if !all.unread.is_empty() {
        return Ok(Exit::Findings);
    }
    if changes.compared == 0 {
        eprintln!("error: no program that both binaries accept");
        return Ok(Exit::NoPattern);
    }
    let found = changes.rows.iter().any(|row| fails(row.change));
    Ok(if found { Exit::Findings } else { Exit::Clean })
}

/// The rows of a unit, out of the folder where they are there; `None` for a run that was interrupted.
fn remembered(both: &Both<'_>, unit: &Unit, folder: Option<&Folder>) -> anyhow::Result<Option<Found>> {
    let labels: Vec<&str> = unit.runs.iter().map(|passes| passes.label.as_str()).collect();
    let Request { again, entry, described, reduce, iterations, timings, .. } = both.request;
    let settings = format!("{again} {entry:?} {described:?} {reduce} {iterations} {timings}");
    let proofs = both.request.solvers.as_ref().and_then(|pool| pool.identity().ok()).unwrap_or_default();
    let parts = [
        env!("CARGO_PKG_VERSION"),
        &unit.file,
        &unit.source,
        &labels.join("\n"),
        &stored::binary(both.old),
        &stored::binary(both.new),
        &settings,
        &proofs,
    ];
    stored::remembered(folder, &parts, || of_unit(both, unit))
}

fn of_unit(both: &Both<'_>, unit: &Unit) -> Found {
    let mut sources = Sources::new();
    sources.insert(unit.file.clone(), unit.source.clone());
    let mut found = Found::default();
    let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
    let mut accepted: Vec<(&Case, String)> = Vec::new();
    for (case, reading) in unit.cases.iter().zip(both.readings(&texts)) {
        match reading {
            Reading::Same(plain) => accepted.push((case, plain)),
            Reading::Different => found.different += 1,
            Reading::Refused { old, new } if unit.walked => match (old, new) {
                (Some(_), None) => found.refused[0] += 1,
                (None, _) => found.refused[1] += 1,
                (Some(_), Some(_)) => found.refused[2] += 1,
            },
            Reading::Refused { old, new } => {
                let by = [(both.old, old), (both.new, new)];
                let refusals = by.iter().filter_map(|(opt, refusal)| Some((opt, refusal.as_ref()?)));
                found.unread.extend(refusals.flat_map(|(opt, refusal)| {
                    unread::findings((&sources, &unit.file, case.offset), opt, refusal).into_iter().map(
                        |one| {
                            let at = &one.at;
                            format!(
                                "{}:{}:{}: {}: {}",
                                at.file,
                                at.line,
                                at.column,
                                opt.path().display(),
                                one.message
                            )
                        },
                    )
                }));
            }
        }
    }
    let texts: Vec<&str> = accepted.iter().map(|(case, _)| case.text.as_str()).collect();
    let plain: Vec<&str> = accepted.iter().map(|(_, plain)| plain.as_str()).collect();
    for passes in &unit.runs {
        if !texts.is_empty() && passes.refused(both.old).is_some() && passes.refused(both.new).is_none() {
            found.without.insert(passes.label.clone());
            continue;
        }
        found.compared += texts.len();
        let outcomes = both.outcomes(&texts, &plain, passes);
        for ((case, plain), (old, new)) in accepted.iter().zip(outcomes) {
            if old != new {
                let place = Place::new(&unit.file, &unit.source, case.offset, &sources);
                let one = OneText { both, passes, plain, text: &case.text, old, new };
                found.rows.extend(one.rows(&place));
            }
        }
        let cases: Vec<&Case> = accepted.iter().map(|(case, _)| *case).collect();
        let place = |case: &Case| sources.locate(&unit.file, case.offset..case.offset);
        found.rows.extend(slower::rows(both, passes, &cases, &place));
    }
    found
}
