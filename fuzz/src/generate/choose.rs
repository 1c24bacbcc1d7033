//! Where choices come from: bytes, or an enumeration of all of them. Whoever chooses must not know which.

use super::Dice;

/// Something that decides. The first alternative is the simplest one.
pub trait Choose {
    /// A number below `limit`; 0 when there is nothing to choose.
    fn below(&mut self, limit: usize) -> usize;

    /// Whether the last of so many alternatives is taken.
    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) + 1 == chance
    }

    /// Whether something is done that happens in so many of 100 cases.
    fn percent(&mut self, share: usize) -> bool {
        share > 0 && self.below(100) + share >= 100
    }

    /// One of some things; `None` when there are none.
    fn pick<'s, T>(&mut self, from: &'s [T]) -> Option<&'s T>
    where
        Self: Sized,
    {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

impl Choose for Dice<'_, '_> {
    /// One byte for few alternatives.
    fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 | 1 => 0,
            2..=256 => (usize::from(self.0.arbitrary::<u8>().unwrap_or(0)) * limit) >> 8,
            _ => Dice::below(self, limit),
        }
    }
}

/// Goes through every sequence of choices, the last choice first.
#[derive(Clone, Debug, Default)]
pub struct Odometer {
    digits: Vec<(usize, usize)>,
    at: usize,
}

impl Odometer {
    /// At the sequence in which every choice is the first alternative.
    pub fn new() -> Odometer {
        Odometer::default()
    }

    /// Goes on to the next sequence; false when there is none.
    pub fn advance(&mut self) -> bool {
        self.digits.truncate(self.at);
        self.at = 0;
        while let Some((digit, limit)) = self.digits.last_mut() {
            if *digit + 1 < *limit {
                *digit += 1;
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

impl Choose for Odometer {
    fn below(&mut self, limit: usize) -> usize {
        if limit < 2 {
            return 0;
        }
        if self.at == self.digits.len() {
            self.digits.push((0, limit));
        }
        let digit = self.digits[self.at].0;
        self.at += 1;
        digit
    }

    /// Shares mean nothing here: both ways are gone.
    fn percent(&mut self, share: usize) -> bool {
        share > 0 && self.below(2) == 1
    }

    fn one_in(&mut self, _: usize) -> bool {
        self.below(2) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odometer_goes_through_all_sequences_once() {
        let mut odometer = Odometer::new();
        let mut seen = Vec::new();
        loop {
            let first = odometer.below(2);
            let second = if first == 0 { odometer.below(3) } else { 9 };
            seen.push((first, second));
            if !odometer.advance() {
                break;
            }
        }
        assert_eq!(seen, [(0, 0), (0, 1), (0, 2), (1, 9)]);
    }
}
