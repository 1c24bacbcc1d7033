//! Types of an operation that are one, by what its record says, and those that are integers, by conditions of the path.

use assay_ops::Op;

use crate::state::State;
use crate::term::{Term, Width};

/// The question if a type is one of integers.
pub(crate) fn integers_question(ty: usize) -> String {
    format!("type {ty} is one of integers")
}

impl State {
    /// Says of types what the record of their operation does; false where they cannot be so.
    pub(crate) fn relate(&mut self, record: &'static Op, operands: &[usize], results: &[usize]) -> bool {
        let names: Vec<(&str, usize)> = record
            .operands()
            .map(|group| group.name)
            .zip(operands.iter().copied())
            .chain(record.results().map(|group| group.name).zip(results.iter().copied()))
            .collect();
        let named = |text: &str, word: &str| {
            let inner = text.trim().strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')')?;
            names.iter().find(|(name, _)| *name == inner).map(|(_, ty)| *ty)
        };
        let mut holds = true;
        let all: Vec<usize> = operands.iter().chain(results).copied().collect();
        if record.has("SameOperandsAndResultType") {
            holds &= all.windows(2).all(|pair| self.join(pair[0], pair[1]));
        }
        if record.has("SameTypeOperands") {
            holds &= operands.windows(2).all(|pair| self.join(pair[0], pair[1]));
        }
        for relation in record.relations() {
            let Some((left, right)) = relation.split_once(" == ") else { continue };
            if let (Some(left), Some(right)) = (named(left, "type"), named(right, "type")) {
                holds &= self.join(left, right);
            }
        }
        holds
    }

    /// Drops the answers that a type is one of integers where a condition computes with its numbers: it holds of no other type.
    pub(crate) fn drop_implied(&mut self) {
        for ty in 0..self.types.len() {
            let computes = |part: &Term| match part {
                Term::Attribute(_, Width::Type(of)) | Term::WidthOf(of) => self.ty(*of) == self.ty(ty),
                _ => false,
            };
            if self.conditions.iter().any(|condition| self.resolved(&condition.term).any(&computes)) {
                let question = integers_question(ty);
                self.unsaid.retain(|(said, _)| *said != question);
            }
        }
    }
}
