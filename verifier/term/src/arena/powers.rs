//! Products, quotients and remainders by a power of two, `1 << n` with an unknown `n`, as shifts and masks: a solver decides shifts
//! by unknown amounts at all widths, and divisions by unknown numbers at narrow ones only. A shift by the width or more makes the
//! power zero, so that the laws speak of it, too.
//!
//! The laws, `p` being `1 << n`, and division by zero that of SMT-LIB:
//! - `x * p` is `x << n`; `x * zero p` is `x << n` of the wider width, and `x * sign p` its negation where `p` is negative;
//! - `x udiv p` is `x >> n`, and all ones where `p` is zero; `x urem p` is `x and (p - 1)`;
//! - `x sdiv p` is that of the absolute value, with the sign that both have, and `x srem p` likewise with the sign of `x`.

use crate::arena::TermArena;
use crate::node::{Binary, Compare, Node, TermId};

impl TermArena {
    /// Arithmetic with a power of two as its second operand, or of a product as either one.
    pub(super) fn by_power_of_two(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        match op {
            Binary::Mul => self.times_power(a, b).or_else(|| self.times_power(b, a)),
            Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem => {
                let amount = self.exponent(b)?;
                Some(match op {
                    Binary::UDiv => self.unsigned_quotient(a, amount),
                    Binary::URem => self.below(a, b),
                    Binary::SDiv => self.signed_quotient(a, b, amount),
                    _ => self.signed_remainder(a, b),
                })
            }
            _ => None,
        }
    }

    /// The unknown `n` of `1 << n`.
    fn exponent(&self, power: TermId) -> Option<TermId> {
        match *self.node(power) {
            Node::Binary(Binary::Shl, one, amount) if self.value(one) == Some(1) => Some(amount),
            _ => None,
        }
    }

    /// Of a power of two and zero, in either order: whether the bit is shifted out.
    pub(super) fn power_of_two_is_zero(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let power = match (self.value(a), self.value(b)) {
            (Some(0), _) => b,
            (_, Some(0)) => a,
            _ => return None,
        };
        let amount = self.exponent(power)?;
        Some(self.is_shifted_out(amount))
    }

    fn times_power(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(amount) = self.exponent(b) {
            return Some(self.binary(Binary::Shl, a, amount));
        }
        let (power, signed) = match *self.node(b) {
            Node::ZeroExtend(power, _) => (power, false),
            Node::SignExtend(power, _) => (power, true),
            _ => return None,
        };
        let (exponent, width) = (self.exponent(power)?, self.width(a));
        let (amount, zero) = (self.zero_extend(exponent, width), self.zero(width));
        let mut product = self.binary(Binary::Shl, a, amount);
        if signed {
            let negated = self.negated(product);
            let negative = self.is_negative(power);
            product = self.choice(negative, negated, product);
        }
        let none = self.is_shifted_out(exponent);
        Some(self.choice(none, zero, product))
    }

    fn unsigned_quotient(&mut self, a: TermId, amount: TermId) -> TermId {
        let (by_zero, shifted) = (self.is_shifted_out(amount), self.binary(Binary::LShr, a, amount));
        let ones = self.ones(self.width(a));
        self.choice(by_zero, ones, shifted)
    }

    /// The bits below that of a power, all of them where it is zero.
    fn below(&mut self, a: TermId, power: TermId) -> TermId {
        let ones = self.ones(self.width(a));
        let mask = self.binary(Binary::Add, power, ones);
        self.binary(Binary::And, a, mask)
    }

    fn signed_quotient(&mut self, a: TermId, power: TermId, amount: TermId) -> TermId {
        let width = self.width(a);
        let (negative, opposite) = (self.is_negative(a), self.negated(a));
        let absolute = self.choice(negative, opposite, a);
        let quotient = self.binary(Binary::LShr, absolute, amount);
        let power_negative = self.is_negative(power);
        let same_sign = self.equal(negative, power_negative);
        let opposite = self.negated(quotient);
        let quotient = self.choice(same_sign, quotient, opposite);
        let (one, ones) = (self.number(width, 1), self.ones(width));
        let of_zero = self.choice(negative, one, ones);
        let by_zero = self.is_shifted_out(amount);
        self.choice(by_zero, of_zero, quotient)
    }

    fn signed_remainder(&mut self, a: TermId, power: TermId) -> TermId {
        let (negative, opposite) = (self.is_negative(a), self.negated(a));
        let rest_of_opposite = self.below(opposite, power);
        let (of_negative, of_positive) = (self.negated(rest_of_opposite), self.below(a, power));
        self.choice(negative, of_negative, of_positive)
    }

    fn negated(&mut self, a: TermId) -> TermId {
        let zero = self.zero(self.width(a));
        self.binary(Binary::Sub, zero, a)
    }

    fn is_negative(&mut self, a: TermId) -> TermId {
        let zero = self.zero(self.width(a));
        self.compare(Compare::SLt, a, zero)
    }

    /// True where nothing is left of a number that is shifted by this amount. It is the statement with which shifts compare
    /// their amounts.
    fn is_shifted_out(&mut self, amount: TermId) -> TermId {
        let limit = self.limit(self.width(amount));
        self.compare(Compare::ULe, limit, amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Model, holds};
    use crate::node::{Sort, Var, apply};

    const OPERATIONS: [Binary; 5] = [Binary::Mul, Binary::UDiv, Binary::URem, Binary::SDiv, Binary::SRem];

    /// A term beside its operation and operands, for all values of two variables.
    fn compared(pool: &TermArena, op: Binary, [a, b, result]: [TermId; 3], width: u32) {
        let mut evaluator = Evaluator::new(pool, &[a, b, result]);
        for values in 0..1u128 << (2 * width) {
            let (x, n) = (values & ((1 << width) - 1), values >> width);
            evaluator.run(&|var| [x, n][var.0 as usize]);
            let [left, right, result] = [a, b, result].map(|term| evaluator.value(term));
            assert_eq!(
                result,
                apply(op, pool.width(a), left, right),
                "{op:?} {left} {right} of {width} bits"
            );
        }
    }

    #[test]
    fn arithmetic_with_a_power_of_two_keeps_its_value() {
        for width in 1..=5 {
            let mut pool = TermArena::default();
            let [x, n] = ["x", "n"].map(|name| pool.variable(name, Sort::Bits(width)));
            let one = pool.number(width, 1);
            let power = pool.binary(Binary::Shl, one, n);
            for op in OPERATIONS {
                for (a, b) in [(x, power), (power, x), (power, power)] {
                    let result = pool.binary(op, a, b);
                    compared(&pool, op, [a, b, result], width);
                }
            }
            let left = [pool.zero_extend(x, 2 * width), pool.sign_extend(x, 2 * width)];
            let right = [pool.zero_extend(power, 2 * width), pool.sign_extend(power, 2 * width)];
            for (a, b) in left.into_iter().flat_map(|a| right.map(|b| (a, b))) {
                let product = pool.binary(Binary::Mul, a, b);
                compared(&pool, Binary::Mul, [a, b, product], width);
            }
        }
    }

    #[test]
    fn a_power_of_two_is_zero_where_its_bit_is_shifted_out() {
        for width in 2..=6 {
            let mut pool = TermArena::default();
            let n = pool.variable("n", Sort::Bits(width));
            let (one, zero) = (pool.number(width, 1), pool.zero(width));
            let power = pool.binary(Binary::Shl, one, n);
            let is_zero = pool.equal(zero, power);
            assert!(matches!(pool.node(is_zero), Node::Compare(..)));
            for amount in 0..1 << width {
                let model = Model::from_iter([(Var(0), amount)]);
                assert_eq!(holds(&pool, is_zero, &model), apply(Binary::Shl, width, 1, amount) == 0);
            }
        }
    }

    #[test]
    fn no_product_and_no_division_is_left() {
        let mut pool = TermArena::default();
        let [x, n] = ["x", "n"].map(|name| pool.variable(name, Sort::Bits(64)));
        let one = pool.number(64, 1);
        let power = pool.binary(Binary::Shl, one, n);
        for op in OPERATIONS {
            let result = pool.binary(op, x, power);
            let left =
                |term: &TermId| matches!(pool.node(*term), Node::Binary(op, ..) if OPERATIONS.contains(op));
            assert!(!pool.cone(&[result]).iter().any(left), "{op:?}");
        }
    }
}
