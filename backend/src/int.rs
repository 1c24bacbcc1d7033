//! Integers of a fixed width of any size: two's complement, modulo two to the width. Knows no poison and no
//! undefined behaviour: operations that can go wrong say so in their result or in a predicate beside them.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

/// An integer of a width of zero bits or more. Its only form is the unsigned reading below two to the width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    width: u32,
    bits: Bits,
}

/// `Small` exactly when the width is at most 128, so that equality is structural.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bits {
    Small(u128),
    Big(BigUint),
}

/// How division rounds a quotient that is no integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Zero,
    /// Towards minus infinity.
    Floor,
    /// Towards plus infinity.
    Ceil,
}

const SMALL: u32 = 128;

fn mask(width: u32) -> u128 {
    match width {
        0 => 0,
        _ => u128::MAX >> (SMALL - width.min(SMALL)),
    }
}

fn modulus(width: u32) -> BigUint {
    BigUint::one() << width
}

impl Int {
    /// The low `width` bits of a number.
    pub fn new(width: u32, bits: u128) -> Int {
        match width {
            0..=SMALL => Int { width, bits: Bits::Small(bits & mask(width)) },
            _ => Int { width, bits: Bits::Big(BigUint::from(bits)) },
        }
    }

    /// The number modulo two to the width.
    pub fn from_i128(width: u32, value: i128) -> Int {
        match width {
            0..=SMALL => Int::new(width, value as u128),
            _ => Int::from_big(width, &BigInt::from(value)),
        }
    }

    /// The number modulo two to the width.
    pub fn from_big(width: u32, value: &BigInt) -> Int {
        let all = BigInt::from(modulus(width));
        let rest = value % &all;
        let rest = if rest.sign() == Sign::Minus { rest + all } else { rest };
        Int::from_unsigned(width, rest.into_parts().1)
    }

    fn from_unsigned(width: u32, value: BigUint) -> Int {
        let value = if value.bits() > u64::from(width) { value % modulus(width) } else { value };
        match u128::try_from(&value) {
            Ok(small) if width <= SMALL => Int { width, bits: Bits::Small(small) },
            _ => Int { width, bits: Bits::Big(value) },
        }
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned reading, where it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.bits {
            Bits::Small(bits) => Some(*bits),
            Bits::Big(bits) => u128::try_from(bits).ok(),
        }
    }

    /// The unsigned reading.
    pub fn to_unsigned(&self) -> BigUint {
        match &self.bits {
            Bits::Small(bits) => BigUint::from(*bits),
            Bits::Big(bits) => bits.clone(),
        }
    }

    /// The signed reading.
    pub fn to_signed(&self) -> BigInt {
        match self.small_signed() {
            Some(small) => BigInt::from(small),
            None if self.is_negative() => {
                BigInt::from(self.to_unsigned()) - BigInt::from(modulus(self.width))
            }
            None => BigInt::from(self.to_unsigned()),
        }
    }

    fn small_signed(&self) -> Option<i128> {
        match self.bits {
            Bits::Small(_) if self.width == 0 => Some(0),
            Bits::Small(bits) => {
                let unused = SMALL - self.width;
                Some(((bits << unused) as i128) >> unused)
            }
            Bits::Big(_) => None,
        }
    }

    /// Returns true when all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 0,
            Bits::Big(bits) => bits.is_zero(),
        }
    }

    /// Returns true when the top bit is set.
    pub fn is_negative(&self) -> bool {
        match &self.bits {
            Bits::Small(_) if self.width == 0 => false,
            Bits::Small(bits) => bits >> (self.width - 1) != 0,
            Bits::Big(bits) => bits.bit(u64::from(self.width) - 1),
        }
    }

    /// The largest unsigned number, minus one when read as signed.
    pub fn all_ones(width: u32) -> Int {
        Int::from_i128(width, -1)
    }

    /// The smallest signed number; zero at width zero.
    pub fn signed_min(width: u32) -> Int {
        match width {
            0..=SMALL => Int::new(width, mask(width) ^ (mask(width) >> 1)),
            _ => Int { width, bits: Bits::Big(BigUint::one() << (width - 1)) },
        }
    }

    fn zip(
        &self,
        other: &Int,
        small: impl FnOnce(u128, u128) -> u128,
        big: impl FnOnce(BigUint, BigUint) -> BigUint,
    ) -> Int {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Int::new(self.width, small(*a, *b)),
            _ => Int::from_unsigned(self.width, big(self.to_unsigned(), other.to_unsigned())),
        }
    }
}

/// Operations on two numbers of the same width; results have that width and are taken modulo two to it.
impl Int {
    /// Sum.
    pub fn add(&self, other: &Int) -> Int {
        self.zip(other, u128::wrapping_add, |a, b| a + b)
    }

    /// Difference.
    pub fn sub(&self, other: &Int) -> Int {
        self.zip(other, u128::wrapping_sub, |a, b| a + modulus(self.width) - b)
    }

    /// Low half of the product.
    pub fn mul(&self, other: &Int) -> Int {
        self.zip(other, u128::wrapping_mul, |a, b| a * b)
    }

    /// High half of the product of the unsigned readings.
    pub fn mul_high_unsigned(&self, other: &Int) -> Int {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) if self.width <= SMALL / 2 => {
                Int::new(self.width, (a * b) >> self.width)
            }
            _ => Int::from_unsigned(self.width, (self.to_unsigned() * other.to_unsigned()) >> self.width),
        }
    }

    /// High half of the product of the signed readings.
    pub fn mul_high_signed(&self, other: &Int) -> Int {
        match (self.small_signed(), other.small_signed()) {
            (Some(a), Some(b)) if self.width <= SMALL / 2 => {
                Int::from_i128(self.width, (a * b) >> self.width)
            }
            // Shifting a negative big integer rounds towards minus infinity, as two's complement does.
            _ => Int::from_big(self.width, &((self.to_signed() * other.to_signed()) >> self.width)),
        }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// Returns true when the sum of the unsigned readings does not fit.
    pub fn add_wraps_unsigned(&self, other: &Int) -> bool {
        self.add(other).cmp_unsigned(self) == Ordering::Less
    }

    /// Returns true when the sum of the signed readings does not fit.
    pub fn add_wraps_signed(&self, other: &Int) -> bool {
        let negative = self.is_negative();
        negative == other.is_negative() && negative != self.add(other).is_negative()
    }

    /// Returns true when the difference of the unsigned readings is negative.
    pub fn sub_wraps_unsigned(&self, other: &Int) -> bool {
        self.cmp_unsigned(other) == Ordering::Less
    }

    /// Returns true when the difference of the signed readings does not fit.
    pub fn sub_wraps_signed(&self, other: &Int) -> bool {
        let negative = self.is_negative();
        negative != other.is_negative() && negative != self.sub(other).is_negative()
    }

    /// Returns true when the product of the unsigned readings does not fit.
    pub fn mul_wraps_unsigned(&self, other: &Int) -> bool {
        !self.mul_high_unsigned(other).is_zero()
    }

    /// Returns true when the product of the signed readings does not fit.
    pub fn mul_wraps_signed(&self, other: &Int) -> bool {
        let sign =
            if self.mul(other).is_negative() { Int::all_ones(self.width) } else { Int::new(self.width, 0) };
        self.mul_high_signed(other) != sign
    }

    /// Returns true when the quotient of the signed readings does not fit: the smallest number by minus one.
    pub fn div_wraps_signed(&self, other: &Int) -> bool {
        *self == Int::signed_min(self.width) && *other == Int::all_ones(self.width)
    }

    /// Quotient of the unsigned readings; `None` by zero. Floor and zero are one rounding here.
    pub fn div_unsigned(&self, other: &Int, rounding: Rounding) -> Option<Int> {
        let rest = self.rem_unsigned(other)?;
        let quotient = self.zip(other, |a, b| a / b, |a, b| a / b);
        let up = rounding == Rounding::Ceil && !rest.is_zero();
        Some(if up { quotient.add(&Int::new(self.width, 1)) } else { quotient })
    }

    /// Remainder of the unsigned readings; `None` by zero.
    pub fn rem_unsigned(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| self.zip(other, |a, b| a % b, |a, b| a % b))
    }

    /// Quotient of the signed readings; `None` by zero. The smallest number by minus one wraps.
    pub fn div_signed(&self, other: &Int, rounding: Rounding) -> Option<Int> {
        let rest = self.rem_signed(other)?;
        let quotient = match (self.small_signed(), other.small_signed()) {
            (Some(a), Some(b)) => Int::from_i128(self.width, a.wrapping_div(b)),
            _ => Int::from_big(self.width, &(self.to_signed() / other.to_signed())),
        };
        // A truncated quotient lies above the true one when that is negative, below it when positive.
        let negative = self.is_negative() != other.is_negative();
        let one = Int::new(self.width, 1);
        Some(match rounding {
            Rounding::Floor if negative && !rest.is_zero() => quotient.sub(&one),
            Rounding::Ceil if !negative && !rest.is_zero() => quotient.add(&one),
            _ => quotient,
        })
    }

    /// Remainder of the signed readings, with the sign of `self`; `None` by zero.
    pub fn rem_signed(&self, other: &Int) -> Option<Int> {
        if other.is_zero() {
            return None;
        }
        Some(match (self.small_signed(), other.small_signed()) {
            (Some(a), Some(b)) => Int::from_i128(self.width, a.wrapping_rem(b)),
            _ => Int::from_big(self.width, &(self.to_signed() % other.to_signed())),
        })
    }

    /// Order of the unsigned readings.
    pub fn cmp_unsigned(&self, other: &Int) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            _ => self.to_unsigned().cmp(&other.to_unsigned()),
        }
    }

    /// Order of the signed readings.
    pub fn cmp_signed(&self, other: &Int) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.cmp_unsigned(other))
    }
}

/// Shifts by a number of bits below the width, and changes of width.
impl Int {
    /// The amount of a shift, `None` when it is the width or more.
    pub fn shift_amount(&self) -> Option<u32> {
        let amount = u32::try_from(self.to_u128()?).ok()?;
        (amount < self.width).then_some(amount)
    }

    /// Shift to the left; zeros come in.
    pub fn shl(&self, amount: u32) -> Int {
        debug_assert!(amount < self.width, "a shift is by less than the width");
        match &self.bits {
            Bits::Small(bits) => Int::new(self.width, bits << amount),
            Bits::Big(bits) => Int::from_unsigned(self.width, bits << amount),
        }
    }

    /// Shift to the right; zeros come in.
    pub fn shr_unsigned(&self, amount: u32) -> Int {
        debug_assert!(amount < self.width, "a shift is by less than the width");
        match &self.bits {
            Bits::Small(bits) => Int::new(self.width, bits >> amount),
            Bits::Big(bits) => Int::from_unsigned(self.width, bits >> amount),
        }
    }

    /// Shift to the right; copies of the top bit come in.
    pub fn shr_signed(&self, amount: u32) -> Int {
        debug_assert!(amount < self.width, "a shift is by less than the width");
        match self.small_signed() {
            Some(small) => Int::from_i128(self.width, small >> amount),
            None => Int::from_big(self.width, &(self.to_signed() >> amount)),
        }
    }

    /// The number at another width: zeros come in, or top bits go.
    pub fn resize_unsigned(&self, width: u32) -> Int {
        match &self.bits {
            Bits::Small(bits) => Int::new(width, *bits),
            Bits::Big(bits) => Int::from_unsigned(width, bits.clone()),
        }
    }

    /// The number at another width: copies of the top bit come in, or top bits go.
    pub fn resize_signed(&self, width: u32) -> Int {
        match self.small_signed() {
            Some(small) => Int::from_i128(width, small),
            None => Int::from_big(width, &self.to_signed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Around the borders of the two forms.
    const WIDTHS: [u32; 8] = [0, 1, 63, 64, 65, 127, 128, 129];

    fn samples(width: u32) -> Vec<Int> {
        let min = Int::signed_min(width);
        let one = Int::new(width, 1);
        let odd = Int::from_big(width, &((BigInt::one() << width) / 3));
        let mut all = vec![Int::new(width, 0), min.add(&one), min.sub(&one), odd, Int::all_ones(width)];
        all.extend([one, min, Int::new(width, 7)]);
        all
    }

    fn each_pair(check: impl Fn(&Int, &Int)) {
        for width in WIDTHS {
            for a in samples(width) {
                samples(width).iter().for_each(|b| check(&a, b));
            }
        }
    }

    /// The number and whether it does not fit, read as signed and as unsigned.
    fn fits(width: u32, exact: &BigInt) -> (Int, bool, bool) {
        let int = Int::from_big(width, exact);
        let (signed, unsigned) = (int.to_signed() != *exact, BigInt::from(int.to_unsigned()) != *exact);
        (int, signed, unsigned)
    }

    #[test]
    fn sums_differences_and_products_are_those_of_the_integers_modulo_the_width() {
        each_pair(|a, b| {
            let (width, sa, sb) = (a.width, a.to_signed(), b.to_signed());
            let (ua, ub) = (BigInt::from(a.to_unsigned()), BigInt::from(b.to_unsigned()));
            let check = |signed: BigInt, unsigned: BigInt, got: Int, wraps: (bool, bool)| {
                let (from_signed, signed_wraps, _) = fits(width, &signed);
                let (from_unsigned, _, unsigned_wraps) = fits(width, &unsigned);
                assert_eq!(
                    (&got, wraps.0, wraps.1),
                    (&from_signed, signed_wraps, unsigned_wraps),
                    "{a:?} {b:?}"
                );
                assert_eq!(got, from_unsigned);
            };
            check(&sa + &sb, &ua + &ub, a.add(b), (a.add_wraps_signed(b), a.add_wraps_unsigned(b)));
            check(&sa - &sb, &ua - &ub, a.sub(b), (a.sub_wraps_signed(b), a.sub_wraps_unsigned(b)));
            check(&sa * &sb, &ua * &ub, a.mul(b), (a.mul_wraps_signed(b), a.mul_wraps_unsigned(b)));
        });
    }

    #[test]
    fn the_two_halves_make_the_product() {
        each_pair(|a, b| {
            let low = BigInt::from(a.mul(b).to_unsigned());
            let high = a.mul_high_signed(b).to_signed() << a.width;
            assert_eq!(high + &low, a.to_signed() * b.to_signed());
            let high = BigInt::from(a.mul_high_unsigned(b).to_unsigned()) << a.width;
            assert_eq!(high + low, BigInt::from(a.to_unsigned() * b.to_unsigned()));
        });
    }

    #[test]
    fn quotient_and_remainder_make_the_dividend() {
        each_pair(|a, b| {
            let quotient = a.div_unsigned(b, Rounding::Zero);
            assert_eq!(quotient.is_none(), b.is_zero());
            let Some(quotient) = quotient else { return };
            let rest = a.rem_unsigned(b).expect("the divisor is not zero, or there were no quotient");
            assert_eq!(quotient.mul(b).add(&rest), *a);
            assert_eq!(rest.cmp_unsigned(b), Ordering::Less);
            let rest = a.rem_signed(b).expect("the divisor is not zero, or there were no quotient");
            for rounding in [Rounding::Zero, Rounding::Floor, Rounding::Ceil] {
                let quotient = a.div_signed(b, rounding).expect("the divisor is not zero");
                let off = BigInt::from(i32::from(!rest.is_zero()));
                let exact = a.to_signed() - quotient.to_signed() * b.to_signed();
                match rounding {
                    Rounding::Zero => assert_eq!(quotient.mul(b).add(&rest), *a),
                    _ if a.div_wraps_signed(b) => assert_eq!(quotient, *a),
                    // The remainder has the sign of the divisor below, the other sign above.
                    Rounding::Floor => assert_eq!(exact.sign() == b.to_signed().sign(), off.is_one()),
                    Rounding::Ceil => assert_eq!(exact.sign() == -b.to_signed().sign(), off.is_one()),
                }
            }
        });
    }

    #[test]
    fn the_smallest_number_by_minus_one_is_the_only_quotient_that_does_not_fit() {
        each_pair(|a, b| {
            if !b.is_zero() {
                let (_, wraps, _) = fits(a.width, &(a.to_signed() / b.to_signed()));
                assert_eq!(a.div_wraps_signed(b), wraps, "{a:?} {b:?}");
            }
        });
    }

    #[test]
    fn orders_are_those_of_the_readings() {
        each_pair(|a, b| {
            assert_eq!(a.cmp_signed(b), a.to_signed().cmp(&b.to_signed()));
            assert_eq!(a.cmp_unsigned(b), a.to_unsigned().cmp(&b.to_unsigned()));
        });
    }

    #[test]
    fn shifts_multiply_and_divide_by_powers_of_two() {
        each_pair(|a, b| {
            let Some(amount) = b.shift_amount() else { return };
            assert_eq!(a.shl(amount), Int::from_big(a.width, &(a.to_signed() << amount)));
            assert_eq!(a.shr_signed(amount).to_signed(), a.to_signed() >> amount);
            assert_eq!(a.shr_unsigned(amount).to_unsigned(), a.to_unsigned() >> amount);
        });
    }

    #[test]
    fn a_shift_amount_is_below_the_width() {
        assert_eq!(Int::new(8, 7).shift_amount(), Some(7));
        assert_eq!(Int::new(8, 8).shift_amount(), None);
        assert_eq!(Int::new(0, 0).shift_amount(), None);
        assert_eq!(Int::all_ones(300).shift_amount(), None);
    }

    #[test]
    fn a_change_of_width_keeps_the_reading_or_the_low_bits() {
        for (from, to) in WIDTHS.iter().flat_map(|from| WIDTHS.iter().map(move |to| (*from, *to))) {
            for int in samples(from) {
                assert_eq!(int.resize_signed(to), Int::from_big(to, &int.to_signed()));
                assert_eq!(int.resize_unsigned(to), Int::from_big(to, &BigInt::from(int.to_unsigned())));
            }
        }
    }
}
