//! Which numbers an expression may come to: its least and greatest, read with and without a sign, and the bits that are known, from
//! those of its parts. Knows neither operations of programs nor solvers.

use crate::arena::TermArena;
use crate::bits::{mask, signed};
use crate::node::{Binary, Compare, Node, Sort, TermId};

/// All that a number may be, as far as it is known: it is in both intervals and has the known bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    width: u32,
    /// Bits that are zero.
    pub zeros: u128,
    /// Bits that are one.
    pub ones: u128,
    /// The least unsigned reading.
    pub low: u128,
    /// The greatest.
    pub high: u128,
    /// The least signed reading.
    pub least: i128,
    /// The greatest.
    pub most: i128,
}

/// The least and the greatest signed number of a width.
pub fn ends(width: u32) -> (i128, i128) {
    let most = (mask(width) >> 1) as i128;
    (-most - 1, most)
}

/// A mask of the highest bits that are the same in both numbers of a width.
fn common(width: u32, a: u128, b: u128) -> u128 {
    let apart = (a ^ b) & mask(width);
    mask(width) & !mask(128 - apart.leading_zeros())
}

impl Range {
    /// Any number.
    pub fn whole(width: u32) -> Range {
        let (least, most) = ends(width);
        Range { width, zeros: 0, ones: 0, low: 0, high: mask(width), least, most }
    }

    /// One number.
    pub fn one(width: u32, value: u128) -> Range {
        Range::bits(width, !value & mask(width), value)
    }

    fn bits(width: u32, zeros: u128, ones: u128) -> Range {
        Range { zeros: zeros & mask(width), ones: ones & mask(width), ..Range::whole(width) }.tight()
    }

    /// Between two numbers read without a sign.
    pub fn unsigned(width: u32, low: u128, high: u128) -> Range {
        Range { low, high, ..Range::whole(width) }.tight()
    }

    /// Between two numbers read with a sign; any where one of them is no number of the width.
    pub fn signed(width: u32, least: Option<i128>, most: Option<i128>) -> Range {
        let ends = ends(width);
        match (least, most) {
            (Some(least), Some(most)) if ends.0 <= least && most <= ends.1 => {
                Range { least, most, ..Range::whole(width) }.tight()
            }
            _ => Range::whole(width),
        }
    }

    /// Negative numbers, or all others.
    pub fn of_sign(width: u32, negative: bool) -> Range {
        let (least, most) = ends(width);
        match negative {
            true => Range::signed(width, Some(least), Some(-1)),
            false => Range::signed(width, Some(0), Some(most)),
        }
    }

    /// Tells if no product of both needs more bits.
    pub fn product_fits(&self, other: &Range, with_sign: bool) -> bool {
        if !with_sign {
            return self.high.checked_mul(other.high).is_some_and(|high| high <= mask(self.width));
        }
        let (least, most) = ends(self.width);
        let corners = [
            (self.least, other.least),
            (self.least, other.most),
            (self.most, other.least),
            (self.most, other.most),
        ];
        corners
            .iter()
            .all(|(a, b)| a.checked_mul(*b).is_some_and(|product| least <= product && product <= most))
    }

    /// The number, where there is but one.
    pub fn value(&self) -> Option<u128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Bits that may be one.
    pub fn possible(&self) -> u128 {
        mask(self.width) & !self.zeros
    }

    /// Tells if no number is negative.
    pub fn never_negative(&self) -> bool {
        self.least >= 0
    }

    /// The numbers in both ranges; one of them where there are none, which is for no values at all.
    pub fn and(&self, other: &Range) -> Range {
        let both = Range {
            width: self.width,
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        };
        let tight = both.tight();
        if tight.is_empty() { *self } else { tight }
    }

    /// The numbers in one of both.
    pub fn or(&self, other: &Range) -> Range {
        Range {
            width: self.width,
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
        .tight()
    }

    /// Tells if no number is in both.
    pub fn is_apart(&self, other: &Range) -> bool {
        self.zeros & other.ones != 0
            || self.ones & other.zeros != 0
            || self.high < other.low
            || other.high < self.low
            || self.most < other.least
            || other.most < self.least
    }

    fn is_empty(&self) -> bool {
        self.zeros & self.ones != 0 || self.low > self.high || self.least > self.most
    }

    /// Each of the readings with what the others say of it.
    fn tight(mut self) -> Range {
        let (_, most) = ends(self.width);
        for _ in 0..2 {
            self.low = self.low.max(self.ones);
            self.high = self.high.min(self.possible());
            if self.least >= 0 || self.most < 0 {
                self.low = self.low.max(self.least as u128 & mask(self.width));
                self.high = self.high.min(self.most as u128 & mask(self.width));
            }
            if self.high <= most as u128 || self.low > most as u128 {
                self.least = self.least.max(signed(self.low, self.width));
                self.most = self.most.min(signed(self.high, self.width));
            }
            if self.is_empty() {
                return self;
            }
            let known = common(self.width, self.low, self.high);
            self.ones |= self.low & known;
            self.zeros |= !self.low & known;
        }
        self
    }

    /// A sum and, where `more` is one, one more, by the bits.
    fn sum_of_bits(a: (u128, u128), b: (u128, u128), more: u128, width: u32) -> Range {
        let ((a_zeros, a_ones), (b_zeros, b_ones)) = (a, b);
        let greatest = (!a_zeros).wrapping_add(!b_zeros).wrapping_add(more);
        let least = a_ones.wrapping_add(b_ones).wrapping_add(more);
        let no_carry = !(greatest ^ a_zeros ^ b_zeros);
        let carry = least ^ a_ones ^ b_ones;
        let known = (a_zeros | a_ones) & (b_zeros | b_ones) & (no_carry | carry);
        Range::bits(width, !greatest & known, least & known)
    }

    fn sum(&self, other: &Range) -> Range {
        let width = self.width;
        let by_bits = Range::sum_of_bits((self.zeros, self.ones), (other.zeros, other.ones), 0, width);
        let never_wraps = self.high <= mask(width) - other.high;
        let always_wraps = self.low > mask(width) - other.low;
        let unsigned = match never_wraps || always_wraps {
            true => Range::unsigned(
                width,
                self.low.wrapping_add(other.low) & mask(width),
                self.high.wrapping_add(other.high) & mask(width),
            ),
            false => Range::whole(width),
        };
        let (least, most) = (self.least.checked_add(other.least), self.most.checked_add(other.most));
        by_bits.and(&unsigned).and(&Range::signed(width, least, most))
    }

    fn difference(&self, other: &Range) -> Range {
        let width = self.width;
        let by_bits = Range::sum_of_bits((self.zeros, self.ones), (other.ones, other.zeros), 1, width);
        let unsigned = match self.low >= other.high || self.high < other.low {
            true => Range::unsigned(
                width,
                self.low.wrapping_sub(other.high) & mask(width),
                self.high.wrapping_sub(other.low) & mask(width),
            ),
            false => Range::whole(width),
        };
        let (least, most) = (self.least.checked_sub(other.most), self.most.checked_sub(other.least));
        by_bits.and(&unsigned).and(&Range::signed(width, least, most))
    }

    fn product(&self, other: &Range) -> Range {
        let width = self.width;
        // Below the first bit that is not known, a product is known.
        let lowest = |range: &Range| (!(range.zeros | range.ones)).trailing_zeros();
        let low_bits = mask(lowest(self).min(lowest(other)).min(width));
        let product = self.ones.wrapping_mul(other.ones);
        let even = (self.possible().trailing_zeros() + other.possible().trailing_zeros()).min(width);
        let by_bits = Range::bits(width, !product & low_bits | mask(even), product & low_bits);
        let high = self.high.checked_mul(other.high).filter(|high| *high <= mask(width));
        let unsigned = high.map(|high| Range::unsigned(width, self.low * other.low, high));
        let unsigned = unsigned.unwrap_or(Range::whole(width));
        let ends = [
            self.least.checked_mul(other.least),
            self.least.checked_mul(other.most),
            self.most.checked_mul(other.least),
            self.most.checked_mul(other.most),
        ];
        by_bits.and(&unsigned).and(&Range::of_ends(width, ends))
    }

    /// Between the least and the greatest of these, all of which have to be numbers.
    fn of_ends(width: u32, ends: [Option<i128>; 4]) -> Range {
        let Some(ends) = ends.into_iter().collect::<Option<Vec<i128>>>() else { return Range::whole(width) };
        Range::signed(width, ends.iter().min().copied(), ends.iter().max().copied())
    }

    fn quotient(&self, by: &Range) -> Range {
        let high = self.high.checked_div(by.low).unwrap_or(mask(self.width));
        Range::unsigned(self.width, self.low / by.high.max(1), high)
    }

    fn remainder(&self, by: &Range) -> Range {
        if self.high < by.low {
            return *self;
        }
        let high = if by.low > 0 { self.high.min(by.high - 1) } else { self.high };
        let even = by.value().filter(|by| *by != 0).map_or(0, u128::trailing_zeros);
        let kept = mask(even);
        Range::unsigned(self.width, 0, high).and(&Range::bits(
            self.width,
            self.zeros & kept,
            self.ones & kept,
        ))
    }

    fn signed_quotient(&self, by: &Range) -> Range {
        if by.least <= 0 && by.most >= 0 {
            return Range::whole(self.width);
        }
        let ends = [
            self.least.checked_div(by.least),
            self.least.checked_div(by.most),
            self.most.checked_div(by.least),
            self.most.checked_div(by.most),
        ];
        Range::of_ends(self.width, ends)
    }

    fn signed_remainder(&self, by: &Range) -> Range {
        let greatest = by.least.unsigned_abs().max(by.most.unsigned_abs());
        let (above, below) = match by.least <= 0 && by.most >= 0 {
            // By zero it is the dividend.
            true => (i128::MIN, i128::MAX),
            false => (-((greatest - 1) as i128), (greatest - 1) as i128),
        };
        let most = if self.most <= 0 { 0 } else { self.most.min(below) };
        let least = if self.least >= 0 { 0 } else { self.least.max(above) };
        Range::signed(self.width, Some(least), Some(most))
    }

    fn shifted_left(&self, by: &Range) -> Range {
        let width = self.width;
        let Some(by) = by.value() else {
            let even = u128::from(self.possible().trailing_zeros().min(width)) + by.low;
            let even = even.min(u128::from(width)) as u32;
            return Range::bits(width, mask(even), 0);
        };
        if by >= u128::from(width) {
            return Range::one(width, 0);
        }
        let by = by as u32;
        let by_bits = Range::bits(width, self.zeros << by | mask(by), self.ones << by);
        let unsigned = match self.high <= mask(width) >> by {
            true => Range::unsigned(width, self.low << by, self.high << by),
            false => Range::whole(width),
        };
        let factor = 1i128.checked_shl(by).filter(|factor| *factor > 0);
        let end = |end: i128| factor.and_then(|factor| end.checked_mul(factor));
        by_bits.and(&unsigned).and(&Range::signed(width, end(self.least), end(self.most)))
    }

    fn shifted_right(&self, by: &Range) -> Range {
        let width = self.width;
        let all = u128::from(width);
        let shifted = |value: u128, by: u128| if by >= all { 0 } else { value >> by };
        let interval = Range::unsigned(width, shifted(self.low, by.high), shifted(self.high, by.low));
        match by.value().filter(|by| *by < all) {
            Some(by) => {
                let above = mask(width) & !(mask(width) >> by);
                interval.and(&Range::bits(width, self.zeros >> by | above, self.ones >> by))
            }
            None => interval,
        }
    }

    fn shifted_with_sign(&self, by: &Range) -> Range {
        let width = self.width;
        let by_most = |value: i128, by: u128| value >> by.min(127);
        // A shift brings a number nearer to zero or to minus one.
        let (nearest, furthest) = (by.low.min(u128::from(width)), by.high.min(u128::from(width)));
        let least = by_most(self.least, if self.least < 0 { nearest } else { furthest });
        let most = by_most(self.most, if self.most < 0 { furthest } else { nearest });
        let interval = Range::signed(width, Some(least), Some(most));
        match by.value().filter(|by| *by < u128::from(width)) {
            Some(by) => {
                let shift = |bits: u128| signed(bits, width) >> by;
                interval.and(&Range::bits(width, shift(self.zeros) as u128, shift(self.ones) as u128))
            }
            None => interval,
        }
    }

    /// The range that an operation makes of two.
    pub fn binary(op: Binary, a: &Range, b: &Range) -> Range {
        let width = a.width;
        match op {
            Binary::Add => a.sum(b),
            Binary::Sub => a.difference(b),
            Binary::Mul => a.product(b),
            Binary::UDiv => a.quotient(b),
            Binary::URem => a.remainder(b),
            Binary::SDiv => a.signed_quotient(b),
            Binary::SRem => a.signed_remainder(b),
            Binary::And => {
                let interval = Range::unsigned(width, 0, a.high.min(b.high));
                Range::bits(width, a.zeros | b.zeros, a.ones & b.ones).and(&interval)
            }
            Binary::Or => {
                let interval = Range::unsigned(width, a.low.max(b.low), mask(width));
                Range::bits(width, a.zeros & b.zeros, a.ones | b.ones).and(&interval)
            }
            Binary::Xor => {
                Range::bits(width, a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros)
            }
            Binary::Shl => a.shifted_left(b),
            Binary::LShr => a.shifted_right(b),
            Binary::AShr => a.shifted_with_sign(b),
        }
    }

    fn extract(&self, low: u32, width: u32) -> Range {
        let by_bits = Range::bits(width, self.zeros >> low, self.ones >> low);
        if low + width == self.width {
            let interval = Range::unsigned(width, self.low >> low, self.high >> low);
            return by_bits.and(&interval);
        }
        if low > 0 {
            return by_bits;
        }
        let unsigned = match self.high <= mask(width) {
            true => Range::unsigned(width, self.low, self.high),
            false => Range::whole(width),
        };
        by_bits.and(&unsigned).and(&Range::signed(width, Some(self.least), Some(self.most)))
    }

    fn concat(&self, below: &Range) -> Range {
        let (width, by) = (self.width + below.width, below.width);
        let interval = Range::unsigned(width, self.low << by | below.low, self.high << by | below.high);
        Range::bits(width, self.zeros << by | below.zeros, self.ones << by | below.ones).and(&interval)
    }

    fn zero_extend(&self, width: u32) -> Range {
        let above = mask(width) & !mask(self.width);
        let interval = Range::unsigned(width, self.low, self.high);
        Range::bits(width, self.zeros | above, self.ones).and(&interval)
    }

    fn sign_extend(&self, width: u32) -> Range {
        let wide = |bits: u128| signed(bits, self.width) as u128;
        let interval = Range::signed(width, Some(self.least), Some(self.most));
        Range::bits(width, wide(self.zeros), wide(self.ones)).and(&interval)
    }

    /// A number that has the bits that are known where `any` is any number, and facts that put it between the ends.
    pub fn assumed(&self, pool: &mut TermArena, any: TermId, facts: &mut Vec<TermId>) -> TermId {
        let width = self.width;
        let (possible, ones) = (pool.number(width, self.possible()), pool.number(width, self.ones));
        let number = pool.binary(Binary::And, any, possible);
        let number = pool.binary(Binary::Or, number, ones);
        let mut between = |op, low: Option<u128>, high: Option<u128>| {
            for (end, is_low) in [(low, true), (high, false)] {
                if let Some(end) = end {
                    let end = pool.number(width, end);
                    facts.push(if is_low {
                        pool.compare(op, end, number)
                    } else {
                        pool.compare(op, number, end)
                    });
                }
            }
        };
        between(
            Compare::ULe,
            Some(self.low).filter(|low| *low > self.ones),
            Some(self.high).filter(|high| *high < self.possible()),
        );
        if self.least < 0 && self.most >= 0 {
            let (least, most) = ends(width);
            between(
                Compare::SLe,
                (self.least > least).then_some(self.least as u128),
                (self.most < most).then_some(self.most as u128),
            );
        }
        number
    }

    /// The order of all numbers of one range and all of another, where it is the same for all.
    pub fn order(op: Compare, a: &Range, b: &Range) -> Option<bool> {
        let (always, never) = match op {
            Compare::ULt => (a.high < b.low, a.low >= b.high),
            Compare::ULe => (a.high <= b.low, a.low > b.high),
            Compare::SLt => (a.most < b.least, a.least >= b.most),
            Compare::SLe => (a.most <= b.least, a.least > b.most),
        };
        if always {
            Some(true)
        } else if never {
            Some(false)
        } else {
            None
        }
    }

    /// The range of a number that stands in this order to one of another range, on the left of it or on the right.
    fn ordered(op: Compare, left: bool, other: &Range) -> Range {
        let width = other.width;
        let (ends, strict) = (ends(width), matches!(op, Compare::ULt | Compare::SLt));
        match (op, left) {
            (Compare::ULt | Compare::ULe, true) => {
                Range::unsigned(width, 0, other.high.saturating_sub(u128::from(strict)))
            }
            (Compare::ULt | Compare::ULe, false) => Range::unsigned(
                width,
                other.low.saturating_add(u128::from(strict)).min(mask(width)),
                mask(width),
            ),
            (_, true) => {
                let most = other.most.saturating_sub(i128::from(strict)).max(ends.0);
                Range::signed(width, Some(ends.0), Some(most))
            }
            (_, false) => {
                let least = other.least.saturating_add(i128::from(strict)).min(ends.1);
                Range::signed(width, Some(least), Some(ends.1))
            }
        }
    }
}

/// Ranges of the expressions of a pool.
#[derive(Debug, Default)]
pub struct Ranges {
    /// By expression; `None` where it is not looked at yet.
    known: Vec<Option<Range>>,
}

impl Ranges {
    /// The range of a number. Of a truth value or a floating-point number it is that of its bits.
    pub fn range(&mut self, pool: &TermArena, ex: TermId) -> Range {
        if self.known.len() < pool.size() {
            self.known.resize(pool.size(), None);
        }
        let mut begun = vec![ex];
        while let Some(ex) = begun.last().copied() {
            if self.known[ex.0 as usize].is_some() {
                begun.pop();
                continue;
            }
            let before = begun.len();
            begun.extend(parts(pool, ex).into_iter().filter(|part| self.known[part.0 as usize].is_none()));
            if begun.len() == before {
                begun.pop();
                self.known[ex.0 as usize] = Some(self.compute(pool, ex));
            }
        }
        self.at(pool, ex)
    }

    fn at(&self, pool: &TermArena, ex: TermId) -> Range {
        self.known[ex.0 as usize].unwrap_or(Range::whole(pool.width(ex)))
    }

    fn compute(&self, pool: &TermArena, ex: TermId) -> Range {
        let of = |ex: TermId| self.at(pool, ex);
        match *pool.node(ex) {
            Node::Number { width, value } => Range::one(width, value),
            Node::Binary(op, a, b) => Range::binary(op, &of(a), &of(b)),
            Node::Extract { of: a, low, width } => of(a).extract(low, width),
            Node::Concat(a, b) => of(a).concat(&of(b)),
            Node::ZeroExtend(a, width) => of(a).zero_extend(width),
            Node::SignExtend(a, width) => of(a).sign_extend(width),
            Node::Choice(condition, a, b) if matches!(pool.sort(ex), Sort::Bits(_)) => {
                self.under(pool, condition, true, a).or(&self.under(pool, condition, false, b))
            }
            _ => Range::whole(pool.width(ex)),
        }
    }

    /// The range of a number where a condition comes to this.
    fn under(&self, pool: &TermArena, condition: TermId, holds: bool, ex: TermId) -> Range {
        let own = self.at(pool, ex);
        match *pool.node(condition) {
            Node::Compare(op, a, b) if a == ex || b == ex => {
                let other = self.at(pool, if a == ex { b } else { a });
                let (op, left) = if holds { (op, a == ex) } else { (opposite(op), a != ex) };
                own.and(&Range::ordered(op, left, &other))
            }
            Node::Equal(a, b) if holds && (a == ex || b == ex) => {
                own.and(&self.at(pool, if a == ex { b } else { a }))
            }
            _ => own,
        }
    }
}

/// The order that holds of two numbers the other way round where this one does not hold.
pub fn opposite(op: Compare) -> Compare {
    match op {
        Compare::ULt => Compare::ULe,
        Compare::ULe => Compare::ULt,
        Compare::SLt => Compare::SLe,
        Compare::SLe => Compare::SLt,
    }
}

/// Numbers that the range of an expression depends on.
fn parts(pool: &TermArena, ex: TermId) -> Vec<TermId> {
    let numbers = |list: &[TermId]| {
        list.iter().copied().filter(|ex| matches!(pool.sort(*ex), Sort::Bits(_))).collect::<Vec<TermId>>()
    };
    match *pool.node(ex) {
        Node::Choice(condition, a, b) => match *pool.node(condition) {
            Node::Compare(_, x, y) | Node::Equal(x, y) => numbers(&[a, b, x, y]),
            _ => numbers(&[a, b]),
        },
        Node::Binary(_, a, b) | Node::Concat(a, b) => vec![a, b],
        Node::Extract { of: a, .. } | Node::ZeroExtend(a, _) | Node::SignExtend(a, _) => vec![a],
        _ => Vec::new(),
    }
}
