//! Places as an editor writes them: lines and columns from zero, columns in the unit that was agreed on, files as URIs.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::ops::Range;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use line_index::{LineCol, LineIndex, TextSize, WideEncoding, WideLineCol};
use lsp_types::{Position, PositionEncodingKind, Uri};

/// The unit in which columns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// Code units of UTF-16, which every client knows.
    Utf16,
}

impl Encoding {
    /// Bytes where the client can count them.
    pub(crate) fn agreed(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Encoding::Utf8,
            false => Encoding::Utf16,
        }
    }

    /// The word of the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The lines of a text.
pub(crate) struct Lines {
    index: LineIndex,
    encoding: Encoding,
}

impl Lines {
    /// The lines of `text`.
    pub(crate) fn new(text: &str, encoding: Encoding) -> Lines {
        Lines { index: LineIndex::new(text), encoding }
    }

    /// The place of a byte offset; the end of the text for one behind it.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX)).min(self.index.len());
        let at = self.index.try_line_col(offset).unwrap_or(LineCol { line: 0, col: 0 });
        let wide = match self.encoding {
            Encoding::Utf8 => None,
            Encoding::Utf16 => self.index.to_wide(WideEncoding::Utf16, at),
        };
        match wide {
            Some(wide) => Position::new(wide.line, wide.col),
            None => Position::new(at.line, at.col),
        }
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(span.start), self.position(span.end))
    }

    /// The byte offset of a place; one behind the end of its line is the end of that line, one behind the last line is the
    /// end of the text.
    pub(crate) fn offset(&self, at: Position) -> usize {
        let Some(line) = self.index.line(at.line) else { return usize::from(self.index.len()) };
        let narrow = match self.encoding {
            Encoding::Utf8 => Some(LineCol { line: at.line, col: at.character }),
            Encoding::Utf16 => {
                let wide = WideLineCol { line: at.line, col: at.character };
                self.index.to_utf8(WideEncoding::Utf16, wide)
            }
        };
        let offset = narrow.and_then(|at| self.index.offset(at)).unwrap_or(line.end());
        usize::from(offset.min(line.end()))
    }
}

/// The path of a `file:` URI of this machine.
pub(crate) fn path(uri: &Uri) -> Option<PathBuf> {
    let local = |host: &str| host.is_empty() || host.eq_ignore_ascii_case("localhost");
    if !uri.scheme()?.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    if !uri.authority().is_none_or(|authority| local(authority.host().as_str())) {
        return None;
    }
    let bytes = uri.path().as_estr().decode().into_bytes().into_owned();
    (bytes.first() == Some(&b'/') && !bytes.contains(&0)).then(|| PathBuf::from(OsString::from_vec(bytes)))
}

/// The URI of an absolute path: bytes that RFC 3986 allows in a path stay, the others are percent-encoded.
pub(crate) fn uri(path: &Path) -> Option<Uri> {
    let mut text = String::from("file://");
    for &byte in path.is_absolute().then(|| path.as_os_str().as_bytes())? {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            _ => write!(text, "%{byte:02X}").ok()?,
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_the_agreed_encoding() {
        let text = "a\n\u{1F600}üx\n";
        let offset = text.find('x').unwrap();
        let wide = Lines::new(text, Encoding::Utf16);
        assert_eq!(wide.position(offset), Position::new(1, 3));
        assert_eq!(wide.offset(Position::new(1, 3)), offset);
        let bytes = Lines::new(text, Encoding::Utf8);
        assert_eq!(bytes.position(offset), Position::new(1, 6));
        assert_eq!(bytes.offset(Position::new(1, 6)), offset);
    }

    #[test]
    fn places_behind_the_end_are_the_end() {
        let lines = Lines::new("ab\ncd", Encoding::Utf16);
        assert_eq!(lines.offset(Position::new(9, 0)), 5);
        assert_eq!(lines.offset(Position::new(1, 90)), 5);
        assert_eq!(lines.position(90), Position::new(1, 2));
    }

    #[test]
    fn a_file_name_with_spaces_goes_there_and_back() {
        let there = Path::new("/a b/ü%.mlir");
        assert_eq!(path(&uri(there).unwrap()).unwrap(), there);
        assert_eq!(uri(there).unwrap().as_str(), "file:///a%20b/%C3%BC%25.mlir");
        assert_eq!(uri(Path::new("relative")), None);
    }

    #[test]
    fn only_files_of_this_machine_have_a_path() {
        let path_of = |text: &str| path(&Uri::from_str(text).unwrap());
        assert_eq!(path_of("file://localhost/a.mlir").unwrap(), Path::new("/a.mlir"));
        assert_eq!(path_of("file:/a.mlir").unwrap(), Path::new("/a.mlir"));
        for other in ["file://elsewhere/a.mlir", "untitled:Untitled-1", "http://localhost/a", "file:///a%00b"]
        {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
