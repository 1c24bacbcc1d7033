//! Spellings of a path: the plain one that people read, and the one from the top of the repository that programs of a
//! pipeline want. Reads directories at most.

use std::path::{Component, Path, PathBuf};

/// The path without `.`, doubled separators, and `name/..` where `name` is no symbolic link; `.` for nothing.
pub(crate) fn normalized(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if may_go_up(&out) => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    if out.as_os_str().is_empty() { PathBuf::from(".") } else { out }
}

/// Tells if `path/..` is the folder above `path` by its text.
fn may_go_up(path: &Path) -> bool {
    let named = matches!(path.components().next_back(), Some(Component::Normal(_)));
    named && !path.symlink_metadata().is_ok_and(|found| found.is_symlink())
}

/// The plain path from the root of the file system.
pub(crate) fn absolute(path: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    normalized(&here.join(path))
}

/// The nearest folder that holds `path` and is the top of a git work tree; `path` is absolute.
pub(crate) fn work_tree(path: &Path) -> Option<&Path> {
    path.ancestors().find(|folder| folder.join(".git").exists())
}

/// The folder that names in machine formats start from: the top of the work tree that the run is in, else the current
/// folder.
#[derive(Debug)]
pub(crate) struct Top(PathBuf);

impl Top {
    /// That of the current folder.
    pub(crate) fn here() -> Top {
        let here = std::env::current_dir().unwrap_or_default();
        Top(work_tree(&here).unwrap_or(&here).to_owned())
    }

    /// The path of a name from there.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        normalized(&self.0.join(name))
    }

    /// The name of a file from there, with `/`; absolute for a file elsewhere. Names in angle brackets, as of standard
    /// input, are no paths.
    pub(crate) fn name(&self, file: &str) -> String {
        if file.starts_with('<') && file.ends_with('>') {
            return file.to_owned();
        }
        let whole = absolute(Path::new(file));
        let below = |path: &Path| path.strip_prefix(&self.0).ok().map(|rest| rest.display().to_string());
        // A link on the way may lead into the work tree; that of the file itself is one of its names.
        let resolved = || Some(whole.parent()?.canonicalize().ok()?.join(whole.file_name()?));
        below(&whole)
            .or_else(|| resolved().and_then(|path| below(&path)))
            .unwrap_or_else(|| whole.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_path_has_no_dots_that_say_nothing() {
        let shown = |text: &str| normalized(Path::new(text)).display().to_string();
        assert_eq!(shown("./lib//sub/./w.mlir"), "lib/sub/w.mlir");
        assert_eq!(shown("lib/sub/../w.mlir"), "lib/w.mlir");
        assert_eq!(shown("../.././lib"), "../../lib");
        assert_eq!(shown("lib/.."), ".");
        assert_eq!(shown("/a/../b"), "/b");
    }

    #[test]
    fn a_link_is_not_left_by_its_text() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("deep/er")).unwrap();
        std::os::unix::fs::symlink("deep/er", folder.path().join("link")).unwrap();
        let path = folder.path().join("link/../w.mlir");
        assert_eq!(normalized(&path), path);
    }

    #[test]
    fn names_start_at_the_top_and_standard_input_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(folder.join("lib")).unwrap();
        let top = Top(folder.clone());
        assert_eq!(top.name(&format!("{}/lib/../lib/w.mlir", folder.display())), "lib/w.mlir");
        assert_eq!(top.name("<stdin>"), "<stdin>");
        assert_eq!(top.name("/elsewhere/w.mlir"), "/elsewhere/w.mlir");
        std::os::unix::fs::symlink("lib", folder.join("link")).unwrap();
        assert_eq!(top.name(&folder.join("link/w.mlir").display().to_string()), "link/w.mlir");
    }

    #[test]
    fn the_work_tree_is_the_nearest() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::create_dir(folder.path().join("a/.git")).unwrap();
        assert_eq!(work_tree(&deep), Some(folder.path().join("a").as_path()));
    }
}
