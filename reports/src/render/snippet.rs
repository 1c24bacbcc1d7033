//! The message of a finding and the source it points into, drawn by `annotate-snippets`.
//! That crate does not break labels, so a label too long for its line is shortened here or moved below. Of a very long line the
//! part around the blamed place is drawn: it would read all of the line, and draw a label far away at its end.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level as ShownLevel, Origin, Renderer, Snippet, Title};
use assay_ir::diagnostic::Severity;

use crate::finding::Finding;
use crate::report::PatternReport;
use crate::sources::{Sources, clamp};
use crate::subject::Subject;

use super::Options;
use super::text::{hanging, push_line, visible, width, wrap};

/// How far from the blamed line source is shown; labels beyond become lines below.
const MAX_LINES: usize = 200;

/// Bytes of the longest line that is drawn as a whole.
const LONGEST: usize = 1000;

/// Columns in front of the blamed place in a line that is not drawn as a whole.
const BEFORE: usize = 16;

/// The sign for a part of a line that is left out.
const CUT: &str = "...";

/// A label on its way to the page.
struct Drawn<'a> {
    span: Range<usize>,
    words: &'a str,
    primary: bool,
}

/// Appends the message and the labelled source; gives the number of columns left of the bar.
pub(super) fn render(
    out: &mut String,
    finding: &Finding,
    pattern: Option<&PatternReport>,
    sources: &Sources,
    options: Options,
) -> usize {
    let severity = match finding.level {
        Severity::Error => ShownLevel::ERROR,
        Severity::Warning => ShownLevel::WARNING,
        Severity::Note => ShownLevel::NOTE,
    };
    let renderer = if options.color { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(options.width);
    let lead = format!("{}[{}]: ", finding.level, finding.code).len();
    let message = wrap(&visible(&finding.message), options.width.saturating_sub(lead).max(20)).join("\n");
    let title = severity.primary_title(message).id(finding.code.code());
    let at = &finding.at;
    // The witness holds the functions.
    let is_function = pattern.is_some_and(|one| one.subject == Subject::Functions)
        && finding.witness.is_some()
        && finding.labels.iter().all(|label| label.text.is_empty());
    let Some(text) = sources.text(&at.file).filter(|_| !is_function) else {
        let origin = Origin::path(visible(&at.file)).line(at.line).char_column(at.column);
        push_block(out, &renderer.render(&[title.element(origin)]));
        return 2;
    };

    let line = |offset| sources.position(&at.file, offset).0;
    let blamed = line(at.start);
    if sources.lines_span(&at.file, blamed, blamed).len() > LONGEST {
        let line = (blamed, sources.lines_span(&at.file, blamed, blamed));
        return long_line(out, &renderer, title, finding, text, line, options);
    }
    let near = |line: usize| line.abs_diff(blamed) <= MAX_LINES;
    let (labels, far): (Vec<_>, Vec<_>) = labels(finding, text)
        .into_iter()
        .partition(|label| near(line(label.span.start)) && near(line(label.span.end)));
    let header = pattern.filter(|p| p.file == at.file && p.line <= blamed && near(p.line)).map(|p| p.line);
    let ends = |label: &Drawn<'_>| [line(label.span.start), line(label.span.end)];
    let first = labels.iter().flat_map(ends).chain(header).min().unwrap_or(blamed);
    let last = labels.iter().flat_map(ends).max().unwrap_or(blamed);
    let window = sources.lines_span(&at.file, first, last);
    let gutter = last.to_string().len() + 1;
    let room = options.width.saturating_sub(gutter + 2);

    let mut below = Vec::new();
    let mut fits = true;
    let mut annotations = Vec::new();
    for Drawn { span, words, primary } in labels {
        let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let words = visible(words);
        let (span, fit) = fit(text, span, width(&words), room);
        fits &= fit != Fit::SpanTooFar;
        let shown = match fit {
            Fit::Whole if !words.is_empty() => Some(words),
            Fit::Whole => None,
            Fit::LabelTooLong | Fit::SpanTooFar => {
                below.push((line(span.start), words));
                None
            }
        };
        annotations.push(kind.span(span.start - window.start..span.end - window.start).label(shown));
    }
    // Where lines are cut on the left, nothing would be left of the line that names the pattern.
    if let Some(span) = header.filter(|_| fits).map(|header| sources.lines_span(&at.file, header, header)) {
        let start = span.start - window.start;
        annotations.push(AnnotationKind::Visible.span(start..start));
    }
    let snippet =
        Snippet::source(&text[window]).line_start(first).path(visible(&at.file)).annotations(annotations);
    push_block(out, &renderer.render(&[title.element(snippet)]));
    below.extend(far.iter().map(|label| (line(label.span.start), visible(label.words))));
    for (line, words) in below {
        if !words.is_empty() {
            hanging(out, &format!("{}= at line {line}: ", " ".repeat(gutter)), &words, options);
        }
    }
    gutter
}

/// Appends the part of a long line around the blamed place with the labels in it; others become lines below.
fn long_line(
    out: &mut String,
    renderer: &Renderer,
    title: Title<'_>,
    finding: &Finding,
    text: &str,
    (number, line): (usize, Range<usize>),
    options: Options,
) -> usize {
    let gutter = number.to_string().len() + 1;
    let room = options.width.saturating_sub(gutter + 2 + 2 * CUT.len()).max(20);
    let labels = labels(finding, text);
    let blamed = labels.iter().find(|label| label.primary).map_or(line.start, |label| label.span.start);
    let near = blamed.clamp(line.start, line.end);
    let start = clamp(text, &(near.saturating_sub(BEFORE).max(line.start)..near)).start;
    let part = start..clamp(text, &(start..(start + room).min(line.end))).end;
    let lead = if part.start > line.start { CUT } else { "" };
    let tail = if part.end < line.end { CUT } else { "" };
    let source = format!("{lead}{}{tail}", &text[part.clone()]);
    let mut below = Vec::new();
    let mut annotations = Vec::new();
    for Drawn { span, words, primary } in labels {
        let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let inside = part.contains(&span.start);
        let fits = inside && span.end + words.len() < part.end;
        if inside {
            let shown = (fits && !words.is_empty()).then(|| visible(words));
            let span = span.start.max(part.start)..span.end.min(part.end);
            let moved = |at: usize| at - part.start + lead.len();
            annotations.push(kind.span(moved(span.start)..moved(span.end)).label(shown));
        }
        if !fits && !words.is_empty() {
            below.push((text[line.start.min(span.start)..span.start].chars().count() + 1, visible(words)));
        }
    }
    let at = &finding.at;
    let origin = Origin::path(visible(&at.file)).line(at.line).char_column(at.column);
    let snippet = Snippet::source(source).line_start(number).annotations(annotations);
    let block = renderer.render(&[title.element(origin).element(snippet)]);
    // The renderer announces a part that has no name of its own.
    let place = block.lines().position(|line| line.contains("-->")).unwrap_or(0);
    let empty = |(at, line): &(usize, &str)| *at > place && line.contains(":::") && !line.contains('|');
    for (_, line) in block.lines().enumerate().filter(|line| !empty(line)) {
        push_line(out, line);
    }
    for (column, words) in below {
        hanging(out, &format!("{}= at column {column}: ", " ".repeat(gutter)), &words, options);
    }
    gutter
}

/// The labels cut to the text; the blamed place is one of them.
fn labels<'a>(finding: &'a Finding, text: &str) -> Vec<Drawn<'a>> {
    let mut labels: Vec<Drawn<'a>> = finding
        .labels
        .iter()
        .map(|label| Drawn { span: clamp(text, &label.span), words: &label.text, primary: label.primary })
        .collect();
    if !labels.iter().any(|label| label.primary) {
        labels.push(Drawn { span: clamp(text, &finding.at.span()), words: "", primary: true });
    }
    labels
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Whole,
    LabelTooLong,
    SpanTooFar,
}

/// The span, or its first word where the label fits behind that alone, and what fits into `room` columns.
fn fit(text: &str, span: Range<usize>, label: usize, room: usize) -> (Range<usize>, Fit) {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let shown = &text[span.clone()];
    let column = width(&visible(&text[start..span.start]));
    let end = |part: &str| column + width(&visible(part));
    if shown.contains('\n') || end(shown) + 1 + label <= room {
        return (span, Fit::Whole);
    }
    let word = shown.split(char::is_whitespace).next().unwrap_or(shown);
    if !word.is_empty() && end(word) + 1 + label <= room {
        let end = span.start + word.len();
        return (span.start..end, Fit::Whole);
    }
    let fit = if end(shown) <= room { Fit::LabelTooLong } else { Fit::SpanTooFar };
    (span, fit)
}

/// Appends a rendered block line by line, without trailing spaces.
fn push_block(out: &mut String, block: &str) {
    for line in block.lines() {
        push_line(out, line);
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::diagnostic::Severity;
    use assay_ir::rule::Rule;

    use super::super::Options;
    use super::{CUT, render};
    use crate::finding::{Finding, Label};
    use crate::sources::Sources;

    /// A finding at the word of this number of a line of 5,000 words, with a label at the last one.
    fn drawn(word: usize) -> String {
        let words: Vec<String> = (0..5000).map(|word| format!("w{word:04}")).collect();
        let mut sources = Sources::new();
        sources.insert("f", words.join(","));
        let mut finding = Finding::new(
            Rule::C504,
            Severity::Note,
            sources.locate("f", word * 6..word * 6 + 5),
            "m".to_owned(),
        );
        let label = |span, text: &str, primary| Label { span, text: text.to_owned(), primary };
        finding.labels.push(label(word * 6..word * 6 + 5, "", true));
        finding.labels.push(label(4999 * 6..4999 * 6 + 5, "made here", false));
        let mut out = String::new();
        render(&mut out, &finding, None, &sources, Options::default());
        out
    }

    #[test]
    fn of_a_long_line_the_part_around_the_blamed_place_is_drawn() {
        let out = drawn(2500);
        assert!(out.contains("f:1:15001") && out.contains("w2500") && out.contains(CUT), "{out}");
        assert!(out.contains("= at column 29995: made here"), "{out}");
        assert!(!out.contains("::"), "{out}");
        assert!(!out.contains("w4999") && out.lines().all(|line| line.len() <= 80), "{out}");
        let marked = out.lines().position(|line| line.contains("^^^^^")).expect("it is marked");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[marked].find('^'), lines[marked - 1].find("w2500"), "{out}");
    }

    #[test]
    fn both_ends_of_a_long_line_are_drawn() {
        assert!(drawn(0).contains("1 | w0000,"), "{}", drawn(0));
        assert!(drawn(4999).contains("w4999\n"), "{}", drawn(4999));
    }
}
