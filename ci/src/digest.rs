//! Short names of texts: the first half of their SHA-256.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

/// The first half of the SHA-256 of a text, in hexadecimal digits.
pub(crate) fn short_digest(text: &str) -> String {
    digits(&Sha256::digest(text.as_bytes()))
}

/// The same of a file, which may be large.
///
/// # Errors
/// Those of the system.
pub(crate) fn short_digest_of_file(path: &Path) -> io::Result<String> {
    let mut digest = Sha256::new();
    let mut file = File::open(path)?;
    let mut part = vec![0; 1 << 16];
    loop {
        match file.read(&mut part)? {
            0 => return Ok(digits(&digest.finalize())),
            length => digest.update(&part[..length]),
        }
    }
}

/// Half of a digest, which is enough to keep texts apart, and reads better.
fn digits(digest: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    digest.iter().take(16).flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
