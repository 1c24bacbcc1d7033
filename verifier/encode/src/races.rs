//! What iterations without order may do to each other. Two iterations race where both access one cell of memory and one of them writes;
//! their order shows where one has events, or ends the function where another has events or undefined behaviour.
//!
//! Where neither is so, iterations that are followed one after the other come to what they come to in any order: no iteration reads what another
//! one writes, so that each does the same wherever it comes, and what they leave in memory is apart.

use crate::state::{Access, Happened, Iterations};
use assay_ir::data::OpId;
use rustc_hash::FxHashSet;

use crate::machine::SymbolicExecutor;
use crate::unsupported::EncodeError;
use assay_term::node::TermId;

impl SymbolicExecutor<'_, '_> {
    /// Tells if a loop without order is around.
    pub(crate) fn is_in_iteration(&self) -> bool {
        self.races.depth > 0
    }

    /// Takes down an access of memory.
    pub(crate) fn touch(&mut self, block: usize, cell: Option<TermId>, writes: bool) {
        if self.is_in_iteration() {
            let path = self.state.path;
            self.races.made.push(Access { block, cell, writes, path });
        }
    }

    fn happened(&self) -> Happened {
        let (undefined, trapped) = self.ends();
        Happened { undefined, trapped, events: self.events }
    }

    /// A loop without order begins.
    pub(crate) fn begin_iterations(&mut self, op: OpId) -> Iterations {
        self.races.depth += 1;
        Iterations { op, began: Vec::new() }
    }

    /// An iteration begins.
    pub(crate) fn begin_iteration(&mut self, iterations: &mut Iterations) {
        iterations.began.push((self.races.made.len(), self.happened()));
    }

    /// The loop ends: a race is undefined behaviour.
    ///
    /// # Errors
    /// An order of the iterations shows.
    pub(crate) fn end_iterations(&mut self, iterations: &Iterations) -> Result<(), EncodeError> {
        self.races.depth -= 1;
        let starts = iterations.began.iter().map(|(start, _)| *start).skip(1);
        let ends: Vec<usize> = starts.chain([self.races.made.len()]).collect();
        let raced = self.raced(&iterations.began, &ends)?;
        self.is_undefined_where(raced);
        if self.races.depth == 0 {
            self.races.made.clear();
        }
        let last = self.happened();
        let states: Vec<Happened> =
            iterations.began.iter().map(|(_, happened)| *happened).chain([last]).collect();
        let changes =
            |what: fn(&Happened) -> usize| states.windows(2).any(|pair| what(&pair[0]) != what(&pair[1]));
        let events = changes(|happened| happened.events);
        let traps = states.windows(2).any(|pair| pair[0].trapped != pair[1].trapped);
        let undefined = states.windows(2).any(|pair| pair[0].undefined != pair[1].undefined);
        match iterations.began.len() > 1 && (events || traps && undefined) {
            true => Err(EncodeError::Order(self.program.op_name(iterations.op).to_owned())),
            false => Ok(()),
        }
    }

    /// The condition under which two iterations race.
    fn raced(&mut self, began: &[(usize, Happened)], ends: &[usize]) -> Result<TermId, EncodeError> {
        let mut seen = FxHashSet::default();
        let mut all: Vec<(usize, Access)> = Vec::new();
        for (iteration, ((start, _), end)) in began.iter().zip(ends).enumerate() {
            let made = &self.races.made[*start..*end];
            all.extend(
                made.iter()
                    .filter(|access| seen.insert((iteration, **access)))
                    .map(|access| (iteration, *access)),
            );
        }
        all.sort_by_key(|(iteration, access)| (access.block, *iteration));
        let mut found = Vec::new();
        for of_block in all.chunk_by(|(_, one), (_, other)| one.block == other.block) {
            if !of_block.iter().any(|(_, access)| access.writes) {
                continue;
            }
            for (at, (iteration, one)) in of_block.iter().enumerate() {
                for (_, other) in of_block[at + 1..].iter().filter(|(later, _)| later != iteration) {
                    if one.writes || other.writes {
                        found.extend(self.meet(one, other));
                    }
                }
                self.encoder.bounded()?;
            }
        }
        Ok(self.pool().any(found))
    }

    /// The condition under which two accesses happen and are of one cell; `None` where they are not.
    fn meet(&mut self, one: &Access, other: &Access) -> Option<TermId> {
        let pool = self.pool();
        let same = match (one.cell, other.cell) {
            (Some(a), Some(b)) => pool.equal(a, b),
            _ => pool.boolean(true),
        };
        if pool.value(same) == Some(0) {
            return None;
        }
        let both = pool.and(one.path, other.path);
        let met = pool.and(both, same);
        (pool.value(met) != Some(0)).then_some(met)
    }
}
