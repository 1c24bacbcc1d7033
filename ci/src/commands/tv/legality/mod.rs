//! `assay audit --legality`: loop passes against nests that are drawn around conditions on the order of turns. Of each condition a
//! pass respects it, ignores it, by a nest that it changes and that computes something else, or is too strict: it leaves a nest as it
//! is that a step of `assay transform` shows to be legal.
//!
//! Files in reading order: `subjects` passes and steps, `order` what is legal, `table` rows for people.

mod order;
mod subjects;
mod table;

use assay_fuzz::generate::nest::{Condition, Loops, Nest, nest};
use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_mlir::MlirOpt;
use assay_reports::{Evidence, EvidenceKind, Finding, Location, PatternReport, Reason, Sources};
use assay_smt::SolverPool;
use assay_verifier::limits::Limits;
use serde::{Deserialize, Serialize};

use super::cases::{OfCase, Place, Record};
use super::first_difference::headline;
use super::request::Request;
use super::session::Report;
use super::smaller::reparse;
use super::stages::Step;
use super::stored::{self, Folder};
use super::through::{self, After};
use crate::args::{AuditArgs, LegalityArgs};
use crate::baseline::Baseline;
use crate::digest::short_digest;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{interrupt, memory, ordered_pool};
use subjects::{Subject, subjects as all_subjects};

/// Outcomes of a pass on the nests of a condition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct Outcome {
    /// Nests that the binary accepts.
    nests: usize,
    /// Nests that the pass changed.
    changed: usize,
    /// Changed ones that agree on all inputs that were run.
    agreed: usize,
    /// Changed ones that compute something else, and nests on which the pass fails by itself.
    wrong: usize,
    /// Nests that are legal, and that the pass did not change.
    refused: usize,
    /// The first wrong one, as small as it could be made.
    witness: Option<String>,
    /// The first one that was refused.
    legal: Option<String>,
    /// The reason of the first one that is neither wrong nor agrees.
    open: Option<String>,
}

/// A word for what an outcome says of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Ignores,
    TooStrict,
    Respects,
    Open,
}

impl Outcome {
    fn verdict(&self) -> Verdict {
        match self {
            Outcome { wrong: 1.., .. } => Verdict::Ignores,
            Outcome { changed, agreed, .. } if agreed < changed => Verdict::Open,
            Outcome { nests: 0, .. } => Verdict::Open,
            Outcome { refused: 1.., .. } => Verdict::TooStrict,
            _ => Verdict::Respects,
        }
    }
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Ignores => "ignores",
            Verdict::TooStrict => "too strict",
            Verdict::Respects => "respects",
            Verdict::Open => "open",
        }
    }
}

/// A condition for a pass.
struct Row<'r> {
    args: &'r AuditArgs,
    request: &'r Request,
    opt: &'r MlirOpt,
    /// Who is asked about orders.
    orders: Option<&'r SolverPool>,
    subject: &'r Subject,
    condition: Condition,
}

/// Holds passes against conditions and prints the report.
pub(crate) fn run(args: &AuditArgs) -> anyhow::Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let _cooperation = interrupt::cooperate();
    let asked: &LegalityArgs = &args.legality;
    let mut request = Request::of_legality(args)?;
    // Nests are run, and no solver proves what their functions compute.
    let orders = request.solvers.take();
    if let Some(identity) = orders.as_ref().and_then(|pool| pool.identity().ok()) {
        request.described.insert("solver".to_owned(), identity);
    }
    let Some(opt) = &request.opt else { anyhow::bail!("mlir-opt not found") };
    let is_named = !asked.pass.is_empty() || !asked.step.is_empty();
    let mut subjects = Vec::new();
    for subject in all_subjects(asked) {
        match refused(opt, &subject) {
            None => subjects.push(subject),
            Some(why) if is_named => anyhow::bail!("{why}"),
            Some(why) => eprintln!("note: {} is left out: {why}", subject.label),
        }
    }
    let conditions = if asked.conditions.is_empty() { &Condition::ALL[..] } else { &asked.conditions };
    let rows = subjects.iter().flat_map(|subject| {
        let (request, orders) = (&request, orders.as_ref());
        let row =
            move |condition: &Condition| Row { args, request, opt, orders, subject, condition: *condition };
        conditions.iter().map(row)
    });
    let rows: Vec<Row<'_>> = rows.collect();
    let known = asked.out.as_deref().map(Folder::open).transpose()?;
    let baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let mut report = Report::open(&request, baseline)?;
    let progress = Progress::start(rows.len(), "rows", args.quiet);
    let mut outcomes = Vec::new();
    let work = |at: usize| {
        let row: &Row<'_> = &rows[at];
        let outcome = row.remembered(known.as_ref())?;
        anyhow::Ok(outcome.map(|outcome| (row.record(&outcome), outcome)))
    };
    let done = ordered_pool::each(rows.len(), request.threads, interrupt::is_over, work, |_, found| {
        progress.step();
        match found.transpose()?.flatten() {
            Some(((record, sources), outcome)) => {
                outcomes.push(outcome);
                report.add(vec![record], &sources)
            }
            None => stored::leave(asked.out.as_deref()),
        }
    });
    progress.finish();
    done?;
    let for_people = args.format.is_empty() || args.format.iter().any(|format| format == "human");
    report.finish_behind(|| {
        if for_people && !args.quiet {
            table::print(
                rows.iter().zip(&outcomes).map(|(row, outcome)| (row.subject, row.condition, outcome)),
            );
        }
    })
}

/// The message of a binary about a pass that it does not have, or a step that it does on no shape of a nest.
fn refused(opt: &MlirOpt, subject: &Subject) -> Option<String> {
    if subject.passes.script.is_none() {
        return subject.passes.refused(opt);
    }
    let nests: Vec<Nest> =
        (0..SHAPES).map(|number| nest(0, Condition::Independent, number, subject.loops)).collect();
    let texts: Vec<&str> = nests.iter().map(|nest| nest.text.as_str()).collect();
    let plain: Option<Vec<String>> = through::before(opt, &texts).into_iter().collect();
    let plain = plain?;
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    let whys = through::after(opt, &texts, &plain, &subject.passes).into_iter().map(|after| match after {
        After::Refused(why) => Some(why),
        _ => None,
    });
    whys.collect::<Option<Vec<String>>>()?.pop()
}

/// Numbers of nests of which some have each shape.
const SHAPES: u64 = 3;

impl Row<'_> {
    fn nests(&self, loops: Loops) -> Vec<Nest> {
        let one = |number| nest(self.args.seed, self.condition, number, loops);
        (0..self.args.legality.nests).map(one).collect()
    }

    /// The outcome, out of the folder where it is there; `None` for a run that was interrupted.
    fn remembered(&self, folder: Option<&Folder>) -> anyhow::Result<Option<Outcome>> {
        let LegalityArgs { nests, inputs, .. } = &self.args.legality;
        let settings = format!("{} {nests} {inputs} {:?}", self.args.seed, self.subject.turns);
        let nests = self.nests(self.subject.loops).into_iter().map(|nest| nest.text).collect::<String>();
        let proofs = self.orders.and_then(|pool| pool.identity().ok()).unwrap_or_default();
        let passes = &self.subject.passes;
        let script = passes.script.as_deref().unwrap_or_default();
        let parts = [
            &passes.arguments.join(" "),
            script,
            &nests,
            &settings,
            &stored::binary(self.opt),
            &proofs,
            env!("CARGO_PKG_VERSION"),
        ];
        stored::remembered(folder, &parts, || Ok(self.outcome()))
    }

    fn outcome(&self) -> Outcome {
        let nests = self.nests(self.subject.loops);
        let texts: Vec<&str> = nests.iter().map(|nest| nest.text.as_str()).collect();
        let plain = through::before(self.opt, &texts);
        let accepted: Vec<(u64, &str, String)> = (0..)
            .zip(texts.iter().zip(plain))
            .filter_map(|(number, (text, plain))| Some((number, *text, plain?)))
            .collect();
        let texts: Vec<&str> = accepted.iter().map(|(_, text, _)| *text).collect();
        let plain: Vec<&str> = accepted.iter().map(|(.., plain)| plain.as_str()).collect();
        let mut out = Outcome { nests: accepted.len(), ..Outcome::default() };
        let afters = self.after(&texts, &plain);
        for ((number, text, plain), after) in accepted.iter().zip(afters) {
            let is_changed = match &after {
                After::Program(after) => after != plain,
                After::Refused(_) => false,
                _ => true,
            };
            let records = if is_changed { self.judged(text, plain, &after, false) } else { Vec::new() };
            let changed: Vec<&Record> = records.iter().filter(|record| !is_same(record)).collect();
            if changed.is_empty() {
                let twin = nest(self.args.seed, self.condition, *number, Loops::Scf);
                let legal = |turns| order::is_legal(&twin.text, twin.shape, turns, self.orders);
                if self.subject.turns.is_some_and(legal) {
                    out.refused += 1;
                    out.legal.get_or_insert_with(|| (*text).to_owned());
                }
                continue;
            }
            out.changed += 1;
            if changed.iter().any(|record| record.is_wrong()) {
                out.wrong += 1;
                if out.witness.is_none() {
                    let reduced = self.judged(text, plain, &after, true);
                    let small = reduced.iter().find_map(|record| {
                        let finding =
                            record.report.findings.iter().find(|one| one.level == Severity::Error)?;
                        Some(finding.witness.as_ref()?.before.text.clone())
                    });
                    out.witness = Some(small.unwrap_or_else(|| (*text).to_owned()));
                }
            } else if let Some(open) = changed.iter().find(|record| !agrees(record)) {
                let reason = open.report.reason.as_ref().map(|reason| &reason.subject);
                out.open = out.open.or_else(|| Some(reason.cloned().unwrap_or_default()));
            } else {
                out.agreed += 1;
            }
        }
        out
    }

    /// Nests behind the pass, without the module in which a script is beside them.
    fn after(&self, texts: &[&str], plain: &[&str]) -> Vec<After> {
        let passes = &self.subject.passes;
        let afters = through::after(self.opt, texts, plain, passes);
        let alone = |after| match after {
            After::Program(text) if passes.script.is_some() => After::Program(payload(&text).unwrap_or(text)),
            after => after,
        };
        afters.into_iter().map(alone).collect()
    }

    /// The records of a nest and what the pass made of it, reduced or as it is.
    fn judged(&self, text: &str, plain: &str, after: &After, reduces: bool) -> Vec<Record> {
        let mut sources = Sources::new();
        let file = self.file();
        sources.insert(file.clone(), text.to_owned());
        // A command of its own turns the reduction off.
        let command = (!reduces).then(|| self.command());
        let case = OfCase {
            request: self.request,
            opt: Some(self.opt),
            place: Place::new(&file, text, 0, &sources),
            plain,
            passes: &self.subject.passes,
            command: command.as_deref(),
        };
        case.step(&Step::of_pass(self.subject.label.clone(), plain.to_owned(), after.clone()))
    }

    fn file(&self) -> String {
        format!("{}-{}.mlir", self.condition.name(), self.subject.loops.dialect())
    }

    /// The command that asks about this condition alone.
    fn command(&self) -> String {
        let mut out = format!("assay audit --legality{}", self.subject.options);
        let LegalityArgs { nests, inputs, .. } = &self.args.legality;
        let path = self.args.mlir_opt.as_ref().map(|path| crate::shell::quoted(&path.display().to_string()));
        path.iter().for_each(|path| out.push_str(&format!(" --mlir-opt {path}")));
        out + &format!(
            " --conditions {} --seed {} --nests {nests} --inputs {inputs}",
            self.condition.name(),
            self.args.seed
        )
    }

    /// The record of an outcome, with the text that it is about.
    fn record(&self, outcome: &Outcome) -> (Record, Sources) {
        let text = outcome.witness.as_ref().or(outcome.legal.as_ref()).cloned().unwrap_or_default();
        let mut sources = Sources::new();
        sources.insert(self.file(), text.clone());
        let at = sources.locate(&self.file(), 0..0);
        let (label, condition) = (&self.subject.label, self.condition.name());
        let verdict = outcome.verdict();
        let Outcome { nests, changed, agreed, refused, .. } = outcome;
        let domain = vec![format!("pass: {label} on loops of {}", self.subject.loops.dialect())];
        let mut findings = Vec::new();
        if outcome.wrong > 0 {
            findings.extend(self.wrong(&text, outcome, &at));
        }
        if let Some(nest) = &outcome.legal {
            let message = format!(
                "`{label}` leaves {refused} of {nests} nests of `{condition}` as they are, and their turns may be reordered"
            );
            let mut finding = Finding::new(Rule::X704, Severity::Note, at.clone(), message);
            finding.evidence = Some(Evidence { kind: EvidenceKind::Payload, text: nest.clone(), path: None });
            finding.notes.push(format!("shown again by: {}", self.command()));
            findings.push(finding);
        }
        let inputs = self.args.legality.inputs;
        let reason = |subject: String| Some(Reason { class: UnknownKind::Tested, subject, line: None });
        let (kind, scope, reason) = match verdict {
            Verdict::Ignores => (VerdictKind::Refuted, None, None),
            Verdict::Open if *nests == 0 => {
                (VerdictKind::Unknown, None, reason("the binary accepts none of the nests".to_owned()))
            }
            Verdict::Open => {
                let why = outcome.open.as_deref().unwrap_or_default();
                let words = format!("{} of {changed} changed nests are open: {why}", changed - agreed);
                (VerdictKind::Unknown, None, reason(words))
            }
            Verdict::TooStrict | Verdict::Respects => {
                let scope = format!("{changed} of {nests} nests changed, {inputs} inputs each");
                (VerdictKind::Bounded, Some(scope), None)
            }
        };
        let name = format!("{condition} {label} ({})", self.subject.loops.dialect());
        let report = PatternReport {
            scope,
            domain,
            reason,
            findings,
            fingerprint: short_digest(&name),
            ..PatternReport::new(&name, &at, kind)
        };
        (Record { report, cause: None }, sources)
    }

    /// The finding on the smallest nest that the pass gets wrong.
    fn wrong(&self, text: &str, outcome: &Outcome, at: &Location) -> Option<Finding> {
        let plain = through::before(self.opt, &[text]).pop().flatten()?;
        let after = self.after(&[text], &[&plain]).pop()?;
        let records = self.judged(text, &plain, &after, false);
        let findings = records.into_iter().flat_map(|record| record.report.findings);
        let mut finding = findings.into_iter().find(|one| one.level == Severity::Error)?;
        finding.at = at.clone();
        finding.message = headline(format!("`{}`: {}", self.condition.name(), finding.message));
        finding
            .notes
            .push(format!("{} of {} nests that the pass changes are wrong", outcome.wrong, outcome.changed));
        Some(finding)
    }
}

/// The payload of a module that holds a script, too.
fn payload(text: &str) -> Option<String> {
    let program = reparse(&Context::new(), text)?;
    let mut ops = program.walk(program.top()).skip(1);
    let module = ops.find(|op| program.op_name(*op) == program.op_name(program.top()))?;
    // The module around both is one itself where it is written down.
    let inner = program.walk(module).skip(1).find(|op| program.op_name(*op) == program.op_name(module));
    Some(text::print_op(
        &program,
        inner.unwrap_or(module),
        &PrintOptions { generic: true, ..PrintOptions::default() },
    ))
}

/// Tells if a record is of a function that is as it was.
fn is_same(record: &Record) -> bool {
    record.report.scope.as_deref() == Some("not changed")
}

/// Tells if a function does the same, for all inputs or for those that were run.
fn agrees(record: &Record) -> bool {
    let is_tested = |reason: &Reason| reason.class == UnknownKind::Tested;
    match record.report.verdict {
        VerdictKind::Proved | VerdictKind::Bounded => true,
        VerdictKind::Unknown => record.report.reason.as_ref().is_some_and(is_tested),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::payload;

    #[test]
    fn the_payload_of_a_script_is_the_inner_module() {
        let inner = "module {\n  func.func @nest() {\n    return\n  }\n}\n";
        let both = format!(
            "module attributes {{transform.with_named_sequence}} {{\n{inner}func.func private @script()\n}}\n"
        );
        let text = payload(&both).unwrap_or_default();
        assert!(text.contains("nest") && !text.contains("script"), "{text}");
    }
}
