//! Terms of one form but for their indices.
//!
//! Theorem: where all equalities that were found hold for all values of the variables around them, both terms are equal.

use assay_rise::nat::Nat;

use crate::derivation::Equality;
use crate::normal::{Access, Head, Normal};

/// Equalities under which terms are equal.
#[derive(Default)]
pub(super) struct Equalities {
    pub(super) found: Vec<Equality>,
    below: Vec<(u32, Nat)>,
    level: u32,
}

impl Equalities {
    /// Compares two terms; false where more than indices differs.
    pub(super) fn compare(&mut self, one: &Normal, two: &Normal) -> bool {
        if one == two {
            return true;
        }
        match (one, two) {
            (Normal::Chain(head, uses), Normal::Chain(other, others)) => {
                self.heads(head, other)
                    && uses.len() == others.len()
                    && uses.iter().zip(others).all(|(one, two)| self.accesses(one, two))
            }
            (Normal::Integer(a, terms), Normal::Integer(b, others)) => {
                let parts = |(one, two): (&Vec<Normal>, &Vec<Normal>)| {
                    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| self.compare(one, two))
                };
                let same = a == b && terms.len() == others.len() && terms.values().eq(others.values());
                same && terms.keys().zip(others.keys()).all(parts)
            }
            (Normal::Operation(name, a, operands), Normal::Operation(other, b, others)) => {
                let same = name == other && a == b && operands.len() == others.len();
                same && operands.iter().zip(others).all(|(one, two)| self.compare(one, two))
            }
            (Normal::Sum(a, lengths, element), Normal::Sum(b, others, other)) => {
                a == b && lengths == others && self.under(lengths, element, other)
            }
            (Normal::Fold(one), Normal::Fold(two)) => {
                one.operation == two.operation
                    && one.lengths == two.lengths
                    && self.compare(&one.start, &two.start)
                    && self.under(&one.lengths, &one.element, &two.element)
            }
            (Normal::Pair(a, b), Normal::Pair(c, d)) => self.compare(a, c) && self.compare(b, d),
            (Normal::Array(length, one), Normal::Array(other, two)) => {
                length == other && self.under(std::slice::from_ref(length), one, two)
            }
            (Normal::Function(one), Normal::Function(two)) => {
                self.level += 1;
                let same = self.compare(one, two);
                self.level -= 1;
                same
            }
            _ => false,
        }
    }

    fn heads(&mut self, one: &Head, two: &Head) -> bool {
        match (one, two) {
            (Head::Reduction(one), Head::Reduction(two)) => {
                one.length == two.length
                    && self.compare(&one.start, &two.start)
                    && self.under(std::slice::from_ref(&one.length), &one.step, &two.step)
            }
            _ => one == two,
        }
    }

    fn accesses(&mut self, one: &Access, two: &Access) -> bool {
        match (one, two) {
            (Access::Index(left), Access::Index(right)) => {
                if left != right {
                    let sides = (left.clone(), right.clone());
                    self.found.push(Equality { sides, below: self.below.clone() });
                }
                true
            }
            (Access::Argument(one), Access::Argument(two)) => self.compare(one, two),
            _ => one == two,
        }
    }

    /// Compares what stands below indices.
    fn under(&mut self, lengths: &[Nat], one: &Normal, two: &Normal) -> bool {
        let (level, known) = (self.level, self.below.len());
        self.below.extend((level..).zip(lengths.iter().cloned()));
        self.level += lengths.len() as u32;
        let same = self.compare(one, two);
        self.level = level;
        self.below.truncate(known);
        same
    }
}
