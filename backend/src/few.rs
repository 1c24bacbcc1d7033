//! Floating-point formats of four to eight bits that are not of the IEEE kind: without infinity, without NaN, or with minus zero
//! as the only NaN. A number is looked up in the list of all magnitudes of its format. Knows no operation.
//!
//! As LLVM's `APFloat` has them: beyond the largest number lies NaN, or, in a format without it, the largest number.

use std::sync::OnceLock;

use assay_ir::data::FloatKind;
use rustc_apfloat::Float as _;
use rustc_apfloat::ieee::Quad;

/// How a result that is not representable is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RoundTo {
    /// To the nearest, ties to the even one.
    #[default]
    NearestEven,
    /// To the nearest, ties away from zero.
    NearestAway,
    /// Towards minus infinity.
    Down,
    /// Towards plus infinity.
    Up,
    /// Towards zero.
    Zero,
}

/// The patterns that are no numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NaN {
    /// Both with all other bits set.
    AllOnes,
    /// Minus zero, which is no zero then.
    MinusZero,
    /// None.
    Never,
}

/// A format.
pub(crate) struct Few {
    kind: FloatKind,
    exponent: u32,
    fraction: u32,
    bias: i32,
    nan: NaN,
}

const fn few(kind: FloatKind, exponent: u32, fraction: u32, bias: i32, nan: NaN) -> Few {
    Few { kind, exponent, fraction, bias, nan }
}

const ALL: [Few; 7] = [
    few(FloatKind::F4E2M1FN, 2, 1, 1, NaN::Never),
    few(FloatKind::F6E2M3FN, 2, 3, 1, NaN::Never),
    few(FloatKind::F6E3M2FN, 3, 2, 3, NaN::Never),
    few(FloatKind::F8E4M3FN, 4, 3, 7, NaN::AllOnes),
    few(FloatKind::F8E5M2FNUZ, 5, 2, 16, NaN::MinusZero),
    few(FloatKind::F8E4M3FNUZ, 4, 3, 8, NaN::MinusZero),
    few(FloatKind::F8E4M3B11FNUZ, 4, 3, 11, NaN::MinusZero),
];

/// Magnitudes of each of [`ALL`] by their patterns, and the one that would follow.
fn magnitudes(at: usize) -> &'static [Quad] {
    static LISTS: OnceLock<Vec<Vec<Quad>>> = OnceLock::new();
    &LISTS.get_or_init(|| ALL.iter().map(Few::list).collect())[at]
}

impl Few {
    /// The format of a type, with its number among them.
    pub(crate) fn for_kind(kind: FloatKind) -> Option<(usize, &'static Few)> {
        ALL.iter().enumerate().find(|(_, few)| few.kind == kind)
    }

    fn sign(&self) -> u128 {
        1 << (self.exponent + self.fraction)
    }

    /// The pattern of the largest number.
    fn largest(&self) -> u128 {
        self.sign() - 1 - u128::from(self.nan == NaN::AllOnes)
    }

    fn list(&self) -> Vec<Quad> {
        let number = |pattern: u128| {
            let (field, low) = ((pattern >> self.fraction) as i32, pattern % (1 << self.fraction));
            let hidden = if field == 0 { 0 } else { 1 << self.fraction };
            Quad::from_u128(low + hidden).value.scalbn(field.max(1) - self.bias - self.fraction as i32)
        };
        (0..=self.largest() + 1).map(number).collect()
    }

    /// The one NaN that is made.
    pub(crate) fn nan(&self) -> Option<u128> {
        match self.nan {
            NaN::AllOnes => Some(self.sign() - 1),
            NaN::MinusZero => Some(self.sign()),
            NaN::Never => None,
        }
    }

    fn is_nan(&self, bits: u128) -> bool {
        match self.nan {
            NaN::AllOnes => bits & (self.sign() - 1) == self.sign() - 1,
            NaN::MinusZero => bits == self.sign(),
            NaN::Never => false,
        }
    }

    /// Tells if a pattern is neither a zero nor a NaN nor below the numbers of full precision.
    pub(crate) fn is_normal(&self, bits: u128) -> bool {
        !self.is_nan(bits) && bits & (self.sign() - 1) >= 1 << self.fraction
    }

    /// Tells if the sign of this pattern says nothing: it is the only zero, or the only NaN.
    pub(crate) fn is_unsigned(&self, bits: u128) -> bool {
        self.nan == NaN::MinusZero && bits & (self.sign() - 1) == 0
    }
}

/// A number of a format of [`Few`] in a wide one, which holds it exactly, and its sums, products and quotients with more than
/// twice its digits.
pub(crate) fn widened((at, few): (usize, &Few), bits: u128) -> Quad {
    if few.is_nan(bits) {
        return Quad::NAN;
    }
    let magnitude = magnitudes(at)[(bits & (few.sign() - 1)) as usize];
    if bits & few.sign() == 0 { magnitude } else { -magnitude }
}

/// The number of a format of [`Few`] that is near to a wide one; `None` where there is none.
pub(crate) fn narrowed((at, few): (usize, &Few), value: Quad, round: RoundTo) -> Option<u128> {
    if !value.is_finite() {
        return few.nan();
    }
    let (negative, size, list) = (value.is_negative(), value.abs(), magnitudes(at));
    let below = list.partition_point(|magnitude| *magnitude <= size) - 1;
    let upwards = match list.get(below + 1) {
        _ if list[below] == size => false,
        Some(above) => is_upwards(size, negative, below, (list[below], *above), round),
        None => true,
    };
    let pattern = below as u128 + u128::from(upwards);
    // Towards zero, a number beyond the largest one is cut to that.
    let cut = matches!((round, negative), (RoundTo::Zero, _) | (RoundTo::Down, false) | (RoundTo::Up, true));
    let pattern = match pattern > few.largest() {
        true if few.nan == NaN::Never || cut => few.largest(),
        true => return few.nan(),
        false => pattern,
    };
    let sign = if negative && !few.is_unsigned(pattern) { few.sign() } else { 0 };
    Some(sign | pattern)
}

/// Tells if a number between two neighbours, of which the lower one has the pattern `below`, goes to the upper one.
fn is_upwards(size: Quad, negative: bool, below: usize, (low, high): (Quad, Quad), round: RoundTo) -> bool {
    let middle = (low + high).value.scalbn(-1);
    match round {
        RoundTo::NearestEven => size > middle || size == middle && below % 2 == 1,
        RoundTo::NearestAway => size >= middle,
        RoundTo::Zero => false,
        RoundTo::Up => !negative,
        RoundTo::Down => negative,
    }
}

#[cfg(test)]
mod tests {
    use rustc_apfloat::FloatConvert;
    use rustc_apfloat::ieee::Double;

    use super::*;

    #[test]
    fn numbers_come_back_as_they_were_and_the_largest_are_known() {
        let largest = [6.0, 7.5, 28.0, 448.0, 57344.0, 240.0, 30.0];
        for (at, few) in ALL.iter().enumerate() {
            for bits in (0..2 * few.sign()).filter(|bits| !few.is_nan(*bits)) {
                let back = narrowed((at, few), widened((at, few), bits), RoundTo::NearestEven);
                assert_eq!(back, Some(bits), "{}", few.kind.keyword());
            }
            let most = widened((at, few), few.largest());
            assert!(most.bitwise_eq(exactly(largest[at])), "{}", few.kind.keyword());
        }
    }

    fn exactly(value: f64) -> Quad {
        Double::from_bits(u128::from(value.to_bits())).convert(&mut false).value
    }

    #[test]
    fn beyond_the_largest_number_is_nan_or_that_number() {
        let rounded =
            |kind, value, round| narrowed(Few::for_kind(kind).expect("a format"), exactly(value), round);
        use RoundTo::{NearestEven, Zero};
        assert_eq!(rounded(FloatKind::F8E4M3FN, 464.0, NearestEven), Some(0x7E));
        assert_eq!(rounded(FloatKind::F8E4M3FN, 464.5, NearestEven), Some(0x7F));
        assert_eq!(rounded(FloatKind::F8E4M3FN, -1e9, Zero), Some(0xFE));
        assert_eq!(rounded(FloatKind::F8E4M3FNUZ, 1e9, NearestEven), Some(0x80));
        assert_eq!(rounded(FloatKind::F8E4M3FNUZ, -1e-9, NearestEven), Some(0));
        assert_eq!(rounded(FloatKind::F4E2M1FN, -1e9, NearestEven), Some(0xF));
        assert_eq!(rounded(FloatKind::F4E2M1FN, f64::NAN, NearestEven), None);
        assert_eq!(rounded(FloatKind::F4E2M1FN, f64::INFINITY, NearestEven), None);
    }
}
