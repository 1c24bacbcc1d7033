//! Types of an operation that are one, by what its record says, and those that are integers, by conditions of the path.

use assay_ops::Op;

use crate::records::Elements;
use crate::state::{IMPOSSIBLE, Operation, State};
use crate::term::{Term, Width};
use crate::value::Run;

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

    /// The type that the record of an operation of the path says to be that of the elements of another one.
    pub(crate) fn related_element(&self, ty: usize) -> Option<usize> {
        self.ops.iter().find_map(|op| {
            let operands = op.record.operands().map(|group| group.name).zip(op.operands.iter().copied());
            let results = op.record.results().map(|group| group.name).zip(op.results.iter().copied());
            let names: Vec<(&str, usize)> = operands.chain(results).collect();
            let named = |name: &str| {
                let value = names.iter().find(|(known, _)| *known == name)?.1;
                Some(self.type_of(value))
            };
            op.record.types().split_whitespace().find_map(|word| {
                let (own, whole) = word.split_once("=element(")?;
                (named(whole.strip_suffix(')')?)? == self.ty(ty)).then(|| named(own))?
            })
        })
    }

    /// True where a matched cast of integers would have to be one to a type of fewer than two bits, or from one that is no wider
    /// than its result: no integer has zero bits.
    pub(crate) fn casts_to_no_type(&self, op: &Operation) -> bool {
        let (&[from], &[to]) = (&op.operands[..], &op.results[..]) else { return false };
        let widths = [from, to].map(|value| self.width(self.type_of(value)));
        match (op.record.fact("integer"), widths) {
            (Some("exts" | "extu"), [Width::Bits(from), Width::Bits(to)]) => from >= to,
            (Some("exts" | "extu"), [_, Width::Bits(to)]) => to < 2,
            (Some("trunc"), [Width::Bits(from), Width::Bits(to)]) => from <= to,
            (Some("trunc"), [Width::Bits(from), _]) => from < 2,
            _ => false,
        }
    }

    /// The dimensions and the text of the elements of a type that is one of vectors and written.
    pub(crate) fn shape(&self, ty: usize) -> Option<(Vec<i128>, String)> {
        let text = self.types[self.ty(ty)].written.as_deref()?;
        let inner = text.strip_prefix("vector<")?.strip_suffix('>')?;
        let (dimensions, element) = inner.rsplit_once('x')?;
        let dimensions = dimensions.split('x').map(|one| one.parse().ok()).collect::<Option<_>>()?;
        Some((dimensions, element.to_owned()))
    }

    /// Tells if a type is one of vectors that is written.
    pub(crate) fn is_vector(&self, ty: usize) -> bool {
        self.shape(ty).is_some()
    }

    /// True where all types of the match are written.
    pub(crate) fn has_written_types(&self) -> bool {
        let matched = self.ops.iter().filter(|op| !op.created);
        let mut values = matched.flat_map(|op| op.operands.iter().chain(&op.results));
        values.all(|value| self.types[self.type_of(*value)].written.is_some())
    }

    /// Writes the types of truth values among results of which another one has a written scalar type.
    pub(crate) fn name_truths(&mut self, results: &[usize]) {
        let types: Vec<usize> = results.iter().map(|value| self.type_of(*value)).collect();
        let is_scalar =
            |ty: &usize| self.types[*ty].written.as_deref().is_some_and(|text| text.starts_with(['i', 'f']));
        if types.iter().any(is_scalar) {
            for ty in types {
                let known = &mut self.types[ty];
                if known.inferred && known.elements == Elements::Truth && known.written.is_none() {
                    known.written = Some("i1".to_owned());
                    known.inferred = false;
                }
            }
        }
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

    /// True where two types are one on this path.
    pub(crate) fn ask_same_type(&mut self, a: usize, b: usize) -> Run<bool> {
        let (a, b) = (self.ty(a), self.ty(b));
        if a == b {
            return Ok(true);
        }
        let (one, other) = (&self.types[a], &self.types[b]);
        let kinds = |elements| match elements {
            Elements::Integer | Elements::Truth | Elements::Index => 1,
            Elements::Float => 2,
            Elements::Any => 3,
        };
        if kinds(one.elements) & kinds(other.elements) == 0 {
            return Ok(false);
        }
        if let (Some(one), Some(other)) = (&one.written, &other.written) {
            return Ok(one == other);
        }
        let before = self.different_types.len();
        let same = self.fork_types(a, b)?;
        if self.different_types.len() > before {
            self.leave_to_order("two types differ".to_owned());
        }
        Ok(same)
    }

    /// A path on which two types are one, and one on which they are not.
    fn fork_types(&mut self, a: usize, b: usize) -> Run<bool> {
        let pair = |one: &(usize, usize)| {
            let (x, y) = (self.ty(one.0), self.ty(one.1));
            (x, y) == (a, b) || (y, x) == (a, b)
        };
        if self.different_types.iter().any(pair) {
            return Ok(false);
        }
        if !self.fork() {
            self.different_types.push((a, b));
            return Ok(false);
        }
        match self.join(a, b) {
            true => {
                let ty = self.ty(a);
                self.types[ty].asked = self.types[ty].written.is_some();
                Ok(true)
            }
            false => self.stop(IMPOSSIBLE),
        }
    }

    /// True where a type is one of integers that is written; where it is not, nothing is said for a type of integers, whose width
    /// is asked for next.
    pub(crate) fn ask_integer_type(&mut self, ty: usize, written: usize) -> Run<bool> {
        if self.elements(ty) == Elements::Any {
            return self.ask_same_type(ty, written);
        }
        let (ty, written) = (self.ty(ty), self.ty(written));
        if ty == written {
            return Ok(true);
        }
        if self.types[ty].written.is_some()
            || !matches!(self.types[ty].elements, Elements::Integer | Elements::Truth)
        {
            return Ok(false);
        }
        self.fork_types(ty, written)
    }
}
