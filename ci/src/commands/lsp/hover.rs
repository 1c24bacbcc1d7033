//! The pattern under the cursor: its verdict, what each stage says, and the witnesses of its findings.

use assay_reports::{After, Finding, Witness, render};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

use super::document::Document;
use super::outline::operation;
use super::place::{Encoding, Lines};
use super::view::Entry;
use crate::commands::meaning;

/// The text about the pattern at a place, if there is one.
pub(crate) fn hover(document: &Document, at: Position, encoding: Encoding) -> Option<Hover> {
    let view = document.view.as_ref()?;
    let lines = Lines::new(view.sources.text(&view.name)?, encoding);
    let offset = lines.offset(at);
    let whole = view.sources.text(&view.name)?;
    let around = |entry: &&Entry| entry.span.start <= offset && offset <= entry.span.end;
    // Of other forms the head of a pattern alone has a place.
    let entry = view.patterns.iter().find(around).or_else(|| {
        let before = view.patterns.iter().filter(|entry| entry.span.start <= offset);
        before.max_by_key(|entry| entry.span.start).filter(|_| document.is_foreign())
    });
    let (start, end) = operation(whole, offset);
    let meaning = whole.get(start..end).filter(|name| name.contains('.')).and_then(meaning::page_text);
    let mut value = meaning.map(|text| format!("```text\n{text}\n```\n")).unwrap_or_default();
    let range = entry.map_or(start..end, |entry| entry.span.clone());
    if let Some(entry) = entry {
        value.push_str(if value.is_empty() { "" } else { "\n---\n" });
        value.push_str(&text(entry));
    } else if value.is_empty() {
        return None;
    }
    if document.stale {
        value.push_str("\n\n*stale: about the text that was saved last*\n");
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(lines.range(range)) })
}

fn text(entry: &Entry) -> String {
    let report = &entry.report;
    let mut out = match entry.time {
        Some(time) => format!("**{}** in {:.1} ms", report.verdict, time.as_secs_f64() * 1e3),
        None => "**judging**: types and values are not known yet".to_owned(),
    };
    if !report.name.is_empty() {
        out.push_str(&format!(" · `@{}`", report.name));
    }
    out.push('\n');
    for (word, text) in
        [("holds for", report.scope.clone()), ("reason", report.reason.as_ref().map(ToString::to_string))]
    {
        if let Some(text) = text {
            out.push_str(&format!("\n{word}: {text}\n"));
        }
    }
    let stages = report.stages.iter().map(|(stage, answer)| format!("{} {answer}", stage.word()));
    out.push_str(&format!("\n{}\n", stages.collect::<Vec<_>>().join(" · ")));
    for assumption in &report.assumptions {
        out.push_str(&format!("\nassumes: {assumption}\n"));
    }
    for finding in &report.findings {
        about(finding, &mut out);
    }
    out
}

fn about(finding: &Finding, out: &mut String) {
    let accepted = finding.accepted.as_ref().map(|accepted| format!(" (accepted: {})", accepted.reason));
    out.push_str(&format!(
        "\n---\n**{} {}**: {}{}\n",
        finding.level,
        finding.code.code(),
        finding.message,
        accepted.unwrap_or_default()
    ));
    for note in &finding.notes {
        out.push_str(&format!("\n{note}\n"));
    }
    if let Some(witness) = &finding.witness {
        programs(witness, out);
    }
    for detail in &finding.confirmation.details {
        out.push_str(&format!("\n{detail}\n"));
    }
}

fn programs(witness: &Witness, out: &mut String) {
    block("before", "mlir", &witness.before.text, out);
    match &witness.after {
        After::Program(program) => block("after", "mlir", &program.text, out),
        After::Outcome(words) => out.push_str(&format!("\nafter: {words}\n")),
    }
    if let Some(trace) = &witness.trace {
        block("values", "text", &render::values(trace), out);
    }
}

fn block(word: &str, language: &str, text: &str, out: &mut String) {
    // A fence that is longer than any in the text.
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    out.push_str(&format!("\n{word}\n{fence}{language}\n{}\n{fence}\n", text.trim_end()));
}
