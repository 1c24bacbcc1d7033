//! Programs and patterns out of bytes: the same bytes give the same text. Every choice takes its first, simplest
//! alternative when the bytes run out, so that any length of input ends.

pub mod around;
pub mod attributes;
pub mod choose;
pub mod function;
mod generator;
pub mod input;
pub mod known;
pub mod library;
pub mod locations;
pub mod nest;
pub mod pattern;
pub mod payload;
pub mod program;
pub mod types;
pub mod vocabulary;

pub use choose::{ChoiceEnumerator, Choose};
pub use pattern::{Sketch, sketch};
pub use program::program;

use arbitrary::Unstructured;

/// Choices that cannot fail: bytes that ran out mean the first alternative.
pub(crate) struct ChoiceSource<'b, 'd>(pub(crate) &'b mut Unstructured<'d>);

impl ChoiceSource<'_, '_> {
    fn below(&mut self, limit: usize) -> usize {
        self.0.int_in_range(0..=limit.max(1) - 1).unwrap_or(0)
    }
}

/// Bytes of a seed: for campaigns and tests that count instead of mutating.
pub fn bytes(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed;
    let mut out = Vec::with_capacity(length + 7);
    while out.len() < length {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        out.extend_from_slice(&(word ^ (word >> 31)).to_le_bytes());
    }
    out.truncate(length);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ_and_repeat() {
        assert_eq!(bytes(1, 100), bytes(1, 100));
        assert_ne!(bytes(1, 100), bytes(2, 100));
        assert_eq!(bytes(1, 100)[..50], bytes(1, 50));
    }
}
