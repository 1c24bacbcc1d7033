//! Arithmetic on floating-point numbers, in software and rounded once: of the IEEE kinds, of x87, and of the formats of `few`
//! bits. Knows no poison and no fast-math flag.
//!
//! Every NaN that is made here is [`Float::nan`]; operations on the sign alone keep the bits of a NaN.

use std::cmp::Ordering;
use std::fmt;

use assay_ir::data::FloatKind;
use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use rustc_apfloat::ieee::{
    BFloat, Double, Float8E5M2, Half, IeeeFloat, Quad, Semantics, Single, X87DoubleExtended,
};
use rustc_apfloat::{Float as _, FloatConvert, Round as ApRound};

pub use crate::few::RoundTo;
use crate::few::{self, Few};
use crate::int::Int;
pub use crate::value::Float;

impl RoundTo {
    fn mode(self) -> ApRound {
        match self {
            RoundTo::NearestEven => ApRound::NearestTiesToEven,
            RoundTo::NearestAway => ApRound::NearestTiesToAway,
            RoundTo::Down => ApRound::TowardNegative,
            RoundTo::Up => ApRound::TowardPositive,
            RoundTo::Zero => ApRound::TowardZero,
        }
    }
}

/// Kinds like those of IEEE for which the library has no name: bits in all, and of the exponent.
macro_rules! like_ieee {
    ($($kind:ident = $semantics:ident($bits:literal, $exponent:literal);)+) => {$(
        struct $semantics;
        impl Semantics for $semantics {
            const BITS: usize = $bits;
            const EXP_BITS: usize = $exponent;
        }
        type $kind = IeeeFloat<$semantics>;
    )+};
}

like_ieee! {
    Float8E4M3 = Float8E4M3S(8, 4);
    Float8E3M4 = Float8E3M4S(8, 3);
    Tensor32 = Tensor32S(19, 8);
}

/// Evaluates an expression with `$f` as the software type of a kind; `None` for kinds without one. [`read`] and [`rounded`] pass
/// between bits and that type, in which numbers of few bits are wide ones.
macro_rules! with_kind {
    ($kind:expr, $f:ident => $body:expr) => {
        match $kind {
            FloatKind::F16 => {
                type $f = Half;
                Some($body)
            }
            FloatKind::BF16 => {
                type $f = BFloat;
                Some($body)
            }
            FloatKind::F32 => {
                type $f = Single;
                Some($body)
            }
            FloatKind::F64 => {
                type $f = Double;
                Some($body)
            }
            FloatKind::F128 => {
                type $f = Quad;
                Some($body)
            }
            FloatKind::F8E5M2 => {
                type $f = Float8E5M2;
                Some($body)
            }
            FloatKind::F8E4M3 => {
                type $f = Float8E4M3;
                Some($body)
            }
            FloatKind::F8E3M4 => {
                type $f = Float8E3M4;
                Some($body)
            }
            FloatKind::TF32 => {
                type $f = Tensor32;
                Some($body)
            }
            FloatKind::F80 => {
                type $f = X87DoubleExtended;
                Some($body)
            }
            kind if Few::for_kind(kind).is_some() => {
                type $f = Quad;
                Some($body)
            }
            _ => None,
        }
    };
}

/// Returns true when there is arithmetic on a kind.
pub fn is_modelled(kind: FloatKind) -> bool {
    with_kind!(kind, F => F::ZERO.is_zero()).is_some()
}

/// The number with these bits.
fn read<F: rustc_apfloat::Float>(number: Float) -> F {
    F::from_bits(match Few::for_kind(number.kind) {
        Some(few) => few::widened(few, number.bits).to_bits(),
        None => number.bits,
    })
}

/// A number in its bits; `None` where its kind has none near to it.
fn rounded<F: rustc_apfloat::Float>(kind: FloatKind, value: F, round: RoundTo) -> Option<Float> {
    let value = if value.is_nan() { F::qnan(None) } else { value };
    let bits = match Few::for_kind(kind) {
        Some(few) => few::narrowed(few, Quad::from_bits(value.to_bits()), round)?,
        None => value.to_bits(),
    };
    Some(Float { kind, bits })
}

fn exact<F: rustc_apfloat::Float>(kind: FloatKind, value: F) -> Option<Float> {
    rounded(kind, value, RoundTo::NearestEven)
}

/// Below this power of two, truncation to 128 bits is exact.
const SMALL: i32 = 126;

/// The integer part of a finite number.
fn integer_part<F: rustc_apfloat::Float>(value: F) -> Option<BigInt> {
    if !value.is_finite() {
        return None;
    }
    if value.is_zero() {
        return Some(BigInt::ZERO);
    }
    let exponent = value.ilogb();
    let low = |value: F| BigInt::from(value.to_i128_r(128, ApRound::TowardZero, &mut false).value);
    if exponent < SMALL {
        return Some(low(value));
    }
    // So large a number is an integer and has fewer than 126 significant bits.
    let scaled = low(value.scalbn_r(SMALL - 1 - exponent, ApRound::TowardZero));
    Some(scaled << (exponent - SMALL + 1) as u64)
}

/// The number nearest to an integer.
fn nearest<F: rustc_apfloat::Float>(value: &BigInt) -> F {
    let magnitude = value.magnitude();
    let excess = magnitude.bits().saturating_sub(SMALL as u64);
    // The part that is shifted out of a longer number matters only when it is not zero.
    let mut top = (magnitude >> excess).to_u128().unwrap_or(u128::MAX);
    if excess > 0 && (magnitude & ((num_bigint::BigUint::from(1u8) << excess) - 1u8)).bits() > 0 {
        top |= 1;
    }
    let rounded = F::from_u128(top).value;
    let scaled = match i32::try_from(excess) {
        Ok(0) => rounded,
        Ok(excess) => rounded.scalbn(excess),
        Err(_) => F::INFINITY,
    };
    if value.sign() == Sign::Minus { -scaled } else { scaled }
}

/// Operations on two numbers of one kind; `None` on kinds without arithmetic.
impl Float {
    fn zip(self, other: Float, ieee: impl BinaryOp) -> Option<Float> {
        with_kind!(self.kind, F => {
            exact(self.kind, ieee.apply(read::<F>(self), read(other)))
        })?
    }

    /// Sum.
    pub fn checked_add(self, other: Float) -> Option<Float> {
        self.zip(other, Add)
    }

    /// Difference.
    pub fn checked_sub(self, other: Float) -> Option<Float> {
        self.zip(other, Sub)
    }

    /// Product.
    pub fn checked_mul(self, other: Float) -> Option<Float> {
        self.zip(other, Mul)
    }

    /// Quotient.
    pub fn checked_div(self, other: Float) -> Option<Float> {
        self.zip(other, Div)
    }

    /// Remainder of the quotient rounded towards zero, with the sign of `self`: C's `fmod`.
    pub fn checked_rem(self, other: Float) -> Option<Float> {
        self.zip(other, Rem)
    }

    /// The product with one number plus another, rounded once.
    pub fn fma(self, factor: Float, addend: Float) -> Option<Float> {
        with_kind!(self.kind, F => {
            let [a, b, c]: [F; 3] = [self, factor, addend].map(read);
            exact(self.kind, a.mul_add(b, c).value)
        })?
    }

    /// Order; `None` where one is a NaN, and on kinds without arithmetic.
    pub fn compare(self, other: Float) -> Option<Ordering> {
        with_kind!(self.kind, F => read::<F>(self).partial_cmp(&read(other)))?
    }

    /// IEEE 754-2019 `minimum`: a NaN if one is, minus zero below zero.
    pub fn minimum(self, other: Float) -> Option<Float> {
        if self.is_nan() || other.is_nan() {
            return Float::nan(self.kind);
        }
        self.minimum_number(other)
    }

    /// IEEE 754-2019 `maximum`: a NaN if one is, minus zero below zero.
    pub fn maximum(self, other: Float) -> Option<Float> {
        if self.is_nan() || other.is_nan() {
            return Float::nan(self.kind);
        }
        self.maximum_number(other)
    }

    /// The smaller number, the other if one is a NaN. Minus zero is below zero here, where MLIR leaves it open.
    pub fn minimum_number(self, other: Float) -> Option<Float> {
        self.pick(other, Ordering::Less)
    }

    /// The larger number, the other if one is a NaN. Minus zero is below zero here, where MLIR leaves it open.
    pub fn maximum_number(self, other: Float) -> Option<Float> {
        self.pick(other, Ordering::Greater)
    }

    fn pick(self, other: Float, wanted: Ordering) -> Option<Float> {
        if !is_modelled(self.kind) {
            return None;
        }
        match (self.is_nan(), other.is_nan()) {
            (true, true) => return Float::nan(self.kind),
            (true, false) => return Some(other),
            (false, true) => return Some(self),
            (false, false) => {}
        }
        let order = match self.compare(other)? {
            Ordering::Equal => other.is_negative().cmp(&self.is_negative()),
            order => order,
        };
        Some(if order == wanted { self } else { other })
    }
}

trait BinaryOp {
    fn apply<F: rustc_apfloat::Float>(self, a: F, b: F) -> F;
}

macro_rules! binary_ops {
    ($($name:ident = |$a:ident, $b:ident| $value:expr;)+) => {$(
        struct $name;
        impl BinaryOp for $name {
            fn apply<F: rustc_apfloat::Float>(self, $a: F, $b: F) -> F { $value.value }
        }
    )+};
}

binary_ops! {
    Add = |a, b| a.add_r(b, ApRound::NearestTiesToEven);
    Sub = |a, b| a.sub_r(b, ApRound::NearestTiesToEven);
    Mul = |a, b| a.mul_r(b, ApRound::NearestTiesToEven);
    Div = |a, b| a.div_r(b, ApRound::NearestTiesToEven);
    Rem = |a, b| a.c_fmod(b);
}

/// Sign, class and conversion.
impl Float {
    /// The one NaN that is made: quiet, positive, without payload.
    pub fn nan(kind: FloatKind) -> Option<Float> {
        with_kind!(kind, F => exact(kind, F::NAN))?
    }

    fn sign_bit(self) -> u128 {
        1 << (self.kind.bits() - 1)
    }

    /// Returns true for the one zero and the one NaN of formats without minus zero.
    fn is_unsigned(self) -> bool {
        Few::for_kind(self.kind).is_some_and(|(_, few)| few.is_unsigned(self.bits))
    }

    fn with_sign(self, negative: bool) -> Float {
        let magnitude = self.bits & !self.sign_bit();
        match self.is_unsigned() {
            true => self,
            false => Float { bits: if negative { magnitude | self.sign_bit() } else { magnitude }, ..self },
        }
    }

    /// With the other sign; also of a NaN.
    pub fn negated(self) -> Float {
        self.with_sign(!self.is_negative())
    }

    /// Without its sign; also of a NaN.
    pub fn abs(self) -> Float {
        self.with_sign(false)
    }

    /// With the sign of another number; also of and from a NaN.
    pub fn copy_sign(self, sign: Float) -> Float {
        self.with_sign(sign.is_negative())
    }

    /// Returns true when the sign bit is set.
    pub fn is_negative(self) -> bool {
        self.bits & self.sign_bit() != 0
    }

    /// Returns true when it is no number. False on kinds without arithmetic.
    pub fn is_nan(self) -> bool {
        with_kind!(self.kind, F => read::<F>(self).is_nan()).unwrap_or(false)
    }

    /// Returns true when it is infinite. False on kinds without arithmetic.
    pub fn is_infinite(self) -> bool {
        with_kind!(self.kind, F => read::<F>(self).is_infinite()).unwrap_or(false)
    }

    /// Returns true when it is plus or minus zero. False on kinds without arithmetic.
    pub fn is_zero(self) -> bool {
        with_kind!(self.kind, F => read::<F>(self).is_zero()).unwrap_or(false)
    }

    /// Returns true when its exponent is neither that of zero nor that of infinity. False on kinds without arithmetic.
    pub fn is_normal(self) -> bool {
        match Few::for_kind(self.kind) {
            Some((_, few)) => few.is_normal(self.bits),
            None => with_kind!(self.kind, F => read::<F>(self).is_normal()).unwrap_or(false),
        }
    }

    /// The nearest number of another kind.
    pub fn convert(self, to: FloatKind, round: RoundTo) -> Option<Float> {
        with_kind!(self.kind, F => {
            let from = read::<F>(self);
            with_kind!(to, T => {
                let converted: T = from.convert_r(round.mode(), &mut false).value;
                rounded(to, converted, round)
            })
        })??
    }

    /// Rounded to an integer of the same kind.
    pub fn round(self, round: RoundTo) -> Option<Float> {
        with_kind!(self.kind, F => exact(self.kind, read::<F>(self).round_to_integral(round.mode()).value))?
    }

    /// The integer part in a width, read as signed or not; `None` where it does not fit, of a NaN or an infinity,
    /// and on kinds without arithmetic.
    pub fn to_int(self, width: u32, signed: bool) -> Option<Int> {
        let value = with_kind!(self.kind, F => integer_part(read::<F>(self)))??;
        let int = Int::from_big(width, &value);
        let back = if signed { int.to_signed() } else { BigInt::from(int.to_unsigned()) };
        (back == value).then_some(int)
    }

    /// The number nearest to an integer, read as signed or not.
    pub fn from_int(kind: FloatKind, int: &Int, signed: bool) -> Option<Float> {
        let value = if signed { int.to_signed() } else { BigInt::from(int.to_unsigned()) };
        with_kind!(kind, F => exact(kind, nearest::<F>(&value)))?
    }

    /// The nearest double: the same number for all kinds but the widest. `None` on kinds without arithmetic.
    pub fn to_f64(self) -> Option<f64> {
        Some(f64::from_bits(self.convert(FloatKind::F64, RoundTo::NearestEven)?.bits as u64))
    }

    /// The nearest number of a kind.
    pub fn from_f64(kind: FloatKind, value: f64) -> Option<Float> {
        Float { kind: FloatKind::F64, bits: u128::from(value.to_bits()) }.convert(kind, RoundTo::NearestEven)
    }
}

impl fmt::Display for Float {
    /// Decimal where that is the number exactly enough to read it back; a NaN, an infinity and wide kinds as bits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.kind.bits().div_ceil(4) as usize;
        match self.to_f64() {
            Some(value) if value.is_finite() && self.kind == FloatKind::F32 => {
                write!(f, "{:?}", value as f32)
            }
            Some(value) if value.is_finite() && self.kind.bits() <= 64 => write!(f, "{value:?}"),
            Some(value) if value.is_nan() => write!(f, "nan (0x{:0digits$X})", self.bits),
            Some(value) if self.is_infinite() => write!(f, "{}inf", if value < 0.0 { "-" } else { "" }),
            _ => write!(f, "0x{:0digits$X}", self.bits),
        }
    }
}
