//! Calls of functions without a body, as events in their order. A callee sees the events before it, its operands and all memory
//! that it can reach; what it does is the same wherever all of that is the same. It may return anything, write and free what it
//! reaches, have undefined behaviour, or never return. Where the program before gives it poison, and the program after a value
//! in its place, it does what it did before or less: functions have no way to see that a value is poison ("a call with more
//! defined arguments refines one with less defined ones", as Alive2 takes it).

use crate::records::{Event, EventInputs, HISTORY, PURE_FUNCTION};
use std::fmt::Write as _;
use std::rc::Rc;

use assay_ir::data::OpId;

use crate::encoder::Encoder;
use crate::loop_invariant::all_equal;
use crate::machine::SymbolicExecutor;
use crate::state::{Contents, Item, Origin, View};
use crate::unsupported::EncodeError;
use assay_semantics::{Element, Layout, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Sort, TermId};

/// The memory of a function's own that an event reaches.
pub(crate) const LOCAL: &str = "local";

/// Events of both functions together, beyond which nothing is encoded.
const MOST_EVENTS: usize = 64;

/// Numbers that one event sees, beyond which nothing is encoded.
const MOST_SEEN: usize = 1024;

impl Encoder {
    /// The number that stands for no event.
    pub(crate) fn no_events(&mut self) -> TermId {
        self.pool.number(HISTORY, 0)
    }

    /// That a number stands for some events.
    fn is_some_event(&mut self, history: TermId) {
        let none = self.no_events();
        let is_none = self.pool.equal(history, none);
        let fact = self.pool.not(is_none);
        self.add_fact(fact);
    }

    /// Takes down something that holds whatever the inputs are.
    pub(crate) fn add_fact(&mut self, fact: TermId) {
        if !self.events.facts.contains(&fact) {
            self.events.facts.push(fact);
        }
    }

    /// The facts about events, about loops that are kept, about results that operations choose and about functions of real
    /// numbers, as one statement.
    pub fn facts(&mut self) -> TermId {
        let facts = self.events.facts.iter().chain(&self.roles.facts).copied();
        let facts: Vec<TermId> = facts.collect();
        self.pool.all(facts)
    }

    /// That each event returns, has no undefined behaviour, frees nothing, and makes poison of poison alone.
    pub fn usual_events(&mut self) -> TermId {
        let usual = self.events.usual.clone();
        self.pool.all(usual)
    }

    /// Tells if a function without a body is called.
    pub fn has_events(&self) -> bool {
        !self.events.made.is_empty()
    }

    /// What comes of an event: variables of these sorts, the same for an event that depends on the same.
    fn happen(
        &mut self,
        key: String,
        inputs: EventInputs,
        sorts: &[Sort],
    ) -> Result<Vec<TermId>, EncodeError> {
        let after = self.kept.after;
        let Encoder { pool, events, .. } = self;
        let same =
            |event: &&Event| event.key == key && event.inputs == inputs && event.done.len() == sorts.len();
        if let Some(event) = events.made.iter().find(same) {
            return Ok(event.done.clone());
        }
        if events.made.len() >= MOST_EVENTS || inputs.terms.len() + 2 * inputs.numbers.len() > MOST_SEEN {
            return Err(EncodeError::Size);
        }
        let number = events.made.len();
        let fresh = |(at, sort): (usize, &Sort)| pool.variable(format!("event{number}.{at}"), *sort);
        let done: Vec<TermId> = sorts.iter().enumerate().map(fresh).collect();
        let fits = |event: &&Event| {
            event.key == key
                && event.inputs.terms.len() == inputs.terms.len()
                && event.inputs.numbers.len() == inputs.numbers.len()
        };
        // Some earlier event is the same.
        let mut met = pool.boolean(false);
        let mut facts = Vec::new();
        for event in events.made.iter().filter(fits) {
            let same = event.inputs.is_same(pool, &inputs);
            met = pool.or(met, same);
            facts.push(implied_alike(pool, same, &event.done, &done));
        }
        for event in events.made.iter().filter(fits).filter(|event| after && !event.after) {
            let refined = event.inputs.is_refined_by(pool, &inputs);
            let not_met = pool.not(met);
            let first = pool.and(refined, not_met);
            met = pool.or(met, refined);
            facts.push(implied_alike(pool, first, &event.done, &done));
        }
        events.facts.extend(facts);
        events.made.push(Event { key, inputs, done: done.clone(), after });
        Ok(done)
    }
}

impl EventInputs {
    fn is_same(&self, pool: &mut TermArena, other: &EventInputs) -> TermId {
        let split = |inputs: &EventInputs| -> Vec<TermId> {
            let numbers = inputs.numbers.iter().flat_map(|number| [number.bits, number.poison]);
            inputs.terms.iter().copied().chain(numbers).collect()
        };
        all_equal(pool, &split(self), &split(other))
    }

    /// True where both are the same but for numbers that are poison here.
    fn is_refined_by(&self, pool: &mut TermArena, other: &EventInputs) -> TermId {
        let mut all = vec![all_equal(pool, &self.terms, &other.terms)];
        for (mine, theirs) in self.numbers.iter().zip(&other.numbers) {
            let same = pool.equal(mine.bits, theirs.bits);
            let value = pool.not(theirs.poison);
            let same = pool.and(same, value);
            all.push(pool.or(mine.poison, same));
        }
        pool.all(all)
    }
}

/// That two events do the same where a condition holds.
fn implied_alike(pool: &mut TermArena, condition: TermId, one: &[TermId], other: &[TermId]) -> TermId {
    let not = pool.not(condition);
    let alike = all_equal(pool, one, other);
    pool.or(not, alike)
}

/// The sorts of a number and of whether it is poison.
fn sorts_of(layout: &Layout) -> [Sort; 2] {
    let bits = match layout.element {
        Element::Empty => Sort::Bits(1),
        _ => layout.sort(),
    };
    [bits, Sort::Bool]
}

/// What comes of an event, in its order.
struct EventOutcome(std::vec::IntoIter<TermId>);

impl EventOutcome {
    fn one(&mut self) -> Result<TermId, EncodeError> {
        self.0.next().ok_or(EncodeError::Size)
    }

    fn scalars(&mut self, count: usize) -> Result<Vec<Scalar>, EncodeError> {
        (0..count).map(|_| Ok(Scalar { bits: self.one()?, poison: self.one()? })).collect()
    }
}

impl SymbolicExecutor<'_, '_> {
    /// Results of an event, which are poison only where some input of it is, `given`.
    fn results_of_event(
        &mut self,
        done: &mut EventOutcome,
        results: Vec<Layout>,
        given: TermId,
    ) -> Result<Vec<Item>, EncodeError> {
        let mut items = Vec::new();
        for layout in results {
            let elements = done.scalars(layout.size())?;
            elements.iter().for_each(|number| self.poison_needs(number.poison, given));
            items.push(Item::Numbers(Value { shape: layout.shape, elements }));
        }
        Ok(items)
    }

    /// The call of a function of which nothing is known.
    pub(crate) fn event(&mut self, op: OpId, name: &str) -> Result<(), EncodeError> {
        if name.starts_with(PURE_FUNCTION) {
            return self.pure(op, name);
        }
        self.events += 1;
        let mut key = format!("@{name}");
        let mut inputs = EventInputs { terms: vec![self.state.history], ..EventInputs::default() };
        for item in self.items(op, 0)? {
            match item {
                Item::Numbers(value) => self.see(&value.elements, &mut key, &mut inputs),
                Item::View(view) => self.see_view(&view, &mut key, &mut inputs),
                Item::Pointer(_) | Item::Fields(_) => return Err(self.lacks_types(op)),
            }
        }
        let reached = self.reached.clone();
        for (block, identity) in &reached {
            let Contents { cells, live } = self.block_contents(*block)?;
            let _ = write!(key, " {identity}");
            inputs.terms.push(live);
            self.see(&cells, &mut key, &mut inputs);
        }
        let results: Vec<Layout> = (0..self.program.result_count(op))
            .map(|at| self.result_layout(op, at))
            .collect::<Result<_, _>>()?;
        let mut sorts = vec![Sort::Bits(HISTORY), Sort::Bool, Sort::Bool];
        results.iter().for_each(|layout| sorts.extend(sorts_of(layout).repeat(layout.size())));
        for (block, _) in &reached {
            sorts.push(Sort::Bool);
            let cells = self.block_contents(*block)?.cells.len();
            sorts.extend(sorts_of(&self.layout_in(*block)?).repeat(cells));
        }
        let numbers: Vec<TermId> = inputs.numbers.iter().map(|number| number.poison).collect();
        let mut done = EventOutcome(self.encoder.happen(key, inputs, &sorts)?.into_iter());
        self.state.history = done.one()?;
        self.encoder.is_some_event(self.state.history);
        let (undefined, returns) = (done.one()?, done.one()?);
        self.undefined_if(undefined);
        let never = self.pool().not(returns);
        self.traps_if(never);
        self.encoder.events.usual.push(returns);
        self.never(undefined);
        let given = self.given_poison(&numbers);
        let items = self.results_of_event(&mut done, results, given)?;
        for (block, _) in reached {
            let kept = done.one()?;
            self.encoder.events.usual.push(kept);
            let old = self.block_contents(block)?.cells;
            let cells = done.scalars(old.len())?;
            for (old, new) in old.iter().zip(&cells) {
                let reason = self.pool().or(old.poison, given);
                self.poison_needs(new.poison, reason);
            }
            self.overwritten(block, kept, cells)?;
        }
        self.bind(op, items)
    }

    /// The call of a function without an effect of which nothing else is known: no event, and the same results wherever its
    /// operands are the same. It may have undefined behaviour.
    fn pure(&mut self, op: OpId, name: &str) -> Result<(), EncodeError> {
        let (mut key, mut inputs) = (format!("@{name}"), EventInputs::default());
        for item in self.items(op, 0)? {
            match item {
                Item::Numbers(value) => self.see(&value.elements, &mut key, &mut inputs),
                Item::View(_) | Item::Pointer(_) | Item::Fields(_) => return Err(self.lacks_types(op)),
            }
        }
        let results: Vec<Layout> = (0..self.program.result_count(op))
            .map(|at| self.result_layout(op, at))
            .collect::<Result<_, _>>()?;
        let mut sorts = vec![Sort::Bool];
        results.iter().for_each(|layout| sorts.extend(sorts_of(layout).repeat(layout.size())));
        let numbers: Vec<TermId> = inputs.numbers.iter().map(|number| number.poison).collect();
        let mut done = EventOutcome(self.encoder.happen(key, inputs, &sorts)?.into_iter());
        let undefined = done.one()?;
        self.undefined_if(undefined);
        self.never(undefined);
        let given = self.given_poison(&numbers);
        let items = self.results_of_event(&mut done, results, given)?;
        self.bind(op, items)
    }

    /// A usual event does not make this hold.
    fn never(&mut self, condition: TermId) {
        let usual = self.pool().not(condition);
        self.encoder.events.usual.push(usual);
    }

    /// A usual event makes poison of what is poison alone.
    fn poison_needs(&mut self, poison: TermId, given: TermId) {
        let none = self.pool().not(given);
        let made = self.pool().and(none, poison);
        self.never(made);
    }

    /// That one of these is poison.
    fn given_poison(&mut self, numbers: &[TermId]) -> TermId {
        self.pool().any(numbers.iter().copied())
    }

    /// Numbers that an event depends on; of poison nothing but that it is.
    fn see(&mut self, numbers: &[Scalar], key: &mut String, inputs: &mut EventInputs) {
        // Writing to a string does not fail.
        let _ = write!(key, " {}", numbers.len());
        for number in numbers {
            let pool = self.pool();
            let _ = write!(key, "{:?}", pool.sort(number.bits));
            let bits = match pool.sort(number.bits) {
                Sort::Bits(width) => {
                    let zero = pool.zero(width);
                    pool.choice(number.poison, zero, number.bits)
                }
                _ => number.bits,
            };
            inputs.numbers.push(Scalar { bits, poison: number.poison });
        }
    }

    /// Memory that an event is given: the block is reached from here on, by this event and all later ones.
    fn see_view(&mut self, view: &View, key: &mut String, inputs: &mut EventInputs) {
        let number = self.reached.iter().position(|(block, _)| *block == view.block).unwrap_or_else(|| {
            self.reached.push((view.block, LOCAL.to_owned()));
            self.reached.len() - 1
        });
        let _ = write!(key, " memory {number} {:?}", view.strides);
        inputs.terms.extend([view.start, view.offset]);
        inputs.terms.extend(&view.sizes);
    }

    /// What an event leaves in a block.
    fn overwritten(&mut self, block: usize, kept: TermId, cells: Vec<Scalar>) -> Result<(), EncodeError> {
        let before = self.block_contents(block)?;
        let contents = match self.blocks[block].origin {
            Origin::Constant => return Ok(()),
            Origin::Heap => {
                Contents { cells: Rc::new(cells), live: self.encoder.pool.and(before.live, kept) }
            }
            Origin::Stack | Origin::Global => Contents { cells: Rc::new(cells), live: before.live },
        };
        self.state.memory.insert(block, contents);
        Ok(())
    }
}
