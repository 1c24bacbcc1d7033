//! The report on the rewrites of `assay apply` while they happen: the trace, work that is done twice, and the counts.

use std::collections::BTreeMap;

use assay_ir::data::{OpId, Program};
use assay_ir::rewrite::{Applied, CompiledPattern, Counts, Listener, Match};

/// Follows the rewrites.
pub(super) struct Follow<'s> {
    /// Names of the patterns, and of other steps behind them.
    names: Vec<&'s str>,
    patterns: usize,
    trace: bool,
    rewrites: usize,
    /// Matched operations below the anchor that have users outside of the match.
    shared: Vec<OpId>,
    /// For each pattern, how often such an operation stayed, and the first one in words.
    duplicates: BTreeMap<usize, (usize, String)>,
}

/// The line on which a payload operation is written; what a rewrite made has the line of none.
pub(super) fn line(program: &Program, op: OpId) -> u32 {
    let span = program.op(op).span;
    match program.source() {
        Some(source) if span != assay_ir::data::Span::NONE => source.line_column(span.start).line,
        _ => 0,
    }
}

impl<'s> Follow<'s> {
    pub(super) fn new(patterns: &'s [CompiledPattern<'_>], trace: bool) -> Self {
        let names: Vec<&str> =
            patterns.iter().map(|pattern| pattern.pattern().name().unwrap_or_default()).collect();
        let patterns = names.len();
        Follow { names, patterns, trace, rewrites: 0, shared: Vec::new(), duplicates: BTreeMap::new() }
    }

    /// The same with names of steps behind those of the patterns.
    pub(super) fn with_steps(mut self, names: impl IntoIterator<Item = &'s str>) -> Self {
        self.names.extend(names);
        self
    }

    fn name(&self, step: usize) -> String {
        let sign = if step < self.patterns { "@" } else { "" };
        format!("{sign}{}", self.names[step])
    }

    /// Says which patterns left a matched operation in place that others use, beside what they made of it.
    pub(super) fn note_duplicates(&self) {
        for (pattern, (times, first)) in &self.duplicates {
            let name = self.name(*pattern);
            let often = if *times == 1 { "once".to_owned() } else { format!("{times} times") };
            eprintln!("note: {name} matched an operation that has other users and stays ({often}): {first}");
        }
    }

    /// Says of each pattern that was tried where it was tried, matched and applied.
    pub(super) fn say_counts(&self, counts: &[Counts]) {
        eprintln!("{:>10} {:>10} {:>10} {:>10}  pattern", "tried", "matched", "applied", "ms");
        for (pattern, counts) in counts.iter().enumerate().filter(|(_, counts)| counts.tried > 0) {
            let Counts { tried, matched, applied, time } = counts;
            let time = time.as_secs_f64() * 1e3;
            eprintln!("{tried:>10} {matched:>10} {applied:>10} {time:>10.3}  {}", self.name(pattern));
        }
        let idle = counts.iter().filter(|counts| counts.tried == 0).count();
        if idle > 0 {
            eprintln!("{idle} patterns were tried nowhere: no operation answers their first questions");
        }
    }

    fn render(program: &Program, op: OpId) -> String {
        match line(program, op) {
            0 => format!("`{}`", program.op_name(op)),
            line => format!("`{}` (line {line})", program.op_name(op)),
        }
    }
}

impl Listener for Follow<'_> {
    fn matched(&mut self, program: &Program, _: usize, found: &Match) {
        self.shared.clear();
        let ops = || found.values().filter_map(|value| found.operation(value));
        if ops().nth(1).is_none() {
            return;
        }
        let outside = |op: OpId| {
            let mut users = program.results(op).flat_map(|value| program.uses(value).collect::<Vec<_>>());
            users.any(|slot| ops().all(|inside| inside != program.operand_owner(slot)))
        };
        self.shared.extend(ops().filter(|op| *op != found.anchor && outside(*op)));
    }

    fn applied(&mut self, program: &Program, pattern: usize, applied: &Applied) {
        self.rewrites += 1;
        if !applied.created.is_empty() {
            for op in std::mem::take(&mut self.shared) {
                // A constant costs nothing twice.
                if !program.is_erased(op) && program.operand_count(op) > 0 {
                    let entry =
                        self.duplicates.entry(pattern).or_insert_with(|| (0, Self::render(program, op)));
                    entry.0 += 1;
                }
            }
        }
        if self.trace {
            let list = |ops: &[OpId]| match ops {
                [] => "nothing".to_owned(),
                _ => ops.iter().map(|op| Self::render(program, *op)).collect::<Vec<_>>().join(", "),
            };
            let (erased, created) = (list(&applied.erased), list(&applied.created));
            eprintln!("{}. {}: erased {erased}; made {created}", self.rewrites, self.name(pattern));
        }
    }

    fn undone(&mut self, _: &Program, pattern: usize) {
        if self.trace {
            eprintln!("{}. {}: breaks, and is undone", self.rewrites + 1, self.name(pattern));
        }
    }
}
