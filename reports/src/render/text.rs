//! Plain text in columns: width, wrapping, colour, and characters that must not reach a terminal.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr;

use super::Options;

/// What a piece of text is, for its colour.
#[derive(Clone, Copy)]
pub(super) enum Style {
    /// A heading.
    Strong,
    /// The name of a line, a separator.
    Faint,
    /// The offending place.
    Bad,
    /// Anything else.
    Plain,
}

/// The text in its colour, or as it is when colours are off.
pub(super) fn paint(text: &str, style: Style, options: Options) -> String {
    if !options.color || text.is_empty() {
        return text.to_owned();
    }
    let code = match style {
        Style::Strong => "1",
        Style::Faint => "94",
        Style::Bad => "1;91",
        Style::Plain => return text.to_owned(),
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// Columns that a line takes on a terminal.
pub(super) fn width(line: &str) -> usize {
    line.width()
}

/// The text with tabs as four spaces and every other control character, line breaks apart, made visible.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push('\n'),
            '\t' => out.push_str("    "),
            '\r' => {}
            c if c.is_control() || is_hidden(c) => write!(out, "\\u{{{:x}}}", u32::from(c)).unwrap_or(()),
            c => out.push(c),
        }
    }
    out
}

/// The text with every control character made visible and a space in the place of line breaks: for places of one line.
#[must_use]
pub fn one_line(text: &str) -> String {
    let text = visible(text);
    if !text.contains('\n') {
        return text;
    }
    text.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Tells if a character is not shown as it is: it changes the order of its neighbours, or XML cannot hold it.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
}

/// Breaks a text at spaces into lines of at most `columns`; line breaks in the text stay, words that are
/// longer than a line stay whole.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            if !line.is_empty() && width(&line) + 1 + width(word) > columns {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// Appends `lead` and the wrapped text, further lines indented to the end of `lead`.
pub(super) fn hanging(out: &mut String, lead: &str, text: &str, options: Options) {
    let indent = width(lead);
    let mut lead = paint(lead, Style::Faint, options);
    for line in wrap(&visible(text), options.width.saturating_sub(indent).max(20)) {
        push_line(out, &format!("{lead}{line}"));
        lead = " ".repeat(indent);
    }
}

/// Appends a line without trailing spaces. One that a CI service would take as a command, since a name in it holds a line
/// break, is made inert.
pub(super) fn push_line(out: &mut String, line: &str) {
    for line in line.trim_end().split('\n') {
        let words = line.trim_start();
        let indent = &line[..line.len() - words.len()];
        match COMMANDS.iter().find(|sign| words.starts_with(**sign)) {
            None => out.push_str(line),
            Some(sign) => {
                let first = sign.chars().next().map_or(0, u32::from);
                write!(out, "{indent}\\u{{{first:x}}}{}", &words[1..]).unwrap_or(());
            }
        }
        out.push('\n');
    }
}

/// Beginnings of lines that GitHub Actions and Azure Pipelines execute, after any white space.
const COMMANDS: [&str; 2] = ["::", "##["];

#[cfg(test)]
mod tests {
    use super::{push_line, visible, wrap};

    #[test]
    fn lines_break_at_the_last_space_that_fits() {
        assert_eq!(wrap("ab cd ef", 5), ["ab cd", "ef"]);
    }

    #[test]
    fn a_word_longer_than_the_line_stays_whole() {
        assert_eq!(wrap("a bcdefgh i", 3), ["a", "bcdefgh", "i"]);
    }

    #[test]
    fn line_breaks_in_the_text_stay() {
        assert_eq!(wrap("a\n\nb", 9), ["a", "", "b"]);
    }

    #[test]
    fn a_line_break_in_a_name_makes_no_command_of_a_ci_service() {
        let mut out = String::new();
        push_line(&mut out, "  @x\n  ::error file=x.c::forged\n##[group]y ");
        assert_eq!(out, "  @x\n  \\u{3a}:error file=x.c::forged\n\\u{23}#[group]y\n");
    }

    #[test]
    fn escape_sequences_do_not_reach_the_terminal() {
        assert_eq!(visible("a\x1b[31mb"), "a\\u{1b}[31mb");
    }

    #[test]
    fn characters_that_reorder_text_are_made_visible() {
        assert_eq!(visible("a\u{202e}b"), "a\\u{202e}b");
    }
}
