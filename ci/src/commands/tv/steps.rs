//! Steps of a script that ran elsewhere: each pair of programs is judged, and the whole once more. The reports are those of a pipeline.

use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use assay_reports::Sources;
use assay_verifier::program::{Difference, Programs};

use super::cases::{OfCase, Place, Record};
use super::function_report::{self, fingerprint};
use super::judging::Judging;
use super::passes::Passes;
use super::request::Request;
use super::session::Report;
use super::stages::Step;
use super::through::After;
use crate::args::Color;
use crate::baseline::Baseline;
use crate::exit::Exit;
use crate::output::Outputs;

/// A step, and the program behind it in generic form; or a step that fails, and why.
pub(in crate::commands) struct StepProgram {
    pub(in crate::commands) label: String,
    pub(in crate::commands) text: String,
}

/// The verdict about a step: the weakest of its functions.
pub(in crate::commands) struct StepVerdict {
    pub(in crate::commands) words: String,
}

/// Judges the steps from a program on, up to the first one that changes the meaning; with `judged` off the failure alone is reported.
///
/// # Errors
/// A report that cannot be written.
pub(in crate::commands) fn steps(
    mut judging: Judging,
    before: &str,
    programs: &[StepProgram],
    failure: Option<(Rule, StepProgram)>,
    judged: bool,
) -> anyhow::Result<(Exit, Vec<StepVerdict>)> {
    let Judging { file, source, command, quiet, baseline, .. } = &judging;
    let (file, source, command, quiet) = (file.clone(), source.clone(), command.clone(), *quiet);
    let baseline = baseline.as_deref().map(Baseline::read).transpose()?;
    let mut request = Request::of_steps(&mut judging)?;
    let mut sources = Sources::new();
    sources.insert(file.clone(), source.clone());
    let passes =
        Passes { arguments: Vec::new(), script: None, label: "script".to_owned(), again: String::new() };
    let (mut records, mut verdicts): (Vec<Record>, Vec<StepVerdict>) = (Vec::new(), Vec::new());
    {
        let place = Place::new(&file, &source, 0, &sources);
        let case = OfCase {
            request: &request,
            opt: judging.opt.as_ref(),
            place,
            plain: before,
            passes: &passes,
            command: Some(&command),
        };
        let mut last = before;
        let mut right = true;
        for one in programs {
            let step = Step::of_pass(one.label.clone(), last.to_owned(), After::Program(one.text.clone()));
            let found = case.step(&step);
            right = !found.iter().any(Record::is_wrong);
            verdicts.push(verdict(&found));
            records.extend(found);
            if !right {
                break;
            }
            last = &one.text;
        }
        if right && programs.len() > 1 && failure.is_none() {
            let whole = Step::of_pass(
                "the whole script".to_owned(),
                before.to_owned(),
                After::Program(last.to_owned()),
            );
            records.extend(case.step(&whole));
        }
        if let (Some((rule, failed)), true) = (failure, right) {
            let after = After::Fails(rule, failed.text);
            records.extend(case.step(&Step::of_pass(failed.label, last.to_owned(), after)));
        } else if right && programs.is_empty() && judged {
            let nothing = Step::of_pass(
                "the whole script".to_owned(),
                before.to_owned(),
                After::Program(before.to_owned()),
            );
            records.extend(case.step(&nothing));
        }
    }
    if records.is_empty() {
        return Ok((Exit::Clean, verdicts));
    }
    if quiet && !records.iter().any(Record::is_notable) {
        request.outputs = Outputs::parse(&[], Color::Never, true)?;
    }
    let mut report = Report::open(&request, baseline)?;
    report.add(records, &sources)?;
    Ok((report.finish()?, verdicts))
}

/// The record of a difference that runs elsewhere showed, of a step in words.
pub(in crate::commands) fn difference(
    judging: &Judging,
    label: &str,
    programs: &Programs<'_>,
    found: &Difference,
) -> Record {
    let mut sources = Sources::new();
    sources.insert(judging.file.clone(), judging.source.clone());
    let place = Place::new(&judging.file, &judging.source, 0, &sources);
    let key = fingerprint(label, &judging.source);
    let subject = place.subject(programs.name, label, None, &key, &judging.command);
    Record { report: function_report::refuted(&subject, programs, found, None), cause: None }
}

/// Reports records of differences.
///
/// # Errors
/// A report that cannot be written.
pub(in crate::commands) fn differences(mut judging: Judging, records: Vec<Record>) -> anyhow::Result<Exit> {
    let mut sources = Sources::new();
    sources.insert(judging.file.clone(), judging.source.clone());
    let request = Request::of_steps(&mut judging)?;
    let mut report = Report::open(&request, None)?;
    report.add(records, &sources)?;
    report.finish()
}

/// The weakest verdict of some functions in words.
fn verdict(records: &[Record]) -> StepVerdict {
    let rank = |kind: VerdictKind| match kind {
        VerdictKind::Proved => 0,
        VerdictKind::Bounded => 1,
        VerdictKind::WellFormed => 2,
        VerdictKind::Unknown => 3,
        _ => 4,
    };
    let weakest = records.iter().max_by_key(|record| rank(record.report.verdict));
    let words = weakest.map_or_else(
        || "no function changed".to_owned(),
        |Record { report, .. }| match (&report.reason, &report.scope) {
            (Some(reason), _) => {
                format!("{}({}: {})", report.verdict.word(), reason.class.word(), reason.subject)
            }
            (None, Some(scope)) => format!("{} ({scope})", report.verdict.word()),
            (None, None) => report.verdict.word().to_owned(),
        },
    );
    StepVerdict { words }
}
