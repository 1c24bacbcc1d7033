//! `--conformance`: contracts against what their passes do with payloads, pass by pass.

use std::collections::BTreeMap;
use std::num::NonZero;

use anyhow::Result;
use assay_audit::contract::Contracts;
use assay_audit::contract::compiled::Compiled;
use assay_audit::contract::element::Element;
use assay_audit::contract::exercise::Exercise;
use assay_audit::contract::observe::{self, Promise};
use assay_audit::contract::pipeline::Step;
use assay_audit::contract::question::{Question, loaded};
use assay_audit::contract::universe::KindInterner;
use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::verdict::{Confirmed, UnknownKind, VerdictKind};
use assay_mlir::MlirOpt;
use assay_reports::{Confirmation, Finding, Label, PatternReport, Reason, Sources, Subject};

use super::dynamic::{Failed, Ran, Runner};
use super::payloads::{self, Base, Named};
use super::pipeline::Out;
use super::question;
use crate::args::AuditArgs;
use crate::digest::short_digest;
use crate::exit::Exit;
use crate::ordered_pool;

/// Passes, and the payloads that their contracts are held against.
pub(super) struct ConformanceInputs {
    contracts: Contracts,
    pub(super) opt: MlirOpt,
    narrowed: Registry,
    pub(super) payloads: Vec<Named>,
    pub(super) passes: Vec<String>,
    /// The texts of the contracts, for places.
    pub(super) sources: Sources,
    command: String,
}

impl ConformanceInputs {
    /// Reads what the command line names.
    ///
    /// # Errors
    /// Files that cannot be read, and a binary that is not there.
    pub(super) fn new(args: &AuditArgs) -> Result<ConformanceInputs> {
        let contracts = question::contracts(args)?;
        let mut payloads = match &args.payload {
            Some(path) => payloads::of_paths(std::slice::from_ref(path))?,
            None => payloads::builtin(),
        };
        payloads.extend(payloads::generated(args.generate.unwrap_or(0), args.seed));
        let passes: Vec<String> = match args.passes.is_empty() {
            true => contracts.passes.keys().cloned().collect(),
            false => args.passes.clone(),
        };
        Ok(ConformanceInputs {
            contracts,
            opt: question::binary(args)?.map_or_else(MlirOpt::find, Ok)?,
            narrowed: question::narrowed(args, &Context::new())?,
            payloads,
            passes,
            sources: texts(args)?,
            command: question::command(args),
        })
    }

    /// Judges passes by their numbers, several at once, and hands each record to `read`, in order.
    ///
    /// # Errors
    /// Those of `read`, and an interruption.
    pub(super) fn each(
        &self,
        numbers: &[usize],
        threads: NonZero<usize>,
        mut read: impl FnMut(usize, PatternReport) -> Result<()>,
    ) -> Result<()> {
        let ConformanceInputs { contracts, opt, narrowed, command, .. } = self;
        let runner = Runner { opt, contracts, narrowed, again: command.clone() };
        let base = Base::new(&runner, &self.payloads);
        base.refused.iter().for_each(|name| eprintln!("note: mlir-opt does not take the payload {name}"));
        ordered_pool::each(
            numbers.len(),
            threads,
            || false,
            |index| of_pass(&runner, &base, &self.passes[numbers[index]], &self.sources),
            |index, record| {
                let Some(record) = record else { anyhow::bail!("a run was interrupted") };
                read(numbers[index], record)
            },
        )
    }
}

/// Holds contracts against payloads and prints the report.
pub(super) fn run(args: &AuditArgs) -> Result<Exit> {
    let asked = ConformanceInputs::new(args)?;
    let mut out = Out::open(args, Some(&asked.opt), &asked.sources)?;
    let all: Vec<usize> = (0..asked.passes.len()).collect();
    asked.each(&all, question::threads(args), |_, record| out.record(record))?;
    out.finish(&[], "")
}

/// The texts of the contracts, for places.
pub(super) fn texts(args: &AuditArgs) -> Result<Sources> {
    let mut sources = Sources::new();
    for (name, text) in assay_corpus::contracts() {
        sources.insert((*name).to_owned(), (*text).to_owned());
    }
    for path in &args.contracts {
        sources.insert(path.display().to_string(), question::read(path)?);
    }
    Ok(sources)
}

/// The observations of a payload about a contract.
struct Shown {
    code: Rule,
    message: String,
}

fn of_pass(runner: &Runner<'_>, base: &Base, pass: &str, sources: &Sources) -> PatternReport {
    let anchors = payloads::anchors(runner, pass);
    let step = payloads::step(runner.contracts, pass, &anchors);
    let mut shown: Vec<(String, Shown)> = Vec::new();
    let (mut changed, mut unanswered) = (0, None);
    let mut exercise =
        runner.contracts.found(&step).map(|contract| Exercise::new(runner.contracts, contract));
    for (index, after) in base.after(runner, &step.alone()).into_iter().enumerate() {
        let (name, before) = (&base.names[index], &base.before[index]);
        match after {
            Ok(after) => {
                changed += usize::from(after.text != before.text);
                if let Some(exercise) = &mut exercise {
                    exercise.observe(&runner.reached(&step, before), &runner.reached(&step, &after));
                }
                let found = against(runner, &step, before, base.simplified[index].as_ref(), &after);
                shown.extend(found.into_iter().map(|one| (name.clone(), one)));
            }
            Err(Failed::Pass(_)) if anchors.is_empty() => {}
            Err(Failed::Pass(why)) => {
                changed += 1;
                let found = unforbidden(runner, &step, before, &why);
                shown.extend(found.into_iter().map(|one| (name.clone(), one)));
            }
            Err(Failed::NoAnswer(why)) => unanswered = Some(format!("{name}: {why}")),
        }
    }
    let subject = match unanswered {
        _ if anchors.is_empty() => Some("the binary has no such pass".to_owned()),
        _ if exercise.is_none() => Some("there is no contract".to_owned()),
        None if changed == 0 => Some("not exercised by the payloads".to_owned()),
        other => other,
    };
    let remarks = exercise.map_or_else(Vec::new, |exercise| unexercised(&exercise));
    let mut out = record(pass, runner.opt.version(), &shown, &remarks, subject, sources, base.names.len());
    if let Some(contract) = runner.contracts.found(&step) {
        out.domain.push(format!("contract: {}", runner.contracts.fingerprint(contract)));
        out.domain.push(format!("programs that the pass changes: {changed}"));
    }
    out
}

/// Remarks about promises that no payload exhibits.
fn unexercised(exercise: &Exercise<'_>) -> Vec<String> {
    let remark = |verb: &str, words: Vec<&Element>, more: &str| {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        (!words.is_empty()).then(|| format!("no payload exhibits that it {verb} {}{more}", words.join(", ")))
    };
    let added = remark("adds", exercise.additions(), ", and the contract does not mark that");
    remark("removes", exercise.removals(), "").into_iter().chain(added).collect()
}

/// The promises that a pass broke on a payload.
fn against(
    runner: &Runner<'_>,
    step: &Step,
    before: &Ran,
    simplified: Option<&Ran>,
    after: &Ran,
) -> Vec<Shown> {
    let words = |promise| match promise {
        Promise::Removes => "is left, and the contract says that it is removed",
        Promise::Adds => "is new, and the contract does not name it",
        Promise::Makes => "is not there, and the contract says that it is always made",
        Promise::Preserves => "is taken away, and the contract preserves it",
    };
    let broken = runner.broken(step, before, simplified, after).into_iter();
    let mut out: Vec<Shown> = broken
        .map(|one| Shown {
            code: Rule::C501,
            message: format!("`{}` {}", super::dynamic::word(&one.kind), words(one.promise)),
        })
        .collect();
    let universe = KindInterner::new(runner.contracts, &before.census.describe());
    if let Some(contract) = runner.contracts.found(step) {
        let pass = Compiled::new(&universe, runner.contracts, contract);
        let void = pass.void(&observe::set(&universe, &runner.reached(step, before)));
        out.extend(universe.describe(&void).into_iter().map(|kind| Shown {
            code: Rule::C501,
            message: format!("`{kind}` is removed by the contract and added by it: the removal says nothing"),
        }));
    }
    out
}

/// A failure that the contract does not speak of.
fn unforbidden(runner: &Runner<'_>, step: &Step, before: &Ran, why: &str) -> Option<Shown> {
    let universe = KindInterner::new(runner.contracts, &before.census.describe());
    let alone =
        Question { steps: vec![step.clone()], program: Some(before.census.kinds()), ..Question::default() };
    let pass =
        Compiled::of_step(&universe, runner.contracts, step)?.with_loaded(&loaded(runner.contracts, &alone));
    let forbidden = pass.forbidden(&observe::set(&universe, &before.census));
    let message = format!("{why}, and the contract forbids nothing that is there");
    forbidden.is_clear().then_some(Shown { code: Rule::C503, message })
}

fn record(
    pass: &str,
    version: &str,
    shown: &[(String, Shown)],
    remarks: &[String],
    unknown: Option<String>,
    sources: &Sources,
    payloads: usize,
) -> PatternReport {
    let heads = [format!("[pass.{pass}]"), format!("[pass.\"{pass}\"]")];
    let place = assay_corpus::contracts().iter().find_map(|(name, text)| {
        let at = heads.iter().find_map(|head| text.find(head.as_str()))?;
        Some(sources.locate(name, at..at + pass.len() + "[pass.]".len()))
    });
    let at = place.unwrap_or_else(|| sources.locate("classes.toml", 0..0));
    // The payloads of each finding.
    let mut payloads_of: BTreeMap<(Rule, &str), Vec<&str>> = BTreeMap::new();
    for (payload, one) in shown {
        payloads_of.entry((one.code, &one.message)).or_default().push(payload);
    }
    let finding = |((code, words), payloads): (&(Rule, &str), &Vec<&str>)| {
        let more = match payloads.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let message = format!("`{pass}` on `{}`{more}: {words}", payloads[0]);
        let mut finding = Finding::new(*code, Severity::Error, at.clone(), message);
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        let details = vec![format!("mlir-opt {version} ran the pass")];
        finding.confirmation = Confirmation { how: Confirmed::Mlir, details, mlir: None };
        finding
    };
    let mut findings: Vec<Finding> = payloads_of.iter().map(finding).collect();
    let is_wrong = !findings.is_empty();
    findings.extend(remarks.iter().map(|words| {
        let mut finding = Finding::new(Rule::C501, Severity::Note, at.clone(), format!("`{pass}`: {words}"));
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        finding
    }));
    let (verdict, reason) = match unknown {
        _ if is_wrong => (VerdictKind::Refuted, None),
        Some(subject) => {
            (VerdictKind::Unknown, Some(Reason { class: UnknownKind::Tested, subject, line: None }))
        }
        None => (VerdictKind::Bounded, None),
    };
    PatternReport {
        scope: (verdict == VerdictKind::Bounded).then(|| format!("{payloads} payloads")),
        reason,
        findings,
        fingerprint: short_digest(pass),
        subject: Subject::Passes,
        ..PatternReport::new(pass, &at, verdict)
    }
}
