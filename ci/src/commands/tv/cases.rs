//! The functions of one text behind passes: the steps of the passes, and the record of each function at each step.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use assay_ir::data::{Context, Program};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Confirmed, UnknownKind};
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::{Finding, Location, PatternReport, Sources};
use assay_verifier::program::{Answer, Changed, Difference, Open, Programs, shape, with_small_extents};

use serde::{Deserialize, Serialize};

use super::function_report::{self, ReportedFunction};
use super::passes::Passes;
use super::programs::{Case, Unit};
use super::request::{From, Request};
use super::smaller::{self, Breaks, smaller};
use super::stages::{self, Step};
use super::through::{self, After};
use super::unread;
use crate::{attempts, timeout_advice};
use assay_verifier::program::{Compared, Judged, Overlaps, Side, Trials, Validator};

/// The end of the name of the text with the functions around an operation.
pub(super) const ENDING: &str = " (generated)";

/// A record, and the cause of its finding where it has one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::commands) struct Record {
    pub(super) report: PatternReport,
    pub(super) cause: Option<String>,
}

impl Record {
    /// Tells if it has an error.
    pub(super) fn is_wrong(&self) -> bool {
        self.report.findings.iter().any(|finding| finding.level == Severity::Error)
    }

    /// Tells if it has a finding.
    pub(super) fn is_notable(&self) -> bool {
        !self.report.findings.is_empty()
    }
}

pub(super) fn judge(request: &Request) -> Validator<'_> {
    let proofs = request.solvers.as_ref().map(|solvers| (solvers, request.iterations));
    let entry = request.entry.clone();
    let trials = if request.trials { Trials::On } else { Trials::Off };
    Validator {
        settings: request.settings,
        entry,
        overlaps: if request.alias { Overlaps::Judged } else { Overlaps::Warned },
        trials,
        proofs,
        origin: None,
        own: request.own.as_ref(),
    }
}

/// The judge of programs that are made smaller, which only runs them.
pub(super) fn runner(request: &Request) -> Validator<'_> {
    Validator { overlaps: Overlaps::Off, trials: Trials::Off, proofs: None, ..judge(request) }
}

/// The time of an answer, where it is asked for.
pub(super) fn milliseconds(request: &Request, judged: &Judged) -> Option<u64> {
    request.timings.then(|| u64::try_from(judged.time.as_millis()).unwrap_or(u64::MAX))
}

/// The record of an answer, without a reduction.
pub(super) fn plain_record(
    subject: &ReportedFunction<'_>,
    compared: &Compared,
    judged: &Judged,
    answer: &Answer,
) -> PatternReport {
    match answer {
        Answer::Refuted(found) => {
            function_report::refuted(subject, &programs_of(compared, judged), found, subject.pattern)
        }
        answer => agreed(subject, compared, judged, answer),
    }
}

/// The programs that show the answer about a function.
pub(super) fn programs_of<'c>(compared: &'c Compared, judged: &'c Judged) -> Programs<'c> {
    match (&judged.caller, &compared.overlapping) {
        (Some(caller), Some((before, after))) => {
            Programs { source: before, target: after, name: caller, written: None, read: None }
        }
        _ => Programs {
            source: &compared.source,
            target: &compared.target,
            name: &judged.name,
            written: compared.written.as_ref(),
            read: compared.read.as_ref(),
        },
    }
}

/// The record of an answer without a difference, but where arguments overlap.
pub(super) fn agreed(
    subject: &ReportedFunction<'_>,
    compared: &Compared,
    judged: &Judged,
    answer: &Answer,
) -> PatternReport {
    let mut report = function_report::answered(subject, answer, &judged.rests);
    if let (Answer::Tested { unproved: Some(why), .. }, Some(reason)) = (answer, &mut report.reason)
        && why.is_timeout()
        && let Some(text) = function_report::function_text(&compared.source, &judged.name)
    {
        reason.subject.push_str(&format!(" ({})", timeout_advice::advice(&text)));
    }
    if let (Some((caller, found)), Some((before, after))) = (&judged.overlap, &compared.overlapping) {
        let programs = Programs { source: before, target: after, name: caller, written: None, read: None };
        report.findings.extend(function_report::overlapping(subject, &programs, found));
    }
    report
}

/// Names the description of an operation without a meaning: it fits other uses.
pub(super) fn name_misfit(report: &mut PatternReport, request: &Request) {
    let Some(reason) = report.reason.as_mut().filter(|one| one.class == UnknownKind::NoMeaning) else {
        return;
    };
    let described = request.own.as_ref().and_then(|own| own.semantics(own.ctx().ident(&reason.subject)));
    if let Some(semantics) = described.filter(|one| !one.variants.is_empty()) {
        let (file, line) = &semantics.at;
        reason.class = UnknownKind::Unsupported;
        reason.subject = format!(
            "`{}`: its description at {file}:{line} does not fit this use, by the types of its operands, results or attributes",
            reason.subject
        );
    }
}

/// Returns true of an answer that leaves open if the functions do the same at these sizes.
fn is_open(answer: &Answer) -> bool {
    match answer {
        Answer::Tested { .. } | Answer::Open(Open::Limit(_) | Open::Data(_) | Open::Inputs(_)) => true,
        Answer::AllValues(found) => !found.is_whole(),
        _ => false,
    }
}

/// The place of a text in a file of the user.
pub(super) struct Place<'p> {
    pub(super) file: &'p str,
    pub(super) source: &'p str,
    pub(super) offset: usize,
    pub(super) sources: &'p Sources,
    /// The lines of functions and globals by their names.
    pub(super) lines: OnceCell<HashMap<&'p str, Range<usize>>>,
}

impl<'p> Place<'p> {
    pub(super) fn new(file: &'p str, source: &'p str, offset: usize, sources: &'p Sources) -> Place<'p> {
        Place { file, source, offset, sources, lines: OnceCell::new() }
    }

    /// The line of a function, or the start of its text.
    pub(super) fn at(&self, name: &str) -> Location {
        let symbol = name.rsplit("::").next().unwrap_or(name);
        let found = self.lines.get_or_init(|| self.lines()).get(symbol).cloned();
        self.sources.locate(self.file, found.unwrap_or(self.offset..self.offset))
    }

    /// The first line of each function or global, from the start of its words to their end.
    fn lines(&self) -> HashMap<&'p str, Range<usize>> {
        let text = self.source.get(self.offset..).unwrap_or("");
        let mut out = HashMap::new();
        let mut start = self.offset;
        for line in text.split_inclusive('\n') {
            let at = ["func", "global", "module"].iter().filter_map(|word| line.find(word)).min();
            let words = at.map_or("", |at| &line[at..]);
            for (at, _) in words.match_indices('@') {
                let rest = &words[at + 1..];
                let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$.-".contains(c)));
                let lead = line.len() - line.trim_start().len();
                out.entry(&rest[..end.unwrap_or(rest.len())])
                    .or_insert(start + lead..start + line.trim_end().len());
            }
            start += line.len();
        }
        out
    }

    pub(super) fn subject<'s>(
        &self,
        name: &'s str,
        label: &'s str,
        pattern: Option<&'s str>,
        fingerprint: &'s str,
        command: &str,
    ) -> ReportedFunction<'s> {
        ReportedFunction { name, at: self.at(name), label, pattern, fingerprint, command: command.to_owned() }
    }
}

/// The answers about a part of a run.
pub(super) struct Answers {
    /// The records of functions.
    pub(super) records: Vec<Record>,
    /// Errors of named files that the binary does not read.
    pub(super) faults: Vec<Finding>,
    /// Programs of folders that the binary does not read.
    pub(super) left_out: usize,
    /// The texts that all of these point into.
    pub(super) sources: Arc<Sources>,
}

impl Answers {
    /// Those of programs that were all read.
    pub(super) fn of_records(records: Vec<Record>, sources: Arc<Sources>) -> Answers {
        Answers { records, faults: Vec::new(), left_out: 0, sources }
    }
}

/// The texts of a unit behind its passes, by one start of the binary for each.
pub(super) struct Prepared {
    /// The file.
    sources: Arc<Sources>,
    /// Each text in generic form, or the binary's refusal of it.
    plain: Vec<Result<String, Outcome>>,
    /// The results of each list of passes for the texts that are accepted, unless each of them is taken apart.
    after: Vec<Vec<Option<After>>>,
}

impl Prepared {
    /// Starts the binary on the texts of a unit.
    pub(super) fn new(request: &Request, unit: &Unit) -> Prepared {
        let mut sources = Sources::new();
        sources.insert(unit.file.clone(), unit.source.clone());
        let sources = Arc::new(sources);
        let Some(opt) = &request.opt else {
            return Prepared { sources, plain: Vec::new(), after: Vec::new() };
        };
        let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
        let plain: Vec<Result<String, Outcome>> = match unit.readable {
            true => texts.iter().map(|text| Ok((*text).to_owned())).collect(),
            false => through::readings(opt, &texts).into_iter().map(accepted).collect(),
        };
        let (texts, generic): (Vec<&str>, Vec<&str>) = texts
            .iter()
            .zip(&plain)
            .filter_map(|(text, plain)| Some((*text, plain.as_deref().ok()?)))
            .unzip();
        let whole = |passes: &Passes| {
            let mut all = match takes_apart(request) {
                true => Vec::new(),
                false => through::after(opt, &texts, &generic, passes),
            }
            .into_iter();
            plain.iter().map(|plain| plain.as_ref().ok().and_then(|_| all.next())).collect()
        };
        let after = unit.runs.iter().map(whole).collect();
        Prepared { sources, plain, after }
    }

    /// The answers about one text of the unit.
    pub(super) fn answers(&self, request: &Request, unit: &Unit, case: usize) -> Answers {
        let mut answers = Answers::of_records(Vec::new(), Arc::clone(&self.sources));
        let (Some(opt), Some(plain)) = (&request.opt, self.plain.get(case)) else { return answers };
        let Case { offset, text } = &unit.cases[case];
        match plain {
            Ok(plain) => {
                let run = |(passes, after): (&Passes, &Vec<Option<After>>)| {
                    let steps = steps(request, opt, (text, plain), passes, after[case].as_ref());
                    OfCase::new(request, opt, unit, *offset, &self.sources, plain, passes).records(&steps)
                };
                answers.records = unit.runs.iter().zip(&self.after).flat_map(run).collect();
            }
            Err(_) if unit.walked => answers.left_out = 1,
            Err(refusal) => {
                answers.faults = unread::findings((&self.sources, &unit.file, *offset), opt, refusal);
            }
        }
        answers
    }
}

/// A program in generic form, or the refusal of it.
fn accepted(outcome: Outcome) -> Result<String, Outcome> {
    match outcome {
        Outcome::Ok(text) => Ok(text),
        refusal => Err(refusal),
    }
}

/// Tells if each text goes through the binary by itself, several times.
fn takes_apart(request: &Request) -> bool {
    request.script.is_some() || request.by_pattern.is_some()
}

/// All answers about a unit.
pub(super) fn unit(request: &Request, unit: &Unit) -> Answers {
    let prepared = Prepared::new(request, unit);
    let mut all = Answers::of_records(Vec::new(), Arc::clone(&prepared.sources));
    for case in 0..unit.cases.len() {
        let Answers { records, faults, left_out, .. } = prepared.answers(request, unit, case);
        all.records.extend(records);
        all.faults.extend(faults);
        all.left_out += left_out;
    }
    all
}

/// The steps of a text, in the form of the user and in generic form, where `after` is what it is behind all passes.
fn steps(
    request: &Request,
    opt: &MlirOpt,
    (text, plain): (&str, &str),
    passes: &Passes,
    after: Option<&After>,
) -> Vec<Step> {
    if let Some(script) = &request.script {
        return script.steps(opt, text, plain).unwrap_or_else(|error| {
            let refused = After::Refused(error.to_string());
            vec![Step::of_pass(passes.label.clone(), String::new(), refused)]
        });
    }
    if request.by_pattern.is_some() {
        // Programs of a script hold it, before and after.
        let scripted = passes.with_script(plain);
        let start = scripted.as_deref().and_then(|text| through::before(opt, &[text]).pop().flatten());
        let (text, plain) = (scripted.as_deref().unwrap_or(text), start.as_deref().unwrap_or(plain));
        return stages::of_patterns(opt, text, plain, passes).0;
    }
    let Some(after) = after else { return Vec::new() };
    let whole = Step::of_pass(passes.label.clone(), plain.to_owned(), after.clone());
    if !request.each_pass {
        return vec![whole];
    }
    let mut steps = stages::of_pipeline(opt, text, plain, passes);
    // The end of the pipeline is no step of its own.
    if steps.is_empty() || !matches!(whole.after, After::Program(_)) {
        steps.push(whole);
    }
    steps
}

/// The place that the label of a step of a script names, as in `transform.annotate at s.mlir:4, run 2`.
fn script_place(label: &str) -> Option<Location> {
    let place = label.rsplit_once(" at ")?.1.split(", ").next()?;
    let (file, line) = place.rsplit_once(':')?;
    let line = line.parse().ok()?;
    Some(Location { file: file.to_owned(), line, column: 1, start: 0, end: 0 })
}

/// Attempts of patterns on a program behind which no single one is blamed.
const MOST_ATTEMPTS: usize = 400;

/// One text behind passes.
pub(super) struct OfCase<'c> {
    pub(super) request: &'c Request,
    /// The binary that the passes are of; `None` where steps ran elsewhere and there is none.
    pub(super) opt: Option<&'c MlirOpt>,
    pub(super) place: Place<'c>,
    pub(super) plain: &'c str,
    pub(super) passes: &'c Passes,
    /// The command that shows a finding again, where that is not `assay tv`.
    pub(super) command: Option<&'c str>,
}

impl<'c> OfCase<'c> {
    /// The text at a place of a unit.
    pub(super) fn new(
        request: &'c Request,
        opt: &'c MlirOpt,
        unit: &'c Unit,
        offset: usize,
        sources: &'c Sources,
        plain: &'c str,
        passes: &'c Passes,
    ) -> OfCase<'c> {
        let place = Place::new(&unit.file, &unit.source, offset, sources);
        OfCase { request, opt: Some(opt), place, plain, passes, command: None }
    }
}

impl OfCase<'_> {
    fn records(&self, steps: &[Step]) -> Vec<Record> {
        let mut out: Vec<Record> = Vec::new();
        let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
        let mut others: Vec<Record> = Vec::new();
        // Where a pass changed the meaning: of a function, or of the whole program for `None`.
        let mut wrong: BTreeSet<Option<&str>> = BTreeSet::new();
        let mut left_out: BTreeSet<String> = BTreeSet::new();
        for step in steps {
            if let (Some(most), Some(name)) = (self.request.by_pattern, step.pattern.as_deref()) {
                let seen = applied.entry(name).or_default();
                *seen += 1;
                if *seen > most {
                    continue;
                }
            }
            // The passes behind the first one that changes the meaning start from another program.
            let symbol = step.symbol.as_deref();
            if wrong.contains(&None) || wrong.contains(&symbol) || symbol.is_none() && !wrong.is_empty() {
                left_out.extend(step.symbol.clone());
                continue;
            }
            let (records, unchanged) = self.parts(step);
            if self.request.each_pass && records.iter().any(Record::is_wrong) {
                wrong.insert(symbol);
            }
            out.extend(records);
            others.extend(unchanged);
        }
        // Once each, however many of the passes ran on other functions.
        left_out.extend(out.iter().map(|record| record.report.name.clone()));
        out.extend(others.into_iter().filter(|record| left_out.insert(record.report.name.clone())));
        out
    }

    /// The records of one step.
    pub(super) fn step(&self, step: &Step) -> Vec<Record> {
        let (mut records, unchanged) = self.parts(step);
        records.extend(unchanged);
        records
    }

    /// The records of one step, and those of functions that its pass did not run on and that are as they were.
    fn parts(&self, step: &Step) -> (Vec<Record>, Vec<Record>) {
        match &step.after {
            After::Program(after) => self.program(step, after),
            _ => (self.failed(step), Vec::new()),
        }
    }

    /// The records of a step behind which there is no program.
    fn failed(&self, step: &Step) -> Vec<Record> {
        match &step.after {
            After::Program(_) => Vec::new(),
            After::Crash(..) | After::Endless | After::IllFormed(_) => vec![self.broken(step)],
            After::Refused(said) if self.request.script.is_some() => {
                vec![self.fails(step, Rule::C516, &format!("fails: {said}"), Confirmed::Mlir)]
            }
            After::Fails(rule, how) => vec![self.fails(step, *rule, how, Confirmed::Replayed)],
            After::Refused(said) => {
                let subject = self.subject("", step);
                let words = format!("the passes refuse it: {said}");
                vec![Record {
                    report: function_report::undecided(&subject, UnknownKind::Unsupported, &words),
                    cause: None,
                }]
            }
        }
    }

    /// The record of a step of a script that fails, at its place in the script.
    fn fails(&self, step: &Step, rule: Rule, how: &str, confirmed: Confirmed) -> Record {
        let mut report = function_report::broken(&self.subject("", step), rule, how, &step.before);
        for finding in &mut report.findings {
            finding.confirmation.how = confirmed;
            if let Some(at) = script_place(&step.label) {
                finding.labels.clear();
                finding.at = at;
            }
        }
        Record { report, cause: None }
    }

    fn subject<'s>(&self, name: &'s str, step: &'s Step) -> ReportedFunction<'s> {
        let file = match self.request.from {
            // The program of the finding, on standard input.
            From::Generated(_) => "-".to_owned(),
            _ => crate::shell::quoted(self.place.file),
        };
        let is_around = matches!(self.request.from, From::Folders(_));
        let mut command = match is_around {
            // The same functions are generated again.
            true => {
                let operation = self.place.file.trim_end_matches(ENDING);
                format!("assay tv --folders --only {}{}", crate::shell::quoted(operation), self.request.again)
            }
            false => {
                let by = if self.request.by_pattern.is_some() { " --by-pattern" } else { "" };
                format!("assay tv {file}{}{by}{}", self.passes.again, self.request.again)
            }
        };
        if let Some(again) = self.command {
            command = again.to_owned();
        } else if !name.is_empty() && !is_around {
            command.push_str(&format!(" --entry {}", crate::shell::quoted(name)));
        }
        self.place.subject(name, &step.label, step.pattern.as_deref(), step.fingerprint(), &command)
    }

    fn program(&self, step: &Step, after: &str) -> (Vec<Record>, Vec<Record>) {
        let judge = Validator { origin: Some(self.plain), ..judge(self.request) };
        let ctx = judge.context();
        let sides = (Side { name: "before", text: &step.before }, Side { name: "after", text: after });
        let compared = match judge.texts(&ctx, sides.0, sides.1) {
            Ok(compared) => compared,
            Err(why) => {
                let subject = self.subject("", step);
                let words = format!("a text is not read: {why}");
                let report = function_report::undecided(&subject, UnknownKind::Unsupported, &words);
                return (vec![Record { report, cause: None }], Vec::new());
            }
        };
        let record = |judged: &Judged| {
            let mut records = match judged.answer.as_ref() {
                None => Vec::new(),
                Some(Answer::Refuted(found)) => vec![self.refuted(step, &compared, judged, found)],
                Some(answer) => {
                    let mut report = agreed(&self.subject(&judged.name, step), &compared, judged, answer);
                    name_misfit(&mut report, self.request);
                    let small = is_open(answer).then(|| self.at_small_extents(step, &judged.name)).flatten();
                    [Some(Record { report, cause: None }), small].into_iter().flatten().collect()
                }
            };
            if let Some(record) = records.first_mut() {
                record.report.milliseconds = milliseconds(self.request, judged);
            }
            records
        };
        let symbol = |symbol: &Changed| Record {
            report: function_report::symbol(&self.subject(&symbol.name, step), symbol),
            cause: Some(format!("{} {symbol:?}", step.label)),
        };
        let is_other = |judged: &&Judged| {
            let name = judged.name.rsplit("::").next();
            matches!(judged.answer, Some(Answer::Same))
                && step.symbol.is_some()
                && step.symbol.as_deref() != name
        };
        let (others, functions): (Vec<&Judged>, Vec<&Judged>) = compared.functions.iter().partition(is_other);
        let symbols = compared.symbols.iter().map(symbol);
        (
            functions.into_iter().flat_map(record).chain(symbols).collect(),
            others.into_iter().flat_map(record).collect(),
        )
    }

    fn refuted(&self, step: &Step, compared: &Compared, judged: &Judged, found: &Difference) -> Record {
        let subject = self.subject(&judged.name, step);
        let reduces = self.reduces() && step.pattern.is_none() && judged.caller.is_none();
        let reduced = reduces.then(|| self.reduced(step, compared, judged, found));
        if let Some((report, cause)) = reduced.flatten() {
            return Record { report, cause: Some(cause) };
        }
        let programs = programs_of(compared, judged);
        let report = function_report::refuted(&subject, &programs, found, step.pattern.as_deref());
        let cause = step.pattern.as_ref().map(|name| format!("{} {name}", found.code));
        Record { report, cause }
    }

    /// The finding on a smaller program, and its cause; `None` where the smaller program does not show it again.
    fn reduced(
        &self,
        step: &Step,
        compared: &Compared,
        judged: &Judged,
        found: &Difference,
    ) -> Option<(PatternReport, String)> {
        let name = judged.name.rsplit("::").next().unwrap_or(&judged.name);
        // A difference that small extents show, too, is reported with these.
        if let Some((start, small, _)) = self.with_small_extents(step, name)
            && small.code == found.code
            && let Some(reduced) = self.reduced_from(step, &start, &judged.name, found.code)
        {
            return Some(reduced);
        }
        let start = smaller::reparse(compared.source.ctx(), &step.before)?;
        self.reduced_from(step, &start, &judged.name, found.code)
    }

    /// The finding on a program that is smaller than this one, and its cause.
    fn reduced_from(
        &self,
        step: &Step,
        start: &Program,
        function: &str,
        code: Rule,
    ) -> Option<(PatternReport, String)> {
        let name = function.rsplit("::").next().unwrap_or(function);
        let passes = self.passes_of(step);
        let mut judge = Validator { origin: Some(self.plain), ..runner(self.request) };
        judge.settings.only = Some(code);
        let blamed = |text: &str| self.pattern(text, &passes, code, name);
        let opt = self.opt?;
        let around = |is_same: &dyn Fn(&str) -> bool| {
            smaller(opt, &passes, &judge, start, name, Breaks::Values(code), is_same)
        };
        let mut small = around(&|_| true);
        let mut pattern = blamed(&small.text);
        // A smaller program may be wrong by another pattern, which is another finding.
        let cause = pattern.as_ref().and_then(|_| blamed(&smaller::generic(start)));
        if cause.is_some() && cause != pattern {
            small = around(&|text| blamed(text) == cause);
            pattern = cause;
        }
        let After::Program(after) = &small.after else { return None };
        let shape = shape(&small.program, name);
        let (ran, again) = smaller::difference(&judge, small.program, after)?;
        if again.code != code {
            return None;
        }
        let subject = self.subject(function, step);
        let (source, target, read) = (&ran.source, &ran.target, ran.read.as_ref());
        let programs = Programs { source, target, name, written: None, read };
        let report = function_report::refuted(&subject, &programs, &again, pattern.as_deref());
        Some((report, format!("{} {code} {shape}", step.label)))
    }

    /// The program of a step with small extents, the difference that the passes make to a function of it, and which extents became which;
    /// `None` where they make none, or refuse it.
    fn with_small_extents(
        &self,
        step: &Step,
        name: &str,
    ) -> Option<(Program, Box<Difference>, BTreeMap<u64, u64>)> {
        let judge = Validator { entry: Some(name.to_owned()), ..runner(self.request) };
        let ctx = judge.context();
        let whole = smaller::generic(&smaller::reparse(&ctx, &step.before)?);
        let (text, extents) = with_small_extents(&whole)?;
        let start = smaller::reparse(&ctx, &text)?;
        through::before(self.opt?, &[&text]).pop().flatten()?;
        let after = through::after(self.opt?, &[&text], &[&text], &self.passes_of(step)).pop()?;
        let After::Program(after) = after else { return None };
        let (_, found) = smaller::difference(&judge, smaller::reparse(&ctx, &text)?, &after)?;
        Some((start, found, extents))
    }

    /// The record of a function with small extents, where the passes are wrong there. It is another function, of which the verdict about the first
    /// one says nothing.
    fn at_small_extents(&self, step: &Step, name: &str) -> Option<Record> {
        if !self.reduces() || step.pattern.is_some() {
            return None;
        }
        let symbol = name.rsplit("::").next().unwrap_or(name);
        let (start, found, extents) = self.with_small_extents(step, symbol)?;
        let (mut report, cause) = self.reduced_from(step, &start, name, found.code)?;
        let words = |(old, new): (&u64, &u64)| format!("{new} for {old}");
        let extents = extents.iter().map(words).collect::<Vec<_>>().join(", ");
        report.name.push_str(" with small extents");
        report.domain.push(format!("extents: {extents}"));
        Some(Record { report, cause: Some(cause) })
    }

    /// Tells if programs are made smaller: a script names the operations of its payload, and does nothing with others.
    fn reduces(&self) -> bool {
        self.request.reduce && self.request.script.is_none() && self.command.is_none()
    }

    /// The passes of a step: a pass that is named alone stands for itself.
    fn passes_of(&self, step: &Step) -> Passes {
        match self.request.each_pass && step.label != self.passes.label {
            true => Passes::of_arguments(vec![format!("--{}", step.label)]),
            false => self.passes.clone(),
        }
    }

    /// The C++ pattern whose application makes a function wrong; `None` also where too many are tried to look at each.
    fn pattern(&self, text: &str, passes: &Passes, code: Rule, function: &str) -> Option<String> {
        let opt = self.opt?;
        if passes.script.is_some() || attempts::tried(opt, text, &passes.arguments).len() > MOST_ATTEMPTS {
            return None;
        }
        let judge = Validator { entry: Some(function.to_owned()), ..runner(self.request) };
        let ctx = judge.context();
        let (steps, _) = stages::of_patterns(opt, text, text, passes);
        let wrong = |step: &Step| {
            let After::Program(after) = &step.after else { return false };
            let before = smaller::reparse(&ctx, &step.before);
            let found = before.and_then(|before| smaller::difference(&judge, before, after));
            found.is_some_and(|(_, found)| found.code == code)
        };
        steps.iter().find(|step| wrong(step)).and_then(|step| step.pattern.clone())
    }

    /// The record of a step on which the binary fails.
    fn broken(&self, step: &Step) -> Record {
        let subject = self.subject("", step);
        let what = step.after.failure(self.opt.map_or(Duration::ZERO, |opt| opt.limits().wall));
        let what = what.unwrap_or_default();
        // A run that does not end is the one outcome without a message.
        let how = Breaks::of_outcome(&step.after).unwrap_or(Breaks::Endless);
        let code = how.rule();
        let name = self.only_function();
        // Each smaller program on which the passes do not end would take all of its time.
        let small = match (self.opt.filter(|_| self.reduces() && how != Breaks::Endless), &name) {
            (Some(opt), Some(name)) => {
                let ctx = runner(self.request).context();
                smaller::reparse(&ctx, self.plain).map(|program| {
                    (
                        smaller(
                            opt,
                            &self.passes_of(step),
                            &runner(self.request),
                            &program,
                            name,
                            how.clone(),
                            &|_| true,
                        ),
                        name,
                    )
                })
            }
            _ => None,
        };
        let (text, shape) = match &small {
            Some((small, name)) => (small.text.clone(), shape(&small.program, name)),
            None => (self.plain.to_owned(), String::new()),
        };
        let report = function_report::broken(&subject, code, &what, &text);
        let cause = (!shape.is_empty()).then(|| format!("{} {code} {shape}", step.label));
        Record { report, cause }
    }

    /// The last function with a body of the text, around which it is reduced.
    fn only_function(&self) -> Option<String> {
        let ctx = Arc::clone(&Context::new());
        let program = smaller::reparse(&ctx, self.plain)?;
        let with_body =
            |op: &assay_ir::data::OpId| assay_backend::engine::entry_block(&program, *op).is_some();
        let function = program.walk(program.top()).filter(with_body).last()?;
        program.attr_text(function, assay_ir::data::known::SYM_NAME).map(str::to_owned)
    }
}
