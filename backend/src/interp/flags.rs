//! Promises of operations that make poison where they are broken. Knows no operation.

use crate::value::Float;

/// Promises of `#arith.overflow<..>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OverflowFlags {
    /// `nsw`: the signed result fits.
    pub(super) signed: bool,
    /// `nuw`: the unsigned result fits.
    pub(super) unsigned: bool,
}

/// Promises of `#arith.fastmath<..>` that make poison when they are broken; all others are permissions, and what is
/// computed without them is permitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FastMath {
    /// `nnan`: neither an operand nor the result is a NaN.
    pub(super) no_nans: bool,
    /// `ninf`: neither an operand nor the result is infinite.
    pub(super) no_infinities: bool,
}

impl FastMath {
    /// Returns true when numbers keep the promises.
    pub(super) fn allow<const N: usize>(self, numbers: [Float; N]) -> bool {
        let broken =
            |number: &Float| self.no_nans && number.is_nan() || self.no_infinities && number.is_infinite();
        !numbers.iter().any(broken)
    }
}
