//! Expressions made plainer by the ranges of their parts: what is the same for all values that these may come to is made at once, and
//! a promise not to wrap that a known number is in becomes a bound of the other one. Knows neither operations of programs nor
//! solvers.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::bits::{mask, signed};
use crate::interval::{Range, Ranges, ends, opposite};
use crate::node::{Binary, Compare, Node, Sort, TermId};
use crate::simplify::assume::rebuilt;

/// Pairs of expressions that are looked at for one order.
const LOOKED_AT: u32 = 16;

/// Steps in which one expression is made plainer.
const STEPS: usize = 8;

/// Expressions that come to the same as the given ones.
pub fn ranged(pool: &mut TermArena, roots: &[TermId]) -> Vec<TermId> {
    let mut ranges = Ranges::default();
    let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
    for ex in pool.cone(roots) {
        let mut new = rebuilt(pool, ex, &made);
        for _ in 0..STEPS {
            let next = plainer(pool, &mut ranges, new);
            if next == new {
                break;
            }
            new = next;
        }
        made.insert(ex, new);
    }
    roots.iter().map(|root| made[root]).collect()
}

/// The same by one step.
fn plainer(pool: &mut TermArena, ranges: &mut Ranges, ex: TermId) -> TermId {
    if let Sort::Bits(width) = pool.sort(ex)
        && let Some(value) = ranges.range(pool, ex).value()
    {
        return pool.number(width, value);
    }
    let plainer = match *pool.node(ex) {
        Node::And(a, b) => both_signs(pool, ranges, a, b),
        Node::Equal(a, b) => equality(pool, ranges, a, b),
        Node::Compare(op, a, b) => order(pool, ranges, op, a, b),
        Node::Binary(op, a, b) => number(pool, ranges, op, a, b),
        Node::Choice(condition, a, b) => bounded(pool, condition, a, b),
        Node::SignExtend(a, width) if ranges.range(pool, a).never_negative() => {
            Some(pool.zero_extend(a, width))
        }
        _ => None,
    };
    plainer.unwrap_or(ex)
}

/// The lesser or the greater of a number and a known one, in the form that it has of any two numbers.
fn bounded(pool: &mut TermArena, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
    let Node::Compare(op @ (Compare::ULt | Compare::SLt), of, end) = *pool.node(condition) else {
        return None;
    };
    let (end, width) = (pool.value(end)?, pool.width(of));
    let bound = if a == of { b } else { a };
    let known = pool.value(bound).filter(|_| a == of || b == of)?;
    if known != end && known != end.wrapping_sub(1) & mask(width) {
        return None;
    }
    let most = pool.compare(opposite(op), of, bound);
    Some(pool.choice(most, a, b))
}

fn number(pool: &mut TermArena, ranges: &mut Ranges, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    let width = pool.width(a);
    let (x, y) = (ranges.range(pool, a), ranges.range(pool, b));
    // Bits that one of two numbers may have and those that the other one has.
    let within = |inner: &Range, outer: &Range| inner.possible() & !outer.ones == 0;
    let positive = x.never_negative() && y.never_negative();
    match op {
        // A number that one is added to, from a known number.
        Binary::Sub
            if let (Some(known), (of, more)) = (x.value(), sum(pool, b))
                && more != 0 =>
        {
            let rest = pool.number(width, known.wrapping_sub(more));
            Some(pool.binary(Binary::Sub, rest, of))
        }
        Binary::Sub => difference(pool, a, b).map(|more| pool.number(width, more)),
        Binary::And if within(&x, &y) => Some(a),
        Binary::And if within(&y, &x) => Some(b),
        Binary::Or if within(&x, &y) => Some(b),
        Binary::Or if within(&y, &x) => Some(a),
        Binary::URem if x.high < y.low => Some(a),
        Binary::SDiv if positive => Some(pool.binary(Binary::UDiv, a, b)),
        Binary::SRem if positive => Some(pool.binary(Binary::URem, a, b)),
        Binary::SRem if x.least > -y.least.max(0) && x.most < y.least => Some(a),
        Binary::AShr if x.never_negative() => Some(pool.binary(Binary::LShr, a, b)),
        Binary::UDiv | Binary::URem if let Some(by) = y.value().filter(|by| by.is_power_of_two()) => {
            let places = pool.number(width, u128::from(by.trailing_zeros()));
            let low = pool.number(width, by - 1);
            Some(match op {
                Binary::UDiv => pool.binary(Binary::LShr, a, places),
                _ => pool.binary(Binary::And, a, low),
            })
        }
        _ => None,
    }
}

/// An order as a strict one, of a number before a known one where one is known.
fn order(pool: &mut TermArena, ranges: &mut Ranges, op: Compare, a: TermId, b: TermId) -> Option<TermId> {
    let (x, y) = (ranges.range(pool, a), ranges.range(pool, b));
    if let Some(known) = Range::order(op, &x, &y) {
        return Some(pool.boolean(known));
    }
    let width = pool.width(a);
    match op {
        Compare::ULt if at_most(pool, false, b, a, &mut { LOOKED_AT }) => return Some(pool.boolean(false)),
        Compare::SLt if at_most(pool, true, b, a, &mut { LOOKED_AT }) => return Some(pool.boolean(false)),
        Compare::ULe | Compare::SLe => {
            let after = pool.compare(opposite(op), b, a);
            return Some(pool.not(after));
        }
        Compare::SLt if x.never_negative() && y.never_negative() || x.most < 0 && y.most < 0 => {
            return Some(pool.compare(Compare::ULt, a, b));
        }
        _ => {}
    }
    // The greatest number is before none, which the ranges know.
    if let Some(known) = x.value() {
        let next = pool.number(width, known.wrapping_add(1));
        let before = pool.compare(op, b, next);
        return Some(pool.not(before));
    }
    let (first, last) = match op {
        Compare::ULt => (0, mask(width)),
        _ => (1 << (width - 1), mask(width) >> 1),
    };
    if y.value() == Some((first + 1) & mask(width)) {
        let first = pool.number(width, first);
        return Some(pool.equal(a, first));
    }
    if y.value() == Some(last) {
        return Some(pool.differ(a, b));
    }
    // A sum is less than a part of it exactly where it wraps.
    if let (Compare::ULt, Node::Binary(Binary::Add, p, q)) = (op, *pool.node(a))
        && (p == b || q == b)
        && ranges
            .range(pool, p)
            .high
            .checked_add(ranges.range(pool, q).high)
            .is_some_and(|most| most <= mask(width))
    {
        return Some(pool.boolean(false));
    }
    let more = difference(pool, a, b).filter(|more| *more != 0 && op == Compare::ULt)?;
    let bound = pool.number(width, !more);
    Some(pool.compare(Compare::ULt, bound, b))
}

/// Tells if a number is never greater than another one because one of both is made of the other, as few steps show.
fn at_most(pool: &TermArena, with_sign: bool, a: TermId, b: TermId, left: &mut u32) -> bool {
    if a == b {
        return true;
    }
    if *left == 0 {
        return false;
    }
    *left -= 1;
    // The lesser of both numbers, or the greater one.
    let picks = |c: TermId, p: TermId, q: TermId| match *pool.node(c) {
        Node::Compare(Compare::SLe, x, y) if with_sign => ((x, y) == (p, q), (x, y) == (q, p)),
        Node::Compare(Compare::ULe, x, y) if !with_sign => ((x, y) == (p, q), (x, y) == (q, p)),
        _ => (false, false),
    };
    let mut lies = |pool: &TermArena, a: TermId, b: TermId| at_most(pool, with_sign, a, b, left);
    let below = match *pool.node(a) {
        Node::Choice(c, p, q) if picks(c, p, q).0 => lies(pool, p, b) || lies(pool, q, b),
        Node::Choice(_, p, q) => lies(pool, p, b) && lies(pool, q, b),
        Node::Binary(Binary::And, p, q) if !with_sign => lies(pool, p, b) || lies(pool, q, b),
        Node::Binary(Binary::URem | Binary::LShr, p, _) if !with_sign => lies(pool, p, b),
        Node::Binary(Binary::UDiv, p, by) if !with_sign && pool.value(by).is_some_and(|by| by != 0) => {
            lies(pool, p, b)
        }
        _ => false,
    };
    below
        || match *pool.node(b) {
            Node::Choice(c, p, q) if picks(c, p, q).1 => lies(pool, a, p) || lies(pool, a, q),
            Node::Choice(_, p, q) => lies(pool, a, p) && lies(pool, a, q),
            Node::Binary(Binary::Or, p, q) if !with_sign => lies(pool, a, p) || lies(pool, a, q),
            _ => false,
        }
}

/// A number and what is added to it.
fn sum(pool: &TermArena, ex: TermId) -> (TermId, u128) {
    if let Node::Binary(Binary::Add, a, b) = *pool.node(ex) {
        match (pool.value(a), pool.value(b)) {
            (Some(known), _) => return (b, known),
            (_, Some(known)) => return (a, known),
            _ => {}
        }
    }
    (ex, 0)
}

/// The number that has to be added to `b` to make `a`, where it is known.
fn difference(pool: &TermArena, a: TermId, b: TermId) -> Option<u128> {
    let ((one, more), (other, less)) = (sum(pool, a), sum(pool, b));
    (one == other).then(|| more.wrapping_sub(less) & mask(pool.width(a)))
}

/// The number that a truth value says to be negative, or not.
fn sign(pool: &TermArena, ex: TermId) -> Option<(TermId, bool)> {
    match *pool.node(ex) {
        Node::Not(inner) => sign(pool, inner).map(|(of, negative)| (of, !negative)),
        Node::Compare(Compare::SLt, a, b) if pool.value(b) == Some(0) => Some((a, true)),
        _ => None,
    }
}

/// Two numbers of which a truth value says that their signs are the same, or that they are not.
fn signs(pool: &TermArena, ex: TermId) -> Option<(TermId, TermId, bool)> {
    match *pool.node(ex) {
        Node::Not(inner) => signs(pool, inner).map(|(a, b, same)| (a, b, !same)),
        Node::Equal(p, q) => {
            let ((a, negative), (b, also)) = (sign(pool, p)?, sign(pool, q)?);
            Some((a, b, negative == also))
        }
        _ => None,
    }
}

/// The truth that signs say together, as they do of a sum or a difference that wraps.
fn both_signs(pool: &mut TermArena, ranges: &mut Ranges, a: TermId, b: TermId) -> Option<TermId> {
    if let (Some(one), Some(other)) = (sign(pool, a), sign(pool, b)) {
        let ((from, negative), (to, _)) = if one.0 < other.0 { (one, other) } else { (other, one) };
        if one.1 == other.1 || pool.width(from) != pool.width(to) {
            return None;
        }
        if let Some(more) = difference(pool, to, from) {
            return Some(match more {
                0 => pool.boolean(false),
                _ => crosses(pool, from, negative, more),
            });
        }
        let impossible = [(one, other), (other, one)].into_iter().any(|((of, negative), (result, _))| {
            let under = |ranges: &mut Ranges, ex: TermId| {
                let own = ranges.range(pool, ex);
                if ex == of { own.and(&Range::of_sign(pool.width(ex), negative)) } else { own }
            };
            let Node::Binary(op @ (Binary::Add | Binary::Sub), p, q) = *pool.node(result) else {
                return false;
            };
            let range = Range::binary(op, &under(ranges, p), &under(ranges, q));
            (p == of || q == of) && if negative { range.most < 0 } else { range.never_negative() }
        });
        return impossible.then(|| pool.boolean(false));
    }
    // A sign that is known makes what is said of two that of one.
    for (known, both) in [(a, b), (b, a)] {
        if let (Some((of, negative)), Some((x, y, same))) = (sign(pool, known), signs(pool, both))
            && (of == x || of == y)
        {
            let other = if of == x { y } else { x };
            let zero = pool.zero(pool.width(other));
            let below = pool.compare(Compare::SLt, other, zero);
            let is = if negative == same { below } else { pool.not(below) };
            return Some(pool.and(known, is));
        }
    }
    let (one, other) = (signs(pool, a)?, signs(pool, b)?);
    let never = [(one, other), (other, one)].into_iter().any(|((p, q, same), (x, y, alike))| {
        !alike
            && [(x, y), (y, x)]
                .into_iter()
                .any(|(of, result)| never_wraps(pool, ranges, (p, q, same), of, result))
    });
    never.then(|| pool.boolean(false))
}

/// The condition under which a number has a sign and so much more than it has the other one.
fn crosses(pool: &mut TermArena, from: TermId, negative: bool, more: u128) -> TermId {
    let width = pool.width(from);
    let (least, most) = ends(width);
    let added = signed(more, width);
    match (negative, added < 0) {
        // Past the greatest and past the least number.
        (false, false) => {
            let bound = pool.number(width, (most - added) as u128);
            pool.compare(Compare::SLt, bound, from)
        }
        (true, true) => {
            let bound = pool.number(width, (least - added) as u128);
            pool.compare(Compare::SLt, from, bound)
        }
        // Past zero.
        (false, true) => {
            let bound = pool.number(width, more.wrapping_neg());
            pool.compare(Compare::ULt, from, bound)
        }
        (true, false) => {
            let bound = pool.number(width, more.wrapping_neg());
            let below = pool.compare(Compare::ULt, from, bound);
            pool.not(below)
        }
    }
}

/// Tells if `result` is the sum of two numbers whose signs are the same, or the difference of two whose signs are not, of which `of`
/// is the first, and has always the exact value.
fn never_wraps(
    pool: &TermArena,
    ranges: &mut Ranges,
    (p, q, same): (TermId, TermId, bool),
    of: TermId,
    result: TermId,
) -> bool {
    let Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) = *pool.node(result) else { return false };
    let fits = match op {
        Binary::Add => same && (of == a || of == b),
        _ => !same && of == a,
    };
    if !fits || (a, b) != (p, q) && (b, a) != (p, q) {
        return false;
    }
    let (x, y) = (ranges.range(pool, a), ranges.range(pool, b));
    let (low, high) = match op {
        Binary::Add => (x.least.checked_add(y.least), x.most.checked_add(y.most)),
        _ => (x.least.checked_sub(y.most), x.most.checked_sub(y.least)),
    };
    let (least, most) = ends(pool.width(a));
    low.is_some_and(|low| low >= least) && high.is_some_and(|high| high <= most)
}

fn equality(pool: &mut TermArena, ranges: &mut Ranges, a: TermId, b: TermId) -> Option<TermId> {
    if !matches!(pool.sort(a), Sort::Bits(_)) {
        return None;
    }
    let (x, y) = (ranges.range(pool, a), ranges.range(pool, b));
    if x.is_apart(&y) {
        return Some(pool.boolean(false));
    }
    if let Some(more) = difference(pool, a, b) {
        return Some(pool.boolean(more == 0));
    }
    for (one, other) in [(a, b), (b, a)] {
        if let (Some(known), (of, more)) = (pool.value(one), sum(pool, other))
            && more != 0
        {
            let rest = pool.number(pool.width(one), known.wrapping_sub(more));
            return Some(pool.equal(of, rest));
        }
        for with_sign in [false, true] {
            if let Some(exact) = exact_product(pool, ranges, one, other, with_sign) {
                return Some(exact);
            }
        }
    }
    None
}

/// The condition under which a product of twice the width is that of the width itself.
fn exact_product(
    pool: &mut TermArena,
    ranges: &mut Ranges,
    wide: TermId,
    narrow: TermId,
    with_sign: bool,
) -> Option<TermId> {
    let (Node::ZeroExtend(product, _) | Node::SignExtend(product, _)) = *pool.node(narrow) else {
        return None;
    };
    let (width, whole) = (pool.width(product), pool.width(wide));
    let mut extended = |pool: &mut TermArena, ex: TermId| {
        let (number, signed) = match *pool.node(ex) {
            Node::ZeroExtend(inner, _) if pool.width(inner) <= width => {
                (pool.zero_extend(inner, width), false)
            }
            Node::SignExtend(inner, _) if pool.width(inner) <= width => {
                (pool.sign_extend(inner, width), true)
            }
            _ => return None,
        };
        // Of a number that is not negative both are the same.
        (signed == with_sign || ranges.range(pool, number).never_negative()).then_some(number)
    };
    let Node::Binary(Binary::Mul, p, q) = *pool.node(wide) else { return None };
    let (known, other) = if pool.value(p).is_some() { (p, q) } else { (q, p) };
    let factor = extended(pool, other)?;
    if extended(pool, narrow)? != product || whole < 2 * width {
        return None;
    }
    let Some(value) = pool.value(known) else {
        let second = extended(pool, known)?;
        if pool.binary(Binary::Mul, factor, second) != product {
            return None;
        }
        let (x, y) = (ranges.range(pool, factor), ranges.range(pool, second));
        return x.product_fits(&y, with_sign).then(|| pool.boolean(true));
    };
    let number = pool.number(width, value);
    let fits = if with_sign { signed(value, whole) == signed(value, width) } else { value <= mask(width) };
    if !fits || pool.binary(Binary::Mul, factor, number) != product {
        return None;
    }
    if !with_sign {
        let bound = pool.number(width, mask(width).checked_div(value)?);
        return Some(pool.compare(Compare::ULe, factor, bound));
    }
    let by = signed(value, width);
    let (least, most) = ends(width);
    let (least, most) = if by < 0 { (most, least) } else { (least, most) };
    // Rounded towards zero, both are the last ones that fit; the least number of all has no opposite.
    let (low, high) = (least.checked_div(by)?, most.checked_div(by)?.min(ends(width).1));
    let (low, high) = (pool.number(width, low as u128), pool.number(width, high as u128));
    let (above, below) = (pool.compare(Compare::SLe, low, factor), pool.compare(Compare::SLe, factor, high));
    Some(pool.and(above, below))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::model_search::random::Random;

    const BINARY: [Binary; 13] = {
        use Binary::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr]
    };
    const ORDERS: [Compare; 4] = [Compare::ULt, Compare::ULe, Compare::SLt, Compare::SLe];
    const WIDTH: u32 = 4;

    /// Expressions over two variables, each of some before it.
    fn random_terms(pool: &mut TermArena, random: &mut Random, count: usize) -> Vec<TermId> {
        let mut numbers = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(WIDTH))).to_vec();
        let mut truths = vec![pool.boolean(true)];
        for _ in 0..count {
            let number = pool.number(WIDTH, u128::from(random.next() % 16));
            let any = |random: &mut Random| match random.below(4) {
                0 => number,
                _ => numbers[random.below(numbers.len())],
            };
            let (a, b) = (any(random), any(random));
            match random.below(12) {
                0..5 => numbers.push(pool.binary(BINARY[random.below(BINARY.len())], a, b)),
                5..7 => truths.push(pool.compare(ORDERS[random.below(ORDERS.len())], a, b)),
                7 => truths.push(pool.equal(a, b)),
                8 => {
                    let condition = truths[random.below(truths.len())];
                    numbers.push(pool.choice(condition, a, b));
                }
                9 => {
                    let (p, q) = (truths[random.below(truths.len())], truths[random.below(truths.len())]);
                    let not = pool.not(q);
                    truths.push(if random.below(2) == 0 { pool.and(p, not) } else { pool.or(p, q) });
                }
                10 => {
                    let wide =
                        if random.below(2) == 0 { pool.zero_extend(a, 7) } else { pool.sign_extend(a, 7) };
                    numbers.push(pool.extract(wide, random.below(4) as u32, WIDTH));
                }
                _ => {
                    let (high, low) = (pool.extract(a, 2, 2), pool.extract(b, 1, 2));
                    numbers.push(pool.concat(high, low));
                }
            }
        }
        numbers.into_iter().chain(truths).collect()
    }

    #[test]
    fn plainer_expressions_come_to_the_same_and_stay_in_their_ranges() {
        let mut random = Random::new();
        let mut fewer = 0;
        for _ in 0..400 {
            let mut pool = TermArena::default();
            let roots = random_terms(&mut pool, &mut random, 24);
            let plain = ranged(&mut pool, &roots);
            let mut ranges = Ranges::default();
            let of: Vec<Range> = roots.iter().map(|root| ranges.range(&pool, *root)).collect();
            fewer += roots.iter().zip(&plain).filter(|(a, b)| a != b).count();
            let all: Vec<TermId> = roots.iter().chain(&plain).copied().collect();
            let mut evaluator = Evaluator::new(&pool, &all);
            for (x, y) in (0..16).flat_map(|x| (0..16).map(move |y| (x, y))) {
                evaluator.run(&|var| [x, y][var.0 as usize]);
                for ((root, plain), range) in roots.iter().zip(&plain).zip(&of) {
                    let value = evaluator.value(*root);
                    assert_eq!(value, evaluator.value(*plain), "{:?} at {x}, {y}", pool.node(*root));
                    if pool.sort(*root) != Sort::Bool {
                        let one = Range::one(WIDTH, value);
                        assert!(!range.is_apart(&one), "{:?} at {x}, {y}: {range:?}", pool.node(*root));
                    }
                }
            }
        }
        assert!(fewer > 1000, "{fewer}");
    }

    /// Under which conditions an operation wraps, written as the meaning of a promise is.
    fn wraps(pool: &mut TermArena, op: Binary, a: TermId, b: TermId, with_sign: bool) -> TermId {
        let (width, bits) = (pool.width(a), pool.binary(op, a, b));
        match (op, with_sign) {
            (Binary::Mul, _) => {
                let extend = |pool: &mut TermArena, ex| match with_sign {
                    true => pool.sign_extend(ex, 2 * width),
                    false => pool.zero_extend(ex, 2 * width),
                };
                let [x, y, kept] = [a, b, bits].map(|ex| extend(pool, ex));
                let exact = pool.binary(Binary::Mul, x, y);
                pool.differ(exact, kept)
            }
            (Binary::Add, false) => pool.compare(Compare::ULt, bits, a),
            (_, false) => pool.compare(Compare::ULt, a, b),
            (op, true) => {
                let zero = pool.zero(width);
                let [x, y, result] = [a, b, bits].map(|ex| pool.compare(Compare::SLt, ex, zero));
                let (changed, alike) = (pool.differ(x, result), pool.equal(x, y));
                let may = if op == Binary::Add { alike } else { pool.not(alike) };
                pool.and(may, changed)
            }
        }
    }

    #[test]
    fn a_promise_about_a_known_number_becomes_a_bound_of_the_other_one() {
        for op in [Binary::Add, Binary::Sub, Binary::Mul] {
            for (with_sign, known) in
                [false, true].into_iter().flat_map(|sign| (0..16).map(move |k| (sign, k)))
            {
                let mut pool = TermArena::default();
                let x = pool.variable("x", Sort::Bits(WIDTH));
                let number = pool.number(WIDTH, known);
                let statement = wraps(&mut pool, op, x, number, with_sign);
                let plain = ranged(&mut pool, &[statement])[0];
                for ex in pool.cone(&[plain]) {
                    assert!(
                        !matches!(pool.node(ex), Node::Binary(..)),
                        "{op:?} {known}: {:?}",
                        pool.node(ex)
                    );
                }
                let mut evaluator = Evaluator::new(&pool, &[statement, plain]);
                for x in 0..16 {
                    evaluator.run(&|_| x);
                    assert_eq!(evaluator.value(statement), evaluator.value(plain), "{op:?} {known} at {x}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_are_small_enough_never_wrap() {
        for (op, with_sign) in
            [Binary::Add, Binary::Sub, Binary::Mul].into_iter().flat_map(|op| [(op, false), (op, true)])
        {
            let mut pool = TermArena::default();
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(3)));
            let (mut a, mut b) = (pool.sign_extend(x, 8), pool.sign_extend(y, 8));
            if !with_sign {
                let (four, small) = (pool.number(8, 7), pool.number(8, 8));
                (a, b) = (pool.zero_extend(x, 8), pool.zero_extend(y, 8));
                (a, b) = (pool.binary(Binary::Or, a, small), pool.binary(Binary::And, b, four));
            }
            let statement = wraps(&mut pool, op, a, b, with_sign);
            let plain = ranged(&mut pool, &[statement])[0];
            assert_eq!(pool.value(plain), Some(0), "{op:?} {with_sign}");
        }
    }

    #[test]
    fn signs_that_are_known_make_an_operation_one_without_a_sign() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(8)));
        let one = pool.number(8, 1);
        let [a, b] = [x, y].map(|ex| pool.binary(Binary::LShr, ex, one));
        for (with, without) in
            [(Binary::SDiv, Binary::UDiv), (Binary::SRem, Binary::URem), (Binary::AShr, Binary::LShr)]
        {
            let (left, right) = (pool.binary(with, a, b), pool.binary(without, a, b));
            let plain = ranged(&mut pool, &[left, right]);
            assert_eq!(plain[0], plain[1]);
            let left = pool.binary(with, x, b);
            assert_eq!(ranged(&mut pool, &[left]), [left]);
        }
    }
}
