//! The key that answers in a cache are signed with: the one of the environment, or one that the user keeps in the folder of
//! configurations, made at its first use. A checkout knows neither, so that it brings no answers.

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

/// Variable with the key.
const VARIABLE: &str = "ASSAY_CACHE_KEY";

/// Bytes of a key that is made here.
const LENGTH: usize = 32;

/// The key of this user.
///
/// # Errors
/// No folder for it, or a file that others may read.
pub(crate) fn of_user() -> anyhow::Result<Vec<u8>> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match variable(VARIABLE) {
        Some(key) => Ok(key.as_encoded_bytes().to_vec()),
        None => stored_key(&folder(variable)?.join("assay")),
    }
}

/// The folder of configurations of the user.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> anyhow::Result<PathBuf> {
    let absolute = |name: &str| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || Some(absolute("HOME")?.join(".config"));
    let none = || format!("there is no home folder for a key; set {VARIABLE}");
    absolute("XDG_CONFIG_HOME").or_else(home).with_context(none)
}

/// The key in a folder, which is made with it where there is none.
fn stored_key(folder: &Path) -> anyhow::Result<Vec<u8>> {
    let path = folder.join("cache.key");
    let cannot = || format!("cannot use the key {}", path.display());
    if !path.exists() {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(cannot)?;
        let mut key = [0; LENGTH];
        std::fs::File::open("/dev/urandom")
            .and_then(|mut random| random.read_exact(&mut key))
            .with_context(cannot)?;
        // Only its owner may read a temporary file. Of two runs that make a key, the first keeps its own.
        let mut file = tempfile::NamedTempFile::new_in(folder).with_context(cannot)?;
        file.write_all(&key).with_context(cannot)?;
        if let Err(error) = file.persist_noclobber(&path)
            && !path.exists()
        {
            return Err(error.error).with_context(cannot);
        }
    }
    let about = std::fs::metadata(&path).with_context(cannot)?;
    if !about.is_file() || about.permissions().mode() & 0o077 != 0 {
        bail!("the key {} has to be a file that only its owner can read", path.display());
    }
    let key = std::fs::read(&path).with_context(cannot)?;
    if key.len() < LENGTH {
        bail!("the key {} is shorter than {LENGTH} bytes", path.display());
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_once_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("config/assay");
        let key = stored_key(&own).unwrap();
        assert_eq!((key.len(), stored_key(&own).unwrap()), (LENGTH, key));
        let path = own.join("cache.key");
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(std::fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o700);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(stored_key(&own).unwrap_err().to_string().contains("only its owner"));
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        std::fs::write(&path, "short").unwrap();
        assert!(stored_key(&own).is_err());
    }

    #[test]
    fn the_folder_is_absolute() {
        let of = |set: [(&'static str, &'static str); 2]| {
            folder(move |name| set.iter().find(|(one, _)| *one == name).map(|(_, value)| value.into())).ok()
        };
        assert_eq!(of([("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")]), Some("/x".into()));
        assert_eq!(of([("HOME", "/h"), ("XDG_CONFIG_HOME", "checkout")]), Some("/h/.config".into()));
        assert_eq!(of([("HOME", "."), ("", "")]), None);
    }
}
