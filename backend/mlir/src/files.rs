//! Files that are whole or absent, and reads that end: what every crate that touches the disk does in the same way.
//! Knows nothing of what the files hold.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Bytes of a file name that is made from a foreign one; file systems take 255, and callers add an ending.
const LONGEST: usize = 120;

/// Writes a file as a whole: a reader sees the old bytes or the new ones, whatever happens in between, and a failed write
/// leaves the old ones. Permissions stay, and a symbolic link stays one. What is no regular file (a device, a pipe) is
/// written to directly.
///
/// # Errors
/// Those of the file system.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes.as_ref())?;
    draft.finish()
}

/// A file that is being written beside its place. It gets there with [`Draft::finish`]; without, it is removed.
#[derive(Debug)]
pub struct Draft(Target);

#[derive(Debug)]
enum Target {
    /// A draft, and the place of the file.
    Beside(NamedTempFile, PathBuf),
    /// A device or a pipe.
    Direct(File),
}

impl Draft {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    /// Those of the file system: a missing or read-only folder, a folder in place of the file.
    pub fn create(path: &Path) -> io::Result<Draft> {
        let known = fs::metadata(path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return Ok(Draft(Target::Direct(File::options().write(true).open(path)?)));
        }
        let place = if known.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // A file that may not be written is not replaced either.
        if known.is_some() {
            File::options().write(true).open(&place)?;
        }
        let permissions = known.map_or(Permissions::from_mode(0o666), |known| known.permissions());
        let mode = permissions.mode();
        let draft = Builder::new().prefix(".").suffix(".draft").permissions(permissions).tempfile_in(folder);
        let draft = draft.map_err(|error| without_path(&error))?;
        if place.exists() {
            // The mask of the process took bits away that the file had.
            draft.as_file().set_permissions(Permissions::from_mode(mode))?;
        }
        Ok(Draft(Target::Beside(draft, place)))
    }

    /// Moves the draft to its place, once its bytes are on the disk.
    ///
    /// # Errors
    /// Those of the file system; the draft is removed then.
    pub fn finish(self) -> io::Result<()> {
        if let Target::Beside(draft, _) = &self.0 {
            draft.as_file().sync_all()?;
        }
        self.finish_unsynced()
    }

    /// Moves the draft to its place and does not wait for the disk: for what can be made again, and holds a sum that tells
    /// half of it.
    ///
    /// # Errors
    /// Those of the file system; the draft is removed then.
    pub fn finish_unsynced(self) -> io::Result<()> {
        match self.0 {
            Target::Beside(draft, place) => {
                draft.persist(place)?;
                Ok(())
            }
            Target::Direct(mut file) => file.flush(),
        }
    }
}

/// The error without the name of the draft, which says nothing to who named the file.
fn without_path(error: &io::Error) -> io::Error {
    let text = error.to_string();
    io::Error::new(error.kind(), text.split(" at path ").next().unwrap_or(&text))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Beside(draft, _) => draft.write(bytes),
            Target::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Beside(draft, _) => draft.flush(),
            Target::Direct(file) => file.flush(),
        }
    }
}

/// Reads a regular file of at most `most` bytes. A pipe, a socket or a device is refused before it is opened for reading,
/// so that no read waits or goes on without end.
///
/// # Errors
/// Those of the file system; `InvalidInput` for what is no regular file, `FileTooLarge` above `most` bytes.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let special = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    if !fs::metadata(path)?.is_file() {
        return Err(special());
    }
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(special());
    }
    whole(file, most)
}

fn whole(file: File, most: u64) -> io::Result<Vec<u8>> {
    let length = file.metadata()?.len().min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("it is larger than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// The longest text that is read, in bytes: places in a text are numbers of 32 bits.
pub const LONGEST_TEXT: u64 = u32::MAX as u64;

/// Reads what a user names: a regular file or a pipe, as a shell makes one of the output of a command. A device is refused:
/// it may go on without end.
///
/// # Errors
/// Those of the file system; `InvalidInput` for a device, `FileTooLarge` above 4 GiB.
pub fn read_named(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_char_device() || kind.is_block_device() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device"));
    }
    whole(File::open(path)?, LONGEST_TEXT)
}

/// [`read`], as text.
///
/// # Errors
/// Those of [`read`], and `InvalidData` for bytes that are not UTF-8.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path, most)?).map_err(not_text)
}

/// A file name made of a foreign one, such as a symbol: letters, digits, `.`, `_` and `-`, not hidden, at most 120 bytes.
/// Different names can become one; callers number them.
pub fn plain_name(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
    let name: String = name.chars().map(kept).take(LONGEST).collect();
    if name.starts_with(['.', '-']) || name.is_empty() { format!("_{name}") } else { name }
}

/// Returns true when a path names no program of its own folder: a bare name, to be looked up in `PATH`.
pub fn is_bare_name(path: &Path) -> bool {
    path.file_name() == Some(path.as_os_str()) && path.as_os_str() != OsStr::new("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_with_its_permissions_and_links_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("a.mlir"), folder.path().join("link.mlir"));
        fs::write(&file, "old").expect("written");
        fs::set_permissions(&file, Permissions::from_mode(0o667)).expect("changed");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        write(&link, "new").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("read"), "new");
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o667);
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 2);
    }

    #[test]
    fn an_unfinished_draft_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.json");
        fs::write(&file, "old").expect("written");
        let mut draft = Draft::create(&file).expect("begun");
        draft.write_all(b"new").expect("written");
        drop(draft);
        assert_eq!(fs::read_to_string(&file).expect("read"), "old");
        assert_eq!(fs::read_dir(folder.path()).expect("read").count(), 1);
    }

    #[test]
    fn devices_are_written_directly_and_full_ones_are_an_error() {
        assert!(write(Path::new("/dev/null"), "bytes").is_ok());
        assert!(write(Path::new("/dev/full"), "bytes").is_err());
        assert!(write(Path::new("/no/such/folder/x"), "bytes").is_err());
    }

    #[test]
    fn only_regular_files_are_read_and_only_up_to_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        fs::write(&file, "four").expect("written");
        assert_eq!(read(&file, 4).expect("read"), b"four");
        assert_eq!(read(&file, 3).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        for special in [Path::new("/dev/zero"), &pipe, folder.path()] {
            assert_eq!(read(special, 10).unwrap_err().kind(), io::ErrorKind::InvalidInput, "{special:?}");
        }
    }

    #[test]
    fn names_stay_in_their_folder() {
        assert_eq!(plain_name("a/b"), "a_b");
        assert_eq!(plain_name("../x"), "_.._x");
        assert_eq!(plain_name(""), "_");
        assert_eq!(plain_name("-rf"), "_-rf");
        assert!(plain_name(&"x".repeat(300)).len() <= LONGEST);
        assert!(is_bare_name(Path::new("z3")));
        assert!(["./z3", "a/z3", "/z3", "..", ""].iter().all(|name| !is_bare_name(Path::new(name))));
    }
}
