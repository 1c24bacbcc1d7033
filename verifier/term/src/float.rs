//! Binary floating-point numbers as bits: their formats, those of IEEE 754 and others, and arithmetic rounded once to the nearest,
//! ties to even, as the floating-point theory of SMT-LIB has it with `RNE`. Every NaN is one and the same. Written apart from the
//! engines' software arithmetic, so that each can catch the other; knows no operation of programs.

use crate::bits::mask;

mod exact;

/// The patterns of a format that are no finite numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Infinities and NaNs, which have the largest exponent.
    Ieee,
    /// The same, and the first bit of the significand is written: where it is not as the exponent says, the pattern is NaN, or
    /// one of the smallest numbers written in another way.
    X87,
    /// Only NaN, which has all bits but the sign set.
    AllOnes,
    /// Only NaN, which is the pattern of minus zero; there is one zero.
    MinusZero,
    /// None.
    Finite,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand with the hidden one.
    pub significand: u32,
    /// The exponent of one.
    bias: i32,
    /// Patterns that are no finite numbers.
    pub family: Family,
}

const fn ieee(exponent: u32, significand: u32) -> Format {
    Format { exponent, significand, bias: (1 << (exponent - 1)) - 1, family: Family::Ieee }
}

const fn few(exponent: u32, significand: u32, bias: i32, family: Family) -> Format {
    Format { exponent, significand, bias, family }
}

/// `f32`.
pub const SINGLE: Format = FORMATS[2];

/// `f64`.
const DOUBLE: Format = FORMATS[3];

/// The formats that are modelled: `f16`, `bf16`, `f32`, `f64`, then `f8E5M2`, `f8E4M3`, `f8E3M4` and `tf32`, then `f128` and `f80`,
/// then `f8E4M3FN`, `f8E5M2FNUZ`, `f8E4M3FNUZ` and `f8E4M3B11FNUZ`, then `f4E2M1FN`, `f6E2M3FN` and `f6E3M2FN`.
pub const FORMATS: [Format; 17] = [
    ieee(5, 11),
    ieee(8, 8),
    ieee(8, 24),
    ieee(11, 53),
    ieee(5, 3),
    ieee(4, 4),
    ieee(3, 5),
    ieee(8, 11),
    ieee(15, 113),
    Format { family: Family::X87, ..ieee(15, 64) },
    few(4, 4, 7, Family::AllOnes),
    few(5, 3, 16, Family::MinusZero),
    few(4, 4, 8, Family::MinusZero),
    few(4, 4, 11, Family::MinusZero),
    few(2, 2, 1, Family::Finite),
    few(2, 4, 1, Family::Finite),
    few(3, 3, 3, Family::Finite),
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

/// The integral number that is taken for one that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Integral {
    Down,
    Up,
    Zero,
    NearestEven,
    NearestAway,
}

impl Integral {
    /// The way in which the opposite numbers are rounded.
    pub fn mirrored(self) -> Integral {
        match self {
            Integral::Down => Integral::Up,
            Integral::Up => Integral::Down,
            other => other,
        }
    }
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

/// Patterns are looked at in a compact form, which is the written one but for x87, where the first bit of the significand is left
/// out of it.
impl Format {
    /// All bits.
    pub fn width(self) -> u32 {
        self.compact_width() + u32::from(self.family == Family::X87)
    }

    fn compact_width(self) -> u32 {
        self.exponent + self.significand
    }

    /// The format with more or fewer digits.
    pub fn with_significand(self, significand: u32) -> Format {
        Format { significand, ..self }
    }

    /// Bits of the significand without the first one.
    pub fn fraction(self) -> u32 {
        self.significand - 1
    }

    /// The power of two of the last digit of the smallest numbers.
    pub fn lowest(self) -> i32 {
        1 - self.bias - self.fraction() as i32
    }

    /// Tells if the format has a NaN.
    pub fn has_nan(self) -> bool {
        self.family != Family::Finite
    }

    /// Tells if its numbers are numbers of `f32`.
    pub fn is_narrow(self) -> bool {
        self.significand <= SINGLE.significand && self.exponent <= SINGLE.exponent
    }

    fn has_infinity(self) -> bool {
        matches!(self.family, Family::Ieee | Family::X87)
    }

    /// Plus infinity, or, where there is none, what would come after all patterns.
    fn beyond(self) -> u128 {
        match self.family {
            Family::Ieee | Family::X87 => mask(self.exponent) << self.fraction(),
            Family::AllOnes => mask(self.compact_width() - 1),
            Family::MinusZero | Family::Finite => mask(self.compact_width() - 1) + 1,
        }
    }

    /// The bits of the largest number.
    pub fn largest(self) -> u128 {
        self.written(self.beyond() - 1)
    }

    /// The bits of the smallest number of full precision.
    pub fn least_normal(self) -> u128 {
        self.written(1 << self.fraction())
    }

    /// The only NaN, or zero where there is none.
    fn compact_nan(self) -> u128 {
        match self.family {
            Family::Ieee | Family::X87 => self.beyond() | 1 << (self.significand - 2),
            Family::AllOnes | Family::MinusZero => self.beyond(),
            Family::Finite => 0,
        }
    }

    fn is_nan(self, compact: u128) -> bool {
        match self.family {
            Family::Ieee | Family::X87 => self.magnitude(compact) > self.beyond(),
            Family::AllOnes => self.magnitude(compact) == self.beyond(),
            Family::MinusZero => compact == self.beyond(),
            Family::Finite => false,
        }
    }

    fn compact(self, bits: u128) -> u128 {
        let bits = bits & mask(self.width());
        let compact = match self.family {
            Family::X87 => {
                let (sign, field, low) = (bits >> 79, bits >> 64 & mask(15), bits & mask(63));
                let first = bits >> 63 & 1;
                match (field, first) {
                    (0, 1) => sign << 78 | 1 << 63 | low,
                    (1.., 0) => self.compact_nan(),
                    _ => sign << 78 | field << 63 | low,
                }
            }
            _ => bits,
        };
        if self.is_nan(compact) { self.compact_nan() } else { compact }
    }

    fn written(self, compact: u128) -> u128 {
        match self.family {
            Family::X87 => {
                let (above, low) = (compact >> 63, compact & mask(63));
                above << 64 | u128::from(above & mask(15) != 0) << 63 | low
            }
            _ => compact,
        }
    }

    fn magnitude(self, compact: u128) -> u128 {
        compact & mask(self.compact_width() - 1)
    }

    fn sign(self, compact: u128) -> bool {
        compact >> (self.compact_width() - 1) & 1 == 1
    }

    fn with_sign(self, negative: bool, magnitude: u128) -> u128 {
        let one_zero = self.family == Family::MinusZero && magnitude == 0;
        magnitude | u128::from(negative && !one_zero) << (self.compact_width() - 1)
    }

    /// The result for a number beyond the largest one.
    fn overflow(self, negative: bool) -> u128 {
        match self.family {
            Family::Ieee | Family::X87 => self.with_sign(negative, self.beyond()),
            Family::AllOnes | Family::MinusZero => self.compact_nan(),
            Family::Finite => self.with_sign(negative, self.beyond() - 1),
        }
    }

    /// The bits of the only NaN; of a format without one those of zero, which no operation that is modelled makes for it.
    pub fn nan(self) -> u128 {
        self.written(self.compact_nan())
    }

    /// The bits of a number, those of one number, and of NaN, being always the same.
    pub fn read(self, bits: u128) -> u128 {
        self.written(self.compact(bits))
    }

    /// The bits of numbers where operations are irregular, without the sign.
    pub fn notable(self) -> [u128; 6] {
        let one = (self.bias as u128) << self.fraction();
        let beyond = self.beyond();
        let last = match self.has_infinity() {
            true => [beyond, beyond | 1, beyond - 1],
            false => [beyond - 1, self.compact_nan(), beyond - 2],
        };
        [one, one + 1, last[0], last[1], last[2], 1 << self.fraction()].map(|bits| self.written(bits))
    }

    /// Whether a test holds.
    pub fn test(self, test: Test, bits: u128) -> bool {
        let compact = self.compact(bits);
        match test {
            Test::NaN => self.is_nan(compact),
            Test::Infinite => self.has_infinity() && self.magnitude(compact) == self.beyond(),
            Test::Zero => compact == self.with_sign(self.sign(compact), 0),
            Test::Negative => !self.is_nan(compact) && self.sign(compact),
        }
    }

    /// With the other sign.
    pub fn negated(self, bits: u128) -> u128 {
        let compact = self.compact(bits);
        match self.is_nan(compact) {
            true => self.written(compact),
            false => self.written(self.with_sign(!self.sign(compact), self.magnitude(compact))),
        }
    }

    /// The integral number beside one, with its sign; infinite where the format has no such number.
    pub fn integral(self, to: Integral, bits: u128) -> u128 {
        if [Test::NaN, Test::Infinite, Test::Zero].iter().any(|test| self.test(*test, bits)) {
            return self.read(bits);
        }
        let compact = self.compact(bits);
        let negative = self.sign(compact);
        let (digits, power) = self.parts(self.magnitude(compact));
        let Ok(dropped @ 1..) = u32::try_from(-power) else { return self.read(bits) };
        let whole = digits.checked_shr(dropped).unwrap_or(0);
        let rest = digits - whole.checked_shl(dropped).unwrap_or(0);
        let half = 1u128.checked_shl(dropped - 1).map_or(std::cmp::Ordering::Less, |half| rest.cmp(&half));
        let up = match to {
            Integral::Down => negative && rest != 0,
            Integral::Up => !negative && rest != 0,
            Integral::Zero => false,
            Integral::NearestEven => half.is_gt() || half.is_eq() && whole % 2 == 1,
            Integral::NearestAway => half.is_ge(),
        };
        self.nearest(negative, whole + u128::from(up), 0)
    }

    /// The number as one of `f64`, which holds those of all narrower formats exactly.
    pub fn to_f64(self, bits: u128) -> f64 {
        let compact = self.compact(bits);
        let value = if self.is_nan(compact) {
            f64::NAN
        } else if self.test(Test::Infinite, bits) {
            f64::INFINITY
        } else if self == DOUBLE {
            f64::from_bits(self.magnitude(compact) as u64)
        } else if self.significand > DOUBLE.significand {
            return f64::from_bits(self.converted(DOUBLE, bits) as u64);
        } else {
            // Both factors are exact, and so is the product: no format here goes below the normal numbers of `f64`.
            let (mantissa, exponent) = self.parts(self.magnitude(compact));
            mantissa as f64 * 2f64.powi(exponent)
        };
        if self.sign(compact) && !value.is_nan() { -value } else { value }
    }

    /// The number in decimal digits, after `~` where it is only near to what they say.
    pub fn render(self, bits: u128) -> String {
        let value = self.to_f64(bits);
        let is_exact = self.from_f64(value) == self.read(bits);
        format!("{}{value:?}", if is_exact { "" } else { "~" })
    }

    /// A finite number as an integer and the power of two that it is multiplied by.
    fn parts(self, magnitude: u128) -> (u128, i32) {
        let field = (magnitude >> self.fraction()) as i32;
        let fraction = magnitude & mask(self.fraction());
        match field {
            0 => (fraction, self.lowest()),
            _ => (fraction | 1 << self.fraction(), self.lowest() + field - 1),
        }
    }

    /// The number nearest to `mantissa * 2^exponent`.
    pub fn nearest(self, negative: bool, mantissa: u128, exponent: i32) -> u128 {
        if mantissa == 0 {
            return self.written(self.with_sign(negative, 0));
        }
        let digits = 128 - mantissa.leading_zeros() as i32;
        let lowest = self.lowest();
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
        // The hidden one of `kept` counts as one in the exponent, which is far beyond the largest one at most.
        let field = ((last - lowest) as u128).min(mask(self.exponent) + 1);
        let magnitude = kept + (field << self.fraction());
        self.written(match magnitude < self.beyond() {
            true => self.with_sign(negative, magnitude),
            false => self.overflow(negative),
        })
    }

    /// The number of another format nearest to one of this.
    pub fn converted(self, to: Format, bits: u128) -> u128 {
        let compact = self.compact(bits);
        if self.is_nan(compact) {
            return to.nan();
        }
        if self.test(Test::Infinite, bits) {
            return to.written(to.overflow(self.sign(compact)));
        }
        let (mantissa, exponent) = self.parts(self.magnitude(compact));
        to.nearest(self.sign(compact), mantissa, exponent)
    }

    /// The number of this format nearest to one of `f64`.
    pub fn from_f64(self, value: f64) -> u128 {
        DOUBLE.converted(self, u128::from(value.to_bits()))
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
        let compact = self.compact(bits);
        let (mantissa, exponent) = self.parts(self.magnitude(compact));
        let magnitude = match exponent {
            _ if mantissa == 0 => 0,
            // A number of so many bits is wider than any integer.
            0.. if exponent as u32 > mantissa.leading_zeros() => return None,
            0.. => mantissa << exponent,
            _ => mantissa.checked_shr(exponent.unsigned_abs()).unwrap_or(0),
        };
        let negative = self.sign(compact) && magnitude != 0;
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
        let field = ((self.beyond() - 1) >> self.fraction()) as i32;
        let largest = (field - self.bias).unsigned_abs();
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

    /// True if square roots and fused products are modelled.
    pub fn has_roots(self) -> bool {
        self.family == Family::Ieee && self.significand <= DOUBLE.significand
    }

    /// The square root of a number of a format that has them.
    pub fn root(self, bits: u128) -> u128 {
        exact::root(self, bits)
    }

    /// The product of two numbers and a third one added, rounded once, of a format that has it.
    pub fn fused(self, a: u128, b: u128, c: u128) -> u128 {
        exact::fused(self, a, b, c)
    }

    /// Arithmetic. In `f64` and rounded again it is rounded as if once: that has more than twice the digits of the narrower
    /// formats.
    pub fn apply(self, op: Arithmetic, a: u128, b: u128) -> u128 {
        if self.significand > DOUBLE.significand {
            return exact::apply(self, op, a, b);
        }
        let (x, y) = (self.to_f64(a), self.to_f64(b));
        self.from_f64(match op {
            Arithmetic::Add => x + y,
            Arithmetic::Sub => x - y,
            Arithmetic::Mul => x * y,
            Arithmetic::Div => x / y,
        })
    }

    /// Order, which is that of the patterns as signed integers.
    pub fn order(self, order: Order, a: u128, b: u128) -> bool {
        let [a, b] = [a, b].map(|bits| self.compact(bits));
        if self.is_nan(a) || self.is_nan(b) {
            return false;
        }
        let key = |compact: u128| {
            let magnitude = self.magnitude(compact) as i128;
            if self.sign(compact) { -magnitude } else { magnitude }
        };
        match order {
            Order::Equal => key(a) == key(b),
            Order::Less => key(a) < key(b),
            Order::LessOrEqual => key(a) <= key(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Format = FORMATS[0];

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
        assert_eq!(HALF.from_f64(65520.0), HALF.beyond());
        assert_eq!(HALF.from_f64(65519.0), HALF.beyond() - 1);
    }

    #[test]
    fn a_number_is_read_back_in_every_format() {
        for format in FORMATS {
            for bits in format.notable().into_iter().chain([0, format.largest()]) {
                let back = format.converted(format, bits);
                assert_eq!(back, format.read(bits), "{format:?} {bits:#x}");
                let opposite = format.negated(bits);
                assert_eq!(format.negated(opposite), format.read(bits), "{format:?} {bits:#x}");
            }
        }
    }

    #[test]
    fn a_number_of_x87_without_its_first_bit_is_none() {
        let format = FORMATS[9];
        let one = 0x3FFFu128 << 64 | 1 << 63;
        assert_eq!(format.to_f64(one), 1.0);
        assert!(format.test(Test::NaN, 0x3FFF << 64) && format.test(Test::NaN, 0x7FFF << 64));
        assert!(format.test(Test::Infinite, 0x7FFF << 64 | 1 << 63));
        // Two patterns of one number.
        assert_eq!(format.read(1 << 63), 1 << 64 | 1 << 63);
        assert_eq!(format.apply(Arithmetic::Add, one, one), 0x4000u128 << 64 | 1 << 63);
    }

    #[test]
    fn beyond_the_largest_number_is_what_the_family_has() {
        let [ones, zero, finite] = [FORMATS[10], FORMATS[11], FORMATS[14]];
        assert_eq!((ones.from_f64(464.0), ones.from_f64(464.5)), (0x7E, 0x7F));
        assert_eq!((zero.from_f64(1e9), zero.from_f64(-0.0), zero.from_f64(-1e-9)), (0x80, 0, 0));
        assert_eq!((finite.from_f64(1e9), finite.from_f64(-1e9), finite.from_f64(-0.0)), (7, 15, 8));
        assert_eq!(finite.range(false, 8).high, None);
    }
}
