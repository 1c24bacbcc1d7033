//! A finding as an article that folds: where it is, what goes wrong on which program, how that was confirmed, what to do.

use assay_ir::diagnostic::Severity;
use assay_ir::verdict::Confirmed;
use maud::{Markup, html};

use crate::finding::{Finding, Fix};
use crate::render::Shown;
use crate::render::text::{one_line, visible};
use crate::sources::Sources;

use super::{graph, programs, prose, source};

/// The article number `number`; errors are open.
pub(super) fn article(shown: &Shown<'_>, number: usize, title: Option<&str>, sources: &Sources) -> Markup {
    let finding = shown.finding;
    let (code, id) = (finding.code.code(), format!("f{number}"));
    let symbols = shown.symbols();
    let drawn = shown.pattern.and_then(|pattern| pattern.graph.as_ref());
    html! {
        article id=(id) data-rule=(code) {
            details open[finding.level == Severity::Error] {
                summary {
                    h3 {
                        span class=(format!("level {}", finding.level)) { (finding.level) " " (code) } " "
                        span.message { (prose(&finding.message)) }
                    }
                    span.place {
                        code { (one_line(&finding.at.file)) ":" (finding.at.line) ":" (finding.at.column) }
                        @if !symbols.is_empty() { " in " code { (one_line(&symbols)) } }
                    }
                }
                div.body {
                    (source::excerpt(shown, sources))
                    @if let Some(witness) = &finding.witness { (programs::witness(witness, finding.code, &id)) }
                    @if let Some(graph) = drawn {
                        (graph::figure(graph, &id))
                    }
                    (facts(finding, title))
                    @if let Some(fix) = &finding.fix { (repair(fix, sources)) }
                    (folded(finding, shown))
                }
            }
        }
    }
}

/// The item of a finding that is accepted, number `number`.
pub(super) fn accepted(shown: &Shown<'_>, number: usize, reason: &str) -> Markup {
    let finding = shown.finding;
    html! {
        li id=(format!("a{number}")) {
            span class=(format!("level {}", finding.level)) { (finding.code.code()) } " "
            (prose(&finding.message)) " "
            code { (one_line(&finding.at.file)) ":" (finding.at.line) ":" (finding.at.column) }
            @if !reason.is_empty() { "; " (visible(reason)) }
        }
    }
}

/// Its facts, as names with texts.
fn facts(finding: &Finding, title: Option<&str>) -> Markup {
    let confirmed = match finding.confirmation.how {
        Confirmed::Executed => Some("compiled code ran before and after the rewrite"),
        Confirmed::Interpreted => Some("the interpreter ran before and after the rewrite"),
        Confirmed::Replayed => Some("the rewrite was applied to this program and the result checked"),
        Confirmed::Mlir => Some("real MLIR was asked"),
        Confirmed::None => None,
    };
    let command = finding.witness.as_ref().and_then(|witness| witness.command.as_deref());
    let code = finding.code.code();
    html! {
        dl.facts {
            @if let Some(needed) = &finding.needed { dt { "needed" } dd { (prose(needed)) } }
            @if let Some(found) = &finding.found { dt { "found" } dd { (prose(found)) } }
            @for note in &finding.notes { dt { "note" } dd { (prose(note)) } }
            @if let Some(confirmed) = confirmed { dt { "confirmed" } dd { (confirmed) } }
            @for detail in finding.confirmation.details.iter().chain(&finding.confirmation.mlir) {
                dt { "seen" } dd { (prose(detail)) }
            }
            @for related in &finding.related {
                dt { code { (one_line(&related.at.file)) ":" (related.at.line) } } dd { (prose(&related.message)) }
            }
            @if let Some(guard) = &finding.guard { dt { "harmless if" } dd { (prose(guard)) } }
            @for help in &finding.help { dt { "help" } dd { (prose(help)) } }
            @if let Some(command) = command { dt { "run" } dd { (copied(command)) } }
            dt { "rule" } dd {
                @if let Some(title) = title { a href=(format!("#page-{code}")) { (title) } ": " }
                (copied(&format!("assay explain {code}")))
            }
        }
    }
}

/// A command with a button that copies it.
fn copied(command: &str) -> Markup {
    html! { code { (visible(command)) } " " (button(command, "command")) }
}

/// Only visible text is copied: no control character goes along.
fn button(text: &str, what: &str) -> Markup {
    html! { button.copy type="button" hidden data-copy=(visible(text)) aria-label=(format!("Copy the {what}")) { "copy" } }
}

fn repair(fix: &Fix, sources: &Sources) -> Markup {
    html! {
        figure {
            figcaption { "Checked fix: " (prose(&fix.title)) }
            (source::edits(fix, sources))
        }
    }
}

/// The witness as a file, and the questions with their answers.
fn folded(finding: &Finding, shown: &Shown<'_>) -> Markup {
    let questions = shown.pattern.map(|pattern| &pattern.questions[..]).unwrap_or_default();
    let mine = questions.iter().filter(|question| {
        question.family == finding.code.family() && question.code.is_none_or(|code| code == finding.code)
    });
    html! {
        @if let Some(evidence) = &finding.evidence {
            details.more {
                summary { "The witness as a file" }
                (button(&evidence.text, "witness"))
                pre tabindex="0" { (visible(&evidence.text)) }
            }
        }
        @for question in mine {
            details.more {
                summary { "Solver: " (question.title) }
                (button(&question.text, "question"))
                pre tabindex="0" { (visible(&question.text)) }
            }
        }
        @if let Some(model) = model(finding) {
            details.more { summary { "The solver's model, as inputs" } pre tabindex="0" { (visible(&model)) } }
        }
    }
}

/// The values that the solver found, where the finding is about values.
fn model(finding: &Finding) -> Option<String> {
    let trace = finding.witness.as_ref()?.trace.as_ref()?;
    let lines: Vec<String> =
        trace.inputs.iter().map(|input| format!("{} = {}", input.name, input.value)).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
