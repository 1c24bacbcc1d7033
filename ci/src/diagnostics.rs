//! Reader's messages as findings and as text for a terminal.

use assay_ir::data::Program;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::text::MAX_DIAGNOSTICS;
use assay_reports::{Finding, Label, Options, Report, Sources, Tool, render};
use assay_verifier::pipeline::UNREADABLE;

use crate::origin::{Origin, Place};

/// Reader's messages about one file as findings.
pub(crate) fn findings(place: &Place<'_>, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    diagnostics.iter().map(|diagnostic| finding(place, diagnostic)).collect()
}

fn finding(place: &Place<'_>, diagnostic: &Diagnostic) -> Finding {
    let at = place.whole(diagnostic.span);
    let mut finding = Finding::new(UNREADABLE, diagnostic.severity, at.clone(), diagnostic.message.clone());
    finding.labels.push(Label { span: at.span(), text: diagnostic.label.clone(), primary: true });
    for related in &diagnostic.related {
        let span = place.whole(related.span).span();
        finding.labels.push(Label { span, text: related.text.clone(), primary: false });
    }
    finding.help.extend(diagnostic.help.clone());
    finding
}

/// The first messages about one text, as many as its reader would give, and a word on the rest.
pub(crate) fn at_most(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if let Some(next) = all.get(MAX_DIAGNOSTICS) {
        let rest =
            Diagnostic::error(next.span, format!("more than {MAX_DIAGNOSTICS} errors; the rest is left out"));
        all.truncate(MAX_DIAGNOSTICS);
        all.push(rest);
    }
    all
}

/// Reader's messages about one program, as people read them.
pub(crate) fn render(program: &Program, diagnostics: &[Diagnostic]) -> String {
    let mut sources = Sources::new();
    let Some(source) = program.source() else { return String::new() };
    sources.insert(source.name(), source.text());
    let place = Place { sources: &sources, file: source.name(), program, origin: &Origin::Own };
    let list = findings(&place, diagnostics);
    let report = Report::new(tool(), Vec::new(), Vec::new(), list);
    render::human::findings(&report, &sources, Options::default())
}

/// This program.
pub(crate) fn tool() -> Tool {
    Tool {
        name: env!("CARGO_BIN_NAME").to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        with: crate::args::COMMIT
            .map(|commit| ("commit".to_owned(), commit.to_owned()))
            .into_iter()
            .collect(),
    }
}
