//! Arithmetic on numbers of formats with more digits than `f64` has: more digits than the format keeps, the last of which says
//! that others were dropped, then rounded once.

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
    fn of(format: Format, bits: u128) -> Number {
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
    let [mut high, mut low] = [a, b].map(|bits| Number::of(format, bits));
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
    let [x, y] = [a, b].map(|bits| Number::of(format, bits));
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
    let [x, y] = [a, b].map(|bits| Number::of(format, bits));
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
