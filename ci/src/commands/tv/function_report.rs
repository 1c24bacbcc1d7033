//! Answers about functions as records of the report: verdicts, reasons, findings with their programs, inputs and values.

use std::collections::{BTreeMap, BTreeSet};

use assay_backend::arguments::word;
use assay_backend::engine::{Limit, Outcome, Run, Touched};
use assay_backend::value::Value;
use assay_ir::data::{OpId, Program, known};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_ir::verdict::{Confirmed, Observed, Stage, Trace, UnknownKind, VerdictKind};
use assay_reports::{
    After, Answer as Shown, Confirmation, Evidence, EvidenceKind, Finding, Label, Location, Operations,
    PatternReport, Program as ShownProgram, Reason, Subject, Witness,
};
use assay_verifier::program::{
    Answer, Change, Changed, Difference, HISTORY, Open, Programs, Reliances, is_memory, stem, trace,
};
use assay_verifier::witness::execute::parameters;

use super::first_difference::{FirstDifference, abridged, first_difference, headline, is_long, with_label};
use crate::digest::short_digest;

/// Characters of inputs that stand in a headline.
const INPUTS: usize = 40;

/// The function that a record is about.
pub(super) struct ReportedFunction<'s> {
    /// Its name, without `@`.
    pub(super) name: &'s str,
    /// Its place in the file of the user.
    pub(super) at: Location,
    /// The passes that it went through; empty for two given programs.
    pub(super) label: &'s str,
    /// The C++ pattern that was applied alone.
    pub(super) pattern: Option<&'s str>,
    /// The key in a baseline: the fingerprint of its passes and of its text.
    pub(super) fingerprint: &'s str,
    /// The command that shows it again.
    pub(super) command: String,
}

/// The fingerprint of a text behind passes. All functions of the text share it.
pub(super) fn fingerprint(label: &str, text: &str) -> String {
    short_digest(&format!("{label}\n{text}"))
}

/// A record without an answer.
fn record(subject: &ReportedFunction<'_>, verdict: VerdictKind) -> PatternReport {
    let mut domain = Vec::new();
    if !subject.label.is_empty() {
        domain.push(format!("pass: {}", subject.label));
    }
    domain.extend(subject.pattern.map(|name| format!("pattern: {name}")));
    PatternReport {
        domain,
        fingerprint: subject.fingerprint.to_owned(),
        subject: Subject::Functions,
        ..PatternReport::new(subject.name, &subject.at, verdict)
    }
}

/// The record of an answer with what it rests on; a refuted one is filled in by [`refuted`].
pub(super) fn answered(subject: &ReportedFunction<'_>, answer: &Answer, rests: &Reliances) -> PatternReport {
    let mut report = report(subject, answer);
    report.domain.extend(rests.domain.iter().cloned());
    report.assumptions.extend(rests.assumptions.iter().cloned());
    report
}

fn report(subject: &ReportedFunction<'_>, answer: &Answer) -> PatternReport {
    let with = |verdict, scope: Option<&str>, reason: Option<Reason>, stage| PatternReport {
        scope: scope.map(str::to_owned),
        reason,
        stages: vec![(Stage::Values, stage)],
        ..record(subject, verdict)
    };
    // Of two files a reader knows that they differ.
    let changed = (!subject.label.is_empty()).then_some("changed");
    match answer {
        Answer::Same => with(VerdictKind::Proved, Some("not changed"), None, Shown::Proved),
        Answer::Refuted(_) => with(VerdictKind::Refuted, None, None, Shown::Refuted),
        Answer::Bounded { inputs, close } => {
            let scope =
                if *close { "all inputs, within the error of an approximation" } else { "all inputs" };
            with(VerdictKind::Bounded, Some(scope), None, Shown::Bounded(format!("{inputs} inputs")))
        }
        Answer::Proved => with(VerdictKind::Proved, changed, None, Shown::Proved),
        Answer::Followed(bounds) => {
            let scope = bounds.scope();
            with(VerdictKind::Bounded, Some(&scope), None, Shown::Bounded(scope.clone()))
        }
        Answer::AllValues(found) => {
            let scope = found.scope();
            let report = match found.is_whole() {
                true => with(VerdictKind::Proved, Some(&scope), None, Shown::Proved),
                false => with(VerdictKind::Bounded, Some(&scope), None, Shown::Bounded(scope.clone())),
            };
            let operations = found.operations.map(|[before, after]| Operations { before, after });
            PatternReport { operations, ..report }
        }
        Answer::Tested { inputs, unproved } => {
            let why = unproved.as_ref().map(|why| format!("; not proved: {why}")).unwrap_or_default();
            undecided(subject, UnknownKind::Tested, &format!("{inputs} inputs{why}"))
        }
        Answer::Open(open) => {
            let (class, words) = reason(open);
            undecided(subject, class, &words)
        }
    }
}

/// The record of a function that is not decided.
pub(super) fn undecided(subject: &ReportedFunction<'_>, class: UnknownKind, words: &str) -> PatternReport {
    let reason = Reason { class, subject: words.to_owned(), line: None };
    PatternReport {
        reason: Some(reason.clone()),
        stages: vec![(Stage::Values, Shown::Unknown(reason))],
        ..record(subject, VerdictKind::Unknown)
    }
}

/// The reason for which an answer is open: its class and its subject.
pub(super) fn reason(open: &Open) -> (UnknownKind, String) {
    match open {
        Open::NoMeaning(name) => (UnknownKind::NoMeaning, name.clone()),
        Open::Partly(name, gap) => (UnknownKind::Unsupported, format!("{name}: {gap}")),
        Open::Inputs(ty) => (UnknownKind::Unsupported, format!("inputs of type {ty}")),
        Open::Gone => (UnknownKind::Unsupported, "the function was erased".to_owned()),
        Open::IndexBits => {
            (UnknownKind::Unsupported, "the data layout gives `index` another width than 64 bits".to_owned())
        }
        Open::Retyped => {
            (UnknownKind::Unsupported, "the signature of the function or module changed".to_owned())
        }
        Open::Limit(limit) => (UnknownKind::Limit, limit.to_string()),
        Open::Data(name) => {
            (UnknownKind::Limit, format!("it ran for too long, and data decides control: {name}"))
        }
        Open::State(name) => (
            UnknownKind::Unsupported,
            format!("`{name}` may keep state: only combinational modules are compared"),
        ),
        Open::Undefined => (UnknownKind::Unsupported, "undefined behaviour on every input".to_owned()),
        Open::Race => (UnknownKind::Unsupported, "iterations race on every input".to_owned()),
        Open::Freedom(name) => (UnknownKind::Unsupported, format!("`{name}` allows several results")),
        Open::Order(name) => {
            (UnknownKind::Unsupported, format!("the outcome depends on the iteration order of `{name}`"))
        }
        Open::NanBits(name) => (UnknownKind::Unsupported, format!("`{name}` of a NaN")),
        Open::Unreadable(why) => (UnknownKind::Unsupported, format!("not well-formed: {why}")),
        Open::Disagreement(why) => (UnknownKind::Internal, format!("engines disagree: {why}")),
    }
}

/// Tells if the calls of functions without a body differ.
fn calls_differ(found: &Difference) -> bool {
    let history = |run: &Run| {
        let mut globals = run.globals.iter();
        globals.find(|global| global.name == HISTORY).map(|global| global.contents.clone())
    };
    history(&found.source) != history(&found.target)
}

/// The use of an argument that the run before does not make, where that is all of the difference.
fn touched(programs: &Programs<'_>, found: &Difference) -> Option<String> {
    let (at, how) = found.touches?;
    let function = assay_backend::interp::find_function(programs.source, programs.name)?;
    let mut memory =
        parameters(programs.source, function).into_iter().filter(|value| is_memory(programs.source, *value));
    let value = memory.nth(at)?;
    let name = programs.names(programs.source).remove(&value)?;
    Some(match how {
        Touched::Freed => format!("frees `{name}`, which it did not free"),
        _ => format!("stores to `{name}`, which it only read"),
    })
}

/// The record of a symbol that other modules see.
pub(super) fn symbol(subject: &ReportedFunction<'_>, symbol: &Changed) -> PatternReport {
    let mut report = match &symbol.change {
        Change::Unknown(what) => undecided(subject, UnknownKind::Unsupported, &format!("the symbol {what}")),
        Change::Seen { what, witness } => {
            let mut message = format!("`@{}` {what}", symbol.name);
            if !subject.label.is_empty() {
                message.push_str(&format!(" after `{}`", subject.label));
            }
            let mut finding = finding(subject, Rule::V306, message);
            finding.notes.push(witness.clone());
            finding.confirmation = Confirmation {
                how: Confirmed::Replayed,
                details: vec![format!("both programs were read: `@{}` {what}", symbol.name)],
                mlir: None,
            };
            PatternReport { findings: vec![finding], ..record(subject, VerdictKind::Refuted) }
        }
    };
    report.domain.push("the symbol as other modules see it".to_owned());
    report
}

/// The record of a function that computes something else.
pub(super) fn refuted(
    subject: &ReportedFunction<'_>,
    programs: &Programs<'_>,
    found: &Difference,
    pattern: Option<&str>,
) -> PatternReport {
    // Of operations without a meaning the calls show nothing.
    let calls = found.undescribed.is_empty();
    let outcomes = |list: fn(&[Value]) -> String| {
        let of = |program, run| outcome(program, run, calls, list);
        (of(programs.source, &found.source), of(programs.target, &found.target))
    };
    let (before, after) = outcomes(list);
    let function = assay_backend::interp::find_function(programs.source, programs.name);
    let touched = touched(programs, found);
    let what = match found.code {
        Rule::V302 if touched.is_some() => touched.as_deref().unwrap_or_default(),
        Rule::V302 => "has undefined behaviour that it did not have",
        Rule::V303 => "returns poison where it returned a value",
        Rule::V304 if calls_differ(found) => "makes other calls, or in another order",
        Rule::V304 => "leaves other contents in memory",
        Rule::V305 => "does not end as it did",
        _ => "returns another value",
    };
    let with = overlap(subject, programs).map(|how| format!(" with {how}")).unwrap_or_default();
    let list: Vec<String> = found.arguments.iter().map(word).collect();
    let whole = format!("@{}({})", programs.name, list.join(", "));
    let inputs = abridged(&found.arguments, word);
    let call = format!("@{}({inputs})", programs.name);
    let shown = if inputs.chars().count() <= INPUTS { format!("({inputs})") } else { String::new() };
    let message = |shown: &str, label: &str, before: &str, after: &str| {
        let passes = if label.is_empty() { String::new() } else { format!(" after `{label}`") };
        format!("`@{}{shown}`{with} {what}{passes}: {before} before, {after} after", subject.name)
    };
    let is_much = is_long(&message(&shown, subject.label, &before, &after));
    let first = function
        .filter(|_| is_much && found.touches.is_none() && !calls_differ(found))
        .and_then(|function| first_difference(programs, function, [&found.source, &found.target]));
    // Of much memory the first element that differs is shown.
    let (before, after) = match first {
        None if is_much => outcomes(|values| abridged(values, Value::to_string)),
        None => (before, after),
        Some(FirstDifference { place, before, after, count }) => {
            let others = match count - 1 {
                0 => String::new(),
                1 => " (and 1 other)".to_owned(),
                others => format!(" (and {others} others)"),
            };
            (format!("{place} = {before}"), format!("{after}{others}"))
        }
    };
    let with_inputs = with_label(subject.label, |label| message(&shown, label, &before, &after));
    // The input is a note as well.
    let without = with_label(subject.label, |label| message("", label, &before, &after));
    let message = if is_long(&with_inputs) && !is_long(&without) { without } else { with_inputs };
    let mut finding = finding(subject, found.code, headline(message));
    finding.notes.push(format!("input: {call}"));
    if programs.is_scalable() {
        finding.notes.push("the machine has a `vscale` of 1".to_owned());
    }
    if call != whole {
        finding.notes.push("the numbers are in the witness of the JSON report".to_owned());
    }
    if touched.is_some() {
        finding.notes.push("a caller may pass memory that is constant, or that may not be freed".to_owned());
    }
    finding.notes.extend(found.backward.map(|op| {
        format!("the iterations of `{}` ran from the last to the first", programs.target.op_name(op))
    }));
    if !found.undescribed.is_empty() {
        let names: Vec<String> = found.undescribed.iter().map(|name| format!("`{name}`")).collect();
        finding.notes.push(format!(
            "values of {} were drawn: the difference is there for all others, too, if the operation returns, and makes no poison",
            names.join(", ")
        ));
    }
    finding.notes.extend(diverging(programs, found));
    // A function that is registered as a pattern has no name.
    let class = pattern.filter(|name| !name.is_empty());
    finding.notes.extend(class.map(|name| format!("C++ pattern: {name}")));
    finding.confirmation = Confirmation {
        how: found.confirmed,
        details: vec![format!("{call} comes to {before} before and {after} after")],
        mlir: None,
    };
    let seen = Observed { place: format!("{call} comes to"), before: before.clone(), after: after.clone() };
    let trace = Trace { seen: Some(seen), ..trace(programs, found) };
    let shown = |program: &Program| needed(program, programs.name);
    let (mut old, mut new) = (shown(programs.source), shown(programs.target));
    if let Some(written) = programs.written {
        let one = |program: &Program| function_text(program, programs.name);
        (old, new) = (one(&written.source).unwrap_or(old), one(&written.target).unwrap_or(new));
    }
    // Described operations, and not what describes them.
    if let Some((source, target)) = programs.read {
        let one =
            |program: &Program| function_text(program, programs.name).map(|_| needed(program, programs.name));
        (old, new) = (one(source).unwrap_or(old), one(target).unwrap_or(new));
    }
    let class = class.map(|name| format!("// pattern: {name}\n")).unwrap_or_default();
    let head = format!(
        "// pass: {}\n{class}// run: {}\n// input: {whole}\n// before: {before}\n// after: {after}\n",
        subject.label, subject.command
    );
    let evidence = format!("{head}{old}");
    finding.evidence = Some(Evidence { kind: EvidenceKind::Payload, text: evidence, path: None });
    finding.witness = Some(Witness {
        before: ShownProgram::new(old),
        after: After::Program(ShownProgram::new(new)),
        path: None,
        command: Some(subject.command.clone()),
        applications: Vec::new(),
        trace: Some(trace),
    });
    let mut report = record(subject, VerdictKind::Refuted);
    report.stages.push((Stage::Values, Shown::Refuted));
    report.findings.push(finding);
    report
}

/// The memory that overlaps in a caller of a function, in words.
fn overlap<'p>(subject: &ReportedFunction<'_>, programs: &Programs<'p>) -> Option<&'p str> {
    programs.name.strip_prefix(&stem(subject.name))
}

/// The warning that a function does something else where its arguments overlap.
pub(super) fn overlapping(
    subject: &ReportedFunction<'_>,
    programs: &Programs<'_>,
    found: &Difference,
) -> Option<Finding> {
    let mut finding = refuted(subject, programs, found, subject.pattern).findings.pop()?;
    finding.level = Severity::Warning;
    finding.notes.push("an error with `--alias`; without it arguments do not overlap".to_owned());
    Some(finding)
}

/// The record of a text that the binary does not bring to a program.
pub(super) fn broken(subject: &ReportedFunction<'_>, code: Rule, what: &str, text: &str) -> PatternReport {
    let message = format!("`{}` {what}", subject.label);
    let mut finding = finding(subject, code, message);
    finding.confirmation = Confirmation { how: Confirmed::Mlir, details: vec![what.to_owned()], mlir: None };
    finding.witness = Some(Witness {
        before: ShownProgram::new(text),
        after: After::Outcome(what.to_owned()),
        path: None,
        command: Some(subject.command.clone()),
        applications: Vec::new(),
        trace: None,
    });
    finding.evidence = Some(Evidence {
        kind: EvidenceKind::Payload,
        text: format!("// pass: {}\n{text}", subject.label),
        path: None,
    });
    let mut report = record(subject, VerdictKind::Refuted);
    report.findings.push(finding);
    report
}

fn finding(subject: &ReportedFunction<'_>, code: Rule, message: String) -> Finding {
    let mut finding = Finding::new(code, Severity::Error, subject.at.clone(), message);
    finding.labels.push(Label { span: subject.at.span(), text: String::new(), primary: true });
    finding
}

/// The operations at which the runs part, in words.
fn diverging(programs: &Programs<'_>, found: &Difference) -> Option<String> {
    let diverges = found.diverges?;
    let words = |program: &Program, run: &Run, op: Option<OpId>| match op {
        None => "an argument".to_owned(),
        Some(op) => {
            let last = run.trace.iter().rev().find(|step| step.op == op);
            let values = last
                .map(|step| format!(" = {}", abridged(&step.results, Value::to_string)))
                .unwrap_or_default();
            format!("`{}`{values}", programs.name_of(program, op).unwrap_or_else(|| program.op_name(op)))
        }
    };
    Some(format!(
        "first difference: {} before, {} after",
        words(programs.source, &found.source, diverges.source),
        words(programs.target, &found.target, diverges.target)
    ))
}

/// The text of a function and of all that it names, directly or through others; the whole program where it lies deeper.
pub(super) fn needed(program: &Program, name: &str) -> String {
    let texts: BTreeMap<&str, String> = program
        .ops_in(program.top_block())
        .filter_map(|op| {
            Some((
                program.attr_text(op, known::SYM_NAME)?,
                text::print_op_named(program, op, text::value_names(program, op)),
            ))
        })
        .collect();
    let mut open = vec![name];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some(text) = texts.get(name).filter(|_| seen.insert(name)) else { continue };
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$-".contains(c);
        let names = text.split('@').skip(1).map(|rest| match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or(quoted),
            None => &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())],
        });
        open.extend(names.filter_map(|name| texts.get_key_value(name).map(|(name, _)| *name)));
    }
    let module = program.op(program.top());
    let has_more = program.ops_in(program.top_block()).count() > texts.len()
        || !program.ctx().entries(module.attributes).is_empty()
        || !program.ctx().entries(module.properties).is_empty();
    if !texts.contains_key(name) || seen.len() == texts.len() && has_more {
        return text::print(program, &PrintOptions::default());
    }
    let line = |text: &String| if text.ends_with('\n') { text.clone() } else { format!("{text}\n") };
    let order = program.ops_in(program.top_block()).filter_map(|op| program.attr_text(op, known::SYM_NAME));
    order.filter(|name| seen.contains(name)).map(|name| line(&texts[name])).collect()
}

/// The text of a function as the user wrote it.
pub(super) fn function_text(program: &Program, name: &str) -> Option<String> {
    let is_it = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(name);
    let function = program.ops_in(program.top_block()).find(is_it)?;
    let text = text::print_op_named(program, function, text::value_names(program, function));
    Some(if text.ends_with('\n') { text } else { text + "\n" })
}

fn list(values: &[Value]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// An outcome in words, where `calls` with those of functions without a body; `list` is a list of values in words.
fn outcome(program: &Program, run: &Run, calls: bool, list: fn(&[Value]) -> String) -> String {
    match &run.outcome {
        Outcome::Values(values) => {
            let memory = if run.memory.is_empty() {
                String::new()
            } else {
                format!(", memory ({})", list(&run.memory))
            };
            let changed = run.globals.iter().filter(|global| global.contents != global.initial);
            let globals: String = changed
                .map(|global| match global.name.as_str() {
                    HISTORY if !calls => String::new(),
                    HISTORY => format!(", calls without a body {}", global.contents),
                    name => format!(", @{name} = {}", global.contents),
                })
                .collect();
            format!("({}){memory}{globals}", list(values))
        }
        Outcome::Ub { op, why } => format!("undefined behaviour at `{}` ({why})", program.op_name(*op)),
        Outcome::Trap { op, message } => format!("stopped by `{}` ({message})", program.op_name(*op)),
        Outcome::OutOfFuel(Limit::Endless) => "no end (its state comes back)".to_owned(),
        Outcome::OutOfFuel(limit) => format!("given up ({limit})"),
        Outcome::Unsupported { name, gap, .. } => format!("not supported at `{name}` ({gap})"),
    }
}
