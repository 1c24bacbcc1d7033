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
use assay_ir::data::Context;
use assay_ir::rule::Rule;
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::Sources;
use assay_reports::changes::{Cause, Change, Changes, Row};
use assay_verifier::limits::Limits;
use serde::{Deserialize, Serialize};

use super::cases::Place;
use super::function_report;
use super::programs::{self, Case, Unit};
use super::request::Request;
use super::session::no_entry;
use super::smaller::{functions, reparse};
use super::stored::{self, Folder};
use super::through::After;
use super::unread;
use crate::args::{DiffFormat, FailOn, TvArgs};
use crate::baseline::Baseline;
use crate::commands::diff;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{compiler, interrupt, memory, ordered_pool, output};
use both::{Both, Reading};
use one_text::{Keyed, OneText, fails};

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
    if let Some(said) = no_entry(request) {
        bail!("{said}");
    }
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
            Some(Ok(None)) | None => stored::leave(args.out.as_deref()),
        }
    });
    progress.finish();
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
    all.unread.dedup();
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

/// All that the rows of a unit depend on, but for its passes.
fn parts(both: &Both<'_>, unit: &Unit) -> Vec<String> {
    let Request { again, entry, described, reduce, iterations, timings, .. } = both.request;
    let settings = format!("{again} {entry:?} {described:?} {reduce} {iterations} {timings}");
    let proofs = both.request.solvers.as_ref().and_then(|pool| pool.identity().ok()).unwrap_or_default();
    let binaries = [both.old, both.new].map(stored::binary);
    let text = [env!("CARGO_PKG_VERSION").to_owned(), unit.file.clone(), unit.source.clone()];
    text.into_iter().chain(binaries).chain([settings, proofs]).collect()
}

/// The rows of a unit, out of the folder where they are there; `None` for a run that was interrupted.
fn remembered(both: &Both<'_>, unit: &Unit, folder: Option<&Folder>) -> anyhow::Result<Option<Found>> {
    let labels: Vec<&str> = unit.runs.iter().map(|passes| passes.label.as_str()).collect();
    let labels = labels.join("\n");
    let parts = parts(both, unit);
    let parts: Vec<&str> = parts.iter().map(String::as_str).chain(["unit", &labels]).collect();
    stored::remembered(folder, &parts, || of_unit(both, unit, folder))
}

fn of_unit(both: &Both<'_>, unit: &Unit, folder: Option<&Folder>) -> anyhow::Result<Found> {
    let mut sources = Sources::new();
    sources.insert(unit.file.clone(), unit.source.clone());
    let mut found = Found::default();
    let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
    let mut accepted: Vec<(&Case, String)> = Vec::new();
    for (case, reading) in unit.cases.iter().zip(both.readings(&texts)) {
        match reading {
            Reading::Same(plain) => accepted.push((case, plain)),
            Reading::Different => found.different += 1,
            Reading::Refused { old, new } => found.refused(both, (unit, case, &sources), [old, new]),
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
            if old == new || interrupt::is_over() {
                continue;
            }
            let place = Place::new(&unit.file, &unit.source, case.offset, &sources);
            let parts = parts(both, unit);
            let offset = case.offset.to_string();
            let parts: Vec<&str> =
                parts.iter().map(String::as_str).chain([&*passes.label, &offset]).collect();
            let rows = || {
                let one = OneText { both, passes, plain, text: &case.text, old, new, function: None };
                Ok(parts_of(&one, &place).unwrap_or_else(|| one.rows(&place)))
            };
            found.rows.extend(stored::remembered(folder, &parts, rows)?.unwrap_or_default());
        }
        let cases: Vec<&Case> = accepted.iter().map(|(case, _)| *case).collect();
        let place = |case: &Case| sources.locate(&unit.file, case.offset..case.offset);
        found.rows.extend(slower::rows(both, passes, &cases, &place));
    }
    Ok(found)
}

/// The rows of the functions of a text one by one, where a binary fails on the text: what it does to the other functions would not be
/// seen. `None` where that is one function, and where the binaries fail on none of them alone.
fn parts_of(whole: &OneText<'_>, place: &Place<'_>) -> Option<Vec<Keyed>> {
    if !fails(&whole.old) && !fails(&whole.new) {
        return None;
    }
    let program = reparse(&Context::new(), whole.plain)?;
    let names = functions(&program);
    if names.len() < 2 {
        return None;
    }
    let texts: Vec<String> = names.iter().map(|name| function_report::needed(&program, name)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let readings = whole.both.readings(&texts).into_iter().zip(&names);
    let read: Vec<(String, &String)> = readings
        .filter_map(|(reading, name)| match reading {
            Reading::Same(plain) => Some((plain, name)),
            _ => None,
        })
        .collect();
    let plain: Vec<&str> = read.iter().map(|(plain, _)| plain.as_str()).collect();
    let outcomes = whole.both.outcomes(&plain, &plain, whole.passes);
    let is_shown = |side: fn(&(After, After)) -> &After, whole: &After| {
        !fails(whole) || outcomes.iter().any(|outcome| fails(side(outcome)))
    };
    if !is_shown(|(old, _)| old, &whole.old) || !is_shown(|(_, new)| new, &whole.new) {
        return None;
    }
    let differing = read.iter().zip(outcomes).filter(|(_, (old, new))| old != new);
    let rows = differing.flat_map(|((plain, name), (old, new))| {
        let function = Some(name.as_str());
        OneText { both: whole.both, passes: whole.passes, plain, text: plain, old, new, function }.rows(place)
    });
    Some(rows.collect())
}

impl Found {
    /// Adds a text that one of the binaries does not read, with what each says of it.
    fn refused(
        &mut self,
        both: &Both<'_>,
        (unit, case, sources): (&Unit, &Case, &Sources),
        [old, new]: [Option<Outcome>; 2],
    ) {
        let breaks = |outcome: &Outcome| match outcome {
            Outcome::Crash { signal, .. } => Some((Rule::X701, format!("crashes with signal {signal}"))),
            Outcome::TimedOut => Some((Rule::X702, "does not end".to_owned())),
            _ => None,
        };
        let broken = [&old, &new].map(|one| one.as_ref().and_then(breaks));
        let change = match (&broken, old.is_none(), new.is_none()) {
            ([_, Some(what)], true, _) => Some((Change::CrashNew, what)),
            ([Some(what), _], _, true) => Some((Change::CrashGone, what)),
            _ => None,
        };
        let at = sources.locate(&unit.file, case.offset..case.offset);
        if let Some((change, (rule, what))) = change {
            let words = |one: &Option<(Rule, String)>| {
                one.as_ref().map_or_else(|| "read".to_owned(), |(_, what)| what.clone())
            };
            let row = Row {
                change,
                file: at.file.clone(),
                line: at.line.max(1),
                name: String::new(),
                old: Some(words(&broken[0])),
                new: Some(words(&broken[1])),
                causes: Vec::new(),
                message: Some(format!("{rule}: the binary {what} while it reads the program")),
                pattern: None,
                program: Some(case.text.clone()),
            };
            let key = function_report::fingerprint("reading", &case.text);
            let finding = (change == Change::CrashNew).then(|| (rule.code().to_owned(), key));
            self.rows.push(Keyed { row, passes: "reading".to_owned(), finding });
        } else if unit.walked {
            let side = match (&old, &new) {
                (Some(_), Some(_)) => 2,
                (None, _) => 1,
                (Some(_), None) => 0,
            };
            self.refused[side] += 1;
        } else {
            for (opt, refusal) in [(both.old, old), (both.new, new)] {
                let Some(refusal) = refusal else { continue };
                for one in unread::findings((sources, &unit.file, case.offset), opt, &refusal) {
                    let at = &one.at;
                    let binary = opt.path().display();
                    self.unread
                        .push(format!("{}:{}:{}: {binary}: {}", at.file, at.line, at.column, one.message));
                }
            }
        }
    }
}
