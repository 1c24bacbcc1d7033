//! Numbers: decimal and hexadecimal text to exact integers and to the bit patterns of every builtin float
//! format, and back. Knows no tokens.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

use crate::data::{FloatKind, IntValue, Signedness};

/// How a format spends its largest exponent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specials {
    /// Infinities and NaNs as in IEEE 754.
    Ieee,
    /// No infinity; NaN is all ones, so all other patterns are finite.
    NanAllOnes,
    /// No infinity; NaN is negative zero.
    NanNegativeZero,
    /// Every pattern is finite.
    Finite,
}

/// One binary floating-point format: exponent bits, fraction bits, bias.
struct Format {
    exponent: u32,
    fraction: u32,
    bias: i64,
    specials: Specials,
    signed: bool,
}

fn format(kind: FloatKind) -> Format {
    use FloatKind as F;
    let of =
        |exponent: u32, fraction, bias, specials| Format { exponent, fraction, bias, specials, signed: true };
    match kind {
        F::F4E2M1FN => of(2, 1, 1, Specials::Finite),
        F::F6E2M3FN => of(2, 3, 1, Specials::Finite),
        F::F6E3M2FN => of(3, 2, 3, Specials::Finite),
        F::F8E5M2 => of(5, 2, 15, Specials::Ieee),
        F::F8E4M3 => of(4, 3, 7, Specials::Ieee),
        F::F8E4M3FN => of(4, 3, 7, Specials::NanAllOnes),
        F::F8E5M2FNUZ => of(5, 2, 16, Specials::NanNegativeZero),
        F::F8E4M3FNUZ => of(4, 3, 8, Specials::NanNegativeZero),
        F::F8E4M3B11FNUZ => of(4, 3, 11, Specials::NanNegativeZero),
        F::F8E3M4 => of(3, 4, 3, Specials::Ieee),
        F::F8E8M0FNU => {
            Format { exponent: 8, fraction: 0, bias: 127, specials: Specials::NanAllOnes, signed: false }
        }
        F::BF16 => of(8, 7, 127, Specials::Ieee),
        F::F16 => of(5, 10, 15, Specials::Ieee),
        F::TF32 => of(8, 10, 127, Specials::Ieee),
        F::F32 => of(8, 23, 127, Specials::Ieee),
        F::F64 => of(11, 52, 1023, Specials::Ieee),
        // The explicit integer bit of x87 is handled where the pattern is put together.
        F::F80 => of(15, 63, 16383, Specials::Ieee),
        F::F128 => of(15, 112, 16383, Specials::Ieee),
    }
}

/// The bit pattern of a decimal float (`1.5e3`, without sign), rounded to nearest, ties to even, by way of a
/// double as MLIR does it: other bits are written as patterns.
pub(super) fn float_bits(text: &str, negative: bool, kind: FloatKind) -> Option<u128> {
    // MLIR reads every literal as a double first.
    let value: f64 = text.parse().ok()?;
    let signed = if negative { -value } else { value };
    let format = format(kind);
    match kind {
        FloatKind::F64 => return Some(u128::from(signed.to_bits())),
        FloatKind::F32 => return Some(u128::from((signed as f32).to_bits())),
        _ => {}
    }
    let Some((_, numerator, denominator)) = exact(u128::from(value.to_bits()), FloatKind::F64) else {
        return Some(assemble(overflow_pattern(&format), negative, kind, &format));
    };
    let magnitude = round_to(&numerator, &denominator, &format);
    Some(assemble(magnitude, negative, kind, &format))
}

/// The pattern of exponent and fraction (without sign) nearest to a fraction.
fn round_to(numerator: &BigUint, denominator: &BigUint, format: &Format) -> u128 {
    let fraction = i64::from(format.fraction);
    let no_zero = !format.signed;
    if numerator.is_zero() {
        return 0;
    }
    // 2^power <= value < 2^(power + 1)
    let mut power = numerator.bits() as i64 - denominator.bits() as i64;
    if scaled_less(numerator, denominator, power) {
        power -= 1;
    }
    let lowest = if no_zero { -format.bias } else { 1 - format.bias };
    let exponent = power.max(lowest);
    // Units in the last place: value / 2^(exponent - fraction), rounded to nearest even.
    let scale = exponent - fraction;
    let (top, bottom) = if scale >= 0 {
        (numerator.clone(), denominator << scale as u64)
    } else {
        (numerator << (-scale) as u64, denominator.clone())
    };
    let mut units = &top / &bottom;
    let twice = (&top - &units * &bottom) << 1u32;
    if twice > bottom || (twice == bottom && units.bit(0)) {
        units += 1u32;
    }
    let units = units.to_u128().unwrap_or(u128::MAX);
    let hidden = 1u128 << format.fraction;
    let biased = if no_zero { exponent + format.bias } else { exponent + format.bias - 1 };
    // A carry out of the fraction moves on to the next exponent by itself.
    let pattern = if units < hidden && !no_zero {
        units
    } else {
        let base = u128::try_from(biased.max(0)).unwrap_or(0) << format.fraction;
        if no_zero { base + (units - hidden.min(units)) } else { base + units }
    };
    pattern.min(overflow_pattern(format))
}

fn scaled_less(numerator: &BigUint, denominator: &BigUint, power: i64) -> bool {
    if power >= 0 {
        *numerator < (denominator << power as u64)
    } else {
        (numerator << (-power) as u64) < *denominator
    }
}

/// What a value too large becomes: infinity, or NaN where there is none.
fn overflow_pattern(format: &Format) -> u128 {
    let all = (1u128 << (format.exponent + format.fraction)) - 1;
    match format.specials {
        Specials::Ieee => ((1u128 << format.exponent) - 1) << format.fraction,
        Specials::NanAllOnes | Specials::Finite => all,
        Specials::NanNegativeZero => all,
    }
}

fn assemble(magnitude: u128, negative: bool, kind: FloatKind, format: &Format) -> u128 {
    let sign = u128::from(negative && format.signed);
    if kind == FloatKind::F80 {
        let exponent = magnitude >> 63;
        let explicit = if exponent == 0 { magnitude & (1 << 63) } else { 1 << 63 };
        return sign << 79 | exponent << 64 | explicit | (magnitude & ((1 << 63) - 1));
    }
    if magnitude == 0 && format.specials == Specials::NanNegativeZero {
        return 0;
    }
    sign << (format.exponent + format.fraction) | magnitude
}

/// A finite pattern as sign and exact fraction; `None` for infinities and NaNs.
fn exact(bits: u128, kind: FloatKind) -> Option<(bool, BigUint, BigUint)> {
    let format = format(kind);
    let width = format.exponent + format.fraction;
    let (sign, magnitude) = if kind == FloatKind::F80 {
        let explicit = bits >> 63 & 1;
        let exponent = bits >> 64 & 0x7FFF;
        if (explicit == 0) != (exponent == 0) {
            return None;
        }
        (bits >> 79 & 1 == 1, exponent << 63 | bits & ((1 << 63) - 1))
    } else {
        (format.signed && bits >> width & 1 == 1, bits & ((1u128 << width) - 1))
    };
    let exponent = (magnitude >> format.fraction) as i64;
    let fraction = magnitude & ((1u128 << format.fraction) - 1);
    let top = (1i64 << format.exponent) - 1;
    let special = match format.specials {
        Specials::Ieee => exponent == top,
        Specials::NanAllOnes => magnitude == (1u128 << width) - 1,
        Specials::NanNegativeZero => sign && magnitude == 0,
        Specials::Finite => false,
    };
    if special {
        return None;
    }
    let hidden = 1u128 << format.fraction;
    let (units, power) = match (exponent, format.signed) {
        (0, true) => (fraction, 1 - format.bias),
        _ => (fraction + hidden, exponent - format.bias),
    };
    let power = power - i64::from(format.fraction);
    Some(if power >= 0 {
        (sign, BigUint::from(units) << power as u64, BigUint::one())
    } else {
        (sign, BigUint::from(units), BigUint::one() << (-power) as u64)
    })
}

/// The text of a float as MLIR prints it (`printFloatValue` of `AsmPrinter.cpp` and `APFloat::toString`, LLVM 22): six digits
/// when they say it all, more where needed, the bit pattern for infinities, NaNs and what would look like an integer.
pub(super) fn float_text(bits: u128, kind: FloatKind) -> String {
    let hexadecimal = || format!("0x{bits:0width$X}", width = kind.bits().div_ceil(4) as usize);
    let Some((negative, numerator, denominator)) = exact(bits, kind) else { return hexadecimal() };
    let sign = if negative { "-" } else { "" };
    let (digits, exponent) = shortened(&numerator, &denominator, 6);
    let (first, rest) = digits.split_at(1);
    let short = format!("{first}.{rest:0<6}e{}{:02}", sign_of(exponent), exponent.unsigned_abs());
    if float_bits(&short, negative, kind) == Some(bits) {
        return format!("{sign}{short}");
    }
    let most = 2 + (format(kind).fraction as usize + 1) * 59 / 196;
    let (digits, exponent) = shortened(&numerator, &denominator, most);
    match long_text(&digits, exponent, most) {
        Some(long) if float_bits(&long, negative, kind) == Some(bits) => format!("{sign}{long}"),
        _ => hexadecimal(),
    }
}

fn sign_of(exponent: i64) -> char {
    if exponent < 0 { '-' } else { '+' }
}

/// Digits `d.ddd` times ten to `exponent`, positional where that needs at most three zeros of padding and shows no more than
/// `most` digits; `None` for what has no point then.
fn long_text(digits: &str, exponent: i64, most: usize) -> Option<String> {
    const PADDING: i64 = 3;
    let count = digits.len() as i64;
    let last = exponent - (count - 1);
    if (0..=PADDING).contains(&last) && count + last <= most as i64 {
        return None;
    }
    if last < 0 && exponent >= 0 {
        let at = exponent as usize + 1;
        return Some(format!("{}.{}", &digits[..at], &digits[at..]));
    }
    if last < 0 && -exponent <= PADDING {
        return Some(format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize)));
    }
    let rest = if count == 1 { "0" } else { &digits[1..] };
    Some(format!("{}.{rest}E{}{}", &digits[..1], sign_of(exponent), exponent.unsigned_abs()))
}

/// At most `most` decimal digits of a fraction of which the denominator is a power of two, without zeros at the end, and the
/// power of ten of the first one. As LLVM's `AdjustToPrecision`, which drops digits before it rounds half up.
fn shortened(numerator: &BigUint, denominator: &BigUint, most: usize) -> (String, i64) {
    if numerator.is_zero() {
        return ("0".to_owned(), 0);
    }
    let zeros = |number: &BigUint| number.trailing_zeros().unwrap_or(0);
    let common = zeros(numerator).min(zeros(denominator));
    let halves = zeros(denominator) - common;
    let mut number = (numerator >> common) * BigUint::from(5u32).pow(halves as u32);
    let mut power = -(halves as i64);
    // 196/59 bits for a digit, a little more than needed.
    let spare = number.bits().saturating_sub((most as u64 * 196).div_ceil(59)) * 59 / 196;
    number /= BigUint::from(10u32).pow(spare as u32);
    power += spare as i64;
    let mut digits = number.to_string();
    if let Some(dropped) = digits.len().checked_sub(most).filter(|dropped| *dropped > 0) {
        let ten = BigUint::from(10u32).pow(dropped as u32);
        let up = digits.as_bytes()[most] >= b'5';
        digits = (number / ten + u32::from(up)).to_string();
        power += dropped as i64;
    }
    let exponent = power + digits.len() as i64 - 1;
    digits.truncate(digits.trim_end_matches('0').len());
    (digits, exponent)
}

/// The longest integers that are read, in bits: conversion between bases takes the square of that.
pub(super) const MAX_BITS: usize = 1 << 20;

/// Decimal digits of the largest number of [`MAX_BITS`] bits.
const MAX_DIGITS: usize = 315_653;

/// Whether an integer literal has more digits than any number of [`MAX_BITS`] bits.
pub(super) fn too_long(text: &str) -> bool {
    match text.strip_prefix("0x") {
        Some(hex) => hex.len() > MAX_BITS / 4,
        None => text.len() > MAX_DIGITS,
    }
}

/// An integer literal, decimal or `0x`, as a number; none that is [`too_long`].
pub(super) fn integer(text: &str) -> Option<BigUint> {
    if too_long(text) {
        return None;
    }
    match text.strip_prefix("0x") {
        Some(hex) => BigUint::parse_bytes(hex.as_bytes(), 16),
        None => BigUint::parse_bytes(text.as_bytes(), 10),
    }
}

/// The value of a literal in a type of `width` bits, in its one form: signed for signless and signed types,
/// unsigned for unsigned ones and for `i1`. `None` when it does not fit.
pub(super) fn fit(text: &str, negative: bool, width: u32, signedness: Signedness) -> Option<IntValue> {
    // A short number that leaves the highest bit free.
    if text.len() <= 18
        && !text.starts_with("0x")
        && !(negative && signedness == Signedness::Unsigned)
        && let Ok(magnitude) = text.parse::<u64>()
        && u64::BITS - magnitude.leading_zeros() < width
    {
        let value = i128::from(magnitude);
        return Some(IntValue::Small(if negative { -value } else { value }));
    }
    let magnitude = integer(text)?;
    let bits = magnitude.bits();
    let width = u64::from(width);
    // Lengths are compared, not numbers: a short literal may have a very wide type.
    let is_half = || bits == width && magnitude.trailing_zeros() == Some(bits - 1);
    let ok = match (negative, signedness) {
        (true, Signedness::Unsigned) => magnitude.is_zero(),
        (true, _) => magnitude.is_zero() || bits < width || is_half(),
        (false, Signedness::Signed) => magnitude.is_zero() || bits < width,
        (false, _) => bits <= width,
    };
    if !ok {
        return None;
    }
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let value = BigInt::from_biguint(sign, magnitude);
    Some(IntValue::new(wrap(value, width as u32, signedness)))
}

/// The number that the low bits of a pattern stand for in a type of `width` bits.
pub(super) fn from_bits(bits: u128, width: u32, signedness: Signedness) -> IntValue {
    IntValue::new(wrap(BigInt::from(bits), width, signedness))
}

/// A number of any size brought into the one form of its type.
fn wrap(value: BigInt, width: u32, signedness: Signedness) -> BigInt {
    if value.bits() < u64::from(width) && (value.sign() != Sign::Minus || signedness != Signedness::Unsigned)
    {
        return value;
    }
    let modulus = BigInt::one() << width;
    let unsigned = ((value % &modulus) + &modulus) % &modulus;
    let keep = match signedness {
        Signedness::Unsigned => true,
        Signedness::Signless => width <= 1,
        Signedness::Signed => width == 0,
    };
    if keep || unsigned < (BigInt::one() << (width - 1)) { unsigned } else { unsigned - modulus }
}

/// Appends a decimal number.
pub(super) fn push_number(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_round_to_nearest_even_in_every_format() {
        assert_eq!(float_bits("1.0", false, FloatKind::F16), Some(0x3C00));
        assert_eq!(float_bits("1.0", true, FloatKind::BF16), Some(0xBF80));
        assert_eq!(float_bits("65520.0", false, FloatKind::F16), Some(0x7C00));
        assert_eq!(float_bits("65519.0", false, FloatKind::F16), Some(0x7BFF));
        assert_eq!(float_bits("5.9604644775390625e-8", false, FloatKind::F16), Some(1));
        assert_eq!(float_bits("1.0", false, FloatKind::F80), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(float_bits("1.0", false, FloatKind::F128), Some(0x3FFF << 112));
        assert_eq!(float_bits("1.0", false, FloatKind::F8E8M0FNU), Some(127));
        assert_eq!(float_bits("2.0", false, FloatKind::F8E8M0FNU), Some(128));
    }

    #[test]
    fn the_general_rounding_agrees_with_the_standard_library() {
        for text in ["0.1", "3.14159274", "1.0e-40", "16777217.0", "3.4028236e38", "1.0e39"] {
            let value: f32 = text.parse().unwrap();
            let (_, numerator, denominator) =
                exact(text.parse::<f64>().unwrap().to_bits().into(), FloatKind::F64).unwrap();
            let pattern = round_to(&numerator, &denominator, &format(FloatKind::F32));
            assert_eq!(pattern, u128::from(value.to_bits()), "{text}");
        }
    }

    #[test]
    fn float_text_is_as_mlir_prints_it() {
        assert_eq!(float_text(u128::from(0.1f64.to_bits()), FloatKind::F64), "1.000000e-01");
        assert_eq!(float_text(u128::from(std::f32::consts::PI.to_bits()), FloatKind::F32), "3.14159274");
        assert_eq!(float_text(u128::from(f32::NAN.to_bits()), FloatKind::F32), "0x7FC00000");
        assert_eq!(float_text(0x8000, FloatKind::F16), "-0.000000e+00");
        // Printed by mlir-opt-22.
        let single = |value: f32| float_text(u128::from(value.to_bits()), FloatKind::F32);
        let double = |value: f64| float_text(u128::from(value.to_bits()), FloatKind::F64);
        assert_eq!((single(1.234567), double(1.234567)), ("1.23456705".into(), "1.234567".into()));
        assert_eq!(
            (single(9.223_372e18), double(9.223372e18)),
            ("9.22337203E+18".into(), "9.223372E+18".into())
        );
        assert_eq!(
            (single(16_777_216.0), double(16_777_216.0)),
            ("0x4B800000".into(), "0x4170000000000000".into())
        );
        assert_eq!((single(123_456.7), double(123_456.7)), ("123456.703".into(), "123456.7".into()));
        assert_eq!(
            (single(1.234567e-4), double(1.234567e-4)),
            ("1.23456703E-4".into(), "1.234567E-4".into())
        );
        assert_eq!(
            (double(0.001234567), double(10_000_000_001.0)),
            ("0.001234567".into(), "0x4202A05F20080000".into())
        );
        assert_eq!((double(1.0e22), double(1.234567e22)), ("1.000000e+22".into(), "1.234567E+22".into()));
    }

    #[test]
    fn every_small_pattern_survives_text() {
        for kind in FloatKind::ALL.iter().copied().filter(|kind| kind.bits() <= 16) {
            for bits in (0..1u128 << kind.bits()).step_by(if kind.bits() == 16 { 7 } else { 1 }) {
                let text = float_text(bits, kind);
                if let Some(hex) = text.strip_prefix("0x") {
                    assert_eq!(u128::from_str_radix(hex, 16).ok(), Some(bits));
                    continue;
                }
                let (negative, digits) = text.strip_prefix('-').map_or((false, text.as_str()), |d| (true, d));
                assert_eq!(float_bits(digits, negative, kind), Some(bits), "{} {text}", kind.keyword());
            }
        }
    }

    #[test]
    fn integers_take_the_one_form_of_their_type() {
        let fits =
            |text, negative, width| fit(text, negative, width, Signedness::Signless).map(|v| v.to_string());
        assert_eq!(fits("255", false, 8).as_deref(), Some("-1"));
        assert_eq!(fits("128", true, 8).as_deref(), Some("-128"));
        assert_eq!(fits("129", true, 8), None);
        assert_eq!(fits("256", false, 8), None);
        assert_eq!(fits("1", true, 1).as_deref(), Some("1"));
        assert_eq!(fit("255", false, 8, Signedness::Signed), None);
    }

    #[test]
    fn one_signed_bit_is_zero_or_minus_one() {
        let fits = |text, negative, width| {
            fit(text, negative, width, Signedness::Signed).map(|value| value.to_string())
        };
        assert_eq!(fits("1", true, 1).as_deref(), Some("-1"));
        assert_eq!(fits("1", false, 1), None);
        assert_eq!(fits("0", false, 0).as_deref(), Some("0"));
    }

    #[test]
    fn numbers_are_printed_in_full() {
        for number in [0, 1, 9, 10, 99, 100, 101, 999, 1000, 10_000, 123_456, u64::MAX - 1, u64::MAX] {
            let mut out = String::from("%");
            push_number(&mut out, number);
            assert_eq!(out, format!("%{number}"));
        }
    }
}
