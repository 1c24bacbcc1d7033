//! Code actions: the checked fix of a finding, its acceptance with a reason, and its witness as a file.

use std::collections::HashMap;
use std::path::Path;

use assay_mlir::files::plain_name;
use assay_reports::{Finding, Fix};
use lsp_types::{
    CodeAction, CodeActionKind, CreateFile, CreateFileOptions, DocumentChangeOperation, DocumentChanges,
    OneOf, OptionalVersionedTextDocumentIdentifier, Position, Range, ResourceOp, TextDocumentEdit, TextEdit,
    Uri, WorkspaceEdit,
};

use super::document::Document;
use super::place::{self, Encoding, Lines};
use super::view::{Entry, View};

/// The actions for the findings that touch a range. `files` tells if the editor can make files.
pub(crate) fn actions(document: &Document, range: Range, encoding: Encoding, files: bool) -> Vec<CodeAction> {
    let Some(view) = document.view.as_ref().filter(|_| !document.stale) else { return Vec::new() };
    let Some(text) = view.sources.text(&view.name) else { return Vec::new() };
    let place = ActionContext { document, view, text, lines: Lines::new(text, encoding) };
    let (start, end) = (place.lines.offset(range.start), place.lines.offset(range.end));
    let mut out = Vec::new();
    for entry in &view.patterns {
        let touched = entry.report.findings.iter().filter(|finding| {
            let here = finding.at.file == view.name && finding.at.start <= end && start <= finding.at.end;
            here && finding.accepted.is_none()
        });
        for finding in touched {
            out.extend(finding.fix.as_ref().map(|fix| place.repair(finding, fix)));
            out.push(place.acceptance(entry, finding));
            out.extend(files.then(|| place.witness(entry, finding)).flatten());
        }
    }
    out
}

/// The document with the text that findings point into.
struct ActionContext<'a> {
    document: &'a Document,
    view: &'a View,
    text: &'a str,
    lines: Lines,
}

impl ActionContext<'_> {
    fn repair(&self, finding: &Finding, fix: &Fix) -> CodeAction {
        let edit = |edit: &assay_reports::Edit| TextEdit {
            range: self.lines.range(edit.at.span()),
            new_text: edit.text.clone(),
        };
        let own = fix.edits.iter().filter(|edit| edit.at.file == self.view.name);
        let edits = own.map(edit).collect();
        CodeAction {
            is_preferred: Some(true),
            ..self.action(format!("{}: {}", finding.code, fix.title), edits)
        }
    }

    /// The comment is written without a reason, and the next diagnostic asks for one: nothing is accepted without it.
    fn acceptance(&self, entry: &Entry, finding: &Finding) -> CodeAction {
        let line = u32::try_from(entry.report.line.saturating_sub(1)).unwrap_or(u32::MAX);
        let at = Position::new(line, 0);
        let head = self.text[self.lines.offset(at)..].lines().next().unwrap_or_default();
        let indent = &head[..head.len() - head.trim_start().len()];
        let new_text = format!("{indent}// assay: allow({}, reason = \"\")\n", finding.code);
        let edit = TextEdit { range: Range::new(at, at), new_text };
        self.action(format!("Accept {} here, with a reason", finding.code), vec![edit])
    }

    /// A new file beside the document.
    fn witness(&self, entry: &Entry, finding: &Finding) -> Option<CodeAction> {
        let evidence = finding.evidence.as_ref()?;
        let path = place::path(&self.document.uri)?;
        let stem = path.file_stem()?.to_string_lossy().into_owned();
        let (stem, pattern) = (plain_name(&stem), plain_name(&entry.report.name));
        let name = format!("{stem}.{pattern}.{}.mlir", finding.code);
        let uri = place::uri(&path.with_file_name(Path::new(&name)))?;
        let operations = vec![
            DocumentChangeOperation::Op(ResourceOp::Create(CreateFile {
                uri: uri.clone(),
                options: Some(CreateFileOptions { overwrite: Some(true), ignore_if_exists: None }),
                annotation_id: None,
            })),
            DocumentChangeOperation::Edit(TextDocumentEdit {
                text_document: OptionalVersionedTextDocumentIdentifier { uri, version: None },
                edits: vec![OneOf::Left(TextEdit {
                    range: Range::default(),
                    new_text: evidence.text.clone(),
                })],
            }),
        ];
        let edit = WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations)),
            ..WorkspaceEdit::default()
        };
        Some(CodeAction {
            title: format!("Write the witness of {} to {name}", finding.code),
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(edit),
            ..CodeAction::default()
        })
    }

    // `Uri` caches its parsed form behind a cell that neither equality nor hash reads.
    #[allow(clippy::mutable_key_type)]
    fn action(&self, title: String, edits: Vec<TextEdit>) -> CodeAction {
        let changes: HashMap<Uri, Vec<TextEdit>> = HashMap::from([(self.document.uri.clone(), edits)]);
        CodeAction {
            title,
            kind: Some(CodeActionKind::QUICKFIX),
            edit: Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }),
            ..CodeAction::default()
        }
    }
}
