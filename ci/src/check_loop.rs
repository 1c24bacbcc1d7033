//! From patterns to their reports, one after the other: judged by the library on all threads, then presented. Decides
//! nothing about a pattern.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use anyhow::Result;
use assay_ir::data::OpId;
use assay_ir::diagnostic::Severity;
use assay_ir::pdl;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::verdict::VerdictKind;
use assay_reports::{Finding, Label, PatternReport, Unsat, render};
use assay_smt::{SolverPool, Tally};
use assay_verifier::fix::{self, Suggestions};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{self, Judgement};

use crate::args::Require;
use crate::confirm_cpp::Confirmation;
use crate::frontend::File;
use crate::library::{Job, Library};
use crate::origin::Place;
use crate::progress::Progress;
use crate::request::Request;
use crate::{accept, convert, cpp, diagram, digest, fixes, interrupt, ordered_pool, proofs, rerun_command};

/// Questions of the full length that a run may put to its solvers, in the solver's units: patterns share them evenly. A run of 10,000
/// patterns leaves each all that one pattern may take.
const QUESTIONS_OF_A_RUN: u64 = 30_000;

/// Units of a question where the solver has no limit of its own.
const DEFAULT_UNITS: u64 = 20_000_000;

/// A judged pattern.
pub(crate) struct Judged {
    /// Its report, before suppressions.
    pub(crate) report: PatternReport,
    /// Guards and fixes.
    pub(crate) suggestions: Suggestions,
    /// Lines about claims of ours that did not come true when they were replayed.
    pub(crate) disagreements: Vec<String>,
    /// The questions that its proof rests on, where they are written.
    pub(crate) proof: Option<Vec<proofs::Question>>,
    /// Time of the judgement.
    pub(crate) time: Duration,
    /// The runs of the path of C++ that the pattern is, where they are asked for.
    pub(crate) confirmation: Option<Confirmation>,
}

/// The judged patterns, in order.
pub(crate) enum Event<'j, 'a> {
    /// The next one was judged.
    Judged(&'j Job<'a>, Box<Judged>),
    /// The run is over, and the next one is not judged yet. It may never be, so that what is read now has to end the process.
    Over,
}

/// Judges patterns, a part of the `all` patterns of a run, and hands each to `read`, in order.
///
/// # Errors
/// Those of `read`.
pub(crate) fn each(
    library: &Library,
    jobs: &[Job<'_>],
    all: usize,
    request: &Request,
    solvers: Option<&SolverPool>,
    mut read: impl FnMut(Event<'_, '_>) -> Result<()>,
) -> Result<()> {
    let progress = Progress::start(jobs.len(), "patterns", request.quiet);
    let options = Options { units: share(all, solvers), ..request.options.clone() };
    let done = ordered_pool::each(
        jobs.len(),
        request.threads,
        interrupt::is_over,
        |index| {
            let _running = progress.running(index, || name(library, &jobs[index]));
            let job = &jobs[index];
            let judged =
                panic::catch_unwind(AssertUnwindSafe(|| judge(library, job, request, &options, solvers)));
            let judged = judged.unwrap_or_else(|payload| {
                failed(library, job, request, pipeline::payload_text(payload.as_ref()))
            });
            // The solver may have been killed under it.
            (!interrupt::came()).then(|| Box::new(judged))
        },
        |index, judged| {
            progress.step();
            read(judged.flatten().map_or(Event::Over, |judged| Event::Judged(&jobs[index], judged)))
        },
    );
    progress.finish();
    done
}

/// The record of a pattern at which Assay failed: no other one is lost.
fn failed(library: &Library, job: &Job<'_>, request: &Request, why: String) -> Judged {
    let file = &library.files[job.file];
    let subject = AnalyzedPattern::new(&file.program, job.candidate.pattern, &library.registry);
    let judgement = pipeline::failed(&Task::new(&subject, &request.options), why);
    let place = file.place(&library.sources);
    let mut report = present(file, place, &judgement, (request, &library.registry));
    report.fingerprint = fingerprint(file, job.candidate.pattern);
    let (suggestions, disagreements) = (Suggestions::default(), disagreements(place, &judgement));
    Judged { report, suggestions, disagreements, proof: None, time: Duration::ZERO, confirmation: None }
}

/// Fails in builds for tests at the pattern that the variable ASSAY_FAIL_AT names, as a defect behind the stages would.
fn fail_point(name: Option<&str>) {
    let chosen = || std::env::var("ASSAY_FAIL_AT").ok();
    if cfg!(debug_assertions) && name.is_some() && chosen().as_deref() == name {
        panic!("the fail point was reached");
    }
}

/// The place and name of a pattern.
fn name(library: &Library, job: &Job<'_>) -> String {
    let file = &library.files[job.file];
    let pattern = pdl::Pattern { program: &file.program, op: job.candidate.pattern };
    let at = file.place(&library.sources).head(pattern.span());
    let name = pattern.name().map_or_else(String::new, |name| format!(" @{name}"));
    render::one_line(&format!("{}:{}{name}", at.file, at.line))
}

/// The part of one pattern in what a run may ask of its solvers: it depends on the number of patterns and on no clock or thread.
fn share(patterns: usize, solvers: Option<&SolverPool>) -> u64 {
    let question = solvers.and_then(|solvers| solvers.config().resource_units).unwrap_or(DEFAULT_UNITS);
    question.saturating_mul(QUESTIONS_OF_A_RUN) / patterns.max(1) as u64
}

/// Judges one pattern, with these options in place of the request's.
pub(crate) fn judge(
    library: &Library,
    job: &Job<'_>,
    request: &Request,
    options: &Options,
    solvers: Option<&SolverPool>,
) -> Judged {
    let file = &library.files[job.file];
    let subject = AnalyzedPattern::new(&file.program, job.candidate.pattern, &library.registry);
    let subject = subject.within(options.limits);
    let task = Task::new(&subject, options);
    let mut asked = request.selection.asked();
    // Code that MLIR generates of records compares every use of a name; only the matcher of PDL does not.
    asked.matching &= !file.generated;
    // A path stands for one step of a body; constants that a folder makes are operations in it.
    asked.termination &= file.bodies.is_empty();
    let started = Instant::now();
    let counted = solvers.map(SolverPool::counted);
    let judgement = pipeline::judge(&task, job.candidate, asked, counted.as_ref());
    let time = started.elapsed();
    fail_point(judgement.name.as_deref());
    let place = file.place(&library.sources);
    let mut report = present(file, place, &judgement, (request, &library.registry));
    report.fingerprint = fingerprint(file, job.candidate.pattern);
    report.unsat = counted.and_then(|solvers| unsat(solvers.tally()));
    report.milliseconds = request.timings.then(|| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    let suggestions = suggestions(&task, &judgement, &report, request, solvers);
    fixes::attach(&mut report, &place, &suggestions);
    if request.outputs.draws() {
        diagram::attach(&mut report, place, &task, solvers);
    }
    if request.all_widths {
        bounded_only(&mut report, &place, &judgement);
    }
    if let Some(require) = request.require {
        required(&mut report, &place, &judgement, require);
    }
    // A run would be of the path as it was read, and no evidence about the C++.
    if let Some(mlir) = request.mlir.as_ref().filter(|_| file.bodies.is_empty()) {
        mlir.confirm(&mut report, &library.registry);
    }
    let mut disagreements = disagreements(place, &judgement);
    let confirmation = confirmation(library, job, request);
    for text in confirmation.iter().flat_map(|one| &one.disagreements) {
        let name = judgement.name.as_deref().unwrap_or_default();
        let at = place.head(judgement.span);
        disagreements.push(format!(
            "internal error of the reading, please report it unless the binary has another source: {}:{}: {name}: {text}",
            at.file, at.line
        ));
    }
    let proof = request.files.proofs.is_some();
    let proof = proof.then(|| proofs::questions(&task, report.verdict, asked, solvers)).flatten();
    Judged { report, suggestions, disagreements, proof, time, confirmation }
}

/// Runs of the path of C++ that a pattern is.
fn confirmation(library: &Library, job: &Job<'_>, request: &Request) -> Option<Confirmation> {
    let (mlir, body) = (request.mlir.as_ref()?, library.body(job)?);
    let (_, number) = cpp::part(library.name(job))?;
    let path = body.paths.get(number.checked_sub(1)?)?;
    let reading = body.reading.as_ref().filter(|_| path.unread.is_none())?;
    Some(mlir.confirmer(&library.registry).path(reading, number - 1))
}

fn unsat(tally: Tally) -> Option<Unsat> {
    (tally.unsat > 0).then_some(Unsat { answers: tally.unsat, confirmed: tally.confirmed })
}

/// The report of a pattern without the stages that take long: no types, no values, no termination, no fixes.
pub(crate) fn structure(library: &Library, job: &Job<'_>, request: &Request) -> PatternReport {
    let file = &library.files[job.file];
    let subject = AnalyzedPattern::new(&file.program, job.candidate.pattern, &library.registry);
    let subject = subject.within(request.options.limits);
    let task = Task::new(&subject, &request.options);
    let mut asked = request.selection.asked();
    asked.matching &= !file.generated;
    let asked = EnabledStages { types: false, values: false, termination: false, ..asked };
    let judgement = pipeline::judge(&task, job.candidate, asked, None);
    present(file, file.place(&library.sources), &judgement, (request, &library.registry))
}

/// Guards and fixes of a pattern that has a finding to show them with.
fn suggestions(
    task: &Task<'_>,
    judgement: &Judgement,
    report: &PatternReport,
    request: &Request,
    solvers: Option<&SolverPool>,
) -> Suggestions {
    let broken = |finding: &Finding| finding.level == Severity::Error || finding.code == Rule::P101;
    match report.findings.iter().any(broken) {
        true => fix::suggest(task, judgement, request.selection.asked(), solvers),
        false => Suggestions::default(),
    }
}

fn present(
    file: &File,
    place: Place<'_>,
    judgement: &Judgement,
    (request, registry): (&Request, &Registry),
) -> PatternReport {
    let name = judgement.name.as_deref();
    let body = name.filter(|_| !file.bodies.is_empty()).and_then(cpp::part).map(|(body, _)| body);
    let command = |_: Rule| rerun_command::command(&file.name, body.or(name), &request.again);
    let mut report = convert::pattern(place, judgement, &command, registry);
    let shown = |finding: &Finding| request.selection.shows(finding.code);
    let hidden = report.findings.iter().filter(|one| one.level == Severity::Error && !shown(one));
    report.hidden = hidden.map(|one| one.code).collect();
    report.hidden.dedup();
    report.findings.retain(shown);
    report
}

/// Names a pattern by what it says.
pub(crate) fn fingerprint(file: &File, pattern: OpId) -> String {
    let text = pdl::canonical(pdl::Pattern { program: &file.program, op: pattern });
    digest::short_digest(&text)
}

/// Under `--min-scope all` a bounded proof is a finding.
fn bounded_only(report: &mut PatternReport, place: &Place<'_>, judgement: &Judgement) {
    if report.verdict != VerdictKind::Bounded {
        return;
    }
    let at = place.head(judgement.span);
    let scope = report.scope.as_deref().unwrap_or("a finite set");
    let message = format!("proved only for {scope}");
    let mut finding = Finding::new(accept::BOUNDED, Severity::Error, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    report.findings.push(finding);
}

/// Under `--require` a pattern of which less was shown is a finding. One that is refuted, vacuous or malformed has its own.
fn required(report: &mut PatternReport, place: &Place<'_>, judgement: &Judgement, require: Require) {
    if matches!(report.verdict, VerdictKind::Refuted | VerdictKind::Vacuous | VerdictKind::Malformed) {
        return;
    }
    let stages = [
        (Require::Structure, verdict::Stage::Structure),
        (Require::Types, verdict::Stage::Types),
        (Require::Values, verdict::Stage::Values),
    ];
    let holds = |wanted: verdict::Stage| {
        judgement.stages.iter().any(|(stage, answer)| {
            let shown = matches!(answer, verdict::StageVerdict::Proved | verdict::StageVerdict::Bounded(_));
            *stage == wanted && shown
        })
    };
    let missing = stages.into_iter().filter(|(level, _)| *level <= require).find(|(_, stage)| !holds(*stage));
    let Some((_, stage)) = missing else { return };
    let at = place.head(judgement.span);
    let reason = report.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
    let message = format!("the {} rules are not shown to hold: {}{reason}", stage.word(), report.verdict);
    let mut finding = Finding::new(accept::BELOW, Severity::Error, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    report.findings.push(finding);
}

/// Lines about claims of ours that did not come true when they were replayed.
fn disagreements(place: Place<'_>, judgement: &Judgement) -> Vec<String> {
    let line = |claim: &verdict::Claim| {
        let at = place.whole(claim.span);
        format!(
            "internal disagreement, please report it: {}:{}: {} was claimed of @{} and its replay does not fail: {}",
            at.file,
            at.line,
            claim.code,
            judgement.name.as_deref().unwrap_or("(no name)"),
            claim.message
        )
    };
    let failed = |(stage, answer): &(verdict::Stage, verdict::StageVerdict)| {
        let verdict::StageVerdict::Unknown(verdict::Unknown::Internal(text)) = answer else { return None };
        let (at, name) = (place.head(judgement.span), judgement.name.as_deref().unwrap_or("(no name)"));
        Some(format!("internal error, please report it: {}:{}: {stage} of @{name}: {text}", at.file, at.line))
    };
    judgement.disagreements.iter().map(line).chain(judgement.stages.iter().filter_map(failed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_many_patterns_leaves_less_to_each() {
        assert_eq!(share(10_000, None), 3 * DEFAULT_UNITS);
        assert_eq!(share(100_000, None), 3 * DEFAULT_UNITS / 10);
        assert_eq!(share(0, None), share(1, None));
    }
}
