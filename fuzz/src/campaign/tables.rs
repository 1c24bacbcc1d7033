//! The tables of a campaign, computed from its records and from nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::opportunity;
use crate::oracle::engine_mlir::Agreement;
use crate::outcome::NOT_CHECKED;

/// Counts that add up record by record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// Verdict, then what execution came to; all patterns.
    #[serde(with = "pairs")]
    plain: BTreeMap<(String, String), usize>,
    /// The same for patterns that are connected and matched something.
    #[serde(with = "pairs")]
    matched: BTreeMap<(String, String), usize>,
    /// Flagged or clean, failing or passing: the form in which the prototype was published.
    published: [usize; 4],
    #[serde(with = "pairs")]
    stages: BTreeMap<(String, String), usize>,
    /// Stage, reason: why it is unknown.
    #[serde(with = "pairs")]
    reasons: BTreeMap<(String, String), usize>,
    /// Patterns that could show a rule, that have a finding of it with a witness, and that a payload breaks it of.
    rules: BTreeMap<String, [usize; 3]>,
    /// Refuted patterns of a stage, and those of them that payloads or runs of this campaign show to be wrong as well.
    controls: BTreeMap<String, [usize; 2]>,
    /// Patterns decided on values: right, wrong, and those of both with ranges.
    on_values: [usize; 3],
    /// What all stages said, stage by stage.
    #[serde(with = "pairs")]
    joint: BTreeMap<Vec<String>, usize>,
    /// Verdict, then what MLIR did with the worst payload.
    #[serde(with = "pairs")]
    mlir: BTreeMap<(String, String), usize>,
    codes: BTreeMap<String, usize>,
    agreement: BTreeMap<String, usize>,
    /// What is wrong with programs that MLIR passes over.
    silent: BTreeMap<String, usize>,
    patterns: usize,
    missed: usize,
    spurious: usize,
    /// Patterns refuted for releases before MLIR 22 alone: no run here can show it.
    older: usize,
    over_matched: usize,
    disagreements: usize,
    unknown: BTreeMap<String, usize>,
    wrong: BTreeMap<String, usize>,
}

/// What execution came to, over all payloads: the worst class.
fn executed(record: &Record) -> &'static str {
    let has = |class: &str| record.outcomes.keys().any(|outcome| outcome.split(' ').next() == Some(class));
    let structure = |class: &str| {
        // What a proof takes for granted does not contradict it.
        let granted =
            |rule: &str| record.verdict == "proved" && record.granted.iter().any(|code| code == rule);
        record.outcomes.keys().any(|outcome| {
            let mut words = outcome.split(' ');
            words.next() == Some(class)
                && words.next().is_some_and(|rule| rule.starts_with('S') && !granted(rule))
        })
    };
    if has("malformed") {
        "malformed"
    } else if structure("undefined") {
        "undefined"
    } else if structure("engine-error") {
        "engine error"
    } else if structure("ill-formed") {
        "ill-formed"
    } else if record.witness_broken {
        "witness breaks"
    } else if record.over_matched {
        // That MLIR matches more than is written breaks no program: it is a class of its own.
        OVER_MATCH
    } else if record.matched == 0 {
        "never matched"
    } else if has("ill-formed") || has("engine-error") || has("undefined") {
        "breaks types"
    } else {
        "well-formed"
    }
}

const OVER_MATCH: &str = "over-match";

const COLUMNS: [&str; 9] = [
    "malformed",
    "never matched",
    "well-formed",
    "breaks types",
    "ill-formed",
    "engine error",
    "undefined",
    "witness breaks",
    OVER_MATCH,
];

/// Whether a structure rule breaks in a class.
fn breaks(column: &str) -> bool {
    matches!(column, "undefined" | "engine error" | "ill-formed" | "witness breaks")
}

const VERDICTS: [&str; 6] = ["malformed", "vacuous", "proved", "refuted", "unknown", NOT_CHECKED];

/// The stages of the whole loop, in their order.
const STAGES: [&str; 9] = [
    "wellformed",
    "matchable",
    "structure",
    "types",
    "values",
    "termination",
    "rewriting",
    "compiled",
    "interpreted",
];

/// What MLIR can do, the worst first.
const WORDS: [&str; 7] = ["hang", "crash", "out of memory", "error", "ok", "no answer", NOT_CHECKED];

/// Tells if a pattern is refuted for releases before MLIR 22 alone, as `--mlir portable` asks.
fn for_older_releases(record: &Record) -> bool {
    record.options.contains("--mlir portable")
        && !record.codes.is_empty()
        && record.codes.iter().all(|code| code == "S102")
}

/// Maps whose keys are no texts, as lists of pairs.
mod pairs {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<K: Serialize, S: Serializer>(
        map: &BTreeMap<K, usize>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub(super) fn deserialize<'de, K: Deserialize<'de> + Ord, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<K, usize>, D::Error> {
        Ok(Vec::<(K, usize)>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Adds the counts of a map to those of another.
fn add_all<K: Ord + Clone, const N: usize>(to: &mut BTreeMap<K, [usize; N]>, more: &BTreeMap<K, [usize; N]>) {
    for (key, more) in more {
        let counts = to.entry(key.clone()).or_insert([0; N]);
        counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
    }
}

/// The same for single counts.
fn add_each<K: Ord + Clone>(to: &mut BTreeMap<K, usize>, more: &BTreeMap<K, usize>) {
    more.iter().for_each(|(key, more)| *to.entry(key.clone()).or_default() += more);
}

impl Tables {
    /// Adds what was counted of other records.
    pub fn merge(&mut self, more: &Tables) {
        // Names every field, so that none is left out.
        let Tables {
            plain,
            matched,
            published,
            stages,
            reasons,
            rules,
            controls,
            on_values,
            joint,
            mlir,
            codes,
            agreement,
            silent,
            patterns,
            missed,
            spurious,
            older,
            over_matched,
            disagreements,
            unknown,
            wrong,
        } = more;
        add_each(&mut self.plain, plain);
        add_each(&mut self.matched, matched);
        self.published.iter_mut().zip(published).for_each(|(count, more)| *count += more);
        add_each(&mut self.stages, stages);
        add_each(&mut self.reasons, reasons);
        add_all(&mut self.rules, rules);
        add_all(&mut self.controls, controls);
        self.on_values.iter_mut().zip(on_values).for_each(|(count, more)| *count += more);
        add_each(&mut self.joint, joint);
        add_each(&mut self.mlir, mlir);
        add_each(&mut self.codes, codes);
        add_each(&mut self.agreement, agreement);
        add_each(&mut self.silent, silent);
        self.patterns += patterns;
        self.missed += missed;
        self.spurious += spurious;
        self.older += older;
        self.over_matched += over_matched;
        self.disagreements += disagreements;
        add_each(&mut self.unknown, unknown);
        add_each(&mut self.wrong, wrong);
    }

    /// Patterns that were counted.
    pub fn patterns(&self) -> usize {
        self.patterns
    }

    /// Counts a record.
    pub fn add(&mut self, record: &Record) {
        let column = executed(record);
        self.patterns += 1;
        *self.plain.entry((record.verdict.clone(), column.to_owned())).or_default() += 1;
        if record.connected && record.matched > 0 {
            *self.matched.entry((record.verdict.clone(), column.to_owned())).or_default() += 1;
        }
        let broken = breaks(column);
        let fails = column == "malformed" || broken;
        if record.verdict != NOT_CHECKED {
            let flagged = record.verdict != "proved";
            self.published[usize::from(!flagged) * 2 + usize::from(!fails)] += 1;
        }
        self.missed += usize::from(record.verdict == "proved" && broken);
        let flagged = record.verdict == "refuted";
        let older = flagged && !broken && column != OVER_MATCH && for_older_releases(record);
        self.older += usize::from(older);
        self.spurious += usize::from(flagged && !broken && column != OVER_MATCH && !older);
        self.over_matched += usize::from(flagged && column == OVER_MATCH);
        self.disagreements += record.disagreements.len();
        if record.verdict == "unknown" {
            *self.unknown.entry(record.why.clone()).or_default() += 1;
        }
        let codes = record.codes.iter().chain(&record.granted);
        codes.for_each(|code| *self.codes.entry(code.clone()).or_default() += 1);
        for (word, count) in &record.agreement {
            *self.agreement.entry(word.clone()).or_default() += count;
        }
        for case in record.cases.iter().filter(|case| case.agreement == Agreement::Silent.word()) {
            *self.silent.entry(case.assay.clone()).or_default() += 1;
        }
        let said = |stage| record.stages.get(stage).cloned().unwrap_or_else(|| NOT_CHECKED.to_owned());
        for stage in STAGES {
            *self.stages.entry((stage.to_owned(), said(stage))).or_default() += 1;
        }
        for (stage, reason) in &record.reasons {
            *self.reasons.entry((stage.clone(), reason.clone())).or_default() += 1;
        }
        self.rules(record);
        self.controls(record);
        *self.joint.entry(STAGES.map(said).to_vec()).or_default() += 1;
        if let Some(worst) = WORDS.into_iter().find(|word| record.mlir.contains_key(*word)) {
            *self.mlir.entry((record.verdict.clone(), worst.to_owned())).or_default() += 1;
        }
        if let Some(what) = &record.wrong {
            *self.wrong.entry(what.clone()).or_default() += 1;
        }
    }

    fn rules(&mut self, record: &Record) {
        let mut count = |code: &str, place: usize| {
            self.rules.entry(code.to_owned()).or_default()[place] += 1;
        };
        record.could.iter().for_each(|code| count(code, 0));
        let claimed: BTreeSet<&String> = record.codes.iter().chain(&record.claimed).collect();
        claimed.into_iter().for_each(|code| count(code, 1));
        let shown = record.outcomes.keys().filter_map(|outcome| outcome.split(' ').nth(1));
        let shown: BTreeSet<&str> = shown.collect();
        shown.into_iter().for_each(|code| count(code, 2));
    }

    /// A zero of contradictions counts where the same run shows what is refuted.
    fn controls(&mut self, record: &Record) {
        let is = |stage: &str, word: &str| record.stages.get(stage).is_some_and(|found| found == word);
        let types = |outcome: &String| outcome.split(' ').nth(1).is_some_and(|rule| rule.starts_with('T'));
        let shown = [
            ("structure", record.broken),
            ("types", record.outcomes.keys().any(types)),
            ("values", is("compiled", "different result")),
        ];
        for (stage, shown) in shown.into_iter().filter(|(stage, _)| is(stage, "refuted")) {
            let counts = self.controls.entry(stage.to_owned()).or_default();
            counts[0] += 1;
            counts[1] += usize::from(shown);
        }
        let right = is("values", "proved") || is("values", "bounded");
        let wrong = is("values", "refuted");
        for (place, counts) in [right, wrong, (right || wrong) && record.ranges].into_iter().enumerate() {
            self.on_values[place] += usize::from(counts);
        }
    }

    /// Patterns proved although an execution breaks.
    pub fn missed(&self) -> usize {
        self.missed
    }

    /// Patterns refuted although neither a payload nor the witness breaks when it is executed.
    pub fn spurious(&self) -> usize {
        self.spurious
    }

    /// Candidates whose replay did not fail.
    pub fn disagreements(&self) -> usize {
        self.disagreements
    }

    /// Whether every fact held.
    pub fn is_clean(&self) -> bool {
        self.missed + self.spurious + self.disagreements == 0 && self.wrong.is_empty()
    }

    /// How many comparisons with MLIR came out in a way.
    pub fn agreement(&self, word: &str) -> usize {
        self.agreement.get(word).copied().unwrap_or(0)
    }

    /// Verdicts and executions in four cells, in both forms, and what is wrong with the verdicts.
    fn summed(&self, out: &mut String) {
        let [flagged_failing, flagged_passing, clean_failing, clean_passing] = self.published;
        let _ = writeln!(
            out,
            "xdsl-pdl's categories: {flagged_failing} flagged and failing, {clean_passing} clean and passing, {flagged_passing} flagged \
             though passing, {clean_failing} clean but failing"
        );
        let (mut cells, mut over) = ([0; 4], 0);
        for ((verdict, column), count) in &self.matched {
            let flagged = verdict != "proved";
            match (column.as_str(), flagged) {
                (OVER_MATCH, true) => over += count,
                _ => cells[usize::from(!flagged) * 2 + usize::from(!breaks(column))] += count,
            }
        }
        let [flagged_failing, flagged_passing, clean_failing, clean_passing] = cells;
        let _ = writeln!(
            out,
            "connected and matched: {flagged_failing} flagged and failing, {over} flagged and matched by MLIR beyond what is \
             written, {clean_passing} clean and passing, {flagged_passing} flagged though passing, {clean_failing} clean but \
             failing"
        );
        let _ = writeln!(
            out,
            "missed {}, spurious {}, refuted by M501 alone {}, refuted for older releases alone {}, internal disagreements {}, \
             unknown {}",
            self.missed,
            self.spurious,
            self.over_matched,
            self.older,
            self.disagreements,
            self.unknown.values().sum::<usize>()
        );
    }

    /// Everything, for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        confusion(&mut out, "verdict against execution, all patterns", &self.plain, &COLUMNS);
        confusion(&mut out, "verdict against execution, connected and matched", &self.matched, &COLUMNS);
        if !self.mlir.is_empty() {
            confusion(&mut out, "verdict against MLIR, worst payload", &self.mlir, &WORDS);
        }
        // Nothing is said of verdicts where none was asked for.
        if self.published != [0; 4] || self.disagreements > 0 {
            self.summed(&mut out);
        }
        for (why, count) in &self.unknown {
            let _ = writeln!(out, "  unknown {count:7}  {why}");
        }
        list(&mut out, "rules", &self.codes);
        list(&mut out, "engine against MLIR", &self.agreement);
        list(&mut out, "silent in MLIR", &self.silent);
        list(&mut out, "facts that did not hold", &self.wrong);
        let _ = writeln!(out, "stages");
        for stage in STAGES {
            let words = self.stages.iter().filter(|((name, _), _)| name == stage);
            let words: Vec<String> = words.map(|((_, word), count)| format!("{word} {count}")).collect();
            let _ = writeln!(out, "  {stage:12} {}", words.join(", "));
        }
        for ((stage, reason), count) in &self.reasons {
            let _ = writeln!(out, "  {stage} unknown {count:7}  {reason}");
        }
        let [right, wrong, ranges] = self.on_values;
        if right + wrong > 0 {
            let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
            let decided = right + wrong;
            let _ = writeln!(
                out,
                "decided on values: {decided} ({:.1} % of all), right {right} ({:.1} %), wrong {wrong} ({:.1} %), with ranges \
                 {ranges} ({:.1} %)",
                share(decided, self.patterns),
                share(right, decided),
                share(wrong, decided),
                share(ranges, decided)
            );
        }
        for (stage, [refuted, shown]) in &self.controls {
            let _ =
                writeln!(out, "control: {stage} refuted {refuted}, shown by payloads of this run {shown}");
        }
        self.rule_lines(&mut out);
        joint(&mut out, &self.joint);
        out
    }

    /// Every rule of the stages, with the patterns behind each count.
    fn rule_lines(&self, out: &mut String) {
        let _ = writeln!(
            out,
            "  {:6} {:>14} {:>14} {:>14}",
            "rule", "could show it", "with a witness", "payload breaks"
        );
        for rule in opportunity::rules() {
            let [could, claimed, shown] = self.rules.get(rule.code()).copied().unwrap_or_default();
            let _ = writeln!(out, "  {rule:6} {could:>14} {claimed:>14} {shown:>14}");
        }
    }
}

fn list(out: &mut String, what: &str, counts: &BTreeMap<String, usize>) {
    if counts.is_empty() {
        return;
    }
    let words: Vec<String> = counts.iter().map(|(word, count)| format!("{word} {count}")).collect();
    let _ = writeln!(out, "{what}: {}", words.join(", "));
}

/// How many lines the joint table has at most; what is beyond them is summed up.
const LINES: usize = 40;

fn joint(out: &mut String, table: &BTreeMap<Vec<String>, usize>) {
    let _ = writeln!(out, "all stages of a pattern together");
    let line = |out: &mut String, count: &str, words: &[String]| {
        let cells: Vec<String> = words.iter().map(|word| format!("{word:16}")).collect();
        let _ = writeln!(out, "  {count:>8}  {}", cells.join(" ").trim_end());
    };
    line(out, "patterns", &STAGES.map(str::to_owned));
    let mut rows: Vec<(&Vec<String>, usize)> = table.iter().map(|(words, count)| (words, *count)).collect();
    rows.sort_by_key(|(words, count)| (std::cmp::Reverse(*count), *words));
    for (words, count) in rows.iter().take(LINES) {
        line(out, &count.to_string(), words);
    }
    let rest: usize = rows.iter().skip(LINES).map(|(_, count)| count).sum();
    if rest > 0 {
        line(out, &rest.to_string(), &[format!("in {} other rows", rows.len() - LINES)]);
    }
}

fn confusion(
    out: &mut String,
    what: &str,
    table: &BTreeMap<(String, String), usize>,
    columns: &[&'static str],
) {
    let _ = writeln!(out, "{what}");
    let columns: Vec<&str> =
        columns.iter().copied().filter(|column| table.keys().any(|(_, other)| other == column)).collect();
    let head: Vec<String> = columns.iter().map(|column| format!("{column:>14}")).collect();
    let _ = writeln!(out, "  {:10} {}", "", head.join(" "));
    for verdict in VERDICTS.into_iter().filter(|verdict| table.keys().any(|(other, _)| other == verdict)) {
        let cells = columns.iter().map(|column| {
            let count = table.get(&(verdict.to_owned(), (*column).to_owned())).copied().unwrap_or(0);
            format!("{count:>14}")
        });
        let _ = writeln!(out, "  {verdict:10} {}", cells.collect::<Vec<_>>().join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(verdict: &str, outcome: &str, connected: bool) -> Record {
        Record {
            verdict: verdict.to_owned(),
            outcomes: [(outcome.to_owned(), 1)].into(),
            matched: usize::from(outcome != "malformed"),
            connected,
            ..Record::default()
        }
    }

    #[test]
    fn cells_are_counted_and_never_folded() {
        let mut tables = Tables::default();
        tables.add(&record("proved", "well-formed", true));
        tables.add(&record("proved", "ill-formed S103", true));
        tables.add(&record("refuted", "undefined S109", true));
        tables.add(&record("refuted", "well-formed", true));
        tables.add(&record("malformed", "malformed", false));
        assert_eq!((tables.missed(), tables.spurious()), (1, 1));
        assert_eq!(tables.published, [2, 1, 1, 1]);
        assert!(!tables.matched.keys().any(|(verdict, _)| verdict == "malformed"));
    }

    #[test]
    fn a_refutation_for_older_releases_is_spurious_only_where_the_option_is_missing() {
        let (codes, options) = (vec!["S102".to_owned()], "--mlir portable --width-max 4".to_owned());
        let mut tables = Tables::default();
        tables.add(&Record { codes: codes.clone(), options, ..record("refuted", "well-formed", true) });
        assert_eq!((tables.spurious(), tables.older), (0, 1));
        tables.add(&Record { codes, ..record("refuted", "well-formed", true) });
        assert_eq!((tables.spurious(), tables.older), (1, 1));
    }

    #[test]
    fn patterns_without_a_verdict_are_in_no_cell() {
        let mut tables = Tables::default();
        tables.add(&record(NOT_CHECKED, "ill-formed S103", true));
        assert_eq!(tables.published, [0; 4]);
        assert!(!tables.text().contains("categories"), "{}", tables.text());
    }

    #[test]
    fn types_and_what_a_proof_takes_for_granted_are_no_missed_structure_rule() {
        let mut tables = Tables::default();
        tables.add(&record("proved", "ill-formed T201", true));
        let granted = vec!["S115".to_owned()];
        tables.add(&Record { granted, ..record("proved", "ill-formed S115", true) });
        assert_eq!(tables.missed(), 0);
        tables.add(&record("proved", "ill-formed S115", true));
        assert_eq!(tables.missed(), 1);
    }

    #[test]
    fn every_rule_has_a_line_and_refuted_patterns_are_a_control() {
        let mut tables = Tables::default();
        let stages = [("values", "refuted"), ("compiled", "different result")];
        let stages = stages.map(|(stage, word)| (stage.to_owned(), word.to_owned())).into();
        tables.add(&Record { stages, ranges: true, ..record("proved", "well-formed", true) });
        let text = tables.text();
        assert!(text.contains("S115") && text.contains("V304"), "{text}");
        assert!(text.contains("control: values refuted 1, shown by payloads of this run 1"), "{text}");
        assert!(text.contains("decided on values: 1 (100.0 % of all)"), "{text}");
    }
}
