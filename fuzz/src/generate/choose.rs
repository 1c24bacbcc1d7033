//! Where choices come from: bytes, or an enumeration of all of them. The user of choices must not know which.

use super::ChoiceSource;

/// Something that decides. The first alternative is the simplest one.
pub trait Choose {
    /// A number below `limit`; 0 when there is nothing to choose.
    fn below(&mut self, limit: usize) -> usize;

    /// Tells if the last of `count` alternatives is taken.
    fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) + 1 == chance
    }

    /// Draws an event that happens in `percent` of 100 cases.
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

impl Choose for ChoiceSource<'_, '_> {
    /// One byte for few alternatives.
    fn below(&mut self, limit: usize) -> usize {
        match limit {
            0 | 1 => 0,
            2..=256 => (usize::from(self.0.arbitrary::<u8>().unwrap_or(0)) * limit) >> 8,
            _ => ChoiceSource::below(self, limit),
        }
    }
}

/// Goes through every sequence of choices, the last choice first; or through those in which few choices are not the
/// first alternative. Shares cost nothing: they are there for sampling.
#[derive(Clone, Debug)]
pub struct ChoiceEnumerator {
    digits: Vec<Digit>,
    at: usize,
    most: usize,
}

#[derive(Clone, Copy, Debug)]
struct Digit {
    value: usize,
    limit: usize,
    /// Whether it counts when it is not the first alternative.
    costs: bool,
}

impl Default for ChoiceEnumerator {
    fn default() -> ChoiceEnumerator {
        ChoiceEnumerator::new()
    }
}

impl ChoiceEnumerator {
    /// At the sequence in which every choice is the first alternative.
    pub fn new() -> ChoiceEnumerator {
        ChoiceEnumerator::bounded(usize::MAX)
    }

    /// The same, for the sequences in which at most `most` choices are not the first alternative.
    pub fn bounded(most: usize) -> ChoiceEnumerator {
        ChoiceEnumerator { digits: Vec::new(), at: 0, most }
    }

    fn spent(&self) -> usize {
        self.digits.iter().filter(|digit| digit.costs && digit.value > 0).count()
    }

    fn choose(&mut self, limit: usize, costs: bool) -> usize {
        if limit < 2 {
            return 0;
        }
        if self.at == self.digits.len() {
            self.digits.push(Digit { value: 0, limit, costs });
        }
        let value = self.digits[self.at].value;
        self.at += 1;
        value
    }

    /// Goes on to the next sequence; false when there is none.
    pub fn advance(&mut self) -> bool {
        self.digits.truncate(self.at);
        self.at = 0;
        let mut spent = self.spent();
        while let Some(digit) = self.digits.last_mut() {
            let first = digit.value == 0;
            let affords = !digit.costs || !first || spent < self.most;
            if digit.value + 1 < digit.limit && affords {
                digit.value += 1;
                return true;
            }
            spent -= usize::from(digit.costs && !first);
            self.digits.pop();
        }
        false
    }
}

impl Choose for ChoiceEnumerator {
    fn below(&mut self, limit: usize) -> usize {
        self.choose(limit, true)
    }

    /// Shares mean nothing here: both ways are gone.
    fn percent(&mut self, share: usize) -> bool {
        share > 0 && self.choose(2, false) == 1
    }

    fn one_in(&mut self, _: usize) -> bool {
        self.choose(2, true) == 1
    }
}

/// A source of choices that does not end (splitmix64).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}

impl Choose for Numbers {
    fn below(&mut self, limit: usize) -> usize {
        if limit < 2 { 0 } else { (self.draw() % limit as u64) as usize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odometer_goes_through_all_sequences_once() {
        let mut odometer = ChoiceEnumerator::new();
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

    #[test]
    fn a_bounded_odometer_goes_through_the_sequences_with_few_deviations() {
        for most in 0..=4 {
            let mut odometer = ChoiceEnumerator::bounded(most);
            let mut seen = Vec::new();
            loop {
                let free = usize::from(odometer.percent(50));
                seen.push([free, odometer.below(3), odometer.below(2), odometer.below(3)]);
                if !odometer.advance() {
                    break;
                }
            }
            let digits = |at: usize, limit: usize| at % limit;
            let all = (0..36).map(|n| [digits(n / 18, 2), digits(n / 6, 3), digits(n / 3, 2), digits(n, 3)]);
            let few = |list: &[usize; 4]| list[1..].iter().filter(|digit| **digit > 0).count() <= most;
            assert_eq!(seen, all.filter(few).collect::<Vec<_>>(), "at most {most}");
        }
    }
}
