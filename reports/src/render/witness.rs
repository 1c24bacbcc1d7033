//! A witness as text: before and after side by side where both fit, one above the other where not, with
//! what matters marked below its line.

use crate::finding::{After, Program, Witness};
use crate::sources::clamp;

use super::Options;
use super::text::{Style, hanging, paint, push_line, visible, width, wrap};

const INDENT: usize = 2;
const BETWEEN: &str = " | ";

/// A line of one side; marks stand on lines of their own.
struct Line {
    text: String,
    is_mark: bool,
}

/// Appends the witness.
pub(super) fn render(out: &mut String, witness: &Witness, options: Options) {
    let room = options.width.saturating_sub(INDENT).max(20);
    let before = lines(&witness.before, room);
    match &witness.after {
        After::Program(program) => {
            let after = lines(program, room);
            let left = columns(&before, "before");
            let right = columns(&after, "after");
            if INDENT + left + BETWEEN.len() + right <= options.width {
                beside(out, &before, &after, left, options);
            } else {
                below(out, "before", &before, options);
                below(out, "after", &after, options);
            }
        }
        After::Outcome(outcome) => {
            below(out, "before", &before, options);
            push_line(out, &heading("after", options));
            hanging(out, "    ", outcome, options);
        }
    }
}

/// Appends plain text below a heading, for evidence that is no pair of programs.
pub(super) fn plain(out: &mut String, name: &str, text: &str, options: Options) {
    below(out, name, &lines(&Program::new(text), options.width), options);
}

fn heading(name: &str, options: Options) -> String {
    format!("{}{}", " ".repeat(INDENT), paint(&format!("{name}:"), Style::Strong, options))
}

fn below(out: &mut String, name: &str, lines: &[Line], options: Options) {
    push_line(out, &heading(name, options));
    for line in lines {
        push_line(out, &format!("    {}", colored(line, options)));
    }
}

fn beside(out: &mut String, before: &[Line], after: &[Line], left: usize, options: Options) {
    let indent = " ".repeat(INDENT);
    let bar = paint(BETWEEN.trim_end(), Style::Faint, options);
    let head = paint("before", Style::Strong, options);
    let fill = " ".repeat(left - "before".len());
    push_line(out, &format!("{indent}{head}{fill}{bar} {}", paint("after", Style::Strong, options)));
    for row in 0..before.len().max(after.len()) {
        let (text, used) = match before.get(row) {
            Some(line) => (colored(line, options), width(&line.text)),
            None => (String::new(), 0),
        };
        let fill = " ".repeat(left - used);
        let right = after.get(row).map_or_else(String::new, |line| colored(line, options));
        push_line(out, &format!("{indent}{text}{fill}{bar} {right}"));
    }
}

fn colored(line: &Line, options: Options) -> String {
    if line.is_mark { paint(&line.text, Style::Bad, options) } else { line.text.clone() }
}

fn columns(lines: &[Line], name: &str) -> usize {
    lines.iter().map(|line| width(&line.text)).max().unwrap_or(0).max(name.len())
}

/// The lines of a program, each followed by its marks; words of a mark that do not fit into `room` behind
/// the carets go below them.
fn lines(program: &Program, room: usize) -> Vec<Line> {
    let mut marks: Vec<_> =
        program.marks.iter().map(|mark| (clamp(&program.text, &mark.span), &mark.text)).collect();
    marks.sort_by_key(|(span, _)| (span.start, span.end));
    let mut out = Vec::new();
    let mut start = 0;
    for raw in program.text.split_inclusive('\n') {
        let end = start + raw.len();
        let text = raw.trim_end_matches(['\n', '\r']);
        out.push(Line { text: visible(text), is_mark: false });
        for (span, words) in marks.iter().filter(|(span, _)| (start..end).contains(&span.start)) {
            let from = (span.start - start).min(text.len());
            let to = (span.end - start).clamp(from, text.len());
            let column = width(&visible(&text[..from]));
            let carets = "^".repeat(width(&visible(&text[from..to])).max(1));
            mark_lines(&mut out, column, &carets, &visible(words), room);
        }
        start = end;
    }
    out
}

fn mark_lines(out: &mut Vec<Line>, column: usize, carets: &str, words: &str, room: usize) {
    let indent = " ".repeat(column);
    let whole = format!("{indent}{carets} {words}");
    // A label is short next to its program; only a very long line pushes it out of the room.
    if width(&whole) <= room && !words.contains('\n') {
        out.push(Line { text: whole.trim_end().to_owned(), is_mark: true });
        return;
    }
    out.push(Line { text: format!("{indent}{carets}"), is_mark: true });
    let column = column.min(room.saturating_sub(30));
    for line in wrap(words, room - column) {
        out.push(Line { text: format!("{}{line}", " ".repeat(column)), is_mark: true });
    }
}
