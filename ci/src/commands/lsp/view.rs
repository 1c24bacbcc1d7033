//! Everything that is known about one text: its patterns with their reports, and what was found outside of them. Reports
//! of patterns whose text is the same as before are taken over.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use assay_ir::pdl;
use assay_reports::{Finding, Location, PatternReport, Sources};
use assay_smt::SolverPool;
use assay_verifier::pipeline::UNREADABLE;
use assay_verifier::rise::Premises;

use super::settings::Settings;
use crate::accept::Allows;
use crate::check_loop;
use crate::digest;
use crate::excluded;
use crate::inputs::Input;
use crate::library::{Job, Library};
use crate::ordered_pool;
use crate::origin::Origin;
use crate::sets::Members;

/// A pattern by what it says and how it is written.
pub(crate) type Key = String;

/// A report with all stages asked, wherever the text of the pattern stands.
#[derive(Debug)]
pub(crate) struct Known {
    report: PatternReport,
    time: Duration,
    /// Where the text of the pattern started when it was judged.
    start: usize,
}

/// Everything known, by key.
pub(crate) type Memory = HashMap<Key, Arc<Known>>;

/// A pattern of a text.
pub(crate) struct Entry {
    key: Key,
    /// Bytes of the pattern.
    pub(crate) span: Range<usize>,
    /// The report; the accepted findings are marked.
    pub(crate) report: PatternReport,
    /// Time of the judgement, once all stages were asked.
    pub(crate) time: Option<Duration>,
    /// The report of all stages.
    known: Option<Arc<Known>>,
}

/// A text with everything that is known about it.
pub(crate) struct View {
    /// The name of the text in reports.
    pub(crate) name: String,
    /// All texts by name.
    pub(crate) sources: Sources,
    /// The patterns in the order of the text.
    pub(crate) patterns: Vec<Entry>,
    /// Findings that belong to no pattern.
    pub(crate) others: Vec<Finding>,
    /// Lines about what could not be done.
    pub(crate) troubles: Vec<String>,
    allows: Allows,
}

/// Reads a text; one in which no pattern can be is left alone, whatever dialect it is written in.
pub(crate) fn library(settings: &Settings, name: &str, text: &str) -> Library {
    let input = Input { name: name.to_owned(), bytes: text.as_bytes().to_vec(), walked: false };
    let wanted = excluded::may_hold_pattern(name, &input.bytes);
    Library::read(settings.registry.above(), wanted.then_some(input).into_iter().collect(), &settings.request)
}

impl View {
    /// A text as it is seen at once: what is known of its patterns, and the structure of the others.
    pub(crate) fn quick(settings: &Settings, library: &Library, name: &str, memory: &Memory) -> View {
        let judge = |key: &Key, job: &Job<'_>| match memory.get(key) {
            Some(known) => Answer::Known(Arc::clone(known)),
            None => {
                let mut report = check_loop::structure(library, job, &settings.request);
                report.fingerprint = check_loop::fingerprint(&library.files[job.file], job.candidate.pattern);
                listed(settings, &mut report);
                Answer::Structure(Box::new(report))
            }
        };
        View::new(settings, library, &library.jobs(&settings.request), name, judge)
    }

    /// A text with every question answered; `None` if it was cancelled. `learned` is told each pattern that was judged.
    pub(crate) fn whole(
        settings: &Settings,
        library: &Library,
        name: &str,
        memory: &Memory,
        solvers: Option<&SolverPool>,
        cancelled: &AtomicBool,
        learned: impl Fn(&Key, &Arc<Known>) + Sync,
    ) -> Option<View> {
        let jobs = library.jobs(&settings.request);
        let mut all = Vec::with_capacity(jobs.len());
        let judge = |index: usize| {
            let job = &jobs[index];
            let key = key(library, job);
            if cancelled.load(Ordering::SeqCst) {
                return None;
            }
            let known = memory.get(&key).map(Arc::clone).unwrap_or_else(|| {
                let judged =
                    check_loop::judge(library, job, &settings.request, &settings.request.options, solvers);
                let start = span(library, job).start;
                let (mut report, time) = (judged.report, judged.time);
                listed(settings, &mut report);
                Arc::new(Known { report, time, start })
            });
            // A solver may have been ended under it.
            (!cancelled.load(Ordering::SeqCst)).then(|| {
                learned(&key, &known);
                known
            })
        };
        let read =
            |_, known: Option<Option<Arc<Known>>>| known.flatten().map(|known| all.push(known)).ok_or(());
        ordered_pool::each(jobs.len(), settings.request.threads, || false, judge, read).ok()?;
        let mut members = Members::default();
        for (job, known) in jobs.iter().zip(&all) {
            members.add(job.file, job.candidate.pattern, known.report.verdict);
        }
        let mut all = all.into_iter();
        let mut view = View::new(settings, library, &jobs, name, |_, _| match all.next() {
            Some(known) => Answer::Known(known),
            None => unreachable!("each pattern was judged"),
        });
        view.finish(settings, library, &jobs, members, solvers);
        Some(view)
    }

    fn new(
        settings: &Settings,
        library: &Library,
        jobs: &[Job<'_>],
        name: &str,
        mut judge: impl FnMut(&Key, &Job<'_>) -> Answer,
    ) -> View {
        let mut others = library.unreadable.clone();
        let mut allows = Allows::read(library, &settings.request, jobs, &mut others);
        let mut patterns = Vec::with_capacity(jobs.len());
        for job in jobs {
            let (key, span) = (key(library, job), span(library, job));
            let (mut report, time, known) = match judge(&key, job) {
                Answer::Known(known) => {
                    (moved(&known, span.start, &library.sources), Some(known.time), Some(known))
                }
                Answer::Structure(report) => (*report, None, None),
            };
            allows.accept(&mut report);
            patterns.push(Entry { key, span, report, time, known });
        }
        others.extend(array_programs(settings, library, None));
        let (sources, troubles) = (library.sources.clone(), library.troubles.clone());
        View { name: name.to_owned(), sources, patterns, others, troubles, allows }
    }

    /// Adds what only all patterns together show.
    fn finish(
        &mut self,
        settings: &Settings,
        library: &Library,
        jobs: &[Job<'_>],
        members: Members,
        solvers: Option<&SolverPool>,
    ) {
        if settings.request.selection.asked().termination {
            let sets = members.judge(library, &settings.request);
            for mut finding in sets.into_iter().flat_map(|set| set.findings) {
                self.allows.accept_of_set(&mut finding, library, jobs);
                self.others.push(finding);
            }
        }
        self.others.extend(self.allows.idle(&settings.request.selection));
        let errors = |finding: &Finding| finding.code != UNREADABLE;
        let premises = assay_verifier::premises(&library.registry, solvers);
        self.others.extend(array_programs(settings, library, Some(&premises)).into_iter().filter(errors));
    }

    /// Takes over what was learned about a pattern; false if no pattern of the text is meant.
    pub(crate) fn learn(&mut self, key: &Key, known: &Arc<Known>) -> bool {
        let mut meant = false;
        for entry in self.patterns.iter_mut().filter(|entry| entry.key == *key) {
            entry.report = moved(known, entry.span.start, &self.sources);
            self.allows.accept(&mut entry.report);
            entry.time = Some(known.time);
            entry.known = Some(Arc::clone(known));
            meant = true;
        }
        meant
    }

    /// The reports of all stages, of the patterns of the text.
    pub(crate) fn memory(&self) -> Memory {
        let known = |entry: &Entry| Some((entry.key.clone(), Arc::clone(entry.known.as_ref()?)));
        self.patterns.iter().filter_map(known).collect()
    }

    /// The findings that are open.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Finding> {
        let of_patterns = self.patterns.iter().flat_map(|entry| &entry.report.findings);
        self.others.iter().chain(of_patterns).filter(|finding| finding.accepted.is_none())
    }
}

/// Accepts what the baseline of the project lists.
fn listed(settings: &Settings, report: &mut PatternReport) {
    if let Some(baseline) = &settings.request.accepted.baseline {
        baseline.accept_again(report);
    }
}

/// Findings about array programs: errors of types, and the verdicts of rules where premises can be asked.
fn array_programs(settings: &Settings, library: &Library, premises: Option<&Premises<'_>>) -> Vec<Finding> {
    let jobs = library.rise_jobs(&settings.request);
    let report =
        |(file, place): (usize, usize)| library.rise[file].report(place, &library.sources, premises).report;
    jobs.into_iter().map(report).flat_map(|report| report.findings).collect()
}

/// The answer about a pattern.
enum Answer {
    /// Of all stages.
    Known(Arc<Known>),
    /// Of the stages that need no solver.
    Structure(Box<PatternReport>),
}

fn span(library: &Library, job: &Job<'_>) -> Range<usize> {
    let file = &library.files[job.file];
    match file.origin {
        Origin::Own => file.program.op(job.candidate.pattern).span.range(),
        Origin::Printed(_) => {
            file.place(&library.sources).whole(file.program.op(job.candidate.pattern).span).span()
        }
    }
}

/// A name for a pattern by its canonical text, since aliases stand elsewhere, and by how it is written, since findings point
/// into that. Faults that its reader and PDL's own rules find count, too: these look at the patterns around it.
fn key(library: &Library, job: &Job<'_>) -> Key {
    let file = &library.files[job.file];
    let says = pdl::canonical(pdl::Pattern { program: &file.program, op: job.candidate.pattern });
    let text = library.sources.text(&file.name).unwrap_or_default();
    let written = match file.origin {
        Origin::Own => text.get(span(library, job)).unwrap_or_default(),
        // The places of its parts are known one by one.
        Origin::Printed(_) => text,
    };
    let (unreadable, violations) = (&job.candidate.unreadable, &job.candidate.violations);
    let faults = match unreadable.is_empty() && violations.is_empty() {
        true => String::new(),
        false => format!("{:?} {unreadable:?} {violations:?}", span(library, job)),
    };
    digest::short_digest(&format!("{says}\0{written}\0{faults}"))
}

/// A report about the same pattern elsewhere in the text.
fn moved(known: &Known, start: usize, sources: &Sources) -> PatternReport {
    let mut report = known.report.clone();
    let (file, from) = (report.file.clone(), known.start);
    let offset = |at: usize| (at + start).saturating_sub(from);
    let place = |at: &mut Location| {
        if at.file == file {
            *at = sources.locate(&file, offset(at.start)..offset(at.end));
        }
    };
    let line = sources.position(&file, start).0;
    if let Some(reason) = &mut report.reason {
        reason.line = reason.line.map(|at| (at + line).saturating_sub(report.line));
    }
    report.line = line;
    for finding in &mut report.findings {
        place(&mut finding.at);
        finding.related.iter_mut().for_each(|related| place(&mut related.at));
        finding
            .labels
            .iter_mut()
            .for_each(|label| label.span = offset(label.span.start)..offset(label.span.end));
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits);
        edits.for_each(|edit| place(&mut edit.at));
    }
    report
}
