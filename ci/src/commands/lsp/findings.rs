//! Findings as an editor shows them.

use std::collections::BTreeMap;

use assay_ir::diagnostic::Severity;
use assay_reports::{Finding, Label, Sources};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
    Uri,
};

use super::document::Document;
use super::place::{Encoding, Lines};

/// The name that diagnostics come under.
const SOURCE: &str = "assay";

/// The open findings of a document as diagnostics, by the name of their file; the document itself is always there.
pub(crate) fn diagnostics(document: &Document, encoding: Encoding) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut all = BTreeMap::from([(document.name.clone(), Vec::new())]);
    let Some(view) = &document.view else { return all };
    let mut places = Places { document, sources: &view.sources, encoding, lines: BTreeMap::new() };
    for finding in view.open() {
        let mut diagnostic = places.diagnostic(finding);
        if document.stale {
            diagnostic.message.push_str("\n(stale: about the text that was saved last)");
        }
        all.entry(finding.at.file.clone()).or_default().push(diagnostic);
    }
    let troubles = view.troubles.iter().map(|line| trouble(line));
    all.entry(document.name.clone()).or_default().extend(troubles);
    all
}

/// Something that could not be done, at the start of the text.
fn trouble(line: &str) -> Diagnostic {
    Diagnostic {
        range: Range::new(Position::new(0, 0), Position::new(0, 0)),
        severity: Some(DiagnosticSeverity::WARNING),
        source: Some(SOURCE.to_owned()),
        message: line.to_owned(),
        ..Diagnostic::default()
    }
}

/// The lines of each file that findings are in.
struct Places<'a> {
    document: &'a Document,
    sources: &'a Sources,
    encoding: Encoding,
    lines: BTreeMap<String, Lines>,
}

impl Places<'_> {
    fn diagnostic(&mut self, finding: &Finding) -> Diagnostic {
        Diagnostic {
            range: self.range(&finding.at.file, finding.at.span()),
            severity: Some(severity(finding.level)),
            code: Some(NumberOrString::String(finding.code.code().to_owned())),
            source: Some(SOURCE.to_owned()),
            message: message(finding),
            related_information: Some(self.related(finding)).filter(|related| !related.is_empty()),
            ..Diagnostic::default()
        }
    }

    /// The places that the finding speaks about, but for its own.
    fn related(&mut self, finding: &Finding) -> Vec<DiagnosticRelatedInformation> {
        let elsewhere = |label: &&Label| !label.text.is_empty() && label.span != finding.at.span();
        let labels = finding.labels.iter().filter(elsewhere);
        let labels = labels.map(|label| (&finding.at.file, label.span.clone(), &label.text));
        let related = finding.related.iter().map(|one| (&one.at.file, one.at.span(), &one.message));
        let mut out = Vec::new();
        for (file, span, message) in labels.chain(related) {
            if let Some(uri) = self.uri(file) {
                let location = Location { uri, range: self.range(file, span) };
                out.push(DiagnosticRelatedInformation { location, message: message.clone() });
            }
        }
        out
    }

    fn uri(&self, file: &str) -> Option<Uri> {
        self.document.uri_of(file)
    }

    fn range(&mut self, file: &str, span: std::ops::Range<usize>) -> Range {
        let text = || self.sources.text(file).unwrap_or_default();
        let lines = self.lines.entry(file.to_owned()).or_insert_with(|| Lines::new(text(), self.encoding));
        lines.range(span)
    }
}

fn severity(level: Severity) -> DiagnosticSeverity {
    match level {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// The sentence, and what was asked for and found.
fn message(finding: &Finding) -> String {
    let mut out = finding.message.clone();
    for (word, text) in [("needed", &finding.needed), ("found", &finding.found), ("holds if", &finding.guard)]
    {
        if let Some(text) = text {
            out.push_str(&format!("\n{word}: {text}"));
        }
    }
    for help in &finding.help {
        out.push_str(&format!("\nhelp: {help}"));
    }
    out
}
