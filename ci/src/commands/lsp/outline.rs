//! Additions of an editor to a text: a lens with the verdict of each pattern, the patterns as symbols, and operations to
//! complete.

use assay_ir::spec::Registry;
use assay_ir::verdict::VerdictKind;
use lsp_types::{
    CodeLens, Command, CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Position,
    Range, SymbolKind, TextEdit,
};

use super::document::Document;
use super::place::{Encoding, Lines};
use super::view::Entry;

/// Characters of a lens.
const LONGEST: usize = 100;

/// Names that are offered at once.
const MOST: usize = 200;

/// A lens above each pattern.
pub(crate) fn lenses(document: &Document, encoding: Encoding) -> Vec<CodeLens> {
    each(document, encoding, |entry, range| CodeLens {
        range: Range::new(range.start, range.start),
        command: Some(Command { title: title(entry), command: String::new(), arguments: None }),
        data: None,
    })
}

/// The patterns.
pub(crate) fn symbols(document: &Document, encoding: Encoding) -> Vec<DocumentSymbol> {
    each(document, encoding, |entry, range| {
        let name = if entry.report.name.is_empty() {
            "pattern".to_owned()
        } else {
            format!("@{}", entry.report.name)
        };
        #[allow(deprecated)]
        DocumentSymbol {
            name,
            detail: Some(title(entry)),
            kind: SymbolKind::FUNCTION,
            tags: None,
            deprecated: None,
            range,
            selection_range: range,
            children: None,
        }
    })
}

fn each<T>(document: &Document, encoding: Encoding, item: impl Fn(&Entry, Range) -> T) -> Vec<T> {
    let Some(view) = &document.view else { return Vec::new() };
    let Some(text) = view.sources.text(&view.name) else { return Vec::new() };
    let lines = Lines::new(text, encoding);
    view.patterns.iter().map(|entry| item(entry, lines.range(entry.span.clone()))).collect()
}

/// The verdict with its scope or its reason.
fn title(entry: &Entry) -> String {
    let report = &entry.report;
    if entry.time.is_none() {
        return "judging".to_owned();
    }
    let open = report.findings.iter().filter(|finding| finding.accepted.is_none());
    let codes: Vec<&str> = open.map(|finding| finding.code.code()).collect();
    let more = match report.verdict {
        VerdictKind::Refuted | VerdictKind::Vacuous | VerdictKind::Malformed if codes.is_empty() => {
            Some("accepted".to_owned())
        }
        VerdictKind::Refuted | VerdictKind::Vacuous | VerdictKind::Malformed => Some(codes.join(", ")),
        VerdictKind::Unknown | VerdictKind::WellFormed => report.reason.as_ref().map(ToString::to_string),
        VerdictKind::Proved | VerdictKind::Bounded => report.scope.clone(),
    };
    let title = more.map_or_else(|| report.verdict.to_string(), |more| format!("{}: {more}", report.verdict));
    match title.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &title[..end]),
        None => title,
    }
}

/// The name of an operation around a place: its start and its end.
pub(crate) fn operation(text: &str, offset: usize) -> (usize, usize) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '$';
    let offset = text.floor_char_boundary(offset);
    let start = text[..offset].char_indices().rev().take_while(|(_, c)| is_part(*c)).last();
    let start = start.map_or(offset, |(at, _)| at);
    let end = text[offset..].find(|c| !is_part(c)).map_or(text.len(), |length| offset + length);
    (start, end)
}

/// Operations that begin as what stands in front of the cursor, in a string of MLIR or behind `op<` of PDLL.
pub(crate) fn completions(
    document: &Document,
    registry: &Registry,
    at: Position,
    encoding: Encoding,
) -> Vec<CompletionItem> {
    let (text, lines) = (&document.text, Lines::new(&document.text, encoding));
    let offset = text.floor_char_boundary(lines.offset(at));
    let (start, end) = operation(text, offset);
    if !text[..start].ends_with('"') && !text[..start].ends_with("op<") {
        return Vec::new();
    }
    let typed = &text[start..offset];
    let mut names: Vec<&str> = registry.ops().map(|spec| registry.ctx().str(spec.name)).collect();
    names.retain(|name| name.starts_with(typed));
    names.sort_unstable();
    names.dedup();
    let range = lines.range(start..end);
    let item = |name: &str| CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::FUNCTION),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: name.to_owned() })),
        ..CompletionItem::default()
    };
    names.into_iter().take(MOST).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::operation;

    #[test]
    fn the_name_around_a_place_is_found() {
        let text = "%r = \"arith.divui\"(%x)";
        for offset in 6..17 {
            let (start, end) = operation(text, offset);
            assert_eq!(&text[start..end], "arith.divui", "{offset}");
        }
        assert_eq!(operation(text, 4), (4, 4));
        assert_eq!(operation("ü", 1), (0, 0));
    }
}
