//! Choices of one length for each of some ranges, short ones first: all of them one by one, or a few where all are too many. Knows
//! no pattern.

use smallvec::{SmallVec, smallvec};

/// A length for each open range.
pub(super) type Tuple = SmallVec<[usize; 6]>;

/// All tuples within bounds, those of the least sum first.
pub(super) struct BySum<'b> {
    bounds: &'b [usize],
    next: Option<Tuple>,
}

impl<'b> BySum<'b> {
    pub(super) fn new(bounds: &'b [usize]) -> BySum<'b> {
        BySum { bounds, next: Some(smallvec![0; bounds.len()]) }
    }

    /// Spreads a sum over the places from `from` on, the last ones first; what is left does not fit.
    fn fill(&self, tuple: &mut Tuple, from: usize, mut sum: usize) -> usize {
        for place in (from..tuple.len()).rev() {
            tuple[place] = sum.min(self.bounds[place]);
            sum -= tuple[place];
        }
        sum
    }

    fn after(&self, tuple: &Tuple) -> Option<Tuple> {
        let mut next = tuple.clone();
        let mut behind = 0;
        for place in (0..next.len()).rev() {
            if behind > 0 && next[place] < self.bounds[place] {
                next[place] += 1;
                self.fill(&mut next, place + 1, behind - 1);
                return Some(next);
            }
            behind += next[place];
        }
        (self.fill(&mut next, 0, behind + 1) == 0).then_some(next)
    }
}

impl Iterator for BySum<'_> {
    type Item = Tuple;

    fn next(&mut self) -> Option<Tuple> {
        let now = self.next.take()?;
        self.next = self.after(&now);
        Some(now)
    }
}

/// All of one length, and one range of another length than the rest; no more than `most`, the shortest ones.
pub(super) fn some(bounds: &[usize], most: usize) -> Vec<Tuple> {
    let all = (0..=2).flat_map(|rest| {
        let alike: Tuple = smallvec![rest; bounds.len()];
        let one = alike.clone();
        let others = bounds.iter().enumerate().flat_map(move |(index, bound)| {
            let one = one.clone();
            (0..=*bound).filter(move |length| *length != rest).map(move |length| {
                let mut tuple = one.clone();
                tuple[index] = length;
                tuple
            })
        });
        std::iter::once(alike).chain(others)
    });
    let mut out: Vec<Tuple> = all.take(most).collect();
    out.sort_by_key(|tuple| tuple.iter().sum::<usize>());
    out
}

#[cfg(test)]
mod tests {
    use super::BySum;

    #[test]
    fn choices_come_by_their_sum_and_each_once() {
        let bounds = [2, 0, 3, 1];
        let all: Vec<Vec<usize>> = BySum::new(&bounds).map(|tuple| tuple.to_vec()).collect();
        let sums: Vec<usize> = all.iter().map(|tuple| tuple.iter().sum()).collect();
        assert!(sums.is_sorted());
        let apart: std::collections::BTreeSet<&Vec<usize>> = all.iter().collect();
        assert_eq!((all.len(), apart.len()), (3 * 4 * 2, 3 * 4 * 2));
        assert!(all.iter().all(|tuple| tuple.iter().zip(bounds).all(|(length, bound)| *length <= bound)));
    }
}
