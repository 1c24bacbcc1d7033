//! Problems of pipelines as records of the report, in words.

use std::collections::BTreeMap;

use assay_audit::contract::audit::{Audited, Problem, Remains};
use assay_audit::contract::pipeline::Step;
use assay_audit::contract::search::{Completions, Insertion};
use assay_audit::contract::state::StepNumber;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_reports::{Finding, Label, Location, PatternReport, Reason, Sources, Subject};

use super::question::Pipeline;
use crate::digest::short_digest;

/// Completions that are shown.
pub(super) const SHOWN: usize = 24;

/// Later steps that are named beside a remark about an earlier one.
const LATER: usize = 6;

/// Steps with a finding of their own where the same pass fails for the same reason; a note of the first names the further ones.
const ALIKE: usize = 3;

/// Passes that are named as removers of a kind.
const REMOVERS: usize = 3;

/// A record about a pipeline on a payload, without findings.
pub(super) fn record(
    pipeline: &Pipeline,
    sources: &Sources,
    payload: &str,
    verdict: VerdictKind,
) -> PatternReport {
    let at = pipeline.place(sources, 0);
    let mut text = String::new();
    for step in &pipeline.steps {
        step.write_alone(&mut text);
        text.push(',');
    }
    text.pop();
    PatternReport {
        domain: if payload.is_empty() { Vec::new() } else { vec![format!("payload: {payload}")] },
        fingerprint: short_digest(&(text + "\n" + payload)),
        subject: Subject::Pipelines,
        ..PatternReport::new(&pipeline.name, &at, verdict)
    }
}

/// The record of a static audit.
pub(super) fn audited(
    pipeline: &Pipeline,
    sources: &Sources,
    payload: &str,
    found: &Audited,
    completions: &Completions,
    most: usize,
) -> PatternReport {
    let shower = PipelineFormatter { pipeline, sources };
    let mut record = record(pipeline, sources, payload, VerdictKind::Unknown);
    record.findings.reserve_exact(found.problems.len());
    let mut seen: BTreeMap<Key<'_>, Repeated> = BTreeMap::new();
    for problem in &found.problems {
        if let Some((key, step, separate)) = shower.key(problem) {
            let repeated = seen.entry(key).or_insert(Repeated {
                first: record.findings.len(),
                separate,
                later: Vec::new(),
            });
            if repeated.separate == 0 {
                repeated.later.push(step.to_string());
                continue;
            }
            repeated.separate -= 1;
        }
        record.findings.push(shower.finding(problem));
    }
    for (key, repeated) in seen.iter().filter(|(_, repeated)| !repeated.later.is_empty()) {
        let finding = &mut record.findings[repeated.first];
        if key.code == Rule::C504 {
            finding.notes.push(format!("nor does it at step {}", repeated.few()));
        } else {
            finding.message.push_str(&format!("; the same at {} further steps", repeated.later.len()));
            finding.notes.push(format!("the further steps are {}", repeated.later.join(", ")));
        }
    }
    let blamed = record.findings.iter_mut().find(|finding| finding.code == Rule::C501);
    if let Some(finding) = blamed {
        finding.help.extend(shower.completions(&completions.ways, most));
        if completions.limited {
            finding.help.push(
                "the search for completions stopped at its limit; `--candidates` narrows it".to_owned(),
            );
        }
    }
    record.findings.extend(shower.without_contract(found));
    record.assumptions.push("the contracts of the passes".to_owned());
    let untested = found.untested.iter().filter(|step| !found.unknown.contains(step));
    let untested: Vec<String> = untested.map(|step| shower.step(*step)).collect();
    if !untested.is_empty() {
        record.assumptions.push(format!("contracts without conformance: {}", untested.join(", ")));
    }
    let reason = |class, subject: String| Some(Reason { class, subject, line: None });
    if let Some(step) = found.unknown.first() {
        record.reason = reason(UnknownKind::NoSpec, format!("{} has no contract", shower.step(*step)));
    } else if found.is_clean() && found.untested.is_empty() {
        record.verdict = VerdictKind::Proved;
    } else if found.is_clean() {
        record.verdict = VerdictKind::WellFormed;
        record.scope = Some("contract".to_owned());
        record.reason =
            reason(UnknownKind::NotRequested, "conformance of every contract (`--conformance`)".to_owned());
    } else if let Some(step) = found.assumed.first() {
        let words = format!("the options of {} have no contract", shower.step(*step));
        record.reason = reason(UnknownKind::NoSpec, words);
    } else {
        let steps = match pipeline.steps.len() {
            1 => "its step".to_owned(),
            count => format!("its {count} steps"),
        };
        let flags = if payload.is_empty() { "--payload FILE --run" } else { "--run" };
        record.reason = reason(UnknownKind::NotRequested, format!("a run of {steps} (`{flags}`)"));
    }
    record
}

/// A problem of a pass, without the number of its step.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<'p> {
    code: Rule,
    pass: String,
    kinds: &'p [String],
    /// The step that removed the kinds, where the message names it.
    cause: Option<StepNumber>,
}

/// Steps with the same problem.
struct Repeated {
    /// The index of the first finding.
    first: usize,
    /// Further steps that get a finding of their own.
    separate: usize,
    /// Steps without a finding of their own.
    later: Vec<String>,
}

impl Repeated {
    /// The first few of the later steps, and how many follow.
    fn few(&self) -> String {
        match self.later.len() {
            0..=LATER => self.later.join(", "),
            count => format!("{} and {} more", self.later[..LATER].join(", "), count - LATER),
        }
    }
}

/// Words for places in a pipeline.
pub(super) struct PipelineFormatter<'s> {
    pub(super) pipeline: &'s Pipeline,
    pub(super) sources: &'s Sources,
}

impl PipelineFormatter<'_> {
    /// The problem apart from its step, the step, and how many steps have a finding of their own; `None` for C501, which names
    /// each kind once.
    fn key<'p>(&self, problem: &'p Problem) -> Option<(Key<'p>, StepNumber, usize)> {
        let (code, kinds, step, cause, separate) = match problem {
            Problem::Leftover { .. } => return None,
            // A pass that does nothing several times is one remark, whatever removed its kinds.
            Problem::Idle { step, .. } => (Rule::C504, &[] as &[String], *step, None, 1),
            Problem::PhaseOrder { kinds, step, removed_by } => {
                (Rule::C502, kinds.as_slice(), *step, Some(*removed_by), ALIKE)
            }
            // Wherever the kind comes from.
            Problem::Forbidden { kind, step, .. } => {
                (Rule::C503, std::slice::from_ref(kind), *step, None, ALIKE)
            }
        };
        Some((Key { code, pass: self.label(step), kinds, cause }, step, separate))
    }

    fn label(&self, number: StepNumber) -> String {
        let step = number.checked_sub(1).and_then(|index| self.pipeline.steps.get(index as usize));
        step.map_or_else(String::new, Step::label)
    }

    /// A step in words.
    pub(super) fn step(&self, number: StepNumber) -> String {
        match number.checked_sub(1).and_then(|index| self.pipeline.steps.get(index as usize)) {
            Some(step) => format!("step {number} `{}`", step.label()),
            None => "the start".to_owned(),
        }
    }

    /// A finding at a step.
    pub(super) fn at(&self, code: Rule, level: Severity, step: StepNumber, message: String) -> Finding {
        let at: Location = self.pipeline.place(self.sources, step);
        let mut finding = Finding::new(code, level, at.clone(), message);
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        finding
    }

    fn beside(&self, finding: &mut Finding, step: StepNumber, text: &str) {
        if step > 0 {
            let span = self.pipeline.place(self.sources, step).span();
            finding.labels.push(Label { span, text: text.to_owned(), primary: false });
        }
    }

    fn finding(&self, problem: &Problem) -> Finding {
        match problem {
            Problem::Leftover { kind, step, because_of, why, removers, certain } => {
                let mut finding =
                    self.at(Rule::C501, level(*certain), *step, self.remains(kind, *step, *certain));
                if because_of.is_empty() {
                    self.explain(&mut finding, why.as_ref(), removers);
                } else {
                    finding.level = Severity::Note;
                    finding.notes.push(format!("it only remains because {} may remain", listed(because_of)));
                }
                finding
            }
            Problem::PhaseOrder { kinds, step, removed_by } => {
                let by = self.step(*removed_by);
                let message = format!("{} requires {}, removed by {by}", self.step(*step), listed(kinds));
                let mut finding = self.at(Rule::C502, Severity::Error, *step, message);
                self.beside(&mut finding, *removed_by, "removed here");
                finding.help.push(format!("move it in front of {by}"));
                finding
            }
            Problem::Forbidden { kind, step, added_by, certain } => {
                let message = format!("{} may fail: `{kind}` may be present", self.step(*step));
                let mut finding = self.at(Rule::C503, level(*certain), *step, message);
                self.beside(&mut finding, *added_by, "may be added here");
                finding
            }
            Problem::Idle { kinds, step, removed_by } => {
                let message = format!("{} does nothing: there is no {}", self.step(*step), listed(kinds));
                let mut finding = self.at(Rule::C504, Severity::Note, *step, message);
                if let Some(by) = removed_by {
                    self.beside(&mut finding, *by, "removed here");
                }
                finding
            }
        }
    }

    fn remains(&self, kind: &str, step: StepNumber, certain: bool) -> String {
        let origin = match step {
            0 => "it is there at the start".to_owned(),
            step if certain => format!("{} adds it", self.step(step)),
            step => format!("{} may add it", self.step(step)),
        };
        format!("`{kind}` may remain at the end: {origin}")
    }

    /// Says why a kind remains, or which passes remove it.
    fn explain(&self, finding: &mut Finding, why: Option<&(StepNumber, Remains)>, removers: &[String]) {
        match why {
            Some((number, Remains::Early)) => {
                finding.help.push(format!("{} removes it and comes before it is added", self.step(*number)));
                self.beside(finding, *number, "removed here, too early");
            }
            Some((number, Remains::Beside(others))) => {
                let words = listed(others);
                finding
                    .notes
                    .push(format!("{} removes it only where there is no {words}", self.step(*number)));
            }
            Some((number, Remains::Added)) => {
                finding.notes.push(format!("{} removes it and may add it again", self.step(*number)));
            }
            None if !removers.is_empty() => {
                let names: Vec<String> =
                    removers.iter().take(REMOVERS).map(|name| format!("`{name}`")).collect();
                let more = removers.len().saturating_sub(REMOVERS);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                finding.help.push(format!("removed by {}{more}", names.join(", ")));
            }
            None => {}
        }
    }

    /// A line for each step that is judged without a contract of its own.
    fn without_contract(&self, found: &Audited) -> Vec<Finding> {
        let line = |step: &StepNumber, message| self.at(Rule::C505, Severity::Warning, *step, message);
        let unknown = found.unknown.iter().map(|step| {
            line(step, format!("{} has no contract: what it removes and adds is not known", self.step(*step)))
        });
        let assumed = found.assumed.iter().map(|step| {
            line(
                step,
                format!(
                    "the options of {} have no contract: that of the default ones is taken",
                    self.step(*step)
                ),
            )
        });
        unknown.chain(assumed).collect()
    }

    fn completions(&self, completions: &[Vec<Insertion>], most: usize) -> Vec<String> {
        let words = |way: &Vec<Insertion>| {
            let parts: Vec<String> = way
                .iter()
                .map(|(at, step)| match at {
                    0 => format!("`{}` at the start", step.label()),
                    at => format!("`{}` behind step {at}", step.label()),
                })
                .collect();
            format!("clean with {}", parts.join(" and "))
        };
        let mut out: Vec<String> = completions.iter().take(most).map(words).collect();
        let left = completions.len().saturating_sub(most);
        if left > 0 {
            let others = if left == 1 { "other is" } else { "others are" };
            let all = if most == SHOWN { "" } else { " (`--show findings` lists them)" };
            out.push(format!("{left} {others} as short{all}"));
        }
        out
    }
}

/// The level of a problem.
fn level(certain: bool) -> Severity {
    if certain { Severity::Error } else { Severity::Warning }
}

fn listed(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
