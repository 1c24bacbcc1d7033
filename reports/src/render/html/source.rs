//! Lines of the source with the places that matter.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use maud::{Markup, html};

use crate::finding::Fix;
use crate::render::Shown;
use crate::render::text::{one_line, visible};
use crate::sources::Sources;
use crate::subject::Subject;

/// Lines around each place that matters.
const AROUND: usize = 1;

/// Most lines of an excerpt.
const MOST: usize = 60;

/// The lines of the finding's file that it speaks about; nothing if the file is not known.
pub(super) fn excerpt(shown: &Shown<'_>, sources: &Sources) -> Markup {
    let finding = shown.finding;
    let file = &finding.at.file;
    let Some(text) = sources.text(file) else { return html! {} };
    let line = |offset: usize| sources.position(file, offset).0;
    let mut words: BTreeMap<usize, Vec<(&str, bool)>> = BTreeMap::new();
    words.entry(finding.at.line).or_default();
    for label in &finding.labels {
        words.entry(line(label.span.start)).or_default().push((&label.text, label.primary));
    }
    for related in finding.related.iter().filter(|related| related.at.file == *file) {
        words.entry(related.at.line).or_default().push((&related.message, false));
    }
    let lines: Vec<&str> = text.lines().collect();
    // A drawing points at every line of the pattern.
    let graph = shown.pattern.and_then(|pattern| pattern.graph.as_ref());
    let drawn = graph.map(|graph| graph.nodes.iter().map(|node| node.line));
    let drawn: BTreeSet<usize> = drawn.into_iter().flatten().collect();
    let subject = shown.pattern.map(|pattern| pattern.subject).unwrap_or_default();
    let whole = match subject {
        Subject::Functions => body(&lines, finding.at.line),
        _ => finding.at.line..=finding.at.line,
    };
    let near = |number: usize| {
        whole.contains(&number)
            || drawn.contains(&number)
            || words.keys().any(|at| at.abs_diff(number) <= AROUND)
    };
    let shown: Vec<usize> = (1..=lines.len()).filter(|number| near(*number)).take(MOST).collect();
    html! {
        figure.source {
            figcaption { code { (one_line(file)) } }
            div.code tabindex="0" role="region" aria-label="Lines of the source" {
                @for (index, number) in shown.iter().enumerate() {
                    @if index > 0 && shown[index - 1] + 1 < *number { div.gap aria-hidden="true" { "⋯" } }
                    (source_line(*number, lines[number - 1], words.get(number), *number == finding.at.line))
                }
            }
        }
    }
}

/// The lines of a function, from its first one to the brace that closes it.
fn body(lines: &[&str], first: usize) -> RangeInclusive<usize> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some(start) = first.checked_sub(1).and_then(|at| lines.get(at)) else { return first..=first };
    let is_end = |line: &&str| line.trim_start().starts_with('}') && indent(line) == indent(start);
    let end = lines[first..].iter().position(is_end);
    first..=end.map_or(first, |end| first + end + 1)
}

fn source_line(number: usize, text: &str, words: Option<&Vec<(&str, bool)>>, blamed: bool) -> Markup {
    let words: Vec<&str> =
        words.into_iter().flatten().map(|(text, _)| *text).filter(|text| !text.is_empty()).collect();
    let class = match (blamed, words.is_empty()) {
        (true, _) => "line blamed",
        (false, false) => "line marked",
        (false, true) => "line",
    };
    html! {
        div class=(class) data-line=(number) {
            span.number { (number) } span.text { (visible(text)) }
            @if !words.is_empty() { span.words { (super::prose(&words.join("; "))) } }
        }
    }
}

/// The lines that a fix replaces, and those that it puts there.
pub(super) fn edits(fix: &Fix, sources: &Sources) -> Markup {
    html! {
        div.code tabindex="0" role="region" aria-label="Edits of the fix" {
            @for edit in &fix.edits {
                @let old = sources.text(&edit.at.file).and_then(|text| text.get(edit.at.span())).unwrap_or_default();
                @for line in old.lines() {
                    div.line.gone { span.number { (edit.at.line) } span.text { "- " (visible(line)) } }
                }
                @for line in edit.text.lines() {
                    div.line.made { span.number { (edit.at.line) } span.text { "+ " (visible(line)) } }
                }
            }
        }
    }
}
