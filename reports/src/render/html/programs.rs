//! A witness: the values of all operations as a table, the programs side by side with their marks, and a drawing where the
//! fault is one of places.

use assay_ir::rule::{Family, Rule};
use assay_ir::verdict::{Application, Observed, Trace, TraceStep};
use maud::{Markup, html};

use crate::finding::{After, Program, Sign, Witness};
use crate::render::text::{one_line, visible};

use super::{blocks, ring};

/// The witness of a finding of `code`.
pub(super) fn witness(witness: &Witness, code: Rule, id: &str) -> Markup {
    let whole = witness.trace.as_ref().is_some_and(|trace| trace.is_whole);
    html! {
        @if let Some(trace) = &witness.trace { (values(trace)) }
        @if whole {
            details.more { summary { "The programs" } (pair(witness)) }
        } @else {
            (pair(witness))
        }
        @if !witness.applications.is_empty() { (applications(&witness.applications, id)) }
        @if code.family() == Family::Structure { @if let After::Program(after) = &witness.after {
            (blocks::figure(after, id))
        } }
    }
}

fn pair(witness: &Witness) -> Markup {
    html! {
        div.pair {
            (program("before", &witness.before))
            @match &witness.after {
                After::Program(after) => (program("after", after)),
                After::Outcome(words) => figure { figcaption { "after" } p { (visible(words)) } },
            }
        }
    }
}

fn program(name: &str, program: &Program) -> Markup {
    html! {
        figure {
            figcaption { (name) }
            div.code tabindex="0" role="region" aria-label=(format!("Program {name}")) {
                @for (number, text) in program.text.lines().enumerate() {
                    @let marks: Vec<_> = program.marks.iter().filter(|mark| mark.line == number).collect();
                    @let class = match marks.first().map(|mark| mark.sign) {
                        Some(Sign::Gone) => "line gone", Some(Sign::Here) => "line blamed", None => "line",
                    };
                    div class=(class) {
                        span.text { (visible(text)) }
                        @if !marks.is_empty() {
                            span.words { @for mark in marks { (visible(&mark.text)) " " } }
                        }
                    }
                }
            }
        }
    }
}

/// The inputs, and the operations of both sides with what they compute; the first that goes wrong is marked.
fn values(trace: &Trace) -> Markup {
    html! {
        figure {
            figcaption { "Values, on the smallest input that was found" }
            div.scroll tabindex="0" role="region" aria-label="Values" {
                table.trace {
                    @if !trace.inputs.is_empty() {
                        tbody {
                            tr.side { th scope="rowgroup" colspan="3" { "inputs" } }
                            @for input in &trace.inputs {
                                tr {
                                    td { code { (visible(&input.name)) } }
                                    td { code { (visible(input.ty.as_deref().unwrap_or_default())) } }
                                    td { code { (visible(&input.value)) } }
                                }
                            }
                        }
                    }
                    (side("before", &trace.before, None))
                    (side("after", &trace.after, trace.first_wrong))
                    @if let Some(seen) = &trace.seen { (outcome(seen)) }
                }
            }
        }
    }
}

fn side(name: &str, steps: &[TraceStep], wrong: Option<usize>) -> Markup {
    html! {
        tbody {
            tr.side { th scope="rowgroup" colspan="3" { (name) } }
            @if steps.is_empty() { tr { td colspan="3" { "nothing is computed" } } }
            @for (index, step) in steps.iter().enumerate() {
                tr.wrong[wrong == Some(index)] {
                    td { @if wrong == Some(index) { span.sign { "▶" span.hidden { " first wrong: " } } " " } code { (visible(&step.name)) } }
                    td { code { (visible(&step.op)) " " (visible(&step.operands.join(", "))) } @if !step.attributes.is_empty() { " " code.attributes { "{" (visible(&step.attributes.join(", "))) "}" } } @if step.kept { " (kept)" } }
                    td { (computed(step)) }
                }
            }
        }
    }
}

fn computed(step: &TraceStep) -> Markup {
    html! {
        @match &step.undefined {
            Some(why) if why.is_empty() => { strong { "undefined behaviour" } }
            Some(why) => { strong { "undefined behaviour" } ": " (visible(why)) }
            None => { code { (visible(&step.values.join(", "))) } }
        }
    }
}

fn outcome(seen: &Observed) -> Markup {
    html! {
        tbody { tr.seen {
            td colspan="2" { (visible(&seen.place)) }
            td { code { (visible(&seen.before)) } " before, " code { (visible(&seen.after)) } " after" }
        } }
    }
}

/// The rewrites of a run that does not end, and their ring.
fn applications(applications: &[Application], id: &str) -> Markup {
    let name = |application: &Application| {
        application.pattern.as_deref().map(|name| format!("@{}", one_line(name))).unwrap_or_default()
    };
    html! {
        (ring::figure(&applications.iter().map(name).collect::<Vec<_>>(), id))
        details.more {
            summary { "Each rewrite" }
            @for (number, application) in applications.iter().enumerate() {
                figure {
                    figcaption { "after rewrite " (number + 1) " " (name(application)) }
                    pre tabindex="0" { (visible(&application.program)) }
                }
            }
        }
    }
}
