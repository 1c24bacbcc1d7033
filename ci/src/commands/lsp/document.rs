//! An open document: its text as the editor has it, and what is known about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::place::{Encoding, Lines, path};
use super::view::{Memory, View};
use crate::rise::ENDING;

/// An open document.
pub(crate) struct Document {
    /// Its name.
    pub(crate) uri: Uri,
    /// Its version, as the editor counts.
    pub(crate) version: i32,
    /// Its text.
    pub(crate) text: String,
    /// Its name in reports: the path, below the root relative to it.
    pub(crate) name: String,
    /// The folder that relative names are relative to.
    pub(crate) root: PathBuf,
    /// The findings, if anything was read.
    pub(crate) view: Option<View>,
    /// Reports of patterns with all stages asked.
    pub(crate) memory: Memory,
    /// The text differs from the one that the view is about.
    pub(crate) stale: bool,
    /// The text changed since it was last looked at.
    pub(crate) dirty: bool,
    /// The mark of the judgement that is under way.
    pub(crate) job: Arc<AtomicBool>,
    /// The diagnostics that an editor shows, by file.
    pub(crate) published: BTreeMap<String, Published>,
}

/// Diagnostics of a file, and the version of the text that they are about.
pub(crate) type Published = (Vec<lsp_types::Diagnostic>, Option<i32>);

impl Document {
    /// A document that was opened.
    pub(crate) fn open(uri: Uri, version: i32, text: String, root: &Path) -> Document {
        let name = match path(&uri) {
            Some(path) => path.strip_prefix(root).unwrap_or(&path).display().to_string(),
            // A text that was not saved yet is read as MLIR.
            None => "untitled.mlir".to_owned(),
        };
        Document {
            uri,
            version,
            text,
            name,
            root: root.to_owned(),
            view: None,
            memory: Memory::new(),
            stale: false,
            dirty: true,
            job: Arc::default(),
            published: BTreeMap::new(),
        }
    }

    /// Tells if another tool has to read the text, which is done when it is saved.
    pub(crate) fn is_foreign(&self) -> bool {
        !self.name.ends_with(".mlir") && !self.name.ends_with(ENDING)
    }

    /// Applies changes one after the other, each to the text that the one before left.
    pub(crate) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        self.version = version;
        self.dirty = true;
        for change in changes {
            match change.range {
                None => self.text = change.text,
                Some(range) => {
                    let lines = Lines::new(&self.text, encoding);
                    let offset = |at| self.text.floor_char_boundary(lines.offset(at));
                    let (start, end) = (offset(range.start), offset(range.end));
                    self.text.replace_range(start..end.max(start), &change.text);
                }
            }
        }
    }

    /// The URI of a file that a finding is in.
    pub(crate) fn uri_of(&self, file: &str) -> Option<Uri> {
        if file == self.name { Some(self.uri.clone()) } else { super::place::uri(&self.root.join(file)) }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr as _;

    use lsp_types::{Position, Range};

    use super::*;

    fn document(text: &str) -> Document {
        Document::open(
            Uri::from_str("file:///top/sub/a.mlir").unwrap(),
            1,
            text.to_owned(),
            Path::new("/top"),
        )
    }

    fn replace(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let range = Some(Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn a_name_is_relative_to_the_root() {
        assert_eq!(document("").name, "sub/a.mlir");
    }

    #[test]
    fn changes_are_applied_in_their_order() {
        let mut document = document("one\nüo\n");
        document.change(
            2,
            vec![replace((1, 0), (1, 1), "tw"), replace((0, 3), (0, 3), "!")],
            Encoding::Utf16,
        );
        assert_eq!(document.text, "one!\ntwo\n");
    }

    #[test]
    fn a_change_that_ends_before_it_starts_inserts() {
        let mut document = document("ab\n");
        document.change(2, vec![replace((0, 2), (0, 1), "c")], Encoding::Utf16);
        assert_eq!(document.text, "abc\n");
    }
}
