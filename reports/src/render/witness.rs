//! A witness as text: the values of its operations where it is about values; else before and after, side by side where both
//! fit, one above the other where not, with a sign and a few words at the lines that matter; or the rewrites of a run.

use crate::finding::{After, Program, Sign, Witness};

use super::text::{Style, hanging, paint, push_line, visible, width};
use super::{Options, trace};

const INDENT: usize = 2;
const BETWEEN: &str = " | ";

/// A line of one side.
struct Line {
    text: String,
    sign: Option<Sign>,
}

/// The witness as a text for formats without colours.
pub(super) fn text(witness: &Witness) -> String {
    let mut out = String::new();
    render(&mut out, witness, Options { width: 100, ..Options::default() });
    out
}

/// Appends the witness.
pub(super) fn render(out: &mut String, witness: &Witness, options: Options) {
    let values = witness.trace.as_ref();
    let beside = options.verbose || values.is_none_or(|trace| !trace.is_whole);
    if beside {
        programs(out, witness, options);
    }
    for line in values.iter().flat_map(|values| trace::lines(values, options.width, beside)) {
        let style = match (line.is_heading, line.is_wrong) {
            (true, _) => Style::Strong,
            (false, true) => Style::Bad,
            (false, false) => Style::Plain,
        };
        push_line(out, &paint(&line.text, style, options));
    }
}

fn programs(out: &mut String, witness: &Witness, options: Options) {
    let room = options.width.saturating_sub(INDENT + 2).max(20);
    let before = lines(&witness.before, room);
    if !witness.applications.is_empty() {
        below(out, "before", &before, options);
        for (number, application) in witness.applications.iter().enumerate() {
            let name = application.pattern.as_deref().map(|name| format!("@{name}")).unwrap_or_default();
            let title = visible(format!("rewrite {} {name}", number + 1).trim_end());
            below(out, &title, &lines(&Program::new(application.program.as_str()), room), options);
        }
        return;
    }
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
pub(super) fn section(out: &mut String, name: &str, text: &str, options: Options) {
    below(out, name, &lines(&Program::new(text), options.width), options);
}

fn heading(name: &str, options: Options) -> String {
    format!("{}{}", " ".repeat(INDENT), paint(&format!("{name}:"), Style::Strong, options))
}

fn below(out: &mut String, name: &str, lines: &[Line], options: Options) {
    push_line(out, &heading(name, options));
    // The signs stand in the margin, so that all programs are indented alike.
    let indent = if lines.iter().any(|line| line.sign.is_some()) { "  " } else { "    " };
    for line in lines {
        push_line(out, &format!("{indent}{}", colored(line, options)));
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
    let style = if line.sign.is_some() { Style::Bad } else { Style::Plain };
    paint(&line.text, style, options)
}

fn columns(lines: &[Line], name: &str) -> usize {
    lines.iter().map(|line| width(&line.text)).max().unwrap_or(0).max(name.len())
}

/// The lines of a program. Where it has marks, each line begins with its sign or two blanks; words that do not fit into
/// `room` go below their line.
fn lines(program: &Program, room: usize) -> Vec<Line> {
    let mut out = Vec::new();
    let margin = if program.marks.is_empty() { "" } else { "  " };
    for (number, raw) in program.text.lines().enumerate() {
        let text = visible(raw);
        let mut marks = program.marks.iter().filter(|mark| mark.line == number).peekable();
        let Some(first) = marks.peek() else {
            out.push(Line { text: format!("{margin}{text}").trim_end().to_owned(), sign: None });
            continue;
        };
        let sign = Some(first.sign);
        let word = if first.sign == Sign::Gone { "- " } else { "> " };
        let words: Vec<String> = marks.map(|mark| visible(&mark.text).replace('\n', " ")).collect();
        let words = words.join("; ");
        let whole = format!("{word}{text}   {words}");
        if width(&whole) <= room {
            out.push(Line { text: whole, sign });
        } else {
            let indent = " ".repeat(text.len() - text.trim_start().len() + 4);
            out.push(Line { text: format!("{word}{text}"), sign });
            out.push(Line { text: format!("{indent}{words}"), sign });
        }
    }
    out
}
