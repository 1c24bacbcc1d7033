//! The dynamic audit: a pipeline step by step through the binary. Each program is read and its kinds are counted; an exit
//! code of 0 says nothing.

use std::collections::{BTreeMap, BTreeSet};

use assay_audit::contract::Contracts;
use assay_audit::contract::compiled::{Compiled, Effect};
use assay_audit::contract::element::Element;
use assay_audit::contract::kinds::{KindCounts, Narrowed, OpKind, census, census_in};
use assay_audit::contract::observe::{self, Broken, Promise};
use assay_audit::contract::pipeline::Step;
use assay_audit::contract::state::StepNumber;
use assay_audit::contract::universe::{KindInterner, Kinds};
use assay_ir::data::{LocId, LocKind, OpId, Program, Source};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_ir::verdict::{Confirmed, UnknownKind, VerdictKind};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};
use assay_reports::{
    After, Confirmation, Evidence, EvidenceKind, Finding, PatternReport, Program as Shown, Reason, Sources,
    Witness,
};

use super::problem_report::PipelineFormatter;
use super::question::{Payload, Pipeline};

/// Operations of one kind that are shown.
const LINES: usize = 5;

/// Characters of an operation that are shown.
const SHOWN: usize = 160;

/// The binary and the contracts that its passes are held against.
pub(super) struct Runner<'r> {
    pub(super) opt: &'r MlirOpt,
    pub(super) contracts: &'r Contracts,
    pub(super) narrowed: &'r Registry,
    /// The command that shows a finding again.
    pub(super) again: String,
}

/// A program behind a step.
pub(super) struct Ran {
    pub(super) text: String,
    pub(super) program: Program,
    pub(super) census: KindCounts,
}

/// Why there is no program behind a step.
pub(super) enum Failed {
    /// The pass fails, crashes or does not end, in words.
    Pass(String),
    /// The binary gave no answer, or one that is not read.
    NoAnswer(String),
}

impl Runner<'_> {
    /// A text in generic form, behind a pipeline.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn after(&self, text: &str, pipeline: Option<&str>) -> Result<Ran, Failed> {
        let mut extra = vec!["--mlir-print-debuginfo".to_owned()];
        extra.extend(pipeline.map(|pipeline| format!("--pass-pipeline={pipeline}")));
        let options =
            ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() };
        self.read(self.opt.parse_print(text, &options))
    }

    /// Texts in generic form, behind a pipeline.
    pub(super) fn all_behind(&self, texts: &[&str], pipeline: Option<&str>) -> Vec<Result<Ran, Failed>> {
        let extra = pipeline.map(|pipeline| format!("--pass-pipeline={pipeline}")).into_iter().collect();
        let options =
            ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() };
        let mut batch = Batch::of_texts(self.opt, &options);
        texts.iter().for_each(|text| batch.push_text(text));
        batch.run().into_iter().map(|outcome| self.read(outcome)).collect()
    }

    fn read(&self, outcome: Outcome) -> Result<Ran, Failed> {
        match outcome {
            Outcome::Ok(text) => {
                let parsed = text::parse(self.narrowed.ctx(), &Source::new("<mlir-opt>", text.as_str()));
                if let Some(fault) = parsed.diagnostics.first() {
                    return Err(Failed::NoAnswer(format!("its output is not read: {}", fault.message)));
                }
                let census = census(&parsed.program, Narrowed::new(self.narrowed));
                Ok(Ran { text, program: parsed.program, census })
            }
            Outcome::Error(diagnostics) => {
                let said = diagnostics.first().map_or("", |diagnostic| diagnostic.message.as_str());
                Err(Failed::Pass(format!("it fails: {said}")))
            }
            Outcome::Crash { signal, .. } => Err(Failed::Pass(format!("it crashes with signal {signal}"))),
            Outcome::TimedOut => Err(Failed::Pass("it does not end".to_owned())),
            Outcome::OutOfMemory => Err(Failed::NoAnswer("it ran out of memory".to_owned())),
            // It exits with 1 and prints nothing.
            Outcome::NoAnswer(why) if why.is_empty() => {
                Err(Failed::Pass("it fails without a message".to_owned()))
            }
            Outcome::NoAnswer(why) => Err(Failed::NoAnswer(why)),
        }
    }

    /// The promises of a step that the programs around it break. Those of a nested one are about the operations that it is
    /// nested in.
    pub(super) fn broken(
        &self,
        step: &Step,
        before: &Ran,
        simplified: Option<&Ran>,
        after: &Ran,
    ) -> Vec<Broken> {
        let Some(contract) = self.contracts.found(step) else { return Vec::new() };
        let universe = self.universe(&[before, after], &[]);
        let pass = Compiled::new(&universe, self.contracts, contract);
        let (old, new) = (self.reached(step, before), self.reached(step, after));
        let simplified = simplified.map(|ran| self.reached(step, ran));
        observe::broken(&universe, &pass, &old, simplified.as_ref(), &new)
    }

    /// The kinds that a step reaches.
    pub(super) fn reached(&self, step: &Step, ran: &Ran) -> KindCounts {
        match step.anchors.as_slice() {
            [] | [_] => ran.census.clone(),
            [_, nested @ ..] => census_in(&ran.program, Narrowed::new(self.narrowed), nested),
        }
    }

    fn universe(&self, programs: &[&Ran], others: &[Element]) -> KindInterner {
        let words: Vec<Element> = programs.iter().flat_map(|ran| ran.census.describe()).collect();
        KindInterner::new(self.contracts, words.iter().chain(others))
    }

    /// The record of a run; `audited` is that of the static audit.
    pub(super) fn record(
        &self,
        pipeline: &Pipeline,
        sources: &Sources,
        payload: &Payload,
        audited: PatternReport,
    ) -> PatternReport {
        let start = match self.after(&payload.text, None) {
            Ok(start) => start,
            Err(Failed::Pass(why) | Failed::NoAnswer(why)) => {
                let subject = format!("the binary does not take the payload: {why}");
                let reason = Some(Reason { class: UnknownKind::Unsupported, subject, line: None });
                return PatternReport { verdict: VerdictKind::Unknown, reason, ..audited };
            }
        };
        let shower = PipelineFormatter { pipeline, sources };
        let mut walk = Walk {
            runner: self,
            shower,
            payload,
            findings: Vec::new(),
            added: BTreeMap::new(),
            seen: BTreeSet::new(),
            is_broken: false,
        };
        let (last, unanswered) = walk.steps(&pipeline.steps, start);
        let findings = match last {
            Some(last) => {
                walk.leftovers(&pipeline.last, &last);
                walk.findings
            }
            None => walk.findings,
        };
        judged(audited, findings, unanswered)
    }
}

/// The record of both audits: what the run found is refuted, and the contracts help with it; what else they say did not happen.
fn judged(audited: PatternReport, mut findings: Vec<Finding>, unanswered: Option<String>) -> PatternReport {
    let real = findings.iter().any(|finding| finding.level == Severity::Error);
    for mut finding in audited.findings {
        if let Some(found) = findings.iter_mut().find(|one| is_about_the_same(one, &finding)) {
            found.help.append(&mut finding.help);
        } else if finding.code == Rule::C504 || finding.code == Rule::C505 || unanswered.is_some() {
            findings.push(finding);
        }
    }
    let reason = |subject| Some(Reason { class: UnknownKind::Unsupported, subject, line: None });
    let (verdict, scope, reason) = match unanswered {
        _ if real => (VerdictKind::Refuted, None, None),
        Some(why) => (VerdictKind::Unknown, None, reason(why)),
        None => (VerdictKind::Bounded, Some("this payload".to_owned()), None),
    };
    PatternReport { verdict, scope, reason, findings, assumptions: Vec::new(), ..audited }
}

/// Tells if two findings have the same subject: a kind, or a step.
fn is_about_the_same(one: &Finding, other: &Finding) -> bool {
    let subject =
        |finding: &Finding| finding.message.split('`').take(2).map(str::to_owned).collect::<Vec<_>>();
    one.code == other.code && subject(one) == subject(other)
}

/// A run through the steps.
struct Walk<'w> {
    runner: &'w Runner<'w>,
    shower: PipelineFormatter<'w>,
    payload: &'w Payload,
    findings: Vec<Finding>,
    /// The step behind which there were more of a kind, last.
    added: BTreeMap<String, StepNumber>,
    /// The kinds of all programs so far.
    seen: BTreeSet<Element>,
    /// A promise was broken; later ones may be consequences.
    is_broken: bool,
}

impl Walk<'_> {
    /// Runs the steps; the program at the end, or why it is not known.
    fn steps(&mut self, steps: &[Step], start: Ran) -> (Option<Ran>, Option<String>) {
        let mut now = start;
        for (index, step) in steps.iter().enumerate() {
            let number = index as StepNumber + 1;
            self.missing(number, step, &now);
            let after = match self.runner.after(&now.text, Some(&step.alone())) {
                Ok(after) => after,
                Err(Failed::Pass(why)) => {
                    self.fails(number, step, &now, &why);
                    return (None, None);
                }
                Err(Failed::NoAnswer(why)) => {
                    return (None, Some(format!("{}: {why}", self.shower.step(number))));
                }
            };
            if !self.is_broken {
                let broken = self.runner.broken(step, &now, None, &after);
                self.is_broken = !broken.is_empty();
                for one in &broken {
                    self.promise(number, one, &now, &after);
                }
            }
            let (old, new) = (totals(&now.census), totals(&after.census));
            for (name, count) in new {
                if old.get(&name).is_none_or(|old| *old < count) {
                    self.added.insert(name, number);
                }
            }
            now = after;
        }
        (Some(now), None)
    }

    /// Reports a step that finds nothing of what it is there for.
    fn missing(&mut self, number: StepNumber, step: &Step, now: &Ran) {
        self.seen.extend(now.census.describe());
        let anchors = step.anchors.iter().map(|name| Element::Op(name.clone()));
        let words: Vec<Element> = anchors.chain(self.seen.iter().cloned()).collect();
        let universe = self.runner.universe(&[now], &words);
        let Some(pass) = Compiled::of_step(&universe, self.runner.contracts, step) else { return };
        let Effect::Missing { kinds, .. } = pass.effect(&observe::set(&universe, &now.census)) else {
            return;
        };
        let words = universe.describe(&kinds).join("`, `");
        let subject = self.shower.step(number);
        if kinds.is_disjoint(&universe.set(&self.seen)) {
            let message = format!("{subject} does nothing: there is no `{words}`");
            self.findings.push(self.shower.at(Rule::C504, Severity::Note, number, message));
            return;
        }
        let message = format!("{subject} requires `{words}`, and there is none when it runs");
        let mut finding = self.shower.at(Rule::C502, Severity::Error, number, message);
        let unchanged = After::Outcome("it changes nothing".into());
        self.confirm(&mut finding, number, Shown::new(printed(&now.program)), unchanged);
        self.findings.push(finding);
    }

    fn fails(&mut self, number: StepNumber, step: &Step, now: &Ran, why: &str) {
        let message = format!("{}: {why}", self.shower.step(number));
        let mut finding = self.shower.at(Rule::C503, Severity::Error, number, message);
        let universe = self.runner.universe(&[now], &[]);
        if let Some(pass) = Compiled::of_step(&universe, self.runner.contracts, step) {
            let forbidden = pass.forbidden(&observe::set(&universe, &now.census));
            finding.notes.push(match forbidden.is_clear() {
                true => "its contract does not say so".to_owned(),
                false => format!("its contract forbids `{}`", universe.describe(&forbidden).join("`, `")),
            });
        }
        self.confirm(&mut finding, number, Shown::new(printed(&now.program)), After::Outcome(why.to_owned()));
        self.findings.push(finding);
    }

    fn promise(&mut self, number: StepNumber, broken: &Broken, before: &Ran, after: &Ran) {
        let (step, kind) = (self.shower.step(number), word(&broken.kind));
        let message = match broken.promise {
            Promise::Removes => format!("{step} leaves `{kind}`, which its contract says that it removes"),
            Promise::Adds => format!("{step} makes `{kind}`, which its contract does not name"),
            Promise::Makes => format!("{step} does not make `{kind}`, which its contract says that it does"),
            Promise::Preserves => format!("{step} takes `{kind}` away, which its contract preserves"),
        };
        let mut finding = self.shower.at(Rule::C501, Severity::Error, number, message);
        finding.found = Some(format!("{} before, {} behind", broken.before, broken.after));
        let program = if broken.promise == Promise::Preserves { &before.program } else { &after.program };
        finding.notes.extend(broken.op.map(|op| self.describe(program, op)));
        let behind = After::Program(self.lines(program, &broken.kind.name));
        self.confirm(&mut finding, number, Shown::new(printed(&before.program)), behind);
        finding.evidence = Some(run(after));
        self.findings.push(finding);
    }

    /// Reports the kinds at the end that may not be there.
    fn leftovers(&mut self, last: &[Element], end: &Ran) {
        if last.is_empty() {
            return;
        }
        let universe = self.runner.universe(&[end], last);
        let last: Kinds = universe.set(last);
        let mut seen = BTreeSet::new();
        for (kind, _, op) in observe::outside(&universe, &end.census, &last) {
            if !seen.insert(kind.name.as_str()) {
                continue;
            }
            let number = self.added.get(&kind.name).copied().unwrap_or(0);
            let origin = match number {
                0 => "it was there at the start".to_owned(),
                number => format!("{} added it", self.shower.step(number)),
            };
            let message = format!("`{}` remains at the end: {origin}", kind.name);
            let mut finding = self.shower.at(Rule::C501, Severity::Error, number, message);
            finding.notes.extend(op.map(|op| self.describe(&end.program, op)));
            let before = Shown::new(&self.payload.text);
            self.confirm(&mut finding, number, before, After::Program(self.lines(&end.program, &kind.name)));
            finding.evidence = Some(run(end));
            self.findings.push(finding);
        }
    }

    /// An operation with its place in the payload.
    fn describe(&self, program: &Program, op: OpId) -> String {
        let text = text::print_op(program, op, &PrintOptions::default());
        let line: String = text.lines().next().unwrap_or("").chars().take(SHOWN).collect();
        match place(program, program.op(op).loc) {
            Some((line_number, column)) => {
                format!("`{line}`, made from line {line_number}, column {column} of {}", self.payload.name)
            }
            None => format!("`{line}`"),
        }
    }

    /// The operations of a name, a line each.
    fn lines(&self, program: &Program, name: &str) -> Shown {
        let options = PrintOptions::default();
        let ops = program.walk(program.top()).filter(|op| program.op_name(*op) == name).take(LINES);
        let line = |op| text::print_op(program, op, &options).lines().next().unwrap_or("").to_owned();
        Shown::new(ops.map(line).collect::<Vec<_>>().join("\n"))
    }

    fn confirm(&self, finding: &mut Finding, number: StepNumber, before: Shown, after: After) {
        finding.confirmation = Confirmation {
            how: Confirmed::Mlir,
            details: vec![format!("mlir-opt {} ran {}", self.runner.opt.version(), self.shower.step(number))],
            mlir: None,
        };
        let command = Some(self.runner.again.clone());
        finding.witness =
            Some(Witness { before, after, path: None, command, applications: Vec::new(), trace: None });
    }
}

/// A program without locations.
fn printed(program: &Program) -> String {
    text::print(program, &PrintOptions::default())
}

/// The program at the end as evidence.
fn run(end: &Ran) -> Evidence {
    Evidence { kind: EvidenceKind::Run, text: printed(&end.program), path: None }
}

/// The word for a kind.
pub(super) fn word(kind: &OpKind) -> String {
    match kind.satisfies.as_slice() {
        [] => kind.name.clone(),
        list => format!("{}{{{}}}", kind.name, list.join(" ")),
    }
}

fn totals(census: &KindCounts) -> BTreeMap<String, usize> {
    assay_audit::contract::learn::names(census)
}

/// The first line and column of a location.
fn place(program: &Program, loc: LocId) -> Option<(u64, u64)> {
    let ctx = program.ctx();
    match ctx.loc_kind(loc) {
        LocKind::File { line, column, .. } => Some((*line, *column)),
        LocKind::Name { child, .. } => place(program, (*child)?),
        LocKind::CallSite { callee, .. } => place(program, *callee),
        LocKind::Fused { parts, .. } => parts.iter().find_map(|part| place(program, *part)),
        LocKind::Unknown => None,
    }
}
