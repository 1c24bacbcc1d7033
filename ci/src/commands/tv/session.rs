//! A run of `assay tv`: units go through `mlir-opt` and the engines in parallel, and their records reach the report in order.
//! Findings with one cause are shown once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use assay_backend::arguments::word;
use assay_ir::data::{Context, Program, known};
use assay_ir::diagnostic::Severity;
use assay_ir::spec::Registry;
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_jit::Jit;
use assay_mlir::MlirOpt;
use assay_reports::changes::SAME_CAUSE;
use assay_reports::{Finding, Location, Reason, Sources, Stream, Subject, Tool};
use assay_smt::SolverPool;
use assay_verifier::limits::Limits;
use assay_verifier::program::{Answer, Changed, Settings};

use super::cases::{Answers, Place, Prepared, Record, judge, milliseconds, name_misfit, plain_record, unit};
use super::folders;
use super::function_report::{self};
use super::passes::Passes;
use super::programs::{self, Unit};
use super::request::{From, Request};
use super::smaller::{self};
use super::through::{self};
use crate::args::FailOn;
use crate::baseline::Baseline;
use crate::baseline_files::BaselineFiles;
use crate::digest::short_digest_of_file;
use crate::exit::Exit;
use crate::known::Known;
use crate::progress::Progress;
use crate::slowest::Slowest;
use crate::unfit::Used;
use crate::{diagnostics, interrupt, memory, ordered_pool};
use assay_verifier::program::{Judged, Overlaps, Trials, Validator};

/// Judges everything and reports it.
pub(super) fn run(request: &Request, baseline: Option<Baseline>) -> Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let _cooperation = interrupt::cooperate();
    let mut out = Report::open(request, baseline)?;
    if let From::Two(before, after) = &request.from {
        let (records, sources) =
            ordered_pool::one(interrupt::is_over, || two(request, before, after), || out.leave())?;
        out.add(records, &sources)?;
        return out.finish();
    }
    if let From::Folders(operations) = &request.from {
        let judged = |at: usize| {
            let (records, sources) = folders::judged(request, &operations[at]);
            Answers::of_records(records, Arc::new(sources))
        };
        return each(request, out, ("operations", operations.len()), &judged);
    }
    let (units, notes) = programs::units(request)?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    let of_unit = |(number, unit): (usize, &Unit)| (0..unit.cases.len()).map(move |case| (number, case));
    let texts: Vec<(usize, usize)> = units.iter().enumerate().flat_map(of_unit).collect();
    // The binary is started once for the texts of a unit, by the worker that needs it first.
    let prepared: Vec<OnceLock<Prepared>> = units.iter().map(|_| OnceLock::new()).collect();
    each(request, out, ("programs", texts.len()), &|at| {
        let (unit, case) = texts[at];
        let ready = prepared[unit].get_or_init(|| Prepared::new(request, &units[unit]));
        ready.answers(request, &units[unit], case)
    })
}

/// Judges parts in parallel, whose records reach the report in order.
fn each(
    request: &Request,
    mut out: Report<'_>,
    (noun, count): (&'static str, usize),
    judge: &(dyn Fn(usize) -> Answers + Sync),
) -> Result<Exit> {
    let progress = Progress::start(count, noun, false);
    let done = ordered_pool::each(
        count,
        request.threads,
        interrupt::is_over,
        |index| {
            let judged = judge(index);
            // Tools that it asked may have been killed under it.
            (!interrupt::came()).then_some(judged)
        },
        |_, judged| {
            progress.step();
            let answers = judged.flatten().unwrap_or_else(|| out.leave());
            out.answers(answers)
        },
    );
    progress.finish();
    done?;
    out.finish()
}

fn is_tested(reason: &Reason) -> bool {
    reason.class == UnknownKind::Tested
}

/// Tests one text behind passes: a line for each finding, one for the verdicts, and one with the command that proves.
pub(in crate::commands) fn beside(
    opt: MlirOpt,
    file: &str,
    source: String,
    passes: Passes,
    own: Option<Registry>,
) -> Result<String> {
    let binary = opt.path().to_owned();
    let request = Request::beside(opt, own)?;
    let (label, again) = (passes.label.clone(), passes.again.clone());
    let unit = programs::unit(file.to_owned(), source, vec![passes]);
    let Answers { records, faults, .. } = self::unit(&request, &unit);
    let mut out = String::new();
    let mut verdicts: BTreeMap<(VerdictKind, String), usize> = BTreeMap::new();
    for Finding { at, code, message, .. } in
        faults.iter().chain(records.iter().flat_map(|record| &record.report.findings))
    {
        out.push_str(&format!("{}:{}: [{code}] {message}\n", at.file, at.line));
    }
    for Record { report, .. } in &records {
        let why = report.reason.as_ref().map(ToString::to_string).or_else(|| report.scope.clone());
        let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
        *verdicts.entry((report.verdict, why)).or_default() += 1;
    }
    let list: Vec<String> =
        verdicts.iter().map(|((verdict, why), count)| format!("{count} {}{why}", verdict.word())).collect();
    let noun = Subject::Functions.noun(records.len());
    let list = if list.is_empty() { String::new() } else { format!(": {}", list.join(", ")) };
    out.push_str(&format!("{file}: `{label}`: {} {noun}{list}\n", records.len()));
    if records.iter().any(|record| record.report.reason.as_ref().is_some_and(is_tested)) {
        let name = if file.starts_with('<') { "FILE" } else { file };
        let (name, binary) = (quoted(Path::new(name)), quoted(&binary));
        out.push_str(&format!(
            "{file}: tested on drawn inputs and not proved; to prove it: assay tv {name}{again} --mlir-opt {binary}\n"
        ));
    }
    Ok(out)
}

/// Tells if a function of a program computes something else in another one, on some input that is drawn.
pub(in crate::commands) fn differ(before: &str, after: &str, own: Option<&Registry>) -> bool {
    let judged = run_on_drawn_inputs(before, after, own).unwrap_or_default();
    judged.iter().any(|judged| matches!(judged.answer, Some(Answer::Refuted(_))))
}

/// The functions of a program that are run on no drawn input, and why, in words.
pub(in crate::commands) fn unjudged(before: &str, after: &str, own: Option<&Registry>) -> Vec<String> {
    let Some(judged) = run_on_drawn_inputs(before, after, own) else {
        return vec!["a program is not read".to_owned()];
    };
    let words = |judged: &Judged| match &judged.answer {
        Some(Answer::Open(open)) => {
            let (class, subject) = function_report::reason(open);
            Some(format!("@{}: {}", judged.name, Reason { class, subject, line: None }))
        }
        _ => None,
    };
    judged.iter().filter_map(words).collect()
}

/// The answers about the functions of two programs by runs alone; `None` where one of them is not read.
fn run_on_drawn_inputs(before: &str, after: &str, own: Option<&Registry>) -> Option<Vec<Judged>> {
    let ctx = own.map_or_else(Context::new, |own| Arc::clone(own.ctx()));
    let (before, after) = (smaller::reparse(&ctx, before)?, smaller::reparse(&ctx, after)?);
    let settings = Settings { second_engine: Some(&Jit), ..Settings::default() };
    let (trials, overlaps) = (Trials::Off, Overlaps::Off);
    let judge = Validator { settings, entry: None, overlaps, trials, proofs: None, origin: None, own };
    Some(judge.programs(before, after).functions)
}

/// The verdict about a function that a replacement changed.
pub(in crate::commands) struct Replaced {
    /// Its name.
    pub(in crate::commands) name: String,
    /// The verdict.
    pub(in crate::commands) verdict: VerdictKind,
    /// The scope of the verdict, its reason, or the input that shows a difference.
    pub(in crate::commands) said: String,
    /// The assumptions.
    pub(in crate::commands) assumptions: Vec<String>,
}

/// Judges the functions that are not the same in two programs; with a proof, where solvers and a number of iterations of loops are given.
pub(in crate::commands) fn replacement(
    before: Program,
    after: Program,
    own: &Registry,
    proofs: Option<(&SolverPool, usize)>,
) -> Vec<Replaced> {
    let settings = Settings { second_engine: Some(&Jit), ..Settings::default() };
    let (trials, overlaps) = (Trials::Off, Overlaps::Off);
    let judge = Validator { settings, entry: None, overlaps, trials, proofs, origin: None, own: Some(own) };
    let compared = judge.programs(before, after);
    let mut all = Vec::new();
    for judged in &compared.functions {
        let Some(answer) = judged.answer.as_ref().filter(|answer| !matches!(answer, Answer::Same)) else {
            continue;
        };
        let at = Location { file: String::new(), line: 0, column: 0, start: 0, end: 0 };
        let (name, command) = (judged.name.as_str(), String::new());
        let subject = function_report::ReportedFunction {
            name,
            at,
            label: "",
            pattern: None,
            fingerprint: "",
            command,
        };
        let report = function_report::answered(&subject, answer, &judged.rests);
        let said = match (answer, report.scope, report.reason) {
            (Answer::Refuted(found), ..) => {
                let inputs: Vec<String> = found.arguments.iter().map(word).collect();
                format!("{}: it differs on @{name}({})", found.code, inputs.join(", "))
            }
            (_, Some(scope), _) => scope,
            (_, None, Some(reason)) => format!("{}: {}", reason.class.word(), reason.subject),
            (_, None, None) => String::new(),
        };
        let assumptions = report.assumptions;
        all.push(Replaced { name: judged.name.clone(), verdict: report.verdict, said, assumptions });
    }
    all
}

/// A report that records reach in order.
pub(super) struct Report<'o> {
    request: &'o Request,
    stream: Stream,
    baseline: BaselineFiles,
    known: Known,
    /// Where each cause was found first.
    causes: BTreeMap<String, Location>,
    unknown: usize,
    /// Functions about which the judges disagree.
    internal: usize,
    /// All programs of the request are judged.
    is_whole: bool,
    /// File and fingerprint of each record.
    judged: BTreeSet<(String, String)>,
    /// Errors of named files that the binary does not read, and the texts that they point into.
    faults: Vec<Finding>,
    texts: Sources,
    /// Programs of folders that the binary does not read.
    left_out: usize,
    started: Instant,
    slowest: Slowest,
}

/// The programs that answer a request.
pub(super) fn tool(request: &Request) -> Tool {
    let mut tool = diagnostics::tool();
    if let Some(opt) = &request.opt {
        tool.with.insert("mlir-opt".to_owned(), opt.version().to_owned());
        // Two builds of one binary say the same version.
        let digest = request.outputs.records_tools().then(|| short_digest_of_file(opt.path()).ok());
        tool.with.extend(digest.flatten().map(|digest| ("mlir-opt digest".to_owned(), digest)));
    }
    if let Some(identity) = request.solvers.as_ref().and_then(|pool| pool.identity().ok()) {
        tool.with.insert("solver".to_owned(), identity);
    }
    tool.with.extend(request.described.clone());
    tool
}

impl<'o> Report<'o> {
    /// Opens the formats of a request.
    pub(super) fn open(request: &'o Request, baseline: Option<Baseline>) -> Result<Report<'o>> {
        Report::by(&tool(request), request, baseline)
    }

    /// Opens the formats of a request for what a tool found.
    pub(super) fn by(tool: &Tool, request: &'o Request, baseline: Option<Baseline>) -> Result<Report<'o>> {
        let mut stream = request.outputs.open()?;
        let baseline = BaselineFiles::recorded(baseline, request.write_baseline.as_deref(), &mut stream);
        stream.start(tool, &mut [], &Sources::new())?;
        Ok(Report {
            request,
            stream,
            baseline,
            known: request.known.clone(),
            causes: BTreeMap::new(),
            unknown: 0,
            internal: 0,
            is_whole: true,
            judged: BTreeSet::new(),
            faults: Vec::new(),
            texts: Sources::new(),
            left_out: 0,
            started: Instant::now(),
            slowest: Slowest::default(),
        })
    }

    /// The same for a part of a run, of which nothing is said that rests on all of it.
    pub(super) fn partial(self) -> Report<'o> {
        Report { is_whole: false, ..self }
    }

    /// Adds the answers about a part of the run.
    pub(super) fn answers(&mut self, answers: Answers) -> Result<()> {
        let Answers { records, faults, left_out, sources } = answers;
        if !faults.is_empty() {
            sources.files().for_each(|(name, text)| self.texts.insert(name, text));
        }
        self.faults.extend(faults);
        self.left_out += left_out;
        self.add(records, &sources)
    }

    /// Tells if a named file is not read.
    pub(super) fn has_faults(&self) -> bool {
        !self.faults.is_empty()
    }

    pub(super) fn add(&mut self, mut records: Vec<Record>, sources: &Sources) -> Result<()> {
        records.sort_by(|a, b| {
            (a.report.line, &a.report.name, &a.report.domain).cmp(&(
                b.report.line,
                &b.report.name,
                &b.report.domain,
            ))
        });
        for Record { mut report, cause } in records {
            // A baseline lists each of them.
            let cause = cause.filter(|_| self.request.write_baseline.is_none());
            if let (Some(cause), Some(finding)) = (cause, report.findings.first_mut()) {
                match self.causes.get(&cause) {
                    Some(first) => {
                        finding.level = Severity::Note;
                        finding.message = format!("{SAME_CAUSE} {}:{}", first.file, first.line);
                        finding.witness = None;
                        finding.evidence = None;
                    }
                    None => {
                        self.causes.insert(cause, finding.at.clone());
                    }
                }
            }
            self.judged.insert((report.file.clone(), report.fingerprint.clone()));
            self.known.accept(&mut report);
            self.baseline.accept(&mut report);
            if let Some(time) = report.milliseconds {
                self.slowest.add(&report, Duration::from_millis(time));
            }
            let is_internal = |reason: &Reason| reason.class == UnknownKind::Internal;
            self.internal += usize::from(report.reason.as_ref().is_some_and(is_internal));
            self.unknown += usize::from(report.verdict == assay_ir::verdict::VerdictKind::Unknown);
            self.stream.pattern(&mut report, sources)?;
        }
        Ok(())
    }

    /// Shows what was judged until now and ends the process.
    fn leave(&mut self) -> ! {
        interrupt::leave(|| {
            let written = self.stream.finish(&mut [], &mut self.faults, &[], &self.texts);
            eprintln!(
                "error: {}: {} functions were judged",
                interrupt::why(),
                self.stream.summary().patterns
            );
            Ok(written?)
        })
    }

    pub(super) fn finish(self) -> Result<Exit> {
        self.finish_behind(|| ())
    }

    /// Ends the report; `table` prints what stands before its last line.
    pub(super) fn finish_behind(mut self, table: impl FnOnce()) -> Result<Exit> {
        let notes = self.request.solvers.as_ref().map(crate::solvers::notes).unwrap_or_default();
        notes.iter().for_each(|line| eprintln!("note: {line}"));
        if let Some(idle) = self.known.idle().filter(|_| self.is_whole) {
            eprintln!("note: {idle}");
        }
        self.baseline.keep(&self.judged, self.request.entry.as_deref());
        let fixed = if self.is_whole { self.baseline.fixed() } else { Vec::new() };
        if self.left_out > 0 {
            let programs = if self.left_out == 1 { "program" } else { "programs" };
            eprintln!("note: mlir-opt does not read {} {programs} of folders, not judged", self.left_out);
        }
        self.stream.finish(&mut [], &mut self.faults, &fixed, &self.texts)?;
        let summary = self.stream.summary();
        if self.request.timings {
            let noun = summary.subject.noun(summary.patterns);
            eprint!("{}", self.slowest.describe(self.started.elapsed(), summary.patterns, noun));
        }
        // No baseline holds the errors of files.
        if self.baseline.write()? {
            return Ok(if self.faults.is_empty() { Exit::Clean } else { Exit::Findings });
        }
        let found = &summary.findings;
        let warnings = if self.request.fail_on == FailOn::Warning { found.warning } else { 0 };
        if summary.patterns == 0 && self.faults.is_empty() {
            if let Some(said) = no_entry(self.request) {
                bail!("{said}");
            }
            eprintln!("error: no function with a body to judge");
            return Ok(Exit::NoPattern);
        }
        let exit = match self.request.fail_on {
            _ if self.internal > 0 => Exit::Trouble,
            _ if found.error + warnings > 0 => Exit::Findings,
            FailOn::Unknown if self.unknown > 0 => Exit::Unknown,
            _ => Exit::Clean,
        };
        table();
        self.stream.conclude(exit.code())?;
        Ok(exit)
    }
}

/// The message about a function that is asked for and that no file has, with those that there are; `None` where it is not known.
pub(super) fn no_entry(request: &Request) -> Option<String> {
    let entry = request.entry.as_deref()?;
    let files = match &request.from {
        From::Two(before, _) => std::slice::from_ref(before),
        From::Files(files) => files,
        From::Tests(_) | From::Generated(_) | From::Folders(_) => return None,
    };
    let ctx = request.own.as_ref().map_or_else(Context::new, |own| Arc::clone(own.ctx()));
    let mut names = BTreeSet::new();
    for path in files {
        let text = String::from_utf8(assay_mlir::files::read_named(path).ok()?).ok()?;
        let program = smaller::reparse(&ctx, &text)?;
        let functions = program
            .walk(program.top())
            .filter(|op| assay_backend::engine::entry_block(&program, *op).is_some());
        names.extend(functions.filter_map(|op| Some(program.attr_text(op, known::SYM_NAME)?.to_owned())));
    }
    if names.is_empty() || names.contains(entry) {
        return None;
    }
    let near = crate::names::suggested(entry, &names);
    let all: Vec<String> = names.iter().take(NAMED).map(|name| format!("@{name}")).collect();
    let rest = if names.len() > NAMED { ", ..." } else { "" };
    Some(format!("no function @{entry}; there are {}{rest}{near}", all.join(", ")))
}

/// Functions that a message names.
const NAMED: usize = 12;

/// A file before and a file after.
fn two(
    request: &Request,
    before: &std::path::Path,
    after: &std::path::Path,
) -> Result<(Vec<Record>, Sources)> {
    let builtin;
    let registry = match &request.own {
        Some(own) => own,
        None => {
            builtin = assay_corpus::load_builtin(&Context::new());
            &builtin
        }
    };
    let name = before.display().to_string();
    let source = assay_mlir::files::read_named(before);
    let source =
        String::from_utf8_lossy(&source.map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?)
            .into_owned();
    // The version of MLIR that printed a file, where one is in a form that is not read here.
    let printed_by = RefCell::new(None);
    let read = |path: &std::path::Path| -> Result<assay_ir::data::Program> {
        let name = path.display().to_string();
        let bytes = assay_mlir::files::read_named(path)
            .map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
        match crate::programs::well_formed(&name, bytes.clone(), registry) {
            Ok(program) => Ok(program),
            // MLIR prints a program in a form that is not read here first.
            Err(said) => {
                let text = String::from_utf8_lossy(&bytes);
                let opt = request.opt.clone().or_else(|| MlirOpt::find().ok());
                let plain = opt.as_ref().and_then(|opt| through::before(opt, &[&text]).pop().flatten());
                *printed_by.borrow_mut() = opt.map(|opt| opt.version().to_owned());
                let again = |text: String| match &request.own {
                    Some(own) => crate::programs::well_formed(&name, text.into_bytes(), own).ok(),
                    None => smaller::reparse(registry.ctx(), &text),
                };
                let program = plain.and_then(again);
                program.ok_or_else(|| {
                    let said = said.trim_end().trim_start_matches("error: ");
                    let custom = request.opt.is_none() && said.contains("--mlir-print-op-generic");
                    let help =
                        if custom { "\nhelp: `--mlir-opt PATH` names a compiler that reads it" } else { "" };
                    anyhow::anyhow!("{said}{help}")
                })
            }
        }
    };
    let sides = [read(before)?, read(after)?];
    if before.canonicalize().is_ok_and(|path| after.canonicalize().is_ok_and(|other| path == other)) {
        eprintln!("note: both are the same file");
    }
    let mut used = Used::default();
    sides.iter().for_each(|side| used.add(side, registry));
    let unfit = used.unfit(registry, &|_| false);
    unfit.notes.iter().for_each(|line| eprintln!("note: {line}"));
    if !unfit.errors.is_empty() {
        bail!("{}", unfit.errors.join("\nerror: "));
    }
    let [earlier, later] = sides;
    let compared = judge(request).programs(earlier, later);
    let mut sources = Sources::new();
    sources.insert(name.clone(), source.clone());
    let command = format!("assay tv {} {}{}", quoted(before), quoted(after), request.again);
    let place = Place::new(&name, &source, 0, &sources);
    let fingerprint = function_report::fingerprint("", &source);
    let record = |judged: &Judged| {
        let command = format!("{command} --entry {}", crate::shell::quoted(&judged.name));
        let subject = place.subject(&judged.name, "", None, &fingerprint, &command);
        let answer = judged.answer.as_ref()?;
        let mut report = plain_record(&subject, &compared, judged, answer);
        name_misfit(&mut report, request);
        report.milliseconds = milliseconds(request, judged);
        report.domain.extend(
            printed_by.borrow().iter().map(|version| format!("programs as mlir-opt {version} prints them")),
        );
        Some(Record { report, cause: None })
    };
    let mut records: Vec<Record> = compared.functions.iter().filter_map(record).collect();
    for Record { report, .. } in records.iter_mut().filter(|record| record.is_wrong()).take(TURNED) {
        // Files in the wrong order look like this.
        if is_proved(request, &report.name, read(after)?, read(before)?) {
            let turned = format!(
                "the other direction is proved: `assay tv {} {}` asks it",
                quoted(after),
                quoted(before)
            );
            report.findings.iter_mut().take(1).for_each(|finding| finding.help.push(turned.clone()));
        }
    }
    let symbol = |symbol: &Changed| {
        let subject = place.subject(&symbol.name, "", None, &fingerprint, &command);
        Record { report: function_report::symbol(&subject, symbol), cause: None }
    };
    records.extend(compared.symbols.iter().map(symbol));
    Ok((records, sources))
}

/// Wrong functions that are asked about in the other direction, too.
const TURNED: usize = 2;

/// Tells if a function is proved to do the same in both programs.
fn is_proved(request: &Request, name: &str, before: Program, after: Program) -> bool {
    let judge = Validator { entry: Some(name.to_owned()), overlaps: Overlaps::Off, ..judge(request) };
    let compared = judge.programs(before, after);
    compared.functions.iter().any(|judged| {
        judged.name == name
            && match &judged.answer {
                Some(Answer::Same | Answer::Proved) => true,
                Some(Answer::AllValues(found)) => found.is_whole(),
                _ => false,
            }
    })
}

fn quoted(path: &std::path::Path) -> String {
    crate::shell::quoted(&path.display().to_string())
}
