//! `assay doctor --patterns`: the pattern set of a binary on programs. Of each pattern: attempts, applications and time, and faults that
//! the binary itself shows: two patterns that undo each other, a change that is none, a change and then a failure, a program that is
//! ill-formed between two patterns, and what was never applied.
//!
//! Files in reading order: `watch` runs with counters and profiles, `faults` one program, `summary` rows of patterns.

mod faults;
mod summary;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use assay_mlir::MlirOpt;
use assay_reports::Sources;
use assay_verifier::limits::Limits;
use serde::{Deserialize, Serialize};

use super::cases::{Answers, Place};
use super::passes::Passes;
use super::programs::{self, Unit};
use super::request::Request;
use super::session::Report;
use super::stored::{self, Folder};
use super::{through, unread};
use crate::args::DoctorArgs;
use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{interrupt, memory, ordered_pool};
use faults::{Fault, Subject, Tally};
use summary::Summary;
pub(super) use watch::times;

/// A fault with its place.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Placed {
    fault: Fault,
    label: String,
    /// The command that watches the same passes on the program.
    again: String,
    file: String,
    line: usize,
}

/// Observations on the programs of one file.
#[derive(Default, Deserialize, Serialize)]
struct Found {
    /// Programs on which drivers tried a pattern.
    programs: usize,
    /// Those with which they do not come to an end.
    endless: usize,
    /// The texts of the file that the binary does not read.
    #[serde(default)]
    refused: Vec<usize>,
    tallies: BTreeMap<String, Tally>,
    faults: Vec<Placed>,
    /// Passes whose drivers begin another iteration behind a change.
    iterating: BTreeSet<String>,
}

/// Watches all programs and prints the report.
pub(crate) fn run(args: &DoctorArgs) -> anyhow::Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let _cooperation = interrupt::cooperate();
    let request = Request::of_pattern_set(args)?;
    let Some(opt) = &request.opt else { anyhow::bail!("mlir-opt not found") };
    let (units, notes) = programs::units(&request)?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let known = args.out.as_deref().map(Folder::open).transpose()?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let progress = Progress::start(units.len(), "files", args.quiet);
    let mut summary = Summary::default();
    let mut refused: Vec<(usize, Vec<usize>)> = Vec::new();
    let work = |at: usize| remembered(args, opt, &units[at], known.as_ref());
    let done = ordered_pool::each(units.len(), request.threads, interrupt::is_over, work, |at, found| {
        progress.step();
        match found.transpose()?.flatten() {
            Some(found) => {
                refused.push((at, found.refused.clone()));
                summary.add(&units[at].file, found);
                anyhow::Ok(())
            }
            None => stored::leave(args.out.as_deref()),
        }
    });
    progress.finish();
    done?;
    summary.close();
    let mut report = Report::open(&request, baseline)?;
    let mut sources = Sources::new();
    units.iter().for_each(|unit| sources.insert(unit.file.clone(), unit.source.clone()));
    report.add(summary.records(&sources), &sources)?;
    let sources = Arc::new(sources);
    for (at, cases) in refused {
        report.answers(refusals(opt, &units[at], &cases, &sources))?;
    }
    if summary.programs == 0 && !report.has_faults() {
        eprintln!("error: no program on which a driver tries a pattern");
        return Ok(Exit::NoPattern);
    }
    let for_people = args.format.is_empty() || args.format.iter().any(|format| format == "human");
    report.finish_behind(|| {
        if for_people && !args.quiet {
            summary.print();
        }
    })
}

/// The texts of a file that the binary does not read: errors of one that was named, else a number.
fn refusals(opt: &MlirOpt, unit: &Unit, cases: &[usize], sources: &Arc<Sources>) -> Answers {
    let mut answers = Answers::of_records(Vec::new(), Arc::clone(sources));
    if unit.walked {
        answers.left_out = cases.len();
        return answers;
    }
    let texts: Vec<&str> = cases.iter().map(|case| unit.cases[*case].text.as_str()).collect();
    let said = cases.iter().zip(through::readings(opt, &texts));
    let places = said.map(|(case, refusal)| (unit.cases[*case].offset, refusal));
    let found =
        places.flat_map(|(offset, refusal)| unread::findings((sources, &unit.file, offset), opt, &refusal));
    answers.faults = found.collect();
    answers
}

/// The patterns that undo each other on a text with which the drivers do not come to an end, with `and` between them.
pub(super) fn cycle(opt: &MlirOpt, passes: &Passes, text: &str) -> Option<String> {
    Subject { opt, passes, text, alone: 0 }.endless_cycle().map(|patterns| patterns.join(" and "))
}

/// Observations on a file, out of the folder where they are there; `None` for a run that was interrupted.
fn remembered(
    args: &DoctorArgs,
    opt: &MlirOpt,
    unit: &Unit,
    folder: Option<&Folder>,
) -> anyhow::Result<Option<Found>> {
    let labels: Vec<&str> = unit.runs.iter().map(|passes| passes.label.as_str()).collect();
    let alone = args.alone.to_string();
    let parts = [
        "patterns",
        env!("CARGO_PKG_VERSION"),
        &unit.file,
        &unit.source,
        &labels.join("\n"),
        &stored::binary(opt),
        &alone,
    ];
    stored::remembered(folder, &parts, || Ok(found(args, opt, unit)))
}

fn found(args: &DoctorArgs, opt: &MlirOpt, unit: &Unit) -> Found {
    let mut out = Found::default();
    let mut sources = Sources::new();
    sources.insert(unit.file.clone(), unit.source.clone());
    let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
    for (at, (case, plain)) in unit.cases.iter().zip(through::before(opt, &texts)).enumerate() {
        if plain.is_none() {
            out.refused.push(at);
            continue;
        }
        for passes in &unit.runs {
            let subject = Subject { opt, passes, text: &case.text, alone: args.alone };
            let Some(watched) = subject.watched() else { continue };
            out.programs += 1;
            out.endless += usize::from(watched.endless);
            if watched.iterates {
                out.iterating.insert(passes.label.clone());
            }
            for (name, tally) in watched.tallies {
                out.tallies.entry(name).or_default().add(&tally);
            }
            let place = Place::new(&unit.file, &unit.source, case.offset, &sources);
            let line = place.sources.locate(place.file, place.offset..place.offset).line.max(1);
            let binary = args.mlir_opt.as_ref().map_or_else(String::new, |path| {
                format!(" --mlir-opt {}", crate::shell::quoted(&path.display().to_string()))
            });
            out.faults.extend(watched.faults.into_iter().map(|fault| Placed {
                fault,
                label: passes.label.clone(),
                again: format!("assay doctor --patterns -{}{binary}", passes.again),
                file: unit.file.clone(),
                line,
            }));
        }
    }
    out
}
