//! From the paths on the command line to bytes: files, folders, standard input; every trouble is collected. In folders
//! what git ignores does not count.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use assay_mlir::files;
use assay_verifier::witness::file;
use ignore::WalkBuilder;

use crate::cpp;
use crate::excluded::{self, Excluded};
use crate::paths;

/// The name of standard input without another one.
pub(crate) const STDIN: &str = "<stdin>";

/// One text to judge.
#[derive(Debug)]
pub(crate) struct Input {
    /// Its name in messages: the path as the user gave it (below a folder: joined to it) in its plain spelling, or
    /// `<stdin>`.
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
    /// Files that were left out because they hold no pattern.
    pub(crate) skipped: usize,
}

/// The files that count.
#[derive(Debug)]
pub(crate) struct Filter<'a> {
    /// Ends of the names of files in folders; `*.irdl.mlir` only where that is one of them.
    pub(crate) endings: &'a [&'a str],
    /// Files in folders need a text with a pattern.
    pub(crate) patterns: bool,
    /// Rewrites in C++ are patterns, too.
    pub(crate) cpp: bool,
    /// Files that are left out of folders.
    pub(crate) excluded: Excluded,
    /// Files that are named have to pass, too, and what git ignores does not.
    pub(crate) force: bool,
    /// The file that standard input is the text of.
    pub(crate) stdin: Option<&'a Path>,
}

impl<'a> Filter<'a> {
    fn of_endings(endings: &'a [&'a str]) -> Filter<'a> {
        Filter {
            endings,
            patterns: false,
            cpp: false,
            excluded: Excluded::default(),
            force: false,
            stdin: None,
        }
    }

    fn wants(&self, name: &str) -> bool {
        let dialect = name.ends_with(".irdl.mlir") && !self.endings.contains(&".irdl.mlir");
        let cpp = self.cpp && cpp::is_source(name);
        !dialect && (cpp || self.endings.iter().any(|ending| name.ends_with(ending)))
    }
}

/// Reads `paths`; `-` is standard input. In folders every file counts whose name ends like one of `endings`;
/// `*.irdl.mlir` only where that is one of them (dialects are loaded with `--dialect`).
pub(crate) fn collect(paths: &[PathBuf], endings: &[&str]) -> Inputs {
    filtered(paths, &Filter::of_endings(endings))
}

/// Reads what passes a filter of `paths`; `-` is standard input.
pub(crate) fn filtered(paths: &[PathBuf], filter: &Filter<'_>) -> Inputs {
    let mut inputs = Inputs::default();
    let ignored = if filter.force { excluded::ignored(paths) } else { HashSet::new() };
    let left_out = |path: &Path, is_folder: bool| {
        filter.force && (filter.excluded.holds(path, is_folder) || ignored.contains(&paths::absolute(path)))
    };
    for path in paths {
        if path.as_os_str() == "-" {
            standard_input(filter, &mut inputs);
        } else if left_out(path, path.is_dir()) {
            // The user said so, and wants no word about it.
        } else if path.is_dir() {
            walk(path, filter, &mut inputs);
        } else {
            read(path, false, filter, &mut inputs);
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

/// Reads standard input, under the name that it was given.
fn standard_input(filter: &Filter<'_>, inputs: &mut Inputs) {
    let name =
        filter.stdin.map_or_else(|| STDIN.to_owned(), |name| paths::normalized(name).display().to_string());
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) if filter.force && filter.stdin.is_some_and(|name| filter.excluded.holds(name, false)) => {}
        Ok(_) => inputs.files.push(Input { name, bytes, walked: false }),
        Err(error) => inputs.troubles.push(format!("cannot read standard input: {error}")),
    }
}

fn walk(folder: &Path, filter: &Filter<'_>, inputs: &mut Inputs) {
    let mut walk = WalkBuilder::new(folder);
    let excluded = filter.excluded.clone();
    excluded::git_alone(&mut walk).hidden(true).filter_entry(move |entry| {
        entry.depth() == 0
            || !excluded.holds(entry.path(), entry.file_type().is_some_and(|kind| kind.is_dir()))
    });
    for entry in walk.build() {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|kind| !kind.is_dir());
                if is_file && filter.wants(&entry.file_name().to_string_lossy()) {
                    read(entry.path(), true, filter, inputs);
                }
            }
            Err(error) => inputs.troubles.push(format!("cannot walk {}: {error}", folder.display())),
        }
    }
}

fn read(path: &Path, walked: bool, filter: &Filter<'_>, inputs: &mut Inputs) {
    let name = paths::normalized(path).display().to_string();
    // Something that only lies in a folder may be a pipe into which nothing is ever written.
    let bytes = if walked { files::read(path, files::LONGEST_TEXT) } else { files::read_named(path) };
    match bytes {
        Ok(bytes) => {
            let asked = filter.patterns && (walked || filter.force);
            let cpp = filter.cpp && cpp::is_source(&name);
            // A folder may hold what a run before wrote.
            let found = walked && filter.patterns && file::is_witness(&bytes);
            if found || asked && !cpp && !excluded::may_hold_pattern(&name, &bytes) {
                inputs.skipped += 1;
            } else {
                inputs.files.push(Input { name, bytes, walked });
            }
        }
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
    use crate::excluded::Exclude;

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
    fn in_a_folder_only_texts_with_a_pattern_count_and_the_others_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("p.mlir", "\"pdl.pattern\"");
        write("lit.mlir", "mydialect.weird");
        write("out.mlir", "pdl.pattern");
        let excluded = Excluded::new(&[Exclude::below(folder.path(), "out.*").unwrap()]);
        let filter = |force| Filter {
            endings: &[".mlir"],
            cpp: false,
            patterns: true,
            excluded: excluded.clone(),
            force,
            stdin: None,
        };
        let names = |inputs: &Inputs| -> Vec<String> {
            inputs.files.iter().map(|file| file.name.rsplit('/').next().unwrap().to_owned()).collect()
        };
        let walked = filtered(&[folder.path().to_owned()], &filter(false));
        assert_eq!((names(&walked), walked.skipped), (vec!["p.mlir".to_owned()], 1));
        // Files that are named are read, unless they have to pass, too.
        let all = ["lit.mlir", "out.mlir", "p.mlir"].map(|name| folder.path().join(name));
        assert_eq!(filtered(&all, &filter(false)).files.len(), 3);
        let forced = filtered(&all, &filter(true));
        assert_eq!((names(&forced), forced.skipped), (vec!["p.mlir".to_owned()], 1));
    }

    #[test]
    fn what_git_ignores_does_not_count_in_folders_and_under_force() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join(".git")).unwrap();
        std::fs::create_dir_all(folder.path().join("build/deep")).unwrap();
        std::fs::write(folder.path().join(".gitignore"), "/build\n").unwrap();
        let ignored = folder.path().join("build/deep/p.mlir");
        let kept = folder.path().join("p.mlir");
        for path in [&ignored, &kept] {
            std::fs::write(path, "pdl.pattern").unwrap();
        }
        assert_eq!(collect(&[folder.path().to_owned()], &[".mlir"]).files.len(), 1);
        assert_eq!(collect(std::slice::from_ref(&ignored), &[".mlir"]).files.len(), 1);
        let force = Filter { force: true, ..Filter::of_endings(&[".mlir"]) };
        let forced = filtered(&[ignored, kept.clone()], &force);
        assert_eq!(forced.files.iter().map(|file| &*file.name).collect::<Vec<_>>(), [kept.to_str().unwrap()]);
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
