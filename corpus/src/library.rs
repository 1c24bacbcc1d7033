//! Lists pattern files with what is expected of them and with their payloads, by file name alone; reads no pattern.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

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
