//! Lists pattern files with what is expected of them and with their payloads, by file name alone; reads no pattern.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use assay_ir::data::known;

/// All files of one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternFile {
    /// `NAME`.
    pub name: String,
    /// `NAME.mlir`, the patterns; questions about definitions have none.
    pub path: Option<PathBuf>,
    /// `NAME.expect`, when there is one.
    pub expect: Option<PathBuf>,
    /// `NAME.*.mlir`, sorted: payloads, and definitions in `NAME.irdl.mlir`.
    pub others: Vec<PathBuf>,
}

/// The folder of the pattern libraries of this crate, as it was when it was built.
pub fn patterns_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("patterns")
}

/// The pattern files of one folder, sorted by name; a file belongs to the name before the first dot of its own.
///
/// # Errors
/// When the folder cannot be read.
pub fn patterns(folder: &Path) -> io::Result<Vec<PatternFile>> {
    let mut files: BTreeMap<String, PatternFile> = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(file_name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        let Some((name, rest)) = file_name.split_once('.') else { continue };
        if rest != "expect" && rest != "mlir" && !rest.ends_with(".mlir") {
            continue;
        }
        let (name, rest) = (name.to_owned(), rest.to_owned());
        let file = files.entry(name.clone()).or_insert(PatternFile {
            name,
            path: None,
            expect: None,
            others: Vec::new(),
        });
        match rest.as_str() {
            "mlir" => file.path = Some(path),
            "expect" => file.expect = Some(path),
            _ => file.others.push(path),
        }
    }
    let mut files: Vec<PatternFile> = files.into_values().collect();
    files.iter_mut().for_each(|file| file.others.sort());
    Ok(files)
}

/// One pattern of a file, found by the layout of the text alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternText {
    /// Name, without `@`.
    pub name: String,
    /// Line of `pdl.pattern` in the file, from 1.
    pub line: u32,
    /// The lines from `pdl.pattern` to the closing brace.
    pub text: String,
}

/// The patterns of a text that keeps to the layout of this library and of the acceptance pack: `pdl.pattern` and the
/// closing `}` stand in the first column. Without reading the text, so that patterns that MLIR refuses are found too.
pub fn pattern_texts(text: &str) -> Vec<PatternText> {
    let mut found: Vec<PatternText> = Vec::new();
    let mut open = false;
    for (line, content) in (1..).zip(text.lines()) {
        if let Some(rest) = content.strip_prefix(known::text(known::PDL_PATTERN)) {
            let name = rest.trim_start().strip_prefix('@').unwrap_or("");
            let is_end = |c: char| !(c.is_ascii_alphanumeric() || "_$.-".contains(c));
            let name = name.split(is_end).next().unwrap_or("").to_owned();
            found.push(PatternText { name, line, text: String::new() });
            open = true;
        }
        if let Some(last) = found.last_mut().filter(|_| open) {
            last.text.push_str(content);
            last.text.push('\n');
            open = !content.starts_with('}');
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_cut_at_the_first_column() {
        let text = "// x\npdl.pattern @a : benefit(1) {\n  pdl.rewrite {\n  }\n}\npdl.pattern @b-c : benefit(1) {\n}\n";
        let found = pattern_texts(text);
        let names: Vec<(&str, u32)> = found.iter().map(|one| (one.name.as_str(), one.line)).collect();
        assert_eq!(names, [("a", 2), ("b-c", 6)]);
        assert!(found[0].text.ends_with("  }\n}\n"));
    }
}
