//! Arithmetic on numbers of formats with more digits than `f64` has: more digits than the format keeps, the last of which says
//! that others were dropped, then rounded once.

use num_bigint::{BigInt, BigUint, Sign};

use super::{Arithmetic, Format, Test};

/// A finite number that is not zero: its sign, digits of which the first is set, and the power of two of the last.
#[derive(Clone, Copy)]
struct Number {
    negative: bool,
    digits: u128,
    power: i32,
}

/// Digits of a [`Number`]: one bit is left for a carry.
const DIGITS: u32 = 126;

impl Number {
    fn decode(format: Format, bits: u128) -> Number {
        let compact = format.compact(bits);
        let (digits, power) = format.parts(format.magnitude(compact));
        let shift = digits.leading_zeros() - (128 - DIGITS);
        Number { negative: format.sign(compact), digits: digits << shift, power: power - shift as i32 }
    }
}

/// Arithmetic on numbers of a format.
pub(super) fn apply(format: Format, op: Arithmetic, a: u128, b: u128) -> u128 {
    let b = if op == Arithmetic::Sub { format.negated(b) } else { b };
    let [x, y] = [a, b].map(|bits| format.test(Test::NaN, bits));
    if x || y {
        return format.nan();
    }
    match op {
        Arithmetic::Add | Arithmetic::Sub => add(format, a, b),
        Arithmetic::Mul => multiply(format, a, b),
        Arithmetic::Div => divide(format, a, b),
    }
}

fn is(format: Format, test: Test, list: [u128; 2]) -> [bool; 2] {
    list.map(|bits| format.test(test, bits))
}

fn add(format: Format, a: u128, b: u128) -> u128 {
    let [negative, other] = is(format, Test::Negative, [a, b]);
    match (is(format, Test::Infinite, [a, b]), is(format, Test::Zero, [a, b])) {
        ([true, true], _) if negative != other => return format.nan(),
        ([true, _], _) => return format.read(a),
        ([_, true], _) => return format.read(b),
        (_, [true, true]) => return format.nearest(negative && other, 0, 0),
        (_, [true, _]) => return format.read(b),
        (_, [_, true]) => return format.read(a),
        _ => {}
    }
    let [mut high, mut low] = [a, b].map(|bits| Number::decode(format, bits));
    if (low.power, low.digits) > (high.power, high.digits) {
        (high, low) = (low, high);
    }
    let moved = shifted(low.digits, (high.power - low.power) as u32);
    let digits = if high.negative == low.negative { high.digits + moved } else { high.digits - moved };
    format.nearest(high.negative && digits != 0, digits, high.power)
}

/// Digits without the last ones, of which the last says whether some that are dropped are set.
fn shifted(digits: u128, by: u32) -> u128 {
    let kept = digits.checked_shr(by).unwrap_or(0);
    let dropped = kept.checked_shl(by).unwrap_or(0) != digits;
    kept | u128::from(dropped)
}

fn multiply(format: Format, a: u128, b: u128) -> u128 {
    let [negative, other] = is(format, Test::Negative, [a, b]);
    let negative = negative != other;
    match (is(format, Test::Infinite, [a, b]), is(format, Test::Zero, [a, b])) {
        ([true, _], [_, true]) | ([_, true], [true, _]) => return format.nan(),
        ([true, _] | [_, true], _) => return format.written(format.overflow(negative)),
        (_, [true, _] | [_, true]) => return format.nearest(negative, 0, 0),
        _ => {}
    }
    let [x, y] = [a, b].map(|bits| Number::decode(format, bits));
    let (high, low) = product(x.digits, y.digits);
    format.nearest(negative, high | u128::from(low != 0), x.power + y.power + 128)
}

/// The product of two numbers, its upper and its lower half.
fn product(a: u128, b: u128) -> (u128, u128) {
    let half = |number: u128| (number >> 64, number & u128::from(u64::MAX));
    let ((a, c), (b, d)) = (half(a), half(b));
    let (low, middle, other) = (c * d, a * d, b * c);
    let carried = (low >> 64) + half(middle).1 + half(other).1;
    let high = a * b + half(middle).0 + half(other).0 + (carried >> 64);
    (high, carried << 64 | half(low).1)
}

fn divide(format: Format, a: u128, b: u128) -> u128 {
    let [negative, other] = is(format, Test::Negative, [a, b]);
    let negative = negative != other;
    match (is(format, Test::Infinite, [a, b]), is(format, Test::Zero, [a, b])) {
        ([true, true], _) | (_, [true, true]) => return format.nan(),
        ([true, _], _) | (_, [_, true]) => return format.written(format.overflow(negative)),
        ([_, true], _) | (_, [true, _]) => return format.nearest(negative, 0, 0),
        _ => {}
    }
    let [x, y] = [a, b].map(|bits| Number::decode(format, bits));
    let (mut quotient, mut rest) = (0, x.digits);
    for _ in 0..DIGITS {
        quotient <<= 1;
        if rest >= y.digits {
            rest -= y.digits;
            quotient |= 1;
        }
        rest <<= 1;
    }
    let power = x.power - y.power - (DIGITS as i32 - 1);
    format.nearest(negative, quotient | u128::from(rest != 0), power)
}

/// The square root, of minus zero minus zero, of other numbers below zero NaN.
pub(super) fn root(format: Format, a: u128) -> u128 {
    let [zero, infinite, negative] =
        [Test::Zero, Test::Infinite, Test::Negative].map(|test| format.test(test, a));
    match () {
        () if format.test(Test::NaN, a) => return format.nan(),
        () if zero => return format.read(a),
        () if negative => return format.nan(),
        () if infinite => return format.read(a),
        () => {}
    }
    let number = Number::decode(format, a);
    // The power of an even one is twice that of its root.
    let odd = number.power & 1 != 0;
    let (digits, power) = (
        BigUint::from(number.digits) << (DIGITS + u32::from(odd)),
        number.power - DIGITS as i32 - i32::from(odd),
    );
    let root = digits.sqrt();
    let inexact = &root * &root != digits;
    rounded(format, false, (root << 1u32) + u32::from(inexact), power / 2 - 1)
}

/// The product of two numbers and a third one added.
pub(super) fn fused(format: Format, a: u128, b: u128, c: u128) -> u128 {
    let list = [a, b, c];
    if list.iter().any(|bits| format.test(Test::NaN, *bits)) {
        return format.nan();
    }
    let negative = list.map(|bits| format.test(Test::Negative, bits));
    let infinite = list.map(|bits| format.test(Test::Infinite, bits));
    let zero = list.map(|bits| format.test(Test::Zero, bits));
    let below = negative[0] != negative[1];
    if infinite[0] || infinite[1] {
        let none = zero[0] || zero[1] || infinite[2] && below != negative[2];
        return if none { format.nan() } else { format.written(format.overflow(below)) };
    }
    if infinite[2] {
        return format.read(c);
    }
    let parts = list.map(|bits| {
        let compact = format.compact(bits);
        let (digits, power) = format.parts(format.magnitude(compact));
        let sign = if format.sign(compact) { Sign::Minus } else { Sign::Plus };
        (BigInt::from_biguint(sign, BigUint::from(digits)), power)
    });
    let [(x, p), (y, q), (z, r)] = parts;
    let (product, power) = (x * y, p + q);
    let least = power.min(r);
    let sum = (product << (power - least) as u32) + (z << (r - least) as u32);
    match sum.sign() {
        // Two zeros of one sign are one with that; a sum that cancels has the sign plus.
        Sign::NoSign => format.nearest((zero[0] || zero[1]) && zero[2] && below && negative[2], 0, 0),
        sign => rounded(format, sign == Sign::Minus, sum.magnitude().clone(), least),
    }
}

/// The number nearest to `digits * 2^power`.
fn rounded(format: Format, negative: bool, digits: BigUint, power: i32) -> u128 {
    let spare = (digits.bits() as u32).saturating_sub(DIGITS);
    let kept = &digits >> spare;
    let dropped = (&kept << spare) != digits;
    let kept = u128::try_from(&kept).unwrap_or(u128::MAX);
    format.nearest(negative, kept | u128::from(dropped), power + spare as i32)
}

#[cfg(test)]
mod tests {
    use super::super::{FORMATS, SINGLE};
    use super::*;

    #[test]
    fn more_digits_than_needed_give_what_the_machine_gives() {
        let mut state = 11u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let special = [0, 1, 0x8000_0000, 0x3F80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F7F_FFFF];
        for round in 0..20_000 {
            let first = next();
            let (a, b) = match round {
                0..64 => (special[round % 8], special[round / 8]),
                // Neighbours, of which the sum has few digits.
                _ if round % 4 == 0 => (first, first ^ 0x8000_0001),
                _ => (first, next()),
            };
            for op in [Arithmetic::Add, Arithmetic::Sub, Arithmetic::Mul, Arithmetic::Div] {
                let made = apply(SINGLE, op, a.into(), b.into());
                assert_eq!(made, SINGLE.apply(op, a.into(), b.into()), "{op:?} {a:#x} {b:#x}");
            }
        }
    }

    #[test]
    fn roots_and_fused_products_are_what_the_machine_gives() {
        let mut state = 13u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let special = [0, 1, 0x8000_0000, 0x3F80_0000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F7F_FFFF];
        for round in 0..20_000usize {
            let [a, b, c] = [0, 3, 6].map(|shift| match round {
                0..512 => special[round >> shift & 7],
                // Exponents near each other, so that products cancel.
                _ if round % 3 == 0 => next() & 0x81FF_FFFF | 0x3E00_0000,
                _ => next(),
            });
            let [x, y, z] = [a, b, c].map(f32::from_bits);
            let bits = |value: f32| if value.is_nan() { SINGLE.nan() } else { u128::from(value.to_bits()) };
            assert_eq!(root(SINGLE, a.into()), bits(x.sqrt()), "{a:#x}");
            assert_eq!(
                fused(SINGLE, a.into(), b.into(), c.into()),
                bits(x.mul_add(y, z)),
                "{a:#x} {b:#x} {c:#x}"
            );
        }
    }

    #[test]
    fn a_third_of_a_wide_number_is_rounded_once() {
        for format in [FORMATS[8], FORMATS[9]] {
            let [one, three] = [1, 3].map(|number| format.from_integer(false, number));
            let third = format.apply(Arithmetic::Div, one, three);
            // 0.0101.., the last digit of which says that others follow.
            assert_eq!(third, format.nearest(false, (1u128 << 126) / 3, -126));
            assert_eq!(format.apply(Arithmetic::Sub, third, third), 0);
            assert_eq!(format.to_f64(format.apply(Arithmetic::Mul, third, three)), 1.0);
        }
    }
}
