//! Problems of pipelines as records of the report, in words.

use std::collections::BTreeMap;

use assay_audit::contract::audit::{Audited, Problem};
use assay_audit::contract::pipeline::Step;
use assay_audit::contract::search::Insertion;
use assay_audit::contract::state::StepNumber;
use assay_ir::rule::Rule;
use assay_reports::{Finding, Label, Level, Location, Obstacle, PatternReport, Reason, Sources, Verdict};
use sha2::{Digest as _, Sha256};

use super::question::Pipeline;

/// Completions that are shown.
const SHOWN: usize = 24;

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
    verdict: Verdict,
) -> PatternReport {
    let at = pipeline.place(sources, 0);
    let mut text = String::new();
    for step in &pipeline.steps {
        step.write_alone(&mut text);
        text.push(',');
    }
    text.pop();
    let fingerprint = Sha256::digest(text + "\n" + payload);
    PatternReport {
        name: pipeline.name.clone(),
        file: pipeline.file.clone(),
        line: at.line,
        verdict,
        scope: None,
        assumptions: Vec::new(),
        domain: if payload.is_empty() { Vec::new() } else { vec![format!("payload: {payload}")] },
        reason: None,
        findings: Vec::new(),
        stages: Vec::new(),
        fingerprint: fingerprint.iter().take(16).map(|byte| format!("{byte:02x}")).collect(),
        hidden: Vec::new(),
        unsat: None,
        milliseconds: None,
        graph: None,
        questions: Vec::new(),
    }
}

/// The record of a static audit.
pub(super) fn audited(
    pipeline: &Pipeline,
    sources: &Sources,
    payload: &str,
    found: &Audited,
    completions: &[Vec<Insertion>],
) -> PatternReport {
    let shower = Shower { pipeline, sources };
    let mut record = record(pipeline, sources, payload, Verdict::Unknown);
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
    if let (Some(finding), false) = (blamed, completions.is_empty()) {
        finding.help.extend(shower.completions(completions));
    }
    record.assumptions.push("the contracts of the passes".to_owned());
    let reason = |class, subject: String| Some(Reason { class, subject, line: None });
    if let Some(step) = found.unknown.first() {
        record.reason = reason(Obstacle::NoSpec, format!("{} has no contract", shower.step(*step)));
    } else if found.is_clean() {
        record.verdict = Verdict::Proved;
    } else if let Some(step) = found.assumed.first() {
        let words = format!("the options of {} have no contract", shower.step(*step));
        record.reason = reason(Obstacle::NoSpec, words);
    } else {
        record.reason = reason(Obstacle::NotRequested, "a run of the pipeline".to_owned());
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
pub(super) struct Shower<'s> {
    pub(super) pipeline: &'s Pipeline,
    pub(super) sources: &'s Sources,
}

impl Shower<'_> {
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
    pub(super) fn at(&self, code: Rule, level: Level, step: StepNumber, message: String) -> Finding {
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
            Problem::Leftover { kind, step, because_of, removers } => {
                self.leftover(kind, *step, because_of, removers)
            }
            Problem::PhaseOrder { kinds, step, removed_by } => {
                let by = self.step(*removed_by);
                let message = format!("{} requires {}, removed by {by}", self.step(*step), listed(kinds));
                let mut finding = self.at(Rule::C502, Level::Error, *step, message);
                self.beside(&mut finding, *removed_by, "removed here");
                finding.help.push(format!("move it in front of {by}"));
                finding
            }
            Problem::Forbidden { kind, step, added_by } => {
                let message = format!("{} may fail: `{kind}` may be present", self.step(*step));
                let mut finding = self.at(Rule::C503, Level::Error, *step, message);
                self.beside(&mut finding, *added_by, "may be added here");
                finding
            }
            Problem::Idle { kinds, step, removed_by } => {
                let message = format!("{} does nothing: there is no {}", self.step(*step), listed(kinds));
                let mut finding = self.at(Rule::C504, Level::Note, *step, message);
                if let Some(by) = removed_by {
                    self.beside(&mut finding, *by, "removed here");
                }
                finding
            }
        }
    }

    fn leftover(&self, kind: &str, step: StepNumber, because_of: &[String], removers: &[String]) -> Finding {
        let origin = match step {
            0 => "it is there at the start".to_owned(),
            step => format!("{} adds it", self.step(step)),
        };
        let level = if because_of.is_empty() { Level::Error } else { Level::Note };
        let mut finding =
            self.at(Rule::C501, level, step, format!("`{kind}` may remain at the end: {origin}"));
        if !because_of.is_empty() {
            finding.notes.push(format!("it only remains because {} may remain", listed(because_of)));
            return finding;
        }
        let earlier = self.pipeline.steps.iter().position(|own| removers.contains(&own.pass));
        if let Some(index) = earlier {
            let number = index as StepNumber + 1;
            finding.help.push(format!("{} removes it and comes before it is added", self.step(number)));
            self.beside(&mut finding, number, "removed here, too early");
        } else if !removers.is_empty() {
            let names: Vec<String> = removers.iter().take(REMOVERS).map(|name| format!("`{name}`")).collect();
            let more = removers.len().saturating_sub(REMOVERS);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            finding.help.push(format!("removed by {}{more}", names.join(", ")));
        }
        finding
    }

    fn completions(&self, completions: &[Vec<Insertion>]) -> Vec<String> {
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
        let mut out: Vec<String> = completions.iter().take(SHOWN).map(words).collect();
        if completions.len() > SHOWN {
            out.push(format!("and {} more completions of this length", completions.len() - SHOWN));
        }
        out
    }
}

fn listed(words: &[String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
