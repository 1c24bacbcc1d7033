//! Data races of loops whose turns have no order. Every cell that a turn touches keeps its last writer and one reader; an access
//! races with them where both turns are of one loop and one of the two writes.
//!
//! One reader is enough (Feng and Leiserson, "Efficient Detection of Determinacy Races in Cilk Programs", 1997): turns run one
//! after the other here, so that what has no order with an earlier reader has none with a later one that the reader is not
//! ordered with. Two turns of one loop have no order; what a turn runs is ordered, loops that it runs among it.

use rustc_hash::FxHashMap;

/// A turn of a loop without order.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The turn of the loop around it.
    outer: Option<usize>,
    /// The number of its loop.
    of: usize,
    /// The number of turns around it.
    depth: usize,
}

/// The turns that touched a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    writer: Option<usize>,
    reader: Option<usize>,
}

/// The turns and accesses of loops without order, as far as they can still race.
#[derive(Clone, Debug, Default)]
pub(super) struct Races {
    turns: Vec<Turn>,
    /// The turn that runs.
    now: Option<usize>,
    /// Loops that have begun, each with the turn around it.
    open: Vec<(usize, Option<usize>)>,
    /// Loops that began.
    loops: usize,
    cells: FxHashMap<(usize, u64), Touched>,
}

impl Races {
    /// A loop without order begins.
    pub(super) fn begin(&mut self) {
        self.open.push((self.loops, self.now));
        self.loops += 1;
    }

    /// The next turn of the innermost loop begins.
    pub(super) fn turn(&mut self) {
        let Some((of, outer)) = self.open.last().copied() else { return };
        self.turns.push(Turn { outer, of, depth: self.open.len() });
        self.now = Some(self.turns.len() - 1);
    }

    /// The innermost loop ends, and with the outermost one all that could race.
    pub(super) fn end(&mut self) {
        self.now = self.open.pop().and_then(|(_, outer)| outer);
        if self.open.is_empty() {
            self.turns.clear();
            self.cells.clear();
        }
    }

    /// Takes down an access of a cell of a buffer; true where it races with an earlier one.
    pub(super) fn touches(&mut self, buffer: usize, cell: u64, writes: bool) -> bool {
        let Some(now) = self.now else { return false };
        let touched = self.cells.get(&(buffer, cell)).copied().unwrap_or_default();
        let races = |earlier: Option<usize>| earlier.is_some_and(|earlier| self.have_no_order(earlier, now));
        let reader_races = races(touched.reader);
        let found = races(touched.writer) || writes && reader_races;
        let touched = match writes {
            true => Touched { writer: Some(now), ..touched },
            false if reader_races => touched,
            false => Touched { reader: Some(now), ..touched },
        };
        self.cells.insert((buffer, cell), touched);
        found
    }

    /// Tells if freeing a buffer races with an access of it.
    pub(super) fn frees(&self, buffer: usize) -> bool {
        let Some(now) = self.now else { return false };
        let turns = |touched: &Touched| [touched.writer, touched.reader];
        let of_buffer = self.cells.iter().filter(|((other, _), _)| *other == buffer);
        let mut turns = of_buffer.flat_map(|(_, touched)| turns(touched)).flatten();
        turns.any(|earlier| self.have_no_order(earlier, now))
    }

    /// Tells if two turns are, or are in, different turns of one loop.
    fn have_no_order(&self, one: usize, other: usize) -> bool {
        let out = |turn: usize| self.turns[turn].outer;
        let (mut a, mut b) = (Some(one), Some(other));
        while let (Some(x), Some(y)) = (a, b) {
            if x == y {
                return false;
            }
            let (this, that) = (self.turns[x], self.turns[y]);
            match this.depth.cmp(&that.depth) {
                std::cmp::Ordering::Greater => a = out(x),
                std::cmp::Ordering::Less => b = out(y),
                std::cmp::Ordering::Equal if this.outer == that.outer => return this.of == that.of,
                std::cmp::Ordering::Equal => (a, b) = (out(x), out(y)),
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::Races;

    /// The answers about accesses, each given as a turn to begin ("t"), a loop to begin ("(") or end (")"), a load ("l") or a
    /// store ("s") of one cell.
    fn found(steps: &str) -> bool {
        let mut races = Races::default();
        let mut any = false;
        for step in steps.chars() {
            match step {
                '(' => races.begin(),
                ')' => races.end(),
                't' => races.turn(),
                step => any |= races.touches(0, 0, step == 's'),
            }
        }
        any
    }

    #[test]
    fn turns_of_one_loop_race_where_one_writes() {
        assert!(found("(tsts)") && found("(tstl)") && found("(tlts)"));
        assert!(!found("(tltl)") && !found("(tslsl)") && !found("s(tl)s"));
    }

    #[test]
    fn turns_of_inner_loops_race_with_those_of_outer_turns() {
        assert!(found("(t(ts)t(tl))") && found("(t(tltl)ts)") && found("(ts(t)t(ts))"));
        // One loop behind the other in one turn, or a turn around a loop.
        assert!(!found("(t(ts)(ts))") && !found("(ts(tl)s)") && !found("(ts)(ts)"));
    }

    #[test]
    fn a_buffer_that_another_turn_used_is_not_freed() {
        let mut races = Races::default();
        races.begin();
        races.turn();
        races.touches(0, 3, false);
        assert!(!races.frees(0));
        races.turn();
        assert!(races.frees(0) && !races.frees(1));
    }
}
