//! The page of a rule for a terminal: headings, wrapped paragraphs, code as it stands.

use crate::page::RulePage;

use super::Options;
use super::text::{Style, hanging, paint, push_line, visible};

/// The page as text.
#[must_use]
pub fn render(page: &RulePage, options: Options) -> String {
    let mut out = String::new();
    push_line(&mut out, &paint(&format!("{}: {}", page.code, page.title), Style::Strong, options));
    out.push('\n');
    let mut paragraph = Paragraph::default();
    let mut in_code = false;
    for line in page.text.lines() {
        if line.starts_with("```") {
            paragraph.flush(&mut out, options);
            in_code = !in_code;
        } else if in_code {
            push_line(&mut out, &format!("    {}", visible(line)));
        } else if let Some(heading) = line.strip_prefix("## ") {
            paragraph.flush(&mut out, options);
            push_line(&mut out, &paint(heading, Style::Strong, options));
        } else if line.trim().is_empty() {
            paragraph.flush(&mut out, options);
            out.push('\n');
        } else if let Some(item) = line.strip_prefix("- ") {
            paragraph.flush(&mut out, options);
            paragraph = Paragraph { lead: "  - ", text: item.to_owned() };
        } else if line.starts_with("mlir:") {
            paragraph.flush(&mut out, options);
            push_line(&mut out, &format!("  {line}"));
        } else {
            paragraph.push(line);
        }
    }
    paragraph.flush(&mut out, options);
    // Empty lines next to a fence would double.
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out
}

struct Paragraph {
    lead: &'static str,
    text: String,
}

impl Default for Paragraph {
    fn default() -> Self {
        Paragraph { lead: "  ", text: String::new() }
    }
}

impl Paragraph {
    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(line.trim());
    }

    fn flush(&mut self, out: &mut String, options: Options) {
        let done = std::mem::take(self);
        if !done.text.is_empty() {
            hanging(out, done.lead, &done.text, options);
        }
    }
}
