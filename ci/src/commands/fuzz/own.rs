//! `assay fuzz PATHS`: patterns of the user are judged, run on generated programs and inputs, and changed on purpose as a test
//! of their guards. Files of findings are written as they come; the rest is told at the end.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::time::{Duration, Instant};

use assay_backend::natives::Summaries;
use assay_fuzz::user::{self, MutantStatus, Problem, Round, TrialContext, mutants};
use assay_ir::diagnostic::Severity;
use assay_ir::pdl::Pattern;
use assay_ir::verdict::VerdictKind;
use assay_reports::render::human::conclusion;
use assay_reports::{Finding, Summary};
use assay_smt::SolverPool;
use assay_verifier::pipeline::payload_text;
use assay_verifier::stage::Options;

use super::nights::Nights;
use super::row::{ROUNDS, Row};
use super::screen;
use crate::accept::Allows;
use crate::args::{CheckArgs, FuzzArgs, SolverArgs};
use crate::check_loop::{self, Event};
use crate::exit::Exit;
use crate::known::Known;
use crate::library::{Job, Library};
use crate::output::Outputs;
use crate::progress::Progress;
use crate::request::Request;
use crate::session;
use crate::witnesses::Folder;
use crate::{convert, interrupt, memory, ordered_pool, shell, solvers};

/// Folder of the findings where none is named.
const FOLDER: &str = "assay-fuzz";

/// Resource units of all questions about one changed pattern: it is one of many.
const UNITS_OF_A_MUTANT: u64 = 4_000_000;

/// Time between two lines where there is no bar.
const MINUTE: Duration = Duration::from_secs(60);

/// How long patterns are tried.
enum Until {
    Rounds(u64),
    Time(Instant),
}

impl Until {
    fn is_over(&self, round: u64) -> bool {
        interrupt::is_over()
            || match self {
                Until::Rounds(rounds) => round >= *rounds,
                Until::Time(end) => Instant::now() >= *end,
            }
    }
}

/// Tries the patterns of the user; exit code 1 when one is wrong.
pub(super) fn run(args: &FuzzArgs) -> anyhow::Result<Exit> {
    let started = Instant::now();
    let request = Request::new(check_args(args)?)?;
    if let Err(error) = memory::watch(request.memory) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let mut library = Library::load(&request);
    let missing = library.missing(&request);
    library.troubles.extend(missing);
    let jobs = library.jobs(&request);
    if jobs.is_empty() && library.unreadable.is_empty() {
        return Ok(session::nothing(&request, &library));
    }
    let solvers = solvers::pool(&request.solvers, request.threads);
    if let Err(error) = &solvers {
        eprintln!("note: {error}; types and values are left to runs");
    }
    let _cooperation = interrupt::cooperate();
    let folder = Folder::later(args.out.as_deref().unwrap_or(Path::new(FOLDER)), &request.replayed);
    let trial = Trial {
        args,
        request: &request,
        loaded: &library,
        solvers: solvers.as_ref().ok(),
        rows: Vec::new(),
        rounds: 0,
        nights: args.out.as_deref().map(|folder| Nights::read(folder, args.seed)).transpose()?,
        progress: Progress::open_ended(true),
        last: started,
        troubles: library.troubles.clone(),
        folder,
        known: args.known.as_deref().map(Known::read).transpose()?.unwrap_or_default(),
        engines: 0,
    };
    trial.all(&jobs, started)
}

/// The request that the judgement of the patterns is.
fn check_args(args: &FuzzArgs) -> anyhow::Result<CheckArgs> {
    let mut check = CheckArgs::none()?;
    check.paths.clone_from(&args.paths);
    check.only.clone_from(&args.only);
    check.descriptions.clone_from(&args.descriptions.files);
    check.forms.include.clone_from(&args.descriptions.include);
    (check.config, check.isolated) = (args.descriptions.config.clone(), args.descriptions.isolated);
    check.format.clone_from(&args.format);
    check.jobs = args.jobs;
    check.solvers = SolverArgs { solver: args.solver.clone(), ..check.solvers };
    check.allow_no_solver = true;
    Ok(check)
}

struct Trial<'a> {
    args: &'a FuzzArgs,
    request: &'a Request,
    loaded: &'a Library,
    solvers: Option<&'a SolverPool>,
    rows: Vec<Row<'a>>,
    /// Rounds that were begun.
    rounds: u64,
    /// The runs before, where a folder is named.
    nights: Option<Nights>,
    /// The sign of life of a long run.
    progress: Progress,
    /// When a line was last written where there is no bar.
    last: Instant,
    troubles: Vec<String>,
    folder: Folder,
    /// Findings that are known.
    known: Known,
    /// Cases on which the engines differ.
    engines: usize,
}

impl<'a> Trial<'a> {
    fn all(mut self, jobs: &[Job<'a>], started: Instant) -> anyhow::Result<Exit> {
        let until = match self.args.time {
            Some(time) => Until::Time(started + time),
            None => Until::Rounds(self.args.rounds.unwrap_or(ROUNDS)),
        };
        self.judge(jobs)?;
        self.progress = Progress::open_ended(self.request.quiet);
        while !until.is_over(self.rounds) && self.rows.iter().any(|row| row.is_run(self.rounds)) {
            let round = self.rounds;
            self.rounds += 1;
            self.round(round, &until)?;
            if round == 0 {
                self.mutants(&until)?;
            }
            self.so_far();
        }
        if interrupt::is_over() {
            self.leave();
        }
        self.tell()
    }

    /// Says what was tried until now: beside a bar always, else once a minute.
    fn so_far(&mut self) {
        let line = screen::head(&self.rows, self.rounds, self.args.seed);
        let line = line.lines().next().unwrap_or_default();
        if self.progress.is_shown() {
            self.progress.say(line.to_owned());
        } else if self.last.elapsed() >= MINUTE && !self.request.quiet {
            self.last = Instant::now();
            eprintln!("so far: {line}");
        }
    }

    /// Tells what was tried until now and ends the process.
    fn leave(&mut self) -> ! {
        self.troubles.push(format!("{}: what was tried until then is told", interrupt::why()));
        interrupt::leave(|| self.tell().map(drop))
    }

    /// Judges every pattern, as `check` does.
    fn judge(&mut self, jobs: &[Job<'a>]) -> anyhow::Result<()> {
        let (library, request) = (self.loaded, self.request);
        check_loop::each(library, jobs, jobs.len(), request, self.solvers, |event| {
            let Event::Judged(_, judged) = event else { self.leave() };
            let job = &jobs[self.rows.len()];
            self.troubles.extend(judged.disagreements);
            let (mut report, (file, line)) = (judged.report, library.line(job));
            let name = library.name(job);
            let label = match name.is_empty() {
                true => format!("{file}:{line}"),
                false => format!("{file}:{line} @{name}"),
            };
            self.folder.write(&mut report)?;
            let verdict = report.verdict;
            self.rows.push(Row {
                job: *job,
                label,
                report,
                verdict,
                programs: 0,
                runs: 0,
                unmatched: 0,
                assumed: 0,
                cannot: None,
                mutants: BTreeMap::new(),
                guards: Vec::new(),
            });
            Ok(())
        })?;
        Ok(())
    }

    /// One round of every pattern that can be run.
    fn round(&mut self, number: u64, until: &Until) -> anyhow::Result<()> {
        let (library, seed, threads) = (self.loaded, self.args.seed, self.request.threads);
        // Runs before had the programs of their rounds.
        let drawn = number + self.nights.as_ref().map_or(0, |nights| nights.rounds);
        let tried: Vec<usize> = (0..self.rows.len()).filter(|row| self.rows[*row].is_run(number)).collect();
        let jobs: Vec<Job<'a>> = tried.iter().map(|row| self.rows[*row].job).collect();
        let one = |index: usize| {
            if until.is_over(number) {
                return None;
            }
            let natives = Summaries::new(&library.registry);
            let world = TrialContext { registry: &library.registry, natives: &natives, seed };
            Some(caught(|| user::round(pattern(library, &jobs[index]), &world, drawn)))
        };
        ordered_pool::each(tried.len(), threads, interrupt::is_over, one, |index, round| {
            match round.unwrap_or_else(|| self.leave()) {
                Some(Ok(round)) => self.add(tried[index], round),
                Some(Err(why)) => {
                    let row = &mut self.rows[tried[index]];
                    self.troubles.push(format!("{}: Assay failed: {why}", row.label));
                    row.cannot = Some("Assay failed".to_owned());
                    Ok(())
                }
                None => Ok(()),
            }
        })
    }

    fn add(&mut self, row: usize, round: Round) -> anyhow::Result<()> {
        let library = self.loaded;
        let row = &mut self.rows[row];
        row.programs += round.programs;
        row.runs += round.runs;
        row.unmatched += round.unmatched;
        row.assumed += round.assumed;
        row.cannot = round.cannot;
        for problem in round.problems {
            match problem {
                Problem::Engines(case) => {
                    self.engines += 1;
                    let path = self.folder.case(&format!("engines-{}.mlir", self.engines), &case)?;
                    self.troubles.push(format!("{}: the two engines differ: report {path}", row.label));
                }
                Problem::Wrong(found) => {
                    // What is wrong already is not told again in the words of a run.
                    if row.verdict == VerdictKind::Refuted || row.codes().contains(&found.claim.code) {
                        continue;
                    }
                    let command = |_| {
                        format!("assay replay {}{}", shell::quoted(&row.report.file), self.request.replayed)
                    };
                    let place = library.files[row.job.file].place(&library.sources);
                    let mut finding = convert::finding(place, &found, &command);
                    self.folder.write_one(&row.report, &mut finding)?;
                    if row.verdict == VerdictKind::Proved && row.report.assumptions.is_empty() {
                        let code = found.claim.code;
                        self.troubles
                            .push(format!("{}: proved, and a run breaks {code}: report it", row.label));
                    }
                    row.report.findings.push(finding);
                    row.report.verdict = VerdictKind::Refuted;
                    (row.report.scope, row.report.reason) = (None, None);
                }
            }
        }
        Ok(())
    }

    /// Changes every pattern in which no error is known, and judges what comes of it.
    fn mutants(&mut self, until: &Until) -> anyhow::Result<()> {
        let library = self.loaded;
        let of = |index: usize, row: &Row<'a>| -> Vec<(usize, mutants::Mutant)> {
            match row.is_run(0) && row.codes().is_empty() {
                true => mutants::all_mutants(pattern(library, &row.job))
                    .into_iter()
                    .map(|one| (index, one))
                    .collect(),
                false => Vec::new(),
            }
        };
        let all: Vec<_> = self.rows.iter().enumerate().flat_map(|(index, row)| of(index, row)).collect();
        let options = Options { units: UNITS_OF_A_MUTANT, ..self.request.options.clone() };
        let (solvers, seed) = (self.solvers, self.args.seed);
        let one = |index: usize| {
            if until.is_over(0) {
                return None;
            }
            let natives = Summaries::new(&library.registry);
            let world = TrialContext { registry: &library.registry, natives: &natives, seed };
            Some(caught(|| user::fate(&all[index].1, &world, &options, solvers)))
        };
        ordered_pool::each(all.len(), self.request.threads, interrupt::is_over, one, |index, fate| {
            let fate = fate.unwrap_or_else(|| self.leave());
            let (row, mutant) = &all[index];
            let row = &mut self.rows[*row];
            match fate {
                Some(Ok(fate)) => {
                    *row.mutants.entry(fate).or_default() += 1;
                    if mutant.guard && matches!(fate, MutantStatus::Right | MutantStatus::Open) {
                        row.guards.push((mutant.what.clone(), fate));
                    }
                }
                Some(Err(why)) => {
                    self.troubles.push(format!("{}, {}: Assay failed: {why}", row.label, mutant.what));
                }
                None => {}
            }
            Ok(())
        })
    }

    /// Tells everything.
    fn tell(&mut self) -> anyhow::Result<Exit> {
        let (library, request) = (self.loaded, self.request);
        let jobs: Vec<Job<'a>> = self.rows.iter().map(|row| row.job).collect();
        let mut faults = library.unreadable.clone();
        let mut allows = Allows::read(library, request, &jobs, &mut faults);
        request.accepted.severities().apply(&mut faults);
        for row in &mut self.rows {
            request.accepted.severities().apply(&mut row.report.findings);
            allows.accept(&mut row.report);
            self.known.accept(&mut row.report);
        }
        self.progress.finish();
        let mut errors = faults.iter().any(|fault| fault.level == Severity::Error);
        errors |= self.rows.iter().any(|row| !row.codes().is_empty());
        for row in &mut self.rows {
            row.report.trials = Some(screen::trials(row));
        }
        if !self.args.format.is_empty() {
            self.formats(&request.outputs, &mut faults)?;
        }
        let for_people = self.args.format.iter().all(|format| format.contains('='));
        if for_people {
            faults.iter().for_each(|fault| say!("{}", screen::fault(fault)));
            crate::output::piece(&screen::screen(&mut self.rows, self.rounds, self.args.seed));
        }
        if let (Some(nights), Some(folder)) = (&mut self.nights, &self.args.out) {
            let new = nights.add(&self.rows, self.rounds, folder)?;
            let runs = screen::counted(nights.runs, "run");
            let (folder, counts) = (folder.display(), nights.counts());
            let text = format!("{runs} in {folder}: {counts}, {} new since the last run", new.len());
            // On standard output another format may stand.
            eprintln!("note: {text}");
            new.iter().for_each(|one| eprintln!("note: new: {one}"));
        } else if !request.quiet && self.rows.iter().any(|row| row.runs > 0) {
            eprintln!(
                "note: the next run draws these programs again; runs with `--out DIR` go on with others and add up"
            );
        }
        library.notes.iter().for_each(|line| eprintln!("note: {line}"));
        if let Some(idle) = self.known.idle() {
            eprintln!("note: {idle}");
        }
        self.troubles.iter().for_each(|line| eprintln!("error: {line}"));
        let trouble = if self.troubles.is_empty() { Exit::Clean } else { Exit::Trouble };
        let idle = self.rows.iter().all(|row| row.runs == 0);
        if idle && !errors {
            eprintln!("error: nothing was run");
        }
        let found = if errors { Exit::Findings } else { Exit::Clean };
        let exit = trouble.and(found).and(if idle { Exit::NoPattern } else { Exit::Clean });
        // The screen shows errors alone.
        let mut summary = Summary::default();
        summary.patterns = self.rows.len();
        let findings = self.rows.iter().flat_map(|row| &row.report.findings).chain(&faults);
        findings.filter(|one| one.level == Severity::Error).for_each(|one| summary.add_finding(one));
        if let Some(line) = conclusion(&summary, exit.code()).filter(|_| for_people) {
            crate::output::piece(&line);
        }
        Ok(exit)
    }

    fn formats(&mut self, outputs: &Outputs, faults: &mut [Finding]) -> anyhow::Result<()> {
        let sources = &self.loaded.sources;
        let mut stream = outputs.open()?;
        let mut tool = session::tool(self.request, self.solvers);
        tool.with.insert("seed".to_owned(), self.args.seed.to_string());
        stream.start(&tool, faults, sources)?;
        for row in &mut self.rows {
            stream.pattern(&mut row.report, sources)?;
        }
        Ok(stream.finish(&mut [], &mut [], &[], sources)?)
    }
}

fn pattern<'p>(library: &'p Library, job: &Job<'_>) -> Pattern<'p> {
    Pattern { program: &library.files[job.file].program, op: job.candidate.pattern }
}

/// The answer, or the words of the panic that ended it: no other pattern is lost.
fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(ask)).map_err(|payload| payload_text(payload.as_ref()))
}
