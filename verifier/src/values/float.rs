//! Binary floating-point numbers of IEEE 754 as bits: their formats, and arithmetic rounded once to the nearest, ties to
//! even, as the floating-point theory of SMT-LIB has it with `RNE`. Every NaN is one and the same. Written apart from the engines'
//! software arithmetic, so that each can catch the other; knows no operation of programs.

use super::eval::mask;

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand with the hidden one.
    pub significand: u32,
}

/// The formats that are modelled: `f16`, `bf16`, `f32`, `f64`, then `f8E5M2`, `f8E4M3`, `f8E3M4` and `tf32`.
pub const FORMATS: [Format; 8] = [
    Format { exponent: 5, significand: 11 },
    Format { exponent: 8, significand: 8 },
    Format { exponent: 8, significand: 24 },
    Format { exponent: 11, significand: 53 },
    Format { exponent: 5, significand: 3 },
    Format { exponent: 4, significand: 4 },
    Format { exponent: 3, significand: 5 },
    Format { exponent: 8, significand: 11 },
];

/// Arithmetic on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

/// A test of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// It is no number.
    NaN,
    /// It is infinite.
    Infinite,
    /// It is a zero of either sign.
    Zero,
    /// Its sign is minus, and it is a number.
    Negative,
}

/// An order of two numbers: false where one of them is NaN, and zeros of both signs are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Order {
    Equal,
    Less,
    LessOrEqual,
}

/// What a number is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum From {
    /// Its bits.
    Bits,
    /// A number of another format.
    Float,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
}

/// An interval of numbers of a format, by their bits; infinities are outside.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The number that all are above, and whether it is one of them.
    pub low: Option<(u128, bool)>,
    /// The number that all are below.
    pub high: Option<u128>,
}

impl Format {
    /// All bits.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The bits of plus infinity.
    fn infinity(self) -> u128 {
        mask(self.exponent) << (self.significand - 1)
    }

    /// The bits of the only NaN.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.significand - 2)
    }

    /// The bits of a number, those of NaN being always the same.
    pub fn read(self, bits: u128) -> u128 {
        let bits = bits & mask(self.width());
        if bits & mask(self.width() - 1) > self.infinity() { self.nan() } else { bits }
    }

    fn sign(self, bits: u128) -> bool {
        bits >> (self.width() - 1) & 1 == 1
    }

    /// Whether a test holds.
    pub fn test(self, test: Test, bits: u128) -> bool {
        let bits = self.read(bits);
        let magnitude = bits & mask(self.width() - 1);
        match test {
            Test::NaN => bits == self.nan(),
            Test::Infinite => magnitude == self.infinity(),
            Test::Zero => magnitude == 0,
            Test::Negative => bits != self.nan() && self.sign(bits),
        }
    }

    /// With the other sign.
    pub fn negated(self, bits: u128) -> u128 {
        self.read(bits ^ 1 << (self.width() - 1))
    }

    /// The number as the widest of the formats, which holds all others exactly.
    pub fn to_f64(self, bits: u128) -> f64 {
        let bits = self.read(bits);
        let magnitude = bits & mask(self.width() - 1);
        let value = if self.test(Test::NaN, bits) {
            f64::NAN
        } else if magnitude == self.infinity() {
            f64::INFINITY
        } else {
            let (mantissa, exponent) = self.parts(magnitude);
            // Both factors are exact, and so is the product: no format here goes below the normal numbers of the widest but
            // the widest itself.
            if self.significand == 53 {
                f64::from_bits(magnitude as u64)
            } else {
                mantissa as f64 * 2f64.powi(exponent)
            }
        };
        if self.sign(bits) && !value.is_nan() { -value } else { value }
    }

    /// A finite number as an integer and the power of two that it is multiplied by.
    fn parts(self, magnitude: u128) -> (u128, i32) {
        let field = (magnitude >> (self.significand - 1)) as i32;
        let fraction = magnitude & mask(self.significand - 1);
        let lowest = 2 - (1 << (self.exponent - 1)) - (self.significand as i32 - 1);
        match field {
            0 => (fraction, lowest),
            _ => (fraction | 1 << (self.significand - 1), lowest + field - 1),
        }
    }

    /// The number nearest to `mantissa * 2^exponent`.
    fn nearest(self, negative: bool, mantissa: u128, exponent: i32) -> u128 {
        let sign = u128::from(negative) << (self.width() - 1);
        if mantissa == 0 {
            return sign;
        }
        let digits = 128 - mantissa.leading_zeros() as i32;
        let lowest = 2 - (1 << (self.exponent - 1)) - (self.significand as i32 - 1);
        // The power of the last digit that is kept.
        let last = (exponent + digits - self.significand as i32).max(lowest);
        let dropped = last - exponent;
        let kept = match dropped {
            ..=0 => mantissa << -dropped,
            1..=127 => {
                let (down, rest) = (mantissa >> dropped, mantissa & mask(dropped as u32));
                let half = 1u128 << (dropped - 1);
                down + u128::from(rest > half || rest == half && down & 1 == 1)
            }
            _ => 0,
        };
        // The hidden one of `kept` counts as one in the exponent.
        let magnitude = kept + (((last - lowest) as u128) << (self.significand - 1));
        sign | magnitude.min(self.infinity())
    }

    /// The number of this format nearest to one of the widest.
    pub fn from_f64(self, value: f64) -> u128 {
        let widest = FORMATS[3];
        let bits = u128::from(value.to_bits());
        if value.is_nan() {
            return self.nan();
        }
        let sign = u128::from(value.is_sign_negative()) << (self.width() - 1);
        if value.is_infinite() {
            return sign | self.infinity();
        }
        let (mantissa, exponent) = widest.parts(bits & mask(63));
        self.nearest(value.is_sign_negative(), mantissa, exponent)
    }

    /// The number nearest to an integer.
    pub fn from_integer(self, negative: bool, magnitude: u128) -> u128 {
        if magnitude == 0 { 0 } else { self.nearest(negative, magnitude, 0) }
    }

    /// A number rounded towards zero, as an integer of a width; `None` where it does not fit.
    pub fn to_integer(self, bits: u128, signed: bool, width: u32) -> Option<u128> {
        if self.test(Test::NaN, bits) || self.test(Test::Infinite, bits) {
            return None;
        }
        let (mantissa, exponent) = self.parts(bits & mask(self.width() - 1));
        let magnitude = match exponent {
            _ if mantissa == 0 => 0,
            // A number of so many bits is wider than any integer.
            0.. if exponent as u32 > mantissa.leading_zeros() => return None,
            0.. => mantissa << exponent,
            _ => mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0),
        };
        let negative = self.sign(bits) && magnitude != 0;
        let (least, most) = match signed {
            true => (1 << (width - 1), mask(width - 1)),
            false => (0, mask(width)),
        };
        let fits = if negative { magnitude <= least } else { magnitude <= most };
        let value = if negative { magnitude.wrapping_neg() } else { magnitude };
        fits.then_some(value & mask(width))
    }

    /// The numbers that fit into an integer of a width when they are rounded towards zero.
    pub fn range(self, signed: bool, width: u32) -> Range {
        let largest = (1u32 << (self.exponent - 1)) - 1;
        let power = if signed { width - 1 } else { width };
        let high = (power <= largest).then(|| self.nearest(false, 1, power as i32));
        let low = match signed {
            false => Some((self.from_integer(true, 1), false)),
            true if power > largest => None,
            // The next integer below the smallest one, where there is such a number.
            true if width <= self.significand => Some((self.from_integer(true, (1 << power) + 1), false)),
            true => Some((self.nearest(true, 1, power as i32), true)),
        };
        Range { low, high }
    }

    /// Arithmetic. In the widest format and rounded again it is rounded as if once: that has more than twice the digits of the
    /// others.
    pub fn apply(self, op: Arithmetic, a: u128, b: u128) -> u128 {
        let (x, y) = (self.to_f64(a), self.to_f64(b));
        self.from_f64(match op {
            Arithmetic::Add => x + y,
            Arithmetic::Sub => x - y,
            Arithmetic::Mul => x * y,
            Arithmetic::Div => x / y,
        })
    }

    /// Order.
    pub fn order(self, order: Order, a: u128, b: u128) -> bool {
        let (x, y) = (self.to_f64(a), self.to_f64(b));
        match order {
            Order::Equal => x == y,
            Order::Less => x < y,
            Order::LessOrEqual => x <= y,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Format = FORMATS[0];
    const SINGLE: Format = FORMATS[2];

    #[test]
    fn singles_are_rounded_as_the_machine_does() {
        let mut state = 7u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        for _ in 0..20_000 {
            let (a, b) = (next(), next());
            let (x, y) = (f32::from_bits(a), f32::from_bits(b));
            for (op, value) in [
                (Arithmetic::Add, x + y),
                (Arithmetic::Sub, x - y),
                (Arithmetic::Mul, x * y),
                (Arithmetic::Div, x / y),
            ] {
                let made = SINGLE.apply(op, a.into(), b.into());
                assert_eq!(made, SINGLE.read(value.to_bits().into()), "{op:?} {x:e} {y:e}");
            }
            assert_eq!(SINGLE.from_integer(false, a.into()), u128::from((a as f32).to_bits()));
        }
    }

    #[test]
    fn halves_come_back_as_they_were() {
        for bits in 0..1u128 << 16 {
            assert_eq!(HALF.from_f64(HALF.to_f64(bits)), HALF.read(bits), "{bits:#x}");
        }
        // Half of the smallest one is a tie, which goes to zero; beyond the largest one is infinity.
        assert_eq!(HALF.from_f64(2f64.powi(-25)), 0);
        assert_eq!(HALF.from_f64(2f64.powi(-25) * 1.5), 1);
        assert_eq!(HALF.from_f64(65520.0), HALF.infinity());
        assert_eq!(HALF.from_f64(65519.0), HALF.infinity() - 1);
    }
}
