//! A set of small numbers as bits, without an allocation while they are few. Knows nothing of what the numbers stand for.

use smallvec::{SmallVec, smallvec};

/// Which of the numbers below a limit are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags(SmallVec<[u64; 2]>);

impl Flags {
    /// None of `limit` numbers is in.
    pub fn none(limit: usize) -> Flags {
        Flags(smallvec![0; limit.div_ceil(64)])
    }

    /// Whether a number is in; those beyond the limit are not.
    pub fn has(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Puts a number below the limit in; whether it was in before.
    pub fn add(&mut self, number: usize) -> bool {
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let was = *word & bit != 0;
        *word |= bit;
        was
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_is_in_and_nothing_else() {
        let mut flags = Flags::none(200);
        let added = [0, 63, 64, 199];
        assert!(added.iter().all(|number| !flags.add(*number)));
        assert!(flags.add(64));
        let found: Vec<usize> = (0..300).filter(|number| flags.has(*number)).collect();
        assert_eq!(found, added);
    }
}
