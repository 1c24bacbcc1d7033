//! `--old-opt`: the same programs through two binaries. Only where these come to different results is anything judged: what the
//! new one makes of the program, what the old one made of it, and both results against each other. Rows say what is newly wrong or
//! right, which rewrites were lost or are new, and which patterns are tried far more often.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::Path;

use anyhow::bail;
use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_mlir::MlirOpt;
use assay_reports::changes::{Cause, Change, Changes, Row};
use assay_reports::{Finding, Sources};
use assay_verifier::limits::Limits;
use serde::{Deserialize, Serialize};

use super::cases::{OfCase, Place, Record, runner};
use super::passes::Passes;
use super::programs::{self, Case, Unit};
use super::request::Request;
use super::smaller::{difference, reparse};
use super::stages::{self, Step};
use super::stored::{self, Folder};
use super::through::{self, After};
use crate::args::{DiffFormat, FailOn, TvArgs};
use crate::attempts;
use crate::baseline::Baseline;
use crate::commands::diff;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{compiler, interrupt, memory, ordered_pool, output};

/// Attempts of a pattern that the new binary may do for each of the old one, and beyond, before it is slower.
const TIMES: usize = 2;
const BEYOND: usize = 16;

/// Two binaries, and how their results are judged.
struct Both<'b> {
    request: &'b Request,
    old: &'b MlirOpt,
    new: &'b MlirOpt,
}

/// A row with its passes, and the rule and fingerprint of its finding for a baseline.
#[derive(Deserialize, Serialize)]
struct Keyed {
    row: Row,
    passes: String,
    finding: Option<(String, String)>,
}

/// The outcome of one unit.
#[derive(Default, Deserialize, Serialize)]
struct Found {
    /// Programs that both binaries had.
    compared: usize,
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
    let work = |at: usize| both.remembered(&units[at], known.as_ref());
    let threads: NonZero<usize> = request.threads;
    let done = ordered_pool::each(units.len(), threads, interrupt::is_over, work, |_, found| {
        progress.step();
        match found {
            Some(Ok(Some(found))) => {
                all.compared += found.compared;
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
    if changes.compared == 0 {
        eprintln!("error: no program that both binaries accept");
        return Ok(Exit::NoPattern);
    }
    let found = changes.rows.iter().any(|row| fails(row.change));
    Ok(if found { Exit::Findings } else { Exit::Clean })
}

impl Both<'_> {
    /// The rows of a unit, out of the folder where they are there; `None` for a run that was interrupted.
    fn remembered(&self, unit: &Unit, folder: Option<&Folder>) -> anyhow::Result<Option<Found>> {
        let labels: Vec<&str> = unit.runs.iter().map(|passes| passes.label.as_str()).collect();
        let Request { again, entry, described, reduce, iterations, .. } = self.request;
        let settings = format!("{again} {entry:?} {described:?} {reduce} {iterations}");
        let proofs = self.request.solvers.as_ref().and_then(|pool| pool.identity().ok()).unwrap_or_default();
        let parts = [
            &unit.file,
            &unit.source,
            &labels.join("\n"),
            &stored::binary(self.old),
            &stored::binary(self.new),
            &settings,
            &proofs,
        ];
        stored::remembered(folder, &parts.map(String::as_str), || self.unit(unit))
    }

    fn unit(&self, unit: &Unit) -> Found {
        let mut sources = Sources::new();
        sources.insert(unit.file.clone(), unit.source.clone());
        let mut found = Found::default();
        let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
        let plain = through::before(self.new, &texts);
        let known = through::before(self.old, &texts);
        let accepted = unit.cases.iter().zip(plain).zip(known);
        let accepted: Vec<(&Case, String)> =
            accepted.filter_map(|((case, plain), known)| Some((case, known.and(plain)?))).collect();
        let texts: Vec<&str> = accepted.iter().map(|(case, _)| case.text.as_str()).collect();
        let plain: Vec<&str> = accepted.iter().map(|(_, plain)| plain.as_str()).collect();
        for passes in &unit.runs {
            let old = through::after(self.old, &texts, &plain, passes);
            let new = through::after(self.new, &texts, &plain, passes);
            found.compared += texts.len();
            for ((case, plain), (old, new)) in accepted.iter().zip(old.into_iter().zip(new)) {
                if old != new {
                    let place = Place::new(&unit.file, &unit.source, case.offset, &sources);
                    let one = OneText { both: self, passes, plain, text: &case.text, old, new };
                    found.rows.extend(one.rows(place));
                }
            }
            found.rows.extend(self.slower(unit, &texts, passes));
        }
        found
    }

    /// The patterns that the new binary tries far more often on the texts of a unit.
    fn slower(&self, unit: &Unit, texts: &[&str], passes: &Passes) -> Vec<Keyed> {
        let mut split = passes.clone();
        split.arguments.push("--split-input-file".to_owned());
        let count = |opt: &MlirOpt| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            let all = attempts::tried(opt, &texts.join("\n// -----\n"), &split.arguments);
            all.iter().for_each(|attempt| *counts.entry(attempt.name()).or_default() += 1);
            counts
        };
        let (old, new) = (count(self.old), count(self.new));
        let slower = new.into_iter().filter_map(|(name, now)| {
            let was = old.get(&name).copied()?;
            (now > was * TIMES && now - was > BEYOND).then_some((name, was, now))
        });
        let row = |(name, was, now): (String, usize, usize)| {
            let row = Row {
                change: Change::Slower,
                file: unit.file.clone(),
                line: 1,
                name: String::new(),
                old: Some(format!("{was} attempts")),
                new: Some(format!("{now} attempts")),
                causes: Vec::new(),
                message: Some(format!("after `{}`", passes.label)),
                pattern: Some(name),
                program: None,
            };
            Keyed { row, passes: passes.label.clone(), finding: None }
        };
        slower.map(row).collect()
    }
}

/// The records of a step from a program by a binary, reduced or as it is.
type Judge<'j> = &'j dyn Fn(&MlirOpt, bool, &str, &After) -> Vec<Record>;

/// One text that two binaries bring to different results.
struct OneText<'t> {
    both: &'t Both<'t>,
    passes: &'t Passes,
    /// The text in generic form.
    plain: &'t str,
    text: &'t str,
    old: After,
    new: After,
}

impl OneText<'_> {
    fn rows(&self, place: Place<'_>) -> Vec<Keyed> {
        let at = place.sources.locate(place.file, place.offset..place.offset);
        let row = |change| Row {
            change,
            file: at.file.clone(),
            line: at.line.max(1),
            name: String::new(),
            old: Some(self.outcome(&self.old)),
            new: Some(self.outcome(&self.new)),
            causes: Vec::new(),
            message: Some(format!("after `{}`", self.passes.label)),
            pattern: None,
            program: None,
        };
        let fails = |after: &After| matches!(after, After::Crash(..) | After::Endless | After::IllFormed(_));
        // A command of its own turns the reduction off.
        let command = format!("assay tv {}{}", crate::shell::quoted(place.file), self.passes.again);
        let judge = |opt: &MlirOpt, reduces: bool, before: &str, after: &After| {
            let case = OfCase {
                request: self.both.request,
                opt: Some(opt),
                place: Place::new(place.file, place.source, place.offset, place.sources),
                plain: self.plain,
                passes: self.passes,
                command: (!reduces).then_some(command.as_str()),
            };
            case.step(&Step::of_pass(self.passes.label.clone(), before.to_owned(), after.clone()))
        };
        match (fails(&self.old), fails(&self.new)) {
            (true, true) => Vec::new(),
            (true, false) => vec![self.keyed(row(Change::CrashGone))],
            (false, true) => {
                let records = judge(self.both.new, true, self.plain, &self.new);
                records.into_iter().filter_map(|record| self.found(row(Change::CrashNew), record)).collect()
            }
            (false, false) => self.changes(&row, &judge),
        }
    }

    /// The rows of two results: what is wrong in one of them alone, else the rewrites that one of them lacks.
    fn changes(&self, row: &dyn Fn(Change) -> Row, judge: Judge<'_>) -> Vec<Keyed> {
        let old = judge(self.both.old, false, self.plain, &self.old);
        let new = judge(self.both.new, true, self.plain, &self.new);
        let key = |record: &Record| error(record).map(|one| (function(record), one.code.to_string()));
        let wrong = |records: &[Record]| records.iter().filter_map(key).collect::<BTreeSet<_>>();
        let (was, is) = (wrong(&old), wrong(&new));
        let mut out = Vec::new();
        for record in new.into_iter().filter(|one| key(one).is_some_and(|key| !was.contains(&key))) {
            // A smaller program may show what the old binary does, too.
            let record = match self.is_old(&record) {
                true => {
                    let whole = judge(self.both.new, false, self.plain, &self.new);
                    whole.into_iter().find(|one| key(one) == key(&record)).unwrap_or(record)
                }
                false => record,
            };
            out.extend(self.found(row(Change::NewlyWrong), record));
        }
        for record in old.into_iter().filter(|one| key(one).is_some_and(|key| !is.contains(&key))) {
            out.extend(self.found(row(Change::NewlyRight), record).map(|one| Keyed { finding: None, ..one }));
        }
        // A wrong rewrite that is gone is not lost, and one that came is no news beside the error.
        if !out.is_empty() {
            return out;
        }
        let rewrites = self.rewrites(row);
        if !rewrites.is_empty() {
            return rewrites;
        }
        let change = match (self.is_changed(&self.old), self.is_changed(&self.new)) {
            (true, false) => Change::RewriteLost,
            (false, true) => Change::RewriteNew,
            _ => Change::OtherResult,
        };
        let row = Row { program: Some(self.text.to_owned()), ..row(change) };
        let between = match &self.old {
            After::Program(before) => judge(self.both.new, false, before, &self.new),
            _ => Vec::new(),
        };
        let verdict = |record: &Record| format!("@{} {}", function(record), record.report.verdict.word());
        let verdicts: Vec<String> = between.iter().map(verdict).collect();
        let message = row.message.clone().filter(|_| !verdicts.is_empty());
        let message = message
            .map(|message| format!("{message}; the old result against the new one: {}", verdicts.join(", ")));
        vec![self.keyed(Row { message: message.or(row.message.clone()), ..row })]
    }

    /// A row without a finding.
    fn keyed(&self, row: Row) -> Keyed {
        Keyed { row, passes: self.passes.label.clone(), finding: None }
    }

    /// A row with the finding of a record.
    fn found(&self, row: Row, record: Record) -> Option<Keyed> {
        let finding = error(&record)?;
        let class = finding.notes.iter().find_map(|note| note.strip_prefix("C++ pattern: "));
        let program = finding.witness.as_ref().map(|witness| witness.before.text.clone());
        let row = Row {
            line: record.report.line.max(1),
            name: record.report.name.clone(),
            message: Some(format!("{}: {}", finding.code, finding.message)),
            pattern: class.map(str::to_owned),
            program,
            ..row
        };
        let finding = Some((finding.code.to_string(), record.report.fingerprint.clone()));
        Some(Keyed { finding, ..self.keyed(row) })
    }

    fn is_changed(&self, after: &After) -> bool {
        matches!(after, After::Program(text) if text != self.plain)
    }

    /// Rows for the patterns that one binary applies more often.
    fn rewrites(&self, row: &dyn Fn(Change) -> Row) -> Vec<Keyed> {
        let count = |opt: &MlirOpt| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            let (steps, _) = stages::of_patterns(opt, self.text, self.plain, self.passes);
            steps
                .into_iter()
                .filter_map(|step| step.pattern)
                .for_each(|name| *counts.entry(name).or_default() += 1);
            counts
        };
        let (old, new) = (count(self.both.old), count(self.both.new));
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let changed = names.into_iter().filter_map(|name| {
            let times = |counts: &BTreeMap<String, usize>| counts.get(name).copied().unwrap_or(0);
            let (was, is) = (times(&old), times(&new));
            let change = match was.cmp(&is) {
                std::cmp::Ordering::Greater => Change::RewriteLost,
                std::cmp::Ordering::Less => Change::RewriteNew,
                std::cmp::Ordering::Equal => return None,
            };
            let one = row(change);
            let state = |state: &Option<String>, times| {
                state.as_ref().map(|text| format!("{text}, {times} applications"))
            };
            let (was, is) = (state(&one.old, was), state(&one.new, is));
            let program = Some(self.text.to_owned());
            Some(self.keyed(Row { old: was, new: is, pattern: Some(name.clone()), program, ..one }))
        });
        changed.collect()
    }

    /// Tells if the old binary goes wrong by the same rule on the program of a finding.
    fn is_old(&self, record: &Record) -> bool {
        let Some(finding) = error(record) else { return false };
        let Some(text) = finding.witness.as_ref().map(|witness| witness.before.text.as_str()) else {
            return false;
        };
        let judge = runner(self.both.request);
        let Some(plain) = through::before(self.both.old, &[text]).pop().flatten() else { return false };
        let after = through::after(self.both.old, &[text], &[&plain], self.passes).pop();
        let Some(After::Program(after)) = after else { return false };
        let before = reparse(&judge.context(), &plain);
        before
            .and_then(|before| difference(&judge, before, &after))
            .is_some_and(|(_, one)| one.code == finding.code)
    }

    /// An outcome in words.
    fn outcome(&self, after: &After) -> String {
        match after {
            After::Program(text) if text == self.plain => "not changed".to_owned(),
            After::Program(text) => {
                let program = reparse(&Context::new(), text);
                let count = program.map(|program| program.walk(program.top()).count() - 1);
                count.map_or_else(|| "changed".to_owned(), |count| format!("changed, {count} operations"))
            }
            After::Refused(why) => format!("refused: {why}"),
            after => after.failure(self.both.new.limits().wall).unwrap_or_default(),
        }
    }
}

/// The error of a record.
fn error(record: &Record) -> Option<&Finding> {
    record.report.findings.iter().find(|one| one.level == Severity::Error)
}

/// The function that a record is about, also where it was judged with other extents.
fn function(record: &Record) -> String {
    let name = &record.report.name;
    name.split(' ').next().unwrap_or(name).to_owned()
}
