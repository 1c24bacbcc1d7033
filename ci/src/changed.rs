//! `--changed-since REV`: which patterns differ from those of a revision, asked of git. A pattern that says the same in
//! the same file is unchanged, wherever it moved in it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, bail};
use assay_ir::data::{Context, Source};
use assay_ir::{pdl, text};

/// The files that differ, and how to read their old texts.
pub(crate) struct Changed {
    name: String,
    root: PathBuf,
    revision: String,
    files: BTreeSet<PathBuf>,
}

impl Changed {
    /// Asks git, in the current folder.
    pub(crate) fn since(revision: &str) -> anyhow::Result<Changed> {
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
        let mut files = BTreeSet::new();
        for list in [
            git(&root, &["diff", "--name-only", "--no-renames", "-z", &revision, "--"])?,
            git(&root, &["ls-files", "--others", "--exclude-standard", "-z"])?,
        ] {
            files.extend(list.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from));
        }
        Ok(Changed { name, root, revision, files })
    }

    /// The revision as the user named it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Tells if a file differs; one outside of the repository always does.
    pub(crate) fn file(&self, name: &str) -> bool {
        self.relative(name).is_none_or(|path| self.files.contains(&path))
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
