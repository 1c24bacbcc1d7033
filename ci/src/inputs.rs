//! From the paths on the command line to bytes: files, folders, standard input; every trouble is collected.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use assay_mlir::files;
use ignore::WalkBuilder;

/// One text to judge.
#[derive(Debug)]
pub(crate) struct Input {
    /// What messages call it: the path as the user gave it (below a folder: joined to it), or `<stdin>`.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// Found by walking a folder, so that it need not hold a pattern.
    pub(crate) walked: bool,
}

/// All inputs, sorted and without repetition, and a line for each path that could not be read.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    /// What could be read.
    pub(crate) files: Vec<Input>,
    /// What could not, one line each.
    pub(crate) troubles: Vec<String>,
}

/// Reads `paths`; `-` is standard input. In folders every file counts whose name ends like one of `endings`;
/// `*.irdl.mlir` only where that is one of them (dialects are loaded with `--dialect`).
pub(crate) fn collect(paths: &[PathBuf], endings: &[&str]) -> Inputs {
    let mut inputs = Inputs::default();
    for path in paths {
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            match std::io::stdin().lock().read_to_end(&mut bytes) {
                Ok(_) => inputs.files.push(Input { name: "<stdin>".into(), bytes, walked: false }),
                Err(error) => inputs.troubles.push(format!("cannot read standard input: {error}")),
            }
        } else if path.is_dir() {
            walk(path, endings, &mut inputs);
        } else {
            read(path, false, &mut inputs);
        }
    }
    inputs.files.sort_by(|a, b| a.name.cmp(&b.name).then(a.walked.cmp(&b.walked)));
    // `f.mlir` and `./f.mlir` are one file; the first of its names is kept.
    let mut seen = HashSet::new();
    inputs.files.retain(|file| seen.insert(identity(&file.name)));
    inputs
}

/// What two names of one file have in common.
fn identity(name: &str) -> PathBuf {
    std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name))
}

fn walk(folder: &Path, endings: &[&str], inputs: &mut Inputs) {
    for entry in WalkBuilder::new(folder).standard_filters(false).hidden(true).build() {
        match entry {
            Ok(entry) => {
                let name = entry.file_name().to_string_lossy();
                let is_file = entry.file_type().is_some_and(|kind| !kind.is_dir());
                let wanted = endings.iter().any(|ending| name.ends_with(ending));
                let dialect = name.ends_with(".irdl.mlir") && !endings.contains(&".irdl.mlir");
                if is_file && wanted && !dialect {
                    read(entry.path(), true, inputs);
                }
            }
            Err(error) => inputs.troubles.push(format!("cannot walk {}: {error}", folder.display())),
        }
    }
}

fn read(path: &Path, walked: bool, inputs: &mut Inputs) {
    let name = path.display().to_string();
    // Something that only lies in a folder may be a pipe into which nothing is ever written.
    let bytes = if walked { files::read(path, files::LONGEST_TEXT) } else { files::read_named(path) };
    match bytes {
        Ok(bytes) => inputs.files.push(Input { name, bytes, walked }),
        Err(error) => inputs.troubles.push(format!("cannot read {name}: {}", reason(&error))),
    }
}

/// The operating system's words without its error number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(cut) => text[..cut].to_lowercase(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_walked_and_dialect_files_left_out() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        for name in ["b.mlir", "sub/a.mlir", "d.irdl.mlir", "notes.txt"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let inputs = collect(&[folder.path().to_path_buf()], &[".mlir"]);
        let names: Vec<&str> = inputs.files.iter().map(|f| f.name.rsplit('/').next().unwrap()).collect();
        assert_eq!(names, ["b.mlir", "a.mlir"]);
        assert!(inputs.troubles.is_empty());
    }

    #[test]
    fn every_missing_file_is_named() {
        let inputs = collect(&["no/such.mlir".into(), "nor/this.mlir".into()], &[]);
        assert_eq!(
            inputs.troubles,
            [
                "cannot read no/such.mlir: no such file or directory",
                "cannot read nor/this.mlir: no such file or directory"
            ]
        );
    }

    #[test]
    fn a_file_given_twice_is_read_once() {
        let file = tempfile::NamedTempFile::with_suffix(".mlir").unwrap();
        let path = file.path().to_path_buf();
        assert_eq!(collect(&[path.clone(), path], &[]).files.len(), 1);
    }

    #[test]
    fn a_file_given_in_three_spellings_is_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.mlir");
        std::fs::create_dir(folder.path().join("sub")).unwrap();
        std::fs::write(&path, "").unwrap();
        let spellings = [path, folder.path().join("./a.mlir"), folder.path().join("sub/../a.mlir")];
        let collected = collect(&spellings, &[".mlir"]);
        assert_eq!(collected.files.len(), 1);
        assert!(!collected.files[0].walked);
        // A folder that holds it brings it no second time.
        let with_folder =
            collect(&[folder.path().join("sub/../a.mlir"), folder.path().to_path_buf()], &[".mlir"]);
        assert_eq!(with_folder.files.len(), 1);
    }
}
