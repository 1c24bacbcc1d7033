//! `--changed-since REV`: which patterns differ from those of a revision, asked of git. A pattern that says the same in
//! the same file is unchanged, wherever it moved in it, as long as no file that was read for it differs. Included files
//! outside of the repository belong to the toolchain and are not compared.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, bail};
use assay_ir::data::{Context, Source};
use assay_ir::{pdl, text};

use crate::config;

/// The files that differ, and how to read their old texts.
pub(crate) struct Changed {
    name: String,
    root: PathBuf,
    revision: String,
    /// Files that differ, are gone, or are new.
    files: BTreeSet<PathBuf>,
    /// Files and submodules that git keeps.
    tracked: BTreeSet<PathBuf>,
    /// The nearest configuration file counts.
    configured: bool,
}

impl Changed {
    /// Asks git, in the current folder; `configured` says that the nearest configuration file counts.
    pub(crate) fn since(revision: &str, configured: bool) -> anyhow::Result<Changed> {
        if revision.starts_with('-') {
            bail!("`{revision}` is no revision");
        }
        let name = revision.to_owned();
        let root = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(root.trim_end_matches('\n'));
        let commit = format!("{revision}^{{commit}}");
        let revision = git(&root, &["rev-parse", "--verify", "--quiet", &commit])
            .map_err(|_| anyhow!("git knows no revision `{revision}`"))?
            .trim()
            .to_owned();
        let list = |args: &[&str]| -> anyhow::Result<BTreeSet<PathBuf>> {
            let list = git(&root, args)?;
            Ok(list.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
        };
        let mut files = list(&["diff", "--name-only", "--no-renames", "-z", &revision, "--"])?;
        files.extend(list(&["ls-files", "--others", "--exclude-standard", "-z"])?);
        let tracked = list(&["ls-files", "--cached", "-z"])?;
        Ok(Changed { name, root, revision, files, tracked, configured })
    }

    /// The revision as the user named it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Tells if a file differs; one that git does not keep always does.
    pub(crate) fn file(&self, name: &str) -> bool {
        self.differs(Path::new(name)).unwrap_or(true)
    }

    /// Tells if one of these included files differs, or a file that is gone could have been read in the place of one.
    pub(crate) fn any_included(&self, included: &[PathBuf]) -> bool {
        let gone = self.files.iter().filter(|file| !self.root.join(file).exists());
        let gone: BTreeSet<&OsStr> = gone.filter_map(|file| file.file_name()).collect();
        included.iter().any(|file| {
            self.differs(file).unwrap_or(false) || file.file_name().is_some_and(|name| gone.contains(name))
        })
    }

    /// Tells if a configuration file that counts differs, was added or is gone.
    pub(crate) fn configuration(&self) -> bool {
        self.configured && self.files.iter().any(|file| file.file_name() == Some(OsStr::new(config::NAME)))
    }

    /// Tells if a file of the repository differs; `None` of one outside. A link differs as its target does, and a file in a
    /// submodule as the submodule does.
    fn differs(&self, path: &Path) -> Option<bool> {
        let root = std::fs::canonicalize(&self.root).ok()?;
        let names = [std::path::absolute(path).ok(), std::fs::canonicalize(path).ok()];
        let inside = names.iter().flatten().filter_map(|name| name.strip_prefix(&root).ok());
        let holds = |set: &BTreeSet<PathBuf>, name: &Path| name.ancestors().any(|part| set.contains(part));
        inside
            .map(|name| holds(&self.files, name) || !holds(&self.tracked, name))
            .reduce(|one, other| one || other)
    }

    /// The canonical texts of the patterns that a file held at the revision; none if it was not there, or is not MLIR.
    pub(crate) fn old_patterns(&self, name: &str) -> BTreeSet<String> {
        let Some(path) = self.relative(name).filter(|path| path.extension().is_some_and(|e| e == "mlir"))
        else {
            return BTreeSet::new();
        };
        let object = format!("{}:{}", self.revision, path.display());
        let Ok(old) = git(&self.root, &["show", &object]) else { return BTreeSet::new() };
        let ctx = Context::new();
        let parsed = text::parse(&ctx, &Source::new(name, old));
        pdl::patterns(&parsed.program).into_iter().map(pdl::canonical).collect()
    }

    fn relative(&self, name: &str) -> Option<PathBuf> {
        let path = std::fs::canonicalize(name).ok()?;
        let root = std::fs::canonicalize(&self.root).ok()?;
        path.strip_prefix(root).ok().map(Path::to_path_buf)
    }
}

fn git(folder: &Path, args: &[&str]) -> anyhow::Result<String> {
    let done = Command::new("git").arg("-C").arg(folder).args(args).output().context("cannot run git")?;
    if !done.status.success() {
        let words = String::from_utf8_lossy(&done.stderr);
        match words.trim() {
            "" => bail!("git {} failed", args.first().unwrap_or(&"")),
            words => bail!("git {}: {words}", args.first().unwrap_or(&"")),
        }
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
