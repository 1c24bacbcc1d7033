//! Short names of texts: the first half of their SHA-256.

use sha2::{Digest as _, Sha256};

/// The first half of the SHA-256 of a text, in hexadecimal digits.
pub(crate) fn short_digest(text: &str) -> String {
    // Half of the digest is enough to keep texts apart, and reads better.
    let digest = Sha256::digest(text.as_bytes());
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    digest.iter().take(16).flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
