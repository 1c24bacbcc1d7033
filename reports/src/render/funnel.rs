//! The last lines of a run: how many patterns there were and what became of them. Rows that are zero are left out, and where all
//! have one verdict, they are counted in its row.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::report::{Summary, UNRESTRICTED};

use super::Options;
use super::text::{Style, one_line, paint, push_line, width, wrap};

/// Columns of the longest name.
pub(super) const NAME: usize = "refuted sets".len();

/// The funnel as a table.
#[must_use]
pub fn render(summary: &Summary, options: Options) -> String {
    let mut rows = rows(summary);
    rows.extend(values(summary));
    let digits = summary.patterns.to_string().len();
    let mut out = String::new();
    let alone = only_verdict(summary);
    if alone.is_some() {
        rows.remove(0);
    }
    for (name, count, parts) in rows {
        let noun =
            if alone == Some(name) { format!(" {}", summary.subject.noun(count)) } else { String::new() };
        let mut line =
            format!("{}  {count:>digits$}{noun}", paint(&format!("{name:<NAME$}"), Style::Strong, options));
        let indent = NAME + 2 + digits + noun.len() + 3;
        let mut used = NAME + 2 + digits + noun.len();
        for (index, part) in parts.iter().enumerate() {
            let lead = if index == 0 { "   " } else { ", " };
            let room = options.width.saturating_sub(indent).max(20);
            if width(part) > room {
                // Too long for any line: it begins on this one.
                for (number, words) in wrap(part, room).iter().enumerate() {
                    if index + number > 0 {
                        // A new part begins behind a comma.
                        line.push_str(if number == 0 { "," } else { "" });
                        push_line(&mut out, &line);
                        line = " ".repeat(indent);
                    } else {
                        line.push_str(lead);
                    }
                    line.push_str(words);
                    used = indent + width(words);
                }
                continue;
            }
            if index > 0 && used + lead.len() + width(part) > options.width {
                line.push(',');
                push_line(&mut out, &line);
                line = format!("{}{part}", " ".repeat(indent));
                used = indent + width(part);
            } else {
                line.push_str(lead);
                line.push_str(part);
                used += lead.len() + width(part);
            }
        }
        push_line(&mut out, &line);
    }
    out
}

/// The funnel as one line.
#[must_use]
pub fn line(summary: &Summary) -> String {
    let rows = rows(summary);
    let mut out = String::new();
    for (index, (name, count, parts)) in rows.iter().enumerate() {
        match index {
            0 => write!(out, "{count} {}", summary.subject.noun(*count)),
            1 => write!(out, ": {count} {name}"),
            _ => write!(out, ", {count} {name}"),
        }
        .unwrap_or(());
        if !parts.is_empty() {
            write!(out, " ({})", parts.join(", ")).unwrap_or(());
        }
    }
    if summary.values_not_compared > 0 {
        write!(out, "; values not compared: {}", summary.values_not_compared).unwrap_or(());
    }
    out.push('\n');
    out
}

/// The rows that are not zero, behind that of all: name, count and its parts.
pub(super) fn rows(summary: &Summary) -> Vec<(&'static str, usize, Vec<String>)> {
    let mut harmless = match summary.guarded {
        0 => Vec::new(),
        count => vec![format!("harmless under a guard: {count}")],
    };
    let unseen = summary.refuted_unseen.iter();
    harmless.extend(unseen.map(|(code, count)| format!("by {} alone, which is not shown: {count}", code)));
    let all = [
        (summary.subject.noun(0), summary.patterns, Vec::new()),
        ("malformed", summary.malformed, Vec::new()),
        ("vacuous", summary.vacuous, Vec::new()),
        ("refuted", summary.refuted, harmless),
        (
            "unknown",
            summary.unknown,
            parts(summary.unknown_by_reason.iter().map(|(class, count)| (class.word(), *count))),
        ),
        ("well-formed", summary.well_formed, most(&summary.well_formed_by_reason, "others")),
        ("bounded", summary.bounded, scopes(&summary.bounded_by_scope)),
        ("proved", summary.proved, scopes(&summary.proved_by_scope)),
    ];
    let sets = if summary.sets_refuted == 1 { "refuted set" } else { "refuted sets" };
    let beside = [(sets, summary.sets_refuted), ("accepted", summary.accepted), ("fixed", summary.fixed)];
    let beside = beside.map(|(name, count)| (name, count, Vec::new()));
    let rows = all.into_iter().chain(beside).enumerate();
    rows.filter(|(index, row)| *index == 0 || row.1 > 0).map(|(_, row)| row).collect()
}

/// The name of the one verdict that all have.
fn only_verdict(summary: &Summary) -> Option<&'static str> {
    let verdicts = [
        ("malformed", summary.malformed),
        ("vacuous", summary.vacuous),
        ("refuted", summary.refuted),
        ("unknown", summary.unknown),
        ("well-formed", summary.well_formed),
        ("bounded", summary.bounded),
        ("proved", summary.proved),
    ];
    let one = verdicts.into_iter().find(|(_, count)| *count == summary.patterns)?;
    (summary.patterns > 0).then_some(one.0)
}

/// Patterns whose values were compared, and the others, where there are any of both.
fn values(summary: &Summary) -> Option<(&'static str, usize, Vec<String>)> {
    let others = if summary.subject.has_values() { summary.values_not_compared } else { 0 };
    (others > 0 && summary.values_compared > 0)
        .then(|| ("values", summary.values_compared, vec![format!("not compared: {others}")]))
}

/// The parts of a count by scope; nothing if all there is has no restriction.
fn scopes(counts: &BTreeMap<String, usize>) -> Vec<String> {
    match counts.keys().eq([UNRESTRICTED]) {
        true => Vec::new(),
        false => most(counts, "other sets"),
    }
}

/// Parts of a count that are written out.
const MOST: usize = 4;

/// The most frequent parts of a count; `others` is the name of the rest.
fn most(counts: &BTreeMap<String, usize>, others: &str) -> Vec<String> {
    let mut list: Vec<(&str, usize)> = counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    list.sort_by_key(|(_, count)| Reverse(*count));
    // A rest of one is shorter by its own name.
    if list.len() > MOST + 1 {
        let rest = list.drain(MOST..).map(|(_, count)| count).sum();
        list.push((others, rest));
    }
    parts(list.into_iter())
}

/// `name: count` for each part.
fn parts<'a>(counts: impl Iterator<Item = (&'a str, usize)>) -> Vec<String> {
    counts.map(|(name, count)| format!("{}: {count}", one_line(name))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::most;

    #[test]
    fn the_most_frequent_parts_are_named_and_the_others_counted() {
        let counts = |all: &[(&str, usize)]| -> BTreeMap<String, usize> {
            all.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
        };
        let five = counts(&[("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5)]);
        assert_eq!(most(&five, "others"), ["e: 5", "d: 4", "c: 3", "b: 2", "a: 1"]);
        let six = counts(&[("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 1)]);
        assert_eq!(most(&six, "others"), ["e: 5", "d: 4", "c: 3", "b: 2", "others: 2"]);
    }
}
