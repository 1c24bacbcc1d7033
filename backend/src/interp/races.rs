//! Data races of loops whose iterations have no order. Every cell that an iteration touches keeps its last writer and one reader; an access
//! races with them where both iterations are of one loop and one of the two writes.
//!
//! One reader is enough (Feng and Leiserson, "Efficient Detection of Determinacy Races in Cilk Programs", 1997): iterations run one
//! after the other here, so that what has no order with an earlier reader has none with a later one that the reader is not
//! ordered with. Two iterations of one loop have no order; what an iteration runs is ordered, loops that it runs among it.

use rustc_hash::FxHashMap;

/// An iteration of a loop without order.
#[derive(Clone, Copy, Debug)]
struct Iteration {
    /// The iteration of the loop around it.
    outer: Option<usize>,
    /// The number of its loop.
    of: usize,
    /// The number of iterations around it.
    depth: usize,
}

/// The iterations that touched a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Touched {
    writer: Option<usize>,
    reader: Option<usize>,
}

/// The iterations and accesses of loops without order, as far as they can still race.
#[derive(Clone, Debug, Default)]
pub(super) struct Races {
    iterations: Vec<Iteration>,
    /// The iteration that runs.
    now: Option<usize>,
    /// Loops that have begun, each with the iteration around it.
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

    /// The next iteration of the innermost loop begins.
    pub(super) fn iteration(&mut self) {
        let Some((of, outer)) = self.open.last().copied() else { return };
        self.iterations.push(Iteration { outer, of, depth: self.open.len() });
        self.now = Some(self.iterations.len() - 1);
    }

    /// The innermost loop ends, and with the outermost one all that could race.
    pub(super) fn end(&mut self) {
        self.now = self.open.pop().and_then(|(_, outer)| outer);
        if self.open.is_empty() {
            self.iterations.clear();
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
        let iterations = |touched: &Touched| [touched.writer, touched.reader];
        let of_buffer = self.cells.iter().filter(|((other, _), _)| *other == buffer);
        let mut iterations = of_buffer.flat_map(|(_, touched)| iterations(touched)).flatten();
        iterations.any(|earlier| self.have_no_order(earlier, now))
    }

    /// Tells if two iterations are, or are in, different iterations of one loop.
    fn have_no_order(&self, one: usize, other: usize) -> bool {
        let out = |iteration: usize| self.iterations[iteration].outer;
        let (mut a, mut b) = (Some(one), Some(other));
        while let (Some(x), Some(y)) = (a, b) {
            if x == y {
                return false;
            }
            let (this, that) = (self.iterations[x], self.iterations[y]);
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

    /// The answers about accesses, each given as an iteration to begin ("t"), a loop to begin ("(") or end (")"), a load ("l") or a
    /// store ("s") of one cell.
    fn found(steps: &str) -> bool {
        let mut races = Races::default();
        let mut any = false;
        for step in steps.chars() {
            match step {
                '(' => races.begin(),
                ')' => races.end(),
                't' => races.iteration(),
                step => any |= races.touches(0, 0, step == 's'),
            }
        }
        any
    }

    #[test]
    fn iterations_of_one_loop_race_where_one_writes() {
        assert!(found("(tsts)") && found("(tstl)") && found("(tlts)"));
        assert!(!found("(tltl)") && !found("(tslsl)") && !found("s(tl)s"));
    }

    #[test]
    fn iterations_of_inner_loops_race_with_those_of_outer_iterations() {
        assert!(found("(t(ts)t(tl))") && found("(t(tltl)ts)") && found("(ts(t)t(ts))"));
        // One loop behind the other in one iteration, or an iteration around a loop.
        assert!(!found("(t(ts)(ts))") && !found("(ts(tl)s)") && !found("(ts)(ts)"));
    }

    #[test]
    fn a_buffer_that_another_iteration_used_is_not_freed() {
        let mut races = Races::default();
        races.begin();
        races.iteration();
        races.touches(0, 3, false);
        assert!(!races.frees(0));
        races.iteration();
        assert!(races.frees(0) && !races.frees(1));
    }
}
