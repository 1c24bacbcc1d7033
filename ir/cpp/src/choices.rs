//! The choices that lead to a path: a body is run anew with others until all are taken. Knows no path.

/// The choices of a path, and how to get to the next one.
#[derive(Clone, Default)]
pub(crate) struct Choices {
    picks: Vec<(usize, usize)>,
    at: usize,
}

impl Choices {
    /// One of several ways.
    pub(crate) fn pick(&mut self, ways: usize) -> usize {
        if self.at == self.picks.len() {
            self.picks.push((0, ways));
        }
        self.at += 1;
        self.picks[self.at - 1].0
    }

    /// Goes to the next path; false after the last one.
    pub(crate) fn advance(&mut self) -> bool {
        self.at = 0;
        while let Some((pick, ways)) = self.picks.pop() {
            if pick + 1 < ways {
                self.picks.push((pick + 1, ways));
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_are_taken_once() {
        let mut choices = Choices::default();
        let mut taken = Vec::new();
        loop {
            let first = choices.pick(2);
            // Only one way asks for more.
            taken.push((first, if first == 1 { choices.pick(3) } else { 0 }));
            if !choices.advance() {
                break;
            }
        }
        assert_eq!(taken, [(0, 0), (1, 0), (1, 1), (1, 2)]);
    }
}
