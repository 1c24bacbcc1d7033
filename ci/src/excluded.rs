//! Files that are left out: by the globs of `exclude`, by `.gitignore`, and since their text holds no pattern. Reads no
//! pattern.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use assay_ir::data::known;
use assay_rise::dialect;
use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::paths;

/// A glob as a line of `.gitignore`, and the folder that it is relative to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exclude {
    /// The folder; empty for the current one.
    pub(crate) folder: PathBuf,
    /// The glob.
    pub(crate) glob: String,
}

impl Exclude {
    /// A glob of the command line.
    ///
    /// # Errors
    /// Why it is no glob.
    pub(crate) fn parse(glob: &str) -> Result<Exclude, String> {
        Exclude::below(Path::new(""), glob)
    }

    /// A glob relative to a folder.
    ///
    /// # Errors
    /// Why it is no glob.
    pub(crate) fn below(folder: &Path, glob: &str) -> Result<Exclude, String> {
        let mut builder = GitignoreBuilder::new("");
        builder.allow_unclosed_class(false).add_line(None, glob).map_err(|error| error.to_string())?;
        Ok(Exclude { folder: folder.to_owned(), glob: glob.to_owned() })
    }
}

/// The globs of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excluded(Arc<Vec<(PathBuf, Gitignore)>>);

impl Excluded {
    /// Those that were given; the last one that names a file decides.
    pub(crate) fn new(globs: &[Exclude]) -> Excluded {
        let mut folders: Vec<(PathBuf, GitignoreBuilder)> = Vec::new();
        for Exclude { folder, glob } in globs {
            let folder = paths::absolute(folder);
            let known = folders.iter().position(|(other, _)| *other == folder);
            let at = known.unwrap_or_else(|| {
                folders.push((folder.clone(), GitignoreBuilder::new(&folder)));
                folders.len() - 1
            });
            // It was read once already.
            let _ = folders[at].1.add_line(None, glob);
        }
        let built = |(folder, builder): (PathBuf, GitignoreBuilder)| Some((folder, builder.build().ok()?));
        Excluded(Arc::new(folders.into_iter().filter_map(built).collect()))
    }

    /// Tells if a path, or a folder that it lies in, is left out.
    pub(crate) fn holds(&self, path: &Path, is_folder: bool) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let path = paths::absolute(path);
        self.0.iter().any(|(folder, globs)| {
            let below = path.strip_prefix(folder).ok().filter(|rest| !rest.as_os_str().is_empty());
            below.is_some_and(|rest| globs.matched_path_or_any_parents(rest, is_folder).is_ignore())
        })
    }
}

/// Those of the named files that git ignores; none outside of a work tree, and none that does not exist.
pub(crate) fn ignored(files: &[PathBuf]) -> HashSet<PathBuf> {
    let mut ignored: HashSet<PathBuf> = HashSet::new();
    let exists = |file: &PathBuf| file.symlink_metadata().is_ok();
    let whole: Vec<PathBuf> = files.iter().map(|file| paths::absolute(file)).filter(exists).collect();
    let tops: HashSet<&Path> = whole.iter().filter_map(|file| paths::work_tree(file)).collect();
    for top in tops {
        let wanted: HashSet<PathBuf> = whole.iter().filter(|file| file.starts_with(top)).cloned().collect();
        let on_the_way: HashSet<PathBuf> =
            wanted.iter().flat_map(|file| file.ancestors().map(Path::to_owned)).collect();
        let mut walk = WalkBuilder::new(top);
        git_alone(&mut walk).hidden(false).filter_entry(move |entry| on_the_way.contains(entry.path()));
        let seen: HashSet<PathBuf> = walk.build().flatten().map(ignore::DirEntry::into_path).collect();
        ignored.extend(wanted.into_iter().filter(|file| !seen.contains(file)));
    }
    ignored
}

/// Lets only what a repository says itself decide: the same files count on every machine.
pub(crate) fn git_alone(walk: &mut WalkBuilder) -> &mut WalkBuilder {
    walk.standard_filters(false).git_ignore(true).git_exclude(true).parents(true)
}

/// Tells if a text may hold a pattern, by the word that each of its kind has.
pub(crate) fn may_hold_pattern(name: &str, text: &[u8]) -> bool {
    let word: &[u8] = match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("pdll") => b"Pattern",
        // Definitions have types to check.
        Some("rise") => b"",
        // `Pat` and `Pattern`, also as the class of a record that was printed.
        Some("td" | "json") => b"Pat",
        _ if dialect::holds_programs(&String::from_utf8_lossy(text)) => b"",
        _ => known::text(known::PDL_PATTERN).as_bytes(),
    };
    word.is_empty() || text.windows(word.len()).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excluded(globs: &[&str]) -> Excluded {
        let globs: Vec<Exclude> = globs.iter().map(|glob| Exclude::parse(glob).unwrap()).collect();
        Excluded::new(&globs)
    }

    #[test]
    fn a_glob_leaves_out_what_a_line_of_gitignore_does() {
        let globs = excluded(&["third_party/", "*.gen.mlir", "/top.mlir"]);
        let held = |path: &str| globs.holds(Path::new(path), false);
        assert!(held("third_party/a/b.mlir") && held("lib/third_party/b.mlir") && held("lib/x.gen.mlir"));
        assert!(held("top.mlir") && held("./lib/../top.mlir"));
        assert!(!held("lib/top.mlir") && !held("lib/x.mlir"));
        assert!(globs.holds(Path::new("third_party"), true));
    }

    #[test]
    fn a_later_glob_takes_a_file_back() {
        let globs = excluded(&["lib/*.mlir", "!lib/kept.mlir"]);
        assert!(globs.holds(Path::new("lib/a.mlir"), false));
        assert!(!globs.holds(Path::new("lib/kept.mlir"), false));
    }

    #[test]
    fn globs_end_at_their_folder() {
        let globs = Excluded::new(&[Exclude::below(Path::new("sub"), "*.mlir").unwrap()]);
        assert!(globs.holds(Path::new("sub/a.mlir"), false) && !globs.holds(Path::new("a.mlir"), false));
        assert!(!globs.holds(Path::new("/a.mlir"), false));
    }

    #[test]
    fn each_kind_of_text_has_its_word() {
        assert!(may_hold_pattern("a.mlir", b"  \"pdl.pattern\"() ({"));
        assert!(!may_hold_pattern("a.mlir", b"func.func @pattern()"));
        assert!(may_hold_pattern("a.pdll", b"Pattern P {") && !may_hold_pattern("a.pdll", b"Constraint C"));
        assert!(may_hold_pattern("a.td", b"def : Pat<") && !may_hold_pattern("a.td", b"def Op"));
    }
}
