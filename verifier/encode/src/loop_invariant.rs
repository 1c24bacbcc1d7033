//! Loops that are not followed iteration by iteration: one iteration is encoded, for any state at its start, and what the loop leaves is not
//! known. Two loops of a pair with equal bounds that begin alike end alike, where an iteration of the one refines an iteration of the other
//! for any state in which they are alike; that is a question of its own ([`Encoder::same_iterations`]).
//!
//! Alike: a number of the program after is that of the program before, unless that one is poison. By induction over the iterations
//! the numbers that are carried, the memory that is written and the events stay alike, until the program before has undefined
//! behaviour, or both are ended.

use crate::records::{End, Loop, Start};
use std::fmt::Write as _;
use std::rc::Rc;

use assay_ir::data::{OpId, RegionId};

use crate::encoder::Encoder;
use crate::machine::SymbolicExecutor;
use crate::state::{Contents, ExitConditions, Item, State};
use crate::unsupported::EncodeError;
use assay_semantics::{Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Compare, Sort, TermId};

/// The bounds of a loop.
pub(crate) struct Bounds {
    pub(crate) lower: TermId,
    pub(crate) upper: TermId,
    pub(crate) step: TermId,
    pub(crate) order: Compare,
}

/// What an attempt to encode an iteration changes in the encoder.
struct Mark {
    loops: usize,
    events: usize,
    facts: usize,
}

impl Encoder {
    /// Tells if a loop was kept.
    pub fn has_loops(&self) -> bool {
        !self.kept.made.is_empty()
    }

    /// The loops of both sides in pairs, as numbers for [`Encoder::same_iterations`]; inner ones come first.
    pub fn loops(&self) -> Vec<(usize, usize)> {
        let number = |at: usize| {
            let one = &self.kept.made[at];
            let earlier = self.kept.made[..at].iter();
            earlier.filter(|other| other.after == one.after && other.key == one.key).count()
        };
        let all = 0..self.kept.made.len();
        let (after, before): (Vec<usize>, Vec<usize>) = all.partition(|at| self.kept.made[*at].after);
        let partner = |one: usize| {
            let same = |other: &&usize| {
                self.kept.made[one].key == self.kept.made[**other].key && number(one) == number(**other)
            };
            Some((one, *after.iter().find(same)?))
        };
        before.into_iter().filter_map(partner).collect()
    }

    /// A statement that never holds if an iteration of the second loop refines an iteration of the first.
    pub fn same_iterations(&mut self, (before, after): (usize, usize)) -> TermId {
        let [one, other] = [before, after].map(|at| self.kept.made[at].clone());
        let facts = self.facts();
        let pool = &mut self.pool;
        let entry = all_equal(pool, &one.entry, &other.entry);
        let fails = refines(pool, &one.iteration, &other.iteration);
        let fails = pool.not(fails);
        pool.all([facts, entry, one.within, fails])
    }

    /// From here on, two loops whose iterations are the same end alike where they begin alike.
    pub fn assume_same(&mut self, (before, after): (usize, usize)) {
        let [one, other] = [before, after].map(|at| self.kept.made[at].clone());
        let pool = &mut self.pool;
        let entry = all_equal(pool, &one.entry, &other.entry);
        let alike = alike(pool, &one.initial, &other.initial);
        let begins = pool.and(entry, alike);
        let not = pool.not(begins);
        let ends = refines(pool, &one.end, &other.end);
        let fact = pool.or(not, ends);
        self.events.facts.push(fact);
    }

    /// The start of any iteration of a loop with this key.
    fn start(&mut self, key: &str, bits: &[Sort]) -> Start {
        let Encoder { pool, kept, .. } = self;
        let same = |one: &&Loop| one.after == kept.after && one.key == key;
        let number = kept.made.iter().filter(same).count();
        let all = kept.starts.len();
        let fresh = || {
            let name = |what: &str| format!("loop{all}.{what}");
            let mut before = Vec::new();
            let mut after = Vec::new();
            for (at, sort) in bits.iter().enumerate() {
                let bits = pool.variable(name(&at.to_string()), *sort);
                let poison = pool.variable(name(&format!("{at}.poison")), Sort::Bool);
                let still = pool.variable(name(&format!("{at}.still")), Sort::Bool);
                before.push(Scalar { bits, poison });
                after.push(Scalar { bits, poison: pool.and(poison, still) });
            }
            let induction = pool.variable(name("induction"), Sort::Bits(crate::layout::INDEX));
            let history = pool.variable(name("events"), Sort::Bits(crate::records::HISTORY));
            Start { induction, history, before, after }
        };
        kept.starts.entry((key.to_owned(), number)).or_insert_with(fresh).clone()
    }

    fn mark(&self) -> Mark {
        Mark { loops: self.kept.made.len(), events: self.events.made.len(), facts: self.events.facts.len() }
    }

    fn back_to(&mut self, mark: &Mark) {
        self.kept.made.truncate(mark.loops);
        self.events.made.truncate(mark.events);
        self.events.facts.truncate(mark.facts);
    }
}

/// A number of the program after is that of the program before, unless that one is poison.
fn alike(pool: &mut TermArena, before: &[Scalar], after: &[Scalar]) -> TermId {
    let mut all = Vec::new();
    for (old, new) in before.iter().zip(after) {
        let sound = pool.not(new.poison);
        let equal = pool.equal(old.bits, new.bits);
        let same = pool.and(sound, equal);
        all.push(pool.or(old.poison, same));
    }
    pool.all(all)
}

/// The end of the program after is one that the program before allows.
fn refines(pool: &mut TermArena, before: &End, after: &End) -> TermId {
    let defined = pool.not(after.undefined);
    let traps = pool.equal(before.trapped, after.trapped);
    let events = pool.equal(before.history, after.history);
    let numbers = alike(pool, &before.numbers, &after.numbers);
    let numbers = pool.or(before.trapped, numbers);
    let mut all = vec![defined, traps, events, numbers];
    for (old, new) in before.touched.iter().zip(&after.touched) {
        let not = pool.not(*new);
        all.push(pool.or(*old, not));
    }
    let same = pool.all(all);
    pool.or(before.undefined, same)
}

pub(crate) fn all_equal(pool: &mut TermArena, one: &[TermId], other: &[TermId]) -> TermId {
    let pairs: Vec<TermId> = one.iter().zip(other).map(|(a, b)| pool.equal(*a, *b)).collect();
    pool.all(pairs)
}

impl SymbolicExecutor<'_, '_> {
    /// A loop over a range whose iterations are not followed. Control is here where the step is positive.
    pub(crate) fn keep_loop(
        &mut self,
        op: OpId,
        bounds: &Bounds,
        carried: &[Item],
    ) -> Result<(), EncodeError> {
        // Its iterations have an order, but not with those of a loop around it.
        if self.is_in_iteration() {
            return Err(self.unsupported(op));
        }
        let region = *self.program.op_regions(op).first().ok_or_else(|| self.unsupported(op))?;
        let width = self.pool().width(bounds.lower);
        let numbers = |item: &Item| match item {
            Item::Numbers(value) => Ok(value.clone()),
            _ => Err(self.lacks_types(op)),
        };
        let carried: Vec<Value> = carried.iter().map(numbers).collect::<Result<_, _>>()?;
        let everything: Vec<usize> = self.state.memory.keys().copied().collect();
        let mark = self.encoder.mark();
        // Each attempt has variables of its own.
        let attempt = format!("attempt {}", self.encoder.kept.starts.len());
        let tried = self.iteration(region, bounds, &carried, &everything, &attempt)?;
        self.encoder.back_to(&mark);
        let mut key = format!("{width} {:?}", bounds.order);
        for value in &carried {
            let _ = write!(key, " {:?} {}", value.shape, value.elements.len());
        }
        for block in &tried.written {
            let identity = self.reached.iter().find(|(one, _)| one == block);
            let identity = identity.map_or("local", |(_, identity)| identity);
            let _ = write!(key, " {identity} {}", self.block_contents(*block)?.cells.len());
        }
        let iteration = self.iteration(region, bounds, &carried, &tried.written, &key)?;
        if iteration.written.iter().any(|block| !tried.written.contains(block)) {
            return Err(self.unsupported(op));
        }
        self.left(op, bounds, &carried, &tried.written, key, iteration)
    }

    /// One iteration from any state: `blocks` hold anything.
    fn iteration(
        &mut self,
        region: RegionId,
        bounds: &Bounds,
        carried: &[Value],
        blocks: &[usize],
        key: &str,
    ) -> Result<Iteration, EncodeError> {
        let mut sorts: Vec<Sort> = Vec::new();
        let elements = carried.iter().flat_map(|value| &value.elements);
        sorts.extend(elements.map(|one| self.encoder.pool.sort(one.bits)));
        for block in blocks {
            let cells = self.block_contents(*block)?.cells;
            sorts.extend(cells.iter().map(|one| self.encoder.pool.sort(one.bits)));
        }
        let start = self.encoder.start(key, &sorts);
        let numbers = if self.encoder.kept.after { start.after } else { start.before };
        let mut rest = numbers.into_iter();
        let width = self.pool().width(bounds.lower);
        let induction = match width {
            crate::layout::INDEX => start.induction,
            _ => self.pool().extract(start.induction, 0, width),
        };
        let induction = self.sound(induction);
        let mut arguments = vec![Item::Numbers(Value { shape: None, elements: vec![induction] })];
        arguments.extend(carried.iter().map(|value| {
            let elements = rest.by_ref().take(value.elements.len()).collect();
            Item::Numbers(Value { shape: value.shape.clone(), elements })
        }));
        let yes = self.pool().boolean(true);
        let inside = State { path: yes, history: start.history, ..self.state.clone() };
        let outside = std::mem::replace(&mut self.state, inside);
        for block in blocks {
            let Contents { cells, live } = self.block_contents(*block)?;
            let cells: Vec<Scalar> = rest.by_ref().take(cells.len()).collect();
            self.state.memory.insert(*block, Contents { cells: Rc::new(cells), live });
        }
        let (values, count) = (self.values.clone(), self.blocks.len());
        let entered = self.state.memory.clone();
        let ends = self.take_ends();
        let exits = self.region(region, arguments)?;
        let yielded = self.join(exits)?.ok_or(EncodeError::Aliases)?;
        let left = std::mem::replace(&mut self.state, outside);
        let iteration = self.put_ends(ends);
        self.values = values;
        // Memory that an iteration makes is gone with it; what an iteration gives away stays so.
        self.blocks.truncate(count);
        self.reached.retain(|(block, _)| *block < count);
        self.globals.retain(|_, block| *block < count);
        if self.encoder.pool.value(iteration.cut) != Some(0) {
            return Err(EncodeError::Aliases);
        }
        let mut written = Vec::new();
        for (block, before) in &entered {
            let after = left.memory.get(block).ok_or(EncodeError::Aliases)?;
            if after.live != before.live {
                return Err(EncodeError::Aliases);
            }
            if !same_cells(&after.cells, &before.cells) {
                written.push(*block);
            }
        }
        let mut numbers = Vec::new();
        for (at, item) in yielded.into_iter().enumerate() {
            match item {
                Item::Numbers(value) if carried.get(at).is_some_and(|one| one.shape == value.shape) => {
                    numbers.extend(value.elements);
                }
                Item::Numbers(_) => return Err(EncodeError::Extents),
                _ => return Err(EncodeError::Aliases),
            }
        }
        for block in blocks {
            numbers.extend(left.memory.get(block).ok_or(EncodeError::Aliases)?.cells.iter().copied());
        }
        let history = self.encoder.pool.choice(iteration.trapped, iteration.stopped, left.history);
        let ExitConditions { undefined, trapped, touched, .. } = iteration;
        let end = End { undefined, trapped, history, numbers, touched };
        Ok(Iteration { induction: induction.bits, written, end })
    }

    /// What the loop leaves: anything, but nothing new where it makes no iteration.
    fn left(
        &mut self,
        op: OpId,
        bounds: &Bounds,
        carried: &[Value],
        blocks: &[usize],
        key: String,
        iteration: Iteration,
    ) -> Result<(), EncodeError> {
        let mut initial: Vec<Scalar> = carried.iter().flat_map(|value| value.elements.clone()).collect();
        for block in blocks {
            initial.extend(self.block_contents(*block)?.cells.iter().copied());
        }
        let number = self.encoder.kept.made.len();
        let before = self.state.history;
        let pool = &mut self.encoder.pool;
        let name = |what: &str| format!("left{number}.{what}");
        let fresh = |(at, one): (usize, &Scalar)| {
            let sort = pool.sort(one.bits);
            let bits = pool.variable(name(&at.to_string()), sort);
            Scalar { bits, poison: pool.variable(name(&format!("{at}.poison")), Sort::Bool) }
        };
        let numbers: Vec<Scalar> = initial.iter().enumerate().map(fresh).collect();
        let undefined = pool.variable(name("undefined"), Sort::Bool);
        let trapped = pool.variable(name("trapped"), Sort::Bool);
        let history = pool.variable(name("events"), Sort::Bits(crate::records::HISTORY));
        let touched =
            (0..self.touched.len()).map(|at| pool.variable(name(&format!("touched{at}")), Sort::Bool));
        let touched: Vec<TermId> = touched.collect();
        let end = End { undefined, trapped, history, numbers, touched };
        let enters = pool.compare(bounds.order, bounds.lower, bounds.upper);
        let mut idle = vec![pool.not(undefined), pool.not(trapped), pool.equal(history, before)];
        for (old, new) in initial.iter().zip(&end.numbers) {
            idle.push(pool.equal(old.bits, new.bits));
            idle.push(pool.equal(old.poison, new.poison));
        }
        idle.extend(end.touched.iter().map(|touched| pool.not(*touched)));
        let idle = pool.all(idle);
        let fact = pool.or(enters, idle);
        let first = {
            let below = pool.compare(bounds.order, iteration.induction, bounds.lower);
            pool.not(below)
        };
        let last = pool.compare(bounds.order, iteration.induction, bounds.upper);
        let within = pool.and(first, last);
        self.encoder.events.facts.push(fact);
        let entry = vec![bounds.lower, bounds.upper, bounds.step, before];
        let after = self.encoder.kept.after;
        let one = Loop { after, key, entry, initial, within, iteration: iteration.end, end: end.clone() };
        self.encoder.kept.made.push(one);
        self.undefined_if(undefined);
        for (block, touched) in end.touched.iter().enumerate() {
            self.touches_if(block, *touched);
        }
        self.state.history = history;
        self.traps_if(trapped);
        let mut rest = end.numbers.into_iter();
        let items = carried.iter().map(|value| {
            let elements = rest.by_ref().take(value.elements.len()).collect();
            Item::Numbers(Value { shape: value.shape.clone(), elements })
        });
        let items: Vec<Item> = items.collect();
        for block in blocks {
            let Contents { cells, live } = self.block_contents(*block)?;
            let cells: Vec<Scalar> = rest.by_ref().take(cells.len()).collect();
            self.state.memory.insert(*block, Contents { cells: Rc::new(cells), live });
        }
        self.bind(op, items)
    }
}

/// An iteration that was encoded.
struct Iteration {
    induction: TermId,
    /// The blocks that it writes.
    written: Vec<usize>,
    end: End,
}

fn same_cells(one: &[Scalar], other: &[Scalar]) -> bool {
    one.iter().zip(other).all(|(a, b)| a.bits == b.bits && a.poison == b.poison)
}
