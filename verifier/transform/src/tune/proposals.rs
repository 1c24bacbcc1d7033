//! The point that is measured next: all in order where there are no more than may be measured, else half of them drawn, and then the neighbours
//! of the best one so far. The model behind that: points that differ in one choice by one step cost about the same.

use rustc_hash::FxHashSet;

use super::space::{Point, Space};

/// Draws until a point comes that was not measured.
const DRAWS: u64 = 1000;

/// The number of points that may be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// All of the space.
    All,
    /// At most this many.
    Points(usize),
}

/// A point with its cost; `None` where it has none.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The point.
    pub point: Point,
    /// The lower, the better.
    pub cost: Option<f64>,
}

/// Chooses points.
pub struct Proposals<'s> {
    space: &'s Space<'s>,
    seed: u64,
    budget: Budget,
    /// All points, where they are measured all.
    all: Option<Vec<Point>>,
}

impl<'s> Proposals<'s> {
    /// The points of a space within a budget; `None` where all are asked for and they are too many to list.
    pub fn new(space: &'s Space<'s>, budget: Budget, seed: u64) -> Option<Proposals<'s>> {
        let most = match budget {
            Budget::All => u128::MAX,
            Budget::Points(count) => count as u128,
        };
        let all = space.all(most);
        (all.is_some() || budget != Budget::All).then_some(Proposals { space, seed, budget, all })
    }

    /// The number of points that are measured in all.
    pub fn total(&self) -> usize {
        match (&self.all, self.budget) {
            (Some(all), _) => all.len(),
            (None, Budget::Points(count)) => count,
            (None, Budget::All) => 0,
        }
    }

    /// The next point behind those that were measured, in their order; the same for the same seed.
    pub fn next(&self, measured: &[Measured]) -> Option<Point> {
        let known: FxHashSet<&Point> = measured.iter().map(|one| &one.point).collect();
        if let Some(all) = &self.all {
            return all.iter().find(|point| !known.contains(point)).cloned();
        }
        if measured.len() >= self.total() {
            return None;
        }
        let mut random = Random::new(self.seed, measured.len() as u64);
        let near = match measured.len() * 2 >= self.total() {
            true => self.near(measured, &known, &mut random),
            false => None,
        };
        near.or_else(|| {
            let mut draws = (0..DRAWS).filter_map(|_| self.space.draw(&mut |bound| random.below(bound)));
            draws.find(|point| !known.contains(point))
        })
    }

    /// A neighbour of the best point that has one.
    fn near(&self, measured: &[Measured], known: &FxHashSet<&Point>, random: &mut Random) -> Option<Point> {
        let mut best: Vec<(f64, &Point)> =
            measured.iter().filter_map(|one| Some((one.cost?, &one.point))).collect();
        best.sort_by(|a, b| a.0.total_cmp(&b.0));
        best.into_iter().find_map(|(_, point)| {
            let mut near = self.space.neighbours(point);
            near.retain(|point| !known.contains(point));
            (!near.is_empty()).then(|| near.swap_remove(random.below(near.len())))
        })
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn new(seed: u64, number: u64) -> Random {
        let mut random = Random(seed ^ number.wrapping_mul(0xA24B_AED4_963E_E407));
        random.0 = random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
