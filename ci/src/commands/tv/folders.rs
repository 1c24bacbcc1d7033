//! `--folders`: generated functions around each operation go through the canonicalizer, and what each of its patterns and the
//! folders did is judged one application at a time. One record for each pattern of an operation, with how many programs it
//! changed; one that changed none is not exercised, which is no answer.

use std::collections::{BTreeMap, BTreeSet};

use assay_fuzz::generate::around;
use assay_ir::data::Context;
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_mlir::MlirOpt;
use assay_reports::{PatternReport, Sources};

use super::cases::{ENDING, OfCase, Record};
use super::passes::Passes;
use super::programs::{self, Case, Unit};
use super::request::Request;
use super::stages::{FOLDING, Step};
use super::through::{self, After};
use super::{function_report, stages};
use crate::attempts;

/// Programs of one operation whose patterns are applied one by one, at most: each takes several runs of the binary.
const TAKEN_APART: usize = 96;

/// The answers about one pattern, and the number of programs that it changed.
#[derive(Default)]
struct Row {
    /// Programs that it changed.
    changed: usize,
    /// The records about functions that it changed.
    records: Vec<Record>,
}

/// The records of one operation.
pub(super) fn judged(request: &Request, operation: &str) -> (Vec<Record>, Sources) {
    let file = format!("{operation}{ENDING}");
    let (Some(opt), Some(passes)) = (&request.opt, &request.passes) else {
        return (Vec::new(), Sources::new());
    };
    let builtin;
    let registry = match &request.own {
        Some(own) => own,
        None => {
            builtin = assay_corpus::load_builtin(&Context::new());
            &builtin
        }
    };
    let dialect = operation.split_once('.').map_or(operation, |(dialect, _)| dialect);
    let names = registry.ops().map(|op| registry.ctx().str(op.name).to_owned());
    let others: BTreeSet<String> =
        names.filter(|name| name.split_once('.').is_some_and(|(other, _)| other == dialect)).collect();
    let others: Vec<String> = others.into_iter().collect();
    let texts = match around::functions(registry, operation, &others) {
        Ok(texts) => texts,
        Err(why) => {
            let words = format!("not exercised: {why}");
            let mut sources = Sources::new();
            sources.insert(file.as_str(), "");
            return (vec![Record { report: open(&file, operation, &words), cause: None }], sources);
        }
    };
    let mut unit = programs::unit(file, String::new(), vec![passes.clone()]);
    for text in texts {
        if !unit.source.is_empty() {
            unit.source.push_str("// -----\n");
        }
        unit.cases.push(Case { offset: unit.source.len(), text: text.clone() });
        unit.source.push_str(&text);
    }
    let mut sources = Sources::new();
    sources.insert(unit.file.as_str(), unit.source.as_str());
    let rows = rows(request, opt, operation, (&unit, passes, &sources));
    let records = rows.into_iter().map(|(pattern, row)| summed(&unit.file, operation, &pattern, row));
    (records.collect(), sources)
}

/// A row for each pattern that the programs of a unit were tried on.
fn rows(
    request: &Request,
    opt: &MlirOpt,
    operation: &str,
    (unit, passes, sources): (&Unit, &Passes, &Sources),
) -> BTreeMap<String, Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    // An operation without a pattern may have a folder.
    rows.entry(FOLDING.to_owned()).or_default();
    let texts: Vec<&str> = unit.cases.iter().map(|case| case.text.as_str()).collect();
    let plain = through::before(opt, &texts);
    let accepted: Vec<(&Case, &str)> =
        unit.cases.iter().zip(&plain).filter_map(|(case, plain)| Some((case, plain.as_deref()?))).collect();
    let texts: Vec<&str> = accepted.iter().map(|(case, _)| case.text.as_str()).collect();
    let plains: Vec<&str> = accepted.iter().map(|(_, plain)| *plain).collect();
    // Those that are tried at other operations have rows where these are asked for.
    for attempt in attempts::tried(opt, &texts.concat(), &passes.arguments) {
        if attempt.is_at(operation) {
            rows.entry(attempt.pattern).or_default();
        }
    }
    let afters = through::after(opt, &texts, &plains, passes);
    let folded = through::after(opt, &texts, &plains, &stages::without_patterns(passes));
    let mut by_patterns = 0;
    for ((case, plain), (after, folded)) in accepted.into_iter().zip(afters.into_iter().zip(folded)) {
        let steps = match &after {
            After::Program(text) if text == plain => continue,
            After::Program(text) if folded == after => {
                vec![Step::of_pattern(passes, FOLDING, plain, text)]
            }
            After::Program(_) if by_patterns == TAKEN_APART => continue,
            After::Program(_) => {
                by_patterns += 1;
                stages::of_patterns(opt, &case.text, plain, passes).0
            }
            // The binary fails before it can say which pattern it was.
            _ => vec![Step::of_pass(passes.label.clone(), plain.to_owned(), after.clone())],
        };
        let run = OfCase::new(request, opt, unit, case.offset, sources, plain, passes);
        for step in &steps {
            let name = step.pattern.clone().unwrap_or_else(|| passes.label.clone());
            let row = rows.entry(name).or_default();
            row.changed += 1;
            row.records.extend(run.step(step));
        }
    }
    rows
}

/// One record for all that a pattern did: the first of those with the worst verdict.
fn summed(file: &str, operation: &str, pattern: &str, row: Row) -> Record {
    let name = format!("{operation} {pattern}");
    let programs =
        if row.changed == 1 { "1 program".to_owned() } else { format!("{} programs", row.changed) };
    let rank = |record: &Record| match record.report.verdict {
        VerdictKind::Refuted => 0,
        VerdictKind::Unknown => 1,
        VerdictKind::Bounded => 2,
        _ => 3,
    };
    let assumptions: BTreeSet<String> =
        row.records.iter().flat_map(|record| record.report.assumptions.iter().cloned()).collect();
    let count = |verdict| row.records.iter().filter(|one| one.report.verdict == verdict).count();
    let (wrong, open) = (count(VerdictKind::Refuted), count(VerdictKind::Unknown));
    let Some(mut worst) = row.records.into_iter().min_by_key(rank) else {
        let words = "not exercised: it changed no program";
        return Record { report: self::open(file, &name, words), cause: None };
    };
    // Each operation has patterns of its own.
    worst.cause = None;
    let report = &mut worst.report;
    report.name = name;
    if !matches!(report.verdict, VerdictKind::Refuted | VerdictKind::Unknown) {
        report.assumptions = assumptions.into_iter().collect();
    }
    let words = format!("{}: {programs} changed, {wrong} refuted, {open} unknown", report.name);
    // The rest is the same in all rows.
    report.domain.retain(|one| !one.starts_with("pass: ") && !one.starts_with("pattern: "));
    report.domain.insert(0, words);
    let scope = report.scope.take().filter(|scope| scope != "not changed");
    report.scope = Some(match scope {
        Some(scope) => format!("{scope}, {programs} changed"),
        None => format!("{programs} changed"),
    });
    for finding in &mut report.findings {
        finding.notes.push(format!("{wrong} of {programs} that it changed are wrong"));
    }
    worst
}

/// The record of a row without an answer.
fn open(file: &str, name: &str, words: &str) -> PatternReport {
    let mut sources = Sources::new();
    sources.insert(file, "");
    let fingerprint = function_report::fingerprint(name, words);
    let subject = function_report::ReportedFunction {
        name,
        at: sources.locate(file, 0..0),
        label: "",
        pattern: None,
        fingerprint: &fingerprint,
        command: String::new(),
    };
    function_report::undecided(&subject, UnknownKind::Unsupported, words)
}
