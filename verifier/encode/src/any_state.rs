//! Loops of which one iteration is encoded, for any state at its start. The loop leaves that state where it does not go on: which
//! states those are is said by an invariant, and shown by induction, by who asks.
//!
//! A loop is encoded so only where an iteration writes no memory, makes no event and never traps.

use assay_ir::data::OpId;
use assay_semantics::{Scalar, Value};
use assay_term::node::{Compare, TermId};

use crate::encoder::Encoder;
use crate::machine::SymbolicExecutor;
use crate::records::AnyState;
use crate::state::{Item, State};
use crate::unsupported::EncodeError;

/// An iteration: the condition under which there is one, what the loop leaves without it, and the state behind it.
pub(crate) struct OneIteration {
    pub(crate) goes_on: TermId,
    pub(crate) left: Vec<Item>,
    pub(crate) next: Vec<Item>,
}

impl Encoder {
    /// The encoder that follows one iteration of a loop, from any state.
    #[must_use]
    pub fn from_any_state(mut self) -> Encoder {
        self.any_states = Some(Vec::new());
        self
    }

    /// The loops that were encoded so.
    pub fn any_states(&self) -> &[AnyState] {
        self.any_states.as_deref().unwrap_or_default()
    }
}

impl SymbolicExecutor<'_, '_> {
    /// Encodes one iteration of a loop from any state and leaves the loop in that state.
    pub(crate) fn loop_from_any_state(
        &mut self,
        op: OpId,
        initial: &[Item],
        range: Option<(TermId, Compare)>,
        iteration: impl FnOnce(&mut Self, Vec<Item>) -> Result<OneIteration, EncodeError>,
    ) -> Result<(), EncodeError> {
        if self.is_in_iteration() || !self.encoder.any_states().is_empty() {
            return Err(self.unsupported(op));
        }
        let first = self.numbers_of(op, initial)?;
        let scalars: Vec<Scalar> = first.iter().flat_map(|value| value.elements.clone()).collect();
        let variable = |(at, one): (usize, &Scalar)| {
            let sort = self.encoder.pool.sort(one.bits);
            Scalar { bits: self.encoder.pool.variable(format!("state.{at}"), sort), ..*one }
        };
        let state: Vec<Scalar> = scalars.iter().enumerate().map(variable).collect();
        let items = in_shape(&first, &state);
        let yes = self.pool().boolean(true);
        let inside = State { path: yes, ..self.state.clone() };
        let outside = std::mem::replace(&mut self.state, inside);
        let (values, count, ends) = (self.values.clone(), self.blocks.len(), self.take_ends());
        let OneIteration { goes_on, left, next } = iteration(self, items)?;
        let behind = std::mem::replace(&mut self.state, outside);
        let ends = self.put_ends(ends);
        self.values = values;
        self.blocks.truncate(count);
        let never = |condition: &TermId| self.encoder.pool.value(*condition) == Some(0);
        let stays = |(block, one): (&usize, &crate::state::Contents)| {
            behind.memory.get(block).is_some_and(|other| {
                let pairs = one.cells.iter().zip(other.cells.iter());
                let same = |(a, b): (&Scalar, &Scalar)| a.bits == b.bits && a.poison == b.poison;
                one.live == other.live && one.cells.len() == other.cells.len() && pairs.into_iter().all(same)
            })
        };
        let is_pure = never(&ends.trapped)
            && never(&ends.cut)
            && ends.touched.iter().all(never)
            && behind.history == self.state.history
            && self.state.memory.iter().all(stays);
        let next = self.numbers_of(op, &next)?;
        let alike = next.len() == first.len()
            && next
                .iter()
                .zip(&first)
                .all(|(a, b)| a.shape == b.shape && a.elements.len() == b.elements.len());
        if !is_pure || !alike {
            return Err(self.unsupported(op));
        }
        let one = AnyState {
            target: self.encoder.kept.after,
            entered: self.state.path,
            initial: scalars,
            state: state.iter().map(|one| one.bits).collect(),
            goes_on,
            next: next.into_iter().flat_map(|value| value.elements).collect(),
            undefined: ends.undefined,
            range,
        };
        self.encoder.any_states.get_or_insert_default().push(one);
        self.undefined_if(ends.undefined);
        self.bind(op, left)
    }

    fn numbers_of(&self, op: OpId, items: &[Item]) -> Result<Vec<Value>, EncodeError> {
        let numbers = |item: &Item| match item {
            Item::Numbers(value) => Ok(value.clone()),
            _ => Err(self.lacks_types(op)),
        };
        items.iter().map(numbers).collect()
    }
}

/// The scalars as values of these shapes.
fn in_shape(shapes: &[Value], scalars: &[Scalar]) -> Vec<Item> {
    let mut rest = scalars.iter().copied();
    let item = |value: &Value| {
        let elements = rest.by_ref().take(value.elements.len()).collect();
        Item::Numbers(Value { shape: value.shape.clone(), elements })
    };
    shapes.iter().map(item).collect()
}
