//! A folder in which a run that can be interrupted writes down the outcome of each part, under the digest of all that it depends
//! on. The same run goes on from there.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_mlir::{MlirOpt, files};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::digest::short_digest;
use crate::interrupt;

/// Bytes beyond which a file of a folder is none.
const LONGEST: u64 = 1 << 28;

/// A folder with outcomes.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Opens a folder, which is made where it is not there.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(super) fn open(path: &Path) -> anyhow::Result<Folder> {
        std::fs::create_dir_all(path).with_context(|| format!("cannot write to {}", path.display()))?;
        Ok(Folder(path.to_owned()))
    }

    fn file(&self, key: &str) -> PathBuf {
        self.0.join(format!("{key}.json"))
    }

    /// The outcome that an earlier run stored under a key; `None` if there is no such file, or it does not read as one.
    fn read<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_str(&files::read_text(&self.file(key), LONGEST).ok()?).ok()
    }

    fn write<T: Serialize>(&self, key: &str, outcome: &T) -> anyhow::Result<()> {
        let path = self.file(key);
        files::write(&path, serde_json::to_string(outcome)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The outcome of a part, out of the folder where it is there; `None` for a run that was interrupted. `parts` are all that it depends
/// on.
///
/// # Errors
/// Those of the work, and a file that cannot be written.
pub(super) fn remembered<T: Serialize + DeserializeOwned>(
    folder: Option<&Folder>,
    parts: &[&str],
    work: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Option<T>> {
    let key = short_digest(&parts.join("\0"));
    if let Some(found) = folder.and_then(|folder| folder.read(&key)) {
        return Ok(Some(found));
    }
    let outcome = work()?;
    // Processes that a signal ended say nothing.
    if interrupt::came() {
        return Ok(None);
    }
    if let Some(folder) = folder {
        folder.write(&key, &outcome)?;
    }
    Ok(Some(outcome))
}

/// Ends a run that was interrupted, and says where the same command goes on.
pub(super) fn leave(folder: Option<&Path>) -> ! {
    interrupt::leave(|| match folder {
        Some(folder) => {
            anyhow::bail!("{}: the same command goes on from {}", interrupt::why(), folder.display())
        }
        None => anyhow::bail!("{}", interrupt::why()),
    })
}

/// The identity of a binary: its path, its version, and when it was written.
pub(super) fn binary(opt: &MlirOpt) -> String {
    let changed = std::fs::metadata(opt.path()).and_then(|one| one.modified()).ok();
    format!("{} {} {changed:?}", opt.path().display(), opt.version())
}
