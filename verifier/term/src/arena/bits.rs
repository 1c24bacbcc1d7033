//! Numbers of one width as expressions: what is plain from known operands, from equal ones and from nested operations is made at
//! once. Knows neither operations of programs nor solvers.

use std::cmp::Ordering;

use crate::arena::TermArena;
use crate::bits::mask;
use crate::node::{Binary, Compare, Node, Sort, TermId, apply};

impl Compare {
    /// The order that holds for equal numbers, too.
    fn or_equal(self) -> Compare {
        match self {
            Compare::ULt | Compare::ULe => Compare::ULe,
            Compare::SLt | Compare::SLe => Compare::SLe,
        }
    }
}

impl Binary {
    /// Tells if it is a quotient or a remainder.
    fn divides(self) -> bool {
        matches!(self, Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem)
    }
}

impl TermArena {
    /// Minimum and maximum of two numbers in one form, whichever way they are compared.
    pub fn in_order(
        &mut self,
        condition: TermId,
        then: TermId,
        otherwise: TermId,
    ) -> (TermId, TermId, TermId) {
        let Node::Compare(op, a, b) = *self.node(condition) else { return (condition, then, otherwise) };
        if (a, b) != (then, otherwise) && (b, a) != (then, otherwise) {
            return (condition, then, otherwise);
        }
        let (low, high) = (a.min(b), a.max(b));
        let condition = self.compare(op.or_equal(), low, high);
        // Of equal numbers either is both.
        if then == a { (condition, low, high) } else { (condition, high, low) }
    }

    /// Arithmetic on two numbers of one width.
    pub fn binary(&mut self, op: Binary, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            self.width_dependent |=
                self.width_sample.is_some_and(|width_sample| !width_sample.divides_evenly(op, width, x, y));
            return self.number(width, apply(op, width, x, y));
        }
        if let Some(known) = self.neutral(op, a, b) {
            return known;
        }
        if let (Binary::Sub, Some(known)) = (op, self.value(b)) {
            let opposite = self.number(width, known.wrapping_neg());
            return self.binary(Binary::Add, a, opposite);
        }
        let commutes = matches!(op, Binary::Add | Binary::Mul | Binary::And | Binary::Or | Binary::Xor);
        let (a, b) = if commutes { (a.min(b), a.max(b)) } else { (a, b) };
        if commutes && let Some((known, rest)) = self.known_of(op, a, b) {
            return self.binary(op, rest, known);
        }
        if let Some(at_once) = self.divided_twice(op, a, b).or_else(|| self.by_power_of_two(op, a, b)) {
            return at_once;
        }
        if let Some(cases) = self.case_by_case(op, a, b) {
            return cases;
        }
        self.intern(Node::Binary(op, a, b), Sort::Bits(width))
    }

    /// The two known operands of nested operations that commute as one, and the operand that is not known.
    fn known_of(&mut self, op: Binary, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        let (known, other) = if self.value(a).is_some() { (a, b) } else { (b, a) };
        let value = self.value(known)?;
        let Node::Binary(inner, x, y) = *self.node(other) else { return None };
        let (second, rest) = if self.value(x).is_some() { (x, y) } else { (y, x) };
        let (second, width) = (self.value(second).filter(|_| inner == op)?, self.width(a));
        Some((self.number(width, apply(op, width, value, second)), rest))
    }

    /// A quotient of a quotient, both without signs and by known numbers: what the product divides. No number is a multiple of a
    /// product that is too large for the width.
    fn divided_twice(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let (Binary::UDiv, Node::Binary(Binary::UDiv, of, by)) = (op, *self.node(a)) else { return None };
        let (first, second) = (self.value(by).filter(|by| *by != 0)?, self.value(b).filter(|by| *by != 0)?);
        let width = self.width(a);
        match first.checked_mul(second).filter(|product| *product <= mask(width)) {
            Some(product) => {
                let product = self.number(width, product);
                Some(self.binary(Binary::UDiv, of, product))
            }
            None => Some(self.zero(width)),
        }
    }

    /// Arithmetic on one of two known numbers as one of two: with a known number, or one of two by the same condition, which gives known
    /// numbers again; and quotients and remainders by one of two, which are much easier by known numbers than by unknown ones.
    fn case_by_case(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let (condition, [first, second]) = match (self.cases(a), self.cases(b)) {
            (Some((condition, [x, y])), _) if self.value(b).is_some() => (condition, [(x, b), (y, b)]),
            (Some((condition, [x, y])), Some((same, [z, w]))) if condition == same => {
                (condition, [(x, z), (y, w)])
            }
            (_, Some((condition, [z, w]))) if op.divides() || self.value(a).is_some() => {
                (condition, [(a, z), (a, w)])
            }
            _ => return None,
        };
        let (first, second) = (self.binary(op, first.0, first.1), self.binary(op, second.0, second.1));
        Some(self.choice(condition, first, second))
    }

    /// The condition of a choice between two known numbers, and both.
    fn cases(&self, ex: TermId) -> Option<(TermId, [TermId; 2])> {
        let Node::Choice(condition, first, second) = *self.node(ex) else { return None };
        let known = self.value(first).is_some() && self.value(second).is_some();
        known.then_some((condition, [first, second]))
    }

    /// The result that one known operand, or equal ones, already give.
    fn neutral(&mut self, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let (x, y) = (self.value(a), self.value(b));
        let ones = mask(width);
        match op {
            Binary::Add | Binary::Xor | Binary::Or if x == Some(0) => Some(b),
            Binary::Add | Binary::Sub | Binary::Xor | Binary::Or if y == Some(0) => Some(a),
            Binary::Shl | Binary::LShr | Binary::AShr if y == Some(0) => Some(a),
            Binary::Sub | Binary::Xor if a == b => Some(self.zero(width)),
            Binary::And | Binary::Or if a == b => Some(a),
            Binary::And if x == Some(ones) => Some(b),
            Binary::And if y == Some(ones) => Some(a),
            Binary::And | Binary::Mul if x == Some(0) || y == Some(0) => Some(self.zero(width)),
            Binary::Or if x == Some(ones) || y == Some(ones) => Some(self.ones(width)),
            Binary::Mul if x == Some(1) => Some(b),
            Binary::Mul if y == Some(1) => Some(a),
            // At one bit it is -1, by which both numbers are their own quotients.
            Binary::UDiv | Binary::SDiv if y == Some(1) => Some(a),
            // The remainder by zero is the dividend, and the quotient all ones, whatever the sign of zero.
            Binary::URem | Binary::SRem if a == b || x == Some(0) || y == Some(1) => Some(self.zero(width)),
            // The quotient of the least number by -1 does not fit and is that number, as its negation is.
            Binary::SDiv if y == Some(ones) => {
                let zero = self.zero(width);
                Some(self.binary(Binary::Sub, zero, a))
            }
            Binary::SRem if y == Some(ones) => Some(self.zero(width)),
            // No number has as many bits as it says, and a negative one is not less than the width where it has no sign.
            Binary::LShr if a == b => Some(self.zero(width)),
            Binary::AShr if a == b => {
                let (zero, ones) = (self.zero(width), self.ones(width));
                let negative = self.compare(Compare::SLt, a, zero);
                Some(self.choice(negative, ones, zero))
            }
            Binary::UDiv | Binary::SDiv if a == b => {
                let (zero, one, ones) = (self.zero(width), self.number(width, 1), self.ones(width));
                let by_zero = self.equal(a, zero);
                Some(self.choice(by_zero, ones, one))
            }
            _ => None,
        }
    }

    /// Order of two numbers of one width.
    pub fn compare(&mut self, op: Compare, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if let (Some(x), Some(y)) = (self.value(a), self.value(b)) {
            return self.boolean(crate::node::compare(op, width, x, y));
        }
        if a == b {
            return self.boolean(matches!(op, Compare::ULe | Compare::SLe));
        }
        if let Some(order) = self.order_of_widths(a, b) {
            let equal = matches!(op, Compare::ULe | Compare::SLe);
            return self.boolean(order == Ordering::Less || equal && order == Ordering::Equal);
        }
        let (x, y) = (self.value(a), self.value(b));
        let (ones, least, most) = (mask(width), 1 << (width - 1), mask(width) >> 1);
        match op {
            Compare::ULt if y == Some(0) || x == Some(ones) => return self.boolean(false),
            Compare::ULe if x == Some(0) || y == Some(ones) => return self.boolean(true),
            Compare::SLt if y == Some(least) || x == Some(most) => return self.boolean(false),
            Compare::SLe if x == Some(least) || y == Some(most) => return self.boolean(true),
            _ => {}
        }
        self.intern(Node::Compare(op, a, b), Sort::Bool)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;

    #[test]
    fn arithmetic_on_one_of_two_known_numbers_is_what_it_is() {
        use Binary::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        let mut pool = TermArena::default();
        let [p, q] = ["p", "q"].map(|name| pool.variable(name, Sort::Bool));
        let x = pool.variable("x", Sort::Bits(2));
        let known: Vec<TermId> = (0..4).map(|value| pool.number(2, value)).collect();
        let mut operands = vec![x];
        operands.extend(&known);
        for condition in [p, q] {
            operands.push(pool.choice(condition, known[3], known[1]));
            operands.push(pool.choice(condition, known[0], known[2]));
        }
        for op in [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr] {
            for (a, b) in operands.iter().flat_map(|a| operands.iter().map(move |b| (*a, *b))) {
                let made = pool.binary(op, a, b);
                let mut evaluator = Evaluator::new(&pool, &[a, b, made]);
                for (p, q, x) in (0..16).map(|n| (n & 1, n >> 1 & 1, n >> 2)) {
                    evaluator.run(&|var| [p, q, x][var.0 as usize]);
                    let [a, b, made] = [a, b, made].map(|ex| evaluator.value(ex));
                    assert_eq!(made, apply(op, 2, a, b), "{op:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn a_number_moved_by_itself_leaves_its_sign() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(64));
        let (zero, ones) = (pool.zero(64), pool.ones(64));
        assert_eq!(pool.binary(Binary::LShr, x, x), zero);
        let negative = pool.compare(Compare::SLt, x, zero);
        let sign = pool.choice(negative, ones, zero);
        assert_eq!(pool.binary(Binary::AShr, x, x), sign);
    }

    #[test]
    fn a_quotient_by_one_is_the_number() {
        for width in [1, 2, 64] {
            let mut pool = TermArena::default();
            let x = pool.variable("x", Sort::Bits(width));
            let one = pool.number(width, 1);
            for op in [Binary::UDiv, Binary::SDiv] {
                assert_eq!(pool.binary(op, x, one), x);
                let all = if width == 64 {
                    vec![0, 1, u128::from(u64::MAX), 1 << 63]
                } else {
                    (0..1 << width).collect()
                };
                assert!(all.into_iter().all(|number| apply(op, width, number, 1) == number));
            }
        }
    }

    #[test]
    fn a_quotient_by_minus_one_is_the_negation() {
        for width in 1..=6 {
            let mut pool = TermArena::default();
            let x = pool.variable("x", Sort::Bits(width));
            let ones = pool.ones(width);
            for op in [Binary::SDiv, Binary::SRem] {
                let result = pool.binary(op, x, ones);
                assert!(
                    !pool
                        .cone(&[result])
                        .iter()
                        .any(|term| matches!(pool.node(*term), Node::Binary(op, ..) if op.divides()))
                );
                let mut evaluator = Evaluator::new(&pool, &[result]);
                for number in 0..1 << width {
                    evaluator.run(&|_| number);
                    assert_eq!(
                        evaluator.value(result),
                        apply(op, width, number, mask(width)),
                        "{op:?} {number}"
                    );
                }
            }
        }
    }

    #[test]
    fn twice_a_number_by_itself_is_two() {
        let mut pool = TermArena::default();
        let (x, y) = (pool.variable("x", Sort::Bits(64)), pool.variable("y", Sort::Bits(64)));
        let one = pool.binary(Binary::SDiv, x, x);
        let two = pool.binary(Binary::Add, one, one);
        let half = pool.binary(Binary::UDiv, y, two);
        // No division by an unknown number is left.
        let divides = |ex: &TermId| matches!(pool.node(*ex), Node::Binary(op, _, b) if op.divides() && pool.value(*b).is_none());
        assert!(!pool.cone(&[half]).iter().any(divides));
    }
}
