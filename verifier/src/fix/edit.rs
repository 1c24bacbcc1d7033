//! Changes of the text of one pattern. Knows names and lines, no rule.

use assay_ir::data::{OpId, Program, Span, ValueId};

/// A change: the text of a span of the source gives way to another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// What goes; empty where something is put in.
    pub span: Span,
    /// What comes.
    pub text: String,
}

/// The text of a pattern within its source.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The program.
    pub program: &'a Program,
    /// The pattern.
    pub pattern: OpId,
    source: &'a str,
    aliases: &'a str,
}

impl<'a> Text<'a> {
    /// The text of a pattern; `None` for one that no text wrote.
    pub fn from_pattern(program: &'a Program, pattern: OpId) -> Option<Text<'a>> {
        let file = program.source()?;
        let (source, aliases) = (file.text(), file.aliases());
        let span = program.op(pattern).span;
        (!span.is_none() && span.end as usize <= source.len()).then_some(Text {
            program,
            pattern,
            source,
            aliases,
        })
    }

    /// The pattern with these changes, alone but for the aliases of its source; `None` when they overlap or leave it.
    pub fn changed(&self, edits: &[Edit]) -> Option<String> {
        let whole = self.program.op(self.pattern).span;
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort();
        let mut out = self.aliases.to_owned();
        let mut at = whole.start;
        for edit in edits {
            if edit.span.start < at || edit.span.end > whole.end {
                return None;
            }
            out.push_str(self.source.get(at as usize..edit.span.start as usize)?);
            out.push_str(&edit.text);
            at = edit.span.end;
        }
        out.push_str(self.source.get(at as usize..whole.end as usize)?);
        out.push('\n');
        Some(out)
    }

    /// The name of a value with its `%`, where the text gives it one.
    pub fn name(&self, value: ValueId) -> Option<&'a str> {
        let pos = self.program.value(value).pos.0 as usize;
        name_at(self.source, pos)
    }

    /// A name that stands nowhere in the pattern, made of this one.
    pub fn fresh(&self, name: &str) -> String {
        let text = self.source.get(self.program.op(self.pattern).span.range()).unwrap_or("");
        let name = format!("%{}", name.trim_start_matches('%'));
        let taken = |name: &str| {
            let part = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
            text.match_indices(name).any(|(at, found)| !text[at + found.len()..].starts_with(part))
        };
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        // There are more names than a text can hold.
        std::iter::once(name.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(name)
    }

    /// The line of an operation goes.
    pub fn without(&self, op: OpId) -> Edit {
        Edit { span: self.line(op), text: String::new() }
    }

    /// A line comes right before that of an operation.
    pub fn line_before(&self, op: OpId, line: &str) -> Edit {
        let start = self.program.op(op).span.start;
        let begin = self.line_start(start);
        let indent = self.source.get(begin as usize..start as usize).unwrap_or("");
        if indent.trim().is_empty() {
            Edit { span: Span { start: begin, end: begin }, text: format!("{indent}{line}\n") }
        } else {
            Edit { span: Span { start, end: start }, text: format!("{line}\n") }
        }
    }

    /// A line comes right after that of an operation.
    pub fn line_after(&self, op: OpId, line: &str) -> Edit {
        let span = self.program.op(op).span;
        let begin = self.line_start(span.start);
        let indent = self.source.get(begin as usize..span.start as usize).unwrap_or("");
        let indent = if indent.trim().is_empty() { indent } else { "" };
        let rest = self.source.get(span.end as usize..).unwrap_or("");
        let more = rest.find('\n').filter(|at| ends_line(&rest[..*at]));
        match more {
            Some(at) => {
                let at = span.end + at as u32 + 1;
                Edit { span: Span { start: at, end: at }, text: format!("{indent}{line}\n") }
            }
            None => {
                Edit { span: Span { start: span.end, end: span.end }, text: format!("\n{indent}{line}\n") }
            }
        }
    }

    /// The text of an operation.
    pub fn of_op(&self, op: OpId) -> &'a str {
        self.source.get(self.program.op(op).span.range()).unwrap_or("")
    }

    /// The operand that is written at a position gets another name.
    pub fn renamed(&self, at: u32, name: &str) -> Option<Edit> {
        let old = name_at(self.source, at as usize)?;
        let span = Span { start: at, end: at + old.len() as u32 };
        Some(Edit { span, text: name.to_owned() })
    }

    /// The operation, with its whole line when it stands alone on it.
    fn line(&self, op: OpId) -> Span {
        let span = self.program.op(op).span;
        let begin = self.line_start(span.start);
        let before = self.source.get(begin as usize..span.start as usize).unwrap_or("x");
        let rest = self.source.get(span.end as usize..).unwrap_or("");
        let end = rest.find('\n').filter(|at| ends_line(&rest[..*at]));
        match end {
            Some(end) if before.trim().is_empty() => Span { start: begin, end: span.end + end as u32 + 1 },
            _ => span,
        }
    }

    fn line_start(&self, at: u32) -> u32 {
        let before = self.source.get(..at as usize).unwrap_or("");
        before.rfind('\n').map_or(0, |newline| newline as u32 + 1)
    }
}

/// Whether nothing but a comment is left on a line.
fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with("//")
}

fn name_at(source: &str, at: usize) -> Option<&str> {
    let text = source.get(at..)?;
    let rest = text.strip_prefix('%')?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_$.-".contains(c))).unwrap_or(rest.len());
    (end > 0).then(|| &text[..=end])
}
