//! A fix as a difference of whole lines. The fix was judged before it came here.

use std::collections::BTreeMap;

use crate::finding::{Edit, Fix};
use crate::sources::{Sources, clamp};

use super::Options;
use super::text::{Style, hanging, paint, push_line, visible};

/// Appends the title and, for each file whose text is known, the lines that go and those that come.
pub(super) fn render(out: &mut String, fix: &Fix, sources: &Sources, lead: &str, options: Options) {
    hanging(out, &format!("{lead}fix: "), &fix.title, options);
    let mut files: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in &fix.edits {
        files.entry(&edit.at.file).or_default().push(edit);
    }
    for (file, edits) in files {
        if let Some(difference) = difference(sources, file, edits) {
            let indent = " ".repeat(lead.len());
            push_line(out, &format!("{indent}{}", paint(&visible(file), Style::Faint, options)));
            for (line, sign, text) in difference {
                let style = if sign == '-' { Style::Bad } else { Style::Strong };
                let row = format!("{line:>4} {sign} {}", visible(&text));
                push_line(out, &format!("{indent}{}", paint(row.trim_end(), style, options)));
            }
        }
    }
}

/// Line number, sign and text of each changed line; nothing if edits overlap or the text is not known.
fn difference(sources: &Sources, file: &str, mut edits: Vec<&Edit>) -> Option<Vec<(usize, char, String)>> {
    let text = sources.text(file)?;
    edits.sort_by_key(|edit| (edit.at.start, edit.at.end));
    let spans: Vec<_> = edits.iter().map(|edit| clamp(text, &edit.at.span())).collect();
    if spans.windows(2).any(|pair| pair[1].start < pair[0].end) {
        return None;
    }
    let line = |offset| sources.position(file, offset).0;
    let first = line(spans.first()?.start);
    let last = line(spans.last()?.end);
    let window = sources.lines_span(file, first, last);
    let mut repaired = String::new();
    let mut done = window.start;
    for (span, edit) in spans.iter().zip(&edits) {
        repaired.push_str(&text[done..span.start]);
        repaired.push_str(&edit.text);
        done = span.end;
    }
    repaired.push_str(&text[done..window.end.max(done)]);

    let old: Vec<&str> = text[window].lines().collect();
    let new: Vec<&str> = repaired.lines().collect();
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let rows = |lines: &[&str], sign| {
        let changed = &lines[head..lines.len() - tail];
        let row = |(index, text): (usize, &&str)| (first + head + index, sign, (*text).to_owned());
        changed.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    Some([rows(&old, '-'), rows(&new, '+')].concat())
}

#[cfg(test)]
mod tests {
    use super::difference;
    use crate::finding::Edit;
    use crate::sources::Sources;

    fn rows(text: &str, edits: &[(std::ops::Range<usize>, &str)]) -> Option<Vec<String>> {
        let mut sources = Sources::new();
        sources.insert("f", text);
        let edits: Vec<Edit> = edits
            .iter()
            .map(|(span, text)| Edit { at: sources.locate("f", span.clone()), text: (*text).to_owned() })
            .collect();
        let rows = difference(&sources, "f", edits.iter().collect())?;
        Some(rows.into_iter().map(|(line, sign, text)| format!("{line}{sign}{text}")).collect())
    }

    #[test]
    fn a_word_in_a_line_changes_the_line() {
        assert_eq!(rows("ab\ncd ef\n", &[(3..5, "xx")]), Some(vec!["2-cd ef".into(), "2+xx ef".into()]));
    }

    #[test]
    fn a_line_that_goes_is_not_replaced_by_an_empty_one() {
        assert_eq!(rows("ab\ncd\nef\n", &[(3..6, "")]), Some(vec!["2-cd".into()]));
    }

    #[test]
    fn a_line_that_comes_leaves_its_neighbours() {
        assert_eq!(rows("ab\nef\n", &[(3..3, "cd\n")]), Some(vec!["2+cd".into()]));
    }

    #[test]
    fn edits_that_overlap_show_no_difference() {
        assert_eq!(rows("abcdef\n", &[(0..3, "x"), (2..4, "y")]), None);
    }
}
