//! A run: patterns are judged, and each goes through suppressions, files and formats in the order of the report, as it
//! comes. Holds what only the end of the run can decide, and nothing else.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use assay_ir::rule::Family;
use assay_ir::text::{self, PrintOptions};
use assay_ir::verdict::VerdictKind;
use assay_reports::{Finding, PatternReport, Stream, Subject, Tool};
use assay_smt::SolverPool;
use assay_verifier::rise::Premises;

use crate::accept::Allows;
use crate::args::FailOn;
use crate::baseline::Baseline;
use crate::check_loop::{self, Event, Judged};
use crate::cpp::Group;
use crate::exit::Exit;
use crate::fixes::{Fixes, Guarded};
use crate::library::{Job, Library};
use crate::paths::{self, Top};
use crate::request::Request;
use crate::rise::Reported;
use crate::sets::Members;
use crate::slowest::Slowest;
use crate::witnesses::Folder;
use crate::{diagnostics, dialects, interrupt, lit, memory, ordered_pool, proofs, questions, solvers};

/// The end of a run.
pub(crate) struct SessionEnd {
    /// The report; `None` if there was nothing to judge.
    pub(crate) stream: Option<Stream>,
    /// Exit code of trouble, or of no pattern; findings do not count.
    pub(crate) exit: Exit,
    /// Patterns whose `unknown` is not accepted.
    pub(crate) unknown: usize,
    /// Duration and slowest patterns, in words.
    pub(crate) time: String,
}

impl SessionEnd {
    /// Ends the report with the exit code of the run.
    ///
    /// # Errors
    /// Output that cannot be written.
    pub(crate) fn conclude(&mut self, fail_on: Option<FailOn>) -> anyhow::Result<Exit> {
        let Some(stream) = &mut self.stream else { return Ok(self.exit) };
        let found = fail_on.map_or(Exit::Clean, |fail_on| outcome(stream, self.unknown, fail_on));
        let exit = self.exit.and(found);
        stream.conclude(exit.code())?;
        Ok(exit)
    }
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

/// Judges the patterns of a request; `open` opens the report when there is something to judge. Trouble is reported on
/// standard error.
///
/// # Errors
/// A file that cannot be written.
pub(crate) fn judge(
    request: &Request,
    baseline: Option<Baseline>,
    open: impl FnOnce() -> anyhow::Result<Stream>,
) -> anyhow::Result<SessionEnd> {
    let started = Instant::now();
    if let Err(error) = memory::watch(request.memory) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let mut library = Library::load(request);
    let solvers = pool(request, &mut library.troubles);
    let missing = library.missing(request);
    library.troubles.extend(missing);
    let jobs = library.jobs(request);
    let rise = library.rise_jobs(request);
    if jobs.is_empty() && rise.is_empty() && library.unreadable.is_empty() {
        return Ok(SessionEnd {
            stream: None,
            exit: nothing(request, &library),
            unknown: 0,
            time: String::new(),
        });
    }
    let tool = tool(request, solvers.as_ref());
    let _cooperation = interrupt::cooperate();
    let premises = assay_verifier::premises(&library.registry, solvers.as_ref());
    let mut run = Run::start(request, &library, &jobs, baseline, open()?, &tool)?;
    run.rise = rise.into();
    let asked = request.selection.asked().values.then_some(&premises);
    let mut program = |at| Ok(Some(array_program(&library, at, request, asked)));
    check_loop::each(&library, &jobs, jobs.len(), request, solvers.as_ref(), |event| match event {
        Event::Judged(job, judged) => {
            run.programs_before(Some(library.line(job).0), &mut program)?;
            run.add(job, *judged)
        }
        Event::Over => run.leave(),
    })?;
    run.programs_before(None, &mut program)?;
    run.unless_over(|| write_questions(request, &library, &jobs))?;
    run.troubles.extend(solvers.as_ref().and_then(solvers::missing));
    print_lines(&solvers.as_ref().map(solvers::notes).unwrap_or_default(), &[]);
    run.finish(started)
}

/// The numbers of the file and of the item of an array program.
pub(crate) type Item = (usize, usize);

/// An array program that was judged, and how long that took.
pub(crate) type Program = (Reported, Duration);

/// Judges an array program; rules where premises can be asked.
pub(crate) fn array_program(
    library: &Library,
    (number, place): Item,
    request: &Request,
    asked: Option<&Premises<'_>>,
) -> Program {
    let started = Instant::now();
    let mut reported = library.rise[number].report(place, &library.sources, asked);
    let time = started.elapsed();
    let milliseconds = || u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    reported.report.milliseconds = request.timings.then(milliseconds);
    (reported, time)
}

/// Answers that were found elsewhere.
pub(crate) trait Answers {
    /// The answer about a pattern, by its number among those of the run; `None` where there is none.
    ///
    /// # Errors
    /// An answer that cannot be read.
    fn pattern(&mut self, number: usize) -> anyhow::Result<Option<Judged>>;

    /// The same about an array program, by its number among those of the run.
    ///
    /// # Errors
    /// An answer that cannot be read.
    fn program(&mut self, number: usize) -> anyhow::Result<Option<Reported>>;
}

/// Reports the patterns of a request as [`judge`] does, from answers that were found elsewhere. `is_whole` if there is one about
/// each pattern; else nothing is said that rests on all of them.
///
/// # Errors
/// A file that cannot be written, and an answer that cannot be read.
pub(crate) fn report(
    request: &Request,
    baseline: Option<Baseline>,
    library: &Library,
    answers: &mut dyn Answers,
    (tool, is_whole): (&Tool, bool),
    open: impl FnOnce() -> anyhow::Result<Stream>,
) -> anyhow::Result<SessionEnd> {
    let started = Instant::now();
    let (mut jobs, mut judged) = (library.jobs(request), Vec::new());
    let rise = library.rise_jobs(request);
    if !is_whole {
        for number in 0..jobs.len() {
            judged.push(answers.pattern(number)?.is_some());
        }
        let mut judged = judged.iter();
        jobs.retain(|_| judged.next() == Some(&true));
    }
    let numbers: Vec<usize> = match is_whole {
        true => (0..jobs.len()).collect(),
        false => judged.iter().enumerate().filter(|(_, judged)| **judged).map(|(number, _)| number).collect(),
    };
    let mut run = Run::start(request, library, &jobs, baseline, open()?, tool)?;
    run.is_whole = is_whole;
    let places: BTreeMap<Item, usize> = rise.iter().enumerate().map(|(at, item)| (*item, at)).collect();
    run.rise = rise.into();
    for (job, number) in jobs.iter().zip(numbers) {
        run.programs_before(Some(library.line(job).0), &mut |at| stored_program(answers, places[&at]))?;
        let judged = answers.pattern(number)?;
        run.add(job, judged.with_context(|| format!("pattern {number} has no answer"))?)?;
    }
    run.programs_before(None, &mut |at| stored_program(answers, places[&at]))?;
    run.finish(started)
}

fn stored_program(answers: &mut dyn Answers, number: usize) -> anyhow::Result<Option<Program>> {
    Ok(answers.program(number)?.map(|reported| (reported, Duration::ZERO)))
}

/// A run while it lasts.
struct Run<'a> {
    request: &'a Request,
    patterns: &'a Library,
    jobs: &'a [Job<'a>],
    /// Definitions and rules of array programs that are not reported yet.
    rise: VecDeque<(usize, usize)>,
    stream: Stream,
    allows: Allows,
    baseline: Option<Baseline>,
    witnesses: Option<Folder>,
    tests: Option<lit::Folder>,
    proofs: Option<proofs::Folder>,
    members: Members,
    guarded: Guarded,
    fixes: Fixes,
    slowest: Slowest,
    unknown: usize,
    troubles: Vec<String>,
    /// The paths of a C++ body that are not all there yet.
    group: Option<Group>,
    /// All patterns of the request are judged.
    is_whole: bool,
}

impl<'a> Run<'a> {
    fn start(
        request: &'a Request,
        library: &'a Library,
        jobs: &'a [Job<'a>],
        mut baseline: Option<Baseline>,
        mut stream: Stream,
        tool: &Tool,
    ) -> anyhow::Result<Run<'a>> {
        if let Some(baseline) = &mut baseline {
            baseline.has_read(library.all().map(|job| library.place(&job)));
        }
        let mut faults = library.unreadable.clone();
        let allows = Allows::read(library, request, jobs, &mut faults);
        request.accepted.severities().apply(&mut faults);
        stream.start(tool, &mut faults, &library.sources)?;
        let witnesses = request
            .files
            .witnesses
            .as_deref()
            .map(|path| Folder::open(path, &request.replayed))
            .transpose()?;
        let tests = request.files.tests.as_deref();
        let tests =
            tests.map(|path| lit::Folder::open(path, &request.inputs.descriptions.dialect)).transpose()?;
        let solver = tool.with.get("solver");
        let proofs = request.files.proofs.as_deref();
        let proofs = proofs.map(|path| proofs::Folder::open(path, solver.cloned(), request));
        let proofs = proofs.transpose()?;
        Ok(Run {
            request,
            patterns: library,
            jobs,
            rise: VecDeque::new(),
            stream,
            allows,
            baseline,
            witnesses,
            tests,
            proofs,
            members: Members::default(),
            guarded: Guarded::default(),
            fixes: Fixes::default(),
            slowest: Slowest::default(),
            unknown: 0,
            troubles: library.troubles.clone(),
            group: None,
            is_whole: true,
        })
    }

    /// Takes the next pattern; paths of one C++ body are reported together.
    fn add(&mut self, job: &Job<'_>, mut judged: Judged) -> anyhow::Result<()> {
        if self.group.as_ref().is_some_and(|group| !group.holds(job.file, self.patterns.name(job))) {
            self.end_group()?;
        }
        let Some(body) = self.patterns.body(job) else { return self.add_pattern(job, judged) };
        self.troubles.append(&mut judged.disagreements);
        self.group.get_or_insert_with(|| Group::new(job.file, body)).add(judged.report, judged.confirmation);
        Ok(())
    }

    /// Reports the C++ body whose paths came last.
    fn end_group(&mut self) -> anyhow::Result<()> {
        let group = self.group.take();
        let Some(mut report) = group.and_then(|group| group.report(&self.patterns.sources)) else {
            return Ok(());
        };
        if let Some(folder) = &mut self.witnesses {
            folder.write(&mut report)?;
        }
        self.report(report, Duration::ZERO)
    }

    fn add_pattern(&mut self, job: &Job<'_>, judged: Judged) -> anyhow::Result<()> {
        let Judged { mut report, suggestions, disagreements, proof, time, confirmation: _ } = judged;
        self.troubles.extend(disagreements);
        if self.request.files.guarded.is_some() {
            self.guarded.add(&report, suggestions);
        }
        if let Some(folder) = &mut self.witnesses {
            folder.write(&mut report)?;
        }
        if let (Some(folder), Some(questions)) = (&mut self.proofs, proof) {
            let file = &self.patterns.files[job.file];
            let text = text::print_op(&file.program, job.candidate.pattern, &PrintOptions::default());
            folder.write(&report, (&text, file.generated), &questions)?;
        } else if self.proofs.is_some()
            && matches!(report.verdict, VerdictKind::Proved | VerdictKind::Bounded)
        {
            eprintln!(
                "note: no proof of @{} is written: it was judged as functions, not by questions",
                report.name
            );
        }
        if self.request.selection.asked().termination {
            self.members.add(job.file, job.candidate.pattern, report.verdict);
        }
        self.report(report, time)
    }

    /// Reports what was judged as one.
    fn report(&mut self, mut report: PatternReport, time: Duration) -> anyhow::Result<()> {
        self.request.accepted.severities().apply(&mut report.findings);
        self.allows.accept(&mut report);
        if let Some(baseline) = &mut self.baseline {
            baseline.accept(&mut report);
        }
        if let Some(folder) = &mut self.tests {
            folder.write(&report, &self.patterns.registry)?;
        }
        if self.request.files.fix {
            self.fixes.add(&report);
        }
        self.unknown += usize::from(report.verdict == VerdictKind::Unknown && !accepts_unknown(&report));
        self.slowest.add(&report, time);
        Ok(self.stream.pattern(&mut report, &self.patterns.sources)?)
    }

    /// Reports array programs, those of files before one or all; `judge` is asked about each, and has no answer about some of a part
    /// of a run.
    fn programs_before(
        &mut self,
        file: Option<&str>,
        judge: &mut dyn FnMut(Item) -> anyhow::Result<Option<Program>>,
    ) -> anyhow::Result<()> {
        let library = self.patterns;
        if file.is_none() {
            self.end_group()?;
        }
        while let Some(at) = self.rise.front().copied() {
            if file.is_some_and(|file| library.rise[at.0].name.as_str() > file) {
                break;
            }
            self.rise.pop_front();
            let Some((mut reported, time)) = judge(at)? else { continue };
            self.troubles.extend(reported.disagreement.take());
            let report = &mut reported.report;
            self.request.accepted.severities().apply(&mut report.findings);
            self.allows.accept(report);
            if let Some(baseline) = &mut self.baseline {
                baseline.accept(report);
            }
            self.unknown += usize::from(report.verdict == VerdictKind::Unknown && !accepts_unknown(report));
            self.slowest.add(report, time);
            self.stream.pattern(report, &library.sources)?;
        }
        Ok(())
    }

    /// Ends the report and the process: what was judged is shown, and nothing is said that rests on all patterns.
    fn leave(&mut self) -> ! {
        let why = if interrupt::came() { "interrupted" } else { "more memory than `--memory` grants" };
        interrupt::leave(|| {
            let written = self.stream.finish(&mut [], &mut [], &[], &self.patterns.sources);
            let (judged, all) = (self.stream.summary().patterns, self.jobs.len());
            self.troubles.push(format!("{why}: {judged} of {all} patterns were judged"));
            print_lines(&self.patterns.notes, &self.troubles);
            Ok(written?)
        })
    }

    /// The result of work that may take long; where the run is over before, [`Run::leave`] ends it.
    fn unless_over<T: Send>(&mut self, work: impl Fn() -> T + Sync) -> T {
        ordered_pool::one(interrupt::is_over, work, || self.leave())
    }

    /// Ends the report and writes the files of the run.
    fn finish(mut self, started: Instant) -> anyhow::Result<SessionEnd> {
        let (members, patterns, request) = (std::mem::take(&mut self.members), self.patterns, self.request);
        let mut sets = match self.is_whole {
            true => self.unless_over(|| members.judge(patterns, request)),
            false => Vec::new(),
        };
        let severities = self.request.accepted.severities();
        sets.iter_mut().for_each(|set| severities.apply(&mut set.findings));
        for finding in sets.iter_mut().flat_map(|set| &mut set.findings) {
            self.allows.accept_of_set(finding, self.patterns, self.jobs);
        }
        if let Some(baseline) = &mut self.baseline {
            sets.iter_mut().for_each(|set| baseline.accept_of_set(set));
        }
        let undated = self.allows.undated();
        if undated > 0 && !self.request.quiet {
            let have = if undated == 1 { "suppression has" } else { "suppressions have" };
            eprintln!("note: {undated} {have} an `until`, which is looked at only with `--today YYYY-MM-DD`");
        }
        let mut late = self.allows.idle(&self.request.selection);
        severities.apply(&mut late);
        let baseline = self.baseline.take().filter(|_| self.is_whole && self.request.is_whole());
        let mut fixed = baseline.map(Baseline::fixed).unwrap_or_default();
        // Of files that this run was not asked about nothing is known.
        let (top, asked) = (Top::here(), &self.request.inputs.paths);
        let asked: Vec<_> = asked.iter().map(|path| paths::absolute(path)).collect();
        let is_asked = |file: &str| asked.iter().any(|path| top.path(file).starts_with(path));
        fixed.retain(|one| one.file.starts_with('<') || is_asked(&one.file));
        self.stream.finish(&mut sets, &mut late, &fixed, &self.patterns.sources)?;
        if let Some(path) = &self.request.files.guarded {
            self.guarded.write(path)?;
        }
        print_lines(&self.patterns.notes, &self.troubles);
        if self.request.files.fix {
            let count = self.fixes.apply(&self.patterns.sources)?;
            let fixes = if count == 1 { "fix was" } else { "fixes were" };
            eprintln!("note: {count} {fixes} applied");
        }
        let count = self.jobs.len();
        let time = self.slowest.describe(started.elapsed(), count, Subject::Patterns.noun(count));
        let exit = if self.troubles.is_empty() { Exit::Clean } else { Exit::Trouble };
        Ok(SessionEnd { stream: Some(self.stream), exit, unknown: self.unknown, time })
    }
}

fn accepts_unknown(report: &PatternReport) -> bool {
    let accepted =
        |finding: &Finding| finding.code.family() == Family::Undecided && finding.accepted.is_some();
    report.findings.iter().any(accepted)
}

pub(crate) fn print_lines(notes: &[String], troubles: &[String]) {
    notes.iter().for_each(|line| eprintln!("note: {line}"));
    troubles.iter().for_each(|line| eprintln!("error: {line}"));
}

/// Reports that there is nothing to judge.
pub(crate) fn nothing(request: &Request, library: &Library) -> Exit {
    print_lines(&library.notes, &library.troubles);
    let exit = if library.troubles.is_empty() { Exit::Clean } else { Exit::Trouble };
    if let Some(changed) = request.inputs.changed.as_ref().filter(|_| !library.named(request).is_empty()) {
        eprintln!("note: no pattern differs from {}", changed.name());
        return exit;
    }
    // A hook names what was changed, which need not hold a pattern.
    if request.inputs.force_exclude && request.inputs.only.is_empty() {
        return exit;
    }
    if library.troubles.is_empty() {
        let names: Vec<String> = request.inputs.paths.iter().map(|path| path.display().to_string()).collect();
        eprintln!("error: no pattern found in {}", names.join(", "));
    }
    exit.and(Exit::NoPattern)
}

/// The solvers of a request; `None` when none is needed or need be there.
pub(crate) fn pool(request: &Request, troubles: &mut Vec<String>) -> Option<SolverPool> {
    let asked = request.selection.asked();
    if !asked.types && !asked.values {
        return None;
    }
    match solvers::pool(&request.solvers, request.threads) {
        Ok(pool) => Some(pool),
        Err(_) if request.allow_no_solver => None,
        Err(error) => {
            troubles.push(format!(
                "{error}; or pass `--allow-no-solver`, or leave the T and V rules out with `--rules S`"
            ));
            None
        }
    }
}

pub(crate) fn tool(request: &Request, solvers: Option<&SolverPool>) -> Tool {
    let mut tool = diagnostics::tool();
    if let Some(identity) = solvers.and_then(|pool| pool.identity().ok()) {
        tool.with.insert("solver".to_owned(), identity);
    }
    if let Some(mlir) = &request.mlir {
        tool.with.insert("mlir-opt".to_owned(), mlir.version().to_owned());
    }
    tool.with.extend(dialects::digests(&request.inputs.descriptions));
    tool
}

fn write_questions(request: &Request, library: &Library, jobs: &[Job<'_>]) -> anyhow::Result<()> {
    let cannot = |folder: &std::path::Path| format!("cannot write questions to {}", folder.display());
    if let Some(folder) = &request.files.smt {
        questions::write_smt(folder, library, jobs).with_context(|| cannot(folder))?;
    }
    if let Some(folder) = &request.files.subset {
        questions::write_subset(folder, library, jobs).with_context(|| cannot(folder))?;
    }
    Ok(())
}
