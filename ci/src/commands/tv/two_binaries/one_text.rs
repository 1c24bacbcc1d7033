//! One text that two binaries bring to different results: what is newly wrong or right, a crash that is new or gone, else the rewrites that
//! one of them lacks. Each row has a smaller program where one shows the same, and the C++ pattern where one is at work.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_mlir::MlirOpt;
use assay_reports::Finding;
use assay_reports::changes::{Change, Row};
use serde::{Deserialize, Serialize};

use super::super::cases::{OfCase, Place, Record, runner};
use super::super::passes::Passes;
use super::super::pattern_set;
use super::super::smaller::{Breaks, difference, reparse, smaller};
use super::super::stages::{self, Step};
use super::super::through::{self, After};
use super::both::Both;
use super::rewrites::{Rewrite, applications, differing, times};

/// A row with its passes, and the rule and fingerprint of its finding for a baseline.
#[derive(Deserialize, Serialize)]
pub(super) struct Keyed {
    pub(super) row: Row,
    pub(super) passes: String,
    pub(super) finding: Option<(String, String)>,
}

/// The records of a step from a program by a binary, reduced or as it is.
type Judge<'j> = &'j dyn Fn(&MlirOpt, bool, &str, &After) -> Vec<Record>;

/// One text that two binaries bring to different results.
pub(super) struct OneText<'t> {
    pub(super) both: &'t Both<'t>,
    pub(super) passes: &'t Passes,
    /// The text in generic form.
    pub(super) plain: &'t str,
    pub(super) text: &'t str,
    pub(super) old: After,
    pub(super) new: After,
    /// The one function of the text, where it is a part of a longer one.
    pub(super) function: Option<&'t str>,
}

/// Tells if an outcome is a failure of the binary.
pub(super) fn fails(after: &After) -> bool {
    matches!(after, After::Crash(..) | After::Endless | After::IllFormed(_))
}

impl OneText<'_> {
    pub(super) fn rows(&self, place: &Place<'_>) -> Vec<Keyed> {
        let at = match self.function {
            Some(name) => place.at(name),
            None => place.sources.locate(place.file, place.offset..place.offset),
        };
        let row = |change| Row {
            change,
            file: at.file.clone(),
            line: at.line.max(1),
            name: self.function.unwrap_or_default().to_owned(),
            old: Some(self.outcome(&self.old)),
            new: Some(self.outcome(&self.new)),
            causes: Vec::new(),
            message: Some(format!("after `{}`", self.passes.label)),
            pattern: None,
            program: None,
        };
        // A command of its own turns the reduction off.
        let command = format!("assay tv {}{}", crate::shell::quoted(place.file), self.passes.again);
        let judge = |opt: &MlirOpt, reduces: bool, before: &str, after: &After| {
            let case = OfCase {
                request: self.both.request,
                opt: Some(opt),
                place: Place::new(place.file, place.source, place.offset, place.sources),
                plain: self.plain,
                passes: self.passes,
                command: (!reduces).then_some(command.as_str()),
            };
            case.step(&Step::of_pass(self.passes.label.clone(), before.to_owned(), after.clone()))
        };
        let failure = |change, opt: &MlirOpt, after: &After| {
            let records = judge(opt, true, self.plain, after);
            let rows = records.into_iter().filter_map(|record| self.found(row(change), record));
            rows.map(|one| self.with_failing_pattern(one, opt, after)).collect()
        };
        match (fails(&self.old), fails(&self.new)) {
            (true, true) => Vec::new(),
            (true, false) => {
                let rows: Vec<Keyed> = failure(Change::CrashGone, self.both.old, &self.old);
                // The new program may be wrong although the crash is gone.
                let new = judge(self.both.new, false, self.plain, &self.new);
                let wrong =
                    self.only_in(&judge, (self.both.new, &self.new), self.both.old, new, &BTreeSet::new());
                let wrong = wrong.into_iter().filter_map(|one| self.found(row(Change::NewlyWrong), one));
                wrong.chain(rows.into_iter().map(without_finding)).collect()
            }
            (false, true) => failure(Change::CrashNew, self.both.new, &self.new),
            (false, false) => self.changes(place, &row, &judge),
        }
    }

    /// The rows of two results: what is wrong in one of them alone, else the rewrites that one of them lacks.
    fn changes(&self, place: &Place<'_>, row: &dyn Fn(Change) -> Row, judge: Judge<'_>) -> Vec<Keyed> {
        let Both { old: old_opt, new: new_opt, .. } = *self.both;
        let old = judge(old_opt, false, self.plain, &self.old);
        let new = judge(new_opt, false, self.plain, &self.new);
        let keys = |records: &[Record]| records.iter().filter_map(key).collect::<BTreeSet<_>>();
        let (was, is) = (keys(&old), keys(&new));
        let mut wrong = self.only_in(judge, (new_opt, &self.new), old_opt, new, &was);
        let right = self.only_in(judge, (old_opt, &self.old), new_opt, old, &is);
        // Both are wrong there by the same rule, and the new one may be so in more.
        let shared: Vec<&Key> = was.intersection(&is).collect();
        if !shared.is_empty() {
            let differ: Vec<String> =
                self.between(judge).iter().filter(|one| error(one).is_some()).map(function).collect();
            let shared = shared.into_iter().filter(|(name, _)| differ.contains(name));
            wrong.extend(shared.filter_map(|key| self.wrong_where_the_old_is_right(judge, key)));
        }
        let mut out: Vec<Keyed> =
            wrong.into_iter().filter_map(|record| self.found(row(Change::NewlyWrong), record)).collect();
        let right = right.into_iter().filter_map(|record| self.found(row(Change::NewlyRight), record));
        out.extend(right.map(without_finding));
        // A wrong rewrite that is gone is not lost, and one that came is no news beside the error.
        if !out.is_empty() {
            return out;
        }
        let rewrites = self.rewrites(place, row);
        if !rewrites.is_empty() {
            return rewrites;
        }
        let refuses = |after: &After| matches!(after, After::Refused(_));
        let change = match (self.is_changed(&self.old), self.is_changed(&self.new)) {
            // A pass that fails now does less than it did.
            _ if refuses(&self.new) && !refuses(&self.old) => Change::RewriteLost,
            _ if refuses(&self.old) && !refuses(&self.new) => Change::RewriteNew,
            (true, false) => Change::RewriteLost,
            (false, true) => Change::RewriteNew,
            _ => Change::OtherResult,
        };
        let row = Row { program: Some(self.text.to_owned()), ..row(change) };
        let between = self.between(judge);
        let verdict = |record: &Record| format!("@{} {}", function(record), record.report.verdict.word());
        let verdicts: Vec<String> = between.iter().map(verdict).collect();
        let message = row.message.clone().filter(|_| !verdicts.is_empty());
        let message = message
            .map(|message| format!("{message}; the old result against the new one: {}", verdicts.join(", ")));
        vec![self.keyed(Row { message: message.or(row.message.clone()), ..row })]
    }

    /// The records of the old result against the new one.
    fn between(&self, judge: Judge<'_>) -> Vec<Record> {
        match &self.old {
            After::Program(before) => judge(self.both.new, false, before, &self.new),
            _ => Vec::new(),
        }
    }

    /// The records of errors by a binary that are not known of the other one, each on a smaller program unless that shows what the other
    /// binary does, too.
    fn only_in(
        &self,
        judge: Judge<'_>,
        (opt, after): (&MlirOpt, &After),
        other: &MlirOpt,
        whole: Vec<Record>,
        known: &BTreeSet<Key>,
    ) -> Vec<Record> {
        let is_new = |one: &Record| key(one).is_some_and(|key| !known.contains(&key));
        let whole: Vec<Record> = whole.into_iter().filter(is_new).collect();
        let mut reduced = match whole.is_empty() {
            true => Vec::new(),
            false => judge(opt, true, self.plain, after),
        };
        let best = |record: Record| {
            let at = reduced.iter().position(|one| key(one) == key(&record));
            at.map(|at| reduced.swap_remove(at)).filter(|one| !self.is_wrong_in(other, one)).unwrap_or(record)
        };
        whole.into_iter().map(best).collect()
    }

    /// The record of a smaller program on which the new binary is wrong by a rule and the old one is not; `None` where none is found.
    fn wrong_where_the_old_is_right(&self, judge: Judge<'_>, (function, code): &Key) -> Option<Record> {
        let Both { request, old, new } = *self.both;
        let code = Rule::parse(code)?;
        let symbol = function.rsplit("::").next().unwrap_or(function);
        let start = reparse(&Context::new(), self.plain).filter(|_| request.reduce)?;
        let is_right = |text: &str| !self.is_wrong_by(old, text, code);
        let runner = runner(request);
        let small = smaller(new, self.passes, &runner, &start, symbol, Breaks::Values(code), &is_right);
        if !is_right(&small.text) {
            return None;
        }
        let records = judge(new, false, &small.text, &small.after);
        records.into_iter().find(|one| error(one).is_some_and(|found| found.code == code))
    }

    fn is_changed(&self, after: &After) -> bool {
        matches!(after, After::Program(text) if text != self.plain)
    }

    /// Rows for the patterns that one binary applies more often.
    fn rewrites(&self, place: &Place<'_>, row: &dyn Fn(Change) -> Row) -> Vec<Keyed> {
        let (After::Program(_), After::Program(_)) = (&self.old, &self.new) else { return Vec::new() };
        let count = |opt| applications(opt, self.text, self.plain, self.passes);
        let (old, new) = (count(self.both.old), count(self.both.new));
        let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        let function = differing(self.plain, &self.old, &self.new);
        let changed = names.into_iter().filter_map(|name| {
            let (was, is) = (times(&old, name), times(&new, name));
            let order = was.cmp(&is);
            let change = match order {
                Ordering::Greater => Change::RewriteLost,
                Ordering::Less => Change::RewriteNew,
                Ordering::Equal => return None,
            };
            let one = row(change);
            let state = |state: &Option<String>, times| {
                state.as_ref().map(|text| format!("{text}, {times} applications"))
            };
            let rewrite = Rewrite { both: self.both, passes: self.passes, name, order };
            let small = function.as_deref().filter(|_| self.both.request.reduce);
            let small = small.and_then(|function| rewrite.smallest(self.plain, function));
            let line = function.as_ref().map_or(one.line, |name| place.at(name).line.max(1));
            let row = Row {
                line,
                name: function.clone().unwrap_or_default(),
                old: state(&one.old, was),
                new: state(&one.new, is),
                pattern: Some(name.clone()),
                program: Some(small.unwrap_or_else(|| self.text.to_owned())),
                ..one
            };
            Some(self.keyed(row))
        });
        changed.collect()
    }

    /// Tells if a binary goes wrong by the same rule on the program of a finding.
    fn is_wrong_in(&self, opt: &MlirOpt, record: &Record) -> bool {
        let Some(finding) = error(record) else { return false };
        let text = finding.witness.as_ref().map(|witness| witness.before.text.as_str());
        text.is_some_and(|text| self.is_wrong_by(opt, text, finding.code))
    }

    /// Tells if a binary goes wrong by a rule on a program.
    fn is_wrong_by(&self, opt: &MlirOpt, text: &str, code: Rule) -> bool {
        let judge = runner(self.both.request);
        let Some(plain) = through::before(opt, &[text]).pop().flatten() else { return false };
        let after = through::after(opt, &[text], &[&plain], self.passes).pop();
        let Some(After::Program(after)) = after else { return false };
        let before = reparse(&judge.context(), &plain);
        before.and_then(|before| difference(&judge, before, &after)).is_some_and(|(_, one)| one.code == code)
    }

    /// A row of a failure with the pattern behind which the binary fails: of a run that does not end those that undo each other.
    fn with_failing_pattern(&self, one: Keyed, opt: &MlirOpt, after: &After) -> Keyed {
        let text = one.row.program.as_deref().unwrap_or(self.plain);
        let pattern = match after {
            After::Endless => pattern_set::cycle(opt, self.passes, text),
            _ => stages::failing(opt, text, self.passes),
        };
        let pattern = one.row.pattern.clone().or(pattern);
        Keyed { row: Row { pattern, ..one.row }, ..one }
    }

    /// A row without a finding.
    fn keyed(&self, row: Row) -> Keyed {
        Keyed { row, passes: self.passes.label.clone(), finding: None }
    }

    /// A row with the finding of a record.
    fn found(&self, row: Row, record: Record) -> Option<Keyed> {
        let finding = error(&record)?;
        let class = finding.notes.iter().find_map(|note| note.strip_prefix("C++ pattern: "));
        let program = finding.witness.as_ref().map(|witness| witness.before.text.clone());
        let row = Row {
            line: if record.report.name.is_empty() { row.line } else { record.report.line.max(1) },
            name: if record.report.name.is_empty() { row.name.clone() } else { record.report.name.clone() },
            message: Some(format!("{}: {}", finding.code, finding.message)),
            pattern: class.map(str::to_owned),
            program,
            ..row
        };
        let finding = Some((finding.code.to_string(), record.report.fingerprint.clone()));
        Some(Keyed { finding, ..self.keyed(row) })
    }

    /// An outcome in words.
    fn outcome(&self, after: &After) -> String {
        match after {
            After::Program(text) if text == self.plain => "not changed".to_owned(),
            After::Program(text) => {
                let program = reparse(&Context::new(), text);
                let count = program.map(|program| program.walk(program.top()).count() - 1);
                count.map_or_else(|| "changed".to_owned(), |count| format!("changed, {count} operations"))
            }
            After::Refused(why) => format!("refused: {why}"),
            after => after.failure(self.both.new.limits().wall).unwrap_or_default(),
        }
    }
}

/// A row that no baseline lists: what it tells of is gone.
fn without_finding(one: Keyed) -> Keyed {
    Keyed { finding: None, ..one }
}

/// A function and the rule that it breaks.
type Key = (String, String);

fn key(record: &Record) -> Option<Key> {
    error(record).map(|one| (function(record), one.code.to_string()))
}

/// The error of a record.
fn error(record: &Record) -> Option<&Finding> {
    record.report.findings.iter().find(|one| one.level == Severity::Error)
}

/// The function that a record is about, also where it was judged with other extents.
fn function(record: &Record) -> String {
    let name = &record.report.name;
    name.split(' ').next().unwrap_or(name).to_owned()
}
